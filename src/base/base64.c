// Base64, three bytes to four characters.
#include "base/base64.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void sa_base64_put(struct sa_buf *out, const void *data, size_t len)
{
    const unsigned char *p = data;
    size_t room = (len + 2) / 3 * 4;
    char *to = sa_buf_reserve(out, room);
    if (!to) return;
    for (size_t i = 0; i < len; i += 3, to += 4) {
        size_t n = len - i < 3 ? len - i : 3;
        uint32_t v = (uint32_t)p[i] << 16 | (n > 1 ? (uint32_t)p[i + 1] << 8 : 0) |
                     (n > 2 ? p[i + 2] : 0);
        to[0] = digits[v >> 18];
        to[1] = digits[v >> 12 & 63];
        to[2] = n > 1 ? digits[v >> 6 & 63] : '=';
        to[3] = n > 2 ? digits[v & 63] : '=';
    }
    sa_buf_added(out, room);
}

// What a character stands for, -1: nothing.
static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool sa_base64_take(struct sa_buf *out, const char *text, size_t len)
{
    uint32_t v = 0;
    int bits = 0;
    for (size_t i = 0; i < len && text[i] != '='; i++) {
        int d = value_of(text[i]);
        if (d < 0) return false;
        v = v << 6 | (uint32_t)d;
        if ((bits += 6) < 8) continue;
        bits -= 8;
        sa_buf_appendc(out, (char)(v >> bits));
    }
    return true;
}
