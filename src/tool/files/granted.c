// See granted.h.
#include "tool/files/granted.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"

// The path without "..", taken as text.
static char *settled(const char *path)
{
    SA_AUTO_FREE char *plain = sa_plain_path(path);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str rest = sa_str_of(plain), part;
    while (sa_str_next_part(&rest, '/', &part)) {
        if (sa_str_equals(part, "..")) {
            while (out.len && out.data[--out.len] != '/') {
            }
        } else if (part.len) {
            sa_buf_appendf(&out, "/%.*s", (int)part.len, part.data);
        }
    }
    if (!out.len) sa_buf_appendc(&out, '/');
    char *text = sa_xstrndup(out.data, out.len);
    sa_buf_release(&out);
    return text;
}

static const char *last_name(const struct sa_file *f)
{
    return strrchr(f->path, '/') + 1;
}

static int open_in_folder(const struct sa_file *f, int flags)
{
    if (f->fd < 0) return errno = ENOENT, -1;
    return openat(f->fd, last_name(f), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

static int pin(struct sa_file *f, const char *name, struct sa_err *err)
{
    struct stat st;
    f->given = sa_xstrdup(name);
    f->plain = settled(name);
    f->path = realpath(name, NULL);
    if (!f->path) f->path = sa_xstrdup(f->plain);
    SA_AUTO_FREE char *folder = sa_xstrndup(f->path, (size_t)(last_name(f) - f->path));
    f->fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = open_in_folder(f, O_PATH), code = SA_OK;
    if (fd < 0) return SA_OK;
    if (fstat(fd, &st) || sa_is_of_kernel(fd))
        code = sa_err_set(err, SA_E_CONFIG,
                          "--file %s: not a file on disk but provided by the kernel; copy it and "
                          "name the copy",
                          name);
    f->dev = st.st_dev;
    f->ino = st.st_ino;
    close(fd);
    return code;
}

// A link in a folder that is to be written may be the code's, made in a run before.
static int check_link(const struct sa_file *f, const struct sa_folders *folders, struct sa_err *err)
{
    for (size_t i = 0; folders && i < folders->count; i++) {
        const struct sa_folder *in = &folders->items[i];
        bool lies = sa_is_below(f->plain, in->plain) || sa_is_below(f->plain, in->path);
        if (in->writable && lies && !sa_is_below(f->path, in->path))
            return sa_err_set(err, SA_E_CONFIG,
                              "--file %s: a link leads it out of %s, which may be written; name "
                              "the file itself",
                              f->given, in->given);
    }
    return SA_OK;
}

int sa_files_open(struct sa_files *files, const char *const *names,
                  const struct sa_folders *folders, struct sa_err *err)
{
    size_t n = 0;
    int code = SA_OK;
    while (names && names[n]) n++;
    files->items = n ? sa_xcalloc(n, sizeof *files->items) : NULL;
    for (size_t i = 0; i < n && !code; i++) {
        files->items[files->count++].fd = -1;
        code = pin(&files->items[i], names[i], err);
        if (!code) code = check_link(&files->items[i], folders, err);
    }
    return code;
}

void sa_files_release(struct sa_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        struct sa_file *f = &files->items[i];
        if (f->fd >= 0) close(f->fd);
        free(f->given), free(f->plain), free(f->path);
    }
    free(files->items);
    *files = (struct sa_files){0};
}

const struct sa_file *sa_files_find(const struct sa_files *files, const char *path)
{
    SA_AUTO_FREE char *plain = settled(path);
    for (size_t i = 0; files && i < files->count; i++) {
        const struct sa_file *f = &files->items[i];
        if (sa_streq(f->given, path) || sa_streq(f->plain, plain) || sa_streq(f->path, plain))
            return f;
    }
    return NULL;
}

// Another file than the one there was may have been put there by an editor; but not as a further
// name of a file that lies elsewhere.
static bool is_granted(const struct sa_file *f, int fd, const struct stat *st)
{
    bool same = st->st_dev == f->dev && st->st_ino == f->ino;
    return S_ISREG(st->st_mode) && !sa_is_of_kernel(fd) && (same || st->st_nlink <= 1);
}

char *sa_file_read(const struct sa_file *file, size_t limit, size_t *len, const char **error)
{
    struct sa_err why = SA_ERR_INIT;
    struct stat st;
    char *text = NULL;
    int fd = open_in_folder(file, O_RDONLY);
    *error = fd < 0 && errno == ENOENT ? "FileNotFoundError" : "PermissionError";
    if (fd < 0) return NULL;
    if (fstat(fd, &st) != 0) {
    } else if (S_ISDIR(st.st_mode)) {
        *error = "IsADirectoryError";
    } else if (is_granted(file, fd, &st)) {
        bool fits = st.st_size < 0 || (uint64_t)st.st_size <= limit;
        text = fits ? sa_fs_read_fd(fd, file->given, limit, len, &why) : NULL;
        if (!text) *error = "MemoryError";
    }
    close(fd);
    return text;
}
