// Module decimal: numerals to values and back, where they are plain. Whitespace, underscores, other
// digits, infinities, NaNs and numerals of thousands of digits are read and shown by
// lib/decimal.py.
#include "../obj/int_mpn.h"
#include "decimal_int.h"

enum {
    MOST_DIGITS = 4000,
    MOST_LIMBS = MOST_DIGITS * 10 / 193,
    TEXT_ROOM = MOST_LIMBS * 20 + 64,
    EXPONENT_DIGITS = 17
};

// A cursor over the characters of a numeral.
struct numeral {
    const unsigned char *p, *end;
    char digits[MOST_DIGITS];
    size_t n;
};

static void take_digits(struct numeral *t)
{
    while (t->p < t->end && *t->p >= '0' && *t->p <= '9') t->digits[t->n++] = (char)*t->p++;
}

// The exponent after an 'e'. False: there is none, or it is too long for here.
static bool take_exponent(struct numeral *t, int64_t *e)
{
    bool negative = t->p < t->end && *t->p == '-';
    if (t->p < t->end && (*t->p == '-' || *t->p == '+')) t->p++;
    const unsigned char *start = t->p;
    *e = 0;
    while (t->p < t->end && *t->p == '0') t->p++;
    const unsigned char *first = t->p;
    for (; t->p < t->end && *t->p >= '0' && *t->p <= '9'; t->p++) {
        if (t->p - first == EXPONENT_DIGITS) return false;
        *e = *e * 10 + *t->p - '0';
    }
    if (t->p == start) return false;
    if (negative) *e = -*e;
    return true;
}

py_value py_decimal_parse(struct py_isolate *iso, py_value text)
{
    const struct py_str *s = py_str(text);
    if (s->width != 1 || s->len == 0 || s->len > MOST_DIGITS) return NULL;
    struct numeral t = {.p = (const unsigned char *)s->data, .n = 0};
    t.end = t.p + s->len;
    bool sign = *t.p == '-';
    int64_t e = 0;
    if (*t.p == '-' || *t.p == '+') t.p++;
    take_digits(&t);
    if (t.p < t.end && *t.p == '.') {
        t.p++;
        size_t whole = t.n;
        take_digits(&t);
        e = -(int64_t)(t.n - whole);
    }
    if (!t.n) return NULL;
    if (t.p < t.end && (*t.p | 32) == 'e') {
        int64_t exponent;
        t.p++;
        if (!take_exponent(&t, &exponent)) return NULL;
        e += exponent;
    }
    if (t.p != t.end) return NULL;
    py_value c;
    if (t.n <= 18) {
        int64_t v = 0;
        for (size_t i = 0; i < t.n; i++) v = v * 10 + t.digits[i] - '0';
        c = py_small_new(v);
    } else {
        c = py_int_from_digits(iso, t.digits, t.n, 10);
    }
    return py_decimal_new(iso, sign, c, e, PY_DEC_FINITE);
}

// The digits of a coefficient; 0: too many for here, or an exception.
static size_t coefficient_text(struct py_isolate *iso, py_value c, unsigned char *out)
{
    if (py_is_int(c)) return py_u64_digits((uint64_t)py_small(c), 10, (char *)out);
    struct py_limbs l;
    mp_limb_t copy[MOST_LIMBS + 1];
    py_limbs_of(&l, c);
    if (l.n > MOST_LIMBS) return 0;
    memcpy(copy, l.d, (size_t)l.n * sizeof *copy);
    size_t n = py_mpn_get_str(iso, out, 10, copy, l.n), zeros = 0;
    while (zeros + 1 < n && !out[zeros]) zeros++;
    for (size_t i = zeros; i < n; i++) out[i - zeros] = (unsigned char)('0' + out[i]);
    return n - zeros;
}

py_value py_decimal_digits_text(struct py_isolate *iso, py_value c)
{
    unsigned char digits[TEXT_ROOM];
    size_t n = coefficient_text(iso, c, digits);
    return n ? py_str_new(iso, (const char *)digits, n) : NULL;
}

static void exponent_text(struct py_sb *b, int64_t e, bool capital)
{
    char text[64];
    py_sb_char(b, capital ? 'E' : 'e');
    py_sb_char(b, e < 0 ? '-' : '+');
    py_sb_ascii(b, text, py_u64_digits((uint64_t)(e < 0 ? -e : e), 10, text));
}

py_value py_decimal_text(struct py_isolate *iso, py_value v)
{
    const struct py_decimal *d = (const struct py_decimal *)v;
    unsigned char digits[TEXT_ROOM];
    size_t n = d->kind ? 0 : coefficient_text(iso, d->c, digits);
    if (!n) return py_error(iso) ? NULL : py_decimal_call(iso, PY_DEC_TEXT, &v, 1);
    const char *text = (const char *)digits;
    int64_t e = d->e, left = e + (int64_t)n; // digits before the point
    struct py_sb b;
    py_sb_init(&b, iso);
    if (d->sign) py_sb_char(&b, '-');
    if (!e) {
        py_sb_ascii(&b, text, n);
    } else if (e < 0 && left > 0) {
        py_sb_ascii(&b, text, (size_t)left);
        py_sb_char(&b, '.');
        py_sb_ascii(&b, text + left, n - (size_t)left);
    } else if (e < 0 && left > -6) {
        py_sb_z(&b, "0.");
        py_sb_fill(&b, '0', (size_t)-left);
        py_sb_ascii(&b, text, n);
    } else {
        struct py_decimal_context *ctx = py_decimal_current(iso);
        if (!ctx) return NULL;
        py_sb_ascii(&b, text, 1);
        if (n > 1) {
            py_sb_char(&b, '.');
            py_sb_ascii(&b, text + 1, n - 1);
        }
        exponent_text(&b, left - 1, ctx->capitals);
    }
    return py_sb_finish(&b);
}
