// See rpc.h.
#include "mcp/rpc.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { MAX_BATCH = 1000 };

const char *sa_mcp_version(const char *wanted)
{
    static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
    for (size_t i = 0; i < SA_COUNT(versions); i++)
        if (!strcmp(versions[i], wanted)) return versions[i];
    return versions[0];
}

void sa_rpc_init(struct sa_rpc *rpc)
{
    *rpc = (struct sa_rpc){.last_id = 0};
    pthread_mutex_init(&rpc->lock, NULL);
}

void sa_rpc_release(struct sa_rpc *rpc)
{
    pthread_mutex_destroy(&rpc->lock);
}

// ---- texts -------------------------------------------------------------------------------------

static struct sa_buf begin(const char *id)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&out, "{");
    sa_json_put_str(&out, "jsonrpc", "2.0");
    if (id) sa_json_put_raw(&out, "id", id);
    return out;
}

static char *end(struct sa_buf *out)
{
    sa_buf_appendc(out, '}');
    return sa_buf_take(out, NULL);
}

static char *call(const char *id, const char *method, const char *params)
{
    struct sa_buf out = begin(id);
    sa_json_put_str(&out, "method", method);
    if (params) sa_json_put_raw(&out, "params", params);
    return end(&out);
}

char *sa_rpc_notice(const char *method, const char *params)
{
    return call(NULL, method, params);
}

char *sa_rpc_request(const struct sa_rpc_wait *wait, const char *method, const char *params)
{
    SA_AUTO_FREE char *id = sa_xasprintf("%lld", (long long)wait->id);
    return call(id, method, params);
}

char *sa_rpc_result(const char *id, const char *result)
{
    struct sa_buf out = begin(id);
    sa_json_put_raw(&out, "result", result);
    return end(&out);
}

char *sa_rpc_refusal(const char *id, int code, const char *why)
{
    struct sa_buf out = begin(id);
    sa_json_key(&out, "error");
    sa_buf_appendc(&out, '{');
    sa_json_put_int(&out, "code", code);
    sa_json_put_str(&out, "message", why);
    sa_buf_appendc(&out, '}');
    return end(&out);
}

// ---- requests ----------------------------------------------------------------------------------

bool sa_rpc_begin(struct sa_rpc *rpc, struct sa_rpc_wait *wait, const void *about)
{
    *wait = (struct sa_rpc_wait){.about = about, .fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (wait->fd < 0) return false;
    pthread_mutex_lock(&rpc->lock);
    wait->id = ++rpc->last_id;
    wait->next = rpc->first;
    rpc->first = wait;
    pthread_mutex_unlock(&rpc->lock);
    return true;
}

void sa_rpc_end(struct sa_rpc *rpc, struct sa_rpc_wait *wait)
{
    pthread_mutex_lock(&rpc->lock);
    struct sa_rpc_wait **at = &rpc->first;
    while (*at && *at != wait) at = &(*at)->next;
    if (*at) *at = wait->next;
    pthread_mutex_unlock(&rpc->lock);
    if (wait->fd >= 0) close(wait->fd);
    wait->fd = -1;
    cJSON_Delete(wait->reply);
    wait->reply = NULL;
    sa_freep(&wait->failure);
}

// With the lock held, as the two below.
static void wake(const struct sa_rpc_wait *wait)
{
    const uint64_t one = 1;
    if (write(wait->fd, &one, sizeof one) < 0) return; // it is readable already
}

static bool is_settled(const struct sa_rpc_wait *wait)
{
    return wait->reply || wait->failure;
}

static void fail(struct sa_rpc_wait *wait, const char *why)
{
    if (is_settled(wait)) return;
    wait->failure = sa_xstrdup(why);
    wake(wait);
}

void sa_rpc_fail(struct sa_rpc *rpc, const char *why)
{
    pthread_mutex_lock(&rpc->lock);
    for (struct sa_rpc_wait *w = rpc->first; w; w = w->next) fail(w, why);
    pthread_mutex_unlock(&rpc->lock);
}

void sa_rpc_fail_one(struct sa_rpc *rpc, struct sa_rpc_wait *wait, const char *why)
{
    pthread_mutex_lock(&rpc->lock);
    fail(wait, why);
    pthread_mutex_unlock(&rpc->lock);
}

void sa_rpc_stir(struct sa_rpc *rpc)
{
    pthread_mutex_lock(&rpc->lock);
    for (struct sa_rpc_wait *w = rpc->first; w; w = w->next) wake(w);
    pthread_mutex_unlock(&rpc->lock);
}

bool sa_rpc_settled(struct sa_rpc *rpc, struct sa_rpc_wait *wait)
{
    pthread_mutex_lock(&rpc->lock);
    bool settled = is_settled(wait);
    pthread_mutex_unlock(&rpc->lock);
    return settled;
}

enum sa_rpc_end sa_rpc_await(struct sa_rpc *rpc, struct sa_rpc_wait *wait, int64_t deadline,
                             struct sa_stop *stop, void (*turn)(void *ctx), void *ctx)
{
    for (;;) {
        uint64_t count;
        if (sa_rpc_settled(rpc, wait)) return wait->reply ? SA_RPC_REPLY : SA_RPC_FAILED;
        if (sa_stop_reason(stop)) return SA_RPC_STOPPED;
        if (sa_clock_monotonic() >= deadline) return SA_RPC_LATE;
        struct pollfd p[] = {{.fd = stop ? stop->fd : -1, .events = POLLIN},
                             {.fd = wait->fd, .events = POLLIN}};
        sa_flow_wait(p, SA_COUNT(p), deadline);
        if (p[1].revents && read(wait->fd, &count, sizeof count) > 0 && turn) turn(ctx);
    }
}

bool sa_rpc_see(struct sa_rpc *rpc, int64_t id, void (*see)(void *ctx, const void *about),
                void *ctx)
{
    pthread_mutex_lock(&rpc->lock);
    struct sa_rpc_wait *w = rpc->first;
    while (w && w->id != id) w = w->next;
    bool seen = w && w->about;
    if (seen) see(ctx, w->about);
    pthread_mutex_unlock(&rpc->lock);
    return seen;
}

// ---- what comes --------------------------------------------------------------------------------

// Takes the message over when somebody waits for it.
static bool give(struct sa_rpc *rpc, cJSON *message, int64_t id)
{
    bool found = false;
    pthread_mutex_lock(&rpc->lock);
    for (struct sa_rpc_wait *w = rpc->first; w && !found; w = w->next) {
        if (w->id != id || is_settled(w)) continue;
        w->reply = message;
        wake(w);
        found = true;
    }
    if (!found) rpc->strays++;
    pthread_mutex_unlock(&rpc->lock);
    return found;
}

// Ids of ours are whole numbers: what is none, or another, is nobody's.
static const char *take_reply(struct sa_rpc *rpc, cJSON *message, const cJSON *id)
{
    const cJSON *error = sa_json_get(message, "error");
    if (!error && !sa_json_get(message, "result")) return "no request, no notification, no reply";
    if (error && !cJSON_IsObject(error)) return "an error that is no object";
    bool ours = cJSON_IsNumber(id) && id->valuedouble >= 1 && id->valuedouble < 9e15;
    if (!give(rpc, message, ours ? (int64_t)id->valuedouble : 0)) cJSON_Delete(message);
    return NULL;
}

// Takes it over, but where it says why it is none.
static const char *take(struct sa_rpc *rpc, cJSON *message)
{
    const char *method = sa_json_str(message, "method", NULL);
    const cJSON *id = sa_json_get(message, "id"), *params = sa_json_get(message, "params");
    if (!cJSON_IsObject(message)) return "no JSON object";
    if (!sa_streq(sa_json_str(message, "jsonrpc", NULL), "2.0"))
        return "not marked as JSON-RPC 2.0";
    if (!method) return take_reply(rpc, message, id);
    if (id && !cJSON_IsString(id) && !cJSON_IsNumber(id)) return "a request without a usable id";
    if (id) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        sa_json_print(&text, id);
        if (!text.full) rpc->on_request(rpc->ctx, sa_buf_text(&text), method, params);
        sa_buf_release(&text);
    } else {
        rpc->on_notice(rpc->ctx, method, params);
    }
    cJSON_Delete(message);
    return NULL;
}

const char *sa_rpc_receive(struct sa_rpc *rpc, const char *text, size_t len)
{
    cJSON *message = sa_json_parse(text, len, NULL);
    const char *bad = NULL, *worst = NULL;
    if (!message) return "no JSON";
    if (!cJSON_IsArray(message)) {
        bad = take(rpc, message);
        if (bad) cJSON_Delete(message);
        return bad;
    }
    if (cJSON_GetArraySize(message) > MAX_BATCH) bad = "a batch of more than 1,000 messages";
    while (message->child && !bad) { // a batch, which the protocol once had
        cJSON *one = cJSON_DetachItemFromArray(message, 0);
        const char *why = take(rpc, one);
        if (why) cJSON_Delete(one), worst = why;
    }
    cJSON_Delete(message);
    return bad ? bad : worst;
}
