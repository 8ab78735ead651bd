// What an isolate with tools has: clocks, entropy, modules of ours, and what was granted.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"
#include "exec/proto/scripts.h"
#include "exec/toolfile/toolfile_int.h"
#include "tool/files/folders.h"
#include "tool/handle.h"

// What is printed is for whoever looks for a fault.
static bool hook_write(void *ctx, int fd, const char *text, size_t len)
{
    const struct sa_toolfile *f = ctx;
    (void)fd;
    if (len && text[len - 1] == '\n') len--;
    if (len) sa_info("%s: %.*s", f->grants.path, len < 2000 ? (int)len : 2000, text);
    return true;
}

static void hook_sleep(void *ctx, int64_t ns)
{
    (void)ctx;
    sa_sleep(ns);
}

static void hook_folders(void *ctx, const struct py_file_call *call, struct py_file_reply *reply)
{
    const struct sa_toolfile *f = ctx;
    static const struct sa_folders none;
    const struct sa_folders_ask ask = {.call = call,
                                       .limit = f->o.max_memory ? f->o.max_memory : SA_EXEC_MEMORY};
    if (f->grants.files) {
        sa_folders_do(f->o.folders ? f->o.folders : &none, &ask, reply);
        return;
    }
    SA_AUTO_FREE char *why = sa_toolfile_lacks(&f->grants, "the tool file has no grant files; ",
                                               "files", "");
    reply->error = EACCES;
    snprintf(reply->message, sizeof reply->message, "%s", why);
}

// ---- modules ------------------------------------------------------------------------------------

static bool hook_module(void *ctx, const char *name, struct py_module_source *out)
{
    static const struct {
        const char *name, *file;
        int script;
    } ours[] = {{"smolagents", "<smolagents>", SA_SCRIPT_SMOLAGENTS},
                {"_tool_rules", "<tool rules>", SA_SCRIPT_TOOL_RULES},
                {"requests", "<requests>", SA_SCRIPT_REQUESTS}};
    const struct sa_toolfile *f = ctx;
    size_t i = 0;
    while (i < SA_COUNT(ours) && strcmp(name, ours[i].name) != 0) i++;
    if (i == SA_COUNT(ours)) return false;
    if (ours[i].script == SA_SCRIPT_REQUESTS && !f->grants.http) {
        out->error = sa_toolfile_lacks(&f->grants, "requests needs the grant http; ", "http",
                                       " gives it");
        return true;
    }
    const struct sa_embedded *script = &sa_exec_scripts[ours[i].script];
    out->text = sa_xstrndup(script->text, script->len);
    out->len = script->len;
    out->file = sa_xstrdup(ours[i].file);
    return true;
}

// To start takes some, however few a call may have.
static uint64_t operations(uint64_t most)
{
    enum { STARTING = 10000000 };
    return most && most < STARTING ? STARTING : most;
}

static int64_t starting(int64_t timeout_ns)
{
    const int64_t least = 10 * SA_NS_PER_S;
    return timeout_ns && timeout_ns < least ? least : timeout_ns;
}

bool sa_toolfile_open(struct sa_toolfile *f)
{
    struct py_options py = {
        .hooks = {.ctx = f,
                  .write = hook_write,
                  .clock_ns = sa_exec_clock,
                  .sleep_ns = hook_sleep,
                  .entropy = sa_exec_entropy,
                  .folders = hook_folders,
                  .utc_offset = sa_exec_utc_offset,
                  .zone_data = sa_exec_zone_data,
                  .module_source = hook_module},
        .max_memory = f->o.max_memory ? f->o.max_memory : SA_EXEC_MEMORY,
        .max_operations = operations(f->o.max_operations),
        .timeout_ns = starting(f->o.timeout_ns),
    };
    sa_exec_entropy(NULL, &py.hash_seed, sizeof py.hash_seed);
    f->iso = py_isolate_new(&py);
    return f->iso != NULL;
}

// ---- functions ----------------------------------------------------------------------------------

// The text that a member of the arguments is.
static char *text_of(const char *args, size_t len, const char *name)
{
    cJSON *parsed = sa_json_parse(args, len, NULL);
    char *text = sa_xstrdup(sa_json_str(parsed, name, ""));
    cJSON_Delete(parsed);
    return text;
}

static struct py_host_result tell(void *ctx, const char *name, const char *args, size_t len)
{
    struct sa_toolfile *f = ctx;
    (void)name;
    free(f->told);
    f->told = text_of(args, len, "what");
    return (struct py_host_result){0};
}

static struct py_host_result fail(void *ctx, const char *name, const char *args, size_t len)
{
    struct sa_toolfile *f = ctx;
    (void)name;
    free(f->failed), free(f->failed_type);
    f->failed_type = text_of(args, len, "kind");
    f->failed = text_of(args, len, "text");
    return (struct py_host_result){0};
}

static struct py_host_result fetch(void *ctx, const char *name, const char *args, size_t len)
{
    (void)name;
    SA_AUTO_FREE char *asked = text_of(args, len, "asked");
    return (struct py_host_result){.json = sa_toolfile_fetch(ctx, asked, strlen(asked))};
}

static char *quoted(const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&out, text, len);
    return sa_buf_take(&out, NULL);
}

// Bytes for the code that calls: a handle.
static struct py_host_result keep(void *ctx, const char *name, const char *args, size_t len)
{
    const struct sa_toolfile *f = ctx;
    struct py_host_result r = {.error_type = "MemoryError"};
    struct sa_buf data = SA_BUF_INIT(SA_BUF_HUGE);
    SA_AUTO_FREE char *kind = text_of(args, len, "kind"), *mime = text_of(args, len, "mime");
    SA_AUTO_FREE char *text = text_of(args, len, "data");
    (void)name;
    SA_AUTO_FREE char *handle = f->tool && sa_base64_take(&data, text, strlen(text))
                                    ? sa_handles_add(f->tool->env->handles, kind, mime,
                                                     sa_buf_text(&data), data.len)
                                    : NULL;
    sa_buf_release(&data);
    if (handle) r.json = quoted(handle, strlen(handle));
    else r.error = sa_xstrdup("there is no room for what the tool gave");
    return r;
}

static struct py_host_result bytes(void *ctx, const char *name, const char *args, size_t len)
{
    const struct sa_toolfile *f = ctx;
    SA_AUTO_FREE char *text = text_of(args, len, "handle");
    const struct sa_handle *h = f->tool ? sa_handles_find(f->tool->env->handles, text) : NULL;
    struct sa_buf data = SA_BUF_INIT(SA_BUF_HUGE);
    (void)name;
    if (!h)
        return (struct py_host_result){.error = sa_xasprintf("'%.80s' is no picture, sound or file "
                                                             "that a tool gave",
                                                             text),
                                       .error_type = "ValueError"};
    sa_base64_put(&data, h->data, h->len);
    struct py_host_result r = {.json = quoted(sa_buf_text(&data), data.len)};
    sa_buf_release(&data);
    return r;
}

bool sa_toolfile_define(struct sa_toolfile *f, struct py_result *result)
{
    static const struct {
        const char *name, *stub;
        py_host_fn fn;
    } functions[] = {
        {"_tell", "def _tell(what: str): ...", tell},
        {"_fail", "def _fail(kind: str, text: str): ...", fail},
        {"_keep", "def _keep(kind: str, mime: str, data: str) -> str: ...", keep},
        {"_bytes", "def _bytes(handle: str) -> str: ...", bytes},
        {"_fetch", "def _fetch(asked: str) -> dict: ...", fetch},
    };
    for (size_t i = 0; i < SA_COUNT(functions); i++)
        if (!py_define_function(f->iso, functions[i].name, functions[i].stub, functions[i].fn, f,
                                result))
            return false;
    return true;
}
