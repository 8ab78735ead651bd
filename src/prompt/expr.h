// Expressions of templates: paths, literals, filters, and tests with not/and/or/==/!=/in. Unknown
// variables are errors, so that a typing mistake in a prompt does not quietly vanish.
//
// Filters: length, upper, lower, trim, first, last, join(sep), indent(n), json, default(text),
// list (identity, for templates written for Jinja), repr (JSON string).
#ifndef SA_EXPR_H
#define SA_EXPR_H

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "base/str.h"

enum { SA_EXPR_MAX = 16 << 20 }; // bytes of a text that is made

struct sa_err;

// A name that a loop has bound.
struct sa_scope {
    struct sa_str name;
    const cJSON *value;
    struct sa_scope *outer;
};

struct sa_expr {
    const char *name; // of the template, and
    int line;         // where in it: for errors
    struct sa_err *err;
    const cJSON *vars;
    struct sa_scope *scope;
    cJSON *temporary; // array that owns values made by filters and literals
};

// Sets the error, with its place. -1.
int sa_expr_fail(struct sa_expr *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
// These take what they read from the front of `s`, and blanks around it.
bool sa_expr_word(struct sa_str *s, const char *word);           // false: it is not there
struct sa_str sa_expr_name(struct sa_str *s);                    // empty: there is none
const cJSON *sa_expr_value(struct sa_expr *x, struct sa_str *s); // borrowed; NULL: failed
// 1, 0, or -1: failed. All of `s` has to be the condition.
int sa_expr_test(struct sa_expr *x, struct sa_str s);
// Nothing may be left; -1: failed.
int sa_expr_end(struct sa_expr *x, struct sa_str s);
void sa_expr_put(struct sa_buf *out, const cJSON *value);

#endif
