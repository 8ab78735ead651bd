// What is still open where the text ends: the strings and brackets that begin and do not end, found
// by going over the tree's leaves, which are tokens also where the grammar could make nothing of
// them.
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "syntax/syntax_int.h"

struct mark {
    TSNode node;
    bool string;
};

struct marks {
    struct mark *v;
    size_t n, cap;
};

static void push(struct marks *m, TSNode node, bool string)
{
    SA_GROW(m->v, m->cap, m->n + 1);
    m->v[m->n++] = (struct mark){node, string};
}

// A closing bracket ends what was opened since its own one, for one that nothing answers is an
// error of its own.
static void close_bracket(struct marks *m, const struct sa_syntax *s, char opener)
{
    for (size_t i = m->n; i > 0 && !m->v[i - 1].string; i--) {
        if (sa_buf_text(&s->text)[ts_node_start_byte(m->v[i - 1].node)] != opener) continue;
        m->n = i - 1;
        return;
    }
}

static void close_string(struct marks *m)
{
    for (size_t i = m->n; i > 0; i--) {
        if (!m->v[i - 1].string) continue;
        m->n = i - 1;
        return;
    }
}

static void take_leaf(struct marks *m, const struct sa_syntax *s, TSNode leaf, TSNode *last)
{
    const char *type = ts_node_type(leaf);
    if (ts_node_is_missing(leaf) || ts_node_start_byte(leaf) == ts_node_end_byte(leaf) ||
        sa_streq(type, "comment"))
        return;
    *last = leaf;
    if (sa_streq(type, "string_start")) push(m, leaf, true);
    else if (sa_streq(type, "string_end")) close_string(m);
    else if (type[0] && !type[1] && strchr("([{", type[0])) push(m, leaf, false);
    else if (type[0] && !type[1] && strchr(")]}", type[0]))
        close_bracket(m, s, type[0] == ')' ? '(' : type[0] == ']' ? '[' : '{');
}

// In the order of the text, without recursion: trees may be deep.
static void take_leaves(struct marks *m, const struct sa_syntax *s, TSTree *tree, TSNode *last)
{
    TSTreeCursor at = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool more = true; more;) {
        if (ts_tree_cursor_goto_first_child(&at)) continue;
        take_leaf(m, s, ts_tree_cursor_current_node(&at), last);
        while (!(more = ts_tree_cursor_goto_next_sibling(&at)))
            if (!ts_tree_cursor_goto_parent(&at)) break;
    }
    ts_tree_cursor_delete(&at);
}

static struct sa_syntax_open opened(const struct sa_syntax *s, int what, TSNode node)
{
    struct sa_syntax_open open = {.what = what,
                                  .line = (int)ts_node_start_point(node).row + 1,
                                  .at = ts_node_start_byte(node)};
    size_t n = ts_node_end_byte(node) - open.at;
    memcpy(open.text, sa_buf_text(&s->text) + open.at,
           n < sizeof open.text ? n : sizeof open.text - 1);
    return open;
}

static bool is_triple(const char *opener, const char *end)
{
    return end - opener >= 3 && end[-1] == end[-2] && end[-2] == end[-3];
}

// Where a string does not end, the grammar takes what follows it for code. It is still the
// string's, but for the expressions of an f-string; and a string with single quotes is over with
// its line.
static const struct mark *innermost(const struct marks *m, const struct sa_syntax *s)
{
    const struct mark *found = NULL;
    for (size_t i = 0; i < m->n; i++) {
        const char *opener = sa_buf_text(&s->text) + ts_node_start_byte(m->v[i].node);
        const char *rest = sa_buf_text(&s->text) + ts_node_end_byte(m->v[i].node);
        if (!m->v[i].string) {
            found = &m->v[i];
        } else if (is_triple(opener, rest) || !strchr(rest, '\n')) {
            found = &m->v[i];
            bool formatted = memchr(opener, 'f', (size_t)(rest - opener)) ||
                             memchr(opener, 'F', (size_t)(rest - opener));
            bool inside = formatted && i + 1 < m->n && !m->v[i + 1].string &&
                          sa_buf_text(&s->text)[ts_node_start_byte(m->v[i + 1].node)] == '{';
            if (!inside) break;
        }
    }
    return found;
}

struct sa_syntax_open sa_syntax_open(struct sa_syntax *s)
{
    struct sa_syntax_open open = {0};
    struct marks m = {0};
    TSTree *tree = sa_syntax_tree(s);
    if (!tree) return open;
    TSNode last = ts_tree_root_node(tree);
    take_leaves(&m, s, tree, &last);
    const struct mark *found = innermost(&m, s);
    if (found) open = opened(s, found->string ? SA_OPEN_STRING : SA_OPEN_BRACKET, found->node);
    else if (sa_streq(ts_node_type(last), ":")) open = opened(s, SA_OPEN_BLOCK, last);
    sa_freep(&m.v);
    return open;
}
