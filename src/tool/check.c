// Arguments against a tool's JSON Schema: types, values, ranges, lengths, members and items, and
// alternatives. Formats and patterns are left to the tool. Harmless conversions are made ("3" to 3,
// 3 to "3", None for an optional member to none); everything else is a message that names the
// argument, what it is and what is wanted. A schema may come from strangers: the work is counted.
#include "tool/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum {
    MAX_CHECK_DEPTH = 60,
    MAX_REFERENCES = 30, // one behind the other
    MAX_WORK = 8000000,
    SHOWN = 80, // characters of a value
};

// Where in the arguments a value stands.
struct place {
    const struct place *above; // NULL: the arguments themselves
    const char *name;          // NULL: an item
    int index, depth;
};

struct check {
    const struct sa_tool *tool;
    bool probing; // nothing is converted and nothing told
    bool changed, spent;
    long work;
    char *why;
};

// ---- complaints ---------------------------------------------------------------------------------

static void put_place(struct sa_buf *out, const struct check *c, const struct place *p)
{
    if (!p->above) return;
    put_place(out, c, p->above);
    if (!p->name) sa_buf_appendf(out, "[%d]", p->index);
    else if (p->above->above) sa_buf_appendf(out, ".%s", p->name);
    else sa_buf_appends(out, sa_tool_param_name(c->tool, p->name));
}

static void put_value(struct sa_buf *out, const cJSON *v)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_tool_put_literal(&text, v);
    size_t cut = sa_utf8_prefix(sa_buf_text(&text), text.len, SHOWN);
    sa_buf_append(out, sa_buf_text(&text), cut);
    if (cut < text.len) sa_buf_appends(out, "...");
    sa_buf_release(&text);
}

// "f(): argument 'a[0].n' WHAT; it is f(...)"; v (may be NULL) is shown behind.
static bool complain(struct check *c, const struct place *p, const cJSON *v, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));
static bool complain(struct check *c, const struct place *p, const cJSON *v, const char *format,
                     ...)
{
    va_list args;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    if (c->probing || c->why) return false;
    sa_buf_appendf(&text, "%s(): ", c->tool->name);
    if (p->above) {
        sa_buf_appends(&text, "argument '");
        put_place(&text, c, p);
        sa_buf_appends(&text, "' ");
    }
    va_start(args, format);
    sa_buf_appendv(&text, format, args);
    va_end(args);
    if (v) put_value(&text, v);
    SA_AUTO_FREE char *signature = sa_tool_signature(c->tool);
    sa_buf_appendf(&text, "; it is %s", signature);
    c->why = sa_buf_take(&text, NULL);
    return false;
}

// ---- a value alone ------------------------------------------------------------------------------

// Converts when it must; the type is a name or a list of them.
static bool check_type(struct check *c, const struct place *p, const cJSON *schema, cJSON *v)
{
    const cJSON *type = sa_json_get(schema, "type"), *one;
    bool list = cJSON_IsArray(type) && type->child;
    if (!list && !cJSON_IsString(type)) return true;
    const cJSON *first = list ? type->child : type;
    for (one = first; one; one = list ? one->next : NULL)
        if (!cJSON_IsString(one) || sa_value_has_type(v, one->valuestring)) return true;
    if (cJSON_IsNull(v) && sa_json_bool(schema, "nullable", false)) return true;
    for (one = first; one && !c->probing; one = list ? one->next : NULL)
        if (sa_value_convert(v, one->valuestring)) return c->changed = true;
    struct sa_buf wanted = SA_BUF_INIT(SA_BUF_SMALL);
    for (one = first; one; one = list ? one->next : NULL)
        sa_buf_appendf(&wanted, "%s%s", one == first ? "" : " or ",
                       sa_tool_python_type(one->valuestring));
    complain(c, p, cJSON_IsNull(v) ? NULL : v, "must be of type %s, not %s%s", sa_buf_text(&wanted),
             sa_tool_python_type(sa_value_type(v)), cJSON_IsNull(v) ? "" : " ");
    sa_buf_release(&wanted);
    return false;
}

static bool spend(struct check *c, const struct place *p, size_t work)
{
    c->spent |= work > (size_t)c->work;
    if (!c->spent) c->work -= (long)work;
    return !c->spent || complain(c, p, NULL, "is too large to be checked");
}

static bool check_values(struct check *c, const struct place *p, const cJSON *schema,
                         const cJSON *v)
{
    const cJSON *choices = sa_json_get(schema, "enum"), *only = sa_json_get(schema, "const"), *one;
    size_t n = sa_value_count(v);
    if (!cJSON_IsArray(choices)) choices = NULL;
    if (!choices && !only) return true;
    if (!spend(c, p, n * n < n ? SIZE_MAX : n * n)) return false; // as comparing may be
    if (only && !cJSON_Compare(only, v, true)) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        put_value(&text, only);
        complain(c, p, v, "must be %s, not ", sa_buf_text(&text));
        return sa_buf_release(&text), false;
    }
    if (!choices) return true;
    cJSON_ArrayForEach(one, choices)
    {
        if (cJSON_Compare(one, v, true)) return true;
        if (!spend(c, p, n)) return false;
    }
    struct sa_buf list = SA_BUF_INIT(SA_BUF_TEXT);
    sa_tool_put_literal(&list, choices);
    size_t cut = sa_utf8_prefix(sa_buf_text(&list), list.len, 10 * SHOWN);
    complain(c, p, v, "must be one of %.*s%s, not ", (int)cut, sa_buf_text(&list),
             cut < list.len ? "..." : "");
    return sa_buf_release(&list), false;
}

// What a number, or the length of something, may be.
static const struct {
    const char *key;
    char of; // n: number, s: characters of a text, a: items, o: members
    char relation;
    const char *message;
} bounds[] = {
    {"minimum", 'n', 'g', "must be at least %.15g, not "},
    {"maximum", 'n', 'l', "must be at most %.15g, not "},
    {"exclusiveMinimum", 'n', 'G', "must be more than %.15g, not "},
    {"exclusiveMaximum", 'n', 'L', "must be less than %.15g, not "},
    {"multipleOf", 'n', 'm', "must be a multiple of %.15g, not "},
    {"minLength", 's', 'g', "must have at least %.15g characters, not "},
    {"maxLength", 's', 'l', "must have at most %.15g characters, not "},
    {"minItems", 'a', 'g', "must have at least %.15g items, not "},
    {"maxItems", 'a', 'l', "must have at most %.15g items, not "},
    {"minProperties", 'o', 'g', "must have at least %.15g keys, not "},
    {"maxProperties", 'o', 'l', "must have at most %.15g keys, not "},
};

static bool within(char relation, double n, double bound)
{
    switch (relation) {
    case 'g': return n >= bound;
    case 'l': return n <= bound;
    case 'G': return n > bound;
    case 'L': return n < bound;
    }
    double times = bound > 0 ? n / bound : 0; // as 0.3 of 0.1, which no double is
    return fabs(times - round(times)) <= 1e-9 * fmax(1, fabs(times));
}

static bool check_bounds(struct check *c, const struct place *p, const cJSON *schema,
                         const cJSON *v)
{
    char of = cJSON_IsNumber(v)   ? 'n'
              : cJSON_IsString(v) ? 's'
              : cJSON_IsArray(v)  ? 'a'
              : cJSON_IsObject(v) ? 'o'
                                  : 0;
    if (!of || !p->above) return true; // how many arguments there are the signature says
    double n = of == 'n'   ? v->valuedouble
               : of == 's' ? (double)sa_utf8_count(v->valuestring, strlen(v->valuestring))
                           : (double)cJSON_GetArraySize(v);
    for (size_t i = 0; i < SA_COUNT(bounds); i++) {
        if (bounds[i].of != of) continue;
        const cJSON *bound = sa_json_get(schema, bounds[i].key);
        if (!cJSON_IsNumber(bound) || within(bounds[i].relation, n, bound->valuedouble)) continue;
        SA_AUTO_FREE char *shown = of == 'n' ? NULL : sa_xasprintf("%.15g", n);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        SA_AUTO_FREE char *what = sa_xasprintf(bounds[i].message, bound->valuedouble);
#pragma GCC diagnostic pop
        return complain(c, p, shown ? NULL : v, "%s%s", what, shown ? shown : "");
    }
    return true;
}

// ---- what is in a value -------------------------------------------------------------------------

static bool check_value(struct check *c, const struct place *p, const cJSON *schema, cJSON *v,
                        int references);

static bool check_required(struct check *c, const struct place *p, const cJSON *schema,
                           const cJSON *v)
{
    const cJSON *names = sa_json_get(schema, "required"), *name;
    if (!cJSON_IsArray(names)) return true;
    size_t members = (size_t)cJSON_GetArraySize(v);
    cJSON_ArrayForEach(name, names)
    {
        if (!cJSON_IsString(name)) continue;
        if (!spend(c, p, 1 + members)) return false;
        if (sa_json_get(v, name->valuestring)) continue;
        if (p->above) return complain(c, p, NULL, "has no key '%s'", name->valuestring);
        return complain(c, p, NULL, "missing required argument: '%s'",
                        sa_tool_param_name(c->tool, name->valuestring));
    }
    return true;
}

static bool refuse_member(struct check *c, const struct place *p, const cJSON *properties,
                          const char *name)
{
    const cJSON *known;
    struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
    if (!p->above) return complain(c, p, NULL, "unexpected keyword argument '%s'", name);
    cJSON_ArrayForEach(known, properties)
    {
        if (list.len > 10 * SHOWN) break;
        sa_buf_appendf(&list, "%s%s", list.len ? ", " : "", known->string);
    }
    complain(c, p, NULL, "may not have the key '%s', only: %s", name, sa_buf_text(&list));
    return sa_buf_release(&list), false;
}

// None for a member that may be missing and not be None means that it is missing.
static bool is_absent(struct check *c, const struct place *p, const cJSON *schema,
                      const cJSON *required, cJSON *member)
{
    if (!cJSON_IsNull(member) || c->probing) return false;
    const cJSON *name;
    cJSON_ArrayForEach(name, required) if (cJSON_IsString(name) &&
                                           !strcmp(name->valuestring, member->string)) return false;
    c->probing = true;
    bool fits = check_value(c, p, schema, member, 0);
    c->probing = false;
    return !fits;
}

static bool check_object(struct check *c, const struct place *p, const cJSON *schema, cJSON *v)
{
    const cJSON *properties = sa_json_get(schema, "properties"),
                *others = sa_json_get(schema, "additionalProperties"),
                *required = sa_json_get(schema, "required");
    bool patterns = sa_json_get(schema, "patternProperties") != NULL;
    if (!check_required(c, p, schema, v)) return false;
    if (!cJSON_IsObject(properties)) properties = NULL;
    if (!properties && !others) return true;
    size_t known = (size_t)cJSON_GetArraySize(properties);
    for (cJSON *member = v->child, *next; member; member = next) {
        next = member->next;
        const cJSON *sub = sa_json_get(properties, member->string);
        const struct place at = {p, member->string, 0, p->depth + 1};
        if (!spend(c, p, 1 + known)) return false;
        if (!sub && cJSON_IsFalse(others) && !patterns)
            return refuse_member(c, p, properties, member->string);
        if (!sub) sub = patterns ? NULL : others;
        if (!cJSON_IsObject(sub) && !cJSON_IsFalse(sub)) continue;
        if (is_absent(c, &at, sub, required, member)) {
            cJSON_Delete(cJSON_DetachItemViaPointer(v, member));
            c->changed = true;
        } else if (!check_value(c, &at, sub, member, 0)) {
            return false;
        }
    }
    return true;
}

static bool check_array(struct check *c, const struct place *p, const cJSON *schema, cJSON *v)
{
    const cJSON *items = sa_json_get(schema, "items"), *first = sa_json_get(schema, "prefixItems");
    if (cJSON_IsArray(items)) { // before 2020-12
        first = items;
        items = sa_json_get(schema, "additionalItems");
    }
    first = cJSON_IsArray(first) ? first->child : NULL;
    int i = 0;
    cJSON *item;
    cJSON_ArrayForEach(item, v)
    {
        const struct place at = {p, NULL, i++, p->depth + 1};
        const cJSON *sub = first ? first : items;
        if (first) first = first->next;
        if (sub && !check_value(c, &at, sub, item, 0)) return false;
        if (!sub && !first) break;
    }
    return true;
}

// ---- alternatives -------------------------------------------------------------------------------

static void put_wanted(struct sa_buf *out, const struct check *c, const cJSON *all)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, all)
    {
        if (out->len > 4 * SHOWN) return (void)sa_buf_appends(out, " or another");
        if (one != all->child) sa_buf_appends(out, " or ");
        SA_AUTO_FREE char *type = sa_tool_type_text(c->tool->inputs, one);
        sa_buf_appends(out, type);
    }
}

// The first alternative that takes a copy, which then stands in the place of v.
static bool convert_to_any(struct check *c, const struct place *p, const cJSON *all, cJSON *v,
                           int references)
{
    const cJSON *one;
    size_t n = sa_value_count(v);
    cJSON_ArrayForEach(one, all)
    {
        struct check trial = {.tool = c->tool, .work = c->work};
        if (!spend(c, p, n)) return false;
        cJSON *copy = cJSON_Duplicate(v, true);
        bool good = check_value(&trial, p, one, copy, references);
        c->work = trial.work;
        free(trial.why);
        if (good) sa_value_swap(v, copy);
        cJSON_Delete(copy);
        c->changed |= good;
        if (good || trial.spent) return good;
    }
    return false;
}

// One of them fits as it is, or can be made to. The message of the only one that is for such values
// says more than that none fits.
static bool check_any(struct check *c, const struct place *p, const cJSON *all, cJSON *v,
                      int references)
{
    const cJSON *one, *closest = NULL;
    bool probing = c->probing;
    int close = 0;
    if (!cJSON_IsArray(all) || !all->child) return true;
    cJSON_ArrayForEach(one, all)
    {
        c->probing = true;
        bool good = check_value(c, p, one, v, references);
        c->probing = probing;
        if (good || c->spent) return good || spend(c, p, 1);
        const char *type = sa_json_str(sa_schema_behind(c->tool->inputs, one), "type", "");
        if (sa_value_has_type(v, type)) close++, closest = one;
    }
    if (c->probing) return false;
    if (convert_to_any(c, p, all, v, references)) return true;
    if (close == 1) return check_value(c, p, closest, v, references);
    struct sa_buf wanted = SA_BUF_INIT(SA_BUF_SMALL);
    put_wanted(&wanted, c, all);
    complain(c, p, v, "must be %s, not ", sa_buf_text(&wanted));
    return sa_buf_release(&wanted), false;
}

static bool check_parts(struct check *c, const struct place *p, const cJSON *schema, cJSON *v,
                        int references)
{
    const cJSON *all = sa_json_get(schema, "allOf"), *one,
                *target = sa_schema_target(c->tool->inputs, schema);
    if (target && !check_value(c, p, target, v, references)) return false;
    for (one = cJSON_IsArray(all) ? all->child : NULL; one; one = one->next)
        if (!check_value(c, p, one, v, references)) return false;
    return check_any(c, p, sa_json_get(schema, "anyOf"), v, references) &&
           check_any(c, p, sa_json_get(schema, "oneOf"), v, references);
}

// A schema may be true or false; a cycle of references says nothing more.
static bool check_value(struct check *c, const struct place *p, const cJSON *schema, cJSON *v,
                        int references)
{
    if (!spend(c, p, 1)) return false;
    if (p->depth > MAX_CHECK_DEPTH) return complain(c, p, NULL, "is nested too deeply");
    if (cJSON_IsFalse(schema)) return complain(c, p, NULL, "may not be given");
    if (!cJSON_IsObject(schema) || references > MAX_REFERENCES) return true;
    if (!check_type(c, p, schema, v) || !check_values(c, p, schema, v) ||
        !check_bounds(c, p, schema, v) || !check_parts(c, p, schema, v, references + 1))
        return false;
    if (cJSON_IsObject(v)) return check_object(c, p, schema, v);
    return !cJSON_IsArray(v) || check_array(c, p, schema, v);
}

// ---- the arguments ------------------------------------------------------------------------------

// An absent optional argument gets its default; an explicit None for one means the same.
static void fill_defaults(struct check *c, cJSON *args)
{
    const cJSON *p;
    cJSON_ArrayForEach(p, sa_tool_properties(c->tool))
    {
        if (sa_tool_is_required(c->tool, p->string)) continue;
        const cJSON *given = sa_json_get(args, p->string), *fallback = sa_json_get(p, "default");
        if (given && !cJSON_IsNull(given)) continue;
        c->changed |= given || fallback;
        if (given) cJSON_DeleteItemFromObjectCaseSensitive(args, p->string);
        if (fallback) cJSON_AddItemToObject(args, p->string, cJSON_Duplicate(fallback, true));
    }
}

bool sa_tool_check_args(const struct sa_tool *tool, cJSON *args, bool *changed, char **why)
{
    struct check c = {.tool = tool, .work = MAX_WORK};
    const struct place top = {NULL, NULL, 0, 0};
    bool good = cJSON_IsObject(args) ? true : complain(&c, &top, NULL, "expected named arguments");
    if (good && tool->inputs) {
        c.changed = sa_tool_unwrap_args(tool, args);
        fill_defaults(&c, args);
        good = check_value(&c, &top, tool->inputs, args, 0);
    }
    *changed = c.changed;
    *why = c.why;
    return good;
}
