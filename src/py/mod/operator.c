// Module operator: the operators as functions, and attrgetter, itemgetter, methodcaller.
#include "../native.h"

// clang-format off
#define BIN(name, op) \
    static py_value f_##name(struct py_isolate *iso, py_value *a) { return py_binary(iso, op, a[0], a[1]); } \
    static py_value f_i##name(struct py_isolate *iso, py_value *a) { return py_inplace(iso, op, a[0], a[1]); }
#define CMP(name, op) static py_value f_##name(struct py_isolate *iso, py_value *a) { return py_compare(iso, a[0], a[1], op); }
#define UNA(name, op) static py_value f_##name(struct py_isolate *iso, py_value *a) { return py_unary(iso, op, a[0]); }
BIN(add, PY_BIN_ADD) BIN(sub, PY_BIN_SUB) BIN(mul, PY_BIN_MUL) BIN(truediv, PY_BIN_DIV) BIN(floordiv, PY_BIN_FLOORDIV) BIN(mod, PY_BIN_MOD)
BIN(pow, PY_BIN_POW) BIN(lshift, PY_BIN_LSHIFT) BIN(rshift, PY_BIN_RSHIFT) BIN(and, PY_BIN_AND) BIN(or, PY_BIN_OR) BIN(xor, PY_BIN_XOR) BIN(matmul, PY_BIN_MATMUL)
CMP(lt, PY_CMP_LT) CMP(le, PY_CMP_LE) CMP(eq, PY_CMP_EQ) CMP(ne, PY_CMP_NE) CMP(gt, PY_CMP_GT) CMP(ge, PY_CMP_GE)
UNA(neg, PY_UN_NEG) UNA(pos, PY_UN_POS) UNA(invert, PY_UN_INVERT) UNA(abs, PY_UN_ABS)
    // clang-format on

    static py_value truth(int t)
{
    return t < 0 ? NULL : py_bool(t);
}
static PY_NATIVE(f_not)
{
    int t = py_truth(iso, a[0]);
    return t < 0 ? NULL : py_bool(!t);
}
static PY_NATIVE(f_truth)
{
    return truth(py_truth(iso, a[0]));
}
static PY_NATIVE(f_is)
{
    return py_bool(a[0] == a[1]);
}
static PY_NATIVE(f_is_not)
{
    return py_bool(a[0] != a[1]);
}
static PY_NATIVE(f_index)
{
    return py_index(iso, a[0]);
}
static PY_NATIVE(f_contains)
{
    return truth(py_contains(iso, a[0], a[1]));
}
static PY_NATIVE(f_getitem)
{
    return py_getitem(iso, a[0], a[1]);
}
static PY_NATIVE(f_setitem)
{
    return py_setitem(iso, a[0], a[1], a[2]) ? PY_NONE : NULL;
}
static PY_NATIVE(f_delitem)
{
    return py_setitem(iso, a[0], a[1], NULL) ? PY_NONE : NULL;
}
static bool sequences(struct py_isolate *iso, py_value *a)
{
    for (int i = 0; i < 1; i++)
        if (!py_is_sequence(iso, a[i]))
            return py_raise_type_error(iso, "'%T' object can't be concatenated", a[i]);
    return true;
}
static PY_NATIVE(f_concat)
{
    return sequences(iso, a) ? py_binary(iso, PY_BIN_ADD, a[0], a[1]) : NULL;
}
static PY_NATIVE(f_iconcat)
{
    return sequences(iso, a) ? py_inplace(iso, PY_BIN_ADD, a[0], a[1]) : NULL;
}

// Number of items equal to b (first false), or the index of the first.
static int64_t count(struct py_isolate *iso, py_value seq, py_value b, bool first)
{
    py_value it = py_iter(iso, seq), x;
    int64_t found = 0, i = 0;
    for (; it && (x = py_next(iso, it)); i++) {
        int eq = py_eq(iso, x, b);
        if (eq < 0 || !py_tick(iso, 1)) return -1;
        if (eq && first) return i;
        found += eq;
    }
    if (iso->exc) return -1;
    if (first) py_raise_value_error(iso, "sequence.index(x): x not in sequence");
    return first ? -1 : found;
}
static PY_NATIVE(f_count_of)
{
    int64_t r = count(iso, a[0], a[1], false);
    return r < 0 ? NULL : py_int_new(iso, r);
}
static PY_NATIVE(f_index_of)
{
    int64_t r = count(iso, a[0], a[1], true);
    return r < 0 ? NULL : py_int_new(iso, r);
}
static PY_NATIVE(f_length_hint)
{
    int64_t fallback = 0;
    if (a[1] && !py_is_anyint(a[1]))
        return py_raise_type_error(iso, "'%T' object cannot be interpreted as an integer", a[1]);
    if (a[1] && !py_as_int64(iso, a[1], &fallback)) return NULL;
    int64_t r = py_length_hint(iso, a[0], fallback);
    return iso->exc ? NULL : py_int_new(iso, r);
}
static PY_NATIVE_RAW(f_call)
{
    return n ? py_call_kw(iso, a[0], a + 1, n - 1, kw)
             : py_raise_type_error(iso, "call expected at least 1 argument, got 0");
}

// --- getters: one layout for the three ----------------------------------------------------------

struct getter {
    struct py_obj h;
    py_value args, kwargs, name;
};
static struct getter *get(py_value v)
{
    return (struct getter *)v;
}
static void getter_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct getter *g = (struct getter *)o;
    py_mark(iso, g->args);
    py_mark(iso, g->kwargs);
    py_mark(iso, g->name);
}

static struct getter *getter_new(struct py_isolate *iso, struct py_type *cls, const char *name,
                                 py_value *a, int n, py_value kw)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "%s() takes no keyword arguments", name);
    if (n < 1) return py_raise_type_error(iso, "%s expected 1 argument, got 0", name);
    struct getter *g = py_new(iso, cls, cls->size);
    return g && (g->args = py_tuple_from(iso, a, (uint64_t)n)) ? g : NULL;
}

static bool one_arg(struct py_isolate *iso, const char *name, int n, py_value kw)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "%s() takes no keyword arguments", name);
    return n == 1 || py_raise_type_error(iso, "%s expected 1 argument, got %d", name, n);
}

static py_value attrgetter_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                                py_value kw)
{
    for (int i = 0; i < n; i++)
        if (!py_is_str(a[i])) return py_raise_type_error(iso, "attribute name must be a string");
    return (py_value)getter_new(iso, cls, "attrgetter", a, n, kw);
}

static py_value dotted(struct py_isolate *iso, py_value o, py_value path)
{
    const struct py_str *s = py_str(path);
    for (size_t from = 0; o && from <= s->len;) {
        size_t to = from;
        while (to < s->len && py_str_at(s, to) != '.') to++;
        py_value part = from == 0 && to == s->len ? path : py_str_slice(iso, path, from, to);
        if (!part || !(part = py_str_intern_value(iso, part))) return NULL;
        o = py_getattr(iso, o, part);
        from = to + 1;
    }
    return o;
}

static py_value attrgetter_call(struct py_isolate *iso, py_value self, py_value *a, int n,
                                py_value kw)
{
    if (!one_arg(iso, "attrgetter", n, kw)) return NULL;
    struct py_tuple *t = py_tuple(get(self)->args);
    py_value o = a[0];
    if (t->n == 1) return dotted(iso, o, t->v[0]);
    py_value out = py_list_new(iso, t->n);
    for (uint64_t i = 0; out && i < t->n; i++) {
        py_value v = dotted(iso, o, t->v[i]);
        if (!v || !py_list_append(iso, out, v)) return NULL;
    }
    return out ? py_tuple_of(iso, out) : NULL;
}

static py_value itemgetter_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                                py_value kw)
{
    return (py_value)getter_new(iso, cls, "itemgetter", a, n, kw);
}

static py_value itemgetter_call(struct py_isolate *iso, py_value self, py_value *a, int n,
                                py_value kw)
{
    if (!one_arg(iso, "itemgetter", n, kw)) return NULL;
    struct py_tuple *t = py_tuple(get(self)->args);
    py_value o = a[0];
    if (t->n == 1) return py_getitem(iso, o, t->v[0]);
    py_value out = py_list_new(iso, t->n);
    for (uint64_t i = 0; out && i < t->n; i++) {
        py_value v = py_getitem(iso, o, t->v[i]);
        if (!v || !py_list_append(iso, out, v)) return NULL;
    }
    return out ? py_tuple_of(iso, out) : NULL;
}

static py_value methodcaller_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                                  py_value kw)
{
    if (n < 1)
        return py_raise_type_error(iso,
                                   "methodcaller needs at least one argument, the method name");
    if (!py_is_str(a[0])) return py_raise_type_error(iso, "method name must be a string");
    struct getter *g = py_new(iso, cls, cls->size);
    if (!g || !(g->name = py_str_intern_value(iso, a[0])) ||
        !(g->args = py_tuple_from(iso, a + 1, (uint64_t)(n - 1))))
        return NULL;
    if (!kw || !py_tuple(kw)->n) return (py_value)g;
    if (!(g->kwargs = py_dict_new(iso))) return NULL;
    for (uint64_t i = 0; i < py_tuple(kw)->n; i++)
        if (!py_dict_set(iso, py_dict(g->kwargs), py_tuple(kw)->v[i], a[(uint64_t)n + i]))
            return NULL;
    return (py_value)g;
}

static py_value methodcaller_call(struct py_isolate *iso, py_value self, py_value *a, int n,
                                  py_value kw)
{
    if (!one_arg(iso, "methodcaller", n, kw)) return NULL;
    struct getter *g = get(self);
    if (!g->kwargs)
        return py_call_method(iso, a[0], g->name, py_tuple(g->args)->v, (int)py_tuple(g->args)->n);
    py_value f = py_getattr(iso, a[0], g->name);
    return f ? py_call_ex(iso, f, g->args, g->kwargs) : NULL;
}

static py_value getter_repr(struct py_isolate *iso, py_value self)
{
    struct getter *g = get(self);
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_format(&b, "operator.%U(", py_type_of(iso, self)->name);
    bool first = true;
    if (g->name) {
        py_sb_repr(&b, g->name);
        first = false;
    }
    for (uint64_t i = 0; i < py_tuple(g->args)->n; i++) {
        if (!first) py_sb_z(&b, ", ");
        first = false;
        py_sb_repr(&b, py_tuple(g->args)->v[i]);
    }
    uint64_t pos = 0;
    py_value k, v;
    while (g->kwargs && py_dict_next(iso, py_dict(g->kwargs), &pos, &k, &v))
        py_sb_format(&b, ", %U=%R", k, v);
    py_sb_char(&b, ')');
    return py_sb_finish(&b);
}

// copy() and deepcopy() make another one of the same arguments.
static PY_NATIVE(getter_reduce)
{
    struct getter *g = get(a[0]);
    py_value type = (py_value)py_type_of(iso, a[0]);
    if (!g->name) return py_tuple_pack(iso, 2, type, g->args);
    if (!g->kwargs) {
        py_value name = py_tuple_pack(iso, 1, g->name);
        py_value args = name ? py_binary(iso, PY_BIN_ADD, name, g->args) : NULL;
        return args ? py_tuple_pack(iso, 2, type, args) : NULL;
    }
    py_value functools = py_import(iso, "functools");
    py_value partial = functools ? py_getattr_s(iso, functools, "partial") : NULL;
    py_value bound = partial ? py_tuple_pack(iso, 2, type, g->name) : NULL;
    py_value maker = bound ? py_call_ex(iso, partial, bound, g->kwargs) : NULL;
    return maker ? py_tuple_pack(iso, 2, maker, g->args) : NULL;
}

static const struct py_native_row getter_methods[] = {
    PY_ROW("__reduce__", getter_reduce, "", "What a copy is made from."), {0}};

#define GETTER(id, text)                                                                           \
    static const struct py_typedef id##_def = {                                                    \
        .name = #id,                                                                               \
        .kind = PY_K_NATIVE,                                                                       \
        .size = sizeof(struct getter),                                                             \
        .doc = text,                                                                               \
        .methods = getter_methods,                                                                 \
        .slots = {.make = id##_make, .call = id##_call, .repr = getter_repr},                      \
        .trace = getter_trace}
GETTER(attrgetter,
       "attrgetter('a')(o) gives o.a; with several names, a tuple. Names may have dots.");
GETTER(itemgetter, "itemgetter(2)(o) gives o[2]; with several keys, a tuple.");
GETTER(methodcaller, "methodcaller('m', 1)(o) calls o.m(1).");

// clang-format off
// Every function is known by its dunder name too: share_names() makes them one.
#define R2(name, fn, sig, doc) PY_ROW(name, fn, sig, doc), PY_ROW("__" name "__", fn, sig, doc)
#define BINROW(name, id, sign) R2(name, f_##id, "a, b, /", "a " sign " b"), R2("i" name, f_i##id, "a, b, /", "a " sign "= b")

static const struct py_native_row functions[] = {
    BINROW("add", add, "+"), BINROW("sub", sub, "-"), BINROW("mul", mul, "*"), BINROW("truediv", truediv, "/"),
    BINROW("floordiv", floordiv, "//"), BINROW("mod", mod, "%"), BINROW("pow", pow, "**"), BINROW("lshift", lshift, "<<"),
    BINROW("rshift", rshift, ">>"), BINROW("xor", xor, "^"), BINROW("matmul", matmul, "@"),
    PY_ROW("and_", f_and, "a, b, /", "a & b"), PY_ROW("__and__", f_and, "a, b, /", "a & b"), R2("iand", f_iand, "a, b, /", "a &= b"),
    PY_ROW("or_", f_or, "a, b, /", "a | b"), PY_ROW("__or__", f_or, "a, b, /", "a | b"), R2("ior", f_ior, "a, b, /", "a |= b"),
    R2("lt", f_lt, "a, b, /", "a < b"), R2("le", f_le, "a, b, /", "a <= b"), R2("eq", f_eq, "a, b, /", "a == b"),
    R2("ne", f_ne, "a, b, /", "a != b"), R2("gt", f_gt, "a, b, /", "a > b"), R2("ge", f_ge, "a, b, /", "a >= b"),
    R2("neg", f_neg, "a, /", "-a"), R2("pos", f_pos, "a, /", "+a"), R2("invert", f_invert, "a, /", "~a"),
    R2("inv", f_invert, "a, /", "~a"), R2("abs", f_abs, "a, /", "abs(a)"),
    PY_ROW("not_", f_not, "a, /", "not a"), PY_ROW("__not__", f_not, "a, /", "not a"), PY_ROW("truth", f_truth, "a, /", "bool(a): is it true?"),
    PY_ROW("is_", f_is, "a, b, /", "a is b: one and the same object."), PY_ROW("is_not", f_is_not, "a, b, /", "a is not b: two objects."),
    R2("index", f_index, "a, /", "The int that a stands for where an index is wanted."), R2("contains", f_contains, "a, b, /", "b in a. Mind the order."),
    R2("getitem", f_getitem, "a, b, /", "a[b]"), R2("setitem", f_setitem, "a, b, c, /", "a[b] = c"),
    R2("delitem", f_delitem, "a, b, /", "del a[b]"), R2("concat", f_concat, "a, b, /", "a + b of two sequences."),
    R2("iconcat", f_iconcat, "a, b, /", "a += b of two sequences."),
    PY_ROW("countOf", f_count_of, "a, b, /", "How often b occurs among the items of a."),
    PY_ROW("indexOf", f_index_of, "a, b, /", "Place of b among the items of a; ValueError where it is not."),
    PY_ROW("length_hint", f_length_hint, "obj, default=0, /", "len(obj), or what it says itself of how many items will come, or the default."),
    R2("call", f_call, "*args, **kwargs", "obj(*args, **kwargs)"), {0}};
// clang-format on

// "__and__" is the function that "and_" is, and "__add__" that of "add".
static bool share_names(struct py_isolate *iso, struct py_module *m)
{
    for (const struct py_native_row *row = functions; row->name; row++) {
        char plain[24];
        size_t n = strlen(row->name);
        if (strncmp(row->name, "__", 2) || n - 4 + 2 > sizeof plain) continue;
        snprintf(plain, sizeof plain, "%.*s_", (int)n - 4, row->name + 2);
        py_value f = py_dict_get_z(iso, m->dict, plain);
        plain[n - 4] = 0;
        if (!f) f = py_dict_get_z(iso, m->dict, plain);
        if (!f || !py_module_set(iso, m, row->name, f)) return false;
    }
    return true;
}

static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const struct py_typedef *const defs[] = {&attrgetter_def, &itemgetter_def,
                                                    &methodcaller_def};
    for (int i = 0; i < 3; i++)
        if (!py_module_set(iso, m, defs[i]->name,
                           (py_value)py_type_from_def(iso, defs[i], NULL, "operator")))
            return false;
    return share_names(iso, m);
}

const struct py_moddef py_mod_operator = {.name = "operator",
                                          .functions = functions,
                                          .init = init,
                                          .doc = "Python's operators as functions."};
