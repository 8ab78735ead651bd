// The way to standard output and standard error; see tty.h.
#include "base/tty.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/utf8.h"

static struct {
    void (*yield)(void *ctx);
    void (*hold)(void *ctx, bool on);
    void *ctx;
} shared; // with who draws

void sa_tty_share(void (*yield)(void *ctx), void (*hold)(void *ctx, bool on), void *ctx)
{
    shared.yield = yield;
    shared.hold = hold;
    shared.ctx = ctx;
}

void sa_tty_hold(bool on)
{
    if (shared.hold) shared.hold(shared.ctx, on);
}

// ---- logs of CI ---------------------------------------------------------------------------------

const char *const sa_tty_services[] = {"CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION",
                                       NULL};

// Where in a line the text has come to that goes to the log of a CI service.
static struct {
    pthread_mutex_t lock;
    bool begun;  // a visible ASCII character has come
    bool colon;  // which was a colon, just now
    char hashes; // "#" 1, "##" 2, "##word" 3
} line = {.lock = PTHREAD_MUTEX_INITIALIZER};

// Does a service read commands from what is written there? Standard error is its log; standard
// output may be captured and stays exact unless it is the same file.
static bool is_log(int fd)
{
    struct stat out, err;
    bool ci = false;
    for (const char *const *name = sa_tty_services; *name; name++) {
        const char *value = getenv(*name);
        ci |= value && *value;
    }
    if (!ci || isatty(fd)) return false;
    return fd == STDERR_FILENO ||
           (fd == STDOUT_FILENO && !fstat(fd, &out) && !fstat(STDERR_FILENO, &err) &&
            out.st_dev == err.st_dev && out.st_ino == err.st_ino);
}

// Does this character complete a mark of commands: "::" first in a line, "##[" or "##word["?
static bool completes_mark(char c)
{
    bool visible = c > ' ' && c < 0x7F, letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    bool ends = c == '\n' || c == '\r';
    bool mark = (c == ':' && line.colon) || (c == '[' && line.hashes >= 2);
    line.colon = c == ':' && !line.begun;
    line.begun = !ends && (line.begun || visible);
    if (c == '#') line.hashes = line.hashes == 1 || line.hashes == 2 ? 2 : 1;
    else line.hashes = letter && line.hashes >= 2 ? 3 : 0;
    return mark;
}

// Commands to the service are broken by a blank, also where they come in pieces.
static void break_commands(const char *text, size_t len, struct sa_buf *out)
{
    size_t from = 0;
    pthread_mutex_lock(&line.lock);
    for (size_t i = 0; i < len; i++) {
        if (!completes_mark(text[i])) continue;
        sa_buf_append(out, text + from, i - from);
        sa_buf_appendc(out, ' ');
        from = i;
    }
    pthread_mutex_unlock(&line.lock);
    sa_buf_append(out, text + from, len - from);
}

static bool write_all(int fd, const char *text, size_t len, struct sa_stop *stop)
{
    if (!is_log(fd)) return sa_fs_write_until(fd, text, len, stop);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    break_commands(text, len, &out);
    bool well = sa_fs_write_until(fd, sa_buf_text(&out), out.len, stop);
    sa_buf_release(&out);
    return well;
}

// ---- writing ------------------------------------------------------------------------------------

static bool give_until(int fd, struct sa_buf *text, struct sa_stop *stop)
{
    if (shared.yield && text->len && isatty(fd)) shared.yield(shared.ctx);
    bool well = write_all(fd, sa_buf_text(text), text->len, stop);
    sa_buf_release(text);
    return well;
}

static bool give(int fd, struct sa_buf *text)
{
    return give_until(fd, text, NULL);
}

bool sa_tty_write_until(int fd, const char *text, size_t len, struct sa_stop *stop)
{
    if (!isatty(fd)) return write_all(fd, text, len, stop);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_utf8_printable(&out, text, len);
    return give_until(fd, &out, stop);
}

bool sa_tty_write(int fd, const char *text, size_t len)
{
    return sa_tty_write_until(fd, text, len, NULL);
}

bool sa_tty_printf(int fd, const char *format, ...)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&text, format, args);
    va_end(args);
    bool well = sa_tty_write(fd, sa_buf_text(&text), text.len);
    sa_buf_release(&text);
    return well;
}

// Length of the code at s that is ESC [ digits and semicolons and one of these letters; 0: there is
// none.
static size_t counted(const char *s, size_t len, const char *letters)
{
    size_t n = 2;
    if (len < 3 || s[0] != '\x1b' || s[1] != '[') return 0;
    while (n < len && ((s[n] >= '0' && s[n] <= '9') || s[n] == ';')) n++;
    return n < len && s[n] && strchr(letters, s[n]) ? n + 1 : 0;
}

// What there is besides of a way, as it is written.
#define ESC "\x1b"
static const char *const codes[][9] = {
    [SA_TTY_COLOURS] = {NULL},
    [SA_TTY_BEHIND] = {ESC "7", ESC "8", ESC "[J", NULL},
    [SA_TTY_EDITING] = {"\r", "\a", ESC "[J", ESC "[K", ESC "[H", ESC "[2J", ESC "[?2004h",
                        ESC "[?2004l", NULL},
};

static size_t code(enum sa_tty_way way, const char *s, size_t len)
{
    for (const char *const *c = codes[way]; *c; c++) {
        size_t n = strlen(*c);
        if (len >= n && !memcmp(s, *c, n)) return n;
    }
    return counted(s, len, way == SA_TTY_EDITING ? "mAC" : "m");
}

static void pass(struct sa_buf *out, enum sa_tty_way way, const char *text, size_t len)
{
    size_t from = 0;
    for (size_t i = 0, n; i < len; i += n ? n : 1) {
        bool control = (unsigned char)text[i] < ' ';
        n = control ? code(way, text + i, len - i) : 0;
        if (!n) continue;
        sa_utf8_printable(out, text + from, i - from);
        sa_buf_append(out, text + i, n);
        from = i + n;
    }
    sa_utf8_printable(out, text + from, len - from);
}

bool sa_tty_paint(int fd, const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    pass(&out, SA_TTY_COLOURS, text, len);
    return give(fd, &out);
}

bool sa_tty_draw(int fd, enum sa_tty_way way, const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    pass(&out, way, text, len);
    bool well = sa_fs_write_all(fd, sa_buf_text(&out), out.len);
    sa_buf_release(&out);
    return well;
}

void sa_tty_filter(struct sa_tty *tty, const char *text, size_t len, struct sa_buf *out)
{
    if (!isatty(tty->fd)) {
        if (is_log(tty->fd)) break_commands(text, len, out);
        else sa_buf_append(out, text, len);
        return;
    }
    struct sa_buf whole = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&whole, tty->held, tty->count);
    sa_buf_append(&whole, text, len);
    tty->count = sa_utf8_partial_tail(sa_buf_text(&whole), whole.len);
    memcpy(tty->held, sa_buf_text(&whole) + whole.len - tty->count, tty->count);
    sa_utf8_printable(out, sa_buf_text(&whole), whole.len - tty->count);
    sa_buf_release(&whole);
}

bool sa_tty_feed(struct sa_tty *tty, const char *text, size_t len)
{
    if (!isatty(tty->fd)) return write_all(tty->fd, text, len, NULL);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_tty_filter(tty, text, len, &out);
    return give(tty->fd, &out);
}

void sa_tty_flush(struct sa_tty *tty, struct sa_buf *out)
{
    sa_utf8_printable(out, tty->held, tty->count);
    tty->count = 0;
}

bool sa_tty_finish(struct sa_tty *tty)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_tty_flush(tty, &out);
    return give(tty->fd, &out);
}
