// Is a schema one that servers hold a model to while it writes? They take a part of JSON Schema
// alone: objects whose keys are all asked for and no others, alternatives by anyOf, references into
// the same document; some take limits of values besides.
#include <string.h>

#include "agent/shape.h"
#include "base/json.h"
#include "base/xalloc.h"

enum { DEEPEST = 9 }; // objects inside each other; one more is around the answer

static const struct {
    const char *keyword;
    enum sa_model_strict level;
    enum { HAS_NO_SCHEMA, HAS_SCHEMA, HAS_SCHEMAS } has;
} words[] = {
    {"type", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"properties", SA_STRICT_PLAIN, HAS_SCHEMAS},
    {"required", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"additionalProperties", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"items", SA_STRICT_PLAIN, HAS_SCHEMA},
    {"anyOf", SA_STRICT_PLAIN, HAS_SCHEMAS},
    {"enum", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"const", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"$ref", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"$defs", SA_STRICT_PLAIN, HAS_SCHEMAS},
    {"definitions", SA_STRICT_PLAIN, HAS_SCHEMAS},
    {"title", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"description", SA_STRICT_PLAIN, HAS_NO_SCHEMA},
    {"pattern", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"format", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"minimum", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"maximum", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"exclusiveMinimum", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"exclusiveMaximum", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"multipleOf", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"minItems", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
    {"maxItems", SA_STRICT_LIMITED, HAS_NO_SCHEMA},
};

static enum sa_model_strict least(enum sa_model_strict a, enum sa_model_strict b)
{
    return a < b ? a : b;
}

static bool is_listed(const cJSON *names, const char *name)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, names) if (sa_streq(cJSON_GetStringValue(one), name)) return true;
    return false;
}

// No key more or less than those that it names.
static bool is_closed(const cJSON *schema)
{
    const cJSON *p, *required = sa_json_get(schema, "required");
    if (!cJSON_IsFalse(sa_json_get(schema, "additionalProperties"))) return false;
    cJSON_ArrayForEach(p, sa_json_get(schema, "properties"))
    {
        if (!is_listed(required, p->string)) return false;
    }
    return true;
}

static bool may_be_object(const cJSON *schema)
{
    const cJSON *type = sa_json_get(schema, "type");
    return sa_streq(cJSON_GetStringValue(type), "object") || is_listed(type, "object") ||
           sa_json_get(schema, "properties");
}

// Of a member of a schema, and what is in it.
static enum sa_model_strict judge(const cJSON *member, int depth);

static enum sa_model_strict strictness(const cJSON *schema, int depth)
{
    enum sa_model_strict level = SA_STRICT_PLAIN;
    const cJSON *member, *ref = sa_json_get(schema, "$ref");
    bool object = may_be_object(schema);
    bool typed = ref || sa_json_get(schema, "type") || sa_json_get(schema, "anyOf");
    if (!cJSON_IsObject(schema) || !typed || depth + object > DEEPEST) return SA_STRICT_NOT;
    if ((object && !is_closed(schema)) || (ref && *sa_json_str(schema, "$ref", "") != '#'))
        return SA_STRICT_NOT;
    cJSON_ArrayForEach(member, schema) level = least(level, judge(member, depth + object));
    return level;
}

static enum sa_model_strict judge(const cJSON *member, int depth)
{
    const cJSON *one;
    size_t i = 0;
    while (i < SA_COUNT(words) && !sa_streq(words[i].keyword, member->string)) i++;
    if (i == SA_COUNT(words)) return SA_STRICT_NOT;
    enum sa_model_strict level = words[i].level;
    if (words[i].has == HAS_SCHEMA) level = least(level, strictness(member, depth));
    if (words[i].has == HAS_SCHEMAS)
        cJSON_ArrayForEach(one, member) level = least(level, strictness(one, depth));
    return level;
}

enum sa_model_strict sa_shape_strictness(const cJSON *schema)
{
    return strictness(schema, 0);
}
