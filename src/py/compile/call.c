// Calls and what needs their windows: functions, methods, zero-argument super. The callable lies in
// register w, its arguments follow, and nothing live lies above them.
#include "comp_int.h"

// Are the arguments to be collected in a tuple and a dict first?
static bool collects(const struct py_node *n)
{
    for (int i = 0; i < n->Call.args.n; i++)
        if (n->Call.args.v[i]->kind == PY_AST_Starred) return true;
    for (int i = 0; i < n->Call.keywords.n; i++)
        if (!n->Call.keywords.v[i]->keyword.arg) return true;
    return n->Call.args.n + n->Call.keywords.n > PY_COMP_AT_ONCE;
}

// `super` that means the builtin, without arguments, in a method.
bool py_comp_super_call(struct py_comp *c, struct py_node *n)
{
    if (n->kind != PY_AST_Call || n->Call.args.n || n->Call.keywords.n) return false;
    const struct py_node *f = n->Call.func;
    if (f->kind != PY_AST_Name || strcmp(f->Name.id, "super")) return false;
    const struct py_scope *s = c->scope->unit;
    if (s->kind != PY_SC_FUNC || !s->syms || !(s->syms->flags & PY_S_PARAM)) return false;
    const struct py_sym *y = py_scope_lookup(c, c->id_super), *k = py_scope_lookup(c, c->id_class);
    const struct py_node *a = s->node->FunctionDef.args;
    if (s->node->kind == PY_AST_TypeAlias || a->arguments.args.n + a->arguments.posonlyargs.n == 0)
        return false;
    return y && y->where == PY_W_GLOBAL && k && k->where == PY_W_FREE;
}

// Puts class cell content, first parameter and `super` into three registers from w on.
static void super_parts(struct py_comp *c, struct py_node *call, int w)
{
    const struct py_sym *first = c->scope->unit->syms;
    py_at(c, call->Call.func);
    py_comp_named(c, PY_OP_LOAD_GLOBAL, w + 2, 0, c->id_super);
    py_at(c, call);
    py_comp_emit(c, PY_OP_LOAD_FREE, w, py_comp_free_slot(c, c->id_class), 0);
    if (first->flags & PY_S_CELL) {
        py_comp_emit(c, PY_OP_LOAD_CELL, w + 1, first->reg, 0);
    } else {
        if (first->flags & PY_S_DELETED) py_comp_emit(c, PY_OP_CHECK, first->reg, 0, 0);
        py_comp_emit(c, PY_OP_MOVE, w + 1, first->reg, 0);
    }
}

int py_comp_super_attr(struct py_comp *c, struct py_node *n, int want, bool method)
{
    int top = c->u->top, w = py_comp_tmps(c, 3);
    super_parts(c, n->Attribute.value, w);
    py_at(c, n);
    struct py_ident *name = py_comp_local_id(c, n->Attribute.attr);
    if (method) {
        py_comp_named(c, PY_OP_LOAD_SUPER_METHOD, w, w, name);
        c->u->top = w + 2;
        return w;
    }
    c->u->top = top;
    int d = py_dst(c, want);
    py_comp_named(c, PY_OP_LOAD_SUPER_ATTR, d, w, name);
    return d;
}

static py_value keyword_names(struct py_comp *c, const struct py_nodes *l)
{
    py_value t = py_tuple_new(c->iso, (uint64_t)l->n);
    for (int i = 0; t && i < l->n; i++)
        py_tuple(t)->v[i] = py_text(c, py_comp_id(c, l->v[i]->keyword.arg));
    return py_comp_keep(c, t);
}

// One named keyword into the dict in register d; after a ** duplicates must be noticed.
static void add_keyword(struct py_comp *c, struct py_node *call, struct py_node *k, int d,
                        bool merge, int callee)
{
    int pair = py_comp_tmps(c, 2);
    py_at(c, call);
    py_comp_loadk(c, py_text(c, py_comp_id(c, k->keyword.arg)), pair);
    py_comp_expr(c, k->keyword.value, pair + 1);
    py_at(c, call);
    if (!merge) {
        py_comp_emit(c, PY_OP_MAP_ADD, d, pair, pair + 1);
        return;
    }
    py_comp_emit(c, PY_OP_BUILD_MAP, pair, pair, 1);
    py_comp_emit(c, PY_OP_DICT_MERGE, d, pair, callee);
}

// Starred arguments: a tuple of the positional ones and a dict of the keywords.
static void call_ex(struct py_comp *c, struct py_node *n, int w, int want)
{
    struct py_nodes *kws = &n->Call.keywords;
    int t = py_comp_tmp(c), d = py_comp_tmp(c);
    if (n->Call.args.n == 1 && n->Call.args.v[0]->kind == PY_AST_Starred) {
        py_comp_expr(c, n->Call.args.v[0]->Starred.value, t);
    } else {
        py_comp_list_of_nodes(c, &n->Call.args, t);
        py_comp_emit(c, PY_OP_LIST_TO_TUPLE, t, t, 0);
    }
    bool merge = false;
    if (kws->n) {
        py_at(c, n);
        py_comp_emit(c, PY_OP_BUILD_MAP, d, d, 0);
    }
    for (int i = 0; i < kws->n; i++) {
        struct py_node *k = kws->v[i];
        int top = c->u->top;
        if (k->keyword.arg) {
            add_keyword(c, n, k, d, merge, w);
        } else {
            int v = py_comp_expr(c, k->keyword.value, PY_ANY);
            py_at(c, n);
            py_comp_emit(c, PY_OP_DICT_MERGE, d, v, w);
            merge = true;
        }
        c->u->top = top;
    }
    py_at(c, n);
    py_comp_emit(c, PY_OP_CALL_EX, want, w, kws->n > 0);
}

static void at_call(struct py_comp *c, const struct py_node *n)
{
    py_at(c, n);
    const struct py_node *f = n->Call.func;
    if (f->kind != PY_AST_Attribute || n->line == f->end_line) return;
    int len = (int)strlen(
        f->Attribute.attr); // as at_attribute: CPython points at the method's name
    c->pos.line = (uint32_t)f->end_line;
    c->pos.col = (uint16_t)(len <= f->end_col ? f->end_col - len : 0xffff);
}

static void argument(struct py_comp *c, struct py_node *n)
{
    int reg = py_comp_expr_tmp(c, n);
    if (n->kind != PY_AST_Call) py_comp_later(c, n, reg);
}

int py_comp_call_expr(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top;
    struct py_node *f = n->Call.func;
    bool star = collects(n), method = f->kind == PY_AST_Attribute && !star;
    int w;
    if (method && py_comp_super_call(c, f->Attribute.value)) {
        w = py_comp_super_attr(c, f, PY_ANY, true);
    } else if (method) {
        int o = py_comp_expr(c, f->Attribute.value, PY_ANY);
        c->u->top = top;
        w = py_comp_tmps(c, 2);
        at_call(c, n);
        c->pos.end_line = (uint32_t)f->end_line;
        c->pos.end_col = (uint16_t)f->end_col;
        py_comp_named(c, PY_OP_LOAD_METHOD, w, o, py_comp_local_id(c, f->Attribute.attr));
    } else {
        w = py_comp_tmp(c);
        py_comp_expr(c, f, w);
    }
    int d = want >= 0 ? want : top; // the window starts where the result goes
    py_comp_later(c, n, method ? w + 1 : w);
    py_comp_window(c, n, w);
    if (star) {
        call_ex(c, n, w, d);
    } else {
        int args = n->Call.args.n, kw = n->Call.keywords.n;
        for (int i = 0; i < args; i++) argument(c, n->Call.args.v[i]);
        for (int i = 0; i < kw; i++) py_comp_expr_tmp(c, n->Call.keywords.v[i]->keyword.value);
        if (kw) py_comp_loadk(c, keyword_names(c, &n->Call.keywords), PY_ANY);
        if (method) at_call(c, n);
        else py_at(c, n);
        py_comp_emit(c,
                     method ? (kw ? PY_OP_CALL_METHOD_KW : PY_OP_CALL_METHOD)
                            : (kw ? PY_OP_CALL_KW : PY_OP_CALL),
                     d, w, args + kw);
    }
    c->u->top = want >= 0 ? top : top + 1;
    return d;
}
