// parse_int.h: what the files of src/py/parse share. One struct py_parser lives for one py_parse
// call.
//
//   source.c   newline and UTF-8 normalisation, error columns
//   lex*.c     tokens, indentation, brackets
//   gram*.c    the grammar over the tokens
//   lit*.c     numbers, strings, f-string parts
//   check*.c   what CPython's symbol table refuses
//
// Functions that return a node return NULL on failure; whether an error has been raised already is
// p->failed.
#ifndef PY_PARSE_INT_H
#define PY_PARSE_INT_H

#include "parse.h"

#include <string.h>

enum py_tok {
    TOK_END,
    TOK_ERROR, // the lexer could not go on: p->lex_error says why
    TOK_NEWLINE,
    TOK_INDENT,
    TOK_DEDENT,
    TOK_NAME,
    TOK_NUMBER,
    TOK_STRING,
    TOK_FSTART,
    TOK_FMIDDLE,
    TOK_FEND,
    // operators; the order of the one-character ones is the table's in lex.c
    TOK_LPAR,
    TOK_RPAR,
    TOK_LSQB,
    TOK_RSQB,
    TOK_LBRACE,
    TOK_RBRACE,
    TOK_COLON,
    TOK_COMMA,
    TOK_SEMI,
    TOK_DOT,
    TOK_ELLIPSIS,
    TOK_ARROW,
    TOK_COLONEQ,
    TOK_EXCL,
    TOK_BADOP, // $ ? `
    TOK_TILDE,
    TOK_LT,
    TOK_GT,
    TOK_EQEQ,
    TOK_NE,
    TOK_LE,
    TOK_GE,
    TOK_VBAR,
    TOK_CARET,
    TOK_AMPER,
    TOK_LSHIFT,
    TOK_RSHIFT,
    TOK_PLUS,
    TOK_MINUS,
    TOK_STAR,
    TOK_SLASH,
    TOK_DSLASH,
    TOK_PERCENT,
    TOK_AT,
    TOK_DSTAR,
    TOK_EQUAL,
    TOK_AUG_FIRST, // then the augmented assignments in the order of enum py_ast_op
    TOK_AUG_ADD = TOK_AUG_FIRST,
    TOK_AUG_SUB,
    TOK_AUG_MULT,
    TOK_AUG_MATMULT,
    TOK_AUG_DIV,
    TOK_AUG_MOD,
    TOK_AUG_POW,
    TOK_AUG_LSHIFT,
    TOK_AUG_RSHIFT,
    TOK_AUG_OR,
    TOK_AUG_XOR,
    TOK_AUG_AND,
    TOK_AUG_FLOORDIV,
    // keywords
    TOK_KW_FIRST,
    TOK_FALSE = TOK_KW_FIRST,
    TOK_NONE,
    TOK_TRUE,
    TOK_AND,
    TOK_AS,
    TOK_ASSERT,
    TOK_ASYNC,
    TOK_AWAIT,
    TOK_BREAK,
    TOK_CLASS,
    TOK_CONTINUE,
    TOK_DEF,
    TOK_DEL,
    TOK_ELIF,
    TOK_ELSE,
    TOK_EXCEPT,
    TOK_FINALLY,
    TOK_FOR,
    TOK_FROM,
    TOK_GLOBAL,
    TOK_IF,
    TOK_IMPORT,
    TOK_IN,
    TOK_IS,
    TOK_LAMBDA,
    TOK_NONLOCAL,
    TOK_NOT,
    TOK_OR,
    TOK_PASS,
    TOK_RAISE,
    TOK_RETURN,
    TOK_TRY,
    TOK_WHILE,
    TOK_WITH,
    TOK_YIELD,
    TOK_COUNT
};

struct py_token {
    uint8_t type;          // enum py_tok
    bool raw;              // FSTART, FMIDDLE: raw f-string
    bool legacy_done;      // NAME: the hook for `print x` has been here
    bool expr_done;        // second pass: an expression was tried here; its hooks do not run again
    bool disjunction_done; // the same for disjunctions
    bool brace_done;       // LBRACE: brace_error has been here
    uint8_t level;         // open brackets before it, as CPython's token level
    int32_t start, end;    // byte offsets in p->src
    int32_t line, col, end_line, end_col; // col -1: INDENT, DEDENT, END
    const char *name;                     // NAME: interned, normalised
};

struct py_pos {
    int32_t line, col, end_line, end_col;
};

#define PY_MAX_LEVEL 200
#define PY_MAX_INDENT 100
#define PY_MAX_FSTRING 150
#define PY_MAX_FIELD 3
#define PY_MAX_PARSE_DEPTH 1500

struct py_intern;

struct py_parser {
    const struct py_parse_alloc *alloc;
    struct py_syntax_error *err;
    bool failed;     // an error has been raised
    bool second;     // second pass: looking for the best message
    bool no_invalid; // second pass: invalid-hooks are off in this subexpression
    bool checking;   // the grammar is done, check.c is at work
    bool declares;   // there is a `global` or `nonlocal`
    uint32_t flags;
    enum py_parse_mode mode;
    const char *original; // the caller's source
    size_t original_len;
    bool open_ended; // the last line has no newline, and none is thought of: not in a whole file
    char *src;       // normalised: \n newlines, ends in one, then NUL
    size_t len, src_size;
    int32_t *lines; // start offset of each line, 1-based
    int nlines, lines_cap;
    struct py_token *toks;
    int ntoks, toks_cap;
    int pos, furthest;
    struct py_syntax_error lex_error; // valid when the last token is TOK_ERROR
    bool lex_hard;                    // that error wins over any error of the grammar
    int lex_open_line;                // innermost bracket still open at the end of tokens; 0: none
    int lex_open_col;
    char lex_open;
    int depth;
    uint64_t work;  // units since the last tick
    int64_t budget; // of the second pass
    struct py_ast *ast;
    char *arena_at, *arena_end;
    size_t arena_next;
    struct py_node **stack; // list builder
    int sp, stack_cap;
    struct py_intern *interned;
    int interned_n, interned_cap;
    const char *id_match, *id_case, *id_type, *id_underscore, *id_print, *id_exec;
};

// --- memory (mem.c) ---
void *py_parse_mem(struct py_parser *p, size_t size); // arena of the tree, zeroed; NULL: raised
void *py_parse_grow(struct py_parser *p, void *block, size_t old_size, size_t new_size);
void py_parse_drop(struct py_parser *p, void *block, size_t size);
extern const size_t py_intern_size; // of a slot of p->interned
const char *py_parse_intern(struct py_parser *p, const char *s, size_t n);
struct py_node *py_node_new(struct py_parser *p, enum py_node_kind kind, struct py_pos pos);
bool py_parse_list_grow(struct py_parser *p);
static inline bool py_list_push(struct py_parser *p, struct py_node *node)
{
    if (p->sp == p->stack_cap && !py_parse_list_grow(p)) return false;
    p->stack[p->sp++] = node;
    return true;
}
// Moves what was pushed since mark into *out; false: raised.
bool py_parse_list_take(struct py_parser *p, int mark, struct py_nodes *out);
enum { PY_PARSE_TICK = 4096 }; // units of work between ticks
bool py_parse_tick_slow(struct py_parser *p);
static inline bool py_parse_tick(struct py_parser *p, uint64_t n) // false: raised
{
    p->work += n;
    return p->work < PY_PARSE_TICK || py_parse_tick_slow(p);
}
// Guards recursion. False: nothing is raised yet.
static inline bool py_parse_stack_left(const struct py_parser *p)
{
    char here;
    return &here >= p->alloc->stack_end;
}

// --- set-up (parse.c) ---
bool py_parser_init(struct py_parser *p);    // alloc, err are set; makes p->ast
void py_parser_release(struct py_parser *p); // all but p->ast

// --- errors (source.c) ---
// Columns are 0-based byte columns; -1 for end_col means "not known". Keeps the first error.
// Returns NULL.
__attribute__((format(printf, 4, 5))) void *py_lex_raise(struct py_parser *p,
                                                         enum py_syntax_kind kind, struct py_pos at,
                                                         const char *format, ...);
void py_parse_place_error(struct py_parser *p, struct py_syntax_error *err,
                          enum py_syntax_kind kind, int line, int col1, int end_line, int end_col1);
int py_parse_column(const struct py_parser *p, int line,
                    int byte_col); // 0-based, in code points
bool py_source_load(struct py_parser *p, const char *source, size_t len);
void py_parse_warn(struct py_parser *p, int line, int col, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// --- lexer (lex.c, lex_word.c) ---
bool py_lex(struct py_parser *p); // false only when memory or time is out

// --- literals (lit.c, lit_str.c) ---
struct py_node *py_gram_number(struct py_parser *p, const struct py_token *t);
// The adjacent string tokens from p->pos on: Constant or JoinedStr.
struct py_node *py_gram_strings(struct py_parser *p);

// --- grammar and checks ---
struct py_node *py_gram_module(struct py_parser *p);
bool py_check(struct py_parser *p, struct py_node *root);

static inline struct py_pos py_tok_pos(const struct py_token *t)
{
    return (struct py_pos){t->line, t->col, t->end_line, t->end_col};
}

static inline struct py_pos py_node_pos(const struct py_node *n)
{
    return (struct py_pos){n->line, n->col, n->end_line, n->end_col};
}

#endif
