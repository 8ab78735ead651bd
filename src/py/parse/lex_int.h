// lex_int.h: state of the lexer, shared by lex.c (lines, indentation, brackets, operators),
// lex_word.c (names, numbers) and lex_str.c (strings, f-strings).
#ifndef PY_PARSE_LEX_INT_H
#define PY_PARSE_LEX_INT_H

#include "parse_int.h"

struct py_fmode {
    int start, line, line_start; // of the opening token
    char quote;
    uint8_t quote_size;
    bool raw, in_text; // in_text: scanning literal text, else an expression
    int depth;         // open brackets inside this f-string
    int expr_depth;    // bracket depth of the innermost replacement field; -1: none
};

struct py_lexer {
    struct py_parser *p;
    const char *s;
    int cur, line, line_start;
    int tok_start, tok_line, tok_line_start; // of the token being scanned
    bool at_bol, failed;
    int indents[PY_MAX_INDENT], alt_indents[PY_MAX_INDENT], nindent;
    int level;
    char brackets[PY_MAX_LEVEL];
    int bracket_line[PY_MAX_LEVEL], bracket_col[PY_MAX_LEVEL];
    struct py_fmode *fmodes; // PY_MAX_FSTRING of them, allocated at the first f-string
    int nfmode;
};

bool py_lex_grow(struct py_lexer *lx); // room for more tokens
// Token from tok_start to cur.
static inline bool py_lex_add(struct py_lexer *lx, enum py_tok type)
{
    struct py_parser *p = lx->p;
    if (p->ntoks == p->toks_cap && !py_lex_grow(lx)) return false;
    p->toks[p->ntoks++] = (struct py_token){
        .type = (uint8_t)type,
        .level = (uint8_t)lx->level,
        .start = lx->tok_start,
        .end = lx->cur,
        .line = lx->tok_line,
        .col = lx->tok_start - lx->tok_line_start,
        .end_line = lx->line,
        .end_col = lx->cur - lx->line_start,
    };
    return py_parse_tick(p, 8) || !(lx->failed = true);
}
// Ends the token stream with an error. Hard ones beat any error of the grammar. Returns false.
bool py_lex_fail(struct py_lexer *lx, bool hard, enum py_syntax_kind kind, int line, int col1,
                 int end_col1, const char *format, ...) __attribute__((format(printf, 7, 8)));
// A hard SyntaxError whose column is that of the last character before cur. Returns false.
bool py_lex_bad(struct py_lexer *lx, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void py_lex_newline(struct py_lexer *lx)
{ // cur stands behind a \n
    lx->line++;
    lx->line_start = lx->cur;
}

bool py_lex_number(struct py_lexer *lx);
bool py_lex_name(struct py_lexer *lx);              // name, keyword, or string with prefix
bool py_lex_string(struct py_lexer *lx);            // cur at the quote, prefix before it
bool py_lex_fstring(struct py_lexer *lx, bool raw); // the same
bool py_lex_fstring_text(struct py_lexer *lx);      // in_text: one FMIDDLE, FEND or bracket

#endif
