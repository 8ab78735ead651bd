/* tree_walk.c: moving the cursor over tree-sitter's nodes in step with our tokens. */
#include "tree.h"

static const char *const kind_names[] = {
    "",
#define TREE_KIND(name) #name,
#include "tree_kinds.def"
#undef TREE_KIND
};

enum py_tree_kind py_tree_kind(struct py_tree *t)
{
    const char *type = ts_node_type(ts_tree_cursor_current_node(&t->cursor));
    int low = 1, high = (int)(sizeof kind_names / sizeof kind_names[0]) - 1;
    while (low <= high) {
        int mid = (low + high) / 2, order = strcmp(type, kind_names[mid]);
        if (!order) return (enum py_tree_kind)mid;
        if (order < 0) high = mid - 1;
        else low = mid + 1;
    }
    return TREE_OTHER;
}

static bool interesting(struct py_tree *t)
{
    TSNode n = ts_tree_cursor_current_node(&t->cursor);
    return ts_node_is_named(n) && !ts_node_is_extra(n);
}

bool py_tree_next(struct py_tree *t)
{
    while (ts_tree_cursor_goto_next_sibling(&t->cursor))
        if (interesting(t)) return true;
    return false;
}

bool py_tree_first(struct py_tree *t)
{
    if (!ts_tree_cursor_goto_first_child(&t->cursor)) return false;
    if (interesting(t) || py_tree_next(t)) return true;
    ts_tree_cursor_goto_parent(&t->cursor);
    return false;
}

void py_tree_up(struct py_tree *t)
{
    ts_tree_cursor_goto_parent(&t->cursor);
}

bool py_tree_starts_here(struct py_tree *t)
{
    return ts_node_start_byte(ts_tree_cursor_current_node(&t->cursor)) ==
           (uint32_t)tok(t->p)->start;
}

bool py_tree_ended(struct py_tree *t)
{
    return t->p->pos > 0 && ts_node_end_byte(ts_tree_cursor_current_node(&t->cursor)) ==
                                (uint32_t)t->p->toks[t->p->pos - 1].end;
}

struct py_node *py_tree_rescan(struct py_tree *t, struct py_node *(*grammar)(struct py_parser *))
{
    if (!py_tree_starts_here(t)) return NULL;
    struct py_node *n = grammar(t->p);
    return n && py_tree_ended(t) ? n : NULL;
}

struct py_node *py_tree_build(struct py_parser *p)
{
    struct py_tree t;
    struct py_node *root = NULL;
    p->in_tree = true;
    if (py_tree_open(&t, p)) root = py_tree_module(&t);
    p->in_tree = false;
    py_tree_close(&t);
    if (!root || p->failed) {
        p->pos = p->sp = p->depth = p->furthest = 0;
        p->ast->future = 0;
        return NULL;
    }
    return root;
}
