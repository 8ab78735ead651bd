// Taking bytes and bytearray apart: split, rsplit, splitlines, partition, strip.
#include "bytes_int.h"

static bool space(unsigned char c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

static bool push(struct py_isolate *iso, py_value list, py_value v, size_t from, size_t to)
{
    if (!py_tick(iso, 1 + (to - from) / 64)) return false;
    py_value part = py_bytes_like(iso, v, py_span_of(v).p + from, to - from);
    return part && py_list_append(iso, list, part);
}

static bool split_spaces(struct py_isolate *iso, py_value list, py_value v, int64_t max)
{
    struct py_span s = py_span_of(v);
    size_t i = 0;
    for (;;) {
        while (i < s.n && space(s.p[i])) i++;
        if (i == s.n) return true;
        size_t from = i;
        if (max-- == 0) return push(iso, list, v, from, s.n);
        while (i < s.n && !space(s.p[i])) i++;
        if (!push(iso, list, v, from, i)) return false;
    }
}

static bool rsplit_spaces(struct py_isolate *iso, py_value list, py_value v, int64_t max)
{
    struct py_span s = py_span_of(v);
    size_t i = s.n;
    for (;;) {
        while (i > 0 && space(s.p[i - 1])) i--;
        if (i == 0) return true;
        size_t to = i;
        if (max-- == 0) return push(iso, list, v, 0, to);
        while (i > 0 && !space(s.p[i - 1])) i--;
        if (!push(iso, list, v, i, to)) return false;
    }
}

static bool split_by(struct py_isolate *iso, py_value list, py_value v, struct py_span sep,
                     int64_t max, bool right)
{
    struct py_span s = py_span_of(v);
    size_t from = 0, to = s.n;
    while (max-- != 0) {
        int64_t at = (right ? py_span_rfind : py_span_find)(iso, s, sep, from, to);
        if (py_error(iso)) return false;
        if (at < 0) break;
        if (right) {
            if (!push(iso, list, v, (size_t)at + sep.n, to)) return false;
            to = (size_t)at;
        } else {
            if (!push(iso, list, v, from, (size_t)at)) return false;
            from = (size_t)at + sep.n;
        }
    }
    return push(iso, list, v, from, to);
}

static py_value split_any(struct py_isolate *iso, py_value *a, bool right)
{
    int64_t max = -1;
    struct py_span sep;
    bool ok;
    py_value list = py_list_new(iso, 0);
    if (!list || !py_text_int(iso, a[2], &max) || !py_tick(iso, py_span_of(a[0]).n / 16))
        return NULL;
    if (max < 0) max = -1;
    if (!a[1] || a[1] == PY_NONE) {
        ok = (right ? rsplit_spaces : split_spaces)(iso, list, a[0], max);
    } else {
        if (!py_span_arg(iso, a[1], &sep)) return NULL;
        if (!sep.n) return py_raise_value_error(iso, "empty separator");
        ok = split_by(iso, list, a[0], sep, max, right);
    }
    if (!ok) return NULL;
    struct py_list *l = py_list(list);
    for (size_t i = 0, j = l->n; right && i + 1 < j; i++) {
        py_value t = l->v[i];
        l->v[i] = l->v[--j];
        l->v[j] = t;
    }
    return list;
}

PY_NATIVE(py_bytes_m_split)
{
    return split_any(iso, a, false);
}
PY_NATIVE(py_bytes_m_rsplit)
{
    return split_any(iso, a, true);
}

PY_NATIVE(py_bytes_m_splitlines)
{
    bool keep = false;
    py_value list = py_list_new(iso, 0);
    if (!list || !py_text_flag(iso, a[1], &keep)) return NULL;
    struct py_span s = py_span_of(a[0]);
    for (size_t i = 0; i < s.n;) {
        size_t from = i;
        while (i < s.n && s.p[i] != '\n' && s.p[i] != '\r') i++;
        size_t to = i;
        if (i < s.n) i += s.p[i] == '\r' && i + 1 < s.n && s.p[i + 1] == '\n' ? 2 : 1;
        if (!push(iso, list, a[0], from, keep ? i : to) || !py_tick(iso, 1 + (i - from) / 16))
            return NULL;
    }
    return list;
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

PY_NATIVE(py_bytes_m_partition)
{
    return cut(iso, a, false);
}
PY_NATIVE(py_bytes_m_rpartition)
{
    return cut(iso, a, true);
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

PY_NATIVE(py_bytes_m_strip)
{
    return strip_any(iso, a, LEFT | RIGHT);
}
PY_NATIVE(py_bytes_m_lstrip)
{
    return strip_any(iso, a, LEFT);
}
PY_NATIVE(py_bytes_m_rstrip)
{
    return strip_any(iso, a, RIGHT);
}
