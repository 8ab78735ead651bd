// HTML as Markdown, element by element. What is for readers of the page stays; what drives it,
// decorates it, leads elsewhere on the site or is hidden does not.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/web/child.h"
#include "tool/web/md_int.h"

enum { LINK_TEXT_MAX = 1000, URL_MAX = 2000 };

struct element {
    const char *name;
    // What the start does; false: nothing to undo. NULL: a block.
    bool (*start)(struct sa_markdown *m, const struct element *e, const char **attributes,
                  struct md_open *open);
    void (*end)(struct sa_markdown *m, const struct element *e, const struct md_open *open);
    const char *mark;
    unsigned level; // newlines around a block, or the level of a heading
};

// ---- blocks -----------------------------------------------------------------------------------

static bool start_block(struct sa_markdown *m, const struct element *e, const char **attributes,
                        struct md_open *open)
{
    (void)attributes, (void)open;
    md_break(m, e->level);
    return true;
}

static void end_block(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)open;
    md_break(m, e->level);
}

static bool start_heading(struct sa_markdown *m, const struct element *e, const char **attributes,
                          struct md_open *open)
{
    (void)attributes, (void)open;
    md_break(m, 2);
    if (!md_is_line(m)) m->heading = e->level;
    m->in_heading = m->heading;
    m->has_heading |= e->level == 1;
    return true;
}

static void end_heading(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e, (void)open;
    m->heading = 0;
    m->in_heading = false;
    md_break(m, 2);
}

static bool start_article(struct sa_markdown *m, const struct element *e, const char **attributes,
                          struct md_open *open)
{
    m->articles++;
    return start_block(m, e, attributes, open);
}

static void end_article(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    m->articles--;
    end_block(m, e, open);
}

static bool start_rule(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    (void)e, (void)attributes, (void)open;
    md_break(m, 2);
    if (!md_is_line(m)) md_mark(m, "---");
    md_break(m, 2);
    return false;
}

static bool start_line(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    (void)e, (void)attributes, (void)open;
    if (m->pre_depth) sa_buf_appendc(&m->pre, '\n');
    else md_break(m, 1);
    return false;
}

static bool start_quote(struct sa_markdown *m, const struct element *e, const char **attributes,
                        struct md_open *open)
{
    start_block(m, e, attributes, open);
    md_enter(m, e->mark, e->level == 1 ? strlen(e->mark) : 0);
    return true;
}

static void end_container(struct sa_markdown *m, const struct element *e,
                          const struct md_open *open)
{
    md_leave(m);
    end_block(m, e, open);
}

// ---- lists ------------------------------------------------------------------------------------

static bool start_list(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    (void)open;
    const char *start = sa_html_attribute(attributes, "start");
    int64_t number = 1;
    if (start && (!sa_parse_i64(start, &number) || number < 1 || number > 1000000)) number = 1;
    md_break(m, m->list_count ? 1 : 2);
    SA_GROW(m->lists, m->list_cap, m->list_count + 1);
    m->lists[m->list_count++] = e->level ? (uint32_t)number : 0;
    return true;
}

static void end_list(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e, (void)open;
    if (m->list_count) m->list_count--;
    md_break(m, m->list_count ? 1 : 2);
}

// Items follow each other without an empty line, whatever is in them.
static bool start_item(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    (void)e, (void)attributes, (void)open;
    char mark[16] = "- ";
    uint32_t *next = m->list_count ? &m->lists[m->list_count - 1] : NULL;
    if (next && *next) snprintf(mark, sizeof mark, "%u. ", (*next)++);
    md_break(m, 1);
    md_enter(m, mark, strlen(mark));
    return true;
}

static void end_item(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e, (void)open;
    md_leave(m);
    md_break(m, 1);
    if (!md_is_line(m)) m->pending = 1;
}

// ---- code -------------------------------------------------------------------------------------

static void take_language(struct sa_markdown *m, const char **attributes)
{
    struct sa_str rest = sa_str_of(sa_html_attribute(attributes, "class")), word;
    while (rest.data && sa_str_next_part(&rest, ' ', &word)) {
        if (word.len < 10 || memcmp(word.data, "language-", 9)) continue;
        size_t n = 0;
        while (n < word.len - 9 && n + 1 < sizeof m->language &&
               (isalnum((unsigned char)word.data[9 + n]) || strchr("+#-_", word.data[9 + n])))
            n++;
        memcpy(m->language, word.data + 9, n);
        m->language[n] = 0;
    }
}

static bool start_pre(struct sa_markdown *m, const struct element *e, const char **attributes,
                      struct md_open *open)
{
    (void)e, (void)open;
    if (!m->pre_depth++) m->language[0] = 0;
    take_language(m, attributes);
    return true;
}

static size_t longest_run(const char *text, size_t len, char c)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < len; i++) {
        run = text[i] == c ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return longest;
}

static void put_fenced(struct sa_markdown *m, struct sa_str text)
{
    char fence[40] = "";
    size_t n = longest_run(text.data, text.len, '`') + 1;
    if (n < 3) n = 3;
    if (n > sizeof fence - 1) n = sizeof fence - 1;
    memset(fence, '`', n);
    SA_AUTO_FREE char *first = sa_xasprintf("%s%s", fence, m->language);
    struct sa_str line;
    md_break(m, 2);
    md_mark(m, first);
    while (sa_str_next_line(&text, &line)) md_verbatim(m, line.data, line.len);
    md_verbatim(m, fence, n);
    md_break(m, 2);
}

static void end_pre(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e, (void)open;
    if (--m->pre_depth) return;
    struct sa_str text = sa_str_trim_right((struct sa_str){sa_buf_text(&m->pre), m->pre.len});
    while (text.len && (*text.data == '\n' || *text.data == '\r')) text.data++, text.len--;
    if (text.len && md_is_line(m)) md_text(m, text.data, text.len);
    else if (text.len) put_fenced(m, text);
    sa_buf_clear(&m->pre);
}

// ---- marks within a line ----------------------------------------------------------------------

static bool start_mark(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    if (m->pre_depth) return take_language(m, attributes), false;
    if (m->in_heading && *e->mark == '*') return false; // it is bold anyway
    open->at = (uint32_t)md_mark_open(m, e->mark);
    open->sink = md_sink_number(m);
    return true;
}

// With nothing in it there is no mark.
static void end_mark(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    struct sa_buf *out = md_sink(m);
    size_t n = strlen(e->mark);
    if (open->sink != md_sink_number(m) || out->len < open->at) return; // it began elsewhere
    bool code = *e->mark == '`',
         ticks = code && memchr(out->data + open->at, '`', out->len - open->at);
    if (out->len == open->at) {
        sa_buf_truncate(out, out->len - n);
        return;
    }
    if (ticks) sa_buf_insert(out, open->at, "` ", 2);
    sa_buf_appends(out, ticks ? " `" : "");
    sa_buf_appends(out, e->mark);
}

static bool is_link(const char *href)
{
    static const char *const others[] = {"javascript:", "data:", "vbscript:", "blob:", "about:"};
    SA_AUTO_FREE char *lower = sa_xstrndup(href, strnlen(href, 16));
    for (char *p = lower; *p; p++) *p = (char)tolower((unsigned char)*p);
    for (size_t i = 0; i < SA_COUNT(others); i++)
        if (sa_starts_with(lower, others[i])) return false;
    return *href && *href != '#' && strlen(href) < URL_MAX;
}

static bool start_link(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    (void)e, (void)open;
    const char *given = sa_html_attribute(attributes, "href");
    if (!given || m->inside || m->pre_depth) return false;
    struct sa_str trimmed = sa_str_trim(sa_str_of(given));
    SA_AUTO_FREE char *href = sa_xstrndup(trimmed.data, trimmed.len);
    if (!is_link(href)) return false;
    m->link_at = md_mark_open(m, "[");
    m->link_entry = m->open_count + 1; // the entry that is being made is its own
    m->inside = 1;
    m->href = sa_html_absolute(href, m->base);
    return true;
}

static void put_url(struct sa_buf *out, const char *url)
{
    static const struct {
        char c;
        const char *as;
    } rows[] = {{' ', "%20"}, {'(', "%28"}, {')', "%29"}, {'<', "%3C"}, {'>', "%3E"}};
    for (; *url; url++) {
        const char *as = NULL;
        for (size_t i = 0; i < SA_COUNT(rows); i++)
            if (rows[i].c == *url) as = rows[i].as;
        if (as) sa_buf_appends(out, as);
        else if ((unsigned char)*url > ' ') sa_buf_appendc(out, *url);
    }
}

static void end_link(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e, (void)open;
    struct sa_buf *out = md_sink(m);
    if (!m->inside) return;
    if (!m->href || out->len <= m->link_at || out->len - m->link_at > LINK_TEXT_MAX)
        return md_drop_link(m);
    m->inside = 0;
    sa_buf_appends(out, "](");
    put_url(out, m->href);
    sa_buf_appendc(out, ')');
    sa_freep(&m->href);
}

static bool start_image(struct sa_markdown *m, const struct element *e, const char **attributes,
                        struct md_open *open)
{
    (void)e, (void)open;
    const char *alt = sa_html_attribute(attributes, "alt");
    if (alt && !m->pre_depth) md_text(m, alt, strlen(alt));
    return false;
}

// ---- tables, and what is no text --------------------------------------------------------------

static bool start_table(struct sa_markdown *m, const struct element *e, const char **attributes,
                        struct md_open *open)
{
    (void)e, (void)attributes, (void)open;
    md_table_start(m);
    return true;
}

static void end_table(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e, (void)open;
    md_table_end(m);
}

static bool start_row(struct sa_markdown *m, const struct element *e, const char **attributes,
                      struct md_open *open)
{
    (void)e, (void)attributes, (void)open;
    md_table_row(m);
    return false;
}

static bool start_cell(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    (void)e;
    const char *span = sa_html_attribute(attributes, "colspan");
    int64_t columns = 1;
    if (span && (!sa_parse_i64(span, &columns) || columns < 1 || columns > 50)) columns = 1;
    open->columns = (uint8_t)columns;
    md_table_cell(m);
    return true;
}

static void end_cell(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e;
    md_table_cell_end(m, open->columns);
}

static bool start_title(struct sa_markdown *m, const struct element *e, const char **attributes,
                        struct md_open *open)
{
    (void)e, (void)attributes, (void)open;
    return m->in_title = !m->title.len;
}

static void end_title(struct sa_markdown *m, const struct element *e, const struct md_open *open)
{
    (void)e, (void)open;
    m->in_title = false;
}

static bool start_base(struct sa_markdown *m, const struct element *e, const char **attributes,
                       struct md_open *open)
{
    (void)e, (void)open;
    const char *href = sa_html_attribute(attributes, "href");
    char *base = href && !m->base_set ? sa_html_absolute(href, m->base) : NULL;
    if (!base) return false;
    free(m->base);
    m->base = base;
    m->base_set = true;
    return false;
}

static bool start_skipped(struct sa_markdown *m, const struct element *e, const char **attributes,
                          struct md_open *open)
{
    (void)e, (void)attributes, (void)open;
    m->skip = 1;
    return true;
}

// The foot of a page is the site's; that of an article belongs to it.
static bool start_footer(struct sa_markdown *m, const struct element *e, const char **attributes,
                         struct md_open *open)
{
    if (m->articles) return start_block(m, e, attributes, open);
    return start_skipped(m, e, attributes, open);
}

#define BLOCK(name, newlines)                                                                      \
    {                                                                                              \
        name, start_block, end_block, NULL, newlines                                               \
    }
#define HEADING(name, level)                                                                       \
    {                                                                                              \
        name, start_heading, end_heading, NULL, level                                              \
    }
#define SKIPPED(name)                                                                              \
    {                                                                                              \
        name, start_skipped, NULL, NULL, 0                                                         \
    }
#define MARK(name, mark)                                                                           \
    {                                                                                              \
        name, start_mark, end_mark, mark, 0                                                        \
    }

static const struct element elements[] = {
    BLOCK("p", 2),
    BLOCK("div", 1),
    BLOCK("section", 2),
    BLOCK("header", 1),
    BLOCK("aside", 2),
    BLOCK("address", 1),
    BLOCK("figure", 2),
    BLOCK("figcaption", 1),
    BLOCK("details", 2),
    BLOCK("summary", 1),
    BLOCK("center", 1),
    BLOCK("form", 1),
    BLOCK("fieldset", 1),
    BLOCK("legend", 1),
    BLOCK("dl", 2),
    BLOCK("dt", 1),
    BLOCK("caption", 2),
    BLOCK("hgroup", 2),
    BLOCK("body", 2),
    HEADING("h1", 1),
    HEADING("h2", 2),
    HEADING("h3", 3),
    HEADING("h4", 4),
    HEADING("h5", 5),
    HEADING("h6", 6),
    SKIPPED("script"),
    SKIPPED("style"),
    SKIPPED("noscript"),
    SKIPPED("template"),
    SKIPPED("svg"),
    SKIPPED("canvas"),
    SKIPPED("iframe"),
    SKIPPED("object"),
    SKIPPED("embed"),
    SKIPPED("audio"),
    SKIPPED("video"),
    SKIPPED("nav"),
    SKIPPED("dialog"),
    SKIPPED("select"),
    SKIPPED("button"),
    SKIPPED("textarea"),
    SKIPPED("datalist"),
    MARK("b", "**"),
    MARK("strong", "**"),
    MARK("i", "*"),
    MARK("em", "*"),
    MARK("cite", "*"),
    MARK("del", "~~"),
    MARK("s", "~~"),
    MARK("strike", "~~"),
    MARK("code", "`"),
    MARK("kbd", "`"),
    MARK("samp", "`"),
    MARK("tt", "`"),
    {"main", start_article, end_article, NULL, 2},
    {"article", start_article, end_article, NULL, 2},
    {"footer", start_footer, end_block, NULL, 2},
    {"blockquote", start_quote, end_container, "> ", 2},
    {"dd", start_quote, end_container, ": ", 1},
    {"ul", start_list, end_list, NULL, 0},
    {"menu", start_list, end_list, NULL, 0},
    {"ol", start_list, end_list, NULL, 1},
    {"li", start_item, end_item, NULL, 0},
    {"pre", start_pre, end_pre, NULL, 0},
    {"br", start_line, NULL, NULL, 0},
    {"hr", start_rule, NULL, NULL, 0},
    {"a", start_link, end_link, NULL, 0},
    {"img", start_image, NULL, NULL, 0},
    {"table", start_table, end_table, NULL, 0},
    {"tr", start_row, NULL, NULL, 0},
    {"td", start_cell, end_cell, NULL, 0},
    {"th", start_cell, end_cell, NULL, 0},
    {"title", start_title, end_title, NULL, 0},
    {"base", start_base, NULL, NULL, 0},
};
_Static_assert(SA_COUNT(elements) < MD_NO_ROW, "rows are numbered by a byte");

// ---- the sink ---------------------------------------------------------------------------------

static uint8_t find_row(const char *name)
{
    for (size_t i = 0; i < SA_COUNT(elements); i++)
        if (*name == *elements[i].name && !strcmp(name, elements[i].name)) return (uint8_t)i;
    return MD_NO_ROW;
}

// Is the element invisible on the page, or navigation?
static bool is_hidden(const char **attributes)
{
    const char *style = sa_html_attribute(attributes, "style");
    const char *role = sa_html_attribute(attributes, "role");
    const char *aria = sa_html_attribute(attributes, "aria-hidden");
    if (sa_html_attribute(attributes, "hidden")) return true;
    if (aria && sa_str_caseeq(sa_str_trim(sa_str_of(aria)), "true")) return true;
    if (role && (sa_strcaseeq(role, "navigation") || sa_strcaseeq(role, "search"))) return true;
    return style && sa_style_hides(style);
}

static void on_start(void *sink, const char *name, const char **attributes)
{
    struct sa_markdown *m = sink;
    struct md_open open = {.row = MD_NO_ROW};
    SA_GROW(m->open, m->open_cap, m->open_count + 1);
    if (m->skip) {
        m->skip++;
    } else if (attributes && is_hidden(attributes) && strcmp(name, "body") != 0 &&
               strcmp(name, "html") != 0) {
        m->skip = 1;
    } else if (!m->out.full) {
        uint8_t row = find_row(name);
        open.on = row != MD_NO_ROW && elements[row].start(m, &elements[row], attributes, &open);
        open.row = row;
    }
    m->open[m->open_count++] = open;
}

static void on_end(void *sink, const char *name)
{
    struct sa_markdown *m = sink;
    (void)name;
    if (!m->open_count) return;
    struct md_open open = m->open[--m->open_count];
    if (m->skip) {
        m->skip--;
    } else if (open.row != MD_NO_ROW && open.on && elements[open.row].end) {
        elements[open.row].end(m, &elements[open.row], &open);
    }
}

static void on_text(void *sink, const char *text, size_t len)
{
    struct sa_markdown *m = sink;
    if (m->skip || m->out.full) return;
    if (m->in_title) sa_buf_append(&m->title, text, len);
    else if (m->pre_depth) sa_buf_append(&m->pre, text, len);
    else md_text(m, text, len);
    if (m->inside && md_sink(m)->len - m->link_at > LINK_TEXT_MAX) md_drop_link(m);
}

const struct sa_web_sink sa_markdown_sink = {on_start, on_end, on_text};

struct sa_markdown *sa_markdown_new(const char *url, size_t max_text)
{
    struct sa_markdown *m = sa_xcalloc(1, sizeof *m);
    sa_buf_init(&m->out, max_text);
    sa_buf_init(&m->pre, max_text);
    sa_buf_init(&m->title, 300);
    sa_buf_init(&m->table.cell, max_text);
    m->base = sa_xstrdup(url);
    return m;
}

static void put_title(struct sa_markdown *m, struct sa_buf *out)
{
    struct sa_markdown title = {.out = SA_BUF_INIT(SA_BUF_SMALL)};
    md_text(&title, sa_buf_text(&m->title), m->title.len);
    if (title.out.len && !m->has_heading) sa_buf_appendf(out, "# %s\n\n", sa_buf_text(&title.out));
    sa_buf_release(&title.out);
}

void sa_markdown_end(struct sa_markdown *m, struct sa_buf *out)
{
    size_t before = out->len;
    while (m->open_count) on_end(m, "");
    put_title(m, out);
    sa_buf_append(out, sa_buf_text(&m->out), m->out.len);
    if (out->len) out->len = before + sa_utf8_drop_tags(out->data + before, out->len - before);
    if (m->out.full) sa_buf_appends(out, "\n\n[the rest of the page was left out: it is too long]");
    md_table_release(m);
    sa_buf_release(&m->table.cell);
    sa_buf_release(&m->out);
    sa_buf_release(&m->pre);
    sa_buf_release(&m->title);
    free(m->open);
    free(m->lists);
    free(m->href);
    free(m->base);
    free(m);
}
