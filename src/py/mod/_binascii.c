// Module _binascii: base64 and hexadecimal, whose speed matters with large data. What is not plain
// (other characters, missing padding, strict mode) and all errors are in lib/binascii.py.
#include "../native.h"
#include "../obj/str.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// to_base64(data): the text of bytes, padded, without a line end.
static PY_NATIVE(to_base64)
{
    const unsigned char *p;
    size_t len;
    if (!py_bytes_view(iso, a[0], &p, &len) || !py_tick(iso, 1 + len / 8)) return NULL;
    py_value text = py_bytes_new(iso, NULL, (len + 2) / 3 * 4);
    if (!text || !py_bytes_view(iso, a[0], &p, &len)) return NULL;
    unsigned char *out = py_bytes(text)->b;
    for (; len >= 3; len -= 3, p += 3) {
        uint32_t v = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        for (int shift = 18; shift >= 0; shift -= 6)
            *out++ = (unsigned char)alphabet[v >> shift & 63];
    }
    if (len) {
        uint32_t v = (uint32_t)p[0] << 16 | (len > 1 ? (uint32_t)p[1] << 8 : 0);
        out[0] = (unsigned char)alphabet[v >> 18];
        out[1] = (unsigned char)alphabet[v >> 12 & 63];
        out[2] = len > 1 ? (unsigned char)alphabet[v >> 6 & 63] : '=';
        out[3] = '=';
    }
    return text;
}

// The six bits of a character; 64: not of the alphabet.
static uint32_t six_bits(unsigned char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26u;
    if (c >= '0' && c <= '9') return c - '0' + 52u;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

// from_base64(text): the bytes of text in whole, padded groups, or None: it is not of that kind.
static PY_NATIVE(from_base64)
{
    const unsigned char *p;
    size_t len;
    if (!py_bytes_view(iso, a[0], &p, &len) || !py_tick(iso, 1 + len / 8)) return NULL;
    if (len % 4) return PY_NONE;
    size_t pad = len && p[len - 1] == '=' ? 1 + (p[len - 2] == '=') : 0;
    py_value data = py_bytes_new(iso, NULL, len / 4 * 3 - pad);
    if (!data || !py_bytes_view(iso, a[0], &p, &len)) return NULL;
    unsigned char *out = py_bytes(data)->b, *end = out + py_bytes(data)->len;
    for (size_t i = 0; i < len; i += 4) {
        uint32_t v = 0;
        for (size_t k = i; k < i + 4; k++) {
            uint32_t bits = k >= len - pad ? 0 : six_bits(p[k]);
            if (bits > 63) return PY_NONE;
            v = v << 6 | bits;
        }
        for (int shift = 16; shift >= 0 && out < end; shift -= 8)
            *out++ = (unsigned char)(v >> shift);
    }
    return data;
}

static const struct py_native_row functions[] = {
    PY_ROW("to_base64", to_base64, "data, /", "The base64 text of bytes."),
    PY_ROW("from_base64", from_base64, "text, /", "The bytes of plain base64 text, or None."),
    {0}};

const struct py_moddef py_mod__binascii = {
    .name = "_binascii", .functions = functions, .doc = "Base64 for module binascii."};
