// Markdown by lines: what a line is, is decided by its first characters (the table `kinds`); the
// text in it by spans (spans.h). Either waits for more where more could decide otherwise.
#include "cli/markdown.h"

#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cli.h"

enum {
    INDENT = 20, // blanks before a list's item or a fence
    LEAD = 200,  // bytes after which a line is what it is by then
    RULE = 24    // columns of a line across
};

void sa_markdown_init(struct sa_markdown *md, struct sa_screen *screen, struct sa_code_view *code)
{
    *md = (struct sa_markdown){.screen = screen,
                               .code = code,
                               .line = SA_BUF_INIT(SA_BUF_HUGE),
                               .header = SA_BUF_INIT(SA_BUF_HUGE)};
    sa_spans_init(&md->text, screen);
}

void sa_markdown_release(struct sa_markdown *md)
{
    sa_buf_release(&md->line);
    sa_buf_release(&md->header);
    sa_spans_release(&md->text);
    sa_freep(&md->widths);
}

static struct sa_str of(const struct sa_buf *b)
{
    return (struct sa_str){sa_buf_text(b), b->len};
}

// ---- text -------------------------------------------------------------------------------------

static void end_text(struct sa_markdown *md)
{
    sa_spans_end(&md->text);
    sa_screen_put(md->screen, 0, "\n", 1);
    sa_screen_hang(md->screen, 0);
    md->state = SA_MD_START;
}

// ---- tables -----------------------------------------------------------------------------------

// The next cell of a row, which begins behind a '|'.
static bool next_cell(struct sa_str *rest, struct sa_str *cell)
{
    bool code = false;
    *cell = (struct sa_str){rest->data, 0};
    if (!rest->len) return false;
    for (size_t i = 0; i < rest->len; i++) {
        char c = rest->data[i];
        if (c == '`') code = !code;
        if (c == '\\' && i + 1 < rest->len) i++;
        if (c != '|' || code) continue;
        cell->len = i;
        *rest = (struct sa_str){rest->data + i + 1, rest->len - i - 1};
        return true;
    }
    cell->len = rest->len; // the last '|' may be missing
    rest->len = 0;
    return sa_str_trim(*cell).len > 0;
}

static struct sa_str cells_of(struct sa_str row)
{
    row = sa_str_trim(row);
    if (row.len) row.data++, row.len--;
    return row;
}

static void put_row(struct sa_markdown *md, struct sa_str row, unsigned style)
{
    struct sa_str rest = cells_of(row), cell;
    for (size_t i = 0; next_cell(&rest, &cell); i++) {
        cell = sa_str_trim(cell);
        if (i) sa_screen_keep(md->screen, SA_STYLE_DIM, " | ", 3);
        bool styled = md->screen->color && sa_inline_read(&md->text.piece, cell, 0, 0);
        struct sa_str shown = styled ? of(&md->text.piece.text) : cell;
        size_t from = 0;
        for (size_t k = 0; styled && k < md->text.piece.count; from = md->text.piece.spans[k++].end)
            sa_screen_keep(md->screen, md->text.piece.spans[k].style | style, shown.data + from,
                           md->text.piece.spans[k].end - from);
        if (!styled) sa_screen_keep(md->screen, style, shown.data, shown.len);
        int width = sa_screen_width(shown.data, shown.len);
        int wanted = i < md->width_count && rest.len ? md->widths[i] : 0;
        for (; width < wanted; width++) sa_screen_keep(md->screen, 0, " ", 1);
    }
    sa_screen_keep(md->screen, 0, "\n", 1);
}

static bool is_delimiter(struct sa_str row)
{
    bool dash = false;
    for (size_t i = 0; i < row.len; i++) {
        if (!strchr("|:- \t\r", row.data[i])) return false;
        dash |= row.data[i] == '-';
    }
    return dash;
}

// Columns side by side only help where they fit into a line: else a row takes as much as it says.
static void fit_columns(struct sa_markdown *md)
{
    int64_t all = 0;
    for (size_t i = 0; i < md->width_count; i++) all += md->widths[i] + 3; // and what is between
    if (all > md->screen->columns) memset(md->widths, 0, md->width_count * sizeof *md->widths);
}

// As wide as the header's cells, with the blanks by which its author has set columns under them.
static void begin_table(struct sa_markdown *md, struct sa_str delimiter)
{
    struct sa_str rows[] = {cells_of(of(&md->header)), cells_of(delimiter)}, cell;
    size_t cap = 0;
    for (size_t k = 0; k < SA_COUNT(rows); k++) {
        for (size_t i = 0; next_cell(&rows[k], &cell); i++) {
            SA_GROW(md->widths, cap, i + 1);
            if (i >= md->width_count) md->widths[md->width_count++] = 0;
            int width = sa_screen_width(cell.data, cell.len) - 2; // a blank on either side
            if (width > md->widths[i]) md->widths[i] = width;
        }
    }
    fit_columns(md);
    put_row(md, of(&md->header), SA_STYLE_BOLD);
    sa_buf_clear(&md->header);
}

static void end_table(struct sa_markdown *md)
{
    if (md->header.len) { // a row alone is none
        sa_spans_put(&md->text, md->header.data, md->header.len);
        end_text(md);
    }
    sa_buf_clear(&md->header);
    sa_freep(&md->widths);
    md->width_count = 0;
}

static void end_row(struct sa_markdown *md)
{
    struct sa_str row = of(&md->line);
    md->state = SA_MD_START;
    if (md->widths) {
        put_row(md, row, 0);
    } else if (md->header.len && is_delimiter(row)) {
        begin_table(md, row);
    } else {
        end_table(md);
        sa_buf_append(&md->header, row.data, row.len);
    }
    sa_buf_clear(&md->line);
}

// ---- code -------------------------------------------------------------------------------------

static void end_code_line(struct sa_markdown *md)
{
    struct sa_str line = of(&md->line), bare = sa_str_trim(line);
    size_t run = bare.len && bare.data[0] == md->fence ? sa_spans_run(bare, 0) : 0;
    if (run >= md->fence_width && run == bare.len) {
        sa_code_end(md->code);
        md->state = SA_MD_START;
    } else {
        size_t indent = 0;
        while (indent < md->fence_indent && indent < line.len && line.data[indent] == ' ') indent++;
        sa_code_feed(md->code, line.data + indent, line.len - indent);
        sa_code_feed(md->code, "\n", 1);
    }
    sa_buf_clear(&md->line);
}

// ---- the beginnings of lines ------------------------------------------------------------------

// Length of what marks such a line; 0: it is none; UNDECIDED: it may become one. `line` ends with
// its newline when it is whole.
enum { UNDECIDED = 1 << 30 };

static size_t indent_of(struct sa_str line)
{
    size_t n = 0;
    while (n < line.len && line.data[n] == ' ' && n < INDENT) n++;
    return n;
}

static bool is_whole(struct sa_str line)
{
    return line.len && line.data[line.len - 1] == '\n';
}

static size_t match_blank(struct sa_str line)
{
    size_t n = 0;
    while (n < line.len && strchr(" \t\r", line.data[n])) n++;
    return n == line.len ? UNDECIDED : line.data[n] == '\n' ? n + 1 : 0;
}

static size_t match_fence(struct sa_str line)
{
    size_t indent = indent_of(line);
    if (indent == line.len) return UNDECIDED;
    char c = line.data[indent];
    if (c != '`' && c != '~') return 0;
    size_t run = sa_spans_run(line, indent), end = indent + run;
    if (run < 3) return end == line.len ? UNDECIDED : 0;
    if (c == '`' && memchr(line.data + end, '`', line.len - end)) return 0;
    return is_whole(line) ? line.len : UNDECIDED;
}

static size_t match_rule(struct sa_str line)
{
    struct sa_str s = {line.data, is_whole(line) ? line.len - 1 : line.len};
    size_t marks = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.data[i] == ' ' || s.data[i] == '\r') continue;
        if (!strchr("-*_", s.data[i]) || s.data[i] != sa_str_trim(s).data[0]) return 0;
        marks++;
    }
    return !is_whole(line) ? UNDECIDED : marks >= 3 ? line.len : 0;
}

static size_t match_heading(struct sa_str line)
{
    size_t n = line.len && line.data[0] == '#' ? sa_spans_run(line, 0) : 0;
    if (n == line.len && n <= 6) return UNDECIDED;
    return n && n <= 6 && strchr(" \t", line.data[n]) ? n + 1 : 0;
}

static size_t match_item(struct sa_str line)
{
    size_t indent = indent_of(line), n = indent;
    while (n < line.len && n - indent < 9 && isdigit((unsigned char)line.data[n])) n++;
    bool number = n > indent;
    if (n == line.len) return UNDECIDED;
    if (!strchr(number ? ".)" : "-*+", line.data[n])) return 0;
    if (++n == line.len) return UNDECIDED;
    return line.data[n] == ' ' ? n + 1 : 0;
}

static size_t match_quote(struct sa_str line)
{
    if (!line.len) return UNDECIDED;
    if (line.data[0] != '>') return 0;
    return line.len < 2 ? UNDECIDED : line.data[1] == ' ' ? 2 : 1;
}

static size_t match_row(struct sa_str line)
{
    return !line.len ? UNDECIDED : line.data[0] == '|';
}

static void begin_blank(struct sa_markdown *md, struct sa_str mark)
{
    (void)mark;
    end_text(md);
}

static void begin_fence(struct sa_markdown *md, struct sa_str mark)
{
    md->fence_indent = indent_of(mark);
    md->fence = mark.data[md->fence_indent];
    md->fence_width = sa_spans_run(mark, md->fence_indent);
    size_t word = md->fence_indent + md->fence_width;
    struct sa_str label = sa_str_trim((struct sa_str){mark.data + word, mark.len - word});
    bool python = !label.len || (label.len >= 2 && !memcmp(label.data, "py", 2));
    sa_code_begin(md->code, python, false);
    md->state = SA_MD_CODE;
}

static void begin_rule(struct sa_markdown *md, struct sa_str mark)
{
    (void)mark;
    for (int i = 0; i < RULE; i++) sa_screen_keep(md->screen, SA_STYLE_DIM, "-", 1);
    sa_screen_keep(md->screen, 0, "\n", 1);
}

static void begin_text(struct sa_markdown *md, struct sa_str mark)
{
    (void)mark;
    md->state = SA_MD_TEXT;
}

static void begin_heading(struct sa_markdown *md, struct sa_str mark)
{
    md->text.style = SA_STYLE_BOLD;
    md->state = SA_MD_TEXT;
    if (!md->screen->color) sa_spans_plain(&md->text, mark.data, mark.len);
}

static void begin_item(struct sa_markdown *md, struct sa_str mark)
{
    md->state = SA_MD_TEXT;
    sa_spans_plain(&md->text, mark.data, mark.len);
    md->text.before = 0;
    sa_screen_hang(md->screen, (int)mark.len);
}

static void begin_quote(struct sa_markdown *md, struct sa_str mark)
{
    (void)mark;
    md->text.style = SA_STYLE_DIM;
    md->state = SA_MD_TEXT;
    sa_spans_plain(&md->text, "> ", 2);
    md->text.before = 0;
    sa_screen_hang(md->screen, 2);
}

static void begin_row(struct sa_markdown *md, struct sa_str mark)
{
    sa_buf_append(&md->line, mark.data, mark.len);
    md->state = SA_MD_ROW;
}

static const struct kind {
    size_t (*match)(struct sa_str line);
    void (*begin)(struct sa_markdown *md, struct sa_str mark);
} kinds[] = {{match_blank, begin_blank},     {match_fence, begin_fence}, {match_rule, begin_rule},
             {match_heading, begin_heading}, {match_item, begin_item},   {match_quote, begin_quote},
             {match_row, begin_row}};

static void feed_line(struct sa_markdown *md, const char *text, size_t len);

// Decides what the line is, if that can be said; `over`: no more of it comes.
static void begin_line(struct sa_markdown *md, bool over)
{
    static const struct kind text = {NULL, begin_text};
    const struct kind *kind = NULL;
    size_t mark = 0;
    for (size_t i = 0; i < SA_COUNT(kinds) && !kind; i++) {
        mark = kinds[i].match(of(&md->line));
        if (mark == UNDECIDED && !over && md->line.len < LEAD) return;
        if (mark && mark != UNDECIDED) kind = &kinds[i];
    }
    if (!kind) kind = &text, mark = 0;
    size_t len;
    SA_AUTO_FREE char *line = sa_buf_take(&md->line, &len);
    if (kind->begin != begin_row) end_table(md);
    kind->begin(md, (struct sa_str){line, mark});
    feed_line(md, line + mark, len - mark);
}

// ---- feeding ----------------------------------------------------------------------------------

static void end_line(struct sa_markdown *md)
{
    switch (md->state) {
    case SA_MD_TEXT: end_text(md); break;
    case SA_MD_ROW: end_row(md); break;
    case SA_MD_CODE: end_code_line(md); break;
    case SA_MD_START: break; // begin_line has seen it
    }
}

// Text up to the end of a line at most.
static void feed_line(struct sa_markdown *md, const char *text, size_t len)
{
    bool whole = len && text[len - 1] == '\n';
    if (md->state == SA_MD_START) {
        uint32_t cp;
        for (size_t i = 0; i < len;) {
            size_t n = sa_utf8_decode(text + i, len - i, &cp);
            sa_buf_append(&md->line, text + i, n);
            i += n;
            begin_line(md, false);
            if (!md->line.len || md->state != SA_MD_START) return feed_line(md, text + i, len - i);
        }
        return;
    }
    if (md->state == SA_MD_TEXT) sa_spans_put(&md->text, text, len - whole);
    else sa_buf_append(&md->line, text, len - whole);
    if (whole) end_line(md);
}

void sa_markdown_feed(struct sa_markdown *md, const char *text, size_t len)
{
    while (len) {
        const char *nl = memchr(text, '\n', len);
        size_t n = nl ? (size_t)(nl - text) + 1 : len;
        feed_line(md, text, n);
        text += n, len -= n;
    }
}

void sa_markdown_finish(struct sa_markdown *md)
{
    if (md->state == SA_MD_START && md->line.len) begin_line(md, true);
    if (md->state != SA_MD_START) end_line(md);
    if (md->code->open) sa_code_end(md->code);
    end_table(md);
    md->state = SA_MD_START;
    sa_screen_settle(md->screen);
}
