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

struct search {
    const struct sa_jail_view *view;
    bool passed;      // a folder that may be changed
    struct stat last; // of these
};

static bool is_writable(const struct sa_jail_view *view, const struct stat *st)
{
    for (const char *const *p = view->writable; p && *p; p++)
        if (same(*p, st)) return true;
    for (const char *const *p = view->granted; p && *p; p++)
        if (**p == 'w' && same(*p + 1, st)) return true;
    return false;
}

static bool guards(void *ctx, const struct stat *st)
{
    struct search *s = ctx;
    if (!is_writable(s->view, st)) return false;
    s->passed = true;
    s->last = *st;
    return true;
}

int sa_jail_open_within(const struct sa_jail_view *view, const char *path, bool strict,
                        bool *within)
{
    struct search s = {.view = view};
    const struct sa_way way = {.guards = guards, .ctx = &s, .strict = strict};
    struct stat st;
    int fd = sa_way_open(&way, path);
    *within = s.passed && fd >= 0 && !fstat(fd, &st) &&
              (st.st_dev != s.last.st_dev || st.st_ino != s.last.st_ino);
    return fd;
}

int sa_jail_open(const struct sa_jail_view *view, const char *path, bool strict)
{
    bool within;
    return sa_jail_open_within(view, path, strict, &within);
}
