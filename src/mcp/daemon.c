// See daemon.h.
#include "mcp/daemon.h"

#include <stddef.h>

#include "base/library.h"
#include "base/xalloc.h"

int sa_daemon_open(struct sa_daemon *api, struct sa_err *err)
{
    static const struct sa_symbol symbols[] = {
#define ROW(symbol) {#symbol, offsetof(struct sa_daemon, symbol)},
        SA_DAEMON_SYMBOLS(ROW)
#undef ROW
    };
    return sa_library_open(&sa_libraries[SA_LIBRARY_MICROHTTPD], symbols, SA_COUNT(symbols), api,
                           err);
}
