// The grammar's queries, compiled: the class of each capture, and where a pattern counts at all.
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "syntax/syntax_int.h"

enum { NAME_MAX = 256 }; // bytes of a name that is held against a pattern

// A pattern of the queries counts only where a capture's text matches.
struct sa_condition {
    uint32_t capture;
    regex_t regex;
    bool used;
};

static enum sa_syntax_class class_of(const char *capture)
{
    static const struct {
        const char *name;
        enum sa_syntax_class what;
    } known[] = {
        {"keyword", SA_SYNTAX_KEYWORD},   {"operator", SA_SYNTAX_OPERATOR},
        {"string", SA_SYNTAX_STRING},     {"escape", SA_SYNTAX_ESCAPE},
        {"number", SA_SYNTAX_NUMBER},     {"constant", SA_SYNTAX_CONSTANT},
        {"comment", SA_SYNTAX_COMMENT},   {"function", SA_SYNTAX_FUNCTION},
        {"type", SA_SYNTAX_TYPE},         {"constructor", SA_SYNTAX_TYPE},
        {"property", SA_SYNTAX_PROPERTY},
    };
    size_t n = strcspn(capture, "."); // function.method is a function
    for (size_t i = 0; i < SA_COUNT(known); i++)
        if (strlen(known[i].name) == n && !memcmp(known[i].name, capture, n)) return known[i].what;
    return SA_SYNTAX_PLAIN;
}

// Of predicates these queries know `match?`, a capture and an expression.
static bool read_condition(const TSQuery *q, uint32_t pattern, struct sa_condition *c)
{
    uint32_t n, len;
    const TSQueryPredicateStep *step = ts_query_predicates_for_pattern(q, pattern, &n);
    if (!n) return true;
    if (n != 4 || step[1].type != TSQueryPredicateStepTypeCapture ||
        step[2].type != TSQueryPredicateStepTypeString ||
        strcmp(ts_query_string_value_for_id(q, step[0].value_id, &len), "match?") != 0)
        return false;
    const char *expression = ts_query_string_value_for_id(q, step[2].value_id, &len);
    c->capture = step[1].value_id;
    c->used = regcomp(&c->regex, expression, REG_EXTENDED | REG_NOSUB) == 0;
    return c->used;
}

struct sa_query *sa_query_highlights(void)
{
    const struct sa_embedded *text = &sa_syntax_queries[SA_QUERY_HIGHLIGHTS];
    uint32_t at, len;
    TSQueryError error;
    struct sa_query *x = sa_xcalloc(1, sizeof *x);
    x->query = ts_query_new(tree_sitter_python(), text->text, (uint32_t)text->len, &at, &error);
    SA_CHECK(x->query); // the build pins both
    uint32_t captures = ts_query_capture_count(x->query),
             patterns = ts_query_pattern_count(x->query);
    x->classes = sa_xcalloc(captures, sizeof *x->classes);
    x->conditions = sa_xcalloc(patterns, sizeof *x->conditions);
    for (uint32_t i = 0; i < captures; i++)
        x->classes[i] = class_of(ts_query_capture_name_for_id(x->query, i, &len));
    for (uint32_t i = 0; i < patterns; i++)
        if (!read_condition(x->query, i, &x->conditions[i])) ts_query_disable_pattern(x->query, i);
    return x;
}

void sa_query_free(struct sa_query *x)
{
    if (!x) return;
    for (uint32_t i = 0; i < ts_query_pattern_count(x->query); i++)
        if (x->conditions[i].used) regfree(&x->conditions[i].regex);
    ts_query_delete(x->query);
    free(x->classes);
    free(x->conditions);
    free(x);
}

bool sa_query_holds(const struct sa_query *x, const TSQueryMatch *match, const char *text)
{
    const struct sa_condition *c = &x->conditions[match->pattern_index];
    for (uint16_t i = 0; c->used && i < match->capture_count; i++) {
        if (match->captures[i].index != c->capture) continue;
        char name[NAME_MAX];
        uint32_t from = ts_node_start_byte(match->captures[i].node),
                 to = ts_node_end_byte(match->captures[i].node);
        if (to - from >= sizeof name) return false;
        memcpy(name, text + from, to - from);
        name[to - from] = 0;
        if (regexec(&c->regex, name, 0, NULL, 0) != 0) return false;
    }
    return true;
}
