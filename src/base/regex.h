// Regular expressions outside of the engine: PCRE2 on UTF-8 text, whose patterns may come from a
// model or a server: a match takes a bounded number of steps and bytes.
#ifndef SA_BASE_REGEX_H
#define SA_BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct sa_regex;

// NULL with *err (SA_E_USAGE) saying what is wrong with the pattern, and where.
struct sa_regex *sa_regex_new(const char *pattern, struct sa_err *err);
// The same for the dialect of ECMA-262, which patterns of JSON Schema are written in.
struct sa_regex *sa_regex_new_ecma(const char *pattern, struct sa_err *err);
void sa_regex_free(struct sa_regex *re); // NULL is allowed

// 1: it is found somewhere in the text, 0: it is not, -1: that takes too long to tell.
int sa_regex_search(const struct sa_regex *re, const char *text, size_t len);
// The same for many searches that share a number of steps, of which it takes what it needs.
int sa_regex_search_within(const struct sa_regex *re, const char *text, size_t len, long *steps);

#endif
