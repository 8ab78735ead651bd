// Module zlib: deflate and inflate in memory, checksums. All of zlib's memory is counted by the
// isolate, all its work ticks, and output is checked against the memory limit as it grows. Objects
// are in zlib_stream.c.
#include "zlib_int.h"

enum { PART = 1 << 16, CHUNK = 1 << 14 };

// --- memory and errors --------------------------------------------------------------------------

// Before every block: its size, for the account. 16 bytes keep the alignment.
struct block {
    size_t size, unused;
};

static void *take(void *iso, uInt items, uInt size)
{
    size_t want = (size_t)items * size + sizeof(struct block);
    struct block *b = py_mem_resize(iso, NULL, 0, want);
    if (!b) return NULL;
    b->size = want;
    return b + 1;
}

static void give(void *iso, void *p)
{
    struct block *b = (struct block *)p - 1;
    py_mem_resize(iso, b, b->size, 0);
}

void py_zlib_init(struct py_isolate *iso, z_stream *z)
{
    *z = (z_stream){.zalloc = take, .zfree = give, .opaque = iso};
}

static void *zlib_raise_text(struct py_isolate *iso, const char *text)
{
    py_value s = py_str_z(iso, text);
    py_value e = s ? py_call1(iso, py_zlib_state(iso, PY_ZLIB_ERROR), s) : NULL;
    return e ? py_raise_value(iso, e) : NULL;
}

void *py_zlib_raise(struct py_isolate *iso, const z_stream *z, int code, const char *what)
{
    if (iso->exc) return NULL;
    const char *why = z->msg;
    // zlib says the last word of its own stream only; the rest has fixed texts.
    if (code == Z_VERSION_ERROR) why = "library version mismatch";
    if (!why && code == Z_BUF_ERROR) why = "incomplete or truncated stream";
    if (!why && code == Z_STREAM_ERROR) why = "inconsistent stream state";
    if (!why && code == Z_DATA_ERROR) why = "invalid input data";
    char text[200];
    snprintf(text, sizeof text, "Error %d %s%s%s", code, what, why ? ": " : "", why ? why : "");
    return zlib_raise_text(iso, text);
}

bool py_zlib_int(struct py_isolate *iso, py_value v, int dflt, int *out)
{
    int64_t i = dflt;
    if (v && !py_as_c_int(iso, v, &i)) return false;
    *out = (int)i;
    return true;
}

// --- a run --------------------------------------------------------------------------------------

void py_zlib_run_init(struct py_isolate *iso, struct py_zlib_run *r, z_stream *z, bool deflating)
{
    *r = (struct py_zlib_run){.z = z, .deflating = deflating, .flush = Z_NO_FLUSH, .max = -1};
    py_bb_init(&r->out, iso);
    z->avail_in = 0;
}

// Shows zlib at most a part of the input, takes at most a chunk of output.
static bool step(struct py_isolate *iso, struct py_zlib_run *r)
{
    z_stream *z = r->z;
    size_t room = CHUNK;
    if (r->max >= 0 && (uint64_t)r->max - r->out.len < room) room = (uint64_t)r->max - r->out.len;
    if (z->avail_in < PART && r->left) {
        uint64_t more = r->left < PART ? r->left : PART;
        z->avail_in += (uInt)more;
        r->left -= more;
    }
    uInt in = z->avail_in;
    size_t before = r->out.len;
    unsigned char *to = py_bb_room(&r->out, room);
    if (!to) return false;
    z->next_out = to;
    z->avail_out = (uInt)room;
    int flush = r->left ? Z_NO_FLUSH : r->flush;
    r->status = r->deflating ? deflate(z, flush) : inflate(z, r->flush);
    size_t made = room - z->avail_out;
    r->out.len = before + made;
    if (r->status == Z_MEM_ERROR && iso->exc) return false;
    return py_tick(iso, 1 + (made + (in - z->avail_in)) / (r->deflating ? 4 : 16));
}

static bool steps(struct py_isolate *iso, struct py_zlib_run *r)
{
    z_stream *z = r->z;
    for (;;) {
        if (!step(iso, r)) return false;
        if (r->status == Z_NEED_DICT && r->zdict) {
            r->status = inflateSetDictionary(z, py_bytes(r->zdict)->b,
                                             (uInt)py_bytes(r->zdict)->len);
            if (r->status != Z_OK)
                return py_zlib_raise(iso, z, r->status, "while setting zdict") != NULL;
            continue;
        }
        bool full = r->status == Z_BUF_ERROR && !z->avail_out; // Z_FINISH wants more room
        if (r->status != Z_OK && !full) return true; // end, error, or no progress possible
        if (r->max >= 0 && r->out.len >= (uint64_t)r->max) return true;
        // An output chunk that was not filled: zlib wants more input.
        if (z->avail_out && !z->avail_in && !r->left) return true;
    }
}

bool py_zlib_run(struct py_isolate *iso, struct py_zlib_run *r)
{
    bool ok = steps(iso, r);
    r->z->next_out = NULL; // it pointed into what the caller takes away
    return ok;
}

// --- functions ----------------------------------------------------------------------------------

// All of the data at once, by a stream that is ready for them; it ends here.
static py_value whole(struct py_isolate *iso, z_stream *z, bool deflating, const unsigned char *p,
                      size_t len)
{
    struct py_zlib_run r;
    py_zlib_run_init(iso, &r, z, deflating);
    z->next_in = p;
    r.left = len;
    r.flush = deflating ? Z_FINISH : Z_SYNC_FLUSH;
    bool ok = py_zlib_run(iso, &r);
    py_value result = NULL;
    if (ok && r.status == Z_STREAM_END) result = py_bb_finish(&r.out, false);
    else if (ok)
        py_zlib_raise(iso, z, r.status == Z_OK ? Z_BUF_ERROR : r.status,
                      deflating ? "while compressing data" : "while decompressing data");
    if (deflating) deflateEnd(z);
    else inflateEnd(z);
    return result;
}

static PY_NATIVE(zlib_compress)
{
    const unsigned char *p;
    size_t len;
    int level, wbits;
    if (!py_bytes_view(iso, a[0], &p, &len) || !py_zlib_int(iso, a[1], -1, &level) ||
        !py_zlib_int(iso, a[2], MAX_WBITS, &wbits) || !py_bytes_view(iso, a[0], &p, &len))
        return NULL; // the data a second time: an __index__ may have changed it
    z_stream z;
    py_zlib_init(iso, &z);
    int status = deflateInit2(&z, level, Z_DEFLATED, wbits, 8, Z_DEFAULT_STRATEGY);
    if (iso->exc) return NULL;
    if (status == Z_STREAM_ERROR) return zlib_raise_text(iso, "Bad compression level");
    if (status != Z_OK) return py_zlib_raise(iso, &z, status, "while compressing data");
    return whole(iso, &z, true, p, len);
}

static PY_NATIVE(zlib_decompress)
{
    const unsigned char *p;
    size_t len;
    int wbits;
    int64_t size = 1;
    if (!py_bytes_view(iso, a[0], &p, &len) || !py_zlib_int(iso, a[1], MAX_WBITS, &wbits) ||
        (a[2] && !py_as_int64(iso, a[2], &size)) || !py_bytes_view(iso, a[0], &p, &len))
        return NULL;
    if (size < 0) return py_raise_value_error(iso, "bufsize must be non-negative");
    z_stream z;
    py_zlib_init(iso, &z);
    int status = inflateInit2(&z, wbits);
    if (status != Z_OK) return py_zlib_raise(iso, &z, status, "while preparing to decompress data");
    return whole(iso, &z, false, p, len);
}

static py_value checksum(struct py_isolate *iso, py_value *a, uLong value,
                         uLong (*sum)(uLong, const Bytef *, uInt))
{
    const unsigned char *p;
    size_t len;
    if (a[1]) {
        // Any int: its low 32 bits count.
        py_value low = py_is_anyint(a[1]) || py_type_of(iso, a[1])->s.index
                           ? py_binary(iso, PY_BIN_AND, py_index(iso, a[1]),
                                       py_small_new(0xffffffff))
                           : py_index(iso, a[1]);
        if (!low) return NULL;
        value = (uLong)py_small(low);
    }
    if (!py_bytes_view(iso, a[0], &p, &len)) return NULL;
    for (size_t at = 0; at < len; at += PART) {
        value = sum(value, p + at, len - at < PART ? (uInt)(len - at) : PART);
        if (!py_tick(iso, PART / 64)) return NULL;
    }
    return py_int_new(iso, (int64_t)value);
}

static PY_NATIVE(zlib_crc32)
{
    return checksum(iso, a, 0, crc32);
}
static PY_NATIVE(zlib_adler32)
{
    return checksum(iso, a, 1, adler32);
}

static const struct py_native_row functions[] = {
    PY_ROW("compress", zlib_compress, "data, /, level=-1, wbits=15",
           "The data compressed. level: 0 is none, 9 the smallest; wbits chooses the format."),
    PY_ROW("decompress", zlib_decompress, "data, /, wbits=15, bufsize=16384",
           "The data that compressed bytes hold. wbits must suit their format."),
    PY_ROW("compressobj", py_zlib_compressobj,
           "level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None",
           "An object that compresses data in pieces."),
    PY_ROW("decompressobj", py_zlib_decompressobj, "wbits=15, zdict=b''",
           "An object that decompresses data in pieces."),
    PY_ROW("crc32", zlib_crc32, "data, value=0, /",
           "Checksum CRC-32; value carries on from earlier data."),
    PY_ROW("adler32", zlib_adler32, "data, value=1, /",
           "Checksum Adler-32; value carries on from earlier data."),
    {0}};

// --- module -------------------------------------------------------------------------------------

static const struct {
    const char *name;
    int value;
} constants[] = {{"MAX_WBITS", MAX_WBITS},
                 {"DEFLATED", Z_DEFLATED},
                 {"DEF_MEM_LEVEL", 8},
                 {"DEF_BUF_SIZE", 16384},
                 {"Z_NO_COMPRESSION", Z_NO_COMPRESSION},
                 {"Z_BEST_SPEED", Z_BEST_SPEED},
                 {"Z_BEST_COMPRESSION", Z_BEST_COMPRESSION},
                 {"Z_DEFAULT_COMPRESSION", Z_DEFAULT_COMPRESSION},
                 {"Z_FILTERED", Z_FILTERED},
                 {"Z_HUFFMAN_ONLY", Z_HUFFMAN_ONLY},
                 {"Z_RLE", Z_RLE},
                 {"Z_FIXED", Z_FIXED},
                 {"Z_DEFAULT_STRATEGY", Z_DEFAULT_STRATEGY},
                 {"Z_NO_FLUSH", Z_NO_FLUSH},
                 {"Z_PARTIAL_FLUSH", Z_PARTIAL_FLUSH},
                 {"Z_SYNC_FLUSH", Z_SYNC_FLUSH},
                 {"Z_FULL_FLUSH", Z_FULL_FLUSH},
                 {"Z_FINISH", Z_FINISH},
                 {"Z_BLOCK", Z_BLOCK},
                 {"Z_TREES", Z_TREES}};

static py_value error_class(struct py_isolate *iso)
{
    py_value space = py_dict_new(iso), name = py_str_z(iso, "error");
    py_value bases = py_tuple_pack(iso, 1, (py_value)py_t(iso, PY_T_Exception));
    if (!space || !name || !bases ||
        !py_dict_set_z(iso, py_dict(space), "__module__", py_str_z(iso, "zlib")))
        return NULL;
    py_value args[3] = {name, bases, space};
    return py_call(iso, (py_value)py_t(iso, PY_T_TYPE), args, 3);
}

static bool zlib_init(struct py_isolate *iso, struct py_module *m)
{
    static const struct py_typedef *const defs[] = {
        [PY_ZLIB_COMPRESS] = &py_zlib_compress_def,
        [PY_ZLIB_DECOMPRESS] = &py_zlib_decompress_def,
        [PY_ZLIB_DECOMPRESSOR] = &py_zlib_decompressor_def};
    py_value state = py_tuple_new(iso, PY_ZLIB_STATE);
    if (!state) return false;
    iso->module_state[PY_MS_ZLIB] = state;
    py_value *v = py_tuple(state)->v;
    for (int i = 0; i < PY_ZLIB_STATE; i++) v[i] = PY_NONE;
    if (!(v[PY_ZLIB_ERROR] = error_class(iso))) return false;
    for (int i = PY_ZLIB_COMPRESS; i < PY_ZLIB_STATE; i++) {
        struct py_type *t = py_type_from_def(iso, defs[i], NULL, "zlib");
        if (!t) return false;
        v[i] = (py_value)t;
    }
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (!py_module_set(iso, m, constants[i].name, py_small_new(constants[i].value)))
            return false;
    return py_module_set(iso, m, "error", v[PY_ZLIB_ERROR]) &&
           py_module_set(iso, m, "_ZlibDecompressor", v[PY_ZLIB_DECOMPRESSOR]) &&
           py_module_set(iso, m, "__version__", py_str_z(iso, "1.0")) &&
           py_module_set(iso, m, "ZLIB_VERSION", py_str_z(iso, ZLIB_VERSION)) &&
           py_module_set(iso, m, "ZLIB_RUNTIME_VERSION", py_str_z(iso, zlibVersion()));
}

const struct py_moddef py_mod_zlib = {
    .name = "zlib",
    .functions = functions,
    .init = zlib_init,
    .doc = "Compression and decompression in the formats of zlib, gzip and raw deflate."};
