// Agent files: the unit in which people share agents. It counts because it was named on the command
// line, or was trusted once (trust.c), and is never found in the working folder. What it may say is
// share.c's.
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define MAX_FILE ((size_t)1 << 20)
#define SECTION "agent."

// Paths become values of settings, words of commands and lines of a file.
static bool is_plain(const char *path)
{
    for (const char *p = path; *p; p++)
        if (iscntrl((unsigned char)*p) || strchr("{}:", *p)) return false;
    return true;
}

static int read_it(struct sa_agent_file *f, const char *given, struct sa_err *err)
{
    struct stat st;
    int fd = open(f->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    const char *problem = fd < 0 || fstat(fd, &st) ? strerror(errno)
                          : !S_ISREG(st.st_mode)   ? "it is no regular file"
                          : !is_plain(f->path)     ? "its path has a colon, a brace or a control "
                                                     "character, which no agent file's may have"
                                                   : NULL;
    if (problem)
        sa_err_set(err, SA_E_CONFIG, "cannot read the agent file %.300s: %s", given, problem);
    else f->text = sa_fs_read_fd(fd, given, MAX_FILE, &f->len, err);
    if (fd >= 0) close(fd);
    return f->text ? SA_OK : err->code;
}

struct sa_agent_file *sa_agent_file_open(const char *path, struct sa_err *err)
{
    SA_AUTO_FREE char *expanded = sa_fs_expand(path);
    char *real = realpath(expanded, NULL);
    if (!real) {
        sa_err_set(err, SA_E_CONFIG, "cannot read the agent file %.300s: %s", path,
                   strerror(errno));
        return NULL;
    }
    struct sa_agent_file *f = sa_xcalloc(1, sizeof *f);
    size_t folder = (size_t)(strrchr(real, '/') - real);
    f->path = real;
    f->folder = sa_xstrndup(real, folder ? folder : 1);
    if (!read_it(f, path, err)) return f;
    sa_agent_file_free(f);
    return NULL;
}

int sa_config_use_agent_file(struct sa_config *config, struct sa_agent_file *file,
                             struct sa_err *err)
{
    config->agent_file = file;
    return sa_config_parse(config, file->path, file->text, file->len, SA_FROM_AGENT_FILE, NULL,
                           err);
}

const char *sa_beside_name(const struct sa_agent_file *f, const struct sa_beside *b)
{
    const char *rest = b->path + strlen(f->folder);
    rest += strspn(rest, "/"); // more than one where the folder is the root
    return *rest ? rest : ".";
}

// The only agent of the file; NULL: there is none, or another one.
static const char *only_agent(const struct sa_config *c)
{
    const char *only = NULL;
    for (size_t i = 0; i < c->section_count; i++) {
        const struct sa_section *s = &c->sections[i];
        if (!sa_starts_with(s->name, SECTION) || !sa_streq(s->file, c->agent_file->path)) continue;
        if (only) return NULL;
        only = s->name + strlen(SECTION);
    }
    return only;
}

const char *sa_config_first_agent(const struct sa_config *c)
{
    const char *named = sa_opt_as(c);
    if (named || !c->agent_file) return named;
    named = sa_section_get(sa_config_section(c, "agents"), "main");
    if (!named) return only_agent(c);
    return sa_streq(named, "none") ? NULL : named;
}
