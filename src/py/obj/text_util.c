// Argument helpers shared by the methods of str, bytes and bytearray, and the byte builder.
#include "text_int.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static bool bound(struct py_isolate *iso, py_value v, int64_t *out)
{
    if (!v || v == PY_NONE) return true;
    if (py_is_int(v)) {
        *out = py_small(v);
        return true;
    }
    if (!py_is_anyint(v) && !py_type_of(iso, v)->s.index) {
        py_raise_type_error(iso,
                            "slice indices must be integers or None or have an __index__ method");
        return false;
    }
    return py_as_index(iso, v, out);
}

bool py_text_bounds(struct py_isolate *iso, py_value start, py_value stop, int64_t len, int64_t *s,
                    int64_t *e)
{
    int64_t b = 0, t = len;
    if (!bound(iso, start, &b) || !bound(iso, stop, &t)) return false;
    if (t > len) t = len;
    else if (t < 0) t = t + len < 0 ? 0 : t + len;
    if (b < 0) b = b + len < 0 ? 0 : b + len;
    *s = b;
    *e = t;
    return true;
}

static inline unsigned char ascii_upper(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}
static inline unsigned char ascii_lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

void py_ascii_map(unsigned char *to, const unsigned char *from, size_t n, enum py_ascii_map how)
{
    bool inside = false;
    switch (how) {
    case PY_TO_UPPER:
        for (size_t i = 0; i < n; i++) to[i] = ascii_upper(from[i]);
        break;
    case PY_TO_SWAP:
        for (size_t i = 0; i < n; i++)
            to[i] = from[i] ^ (unsigned char)((ascii_upper(from[i]) != ascii_lower(from[i])) << 5);
        break;
    case PY_TO_TITLE:
        for (size_t i = 0; i < n; i++) {
            unsigned char lower = ascii_lower(from[i]), upper = ascii_upper(from[i]);
            to[i] = inside ? lower : upper;
            inside = lower != upper;
        }
        break;
    default:
        for (size_t i = 0; i < n; i++) to[i] = ascii_lower(from[i]);
        if (how == PY_TO_CAPITAL && n) to[0] = ascii_upper(from[0]);
    }
}

// The first match of needle, or with `count` all that do not overlap (then NULL is returned).
// Sixteen places at once: where the needle's first and last byte both stand is worth a look. Text
// made so that too many are (a quarter of the work spent so far) is left to memmem.
static inline const char *search(const char *hay, size_t n, const char *needle, size_t m,
                                 size_t *count)
{
    const char *end = hay + n, *at;
#ifdef __SSE2__
    const char *const start = hay, *const last_block = n < m + 15 ? NULL : end - m - 15;
    const char *from = hay;
    const __m128i first = _mm_set1_epi8(needle[0]), last = _mm_set1_epi8(needle[m - 1]);
    size_t wasted = 0;
    while (last_block && wasted <= 64 + (size_t)(hay - start) / 4) {
        __m128i a = _mm_loadu_si128((const __m128i *)(const void *)hay);
        __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(hay + m - 1));
        unsigned hits = (unsigned)_mm_movemask_epi8(
            _mm_and_si128(_mm_cmpeq_epi8(a, first), _mm_cmpeq_epi8(b, last)));
        for (; hits; hits &= hits - 1) {
            at = hay + __builtin_ctz(hits);
            if (at < from) continue; // within a match, or seen in the block before the last
            if (m > 2 && memcmp(at, needle, m)) {
                wasted += m;
                continue;
            }
            if (!count) return at;
            ++*count;
            from = at + m;
        }
        if (hay == last_block) return NULL;
        hay = last_block - hay > 16 ? hay + 16 : last_block; // the last one overlaps
    }
    if (hay < from) hay = from;
#endif
    while (hay < end && (at = memmem(hay, (size_t)(end - hay), needle, m))) {
        if (!count) return at;
        ++*count;
        hay = at + m;
    }
    return NULL;
}

const char *py_find_bytes(const char *hay, size_t n, const char *needle, size_t m)
{
    return search(hay, n, needle, m, NULL);
}

size_t py_count_bytes(const char *hay, size_t n, const char *needle, size_t m)
{
    size_t count = 0;
    search(hay, n, needle, m, &count);
    return count;
}

bool py_text_need_str(struct py_isolate *iso, py_value v, const char *fname, int arg)
{
    if (py_is_str(v)) return true;
    if (v == PY_NONE && arg >= 0) {
        // None is called None, not by its type, where arguments are parsed.
        if (arg) py_raise_type_error(iso, "%s() argument %d must be str, not None", fname, arg);
        else py_raise_type_error(iso, "%s() argument must be str, not None", fname);
        return false;
    }
    if (arg > 0) py_raise_type_error(iso, "%s() argument %d must be str, not %A", fname, arg, v);
    else if (arg == 0) py_raise_type_error(iso, "%s() argument must be str, not %A", fname, v);
    else py_raise_type_error(iso, "must be str, not %T", v);
    return false;
}

bool py_text_flag(struct py_isolate *iso, py_value v, bool *out)
{
    if (!v) return true;
    int t = py_truth(iso, v);
    if (t >= 0) *out = t;
    return t >= 0;
}

bool py_text_int(struct py_isolate *iso, py_value v, int64_t *out)
{
    return !v || py_as_int64(iso, v, out);
}

static bool has_method(struct py_isolate *iso, py_value v, enum py_name_id id)
{
    return py_type_lookup(iso, py_type_of(iso, v), py_name(iso, id)) != NULL;
}

py_value py_text_bad_operand(struct py_isolate *iso, enum py_binop op, py_value a, py_value b,
                             const char *name)
{
    if (op == PY_BIN_ADD) {
        if (has_method(iso, b, PY_N___radd__)) return PY_NOTIMPL;
        if (*name == 's')
            return py_raise_type_error(iso, "can only concatenate str (not \"%T\") to str", b);
        return py_raise_type_error(iso, "can't concat %T to %T", b, a);
    }
    if (has_method(iso, b, PY_N___rmul__) && !py_is_float(b) && !py_is_kind(b, PY_K_COMPLEX) &&
        !py_is_kind(b, PY_K_STR) && !py_is_byteslike(b) && !py_is_kind(b, PY_K_LIST) &&
        !py_is_kind(b, PY_K_TUPLE))
        return PY_NOTIMPL;
    return py_raise_type_error(iso, "can't multiply sequence by non-int of type '%T'", b);
}

// The items of join() as a list. Whatever TypeError iter() raises, join() has its own words for it.
py_value py_text_join_items(struct py_isolate *iso, py_value v)
{
    if (py_is_exact(v, PY_K_LIST) || py_is_exact(v, PY_K_TUPLE)) return py_list_of(iso, v);
    py_value it = py_iter(iso, v);
    if (it) return py_list_of(iso, it);
    if (!py_error_is(iso, PY_T_TypeError)) return NULL;
    py_error_clear(iso);
    return py_raise_type_error(iso, "can only join an iterable");
}

// v as the count of a repetition. *ok false: not an integer (no exception).
bool py_text_repeat_count(struct py_isolate *iso, py_value v, int64_t *out, bool *ok)
{
    *ok = true;
    if (py_is_int(v)) {
        *out = py_small(v);
        return true;
    }
    if (!py_is_anyint(v) && !py_type_of(iso, v)->s.index) {
        *ok = false;
        return true;
    }
    if (py_as_int64(iso, v, out)) return true;
    if (py_error_is(iso, PY_T_OverflowError)) {
        py_error_clear(iso);
        py_raise(iso, PY_T_OverflowError, "cannot fit '%T' into an index-sized integer", v);
    }
    return false;
}

// --- byte builder -------------------------------------------------------------------------------

void py_bb_init(struct py_bb *b, struct py_isolate *iso)
{
    *b = (struct py_bb){.iso = iso};
}

// What was built so far is given back at once: a word left on the C stack may point at it.
static void *bb_fail(struct py_bb *b)
{
    if (b->buf) py_buf_free(b->iso, b->buf);
    b->buf = NULL;
    b->failed = true;
    return NULL;
}

unsigned char *py_bb_room(struct py_bb *b, size_t n)
{
    if (b->failed) return NULL;
    if (!b->buf || b->buf->cap - b->len < n) {
        size_t want = b->len + n;
        if (want < n || (want > 1 << 16 && !py_mem_check(b->iso, n))) return bb_fail(b);
        want += want / 2 + 32;
        struct py_buf *nb = b->buf ? py_buf_resize(b->iso, b->buf, want)
                                   : py_buf_new(b->iso, PY_K_RAW, want);
        if (!nb) return bb_fail(b);
        b->buf = nb;
    }
    unsigned char *p = b->buf->u.b + b->len;
    b->len += n;
    return p;
}

void py_bb_add(struct py_bb *b, const void *p, size_t n)
{
    unsigned char *to = py_bb_room(b, n);
    if (to && n) memcpy(to, p, n);
}

void py_bb_fill(struct py_bb *b, int c, size_t n)
{
    unsigned char *to = py_bb_room(b, n);
    if (to && n) memset(to, c, n);
}

py_value py_bb_finish(struct py_bb *b, bool bytearray)
{
    if (b->failed) return NULL;
    const void *p = b->buf ? (const void *)b->buf->u.b : "";
    py_value v = bytearray ? py_bytearray_new(b->iso, p, b->len) : py_bytes_new(b->iso, p, b->len);
    if (b->buf) py_buf_free(b->iso, b->buf);
    b->buf = NULL;
    return v;
}
