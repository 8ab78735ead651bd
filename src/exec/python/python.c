// The python executor: the host's python3, locked in by the jail, reached by the worker protocol.
// Everything but finding the interpreter is shared with other executors (remote.c); how the worker
// is started is start.c, and what runs in it worker/.
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/remote.h"
#include "exec/python/prefix.h"
#include "exec/python/python.h"
#include "tool/files/folders.h"

// A program of this machine: no script, such as the shims of version managers are.
static bool is_program(const char *path)
{
    char head[4] = {0};
    FILE *f = access(path, X_OK) ? NULL : fopen(path, "re");
    bool read = f && fread(head, 1, sizeof head, f) == sizeof head;
    if (f) fclose(f);
    return read && !memcmp(head,
                           "\x7f"
                           "ELF",
                           sizeof head);
}

// Is the package that the module is in installed there? A look at its folders, not by the program.
static bool has_module(const char *program, const char *module)
{
    static const char *const places[] = {"lib/python3*/site-packages", "lib/python3*/dist-packages",
                                         "local/lib/python3*/dist-packages",
                                         "lib64/python3*/site-packages", "lib/python3*"};
    struct sa_err none = SA_ERR_INIT;
    struct sa_prefixes p = {0};
    bool found = false;
    int len = (int)strcspn(module, ".*?[");
    if (!sa_prefixes_of(program, &p, &none)) return false;
    for (size_t i = 0; p.spelled[i] && !found; i++)
        for (size_t k = 0; k < SA_COUNT(places) && !found; k++) {
            SA_AUTO_FREE char *pattern = sa_xasprintf("%s/%s/%.*s{,.py,.*.so}", p.spelled[i],
                                                      places[k], len, module);
            glob_t matches;
            found = !glob(pattern, GLOB_NOSORT | GLOB_BRACE, NULL, &matches);
            if (found) globfree(&matches);
        }
    sa_prefixes_release(&p);
    return found;
}

// How many of the modules that an agent may import are installed there, of those that are not ours.
static size_t count_modules(const char *program, const char *const *imports)
{
    size_t n = 0;
    for (; imports && *imports; imports++) {
        const char *const one[] = {*imports, NULL};
        if (sa_exec_foreign_import(one)) n += has_module(program, *imports);
    }
    return n;
}

// The first of PATH, or the first of those that have most of the modules.
static char *search_path(const char *name, const char *const *imports)
{
    struct sa_str rest = sa_str_of(getenv("PATH")), folder;
    char *best = NULL;
    size_t most = 0;
    while (rest.len && sa_str_next_part(&rest, ':', &folder)) {
        SA_AUTO_FREE char *path = sa_xasprintf("%.*s/%s", (int)folder.len, folder.data, name);
        if (!folder.len || !is_program(path)) continue;
        size_t n = count_modules(path, imports);
        if (best && n <= most) continue;
        free(best);
        best = sa_fs_absolute(path);
        most = n;
    }
    return best;
}

// Takes and returns the path of a program that was found.
static char *checked(char *found, struct sa_err *err)
{
    struct sa_prefixes prefixes = {0};
    if (found && !sa_prefixes_of(found, &prefixes, err)) free(found), found = NULL;
    sa_prefixes_release(&prefixes);
    return found;
}

char *sa_python_find(const char *wanted, const char *const *imports, struct sa_err *err)
{
    const char *name = wanted ? wanted : "python3";
    SA_AUTO_FREE char *expanded = sa_fs_expand(name);
    char *found = NULL;
    if (sa_fs_is_dir(expanded)) { // a virtual environment
        SA_AUTO_FREE char *program = sa_fs_join(expanded, "bin/python3");
        if (is_program(program)) found = sa_fs_absolute(program);
    } else if (strchr(expanded, '/')) {
        if (is_program(expanded)) found = sa_fs_absolute(expanded);
    } else {
        found = search_path(expanded, wanted ? NULL : imports);
    }
    if (!found && wanted)
        sa_err_set(err, SA_E_CONFIG,
                   "--python %s: neither a python3 program nor a virtual environment", wanted);
    else if (!found)
        sa_err_set(err, SA_E_CONFIG,
                   "--executor python needs a python3 program, and there is none in PATH; name one "
                   "with --python PATH");
    return checked(found, err);
}

// The first worker's interpreter and virtual environment are those of every later one.
static bool same_as_before(struct sa_remote *x, struct sa_err *err)
{
    struct sa_prefixes p = {0};
    char ids[2][SA_PREFIX_ID] = {"", ""};
    _Static_assert(sizeof ids == sizeof x->ids, "ids are kept as they are");
    bool found = sa_prefixes_of(x->program, &p, err);
    if (found) sa_prefix_id(p.program, ids[0]);
    if (found && p.environment) sa_prefix_id(p.environment, ids[1]);
    sa_prefixes_release(&p);
    if (!found) return false;
    if (!x->ids[0][0]) memcpy(x->ids, ids, sizeof ids);
    if (!memcmp(x->ids, ids, sizeof ids)) return true;
    sa_err_set(err, SA_E_SANDBOX,
               "%s is not what it was when the run began; no further worker is started",
               x->program);
    return false;
}

// The worker looks again, at what its view has: code of the one before it may still run.
static int spawn(struct sa_remote *x, struct sa_err *err)
{
    if (!same_as_before(x, err)) return -1;
    const char *const argv[] = {
        "smolagent", SA_EXEC_PYTHON_WORKER, x->program, x->ids[0], x->ids[1], NULL};
    return sa_jail_spawn(NULL, argv, &x->child, err);
}

static const struct sa_remote_kind kind = {.spawn = spawn,
                                           .reap = sa_jail_reap,
                                           .jailed = true,
                                           .announces = true,
                                           .spares = true,
                                           .timeout_ns = SA_REMOTE_TIMEOUT_NS,
                                           .again_ns = SA_REMOTE_AGAIN_NS};

// What may only be read in a folder that may be changed, malloc'd; NULL: nothing. Landlock does not
// hold that, so without mounts the floor does not.
static char *find_nested(const struct sa_folders *folders, const char *program)
{
    const struct sa_folder *nested = sa_folders_nested(folders);
    if (nested || !folders) return nested ? sa_xstrdup(nested->path) : NULL;
    struct sa_err none = SA_ERR_INIT;
    struct sa_prefixes p = {0};
    char *found = NULL;
    bool known = sa_prefixes_of(program, &p, &none);
    for (size_t i = 0; i < folders->count && known; i++)
        for (size_t k = 0; p.real[k] && folders->items[i].writable && !found; k++)
            if (sa_is_below(p.real[k], folders->items[i].path)) found = sa_xstrdup(p.real[k]);
    sa_prefixes_release(&p);
    return found;
}

static int python_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    bool agent = o->mode == SA_EXEC_AGENT;
    char *program = sa_python_find(o->python, agent ? o->imports : NULL, err);
    if (!program) return -1;
    SA_AUTO_FREE char *nested = find_nested(o->folders, program);
    struct sa_exec_options options = *o;
    options.nested = nested;
    int rc = sa_remote_open(&sa_exec_python, &kind, program, &options, out, err);
    if (!rc && (*out)->layers->enforced & 1u << SA_JAIL_IDENTITY)
        sa_folders_warn_of_nobody(o->folders, "the python executor");
    return rc;
}

int sa_exec_python_report(const char *wanted, char **what, struct sa_err *err)
{
    const struct sa_exec_options options = {.mode = SA_EXEC_SCRIPT, .python = wanted};
    struct sa_exec *exec;
    if (python_open(&options, &exec, err)) return -1;
    const struct sa_remote *x = (struct sa_remote *)exec;
    struct sa_buf missing = SA_BUF_INIT(SA_BUF_SMALL);
    sa_jail_missing(&x->report, &missing);
    *what = sa_xasprintf("%s, version %s%s%s", x->program, x->version,
                         missing.len ? "; the sandbox lacks: " : "", sa_buf_text(&missing));
    sa_buf_release(&missing);
    exec->ops->close(exec);
    return 0;
}

const struct sa_exec_ops sa_exec_python = {.name = "python", .open = python_open, SA_REMOTE_OPS};
