// Granted folders and the walk down into them (folders.h). A path is taken apart name by name: a
// folder is entered through its descriptor, a link is replaced by its text, ".." goes down anew
// from the granted folder to what is one level higher, for what a descriptor's own ".." is, others
// may change meanwhile.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/grant.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/files/folders.h"

enum {
    STEPS_MAX = 20000, // names and links of one walk
    NAME_LONGEST = 255
};

#define LEADS_OUT "it is not in a folder that was granted"

// ---- grants ------------------------------------------------------------------------------------

// proc, sysfs, debugfs, tracefs, securityfs, both cgroup file systems, mqueue.
bool sa_is_of_kernel(int fd)
{
    static const unsigned kinds[] = {0x9fa0,     0x62656572, 0x64626720, 0x74726163,
                                     0x73636673, 0x63677270, 0x27e0eb,   0x19800202};
    struct statfs fs;
    if (fstatfs(fd, &fs) != 0) return true;
    for (size_t i = 0; i < SA_COUNT(kinds); i++)
        if ((unsigned)fs.f_type == kinds[i]) return true;
    return false;
}

char *sa_plain_path(const char *path)
{
    SA_AUTO_FREE char *here = getcwd(NULL, 0);
    SA_AUTO_FREE char *whole = sa_fs_join(here ? here : "/", path);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str rest = sa_str_of(whole), part;
    while (sa_str_next_part(&rest, '/', &part))
        if (part.len && !sa_str_equals(part, "."))
            sa_buf_appendf(&out, "/%.*s", (int)part.len, part.data);
    if (!out.len) sa_buf_appendc(&out, '/');
    return sa_buf_take(&out, NULL);
}

static int open_one(struct sa_folder *f, const char *grant, struct sa_err *err)
{
    size_t len = strlen(grant);
    f->writable = sa_ends_with(grant, ":rw");
    if (f->writable || sa_ends_with(grant, ":ro")) len -= 3;
    SA_AUTO_FREE char *named = sa_xstrndup(grant, len);
    f->given = sa_fs_expand(named);
    f->fd = *f->given ? open(f->given, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    if (f->fd < 0)
        return sa_err_set(err, SA_E_CONFIG, "--folder %s: %s", f->given,
                          sa_fs_exists(f->given) ? "is no folder" : "no such folder");
    f->path = realpath(f->given, NULL);
    f->plain = sa_plain_path(f->given);
    if (!f->path || fstat(f->fd, &f->st) != 0 || sa_is_of_kernel(f->fd))
        return sa_err_set(err, SA_E_CONFIG, "--folder %s: is no folder of ordinary files",
                          f->given);
    if (access(f->path, f->writable ? R_OK | W_OK | X_OK : R_OK | X_OK) != 0)
        return sa_err_set(err, SA_E_CONFIG, "--folder %s: cannot be %s", f->given,
                          f->writable ? "written by you" : "read by you");
    return SA_OK;
}

bool sa_is_below(const char *path, const char *folder)
{
    size_t len = strlen(folder);
    return !strncmp(path, folder, len) && path[len] == '/';
}

// A link in a folder that is to be written may be the code's, made in a run before.
static int check_links(const struct sa_folders *folders, struct sa_err *err)
{
    for (size_t i = 0; i < folders->count; i++) {
        const struct sa_folder *f = &folders->items[i];
        for (size_t k = 0; k < folders->count; k++) {
            const struct sa_folder *in = &folders->items[k];
            bool lies = sa_is_below(f->plain, in->plain) || sa_is_below(f->plain, in->path);
            if (in->writable && lies && !sa_is_below(f->path, in->path))
                return sa_err_set(err, SA_E_CONFIG,
                                  "--folder %s: a link leads it out of %s, which may be written; "
                                  "name the place itself",
                                  f->given, in->given);
        }
    }
    return SA_OK;
}

int sa_folders_open(struct sa_folders *folders, const char *const *grants, struct sa_err *err)
{
    size_t n = 0;
    while (grants && grants[n]) n++;
    folders->items = n ? sa_xcalloc(n, sizeof *folders->items) : NULL;
    for (size_t i = 0; i < n; i++) {
        folders->count = i + 1;
        folders->items[i].fd = -1;
        if (open_one(&folders->items[i], grants[i], err)) return err->code;
    }
    if (check_links(folders, err)) return err->code;
    for (size_t i = 0; i < n; i++) {
        if (!folders->items[i].writable) continue;
        sa_grant_add(folders->items[i].path);
        sa_grant_add(folders->items[i].plain);
    }
    return SA_OK;
}

void sa_folders_warn_of_nobody(const struct sa_folders *folders, const char *who)
{
    enum { NOBODY = 65534, READ = 05, WRITE = 07 };
    for (size_t i = 0; folders && geteuid() == 0 && i < folders->count; i++) {
        const struct sa_folder *f = &folders->items[i];
        unsigned need = f->writable ? WRITE : READ, mode = f->st.st_mode;
        if (f->st.st_uid == NOBODY) mode >>= 6;
        else if (f->st.st_gid == NOBODY) mode >>= 3;
        if ((mode & need) != need)
            sa_warn("--folder %s: as root, %s runs as nobody, who may not %s there: change the "
                    "owner or the mode of the folder",
                    f->given, who, f->writable ? "write" : "read");
    }
}

const struct sa_folder *sa_folders_nested(const struct sa_folders *folders)
{
    for (size_t i = 0; folders && i < folders->count; i++)
        for (size_t k = 0; k < folders->count && !folders->items[i].writable; k++)
            if (folders->items[k].writable &&
                sa_is_below(folders->items[i].path, folders->items[k].path))
                return &folders->items[i];
    return NULL;
}

void sa_folders_release(struct sa_folders *folders)
{
    for (size_t i = 0; i < folders->count; i++) {
        struct sa_folder *f = &folders->items[i];
        if (f->fd >= 0) close(f->fd);
        free(f->path), free(f->plain), free(f->given);
    }
    free(folders->items);
    *folders = (struct sa_folders){0};
}

char *sa_folder_place(const struct sa_folder *f)
{
    char name[40], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", f->fd);
    ssize_t n = readlink(name, path, sizeof path);
    bool whole = n > 0 && n < (ssize_t)sizeof path && path[0] == '/';
    return whole ? sa_xstrndup(path, (size_t)n) : sa_xstrdup(f->path);
}

// ---- where a path begins -----------------------------------------------------------------------

static void start_at(struct sa_walk *w, const struct sa_folder *folder)
{
    if (w->folder && w->fd != w->folder->fd) close(w->fd);
    w->folder = folder;
    w->fd = folder->fd;
    sa_buf_clear(&w->path);
}

static const struct sa_folder *folder_at(const struct sa_folders *in, const char *path)
{
    for (size_t i = 0; i < in->count; i++)
        if (sa_streq(in->items[i].path, path) || sa_streq(in->items[i].plain, path))
            return &in->items[i];
    return NULL;
}

// The granted folder that this is, by whatever name it was reached: what is renamed on the way to
// it does not change how it was granted.
static const struct sa_folder *folder_of(const struct sa_folders *in, const struct stat *st)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->items[i].st.st_dev == st->st_dev && in->items[i].st.st_ino == st->st_ino)
            return &in->items[i];
    return NULL;
}

// May it be walked into, or looked at?
static bool is_ordinary(const struct sa_walk *w, int fd, const struct stat *st)
{
    return w->folder->st.st_dev == st->st_dev || !sa_is_of_kernel(fd);
}

static void drop_last(struct sa_buf *path)
{
    while (path->len && path->data[path->len - 1] != '/') path->len--;
    if (path->len) path->len--;
    if (path->data) path->data[path->len] = 0;
}

// From the root: above the granted folders ".." is text, as nothing is opened there. The first one
// on the way will do, for one inside another is found when it is entered.
static int start_absolute(struct sa_walk *w, const char *path)
{
    struct sa_buf above = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str rest = sa_str_of(path), part = {0};
    const struct sa_folder *found = folder_at(w->in, "/");
    while (!found && sa_str_next_part(&rest, '/', &part)) {
        if (sa_str_equals(part, "..")) drop_last(&above);
        else if (part.len && !sa_str_equals(part, "."))
            sa_buf_appendf(&above, "/%.*s", (int)part.len, part.data);
        found = above.len ? folder_at(w->in, sa_buf_text(&above)) : NULL;
    }
    sa_buf_release(&above);
    if (!found) return w->why = LEADS_OUT, EACCES;
    struct sa_buf left = SA_BUF_INIT(PATH_MAX * 4);
    if (rest.data) sa_buf_append(&left, rest.data, rest.len);
    sa_buf_release(&w->rest);
    w->rest = left;
    start_at(w, found);
    return 0;
}

// A path that begins with the name a folder was given by means that one, unless the current folder
// has something of that name.
static const struct sa_folder *given_as(const struct sa_folders *in, const char *path,
                                        const char **rest)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct sa_folder *f = &in->items[i];
        size_t len = strlen(f->given);
        while (len > 1 && f->given[len - 1] == '/') len--;
        if (strncmp(path, f->given, len) || (path[len] && path[len] != '/')) continue;
        SA_AUTO_FREE char *first = sa_xstrndup(path, strcspn(path, "/"));
        struct stat st;
        if (fstatat(in->items[0].fd, first, &st, AT_SYMLINK_NOFOLLOW) == 0) continue;
        *rest = path + len;
        return f;
    }
    return NULL;
}

static int start(struct sa_walk *w, const char *path)
{
    if (!w->in->count) return w->why = LEADS_OUT, EACCES;
    if (!*path) return ENOENT;
    if (strlen(path) >= PATH_MAX) return ENAMETOOLONG;
    if (*path == '/') return start_absolute(w, path);
    const char *rest = path;
    const struct sa_folder *named = given_as(w->in, path, &rest);
    start_at(w, named ? named : &w->in->items[0]);
    sa_buf_appends(&w->rest, rest);
    return 0;
}

// ---- the walk ----------------------------------------------------------------------------------

// Puts text before what is still to be walked.
static int go_by(struct sa_walk *w, const char *text)
{
    struct sa_buf rest = SA_BUF_INIT(PATH_MAX * 4);
    bool more = w->slash || w->rest.len || !*text;
    sa_buf_appendf(&rest, "%s%s%s", text, more ? "/" : "", sa_buf_text(&w->rest));
    bool full = rest.full;
    sa_buf_release(&w->rest);
    w->rest = rest;
    if (full) return ENAMETOOLONG;
    if (*text != '/') return 0;
    SA_AUTO_FREE char *whole = sa_xstrdup(sa_buf_text(&w->rest));
    return start_absolute(w, whole);
}

static int go_up(struct sa_walk *w)
{
    bool top = !w->path.len;
    SA_AUTO_FREE char *to = sa_xstrdup(top ? w->folder->path : sa_buf_text(&w->path));
    *strrchr(to, '/') = 0;
    if (top) return go_by(w, *to ? to : "/");
    start_at(w, w->folder);
    return go_by(w, to[0] ? to + 1 : ".");
}

static void go_into(struct sa_walk *w, int fd, const struct stat *st, const char *name)
{
    const struct sa_folder *granted = folder_of(w->in, st);
    if (w->fd != w->folder->fd) close(w->fd);
    w->fd = fd;
    sa_buf_appendf(&w->path, "/%s", name);
    if (granted) start_at(w, granted);
}

// The text of a link that an O_PATH descriptor is of.
static int go_along(struct sa_walk *w, int link)
{
    char text[PATH_MAX];
    ssize_t n = readlinkat(link, "", text, sizeof text);
    if (n <= 0 || n >= (ssize_t)sizeof text) return n < 0 ? errno : ENAMETOOLONG;
    text[n] = 0;
    w->steps += STEPS_MAX / 40; // as many links as a kernel follows
    int error = go_by(w, text);
    if (error == EACCES) w->why = "a symbolic link there leads out of what was granted";
    return error;
}

// What stands at the end of the path, and is not gone into.
static int end_at(struct sa_walk *w, const struct stat *st, const char *name)
{
    const struct sa_folder *granted = folder_of(w->in, st);
    w->st = *st;
    w->there = true;
    if (granted) start_at(w, granted);
    else sa_buf_appends(&w->last, name);
    return w->slash && !S_ISDIR(st->st_mode) ? ENOTDIR : 0;
}

// One name. *over: it was the last one.
static int step(struct sa_walk *w, const char *name, bool last, enum sa_walk_end end, bool *over)
{
    struct stat st;
    if (strlen(name) > NAME_LONGEST) return ENAMETOOLONG;
    int error = 0, fd = openat(w->fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && last) {
        sa_buf_appends(&w->last, name);
        return *over = true, 0;
    }
    if (fd < 0) return errno;
    if (fstat(fd, &st) != 0) error = errno;
    else if (S_ISLNK(st.st_mode) && !(last && end == SA_WALK_LINK && !w->slash))
        error = go_along(w, fd);
    else if (!is_ordinary(w, fd, &st))
        error = EACCES, w->why = "what is there is no ordinary folder";
    else if (last) error = end_at(w, &st, name), *over = true;
    else if (!S_ISDIR(st.st_mode)) error = ENOTDIR;
    else return go_into(w, fd, &st, name), 0; // the descriptor is the walk's
    close(fd);
    return error;
}

// Takes the next name off w->rest; false: there is none.
static bool next_name(struct sa_walk *w, char **name, bool *last)
{
    const char *p = sa_buf_text(&w->rest);
    p += strspn(p, "/");
    size_t len = strcspn(p, "/"), after = len + strspn(p + len, "/");
    *name = sa_xstrndup(p, len);
    *last = !p[after];
    w->slash = len && p[len] == '/' && *last;
    SA_AUTO_FREE char *left = sa_xstrdup(p + after);
    sa_buf_clear(&w->rest);
    sa_buf_appends(&w->rest, left);
    return len > 0;
}

int sa_walk_to(struct sa_walk *w, const struct sa_folders *in, const char *path,
               enum sa_walk_end end)
{
    *w = (struct sa_walk){.in = in, .fd = -1};
    sa_buf_init(&w->path, PATH_MAX * 4);
    sa_buf_init(&w->last, SA_BUF_SMALL);
    sa_buf_init(&w->rest, PATH_MAX * 4);
    int error = start(w, path);
    for (bool over = false; !error && !over;) {
        char *name;
        bool last;
        over = !next_name(w, &name, &last);
        if (++w->steps > STEPS_MAX) error = ELOOP;
        else if (sa_streq(name, "..")) error = go_up(w);
        else if (!over && !sa_streq(name, ".")) error = step(w, name, last, end, &over);
        free(name);
    }
    // It ended at a folder that was entered, or at the granted one.
    if (!error && !w->last.len) error = fstat(w->fd, &w->st) ? errno : 0, w->there = !error;
    return error;
}

void sa_walk_release(struct sa_walk *w)
{
    if (w->folder && w->fd != w->folder->fd) close(w->fd);
    sa_buf_release(&w->path), sa_buf_release(&w->last), sa_buf_release(&w->rest);
    w->folder = NULL;
}

char *sa_walk_text(const struct sa_walk *w)
{
    const char *top = sa_streq(w->folder->path, "/") ? "" : w->folder->path;
    struct sa_buf text = SA_BUF_INIT(PATH_MAX * 8);
    sa_buf_appendf(&text, "%s%s%s%s", top, sa_buf_text(&w->path), w->last.len ? "/" : "",
                   sa_buf_text(&w->last));
    if (!text.len) sa_buf_appendc(&text, '/');
    return sa_buf_take(&text, NULL);
}
