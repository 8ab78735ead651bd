// See daemon.h.
#include "mcp/daemon.h"

#include <dlfcn.h>
#include <stddef.h>

#include "base/xalloc.h"

int sa_daemon_open(struct sa_daemon *api, struct sa_err *err)
{
    static const struct {
        const char *name;
        size_t offset;
    } symbols[] = {
#define ROW(symbol) {#symbol, offsetof(struct sa_daemon, symbol)},
        SA_DAEMON_SYMBOLS(ROW)
#undef ROW
    };
    void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    bool whole = handle != NULL;
    for (size_t i = 0; whole && i < SA_COUNT(symbols); i++) {
        void *p = dlsym(handle, symbols[i].name);
        // POSIX lets an object pointer from dlsym be stored in a function pointer this way.
        *(void **)((char *)api + symbols[i].offset) = p;
        whole = p != NULL;
    }
    if (whole) return SA_OK;
    const char *why = dlerror();
    return sa_err_set(err, SA_E_CONFIG,
                      "cannot open libmicrohttpd.so.12 (%s); Debian's package is libmicrohttpd12",
                      why ? why : "it is not the library that is needed");
}
