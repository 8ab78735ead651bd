// JSON Schemas, of 2020-12 and of draft 7: what they say in Python's words, and whether a value is
// what they say. Schemas may come from strangers: what is done with them is bounded, and they are
// trusted in nothing.
#ifndef SA_SCHEMA_H
#define SA_SCHEMA_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

struct sa_buf;
struct sa_schema;

// How a document is meant: bits.
enum {
    SA_SCHEMA_FORMATS = 1, // a format that is known must hold, and not only describe
    SA_SCHEMA_DRAFT7 = 2,  // without $schema it is of draft 7
};

// Compiles a document, which is borrowed and stays as it is. Never fails: what cannot be meant, or
// is not supported, is left out and becomes a line of *faults (may be NULL), which begins with its
// place: "properties.a: the keyword '$dynamicRef' is not supported". Threads may share the result.
struct sa_schema *sa_schema_new(const cJSON *document, unsigned how, struct sa_buf *faults);
void sa_schema_free(struct sa_schema *schema); // NULL is allowed

// Where a value is not as it should be. All owned.
struct sa_schema_miss {
    enum { SA_MISS_VALUE, SA_MISS_LACKS_KEY, SA_MISS_EXTRA_KEY } kind;
    char *key;  // which key is missing, or too much; else NULL
    char *head; // the key of the whole value that it is behind; NULL: of a list, or the whole
    char *tail; // the way on from there, "[2].price"; may be ""
    char *text; // "must be at least 0, not -1", in Python's words
};

enum { SA_SCHEMA_MISSES = 8 };
struct sa_schema_misses {
    struct sa_schema_miss items[SA_SCHEMA_MISSES];
    size_t count, most; // most: how many are wanted, at most SA_SCHEMA_MISSES; 0: only whether
};
void sa_schema_misses_release(struct sa_schema_misses *misses);
// A line for each: "items[2].price: must be at least 0, not -1".
void sa_schema_put_misses(const struct sa_schema_misses *misses, struct sa_buf *out);

// Is the value what the schema says? `misses` gets what is not, and has its `most` set before.
bool sa_schema_check(const struct sa_schema *schema, const cJSON *value,
                     struct sa_schema_misses *misses);
// The same for a value that somebody wrote by hand: what can be taken without loss becomes what is
// wanted ("3" is 3, 3 is "3", None for a key that need not be there is none), and *changed says
// whether anything did. What passes is as the schema says.
bool sa_schema_take(const struct sa_schema *schema, cJSON *value, bool *changed,
                    struct sa_schema_misses *misses);

// Python's words (python.c). `root` is the document that a schema's $refs are of.

// The schema that stands behind its $refs; NULL: nothing, or they go round.
const cJSON *sa_schema_behind(const cJSON *root, const cJSON *schema);
// What Python calls it, "list[str] | None"; malloc'd.
char *sa_schema_type_text(const cJSON *root, const cJSON *schema);
// Keys and their types, {"a": int, "b"?: list[str]}, of a dict or a list of such. False: it has
// none.
bool sa_schema_put_shape(struct sa_buf *out, const cJSON *root, const cJSON *schema);
// Python's name of a type of JSON Schema.
const char *sa_schema_python_type(const char *type);
// A JSON value as a Python literal.
void sa_schema_put_literal(struct sa_buf *out, const cJSON *value);

#endif
