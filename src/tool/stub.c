// What the code, and the model, sees of a tool: its signature in Python, with the documentation.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

const char *sa_tool_python_type(const char *type)
{
    static const char *const types[][2] = {
        {"string", "str"}, {"integer", "int"}, {"number", "float"}, {"boolean", "bool"},
        {"array", "list"}, {"object", "dict"}, {"null", "None"},
    };
    for (size_t i = 0; i < SA_COUNT(types); i++)
        if (!strcmp(types[i][0], type)) return types[i][1];
    return "object";
}

static const char *python_type(const cJSON *schema)
{
    return sa_tool_python_type(sa_json_str(schema, "type", "any"));
}

void sa_tool_put_literal(struct sa_buf *out, const cJSON *v)
{
    if (cJSON_IsTrue(v) || cJSON_IsFalse(v)) {
        sa_buf_appends(out, cJSON_IsTrue(v) ? "True" : "False");
    } else if (!v || cJSON_IsNull(v)) {
        sa_buf_appends(out, "None");
    } else if (cJSON_IsArray(v) || cJSON_IsObject(v)) {
        const cJSON *item;
        sa_buf_appendc(out, cJSON_IsArray(v) ? '[' : '{');
        cJSON_ArrayForEach(item, v)
        {
            if (item != v->child) sa_buf_appends(out, ", ");
            if (cJSON_IsObject(v)) {
                sa_json_quote(out, item->string, strlen(item->string));
                sa_buf_appends(out, ": ");
            }
            sa_tool_put_literal(out, item);
        }
        sa_buf_appendc(out, cJSON_IsArray(v) ? ']' : '}');
    } else {
        sa_json_print(out, v); // JSON strings and numbers are Python's
    }
}

bool sa_tool_is_required(const struct sa_tool *tool, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, sa_json_get(tool->inputs, "required")) if (cJSON_IsString(item) &&
                                                                        !strcmp(item->valuestring,
                                                                                name)) return true;
    return false;
}

// Values of an enum have a type of their own when Python can name them.
static void put_type(struct sa_buf *out, const cJSON *schema)
{
    const cJSON *choices = sa_json_get(schema, "enum"), *choice;
    bool plain = cJSON_IsArray(choices) && choices->child;
    cJSON_ArrayForEach(choice, choices) plain &= !cJSON_IsArray(choice) && !cJSON_IsObject(choice);
    if (!plain) {
        sa_buf_appends(out, python_type(schema));
        return;
    }
    sa_buf_appends(out, "Literal");
    sa_tool_put_literal(out, choices);
}

static void put_parameter(struct sa_buf *out, const struct sa_tool *tool, const cJSON *p)
{
    const cJSON *fallback = sa_json_get(p, "default");
    bool required = sa_tool_is_required(tool, p->string);
    if (out->data[out->len - 1] != '(') sa_buf_appends(out, ", ");
    sa_buf_appendf(out, "%s: ", p->string);
    put_type(out, p);
    if (required) return;
    sa_buf_appends(out, fallback ? " = " : " | None = ");
    sa_tool_put_literal(out, fallback);
}

char *sa_tool_example(const struct sa_tool *tool)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    const cJSON *p;
    sa_buf_appendf(&out, "%s%s(", tool->is_async ? "await " : "", tool->name);
    cJSON_ArrayForEach(p, sa_json_get(tool->inputs, "properties"))
    {
        if (!sa_tool_is_required(tool, p->string)) continue;
        bool text = !strcmp(python_type(p), "str");
        sa_buf_appendf(&out, "%s%s=%s", out.data[out.len - 1] == '(' ? "" : ", ", p->string,
                       text ? "\"...\"" : "...");
    }
    sa_buf_appendc(&out, ')');
    return sa_buf_take(&out, NULL);
}

// Documentation must not end the docstring it stands in.
static void put_doc(struct sa_buf *out, const char *text, const char *indent)
{
    struct sa_str rest = sa_str_trim(sa_str_of(text)), line;
    for (bool first = true; sa_str_next_line(&rest, &line); first = false) {
        if (!first) sa_buf_appendf(out, "\n%s", line.len ? indent : "");
        for (size_t i = 0; i < line.len; i++) {
            char c = line.data[i];
            if (c == '\\' || (c == '"' && i + 1 < line.len && line.data[i + 1] == '"'))
                sa_buf_appendc(out, '\\');
            sa_buf_appendc(out, c);
        }
    }
    if (out->len && out->data[out->len - 1] == '"') sa_buf_appendc(out, ' ');
}

static void put_signature(struct sa_buf *out, const struct sa_tool *tool)
{
    const cJSON *properties = sa_json_get(tool->inputs, "properties"), *p;
    sa_buf_appendf(out, "%s(", tool->name);
    for (int required = 1; required >= 0; required--) // Python wants those without default first
        cJSON_ArrayForEach(p, properties) if (sa_tool_is_required(tool, p->string) ==
                                              (required == 1)) put_parameter(out, tool, p);
    sa_buf_appendc(out, ')');
}

char *sa_tool_signature(const struct sa_tool *tool)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    put_signature(&out, tool);
    return sa_buf_take(&out, NULL);
}

// "Args:" with the inputs that are described. True when there is one.
static bool put_inputs(struct sa_buf *out, const struct sa_tool *tool)
{
    bool described = false;
    const cJSON *p;
    cJSON_ArrayForEach(p, sa_json_get(tool->inputs, "properties"))
    {
        const char *text = sa_json_str(p, "description", "");
        if (!*text) continue;
        if (!described) sa_buf_appends(out, "\n\n    Args:");
        described = true;
        sa_buf_appendf(out, "\n        %s: ", p->string);
        put_doc(out, text, "            ");
    }
    return described;
}

// "Returns: ..." and "Raises: ...", a line each.
static bool put_line(struct sa_buf *out, const char *title, const char *text, bool apart)
{
    if (!text || !*text) return false;
    sa_buf_appendf(out, "%s    %s: ", apart ? "\n\n" : "\n", title);
    put_doc(out, text, "        ");
    return true;
}

char *sa_tool_stub(const struct sa_tool *tool)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&out, tool->is_async ? "async def " : "def ");
    put_signature(&out, tool);
    sa_buf_appends(&out, " -> ");
    if (tool->output) put_type(&out, tool->output);
    else sa_buf_appends(&out, "object");
    sa_buf_appends(&out, ":\n    \"\"\"");
    put_doc(&out, tool->description, "    ");
    bool more = put_inputs(&out, tool);
    more |= put_line(&out, "Returns", tool->returns, !more);
    more |= put_line(&out, "Raises", tool->raises, !more);
    sa_buf_appends(&out, more ? "\n    \"\"\"" : "\"\"\"");
    return sa_buf_take(&out, NULL);
}
