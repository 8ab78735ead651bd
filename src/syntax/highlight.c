// Highlights: the captures of the grammar's own queries, painted over the text. Of captures of one
// piece the later pattern counts, and what lies inside another is painted after it.
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "syntax/syntax_int.h"

enum {
    MOST_PAINTED = 64 << 20, // bytes painted over and over, as in f-strings inside each other
    MOST_MATCHES = 1024,     // under way at once
    NAME_MAX = 256           // bytes of a name that is held against a pattern
};

// A pattern of the queries counts only where a capture's text matches.
struct condition {
    uint32_t capture;
    regex_t regex;
    bool used;
};

struct sa_query {
    TSQuery *query;
    enum sa_syntax_class *classes; // by capture
    struct condition *conditions;  // by pattern
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
static bool read_condition(const TSQuery *q, uint32_t pattern, struct condition *c)
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

static struct sa_query *query_new(void)
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

void sa_syntax_drop_query(struct sa_syntax *s)
{
    struct sa_query *x = s->query;
    if (!x) return;
    for (uint32_t i = 0; i < ts_query_pattern_count(x->query); i++)
        if (x->conditions[i].used) regfree(&x->conditions[i].regex);
    ts_query_delete(x->query);
    free(x->classes);
    free(x->conditions);
    free(x);
}

static bool holds(const struct sa_syntax *s, const struct condition *c, const TSQueryMatch *match)
{
    for (uint16_t i = 0; c->used && i < match->capture_count; i++) {
        if (match->captures[i].index != c->capture) continue;
        char name[NAME_MAX];
        uint32_t from = ts_node_start_byte(match->captures[i].node),
                 to = ts_node_end_byte(match->captures[i].node);
        if (to - from >= sizeof name) return false;
        memcpy(name, sa_buf_text(&s->text) + from, to - from);
        name[to - from] = 0;
        if (regexec(&c->regex, name, 0, NULL, 0) != 0) return false;
    }
    return true;
}

static bool search_too_long(TSQueryCursorState *state)
{
    return sa_syntax_too_long(state->payload);
}

// classes: of the bytes from `from` on.
static void paint_captures(struct sa_syntax *s, TSTree *tree, size_t from, unsigned char *classes)
{
    if (!s->query) s->query = query_new();
    TSQueryCursor *cursor = ts_query_cursor_new();
    ts_query_cursor_set_match_limit(cursor, MOST_MATCHES);
    ts_query_cursor_set_byte_range(cursor, (uint32_t)from, (uint32_t)s->text.len);
    TSQueryCursorOptions options = {.payload = s, .progress_callback = search_too_long};
    s->since = 0;
    ts_query_cursor_exec_with_options(cursor, s->query->query, ts_tree_root_node(tree), &options);
    TSQueryMatch match;
    uint32_t at;
    size_t painted = 0;
    while (painted < MOST_PAINTED && ts_query_cursor_next_capture(cursor, &match, &at)) {
        if (!holds(s, &s->query->conditions[match.pattern_index], &match)) continue;
        enum sa_syntax_class what = s->query->classes[match.captures[at].index];
        size_t start = ts_node_start_byte(match.captures[at].node),
               end = ts_node_end_byte(match.captures[at].node);
        // `in`, `and` and `not` are words.
        if (what == SA_SYNTAX_OPERATOR && isalpha((unsigned char)sa_buf_text(&s->text)[start]))
            what = SA_SYNTAX_KEYWORD;
        if (start < from) start = from;
        if (end > s->text.len) end = s->text.len;
        // A method that is called is a function first, then an attribute.
        if (start >= end ||
            (what == SA_SYNTAX_PROPERTY && classes[start - from] == SA_SYNTAX_FUNCTION))
            continue;
        memset(classes + (start - from), (int)what, end - start);
        painted += end - start;
    }
    ts_query_cursor_delete(cursor);
}

void sa_syntax_highlight(struct sa_syntax *s, size_t from, sa_syntax_paint *paint, void *ctx)
{
    size_t n = from < s->text.len ? s->text.len - from : 0;
    if (!n) return;
    unsigned char *classes = sa_xcalloc(n, 1);
    TSTree *tree = sa_syntax_tree(s);
    if (tree) paint_captures(s, tree, from, classes);
    // A string that is still being written: it is no string to the grammar yet.
    struct sa_syntax_open open = sa_syntax_open(s);
    size_t start = open.at > from ? open.at - from : 0;
    if (open.what == SA_OPEN_STRING) memset(classes + start, SA_SYNTAX_STRING, n - start);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && classes[end] == classes[i];) end++;
        paint(ctx, classes[i], sa_buf_text(&s->text) + from + i, end - i);
    }
    free(classes);
}
