// What Counter does in loops; its methods are in lib/collections. Counts are looked up and set past
// the methods of dict where the class leaves those as they are.
#include "../obj/dict_int.h"
#include "../obj/int.h"
#include "collections_int.h"

// Does the mapping's class leave dict's `name` as it is?
static bool inherits(struct py_isolate *iso, py_value mapping, py_value name)
{
    py_value own = py_type_lookup(iso, py_type_of(iso, mapping), name);
    return own && own == py_type_lookup(iso, py_t(iso, PY_T_DICT), name);
}

static bool is_plain(struct py_isolate *iso, py_value map)
{
    return py_is_kind(map, PY_K_DICT) && inherits(iso, map, py_name(iso, PY_N_get)) &&
           inherits(iso, map, py_name(iso, PY_N___setitem__));
}

// old + more or, where `less`, old - more; old NULL: 0.
static py_value sum_of(struct py_isolate *iso, py_value old, py_value more, bool less)
{
    if (!old) old = py_small_new(0);
    if (py_are_ints(old, more))
        return py_int_new(iso,
                          less ? py_small(old) - py_small(more) : py_small(old) + py_small(more));
    return less ? py_binary(iso, PY_BIN_SUB, old, more) : py_binary(iso, PY_BIN_ADD, more, old);
}

// Adds to the count of a key in a plain dict, which is found once where no code can run between.
static bool add_quick(struct py_isolate *iso, struct py_dict *d, py_value key, py_value more,
                      bool less)
{
    uint64_t hash;
    if (!py_key_hash(iso, key, &hash)) return false;
    int64_t at = py_dict_find(iso, d, key, hash);
    if (at == PY_DICT_ERROR) return false;
    py_value old = at < 0 ? NULL : d->t->e[at].value, sum = sum_of(iso, old, more, less);
    if (!sum) return false;
    if (!py_is_int(more) || (old && !py_is_int(old)))
        return py_dict_set_hash(iso, d, key, hash, sum);
    if (at < 0) return py_dict_insert(iso, d, key, hash, sum);
    d->t->e[at].value = sum;
    return true;
}

// The same by the methods of a class that has its own.
static bool add_slowly(struct py_isolate *iso, py_value map, py_value key, py_value more, bool less)
{
    py_value args[2] = {key, py_small_new(0)};
    py_value old = py_call_method(iso, map, py_name(iso, PY_N_get), args, 2);
    py_value sum = old ? sum_of(iso, old, more, less) : NULL;
    return sum && py_setitem(iso, map, key, sum);
}

static bool add(struct py_isolate *iso, py_value map, bool plain, py_value key, py_value more,
                bool less)
{
    return (plain ? add_quick(iso, py_dict(map), key, more, less)
                  : add_slowly(iso, map, key, more, less)) &&
           py_tick(iso, 1);
}

PY_NATIVE(py_count_elements)
{
    py_value it = py_iter(iso, a[1]), v, one = py_small_new(1);
    bool plain = is_plain(iso, a[0]);
    while (it && (v = py_next(iso, it)))
        if (!add(iso, a[0], plain, v, one, false)) return NULL;
    return it && !iso->exc ? PY_NONE : NULL;
}

static py_value add_table(struct py_isolate *iso, py_value map, struct py_dict *counts, bool less)
{
    py_value key, v;
    uint64_t pos = 0, size = counts->n;
    bool plain = is_plain(iso, map);
    while (py_dict_next(iso, counts, &pos, &key, &v)) {
        if (!add(iso, map, plain, key, v, less)) return NULL;
        if (counts->n != size)
            return py_raise(iso, PY_T_RuntimeError, "dictionary changed size during iteration");
    }
    return PY_NONE;
}

// _add_counts(counts, mapping, sign): the mapping's counts are added (1) or taken away (-1).
PY_NATIVE(py_add_counts)
{
    bool less = a[2] != py_small_new(1), plain = is_plain(iso, a[0]);
    if (py_dict_plain(iso, a[1])) return add_table(iso, a[0], py_dict(a[1]), less);
    py_value items = py_call_method(iso, a[1], py_name(iso, PY_N_items), NULL, 0);
    py_value it = items ? py_iter(iso, items) : NULL, pair;
    while (it && (pair = py_next(iso, it))) {
        if (!(pair = py_is_exact(pair, PY_K_TUPLE) ? pair : py_tuple_of(iso, pair))) return NULL;
        if (py_tuple(pair)->n != 2) return py_raise_value_error(iso, "items must be pairs");
        if (!add(iso, a[0], plain, py_tuple(pair)->v[0], py_tuple(pair)->v[1], less)) return NULL;
    }
    return it && !iso->exc ? PY_NONE : NULL;
}

// The count that Counter's operator op makes of two.
static py_value combined(struct py_isolate *iso, char op, py_value x, py_value y)
{
    if (op == '+' || op == '-') return py_binary(iso, op == '+' ? PY_BIN_ADD : PY_BIN_SUB, x, y);
    int less = py_compare_bool(iso, x, y, PY_CMP_LT);
    return less < 0 ? NULL : (op == '|') == less ? y : x;
}

// The items of d, with their counts and those of `other` combined, into `result`, where positive;
// or only those that `other` has not, with 0 combined with their counts.
static bool combine_items(struct py_isolate *iso, char op, struct py_dict *d, struct py_dict *other,
                          bool rest, struct py_dict *result)
{
    py_value key, x, zero = py_small_new(0);
    uint64_t pos = 0, version = d->version;
    while (py_dict_next(iso, d, &pos, &key, &x)) {
        py_value y = py_dict_get(iso, other, key);
        if (iso->exc) return false;
        if (rest && y) continue;
        y = rest ? combined(iso, op, zero, x) : combined(iso, op, x, y ? y : zero);
        int more = y ? py_compare_bool(iso, y, zero, PY_CMP_GT) : -1;
        if (more < 0 || (more && !py_dict_set(iso, result, key, y)) || !py_tick(iso, 1))
            return false;
        if (d->version != version) {
            py_raise(iso, PY_T_RuntimeError, "dictionary changed size during iteration");
            return false;
        }
    }
    return true;
}

// _combine(result, a, b, op): the counts of a and b by '+', '-', '|' (the larger) or '&'.
PY_NATIVE(py_combine_counts)
{
    for (int i = 0; i < 3; i++)
        if (!py_is_kind(a[i], PY_K_DICT)) return py_raise_type_error(iso, "counts must be dicts");
    char op = py_is_str(a[3]) && py_str(a[3])->len == 1 ? (char)py_str_at(py_str(a[3]), 0) : 0;
    struct py_dict *result = py_dict(a[0]), *x = py_dict(a[1]), *y = py_dict(a[2]);
    bool ok = combine_items(iso, op, x, y, false, result) &&
              combine_items(iso, op, y, x, true, result);
    return ok ? a[0] : NULL;
}

// counts[key], for a key that may be missing.
static py_value count_in(struct py_isolate *iso, py_value counts, py_value key)
{
    bool plain = py_is_kind(counts, PY_K_DICT) &&
                 inherits(iso, counts, py_name(iso, PY_N___getitem__));
    py_value v = plain ? py_dict_get(iso, py_dict(counts), key) : NULL;
    return v || iso->exc ? v : py_getitem(iso, counts, key);
}

// Does it hold for the counts of all the keys of `keys`? -1: error.
static int holds(struct py_isolate *iso, py_value *a, py_value keys, enum py_cmp op)
{
    py_value it = py_iter(iso, keys), key;
    while (it && (key = py_next(iso, it))) {
        py_value x = count_in(iso, a[0], key), y = x ? count_in(iso, a[1], key) : NULL;
        int yes = y ? py_compare_bool(iso, x, y, op) : -1;
        if (yes <= 0) return yes;
        if (!py_tick(iso, 1)) return -1;
    }
    return it && !iso->exc ? 1 : -1;
}

// _compare(a, b, op): does '=', '<' (or equal) or '>' (or equal) hold for all counts of both?
PY_NATIVE(py_compare_counts)
{
    char sign = py_is_str(a[2]) && py_str(a[2])->len == 1 ? (char)py_str_at(py_str(a[2]), 0) : 0;
    enum py_cmp op = sign == '=' ? PY_CMP_EQ : sign == '<' ? PY_CMP_LE : PY_CMP_GE;
    int yes = holds(iso, a, a[0], op);
    if (yes > 0) yes = holds(iso, a, a[1], op);
    return yes < 0 ? NULL : py_bool(yes);
}

// The key by which items are sorted: the second item of a pair.
PY_NATIVE(py_count_of)
{
    if (py_is_exact(a[0], PY_K_TUPLE) && py_tuple(a[0])->n == 2) return py_tuple(a[0])->v[1];
    return py_getitem(iso, a[0], py_small_new(1));
}
