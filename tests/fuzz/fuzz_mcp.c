// Fuzz driver: what an MCP server says. The first byte says what the rest is: a stream of events,
// messages in lines, a list of tools, or the result of a call. Whatever it is ends in functions
// that Python takes, values that are JSON, and words about what was wrong.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/sse.h"
#include "mcp/mcp_int.h"
#include "schema/schema.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum sa_mcp_sent swallow(struct sa_mcp_server *s, const char *text, struct sa_rpc_wait *wait,
                                int64_t deadline, struct sa_stop *stop, struct sa_err *err)
{
    (void)s, (void)wait, (void)deadline, (void)stop, (void)err;
    SA_CHECK(sa_json_valid(text, strlen(text)));
    return SA_MCP_SENT;
}

static void nothing(struct sa_mcp_server *s)
{
    (void)s;
}

static const struct sa_mcp_transport fake = {"fake", NULL, NULL, swallow, nothing, nothing};

static bool on_event(void *ctx, const char *name, const char *data, size_t len)
{
    const char *why = NULL;
    (void)name;
    if (!sa_mcp_server_take(ctx, data, len, &why)) SA_CHECK(why != NULL);
    return true;
}

static void events(struct sa_mcp_server *s, const char *text, size_t len)
{
    struct sa_sse sse;
    sa_sse_init(&sse, 1 << 16);
    if (sa_sse_feed(&sse, text, len / 2, on_event, s))
        sa_sse_feed(&sse, text + len / 2, len - len / 2, on_event, s);
    sa_sse_release(&sse);
}

static void lines(struct sa_mcp_server *s, const char *text, size_t len)
{
    struct sa_str rest = {text, len}, line;
    while (sa_str_next_line(&rest, &line)) on_event(s, "", line.data, line.len);
}

static void tools(struct sa_mcp_server *s, const char *text, size_t len)
{
    struct sa_tools all = {0};
    struct sa_err err = SA_ERR_INIT;
    s->tools = sa_json_parse(text, len, NULL);
    SA_CHECK(!sa_mcp_adapt(s->all, &all, &err));
    sa_tools_add_words(&all, "s", text);
    SA_CHECK(!all.words || !strstr(all.words, "</code>"));
    for (size_t i = 0; i < all.count; i++) {
        SA_AUTO_FREE char *stub = sa_tool_stub(all.items[i]);
        SA_CHECK(sa_is_identifier(all.items[i]->name) && !sa_is_builtin(all.items[i]->name));
        SA_CHECK(sa_starts_with(stub, "def "));
        for (size_t k = 0; k < i; k++)
            SA_CHECK(strcmp(all.items[i]->name, all.items[k]->name) != 0);
    }
    sa_tools_release(&all);
}

static void result(struct sa_mcp_server *s, const char *text, size_t len)
{
    struct sa_tool tool = {.name = (char *)"f",
                           .output = sa_json_parse("{\"type\":\"object\"}", 17, NULL)};
    struct sa_tool_result r = {.json = NULL};
    cJSON *reply = sa_json_parse(text, len, NULL);
    (void)s;
    tool.gives = sa_schema_new(tool.output, 0, NULL);
    sa_mcp_content_result(&tool, reply, &r);
    SA_CHECK(!r.json != !r.error);
    SA_CHECK(!r.json || sa_json_valid(r.json, strlen(r.json)));
    sa_tool_result_release(&r);
    cJSON_Delete(reply);
    sa_schema_free(tool.gives);
    cJSON_Delete(tool.output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const kinds[])(struct sa_mcp_server *, const char *, size_t) = {events, lines,
                                                                                  tools, result};
    const struct sa_mcp_options none = {.stop = NULL};
    if (!size) return 0;
    sa_log_set_level(SA_LOG_ERROR);
    struct sa_mcp *mcp = sa_mcp_new(&none);
    struct sa_err err = SA_ERR_INIT;
    SA_CHECK(!sa_mcp_add_word(mcp, "fake", &err));
    struct sa_mcp_server *s = mcp->items[0];
    s->transport = &fake;
    SA_AUTO_FREE char *text = sa_xstrndup((const char *)data + 1, size - 1);
    kinds[data[0] % SA_COUNT(kinds)](s, text, size - 1);
    sa_mcp_free(mcp);
    return 0;
}
