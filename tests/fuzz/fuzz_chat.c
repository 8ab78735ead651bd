// Fuzz driver: what a chat completions server sends, in pieces: event streams, plain JSON, error
// objects, mislabelled and torn bodies. Takes in the provider's file to reach its inside.
#include <stdint.h>

#include "model/chat.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const stops[] = {"\nObservation:", "</code>", NULL};
    static char url[] = "http://host/v1/chat/completions";
    if (size < 1) return 0;
    size_t piece = (size_t)data[0] % 97 + 1;
    struct chat chat = {.endpoint.url = url};
    const struct sa_model_request request = {.stops = stops};
    struct call call = {.chat = &chat, .request = &request};
    struct sa_http_response response = {.status = 200};
    struct sa_err err = SA_ERR_INIT;
    struct sa_model_result result = {0};
    sa_reply_init(&call.reply, &request);
    sa_sse_init(&call.sse, MAX_EVENT);
    sa_buf_init(&call.plain, SA_BUF_TEXT);
    for (size_t i = 1; i < size; i += piece)
        if (!on_data(&call, (const char *)data + i, size - i < piece ? size - i : piece)) break;
    check_reply(&call, &response, &err);
    sa_reply_finish(&call.reply, &result);
    SA_CHECK(result.text != NULL);
    sa_model_result_release(&result);
    sa_reply_release(&call.reply);
    sa_sse_release(&call.sse);
    sa_buf_release(&call.plain);
    free(call.error);
    return 0;
}
