// Text encodings, for bytes.decode(), str.encode() and module _codecs: a decoding or encoding in
// progress, what handles its errors, the registry of encodings.
#ifndef PY_CODEC_H
#define PY_CODEC_H

#include "text_int.h"

struct py_charmap;

struct py_dec {
    struct py_isolate *iso;
    py_value obj; // what is decoded, for the exception
    const unsigned char *p;
    size_t len;
    const char *name; // encoding in messages
    py_value errors;  // or NULL
    int order;        // of bytes: -1 little, 1 big, 0 by the mark that the text begins with
    int unit;         // surrogatepass: 1 utf-8, 2 and 4 little-endian, -2 and -4 big-endian, 0 none
    bool partial;     // more may follow: what is cut at the end is left
    bool warned;      // of an escape that is none: once is enough
    size_t used;      // bytes that were decoded
    const struct py_charmap *map;
    struct py_sb out;
};

struct py_enc {
    struct py_isolate *iso;
    py_value s;
    const char *name;
    py_value errors;
    int order;
    int unit; // bytes of a replacement character, as py_dec.unit (0: one byte)
    // Encodes a replacement character another way: 1, 0: it has no code, -1: exception.
    int (*put)(struct py_enc *e, uint32_t c);
    uint32_t limit; // codes of replacements are below it
    const void *map;
    py_value mapping;
    bool unmapped; // a replacement had no code
    struct py_bb out;
};

// One that is written here. NULL: `name` is none of them.
struct py_codec {
    const char *name, *label; // its own, and in exceptions
    bool (*decode)(struct py_dec *d);
    bool (*encode)(struct py_enc *e);
    int order;
    const struct py_charmap *map;
};
bool py_codec_find(py_value name, struct py_codec *out);
// The CodecInfo of any encoding, also a registered one; LookupError.
py_value py_codec_lookup(struct py_isolate *iso, py_value name);
// The name that lib/codecs.py knows an encoding by that is written in Python; NULL: none.
const char *py_codec_python_name(py_value name);
py_value py_codec_names_of(struct py_isolate *iso); // dict: alias -> name, for encodings.aliases
py_value py_codec_cache(struct py_isolate *iso);    // dict: normalised name -> CodecInfo
// What its encoder or decoder makes of obj; errors NULL: its default.
py_value py_codec_call(struct py_isolate *iso, py_value info, py_value obj, py_value encoding,
                       py_value errors, bool encode);
bool py_codec_register(struct py_isolate *iso, py_value function);
bool py_codec_unregister(struct py_isolate *iso, py_value function);
bool py_codec_set_handler(struct py_isolate *iso, py_value name, py_value function);
py_value py_codec_handler(struct py_isolate *iso, py_value name); // LookupError; NULL: strict

// Runs one; the fields of d and e from `iso` on are set but for `out` and what the codec says.
py_value py_codec_decode(const struct py_codec *c, struct py_dec *d);
py_value py_codec_encode(const struct py_codec *c, struct py_enc *e);

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

#endif
