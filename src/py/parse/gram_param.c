// gram_param.c: parameters of def and lambda, and type parameters.
#include "gram.h"

struct params {
    bool lambda;
    enum py_tok end;
    bool slash, star, any_default, kwarg;
    struct py_node *vararg, *kwarg_node;
    int posonly, nargs, nkwonly, ndefaults;
};

static struct py_node *param_name(struct py_parser *p, const struct params *s, bool star)
{
    const struct py_token *t = tok(p);
    if (!accept(p, TOK_NAME)) return NULL;
    int start = p->pos - 1;
    struct py_node *n = py_node_new(p, PY_AST_arg, py_tok_pos(t));
    if (!n) return NULL;
    n->arg.arg = t->name;
    if (!s->lambda && accept(p, TOK_COLON)) {
        n->arg.annotation = star ? py_gram_star_expression(p) : py_gram_expression(p);
        if (!n->arg.annotation) return NULL;
        struct py_pos pos = span(p, start);
        n->end_line = pos.end_line;
        n->end_col = pos.end_col;
    }
    return n;
}

// A message of the second pass at a token; soft failure in the first.
static bool bad(struct py_parser *p, const struct py_token *t, const char *message)
{
    if (hooks_on(p)) raise_at(p, py_tok_pos(t), "%s", message);
    return false;
}

static bool parenthesized(struct py_parser *p, const struct params *s)
{
    if (!hooks_on(p) || s->star || s->slash || s->any_default) return false;
    int open = p->pos++;
    while (accept(p, TOK_NAME))
        if (!accept(p, TOK_COMMA)) break;
    if (at(p, TOK_RPAR) && p->pos > open + 1)
        raise_at(p, join(py_tok_pos(&p->toks[open]), py_tok_pos(tok(p))),
                 "%s parameters cannot be parenthesized",
                 s->lambda ? "Lambda expression" : "Function");
    return false;
}

static bool slash_param(struct py_parser *p, struct params *s)
{
    const struct py_token *t = tok(p);
    p->pos++;
    if (s->star) return bad(p, t, "/ must be ahead of *");
    if (s->slash) return bad(p, t, "/ may appear only once");
    if (!s->nargs)
        return hooks_on(p) && at(p, TOK_COMMA) && bad(p, t, "at least one argument must precede /");
    if (at(p, TOK_STAR)) return bad(p, tok(p), "expected comma between / and *");
    s->slash = true;
    s->posonly = s->nargs;
    s->nargs = 0;
    return true;
}

// A second '*' at t: CPython says so when it is a whole parameter without a default.
static bool second_star(struct py_parser *p, const struct params *s, const struct py_token *t)
{
    bool whole = hooks_on(p) && (at(p, TOK_COMMA) ||
                                 (param_name(p, s, false) && (at(p, TOK_COMMA) || at(p, s->end))));
    return whole && bad(p, t, "* argument may appear only once");
}

static bool star_param(struct py_parser *p, struct params *s)
{
    const struct py_token *t = tok(p);
    p->pos++;
    if (s->star) return second_star(p, s, t);
    s->star = true;
    if (at(p, TOK_COMMA) || at(p, s->end)) {
        const struct py_token *after = at(p, TOK_COMMA) ? tok_ahead(p, 1) : tok(p);
        if (after->type == s->end || after->type == TOK_DSTAR) {
            if (s->lambda && hooks_on(p))
                raise_at(p, py_gram_last_pos(p), "named arguments must follow bare *");
            return bad(p, t, "named arguments must follow bare *");
        }
        return true;
    }
    s->vararg = param_name(p, s, true);
    if (!s->vararg) return false;
    const struct py_node *note = s->vararg->arg.annotation;
    if (at(p, TOK_EQUAL) && !(note && note->kind == PY_AST_Starred))
        return bad(p, tok(p), "var-positional argument cannot have default value");
    return true;
}

static bool double_star_param(struct py_parser *p, struct params *s)
{
    p->pos++;
    s->kwarg_node = param_name(p, s, false);
    if (!s->kwarg_node) return false;
    if (at(p, TOK_EQUAL)) return bad(p, tok(p), "var-keyword argument cannot have default value");
    if (at(p, TOK_COMMA)) {
        const struct py_token *next = tok_ahead(p, 1);
        if (next->type == TOK_NAME || next->type == TOK_STAR || next->type == TOK_DSTAR ||
            next->type == TOK_SLASH)
            return bad(p, next, "arguments cannot follow var-keyword argument");
    }
    return true;
}

// NAME [: annotation] [= default]; pushes the arg and its default (or NULL).
static bool plain_param(struct py_parser *p, struct params *s)
{
    const struct py_token *t = tok(p);
    struct py_node *arg = param_name(p, s, false), *value = NULL;
    if (!arg) return false;
    if (at(p, TOK_EQUAL)) {
        const struct py_token *eq = tok(p);
        p->pos++;
        if (at(p, TOK_COMMA) || at(p, TOK_RPAR))
            return bad(p, eq, "expected default value expression");
        value = py_gram_expression(p);
        if (!value) return false;
        if (!s->star) s->any_default = true;
    } else if (s->any_default && !s->star && (at(p, TOK_COMMA) || at(p, s->end))) {
        return bad(p, t, "parameter without a default follows parameter with a default");
    }
    if (s->star) s->nkwonly++;
    else s->nargs++;
    if (value && !s->star) s->ndefaults++;
    return py_list_push(p, arg) && py_list_push(p, value);
}

static bool one_param(struct py_parser *p, struct params *s)
{
    switch (tok(p)->type) {
    case TOK_NAME: return plain_param(p, s);
    case TOK_SLASH: return slash_param(p, s);
    case TOK_STAR: return star_param(p, s);
    case TOK_DSTAR: return double_star_param(p, s);
    case TOK_LPAR: return parenthesized(p, s);
    default: return false;
    }
}

static bool fill(struct py_parser *p, const struct params *s, int mark, struct py_node *n)
{
    int positional = s->posonly + s->nargs, total = positional + s->nkwonly;
    if (!total) return true;
    struct py_node **pairs = p->stack + mark;
    struct py_node **v = py_parse_mem(p, 2 * (size_t)total * sizeof *v);
    if (!v) return false;
    for (int i = 0; i < total; i++) v[i] = pairs[2 * i];
    struct py_node **rest = v + total;
    int k = 0;
    for (int i = 0; i < positional; i++)
        if (pairs[2 * i + 1]) rest[k++] = pairs[2 * i + 1];
    n->arguments.defaults = (struct py_nodes){rest, k};
    for (int i = positional; i < total; i++) rest[k++] = pairs[2 * i + 1];
    n->arguments.kw_defaults = (struct py_nodes){rest + k - s->nkwonly, s->nkwonly};
    n->arguments.posonlyargs = (struct py_nodes){v, s->posonly};
    n->arguments.args = (struct py_nodes){v + s->posonly, s->nargs};
    n->arguments.kwonlyargs = (struct py_nodes){v + positional, s->nkwonly};
    return true;
}

struct py_node *py_gram_parameters(struct py_parser *p, enum py_tok end)
{
    struct params s = {.lambda = end == TOK_COLON, .end = end};
    int start = p->pos, mark = p->sp;
    while (!at(p, end)) {
        bool kwarg = at(p, TOK_DSTAR);
        if (!one_param(p, &s)) return NULL;
        if (!accept(p, TOK_COMMA) || kwarg) break;
    }
    struct py_node *n = node_at(p, PY_AST_arguments, start);
    if (!n || !fill(p, &s, mark, n)) return NULL;
    p->sp = mark;
    n->arguments.vararg = s.vararg;
    n->arguments.kwarg = s.kwarg_node;
    return n;
}

// '*' or '**' NAME, whose bound is an error.
static struct py_node *star_type_param(struct py_parser *p)
{
    int start = p->pos;
    bool two = tok(p)->type == TOK_DSTAR;
    p->pos++;
    const struct py_token *name = tok(p);
    if (!accept(p, TOK_NAME)) return NULL;
    if (at(p, TOK_COLON)) {
        struct py_pos colon = py_tok_pos(tok(p));
        p->pos++;
        struct py_node *bound = py_gram_expression(p);
        if (!bound) return NULL;
        return raise_at(p, py_gram_pos_from(p, colon), "cannot use %s with %s",
                        bound->kind == PY_AST_Tuple ? "constraints" : "bound",
                        two ? "ParamSpec" : "TypeVarTuple");
    }
    struct py_node *n = node_at(p, two ? PY_AST_ParamSpec : PY_AST_TypeVarTuple, start);
    if (!n) return NULL;
    if (two) n->ParamSpec.name = name->name;
    else n->TypeVarTuple.name = name->name;
    return n;
}

static struct py_node *type_param(struct py_parser *p)
{
    int start = p->pos;
    if (at(p, TOK_STAR) || at(p, TOK_DSTAR)) return star_type_param(p);
    const struct py_token *name = tok(p);
    if (!accept(p, TOK_NAME)) return NULL;
    struct py_node *bound = NULL;
    if (accept(p, TOK_COLON) && !(bound = py_gram_expression(p))) return NULL;
    struct py_node *n = node_at(p, PY_AST_TypeVar, start);
    if (!n) return NULL;
    n->TypeVar.name = name->name;
    n->TypeVar.bound = bound;
    return n;
}

bool py_gram_type_params(struct py_parser *p, struct py_nodes *out)
{
    int mark = p->sp, start = p->pos;
    *out = (struct py_nodes){NULL, 0};
    if (!accept(p, TOK_LSQB)) return true;
    bool ok = true;
    do {
        struct py_node *n = type_param(p);
        ok = n && py_list_push(p, n);
    } while (ok && accept(p, TOK_COMMA) && !at(p, TOK_RSQB));
    if (ok && accept(p, TOK_RSQB)) return py_parse_list_take(p, mark, out);
    p->pos = start; // optional: the caller complains about the bracket
    p->sp = mark;
    return !p->failed;
}
