// Repeats of regular expressions: * + ? and {m,n}. PCRE2 counts to 65,535 only; larger counts are
// written as repeats of repeats, wherever that matches the same in the same order.
#include "re_parse_int.h"

enum { MOST = 65535 };

static int64_t count(struct re_parser *p)
{
    int64_t v = -1; // no digits
    while (re_peek(p) >= '0' && re_peek(p) <= '9') {
        v = (v < 0 ? 0 : v) * 10 + (int64_t)(re_get(p) - '0');
        if (v >= 4294967295) {
            if (!p->failed)
                py_raise(p->iso, PY_T_OverflowError, "the repetition number is too large");
            p->failed = true;
            return 0;
        }
    }
    return v;
}

// The bounds after '{'. False: it is a literal brace (position restored) or an error.
static bool braces(struct re_parser *p, int64_t *lo, int64_t *hi)
{
    size_t here = p->i;
    if (re_peek(p) == '}') return false;
    *lo = count(p);
    *hi = re_accept(p, ',') ? count(p) : *lo;
    if (p->failed) return false;
    if (!re_accept(p, '}')) {
        p->i = here;
        return false;
    }
    if (*hi >= 0 && *lo > *hi)
        return re_fail(p, (int64_t)here, "min repeat greater than max repeat") != NULL;
    if (*lo < 0) *lo = 0;
    return true;
}

// --- counts that PCRE2 knows not ----------------------------------------------------------------

// Exactly n times.
static void put_times(struct py_sb *out, py_value item, int64_t n)
{
    if (n > MOST) {
        py_sb_format(out, "(?:%U{%d}){%lld}", item, MOST, (long long)(n / MOST));
        n %= MOST;
    }
    if (n) py_sb_format(out, "%U{%lld}", item, (long long)n);
}

// At most n times, n > MOST, of an item that matches in one way only. `mark` is "?" for as few as
// possible. Each count is a number of whole runs and a rest in just one way, and they come in
// order.
static void put_at_most(struct py_sb *out, py_value item, int64_t n, const char *mark)
{
    struct py_sb parts[2]; // the last run, which n may cut short; those before it
    py_value texts[2];
    for (int i = 0; i < 2; i++) py_sb_init(&parts[i], out->iso);
    py_sb_format(&parts[0], "(?:%U{%d}){%lld}%U{0,%lld}%s", item, MOST, (long long)(n / MOST), item,
                 (long long)(n % MOST), mark);
    py_sb_format(&parts[1], "(?:%U{%d}){0,%lld}%s%U{0,%d}%s", item, MOST, (long long)(n / MOST - 1),
                 mark, item, MOST - 1, mark);
    for (int i = 0; i < 2; i++) texts[i] = py_sb_finish(&parts[i]);
    if (!texts[0] || !texts[1]) py_sb_str(out, NULL);
    else if (*mark) py_sb_format(out, "(?:%U|%U)", texts[1], texts[0]);
    else py_sb_format(out, "(?:%U|%U)", texts[0], texts[1]);
}

// The repeat of an item that out ends with. hi below 0: without bound; mark: "", "?" or "+".
static void put_large(struct re_parser *p, struct py_sb *out, const struct re_item *it, int64_t lo,
                      int64_t hi, const char *mark, int64_t at)
{
    bool one_way = !it->group && it->w.lo == 1 && it->w.hi == 1, bare = *mark != '?';
    if (it->captures || hi / MOST > MOST || (hi - lo > MOST && !one_way)) {
        re_fail(p, at, "this engine repeats such a group at most %d times", MOST);
        return;
    }
    py_value text = py_sb_take(out, it->from);
    if (!text) {
        p->failed = true;
        return;
    }
    py_sb_z(out, *mark == '+' ? "(?>" : "(?:");
    put_times(out, text, lo);
    if (hi < 0) py_sb_format(out, "%U*%s", text, bare ? "" : "?");
    else if (hi - lo > MOST) put_at_most(out, text, hi - lo, bare ? "" : "?");
    else if (hi > lo)
        py_sb_format(out, "%U{0,%lld}%s", text, (long long)(hi - lo), bare ? "" : "?");
    py_sb_char(out, ')');
}

// --- all of them --------------------------------------------------------------------------------

static int64_t times(int64_t w, int64_t n)
{
    return w == 0 || n == 0 ? 0 : n < 0 || w > RE_WIDTH_MAX / n ? RE_WIDTH_MAX : w * n;
}

void re_repeat(struct re_parser *p, struct py_sb *out, uint32_t c, struct re_item *it,
               struct re_width *total)
{
    int64_t lo = c == '+', hi = c == '?' ? 1 : -1;
    size_t at = p->i - 1;
    if (c == '{' && !braces(p, &lo, &hi)) {
        if (p->failed) return;
        *it = (struct re_item){.any = true, .w = RE_WIDTH(1, 1), .from = out->len};
        re_put_literal(p, out, '{');
        *total = re_width_add(*total, it->w);
        return;
    }
    if (!it->any || it->anchor) {
        re_fail(p, (int64_t)at, "nothing to repeat");
        return;
    }
    if (it->repeat) {
        re_fail(p, (int64_t)at, "multiple repeat");
        return;
    }
    const char *mark = re_accept(p, '?') ? "?" : re_accept(p, '+') ? "+" : "";
    p->run = c == '+' && *mark != '?';
    if (lo > MOST || hi > MOST) put_large(p, out, it, lo, hi, mark, (int64_t)at + 1);
    else if (c != '{') py_sb_format(out, "%c%s", (int)c, mark);
    else if (hi < 0) py_sb_format(out, "{%lld,}%s", (long long)lo, mark);
    else py_sb_format(out, "{%lld,%lld}%s", (long long)lo, (long long)hi, mark);
    if (hi < 0 || hi > 4) p->loops += it->group ? 2 : 1;
    struct re_width w = {times(it->w.lo, lo), times(it->w.hi, hi)};
    total->lo += w.lo - it->w.lo;
    total->hi = total->hi >= RE_WIDTH_MAX || w.hi >= RE_WIDTH_MAX ? RE_WIDTH_MAX
                                                                  : total->hi - it->w.hi + w.hi;
    it->repeat = true;
}
