// Parameters: a property may have any name and there may be any number of them, a parameter of
// Python is an identifier and each stands in the signature. What does not fit is renamed
// ("file-path" is file_path), or all are given as **arguments.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

enum { MAX_PARAMS = 60 }; // that a signature shows

const cJSON *sa_tool_properties(const struct sa_tool *tool)
{
    const cJSON *p = sa_json_get(tool->inputs, "properties");
    return cJSON_IsObject(p) ? p : NULL;
}

static bool lists(const cJSON *array, const char *text)
{
    const cJSON *item;
    if (!cJSON_IsArray(array)) return false;
    cJSON_ArrayForEach(item, array) if (cJSON_IsString(item) &&
                                        !strcmp(item->valuestring, text)) return true;
    return false;
}

bool sa_tool_is_required(const struct sa_tool *tool, const char *property)
{
    return lists(sa_json_get(tool->inputs, "required"), property);
}

const char *sa_tool_param_name(const struct sa_tool *tool, const char *property)
{
    const cJSON *row;
    cJSON_ArrayForEach(row,
                       tool->renamed) if (!strcmp(row->valuestring, property)) return row->string;
    return property;
}

// ---- making them fit ----------------------------------------------------------------------------

static cJSON *object_member(cJSON *object, const char *name)
{
    cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    if (cJSON_IsObject(member)) return member;
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    return cJSON_AddObjectToObject(object, name);
}

// Each property once, and each that is required.
static void complete(cJSON *properties, const cJSON *required)
{
    for (cJSON *p = properties->child, *next; p; p = next) {
        next = p->next;
        if (cJSON_GetObjectItemCaseSensitive(properties, p->string) != p)
            cJSON_Delete(cJSON_DetachItemViaPointer(properties, p));
    }
    const cJSON *name;
    if (!cJSON_IsArray(required)) return;
    cJSON_ArrayForEach(name, required) if (cJSON_IsString(name) &&
                                           !sa_json_get(properties, name->valuestring))
        cJSON_AddObjectToObject(properties, name->valuestring);
}

// An identifier made of it that no property and no other parameter has; malloc'd.
static char *fitting_name(const struct sa_tool *tool, const char *property)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    if (!*property || isdigit((unsigned char)*property)) sa_buf_appends(&out, "p_");
    for (const char *p = property; *p && out.len < 60; p++)
        if (((unsigned char)*p & 0xC0) != 0x80) // one for a character
            sa_buf_appendc(&out, isalnum((unsigned char)*p) ? *p : '_');
    size_t stem = out.len;
    if (!sa_is_identifier(sa_buf_text(&out))) sa_buf_appendc(&out, '_'); // a keyword
    for (int i = 2; sa_json_get(sa_tool_properties(tool), sa_buf_text(&out)) ||
                    sa_json_get(tool->renamed, sa_buf_text(&out));
         i++) {
        sa_buf_truncate(&out, stem);
        sa_buf_appendf(&out, "_%d", i);
    }
    return sa_buf_take(&out, NULL);
}

// Which characters beyond ASCII are letters only Python knows: who writes a section sees at once
// when one is not.
static bool is_fit(const struct sa_tool *tool, const char *name)
{
    enum { LONGEST = 100 };
    bool ascii = true;
    for (const char *p = name; *p; p++) ascii &= (unsigned char)*p < 0x80;
    return sa_is_identifier(name) && strlen(name) < LONGEST &&
           (ascii || sa_streq(tool->source, "command"));
}

void sa_tool_fit_params(struct sa_tool *tool)
{
    if (!cJSON_IsObject(tool->inputs)) {
        cJSON_Delete(tool->inputs);
        tool->inputs = cJSON_CreateObject();
    }
    cJSON *properties = object_member(tool->inputs, "properties"), *p;
    const cJSON *required = sa_json_get(tool->inputs, "required"),
                *others = sa_json_get(tool->inputs, "additionalProperties");
    int count = cJSON_GetArraySize(properties) + cJSON_GetArraySize(required);
    bool free_form = !count && (cJSON_IsObject(others) || cJSON_IsTrue(others));
    tool->keywords = free_form || count > 2 * MAX_PARAMS;
    if (tool->keywords) return;
    complete(properties, required);
    cJSON_ArrayForEach(p, properties)
    {
        if (is_fit(tool, p->string)) continue;
        if (!tool->renamed) tool->renamed = cJSON_CreateObject();
        SA_AUTO_FREE char *name = fitting_name(tool, p->string);
        cJSON_AddStringToObject(tool->renamed, name, p->string);
    }
}

// ---- arguments of a call ------------------------------------------------------------------------

bool sa_tool_unwrap_args(const struct sa_tool *tool, cJSON *args)
{
    bool changed = false;
    const cJSON *row;
    cJSON *all = tool->keywords ? cJSON_GetObjectItemCaseSensitive(args, "arguments") : NULL;
    if (cJSON_IsObject(all) && args->child == all && !all->next) {
        args->child = all->child;
        all->child = NULL;
        cJSON_Delete(all);
        changed = true;
    }
    cJSON_ArrayForEach(row, tool->renamed)
    {
        cJSON *value = cJSON_DetachItemFromObjectCaseSensitive(args, row->string);
        if (value) cJSON_AddItemToObject(args, row->valuestring, value);
        changed |= value != NULL;
    }
    return changed;
}
