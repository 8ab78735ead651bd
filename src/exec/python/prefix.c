// Which folders an interpreter is at home in; what counts as one of its library is a table.
#include "exec/python/prefix.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"

const char *const sa_prefix_patterns[] = {"%s/pyvenv.cfg",      "%s/lib/python3*",
                                          "%s/lib64/python3*",  "%s/local/lib/python3*",
                                          "%s/lib/libpython3*", NULL};

// The folder two levels above a program.
static char *prefix_of(const char *program)
{
    char *prefix = sa_xstrdup(program);
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(prefix, '/');
        if (slash) *slash = 0;
    }
    return prefix;
}

static void add(char **list, char *path)
{
    while (*list) list++;
    *list = path;
}

// Does the standard library lie in `prefix`?
static bool is_installation(const char *prefix)
{
    static const char *const libraries[] = {"lib", "lib64"};
    bool found = false;
    for (size_t i = 0; i < SA_COUNT(libraries) && prefix[1] && !found; i++) {
        glob_t g;
        SA_AUTO_FREE char *pattern = sa_xasprintf("%s/%s/python3*/os.py", prefix, libraries[i]);
        if (glob(pattern, GLOB_NOSORT, NULL, &g)) continue;
        found = true;
        globfree(&g);
    }
    return found;
}

// Takes `spelled`. False: no interpreter is at home there.
static bool add_prefix(struct sa_prefixes *p, char *spelled)
{
    char *real = realpath(spelled, NULL);
    add(p->spelled, spelled);
    if (real && is_installation(real)) return add(p->real, real), true;
    free(real);
    return false;
}

// The text of pyvenv.cfg, malloc'd; NULL unless it is a file of the folder's own.
static char *environment_text(const char *prefix)
{
    enum { TEXT_MAX = 64 << 10 };
    SA_AUTO_FREE char *path = sa_fs_join(prefix, "pyvenv.cfg");
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    char *text = NULL;
    if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode)) {
        text = sa_xcalloc(TEXT_MAX + 1, 1);
        if (read(fd, text, TEXT_MAX) < 0) free(text), text = NULL;
    }
    if (fd >= 0) close(fd);
    return text;
}

static void add_home(struct sa_prefixes *p, const char *text)
{
    struct sa_str rest = sa_str_of(text), line, key;
    while (!p->spelled[SA_PREFIXES_MAX - 1] && sa_str_next_line(&rest, &line)) {
        if (!sa_str_next_part(&line, '=', &key) || !sa_str_equals(sa_str_trim(key), "home"))
            continue;
        struct sa_str home = sa_str_trim(line);
        SA_AUTO_FREE char *program = sa_xasprintf("%.*s/python3", (int)home.len, home.data);
        add_prefix(p, prefix_of(program));
    }
}

// A virtual environment is named by its real path: a link may be one that code has put there.
static bool add_environment(struct sa_prefixes *p, const char *program, const char *folder,
                            struct sa_err *err)
{
    SA_AUTO_FREE char *text = environment_text(folder), *bin = sa_fs_join(folder, "bin");
    SA_AUTO_FREE char *above = sa_xstrndup(program, (size_t)(strrchr(program, '/') - program));
    SA_AUTO_FREE char *real = realpath(above, NULL);
    if (!text) return true;
    if (!sa_streq(above, bin) || !real || !sa_streq(real, bin)) {
        sa_err_set(err, SA_E_CONFIG,
                   "%s: a link leads to a virtual environment in %s; name it by that path", program,
                   folder);
        return false;
    }
    add(p->real, sa_xstrdup(folder));
    p->environment = sa_xstrdup(folder);
    add_home(p, text);
    return true;
}

bool sa_prefixes_of(const char *program, struct sa_prefixes *out, struct sa_err *err)
{
    *out = (struct sa_prefixes){.program = realpath(program, NULL)};
    SA_AUTO_FREE char *spelled = prefix_of(program), *folder = realpath(spelled, NULL);
    SA_AUTO_FREE char *behind = prefix_of(out->program ? out->program : program);
    bool named = add_prefix(out, sa_xstrdup(spelled));
    bool installed = add_prefix(out, sa_xstrdup(behind));
    if (!named && folder && !add_environment(out, program, folder, err)) return false;
    if (out->program && (installed || (out->environment && sa_streq(behind, out->environment))))
        return true;
    sa_err_set(err, SA_E_CONFIG, "%s leads to %s, which is part of no Python installation", program,
               out->program ? out->program : "nothing");
    return false;
}

void sa_prefixes_release(struct sa_prefixes *p)
{
    for (size_t i = 0; i < SA_PREFIXES_MAX; i++) free(p->spelled[i]), free(p->real[i]);
    free(p->program), free(p->environment);
}

bool sa_prefix_shows(const struct sa_prefixes *p, const char *real)
{
    for (size_t i = 0; p->real[i]; i++) {
        size_t len = strlen(p->real[i]);
        for (const char *const *s = sa_prefix_patterns; *s && !strncmp(real, p->real[i], len); s++)
            if (!fnmatch(*s + 2, real + len, FNM_PATHNAME)) return true;
    }
    return false;
}

void sa_prefix_id(const char *path, char id[SA_PREFIX_ID])
{
    struct stat st;
    id[0] = 0;
    if (lstat(path, &st) || S_ISLNK(st.st_mode)) return;
    snprintf(id, SA_PREFIX_ID, "%llx:%llx", (unsigned long long)st.st_dev,
             (unsigned long long)st.st_ino);
}
