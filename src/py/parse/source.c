// source.c: from the caller's bytes to the text the lexer reads (valid UTF-8, \n newlines, one at
// the end), and from byte positions in it to the places CPython's SyntaxError would name.
#include "parse_int.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

const char *py_syntax_kind_name(enum py_syntax_kind kind)
{
    static const char *const names[] = {
        [PY_SYNTAX_OK] = "",
        [PY_SYNTAX_ERROR] = "SyntaxError",
        [PY_SYNTAX_INDENTATION] = "IndentationError",
        [PY_SYNTAX_TAB] = "TabError",
        [PY_SYNTAX_VALUE] = "ValueError",
        [PY_SYNTAX_RECURSION] = "RecursionError",
        [PY_SYNTAX_MEMORY] = "MemoryError",
        [PY_SYNTAX_LIMIT] = "limit",
    };
    return names[kind];
}

// Charges a look at n bytes for an error's sake; when time is up the next tick says so.
static void charge(const struct py_parser *p, size_t n)
{
    if (n > 4096 && p->alloc->tick) (void)p->alloc->tick(p->alloc->ctx, n / 16);
}

int py_parse_column(const struct py_parser *p, int line, int byte_col)
{
    if (line < 1 || line > p->nlines || byte_col < 0) return byte_col;
    int start = p->lines[line], n = 0;
    int end = start + byte_col;
    if (end > (int)p->len) end = (int)p->len;
    charge(p, (size_t)(end - start));
    for (int i = start; i < end; i++) n += (p->src[i] & 0xC0) != 0x80;
    return n + (start + byte_col - end);
}

// Is the newline behind the error's line a part of its text, as CPython tells it? Not where the
// lexer failed, nor where the grammar had read beyond that line.
static bool with_newline(const struct py_parser *p, const struct py_syntax_error *err)
{
    if (err == &p->lex_error) return false;
    return p->checking || !p->ntoks || p->toks[p->furthest].end_line <= err->line;
}

// Byte range of the error's line in the caller's source, whose newlines may differ from ours.
static void find_text(const struct py_parser *p, struct py_syntax_error *err)
{
    const char *s = p->original;
    size_t at = 0, n = p->original_len;
    charge(p, n);
    if (!(p->flags & PY_PARSE_TEXT) && n >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0) at = 3;
    for (int line = 1;; line++) {
        size_t start = at;
        while (at < n && s[at] != '\n' && s[at] != '\r') at++;
        if (line == err->line) {
            err->text_start = start;
            err->text_len = at - start;
            err->has_text = true;
            err->text_newline = with_newline(p, err) && (at < n || p->mode == PY_PARSE_EXEC);
        }
        if (line >= err->line || at >= n) return;
        at += s[at] == '\r' && at + 1 < n && s[at + 1] == '\n' ? 2 : 1;
    }
}

void py_parse_place_error(struct py_parser *p, struct py_syntax_error *err,
                          enum py_syntax_kind kind, int line, int col1, int end_line, int end_col1)
{
    err->kind = kind;
    err->line = line;
    err->col = col1;
    err->end_line = end_line;
    err->end_col = end_col1;
    if (line >= 1 && p->original) find_text(p, err);
}

void *py_lex_raise(struct py_parser *p, enum py_syntax_kind kind, struct py_pos at,
                   const char *format, ...)
{
    if (p->failed) return NULL;
    p->failed = true;
    if (p->ntoks && p->toks[p->furthest].type == TOK_ERROR && kind < PY_SYNTAX_RECURSION) {
        *p->err = p->lex_error; // the lexer failed before the grammar did
        return NULL;
    }
    va_list ap;
    va_start(ap, format);
    vsnprintf(p->err->message, sizeof p->err->message, format, ap);
    va_end(ap);
    int col = py_parse_column(p, at.line, at.col) + 1;
    int end_col = at.end_col < 0 ? at.end_col + 1 : py_parse_column(p, at.end_line, at.end_col) + 1;
    if (!p->checking && at.line >= 1 && at.line < p->nlines) {
        // CPython measures both columns in the first line
        int width = p->lines[at.line + 1] - p->lines[at.line];
        if (end_col > width && at.end_line > at.line) end_col = width;
        if (col > width) col = width;
    }
    if (kind >= PY_SYNTAX_RECURSION) col = end_col = 0;
    py_parse_place_error(p, p->err, kind, at.line, col, at.end_line, end_col);
    p->err->late = p->checking;
    return NULL;
}

void py_parse_warn(struct py_parser *p, int line, int col, const char *format, ...)
{
    if (!p->alloc->warn || p->second) return;
    char message[256];
    va_list ap;
    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    p->alloc->warn(p->alloc->warn_ctx, message, line, col);
}

// Length of the valid UTF-8 sequence at s, or 0; *why says what is wrong, as CPython's codec does.
static int utf8_length(const unsigned char *s, size_t left, const char **why)
{
    unsigned char c = s[0];
    *why = "invalid start byte";
    if (c < 0x80) return 1;
    if (c < 0xC2 || c > 0xF4) return 0;
    int n = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    *why = left == 1 ? "unexpected end of data" : "invalid continuation byte";
    if (left < 2 || (s[1] & 0xC0) != 0x80) return 0;
    if ((c == 0xE0 && s[1] < 0xA0) || (c == 0xED && s[1] > 0x9F) || (c == 0xF0 && s[1] < 0x90) ||
        (c == 0xF4 && s[1] > 0x8F))
        return 0;
    for (int i = 2; i < n; i++) {
        if ((size_t)i >= left) *why = "unexpected end of data";
        if ((size_t)i >= left || (s[i] & 0xC0) != 0x80) return 0;
    }
    return n;
}

// The source cannot be read: as a whole (line 0), or its line `line`.
static bool load_error(struct py_parser *p, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool load_error(struct py_parser *p, int line, const char *format, ...)
{
    char message[256];
    va_list ap;
    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    p->failed = true;
    *p->err = (struct py_syntax_error){.kind = PY_SYNTAX_ERROR, .line = line, .end_line = line};
    snprintf(p->err->message, sizeof p->err->message, "%s", message);
    return false;
}

static int line_of(const char *source, size_t at)
{
    int line = 1;
    for (size_t i = 0; i < at; i++) line += source[i] == '\n';
    return line;
}

static bool check_bytes(struct py_parser *p, const char *source, size_t len)
{
    if (len && memchr(source, 0, len))
        return load_error(p, 0, "source code string cannot contain null bytes");
    const char *why;
    for (size_t i = 0; i < len;) {
        uint64_t eight;
        if (len - i >= sizeof eight) {
            memcpy(&eight, source + i, sizeof eight);
            if (!(eight & 0x8080808080808080u)) {
                i += sizeof eight;
                continue;
            }
        }
        if ((unsigned char)source[i] < 0x80) {
            i++;
            continue;
        }
        int n = utf8_length((const unsigned char *)source + i, len - i, &why);
        if (!n)
            return load_error(p, line_of(source, i),
                              "(unicode error) 'utf-8' codec can't decode byte 0x%02x in position "
                              "%zu: %s",
                              (unsigned char)source[i], i, why);
        i += (size_t)n;
    }
    return true;
}

static bool index_lines(struct py_parser *p)
{
    int count = 2;
    for (size_t i = 0; i < p->len; i++) count += p->src[i] == '\n';
    p->lines_cap = count + 1;
    p->lines = py_parse_grow(p, NULL, 0, (size_t)p->lines_cap * sizeof *p->lines);
    if (!p->lines) return false;
    p->lines[0] = p->lines[1] = 0;
    p->nlines = 1;
    for (const char *s = p->src; (s = memchr(s, '\n', (size_t)(p->src + p->len - s)));)
        p->lines[++p->nlines] = (int32_t)(++s - p->src);
    return true;
}

bool py_source_load(struct py_parser *p, const char *source, size_t len)
{
    p->original = source;
    p->original_len = len;
    bool ends = len && (source[len - 1] == '\n' || source[len - 1] == '\r');
    p->open_ended = p->mode != PY_PARSE_EXEC && !ends;
    if (len > PY_PARSE_MAX_SOURCE)
        return load_error(p, 0, "source code is longer than %zu bytes", PY_PARSE_MAX_SOURCE);
    if (!py_parse_tick(p, len)) return false;
    bool text = p->flags & PY_PARSE_TEXT;
    bool bom = !text && len >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0;
    if (bom) source += 3, len -= 3;
    if (!check_bytes(p, source, len)) return false;
    p->src_size = len + 8;
    p->src = py_parse_grow(p, NULL, 0, p->src_size);
    if (!p->src) return false;
    size_t n = 0;
    if (!len || !memchr(source, '\r', len)) {
        if (len) memcpy(p->src, source, len);
        n = len;
    } else {
        for (size_t i = 0; i < len; i++) {
            bool cr = source[i] == '\r';
            p->src[n++] = cr ? '\n' : source[i];
            if (cr && i + 1 < len && source[i + 1] == '\n') i++;
        }
    }
    if (n && p->src[n - 1] != '\n') p->src[n++] = '\n';
    memset(p->src + n, 0, p->src_size - n);
    p->len = n;
    return index_lines(p);
}
