// File access of the host side; see fs.h for the promises.
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/grant.h"
#include "base/log.h"
#include "base/pin.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// Reads to the end and gives `out` up; NULL with *err.
static char *read_on(int fd, const char *name, struct sa_stop *stop, struct sa_buf *out,
                     size_t *len, struct sa_err *err)
{
    for (;;) {
        char piece[16384];
        struct pollfd fds[2] = {{fd, POLLIN, 0}, {stop ? stop->fd : -1, POLLIN, 0}};
        if (stop && poll(fds, 2, -1) < 0) continue;
        if (fds[1].revents) {
            sa_err_set(err, SA_E_CONFIG, "%s was not read to its end", name);
            break;
        }
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EAGAIN && poll(fds, 1, -1) >= 0) continue;
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            sa_err_set(err, SA_E_CONFIG, "cannot read %s: %s", name, strerror(errno));
            break;
        }
        if (n == 0) return sa_buf_take(out, len);
        if (!sa_buf_append(out, piece, (size_t)n)) {
            sa_err_set(err, SA_E_CONFIG, "%s is larger than %zu bytes", name, out->max);
            break;
        }
    }
    sa_buf_release(out);
    return NULL;
}

char *sa_fs_read_until(int fd, const char *name, size_t limit, struct sa_stop *stop, size_t *len,
                       struct sa_err *err)
{
    struct sa_buf out = SA_BUF_INIT(limit);
    return read_on(fd, name, stop, &out, len, err);
}

char *sa_fs_read_fd(int fd, const char *name, size_t limit, size_t *len, struct sa_err *err)
{
    return sa_fs_read_until(fd, name, limit, NULL, len, err);
}

// A pipe or device, opened without blocking: nobody at its other end is an error, and waiting for
// one who is silent is told. What this takes to find out goes into `out`.
static char *read_special(int fd, const char *path, struct sa_buf *out, size_t *len,
                          struct sa_err *err)
{
    enum { TIMEOUT_MS = 1000 };
    struct pollfd p = {fd, POLLIN, 0};
    char byte;
    if (poll(&p, 1, TIMEOUT_MS) == 0) {
        ssize_t n = read(fd, &byte, 1);
        if (n == 0) {
            sa_err_set(err, SA_E_CONFIG, "cannot read %s: nobody writes to that pipe", path);
            return NULL;
        }
        if (n > 0) sa_buf_appendc(out, byte);
        else sa_warn("waiting for %s", path);
    }
    return read_on(fd, path, NULL, out, len, err);
}

char *sa_fs_read(const char *path, size_t limit, size_t *len, struct sa_err *err)
{
    struct sa_buf out = SA_BUF_INIT(limit);
    SA_AUTO_FREE char *held = NULL;
    enum sa_pinned pinned = sa_pin_find(path, &held, len);
    if (pinned == SA_PIN_HELD && *len <= limit) return sa_xmemdup(held, *len + 1);
    int fd = pinned ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (pinned) errno = held ? EFBIG : ENOENT;
    if (fd < 0) {
        sa_err_set(err, SA_E_CONFIG, *path ? "cannot open %s: %s" : "the name of a file is empty",
                   path, strerror(errno));
        return NULL;
    }
    struct stat st;
    char *text = NULL;
    if (fstat(fd, &st) != 0 || S_ISREG(st.st_mode)) text = read_on(fd, path, NULL, &out, len, err);
    else if (S_ISDIR(st.st_mode))
        sa_err_set(err, SA_E_CONFIG, "cannot read %s: it is a directory", path);
    else text = read_special(fd, path, &out, len, err);
    close(fd);
    return text;
}

void sa_fs_close_from(int from)
{
    if (syscall(SYS_close_range, from, ~0u, 0) == 0) return;
    struct rlimit limit;
    int end = getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur > 65536 ? 65536
                                                                         : (int)limit.rlim_cur;
    for (int fd = from; fd < end; fd++) close(fd);
}

// ---- writing ------------------------------------------------------------------------------------

static int write_error(struct sa_err *err, const char *path)
{
    const char *why = errno == ELOOP ? "a symbolic link on the way to it is not followed"
                                     : strerror(errno);
    return sa_err_set(err, SA_E_CONFIG, "cannot write %s: %s", path, why);
}

// The folder that the file is in, and its name there. -1 with errno.
static int open_parent(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    SA_AUTO_FREE char *folder = slash ? sa_xstrndup(path, (size_t)(slash - path) + 1)
                                      : sa_xstrdup(".");
    *name = slash ? slash + 1 : path;
    return sa_grant_open_folder(folder, false);
}

static int check_regular(int folder, const char *name, struct stat *st, const char *path,
                         struct sa_err *err)
{
    *st = (struct stat){0};
    if (fstatat(folder, name, st, AT_SYMLINK_NOFOLLOW) || S_ISREG(st->st_mode)) return SA_OK;
    return sa_err_set(err, SA_E_CONFIG, "cannot write %s: not a regular file", path);
}

int sa_fs_check_write(const char *path, struct sa_err *err)
{
    const char *name;
    struct stat st;
    int folder = open_parent(path, &name);
    if (folder < 0) return write_error(err, path);
    int code = check_regular(folder, name, &st, path, err);
    if (!code && faccessat(folder, ".", W_OK | X_OK, 0)) code = write_error(err, path);
    close(folder);
    return code;
}

int sa_fs_check_way(const char *path, struct sa_err *err)
{
    const char *name;
    int folder = open_parent(path, &name);
    if (folder < 0) return write_error(err, path);
    close(folder);
    return SA_OK;
}

// Who may read what was there before keeps that right.
static int write_in(int folder, const char *name, const struct stat *old, const void *data,
                    size_t len)
{
    uint64_t salt = 0;
    sa_random_bytes(&salt, sizeof salt);
    SA_AUTO_FREE char *temporary = sa_xasprintf("%s.%016llx.tmp", name, (unsigned long long)salt);
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(folder, temporary, flags, 0600), error = 0;
    if (fd < 0) return errno;
    if (!sa_fs_write_all(fd, data, len) || (old->st_mode && fchmod(fd, old->st_mode & 0777)) ||
        fsync(fd))
        error = errno;
    if (close(fd) && !error) error = errno;
    if (!error && renameat(folder, temporary, folder, name)) error = errno;
    if (error) unlinkat(folder, temporary, 0);
    return error;
}

int sa_fs_write_atomic(const char *path, const void *data, size_t len, struct sa_err *err)
{
    const char *name;
    struct stat old;
    int folder = open_parent(path, &name);
    if (folder < 0) return write_error(err, path);
    int code = check_regular(folder, name, &old, path, err);
    if (!code && (errno = write_in(folder, name, &old, data, len))) code = write_error(err, path);
    close(folder);
    return code;
}

int sa_fs_open_write(const char *path, int flags)
{
    const char *name;
    int folder = open_parent(path, &name);
    if (folder < 0) return -1;
    int fd = openat(folder, name, flags | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600), error = errno;
    close(folder);
    errno = error;
    return fd;
}

int sa_fs_open_append(const char *path, struct sa_err *err)
{
    int fd = sa_fs_open_write(path, O_WRONLY | O_APPEND);
    if (fd < 0) write_error(err, path);
    return fd;
}

int sa_fs_remove(const char *path)
{
    const char *name;
    int folder = open_parent(path, &name);
    if (folder < 0) return -1;
    int result = unlinkat(folder, name, 0), error = errno;
    close(folder);
    errno = error;
    return result;
}

bool sa_fs_append(int fd, const void *data, size_t len)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return false;
    if (sa_fs_write_all(fd, data, len)) return true;
    int why = errno;
    if (S_ISREG(st.st_mode) && ftruncate(fd, st.st_size) != 0) why = errno;
    errno = why;
    return false;
}

int sa_fs_mkdirs(const char *path, struct sa_err *err)
{
    int fd = sa_grant_open_folder(path, true);
    if (fd < 0) return sa_err_set(err, SA_E_CONFIG, "cannot create %s: %s", path, strerror(errno));
    close(fd);
    return SA_OK;
}

bool sa_fs_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

bool sa_fs_is_dir(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool sa_fs_is_regular(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

char *sa_fs_join(const char *a, const char *b)
{
    if (b[0] == '/' || !a[0]) return sa_xstrdup(b);
    return sa_xasprintf("%s%s%s", a, sa_ends_with(a, "/") ? "" : "/", b);
}

char *sa_fs_absolute(const char *path)
{
    SA_AUTO_FREE char *folder = getcwd(NULL, 0), *whole = sa_fs_join(folder ? folder : "/", path);
    struct sa_buf out = SA_BUF_INIT(2 * PATH_MAX);
    struct sa_str rest = sa_str_of(whole), part;
    while (sa_str_next_part(&rest, '/', &part)) {
        if (!part.len || sa_str_equals(part, ".")) continue;
        if (sa_str_equals(part, "..")) {
            while (out.len && out.data[out.len - 1] != '/') sa_buf_truncate(&out, out.len - 1);
            if (out.len) sa_buf_truncate(&out, out.len - 1);
        } else {
            sa_buf_appendf(&out, "/%.*s", (int)part.len, part.data);
        }
    }
    return out.len ? sa_buf_take(&out, NULL) : sa_xstrdup("/");
}

char *sa_fs_xdg(const char *kind, const char *leaf)
{
    static const struct {
        const char *kind, *variable, *home;
    } kinds[] = {{"config", "XDG_CONFIG_HOME", ".config"},
                 {"data", "XDG_DATA_HOME", ".local/share"},
                 {"state", "XDG_STATE_HOME", ".local/state"},
                 {"cache", "XDG_CACHE_HOME", ".cache"}};
    for (size_t i = 0; i < SA_COUNT(kinds); i++) {
        if (!sa_streq(kinds[i].kind, kind)) continue;
        const char *base = getenv(kinds[i].variable), *home = getenv("HOME");
        const char *tail = leaf ? leaf : "";
        // The XDG specification asks for relative values to be ignored.
        if (base && base[0] == '/')
            return sa_xasprintf("%s/smolagent%s%s", base, leaf ? "/" : "", tail);
        if (!home || !home[0]) return NULL;
        return sa_xasprintf("%s/%s/smolagent%s%s", home, kinds[i].home, leaf ? "/" : "", tail);
    }
    SA_BUG("unknown XDG kind %s", kind);
}

char *sa_fs_expand(const char *path)
{
    const char *home = getenv("HOME");
    if (sa_starts_with(path, "~/") && home) return sa_fs_join(home, path + 2);
    return sa_xstrdup(path);
}

static bool is_program(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

char *sa_fs_find_program(const char *name)
{
    struct sa_str rest = sa_str_of(getenv("PATH")), folder;
    if (strchr(name, '/')) return is_program(name) ? sa_xstrdup(name) : NULL;
    while (rest.data && sa_str_next_part(&rest, ':', &folder)) {
        SA_AUTO_FREE char *in = sa_xstrndup(folder.data, folder.len);
        char *file = sa_fs_join(folder.len ? in : ".", name);
        if (is_program(file)) return file;
        free(file);
    }
    return NULL;
}
