// A text in the user's editor: $VISUAL, $EDITOR or vi, on a file that nobody else can read.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/outside.h"
#include "base/spawn.h"
#include "base/stop.h"
#include "base/xalloc.h"
#include "cli/line/line_int.h"

const char *sa_compose_editor(void)
{
    const char *names[] = {getenv("VISUAL"), getenv("EDITOR")};
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (names[i] && names[i][0]) return names[i];
    return NULL;
}

// Until it has ended, by itself or because a stop was requested.
static int await_end(pid_t *pid, struct sa_stop *stop)
{
    const int64_t look = 20 * SA_NS_PER_MS, grace = SA_NS_PER_S;
    struct pollfd wake = {.fd = stop ? stop->fd : -1, .events = POLLIN};
    while (!sa_spawn_ended(*pid, 0)) {
        if (sa_stop_reason(stop)) return sa_spawn_reap(pid, SIGTERM, grace);
        sa_flow_wait(&wake, 1, sa_clock_monotonic() + look);
    }
    return sa_spawn_reap(pid, 0, SA_SPAWN_FOREVER);
}

// The setting is a command line: it may have words of its own.
static bool run_editor(const char *file, struct sa_stop *stop)
{
    const char *named = sa_compose_editor(), *editor = named ? named : "vi";
    SA_AUTO_FREE char *command = sa_xasprintf("exec %s \"$1\"", editor);
    const char *argv[] = {"sh", "-c", command, "sh", file, NULL};
    static const int fds[] = {STDIN_FILENO, STDERR_FILENO, STDERR_FILENO};
    struct sa_spawn spawn = {.argv = argv, .fds = fds, .fd_count = SA_COUNT(fds)};
    const char *const checked[] = {"sh", "-c", editor, NULL};
    struct sa_err err = SA_ERR_INIT;
    pid_t pid;
    if (sa_outside_check(checked, NULL, NULL, &err)) return sa_error("%s", err.message), false;
    int failed = sa_spawn(&spawn, &pid);
    if (failed) {
        sa_error("cannot start an editor: %s", strerror(failed));
        return false;
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before; // a Ctrl-C there is the editor's
    sigaction(SIGINT, &ignore, &before);
    int status = await_end(&pid, stop);
    sigaction(SIGINT, &before, NULL);
    if (status && !sa_stop_reason(stop))
        sa_error("the editor failed (%s): nothing was taken from it", editor);
    return !status;
}

static bool write_file(const char *path, const char *text, size_t len)
{
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *lines = sa_xasprintf("%.*s\n", (int)len, text);
    if (!sa_fs_write_atomic(path, lines, len + 1, &err)) return true;
    sa_error("%s", err.message);
    return false;
}

char *sa_compose(const char *text, size_t len, struct sa_stop *stop, size_t *made)
{
    const char *top = getenv("TMPDIR");
    SA_AUTO_FREE char *folder = sa_fs_join(top && top[0] == '/' ? top : "/tmp", "smolagent-XXXXXX");
    if (!mkdtemp(folder)) {
        sa_error("cannot create %s: %s", folder, strerror(errno));
        return NULL;
    }
    SA_AUTO_FREE char *file = sa_fs_join(folder, "turn.md");
    struct sa_err err = SA_ERR_INIT;
    char *result = NULL;
    if (write_file(file, text, len) && run_editor(file, stop)) {
        result = sa_fs_read(file, SA_LINE_EDIT_MAX, made, &err);
        if (!result) sa_error("%s", err.message);
    }
    sa_fs_remove(file);
    rmdir(folder);
    return result;
}
