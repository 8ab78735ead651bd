// feed.c: questions about unfinished source: does a REPL need more lines, and which statements of a
// text that is still arriving are complete. Both work on our tokens alone.
#include "parse_int.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\r';
}

// The last line is empty, which ends a block in a REPL.
static bool ends_in_blank_line(const char *s, size_t n)
{
    int newlines = 0;
    while (n && (s[n - 1] == '\n' || is_blank(s[n - 1]))) newlines += s[--n] == '\n';
    return newlines > 1;
}

bool py_source_incomplete(const struct py_parse_alloc *alloc, const char *source, size_t len)
{
    struct py_ast *ast;
    struct py_syntax_error err;
    if (!py_parse(alloc, source, len, PY_PARSE_EXEC, 0, &ast, &err)) return err.incomplete;
    static const bool compound[PY_AST_COUNT] = {
        [PY_AST_FunctionDef] = true, [PY_AST_AsyncFunctionDef] = true,
        [PY_AST_ClassDef] = true,    [PY_AST_For] = true,
        [PY_AST_AsyncFor] = true,    [PY_AST_While] = true,
        [PY_AST_If] = true,          [PY_AST_With] = true,
        [PY_AST_AsyncWith] = true,   [PY_AST_Match] = true,
        [PY_AST_Try] = true,         [PY_AST_TryStar] = true};
    const struct py_nodes *body = &ast->root->Module.body;
    bool open = body->n && compound[body->v[body->n - 1]->kind] && !ends_in_blank_line(source, len);
    py_ast_free(ast);
    return open;
}

// Byte offset in the caller's text of the start of a line.
static size_t line_offset(const struct py_parser *p, int line)
{
    const char *s = p->original;
    size_t at = 0, n = p->original_len;
    if (n >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0) at = 3;
    for (int i = 1; i < line && at < n; i++) {
        while (at < n && s[at] != '\n' && s[at] != '\r') at++;
        if (at < n) at += s[at] == '\r' && at + 1 < n && s[at + 1] == '\n' ? 2 : 1;
    }
    return at;
}

// The token may continue the compound statement before it: else, elif, except, finally, or a word
// at the end of the text that could still grow into one.
static bool may_continue(const struct py_parser *p, const struct py_token *t, size_t len)
{
    static const char *const words[] = {"else", "elif", "except", "finally"};
    if (t->type == TOK_ELSE || t->type == TOK_ELIF || t->type == TOK_EXCEPT ||
        t->type == TOK_FINALLY)
        return true;
    if ((size_t)t->end < len) return false;
    size_t n = (size_t)(t->end - t->start);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (n < strlen(words[i]) && memcmp(p->src + t->start, words[i], n) == 0) return true;
    return false;
}

// Index of the token behind the statement that starts at token i, or -1 when it does not end.
static int statement_end(const struct py_parser *p, int i)
{
    int depth = 0;
    for (;; i++) {
        switch (p->toks[i].type) {
        case TOK_END:
        case TOK_ERROR: return -1;
        case TOK_INDENT: depth++; break;
        case TOK_DEDENT:
            if (--depth == 0) return i + 1;
            break;
        case TOK_NEWLINE:
            if (!depth && p->toks[i + 1].type != TOK_INDENT) return i + 1;
            break;
        default: break;
        }
    }
}

static bool has_block(const struct py_parser *p, int first, int end)
{
    static const bool compound[TOK_COUNT] = {
        [TOK_IF] = true,     [TOK_WHILE] = true, [TOK_FOR] = true,   [TOK_TRY] = true,
        [TOK_WITH] = true,   [TOK_DEF] = true,   [TOK_CLASS] = true, [TOK_ASYNC] = true,
        [TOK_ELSE] = true,   [TOK_ELIF] = true,  [TOK_AT] = true,    [TOK_EXCEPT] = true,
        [TOK_FINALLY] = true};
    return compound[p->toks[first].type] || p->toks[end - 1].type == TOK_DEDENT ||
           (end - 2 > first && p->toks[end - 2].type == TOK_COLON);
}

static size_t complete_prefix(struct py_parser *p, size_t len)
{
    int line = 1;
    for (int i = 0; p->toks[i].type > TOK_ERROR;) {
        int first = i, end = statement_end(p, i);
        if (end < 0) break;
        // layout tokens between the last real line and the next statement do not count
        int last = end - 1;
        while (last > first && p->toks[last].type != TOK_NEWLINE) last--;
        if ((size_t)p->toks[last].end > len) break; // its newline has not arrived
        const struct py_token *next = &p->toks[end];
        i = end;
        if (p->toks[first].type == TOK_AT && p->toks[end - 1].type != TOK_DEDENT) {
            // decorators belong to what follows
            while (p->toks[i].type == TOK_AT && (end = statement_end(p, i)) >= 0) i = end;
            if (end < 0 || p->toks[i].type <= TOK_ERROR || (i = statement_end(p, i)) < 0) break;
            last = i - 1;
            while (p->toks[last].type != TOK_NEWLINE) last--;
            if ((size_t)p->toks[last].end > len) break;
            next = &p->toks[i];
        }
        if (has_block(p, first, i)) {
            while (next->type > TOK_ERROR && may_continue(p, next, len)) {
                end = statement_end(p, i);
                if (end < 0) break;
                i = end;
                last = end - 1;
                while (p->toks[last].type != TOK_NEWLINE) last--;
                next = &p->toks[i];
            }
            if (end < 0 || next->type <= TOK_ERROR || may_continue(p, next, len)) break;
        }
        line = p->toks[last].line + 1;
    }
    return line > 1 ? line_offset(p, line) : 0;
}

size_t py_source_complete_prefix(const struct py_parse_alloc *alloc, const char *source, size_t len)
{
    struct py_syntax_error err;
    struct py_parser p = {.alloc = alloc, .err = &err};
    size_t result = 0;
    if (py_parser_init(&p) && py_source_load(&p, source, len) && py_lex(&p)) {
        // p.len counts a newline that was added: an incomplete last line must not look complete
        bool whole = len && (source[len - 1] == '\n' || source[len - 1] == '\r');
        result = complete_prefix(&p, whole ? p.len : p.len - 1);
    }
    py_parser_release(&p);
    py_ast_free(p.ast);
    return result;
}
