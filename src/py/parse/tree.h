/* tree.h: the tree-sitter stage: p->src parsed into its concrete tree, walked by one cursor. Its
 * grammar is more tolerant than Python and in places mistaken, so nothing is taken on trust: the
 * walk consumes our own tokens in step with the nodes (tree_expr.c, tree_stmt.c), hands constructs
 * whose nodes are known to be unreliable to the token grammar (gram.h), and gives up altogether,
 * softly, when tokens and nodes disagree. */
#ifndef PY_PARSE_TREE_H
#define PY_PARSE_TREE_H

#include "gram.h"

#include <tree_sitter/api.h>

struct py_tree_arena;

struct py_tree {
    struct py_parser *p;
    struct py_tree_arena *arena;
    TSParser *parser;
    TSTree *tree;
    TSTreeCursor cursor;
    int64_t steps_left; /* of the parser, in hundreds */
    int64_t
        reads_left; /* bytes its lexer may still ask for: it can be made to rescan without end */
};

/* Node types the walk knows; their names are in tree_walk.c in the same order. */
enum py_tree_kind {
    TREE_OTHER,
#define TREE_KIND(name) TREE_##name,
#include "tree_kinds.def"
#undef TREE_KIND
};

/* Parses p->src. False: memory or time ran out (raised), or tree-sitter gave up or found an error
 * (soft). */
bool py_tree_open(struct py_tree *t, struct py_parser *p);
void py_tree_close(struct py_tree *t);

/* The walk: every function is entered and left with the cursor on the node it converts. */
enum py_tree_kind py_tree_kind(struct py_tree *t);
bool py_tree_first(struct py_tree *t); /* to the first named child that is no comment */
bool py_tree_next(struct py_tree *t);  /* to the next such sibling */
void py_tree_up(struct py_tree *t);
bool py_tree_starts_here(struct py_tree *t); /* node and token p->pos begin at the same byte */
bool py_tree_ended(struct py_tree *t);       /* node and token p->pos - 1 end at the same byte */
/* Converts the node's range by a function of the token grammar. */
struct py_node *py_tree_rescan(struct py_tree *t, struct py_node *(*grammar)(struct py_parser *));

struct py_node *py_tree_expr(struct py_tree *t);
struct py_node *py_tree_named_expr(struct py_tree *t); /* a walrus may stand here */
struct py_node *py_tree_module(struct py_tree *t);

/* The whole stage: NULL without p->failed means that the token grammar has to decide. */
struct py_node *py_tree_build(struct py_parser *p);

#endif
