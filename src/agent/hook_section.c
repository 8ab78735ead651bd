// A [hook.NAME] section turned into a hook (hook.c runs it).
#include <stdlib.h>
#include <string.h>

#include "agent/hook.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/tool.h"

static const char *const moments[SA_HOOK_MOMENTS] = {
    [SA_HOOK_BEFORE_CODE] = "before_code", [SA_HOOK_AFTER_STEP] = "after_step",
    [SA_HOOK_BEFORE_TOOL] = "before_tool", [SA_HOOK_AFTER_TOOL] = "after_tool",
    [SA_HOOK_ON_END] = "on_end",
};

#define MOMENTS "before_code, after_step, before_tool, after_tool, on_end"

enum { ABOUT_TOOLS = 1 << SA_HOOK_BEFORE_TOOL | 1 << SA_HOOK_AFTER_TOOL };

const char *sa_hook_moment(enum sa_hook_on on)
{
    SA_CHECK(on < SA_HOOK_MOMENTS);
    return moments[on];
}

void sa_hook_put_moments(const struct sa_hook *h, struct sa_buf *out)
{
    const char *before = "";
    for (int i = 0; i < SA_HOOK_MOMENTS; i++) {
        if (!(h->on & 1u << i)) continue;
        sa_buf_appendf(out, "%s%s", before, moments[i]);
        before = ", ";
    }
}

// ---- reading ------------------------------------------------------------------------------------

static int bad(const struct sa_hook *h, const char *key, const char *what, struct sa_err *err)
{
    return sa_err_set(err, SA_E_CONFIG, "[hook.%s] %s: %s", h->name, key, what), -1;
}

static int read_command(struct sa_hook *h, const char *value, struct sa_err *err)
{
    cJSON_Delete(h->command);
    h->command = sa_proc_words(value);
    if (!h->command)
        return bad(h, "command", "expected an array of strings, like [\"prog\", \"--flag\"]", err);
    const char *program = h->command->child->valuestring;
    if (sa_proc_is_there(program)) return 0;
    SA_AUTO_FREE char *what = sa_xasprintf("there is no program '%.200s' here", program);
    return bad(h, "command", what, err);
}

static int read_on(struct sa_hook *h, const char *value, struct sa_err *err)
{
    struct sa_str rest = sa_str_of(value), part;
    h->on = 0;
    while (sa_str_next_part(&rest, ',', &part)) {
        size_t i = 0;
        while (i < SA_HOOK_MOMENTS && !sa_str_equals(sa_str_trim(part), moments[i])) i++;
        if (i == SA_HOOK_MOMENTS) {
            part = sa_str_trim(part);
            SA_AUTO_FREE char *what = sa_xasprintf("'%.*s' is none of " MOMENTS, (int)part.len,
                                                   part.data);
            return bad(h, "on", what, err);
        }
        h->on |= 1u << i;
    }
    return 0;
}

// What looks like a tool to a model that calls tools, and is none.
static const char *no_tool(const char *name)
{
    if (sa_streq(name, "python")) return "code is no call of a tool: on = before_code is for it";
    if (sa_streq(name, "final_answer")) return "the answer is no call of a tool: --check judges it";
    return strchr(name, '(') ? "names of tools, without arguments" : NULL;
}

static int read_tools(struct sa_hook *h, const char *value, struct sa_err *err)
{
    struct sa_err why = SA_ERR_INIT;
    sa_rules_release(&h->tools);
    h->tools = (struct sa_rules){0};
    if (sa_rules_add(&h->tools, value, &why)) return bad(h, "tools", why.message, err);
    for (size_t i = 0; i < h->tools.count; i++) {
        const char *fault = no_tool(h->tools.texts[i]);
        if (fault) return bad(h, "tools", fault, err);
    }
    return h->tools.count ? 0 : bad(h, "tools", "it names none", err);
}

static int read_timeout(struct sa_hook *h, const char *value, struct sa_err *err)
{
    bool ok = sa_parse_duration(value, &h->timeout_ns) && h->timeout_ns > 0;
    return ok ? 0 : bad(h, "timeout", "expected a duration, like 30 or 2m", err);
}

static int read_order(struct sa_hook *h, const char *value, struct sa_err *err)
{
    return sa_parse_i64(value, &h->order) ? 0 : bad(h, "order", "expected a whole number", err);
}

static int read_env(struct sa_hook *h, const char *value, struct sa_err *err)
{
    free(h->env);
    h->env = sa_xstrdup(value);
    return sa_proc_env_is(value)
               ? 0
               : bad(h, "env", "expected names of variables, with commas between", err);
}

static int read_setting(struct sa_hook *h, const struct sa_tool_setting *s, struct sa_err *err)
{
    static const struct {
        const char *key;
        int (*read)(struct sa_hook *h, const char *value, struct sa_err *err);
    } rows[] = {{"command", read_command}, {"on", read_on},       {"tools", read_tools},
                {"timeout", read_timeout}, {"order", read_order}, {"env", read_env}};
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (!strcmp(s->key, rows[i].key)) return rows[i].read(h, s->value, err);
    return bad(h, s->key, "unknown key (command, on, tools, timeout, order, env)", err);
}

static int check_whole(const struct sa_hook *h, struct sa_err *err)
{
    if (!h->command)
        return bad(h, "command",
                   "missing; the program and its arguments, like [\"prog\", \"--flag\"]", err);
    if (!h->on) return bad(h, "on", "missing; one or more of " MOMENTS, err);
    return h->tools.count && !(h->on & ABOUT_TOOLS)
               ? bad(h, "tools", "they are for before_tool and after_tool", err)
               : 0;
}

// ---- the list -----------------------------------------------------------------------------------

static void release(struct sa_hook *h)
{
    free(h->name);
    cJSON_Delete(h->command);
    sa_rules_release(&h->tools);
    free(h->env);
}

void sa_hooks_release(struct sa_hooks *hooks)
{
    for (size_t i = 0; i < hooks->count; i++) release(&hooks->items[i]);
    free(hooks->items);
    *hooks = (struct sa_hooks){0};
}

static void insert(struct sa_hooks *hooks, const struct sa_hook *h)
{
    size_t at = hooks->count;
    SA_GROW(hooks->items, hooks->cap, hooks->count + 1);
    for (; at && hooks->items[at - 1].order > h->order; at--)
        hooks->items[at] = hooks->items[at - 1];
    hooks->items[at] = *h;
    hooks->count++;
}

int sa_hooks_add(struct sa_hooks *hooks, const char *name, const struct sa_tool_setting *settings,
                 size_t count, size_t *row, struct sa_err *err)
{
    struct sa_hook h = {.name = sa_xstrdup(name), .timeout_ns = 10 * SA_NS_PER_S};
    int rc = 0;
    *row = 0;
    for (size_t i = 0; rc == 0 && i < count; i++)
        if ((rc = read_setting(&h, &settings[i], err))) *row = i;
    if (rc == 0) rc = check_whole(&h, err);
    if (rc == 0) insert(hooks, &h);
    else release(&h);
    return rc;
}
