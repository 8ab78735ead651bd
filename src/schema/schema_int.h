// What a document is compiled to: a node for each schema in it, with a rule for each keyword that
// has something to check, in the order of the table (keyword.c). Private.
#ifndef SA_SCHEMA_INT_H
#define SA_SCHEMA_INT_H

#include <stdint.h>

#include "base/buf.h"
#include "schema/schema.h"

struct sa_regex;
struct keyword;
struct node;
struct visit;
struct walk;

// A part of what a keyword says: by name (sorted), by pattern, or one after the other.
struct part {
    const char *name;
    struct sa_regex *regex;
    struct node *node; // NULL: `names` is what it has
    const cJSON *names;
};

struct rule {
    const struct keyword *keyword;
    const cJSON *says;
    struct node *node; // the schema that it has, or leads to; NULL: none
    struct part *parts;
    size_t count;
    struct sa_regex *regex;
};

struct node {
    const cJSON *source;
    const char *base; // URI that its $ref is relative to; of the document's resources
    struct rule *rules;
    size_t count;
    bool never;  // the schema `false`
    bool tracks; // it asks what of a value has been evaluated
    struct node *next;
};

// What may stand behind a keyword, which says how it is compiled.
enum says {
    SAYS_NOTE, // anything: it is for readers
    SAYS_REFUSED,
    SAYS_ANY,
    SAYS_NUMBER,
    SAYS_BOUND, // a number, or true, as before draft 6
    SAYS_COUNT,
    SAYS_TRUTH,
    SAYS_TEXT,
    SAYS_TYPE,
    SAYS_LIST,
    SAYS_NAMES,
    SAYS_NAME_LISTS,
    SAYS_PATTERN,
    SAYS_REF,
    SAYS_SCHEMA,
    SAYS_SCHEMAS,
    SAYS_ITEMS, // a schema, or a list of them
    SAYS_MAP,
    SAYS_PATTERNS, // a map whose keys are patterns
    SAYS_DEPENDS,  // a map of schemas and lists of names
};

// Values that a keyword is about; others pass.
enum { ON_NUMBER = 1, ON_STRING = 2, ON_ARRAY = 4, ON_OBJECT = 8, ON_OTHER = 16, ON_ALL = 31 };

struct keyword {
    const char *name;
    enum says says;
    unsigned on;
    bool (*holds)(struct walk *w, const struct visit *at, const struct rule *rule, cJSON *v);
    char relation;    // of a bound: g at least, l at most, G more, L less
    const char *text; // what a bound says
};

extern const struct keyword sa_schema_keywords[];
extern const size_t sa_schema_keyword_count;

struct resource {
    char *uri; // with the name of an anchor behind a '#'
    const cJSON *at;
};

struct sa_schema {
    unsigned how;
    const cJSON *document;
    struct node *root, *nodes;
    size_t count;
    struct node **map; // by source; a power of 2
    size_t slots;
    struct resource *resources;
    size_t resource_count, resource_cap;
};

// node.c
const struct rule *sa_schema_rule(const struct node *node, const char *keyword); // NULL: none
struct node *sa_schema_node_of(const struct sa_schema *s, const cJSON *source);  // NULL: none
struct node *sa_schema_node_new(struct sa_schema *s, const cJSON *source);

// ref.c: `reference` relative to `base`, without "." and ".." in its path; malloc'd.
char *sa_schema_resolve(const char *base, const char *reference);
// What a JSON pointer, "" or "/a/0", leads to from there; NULL: nothing, or no `work` is left.
// `passed` (may be NULL) is told of each value on the way.
const cJSON *sa_schema_point(const cJSON *from, const char *pointer,
                             void (*passed)(void *ctx, const cJSON *value), void *ctx, long *work);
// What "#/..." leads to; NULL: nothing there, or no `work` is left.
const cJSON *sa_schema_target(const cJSON *root, const cJSON *schema, long *work);

// format.c: false when there is such a format and the text is not of it; *like is then what is.
bool sa_schema_has_format(const char *format, const char *text, const char **like);

#endif
