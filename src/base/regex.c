// PCRE2 behind one small header (regex.h): no JIT, limits of steps, depth and memory. PCRE2 counts
// steps for each place where a match may begin, and does not tell how many there were: so a search
// is tried with few, then place by place with more, and what was allowed counts as taken.
#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/regex.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/regex_int.h"
#include "base/xalloc.h"

enum {
    PATTERN_MAX = 16 << 10,
    STEPS_MAX = 10000000, // of a search
    STEPS_FEW = 100,      // of a place, which are not counted
    DEPTH_MAX = 10000,
    HEAP_KIB = 16 << 10
};

struct sa_regex {
    pcre2_code *code;
};

static struct sa_regex *compile(const char *pattern, uint32_t options,
                                pcre2_compile_context *context, struct sa_err *err)
{
    int code;
    size_t at;
    char text[120];
    if (strlen(pattern) > PATTERN_MAX)
        return sa_err_set(err, SA_E_USAGE, "the pattern is too long"), NULL;
    pcre2_code *compiled = pcre2_compile(
        (PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
        PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | options, &code, &at, context);
    if (!compiled) {
        pcre2_get_error_message(code, (PCRE2_UCHAR *)text, sizeof text);
        sa_err_set(err, SA_E_USAGE, "wrong pattern at character %zu: %s", at, text);
        return NULL;
    }
    struct sa_regex *re = sa_xcalloc(1, sizeof *re);
    re->code = compiled;
    return re;
}

struct sa_regex *sa_regex_new(const char *pattern, struct sa_err *err)
{
    return compile(pattern, 0, NULL, err);
}

struct sa_regex *sa_regex_new_ecma(const char *pattern, struct sa_err *err)
{
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (!context) return sa_err_set(err, SA_E_INTERNAL, "out of memory"), NULL;
    pcre2_set_compile_extra_options(context, PCRE2_EXTRA_ALT_BSUX);
    SA_AUTO_FREE char *ours = sa_regex_from_ecma(pattern);
    struct sa_regex *re = compile(
        ours, PCRE2_DOLLAR_ENDONLY | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF, context,
        err);
    pcre2_compile_context_free(context);
    return re;
}

void sa_regex_free(struct sa_regex *re)
{
    if (!re) return;
    pcre2_code_free(re->code);
    free(re);
}

// ---- a search -----------------------------------------------------------------------------------

struct search {
    const struct sa_regex *re;
    PCRE2_SPTR text;
    size_t len;
    pcre2_match_context *limits;
    pcre2_match_data *found;
    long *steps;
};

static int try_at(const struct search *s, size_t at, uint32_t options, long limit)
{
    pcre2_set_match_limit(s->limits, (uint32_t)limit);
    return pcre2_match(s->re->code, s->text, s->len, at, options, s->found, s->limits);
}

static bool spend(const struct search *s, long steps)
{
    *s->steps -= steps;
    return *s->steps >= 0;
}

// A place that needs many steps mostly has neighbours that do.
static int search_places(const struct search *s)
{
    long limit = STEPS_FEW;
    for (size_t at = 0; at <= s->len; at++) {
        int n;
        if (at < s->len && (s->text[at] & 0xC0) == 0x80) continue; // within a character
        while ((n = try_at(s, at, PCRE2_ANCHORED, limit)) == PCRE2_ERROR_MATCHLIMIT) {
            if (!spend(s, limit)) return n;
            limit *= 2;
        }
        if (n != PCRE2_ERROR_NOMATCH) return n;
        if (!spend(s, 1 + (long)(s->len / 64) + (limit > STEPS_FEW ? limit : 0)))
            return PCRE2_ERROR_MATCHLIMIT;
        if (limit > STEPS_FEW) limit /= 2;
    }
    return PCRE2_ERROR_NOMATCH;
}

int sa_regex_search_within(const struct sa_regex *re, const char *text, size_t len, long *steps)
{
    struct search s = {.re = re,
                       .text = (PCRE2_SPTR)text,
                       .len = len,
                       .limits = pcre2_match_context_create(NULL),
                       .found = pcre2_match_data_create(1, NULL),
                       .steps = steps};
    int n = PCRE2_ERROR_NOMEMORY;
    if (s.limits && s.found && spend(&s, (long)(STEPS_FEW / 2 + len))) {
        pcre2_set_depth_limit(s.limits, DEPTH_MAX);
        pcre2_set_heap_limit(s.limits, HEAP_KIB);
        n = try_at(&s, 0, 0, STEPS_FEW);
        if (n == PCRE2_ERROR_MATCHLIMIT) n = search_places(&s);
    }
    if (s.limits) pcre2_match_context_free(s.limits);
    if (s.found) pcre2_match_data_free(s.found);
    return n >= 0 ? 1 : n == PCRE2_ERROR_NOMATCH ? 0 : -1;
}

int sa_regex_search(const struct sa_regex *re, const char *text, size_t len)
{
    long steps = STEPS_MAX;
    return sa_regex_search_within(re, text, len, &steps);
}
