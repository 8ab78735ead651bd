// gram_call.c: the arguments of calls and class definitions, and the many ways to get them wrong.
#include "gram.h"

enum arg_state { POSITIONAL, KEYWORD, DOUBLE_STAR };

struct args {
    struct py_node *items[2]; // first and last positional argument
    int positional, keywords;
    bool double_star;
    int state;
};

static bool push_keyword(struct py_parser *p, int start, const char *name, struct py_node *value)
{
    struct py_node *k = node_at(p, PY_AST_keyword, start);
    if (!k) return false;
    k->keyword.arg = name;
    k->keyword.value = value;
    return py_list_push(p, k);
}

// invalid_kwarg at p->pos; restores it.
static void kwarg_error(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    const struct py_token *t = tok(p);
    if (t->type == TOK_TRUE || t->type == TOK_FALSE || t->type == TOK_NONE) {
        const struct py_token *eq = tok_ahead(p, 1);
        if (eq->type == TOK_EQUAL)
            raise_at(p, join(py_tok_pos(t), py_tok_pos(eq)), "cannot assign to %.*s",
                     t->end - t->start, p->src + t->start);
    }
    if (!p->failed && t->type == TOK_NAME && tok_ahead(p, 1)->type == TOK_EQUAL) {
        struct py_nodes clauses;
        p->pos += 2;
        if (py_gram_expression(p) && (at(p, TOK_FOR) || at(p, TOK_ASYNC)) &&
            py_gram_comprehension_clauses(p, &clauses))
            raise_at(p, join(py_tok_pos(t), py_tok_pos(&p->toks[start + 1])),
                     "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    } else if (!p->failed) {
        struct py_node *a = py_gram_expression(p);
        if (a && at(p, TOK_EQUAL))
            raise_at(p, join(py_node_pos(a), py_tok_pos(tok(p))),
                     "expression cannot contain assignment, perhaps you meant \"==\"?");
    }
    if (!p->failed && t->type == TOK_DSTAR) {
        p->pos = start + 1;
        if (py_gram_expression(p) && accept(p, TOK_EQUAL)) {
            struct py_node *b = py_gram_expression(p);
            if (b)
                raise_at(p, join(py_tok_pos(t), py_node_pos(b)),
                         "cannot assign to keyword argument unpacking");
        }
    }
    p->pos = start;
    p->sp = mark;
}

// Walrus or expression, not followed by '=' or ':='.
static struct py_node *positional(struct py_parser *p)
{
    struct py_node *n;
    if (at(p, TOK_NAME) && tok_ahead(p, 1)->type == TOK_COLONEQ) n = py_gram_named_expression(p);
    else n = py_gram_expression(p);
    return n && !at(p, TOK_EQUAL) && !at(p, TOK_COLONEQ) ? n : NULL;
}

// One argument, pushed; false (soft): the argument list ends before it.
static bool argument(struct py_parser *p, struct args *a)
{
    int start = p->pos;
    const struct py_token *t = tok(p);
    struct py_node *n;
    bool named = t->type == TOK_NAME && tok_ahead(p, 1)->type == TOK_EQUAL;
    if (hooks_on(p) && (a->state != POSITIONAL || named || t->type == TOK_DSTAR)) {
        kwarg_error(p);
        if (p->failed) return false;
    }
    if (t->type == TOK_STAR) {
        if (a->state == DOUBLE_STAR) return false;
        n = py_gram_starred(p, py_gram_expression);
        if (n && hooks_on(p) && at(p, TOK_EQUAL)) {
            p->pos++;
            struct py_node *b = py_gram_expression(p);
            if (b)
                raise_at(p, join(py_node_pos(n), py_node_pos(b)),
                         "cannot assign to iterable argument unpacking");
            return false;
        }
    } else if (accept(p, TOK_DSTAR)) {
        a->state = DOUBLE_STAR;
        a->double_star = true;
        a->keywords++;
        n = py_gram_expression(p);
        return n && push_keyword(p, start, NULL, n);
    } else if (named) {
        if (a->state == POSITIONAL) a->state = KEYWORD;
        p->pos += 2;
        a->keywords++;
        n = py_gram_expression(p);
        return n && push_keyword(p, start, t->name, n);
    } else if (a->state != POSITIONAL) {
        return false;
    } else {
        n = positional(p);
        if (!n && hooks_on(p)) {
            p->pos = start;
            kwarg_error(p);
        }
    }
    if (!n || !py_list_push(p, n)) return false;
    if (!a->positional++) a->items[0] = n;
    a->items[1] = n;
    return true;
}

// args: as many arguments as there are; p->pos behind the last one. False: not even one.
static bool arguments(struct py_parser *p, struct args *a)
{
    *a = (struct args){.state = POSITIONAL};
    int count = 0, good = p->pos, mark = p->sp;
    while (argument(p, a)) {
        count++;
        good = p->pos;
        mark = p->sp;
        if (!accept(p, TOK_COMMA)) break;
    }
    p->pos = good;
    p->sp = mark;
    return count > 0 && !p->failed;
}

static bool at_comprehension(struct py_parser *p)
{
    return at(p, TOK_FOR) || at(p, TOK_ASYNC);
}

// The end of the last clause: its last condition, or its iterable.
static struct py_pos clauses_end(const struct py_nodes *clauses)
{
    const struct py_node *c = clauses->v[clauses->n - 1];
    const struct py_nodes *ifs = &c->comprehension.ifs;
    return py_node_pos(ifs->n ? ifs->v[ifs->n - 1] : c->comprehension.iter);
}

static const char must_paren[] = "Generator expression must be parenthesized";

// invalid_arguments; p->pos at the first argument.
static void *arguments_error(struct py_parser *p, int first)
{
    struct args a, b;
    struct py_nodes clauses;
    int mark = p->sp;
    bool some = arguments(p, &a);
    if (p->failed) return NULL;
    int behind = p->pos;
    if (some && a.keywords && accept(p, TOK_COMMA) && at(p, TOK_STAR))
        return raise_at(p, py_tok_pos(tok(p)),
                        "iterable argument unpacking follows keyword argument unpacking");
    p->pos = first;
    p->sp = mark;
    struct py_node *n = py_gram_expression(p);
    if (n && at_comprehension(p) && py_gram_comprehension_clauses(p, &clauses) &&
        at(p, TOK_COMMA) &&
        tok_ahead(p, 1)) // looked at, whatever it is: an error of the lexer there comes first
        return raise_at(p, join(py_node_pos(n), clauses_end(&clauses)), must_paren);
    if (p->failed) return NULL;
    p->pos = first;
    if (at(p, TOK_NAME) && tok_ahead(p, 1)->type == TOK_EQUAL) {
        p->pos += 2;
        if (py_gram_expression(p) && at_comprehension(p) &&
            py_gram_comprehension_clauses(p, &clauses))
            return raise_at(p, join(py_tok_pos(&p->toks[first]), py_tok_pos(&p->toks[first + 1])),
                            "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    }
    if (p->failed) return NULL;
    p->pos = behind;
    p->sp = mark;
    if (some && !accept(p, TOK_COMMA)) p->pos = first;
    if (at(p, TOK_NAME) && tok_ahead(p, 1)->type == TOK_EQUAL) {
        struct py_pos name = py_tok_pos(tok(p)), equal = py_tok_pos(tok_ahead(p, 1));
        const struct py_token *after = tok_ahead(p, 2);
        if (after->type == TOK_COMMA || after->type == TOK_RPAR)
            return raise_at(p, join(name, equal), "expected argument value expression");
    }
    if (!some) return NULL;
    p->pos = behind;
    p->sp = mark;
    if (at_comprehension(p) && py_gram_comprehension_clauses(p, &clauses) && a.positional > 1)
        return raise_at(p, join(py_node_pos(a.items[1]), clauses_end(&clauses)), must_paren);
    p->pos = behind;
    if (p->failed || !accept(p, TOK_COMMA)) return NULL;
    int next = p->pos;
    n = py_gram_expression(p);
    if (n && at_comprehension(p) && py_gram_comprehension_clauses(p, &clauses))
        return raise_at(p, join(py_node_pos(n), clauses_end(&clauses)), must_paren);
    p->pos = next;
    p->sp = mark;
    if (!p->failed && arguments(p, &b))
        return raise_at(p, py_gram_last_pos(p),
                        a.double_star ? "positional argument follows keyword argument unpacking"
                                      : "positional argument follows keyword argument");
    return NULL;
}

// Splits what was pushed since mark into the call's two lists.
static bool take_arguments(struct py_parser *p, int mark, struct py_node *call,
                           const struct args *a)
{
    struct py_nodes all;
    if (!py_parse_list_take(p, mark, &all)) return false;
    if (!a->keywords) {
        call->Call.args = all;
        return true;
    }
    struct py_node **args = py_parse_mem(p, (size_t)all.n * sizeof *args);
    if (!args) return false;
    int n = 0, k = 0;
    for (int i = 0; i < all.n; i++) {
        if (all.v[i]->kind == PY_AST_keyword) all.v[k++] = all.v[i];
        else args[n++] = all.v[i];
    }
    call->Call.args = (struct py_nodes){n ? args : NULL, n};
    call->Call.keywords = (struct py_nodes){all.v, k};
    return true;
}

bool py_gram_call_arguments(struct py_parser *p, struct py_node *call, int open)
{
    // a class takes no bare generator expression
    bool in_class = open >= 2 && p->toks[open - 2].type == TOK_CLASS;
    int mark = p->sp, first = p->pos;
    if (accept(p, TOK_RPAR)) return true;
    struct args a;
    bool some = arguments(p, &a);
    if (p->failed) return false;
    if (some && !in_class && a.positional == 1 && !a.keywords && at_comprehension(p) &&
        a.items[0]->kind != PY_AST_Starred) {
        int back = p->pos;
        struct py_node *gen = py_gram_genexp_rest(p, a.items[0], open);
        if (gen) {
            p->sp = mark;
            return py_list_push(p, gen) && py_parse_list_take(p, mark, &call->Call.args);
        }
        if (p->failed) return false;
        p->pos = back;
    }
    if (some) {
        int behind = p->pos;
        if (accept(p, TOK_RPAR)) return take_arguments(p, mark, call, &a);
        if (accept(p, TOK_COMMA) && accept(p, TOK_RPAR)) return take_arguments(p, mark, call, &a);
        p->pos = behind;
    }
    if (hooks_on(p)) {
        p->pos = first;
        p->sp = mark;
        arguments_error(p, first);
        if (!p->failed) { // invalid_comprehension of the genexp alternative
            p->pos = first;
            p->sp = mark;
            struct py_nodes clauses;
            struct py_node *n = at(p, TOK_STAR) ? py_gram_starred(p, py_gram_expression) : NULL;
            if (n && at_comprehension(p) && py_gram_comprehension_clauses(p, &clauses))
                raise_at(p, py_node_pos(n), "iterable unpacking cannot be used in comprehension");
        }
    }
    return false;
}
