// The Markdown writer's own: md_write.c puts text with what stands before its lines, md_table.c
// collects tables, markdown.c knows the elements. Private.
#ifndef SA_TOOL_WEB_MD_INT_H
#define SA_TOOL_WEB_MD_INT_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { MD_MARKS = 16 }; // that are looked at, of those which begin at one place
enum { MD_DEEP = 12 };  // containers that are shown; what is deeper is shown like these

// What begins every line of what is in it: a quote's mark, or an item's and then its width.
struct md_container {
    char mark[16]; // of the first line
    size_t width;  // of the blanks on the others; 0: the mark again
    bool fresh;    // nothing of it was written
};

struct md_table {
    char **cells; // malloc'd, a row after the other
    size_t count, cap;
    size_t *rows; // the index of the first cell of each
    size_t row_count, row_cap;
    struct sa_buf cell; // the one under way
    bool in_cell;
};

// An element that is open.
struct md_open {
    uint8_t row;     // of the table of elements; MD_NO_ROW: one that means nothing
    bool on;         // what its start did has to be undone
    uint8_t columns; // of a cell
    uint32_t at;     // where its text begins, of a mark's; 0: it has none
    uint32_t sink;   // in which one that is
};
enum { MD_NO_ROW = 255 };

struct sa_markdown {
    struct sa_buf out;
    struct md_container containers[MD_DEEP];
    size_t depth;           // of containers, and more
    unsigned pending;       // newlines before the next text
    bool space;             // a blank before it
    size_t opened, open_at; // the last opening mark, and where its text begins
    uint32_t open_sink;     // in which sink
    unsigned heading;       // its mark is to be written, 1 to 6
    bool in_heading;
    bool has_heading;   // the page has one of the first level
    unsigned inside;    // links that are open: what is in them is one line
    size_t link_at;     // of the text of the outermost
    size_t link_entry;  // its place among the open elements
    char *href;         // of it
    struct sa_buf pre;  // text of a <pre>
    unsigned pre_depth; // of these
    char language[24];
    bool table_on;   // cells are collected
    unsigned tables; // that are open
    struct md_table table;
    uint32_t cells_begun; // of all tables: sinks have numbers
    struct sa_buf title;
    bool in_title;
    unsigned skip; // open elements from the first on that is left out
    struct md_open *open;
    size_t open_count, open_cap;
    uint32_t *lists; // of each open list: the next number, 0: it has none
    size_t list_count, list_cap;
    unsigned articles; // open <main> and <article>
    char *base;        // links are relative to it
    bool base_set;
};

// Where text goes now: a cell or the page.
struct sa_buf *md_sink(struct sa_markdown *m);
uint32_t md_sink_number(const struct sa_markdown *m); // 0: the page
bool md_is_line(const struct sa_markdown *m); // nothing of it may begin a line: a cell, a link

void md_break(struct sa_markdown *m, unsigned newlines);           // at least so many
void md_text(struct sa_markdown *m, const char *text, size_t len); // white space collapses
void md_mark(struct sa_markdown *m, const char *mark);             // literally, where text would go
size_t md_mark_open(struct sa_markdown *m, const char *mark); // where the text behind it begins
void md_verbatim(struct sa_markdown *m, const char *text, size_t len); // a line of code
void md_enter(struct sa_markdown *m, const char *mark, size_t width);
void md_leave(struct sa_markdown *m);
void md_drop_link(struct sa_markdown *m); // the open one is none: its text stays

void md_table_start(struct sa_markdown *m);
void md_table_row(struct sa_markdown *m);
void md_table_cell(struct sa_markdown *m);
void md_table_cell_end(struct sa_markdown *m, unsigned columns);
void md_table_end(struct sa_markdown *m);
void md_table_release(struct sa_markdown *m);

#endif
