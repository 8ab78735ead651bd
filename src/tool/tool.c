// The registry, and what is the same for tools of every kind: stubs, checked calls.
#include "tool/tool.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

void sa_tool_result_release(struct sa_tool_result *result)
{
    sa_freep(&result->json);
    sa_freep(&result->error);
}

void sa_tool_free(struct sa_tool *tool)
{
    if (!tool) return;
    if (tool->free_data) tool->free_data(tool->data);
    cJSON_Delete(tool->inputs);
    cJSON_Delete(tool->output);
    free(tool->name);
    free(tool->description);
    free(tool->returns);
    free(tool->raises);
    free(tool);
}

void sa_tools_release(struct sa_tools *tools)
{
    for (size_t i = 0; i < tools->count; i++) sa_tool_free(tools->items[i]);
    free(tools->items);
    memset(tools, 0, sizeof *tools);
}

struct sa_tool *sa_tools_find(const struct sa_tools *tools, const char *name)
{
    for (size_t i = 0; i < tools->count; i++)
        if (!strcmp(tools->items[i]->name, name)) return tools->items[i];
    return NULL;
}

bool sa_is_identifier(const char *name)
{
    static const char *const keywords[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
    if (!name || !*name || isdigit((unsigned char)*name)) return false;
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_' && (unsigned char)*p < 0x80) return false;
    for (size_t i = 0; i < SA_COUNT(keywords); i++)
        if (!strcmp(name, keywords[i])) return false;
    return true;
}

// Of Python 3.12, without those of exceptions, which end in a few words.
static bool is_builtin(const char *name)
{
    static const char *const names[] = {"abs",
                                        "aiter",
                                        "all",
                                        "anext",
                                        "any",
                                        "ascii",
                                        "bin",
                                        "bool",
                                        "breakpoint",
                                        "bytearray",
                                        "bytes",
                                        "callable",
                                        "chr",
                                        "classmethod",
                                        "compile",
                                        "complex",
                                        "copyright",
                                        "credits",
                                        "delattr",
                                        "dict",
                                        "dir",
                                        "divmod",
                                        "enumerate",
                                        "eval",
                                        "exec",
                                        "exit",
                                        "filter",
                                        "float",
                                        "format",
                                        "frozenset",
                                        "getattr",
                                        "globals",
                                        "hasattr",
                                        "hash",
                                        "help",
                                        "hex",
                                        "id",
                                        "input",
                                        "int",
                                        "isinstance",
                                        "issubclass",
                                        "iter",
                                        "len",
                                        "license",
                                        "list",
                                        "locals",
                                        "map",
                                        "max",
                                        "memoryview",
                                        "min",
                                        "next",
                                        "object",
                                        "oct",
                                        "open",
                                        "ord",
                                        "pow",
                                        "print",
                                        "property",
                                        "quit",
                                        "range",
                                        "repr",
                                        "reversed",
                                        "round",
                                        "set",
                                        "setattr",
                                        "slice",
                                        "sorted",
                                        "staticmethod",
                                        "str",
                                        "sum",
                                        "super",
                                        "tuple",
                                        "type",
                                        "vars",
                                        "zip",
                                        "Ellipsis",
                                        "NotImplemented",
                                        "Exception",
                                        "BaseException",
                                        "ExceptionGroup",
                                        "BaseExceptionGroup",
                                        "GeneratorExit",
                                        "SystemExit",
                                        "KeyboardInterrupt",
                                        "StopIteration",
                                        "StopAsyncIteration",
                                        "Warning"};
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (!strcmp(names[i], name)) return true;
    return (isupper((unsigned char)*name) &&
            (sa_ends_with(name, "Error") || sa_ends_with(name, "Warning"))) ||
           sa_starts_with(name, "__");
}

int sa_tools_add(struct sa_tools *tools, struct sa_tool *tool, struct sa_err *err)
{
    const char *why = NULL;
    if (!sa_is_identifier(tool->name)) why = "the name is no Python identifier";
    if (!strcmp(tool->name, "final_answer")) why = "that name is reserved";
    if (is_builtin(tool->name)) why = "Python has a builtin of that name, which code uses";
    if (sa_tools_find(tools, tool->name)) why = "there is already a tool of that name";
    if (why) {
        sa_err_set(err, SA_E_CONFIG, "tool '%s': %s", tool->name, why);
        sa_tool_free(tool);
        return -1;
    }
    SA_GROW(tools->items, tools->cap, tools->count + 1);
    tools->items[tools->count++] = tool;
    return 0;
}

// ---- stubs ------------------------------------------------------------------------------------

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

// ---- calls ------------------------------------------------------------------------------------

// Neither cJSON nor a program's argument holds a NUL: what comes after it would be lost.
static bool holds_nul(const char *json)
{
    for (const char *p = json; (p = strstr(p, "\\u0000")); p++) {
        size_t slashes = 1;
        while (p - slashes >= json && p[-(ptrdiff_t)slashes] == '\\') slashes++;
        if (slashes % 2) return true; // else the backslash is one that was escaped
    }
    return false;
}

void sa_tool_call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                  struct sa_tool_result *result)
{
    memset(result, 0, sizeof *result);
    struct sa_err why = SA_ERR_INIT;
    cJSON *args = holds_nul(args_json) ? NULL : sa_json_parse(args_json, strlen(args_json), &why);
    char *bad = NULL;
    if (!args && !why.code) sa_err_set(&why, SA_E_CONFIG, "text with a NUL character");
    if (!args) {
        result->error = sa_xasprintf("%s: arguments cannot be passed: %s", tool->name, why.message);
        result->error_type = "TypeError";
        return;
    }
    bool changed;
    if (!sa_tool_check_args(tool, args, &changed, &bad)) {
        result->error = bad;
        result->error_type = "TypeError";
    } else {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        if (changed) sa_json_print(&text, args);
        tool->call(tool, changed ? sa_buf_text(&text) : args_json, stop, result);
        sa_buf_release(&text);
    }
    cJSON_Delete(args);
    if (!result->json && !result->error) result->json = sa_xstrdup("null");
}
