// Python text that is not final: a reply while it streams, code that broke off, a line being typed.
// tree-sitter parses it, which takes what is wrong or missing in its stride and parses anew only
// what changed. Whether code compiles is not asked here: the engine's own parser says that, and it
// alone.
#ifndef SA_SYNTAX_H
#define SA_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>

// Longer text, or text that takes unreasonably long to parse, is given up: it is plain, and nothing
// is open in it.
enum { SA_SYNTAX_MAX = 1 << 20 };

// What a piece of text is, by the grammar's own highlight queries.
enum sa_syntax_class {
    SA_SYNTAX_PLAIN, // names, brackets, space
    SA_SYNTAX_KEYWORD,
    SA_SYNTAX_OPERATOR,
    SA_SYNTAX_STRING,
    SA_SYNTAX_ESCAPE,
    SA_SYNTAX_NUMBER,
    SA_SYNTAX_CONSTANT,
    SA_SYNTAX_COMMENT,
    SA_SYNTAX_FUNCTION,
    SA_SYNTAX_TYPE,
    SA_SYNTAX_PROPERTY
};

struct sa_syntax;
struct sa_syntax *sa_syntax_new(void);
void sa_syntax_free(struct sa_syntax *s); // NULL is fine
// The text grows at its end; what is given is copied.
void sa_syntax_append(struct sa_syntax *s, const char *text, size_t len);

// Hands out the bytes from `from` (0..length) to the end, in order and without gaps, in pieces of
// one class each.
typedef void sa_syntax_paint(void *ctx, enum sa_syntax_class what, const char *text, size_t len);
void sa_syntax_highlight(struct sa_syntax *s, size_t from, sa_syntax_paint *paint, void *ctx);

// The innermost thing that is still open where the text ends.
struct sa_syntax_open {
    enum { SA_OPEN_NOTHING, SA_OPEN_STRING, SA_OPEN_BRACKET, SA_OPEN_BLOCK } what;
    int line;     // from 1: where it begins
    size_t at;    // the same in bytes
    char text[8]; // what opened it, as `f"""`, `(` or `:`; NUL-terminated
};
struct sa_syntax_open sa_syntax_open(struct sa_syntax *s);

// What is being typed where the text ends. `of` (0..length, a slice) is the expression whose
// attribute it is, or the module of a from-import; it has names, dots and strings, and no call.
struct sa_syntax_word {
    enum {
        SA_WORD_NONE, // inside a string, a comment, a number; or of an expression that calls
        SA_WORD_NAME,
        SA_WORD_ATTRIBUTE,
        SA_WORD_MODULE, // the name of one, dots included
        SA_WORD_MEMBER  // of the module `of`
    } what;
    size_t start; // of the part that is there
    size_t of, of_len;
};
struct sa_syntax_word sa_syntax_word(struct sa_syntax *s);

// Where the first statement of the outermost level begins that stands behind `from`, at the start
// of a line; the length: there is none.
size_t sa_syntax_statement(struct sa_syntax *s, size_t from);

#endif
