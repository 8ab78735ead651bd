// The tools of the fake MCP server, each with what may be wrong with an answer. Test code.
#ifndef TEST_MCP_TOOLS_H
#define TEST_MCP_TOOLS_H

#include "mcp_way.h"

struct call {
    struct way *w;
    const char *id;
    const cJSON *args, *params;
};

static inline void t_echo(const struct call *c)
{
    answer_text(c->w, c->id, sa_json_str(c->args, "text", "?"));
}

static inline void t_add(const struct call *c)
{
    SA_AUTO_FREE char *text = sa_xasprintf(
        "\"result\":{\"content\":[],\"structuredContent\":{\"sum\":%g}}",
        sa_json_num(c->args, "a", 0) + sa_json_num(c->args, "b", 0));
    answer(c->w, c->id, text);
}

static inline void t_misfit(const struct call *c)
{
    answer(c->w, c->id, "\"result\":{\"content\":[],\"structuredContent\":{\"sum\":\"many\"}}");
}

static inline void t_fail(const struct call *c)
{
    answer(c->w, c->id,
           "\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":"
           "\"the well is dry\"}]}");
}

static inline void t_refuse(const struct call *c)
{
    answer(c->w, c->id, "\"error\":{\"code\":-32602,\"message\":\"no such bucket\"}");
}

static inline void t_parts(const struct call *c)
{
    answer(c->w, c->id,
           "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"one\"},"
           "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"iVBORw0KGgo=\"},"
           "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"UklGRg==\"},"
           "{\"type\":\"resource_link\",\"uri\":\"pot://1\",\"name\":\"pot\"},"
           "{\"type\":\"resource\",\"resource\":{\"uri\":\"pot://2\",\"text\":\"tea\"}},"
           "{\"type\":\"resource\",\"resource\":{\"uri\":\"pot://3\",\"mimeType\":\"a/b\","
           "\"blob\":\"AAAA\"}},{\"type\":\"smell\",\"of\":\"mint\"}]}");
}

static inline void t_lines(const struct call *c)
{
    answer(c->w, c->id,
           "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"one\\n\"},"
           "{\"type\":\"text\",\"text\":\"two\"}]}");
}

static inline void t_nothing(const struct call *c)
{
    answer(c->w, c->id, "\"result\":{\"content\":[]}");
}

static inline void t_die(const struct call *c)
{
    (void)c;
    fputs("out of tea\n", stderr);
    exit(3);
}

static inline void t_silent(const struct call *c)
{
    c->w->fd = -1;
}

static inline void t_wrong_id(const struct call *c)
{
    answer_text(c->w, "424242", "not yours");
}

static inline void t_garbage(const struct call *c)
{
    put_text(c->w->fd, "Listening on port 3000\n{\"jsonrpc\":\n[1,2\n");
    answer_text(c->w, c->id, "after garbage");
}

static inline void t_huge(const struct call *c)
{
    static char piece[1 << 16];
    memset(piece, 'x', sizeof piece);
    if (c->w->http) begin_stream(c->w), put_text(c->w->fd, "data: ");
    for (int i = 0; i < 1600; i++) put(c->w->fd, piece, sizeof piece);
    put_text(c->w->fd, "\n\n");
}

// As many calls as there are at once are waited for: `n` of them, by a thread each.
static inline void t_meet(const struct call *c)
{
    int n = (int)sa_json_int(c->args, "n", 1);
    pthread_mutex_lock(&lock);
    if (++calls_now > calls_most) calls_most = calls_now;
    pthread_cond_broadcast(&told);
    while (calls_most < n) pthread_cond_wait(&told, &lock);
    calls_now--;
    pthread_mutex_unlock(&lock);
    answer_text(c->w, c->id, "met");
}

static inline void t_sleep(const struct call *c)
{
    sa_sleep(sa_json_int(c->args, "ms", 0) * SA_NS_PER_MS);
    answer_text(c->w, c->id, "slept");
}

static inline void t_progress(const struct call *c)
{
    const cJSON *token = sa_json_path(c->params, "_meta.progressToken");
    char more[100001] = "";
    if (is_fault("loud")) memset(more, 'x', sizeof more - 1);
    for (int i = 1; i <= 3; i++) {
        SA_AUTO_FREE char *text = sa_xasprintf(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
            "{\"progressToken\":%lld,\"progress\":%d,\"total\":3,\"message\":\"cup %d%s\"}}",
            token ? (long long)token->valuedouble : -1, i, i, more);
        say(c->w, text);
    }
    SA_AUTO_FREE char *log = sa_xasprintf(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
        "{\"level\":\"warning%s\",\"logger\":\"pot\",\"data\":\"it is hot%s\"}}",
        more, more);
    say(c->w, log);
    answer_text(c->w, c->id, "poured");
}

// Asks the client for `what`, and gives what it says.
static inline void t_ask(const struct call *c)
{
    SA_AUTO_FREE char *text = sa_xasprintf(
        "{\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"method\":\"%s\",\"params\":{}}",
        sa_json_str(c->args, "what", "ping"));
    say(c->w, text);
    pthread_mutex_lock(&lock);
    while (!asked) pthread_cond_wait(&told, &lock);
    SA_AUTO_FREE char *said = asked;
    asked = NULL;
    pthread_mutex_unlock(&lock);
    answer_text(c->w, c->id, said);
}

static inline void t_storm(const struct call *c)
{
    for (int i = 0; i < 2000; i++)
        say(c->w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    answer_text(c->w, c->id, "calm");
}

// From now on there is no tool echo, and one more.
static bool changed;
static inline void t_change(const struct call *c)
{
    changed = true;
    say(c->w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    answer_text(c->w, c->id, "changed");
}

static inline void t_args(const struct call *c)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_json_print(&out, c->args);
    answer_text(c->w, c->id, sa_buf_text(&out));
    sa_buf_release(&out);
}

static inline void t_env(const struct call *c)
{
    const char *value = getenv(sa_json_str(c->args, "text", ""));
    answer_text(c->w, c->id, value ? value : "(not set)");
}

// Over HTTP alone: the session is forgotten; the stream breaks off before the answer.
static inline void t_forget(const struct call *c)
{
    forgotten = true;
    answer_text(c->w, c->id, "forgotten");
}

static inline void t_cut(const struct call *c)
{
    begin_stream(c->w);
    put_text(c->w->fd, "id: e7\nretry: 10\ndata:\n\n");
    c->w->cut = true;
    answer_text(c->w, c->id, "whole again");
}

#define TEXT                                                                                       \
    "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}"
#define NONE "{\"type\":\"object\"}"

static const struct {
    const char *name, *schema, *more;
    void (*call)(const struct call *c);
} tools[] = {
    {"echo", TEXT, ",\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}", t_echo},
    {"add",
     "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"},\"b\":{\"type\":\"number\",\"default\":1}},\"required\":[\"a\"]}",
     ",\"outputSchema\":{\"type\":\"object\",\"properties\":{\"sum\":{\"type\":\"number\"}},\"required\":[\"sum\"]}",
     t_add},
    {"misfit", NONE,
     ",\"outputSchema\":{\"type\":\"object\",\"properties\":{\"sum\":{\"type\":\"number\"}}}",
     t_misfit},
    {"fail", NONE, "", t_fail},
    {"refuse", NONE, "", t_refuse},
    {"parts", NONE, "", t_parts},
    {"lines", NONE, "", t_lines},
    {"nothing", NONE, "", t_nothing},
    {"die", NONE, "", t_die},
    {"silent", NONE, "", t_silent},
    {"wrong_id", NONE, "", t_wrong_id},
    {"garbage", NONE, "", t_garbage},
    {"huge", NONE, "", t_huge},
    {"meet", "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}", "", t_meet},
    {"sleep", "{\"type\":\"object\",\"properties\":{\"ms\":{\"type\":\"integer\"}}}", "", t_sleep},
    {"progress", NONE, "", t_progress},
    {"ask", "{\"type\":\"object\",\"properties\":{\"what\":{\"type\":\"string\"}}}", "", t_ask},
    {"storm", NONE, "", t_storm},
    {"change", NONE, "", t_change},
    {"env", TEXT, "", t_env},
    {"forget", NONE, "", t_forget},
    {"cut", NONE, "", t_cut},
    {"import", NONE, "", t_args},
    {"print", NONE, "", t_args},
    {"3d-view",
     "{\"type\":\"object\",\"properties\":{\"from\":{\"type\":\"string\"},\"max-results\":{\"type\":\"integer\"},\"max_results\":{\"type\":\"integer\"}},\"required\":[\"from\",\"lost\"]}",
     "", t_args},
    {"tree",
     "{\"type\":\"object\",\"properties\":{\"node\":{\"$ref\":\"#/$defs/node\"},\"gone\":{\"$ref\":\"#/$defs/nowhere\"}},\"$defs\":{\"node\":{\"type\":\"object\",\"properties\":{\"size\":{\"type\":\"integer\"},\"next\":{\"$ref\":\"#/$defs/node\"}}}}}",
     "", t_args},
};

#endif
