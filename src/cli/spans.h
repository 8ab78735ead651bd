// The text of a line of Markdown while it is written: words appear as they come, marked ones once
// their mark is closed.
#ifndef SA_CLI_SPANS_H
#define SA_CLI_SPANS_H

#include "base/str.h"
#include "cli/inline.h"
#include "cli/screen.h"

struct sa_spans {
    struct sa_screen *screen;
    struct sa_buf held; // marked text whose mark is not closed
    char before;        // the character in front of that; 0: the line's start
    unsigned style;     // of the line
    struct sa_inline piece;
};

void sa_spans_init(struct sa_spans *spans, struct sa_screen *screen);
void sa_spans_release(struct sa_spans *spans);
void sa_spans_put(struct sa_spans *spans, const char *text, size_t len);
// Shown as it is, at once.
void sa_spans_plain(struct sa_spans *spans, const char *text, size_t len);
// The line is over: what waits is shown as it is.
void sa_spans_end(struct sa_spans *spans);

// How often the character at `at` stands there in a row.
size_t sa_spans_run(struct sa_str text, size_t at);

#endif
