// OpenAI's chat completions, the wire format that nearly every server speaks: send the request
// (chat_body.c), read the streamed or plain reply, ask again for one that was lost.
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/sse.h"
#include "model/fault.h"
#include "model/chat_int.h"

enum { MAX_EVENT = 8 << 20 };

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
    bool too_long;
    int64_t wait_ms; // asked for by an error inside the stream; 0: nothing was
};

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

// Keeps what an error in the reply says; `root` is what it came in.
static bool take_error(struct call *call, const cJSON *error, const cJSON *root)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL), json = SA_BUF_INIT(SA_BUF_TEXT);
    sa_json_print(&json, cJSON_IsObject(error) ? error : root);
    sa_error_text(&text, sa_buf_text(&json), json.len);
    sa_buf_release(&json);
    sa_freep(&call->error);
    call->error = sa_buf_take(&text, NULL);
    struct sa_fault fault = sa_fault_read(error, root);
    call->lost = fault.passing;
    call->too_long = fault.too_long;
    call->wait_ms = fault.wait_ms;
    return false;
}

// The choice that is read: the first by its number, which need not come first.
static const cJSON *first_choice(const cJSON *root)
{
    const cJSON *choice;
    cJSON_ArrayForEach(choice, sa_json_get(root, "choices"))
    {
        if (sa_json_int(choice, "index", 0) == 0) return choice;
    }
    return NULL;
}

// A chunk of the stream or a whole reply: they differ in one member name. False: read no further.
static bool take_choice(struct call *call, const cJSON *root, const char *member)
{
    struct sa_reply *reply = &call->reply;
    const cJSON *error = sa_fault_find(root);
    take_usage(reply, sa_json_get(root, "usage"));
    if (error) return take_error(call, error, root);
    const cJSON *choice = first_choice(root);
    const cJSON *delta = sa_json_get(choice, member);
    const char *why = sa_json_str(choice, "finish_reason", NULL);
    if (sa_streq(why, "error")) {
        call->error = sa_xstrdup("the server ended the reply with an error");
        call->lost = true;
        return false;
    }
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
    sa_clean_delta(&clean, text.data, text.len);
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

// The reply has been ended: only its usage may follow.
static bool is_whole(void *ctx)
{
    const struct call *call = ctx;
    return call->kind == KIND_SSE && call->reply.finish_reason && !call->error;
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
        bool ok = cJSON_IsObject(root) && (call->error || first_choice(root));
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
    sa_chat_body(c, call->request, &body);
    const struct sa_http_request q = {.method = "POST",
                                      .url = c->endpoint.url,
                                      .headers = c->headers,
                                      .body = sa_buf_text(&body),
                                      .body_len = body.len,
                                      .on_data = on_data,
                                      .is_whole = is_whole,
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
        *again = sa_chat_learn(c, call->request, &r);
        rc = *again ? 0 : status_error(c, &r, err);
        call->too_long = rc && sa_fault_is_too_long(sa_buf_text(&r.body), r.body.len);
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
    enum { FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 120000 };
    struct chat *c = call->chat;
    const struct sa_model_request *request = call->request;
    if (!call->lost || *lost == c->retries || call->wait_ms > LONGEST_WAIT_MS) return false;
    int64_t wait = sa_http_backoff(FIRST_WAIT_MS, ++*lost);
    if (call->wait_ms > 0) wait = call->wait_ms;
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
    result->too_long = rc && call.too_long;
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
    c->quirks = o->no_images ? SA_CHAT_NO_IMAGES : 0;
    c->proxy = sa_xstrdup(o->proxy);
    c->ca_file = sa_xstrdup(o->ca_file);
    size_t n = 0;
    for (; c->endpoint.headers[n]; n++) c->headers[n] = c->endpoint.headers[n];
    if (c->endpoint.auth) c->headers[n] = c->endpoint.auth;
    const struct sa_http_options http = {.connect_ms = o->connect_timeout_ms,
                                         .idle_ms = o->idle_timeout_ms,
                                         .first_ms = sa_model_first_ms(o),
                                         .total_ms = o->total_timeout_ms,
                                         .proxy = c->proxy,
                                         .ca_file = c->ca_file,
                                         .retries = o->retries};
    c->http = sa_http_new(&http);
    *out = &c->base;
    return 0;
}
