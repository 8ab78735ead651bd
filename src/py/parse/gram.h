// gram.h: the grammar: recursive descent over the tokens, in two passes as CPython's parser.
// The first builds the tree and stops where it cannot go on. Then the second runs the same
// functions with p->second set: at the places where CPython's grammar has an "invalid_" rule, hooks
// look for the mistake they know and raise its message. When none does, the error is "invalid
// syntax" at the furthest token of pass one.  Failure without p->failed is soft: the caller may
// restore p->pos and try something else.
#ifndef PY_PARSE_GRAM_H
#define PY_PARSE_GRAM_H

#include "parse_int.h"

static inline const struct py_token *tok(struct py_parser *p)
{
    if (p->pos > p->furthest) p->furthest = p->pos;
    return &p->toks[p->pos];
}

// The n-th token ahead; counts as looked at, as in CPython.
static inline const struct py_token *tok_ahead(struct py_parser *p, int n)
{
    int at = p->pos;
    while (n-- > 0 && p->toks[at].type > TOK_ERROR) at++;
    if (at > p->furthest) p->furthest = at;
    return &p->toks[at];
}

static inline bool at(struct py_parser *p, enum py_tok type)
{
    return tok(p)->type == type;
}

static inline bool accept(struct py_parser *p, enum py_tok type)
{
    if (!at(p, type)) return false;
    p->pos++;
    return true;
}

static inline bool hooks_on(const struct py_parser *p)
{
    return p->second && !p->no_invalid && !p->failed;
}

// From token index start to the last token consumed.
static inline struct py_pos span(const struct py_parser *p, int start)
{
    const struct py_token *a = &p->toks[start], *b = &p->toks[p->pos > start ? p->pos - 1 : start];
    return (struct py_pos){a->line, a->col, b->end_line, b->end_col};
}

static inline struct py_pos join(struct py_pos a, struct py_pos b)
{
    return (struct py_pos){a.line, a.col, b.end_line, b.end_col};
}

static inline void end_here(struct py_parser *p, struct py_node *n)
{
    n->end_line = p->toks[p->pos - 1].end_line;
    n->end_col = p->toks[p->pos - 1].end_col;
}

static inline struct py_node *node_at(struct py_parser *p, enum py_node_kind kind, int start)
{
    return py_node_new(p, kind, span(p, start));
}

// Where RAISE_SYNTAX_ERROR of CPython points: the last token looked at.
struct py_pos py_gram_last_pos(struct py_parser *p);
// ... and RAISE_SYNTAX_ERROR_STARTING_FROM: from a to the end of what was looked at.
struct py_pos py_gram_pos_from(struct py_parser *p, struct py_pos a);
#define raise_at(p, pos, ...) py_lex_raise(p, PY_SYNTAX_ERROR, pos, __VA_ARGS__)

bool py_gram_enter(struct py_parser *p); // depth check; pair with p->depth--

// expressions (gram_expr.c, gram_atom.c, gram_call.c)
struct py_node *py_gram_expression(struct py_parser *p);
struct py_node *py_gram_star_expressions(struct py_parser *p); // a, *b, c
struct py_node *py_gram_expressions(struct py_parser *p);      // a, b, c
struct py_node *py_gram_star_expression(struct py_parser *p);
struct py_node *py_gram_named_expression(struct py_parser *p);
struct py_node *py_gram_star_named_expression(struct py_parser *p);
struct py_node *py_gram_disjunction(struct py_parser *p);
struct py_node *py_gram_bitwise_or(struct py_parser *p);
struct py_node *py_gram_yield_or_star(struct py_parser *p); // yield_expr | star_expressions
struct py_node *py_gram_atom(struct py_parser *p);
struct py_node *py_gram_primary(struct py_parser *p);
struct py_node *py_gram_tuple_node(struct py_parser *p, int start, int mark);
bool py_gram_starts_expression(struct py_parser *p);
bool py_gram_comprehension_clauses(struct py_parser *p, struct py_nodes *out);
bool py_gram_call_arguments(struct py_parser *p, struct py_node *call,
                            int start); // behind '(' .. ')'
struct py_node *py_gram_genexp_rest(struct py_parser *p, struct py_node *elt, int start);
struct py_node *py_gram_starred(struct py_parser *p,
                                struct py_node *(*operand)(struct py_parser *));

// parameters (gram_param.c); ends before `end`
struct py_node *py_gram_parameters(struct py_parser *p, enum py_tok end);
bool py_gram_type_params(struct py_parser *p, struct py_nodes *out);

// patterns (gram_pattern.c)
struct py_node *py_gram_patterns(struct py_parser *p);

// statements (gram_stmt.c, gram_block.c)
bool py_gram_simple_stmts(struct py_parser *p); // pushes one or more

// targets and messages (gram_target.c)
enum py_target { PY_TARGET_STAR, PY_TARGET_DEL, PY_TARGET_FOR };
bool py_gram_is_target(const struct py_node *n, bool star_ok);
bool py_gram_is_single_target(const struct py_node *n);
void py_gram_set_context(struct py_node *n, enum py_ctx ctx);
void *py_gram_raise_invalid_target(struct py_parser *p, const struct py_node *n,
                                   enum py_target type);
// The hooks of expression and named_expression; start: its first token; a: what was parsed, or
// NULL.
void py_gram_hook_expression(struct py_parser *p, int start, struct py_node *a);
void py_gram_hook_named(struct py_parser *p, int start, struct py_node *a);
void py_gram_hook_assignment(struct py_parser *p, int start);
// star_targets of for and comprehensions, context set.
struct py_node *py_gram_for_targets(struct py_parser *p);

#endif
