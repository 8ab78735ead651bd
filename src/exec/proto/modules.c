// Modules beside a program's file, for every executor: the host looks for them, whatever the worker
// says the name is. A name leads down folder by folder, each opened in the one before, and no link
// is followed on the way: there is nothing below the folder that could lead out of it.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"

#define MODULE_MAX ((size_t)4 << 20)

// Where a module is looked for.
struct place {
    const struct sa_exec_modules *in;
    int fd;             // of the folder; owned unless it is in->fd
    struct sa_buf path; // how its files are called
    struct py_module_source *out;
};

static bool refuse(struct place *p, const char *file, const char *why)
{
    p->out->error = sa_xasprintf("'%s%s' %s", sa_buf_text(&p->path), file, why);
    return true;
}

static bool is_link(int fd, const char *name)
{
    struct stat st;
    return fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode);
}

static bool is_trusted(const struct place *p, const struct stat *st)
{
    return st->st_uid == p->in->owner || st->st_uid == geteuid() || st->st_uid == 0;
}

#define LINK "is a symbolic link: modules are not looked for behind one"

// True: the file is a module, or something stands where one would be, and the search is over.
static bool read_file(struct place *p, const char *file)
{
    struct stat st;
    struct sa_err why = SA_ERR_INIT;
    int fd = openat(p->fd, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 && errno == ELOOP) return refuse(p, file, LINK);
    if (fd < 0) return errno == EACCES ? refuse(p, file, "cannot be read") : false;
    bool found = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (found && !is_trusted(p, &st)) {
        refuse(p, file, "belongs neither to you nor to the owner of the program");
    } else if (found) {
        p->out->text = sa_fs_read_fd(fd, file, MODULE_MAX, &p->out->len, &why);
        if (!p->out->text) refuse(p, file, "cannot be read, or is larger than 4 MiB");
        else p->out->file = sa_xasprintf("%s%s", sa_buf_text(&p->path), file);
    }
    close(fd);
    return found;
}

// Goes into a folder; false: it is none, which p->out->error may give a reason for.
static bool enter(struct place *p, const char *name)
{
    int fd = openat(p->fd, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && is_link(p->fd, name)) refuse(p, name, LINK);
    if (fd < 0) return false;
    if (p->fd != p->in->fd) close(p->fd);
    p->fd = fd;
    sa_buf_appendf(&p->path, "%s/", name);
    return true;
}

// A package goes before a module of its name, and that before a mere folder, as in CPython.
static bool look(struct place *p, const char *name)
{
    struct place inner = *p;
    SA_AUTO_FREE char *file = sa_xasprintf("%s.py", name);
    sa_buf_init(&inner.path, SA_BUF_SMALL);
    sa_buf_appends(&inner.path, sa_buf_text(&p->path));
    int fd = openat(p->fd, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    inner.fd = fd;
    sa_buf_appendf(&inner.path, "%s/", name);
    bool found = fd >= 0 && read_file(&inner, "__init__.py");
    p->out->package = found;
    if (!found) found = read_file(p, file);
    if (!found && fd < 0 && is_link(p->fd, name)) found = refuse(p, name, LINK);
    struct stat st;
    if (!found && fd >= 0 && fstat(fd, &st) == 0 && is_trusted(p, &st)) {
        found = true;
        p->out->file = sa_xasprintf("%s%s", sa_buf_text(&p->path), name);
    }
    if (fd >= 0) close(fd);
    sa_buf_release(&inner.path);
    return found;
}

bool sa_exec_find_module(const struct sa_exec_options *o, const char *name,
                         struct py_module_source *out)
{
    const struct sa_exec_modules *in = o->modules;
    struct place p = {.in = in, .fd = in->fd, .out = out};
    struct sa_str rest = sa_str_of(name), part;
    bool found = false, below = true;
    sa_buf_init(&p.path, SA_BUF_SMALL);
    sa_buf_appends(&p.path, in->name);
    while (below && sa_str_next_part(&rest, '.', &part)) {
        SA_AUTO_FREE char *text = sa_xstrndup(part.data, part.len);
        if (!part.len || strchr(text, '/')) break;
        if (rest.data) below = enter(&p, text);
        else found = look(&p, text);
    }
    if (p.fd != in->fd) close(p.fd);
    sa_buf_release(&p.path);
    return found || out->error;
}
