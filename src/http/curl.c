// Opens libcurl at run time. It pulls in some thirty libraries and costs about 4 ms, which neither
// `smolagent python` nor a replayed run should pay; a remote run opens it on a thread meanwhile.
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/library.h"
#include "base/xalloc.h"
#include "http/curl_int.h"
#include "http/http_int.h"

static struct {
    pthread_mutex_t lock;
    bool tried, started; // started: the thread has to be joined
    pthread_t thread;
    struct sa_curl api;
    struct sa_err why; // of a failure
} lib = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void open_library(void)
{
    static const struct sa_symbol symbols[] = {
#define ROW(symbol) {#symbol, offsetof(struct sa_curl, symbol)},
        SA_CURL_SYMBOLS(ROW)
#undef ROW
    };
    lib.tried = true;
    if (!sa_library_open(&sa_libraries[SA_LIBRARY_CURL], symbols, SA_COUNT(symbols), &lib.api,
                         &lib.why) &&
        lib.api.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        sa_err_set(&lib.why, SA_E_CONFIG, "libcurl cannot be initialised");
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
    pthread_mutex_unlock(&lib.lock);
    if (!lib.why.code) return &lib.api;
    sa_err_set(err, SA_E_PROVIDER, "%s", lib.why.message);
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
