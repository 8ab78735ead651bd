// Argument checking against a tool's JSON Schema: type, enum, items, properties, required, minimum,
// maximum and lengths. Harmless conversions are made ("3" to 3, 3.0 to 3, 3 to "3"); everything
// else is a message that names the parameter.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

enum { MAX_CHECK_DEPTH = 50 };

struct check {
    const struct sa_tool *tool;
    char **why;
    bool *changed;
};

static bool is_whole(const cJSON *v)
{
    return cJSON_IsNumber(v) && v->valuedouble == floor(v->valuedouble);
}

static const char *type_of(const cJSON *v)
{
    if (cJSON_IsString(v)) return "string";
    if (cJSON_IsBool(v)) return "boolean";
    if (cJSON_IsNull(v)) return "null";
    if (cJSON_IsArray(v)) return "array";
    if (cJSON_IsObject(v)) return "object";
    return is_whole(v) ? "integer" : "number";
}

static bool has_type(const cJSON *v, const char *type)
{
    if (!strcmp(type, "any")) return true;
    if (!strcmp(type, "number")) return cJSON_IsNumber(v);
    return !strcmp(type_of(v), type);
}

// A text of nothing but digits stays as the number's own, which may have more than a double.
static void become_number(cJSON *v, double number)
{
    const char *digits = v->valuestring + (v->valuestring[0] == '-');
    if (digits[0] < '1' || digits[strspn(digits, "0123456789")]) sa_freep(&v->valuestring);
    v->type = (v->type & ~0xFF) | cJSON_Number;
    cJSON_SetNumberHelper(v, number);
}

static void become_text(cJSON *v)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_json_print(&text, v);
    free(v->valuestring);
    v->valuestring = sa_buf_take(&text, NULL);
    v->type = (v->type & ~0xFF) | cJSON_String;
}

// Converts when nothing can be lost. True when v has the type afterwards.
static bool convert(cJSON *v, const char *type)
{
    double number;
    bool numeric = !strcmp(type, "integer") || !strcmp(type, "number");
    if (numeric && cJSON_IsString(v) && sa_parse_double(v->valuestring, &number) &&
        isfinite(number) && (strcmp(type, "integer") || number == floor(number))) {
        become_number(v, number);
        return true;
    }
    if (!strcmp(type, "string") && cJSON_IsNumber(v)) {
        become_text(v);
        return true;
    }
    if (!strcmp(type, "boolean") && cJSON_IsString(v)) {
        bool yes = sa_strcaseeq(v->valuestring, "true"), no = sa_strcaseeq(v->valuestring, "false");
        if (!yes && !no) return false;
        free(v->valuestring);
        v->valuestring = NULL;
        v->type = (v->type & ~0xFF) | (yes ? cJSON_True : cJSON_False);
        return true;
    }
    return false;
}

static bool complain(const struct check *c, const char *path, const char *format, const char *a,
                     const char *b)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendf(&text, "%s(): ", c->tool->name);
    if (*path) sa_buf_appendf(&text, "argument '%s' ", path);
    sa_buf_appends(&text, format);
    if (a) sa_buf_appends(&text, a);
    if (b) sa_buf_appendf(&text, ", not %s", b);
    SA_AUTO_FREE char *signature = sa_tool_signature(c->tool);
    sa_buf_appendf(&text, "; signature: %s", signature);
    *c->why = sa_buf_take(&text, NULL);
    return false;
}

static bool check_type(const struct check *c, const char *path, const cJSON *schema, cJSON *v)
{
    const cJSON *type = sa_json_get(schema, "type"), *one;
    if (cJSON_IsString(type)) {
        if (has_type(v, type->valuestring)) return true;
        if (convert(v, type->valuestring)) return *c->changed = true;
        return complain(c, path, "must be of type ", sa_tool_python_type(type->valuestring),
                        sa_tool_python_type(type_of(v)));
    }
    if (!cJSON_IsArray(type)) return true;
    struct sa_buf names = SA_BUF_INIT(SA_BUF_SMALL);
    cJSON_ArrayForEach(one, type)
    {
        const char *name = cJSON_IsString(one) ? one->valuestring : "any";
        sa_buf_appendf(&names, "%s%s", names.len ? " or " : "", sa_tool_python_type(name));
        if (!has_type(v, name)) continue;
        sa_buf_release(&names);
        return true;
    }
    complain(c, path, "must be of type ", sa_buf_text(&names), sa_tool_python_type(type_of(v)));
    sa_buf_release(&names);
    return false;
}

static bool check_enum(const struct check *c, const char *path, const cJSON *schema, const cJSON *v)
{
    const cJSON *choices = sa_json_get(schema, "enum"), *choice;
    if (!cJSON_IsArray(choices)) return true;
    cJSON_ArrayForEach(choice, choices) if (cJSON_Compare(choice, v, true)) return true;
    struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
    sa_tool_put_literal(&list, choices);
    complain(c, path, "must be one of ", sa_buf_text(&list), NULL);
    sa_buf_release(&list);
    return false;
}

static bool check_range(const struct check *c, const char *path, const cJSON *schema,
                        const cJSON *v)
{
    if (!cJSON_IsNumber(v)) return true;
    const cJSON *low = sa_json_get(schema, "minimum"), *high = sa_json_get(schema, "maximum");
    char bound[40];
    if (cJSON_IsNumber(low) && v->valuedouble < low->valuedouble) {
        snprintf(bound, sizeof bound, "%g", low->valuedouble);
        return complain(c, path, "must be at least ", bound, NULL);
    }
    if (cJSON_IsNumber(high) && v->valuedouble > high->valuedouble) {
        snprintf(bound, sizeof bound, "%g", high->valuedouble);
        return complain(c, path, "must be at most ", bound, NULL);
    }
    return true;
}

static bool check_value(const struct check *c, const char *path, const cJSON *schema, cJSON *v,
                        int depth);

static bool check_object(const struct check *c, const char *path, const cJSON *schema, cJSON *v,
                         int depth)
{
    const cJSON *properties = sa_json_get(schema, "properties"), *name;
    cJSON_ArrayForEach(name, sa_json_get(schema, "required"))
    {
        if (!cJSON_IsString(name) || sa_json_get(v, name->valuestring)) continue;
        return complain(c, path, "missing required argument: ", name->valuestring, NULL);
    }
    cJSON *member;
    cJSON_ArrayForEach(member, v)
    {
        const cJSON *sub = sa_json_get(properties, member->string);
        SA_AUTO_FREE char *inner = *path ? sa_xasprintf("%s.%s", path, member->string)
                                         : sa_xstrdup(member->string);
        if (!sub) {
            if (cJSON_IsFalse(sa_json_get(schema, "additionalProperties")))
                return complain(c, inner, "is not known", NULL, NULL);
            continue;
        }
        if (!check_value(c, inner, sub, member, depth + 1)) return false;
    }
    return true;
}

static bool check_value(const struct check *c, const char *path, const cJSON *schema, cJSON *v,
                        int depth)
{
    if (depth > MAX_CHECK_DEPTH) return complain(c, path, "is nested too deeply", NULL, NULL);
    if (!check_type(c, path, schema, v) || !check_enum(c, path, schema, v) ||
        !check_range(c, path, schema, v))
        return false;
    if (cJSON_IsObject(v)) return check_object(c, path, schema, v, depth);
    const cJSON *items = sa_json_get(schema, "items");
    if (!cJSON_IsArray(v) || !items) return true;
    int i = 0;
    cJSON *item;
    cJSON_ArrayForEach(item, v)
    {
        SA_AUTO_FREE char *inner = sa_xasprintf("%s[%d]", path, i++);
        if (!check_value(c, inner, items, item, depth + 1)) return false;
    }
    return true;
}

// An absent optional argument gets its default; an explicit None for one means the same.
static void fill_defaults(const struct sa_tool *tool, cJSON *args, bool *changed)
{
    const cJSON *p;
    cJSON_ArrayForEach(p, sa_json_get(tool->inputs, "properties"))
    {
        if (sa_tool_is_required(tool, p->string)) continue;
        const cJSON *given = sa_json_get(args, p->string), *fallback = sa_json_get(p, "default");
        if (given && !cJSON_IsNull(given)) continue;
        *changed |= given || fallback;
        if (given) cJSON_DeleteItemFromObjectCaseSensitive(args, p->string);
        if (fallback) cJSON_AddItemToObject(args, p->string, cJSON_Duplicate(fallback, true));
    }
}

bool sa_tool_check_args(const struct sa_tool *tool, cJSON *args, bool *changed, char **why)
{
    const struct check c = {tool, why, changed};
    *changed = false;
    if (!cJSON_IsObject(args)) return complain(&c, "", "expected named arguments", NULL, NULL);
    fill_defaults(tool, args, changed);
    return check_value(&c, "", tool->inputs, args, 0);
}
