// Classes: the body is a function run with the namespace as its locals; bases and keywords are
// evaluated around it. Type parameters of functions, classes and aliases.
#include "comp_int.h"

static void store_const(struct py_comp *c, struct py_ident *name, py_value v)
{
    int t = py_comp_loadk(c, v, PY_ANY);
    py_comp_named(c, PY_OP_STORE_NAME, t, 0, name);
    c->u->top = t;
}

static void class_prologue(struct py_comp *c, struct py_node *n)
{
    struct py_nodes *body = &n->ClassDef.body;
    int t = py_comp_tmp(c);
    py_comp_named(c, PY_OP_LOAD_NAME, t, 0, c->id_name);
    py_comp_named(c, PY_OP_STORE_NAME, t, 0, c->id_module);
    c->u->top = t;
    store_const(c, c->id_qualname, c->u->qualname);
    if (n->ClassDef.type_params.n) {
        py_comp_emit(c, PY_OP_GET_TYPE_PARAMS, t, 0, 0);
        py_comp_named(c, PY_OP_STORE_NAME, t, 0, c->id_type_params);
    }
    if (c->u->scope->has_annotations) py_comp_emit(c, PY_OP_SETUP_ANNOTATIONS, 0, 0, 0);
    py_value doc = py_comp_docstring(c, body);
    if (doc) store_const(c, c->id_doc, doc);
}

static struct py_code *class_code(struct py_comp *c, struct py_node *n, struct py_scope *s)
{
    struct py_unit u;
    struct py_scope *outer = c->scope;
    struct py_nodes *deco = &n->ClassDef.decorator_list;
    py_comp_unit_begin(c, &u, s, n->ClassDef.name);
    if (!c->failed) {
        u.code->first_line = (uint32_t)(deco->n ? deco->v[0]->line : n->line);
        u.code->simple = true;
        class_prologue(c, n);
        py_comp_body(c, &n->ClassDef.body);
        if (u.dict_reg >= 0) py_comp_named(c, PY_OP_STORE_NAME, u.dict_reg, 0, c->id_classdictcell);
        if (u.cell_reg >= 0) {
            py_comp_named(c, PY_OP_STORE_NAME, u.cell_reg, 0, c->id_classcell);
            py_comp_emit(c, PY_OP_RETURN, u.cell_reg, 0, 0);
        }
    }
    struct py_code *code = py_comp_unit_end(c);
    c->scope = outer;
    return code;
}

// typing.Generic[params] in a new temporary: the base that type parameters add.
static int generic_base(struct py_comp *c, int types)
{
    int t = py_comp_tmps(c, 2);
    py_value spec = py_comp_keep(c, py_tuple_pack(c->iso, 2, PY_NONE, py_small_new(0)));
    py_comp_emit(c, PY_OP_IMPORT, t, py_comp_kident(c, py_comp_id(c, "typing")),
                 py_comp_konst(c, spec));
    py_comp_named(c, PY_OP_LOAD_ATTR, t, t, py_comp_id(c, "_subscript_generic"));
    py_comp_emit(c, PY_OP_MOVE, t + 1, types, 0);
    py_comp_emit(c, PY_OP_CALL, t, t, 1);
    c->u->top = t + 1;
    return t;
}

static bool unpacks(const struct py_node *n)
{
    for (int i = 0; i < n->ClassDef.bases.n; i++)
        if (n->ClassDef.bases.v[i]->kind == PY_AST_Starred) return true;
    for (int i = 0; i < n->ClassDef.keywords.n; i++)
        if (!n->ClassDef.keywords.v[i]->keyword.arg) return true;
    return false;
}

static void build_plain(struct py_comp *c, struct py_node *n, int w, int types)
{
    struct py_nodes *bases = &n->ClassDef.bases, *kws = &n->ClassDef.keywords;
    int count = bases->n + kws->n + (types >= 0);
    for (int i = 0; i < bases->n; i++) py_comp_expr_tmp(c, bases->v[i]);
    py_at(c, n);
    if (types >= 0) generic_base(c, types);
    py_value names = kws->n ? py_comp_keep(c, py_tuple_new(c->iso, (uint64_t)kws->n)) : PY_NONE;
    for (int i = 0; i < kws->n; i++) {
        py_comp_expr_tmp(c, kws->v[i]->keyword.value);
        if (names) py_tuple(names)->v[i] = py_text(c, py_comp_id(c, kws->v[i]->keyword.arg));
    }
    py_comp_loadk(c, names, PY_ANY);
    py_at(c, n);
    py_comp_emit(c, PY_OP_BUILD_CLASS, w, w, count);
}

static void build_starred(struct py_comp *c, struct py_node *n, int w, int types)
{
    struct py_nodes *kws = &n->ClassDef.keywords;
    int b = py_comp_tmp(c), d = py_comp_tmp(c);
    py_comp_list_of_nodes(c, &n->ClassDef.bases, b);
    if (types >= 0) py_comp_emit(c, PY_OP_LIST_APPEND, b, generic_base(c, types), 0);
    py_comp_emit(c, PY_OP_LIST_TO_TUPLE, b, b, 0);
    py_comp_emit(c, PY_OP_BUILD_MAP, d, d, 0);
    for (int i = 0; i < kws->n; i++) {
        int top = c->u->top, pair = py_comp_tmps(c, 2), none = py_comp_tmp(c);
        if (kws->v[i]->keyword.arg) {
            py_comp_loadk(c, py_text(c, py_comp_id(c, kws->v[i]->keyword.arg)), pair);
            py_comp_expr(c, kws->v[i]->keyword.value, pair + 1);
            py_comp_emit(c, PY_OP_BUILD_MAP, pair, pair, 1);
        } else {
            py_comp_expr(c, kws->v[i]->keyword.value, pair);
        }
        py_at(c, n);
        py_comp_emit(c, PY_OP_LOAD_NULL, none, 0, 0);
        py_comp_emit(c, PY_OP_DICT_MERGE, d, pair, none);
        c->u->top = top;
    }
    py_comp_emit(c, PY_OP_BUILD_CLASS_EX, w, w, 0);
}

void py_comp_classdef(struct py_comp *c, struct py_node *n)
{
    struct py_scope *s = py_scope_of(c, n), *outer = c->scope;
    struct py_nodes *deco = &n->ClassDef.decorator_list, *params = &n->ClassDef.type_params;
    if (!s) return;
    int base = c->u->top;
    for (int i = 0; i < deco->n; i++) py_comp_expr_tmp(c, deco->v[i]);
    py_at(c, n);
    int cls = py_comp_tmp(c), types = params->n ? py_comp_enter_types(c, params) : -1;
    int w = py_comp_tmps(c, 2);
    py_at(c, n);
    struct py_code *code = class_code(c, n, s);
    py_at(c, n);
    py_comp_make_function(c, code, s, -1, w);
    if (types >= 0) py_comp_emit(c, PY_OP_SET_TYPE_PARAMS, w, types, 0);
    py_comp_loadk(c, py_text(c, py_comp_id(c, n->ClassDef.name)), w + 1);
    if (unpacks(n)) build_starred(c, n, w, types);
    else build_plain(c, n, w, types);
    py_comp_emit(c, PY_OP_MOVE, cls, w, 0);
    c->scope = outer;
    py_comp_decorate(c, deco, base, n);
    py_comp_name_store(c, py_comp_local_id(c, n->ClassDef.name), base);
    c->u->top = base;
}

// --- type parameters ----------------------------------------------------------------------------

static const char *param_name(const struct py_node *p)
{
    if (p->kind == PY_AST_TypeVar) return p->TypeVar.name;
    return p->kind == PY_AST_ParamSpec ? p->ParamSpec.name : p->TypeVarTuple.name;
}

// (A, B): types to choose from, not one that bounds them.
static bool is_choice(const struct py_node *p)
{
    return p->TypeVar.bound && p->TypeVar.bound->kind == PY_AST_Tuple;
}

// A function in `reg` that evaluates an expression when it is called: bounds and values of aliases
// are lazy. Behind it, right in a class, the cell that will hold this. key: what the scope of the
// expression was opened with.
static void lazy_value(struct py_comp *c, const struct py_node *key, const char *name,
                       struct py_node *value, int reg)
{
    struct py_scope *s = py_scope_of(c, key), *outer = c->scope;
    struct py_unit u;
    if (!s) return;
    py_comp_unit_begin(c, &u, s, name);
    if (!c->failed) {
        u.code->simple = true;
        u.code->first_line = (uint32_t)key->line;
        int r = py_comp_expr(c, value, PY_ANY);
        py_comp_emit(c, PY_OP_RETURN, r, 0, 0);
    }
    struct py_code *code = py_comp_unit_end(c);
    c->scope = outer;
    py_at(c, key);
    py_comp_make_function(c, code, s, -1, reg);
    if (s->sees) py_comp_emit(c, PY_OP_MOVE, reg + 1, c->u->dict_reg, 0);
    else py_comp_emit(c, PY_OP_LOAD_NULL, reg + 1, 0, 0);
}

// Enters the inlined scope of type parameters (the caller restores c->scope), makes them and
// returns the temporary that holds their tuple.
int py_comp_enter_types(struct py_comp *c, struct py_nodes *params)
{
    struct py_scope *s = py_scope_of(c, params);
    int t = py_comp_tmp(c), top = c->u->top;
    if (!s) return t;
    c->scope = s;
    for (struct py_sym *y = s->syms; y; y = y->next)
        if (y->where == PY_W_LOCAL && (y->flags & PY_S_CELL))
            py_comp_emit(c, PY_OP_NEW_CELL, y->reg, 0, 0);
    int r = py_comp_tmps(c, params->n);
    for (int i = 0; i < params->n; i++) {
        struct py_node *p = params->v[i];
        int w = py_comp_tmps(c, 3);
        py_comp_loadk(c, py_text(c, py_comp_id(c, param_name(p))), w);
        if (p->kind == PY_AST_TypeVar && p->TypeVar.bound)
            lazy_value(c, p, p->TypeVar.name, p->TypeVar.bound, w + 1);
        else py_comp_emit(c, PY_OP_LOAD_NULL, w + 1, 0, 0);
        py_at(c, p);
        py_comp_emit(c, PY_OP_MAKE_TYPEPARAM, r + i, w,
                     p->kind == PY_AST_TypeVarTuple ? 1
                     : p->kind == PY_AST_ParamSpec  ? 2
                     : is_choice(p)                 ? 3
                                                    : 0);
        py_comp_name_store(c, py_comp_local_id(c, param_name(p)), r + i);
        c->u->top = w;
    }
    py_comp_emit(c, PY_OP_BUILD_TUPLE, t, r, params->n);
    c->u->top = top;
    return t;
}

void py_comp_type_alias(struct py_comp *c, struct py_node *n)
{
    struct py_scope *outer = c->scope;
    struct py_nodes *params = &n->TypeAlias.type_params;
    int types = params->n ? py_comp_enter_types(c, params) : -1, w = py_comp_tmps(c, 4);
    const char *name = n->TypeAlias.name->Name.id;
    py_at(c, n);
    py_comp_loadk(c, py_text(c, py_comp_id(c, name)), w);
    if (types >= 0) py_comp_emit(c, PY_OP_MOVE, w + 1, types, 0);
    else py_comp_loadk(c, PY_NONE, w + 1);
    lazy_value(c, n, name, n->TypeAlias.value, w + 2);
    py_comp_emit(c, PY_OP_MAKE_TYPEALIAS, w, w, 0);
    c->scope = outer;
    py_comp_store(c, n->TypeAlias.name, w);
}
