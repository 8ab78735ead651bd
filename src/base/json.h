// JSON of the host side, a thin layer over cJSON: parsing with size and depth limits and messages
// with line and column, typed getters that accept NULL, printing into a sa_buf. cJSON holds numbers
// as doubles and ends texts at a NUL: Python values cross as text made by the engine, not through
// here.
#ifndef SA_BASE_JSON_H
#define SA_BASE_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

#define SA_JSON_MAX_BYTES ((size_t)64 << 20)
#define SA_JSON_MAX_DEPTH 200
#define SA_JSON_MAX_VALUES ((size_t)2 << 20) // of a tree, which takes 80 bytes and more for each

// The whole text must be one JSON value. NULL with *err filled (code `SA_E_CONFIG`; the caller sets
// a fitter one). Free with cJSON_Delete. Whole numbers of 16 digits and more keep their text in
// valuestring, which sa_json_print prints.
cJSON *sa_json_parse(const char *text, size_t len, struct sa_err *err);
// The same, but a float stays one when it is printed again: 2.0 and 2e0 are 2.0, not 2.
cJSON *sa_json_parse_floats(const char *text, size_t len, struct sa_err *err);

// Syntax check of the same grammar without building a tree; false with *err filled.
bool sa_json_check(const char *text, size_t len, struct sa_err *err);
// The same for whoever does not want to know why not.
bool sa_json_valid(const char *text, size_t len);
// Is there a NUL in one of its strings? Neither cJSON nor an argument of a program holds what comes
// after one.
bool sa_json_holds_nul(const char *text, size_t len);
// Does an object in it have two members of one name? Readers of JSON take this one or that.
bool sa_json_is_ambiguous(const cJSON *value);

// Walks the members of a JSON object's text without converting values, so that big integers
// survive: start with *position 0; false at the end. `text` must have passed sa_json_check and be
// an object. The name is malloc'd, the value points into text.
bool sa_json_next_member(const char *text, size_t len, size_t *position, char **name,
                         const char **value, size_t *value_len);

// The same for the items of an array.
bool sa_json_next_item(const char *text, size_t len, size_t *position, const char **value,
                       size_t *value_len);

// Appends the text of a JSON string literal that has passed the check; a lone surrogate becomes
// U+FFFD.
void sa_json_unquote(const char *literal, size_t len, struct sa_buf *out);

// A string (decoded; NULs and all), or the digits of a number.
struct sa_json_token {
    const char *text, *name; // name: of the member it belongs to, "" in none
    size_t len;
    bool is_name;   // of a member itself
    bool is_string; // a name too
};
// Copies a JSON text that has passed the check, byte for byte but for the tokens for which `fn`
// appends another text and answers true: these become strings.
typedef bool (*sa_json_token_fn)(void *ctx, const struct sa_json_token *token, struct sa_buf *out);
void sa_json_rewrite(const char *text, size_t len, sa_json_token_fn fn, void *ctx,
                     struct sa_buf *out);

// Appends a JSON text that has passed the check, on one line and as Python spaces it: a blank
// behind commas and colons, none elsewhere.
void sa_json_respace(struct sa_buf *out, const char *text, size_t len);

// Getters: `object` may be NULL or no object; an absent or wrongly typed member gives the default.
const cJSON *sa_json_get(const cJSON *object, const char *name); // case-sensitive
const cJSON *sa_json_path(const cJSON *value, const char *path); // "choices.0.delta.content"
const char *sa_json_str(const cJSON *object, const char *name, const char *fallback);
double sa_json_num(const cJSON *object, const char *name, double fallback);
// All digits of a whole one, without what is behind a point; the fallback where it does not fit.
int64_t sa_json_int(const cJSON *object, const char *name, int64_t fallback);
bool sa_json_bool(const cJSON *object, const char *name, bool fallback);

// Appends `value` as JSON on one line; strings as UTF-8 with bad bytes replaced by U+FFFD.
void sa_json_print(struct sa_buf *out, const cJSON *value);

// Appends a JSON string literal, quotes included; bad UTF-8 becomes U+FFFD, NUL becomes \u0000.
void sa_json_quote(struct sa_buf *out, const char *text, size_t len);

// Writer helpers for objects built by hand: `"name":` with a comma before when the buffer does not
// end in an opening bracket, then the value.
void sa_json_key(struct sa_buf *out, const char *name);
void sa_json_put_str(struct sa_buf *out, const char *name, const char *text); // NULL: null
void sa_json_put_strn(struct sa_buf *out, const char *name, const char *text, size_t len);
void sa_json_put_int(struct sa_buf *out, const char *name, int64_t value);
void sa_json_put_num(struct sa_buf *out, const char *name, double value); // 17 digits at most
void sa_json_put_bool(struct sa_buf *out, const char *name, bool value);
// JSON text as it is, but on one line. NULL: null.
void sa_json_put_raw(struct sa_buf *out, const char *name, const char *json);

#endif
