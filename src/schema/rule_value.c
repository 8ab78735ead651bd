// Rules about a value as a whole: what it is, which it may be, how much, and what it looks like.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/regex.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "schema/walk.h"

enum { SHOWN_CHOICES = 800 }; // characters

// Converts when it must; the type is a name or a list of them.
SA_RULE(type)
{
    const cJSON *type = rule->says, *one;
    bool list = cJSON_IsArray(type);
    const cJSON *first = list ? type->child : type;
    const struct rule *nullable = sa_schema_rule(at->node, "nullable");
    if (!first) return true;
    for (one = first; one; one = list ? one->next : NULL)
        if (sa_value_has_type(v, one->valuestring)) return true;
    if (cJSON_IsNull(v) && nullable && cJSON_IsTrue(nullable->says)) return true;
    for (one = first; one && w->convert && !w->probing; one = list ? one->next : NULL)
        if (sa_value_convert(v, one->valuestring)) return w->changed = true;
    if (!sa_walk_tells(w)) return false;
    struct sa_buf wanted = SA_BUF_INIT(SA_BUF_SMALL);
    for (one = first; one; one = list ? one->next : NULL)
        sa_buf_appendf(&wanted, "%s%s", one == first ? "" : " or ",
                       sa_schema_python_type(one->valuestring));
    if (sa_value_is_media(v))
        sa_walk_miss(w, at->spot, NULL,
                     "must be of type %s, not bytes (%s): decode them, or use "
                     "base64.b64encode(...).decode()",
                     sa_buf_text(&wanted), sa_json_str(v, "mime", ""));
    else
        sa_walk_miss(w, at->spot, cJSON_IsNull(v) ? NULL : v, "must be of type %s, not %s%s",
                     sa_buf_text(&wanted), sa_schema_python_type(sa_value_type(v)),
                     cJSON_IsNull(v) ? "" : " ");
    sa_buf_release(&wanted);
    return false;
}

SA_RULE(enum)
{
    const cJSON *one;
    size_t n = sa_value_count(v);
    cJSON_ArrayForEach(one, rule->says)
    {
        if (!sa_walk_spend(w, at->spot, n)) return false;
        if (sa_value_equal(one, v)) return true;
    }
    if (!sa_walk_tells(w)) return false;
    struct sa_buf list = SA_BUF_INIT(SA_BUF_TEXT);
    sa_walk_put_value(&list, rule->says, SHOWN_CHOICES);
    sa_walk_miss(w, at->spot, v, "must be one of %s, not ", sa_buf_text(&list));
    return sa_buf_release(&list), false;
}

SA_RULE(const)
{
    if (!sa_walk_spend(w, at->spot, sa_value_count(v))) return false;
    if (sa_value_equal(rule->says, v)) return true;
    if (!sa_walk_tells(w)) return false;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_walk_put_value(&text, rule->says, SHOWN_CHOICES);
    sa_walk_miss(w, at->spot, v, "must be %s, not ", sa_buf_text(&text));
    return sa_buf_release(&text), false;
}

// ---- numbers and lengths ------------------------------------------------------------------------

static bool within(char relation, int order)
{
    switch (relation) {
    case 'g': return order >= 0;
    case 'l': return order <= 0;
    case 'G': return order > 0;
    default: return order < 0;
    }
}

// exclusiveMinimum: true, of before draft 6, is about the minimum beside it.
SA_RULE(bound)
{
    const struct keyword *keyword = rule->keyword;
    if (cJSON_IsFalse(rule->says)) return true;
    if (cJSON_IsTrue(rule->says))
        rule = sa_schema_rule(at->node, keyword->relation == 'G' ? "minimum" : "maximum");
    if (!rule) return true;
    if (!sa_walk_spend(w, at->spot, sa_value_weight(rule->says))) return false;
    if (within(keyword->relation, sa_value_compare_numbers(v, rule->says))) return true;
    if (!sa_walk_tells(w)) return false;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_walk_put_value(&text, rule->says, 40);
    sa_walk_miss(w, at->spot, v, "must be %s %s, not ", keyword->text, sa_buf_text(&text));
    return sa_buf_release(&text), false;
}

SA_RULE(multiple)
{
    enum { EACH = 20 };
    if (!sa_walk_spend(w, at->spot, EACH + sa_value_weight(rule->says))) return false;
    if (sa_value_is_multiple(v, rule->says)) return true;
    if (!sa_walk_tells(w)) return false;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_walk_put_value(&text, rule->says, 40);
    sa_walk_miss(w, at->spot, v, "must be a multiple of %s, not ", sa_buf_text(&text));
    return sa_buf_release(&text), false;
}

SA_RULE(length)
{
    double most = rule->says->valuedouble;
    size_t n = cJSON_IsString(v) ? sa_utf8_count(v->valuestring, strlen(v->valuestring))
                                 : (size_t)cJSON_GetArraySize(v);
    const struct keyword *keyword = rule->keyword;
    if (within(keyword->relation, ((double)n > most) - ((double)n < most))) return true;
    return sa_walk_miss(w, at->spot, NULL, "must have at %s %.15g %s, not %zu",
                        keyword->relation == 'g' ? "least" : "most", most, keyword->text, n);
}

// ---- texts --------------------------------------------------------------------------------------

SA_RULE(pattern)
{
    if (!rule->regex) return true;
    int found = sa_regex_search_within(rule->regex, v->valuestring, strlen(v->valuestring),
                                       &w->work);
    w->spent |= w->work < 0;
    if (found > 0) return true;
    if (found < 0) return sa_walk_miss(w, at->spot, NULL, "takes too long to be matched");
    return sa_walk_miss(w, at->spot, v, "must match the pattern %.200s, not ",
                        rule->says->valuestring);
}

SA_RULE(format)
{
    const char *like = NULL;
    if (!(w->schema->how & SA_SCHEMA_FORMATS) ||
        sa_schema_has_format(rule->says->valuestring, v->valuestring, &like))
        return true;
    return sa_walk_miss(w, at->spot, v, "must be %s, not ", like);
}

// ---- items that are equal -----------------------------------------------------------------------

struct item {
    uint64_t hash;
    const cJSON *value;
    int index;
};

static int by_hash(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->hash != y->hash) return x->hash > y->hash ? 1 : -1;
    return x->index - y->index;
}

// Of all pairs that may be equal; sorted.
static bool find_equal(struct walk *w, const struct visit *at, const struct item *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n && items[j].hash == items[i].hash; j++) {
            if (!sa_walk_spend(w, at->spot, sa_value_count(items[i].value))) return false;
            if (!sa_value_equal(items[i].value, items[j].value)) continue;
            return sa_walk_miss(w, at->spot, items[i].value,
                                "may have no item twice, as [%d] and [%d]: ", items[i].index,
                                items[j].index);
        }
    }
    return true;
}

SA_RULE(unique)
{
    size_t n = (size_t)cJSON_GetArraySize(v), i = 0;
    const cJSON *one;
    if (!cJSON_IsTrue(rule->says) || n < 2) return true;
    if (!sa_walk_spend(w, at->spot, sa_value_count(v))) return false;
    struct item *items = sa_xcalloc(n, sizeof *items);
    cJSON_ArrayForEach(one, v)
    {
        items[i] = (struct item){sa_value_hash(one), one, (int)i};
        i++;
    }
    qsort(items, n, sizeof *items, by_hash);
    bool good = find_equal(w, at, items, n);
    free(items);
    return good;
}
