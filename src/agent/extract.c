// Tolerant extraction of code. Marks inside Python strings do not count (a program may print
// "</code>"), so the end of a block is looked for with a small scanner that knows Python's quotes.
// When the scanner cannot find an end, because the code is broken or is no Python, the first plain
// closing mark is taken.
#include "agent/extract.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

static const char open_tag[] = "<code>", close_tag[] = "</code>";

// ---- where a block ends -----------------------------------------------------------------------

size_t sa_python_string(const char *s, size_t len, bool *open)
{
    char q = s[0];
    bool triple = len >= 3 && s[1] == q && s[2] == q;
    for (size_t i = triple ? 3 : 1; i < len; i++) {
        if (s[i] == '\\') {
            i++;
        } else if (!triple && s[i] == '\n') {
            return i; // broken code: the string ends with its line
        } else if (s[i] == q && !triple) {
            return i + 1;
        } else if (s[i] == q && i + 2 < len && s[i + 1] == q && s[i + 2] == q) {
            return i + 3;
        }
    }
    *open = true;
    return len;
}

static bool is_close_tag(const char *s, size_t len)
{
    return len >= strlen(close_tag) && !strncasecmp(s, close_tag, strlen(close_tag));
}

// A closing fence: at least as many of the same character as opened, first on its line.
static bool is_fence(const char *text, size_t at, size_t len, char mark, size_t width)
{
    size_t n = 0, back = at;
    while (at + n < len && text[at + n] == mark) n++;
    if (n < width) return false;
    while (back > 0 && (text[back - 1] == ' ' || text[back - 1] == '\t')) back--;
    return back == 0 || text[back - 1] == '\n';
}

struct block_end {
    size_t at; // of the closing mark, or len
    bool closed;
    bool in_string;
};

// Scans Python from `from` on. mark 0: looks for </code>; else for a fence of that character.
static struct block_end scan_end(const char *s, size_t from, size_t len, char mark, size_t width)
{
    struct block_end end = {len, false, false};
    bool comment = false;
    for (size_t i = from; i < len;) {
        bool hit = mark ? s[i] == mark && is_fence(s, i, len, mark, width)
                        : s[i] == '<' && is_close_tag(s + i, len - i);
        if (hit) return end.at = i, end.closed = true, end;
        if (s[i] == '\n') comment = false;
        if (s[i] == '#') comment = true;
        if (!comment && (s[i] == '"' || s[i] == '\''))
            i += sa_python_string(s + i, len - i, &end.in_string);
        else i++;
    }
    return end;
}

static struct block_end find_end(const char *s, size_t from, size_t len, char mark, size_t width)
{
    struct block_end end = scan_end(s, from, len, mark, width);
    if (end.closed) return end;
    for (size_t i = from; i < len; i++) { // no end outside strings: take any
        bool hit = mark ? s[i] == mark && is_fence(s, i, len, mark, width)
                        : is_close_tag(s + i, len - i);
        if (hit) return (struct block_end){i, true, false};
    }
    return end;
}

// ---- trimming what is inside ------------------------------------------------------------------

// Drops the beginning of a closing tag that a stop sequence left at the end ("</", "</code").
static struct sa_str strip_partial_tag(struct sa_str s)
{
    s = sa_str_trim_right(s);
    for (size_t n = strlen(close_tag) - 1; n > 0; n--) {
        if (s.len < n || strncasecmp(s.data + s.len - n, close_tag, n) != 0) continue;
        s.len -= n;
        break;
    }
    return sa_str_trim_right(s);
}

// Blank lines off the start (not the first line's indentation), white space off the end.
static struct sa_str trim_code(struct sa_str s)
{
    s = sa_str_trim_right(s);
    for (size_t i = 0; i < s.len && isspace((unsigned char)s.data[i]); i++) {
        if (s.data[i] != '\n') continue;
        s.data += i + 1, s.len -= i + 1;
        i = (size_t)-1;
    }
    return s;
}

static size_t fence_width(struct sa_str line)
{
    size_t n = 0;
    if (!line.len || (line.data[0] != '`' && line.data[0] != '~')) return 0;
    while (n < line.len && line.data[n] == line.data[0]) n++;
    return n >= 3 ? n : 0;
}

// A fence nested in <code> is decoration.
static struct sa_str strip_nested_fence(struct sa_str s)
{
    struct sa_str rest = s, line;
    if (!sa_str_next_line(&rest, &line) || !fence_width(sa_str_trim(line))) return s;
    rest = sa_str_trim_right(rest);
    size_t last = rest.len;
    while (last > 0 && rest.data[last - 1] != '\n') last--;
    if (fence_width(sa_str_trim((struct sa_str){rest.data + last, rest.len - last})))
        rest.len = last;
    return trim_code(rest);
}

// All lines indented alike, as in a list item: takes the common blanks off.
static void append_dedented(struct sa_buf *out, struct sa_str code)
{
    size_t common = 0;
    while (common < code.len && code.data[common] == ' ') common++;
    struct sa_str rest = code, line;
    while (common && sa_str_next_line(&rest, &line)) {
        size_t n = 0;
        while (n < line.len && line.data[n] == ' ') n++;
        if (n < line.len && n < common) common = 0;
    }
    for (rest = code; sa_str_next_line(&rest, &line);) {
        size_t cut = line.len < common ? line.len : common;
        sa_buf_append(out, line.data + cut, line.len - cut);
        sa_buf_appendc(out, '\n');
    }
}

static void add_block(struct sa_extract *x, struct sa_str code)
{
    code = strip_nested_fence(trim_code(code));
    if (!code.len) return;
    if (x->code.len) sa_buf_appendc(&x->code, '\n');
    append_dedented(&x->code, code);
}

// ---- the three forms --------------------------------------------------------------------------

// What follows an invented observation is no longer the model's plan: the text ends there.
static size_t cut_observation(const char *s, size_t from, size_t len)
{
    static const char mark[] = "Observation:";
    const char *hit = sa_memfind(s + from, len - from, mark, strlen(mark));
    if (!hit) return len;
    return hit == s || isspace((unsigned char)hit[-1]) ? (size_t)(hit - s) : len;
}

static const char *find_tag(const char *s, size_t from, size_t len)
{
    for (size_t i = from; i + strlen(open_tag) <= len; i++)
        if (s[i] == '<' && !strncasecmp(s + i, open_tag, strlen(open_tag))) return s + i;
    return NULL;
}

static void extract_tags(struct sa_extract *x, const char *s, size_t len)
{
    const char *tag;
    size_t at = 0;
    len = find_tag(s, 0, len) ? len : 0;
    while (at < len && (tag = find_tag(s, at, len))) {
        size_t start = (size_t)(tag - s);
        if (x->found != SA_FOUND_NOTHING && cut_observation(s, at, start) < start) return;
        if (x->found == SA_FOUND_NOTHING) x->thought = start;
        size_t from = start + strlen(open_tag);
        struct block_end end = find_end(s, from, len, 0, 0);
        struct sa_str code = {s + from, end.at - from};
        x->unclosed = !end.closed;
        x->inside_string = end.in_string && !end.closed;
        if (x->unclosed) code = strip_partial_tag(code);
        add_block(x, code);
        x->found = SA_FOUND_TAGS;
        x->end = end.closed ? end.at + strlen(close_tag) : (size_t)(code.data + code.len - s);
        at = end.closed ? x->end : len;
    }
}

// Languages that are certainly not meant to be run.
static bool is_other_language(struct sa_str info)
{
    static const char *const others[] = {
        "json",   "bash", "sh",  "shell", "console", "text",      "txt",
        "output", "html", "xml", "yaml",  "yml",     "toml",      "diff",
        "md",     "csv",  "sql", "js",    "c",       "markdown",  "cpp",
        "java",   "rust", "go",  "ini",   "log",     "plaintext", "javascript"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (info.len == strlen(others[i]) && !strncasecmp(info.data, others[i], info.len))
            return true;
    return false;
}

static void extract_fences(struct sa_extract *x, const char *s, size_t len)
{
    struct sa_str rest = {s, len}, line;
    while (sa_str_next_line(&rest, &line)) {
        struct sa_str mark = sa_str_trim(line);
        size_t width = fence_width(mark), start = (size_t)(line.data - s);
        if (x->found != SA_FOUND_NOTHING &&
            cut_observation(s, start, start + line.len) < start + line.len)
            return;
        if (!width || !rest.data) continue;
        struct sa_str info = sa_str_trim((struct sa_str){mark.data + width, mark.len - width});
        if (memchr(info.data, '`', info.len)) continue; // ```inline```
        size_t from = rest.len ? (size_t)(rest.data - s) : len;
        struct block_end end = find_end(s, from, len, mark.data[0], width);
        size_t after = end.at;
        while (after < len && s[after] != '\n') after++;
        rest = (struct sa_str){s + after, len - after};
        if (is_other_language(info)) continue;
        if (x->found == SA_FOUND_NOTHING) x->thought = start;
        struct sa_str code = {s + from, end.at - from};
        x->unclosed = !end.closed;
        x->inside_string = end.in_string && !end.closed;
        if (x->unclosed) code = strip_partial_tag(code);
        add_block(x, code);
        x->found = SA_FOUND_FENCES;
        x->end = after;
    }
}

// Prose may compile as well ("Done", "42"): raw text must look like a statement that does
// something.
static bool looks_like_code(struct sa_str s)
{
    static const char *const words[] = {"import ", "from ",  "for ",  "while ", "if ",
                                        "def ",    "class ", "with ", "try:",   "assert "};
    if (memchr(s.data, '(', s.len) || memchr(s.data, '=', s.len)) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (s.len > strlen(words[i]) && !strncmp(s.data, words[i], strlen(words[i]))) return true;
    return false;
}

static void extract_raw(struct sa_extract *x, const char *s, size_t len,
                        bool (*is_python)(void *ctx, const char *code, size_t len), void *ctx)
{
    const char *close = sa_memfind(s, len, close_tag, strlen(close_tag));
    struct sa_str code = {s, close ? (size_t)(close - s) : len};
    code.len = cut_observation(s, 0, code.len);
    code = trim_code(strip_partial_tag(code));
    if (!code.len || !is_python || !looks_like_code(code)) return;
    if (!is_python(ctx, code.data, code.len)) return;
    append_dedented(&x->code, code);
    x->found = SA_FOUND_RAW;
    x->end = (size_t)(code.data + code.len - s);
}

void sa_extract(struct sa_extract *x, const char *reply, size_t len,
                bool (*is_python)(void *ctx, const char *code, size_t len), void *ctx)
{
    memset(x, 0, sizeof *x);
    sa_buf_init(&x->code, SA_BUF_TEXT);
    x->thought = x->end = len;
    extract_tags(x, reply, len);
    if (x->found == SA_FOUND_NOTHING) extract_fences(x, reply, len);
    if (x->found == SA_FOUND_NOTHING) extract_raw(x, reply, len, is_python, ctx);
    if (x->found == SA_FOUND_RAW) x->thought = 0;
    if (!x->code.len) x->found = SA_FOUND_NOTHING; // empty blocks only
}

void sa_extract_release(struct sa_extract *x)
{
    sa_buf_release(&x->code);
}

// ---- imports ----------------------------------------------------------------------------------

static void add_module(struct sa_buf *out, struct sa_str name)
{
    name = sa_str_trim(name);
    size_t n = 0;
    while (n < name.len && (isalnum((unsigned char)name.data[n]) || strchr("_.", name.data[n])))
        n++;
    name.len = n;
    struct sa_str rest = {sa_buf_text(out), out->len}, part;
    while (n && rest.len && sa_str_next_part(&rest, ',', &part))
        if (part.len == name.len && !memcmp(part.data, name.data, n)) return;
    if (!n) return;
    if (out->len) sa_buf_appendc(out, ',');
    sa_buf_append(out, name.data, name.len);
}

void sa_extract_imports(struct sa_buf *out, const char *code, size_t len)
{
    struct sa_str rest = {code, len}, line, part;
    while (sa_str_next_line(&rest, &line)) {
        line = sa_str_trim(line);
        if (line.len > 5 && !strncmp(line.data, "from ", 5)) {
            add_module(out, (struct sa_str){line.data + 5, line.len - 5});
        } else if (line.len > 7 && !strncmp(line.data, "import ", 7)) {
            struct sa_str names = {line.data + 7, line.len - 7};
            while (names.data && sa_str_next_part(&names, ',', &part)) add_module(out, part);
        }
    }
}
