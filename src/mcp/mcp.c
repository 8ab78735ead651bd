// All servers of a session: begun at once, each on a thread of its own, and waited for together.
#include "mcp/mcp.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

struct sa_mcp *sa_mcp_new(const struct sa_mcp_options *options)
{
    struct sa_mcp *mcp = sa_xcalloc(1, sizeof *mcp);
    mcp->o = *options;
    return mcp;
}

// ---- threads -----------------------------------------------------------------------------------

static void launch(struct sa_mcp_server *s, void *(*run)(void *))
{
    sigset_t all, old;
    sigfillset(&all); // signals stay with the main thread
    pthread_sigmask(SIG_SETMASK, &all, &old);
    s->threaded = pthread_create(&s->thread, NULL, run, s) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!s->threaded) run(s);
}

static void join_all(struct sa_mcp *mcp)
{
    for (size_t i = 0; i < mcp->count; i++) {
        if (mcp->items[i]->threaded) pthread_join(mcp->items[i]->thread, NULL);
        mcp->items[i]->threaded = false;
    }
}

static void *begin(void *ctx)
{
    struct sa_mcp_server *s = ctx;
    struct sa_stop *stop = s->all->o.stop;
    if (sa_mcp_server_start(s, stop, &s->err)) return NULL;
    if (s->has_tools) s->tools = sa_mcp_list(s, "tools/list", "tools", stop, &s->err);
    return NULL;
}

static void *end(void *ctx)
{
    struct sa_mcp_server *s = ctx;
    s->transport->end(s);
    return NULL;
}

void sa_mcp_start(struct sa_mcp *mcp)
{
    if (mcp->started) return;
    mcp->started = true;
    for (size_t i = 0; i < mcp->count; i++) launch(mcp->items[i], begin);
}

int sa_mcp_finish(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err)
{
    join_all(mcp);
    mcp->finished = true;
    for (size_t i = 0; i < mcp->count; i++) {
        const struct sa_mcp_server *s = mcp->items[i];
        if (!s->err.code) continue;
        if (!s->set.optional) return *err = s->err, err->code = SA_E_TOOL;
        sa_warn("%s; it is optional, and left out", s->err.message);
    }
    int code = sa_mcp_adapt(mcp, tools, err);
    if (!code) code = sa_mcp_add_resource_tools(mcp, tools, err);
    if (!code) sa_mcp_add_words(mcp, tools);
    return code;
}

bool sa_mcp_may_offer(const struct sa_mcp *mcp, const char *server, bool later)
{
    for (size_t i = 0; i < mcp->count; i++) {
        const struct sa_mcp_server *s = mcp->items[i];
        bool meant = !server || sa_streq(server, s->name);
        if (meant && (s->err.code || (later && s->adds_tools))) return true;
    }
    return false;
}

void sa_mcp_free(struct sa_mcp *mcp)
{
    if (!mcp) return;
    join_all(mcp);
    for (size_t i = 0; i < mcp->count; i++) launch(mcp->items[i], end);
    join_all(mcp);
    for (size_t i = 0; i < mcp->count; i++) sa_mcp_server_free(mcp->items[i]);
    for (size_t i = 0; i < mcp->prompt_count; i++) {
        free((char *)mcp->prompts[i].shown.name);
        free((char *)mcp->prompts[i].shown.full);
        free((char *)mcp->prompts[i].shown.args);
        free((char *)mcp->prompts[i].shown.help);
    }
    free(mcp->prompts);
    free(mcp->items);
    free(mcp);
}

// ---- telling -----------------------------------------------------------------------------------

static void put_names(const cJSON *items, const char *title, struct sa_buf *out)
{
    const cJSON *item;
    int n = cJSON_GetArraySize(items);
    if (!n) return;
    sa_buf_appendf(out, "    %d %s%s:", n, title, n == 1 ? "" : "s");
    cJSON_ArrayForEach(item, items)
        sa_buf_appendf(out, "%s %.80s", item == items->child ? "" : ",",
                       sa_json_str(item, "name", sa_json_str(item, "uri", "?")));
    sa_buf_appendc(out, '\n');
}

static void put_list(struct sa_mcp_server *s, bool has, const char *method, const char *key,
                     const char *title, struct sa_buf *out)
{
    struct sa_err err = SA_ERR_INIT;
    if (!has) return;
    cJSON *items = sa_mcp_list(s, method, key, s->all->o.stop, &err);
    if (items) put_names(items, title, out);
    else sa_buf_appendf(out, "    %ss: %s\n", title, err.message);
    cJSON_Delete(items);
}

bool sa_mcp_describe(struct sa_mcp *mcp, struct sa_buf *out)
{
    bool well = true;
    join_all(mcp);
    for (size_t i = 0; i < mcp->count; i++) {
        struct sa_mcp_server *s = mcp->items[i];
        if (s->err.code) {
            sa_buf_appendf(out, "%s: %s%s\n", s->name, s->err.message,
                           s->set.optional ? " (optional)" : "");
            well = false;
            continue;
        }
        sa_buf_appendf(out, "%s: %s over %s, protocol %s\n", s->name, s->title, s->transport->name,
                       s->version);
        put_names(s->tools, "tool", out);
        put_list(s, s->has_resources, "resources/list", "resources", "resource", out);
        put_list(s, s->has_resources, "resources/templates/list", "resourceTemplates",
                 "resource template", out);
        put_list(s, s->has_prompts, "prompts/list", "prompts", "prompt", out);
    }
    return well;
}
