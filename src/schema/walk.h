// A walk through a value, along a compiled schema. Private.
#ifndef SA_SCHEMA_WALK_H
#define SA_SCHEMA_WALK_H

#include "schema/schema_int.h"
#include "schema/value.h"

// Where a value stands in the whole.
struct spot {
    const struct spot *up; // NULL: it is the whole
    const char *name;      // NULL: an item
    int index, depth;
};

// Which members or items of a value some keyword has looked at.
struct seen {
    bool *of;
    size_t count;
};

// A schema that is held against the value at a spot.
struct visit {
    const struct spot *spot;
    const struct node *node;
    const struct visit *up; // the one that sent it to the same value
    struct seen *seen;      // NULL: nobody asks
};

struct walk {
    const struct sa_schema *schema;
    bool convert, changed;
    bool probing; // nothing is converted and nothing told
    bool spent;
    const char *key; // of which the value is the name
    int frames;
    long work;
    struct sa_schema_misses *misses;
};

// Holds `node` against a value deeper in, and against the same value.
bool sa_walk_into(struct walk *w, const struct spot *spot, const struct node *node, cJSON *v);
bool sa_walk_here(struct walk *w, const struct visit *at, const struct node *node, cJSON *v);
// The same, without a word. `seen` gets what was looked at when it fits.
bool sa_walk_probe(struct walk *w, const struct visit *at, const struct node *node, cJSON *v,
                   struct seen *seen);
// The same for a value deeper in.
bool sa_walk_probe_into(struct walk *w, const struct spot *spot, const struct node *node, cJSON *v);

// Nothing more needs to be looked at once something did not hold.
bool sa_walk_done(const struct walk *w);
// Is anybody told what does not hold? Else no words need to be found for it.
bool sa_walk_tells(const struct walk *w);
// False, with a word of it, when that is too much work.
bool sa_walk_spend(struct walk *w, const struct spot *spot, size_t work);
// False. v (may be NULL) is shown behind the text.
bool sa_walk_miss(struct walk *w, const struct spot *spot, const cJSON *v, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// The same of a key.
bool sa_walk_miss_key(struct walk *w, const struct spot *spot, int kind, const char *key,
                      const char *format, ...) __attribute__((format(printf, 5, 6)));
// v as a literal, cut when it is long.
void sa_walk_put_value(struct sa_buf *out, const cJSON *v, size_t most);

// rule_*.c
#define SA_RULE(name)                                                                              \
    bool sa_rule_##name(struct walk *w, const struct visit *at, const struct rule *rule, cJSON *v)
SA_RULE(type);
SA_RULE(enum);
SA_RULE(const);
SA_RULE(bound);
SA_RULE(multiple);
SA_RULE(length);
SA_RULE(pattern);
SA_RULE(format);
SA_RULE(unique);
SA_RULE(required);
SA_RULE(dependent_required);
SA_RULE(names);
SA_RULE(properties);
SA_RULE(patterns);
SA_RULE(other_properties);
SA_RULE(prefix);
SA_RULE(items);
SA_RULE(other_items);
SA_RULE(contains);
SA_RULE(ref);
SA_RULE(all);
SA_RULE(any);
SA_RULE(one);
SA_RULE(not );
SA_RULE(if);
SA_RULE(depends);
SA_RULE(unseen_items);
SA_RULE(unseen_properties);

#endif
