// What our jail adds in a container whose programs are the image's: all that is there may be read,
// what lies outside of the places that hold data may be executed, and nothing but the scratch
// folder and what was granted may be changed - whatever the engine has mounted.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/docker/contain.h"
#include "jail/jail.h"

static const char *const everything[] = {"/", NULL};
static const char *const data[] = {".", "..", "tmp", "dev", "proc", "sys", "run"};

static bool is_data(const char *name)
{
    for (size_t i = 0; i < SA_COUNT(data); i++)
        if (!strcmp(data[i], name)) return true;
    return false;
}

// What there is at the top, by path, and the folder of `program`.
static const char **programs(const char *program)
{
    const char **list = NULL;
    size_t count = 0, cap = 0;
    DIR *dir = opendir("/");
    SA_GROW(list, cap, 2);
    if (program) list[count++] = sa_xstrndup(program, (size_t)(strrchr(program, '/') - program));
    for (struct dirent *d; dir && (d = readdir(dir));) {
        if (is_data(d->d_name)) continue;
        SA_GROW(list, cap, count + 2);
        list[count++] = sa_xasprintf("/%s", d->d_name);
    }
    if (dir) closedir(dir);
    list[count] = NULL;
    return list;
}

int sa_contain_enter(bool scratch, const char *const *writable, const char *program)
{
    struct sa_jail_report r;
    const char **executable = programs(program);
    const struct sa_jail_view view = {.paths = everything,
                                      .programs = executable,
                                      .scratch = scratch,
                                      .writable = writable,
                                      .devices = sa_jail_devices,
                                      .family = true};
    sa_jail_enter_contained(&view, &r);
    for (size_t i = 0; executable[i]; i++) free((char *)(uintptr_t)executable[i]);
    free(executable);
    return r.error[SA_JAIL_SECCOMP]; // Landlock is not in every kernel; the mounts hold without it
}
