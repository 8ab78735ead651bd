// What a person types: one entry after another, of one line or of several. On a terminal it is
// edited (line/edit.c), with a history that is kept between sessions; elsewhere lines are read
// plainly.
#ifndef SA_CLI_LINE_H
#define SA_CLI_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct sa_stop;

// Longest entry.
enum { SA_LINE_MAX = 4 << 20, SA_LINE_EDIT_MAX = 1 << 20 };

// What may stand where the cursor is: whole words, each of which would replace the bytes from
// `start` to the cursor. A word that nothing can follow ends with the blank that is to be typed
// next.
struct sa_words {
    size_t start;
    char **v; // malloc'd
    size_t count, cap;
};
void sa_words_add(struct sa_words *words, const char *word, size_t len); // once each

// SA_LINE_JOINED: its last byte, which asked for that, is no part of it.
enum sa_line_more { SA_LINE_WHOLE, SA_LINE_MORE, SA_LINE_JOINED };

struct sa_line_options {
    struct sa_stop *stop; // whose request ends reading
    const char *prompt;   // of an entry's first line
    const char *more;     // of those that follow
    const char *history;  // name of its file in the state folder
    // Is more to come after this text? Enter then begins another line. May be NULL.
    enum sa_line_more (*goes_on)(void *ctx, const char *text, size_t len);
    // For Tab, of the text up to the cursor. May be NULL.
    void (*complete)(void *ctx, const char *text, size_t len, struct sa_words *words);
    void *ctx; // of both
};

// Everything is borrowed and must outlive the line; there is one at a time.
struct sa_line;
struct sa_line *sa_line_new(const struct sa_line_options *options);
void sa_line_free(struct sa_line *line);

enum sa_line_status { SA_LINE_TEXT, SA_LINE_END, SA_LINE_INTERRUPTED, SA_LINE_TOO_LONG };
// *text, malloc'd and without its last newline, is set for SA_LINE_TEXT. Ctrl-C gives
// SA_LINE_INTERRUPTED. After SA_LINE_TOO_LONG, which was told, nobody reads on.
enum sa_line_status sa_line_read(struct sa_line *line, char **text);
// Keeps an entry, unless it is empty, begins with a blank or, in the file, holds a key.
void sa_line_remember(struct sa_line *line, const char *text);

// Drops what was typed and not read: it was meant for something else than what is asked next.
void sa_line_forget_ahead(void);

// What the next entry begins with, to be changed. Without an editor it is not there: false.
bool sa_line_begin(struct sa_line *line, const char *text);

// Edited in the user's editor, `text` becomes what the next entry begins with. False, which was
// told, where there is no terminal or no editor.
// Has the user named an editor?
bool sa_line_has_editor(void);
bool sa_line_compose(struct sa_line *line, const char *text);

#endif
