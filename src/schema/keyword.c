// The table of keywords, in the order in which they are held against a value: what it is first, for
// that may convert it, what is in it next, then alternatives, and last what looks at what these
// saw.
#include "base/xalloc.h"
#include "schema/walk.h"

#define NOTE(name)                                                                                 \
    {                                                                                              \
        name, SAYS_NOTE, 0, NULL, 0, NULL                                                          \
    }
#define ROW(name, says, on, rule)                                                                  \
    {                                                                                              \
        name, says, on, sa_rule_##rule, 0, NULL                                                    \
    }
#define BOUND(name, says, on, rule, relation, text)                                                \
    {                                                                                              \
        name, says, on, sa_rule_##rule, relation, text                                             \
    }

const struct keyword sa_schema_keywords[] = {
    ROW("type", SAYS_TYPE, ON_ALL, type),
    ROW("enum", SAYS_LIST, ON_ALL, enum),
    ROW("const", SAYS_ANY, ON_ALL, const),
    BOUND("minimum", SAYS_NUMBER, ON_NUMBER, bound, 'g', "at least"),
    BOUND("maximum", SAYS_NUMBER, ON_NUMBER, bound, 'l', "at most"),
    BOUND("exclusiveMinimum", SAYS_BOUND, ON_NUMBER, bound, 'G', "more than"),
    BOUND("exclusiveMaximum", SAYS_BOUND, ON_NUMBER, bound, 'L', "less than"),
    ROW("multipleOf", SAYS_NUMBER, ON_NUMBER, multiple),
    BOUND("minLength", SAYS_COUNT, ON_STRING, length, 'g', "characters"),
    BOUND("maxLength", SAYS_COUNT, ON_STRING, length, 'l', "characters"),
    BOUND("minItems", SAYS_COUNT, ON_ARRAY, length, 'g', "items"),
    BOUND("maxItems", SAYS_COUNT, ON_ARRAY, length, 'l', "items"),
    BOUND("minProperties", SAYS_COUNT, ON_OBJECT, length, 'g', "keys"),
    BOUND("maxProperties", SAYS_COUNT, ON_OBJECT, length, 'l', "keys"),
    ROW("pattern", SAYS_PATTERN, ON_STRING, pattern),
    ROW("format", SAYS_TEXT, ON_STRING, format),
    ROW("required", SAYS_NAMES, ON_OBJECT, required),
    ROW("dependentRequired", SAYS_NAME_LISTS, ON_OBJECT, dependent_required),
    ROW("propertyNames", SAYS_SCHEMA, ON_OBJECT, names),
    ROW("properties", SAYS_MAP, ON_OBJECT, properties),
    ROW("patternProperties", SAYS_PATTERNS, ON_OBJECT, patterns),
    ROW("additionalProperties", SAYS_SCHEMA, ON_OBJECT, other_properties),
    ROW("prefixItems", SAYS_SCHEMAS, ON_ARRAY, prefix),
    ROW("items", SAYS_ITEMS, ON_ARRAY, items),
    ROW("additionalItems", SAYS_SCHEMA, ON_ARRAY, other_items),
    ROW("uniqueItems", SAYS_TRUTH, ON_ARRAY, unique),
    ROW("contains", SAYS_SCHEMA, ON_ARRAY, contains),
    ROW("$ref", SAYS_REF, ON_ALL, ref),
    ROW("allOf", SAYS_SCHEMAS, ON_ALL, all),
    ROW("anyOf", SAYS_SCHEMAS, ON_ALL, any),
    ROW("oneOf", SAYS_SCHEMAS, ON_ALL, one),
    ROW("not", SAYS_SCHEMA, ON_ALL, not ),
    ROW("if", SAYS_SCHEMA, ON_ALL, if),
    ROW("dependentSchemas", SAYS_MAP, ON_OBJECT, depends),
    ROW("dependencies", SAYS_DEPENDS, ON_OBJECT, depends),
    ROW("unevaluatedItems", SAYS_SCHEMA, ON_ARRAY, unseen_items),
    ROW("unevaluatedProperties", SAYS_SCHEMA, ON_OBJECT, unseen_properties),
    // Of others' rules.
    {"then", SAYS_SCHEMA, 0, NULL, 0, NULL},
    {"else", SAYS_SCHEMA, 0, NULL, 0, NULL},
    {"minContains", SAYS_COUNT, 0, NULL, 0, NULL},
    {"maxContains", SAYS_COUNT, 0, NULL, 0, NULL},
    {"nullable", SAYS_TRUTH, 0, NULL, 0, NULL}, // OpenAPI
    {"$defs", SAYS_MAP, 0, NULL, 0, NULL},
    {"definitions", SAYS_MAP, 0, NULL, 0, NULL},
    {"contentSchema", SAYS_SCHEMA, 0, NULL, 0, NULL},
    {"$id", SAYS_TEXT, 0, NULL, 0, NULL},
    {"$schema", SAYS_TEXT, 0, NULL, 0, NULL},
    {"$anchor", SAYS_TEXT, 0, NULL, 0, NULL},
    {"$dynamicAnchor", SAYS_TEXT, 0, NULL, 0, NULL},
    NOTE("$comment"),
    NOTE("title"),
    NOTE("description"),
    NOTE("default"),
    NOTE("examples"),
    NOTE("example"),
    NOTE("deprecated"),
    NOTE("readOnly"),
    NOTE("writeOnly"),
    NOTE("contentEncoding"),
    NOTE("contentMediaType"),
    {"$dynamicRef", SAYS_REFUSED, 0, NULL, 0, NULL},
    {"$recursiveRef", SAYS_REFUSED, 0, NULL, 0, NULL},
    {"$recursiveAnchor", SAYS_REFUSED, 0, NULL, 0, NULL},
    {"$vocabulary", SAYS_REFUSED, 0, NULL, 0, NULL},
};
const size_t sa_schema_keyword_count = SA_COUNT(sa_schema_keywords);
