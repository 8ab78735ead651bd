// Comprehensions. Those of lists, sets and dicts run inline in the function around them, their
// variables in registers of their own (cells when a lambda captures them); generator expressions
// are generator functions with the first iterator as parameter `.0`.
#include "comp_int.h"

struct comp {
    struct py_node *n;
    struct py_nodes *gens;
    int acc; // register of the result; -1: generator expression
};

static void element(struct py_comp *c, const struct comp *k)
{
    struct py_node *n = k->n;
    int top = c->u->top;
    if (n->kind == PY_AST_DictComp) {
        int key = py_comp_expr_tmp(c, n->DictComp.key);
        int v = py_comp_expr(c, n->DictComp.value, PY_ANY);
        c->pos.line = (uint32_t)n->DictComp.key->line;
        py_comp_emit(c, PY_OP_MAP_ADD, k->acc, key, v);
    } else {
        int v = py_comp_expr(c, n->ListComp.elt, PY_ANY);
        py_at(c, n->ListComp.elt);
        if (k->acc < 0) py_comp_emit(c, PY_OP_YIELD, py_comp_tmp(c), v, 0);
        else
            py_comp_emit(c, n->kind == PY_AST_SetComp ? PY_OP_SET_ADD : PY_OP_LIST_APPEND, k->acc,
                         v, 0);
    }
    c->u->top = top;
}

static void generator(struct py_comp *c, const struct comp *k, int i, int it);

// The body of one `for`: conditions, then the next `for` or the element.
static void inner(struct py_comp *c, const struct comp *k, int i, int next)
{
    struct py_node *g = k->gens->v[i];
    for (int j = 0; j < g->comprehension.ifs.n; j++)
        py_comp_cond(c, g->comprehension.ifs.v[j], false, next);
    if (i + 1 < k->gens->n) generator(c, k, i + 1, -1);
    else element(c, k);
}

static int iterator(struct py_comp *c, const struct comp *k, int i)
{
    struct py_node *g = k->gens->v[i];
    int it = py_comp_tmp(c);
    int v = py_comp_expr(c, g->comprehension.iter, PY_ANY);
    py_at(c, k->n);
    py_comp_emit(c, g->comprehension.is_async ? PY_OP_GET_AITER : PY_OP_GET_ITER, it, v, 0);
    c->u->top = it + 1;
    return it;
}

static void async_loop(struct py_comp *c, const struct comp *k, int i, int it)
{
    struct py_node *g = k->gens->v[i];
    int start = py_comp_label(c), next = py_comp_label(c), end = py_comp_label(c);
    int outer = c->u->handler, h = py_comp_hand_new(c), v = py_comp_tmp(c);
    py_comp_bind(c, start);
    c->u->handler = h;
    py_at(c, k->n);
    py_comp_emit(c, PY_OP_GET_ANEXT, v, it, 0);
    py_comp_emit(c, PY_OP_YIELD_FROM, v, v, 0);
    c->u->handler = outer;
    py_comp_store(c, g->comprehension.target, v);
    inner(c, k, i, next);
    py_comp_bind(c, next);
    py_comp_jump(c, PY_OP_JUMP_BACK, 0, 0, start);
    py_comp_bind(c, c->u->hands[h < 0 ? 0 : h].target);
    int e = py_comp_tmps(c, 2);
    py_at(c, k->n);
    py_comp_emit(c, PY_OP_PUSH_EXC, e, 0, 0);
    py_comp_jump(c, PY_OP_END_ASYNC_FOR, e, 0, end);
    py_comp_bind(c, end);
}

static void sync_loop(struct py_comp *c, const struct comp *k, int i, int it)
{
    struct py_node *g = k->gens->v[i], *target = g->comprehension.target;
    int start = py_comp_label(c), end = py_comp_label(c);
    int local = target->kind == PY_AST_Name
                    ? py_comp_name_local(c, py_comp_local_id(c, target->Name.id))
                    : -1;
    py_comp_bind(c, start);
    py_at(c, k->n);
    int v = local >= 0 ? local : py_comp_tmp(c);
    py_comp_jump(c, PY_OP_FOR_ITER, v, it, end);
    if (local < 0) py_comp_store(c, target, v);
    inner(c, k, i, start);
    py_comp_jump(c, PY_OP_JUMP_BACK, 0, 0, start);
    py_comp_bind(c, end);
}

// it: register of the iterator made already, or -1.
static void generator(struct py_comp *c, const struct comp *k, int i, int it)
{
    if (py_comp_deep(c)) return;
    int top = c->u->top;
    struct py_nodes *one = &k->gens->v[i]->comprehension.iter->List.elts;
    enum py_node_kind kind = k->gens->v[i]->comprehension.iter->kind;
    struct py_node *g = k->gens->v[i];
    // `for y in [x]` is an assignment, as in CPython.
    if (it < 0 && i > 0 && !g->comprehension.is_async &&
        (kind == PY_AST_List || kind == PY_AST_Tuple) && one->n == 1 &&
        one->v[0]->kind != PY_AST_Starred) {
        int next = py_comp_label(c), v = py_comp_expr(c, one->v[0], PY_ANY);
        py_comp_store(c, g->comprehension.target, v);
        inner(c, k, i, next);
        py_comp_bind(c, next);
        c->u->top = top;
        return;
    }
    if (it < 0) it = iterator(c, k, i);
    if (g->comprehension.is_async) async_loop(c, k, i, it);
    else sync_loop(c, k, i, it);
    c->u->top = top;
}

// The variables of a comprehension end with it.
static void unbind_all(struct py_comp *c, const struct py_scope *s)
{
    for (struct py_sym *y = s->syms; y; y = y->next)
        if (y->where == PY_W_LOCAL) py_comp_emit(c, PY_OP_LOAD_NULL, y->reg, 0, 0);
}

int py_comp_comprehension(struct py_comp *c, struct py_node *n, int want)
{
    static const enum py_op builds[] = {PY_OP_BUILD_LIST, PY_OP_BUILD_SET, PY_OP_BUILD_MAP};
    struct py_scope *s = py_scope_of(c, n), *outer = c->scope;
    int top = c->u->top;
    struct comp k = {
        n, n->kind == PY_AST_DictComp ? &n->DictComp.generators : &n->ListComp.generators, 0};
    k.acc = want >= c->u->nlocals ? want : py_comp_tmp(c);
    int it = iterator(c, &k, 0);
    if (!s) return k.acc;
    c->scope = s;
    for (struct py_sym *y = s->syms; y; y = y->next)
        if (y->where == PY_W_LOCAL && (y->flags & PY_S_CELL))
            py_comp_emit(c, PY_OP_NEW_CELL, y->reg, 0, 0);
    py_comp_emit(c,
                 builds[n->kind == PY_AST_SetComp    ? 1
                        : n->kind == PY_AST_DictComp ? 2
                                                     : 0],
                 k.acc, k.acc, 0);
    int handler = c->u->handler, failed = py_comp_hand_new(c), end = py_comp_label(c);
    c->u->handler = failed;
    generator(c, &k, 0, it);
    c->u->handler = handler;
    py_at(c, n);
    unbind_all(c, s);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    py_comp_bind(c, c->u->hands[failed < 0 ? 0 : failed].target);
    int e = py_comp_tmps(c, 2);
    py_comp_emit(c, PY_OP_PUSH_EXC, e, 0, 0);
    unbind_all(c, s);
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
    py_comp_emit(c, PY_OP_RERAISE, e + 1, 1, 0);
    py_comp_bind(c, end);
    c->scope = outer;
    c->u->top = want >= 0 ? top : top + 1;
    if (want < 0 || want == k.acc) return k.acc;
    py_comp_emit(c, PY_OP_MOVE, want, k.acc, 0);
    return want;
}

int py_comp_genexp(struct py_comp *c, struct py_node *n, int want)
{
    struct py_scope *s = py_scope_of(c, n);
    int top = c->u->top, w = py_comp_tmps(c, 2);
    struct comp k = {n, &n->GeneratorExp.generators, -1};
    struct py_node *first = k.gens->v[0];
    if (!s) return w;
    int v = py_comp_expr(c, first->comprehension.iter, PY_ANY);
    py_at(c, n);
    py_comp_emit(c, first->comprehension.is_async ? PY_OP_GET_AITER : PY_OP_GET_ITER, w + 1, v, 0);
    c->u->top = w + 2;
    struct py_code_pos pos = c->pos;
    struct py_unit u;
    py_comp_unit_begin(c, &u, s, "<genexpr>");
    if (!c->failed) {
        u.code->nargs = u.code->nposonly = 1;
        u.code->simple = true;
        u.code->first_line = pos.line;
        generator(c, &k, 0, 0); // .0 is register 0
        py_at(c, n);
        py_comp_emit(c, PY_OP_RETURN_NONE, 0, 0, 0);
    }
    struct py_code *code = py_comp_unit_end(c);
    c->pos = pos;
    py_comp_make_function(c, code, s, -1, w);
    c->u->top = top;
    int d = py_dst(c, want);
    py_comp_emit(c, PY_OP_CALL, d, w, 1);
    return d;
}
