// See library.h.
#include "base/library.h"

#include <dlfcn.h>

#include "base/xalloc.h"

const struct sa_library sa_libraries[SA_LIBRARY_COUNT] = {
    // Binding all functions takes 0.4 ms more. Debian has it with other TLS libraries as well.
    [SA_LIBRARY_CURL] = {"libcurl",
                         "libcurl4",
                         "models on servers, web tools, MCP over HTTP",
                         RTLD_LAZY,
                         {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"}},
    // Opened whole before the child that uses it is locked in: nothing can be looked up later.
    // Release 2.14 got a new name, as it changed structs that we do not use.
    [SA_LIBRARY_XML2] =
        {"libxml2", "libxml2", "reading HTML pages", RTLD_NOW, {"libxml2.so.2", "libxml2.so.16"}},
    [SA_LIBRARY_MD4C] = {"libmd4c",
                         "libmd4c0",
                         "styles of Markdown in answers on a terminal",
                         RTLD_NOW,
                         {"libmd4c.so.0"}},
    [SA_LIBRARY_MICROHTTPD] = {"libmicrohttpd",
                               "libmicrohttpd12",
                               "mcp serve --listen",
                               RTLD_NOW,
                               {"libmicrohttpd.so.12"}},
};

static bool resolve(void *handle, const struct sa_symbol *symbols, size_t count, void *api)
{
    for (size_t i = 0; i < count; i++) {
        void *symbol = dlsym(handle, symbols[i].name);
        if (!symbol) return false;
        // POSIX lets an object pointer from dlsym be stored in a function pointer this way.
        *(void **)((char *)api + symbols[i].offset) = symbol;
    }
    return true;
}

int sa_library_open(const struct sa_library *library, const struct sa_symbol *symbols, size_t count,
                    void *api, struct sa_err *err)
{
    struct sa_err first = SA_ERR_INIT; // the reason for the usual name
    for (size_t i = 0; i < SA_COUNT(library->files) && library->files[i]; i++) {
        void *handle = dlopen(library->files[i], library->mode | RTLD_LOCAL);
        if (handle && resolve(handle, symbols, count, api)) return SA_OK;
        const char *why = dlerror();
        if (!i)
            sa_err_set(&first, SA_E_CONFIG, "cannot open %s (%s); Debian's package is %s",
                       library->files[i], why ? why : "unknown reason", library->package);
    }
    if (err) *err = first;
    return first.code;
}
