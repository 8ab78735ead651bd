// Shared by zlib.c (functions, module) and zlib_stream.c (objects that keep a stream between
// calls).
#ifndef PY_ZLIB_INT_H
#define PY_ZLIB_INT_H

#define ZLIB_CONST
#include <zlib.h>

#include "../obj/text_int.h"

// What iso->module_state[PY_MS_ZLIB], a tuple, holds.
enum { PY_ZLIB_ERROR, PY_ZLIB_COMPRESS, PY_ZLIB_DECOMPRESS, PY_ZLIB_DECOMPRESSOR, PY_ZLIB_STATE };
static inline py_value py_zlib_state(struct py_isolate *iso, int which)
{
    return py_tuple(iso->module_state[PY_MS_ZLIB])->v[which];
}

// A z_stream whose memory is the isolate's.
void py_zlib_init(struct py_isolate *iso, z_stream *z);
// Raises zlib.error, "Error CODE WHAT: reason"; an exception that is pending already stays.
void *py_zlib_raise(struct py_isolate *iso, const z_stream *z, int code, const char *what);

// One run of deflate or inflate over `left` bytes at z->next_in.
struct py_zlib_run {
    z_stream *z;
    bool deflating;
    int flush;      // for the last part of the input
    uint64_t left;  // input not yet shown to zlib
    int64_t max;    // most bytes of output, -1: no limit
    py_value zdict; // bytes, for streams that ask for one; NULL: none
    struct py_bb out;
    int status;
};
void py_zlib_run_init(struct py_isolate *iso, struct py_zlib_run *r, z_stream *z, bool deflating);
// Runs until the input is used up, the output limit is reached or the stream ends; r->status is
// zlib's last word. False: exception pending. Input that was not used is z->avail_in + r->left
// bytes at z->next_in.
bool py_zlib_run(struct py_isolate *iso, struct py_zlib_run *r);

extern const struct py_typedef py_zlib_compress_def, py_zlib_decompress_def,
    py_zlib_decompressor_def;
PY_NATIVE(py_zlib_compressobj);
PY_NATIVE(py_zlib_decompressobj);
// An int argument; dflt when absent. False: exception.
bool py_zlib_int(struct py_isolate *iso, py_value v, int dflt, int *out);

#endif
