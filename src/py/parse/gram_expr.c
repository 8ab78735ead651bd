// gram_expr.c: expressions down to the operators; binary operators by precedence climbing.
#include "gram.h"

bool py_gram_enter(struct py_parser *p)
{
    if (p->failed) return false;
    if (p->second && --p->budget < 0) return false;
    if (++p->depth > PY_MAX_PARSE_DEPTH || !py_parse_stack_left(p)) {
        p->depth--;
        if (p->second) return false; // the first pass decides
        py_lex_raise(p, PY_SYNTAX_RECURSION, (struct py_pos){0, 0, 0, 0},
                     "source code is too deeply nested to parse");
        return false;
    }
    return true;
}

bool py_gram_starts_expression(struct py_parser *p)
{
    static const bool starts[TOK_COUNT] = {
        [TOK_NAME] = true,   [TOK_NUMBER] = true, [TOK_STRING] = true, [TOK_FSTART] = true,
        [TOK_LPAR] = true,   [TOK_LSQB] = true,   [TOK_LBRACE] = true, [TOK_ELLIPSIS] = true,
        [TOK_TILDE] = true,  [TOK_PLUS] = true,   [TOK_MINUS] = true,  [TOK_FALSE] = true,
        [TOK_NONE] = true,   [TOK_TRUE] = true,   [TOK_AWAIT] = true,  [TOK_NOT] = true,
        [TOK_LAMBDA] = true,
    };
    return starts[tok(p)->type];
}

// Binary operators: enum py_ast_op and how tightly each binds (0: not one).
static const struct {
    uint8_t op, level;
} binary[TOK_COUNT] = {
    [TOK_VBAR] = {PY_AST_OP_BitOr, 1},    [TOK_CARET] = {PY_AST_OP_BitXor, 2},
    [TOK_AMPER] = {PY_AST_OP_BitAnd, 3},  [TOK_LSHIFT] = {PY_AST_OP_LShift, 4},
    [TOK_RSHIFT] = {PY_AST_OP_RShift, 4}, [TOK_PLUS] = {PY_AST_OP_Add, 5},
    [TOK_MINUS] = {PY_AST_OP_Sub, 5},     [TOK_STAR] = {PY_AST_OP_Mult, 6},
    [TOK_SLASH] = {PY_AST_OP_Div, 6},     [TOK_DSLASH] = {PY_AST_OP_FloorDiv, 6},
    [TOK_PERCENT] = {PY_AST_OP_Mod, 6},   [TOK_AT] = {PY_AST_OP_MatMult, 6},
};

// The longest expression that parses ends at pos: what follows is not part of it, as in a PEG.
static struct py_node *back_to(struct py_parser *p, int pos, int top, struct py_node *so_far)
{
    p->pos = pos;
    p->sp = top;
    return p->failed ? NULL : so_far;
}

static struct py_node *factor(struct py_parser *p);

static struct py_node *await_primary(struct py_parser *p)
{
    int start = p->pos;
    if (!accept(p, TOK_AWAIT)) return py_gram_primary(p);
    struct py_node *value = py_gram_primary(p);
    struct py_node *n = value ? node_at(p, PY_AST_Await, start) : NULL;
    if (n) n->Await.value = value;
    return n;
}

static struct py_node *power(struct py_parser *p)
{
    int start = p->pos;
    struct py_node *left = await_primary(p);
    if (!left || !accept(p, TOK_DSTAR)) return left;
    int operator_at = p->pos - 1, top = p->sp;
    struct py_node *right = factor(p);
    if (!right) return back_to(p, operator_at, top, left);
    struct py_node *n = node_at(p, PY_AST_BinOp, start);
    if (!n) return NULL;
    n->BinOp.left = left;
    n->BinOp.op = PY_AST_OP_Pow;
    n->BinOp.right = right;
    return n;
}

// What most operands and expressions are: one token. Not where the second pass looks for mistakes,
// and not next to the greatest depth, which is found on the long way.
static bool one_token(struct py_parser *p)
{
    static const bool atoms[TOK_COUNT] = {
        [TOK_NAME] = true, [TOK_NUMBER] = true, [TOK_NONE] = true,
        [TOK_TRUE] = true, [TOK_FALSE] = true,  [TOK_ELLIPSIS] = true};
    return !p->second && atoms[tok(p)->type] && p->depth + 2 < PY_MAX_PARSE_DEPTH;
}

static struct py_node *factor(struct py_parser *p)
{
    static const bool goes_on[TOK_COUNT] = {
        [TOK_LPAR] = true, [TOK_LSQB] = true, [TOK_DOT] = true, [TOK_DSTAR] = true};
    if (one_token(p) && !goes_on[tok_ahead(p, 1)->type]) return py_gram_atom(p);
    int start = p->pos;
    uint8_t type = tok(p)->type;
    enum py_ast_op op = type == TOK_PLUS    ? PY_AST_OP_UAdd
                        : type == TOK_MINUS ? PY_AST_OP_USub
                        : type == TOK_TILDE ? PY_AST_OP_Invert
                                            : PY_AST_OP_NONE;
    if (!py_gram_enter(p)) return NULL;
    struct py_node *n = NULL;
    if (op == PY_AST_OP_NONE) {
        n = power(p);
    } else {
        p->pos++;
        struct py_node *operand = factor(p);
        n = operand ? node_at(p, PY_AST_UnaryOp, start) : NULL;
        if (n) {
            n->UnaryOp.op = op;
            n->UnaryOp.operand = operand;
        }
    }
    p->depth--;
    return n;
}

static struct py_node *binary_level(struct py_parser *p, int level)
{
    int start = p->pos;
    struct py_node *left = factor(p);
    while (left) {
        uint8_t type = tok(p)->type;
        if (!binary[type].level || binary[type].level < level) return left;
        int operator_at = p->pos++, top = p->sp;
        struct py_node *right = binary_level(p, binary[type].level + 1);
        if (!right) return back_to(p, operator_at, top, left);
        struct py_node *n = node_at(p, PY_AST_BinOp, start);
        if (!n) return NULL;
        n->BinOp.left = left;
        n->BinOp.op = (enum py_ast_op)binary[type].op;
        n->BinOp.right = right;
        left = n;
    }
    return NULL;
}

struct py_node *py_gram_bitwise_or(struct py_parser *p)
{
    return binary_level(p, 1);
}

// The comparison operator at p->pos, consumed; PY_AST_OP_NONE when there is none (or it is an
// error, then raised). `<>` needs the flag of barry_as_FLUFL (in 3.12 the import alone has no
// effect).
static enum py_ast_op comparison_op(struct py_parser *p)
{
    static const uint8_t simple[TOK_COUNT] = {
        [TOK_EQEQ] = PY_AST_OP_Eq, [TOK_NE] = PY_AST_OP_NotEq, [TOK_LT] = PY_AST_OP_Lt,
        [TOK_LE] = PY_AST_OP_LtE,  [TOK_GT] = PY_AST_OP_Gt,    [TOK_GE] = PY_AST_OP_GtE,
        [TOK_IN] = PY_AST_OP_In,   [TOK_IS] = PY_AST_OP_Is};
    const struct py_token *t = tok(p);
    enum py_ast_op op = (enum py_ast_op)simple[t->type];
    if (t->type == TOK_NE) {
        bool flufl = p->flags & PY_PARSE_FLUFL, diamond = p->src[t->start] == '<';
        if (flufl && !diamond) {
            raise_at(p, py_gram_last_pos(p), "with Barry as BDFL, use '<>' instead of '!='");
            return PY_AST_OP_NONE;
        }
        if (flufl != diamond) return PY_AST_OP_NONE;
    }
    if (t->type == TOK_NOT) {
        if (tok_ahead(p, 1)->type != TOK_IN) return PY_AST_OP_NONE;
        p->pos += 2;
        return PY_AST_OP_NotIn;
    }
    if (op == PY_AST_OP_NONE) return op;
    p->pos++;
    if (op == PY_AST_OP_Is && accept(p, TOK_NOT)) return PY_AST_OP_IsNot;
    return op;
}

static struct py_node *comparison(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *left = py_gram_bitwise_or(p);
    if (!left) return NULL;
    int operator_at = p->pos;
    enum py_ast_op op = comparison_op(p);
    if (op == PY_AST_OP_NONE) return left;
    uint8_t local[32], *ops = local;
    int n = 0, cap = (int)sizeof local;
    do {
        if (n == cap) {
            uint8_t *bigger = py_parse_mem(p, (size_t)cap * 2);
            if (!bigger) return NULL;
            memcpy(bigger, ops, (size_t)n);
            ops = bigger;
            cap *= 2;
        }
        ops[n++] = (uint8_t)op;
        int top = p->sp;
        struct py_node *right = py_gram_bitwise_or(p);
        if (!right) {
            if (!back_to(p, operator_at, top, left)) return NULL;
            if (--n == 0) return left;
            break;
        }
        if (!py_list_push(p, right)) return NULL;
        operator_at = p->pos;
        op = comparison_op(p);
    } while (op != PY_AST_OP_NONE);
    if (p->failed) return NULL;
    struct py_node *node = node_at(p, PY_AST_Compare, start);
    if (!node || !(node->Compare.ops.v = py_parse_mem(p, (size_t)n))) return NULL;
    memcpy(node->Compare.ops.v, ops, (size_t)n);
    node->Compare.ops.n = n;
    node->Compare.left = left;
    return py_parse_list_take(p, mark, &node->Compare.comparators) ? node : NULL;
}

static struct py_node *inversion(struct py_parser *p)
{
    int start = p->pos;
    if (!accept(p, TOK_NOT)) return comparison(p);
    if (!py_gram_enter(p)) return NULL;
    struct py_node *operand = inversion(p);
    p->depth--;
    struct py_node *n = operand ? node_at(p, PY_AST_UnaryOp, start) : NULL;
    if (!n) return NULL;
    n->UnaryOp.op = PY_AST_OP_Not;
    n->UnaryOp.operand = operand;
    return n;
}

static struct py_node *bool_chain(struct py_parser *p, enum py_tok type, enum py_ast_op op,
                                  struct py_node *(*operand)(struct py_parser *))
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = operand(p);
    if (!first || !at(p, type)) return first;
    if (!py_list_push(p, first)) return NULL;
    while (accept(p, type)) {
        int operator_at = p->pos - 1, top = p->sp;
        struct py_node *more = operand(p);
        if (!more) {
            if (!back_to(p, operator_at, top, first)) return NULL;
            break;
        }
        if (!py_list_push(p, more)) return NULL;
    }
    if (p->sp == mark + 1) {
        p->sp = mark;
        return first;
    }
    struct py_node *n = node_at(p, PY_AST_BoolOp, start);
    if (!n) return NULL;
    n->BoolOp.op = op;
    return py_parse_list_take(p, mark, &n->BoolOp.values) ? n : NULL;
}

static struct py_node *conjunction(struct py_parser *p)
{
    return bool_chain(p, TOK_AND, PY_AST_OP_And, inversion);
}

struct py_node *py_gram_disjunction(struct py_parser *p)
{
    if (!p->second) return bool_chain(p, TOK_OR, PY_AST_OP_Or, conjunction);
    struct py_token *first = &p->toks[p->pos];
    bool before = p->no_invalid;
    if (first->disjunction_done) p->no_invalid = true;
    struct py_node *n = bool_chain(p, TOK_OR, PY_AST_OP_Or, conjunction);
    p->no_invalid = before;
    first->disjunction_done = true;
    return n;
}

static struct py_node *lambda(struct py_parser *p)
{
    int start = p->pos++;
    struct py_node *args = py_gram_parameters(p, TOK_COLON);
    if (!args) return NULL;
    if (!accept(p, TOK_COLON)) return NULL;
    if (hooks_on(p) && (at(p, TOK_FMIDDLE) || at(p, TOK_LBRACE)) && p->toks[p->pos - 1].level &&
        p->toks[p->pos].type == TOK_FMIDDLE)
        return raise_at(p, span(p, start),
                        "f-string: lambda expressions are not allowed without parentheses");
    struct py_node *body = py_gram_expression(p);
    struct py_node *n = body ? node_at(p, PY_AST_Lambda, start) : NULL;
    if (!n) return NULL;
    n->Lambda.args = args;
    n->Lambda.body = body;
    return n;
}

static struct py_node *conditional(struct py_parser *p, int start, struct py_node *body)
{
    if (!accept(p, TOK_IF)) return body;
    int back = p->pos - 1, top = p->sp;
    struct py_node *test = py_gram_disjunction(p);
    if (!test || !accept(p, TOK_ELSE)) {
        // `x for x in y if z`: the `if` is not ours; the caller sees it
        return back_to(p, back, top, body);
    }
    struct py_node *orelse = py_gram_expression(p);
    if (!orelse) return back_to(p, back, top, body);
    struct py_node *n = node_at(p, PY_AST_IfExp, start);
    if (!n) return NULL;
    n->IfExp.test = test;
    n->IfExp.body = body;
    n->IfExp.orelse = orelse;
    return n;
}

// In the second pass CPython remembers what an expression at a token gave; what was once tried
// there, with or without hooks, is not searched for mistakes again.
struct py_node *py_gram_expression(struct py_parser *p)
{
    static const bool ends[TOK_COUNT] = {[TOK_NEWLINE] = true,
                                         [TOK_RPAR] = true,
                                         [TOK_RSQB] = true,
                                         [TOK_RBRACE] = true,
                                         [TOK_COLON] = true,
                                         [TOK_COMMA] = true,
                                         [TOK_SEMI] = true,
                                         [TOK_EQUAL] = true,
                                         [TOK_FOR] = true,
                                         [TOK_AS] = true,
                                         [TOK_AUG_FIRST... TOK_KW_FIRST - 1] = true};
    int start = p->pos, mark = p->sp;
    if (one_token(p) && ends[tok_ahead(p, 1)->type]) return py_gram_atom(p);
    if (!py_gram_enter(p)) return NULL;
    bool before = p->no_invalid;
    if (p->second && p->toks[start].expr_done) p->no_invalid = true;
    struct py_node *n;
    if (at(p, TOK_LAMBDA)) {
        n = lambda(p);
    } else {
        n = py_gram_disjunction(p);
        if (hooks_on(p)) {
            p->sp = mark;
            py_gram_hook_expression(p, start, n);
        }
        if (n && !p->failed) n = conditional(p, start, n);
    }
    p->no_invalid = before;
    if (p->second) p->toks[start].expr_done = true;
    p->depth--;
    return p->failed ? NULL : n;
}

struct py_node *py_gram_starred(struct py_parser *p, struct py_node *(*operand)(struct py_parser *))
{
    int start = p->pos++;
    struct py_node *value = operand(p);
    struct py_node *n = value ? node_at(p, PY_AST_Starred, start) : NULL;
    if (n) n->Starred.value = value;
    return n;
}

struct py_node *py_gram_star_expression(struct py_parser *p)
{
    return at(p, TOK_STAR) ? py_gram_starred(p, py_gram_bitwise_or) : py_gram_expression(p);
}

struct py_node *py_gram_named_expression(struct py_parser *p)
{
    int start = p->pos;
    if (at(p, TOK_NAME) && tok_ahead(p, 1)->type == TOK_COLONEQ) {
        const struct py_token *name = tok(p);
        p->pos += 2;
        struct py_node *value = py_gram_expression(p);
        struct py_node *n = value ? node_at(p, PY_AST_NamedExpr, start) : NULL;
        struct py_node *target = n ? py_node_new(p, PY_AST_Name, py_tok_pos(name)) : NULL;
        if (!target) return NULL;
        target->Name.id = name->name;
        target->Name.ctx = PY_CTX_STORE;
        n->NamedExpr.target = target;
        n->NamedExpr.value = value;
        return n;
    }
    struct py_node *n = py_parse_tick(p, 4) ? py_gram_expression(p) : NULL;
    if (hooks_on(p)) py_gram_hook_named(p, start, n);
    if (!n || p->failed || at(p, TOK_COLONEQ)) return NULL;
    return n;
}

struct py_node *py_gram_star_named_expression(struct py_parser *p)
{
    return at(p, TOK_STAR) ? py_gram_starred(p, py_gram_bitwise_or) : py_gram_named_expression(p);
}

struct py_node *py_gram_tuple_node(struct py_parser *p, int start, int mark)
{
    struct py_node *n = node_at(p, PY_AST_Tuple, start);
    return n && py_parse_list_take(p, mark, &n->Tuple.elts) ? n : NULL;
}

// One item, or a tuple when a comma follows it.
static struct py_node *comma_list(struct py_parser *p, struct py_node *(*item)(struct py_parser *),
                                  bool star_ok)
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = item(p);
    if (!first || !at(p, TOK_COMMA)) return first;
    if (!py_list_push(p, first)) return NULL;
    while (accept(p, TOK_COMMA) && (py_gram_starts_expression(p) || (star_ok && at(p, TOK_STAR)))) {
        int item_at = p->pos, top = p->sp;
        struct py_node *more = item(p);
        if (!more) {
            if (!back_to(p, item_at, top, first)) return NULL;
            break;
        }
        if (!py_list_push(p, more)) return NULL;
    }
    return py_gram_tuple_node(p, start, mark);
}

struct py_node *py_gram_star_expressions(struct py_parser *p)
{
    return comma_list(p, py_gram_star_expression, true);
}

struct py_node *py_gram_expressions(struct py_parser *p)
{
    return comma_list(p, py_gram_expression, false);
}

static struct py_node *yield_expr(struct py_parser *p)
{
    int start = p->pos++;
    if (accept(p, TOK_FROM)) {
        struct py_node *value = py_gram_expression(p);
        struct py_node *n = value ? node_at(p, PY_AST_YieldFrom, start) : NULL;
        if (n) n->YieldFrom.value = value;
        return n;
    }
    struct py_node *value = NULL;
    int value_at = p->pos, top = p->sp;
    if (py_gram_starts_expression(p) || at(p, TOK_STAR)) {
        value = py_gram_star_expressions(p);
        if (!value) p->pos = value_at, p->sp = top;
        if (p->failed) return NULL;
    }
    struct py_node *n = node_at(p, PY_AST_Yield, start);
    if (n) n->Yield.value = value;
    return n;
}

struct py_node *py_gram_yield_or_star(struct py_parser *p)
{
    return at(p, TOK_YIELD) ? yield_expr(p) : py_gram_star_expressions(p);
}
