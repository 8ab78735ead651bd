// The tools as they are offered to the model itself: those of the registry, but for such as the
// prompt only lists, and those that the agent answers on its own.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/shape.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

// Texts are owned but for the names.
struct sa_offered {
    struct sa_model_tool *items;
    size_t count, cap;
    size_t of; // tools of the registry when it was made
};

// Those of the agent's own, offered while the user has none of the name.
static const struct own {
    const char *name;
    bool (*is_offered)(const struct sa_agent *agent); // NULL: always
    const char *description, *parameters;
} owns[] = {
    {"python", sa_agent_has_python,
     "Runs Python code in a sandboxed interpreter. What it prints, the value of its last "
     "expression, or the traceback when it fails comes back. Variables, functions and imports stay "
     "defined from one call to the next; the other tools are functions there, too.",
     "{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\"}},\"required\":[\"code\"]"
     "}"},
    {"call_tool", sa_agent_has_call_tool,
     "Calls one of the tools that are only listed. find_tools gives their parameters: look there "
     "before the first call of one.",
     "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"arguments\":{\"type\":"
     "\"object\"}},\"required\":[\"name\",\"arguments\"]}"},
    {"final_answer", NULL,
     "Gives the answer to the task, which ends the run. Call it alone, once you have seen what "
     "other calls gave.",
     "{\"type\":\"object\",\"properties\":{\"answer\":{\"description\":\"Text, or any other JSON "
     "value in the form that the task asks for\"}},\"required\":[\"answer\"]}"},
};

static bool is_free(const struct sa_agent *a, const char *name)
{
    return !a->o.tools || !sa_tools_find(a->o.tools, name);
}

bool sa_agent_has_python(const struct sa_agent *a)
{
    return a->way->offers && a->o.python && is_free(a, "python");
}

bool sa_agent_runs_code(const struct sa_agent *a)
{
    return !a->way->offers || sa_agent_has_python(a);
}

bool sa_agent_has_call_tool(const struct sa_agent *a)
{
    bool listed = false;
    for (size_t i = 0; a->o.tools && i < a->o.tools->count; i++)
        listed |= a->o.tools->items[i]->listed;
    return a->way->offers && listed && is_free(a, "call_tool");
}

static void drop(struct sa_offered *o)
{
    for (; o->count; o->count--) {
        free((char *)(uintptr_t)o->items[o->count - 1].description);
        free((char *)(uintptr_t)o->items[o->count - 1].parameters);
    }
}

void sa_offered_free(struct sa_offered *o)
{
    if (!o) return;
    drop(o);
    free(o->items);
    free(o);
}

static void add(struct sa_offered *o, const char *name, char *description, char *parameters)
{
    SA_GROW(o->items, o->cap, o->count + 1);
    o->items[o->count++] = (struct sa_model_tool){name, description, parameters, SA_STRICT_NOT};
}

// Its type is said even where who made the schema left it out: servers refuse others.
static char *parameters_of(const struct sa_tool *tool)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    cJSON *schema = cJSON_Duplicate(tool->inputs, true);
    if (!sa_json_get(schema, "type")) cJSON_AddStringToObject(schema, "type", "object");
    sa_json_print(&out, schema);
    cJSON_Delete(schema);
    return sa_buf_take(&out, NULL);
}

static char *description_of(const struct sa_tool *tool)
{
    const char *text = tool->description ? tool->description : "";
    if (!tool->returns || !*tool->returns) return sa_xstrdup(text);
    return sa_xasprintf("%s\nReturns: %s", text, tool->returns);
}

static void fill(const struct sa_agent *a, struct sa_offered *o)
{
    for (size_t i = 0; a->o.tools && i < a->o.tools->count; i++) {
        const struct sa_tool *tool = a->o.tools->items[i];
        if (!tool->listed && !tool->left_out)
            add(o, tool->name, description_of(tool), parameters_of(tool));
    }
    for (size_t i = 0; i < SA_COUNT(owns); i++) {
        bool shaped = a->o.shape && sa_streq(owns[i].name, "final_answer");
        if (owns[i].is_offered && !owns[i].is_offered(a)) continue;
        add(o, owns[i].name, sa_xstrdup(owns[i].description),
            sa_xstrdup(shaped ? a->o.shape->parameters : owns[i].parameters));
        if (shaped) o->items[o->count - 1].strict = a->o.shape->strict;
    }
}

const struct sa_model_tool *sa_agent_offers(struct sa_agent *a, size_t *count)
{
    size_t of = a->o.tools ? a->o.tools->count : 0;
    *count = 0;
    if (!a->way->offers) return NULL;
    if (!a->offered) a->offered = sa_xcalloc(1, sizeof *a->offered);
    if (!a->offered->count || a->offered->of != of) {
        drop(a->offered);
        fill(a, a->offered);
        a->offered->of = of;
    }
    *count = a->offered->count;
    return a->offered->items;
}
