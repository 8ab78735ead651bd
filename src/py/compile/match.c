// The match statement. Captures are kept in temporaries until the whole pattern has matched, then
// stored, then the guard runs.
#include "comp_int.h"

struct captures {
    struct py_ident **names;
    int n, cap, base; // register of names[i] is base + i
};

static void capture_name(struct py_comp *c, struct captures *k, const char *name)
{
    if (!name) return;
    struct py_ident *id = py_comp_local_id(c, name);
    for (int i = 0; i < k->n; i++)
        if (k->names[i] == id) return;
    struct py_ident **v = py_comp_grow(c, &c->passing, k->names, k->n, &k->cap, sizeof *v);
    if (!v) return;
    k->names = v;
    v[k->n++] = id;
}

static void find_captures(struct py_comp *c, struct captures *k, const struct py_node *p)
{
    if (py_comp_deep(c)) return;
    if (!p) return;
    const struct py_nodes *l = NULL;
    switch (p->kind) {
    case PY_AST_MatchAs:
        find_captures(c, k, p->MatchAs.pattern);
        capture_name(c, k, p->MatchAs.name);
        return;
    case PY_AST_MatchStar: capture_name(c, k, p->MatchStar.name); return;
    case PY_AST_MatchSequence: l = &p->MatchSequence.patterns; break;
    case PY_AST_MatchOr: l = &p->MatchOr.patterns; break;
    case PY_AST_MatchMapping: l = &p->MatchMapping.patterns; break;
    case PY_AST_MatchClass:
        for (int i = 0; i < p->MatchClass.kwd_patterns.n; i++)
            find_captures(c, k, p->MatchClass.kwd_patterns.v[i]);
        l = &p->MatchClass.patterns;
        break;
    default: return;
    }
    for (int i = 0; i < l->n; i++) find_captures(c, k, l->v[i]);
    if (p->kind == PY_AST_MatchMapping) capture_name(c, k, p->MatchMapping.rest);
}

static void capture(struct py_comp *c, const struct captures *k, const char *name, int reg)
{
    struct py_ident *id = py_comp_local_id(c, name);
    for (int i = 0; i < k->n; i++)
        if (k->names[i] == id) py_comp_emit(c, PY_OP_MOVE, k->base + i, reg, 0);
}

static bool wildcard(const struct py_node *p)
{
    return (p->kind == PY_AST_MatchAs && !p->MatchAs.name) ||
           (p->kind == PY_AST_MatchStar && !p->MatchStar.name);
}

static void pattern(struct py_comp *c, const struct captures *k, struct py_node *p, int reg,
                    int fail);

static void test(struct py_comp *c, enum py_op op, int reg, int n, int fail)
{
    int t = py_comp_tmp(c);
    py_comp_emit(c, op, t, reg, n);
    py_comp_jump(c, PY_OP_JF, t, 0, fail);
    c->u->top = t;
}

// `first, *_, last`: takes the items one by one and does not run through the rest.
static void items_around(struct py_comp *c, const struct captures *k, const struct py_nodes *l,
                         int star, int reg, int fail)
{
    for (int i = 0; i < l->n; i++) {
        if (wildcard(l->v[i])) continue;
        int t = py_comp_tmp(c);
        if (i < star)
            py_comp_emit(c, PY_OP_GETITEM, t, reg, py_comp_loadk(c, py_small_new(i), PY_ANY));
        else py_comp_emit(c, PY_OP_MATCH_LAST, t, reg, l->n - i);
        pattern(c, k, l->v[i], t, fail);
    }
}

static void sequence(struct py_comp *c, const struct captures *k, struct py_node *p, int reg,
                     int fail)
{
    struct py_nodes *l = &p->MatchSequence.patterns;
    int star = -1;
    bool all = true;
    for (int i = 0; i < l->n; i++) {
        if (l->v[i]->kind == PY_AST_MatchStar) star = i;
        all = all && wildcard(l->v[i]);
    }
    test(c, PY_OP_MATCH_SEQUENCE, reg, 0, fail);
    if (star < 0 || l->n > 1)
        test(c, PY_OP_MATCH_LEN, reg, star < 0 ? l->n : (l->n - 1) | 0x8000, fail);
    if (all || !l->n) return;
    if (star >= 0 && wildcard(l->v[star])) {
        items_around(c, k, l, star, reg, fail);
        return;
    }
    int r = py_comp_tmps(c, l->n);
    if (star < 0) py_comp_emit(c, PY_OP_UNPACK, r, reg, l->n);
    else if (star > 255 || l->n - star - 1 > 255)
        py_comp_unsupported(c, p, "a sequence pattern of more than 255 parts");
    else py_comp_emit(c, PY_OP_UNPACK_EX, r, reg, star | (l->n - star - 1) << 8);
    for (int i = 0; i < l->n; i++) pattern(c, k, l->v[i], r + i, fail);
}

static void mapping(struct py_comp *c, const struct captures *k, struct py_node *p, int reg,
                    int fail)
{
    struct py_nodes *keys = &p->MatchMapping.keys, *l = &p->MatchMapping.patterns;
    test(c, PY_OP_MATCH_MAPPING, reg, 0, fail);
    if (keys->n) test(c, PY_OP_MATCH_LEN, reg, keys->n | 0x8000, fail);
    int t = py_comp_tmps(c, 2);
    if (keys->n || p->MatchMapping.rest) {
        int r = c->u->top;
        for (int i = 0; i < keys->n; i++) py_comp_expr_tmp(c, keys->v[i]);
        py_at(c, p);
        py_comp_emit(c, PY_OP_BUILD_TUPLE, t, r, keys->n);
        c->u->top = r;
    }
    if (keys->n) {
        py_comp_emit(c, PY_OP_MATCH_KEYS, t + 1, reg, t);
        py_comp_jump(c, PY_OP_JNONE, t + 1, 0, fail);
        int r = py_comp_tmps(c, keys->n);
        py_comp_emit(c, PY_OP_UNPACK, r, t + 1, keys->n);
        for (int i = 0; i < l->n; i++) pattern(c, k, l->v[i], r + i, fail);
    }
    if (p->MatchMapping.rest) {
        py_comp_emit(c, PY_OP_MATCH_REST, t + 1, reg, t);
        capture(c, k, p->MatchMapping.rest, t + 1);
    }
}

static void class_pattern(struct py_comp *c, const struct captures *k, struct py_node *p, int reg,
                          int fail)
{
    struct py_nodes *l = &p->MatchClass.patterns, *kw = &p->MatchClass.kwd_patterns;
    int w = py_comp_tmps(c, 3), n = l->n + kw->n;
    py_value names = py_comp_keep(c, py_tuple_new(c->iso, (uint64_t)kw->n));
    for (int i = 0; names && i < kw->n; i++)
        py_tuple(names)->v[i] = py_text(c, py_comp_id(c, p->MatchClass.kwd_attrs.v[i]));
    py_comp_expr(c, p->MatchClass.cls, w + 1);
    py_at(c, p);
    py_comp_emit(c, PY_OP_MOVE, w, reg, 0);
    py_comp_loadk(c, names, w + 2);
    py_comp_emit(c, PY_OP_MATCH_CLASS, w, w, l->n);
    py_comp_jump(c, PY_OP_JNONE, w, 0, fail);
    if (!n) return;
    int r = py_comp_tmps(c, n);
    py_comp_emit(c, PY_OP_UNPACK, r, w, n);
    for (int i = 0; i < l->n; i++) pattern(c, k, l->v[i], r + i, fail);
    for (int i = 0; i < kw->n; i++) pattern(c, k, kw->v[i], r + l->n + i, fail);
}

static void alternatives(struct py_comp *c, const struct captures *k, struct py_node *p, int reg,
                         int fail)
{
    int done = py_comp_label(c), n = p->MatchOr.patterns.n;
    for (int i = 0; i < n; i++) {
        int next = i + 1 < n ? py_comp_label(c) : fail;
        pattern(c, k, p->MatchOr.patterns.v[i], reg, next);
        if (i + 1 == n) break;
        py_comp_jump(c, PY_OP_JUMP, 0, 0, done);
        py_comp_bind(c, next);
    }
    py_comp_bind(c, done);
}

static void value(struct py_comp *c, struct py_node *p, int reg, int fail)
{
    py_value v = py_fold(c, p->MatchValue.value);
    int r = v ? py_comp_konst(c, v) : py_comp_expr(c, p->MatchValue.value, PY_ANY);
    py_at(c, p);
    py_comp_jump(c, v ? PY_OP_JNEQK : PY_OP_JNEQ, reg, r, fail);
}

static void singleton(struct py_comp *c, struct py_node *p, int reg, int fail)
{
    py_value v = py_comp_const_value(c, &p->MatchSingleton.value);
    if (v == PY_NONE) {
        py_comp_jump(c, PY_OP_JNOTNONE, reg, 0, fail);
        return;
    }
    int t = py_comp_loadk(c, v, PY_ANY);
    py_comp_emit(c, PY_OP_IS, t, reg, t);
    py_comp_jump(c, PY_OP_JF, t, 0, fail);
}

static void pattern(struct py_comp *c, const struct captures *k, struct py_node *p, int reg,
                    int fail)
{
    if (py_comp_deep(c)) return;
    int top = c->u->top;
    py_at(c, p);
    switch (p->kind) {
    case PY_AST_MatchValue: value(c, p, reg, fail); break;
    case PY_AST_MatchSingleton: singleton(c, p, reg, fail); break;
    case PY_AST_MatchSequence: sequence(c, k, p, reg, fail); break;
    case PY_AST_MatchMapping: mapping(c, k, p, reg, fail); break;
    case PY_AST_MatchClass: class_pattern(c, k, p, reg, fail); break;
    case PY_AST_MatchStar:
        if (p->MatchStar.name) capture(c, k, p->MatchStar.name, reg);
        break;
    case PY_AST_MatchAs:
        if (p->MatchAs.pattern) pattern(c, k, p->MatchAs.pattern, reg, fail);
        if (p->MatchAs.name) capture(c, k, p->MatchAs.name, reg);
        break;
    case PY_AST_MatchOr: alternatives(c, k, p, reg, fail); break;
    default: py_comp_unsupported(c, p, py_node_infos[p->kind].name); break;
    }
    c->u->top = top;
}

void py_comp_match(struct py_comp *c, struct py_node *n)
{
    int subject = py_comp_expr_tmp(c, n->Match.subject), end = py_comp_label(c);
    for (int i = 0; i < n->Match.cases.n; i++) {
        struct py_node *m = n->Match.cases.v[i];
        int next = py_comp_label(c), top = c->u->top;
        struct captures k = {0};
        find_captures(c, &k, m->match_case.pattern);
        k.base = py_comp_tmps(c, k.n);
        pattern(c, &k, m->match_case.pattern, subject, next);
        py_at(c, m->match_case.pattern);
        if (wildcard(m->match_case.pattern)) py_comp_mark(c, m->match_case.pattern);
        for (int j = 0; j < k.n; j++) py_comp_name_store(c, k.names[j], k.base + j);
        c->u->top = top;
        if (m->match_case.guard) py_comp_cond(c, m->match_case.guard, false, next);
        py_comp_body(c, &m->match_case.body);
        py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
        py_comp_bind(c, next);
    }
    py_comp_bind(c, end);
}
