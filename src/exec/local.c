// The local executor: our interpreter in this process. It grants clocks, entropy, sleeping and the
// files of --file; nothing else reaches the outside.
#include <stdlib.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/stop.h"
#include "base/watchdog.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"

struct local {
    struct sa_exec base;
    struct sa_exec_options options;
    struct py_isolate *iso;
};

// The engine ends a cell at its time limit, and looks at the clock after whatever the host did for
// it. Should it not, for it runs in this process, the watchdog ends the run.
#define LATE_NS (8 * SA_NS_PER_S)

static void computes(struct local *l, bool does)
{
    int64_t limit = l->options.step_timeout_ns;
    bool watched = does && limit > 0 && limit < INT64_MAX - LATE_NS;
    sa_watchdog_lap(l->options.watchdog, watched ? limit + LATE_NS : INT64_MAX);
}

static bool hook_write(void *ctx, int fd, const char *text, size_t len)
{
    struct local *l = ctx;
    if (!l->options.on_print) return true;
    computes(l, false);
    bool ok = l->options.on_print(l->options.ctx, fd, text, len);
    computes(l, true);
    return ok;
}

// The engine asks for short pieces, and looks for interrupts between them.
static void hook_sleep(void *ctx, int64_t ns)
{
    (void)ctx;
    sa_sleep(ns);
}

static char *hook_read_line(void *ctx, const char *prompt, size_t *len)
{
    struct local *l = ctx;
    computes(l, false);
    char *line = l->options.on_line(l->options.ctx, prompt, len);
    computes(l, true);
    return line;
}

static char *hook_read_file(void *ctx, const char *path, size_t *len, const char **error)
{
    struct local *l = ctx;
    computes(l, false);
    char *text = sa_exec_read_granted(&l->options, path, len, error);
    computes(l, true);
    return text;
}

static char *hook_read_handle(void *ctx, const char *name, size_t *len, const char **error)
{
    return sa_exec_read_handle(&((struct local *)ctx)->options, name, len, error);
}

static void hook_folders(void *ctx, const struct py_file_call *call, struct py_file_reply *reply)
{
    struct local *l = ctx;
    computes(l, false);
    sa_exec_folder(&l->options, call, reply);
    computes(l, true);
}

static bool hook_module(void *ctx, const char *name, struct py_module_source *out)
{
    return sa_exec_find_module(&((struct local *)ctx)->options, name, out);
}

static struct py_host_result hook_start(void *ctx, const char *name, const char *args, size_t len)
{
    struct local *l = ctx;
    computes(l, false);
    struct py_host_result r = l->options.calls.start(l->options.ctx, name, args, len);
    computes(l, true);
    return r;
}

static struct py_host_result hook_wait(void *ctx, int64_t timeout_ns)
{
    struct local *l = ctx;
    computes(l, false);
    struct py_host_result r = l->options.calls.wait(l->options.ctx, timeout_ns);
    computes(l, true);
    return r;
}

static void hook_cancel(void *ctx, int64_t call)
{
    const struct sa_exec_options *o = &((struct local *)ctx)->options;
    o->calls.cancel(o->ctx, call);
}

static struct py_host_result hook_tool(void *ctx, const char *name, const char *args, size_t len)
{
    struct local *l = ctx;
    computes(l, false);
    struct py_host_result r = l->options.on_tool(l->options.ctx, name, args, len);
    computes(l, true);
    return r;
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
                  .read_line = o->on_line ? hook_read_line : NULL,
                  .clock_ns = sa_exec_clock,
                  .sleep_ns = hook_sleep,
                  .entropy = sa_exec_entropy,
                  .read_file = o->files ? hook_read_file : NULL,
                  .read_handle = hook_read_handle,
                  .folders = o->folders ? hook_folders : NULL,
                  .utc_offset = sa_exec_utc_offset,
                  .zone_data = sa_exec_zone_data,
                  .module_source = o->modules ? hook_module : NULL},
        .max_memory = o->max_memory ? o->max_memory : SA_EXEC_MEMORY,
        .max_operations = o->max_operations,
        .max_output = o->max_output,
        .timeout_ns = o->step_timeout_ns,
        .imports = o->imports,
        .optimize = o->optimize,
        .warnings = o->warnings,
        .agent = o->mode == SA_EXEC_AGENT ? &sa_exec_agent : NULL,
        .strict_seed = o->strict_seed,
        .hash_seed = o->seed,
    };
    if (o->calls.start) py.hooks.calls = (struct py_call_hooks){hook_start, hook_wait, hook_cancel};
    if (!o->strict_seed) sa_random_bytes(&py.hash_seed, sizeof py.hash_seed);
    l->iso = py_isolate_new(&py);
    if (!l->iso) {
        free(l);
        return sa_err_set(err, SA_E_INTERNAL, "cannot start the interpreter: out of memory"), -1;
    }
    if (o->argc) py_set_argv(l->iso, o->argc, o->argv);
    *out = &l->base;
    return 0;
}

static int local_define_json(struct sa_exec *exec, const char *name, const char *json, size_t len,
                             struct sa_err *err)
{
    struct py_result r = {0};
    bool ok = py_define_json(((struct local *)exec)->iso, name, json, len, &r);
    return ok ? 0 : sa_exec_refused(name, &r, err);
}

static int local_define_stream(struct sa_exec *exec, const char *name, sa_exec_pull_fn pull,
                               void *ctx, struct sa_err *err)
{
    struct py_result r = {0};
    bool ok = py_define_stream(((struct local *)exec)->iso, name, pull, ctx, &r);
    return ok ? 0 : sa_exec_refused(name, &r, err);
}

static int local_define_tool(struct sa_exec *exec, const char *name, const char *stub,
                             struct sa_err *err)
{
    struct local *l = (struct local *)exec;
    struct py_result r = {0};
    bool ok = py_define_function(l->iso, name, stub, hook_tool, l, &r);
    return ok ? 0 : sa_exec_refused(name, &r, err);
}

static void local_run(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                      struct py_result *result)
{
    struct local *l = (struct local *)exec;
    if (l->options.stop) sa_stop_target(l->options.stop, interrupt_isolate, l->iso);
    computes(l, true);
    sa_exec_run(l->iso, l->options.mode, code, len, filename, result);
    computes(l, false);
    if (l->options.stop) sa_stop_target(l->options.stop, NULL, NULL);
}

static char *local_disassemble(struct sa_exec *exec, const char *code, size_t len,
                               const char *filename, struct py_result *result)
{
    struct py_result ignored;
    return py_disassemble(((struct local *)exec)->iso, code, len, filename,
                          result ? result : &ignored);
}

static bool local_incomplete(struct sa_exec *exec, const char *code, size_t len)
{
    return py_source_is_incomplete(((struct local *)exec)->iso, code, len);
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
    .disassemble = local_disassemble,
    .incomplete = local_incomplete,
    .describe = local_describe,
    .interrupt = local_interrupt,
    .close = local_close,
};
