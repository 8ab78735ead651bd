// Errors from outside (files, network, configuration, model): a code that is also the exit status
// and one message line. A function that can fail takes `struct sa_err *err`, leaves it untouched on
// success and fills it on failure. Bugs are SA_BUG (xalloc.h); Python exceptions stay in src/py.
#ifndef SA_BASE_ERR_H
#define SA_BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>

// Exit statuses of the program, in every output mode.
enum sa_code {
    SA_OK = 0,
    SA_E_INTERNAL = 1,
    SA_E_USAGE = 2,
    SA_E_NO_ANSWER = 3,
    SA_E_CHECK = 4, // schema or final-answer check never met
    SA_E_CAP = 5,   // a run cap: tokens, cost, tool calls
    SA_E_DENIED = 6,
    SA_E_SANDBOX = 7, // required sandbox layer missing
    SA_E_AUTH = 8,
    SA_E_PROVIDER = 9,
    SA_E_CONFIG = 10,
    SA_E_TOOL = 11,     // a tool or an MCP server did not start
    SA_E_TIMEOUT = 124, // --timeout
    SA_E_SIGHUP = 129,
    SA_E_SIGPIPE = 141,
    SA_E_SIGINT = 130,
    SA_E_SIGTERM = 143
};

struct sa_err {
    int code;           // enum sa_code; SA_OK: no error
    int http_status;    // 0 when the failure was not an HTTP reply
    bool retryable;     // the same request may work later
    bool unreachable;   // there was no connection to a server
    bool late;          // it was waited for, and given up
    char message[1024]; // one line, UTF-8, cut at the ceiling
};

#define SA_ERR_INIT                                                                                \
    {                                                                                              \
        0, 0, false, false, false, ""                                                              \
    }

// Fills *err (NULL: ignored) and returns `code`, so that `return sa_err_set(...)` reads well.
int sa_err_set(struct sa_err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int sa_err_setv(struct sa_err *err, int code, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

// Puts "format: " before the message already there; keeps and returns the code.
int sa_err_prefix(struct sa_err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Puts the text behind the message already there, as far as it fits; keeps and returns the code.
int sa_err_append(struct sa_err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void sa_err_clear(struct sa_err *err);

// One line that says when a code is used, for help and docs; static storage, "" when unknown.
const char *sa_code_help(int code);

#endif
