// The stream objects of module zlib: Compress, Decompress and _ZlibDecompressor. Each holds a
// z_stream with memory of the isolate; input that zlib has not used is kept as bytes, never as a
// pointer into a caller's buffer.
#include "../obj/args.h"
#include "zlib_int.h"

struct stream {
    struct py_obj h;
    z_stream z;
    bool live; // deflateEnd or inflateEnd is still to come
    bool deflating, eof, needs_input;
    py_value unused; // bytes after the end of the stream
    py_value tail;   // bytes of input not used because the output limit was reached
    py_value zdict;  // bytes or NULL
};

#define SELF(v) ((struct stream *)(v))

static void end(struct stream *s)
{
    if (!s->live) return;
    s->live = false;
    if (s->deflating) deflateEnd(&s->z);
    else inflateEnd(&s->z);
}

static void finalize(PY_UNUSED struct py_isolate *iso, struct py_obj *o)
{
    end((struct stream *)o);
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    struct stream *s = (struct stream *)o;
    py_mark(iso, s->unused);
    py_mark(iso, s->tail);
    py_mark(iso, s->zdict);
}

static py_value no_bytes(struct py_isolate *iso)
{
    return py_bytes_new(iso, NULL, 0);
}

static struct stream *stream_new(struct py_isolate *iso, int which, bool deflating)
{
    py_value none = no_bytes(iso);
    if (!none) return NULL;
    struct stream *s = py_new(iso, (struct py_type *)py_zlib_state(iso, which), sizeof *s);
    if (!s) return NULL;
    s->deflating = deflating;
    s->needs_input = true;
    s->unused = s->tail = none;
    py_zlib_init(iso, &s->z);
    return s;
}

// A zdict argument as bytes of its own; *out NULL when there is none. False: exception.
static bool take_zdict(struct py_isolate *iso, py_value v, bool deflating, py_value *out)
{
    const unsigned char *p;
    size_t len;
    *out = NULL;
    if (!v) return true;
    if (!py_bytes_view(iso, v, &p, &len)) {
        if (!deflating && py_error_is(iso, PY_T_TypeError)) {
            py_error_clear(iso);
            py_raise_type_error(iso, "zdict argument must support the buffer protocol");
        }
        return false;
    }
    py_charge_bytes(iso, len);
    if (len > UINT32_MAX) {
        py_raise(iso, PY_T_OverflowError, "zdict length does not fit in an unsigned int");
        return false;
    }
    *out = py_bytes_new(iso, p, len);
    return *out != NULL;
}

PY_NATIVE(py_zlib_compressobj)
{
    int level, method, wbits, mem, strategy;
    py_value zdict;
    if (!py_zlib_int(iso, a[0], -1, &level) || !py_zlib_int(iso, a[1], Z_DEFLATED, &method) ||
        !py_zlib_int(iso, a[2], MAX_WBITS, &wbits) || !py_zlib_int(iso, a[3], 8, &mem) ||
        !py_zlib_int(iso, a[4], 0, &strategy) ||
        !take_zdict(iso, a[5] == PY_NONE ? NULL : a[5], true, &zdict))
        return NULL;
    struct stream *s = stream_new(iso, PY_ZLIB_COMPRESS, true);
    if (!s) return NULL;
    int status = deflateInit2(&s->z, level, method, wbits, mem, strategy);
    if (iso->exc) return NULL;
    if (status == Z_STREAM_ERROR) return py_raise_value_error(iso, "Invalid initialization option");
    if (status != Z_OK)
        return py_zlib_raise(iso, &s->z, status, "while creating compression object");
    s->live = true;
    if (!zdict) return (py_value)s;
    status = deflateSetDictionary(&s->z, py_bytes(zdict)->b, (uInt)py_bytes(zdict)->len);
    if (status == Z_STREAM_ERROR) return py_raise_value_error(iso, "Invalid dictionary");
    return status == Z_OK ? (py_value)s : py_raise_value_error(iso, "deflateSetDictionary()");
}

static py_value inflater(struct py_isolate *iso, int which, py_value bits, py_value dict)
{
    int wbits;
    py_value zdict;
    if (!py_zlib_int(iso, bits, MAX_WBITS, &wbits) || !take_zdict(iso, dict, false, &zdict))
        return NULL;
    struct stream *s = stream_new(iso, which, false);
    if (!s) return NULL;
    s->zdict = zdict && py_bytes(zdict)->len ? zdict : NULL;
    int status = inflateInit2(&s->z, wbits);
    if (iso->exc) return NULL;
    if (status == Z_STREAM_ERROR) return py_raise_value_error(iso, "Invalid initialization option");
    if (status != Z_OK)
        return py_zlib_raise(iso, &s->z, status, "while creating decompression object");
    s->live = true;
    if (s->zdict && wbits < 0) { // a raw stream cannot ask for its dictionary
        status = inflateSetDictionary(&s->z, py_bytes(zdict)->b, (uInt)py_bytes(zdict)->len);
        if (status != Z_OK) return py_zlib_raise(iso, &s->z, status, "while setting zdict");
    }
    return (py_value)s;
}

PY_NATIVE(py_zlib_decompressobj)
{
    return inflater(iso, PY_ZLIB_DECOMPRESS, a[0], a[1]);
}

static py_value decompressor_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls,
                                  py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"_ZlibDecompressor", {"wbits", "zdict"}, 2, 0, 2, 0};
    py_value arg[2];
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    return inflater(iso, PY_ZLIB_DECOMPRESSOR, arg[0], arg[1]);
}

// --- Compress -----------------------------------------------------------------------------------

static PY_NATIVE(c_compress)
{
    const unsigned char *p;
    size_t len;
    struct stream *s = SELF(a[0]);
    if (!py_bytes_view(iso, a[1], &p, &len)) return NULL;
    if (!s->live) return py_zlib_raise(iso, &s->z, Z_STREAM_ERROR, "while compressing data");
    struct py_zlib_run r;
    py_zlib_run_init(iso, &r, &s->z, true);
    s->z.next_in = p;
    r.left = len;
    bool ok = !len || py_zlib_run(iso, &r);
    s->z.next_in = NULL;
    if (!ok) return NULL;
    if (r.status != Z_OK && r.status != Z_BUF_ERROR)
        return py_zlib_raise(iso, &s->z, r.status, "while compressing data");
    return py_bb_finish(&r.out, false);
}

static PY_NATIVE(c_flush)
{
    struct stream *s = SELF(a[0]);
    int mode;
    if (!py_zlib_int(iso, a[1], Z_FINISH, &mode)) return NULL;
    if (mode == Z_NO_FLUSH) return no_bytes(iso);
    if (!s->live) return py_zlib_raise(iso, &s->z, Z_STREAM_ERROR, "while flushing");
    struct py_zlib_run r;
    py_zlib_run_init(iso, &r, &s->z, true);
    s->z.next_in = (const unsigned char *)"";
    r.flush = mode;
    if (!py_zlib_run(iso, &r)) return NULL;
    if (r.status == Z_STREAM_END && mode == Z_FINISH) end(s);
    else if (r.status != Z_OK && r.status != Z_BUF_ERROR)
        return py_zlib_raise(iso, &s->z, r.status, "while flushing");
    return py_bb_finish(&r.out, false);
}

static PY_NATIVE(s_copy)
{
    struct stream *s = SELF(a[0]);
    int which = s->deflating ? PY_ZLIB_COMPRESS : PY_ZLIB_DECOMPRESS;
    if (!s->live) return py_raise_value_error(iso, "Inconsistent stream state");
    struct stream *c = stream_new(iso, which, s->deflating);
    if (!c) return NULL;
    int status = s->deflating ? deflateCopy(&c->z, &s->z) : inflateCopy(&c->z, &s->z);
    if (iso->exc) return NULL;
    if (status == Z_STREAM_ERROR) return py_raise_value_error(iso, "Inconsistent stream state");
    if (status != Z_OK)
        return py_zlib_raise(iso, &s->z, status,
                             s->deflating ? "while copying compression object"
                                          : "while copying decompression object");
    c->live = true;
    c->eof = s->eof;
    c->unused = s->unused;
    c->tail = s->tail;
    c->zdict = s->zdict;
    return (py_value)c;
}

static PY_NATIVE(s_reduce)
{
    return py_raise_type_error(iso, "cannot pickle '%s' object",
                               SELF(a[0])->deflating ? "zlib.Compress" : "zlib.Decompress");
}

static const struct py_native_row compress_methods[] = {
    PY_ROW("compress", c_compress, "data, /",
           "Takes more data and gives the compressed bytes that are ready."),
    PY_ROW("flush", c_flush, "mode=4, /", "The compressed bytes that are still held back."),
    PY_ROW("copy", s_copy, "", "A second compressor that goes on from here by itself."),
    PY_ROW("__copy__", s_copy, "", NULL),
    PY_ROW("__deepcopy__", s_copy, "memo, /", NULL),
    PY_ROW("__reduce__", s_reduce, "", NULL),
    PY_ROW("__reduce_ex__", s_reduce, "protocol, /", NULL),
    {0}};

// --- Decompress ---------------------------------------------------------------------------------

static py_value joined(struct py_isolate *iso, py_value head, const unsigned char *p, size_t n)
{
    struct py_bb b;
    py_charge_bytes(iso, py_bytes(head)->len + n);
    py_bb_init(&b, iso);
    py_bb_add(&b, py_bytes(head)->b, py_bytes(head)->len);
    py_bb_add(&b, p, n);
    return py_bb_finish(&b, false);
}

// Keeps what a run left: after the end of the stream as unused data, else as tail.
static bool keep_rest(struct py_isolate *iso, struct stream *s, struct py_zlib_run *r)
{
    size_t rest = s->z.avail_in + r->left;
    const unsigned char *p = s->z.next_in;
    if (r->status == Z_STREAM_END) {
        py_value all = rest ? joined(iso, s->unused, p, rest) : s->unused;
        if (!all) return false;
        s->unused = all;
        if (!py_bytes(s->tail)->len) rest = 0; // else it stays there too, as CPython has it
    }
    py_charge_bytes(iso, rest);
    py_value tail = py_bytes_new(iso, p, rest);
    if (tail) s->tail = tail;
    return tail != NULL;
}

// inflate over p; max -1: no limit.
static py_value inflate_some(struct py_isolate *iso, struct stream *s, const unsigned char *p,
                             size_t len, int64_t max, int flush)
{
    struct py_zlib_run r;
    if (!s->live) return py_zlib_raise(iso, &s->z, Z_STREAM_ERROR, "while decompressing data");
    py_zlib_run_init(iso, &r, &s->z, false);
    s->z.next_in = p;
    r.left = len;
    r.max = max;
    r.flush = flush;
    r.zdict = s->zdict;
    bool ok = py_zlib_run(iso, &r) && keep_rest(iso, s, &r);
    s->z.next_in = NULL;
    s->z.avail_in = 0;
    if (!ok) return NULL;
    if (r.status == Z_STREAM_END) s->eof = true;
    else if (r.status != Z_OK && r.status != Z_BUF_ERROR)
        return py_zlib_raise(iso, &s->z, r.status, "while decompressing data");
    return py_bb_finish(&r.out, false);
}

static PY_NATIVE(d_decompress)
{
    const unsigned char *p;
    size_t len;
    int64_t max = 0;
    if (a[2] && !py_as_int64(iso, a[2], &max)) return NULL;
    if (!py_bytes_view(iso, a[1], &p, &len)) return NULL;
    if (max < 0) return py_raise_value_error(iso, "max_length must be non-negative");
    return inflate_some(iso, SELF(a[0]), p, len, max ? max : -1, Z_SYNC_FLUSH);
}

static PY_NATIVE(d_flush)
{
    struct stream *s = SELF(a[0]);
    int64_t length = 1;
    if (a[1] && !py_as_int64(iso, a[1], &length)) return NULL;
    if (length <= 0) return py_raise_value_error(iso, "length must be greater than zero");
    py_value tail = s->tail;
    py_value out = s->live
                       ? inflate_some(iso, s, py_bytes(tail)->b, py_bytes(tail)->len, -1, Z_FINISH)
                       : no_bytes(iso);
    if (out && s->eof) end(s);
    return out;
}

static const struct py_native_row decompress_methods[] = {
    PY_ROW("decompress", d_decompress, "data, /, max_length=0",
           "Takes compressed bytes and gives data, at most max_length bytes unless that is "
           "0; the rest waits in unconsumed_tail."),
    PY_ROW("flush", d_flush, "length=16384, /", "The data that are still held back."),
    PY_ROW("copy", s_copy, "", "A second decompressor that goes on from here by itself."),
    PY_ROW("__copy__", s_copy, "", NULL),
    PY_ROW("__deepcopy__", s_copy, "memo, /", NULL),
    PY_ROW("__reduce__", s_reduce, "", NULL),
    PY_ROW("__reduce_ex__", s_reduce, "protocol, /", NULL),
    {0}};

#define GET(name, expr)                                                                            \
    static py_value get_##name(PY_UNUSED struct py_isolate *iso, py_value v)                       \
    {                                                                                              \
        return expr;                                                                               \
    }
GET(eof, py_bool(SELF(v)->eof))
GET(unused, SELF(v)->unused)
GET(tail, SELF(v)->tail)
GET(needs_input, py_bool(SELF(v)->needs_input && !SELF(v)->eof))

static const struct py_getset_row decompress_getset[] = {{"eof", get_eof, NULL, NULL},
                                                         {"unused_data", get_unused, NULL, NULL},
                                                         {"unconsumed_tail", get_tail, NULL, NULL},
                                                         {0}};

// --- _ZlibDecompressor --------------------------------------------------------------------------

static PY_NATIVE(z_decompress)
{
    const unsigned char *p;
    size_t len;
    int64_t max = -1;
    struct stream *s = SELF(a[0]);
    if (a[2] && !py_as_int64(iso, a[2], &max)) return NULL;
    if (!py_bytes_view(iso, a[1], &p, &len)) return NULL;
    if (s->eof) return py_raise(iso, PY_T_EOFError, "End of stream already reached");
    // Input that had to wait comes before the new one.
    py_value input = joined(iso, s->tail, p, len);
    if (!input) return NULL;
    p = py_bytes(input)->b;
    py_value out = inflate_some(iso, s, p, py_bytes(input)->len, max < 0 ? -1 : max, Z_SYNC_FLUSH);
    if (!out) return NULL;
    bool full = max >= 0 && py_bytes(out)->len == (uint64_t)max;
    s->needs_input = !py_bytes(s->tail)->len && !full;
    return out;
}

static PY_NATIVE(z_reduce)
{
    return py_raise_type_error(iso, "cannot pickle 'zlib._ZlibDecompressor' object");
}

static const struct py_native_row decompressor_methods[] = {
    PY_ROW("decompress", z_decompress, "data, max_length=-1",
           "Takes compressed bytes and gives data, at most max_length bytes unless that is "
           "negative."),
    PY_ROW("__reduce_ex__", z_reduce, "protocol, /", NULL),
    {0}};

static const struct py_getset_row decompressor_getset[] = {
    {"eof", get_eof, NULL, NULL},
    {"unused_data", get_unused, NULL, NULL},
    {"needs_input", get_needs_input, NULL, NULL},
    {0}};

#define STREAM_DEF(id, text)                                                                       \
    .name = text, .kind = PY_K_NATIVE, .size = sizeof(struct stream), .final = true,               \
    .methods = id##_methods, .trace = trace, .finalize = finalize

const struct py_typedef py_zlib_compress_def = {STREAM_DEF(compress, "zlib.Compress")};
const struct py_typedef py_zlib_decompress_def = {STREAM_DEF(decompress, "zlib.Decompress"),
                                                  .getset = decompress_getset};
const struct py_typedef py_zlib_decompressor_def = {
    STREAM_DEF(decompressor, "zlib._ZlibDecompressor"), .getset = decompressor_getset,
    .doc = "Decompresses data in pieces; what it has no room for waits inside.",
    .slots = {.make = decompressor_make}};
