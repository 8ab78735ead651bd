// The worker: our interpreter behind the channel. It reads one hello, locks itself in, and from
// then on knows nothing but frames. Its memory, descriptors and system calls are all that code
// which broke out of the interpreter would find.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/stack.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"
#include "exec/proto/worker_int.h"
#include "jail/jail.h"

// How often running code looks for an interrupt, and how long a host may keep us from writing.
#define LOOK_NS (5 * SA_NS_PER_MS)
#define FOREVER INT64_C(0x3fffffffffffffff)

// Now and then while code runs: has the host something to say, or gone away?
static void look(struct sa_worker *w, int64_t now)
{
    if (!w->running || w->waiting || now - w->looked < LOOK_NS) return;
    w->looked = now;
    if (!sa_channel_pending(&w->channel)) return;
    const char *why;
    if (sa_channel_read(&w->channel, -1, 0, &w->frame, &why) != SA_GOT_FRAME) w->gone = true;
    py_interrupt(w->iso); // nothing but an interrupt is due now
}

// --- hooks of the engine

static bool hook_write(void *ctx, int fd, const char *text, size_t len)
{
    struct sa_worker *w = ctx;
    while (len && !w->gone) {
        size_t n = sa_utf8_floor(text, len, len < SA_FRAME_TEXT ? len : SA_FRAME_TEXT);
        if (!n) n = len < SA_FRAME_TEXT ? len : SA_FRAME_TEXT;
        size_t start = sa_worker_begin(w, "out");
        sa_json_put_int(&w->out, "fd", fd);
        if (sa_utf8_valid(text, n)) sa_json_put_strn(&w->out, "text", text, n);
        else sa_frame_put_bytes(&w->out, "bytes", text, n);
        sa_worker_send(w, start);
        text += n;
        len -= n;
    }
    return !w->gone;
}

static int64_t hook_clock(void *ctx, int clock)
{
    int64_t now = sa_exec_clock(NULL, clock);
    if (clock == 1) look(ctx, now);
    return now;
}

static void hook_sleep(void *ctx, int64_t ns)
{
    (void)ctx;
    sa_sleep(ns);
}

// --- start

// JSON array of strings as a NULL-terminated array; kept for the life of the process.
static const char **strings(struct sa_str json, int *count)
{
    const char **v = NULL, *item;
    size_t at = 0, cap = 0, n = 0, len;
    if (!json.data || json.data[0] != '[') return NULL;
    while (sa_json_next_item(json.data, json.len, &at, &item, &len)) {
        struct sa_buf text = SA_BUF_INIT(SA_FRAME_MAX);
        if (item[0] == '"') sa_json_unquote(item, len, &text);
        SA_GROW(v, cap, n + 2);
        v[n++] = sa_buf_take(&text, NULL);
    }
    SA_GROW(v, cap, n + 1);
    v[n] = NULL;
    if (count) *count = (int)n;
    return v;
}

// The time zone's file is read here, while there still are files.
static void load_zone(const struct sa_frame *hello)
{
    struct sa_buf zone = SA_BUF_INIT(4096);
    if (sa_frame_text(hello, "tz", &zone)) setenv("TZ", sa_buf_text(&zone), 1);
    tzset();
    sa_exec_utc_offset(NULL, 0);
    unsetenv("TZ");
    sa_buf_release(&zone);
}

struct py_isolate *sa_worker_isolate(struct sa_worker *w, const struct sa_frame *f)
{
    int argc = 0;
    const char **imports = strings(sa_frame_raw(f, "imports"), NULL);
    const char **warnings = strings(sa_frame_raw(f, "warnings"), NULL);
    const char **argv = strings(sa_frame_raw(f, "argv"), &argc);
    int64_t timeout = sa_frame_int(f, "timeout_ns", 0);
    w->mode = (enum sa_exec_mode)sa_frame_int(f, "manner", SA_EXEC_AGENT);
    const struct py_options options = {
        .hooks = {.ctx = w,
                  .write = hook_write,
                  .read_line = sa_frame_bool(f, "input") ? sa_worker_line : NULL,
                  .clock_ns = hook_clock,
                  .sleep_ns = hook_sleep,
                  .entropy = sa_exec_entropy,
                  .read_file = sa_frame_bool(f, "files") ? sa_worker_file : NULL,
                  .read_handle = sa_worker_handle,
                  .folders = sa_frame_raw(f, "folders").data ? sa_worker_folder : NULL,
                  .utc_offset = sa_exec_utc_offset,
                  .zone_data = sa_worker_zone_data,
                  .calls = sa_worker_calls,
                  .module_source = sa_frame_bool(f, "modules") ? sa_worker_module : NULL},
        .max_memory = (size_t)sa_frame_int(f, "max_memory", 0),
        .max_operations = (uint64_t)sa_frame_int(f, "max_operations", 0),
        .max_output = (uint64_t)sa_frame_int(f, "max_output", 0),
        .timeout_ns = timeout ? timeout : FOREVER, // so that the clock hook runs at all
        .imports = imports,
        .optimize = (int)sa_frame_int(f, "optimize", 0),
        .warnings = warnings,
        .agent = w->mode == SA_EXEC_AGENT ? &sa_exec_agent : NULL,
        .strict_seed = sa_frame_bool(f, "strict_seed"),
        .hash_seed = (uint64_t)sa_frame_int(f, "seed", 1),
        .stack_size = w->stack_size,
    };
    struct py_isolate *iso = py_isolate_new(&options);
    if (iso && argc) py_set_argv(iso, argc, argv);
    free(imports);
    free(warnings);
    return iso;
}

static void report(struct sa_worker *w, const struct sa_jail_report *r)
{
    size_t start = sa_worker_begin(w, "hello");
    sa_json_put_int(&w->out, "version", w->tails ? SA_FRAME_NEWEST : SA_FRAME_OLDEST);
    sa_json_put_int(&w->out, "landlock_abi", r->landlock_abi);
    sa_jail_put_layers(r, &w->out);
    sa_worker_send(w, start);
}

// What the engine may use of the C stack, asked before the filter forbids to ask: all but what the
// frames from here to it take.
static size_t stack_left(void)
{
    enum { OURS = 64 << 10 };
    const char *low = sa_stack_here().low, *here = __builtin_frame_address(0);
    return low && here - low > OURS ? (size_t)(here - low) - OURS : 1;
}

static bool start(struct sa_worker *w, void (*extra)(struct py_isolate *iso))
{
    if (!sa_worker_read(w) || strcmp(w->frame.type, "hello") ||
        sa_frame_int(&w->frame, "version", 0) != SA_FRAME_OLDEST)
        return false;
    w->tails = sa_frame_int(&w->frame, "newest", SA_FRAME_OLDEST) >= SA_FRAME_NEWEST;
    const struct sa_jail_limits limits = {
        .max_memory = (uint64_t)sa_frame_int(&w->frame, "max_memory", 0),
        .namespaces = (unsigned)sa_frame_int(&w->frame, "namespaces", 0)};
    struct sa_jail_report r;
    load_zone(&w->frame);
    w->stack_size = stack_left();
    sa_jail_enter(&limits, &r);
    w->iso = sa_worker_isolate(w, &w->frame);
    if (!w->iso) return false;
    if (extra) extra(w->iso);
    report(w, &r);
    return !w->gone;
}

int sa_exec_worker(void (*extra)(struct py_isolate *iso))
{
    struct sa_worker *w = sa_xcalloc(1, sizeof *w);
    sa_end_quietly();
    sa_channel_init(&w->channel, SA_JAIL_CHANNEL, false);
    sa_buf_init(&w->out, 2 * SA_FRAME_MAX);
    if (!start(w, extra)) return 1;
    while (sa_worker_read(w) && sa_worker_serve(w)) {
    }
    return 0;
}
