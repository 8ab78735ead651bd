// list[int] (types.GenericAlias); see alias_int.h.
#include "iter_int.h"
#include "typeobj.h"
#include "alias_int.h"

static struct py_alias *al(py_value v)
{
    return (struct py_alias *)v;
}

// What typing's classes answer to, each with CPython's name for it.
#define SUBST "__typing_subst__"
#define PREPARE "__typing_prepare_subst__"
#define UNPACKED_VARS "__typing_is_unpacked_typevartuple__"
#define UNPACKED_ARGS "__typing_unpacked_tuple_args__"

// An attribute of something in a type's arguments that is no class; NULL without error: none.
static py_value hook(struct py_isolate *iso, py_value v, const char *name)
{
    if (!py_is_ptr(v) || py_is_type(v)) return NULL;
    py_value id = py_str_z(iso, name);
    py_value f = id ? py_getattr_opt(iso, v, id) : NULL;
    return f == PY_NONE ? NULL : f;
}

bool py_alias_add(struct py_isolate *iso, py_value list, py_value v)
{
    for (uint64_t i = 0; i < py_list(list)->n; i++) {
        int eq = py_eq(iso, py_list(list)->v[i], v);
        if (eq) return eq > 0;
    }
    return py_list_append(iso, list, v);
}

py_value py_alias_collect(struct py_isolate *iso, py_value args)
{
    py_value list = py_list_new(iso, 0);
    for (uint64_t i = 0; list && i < py_tuple(args)->n; i++) {
        py_value a = py_tuple(args)->v[i];
        if (!py_is_ptr(a) || py_is_type(a)) continue;
        if (hook(iso, a, SUBST)) {
            if (!py_alias_add(iso, list, a)) return NULL;
            continue;
        }
        if (iso->exc) return NULL;
        py_value sub = py_getattr_opt(iso, a, py_name(iso, PY_N___parameters__));
        if (!sub && iso->exc) return NULL;
        for (uint64_t k = 0; sub && py_is_kind(sub, PY_K_TUPLE) && k < py_tuple(sub)->n; k++)
            if (!py_alias_add(iso, list, py_tuple(sub)->v[k])) return NULL;
    }
    return list ? py_tuple_of(iso, list) : NULL;
}

static py_value alias_of(struct py_isolate *iso, struct py_type *cls, py_value origin,
                         py_value args)
{
    if (!py_is_kind(args, PY_K_TUPLE) && !(args = py_tuple_pack(iso, 1, args))) return NULL;
    struct py_alias *g = py_new_of(iso, cls, sizeof *g);
    if (!g) return NULL;
    g->origin = origin;
    g->args = args;
    return (py_value)g;
}

py_value py_generic_alias_new(struct py_isolate *iso, py_value origin, py_value args)
{
    return alias_of(iso, py_t(iso, PY_T_GENERIC_ALIAS), origin, args);
}

PY_NATIVE(py_class_getitem)
{
    return py_generic_alias_new(iso, a[0], a[1]);
}

static py_value params_of(struct py_isolate *iso, py_value v)
{
    if (!al(v)->params) al(v)->params = py_alias_collect(iso, al(v)->args);
    return al(v)->params;
}

// --- repr ---------------------------------------------------------------------------------------

static void list_repr(struct py_isolate *iso, struct py_sb *b, py_value v)
{
    py_sb_char(b, '[');
    for (uint64_t i = 0; i < py_list(v)->n; i++) {
        if (i) py_sb_z(b, ", ");
        py_alias_put(iso, b, py_list(v)->v[i]);
    }
    py_sb_char(b, ']');
}

void py_alias_put(struct py_isolate *iso, struct py_sb *b, py_value v)
{
    if (iso->exc) return;
    if (v == PY_ELLIPSIS) {
        py_sb_z(b, "...");
        return;
    }
    if (py_is_exact(v, PY_K_LIST) && py_enter(iso, "")) {
        list_repr(iso, b, v);
        py_leave(iso);
        return;
    }
    // What has an __origin__ and __args__, be it by __getattr__, shows itself.
    bool alias = py_getattr_opt(iso, v, py_str_intern_z(iso, "__origin__")) &&
                 py_getattr_opt(iso, v, py_str_intern_z(iso, "__args__"));
    py_value q = alias || iso->exc ? NULL : py_getattr_opt(iso, v, py_name(iso, PY_N___qualname__));
    py_value m = q ? py_getattr_opt(iso, v, py_name(iso, PY_N___module__)) : NULL;
    if (!m || m == PY_NONE) {
        if (!iso->exc) py_sb_repr(b, v);
        return;
    }
    if (py_is_str(m) && py_str_is(m, "builtins")) py_sb_format(b, "%S", q);
    else py_sb_format(b, "%S.%S", m, q);
}

static py_value alias_repr(struct py_isolate *iso, py_value v)
{
    struct py_sb b;
    py_sb_init(&b, iso);
    if (!py_enter(iso, " while getting the repr of an object")) return NULL;
    if (al(v)->starred) py_sb_char(&b, '*');
    py_alias_put(iso, &b, al(v)->origin);
    py_sb_char(&b, '[');
    struct py_tuple *args = py_tuple(al(v)->args);
    for (uint64_t i = 0; i < args->n; i++) {
        if (i) py_sb_z(&b, ", ");
        py_alias_put(iso, &b, args->v[i]);
    }
    if (!args->n) py_sb_z(&b, "()");
    py_sb_char(&b, ']');
    py_leave(iso);
    return iso->exc ? NULL : py_sb_finish(&b);
}

// --- substitution -------------------------------------------------------------------------------

// What stands for `param` among the prepared items; NULL: not one of params.
static py_value item_for(py_value params, py_value items, py_value param)
{
    for (uint64_t k = 0; k < py_tuple(params)->n; k++)
        if (py_tuple(params)->v[k] == param) return py_tuple(items)->v[k];
    return NULL;
}

// A generic inside the arguments, with its own parameters replaced.
static py_value nested(struct py_isolate *iso, py_value a, py_value params, py_value items)
{
    py_value own = py_getattr_opt(iso, a, py_name(iso, PY_N___parameters__));
    if (!own || !py_is_kind(own, PY_K_TUPLE) || !py_tuple(own)->n) return iso->exc ? NULL : a;
    py_value key = py_list_new(iso, py_tuple(own)->n);
    for (uint64_t i = 0; key && i < py_tuple(own)->n; i++) {
        py_value p = py_tuple(own)->v[i], v = item_for(params, items, p);
        bool many = v && py_is_kind(v, PY_K_TUPLE) && py_type_of(iso, p)->s.iter; // a TypeVarTuple
        if (many ? !py_list_extend(iso, key, v) : !py_list_append(iso, key, v ? v : p)) return NULL;
    }
    py_value t = key ? py_tuple_of(iso, key) : NULL;
    return t ? py_getitem(iso, a, t) : NULL;
}

// args with each parameter replaced by its item.
py_value py_alias_substitute(struct py_isolate *iso, py_value args, py_value params, py_value items)
{
    py_value out = py_list_new(iso, py_tuple(args)->n);
    for (uint64_t i = 0; out && i < py_tuple(args)->n; i++) {
        py_value a = py_tuple(args)->v[i], v = a, f;
        bool many = false;
        if (py_is_ptr(a) && !py_is_type(a)) {
            py_value flag = hook(iso, a, UNPACKED_VARS);
            many = flag && py_truth(iso, flag) > 0;
            f = hook(iso, a, SUBST);
            if (iso->exc) return NULL;
            py_value item = f ? item_for(params, items, a) : NULL;
            if (f) v = item ? py_call(iso, f, &item, 1) : a;
            else v = nested(iso, a, params, items);
        }
        if (!v) return NULL;
        if (many && py_is_kind(v, PY_K_TUPLE) ? !py_list_extend(iso, out, v)
                                              : !py_list_append(iso, out, v))
            return NULL;
    }
    return out ? py_tuple_of(iso, out) : NULL;
}

// `key` as a tuple, unpacked tuples of known length laid out.
static py_value unpack_items(struct py_isolate *iso, py_value key)
{
    if (!py_is_kind(key, PY_K_TUPLE)) return py_tuple_pack(iso, 1, key);
    py_value out = py_list_new(iso, py_tuple(key)->n);
    for (uint64_t i = 0; out && i < py_tuple(key)->n; i++) {
        py_value a = py_tuple(key)->v[i], in = hook(iso, a, UNPACKED_ARGS);
        if (iso->exc) return NULL;
        bool laid = in && py_is_kind(in, PY_K_TUPLE);
        if (laid && py_tuple(in)->n && py_tuple(in)->v[py_tuple(in)->n - 1] == PY_ELLIPSIS)
            laid = false;
        if (laid ? !py_list_extend(iso, out, in) : !py_list_append(iso, out, a)) return NULL;
    }
    return out ? py_tuple_of(iso, out) : NULL;
}

// `key` as the tuple of what replaces params, each as its parameter wants it.
py_value py_alias_items(struct py_isolate *iso, py_value v, py_value params, py_value key)
{
    if (!params) return NULL;
    uint64_t want = py_tuple(params)->n;
    if (!want) return py_raise_type_error(iso, "%R is not a generic class", v);
    key = unpack_items(iso, key);
    for (uint64_t i = 0; key && i < want; i++) {
        py_value f = hook(iso, py_tuple(params)->v[i], PREPARE), a[2] = {v, key};
        if (iso->exc || (f && !(key = py_call(iso, f, a, 2)))) return NULL;
        if (!py_is_kind(key, PY_K_TUPLE)) key = py_tuple_of(iso, key);
    }
    if (!key) return NULL;
    uint64_t got = py_tuple(key)->n;
    if (got != want)
        return py_raise_type_error(iso, "Too %s arguments for %R; actual %zu, expected %zu",
                                   got > want ? "many" : "few", v, (size_t)got, (size_t)want);
    return key;
}

static py_value alias_getitem(struct py_isolate *iso, py_value v, py_value key)
{
    py_value params = params_of(iso, v), items = py_alias_items(iso, v, params, key);
    py_value args = items ? py_alias_substitute(iso, al(v)->args, params, items) : NULL;
    py_value g = args ? py_generic_alias_new(iso, al(v)->origin, args) : NULL;
    if (g) al(g)->starred = al(v)->starred;
    return g;
}

// --- behaviour ----------------------------------------------------------------------------------

static py_value alias_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                           py_value kw)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "GenericAlias() takes no keyword arguments");
    if (n != 2) return py_raise_type_error(iso, "GenericAlias expected 2 arguments, got %d", n);
    return alias_of(iso, cls, a[0], a[1]);
}

static py_value alias_call(struct py_isolate *iso, py_value v, py_value *a, int n, py_value kw)
{
    py_value o = py_call_kw(iso, al(v)->origin, a, n, kw);
    if (!o || !py_is_ptr(o) || !(py_type_of(iso, o)->flags & PY_TF_HEAP)) return o;
    if (!py_setattr(iso, o, py_name(iso, PY_N___orig_class__), v)) {
        if (!py_error_is(iso, PY_T_AttributeError) && !py_error_is(iso, PY_T_TypeError))
            return NULL;
        py_error_clear(iso);
    }
    return o;
}

static bool own_attribute(struct py_isolate *iso, py_value name)
{
    static const uint16_t own[] = {PY_N___class__,      PY_N___origin__,      PY_N___args__,
                                   PY_N___parameters__, PY_N___mro_entries__, PY_N___reduce__,
                                   PY_N___reduce_ex__,  PY_N___copy__,        PY_N___deepcopy__,
                                   PY_N___dir__};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (py_name(iso, own[i]) == name) return true;
    return py_str_is(name, "__unpacked__") || py_str_is(name, UNPACKED_ARGS);
}

static py_value alias_getattr(struct py_isolate *iso, py_value v, py_value name)
{
    return own_attribute(iso, name) ? py_generic_getattr(iso, v, name)
                                    : py_getattr(iso, al(v)->origin, name);
}

static py_value alias_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if ((op != PY_CMP_EQ && op != PY_CMP_NE) || !py_is_alias(iso, b)) return PY_NOTIMPL;
    int eq = al(a)->starred == al(b)->starred ? py_eq(iso, al(a)->origin, al(b)->origin) : 0;
    if (eq > 0) eq = py_eq(iso, al(a)->args, al(b)->args);
    return eq < 0 ? NULL : py_bool(eq == (op == PY_CMP_EQ));
}

static bool alias_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    uint64_t x, y;
    if (!py_hash(iso, al(v)->origin, &x) || !py_hash(iso, al(v)->args, &y)) return false;
    *out = (x ^ y) == UINT64_MAX ? UINT64_MAX - 1 : x ^ y;
    return true;
}

// Unpacking: *tuple[int, str] gives one starred alias.
static py_value alias_iter(struct py_isolate *iso, py_value v)
{
    return py_seqiter_new(iso, PY_T_GENERIC_ALIAS_ITERATOR, v, 0, 0);
}

static py_value iter_next(struct py_isolate *iso, py_value self)
{
    py_value v = ((struct py_seqiter *)self)->seq;
    if (!v) return NULL;
    struct py_alias *g = (struct py_alias *)alias_of(iso, py_type_of(iso, v), al(v)->origin,
                                                     al(v)->args);
    if (!g) return NULL;
    g->starred = true;
    ((struct py_seqiter *)self)->seq = NULL;
    return (py_value)g;
}

static PY_NATIVE(iter_reduce)
{
    if (!py_iter_maker(iso, false)) return NULL; // before the state is read
    py_value left = ((struct py_seqiter *)a[0])->seq;
    if (!left) return py_iter_reduce(iso, iso->empty_tuple, NULL);
    py_value whole = alias_of(iso, py_type_of(iso, left), al(left)->origin, al(left)->args);
    return whole ? py_iter_reduce(iso, whole, NULL) : NULL;
}

static const struct py_native_row iter_methods[] = {
    PY_ROW("__reduce__", iter_reduce, "", "What a copy is made from."),
    {0},
};

const struct py_typedef py_generic_alias_iterator_def = {
    .name = "generic_alias_iterator",
    .kind = PY_K_SEQITER,
    .size = sizeof(struct py_seqiter),
    .final = true,
    .methods = iter_methods,
    .slots = {.iter = py_iter_self, .next = iter_next},
};

static py_value g_origin(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return al(v)->origin;
}
static py_value g_args(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return al(v)->args;
}
static py_value g_unpacked(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_bool(al(v)->starred);
}

// The types of an unpacked tuple[...], which a generic takes one by one.
static py_value g_unpacked_args(struct py_isolate *iso, py_value v)
{
    bool is = al(v)->starred && al(v)->origin == (py_value)py_t(iso, PY_T_TUPLE);
    return is ? al(v)->args : PY_NONE;
}

static PY_NATIVE(m_mro_entries)
{
    return py_tuple_pack(iso, 1, al(a[0])->origin);
}
static PY_NATIVE(m_reduce)
{
    py_value make = (py_value)py_t(iso, PY_T_GENERIC_ALIAS), parts[2];
    py_value args = py_tuple_pack(iso, 2, al(a[0])->origin, al(a[0])->args);
    if (!args || !al(a[0])->starred) return args ? py_tuple_pack(iso, 2, make, args) : NULL;
    // One that is unpacked is what iterating over one that is not gives.
    py_value plain = py_call(iso, make, py_tuple(args)->v, 2);
    parts[0] = py_dict_get_z(iso, iso->builtins, "next");
    parts[1] = plain ? py_iter(iso, plain) : NULL;
    args = parts[0] && parts[1] ? py_tuple_pack(iso, 1, parts[1]) : NULL;
    return args ? py_tuple_pack(iso, 2, parts[0], args) : NULL;
}
static PY_NATIVE(m_dir)
{
    static const uint16_t own[] = {PY_N___origin__,      PY_N___args__,      PY_N___parameters__,
                                   PY_N___mro_entries__, PY_N___reduce_ex__, PY_N___reduce__,
                                   PY_N___copy__,        PY_N___deepcopy__};
    py_value list = py_dir(iso, al(a[0])->origin);
    for (size_t i = 0; list && i < sizeof own / sizeof *own; i++) {
        int has = py_contains(iso, list, py_name(iso, own[i]));
        if (has < 0 || (!has && !py_list_append(iso, list, py_name(iso, own[i])))) return NULL;
    }
    return list;
}
static PY_NATIVE(m_no_check)
{
    return py_raise_type_error(iso, "isinstance() argument 2 cannot be a parameterized generic");
}

static PY_NATIVE(m_no_subcheck)
{
    return py_raise_type_error(iso, "issubclass() argument 2 cannot be a parameterized generic");
}

static void alias_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_alias *g = (struct py_alias *)o;
    py_mark(iso, g->origin);
    py_mark(iso, g->args);
    py_mark(iso, g->params);
}

const struct py_typedef py_generic_alias_def = {
    .name = "types.GenericAlias",
    .keyed = true,
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_alias),
    .attrs_off = offsetof(struct py_alias, at),
    .doc = "A class with types of what it holds: list[int], dict[str, float].",
    .methods =
        (const struct py_native_row[]){PY_ROW("__mro_entries__", m_mro_entries, "bases, /", NULL),
                                       PY_ROW("__reduce__", m_reduce, "", NULL),
                                       PY_ROW("__dir__", m_dir, "", NULL),
                                       PY_ROW("__instancecheck__", m_no_check, "instance, /", NULL),
                                       PY_ROW("__subclasscheck__", m_no_subcheck, "cls, /", NULL),
                                       {0}},
    .getset = (const struct py_getset_row[]){{"__origin__", g_origin, py_set_readonly, NULL},
                                             {"__args__", g_args, py_set_readonly, NULL},
                                             {"__parameters__", params_of, NULL, NULL},
                                             {"__unpacked__", g_unpacked, py_set_readonly, NULL},
                                             {UNPACKED_ARGS, g_unpacked_args, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = alias_make,
              .call = alias_call,
              .repr = alias_repr,
              .getitem = alias_getitem,
              .getattr = alias_getattr,
              .compare = alias_compare,
              .hash = alias_hash,
              .iter = alias_iter,
              .binary = py_union_binary},
    .trace = alias_trace,
};
