// Model replies: stop sequences and hidden reasoning while they grow, then extraction of code.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "agent/extract.h"
#include "base/xalloc.h"
#include "model/model_int.h"

static bool maybe(void *ctx, const char *code, size_t len)
{
    (void)ctx;
    return len && code[0] != 'n';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const stops[] = {"\nObservation:", "<end>", NULL};
    if (size < 1) return 0;
    size_t piece = (size_t)data[0] % 17 + 1;
    const struct sa_model_request q = {.stops = stops};
    struct sa_reply reply;
    struct sa_model_result result = {0};
    sa_reply_init(&reply, &q);
    for (size_t i = 1; i < size; i += piece)
        if (!sa_reply_text(&reply, (const char *)data + i, size - i < piece ? size - i : piece))
            break;
    sa_reply_finish(&reply, &result);
    struct sa_extract x;
    sa_extract(&x, result.text, result.len, maybe, NULL);
    SA_CHECK(x.end <= result.len && x.thought <= result.len);
    struct sa_buf imports = SA_BUF_INIT(SA_BUF_SMALL);
    sa_extract_imports(&imports, sa_buf_text(&x.code), x.code.len);
    sa_buf_release(&imports);
    sa_extract_release(&x);
    sa_model_result_release(&result);
    sa_reply_release(&reply);
    return 0;
}
