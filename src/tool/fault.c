// Faults of schemas, for whoever writes them.
#include <string.h>

#include "base/json.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

enum { MOST = 20, DEEPEST = 60 };

struct search {
    const struct sa_tool *tool;
    const char *which;
    const cJSON *root;
    struct sa_buf *out;
    int left; // lines that may still be written
};

static void tell(struct search *s, const char *what, const char *text)
{
    if (s->left-- > 0)
        sa_buf_appendf(s->out, "%s: %s: %s '%.100s'\n", s->tool->name, s->which, what, text);
}

static void look_at_type(struct search *s, const cJSON *type)
{
    static const char *const known[] = {"string", "integer", "number", "boolean",
                                        "array",  "object",  "null",   "any"};
    if (!cJSON_IsString(type)) return;
    for (size_t i = 0; i < SA_COUNT(known); i++)
        if (!strcmp(known[i], type->valuestring)) return;
    tell(s, "there is no type", type->valuestring);
}

// Members of properties and $defs are schemas of any name; what stands in these is looked at.
static void look(struct search *s, const cJSON *schema, int depth)
{
    static const char *const maps[] = {"properties", "$defs", "definitions", "patternProperties"};
    static const char *const parts[] = {"items", "additionalProperties", "anyOf", "oneOf",
                                        "allOf", "prefixItems"};
    const cJSON *item;
    if (depth > DEEPEST) return;
    if (cJSON_IsArray(schema)) cJSON_ArrayForEach(item, schema) look(s, item, depth + 1);
    if (!cJSON_IsObject(schema)) return;
    const cJSON *type = sa_json_get(schema, "type");
    look_at_type(s, type);
    if (cJSON_IsArray(type)) cJSON_ArrayForEach(item, type) look_at_type(s, item);
    const char *ref = sa_json_str(schema, "$ref", NULL);
    if (ref && !sa_schema_target(s->root, schema)) tell(s, "there is nothing at $ref", ref);
    for (size_t i = 0; i < SA_COUNT(maps); i++)
        if (cJSON_IsObject(sa_json_get(schema, maps[i])))
            cJSON_ArrayForEach(item, sa_json_get(schema, maps[i])) look(s, item, depth + 1);
    for (size_t i = 0; i < SA_COUNT(parts); i++) look(s, sa_json_get(schema, parts[i]), depth + 1);
}

void sa_tool_put_faults(const struct sa_tool *tool, struct sa_buf *out)
{
    struct search s = {tool, "inputs", tool->inputs, out, MOST};
    look(&s, tool->inputs, 0);
    s.which = "output", s.root = tool->output;
    look(&s, tool->output, 0);
    if (!*tool->description) sa_buf_appendf(out, "%s: it has no description\n", tool->name);
}
