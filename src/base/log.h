// Diagnostics, never answers: on stderr where the command line asked for that, in a program that
// embeds us wherever it says, else nowhere. Every line goes through the redaction pass (secret.h).
// One log per process: with the list of secrets the only host-side state that is global, guarded by
// a lock.
#ifndef SA_BASE_LOG_H
#define SA_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum sa_log_level { SA_LOG_ERROR, SA_LOG_WARN, SA_LOG_INFO, SA_LOG_DEBUG, SA_LOG_TRACE };

// Level SA_LOG_WARN until set.
void sa_log_set_level(enum sa_log_level level);
enum sa_log_level sa_log_level(void);

// Where lines go from now on, one at a time, without a newline; NULL, as at the start: nowhere.
typedef void (*sa_log_fn)(void *ctx, enum sa_log_level level, const char *line);
void sa_log_to(sa_log_fn fn, void *ctx);
// Such a place: stderr, behind the name of the program and of the level.
void sa_log_stderr(void *unused, enum sa_log_level level, const char *line);

// A line if `level` is not above the level set; the format needs no newline.
void sa_log(enum sa_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define sa_error(...) sa_log(SA_LOG_ERROR, __VA_ARGS__)
#define sa_warn(...) sa_log(SA_LOG_WARN, __VA_ARGS__)
#define sa_info(...) sa_log(SA_LOG_INFO, __VA_ARGS__)
#define sa_debug(...) sa_log(SA_LOG_DEBUG, __VA_ARGS__)

#endif
