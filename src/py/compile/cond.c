// Comparisons and conditions: truth tests become jumps without making the bool where possible.
#include "comp_int.h"

static int compare_base(int op) // comparison 0..5 in the order of enum py_cmp, -1: another operator
{
    switch (op) {
    case PY_AST_OP_Lt: return PY_CMP_LT;
    case PY_AST_OP_LtE: return PY_CMP_LE;
    case PY_AST_OP_Eq: return PY_CMP_EQ;
    case PY_AST_OP_NotEq: return PY_CMP_NE;
    case PY_AST_OP_Gt: return PY_CMP_GT;
    case PY_AST_OP_GtE: return PY_CMP_GE;
    default: return -1;
    }
}

py_value py_comp_frozenset_of(struct py_comp *c, py_value tuple)
{
    py_value s = py_set_new(c->iso, true), again = py_set_new(c->iso, true), v;
    uint64_t pos = 0;
    for (uint64_t i = 0; s && i < py_tuple(tuple)->n; i++)
        if (!py_set_add(c->iso, py_set(s), py_tuple(tuple)->v[i])) s = NULL;
    // CPython makes constant sets a second time while it merges constants: the order shows it.
    while (s && again && py_set_next(c->iso, py_set(s), &pos, &v, NULL))
        if (!py_set_add(c->iso, py_set(again), v)) again = NULL;
    return s ? again : NULL;
}

// `x in [1, 2]` and `x in {1, 2}` test against constants made once.
static py_value container(struct py_comp *c, struct py_node *n)
{
    if (n->kind != PY_AST_List && n->kind != PY_AST_Set) return NULL;
    struct py_nodes *l = &n->List.elts; // Set has the same field
    py_value t = py_tuple_new(c->iso, (uint64_t)l->n);
    for (int i = 0; i < l->n; i++) {
        py_value k = t ? py_fold(c, l->v[i]) : NULL;
        if (!k) return NULL;
        py_tuple(t)->v[i] = k;
    }
    if (t && n->kind == PY_AST_Set) t = py_comp_frozenset_of(c, t);
    return py_comp_keep(c, t);
}

// One comparison of l with a node, the result to d; returns the register of the right operand.
static void emit_compare(struct py_comp *c, int op, int d, int l, int r)
{
    int base = compare_base(op);
    if (base >= 0) py_comp_emit(c, PY_OP_LT + base, d, l, r);
    else
        py_comp_emit(c,
                     op == PY_AST_OP_Is      ? PY_OP_IS
                     : op == PY_AST_OP_IsNot ? PY_OP_IS_NOT
                     : op == PY_AST_OP_In    ? PY_OP_IN
                                             : PY_OP_NOT_IN,
                     d, l, r);
}

static int right_operand(struct py_comp *c, int op, struct py_node *n)
{
    py_value k = op == PY_AST_OP_In || op == PY_AST_OP_NotIn ? container(c, n) : NULL;
    return k ? py_comp_loadk(c, k, PY_ANY) : py_comp_expr(c, n, PY_ANY);
}

static int compare_one(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top, op = n->Compare.ops.v[0];
    struct py_node *right = n->Compare.comparators.v[0];
    int l = py_comp_expr(c, n->Compare.left, PY_ANY);
    py_value k = compare_base(op) >= 0 ? py_fold(c, right) : NULL;
    if (k) {
        c->u->top = top;
        int d = py_dst(c, want);
        py_at(c, n);
        py_comp_emit(c, PY_OP_LTK + compare_base(op), d, l, py_comp_konst(c, k));
        return d;
    }
    l = py_comp_stable(c, l, right);
    int r = right_operand(c, op, right);
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    emit_compare(c, op, d, l, r);
    return d;
}

// The right operand of one link becomes the left one of the next: both live in temporaries.
static int compare_chain(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top, end = py_comp_label(c), count = n->Compare.ops.n;
    int d = want >= c->u->nlocals ? want : py_comp_tmp(c);
    int l = py_comp_tmp(c), r = py_comp_tmp(c);
    py_comp_expr(c, n->Compare.left, l);
    for (int i = 0; i < count; i++) {
        int op = n->Compare.ops.v[i];
        py_comp_expr(c, n->Compare.comparators.v[i], r);
        py_at(c, n);
        emit_compare(c, op, d, l, r);
        if (i + 1 == count) break;
        py_comp_jump(c, PY_OP_JF, d, 0, end);
        py_comp_emit(c, PY_OP_MOVE, l, r, 0);
    }
    py_comp_bind(c, end);
    c->u->top = want >= 0 ? top : top + 1;
    if (want >= 0 && want != d) py_comp_emit(c, PY_OP_MOVE, want, d, 0);
    return want >= 0 ? want : d;
}

int py_comp_compare_expr(struct py_comp *c, struct py_node *n, int want)
{
    return n->Compare.ops.n == 1 ? compare_one(c, n, want) : compare_chain(c, n, want);
}

// --- conditions ---------------------------------------------------------------------------------

static void jump_compare(struct py_comp *c, int op, bool when, int l, int r, int label)
{
    int base = compare_base(op);
    if (base >= 0) {
        py_comp_jump(c, (when ? PY_OP_JLT : PY_OP_JNLT) + base, l, r, label);
        return;
    }
    int d = py_comp_tmp(c);
    emit_compare(c, op, d, l, r);
    py_comp_jump(c, when ? PY_OP_JT : PY_OP_JF, d, 0, label);
}

static void cond_one(struct py_comp *c, struct py_node *n, bool when, int label)
{
    int op = n->Compare.ops.v[0];
    struct py_node *right = n->Compare.comparators.v[0];
    int l = py_comp_expr(c, n->Compare.left, PY_ANY);
    py_value k = py_fold(c, right);
    if (k == PY_NONE && (op == PY_AST_OP_Is || op == PY_AST_OP_IsNot)) {
        py_at(c, n);
        py_comp_jump(c, (op == PY_AST_OP_Is) == when ? PY_OP_JNONE : PY_OP_JNOTNONE, l, 0, label);
        return;
    }
    if (k && compare_base(op) >= 0) {
        py_at(c, n);
        py_comp_jump(c, (when ? PY_OP_JLTK : PY_OP_JNLTK) + compare_base(op), l,
                     py_comp_konst(c, k), label);
        return;
    }
    l = py_comp_stable(c, l, right);
    int r = right_operand(c, op, right);
    py_at(c, n);
    jump_compare(c, op, when, l, r, label);
}

static void cond_chain(struct py_comp *c, struct py_node *n, bool when, int label)
{
    int count = n->Compare.ops.n, no = when ? py_comp_label(c) : label;
    int l = py_comp_tmp(c), r = py_comp_tmp(c);
    py_comp_expr(c, n->Compare.left, l);
    for (int i = 0; i < count; i++) {
        int op = n->Compare.ops.v[i], top = c->u->top;
        bool last = i + 1 == count;
        py_comp_expr(c, n->Compare.comparators.v[i], r);
        py_at(c, n);
        jump_compare(c, op, last && when, l, r, last && when ? label : no);
        c->u->top = top;
        if (!last) py_comp_emit(c, PY_OP_MOVE, l, r, 0);
    }
    if (when) py_comp_bind(c, no);
}

static void cond_boolop(struct py_comp *c, struct py_node *n, bool when, int label)
{
    bool stop = n->BoolOp.op == PY_AST_OP_Or; // the truth value that ends the evaluation
    int end = py_comp_label(c), count = n->BoolOp.values.n;
    for (int i = 0; i + 1 < count; i++)
        py_comp_cond(c, n->BoolOp.values.v[i], stop, stop == when ? label : end);
    py_comp_cond(c, n->BoolOp.values.v[count - 1], when, label);
    py_comp_bind(c, end);
}

static void cond_ifexp(struct py_comp *c, struct py_node *n, bool when, int label)
{
    int other = py_comp_label(c), end = py_comp_label(c);
    py_comp_cond(c, n->IfExp.test, false, other);
    py_comp_cond(c, n->IfExp.body, when, label);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    py_comp_bind(c, other);
    py_comp_cond(c, n->IfExp.orelse, when, label);
    py_comp_bind(c, end);
}

int py_comp_cond(struct py_comp *c, struct py_node *n, bool when, int label)
{
    if (py_comp_deep(c)) return 0;
    int top = c->u->top;
    bool truth;
    if (py_comp_const_truth(c, n, &truth)) {
        py_at(c, n);
        if (truth == when) py_comp_jump(c, PY_OP_JUMP, 0, 0, label);
    } else if (n->kind == PY_AST_UnaryOp && n->UnaryOp.op == PY_AST_OP_Not) {
        py_comp_cond(c, n->UnaryOp.operand, !when, label);
    } else if (n->kind == PY_AST_BoolOp) {
        cond_boolop(c, n, when, label);
    } else if (n->kind == PY_AST_IfExp) {
        cond_ifexp(c, n, when, label);
    } else if (n->kind == PY_AST_Compare) {
        if (n->Compare.ops.n == 1) cond_one(c, n, when, label);
        else cond_chain(c, n, when, label);
    } else {
        int r = py_comp_expr(c, n, PY_ANY);
        py_at(c, n);
        py_comp_jump(c, when ? PY_OP_JT : PY_OP_JF, r, 0, label);
    }
    c->u->top = top;
    return 0;
}
