// See grant.h.
#include "base/grant.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/xalloc.h"

// ---- the walk -----------------------------------------------------------------------------------

enum { LINKS_MAX = 40 };

struct walk {
    const struct sa_way *way;
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

static int begin(const char *path)
{
    return open(path[0] == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
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
    return target[0] == '/' ? enter(w, begin(target)) : 0;
}

static int open_name(const struct walk *w, const char *name)
{
    int fd = openat(w->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 || errno != ENOENT || !w->way->make) return fd;
    if (mkdirat(w->at, name, 0700) && errno != EEXIST) return -1;
    return openat(w->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

static int step(struct walk *w, const char *name)
{
    struct stat st;
    if (w->strict && !strcmp(name, "..")) return fail(w, ELOOP);
    int fd = open_name(w, name);
    if (fd < 0 || fstat(fd, &st)) return enter(w, -1);
    if (S_ISLNK(st.st_mode)) return follow(w, fd);
    if (w->way->guards && w->way->guards(w->way->ctx, &st)) w->strict = true;
    return enter(w, fd);
}

int sa_way_open(const struct sa_way *way, const char *path)
{
    struct walk w = {way, begin(path), way->strict, 0, ""};
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

// ---- the list -----------------------------------------------------------------------------------

struct grant {
    char *path;
    dev_t dev;
    ino_t ino;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct grant *grants;
static size_t grant_count, grant_cap;
static char *here; // the current folder when the first one was added

void sa_grant_add(const char *path)
{
    struct stat st = {0};
    if (stat(path, &st)) st = (struct stat){0};
    pthread_mutex_lock(&lock);
    if (!here) here = getcwd(NULL, 0);
    SA_GROW(grants, grant_cap, grant_count + 1);
    grants[grant_count++] = (struct grant){sa_xstrdup(path), st.st_dev, st.st_ino};
    pthread_mutex_unlock(&lock);
}

bool sa_grant_covers(const char *path)
{
    bool covers = false;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < grant_count && !covers; i++) {
        size_t len = strlen(grants[i].path);
        covers = !strncmp(path, grants[i].path, len) &&
                 (!path[len] || path[len] == '/' || len == 1);
    }
    pthread_mutex_unlock(&lock);
    return covers;
}

bool sa_grant_any(void)
{
    pthread_mutex_lock(&lock);
    bool any = grant_count > 0;
    pthread_mutex_unlock(&lock);
    return any;
}

void sa_grant_release(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < grant_count; i++) free(grants[i].path);
    free(grants), free(here);
    grants = NULL, here = NULL;
    grant_count = grant_cap = 0;
    pthread_mutex_unlock(&lock);
}

static bool is_root(void *ctx, const struct stat *st)
{
    (void)ctx;
    bool found = false;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < grant_count && !found; i++)
        found = grants[i].dev == st->st_dev && grants[i].ino == st->st_ino;
    pthread_mutex_unlock(&lock);
    return found;
}

// A relative path from where this process was, which has no link in it: a ".." at the beginning
// takes its last name away.
static char *settled(const char *path)
{
    pthread_mutex_lock(&lock);
    SA_AUTO_FREE char *from = here && path[0] != '/' ? sa_xstrdup(here) : NULL;
    pthread_mutex_unlock(&lock);
    if (!from) return sa_xstrdup(path);
    size_t len = strlen(from);
    for (size_t n; (n = strspn(path, ".")) && n <= 2 && (path[n] == '/' || !path[n]);) {
        if (n == 2)
            while (len && from[--len] != '/') {
            }
        path += n + (path[n] == '/');
    }
    return sa_xasprintf("%.*s/%s", (int)len, from, path);
}

int sa_grant_open_folder(const char *path, bool make)
{
    const struct sa_way way = {.guards = is_root, .make = make};
    SA_AUTO_FREE char *whole = settled(path);
    int fd = sa_way_open(&way, whole);
    struct stat st;
    if (fd < 0 || (!fstat(fd, &st) && S_ISDIR(st.st_mode))) return fd;
    close(fd);
    errno = ENOTDIR;
    return -1;
}
