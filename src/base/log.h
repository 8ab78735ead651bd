// Diagnostics on stderr, never answers. Every line goes through the redaction pass (secret.h). One
// log per process: with the list of secrets the only host-side state that is global, guarded by a
// lock.
#ifndef SA_BASE_LOG_H
#define SA_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum sa_log_level { SA_LOG_ERROR, SA_LOG_WARN, SA_LOG_INFO, SA_LOG_DEBUG, SA_LOG_TRACE };

// Level SA_LOG_WARN until set.
void sa_log_set_level(enum sa_log_level level);
enum sa_log_level sa_log_level(void);

// Where lines go instead of stderr (NULL: stderr again). `line` has no newline.
void sa_log_set_sink(void (*sink)(void *ctx, enum sa_log_level level, const char *line), void *ctx);

void sa_log(enum sa_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define sa_error(...) sa_log(SA_LOG_ERROR, __VA_ARGS__)
#define sa_warn(...) sa_log(SA_LOG_WARN, __VA_ARGS__)
#define sa_info(...) sa_log(SA_LOG_INFO, __VA_ARGS__)
#define sa_debug(...) sa_log(SA_LOG_DEBUG, __VA_ARGS__)

// Forgets all secrets and the sink; for tests and leak-free ends.
void sa_log_release(void);

#endif
