// The text and its tree: grows at the end, parsed anew where it changed, given up when that costs
// too much.
#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "syntax/syntax_int.h"

// CPU time of all parses and searches of one text. A megabyte without an error takes half of it;
// errors of some kinds cost the parser time in proportion to what stands before them.
enum { MOST_MS = 1000 };

struct sa_syntax *sa_syntax_new(void)
{
    struct sa_syntax *s = sa_xcalloc(1, sizeof *s);
    s->parser = ts_parser_new();
    s->text = (struct sa_buf)SA_BUF_INIT(SA_BUF_HUGE);
    s->given_up = !ts_parser_set_language(s->parser, tree_sitter_python());
    return s;
}

void sa_syntax_free(struct sa_syntax *s)
{
    if (!s) return;
    if (s->tree) ts_tree_delete(s->tree);
    sa_query_free(s->query);
    ts_parser_delete(s->parser);
    sa_buf_release(&s->text);
    free(s);
}

void sa_syntax_append(struct sa_syntax *s, const char *text, size_t len)
{
    sa_buf_append(&s->text, text, len);
}

static const char *read_text(void *payload, uint32_t at, TSPoint position, uint32_t *n)
{
    const struct sa_syntax *s = payload;
    (void)position;
    *n = at < s->text.len ? (uint32_t)(s->text.len - at) : 0;
    return sa_buf_text(&s->text) + at;
}

bool sa_syntax_too_long(struct sa_syntax *s)
{
    int64_t now = sa_clock_cpu();
    if (s->since) s->spent += now - s->since;
    s->since = now;
    return s->spent > MOST_MS * SA_NS_PER_MS;
}

static bool parse_too_long(TSParseState *state)
{
    return sa_syntax_too_long(state->payload);
}

static TSPoint end_after(TSPoint at, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        at.column++;
        if (text[i] == '\n') at = (TSPoint){at.row + 1, 0};
    }
    return at;
}

static void tell_growth(struct sa_syntax *s)
{
    TSPoint end = end_after(s->end, sa_buf_text(&s->text) + s->parsed, s->text.len - s->parsed);
    TSInputEdit edit = {.start_byte = (uint32_t)s->parsed,
                        .old_end_byte = (uint32_t)s->parsed,
                        .new_end_byte = (uint32_t)s->text.len,
                        .start_point = s->end,
                        .old_end_point = s->end,
                        .new_end_point = end};
    if (s->tree) ts_tree_edit(s->tree, &edit);
    s->end = end;
    s->parsed = s->text.len;
}

TSTree *sa_syntax_tree(struct sa_syntax *s)
{
    if (s->text.len > SA_SYNTAX_MAX) s->given_up = true;
    if (s->given_up) return NULL;
    if (s->tree && s->parsed == s->text.len) return s->tree;
    tell_growth(s);
    TSInput input = {.payload = s, .read = read_text, .encoding = TSInputEncodingUTF8};
    TSParseOptions options = {.payload = s, .progress_callback = parse_too_long};
    s->since = 0;
    TSTree *tree = ts_parser_parse_with_options(s->parser, s->tree, input, options);
    if (s->tree) ts_tree_delete(s->tree);
    s->tree = tree;
    s->given_up = !tree;
    return tree;
}
