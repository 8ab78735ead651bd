// check_scope.c: the errors of CPython's symbol table: duplicate arguments, global and nonlocal
// against uses, walrus in comprehensions, yield and await where annotations or type parameters are
// evaluated. Names are looked up in one hash table keyed by (scope, name); scopes are numbers.
#include "check_int.h"

enum scope_kind {
    SCOPE_MODULE,
    SCOPE_FUNCTION, // also lambda and comprehension
    SCOPE_CLASS,
    SCOPE_ANNOTATION,
    SCOPE_BOUND,
    SCOPE_ALIAS,
    SCOPE_TYPE_PARAMS
};

enum name_flag {
    IS_GLOBAL = 1,
    IS_LOCAL = 2,
    IS_PARAM = 4,
    IS_NONLOCAL = 8,
    IS_USED = 16,
    IS_IMPORT = 32,
    IS_ANNOTATED = 64,
    IS_COMP_ITER = 128,
    IS_TYPE_PARAM = 256
};

struct scope {
    int parent;
    uint8_t kind;
    const char *comprehension; // what it is called in messages, or NULL
    bool iter_target;
    bool sees_class; // type parameters and aliases right inside a class
    int iter_expr;
    const char *class_name; // for private names; NULL: none
};

struct symbol {
    const char *name; // NULL: free slot
    int scope;
    uint32_t flags;
};

struct directive {
    int scope;
    const char *name;
    struct py_pos pos;
};

struct walk {
    struct py_parser *p;
    int current, depth;
    struct scope *scopes;
    int nscopes, scopes_cap;
    struct symbol *symbols;
    int nsymbols, symbols_cap;
    struct directive *directives;
    int ndirectives, directives_cap;
};

static bool visit(void *ctx, const struct py_node *n);

static uint32_t slot_hash(const char *name, int scope)
{
    uint64_t h = ((uint64_t)(uintptr_t)name >> 3) * 0x9E3779B97F4A7C15u;
    h ^= (uint64_t)(uint32_t)scope * 0xD1B54A32D192ED03u;
    return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

static inline struct symbol *find(const struct walk *w, int scope, const char *name)
{
    if (!w->symbols_cap) return NULL;
    uint32_t mask = (uint32_t)w->symbols_cap - 1, at = slot_hash(name, scope) & mask;
    for (; w->symbols[at].name; at = (at + 1) & mask)
        if (w->symbols[at].name == name && w->symbols[at].scope == scope) break;
    return &w->symbols[at];
}

static uint32_t flags_of(const struct walk *w, int scope, const char *name)
{
    const struct symbol *s = find(w, scope, name);
    return s && s->name ? s->flags : 0;
}

static bool grow_symbols(struct walk *w)
{
    struct symbol *old = w->symbols;
    int old_cap = w->symbols_cap, cap = old_cap ? old_cap * 2 : 32;
    if (!py_parse_tick(w->p, (uint64_t)old_cap)) return false;
    struct symbol *bigger = py_parse_grow(w->p, NULL, 0, (size_t)cap * sizeof *bigger);
    if (!bigger) return false;
    memset(bigger, 0, (size_t)cap * sizeof *bigger);
    w->symbols = bigger;
    w->symbols_cap = cap;
    for (int i = 0; i < old_cap; i++)
        if (old[i].name) *find(w, old[i].scope, old[i].name) = old[i];
    py_parse_drop(w->p, old, (size_t)old_cap * sizeof *old);
    return true;
}

// The symbol, made when it is new; NULL: raised.
static struct symbol *slot(struct walk *w, int scope, const char *name)
{
    if (w->nsymbols * 4 >= w->symbols_cap * 3 && !grow_symbols(w)) return NULL;
    struct symbol *s = find(w, scope, name);
    if (!py_parse_tick(w->p, 1)) return NULL;
    if (!s->name) {
        *s = (struct symbol){name, scope, 0};
        w->nsymbols++;
    }
    return s;
}

static bool add(struct walk *w, int scope, const char *name, uint32_t flags)
{
    struct symbol *s = slot(w, scope, name);
    if (s) s->flags |= flags;
    return s != NULL;
}

// _Class__name inside a class, as the compiler will have it.
static const char *mangle(struct walk *w, const char *name)
{
    const char *cls = w->scopes[w->current].class_name;
    if (!cls || name[0] != '_' || name[1] != '_' || strchr(name, '.')) return name;
    size_t n = strlen(name);
    if (name[n - 1] == '_' && name[n - 2] == '_') return name;
    while (*cls == '_') cls++;
    size_t c = strlen(cls);
    if (!c) return name;
    char local[256], *text = local;
    if (c + n + 2 > sizeof local && !(text = py_parse_mem(w->p, c + n + 2))) return NULL;
    text[0] = '_';
    memcpy(text + 1, cls, c);
    memcpy(text + 1 + c, name, n);
    return py_parse_intern(w->p, text, c + n + 1);
}

// A definition or use of name in the current scope, at pos.
static bool define(struct walk *w, const char *name, uint32_t flags, struct py_pos pos)
{
    struct scope *s = &w->scopes[w->current];
    if (!(name = mangle(w, name))) return false;
    struct symbol *known = slot(w, w->current, name);
    if (!known) return false;
    uint32_t old = known->flags;
    if ((flags & IS_PARAM) && (old & IS_PARAM)) {
        py_lex_raise(w->p, PY_SYNTAX_ERROR, pos, "duplicate argument '%s' in function definition",
                     name);
        return false;
    }
    if ((flags & IS_TYPE_PARAM) && (old & IS_TYPE_PARAM)) {
        py_lex_raise(w->p, PY_SYNTAX_ERROR, pos, "duplicate type parameter '%s'", name);
        return false;
    }
    if (s->iter_target) {
        if (old & (IS_GLOBAL | IS_NONLOCAL)) {
            py_lex_raise(w->p, PY_SYNTAX_ERROR, pos,
                         "comprehension inner loop cannot rebind assignment expression target '%s'",
                         name);
            return false;
        }
        flags |= IS_COMP_ITER;
    }
    known->flags |= flags;
    return true;
}

static bool enter(struct walk *w, enum scope_kind kind)
{
    if (w->nscopes == w->scopes_cap) {
        int cap = w->scopes_cap ? w->scopes_cap * 2 : 32;
        struct scope *bigger = py_parse_grow(
            w->p, w->scopes, (size_t)w->scopes_cap * sizeof *bigger, (size_t)cap * sizeof *bigger);
        if (!bigger) return false;
        w->scopes = bigger;
        w->scopes_cap = cap;
    }
    struct scope *s = &w->scopes[w->nscopes];
    *s = (struct scope){.parent = w->current, .kind = (uint8_t)kind};
    if (w->current >= 0) {
        s->class_name = w->scopes[w->current].class_name;
        s->iter_expr = w->scopes[w->current].iter_expr;
        s->sees_class = kind > SCOPE_ANNOTATION && (w->scopes[w->current].kind == SCOPE_CLASS ||
                                                    w->scopes[w->current].sees_class);
    }
    w->current = w->nscopes++;
    return true;
}

static void leave(struct walk *w)
{
    w->current = w->scopes[w->current].parent;
}

static bool add_directive(struct walk *w, const char *name, struct py_pos pos)
{
    if (w->ndirectives == w->directives_cap) {
        int cap = w->directives_cap ? w->directives_cap * 2 : 16;
        struct directive *bigger = py_parse_grow(w->p, w->directives,
                                                 (size_t)w->directives_cap * sizeof *bigger,
                                                 (size_t)cap * sizeof *bigger);
        if (!bigger) return false;
        w->directives = bigger;
        w->directives_cap = cap;
    }
    w->directives[w->ndirectives++] = (struct directive){w->current, name, pos};
    return true;
}

// --- statements ---

static bool scope_statement(struct walk *w, const struct py_node *n)
{
    bool global = n->kind == PY_AST_Global;
    const struct py_idents *names = global ? &n->Global.names : &n->Nonlocal.names;
    const char *what = global ? "global" : "nonlocal";
    for (int i = 0; i < names->n; i++) {
        const char *name = mangle(w, names->v[i]);
        if (!name) return false;
        uint32_t old = flags_of(w, w->current, name);
        if (old & IS_PARAM)
            return check_raise(w->p, n, "name '%s' is parameter and %s", name, what);
        if (old & IS_USED)
            return check_raise(w->p, n, "name '%s' is used prior to %s declaration", name, what);
        if (old & IS_ANNOTATED)
            return check_raise(w->p, n, "annotated name '%s' can't be %s", name, what);
        if (old & IS_LOCAL)
            return check_raise(w->p, n, "name '%s' is assigned to before %s declaration", name,
                               what);
        if (!add(w, w->current, name, global ? IS_GLOBAL : IS_NONLOCAL) ||
            !add_directive(w, name, py_node_pos(n)))
            return false;
    }
    return true;
}

static bool annotation(struct walk *w, const struct py_node *n)
{
    if (!n) return true;
    bool block = w->p->ast->future & PY_FUTURE_ANNOTATIONS;
    if (block && !enter(w, SCOPE_ANNOTATION)) return false;
    bool ok = visit(w, n);
    if (block) leave(w);
    return ok;
}

static bool annotated_assignment(struct walk *w, const struct py_node *n)
{
    const struct py_node *target = n->AnnAssign.target;
    if (target->kind == PY_AST_Name) {
        const char *name = mangle(w, target->Name.id);
        if (!name) return false;
        uint32_t old = flags_of(w, w->current, name);
        if ((old & (IS_GLOBAL | IS_NONLOCAL)) && w->scopes[w->current].kind != SCOPE_MODULE &&
            n->AnnAssign.simple)
            return check_raise(w->p, n, "annotated name '%s' can't be %s", name,
                               old & IS_GLOBAL ? "global" : "nonlocal");
        uint32_t flags = n->AnnAssign.simple  ? IS_ANNOTATED | IS_LOCAL
                         : n->AnnAssign.value ? IS_LOCAL
                                              : 0;
        if (flags && !define(w, target->Name.id, flags, py_node_pos(target))) return false;
    } else if (!visit(w, target)) {
        return false;
    }
    return annotation(w, n->AnnAssign.annotation) &&
           (!n->AnnAssign.value || visit(w, n->AnnAssign.value));
}

static bool define_args(struct walk *w, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++)
        if (!define(w, list->v[i]->arg.arg, IS_PARAM, py_node_pos(list->v[i]))) return false;
    return true;
}

static bool define_all_args(struct walk *w, const struct py_node *a)
{
    if (!define_args(w, &a->arguments.posonlyargs) || !define_args(w, &a->arguments.args) ||
        !define_args(w, &a->arguments.kwonlyargs))
        return false;
    const struct py_node *rest[] = {a->arguments.vararg, a->arguments.kwarg};
    for (int i = 0; i < 2; i++)
        if (rest[i] && !define(w, rest[i]->arg.arg, IS_PARAM, py_node_pos(rest[i]))) return false;
    return true;
}

static bool annotate_args(struct walk *w, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++)
        if (!annotation(w, list->v[i]->arg.annotation)) return false;
    return true;
}

static bool annotations_of(struct walk *w, const struct py_node *a, const struct py_node *returns)
{
    const struct py_node *v = a->arguments.vararg, *k = a->arguments.kwarg;
    return annotate_args(w, &a->arguments.posonlyargs) && annotate_args(w, &a->arguments.args) &&
           (!v || annotation(w, v->arg.annotation)) && (!k || annotation(w, k->arg.annotation)) &&
           annotate_args(w, &a->arguments.kwonlyargs) && annotation(w, returns);
}

static bool type_params(struct walk *w, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct py_node *t = list->v[i]; // every kind begins with its name
        if (!define(w, t->TypeVar.name, IS_TYPE_PARAM | IS_LOCAL, py_node_pos(t))) return false;
        if (t->kind != PY_AST_TypeVar || !t->TypeVar.bound) continue;
        if (!enter(w, SCOPE_BOUND) || !visit(w, t->TypeVar.bound)) return false;
        leave(w);
    }
    return true;
}

static bool function(struct walk *w, const struct py_node *n)
{
    const struct py_node *args = n->FunctionDef.args;
    if (!define(w, n->FunctionDef.name, IS_LOCAL, py_node_pos(n)) ||
        !py_visit_list(&args->arguments.defaults, visit, w) ||
        !py_visit_list(&args->arguments.kw_defaults, visit, w) ||
        !py_visit_list(&n->FunctionDef.decorator_list, visit, w))
        return false;
    bool generic = n->FunctionDef.type_params.n > 0;
    if (generic && (!enter(w, SCOPE_TYPE_PARAMS) || !type_params(w, &n->FunctionDef.type_params)))
        return false;
    if (!annotations_of(w, args, n->FunctionDef.returns) || !enter(w, SCOPE_FUNCTION) ||
        !define_all_args(w, args) || !py_visit_list(&n->FunctionDef.body, visit, w))
        return false;
    leave(w);
    if (generic) leave(w);
    return true;
}

static bool class_definition(struct walk *w, const struct py_node *n)
{
    if (!define(w, n->ClassDef.name, IS_LOCAL, py_node_pos(n)) ||
        !py_visit_list(&n->ClassDef.decorator_list, visit, w))
        return false;
    bool generic = n->ClassDef.type_params.n > 0;
    if (generic) {
        if (!enter(w, SCOPE_TYPE_PARAMS)) return false;
        w->scopes[w->current].class_name = n->ClassDef.name;
        if (!type_params(w, &n->ClassDef.type_params)) return false;
    }
    if (!py_visit_list(&n->ClassDef.bases, visit, w) ||
        !py_visit_list(&n->ClassDef.keywords, visit, w) || !enter(w, SCOPE_CLASS))
        return false;
    w->scopes[w->current].class_name = n->ClassDef.name;
    if (!py_visit_list(&n->ClassDef.body, visit, w)) return false;
    leave(w);
    if (generic) leave(w);
    return true;
}

// CPython 3.12 cannot compile these where type parameters are evaluated inside a class.
static bool no_scope_here(struct walk *w, const struct py_node *n, const char *what)
{
    if (!w->scopes[w->current].sees_class) return true;
    return check_raise(w->p, n, "Cannot use %s in annotation scope within class scope", what);
}

static bool lambda(struct walk *w, const struct py_node *n)
{
    if (!no_scope_here(w, n, "lambda")) return false;
    const struct py_node *args = n->Lambda.args;
    if (!py_visit_list(&args->arguments.defaults, visit, w) ||
        !py_visit_list(&args->arguments.kw_defaults, visit, w) || !enter(w, SCOPE_FUNCTION) ||
        !define_all_args(w, args) || !visit(w, n->Lambda.body))
        return false;
    leave(w);
    return true;
}

static bool type_alias(struct walk *w, const struct py_node *n)
{
    if (!visit(w, n->TypeAlias.name)) return false;
    bool generic = n->TypeAlias.type_params.n > 0;
    if (generic && (!enter(w, SCOPE_TYPE_PARAMS) || !type_params(w, &n->TypeAlias.type_params)))
        return false;
    if (!enter(w, SCOPE_ALIAS) || !visit(w, n->TypeAlias.value)) return false;
    leave(w);
    if (generic) leave(w);
    return true;
}

static bool import(struct walk *w, const struct py_node *n)
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
        if (!define(w, name, IS_IMPORT, py_node_pos(a))) return false;
    }
    return true;
}

// --- expressions ---

// Where annotations and type parameters are evaluated, some expressions make no sense.
static bool allowed_here(struct walk *w, const struct py_node *n, const char *what)
{
    static const char *const where[] = {[SCOPE_ANNOTATION] = "an annotation",
                                        [SCOPE_BOUND] = "a TypeVar bound",
                                        [SCOPE_ALIAS] = "a type alias",
                                        [SCOPE_TYPE_PARAMS] = "the definition of a generic"};
    uint8_t kind = w->scopes[w->current].kind;
    if (kind < SCOPE_ANNOTATION) return true;
    return check_raise(w->p, n, "%s cannot be used within %s", what, where[kind]);
}

static bool clause(struct walk *w, const struct py_node *c)
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

static bool comprehension(struct walk *w, const struct py_node *n, const char *name,
                          const struct py_nodes *clauses, const struct py_node *elt,
                          const struct py_node *value)
{
    const struct py_node *outer = clauses->v[0];
    int at = w->current;
    if (!no_scope_here(w, n, "comprehension")) return false;
    w->scopes[at].iter_expr++;
    bool ok = visit(w, outer->comprehension.iter);
    w->scopes[at].iter_expr--;
    if (!ok || !enter(w, SCOPE_FUNCTION)) return false;
    struct scope *s = &w->scopes[w->current];
    s->comprehension = name;
    s->iter_target = true;
    ok = visit(w, outer->comprehension.target);
    w->scopes[w->current].iter_target = false;
    if (!ok || !py_visit_list(&outer->comprehension.ifs, visit, w)) return false;
    for (int i = 1; i < clauses->n; i++)
        if (!clause(w, clauses->v[i])) return false;
    if ((value && !visit(w, value)) || !visit(w, elt)) return false;
    leave(w);
    return true;
}

// A walrus inside a comprehension binds in the nearest scope around that is none.
static bool extend_walrus(struct walk *w, const struct py_node *target)
{
    const char *name = mangle(w, target->Name.id);
    if (!name) return false;
    for (int i = w->current;; i = w->scopes[i].parent) {
        const struct scope *s = &w->scopes[i];
        uint32_t flags = flags_of(w, i, name);
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
            return add(w, w->current, name, global ? IS_GLOBAL : IS_NONLOCAL) &&
                   add(w, i, name, IS_LOCAL);
        }
        if (s->kind == SCOPE_MODULE)
            return add(w, w->current, name, IS_GLOBAL) && add(w, i, name, IS_GLOBAL);
        return check_raise(w->p, target,
                           "assignment expression within a comprehension cannot be used %s",
                           refused[s->kind]);
    }
}

static bool walrus(struct walk *w, const struct py_node *n)
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

static bool yield(struct walk *w, const struct py_node *n)
{
    if (!allowed_here(w, n, "yield expression") || !py_visit_children(n, visit, w)) return false;
    const char *inside = w->scopes[w->current].comprehension;
    return !inside || check_raise(w->p, n, "'yield' inside %s", inside);
}

static bool name_capture(struct walk *w, const struct py_node *n, const char *name)
{
    return !name || define(w, name, IS_LOCAL, py_node_pos(n));
}

static bool visit_node(struct walk *w, const struct py_node *n)
{
    switch (n->kind) {
    case PY_AST_Constant: return true;
    case PY_AST_Name:
        return define(w, n->Name.id, n->Name.ctx == PY_CTX_LOAD ? IS_USED : IS_LOCAL,
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
static bool mere_use(const struct walk *w, const struct py_node *n)
{
    return n->kind == PY_AST_Name && n->Name.ctx == PY_CTX_LOAD && !w->p->declares &&
           !w->scopes[w->current].iter_target;
}

static bool visit(void *ctx, const struct py_node *n)
{
    struct walk *w = ctx;
    if (mere_use(w, n)) return true;
    if (!py_parse_tick(w->p, 4)) return false;
    if (++w->depth > PY_AST_MAX_DEPTH || !py_parse_stack_left(w->p)) return py_check_deep(w->p);
    bool ok = visit_node(w, n);
    w->depth--;
    return ok;
}

// --- after the walk: does every nonlocal name have a binding ---

// 1: bound in a function around; 2: a type parameter; 0: nowhere.
static int outer_binding(const struct walk *w, int scope, const char *name)
{
    for (int i = w->scopes[scope].parent; i >= 0; i = w->scopes[i].parent) {
        uint8_t kind = w->scopes[i].kind;
        if (kind == SCOPE_MODULE) break;
        if (kind == SCOPE_CLASS) {
            if (strcmp(name, "__class__") == 0) return 1;
            continue;
        }
        uint32_t flags = flags_of(w, i, name);
        if (flags & IS_TYPE_PARAM) return 2;
        if (flags & IS_GLOBAL) return 0;
        if (flags & IS_NONLOCAL) continue;
        if (flags & (IS_LOCAL | IS_PARAM | IS_IMPORT)) return 1;
    }
    return 0;
}

static bool resolve(struct walk *w)
{
    for (int i = 0; i < w->ndirectives; i++) {
        const struct directive *d = &w->directives[i];
        uint32_t flags = flags_of(w, d->scope, d->name);
        const char *message = NULL;
        if (!(flags & IS_NONLOCAL)) continue;
        int bound = outer_binding(w, d->scope, d->name);
        if (flags & IS_GLOBAL) message = "name '%s' is nonlocal and global";
        else if (w->scopes[d->scope].kind == SCOPE_MODULE)
            message = "nonlocal declaration not allowed at module level";
        else if (bound == 2) message = "nonlocal binding not allowed for type parameter '%s'";
        else if (!bound) message = "no binding for nonlocal '%s' found";
        if (!message) continue;
        char text[300];
        const char *hole = strchr(message, '%');
        size_t n = hole ? (size_t)(hole - message) : strlen(message);
        memcpy(text, message, n);
        text[n] = 0;
        py_lex_raise(w->p, PY_SYNTAX_ERROR, d->pos, "%s%s%s", text, hole ? d->name : "",
                     hole ? hole + 2 : "");
        return false;
    }
    return true;
}

bool py_check_scopes(struct py_parser *p, const struct py_node *root)
{
    struct walk w = {.p = p, .current = -1};
    bool ok = enter(&w, SCOPE_MODULE) && py_visit_children(root, visit, &w) && resolve(&w);
    py_parse_drop(p, w.scopes, (size_t)w.scopes_cap * sizeof *w.scopes);
    py_parse_drop(p, w.symbols, (size_t)w.symbols_cap * sizeof *w.symbols);
    py_parse_drop(p, w.directives, (size_t)w.directives_cap * sizeof *w.directives);
    return ok;
}
