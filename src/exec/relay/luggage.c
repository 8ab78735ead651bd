// See luggage.h.
#include "exec/relay/luggage.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/relay/program.h"

struct sa_luggage {
    struct sa_buf plain;
    struct sa_err err; // the first one
};

struct sa_luggage *sa_luggage_new(void)
{
    struct sa_luggage *l = sa_xcalloc(1, sizeof *l);
    sa_buf_init(&l->plain, SA_LUGGAGE_MAX);
    return l;
}

static void add_text(struct sa_luggage *l, const char *data, size_t len, const char *place,
                     unsigned mode)
{
    sa_buf_appendc(&l->plain, '{');
    sa_json_put_str(&l->plain, "path", place);
    sa_json_put_int(&l->plain, "mode", mode);
    sa_json_put_int(&l->plain, "size", (int64_t)len);
    sa_buf_appends(&l->plain, "}\n");
    sa_buf_append(&l->plain, data, len);
}

static void add_file(struct sa_luggage *l, const char *path, const char *place, unsigned mode)
{
    size_t len;
    SA_AUTO_FREE char *data = l->err.code ? NULL : sa_fs_read(path, SA_LUGGAGE_MAX, &len, &l->err);
    if (data) add_text(l, data, len, place, mode);
}

void sa_luggage_add_program(struct sa_luggage *l, const char *folder)
{
    struct sa_program program = {0};
    sa_program_find(&program);
    for (size_t i = 0; i < program.count; i++) {
        SA_AUTO_FREE char *place = sa_fs_join(folder, sa_program_name(&program, i));
        add_file(l, program.paths[i], place, 0755);
    }
    sa_program_release(&program);
    SA_AUTO_FREE char *script = sa_program_script(folder);
    SA_AUTO_FREE char *place = sa_fs_join(folder, SA_PROGRAM_SCRIPT);
    add_text(l, script, strlen(script), place, 0755);
}

void sa_luggage_add(struct sa_luggage *l, const char *path)
{
    struct stat st;
    if (l->err.code || l->plain.full) return;
    if (!sa_fs_is_dir(path))
        return add_file(l, path, path, stat(path, &st) ? 0644 : st.st_mode & 0777);
    DIR *dir = opendir(path);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        SA_AUTO_FREE char *leaf = sa_fs_join(path, d->d_name);
        bool wanted = !lstat(leaf, &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
        if (wanted && !sa_streq(d->d_name, ".") && !sa_streq(d->d_name, ".."))
            sa_luggage_add(l, leaf);
    }
    if (dir) closedir(dir);
}

static void put_length(struct sa_buf *out, size_t len)
{
    for (int i = 7; i >= 0; i--) sa_buf_appendc(out, (char)(len >> (8 * i) & 0xff));
}

bool sa_luggage_close(struct sa_luggage *l, struct sa_buf *out, struct sa_err *err)
{
    uLongf len = compressBound(l->plain.len);
    SA_AUTO_FREE char *packed = sa_xmalloc(len);
    bool well = !l->err.code && !l->plain.full;
    if (l->err.code) *err = l->err;
    else if (!well)
        sa_err_set(err, SA_E_USAGE, "what is to be read inside is more than %zu MiB",
                   SA_LUGGAGE_MAX >> 20);
    well = well && compress2((Bytef *)packed, &len, (const Bytef *)sa_buf_text(&l->plain),
                             l->plain.len, Z_DEFAULT_COMPRESSION) == Z_OK;
    if (well) put_length(out, len), sa_buf_append(out, packed, len);
    sa_buf_release(&l->plain);
    free(l);
    return well;
}
