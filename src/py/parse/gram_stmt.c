// gram_stmt.c: simple statements.
#include "gram.h"

static bool name_list(struct py_parser *p, struct py_idents *out)
{
    int first = p->pos, n = 0;
    do {
        if (!accept(p, TOK_NAME)) return false;
        n++;
    } while (accept(p, TOK_COMMA));
    out->v = py_parse_mem(p, (size_t)n * sizeof *out->v);
    if (!out->v) return false;
    for (int i = 0; i < n; i++) out->v[i] = p->toks[first + 2 * i].name;
    out->n = n;
    return true;
}

static struct py_node *scope_stmt(struct py_parser *p)
{
    int start = p->pos++;
    bool global = p->toks[start].type == TOK_GLOBAL;
    struct py_idents names;
    if (!name_list(p, &names)) return NULL;
    struct py_node *n = node_at(p, global ? PY_AST_Global : PY_AST_Nonlocal, start);
    if (!n) return NULL;
    if (global) n->Global.names = names;
    else n->Nonlocal.names = names;
    return n;
}

static struct py_node *return_stmt(struct py_parser *p)
{
    int start = p->pos++;
    struct py_node *value = NULL;
    if ((py_gram_starts_expression(p) || at(p, TOK_STAR)) && !(value = py_gram_star_expressions(p)))
        return NULL;
    struct py_node *n = node_at(p, PY_AST_Return, start);
    if (n) n->Return.value = value;
    return n;
}

static struct py_node *raise_stmt(struct py_parser *p)
{
    int start = p->pos++;
    struct py_node *exc = NULL, *cause = NULL;
    if (py_gram_starts_expression(p)) {
        exc = py_gram_expression(p);
        if (!exc) return NULL;
        if (accept(p, TOK_FROM) && !(cause = py_gram_expression(p))) return NULL;
    }
    struct py_node *n = node_at(p, PY_AST_Raise, start);
    if (!n) return NULL;
    n->Raise.exc = exc;
    n->Raise.cause = cause;
    return n;
}

static struct py_node *assert_stmt(struct py_parser *p)
{
    int start = p->pos++;
    struct py_node *test = py_gram_expression(p), *msg = NULL;
    if (!test || (accept(p, TOK_COMMA) && !(msg = py_gram_expression(p)))) return NULL;
    struct py_node *n = node_at(p, PY_AST_Assert, start);
    if (!n) return NULL;
    n->Assert.test = test;
    n->Assert.msg = msg;
    return n;
}

static bool is_del_target(const struct py_node *n)
{
    const struct py_nodes *list = n->kind == PY_AST_Tuple  ? &n->Tuple.elts
                                  : n->kind == PY_AST_List ? &n->List.elts
                                                           : NULL;
    if (!list) return py_gram_is_single_target(n);
    for (int i = 0; i < list->n; i++)
        if (!is_del_target(list->v[i])) return false;
    return true;
}

static bool del_targets(struct py_parser *p)
{
    do {
        if (!py_gram_starts_expression(p)) return true;
        struct py_node *target = py_gram_primary(p);
        if (!target || !is_del_target(target) || !py_list_push(p, target)) return false;
        py_gram_set_context(target, PY_CTX_DEL);
    } while (accept(p, TOK_COMMA));
    return true;
}

static struct py_node *del_stmt(struct py_parser *p)
{
    int start = p->pos++, mark = p->sp;
    if (del_targets(p) && p->sp > mark && (at(p, TOK_SEMI) || at(p, TOK_NEWLINE))) {
        struct py_node *n = node_at(p, PY_AST_Delete, start);
        return n && py_parse_list_take(p, mark, &n->Delete.targets) ? n : NULL;
    }
    if (hooks_on(p)) {
        p->pos = start + 1;
        p->sp = mark;
        struct py_node *wrong = py_gram_star_expressions(p);
        if (wrong) py_gram_raise_invalid_target(p, wrong, PY_TARGET_DEL);
    }
    return NULL;
}

// NAME ('.' NAME)* as one interned name.
static const char *dotted_name(struct py_parser *p)
{
    int first = p->pos;
    size_t total = 0;
    do {
        const struct py_token *t = tok(p);
        if (!accept(p, TOK_NAME)) return NULL;
        total += strlen(t->name) + 1;
    } while (accept(p, TOK_DOT));
    if (p->pos == first + 1) return p->toks[first].name;
    char *text = py_parse_mem(p, total);
    if (!text) return NULL;
    size_t n = 0;
    for (int i = first; i < p->pos; i += 2) {
        size_t len = strlen(p->toks[i].name);
        memcpy(text + n, p->toks[i].name, len);
        n += len + 1;
        text[n - 1] = '.';
    }
    return py_parse_intern(p, text, n - 1);
}

// name ['as' NAME]; pushes an alias.
static bool alias(struct py_parser *p, bool dotted)
{
    int start = p->pos;
    const char *name = NULL, *as = NULL;
    if (dotted) name = dotted_name(p);
    else if (at(p, TOK_NAME)) name = p->toks[p->pos++].name;
    if (!name) return false;
    if (accept(p, TOK_AS)) {
        as = tok(p)->name;
        if (!accept(p, TOK_NAME)) return false;
    }
    struct py_node *n = node_at(p, PY_AST_alias, start);
    if (!n) return false;
    n->alias.name = name;
    n->alias.asname = as;
    return py_list_push(p, n);
}

static struct py_node *import_stmt(struct py_parser *p)
{
    int start = p->pos++, mark = p->sp;
    do {
        if (!alias(p, true)) return NULL;
    } while (accept(p, TOK_COMMA));
    if (hooks_on(p) && accept(p, TOK_FROM)) {
        if (dotted_name(p))
            return raise_at(p, py_gram_pos_from(p, py_tok_pos(&p->toks[start])),
                            "Did you mean to use 'from ... import ...' instead?");
        return NULL;
    }
    struct py_node *n = node_at(p, PY_AST_Import, start);
    return n && py_parse_list_take(p, mark, &n->Import.names) ? n : NULL;
}

// import_from_targets; pushes the aliases.
static bool import_targets(struct py_parser *p)
{
    int start = p->pos;
    if (accept(p, TOK_STAR)) {
        struct py_node *n = node_at(p, PY_AST_alias, start);
        if (!n || !(n->alias.name = py_parse_intern(p, "*", 1))) return false;
        return py_list_push(p, n);
    }
    bool paren = accept(p, TOK_LPAR);
    do {
        if (paren && at(p, TOK_RPAR) && p->pos > start + 1) break;
        if (!alias(p, false)) {
            if (hooks_on(p) && !paren && at(p, TOK_NEWLINE) && p->pos > start)
                raise_at(p, py_gram_last_pos(p),
                         "trailing comma not allowed without surrounding parentheses");
            return false;
        }
    } while (accept(p, TOK_COMMA));
    return !paren || accept(p, TOK_RPAR);
}

static struct py_node *import_from(struct py_parser *p)
{
    int start = p->pos++, mark = p->sp, level = 0;
    for (; at(p, TOK_DOT) || at(p, TOK_ELLIPSIS); p->pos++) level += at(p, TOK_DOT) ? 1 : 3;
    const char *module = NULL;
    if (!level || at(p, TOK_NAME)) {
        module = dotted_name(p);
        if (!module) return NULL;
    }
    if (!accept(p, TOK_IMPORT) || !import_targets(p)) return NULL;
    struct py_node *n = node_at(p, PY_AST_ImportFrom, start);
    if (!n || !py_parse_list_take(p, mark, &n->ImportFrom.names)) return NULL;
    n->ImportFrom.module = module;
    n->ImportFrom.level = level;
    return n;
}

// type NAME [params] = expression; soft failure when it is not that.
static struct py_node *type_alias(struct py_parser *p)
{
    int start = p->pos++;
    const struct py_token *name = tok(p);
    struct py_nodes params;
    if (!accept(p, TOK_NAME) || !py_gram_type_params(p, &params) || !accept(p, TOK_EQUAL))
        return NULL;
    struct py_node *value = py_gram_expression(p);
    struct py_node *n = value ? node_at(p, PY_AST_TypeAlias, start) : NULL;
    struct py_node *target = n ? py_node_new(p, PY_AST_Name, py_tok_pos(name)) : NULL;
    if (!target) return NULL;
    target->Name.id = name->name;
    target->Name.ctx = PY_CTX_STORE;
    n->TypeAlias.name = target;
    n->TypeAlias.type_params = params;
    n->TypeAlias.value = value;
    return n;
}

static struct py_node *annotated(struct py_parser *p, int start, struct py_node *target)
{
    p->pos++;
    struct py_node *annotation = py_gram_expression(p), *value = NULL;
    if (!annotation) return NULL;
    int behind = p->pos, top = p->sp;
    if (accept(p, TOK_EQUAL) && !(value = py_gram_yield_or_star(p))) p->pos = behind, p->sp = top;
    if (p->failed) return NULL;
    struct py_node *n = node_at(p, PY_AST_AnnAssign, start);
    if (!n) return NULL;
    py_gram_set_context(target, PY_CTX_STORE);
    n->AnnAssign.target = target;
    n->AnnAssign.annotation = annotation;
    n->AnnAssign.value = value;
    n->AnnAssign.simple = target->kind == PY_AST_Name && !(target->flags & PY_NODE_PAREN);
    return n;
}

static struct py_node *augmented(struct py_parser *p, int start, struct py_node *target)
{
    enum py_ast_op op = (enum py_ast_op)(PY_AST_OP_Add + (p->toks[p->pos].type - TOK_AUG_FIRST));
    p->pos++;
    struct py_node *value = py_gram_yield_or_star(p);
    struct py_node *n = value ? node_at(p, PY_AST_AugAssign, start) : NULL;
    if (!n) return NULL;
    py_gram_set_context(target, PY_CTX_STORE);
    n->AugAssign.target = target;
    n->AugAssign.op = op;
    n->AugAssign.value = value;
    return n;
}

// targets '=' ... value; first is the first target, p->pos at the '='.
static struct py_node *assigned(struct py_parser *p, int start, struct py_node *first)
{
    int mark = p->sp;
    struct py_node *value = first;
    while (at(p, TOK_EQUAL)) {
        if (value->kind == PY_AST_Yield || value->kind == PY_AST_YieldFrom ||
            !py_gram_is_target(value, true))
            return NULL;
        if (value->kind == PY_AST_Starred && (value->flags & PY_NODE_PAREN)) return NULL;
        if (!py_list_push(p, value)) return NULL;
        py_gram_set_context(value, PY_CTX_STORE);
        p->pos++;
        value = py_gram_yield_or_star(p);
        if (!value) return NULL;
    }
    struct py_node *n = node_at(p, PY_AST_Assign, start);
    if (!n || !py_parse_list_take(p, mark, &n->Assign.targets)) return NULL;
    n->Assign.value = value;
    return n;
}

// An unparenthesised tuple or starred expression is not a single target.
static bool is_open(const struct py_parser *p, const struct py_node *n, int start)
{
    return n->kind == PY_AST_Tuple && p->toks[start].type != TOK_LPAR;
}

static struct py_node *expression_or_assignment(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = py_gram_yield_or_star(p), *n = NULL;
    if (p->failed) return NULL;
    if (!first) p->pos = start;
    uint8_t type = tok(p)->type;
    if (first && type == TOK_COLON && py_gram_is_single_target(first) && !is_open(p, first, start))
        n = annotated(p, start, first);
    else if (first && type == TOK_EQUAL) n = assigned(p, start, first);
    else if (first && type >= TOK_AUG_FIRST && type < TOK_KW_FIRST &&
             py_gram_is_single_target(first)) {
        n = augmented(p, start, first);
        if (!n) return NULL; // CPython commits here
    }
    if (n || p->failed) return n;
    int behind = p->pos;
    if (hooks_on(p)) {
        py_gram_hook_assignment(p, start);
        if (p->failed) return NULL;
        p->sp = mark;
        p->pos = behind;
    }
    if (!first || type == TOK_COLON || type == TOK_EQUAL) return NULL;
    n = node_at(p, PY_AST_Expr, start);
    if (n) n->Expr.value = first;
    return n;
}

static struct py_node *bare(struct py_parser *p)
{
    static const uint8_t kinds[TOK_COUNT] = {
        [TOK_PASS] = PY_AST_Pass, [TOK_BREAK] = PY_AST_Break, [TOK_CONTINUE] = PY_AST_Continue};
    p->pos++;
    return node_at(p, (enum py_node_kind)kinds[p->toks[p->pos - 1].type], p->pos - 1);
}

static struct py_node *simple_stmt(struct py_parser *p)
{
    const struct py_token *t = tok(p);
    switch (t->type) {
    case TOK_RETURN: return return_stmt(p);
    case TOK_IMPORT: return import_stmt(p);
    case TOK_FROM: return import_from(p);
    case TOK_RAISE: return raise_stmt(p);
    case TOK_PASS:
    case TOK_BREAK:
    case TOK_CONTINUE: return bare(p);
    case TOK_DEL: return del_stmt(p);
    case TOK_ASSERT: return assert_stmt(p);
    case TOK_GLOBAL:
    case TOK_NONLOCAL: return scope_stmt(p);
    case TOK_NAME:
        if (t->name == p->id_type && tok_ahead(p, 1)->type == TOK_NAME) {
            int start = p->pos, mark = p->sp;
            struct py_node *n = type_alias(p);
            if (n || p->failed) return n;
            p->pos = start;
            p->sp = mark;
        }
        return expression_or_assignment(p);
    default: return expression_or_assignment(p);
    }
}

// simple_stmt (';' simple_stmt)* [';'] NEWLINE; pushes them.
bool py_gram_simple_stmts(struct py_parser *p)
{
    for (;;) {
        struct py_node *n = simple_stmt(p);
        if (!n || p->failed || !py_list_push(p, n)) return false;
        bool more = accept(p, TOK_SEMI);
        if (accept(p, TOK_NEWLINE)) return true;
        if (!more) return false;
    }
}
