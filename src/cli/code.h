// Code on a screen, by finished line, highlighted; and what was shown, to be held against what then
// runs.
#ifndef SA_CLI_CODE_H
#define SA_CLI_CODE_H

#include "base/str.h"
#include "cli/screen.h"
#include "syntax/syntax.h"

struct sa_code_view {
    struct sa_screen *screen;
    struct sa_syntax *syntax; // of the block that is open; NULL: it is no Python
    struct sa_buf line;       // that is not finished
    size_t given;             // bytes of the block that the syntax has
    bool open, any;           // any: a line of it was shown
    bool tagged, decorated;   // it stands in tags, and within them in a fence
    struct sa_buf shown;      // blocks of this reply, a blank line after each
    size_t last;              // where the last one begins in it
};

void sa_code_init(struct sa_code_view *view, struct sa_screen *screen);
void sa_code_release(struct sa_code_view *view);

// `tagged`: a fence right inside is a decoration.
void sa_code_begin(struct sa_code_view *view, bool python, bool tagged);
void sa_code_feed(struct sa_code_view *view, const char *text, size_t len);
void sa_code_end(struct sa_code_view *view);

// Is this what the last block says, or what all of them say? Blanks do not count.
bool sa_code_was_shown(const struct sa_code_view *view, struct sa_str code);
void sa_code_forget(struct sa_code_view *view); // what was shown

#endif
