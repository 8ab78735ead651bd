// PCRE2 behind one small header (regex.h): no JIT, limits of steps, depth and memory. PCRE2's own
// limit is one for each place where a match may begin, and knows nothing of characters that an item
// goes over at once: so steps are counted by callouts, before every item of a pattern.
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
    STEPS_START = 50,     // what it takes to begin one
    LIGHTEST = 64,        // weight of a pattern, to which its bytes are added
    DEPTH_MAX = 10000,
    HEAP_KIB = 16 << 10
};

struct sa_regex {
    pcre2_code *code;
    char *text;    // as PCRE2 has it
    size_t weight; // what a character may cost, which a long list of ranges is held against
};

static struct sa_regex *compile(const char *pattern, uint32_t options,
                                pcre2_compile_context *context, struct sa_err *err)
{
    int code;
    size_t at;
    char text[120];
    if (strlen(pattern) > PATTERN_MAX)
        return sa_err_set(err, SA_E_USAGE, "the pattern is too long"), NULL;
    pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                                         PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C |
                                             PCRE2_AUTO_CALLOUT | options,
                                         &code, &at, context);
    if (!compiled) {
        pcre2_get_error_message(code, (PCRE2_UCHAR *)text, sizeof text);
        sa_err_set(err, SA_E_USAGE, "wrong pattern at character %zu: %s", at, text);
        return NULL;
    }
    struct sa_regex *re = sa_xcalloc(1, sizeof *re);
    re->code = compiled;
    re->text = sa_xstrdup(pattern);
    re->weight = LIGHTEST + strlen(pattern);
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
    free(re->text);
    free(re);
}

// ---- a search -----------------------------------------------------------------------------------

struct search {
    const struct sa_regex *re;
    long *steps;
    size_t at, furthest;
};

// Called before every item of the pattern. What an item has gone over, or back, is work as well,
// and so is what a text that is to come again is compared with.
static int on_item(pcre2_callout_block *block, void *data)
{
    enum { EASE = 10 };
    struct search *s = data;
    const char *item = s->re->text + block->pattern_position;
    size_t at = block->current_position, gone = at > s->at ? at - s->at : s->at - at;
    bool again = block->next_item_length > 1 &&
                 (item[0] == '(' ? !strncmp(item, "(?P=", 4)
                                 : item[0] == '\\' && strchr("123456789kg", item[1]));
    if (at > s->furthest) s->furthest = at;
    if (again && s->furthest > block->start_match) gone += s->furthest - block->start_match;
    s->at = at;
    *s->steps -= 1 + (long)(gone * s->re->weight >> EASE);
    return *s->steps < 0 ? PCRE2_ERROR_CALLOUT : 0;
}

int sa_regex_search_within(const struct sa_regex *re, const char *text, size_t len, long *steps)
{
    struct search s = {.re = re, .steps = steps};
    pcre2_match_context *limits = pcre2_match_context_create(NULL);
    pcre2_match_data *found = pcre2_match_data_create(1, NULL);
    int n = PCRE2_ERROR_NOMEMORY;
    *steps -= STEPS_START + (long)len;
    if (limits && found && *steps >= 0) {
        pcre2_set_callout(limits, on_item, &s);
        pcre2_set_match_limit(limits, UINT32_MAX); // steps are less
        pcre2_set_depth_limit(limits, DEPTH_MAX);
        pcre2_set_heap_limit(limits, HEAP_KIB);
        n = pcre2_match(re->code, (PCRE2_SPTR)text, len, 0, 0, found, limits);
    }
    if (limits) pcre2_match_context_free(limits);
    if (found) pcre2_match_data_free(found);
    return n >= 0 ? 1 : n == PCRE2_ERROR_NOMATCH ? 0 : -1;
}

int sa_regex_search(const struct sa_regex *re, const char *text, size_t len)
{
    long steps = STEPS_MAX;
    return sa_regex_search_within(re, text, len, &steps);
}
