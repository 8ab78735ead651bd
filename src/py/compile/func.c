// Functions and lambdas: parameters, defaults, annotations, decorators, closures, type parameters.
#include "comp_int.h"

enum { NO_PARTS = 65535 };

// The cell of a name that an inner function captures, to register d.
static void load_cell(struct py_comp *c, struct py_ident *name, int d)
{
    for (const struct py_scope *s = c->scope;; s = s->parent) {
        const struct py_sym *y = py_scope_find(s, name);
        if (y && y->where == PY_W_LOCAL && s->kind != PY_SC_CLASS) {
            py_comp_emit(c, PY_OP_MOVE, d, y->reg, 0);
            return;
        }
        if (s->unit == s) break;
    }
    if (c->u->cell_reg >= 0 && name == c->id_class)
        py_comp_emit(c, PY_OP_MOVE, d, c->u->cell_reg, 0);
    else py_comp_emit(c, PY_OP_LOAD_CLOSURE, d, py_scope_slot(c->u->scope, name), 0);
}

int py_comp_make_function(struct py_comp *c, struct py_code *code, struct py_scope *s, int parts,
                          int want)
{
    int top = c->u->top;
    if (s->nfrees) {
        if (parts < 0) {
            parts = py_comp_tmps(c, 4);
            for (int i = 0; i < 3; i++) py_comp_emit(c, PY_OP_LOAD_NULL, parts + i, 0, 0);
        }
        int r = py_comp_tmps(c, s->nfrees);
        for (int i = 0; i < s->nfrees; i++) load_cell(c, s->frees[i], r + i);
        py_comp_emit(c, PY_OP_BUILD_TUPLE, parts + 3, r, s->nfrees);
    } else if (parts >= 0) {
        py_comp_emit(c, PY_OP_LOAD_NULL, parts + 3, 0, 0);
    }
    c->u->top = top;
    int d = py_dst(c, want);
    py_comp_emit(c, PY_OP_MAKE_FUNCTION, d, code ? py_comp_konst(c, (py_value)(void *)code) : 0,
                 parts < 0 ? NO_PARTS : parts);
    return d;
}

static void unit_params(struct py_comp *c, struct py_node *args)
{
    struct py_code *k = c->u->code;
    if (!k) return;
    k->nposonly = (uint16_t)args->arguments.posonlyargs.n;
    k->nargs = (uint16_t)(args->arguments.args.n + k->nposonly);
    k->nkwonly = (uint16_t)args->arguments.kwonlyargs.n;
    if (args->arguments.vararg) k->flags |= PY_CO_VARARGS;
    if (args->arguments.kwarg) k->flags |= PY_CO_VARKEYWORDS;
    k->simple = !k->nkwonly && !args->arguments.vararg && !args->arguments.kwarg;
}

// --- defaults and annotations -------------------------------------------------------------------

static void defaults(struct py_comp *c, struct py_nodes *l, int d)
{
    int top = c->u->top;
    bool all = true;
    for (int i = 0; i < l->n; i++) all = all && py_fold(c, l->v[i]);
    if (all) {
        py_value t = py_tuple_new(c->iso, (uint64_t)l->n);
        for (int i = 0; t && i < l->n; i++) py_tuple(t)->v[i] = py_fold(c, l->v[i]);
        py_comp_loadk(c, py_comp_keep(c, t), d);
        return;
    }
    int r = c->u->top;
    for (int i = 0; i < l->n; i++) py_comp_expr_tmp(c, l->v[i]);
    py_comp_emit(c, PY_OP_BUILD_TUPLE, d, r, l->n);
    c->u->top = top;
}

static void kwdefaults(struct py_comp *c, struct py_node *a, int d)
{
    int top = c->u->top, n = 0;
    for (int i = 0; i < a->arguments.kw_defaults.n; i++) {
        if (!a->arguments.kw_defaults.v[i]) continue;
        py_comp_loadk(c, py_text(c, py_comp_local_id(c, a->arguments.kwonlyargs.v[i]->arg.arg)),
                      PY_ANY);
        py_comp_expr_tmp(c, a->arguments.kw_defaults.v[i]);
        n++;
    }
    py_comp_emit(c, PY_OP_BUILD_MAP, d, top, n);
    c->u->top = top;
}

static int annotate(struct py_comp *c, const char *name, struct py_node *annotation)
{
    if (!annotation) return 0;
    int r = py_comp_loadk(c, py_text(c, py_comp_local_id(c, name)), PY_ANY);
    int v = py_comp_annotation(c, annotation);
    if (v != r + 1) py_comp_emit(c, PY_OP_MOVE, r + 1, v, 0);
    return 1;
}

static int annotate_list(struct py_comp *c, const struct py_nodes *l)
{
    int n = 0;
    for (int i = 0; i < l->n; i++) n += annotate(c, l->v[i]->arg.arg, l->v[i]->arg.annotation);
    return n;
}

static void annotations(struct py_comp *c, struct py_node *a, struct py_node *returns, int d)
{
    struct py_code_pos pos = c->pos;
    int top = c->u->top;
    int n = annotate_list(c, &a->arguments.args) + annotate_list(c, &a->arguments.posonlyargs);
    if (a->arguments.vararg)
        n += annotate(c, a->arguments.vararg->arg.arg, a->arguments.vararg->arg.annotation);
    n += annotate_list(c, &a->arguments.kwonlyargs);
    if (a->arguments.kwarg)
        n += annotate(c, a->arguments.kwarg->arg.arg, a->arguments.kwarg->arg.annotation);
    n += annotate(c, "return", returns);
    c->pos = pos;
    py_comp_emit(c, PY_OP_BUILD_MAP, d, top, n);
    c->u->top = top;
}

static bool list_annotated(const struct py_nodes *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->v[i]->arg.annotation) return true;
    return false;
}

static bool annotated(const struct py_node *a, const struct py_node *returns)
{
    return returns || list_annotated(&a->arguments.args) ||
           list_annotated(&a->arguments.posonlyargs) || list_annotated(&a->arguments.kwonlyargs) ||
           (a->arguments.vararg && a->arguments.vararg->arg.annotation) ||
           (a->arguments.kwarg && a->arguments.kwarg->arg.annotation);
}

static bool has_kwdefaults(const struct py_node *a)
{
    for (int i = 0; i < a->arguments.kw_defaults.n; i++)
        if (a->arguments.kw_defaults.v[i]) return true;
    return false;
}

// Defaults into the four parts of MAKE_FUNCTION; -1 when there are none and `more` is false.
static int default_parts(struct py_comp *c, struct py_node *a, bool more)
{
    bool pos = a->arguments.defaults.n > 0, kw = has_kwdefaults(a);
    if (!pos && !kw && !more) return -1;
    int p = py_comp_tmps(c, 4);
    if (pos) defaults(c, &a->arguments.defaults, p);
    else py_comp_emit(c, PY_OP_LOAD_NULL, p, 0, 0);
    if (kw) kwdefaults(c, a, p + 1);
    else py_comp_emit(c, PY_OP_LOAD_NULL, p + 1, 0, 0);
    py_comp_emit(c, PY_OP_LOAD_NULL, p + 2, 0, 0);
    return p;
}

// --- bodies -------------------------------------------------------------------------------------

static struct py_code *function_code(struct py_comp *c, struct py_node *n, struct py_scope *s)
{
    struct py_unit u;
    struct py_scope *outer = c->scope;
    struct py_code_pos pos = c->pos;
    struct py_nodes *body = &n->FunctionDef.body, *deco = &n->FunctionDef.decorator_list;
    py_comp_unit_begin(c, &u, s, n->FunctionDef.name);
    if (!c->failed) {
        unit_params(c, n->FunctionDef.args);
        u.code->first_line = (uint32_t)(deco->n ? deco->v[0]->line : n->line);
        py_value doc = py_comp_docstring(c, body);
        if (doc) u.code->doc = doc;
        int before = u.nins;
        py_comp_body(c, body);
        uint32_t line = u.code->first_line; // nothing to execute but the return
        if (u.nins == before) c->pos = (struct py_code_pos){line, line, 0, 0};
    }
    struct py_code *code = py_comp_unit_end(c);
    c->scope = outer;
    c->pos = pos;
    return code;
}

int py_comp_lambda(struct py_comp *c, struct py_node *n, int want)
{
    struct py_scope *s = py_scope_of(c, n), *outer = c->scope;
    int top = c->u->top;
    if (!s) return py_dst(c, want);
    py_at(c, n);
    int parts = default_parts(c, n->Lambda.args, false);
    struct py_unit u;
    py_comp_unit_begin(c, &u, s, "<lambda>");
    if (!c->failed) {
        unit_params(c, n->Lambda.args);
        u.code->first_line = (uint32_t)n->line;
        int r = py_comp_expr(c, n->Lambda.body, PY_ANY);
        py_at(c, n->Lambda.body);
        py_comp_emit(c, PY_OP_RETURN, r, 0, 0);
    }
    struct py_code *code = py_comp_unit_end(c);
    c->scope = outer;
    py_at(c, n);
    int t = py_comp_make_function(c, code, s, parts, parts < 0 ? want : -1);
    c->u->top = top;
    if (parts < 0 && want >= 0) return want;
    int d = py_dst(c, want);
    if (d != t) py_comp_emit(c, PY_OP_MOVE, d, t, 0);
    return d;
}

void py_comp_funcdef(struct py_comp *c, struct py_node *n)
{
    struct py_scope *s = py_scope_of(c, n), *outer = c->scope;
    struct py_nodes *deco = &n->FunctionDef.decorator_list, *params = &n->FunctionDef.type_params;
    struct py_node *a = n->FunctionDef.args;
    if (!s) return;
    int base = c->u->top;
    for (int i = 0; i < deco->n; i++) py_comp_expr_tmp(c, deco->v[i]);
    py_at(c, n);
    int f = py_comp_tmp(c);
    bool notes = annotated(a, n->FunctionDef.returns);
    int parts = default_parts(c, a, notes);
    int types = params->n ? py_comp_enter_types(c, params) : -1;
    py_at(c, n);
    if (notes) annotations(c, a, n->FunctionDef.returns, parts + 2);
    struct py_code *code = function_code(c, n, s);
    py_comp_make_function(c, code, s, parts, f);
    if (types >= 0) py_comp_emit(c, PY_OP_SET_TYPE_PARAMS, f, types, 0);
    c->scope = outer;
    py_comp_decorate(c, deco, base, n);
    py_comp_name_define(c, py_comp_local_id(c, n->FunctionDef.name), base);
    c->u->top = base;
}

// Applies the decorators in base, base+1, ... to the object after them; the result is in base.
void py_comp_decorate(struct py_comp *c, struct py_nodes *deco, int base, struct py_node *n)
{
    for (int i = deco->n - 1; i >= 0; i--) {
        py_at(c, deco->v[i]);
        py_comp_emit(c, PY_OP_CALL, base + i, base + i, 1);
    }
    py_at(c, n);
}
