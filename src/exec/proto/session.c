// Requests and their closing frames. Everything a worker sends is checked here: types, names,
// ranges, the amount printed, the time taken.
#include "exec/proto/session.h"

#include <ctype.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"
#include "exec/proto/png.h"
#include "tool/files/folders.h"

#define SETTLE_NS (2 * SA_NS_PER_MS) // after a cell, for what comes with its closing frame
enum { PRINT_SLACK = 64 << 10 };     // over the cap, before a worker counts as hostile

int sa_exec_session_init(struct sa_exec_session *t, const struct sa_exec_options *options)
{
    *t = (struct sa_exec_session){.options = options};
    sa_buf_init(&t->out, SA_FRAME_MAX + 64);
    for (size_t i = 0; i < SA_COUNT(t->texts); i++) sa_buf_init(&t->texts[i], SA_FRAME_MAX);
    sa_channel_init(&t->channel, -1, true);
    t->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return t->wake < 0 ? -1 : 0;
}

void sa_exec_session_release(struct sa_exec_session *t)
{
    if (t->wake >= 0) close(t->wake);
    for (size_t i = 0; i < t->tool_count; i++) free(t->tools[i]);
    for (size_t i = 0; i < t->stream_count; i++) free(t->streams[i].name);
    for (size_t i = 0; i < SA_COUNT(t->texts); i++) sa_buf_release(&t->texts[i]);
    free(t->tools), free(t->streams), free(t->file.path), free(t->file.text);
    sa_buf_release(&t->out);
    sa_channel_release(&t->channel);
}

void sa_exec_session_attach(struct sa_exec_session *t, int fd)
{
    sa_channel_release(&t->channel);
    sa_channel_init(&t->channel, fd, true);
    sa_buf_clear(&t->out);
    t->settled = 0;
    t->tails = false;
    t->lost_status = -1;
}

// --- hello

static void put_strings(struct sa_buf *out, const char *name, const char *const *list, size_t n)
{
    sa_json_key(out, name);
    sa_buf_appendc(out, '[');
    for (size_t i = 0; i < n; i++) {
        if (i) sa_buf_appendc(out, ',');
        sa_json_quote(out, list[i], strlen(list[i]));
    }
    sa_buf_appendc(out, ']');
}

// Each with a letter, r or w, before its path, for a worker that sees the file system itself.
static void put_folders(struct sa_buf *out, const struct sa_folders *folders)
{
    char **rows = sa_xcalloc(folders->count, sizeof *rows);
    const char **names = sa_xcalloc(folders->count, sizeof *names);
    size_t others = 0;
    for (size_t i = 0; i < folders->count; i++) {
        const struct sa_folder *f = &folders->items[i];
        SA_AUTO_FREE char *place = sa_folder_place(f);
        rows[i] = sa_xasprintf("%c%s", f->writable ? 'w' : 'r', place);
        if (!sa_streq(f->plain, place)) names[others++] = f->plain;
    }
    put_strings(out, "folders", (const char *const *)rows, folders->count);
    put_strings(out, "folder_names", names, others);
    for (size_t i = 0; i < folders->count; i++) free(rows[i]);
    free(rows), free(names);
}

// Of the modules that an agent may import, those that its Python need not have: they are looked for
// at the start.
static void put_wanted(struct sa_buf *out, const char *const *imports, size_t count)
{
    const char **wanted = sa_xcalloc(count, sizeof *wanted);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const char *const one[] = {imports[i], NULL};
        if (sa_exec_foreign_import(one)) wanted[n++] = imports[i];
    }
    if (n) put_strings(out, "wanted", wanted, n);
    free(wanted);
}

void sa_exec_session_put_hello(struct sa_exec_session *t, unsigned namespaces)
{
    const struct sa_exec_options *o = t->options;
    size_t imports = 0, warnings = 0, start = sa_frame_begin(&t->out, "hello");
    while (o->imports && o->imports[imports]) imports++;
    while (o->warnings && o->warnings[warnings]) warnings++;
    sa_json_put_int(&t->out, "version", SA_FRAME_OLDEST);
    sa_json_put_int(&t->out, "newest", SA_FRAME_NEWEST);
    sa_json_put_int(&t->out, "namespaces", namespaces);
    sa_json_put_int(&t->out, "manner", o->mode);
    sa_json_put_int(&t->out, "max_memory", (int64_t)o->max_memory);
    sa_json_put_int(&t->out, "max_operations", (int64_t)o->max_operations);
    sa_json_put_int(&t->out, "max_output", (int64_t)o->max_output);
    sa_json_put_int(&t->out, "max_disk", (int64_t)o->max_disk);
    sa_json_put_int(&t->out, "timeout_ns", o->step_timeout_ns);
    sa_json_put_int(&t->out, "seed", (int64_t)o->seed);
    sa_json_put_bool(&t->out, "strict_seed", o->strict_seed);
    sa_json_put_bool(&t->out, "files", o->files != NULL);
    if (o->folders) put_folders(&t->out, o->folders);
    sa_json_put_bool(&t->out, "modules", o->modules != NULL);
    sa_json_put_bool(&t->out, "input", o->on_line != NULL);
    if (getenv("TZ")) sa_json_put_str(&t->out, "tz", getenv("TZ"));
    sa_json_put_bool(&t->out, "installed", o->installed);
    if (o->imports) put_strings(&t->out, "imports", o->imports, imports);
    if (o->mode == SA_EXEC_AGENT && imports) put_wanted(&t->out, o->imports, imports);
    if (o->optimize) sa_json_put_int(&t->out, "optimize", o->optimize);
    if (warnings) put_strings(&t->out, "warnings", o->warnings, warnings);
    if (o->argc) put_strings(&t->out, "argv", o->argv, (size_t)o->argc);
    sa_frame_end(&t->out, start);
}

static enum sa_exec_session_end take_lost(struct sa_exec_session *t)
{
    int64_t status = sa_frame_int(&t->frame, "status", -1);
    t->lost_status = status >= 0 && status <= 0xffff ? (int)status : -1;
    return SA_SESSION_DIED;
}

static enum sa_exec_session_end expect(struct sa_exec_session *t, const char *type,
                                       int64_t timeout_ns)
{
    enum sa_got got = sa_channel_read(&t->channel, t->wake, sa_clock_monotonic() + timeout_ns,
                                      &t->frame, &t->why);
    t->interrupted = got == SA_GOT_WOKEN;
    if (got == SA_GOT_FRAME && !strcmp(t->frame.type, type)) return SA_SESSION_DONE;
    if (got == SA_GOT_FRAME && !strcmp(t->frame.type, "failed")) return SA_SESSION_FAILED;
    if (got == SA_GOT_FRAME && !strcmp(t->frame.type, "lost")) return take_lost(t);
    return got == SA_GOT_END     ? SA_SESSION_DIED
           : got == SA_GOT_LATE  ? SA_SESSION_SILENT
           : got == SA_GOT_WOKEN ? SA_SESSION_FAILED
                                 : SA_SESSION_HOSTILE;
}

// A worker that knows no other than the first version may answer anything.
enum sa_exec_session_end sa_exec_session_hello(struct sa_exec_session *t, int64_t timeout_ns)
{
    enum sa_exec_session_end end = expect(t, "hello", timeout_ns);
    t->tails = end == SA_SESSION_DONE &&
               sa_frame_int(&t->frame, "version", SA_FRAME_OLDEST) == SA_FRAME_NEWEST;
    return end;
}

enum sa_exec_session_end sa_exec_session_ready(struct sa_exec_session *t, int64_t timeout_ns)
{
    return expect(t, "ready", timeout_ns);
}

void sa_exec_session_failure(struct sa_exec_session *t, struct sa_err *err)
{
    struct sa_buf text = SA_BUF_INIT(sizeof err->message);
    int64_t code = sa_frame_int(&t->frame, "code", SA_E_SANDBOX);
    bool known = code >= SA_E_USAGE && code <= SA_E_CONFIG;
    if (t->interrupted) sa_buf_appends(&text, "interrupted while the worker was started");
    else sa_frame_text(&t->frame, "error", &text);
    sa_err_set(err, known ? (int)code : SA_E_SANDBOX, "%s", sa_buf_text(&text));
    sa_buf_release(&text);
}

// --- closing frames

enum { VALUE, TEXT, REPR, ERROR, ERROR_TYPE, IMPORTS };

static const char *keep(struct sa_exec_session *t, int slot, const char *name, size_t *len)
{
    struct sa_buf *b = &t->texts[slot];
    sa_buf_clear(b);
    if (!sa_frame_text(&t->frame, name, b)) return NULL;
    *len = b->len;
    return sa_buf_text(b);
}

static int find(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

// Class names and nothing else.
static bool is_dotted_name(const char *s)
{
    for (const char *p = s; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._<>", *p) && !(*p & 0x80)) return false;
    return s[0] && strlen(s) < 200;
}

// As struct py_result tells them.
static bool is_import_list(const char *s)
{
    for (const char *p = s; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._,!", *p) && !(*p & 0x80)) return false;
    return strlen(s) <= 4000;
}

static uint64_t amount(const struct sa_frame *f, const char *name)
{
    int64_t n = sa_frame_int(f, name, 0);
    return n > 0 ? (uint64_t)n : 0;
}

static void take_cost(struct sa_exec_session *t, struct py_cost *cost)
{
    struct sa_frame c;
    const char *why;
    if (!sa_frame_parse_object(&c, sa_frame_raw(&t->frame, "cost"), &why)) return;
    cost->operations = amount(&c, "operations");
    cost->bytes = amount(&c, "bytes");
    cost->peak_bytes = amount(&c, "peak_bytes");
    cost->wall_ns = (int64_t)amount(&c, "wall_ns");
    cost->host_ns = (int64_t)amount(&c, "host_ns");
}

static enum sa_exec_session_end take_result(struct sa_exec_session *t, struct py_result *r)
{
    const struct sa_frame *f = &t->frame;
    size_t len;
    *r = (struct py_result){0};
    int status = find(sa_exec_status_names, f->type);
    t->why = "an unknown type";
    if (status < 0) return SA_SESSION_HOSTILE;
    r->status = (enum py_status)status;
    struct sa_str value = sa_frame_raw(f, "value");
    sa_buf_clear(&t->texts[VALUE]);
    if (value.data && sa_buf_append(&t->texts[VALUE], value.data, value.len)) {
        r->value_json = sa_buf_text(&t->texts[VALUE]);
        r->value_json_len = value.len;
    }
    r->value_text = keep(t, TEXT, "text", &r->value_text_len);
    r->value_repr = keep(t, REPR, "repr", &r->value_repr_len);
    r->error_text = keep(t, ERROR, "error", &r->error_text_len);
    const char *limit = keep(t, ERROR_TYPE, "limit", &len);
    int which = limit ? find(sa_exec_limit_names, limit) : PY_LIMIT_NONE;
    t->why = "an unknown limit";
    if (which < 0 || (status == PY_LIMIT) != (which != PY_LIMIT_NONE)) return SA_SESSION_HOSTILE;
    r->limit = (enum py_limit)which;
    r->error_type = keep(t, ERROR_TYPE, "error_type", &len);
    t->why = "a bad name of an exception";
    if (r->error_type && !is_dotted_name(r->error_type)) return SA_SESSION_HOSTILE;
    r->imports = keep(t, IMPORTS, "imports", &len);
    t->why = "a bad list of imports";
    if (r->imports && !is_import_list(r->imports)) return SA_SESSION_HOSTILE;
    r->error_line = (int)(amount(f, "line") & 0x7fffffff);
    r->exit_code = (int)(sa_frame_int(f, "code", 0) & 0xff);
    take_cost(t, &r->cost);
    return SA_SESSION_DONE;
}

// --- a request and its answer

static enum sa_exec_session_end take_output(struct sa_exec_session *t)
{
    bool wanted = true;
    const struct sa_exec_options *o = t->options;
    struct sa_buf text = SA_BUF_INIT(SA_FRAME_MAX);
    int64_t fd = sa_frame_int(&t->frame, "fd", 0);
    bool ok = (fd == 1 || fd == 2) && (sa_frame_text(&t->frame, "text", &text) ||
                                       sa_frame_bytes(&t->frame, "bytes", &text));
    t->why = "bad printed text";
    t->printed += text.len;
    if (o->max_output && t->printed > o->max_output + PRINT_SLACK) {
        t->why = "more printed text than the limit allows";
        ok = false;
    }
    if (ok && o->on_print) wanted = o->on_print(o->ctx, (int)fd, sa_buf_text(&text), text.len);
    sa_buf_release(&text);
    return !ok ? SA_SESSION_HOSTILE : wanted ? SA_SESSION_DONE : sa_exec_session_send_interrupt(t);
}

// A picture, as the host hands it on: checked, and without anything beside it.
static enum sa_exec_session_end take_image(struct sa_exec_session *t)
{
    const struct sa_exec_options *o = t->options;
    struct sa_buf media = SA_BUF_INIT(32), file = SA_BUF_INIT(SA_IMAGE_BYTES),
                  picture = SA_BUF_INIT(SA_IMAGE_BYTES);
    struct sa_image image = {.media = SA_IMAGE_MEDIA};
    t->why = ++t->images > SA_IMAGES_OF_CELL ? "more images than a cell may have" : "a bad image";
    bool ok = t->images <= SA_IMAGES_OF_CELL && sa_frame_text(&t->frame, "media", &media) &&
              sa_streq(sa_buf_text(&media), SA_IMAGE_MEDIA) &&
              sa_frame_data(&t->frame, "data", &file) && !file.full &&
              sa_png_take(file.data, file.len, &picture, &image.width, &image.height, &t->why);
    image.data = picture.data;
    image.len = picture.len;
    if (ok && o->on_image) o->on_image(o->ctx, &image);
    sa_buf_release(&media);
    sa_buf_release(&file);
    sa_buf_release(&picture);
    return ok ? SA_SESSION_DONE : SA_SESSION_HOSTILE;
}

// One frame of a running request. *done: it was the closing one.
static enum sa_exec_session_end take_frame(struct sa_exec_session *t, struct py_result *r,
                                           bool *done)
{
    if (!strcmp(t->frame.type, "out")) return take_output(t);
    if (!strcmp(t->frame.type, "image")) return take_image(t);
    if (!strcmp(t->frame.type, "lost")) return take_lost(t);
    if (strcmp(t->frame.type, "call")) {
        *done = true;
        return take_result(t, r);
    }
    return sa_exec_session_serve(t);
}

// One turn of a request under way.
static enum sa_exec_session_end take_next(struct sa_exec_session *t, struct py_result *r,
                                          bool *done)
{
    switch (sa_channel_read(&t->channel, t->wake, t->deadline, &t->frame, &t->why)) {
    case SA_GOT_FRAME: return take_frame(t, r, done);
    case SA_GOT_WOKEN: return sa_exec_session_send_interrupt(t);
    case SA_GOT_END: return SA_SESSION_DIED;
    case SA_GOT_BAD: return SA_SESSION_HOSTILE;
    case SA_GOT_LATE: break;
    }
    return SA_SESSION_SILENT;
}

static bool is_pending(const struct sa_exec_session *t)
{
    struct pollfd p[2] = {{.fd = -1}, {.fd = t->channel.fd, .events = POLLIN}};
    while (!sa_channel_pending(&t->channel) && sa_clock_monotonic() < t->settled)
        sa_flow_wait(p, 2, t->settled);
    return sa_channel_pending(&t->channel);
}

// What was said since the last closing frame. A thread that code left running may have printed:
// that counts to what is asked next. Anything else would be taken for the answer to that.
enum sa_exec_session_end sa_exec_session_listen(struct sa_exec_session *t)
{
    while (is_pending(t)) {
        switch (sa_channel_read(&t->channel, -1, t->deadline, &t->frame, &t->why)) {
        case SA_GOT_FRAME: break;
        case SA_GOT_END: return SA_SESSION_DIED;
        case SA_GOT_BAD: return SA_SESSION_HOSTILE;
        default: return SA_SESSION_SILENT;
        }
        enum sa_exec_session_end end = SA_SESSION_HOSTILE;
        if (!strcmp(t->frame.type, "out")) end = take_output(t);
        else if (!strcmp(t->frame.type, "lost")) end = take_lost(t);
        else t->why = "a frame that answers nothing";
        if (end != SA_SESSION_DONE) return end;
    }
    return SA_SESSION_DONE;
}

enum sa_exec_session_end sa_exec_session_ask(struct sa_exec_session *t, struct py_result *result)
{
    int64_t limit = t->options->step_timeout_ns;
    bool done = false;
    t->interrupted = false;
    t->printed = 0;
    t->images = 0;
    t->lost_status = -1;
    // The worker keeps the limit itself; this is for one that does not.
    int64_t wait = t->timeout_ns ? t->timeout_ns
                   : limit       ? limit + limit / 5 + 100 * SA_NS_PER_MS
                                 : 0;
    t->deadline = wait ? sa_clock_monotonic() + wait : 0;
    t->timeout_ns = 0;
    enum sa_exec_session_end end = sa_exec_session_listen(t);
    if (end == SA_SESSION_DONE) end = sa_exec_session_send(t);
    while (end == SA_SESSION_DONE && !done) end = take_next(t, result, &done);
    t->settled = t->keeps ? sa_clock_monotonic() + SETTLE_NS : 0;
    return end;
}
