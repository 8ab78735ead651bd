// Nodes of a compiled schema: by what they were made of, their rules by keyword, and their end.
#include <stdlib.h>
#include <string.h>

#include "base/regex.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema_int.h"

static size_t slot_of(const struct sa_schema *s, const cJSON *source)
{
    size_t i = (size_t)sa_hash_bytes(&source, sizeof source) & (s->slots - 1);
    while (s->map[i] && s->map[i]->source != source) i = (i + 1) & (s->slots - 1);
    return i;
}

struct node *sa_schema_node_of(const struct sa_schema *s, const cJSON *source)
{
    return s->slots ? s->map[slot_of(s, source)] : NULL;
}

struct node *sa_schema_node_new(struct sa_schema *s, const cJSON *source)
{
    if ((s->count + 1) * 2 > s->slots) {
        free(s->map);
        s->slots = s->slots ? 2 * s->slots : 16;
        s->map = sa_xcalloc(s->slots, sizeof *s->map);
        for (struct node *n = s->nodes; n; n = n->next) s->map[slot_of(s, n->source)] = n;
    }
    struct node *node = sa_xcalloc(1, sizeof *node);
    node->source = source;
    node->next = s->nodes;
    s->nodes = node;
    s->count++;
    return s->map[slot_of(s, source)] = node;
}

const struct rule *sa_schema_rule(const struct node *node, const char *keyword)
{
    for (size_t i = 0; i < node->count; i++)
        if (!strcmp(node->rules[i].keyword->name, keyword)) return &node->rules[i];
    return NULL;
}

static void release_rule(struct rule *rule)
{
    for (size_t i = 0; i < rule->count; i++) sa_regex_free(rule->parts[i].regex);
    sa_regex_free(rule->regex);
    free(rule->parts);
}

void sa_schema_free(struct sa_schema *s)
{
    if (!s) return;
    for (struct node *n = s->nodes, *next; n; n = next) {
        next = n->next;
        for (size_t i = 0; i < n->count; i++) release_rule(&n->rules[i]);
        free(n->rules);
        free(n);
    }
    for (size_t i = 0; i < s->resource_count; i++) free(s->resources[i].uri);
    free(s->resources);
    free(s->map);
    free(s);
}
