// check_scope.c: the errors of CPython's symbol table: duplicate arguments, global and nonlocal
// against uses, walrus in comprehensions, yield and await where annotations or type parameters are
// evaluated. It walks the tree; what it knows of names is in check_names.h.
#include "check_names.h"

static bool visit(void *ctx, const struct py_node *n);

// --- statements ---

static bool scope_statement(struct py_check_walk *w, const struct py_node *n)
{
    bool global = n->kind == PY_AST_Global;
    const struct py_idents *names = global ? &n->Global.names : &n->Nonlocal.names;
    const char *what = global ? "global" : "nonlocal";
    for (int i = 0; i < names->n; i++) {
        const char *name = py_check_mangle(w, names->v[i]);
        if (!name) return false;
        uint32_t old = py_check_flags(w, w->current, name);
        if (old & IS_PARAM)
            return check_raise(w->p, n, "name '%s' is parameter and %s", name, what);
        if (old & IS_USED)
            return check_raise(w->p, n, "name '%s' is used prior to %s declaration", name, what);
        if (old & IS_ANNOTATED)
            return check_raise(w->p, n, "annotated name '%s' can't be %s", name, what);
        if (old & IS_LOCAL)
            return check_raise(w->p, n, "name '%s' is assigned to before %s declaration", name,
                               what);
        if (!py_check_add(w, w->current, name, global ? IS_GLOBAL : IS_NONLOCAL) ||
            !py_check_declare(w, name, py_node_pos(n)))
            return false;
    }
    return true;
}

static bool annotation(struct py_check_walk *w, const struct py_node *n)
{
    if (!n) return true;
    bool block = w->p->ast->future & PY_FUTURE_ANNOTATIONS;
    if (block && !py_check_enter(w, SCOPE_ANNOTATION)) return false;
    bool ok = visit(w, n);
    if (block) py_check_leave(w);
    return ok;
}

static bool annotated_assignment(struct py_check_walk *w, const struct py_node *n)
{
    const struct py_node *target = n->AnnAssign.target;
    if (target->kind == PY_AST_Name) {
        const char *name = py_check_mangle(w, target->Name.id);
        if (!name) return false;
        uint32_t old = py_check_flags(w, w->current, name);
        if ((old & (IS_GLOBAL | IS_NONLOCAL)) && w->scopes[w->current].kind != SCOPE_MODULE &&
            n->AnnAssign.simple)
            return check_raise(w->p, n, "annotated name '%s' can't be %s", name,
                               old & IS_GLOBAL ? "global" : "nonlocal");
        uint32_t flags = n->AnnAssign.simple  ? IS_ANNOTATED | IS_LOCAL
                         : n->AnnAssign.value ? IS_LOCAL
                                              : 0;
        if (flags && !py_check_define(w, target->Name.id, flags, py_node_pos(target))) return false;
    } else if (!visit(w, target)) {
        return false;
    }
    return annotation(w, n->AnnAssign.annotation) &&
           (!n->AnnAssign.value || visit(w, n->AnnAssign.value));
}

static bool define_args(struct py_check_walk *w, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++)
        if (!py_check_define(w, list->v[i]->arg.arg, IS_PARAM, py_node_pos(list->v[i])))
            return false;
    return true;
}

static bool define_all_args(struct py_check_walk *w, const struct py_node *a)
{
    if (!define_args(w, &a->arguments.posonlyargs) || !define_args(w, &a->arguments.args) ||
        !define_args(w, &a->arguments.kwonlyargs))
        return false;
    const struct py_node *rest[] = {a->arguments.vararg, a->arguments.kwarg};
    for (int i = 0; i < 2; i++)
        if (rest[i] && !py_check_define(w, rest[i]->arg.arg, IS_PARAM, py_node_pos(rest[i])))
            return false;
    return true;
}

static bool annotate_args(struct py_check_walk *w, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++)
        if (!annotation(w, list->v[i]->arg.annotation)) return false;
    return true;
}

static bool annotations_of(struct py_check_walk *w, const struct py_node *a,
                           const struct py_node *returns)
{
    const struct py_node *v = a->arguments.vararg, *k = a->arguments.kwarg;
    return annotate_args(w, &a->arguments.posonlyargs) && annotate_args(w, &a->arguments.args) &&
           (!v || annotation(w, v->arg.annotation)) && (!k || annotation(w, k->arg.annotation)) &&
           annotate_args(w, &a->arguments.kwonlyargs) && annotation(w, returns);
}

static bool type_params(struct py_check_walk *w, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct py_node *t = list->v[i]; // every kind begins with its name
        if (!py_check_define(w, t->TypeVar.name, IS_TYPE_PARAM | IS_LOCAL, py_node_pos(t)))
            return false;
        if (t->kind != PY_AST_TypeVar || !t->TypeVar.bound) continue;
        if (!py_check_enter(w, SCOPE_BOUND) || !visit(w, t->TypeVar.bound)) return false;
        py_check_leave(w);
    }
    return true;
}

static bool function(struct py_check_walk *w, const struct py_node *n)
{
    const struct py_node *args = n->FunctionDef.args;
    if (!py_check_define(w, n->FunctionDef.name, IS_LOCAL, py_node_pos(n)) ||
        !py_visit_list(&args->arguments.defaults, visit, w) ||
        !py_visit_list(&args->arguments.kw_defaults, visit, w) ||
        !py_visit_list(&n->FunctionDef.decorator_list, visit, w))
        return false;
    bool generic = n->FunctionDef.type_params.n > 0;
    if (generic &&
        (!py_check_enter(w, SCOPE_TYPE_PARAMS) || !type_params(w, &n->FunctionDef.type_params)))
        return false;
    if (!annotations_of(w, args, n->FunctionDef.returns) || !py_check_enter(w, SCOPE_FUNCTION) ||
        !define_all_args(w, args) || !py_visit_list(&n->FunctionDef.body, visit, w))
        return false;
    py_check_leave(w);
    if (generic) py_check_leave(w);
    return true;
}

static bool class_definition(struct py_check_walk *w, const struct py_node *n)
{
    if (!py_check_define(w, n->ClassDef.name, IS_LOCAL, py_node_pos(n)) ||
        !py_visit_list(&n->ClassDef.decorator_list, visit, w))
        return false;
    bool generic = n->ClassDef.type_params.n > 0;
    if (generic) {
        if (!py_check_enter(w, SCOPE_TYPE_PARAMS)) return false;
        w->scopes[w->current].class_name = n->ClassDef.name;
        if (!type_params(w, &n->ClassDef.type_params)) return false;
    }
    if (!py_visit_list(&n->ClassDef.bases, visit, w) ||
        !py_visit_list(&n->ClassDef.keywords, visit, w) || !py_check_enter(w, SCOPE_CLASS))
        return false;
    w->scopes[w->current].class_name = n->ClassDef.name;
    if (!py_visit_list(&n->ClassDef.body, visit, w)) return false;
    py_check_leave(w);
    if (generic) py_check_leave(w);
    return true;
}

// CPython 3.12 cannot compile these where type parameters are evaluated inside a class.
static bool no_scope_here(struct py_check_walk *w, const struct py_node *n, const char *what)
{
    if (!w->scopes[w->current].sees_class) return true;
    return check_raise(w->p, n, "Cannot use %s in annotation scope within class scope", what);
}

static bool lambda(struct py_check_walk *w, const struct py_node *n)
{
    if (!no_scope_here(w, n, "lambda")) return false;
    const struct py_node *args = n->Lambda.args;
    if (!py_visit_list(&args->arguments.defaults, visit, w) ||
        !py_visit_list(&args->arguments.kw_defaults, visit, w) ||
        !py_check_enter(w, SCOPE_FUNCTION) || !define_all_args(w, args) ||
        !visit(w, n->Lambda.body))
        return false;
    py_check_leave(w);
    return true;
}

static bool type_alias(struct py_check_walk *w, const struct py_node *n)
{
    if (!visit(w, n->TypeAlias.name)) return false;
    bool generic = n->TypeAlias.type_params.n > 0;
    if (generic &&
        (!py_check_enter(w, SCOPE_TYPE_PARAMS) || !type_params(w, &n->TypeAlias.type_params)))
        return false;
    if (!py_check_enter(w, SCOPE_ALIAS) || !visit(w, n->TypeAlias.value)) return false;
    py_check_leave(w);
    if (generic) py_check_leave(w);
    return true;
}

static bool import(struct py_check_walk *w, const struct py_node *n)
{
    const struct py_nodes *names = n->kind == PY_AST_Import ? &n->Import.names
                                                            : &n->ImportFrom.names;
    for (int i = 0; i < names->n; i++) {
        const struct py_node *a = names->v[i];
        const char *name = a->alias.asname ? a->alias.asname : a->alias.name;
        const char *dot = strchr(name, '.');
        if (strcmp(name, "*") == 0) {
            if (w->scopes[w->current].kind != SCOPE_MODULE)
                return check_raise(w->p, a, "import * only allowed at module level");
            continue;
        }
        if (dot && !(name = py_parse_intern(w->p, name, (size_t)(dot - name)))) return false;
        if (!py_check_define(w, name, IS_IMPORT, py_node_pos(a))) return false;
    }
    return true;
}

// --- expressions ---

// Where annotations and type parameters are evaluated, some expressions make no sense.
static bool allowed_here(struct py_check_walk *w, const struct py_node *n, const char *what)
{
    static const char *const where[] = {[SCOPE_ANNOTATION] = "an annotation",
                                        [SCOPE_BOUND] = "a TypeVar bound",
                                        [SCOPE_ALIAS] = "a type alias",
                                        [SCOPE_TYPE_PARAMS] = "the definition of a generic"};
    uint8_t kind = w->scopes[w->current].kind;
    if (kind < SCOPE_ANNOTATION) return true;
    return check_raise(w->p, n, "%s cannot be used within %s", what, where[kind]);
}

static bool clause(struct py_check_walk *w, const struct py_node *c)
{
    int at = w->current;
    w->scopes[at].iter_target = true;
    bool ok = visit(w, c->comprehension.target);
    w->scopes[at].iter_target = false;
    if (!ok) return false;
    w->scopes[at].iter_expr++;
    ok = visit(w, c->comprehension.iter);
    w->scopes[at].iter_expr--;
    return ok && py_visit_list(&c->comprehension.ifs, visit, w);
}

static bool comprehension(struct py_check_walk *w, const struct py_node *n, const char *name,
                          const struct py_nodes *clauses, const struct py_node *elt,
                          const struct py_node *value)
{
    const struct py_node *outer = clauses->v[0];
    int at = w->current;
    if (!no_scope_here(w, n, "comprehension")) return false;
    w->scopes[at].iter_expr++;
    bool ok = visit(w, outer->comprehension.iter);
    w->scopes[at].iter_expr--;
    if (!ok || !py_check_enter(w, SCOPE_FUNCTION)) return false;
    struct scope *s = &w->scopes[w->current];
    s->comprehension = name;
    s->iter_target = true;
    ok = visit(w, outer->comprehension.target);
    w->scopes[w->current].iter_target = false;
    if (!ok || !py_visit_list(&outer->comprehension.ifs, visit, w)) return false;
    for (int i = 1; i < clauses->n; i++)
        if (!clause(w, clauses->v[i])) return false;
    if ((value && !visit(w, value)) || !visit(w, elt)) return false;
    py_check_leave(w);
    return true;
}

// A walrus inside a comprehension binds in the nearest scope around that is none.
static bool extend_walrus(struct py_check_walk *w, const struct py_node *target)
{
    const char *name = py_check_mangle(w, target->Name.id);
    if (!name) return false;
    for (int i = w->current;; i = w->scopes[i].parent) {
        const struct scope *s = &w->scopes[i];
        uint32_t flags = py_check_flags(w, i, name);
        if (s->comprehension) {
            if ((flags & IS_COMP_ITER) && (flags & (IS_LOCAL | IS_GLOBAL)))
                return check_raise(
                    w->p, target,
                    "assignment expression cannot rebind comprehension iteration variable '%s'",
                    name);
            continue;
        }
        static const char *const refused[] = {
            [SCOPE_CLASS] = "in a class body",
            [SCOPE_ANNOTATION] = "in an annotation",
            [SCOPE_BOUND] = "in a TypeVar bound",
            [SCOPE_ALIAS] = "in a type alias",
            [SCOPE_TYPE_PARAMS] = "within the definition of a generic"};
        if (s->kind == SCOPE_FUNCTION) {
            bool global = flags & IS_GLOBAL;
            return py_check_add(w, w->current, name, global ? IS_GLOBAL : IS_NONLOCAL) &&
                   py_check_add(w, i, name, IS_LOCAL);
        }
        if (s->kind == SCOPE_MODULE)
            return py_check_add(w, w->current, name, IS_GLOBAL) &&
                   py_check_add(w, i, name, IS_GLOBAL);
        return check_raise(w->p, target,
                           "assignment expression within a comprehension cannot be used %s",
                           refused[s->kind]);
    }
}

static bool walrus(struct py_check_walk *w, const struct py_node *n)
{
    if (!allowed_here(w, n, "named expression")) return false;
    const struct scope *s = &w->scopes[w->current];
    if (s->iter_expr > 0)
        return check_raise(w->p, n,
                           "assignment expression cannot be used in a comprehension iterable "
                           "expression");
    if (s->comprehension && !extend_walrus(w, n->NamedExpr.target)) return false;
    return visit(w, n->NamedExpr.value) && visit(w, n->NamedExpr.target);
}

static bool yield(struct py_check_walk *w, const struct py_node *n)
{
    if (!allowed_here(w, n, "yield expression") || !py_visit_children(n, visit, w)) return false;
    const char *inside = w->scopes[w->current].comprehension;
    return !inside || check_raise(w->p, n, "'yield' inside %s", inside);
}

static bool name_capture(struct py_check_walk *w, const struct py_node *n, const char *name)
{
    return !name || py_check_define(w, name, IS_LOCAL, py_node_pos(n));
}

static bool visit_node(struct py_check_walk *w, const struct py_node *n)
{
    switch (n->kind) {
    case PY_AST_Constant: return true;
    case PY_AST_Name:
        return py_check_define(w, n->Name.id, n->Name.ctx == PY_CTX_LOAD ? IS_USED : IS_LOCAL,
                               py_node_pos(n));
    case PY_AST_FunctionDef:
    case PY_AST_AsyncFunctionDef: return function(w, n);
    case PY_AST_ClassDef: return class_definition(w, n);
    case PY_AST_Lambda: return lambda(w, n);
    case PY_AST_TypeAlias: return type_alias(w, n);
    case PY_AST_Global:
    case PY_AST_Nonlocal: return scope_statement(w, n);
    case PY_AST_AnnAssign: return annotated_assignment(w, n);
    case PY_AST_Import:
    case PY_AST_ImportFrom: return import(w, n);
    case PY_AST_ListComp:
        return comprehension(w, n, "list comprehension", &n->ListComp.generators, n->ListComp.elt,
                             NULL);
    case PY_AST_SetComp:
        return comprehension(w, n, "set comprehension", &n->SetComp.generators, n->SetComp.elt,
                             NULL);
    case PY_AST_GeneratorExp:
        return comprehension(w, n, "generator expression", &n->GeneratorExp.generators,
                             n->GeneratorExp.elt, NULL);
    case PY_AST_DictComp:
        return comprehension(w, n, "dict comprehension", &n->DictComp.generators, n->DictComp.key,
                             n->DictComp.value);
    case PY_AST_NamedExpr: return walrus(w, n);
    case PY_AST_Yield:
    case PY_AST_YieldFrom: return yield(w, n);
    case PY_AST_Await:
        return allowed_here(w, n, "await expression") && py_visit_children(n, visit, w);
    case PY_AST_ExceptHandler:
        if (n->ExceptHandler.type && !visit(w, n->ExceptHandler.type)) return false;
        return name_capture(w, n, n->ExceptHandler.name) &&
               py_visit_list(&n->ExceptHandler.body, visit, w);
    case PY_AST_MatchAs:
        if (n->MatchAs.pattern && !visit(w, n->MatchAs.pattern)) return false;
        return name_capture(w, n, n->MatchAs.name);
    case PY_AST_MatchStar: return name_capture(w, n, n->MatchStar.name);
    case PY_AST_MatchMapping:
        return py_visit_children(n, visit, w) && name_capture(w, n, n->MatchMapping.rest);
    default: return py_visit_children(n, visit, w);
    }
}

// A name that is read: only a declaration of it, or the target of a comprehension, asks for that.
static bool mere_use(const struct py_check_walk *w, const struct py_node *n)
{
    return n->kind == PY_AST_Name && n->Name.ctx == PY_CTX_LOAD && !w->p->declares &&
           !w->scopes[w->current].iter_target;
}

static bool visit(void *ctx, const struct py_node *n)
{
    struct py_check_walk *w = ctx;
    if (mere_use(w, n)) return true;
    if (!py_parse_tick(w->p, 4)) return false;
    if (++w->depth > PY_AST_MAX_DEPTH || !py_parse_stack_left(w->p)) return py_check_deep(w->p);
    bool ok = visit_node(w, n);
    w->depth--;
    return ok;
}

bool py_check_scopes(struct py_parser *p, const struct py_node *root)
{
    struct py_check_walk w = {.p = p, .current = -1};
    bool ok = py_check_enter(&w, SCOPE_MODULE) && py_visit_children(root, visit, &w) &&
              py_check_resolve(&w);
    py_check_release(&w);
    return ok;
}
