// lex.c: the lexer's main loop: lines, indentation, brackets, operators. It produces exactly the
// tokens that CPython 3.12 does, with the same errors, over the whole source at once; the list ends
// in TOK_END or TOK_ERROR.
#include "lex_int.h"

#include <stdarg.h>
#include <stdio.h>

bool py_lex_grow(struct py_lexer *lx)
{
    struct py_parser *p = lx->p;
    int share = p->len < 1 << 16 ? 3 : 4; // bytes a token, few enough where that costs little
    int cap = p->toks_cap ? p->toks_cap * 2 : (int)p->len / share + 32;
    struct py_token *bigger = py_parse_grow(p, p->toks, (size_t)p->toks_cap * sizeof *bigger,
                                            (size_t)cap * sizeof *bigger);
    if (!bigger) return !(lx->failed = true);
    p->toks = bigger;
    p->toks_cap = cap;
    return true;
}

// INDENT, DEDENT and END have no column of their own: errors there point at the cursor.
static bool add_blank(struct py_lexer *lx, enum py_tok type)
{
    lx->tok_start = lx->cur;
    lx->tok_line = lx->line;
    lx->tok_line_start = lx->line_start;
    if (!py_lex_add(lx, type)) return false;
    struct py_token *t = &lx->p->toks[lx->p->ntoks - 1];
    if ((size_t)lx->cur >= lx->p->len && lx->line > 1 && lx->cur == lx->line_start) {
        // behind the last line: counted as its column after the newline
        t->line = t->end_line = lx->line - 1;
        t->col = lx->cur - lx->p->lines[t->line];
    }
    t->end_col = t->col;
    t->col = -1;
    return true;
}

bool py_lex_fail(struct py_lexer *lx, bool hard, enum py_syntax_kind kind, int line, int col1,
                 int end_col1, const char *format, ...)
{
    struct py_parser *p = lx->p;
    lx->failed = true;
    if (p->failed) return false;
    va_list ap;
    va_start(ap, format);
    vsnprintf(p->lex_error.message, sizeof p->lex_error.message, format, ap);
    va_end(ap);
    py_parse_place_error(p, &p->lex_error, kind, line, col1, line, end_col1);
    p->lex_hard = hard && !lx->nfmode; // CPython loses sight of those inside f-strings
    add_blank(lx, TOK_ERROR);
    return false;
}

bool py_lex_bad(struct py_lexer *lx, const char *format, ...)
{
    char message[256];
    va_list ap;
    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    int col = py_parse_column(lx->p, lx->line, lx->cur - lx->line_start);
    return py_lex_fail(lx, true, PY_SYNTAX_ERROR, lx->line, col, col, "%s", message);
}

static bool bad_tabs(struct py_lexer *lx)
{
    return py_lex_fail(lx, false, PY_SYNTAX_TAB, lx->line, 1, 0,
                       "inconsistent use of tabs and spaces in indentation");
}

// Characters in the current line, its newline included.
static int line_width(const struct py_lexer *lx)
{
    const char *nl = strchr(lx->s + lx->cur, '\n');
    int end = nl ? (int)(nl - lx->s) + 1 : lx->cur;
    return py_parse_column(lx->p, lx->line, end - lx->line_start);
}

// Behind a backslash: skips the newline.
static bool continue_line(struct py_lexer *lx)
{
    bool end = lx->p->open_ended && (size_t)lx->cur + 1 == lx->p->len;
    if (lx->s[lx->cur] != '\n' || end) {
        int col = py_parse_column(lx->p, lx->line, lx->cur - lx->line_start);
        return py_lex_fail(lx, false, PY_SYNTAX_ERROR, lx->line, end ? col : col + 1, 0,
                           "unexpected character after line continuation character");
    }
    lx->cur++;
    py_lex_newline(lx);
    if ((size_t)lx->cur >= lx->p->len) {
        if (lx->level) return false; // finish() reports the open bracket
        int line = lx->line - 1;
        int col = py_parse_column(lx->p, line, lx->cur - lx->p->lines[line]);
        lx->p->lex_error.incomplete = true;
        return py_lex_fail(lx, false, PY_SYNTAX_ERROR, line, col, -1,
                           "unexpected EOF while parsing");
    }
    return true;
}

static bool push_indent(struct py_lexer *lx, int col, int alt)
{
    if (lx->nindent + 1 >= PY_MAX_INDENT)
        return py_lex_fail(lx, false, PY_SYNTAX_INDENTATION, lx->line, 1, 0,
                           "too many levels of indentation");
    if (alt <= lx->alt_indents[lx->nindent]) return bad_tabs(lx);
    lx->nindent++;
    lx->indents[lx->nindent] = col;
    lx->alt_indents[lx->nindent] = alt;
    return add_blank(lx, TOK_INDENT);
}

static bool pop_indents(struct py_lexer *lx, int col, int alt)
{
    int to = lx->nindent;
    while (to > 0 && col < lx->indents[to]) to--;
    if (col != lx->indents[to])
        return py_lex_fail(lx, false, PY_SYNTAX_INDENTATION, lx->line, line_width(lx), -1,
                           "unindent does not match any outer indentation level");
    if (alt != lx->alt_indents[to]) return bad_tabs(lx);
    while (lx->nindent > to) {
        lx->nindent--;
        if (!add_blank(lx, TOK_DEDENT)) return false;
    }
    return true;
}

// At the beginning of a line: measures it and emits INDENT or DEDENT, unless it is blank.
static bool indentation(struct py_lexer *lx)
{
    int col = 0, alt = 0, cont_col = 0;
    lx->at_bol = false;
    for (;;) {
        while (lx->s[lx->cur] == ' ') lx->cur++, col++, alt++;
        char c = lx->s[lx->cur++];
        if (c == '\t') {
            col = (col / 8 + 1) * 8;
            alt++;
        } else if (c == '\f') {
            col = alt = 0;
        } else if (c == '\\') {
            // the first backslash fixes the indentation of what follows
            cont_col = cont_col ? cont_col : col;
            if (!continue_line(lx)) return false;
        } else {
            lx->cur--;
            if (c == '#' || c == '\n' || lx->level > 0) return true;
            break;
        }
    }
    if (cont_col) col = alt = cont_col;
    if (col == lx->indents[lx->nindent]) return alt == lx->alt_indents[lx->nindent] || bad_tabs(lx);
    return col > lx->indents[lx->nindent] ? push_indent(lx, col, alt) : pop_indents(lx, col, alt);
}

static bool open_bracket(struct py_lexer *lx, char c)
{
    if (lx->level >= PY_MAX_LEVEL) return py_lex_bad(lx, "too many nested parentheses");
    lx->brackets[lx->level] = c;
    lx->bracket_line[lx->level] = lx->line;
    lx->bracket_col[lx->level] = lx->tok_start - lx->line_start;
    lx->level++;
    if (lx->nfmode) lx->fmodes[lx->nfmode - 1].depth++;
    return true;
}

static bool close_bracket(struct py_lexer *lx, char c)
{
    struct py_fmode *f = lx->nfmode ? &lx->fmodes[lx->nfmode - 1] : NULL;
    if (f && !f->depth && c == '}') return py_lex_bad(lx, "f-string: single '}' is not allowed");
    if (!lx->level) return py_lex_bad(lx, "unmatched '%c'", c);
    lx->level--;
    char open = lx->brackets[lx->level];
    if (open + (open == '(' ? 1 : 2) != c) {
        if (f && open == '{' && f->depth - 1 == f->expr_depth)
            return py_lex_bad(lx, "f-string: unmatched '%c'", c);
        if (lx->bracket_line[lx->level] == lx->line)
            return py_lex_bad(
                lx, "closing parenthesis '%c' does not match opening parenthesis '%c'", c, open);
        return py_lex_bad(
            lx, "closing parenthesis '%c' does not match opening parenthesis '%c' on line %d", c,
            open, lx->bracket_line[lx->level]);
    }
    if (f) {
        if (--f->depth < 0) return py_lex_bad(lx, "f-string: unmatched '%c'", c);
        if (c == '}' && f->depth == f->expr_depth) {
            f->expr_depth--;
            f->in_text = true;
        }
    }
    return true;
}

// Operators by their first character: alone, before '=', doubled, doubled before '='; 0: none.
static const struct {
    uint8_t one, equal, twice, twice_equal;
} operators[128] = {
    ['!'] = {TOK_EXCL, TOK_NE},
    ['%'] = {TOK_PERCENT, TOK_AUG_MOD},
    ['&'] = {TOK_AMPER, TOK_AUG_AND},
    ['('] = {TOK_LPAR},
    [')'] = {TOK_RPAR},
    ['*'] = {TOK_STAR, TOK_AUG_MULT, TOK_DSTAR, TOK_AUG_POW},
    ['+'] = {TOK_PLUS, TOK_AUG_ADD},
    [','] = {TOK_COMMA},
    ['-'] = {TOK_MINUS, TOK_AUG_SUB},
    ['.'] = {TOK_DOT},
    ['/'] = {TOK_SLASH, TOK_AUG_DIV, TOK_DSLASH, TOK_AUG_FLOORDIV},
    [':'] = {TOK_COLON, TOK_COLONEQ},
    [';'] = {TOK_SEMI},
    ['<'] = {TOK_LT, TOK_LE, TOK_LSHIFT, TOK_AUG_LSHIFT},
    ['='] = {TOK_EQUAL, TOK_EQEQ},
    ['>'] = {TOK_GT, TOK_GE, TOK_RSHIFT, TOK_AUG_RSHIFT},
    ['@'] = {TOK_AT, TOK_AUG_MATMULT},
    ['['] = {TOK_LSQB},
    [']'] = {TOK_RSQB},
    ['^'] = {TOK_CARET, TOK_AUG_XOR},
    ['{'] = {TOK_LBRACE},
    ['|'] = {TOK_VBAR, TOK_AUG_OR},
    ['}'] = {TOK_RBRACE},
    ['~'] = {TOK_TILDE},
    ['$'] = {TOK_BADOP},
    ['?'] = {TOK_BADOP},
    ['`'] = {TOK_BADOP},
};

// Type and length of the longest operator at s; 0: none.
static uint8_t operator_at(const char *s, int *len)
{
    char c = s[0];
    if ((unsigned char)c >= sizeof operators / sizeof *operators) return 0;
    *len = 3;
    if (c == '.' && s[1] == '.' && s[2] == '.') return TOK_ELLIPSIS;
    bool twice = s[1] == c && operators[(int)c].twice;
    if (twice && s[2] == '=') return operators[(int)c].twice_equal;
    *len = 2;
    if (twice) return operators[(int)c].twice;
    if (s[1] == '=' && operators[(int)c].equal) return operators[(int)c].equal;
    if (s[1] == '>' && c == '-') return TOK_ARROW;
    if (s[1] == '>' && c == '<') return TOK_NE;
    *len = 1;
    return operators[(int)c].one;
}

static bool lex_operator(struct py_lexer *lx)
{
    const char *at = lx->s + lx->cur;
    struct py_fmode *f = lx->nfmode ? &lx->fmodes[lx->nfmode - 1] : NULL;
    if (*at == ':' && f && f->expr_depth >= 0 && f->depth - 1 == f->expr_depth) {
        lx->cur++; // starts the format specification, also before '='
        f->in_text = true;
        return py_lex_add(lx, TOK_COLON);
    }
    int len = 0;
    uint8_t type = operator_at(at, &len);
    if (!type) {
        lx->cur++;
        return py_lex_bad(lx, "invalid non-printable character U+%04X", (unsigned char)*at);
    }
    lx->cur += len;
    if (type == TOK_LPAR || type == TOK_LSQB || type == TOK_LBRACE) {
        if (!open_bracket(lx, *at)) return false;
    } else if (type == TOK_RPAR || type == TOK_RSQB || type == TOK_RBRACE) {
        if (!close_bracket(lx, *at)) return false;
    }
    return py_lex_add(lx, type);
}

enum char_class { C_OTHER, C_NAME, C_SPACE, C_NEWLINE, C_DIGIT, C_QUOTE, C_HASH, C_BACKSLASH };

static enum char_class classify(const char *s)
{
    static const uint8_t classes[256] = {
        ['\t'] = C_SPACE,       ['\f'] = C_SPACE,       ['\n'] = C_NEWLINE,
        ['"'] = C_QUOTE,        ['\''] = C_QUOTE,       ['#'] = C_HASH,
        ['\\'] = C_BACKSLASH,   ['_'] = C_NAME,         ['A' ... 'Z'] = C_NAME,
        ['a' ... 'z'] = C_NAME, [128 ... 255] = C_NAME, ['0' ... '9'] = C_DIGIT};
    if (*s == '.' && s[1] >= '0' && s[1] <= '9') return C_DIGIT;
    return classes[(unsigned char)*s];
}

static bool end_of_line(struct py_lexer *lx)
{
    struct py_parser *p = lx->p;
    int last = p->ntoks ? p->toks[p->ntoks - 1].type : TOK_NEWLINE;
    bool blank = last == TOK_NEWLINE || last == TOK_INDENT || last == TOK_DEDENT;
    lx->cur++;
    if (lx->level == 0 && !blank && !py_lex_add(lx, TOK_NEWLINE)) return false;
    py_lex_newline(lx);
    lx->at_bol = true;
    return true;
}

static bool next(struct py_lexer *lx)
{
    if (lx->nfmode && lx->fmodes[lx->nfmode - 1].in_text) return py_lex_fstring_text(lx);
    if (lx->at_bol && (size_t)lx->cur < lx->p->len && !indentation(lx)) return false;
    while (lx->s[lx->cur] == ' ') lx->cur++;
    lx->tok_start = lx->cur;
    lx->tok_line = lx->line;
    lx->tok_line_start = lx->line_start;
    switch (classify(lx->s + lx->cur)) {
    case C_SPACE: lx->cur++; return true;
    case C_NEWLINE: return end_of_line(lx);
    case C_HASH: // the newline's token, if there is one, begins at the comment
        lx->cur += (int)strcspn(lx->s + lx->cur, "\n");
        return end_of_line(lx);
    case C_BACKSLASH: lx->cur++; return continue_line(lx);
    case C_NAME: return py_lex_name(lx);
    case C_DIGIT: return py_lex_number(lx);
    case C_QUOTE: return py_lex_string(lx);
    case C_OTHER: break;
    }
    return lex_operator(lx);
}

static bool finish(struct py_lexer *lx)
{
    struct py_parser *p = lx->p;
    if (lx->level) {
        // the parser reports the bracket, unless it fails earlier
        int i = lx->level - 1;
        int col = py_parse_column(p, lx->bracket_line[i], lx->bracket_col[i]) + 1;
        p->lex_error.incomplete = true;
        return py_lex_fail(lx, false, PY_SYNTAX_ERROR, lx->bracket_line[i], col, 0,
                           "'%c' was never closed", lx->brackets[i]);
    }
    while (lx->nindent > 0) {
        lx->nindent--;
        if (!add_blank(lx, TOK_DEDENT)) return false;
    }
    return add_blank(lx, TOK_END);
}

bool py_lex(struct py_parser *p)
{
    struct py_lexer lx = {.p = p, .s = p->src, .line = 1, .at_bol = true};
    while (!lx.failed &&
           ((size_t)lx.cur < p->len || (lx.nfmode && lx.fmodes[lx.nfmode - 1].in_text)))
        next(&lx);
    if (!lx.failed) finish(&lx);
    if (lx.failed && lx.level && !lx.nfmode) {
        p->lex_open = lx.brackets[lx.level - 1];
        p->lex_open_line = lx.bracket_line[lx.level - 1];
        p->lex_open_col = lx.bracket_col[lx.level - 1];
    }
    py_parse_drop(p, lx.fmodes, PY_MAX_FSTRING * sizeof *lx.fmodes);
    return !p->failed;
}
