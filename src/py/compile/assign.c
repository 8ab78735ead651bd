// Assignment in all its forms: targets of any shape, unpacking, augmented and annotated assignment,
// del.
#include "comp_int.h"

// Consecutive registers of plain locals for UNPACK to write at once: the first one, or -1.
static int local_run(struct py_comp *c, const struct py_nodes *l)
{
    int first = -1;
    for (int i = 0; i < l->n; i++) {
        if (l->v[i]->kind != PY_AST_Name) return -1;
        int r = py_comp_name_local(c, py_comp_local_id(c, l->v[i]->Name.id));
        if (r < 0 || (i && r != first + i)) return -1;
        if (!i) first = r;
    }
    return first;
}

static void store_unpacked(struct py_comp *c, struct py_node *n, int reg)
{
    struct py_nodes *l = &n->Tuple.elts;
    int top = c->u->top, star = -1;
    for (int i = 0; i < l->n; i++)
        if (l->v[i]->kind == PY_AST_Starred) star = i;
    int run = star < 0 && l->n ? local_run(c, l) : -1;
    py_at(c, n);
    if (star < 0 && run >= 0) {
        py_comp_emit(c, PY_OP_UNPACK, run, reg, l->n);
        return;
    }
    int r = py_comp_tmps(c, l->n);
    if (star < 0) {
        py_comp_emit(c, PY_OP_UNPACK, r, reg, l->n);
    } else {
        if (star > 255 || l->n - star - 1 > 255)
            py_comp_unsupported(c, n, "unpacking into more than 255 targets around a star");
        py_comp_emit(c, PY_OP_UNPACK_EX, r, reg, star | (l->n - star - 1) << 8);
    }
    for (int i = 0; i < l->n; i++)
        py_comp_store(c, i == star ? l->v[i]->Starred.value : l->v[i], r + i);
    c->u->top = top;
}

static void store_attribute(struct py_comp *c, struct py_node *n, int reg)
{
    reg = py_comp_stable(c, reg, n->Attribute.value);
    int o = py_comp_expr(c, n->Attribute.value, PY_ANY);
    py_comp_at_attribute(c, n, n);
    py_comp_named(c, PY_OP_STORE_ATTR, o, reg, py_comp_local_id(c, n->Attribute.attr));
}

static void store_item(struct py_comp *c, struct py_node *n, int reg)
{
    reg = py_comp_stable(c, reg, n);
    int o = py_comp_expr(c, n->Subscript.value, PY_ANY);
    o = py_comp_stable(c, o, n->Subscript.slice);
    int i = py_comp_expr(c, n->Subscript.slice, PY_ANY);
    py_at(c, n);
    py_comp_emit(c, PY_OP_SETITEM, o, i, reg);
}

void py_comp_store(struct py_comp *c, struct py_node *n, int reg)
{
    if (py_comp_deep(c)) return;
    int top = c->u->top;
    switch (n->kind) {
    case PY_AST_Name:
        py_at(c, n);
        py_comp_name_store(c, py_comp_local_id(c, n->Name.id), reg);
        break;
    case PY_AST_Attribute: store_attribute(c, n, reg); break;
    case PY_AST_Subscript: store_item(c, n, reg); break;
    case PY_AST_Tuple:
    case PY_AST_List: store_unpacked(c, n, reg); break;
    default: py_comp_unsupported(c, n, py_node_infos[n->kind].name); break;
    }
    c->u->top = top;
}

void py_comp_delete(struct py_comp *c, struct py_node *n)
{
    if (py_comp_deep(c)) return;
    int top = c->u->top;
    switch (n->kind) {
    case PY_AST_Name:
        py_at(c, n);
        py_comp_name_del(c, py_comp_local_id(c, n->Name.id));
        break;
    case PY_AST_Attribute: {
        int o = py_comp_expr(c, n->Attribute.value, PY_ANY);
        py_at(c, n);
        py_comp_named(c, PY_OP_DEL_ATTR, o, 0, py_comp_local_id(c, n->Attribute.attr));
        break;
    }
    case PY_AST_Subscript: {
        int o = py_comp_expr(c, n->Subscript.value, PY_ANY);
        o = py_comp_stable(c, o, n->Subscript.slice);
        int i = py_comp_expr(c, n->Subscript.slice, PY_ANY);
        py_at(c, n);
        py_comp_emit(c, PY_OP_DELITEM, o, i, 0);
        break;
    }
    case PY_AST_Tuple:
    case PY_AST_List:
        for (int i = 0; i < n->Tuple.elts.n; i++) py_comp_delete(c, n->Tuple.elts.v[i]);
        break;
    default: py_comp_unsupported(c, n, py_node_infos[n->kind].name); break;
    }
    c->u->top = top;
}

static bool plain_items(const struct py_nodes *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->v[i]->kind == PY_AST_Starred) return false;
    return true;
}

// A right-hand side that is a plain local can be read at the moment of its store, unless an earlier
// store of the same statement changes it.
static int deferred(struct py_comp *c, const struct py_nodes *to, const struct py_nodes *from,
                    int i)
{
    if (c->scope->unit->walrus || from->v[i]->kind != PY_AST_Name) return -1;
    int r = py_comp_name_local(c, py_comp_local_id(c, from->v[i]->Name.id));
    for (int j = 0; r >= 0 && j < i; j++) {
        if (to->v[j]->kind != PY_AST_Name) return -1;
        if (py_comp_name_local(c, py_comp_local_id(c, to->v[j]->Name.id)) == r) return -1;
    }
    return r;
}

// a, b = x, y without making the tuple: everything on the right first, then the stores in order.
static void assign_parallel(struct py_comp *c, const struct py_nodes *to,
                            const struct py_nodes *from)
{
    int *regs = py_comp_mem(c, &c->passing, (size_t)from->n * sizeof *regs);
    if (!regs) return;
    for (int i = 0; i < from->n; i++) {
        int r = deferred(c, to, from, i);
        if (r >= 0) py_comp_expr(c, from->v[i], PY_ANY); // the check that it is bound
        regs[i] = py_fold(c, from->v[i]) ? -1 : r >= 0 ? r : py_comp_expr_tmp(c, from->v[i]);
    }
    for (int i = 0; i < to->n; i++) {
        int top = c->u->top;
        int local = to->v[i]->kind == PY_AST_Name
                        ? py_comp_name_local(c, py_comp_local_id(c, to->v[i]->Name.id))
                        : -1;
        int r = regs[i] >= 0 ? regs[i] : py_comp_expr(c, from->v[i], local);
        py_comp_store(c, to->v[i], r);
        c->u->top = top;
    }
}

void py_comp_assign_stmt(struct py_comp *c, struct py_node *n)
{
    struct py_nodes *t = &n->Assign.targets;
    struct py_node *v = n->Assign.value, *first = t->v[0];
    int top = c->u->top;
    bool group = first->kind == PY_AST_Tuple || first->kind == PY_AST_List;
    if (t->n == 1 && group && (v->kind == PY_AST_Tuple || v->kind == PY_AST_List) &&
        v->List.elts.n == first->List.elts.n && v->List.elts.n < 20 && plain_items(&v->List.elts) &&
        plain_items(&first->List.elts)) {
        assign_parallel(c, &first->List.elts, &v->List.elts);
        c->u->top = top;
        return;
    }
    int local = first->kind == PY_AST_Name
                    ? py_comp_name_local(c, py_comp_local_id(c, first->Name.id))
                    : -1;
    int r;
    if (local >= 0 && t->n == 1) {
        py_comp_expr(c, v, local);
    } else {
        r = py_comp_expr(c, v, PY_ANY);
        if (t->n > 1 && r < c->u->nlocals) { // x = y = x[0] may store to the register it came from
            int copy = py_comp_tmp(c);
            py_comp_emit(c, PY_OP_MOVE, copy, r, 0);
            r = copy;
        }
        for (int i = 0; i < t->n; i++) py_comp_store(c, t->v[i], r);
    }
    c->u->top = top;
}

// --- augmented ----------------------------------------------------------------------------------

// want = l op= value of n; returns the register of the result.
static int augment(struct py_comp *c, struct py_node *n, int l, int want)
{
    int op = (int)py_comp_binop_of((int)n->AugAssign.op);
    py_value k = py_fold(c, n->AugAssign.value);
    int v = k ? py_comp_konst(c, k) : py_comp_expr(c, n->AugAssign.value, PY_ANY),
        d = py_dst(c, want);
    py_at(c, n);
    py_comp_emit(c, (enum py_op)((k ? PY_OP_IADDK : PY_OP_IADD) + op), d, l, v);
    return d;
}

static void aug_name(struct py_comp *c, struct py_node *n)
{
    struct py_ident *id = py_comp_local_id(c, n->AugAssign.target->Name.id);
    py_at(c, n->AugAssign.target);
    int l = py_comp_name_load(c, id, PY_ANY), local = py_comp_name_local(c, id);
    l = py_comp_stable(c, l, n->AugAssign.value);
    int d = augment(c, n, l, local >= 0 ? local : PY_ANY);
    py_at(c, n->AugAssign.target);
    if (local < 0) py_comp_name_store(c, id, d);
}

void py_comp_augassign(struct py_comp *c, struct py_node *n)
{
    struct py_node *t = n->AugAssign.target;
    int top = c->u->top;
    if (t->kind == PY_AST_Name) {
        aug_name(c, n);
    } else if (t->kind == PY_AST_Attribute) {
        int o = py_comp_expr(c, t->Attribute.value, PY_ANY), d = py_comp_tmp(c);
        o = py_comp_stable(c, o, n->AugAssign.value);
        struct py_ident *id = py_comp_local_id(c, t->Attribute.attr);
        py_comp_at_attribute(c, t, t);
        py_comp_named(c, PY_OP_LOAD_ATTR, d, o, id);
        augment(c, n, d, d);
        py_comp_at_attribute(c, t, t);
        py_comp_named(c, PY_OP_STORE_ATTR, o, d, id);
    } else {
        int o = py_comp_expr(c, t->Subscript.value, PY_ANY);
        o = py_comp_stable(c, o, n);
        int i = py_comp_expr(c, t->Subscript.slice, PY_ANY);
        i = py_comp_stable(c, i, n->AugAssign.value);
        int d = py_comp_tmp(c);
        py_at(c, t);
        py_comp_emit(c, PY_OP_GETITEM, d, o, i);
        augment(c, n, d, d);
        py_at(c, t);
        py_comp_emit(c, PY_OP_SETITEM, o, i, d);
    }
    c->u->top = top;
}

// --- annotated ----------------------------------------------------------------------------------

int py_comp_annotation(struct py_comp *c, struct py_node *n)
{
    if (c->ast->future & PY_FUTURE_ANNOTATIONS) {
        py_at(c, n);
        return py_comp_loadk(c, py_comp_keep(c, py_unparse(c, n)), PY_ANY);
    }
    if (n->kind != PY_AST_Starred) return py_comp_expr_tmp(c, n);
    int t = py_comp_expr_tmp(c, n->Starred.value); // *args: *Ts
    py_at(c, n);
    py_comp_emit(c, PY_OP_UNPACK, t, t, 1);
    return t;
}

void py_comp_annassign(struct py_comp *c, struct py_node *n)
{
    struct py_node *t = n->AnnAssign.target;
    int top = c->u->top;
    enum py_scope_kind k = c->scope->unit->kind;
    bool kept = k == PY_SC_MODULE || k == PY_SC_CLASS;
    if (n->AnnAssign.value) {
        int local = t->kind == PY_AST_Name ? py_comp_name_local(c, py_comp_local_id(c, t->Name.id))
                                           : -1;
        int v = py_comp_expr(c, n->AnnAssign.value, local >= 0 ? local : PY_ANY);
        if (local < 0) py_comp_store(c, t, v);
    } else if (t->kind == PY_AST_Attribute) {
        py_comp_effect(c, t->Attribute.value);
    } else if (t->kind == PY_AST_Subscript) {
        py_comp_effect(c, t->Subscript.value);
        py_comp_effect(c, t->Subscript.slice);
    }
    c->u->top = top;
    if (t->kind == PY_AST_Name && n->AnnAssign.simple) {
        if (kept) {
            int a = py_comp_annotation(c, n->AnnAssign.annotation);
            py_at(c, n);
            py_comp_emit(c, PY_OP_SET_ANNOTATION, a,
                         py_comp_kident(c, py_comp_local_id(c, t->Name.id)), 0);
        }
    } else if (kept && !(c->ast->future & PY_FUTURE_ANNOTATIONS)) {
        py_comp_effect(c, n->AnnAssign.annotation);
    }
    c->u->top = top;
}
