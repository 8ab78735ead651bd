// check_int.h: the checks behind the grammar, in CPython's order: __future__ (check.c), what the
// symbol table refuses (check_scope.c), what code generation refuses (check_code.c, check_match.c).
#ifndef PY_PARSE_CHECK_INT_H
#define PY_PARSE_CHECK_INT_H

#include "parse_int.h"

struct py_future_state {
    int last_line; // of the last __future__ import at the beginning; 0: none
};

bool py_check_scopes(struct py_parser *p, const struct py_node *root);
bool py_check_code(struct py_parser *p, const struct py_node *root,
                   const struct py_future_state *f);
// Gives the warnings that belong to the node itself, which is of a kind that may have some.
void py_check_warn(struct py_parser *p, const struct py_node *n);
static inline bool py_check_may_warn(const struct py_node *n)
{
    return n->kind == PY_AST_Compare || n->kind == PY_AST_Call || n->kind == PY_AST_Subscript ||
           n->kind == PY_AST_Assert;
}
bool py_check_match(struct py_parser *p, const struct py_node *match);

// Raises that the tree is too deep; false.
bool py_check_deep(struct py_parser *p);
// True when name is __debug__: raises that it cannot be assigned to.
bool py_check_debug(struct py_parser *p, const char *name, struct py_pos pos);

// Calls visit for every node of the list, or for every child in field order, but not for constants:
// nothing is wrong with them. False as soon as it says so. Inline, so that the calls are direct.
static inline bool py_visit_list(const struct py_nodes *list,
                                 bool (*visit)(void *ctx, const struct py_node *n), void *ctx)
{
    for (int i = 0; i < list->n; i++) {
        const struct py_node *n = list->v[i];
        if (n && n->kind != PY_AST_Constant && !visit(ctx, n)) return false;
    }
    return true;
}

static inline bool py_visit_children(const struct py_node *n,
                                     bool (*visit)(void *ctx, const struct py_node *n), void *ctx)
{
    const struct py_node_info *info = &py_node_infos[n->kind];
    for (int i = 0; i < info->nchildren; i++) {
        void *at = (char *)(uintptr_t)n + info->children[i].offset;
        const struct py_nodes one = {at, 1};
        if (!py_visit_list(info->children[i].list ? at : &one, visit, ctx)) return false;
    }
    return true;
}

#define check_raise(p, node, ...)                                                                  \
    (py_lex_raise(p, PY_SYNTAX_ERROR, py_node_pos(node), __VA_ARGS__), false)

#endif
