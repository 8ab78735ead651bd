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

// A line on stderr if `level` is not above the level set; the format needs no newline.
void sa_log(enum sa_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define sa_error(...) sa_log(SA_LOG_ERROR, __VA_ARGS__)
#define sa_warn(...) sa_log(SA_LOG_WARN, __VA_ARGS__)
#define sa_info(...) sa_log(SA_LOG_INFO, __VA_ARGS__)
#define sa_debug(...) sa_log(SA_LOG_DEBUG, __VA_ARGS__)

#endif
