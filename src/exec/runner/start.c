// The start of a runner inside, wherever that is (runner_int.h).
#include "exec/runner/runner_int.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/relay/relay.h"

void sa_runner_put(struct sa_buf *out, const char *name, const char *const *values)
{
    for (; values && *values; values++) sa_buf_appendf(out, "%s=%s%c", name, *values, 0);
}

void sa_runner_put_words(const struct sa_runner_options *o, struct sa_buf *out)
{
    char *folder = getcwd(NULL, 0);
    const char *const where[] = {folder ? folder : "/", NULL}, *const config[] = {o->config, NULL};
    sa_runner_put(out, "folder", where);
    sa_runner_put(out, "config", config);
    sa_runner_put(out, "arg", o->args);
    sa_runner_put(out, "env", o->env);
    sa_runner_put(out, "read", o->read);
    sa_runner_put(out, "write", o->write);
    free(folder);
}

void sa_runner_split(struct sa_runner_words *w, char *text, size_t len)
{
    size_t cap = 0;
    for (char *p = text; p < text + len; p += strlen(p) + 1) {
        SA_GROW(w->items, cap, (size_t)w->count + 1);
        w->items[w->count++] = p;
    }
}

const char *sa_runner_word(const struct sa_runner_words *w, const char *name)
{
    return sa_relay_word(w->count, w->items, name, NULL);
}

const char **sa_runner_list(const struct sa_runner_words *w, const char *name, const char **list,
                            size_t *count)
{
    const char *value;
    list = sa_xreallocarray(list, *count + (size_t)w->count + 1, sizeof *list);
    for (int at = 0; (value = sa_relay_word(w->count, w->items, name, &at));)
        list[(*count)++] = value;
    list[*count] = NULL;
    return list;
}

static bool grants_hold(const struct sa_runner_words *w, struct sa_runner_end *end)
{
    static const struct {
        const char *name, *what;
        int mode;
    } grants[] = {{"read", "read", R_OK}, {"write", "written", R_OK | W_OK | X_OK}};
    const char *path;
    for (size_t i = 0; i < SA_COUNT(grants); i++) {
        for (int at = 0; (path = sa_relay_word(w->count, w->items, grants[i].name, &at));) {
            if (!access(path, grants[i].mode)) continue;
            snprintf(end->problem, sizeof end->problem, "%s cannot be %s inside the sandbox: %s",
                     path, grants[i].what, strerror(errno));
            return false;
        }
    }
    return true;
}

bool sa_runner_prepare(const struct sa_runner_words *w, struct sa_runner_end *end)
{
    struct sa_err err = SA_ERR_INIT;
    const char *text = sa_runner_word(w, "config");
    if (!grants_hold(w, end)) return false;
    if (!text || !sa_fs_write_atomic(SA_RUNNER_CONFIG, text, strlen(text), &err)) return true;
    sa_strcopy(end->problem, sizeof end->problem, err.message);
    return false;
}

pid_t sa_runner_spawn(const struct sa_runner_words *w, const char *folder, const int fds[3])
{
    static const char *const own_env[] = {
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME=" SA_JAIL_SCRATCH, SA_BROKER_ENV "=" SA_RUNNER_BROKER};
    size_t argc = 0, env_count = SA_COUNT(own_env);
    const char **argv = sa_runner_list(w, "arg", NULL, &argc);
    const char **env = sa_xmemdup(own_env, sizeof own_env);
    env = sa_runner_list(w, "env", env, &env_count);
    // What is ignored outside is not passed on; what was ignored where this was started does not
    // count.
    const struct sa_spawn spawn = {.program = sa_runner_word(w, "program"),
                                   .argv = argv,
                                   .env = env,
                                   .folder = folder,
                                   .fds = fds,
                                   .fd_count = 3};
    pid_t pid;
    int error = sa_spawn(&spawn, &pid);
    free(argv), free(env);
    if (error)
        dprintf(fds[STDERR_FILENO], "smolagent: cannot be started inside the sandbox: %s\n",
                strerror(error));
    return pid;
}
