// parse.h: Python 3.12 source text to a checked syntax tree. The only header of src/py/parse (with
// ast.h) that the rest of the engine includes. Depends on nothing else in src/py: memory and time
// come through the callbacks below.
#ifndef PY_PARSE_PARSE_H
#define PY_PARSE_PARSE_H

#include "ast.h"

#define PY_PARSE_MAX_SOURCE ((size_t)4 << 20)

// Where memory comes from and who may stop the work. The struct must outlive every tree made with
// it.
struct py_parse_alloc {
    void *ctx;
    // Returns size bytes aligned to 16, or NULL: the parse then ends with PY_SYNTAX_MEMORY.
    void *(*alloc)(void *ctx, size_t size);
    // Gives back a block of alloc with its size.
    void (*release)(void *ctx, void *block, size_t size);
    // About n units of work (bytes, nodes) were done; true means stop: PY_SYNTAX_LIMIT. May be
    // NULL.
    bool (*tick)(void *ctx, uint64_t n);
    // Code point of a Unicode character name (\N{...}), case-insensitive, or -1. NULL: every \N is
    // an error.
    int32_t (*unicode_by_name)(void *ctx, const char *name, size_t len);
    // A SyntaxWarning (invalid escape sequence, "is" with a literal, ...); NULL drops them.
    void (*warn)(void *warn_ctx, const char *message, int line, int col);
    void *warn_ctx;
    // Address that the C stack may not grow past: what is nested deeper ends with
    // PY_SYNTAX_RECURSION. NULL: it is endless.
    const char *stack_end;
};

enum py_parse_mode { PY_PARSE_EXEC, PY_PARSE_EVAL, PY_PARSE_SINGLE };

enum py_parse_flag {
    PY_PARSE_TOP_LEVEL_AWAIT = 1, // await, async for and async with are allowed at module level
    PY_PARSE_NO_CHECKS = 2,   // only what the grammar says, as ast.parse: such a tree must not be
                              // compiled
    PY_PARSE_FLUFL = 4,       // `<>` instead of `!=`
    PY_PARSE_ANNOTATIONS = 8, // as if the source imported annotations from __future__
    PY_PARSE_TEXT = 16        // the source was a str: no BOM, and comments name no encoding
};

enum py_syntax_kind {
    PY_SYNTAX_OK,
    PY_SYNTAX_ERROR,
    PY_SYNTAX_INDENTATION,
    PY_SYNTAX_TAB,
    PY_SYNTAX_VALUE,     // ValueError-like in CPython: never used for source with NULs (that is
                         // SyntaxError)
    PY_SYNTAX_RECURSION, // RecursionError: tree deeper than PY_AST_MAX_DEPTH
    PY_SYNTAX_MEMORY,    // MemoryError: alloc said no
    PY_SYNTAX_LIMIT      // tick said stop: uncatchable
};

enum { PY_SYNTAX_NO_COLUMN = -1000 }; // end_col: None, where CPython gives none

struct py_syntax_error {
    enum py_syntax_kind kind;
    char message[512]; // UTF-8, always terminated
    // 1-based line and 1-based columns in code points, as the attributes of CPython's SyntaxError;
    // 0: not known. end_col is exclusive in the way CPython's end_offset is; some errors have none.
    int line, col, end_line, end_col;
    // The source line `line`: byte range in source, without its newline, which text_newline tells
    // of.
    size_t text_start, text_len;
    bool has_text, text_newline;
    bool late;       // found by the checks after parsing, as CPython's compiler does
    bool incomplete; // the error is at the end of input: more lines could mend it
};

// Name of the exception class: "SyntaxError", "IndentationError", "TabError", "MemoryError", ...
const char *py_syntax_kind_name(enum py_syntax_kind kind);

// Parses and checks source (UTF-8, need not be terminated; a BOM is skipped). On success returns
// true and *out is a tree the caller frees with py_ast_free; on failure returns false, *out is NULL
// and *err tells why. The tree does not refer to source. flags: enum py_parse_flag.
bool py_parse(const struct py_parse_alloc *alloc, const char *source, size_t len,
              enum py_parse_mode mode, unsigned flags, struct py_ast **out,
              struct py_syntax_error *err);

// For a REPL: true when source is the correct beginning of something that needs more lines (open
// bracket, triple quote, trailing backslash, block not closed by an empty line).
bool py_source_incomplete(const struct py_parse_alloc *alloc, const char *source, size_t len);

// For streaming: the byte offset up to which source consists of complete top-level statements,
// whatever text follows; 0 when not even the first one is. Comments and blank lines belong to the
// statement after them. Text [0, offset) may be parsed on its own; lines count from the beginning
// of source. Stops before the first lexical error.
size_t py_source_complete_prefix(const struct py_parse_alloc *alloc, const char *source,
                                 size_t len);

#endif
