// Base64, three bytes to four characters.
#include "base/base64.h"

#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void sa_base64_put(struct sa_buf *out, const void *data, size_t len)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < len; i += 3) {
        size_t n = len - i < 3 ? len - i : 3;
        uint32_t v = (uint32_t)p[i] << 16 | (n > 1 ? (uint32_t)p[i + 1] << 8 : 0) |
                     (n > 2 ? p[i + 2] : 0);
        char four[4] = {digits[v >> 18], digits[v >> 12 & 63], n > 1 ? digits[v >> 6 & 63] : '=',
                        n > 2 ? digits[v & 63] : '='};
        sa_buf_append(out, four, sizeof four);
    }
}

bool sa_base64_take(struct sa_buf *out, const char *text, size_t len)
{
    uint32_t v = 0;
    int bits = 0;
    for (size_t i = 0; i < len && text[i] != '='; i++) {
        const char *d = text[i] ? strchr(digits, text[i]) : NULL;
        if (!d) return false;
        v = v << 6 | (uint32_t)(d - digits);
        if ((bits += 6) < 8) continue;
        bits -= 8;
        sa_buf_appendc(out, (char)(v >> bits));
    }
    return true;
}
