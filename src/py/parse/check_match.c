// check_match.c: the rules for patterns that depend on names and order: unreachable cases, names
// bound twice or not in every alternative, repeated keys and attributes.
#include "check_int.h"

#include <stdio.h>
#include <stdlib.h>

// The names a pattern binds so far, on the parser's list stack (as nodes that carry the name).
struct matcher {
    struct py_parser *p;
    bool irrefutable_ok;
    int names; // index in p->stack of the first name
};

static bool pattern(struct matcher *m, const struct py_node *n);

static const char *bound_name(const struct py_node *n)
{
    switch (n->kind) {
    case PY_AST_MatchAs: return n->MatchAs.name;
    case PY_AST_MatchStar: return n->MatchStar.name;
    default: return n->MatchMapping.rest;
    }
}

static bool is_bound(const struct matcher *m, const char *name)
{
    for (int i = m->names; i < m->p->sp; i++)
        if (bound_name(m->p->stack[i]) == name) return true;
    return false;
}

static bool bind(struct matcher *m, const struct py_node *n)
{
    const char *name = bound_name(n);
    if (!name) return true;
    if (py_check_debug(m->p, name, py_node_pos(n))) return false;
    if (is_bound(m, name))
        return check_raise(m->p, n, "multiple assignments to name '%s' in pattern", name);
    return py_list_push(m->p, (struct py_node *)n);
}

static bool sub_pattern(struct matcher *m, const struct py_node *n)
{
    bool before = m->irrefutable_ok;
    m->irrefutable_ok = true;
    bool ok = pattern(m, n);
    m->irrefutable_ok = before;
    return ok;
}

static bool sub_patterns(struct matcher *m, const struct py_nodes *list)
{
    for (int i = 0; i < list->n; i++)
        if (!sub_pattern(m, list->v[i])) return false;
    return true;
}

static bool as_pattern(struct matcher *m, const struct py_node *n)
{
    if (!n->MatchAs.pattern) {
        if (m->irrefutable_ok) return bind(m, n);
        if (n->MatchAs.name)
            return check_raise(m->p, n, "name capture '%s' makes remaining patterns unreachable",
                               n->MatchAs.name);
        return check_raise(m->p, n, "wildcard makes remaining patterns unreachable");
    }
    return pattern(m, n->MatchAs.pattern) && bind(m, n);
}

// Every alternative must bind the same names; those of the first stay.
static bool or_pattern(struct matcher *m, const struct py_node *n)
{
    struct py_parser *p = m->p;
    const struct py_nodes *list = &n->MatchOr.patterns;
    int outer = m->names, first = p->sp, first_end = first;
    bool allowed = m->irrefutable_ok;
    for (int i = 0; i < list->n; i++) {
        m->names = p->sp;
        m->irrefutable_ok = allowed && i == list->n - 1;
        if (!pattern(m, list->v[i])) return false;
        if (i == 0) {
            first_end = p->sp;
            continue;
        }
        bool same = p->sp - m->names == first_end - first;
        for (int k = first; same && k < first_end; k++) same = is_bound(m, bound_name(p->stack[k]));
        if (!same) return check_raise(p, n, "alternative patterns bind different names");
        p->sp = first_end;
    }
    m->irrefutable_ok = allowed;
    m->names = outer;
    for (int k = first; k < first_end; k++) {
        const char *name = bound_name(p->stack[k]);
        for (int i = outer; i < first; i++)
            if (bound_name(p->stack[i]) == name)
                return check_raise(p, n, "multiple assignments to name '%s' in pattern", name);
    }
    return true;
}

static bool sequence(struct matcher *m, const struct py_node *n)
{
    const struct py_nodes *list = &n->MatchSequence.patterns;
    int stars = 0;
    for (int i = 0; i < list->n; i++) stars += list->v[i]->kind == PY_AST_MatchStar;
    if (stars > 1) return check_raise(m->p, n, "multiple starred names in sequence pattern");
    return sub_patterns(m, list);
}

struct number {
    double re, im;
};

// The value of a numeric key (True and False included) when doubles hold it exactly.
static bool number_of(const struct py_node *n, struct number *out)
{
    struct number a, b;
    if (n->kind == PY_AST_UnaryOp) {
        if (!number_of(n->UnaryOp.operand, &a)) return false;
        *out = (struct number){-a.re, -a.im};
        return true;
    }
    if (n->kind == PY_AST_BinOp) {
        if (!number_of(n->BinOp.left, &a) || !number_of(n->BinOp.right, &b)) return false;
        double sign = n->BinOp.op == PY_AST_OP_Sub ? -1 : 1;
        *out = (struct number){a.re + sign * b.re, a.im + sign * b.im};
        return true;
    }
    if (n->kind != PY_AST_Constant) return false;
    const struct py_const *c = &n->Constant.value;
    *out = (struct number){0, 0};
    switch (c->kind) {
    case PY_CONST_TRUE: out->re = 1; return true;
    case PY_CONST_FALSE: return true;
    case PY_CONST_INT: out->re = (double)c->u64; return c->is_small && c->u64 < (uint64_t)1 << 53;
    case PY_CONST_FLOAT: out->re = c->f; return true;
    case PY_CONST_IMAG: out->im = c->f; return true;
    default: return false;
    }
}

static bool same_const(const struct py_const *a, const struct py_const *b)
{
    if (a->kind != b->kind) return false;
    if (a->kind == PY_CONST_INT || a->kind == PY_CONST_STR || a->kind == PY_CONST_BYTES)
        return a->len == b->len && a->base == b->base && memcmp(a->s, b->s, a->len) == 0;
    return a->kind <= PY_CONST_ELLIPSIS;
}

static bool same_key(const struct py_node *a, const struct py_node *b)
{
    struct number x, y;
    if (number_of(a, &x) && number_of(b, &y)) return x.re == y.re && x.im == y.im;
    if (a->kind != b->kind) return false;
    if (a->kind == PY_AST_UnaryOp) return same_key(a->UnaryOp.operand, b->UnaryOp.operand);
    // attributes are looked up at run time
    return a->kind == PY_AST_Constant && same_const(&a->Constant.value, &b->Constant.value);
}

// repr() of a key, as far as a message needs it.
static const char *key_text(struct py_parser *p, const struct py_node *k)
{
    static const char *const words[] = {"None", "True", "False", "Ellipsis"};
    const struct py_node *c = k->kind == PY_AST_UnaryOp ? k->UnaryOp.operand : k;
    if (c->kind != PY_AST_Constant) return "...";
    const struct py_const *v = &c->Constant.value;
    if (v->kind <= PY_CONST_ELLIPSIS) return words[v->kind];
    if (v->kind == PY_CONST_FLOAT || v->kind == PY_CONST_IMAG) {
        char number[40];
        int digits = 1;
        do snprintf(number, sizeof number, "%.*g", digits, v->f);
        while (strtod(number, NULL) != v->f && ++digits < 18);
        const char *end = v->kind == PY_CONST_IMAG ? "j" : strpbrk(number, ".e") ? "" : ".0";
        char *shown = py_parse_mem(p, sizeof number + 4);
        if (shown) snprintf(shown, sizeof number + 4, "%s%s%s", k != c ? "-" : "", number, end);
        return shown ? shown : "";
    }
    size_t n = v->len;
    char *text = py_parse_mem(p, n + 5), *to = text;
    if (!text) return "";
    if (k != c && !(v->is_small && v->u64 == 0)) *to++ = '-';
    if (v->kind == PY_CONST_BYTES) *to++ = 'b';
    if (v->kind != PY_CONST_INT) *to++ = '\'';
    memcpy(to, v->s, n);
    to += n;
    if (v->kind != PY_CONST_INT) *to++ = '\'';
    return text;
}

static bool mapping(struct matcher *m, const struct py_node *n)
{
    const struct py_nodes *keys = &n->MatchMapping.keys;
    for (int i = 0; i < keys->n; i++) {
        if (keys->v[i]->kind == PY_AST_JoinedStr)
            return check_raise(m->p, n,
                               "mapping pattern keys may only match literals and attribute "
                               "lookups");
        for (int k = 0; k < i; k++)
            if (same_key(keys->v[k], keys->v[i]))
                return check_raise(m->p, n, "mapping pattern checks duplicate key (%s)",
                                   key_text(m->p, keys->v[i]));
    }
    return sub_patterns(m, &n->MatchMapping.patterns) && bind(m, n);
}

static bool class_pattern(struct matcher *m, const struct py_node *n)
{
    const struct py_idents *attrs = &n->MatchClass.kwd_attrs;
    for (int i = 0; i < attrs->n; i++) {
        const struct py_node *at = n->MatchClass.kwd_patterns.v[i];
        if (py_check_debug(m->p, attrs->v[i], py_node_pos(at))) return false;
        for (int k = i + 1; k < attrs->n; k++)
            if (attrs->v[k] == attrs->v[i])
                return check_raise(m->p, n->MatchClass.kwd_patterns.v[k],
                                   "attribute name repeated in class pattern: %s", attrs->v[i]);
    }
    return sub_patterns(m, &n->MatchClass.patterns) && sub_patterns(m, &n->MatchClass.kwd_patterns);
}

static bool pattern(struct matcher *m, const struct py_node *n)
{
    if (!py_parse_stack_left(m->p)) return py_check_deep(m->p);
    switch (n->kind) {
    case PY_AST_MatchAs: return as_pattern(m, n);
    case PY_AST_MatchOr: return or_pattern(m, n);
    case PY_AST_MatchSequence: return sequence(m, n);
    case PY_AST_MatchMapping: return mapping(m, n);
    case PY_AST_MatchClass: return class_pattern(m, n);
    case PY_AST_MatchStar: return bind(m, n);
    case PY_AST_MatchValue:
        if (n->MatchValue.value->kind == PY_AST_JoinedStr)
            return check_raise(m->p, n, "patterns may only match literals and attribute lookups");
        return true;
    default: return true;
    }
}

bool py_check_match(struct py_parser *p, const struct py_node *match)
{
    const struct py_nodes *cases = &match->Match.cases;
    for (int i = 0; i < cases->n; i++) {
        struct matcher m = {p, cases->v[i]->match_case.guard || i == cases->n - 1, p->sp};
        if (!pattern(&m, cases->v[i]->match_case.pattern)) return false;
        p->sp = m.names;
    }
    return true;
}
