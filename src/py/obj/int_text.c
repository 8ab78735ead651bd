// Ints and text: digits in any base, parsing with prefixes, underscores and Unicode digits, and the
// limit on decimal digits. Long conversions divide and conquer, with ticks between the parts.
#include <stdio.h>

#include "format.h"
#include "int_mpn.h"
#include "unicode.h"

enum {
    DEFAULT_LIMIT = 4300,
    PIECE_DIGITS = 100000, // converted by one mpn call
    PIECE_LIMBS = 5000,
    DIGITS_A_LOOK = 1 << 16 // one by one, between two ticks
};

int py_int_digit_limit(const struct py_isolate *iso)
{
    return iso->int_digits == 0 ? DEFAULT_LIMIT : iso->int_digits < 0 ? 0 : iso->int_digits;
}

void py_int_set_digit_limit(struct py_isolate *iso, int digits)
{
    iso->int_digits = digits == 0 ? -1 : digits;
}

static const char digit_chars[] = "0123456789abcdefghijklmnopqrstuvwxyz";
static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
    "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
    "9899";

size_t py_u64_digits(uint64_t u, int base, char buf[64])
{
    char tmp[64];
    size_t n = 64;
    if (base == 10) {
        while (u >= 100) {
            n -= 2;
            memcpy(tmp + n, pairs + u % 100 * 2, 2);
            u /= 100;
        }
        if (u >= 10) {
            n -= 2;
            memcpy(tmp + n, pairs + u * 2, 2);
        } else {
            tmp[--n] = (char)('0' + u);
        }
    } else {
        do tmp[--n] = digit_chars[u % (unsigned)base];
        while (u /= (unsigned)base);
    }
    memcpy(buf, tmp + n, 64 - n);
    return 64 - n;
}

// Upper bound of the digits of a number of that many bits.
static uint64_t digit_bound(uint64_t bits, int base)
{
    static const double per_bit[] = {[2] = 1.0, [8] = 1.0 / 3, [10] = 0.30103, [16] = 0.25};
    return (uint64_t)((double)bits * per_bit[base]) + 2;
}

// Writes exactly `width` digits of v >= 0 (leading zeros kept), or all of them when width is 0;
// returns the count, 0 on an error.
static size_t to_digits(struct py_isolate *iso, py_value v, int base, unsigned char *out,
                        size_t width)
{
    struct py_limbs l;
    py_limbs_of(&l, v);
    if (l.n <= PIECE_LIMBS) {
        if (!py_tick(iso, py_limbs_cost(l.n, l.n) + 1)) return 0;
        mp_limb_t *copy = py_limbs_room(iso, l.n + 1);
        unsigned char *t = copy ? (unsigned char *)py_limbs_room(iso, (l.n * 64 + 80) / 8) : NULL;
        if (!t) return 0;
        size_t n = 1, skip = 0;
        t[0] = 0;
        if (l.n) {
            memcpy(copy, l.d, (size_t)l.n * 8);
            if (!(n = py_mpn_get_str(iso, t, base, copy, l.n))) return 0;
            while (skip + 1 < n && !t[skip]) skip++;
        }
        n -= skip;
        size_t pad = width > n ? width - n : 0;
        memset(out, '0', pad);
        for (size_t i = 0; i < n; i++) out[pad + i] = (unsigned char)digit_chars[t[skip + i]];
        py_buf_free(iso, py_buf_of(copy));
        py_buf_free(iso, py_buf_of(t));
        return pad + n;
    }
    // High and low half: low has exactly `low` digits.
    size_t low = (size_t)((double)l.n * 32 * 0.30103);
    py_value unit = py_int_pow(iso, py_small_new(base), py_small_new((int64_t)low)), q, r;
    if (!unit || !py_int_divmod(iso, v, unit, &q, &r) || !py_enter(iso, "")) return 0;
    size_t high = to_digits(iso, q, base, out, width ? width - low : 0);
    size_t n = high ? to_digits(iso, r, base, out + high, low) : 0;
    py_leave(iso);
    return n ? high + n : 0;
}

// Bases that are powers of two: straight from the limbs. 0: an exception.
static size_t to_bits(struct py_isolate *iso, const struct py_limbs *l, int base,
                      unsigned char *out)
{
    unsigned step = base == 16 ? 4 : base == 8 ? 3 : 1;
    uint64_t bits = (uint64_t)(l->n - 1) * 64 + (uint64_t)py_limb_bits(l->d[l->n - 1]);
    size_t n = (bits + step - 1) / step;
    for (size_t i = 0; i < n; i++) {
        if (i % DIGITS_A_LOOK == DIGITS_A_LOOK - 1 && !py_tick(iso, DIGITS_A_LOOK / 16)) return 0;
        uint64_t at = (uint64_t)(n - 1 - i) * step;
        uint64_t w = l->d[at / 64] >> (at % 64);
        if (at % 64 + step > 64 && (int64_t)(at / 64 + 1) < l->n)
            w |= l->d[at / 64 + 1] << (64 - at % 64);
        out[i] = (unsigned char)digit_chars[w & ((1u << step) - 1)];
    }
    return n;
}

static py_value too_long(struct py_isolate *iso)
{
    return py_raise_value_error(iso,
                                "Exceeds the limit (%d digits) for integer string conversion; "
                                "use sys.set_int_max_str_digits() to increase the limit",
                                py_int_digit_limit(iso));
}

py_value py_int_text(struct py_isolate *iso, py_value v, int base)
{
    v = py_int_plain(v);
    if (py_is_int(v)) {
        char buf[66];
        int64_t i = py_small(v);
        buf[0] = '-';
        size_t n = py_u64_digits((uint64_t)(i < 0 ? -i : i), base, buf + 1);
        if (i >= 0 && n == 1) return py_str_char(iso, (unsigned char)buf[1]);
        n += i < 0;
        py_value s = py_str_alloc(iso, n, 127);
        if (s) memcpy(py_str(s)->data, buf + (i >= 0), n);
        return s;
    }
    struct py_limbs l;
    py_limbs_of(&l, v);
    uint64_t bound = digit_bound((uint64_t)l.n * 64, base);
    int limit = py_int_digit_limit(iso);
    if (base == 10 && limit && (double)(l.n - 1) * 64 * 0.30102 > limit) return too_long(iso);
    if (!py_mem_check(iso, bound)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, bound + 1);
    if (!b) return NULL;
    b->u.b[0] = '-';
    size_t n;
    if (base == 10) {
        py_value a = py_int_abs(iso, v);
        n = a ? to_digits(iso, a, 10, b->u.b + 1, 0) : 0;
        if (!n) return NULL;
        if (limit && n > (size_t)limit) return too_long(iso);
    } else {
        n = to_bits(iso, &l, base, b->u.b + 1);
        if (!n) return NULL;
    }
    py_value s = py_str_new(iso, (const char *)b->u.b + !l.neg, n + l.neg);
    py_buf_free(iso, b);
    return s;
}

// --- parsing ------------------------------------------------------------------------------------

static int digit_value(uint32_t c)
{
    if (c >= '0' && c <= '9') return (int)c - '0';
    if (c >= 'a' && c <= 'z') return (int)c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return (int)c - 'A' + 10;
    return 99;
}

// `vals`: digit values, most significant first.
static py_value from_values(struct py_isolate *iso, const unsigned char *vals, size_t n, int base)
{
    if (n <= PIECE_DIGITS) {
        int64_t room = (int64_t)((double)n * 5.17 / 64) + 2;
        if (!py_tick(iso, n / 16 + py_limbs_cost(room, room))) return NULL;
        struct py_bigint *b = py_bigint_new(iso, room);
        if (!b) return NULL;
        while (n && !*vals) vals++, n--;
        int64_t limbs = n ? py_mpn_set_str(iso, (mp_limb_t *)b->d, vals, n, base) : 0;
        return limbs < 0 ? NULL : py_int_done(iso, b, limbs, false);
    }
    size_t low = n / 2;
    if (!py_enter(iso, "")) return NULL;
    py_value h = from_values(iso, vals, n - low, base);
    py_value l = h ? from_values(iso, vals + (n - low), low, base) : NULL;
    py_leave(iso);
    py_value unit = l ? py_int_pow(iso, py_small_new(base), py_small_new((int64_t)low)) : NULL;
    py_value r = unit ? py_int_mul(iso, h, unit) : NULL;
    return r ? py_int_add(iso, r, l) : NULL;
}

py_value py_int_from_digits(struct py_isolate *iso, const char *digits, size_t n, int base)
{
    if (n <= 12 || (n <= 18 && base <= 10)) {
        int64_t v = 0;
        for (size_t i = 0; i < n; i++) v = v * base + digit_value((unsigned char)digits[i]);
        return py_int_new(iso, v);
    }
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, n);
    if (!b) return NULL;
    for (size_t i = 0; i < n; i++) {
        if (i % DIGITS_A_LOOK == DIGITS_A_LOOK - 1 && !py_tick(iso, DIGITS_A_LOOK / 16))
            return NULL;
        b->u.b[i] = (unsigned char)digit_value((unsigned char)digits[i]);
    }
    py_value v = from_values(iso, b->u.b, n, base);
    py_buf_free(iso, b);
    return v;
}

static bool limit_ok(struct py_isolate *iso, size_t digits, int base)
{
    int limit = py_int_digit_limit(iso);
    if (!limit || digits <= (size_t)limit || !(base & (base - 1))) return true;
    py_raise_value_error(iso,
                         "Exceeds the limit (%d digits) for integer string conversion: value "
                         "has %zu digits; use sys.set_int_max_str_digits() to increase the limit",
                         limit, digits);
    return false;
}

// Value of the prefix letter after "0": its base, 0 none.
static int prefix_base(uint32_t c)
{
    c |= 0x20;
    return c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;
}

// Reads the whole of text[0..n): sign, prefix, digits with single underscores. *bad: not a number.
static py_value parse(struct py_isolate *iso, const char *text, size_t n, int base, bool *bad)
{
    *bad = true;
    size_t i = 0;
    bool neg = false, zeros_only = false;
    if (i < n && (text[i] == '-' || text[i] == '+')) neg = text[i++] == '-';
    int prefix = i + 1 < n && text[i] == '0' ? prefix_base((unsigned char)text[i + 1]) : 0;
    if (prefix && (base == 0 || base == prefix)) {
        base = prefix;
        i += 2;
        if (i < n && text[i] == '_') i++;
    } else if (base == 0) {
        base = 10;
        zeros_only = i < n && text[i] == '0';
    }
    struct py_buf *b = NULL;
    char small[64], *out = small;
    if (n - i > sizeof small) {
        b = py_buf_new(iso, PY_K_RAW, n - i);
        if (!b) return NULL;
        out = (char *)b->u.b;
    }
    size_t digits = 0;
    bool separated = true, nonzero = false; // an underscore must follow a digit
    for (; i < n; i++) {
        if (i % DIGITS_A_LOOK == DIGITS_A_LOOK - 1 && !py_tick(iso, DIGITS_A_LOOK / 16))
            return NULL;
        if (text[i] == '_') {
            if (separated) return NULL;
            separated = true;
            continue;
        }
        if (digit_value((unsigned char)text[i]) >= base) return NULL;
        nonzero |= text[i] != '0';
        out[digits++] = text[i];
        separated = false;
    }
    if (separated || (zeros_only && nonzero)) return NULL;
    *bad = false;
    if (!limit_ok(iso, digits, base)) return NULL;
    py_value v = py_int_from_digits(iso, out, digits, base);
    if (b) py_buf_free(iso, b);
    return v && neg ? py_int_neg(iso, v) : v;
}

py_value py_int_parse(struct py_isolate *iso, const char *digits, size_t len, int base)
{
    bool bad;
    py_value v = parse(iso, digits, len, base, &bad);
    if (!v && !iso->exc) return py_raise_value_error(iso, "invalid integer literal");
    return v;
}

static void *invalid(struct py_isolate *iso, int base, py_value shown)
{
    py_value r = py_repr(iso, shown);
    if (r && py_str(r)->len > 200) r = py_str_slice(iso, r, 0, 200);
    if (!r) return NULL;
    return py_raise_value_error(iso, "invalid literal for int() with base %d: %U", base, r);
}

// Plain ASCII decimal digits that fit a small int, the usual case.
static bool parse_plain(const struct py_str *s, int64_t *out)
{
    const unsigned char *p = s->data;
    if (!s->ascii || !s->len || s->len > 18) return false;
    size_t i = s->len > 1 && *p == '-';
    int64_t v = 0;
    bool neg = i;
    for (; i < s->len; i++) {
        unsigned d = (unsigned)p[i] - '0';
        if (d > 9) return false;
        v = v * 10 + d;
    }
    *out = neg ? -v : v;
    return true;
}

py_value py_int_from_str(struct py_isolate *iso, py_value v, int base, py_value shown)
{
    const struct py_str *s = py_str(v);
    int64_t plain;
    if (base == 10 && parse_plain(s, &plain)) return py_small_new(plain);
    size_t from = 0, to = s->len;
    while (from < to && py_char_is(py_str_at(s, from), PY_U_SPACE)) from++;
    while (to > from && py_char_is(py_str_at(s, to - 1), PY_U_SPACE)) to--;
    if (from == to) return invalid(iso, base, shown);
    char small[64] = {0}, *text = small;
    struct py_buf *b = NULL;
    if (to - from > sizeof small) {
        b = py_buf_new(iso, PY_K_RAW, to - from);
        if (!b || !py_tick(iso, (to - from) / 2)) return NULL;
        text = (char *)b->u.b;
    }
    for (size_t i = from; i < to; i++) {
        uint32_t c = py_str_at(s, i);
        if (c >= 0x80) c = py_char_is(c, PY_U_DECIMAL) ? '0' + (uint32_t)py_uchar(c)->digit : '?';
        text[i - from] = (char)c;
    }
    bool bad;
    py_value r = parse(iso, text, to - from, base, &bad);
    if (b) py_buf_free(iso, b);
    if (!r && !iso->exc) return invalid(iso, base, shown);
    return r;
}
