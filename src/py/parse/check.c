// check.c: entry to the checks that follow the grammar, so that the compiler may take a tree as
// valid; and the rules for __future__ imports.
#include "check_int.h"

bool py_check_deep(struct py_parser *p)
{
    return py_lex_raise(p, PY_SYNTAX_RECURSION, (struct py_pos){0, 0, 0, 0},
                        "maximum recursion depth exceeded during compilation");
}

bool py_check_debug(struct py_parser *p, const char *name, struct py_pos pos)
{
    if (!name || name[0] != '_' || strcmp(name, "__debug__") != 0) return false;
    py_lex_raise(p, PY_SYNTAX_ERROR, pos, "cannot assign to __debug__");
    return true;
}

static bool is_future(const struct py_node *s)
{
    return s->kind == PY_AST_ImportFrom && s->ImportFrom.level == 0 && s->ImportFrom.module &&
           strcmp(s->ImportFrom.module, "__future__") == 0;
}

static bool future_features(struct py_parser *p, const struct py_node *s)
{
    static const char *const done[] = {
        "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
        "print_function", "unicode_literals", "generator_stop", "barry_as_FLUFL",  "annotations"};
    const struct py_pos pos = py_node_pos(s);
    for (int i = 0; i < s->ImportFrom.names.n; i++) {
        const char *name = s->ImportFrom.names.v[i]->alias.name;
        bool known = false;
        for (size_t k = 0; k < sizeof done / sizeof done[0]; k++) known |= !strcmp(name, done[k]);
        if (!strcmp(name, "annotations")) p->ast->future |= PY_FUTURE_ANNOTATIONS;
        if (known) continue;
        if (!strcmp(name, "braces")) py_lex_raise(p, PY_SYNTAX_ERROR, pos, "not a chance");
        else py_lex_raise(p, PY_SYNTAX_ERROR, pos, "future feature %s is not defined", name);
        p->err->end_col = PY_SYNTAX_NO_COLUMN;
        return false;
    }
    return true;
}

static bool check_future(struct py_parser *p, const struct py_node *root, struct py_future_state *f)
{
    f->last_line = 0;
    if (root->kind == PY_AST_Expression) return true;
    const struct py_nodes *body = &root->Module.body; // the same place in Interactive
    for (int i = 0; i < body->n; i++) {
        const struct py_node *s = body->v[i];
        bool doc = i == 0 && s->kind == PY_AST_Expr && s->Expr.value->kind == PY_AST_Constant &&
                   s->Expr.value->Constant.value.kind == PY_CONST_STR;
        if (doc) continue;
        if (!is_future(s)) return true;
        if (!future_features(p, s)) return false;
        f->last_line = s->line;
    }
    return true;
}

bool py_check(struct py_parser *p, struct py_node *root)
{
    struct py_future_state future;
    p->checking = true;
    if (p->flags & PY_PARSE_ANNOTATIONS) p->ast->future |= PY_FUTURE_ANNOTATIONS;
    return check_future(p, root, &future) && py_check_scopes(p, root) &&
           py_check_code(p, root, &future);
}
