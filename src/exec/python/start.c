// From our worker process to the host's python3: it reads the hello, gathers what the interpreter
// needs to see, locks itself in with that view, and executes it with the text of worker/. The
// other end of python.c; nothing of this runs in the host.
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/frame.h"
#include "exec/proto/scripts.h"
#include "exec/python/python.h"
#include "jail/jail.h"

// What programs need of the system: the loader and its libraries, locales, time zones, fonts and
// settings of plotting. Patterns of glob(3); %s stands for each of the interpreter's prefixes.
static const char *const patterns[] = {"/lib/*-linux-*",
                                       "/lib64",
                                       "/lib/ld-*",
                                       "/usr/lib/*-linux-*",
                                       "/usr/lib64",
                                       "/usr/lib/*.so*",
                                       "/usr/local/lib/*.so*",
                                       "/etc/ld.so.cache",
                                       "/etc/alternatives",
                                       "/usr/lib/locale",
                                       "/etc/localtime",
                                       "/usr/share/zoneinfo",
                                       "/usr/share/fonts",
                                       "/etc/fonts",
                                       "/usr/share/matplotlib",
                                       "/etc/matplotlibrc",
                                       "%s/pyvenv.cfg",
                                       "%s/lib/python3*",
                                       "%s/lib64/python3*",
                                       "%s/local/lib/python3*",
                                       "%s/lib/libpython3*"};

// Programs of the view beside the interpreter itself.
static const char *const loaders[] = {"/lib64/ld-*", "/lib/ld-*"};

struct list {
    const char **items; // NULL-terminated, kept until the program takes over
    size_t count, cap;
};

static void add(struct list *l, const char *path)
{
    for (size_t i = 0; i < l->count; i++)
        if (sa_streq(l->items[i], path)) return;
    SA_GROW(l->items, l->cap, l->count + 2);
    l->items[l->count++] = sa_xstrdup(path);
    l->items[l->count] = NULL;
}

static void add_matching(struct list *l, const char *pattern)
{
    glob_t found;
    if (glob(pattern, GLOB_NOSORT, NULL, &found)) return;
    for (size_t i = 0; i < found.gl_pathc; i++) add(l, found.gl_pathv[i]);
    globfree(&found);
}

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

// A virtual environment says where the interpreter is at home.
static void add_home(struct list *prefixes, const char *prefix)
{
    SA_AUTO_FREE char *path = sa_fs_join(prefix, "pyvenv.cfg");
    struct sa_err none = SA_ERR_INIT;
    size_t len;
    SA_AUTO_FREE char *text = sa_fs_exists(path) ? sa_fs_read(path, 64 << 10, &len, &none) : NULL;
    struct sa_str rest = sa_str_of(text), line, key;
    while (text && sa_str_next_line(&rest, &line)) {
        if (!sa_str_next_part(&line, '=', &key) || !sa_str_equals(sa_str_trim(key), "home"))
            continue;
        struct sa_str home = sa_str_trim(line);
        SA_AUTO_FREE char *program = sa_xasprintf("%.*s/python3", (int)home.len, home.data);
        SA_AUTO_FREE char *folder = prefix_of(program);
        add(prefixes, folder);
    }
}

// Its own place, that of the file behind a link, and where a virtual environment comes from.
static struct list prefixes_of(const char *program)
{
    struct list prefixes = {0};
    SA_AUTO_FREE char *prefix = prefix_of(program), *real = realpath(program, NULL);
    SA_AUTO_FREE char *behind = prefix_of(real ? real : program);
    add(&prefixes, prefix);
    add(&prefixes, behind);
    add_home(&prefixes, prefix);
    return prefixes;
}

static void gather(const char *program, struct list *paths, struct list *programs)
{
    struct list prefixes = prefixes_of(program);
    for (size_t i = 0; i < SA_COUNT(patterns); i++) {
        const char *hole = strstr(patterns[i], "%s");
        if (!hole) add_matching(paths, patterns[i]);
        for (size_t k = 0; hole && k < prefixes.count; k++) {
            SA_AUTO_FREE char *pattern = sa_xasprintf("%s%s", prefixes.items[k], hole + 2);
            add_matching(paths, pattern);
        }
    }
    add(paths, program);
    add(programs, program);
    for (size_t i = 0; i < SA_COUNT(loaders); i++) add_matching(programs, loaders[i]);
}

// The granted folders, a letter (r or w) before each path.
static struct list granted_folders(struct sa_str json)
{
    struct list granted = {0};
    const char *item;
    size_t at = 0, len;
    while (json.data && sa_json_next_item(json.data, json.len, &at, &item, &len)) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        sa_json_unquote(item, len, &text);
        const char *path = sa_buf_text(&text);
        if (path[0] && path[1] == '/') add(&granted, path);
        sa_buf_release(&text);
    }
    return granted;
}

// The layers are known before the interpreter has started; it says `ready` later.
static bool say_hello(struct sa_channel *channel, const struct sa_jail_report *r)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    size_t start = sa_frame_begin(&out, "hello");
    sa_json_put_int(&out, "version", SA_FRAME_NEWEST);
    sa_json_put_int(&out, "landlock_abi", r->landlock_abi);
    sa_jail_put_layers(r, &out);
    return sa_frame_end(&out, start) && sa_channel_write(channel, &out);
}

// The channel is descriptor 0; what C code prints goes nowhere.
static bool place_null(void)
{
    int null = open("/dev/null", O_RDWR);
    return null >= 0 && dup2(null, 1) == 1 && dup2(null, 2) == 2;
}

static void execute(const char *program, const char *script, const char *hello,
                    const struct sa_frame *f)
{
    char seed[48] = "";
    if (sa_frame_bool(f, "strict_seed"))
        snprintf(seed, sizeof seed, "PYTHONHASHSEED=%u", (unsigned)sa_frame_int(f, "seed", 0));
    int fd = open(program, O_PATH | O_CLOEXEC);
    if (fd < 0 || (fd != SA_JAIL_PROGRAM && dup3(fd, SA_JAIL_PROGRAM, O_CLOEXEC) < 0)) return;
    const char *argv[] = {program, "-s", "-X", "utf8", "-c", script, hello, NULL};
    const char *environment[] = {seed[0] ? seed : NULL, NULL};
    syscall(SYS_execveat, SA_JAIL_PROGRAM, "", argv, environment, AT_EMPTY_PATH);
}

int sa_exec_python_worker(const char *program)
{
    struct sa_channel channel;
    struct sa_frame f;
    const char *why;
    sa_channel_init(&channel, SA_JAIL_CHANNEL, false);
    if (sa_channel_read(&channel, -1, 0, &f, &why) != SA_GOT_FRAME || strcmp(f.type, "hello") ||
        !place_null())
        return 1;
    SA_AUTO_FREE char *hello = sa_xstrndup(channel.in.data + 4, channel.used - 4);
    SA_AUTO_FREE char *script = sa_exec_worker_script(false);
    struct list paths = {0}, programs = {0};
    gather(program, &paths, &programs);
    const struct list granted = granted_folders(sa_frame_raw(&f, "folders"));
    int64_t scratch = sa_frame_int(&f, "max_disk", 0);
    const struct sa_jail_view view = {.paths = paths.items,
                                      .programs = programs.items,
                                      .scratch = scratch > 0 ? (uint64_t)scratch : 0,
                                      .granted = (const char *const *)granted.items,
                                      .folder = granted.count ? granted.items[0] + 1 : NULL};
    const struct sa_jail_limits limits = {.max_memory = (uint64_t)sa_frame_int(&f, "max_memory", 0),
                                          .namespaces = (unsigned)sa_frame_int(&f, "namespaces", 0),
                                          .view = &view};
    struct sa_jail_report r;
    sa_jail_enter(&limits, &r);
    if (say_hello(&channel, &r)) execute(program, script, hello, &f);
    return 1;
}
