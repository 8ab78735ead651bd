// list.sort: stable merge sort that uses runs already in order and gallops through long stretches
// of one side (the scheme of timsort). Elements carry a machine word that decides most comparisons
// without a call: the value of ints and floats, the first bytes of strings, the same of a tuple's
// first item. While Python code may run (keys, comparisons) the list itself is empty.
#include <math.h>

#include "int.h"
#include "seq_int.h"

struct elem {
    int64_t pre; // a->pre < b->pre: a < b; equal: ask further
    py_value key, val;
};

enum mode {
    ALL_PRE, // pre decides everything
    STRINGS,
    GENERIC // tuples with a useful pre, and everything else
};

struct run {
    struct elem *at;
    size_t n;
};

struct sort {
    struct py_isolate *iso;
    enum mode mode;
    struct elem *tmp; // room for half of the elements
    struct run runs[90];
    int nruns;
    int min_gallop;
};

static int less_slow(struct sort *s, const struct elem *a, const struct elem *b)
{
    if (s->mode == ALL_PRE) return 0;
    if (!py_tick(s->iso, 1)) return -1;
    if (s->mode == STRINGS) py_charge_bytes(s->iso, py_str(a->key)->len);
    if (s->mode == STRINGS) return py_str_compare(py_str(a->key), py_str(b->key)) < 0;
    return py_compare_bool(s->iso, a->key, b->key, PY_CMP_LT);
}

static inline int less(struct sort *s, const struct elem *a, const struct elem *b)
{
    if (a->pre != b->pre) return a->pre < b->pre;
    return less_slow(s, a, b);
}

// --- runs ---------------------------------------------------------------------------------------

static void reverse(struct elem *v, size_t n)
{
    for (size_t i = 0, j = n; i + 1 < j; i++) {
        struct elem t = v[i];
        v[i] = v[--j];
        v[j] = t;
    }
}

// Length of the run that starts at v, made ascending. 0: exception.
static size_t take_run(struct sort *s, struct elem *v, size_t n)
{
    if (n < 2) return n;
    size_t i = 2;
    int down = less(s, v + 1, v);
    for (; down >= 0 && i < n; i++) {
        int lt = less(s, v + i, v + i - 1);
        if (lt < 0) return 0;
        if (lt != down) break;
    }
    if (down < 0) return 0;
    if (down) reverse(v, i);
    return i;
}

// v[0..sorted) is in order: brings v[sorted..n) in by binary insertion.
static bool insert_rest(struct sort *s, struct elem *v, size_t sorted, size_t n)
{
    for (; sorted < n; sorted++) {
        struct elem x = v[sorted];
        size_t lo = 0, hi = sorted;
        while (lo < hi) {
            size_t mid = (lo + hi) / 2;
            int lt = less(s, &x, v + mid);
            if (lt < 0) return false;
            if (lt) hi = mid;
            else lo = mid + 1;
        }
        memmove(v + lo + 1, v + lo, (sorted - lo) * sizeof *v);
        v[lo] = x;
    }
    return true;
}

// --- merging ------------------------------------------------------------------------------------

// First position in v[0..n) that x goes to: before equal ones (left) or after them. -1: exception.
static ptrdiff_t gallop(struct sort *s, const struct elem *x, const struct elem *v, size_t n,
                        bool left, bool from_end)
{
    size_t lo = 0, hi = n, step = 1;
    // Exponential search from one end, then binary search.
    while (lo < hi) {
        size_t probe = from_end ? (hi - lo >= step ? hi - step : lo)
                                : (hi - lo > step ? lo + step - 1 : hi - 1);
        int below = left ? less(s, v + probe, x) : less(s, x, v + probe);
        if (below < 0) return -1;
        bool right_of = left ? below : !below; // x goes after probe
        if (right_of) lo = probe + 1;
        else hi = probe;
        if (right_of == from_end) break; // bracketed
        step *= 2;
    }
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        int below = left ? less(s, v + mid, x) : less(s, x, v + mid);
        if (below < 0) return -1;
        if (left ? below : !below) lo = mid + 1;
        else hi = mid;
    }
    return (ptrdiff_t)lo;
}

// Merges a[0..na) with b = a + na forwards, a's part in tmp.
static bool merge_low(struct sort *s, struct elem *a, size_t na, size_t nb)
{
    struct elem *out = a, *p = s->tmp, *pe = p + na, *q = a + na, *qe = q + nb;
    memcpy(p, a, na * sizeof *a);
    bool ok = true;
    int wins_p = 0, wins_q = 0;
    while (p < pe && q < qe) {
        int lt = less(s, q, p);
        if (lt < 0) {
            ok = false;
            break;
        }
        if (lt) {
            *out++ = *q++;
            wins_q++;
            wins_p = 0;
        } else {
            *out++ = *p++;
            wins_p++;
            wins_q = 0;
        }
        if (wins_p + wins_q < s->min_gallop || p == pe || q == qe) continue;
        // One side wins again and again: look how far it does.
        ptrdiff_t k = wins_p ? gallop(s, q, p, (size_t)(pe - p), false, false)
                             : gallop(s, p, q, (size_t)(qe - q), true, false);
        if (k < 0) {
            ok = false;
            break;
        }
        memmove(out, wins_p ? p : q, (size_t)k * sizeof *out);
        out += k;
        if (wins_p) p += k;
        else q += k;
        s->min_gallop += k < 8 ? 1 : s->min_gallop > 2 ? -1 : 0;
        wins_p = wins_q = 0;
    }
    memcpy(out, p, (size_t)(pe - p) * sizeof *out); // b's rest is in place already
    return ok;
}

// The same backwards, b's part in tmp.
static bool merge_high(struct sort *s, struct elem *a, size_t na, size_t nb)
{
    struct elem *p = a + na, *tmp = s->tmp, *q = tmp + nb, *out = a + na + nb;
    memcpy(tmp, a + na, nb * sizeof *a);
    bool ok = true;
    int wins_p = 0, wins_q = 0;
    while (p > a && q > tmp) {
        int lt = less(s, q - 1, p - 1);
        if (lt < 0) {
            ok = false;
            break;
        }
        if (lt) {
            *--out = *--p;
            wins_p++;
            wins_q = 0;
        } else {
            *--out = *--q;
            wins_q++;
            wins_p = 0;
        }
        if (wins_p + wins_q < s->min_gallop || p == a || q == tmp) continue;
        ptrdiff_t k = wins_p ? gallop(s, q - 1, a, (size_t)(p - a), false, true)
                             : gallop(s, p - 1, tmp, (size_t)(q - tmp), true, true);
        if (k < 0) {
            ok = false;
            break;
        }
        size_t moved = wins_p ? (size_t)(p - a) - (size_t)k : (size_t)(q - tmp) - (size_t)k;
        out -= moved;
        memmove(out, wins_p ? p - moved : q - moved, moved * sizeof *out);
        if (wins_p) p -= moved;
        else q -= moved;
        s->min_gallop += moved < 8 ? 1 : s->min_gallop > 2 ? -1 : 0;
        wins_p = wins_q = 0;
    }
    memcpy(out - (q - tmp), tmp, (size_t)(q - tmp) * sizeof *out);
    return ok;
}

// Merges runs i and i + 1.
static bool merge_at(struct sort *s, int i)
{
    struct run *r = &s->runs[i];
    struct elem *a = r[0].at, *b = r[1].at;
    size_t na = r[0].n, nb = r[1].n;
    r[0].n = na + nb;
    s->nruns--;
    memmove(r + 1, r + 2, (size_t)(s->nruns - i - 1) * sizeof *r);
    if (!py_tick(s->iso, (na + nb) / 4 + 1)) return false;
    // Items of a already in place, items of b already in place.
    ptrdiff_t k = gallop(s, b, a, na, false, false);
    if (k < 0) return false;
    a += k;
    na -= (size_t)k;
    if (!na) return true;
    k = gallop(s, a + na - 1, b, nb, true, true);
    if (k <= 0) return k == 0;
    nb = (size_t)k;
    return na <= nb ? merge_low(s, a, na, nb) : merge_high(s, a, na, nb);
}

// Keeps the lengths on the run stack growing like Fibonacci numbers.
static bool collapse(struct sort *s, bool all)
{
    struct run *r = s->runs;
    while (s->nruns > 1) {
        int i = s->nruns - 2;
        bool crowded = (i > 0 && r[i - 1].n <= r[i].n + r[i + 1].n) ||
                       (i > 1 && r[i - 2].n <= r[i - 1].n + r[i].n);
        if (!crowded && r[i].n > r[i + 1].n && !all) return true;
        if (i > 0 && r[i - 1].n < r[i + 1].n && (crowded || all)) i--;
        if (!merge_at(s, i)) return false;
    }
    return true;
}

static bool sort_elems(struct sort *s, struct elem *v, size_t n)
{
    size_t min = n, odd = 0;
    for (; min >= 64; min >>= 1) odd |= min & 1;
    min += odd;
    s->min_gallop = 7;
    while (n) {
        size_t len = take_run(s, v, n);
        if (!len) return false;
        if (len < min && len < n) {
            size_t want = n < min ? n : min;
            if (!insert_rest(s, v, len, want)) return false;
            len = want;
        }
        s->runs[s->nruns++] = (struct run){v, len};
        if (!collapse(s, false) || !py_tick(s->iso, len / 2)) return false;
        v += len;
        n -= len;
    }
    return collapse(s, true);
}

// --- deciding words -----------------------------------------------------------------------------

enum { T_INT = 1, T_FLOAT = 2, T_STR = 4, T_WIDE = 8, T_OTHER = 16 };

static unsigned class_of(py_value k)
{
    if (py_is_int(k)) {
        int64_t i = py_small(k);
        return i < -(1ll << 53) || i > 1ll << 53 ? T_INT | T_WIDE : T_INT;
    }
    if (py_is_flonum(k)) return T_FLOAT;
    if (py_is_exact(k, PY_K_FLOAT)) return isnan(py_float(k)) ? T_OTHER : T_FLOAT;
    if (py_is_exact(k, PY_K_STR)) return py_str(k)->width == 1 ? T_STR : T_STR | T_WIDE;
    return T_OTHER;
}

// Order-preserving image of a double in the ints; -0.0 as 0.0.
static int64_t float_word(double d)
{
    int64_t i;
    d += 0.0;
    memcpy(&i, &d, 8);
    return i < 0 ? (int64_t)(~(uint64_t)i ^ (uint64_t)INT64_MIN) : i;
}

static int64_t str_word(const struct py_str *s, bool wide)
{
    uint64_t w = 0;
    if (wide) {
        for (uint32_t i = 0; i < 2; i++) w = w << 32 | (i < s->len ? py_str_at(s, i) : 0);
    } else {
        const unsigned char *p = s->data;
        for (uint32_t i = 0; i < 8; i++) w = w << 8 | (i < s->len ? p[i] : 0);
    }
    return (int64_t)(w ^ (uint64_t)INT64_MIN);
}

// The deciding item of a key: the key itself, or the first item of a tuple.
static py_value leading(py_value key, bool tuples)
{
    return tuples ? py_tuple(key)->v[0] : key;
}

static void prepare(struct sort *s, struct elem *e, size_t n)
{
    bool tuples = true;
    for (size_t i = 0; i < n && tuples; i++)
        tuples = py_is_exact(e[i].key, PY_K_TUPLE) && py_tuple(e[i].key)->n > 0;
    unsigned seen = 0;
    for (size_t i = 0; i < n && !(seen & T_OTHER); i++) seen |= class_of(leading(e[i].key, tuples));
    s->mode = GENERIC;
    if (seen & T_OTHER) return;
    bool wide = seen & T_WIDE;
    unsigned kinds = seen & (T_INT | T_FLOAT | T_STR);
    if (kinds == (T_INT | T_FLOAT) ? wide : kinds != T_INT && kinds != T_FLOAT && kinds != T_STR)
        return;
    for (size_t i = 0; i < n; i++) {
        py_value k = leading(e[i].key, tuples);
        if (kinds == T_INT) e[i].pre = py_small(k);
        else if (kinds == T_STR) e[i].pre = str_word(py_str(k), wide);
        else e[i].pre = float_word(py_is_int(k) ? (double)py_small(k) : py_float(k));
    }
    if (!tuples) s->mode = kinds == T_STR ? STRINGS : ALL_PRE;
}

// --- the list -----------------------------------------------------------------------------------

static bool fill_elems(struct py_isolate *iso, struct elem *e, py_value *v, size_t n, py_value key)
{
    bool keyed = key && key != PY_NONE;
    for (size_t i = 0; i < n; i++) e[i].val = e[i].key = v[i];
    for (size_t i = 0; keyed && i < n; i++)
        if (!(e[i].key = py_call1(iso, key, v[i])) || !py_tick(iso, 1)) return false;
    return true;
}

static bool run_sort(struct py_isolate *iso, py_value *v, size_t n, py_value key, bool backwards)
{
    struct py_buf *eb = py_buf_new(iso, PY_K_VALUES, n * sizeof(struct elem));
    struct py_buf *tb = eb ? py_buf_new(iso, PY_K_VALUES, (n / 2 + 1) * sizeof(struct elem)) : NULL;
    if (!tb) return false;
    struct elem *e = (struct elem *)eb->u.v;
    struct sort s = {.iso = iso, .tmp = (struct elem *)tb->u.v};
    if (!fill_elems(iso, e, v, n, key) || !py_tick(iso, n)) return false;
    prepare(&s, e, n);
    // Equal elements keep their order also in a descending sort: sort the mirror image.
    if (backwards) reverse(e, n);
    bool ok = sort_elems(&s, e, n);
    if (backwards) reverse(e, n);
    for (size_t i = 0; i < n; i++) v[i] = e[i].val;
    py_buf_free(iso, eb);
    py_buf_free(iso, tb);
    return ok;
}

bool py_list_sort(struct py_isolate *iso, py_value list, py_value key, bool backwards)
{
    struct py_list *l = py_list(list);
    bool keyed = key && key != PY_NONE;
    if (l->n < 2 && !keyed) return true;
    if (l->n == 0) return true;
    py_value *v = l->v;
    uint64_t n = l->n, cap = l->cap;
    l->v = NULL;
    l->n = l->cap = 0;
    bool ok = run_sort(iso, v, n, key, backwards);
    bool touched = l->v || l->n;
    l->v = v;
    l->n = n;
    l->cap = cap;
    if (ok && touched) {
        py_raise_value_error(iso, "list modified during sort");
        return false;
    }
    return ok;
}
