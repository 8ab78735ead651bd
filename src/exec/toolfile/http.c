// Requests of tools that were granted http: by the rules, and with the limits, of the tools for the
// web.
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "exec/toolfile/toolfile_int.h"
#include "tool/web/fetch.h"

enum { HEADERS_MOST = 64, SECONDS_MOST = 300, BODY_MOST = 16 << 20 };

struct request {
    char *headers[HEADERS_MOST + 1];
    size_t count;
    struct sa_buf body;
};

static void release(struct request *r)
{
    while (r->count) free(r->headers[--r->count]);
    sa_buf_release(&r->body);
}

// The first header that cannot be sent; NULL: all can.
static const char *take_headers(struct request *r, const cJSON *given)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, given)
    {
        const char *value = cJSON_IsString(one) ? one->valuestring : "";
        if (r->count == HEADERS_MOST || !sa_web_may_send(one->string, value)) return one->string;
        r->headers[r->count++] = sa_xasprintf(*value ? "%s: %s" : "%s;", one->string, value);
    }
    return NULL;
}

static char *refuse(const char *type, const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendc(&out, '{');
    sa_json_put_str(&out, "type", type ? type : "RuntimeError");
    sa_json_put_str(&out, "error", text);
    sa_buf_appendc(&out, '}');
    return sa_buf_take(&out, NULL);
}

static char *answer(const struct sa_web_reply *reply)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE), body = SA_BUF_INIT(SA_BUF_HUGE);
    sa_base64_put(&body, sa_buf_text(&reply->http.body), reply->http.body.len);
    sa_buf_appendc(&out, '{');
    sa_json_put_int(&out, "status", reply->http.status);
    sa_json_put_str(&out, "url", reply->url);
    sa_json_key(&out, "headers");
    sa_json_print(&out, reply->headers);
    sa_json_put_strn(&out, "body", sa_buf_text(&body), body.len);
    sa_buf_appendc(&out, '}');
    sa_buf_release(&body);
    return sa_buf_take(&out, NULL);
}

static char *fetch(struct sa_toolfile *f, const cJSON *asked, struct request *r)
{
    static char who[] = "requests"; // that messages begin with
    static const struct sa_tool asks = {.name = who};
    const char *body = sa_json_str(asked, "body", NULL), *bad;
    double seconds = sa_json_num(asked, "timeout", 60);
    struct sa_web_reply reply;
    struct sa_tool_result failed = {0};
    if ((bad = take_headers(r, sa_json_get(asked, "headers")))) {
        SA_AUTO_FREE char *text = sa_xasprintf("the header '%.60s' cannot be set like this", bad);
        return refuse("ValueError", text);
    }
    if (!sa_web_method(sa_json_str(asked, "method", "")))
        return refuse("ValueError", "there is no such method here");
    if (!f->grants.http) return refuse("PermissionError", "the tool file has no grant http");
    if (!(seconds > 0)) return refuse("ValueError", "a timeout is more than 0 seconds");
    if (body) sa_base64_take(&r->body, body, strlen(body));
    const struct sa_web_ask ask = {
        .web = &f->o.web,
        .url = sa_json_str(asked, "url", ""),
        .method = sa_web_method(sa_json_str(asked, "method", "")),
        .headers = (const char *const *)r->headers,
        .body = body ? sa_buf_text(&r->body) : NULL,
        .body_len = r->body.len,
        .timeout_ms = (int64_t)((seconds < SECONDS_MOST ? seconds : SECONDS_MOST) * 1000) + 1,
        .max_body = BODY_MOST,
        .stay = sa_json_bool(asked, "stay", false),
        .stop = f->stop};
    if (sa_web_fetch(&asks, &ask, &reply, &failed)) {
        char *text = refuse(failed.error_type, failed.error + sizeof who + 1);
        sa_tool_result_release(&failed);
        return text;
    }
    char *text = answer(&reply);
    sa_web_reply_release(&reply);
    return text;
}

char *sa_toolfile_fetch(struct sa_toolfile *f, const char *asked, size_t len)
{
    struct request r = {.body = SA_BUF_INIT(SA_BUF_HUGE)};
    cJSON *parsed = sa_json_parse(asked, len, NULL);
    char *text = fetch(f, parsed, &r);
    cJSON_Delete(parsed);
    release(&r);
    return text;
}
