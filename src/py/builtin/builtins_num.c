// Builtin functions over numbers and orderings: abs, bin, chr, divmod, pow, round, sum, min, max.
#include "builtins_int.h"
#include "../obj/format.h"
#include "../vm/fold.h"

#include <math.h>

PY_NATIVE(py_bi_abs)
{
    return py_unary(iso, PY_UN_ABS, a[0]);
}
PY_NATIVE(py_bi_divmod)
{
    return py_binary(iso, PY_BIN_DIVMOD, a[0], a[1]);
}
PY_NATIVE(py_bi_pow)
{
    return py_power(iso, a[0], a[1], a[2]);
}

static py_value in_base(struct py_isolate *iso, py_value v, int base, char letter)
{
    struct py_sb b;
    py_value i = py_index(iso, v), digits = i ? py_int_text(iso, i, base) : NULL;
    if (!digits) return NULL;
    bool negative = py_str_at(py_str(digits), 0) == '-';
    py_sb_init(&b, iso);
    if (negative) py_sb_char(&b, '-');
    py_sb_char(&b, '0');
    py_sb_char(&b, (unsigned char)letter);
    py_sb_slice(&b, digits, negative, py_str(digits)->len);
    return py_sb_finish(&b);
}

PY_NATIVE(py_bi_bin)
{
    return in_base(iso, a[0], 2, 'b');
}
PY_NATIVE(py_bi_oct)
{
    return in_base(iso, a[0], 8, 'o');
}
PY_NATIVE(py_bi_hex)
{
    return in_base(iso, a[0], 16, 'x');
}

PY_NATIVE(py_bi_chr)
{
    py_value v = py_is_int(a[0]) ? a[0] : py_index(iso, a[0]);
    if (!v) return NULL;
    if (!py_is_int(v) || py_small(v) != (int32_t)py_small(v))
        return py_raise(iso, PY_T_OverflowError, "Python int too large to convert to C int");
    if (py_small(v) < 0 || py_small(v) > 0x10ffff)
        return py_raise_value_error(iso, "chr() arg not in range(0x110000)");
    return py_str_char(iso, (uint32_t)py_small(v));
}

PY_NATIVE(py_bi_ord)
{
    const unsigned char *p;
    size_t len;
    if (py_is_str(a[0])) {
        if (py_str(a[0])->len == 1) return py_small_new(py_str_at(py_str(a[0]), 0));
        len = py_str(a[0])->len;
    } else if (py_is_kind(a[0], PY_K_BYTES) || py_is_kind(a[0], PY_K_BYTEARRAY)) {
        if (!py_bytes_view(iso, a[0], &p, &len)) return NULL;
        if (len == 1) return py_small_new(p[0]);
    } else {
        return py_raise_type_error(iso, "ord() expected string of length 1, but %T found", a[0]);
    }
    return py_raise_type_error(iso, "ord() expected a character, but string of length %zu found",
                               len);
}

PY_NATIVE(py_bi_round)
{
    bool found;
    py_value nd = a[1] && a[1] != PY_NONE ? a[1] : NULL, name = py_str_intern_z(iso, "__round__");
    if (!name) return NULL;
    py_value r = py_call_special(iso, a[0], name, &nd, nd ? 1 : 0, &found);
    if (!r && !found && !py_error(iso))
        return py_raise_type_error(iso, "type %T doesn't define __round__ method", a[0]);
    return r;
}

// --- sum ----------------------------------------------------------------------------------------

// The items of an iterable one by one; lists and tuples without an iterator.
struct items {
    struct py_isolate *iso;
    py_value src, it;
    uint64_t i;
};

static bool items_open(struct items *s, struct py_isolate *iso, py_value src)
{
    *s = (struct items){.iso = iso, .src = src};
    if (py_is_exact(src, PY_K_LIST) || py_is_exact(src, PY_K_TUPLE)) return true;
    return (s->it = py_iter(iso, src)) != NULL;
}

static inline py_value items_next(struct items *s)
{
    if (!py_tick(s->iso, 1)) return NULL;
    if (s->it) return py_next(s->iso, s->it);
    if (py_is_kind(s->src, PY_K_LIST))
        return s->i < py_list(s->src)->n ? py_list(s->src)->v[s->i++] : NULL;
    return s->i < py_tuple(s->src)->n ? py_tuple(s->src)->v[s->i++] : NULL;
}

// Sums small ints in C. Leaves the running total and the first item that did not fit in *item.
static py_value sum_ints(struct items *s, py_value total, py_value *item)
{
    int64_t acc = py_small(total);
    while ((*item = items_next(s))) {
        int64_t x, r;
        if (py_is_int(*item)) x = py_small(*item);
        else if (py_is_bool(*item)) x = *item == PY_TRUE;
        else break;
        if (__builtin_add_overflow(acc, x, &r)) break;
        acc = r;
    }
    return py_int_new(s->iso, acc);
}

// Sums floats with Neumaier's compensation (A. Neumaier, ZAMM 54, 1974), as CPython 3.12 does.
static py_value sum_floats(struct items *s, py_value total, py_value *item)
{
    double acc = py_float(total), c = 0;
    while ((*item = items_next(s))) {
        if (py_is_flonum(*item) || py_is_exact(*item, PY_K_FLOAT)) {
            py_sum_step(&acc, &c, py_float(*item));
        } else if (py_is_int(*item) || py_is_bool(*item)) {
            acc += (double)(py_is_int(*item) ? py_small(*item) : *item == PY_TRUE);
        } else {
            break;
        }
    }
    if (c != 0 && isfinite(c)) acc += c;
    return py_float_new(s->iso, acc);
}

// Adds the items that are left, `item` (NULL: none yet) before them.
static py_value sum_rest(struct py_isolate *iso, struct items *s, py_value item, py_value total)
{
    for (;;) {
        if (item) total = py_binary(iso, PY_BIN_ADD, total, item);
        if (!total) return NULL;
        if (py_is_int(total)) total = sum_ints(s, total, &item);
        else if (py_is_flonum(total) || py_is_exact(total, PY_K_FLOAT))
            total = sum_floats(s, total, &item);
        else item = items_next(s);
        if (!item) return py_error(iso) ? NULL : total;
    }
}

py_value py_sum_from(struct py_isolate *iso, py_value it, py_value item, py_value total)
{
    return sum_rest(iso, &(struct items){.iso = iso, .it = it}, item, total);
}

PY_NATIVE(py_bi_sum)
{
    struct items s;
    py_value total = a[1] ? a[1] : py_small_new(0);
    if (!items_open(&s, iso, a[0])) return NULL;
    if (py_is_str(total))
        return py_raise_type_error(iso, "sum() can't sum strings [use ''.join(seq) instead]");
    if (py_is_kind(total, PY_K_BYTES))
        return py_raise_type_error(iso, "sum() can't sum bytes [use b''.join(seq) instead]");
    if (py_is_kind(total, PY_K_BYTEARRAY))
        return py_raise_type_error(iso, "sum() can't sum bytearray [use b''.join(seq) instead]");
    return sum_rest(iso, &s, NULL, total);
}

// --- min and max --------------------------------------------------------------------------------

struct best {
    const char *name;
    enum py_cmp op;
    py_value key, fallback; // NULL: none
};

static bool best_options(struct py_isolate *iso, struct best *b, py_value *a, int n, py_value kw)
{
    if (n == 0) {
        py_raise_type_error(iso, "%s expected at least 1 argument, got 0", b->name);
        return false;
    }
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        py_value name = py_tuple(kw)->v[i], v = a[(uint64_t)n + i];
        if (py_str_is(name, "key")) b->key = v == PY_NONE ? NULL : v;
        else if (py_str_is(name, "default")) b->fallback = v;
        else
            return py_raise_type_error(iso, "'%U' is an invalid keyword argument for %s()", name,
                                       b->name) != NULL;
    }
    if (n > 1 && b->fallback) {
        py_raise_type_error(
            iso, "Cannot specify a default for %s() with multiple positional arguments", b->name);
        return false;
    }
    return true;
}

// Is x better than the best so far? -1 error.
static inline int better(struct py_isolate *iso, py_value x, py_value best, enum py_cmp op)
{
    if (py_are_ints(x, best))
        return op == PY_CMP_LT ? py_small(x) < py_small(best) : py_small(x) > py_small(best);
    if (py_is_flonum(x) && py_is_flonum(best))
        return op == PY_CMP_LT ? py_flonum(x) < py_flonum(best) : py_flonum(x) > py_flonum(best);
    py_value r = py_compare(iso, x, best, op);
    return r ? py_truth(iso, r) : -1;
}

py_value py_best_from(struct py_isolate *iso, py_value it, py_value item, py_value best,
                      enum py_cmp op)
{
    for (; item; item = py_next(iso, it)) {
        int won = best ? better(iso, item, best, op) : 1;
        if (won < 0 || !py_tick(iso, 1)) return NULL;
        if (won) best = item;
    }
    return py_error(iso) ? NULL : best;
}

static py_value find_best(struct py_isolate *iso, struct best b, py_value *a, int n, py_value kw)
{
    struct items s = {.iso = iso};
    py_value item, won = NULL, won_key = NULL;
    if (!best_options(iso, &b, a, n, kw)) return NULL;
    if (n == 1 && !items_open(&s, iso, a[0])) return NULL;
    for (int i = 0; (item = n == 1 ? items_next(&s) : i < n ? a[i] : NULL); i++) {
        py_value key = b.key ? py_call1(iso, b.key, item) : item;
        if (!key) return NULL;
        int won_now = won ? better(iso, key, won_key, b.op) : 1;
        if (won_now < 0) return NULL;
        if (!won_now) continue;
        won = item;
        won_key = key;
    }
    if (py_error(iso)) return NULL;
    if (won) return won;
    return b.fallback ? b.fallback
                      : py_raise_value_error(iso, "%s() iterable argument is empty", b.name);
}

PY_NATIVE_RAW(py_bi_min)
{
    return find_best(iso, (struct best){.name = "min", .op = PY_CMP_LT}, a, n, kw);
}
PY_NATIVE_RAW(py_bi_max)
{
    return find_best(iso, (struct best){.name = "max", .op = PY_CMP_GT}, a, n, kw);
}
