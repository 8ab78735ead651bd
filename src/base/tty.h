// Standard output and standard error: all text goes to them through here, whatever it comes from
// (lint: tests/lint/terminal.sh). On a terminal text of foreign origin -- of models, programs,
// tools, servers, names of files, settings -- is made printable (utf8.h), so that it cannot drive
// the terminal; into a file or a pipe it goes as it is, but for the log of a CI service, where a
// blank breaks what would be a command to the service.
#ifndef SA_BASE_TTY_H
#define SA_BASE_TTY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

// All of these return false with errno set when it cannot be written.
bool sa_tty_write(int fd, const char *text, size_t len);
// EINTR: `stop` was requested, and who should read does not.
struct sa_stop;
bool sa_tty_write_until(int fd, const char *text, size_t len, struct sa_stop *stop);
bool sa_tty_printf(int fd, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Text that was made printable piece by piece and has colours of our own (sa_ink) between the
// pieces: of control characters only those that colours are made of pass.
bool sa_tty_paint(int fd, const char *text, size_t len);

// The same for who draws on the terminal, and knows where the cursor is: what else passes is that
// of his way alone.
enum sa_tty_way {
    SA_TTY_COLOURS, // nothing
    SA_TTY_BEHIND,  // the cursor's place is kept and gone back to, what stands behind it erased
    SA_TTY_EDITING  // the cursor goes left, right and up, text is wiped, pastes are marked
};
bool sa_tty_draw(int fd, enum sa_tty_way way, const char *text, size_t len);
// `yield` is called before anything but that is written to a terminal, so that it begins on a line
// of its own; `hold` when a person begins to type and nothing may be drawn, and when that is over.
// One at a time; NULL: nobody draws.
void sa_tty_share(void (*yield)(void *ctx), void (*hold)(void *ctx, bool on), void *ctx);
void sa_tty_hold(bool on); // for who reads what is typed

// Variables of the environment that CI services set: what is written to their log must not be taken
// for a command to them. NULL ends the list.
extern const char *const sa_tty_services[];

// Text that comes in pieces: a character cut by the end of one is held back for the next.
struct sa_tty {
    int fd;
    char held[4];
    size_t count;
};
bool sa_tty_feed(struct sa_tty *tty, const char *text, size_t len);
bool sa_tty_finish(struct sa_tty *tty); // what was held back, however it is
// The same into a buffer, for who writes it himself.
void sa_tty_filter(struct sa_tty *tty, const char *text, size_t len, struct sa_buf *out);
void sa_tty_flush(struct sa_tty *tty, struct sa_buf *out);

#endif
