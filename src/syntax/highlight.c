// Highlights: the captures of the grammar's own queries, painted over the text. Of captures of one
// piece the later pattern counts, and what lies inside another is painted after it.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "syntax/syntax_int.h"

enum {
    MOST_PAINTED = 64 << 20, // bytes painted over and over, as in f-strings inside each other
    MOST_MATCHES = 1024      // under way at once
};

static bool search_too_long(TSQueryCursorState *state)
{
    return sa_syntax_too_long(state->payload);
}

// classes: of the bytes from `from` on.
static void paint_captures(struct sa_syntax *s, TSTree *tree, size_t from, unsigned char *classes)
{
    if (!s->query) s->query = sa_query_highlights();
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
        if (!sa_query_holds(s->query, &match, sa_buf_text(&s->text))) continue;
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
