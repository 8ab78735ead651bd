// Inside of the codecs: the tables of encodings, one struct for a decoding or encoding in progress,
// and the error handlers.
#ifndef PY_CODEC_INT_H
#define PY_CODEC_INT_H

#include <stdlib.h>

#include "codec.h"

// Those written here. Behind them the code pages (charmaps), and those of lib/_codec_forms.py.
enum {
    PY_C_UTF8,
    PY_C_UTF8SIG,
    PY_C_ASCII,
    PY_C_LATIN1,
    PY_C_UTF16,
    PY_C_UTF16LE,
    PY_C_UTF16BE,
    PY_C_UTF32,
    PY_C_UTF32LE,
    PY_C_UTF32BE,
    PY_C_UTF7,
    PY_C_ESCAPE,
    PY_C_RAW_ESCAPE,
    PY_C_CHARMAP,
    PY_C_MAPS,
    PY_C_PYTHON = PY_C_MAPS + 128,
    PY_C_ABSENT = PY_C_PYTHON + 64, // a name that CPython has
    PY_C_UNKNOWN
};

struct py_codec_name {
    const char *name; // as normalised: lower case, '_' between words
    int id;
};

// Characters of the bytes from `first` on; those before are ASCII. 0xfffe: no character.
struct py_charmap {
    const char *name;
    uint16_t at, first; // `at`: in py_charmap_cells
};

extern const char *const py_codec_python[];         // by id - PY_C_PYTHON
extern const struct py_charmap py_charmaps[];       // by id - PY_C_MAPS
extern const struct py_codec_name py_codec_names[]; // sorted
extern const size_t py_codec_names_count;
extern const uint16_t py_charmap_cells[];

static inline uint32_t py_charmap_at(const struct py_charmap *m, unsigned byte)
{
    return byte < m->first ? byte : py_charmap_cells[m->at + byte - m->first];
}

bool py_decode_utf8(struct py_dec *d);
bool py_decode_utf8_sig(struct py_dec *d);
bool py_decode_utf16(struct py_dec *d); // by d->order
bool py_decode_utf32(struct py_dec *d);
bool py_decode_utf7(struct py_dec *d);
bool py_decode_ascii(struct py_dec *d);
bool py_decode_latin1(struct py_dec *d);
bool py_decode_table(struct py_dec *d); // by d->map
bool py_decode_escape(struct py_dec *d);
bool py_decode_raw_escape(struct py_dec *d);
bool py_encode_utf8(struct py_enc *e);
bool py_encode_utf8_sig(struct py_enc *e);
bool py_encode_utf16(struct py_enc *e); // by e->order
bool py_encode_utf32(struct py_enc *e);
bool py_encode_utf7(struct py_enc *e);
bool py_encode_ascii(struct py_enc *e);
bool py_encode_latin1(struct py_enc *e);
bool py_encode_table(struct py_enc *e); // by e->map
bool py_encode_escape(struct py_enc *e);
bool py_encode_raw_escape(struct py_enc *e);

// Handlers of errors (codec_error.c).
enum py_handler {
    PY_H_STRICT,
    PY_H_IGNORE,
    PY_H_REPLACE,
    PY_H_BACKSLASH,
    PY_H_CHARREF,
    PY_H_ESCAPE,
    PY_H_PASS,
    PY_H_NAME,
    PY_H_OWN, // of the program
};
enum py_handler py_codec_handler_id(py_value errors); // by name; NULL: strict
// TypeError: an exception of a class that the handler is not for.
void *py_codec_bad_class(struct py_isolate *iso, const char *name);
// The bytes [start, end) cannot be decoded; *resume: where to go on.
bool py_dec_handle(struct py_dec *d, enum py_handler handler, size_t start, size_t end,
                   const char *reason, size_t *resume);
// A character that cannot be encoded. False: exception; e->unmapped: the handler cannot either.
bool py_enc_handle(struct py_enc *e, enum py_handler handler, uint32_t c);

// What the isolate keeps: a list, made when first asked for.
enum { PY_CODEC_CACHE, PY_CODEC_SEARCH, PY_CODEC_HANDLERS, PY_CODEC_STATE };
py_value py_codec_state(struct py_isolate *iso, int which);

#endif
