// First pass over the tree: makes a scope per function, class, lambda and comprehension and notes
// how each name is used in it (CPython's symtable). What the names mean is decided in resolve.c.
// Comprehensions and type parameters are scopes without code of their own: they are inlined in
// `unit`.
#include "comp_int.h"

static void visit(struct py_comp *c, struct py_node *n);

static void visit_opt(struct py_comp *c, struct py_node *n)
{
    if (n && n->kind != PY_AST_Constant) visit(c, n);
}

static void visit_list(struct py_comp *c, const struct py_nodes *l)
{
    for (int i = 0; i < l->n; i++) visit_opt(c, l->v[i]);
}

struct py_sym *py_scope_search(const struct py_scope *s, struct py_ident *name)
{
    struct py_sym *y = py_comp_ptrmap_get(&s->map, name);
    if (y) name->scope = s, name->sym = y;
    return y;
}

static struct py_sym *add(struct py_comp *c, struct py_scope *s, struct py_ident *name,
                          unsigned flags)
{
    struct py_sym *y = py_scope_find(s, name);
    if (!y) {
        if (!py_tick(c->iso, 2)) c->failed = true;
        y = c->failed ? NULL : py_comp_mem(c, &c->whole, sizeof *y);
        if (!y) return NULL;
        y->name = name;
        if (s->syms_last) s->syms_last->next = y;
        else s->syms = y;
        s->syms_last = y;
        *py_comp_ptrmap_at(c, &s->map, name) = y;
    }
    y->flags |= flags;
    return y;
}

static void note(struct py_comp *c, const char *name, unsigned flags)
{
    if (name) add(c, c->scope, py_comp_mangle(c, c->scope, name), flags);
}

static struct py_scope *open_scope(struct py_comp *c, enum py_scope_kind kind, struct py_node *n,
                                   const void *key)
{
    struct py_scope *s = py_comp_mem(c, &c->whole, sizeof *s);
    if (!s) return NULL;
    struct py_scope *p = c->scope;
    s->kind = kind;
    s->node = n;
    s->parent = p;
    s->unit = kind == PY_SC_COMP || kind == PY_SC_TYPES ? p->unit : s;
    if (p) {
        s->private_ = p->private_;
        s->nested = p->kind != PY_SC_MODULE && p->unit->kind != PY_SC_MODULE &&
                    (p->nested || p->unit->kind != PY_SC_CLASS);
        if (p->last) p->last->sibling = s;
        else p->first = s;
        p->last = s;
    }
    *py_comp_ptrmap_at(c, &c->scopes, key) = s;
    return c->scope = s;
}

static void visit_arg(struct py_comp *c, struct py_node *a)
{
    if (a) note(c, a->arg.arg, PY_S_PARAM | PY_S_BOUND);
}

static void visit_annotations(struct py_comp *c, const struct py_node *a, struct py_node *returns)
{
    if (c->ast->future & PY_FUTURE_ANNOTATIONS) return;
    const struct py_nodes *lists[] = {&a->arguments.args, &a->arguments.posonlyargs,
                                      &a->arguments.kwonlyargs};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < lists[k]->n; i++) visit_opt(c, lists[k]->v[i]->arg.annotation);
    if (a->arguments.vararg) visit_opt(c, a->arguments.vararg->arg.annotation);
    if (a->arguments.kwarg) visit_opt(c, a->arguments.kwarg->arg.annotation);
    visit_opt(c, returns);
}

// Parameters in the order of their registers.
static void visit_params(struct py_comp *c, const struct py_node *a)
{
    for (int i = 0; i < a->arguments.posonlyargs.n; i++)
        visit_arg(c, a->arguments.posonlyargs.v[i]);
    for (int i = 0; i < a->arguments.args.n; i++) visit_arg(c, a->arguments.args.v[i]);
    for (int i = 0; i < a->arguments.kwonlyargs.n; i++) visit_arg(c, a->arguments.kwonlyargs.v[i]);
    visit_arg(c, a->arguments.vararg);
    visit_arg(c, a->arguments.kwarg);
}

// The class whose names type parameters and aliases right in it see, or NULL.
static struct py_scope *class_seen(struct py_scope *s)
{
    while (s->kind == PY_SC_TYPES) s = s->parent;
    return s->kind == PY_SC_CLASS ? s : NULL;
}

// The scope of a bound or of an alias's value, evaluated later. Right in a class it sees the names
// of the class as its body does.
static void visit_lazy(struct py_comp *c, struct py_node *key, struct py_node *value)
{
    struct py_scope *outer = c->scope, *seen = class_seen(outer);
    if (seen) seen->dict_cell = true;
    if (open_scope(c, seen ? PY_SC_CLASS : PY_SC_FUNC, key, key)) {
        c->scope->sees = seen;
        visit(c, value);
    }
    c->scope = outer;
}

// Opens the inlined scope of type parameters, if there are any.
static void open_types(struct py_comp *c, struct py_node *n, const struct py_nodes *params)
{
    struct py_scope *seen = class_seen(c->scope);
    if (!params->n || !open_scope(c, PY_SC_TYPES, n, params)) return;
    if (seen) seen->dict_cell = true;
    if (n->kind == PY_AST_ClassDef) c->scope->private_ = py_comp_id(c, n->ClassDef.name);
    for (int i = 0; i < params->n; i++) {
        struct py_node *p = params->v[i];
        note(c,
             p->kind == PY_AST_TypeVar     ? p->TypeVar.name
             : p->kind == PY_AST_ParamSpec ? p->ParamSpec.name
                                           : p->TypeVarTuple.name,
             PY_S_BOUND);
    }
    for (int i = 0; i < params->n; i++) {
        struct py_node *p = params->v[i];
        if (p->kind == PY_AST_TypeVar && p->TypeVar.bound) visit_lazy(c, p, p->TypeVar.bound);
    }
}

static void visit_function(struct py_comp *c, struct py_node *n)
{
    const struct py_node *a = n->FunctionDef.args; // AsyncFunctionDef has the same fields
    struct py_scope *outer = c->scope;
    note(c, n->FunctionDef.name, PY_S_BOUND);
    visit_list(c, &n->FunctionDef.decorator_list);
    visit_list(c, &a->arguments.defaults);
    visit_list(c, &a->arguments.kw_defaults);
    open_types(c, n, &n->FunctionDef.type_params);
    visit_annotations(c, a, n->FunctionDef.returns);
    if (open_scope(c, PY_SC_FUNC, n, n)) {
        c->scope->is_async = n->kind == PY_AST_AsyncFunctionDef;
        visit_params(c, a);
        visit_list(c, &n->FunctionDef.body);
    }
    c->scope = outer;
}

static void visit_lambda(struct py_comp *c, struct py_node *n)
{
    const struct py_node *a = n->Lambda.args;
    struct py_scope *outer = c->scope;
    visit_list(c, &a->arguments.defaults);
    visit_list(c, &a->arguments.kw_defaults);
    if (open_scope(c, PY_SC_LAMBDA, n, n)) {
        visit_params(c, a);
        visit(c, n->Lambda.body);
    }
    c->scope = outer;
}

static void visit_class(struct py_comp *c, struct py_node *n)
{
    struct py_scope *outer = c->scope;
    note(c, n->ClassDef.name, PY_S_BOUND);
    visit_list(c, &n->ClassDef.decorator_list);
    open_types(c, n, &n->ClassDef.type_params);
    visit_list(c, &n->ClassDef.bases);
    visit_list(c, &n->ClassDef.keywords);
    if (open_scope(c, PY_SC_CLASS, n, n)) {
        c->scope->private_ = py_comp_id(c, n->ClassDef.name);
        visit_list(c, &n->ClassDef.body);
    }
    c->scope = outer;
}

// A generator expression that awaits is an asynchronous generator, a module a coroutine.
static void awaits(struct py_comp *c)
{
    struct py_scope *unit = c->scope->unit;
    if (unit->kind == PY_SC_GENEXP || unit->kind == PY_SC_MODULE) unit->is_async = true;
}

static void visit_comprehension(struct py_comp *c, struct py_node *n)
{
    bool gen = n->kind == PY_AST_GeneratorExp, dict = n->kind == PY_AST_DictComp;
    const struct py_nodes *g = dict ? &n->DictComp.generators : &n->ListComp.generators;
    struct py_scope *outer = c->scope;
    visit(c, g->v[0]->comprehension.iter);
    if (!open_scope(c, gen ? PY_SC_GENEXP : PY_SC_COMP, n, n)) return;
    if (gen) {
        add(c, c->scope, c->id_dot0, PY_S_PARAM | PY_S_BOUND);
        c->scope->is_generator = true;
    }
    for (int i = 0; i < g->n; i++) {
        struct py_node *k = g->v[i];
        if (i) visit(c, k->comprehension.iter);
        visit(c, k->comprehension.target);
        visit_list(c, &k->comprehension.ifs);
        if (k->comprehension.is_async) awaits(c);
    }
    if (dict) {
        visit(c, n->DictComp.key);
        visit(c, n->DictComp.value);
    } else {
        visit(c, n->ListComp.elt);
    }
    c->scope = outer;
}

// := binds in the nearest scope that is no comprehension; in between the name is only used.
static void visit_walrus(struct py_comp *c, struct py_node *n)
{
    struct py_ident *name = py_comp_mangle(c, c->scope, n->NamedExpr.target->Name.id);
    struct py_scope *s = c->scope;
    s->unit->walrus = true;
    for (; s->kind == PY_SC_COMP || s->kind == PY_SC_GENEXP; s = s->parent) {
        s->unit->walrus = true;
        add(c, s, name, PY_S_USED);
    }
    s->unit->walrus = true;
    add(c, s, name, PY_S_BOUND);
    visit(c, n->NamedExpr.value);
}

// As in CPython a name that any function declares global is global at the top level too: that tells
// when exec() has separate locals.
static void visit_decl(struct py_comp *c, const struct py_idents *names, unsigned flag)
{
    struct py_scope *root = c->scope;
    while (root->parent) root = root->parent;
    for (int i = 0; i < names->n; i++) {
        note(c, names->v[i], flag);
        if (flag == PY_S_GLOBAL) add(c, root, py_comp_mangle(c, c->scope, names->v[i]), flag);
    }
}

static void visit_alias(struct py_comp *c, struct py_node *n)
{
    const char *name = n->alias.asname ? n->alias.asname : n->alias.name;
    const char *dot = strchr(name, '.');
    if (name[0] == '*') return;
    if (dot && !n->alias.asname) {
        struct py_ident *id = py_comp_part_id(c, name, (size_t)(dot - name));
        add(c, c->scope, id, PY_S_BOUND);
    } else {
        note(c, name, PY_S_BOUND);
    }
}

static void visit_type_alias(struct py_comp *c, struct py_node *n)
{
    struct py_scope *outer = c->scope;
    visit(c, n->TypeAlias.name);
    open_types(c, n, &n->TypeAlias.type_params);
    visit_lazy(c, n, n->TypeAlias.value);
    c->scope = outer;
}

static void visit_name(struct py_comp *c, struct py_node *n)
{
    static const unsigned flags[] = {PY_S_USED, PY_S_BOUND, PY_S_BOUND | PY_S_DELETED};
    struct py_ident *name = py_comp_mangle(c, c->scope, n->Name.id);
    add(c, c->scope, name, flags[n->Name.ctx]);
    if (name == c->id_super && n->Name.ctx == PY_CTX_LOAD) {
        enum py_scope_kind k = c->scope->unit->kind;
        if (k == PY_SC_FUNC || k == PY_SC_LAMBDA || k == PY_SC_GENEXP)
            add(c, c->scope, c->id_class, PY_S_USED);
    }
}

static void visit_children(struct py_comp *c, struct py_node *n)
{
    const struct py_node_info *info = &py_node_infos[n->kind];
    for (int i = 0; i < info->nchildren; i++) {
        void *at = (char *)n + info->children[i].offset;
        if (info->children[i].list) visit_list(c, at);
        else visit_opt(c, *(struct py_node **)at);
    }
}

static void visit(struct py_comp *c, struct py_node *n)
{
    if (py_comp_deep(c)) return;
    switch (n->kind) {
    case PY_AST_Name: visit_name(c, n); return;
    case PY_AST_Constant: return;
    case PY_AST_FunctionDef:
    case PY_AST_AsyncFunctionDef: visit_function(c, n); return;
    case PY_AST_Lambda: visit_lambda(c, n); return;
    case PY_AST_ClassDef: visit_class(c, n); return;
    case PY_AST_ListComp:
    case PY_AST_SetComp:
    case PY_AST_DictComp:
    case PY_AST_GeneratorExp: visit_comprehension(c, n); return;
    case PY_AST_NamedExpr: visit_walrus(c, n); return;
    case PY_AST_Global: visit_decl(c, &n->Global.names, PY_S_GLOBAL); return;
    case PY_AST_Nonlocal: visit_decl(c, &n->Nonlocal.names, PY_S_NONLOCAL); return;
    case PY_AST_ExceptHandler: note(c, n->ExceptHandler.name, PY_S_BOUND | PY_S_DELETED); break;
    case PY_AST_alias: visit_alias(c, n); return;
    case PY_AST_TypeAlias: visit_type_alias(c, n); return;
    case PY_AST_MatchAs: note(c, n->MatchAs.name, PY_S_BOUND); break;
    case PY_AST_MatchStar: note(c, n->MatchStar.name, PY_S_BOUND); break;
    case PY_AST_MatchMapping: note(c, n->MatchMapping.rest, PY_S_BOUND); break;
    case PY_AST_AsyncFor:
    case PY_AST_AsyncWith:
    case PY_AST_Await: awaits(c); break;
    case PY_AST_Yield:
    case PY_AST_YieldFrom: c->scope->unit->is_generator = true; break;
    case PY_AST_AnnAssign:
        if (n->AnnAssign.simple) c->scope->has_annotations = true;
        // `(x): int` alone binds nothing
        if (n->AnnAssign.simple || n->AnnAssign.value || n->AnnAssign.target->kind != PY_AST_Name)
            visit(c, n->AnnAssign.target);
        if (!(c->ast->future & PY_FUTURE_ANNOTATIONS)) visit(c, n->AnnAssign.annotation);
        visit_opt(c, n->AnnAssign.value);
        return;
    default: break;
    }
    visit_children(c, n);
}

struct py_scope *py_scope_build(struct py_comp *c, struct py_node *root)
{
    c->scope = NULL;
    struct py_scope *s = py_comp_mem(c, &c->whole, sizeof *s);
    if (!s) return NULL;
    s->kind = PY_SC_MODULE;
    s->node = root;
    s->unit = s;
    *py_comp_ptrmap_at(c, &c->scopes, root) = s;
    c->scope = s;
    visit_children(c, root);
    c->scope = NULL;
    return s;
}

struct py_scope *py_scope_of(struct py_comp *c, const void *key)
{
    return py_comp_ptrmap_get(&c->scopes, key);
}
