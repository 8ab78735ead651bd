// ast.h: the abstract syntax tree, the contract between src/py/parse (which fills and checks it)
// and the compiler. Kinds and fields are CPython 3.12's, see ast.def: n->kind == PY_AST_BinOp means
// that n->BinOp.left is valid. A tree is immutable for its readers, lives in its own arena, and
// goes as a whole with py_ast_free.
#ifndef PY_PARSE_AST_H
#define PY_PARSE_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// No path from the root is longer than this many nodes, so a recursive walk of a parsed tree needs
// no check of its own as long as it keeps to about 1.5 KB of C stack a level (sanitizers included).
#define PY_AST_MAX_DEPTH 2000

struct py_node;

struct py_nodes {
    struct py_node **v; // elements are NULL only in Dict.keys (for `**x`) and arguments.kw_defaults
    int n;
};

struct py_idents {
    const char **v;
    int n;
};

enum py_ast_op {
    PY_AST_OP_NONE,
    // BinOp, AugAssign
    PY_AST_OP_Add,
    PY_AST_OP_Sub,
    PY_AST_OP_Mult,
    PY_AST_OP_MatMult,
    PY_AST_OP_Div,
    PY_AST_OP_Mod,
    PY_AST_OP_Pow,
    PY_AST_OP_LShift,
    PY_AST_OP_RShift,
    PY_AST_OP_BitOr,
    PY_AST_OP_BitXor,
    PY_AST_OP_BitAnd,
    PY_AST_OP_FloorDiv,
    // UnaryOp
    PY_AST_OP_Invert,
    PY_AST_OP_Not,
    PY_AST_OP_UAdd,
    PY_AST_OP_USub,
    // BoolOp
    PY_AST_OP_And,
    PY_AST_OP_Or,
    // Compare
    PY_AST_OP_Eq,
    PY_AST_OP_NotEq,
    PY_AST_OP_Lt,
    PY_AST_OP_LtE,
    PY_AST_OP_Gt,
    PY_AST_OP_GtE,
    PY_AST_OP_Is,
    PY_AST_OP_IsNot,
    PY_AST_OP_In,
    PY_AST_OP_NotIn,
    PY_AST_OP_COUNT
};

struct py_ops {
    uint8_t *v; // enum py_ast_op
    int n;
};

enum py_ctx { PY_CTX_LOAD, PY_CTX_STORE, PY_CTX_DEL };

enum py_const_kind {
    PY_CONST_NONE,
    PY_CONST_TRUE,
    PY_CONST_FALSE,
    PY_CONST_ELLIPSIS,
    PY_CONST_INT,
    PY_CONST_FLOAT,
    PY_CONST_IMAG, // complex(0, f)
    PY_CONST_STR,
    PY_CONST_BYTES
};

struct py_const {
    uint8_t kind;  // enum py_const_kind
    uint8_t base;  // INT: 2, 8, 10 or 16
    bool is_small; // INT: fits u64, which then holds the value
    bool u_prefix; // STR: first literal was written u'...' (ast's kind='u')
    uint32_t len;  // STR, BYTES: bytes; INT: digits
    union {
        // INT: digits without prefix, underscores and leading zeros ("0" for zero); STR: UTF-8 in
        // which lone surrogates stand as three bytes (WTF-8); BYTES: raw. NUL-terminated in
        // addition, may contain NUL.
        const char *s;
        double f; // FLOAT, IMAG
    };
    uint64_t u64;
};

enum py_node_kind {
    PY_AST_none,
#define FIELD(kind, type, name)
#define NODE(Kind, category, fields) PY_AST_##Kind,
#include "ast.def"
#undef NODE
#undef FIELD
    PY_AST_COUNT
};

enum py_node_flag {
    PY_NODE_PAREN = 1, // the expression stood in parentheses of its own; positions do not include
                       // them, except those of tuples and generator expressions, as in CPython
    PY_NODE_VARIES = 2 // the compiler's note: found not to be constant
};

#define PY_AST_T_ID const char *
#define PY_AST_T_NODE struct py_node *
#define PY_AST_T_LIST struct py_nodes
#define PY_AST_T_IDS struct py_idents
#define PY_AST_T_INT int
#define PY_AST_T_OP enum py_ast_op
#define PY_AST_T_OPS struct py_ops
#define PY_AST_T_CTX enum py_ctx
#define PY_AST_T_CONST struct py_const
#define PY_AST_T_NONE char

// Names (ID) are NFKC-normalised UTF-8, NUL-terminated, interned per tree: equal names have equal
// pointers. Dotted module names ("a.b") of alias and ImportFrom are one name. No private-name
// mangling yet. FormattedValue.conversion: -1 or one of 's', 'r', 'a'. ImportFrom.module may be
// NULL (`from . import x`). A node is allocated only as large as its kind needs: never copy a
// struct py_node by value.
struct py_node {
    uint8_t kind; // enum py_node_kind
    uint8_t flags;
    int32_t line, end_line; // 1-based
    int32_t col, end_col;   // 0-based byte offsets in the line; also set on nodes without positions
                            // in CPython
    union {
#define FIELD(kind, type, name) PY_AST_T_##type name;
#define NODE(Kind, category, fields)                                                               \
    struct {                                                                                       \
        fields                                                                                     \
    } Kind;
#include "ast.def"
#undef NODE
#undef FIELD
    };
};

enum py_node_category {
    PY_CAT_MOD,
    PY_CAT_STMT,
    PY_CAT_EXPR,
    PY_CAT_PLAIN, // no position attributes in CPython
    PY_CAT_OTHER,
    PY_CAT_PATTERN,
    PY_CAT_TYPE_PARAM
};

enum py_field_type {
    PY_FIELD_NONE,
    PY_FIELD_ID,
    PY_FIELD_NODE,
    PY_FIELD_LIST,
    PY_FIELD_IDS,
    PY_FIELD_INT,
    PY_FIELD_OP,
    PY_FIELD_OPS,
    PY_FIELD_CTX,
    PY_FIELD_CONST
};

struct py_field_info {
    uint8_t type;    // enum py_field_type
    uint16_t offset; // in struct py_node
    const char *name;
};

// A field of type NODE or LIST.
struct py_child_info {
    uint16_t offset; // in struct py_node
    bool list;
};

struct py_node_info {
    const char *name; // "FunctionDef"
    uint8_t category; // enum py_node_category
    uint8_t nfields, nchildren;
    uint16_t size; // bytes to allocate
    const struct py_field_info *fields;
    const struct py_child_info *children;
};

// Indexed by kind; generic walkers, the dump and error messages use it.
extern const struct py_node_info py_node_infos[PY_AST_COUNT];
extern const char *const py_op_names[PY_AST_OP_COUNT]; // "Add"

struct py_ast_chunk;
struct py_parse_alloc;

struct py_ast {
    struct py_node *root; // Module, Interactive or Expression
    uint32_t future;      // bit set of PY_FUTURE_* from `from __future__ import`
    // private:
    const struct py_parse_alloc *alloc;
    struct py_ast_chunk *chunks;
};

enum py_future { PY_FUTURE_ANNOTATIONS = 1 };

// Releases the tree and everything in it. NULL is fine.
void py_ast_free(struct py_ast *ast);

// Text of the tree as CPython's ast.dump(tree, include_attributes=attributes) prints it (strings
// and floats in repr form); a debugging aid that tests compare against CPython. Calls write
// piecewise.
void py_ast_dump(const struct py_node *node, bool attributes,
                 void (*write)(void *ctx, const char *s, size_t n), void *ctx);

#endif
