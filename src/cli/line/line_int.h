// What the files of line editing share. From above to below: ../line.c (an entry, however it is
// read), edit.c (keys and what they do), search.c (Ctrl-R), then, mostly without knowing of each
// other, view.c (what is seen), text.c (what is typed), history.c, words.c (completion), paste.c,
// terminal.c (bytes and modes), compose.c (the user's editor).
#ifndef SA_CLI_LINE_INT_H
#define SA_CLI_LINE_INT_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "cli/line.h"

// ---- text.c: UTF-8 with a cursor between characters -------------------------------------------

struct sa_text {
    struct sa_buf buf;
    size_t at;          // the cursor
    struct sa_buf kill; // what was cut last
};

void sa_text_init(struct sa_text *text);
void sa_text_release(struct sa_text *text);
void sa_text_set(struct sa_text *text, const char *s, size_t len);    // the cursor at its end
bool sa_text_insert(struct sa_text *text, const char *s, size_t len); // false: no room
// Bytes of the first character of some text, with the accents that belong to it.
size_t sa_text_character(const char *s, size_t len);
// Where the cursor would go from `at`.
size_t sa_text_left(const struct sa_text *text, size_t at);
size_t sa_text_right(const struct sa_text *text, size_t at);
size_t sa_text_word_left(const struct sa_text *text, size_t at);
size_t sa_text_word_right(const struct sa_text *text, size_t at);
size_t sa_text_line_start(const struct sa_text *text, size_t at);
size_t sa_text_line_end(const struct sa_text *text, size_t at);
// One line up or down, as many characters from its start; false: there is none.
bool sa_text_up(struct sa_text *text);
bool sa_text_down(struct sa_text *text);
// Removes what is between the cursor and `to`, on either side; the cut text is kept for
// sa_text_yank.
void sa_text_remove(struct sa_text *text, size_t to);
void sa_text_cut(struct sa_text *text, size_t to);
bool sa_text_yank(struct sa_text *text);

// ---- terminal.c: bytes from the terminal, and its modes -----------------------------------------

// Single characters without echo and with pastes marked, Ctrl-C one of them, until
// sa_terminal_leave, which requests the stop for one that was typed ahead.
void sa_terminal_enter(void);
void sa_terminal_leave(struct sa_stop *stop);
// Meanwhile Ctrl-C is a signal again: while something runs that a key has asked for.
void sa_terminal_signals_on(struct sa_stop *stop);
void sa_terminal_signals_off(void);
void sa_terminal_suspend(void); // as Ctrl-Z does; returns when the program goes on
enum sa_terminal {
    SA_TERMINAL_BYTE,
    SA_TERMINAL_DRAW, // its size is another one, or it was somebody else's meanwhile
    SA_TERMINAL_STOP,
    SA_TERMINAL_END
};
// Waiting on the stop as well leaves no moment in which a signal is missed.
enum sa_terminal sa_terminal_read(struct sa_stop *stop, char *byte);
void sa_terminal_forget_ahead(void); // of what was typed, what has not been read
bool sa_terminal_more(void);         // there is a byte already

// ---- view.c: prompt and text in rows of the terminal ------------------------------------------

struct sa_row {
    size_t start, len; // in the text of the rows
    int width;         // columns
};

struct sa_rows {
    struct sa_buf text; // printable
    struct sa_row *v;
    size_t count, cap;
    size_t cursor_row;
    int cursor_column;
};

// Lays out `text` after a prompt, and after `more` what follows its line ends, in rows of at most
// `columns`.
void sa_rows_fill(struct sa_rows *rows, const char *prompt, const char *more, const char *text,
                  size_t len, size_t cursor, int columns);
void sa_rows_release(struct sa_rows *rows);

struct sa_view {
    struct sa_rows rows; // that are seen now
    size_t top;          // first row of the text that is seen, when it is taller than the screen
    int columns, lines;
    bool tall; // rows above or below are not seen
};
// Brings what is seen in line with what there is, writing only what differs.
void sa_view_show(struct sa_view *view, const char *prompt, const char *more,
                  const struct sa_text *text);
// The terminal's size may have changed: what was drawn is wiped off, as far as is known where.
void sa_view_resized(struct sa_view *view);
void sa_view_forget(struct sa_view *view); // nothing is seen any more
// Leaves the text on the screen, whole, and goes below it.
void sa_view_leave(struct sa_view *view, const char *prompt, const char *more,
                   struct sa_text *text);
void sa_view_release(struct sa_view *view);
void sa_view_bell(void);

// ---- history.c: entries, oldest first, in memory and in a file ----------------------------------

struct sa_history {
    char *path; // NULL: in memory alone
    char **v;
    size_t count, cap;
};
void sa_history_open(struct sa_history *history, const char *name);
void sa_history_add(struct sa_history *history, const char *text);
void sa_history_release(struct sa_history *history);
// The last entry before `before` that has `text` in it; -1: none.
long sa_history_find(const struct sa_history *history, size_t before, struct sa_str text);

// ---- words.c: completion ------------------------------------------------------------------------

void sa_words_release(struct sa_words *words);
// How many bytes all of them begin with.
size_t sa_words_common(const struct sa_words *words);
// In columns, one row of them a line.
void sa_words_list(const struct sa_words *words, int columns, struct sa_buf *out);

// ---- compose.c ----------------------------------------------------------------------------------

const char *sa_compose_editor(void); // that the user has named; NULL: none
// What the user's editor, or vi, makes of a text, malloc'd; NULL, which was told: nothing. A stop
// ends it.
char *sa_compose(const char *text, size_t len, struct sa_stop *stop, size_t *made);

// ---- paste.c ------------------------------------------------------------------------------------

// Reads what is pasted, once its mark has come: text with plain line ends, without controls.
void sa_paste_read(struct sa_stop *stop, struct sa_buf *text);

// ---- search.c -----------------------------------------------------------------------------------

struct sa_search {
    bool on;
    struct sa_buf query;
    size_t found;         // entry that is seen; the history's count: none yet
    struct sa_buf before; // what was typed before
};
void sa_search_init(struct sa_search *search);
void sa_search_release(struct sa_search *search);
// Begins, or goes on to the entry before.
void sa_search_on(struct sa_search *search, const struct sa_history *history, struct sa_text *text);
// Brings back what was there before; false: nothing was sought.
bool sa_search_cancel(struct sa_search *search, struct sa_text *text);
// The bytes of a key, when they change what is sought for; false: they do something else.
bool sa_search_refine(struct sa_search *search, const struct sa_history *history,
                      struct sa_text *text, const char *key, size_t len);

// ---- edit.c -------------------------------------------------------------------------------------

struct sa_edit {
    const struct sa_line_options *options;
    struct sa_history history;
    struct sa_text text;
    struct sa_view view;
    size_t entry; // of the history; its count: the one that is typed
    char *typed;  // that one, while another is seen
    struct sa_search search;
    enum sa_edit_end { SA_EDIT_GOES_ON, SA_EDIT_DONE, SA_EDIT_LEAVE } end;
};
void sa_edit_init(struct sa_edit *edit, const struct sa_line_options *options);
void sa_edit_release(struct sa_edit *edit);
void sa_edit_put(struct sa_edit *edit, const char *text, size_t len); // what it begins with
enum sa_line_status sa_edit_read(struct sa_edit *edit, char **text);

#endif
