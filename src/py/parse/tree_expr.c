/* tree_expr.c: expressions of tree-sitter's tree as ours. Known faults of its grammar that are
 * worked around here: the order of & ^ |, await against **, a starred name as an operand, lambdas
 * and conditionals as operands, `x as y` as an expression. Those, and everything with its own
 * little language (strings, lambda parameters, walrus, yield), are read from the tokens. */
#include "tree.h"

static struct py_node *operand(struct py_tree *t)
{
    switch (py_tree_kind(t)) { /* what CPython's `disjunction` and tighter levels cannot be */
    case TREE_conditional_expression:
    case TREE_named_expression:
    case TREE_OTHER: return NULL;
    default: return py_tree_expr(t);
    }
}

/* Element of a display: starred, walrus or plain. */
static struct py_node *element(struct py_tree *t)
{
    if (at(t->p, TOK_STAR)) return py_tree_rescan(t, py_star_named_expression);
    return py_tree_named_expr(t);
}

static struct py_node *attribute(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    if (!py_tree_first(t)) return NULL;
    struct py_node *value = operand(t);
    py_tree_up(t);
    if (!value || !accept(p, TOK_DOT)) return NULL;
    const struct py_token *name = tok(p);
    struct py_node *n = accept(p, TOK_NAME) ? node_at(p, PY_AST_Attribute, start) : NULL;
    if (!n) return NULL;
    n->Attribute.value = value;
    n->Attribute.attr = name->name;
    return n;
}

static struct py_node *subscript(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    if (!py_tree_first(t)) return NULL;
    struct py_node *value = operand(t), *index = NULL;
    bool more = value && py_tree_next(t);
    if (more && accept(p, TOK_LSQB)) {
        enum py_tree_kind kind = py_tree_kind(t);
        /* a plain index comes from the tree; slices, stars and tuples from the tokens */
        int back = p->pos;
        if (kind != TREE_slice && kind != TREE_OTHER) index = py_tree_named_expr(t);
        if (!p->failed && (!index || !at(p, TOK_RSQB))) {
            p->pos = back;
            index = py_slices(p);
        }
    }
    py_tree_up(t);
    struct py_node *n = index && accept(p, TOK_RSQB) ? node_at(p, PY_AST_Subscript, start) : NULL;
    if (!n) return NULL;
    n->Subscript.value = value;
    n->Subscript.slice = index;
    return n;
}

/* Only plain positional arguments come from the tree. */
static bool plain_arguments(struct py_tree *t, struct py_nodes *out)
{
    struct py_parser *p = t->p;
    int mark = p->sp;
    bool ok = true;
    p->pos++;
    if (py_tree_first(t)) {
        do {
            enum py_tree_kind kind = py_tree_kind(t);
            ok = kind != TREE_OTHER && kind != TREE_dictionary_splat && !at(p, TOK_STAR);
            struct py_node *arg = ok ? py_tree_named_expr(t) : NULL;
            ok = arg && py_list_push(p, arg) && (at(p, TOK_RPAR) || accept(p, TOK_COMMA));
        } while (ok && py_tree_next(t));
        py_tree_up(t);
    }
    return ok && accept(p, TOK_RPAR) && py_list_take(p, mark, out);
}

static struct py_node *call(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    if (!py_tree_first(t)) return NULL;
    struct py_node *func = operand(t), *n = NULL;
    if (func && py_tree_next(t) && at(p, TOK_LPAR)) n = py_node_new(p, PY_AST_Call, span(p, start));
    if (n) {
        int open = p->pos, mark = p->sp;
        n->Call.func = func;
        bool tree = py_tree_kind(t) != TREE_generator_expression;
        if (!tree || !plain_arguments(t, &n->Call.args)) {
            p->pos = open + 1;
            p->sp = mark;
            if (p->failed || !py_call_arguments(p, n, open)) n = NULL;
        }
        if (n && !py_tree_ended(t)) n = NULL;
    }
    py_tree_up(t);
    if (n) end_here(p, n);
    return n;
}

static struct py_node *binary(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    if (!py_tree_first(t)) return NULL;
    struct py_node *left = operand(t), *right = NULL;
    enum py_ast_op op = left ? py_binary_op(tok(p)->type) : PY_OP_NONE;
    /* tree-sitter ranks & below ^ */
    if (op == PY_OP_BitAnd || op == PY_OP_BitXor || op == PY_OP_BitOr) op = PY_OP_NONE;
    if (op != PY_OP_NONE) {
        p->pos++;
        right = py_tree_next(t) ? operand(t) : NULL;
    }
    py_tree_up(t);
    struct py_node *n = right ? node_at(p, PY_AST_BinOp, start) : NULL;
    if (!n) return NULL;
    n->BinOp.left = left;
    n->BinOp.op = op;
    n->BinOp.right = right;
    return n;
}

static struct py_node *unary(struct py_tree *t, int start, enum py_ast_op op)
{
    struct py_parser *p = t->p;
    p->pos++;
    if (!py_tree_first(t)) return NULL;
    struct py_node *value = operand(t);
    py_tree_up(t);
    struct py_node *n = value ? node_at(p, PY_AST_UnaryOp, start) : NULL;
    if (!n) return NULL;
    n->UnaryOp.op = op;
    n->UnaryOp.operand = value;
    return n;
}

/* tree-sitter nests `a and b and c` to the left; ours is one list. */
static struct py_node *boolean(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    int mark = p->sp;
    if (!py_tree_first(t)) return NULL;
    struct py_node *left = operand(t), *right = NULL;
    uint8_t type = tok(p)->type;
    if (left && (type == TOK_AND || type == TOK_OR)) {
        p->pos++;
        right = py_tree_next(t) ? operand(t) : NULL;
    }
    py_tree_up(t);
    if (!right || right->kind == PY_AST_Lambda) return NULL;
    enum py_ast_op op = type == TOK_AND ? PY_OP_And : PY_OP_Or;
    bool chain = left->kind == PY_AST_BoolOp && left->BoolOp.op == op &&
                 !(left->flags & PY_NODE_PAREN);
    struct py_node *n = node_at(p, PY_AST_BoolOp, start);
    if (!n) return NULL;
    n->BoolOp.op = op;
    for (int i = 0; chain && i < left->BoolOp.values.n; i++)
        if (!py_list_push(p, left->BoolOp.values.v[i])) return NULL;
    if (!chain && !py_list_push(p, left)) return NULL;
    if (!py_list_push(p, right)) return NULL;
    return py_list_take(p, mark, &n->BoolOp.values) ? n : NULL;
}

static struct py_node *comparison(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    int mark = p->sp, n = 0;
    uint8_t ops[64];
    if (!py_tree_first(t)) return NULL;
    struct py_node *left = operand(t);
    bool ok = left;
    while (ok && py_tree_next(t)) {
        enum py_ast_op op = py_comparison_op(p);
        struct py_node *right = op != PY_OP_NONE && n < 64 ? operand(t) : NULL;
        ok = right && py_list_push(p, right);
        if (ok) ops[n++] = (uint8_t)op;
    }
    py_tree_up(t);
    struct py_node *node = ok && n ? node_at(p, PY_AST_Compare, start) : NULL;
    if (!node || !(node->Compare.ops.v = py_parse_mem(p, (size_t)n))) return NULL;
    memcpy(node->Compare.ops.v, ops, (size_t)n);
    node->Compare.ops.n = n;
    node->Compare.left = left;
    return py_list_take(p, mark, &node->Compare.comparators) ? node : NULL;
}

static struct py_node *conditional(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    if (!py_tree_first(t)) return NULL;
    struct py_node *body = operand(t), *test = NULL, *orelse = NULL;
    if (body && body->kind != PY_AST_Lambda && accept(p, TOK_IF) && py_tree_next(t))
        test = operand(t);
    if (test && test->kind != PY_AST_Lambda && accept(p, TOK_ELSE) && py_tree_next(t))
        orelse = py_tree_expr(t);
    py_tree_up(t);
    struct py_node *n = orelse ? node_at(p, PY_AST_IfExp, start) : NULL;
    if (!n) return NULL;
    n->IfExp.test = test;
    n->IfExp.body = body;
    n->IfExp.orelse = orelse;
    return n;
}

static struct py_node *parenthesized(struct py_tree *t)
{
    struct py_parser *p = t->p;
    if (!accept(p, TOK_LPAR) || !py_tree_first(t)) return NULL;
    struct py_node *n = NULL;
    if (at(p, TOK_YIELD)) n = py_tree_rescan(t, py_yield_or_star);
    else if (!at(p, TOK_STAR)) n = py_tree_named_expr(t);
    py_tree_up(t);
    if (!n || !accept(p, TOK_RPAR)) return NULL;
    n->flags |= PY_NODE_PAREN;
    return n;
}

/* list, tuple, set; at the opening bracket. */
static struct py_node *sequence(struct py_tree *t, int start, enum py_node_kind kind,
                                enum py_tok close)
{
    struct py_parser *p = t->p;
    int mark = p->sp;
    bool ok = true, comma = false;
    p->pos++;
    if (py_tree_first(t)) {
        do {
            struct py_node *n = element(t);
            ok = n && py_list_push(p, n);
            comma = ok && accept(p, TOK_COMMA);
        } while (ok && comma && py_tree_next(t));
        py_tree_up(t);
    }
    int count = p->sp - mark;
    if (!ok || !accept(p, close) || (kind == PY_AST_Tuple && count == 1 && !comma)) return NULL;
    struct py_node *n = node_at(p, kind, start);
    if (!n) return NULL;
    /* List, Tuple and Set begin with their elements */
    return py_list_take(p, mark, &n->Tuple.elts) ? n : NULL;
}

static bool dict_entry(struct py_tree *t, struct py_node **key, struct py_node **value)
{
    struct py_parser *p = t->p;
    if (at(p, TOK_DSTAR)) {
        int end = (int)ts_node_end_byte(ts_tree_cursor_current_node(&t->cursor));
        p->pos++;
        *key = NULL;
        *value = py_bitwise_or(p);
        return *value && p->toks[p->pos - 1].end == end;
    }
    if (py_tree_kind(t) != TREE_pair || !py_tree_first(t)) return false;
    *key = py_tree_expr(t);
    *value = *key && accept(p, TOK_COLON) && py_tree_next(t) ? py_tree_expr(t) : NULL;
    py_tree_up(t);
    return *value;
}

static struct py_node *dictionary(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    int mark = p->sp;
    bool ok = true;
    p->pos++;
    if (py_tree_first(t)) {
        do {
            struct py_node *key, *value;
            ok = dict_entry(t, &key, &value) && py_list_push(p, key) && py_list_push(p, value);
        } while (ok && accept(p, TOK_COMMA) && py_tree_next(t));
        py_tree_up(t);
    }
    int count = (p->sp - mark) / 2;
    struct py_node *n = ok && accept(p, TOK_RBRACE) ? node_at(p, PY_AST_Dict, start) : NULL;
    struct py_node **v = n ? py_parse_mem(p, (2 * (size_t)count + 1) * sizeof *v) : NULL;
    if (!v) return NULL;
    for (int i = 0; i < count; i++) {
        v[i] = p->stack[mark + 2 * i];
        v[count + i] = p->stack[mark + 2 * i + 1];
    }
    p->sp = mark;
    n->Dict.keys = (struct py_nodes){count ? v : NULL, count};
    n->Dict.values = (struct py_nodes){count ? v + count : NULL, count};
    return n;
}

/* The element from the tree, the clauses from the tokens. */
static struct py_node *comprehension(struct py_tree *t, int start, enum py_node_kind kind,
                                     enum py_tok close)
{
    struct py_parser *p = t->p;
    struct py_node *elt = NULL, *value = NULL;
    struct py_nodes clauses;
    p->pos++;
    if (!py_tree_first(t)) return NULL;
    bool ok = kind == PY_AST_DictComp
                  ? dict_entry(t, &elt, &value) && elt
                  : (elt = at(p, TOK_STAR) ? NULL : py_tree_named_expr(t)) != NULL;
    py_tree_up(t);
    if (!ok || !py_comprehension_clauses(p, &clauses) || !accept(p, close)) return NULL;
    struct py_node *n = node_at(p, kind, start);
    if (!n) return NULL;
    if (kind == PY_AST_DictComp) {
        n->DictComp.key = elt;
        n->DictComp.value = value;
        n->DictComp.generators = clauses;
    } else { /* the other three have the same fields */
        n->ListComp.elt = elt;
        n->ListComp.generators = clauses;
    }
    return n;
}

static struct py_node *convert(struct py_tree *t, int start)
{
    struct py_parser *p = t->p;
    switch (py_tree_kind(t)) {
    case TREE_identifier: return at(p, TOK_NAME) ? py_atom(p) : NULL;
    case TREE_integer:
    case TREE_float:
    case TREE_string:
    case TREE_concatenated_string:
    case TREE_true:
    case TREE_false:
    case TREE_none:
    case TREE_ellipsis: return py_atom(p);
    case TREE_attribute: return attribute(t, start);
    case TREE_subscript: return subscript(t, start);
    case TREE_call: return call(t, start);
    case TREE_binary_operator: return binary(t, start);
    case TREE_unary_operator:
        switch (tok(p)->type) {
        case TOK_PLUS: return unary(t, start, PY_OP_UAdd);
        case TOK_MINUS: return unary(t, start, PY_OP_USub);
        default: return unary(t, start, PY_OP_Invert);
        }
    case TREE_not_operator: return unary(t, start, PY_OP_Not);
    case TREE_boolean_operator: return boolean(t, start);
    case TREE_comparison_operator: return comparison(t, start);
    case TREE_conditional_expression: return conditional(t, start);
    case TREE_parenthesized_expression: return parenthesized(t);
    case TREE_tuple: return sequence(t, start, PY_AST_Tuple, TOK_RPAR);
    case TREE_list: return sequence(t, start, PY_AST_List, TOK_RSQB);
    case TREE_set: return sequence(t, start, PY_AST_Set, TOK_RBRACE);
    case TREE_dictionary: return dictionary(t, start);
    case TREE_list_comprehension: return comprehension(t, start, PY_AST_ListComp, TOK_RSQB);
    case TREE_set_comprehension: return comprehension(t, start, PY_AST_SetComp, TOK_RBRACE);
    case TREE_dictionary_comprehension: return comprehension(t, start, PY_AST_DictComp, TOK_RBRACE);
    case TREE_generator_expression: return comprehension(t, start, PY_AST_GeneratorExp, TOK_RPAR);
    default: return NULL;
    }
}

/* The node as an expression; where the tree does not do, its range read from the tokens. */
static struct py_node *converted(struct py_tree *t,
                                 struct py_node *(*otherwise)(struct py_parser *))
{
    struct py_parser *p = t->p;
    int start = p->pos, mark = p->sp, depth = p->depth;
    if (p->tree_lost || !py_tree_starts_here(t) || !py_gram_enter(p)) return NULL;
    struct py_node *n = convert(t, start);
    p->depth = depth;
    if (n && py_tree_ended(t)) return n;
    if (p->failed || p->tree_lost) return NULL;
    p->pos = start;
    p->sp = mark;
    if (py_tree_kind(t) == TREE_binary_operator) otherwise = py_bitwise_or;
    n = py_tree_rescan(t, otherwise);
    p->tree_lost = !n;
    return n;
}

struct py_node *py_tree_expr(struct py_tree *t)
{
    return converted(t, py_expression);
}

struct py_node *py_tree_named_expr(struct py_tree *t)
{
    return converted(t, py_named_expression);
}
