// gram_atom.c: atoms, displays, comprehensions, and what may follow an atom: calls, subscripts,
// attributes.
#include "gram.h"

// for_if_clause: [async] for targets in disjunction (if disjunction)*
static struct py_node *comprehension_clause(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    bool is_async = accept(p, TOK_ASYNC);
    if (!accept(p, TOK_FOR)) return NULL;
    int target_start = p->pos;
    struct py_node *target = py_gram_for_targets(p);
    if (!target || !accept(p, TOK_IN)) {
        if (hooks_on(p)) {
            p->pos = target_start;
            p->sp = mark;
            struct py_node *wrong = py_gram_star_expressions(p);
            if (wrong) py_gram_raise_invalid_target(p, wrong, PY_TARGET_FOR);
        }
        return NULL;
    }
    struct py_node *iter = py_gram_disjunction(p);
    if (!iter) return NULL;
    mark = p->sp;
    while (accept(p, TOK_IF)) {
        struct py_node *test = py_gram_disjunction(p);
        if (!test || !py_list_push(p, test)) return NULL;
    }
    struct py_node *n = node_at(p, PY_AST_comprehension, start);
    if (!n) return NULL;
    n->comprehension.target = target;
    n->comprehension.iter = iter;
    n->comprehension.is_async = is_async;
    return py_parse_list_take(p, mark, &n->comprehension.ifs) ? n : NULL;
}

bool py_gram_comprehension_clauses(struct py_parser *p, struct py_nodes *out)
{
    int mark = p->sp;
    do {
        struct py_node *clause = comprehension_clause(p);
        if (!clause || !py_list_push(p, clause)) return false;
    } while (at(p, TOK_FOR) || (at(p, TOK_ASYNC) && tok_ahead(p, 1)->type == TOK_FOR));
    return py_parse_list_take(p, mark, out);
}

static bool at_comprehension(struct py_parser *p)
{
    return at(p, TOK_FOR) || at(p, TOK_ASYNC);
}

struct py_node *py_gram_genexp_rest(struct py_parser *p, struct py_node *elt, int start)
{
    struct py_nodes clauses;
    if (!py_gram_comprehension_clauses(p, &clauses) || !accept(p, TOK_RPAR)) return NULL;
    struct py_node *n = node_at(p, PY_AST_GeneratorExp, start);
    if (!n) return NULL;
    n->GeneratorExp.elt = elt;
    n->GeneratorExp.generators = clauses;
    return n;
}

// The rest of a comma list whose first item is on the stack; p->pos at the comma.
static bool more_items(struct py_parser *p)
{
    while (accept(p, TOK_COMMA)) {
        if (!py_gram_starts_expression(p) && !at(p, TOK_STAR)) return true;
        struct py_node *item = py_gram_star_named_expression(p);
        if (!item || !py_list_push(p, item)) return false;
    }
    return true;
}

// invalid_comprehension and invalid_group: what stands in brackets where no display parses.
static void *display_error(struct py_parser *p, int start, int mark)
{
    if (!hooks_on(p)) return NULL;
    struct py_nodes clauses;
    p->pos = start + 1;
    p->sp = mark;
    bool paren = p->toks[start].type == TOK_LPAR;
    int first_at = p->pos;
    if (paren && (at(p, TOK_STAR) || at(p, TOK_DSTAR))) {
        bool twice = at(p, TOK_DSTAR);
        struct py_pos star = py_tok_pos(tok(p));
        struct py_node *n = py_gram_starred(p, py_gram_expression);
        if (n && at(p, TOK_RPAR))
            return raise_at(p, twice ? star : py_node_pos(n),
                            "cannot use %sstarred expression here", twice ? "double " : "");
        p->pos = first_at;
    }
    if (p->failed) return NULL;
    struct py_node *first = at(p, TOK_STAR) ? py_gram_starred(p, py_gram_expression) : NULL;
    if (first && at_comprehension(p) && py_gram_comprehension_clauses(p, &clauses))
        return raise_at(p, py_node_pos(first),
                        "iterable unpacking cannot be used in comprehension");
    if (paren || p->failed) return NULL;
    p->pos = first_at;
    first = py_gram_star_named_expression(p);
    if (!first || !accept(p, TOK_COMMA)) return NULL;
    struct py_pos comma = py_tok_pos(&p->toks[p->pos - 1]), last = comma;
    while (py_gram_starts_expression(p) || at(p, TOK_STAR)) {
        struct py_node *item = py_gram_star_named_expression(p);
        if (!item) return NULL;
        last = py_node_pos(item);
        if (!accept(p, TOK_COMMA)) break;
    }
    if (at_comprehension(p) && py_gram_comprehension_clauses(p, &clauses))
        return raise_at(p, join(py_node_pos(first), last),
                        "did you forget parentheses around the comprehension target?");
    return NULL;
}

static struct py_node *paren_rest(struct py_parser *p, int start, int mark)
{
    if (accept(p, TOK_RPAR)) return py_gram_tuple_node(p, start, mark);
    struct py_node *first;
    if (at(p, TOK_YIELD)) {
        first = py_gram_yield_or_star(p);
    } else {
        first = py_gram_star_named_expression(p);
        if (first && first->kind != PY_AST_Starred && at_comprehension(p))
            return py_gram_genexp_rest(p, first, start);
        if (first && at(p, TOK_COMMA)) {
            if (!py_list_push(p, first) || !more_items(p) || !accept(p, TOK_RPAR)) return NULL;
            return py_gram_tuple_node(p, start, mark);
        }
    }
    if (!first || first->kind == PY_AST_Starred || !accept(p, TOK_RPAR)) return NULL;
    first->flags |= PY_NODE_PAREN;
    return first;
}

static struct py_node *list_rest(struct py_parser *p, int start, int mark)
{
    if (!at(p, TOK_RSQB)) {
        struct py_node *first = py_gram_star_named_expression(p);
        if (first && first->kind != PY_AST_Starred && at_comprehension(p)) {
            struct py_nodes clauses;
            if (!py_gram_comprehension_clauses(p, &clauses) || !accept(p, TOK_RSQB)) return NULL;
            struct py_node *n = node_at(p, PY_AST_ListComp, start);
            if (!n) return NULL;
            n->ListComp.elt = first;
            n->ListComp.generators = clauses;
            return n;
        }
        if (!first || !py_list_push(p, first) || !more_items(p)) return NULL;
    }
    if (!accept(p, TOK_RSQB)) return NULL;
    struct py_node *n = node_at(p, PY_AST_List, start);
    return n && py_parse_list_take(p, mark, &n->List.elts) ? n : NULL;
}

// key ':' value, or '**' value with *key NULL.
static bool dict_item(struct py_parser *p, struct py_node **key, struct py_node **value)
{
    if (accept(p, TOK_DSTAR)) {
        *key = NULL;
        *value = py_gram_bitwise_or(p);
        return *value;
    }
    *key = py_gram_expression(p);
    if (!*key || !accept(p, TOK_COLON)) return false;
    *value = py_gram_expression(p);
    return *value;
}

// p->pos behind the first ':' or '**' item, given as key and value.
static struct py_node *dict_rest(struct py_parser *p, int start, int mark, struct py_node *key,
                                 struct py_node *value)
{
    if (key && at_comprehension(p)) {
        struct py_nodes clauses;
        if (!py_gram_comprehension_clauses(p, &clauses) || !accept(p, TOK_RBRACE)) return NULL;
        struct py_node *n = node_at(p, PY_AST_DictComp, start);
        if (!n) return NULL;
        n->DictComp.key = key;
        n->DictComp.value = value;
        n->DictComp.generators = clauses;
        return n;
    }
    if (!py_list_push(p, key) || !py_list_push(p, value)) return NULL;
    while (accept(p, TOK_COMMA) && !at(p, TOK_RBRACE))
        if (!dict_item(p, &key, &value) || !py_list_push(p, key) || !py_list_push(p, value))
            return NULL;
    if (!accept(p, TOK_RBRACE)) return NULL;
    struct py_node *n = node_at(p, PY_AST_Dict, start);
    int count = (p->sp - mark) / 2;
    struct py_node **both = n ? py_parse_mem(p, 2 * (size_t)count * sizeof *both) : NULL;
    if (!both) return NULL;
    for (int i = 0; i < count; i++) {
        both[i] = p->stack[mark + 2 * i];
        both[count + i] = p->stack[mark + 2 * i + 1];
    }
    n->Dict.keys = (struct py_nodes){both, count};
    n->Dict.values = (struct py_nodes){both + count, count};
    p->sp = mark;
    return n;
}

static struct py_node *brace_rest(struct py_parser *p, int start, int mark)
{
    if (accept(p, TOK_RBRACE)) return node_at(p, PY_AST_Dict, start);
    struct py_node *value;
    if (at(p, TOK_DSTAR)) {
        struct py_node *key;
        return dict_item(p, &key, &value) ? dict_rest(p, start, mark, NULL, value) : NULL;
    }
    struct py_node *first = py_gram_star_named_expression(p);
    if (!first) return NULL;
    if (first->kind != PY_AST_Starred && accept(p, TOK_COLON)) {
        if (first->kind == PY_AST_NamedExpr && !(first->flags & PY_NODE_PAREN)) return NULL;
        value = py_gram_expression(p);
        return value ? dict_rest(p, start, mark, first, value) : NULL;
    }
    if (first->kind != PY_AST_Starred && at_comprehension(p)) {
        struct py_nodes clauses;
        if (!py_gram_comprehension_clauses(p, &clauses) || !accept(p, TOK_RBRACE)) return NULL;
        struct py_node *n = node_at(p, PY_AST_SetComp, start);
        if (!n) return NULL;
        n->SetComp.elt = first;
        n->SetComp.generators = clauses;
        return n;
    }
    if (!py_list_push(p, first) || !more_items(p) || !accept(p, TOK_RBRACE)) return NULL;
    struct py_node *n = node_at(p, PY_AST_Set, start);
    return n && py_parse_list_take(p, mark, &n->Set.elts) ? n : NULL;
}

// invalid_kvpair; a: the key that parsed, or NULL when none did.
static void *kvpair_error(struct py_parser *p)
{
    struct py_node *key = py_gram_expression(p);
    if (!key) return NULL;
    if (!accept(p, TOK_COLON)) {
        struct py_pos pos = py_node_pos(key);
        pos.col = pos.end_col - 1;
        pos.end_col = -1;
        return raise_at(p, pos, "':' expected after dictionary key");
    }
    if (at(p, TOK_STAR)) {
        struct py_pos star = py_tok_pos(tok(p));
        p->pos++;
        if (!py_gram_bitwise_or(p)) return NULL;
        return raise_at(p, py_gram_pos_from(p, star),
                        "cannot use a starred expression in a dictionary value");
    }
    if (at(p, TOK_RBRACE) || at(p, TOK_COMMA))
        return raise_at(p, py_tok_pos(&p->toks[p->pos - 1]),
                        "expression expected after dictionary key and ':'");
    return NULL;
}

// The '{' alternatives that only report: invalid_double_starred_kvpairs, dict comprehension with
// '**'.
static void *brace_error(struct py_parser *p, int start, int mark)
{
    struct py_node *key, *value;
    struct py_nodes clauses;
    p->pos = start + 1;
    p->sp = mark;
    int good = 0;
    while (dict_item(p, &key, &value)) {
        good++;
        if (!at(p, TOK_COMMA)) break;
        p->pos++;
        int item = p->pos;
        if (at(p, TOK_DSTAR)) continue;
        if (dict_item(p, &key, &value)) {
            p->pos = item;
            continue;
        }
        if (p->failed) return NULL;
        p->pos = item;
        return kvpair_error(p);
    }
    if (p->failed) return NULL;
    if (!good && !(p->toks[start + 1].type == TOK_DSTAR)) {
        p->pos = start + 1;
        struct py_node *k = py_gram_expression(p);
        if (!k || !at(p, TOK_COLON)) return NULL;
        p->pos = start + 1;
        return kvpair_error(p);
    }
    p->pos = start + 1;
    if (at(p, TOK_DSTAR)) {
        struct py_pos stars = py_tok_pos(tok(p));
        p->pos++;
        if (py_gram_bitwise_or(p) && at_comprehension(p) &&
            py_gram_comprehension_clauses(p, &clauses) && at(p, TOK_RBRACE))
            return raise_at(p, stars, "dict unpacking cannot be used in dict comprehension");
    }
    return NULL;
}

static struct py_node *display(struct py_parser *p)
{
    int start = p->pos++, mark = p->sp;
    struct py_node *n;
    switch (p->toks[start].type) {
    case TOK_LPAR: n = paren_rest(p, start, mark); break;
    case TOK_LSQB: n = list_rest(p, start, mark); break;
    default: n = brace_rest(p, start, mark); break;
    }
    if (n || p->failed) return n;
    // CPython looks for these in its first pass already
    if (p->toks[start].type == TOK_LBRACE && !p->toks[start].brace_done) {
        p->toks[start].brace_done = true;
        brace_error(p, start, mark);
    }
    if (hooks_on(p)) display_error(p, start, mark);
    return NULL;
}

static struct py_node *keyword_constant(struct py_parser *p)
{
    static const uint8_t kinds[TOK_COUNT] = {[TOK_FALSE] = PY_CONST_FALSE,
                                             [TOK_TRUE] = PY_CONST_TRUE,
                                             [TOK_NONE] = PY_CONST_NONE,
                                             [TOK_ELLIPSIS] = PY_CONST_ELLIPSIS};
    struct py_node *n = py_node_new(p, PY_AST_Constant, py_tok_pos(tok(p)));
    if (n) n->Constant.value.kind = kinds[p->toks[p->pos++].type];
    return n;
}

struct py_node *py_gram_atom(struct py_parser *p)
{
    const struct py_token *t = tok(p);
    switch (t->type) {
    case TOK_NAME: {
        struct py_node *n = py_node_new(p, PY_AST_Name, py_tok_pos(t));
        p->pos++;
        if (n) n->Name.id = t->name;
        return n;
    }
    case TOK_NUMBER: p->pos++; return py_gram_number(p, t);
    case TOK_STRING:
    case TOK_FSTART: return py_gram_strings(p);
    case TOK_TRUE:
    case TOK_FALSE:
    case TOK_NONE:
    case TOK_ELLIPSIS: return keyword_constant(p);
    case TOK_LPAR:
    case TOK_LSQB:
    case TOK_LBRACE: return display(p);
    default: return NULL;
    }
}

static struct py_node *slice_item(struct py_parser *p)
{
    int start = p->pos;
    if (at(p, TOK_STAR)) return py_gram_starred(p, py_gram_bitwise_or);
    struct py_node *part[3] = {NULL, NULL, NULL};
    if (!at(p, TOK_COLON)) {
        part[0] = py_gram_named_expression(p);
        if (!part[0] || !at(p, TOK_COLON)) return part[0];
        if (part[0]->kind == PY_AST_NamedExpr && !(part[0]->flags & PY_NODE_PAREN)) return NULL;
    }
    for (int i = 1; i < 3 && accept(p, TOK_COLON); i++) {
        if (!py_gram_starts_expression(p)) continue;
        part[i] = py_gram_expression(p);
        if (!part[i]) return NULL;
    }
    struct py_node *n = node_at(p, PY_AST_Slice, start);
    if (!n) return NULL;
    n->Slice.lower = part[0];
    n->Slice.upper = part[1];
    n->Slice.step = part[2];
    return n;
}

static struct py_node *slices(struct py_parser *p)
{
    int start = p->pos, mark = p->sp;
    struct py_node *first = slice_item(p);
    if (!first || (!at(p, TOK_COMMA) && first->kind != PY_AST_Starred)) return first;
    if (!py_list_push(p, first)) return NULL;
    while (accept(p, TOK_COMMA) && !at(p, TOK_RSQB)) {
        struct py_node *item = slice_item(p);
        if (!item || !py_list_push(p, item)) return NULL;
    }
    return py_gram_tuple_node(p, start, mark);
}

static struct py_node *attribute(struct py_parser *p, struct py_node *value, int start)
{
    p->pos++;
    const struct py_token *name = tok(p);
    if (!accept(p, TOK_NAME)) return NULL;
    struct py_node *n = node_at(p, PY_AST_Attribute, start);
    if (!n) return NULL;
    n->Attribute.value = value;
    n->Attribute.attr = name->name;
    return n;
}

static struct py_node *subscript(struct py_parser *p, struct py_node *value, int start)
{
    p->pos++;
    struct py_node *index = slices(p);
    if (!index || !accept(p, TOK_RSQB)) return NULL;
    struct py_node *n = node_at(p, PY_AST_Subscript, start);
    if (!n) return NULL;
    n->Subscript.value = value;
    n->Subscript.slice = index;
    return n;
}

static struct py_node *call(struct py_parser *p, struct py_node *func, int start)
{
    int open = p->pos++;
    struct py_node *n = py_node_new(p, PY_AST_Call, span(p, start));
    if (!n || !py_gram_call_arguments(p, n, open)) return NULL;
    n->Call.func = func;
    end_here(p, n);
    return n;
}

struct py_node *py_gram_primary(struct py_parser *p)
{
    int start = p->pos;
    struct py_node *n = py_gram_atom(p);
    while (n) {
        int back = p->pos, top = p->sp;
        struct py_node *so_far = n;
        switch (tok(p)->type) {
        case TOK_DOT: n = attribute(p, n, start); break;
        case TOK_LSQB: n = subscript(p, n, start); break;
        case TOK_LPAR: n = call(p, n, start); break;
        default: return n;
        }
        if (!n && !p->failed) { // as in a PEG: it ends before what does not fit
            p->pos = back;
            p->sp = top;
            return so_far;
        }
    }
    return NULL;
}
