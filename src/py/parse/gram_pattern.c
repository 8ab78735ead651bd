// gram_pattern.c: the patterns of match statements.
#include "gram.h"

static struct py_node *pattern(struct py_parser *p);

static bool is_underscore(const struct py_parser *p, const struct py_token *t)
{
    return t->type == TOK_NAME && t->name == p->id_underscore;
}

static struct py_node *number(struct py_parser *p)
{
    const struct py_token *t = tok(p);
    return accept(p, TOK_NUMBER) ? py_gram_number(p, t) : NULL;
}

static struct py_node *signed_number(struct py_parser *p)
{
    int start = p->pos;
    if (!accept(p, TOK_MINUS)) return number(p);
    struct py_node *operand = number(p);
    struct py_node *n = operand ? node_at(p, PY_AST_UnaryOp, start) : NULL;
    if (!n) return NULL;
    n->UnaryOp.op = PY_AST_OP_USub;
    n->UnaryOp.operand = operand;
    return n;
}

static bool is_imaginary(const struct py_node *n)
{
    return n->Constant.value.kind == PY_CONST_IMAG;
}

// signed_number, or real +/- imaginary.
static struct py_node *numeric(struct py_parser *p)
{
    int start = p->pos;
    struct py_node *left = signed_number(p);
    if (!left || (!at(p, TOK_PLUS) && !at(p, TOK_MINUS))) return left;
    struct py_node *real = left->kind == PY_AST_UnaryOp ? left->UnaryOp.operand : left;
    if (is_imaginary(real))
        return raise_at(p, py_node_pos(real), "real number required in complex literal");
    bool plus = at(p, TOK_PLUS);
    p->pos++;
    struct py_node *right = number(p);
    if (!right) return NULL;
    if (!is_imaginary(right))
        return raise_at(p, py_node_pos(right), "imaginary number required in complex literal");
    struct py_node *n = node_at(p, PY_AST_BinOp, start);
    if (!n) return NULL;
    n->BinOp.left = left;
    n->BinOp.op = plus ? PY_AST_OP_Add : PY_AST_OP_Sub;
    n->BinOp.right = right;
    return n;
}

// NAME ('.' NAME)*, as an expression.
static struct py_node *dotted(struct py_parser *p)
{
    int start = p->pos;
    struct py_node *n = py_gram_atom(p);
    while (n && accept(p, TOK_DOT)) {
        const struct py_token *name = tok(p);
        if (!accept(p, TOK_NAME)) return NULL;
        struct py_node *more = node_at(p, PY_AST_Attribute, start);
        if (!more) return NULL;
        more->Attribute.value = n;
        more->Attribute.attr = name->name;
        n = more;
    }
    return n;
}

static struct py_node *value_node(struct py_parser *p, struct py_node *value)
{
    struct py_node *n = value ? py_node_new(p, PY_AST_MatchValue, py_node_pos(value)) : NULL;
    if (n) n->MatchValue.value = value;
    return n;
}

static struct py_node *singleton(struct py_parser *p)
{
    struct py_node *c = py_gram_atom(p);
    struct py_node *n = c ? py_node_new(p, PY_AST_MatchSingleton, py_node_pos(c)) : NULL;
    if (n) n->MatchSingleton.value = c->Constant.value;
    return n;
}

static struct py_node *star_pattern(struct py_parser *p)
{
    int start = p->pos++;
    const struct py_token *name = tok(p);
    if (!accept(p, TOK_NAME)) return NULL;
    if (!is_underscore(p, name) && (at(p, TOK_DOT) || at(p, TOK_LPAR) || at(p, TOK_EQUAL)))
        return NULL;
    struct py_node *n = node_at(p, PY_AST_MatchStar, start);
    if (n) n->MatchStar.name = is_underscore(p, name) ? NULL : name->name;
    return n;
}

static struct py_node *maybe_star(struct py_parser *p)
{
    return at(p, TOK_STAR) ? star_pattern(p) : pattern(p);
}

// Items up to `end`, which is consumed; the first may be on the stack already, p->pos at its comma.
static bool sequence_items(struct py_parser *p, enum py_tok end, bool first_done)
{
    if (first_done && !accept(p, TOK_COMMA)) return accept(p, end);
    while (!at(p, end)) {
        struct py_node *item = maybe_star(p);
        if (!item || !py_list_push(p, item)) return false;
        if (!accept(p, TOK_COMMA)) break;
    }
    return accept(p, end);
}

static struct py_node *sequence_node(struct py_parser *p, int start, int mark)
{
    struct py_node *n = node_at(p, PY_AST_MatchSequence, start);
    return n && py_parse_list_take(p, mark, &n->MatchSequence.patterns) ? n : NULL;
}

static struct py_node *bracketed(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    bool paren = at(p, TOK_LPAR);
    p->pos++;
    if (!paren) return sequence_items(p, TOK_RSQB, false) ? sequence_node(p, start, mark) : NULL;
    if (accept(p, TOK_RPAR)) return sequence_node(p, start, mark);
    struct py_node *first = maybe_star(p);
    if (!first) return NULL;
    if (accept(p, TOK_RPAR)) return first->kind == PY_AST_MatchStar ? NULL : first;
    if (!at(p, TOK_COMMA) || !py_list_push(p, first)) return NULL;
    return sequence_items(p, TOK_RPAR, true) ? sequence_node(p, start, mark) : NULL;
}

static struct py_node *mapping_key(struct py_parser *p)
{
    switch (tok(p)->type) {
    case TOK_NUMBER:
    case TOK_MINUS: return numeric(p);
    case TOK_STRING:
    case TOK_FSTART: return py_gram_strings(p);
    case TOK_NONE:
    case TOK_TRUE:
    case TOK_FALSE: return py_gram_atom(p);
    case TOK_NAME: {
        struct py_node *n = dotted(p);
        return n && n->kind == PY_AST_Attribute ? n : NULL;
    }
    default: return NULL;
    }
}

static struct py_node *mapping(struct py_parser *p)
{
    int start = p->pos++, mark = p->sp;
    const char *rest = NULL;
    while (!at(p, TOK_RBRACE)) {
        if (accept(p, TOK_DSTAR)) {
            const struct py_token *name = tok(p);
            if (is_underscore(p, name) || !accept(p, TOK_NAME)) return NULL;
            rest = name->name;
            accept(p, TOK_COMMA);
            break;
        }
        struct py_node *key = mapping_key(p);
        if (!key || !accept(p, TOK_COLON) || !py_list_push(p, key)) return NULL;
        struct py_node *value = pattern(p);
        if (!value || !py_list_push(p, value)) return NULL;
        if (!accept(p, TOK_COMMA)) break;
    }
    if (!accept(p, TOK_RBRACE)) return NULL;
    struct py_node *n = node_at(p, PY_AST_MatchMapping, start);
    int count = (p->sp - mark) / 2;
    struct py_node **v = n ? py_parse_mem(p, (2 * (size_t)count + 1) * sizeof *v) : NULL;
    if (!v) return NULL;
    for (int i = 0; i < count; i++) {
        v[i] = p->stack[mark + 2 * i];
        v[count + i] = p->stack[mark + 2 * i + 1];
    }
    p->sp = mark;
    n->MatchMapping.keys = (struct py_nodes){v, count};
    n->MatchMapping.patterns = (struct py_nodes){v + count, count};
    n->MatchMapping.rest = rest;
    return n;
}

// "positional patterns follow keyword patterns": from the first such to the last in a row.
static void *late_positional(struct py_parser *p)
{
    if (!hooks_on(p)) return NULL;
    struct py_node *first = pattern(p), *last = first;
    while (last && accept(p, TOK_COMMA) && !at(p, TOK_RPAR)) {
        if (at(p, TOK_NAME) && tok_ahead(p, 1)->type == TOK_EQUAL) break;
        struct py_node *more = pattern(p);
        if (!more) break;
        last = more;
    }
    if (!first || p->failed) return NULL;
    return raise_at(p, join(py_node_pos(first), py_node_pos(last)),
                    "positional patterns follow keyword patterns");
}

// The parenthesised part of a class pattern; p->pos behind '('.
static struct py_node *class_pattern(struct py_parser *p, int start, struct py_node *cls)
{
    int mark = p->sp, keywords = 0, cap = 0;
    const char **names = NULL;
    while (!at(p, TOK_RPAR)) {
        bool named = at(p, TOK_NAME) && tok_ahead(p, 1)->type == TOK_EQUAL;
        if (!named && keywords) return late_positional(p);
        if (named) {
            if (keywords == cap) {
                cap = cap ? cap * 2 : 4;
                const char **bigger = py_parse_mem(p, (size_t)cap * sizeof *bigger);
                if (!bigger) return NULL;
                if (keywords) memcpy(bigger, names, (size_t)keywords * sizeof *names);
                names = bigger;
            }
            names[keywords++] = tok(p)->name;
            p->pos += 2;
        }
        struct py_node *item = pattern(p);
        if (!item || !py_list_push(p, item)) return NULL;
        if (!accept(p, TOK_COMMA)) break;
    }
    if (!accept(p, TOK_RPAR)) return NULL;
    struct py_node *n = node_at(p, PY_AST_MatchClass, start);
    struct py_nodes all;
    if (!n || !py_parse_list_take(p, mark, &all)) return NULL;
    n->MatchClass.cls = cls;
    n->MatchClass.patterns = (struct py_nodes){all.v, all.n - keywords};
    n->MatchClass.kwd_attrs = (struct py_idents){names, keywords};
    n->MatchClass.kwd_patterns = (struct py_nodes){keywords ? all.v + all.n - keywords : NULL,
                                                   keywords};
    return n;
}

// Capture, wildcard, value or class pattern.
static struct py_node *name_pattern(struct py_parser *p)
{
    int start = p->pos;
    const struct py_token *name = tok(p);
    uint8_t next = tok_ahead(p, 1)->type;
    if (next != TOK_DOT && next != TOK_LPAR && next != TOK_EQUAL) {
        p->pos++;
        struct py_node *n = node_at(p, PY_AST_MatchAs, start);
        if (n) n->MatchAs.name = is_underscore(p, name) ? NULL : name->name;
        return n;
    }
    struct py_node *value = dotted(p);
    if (!value) return NULL;
    if (accept(p, TOK_LPAR)) return class_pattern(p, start, value);
    if (value->kind == PY_AST_Name || at(p, TOK_EQUAL)) return NULL;
    return value_node(p, value);
}

static struct py_node *closed_pattern(struct py_parser *p)
{
    switch (tok(p)->type) {
    case TOK_NUMBER:
    case TOK_MINUS: return value_node(p, numeric(p));
    case TOK_STRING:
    case TOK_FSTART: return value_node(p, py_gram_strings(p));
    case TOK_NONE:
    case TOK_TRUE:
    case TOK_FALSE: return singleton(p);
    case TOK_LPAR:
    case TOK_LSQB: return bracketed(p);
    case TOK_LBRACE: return mapping(p);
    case TOK_NAME: return name_pattern(p);
    default: return NULL;
    }
}

static struct py_node *or_pattern(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = closed_pattern(p);
    if (!first || !at(p, TOK_VBAR)) return first;
    if (!py_list_push(p, first)) return NULL;
    while (accept(p, TOK_VBAR)) {
        struct py_node *more = closed_pattern(p);
        if (!more || !py_list_push(p, more)) return NULL;
    }
    struct py_node *n = node_at(p, PY_AST_MatchOr, start);
    return n && py_parse_list_take(p, mark, &n->MatchOr.patterns) ? n : NULL;
}

static struct py_node *as_target_error(struct py_parser *p)
{
    if (!hooks_on(p)) return NULL;
    const struct py_token *t = tok(p);
    if (is_underscore(p, t)) return raise_at(p, py_tok_pos(t), "cannot use '_' as a target");
    if (t->type == TOK_NAME) return NULL;
    struct py_node *wrong = py_gram_expression(p);
    return wrong ? raise_at(p, py_node_pos(wrong), "invalid pattern target") : NULL;
}

static struct py_node *pattern(struct py_parser *p)
{
    int start = p->pos;
    if (!py_gram_enter(p)) return NULL;
    struct py_node *inner = or_pattern(p);
    p->depth--;
    if (!inner || !accept(p, TOK_AS)) return inner;
    const struct py_token *name = tok(p);
    uint8_t next = name->type == TOK_NAME ? tok_ahead(p, 1)->type : 0;
    if (name->type != TOK_NAME || is_underscore(p, name) || next == TOK_DOT || next == TOK_LPAR ||
        next == TOK_EQUAL)
        return as_target_error(p);
    p->pos++;
    struct py_node *n = node_at(p, PY_AST_MatchAs, start);
    if (!n) return NULL;
    n->MatchAs.pattern = inner;
    n->MatchAs.name = name->name;
    return n;
}

// Behind `case`: an open sequence or one pattern.
struct py_node *py_gram_patterns(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = maybe_star(p);
    if (!first) return NULL;
    if (!at(p, TOK_COMMA)) return first->kind == PY_AST_MatchStar ? NULL : first;
    if (!py_list_push(p, first)) return NULL;
    while (accept(p, TOK_COMMA) && !at(p, TOK_COLON) && !at(p, TOK_IF)) {
        struct py_node *item = maybe_star(p);
        if (!item || !py_list_push(p, item)) return NULL;
    }
    return sequence_node(p, start, mark);
}
