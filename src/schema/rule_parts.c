// Rules about what is in a value: its keys, its members and its items.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/regex.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/walk.h"

static void mark(const struct visit *at, int index)
{
    if (at->seen) at->seen->of[index] = true;
}

// ---- keys ---------------------------------------------------------------------------------------

SA_RULE(required)
{
    const cJSON *name;
    size_t each = 1 + sa_value_weight(v);
    bool good = true;
    cJSON_ArrayForEach(name, rule->says)
    {
        if (!sa_walk_spend(w, at->spot, each)) return false;
        if (!cJSON_IsString(name) || sa_json_get(v, name->valuestring)) continue;
        good = sa_walk_miss_key(w, at->spot, SA_MISS_LACKS_KEY, name->valuestring,
                                "has no key '%s'", name->valuestring);
        if (sa_walk_done(w)) return false;
    }
    return good;
}

static bool has_names(struct walk *w, const struct visit *at, const struct part *part, cJSON *v)
{
    const cJSON *name;
    size_t each = 1 + sa_value_weight(v);
    cJSON_ArrayForEach(name, part->names)
    {
        if (!sa_walk_spend(w, at->spot, each)) return false;
        if (!sa_json_get(v, name->valuestring))
            return sa_walk_miss(w, at->spot, NULL, "must have the key '%s' besides '%s'",
                                name->valuestring, part->name);
    }
    return true;
}

SA_RULE(depends)
{
    bool good = true;
    size_t each = 1 + sa_value_weight(v);
    for (size_t i = 0; i < rule->count && (good || !sa_walk_done(w)); i++) {
        const struct part *part = &rule->parts[i];
        if (!sa_walk_spend(w, at->spot, each)) return false;
        if (!sa_json_get(v, part->name)) continue;
        good &= part->names ? has_names(w, at, part, v) : sa_walk_here(w, at, part->node, v);
    }
    return good;
}

SA_RULE(dependent_required)
{
    return sa_rule_depends(w, at, rule, v);
}

SA_RULE(names)
{
    bool good = true;
    const char *before = w->key;
    const cJSON *member;
    cJSON_ArrayForEach(member, v)
    {
        cJSON name = {.type = cJSON_String, .valuestring = member->string};
        const struct spot spot = *at->spot;
        bool converts = w->convert;
        w->convert = false;
        w->key = member->string;
        good &= sa_walk_into(w, &spot, rule->node, &name);
        w->key = before;
        w->convert = converts;
        if (!good && sa_walk_done(w)) return false;
    }
    return good;
}

// ---- members ------------------------------------------------------------------------------------

static int compare_name(const void *name, const void *part)
{
    return strcmp(name, ((const struct part *)part)->name);
}

static const struct part *find_part(const struct rule *rule, const char *name)
{
    return rule->count ? bsearch(name, rule->parts, rule->count, sizeof *rule->parts, compare_name)
                       : NULL;
}

static bool asks_for(struct walk *w, const struct visit *at, const char *key)
{
    const struct rule *required = sa_schema_rule(at->node, "required");
    const cJSON *name = required ? required->says->child : NULL;
    while (name && !(cJSON_IsString(name) && !strcmp(name->valuestring, key))) {
        if (!sa_walk_spend(w, at->spot, 1)) return true;
        name = name->next;
    }
    return name != NULL;
}

// None for a member that may be missing and not be None means that it is missing.
static bool is_absent(struct walk *w, const struct visit *at, const struct spot *spot,
                      const struct node *node, cJSON *member)
{
    return cJSON_IsNull(member) && w->convert && !w->probing && !at->seen &&
           !asks_for(w, at, member->string) && !sa_walk_probe_into(w, spot, node, member);
}

static bool take_member(struct walk *w, const struct visit *at, const struct node *node, cJSON *v,
                        cJSON *member)
{
    const struct spot spot = {at->spot, member->string, 0, at->spot->depth + 1};
    if (!is_absent(w, at, &spot, node, member)) return sa_walk_into(w, &spot, node, member);
    cJSON_Delete(cJSON_DetachItemViaPointer(v, member));
    return w->changed = true;
}

SA_RULE(properties)
{
    bool good = true;
    int i = 0;
    for (cJSON *member = v->child, *next; member; member = next, i++) {
        next = member->next;
        const struct part *part = find_part(rule, member->string);
        if (!part) continue;
        mark(at, i);
        good &= take_member(w, at, part->node, v, member);
        if (!good && sa_walk_done(w)) return false;
    }
    return sa_walk_spend(w, at->spot, (size_t)i) && good;
}

// Is it found? A name that cannot be told of is too much work.
static bool matches(struct walk *w, const struct part *part, const char *name)
{
    int found = sa_regex_search_within(part->regex, name, strlen(name), &w->work);
    w->spent |= w->work < 0 || found < 0;
    return found > 0;
}

SA_RULE(patterns)
{
    bool good = true;
    int i = 0;
    for (cJSON *member = v->child, *next; member; member = next, i++) {
        next = member->next;
        for (size_t p = 0; p < rule->count; p++) {
            const struct spot spot = {at->spot, member->string, 0, at->spot->depth + 1};
            bool matched = matches(w, &rule->parts[p], member->string);
            if (!sa_walk_spend(w, at->spot, 1)) return false;
            if (!matched) continue;
            mark(at, i);
            good &= sa_walk_into(w, &spot, rule->parts[p].node, member);
            if (!good && sa_walk_done(w)) return false;
        }
    }
    return good;
}

static bool is_other(struct walk *w, const struct visit *at, const char *name)
{
    const struct rule *fixed = sa_schema_rule(at->node, "properties"),
                      *patterns = sa_schema_rule(at->node, "patternProperties");
    if (fixed && find_part(fixed, name)) return false;
    for (size_t i = 0; patterns && i < patterns->count; i++)
        if (matches(w, &patterns->parts[i], name)) return false;
    return true;
}

static bool refuse_member(struct walk *w, const struct visit *at, const char *key)
{
    enum { LONGEST = 800 };
    const struct rule *fixed = sa_schema_rule(at->node, "properties");
    const cJSON *known;
    struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
    if (!sa_walk_tells(w)) return false;
    if (fixed && fixed->says->child) sa_buf_appends(&list, ", only: ");
    if (fixed) cJSON_ArrayForEach(known, fixed->says)
        {
            if (list.len > LONGEST) break;
            sa_buf_appendf(&list, "%s%s", known == fixed->says->child ? "" : ", ", known->string);
        }
    sa_walk_miss_key(w, at->spot, SA_MISS_EXTRA_KEY, key, "may not have the key '%s'%s", key,
                     sa_buf_text(&list));
    return sa_buf_release(&list), false;
}

SA_RULE(other_properties)
{
    bool good = true, none = rule->node && rule->node->never;
    int i = 0;
    for (cJSON *member = v->child, *next; member; member = next, i++) {
        next = member->next;
        bool other = is_other(w, at, member->string);
        if (!sa_walk_spend(w, at->spot, 1)) return false;
        if (!other) continue;
        mark(at, i);
        good &= none ? refuse_member(w, at, member->string)
                     : take_member(w, at, rule->node, v, member);
        if (!good && sa_walk_done(w)) return false;
    }
    return good;
}

SA_RULE(unseen_properties)
{
    bool good = true, none = rule->node && rule->node->never;
    int i = 0;
    for (cJSON *member = v->child; member; member = member->next, i++) {
        const struct spot spot = {at->spot, member->string, 0, at->spot->depth + 1};
        if (at->seen->of[i]) continue;
        mark(at, i);
        good &= none ? sa_walk_miss_key(w, at->spot, SA_MISS_EXTRA_KEY, member->string,
                                        "may not have the key '%s'", member->string)
                     : sa_walk_into(w, &spot, rule->node, member);
        if (!good && sa_walk_done(w)) return false;
    }
    return good;
}

// ---- items --------------------------------------------------------------------------------------

// Those from `first` on; of `parts` one each, and no more than there are, or of `node` all.
static bool take_items(struct walk *w, const struct visit *at, const struct rule *rule, cJSON *v,
                       size_t first)
{
    bool good = true;
    size_t i = 0;
    cJSON *item;
    cJSON_ArrayForEach(item, v)
    {
        const struct spot spot = {at->spot, NULL, (int)i, at->spot->depth + 1};
        if (rule->parts && i == rule->count) break;
        if (i++ < first) continue;
        mark(at, spot.index);
        good &= sa_walk_into(w, &spot, rule->parts ? rule->parts[spot.index].node : rule->node,
                             item);
        if (!good && sa_walk_done(w)) return false;
    }
    return good;
}

SA_RULE(prefix)
{
    return take_items(w, at, rule, v, 0);
}

SA_RULE(items)
{
    const struct rule *prefix = sa_schema_rule(at->node, "prefixItems");
    return take_items(w, at, rule, v, prefix && !rule->parts ? prefix->count : 0);
}

SA_RULE(other_items)
{
    const struct rule *items = sa_schema_rule(at->node, "items");
    return !items || !items->parts || take_items(w, at, rule, v, items->count);
}

SA_RULE(unseen_items)
{
    bool good = true;
    int i = 0;
    cJSON *item;
    cJSON_ArrayForEach(item, v)
    {
        const struct spot spot = {at->spot, NULL, i, at->spot->depth + 1};
        if (at->seen->of[i++]) continue;
        mark(at, spot.index);
        good &= sa_walk_into(w, &spot, rule->node, item);
        if (!good && sa_walk_done(w)) return false;
    }
    return good;
}

static double number_beside(const struct visit *at, const char *keyword, double fallback)
{
    const struct rule *rule = sa_schema_rule(at->node, keyword);
    return rule ? rule->says->valuedouble : fallback;
}

SA_RULE(contains)
{
    double least = number_beside(at, "minContains", 1), most = number_beside(at, "maxContains", -1);
    int found = 0, i = 0;
    cJSON *item;
    cJSON_ArrayForEach(item, v)
    {
        const struct spot spot = {at->spot, NULL, i++, at->spot->depth + 1};
        if (!sa_walk_probe_into(w, &spot, rule->node, item)) continue;
        mark(at, spot.index);
        found++;
    }
    bool few = found < least;
    if (!few && (most < 0 || found <= most)) return true;
    if (!sa_walk_tells(w)) return false;
    SA_AUTO_FREE char *type = sa_schema_type_text(w->schema->document, rule->says);
    return sa_walk_miss(w, at->spot, NULL, "must have at %s %.15g items that are %s, not %d",
                        few ? "least" : "most", few ? least : most,
                        strcmp(type, "object") != 0 ? type : "as wanted", found);
}
