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

static struct sa_str strip_fence(struct sa_str s)
{
    struct sa_str rest = s, line;
    if (!sa_str_next_line(&rest, &line) || !is_fence_line(line)) return s;
    rest = sa_str_trim_right(rest);
    line = last_line(rest);
    if (is_fence_line(line)) rest.len -= line.len;
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

// "python" alone on the first line of several: a label that lost its fence.
static struct sa_str strip_language(struct sa_str s)
{
    static const char *const words[] = {"python", "py", "python3"};
    struct sa_str rest = s, line;
    if (!sa_str_next_line(&rest, &line) || !rest.len) return s;
    line = sa_str_trim(line);
    for (size_t i = 0; i < SA_COUNT(words); i++)
        if (line.len == strlen(words[i]) && !strncasecmp(line.data, words[i], line.len))
            return trim_code(rest);
    return s;
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

static bool unescape_html(struct sa_buf *out, struct sa_str s)
{
    static const struct {
        const char *entity, *text;
    } rows[] = {{"&lt;", "<"},   {"&gt;", ">"},   {"&quot;", "\""},  {"&#39;", "'"},
                {"&apos;", "'"}, {"&#x27;", "'"}, {"&#34;", "\""},   {"&nbsp;", " "},
                {"&#x3D;", "="}, {"&#61;", "="},  {"&#x2F;", "/"},   {"&#47;", "/"},
                {"&#123;", "{"}, {"&#125;", "}"}, {"&lbrack;", "["}, {"&rbrack;", "]"},
                {"&#160;", " "}, {"&#10;", "\n"}, {"&amp;", "&"}};
    bool found = false;
    for (size_t i = 0; i < s.len;) {
        size_t k = 0, n = 0;
        for (; s.data[i] == '&' && k < SA_COUNT(rows); k++) {
            n = strlen(rows[k].entity);
            if (s.len - i >= n && !strncasecmp(s.data + i, rows[k].entity, n)) break;
        }
        if (s.data[i] == '&' && k < SA_COUNT(rows)) {
            sa_buf_appends(out, rows[k].text);
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

static const struct {
    const char *what;
    repair_fn repair;
} repairs[] = {
    {"HTML entities were read as the characters they stand for", unescape_html},
    {"the prompts of a session were left out", without_prompts},
    {"the marks > of a quotation were left out", without_quotes},
    {"no-break and invisible spaces were replaced", plain_spaces},
    {"typographic quotation marks and dashes were read as plain ones", plain_quotes},
};

// One repair alone comes first; then all of them one after the other.
void sa_mend(struct sa_buf *code, const struct sa_read_ask *ask, struct sa_buf *notes)
{
    struct sa_buf all = SA_BUF_INIT(SA_BUF_HUGE), told = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str text = {code->data, code->len};
    // "In [1]: x = 1" compiles, as an annotation.
    if (!sa_may_compile(ask, code->len) || (!ipython_prompt(text, true) && sa_compiles(ask, text)))
        return;
    sa_buf_append(&all, code->data, code->len);
    for (size_t i = 0; i < SA_COUNT(repairs); i++) {
        struct sa_buf one = SA_BUF_INIT(SA_BUF_HUGE), next = SA_BUF_INIT(SA_BUF_HUGE);
        bool here = repairs[i].repair(&one, (struct sa_str){code->data, code->len});
        if (here && one.len && sa_compiles(ask, (struct sa_str){one.data, one.len})) {
            sa_buf_release(&all), sa_buf_release(&told), sa_buf_release(code);
            sa_buf_appendf(notes, "%s.\n", repairs[i].what);
            *code = one;
            return;
        }
        sa_buf_release(&one);
        if (!repairs[i].repair(&next, (struct sa_str){all.data, all.len}) || !next.len) {
            sa_buf_release(&next);
            continue;
        }
        sa_buf_release(&all);
        all = next;
        sa_buf_appendf(&told, "%s.\n", repairs[i].what);
    }
    if (told.len && sa_compiles(ask, (struct sa_str){all.data, all.len})) {
        sa_buf_append(notes, told.data, told.len);
        sa_buf_release(code);
        *code = all;
        sa_buf_init(&all, SA_BUF_HUGE);
    }
    sa_buf_release(&all), sa_buf_release(&told);
}
