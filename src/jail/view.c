// The file system of a program of the host: an empty root of its own in which the folders of a view
// appear at their usual places, read-only unless it says otherwise, and one small folder of its own
// that may be written. The sources are taken as this user sees them; the new root belongs to whom
// the program will run as.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "jail/jail_int.h"

// Of kernel 5.12; the C library's header may be older.
#ifndef SYS_open_tree
#define SYS_open_tree 428
#define SYS_move_mount 429
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#define TREE_CLONE (1u | O_CLOEXEC)
enum {
    TREE_RECURSIVE = 0x8000,
    TREE_EMPTY_PATH = 0x1000,
    MOVE_FROM_EMPTY_PATH = 4,
    MOVE_TO_EMPTY_PATH = 0x40
};

static const unsigned long skeleton = MS_NOSUID | MS_NODEV | MS_NOEXEC;

// What is shown at `path`: a detached copy of what is at `source`.
struct tree {
    const char *path, *source;
    bool strict; // no link is followed on the way to the source
    uint64_t attributes;
    int fd; // -1: there is nothing
};

static int clone_tree(const struct sa_jail_view *view, const struct tree *t)
{
    unsigned flags = TREE_CLONE | TREE_RECURSIVE | TREE_EMPTY_PATH;
    int at = sa_jail_open(view, t->source, t->strict);
    int tree = at < 0 ? -1 : (int)syscall(SYS_open_tree, at, "", flags);
    if (at >= 0) close(at);
    return tree;
}

static int take_tree(const struct sa_jail_view *view, const struct tree *t)
{
    const struct {
        uint64_t set, clear, propagation, userns;
    } how = {t->attributes, 0, MS_PRIVATE, 0};
    int tree = clone_tree(view, t);
    if (tree < 0) return -1;
    if (!syscall(SYS_mount_setattr, tree, "", TREE_EMPTY_PATH | TREE_RECURSIVE, &how, sizeof how))
        return tree;
    close(tree);
    return -1;
}

static int shorter(const void *a, const void *b)
{
    size_t x = strlen(((const struct tree *)a)->path), y = strlen(((const struct tree *)b)->path);
    return x < y ? -1 : x > y;
}

// Is it part of one before it, in the same way?
static bool shown(const struct tree *trees, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        size_t len = strlen(trees[k].path);
        const char *rest = trees[i].path + len;
        if (trees[k].fd >= 0 && trees[k].attributes == trees[i].attributes &&
            !strncmp(trees[k].path, trees[i].path, len) && (!*rest || *rest == '/'))
            return true;
    }
    return false;
}

// A program in a folder that code may change is not started, nor mapped by a loader, which Landlock
// does not see. A family of programs gets its programs from `paths` alone; the native modules of an
// interpreter may be in a granted folder that is read-only.
static uint64_t attributes_of(const struct sa_jail_view *view, bool writable)
{
    uint64_t noexec = writable || view->family ? MS_NOEXEC : 0;
    return (writable ? 0 : MS_RDONLY) | MS_NOSUID | MS_NODEV | noexec;
}

// All that the view shows, folders before what is in them.
static struct tree *take_trees(const struct sa_jail_view *view, size_t *count)
{
    const struct {
        const char *const *paths, *const *sources;
        uint64_t attributes;
    } lists[] = {{view->paths, view->sources, MS_RDONLY | MS_NOSUID | MS_NODEV},
                 {view->writable, NULL, attributes_of(view, true)},
                 {view->devices, NULL, MS_RDONLY | MS_NOSUID}};
    struct tree *trees = NULL;
    size_t cap = 0;
    for (size_t i = *count = 0; i < SA_COUNT(lists); i++) {
        const char *const *sources = lists[i].sources;
        for (const char *const *p = lists[i].paths; p && *p; p++) {
            const char *source = sources ? sources[p - lists[i].paths] : *p;
            SA_GROW(trees, cap, *count + 1);
            trees[(*count)++] = (struct tree){*p, source, sources, lists[i].attributes, -1};
        }
    }
    for (const char *const *p = view->granted; p && *p; p++) {
        uint64_t attributes = attributes_of(view, **p == 'w');
        SA_GROW(trees, cap, *count + 1);
        trees[(*count)++] = (struct tree){*p + 1, *p + 1, true, attributes, -1};
    }
    if (trees) qsort(trees, *count, sizeof *trees, shorter);
    for (size_t i = 0; i < *count; i++)
        if (!shown(trees, i)) trees[i].fd = take_tree(view, &trees[i]);
    return trees;
}

// Goes from the folder `at`, which it closes, to `name` in it, which is made where it is not there.
// A link is not followed: it would lead back to the old root. -1 with errno.
static int make_step(int at, const char *name, bool folder)
{
    int made = folder ? -1 : openat(at, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0444);
    if (folder) mkdirat(at, name, 0755); // where it could not be made the next line says why
    if (made >= 0) close(made);
    struct stat st;
    errno = ELOOP;
    int next = strcmp(name, "..") ? openat(at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC) : -1;
    int error = next < 0 || fstat(next, &st) ? errno : S_ISLNK(st.st_mode) ? ELOOP : 0;
    if (error && next >= 0) close(next), next = -1;
    close(at);
    errno = error;
    return next;
}

// The place of `path` below the working directory, with the folders on the way to it.
static int make_place(const char *path, bool folder)
{
    SA_AUTO_FREE char *copy = sa_xstrdup(path);
    char *rest = copy;
    int at = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (const char *name; at >= 0 && (name = strsep(&rest, "/"));)
        if (*name) at = make_step(at, name, rest || folder);
    return at;
}

static int make_folder(const char *path)
{
    int at = make_place(path, true);
    return at < 0 ? errno : (close(at), 0);
}

// What a granted folder has a link to is seen where the view shows the link's target.
static int place_tree(const struct tree *t)
{
    struct stat st;
    if (fstat(t->fd, &st)) return errno;
    int at = make_place(t->path, S_ISDIR(st.st_mode)), error = 0;
    if (at < 0) return errno == ELOOP ? 0 : errno;
    if (syscall(SYS_move_mount, t->fd, "", at, "", MOVE_FROM_EMPTY_PATH | MOVE_TO_EMPTY_PATH))
        error = errno;
    close(at);
    return error;
}

static int make_scratch(uint64_t bytes)
{
    enum { INODES = 4096 };
    char size[80];
    snprintf(size, sizeof size, "size=%llu,nr_inodes=%d,mode=1777", (unsigned long long)bytes,
             INODES);
    int error = make_folder(SA_JAIL_SCRATCH);
    if (error || !bytes) return error;
    return mount("none", &SA_JAIL_SCRATCH[1], "tmpfs", skeleton, size) ? errno : 0;
}

static int build(const struct sa_jail_view *view, const struct tree *trees, size_t count)
{
    if (mount("none", "/tmp", "tmpfs", skeleton, "size=1m,nr_inodes=2048,mode=755")) return errno;
    if (chdir("/tmp")) return errno;
    const char *folder = view->folder && view->folder[1] ? view->folder : NULL; // not the root
    int error = make_scratch(view->scratch);
    for (size_t i = 0; i < count && !error; i++) {
        if (trees[i].fd >= 0) error = place_tree(&trees[i]);
        if (error == EACCES) error = 0; // in a folder closed to whom it will run as
    }
    if (!error && folder && !view->granted) error = make_folder(folder);
    if (error) return error;
    if (syscall(SYS_pivot_root, ".", ".")) return errno;
    if (umount2(".", MNT_DETACH) || chdir(folder ? folder : "/")) return errno;
    unsigned long sealed = MS_REMOUNT | MS_BIND | MS_RDONLY | skeleton;
    return mount(NULL, "/", NULL, sealed, NULL) ? errno : 0;
}

int sa_jail_view_root(const struct sa_jail_view *view, bool user_namespace)
{
    size_t count;
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) return errno;
    struct tree *trees = take_trees(view, &count);
    // Only an id that the namespace knows may create files in its file systems.
    if (user_namespace) sa_jail_become_nobody(true);
    int error = build(view, trees, count);
    for (size_t i = 0; i < count; i++)
        if (trees[i].fd >= 0) close(trees[i].fd);
    free(trees);
    return error;
}
