// What code may do in granted folders, one row each (struct py_file_call). The walk has found the
// folder and the name in it; what is opened there is opened without following links, and looked at
// again by its descriptor: only regular files are read or written, and a device or FIFO is not
// waited for.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "tool/files/folders.h"
#include "tool/tool.h"

#define NS_PER_S 1000000000LL

// Which file it is, so that what was opened and what is written later can be told apart.
static int64_t identity(const struct stat *st)
{
    uint64_t id = (uint64_t)st->st_ino * 0x9e3779b97f4a7c15u ^ (uint64_t)st->st_dev;
    return (int64_t)(id >> 1) | 1;
}

// Opens what the walk ended at, with *st of it. -1 with errno set.
static int open_regular(struct sa_walk *w, int flags, int64_t file, struct stat *st)
{
    flags |= O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    if (!w->last.len || (w->there && S_ISDIR(w->st.st_mode))) return errno = EISDIR, -1;
    if (w->there && !S_ISREG(w->st.st_mode)) {
        w->why = "it is no regular file";
        return errno = EACCES, -1;
    }
    if (w->slash) return errno = EISDIR, -1;
    int fd = openat(w->fd, sa_buf_text(&w->last), flags, 0666);
    if (fd < 0) return -1;
    int error = fstat(fd, st) ? errno : 0;
    if (!error && !S_ISREG(st->st_mode)) error = EACCES, w->why = "it is no regular file";
    if (!error && file && file != identity(st))
        error = ESTALE, w->why = "another file is there than the one that was opened";
    if (!error) return fd;
    close(fd);
    return errno = error, -1;
}

// Up to `count` bytes; *len says how many there were.
static int read_some(int fd, int64_t at, size_t count, char **data, size_t *len)
{
    char *text = malloc(count + 1);
    if (!text) return ENOMEM;
    for (*len = 0; *len < count;) {
        ssize_t n = pread(fd, text + *len, count - *len, (off_t)at + (off_t)*len);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return free(text), errno;
        if (!n) break;
        *len += (size_t)n;
    }
    text[*len] = 0;
    *data = text;
    return 0;
}

static int read_open(int fd, const struct stat *st, int64_t at, int64_t count, size_t limit,
                     char **data, size_t *len)
{
    int64_t left = st->st_size > at ? st->st_size - at : 0;
    if (count < 0 || count > left) count = left;
    if ((uint64_t)count > limit) return EFBIG;
    return read_some(fd, at, (size_t)count, data, len);
}

// ---- the operations ----------------------------------------------------------------------------

struct op {
    struct sa_walk *w, *to; // to: of those with two paths
    const struct sa_folders_ask *ask;
    const struct py_file_call *call;
    struct py_file_reply *reply;
};

static int op_read(struct op *o)
{
    struct stat st;
    if (!o->w->there) return ENOENT;
    if (o->call->at < 0) return EINVAL;
    int fd = open_regular(o->w, O_RDONLY, o->call->file, &st);
    if (fd < 0) return errno;
    int error = read_open(fd, &st, o->call->at, o->call->count, o->ask->limit, &o->reply->data,
                          &o->reply->len);
    o->reply->file = identity(&st);
    o->reply->size = st.st_size;
    close(fd);
    return error == EFBIG ? ENOMEM : error;
}

static int op_open(struct op *o)
{
    struct stat st;
    bool exclusive = o->call->at & PY_FILE_EXCLUSIVE;
    if (!o->w->there && !(o->call->at & (PY_FILE_CREATE | PY_FILE_EXCLUSIVE))) return ENOENT;
    if (o->w->there && exclusive) return EEXIST;
    int create = o->w->there ? 0 : exclusive ? O_CREAT | O_EXCL : O_CREAT;
    int fd = open_regular(o->w, O_WRONLY | create, 0, &st);
    if (fd < 0) return errno;
    bool empty = o->call->at & PY_FILE_EMPTY;
    int error = empty && st.st_size && ftruncate(fd, 0) ? errno : 0;
    o->reply->file = identity(&st);
    o->reply->size = empty ? 0 : st.st_size;
    close(fd);
    return error;
}

static int op_write(struct op *o)
{
    struct stat st;
    bool append = o->call->at < 0;
    if (!o->w->there) return ENOENT;
    if (!append && o->call->at > INT64_MAX / 2) return EFBIG;
    int fd = open_regular(o->w, O_WRONLY | (append ? O_APPEND : 0), o->call->file, &st), error = 0;
    if (fd < 0) return errno;
    for (size_t done = 0; done < o->call->len && !error;) {
        const char *p = o->call->data + done;
        size_t left = o->call->len - done;
        ssize_t n = append ? write(fd, p, left)
                           : pwrite(fd, p, left, (off_t)o->call->at + (off_t)done);
        if (n > 0) done += (size_t)n;
        else if (n < 0 && errno != EINTR) error = errno;
    }
    if (!error && append && fstat(fd, &st)) error = errno;
    o->reply->size = append ? st.st_size : o->call->at + (int64_t)o->call->len;
    if (close(fd) && !error && errno != EINTR) error = errno; // a quota may show only here
    return error;
}

static int op_truncate(struct op *o)
{
    struct stat st;
    if (!o->w->there) return ENOENT;
    int fd = open_regular(o->w, O_WRONLY, o->call->file, &st);
    if (fd < 0) return errno;
    int error = ftruncate(fd, (off_t)o->call->at) ? errno : 0;
    close(fd);
    return error;
}

static int64_t ns(struct timespec t)
{
    return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

static int give(struct op *o, char *text)
{
    o->reply->data = text;
    o->reply->len = strlen(text);
    return 0;
}

static int op_stat(struct op *o)
{
    const struct stat *s = &o->w->st;
    if (!o->w->there) return ENOENT;
    return give(o, sa_xasprintf("%u %llu %llu %llu %u %u %lld %lld %lld %lld", s->st_mode,
                                (unsigned long long)s->st_ino, (unsigned long long)s->st_dev,
                                (unsigned long long)s->st_nlink, s->st_uid, s->st_gid,
                                (long long)s->st_size, (long long)ns(s->st_atim),
                                (long long)ns(s->st_mtim), (long long)ns(s->st_ctim)));
}

static char kind_of(int fd, const struct dirent *e)
{
    struct stat st;
    unsigned mode = e->d_type == DT_DIR ? S_IFDIR : e->d_type == DT_REG ? S_IFREG : S_IFLNK;
    bool known = e->d_type == DT_DIR || e->d_type == DT_REG || e->d_type == DT_LNK;
    if (!known) mode = fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) ? 0 : st.st_mode;
    return S_ISDIR(mode) ? 'd' : S_ISREG(mode) ? 'f' : S_ISLNK(mode) ? 'l' : 'o';
}

static int op_list(struct op *o)
{
    struct sa_walk *w = o->w;
    if (!w->there) return ENOENT;
    if (!S_ISDIR(w->st.st_mode)) return ENOTDIR;
    const char *name = w->last.len ? sa_buf_text(&w->last) : ".";
    int fd = openat(w->fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (!dir) return errno;
    struct sa_buf out = SA_BUF_INIT(o->ask->limit);
    for (struct dirent *e; (e = readdir(dir));) {
        if (sa_streq(e->d_name, ".") || sa_streq(e->d_name, "..")) continue;
        sa_buf_appendc(&out, kind_of(fd, e));
        sa_buf_append(&out, e->d_name, strlen(e->d_name) + 1);
    }
    closedir(dir);
    bool full = out.full;
    o->reply->data = sa_buf_take(&out, &o->reply->len);
    return full ? ENOMEM : 0;
}

static int op_resolve(struct op *o)
{
    return give(o, sa_walk_text(o->w));
}

static int op_folders(struct op *o)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < o->w->in->count; i++) {
        const struct sa_folder *f = &o->w->in->items[i];
        sa_buf_appendc(&out, f->writable ? 'w' : 'r');
        sa_buf_append(&out, f->path, strlen(f->path) + 1);
    }
    o->reply->data = sa_buf_take(&out, &o->reply->len);
    return 0;
}

static int op_readlink(struct op *o)
{
    char text[4096];
    if (!o->w->there) return ENOENT;
    if (!S_ISLNK(o->w->st.st_mode)) return EINVAL;
    ssize_t n = readlinkat(o->w->fd, sa_buf_text(&o->w->last), text, sizeof text);
    return n < 0 ? errno : give(o, sa_xstrndup(text, (size_t)n));
}

// The name of what is there, for calls that take one; NULL: it is the granted folder itself.
static const char *name_in(const struct sa_walk *w)
{
    return w->last.len ? sa_buf_text(&w->last) : NULL;
}

static int op_access(struct op *o)
{
    struct sa_walk *w = o->w;
    int mode = (int)o->call->at & (R_OK | W_OK | X_OK);
    if (!w->there) return ENOENT;
    if (mode & W_OK && !w->folder->writable) return EACCES;
    const char *name = name_in(w) ? name_in(w) : ".";
    return faccessat(w->fd, name, mode, AT_SYMLINK_NOFOLLOW) ? errno : 0;
}

static int op_mkdir(struct op *o)
{
    if (o->w->there) return EEXIST;
    return mkdirat(o->w->fd, name_in(o->w), (mode_t)o->call->at & 0777) ? errno : 0;
}

static int unlink_as(struct op *o, int flags)
{
    if (!o->w->there) return ENOENT;
    if (!name_in(o->w)) return EBUSY;
    return unlinkat(o->w->fd, name_in(o->w), flags) ? errno : 0;
}

static int op_rmdir(struct op *o)
{
    return unlink_as(o, AT_REMOVEDIR);
}

static int op_remove(struct op *o)
{
    return unlink_as(o, 0);
}

static int op_rename(struct op *o)
{
    const struct sa_walk *w = o->w, *to = o->to;
    if (!w->there) return ENOENT;
    if (!name_in(w) || !name_in(to)) return EBUSY;
    return renameat(w->fd, name_in(w), to->fd, name_in(to)) ? errno : 0;
}

// Of files and folders alone: through a descriptor, since fchmodat follows links. Never set-user-ID
// or set-group-ID: whoever started such a program outside would run it with its owner's rights.
static int op_chmod(struct op *o)
{
    struct sa_walk *w = o->w;
    if (!w->there) return ENOENT;
    if (o->call->at & (S_ISUID | S_ISGID)) {
        w->why = "set-user-ID and set-group-ID are never granted";
        return EPERM;
    }
    bool folder = S_ISDIR(w->st.st_mode);
    if (!folder && !S_ISREG(w->st.st_mode)) return EACCES;
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (folder ? O_DIRECTORY : 0);
    int fd = openat(w->fd, name_in(w) ? name_in(w) : ".", flags);
    if (fd < 0) return errno;
    int error = fchmod(fd, (mode_t)o->call->at & 0777) ? errno : 0;
    close(fd);
    return error;
}

static int op_utime(struct op *o)
{
    struct sa_walk *w = o->w;
    const struct timespec times[2] = {{o->call->at / NS_PER_S, o->call->at % NS_PER_S},
                                      {o->call->count / NS_PER_S, o->call->count % NS_PER_S}};
    if (!w->there) return ENOENT;
    if (o->call->at < 0 || o->call->count < 0) return EINVAL;
    return utimensat(w->fd, name_in(w) ? name_in(w) : ".", times, AT_SYMLINK_NOFOLLOW) ? errno : 0;
}

static const struct {
    int (*run)(struct op *o);
    enum sa_walk_end end;
    unsigned acts; // on the first of its paths
} ops[] = {
    [PY_FILE_READ] = {op_read, SA_WALK_FOLLOW, SA_FILE_READ},
    [PY_FILE_OPEN] = {op_open, SA_WALK_FOLLOW, SA_FILE_WRITE},
    [PY_FILE_WRITE] = {op_write, SA_WALK_FOLLOW, SA_FILE_WRITE},
    [PY_FILE_TRUNCATE] = {op_truncate, SA_WALK_FOLLOW, SA_FILE_WRITE},
    [PY_FILE_STAT] = {op_stat, SA_WALK_FOLLOW, SA_FILE_READ},
    [PY_FILE_LSTAT] = {op_stat, SA_WALK_LINK, SA_FILE_READ},
    [PY_FILE_LIST] = {op_list, SA_WALK_FOLLOW, SA_FILE_LIST},
    [PY_FILE_RESOLVE] = {op_resolve, SA_WALK_FOLLOW, SA_FILE_READ},
    [PY_FILE_READLINK] = {op_readlink, SA_WALK_LINK, SA_FILE_READ},
    [PY_FILE_FOLDERS] = {op_folders, SA_WALK_FOLLOW, SA_FILE_READ},
    [PY_FILE_ACCESS] = {op_access, SA_WALK_FOLLOW, SA_FILE_READ},
    [PY_FILE_MKDIR] = {op_mkdir, SA_WALK_LINK, SA_FILE_WRITE},
    [PY_FILE_RMDIR] = {op_rmdir, SA_WALK_LINK, SA_FILE_WRITE},
    [PY_FILE_REMOVE] = {op_remove, SA_WALK_LINK, SA_FILE_WRITE},
    [PY_FILE_RENAME] = {op_rename, SA_WALK_LINK, SA_FILE_MOVE},
    [PY_FILE_CHMOD] = {op_chmod, SA_WALK_FOLLOW, SA_FILE_WRITE},
    [PY_FILE_UTIME] = {op_utime, SA_WALK_FOLLOW, SA_FILE_WRITE},
};

// An exclusive one does not follow a link that has its name.
static enum sa_walk_end end_of(const struct py_file_call *call)
{
    bool exclusive = call->op == PY_FILE_OPEN && call->at & PY_FILE_EXCLUSIVE;
    return exclusive ? SA_WALK_LINK : ops[call->op].end;
}

// Walks the path of `touch` and tells of it: *recorded is false when it may not be done, or that
// could not be recorded. EROFS: it may be read alone.
static int walk(struct sa_walk *w, const struct sa_folders_ask *ask, struct sa_touch touch,
                enum sa_walk_end end, bool *recorded)
{
    int error = sa_walk_to(w, w->in, touch.path, end);
    if (!error && touch.acts & SA_FILE_WRITE && !w->folder->writable) error = EROFS;
    touch.given = w->folder && error != EROFS && (error != EACCES || !w->why);
    *recorded = !ask->tell || ask->tell(ask->ctx, &touch);
    return error;
}

static int run(struct sa_walk *w, struct sa_walk *to, const struct sa_folders_ask *ask,
               struct py_file_reply *reply)
{
    const struct py_file_call *call = ask->call;
    struct op o = {w, to, ask, call, reply};
    const struct sa_touch from = {.path = call->path, .acts = ops[call->op].acts},
                          there = {.path = call->to, .moved = call->path, .acts = SA_FILE_WRITE};
    bool recorded[2] = {true, true};
    int error = walk(w, ask, from, end_of(call), &recorded[0]), further = 0;
    if (recorded[0] && call->to) further = walk(to, ask, there, SA_WALK_LINK, &recorded[1]);
    reply->outside = error && !w->folder;
    if (!recorded[0] || !recorded[1])
        return w->why = "the user's rules do not allow it, or it could not be recorded", EACCES;
    if (error) return error;
    if (further) return w->why = to->why, further;
    return ops[call->op].run(&o);
}

void sa_folders_do(const struct sa_folders *folders, const struct sa_folders_ask *ask,
                   struct py_file_reply *reply)
{
    struct sa_walk w = {.in = folders, .fd = -1}, to = w;
    reply->error = run(&w, &to, ask, reply);
    if (reply->error == EROFS && !w.why) {
        w.why = "this folder was granted for reading only";
        reply->error = EACCES;
    }
    // strerror's words are those of the C library's tables, in the program's own language.
    if (reply->error)
        snprintf(reply->message, sizeof reply->message, w.why ? "%s (%s)" : "%s",
                 strerror(reply->error), w.why);
    sa_walk_release(&w);
    sa_walk_release(&to);
}
