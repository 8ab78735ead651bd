// One server, whatever carries its messages: the handshake, requests with their time-outs and
// cancellation, what it asks of us, and starting it again once when it has ended.
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

enum {
    METHOD_NOT_FOUND = -32601,
    MAX_ANSWERED = 10000,
    MAX_PROGRESS = 10000,
    MAX_LOGGED = 200,
    SHOWN = 500, // bytes of what it says besides
};

#define CANCEL_NS (2 * SA_NS_PER_S) // to tell a server that a call is over

// ---- what a server asks and tells --------------------------------------------------------------

static void tell(struct sa_mcp_server *s, const char *text, struct sa_stop *stop)
{
    struct sa_err err = SA_ERR_INIT;
    int64_t deadline = sa_clock_monotonic() + CANCEL_NS;
    if (s->transport->send(s, text, NULL, deadline, stop, &err) != SA_MCP_SENT)
        sa_debug("mcp %s: %s", s->name, err.message);
}

static void on_request(void *ctx, const char *id, const char *method, const cJSON *params)
{
    struct sa_mcp_server *s = ctx;
    SA_AUTO_FREE char *text = NULL;
    (void)params;
    if (s->answered++ > MAX_ANSWERED) return; // it asks without end
    if (sa_streq(method, "ping")) {
        text = sa_rpc_result(id, "{}");
    } else if (sa_streq(method, "roots/list")) {
        text = sa_rpc_result(id, "{\"roots\":[]}"); // no folder is granted to servers
    } else {
        SA_AUTO_FREE char *why = sa_xasprintf("Method not found: %.80s is not offered here",
                                              method);
        text = sa_rpc_refusal(id, METHOD_NOT_FOUND, why);
        sa_info("mcp %s: refused %.80s", s->name, method);
    }
    tell(s, text, s->all->o.stop);
}

// Those of nobody's call.
static void put_log(struct sa_mcp_server *s, cJSON *data)
{
    struct sa_news *news = s->all->o.news;
    if (!news) return cJSON_Delete(data);
    sa_news_put(news, SA_NEWS_LOG, data);
    sa_news_flush(news);
    sa_rpc_stir(&s->rpc); // who waits may be the one who tells
}

static void copy_member(cJSON *to, const cJSON *from, const char *name)
{
    const cJSON *value = sa_json_get(from, name);
    if (value) cJSON_AddItemToObject(to, name, cJSON_Duplicate(value, true));
}

// What is shown of a text.
static char *shown(const char *text)
{
    size_t len = sa_utf8_floor(text, strlen(text), SHOWN);
    return sa_xasprintf("%.*s%s", (int)len, text, text[len] ? "..." : "");
}

struct progress {
    struct sa_mcp_server *server;
    const cJSON *params;
    struct sa_news *ours; // whose owner is this thread, so that they are there afterwards; or NULL
};

// While the call is under way: those who called may be gone as soon as it is not.
static void put_progress(void *ctx, const void *about)
{
    struct progress *p = ctx;
    const struct sa_tool *tool = about;
    struct sa_news *news = tool->env->news;
    if (!news || p->server->progressed++ > MAX_PROGRESS) return; // it gets nowhere
    const char *message = sa_json_str(p->params, "message", NULL);
    SA_AUTO_FREE char *text = message ? shown(message) : NULL;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "name", tool->name);
    copy_member(data, p->params, "progress");
    if (cJSON_IsNumber(sa_json_get(p->params, "total"))) copy_member(data, p->params, "total");
    if (text) cJSON_AddStringToObject(data, "message", text);
    if (sa_news_put(news, SA_NEWS_PROGRESS, data)) p->ours = news;
}

static void on_progress(struct sa_mcp_server *s, const cJSON *params)
{
    const cJSON *token = sa_json_get(params, "progressToken");
    struct progress p = {.server = s, .params = params};
    if (!cJSON_IsNumber(token) || !(token->valuedouble >= 1 && token->valuedouble < 9e15)) return;
    if (!cJSON_IsNumber(sa_json_get(params, "progress"))) return;
    if (!sa_rpc_see(&s->rpc, (int64_t)token->valuedouble, put_progress, &p)) return;
    sa_news_flush(p.ours);
    sa_rpc_stir(&s->rpc);
}

struct level {
    const char *name; // of RFC 5424
    enum sa_log_level level;
};

static const struct level *level_of(const char *name)
{
    static const struct level rows[] = {
        {"debug", SA_LOG_DEBUG},    {"info", SA_LOG_INFO},     {"notice", SA_LOG_INFO},
        {"error", SA_LOG_WARN},     {"critical", SA_LOG_WARN}, {"alert", SA_LOG_WARN},
        {"emergency", SA_LOG_WARN}, {"warning", SA_LOG_WARN}, // and what is none of them
    };
    size_t i = 0;
    while (i + 1 < SA_COUNT(rows) && !sa_streq(name, rows[i].name)) i++;
    return &rows[i];
}

static void on_message(struct sa_mcp_server *s, const cJSON *params)
{
    const cJSON *said = sa_json_get(params, "data");
    const struct level *level = level_of(sa_json_str(params, "level", "info"));
    struct sa_buf all = SA_BUF_INIT(SA_MCP_MAX_MESSAGE);
    if (s->logged++ > MAX_LOGGED) return;
    if (cJSON_IsString(said)) sa_buf_appends(&all, said->valuestring);
    else if (said) sa_json_print(&all, said);
    SA_AUTO_FREE char *text = shown(sa_buf_text(&all));
    sa_buf_release(&all);
    sa_log(level->level, "mcp %s: %s%s", s->name, text,
           s->logged > MAX_LOGGED ? " (and more of it that is not shown)" : "");
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "server", s->name);
    cJSON_AddStringToObject(data, "level", level->name);
    cJSON_AddStringToObject(data, "text", text);
    put_log(s, data);
}

static void on_tools_changed(struct sa_mcp_server *s, const cJSON *params)
{
    (void)params;
    s->stale = true; // looked at when one is called next, however often this is said
}

static void on_notice(void *ctx, const char *method, const cJSON *params)
{
    static const struct {
        const char *method;
        void (*take)(struct sa_mcp_server *s, const cJSON *params);
    } rows[] = {
        {"notifications/progress", on_progress},
        {"notifications/message", on_message},
        {"notifications/tools/list_changed", on_tools_changed},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (sa_streq(method, rows[i].method)) rows[i].take(ctx, params);
}

// ---- asking ------------------------------------------------------------------------------------

static void cancel(struct sa_mcp_server *s, const struct sa_rpc_wait *wait, const char *why)
{
    SA_AUTO_FREE char *params = sa_xasprintf("{\"requestId\":%lld,\"reason\":\"%s\"}",
                                             (long long)wait->id, why);
    SA_AUTO_FREE char *text = sa_rpc_notice("notifications/cancelled", params);
    tell(s, text, NULL); // also where it was a stop that ended the call
}

static enum sa_mcp_end read_reply(struct sa_mcp_server *s, cJSON *reply, cJSON **result,
                                  struct sa_err *err)
{
    const cJSON *error = sa_json_get(reply, "error");
    if (error) {
        sa_err_set(err, SA_E_TOOL, "mcp %s: %.600s (error %lld)", s->name,
                   sa_json_str(error, "message", "no message"),
                   (long long)sa_json_int(error, "code", 0));
        return SA_MCP_REFUSED;
    }
    *result = cJSON_DetachItemFromObjectCaseSensitive(reply, "result");
    if (cJSON_IsObject(*result)) return SA_MCP_OK;
    cJSON_Delete(*result);
    sa_err_set(err, SA_E_TOOL, "mcp %s: the reply has no result that is an object", s->name);
    return SA_MCP_FAILED;
}

static void flush(void *news)
{
    sa_news_flush(news);
}

struct ask {
    const char *method, *params;
    const struct sa_tool *tool; // that is called; NULL: none is
    int64_t timeout_ns;
    struct sa_stop *stop;
};

static enum sa_mcp_end late(struct sa_mcp_server *s, const struct ask *a, struct sa_err *err)
{
    sa_err_set(err, SA_E_TOOL, "mcp %s: no answer to %s within %g s%s", s->name, a->method,
               (double)a->timeout_ns / 1e9,
               s->rpc.strays ? "; it answered with ids that were not asked for" : "");
    return SA_MCP_LATE;
}

static enum sa_mcp_end settle(struct sa_mcp_server *s, const struct ask *a,
                              struct sa_rpc_wait *wait, enum sa_rpc_end end, cJSON **result,
                              struct sa_err *err)
{
    bool begun = !sa_streq(a->method, "initialize"); // which must not be cancelled
    switch (end) {
    case SA_RPC_REPLY: return read_reply(s, wait->reply, result, err);
    case SA_RPC_FAILED:
        sa_err_set(err, SA_E_TOOL, "mcp %s: %s", s->name, wait->failure);
        return SA_MCP_FAILED;
    case SA_RPC_LATE:
        if (begun) cancel(s, wait, "it took too long");
        return late(s, a, err);
    case SA_RPC_STOPPED: break;
    }
    if (begun) cancel(s, wait, "the caller does not wait any longer");
    sa_err_set(err, SA_E_TOOL, "mcp %s: cancelled", s->name);
    return SA_MCP_STOPPED;
}

// One request and its reply, on a connection that is there. *gone: the session is not.
static enum sa_mcp_end exchange(struct sa_mcp_server *s, const struct ask *a, bool *gone,
                                cJSON **result, struct sa_err *err)
{
    struct sa_rpc_wait wait;
    int64_t deadline = sa_clock_monotonic() + a->timeout_ns;
    *gone = false;
    if (!sa_rpc_begin(&s->rpc, &wait, a->tool))
        return sa_err_set(err, SA_E_TOOL, "mcp %s: no descriptors to be had", s->name),
               SA_MCP_FAILED;
    SA_AUTO_FREE char *params = a->tool ? sa_xasprintf("%.*s,\"_meta\":{\"progressToken\":%lld}}",
                                                       (int)strlen(a->params) - 1, a->params,
                                                       (long long)wait.id)
                                        : sa_xstrdup(a->params);
    SA_AUTO_FREE char *text = sa_rpc_request(&wait, a->method, params);
    struct sa_err why = SA_ERR_INIT;
    enum sa_mcp_sent sent = strlen(text) > SA_MCP_MAX_MESSAGE
                                ? (sa_err_set(&why, SA_E_TOOL, "the request is too large"),
                                   SA_MCP_LOST)
                                : s->transport->send(s, text, &wait, deadline, a->stop, &why);
    if (sent == SA_MCP_GONE) *gone = true;
    if (sent != SA_MCP_SENT) sa_rpc_fail_one(&s->rpc, &wait, why.message);
    enum sa_rpc_end how = sa_stop_reason(a->stop) && sent != SA_MCP_SENT ? SA_RPC_STOPPED
                          : sent == SA_MCP_LOST && sa_clock_monotonic() >= deadline
                              ? SA_RPC_LATE
                              : sa_rpc_await(&s->rpc, &wait, deadline, a->stop, flush,
                                             a->tool ? a->tool->env->news : s->all->o.news);
    enum sa_mcp_end end = settle(s, a, &wait, how, result, err);
    sa_rpc_end(&s->rpc, &wait);
    return end;
}

// ---- the handshake -----------------------------------------------------------------------------

static int take_version(struct sa_mcp_server *s, const cJSON *result, struct sa_err *err)
{
    const char *version = sa_json_str(result, "protocolVersion", "");
    if (sa_streq(version, sa_mcp_version(version))) return sa_mcp_set_version(s, version), 0;
    return sa_err_set(err, SA_E_TOOL,
                      "mcp %s: it speaks version '%.40s' of the protocol, which is none of "
                      "2024-11-05 to 2025-11-25",
                      s->name, version),
           -1;
}

static void take_capabilities(struct sa_mcp_server *s, const cJSON *result)
{
    const cJSON *can = sa_json_get(result, "capabilities"),
                *info = sa_json_get(result, "serverInfo");
    s->has_tools = cJSON_IsObject(sa_json_get(can, "tools"));
    s->adds_tools = sa_json_bool(sa_json_get(can, "tools"), "listChanged", false);
    s->has_resources = cJSON_IsObject(sa_json_get(can, "resources"));
    s->has_prompts = cJSON_IsObject(sa_json_get(can, "prompts"));
    free(s->title);
    s->title = sa_xasprintf("%.80s %.40s", sa_json_str(info, "name", "unnamed"),
                            sa_json_str(info, "version", ""));
    if (!s->words) s->words = sa_xstrdup(sa_json_str(result, "instructions", NULL));
}

static int shake_hands(struct sa_mcp_server *s, struct sa_stop *stop, struct sa_err *err)
{
    SA_AUTO_FREE char *params = sa_xasprintf(
        "{\"protocolVersion\":\"%s\",\"capabilities\":{\"roots\":{}},"
        "\"clientInfo\":{\"name\":\"smolagent\",\"version\":\"" SA_VERSION "\"}}",
        sa_mcp_version(""));
    const struct ask a = {"initialize", params, NULL, s->set.start_timeout_ns, stop};
    cJSON *result = NULL;
    bool gone;
    sa_mcp_set_version(s, "");
    if (exchange(s, &a, &gone, &result, err) != SA_MCP_OK) return -1;
    int failed = take_version(s, result, err);
    if (!failed) take_capabilities(s, result);
    cJSON_Delete(result);
    if (failed) return -1;
    SA_AUTO_FREE char *text = sa_rpc_notice("notifications/initialized", NULL);
    int64_t deadline = sa_clock_monotonic() + s->set.start_timeout_ns;
    struct sa_err why = SA_ERR_INIT;
    if (s->transport->send(s, text, NULL, deadline, stop, &why) != SA_MCP_SENT)
        return sa_err_set(err, SA_E_TOOL, "mcp %s: %s", s->name, why.message), -1;
    if (s->transport->ready) s->transport->ready(s);
    return 0;
}

// With `life` held.
static int start(struct sa_mcp_server *s, struct sa_stop *stop, struct sa_err *err)
{
    s->up = false;
    if (s->transport->open(s, err)) return sa_err_prefix(err, "mcp %s", s->name), -1;
    if (shake_hands(s, stop, err)) return s->transport->end(s), -1;
    s->generation++;
    s->up = true;
    return 0;
}

int sa_mcp_server_start(struct sa_mcp_server *s, struct sa_stop *stop, struct sa_err *err)
{
    pthread_mutex_lock(&s->life);
    int failed = start(s, stop, err);
    pthread_mutex_unlock(&s->life);
    return failed;
}

// A connection to ask on: a child that ended is started again, once, a server elsewhere asked
// again.
static int ensure(struct sa_mcp_server *s, struct sa_stop *stop, struct sa_err *err)
{
    if (s->up) return 0;
    pthread_mutex_lock(&s->life);
    int failed = 0;
    if (!s->up && s->set.argv && s->restarts >= SA_MCP_RESTARTS) {
        failed = -1;
        pthread_mutex_lock(&s->rpc.lock);
        sa_err_set(err, SA_E_TOOL, "mcp %s: it ended again, after it had been started anew: %s",
                   s->name, s->why);
        pthread_mutex_unlock(&s->rpc.lock);
    } else if (!s->up) {
        s->restarts++;
        sa_warn("mcp %s: it ended, and is started again", s->name);
        failed = start(s, stop, err);
    }
    pthread_mutex_unlock(&s->life);
    return failed;
}

// The session is not known to the server any more: another one, unless somebody has made it.
static int renew(struct sa_mcp_server *s, unsigned generation, struct sa_stop *stop,
                 struct sa_err *err)
{
    pthread_mutex_lock(&s->life);
    int failed = 0;
    if (s->generation == generation) failed = start(s, stop, err);
    pthread_mutex_unlock(&s->life);
    return failed;
}

enum sa_mcp_end sa_mcp_ask(struct sa_mcp_server *s, const char *method, const char *params,
                           const struct sa_tool *tool, struct sa_stop *stop, cJSON **result,
                           struct sa_err *err)
{
    const struct ask a = {method, params, tool, s->set.timeout_ns, stop};
    bool gone = false;
    *result = NULL;
    if (ensure(s, stop, err)) return SA_MCP_FAILED;
    unsigned generation = s->generation;
    enum sa_mcp_end end = exchange(s, &a, &gone, result, err);
    if (!gone) return end;
    sa_info("mcp %s: the session is over; another one is begun", s->name);
    sa_err_clear(err);
    if (renew(s, generation, stop, err)) return SA_MCP_FAILED;
    return exchange(s, &a, &gone, result, err);
}

// ---- lists -------------------------------------------------------------------------------------

// Of the tree, about, in bytes.
static size_t weight(const cJSON *value)
{
    size_t n = sizeof *value;
    if (value->string) n += strlen(value->string);
    if (value->valuestring) n += strlen(value->valuestring);
    for (const cJSON *item = value->child; item; item = item->next) n += weight(item);
    return n;
}

// Moves the items over; false when there are too many, or too much in them.
static bool take_items(cJSON *all, cJSON *page, const char *key, size_t *room)
{
    cJSON *items = cJSON_GetObjectItemCaseSensitive(page, key);
    int count = cJSON_GetArraySize(all);
    while (cJSON_IsArray(items) && items->child) {
        size_t n = weight(items->child);
        if (count++ >= SA_MCP_MAX_ITEMS || n > *room) return false;
        *room -= n;
        cJSON_AddItemToArray(all, cJSON_DetachItemFromArray(items, 0));
    }
    return true;
}

cJSON *sa_mcp_list(struct sa_mcp_server *s, const char *method, const char *key,
                   struct sa_stop *stop, struct sa_err *err)
{
    cJSON *all = cJSON_CreateArray();
    SA_AUTO_FREE char *params = sa_xstrdup("{}");
    const char *why = "pages without end";
    size_t left = SA_MCP_MAX_LIST;
    for (int page = 0; page < SA_MCP_MAX_PAGES; page++) {
        cJSON *result = NULL;
        if (sa_mcp_ask(s, method, params, NULL, stop, &result, err) != SA_MCP_OK)
            return cJSON_Delete(all), NULL;
        bool room = take_items(all, result, key, &left);
        const char *cursor = sa_json_str(result, "nextCursor", NULL);
        struct sa_buf next = SA_BUF_INIT(SA_MCP_MAX_MESSAGE);
        sa_buf_appendc(&next, '{');
        if (cursor) sa_json_put_str(&next, "cursor", cursor);
        sa_buf_appendc(&next, '}');
        cJSON_Delete(result);
        bool again = room && cursor && sa_streq(sa_buf_text(&next), params);
        if (room && !cursor) return sa_buf_release(&next), all;
        free(params);
        params = sa_buf_take(&next, NULL);
        if (!room || again) {
            why = again ? "the same page again and again" : "more than it may be";
            break;
        }
    }
    cJSON_Delete(all);
    return sa_err_set(err, SA_E_TOOL, "mcp %s: %s gives %s", s->name, method, why), NULL;
}

// ---- birth and end -----------------------------------------------------------------------------

struct sa_mcp_server *sa_mcp_server_new(struct sa_mcp *all, const char *name,
                                        struct sa_mcp_settings *set)
{
    struct sa_mcp_server *s = sa_xcalloc(1, sizeof *s);
    s->all = all;
    s->name = sa_xstrdup(name);
    s->set = *set;
    *set = (struct sa_mcp_settings){.optional = false};
    s->transport = s->set.url ? &sa_mcp_http : &sa_mcp_stdio;
    pthread_mutex_init(&s->life, NULL);
    pthread_mutex_init(&s->listing, NULL);
    sa_rpc_init(&s->rpc);
    s->rpc.on_request = on_request;
    s->rpc.on_notice = on_notice;
    s->rpc.ctx = s;
    return s;
}

void sa_mcp_server_free(struct sa_mcp_server *s)
{
    s->transport->free(s);
    sa_mcp_settings_release(&s->set);
    cJSON_Delete(s->tools);
    cJSON_Delete(s->tools_now);
    cJSON_Delete(s->prompts);
    free(s->title);
    free(s->words);
    free(s->name);
    sa_rpc_release(&s->rpc);
    pthread_mutex_destroy(&s->life);
    pthread_mutex_destroy(&s->listing);
    free(s);
}
