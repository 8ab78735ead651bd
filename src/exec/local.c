// The local executor: our interpreter in this process. It grants clocks, entropy, sleeping and the
// files of --file; nothing else reaches the outside.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/exec.h"

enum { MAX_FILE = 64 << 20 };

struct local {
    struct sa_exec base;
    struct sa_exec_options options;
    struct py_isolate *iso;
};

static bool hook_write(void *ctx, int fd, const char *text, size_t len)
{
    struct local *l = ctx;
    return l->options.on_print ? l->options.on_print(l->options.ctx, fd, text, len) : true;
}

static int64_t hook_clock(void *ctx, int clock)
{
    (void)ctx;
    return clock ? sa_clock_monotonic() : sa_clock_wall();
}

// In short pieces, because a watchdog thread's request does not interrupt this thread's sleep.
static void hook_sleep(void *ctx, int64_t ns)
{
    const struct local *l = ctx;
    int64_t until = sa_clock_monotonic() + ns, left;
    while (!sa_stop_reason(l->options.stop) && (left = until - sa_clock_monotonic()) > 0)
        sa_sleep(left < 20 * SA_NS_PER_MS ? left : 20 * SA_NS_PER_MS);
}

static bool hook_entropy(void *ctx, void *buf, size_t len)
{
    (void)ctx;
    return sa_random_bytes(buf, len);
}

static int32_t hook_utc_offset(void *ctx, int64_t t)
{
    (void)ctx;
    struct tm tm;
    time_t when = (time_t)t;
    return localtime_r(&when, &tm) ? (int32_t)tm.tm_gmtoff : 0;
}

// A grant is matched by the name it was given by, or by the real path behind both names.
static bool granted(const struct local *l, const char *path)
{
    SA_AUTO_FREE char *real = realpath(path, NULL);
    for (const char *const *f = l->options.files; f && *f; f++) {
        SA_AUTO_FREE char *allowed = realpath(*f, NULL);
        if (!strcmp(*f, path) || (real && allowed && !strcmp(real, allowed))) return true;
    }
    return false;
}

static char *hook_read_file(void *ctx, const char *path, size_t *len, const char **error)
{
    const struct local *l = ctx;
    if (!granted(l, path)) {
        *error = "PermissionError"; // also for files that are not there: say nothing about the disk
        return NULL;
    }
    struct sa_err why = SA_ERR_INIT;
    char *text = sa_fs_is_dir(path) ? NULL : sa_fs_read(path, MAX_FILE, len, &why);
    if (!text)
        *error = sa_fs_is_dir(path)   ? "IsADirectoryError"
                 : sa_fs_exists(path) ? "PermissionError"
                                      : "FileNotFoundError";
    return text;
}

static void interrupt_isolate(void *target)
{
    py_interrupt(target);
}

static int local_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    struct local *l = sa_xcalloc(1, sizeof *l);
    l->base.ops = &sa_exec_local;
    l->options = *o;
    struct py_options py = {
        .hooks = {.ctx = l,
                  .write = hook_write,
                  .clock_ns = hook_clock,
                  .sleep_ns = hook_sleep,
                  .entropy = hook_entropy,
                  .read_file = o->files ? hook_read_file : NULL,
                  .utc_offset = hook_utc_offset},
        .max_memory = o->max_memory ? o->max_memory : (size_t)256 << 20,
        .max_operations = o->max_operations,
        .max_output = o->max_output,
        .timeout_ns = o->step_timeout_ns,
        .imports = o->imports,
        .agent = true,
        .strict_seed = o->strict_seed,
        .hash_seed = o->seed,
    };
    if (!o->strict_seed) sa_random_bytes(&py.hash_seed, sizeof py.hash_seed);
    l->iso = py_isolate_new(&py);
    if (!l->iso) {
        free(l);
        return sa_err_set(err, SA_E_INTERNAL, "cannot start the interpreter: out of memory"), -1;
    }
    *out = &l->base;
    return 0;
}

// A definition that failed, as an error line.
static int refuse(const char *name, const struct py_result *r, struct sa_err *err)
{
    struct sa_str text = sa_str_trim((struct sa_str){r->error_text, r->error_text_len}),
                  line = text;
    while (sa_str_next_line(&text, &line)) {
    } // the last line of a traceback says what went wrong
    return sa_err_set(err, SA_E_USAGE, "variable '%s': %.*s", name, (int)line.len, line.data), -1;
}

static int local_define_json(struct sa_exec *exec, const char *name, const char *json, size_t len,
                             struct sa_err *err)
{
    struct py_result r = {0};
    bool ok = py_define_json(((struct local *)exec)->iso, name, json, len, &r);
    return ok ? 0 : refuse(name, &r, err);
}

static int local_define_stream(struct sa_exec *exec, const char *name, sa_exec_pull_fn pull,
                               void *ctx, struct sa_err *err)
{
    struct py_result r = {0};
    bool ok = py_define_stream(((struct local *)exec)->iso, name, pull, ctx, &r);
    return ok ? 0 : refuse(name, &r, err);
}

static int local_define_tool(struct sa_exec *exec, const char *name, const char *stub,
                             struct sa_err *err)
{
    struct local *l = (struct local *)exec;
    struct py_result r = {0};
    bool ok = py_define_function(l->iso, name, stub, false, l->options.on_tool, l->options.ctx, &r);
    return ok ? 0 : refuse(name, &r, err);
}

static void local_run(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                      struct py_result *result)
{
    struct local *l = (struct local *)exec;
    if (l->options.stop) sa_stop_target(l->options.stop, interrupt_isolate, l->iso);
    py_run(l->iso, code, len, filename, result);
    if (l->options.stop) sa_stop_target(l->options.stop, NULL, NULL);
}

// Compiling without running: the disassembler does exactly that.
static bool local_check(struct sa_exec *exec, const char *code, size_t len)
{
    struct py_result r = {0};
    char *text = py_disassemble(((struct local *)exec)->iso, code, len, "<reply>", &r);
    free(text);
    return text != NULL;
}

static const char *local_describe(struct sa_exec *exec, size_t *len)
{
    return py_describe_variables(((struct local *)exec)->iso, len);
}

static void local_interrupt(struct sa_exec *exec)
{
    py_interrupt(((struct local *)exec)->iso);
}

static void local_close(struct sa_exec *exec)
{
    struct local *l = (struct local *)exec;
    py_isolate_free(l->iso);
    free(l);
}

const struct sa_exec_ops sa_exec_local = {
    .name = "local",
    .open = local_open,
    .define_json = local_define_json,
    .define_stream = local_define_stream,
    .define_tool = local_define_tool,
    .run = local_run,
    .check = local_check,
    .describe = local_describe,
    .interrupt = local_interrupt,
    .close = local_close,
};
