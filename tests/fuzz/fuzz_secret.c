// Fuzz driver: the redaction pass. A text in pieces must come out as the whole does, a known value
// never comes out, and JSON stays JSON.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/detect.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char known[] = "known-value";
    if (size < 1 || size > 8000) return 0;
    sa_secret_add(known);
    size_t piece = (size_t)data[0] % 31 + 1, len = size - 1;
    const char *text = (const char *)data + 1;
    char *whole = sa_xstrndup(text, len);
    size_t left = sa_secret_redact(whole, len);
    SA_CHECK(left <= len && !sa_memfind(whole, left, known, strlen(known)));
    struct sa_redactor r = {0};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < len; i += piece)
        sa_redactor_feed(&r, text + i, len - i < piece ? len - i : piece, &out);
    sa_redactor_finish(&r, &out);
    SA_CHECK(out.len == left && !memcmp(sa_buf_text(&out), whole, left));
    sa_redactor_release(&r);
    sa_buf_release(&out);
    free(whole);
    if (!memchr(text, 0, len) && sa_json_check(text, len, NULL)) {
        char *json = sa_xstrndup(text, len);
        sa_secret_redact_json(&json);
        SA_CHECK(sa_json_check(json, strlen(json), NULL));
        free(json);
    }
    const struct sa_detect all = {.kinds = SA_DETECT_SECRETS | SA_DETECT_PII};
    struct sa_finding f;
    for (size_t at = 0; sa_detect(&all, text, len, at, &f) == SA_DETECT_HIT; at = f.start + f.len)
        SA_CHECK(f.start >= at && f.len > 0 && f.len <= len - f.start);
    return 0;
}
