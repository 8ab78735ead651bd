// JSON Schema as Python types: what stands in stubs and errors. Schemas may come from strangers, so
// that depth, breadth and length of what is made of them are limited; what is beyond is `object`.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema_int.h"

enum {
    MAX_HOPS = 20,     // from one $ref to the next
    MAX_DEPTH = 4,     // of types inside each other
    MAX_UNION = 6,     // alternatives shown
    MAX_LITERAL = 300, // bytes of the values of an enum
    MAX_KEYS = 30,     // of a shape
    MAX_SHAPE = 2000,  // bytes of one
    MAX_WORK = 50000,  // members that are looked at for one text
};

// A document, and how much may yet be looked at for a text of it.
struct source {
    const cJSON *root;
    long work;
};

static const cJSON *behind(struct source *d, const cJSON *schema)
{
    const cJSON *next = schema;
    for (int i = 0; i < MAX_HOPS && (next = sa_schema_target(d->root, schema, &d->work)); i++)
        schema = next;
    return next ? NULL : schema;
}

const cJSON *sa_schema_behind(const cJSON *root, const cJSON *schema)
{
    struct source d = {root, MAX_WORK};
    return behind(&d, schema);
}

// ---- values -------------------------------------------------------------------------------------

const char *sa_schema_python_type(const char *type)
{
    static const char *const types[][2] = {
        {"string", "str"}, {"integer", "int"}, {"number", "float"}, {"boolean", "bool"},
        {"array", "list"}, {"object", "dict"}, {"null", "None"},
    };
    for (size_t i = 0; i < SA_COUNT(types); i++)
        if (!strcmp(types[i][0], type)) return types[i][1];
    return "object";
}

void sa_schema_put_literal(struct sa_buf *out, const cJSON *v)
{
    if (cJSON_IsTrue(v) || cJSON_IsFalse(v)) {
        sa_buf_appends(out, cJSON_IsTrue(v) ? "True" : "False");
    } else if (!v || cJSON_IsNull(v) || (cJSON_IsNumber(v) && !isfinite(v->valuedouble))) {
        sa_buf_appends(out, "None"); // JSON has no infinity either
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
            sa_schema_put_literal(out, item);
        }
        sa_buf_appendc(out, cJSON_IsArray(v) ? ']' : '}');
    } else {
        sa_json_print(out, v); // JSON strings and numbers are Python's
    }
}

// ---- types --------------------------------------------------------------------------------------

// Alternatives as Python has them, each once.
struct types {
    char *text[MAX_UNION];
    int count;
    bool none, more;
};

static void add_type(struct types *t, char *text)
{
    bool known = !strcmp(text, "None");
    t->none |= known;
    for (int i = 0; i < t->count; i++) known |= !strcmp(t->text[i], text);
    if (!known && t->count < MAX_UNION) {
        t->text[t->count++] = text;
        return;
    }
    t->more |= !known;
    free(text);
}

// Joins and releases them; "object" takes in every other.
static void put_union(struct sa_buf *out, struct types *t)
{
    bool any = t->more || (!t->count && !t->none);
    for (int i = 0; i < t->count; i++) any |= !strcmp(t->text[i], "object");
    if (any) sa_buf_appends(out, "object");
    for (int i = 0; i < t->count; i++) {
        if (!any) sa_buf_appendf(out, "%s%s", i ? " | " : "", t->text[i]);
        free(t->text[i]);
    }
    if (!any && t->none) sa_buf_appends(out, t->count ? " | None" : "None");
}

static void put_type(struct sa_buf *out, struct source *d, const cJSON *schema, int depth);

static char *type_text(struct source *d, const cJSON *schema, int depth)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    put_type(&out, d, schema, depth);
    return sa_buf_take(&out, NULL);
}

// Values of an enum have a type of their own when Python can name them.
static bool put_values(struct sa_buf *out, const cJSON *schema)
{
    const cJSON *choices = sa_json_get(schema, "enum"), *only = sa_json_get(schema, "const"), *one;
    struct sa_buf list = SA_BUF_INIT(MAX_LITERAL);
    bool plain = cJSON_IsArray(choices) ? choices->child != NULL : only != NULL;
    if (!plain) return false;
    if (!cJSON_IsArray(choices)) choices = NULL;
    for (one = choices ? choices->child : only; one && plain && !list.full;
         one = choices ? one->next : NULL) {
        plain = !cJSON_IsArray(one) && !cJSON_IsObject(one) &&
                !(cJSON_IsString(one) && strnlen(one->valuestring, MAX_LITERAL) == MAX_LITERAL);
        if (list.len) sa_buf_appends(&list, ", ");
        if (plain) sa_schema_put_literal(&list, one);
    }
    plain &= !list.full;
    if (plain) sa_buf_appendf(out, "Literal[%s]", sa_buf_text(&list));
    sa_buf_release(&list);
    return plain;
}

static void put_list(struct sa_buf *out, struct source *d, const cJSON *schema, int depth)
{
    const cJSON *items = sa_json_get(schema, "items");
    SA_AUTO_FREE char *item = cJSON_IsObject(items) ? type_text(d, items, depth + 1) : NULL;
    if (item && strcmp(item, "object") != 0) sa_buf_appendf(out, "list[%s]", item);
    else sa_buf_appends(out, "list");
}

static void put_dict(struct sa_buf *out, struct source *d, const cJSON *schema, int depth)
{
    const cJSON *value = sa_json_get(schema, "additionalProperties"),
                *fixed = sa_json_get(schema, "properties");
    bool open = cJSON_IsObject(value) && !(fixed && fixed->child);
    SA_AUTO_FREE char *of = open ? type_text(d, value, depth + 1) : NULL;
    if (of && strcmp(of, "object") != 0) sa_buf_appendf(out, "dict[str, %s]", of);
    else sa_buf_appends(out, "dict");
}

static void put_named(struct sa_buf *out, struct source *d, const cJSON *schema, const char *type,
                      int depth)
{
    if (!strcmp(type, "array")) put_list(out, d, schema, depth);
    else if (!strcmp(type, "object")) put_dict(out, d, schema, depth);
    else sa_buf_appends(out, sa_schema_python_type(type));
}

// Of `type` when it is a list, else of anyOf or oneOf. False: it has none of them.
static bool put_alternatives(struct sa_buf *out, struct source *d, const cJSON *schema, int depth)
{
    struct types t = {.count = 0};
    const cJSON *types = sa_json_get(schema, "type"), *all = types, *one;
    if (!cJSON_IsArray(all)) all = sa_json_get(schema, "anyOf");
    if (!cJSON_IsArray(all)) all = sa_json_get(schema, "oneOf");
    if (!cJSON_IsArray(all) || !all->child) return false;
    cJSON_ArrayForEach(one, all)
    {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        if (t.more || d->work < 0) break;
        if (cJSON_IsString(one)) put_named(&text, d, schema, one->valuestring, depth);
        else put_type(&text, d, one, depth + (all != types));
        add_type(&t, sa_buf_take(&text, NULL));
    }
    put_union(out, &t);
    return true;
}

// Of parts that must all hold the first says the type that says one.
static void put_all(struct sa_buf *out, struct source *d, const cJSON *schema, int depth)
{
    const cJSON *parts = sa_json_get(schema, "allOf"), *one;
    char *text = NULL;
    int looked = 0;
    cJSON_ArrayForEach(one, parts)
    {
        free(text);
        text = type_text(d, one, depth + 1);
        if (strcmp(text, "object") != 0 || ++looked == MAX_UNION) break;
    }
    sa_buf_appends(out, text ? text : "object");
    free(text);
}

static void put_type(struct sa_buf *out, struct source *d, const cJSON *schema, int depth)
{
    schema = behind(d, schema);
    const char *type = sa_json_str(schema, "type", NULL);
    bool nullable = sa_json_bool(schema, "nullable", false); // OpenAPI
    size_t start = out->len;
    if (!cJSON_IsObject(schema) || depth > MAX_DEPTH || --d->work < 0) {
        sa_buf_appends(out, "object");
    } else if (put_values(out, schema)) {
    } else if (type) {
        put_named(out, d, schema, type, depth);
    } else if (!put_alternatives(out, d, schema, depth)) {
        if (sa_json_get(schema, "properties")) put_dict(out, d, schema, depth);
        else if (sa_json_get(schema, "items")) put_list(out, d, schema, depth);
        else put_all(out, d, schema, depth);
    }
    if (nullable && !strstr(sa_buf_text(out) + start, "None") &&
        strcmp(sa_buf_text(out) + start, "object") != 0)
        sa_buf_appends(out, " | None");
}

char *sa_schema_type_text(const cJSON *root, const cJSON *schema)
{
    enum { LONGEST = 600 };
    struct source d = {root, MAX_WORK};
    char *text = type_text(&d, schema, 0);
    if (strlen(text) <= LONGEST) return text;
    free(text);
    return sa_xstrdup(sa_schema_python_type(sa_json_str(schema, "type", "any")));
}

// ---- shapes -------------------------------------------------------------------------------------

static bool has_keys(const cJSON *schema)
{
    const cJSON *p = sa_json_get(schema, "properties");
    return cJSON_IsObject(p) && p->child;
}

static void put_shape(struct sa_buf *out, struct source *d, const cJSON *schema, int depth);

static bool requires(struct source *d, const cJSON *schema, const char *name)
{
    const cJSON *list = sa_json_get(schema, "required"), *one;
    if (!cJSON_IsArray(list)) return false;
    for (one = list->child; one && --d->work >= 0; one = one->next)
        if (cJSON_IsString(one) && !strcmp(one->valuestring, name)) return true;
    return false;
}

static void put_keys(struct sa_buf *out, struct source *d, const cJSON *schema, int depth)
{
    const cJSON *p;
    int shown = 0;
    sa_buf_appendc(out, '{');
    cJSON_ArrayForEach(p, sa_json_get(schema, "properties"))
    {
        sa_buf_appends(out, shown ? ", " : "");
        if (shown++ == MAX_KEYS || out->len > MAX_SHAPE) {
            sa_buf_appends(out, "...");
            break;
        }
        sa_json_quote(out, p->string, strlen(p->string));
        sa_buf_appends(out, requires(d, schema, p->string) ? ": " : "?: ");
        put_shape(out, d, p, depth + 1);
    }
    sa_buf_appendc(out, '}');
}

static void put_shape(struct sa_buf *out, struct source *d, const cJSON *schema, int depth)
{
    const cJSON *meant = behind(d, schema);
    const cJSON *items = behind(d, sa_json_get(meant, "items"));
    if (depth < MAX_DEPTH && has_keys(meant)) {
        put_keys(out, d, meant, depth);
    } else if (depth < MAX_DEPTH && has_keys(items)) {
        sa_buf_appends(out, "list[");
        put_keys(out, d, items, depth + 1);
        sa_buf_appendc(out, ']');
    } else {
        SA_AUTO_FREE char *type = type_text(d, schema, depth);
        sa_buf_appends(out, type);
    }
}

bool sa_schema_put_shape(struct sa_buf *out, const cJSON *root, const cJSON *schema)
{
    struct source d = {root, MAX_WORK};
    const cJSON *meant = behind(&d, schema);
    bool shaped = has_keys(meant) || has_keys(behind(&d, sa_json_get(meant, "items")));
    if (shaped) put_shape(out, &d, schema, 0);
    return shaped;
}
