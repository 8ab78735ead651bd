// Marks within a line of Markdown (emphasis, code, links), judged by md4c. That one is opened when
// first needed, as other libraries that few runs use; without it marks stay as they were written.
#ifndef SA_CLI_INLINE_H
#define SA_CLI_INLINE_H

#include "base/str.h"
#include "cli/screen.h"

// A text in styles.
struct sa_inline {
    struct sa_buf text;
    struct sa_span *spans;
    size_t count, cap;
    bool closed; // all of it lies within marks that are closed
};

void sa_inline_init(struct sa_inline *in);
void sa_inline_release(struct sa_inline *in);
// Reads a piece of a line, which stands between two characters of it (0: none). False: it cannot
// be judged.
bool sa_inline_read(struct sa_inline *in, struct sa_str piece, char before, char after);
// Shows it, each style with `base`.
void sa_inline_put(const struct sa_inline *in, struct sa_screen *screen, unsigned base);

#endif
