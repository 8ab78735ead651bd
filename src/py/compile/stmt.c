// Statements: dispatch, simple statements, if and loops, and the code that leaves blocks (with,
// try, handlers) on return, break and continue.
#include "comp_int.h"

static void leave_block(struct py_comp *c, struct py_block *b)
{
    struct py_block *blocks = c->u->blocks;
    struct py_scope *scope = c->scope;
    int handler = c->u->handler;
    c->u->blocks = b->up;
    c->u->handler = b->outer;
    c->scope = b->scope;
    switch (b->kind) {
    case PY_B_LOOP: break;
    case PY_B_FINALLY: py_comp_body(c, b->body); break;
    case PY_B_HANDLER:
        py_comp_emit(c, PY_OP_POP_EXC, b->reg, 0, 0);
        if (b->name) {
            int t = py_comp_loadk(c, PY_NONE, PY_ANY);
            py_comp_name_store(c, b->name, t);
            py_comp_name_del(c, b->name);
            c->u->top = t;
        }
        break;
    case PY_B_WITH:
    case PY_B_ASYNC_WITH: {
        py_at(c, b->node);
        int w = py_comp_tmps(c, 5);
        py_comp_emit(c, PY_OP_MOVE, w, b->reg, 0);
        py_comp_emit(c, PY_OP_MOVE, w + 1, b->reg + 1, 0);
        for (int i = 2; i < 5; i++) py_comp_emit(c, PY_OP_LOAD_NONE, w + i, 0, 0);
        py_comp_emit(c, PY_OP_CALL_METHOD, w, w, 3);
        if (b->kind == PY_B_ASYNC_WITH) py_comp_await_top(c, w, w, 2);
        c->u->top = w;
        break;
    }
    }
    c->u->blocks = blocks;
    c->u->handler = handler;
    c->scope = scope;
}

// code to leave blocks up to one, exclusive
static void leave_blocks(struct py_comp *c, struct py_block *upto)
{
    struct py_code_pos pos = c->pos;
    for (struct py_block *b = c->u->blocks; b && b != upto; b = b->up) {
        leave_block(c, b);
        c->pos = pos;
    }
    // What follows runs outside the blocks; the caller emits the jump or return with that handler.
}

static int outer_handler(const struct py_unit *u, const struct py_block *upto)
{
    int h = u->handler;
    for (const struct py_block *b = u->blocks; b && b != upto; b = b->up) h = b->outer;
    return h;
}

static bool needs_unwind(const struct py_unit *u)
{
    for (const struct py_block *b = u->blocks; b; b = b->up)
        if (b->kind != PY_B_LOOP) return true;
    return false;
}

static void return_stmt(struct py_comp *c, struct py_node *n)
{
    struct py_node *v = n->Return.value;
    int top = c->u->top, handler = c->u->handler;
    py_value k = v ? py_fold(c, v) : PY_NONE;
    int r = -1;
    bool unwind = needs_unwind(c->u);
    if (!k) r = unwind ? py_comp_expr_tmp(c, v) : py_comp_expr(c, v, PY_ANY);
    py_at(c, n);
    if (unwind) {
        leave_blocks(c, NULL);
        c->u->handler = outer_handler(c->u, NULL);
    }
    py_at(c, n);
    if (k == PY_NONE) {
        py_comp_emit(c, PY_OP_RETURN_NONE, 0, 0, 0);
    } else {
        if (k) r = py_comp_loadk(c, k, PY_ANY);
        py_comp_emit(c, PY_OP_RETURN, r, 0, 0);
    }
    c->u->handler = handler;
    c->u->top = top;
}

static void leave_loop(struct py_comp *c, struct py_node *n, bool brk)
{
    struct py_block *loop = c->u->blocks;
    while (loop && loop->kind != PY_B_LOOP) loop = loop->up;
    py_at(c, n);
    if (!loop) { // the parser refuses it before
        py_comp_unsupported(c, n, brk ? "'break' outside loop" : "'continue' outside loop");
        return;
    }
    int handler = c->u->handler;
    leave_blocks(c, loop);
    c->u->handler = outer_handler(c->u, loop);
    py_comp_jump(c, brk ? PY_OP_JUMP : PY_OP_JUMP_BACK, 0, 0, brk ? loop->brk : loop->cont);
    c->u->handler = handler;
}

static void if_stmt(struct py_comp *c, struct py_node *n)
{
    int other = py_comp_label(c), end = n->If.orelse.n ? py_comp_label(c) : other;
    if (py_fold(c, n->If.test)) py_comp_mark(c, n);
    py_comp_cond(c, n->If.test, false, other);
    py_comp_body(c, &n->If.body);
    if (n->If.orelse.n) {
        py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
        py_comp_bind(c, other);
        py_comp_body(c, &n->If.orelse);
        if (n->If.orelse.v[n->If.orelse.n - 1]->kind == PY_AST_Pass)
            py_comp_jump(c, PY_OP_JUMP, 0, 0,
                         end); // what comes here passes the mark, others do not
    }
    py_comp_bind(c, end);
}

static void while_loop(struct py_comp *c, struct py_node *n)
{
    int start = py_comp_label(c), other = py_comp_label(c), end = py_comp_label(c);
    struct py_block b = {.brk = end, .cont = start};
    py_comp_block_push(c, &b, PY_B_LOOP);
    if (!c->failed) c->u->labels[start] = PY_COMP_AIMED_AT; // from the end of the loop
    py_comp_bind(c, start);
    if (py_fold(c, n->While.test)) py_comp_mark(c, n);
    py_comp_cond(c, n->While.test, false, other);
    py_comp_body(c, &n->While.body);
    py_comp_jump(c, PY_OP_JUMP_BACK, 0, 0, start);
    py_comp_block_pop(c);
    py_comp_bind(c, other);
    py_comp_body(c, &n->While.orelse);
    py_comp_bind(c, end);
}

static void async_for(struct py_comp *c, struct py_node *n)
{
    int start = py_comp_label(c), end = py_comp_label(c), top = c->u->top, it = py_comp_tmp(c);
    int v = py_comp_expr(c, n->AsyncFor.iter, PY_ANY);
    py_at(c, n);
    py_comp_emit(c, PY_OP_GET_AITER, it, v, 0);
    c->u->top = it + 1;
    struct py_block b = {.brk = end, .cont = start};
    py_comp_block_push(c, &b, PY_B_LOOP);
    int outer = c->u->handler, h = py_comp_hand_new(c);
    py_comp_bind(c, start);
    v = py_comp_tmp(c);
    c->u->handler = h;
    py_comp_emit(c, PY_OP_GET_ANEXT, v, it, 0);
    py_comp_emit(c, PY_OP_YIELD_FROM, v, v, 0);
    c->u->handler = outer;
    py_comp_store(c, n->AsyncFor.target, v);
    c->u->top = it + 1;
    py_comp_body(c, &n->AsyncFor.body);
    py_comp_jump(c, PY_OP_JUMP_BACK, 0, 0, start);
    py_comp_block_pop(c);
    if (!c->failed) py_comp_bind(c, c->u->hands[h].target);
    int e = py_comp_tmps(c, 2), other = py_comp_label(c);
    py_at(c, n);
    py_comp_emit(c, PY_OP_PUSH_EXC, e, 0, 0);
    py_comp_jump(c, PY_OP_END_ASYNC_FOR, e, 0, other);
    py_comp_bind(c, other);
    c->u->top = top;
    py_comp_body(c, &n->AsyncFor.orelse);
    py_comp_bind(c, end);
}

static void for_loop(struct py_comp *c, struct py_node *n)
{
    int start = py_comp_label(c), other = py_comp_label(c), end = py_comp_label(c);
    int top = c->u->top, it = py_comp_tmp(c);
    int v = py_comp_expr(c, n->For.iter, PY_ANY);
    struct py_node *t = n->For.target;
    py_at(c, n);
    py_comp_emit(c, PY_OP_GET_ITER, it, v, 0);
    c->u->top = it + 1;
    struct py_block b = {.brk = end, .cont = start};
    py_comp_block_push(c, &b, PY_B_LOOP);
    py_comp_bind(c, start);
    int local = t->kind == PY_AST_Name ? py_comp_name_local(c, py_comp_local_id(c, t->Name.id))
                                       : -1;
    int x = local >= 0 ? local : py_comp_tmp(c);
    py_comp_jump(c, PY_OP_FOR_ITER, x, it, other);
    if (local < 0) py_comp_store(c, t, x);
    c->u->top = it + 1;
    py_comp_body(c, &n->For.body);
    py_comp_jump(c, PY_OP_JUMP_BACK, 0, 0, start);
    py_comp_block_pop(c);
    py_comp_bind(c, other);
    c->u->top = top;
    py_comp_body(c, &n->For.orelse);
    py_comp_bind(c, end);
}

static void expr_stmt(struct py_comp *c, struct py_node *n)
{
    struct py_node *v = n->Expr.value;
    if (c->mode == PY_MODE_SINGLE && c->u->scope->kind == PY_SC_MODULE) {
        int r = py_comp_expr(c, v, PY_ANY);
        py_at(c, n);
        py_comp_emit(c, PY_OP_PRINT_EXPR, r, 0, 0);
    } else {
        py_comp_effect(c, v);
    }
}

static void raise(struct py_comp *c, struct py_node *n)
{
    int r = py_comp_tmps(c, 2);
    if (n->Raise.exc) py_comp_expr(c, n->Raise.exc, r);
    else py_comp_emit(c, PY_OP_LOAD_NULL, r, 0, 0);
    if (n->Raise.cause) py_comp_expr(c, n->Raise.cause, r + 1);
    else py_comp_emit(c, PY_OP_LOAD_NULL, r + 1, 0, 0);
    py_at(c, n);
    py_comp_emit(c, PY_OP_RAISE, r, r + 1, 0);
}

static void assert_stmt(struct py_comp *c, struct py_node *n)
{
    if (c->no_assert) return;
    int ok = py_comp_label(c);
    py_comp_cond(c, n->Assert.test, true, ok);
    int r = n->Assert.msg ? py_comp_expr(c, n->Assert.msg, PY_ANY)
                          : py_comp_tmp(c); // unused, but it exists
    py_at(c, n);
    py_comp_emit(c, PY_OP_RAISE_ASSERT, r, n->Assert.msg != NULL, 0);
    py_comp_bind(c, ok);
}

static void dispatch(struct py_comp *c, struct py_node *n)
{
    switch (n->kind) {
    case PY_AST_FunctionDef:
    case PY_AST_AsyncFunctionDef: py_comp_funcdef(c, n); return;
    case PY_AST_ClassDef: py_comp_classdef(c, n); return;
    case PY_AST_Return: return_stmt(c, n); return;
    case PY_AST_Delete:
        for (int i = 0; i < n->Delete.targets.n; i++) py_comp_delete(c, n->Delete.targets.v[i]);
        return;
    case PY_AST_Assign: py_comp_assign_stmt(c, n); return;
    case PY_AST_TypeAlias: py_comp_type_alias(c, n); return;
    case PY_AST_AugAssign: py_comp_augassign(c, n); return;
    case PY_AST_AnnAssign: py_comp_annassign(c, n); return;
    case PY_AST_For: for_loop(c, n); return;
    case PY_AST_AsyncFor: async_for(c, n); return;
    case PY_AST_While: while_loop(c, n); return;
    case PY_AST_If: if_stmt(c, n); return;
    case PY_AST_With:
    case PY_AST_AsyncWith: py_comp_with(c, n); return;
    case PY_AST_Match: py_comp_match(c, n); return;
    case PY_AST_Raise: raise(c, n); return;
    case PY_AST_Try:
        py_comp_mark(c, n);
        py_comp_try(c, n);
        return;
    case PY_AST_TryStar: py_comp_try_star(c, n); return;
    case PY_AST_Assert: assert_stmt(c, n); return;
    case PY_AST_Import: py_comp_import_stmt(c, n); return;
    case PY_AST_ImportFrom: py_comp_import_from(c, n); return;
    case PY_AST_Global:
    case PY_AST_Nonlocal: return;
    case PY_AST_Pass: py_comp_mark(c, n); return;
    case PY_AST_Expr: expr_stmt(c, n); return;
    case PY_AST_Break:
    case PY_AST_Continue:
        py_comp_mark(c, n);
        leave_loop(c, n, n->kind == PY_AST_Break);
        return;
    default: py_comp_unsupported(c, n, py_node_infos[n->kind].name); return;
    }
}

static void statement(struct py_comp *c, struct py_node *n)
{
    if (py_comp_deep(c)) return;
    int top = c->u->top;
    py_at(c, n);
    dispatch(c, n);
    c->u->top = top;
}

void py_comp_body(struct py_comp *c, struct py_nodes *l)
{
    for (int i = 0; i < l->n && !c->failed; i++) statement(c, l->v[i]);
}
