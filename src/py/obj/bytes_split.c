// Taking bytes and bytearray apart: split, rsplit, splitlines, partition, strip, startswith,
// removeprefix.
#include "bytes_int.h"
#include "item.h"

static bool is_space(unsigned char c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

static bool is_break(unsigned char c)
{
    return c == '\n' || c == '\r';
}

// The three parts of a bytes object. It is its own part where nothing was found, and the separator
// found is the object given, of whatever type.
static py_value cut_bytes(struct py_isolate *iso, py_value *a, struct py_span s, size_t sep,
                          int64_t at, bool right)
{
    if (at < 0) {
        py_value none = py_bytes_new(iso, NULL, 0);
        if (!none) return NULL;
        return right ? py_tuple_pack(iso, 3, none, none, a[0])
                     : py_tuple_pack(iso, 3, a[0], none, none);
    }
    size_t from = (size_t)at + sep;
    py_value left = py_bytes_new(iso, s.p, (size_t)at);
    py_value rest = left ? py_bytes_new(iso, s.p + from, s.n - from) : NULL;
    return rest ? py_tuple_pack(iso, 3, left, a[1], rest) : NULL;
}

static py_value cut(struct py_isolate *iso, py_value *a, bool right)
{
    struct py_span s, sep;
    if (!py_span_arg(iso, a[1], &sep)) return NULL;
    if (!sep.n) return py_raise_value_error(iso, "empty separator");
    s = py_span_of(a[0]);
    int64_t at = (right ? py_span_rfind : py_span_find)(iso, s, sep, 0, s.n);
    if (py_error(iso)) return NULL;
    if (py_is_kind(a[0], PY_K_BYTES)) return cut_bytes(iso, a, s, sep.n, at, right);
    size_t left = at >= 0 ? (size_t)at : right ? 0 : s.n, middle = at >= 0 ? sep.n : 0;
    py_value p[3];
    p[0] = py_bytes_like(iso, a[0], s.p, left);
    p[1] = p[0] ? py_bytes_like(iso, a[0], sep.p, middle) : NULL;
    p[2] = p[1] ? py_bytes_like(iso, a[0], s.p + left + middle, s.n - left - middle) : NULL;
    return p[2] ? py_tuple_from(iso, p, 3) : NULL;
}

enum { LEFT = 1, RIGHT = 2 };

static py_value strip_any(struct py_isolate *iso, py_value *a, int sides)
{
    bool drop[256] = {false};
    struct py_span set = {(const unsigned char *)" \t\n\r\v\f", 6}, s;
    if (a[1] && a[1] != PY_NONE && !py_span_arg(iso, a[1], &set)) return NULL;
    for (size_t i = 0; i < set.n; i++) drop[set.p[i]] = true;
    s = py_span_of(a[0]);
    size_t i = 0, j = s.n;
    while (sides & LEFT && i < j && drop[s.p[i]]) i++;
    while (sides & RIGHT && j > i && drop[s.p[j - 1]]) j--;
    if (!py_tick(iso, s.n / 64 + set.n / 16)) return NULL;
    if (i == 0 && j == s.n && py_is_exact(a[0], PY_K_BYTES)) return a[0];
    return py_bytes_like(iso, a[0], s.p + i, j - i);
}

static py_value affix(struct py_isolate *iso, py_value *a, bool tail)
{
    int64_t from, to;
    const char *name = tail ? "endswith" : "startswith";
    bool tuple = py_is_kind(a[1], PY_K_TUPLE);
    if (!py_text_bounds(iso, a[2], a[3], (int64_t)py_span_of(a[0]).n, &from, &to)) return NULL;
    if (!tuple && !py_is_buffer(iso, a[1]))
        return py_raise_type_error(iso, "%s first arg must be bytes or a tuple of bytes, not %T",
                                   name, a[1]);
    for (uint64_t i = 0; i < (tuple ? py_tuple(a[1])->n : 1); i++) {
        struct py_span p, s;
        if (!py_span_arg(iso, tuple ? py_tuple(a[1])->v[i] : a[1], &p)) return NULL;
        s = py_span_of(a[0]);
        if ((uint64_t)to > s.n) to = (int64_t)s.n; // a bound's __index__ may have shortened it
        if (!py_tick(iso, 1)) return NULL;
        if (from > to || (uint64_t)(to - from) < p.n) continue;
        py_charge_bytes(iso, p.n);
        if (!p.n || !memcmp(s.p + (tail ? (size_t)to - p.n : (size_t)from), p.p, p.n))
            return PY_TRUE;
    }
    return PY_FALSE;
}

PY_NATIVE(py_bytes_m_removeprefix)
{
    struct py_span p, s;
    if (!py_span_arg(iso, a[1], &p)) return NULL;
    s = py_span_of(a[0]);
    if (!py_tick(iso, s.n / 64)) return NULL;
    bool cut = p.n <= s.n && (!p.n || !memcmp(s.p, p.p, p.n));
    return py_bytes_like(iso, a[0], s.p + (cut ? p.n : 0), s.n - (cut ? p.n : 0));
}

PY_NATIVE(py_bytes_m_removesuffix)
{
    struct py_span p, s;
    if (!py_span_arg(iso, a[1], &p)) return NULL;
    s = py_span_of(a[0]);
    if (!py_tick(iso, s.n / 64)) return NULL;
    bool cut = p.n <= s.n && (!p.n || !memcmp(s.p + s.n - p.n, p.p, p.n));
    return py_bytes_like(iso, a[0], s.p, s.n - (cut ? p.n : 0));
}

// --- what is written as for str -----------------------------------------------------------------

static size_t skip(struct py_span s, size_t i, bool blank)
{
    while (i < s.n && is_space(s.p[i]) == blank) i++;
    return i;
}

static py_value part(struct py_isolate *iso, py_value v, size_t from, size_t to)
{
    py_charge_bytes(iso, to - from);
    return py_bytes_like(iso, v, py_span_of(v).p + from, to - from);
}

static int64_t find(struct py_isolate *iso, struct py_span s, struct py_span sub, size_t from,
                    size_t to, bool right)
{
    return right ? py_span_rfind(iso, s, sub, from, to) : py_span_find(iso, s, sub, from, to);
}

#define METHOD(name) PY_NATIVE(py_bytes_m_##name)
#define VIEW struct py_span
#define VIEW_OF(v) py_span_of(v)
#define LEN(s) (s).n
#define AT(s, i) (s).p[i]
#define BYTES_OF(s) (s).p
#define need_view py_span_arg
#include "text_split.inc.h"
