// A model on a server, whatever its wire format: send the request, read the streamed or plain
// reply, ask again for one that was lost, leave out what the server refuses.
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "model/fault.h"
#include "model/pace.h"
#include "model/wire.h"

enum { MAX_EVENT = 8 << 20 };

// Keeps what an error in the reply says; `root` is what it came in.
static bool fails(struct sa_call *call, const cJSON *error, const cJSON *root)
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

// An event of the stream, or a reply that came in one piece. False: read no further.
static bool take(struct sa_call *call, const cJSON *root, bool whole)
{
    const cJSON *error = sa_fault_find(root);
    if (error) return fails(call, error, root);
    return call->server->wire->take(call, root, whole);
}

static bool take_json(struct sa_call *call, struct sa_str text)
{
    text = sa_str_trim(text);
    if (!text.len) return true;
    struct sa_buf clean = SA_BUF_INIT(MAX_EVENT * 4);
    sa_clean_delta(&clean, text.data, text.len);
    cJSON *root = sa_json_parse(sa_buf_text(&clean), clean.len, NULL);
    sa_buf_release(&clean);
    call->bad_event = !root;
    bool go = root && take(call, root, false);
    cJSON_Delete(root);
    return go;
}

static bool on_event(void *ctx, const char *name, const char *data, size_t len)
{
    struct sa_call *call = ctx;
    (void)name;
    if (call->done) return true;
    struct sa_str text = sa_str_trim((struct sa_str){data, len});
    if (!sa_str_equals(text, "[DONE]")) return take_json(call, text);
    call->done = true;
    return true;
}

// Lines of JSON; what is left of the last one waits for its end.
static bool take_lines(struct sa_call *call, const char *data, size_t len)
{
    bool go = sa_buf_append(&call->rest, data, len);
    size_t at = 0;
    const char *end;
    while (go && (end = memchr(call->rest.data + at, '\n', call->rest.len - at))) {
        size_t n = (size_t)(end - call->rest.data) - at;
        go = call->done || take_json(call, (struct sa_str){call->rest.data + at, n});
        at += n + 1;
    }
    sa_buf_remove(&call->rest, 0, at);
    return go;
}

// Some servers mislabel: the first byte decides.
static void look_at_body(struct sa_call *call, struct sa_str start)
{
    bool plain = start.data[0] == '{' || start.data[0] == '<';
    bool lines = call->server->wire->lines && sa_wire_streams(call->server);
    call->body = !plain ? SA_BODY_EVENTS : lines ? SA_BODY_LINES : SA_BODY_PLAIN;
}

// What comes behind the end is read, so that the connection can be used again, but not for long.
static bool on_data(void *ctx, const char *data, size_t len)
{
    enum { MOST_AFTER = 64 << 10 };
    struct sa_call *call = ctx;
    if (call->done) return (call->after += len) < MOST_AFTER;
    if (call->body == SA_BODY_UNKNOWN) {
        struct sa_str start = sa_str_trim((struct sa_str){data, len});
        if (!start.len) return true;
        look_at_body(call, start);
    }
    if (call->body == SA_BODY_EVENTS) return sa_sse_feed(&call->sse, data, len, on_event, call);
    if (call->body == SA_BODY_LINES) return take_lines(call, data, len);
    return sa_buf_append(&call->rest, data, len);
}

// Behind the reply only its usage may follow, behind the end of the stream nothing but the end of
// the transfer.
static int64_t on_whole(void *ctx)
{
    enum { USAGE_MS = 2000, END_MS = 200 };
    const struct sa_call *call = ctx;
    if (call->body == SA_BODY_PLAIN || call->error) return -1;
    return call->done ? END_MS : call->reply.finish_reason ? USAGE_MS : -1;
}

static void on_retry(void *ctx, const char *why, int attempt, int64_t wait_ms)
{
    const struct sa_model_request *q = ((struct sa_call *)ctx)->request;
    sa_info("%s: trying again in %lld ms", why, (long long)wait_ms);
    if (q->on_retry) q->on_retry(q->ctx, why, attempt, wait_ms);
}

static int status_error(struct sa_call *call, const struct sa_http_response *r, struct sa_err *err)
{
    struct sa_buf hint = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_server *sv = call->server;
    sa_fault_status(sv->endpoint.url, sv->endpoint.key_from, r, err);
    sa_server_hint(sv, r, call->request->stop, &hint);
    call->asked_refused = sa_server_refuses_asked(call->request, r);
    if (call->asked_refused)
        sa_buf_appends(&hint, "; an attached image was sent along: take a model that reads images "
                              "(-m), attach fewer or smaller ones, or none");
    size_t len = err ? strlen(err->message) : 0;
    if (hint.len && len && err->message[len - 1] == '.') err->message[len - 1] = '\0';
    if (hint.len) sa_err_append(err, "%s", sa_buf_text(&hint));
    sa_buf_release(&hint);
    return -1;
}

// The end of a body: what has come of an event that was not ended. True when it broke off there.
static bool finish_stream(struct sa_call *call)
{
    if (call->error || call->reply.refused || call->done) return false;
    if (call->body == SA_BODY_LINES) return !take_lines(call, "\n", 1) && call->bad_event;
    return call->body == SA_BODY_EVENTS && sa_sse_finish(&call->sse, on_event, call) &&
           call->bad_event;
}

static bool take_plain(struct sa_call *call)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    sa_clean_json(&clean, sa_buf_text(&call->rest), call->rest.len);
    cJSON *root = sa_json_parse(sa_buf_text(&clean), clean.len, NULL);
    sa_buf_release(&clean);
    bool object = cJSON_IsObject(root);
    if (object) take(call, root, true);
    object = object && (call->error || call->server->wire->is_reply(root));
    cJSON_Delete(root);
    return object;
}

// What a 2xx body amounted to.
static int check_reply(struct sa_call *call, const struct sa_http_response *r, struct sa_err *err)
{
    const char *url = call->server->endpoint.url;
    struct sa_reply *reply = &call->reply;
    bool cut = finish_stream(call);
    if (call->body == SA_BODY_PLAIN && !take_plain(call)) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        sa_error_text(&text, sa_buf_text(&call->rest), call->rest.len);
        sa_err_set(err, SA_E_PROVIDER, "%s: not a %s: %s", url, call->server->wire->reply_name,
                   sa_buf_text(&text));
        sa_buf_release(&text);
        return -1;
    }
    if (call->error) return sa_err_set(err, SA_E_PROVIDER, "%s: %s", url, call->error), -1;
    if (reply->refused) return 0;
    if (reply->too_large || call->sse.too_large)
        return sa_err_set(err, SA_E_PROVIDER, "%s: reply too large", url), -1;
    if (call->bad_event && !cut)
        return sa_err_set(err, SA_E_PROVIDER, "%s: an event of the reply is no JSON", url), -1;
    if (!r->received) return sa_err_set(err, SA_E_PROVIDER, "%s: empty reply", url), -1;
    call->lost = cut || (call->body != SA_BODY_PLAIN && !call->done && !reply->finish_reason);
    if (call->lost)
        return sa_err_set(err, SA_E_PROVIDER, "%s: the reply broke off after %zu bytes", url,
                          r->received),
               -1;
    return 0;
}

static void put_body(struct sa_server *sv, const struct sa_model_request *q, struct sa_buf *body)
{
    struct sa_model_request plain;
    bool untooled = q->tool_count && (sv->quirks & SA_QUIRK_NO_TOOLS);
    if (untooled) sa_untool(q, &plain);
    sa_buf_appendc(body, '{');
    sv->wire->put_request(sv, untooled ? &plain : q, body);
    if (untooled) sa_untooled_release(&plain);
    sa_wire_put_extra(sv, body);
    sa_buf_appendc(body, '}');
}

static void trace(const struct sa_model_request *q, const struct sa_buf *body)
{
    struct sa_buf shown = SA_BUF_INIT(SA_BUF_HUGE);
    sa_wire_put_shown(&shown, q, sa_buf_text(body), body->len);
    sa_log(SA_LOG_TRACE, "%s", sa_buf_text(&shown));
    sa_buf_release(&shown);
}

static int attempt(struct sa_server *sv, struct sa_call *call, struct sa_model_result *result,
                   bool *again, struct sa_err *err)
{
    struct sa_buf body = SA_BUF_INIT(SA_BUF_HUGE);
    put_body(sv, call->request, &body);
    const struct sa_http_request q = {.method = "POST",
                                      .url = sv->endpoint.url,
                                      .credential = &sv->credential,
                                      .body = sa_buf_text(&body),
                                      .body_len = body.len,
                                      .on_data = on_data,
                                      .on_whole = on_whole,
                                      .on_retry = on_retry,
                                      .ctx = call,
                                      .stop = call->request->stop};
    struct sa_http_response r;
    sa_debug("POST %s: %zu messages, %zu bytes", q.url, call->request->count, body.len);
    if (sa_log_level() >= SA_LOG_TRACE) trace(call->request, &body);
    int rc = sa_http_send(sv->http, &q, &r, err);
    if (!rc) sa_debug("HTTP %d, %zu bytes", r.status, r.received);
    if (rc) call->lost = r.received && err->retryable;
    if (rc && err->unreachable) sa_err_append(err, "; %s", sa_server_advice(sv));
    if (rc == 0 && (r.status < 200 || r.status >= 300)) {
        *again = sa_server_learn(sv, call->request, &r);
        rc = *again ? 0 : status_error(call, &r, err);
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
static int wait_for_slot(struct sa_server *sv, struct sa_stop *stop, struct sa_err *err)
{
    if (!(sv->endpoint.requests_per_minute > 0)) return 0;
    int64_t gap = (int64_t)(60.0 / sv->endpoint.requests_per_minute * (double)SA_NS_PER_S);
    int64_t wait = sa_pace_take(sv->pace, gap);
    if (wait > 0 && !sa_http_wait(stop, wait / SA_NS_PER_MS))
        return sa_err_set(err, SA_E_PROVIDER, "request cancelled"), -1;
    return 0;
}

// A server that sends no usage: four characters a token is the usual rule of thumb.
static void estimate_usage(struct sa_call *call)
{
    struct sa_usage *u = &call->reply.usage;
    size_t in = 0;
    for (size_t i = 0; i < call->request->count; i++)
        in += sa_message_size(&call->request->messages[i]);
    u->input = (int64_t)(in / 4);
    u->output = (int64_t)((call->reply.text.len + call->reply.reasoning.len) / 4);
    u->estimated = true;
}

static void call_init(struct sa_call *call, struct sa_server *sv,
                      const struct sa_model_request *request)
{
    *call = (struct sa_call){.server = sv, .request = request};
    sa_reply_init(&call->reply, request);
    sa_sse_init(&call->sse, MAX_EVENT);
    sa_buf_init(&call->rest, SA_BUF_TEXT);
}

static void call_release(struct sa_call *call)
{
    sa_reply_release(&call->reply);
    sa_sse_release(&call->sse);
    sa_buf_release(&call->rest);
    sa_freep(&call->error);
}

static int ask(struct sa_call *call, struct sa_model_result *result, struct sa_err *err)
{
    bool again = true;
    int rc = 0;
    while (rc == 0 && again) {
        again = false;
        rc = wait_for_slot(call->server, call->request->stop, err);
        if (rc == 0) rc = attempt(call->server, call, result, &again, err);
    }
    return rc;
}

// A reply that was lost half-way is asked for anew: nothing of it has been used yet.
static bool start_over(struct sa_call *call, int *lost, const struct sa_err *err)
{
    enum { FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 120000 };
    struct sa_server *sv = call->server;
    const struct sa_model_request *request = call->request;
    if (!call->lost || *lost == sv->retries || call->wait_ms > LONGEST_WAIT_MS) return false;
    int64_t wait = sa_http_backoff(FIRST_WAIT_MS, ++*lost);
    if (call->wait_ms > 0) wait = call->wait_ms;
    on_retry(call, err->message, *lost, wait);
    call_release(call);
    call_init(call, sv, request);
    return sa_http_wait(request->stop, wait);
}

// What came as a whole goes back as a whole: the form of the server's own, with its members that
// this program does not know, in its order. Not what was cut, nor with ids that are ours.
static void keep_whole(const struct sa_server *sv, struct sa_reply *reply)
{
    bool theirs = sa_reply_settle(reply) || !sv->wire->has_ids;
    bool cut = !reply->finish_reason || !strcmp(reply->finish_reason, "length");
    reply->whole = theirs && !cut && !reply->call_lost && !reply->refused && !reply->refusal;
    sa_reply_keep_end(reply);
    reply->whole = reply->whole && sv->wire->seal(reply);
    if (!reply->whole) {
        cJSON_Delete(reply->kept);
        reply->kept = NULL;
    }
}

static int complete(struct sa_model *model, const struct sa_model_request *request,
                    struct sa_model_result *result, struct sa_err *err)
{
    struct sa_call call;
    struct sa_err why;
    int lost = 0, rc;
    call_init(&call, (struct sa_server *)model, request);
    do {
        sa_err_clear(&why);
        rc = ask(&call, result, &why);
    } while (rc && start_over(&call, &lost, &why));
    if (rc && err) *err = why;
    result->too_long = rc && call.too_long;
    result->asked_refused = rc && call.asked_refused;
    if (rc == 0) {
        sa_server_confirm(call.server);
        if (!call.reply.has_usage) estimate_usage(&call);
        if (request->tool_count) keep_whole(call.server, &call.reply);
        sa_reply_finish(&call.reply, result);
        if (result->kept) result->kept_by = sa_xstrdup(call.server->kept_by);
    }
    call_release(&call);
    return rc;
}

static void preview(struct sa_model *model, const struct sa_model_request *request,
                    struct sa_model_sent *sent)
{
    struct sa_server *sv = (struct sa_server *)model;
    struct sa_buf body = SA_BUF_INIT(SA_BUF_HUGE), shown = SA_BUF_INIT(SA_BUF_HUGE);
    const char *auth = sv->endpoint.auth;
    put_body(sv, request, &body);
    sa_wire_put_shown(&shown, request, sa_buf_text(&body), body.len);
    *sent = (struct sa_model_sent){.method = "POST",
                                   .url = sv->endpoint.url,
                                   .headers = (const char *const *)sv->endpoint.headers,
                                   .key_header = auth ? sa_xstrndup(auth, strcspn(auth, ":"))
                                                      : NULL,
                                   .len = body.len};
    sent->body = sa_buf_take(&shown, NULL);
    sa_buf_release(&body);
}

static const char *where(const struct sa_model *model)
{
    return ((const struct sa_server *)model)->endpoint.url;
}

static void server_free(struct sa_model *model)
{
    struct sa_server *sv = (struct sa_server *)model;
    sa_http_free(sv->http);
    sa_endpoint_release(&sv->endpoint);
    cJSON_Delete(sv->extra);
    sa_buf_release(&sv->built);
    sa_pace_leave(sv->pace);
    free(sv->kept_by);
    free(sv->trait_id);
    free(sv->proxy);
    free(sv->ca_file);
    free(sv);
}

static int list_offers(struct sa_model *model, struct sa_stop *stop, struct sa_offers *offers,
                       struct sa_err *err)
{
    return sa_server_offers((struct sa_server *)model, stop, offers, err);
}

static void left_out(const struct sa_model *model, struct sa_buf *out)
{
    unsigned bits = ((const struct sa_server *)model)->traits.left_out;
    for (unsigned bit = 1; bit && bit <= bits; bit <<= 1)
        if (bits & bit) sa_buf_appendf(out, "%s%s", out->len ? ", " : "", sa_trait_name(bit));
}

static int keep_window(struct sa_model *model, int64_t tokens, struct sa_err *err)
{
    struct sa_server *sv = (struct sa_server *)model;
    sv->traits.window = tokens;
    return sa_traits_save(sv->trait_id, &sv->traits, err) ? -1 : 0;
}

// The header lines are the endpoint's, and the key's behind them.
static void point_at_headers(struct sa_server *sv)
{
    size_t n = 0;
    for (; sv->endpoint.headers[n]; n++) sv->headers[n] = sv->endpoint.headers[n];
    if (sv->endpoint.auth) sv->headers[n] = sv->endpoint.auth;
    sv->credential = (struct sa_http_credential){sv->headers, sv->endpoint.given_for,
                                                 sv->endpoint.auth ? sv->endpoint.key_from : NULL};
}

// What belongs to a conversation begins anew; what was learnt of the server since is asked for.
static struct sa_model *twin(const struct sa_model *model)
{
    const struct sa_server *of = (const struct sa_server *)model;
    struct sa_server *sv = sa_xcalloc(1, sizeof *sv);
    sv->base = (struct sa_model){.ops = model->ops};
    sv->wire = of->wire;
    sa_endpoint_copy(&of->endpoint, &sv->endpoint);
    point_at_headers(sv);
    sv->proxy = sa_xstrdup(of->proxy);
    sv->ca_file = sa_xstrdup(of->ca_file);
    sv->kept_by = sa_xstrdup(of->kept_by);
    sv->extra = cJSON_Duplicate(of->extra, true);
    sv->sampling = of->sampling;
    sv->effort = of->effort;
    sv->max_reply_tokens = of->max_reply_tokens;
    sv->max_context = of->max_context;
    sv->retries = of->retries;
    sv->stream = of->stream;
    sv->quirks = of->quirks;
    sv->pace = sa_pace_join(of->pace);
    sv->built = (struct sa_buf)SA_BUF_INIT(SA_BUF_HUGE);
    sa_server_recall(sv);
    sv->http = sa_http_twin(of->http, sv->proxy, sv->ca_file);
    return &sv->base;
}

static const struct sa_model_ops server_ops = {.name = "server",
                                               .complete = complete,
                                               .twin = twin,
                                               .preview = preview,
                                               .offers = list_offers,
                                               .left_out = left_out,
                                               .keep_window = keep_window,
                                               .where = where,
                                               .free = server_free};

int64_t sa_model_first_ms(const struct sa_model_options *o)
{
    enum { FIRST_MS = 600000 };
    return o->idle_timeout_ms > FIRST_MS ? o->idle_timeout_ms : FIRST_MS;
}

int sa_server_open(const struct sa_model_options *o, struct sa_endpoint *endpoint,
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
    struct sa_server *sv = sa_xcalloc(1, sizeof *sv);
    sv->base.ops = &server_ops;
    sv->built = (struct sa_buf)SA_BUF_INIT(SA_BUF_HUGE);
    sv->endpoint = *endpoint;
    sv->wire = sa_wire_find(sv->endpoint.wire);
    sv->kept_by = sa_xasprintf("%s %s", sv->wire->name, sv->endpoint.name);
    memset(endpoint, 0, sizeof *endpoint);
    sv->extra = extra;
    sv->max_reply_tokens = o->max_reply_tokens;
    sv->max_context = o->max_context;
    sv->retries = o->retries;
    sv->stream = !o->no_stream;
    sv->quirks = o->no_images ? SA_QUIRK_NO_IMAGES : 0;
    sv->proxy = sa_xstrdup(o->proxy);
    sv->ca_file = sa_xstrdup(o->ca_file);
    sa_server_recall(sv);
    sv->base.window = sv->traits.window;
    const struct sa_server *beside = o->beside && o->beside->ops == &server_ops
                                         ? (const struct sa_server *)o->beside
                                         : NULL;
    bool paced = beside && sa_streq(beside->endpoint.provider, sv->endpoint.provider);
    sv->pace = paced ? sa_pace_join(beside->pace) : sa_pace_new();
    point_at_headers(sv);
    const struct sa_http_options http = {.connect_ms = o->connect_timeout_ms,
                                         .idle_ms = o->idle_timeout_ms,
                                         .first_ms = sa_model_first_ms(o),
                                         .total_ms = o->total_timeout_ms,
                                         .proxy = sv->proxy,
                                         .ca_file = sv->ca_file,
                                         .retries = o->retries};
    sv->http = sa_http_new(&http);
    if (sa_server_take_sampling(sv, &o->sampling, err)) return server_free(&sv->base), -1;
    *out = &sv->base;
    return 0;
}
