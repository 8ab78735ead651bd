// Module _struct: the everyday work of struct, whose rules are in lib/struct.py. Both functions
// take a parsed format - (items, size, values, order), an item being (code, count, width, offset) -
// and answer None when an argument is not of the plainest kind: then the Python code does it, with
// its conversions and error texts.
#include <float.h>
#include <math.h>

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

// Does the item lie within its format? Programs can import this module and pass what they like.
static bool fits(const struct format *f, const struct item *it)
{
    return it->offset >= 0 && it->offset <= f->size && it->count >= 0 && it->width > 0 &&
           it->width <= 8 && it->count <= (f->size - it->offset) / it->width;
}

static bool is_floating(uint32_t code)
{
    return code == 'd' || code == 'e' || code == 'f';
}

// Is one value all the bytes of an item?
static bool is_text(uint32_t code)
{
    return code == 's' || code == 'p';
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

// The bits of a half float, rounded to even. False: too large for one.
static bool half_of(double d, uint64_t *bits)
{
    uint64_t sign = signbit(d) ? 0x8000 : 0;
    double a = fabs(d);
    int exponent;
    if (isnan(d) || isinf(d)) return *bits = sign | (isnan(d) ? 0x7e00 : 0x7c00), true;
    if (a >= 65520) return false;
    if (a < 0x1p-14) return *bits = sign | (uint64_t)nearbyint(a * 0x1p24), true;
    double fraction = frexp(a, &exponent); // 0.5 up to 1: 11 bits of it are kept, the first implied
    *bits = sign | (((uint64_t)(exponent + 13) << 10) + (uint64_t)nearbyint(fraction * 0x1p11));
    return true;
}

static double half_value(uint64_t bits)
{
    int exponent = bits >> 10 & 31;
    double fraction = (double)(bits & 1023), sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction > 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(fraction + 1024, exponent - 25) : fraction * 0x1p-24);
}

// The bits of a float in a format's width. False: it does not fit.
static bool float_bits(uint32_t code, double d, uint64_t *bits)
{
    if (code == 'e') return half_of(d, bits);
    if (code == 'd') return memcpy(bits, &d, 8);
    if (fabs(d) > FLT_MAX && !isinf(d)) return false; // what rounds down to it is rare
    float narrow = (float)d;
    uint32_t u;
    memcpy(&u, &narrow, 4);
    *bits = u;
    return true;
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
    if (it->code == 'c') {
        if (!py_is_kind(v, PY_K_BYTES) || py_bytes(v)->len != 1) return false;
        *p = py_bytes(v)->b[0];
        return true;
    }
    if (is_floating(it->code)) {
        if (!py_is_int(v) && !py_is_float(v)) return false;
        if (!float_bits(it->code, py_is_int(v) ? (double)py_small(v) : py_float(v), &bits))
            return false;
        put(p, bits, it->width, big);
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
    if (is_text(it->code)) {
        if (!py_is_kind(v[0], PY_K_BYTES)) return false;
        struct py_span s = py_span_of(v[0]);
        size_t head = it->code == 'p' && it->count > 0, room = (size_t)it->count - head;
        size_t len = s.n < room ? s.n : room;
        if (head) *out = (unsigned char)(len < 255 ? len : 255);
        memcpy(out + head, s.p, len);
        return true;
    }
    for (int64_t i = 0; i < it->count; i++)
        if (!pack_one(out + i * it->width, it, v[i], big)) return false;
    return true;
}

static bool packable(uint32_t code)
{
    return code < 128 && strchr("xsp?cdefbBhHiIlLqQnN", (int)code);
}

static PY_NATIVE(struct_pack)
{
    struct format f;
    unsigned char out[INLINE_SIZE] = {0};
    if (!format_of(a[0], &f) || !py_is_exact(a[1], PY_K_TUPLE) || f.size > INLINE_SIZE ||
        (int64_t)py_tuple(a[1])->n != f.values)
        return PY_NONE;
    int64_t at = 0;
    for (uint64_t i = 0; i < f.items->n; i++) {
        struct item it;
        if (!item_of(f.items->v[i], &it) || !packable(it.code)) return PY_NONE;
        int64_t used = it.code == 'x' ? 0 : is_text(it.code) ? 1 : it.count;
        if (!fits(&f, &it) || at + used > f.values) return PY_NONE;
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
    if (it->code == 'e') return py_float_new(iso, half_value(bits));
    if (!is_signed(it->code)) return py_int_from_u64(iso, bits);
    int shift = (int)(64 - 8 * it->width);
    return py_int_new(iso, (int64_t)(bits << shift) >> shift);
}

// The bytes of an item "5s", or of "5p", whose first byte says how many there are.
static py_value unpack_text(struct py_isolate *iso, const unsigned char *p, const struct item *it)
{
    if (it->code == 's' || !it->count) return py_bytes_new(iso, p, (size_t)it->count);
    return py_bytes_new(iso, p + 1, (size_t)(*p < it->count ? *p : it->count - 1));
}

// The bytes of the buffer, when it is a plain one.
static bool bytes_of(struct py_isolate *iso, py_value v, struct py_span *s)
{
    if (py_is_kind(v, PY_K_BYTES) || py_is_kind(v, PY_K_BYTEARRAY)) {
        *s = py_span_of(v);
        return true;
    }
    if (py_type_of(iso, v) != py_t(iso, PY_T_MEMORYVIEW)) return false;
    if (py_getattr_s(iso, v, "c_contiguous") == PY_TRUE && py_memoryview_span(iso, v, s))
        return true;
    py_error_clear(iso);
    return false;
}

// unpack(format, buffer, offset): offset None: the buffer must have exactly the format's size.
static PY_NATIVE(struct_unpack)
{
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
        int64_t count = is_text(it.code) ? 1 : it.count;
        if (!fits(&f, &it) || at + count > f.values) return PY_NONE;
        const unsigned char *p = s.p + base + it.offset;
        for (int64_t k = 0; k < count; k++, p += it.width) {
            py_value v = is_text(it.code) ? unpack_text(iso, p, &it)
                                          : unpack_one(iso, p, &it, f.big);
            if (!v) return NULL;
            py_tuple(result)->v[at++] = v;
        }
    }
    return result && at < f.values ? PY_NONE : result;
}

static const struct py_native_row functions[] = {
    PY_ROW("pack", struct_pack, "format, values, /", "The packed bytes, or None: do it with care."),
    PY_ROW("unpack", struct_unpack, "format, buffer, offset, /",
           "The tuple of values, or None: do it with care."),
    {0}};

const struct py_moddef py_mod__struct = {.name = "_struct", .functions = functions};
