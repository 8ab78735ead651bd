// gram_target.c: what may be assigned to or deleted, and the messages for everything else; the
// hooks that CPython runs at every expression and assignment of the second pass.
#include "gram.h"

struct py_pos py_gram_last_pos(struct py_parser *p)
{
    const struct py_token *t = &p->toks[p->furthest];
    struct py_pos pos = py_tok_pos(t);
    if (t->col < 0) { // no column of its own: the cursor's, one less than usual
        pos.col = t->end_col - 1;
        pos.end_col = -2;
    }
    return pos;
}

struct py_pos py_gram_pos_from(struct py_parser *p, struct py_pos a)
{
    const struct py_token *t = &p->toks[p->furthest];
    return (struct py_pos){a.line, a.col, t->end_line, t->end_col - 1};
}

bool py_gram_is_single_target(const struct py_node *n)
{
    return n->kind == PY_AST_Name || n->kind == PY_AST_Attribute || n->kind == PY_AST_Subscript;
}

static bool all_targets(const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++)
        if (!py_gram_is_target(list->v[i], true)) return false;
    return true;
}

bool py_gram_is_target(const struct py_node *n, bool star_ok)
{
    switch (n->kind) {
    case PY_AST_Name:
    case PY_AST_Attribute:
    case PY_AST_Subscript: return true;
    case PY_AST_Starred:
        return star_ok && n->Starred.value->kind != PY_AST_Starred &&
               py_gram_is_target(n->Starred.value, false);
    case PY_AST_Tuple: return all_targets(&n->Tuple.elts);
    case PY_AST_List: return all_targets(&n->List.elts);
    default: return false;
    }
}

void py_gram_set_context(struct py_node *n, enum py_ctx ctx)
{
    const struct py_nodes *list = NULL;
    switch (n->kind) {
    case PY_AST_Name: n->Name.ctx = ctx; break;
    case PY_AST_Attribute: n->Attribute.ctx = ctx; break;
    case PY_AST_Subscript: n->Subscript.ctx = ctx; break;
    case PY_AST_Starred:
        n->Starred.ctx = ctx;
        py_gram_set_context(n->Starred.value, ctx);
        break;
    case PY_AST_Tuple:
        n->Tuple.ctx = ctx;
        list = &n->Tuple.elts;
        break;
    case PY_AST_List:
        n->List.ctx = ctx;
        list = &n->List.elts;
        break;
    default: break;
    }
    for (int i = 0; list && i < list->n; i++) py_gram_set_context(list->v[i], ctx);
}

static const struct py_node *invalid_target(const struct py_node *n, enum py_target type)
{
    const struct py_nodes *list = NULL;
    switch (n->kind) {
    case PY_AST_Name:
    case PY_AST_Attribute:
    case PY_AST_Subscript: return NULL;
    case PY_AST_Starred: return type == PY_TARGET_DEL ? n : invalid_target(n->Starred.value, type);
    case PY_AST_Compare:
        if (type != PY_TARGET_FOR) return n;
        return n->Compare.ops.v[0] == PY_AST_OP_In ? invalid_target(n->Compare.left, type) : NULL;
    case PY_AST_Tuple: list = &n->Tuple.elts; break;
    case PY_AST_List: list = &n->List.elts; break;
    default: return n;
    }
    for (int i = 0; i < list->n; i++) {
        const struct py_node *wrong = invalid_target(list->v[i], type);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *expr_name(const struct py_node *n)
{
    static const char *const names[PY_AST_COUNT] = {
        [PY_AST_Attribute] = "attribute",
        [PY_AST_Subscript] = "subscript",
        [PY_AST_Starred] = "starred",
        [PY_AST_Name] = "name",
        [PY_AST_List] = "list",
        [PY_AST_Tuple] = "tuple",
        [PY_AST_Lambda] = "lambda",
        [PY_AST_Call] = "function call",
        [PY_AST_BoolOp] = "expression",
        [PY_AST_BinOp] = "expression",
        [PY_AST_UnaryOp] = "expression",
        [PY_AST_GeneratorExp] = "generator expression",
        [PY_AST_Yield] = "yield expression",
        [PY_AST_YieldFrom] = "yield expression",
        [PY_AST_Await] = "await expression",
        [PY_AST_ListComp] = "list comprehension",
        [PY_AST_SetComp] = "set comprehension",
        [PY_AST_DictComp] = "dict comprehension",
        [PY_AST_Dict] = "dict literal",
        [PY_AST_Set] = "set display",
        [PY_AST_JoinedStr] = "f-string expression",
        [PY_AST_FormattedValue] = "f-string expression",
        [PY_AST_Compare] = "comparison",
        [PY_AST_IfExp] = "conditional expression",
        [PY_AST_NamedExpr] = "named expression",
    };
    static const char *const constants[] = {[PY_CONST_NONE] = "None",
                                            [PY_CONST_TRUE] = "True",
                                            [PY_CONST_FALSE] = "False",
                                            [PY_CONST_ELLIPSIS] = "ellipsis"};
    if (n->kind == PY_AST_Constant)
        return n->Constant.value.kind <= PY_CONST_ELLIPSIS ? constants[n->Constant.value.kind]
                                                           : "literal";
    return names[n->kind] ? names[n->kind] : "expression";
}

void *py_gram_raise_invalid_target(struct py_parser *p, const struct py_node *n,
                                   enum py_target type)
{
    const struct py_node *wrong = invalid_target(n, type);
    if (!wrong) return NULL;
    return raise_at(p, py_node_pos(wrong), "cannot %s %s",
                    type == PY_TARGET_DEL ? "delete" : "assign to", expr_name(wrong));
}

static bool is_legacy_name(const struct py_parser *p, const struct py_node *n)
{
    return n && n->kind == PY_AST_Name && (n->Name.id == p->id_print || n->Name.id == p->id_exec);
}

// CPython 3.12 takes every beginning of a soft keyword for one here.
static bool soft_keyword(const struct py_token *t)
{
    static const char *const words[] = {"_", "case", "match", "type"};
    for (size_t i = 0; t->type == TOK_NAME && i < sizeof words / sizeof words[0]; i++)
        if (strncmp(words[i], t->name, strlen(t->name)) == 0) return true;
    return false;
}

// "Perhaps you forgot a comma?": another expression follows a inside brackets.
static void missing_comma(struct py_parser *p, int start, struct py_node *a)
{
    const struct py_token *first = &p->toks[start];
    if (soft_keyword(first)) return;
    if (first->type == TOK_NAME && p->toks[start + 1].type == TOK_STRING) return;
    if (!py_gram_starts_expression(p)) return;
    // CPython goes by another rule here, so this does not count as having tried the expression
    struct py_token *next = &p->toks[p->pos];
    bool done = next->expr_done;
    p->no_invalid = next->type != TOK_LBRACE; // CPython's dict rules search all the same
    struct py_node *b = py_gram_expression(p);
    p->no_invalid = false;
    next->expr_done = done;
    if (!b || p->failed || is_legacy_name(p, a) || !p->toks[p->pos - 1].level) return;
    raise_at(p, join(py_node_pos(a), py_node_pos(b)),
             "invalid syntax. Perhaps you forgot a comma?");
}

void py_gram_hook_expression(struct py_parser *p, int start, struct py_node *a)
{
    int back = p->pos, mark = p->sp;
    if (a) missing_comma(p, start, a);
    p->pos = back;
    if (a && !p->failed && accept(p, TOK_IF)) {
        struct py_node *b = py_gram_disjunction(p);
        if (b && !at(p, TOK_ELSE) && !at(p, TOK_COLON))
            raise_at(p, join(py_node_pos(a), py_node_pos(b)),
                     "expected 'else' after 'if' expression");
    }
    // CPython tries this behind every name, and may find other mistakes there
    struct py_token *first = &p->toks[start];
    if (!p->failed && first->type == TOK_NAME && !first->legacy_done) {
        first->legacy_done = true;
        p->pos = start + 1;
        struct py_node *b = at(p, TOK_LPAR) ? NULL : py_gram_star_expressions(p);
        if (b && (first->name == p->id_print || first->name == p->id_exec))
            raise_at(p, join(py_tok_pos(first), py_node_pos(b)),
                     "Missing parentheses in call to '%s'. Did you mean %s(...)?", first->name,
                     first->name);
    }
    p->pos = back;
    p->sp = mark;
}

// The atom at token start is a list, tuple or generator expression, or a constant keyword.
static bool starts_with_display(struct py_parser *p, int start)
{
    uint8_t type = p->toks[start].type;
    if (type == TOK_TRUE || type == TOK_FALSE || type == TOK_NONE) return true;
    if (type != TOK_LPAR && type != TOK_LSQB) return false;
    int back = p->pos, mark = p->sp;
    p->pos = start;
    p->no_invalid = true;
    struct py_node *n = py_gram_atom(p);
    p->no_invalid = false;
    p->pos = back;
    p->sp = mark;
    return n && !(n->flags & PY_NODE_PAREN) &&
           (n->kind == PY_AST_List || n->kind == PY_AST_Tuple || n->kind == PY_AST_GeneratorExp);
}

static bool is_bitwise_or(const struct py_node *n)
{
    if (n->flags & PY_NODE_PAREN) return true;
    return n->kind != PY_AST_BoolOp && n->kind != PY_AST_Compare && n->kind != PY_AST_IfExp &&
           n->kind != PY_AST_Lambda &&
           !(n->kind == PY_AST_UnaryOp && n->UnaryOp.op == PY_AST_OP_Not);
}

void py_gram_hook_named(struct py_parser *p, int start, struct py_node *a)
{
    if (!a || p->failed) return;
    int back = p->pos, mark = p->sp;
    if (accept(p, TOK_COLONEQ)) {
        if (py_gram_expression(p))
            raise_at(p, py_node_pos(a), "cannot use assignment expressions with %s", expr_name(a));
    } else if (at(p, TOK_EQUAL) && is_bitwise_or(a)) {
        p->pos++;
        bool name = p->toks[start].type == TOK_NAME && back == start + 1;
        if (!name && starts_with_display(p, start)) { // CPython looks no further then
            p->pos = back;
            p->sp = mark;
            return;
        }
        struct py_node *b = py_gram_bitwise_or(p);
        bool last = b && !at(p, TOK_EQUAL) && !at(p, TOK_COLONEQ);
        if (last && name)
            raise_at(p, join(py_tok_pos(&p->toks[start]), py_node_pos(b)),
                     "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
        else if (last)
            raise_at(p, py_node_pos(a),
                     "cannot assign to %s here. Maybe you meant '==' instead of '='?",
                     expr_name(a));
    }
    p->pos = back;
    p->sp = mark;
}

static bool at_augassign(struct py_parser *p)
{
    uint8_t type = tok(p)->type;
    return type >= TOK_AUG_FIRST && type < TOK_KW_FIRST;
}

// The annotation alternatives of invalid_assignment.
static void annotation_error(struct py_parser *p, int start)
{
    struct py_node *a = py_gram_atom(p);
    if (a && !p->failed && accept(p, TOK_COLON) && py_gram_expression(p) &&
        (a->kind == PY_AST_List || a->kind == PY_AST_Tuple)) {
        raise_at(p, py_node_pos(a), "only single target (not %s) can be annotated", expr_name(a));
        return;
    }
    if (p->failed) return;
    p->pos = start;
    a = py_gram_star_named_expression(p);
    if (a && accept(p, TOK_COMMA)) {
        while (py_gram_starts_expression(p) || at(p, TOK_STAR)) {
            if (!py_gram_star_named_expression(p)) return;
            accept(p, TOK_COMMA); // CPython's rule repeats whole lists: commas may lack
        }
        if (accept(p, TOK_COLON) && py_gram_expression(p)) {
            raise_at(p, py_node_pos(a), "only single target (not tuple) can be annotated");
            return;
        }
    }
    if (p->failed) return;
    p->pos = start;
    a = py_gram_expression(p);
    if (a && accept(p, TOK_COLON) && py_gram_expression(p))
        raise_at(p, py_node_pos(a), "illegal target for annotation");
}

void py_gram_hook_assignment(struct py_parser *p, int start)
{
    int mark = p->sp;
    p->pos = start;
    annotation_error(p, start);
    p->sp = mark;
    if (p->failed) return;
    p->pos = start;
    for (;;) { // (star_targets '=')* a '='
        bool yields = at(p, TOK_YIELD);
        struct py_node *a = py_gram_yield_or_star(p);
        p->sp = mark;
        if (!a || p->failed) return;
        if (!at(p, TOK_EQUAL)) {
            if (at_augassign(p) && p->pos > start && !yields) {
                p->pos++;
                if (py_gram_yield_or_star(p))
                    raise_at(p, py_node_pos(a),
                             "'%s' is an illegal expression for augmented assignment",
                             expr_name(a));
            }
            return;
        }
        if (yields) {
            raise_at(p, py_node_pos(a), "assignment to yield expression not possible");
            return;
        }
        py_gram_raise_invalid_target(p, a, PY_TARGET_STAR);
        if (p->failed) return;
        p->pos++;
    }
}
