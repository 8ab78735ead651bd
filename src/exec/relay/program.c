// See program.h. Copied are the files that this process has mapped: whatever it was built with,
// that is what it runs with.
#include "exec/relay/program.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"

static void add_file(struct sa_program *p, const char *path)
{
    SA_GROW(p->paths, p->cap, p->count + 2);
    p->paths[p->count++] = sa_xstrdup(path);
    p->paths[p->count] = NULL;
}

// Libraries have a path; this program and what the kernel brings along have none.
static int on_library(struct dl_phdr_info *info, size_t size, void *program)
{
    (void)size;
    if (strchr(info->dlpi_name, '/')) add_file(program, info->dlpi_name);
    return 0;
}

void sa_program_find(struct sa_program *p)
{
    add_file(p, "/proc/self/exe");
    dl_iterate_phdr(on_library, p);
}

void sa_program_release(struct sa_program *p)
{
    for (size_t i = 0; i < p->count; i++) free(p->paths[i]);
    free(p->paths);
}

// Their places are plain: the loader is told where they are.
const char *sa_program_name(const struct sa_program *p, size_t i)
{
    const char *leaf = strrchr(p->paths[i], '/') + 1;
    return i == 0 ? "smolagent" : sa_starts_with(leaf, "ld-") ? "ld.so" : leaf;
}

char *sa_program_script(const char *folder)
{
    return sa_xasprintf("#!/bin/sh\nexec %s/ld.so --library-path %s %s/smolagent \"$@\"\n", folder,
                        folder, folder);
}
