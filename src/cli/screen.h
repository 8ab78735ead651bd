// A terminal on which text appears while it comes into being. Text of others is made harmless and
// laid out: behind a margin, folded at words or at the edge, wide and combining characters
// counted. What stands there is never written over; only what is waited for, shown behind the
// cursor, goes when text follows. How it is laid out does not depend on how it was cut into pieces.
#ifndef SA_SCREEN_H
#define SA_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

// How text looks: one of the colours of cli.h's enum sa_ink, with any of these.
enum {
    SA_STYLE_BOLD = 1 << 8,
    SA_STYLE_DIM = 1 << 9,
    SA_STYLE_ITALIC = 1 << 10,
    SA_STYLE_UNDER = 1 << 11,
    SA_STYLE_STRIKE = 1 << 12
};

enum { SA_CLUSTER_MAX = 64 };

struct sa_span { // of the word that may still move to the next line
    unsigned style;
    size_t end; // in bytes of the word
};

struct sa_screen {
    int fd;            // -1: what would be written stays in `out`
    bool color, moves; // the terminal has colours; it can save where its cursor is
    int columns;       // where text is folded
    struct sa_buf out; // not written yet
    unsigned now;      // style in force
    bool status;       // what is waited for is shown
    // The line that the cursor is in.
    bool started; // its margin stands
    int at, from; // columns: of what comes next, and where the text of the line begins
    int pad;      // blanks of the margin that are not drawn yet
    int breaks;   // ends of lines that come before the next text: 2 leave a blank line
    // What begins lines, and what those begin with that are folded.
    const char *margin, *more;
    int hang; // columns behind the margin of the latter
    // Text that waits for more: a word, and the character in front of it.
    struct sa_buf word;
    struct sa_span *spans;
    size_t span_count, span_cap;
    int word_width, blanks; // the blanks come before the word
    unsigned blank_style;
    struct {
        char text[SA_CLUSTER_MAX];
        size_t len;
        unsigned style;
        bool folds;    // at words
        int32_t joint; // state of the search for its end
        uint32_t last; // code point
    } wait;
    bool returned; // a "\r" was last
};

void sa_screen_init(struct sa_screen *s, int fd, bool color, bool moves);
void sa_screen_release(struct sa_screen *s);
// Asks the terminal how wide it is; for the start, and after it has changed.
void sa_screen_measure(struct sa_screen *s);

// What lines begin with, from the next text on, which begins a line: strings of our own that
// outlive it.
void sa_screen_margin(struct sa_screen *s, const char *margin, const char *more);
// Begins a line with a label over the first columns of its margin.
void sa_screen_label(struct sa_screen *s, const char *label);
void sa_screen_hang(struct sa_screen *s, int columns);

// Text of others. Folded at words, more than one blank line in a row are one...
void sa_screen_put(struct sa_screen *s, unsigned style, const char *text, size_t len);
// ... or kept line by line, folded at the edge alone.
void sa_screen_keep(struct sa_screen *s, unsigned style, const char *text, size_t len);
// What waits for more has come whole.
void sa_screen_settle(struct sa_screen *s);
// The same, and the cursor at the start of a line.
void sa_screen_fresh(struct sa_screen *s);
// Writes what was laid out; false: nothing was.
bool sa_screen_flush(struct sa_screen *s);

// Shows text of our own, without control characters, behind the cursor as far as there is room; ""
// or NULL: nothing. Writes.
void sa_screen_status(struct sa_screen *s, const char *text);

// Columns that text takes.
int sa_screen_width(const char *text, size_t len);

#endif
