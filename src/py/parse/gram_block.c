// gram_block.c: compound statements, blocks, and the module.
#include "gram.h"

static bool is_layout(uint8_t type)
{
    return type == TOK_NEWLINE || type == TOK_INDENT || type == TOK_DEDENT;
}

// A compound statement ends at its last token that is not layout.
static struct py_node *ended(struct py_parser *p, struct py_node *n)
{
    if (!n) return NULL;
    int last = p->pos - 1;
    while (last > 0 && is_layout(p->toks[last].type)) last--;
    n->end_line = p->toks[last].end_line;
    n->end_col = p->toks[last].end_col;
    return n;
}

static bool statement(struct py_parser *p, bool *is_compound);

static bool statements(struct py_parser *p, enum py_tok end, struct py_nodes *out)
{
    int mark = p->sp;
    bool is_compound;
    while (!at(p, end))
        if (!statement(p, &is_compound) || p->failed) return false;
    return py_parse_list_take(p, mark, out);
}

static bool block(struct py_parser *p, struct py_nodes *out)
{
    if (!accept(p, TOK_NEWLINE)) {
        int mark = p->sp;
        return py_gram_simple_stmts(p) && py_parse_list_take(p, mark, out);
    }
    if (!accept(p, TOK_INDENT)) {
        if (hooks_on(p))
            py_lex_raise(p, PY_SYNTAX_INDENTATION, py_gram_last_pos(p),
                         "expected an indented block");
        return false;
    }
    return statements(p, TOK_DEDENT, out) && accept(p, TOK_DEDENT);
}

// ':' and a block; key: index of the statement's keyword; what: for the message.
static bool suite(struct py_parser *p, int key, const char *what, struct py_nodes *out)
{
    if (!accept(p, TOK_COLON)) {
        if (hooks_on(p) && at(p, TOK_NEWLINE)) raise_at(p, py_gram_last_pos(p), "expected ':'");
        return false;
    }
    if (hooks_on(p) && at(p, TOK_NEWLINE) && tok_ahead(p, 1)->type != TOK_INDENT) {
        py_lex_raise(p, PY_SYNTAX_INDENTATION, py_gram_last_pos(p),
                     "expected an indented block after %s on line %d", what, p->toks[key].line);
        return false;
    }
    return block(p, out);
}

// The same for keywords after which CPython insists on ':'.
static bool forced_suite(struct py_parser *p, int key, const char *what, struct py_nodes *out)
{
    if (!at(p, TOK_COLON)) {
        raise_at(p, py_tok_pos(tok(p)), "expected ':'");
        return false;
    }
    return suite(p, key, what, out);
}

static bool else_block(struct py_parser *p, struct py_nodes *out)
{
    *out = (struct py_nodes){NULL, 0};
    int key = p->pos;
    return !accept(p, TOK_ELSE) || forced_suite(p, key, "'else' statement", out);
}

// if and its elifs, nested as the tree wants them but without recursion.
static struct py_node *if_stmt(struct py_parser *p)
{
    struct py_node *first = NULL, *above = NULL;
    int mark = p->sp;
    do {
        int start = p->pos++;
        const char *what = first ? "'elif' statement" : "'if' statement";
        struct py_node *test = py_gram_named_expression(p);
        struct py_nodes body;
        if (!test || !suite(p, start, what, &body)) return NULL;
        struct py_node *n = node_at(p, PY_AST_If, start);
        if (!n) return NULL;
        n->If.test = test;
        n->If.body = body;
        if (!first) first = n;
        if (above) {
            p->sp = mark;
            if (!py_list_push(p, n) || !py_parse_list_take(p, mark, &above->If.orelse)) return NULL;
        }
        above = n;
    } while (at(p, TOK_ELIF));
    if (!else_block(p, &above->If.orelse)) return NULL;
    for (struct py_node *n = first;; n = n->If.orelse.v[0]) {
        ended(p, n);
        if (n == above) return first;
    }
}

static struct py_node *while_stmt(struct py_parser *p)
{
    int start = p->pos++;
    struct py_node *test = py_gram_named_expression(p);
    struct py_nodes body, orelse;
    if (!test || !suite(p, start, "'while' statement", &body) || !else_block(p, &orelse))
        return NULL;
    struct py_node *n = node_at(p, PY_AST_While, start);
    if (!n) return NULL;
    n->While.test = test;
    n->While.body = body;
    n->While.orelse = orelse;
    return ended(p, n);
}

static struct py_node *star_target(struct py_parser *p)
{
    if (!py_gram_enter(p)) return NULL;
    struct py_node *n = at(p, TOK_STAR) ? py_gram_starred(p, py_gram_primary) : py_gram_primary(p);
    p->depth--;
    if (!n || !py_gram_is_target(n, true)) return NULL;
    py_gram_set_context(n, PY_CTX_STORE);
    return n;
}

struct py_node *py_gram_for_targets(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = star_target(p);
    if (!first || !at(p, TOK_COMMA)) return first;
    if (!py_list_push(p, first)) return NULL;
    while (accept(p, TOK_COMMA) && (py_gram_starts_expression(p) || at(p, TOK_STAR))) {
        struct py_node *more = star_target(p);
        if (!more || !py_list_push(p, more)) return NULL;
    }
    struct py_node *n = py_gram_tuple_node(p, start, mark);
    if (n) n->Tuple.ctx = PY_CTX_STORE;
    return n;
}

static struct py_node *for_stmt(struct py_parser *p, int start, bool is_async)
{
    int key = p->pos++, mark = p->sp, target_at = p->pos;
    struct py_node *target = py_gram_for_targets(p);
    if (!target || !accept(p, TOK_IN)) {
        if (!hooks_on(p)) return NULL;
        p->pos = target_at;
        p->sp = mark;
        struct py_node *wrong = py_gram_star_expressions(p);
        return wrong ? py_gram_raise_invalid_target(p, wrong, PY_TARGET_FOR) : NULL;
    }
    struct py_node *iter = py_gram_star_expressions(p);
    struct py_nodes body, orelse;
    if (!iter || !suite(p, key, "'for' statement", &body) || !else_block(p, &orelse)) return NULL;
    struct py_node *n = node_at(p, is_async ? PY_AST_AsyncFor : PY_AST_For, start);
    if (!n) return NULL;
    n->For.target = target;
    n->For.iter = iter;
    n->For.body = body;
    n->For.orelse = orelse;
    return ended(p, n);
}

static struct py_node *with_item(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *expr = py_gram_expression(p), *vars = NULL;
    if (!expr) return NULL;
    int behind = p->pos;
    if (accept(p, TOK_AS)) {
        int target_at = p->pos;
        vars = star_target(p);
        if (p->failed) return NULL;
        if (!vars || (!at(p, TOK_COMMA) && !at(p, TOK_RPAR) && !at(p, TOK_COLON))) {
            if (hooks_on(p)) {
                p->pos = target_at;
                p->sp = mark;
                struct py_node *wrong = py_gram_expression(p);
                if (wrong && (at(p, TOK_COMMA) || at(p, TOK_RPAR) || at(p, TOK_COLON)))
                    py_gram_raise_invalid_target(p, wrong, PY_TARGET_STAR);
                if (p->failed) return NULL;
            }
            vars = NULL;
            p->pos = behind;
        }
    }
    struct py_node *n = node_at(p, PY_AST_withitem, start);
    if (!n) return NULL;
    n->withitem.context_expr = expr;
    n->withitem.optional_vars = vars;
    return n;
}

static bool item_list(struct py_parser *p, bool paren)
{
    do {
        if (paren && at(p, TOK_RPAR)) break;
        struct py_node *item = with_item(p);
        if (!item || !py_list_push(p, item)) return false;
    } while (accept(p, TOK_COMMA));
    return !paren || accept(p, TOK_RPAR);
}

static bool with_items(struct py_parser *p, struct py_nodes *out)
{
    int mark = p->sp, first = p->pos;
    bool ok = accept(p, TOK_LPAR) && !at(p, TOK_RPAR) && item_list(p, true) && at(p, TOK_COLON);
    if (!ok && !p->failed) {
        p->pos = first;
        p->sp = mark;
        ok = item_list(p, false);
    }
    return ok && !p->failed && py_parse_list_take(p, mark, out);
}

// invalid_with_stmt: items that are fine, and a line that ends too early.
static void *with_error(struct py_parser *p, int first)
{
    for (int paren = 0; paren < 2 && hooks_on(p); paren++) {
        p->pos = first;
        if (paren && !accept(p, TOK_LPAR)) return NULL;
        bool ok = true;
        do {
            if (paren && at(p, TOK_RPAR)) break;
            ok = py_gram_expression(p) && (!accept(p, TOK_AS) || star_target(p));
        } while (ok && accept(p, TOK_COMMA));
        if (ok && (!paren || accept(p, TOK_RPAR)) && at(p, TOK_NEWLINE))
            return raise_at(p, py_gram_last_pos(p), "expected ':'");
    }
    return NULL;
}

static struct py_node *with_stmt(struct py_parser *p, int start, bool is_async)
{
    int key = p->pos++;
    struct py_nodes items;
    if (!with_items(p, &items) || (!at(p, TOK_COLON) && !p->failed)) return with_error(p, key + 1);
    struct py_node *n = node_at(p, PY_AST_With, start);
    if (!n) return NULL;
    n->With.items = items;
    if (is_async) n->kind = PY_AST_AsyncWith;
    return suite(p, key, "'with' statement", &n->With.body) ? ended(p, n) : NULL;
}

// invalid_except_stmt: p->pos behind `except` and '*', where no header parsed.
static void *except_error(struct py_parser *p, bool star)
{
    if (!hooks_on(p)) return NULL;
    if (star && (at(p, TOK_NEWLINE) || at(p, TOK_COLON)))
        return raise_at(p, py_gram_last_pos(p), "expected one or more exception types");
    struct py_node *a = py_gram_expression(p);
    if (a && accept(p, TOK_COMMA) && py_gram_expressions(p)) {
        if (accept(p, TOK_AS) && !accept(p, TOK_NAME)) return NULL;
        if (at(p, TOK_COLON))
            return raise_at(p, py_gram_pos_from(p, py_node_pos(a)),
                            "multiple exception types must be parenthesized");
    }
    return NULL;
}

static struct py_node *except_block(struct py_parser *p, bool star)
{
    int start = p->pos++;
    if (star) p->pos++;
    int header = p->pos, mark = p->sp;
    struct py_node *type = NULL;
    const char *name = NULL;
    if (star || py_gram_starts_expression(p)) {
        type = py_gram_expression(p);
        if (type && accept(p, TOK_AS)) {
            name = tok(p)->name;
            if (!accept(p, TOK_NAME)) type = NULL;
        }
        if (p->failed) return NULL;
        if (!type || (!at(p, TOK_COLON) && !at(p, TOK_NEWLINE))) {
            p->pos = header;
            p->sp = mark;
            return except_error(p, star);
        }
    }
    struct py_nodes body;
    if (!suite(p, start, star ? "'except*' statement" : "'except' statement", &body)) return NULL;
    struct py_node *n = node_at(p, PY_AST_ExceptHandler, start);
    if (!n) return NULL;
    n->ExceptHandler.type = type;
    n->ExceptHandler.name = name;
    n->ExceptHandler.body = body;
    return ended(p, n);
}

// except among except*, or the other way round: reported when the header is complete.
static void *mixed_except(struct py_parser *p, bool star)
{
    struct py_pos where = star ? span(p, p->pos) : py_tok_pos(tok(p));
    if (star) where = join(where, py_tok_pos(tok_ahead(p, 1)));
    p->pos += star ? 2 : 1;
    if (star && (at(p, TOK_COLON) || at(p, TOK_NEWLINE)))
        return raise_at(p, py_gram_last_pos(p), "expected one or more exception types");
    if ((star || py_gram_starts_expression(p)) && !py_gram_expression(p)) return NULL;
    if (accept(p, TOK_AS) && !accept(p, TOK_NAME)) return NULL;
    if (at(p, TOK_NEWLINE)) return raise_at(p, py_gram_last_pos(p), "expected ':'");
    if (!at(p, TOK_COLON)) return NULL;
    return raise_at(p, where, "cannot have both 'except' and 'except*' on the same 'try'");
}

static struct py_node *try_stmt(struct py_parser *p)
{
    int start = p->pos++, mark = p->sp;
    struct py_nodes body, handlers, orelse = {NULL, 0}, final = {NULL, 0};
    if (!forced_suite(p, start, "'try' statement", &body)) return NULL;
    if (!at(p, TOK_EXCEPT) && !at(p, TOK_FINALLY)) {
        if (hooks_on(p)) raise_at(p, py_gram_last_pos(p), "expected 'except' or 'finally' block");
        return NULL;
    }
    bool star = at(p, TOK_EXCEPT) && tok_ahead(p, 1)->type == TOK_STAR;
    while (at(p, TOK_EXCEPT)) {
        bool this_star = tok_ahead(p, 1)->type == TOK_STAR;
        if (star != this_star) {
            return hooks_on(p) ? mixed_except(p, this_star) : NULL;
        }
        struct py_node *handler = except_block(p, star);
        if (!handler || !py_list_push(p, handler)) return NULL;
    }
    if (!py_parse_list_take(p, mark, &handlers)) return NULL;
    if (handlers.n && !else_block(p, &orelse)) return NULL;
    int key = p->pos;
    if (accept(p, TOK_FINALLY) && !forced_suite(p, key, "'finally' statement", &final)) return NULL;
    struct py_node *n = node_at(p, star ? PY_AST_TryStar : PY_AST_Try, start);
    if (!n) return NULL;
    n->Try.body = body;
    n->Try.handlers = handlers;
    n->Try.orelse = orelse;
    n->Try.finalbody = final;
    return ended(p, n);
}

static struct py_node *function_def(struct py_parser *p, int start, bool is_async)
{
    int key = p->pos++;
    const struct py_token *name = tok(p);
    struct py_nodes params;
    if (!accept(p, TOK_NAME) || !py_gram_type_params(p, &params)) return NULL;
    if (!at(p, TOK_LPAR)) return raise_at(p, py_tok_pos(tok(p)), "expected '('");
    p->pos++;
    struct py_node *args = py_gram_parameters(p, TOK_RPAR), *returns = NULL;
    if (!args || !accept(p, TOK_RPAR)) return NULL;
    int arrow = p->pos, top = p->sp;
    if (accept(p, TOK_ARROW) && !(returns = py_gram_expression(p))) p->pos = arrow, p->sp = top;
    if (p->failed) return NULL;
    struct py_nodes body;
    if (!forced_suite(p, key, "function definition", &body)) return NULL;
    struct py_node *n = node_at(p, is_async ? PY_AST_AsyncFunctionDef : PY_AST_FunctionDef, start);
    if (!n) return NULL;
    n->FunctionDef.name = name->name;
    n->FunctionDef.args = args;
    n->FunctionDef.body = body;
    n->FunctionDef.returns = returns;
    n->FunctionDef.type_params = params;
    return ended(p, n);
}

static struct py_node *class_def(struct py_parser *p)
{
    int start = p->pos++;
    const struct py_token *name = tok(p);
    struct py_nodes params, body;
    if (!accept(p, TOK_NAME) || !py_gram_type_params(p, &params)) return NULL;
    struct py_node *call = NULL;
    if (at(p, TOK_LPAR)) {
        int open = p->pos++;
        call = py_node_new(p, PY_AST_Call, span(p, open));
        if (!call || !py_gram_call_arguments(p, call, open)) return NULL;
    }
    if (!suite(p, start, "class definition", &body)) return NULL;
    struct py_node *n = node_at(p, PY_AST_ClassDef, start);
    if (!n) return NULL;
    n->ClassDef.name = name->name;
    if (call) {
        n->ClassDef.bases = call->Call.args;
        n->ClassDef.keywords = call->Call.keywords;
    }
    n->ClassDef.body = body;
    n->ClassDef.type_params = params;
    return ended(p, n);
}

static struct py_node *async_stmt(struct py_parser *p)
{
    int start = p->pos++;
    switch (tok(p)->type) {
    case TOK_DEF: return function_def(p, start, true);
    case TOK_FOR: return for_stmt(p, start, true);
    case TOK_WITH: return with_stmt(p, start, true);
    default: return NULL;
    }
}

static struct py_node *decorated(struct py_parser *p)
{
    int mark = p->sp;
    while (accept(p, TOK_AT)) {
        struct py_node *d = py_gram_named_expression(p);
        if (!d || !accept(p, TOK_NEWLINE) || !py_list_push(p, d)) return NULL;
    }
    struct py_nodes list;
    if (!py_parse_list_take(p, mark, &list)) return NULL;
    struct py_node *n = NULL;
    if (at(p, TOK_CLASS)) {
        n = class_def(p);
        if (n) n->ClassDef.decorator_list = list;
    } else if (at(p, TOK_DEF) || (at(p, TOK_ASYNC) && tok_ahead(p, 1)->type == TOK_DEF)) {
        int start = p->pos;
        bool is_async = accept(p, TOK_ASYNC);
        n = function_def(p, start, is_async);
        if (n) n->FunctionDef.decorator_list = list;
    }
    return n;
}

static struct py_node *case_block(struct py_parser *p)
{
    int start = p->pos;
    if (!at(p, TOK_NAME) || tok(p)->name != p->id_case) return NULL;
    p->pos++;
    struct py_node *pattern = py_gram_patterns(p), *guard = NULL;
    if (!pattern || (accept(p, TOK_IF) && !(guard = py_gram_named_expression(p)))) return NULL;
    struct py_nodes body;
    if (!suite(p, start, "'case' statement", &body)) return NULL;
    struct py_node *n = node_at(p, PY_AST_match_case, start);
    if (!n) return NULL;
    n->match_case.pattern = pattern;
    n->match_case.guard = guard;
    n->match_case.body = body;
    return ended(p, n);
}

static struct py_node *match_subject(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = py_gram_star_named_expression(p);
    if (!first) return NULL;
    if (!at(p, TOK_COMMA)) return first->kind == PY_AST_Starred ? NULL : first;
    if (!py_list_push(p, first)) return NULL;
    while (accept(p, TOK_COMMA) && (py_gram_starts_expression(p) || at(p, TOK_STAR))) {
        struct py_node *more = py_gram_star_named_expression(p);
        if (!more || !py_list_push(p, more)) return NULL;
    }
    return py_gram_tuple_node(p, start, mark);
}

// Soft failure when `match` is an ordinary name here.
static struct py_node *match_stmt(struct py_parser *p)
{
    int start = p->pos++;
    struct py_node *subject = match_subject(p);
    if (!subject) return NULL;
    if (hooks_on(p) && at(p, TOK_NEWLINE)) return raise_at(p, py_gram_last_pos(p), "expected ':'");
    if (!accept(p, TOK_COLON) || !accept(p, TOK_NEWLINE)) return NULL;
    if (!accept(p, TOK_INDENT)) {
        if (!hooks_on(p)) return NULL;
        return py_lex_raise(p, PY_SYNTAX_INDENTATION, py_gram_last_pos(p),
                            "expected an indented block after 'match' statement on line %d",
                            p->toks[start].line);
    }
    int mark = p->sp;
    while (!at(p, TOK_DEDENT)) {
        struct py_node *c = case_block(p);
        if (!c || !py_list_push(p, c)) return NULL;
    }
    p->pos++;
    struct py_node *n = node_at(p, PY_AST_Match, start);
    if (!n || !py_parse_list_take(p, mark, &n->Match.cases)) return NULL;
    n->Match.subject = subject;
    return ended(p, n);
}

// A compound statement; *mine is false when the tokens do not begin one.
static struct py_node *compound(struct py_parser *p, bool *mine)
{
    const struct py_token *t = tok(p);
    *mine = true;
    switch (t->type) {
    case TOK_DEF: return function_def(p, p->pos, false);
    case TOK_AT: return decorated(p);
    case TOK_ASYNC: return async_stmt(p);
    case TOK_IF: return if_stmt(p);
    case TOK_CLASS: return class_def(p);
    case TOK_WITH: return with_stmt(p, p->pos, false);
    case TOK_FOR: return for_stmt(p, p->pos, false);
    case TOK_TRY: return try_stmt(p);
    case TOK_WHILE: return while_stmt(p);
    default: break;
    }
    *mine = false;
    if (t->type != TOK_NAME || t->name != p->id_match) return NULL;
    uint8_t next = tok_ahead(p, 1)->type;
    if (next == TOK_EQUAL || next == TOK_DOT || next == TOK_COMMA || next == TOK_NEWLINE)
        return NULL;
    int start = p->pos, mark = p->sp;
    struct py_node *n = match_stmt(p);
    if (n || p->failed) {
        *mine = true;
        return n;
    }
    p->pos = start;
    p->sp = mark;
    return NULL;
}

static bool statement(struct py_parser *p, bool *is_compound)
{
    if (!py_gram_enter(p)) return false;
    struct py_node *n = compound(p, is_compound);
    bool ok = *is_compound ? n && py_list_push(p, n) : py_gram_simple_stmts(p);
    p->depth--;
    return ok;
}

static struct py_node *interactive(struct py_parser *p)
{
    struct py_node *root = py_node_new(p, PY_AST_Interactive, (struct py_pos){1, 0, 1, 0});
    int mark = p->sp;
    bool is_compound;
    if (!root) return NULL;
    if (at(p, TOK_END) || !statement(p, &is_compound)) return NULL;
    const struct py_token *last = &p->toks[p->pos - 1];
    if (is_compound && last->type == TOK_NEWLINE && p->open_ended && at(p, TOK_END))
        return raise_at(p, (struct py_pos){last->line, -1, last->line, -1}, "invalid syntax");
    while (accept(p, TOK_NEWLINE))
        ;
    if (!at(p, TOK_END) && is_compound) return NULL;
    if (!at(p, TOK_END)) {
        p->furthest = (int)(last - p->toks); // CPython sees it without reading on
        return raise_at(p, py_tok_pos(last),
                        "multiple statements found while compiling a single statement");
    }
    return py_parse_list_take(p, mark, &root->Interactive.body) ? root : NULL;
}

struct py_node *py_gram_module(struct py_parser *p)
{
    struct py_pos pos = {1, 0, 1, 0};
    if (p->mode == PY_PARSE_SINGLE) return interactive(p);
    if (p->mode == PY_PARSE_EXEC) {
        struct py_node *root = py_node_new(p, PY_AST_Module, pos);
        return root && statements(p, TOK_END, &root->Module.body) ? root : NULL;
    }
    struct py_node *root = py_node_new(p, PY_AST_Expression, pos);
    struct py_node *body = root ? py_gram_expressions(p) : NULL;
    while (body && accept(p, TOK_NEWLINE))
        ;
    if (!body || !at(p, TOK_END)) return NULL;
    root->Expression.body = body;
    return root;
}
