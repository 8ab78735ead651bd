// Taking strings apart: split, rsplit, splitlines, partition, strip, startswith, removeprefix.
#include "str_type.h"
#include "text_int.h"

static const bool latin_space[256] = {
    ['\t'] = true, ['\n'] = true, ['\v'] = true, ['\f'] = true, ['\r'] = true, [0x1c] = true,
    [0x1d] = true, [0x1e] = true, [0x1f] = true, [' '] = true,  [0x85] = true, [0xa0] = true};

static inline bool is_space(uint32_t c)
{
    return c < 256 ? latin_space[c] : py_char_is(c, PY_U_SPACE);
}

static inline bool is_break(uint32_t c)
{
    if (c > 0x1e && c < 0x85) return false;
    return py_char_is(c, PY_U_LINEBREAK);
}

// The first position from i on that is (or is not) blank.
static size_t skip(const struct py_str *s, size_t i, bool blank)
{
    if (s->width == 1) {
        const uint8_t *p = s->data;
        while (i < s->len && latin_space[p[i]] == blank) i++;
    } else {
        while (i < s->len && is_space(py_str_at(s, i)) == blank) i++;
    }
    return i;
}

static py_value cut(struct py_isolate *iso, py_value *a, bool right)
{
    py_value s = a[0], sep = a[1];
    if (!py_text_need_str(iso, sep, "", -1)) return NULL;
    size_t len = py_str(s)->len, m = py_str(sep)->len;
    if (!m) return py_raise_value_error(iso, "empty separator");
    int64_t at = right ? py_str_rfind(iso, py_str(s), py_str(sep), 0, (int64_t)len)
                       : py_str_find(iso, py_str(s), py_str(sep), 0, len);
    if (py_error(iso)) return NULL;
    py_value none = py_str_empty(iso);
    if (at < 0) // the parts that are whole objects keep their type
        return right ? py_tuple_pack(iso, 3, none, none, s) : py_tuple_pack(iso, 3, s, none, none);
    py_value left = py_str_slice(iso, s, 0, (size_t)at);
    py_value rest = left ? py_str_slice(iso, s, (size_t)at + m, len) : NULL;
    return rest ? py_tuple_pack(iso, 3, left, sep, rest) : NULL;
}

// The characters that strip() takes away: white space, a few, or those whose bit is set.
struct chars {
    const struct py_str *few; // NULL: white space
    const uint64_t *bits;     // of many characters; NULL: not made
    uint32_t end;             // of the bits
};
enum { FEW = 16 };

static bool chars_init(struct py_isolate *iso, struct chars *cs, const struct py_str *set)
{
    *cs = (struct chars){.few = set};
    if (!set || set->len <= FEW) return true;
    for (size_t i = 0; i < set->len; i++)
        if (py_str_at(set, i) >= cs->end) cs->end = py_str_at(set, i) + 1;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, (cs->end / 64 + 1) * sizeof(uint64_t));
    if (!b || !py_tick(iso, set->len / 4 + cs->end / 1024)) return false;
    uint64_t *bits = (uint64_t *)(void *)b->u.b;
    memset(bits, 0, (cs->end / 64 + 1) * sizeof(uint64_t));
    for (size_t i = 0; i < set->len; i++) {
        uint32_t c = py_str_at(set, i);
        bits[c / 64] |= (uint64_t)1 << c % 64;
    }
    cs->bits = bits;
    return true;
}

static bool has_char(const struct chars *cs, uint32_t c)
{
    if (!cs->few) return is_space(c);
    if (cs->bits) return c < cs->end && cs->bits[c / 64] >> c % 64 & 1;
    for (size_t i = 0; i < cs->few->len; i++)
        if (py_str_at(cs->few, i) == c) return true;
    return false;
}

// How many of s[i..j) go, from the left end or the right one; -1: a limit ended the cell.
static int64_t dropped(struct py_isolate *iso, const struct chars *cs, const struct py_str *s,
                       size_t i, size_t j, bool right)
{
    size_t n = 0;
    while (n < j - i && has_char(cs, py_str_at(s, right ? j - 1 - n : i + n)))
        if (++n % 256 == 0 && !py_tick(iso, 64)) return -1;
    return (int64_t)n;
}

enum { LEFT = 1, RIGHT = 2 };

static py_value strip_any(struct py_isolate *iso, py_value *a, int sides)
{
    const struct py_str *s = py_str(a[0]), *set = NULL;
    if (a[1] && a[1] != PY_NONE) {
        if (!py_is_str(a[1]))
            return py_raise_type_error(iso, "%sstrip arg must be None or str",
                                       sides == LEFT    ? "l"
                                       : sides == RIGHT ? "r"
                                                        : "");
        set = py_str(a[1]);
    }
    struct chars cs;
    if (!chars_init(iso, &cs, set)) return NULL;
    int64_t left = sides & LEFT ? dropped(iso, &cs, s, 0, s->len, false) : 0;
    int64_t right = left < 0        ? -1
                    : sides & RIGHT ? dropped(iso, &cs, s, (size_t)left, s->len, true)
                                    : 0;
    if (right < 0) return NULL;
    size_t i = (size_t)left, j = s->len - (size_t)right;
    if (i == 0 && j == s->len) return py_str_exact(iso, a[0]);
    return py_str_slice(iso, a[0], i, j);
}

// Does part stand in s at position i?
static bool stands_at(struct py_isolate *iso, const struct py_str *s, const struct py_str *part,
                      size_t i)
{
    if (part->len > s->len - i) return false;
    py_charge_bytes(iso, part->len);
    if (part->width == s->width)
        return !memcmp((const char *)s->data + i * s->width, part->data, part->len * s->width);
    for (size_t k = 0; k < part->len; k++)
        if (py_str_at(s, i + k) != py_str_at(part, k)) return false;
    return true;
}

PY_NATIVE(py_str_m_removeprefix)
{
    if (!py_text_need_str(iso, a[1], "removeprefix", 0)) return NULL;
    const struct py_str *s = py_str(a[0]), *p = py_str(a[1]);
    if (!stands_at(iso, s, p, 0) || !p->len) return py_str_exact(iso, a[0]);
    return py_str_slice(iso, a[0], p->len, s->len);
}

PY_NATIVE(py_str_m_removesuffix)
{
    if (!py_text_need_str(iso, a[1], "removesuffix", 0)) return NULL;
    const struct py_str *s = py_str(a[0]), *p = py_str(a[1]);
    if (!p->len || p->len > s->len || !stands_at(iso, s, p, s->len - p->len))
        return py_str_exact(iso, a[0]);
    return py_str_slice(iso, a[0], 0, s->len - p->len);
}

static int affix_one(struct py_isolate *iso, const struct py_str *s, py_value p, int64_t from,
                     int64_t to, bool tail)
{
    int64_t m = py_str(p)->len;
    if (from > to || to - from < m) return 0;
    return stands_at(iso, s, py_str(p), (size_t)(tail ? to - m : from));
}

static py_value affix(struct py_isolate *iso, py_value *a, bool tail)
{
    const char *name = tail ? "endswith" : "startswith";
    int64_t from, to;
    if (!py_text_bounds(iso, a[2], a[3], py_str(a[0])->len, &from, &to)) return NULL;
    if (py_is_str(a[1])) return py_bool(affix_one(iso, py_str(a[0]), a[1], from, to, tail));
    if (!py_is_kind(a[1], PY_K_TUPLE))
        return py_raise_type_error(iso, "%s first arg must be str or a tuple of str, not %T", name,
                                   a[1]);
    for (uint64_t i = 0; i < py_tuple(a[1])->n; i++) {
        py_value p = py_tuple(a[1])->v[i];
        if (!py_is_str(p))
            return py_raise_type_error(iso, "tuple for %s must only contain str, not %T", name, p);
        if (affix_one(iso, py_str(a[0]), p, from, to, tail)) return PY_TRUE;
        if (!py_tick(iso, 1)) return NULL;
    }
    return PY_FALSE;
}

// --- what is written as for bytes ---------------------------------------------------------------

static py_value part(struct py_isolate *iso, py_value v, size_t from, size_t to)
{
    return py_str_slice(iso, v, from, to);
}

static int64_t find(struct py_isolate *iso, const struct py_str *s, const struct py_str *sub,
                    size_t from, size_t to, bool right)
{
    return right ? py_str_rfind(iso, s, sub, (int64_t)from, (int64_t)to)
                 : py_str_find(iso, s, sub, from, to);
}

static bool need_view(struct py_isolate *iso, py_value v, const struct py_str **out)
{
    *out = py_str(v);
    return py_is_str(v) || py_raise_type_error(iso, "must be str or None, not %T", v);
}

#define METHOD(name) PY_NATIVE(py_str_m_##name)
#define VIEW const struct py_str *
#define VIEW_OF(v) py_str(v)
#define LEN(s) ((size_t)(s)->len)
#define AT(s, i) py_str_at(s, i)
#define BYTES_OF(s) ((s)->width == 1 ? (const uint8_t *)(s)->data : NULL)
#include "text_split.inc.h"
