// A document becomes nodes and rules: every schema in it is found, keywords are held against the
// table, patterns compiled, names sorted; then references are led to what they mean, which may be
// anywhere in the document. What is wrong with it is told, and left out.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/regex.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema_int.h"
#include "schema/value.h"

enum {
    MOST_FAULTS = 20,
    MOST_NODES = 200000,
    MOST_PATTERNS = 1000,
    MOST_NAMES = 2000,       // $id and anchors
    DEEPEST = 250,           // schemas inside each other
    LEADING_WORK = 20000000, // of all references
};

// The way to a schema in the document, for faults.
struct way {
    const struct way *up;
    const char *name; // NULL: the index
    int index, depth;
};

struct compiler {
    struct sa_schema *s;
    struct sa_buf *faults;
    int told, patterns;
    bool full;
    long work;
    struct ref {
        struct node *from;
        struct rule *rule;
    } * refs;
    size_t ref_count, ref_cap;
};

// A schema and what it stands in.
struct place {
    struct way way;
    const char *base;
    bool old; // draft 7 and before
};

// ---- faults -------------------------------------------------------------------------------------

static void put_way(struct sa_buf *out, const struct way *way)
{
    if (!way->up) return;
    put_way(out, way->up);
    if (way->name) sa_buf_appendf(out, "%s%.60s", way->up->up ? "." : "", way->name);
    else sa_buf_appendf(out, "[%d]", way->index);
}

static void fault(struct compiler *k, const struct way *way, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void fault(struct compiler *k, const struct way *way, const char *format, ...)
{
    if (!k->faults || k->told++ >= MOST_FAULTS) return;
    size_t start = k->faults->len;
    va_list args;
    put_way(k->faults, way);
    if (k->faults->len > start) sa_buf_appends(k->faults, ": ");
    va_start(args, format);
    sa_buf_appendv(k->faults, format, args);
    va_end(args);
    sa_buf_appendc(k->faults, '\n');
}

// ---- what they are called -----------------------------------------------------------------------

// Takes the URI over.
static const char *add_resource(struct sa_schema *s, char *uri, const cJSON *at)
{
    if (s->resource_count == MOST_NAMES) return free(uri), s->resources[0].uri;
    SA_GROW(s->resources, s->resource_cap, s->resource_count + 1);
    s->resources[s->resource_count++] = (struct resource){uri, at};
    return uri;
}

static const cJSON *find_resource(struct compiler *k, const char *uri, size_t len)
{
    const struct sa_schema *s = k->s;
    k->work -= (long)s->resource_count;
    for (size_t i = 0; i < s->resource_count; i++)
        if (!strncmp(s->resources[i].uri, uri, len) && !s->resources[i].uri[len])
            return s->resources[i].at;
    return NULL;
}

static void add_anchor(struct sa_schema *s, const struct place *at, const char *name,
                       const cJSON *source)
{
    if (name) add_resource(s, sa_xasprintf("%s#%s", at->base, name), source);
}

// Its own name, and whether its words are those of draft 7.
static void take_names(struct compiler *k, const cJSON *source, struct place *at)
{
    static const char *const drafts[] = {"draft-03/", "draft-04/", "draft-06/", "draft-07/"};
    const char *dialect = sa_json_str(source, "$schema", NULL),
               *id = sa_json_str(source, "$id", NULL);
    bool known = !dialect || strstr(dialect, "json-schema.org/draft/20") != NULL;
    if (dialect) at->old = false;
    for (size_t i = 0; dialect && i < SA_COUNT(drafts); i++)
        if (strstr(dialect, drafts[i])) at->old = known = true;
    if (!known) fault(k, &at->way, "the dialect '%.100s' is not known: 2020-12 is taken", dialect);
    if (at->old && sa_json_get(source, "$ref")) id = NULL;
    if (id && *id == '#') {
        add_anchor(k->s, at, id + 1, source);
    } else if (id) {
        char *uri = sa_schema_resolve(at->base, id);
        uri[strcspn(uri, "#")] = 0;
        at->base = add_resource(k->s, uri, source);
    }
    add_anchor(k->s, at, sa_json_str(source, "$anchor", NULL), source);
    add_anchor(k->s, at, sa_json_str(source, "$dynamicAnchor", NULL), source);
}

// ---- rules --------------------------------------------------------------------------------------

static struct node *compile(struct compiler *k, const cJSON *source, const struct place *outer,
                            const char *name, int index);

static struct sa_regex *compile_pattern(struct compiler *k, const struct way *way, const char *text)
{
    struct sa_err err = SA_ERR_INIT;
    if (++k->patterns > MOST_PATTERNS) {
        fault(k, way, "more than %d patterns", MOST_PATTERNS);
        return NULL;
    }
    struct sa_regex *regex = sa_regex_new_ecma(text, &err);
    if (!regex) fault(k, way, "'%.100s': %s", text, err.message);
    return regex;
}

static int by_name(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    return strcmp(x->name, y->name);
}

// Does `says` have the form that the keyword has?
static bool has_form(enum says form, const cJSON *says)
{
    const cJSON *one;
    bool truth = cJSON_IsBool(says), number = cJSON_IsNumber(says) && isfinite(says->valuedouble),
         schema = truth || cJSON_IsObject(says);
    switch (form) {
    case SAYS_NUMBER: return number;
    case SAYS_BOUND: return number || truth;
    case SAYS_COUNT: return number && says->valuedouble >= 0;
    case SAYS_TRUTH: return truth;
    case SAYS_TEXT:
    case SAYS_PATTERN:
    case SAYS_REF: return cJSON_IsString(says);
    case SAYS_LIST:
    case SAYS_SCHEMAS: return cJSON_IsArray(says);
    case SAYS_ITEMS: return schema || cJSON_IsArray(says);
    case SAYS_SCHEMA: return schema;
    case SAYS_MAP:
    case SAYS_PATTERNS:
    case SAYS_DEPENDS:
    case SAYS_NAME_LISTS: return cJSON_IsObject(says);
    case SAYS_TYPE: return cJSON_IsString(says) || has_form(SAYS_NAMES, says);
    case SAYS_NAMES:
        if (!cJSON_IsArray(says)) return false;
        cJSON_ArrayForEach(one, says) if (!cJSON_IsString(one)) return false;
        return true;
    default: return true;
    }
}

// The parts of a keyword that has several.
static void take_parts(struct compiler *k, struct rule *rule, const struct place *at)
{
    enum says form = rule->keyword->says;
    const cJSON *one;
    int index = 0;
    rule->parts = sa_xcalloc((size_t)cJSON_GetArraySize(rule->says) + 1, sizeof *rule->parts);
    cJSON_ArrayForEach(one, rule->says)
    {
        const struct way way = {&at->way, one->string, index, at->way.depth};
        struct part part = {.name = one->string};
        bool names = cJSON_IsArray(one) && (form == SAYS_DEPENDS || form == SAYS_NAME_LISTS);
        if (form == SAYS_PATTERNS && !(part.regex = compile_pattern(k, &way, one->string)))
            continue;
        if (names && has_form(SAYS_NAMES, one)) part.names = one;
        else if (names || form == SAYS_NAME_LISTS) fault(k, &way, "is no list of names");
        else part.node = compile(k, one, at, one->string, index);
        index++;
        if (part.node || part.names) rule->parts[rule->count++] = part;
    }
    if (form == SAYS_MAP) qsort(rule->parts, rule->count, sizeof *rule->parts, by_name);
}

static void take_types(struct compiler *k, const struct way *way, const cJSON *type)
{
    const cJSON *one;
    if (cJSON_IsArray(type)) cJSON_ArrayForEach(one, type) take_types(k, way, one);
    else if (!sa_value_is_type(type->valuestring) && strcmp(type->valuestring, "any") != 0)
        fault(k, way, "there is no type '%.100s'", type->valuestring);
}

static void fill_rule(struct compiler *k, struct node *node, struct rule *rule,
                      const struct place *at)
{
    switch (rule->keyword->says) {
    case SAYS_TYPE: take_types(k, at->way.up, rule->says); break;
    case SAYS_PATTERN: rule->regex = compile_pattern(k, &at->way, rule->says->valuestring); break;
    case SAYS_SCHEMA: rule->node = compile(k, rule->says, at, NULL, -1); break;
    case SAYS_ITEMS:
        if (cJSON_IsArray(rule->says)) take_parts(k, rule, at);
        else rule->node = compile(k, rule->says, at, NULL, -1);
        break;
    case SAYS_SCHEMAS:
    case SAYS_MAP:
    case SAYS_PATTERNS:
    case SAYS_DEPENDS:
    case SAYS_NAME_LISTS: take_parts(k, rule, at); break;
    case SAYS_REF:
        SA_GROW(k->refs, k->ref_cap, k->ref_count + 1);
        k->refs[k->ref_count++] = (struct ref){node, rule};
        break;
    default: break;
    }
}

static const struct keyword *keyword_of(const char *name)
{
    for (size_t i = 0; i < sa_schema_keyword_count; i++)
        if (!strcmp(sa_schema_keywords[i].name, name)) return &sa_schema_keywords[i];
    return NULL;
}

// The rule of a member is added to the node; the first of several of one name holds.
static void take_member(struct compiler *k, struct node *node, const cJSON *says,
                        const struct place *at)
{
    const struct keyword *keyword = keyword_of(says->string);
    const struct place inner = {{&at->way, says->string, 0, at->way.depth}, at->base, at->old};
    if (!keyword || keyword->says == SAYS_REFUSED) {
        if (keyword || !sa_starts_with(says->string, "x-"))
            fault(k, &at->way, "the keyword '%.60s' is not %s", says->string,
                  keyword ? "supported" : "known");
        return;
    }
    if (!has_form(keyword->says, says)) {
        fault(k, &inner.way, "is not of the form that this keyword has");
        if (keyword->says != SAYS_NAMES || !cJSON_IsArray(says)) return; // else names hold
    }
    if (keyword->says == SAYS_NOTE || sa_schema_rule(node, keyword->name)) return;
    if (!strcmp(keyword->name, "multipleOf") && says->valuedouble <= 0)
        return fault(k, &inner.way, "is not more than 0");
    struct rule *rule = &node->rules[node->count++];
    *rule = (struct rule){.keyword = keyword, .says = says};
    node->tracks |= sa_starts_with(keyword->name, "unevaluated");
    fill_rule(k, node, rule, &inner);
}

// Schemas may stand deeper than the way says, which has no step for a keyword with one alone.
static struct node *compile(struct compiler *k, const cJSON *source, const struct place *outer,
                            const char *name, int index)
{
    struct place at = *outer;
    if (index >= 0) at.way = (struct way){&outer->way, name, index, outer->way.depth};
    if (++at.way.depth > DEEPEST || k->s->count >= MOST_NODES) {
        if (!k->full) fault(k, &at.way, "too large: what follows is not looked at");
        k->full = true;
        return NULL;
    }
    struct node *node = sa_schema_node_new(k->s, source);
    node->base = at.base;
    node->never = cJSON_IsFalse(source);
    if (cJSON_IsBool(source)) return node;
    if (!cJSON_IsObject(source)) return fault(k, &at.way, "is no schema"), node;
    take_names(k, source, &at);
    node->base = at.base;
    const cJSON *only = at.old ? sa_json_get(source, "$ref") : NULL, *member;
    node->rules = sa_xcalloc((size_t)cJSON_GetArraySize(source) + 1, sizeof *node->rules);
    cJSON_ArrayForEach(member, source)
    {
        bool kept = !cJSON_IsString(only) || member == only || sa_streq(member->string, "$defs") ||
                    sa_streq(member->string, "definitions");
        if (kept) take_member(k, node, member, &at);
    }
    return node;
}

// ---- references ---------------------------------------------------------------------------------

// What stands around the place that a pointer leads to.
struct passing {
    struct compiler *k;
    const char *base;
};

static void pass(void *ctx, const cJSON *value)
{
    struct passing *p = ctx;
    const struct sa_schema *s = p->k->s;
    p->k->work -= (long)s->resource_count;
    for (size_t i = 0; i < s->resource_count; i++)
        if (s->resources[i].at == value && !strchr(s->resources[i].uri, '#'))
            p->base = s->resources[i].uri;
}

// What is at a place where no keyword says that there are schemas is compiled when it is meant.
static struct node *lead(struct compiler *k, const struct ref *ref, const struct place *top)
{
    SA_AUTO_FREE char *uri = sa_schema_resolve(ref->from->base, ref->rule->says->valuestring);
    size_t whole = strcspn(uri, "#");
    const char *fragment = uri[whole] ? uri + whole + 1 : "";
    struct passing passing = {k, ref->from->base};
    bool pointer = !*fragment || *fragment == '/';
    const cJSON *at = find_resource(k, uri, pointer ? whole : strlen(uri));
    if (at && pointer) {
        pass(&passing, at);
        at = sa_schema_point(at, fragment, pass, &passing, &k->work);
    }
    if (!at) return NULL;
    struct node *node = sa_schema_node_of(k->s, at);
    if (node || (!cJSON_IsObject(at) && !cJSON_IsBool(at))) return node;
    struct place place = *top;
    place.base = passing.base;
    return compile(k, at, &place, "$ref", 0);
}

static bool leads_back(const struct node *from)
{
    enum { MOST_HOPS = 100 };
    const struct node *n = from;
    for (int i = 0; i < MOST_HOPS; i++) {
        const struct rule *rule = sa_schema_rule(n, "$ref");
        if (!rule || !rule->node) return false;
        n = rule->node;
        if (n == from) return true;
    }
    return false;
}

static void lead_all(struct compiler *k, const struct place *top)
{
    for (size_t i = 0; i < k->ref_count && k->work > 0; i++) { // there may be more after each
        struct ref ref = k->refs[i];
        ref.rule->node = lead(k, &ref, top);
        if (!ref.rule->node)
            fault(k, &top->way, "there is nothing at $ref '%.100s'", ref.rule->says->valuestring);
    }
    for (size_t i = 0; i < k->ref_count; i++)
        if (leads_back(k->refs[i].from))
            fault(k, &top->way, "$ref '%.100s' leads back to itself",
                  k->refs[i].rule->says->valuestring);
}

// ---- the whole ----------------------------------------------------------------------------------

static int by_row(const void *a, const void *b)
{
    const struct rule *x = a, *y = b;
    return (x->keyword > y->keyword) - (x->keyword < y->keyword);
}

struct sa_schema *sa_schema_new(const cJSON *document, unsigned how, struct sa_buf *faults)
{
    struct sa_schema *s = sa_xcalloc(1, sizeof *s);
    struct compiler k = {.s = s, .faults = faults, .work = LEADING_WORK};
    s->how = how;
    s->document = document;
    const char *base = add_resource(s, sa_xstrdup(""), document);
    const struct place top = {.base = base, .old = (how & SA_SCHEMA_DRAFT7) != 0};
    s->root = compile(&k, document, &top, NULL, -1);
    lead_all(&k, &top);
    for (struct node *n = s->nodes; n; n = n->next)
        if (n->count) qsort(n->rules, n->count, sizeof *n->rules, by_row);
    free(k.refs);
    return s;
}
