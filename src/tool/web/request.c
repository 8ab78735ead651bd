// http_request: a request to a host that the user has granted, and the reply as it is.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/xalloc.h"
#include "tool/web/web_int.h"

enum { HEADERS_MOST = 64, TIMEOUT_MOST = 300 };

// Methods that there are; others are of proxies, or odd. Safe ones change nothing (RFC 9110
// section 9.2.1).
static const struct {
    const char *name;
    bool is_safe;
} methods[] = {{"GET", true},  {"HEAD", true},   {"OPTIONS", true}, {"POST", false},
               {"PUT", false}, {"PATCH", false}, {"DELETE", false}};

const char *sa_web_method(const char *name)
{
    for (size_t i = 0; i < SA_COUNT(methods); i++)
        if (sa_strcaseeq(name, methods[i].name)) return methods[i].name;
    return NULL;
}

// One that is not there is refused before anything is sent.
static unsigned effects_of(const cJSON *args)
{
    const char *method = sa_json_str(args, "method", "GET");
    unsigned effects = SA_TOOL_READS | SA_TOOL_NETWORK;
    for (size_t i = 0; i < SA_COUNT(methods); i++)
        if (sa_strcaseeq(method, methods[i].name) && !methods[i].is_safe) effects |= SA_TOOL_WRITES;
    return effects;
}

// RFC 9110 section 5.6.2; those of the connection are not the caller's.
static bool may_be_set(const char *name)
{
    static const char *const ours[] = {"host",       "content-length", "transfer-encoding",
                                       "connection", "upgrade",        "te",
                                       "trailer",    "expect",         "keep-alive"};
    for (size_t i = 0; i < SA_COUNT(ours); i++)
        if (sa_strcaseeq(name, ours[i])) return false;
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("!#$%&'*+-.^_`|~", *p)) return false;
    return *name && !sa_starts_with(name, "Proxy-") && !sa_starts_with(name, "proxy-");
}

static bool is_value(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < ' ' && *text != '\t') || *text == 0x7F) return false;
    return true;
}

bool sa_web_may_send(const char *name, const char *value)
{
    return may_be_set(name) && is_value(value);
}

struct words {
    char *items[HEADERS_MOST + 2]; // NULL-terminated
    size_t count;
};

static void release(struct words *w)
{
    while (w->count) free(w->items[--w->count]);
}

// "Name: value" of each. False with the error.
static bool take_headers(const struct sa_tool *tool, const cJSON *given, struct words *w,
                         struct sa_tool_result *result)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, given)
    {
        struct sa_buf value = SA_BUF_INIT(SA_BUF_SMALL);
        if (cJSON_IsString(one)) sa_buf_appends(&value, one->valuestring);
        else sa_json_print(&value, one);
        bool good = w->count < HEADERS_MOST && !value.full &&
                    sa_web_may_send(one->string, sa_buf_text(&value));
        if (good) // one without a value is sent too, which libcurl writes like this
            w->items[w->count++] = sa_xasprintf(value.len ? "%s: %s" : "%s;", one->string,
                                                sa_buf_text(&value));
        sa_buf_release(&value);
        if (good) continue;
        sa_web_fail(tool, result, "ValueError", "the header '%.60s' cannot be set like this",
                    one->string);
        return false;
    }
    return true;
}

static bool has_content_type(const cJSON *headers)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, headers) if (sa_strcaseeq(one->string, "content-type")) return true;
    return false;
}

static void put_reply(const struct sa_tool *tool, const struct sa_web_reply *reply,
                      struct sa_stop *stop, struct sa_tool_result *result)
{
    const struct sa_web *web = tool->data;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT), json = SA_BUF_INIT(SA_BUF_HUGE);
    char type[64], charset[48];
    sa_web_content_type(reply->http.content_type, type, charset);
    const struct sa_web_read read = {.kind = SA_WEB_TEXT,
                                     .charset = charset,
                                     .url = reply->url,
                                     .data = sa_buf_text(&reply->http.body),
                                     .len = reply->http.body.len,
                                     .sandbox = web->sandbox,
                                     .stop = stop};
    if (!sa_web_text(tool, &read, &text, result)) {
        sa_buf_appendc(&json, '{');
        sa_json_put_int(&json, "status", reply->http.status);
        sa_json_key(&json, "headers");
        sa_json_print(&json, reply->headers);
        sa_json_put_strn(&json, "text", sa_buf_text(&text), text.len);
        sa_json_put_str(&json, "url", reply->url);
        sa_buf_appendc(&json, '}');
        result->json = sa_buf_take(&json, NULL);
    }
    sa_buf_release(&text);
}

static void request(struct sa_tool *tool, const cJSON *args, struct sa_stop *stop,
                    struct sa_tool_result *result)
{
    const cJSON *headers = sa_json_get(args, "headers"), *json = sa_json_get(args, "json");
    const char *method = sa_json_str(args, "method", "GET"),
               *body = sa_json_str(args, "body", NULL);
    bool as_json = json && !cJSON_IsNull(json);
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    struct words w = {.count = 0};
    struct sa_web_reply reply;
    if (body && as_json)
        return sa_web_fail(tool, result, "ValueError", "body and json were both given");
    if (!sa_web_method(method))
        return sa_web_fail(tool, result, "ValueError",
                           "there is no method '%.20s' here: GET, "
                           "HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
                           method);
    if (as_json) {
        sa_json_print(&text, json);
        body = sa_buf_text(&text);
        if (!has_content_type(headers))
            w.items[w.count++] = sa_xstrdup("Content-Type: application/json");
    }
    const struct sa_web_ask ask = {.web = tool->data,
                                   .url = sa_json_str(args, "url", ""),
                                   .args = args,
                                   .method = sa_web_method(method),
                                   .headers = (const char *const *)w.items,
                                   .body = body,
                                   .body_len = body ? strlen(body) : 0,
                                   .timeout_ms = (int64_t)(sa_json_num(args, "timeout", 30) * 1000),
                                   .max_body = SA_WEB_TEXT_MAX,
                                   .granted_only = true,
                                   .stop = stop};
    if (take_headers(tool, headers, &w, result) && !sa_web_fetch(tool, &ask, &reply, result)) {
        put_reply(tool, &reply, stop, result);
        sa_web_reply_release(&reply);
    }
    release(&w);
    sa_buf_release(&text);
}

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    request(tool, args, stop, result);
    cJSON_Delete(args);
}

struct sa_tool *sa_web_request_tool(const struct sa_builtin_setup *setup)
{
    static const char *const inputs[][2] = {
        {"url", "{\"type\": \"string\", \"format\": \"url\"}"},
        {"method", "{\"type\": \"string\", \"format\": \"http-method\", \"default\": \"GET\"}"},
        {"headers", "{\"type\": [\"object\", \"null\"], \"default\": null}"},
        {"body", "{\"type\": [\"string\", \"null\"], \"default\": null, "
                 "\"description\": \"text to send\"}"},
        {"json", "{\"default\": null, \"description\": \"a value to send as JSON instead\"}"},
        {"timeout", "{\"type\": \"number\", \"default\": 30, \"minimum\": 0.001, \"maximum\": 300, "
                    "\"description\": \"seconds\"}"},
    };
    struct sa_tool *tool = sa_web_new(setup, sizeof(struct sa_web), "http_request",
                                      "Make an HTTP request to a host that the user has granted.",
                                      call);
    tool->effects |= SA_TOOL_WRITES;
    tool->effects_of = effects_of;
    for (size_t i = 0; i < SA_COUNT(inputs); i++)
        sa_builtin_input(tool, inputs[i][0], inputs[i][1]);
    sa_web_output(tool,
                  "{\"type\": \"object\", \"properties\": {\"status\": {\"type\": \"integer\"}, "
                  "\"headers\": {\"type\": \"object\"}, \"text\": {\"type\": \"string\"}, "
                  "\"url\": {\"type\": \"string\"}}}",
                  "status, headers (names in lower case), text, and the url that answered in the "
                  "end; also of statuses like 404");
    return tool;
}
