// What the code, and the model, sees of a tool: its signature in Python, with the documentation.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema.h"
#include "tool/tool_int.h"

// A default that is long or deep says little: None means the same, for the call fills it in.
static bool is_plain_default(const cJSON *v)
{
    enum { LONGEST = 80 };
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (!v) return false;
    sa_schema_put_literal(&text, v);
    bool plain = text.len <= LONGEST && !text.full;
    sa_buf_release(&text);
    return plain;
}

static void put_parameter(struct sa_buf *out, const struct sa_tool *tool, const cJSON *p)
{
    if (sa_streq(tool->rest, p->string)) return; // it comes last
    const cJSON *fallback = sa_json_get(p, "default");
    SA_AUTO_FREE char *type = sa_schema_type_text(tool->inputs, p);
    if (out->data[out->len - 1] != '(') sa_buf_appends(out, ", ");
    sa_buf_appendf(out, "%s: %s", sa_tool_param_name(tool, p->string), type);
    if (sa_tool_is_required(tool, p->string)) return;
    if (is_plain_default(fallback)) {
        sa_buf_appends(out, " = ");
        sa_schema_put_literal(out, fallback);
    } else {
        bool takes_none = strstr(type, "None") || !strcmp(type, "object");
        sa_buf_appends(out, takes_none ? " = None" : " | None = None");
    }
}

char *sa_tool_example(const struct sa_tool *tool)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    const cJSON *p;
    sa_buf_appendf(&out, "%s%s(", tool->is_async ? "await " : "", tool->name);
    cJSON_ArrayForEach(p, sa_tool_properties(tool))
    {
        if (tool->keywords) break;
        if (!sa_tool_is_required(tool, p->string)) continue;
        SA_AUTO_FREE char *type = sa_schema_type_text(tool->inputs, p);
        sa_buf_appendf(&out, "%s%s=%s", out.data[out.len - 1] == '(' ? "" : ", ",
                       sa_tool_param_name(tool, p->string),
                       sa_starts_with(type, "str") || sa_starts_with(type, "Literal[\"") ? "\"...\""
                                                                                         : "...");
    }
    sa_buf_appendc(&out, ')');
    return sa_buf_take(&out, NULL);
}

bool sa_tool_is_mark(const char *text, size_t len)
{
    size_t slash = len > 1 && text[1] == '/';
    return *text == '<' && len > slash + 5 && !strncasecmp(text + slash + 1, "code>", 5);
}

// Documentation must neither end the docstring it stands in nor the code in the prompt.
void sa_tool_put_doc_line(struct sa_buf *out, struct sa_str line)
{
    for (size_t i = 0; i < line.len; i++) {
        char c = line.data[i];
        bool quotes = c == '"' && i + 1 < line.len && line.data[i + 1] == '"';
        if (c == '\\' || quotes) sa_buf_appendc(out, '\\');
        sa_buf_appendc(out, (unsigned char)c < ' ' || c == 0x7f ? ' ' : c);
        if (sa_tool_is_mark(line.data + i, line.len - i)) sa_buf_appendc(out, ' ');
    }
}

static void put_doc(struct sa_buf *out, const char *text, const char *indent)
{
    struct sa_str rest = sa_str_trim(sa_str_of(text)), line;
    for (bool first = true; sa_str_next_line(&rest, &line); first = false) {
        if (!first) sa_buf_appendf(out, "\n%s", line.len ? indent : "");
        sa_tool_put_doc_line(out, line);
    }
    if (out->len && out->data[out->len - 1] == '"') sa_buf_appendc(out, ' ');
}

static void put_signature(struct sa_buf *out, const struct sa_tool *tool)
{
    const cJSON *p;
    sa_buf_appendf(out, "%s(%s", tool->name, tool->keywords ? "**arguments" : "");
    for (int required = 1; required >= 0 && !tool->keywords; required--) // as Python wants them
        cJSON_ArrayForEach(p, sa_tool_properties(tool)) if (sa_tool_is_required(tool, p->string) ==
                                                            (required == 1))
            put_parameter(out, tool, p);
    if (tool->rest) sa_buf_appendf(out, ", **%s", tool->rest);
    sa_buf_appendc(out, ')');
}

char *sa_tool_signature(const struct sa_tool *tool)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    put_signature(&out, tool);
    return sa_buf_take(&out, NULL);
}

// ---- what is said of values ---------------------------------------------------------------------

// "from 1 to 10", as far as the schema says so.
static void put_range(struct sa_buf *out, const cJSON *schema, const char *low, const char *high,
                      const char *unit)
{
    const cJSON *from = sa_json_get(schema, low), *to = sa_json_get(schema, high);
    bool least = cJSON_IsNumber(from) && from->valuedouble > -1e15,
         most = cJSON_IsNumber(to) && to->valuedouble < 1e15;
    if (!least && !most) return;
    sa_buf_appends(out, out->len ? ", " : "");
    if (least && most)
        sa_buf_appendf(out, "%.15g to %.15g%s", from->valuedouble, to->valuedouble, unit);
    else
        sa_buf_appendf(out, "at %s %.15g%s", least ? "least" : "most",
                       (least ? from : to)->valuedouble, unit);
}

// Formats for rules of approval (form.h), which names and descriptions tell already.
static bool is_told(const char *format)
{
    return sa_streq(format, "handle") || sa_streq(format, "path") || sa_streq(format, "url") ||
           sa_streq(format, "http-method");
}

static void put_limits(struct sa_buf *out, const cJSON *schema)
{
    enum { LONGEST = 80 };
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    const char *format = sa_json_str(schema, "format", ""),
               *pattern = sa_json_str(schema, "pattern", "");
    put_range(&text, schema, "minimum", "maximum", "");
    put_range(&text, schema, "minItems", "maxItems", " items");
    put_range(&text, schema, "minLength", "maxLength", " characters");
    if (*format && !is_told(format) && strlen(format) < LONGEST)
        sa_buf_appendf(&text, "%sformat %s", text.len ? ", " : "", format);
    if (*pattern && strlen(pattern) < LONGEST)
        sa_buf_appendf(&text, "%spattern %s", text.len ? ", " : "", pattern);
    if (text.len) sa_buf_appends(out, " (");
    sa_tool_put_doc_line(out, sa_str_of(sa_buf_text(&text)));
    if (text.len) sa_buf_appendc(out, ')');
    sa_buf_release(&text);
}

// The keys of a dict, or of the dicts in a list, that are described; a line each.
static void put_members(struct sa_buf *out, const cJSON *root, const cJSON *schema,
                        const char *prefix, int *room)
{
    const cJSON *behind = sa_schema_behind(root, schema), *p;
    if (!cJSON_IsObject(sa_json_get(behind, "properties")))
        behind = sa_schema_behind(root, sa_json_get(behind, "items"));
    const cJSON *properties = sa_json_get(behind, "properties");
    if (!cJSON_IsObject(properties) || strlen(prefix) > 60) return;
    cJSON_ArrayForEach(p, properties)
    {
        const char *text = sa_json_str(p, "description", "");
        if (--*room < 0) return;
        SA_AUTO_FREE char *name = sa_xasprintf("%s%s", prefix, p->string);
        struct sa_buf limits = SA_BUF_INIT(SA_BUF_TEXT);
        put_limits(&limits, p);
        if (*text || limits.len) {
            sa_buf_appends(out, "\n            ");
            sa_tool_put_doc_line(out, sa_str_of(name));
            sa_buf_appends(out, *text ? ": " : ":");
            put_doc(out, text, "                ");
            sa_buf_append(out, limits.data, limits.len);
        }
        sa_buf_release(&limits);
        SA_AUTO_FREE char *inner = sa_xasprintf("%s.", name);
        put_members(out, root, p, inner, room);
    }
}

// Its keys and what they mean. False: there is nothing to say.
static bool put_shape(struct sa_buf *out, const cJSON *root, const cJSON *schema)
{
    enum { MOST = 40 };
    struct sa_buf shape = SA_BUF_INIT(SA_BUF_SMALL);
    int room = MOST;
    bool shaped = sa_schema_put_shape(&shape, root, schema);
    if (shaped) {
        sa_buf_appends(out, "\n            ");
        sa_tool_put_doc_line(out, sa_str_of(sa_buf_text(&shape)));
        put_members(out, root, schema, "", &room);
    }
    sa_buf_release(&shape);
    return shaped;
}

// ---- the stub -----------------------------------------------------------------------------------

// What there is to say of an input. True: its keys are among that.
static bool put_about(struct sa_buf *out, const cJSON *root, const cJSON *p)
{
    put_doc(out, sa_json_str(p, "description", ""), "            ");
    put_limits(out, p);
    return put_shape(out, root, p);
}

static void put_input(struct sa_buf *out, const char *name, const struct sa_buf *about)
{
    char first = *sa_buf_text(about);
    sa_buf_appendf(out, "\n        %s:%s%s", name, first == ' ' || first == '\n' ? "" : " ",
                   sa_buf_text(about));
}

// "Args:" with the inputs of which there is something to say. True when there is one.
static bool put_inputs(struct sa_buf *out, const struct sa_tool *tool)
{
    bool described = false;
    const cJSON *p;
    cJSON_ArrayForEach(p, sa_tool_properties(tool))
    {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        put_about(&text, tool->inputs, p);
        if (text.len && !described) sa_buf_appends(out, "\n\n    Args:");
        if (text.len) put_input(out, sa_tool_param_name(tool, p->string), &text);
        described |= text.len > 0;
        sa_buf_release(&text);
    }
    return described;
}

// "Raises: ...", a line of its own.
static bool put_line(struct sa_buf *out, const char *title, const char *text, bool apart)
{
    if (!text || !*text) return false;
    sa_buf_appendf(out, "%s    %s: ", apart ? "\n\n" : "\n", title);
    put_doc(out, text, "        ");
    return true;
}

static bool put_returns(struct sa_buf *out, const struct sa_tool *tool, bool apart)
{
    struct sa_buf shape = SA_BUF_INIT(SA_BUF_TEXT);
    bool shaped = put_shape(&shape, tool->output, tool->output);
    bool said = put_line(out, "Returns", tool->returns, apart);
    if (shaped && !said) sa_buf_appends(out, apart ? "\n\n    Returns:" : "\n    Returns:");
    sa_buf_append(out, sa_buf_text(&shape), shape.len);
    sa_buf_release(&shape);
    return said || shaped;
}

static bool put_examples(struct sa_buf *out, const struct sa_tool *tool, bool apart)
{
    struct sa_str rest = sa_str_of(tool->examples), line;
    if (!tool->examples) return false;
    sa_buf_appendf(out, "%s    Examples:", apart ? "\n\n" : "\n");
    while (sa_str_next_line(&rest, &line)) {
        sa_buf_appends(out, "\n        ");
        sa_tool_put_doc_line(out, sa_str_trim(line));
    }
    return true;
}

char *sa_tool_answer_stub(const char *name, const cJSON *schema)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT), text = SA_BUF_INIT(SA_BUF_TEXT);
    if (!put_about(&text, schema, schema)) {
        SA_AUTO_FREE char *type = sa_schema_type_text(schema, schema);
        sa_buf_appendf(&text, "%s%s is %s", text.len ? "\n            " : "", name, type);
    }
    sa_buf_appendf(&out,
                   "def final_answer(answer: %s) -> None:\n"
                   "    \"\"\"Gives the answer, which ends the run. What is no %s is refused.\n\n"
                   "    Args:",
                   name, name);
    put_input(&out, "answer", &text);
    sa_buf_appends(&out, "\n    \"\"\"");
    sa_buf_release(&text);
    return sa_buf_take(&out, NULL);
}

char *sa_tool_stub(const struct sa_tool *tool)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    SA_AUTO_FREE char *type = sa_schema_type_text(tool->output, tool->output);
    sa_buf_appends(&out, tool->is_async ? "async def " : "def ");
    put_signature(&out, tool);
    sa_buf_appendf(&out, " -> %s:\n    \"\"\"", type);
    put_doc(&out, tool->description ? tool->description : "", "    ");
    bool more = put_inputs(&out, tool);
    more |= put_returns(&out, tool, !more);
    more |= put_line(&out, "Raises", tool->raises, !more);
    more |= put_examples(&out, tool, !more);
    sa_buf_appends(&out, more ? "\n    \"\"\"" : "\"\"\"");
    return sa_buf_take(&out, NULL);
}
