// Opens what a view shows. A path may lead through folders that code can change, and code may have
// put links there, in this run or in an earlier one. So there is one function that follows links,
// and it knows where it must not.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "jail/jail_int.h"

enum { LINKS_MAX = 40 };

struct walk {
    const struct sa_jail_view *view;
    int at;      // where it is: O_PATH, -1 when it failed
    bool strict; // no link is followed from here on
    int links;
    char rest[PATH_MAX]; // the names that are still to come
};

static int enter(struct walk *w, int fd)
{
    int error = errno;
    if (w->at >= 0) close(w->at);
    errno = error;
    return w->at = fd;
}

static int fail(struct walk *w, int error)
{
    enter(w, -1);
    errno = error;
    return -1;
}

static bool same(const char *path, const struct stat *st)
{
    struct stat other;
    return !stat(path, &other) && other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

static bool writable_root(const struct sa_jail_view *view, const struct stat *st)
{
    for (const char *const *p = view->writable; p && *p; p++)
        if (same(*p, st)) return true;
    for (const char *const *p = view->granted; p && *p; p++)
        if (**p == 'w' && same(*p + 1, st)) return true;
    return false;
}

// Puts the target of the link `fd` before the names that are still to come. Closes `fd`.
static int follow(struct walk *w, int fd)
{
    char target[PATH_MAX], rest[PATH_MAX];
    ssize_t n = readlinkat(fd, "", target, sizeof target - 1);
    close(fd);
    if (n <= 0 || w->strict || ++w->links > LINKS_MAX) return fail(w, ELOOP);
    target[n] = 0;
    int len = snprintf(rest, sizeof rest, "%s/%s", target, w->rest);
    if (len >= (int)sizeof rest) return fail(w, ENAMETOOLONG);
    memcpy(w->rest, rest, (size_t)len + 1);
    return target[0] == '/' ? enter(w, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)) : 0;
}

static int step(struct walk *w, const char *name)
{
    struct stat st;
    if (w->strict && !strcmp(name, "..")) return fail(w, ELOOP);
    int fd = openat(w->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st)) return enter(w, -1);
    if (S_ISLNK(st.st_mode)) return follow(w, fd);
    w->strict = w->strict || writable_root(w->view, &st);
    return enter(w, fd);
}

int sa_jail_open(const struct sa_jail_view *view, const char *path, bool strict)
{
    struct walk w = {view, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC), strict, 0, ""};
    if (!sa_strcopy(w.rest, sizeof w.rest, path)) return fail(&w, ENAMETOOLONG);
    while (w.at >= 0 && w.rest[0]) {
        char name[PATH_MAX];
        size_t len = strcspn(w.rest, "/"), skip = len + (w.rest[len] == '/');
        memcpy(name, w.rest, len);
        name[len] = 0;
        memmove(w.rest, w.rest + skip, strlen(w.rest + skip) + 1);
        if (len && strcmp(name, ".")) step(&w, name);
    }
    return w.at;
}
