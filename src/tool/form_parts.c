// The texts in an argument, whatever lists and objects it has, each with the form that its schema
// declares (form.h). Schemas may come from strangers: how much of one is looked at is bounded.
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema.h"
#include "tool/form.h"
#include "tool/tool_int.h"

enum {
    SCHEMAS_MOST = 16, // of one value
    DEPTH_MOST = 64,   // further in, nothing counts as declared
};

// Schemas of one value: its own, what they refer to, and their alternatives.
struct schemas {
    const cJSON *root, *items[SCHEMAS_MOST];
    size_t count;
};

static void add(struct schemas *s, const cJSON *schema)
{
    static const char *const alternatives[] = {"anyOf", "oneOf", "allOf"};
    if (!cJSON_IsObject(schema) || s->count == SCHEMAS_MOST) return;
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i] == schema) return;
    s->items[s->count++] = schema;
    add(s, sa_schema_behind(s->root, schema));
    for (size_t i = 0; i < SA_COUNT(alternatives); i++) {
        const cJSON *one;
        cJSON_ArrayForEach(one, sa_json_get(schema, alternatives[i])) add(s, one);
    }
}

static void add_member(struct schemas *s, const cJSON *schema, const char *key)
{
    const cJSON *own = sa_json_get(sa_json_get(schema, "properties"), key);
    add(s, own ? own : sa_json_get(schema, "additionalProperties"));
}

// Before 2020-12 a list of schemas stood under "items".
static void add_item(struct schemas *s, const cJSON *schema, int index)
{
    const cJSON *items = sa_json_get(schema, "items"), *first = sa_json_get(schema, "prefixItems");
    const char *rest = cJSON_IsArray(items) ? "additionalItems" : "items";
    const cJSON *own = cJSON_GetArrayItem(cJSON_IsArray(items) ? items : first, index);
    add(s, own ? own : sa_json_get(schema, rest));
}

static enum sa_form form_in(const struct schemas *s)
{
    enum sa_form form = SA_FORM_TEXT;
    for (size_t i = 0; i < s->count && form == SA_FORM_TEXT; i++)
        form = sa_form_named(sa_json_str(s->items[i], "format", ""));
    return form;
}

struct visitor {
    void (*visit)(void *ctx, enum sa_form form, cJSON *text);
    void *ctx;
};

static void visit_all(const struct visitor *v, const struct schemas *s, cJSON *value, int depth)
{
    int index = 0;
    cJSON *part;
    if (cJSON_IsString(value)) v->visit(v->ctx, form_in(s), value);
    cJSON_ArrayForEach(part, value)
    {
        struct schemas below = {.root = s->root};
        for (size_t i = 0; i < s->count && depth < DEPTH_MOST; i++) {
            if (cJSON_IsObject(value)) add_member(&below, s->items[i], part->string);
            else add_item(&below, s->items[i], index);
        }
        visit_all(v, &below, part, depth + 1);
        index++;
    }
}

void sa_form_each(const struct sa_tool *tool, cJSON *argument,
                  void (*visit)(void *ctx, enum sa_form form, cJSON *text), void *ctx)
{
    const struct visitor v = {visit, ctx};
    struct schemas own = {.root = tool->inputs};
    add_member(&own, tool->inputs, argument->string);
    visit_all(&v, &own, argument, 0);
}
