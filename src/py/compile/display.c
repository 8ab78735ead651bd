// Displays and what is built like them: lists, tuples, sets, dicts, f-strings, starred items.
#include "comp_int.h"

static bool any_star(const struct py_nodes *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->v[i]->kind == PY_AST_Starred) return true;
    return false;
}

// All items constant: their tuple, else NULL.
static py_value const_items(struct py_comp *c, const struct py_nodes *l)
{
    for (int i = 0; i < l->n; i++)
        if (!py_fold(c, l->v[i])) return NULL;
    py_value t = py_tuple_new(c->iso, (uint64_t)l->n);
    for (int i = 0; t && i < l->n; i++) py_tuple(t)->v[i] = py_fold(c, l->v[i]);
    return py_comp_keep(c, t);
}

// Adds items one by one to the list or set in register d.
static void add_items(struct py_comp *c, const struct py_nodes *l, int from, int d, bool set)
{
    struct py_code_pos pos = c->pos;
    for (int i = from; i < l->n; i++) {
        int top = c->u->top;
        bool star = l->v[i]->kind == PY_AST_Starred;
        int v = py_comp_expr(c, star ? l->v[i]->Starred.value : l->v[i], PY_ANY);
        c->pos = pos;
        if (star) py_comp_emit(c, set ? PY_OP_SET_UPDATE : PY_OP_LIST_EXTEND, d, v, 0);
        else py_comp_emit(c, set ? PY_OP_SET_ADD : PY_OP_LIST_APPEND, d, v, 0);
        c->u->top = top;
    }
}

// Leading plain items go into the object at once unless they are many, the rest is added.
static void build_growing(struct py_comp *c, const struct py_nodes *l, int d, bool set)
{
    int top = c->u->top, n = 0, most = l->n > PY_COMP_AT_ONCE ? 0 : l->n;
    struct py_code_pos pos = c->pos;
    while (n < most && l->v[n]->kind != PY_AST_Starred) n++;
    int r = c->u->top;
    for (int i = 0; i < n; i++) py_comp_expr_tmp(c, l->v[i]);
    c->pos = pos;
    py_comp_emit(c, set ? PY_OP_BUILD_SET : PY_OP_BUILD_LIST, d, r, n);
    c->u->top = top;
    add_items(c, l, n, d, set);
}

int py_comp_list_of_nodes(struct py_comp *c, struct py_nodes *l, int want)
{
    build_growing(c, l, want, false);
    return want;
}

int py_comp_display(struct py_comp *c, struct py_node *n, int want)
{
    struct py_nodes *l = &n->List.elts; // Tuple and Set: the same place
    bool set = n->kind == PY_AST_Set, tuple = n->kind == PY_AST_Tuple;
    int top = c->u->top;
    py_value k = l->n > 2 && !tuple ? const_items(c, l) : NULL;
    py_at(c, n);
    if (!k && !any_star(l) && l->n <= PY_COMP_AT_ONCE) {
        int r = c->u->top;
        for (int i = 0; i < l->n; i++) py_comp_expr_tmp(c, l->v[i]);
        c->u->top = top;
        int d = py_dst(c, want);
        py_at(c, n);
        py_comp_emit(c,
                     set     ? PY_OP_BUILD_SET
                     : tuple ? PY_OP_BUILD_TUPLE
                             : PY_OP_BUILD_LIST,
                     d, r, l->n);
        return d;
    }
    int d = want >= c->u->nlocals ? want : py_comp_tmp(c);
    if (k) {
        py_comp_emit(c, set ? PY_OP_BUILD_SET : PY_OP_BUILD_LIST, d, d, 0);
        if (set) k = py_comp_keep(c, py_comp_frozenset_of(c, k));
        int t = py_comp_loadk(c, k, PY_ANY);
        py_comp_emit(c, set ? PY_OP_SET_UPDATE : PY_OP_LIST_EXTEND, d, t, 0);
    } else {
        build_growing(c, l, d, set);
    }
    py_at(c, n);
    if (tuple) py_comp_emit(c, PY_OP_LIST_TO_TUPLE, d, d, 0);
    c->u->top = want >= 0 ? top : top + 1;
    if (want < 0 || want == d) return d;
    py_comp_emit(c, PY_OP_MOVE, want, d, 0);
    return want;
}

int py_comp_dict_display(struct py_comp *c, struct py_node *n, int want)
{
    struct py_nodes *keys = &n->Dict.keys, *vals = &n->Dict.values;
    int top = c->u->top, count = 0, most = keys->n > PY_COMP_AT_ONCE / 2 ? 0 : keys->n;
    while (count < most && keys->v[count]) count++;
    int d = count == keys->n ? -1 : want >= c->u->nlocals ? want : py_comp_tmp(c);
    int base = c->u->top;
    for (int i = 0; i < count; i++) {
        py_comp_expr_tmp(c, keys->v[i]);
        py_comp_expr_tmp(c, vals->v[i]);
    }
    py_at(c, n);
    if (d < 0) {
        c->u->top = top;
        d = py_dst(c, want);
        py_comp_emit(c, PY_OP_BUILD_MAP, d, base, count);
        return d;
    }
    py_comp_emit(c, PY_OP_BUILD_MAP, d, base, count);
    c->u->top = base;
    for (int i = count; i < keys->n; i++) {
        int k = keys->v[i] ? py_comp_expr_tmp(c, keys->v[i]) : 0;
        int v = py_comp_expr(c, vals->v[i], PY_ANY);
        py_at(c, n);
        if (keys->v[i]) py_comp_emit(c, PY_OP_MAP_ADD, d, k, v);
        else py_comp_emit(c, PY_OP_DICT_UPDATE, d, v, 0);
        c->u->top = base;
    }
    c->u->top = want >= 0 ? top : top + 1;
    if (want < 0 || want == d) return d;
    py_comp_emit(c, PY_OP_MOVE, want, d, 0);
    return want;
}

// --- f-strings ----------------------------------------------------------------------------------

static int formatted(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top, conv = n->FormattedValue.conversion, r;
    int flags = conv == 's' ? 1 : conv == 'r' ? 2 : conv == 'a' ? 3 : 0;
    if (n->FormattedValue.format_spec) {
        r = py_comp_expr_tmp(c, n->FormattedValue.value);
        py_comp_expr_tmp(c, n->FormattedValue.format_spec);
        flags |= 4;
    } else {
        r = py_comp_expr(c, n->FormattedValue.value, PY_ANY);
    }
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    py_comp_emit(c, PY_OP_FORMAT, d, r, flags);
    return d;
}

int py_comp_fstring(struct py_comp *c, struct py_node *n, int want)
{
    if (n->kind == PY_AST_FormattedValue) return formatted(c, n, want);
    struct py_nodes *l = &n->JoinedStr.values;
    py_at(c, n);
    if (l->n == 0) return py_comp_loadk(c, py_str_empty(c->iso), want);
    if (l->n == 1) return py_comp_expr(c, l->v[0], want);
    enum { AT_ONCE = 1000 }; // parts in registers at a time
    int top = c->u->top, held = 0;
    for (int i = 0; i < l->n; i++) {
        py_comp_expr_tmp(c, l->v[i]);
        if (++held < AT_ONCE || i + 1 == l->n) continue;
        py_at(c, n);
        py_comp_emit(c, PY_OP_BUILD_STRING, top, top, held);
        c->u->top = top + 1;
        held = 1;
    }
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    py_comp_emit(c, PY_OP_BUILD_STRING, d, top, held);
    return d;
}
