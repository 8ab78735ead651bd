// From the text of a block to the code that runs: what wraps it is taken off, and damage that text
// suffers on its way through templates, web pages and word processors is mended, but only where the
// code does not compile before and does after. Every repair is told.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "agent/read_int.h"
#include "base/utf8.h"
#include "base/xalloc.h"

// What a compilation costs besides its bytes, in bytes.
enum { COMPILE_COST = 2000, MOST_COMPILED = 1 << 17 };

bool sa_may_compile(const struct sa_read_ask *ask, size_t len)
{
    if (!ask->compiles || len > MOST_COMPILED) return false;
    return !ask->budget || ask->budget->left > len + COMPILE_COST;
}

bool sa_compiles(const struct sa_read_ask *ask, struct sa_str code)
{
    struct sa_read_budget *b = ask->budget;
    if (!sa_may_compile(ask, code.len) && !(b && b->len == code.len)) return false;
    if (!b) return ask->compiles(ask->ctx, code.data, code.len);
    uint64_t hash = sa_hash_bytes(code.data, code.len);
    if (b->len == code.len && b->hash == hash) return b->compiled;
    if (!sa_may_compile(ask, code.len)) return false;
    b->left -= code.len + COMPILE_COST;
    b->hash = hash, b->len = code.len;
    return b->compiled = ask->compiles(ask->ctx, code.data, code.len);
}

// ---- what wraps a block -----------------------------------------------------------------------

struct sa_str sa_strip_partial_tag(struct sa_str s)
{
    static const char tag[] = "</code>";
    s = sa_str_trim_right(s);
    for (size_t n = strlen(tag) - 1; n > 0; n--) {
        if (s.len < n || strncasecmp(s.data + s.len - n, tag, n) != 0) continue;
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

static struct sa_str last_line(struct sa_str s)
{
    size_t at = s.len;
    while (at > 0 && s.data[at - 1] != '\n') at--;
    return (struct sa_str){s.data + at, s.len - at};
}

static bool is_fence_line(struct sa_str line)
{
    line = sa_str_trim(line);
    return line.len >= 3 && strchr("`~", line.data[0]) && sa_fence_run(line.data, line.len) >= 3;
}

// A fence of two back-ticks, or of quotes, with the language behind it: its length.
static size_t odd_fence(struct sa_str line)
{
    line = sa_str_trim(line);
    size_t run = line.len && strchr("`'\"", line.data[0]) ? sa_fence_run(line.data, line.len) : 0;
    bool fits = run == (line.len && line.data[0] == '`' ? 2 : 3) && run < line.len;
    return fits && sa_label_of((struct sa_str){line.data + run, line.len - run}) == SA_LABEL_PYTHON
               ? run
               : 0;
}

static struct sa_str strip_fence(struct sa_str s)
{
    struct sa_str rest = s, line;
    if (!sa_str_next_line(&rest, &line)) return s;
    size_t odd = odd_fence(line);
    if (!odd && !is_fence_line(line)) return s;
    const char *mark = sa_str_trim(line).data;
    rest = sa_str_trim_right(rest);
    line = last_line(rest);
    if (odd ? line.len == odd && !memcmp(line.data, mark, odd) : is_fence_line(line))
        rest.len -= line.len;
    else if (odd) return s;
    return trim_code(rest);
}

static struct sa_str strip_tag(struct sa_str s)
{
    struct sa_mark m = s.len ? sa_mark_at(s.data, s.len, true) : (struct sa_mark){0};
    if (m.role != SA_MARK_CODE || m.closing) return s;
    s.data += m.len, s.len -= m.len;
    s = sa_str_trim_right(s);
    for (size_t i = s.len; i > 0 && s.len - i < SA_MARK_WINDOW; i--) {
        if (s.data[i - 1] != '<' && s.data[i - 1] != '&') continue;
        m = sa_mark_at(s.data + i - 1, s.len - i + 1, true);
        if (m.role != SA_MARK_CODE || !m.closing || i - 1 + m.len != s.len) continue;
        s.len = i - 1;
        break;
    }
    return trim_code(s);
}

static struct sa_str strip_cdata(struct sa_str s)
{
    static const char open[] = "<![CDATA[", close[] = "]]>";
    if (s.len < strlen(open) || memcmp(s.data, open, strlen(open)) != 0) return s;
    s.data += strlen(open), s.len -= strlen(open);
    if (s.len >= strlen(close) && !memcmp(s.data + s.len - strlen(close), close, strlen(close)))
        s.len -= strlen(close);
    return trim_code(s);
}

// All lines indented alike, as in a list item: takes the common blanks off. Carriage returns before
// line ends go as well.
static void append_dedented(struct sa_buf *out, struct sa_str code)
{
    size_t common = 0;
    while (common < code.len && strchr(" \t", code.data[common])) common++;
    struct sa_str rest = code, line;
    while (common && sa_str_next_line(&rest, &line)) {
        size_t n = 0;
        while (n < line.len && n < common && line.data[n] == code.data[n]) n++;
        if (n < common && sa_str_trim(line).len) common = 0;
    }
    for (rest = code; sa_str_next_line(&rest, &line);) {
        size_t cut = line.len < common ? line.len : common;
        sa_buf_append(out, line.data + cut, line.len - cut);
        sa_buf_appendc(out, '\n');
    }
}

// "python" alone on the first line of several: a label that lost its fence. And the words on the
// button above it, where the text was copied from a page.
static struct sa_str strip_language(struct sa_str s)
{
    static const char *const words[] = {"python",    "py",   "python3", "pythonCopy code",
                                        "Copy code", "Copy", "CopyEdit"};
    struct sa_str rest = s, line;
    if (!sa_str_next_line(&rest, &line) || !rest.len) return s;
    line = sa_str_trim(line);
    return sa_str_caseeq_any(line, words, SA_COUNT(words)) ? strip_language(trim_code(rest)) : s;
}

void sa_block_code(struct sa_buf *out, struct sa_str block)
{
    block = trim_code(block);
    block = strip_language(strip_fence(strip_tag(strip_fence(strip_cdata(block)))));
    if (block.len) append_dedented(out, block);
}

// ---- repairs ----------------------------------------------------------------------------------

// A repair writes the mended code; false when it finds nothing to mend.
typedef bool (*repair_fn)(struct sa_buf *out, struct sa_str code);

// "&#60;" or "&#x3c;" at s.data[at], of printable ASCII and line ends: its length.
static size_t numeric_entity(struct sa_str s, size_t at, struct sa_buf *out)
{
    unsigned c = 0;
    size_t i = at + 2;
    if (s.len - at < 4 || s.data[at + 1] != '#') return 0;
    bool hex = strchr("xX", s.data[i]);
    for (i += hex; i < s.len && i < at + 8 && isxdigit((unsigned char)s.data[i]); i++) {
        int digit = s.data[i] <= '9' ? s.data[i] - '0' : (s.data[i] | 0x20) - 'a' + 10;
        if (!hex && digit > 9) return 0;
        c = c * (hex ? 16 : 10) + (unsigned)digit;
    }
    if (i == s.len || s.data[i] != ';' || !((c >= 0x20 && c < 0x7F) || c == '\n' || c == 0xA0))
        return 0;
    sa_buf_appendc(out, c == 0xA0 ? ' ' : (char)c);
    return i + 1 - at;
}

static bool unescape_html(struct sa_buf *out, struct sa_str s)
{
    static const struct {
        const char *entity, *text;
    } rows[] = {{"&lt;", "<"},   {"&gt;", ">"},     {"&quot;", "\""},  {"&apos;", "'"},
                {"&nbsp;", " "}, {"&lbrack;", "["}, {"&rbrack;", "]"}, {"&amp;", "&"}};
    bool found = false;
    for (size_t i = 0; i < s.len;) {
        size_t k = 0, n = 0;
        for (; s.data[i] == '&' && k < SA_COUNT(rows); k++) {
            n = strlen(rows[k].entity);
            if (sa_str_begins((struct sa_str){s.data + i, s.len - i}, rows[k].entity)) break;
        }
        if (s.data[i] == '&' && k < SA_COUNT(rows)) {
            sa_buf_appends(out, rows[k].text);
            i += n;
            found = true;
        } else if (s.data[i] == '&' && (n = numeric_entity(s, i, out))) {
            i += n;
            found = true;
        } else {
            sa_buf_appendc(out, s.data[i++]);
        }
    }
    return found;
}

// Replaces single code points; NULL text: drops them.
struct point {
    uint32_t code;
    const char *text;
};

static bool replace_points(struct sa_buf *out, struct sa_str s, const struct point *rows, size_t n)
{
    bool found = false;
    for (size_t i = 0, used; i < s.len; i += used) {
        uint32_t c;
        used = sa_utf8_decode(s.data + i, s.len - i, &c);
        size_t k = 0;
        while (k < n && rows[k].code != c) k++;
        if (k == n) {
            sa_buf_append(out, s.data + i, used);
            continue;
        }
        if (rows[k].text) sa_buf_appends(out, rows[k].text);
        found = true;
    }
    return found;
}

static bool plain_spaces(struct sa_buf *out, struct sa_str s)
{
    static const struct point rows[] = {{0xA0, " "},    {0x202F, " "},  {0x2007, " "},
                                        {0x3000, " "},  {0x2003, " "},  {0x2009, " "},
                                        {0x200B, NULL}, {0xFEFF, NULL}, {0x2060, NULL},
                                        {0x200C, NULL}, {0x200D, NULL}, {0xAD, NULL}};
    return replace_points(out, s, rows, SA_COUNT(rows));
}

static bool plain_quotes(struct sa_buf *out, struct sa_str s)
{
    static const struct point rows[] = {
        {0x2018, "'"},  {0x2019, "'"}, {0x201A, "'"}, {0x201C, "\""}, {0x201D, "\""},
        {0x201E, "\""}, {0x2013, "-"}, {0x2014, "-"}, {0x2212, "-"},  {0xFF08, "("},
        {0xFF09, ")"},  {0xFF0C, ","}, {0xFF1A, ":"}, {0x2026, "..."}};
    return replace_points(out, s, rows, SA_COUNT(rows));
}

// Length of "In [1]: " or, where lines go on, "   ...: ".
static size_t ipython_prompt(struct sa_str line, bool first)
{
    static const char open[] = "In [", more[] = "...:";
    size_t n = 0;
    if (line.len > strlen(open) && !memcmp(line.data, open, strlen(open))) {
        n = strlen(open);
        while (n < line.len && (isdigit((unsigned char)line.data[n]) || line.data[n] == ' ')) n++;
        if (line.len - n < 2 || line.data[n] != ']' || line.data[n + 1] != ':') return 0;
        n += 2;
    } else {
        while (n < line.len && line.data[n] == ' ') n++;
        if (first || line.len - n < strlen(more) || memcmp(line.data + n, more, strlen(more)) != 0)
            return 0;
        n += strlen(more);
    }
    return n < line.len && line.data[n] == ' ' ? n + 1 : n;
}

static size_t session_prompt(struct sa_str line)
{
    static const char *const prompts[] = {">>> ", "... ", ">>>", "..."};
    for (size_t i = 0; i < SA_COUNT(prompts); i++) {
        size_t n = strlen(prompts[i]);
        if (line.len >= n && !memcmp(line.data, prompts[i], n)) return n;
    }
    return ipython_prompt(line, false);
}

// A session at a prompt: the lines without a prompt are what it printed, or is said to have
// printed. An answer behind them that holds nothing but literals was copied from there.
static bool without_prompts(struct sa_buf *out, struct sa_str s)
{
    struct sa_str line;
    size_t seen = SIZE_MAX;
    bool found = false;
    while (sa_str_next_line(&s, &line)) {
        size_t n = session_prompt(line);
        if (!n && found && seen == SIZE_MAX && sa_str_trim(line).len) seen = out->len;
        if (!n) continue;
        found = true;
        sa_buf_append(out, line.data + n, line.len - n);
        sa_buf_appendc(out, '\n');
    }
    if (seen < out->len && sa_answers_constant((struct sa_str){out->data + seen, out->len - seen}))
        sa_buf_truncate(out, seen);
    return found;
}

// The marks of a quotation, where lines have them.
static bool without_quotes(struct sa_buf *out, struct sa_str s)
{
    struct sa_str line;
    bool found = false;
    while (sa_str_next_line(&s, &line)) {
        bool mark = line.len && line.data[0] == '>';
        size_t n = mark ? 1 + (line.len > 1 && line.data[1] == ' ') : 0;
        found |= mark;
        sa_buf_append(out, line.data + n, line.len - n);
        sa_buf_appendc(out, '\n');
    }
    return found;
}

// "\n" as two characters outside strings, where a text was escaped once too often: Python has
// nothing else that begins so.
static bool real_line_ends(struct sa_buf *out, struct sa_str s)
{
    bool found = false;
    for (size_t i = 0; i < s.len;) {
        size_t n = 1;
        if (s.data[i] == '"' || s.data[i] == '\'') n = sa_python_string(s.data + i, s.len - i);
        bool end = s.len - i > 1 && s.data[i] == '\\' &&
                   (s.data[i + 1] == 'n' || s.data[i + 1] == 't');
        if (end) sa_buf_appendc(out, s.data[i + 1] == 'n' ? '\n' : '\t');
        else sa_buf_append(out, s.data + i, n);
        found |= end;
        i += end ? 2 : n;
    }
    return found;
}

// The same of text that was escaped whole, quotes and all.
static bool unescaped(struct sa_buf *out, struct sa_str s)
{
    static const char escapes[] = "nt\"'\\", texts[] = "\n\t\"'\\";
    bool found = false;
    for (size_t i = 0; i < s.len; i++) {
        bool last = s.data[i] != '\\' || i + 1 == s.len || !s.data[i + 1];
        const char *at = last ? NULL : strchr(escapes, s.data[i + 1]);
        sa_buf_appendc(out, at ? texts[at - escapes] : s.data[i]);
        if (at) i++, found = true;
    }
    return found;
}

static bool without_breaks(struct sa_buf *out, struct sa_str s)
{
    static const char *const tags[] = {"<br>", "<br/>", "<br />"};
    bool found = false;
    for (size_t i = 0; i < s.len;) {
        size_t k = 0;
        struct sa_str rest = {s.data + i, s.len - i};
        while (k < SA_COUNT(tags) && !sa_str_begins(rest, tags[k])) k++;
        sa_buf_appendc(out, k < SA_COUNT(tags) ? '\n' : s.data[i]);
        i += k < SA_COUNT(tags) ? strlen(tags[k]) : 1;
        found |= k < SA_COUNT(tags);
    }
    return found;
}

static const struct {
    const char *what;
    repair_fn repair;
} repairs[] = {
    {"HTML entities were read as the characters they stand for", unescape_html},
    {"the prompts of a session were left out", without_prompts},
    {"the marks > of a quotation were left out", without_quotes},
    {"no-break and invisible spaces were replaced", plain_spaces},
    {"typographic quotation marks and dashes were read as plain ones", plain_quotes},
    {"<br> was read as the end of a line", without_breaks},
    {"\\n outside strings was read as the end of a line", real_line_ends},
    {"escapes were read as the characters they stand for", unescaped},
};

static bool repaired(struct sa_buf *out, size_t repair, const struct sa_buf *code)
{
    sa_buf_init(out, SA_BUF_HUGE);
    if (repairs[repair].repair(out, (struct sa_str){code->data, code->len}) && out->len)
        return true;
    sa_buf_release(out);
    return false;
}

static void replace(struct sa_buf *code, struct sa_buf *by)
{
    sa_buf_release(code);
    *code = *by;
}

// All repairs one after the other, until it compiles.
static bool mend_by_several(struct sa_buf *code, const struct sa_read_ask *ask, struct sa_buf *told)
{
    struct sa_buf next;
    unsigned count = 0;
    for (size_t i = 0; i < SA_COUNT(repairs); i++) {
        if (!repaired(&next, i, code)) continue;
        replace(code, &next);
        sa_buf_appendf(told, "%s.\n", repairs[i].what);
        if (++count > 1 && sa_compiles(ask, (struct sa_str){code->data, code->len})) return true;
    }
    return false;
}

// One repair alone comes first.
void sa_mend(struct sa_buf *code, const struct sa_read_ask *ask, struct sa_buf *notes)
{
    struct sa_buf all = SA_BUF_INIT(SA_BUF_HUGE), told = SA_BUF_INIT(SA_BUF_SMALL), one;
    struct sa_str text = {code->data, code->len};
    // "In [1]: x = 1" compiles, as an annotation.
    if (!sa_may_compile(ask, code->len) || (!ipython_prompt(text, true) && sa_compiles(ask, text)))
        return;
    for (size_t i = 0; i < SA_COUNT(repairs); i++) {
        if (!repaired(&one, i, code)) continue;
        if (sa_compiles(ask, (struct sa_str){one.data, one.len})) {
            sa_buf_appendf(notes, "%s.\n", repairs[i].what);
            replace(code, &one);
            return;
        }
        sa_buf_release(&one);
    }
    sa_buf_append(&all, code->data, code->len);
    if (mend_by_several(&all, ask, &told)) {
        sa_buf_append(notes, told.data, told.len);
        replace(code, &all);
    } else {
        sa_buf_release(&all);
    }
    sa_buf_release(&told);
}
