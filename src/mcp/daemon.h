// libmicrohttpd, opened when a server over HTTP starts: nothing else of this program pays for it.
#ifndef SA_MCP_DAEMON_H
#define SA_MCP_DAEMON_H

#include <microhttpd.h>

#include "base/err.h"

#define SA_DAEMON_SYMBOLS(X)                                                                       \
    X(MHD_start_daemon)                                                                            \
    X(MHD_stop_daemon)                                                                             \
    X(MHD_queue_response)                                                                          \
    X(MHD_create_response_from_buffer)                                                             \
    X(MHD_create_response_from_callback)                                                           \
    X(MHD_add_response_header)                                                                     \
    X(MHD_destroy_response)                                                                        \
    X(MHD_lookup_connection_value)                                                                 \
    X(MHD_get_connection_values)                                                                   \
    X(MHD_get_connection_info)                                                                     \
    X(MHD_suspend_connection)                                                                      \
    X(MHD_resume_connection)

struct sa_daemon {
#define ROW(symbol) __typeof__(&symbol) symbol;
    SA_DAEMON_SYMBOLS(ROW)
#undef ROW
};

// 0, or a code with *err filled.
int sa_daemon_open(struct sa_daemon *api, struct sa_err *err);

#endif
