// The table of executors. A new one is a file with a `struct sa_exec_ops` and a row here.
#include "exec/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/xalloc.h"
#include "exec/command.h"
#include "exec/docker/docker.h"
#include "exec/e2b/e2b.h"
#include "exec/python/python.h"

static const struct sa_exec_ops *const executors[] = {
    &sa_exec_local,   &sa_exec_jail, &sa_exec_python, &sa_exec_docker, &sa_exec_e2b,
    &sa_exec_command, NULL};

const struct sa_exec_ops *sa_exec_find(const char *name)
{
    for (size_t i = 0; executors[i]; i++)
        if (!strcmp(executors[i]->name, name)) return executors[i];
    return NULL;
}

bool sa_exec_has_packages(const struct sa_exec_ops *ops)
{
    return !strcmp(ops->name, "python") || !strcmp(ops->name, "e2b"); // or what stands in for them
}

void sa_exec_choose(const struct sa_exec_needs *n, struct sa_exec_choice *c)
{
    struct sa_err none = SA_ERR_INIT;
    const char *import = sa_exec_foreign_import(n->imports);
    SA_AUTO_FREE char *program = import ? sa_python_find(n->python, n->imports, &none) : NULL;
    *c = (struct sa_exec_choice){.ops = program           ? &sa_exec_python
                                        : n->foreign_tool ? &sa_exec_jail
                                                          : &sa_exec_local};
    if (program) snprintf(c->why, sizeof c->why, "import %.60s needs it", import);
    else if (n->foreign_tool)
        snprintf(c->why, sizeof c->why, "%.60s brings in text of strangers", n->foreign_tool);
    else snprintf(c->why, sizeof c->why, "no tool brings in text of strangers");
}
