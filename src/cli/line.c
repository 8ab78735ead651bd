// Lines from a person. libedit is opened when first needed: linked in, it and libtinfo would cost
// every start. Without it, or without a real terminal, plain reading does.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/log.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cli.h"

struct edit_api {
    EditLine *(*init)(const char *, FILE *, FILE *, FILE *);
    void (*end)(EditLine *);
    int (*set)(EditLine *, int, ...);
    const char *(*gets)(EditLine *, int *);
    History *(*history_init)(void);
    void (*history_end)(History *);
    int (*history)(History *, HistEvent *, int, ...);
};

struct sa_line {
    void *library;
    struct edit_api api;
    EditLine *edit; // NULL: plain reading
    History *history;
};

static enum sa_line_status too_long(size_t most)
{
    sa_error("a line of more than %zu KiB: nothing more is read", most >> 10);
    return SA_LINE_TOO_LONG;
}

static const struct {
    const char *name;
    size_t offset;
} symbols[] = {{"el_init", offsetof(struct edit_api, init)},
               {"el_end", offsetof(struct edit_api, end)},
               {"el_set", offsetof(struct edit_api, set)},
               {"el_gets", offsetof(struct edit_api, gets)},
               {"history_init", offsetof(struct edit_api, history_init)},
               {"history_end", offsetof(struct edit_api, history_end)},
               {"history", offsetof(struct edit_api, history)}};

static bool load(struct sa_line *l)
{
    l->library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; l->library && i < SA_COUNT(symbols); i++) {
        void *symbol = dlsym(l->library, symbols[i].name);
        if (!symbol) return false;
        memcpy((char *)&l->api + symbols[i].offset, &symbol, sizeof symbol);
    }
    return l->library != NULL;
}

// libedit's callbacks have no context; there is one terminal and one reader of it.
static const char *prompt_now = "";
static struct sa_stop *stop_now;
static int input = STDIN_FILENO;
static size_t edited; // characters that the line has asked for so far

// The terminal throws away what was typed before a Ctrl-C, so a read may block although poll() saw
// input. Opened anew it can be set non-blocking without touching others who share standard input.
static void open_terminal(void)
{
    if (input != STDIN_FILENO || !isatty(STDIN_FILENO)) return;
    int fd = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0) input = fd;
}

// Reads a byte. 1, 0 at the end, -1 for a stop. Waiting on both at once leaves no moment in which a
// signal is missed.
static int read_byte(char *byte)
{
    for (;;) {
        struct pollfd fds[2] = {{input, POLLIN, 0}, {stop_now->fd, POLLIN, 0}};
        int n = poll(fds, 2, -1);
        if (sa_stop_reason(stop_now)) return -1;
        if (n < 0 && errno == EINTR) continue;
        if (n > 0 && !fds[0].revents) continue;
        ssize_t got = read(input, byte, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        return got > 0;
    }
}

static char *get_prompt(EditLine *edit)
{
    (void)edit;
    return (char *)prompt_now;
}

// One character for libedit. Its own reader retries after a signal; ours reports Ctrl-C.
static int read_char(EditLine *edit, wchar_t *out)
{
    (void)edit;
    char bytes[4];
    size_t have = 0;
    if (edited++ == SA_LINE_EDIT_MAX) return 0;
    for (;;) {
        int got = read_byte(bytes + have);
        if (got <= 0) return got;
        have++;
        if (have < 4 && sa_utf8_partial_tail(bytes, have)) continue;
        uint32_t cp;
        sa_utf8_decode(bytes, have, &cp);
        *out = (wchar_t)cp;
        return 1;
    }
}

struct sa_line *sa_line_new(struct sa_stop *stop)
{
    stop_now = stop;
    open_terminal();
    struct sa_line *l = sa_xcalloc(1, sizeof *l);
    const char *term = getenv("TERM");
    bool able = isatty(STDIN_FILENO) && isatty(STDERR_FILENO) && term && !sa_streq(term, "dumb");
    if (!able || !load(l)) return l;
    if (!setlocale(LC_CTYPE, "") || MB_CUR_MAX == 1) setlocale(LC_CTYPE, "C.UTF-8");
    l->edit = l->api.init("smolagent", stdin, stderr, stderr);
    if (!l->edit) return l;
    HistEvent event;
    l->history = l->api.history_init();
    l->api.history(l->history, &event, H_SETSIZE, 500);
    l->api.history(l->history, &event, H_SETUNIQUE, 1);
    l->api.set(l->edit, EL_PROMPT, get_prompt);
    l->api.set(l->edit, EL_EDITOR, "emacs");
    l->api.set(l->edit, EL_HIST, l->api.history, l->history);
    l->api.set(l->edit, EL_GETCFN, read_char);
    return l;
}

void sa_line_free(struct sa_line *l)
{
    if (!l) return;
    if (l->edit) l->api.end(l->edit);
    if (l->history) l->api.history_end(l->history);
    // The library stays: it keeps the terminal's description for the life of the process.
    free(l);
}

static enum sa_line_status read_plain(const char *prompt, char **text)
{
    if (isatty(STDIN_FILENO)) sa_tty_printf(STDERR_FILENO, "%s", prompt);
    struct sa_buf line = SA_BUF_INIT(SA_LINE_MAX);
    for (;;) {
        char c;
        int got = read_byte(&c);
        if (got < 0 || (got == 0 && !line.len)) {
            sa_buf_release(&line);
            return got < 0 ? SA_LINE_INTERRUPTED : SA_LINE_END;
        }
        if (got == 0 || c == '\n') break;
        if (sa_buf_appendc(&line, c)) continue;
        sa_buf_release(&line);
        return too_long(SA_LINE_MAX);
    }
    *text = sa_buf_take(&line, NULL);
    return SA_LINE_TEXT;
}

enum sa_line_status sa_line_read(struct sa_line *l, const char *prompt, char **text)
{
    if (!l->edit) return read_plain(prompt, text);
    prompt_now = prompt;
    edited = 0;
    int count = 0;
    // Before the prompt is seen: a Ctrl-D typed at it under the old settings would be lost.
    l->api.set(l->edit, EL_PREP_TERM, 1);
    const char *line = l->api.gets(l->edit, &count);
    if (!line || count <= 0) {
        sa_tty_printf(STDERR_FILENO, "\n");
        if (edited > SA_LINE_EDIT_MAX) return too_long(SA_LINE_EDIT_MAX);
        return sa_stop_reason(stop_now) ? SA_LINE_INTERRUPTED : SA_LINE_END;
    }
    size_t len = (size_t)count;
    if (line[len - 1] == '\n') len--;
    *text = sa_xstrndup(line, len);
    return SA_LINE_TEXT;
}

void sa_line_remember(struct sa_line *l, const char *text)
{
    HistEvent event;
    if (l->history && text[0]) l->api.history(l->history, &event, H_ENTER, text);
}
