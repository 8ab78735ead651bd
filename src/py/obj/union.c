// int | str (types.UnionType).
#include "alias_int.h"
#include "typeobj.h"

static struct py_union *un(py_value v)
{
    return (struct py_union *)v;
}

static bool is_union(struct py_isolate *iso, py_value v)
{
    return py_type_of(iso, v) == py_t(iso, PY_T_UNION);
}

// int, type, None, alias or union: may stand in X | Y
static bool is_union_arg(struct py_isolate *iso, py_value v)
{
    return v == PY_NONE || py_is_type(v) || py_is_alias(iso, v) || is_union(iso, v) ||
           (py_is_ptr(v) && py_str_is(py_type_of(iso, v)->name, "TypeAliasType"));
}

// Members of a union are told apart by identity, but for list[int] and the like.
static bool add_once(struct py_isolate *iso, py_value list, py_value v)
{
    if (py_is_alias(iso, v)) return py_alias_add(iso, list, v);
    for (uint64_t i = 0; i < py_list(list)->n; i++)
        if (py_list(list)->v[i] == v) return true;
    return py_list_append(iso, list, v);
}

static bool add_member(struct py_isolate *iso, py_value list, py_value v)
{
    if (v == PY_NONE) v = (py_value)py_t(iso, PY_T_NONE);
    if (!py_tick(iso, 1 + py_list(list)->n))
        return false; // every member is compared with those before it
    if (!is_union(iso, v)) return add_once(iso, list, v);
    for (uint64_t i = 0; i < py_tuple(un(v)->args)->n; i++)
        if (!py_tick(iso, 1 + py_list(list)->n / 4) ||
            !add_once(iso, list, py_tuple(un(v)->args)->v[i]))
            return false;
    return true;
}

static py_value union_of(struct py_isolate *iso, py_value list)
{
    if (py_list(list)->n == 1) return py_list(list)->v[0];
    py_value args = py_tuple_of(iso, list);
    struct py_union *u = args ? py_new(iso, py_t(iso, PY_T_UNION), sizeof *u) : NULL;
    if (u) u->args = args;
    return (py_value)u;
}

py_value py_union_new(struct py_isolate *iso, py_value a, py_value b)
{
    if (!is_union_arg(iso, a) || !is_union_arg(iso, b)) return PY_NOTIMPL;
    py_value list = py_list_new(iso, 2);
    if (!list || !add_member(iso, list, a) || !add_member(iso, list, b)) return NULL;
    return union_of(iso, list);
}

py_value py_union_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    return op == PY_BIN_OR ? py_union_new(iso, a, b) : PY_NOTIMPL;
}

static py_value union_repr(struct py_isolate *iso, py_value v)
{
    struct py_sb b;
    py_sb_init(&b, iso);
    struct py_tuple *args = py_tuple(un(v)->args);
    for (uint64_t i = 0; i < args->n; i++) {
        if (i) py_sb_z(&b, " | ");
        if (args->v[i] == (py_value)py_t(iso, PY_T_NONE)) py_sb_z(&b, "None");
        else py_alias_put(iso, &b, args->v[i]);
    }
    return iso->exc ? NULL : py_sb_finish(&b);
}

static py_value union_set(struct py_isolate *iso, py_value v)
{
    py_value s = py_set_new(iso, true);
    return s && py_set_update(iso, py_set(s), un(v)->args) ? s : NULL;
}

static py_value union_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if ((op != PY_CMP_EQ && op != PY_CMP_NE) || !is_union(iso, b)) return PY_NOTIMPL;
    py_value x = union_set(iso, a), y = x ? union_set(iso, b) : NULL;
    return y ? py_compare(iso, x, y, op) : NULL;
}

static bool union_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    py_value s = union_set(iso, v);
    return s && py_hash(iso, s, out);
}

static py_value g_uargs(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return un(v)->args;
}
static py_value g_uparams(struct py_isolate *iso, py_value v)
{
    return py_alias_collect(iso, un(v)->args);
}

static py_value union_getitem(struct py_isolate *iso, py_value v, py_value key)
{
    py_value params = g_uparams(iso, v), items = py_alias_items(iso, v, params, key);
    py_value args = items ? py_alias_substitute(iso, un(v)->args, params, items) : NULL,
             list = args ? py_list_new(iso, 2) : NULL;
    for (uint64_t i = 0; list && i < py_tuple(args)->n; i++)
        if (!add_member(iso, list, py_tuple(args)->v[i])) return NULL;
    return list ? union_of(iso, list) : NULL;
}

static void union_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_union *)o)->args);
}

const struct py_typedef py_union_def = {
    .name = "types.UnionType",
    .keyed = true,
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_union),
    .final = true,
    .doc = "A type that is one of several: int | str.",
    .getset = (const struct py_getset_row[]){{"__args__", g_uargs, py_set_readonly, NULL},
                                             {"__parameters__", g_uparams, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.repr = union_repr,
              .compare = union_compare,
              .hash = union_hash,
              .getitem = union_getitem,
              .binary = py_union_binary},
    .trace = union_trace,
};
