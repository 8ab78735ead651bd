// Arguments against a tool's schema: defaults are filled in, then they are taken as schemas take
// what somebody wrote (schema/schema.h), and what is wrong with them becomes a message of the call.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema.h"
#include "tool/form.h"
#include "tool/tool_int.h"

// An absent optional argument gets its default; an explicit None for one means the same. Of a tool
// with more of them than a signature shows whoever has it knows the defaults.
static bool fill_defaults(const struct sa_tool *tool, cJSON *args)
{
    bool changed = false;
    const cJSON *p;
    if (tool->keywords) return false;
    cJSON_ArrayForEach(p, sa_tool_properties(tool))
    {
        if (sa_tool_is_required(tool, p->string)) continue;
        const cJSON *given = sa_json_get(args, p->string), *fallback = sa_json_get(p, "default");
        if (given && !cJSON_IsNull(given)) continue;
        changed |= given || fallback;
        if (given) cJSON_DeleteItemFromObjectCaseSensitive(args, p->string);
        if (fallback) cJSON_AddItemToObject(args, p->string, cJSON_Duplicate(fallback, true));
    }
    return changed;
}

// "f(): argument 'a[0].n' WHAT; it is f(...)", in which the names are those of the code.
static char *complaint(const struct sa_tool *tool, const struct sa_schema_miss *miss)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendf(&out, "%s(): ", tool->name);
    if (miss->head)
        sa_buf_appendf(&out, "argument '%s%s' %s", sa_tool_param_name(tool, miss->head), miss->tail,
                       miss->text);
    else if (miss->kind == SA_MISS_LACKS_KEY)
        sa_buf_appendf(&out, "missing required argument: '%s'",
                       sa_tool_param_name(tool, miss->key));
    else if (miss->kind == SA_MISS_EXTRA_KEY)
        sa_buf_appendf(&out, "unexpected keyword argument '%s'", miss->key);
    else sa_buf_appendf(&out, "what is given %s", miss->text);
    SA_AUTO_FREE char *signature = sa_tool_signature(tool);
    sa_buf_appendf(&out, "; it is %s", signature);
    return sa_buf_take(&out, NULL);
}

// An input of a picture, sound or file has its handle's description.
static bool name_handles(const struct sa_tool *tool, cJSON *args)
{
    bool changed = false;
    const cJSON *p;
    cJSON_ArrayForEach(p, sa_tool_properties(tool))
    {
        cJSON *given = cJSON_GetObjectItemCaseSensitive(args, p->string);
        const char *handle = sa_json_str(given, "handle", NULL);
        if (!handle || !sa_streq(sa_json_str(p, "format", NULL), "handle")) continue;
        cJSON_ReplaceItemInObjectCaseSensitive(args, p->string, cJSON_CreateString(handle));
        changed = true;
    }
    return changed;
}

struct normalising {
    const struct sa_tool *tool;
    bool changed;
};

static void normalise_text(void *ctx, enum sa_form form, cJSON *text)
{
    struct normalising *n = ctx;
    if (form == SA_FORM_TEXT) return;
    SA_AUTO_FREE char *normal = sa_form_value(n->tool, form, text->valuestring);
    if (!strcmp(normal, text->valuestring)) return;
    cJSON_SetValuestring(text, normal);
    n->changed = true;
}

// What rules compare is what is called: a text that names something gets its normal form.
static bool normalise(const struct sa_tool *tool, cJSON *args)
{
    struct normalising n = {.tool = tool};
    cJSON *argument;
    cJSON_ArrayForEach(argument, args) sa_form_each(tool, argument, normalise_text, &n);
    return n.changed;
}

bool sa_tool_check_args(const struct sa_tool *tool, cJSON *args, bool *changed, char **why)
{
    struct sa_schema_misses misses = {.most = 1};
    SA_CHECK(tool->takes); // it was added
    *why = NULL;
    *changed = false;
    if (!cJSON_IsObject(args)) {
        *why = sa_xasprintf("%s(): expected named arguments", tool->name);
        return false;
    }
    bool filled = sa_tool_unwrap_args(tool, args);
    filled |= fill_defaults(tool, args) | name_handles(tool, args);
    bool good = sa_schema_take(tool->takes, args, changed, &misses);
    *changed |= filled;
    if (good) *changed |= normalise(tool, args);
    else *why = complaint(tool, &misses.items[0]);
    sa_schema_misses_release(&misses);
    return good;
}

char *sa_tool_misfit(const struct sa_tool *tool, const cJSON *value)
{
    struct sa_schema_misses misses = {.most = 1};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    if (!tool->gives || sa_schema_check(tool->gives, value, &misses)) return NULL;
    sa_schema_put_misses(&misses, &out);
    sa_schema_misses_release(&misses);
    return sa_buf_take(&out, NULL);
}

char *sa_tool_take_result(const struct sa_tool *tool, char **json)
{
    size_t len = strlen(*json);
    struct sa_schema_misses misses = {.most = 1};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    bool changed = false;
    cJSON *value = tool->gives ? sa_json_parse_floats(*json, len, NULL) : NULL;
    if (!value) return NULL;
    // What is cut at a NUL cannot be printed again.
    bool good = sa_json_holds_nul(*json, len)
                    ? sa_schema_check(tool->gives, value, &misses)
                    : sa_schema_take(tool->gives, value, &changed, &misses);
    if (!good) {
        sa_schema_put_misses(&misses, &text);
    } else if (changed) {
        sa_json_print(&text, value);
        free(*json);
        *json = sa_buf_take(&text, NULL);
    }
    sa_schema_misses_release(&misses);
    cJSON_Delete(value);
    return good ? NULL : sa_buf_take(&text, NULL);
}

// ---- faults -------------------------------------------------------------------------------------

static void put_faults(const struct sa_tool *tool, const char *which, const cJSON *schema,
                       struct sa_buf *out)
{
    struct sa_buf faults = SA_BUF_INIT(SA_BUF_SMALL);
    if (!schema) return;
    sa_schema_free(sa_schema_new(schema, SA_SCHEMA_FORMATS, &faults));
    struct sa_str rest = {faults.data, faults.len}, line;
    while (sa_str_next_line(&rest, &line))
        sa_buf_appendf(out, "%s: %s: %.*s\n", tool->name, which, (int)line.len, line.data);
    sa_buf_release(&faults);
}

void sa_tool_put_faults(const struct sa_tool *tool, struct sa_buf *out)
{
    put_faults(tool, "inputs", tool->inputs, out);
    put_faults(tool, "output", tool->output, out);
    if (!*tool->description) sa_buf_appendf(out, "%s: it has no description\n", tool->name);
}
