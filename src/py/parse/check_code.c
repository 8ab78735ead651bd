// check_code.c: the errors CPython finds while it generates code: return, yield, await, break and
// continue where they have no meaning, starred expressions, repeated keywords, __debug__, nesting
// of blocks.
#include "check_int.h"

#define MAX_BLOCKS 20 // CO_MAXBLOCKS

enum unit_kind { UNIT_MODULE, UNIT_CLASS, UNIT_FUNCTION, UNIT_ASYNC, UNIT_COMPREHENSION };

// A unit of code; loops and blocks do not reach through its borders.
struct unit {
    struct unit *up;
    enum unit_kind kind;
    int blocks;
    bool in_loop;      // a loop is around, within the unit
    bool except_star;  // an except* handler is around
    bool loop_in_star; // ... with a loop inside it around us
    bool generator;    // has a yield
    bool coroutine;    // comprehension: has an await or async for
    const struct py_node *value_return;
};

struct coder {
    struct py_parser *p;
    struct unit *unit;
    const struct py_future_state *future;
};

static bool visit(void *ctx, const struct py_node *n);

static bool maybe(struct coder *c, const struct py_node *n)
{
    return !n || visit(c, n);
}

static bool top_level_await(const struct coder *c)
{
    return (c->p->flags & PY_PARSE_TOP_LEVEL_AWAIT) && c->unit->kind == UNIT_MODULE;
}

static bool is_function(const struct unit *u)
{
    return u->kind >= UNIT_FUNCTION;
}

// Elements of a display or call: a starred one stands for its value.
static bool visit_items(struct coder *c, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct py_node *n = list->v[i];
        if (!visit(c, n->kind == PY_AST_Starred ? n->Starred.value : n)) return false;
    }
    return true;
}

static bool sequence(struct coder *c, const struct py_node *n, const struct py_nodes *elts,
                     enum py_ctx ctx)
{
    int stars = 0;
    for (int i = 0; i < elts->n && ctx == PY_CTX_STORE; i++) {
        if (elts->v[i]->kind != PY_AST_Starred) continue;
        if (stars++) return check_raise(c->p, n, "multiple starred expressions in assignment");
        if (i >= 256 || elts->n - i - 1 >= 1 << 23)
            return check_raise(c->p, n, "too many expressions in star-unpacking assignment");
    }
    return visit_items(c, elts);
}

static bool keywords(struct coder *c, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct py_node *k = list->v[i];
        if (!k->keyword.arg) continue;
        if (py_check_debug(c->p, k->keyword.arg, py_node_pos(k))) return false;
        if (!py_parse_tick(c->p, (uint64_t)(list->n - i))) return false;
        for (int j = i + 1; j < list->n; j++)
            if (list->v[j]->keyword.arg == k->keyword.arg)
                return check_raise(c->p, list->v[j], "keyword argument repeated: %s",
                                   k->keyword.arg);
    }
    return true;
}

static bool call(struct coder *c, const struct py_node *n)
{
    return visit(c, n->Call.func) && keywords(c, &n->Call.keywords) &&
           visit_items(c, &n->Call.args) && py_visit_list(&n->Call.keywords, visit, c);
}

// --- units ---

static bool body_in(struct coder *c, enum unit_kind kind, const struct py_nodes *body,
                    const struct py_node *expr)
{
    struct unit u = {.up = c->unit, .kind = kind};
    c->unit = &u;
    bool ok = body ? py_visit_list(body, visit, c) : visit(c, expr);
    c->unit = u.up;
    if (ok && u.kind == UNIT_ASYNC && u.generator && u.value_return)
        return check_raise(c->p, u.value_return, "'return' with value in async generator");
    return ok;
}

static bool arg_names(struct coder *c, const struct py_node *a)
{
    const struct py_nodes rest = {(struct py_node *[]){a->arguments.vararg, a->arguments.kwarg}, 2};
    const struct py_nodes *lists[] = {&a->arguments.posonlyargs, &a->arguments.args, &rest,
                                      &a->arguments.kwonlyargs};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < lists[i]->n; k++) {
            const struct py_node *arg = lists[i]->v[k];
            if (!arg) continue;
            if (py_check_debug(c->p, arg->arg.arg, py_node_pos(arg))) return false;
            const struct py_node *ann = arg->arg.annotation;
            bool star = ann && ann->kind == PY_AST_Starred && arg == a->arguments.vararg;
            if (ann && !visit(c, star ? ann->Starred.value : ann)) return false;
        }
    return true;
}

static bool defaults(struct coder *c, const struct py_node *a)
{
    return py_visit_list(&a->arguments.defaults, visit, c) &&
           py_visit_list(&a->arguments.kw_defaults, visit, c);
}

static bool function(struct coder *c, const struct py_node *n)
{
    const struct py_node *a = n->FunctionDef.args;
    if (!py_visit_list(&n->FunctionDef.decorator_list, visit, c) || !defaults(c, a)) return false;
    if (py_check_debug(c->p, n->FunctionDef.name, py_node_pos(n))) return false;
    if (!py_visit_list(&n->FunctionDef.type_params, visit, c) || !arg_names(c, a) ||
        !maybe(c, n->FunctionDef.returns))
        return false;
    return body_in(c, n->kind == PY_AST_FunctionDef ? UNIT_FUNCTION : UNIT_ASYNC,
                   &n->FunctionDef.body, NULL);
}

static bool lambda(struct coder *c, const struct py_node *n)
{
    return defaults(c, n->Lambda.args) && arg_names(c, n->Lambda.args) &&
           body_in(c, UNIT_FUNCTION, NULL, n->Lambda.body);
}

static bool class_definition(struct coder *c, const struct py_node *n)
{
    if (!py_visit_list(&n->ClassDef.decorator_list, visit, c)) return false;
    if (py_check_debug(c->p, n->ClassDef.name, py_node_pos(n))) return false;
    return py_visit_list(&n->ClassDef.type_params, visit, c) &&
           keywords(c, &n->ClassDef.keywords) && visit_items(c, &n->ClassDef.bases) &&
           py_visit_list(&n->ClassDef.keywords, visit, c) &&
           body_in(c, UNIT_CLASS, &n->ClassDef.body, NULL);
}

static bool comprehension(struct coder *c, const struct py_node *n, const struct py_nodes *clauses)
{
    const struct py_node *first = clauses->v[0];
    if (!visit(c, first->comprehension.iter)) return false;
    struct unit u = {.up = c->unit, .kind = UNIT_COMPREHENSION};
    c->unit = &u;
    bool ok = true;
    for (int i = 0; ok && i < clauses->n; i++) {
        const struct py_node *k = clauses->v[i];
        u.coroutine |= k->comprehension.is_async;
        ok = visit(c, k->comprehension.target) && (i == 0 || visit(c, k->comprehension.iter)) &&
             py_visit_list(&k->comprehension.ifs, visit, c);
    }
    if (n->kind == PY_AST_DictComp)
        ok = ok && visit(c, n->DictComp.key) && visit(c, n->DictComp.value);
    else ok = ok && visit(c, n->ListComp.elt); // the first field of the other three
    c->unit = u.up;
    if (!ok || !u.coroutine || n->kind == PY_AST_GeneratorExp) return ok;
    if (c->unit->kind == UNIT_COMPREHENSION) c->unit->coroutine = true;
    else if (c->unit->kind != UNIT_ASYNC && !top_level_await(c))
        return check_raise(c->p, n,
                           "asynchronous comprehension outside of an asynchronous function");
    return true;
}

// --- statements ---

static bool push_block(struct coder *c, const struct py_node *n, int count)
{
    c->unit->blocks += count;
    return c->unit->blocks <= MAX_BLOCKS ||
           check_raise(c->p, n, "too many statically nested blocks");
}

static bool loop(struct coder *c, const struct py_node *n, const struct py_nodes *body,
                 const struct py_nodes *orelse)
{
    struct unit *u = c->unit, saved = *u;
    if (!push_block(c, n, 1)) return false;
    u->in_loop = true;
    u->loop_in_star = true;
    if (!py_visit_list(body, visit, c)) return false;
    u->blocks = saved.blocks;
    u->in_loop = saved.in_loop;
    u->loop_in_star = saved.loop_in_star;
    return py_visit_list(orelse, visit, c);
}

static bool async_ok(struct coder *c, const struct py_node *n, const char *what)
{
    return c->unit->kind == UNIT_ASYNC || top_level_await(c) ||
           check_raise(c->p, n, "'%s' outside async function", what);
}

static bool with(struct coder *c, const struct py_node *n)
{
    int before = c->unit->blocks;
    for (int i = 0; i < n->With.items.n; i++) {
        const struct py_node *item = n->With.items.v[i];
        if (!visit(c, item->withitem.context_expr) || !push_block(c, n, 1) ||
            !maybe(c, item->withitem.optional_vars))
            return false;
    }
    if (!py_visit_list(&n->With.body, visit, c)) return false;
    c->unit->blocks = before;
    return true;
}

static bool handlers(struct coder *c, const struct py_node *n)
{
    struct unit *u = c->unit, saved = *u;
    bool star = n->kind == PY_AST_TryStar;
    for (int i = 0; i < n->Try.handlers.n; i++) {
        const struct py_node *h = n->Try.handlers.v[i];
        if (!h->ExceptHandler.type && i < n->Try.handlers.n - 1)
            return check_raise(c->p, h, "default 'except:' must be last");
        if (!maybe(c, h->ExceptHandler.type)) return false;
        if (py_check_debug(c->p, h->ExceptHandler.name, py_node_pos(h))) return false;
        if (!push_block(c, h, 2)) return false;
        if (star) {
            u->except_star = true;
            u->loop_in_star = false;
        }
        if (!py_visit_list(&h->ExceptHandler.body, visit, c)) return false;
        u->blocks = saved.blocks;
        u->except_star = saved.except_star;
        u->loop_in_star = saved.loop_in_star;
    }
    return true;
}

static bool try_statement(struct coder *c, const struct py_node *n)
{
    int before = c->unit->blocks;
    if (n->Try.finalbody.n && !push_block(c, n, 1)) return false;
    if (n->Try.handlers.n && !push_block(c, n, 1)) return false;
    if (!py_visit_list(&n->Try.body, visit, c)) return false;
    c->unit->blocks -= n->Try.handlers.n > 0;
    if (!py_visit_list(&n->Try.orelse, visit, c) || !handlers(c, n)) return false;
    c->unit->blocks = before;
    if (!n->Try.finalbody.n) return true;
    if (!push_block(c, n, 1) || !py_visit_list(&n->Try.finalbody, visit, c)) return false;
    c->unit->blocks = before;
    return true;
}

static const char star_message[] =
    "'break', 'continue' and 'return' cannot appear in an except* block";

static bool return_statement(struct coder *c, const struct py_node *n)
{
    if (!is_function(c->unit)) return check_raise(c->p, n, "'return' outside function");
    if (n->Return.value && !c->unit->value_return) c->unit->value_return = n;
    const struct py_node *value = n->Return.value;
    if (!maybe(c, value)) return false;
    bool constant = value && value->kind == PY_AST_Constant && value->line == n->line;
    return !c->unit->except_star || check_raise(c->p, constant ? value : n, star_message);
}

static bool jump(struct coder *c, const struct py_node *n)
{
    const struct unit *u = c->unit;
    if (u->except_star && !u->loop_in_star) return check_raise(c->p, n, star_message);
    if (u->in_loop) return true;
    return n->kind == PY_AST_Break ? check_raise(c->p, n, "'break' outside loop")
                                   : check_raise(c->p, n, "'continue' not properly in loop");
}

static bool import(struct coder *c, const struct py_node *n)
{
    bool from = n->kind == PY_AST_ImportFrom;
    const struct py_nodes *names = from ? &n->ImportFrom.names : &n->Import.names;
    if (from && n->ImportFrom.level == 0 && n->ImportFrom.module &&
        n->line > c->future->last_line && strcmp(n->ImportFrom.module, "__future__") == 0)
        return check_raise(c->p, n,
                           "from __future__ imports must occur at the beginning of the file");
    for (int i = 0; i < names->n; i++) {
        const struct py_node *a = names->v[i];
        const char *name = a->alias.asname ? a->alias.asname : a->alias.name;
        if (py_check_debug(c->p, name, py_node_pos(n))) return false;
    }
    return true;
}

static bool await_expression(struct coder *c, const struct py_node *n)
{
    struct unit *u = c->unit;
    if (!top_level_await(c)) {
        if (!is_function(u)) return check_raise(c->p, n, "'await' outside function");
        if (u->kind == UNIT_FUNCTION) return check_raise(c->p, n, "'await' outside async function");
    }
    u->coroutine = true;
    return visit(c, n->Await.value);
}

static bool yield_expression(struct coder *c, const struct py_node *n)
{
    if (!is_function(c->unit)) return check_raise(c->p, n, "'yield' outside function");
    if (n->kind == PY_AST_YieldFrom && c->unit->kind == UNIT_ASYNC)
        return check_raise(c->p, n, "'yield from' inside async function");
    c->unit->generator = true;
    return py_visit_children(n, visit, c);
}

static bool name(struct coder *c, const struct py_node *n)
{
    if (n->Name.ctx == PY_CTX_DEL && strcmp(n->Name.id, "__debug__") == 0)
        return check_raise(c->p, n, "cannot delete __debug__");
    return n->Name.ctx != PY_CTX_STORE || !py_check_debug(c->p, n->Name.id, py_node_pos(n));
}

static bool attribute(struct coder *c, const struct py_node *n)
{
    if (!visit(c, n->Attribute.value)) return false;
    if (n->Attribute.ctx == PY_CTX_DEL && strcmp(n->Attribute.attr, "__debug__") == 0)
        return check_raise(c->p, n, "cannot delete __debug__");
    return n->Attribute.ctx != PY_CTX_STORE ||
           !py_check_debug(c->p, n->Attribute.attr, py_node_pos(n));
}

static bool visit(void *ctx, const struct py_node *n)
{
    struct coder *c = ctx;
    if (n->kind == PY_AST_Name && n->Name.ctx == PY_CTX_LOAD) return true;
    if (!py_parse_stack_left(c->p)) return py_check_deep(c->p);
    if (!py_parse_tick(c->p, 2)) return false;
    if (py_check_may_warn(n)) py_check_warn(c->p, n);
    switch (n->kind) {
    case PY_AST_Constant: return true;
    case PY_AST_Name: return name(c, n);
    case PY_AST_Attribute: return attribute(c, n);
    case PY_AST_Call: return call(c, n);
    case PY_AST_Tuple: return sequence(c, n, &n->Tuple.elts, n->Tuple.ctx);
    case PY_AST_List: return sequence(c, n, &n->List.elts, n->List.ctx);
    case PY_AST_Set: return visit_items(c, &n->Set.elts);
    case PY_AST_Starred:
        return check_raise(c->p, n, "%s",
                           n->Starred.ctx == PY_CTX_STORE
                               ? "starred assignment target must be in a list or tuple"
                               : "can't use starred expression here");
    case PY_AST_ListComp: return comprehension(c, n, &n->ListComp.generators);
    case PY_AST_SetComp: return comprehension(c, n, &n->SetComp.generators);
    case PY_AST_DictComp: return comprehension(c, n, &n->DictComp.generators);
    case PY_AST_GeneratorExp: return comprehension(c, n, &n->GeneratorExp.generators);
    case PY_AST_Lambda: return lambda(c, n);
    case PY_AST_Await: return await_expression(c, n);
    case PY_AST_Yield:
    case PY_AST_YieldFrom: return yield_expression(c, n);
    case PY_AST_FunctionDef:
    case PY_AST_AsyncFunctionDef: return function(c, n);
    case PY_AST_ClassDef: return class_definition(c, n);
    case PY_AST_Return: return return_statement(c, n);
    case PY_AST_AnnAssign:
        if (n->AnnAssign.target->kind == PY_AST_Name &&
            py_check_debug(c->p, n->AnnAssign.target->Name.id, py_node_pos(n)))
            return false;
        return py_visit_children(n, visit, c);
    case PY_AST_Break:
    case PY_AST_Continue: return jump(c, n);
    case PY_AST_Import:
    case PY_AST_ImportFrom: return import(c, n);
    case PY_AST_While:
        return visit(c, n->While.test) && loop(c, n, &n->While.body, &n->While.orelse);
    case PY_AST_AsyncFor:
        if (!async_ok(c, n, "async for")) return false;
        // fall through
    case PY_AST_For:
        return visit(c, n->For.iter) && visit(c, n->For.target) &&
               loop(c, n, &n->For.body, &n->For.orelse);
    case PY_AST_AsyncWith:
        if (!async_ok(c, n, "async with")) return false;
        // fall through
    case PY_AST_With: return with(c, n);
    case PY_AST_Try:
    case PY_AST_TryStar: return try_statement(c, n);
    case PY_AST_Match:
        return visit(c, n->Match.subject) && py_check_match(c->p, n) &&
               py_visit_list(&n->Match.cases, visit, c);
    case PY_AST_match_case:
        return maybe(c, n->match_case.guard) && py_visit_list(&n->match_case.body, visit, c);
    default: return py_visit_children(n, visit, c);
    }
}

bool py_check_code(struct py_parser *p, const struct py_node *root,
                   const struct py_future_state *future)
{
    struct unit module = {.kind = UNIT_MODULE};
    struct coder c = {p, &module, future};
    return py_visit_children(root, visit, &c);
}
