// What is the process's, not an agent's: the log, what this program is when it starts itself, and
// the one signal that writing may raise.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "base/log.h"
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
