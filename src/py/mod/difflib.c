// Module _difflib: the loops of SequenceMatcher. Blocks are found by Ratcliff and Obershelp's
// method: for each item of a, how long what matches is that ends there, by where it ends in b.
#include "../obj/dict_int.h"

// --- items --------------------------------------------------------------------------------------

// seq[i]. Sequences may change while items are compared, so that bounds are looked at each time.
static py_value item_at(struct py_isolate *iso, py_value seq, int64_t i)
{
    if (i >= 0 && py_is_exact(seq, PY_K_LIST) && (uint64_t)i < py_list(seq)->n)
        return py_list(seq)->v[i];
    if (i >= 0 && py_is_exact(seq, PY_K_STR) && (uint64_t)i < py_str(seq)->len)
        return py_str_char(iso, py_str_at(py_str(seq), (size_t)i));
    return py_getitem(iso, seq, py_small_new(i));
}

// x == y, where identity does not count. -1: error.
static int same(struct py_isolate *iso, py_value x, py_value y)
{
    if (py_is_exact(x, PY_K_STR) && py_is_exact(y, PY_K_STR))
        return x == y || py_str_equal(py_str(x), py_str(y));
    py_value r = py_compare(iso, x, y, PY_CMP_EQ);
    return r ? py_truth(iso, r) : -1;
}

// --- the longest match --------------------------------------------------------------------------

struct cell {
    int64_t row, length; // of what matches up to an item of a, one more than its number
};
struct match {
    py_value a, b, junk;
    int64_t alo, ahi, blo, bhi; // what is compared
    int64_t i, j, end_i, end_j; // what was found
};

static bool take_row(struct py_isolate *iso, struct match *m, struct cell *cells, int64_t i,
                     py_value places)
{
    int64_t width = m->bhi - m->blo + 1, j;
    struct cell *before = cells + (i & 1) * width, *here = cells + (~i & 1) * width;
    if (!py_is_exact(places, PY_K_LIST))
        return py_raise_type_error(iso, "places must be lists, not %T", places);
    for (uint64_t k = 0; k < py_list(places)->n; k++) {
        if (!py_tick(iso, 1) || !py_as_int64(iso, py_list(places)->v[k], &j)) return false;
        if (j >= m->bhi) break;
        if (j < m->blo) continue;
        struct cell up = before[j - m->blo];
        int64_t length = up.row == i ? up.length + 1 : 1; // row i is that of item i - 1
        here[j - m->blo + 1] = (struct cell){i + 1, length};
        if (length <= m->end_i - m->i) continue;
        m->end_i = i + 1;
        m->end_j = j + 1;
        m->i = m->end_i - length;
        m->j = m->end_j - length;
    }
    return true;
}

static bool find(struct py_isolate *iso, struct match *m, py_value places)
{
    if (m->bhi <= m->blo || m->ahi <= m->alo) return true;
    uint64_t size = py_size_of((uint64_t)(m->bhi - m->blo) + 1, 2 * sizeof(struct cell));
    if (!py_mem_check(iso, size) || !py_tick(iso, size / 64)) return false;
    struct py_buf *buf = py_buf_new(iso, PY_K_RAW, size);
    if (!buf) return false;
    struct cell *cells = (struct cell *)((char *)buf + offsetof(struct py_buf, u));
    memset(cells, 0, size);
    for (int64_t i = m->alo; i < m->ahi; i++) {
        py_value item = item_at(iso, m->a, i);
        py_value where = item ? py_dict_get(iso, py_dict(places), item) : NULL;
        if (iso->exc || !py_tick(iso, 1) || (where && !take_row(iso, m, cells, i, where)))
            return false;
    }
    py_buf_free(iso, buf);
    return true;
}

// Do a[i] and b[j] match, being junk or not as wanted? -1: error.
static int matches(struct py_isolate *iso, const struct match *m, int64_t i, int64_t j, bool junk)
{
    py_value x = item_at(iso, m->a, i), y = x ? item_at(iso, m->b, j) : NULL;
    int yes = y && py_tick(iso, 1) ? same(iso, x, y) : -1;
    if (yes <= 0) return yes;
    int is_junk = py_contains(iso, m->junk, y);
    return is_junk < 0 ? -1 : is_junk == junk;
}

// Makes the match longer at both ends by such items.
static bool extend(struct py_isolate *iso, struct match *m, bool junk)
{
    int yes = 1;
    while (m->i > m->alo && m->j > m->blo &&
           (yes = matches(iso, m, m->i - 1, m->j - 1, junk)) > 0) {
        m->i--;
        m->j--;
    }
    if (yes < 0) return false;
    while (m->end_i < m->ahi && m->end_j < m->bhi &&
           (yes = matches(iso, m, m->end_i, m->end_j, junk)) > 0) {
        m->end_i++;
        m->end_j++;
    }
    return yes >= 0;
}

// _longest(a, b, places, junk, alo, ahi, blo, bhi): (start in a, start in b, size) of the match.
static PY_NATIVE(longest)
{
    struct match m = {.a = a[0], .b = a[1], .junk = a[3]};
    if (!py_is_kind(a[2], PY_K_DICT)) return py_raise_type_error(iso, "places must be a dict");
    if (!py_as_int64(iso, a[4], &m.alo) || !py_as_int64(iso, a[5], &m.ahi) ||
        !py_as_int64(iso, a[6], &m.blo) || !py_as_int64(iso, a[7], &m.bhi))
        return NULL;
    int64_t end = py_len(iso, a[1]);
    if (end < 0) return NULL;
    if (m.bhi > end) m.bhi = end; // beyond it there is nothing, and room for it is not needed
    if (m.blo < 0) return py_raise_value_error(iso, "blo must not be negative");
    m.i = m.end_i = m.alo;
    m.j = m.end_j = m.blo;
    bool ok = find(iso, &m, a[2]) && extend(iso, &m, false);
    int some = ok ? py_truth(iso, a[3]) : -1;
    if (some < 0 || (some && !extend(iso, &m, true))) return NULL;
    return py_tuple_pack(iso, 3, py_small_new(m.i), py_small_new(m.j), py_small_new(m.end_i - m.i));
}

// --- the rest -----------------------------------------------------------------------------------

// _places(b): the numbers of the places where each item is.
static PY_NATIVE(places)
{
    py_value d = py_dict_new(iso), it = d ? py_iter(iso, a[0]) : NULL, item;
    for (int64_t i = 0; it && (item = py_next(iso, it)); i++) {
        uint64_t hash;
        if (!py_key_hash(iso, item, &hash) || !py_tick(iso, 1)) return NULL;
        py_value list = py_dict_get_hash(iso, py_dict(d), item, hash);
        if (!list && (iso->exc || !(list = py_list_new(iso, 1)) ||
                      !py_dict_set_hash(iso, py_dict(d), item, hash, list)))
            return NULL;
        if (!py_list_append(iso, list, py_small_new(i))) return NULL;
    }
    return it && !iso->exc ? d : NULL;
}

// _common(items, counts): how many of the items there are in counts as well.
static PY_NATIVE(common)
{
    if (!py_is_kind(a[1], PY_K_DICT)) return py_raise_type_error(iso, "counts must be a dict");
    py_value left = py_dict_copy(iso, py_dict(a[1])), it = left ? py_iter(iso, a[0]) : NULL, item;
    int64_t found = 0;
    while (it && (item = py_next(iso, it))) {
        uint64_t hash;
        if (!py_key_hash(iso, item, &hash) || !py_tick(iso, 1)) return NULL;
        py_value n = py_dict_get_hash(iso, py_dict(left), item, hash);
        if (!n && iso->exc) return NULL;
        if (!n || !py_is_int(n) || py_small(n) <= 0) continue;
        found++;
        if (!py_dict_set_hash(iso, py_dict(left), item, hash, py_small_new(py_small(n) - 1)))
            return NULL;
    }
    return it && !iso->exc ? py_int_new(iso, found) : NULL;
}

static const struct py_native_row functions[] = {
    PY_ROW("_longest", longest, "a, b, places, junk, alo, ahi, blo, bhi, /", NULL),
    PY_ROW("_places", places, "b, /", NULL),
    PY_ROW("_common", common, "items, counts, /", NULL),
    {0}};

const struct py_moddef py_mod__difflib = {
    .name = "_difflib",
    .functions = functions,
    .doc = "The part of difflib that is in C.",
};
