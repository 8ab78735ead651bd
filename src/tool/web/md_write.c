// Text with what stands before its lines. Nothing is written before there is something to say, so
// that elements with nothing in them leave no trace.
#include <stdio.h>
#include <string.h>

#include "base/xalloc.h"
#include "tool/web/md_int.h"

struct sa_buf *md_sink(struct sa_markdown *m)
{
    return m->table.in_cell ? &m->table.cell : &m->out;
}

uint32_t md_sink_number(const struct sa_markdown *m)
{
    return m->table.in_cell ? m->cells_begun : 0;
}

bool md_is_line(const struct sa_markdown *m)
{
    return m->table.in_cell || m->inside;
}

void md_break(struct sa_markdown *m, unsigned newlines)
{
    size_t depth = m->depth < MD_DEEP ? m->depth : MD_DEEP;
    if (md_is_line(m)) {
        m->space = true;
        return;
    }
    m->space = false;
    if (depth && m->containers[depth - 1].fresh) return; // it begins here anyway
    if (newlines > m->pending) m->pending = newlines;
}

static void put_blanks(struct sa_buf *out, size_t count)
{
    while (count--) sa_buf_appendc(out, ' ');
}

// What stands before a line; of an empty one only what shows.
static void put_prefix(struct sa_markdown *m, bool empty)
{
    size_t depth = m->depth < MD_DEEP ? m->depth : MD_DEEP, start = m->out.len;
    for (size_t i = 0; i < depth; i++) {
        struct md_container *c = &m->containers[i];
        if (c->fresh && empty) break; // it does not begin yet
        if (!c->width || c->fresh) sa_buf_appends(&m->out, c->mark);
        else put_blanks(&m->out, c->width);
        if (!empty) c->fresh = false;
    }
    if (!empty) return;
    while (m->out.len > start && m->out.data[m->out.len - 1] == ' ')
        sa_buf_truncate(&m->out, m->out.len - 1);
}

// The newlines that are pending, and the beginning of a line.
static void begin(struct sa_markdown *m)
{
    if (!m->pending && m->out.len) return;
    if (m->out.len) {
        sa_buf_appendc(&m->out, '\n');
        if (m->pending > 1) {
            put_prefix(m, true);
            sa_buf_appendc(&m->out, '\n');
        }
    }
    m->pending = 0;
    m->space = false;
    put_prefix(m, false);
}

static bool ends_white(const struct sa_buf *out, size_t len)
{
    return !len || out->data[len - 1] == '\n' || out->data[len - 1] == ' ';
}

// The blank that is to be written. Behind an opening mark it goes before that one.
static void put_space(struct sa_markdown *m, struct sa_buf *out)
{
    bool opened = out->len && out->len == m->open_at && m->open_sink == md_sink_number(m);
    m->space = false;
    if (ends_white(out, opened ? m->opened : out->len)) return;
    if (!opened) {
        sa_buf_appendc(out, ' ');
        return;
    }
    if (!sa_buf_insert(out, m->opened, " ", 1)) return;
    if (m->inside && m->link_at > m->opened) m->link_at++;
    for (size_t i = m->open_count, looked = 0; i && looked < MD_MARKS; i--, looked++)
        if (m->open[i - 1].at > m->opened) m->open[i - 1].at++;
    m->open_at++;
}

static void before_text(struct sa_markdown *m)
{
    struct sa_buf *out = md_sink(m);
    if (out == &m->out && !m->inside) {
        begin(m);
        for (unsigned i = 0; i < m->heading; i++) sa_buf_appendc(out, '#');
        if (m->heading) sa_buf_appendc(out, ' ');
        m->heading = 0;
    } else if (out == &m->out && m->pending) {
        begin(m);
    }
    if (m->space) put_space(m, out);
}

void md_mark(struct sa_markdown *m, const char *mark)
{
    before_text(m);
    sa_buf_appends(md_sink(m), mark);
}

size_t md_mark_open(struct sa_markdown *m, const char *mark)
{
    struct sa_buf *out = md_sink(m);
    bool here = m->open_sink == md_sink_number(m);
    bool nested = here && out->len && out->len == m->open_at && !m->space && !m->pending;
    md_mark(m, mark);
    m->open_sink = md_sink_number(m);
    if (!nested) m->opened = out->len - strlen(mark);
    return m->open_at = out->len;
}

// Bytes of white space at `text`: ASCII's, or the no-break space.
static size_t white(const char *text, size_t len)
{
    if (*text == ' ' || (*text >= '\t' && *text <= '\r')) return 1;
    return len > 1 && text[0] == '\xC2' && text[1] == '\xA0' ? 2 : 0;
}

void md_text(struct sa_markdown *m, const char *text, size_t len)
{
    while (len) {
        size_t n = white(text, len);
        if (n) {
            m->space = true;
        } else if ((unsigned char)*text < ' ' || *text == 0x7F) {
            n = 1; // other control characters mean nothing
        } else {
            before_text(m);
            while (n < len && !white(text + n, len - n) && (unsigned char)text[n] >= ' ' &&
                   !(m->table.in_cell && text[n] == '|'))
                n++;
            sa_buf_append(md_sink(m), text, n);
            if (n < len && text[n] == '|' && m->table.in_cell)
                sa_buf_appends(md_sink(m), "\\|"), n++;
        }
        text += n;
        len -= n;
    }
}

void md_verbatim(struct sa_markdown *m, const char *text, size_t len)
{
    if (m->out.len) sa_buf_appendc(&m->out, '\n');
    put_prefix(m, !len);
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] >= ' ' || text[i] == '\t') sa_buf_appendc(&m->out, text[i]);
}

void md_enter(struct sa_markdown *m, const char *mark, size_t width)
{
    if (m->depth < MD_DEEP) {
        struct md_container *c = &m->containers[m->depth];
        memset(c, 0, sizeof *c);
        snprintf(c->mark, sizeof c->mark, "%s", mark);
        c->width = width;
        c->fresh = true;
    }
    m->depth++;
}

void md_leave(struct sa_markdown *m)
{
    if (m->depth) m->depth--;
}

void md_drop_link(struct sa_markdown *m)
{
    if (!m->inside) return;
    m->inside = 0;
    sa_freep(&m->href);
    sa_buf_remove(md_sink(m), m->link_at - 1, 1);
    for (size_t i = m->open_count; i > m->link_entry; i--) // marks within it
        if (m->open[i - 1].at) m->open[i - 1].at--;
    m->open_at = 0;
}
