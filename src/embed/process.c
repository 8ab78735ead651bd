// What is the process's, not an agent's: the log, what this program is when it starts itself, and
// the one signal that writing may raise.
#include <cjson/cJSON.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "base/xalloc.h"
#include "embed/embed_int.h"
#include "exec/exec.h"

static atomic_bool roles; // smol_role was called, so that workers will find it

const char *smol_version(void)
{
    return SA_VERSION;
}

int smol_role(int argc, char **argv)
{
    roles = true;
    return argv ? sa_exec_role(argc, argv) : -1;
}

bool sa_embed_has_roles(void)
{
    return roles;
}

static void *cjson;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The library calls itself by its names, and would meet a cJSON that the program shows to libraries
// (-rdynamic). Only then it is made to look at itself first, which sanitisers do not bear; as it
// would pass a malloc of the program's by, too, it is told of that.
static void open_cjson(void)
{
    static const char name[] = "libcjson.so.1";
    void (*use)(cJSON_Hooks *);
    bool other = dlsym(RTLD_DEFAULT, "cJSON_Delete") && !dlopen(name, RTLD_LAZY | RTLD_NOLOAD) &&
                 !dlsym(RTLD_DEFAULT, "__sanitizer_print_stack_trace");
    cjson = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE | (other ? RTLD_DEEPBIND : 0));
    // One that the program has opened may be too old.
    if (cjson && !dlsym(cjson, "cJSON_SetValuestring")) cjson = NULL;
    if (!cjson || !other) return;
    *(void **)&use = dlsym(cjson, "cJSON_InitHooks");
    use(&(cJSON_Hooks){malloc, free});
}

void *sa_embed_cjson(void)
{
    pthread_once(&once, open_cjson);
    return cjson;
}

// What is opened when first used would be missed too late (cjson/cjson.c).
bool sa_embed_has_libraries(void)
{
    return sa_embed_cjson() != NULL;
}

// The one log has one reader; both are set under the lock of the log.
static smol_log_fn reader;

static void pass_on(void *ctx, enum sa_log_level level, const char *line)
{
    reader(ctx, (enum smol_level)level, line);
}

void smol_log(smol_log_fn fn, void *ctx, enum smol_level most)
{
    sa_log_to(NULL, NULL);
    reader = fn;
    sa_log_set_level(most > SMOL_LOG_DEBUG ? SA_LOG_DEBUG : (enum sa_log_level)most);
    if (fn) sa_log_to(pass_on, ctx);
}

static bool is_pending(void)
{
    sigset_t set;
    return !sigpending(&set) && sigismember(&set, SIGPIPE) == 1;
}

void sa_embed_hold_pipe(struct sa_embed_pipe *pipe)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    pipe->pending = is_pending();
    pthread_sigmask(SIG_BLOCK, &only, &pipe->old);
}

// One that a write of ours raised is taken back before anybody sees it.
void sa_embed_free_pipe(const struct sa_embed_pipe *pipe)
{
    const struct timespec now = {0, 0};
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    if (!pipe->pending && is_pending()) sigtimedwait(&only, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &pipe->old, NULL);
}
