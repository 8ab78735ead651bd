// What this program is when it starts itself: workers, the reader of what strangers wrote, the
// processes that have what a worker is in, and the inside of sandboxes. They have descriptors of
// their own and see nothing of the user's.
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/docker/docker.h"
#include "exec/e2b/e2b.h"
#include "exec/python/python.h"
#include "exec/relay/program.h"
#include "exec/runner/runner.h"
#include "tool/web/web.h"
#include "tool/shell.h"

static int worker(int count, char **words)
{
    (void)count, (void)words;
    return sa_exec_worker(NULL);
}

static int python_worker(int count, char **words)
{
    return count == 3 ? sa_exec_python_worker(words[0], words[1], words[2]) : -1;
}

static int runner_inside(int count, char **words)
{
    (void)count, (void)words;
    return sa_runner_inside();
}

static int shell_inside(int count, char **words)
{
    (void)count, (void)words;
    return sa_tool_shell_inside();
}

static int runner_contained(int count, char **words)
{
    (void)count, (void)words;
    return sa_runner_contained();
}

static const struct {
    const char *word;
    int (*start)(int count, char **words);
} roles[] = {{SA_RUNNER_INSIDE, runner_inside},
             {SA_PROGRAM_CONTAINED, runner_contained},
             {SA_EXEC_WORKER, worker},
             {SA_WEB_READER, sa_web_reader},
             {SA_TOOL_SHELL_INSIDE, shell_inside},
             {SA_EXEC_PYTHON_WORKER, python_worker},
             {SA_EXEC_DOCKER_WORKER, sa_exec_docker_worker},
             {SA_EXEC_E2B_WORKER, sa_exec_e2b_worker}};

int sa_exec_role(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < SA_COUNT(roles); i++)
        if (sa_streq(argv[1], roles[i].word)) return roles[i].start(argc - 2, argv + 2);
    return -1;
}
