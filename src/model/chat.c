// OpenAI's chat completions, the wire format that nearly every server speaks: build the request,
// read the streamed or plain reply, learn which parameters this server refuses.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/image.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "http/http.h"
#include "http/sse.h"
#include "model/model_int.h"

enum { MAX_EVENT = 8 << 20 };

// Parameters that some servers refuse; learnt from the error text of a 400 or 422.
enum {
    NO_STOP = 1,
    NO_STREAM_OPTIONS = 2,
    MAX_COMPLETION_TOKENS = 4,
    NO_TEMPERATURE = 8,
    NO_STREAM = 16,
    NO_IMAGES = 32,
};

static const struct {
    const char *word;
    unsigned quirk;
} quirk_words[] = {
    {"stream_options", NO_STREAM_OPTIONS},
    {"max_completion_tokens", MAX_COMPLETION_TOKENS},
    {"temperature", NO_TEMPERATURE},
    {"\"stream\"", NO_STREAM},
    {"'stream'", NO_STREAM},
    {"streaming", NO_STREAM},
    {"stop", NO_STOP},
};

// What servers say when they are sent images that their model does not take.
static const char *const image_words[] = {"image", "multimodal", "multi-modal", "must be a string"};

struct chat {
    struct sa_model base;
    struct sa_http *http;
    struct sa_endpoint endpoint;
    const char *headers[SA_COUNT(((struct sa_endpoint *)0)->headers) + 2];
    char *proxy, *ca_file;
    cJSON *extra;
    double temperature;
    int64_t max_reply_tokens;
    int retries; // of replies that were lost half-way; sa_http_send counts its own
    bool stream;
    unsigned quirks;
    int64_t next_call; // monotonic: not before, by the rate limit
    // The messages sent so far as JSON, all but the last: built once, whatever the number of steps.
    struct sa_buf built;
    size_t built_count;
    const void *conversation;
    uint64_t stamp;
};

// One call under way.
struct call {
    struct chat *chat;
    const struct sa_model_request *request;
    struct sa_reply reply;
    struct sa_sse sse;
    struct sa_buf plain; // a body that is no event stream
    enum { KIND_UNKNOWN, KIND_SSE, KIND_PLAIN } kind;
    bool done;   // [DONE] seen
    char *error; // error object inside the stream
    bool bad_chunk;
    bool lost; // the connection or the server failed after the reply had begun
};

// A JSON string; NULs, which would stop many servers, become U+FFFD.
static void put_text(struct sa_buf *out, const char *text, size_t len)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    if (len && memchr(text, 0, len)) {
        sa_utf8_repair_nuls(&clean, text, len);
        text = clean.data, len = clean.len;
    }
    sa_json_quote(out, text, len);
    sa_buf_release(&clean);
}

static void put_image(struct sa_buf *out, const struct sa_image *image)
{
    sa_buf_appends(out, ",{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:" SA_IMAGE_MEDIA
                        ";base64,");
    sa_base64_put(out, image->png, image->len);
    sa_buf_appends(out, "\"}}");
}

// Text alone is a string, which every server takes; with images it is the first of the parts.
static void put_message(const struct chat *c, struct sa_buf *out, const struct sa_message *m)
{
    static const char *const roles[] = {"system", "user", "assistant"};
    bool parts = m->image_count && !(c->quirks & NO_IMAGES);
    sa_buf_appendf(out, "{\"role\":\"%s\",\"content\":", roles[m->role]);
    if (parts) sa_buf_appends(out, "[{\"type\":\"text\",\"text\":");
    put_text(out, m->text, m->len);
    if (parts) sa_buf_appendc(out, '}');
    for (size_t i = 0; parts && i < m->image_count; i++) put_image(out, &m->images[i]);
    sa_buf_appends(out, parts ? "]}" : "}");
}

static void put_messages(struct chat *c, struct sa_buf *out, const struct sa_model_request *q)
{
    bool known = q->conversation && q->conversation == c->conversation && q->stamp == c->stamp &&
                 c->built_count < q->count;
    if (!known) sa_buf_clear(&c->built), c->built_count = 0;
    c->conversation = q->conversation;
    c->stamp = q->stamp;
    for (; c->built_count + 1 < q->count; c->built_count++) {
        put_message(c, &c->built, &q->messages[c->built_count]);
        sa_buf_appendc(&c->built, ',');
    }
    sa_json_key(out, "messages");
    sa_buf_appendc(out, '[');
    sa_buf_append(out, c->built.data, c->built.len);
    out->full |= c->built.full;
    if (q->count) put_message(c, out, &q->messages[q->count - 1]);
    sa_buf_appendc(out, ']');
}

static void put_stops(struct sa_buf *out, const struct sa_model_request *q)
{
    if (!q->stops || !*q->stops) return;
    sa_json_key(out, "stop");
    for (const char *const *s = q->stops; *s; s++) {
        sa_buf_appendc(out, s == q->stops ? '[' : ',');
        sa_json_quote(out, *s, strlen(*s));
    }
    sa_buf_appendc(out, ']');
}

// A built-in member is left out when --extra-body sets it.
static bool ours(const struct chat *c, const char *name)
{
    return !sa_json_get(c->extra, name);
}

static void build_body(struct chat *c, const struct sa_model_request *q, struct sa_buf *out)
{
    sa_buf_appendc(out, '{');
    if (ours(c, "model")) sa_json_put_str(out, "model", c->base.name);
    put_messages(c, out, q);
    bool stream = c->stream && !(c->quirks & NO_STREAM);
    if (stream && ours(c, "stream")) sa_json_put_bool(out, "stream", true);
    if (stream && !(c->quirks & NO_STREAM_OPTIONS) && ours(c, "stream_options"))
        sa_json_put_raw(out, "stream_options", "{\"include_usage\":true}");
    if (!(c->quirks & NO_STOP) && ours(c, "stop")) put_stops(out, q);
    if (c->temperature >= 0 && !(c->quirks & NO_TEMPERATURE) && ours(c, "temperature"))
        sa_json_put_num(out, "temperature", c->temperature);
    const char *max = c->quirks & MAX_COMPLETION_TOKENS ? "max_completion_tokens" : "max_tokens";
    if (c->max_reply_tokens > 0 && ours(c, max)) sa_json_put_int(out, max, c->max_reply_tokens);
    for (const cJSON *item = c->extra ? c->extra->child : NULL; item; item = item->next) {
        sa_json_key(out, item->string);
        sa_json_print(out, item);
    }
    sa_buf_appendc(out, '}');
}

static void take_usage(struct sa_reply *reply, const cJSON *usage)
{
    if (!cJSON_IsObject(usage)) return;
    struct sa_usage *u = &reply->usage;
    const cJSON *in = sa_json_get(usage, "prompt_tokens_details");
    const cJSON *out = sa_json_get(usage, "completion_tokens_details");
    u->input = sa_json_int(usage, "prompt_tokens", u->input);
    u->output = sa_json_int(usage, "completion_tokens", u->output);
    u->cached = sa_json_int(in, "cached_tokens",
                            sa_json_int(usage, "prompt_cache_hit_tokens", u->cached));
    u->reasoning = sa_json_int(out, "reasoning_tokens", u->reasoning);
    if (u->input < 0) u->input = 0;
    if (u->output < 0) u->output = 0;
    reply->has_usage = true;
}

// Content is a string, or a list of parts with text.
static bool take_content(struct sa_reply *reply, const cJSON *content)
{
    if (cJSON_IsString(content))
        return sa_reply_text(reply, content->valuestring, strlen(content->valuestring));
    const cJSON *part;
    cJSON_ArrayForEach(part, content)
    {
        const char *text = sa_json_str(part, "text", NULL);
        if (text && !sa_reply_text(reply, text, strlen(text))) return false;
    }
    return true;
}

// Calls arrive whole, or in pieces that say which call they belong to.
static void take_calls(struct sa_reply *reply, const cJSON *delta)
{
    const cJSON *calls = sa_json_get(delta, "tool_calls"), *call;
    int64_t at = 0;
    cJSON_ArrayForEach(call, calls)
    {
        const cJSON *f = sa_json_get(call, "function");
        int64_t index = sa_json_int(call, "index", at++);
        if (index < 0) continue;
        const cJSON *object = sa_json_get(f, "arguments");
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        if (cJSON_IsObject(object)) sa_json_print(&text, object); // Ollama's way
        sa_reply_call(reply, (size_t)index, sa_json_str(f, "name", NULL),
                      text.len ? text.data : sa_json_str(f, "arguments", NULL));
        sa_buf_release(&text);
    }
    const cJSON *single = sa_json_get(delta, "function_call");
    if (single)
        sa_reply_call(reply, 0, sa_json_str(single, "name", NULL),
                      sa_json_str(single, "arguments", NULL));
}

// A chunk of the stream or a whole reply: they differ in one member name. False: read no further.
static bool take_choice(struct call *call, const cJSON *root, const char *member)
{
    struct sa_reply *reply = &call->reply;
    const cJSON *error = sa_json_get(root, "error");
    take_usage(reply, sa_json_get(root, "usage"));
    if (error && !cJSON_IsNull(error)) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL), json = SA_BUF_INIT(SA_BUF_TEXT);
        sa_json_print(&json, root);
        sa_error_text(&text, sa_buf_text(&json), json.len);
        sa_buf_release(&json);
        sa_freep(&call->error);
        call->error = sa_buf_take(&text, NULL);
        int64_t status = sa_json_int(error, "code", 0);
        call->lost = status == 429 || status >= 500;
        return false;
    }
    const cJSON *choice = sa_json_path(root, "choices.0");
    const cJSON *delta = sa_json_get(choice, member);
    const char *why = sa_json_str(choice, "finish_reason", NULL);
    const char *thought = sa_json_str(delta, "reasoning_content", NULL);
    if (!thought) thought = sa_json_str(delta, "reasoning", NULL);
    if (why) {
        sa_freep(&reply->finish_reason);
        reply->finish_reason = sa_xstrdup(why);
    }
    if (thought && *thought && !sa_reply_reasoning(reply, thought, strlen(thought))) return false;
    const char *refusal = sa_json_str(delta, "refusal", NULL); // instead of content
    take_calls(reply, delta);
    if (refusal) reply->refusal = true;
    if (refusal && !sa_reply_text(reply, refusal, strlen(refusal))) return false;
    return take_content(reply, sa_json_get(delta, "content"));
}

static bool on_event(void *ctx, const char *name, const char *data, size_t len)
{
    struct call *call = ctx;
    (void)name;
    struct sa_str text = sa_str_trim((struct sa_str){data, len});
    if (sa_str_equals(text, "[DONE]")) {
        call->done = true;
        return false;
    }
    if (!text.len) return true;
    struct sa_buf clean = SA_BUF_INIT(MAX_EVENT * 4);
    sa_clean_json(&clean, text.data, text.len);
    cJSON *root = sa_json_parse(sa_buf_text(&clean), clean.len, NULL);
    sa_buf_release(&clean);
    call->bad_chunk = !root;
    bool go = root && take_choice(call, root, "delta");
    cJSON_Delete(root);
    return go;
}

static bool on_data(void *ctx, const char *data, size_t len)
{
    struct call *call = ctx;
    if (call->kind == KIND_UNKNOWN) { // some servers mislabel: the first byte decides as well
        struct sa_str start = sa_str_trim((struct sa_str){data, len});
        if (!start.len) return true;
        call->kind = start.data[0] == '{' || start.data[0] == '<' ? KIND_PLAIN : KIND_SSE;
    }
    if (call->kind == KIND_SSE) return sa_sse_feed(&call->sse, data, len, on_event, call);
    return sa_buf_append(&call->plain, data, len);
}

static void on_retry(void *ctx, const char *why, int attempt, int64_t wait_ms)
{
    const struct sa_model_request *q = ((struct call *)ctx)->request;
    sa_info("%s: trying again in %lld ms", why, (long long)wait_ms);
    if (q->on_retry) q->on_retry(q->ctx, why, attempt, wait_ms);
}

static int status_error(const struct chat *c, const struct sa_http_response *r, struct sa_err *err)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_error_text(&text, sa_buf_text(&r->body), r->body.len);
    bool auth = r->status == 401 || r->status == 403;
    if (r->status >= 300 && r->status < 400)
        sa_err_set(err, SA_E_PROVIDER,
                   "%s: HTTP %d redirects to %s; redirects are not followed, set --base-url",
                   c->endpoint.url, r->status, r->location[0] ? r->location : "nowhere");
    else
        sa_err_set(err, auth ? SA_E_AUTH : SA_E_PROVIDER, "%s: HTTP %d: %s%s", c->endpoint.url,
                   r->status, sa_buf_text(&text),
                   auth && !c->endpoint.auth ? " (no key was sent)" : "");
    if (r->retry_after_ms > 0) {
        sa_buf_clear(&text);
        sa_buf_appendf(&text, "the server asks to wait %lld s",
                       (long long)(r->retry_after_ms + 999) / 1000);
        sa_err_prefix(err, "%s", sa_buf_text(&text));
    }
    if (err) err->http_status = r->status;
    sa_buf_release(&text);
    return -1;
}

static bool refuses_images(const struct chat *c, const struct sa_model_request *q,
                           const struct sa_http_response *r)
{
    static const int statuses[] = {400, 404, 413, 415, 422, 500, 501};
    bool sent = false, known = false, named = r->status == 413;
    for (size_t i = 0; i < q->count && !(c->quirks & NO_IMAGES); i++)
        sent |= q->messages[i].image_count > 0;
    for (size_t i = 0; i < SA_COUNT(statuses); i++) known |= statuses[i] == r->status;
    for (size_t i = 0; sent && known && i < SA_COUNT(image_words); i++)
        named |= strcasestr(sa_buf_text(&r->body), image_words[i]) != NULL;
    return sent && known && named;
}

// True when the error names a parameter that we sent and can do without; remembered.
static bool learn(struct chat *c, const struct sa_model_request *q,
                  const struct sa_http_response *r)
{
    if (refuses_images(c, q, r)) {
        sa_info("%s does not accept images: left out from now on", c->base.id);
        c->quirks |= NO_IMAGES;
        c->conversation = NULL; // what was built holds them
        return true;
    }
    if (r->status != 400 && r->status != 422) return false;
    for (size_t i = 0; i < SA_COUNT(quirk_words); i++) {
        unsigned quirk = quirk_words[i].quirk;
        if (c->quirks & quirk) continue;
        if (quirk == NO_TEMPERATURE && c->temperature < 0) continue;
        if (quirk == NO_STREAM && !c->stream) continue;
        if (quirk == MAX_COMPLETION_TOKENS && c->max_reply_tokens <= 0) continue;
        const char *w = quirk_words[i].word;
        if (!sa_memfind(sa_buf_text(&r->body), r->body.len, w, strlen(w))) continue;
        sa_info("%s does not accept %s: left out from now on", c->base.id, w);
        c->quirks |= quirk;
        return true;
    }
    return false;
}

// What a 2xx body amounted to.
static int check_reply(struct call *call, const struct sa_http_response *r, struct sa_err *err)
{
    const char *url = call->chat->endpoint.url;
    struct sa_reply *reply = &call->reply;
    bool cut = call->kind == KIND_SSE && !call->error && !reply->refused &&
               sa_sse_finish(&call->sse, on_event, call) && call->bad_chunk;
    if (call->kind == KIND_PLAIN) {
        struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
        sa_clean_json(&clean, sa_buf_text(&call->plain), call->plain.len);
        cJSON *root = sa_json_parse(sa_buf_text(&clean), clean.len, NULL);
        sa_buf_release(&clean);
        if (cJSON_IsObject(root)) take_choice(call, root, "message");
        bool ok = cJSON_IsObject(root) && (call->error || sa_json_path(root, "choices.0"));
        cJSON_Delete(root);
        if (!ok) {
            struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
            sa_error_text(&text, sa_buf_text(&call->plain), call->plain.len);
            sa_err_set(err, SA_E_PROVIDER, "%s: not a chat completion: %s", url,
                       sa_buf_text(&text));
            sa_buf_release(&text);
            return -1;
        }
    }
    if (call->error) return sa_err_set(err, SA_E_PROVIDER, "%s: %s", url, call->error), -1;
    if (reply->refused) return 0;
    if (reply->too_large || call->sse.too_large)
        return sa_err_set(err, SA_E_PROVIDER, "%s: reply too large", url), -1;
    if (call->bad_chunk && !cut)
        return sa_err_set(err, SA_E_PROVIDER, "%s: an event of the reply is no JSON", url), -1;
    if (!r->received) return sa_err_set(err, SA_E_PROVIDER, "%s: empty reply", url), -1;
    call->lost = cut || (call->kind == KIND_SSE && !call->done && !reply->finish_reason);
    if (call->lost)
        return sa_err_set(err, SA_E_PROVIDER, "%s: the reply broke off after %zu bytes", url,
                          r->received),
               -1;
    return 0;
}

static int attempt(struct chat *c, struct call *call, struct sa_model_result *result, bool *again,
                   struct sa_err *err)
{
    struct sa_buf body = SA_BUF_INIT(SA_BUF_HUGE);
    build_body(c, call->request, &body);
    const struct sa_http_request q = {.method = "POST",
                                      .url = c->endpoint.url,
                                      .headers = c->headers,
                                      .body = sa_buf_text(&body),
                                      .body_len = body.len,
                                      .on_data = on_data,
                                      .on_retry = on_retry,
                                      .ctx = call,
                                      .stop = call->request->stop};
    struct sa_http_response r;
    sa_debug("POST %s: %zu messages, %zu bytes", q.url, call->request->count, body.len);
    if (sa_log_level() >= SA_LOG_TRACE) sa_log(SA_LOG_TRACE, "%s", q.body);
    int rc = sa_http_send(c->http, &q, &r, err);
    if (!rc) sa_debug("HTTP %d, %zu bytes", r.status, r.received);
    call->lost = rc && r.received && err->retryable;
    if (rc == 0 && (r.status < 200 || r.status >= 300)) {
        *again = learn(c, call->request, &r);
        rc = *again ? 0 : status_error(c, &r, err);
    } else if (rc == 0) {
        rc = check_reply(call, &r, err);
    }
    result->first_ns = r.first_ns;
    sa_http_response_release(&r);
    sa_buf_release(&body);
    return rc;
}

// Waits for the slot that the requests-per-minute limit gives.
static int wait_for_slot(struct chat *c, struct sa_stop *stop, struct sa_err *err)
{
    if (!(c->endpoint.requests_per_minute > 0)) return 0;
    int64_t now = sa_clock_monotonic();
    if (c->next_call > now && !sa_http_wait(stop, (c->next_call - now) / SA_NS_PER_MS))
        return sa_err_set(err, SA_E_PROVIDER, "request cancelled"), -1;
    now = sa_clock_monotonic();
    c->next_call = now + (int64_t)(60.0 / c->endpoint.requests_per_minute * (double)SA_NS_PER_S);
    return 0;
}

// A server that sends no usage: four characters a token is the usual rule of thumb.
static void estimate_usage(struct call *call)
{
    struct sa_usage *u = &call->reply.usage;
    size_t in = 0;
    for (size_t i = 0; i < call->request->count; i++)
        in += sa_message_size(&call->request->messages[i]);
    u->input = (int64_t)(in / 4);
    u->output = (int64_t)((call->reply.text.len + call->reply.reasoning.len) / 4);
    u->estimated = true;
}

static void call_init(struct call *call, struct chat *c, const struct sa_model_request *request)
{
    *call = (struct call){.chat = c, .request = request};
    sa_reply_init(&call->reply, request);
    sa_sse_init(&call->sse, MAX_EVENT);
    sa_buf_init(&call->plain, SA_BUF_TEXT);
}

static void call_release(struct call *call)
{
    sa_reply_release(&call->reply);
    sa_sse_release(&call->sse);
    sa_buf_release(&call->plain);
    sa_freep(&call->error);
}

static int ask(struct call *call, struct sa_model_result *result, struct sa_err *err)
{
    bool again = true;
    int rc = 0;
    while (rc == 0 && again) {
        again = false;
        rc = wait_for_slot(call->chat, call->request->stop, err);
        if (rc == 0) rc = attempt(call->chat, call, result, &again, err);
    }
    return rc;
}

// A reply that was lost half-way is asked for anew: nothing of it has been used yet.
static bool start_over(struct call *call, int *lost, const struct sa_err *err)
{
    enum { FIRST_WAIT_MS = 500 };
    struct chat *c = call->chat;
    const struct sa_model_request *request = call->request;
    if (!call->lost || *lost == c->retries) return false;
    int64_t wait = sa_http_backoff(FIRST_WAIT_MS, ++*lost);
    on_retry(call, err->message, *lost, wait);
    call_release(call);
    call_init(call, c, request);
    return sa_http_wait(request->stop, wait);
}

static int complete(struct sa_model *model, const struct sa_model_request *request,
                    struct sa_model_result *result, struct sa_err *err)
{
    struct call call;
    struct sa_err why;
    int lost = 0, rc;
    call_init(&call, (struct chat *)model, request);
    do {
        sa_err_clear(&why);
        rc = ask(&call, result, &why);
    } while (rc && start_over(&call, &lost, &why));
    if (rc && err) *err = why;
    if (rc == 0) {
        if (!call.reply.has_usage) estimate_usage(&call);
        sa_reply_finish(&call.reply, result);
    }
    call_release(&call);
    return rc;
}

static const char *where(const struct sa_model *model)
{
    return ((const struct chat *)model)->endpoint.url;
}

static void chat_free(struct sa_model *model)
{
    struct chat *c = (struct chat *)model;
    sa_http_free(c->http);
    sa_endpoint_release(&c->endpoint);
    cJSON_Delete(c->extra);
    sa_buf_release(&c->built);
    free(c->proxy);
    free(c->ca_file);
    free(c);
}

static const struct sa_model_ops chat_ops = {"chat", complete, where, chat_free};

int sa_chat_open(const struct sa_model_options *o, struct sa_endpoint *endpoint,
                 struct sa_model **out, struct sa_err *err)
{
    cJSON *extra = NULL;
    if (o->extra_body) {
        extra = sa_json_parse(o->extra_body, strlen(o->extra_body), err);
        if (!extra) return sa_err_prefix(err, "extra body"), -1;
        if (!cJSON_IsObject(extra)) {
            cJSON_Delete(extra);
            return sa_err_set(err, SA_E_CONFIG, "extra body is no JSON object"), -1;
        }
    }
    sa_http_preload(); // meanwhile the prompt is built and the interpreter started
    struct chat *c = sa_xcalloc(1, sizeof *c);
    c->base.ops = &chat_ops;
    c->built = (struct sa_buf)SA_BUF_INIT(SA_BUF_HUGE);
    c->endpoint = *endpoint;
    memset(endpoint, 0, sizeof *endpoint);
    c->extra = extra;
    c->temperature = o->temperature;
    c->max_reply_tokens = o->max_reply_tokens;
    c->retries = o->retries < 0 ? 4 : o->retries;
    c->stream = !o->no_stream;
    c->quirks = o->no_images ? NO_IMAGES : 0;
    c->proxy = sa_xstrdup(o->proxy);
    c->ca_file = sa_xstrdup(o->ca_file);
    size_t n = 0;
    for (; c->endpoint.headers[n]; n++) c->headers[n] = c->endpoint.headers[n];
    if (c->endpoint.auth) c->headers[n] = c->endpoint.auth;
    const struct sa_http_options http = {.connect_ms = o->connect_timeout_ms,
                                         .idle_ms = o->idle_timeout_ms,
                                         .total_ms = o->total_timeout_ms,
                                         .proxy = c->proxy,
                                         .ca_file = c->ca_file,
                                         .retries = o->retries};
    c->http = sa_http_new(&http);
    *out = &c->base;
    return 0;
}
