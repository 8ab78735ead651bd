// Module itertools: the iterators that pass items on one by one.
#include "itertools_int.h"

void py_it_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_it *it = (struct py_it *)o;
    py_mark(iso, it->a);
    py_mark(iso, it->b);
    py_mark(iso, it->c);
    py_mark(iso, it->d);
    py_mark(iso, it->e);
    py_mark(iso, it->f);
    py_mark_obj(iso, it->buf);
}

struct py_it *py_it_new(struct py_isolate *iso, struct py_type *cls)
{
    return py_new_of(iso, cls, sizeof(struct py_it));
}

// An iterator over x together with a function f.
static py_value with_function(struct py_isolate *iso, struct py_type *cls, py_value f, py_value x)
{
    py_value in = py_iter(iso, x);
    struct py_it *it = in ? py_it_new(iso, cls) : NULL;
    if (!it) return NULL;
    it->a = in;
    it->b = f;
    return (py_value)it;
}

// --- count --------------------------------------------------------------------------------------

static py_value count_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                           py_value kw)
{
    static const struct py_args_spec spec = {"count", {"start", "step"}, 2, 0, 2, 0};
    py_value arg[2];
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    for (int i = 0; i < 2; i++) {
        py_value v = arg[i];
        if (!v || py_is_anyint(v) || py_is_float(v) || py_is_kind(v, PY_K_COMPLEX)) continue;
        struct py_type *t = py_type_of(iso, v);
        if (!py_type_lookup(iso, t, py_name(iso, PY_N___index__)) &&
            !py_type_lookup(iso, t, py_name(iso, PY_N___float__)) &&
            !py_type_lookup(iso, t, py_name(iso, PY_N___int__)))
            return iso->exc ? NULL : py_raise_type_error(iso, "a number is required");
    }
    struct py_it *it = py_it_new(iso, cls);
    if (!it) return NULL;
    it->a = arg[0] ? arg[0] : py_small_new(0);
    it->b = arg[1] ? arg[1] : py_small_new(1);
    return (py_value)it;
}

static py_value count_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    py_value v = it->a;
    py_value next = py_are_ints(v, it->b) ? py_int_new(iso, py_small(v) + py_small(it->b))
                                          : py_binary(iso, PY_BIN_ADD, v, it->b);
    if (!next) return NULL;
    it->a = next;
    return v;
}

static py_value count_repr(struct py_isolate *iso, py_value self)
{
    const struct py_it *it = py_it(self);
    if (it->b == py_small_new(1)) return py_str_format(iso, "count(%R)", it->a);
    return py_str_format(iso, "count(%R, %R)", it->a, it->b);
}

static const struct py_typedef count_def = {
    .name = "count",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_it),
    .attrs_off = sizeof(struct py_it),
    .trace = py_it_trace,
    .sig = "start=0, step=1",
    .doc = "Numbers without end: start, start + step, start + 2*step and on.",
    .slots = {.make = count_make, .iter = py_iter_self, .next = count_next, .repr = count_repr}};

// --- repeat -------------------------------------------------------------------------------------

static py_value repeat_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                            py_value kw)
{
    static const struct py_args_spec spec = {"repeat", {"object", "times"}, 2, 0, 2, 1};
    py_value arg[2];
    int64_t times = -1;
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    if (arg[1]) {
        if (!py_as_int64(iso, arg[1], &times)) return NULL;
        if (times < 0) times = 0;
    }
    struct py_it *it = py_it_new(iso, cls);
    if (!it) return NULL;
    it->a = arg[0];
    it->n = times;
    return (py_value)it;
}

static py_value repeat_next(PY_UNUSED struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    if (it->n == 0) return NULL;
    if (it->n > 0) it->n--;
    return it->a;
}

static py_value repeat_repr(struct py_isolate *iso, py_value self)
{
    const struct py_it *it = py_it(self);
    if (it->n < 0) return py_str_format(iso, "repeat(%R)", it->a);
    return py_str_format(iso, "repeat(%R, %lld)", it->a, (long long)it->n);
}

static PY_NATIVE(repeat_hint)
{
    if (py_it(a[0])->n < 0) return py_raise_type_error(iso, "len() of unsized object");
    return py_int_new(iso, py_it(a[0])->n);
}

static const struct py_native_row repeat_methods[] = {
    PY_ROW("__length_hint__", repeat_hint, "", "How many times are left."), {0}};
static const struct py_typedef repeat_def = {
    .name = "repeat",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_it),
    .attrs_off = sizeof(struct py_it),
    .trace = py_it_trace,
    .methods = repeat_methods,
    .doc = "The same object over and over, or the given number of times.",
    .slots = {.make = repeat_make, .iter = py_iter_self, .next = repeat_next, .repr = repeat_repr}};

// --- cycle --------------------------------------------------------------------------------------

static py_value cycle_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                           py_value kw)
{
    if (!py_args_no_kw_plain(iso, cls, "cycle", kw) || !py_args_count(iso, "cycle", n, 1, 1))
        return NULL;
    py_value saved = py_list_new(iso, 0);
    return saved ? with_function(iso, cls, saved, a[0]) : NULL;
}

static py_value cycle_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    if (it->a) {
        py_value v = py_next(iso, it->a);
        if (v) return py_list_append(iso, it->b, v) ? v : NULL;
        if (iso->exc) return NULL;
        it->a = NULL;
    }
    struct py_list *l = py_list(it->b);
    if (!l->n) return NULL;
    py_value v = l->v[it->i++];
    if ((uint64_t)it->i >= l->n) it->i = 0;
    return v;
}

static PY_IT_TYPE(cycle, cycle_make, cycle_next,
                  .doc = "The items of an iterable again and again; a copy of them is kept.");

// --- accumulate ---------------------------------------------------------------------------------

static py_value accumulate_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                                py_value kw)
{
    static const struct py_args_spec spec = {
        "accumulate", {"iterable", "func", "initial"}, 3, 0, 2, 1};
    py_value arg[3];
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    py_value r = with_function(iso, cls, arg[1] && arg[1] != PY_NONE ? arg[1] : NULL, arg[0]);
    if (r && arg[2] && arg[2] != PY_NONE) py_it(r)->d = arg[2];
    return r;
}

static py_value accumulate_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    if (it->d) { // initial value first
        it->c = it->d;
        it->d = NULL;
        return it->c;
    }
    py_value v = py_next(iso, it->a);
    if (!v) return NULL;
    if (!it->c) return it->c = v;
    py_value r = it->b ? py_call2(iso, it->b, it->c, v) : py_binary(iso, PY_BIN_ADD, it->c, v);
    if (!r) return NULL;
    return it->c = r;
}

static PY_IT_TYPE(
    accumulate, accumulate_make, accumulate_next,
    .doc = "Running totals, or running results of another function of two arguments.");

// --- chain --------------------------------------------------------------------------------------

static py_value chain_of(struct py_isolate *iso, struct py_type *cls, py_value iterables)
{
    return with_function(iso, cls, NULL, iterables);
}

static py_value chain_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                           py_value kw)
{
    if (!py_args_no_kw_plain(iso, cls, "chain", kw)) return NULL;
    py_value t = py_tuple_from(iso, a, (uint64_t)n);
    return t ? chain_of(iso, cls, t) : NULL;
}

static PY_NATIVE(chain_from)
{
    return chain_of(iso, (struct py_type *)a[0], a[1]);
}

static py_value chain_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    while (it->a) {
        if (!it->b) {
            py_value next = py_next(iso, it->a);
            if (!next) {
                if (!iso->exc) it->a = NULL;
                return NULL;
            }
            if (!(it->b = py_iter(iso, next))) {
                it->a = NULL;
                return NULL;
            }
        }
        py_value v = py_next(iso, it->b);
        if (v) return v;
        if (iso->exc || !py_tick(iso, 1)) return NULL;
        it->b = NULL;
    }
    return NULL;
}

static const struct py_native_row chain_methods[] = {
    PY_CLASS_ROW("from_iterable", chain_from, "iterable, /",
                 "chain() of the iterables that one iterable holds, taken as they are needed."),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                 "The class with the type of its items, for annotations: chain[int]."),
    {0}};
static PY_IT_TYPE(chain, chain_make, chain_next, .methods = chain_methods,
                  .doc = "The items of several iterables one after another, as if they were one.");

// --- selecting ----------------------------------------------------------------------------------

static py_value compress_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                              py_value kw)
{
    static const struct py_args_spec spec = {"compress", {"data", "selectors"}, 2, 0, 2, 2};
    py_value arg[2];
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    py_value data = py_iter(iso, arg[0]);
    return data ? with_function(iso, cls, data, arg[1]) : NULL;
}

static py_value compress_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    for (;;) {
        py_value v = py_next(iso, it->b), s = v ? py_next(iso, it->a) : NULL;
        int t = s ? py_truth(iso, s) : -1;
        if (t < 0) return NULL;
        if (t) return v;
        if (!py_tick(iso, 1)) return NULL;
    }
}

static PY_IT_TYPE(compress, compress_make, compress_next,
                  .doc = "Those items whose selector at the same place is true.");

static py_value selector_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                              py_value kw)
{
    const char *name = cls->def->name;
    if (!py_args_no_kw_plain(iso, cls, name, kw) || !py_args_count(iso, name, n, 2, 2)) return NULL;
    return with_function(iso, cls, a[0], a[1]);
}

static int test(struct py_isolate *iso, py_value f, py_value v)
{
    if (f == PY_NONE || f == (py_value)py_t(iso, PY_T_BOOL)) return py_truth(iso, v);
    py_value r = py_call1(iso, f, v);
    return r ? py_truth(iso, r) : -1;
}

static py_value dropwhile_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    py_value v;
    while ((v = py_next(iso, it->a))) {
        if (it->flag) return v;
        py_value r = py_call1(iso, it->b, v);
        int t = r ? py_truth(iso, r) : -1;
        if (t < 0 || !py_tick(iso, 1)) return NULL;
        if (t) continue;
        it->flag = true;
        return v;
    }
    return NULL;
}

static py_value takewhile_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    if (it->flag) return NULL;
    py_value v = py_next(iso, it->a), r = v ? py_call1(iso, it->b, v) : NULL;
    int t = r ? py_truth(iso, r) : -1;
    if (t > 0) return v;
    if (t == 0) it->flag = true;
    return NULL;
}

static py_value filterfalse_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    py_value v;
    while ((v = py_next(iso, it->a))) {
        int t = test(iso, it->b, v);
        if (t < 0 || !py_tick(iso, 1)) return NULL;
        if (!t) return v;
    }
    return NULL;
}

static py_value starmap_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    py_value v = py_next(iso, it->a);
    if (v && !py_is_exact(v, PY_K_TUPLE)) v = py_tuple_of(iso, v);
    return v ? py_call(iso, it->b, py_tuple(v)->v, (int)py_tuple(v)->n) : NULL;
}

static PY_IT_TYPE(
    dropwhile, selector_make, dropwhile_next,
    .doc = "What begins with the first item that fails the test, whatever follows it.");
static PY_IT_TYPE(takewhile, selector_make, takewhile_next,
                  .doc = "What precedes the first item that fails the test.");
static PY_IT_TYPE(
    filterfalse, selector_make, filterfalse_next,
    .doc = "The items that fail the test, or that are false where the function is None.");
static PY_IT_TYPE(
    starmap, selector_make, starmap_next,
    .doc = "Calls the function with each item unpacked: starmap(pow, [(2, 5)]) gives 32.");

// --- the module ---------------------------------------------------------------------------------

static const struct py_native_row functions[] = {
    PY_ROW("tee", py_itertools_tee, "iterable, n=2, /",
           "n iterators over one iterable that do not disturb each other."),
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const struct py_typedef *const types[] = {&count_def,
                                                     &repeat_def,
                                                     &py_it_cycle_def,
                                                     &py_it_accumulate_def,
                                                     &py_it_chain_def,
                                                     &py_it_compress_def,
                                                     &py_it_dropwhile_def,
                                                     &py_it_takewhile_def,
                                                     &py_it_filterfalse_def,
                                                     &py_it_starmap_def,
                                                     &py_it_combinations_def,
                                                     &py_it_combinations_with_replacement_def,
                                                     &py_it_permutations_def,
                                                     &py_it_product_def,
                                                     &py_it_groupby_def,
                                                     &py_it_zip_longest_def,
                                                     &py_it_pairwise_def,
                                                     &py_it_batched_def,
                                                     &py_it_islice_def};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct py_type *t = py_type_from_def(iso, types[i], NULL, "itertools");
        if (!t || !py_module_set(iso, m, types[i]->name, (py_value)t)) return false;
    }
    struct py_type *grouper = py_type_from_def(iso, &py_it__grouper_def, NULL, "itertools");
    struct py_type *tee = grouper ? py_type_from_def(iso, &py_it__tee_def, NULL, "itertools")
                                  : NULL;
    if (!tee) return false;
    py_value hidden = py_tuple_pack(iso, 2, (py_value)grouper, (py_value)tee);
    iso->module_state[PY_MS_ITERTOOLS] = hidden;
    return hidden && py_module_set(iso, m, "_grouper", (py_value)grouper) &&
           py_module_set(iso, m, "_tee", (py_value)tee);
}

const struct py_moddef py_mod_itertools = {
    .name = "itertools",
    .functions = functions,
    .init = init,
    .doc = "Iterators that combine, select and repeat.",
};
