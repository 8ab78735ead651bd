// Event streams in pieces of varying size, each event cleaned and parsed as the model client does.
#include <stddef.h>
#include <stdint.h>

#include "http/sse.h"
#include "model/model_int.h"

static bool on_event(void *ctx, const char *name, const char *data, size_t len)
{
    (void)ctx, (void)name;
    struct sa_buf clean = SA_BUF_INIT((size_t)1 << 22);
    sa_clean_json(&clean, data, len);
    cJSON_Delete(sa_json_parse(sa_buf_text(&clean), clean.len, NULL));
    sa_buf_clear(&clean);
    sa_error_text(&clean, data, len);
    sa_buf_release(&clean);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) return 0;
    size_t piece = (size_t)data[0] % 17 + 1;
    struct sa_sse sse;
    sa_sse_init(&sse, (size_t)1 << 16);
    for (size_t i = 1; i < size; i += piece)
        if (!sa_sse_feed(&sse, (const char *)data + i, size - i < piece ? size - i : piece,
                         on_event, NULL))
            break;
    sa_sse_finish(&sse, on_event, NULL);
    sa_sse_release(&sse);
    return 0;
}
