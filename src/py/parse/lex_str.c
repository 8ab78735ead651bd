// lex_str.c: string literals as tokens: plain ones whole, f-strings as CPython 3.12 does it:
// FSTART, then FMIDDLE texts between the ordinary tokens of the replacement fields, then FEND.
#include "lex_int.h"

static int quote_size_at(const char *s)
{
    return s[1] == s[0] && s[2] == s[0] ? 3 : 1;
}

// Number of the line the scan stopped at, as CPython counts it at the end of input.
static int detected_line(const struct py_lexer *lx, int at)
{
    int line = lx->line;
    if ((size_t)at >= lx->p->len && lx->cur == lx->line_start && line > 1) line--;
    return line;
}

static bool unterminated(struct py_lexer *lx, int start, int line, bool triple, const char *f)
{
    const struct py_fmode *outer = lx->nfmode ? &lx->fmodes[lx->nfmode - 1] : NULL;
    int quote = start + (int)strcspn(lx->s + start, "'\"");
    if (!*f && outer && outer->quote == lx->s[quote] && outer->quote_size == (triple ? 3 : 1)) {
        // the quote was meant to end the f-string around
        lx->cur = start + 1;
        lx->line = line;
        lx->line_start = lx->p->lines[line];
        return py_lex_bad(lx, "f-string: expecting '}'");
    }
    int detected = detected_line(lx, lx->cur);
    int col = py_parse_column(lx->p, line, start - lx->p->lines[line]) + 1;
    lx->p->lex_error.incomplete = triple;
    return py_lex_fail(lx, true, PY_SYNTAX_ERROR, line, col, col,
                       "unterminated %s%sstring literal (detected at line %d)",
                       triple ? "triple-quoted " : "", f, detected);
}

bool py_lex_string(struct py_lexer *lx)
{
    const char *s = lx->s;
    char quote = s[lx->cur];
    int size = quote_size_at(s + lx->cur);
    lx->cur += size;
    if (size == 1 && s[lx->cur] == quote) {
        lx->cur++; // ""
        return py_lex_add(lx, TOK_STRING);
    }
    static const bool stops[256] = {
        ['\0'] = true, ['\n'] = true, ['\\'] = true, ['"'] = true, ['\''] = true};
    for (int run = 0; run < size;) {
        if (!stops[(unsigned char)s[lx->cur]]) {
            run = 0;
            do lx->cur++;
            while (!stops[(unsigned char)s[lx->cur]]);
        }
        char c = s[lx->cur];
        if ((size_t)lx->cur >= lx->p->len || (size == 1 && c == '\n'))
            return unterminated(lx, lx->tok_start, lx->tok_line, size == 3, "");
        lx->cur++;
        if (c == '\\' && (size_t)lx->cur < lx->p->len) c = s[lx->cur++] == '\n' ? '\n' : 0;
        run = c == quote ? run + 1 : 0;
        if (c == '\n') py_lex_newline(lx);
    }
    return py_lex_add(lx, TOK_STRING);
}

bool py_lex_fstring(struct py_lexer *lx, bool raw)
{
    struct py_parser *p = lx->p;
    if (!lx->fmodes) {
        lx->fmodes = py_parse_grow(p, NULL, 0, PY_MAX_FSTRING * sizeof *lx->fmodes);
        if (!lx->fmodes) return !(lx->failed = true);
    }
    char quote = lx->s[lx->cur];
    int size = quote_size_at(lx->s + lx->cur);
    lx->cur += size;
    if (lx->nfmode >= PY_MAX_FSTRING - 1) return py_lex_bad(lx, "too many nested f-strings");
    lx->fmodes[lx->nfmode++] = (struct py_fmode){.start = lx->tok_start,
                                                 .line = lx->line,
                                                 .line_start = lx->line_start,
                                                 .quote = quote,
                                                 .quote_size = (uint8_t)size,
                                                 .raw = raw,
                                                 .in_text = true,
                                                 .expr_depth = -1};
    if (!py_lex_add(lx, TOK_FSTART)) return false;
    p->toks[p->ntoks - 1].raw = raw;
    return true;
}

// Ends an FMIDDLE before cur; skip: bytes of the source that belong to no token (the second brace
// of a doubled one).
static bool add_middle(struct py_lexer *lx, struct py_fmode *f, int skip)
{
    bool raw = f->raw;
    if (!py_lex_add(lx, TOK_FMIDDLE)) return false;
    lx->p->toks[lx->p->ntoks - 1].raw = raw;
    lx->p->toks[lx->p->ntoks - 1].end_col += skip; // the column counts what the text does not
    lx->cur += skip;
    return true;
}

static bool at_quotes(const struct py_lexer *lx, const struct py_fmode *f)
{
    for (int i = 0; i < f->quote_size; i++)
        if (lx->s[lx->cur + i] != f->quote) return false;
    return true;
}

static bool enter_field(struct py_lexer *lx, struct py_fmode *f)
{
    if (++f->expr_depth >= PY_MAX_FIELD)
        return py_lex_bad(lx, "f-string: expressions nested too deeply");
    f->in_text = false;
    return true;
}

// Behind a backslash in the text; true: *named is set when it began \N{...}.
static void skip_escape(struct py_lexer *lx, const struct py_fmode *f, bool *named)
{
    char c = lx->s[lx->cur];
    if (c == '{' || c == '}') {
        if (!f->raw)
            py_parse_warn(lx->p, lx->line, lx->cur - 1 - lx->line_start,
                          "invalid escape sequence '\\%c'", c);
        return;
    }
    if ((size_t)lx->cur >= lx->p->len) return;
    lx->cur++;
    if (c == '\n') py_lex_newline(lx);
    if (c == 'N' && !f->raw && lx->s[lx->cur] == '{') {
        lx->cur++;
        *named = true;
    }
}

bool py_lex_fstring_text(struct py_lexer *lx)
{
    struct py_fmode *f = &lx->fmodes[lx->nfmode - 1];
    const char *s = lx->s;
    bool named = false, in_spec = f->expr_depth >= 0;
    lx->tok_start = lx->cur;
    lx->tok_line = lx->line;
    lx->tok_line_start = lx->line_start;
    if (s[lx->cur] == '{' && s[lx->cur + 1] != '{') return enter_field(lx, f);
    if (at_quotes(lx, f)) {
        lx->cur += f->quote_size;
        lx->nfmode--;
        return py_lex_add(lx, TOK_FEND);
    }
    for (;;) {
        char c = s[lx->cur];
        if ((size_t)lx->cur >= lx->p->len || (f->quote_size == 1 && c == '\n')) {
            if (in_spec && c == '\n') {
                f->in_text = false;
                return add_middle(lx, f, 0);
            }
            return unterminated(lx, f->start, f->line, f->quote_size == 3, "f-");
        }
        if (c == f->quote && at_quotes(lx, f)) return add_middle(lx, f, 0);
        if (c == '{') {
            if (s[lx->cur + 1] == '{' && !in_spec) {
                lx->cur++;
                return add_middle(lx, f, 1);
            }
            return enter_field(lx, f) && add_middle(lx, f, 0);
        }
        if (c == '}' && named) {
            lx->cur++; // the brace closes \N{...} and stays in the text
            return add_middle(lx, f, 0);
        }
        if (c == '}') {
            if (s[lx->cur + 1] == '}' && !in_spec) {
                lx->cur++;
                return add_middle(lx, f, 1);
            }
            f->in_text = false;
            return add_middle(lx, f, 0);
        }
        lx->cur++;
        if (c == '\n') py_lex_newline(lx);
        if (c == '\\') skip_escape(lx, f, &named);
    }
}
