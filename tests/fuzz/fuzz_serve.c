// Fuzz driver: what a client says to our MCP server. The first byte says what the rest is: messages
// in lines, or the headers of a request over HTTP. Every message is answered with JSON, each call
// once, and what is let in is what the guard's rules say.
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/serve.h"
#include "mcp/serve_guard.h"
#include "tool/builtin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct heard {
    pthread_mutex_t lock;
    size_t results;
};

static void on_send(void *to, uint64_t about, enum sa_serve_kind kind, const char *message)
{
    struct heard *h = to;
    SA_CHECK(about == 7);
    SA_CHECK((kind == SA_SERVE_NONE) == !message);
    if (message) SA_CHECK(sa_json_valid(message, strlen(message)) && !strchr(message, '\n'));
    pthread_mutex_lock(&h->lock);
    h->results += kind == SA_SERVE_RESULT || kind == SA_SERVE_NONE;
    pthread_mutex_unlock(&h->lock);
}

static void say_back(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                     struct sa_tool_result *result)
{
    (void)stop;
    sa_serve_progress(tool->data, args, strlen(args));
    result->json = sa_xstrdup(args);
}

static void *begin(void *ctx, struct sa_serve *session, struct sa_tools *tools)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_tool *tool = sa_builtin_new("say", "Says it again.", SA_TOOL_READS, say_back);
    (void)ctx;
    tool->data = session;
    SA_CHECK(!sa_tools_add(tools, tool, &err));
    sa_builtin_input(tool, "text", "{\"type\":\"string\"}");
    return NULL;
}

static void end(void *state)
{
    (void)state;
}

static void messages(const char *text, size_t len)
{
    static const struct sa_serve_offer offer = {"Say it.", NULL, begin, end};
    struct heard heard = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct sa_err err = SA_ERR_INIT;
    struct sa_str rest = {text, len}, line;
    size_t calls = 0;
    struct sa_serve *session = sa_serve_new(&offer, on_send, &heard, &err);
    if (!session) return; // no thread
    while (sa_str_next_line(&rest, &line)) calls += sa_serve_take(session, line.data, line.len, 7);
    sa_serve_free(session, len % 2);
    SA_CHECK(calls == heard.results);
}

static void headers(const char *text, size_t len)
{
    struct sa_guard guard = {.token = "0123456789abcdef"};
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *value = sa_xstrndup(text, len);
    if (!sa_guard_listen(&guard, value, &err))
        SA_CHECK(guard.address.ss_family == AF_INET || guard.address.ss_family == AF_INET6);
    guard.loopback = true;
    SA_CHECK(!sa_guard_host(&guard, value) || strstr(value, "127.") || strstr(value, "::1") ||
             strcasestr(value, "localhost") || strstr(value, "1]") || strchr(value, ':'));
    SA_CHECK(!sa_guard_origin(&guard, value) || sa_starts_with(value, "http"));
    SA_CHECK(!sa_guard_authorization(&guard, value) || strstr(value, guard.token));
    SA_CHECK(!sa_guard_accepts(value) || strchr(value, '/'));
    SA_CHECK(!sa_guard_is_json(value) ||
             !strncasecmp(sa_str_trim(sa_str_of(value)).data, "app", 3));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    sa_log_set_level(SA_LOG_ERROR);
    SA_AUTO_FREE char *text = sa_xstrndup((const char *)data + 1, size - 1);
    (data[0] % 2 ? messages : headers)(text, size - 1);
    return 0;
}
