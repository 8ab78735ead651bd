// Log lines and the list of secrets that no line may carry.
#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

#define MIN_SECRET 6
#define MAX_SECRETS 64

static struct {
    pthread_mutex_t lock;
    enum sa_log_level level;
    void (*sink)(void *ctx, enum sa_log_level level, const char *line);
    void *sink_ctx;
    char *secrets[MAX_SECRETS];
    size_t secret_count;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER, .level = SA_LOG_WARN};

void sa_log_set_level(enum sa_log_level level)
{
    state.level = level;
}

enum sa_log_level sa_log_level(void)
{
    return state.level;
}

void sa_log_set_sink(void (*sink)(void *ctx, enum sa_log_level level, const char *line), void *ctx)
{
    pthread_mutex_lock(&state.lock);
    state.sink = sink;
    state.sink_ctx = ctx;
    pthread_mutex_unlock(&state.lock);
}

void sa_secret_add(const char *secret)
{
    if (!secret || strlen(secret) < MIN_SECRET) return;
    pthread_mutex_lock(&state.lock);
    bool known = state.secret_count == MAX_SECRETS;
    for (size_t i = 0; i < state.secret_count && !known; i++)
        known = sa_streq(state.secrets[i], secret);
    if (!known) state.secrets[state.secret_count++] = sa_xstrdup(secret);
    pthread_mutex_unlock(&state.lock);
}

static size_t redact_one(char *text, size_t len, const char *secret)
{
    size_t size = strlen(secret), at = 0;
    const char *hit;
    while ((hit = sa_memfind(text + at, len - at, secret, size))) {
        size_t start = (size_t)(hit - text);
        memcpy(text + start, "***", 3);
        memmove(text + start + 3, text + start + size, len - start - size);
        len -= size - 3;
        at = start + 3;
    }
    return len;
}

size_t sa_secret_redact(char *text, size_t len)
{
    size_t before = len;
    pthread_mutex_lock(&state.lock);
    for (size_t i = 0; i < state.secret_count; i++) len = redact_one(text, len, state.secrets[i]);
    pthread_mutex_unlock(&state.lock);
    if (len < before) text[len] = '\0';
    return len;
}

void sa_log(enum sa_log_level level, const char *format, ...)
{
    static const char *const names[] = {"error", "warning", "info", "debug", "trace"};
    if (level > state.level) return;
    struct sa_buf raw = SA_BUF_INIT(SA_BUF_TEXT), line = SA_BUF_INIT(SA_BUF_TEXT);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&raw, format, args);
    va_end(args);
    if (raw.len) raw.len = sa_secret_redact(raw.data, raw.len);
    if (level != SA_LOG_ERROR) sa_buf_appendf(&line, "%s: ", names[level]);
    sa_utf8_printable(&line, sa_buf_text(&raw), raw.len);
    pthread_mutex_lock(&state.lock);
    if (state.sink) state.sink(state.sink_ctx, level, sa_buf_text(&line));
    else fprintf(stderr, "smolagent: %s\n", sa_buf_text(&line));
    pthread_mutex_unlock(&state.lock);
    sa_buf_release(&raw);
    sa_buf_release(&line);
}

void sa_log_release(void)
{
    pthread_mutex_lock(&state.lock);
    for (size_t i = 0; i < state.secret_count; i++) {
        explicit_bzero(state.secrets[i], strlen(state.secrets[i]));
        free(state.secrets[i]);
    }
    state.secret_count = 0;
    state.sink = NULL;
    pthread_mutex_unlock(&state.lock);
}
