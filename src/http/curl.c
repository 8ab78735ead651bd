// Opens libcurl at run time. It pulls in some thirty libraries and costs about 4 ms, which neither
// `smolagent python` nor a replayed run should pay; a remote run opens it on a thread meanwhile.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "http/curl_int.h"
#include "http/http.h"

static struct {
    pthread_mutex_t lock;
    bool tried, ok, started;
    struct sa_curl api;
} lib = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const char *const library_names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};

static bool resolve(void *handle)
{
    static const struct {
        const char *name;
        size_t offset;
    } symbols[] = {
#define ROW(symbol) {#symbol, offsetof(struct sa_curl, symbol)},
        SA_CURL_SYMBOLS(ROW)
#undef ROW
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *p = dlsym(handle, symbols[i].name);
        if (!p) return false;
        // POSIX lets an object pointer from dlsym be stored in a function pointer this way.
        *(void **)((char *)&lib.api + symbols[i].offset) = p;
    }
    return true;
}

static void open_library(void)
{
    lib.tried = true;
    void *handle = NULL;
    for (size_t i = 0; !handle && library_names[i]; i++)
        handle = dlopen(library_names[i], RTLD_NOW | RTLD_LOCAL);
    lib.ok = handle && resolve(handle) && lib.api.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const struct sa_curl *sa_curl_get(struct sa_err *err)
{
    pthread_mutex_lock(&lib.lock);
    if (!lib.tried) open_library();
    bool ok = lib.ok;
    pthread_mutex_unlock(&lib.lock);
    if (ok) return &lib.api;
    sa_err_set(err, SA_E_PROVIDER, "cannot open libcurl.so.4: install libcurl4");
    return NULL;
}

static void *preload(void *unused)
{
    (void)unused;
    sa_curl_get(NULL);
    return NULL;
}

void sa_http_preload(void)
{
    pthread_mutex_lock(&lib.lock);
    bool start = !lib.started && !lib.tried;
    lib.started = true;
    pthread_mutex_unlock(&lib.lock);
    pthread_t thread;
    if (start && pthread_create(&thread, NULL, preload, NULL) == 0) pthread_detach(thread);
}
