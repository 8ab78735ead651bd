// PCRE2 behind one small header (regex.h): no JIT, limits of steps, depth and memory.
#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/regex.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { PATTERN_MAX = 16 << 10, STEPS_MAX = 1000000, DEPTH_MAX = 10000, HEAP_KIB = 16 << 10 };

struct sa_regex {
    pcre2_code *code;
    pcre2_match_context *limits;
};

struct sa_regex *sa_regex_new(const char *pattern, struct sa_err *err)
{
    int code;
    size_t at;
    char text[120];
    if (strlen(pattern) > PATTERN_MAX)
        return sa_err_set(err, SA_E_USAGE, "the pattern is too long"), NULL;
    pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                                         PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C, &code,
                                         &at, NULL);
    if (!compiled) {
        pcre2_get_error_message(code, (PCRE2_UCHAR *)text, sizeof text);
        sa_err_set(err, SA_E_USAGE, "wrong pattern at character %zu: %s", at, text);
        return NULL;
    }
    struct sa_regex *re = sa_xcalloc(1, sizeof *re);
    re->code = compiled;
    re->limits = pcre2_match_context_create(NULL);
    if (!re->limits)
        return sa_regex_free(re), sa_err_set(err, SA_E_INTERNAL, "out of memory"), NULL;
    pcre2_set_match_limit(re->limits, STEPS_MAX);
    pcre2_set_depth_limit(re->limits, DEPTH_MAX);
    pcre2_set_heap_limit(re->limits, HEAP_KIB);
    return re;
}

void sa_regex_free(struct sa_regex *re)
{
    if (!re) return;
    pcre2_code_free(re->code);
    if (re->limits) pcre2_match_context_free(re->limits);
    free(re);
}

int sa_regex_search(const struct sa_regex *re, const char *text, size_t len)
{
    pcre2_match_data *found = pcre2_match_data_create(1, NULL);
    if (!found) return -1;
    int n = pcre2_match(re->code, (PCRE2_SPTR)text, len, 0, 0, found, re->limits);
    pcre2_match_data_free(found);
    return n >= 0 ? 1 : n == PCRE2_ERROR_NOMATCH ? 0 : -1;
}
