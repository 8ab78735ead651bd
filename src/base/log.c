// Log lines: a level, and the redaction pass before anybody sees them.
#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/secret.h"
#include "base/tty.h"
#include "base/utf8.h"

static struct {
    pthread_mutex_t lock;
    _Atomic enum sa_log_level level;
    sa_log_fn fn;
    void *ctx;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER, .level = SA_LOG_WARN};

void sa_log_set_level(enum sa_log_level level)
{
    state.level = level;
}

enum sa_log_level sa_log_level(void)
{
    return state.level;
}

void sa_log_to(sa_log_fn fn, void *ctx)
{
    pthread_mutex_lock(&state.lock);
    state.fn = fn;
    state.ctx = ctx;
    pthread_mutex_unlock(&state.lock);
}

void sa_log_stderr(void *unused, enum sa_log_level level, const char *line)
{
    static const char *const names[] = {"", "warning: ", "info: ", "debug: ", "trace: "};
    (void)unused;
    sa_tty_printf(STDERR_FILENO, "smolagent: %s%s\n", names[level], line);
}

void sa_log(enum sa_log_level level, const char *format, ...)
{
    if (level > state.level) return;
    struct sa_buf raw = SA_BUF_INIT(SA_BUF_TEXT), line = SA_BUF_INIT(SA_BUF_TEXT);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&raw, format, args);
    va_end(args);
    if (raw.len) raw.len = sa_secret_redact(raw.data, raw.len);
    sa_utf8_printable(&line, sa_buf_text(&raw), raw.len);
    pthread_mutex_lock(&state.lock);
    if (state.fn) state.fn(state.ctx, level, sa_buf_text(&line));
    pthread_mutex_unlock(&state.lock);
    sa_buf_release(&raw);
    sa_buf_release(&line);
}
