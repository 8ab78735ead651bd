/* tree_stmt.c: statements of tree-sitter's tree as ours. The tree gives the structure (which
 * statement, its blocks and clauses); headers with rules of their own (targets, parameters,
 * with-items, patterns) and the simple statements but assignments and expressions are read from the
 * tokens. */
#include "tree.h"

static bool statement(struct py_tree *t);

/* From a clause's header to its block. */
static bool to_block(struct py_tree *t)
{
    do {
        if (py_tree_kind(t) == TREE_block) return true;
    } while (py_tree_next(t));
    return false;
}

static bool statements(struct py_tree *t)
{
    bool ok = true;
    do ok = statement(t);
    while (ok && py_tree_next(t));
    return ok;
}

/* ':' and the block the cursor stands on. */
static bool block(struct py_tree *t, struct py_nodes *out)
{
    struct py_parser *p = t->p;
    int mark = p->sp;
    if (!accept(p, TOK_COLON)) return false;
    bool indented = accept(p, TOK_NEWLINE);
    if (indented && !accept(p, TOK_INDENT)) return false;
    if (!py_tree_first(t)) return false;
    bool ok = statements(t);
    py_tree_up(t);
    if (!ok || (indented && !accept(p, TOK_DEDENT))) return false;
    return py_list_take(p, mark, out);
}

/* A clause that is `keyword : block`, the cursor on it. */
static bool plain_clause(struct py_tree *t, enum py_tok keyword, struct py_nodes *out)
{
    if (!py_tree_starts_here(t) || !accept(t->p, keyword) || !py_tree_first(t)) return false;
    bool ok = to_block(t) && block(t, out);
    py_tree_up(t);
    return ok;
}

/* The optional else_clause behind a loop's block. */
static bool loop_else(struct py_tree *t, struct py_nodes *out)
{
    *out = (struct py_nodes){NULL, 0};
    if (!py_tree_next(t)) return true;
    return py_tree_kind(t) == TREE_else_clause && plain_clause(t, TOK_ELSE, out) &&
           !py_tree_next(t);
}

/* `if` or `elif` condition and block; the cursor on the condition, then on the block. */
static struct py_node *condition(struct py_tree *t, int start)
{
    struct py_nodes body;
    struct py_node *test = py_tree_named_expr(t);
    if (!test || !to_block(t) || !block(t, &body)) return NULL;
    struct py_node *n = node_at(t->p, PY_AST_If, start);
    if (!n) return NULL;
    n->If.test = test;
    n->If.body = body;
    return n;
}

static struct py_node *elif (struct py_tree *t)
{
    int start = t->p->pos;
    if (!py_tree_starts_here(t) || !accept(t->p, TOK_ELIF) || !py_tree_first(t)) return NULL;
    struct py_node *n = condition(t, start);
    py_tree_up(t);
    return n;
}

static struct py_node *if_clauses(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    struct py_node *first = condition(t, start), *last = first;
    if (!first) return NULL;
    while (py_tree_next(t)) {
        enum py_tree_kind kind = py_tree_kind(t);
        if (kind == TREE_else_clause) {
            if (!plain_clause(t, TOK_ELSE, &last->If.orelse) || py_tree_next(t)) return NULL;
            break;
        }
        int mark = p->sp;
        struct py_node *n = kind == TREE_elif_clause ? elif (t) : NULL;
        if (!n || !py_list_push(p, n) || !py_list_take(p, mark, &last->If.orelse)) return NULL;
        last = n;
    }
    for (struct py_node *n = first;; n = n->If.orelse.v[0]) {
        py_ended(p, n);
        if (n == last) return first;
    }
}

static struct py_node *if_statement(struct py_tree *t)
{
    int start = t->p->pos++;
    if (!py_tree_first(t)) return NULL;
    struct py_node *n = if_clauses(t, start);
    py_tree_up(t);
    return n;
}

static struct py_node *while_statement(struct py_tree *t)
{
    int start = t->p->pos++;
    struct py_nodes body, orelse;
    if (!py_tree_first(t)) return NULL;
    struct py_node *test = py_tree_named_expr(t);
    bool ok = test && to_block(t) && block(t, &body) && loop_else(t, &orelse);
    py_tree_up(t);
    struct py_node *n = ok ? node_at(t->p, PY_AST_While, start) : NULL;
    if (!n) return NULL;
    n->While.test = test;
    n->While.body = body;
    n->While.orelse = orelse;
    return py_ended(t->p, n);
}

static struct py_node *for_statement(struct py_tree *t)
{
    struct py_parser *p = t->p;
    int start = p->pos;
    bool is_async = accept(p, TOK_ASYNC);
    struct py_nodes body, orelse;
    if (!accept(p, TOK_FOR)) return NULL;
    struct py_node *target = py_for_targets(p);
    struct py_node *iter = target && accept(p, TOK_IN) ? py_star_expressions(p) : NULL;
    if (!iter || !py_tree_first(t)) return NULL;
    bool ok = to_block(t) && block(t, &body) && loop_else(t, &orelse);
    py_tree_up(t);
    struct py_node *n = ok ? node_at(p, is_async ? PY_AST_AsyncFor : PY_AST_For, start) : NULL;
    if (!n) return NULL;
    n->For.target = target;
    n->For.iter = iter;
    n->For.body = body;
    n->For.orelse = orelse;
    return py_ended(p, n);
}

static struct py_node *with_statement(struct py_tree *t)
{
    struct py_parser *p = t->p;
    int start = p->pos;
    bool is_async = accept(p, TOK_ASYNC);
    struct py_nodes items, body;
    if (!accept(p, TOK_WITH) || !py_with_items(p, &items) || !py_tree_first(t)) return NULL;
    bool ok = to_block(t) && block(t, &body);
    py_tree_up(t);
    struct py_node *n = ok ? node_at(p, is_async ? PY_AST_AsyncWith : PY_AST_With, start) : NULL;
    if (!n) return NULL;
    n->With.items = items;
    n->With.body = body;
    return py_ended(p, n);
}

static struct py_node *handler(struct py_tree *t, bool *star)
{
    struct py_parser *p = t->p;
    int start = p->pos;
    const char *name = NULL;
    struct py_node *type = NULL;
    struct py_nodes body;
    if (!py_tree_starts_here(t) || !accept(p, TOK_EXCEPT)) return NULL;
    *star = accept(p, TOK_STAR);
    if (!at(p, TOK_COLON)) {
        type = py_expression(p);
        if (!type) return NULL;
        if (accept(p, TOK_AS)) {
            name = tok(p)->name;
            if (!accept(p, TOK_NAME)) return NULL;
        }
    } else if (*star) {
        return NULL;
    }
    if (!py_tree_first(t)) return NULL;
    bool ok = to_block(t) && block(t, &body);
    py_tree_up(t);
    struct py_node *n = ok ? node_at(p, PY_AST_ExceptHandler, start) : NULL;
    if (!n) return NULL;
    n->ExceptHandler.type = type;
    n->ExceptHandler.name = name;
    n->ExceptHandler.body = body;
    return py_ended(p, n);
}

struct try_parts {
    struct py_nodes body, handlers, orelse, final;
    bool star;
};

static bool try_clauses(struct py_tree *t, struct try_parts *parts)
{
    struct py_parser *p = t->p;
    int mark = p->sp, handlers = 0;
    bool more, star = false;
    if (!to_block(t) || !block(t, &parts->body)) return false;
    while ((more = py_tree_next(t)) && py_tree_kind(t) == TREE_except_clause) {
        struct py_node *h = handler(t, &star);
        if (!h || (handlers && star != parts->star) || !py_list_push(p, h)) return false;
        parts->star = star;
        handlers++;
    }
    if (!py_list_take(p, mark, &parts->handlers)) return false;
    if (more && handlers && py_tree_kind(t) == TREE_else_clause) {
        if (!plain_clause(t, TOK_ELSE, &parts->orelse)) return false;
        more = py_tree_next(t);
    }
    if (more && py_tree_kind(t) == TREE_finally_clause) {
        if (!plain_clause(t, TOK_FINALLY, &parts->final)) return false;
        more = py_tree_next(t);
    }
    return !more && (handlers || parts->final.n);
}

static struct py_node *try_statement(struct py_tree *t)
{
    struct py_parser *p = t->p;
    int start = p->pos++;
    struct try_parts parts = {.star = false};
    if (!py_tree_first(t)) return NULL;
    bool ok = try_clauses(t, &parts);
    py_tree_up(t);
    struct py_node *n = ok ? node_at(p, parts.star ? PY_AST_TryStar : PY_AST_Try, start) : NULL;
    if (!n) return NULL;
    n->Try.body = parts.body;
    n->Try.handlers = parts.handlers;
    n->Try.orelse = parts.orelse;
    n->Try.finalbody = parts.final;
    return py_ended(p, n);
}

static struct py_node *function(struct py_tree *t)
{
    struct py_parser *p = t->p;
    int start = p->pos;
    bool is_async = accept(p, TOK_ASYNC);
    struct py_nodes params, body;
    struct py_node *args, *returns = NULL;
    if (!accept(p, TOK_DEF)) return NULL;
    const struct py_token *name = tok(p);
    if (!accept(p, TOK_NAME) || !py_type_params(p, &params) || !accept(p, TOK_LPAR) ||
        !(args = py_parameters(p, TOK_RPAR)) || !accept(p, TOK_RPAR))
        return NULL;
    if (accept(p, TOK_ARROW) && !(returns = py_expression(p))) return NULL;
    if (!py_tree_first(t)) return NULL;
    bool ok = to_block(t) && block(t, &body);
    py_tree_up(t);
    struct py_node *n =
        ok ? node_at(p, is_async ? PY_AST_AsyncFunctionDef : PY_AST_FunctionDef, start) : NULL;
    if (!n) return NULL;
    n->FunctionDef.name = name->name;
    n->FunctionDef.args = args;
    n->FunctionDef.body = body;
    n->FunctionDef.returns = returns;
    n->FunctionDef.type_params = params;
    return py_ended(p, n);
}

static struct py_node *class(struct py_tree *t)
{
    struct py_parser *p = t->p;
    int start = p->pos++;
    const struct py_token *name = tok(p);
    struct py_nodes params, body;
    struct py_node *call = NULL;
    if (!accept(p, TOK_NAME) || !py_type_params(p, &params)) return NULL;
    if (at(p, TOK_LPAR)) {
        int open = p->pos++;
        call = py_node_new(p, PY_AST_Call, span(p, open));
        if (!call || !py_call_arguments(p, call, open)) return NULL;
    }
    if (!py_tree_first(t)) return NULL;
    bool ok = to_block(t) && block(t, &body);
    py_tree_up(t);
    struct py_node *n = ok ? node_at(p, PY_AST_ClassDef, start) : NULL;
    if (!n) return NULL;
    n->ClassDef.name = name->name;
    if (call) {
        n->ClassDef.bases = call->Call.args;
        n->ClassDef.keywords = call->Call.keywords;
    }
    n->ClassDef.body = body;
    n->ClassDef.type_params = params;
    return py_ended(p, n);
}

static struct py_node *decorated(struct py_tree *t)
{
    struct py_parser *p = t->p;
    int mark = p->sp;
    struct py_nodes list;
    struct py_node *n = NULL;
    if (!py_tree_first(t)) return NULL;
    bool more = true;
    while (more && py_tree_kind(t) == TREE_decorator) {
        struct py_node *d = accept(p, TOK_AT) ? py_named_expression(p) : NULL;
        if (!d || !accept(p, TOK_NEWLINE) || !py_list_push(p, d)) break;
        more = py_tree_next(t);
    }
    if (more && py_list_take(p, mark, &list)) {
        enum py_tree_kind kind = py_tree_kind(t);
        if (kind == TREE_class_definition && at(p, TOK_CLASS)) {
            n = class(t);
            if (n) n->ClassDef.decorator_list = list;
        } else if (kind == TREE_function_definition) {
            n = function(t);
            if (n) n->FunctionDef.decorator_list = list;
        }
    }
    py_tree_up(t);
    return n;
}

/* target = ... = value. The cursor on the assignment. */
static struct py_node *assignment(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    int mark = p->sp, nested = 0;
    struct py_node *value = NULL;
    bool ok = true;
    do { /* `a = b = c` is an assignment whose right side is one */
        ok = py_tree_first(t);
        if (!ok) break;
        nested++;
        enum py_tree_kind kind = py_tree_kind(t);
        bool simple = kind == TREE_identifier || kind == TREE_attribute || kind == TREE_subscript;
        struct py_node *target = simple ? py_tree_expr(t) : py_star_expressions(p);
        ok = target && py_is_target(target, true) && accept(p, TOK_EQUAL) &&
             py_list_push(p, target) && py_tree_next(t);
        if (!ok) break;
        py_set_context(target, PY_CTX_STORE);
    } while (py_tree_kind(t) == TREE_assignment);
    if (ok) {
        enum py_tree_kind kind = py_tree_kind(t);
        value = kind == TREE_OTHER ? py_yield_or_star(p) : py_tree_expr(t);
    }
    while (nested--) py_tree_up(t);
    struct py_node *n = value ? node_at(p, PY_AST_Assign, start) : NULL;
    if (!n || !py_list_take(p, mark, &n->Assign.targets)) return NULL;
    n->Assign.value = value;
    return n;
}

/* An expression_statement: one expression or plain assignment from the tree, else NULL. */
static struct py_node *expression_statement(struct py_tree *t)
{
    struct py_parser *p = t->p;
    int start = p->pos;
    struct py_node *n = NULL;
    if (!py_tree_first(t)) return NULL;
    enum py_tree_kind kind = py_tree_kind(t);
    if (kind == TREE_assignment) {
        n = assignment(t, start);
    } else if (kind != TREE_augmented_assignment && kind != TREE_OTHER && !at(p, TOK_STAR)) {
        struct py_node *value = py_tree_expr(t);
        n = value ? node_at(p, PY_AST_Expr, start) : NULL;
        if (n) n->Expr.value = value;
    }
    py_tree_up(t);
    return n;
}

/* A simple statement and what ends it. */
static bool simple(struct py_tree *t, enum py_tree_kind kind)
{
    struct py_parser *p = t->p;
    int start = p->pos, mark = p->sp;
    struct py_node *n = kind == TREE_expression_statement ? expression_statement(t) : NULL;
    if (p->failed) return false;
    if (n && !at(p, TOK_NEWLINE) && !at(p, TOK_SEMI)) n = NULL;
    if (!n) {
        p->pos = start;
        p->sp = mark;
        n = py_simple_stmt(p);
    }
    if (!n || !py_tree_ended(t) || !py_list_push(p, n)) return false;
    bool more = accept(p, TOK_SEMI);
    return accept(p, TOK_NEWLINE) || more;
}

static struct py_node *compound(struct py_tree *t, enum py_tree_kind kind)
{
    switch (kind) {
    case TREE_if_statement: return at(t->p, TOK_IF) ? if_statement(t) : NULL;
    case TREE_while_statement: return at(t->p, TOK_WHILE) ? while_statement(t) : NULL;
    case TREE_for_statement: return for_statement(t);
    case TREE_with_statement: return with_statement(t);
    case TREE_try_statement: return at(t->p, TOK_TRY) ? try_statement(t) : NULL;
    case TREE_function_definition: return function(t);
    case TREE_class_definition: return at(t->p, TOK_CLASS) ? class(t) : NULL;
    case TREE_decorated_definition: return decorated(t);
    default: return NULL;
    }
}

static bool statement(struct py_tree *t)
{
    struct py_parser *p = t->p;
    enum py_tree_kind kind = py_tree_kind(t);
    if (!py_tree_starts_here(t) || !py_gram_enter(p)) return false;
    bool ok;
    switch (kind) {
    case TREE_if_statement:
    case TREE_while_statement:
    case TREE_for_statement:
    case TREE_with_statement:
    case TREE_try_statement:
    case TREE_function_definition:
    case TREE_class_definition:
    case TREE_decorated_definition: {
        struct py_node *n = compound(t, kind);
        ok = n && py_list_push(p, n);
        break;
    }
    case TREE_match_statement: ok = py_statement(p); break;
    default: ok = simple(t, kind); break;
    }
    p->depth--;
    return ok && !p->failed;
}

struct py_node *py_tree_module(struct py_tree *t)
{
    struct py_parser *p = t->p;
    struct py_node *root = py_node_new(p, PY_AST_Module, (struct py_pos){1, 0, 1, 0});
    if (!root) return NULL;
    bool ok = true;
    if (py_tree_first(t)) {
        ok = statements(t);
        py_tree_up(t);
    }
    if (!ok || !at(p, TOK_END) || !py_list_take(p, 0, &root->Module.body)) return NULL;
    return root;
}
