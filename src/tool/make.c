// For the makers of built-in tools: what all of these tools have.
#include <string.h>

#include "base/json.h"
#include "base/xalloc.h"
#include "tool/builtin.h"

struct sa_tool *sa_builtin_new(const char *name, const char *description, unsigned effects,
                               sa_tool_fn call)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    tool->source = "builtin";
    tool->name = sa_xstrdup(name);
    tool->description = sa_xstrdup(description);
    tool->effects = effects;
    tool->call = call;
    tool->for_caller = true; // whose rules are about what it is led on to
    tool->inputs = cJSON_CreateObject();
    cJSON_AddStringToObject(tool->inputs, "type", "object");
    cJSON_AddObjectToObject(tool->inputs, "properties");
    cJSON_AddArrayToObject(tool->inputs, "required");
    cJSON_AddFalseToObject(tool->inputs, "additionalProperties");
    return tool;
}

void sa_builtin_input(struct sa_tool *tool, const char *name, const char *schema)
{
    cJSON *parsed = sa_json_parse(schema, strlen(schema), NULL);
    if (!parsed) SA_BUG("schema of %s(%s)", tool->name, name);
    cJSON_AddItemToObject(cJSON_GetObjectItem(tool->inputs, "properties"), name, parsed);
    if (!sa_json_get(parsed, "default"))
        cJSON_AddItemToArray(cJSON_GetObjectItem(tool->inputs, "required"),
                             cJSON_CreateString(name));
}
