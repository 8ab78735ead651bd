// Module _zlib: deflate and inflate over whole byte strings, checksums. No stream outlives a call;
// the growing output is checked against the memory limit before it grows. Objects are in
// lib/zlib.py.
#include <stdlib.h>
#include <zlib.h>

#include "../native.h"
#include "../obj/str.h"

enum { PART = 1 << 16, STATE = 1 << 19 }; // STATE: more than zlib's own tables take

struct out {
    unsigned char *p;
    size_t n, cap;
};

static bool out_room(struct py_isolate *iso, struct out *o)
{
    if (o->cap - o->n >= PART) return true;
    size_t cap = o->cap ? o->cap * 2 : PART;
    // The result is copied into a bytes object at the end: both must fit.
    if (!py_mem_check(iso, (uint64_t)cap * 2 + STATE)) return false;
    unsigned char *p = py_mem_resize(iso, o->p, o->cap, cap);
    if (!p) return false;
    o->p = p;
    o->cap = cap;
    return true;
}

// One step: hands in and out at most a part each. Returns zlib's status; -100: exception.
static int step(struct py_isolate *iso, z_stream *z, struct out *o, uint64_t *left, bool deflating)
{
    while (o->cap - o->n < PART)
        if (!out_room(iso, o)) return -100;
    if (!z->avail_in && *left) {
        z->avail_in = *left < PART ? (uInt)*left : PART;
        *left -= z->avail_in;
    }
    uInt in = z->avail_in;
    z->next_out = o->p + o->n;
    z->avail_out = PART;
    int r = deflating ? deflate(z, *left ? Z_NO_FLUSH : Z_FINISH) : inflate(z, Z_NO_FLUSH);
    size_t made = PART - z->avail_out;
    o->n += made;
    return py_tick(iso, 1 + (made + (in - z->avail_in)) / (deflating ? 4 : 16)) ? r : -100;
}

static bool arguments(struct py_isolate *iso, py_value data, py_value number, int64_t *v)
{
    if (py_is_kind(data, PY_K_BYTES)) return py_as_int64(iso, number, v);
    py_raise_type_error(iso, "a bytes object is required, not '%T'", data);
    return false;
}

static py_value zlib_deflate(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    int64_t level, wbits, strategy;
    if (!arguments(iso, a[0], a[1], &level) || !py_as_int64(iso, a[2], &wbits) ||
        !py_as_int64(iso, a[3], &strategy))
        return NULL;
    if (level < -1 || level > 9 || wbits < -15 || wbits > 31 || strategy < 0 || strategy > 4)
        return py_int_new(iso, Z_STREAM_ERROR);
    if (!py_mem_check(iso, STATE)) return NULL;
    z_stream z = {.next_in = py_bytes(a[0])->b};
    int r = deflateInit2(&z, (int)level, Z_DEFLATED, (int)wbits, 8, (int)strategy);
    if (r != Z_OK) return py_int_new(iso, r);
    struct out o = {0};
    uint64_t left = py_bytes(a[0])->len;
    do r = step(iso, &z, &o, &left, true);
    while (r == Z_OK || r == Z_BUF_ERROR);
    deflateEnd(&z);
    py_value result = r == -100           ? NULL
                      : r != Z_STREAM_END ? py_int_new(iso, r)
                                          : py_bytes_new(iso, o.p, o.n);
    py_mem_resize(iso, o.p, o.cap, 0);
    return result;
}

// (output, input bytes used, status): status 1 at the end of the stream, 0 when input ran out, else
// zlib's error.
static py_value zlib_inflate(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    int64_t wbits;
    if (!arguments(iso, a[0], a[1], &wbits)) return NULL;
    if (wbits < -15 || wbits > 47)
        return py_raise_value_error(iso, "Invalid initialization option");
    if (!py_mem_check(iso, STATE)) return NULL;
    uint64_t total = py_bytes(a[0])->len, left = total;
    z_stream z = {.next_in = py_bytes(a[0])->b};
    if (inflateInit2(&z, (int)wbits) != Z_OK)
        return py_raise_value_error(iso, "Invalid initialization option");
    struct out o = {0};
    int r;
    do r = step(iso, &z, &o, &left, false);
    while (r == Z_OK);
    uint64_t used = total - left - z.avail_in;
    inflateEnd(&z);
    py_value data = r == -100 ? NULL : py_bytes_new(iso, o.p, o.n);
    py_mem_resize(iso, o.p, o.cap, 0);
    if (!data) return NULL;
    int status = r == Z_STREAM_END ? 1 : r == Z_BUF_ERROR ? 0 : r;
    return py_tuple_pack(iso, 3, data, py_int_new(iso, (int64_t)used), py_int_new(iso, status));
}

static py_value checksum(struct py_isolate *iso, py_value *a,
                         uLong (*sum)(uLong, const Bytef *, uInt))
{
    int64_t start;
    if (!arguments(iso, a[0], a[1], &start)) return NULL;
    uLong v = (uLong)start & 0xffffffff;
    uint64_t len = py_bytes(a[0])->len;
    for (uint64_t at = 0; at < len; at += PART) {
        v = sum(v, py_bytes(a[0])->b + at, len - at < PART ? (uInt)(len - at) : PART);
        if (!py_tick(iso, PART / 64)) return NULL;
    }
    return py_int_new(iso, (int64_t)v);
}

static py_value zlib_crc32(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return checksum(iso, a, crc32);
}
static py_value zlib_adler32(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return checksum(iso, a, adler32);
}

static const struct py_native_row functions[] = {
    {"deflate", zlib_deflate, "data, level, wbits, strategy, /", 0,
     "Compressed bytes, or the number of an error."},
    {"inflate", zlib_inflate, "data, wbits, /", 0, "(output, used, status)."},
    {"crc32", zlib_crc32, "data, start, /", 0, "CRC-32 of bytes."},
    {"adler32", zlib_adler32, "data, start, /", 0, "Adler-32 of bytes."},
    {0}};

const struct py_moddef py_mod__zlib = {
    .name = "_zlib", .functions = functions, .doc = "Deflate and inflate."};
