// A session of our MCP server: requests are answered at once, calls of tools one after another on a
// thread of the session, so that a client may look after us, and cancel, while one is under way.
#include "mcp/serve.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"
#include "tool/handle.h"

enum {
    MAX_WAITING = 1000,           // calls
    MAX_WAITING_BYTES = 64 << 20, // of their arguments together
};

// Codes of errors, of JSON-RPC 2.0.
enum {
    NO_JSON = -32700,
    NO_REQUEST = -32600,
    NO_METHOD = -32601,
    BAD_PARAMS = -32602,
    BUSY = -32000
};

struct job {
    struct job *next;
    struct sa_tool *tool;
    char *id, *args, *token; // JSON texts; token: NULL, nobody wants to know how it goes on
    size_t args_len;
    uint64_t about;
    bool cancelled;
};

struct sa_serve {
    const struct sa_serve_offer *offer;
    struct sa_tools tools;
    void *state; // of the offer
    sa_serve_send send;
    void *to;
    pthread_t thread;
    pthread_mutex_t lock; // of what follows
    pthread_cond_t more;
    struct sa_stop stop; // of the call under way
    struct job *waiting, *running;
    size_t count, bytes; // of those that wait
    bool closing;
    int64_t told; // notifications of progress
};

// A message on its way in.
struct intake {
    struct sa_serve *session;
    uint64_t about;
    size_t calls; // that it asked for
};

// ---- what goes out -----------------------------------------------------------------------------

static void send(struct sa_serve *s, uint64_t about, enum sa_serve_kind kind, char *message)
{
    s->send(s->to, about, kind, message);
    free(message);
}

static void answer(const struct intake *in, const char *id, const char *result)
{
    send(in->session, in->about, SA_SERVE_REPLY, sa_rpc_result(id, result));
}

static void refuse(const struct intake *in, const char *id, int code, const char *why)
{
    send(in->session, in->about, SA_SERVE_REPLY, sa_rpc_refusal(id, code, why));
}

static void refuse_all(struct sa_serve *s, uint64_t about, int code, const char *why)
{
    send(s, about, SA_SERVE_BAD, sa_rpc_refusal("null", code, why));
}

void sa_serve_refuse(struct sa_serve *s, const char *why)
{
    refuse_all(s, 0, NO_REQUEST, why);
}

void sa_serve_progress(struct sa_serve *s, const char *text, size_t len)
{
    const struct job *job = s->running; // nobody else changes it while a call is under way
    if (!job->token) return;
    struct sa_buf params = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendc(&params, '{');
    sa_json_put_raw(&params, "progressToken", job->token);
    sa_json_put_int(&params, "progress", ++s->told);
    sa_json_put_strn(&params, "message", text, len);
    sa_buf_appendc(&params, '}');
    if (!params.full)
        send(s, job->about, SA_SERVE_NEWS,
             sa_rpc_notice("notifications/progress", sa_buf_text(&params)));
    sa_buf_release(&params);
}

// ---- results -----------------------------------------------------------------------------------

static void put_handle(struct sa_buf *out, const struct sa_handle *h)
{
    struct sa_buf data = SA_BUF_INIT(SA_BUF_TEXT);
    bool seen = !strcmp(h->kind, "image") || !strcmp(h->kind, "audio");
    sa_base64_put(&data, h->data, h->len);
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "type", seen ? h->kind : "resource");
    if (!seen) {
        sa_json_key(out, "resource");
        sa_buf_appendc(out, '{');
        sa_json_key(out, "uri");
        sa_buf_appendf(out, "\"handle:%.*s\"", (int)strcspn(h->text, " "), h->text);
    }
    sa_json_put_str(out, "mimeType", h->mime);
    sa_json_put_strn(out, seen ? "data" : "blob", sa_buf_text(&data), data.len);
    sa_buf_appends(out, seen ? "}" : "}}");
    sa_buf_release(&data);
}

// An item of content: what a handle stands for, or the text of a JSON string.
static void put_item(const struct sa_serve *s, struct sa_buf *out, const char *literal, size_t len)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_unquote(literal, len, &text);
    const struct sa_handle *h = sa_handles_find(s->tools.env->handles, sa_buf_text(&text));
    if (h && text.len == strlen(h->text)) {
        put_handle(out, h);
    } else {
        sa_buf_appends(out, "{\"type\":\"text\",\"text\":");
        sa_buf_append(out, literal, len);
        sa_buf_appendc(out, '}');
    }
    sa_buf_release(&text);
}

static bool holds_strings_only(struct sa_str list)
{
    size_t at = 0, len;
    const char *item;
    if (!list.len || list.data[0] != '[') return false;
    while (sa_json_next_item(list.data, list.len, &at, &item, &len))
        if (item[0] != '"') return false;
    return true;
}

// A text, and each of a list of them, is an item; everything else is one, as JSON.
static void put_value(const struct sa_serve *s, struct sa_buf *out, const struct sa_tool *tool,
                      struct sa_str json)
{
    size_t at = 0, len, count = 0;
    const char *item;
    json = sa_str_trim(json);
    sa_buf_appends(out, "\"content\":[");
    if (holds_strings_only(json)) {
        while (sa_json_next_item(json.data, json.len, &at, &item, &len)) {
            sa_buf_appends(out, count++ ? "," : "");
            put_item(s, out, item, len);
        }
    } else if (json.data[0] == '"') {
        put_item(s, out, json.data, json.len);
    } else {
        sa_buf_appends(out, "{\"type\":\"text\",\"text\":");
        sa_json_quote(out, json.data, json.len);
        sa_buf_appendc(out, '}');
    }
    sa_buf_appendc(out, ']');
    if (!tool->output || json.data[0] != '{') return;
    sa_buf_appends(out, ",\"structuredContent\":");
    sa_buf_append(out, json.data, json.len);
}

static char *result_of(const struct sa_serve *s, const struct sa_tool *tool,
                       const struct sa_tool_result *r)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appendc(&out, '{');
    if (r->error) {
        sa_buf_appends(&out, "\"content\":[{\"type\":\"text\",\"text\":");
        sa_json_quote(&out, r->error, strlen(r->error));
        sa_buf_appends(&out, "}],\"isError\":true");
    } else {
        put_value(s, &out, tool, sa_str_of(r->json));
    }
    sa_buf_appendc(&out, '}');
    bool whole = !out.full && out.len <= SA_MCP_MAX_MESSAGE;
    if (whole) return sa_buf_take(&out, NULL);
    sa_buf_release(&out);
    return sa_xstrdup("{\"content\":[{\"type\":\"text\",\"text\":\"the result is larger than a "
                      "message may be\"}],\"isError\":true}");
}

// ---- the thread of calls -----------------------------------------------------------------------

static void free_job(struct job *job)
{
    free(job->id);
    free(job->args);
    free(job->token);
    free(job);
}

// Takes one off those that wait.
static struct job *take(struct sa_serve *s, struct job **at)
{
    struct job *job = *at;
    *at = job->next;
    s->count--;
    s->bytes -= job->args_len;
    return job;
}

// The next one; NULL: there will be none.
static struct job *next_job(struct sa_serve *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->waiting && !s->closing) pthread_cond_wait(&s->more, &s->lock);
    struct job *job = s->running = s->waiting ? take(s, &s->waiting) : NULL;
    if (job) sa_stop_clear(&s->stop);
    pthread_mutex_unlock(&s->lock);
    return job;
}

static void *work(void *ctx)
{
    struct sa_serve *s = ctx;
    struct job *job;
    while ((job = next_job(s))) {
        struct sa_tool_result r;
        sa_tool_call(job->tool, job->args, &s->stop, &r);
        pthread_mutex_lock(&s->lock);
        s->running = NULL;
        bool wanted = !job->cancelled;
        pthread_mutex_unlock(&s->lock);
        SA_AUTO_FREE char *result = wanted ? result_of(s, job->tool, &r) : NULL;
        if (wanted) send(s, job->about, SA_SERVE_RESULT, sa_rpc_result(job->id, result));
        else send(s, job->about, SA_SERVE_NONE, NULL);
        sa_tool_result_release(&r);
        free_job(job);
    }
    s->offer->end(s->state);
    return NULL;
}

static bool enqueue(struct sa_serve *s, struct job *job)
{
    pthread_mutex_lock(&s->lock);
    bool room = s->count < MAX_WAITING && job->args_len <= MAX_WAITING_BYTES - s->bytes;
    struct job **end = &s->waiting;
    while (*end) end = &(*end)->next;
    if (room) *end = job, s->count++, s->bytes += job->args_len;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    return room;
}

// The one with this id, or (NULL) all: those that wait are dropped, the one under way is stopped.
static void cancel(struct sa_serve *s, const char *id)
{
    struct job *dropped = NULL;
    pthread_mutex_lock(&s->lock);
    for (struct job **at = &s->waiting; *at;) {
        if (id && strcmp((*at)->id, id) != 0) {
            at = &(*at)->next;
            continue;
        }
        struct job *job = take(s, at);
        job->next = dropped;
        dropped = job;
    }
    if (s->running && (!id || !strcmp(s->running->id, id))) {
        s->running->cancelled = true;
        sa_stop_request(&s->stop, SIGINT);
    }
    pthread_mutex_unlock(&s->lock);
    while (dropped) {
        struct job *job = dropped;
        dropped = job->next;
        send(s, job->about, SA_SERVE_NONE, NULL);
        free_job(job);
    }
}

// ---- requests ----------------------------------------------------------------------------------

static void initialize(struct intake *in, const char *id, const cJSON *params)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    const char *wanted = sa_json_str(params, "protocolVersion", "");
    sa_buf_appendc(&out, '{');
    sa_json_put_str(&out, "protocolVersion", sa_mcp_version(wanted));
    sa_buf_appends(&out, ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{");
    sa_json_put_str(&out, "name", "smolagent");
    sa_json_put_str(&out, "version", SA_VERSION);
    sa_buf_appendc(&out, '}');
    sa_json_put_str(&out, "instructions", in->session->offer->instructions);
    sa_buf_appendc(&out, '}');
    answer(in, id, sa_buf_text(&out));
    sa_buf_release(&out);
}

static void ping(struct intake *in, const char *id, const cJSON *params)
{
    (void)params;
    answer(in, id, "{}");
}

static void put_schema(struct sa_buf *out, const char *name, const cJSON *schema)
{
    if (!schema) return;
    sa_json_key(out, name);
    sa_json_print(out, schema);
}

static void put_tool(struct sa_buf *out, const struct sa_tool *tool)
{
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "name", tool->name);
    sa_json_put_str(out, "description", tool->description);
    put_schema(out, "inputSchema", tool->inputs);
    put_schema(out, "outputSchema", tool->output);
    sa_json_key(out, "annotations");
    sa_buf_appendc(out, '{');
    sa_json_put_bool(out, "readOnlyHint", tool->effects && !(tool->effects & SA_TOOL_WRITES));
    sa_json_put_bool(out, "openWorldHint", !tool->effects || tool->effects & SA_TOOL_NETWORK);
    sa_buf_appends(out, "}}");
}

static void list_tools(struct intake *in, const char *id, const cJSON *params)
{
    if (sa_json_str(params, "cursor", NULL)) // all stand in the first page
        return refuse(in, id, BAD_PARAMS, "there is no such page");
    const struct sa_tools *tools = &in->session->tools;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&out, "{\"tools\":[");
    for (size_t i = 0; i < tools->count; i++) {
        sa_buf_appends(&out, i ? "," : "");
        put_tool(&out, tools->items[i]);
    }
    sa_buf_appends(&out, "]}");
    answer(in, id, sa_buf_text(&out));
    sa_buf_release(&out);
}

static char *print(const cJSON *value)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    if (value) sa_json_print(&out, value);
    return value ? sa_buf_take(&out, NULL) : NULL;
}

static void call_tool(struct intake *in, const char *id, const cJSON *params)
{
    const char *name = sa_json_str(params, "name", NULL);
    const cJSON *args = sa_json_get(params, "arguments");
    const cJSON *token = sa_json_path(params, "_meta.progressToken");
    struct sa_tool *tool = name ? sa_tools_find(&in->session->tools, name) : NULL;
    if (!tool) {
        SA_AUTO_FREE char *why = sa_xasprintf("there is no tool '%.80s'", name ? name : "");
        return refuse(in, id, BAD_PARAMS, why);
    }
    if (args && !cJSON_IsObject(args)) return refuse(in, id, BAD_PARAMS, "arguments: no object");
    bool told = cJSON_IsString(token) || cJSON_IsNumber(token);
    struct job *job = sa_xcalloc(1, sizeof *job);
    *job = (struct job){.tool = tool,
                        .id = sa_xstrdup(id),
                        .args = args ? print(args) : sa_xstrdup("{}"),
                        .token = told ? print(token) : NULL,
                        .about = in->about};
    job->args_len = strlen(job->args);
    if (enqueue(in->session, job)) {
        in->calls++;
        return;
    }
    free_job(job);
    refuse(in, id, BUSY, "too many calls wait to be made, or too much in them");
}

static const struct {
    const char *name;
    void (*answer)(struct intake *in, const char *id, const cJSON *params);
} methods[] = {
    {"initialize", initialize},
    {"ping", ping},
    {"tools/list", list_tools},
    {"tools/call", call_tool},
};

static void on_request(void *ctx, const char *id, const char *method, const cJSON *params)
{
    for (size_t i = 0; i < SA_COUNT(methods); i++)
        if (!strcmp(method, methods[i].name)) return methods[i].answer(ctx, id, params);
    SA_AUTO_FREE char *why = sa_xasprintf("there is no method '%.80s'", method);
    refuse(ctx, id, NO_METHOD, why);
}

static void on_notice(void *ctx, const char *method, const cJSON *params)
{
    const struct intake *in = ctx;
    if (strcmp(method, "notifications/cancelled") != 0) return;
    SA_AUTO_FREE char *id = print(sa_json_get(params, "requestId"));
    if (id) cancel(in->session, id);
}

// What comes after a NUL would be lost without a word.
static void refuse_nul(const struct intake *in, const char *text, size_t len)
{
    cJSON *message = sa_json_parse(text, len, NULL);
    SA_AUTO_FREE char *id = print(sa_json_get(message, "id"));
    refuse(in, id ? id : "null", BAD_PARAMS, "there is a NUL character in it");
    cJSON_Delete(message);
}

size_t sa_serve_take(struct sa_serve *s, const char *text, size_t len, uint64_t about)
{
    struct intake in = {.session = s, .about = about};
    if (sa_json_holds_nul(text, len)) {
        refuse_nul(&in, text, len);
        return 0;
    }
    struct sa_rpc rpc; // it asks nothing of the client: there is nothing to keep
    sa_rpc_init(&rpc);
    rpc.on_request = on_request, rpc.on_notice = on_notice, rpc.ctx = &in;
    const char *bad = sa_rpc_receive(&rpc, text, len);
    sa_rpc_release(&rpc);
    if (bad) refuse_all(s, about, sa_json_valid(text, len) ? NO_REQUEST : NO_JSON, bad);
    return in.calls;
}

// ---- its life ----------------------------------------------------------------------------------

struct sa_serve *sa_serve_new(const struct sa_serve_offer *offer, sa_serve_send send_fn, void *to,
                              struct sa_err *err)
{
    struct sa_serve *s = sa_xcalloc(1, sizeof *s);
    *s = (struct sa_serve){.offer = offer, .send = send_fn, .to = to};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->more, NULL);
    sa_stop_init(&s->stop);
    s->state = offer->begin(offer->ctx, s, &s->tools);
    if (!pthread_create(&s->thread, NULL, work, s)) return s;
    sa_err_set(err, SA_E_INTERNAL, "no thread for a session can be had");
    offer->end(s->state);
    s->thread = 0;
    sa_serve_free(s, true);
    return NULL;
}

void sa_serve_free(struct sa_serve *s, bool abort)
{
    if (abort) cancel(s, NULL);
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    if (s->thread) pthread_join(s->thread, NULL);
    sa_tools_release(&s->tools);
    sa_stop_release(&s->stop);
    pthread_cond_destroy(&s->more);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
