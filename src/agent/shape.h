// The form that final answers must have (--schema): a JSON Schema that is said to the model in
// Python's words, offered to it as the parameters of final_answer, and held against every answer.
#ifndef SA_AGENT_SHAPE_H
#define SA_AGENT_SHAPE_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/str.h"
#include "model/model.h"

struct sa_err;
struct sa_schema;

// Never changed once it is made: agents on several threads share one.
struct sa_shape {
    char *name;                  // of its type: the schema's title, else "Answer"
    char *stub;                  // of final_answer, in Python
    char *text;                  // the schema, on one line
    bool told;                   // the stub says all of it
    char *parameters;            // of final_answer as a tool: a JSON Schema, its text
    enum sa_model_strict strict; // of these
    cJSON *document;
    struct sa_schema *schema;
};

// Of a schema's text, 2020-12. NULL with *err (code 2): it is none, or has what is not supported.
struct sa_shape *sa_shape_new(const char *text, size_t len, struct sa_err *err);
void sa_shape_free(struct sa_shape *shape); // NULL is allowed

// Why a value (JSON) is not of that form, a line for the model that says where and what to do;
// NULL: it is. malloc'd.
char *sa_shape_misfit(const struct sa_shape *shape, const char *json, size_t len);

// The value, malloc'd JSON, whose JSON text is what `json` holds instead of it; NULL: `json` is of
// that form, or neither is.
char *sa_shape_unquote(const struct sa_shape *shape, const char *json);

// strict.c: whether servers hold a model to such a schema.
enum sa_model_strict sa_shape_strictness(const cJSON *schema);

// The JSON that a text is and nothing else, or its only fence holds; length 0: it is none.
struct sa_str sa_shape_find(struct sa_str text);

#endif
