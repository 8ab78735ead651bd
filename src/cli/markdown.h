// Markdown on a screen while it is being written. Words appear as they come, marked ones once their
// mark is closed, lines of code and rows of tables once they are finished: for nothing shown is
// ever changed. Without colours marks stay as they were written.
#ifndef SA_CLI_MARKDOWN_H
#define SA_CLI_MARKDOWN_H

#include "cli/code.h"
#include "cli/screen.h"
#include "cli/spans.h"

struct sa_markdown {
    struct sa_screen *screen;
    struct sa_code_view *code;
    enum { SA_MD_START, SA_MD_TEXT, SA_MD_ROW, SA_MD_CODE } state;
    struct sa_buf line;   // as far as it came: its beginning, a row, a line of code
    struct sa_buf header; // a row that may begin a table
    struct sa_spans text;
    int *widths; // of the columns of a table; NULL: there is none
    size_t width_count;
    char fence; // that ends the code
    size_t fence_width, fence_indent;
};

// Code goes to `code`, which keeps it.
void sa_markdown_init(struct sa_markdown *md, struct sa_screen *screen, struct sa_code_view *code);
void sa_markdown_release(struct sa_markdown *md);
void sa_markdown_feed(struct sa_markdown *md, const char *text, size_t len);
// No more comes: what waits is shown as it is.
void sa_markdown_finish(struct sa_markdown *md);

#endif
