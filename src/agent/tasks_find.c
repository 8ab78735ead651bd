// From a reply to its calls: in the server's own form, or as the reader found them in its text; and
// what they are calls of.
#include <stdlib.h>
#include <string.h>

#include "agent/shape.h"
#include "agent/read_calls.h"
#include "agent/tasks.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

void sa_tasks_release(struct sa_tasks *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        free(tasks->items[i].name), free(tasks->items[i].args);
        sa_buf_release(&tasks->items[i].text);
    }
    free(tasks->items);
    *tasks = (struct sa_tasks){0};
}

void sa_task_fail(struct sa_agent *a, struct sa_task *task, const char *kind, const char *type,
                  const char *message, int64_t call)
{
    sa_buf_appendf(&task->text, "%s: %s", type ? type : "Error", message);
    task->failed = task->done = true;
    sa_agent_emit_call_error(a, kind, type, message, strlen(message), call);
}

static bool is_shaped(const struct sa_agent *a, const char *args, size_t len)
{
    SA_AUTO_FREE char *why = a->o.shape ? sa_shape_misfit(a->o.shape, args, len) : NULL;
    return a->o.shape && !why;
}

struct sa_str sa_task_answer(const struct sa_agent *a, const char *args)
{
    size_t at = 0, len = strlen(args), value_len, count = 0;
    struct sa_str only = SA_STR("null"), answer = {0};
    char *name;
    const char *value;
    while (sa_json_next_member(args, len, &at, &name, &value, &value_len)) {
        only = (struct sa_str){value, value_len};
        if (sa_streq(name, "answer")) answer = only;
        free(name);
        count++;
    }
    if (answer.data || (count < 2 && !is_shaped(a, args, len))) return answer.data ? answer : only;
    return (struct sa_str){args, len};
}

// ---- gathering ----------------------------------------------------------------------------------

// The arguments come to stand on one line, as in events.
static struct sa_task *add(struct sa_tasks *tasks, const char *id, char *name, const char *args)
{
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_respace(&line, args, strlen(args));
    SA_GROW(tasks->items, tasks->cap, tasks->count + 1);
    struct sa_task *t = &tasks->items[tasks->count++];
    *t = (struct sa_task){
        .id = id, .name = name, .args = sa_buf_take(&line, NULL), .text = SA_BUF_INIT(SA_BUF_HUGE)};
    return t;
}

// {"name": "f", "arguments": {...}}, with their texts as they are.
static void read_call(struct sa_str json, char **name, char **args)
{
    size_t at = 0, len;
    char *key;
    const char *value;
    while (sa_json_next_member(json.data, json.len, &at, &key, &value, &len)) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
        bool is_name = sa_streq(key, "name"), is_args = sa_streq(key, "arguments");
        if (value[0] == '"') sa_json_unquote(value, len, &text);
        else sa_buf_append(&text, value, len);
        if (is_name && !*name) *name = sa_xstrndup(sa_buf_text(&text), text.len);
        if (is_args && !*args) *args = sa_xstrndup(sa_buf_text(&text), text.len);
        sa_buf_release(&text);
        free(key);
    }
    if (!*name) *name = sa_xstrdup("");
    if (!*args) *args = sa_xstrdup("{}");
}

static void gather(const struct sa_model_result *reply, const struct sa_reading *x,
                   struct sa_tasks *tasks)
{
    tasks->more = reply->calls_lost;
    for (size_t i = 0; i < reply->call_count && i < SA_TASKS_MOST; i++) {
        const struct sa_model_call *c = &reply->calls[i];
        add(tasks, c->id, sa_xstrdup(c->name), c->args)->broken = c->broken;
        if (!c->broken) continue;
        struct sa_task *t = &tasks->items[i];
        struct sa_err err = SA_ERR_INIT;
        bool json = sa_json_check(c->broken, strlen(c->broken), &err);
        size_t cut = sa_utf8_prefix(c->broken, strlen(c->broken), 300);
        sa_buf_appendf(&t->text, "%s(): the arguments are no JSON object%s%s; they were: %.*s%s",
                       c->name, json ? "" : ": ", json ? "" : err.message, (int)cut, c->broken,
                       c->broken[cut] ? "..." : "");
    }
    if (reply->call_count || x->found != SA_FOUND_CALL) return;
    struct sa_str rest = {sa_buf_text(&x->code), x->code.len}, one;
    while ((rest = sa_str_trim(rest)).len && (one = sa_json_prefix(rest)).len) {
        tasks->more = tasks->count == SA_TASKS_MOST;
        if (tasks->more) break;
        char *name = NULL, *args = NULL;
        read_call(one, &name, &args);
        add(tasks, NULL, name, args);
        free(args);
        rest = (struct sa_str){rest.data + one.len, rest.len - one.len};
    }
}

// Code that stands in the text is what `python` is for.
static void gather_code(const struct sa_model_result *reply, const struct sa_reading *x,
                        struct sa_tasks *tasks)
{
    if (reply->call_count || x->found == SA_FOUND_CALL || x->found == SA_FOUND_NOTHING) return;
    struct sa_buf args = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appendc(&args, '{');
    sa_json_put_strn(&args, "code", sa_buf_text(&x->code), x->code.len);
    sa_buf_appendc(&args, '}');
    add(tasks, NULL, sa_xstrdup("python"), sa_buf_text(&args));
    sa_buf_release(&args);
}

// ---- what they call -----------------------------------------------------------------------------

// "functions.f" is f.
static const char *own_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot[1] ? dot + 1 : name;
}

static bool is_near(const char *name, const char *known)
{
    size_t len = strlen(name);
    return sa_edit_distance(name, known) <= (len < 4 ? 1 : len / 3 + 1);
}

// Tools that are only listed are there as well, and named where they are near.
static void put_unknown(struct sa_agent *a, const char *name, struct sa_buf *out)
{
    enum { NAMED = 40 };
    struct sa_buf near = SA_BUF_INIT(SA_BUF_SMALL);
    size_t count;
    const struct sa_model_tool *tools = sa_agent_offers(a, &count);
    for (size_t i = 0; i < count; i++)
        if (is_near(name, tools[i].name))
            sa_buf_appendf(&near, "%s'%s'", near.len ? ", " : "", tools[i].name);
    for (size_t i = 0; a->o.tools && i < a->o.tools->count; i++)
        if (a->o.tools->items[i]->listed && is_near(name, a->o.tools->items[i]->name))
            sa_buf_appendf(&near, "%s'%s'", near.len ? ", " : "", a->o.tools->items[i]->name);
    sa_buf_appendf(out, "there is no tool '%.100s'", name);
    if (near.len) sa_buf_appendf(out, " (did you mean %s?)", sa_buf_text(&near));
    sa_buf_appends(out, "; there are: ");
    for (size_t i = 0; i < count && i < NAMED; i++)
        sa_buf_appendf(out, "%s%s", i ? ", " : "", tools[i].name);
    if (count > NAMED) sa_buf_appendf(out, " and %zu more", count - NAMED);
    sa_buf_release(&near);
}

// call_tool(name, arguments) is a call of that.
static void unwrap(struct sa_agent *a, struct sa_task *t)
{
    char *name = NULL, *args = NULL;
    if (!sa_streq(t->name, "call_tool") || !sa_agent_has_call_tool(a)) return;
    read_call(sa_str_of(t->args), &name, &args);
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    t->broken = args[0] != '{' || !sa_json_valid(args, strlen(args));
    if (t->broken) sa_buf_appends(&t->text, "call_tool(): 'arguments' must be an object");
    else sa_json_respace(&line, args, strlen(args));
    free(t->name), free(t->args), free(args);
    t->name = name, t->args = sa_buf_take(&line, NULL);
}

static void resolve(struct sa_agent *a, struct sa_task *t)
{
    if (!t->broken) unwrap(a, t);
    const char *name = t->name;
    struct sa_tool *tool = a->o.tools ? sa_tools_find(a->o.tools, name) : NULL;
    if (!tool && a->o.tools) tool = sa_tools_find(a->o.tools, name = own_name(t->name));
    t->tool = tool;
    if (tool) t->kind = SA_TASK_TOOL;
    else if (sa_streq(name, "final_answer")) t->kind = SA_TASK_FINAL;
    else if (sa_streq(name, "python") && sa_agent_has_python(a)) t->kind = SA_TASK_PYTHON;
    if (t->kind && !t->broken) return;
    struct sa_buf why = t->text;
    if (!t->kind) {
        sa_buf_clear(&why);
        put_unknown(a, t->name, &why);
    }
    sa_buf_init(&t->text, SA_BUF_HUGE);
    t->kind = SA_TASK_NONE;
    sa_task_fail(a, t, "parse", NULL, sa_buf_text(&why), 0);
    sa_buf_release(&why);
}

void sa_tasks_find(struct sa_agent *a, const struct sa_model_result *reply,
                   const struct sa_reading *x, struct sa_tasks *tasks)
{
    gather(reply, x, tasks);
    gather_code(reply, x, tasks);
    for (size_t i = 0; i < tasks->count; i++) resolve(a, &tasks->items[i]);
}

char *sa_agent_answer_among(const struct sa_agent *a, const struct sa_model_result *reply,
                            const struct sa_reading *x)
{
    struct sa_tasks tasks = {0};
    char *answer = NULL;
    gather(reply, x, &tasks);
    for (size_t i = 0; i < tasks.count && !answer; i++) {
        const struct sa_task *t = &tasks.items[i];
        struct sa_str s = sa_task_answer(a, t->args);
        if (sa_streq(own_name(t->name), "final_answer") && !t->broken)
            answer = sa_xstrndup(s.data, s.len);
    }
    sa_tasks_release(&tasks);
    return answer;
}
