// Opens libcurl at run time. It pulls in some thirty libraries and costs about 4 ms, which neither
// `smolagent python` nor a replayed run should pay; a remote run opens it on a thread meanwhile.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "http/curl_int.h"
#include "http/http_int.h"

static struct {
    pthread_mutex_t lock;
    bool tried, ok, started; // started: the thread has to be joined
    pthread_t thread;
    struct sa_curl api;
    char why[200]; // of a failure
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
        handle = dlopen(library_names[i], RTLD_LAZY | RTLD_LOCAL); // NOW: 0.4 ms more
    // The last try's reason names the file that was looked for, or what there is too little of.
    const char *why = handle ? NULL : dlerror();
    snprintf(lib.why, sizeof lib.why, "%s", why ? why : "it is not the library that is needed");
    lib.ok = handle && resolve(handle) && lib.api.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static void *preload(void *unused)
{
    (void)unused;
    open_library();
    return NULL;
}

// Waits for the loading thread, which is the only other one to touch `lib`. Called with the lock
// held.
static void join_preload(void)
{
    if (lib.started) pthread_join(lib.thread, NULL);
    lib.started = false;
}

const struct sa_curl *sa_curl_get(struct sa_err *err)
{
    pthread_mutex_lock(&lib.lock);
    join_preload();
    if (!lib.tried) open_library();
    bool ok = lib.ok;
    pthread_mutex_unlock(&lib.lock);
    if (ok) return &lib.api;
    sa_err_set(err, SA_E_PROVIDER, "cannot open libcurl.so.4 (%s); Debian's package is libcurl4",
               lib.why);
    return NULL;
}

void sa_http_preload(void)
{
    sigset_t all, old;
    if (sa_http_broker()) return;
    sigfillset(&all); // signals belong to the main thread
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_mutex_lock(&lib.lock);
    if (!lib.started && !lib.tried) // while it is, the thread has all but `started`
        lib.started = pthread_create(&lib.thread, NULL, preload, NULL) == 0;
    pthread_mutex_unlock(&lib.lock);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void sa_http_settle(void)
{
    pthread_mutex_lock(&lib.lock);
    join_preload();
    pthread_mutex_unlock(&lib.lock);
}
