// Native items of memory: sizes, values, half-precision floats. Shared by memoryview, array and
// struct.
#include "item.h"

#include <math.h>

int py_item_size(char code)
{
    static const uint8_t sizes[128] = {
        ['c'] = 1, ['b'] = 1, ['B'] = 1, ['?'] = 1, ['h'] = 2, ['H'] = 2,
        ['e'] = 2, ['i'] = 4, ['I'] = 4, ['f'] = 4, ['l'] = 8, ['L'] = 8,
        ['q'] = 8, ['Q'] = 8, ['n'] = 8, ['N'] = 8, ['d'] = 8, ['P'] = 8};
    return (unsigned char)code < 128 ? sizes[(unsigned char)code] : 0;
}

static double half_unpack(uint16_t bits)
{
    int e = bits >> 10 & 31, m = bits & 1023;
    double d = e == 31  ? (m ? (double)NAN : (double)INFINITY)
               : e == 0 ? ldexp(m, -24)
                        : ldexp(m + 1024, e - 25);
    return bits & 0x8000 ? -d : d;
}

bool py_item_bits(py_value v, bool is_signed, uint64_t *out)
{
    if (py_is_int(v)) {
        *out = (uint64_t)py_small(v);
        return is_signed || py_small(v) >= 0;
    }
    const struct py_bigint *b = (const struct py_bigint *)v;
    if (b->n != 1 && b->n != -1) return false;
    *out = b->n < 0 ? (uint64_t)0 - b->d[0] : b->d[0];
    if (b->n < 0) return is_signed && b->d[0] <= (uint64_t)1 << 63;
    return !is_signed || b->d[0] >> 63 == 0;
}

py_value py_item_load(struct py_isolate *iso, const unsigned char *p, char code)
{
    union {
        uint16_t H;
        int16_t h;
        uint32_t I;
        int32_t i;
        uint64_t Q;
        int64_t q;
        float f;
        double d;
    } u;
    memcpy(&u, p, (size_t)py_item_size(code));
    switch (code) {
    case 'B': return py_small_new(*p);
    case 'b': return py_small_new((signed char)*p);
    case 'c': return py_bytes_new(iso, p, 1);
    case '?': return py_bool(*p);
    case 'H': return py_small_new(u.H);
    case 'h': return py_small_new(u.h);
    case 'e': return py_float_new(iso, half_unpack(u.H));
    case 'I': return py_small_new(u.I);
    case 'i': return py_small_new(u.i);
    case 'f': return py_float_new(iso, (double)u.f);
    case 'd': return py_float_new(iso, u.d);
    case 'Q':
    case 'L':
    case 'N':
    case 'P': return py_int_from_u64(iso, u.Q);
    default: return py_int_new(iso, u.q);
    }
}

bool py_half_pack(double d, uint16_t *out)
{
    uint16_t sign = signbit(d) ? 0x8000 : 0;
    *out = sign;
    if (isnan(d)) {
        *out |= 0x7e00;
        return true;
    }
    if (isinf(d)) {
        *out |= 0x7c00;
        return true;
    }
    int e;
    double m = frexp(fabs(d), &e); // d = m * 2^e, m in [0.5, 1)
    if (m == 0.0) return true;
    // 11 significant bits; below 2^-14 the steps are 2^-24. nearbyint rounds to even.
    int shift = e - 11 < -24 ? -24 : e - 11;
    double bits = nearbyint(ldexp(fabs(d), -shift));
    if (bits >= 2048) {
        bits = 1024;
        shift++;
    }
    if (bits >= 1024 && shift > 5) return false; // 65536 and more
    uint16_t whole = (uint16_t)bits;
    *out |= whole < 1024 ? whole : (uint16_t)((shift + 25) << 10 | (whole & 1023));
    return true;
}
