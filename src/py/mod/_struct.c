// Module _struct: the everyday work of struct, whose rules are in lib/struct.py. Both functions
// take a parsed format - (items, size, values, order), an item being (code, count, width, offset) -
// and answer None when an argument is not of the plainest kind: then the Python code does it, with
// its conversions and error texts.
#include "../obj/bytes_int.h"

enum { INLINE_SIZE = 256 };

struct format {
    const struct py_list *items;
    int64_t size, values;
    bool big;
};

struct item {
    uint32_t code;
    int64_t count, width, offset;
};

static bool format_of(py_value v, struct format *f)
{
    if (!py_is_exact(v, PY_K_TUPLE) || py_tuple(v)->n != 4) return false;
    py_value *part = py_tuple(v)->v;
    if (!py_is_exact(part[0], PY_K_LIST) || !py_are_ints(part[1], part[2]) || !py_is_str(part[3]))
        return false;
    *f = (struct format){py_list(part[0]), py_small(part[1]), py_small(part[2]),
                         py_str_is(part[3], "big")};
    return f->size >= 0 && f->values >= 0;
}

static bool item_of(py_value v, struct item *it)
{
    if (!py_is_exact(v, PY_K_TUPLE) || py_tuple(v)->n != 4) return false;
    py_value *part = py_tuple(v)->v;
    if (!py_is_str(part[0]) || py_str(part[0])->len != 1) return false;
    for (int i = 1; i < 4; i++)
        if (!py_is_int(part[i])) return false;
    *it = (struct item){py_str_at(py_str(part[0]), 0), py_small(part[1]), py_small(part[2]),
                        py_small(part[3])};
    return true;
}

static bool is_signed(uint32_t code)
{
    return code >= 'a'; // b h i l q n
}

static void put(unsigned char *p, uint64_t u, int64_t width, bool big)
{
    for (int64_t i = 0; i < width; i++, u >>= 8) p[big ? width - 1 - i : i] = (unsigned char)u;
}

static uint64_t get(const unsigned char *p, int64_t width, bool big)
{
    uint64_t u = 0;
    for (int64_t i = 0; i < width; i++) u = u << 8 | p[big ? i : width - 1 - i];
    return u;
}

// One number at p. False: not a plain one, or out of range.
static bool pack_one(unsigned char *p, const struct item *it, py_value v, bool big)
{
    uint64_t bits;
    if (it->code == '?') {
        if (!py_is_bool(v)) return false;
        *p = v == PY_TRUE;
        return true;
    }
    if (it->code == 'd') {
        double d = py_is_int(v) ? (double)py_small(v) : py_is_float(v) ? py_float(v) : 0;
        if (!py_is_int(v) && !py_is_float(v)) return false;
        memcpy(&bits, &d, 8);
        put(p, bits, 8, big);
        return true;
    }
    if (!py_is_int(v)) return false;
    int64_t i = py_small(v), half = it->width < 8 ? INT64_C(1) << (8 * it->width - 1) : INT64_MAX;
    if (is_signed(it->code) ? i < -half || i >= half : i < 0 || i / 2 >= half) return false;
    put(p, (uint64_t)i, it->width, big);
    return true;
}

static bool pack_item(unsigned char *out, const struct item *it, py_value *v, bool big)
{
    if (it->code == 'x') return true;
    if (it->code == 's') {
        if (!py_is_kind(v[0], PY_K_BYTES)) return false;
        struct py_span s = py_span_of(v[0]);
        memcpy(out, s.p, s.n < (uint64_t)it->count ? s.n : (uint64_t)it->count);
        return true;
    }
    for (int64_t i = 0; i < it->count; i++)
        if (!pack_one(out + i * it->width, it, v[i], big)) return false;
    return true;
}

static bool packable(uint32_t code)
{
    return code < 128 && strchr("xs?dbBhHiIlLqQnN", (int)code);
}

static py_value struct_pack(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    struct format f;
    unsigned char out[INLINE_SIZE] = {0};
    if (!format_of(a[0], &f) || !py_is_exact(a[1], PY_K_TUPLE) || f.size > INLINE_SIZE ||
        (int64_t)py_tuple(a[1])->n != f.values)
        return PY_NONE;
    int64_t at = 0;
    for (uint64_t i = 0; i < f.items->n; i++) {
        struct item it;
        if (!item_of(f.items->v[i], &it) || !packable(it.code)) return PY_NONE;
        int64_t used = it.code == 'x' ? 0 : it.code == 's' ? 1 : it.count;
        if (it.offset + it.count * it.width > f.size || at + used > f.values) return PY_NONE;
        if (!pack_item(out + it.offset, &it, py_tuple(a[1])->v + at, f.big)) return PY_NONE;
        at += used;
    }
    return py_bytes_new(iso, out, (size_t)f.size);
}

static py_value unpack_one(struct py_isolate *iso, const unsigned char *p, const struct item *it,
                           bool big)
{
    uint64_t bits = get(p, it->width, big);
    if (it->code == '?') return py_bool(bits != 0);
    if (it->code == 'c') return py_bytes_new(iso, p, 1);
    if (it->code == 'f') {
        uint32_t narrow = (uint32_t)bits;
        float x;
        memcpy(&x, &narrow, 4);
        return py_float_new(iso, (double)x);
    }
    if (it->code == 'd') {
        double d;
        memcpy(&d, &bits, 8);
        return py_float_new(iso, d);
    }
    if (!is_signed(it->code)) return py_int_from_u64(iso, bits);
    int shift = (int)(64 - 8 * it->width);
    return py_int_new(iso, (int64_t)(bits << shift) >> shift);
}

// The bytes of the buffer, when it is a plain one.
static bool bytes_of(struct py_isolate *iso, py_value v, struct py_span *s)
{
    if (py_is_kind(v, PY_K_BYTES) || py_is_kind(v, PY_K_BYTEARRAY)) {
        *s = py_span_of(v);
        return true;
    }
    if (!py_is_kind(v, PY_K_MEMORYVIEW)) return false;
    if (py_getattr_s(iso, v, "c_contiguous") == PY_TRUE && py_memoryview_span(iso, v, s))
        return true;
    py_error_clear(iso);
    return false;
}

// unpack(format, buffer, offset): offset None: the buffer must have exactly the format's size.
static py_value struct_unpack(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    struct format f;
    struct py_span s;
    if (!format_of(a[0], &f) || !bytes_of(iso, a[1], &s)) return PY_NONE;
    int64_t base = py_is_int(a[2]) ? py_small(a[2]) : 0, len = (int64_t)s.n;
    if (py_is_int(a[2]) ? base < 0 || base > len || len - base < f.size
                        : a[2] != PY_NONE || len != f.size)
        return PY_NONE;
    if (!py_tick(iso, (uint64_t)f.values / 4)) return NULL;
    py_value result = py_tuple_new(iso, (uint64_t)f.values);
    int64_t at = 0;
    for (uint64_t i = 0; result && i < f.items->n; i++) {
        struct item it;
        if (!item_of(f.items->v[i], &it)) return PY_NONE;
        if (it.code == 'x') continue;
        if (it.code == 'e' || it.code == 'p' || it.offset + it.count * it.width > f.size ||
            at + (it.code == 's' ? 1 : it.count) > f.values)
            return PY_NONE;
        const unsigned char *p = s.p + base + it.offset;
        for (int64_t k = 0; k < (it.code == 's' ? 1 : it.count); k++, p += it.width) {
            py_value v = it.code == 's' ? py_bytes_new(iso, p, (size_t)it.count)
                                        : unpack_one(iso, p, &it, f.big);
            if (!v) return NULL;
            py_tuple(result)->v[at++] = v;
        }
    }
    return result;
}

static const struct py_native_row functions[] = {
    {"pack", struct_pack, "format, values, /", 0, "The packed bytes, or None: do it with care."},
    {"unpack", struct_unpack, "format, buffer, offset, /", 0,
     "The tuple of values, or None: do it with care."},
    {0}};

const struct py_moddef py_mod__struct = {.name = "_struct", .functions = functions};
