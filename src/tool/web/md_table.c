// Tables are collected and written when they end, if they are such: rows of more than one cell.
// Others, and those that hold a table, are there for the layout: their cells are paragraphs.
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "tool/web/md_int.h"

enum { CELLS_MAX = 100000 };

void md_table_release(struct sa_markdown *m)
{
    struct md_table *t = &m->table;
    for (size_t i = 0; i < t->count; i++) free(t->cells[i]);
    free(t->cells);
    free(t->rows);
    sa_buf_release(&t->cell);
    memset(t, 0, sizeof *t);
    sa_buf_init(&t->cell, m->out.max);
}

static void put_paragraphs(struct sa_markdown *m)
{
    struct md_table t = m->table; // its cells; what is written must not go into one
    m->table.in_cell = false;
    for (size_t i = 0; i < t.count; i++) {
        md_break(m, 2);
        md_text(m, t.cells[i], strlen(t.cells[i]));
    }
    md_break(m, 2);
    m->table.in_cell = t.in_cell;
}

// It is not to be one: what was collected is written, what comes is text.
static void give_up(struct sa_markdown *m)
{
    md_drop_link(m);
    struct sa_buf cell = m->table.cell;
    sa_buf_init(&m->table.cell, m->out.max);
    m->table_on = false;
    put_paragraphs(m);
    md_table_release(m);
    if (cell.len) md_text(m, cell.data, cell.len);
    sa_buf_release(&cell);
    md_break(m, 2);
}

void md_table_start(struct sa_markdown *m)
{
    m->tables++;
    if (m->inside) return;
    if (m->table_on) give_up(m);
    md_break(m, 2);
    m->table_on = true;
    md_table_release(m);
}

void md_table_row(struct sa_markdown *m)
{
    struct md_table *t = &m->table;
    if (!m->table_on || t->in_cell) return md_break(m, 1);
    SA_GROW(t->rows, t->row_cap, t->row_count + 1);
    t->rows[t->row_count++] = t->count;
    if (t->row_count > CELLS_MAX) give_up(m);
}

void md_table_cell(struct sa_markdown *m)
{
    struct md_table *t = &m->table;
    if (!m->table_on || m->inside) return md_break(m, 1);
    if (!t->row_count) md_table_row(m);
    t->in_cell = true;
    m->cells_begun++;
    m->space = false;
}

static void add_cell(struct md_table *t, char *text)
{
    SA_GROW(t->cells, t->cap, t->count + 1);
    t->cells[t->count++] = text;
}

void md_table_cell_end(struct sa_markdown *m, unsigned columns)
{
    struct md_table *t = &m->table;
    if (!m->table_on || !t->in_cell) return;
    md_drop_link(m);
    t->in_cell = false;
    m->space = false;
    add_cell(t, sa_buf_take(&t->cell, NULL));
    for (unsigned i = 1; i < columns && i < 50; i++) add_cell(t, sa_xstrdup(""));
    if (t->count > CELLS_MAX) give_up(m);
}

static size_t row_end(const struct md_table *t, size_t row)
{
    return row + 1 < t->row_count ? t->rows[row + 1] : t->count;
}

static void put_row(struct sa_markdown *m, size_t row, size_t columns)
{
    const struct md_table *t = &m->table;
    struct sa_buf line = SA_BUF_INIT(m->out.max);
    size_t from = t->rows[row], have = row_end(t, row) - from;
    sa_buf_appendc(&line, '|');
    for (size_t i = 0; i < columns; i++)
        sa_buf_appendf(&line, " %s%s|", i < have ? t->cells[from + i] : "",
                       i < have && *t->cells[from + i] ? " " : "");
    md_break(m, 1);
    md_mark(m, sa_buf_text(&line));
    sa_buf_release(&line);
}

static void put_rule(struct sa_markdown *m, size_t columns)
{
    struct sa_buf line = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendc(&line, '|');
    for (size_t i = 0; i < columns; i++) sa_buf_appends(&line, " --- |");
    md_break(m, 1);
    md_mark(m, sa_buf_text(&line));
    sa_buf_release(&line);
}

void md_table_end(struct sa_markdown *m)
{
    struct md_table *t = &m->table;
    size_t columns = 0, shown = 0;
    if (m->tables) m->tables--;
    if (!m->table_on) return md_break(m, 2);
    md_table_cell_end(m, 1);
    m->table_on = false;
    for (size_t i = 0; i < t->row_count; i++) {
        size_t n = row_end(t, i) - t->rows[i];
        if (n > columns) columns = n;
    }
    if (columns < 2 || columns > 100) {
        put_paragraphs(m);
    } else {
        md_break(m, 2);
        for (size_t i = 0; i < t->row_count; i++) {
            if (row_end(t, i) == t->rows[i]) continue; // a row of no cells
            put_row(m, i, columns);
            if (!shown++) put_rule(m, columns);
        }
        md_break(m, 2);
    }
    md_table_release(m);
}
