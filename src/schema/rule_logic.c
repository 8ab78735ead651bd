// Rules that send a value on to other schemas: references, and alternatives.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/walk.h"

enum { SHOWN_TYPES = 320 }; // bytes

SA_RULE(ref)
{
    return sa_walk_here(w, at, rule->node, v);
}

SA_RULE(all)
{
    bool good = true;
    for (size_t i = 0; i < rule->count && (good || !sa_walk_done(w)); i++)
        good &= sa_walk_here(w, at, rule->parts[i].node, v);
    return good;
}

static void put_wanted(struct sa_buf *out, const struct walk *w, const cJSON *all)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, all)
    {
        if (out->len > SHOWN_TYPES) return (void)sa_buf_appends(out, " or another");
        if (one != all->child) sa_buf_appends(out, " or ");
        const cJSON *root = w->schema->document;
        SA_AUTO_FREE char *type = sa_schema_type_text(root, one);
        bool told = !strcmp(type, "dict") && sa_schema_put_shape(out, root, one);
        if (!told) sa_buf_appends(out, type);
    }
}

static bool miss_wanted(struct walk *w, const struct visit *at, const struct rule *rule,
                        const cJSON *v, const char *format)
{
    struct sa_buf wanted = SA_BUF_INIT(SA_BUF_SMALL);
    if (!sa_walk_tells(w)) return false;
    put_wanted(&wanted, w, rule->says);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    sa_walk_miss(w, at->spot, v, format, sa_buf_text(&wanted));
#pragma GCC diagnostic pop
    return sa_buf_release(&wanted), false;
}

// The first alternative that takes a copy, which then stands in the place of v.
static bool convert_to_one(struct walk *w, const struct visit *at, const struct rule *rule,
                           cJSON *v)
{
    size_t n = sa_value_count(v);
    if (!w->convert || at->seen) return false;
    for (size_t i = 0; i < rule->count; i++) {
        struct sa_schema_misses none = {.most = 0};
        struct walk trial = *w;
        trial.changed = false;
        trial.misses = &none;
        if (!sa_walk_spend(w, at->spot, n)) return false;
        trial.work = w->work;
        cJSON *copy = cJSON_Duplicate(v, true);
        bool good = sa_walk_here(&trial, at, rule->parts[i].node, copy);
        if (good) sa_value_swap(v, copy);
        cJSON_Delete(copy);
        w->work = trial.work;
        w->changed |= good;
        if (good || trial.spent) return good;
    }
    return false;
}

// A type or a constant of its own, or of one of its members, says that it is for other values.
static bool is_for(const struct node *node, const cJSON *v)
{
    const struct rule *type = sa_schema_rule(node, "type"), *only = sa_schema_rule(node, "const");
    bool list = type && cJSON_IsArray(type->says), of_type = !type;
    for (const cJSON *one = !type  ? NULL
                            : list ? type->says->child
                                   : type->says;
         one && !of_type; one = list ? one->next : NULL)
        of_type = sa_value_has_type(v, one->valuestring);
    return of_type && (!only || sa_value_equal(only->says, v));
}

static bool may_be_meant(struct walk *w, const struct visit *at, const struct node *node,
                         const cJSON *v)
{
    enum { MOST_HOPS = 20 };
    const struct rule *ref, *members;
    size_t weight = sa_value_count(v);
    for (int i = 0; i < MOST_HOPS && node && (ref = sa_schema_rule(node, "$ref")); i++)
        node = ref->node;
    if (!node || node->never || !sa_walk_spend(w, at->spot, weight) || !is_for(node, v))
        return false;
    members = cJSON_IsObject(v) ? sa_schema_rule(node, "properties") : NULL;
    for (size_t i = 0; members && i < members->count; i++) {
        const struct part *part = &members->parts[i];
        const struct rule *only = sa_schema_rule(part->node, "const");
        if (only && !sa_walk_spend(w, at->spot, weight)) return false;
        const cJSON *member = only ? sa_json_get(v, part->name) : NULL;
        if (member && !sa_value_equal(only->says, member)) return false;
    }
    return true;
}

// What none of the alternatives takes as it is: one may be made of it, or the message of the only
// one that may be meant says more than that none fits.
static bool take_none(struct walk *w, const struct visit *at, const struct rule *rule, cJSON *v)
{
    const struct node *closest = NULL;
    int close = 0;
    if (w->probing) return false;
    if (convert_to_one(w, at, rule, v)) return true;
    if (!sa_walk_tells(w)) return false;
    for (size_t i = 0; i < rule->count; i++)
        if (may_be_meant(w, at, rule->parts[i].node, v)) close++, closest = rule->parts[i].node;
    if (close == 1 && !sa_walk_here(w, at, closest, v)) return false;
    return miss_wanted(w, at, rule, v, "must be %s, not ");
}

SA_RULE(any)
{
    bool fits = false;
    for (size_t i = 0; i < rule->count && (!fits || at->seen); i++)
        fits |= sa_walk_probe(w, at, rule->parts[i].node, v, at->seen);
    if (w->spent) return sa_walk_spend(w, at->spot, 1);
    return fits || !rule->count || take_none(w, at, rule, v);
}

SA_RULE(one)
{
    int fitting = 0;
    for (size_t i = 0; i < rule->count && fitting < 2; i++)
        fitting += sa_walk_probe(w, at, rule->parts[i].node, v, at->seen);
    if (w->spent) return sa_walk_spend(w, at->spot, 1);
    if (fitting == 1 || !rule->count) return true;
    if (!fitting) return take_none(w, at, rule, v);
    return miss_wanted(w, at, rule, v, "must be only one of %s, and is several: ");
}

SA_RULE(not )
{
    if (!sa_walk_probe(w, at, rule->node, v, NULL))
        return !w->spent || sa_walk_spend(w, at->spot, 1);
    if (!sa_walk_tells(w)) return false;
    SA_AUTO_FREE char *type = sa_schema_type_text(w->schema->document, rule->says);
    bool plain = !strcmp(type, "object");
    return sa_walk_miss(w, at->spot, v, "may not be %s%s", plain ? "" : type,
                        plain ? "" : ", and is ");
}

SA_RULE(if)
{
    bool fits = sa_walk_probe(w, at, rule->node, v, at->seen);
    const struct rule *next = sa_schema_rule(at->node, fits ? "then" : "else");
    if (w->spent) return sa_walk_spend(w, at->spot, 1);
    return !next || sa_walk_here(w, at, next->node, v);
}
