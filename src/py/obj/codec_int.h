// Inside of the codecs: one struct for a decoding or encoding in progress, and the error handlers.
#ifndef PY_CODEC_INT_H
#define PY_CODEC_INT_H

#include "text_int.h"

enum py_codec_errors {
    PY_CE_STRICT,
    PY_CE_IGNORE,
    PY_CE_REPLACE,
    PY_CE_BACKSLASH,
    PY_CE_XMLCHARREF,
    PY_CE_SURROGATEESCAPE,
    PY_CE_SURROGATEPASS,
    PY_CE_NAMEREPLACE,
    PY_CE_UNKNOWN
};

struct py_dec {
    struct py_isolate *iso;
    py_value obj; // what is decoded, for the exception
    const unsigned char *p;
    size_t len;
    const char *name; // encoding in messages
    py_value errors;  // or NULL
    int unit;         // surrogatepass: 1 utf-8, 2 and 4 little-endian, -2 and -4 big-endian, 0 none
    struct py_sb out;
};

struct py_enc {
    struct py_isolate *iso;
    py_value s;
    const char *name;
    py_value errors;
    int unit; // bytes of a replacement character, as py_dec.unit (0: one byte)
    struct py_bb out;
};

// The bytes [start, end) cannot be decoded: applies the handler. False: exception. *resume: where
// to go on.
bool py_dec_error(struct py_dec *d, size_t start, size_t end, const char *reason, size_t *resume);
// The same for characters [start, end) that cannot be encoded.
bool py_enc_error(struct py_enc *e, size_t start, size_t end, const char *reason, size_t *resume);

// For the step after n others: a look at the clock now and then. False: the cell was ended.
static inline bool py_codec_tick(struct py_isolate *iso, size_t n)
{
    return n % 4096 != 4095 || py_tick(iso, 512);
}

bool py_decode_utf8(struct py_dec *d);
bool py_decode_utf16(struct py_dec *d, int order); // -1 little, 1 big, 0 by BOM
bool py_decode_utf32(struct py_dec *d, int order);
bool py_decode_ascii(struct py_dec *d);
bool py_decode_table(struct py_dec *d, const uint16_t *high);
bool py_decode_escape(struct py_dec *d, bool raw);
bool py_encode_utf8(struct py_enc *e);
bool py_encode_utf16(struct py_enc *e, int order, bool bom);
bool py_encode_utf32(struct py_enc *e, int order, bool bom);
bool py_encode_narrow(struct py_enc *e, uint32_t limit); // ascii (128), latin-1 (256)
bool py_encode_table(struct py_enc *e, const uint16_t *high);
bool py_encode_escape(struct py_enc *e, bool raw);
void py_enc_unit(struct py_enc *e, uint32_t c); // a code unit in the target's width

extern const uint16_t py_cp1252_high[128], py_cp437_high[128], py_cp1251_high[128],
    py_latin9_high[128];

#endif
