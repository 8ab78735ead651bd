// From our worker process to the host's python3: it reads the hello, gathers what the interpreter
// needs to see, locks itself in with that view, and executes it with the text of worker/. The
// other end of python.c; nothing of this runs in the host.
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/frame.h"
#include "exec/proto/scripts.h"
#include "exec/python/prefix.h"
#include "exec/python/python.h"
#include "jail/jail.h"

// What programs need of the system: the loader and its libraries, locales, time zones, fonts and
// settings of plotting. Patterns of glob(3).
static const char *const patterns[] = {
    "/lib/*-linux-*",       "/lib64",           "/lib/ld-*",
    "/usr/lib/*-linux-*",   "/usr/lib64",       "/usr/lib/*.so*",
    "/usr/local/lib/*.so*", "/etc/ld.so.cache", "/etc/alternatives",
    "/usr/lib/locale",      "/etc/localtime",   "/usr/share/zoneinfo",
    "/usr/share/fonts",     "/etc/fonts",       "/usr/share/matplotlib",
    "/etc/matplotlibrc"};

// Where the links of these may lead.
static const char *const system_roots[] = {"/usr/", "/lib",        "/etc/",
                                           "/opt/", "/nix/store/", "/gnu/store/"};

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

// What is shown: at each of the paths, what is at the source beside it.
struct shown {
    struct sa_prefixes prefixes;
    struct list paths, programs;
    const char **sources;
    size_t cap;
    bool guarded; // the whole environment is shown, as it lies in a folder that may be changed
};

static void put(struct shown *s, const char *path, const char *real)
{
    size_t before = s->paths.count;
    add(&s->paths, path);
    if (s->paths.count == before) return;
    SA_GROW(s->sources, s->cap, before + 2);
    s->sources[before] = sa_xstrdup(real);
    s->sources[before + 1] = NULL;
}

// At its own place, and where the interpreter will look for it.
static void show(struct shown *s, const char *path, const char *real)
{
    put(s, real, real);
    put(s, path, real);
}

static bool of_the_system(const char *real)
{
    for (size_t i = 0; i < SA_COUNT(system_roots); i++)
        if (!strncmp(real, system_roots[i], strlen(system_roots[i]))) return true;
    return false;
}

static void show_matching(struct shown *s, const char *pattern, bool of_prefix, bool program)
{
    glob_t found;
    if (glob(pattern, GLOB_NOSORT, NULL, &found)) return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        SA_AUTO_FREE char *real = realpath(found.gl_pathv[i], NULL);
        if (!real || !(of_prefix ? sa_prefix_shows(&s->prefixes, real) : of_the_system(real)))
            continue;
        show(s, found.gl_pathv[i], real);
        if (program) add(&s->programs, real);
    }
    globfree(&found);
}

// A virtual environment in a folder that may be changed is the whole of it shown read-only.
static void guard_environment(struct shown *s, const struct list *granted)
{
    const char *environment = s->prefixes.environment;
    for (size_t i = 0; environment && i < granted->count; i++) {
        const char *folder = granted->items[i] + 1;
        size_t len = strlen(folder);
        if (granted->items[i][0] == 'w' && !strncmp(environment, folder, len) &&
            environment[len] == '/') {
            put(s, environment, environment);
            s->guarded = true;
        }
    }
}

static bool gather(const char *program, const struct list *granted, struct shown *s)
{
    struct sa_err none = SA_ERR_INIT;
    if (!sa_prefixes_of(program, &s->prefixes, &none)) return false;
    for (size_t i = 0; i < SA_COUNT(patterns); i++) show_matching(s, patterns[i], false, false);
    for (size_t i = 0; i < SA_COUNT(loaders); i++) show_matching(s, loaders[i], false, true);
    for (const char *const *p = sa_prefix_patterns; *p; p++) {
        for (size_t k = 0; s->prefixes.spelled[k]; k++) {
            SA_AUTO_FREE char *pattern = sa_xasprintf("%s%s", s->prefixes.spelled[k], *p + 2);
            show_matching(s, pattern, true, false);
        }
    }
    guard_environment(s, granted);
    show(s, program, s->prefixes.program);
    add(&s->programs, s->prefixes.program);
    return true;
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

static int say_failed(struct sa_channel *channel, const char *program)
{
    bool closed = errno == EACCES;
    SA_AUTO_FREE char *text = sa_xasprintf(
        "%s cannot be started in the sandbox: %s%s", program, strerror(errno),
        closed ? "; without a mount namespace it has to be readable for the user that code runs as "
                 "(nobody, if you are root)"
               : "");
    sa_channel_say(channel, "failed", text, SA_E_CONFIG);
    return 1;
}

static bool is_there(const char *path, const char *id)
{
    char now[SA_PREFIX_ID];
    sa_prefix_id(path, now);
    return sa_streq(now, id);
}

// Does the view, from which nothing leads out any more, have what the first worker of the run had?
static bool as_begun(const struct shown *s, const char *id, const char *environment_id)
{
    return is_there(s->prefixes.program, id) &&
           (!s->guarded || is_there(s->prefixes.environment, environment_id));
}

// The channel is descriptor 0; what C code prints goes nowhere.
static bool place_null(void)
{
    int null = open("/dev/null", O_RDWR);
    return null >= 0 && dup2(null, 1) == 1 && dup2(null, 2) == 2;
}

// Links to the interpreter may lead by way of paths that are not shown.
static void execute(const char *program, const char *name, const char *script, const char *hello,
                    const struct sa_frame *f)
{
    char seed[48] = "";
    if (sa_frame_bool(f, "strict_seed"))
        snprintf(seed, sizeof seed, "PYTHONHASHSEED=%u", (unsigned)sa_frame_int(f, "seed", 0));
    int fd = open(program, O_PATH | O_CLOEXEC);
    if (fd < 0 || (fd != SA_JAIL_PROGRAM && dup3(fd, SA_JAIL_PROGRAM, O_CLOEXEC) < 0)) return;
    const char *argv[] = {name, "-s", "-X", "utf8", "-c", script, hello, NULL};
    const char *environment[] = {seed[0] ? seed : NULL, NULL};
    syscall(SYS_execveat, SA_JAIL_PROGRAM, "", argv, environment, AT_EMPTY_PATH);
}

int sa_exec_python_worker(const char *program, const char *id, const char *environment_id)
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
    struct shown shown = {0};
    const struct list granted = granted_folders(sa_frame_raw(&f, "folders"));
    if (!gather(program, &granted, &shown)) return 1; // the host has said why
    int64_t scratch = sa_frame_int(&f, "max_disk", 0);
    const struct sa_jail_view view = {.paths = shown.paths.items,
                                      .sources = shown.sources,
                                      .programs = shown.programs.items,
                                      .scratch = scratch > 0 ? (uint64_t)scratch : 0,
                                      .granted = (const char *const *)granted.items,
                                      .folder = granted.count ? granted.items[0] + 1 : NULL};
    const struct sa_jail_limits limits = {.max_memory = (uint64_t)sa_frame_int(&f, "max_memory", 0),
                                          .namespaces = (unsigned)sa_frame_int(&f, "namespaces", 0),
                                          .view = &view};
    struct sa_jail_report r;
    sa_jail_enter(&limits, &r);
    if (access(program, X_OK) && errno == EACCES) return say_failed(&channel, program);
    if (as_begun(&shown, id, environment_id) && say_hello(&channel, &r)) {
        execute(shown.prefixes.program, program, script, hello, &f);
        say_failed(&channel, program);
    }
    return 1;
}
