// The form of final answers: from the text of its schema to what the model sees of it, and why an
// answer is not of it.
#include "agent/shape.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "schema/schema.h"
#include "tool/tool.h"

enum {
    SHALLOW = 9, // levels of a document whose shape a stub shows
    LONGEST_NAME = 60,
};

// ---- what it is called --------------------------------------------------------------------------

// "Invoice data" is InvoiceData.
static char *name_of(const char *title)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    bool begins = true;
    size_t len = sa_utf8_prefix(title, strlen(title), LONGEST_NAME);
    for (const char *p = title; p < title + len; p++) {
        unsigned char c = (unsigned char)*p;
        bool kept = isalnum(c) || c == '_' || c >= 0x80;
        if (kept) sa_buf_appendc(&out, (char)(begins ? toupper(c) : c));
        begins = !kept;
    }
    bool fits = sa_is_identifier(sa_buf_text(&out)) && !sa_is_builtin(sa_buf_text(&out));
    if (!fits) sa_buf_clear(&out), sa_buf_appends(&out, "Answer");
    return sa_buf_take(&out, NULL);
}

// ---- what a stub leaves out ---------------------------------------------------------------------

// An alternative that is more than a type.
static bool is_rich(const cJSON *alternatives)
{
    const cJSON *one;
    bool rich = false;
    cJSON_ArrayForEach(one, alternatives) rich |= cJSON_GetArraySize(one) > 1;
    return rich;
}

// Keywords that types of Python have no words for; a key of that name does no harm here.
static bool is_told(const cJSON *schema, int depth)
{
    static const char *const untold[] = {
        "allOf",
        "oneOf",
        "not",
        "if",
        "dependencies",
        "multipleOf",
        "prefixItems",
        "exclusiveMinimum",
        "contains",
        "uniqueItems",
        "propertyNames",
        "exclusiveMaximum",
        "minProperties",
        "maxProperties",
        "additionalItems",
        "dependentSchemas",
        "patternProperties",
        "dependentRequired",
        "unevaluatedItems",
        "unevaluatedProperties",
    };
    const cJSON *member;
    bool told = depth <= SHALLOW;
    cJSON_ArrayForEach(member, schema)
    {
        told &= !sa_str_equals_any(sa_str_of(member->string), untold, SA_COUNT(untold));
        if (sa_streq(member->string, "anyOf")) told &= !is_rich(member);
        if (!told || !is_told(member, depth + 1)) return false;
    }
    return told;
}

// ---- as parameters ------------------------------------------------------------------------------

// References to the answer lead to where it stands now. Values that a schema only names stay.
static void move_references(cJSON *schema, bool has_keywords)
{
    static const char *const values[] = {"enum", "const", "default", "examples"};
    static const char *const maps[] = {"properties",  "patternProperties", "$defs",
                                       "definitions", "dependentSchemas",  "dependencies"};
    cJSON *member;
    cJSON_ArrayForEach(member, schema)
    {
        struct sa_str name = sa_str_of(member->string);
        if (has_keywords && sa_str_equals_any(name, values, SA_COUNT(values))) continue;
        const char *ref = sa_streq(member->string, "$ref") ? cJSON_GetStringValue(member) : NULL;
        bool moves = ref && ref[0] == '#' && (!ref[1] || ref[1] == '/') &&
                     !sa_starts_with(ref, "#/$defs/") && !sa_starts_with(ref, "#/definitions/");
        if (moves) {
            SA_AUTO_FREE char *moved = sa_xasprintf("#/properties/answer%s", ref + 1);
            cJSON_SetValuestring(member, moved);
        }
        move_references(member, !(has_keywords && sa_str_equals_any(name, maps, SA_COUNT(maps))));
    }
}

// Definitions stand at the root of both.
static cJSON *parameters_of(const cJSON *document)
{
    static const char *const defined[] = {"$defs", "definitions"};
    cJSON *all = cJSON_CreateObject(), *answer = cJSON_Duplicate(document, true);
    cJSON_DeleteItemFromObjectCaseSensitive(answer, "$schema");
    cJSON_DeleteItemFromObjectCaseSensitive(answer, "$id");
    move_references(answer, true);
    cJSON_AddStringToObject(all, "type", "object");
    cJSON_AddItemToObject(cJSON_AddObjectToObject(all, "properties"), "answer", answer);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(all, "required"), cJSON_CreateString("answer"));
    cJSON_AddFalseToObject(all, "additionalProperties");
    for (size_t i = 0; i < SA_COUNT(defined); i++) {
        cJSON *defs = cJSON_DetachItemFromObjectCaseSensitive(answer, defined[i]);
        if (defs) cJSON_AddItemToObject(all, defined[i], defs);
    }
    return all;
}

// ---- the whole ----------------------------------------------------------------------------------

// The first fault, and how many more there are.
static int refuse(const struct sa_buf *faults, struct sa_err *err)
{
    struct sa_str rest = {faults->data, faults->len}, first, line;
    int more = 0;
    sa_str_next_line(&rest, &first);
    while (sa_str_next_line(&rest, &line)) more++;
    sa_err_set(err, SA_E_USAGE, "%.*s", (int)first.len, first.data);
    return more ? sa_err_append(err, " (and %d more)", more) : err->code;
}

static cJSON *parse(const char *text, size_t len, struct sa_err *err)
{
    cJSON *document = sa_json_parse(text, len, err);
    const char *why = !document                      ? NULL
                      : sa_json_holds_nul(text, len) ? "text with a NUL character"
                      : cJSON_IsObject(document)     ? NULL
                                                     : "it is no JSON object";
    if (document && !why) return document;
    if (why) sa_err_set(err, SA_E_USAGE, "%s", why);
    if (err) err->code = SA_E_USAGE;
    cJSON_Delete(document);
    return NULL;
}

struct sa_shape *sa_shape_new(const char *text, size_t len, struct sa_err *err)
{
    cJSON *document = parse(text, len, err);
    if (!document) return NULL;
    struct sa_buf faults = SA_BUF_INIT(SA_BUF_SMALL), line = SA_BUF_INIT(SA_BUF_HUGE),
                  sent = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_shape *shape = sa_xcalloc(1, sizeof *shape);
    shape->document = document;
    shape->schema = sa_schema_new(document, SA_SCHEMA_FORMATS, &faults);
    if (faults.len) {
        refuse(&faults, err);
        sa_shape_free(shape);
        shape = NULL;
    } else {
        sa_json_print(&line, document);
        shape->text = sa_buf_take(&line, NULL);
        shape->name = name_of(sa_json_str(document, "title", ""));
        shape->stub = sa_tool_answer_stub(shape->name, document);
        shape->told = is_told(document, 0);
        cJSON *parameters = parameters_of(document);
        sa_json_print(&sent, parameters);
        shape->parameters = sa_buf_take(&sent, NULL);
        shape->strict = sa_shape_strictness(parameters);
        cJSON_Delete(parameters);
    }
    sa_buf_release(&faults);
    return shape;
}

void sa_shape_free(struct sa_shape *shape)
{
    if (!shape) return;
    sa_schema_free(shape->schema);
    cJSON_Delete(shape->document);
    free(shape->name), free(shape->stub), free(shape->text), free(shape->parameters);
    free(shape);
}

// ---- answers ------------------------------------------------------------------------------------

static void put_miss(const struct sa_schema_miss *miss, struct sa_buf *out)
{
    sa_buf_appendf(out, "%sanswer%s%s%s: %s%s", out->len ? "; " : "", miss->head ? "." : "",
                   miss->head ? miss->head : "", miss->tail, miss->text,
                   miss->kind == SA_MISS_LACKS_KEY ? " (add it)" : "");
}

static char *judge(const struct sa_shape *shape, const cJSON *value)
{
    struct sa_schema_misses misses = {.most = SA_SCHEMA_MISSES};
    struct sa_buf list = SA_BUF_INIT(SA_BUF_TEXT);
    if (sa_schema_check(shape->schema, value, &misses)) return NULL;
    for (size_t i = 0; i < misses.count; i++) put_miss(&misses.items[i], &list);
    sa_schema_misses_release(&misses);
    return sa_buf_take(&list, NULL);
}

char *sa_shape_misfit(const struct sa_shape *shape, const char *json, size_t len)
{
    struct sa_err err = SA_ERR_INIT;
    cJSON *value = sa_json_parse(json, len, &err);
    char *why = !value ? sa_xasprintf("answer: cannot be checked: %s", err.message)
                : sa_json_holds_nul(json, len)
                    ? sa_xstrdup("answer: has a text with a NUL character (leave that out)")
                    : judge(shape, value);
    cJSON_Delete(value);
    if (!why) return NULL;
    char *whole = sa_xasprintf("it does not meet the schema of %s: %s", shape->name, why);
    free(why);
    return whole;
}

// The inside of a text that is one fence, without a label or with "json".
static struct sa_str without_fence(struct sa_str s)
{
    static const char fence[] = "```";
    enum { MARK = 3 };
    struct sa_str rest = s, line;
    if (s.len < 2 * MARK + 1 || memcmp(s.data, fence, MARK)) return s;
    if (memcmp(s.data + s.len - MARK, fence, MARK)) return s;
    sa_str_next_line(&rest, &line);
    struct sa_str label = sa_str_trim((struct sa_str){line.data + MARK, line.len - MARK});
    if ((label.len && !sa_str_equals(label, "json")) || rest.len < MARK) return s;
    return sa_str_trim((struct sa_str){rest.data, rest.len - MARK});
}

struct sa_str sa_shape_find(struct sa_str text)
{
    struct sa_str s = without_fence(sa_str_trim(text));
    return s.len && sa_json_valid(s.data, s.len) ? s : (struct sa_str){NULL, 0};
}

char *sa_shape_unquote(const struct sa_shape *shape, const char *json)
{
    if (json[0] != '"') return NULL;
    SA_AUTO_FREE char *misfit = sa_shape_misfit(shape, json, strlen(json)), *inner = NULL;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_unquote(json, strlen(json), &text);
    struct sa_str value = sa_shape_find((struct sa_str){sa_buf_text(&text), text.len});
    if (misfit && value.len) inner = sa_shape_misfit(shape, value.data, value.len);
    char *unquoted = misfit && value.len && !inner ? sa_xstrndup(value.data, value.len) : NULL;
    sa_buf_release(&text);
    return unquoted;
}
