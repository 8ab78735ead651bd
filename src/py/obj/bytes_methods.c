// Methods that bytes and bytearray share: searching, tests, case, padding, joining, hex.
#include "bytes_int.h"
#include "item.h"

static bool lower(unsigned char c)
{
    return c >= 'a' && c <= 'z';
}
static bool upper(unsigned char c)
{
    return c >= 'A' && c <= 'Z';
}
static bool alpha(unsigned char c)
{
    return lower(c) || upper(c);
}
static bool digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}
static bool alnum(unsigned char c)
{
    return alpha(c) || digit(c);
}
static bool space(unsigned char c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

int64_t py_span_find(struct py_isolate *iso, struct py_span s, struct py_span sub, size_t from,
                     size_t to)
{
    if (from > to || to - from < sub.n) return -1;
    if (!sub.n) return (int64_t)from;
    const char *text = (const char *)s.p;
    const char *at = py_find_bytes(text + from, to - from, (const char *)sub.p, sub.n);
    size_t seen = (at ? (size_t)(at - text) : to) - from;
    return !py_tick(iso, seen / 64) || !at ? -1 : at - text;
}

int64_t py_span_rfind(struct py_isolate *iso, struct py_span s, struct py_span sub, size_t from,
                      size_t to)
{
    if (from > to || to - from < sub.n) return -1;
    if (!sub.n) return (int64_t)to;
    uint64_t work = 0;
    for (size_t i = to - sub.n + 1; i-- > from;) {
        if (++work > 4096 && !py_tick(iso, work)) return -1;
        if (work > 4096) work = 0;
        if (s.p[i] == sub.p[0] && !memcmp(s.p + i, sub.p, sub.n)) return (int64_t)i;
    }
    return -1;
}

// The argument of find and its like: bytes-like or an int. *byte is room for the latter.
static bool sub_arg(struct py_isolate *iso, py_value v, struct py_span *out, unsigned char *byte)
{
    if (py_is_anyint(v) || (!py_is_byteslike(v) && py_type_of(iso, v)->s.index)) {
        *out = (struct py_span){byte, 1};
        return py_byte_arg(iso, v, byte);
    }
    if (py_is_buffer(iso, v)) return py_span_arg(iso, v, out);
    py_raise_type_error(iso, "argument should be integer or bytes-like object, not '%T'", v);
    return false;
}

// -1 absent, -2 exception.
static int64_t seek(struct py_isolate *iso, py_value *a, bool right)
{
    int64_t from, to;
    struct py_span s, sub;
    unsigned char byte;
    if (!py_text_bounds(iso, a[2], a[3], (int64_t)py_span_of(a[0]).n, &from, &to)) return -2;
    if (!sub_arg(iso, a[1], &sub, &byte)) return -2;
    s = py_span_of(a[0]);
    if ((uint64_t)to > s.n) to = (int64_t)s.n;
    if (from > to) return -1;
    int64_t at = (right ? py_span_rfind : py_span_find)(iso, s, sub, (size_t)from, (size_t)to);
    return py_error(iso) ? -2 : at;
}

PY_NATIVE(py_bytes_m_count)
{
    int64_t from, to;
    struct py_span s, sub;
    unsigned char byte;
    if (!py_text_bounds(iso, a[2], a[3], (int64_t)py_span_of(a[0]).n, &from, &to)) return NULL;
    if (!sub_arg(iso, a[1], &sub, &byte)) return NULL;
    s = py_span_of(a[0]);
    if ((uint64_t)to > s.n) to = (int64_t)s.n;
    if (from > to) return py_small_new(0);
    if (!sub.n) return py_small_new(to - from + 1);
    size_t len = (size_t)(to - from);
    if (len < sub.n) return py_small_new(0);
    if (!py_tick(iso, len / 8)) return NULL;
    return py_small_new(
        (int64_t)py_count_bytes((const char *)s.p + from, len, (const char *)sub.p, sub.n));
}

// --- tests --------------------------------------------------------------------------------------

static py_value all_are(struct py_isolate *iso, py_value v, bool (*is)(unsigned char))
{
    struct py_span s = py_span_of(v);
    if (!py_tick(iso, s.n / 4)) return NULL;
    for (size_t i = 0; i < s.n; i++)
        if (!is(s.p[i])) return PY_FALSE;
    return py_bool(s.n != 0);
}

PY_NATIVE(py_bytes_m_isalnum)
{
    return all_are(iso, a[0], alnum);
}
PY_NATIVE(py_bytes_m_isalpha)
{
    return all_are(iso, a[0], alpha);
}
PY_NATIVE(py_bytes_m_isdigit)
{
    return all_are(iso, a[0], digit);
}
PY_NATIVE(py_bytes_m_isspace)
{
    return all_are(iso, a[0], space);
}

PY_NATIVE(py_bytes_m_isascii)
{
    struct py_span s = py_span_of(a[0]);
    if (!py_tick(iso, s.n / 16)) return NULL;
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= 0x80) return PY_FALSE;
    return PY_TRUE;
}

static py_value cased_only(struct py_isolate *iso, py_value v, bool (*want)(unsigned char),
                           bool (*never)(unsigned char))
{
    struct py_span s = py_span_of(v);
    bool any = false;
    if (!py_tick(iso, s.n / 4)) return NULL;
    for (size_t i = 0; i < s.n; i++) {
        if (never(s.p[i])) return PY_FALSE;
        any |= want(s.p[i]);
    }
    return py_bool(any);
}

PY_NATIVE(py_bytes_m_islower)
{
    return cased_only(iso, a[0], lower, upper);
}
PY_NATIVE(py_bytes_m_isupper)
{
    return cased_only(iso, a[0], upper, lower);
}

PY_NATIVE(py_bytes_m_istitle)
{
    struct py_span s = py_span_of(a[0]);
    bool any = false, inside = false;
    if (!py_tick(iso, s.n / 4)) return NULL;
    for (size_t i = 0; i < s.n; i++) {
        if (upper(s.p[i]) ? inside : lower(s.p[i]) && !inside) return PY_FALSE;
        inside = alpha(s.p[i]);
        any |= inside;
    }
    return py_bool(any);
}

// --- case ---------------------------------------------------------------------------------------

static py_value map_case(struct py_isolate *iso, py_value v, enum py_ascii_map how)
{
    size_t len = py_span_of(v).n;
    py_value r = py_bytes_like(iso, v, NULL, len);
    if (!r || !py_tick(iso, len / 16)) return NULL;
    py_ascii_map((unsigned char *)(uintptr_t)py_span_of(r).p, py_span_of(v).p, len, how);
    return r;
}

PY_NATIVE(py_bytes_m_lower)
{
    return map_case(iso, a[0], PY_TO_LOWER);
}
PY_NATIVE(py_bytes_m_upper)
{
    return map_case(iso, a[0], PY_TO_UPPER);
}
PY_NATIVE(py_bytes_m_swapcase)
{
    return map_case(iso, a[0], PY_TO_SWAP);
}
PY_NATIVE(py_bytes_m_title)
{
    return map_case(iso, a[0], PY_TO_TITLE);
}
PY_NATIVE(py_bytes_m_capitalize)
{
    return map_case(iso, a[0], PY_TO_CAPITAL);
}

// --- padding ------------------------------------------------------------------------------------

static py_value pad(struct py_isolate *iso, py_value v, int64_t left, int64_t right, uint32_t fill)
{
    struct py_bb b;
    if (left < 0) left = 0;
    if (right < 0) right = 0;
    if (!py_mem_check(iso, (uint64_t)left + (uint64_t)right) ||
        !py_tick(iso, (uint64_t)(left + right) / 64))
        return NULL;
    py_bb_init(&b, iso);
    py_bb_fill(&b, (int)fill, (size_t)left);
    struct py_span s = py_span_of(v);
    py_bb_add(&b, s.p, s.n);
    py_bb_fill(&b, (int)fill, (size_t)right);
    return py_bb_finish(&b, py_is_kind(v, PY_K_BYTEARRAY));
}

static bool pad_args(struct py_isolate *iso, py_value *a, const char *name, int64_t *width,
                     uint32_t *fill)
{
    *fill = ' ';
    if (!py_as_int64(iso, a[1], width)) return false;
    if (*width < 0) *width = 0;
    if (!a[2]) return true;
    if (!py_is_byteslike(a[2]) || py_span_of(a[2]).n != 1) {
        py_raise_type_error(iso, "%s() argument 2 must be a byte string of length 1, not %A", name,
                            a[2]);
        return false;
    }
    *fill = py_span_of(a[2]).p[0];
    return true;
}

PY_NATIVE(py_bytes_m_zfill)
{
    int64_t w;
    if (!py_as_int64(iso, a[1], &w)) return NULL;
    struct py_span s = py_span_of(a[0]);
    int64_t extra = w > (int64_t)s.n ? w - (int64_t)s.n : 0;
    py_value r = pad(iso, a[0], extra, 0, '0');
    if (!r) return NULL;
    s = py_span_of(r);
    if (extra && s.n > (size_t)extra && (s.p[extra] == '+' || s.p[extra] == '-')) {
        unsigned char *to = (unsigned char *)(uintptr_t)s.p;
        to[0] = to[extra];
        to[extra] = '0';
    }
    return r;
}

// --- replace, join, translate -------------------------------------------------------------------

PY_NATIVE(py_bytes_m_replace)
{
    struct py_span from, to, s;
    struct py_bb b;
    int64_t max = -1, at;
    size_t i = 0;
    if (!py_span_arg(iso, a[1], &from) || !py_span_arg(iso, a[2], &to) ||
        !py_text_int(iso, a[3], &max))
        return NULL;
    // The __index__ of the count may have changed them.
    if (!py_span_arg(iso, a[1], &from) || !py_span_arg(iso, a[2], &to)) return NULL;
    s = py_span_of(a[0]);
    py_bb_init(&b, iso);
    if (from.n == 1 && to.n == 1 && max < 0 && s.n) {
        unsigned char *p = py_tick(iso, 1 + s.n / 16) ? py_bb_room(&b, s.n) : NULL;
        if (!p) return NULL;
        py_swap_byte(p, s.p, s.n, from.p[0], to.p[0]);
        return py_bb_finish(&b, py_is_kind(a[0], PY_K_BYTEARRAY));
    }
    if (!from.n && !py_mem_check(iso, (s.n + 1) * (uint64_t)(to.n + 1))) return NULL;
    for (; max != 0; max--) {
        if (!py_tick(iso, 1 + to.n / 64)) return NULL;
        at = from.n ? py_span_find(iso, s, from, i, s.n) : (int64_t)i;
        if (py_error(iso)) return NULL;
        if (at < 0) break;
        py_bb_add(&b, s.p + i, (size_t)at - i);
        py_bb_add(&b, to.p, to.n);
        i = (size_t)at + from.n;
        if (!from.n) {
            if (i >= s.n) break;
            py_bb_byte(&b, s.p[i++]);
        }
        if (b.failed) return NULL;
    }
    py_bb_add(&b, s.p + i, s.n - i);
    return py_bb_finish(&b, py_is_kind(a[0], PY_K_BYTEARRAY));
}

// Joins when all items are bytes, whose length is known before; false: nothing done.
static bool join_bytes(struct py_isolate *iso, struct py_bb *b, struct py_span sep,
                       const struct py_list *items)
{
    size_t total = 0;
    for (uint64_t i = 0; i < items->n; i++) {
        if (!py_is_exact(items->v[i], PY_K_BYTES)) return false;
        total += py_bytes(items->v[i])->len + (i ? sep.n : 0);
        if (total > iso->mem_cap) return false;
    }
    unsigned char *to = py_tick(iso, items->n + total / 64) ? py_bb_room(b, total) : NULL;
    for (uint64_t i = 0; to && i < items->n; i++) {
        const struct py_bytes *item = py_bytes(items->v[i]);
        if (i && sep.n == 1) *to++ = *sep.p;
        else if (i && sep.n) to = mempcpy(to, sep.p, sep.n);
        to = mempcpy(to, item->b, item->len);
    }
    b->failed |= !to;
    return true;
}

// The items to join by sep, which may not change its size meanwhile.
static py_value join_items(struct py_isolate *iso, py_value sep, py_value items)
{
    struct py_obj *o = py_ptr(sep);
    if (!py_is_kind(sep, PY_K_BYTEARRAY) || py_obj_flags(o) & PY_BYTEARRAY_HELD)
        return py_text_join_items(iso, items);
    py_obj_set_flag(o, PY_BYTEARRAY_HELD);
    py_value list = py_text_join_items(iso, items);
    py_obj_clear_flag(o, PY_BYTEARRAY_HELD);
    return list;
}

PY_NATIVE(py_bytes_m_join)
{
    struct py_bb b;
    py_value list = join_items(iso, a[0], a[1]);
    if (!list) return NULL;
    py_bb_init(&b, iso);
    bool done = join_bytes(iso, &b, py_span_of(a[0]), py_list(list));
    for (uint64_t i = 0; !done && i < py_list(list)->n; i++) {
        py_value item = py_list(list)->v[i];
        struct py_span s = py_span_of(a[0]), x;
        if (!py_is_buffer(iso, item))
            return py_raise_type_error(iso,
                                       "sequence item %llu: expected a bytes-like object, %T found",
                                       (unsigned long long)i, item);
        if (i) py_bb_add(&b, s.p, s.n);
        if (!py_span_arg(iso, item, &x) || !py_tick(iso, 1 + x.n / 64)) return NULL;
        py_bb_add(&b, x.p, x.n);
        if (b.failed) return NULL;
    }
    return py_bb_finish(&b, py_is_kind(a[0], PY_K_BYTEARRAY));
}

PY_NATIVE(py_bytes_m_maketrans)
{
    struct py_span x, y;
    unsigned char table[256];
    if (!py_span_arg(iso, a[0], &x) || !py_span_arg(iso, a[1], &y)) return NULL;
    if (x.n != y.n) return py_raise_value_error(iso, "maketrans arguments must have same length");
    for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
    for (size_t i = 0; i < x.n; i++) table[x.p[i]] = y.p[i];
    return py_bytes_new(iso, table, 256);
}

PY_NATIVE(py_bytes_m_translate)
{
    struct py_span table = {NULL, 0}, drop = {NULL, 0}, s;
    bool gone[256] = {false};
    struct py_bb b;
    if (a[1] != PY_NONE) {
        if (!py_span_arg(iso, a[1], &table)) return NULL;
        if (table.n != 256)
            return py_raise_value_error(iso, "translation table must be 256 characters long");
    }
    if (a[2] && !py_span_arg(iso, a[2], &drop)) return NULL;
    for (size_t i = 0; i < drop.n; i++) gone[drop.p[i]] = true;
    s = py_span_of(a[0]);
    if (!py_tick(iso, s.n / 16)) return NULL;
    py_bb_init(&b, iso);
    unsigned char *to = py_bb_room(&b, s.n);
    size_t len = 0;
    for (; to && !drop.n && len < s.n; len++) to[len] = table.p ? table.p[s.p[len]] : s.p[len];
    for (size_t i = len; to && i < s.n; i++) {
        to[len] = table.p ? table.p[s.p[i]] : s.p[i];
        len += !gone[s.p[i]];
    }
    if (to) b.len = len;
    return py_bb_finish(&b, py_is_kind(a[0], PY_K_BYTEARRAY));
}

// --- decode and hex -----------------------------------------------------------------------------

PY_NATIVE(py_bytes_m_decode)
{
    for (int i = 1; i <= 2; i++)
        if (a[i] && !py_is_str(a[i]))
            return py_raise_type_error(iso, "decode() argument '%s' must be str, not %A",
                                       i == 1 ? "encoding" : "errors", a[i]);
    return py_decode(iso, a[0], a[1], a[2]);
}

py_value py_bytes_hex(struct py_isolate *iso, py_value bytes, py_value sep, py_value per_sep)
{
    static const char hex[] = "0123456789abcdef";
    int64_t group = 1;
    uint32_t mark = 0;
    struct py_span s;
    struct py_sb b;
    if (per_sep && !py_as_c_int(iso, per_sep, &group)) return NULL;
    if (sep) {
        size_t len = py_is_str(sep)         ? py_str(sep)->len
                     : py_is_byteslike(sep) ? py_span_of(sep).n
                                            : 0;
        int64_t items = 1;
        if (!py_is_str(sep) && !py_is_byteslike(sep) && (items = py_len(iso, sep)) < 0) return NULL;
        if (items == 1 && !py_is_str(sep) && !py_is_byteslike(sep))
            return py_raise_type_error(iso, "sep must be str or bytes.");
        if (len != 1) return py_raise_value_error(iso, "sep must be length 1.");
        mark = py_is_str(sep) ? py_str_at(py_str(sep), 0) : py_span_of(sep).p[0];
        if (mark >= 128) return py_raise_value_error(iso, "sep must be ASCII.");
    }
    if (!py_span_arg(iso, bytes, &s) || !py_tick(iso, s.n / 8) || !py_mem_check(iso, s.n * 3))
        return NULL;
    uint64_t step = (uint64_t)(group < 0 ? -group : group);
    if (!sep || !step) {
        py_value v = py_str_alloc(iso, 2 * s.n, 0x7f);
        char *to = v && s.n ? py_str(v)->data : NULL;
        for (size_t i = 0; to && i < s.n; i++) {
            *to++ = hex[s.p[i] >> 4];
            *to++ = hex[s.p[i] & 15];
        }
        return v;
    }
    py_sb_init(&b, iso);
    for (size_t i = 0; i < s.n; i++) {
        bool cut = i && (group > 0 ? (s.n - i) % step == 0 : i % step == 0);
        if (cut) py_sb_char(&b, mark);
        char pair[2] = {hex[s.p[i] >> 4], hex[s.p[i] & 15]};
        py_sb_ascii(&b, pair, 2);
    }
    return py_sb_finish(&b);
}

PY_NATIVE(py_bytes_m_hex)
{
    return py_bytes_hex(iso, a[0], a[1], a[2]);
}

static int nibble(uint32_t c)
{
    return c >= '0' && c <= '9'   ? (int)c - '0'
           : c >= 'a' && c <= 'f' ? (int)c - 'a' + 10
           : c >= 'A' && c <= 'F' ? (int)c - 'A' + 10
                                  : -1;
}

bool py_bytes_unhex(struct py_isolate *iso, py_value text, struct py_bb *out)
{
    py_bb_init(out, iso);
    if (!py_is_str(text)) {
        py_raise_type_error(iso, "fromhex() argument must be str, not %A", text);
        return false;
    }
    const struct py_str *s = py_str(text);
    size_t bad = 0, i = 0;
    while (!s->ascii && bad < s->len && py_str_at(s, bad) < 128) bad++; // this is reported first
    bool ok = s->ascii || bad == s->len;
    const unsigned char *p = s->data;
    unsigned char *to = ok ? py_bb_room(out, s->len / 2 + 1) : NULL, *from = to;
    while (to && ok && i < s->len) {
        if (space(p[i])) {
            i++;
            continue;
        }
        int hi = nibble(p[i]), lo = i + 1 < s->len ? nibble(p[i + 1]) : -1;
        ok = hi >= 0 && lo >= 0;
        bad = hi < 0 ? i : i + 1;
        if (ok) *to++ = (unsigned char)(hi << 4 | lo);
        i += 2;
    }
    if (!ok)
        py_raise_value_error(iso, "non-hexadecimal number found in fromhex() arg at position %zu",
                             bad);
    if (to) out->len = (size_t)(to - from);
    return ok && py_tick(iso, s->len / 8) && !out->failed;
}

// --- what is written as for str -----------------------------------------------------------------

static py_value finish(struct py_bb *b, py_value like)
{
    return py_bb_finish(b, py_is_kind(like, PY_K_BYTEARRAY));
}

#define METHOD(name) PY_NATIVE(py_bytes_m_##name)
#define LENGTH(v) ((int64_t)py_span_of(v).n)
#define AT(v, i) py_span_of(v).p[i]
#define ABSENT "subsection not found"
#define BUILDER struct py_bb
#define begin py_bb_init
#define put(b, c) py_bb_byte(b, (int)(c))
#define put_fill py_bb_fill
#include "text_find.inc.h"
