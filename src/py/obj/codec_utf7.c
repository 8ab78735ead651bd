// UTF-7 (RFC 2152): ASCII, with runs of other characters as UTF-16 in base64 between '+' and '-'.
#include "codec_int.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int digit_value(int c)
{
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

// --- decoding -----------------------------------------------------------------------------------

// A run in base64 under way.
struct run {
    bool open;
    size_t start;   // of its '+'
    uint32_t bits;  // not yet a unit
    int count;      // of them
    uint32_t high;  // surrogate that waits for its other half, or 0
    size_t out_len; // of the text before it
};

static void put_unit(struct py_dec *d, struct run *r, uint32_t unit)
{
    uint32_t high = r->high;
    r->high = 0;
    if (high && unit >> 10 == 0x37) {
        py_sb_char(&d->out, 0x10000 + ((high & 0x3ff) << 10 | (unit & 0x3ff)));
        return;
    }
    if (high) py_sb_char(&d->out, high);
    if (unit >> 10 == 0x36) r->high = unit;
    else py_sb_char(&d->out, unit);
}

static void take_digit(struct py_dec *d, struct run *r, int value)
{
    r->bits = r->bits << 6 | (uint32_t)value;
    r->count += 6;
    if (r->count < 16) return;
    r->count -= 16;
    put_unit(d, r, r->bits >> r->count & 0xffff);
    r->bits &= (1u << r->count) - 1;
}

// The byte at *i is none of the run's: it ends it.
static bool end_run(struct py_dec *d, struct run *r, size_t *i)
{
    r->open = false;
    if (r->count >= 6)
        return py_dec_error(d, r->start, *i + 1, "partial character in shift sequence", i);
    if (r->count && r->bits)
        return py_dec_error(d, r->start, *i + 1, "non-zero padding bits in shift sequence", i);
    int c = d->p[*i];
    if (r->high && c < 0x80 && c != '+') py_sb_char(&d->out, r->high);
    if (c == '-') ++*i;
    return true;
}

static bool begin_run(struct py_dec *d, struct run *r, size_t *i)
{
    size_t start = (*i)++;
    if (*i < d->len && d->p[*i] == '-') {
        ++*i;
        py_sb_char(&d->out, '+');
        return true;
    }
    *r = (struct run){.start = start, .out_len = d->out.len};
    if (*i < d->len && digit_value(d->p[*i]) < 0)
        return py_dec_error(d, start, *i + 1, "ill-formed sequence", i);
    r->open = true;
    return true;
}

static bool plain(struct py_dec *d, struct run *r, size_t *i)
{
    int c = d->p[*i];
    if (c == '+') return begin_run(d, r, i);
    if (c >= 0x80) return py_dec_error(d, *i, *i + 1, "unexpected special character", i);
    py_sb_char(&d->out, (uint32_t)c);
    ++*i;
    return true;
}

static bool finish(struct py_dec *d, struct run *r, size_t *i)
{
    if (!r->open) return true;
    r->open = false;
    if (d->partial) { // it is read again, from its beginning
        py_value text = py_sb_finish(&d->out);
        d->used = r->start;
        py_sb_init(&d->out, d->iso);
        if (text) py_sb_slice(&d->out, text, 0, r->out_len);
        return text != NULL;
    }
    if (!r->high && r->count < 6 && !(r->count && r->bits)) return true;
    return py_dec_error(d, r->start, d->len, "unterminated shift sequence", i);
}

bool py_decode_utf7(struct py_dec *d)
{
    struct run r = {0};
    size_t i = 0;
    do {
        for (size_t n = 0; i < d->len;) {
            int value = r.open ? digit_value(d->p[i]) : -1;
            if (!py_codec_tick(d->iso, n++)) return false;
            if (value >= 0) {
                take_digit(d, &r, value);
                i++;
            } else if (!(r.open ? end_run(d, &r, &i) : plain(d, &r, &i))) {
                return false;
            }
        }
        if (!finish(d, &r, &i)) return false;
    } while (i < d->len);
    return true;
}

// --- encoding -----------------------------------------------------------------------------------

// What stands for itself: letters, digits, space and most signs.
static bool direct(uint32_t c)
{
    return c && c < 0x7f && c != '+' && c != '\\' && c != '~' &&
           (c >= ' ' || c == '\t' || c == '\n' || c == '\r');
}

static void put_bits(struct py_enc *e, uint32_t *bits, int *count, uint32_t unit)
{
    *bits = *bits << 16 | unit;
    for (*count += 16; *count >= 6; *count -= 6)
        py_bb_byte(&e->out, digits[*bits >> (*count - 6) & 63]);
    *bits &= (1u << *count) - 1;
}

static void flush(struct py_enc *e, uint32_t *bits, int *count)
{
    if (*count) py_bb_byte(&e->out, digits[*bits << (6 - *count) & 63]);
    *bits = 0;
    *count = 0;
}

bool py_encode_utf7(struct py_enc *e)
{
    const struct py_str *s = py_str(e->s);
    uint32_t bits = 0;
    int count = 0;
    bool open = false;
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        if (!py_codec_tick(e->iso, i)) return false;
        if (direct(c)) {
            if (open) {
                flush(e, &bits, &count);
                if (digit_value((int)c) >= 0 || c == '-') py_bb_byte(&e->out, '-');
            }
            open = false;
            py_bb_byte(&e->out, (int)c);
            continue;
        }
        if (!open && c == '+') {
            py_bb_add(&e->out, "+-", 2);
            continue;
        }
        if (!open) py_bb_byte(&e->out, '+');
        open = true;
        if (c >= 0x10000) {
            put_bits(e, &bits, &count, 0xd800 | (c - 0x10000) >> 10);
            c = 0xdc00 | ((c - 0x10000) & 0x3ff);
        }
        put_bits(e, &bits, &count, c);
    }
    if (open) {
        flush(e, &bits, &count);
        py_bb_byte(&e->out, '-');
    }
    return true;
}
