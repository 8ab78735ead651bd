// Opens what a view shows. A path may lead through folders that code can change, and code may have
// put links there, in this run or in an earlier one: none is followed below such a folder.
#include <sys/stat.h>

#include "base/grant.h"
#include "jail/jail_int.h"

static bool same(const char *path, const struct stat *st)
{
    struct stat other;
    return !stat(path, &other) && other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

static bool writable_root(void *ctx, const struct stat *st)
{
    const struct sa_jail_view *view = ctx;
    for (const char *const *p = view->writable; p && *p; p++)
        if (same(*p, st)) return true;
    for (const char *const *p = view->granted; p && *p; p++)
        if (**p == 'w' && same(*p + 1, st)) return true;
    return false;
}

int sa_jail_open(const struct sa_jail_view *view, const char *path, bool strict)
{
    const struct sa_way way = {.guards = writable_root, .ctx = (void *)view, .strict = strict};
    return sa_way_open(&way, path);
}
