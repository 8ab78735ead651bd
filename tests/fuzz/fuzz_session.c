// Fuzz driver: the host's side of the worker protocol, against a worker that says anything. Every
// request must come to an end, a result be sound, and nothing be called or printed that was not
// granted, nor anything outside of the granted folders be touched.
#include <stdlib.h>

#include "base/clock.h"
#include "base/image.h"
#include "base/json.h"
#include "exec/proto/session.h"
#include "tool/files/granted.h"
#include "wire.h"
#include "world.h"

#define HELLO_NS (10 * SA_NS_PER_S)
enum { OUTPUT = 20000, REQUESTS = 4, PRINT_SLACK = 64 << 10 };

static struct {
    size_t printed;
} state;

static bool on_print(void *ctx, int fd, const char *text, size_t len)
{
    SA_CHECK((fd == 1 || fd == 2));
    for (size_t i = 0; i < len; i++) *(volatile char *)ctx = text[i]; // the sanitizer sees them
    state.printed += len;
    SA_CHECK(state.printed <= OUTPUT + PRINT_SLACK);
    return state.printed < OUTPUT;
}

// Answers with what it was given, as a tool may: a value, an error, nothing, the end.
static struct py_host_result on_tool(void *ctx, const char *name, const char *args, size_t len)
{
    (void)ctx;
    SA_CHECK(!strcmp(name, "double"));
    SA_CHECK(strlen(args) == len && args[0] == '{' && sa_json_check(args, len, NULL));
    if (len % 7 == 1) return (struct py_host_result){.error = sa_xstrdup(args)};
    if (len % 7 == 2) return (struct py_host_result){.end_cell = true};
    return (struct py_host_result){.json = len % 7 == 3 ? NULL : sa_xstrdup(args)};
}

static char *on_line(void *ctx, const char *prompt, size_t *len)
{
    (void)ctx;
    *len = strlen(prompt);
    return *len % 5 == 4 ? NULL : sa_xstrdup(prompt);
}

// A granted file has many names, all with one real path.
static bool on_file(void *ctx, const char *path, bool given)
{
    (void)ctx;
    SA_AUTO_FREE char *real = realpath(path, NULL);
    bool granted = !strcmp(path, "missing") || (real && !strcmp(real, "/dev/null"));
    SA_CHECK(given == granted);
    return true;
}

static long pull(void *ctx, uint64_t at, char *buf, size_t cap)
{
    (void)ctx, (void)at;
    SA_CHECK(cap > 3);
    memcpy(buf, "abc", 3);
    return 3;
}

static void check_text(const char *text, size_t len)
{
    if (!text) return;
    volatile char sink;
    for (size_t i = 0; i <= len; i++) sink = text[i];
    SA_CHECK(sink == 0);
}

static void check_result(const struct py_result *r)
{
    SA_CHECK(r->status <= PY_INTERRUPTED && (r->status == PY_LIMIT) == (r->limit != PY_LIMIT_NONE));
    SA_CHECK(!r->value_json || sa_json_check(r->value_json, r->value_json_len, NULL));
    check_text(r->value_json, r->value_json_len);
    check_text(r->value_text, r->value_text_len);
    check_text(r->value_repr, r->value_repr_len);
    check_text(r->error_text, r->error_text_len);
    SA_CHECK(!r->error_type || (r->error_type[0] && !strpbrk(r->error_type, " \n\t\"'")));
    SA_CHECK(r->error_line >= 0 && r->exit_code >= 0 && r->exit_code < 256);
    SA_CHECK(r->cost.wall_ns >= 0 && r->cost.host_ns >= 0);
}

static void on_image(void *ctx, const struct sa_image *image)
{
    (void)ctx;
    SA_CHECK(image->len > 8 && image->len <= SA_IMAGE_BYTES);
    SA_CHECK(image->width && image->width <= SA_IMAGE_SIDE);
    SA_CHECK(image->height && image->height <= SA_IMAGE_SIDE);
    SA_CHECK(!memcmp(image->data, "\x89PNG", 4));
}

static void begin_cell(struct sa_exec_session *t)
{
    size_t start = sa_frame_begin(&t->out, "run");
    sa_json_put_str(&t->out, "code", "pass");
    SA_CHECK(sa_frame_end(&t->out, start));
}

// One worker's life: hello, cells.
static void session(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"/dev/null", "missing", NULL};
    static struct sa_files files; // pinned once
    struct sa_err err = SA_ERR_INIT;
    char sink;
    bool folders = data[0] & 4;
    if (folders) world_fill();
    if (!files.count) SA_CHECK(sa_files_open(&files, names, NULL, &err) == 0);
    const struct sa_exec_options options = {.max_output = OUTPUT,
                                            .files = &files,
                                            .folders = folders ? &world.folders : NULL,
                                            .on_print = on_print,
                                            .on_image = on_image,
                                            .on_tool = on_tool,
                                            .on_file = on_file,
                                            .on_line = data[0] & 1 ? on_line : NULL,
                                            .ctx = &sink};
    struct sa_exec_session t;
    struct wire wire;
    struct py_result r = {0};
    wire_open(&wire, true, data + 1, size - 1);
    SA_CHECK(sa_exec_session_init(&t, &options) == 0);
    sa_exec_session_attach(&t, wire.near);
    sa_exec_session_allow_tool(&t, "double");
    sa_exec_session_allow_stream(&t, "rows", pull, NULL);
    if (data[0] & 2) {
        sa_exec_session_put_hello(&t, 0);
        sa_exec_session_send(&t);
    }
    enum sa_exec_session_end end = data[0] & 2 ? sa_exec_session_hello(&t, HELLO_NS)
                                               : SA_SESSION_DONE;
    for (int i = 0; end == SA_SESSION_DONE && i < REQUESTS; i++) {
        state.printed = 0;
        t.keeps = i == 0;
        begin_cell(&t);
        end = sa_exec_session_ask(&t, &r);
        if (end == SA_SESSION_DONE) check_result(&r);
    }
    wire_close(&wire);
    sa_exec_session_release(&t);
    if (folders) world_check();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > WIRE_INPUT) return 0;
    session(data, size);
    return 0;
}
