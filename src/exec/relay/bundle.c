// See bundle.h.
#include "exec/relay/bundle.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/relay/program.h"

struct sa_bundle {
    struct sa_buf plain;
    struct sa_err err; // the first one
};

struct sa_bundle *sa_bundle_new(void)
{
    struct sa_bundle *b = sa_xcalloc(1, sizeof *b);
    sa_buf_init(&b->plain, SA_BUNDLE_MAX);
    return b;
}

static void add_text(struct sa_bundle *b, const char *data, size_t len, const char *place,
                     unsigned mode)
{
    sa_buf_appendc(&b->plain, '{');
    sa_json_put_str(&b->plain, "path", place);
    sa_json_put_int(&b->plain, "mode", mode);
    sa_json_put_int(&b->plain, "size", (int64_t)len);
    sa_buf_appends(&b->plain, "}\n");
    sa_buf_append(&b->plain, data, len);
}

static void add_file(struct sa_bundle *b, const char *path, const char *place, unsigned mode)
{
    size_t len;
    SA_AUTO_FREE char *data = b->err.code ? NULL : sa_fs_read(path, SA_BUNDLE_MAX, &len, &b->err);
    if (data) add_text(b, data, len, place, mode);
}

void sa_bundle_add_program(struct sa_bundle *b, const char *folder)
{
    struct sa_program program = {0};
    sa_program_find(&program);
    for (size_t i = 0; i < program.count; i++) {
        SA_AUTO_FREE char *place = sa_fs_join(folder, sa_program_name(&program, i));
        add_file(b, program.paths[i], place, 0755);
    }
    sa_program_release(&program);
    SA_AUTO_FREE char *script = sa_program_script(folder);
    SA_AUTO_FREE char *place = sa_fs_join(folder, SA_PROGRAM_SCRIPT);
    add_text(b, script, strlen(script), place, 0755);
}

static bool is_wanted(const struct stat *st)
{
    return S_ISREG(st->st_mode) || S_ISDIR(st->st_mode);
}

static void add_below(struct sa_bundle *b, int folder, const char *path);

// What `name` in a folder is by now, at `path`: others may write there meanwhile.
static void add_entry(struct sa_bundle *b, int folder, const char *name, const char *path)
{
    struct stat st;
    size_t len;
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) || !is_wanted(&st)) return;
    int fd = openat(folder, name, flags);
    if (fd < 0 && S_ISREG(st.st_mode) && errno != ELOOP)
        sa_err_set(&b->err, SA_E_CONFIG, "cannot open %s: %s", path, strerror(errno));
    if (fd < 0) return;
    bool known = !fstat(fd, &st);
    if (known && S_ISDIR(st.st_mode)) return add_below(b, fd, path);
    bool file = known && S_ISREG(st.st_mode);
    SA_AUTO_FREE char *data = file ? sa_fs_read_fd(fd, path, SA_BUNDLE_MAX, &len, &b->err) : NULL;
    if (data) add_text(b, data, len, path, st.st_mode & 0777);
    close(fd);
}

// Takes the descriptor over.
static void add_below(struct sa_bundle *b, int folder, const char *path)
{
    DIR *dir = fdopendir(folder);
    if (!dir) close(folder);
    for (struct dirent *d; dir && !b->err.code && !b->plain.full && (d = readdir(dir));) {
        SA_AUTO_FREE char *leaf = sa_fs_join(path, d->d_name);
        if (!sa_streq(d->d_name, ".") && !sa_streq(d->d_name, ".."))
            add_entry(b, folder, d->d_name, leaf);
    }
    if (dir) closedir(dir);
}

void sa_bundle_add(struct sa_bundle *b, const char *path)
{
    struct stat st;
    if (b->err.code || b->plain.full) return;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) return add_below(b, folder, path);
    if (!sa_fs_is_dir(path)) add_file(b, path, path, stat(path, &st) ? 0644 : st.st_mode & 0777);
}

static void put_length(struct sa_buf *out, size_t len)
{
    for (int i = 7; i >= 0; i--) sa_buf_appendc(out, (char)(len >> (8 * i) & 0xff));
}

bool sa_bundle_close(struct sa_bundle *b, struct sa_buf *out, struct sa_err *err)
{
    uLongf len = compressBound(b->plain.len);
    SA_AUTO_FREE char *packed = sa_xmalloc(len);
    bool well = !b->err.code && !b->plain.full;
    if (b->err.code) *err = b->err;
    else if (!well)
        sa_err_set(err, SA_E_USAGE, "what is to be read inside is more than %zu MiB",
                   SA_BUNDLE_MAX >> 20);
    well = well && compress2((Bytef *)packed, &len, (const Bytef *)sa_buf_text(&b->plain),
                             b->plain.len, Z_DEFAULT_COMPRESSION) == Z_OK;
    if (well) put_length(out, len), sa_buf_append(out, packed, len);
    sa_buf_release(&b->plain);
    free(b);
    return well;
}
