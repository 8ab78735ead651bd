// What is being typed where a text ends, and where its statements begin: for prompts.
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "syntax/syntax_int.h"

enum { MOST = 64 }; // tokens that are looked back at

struct token {
    const char *type;
    size_t start, end;
    uint32_t row;
};

// The last tokens of the text, the very last one first.
struct tokens {
    struct token v[MOST];
    size_t n;
    const char *text;
};

static void add(struct tokens *t, TSNode leaf)
{
    size_t start = ts_node_start_byte(leaf), end = ts_node_end_byte(leaf);
    if (ts_node_is_missing(leaf) || start == end) return;
    if (t->n == MOST) t->n--;
    memmove(t->v + 1, t->v, t->n * sizeof *t->v);
    t->v[0] = (struct token){ts_node_type(leaf), start, end, ts_node_start_point(leaf).row};
    t->n++;
}

static void collect(struct tokens *t, TSTree *tree)
{
    TSTreeCursor at = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool more = true; more;) {
        if (ts_tree_cursor_goto_first_child(&at)) continue;
        add(t, ts_tree_cursor_current_node(&at));
        while (!(more = ts_tree_cursor_goto_next_sibling(&at)))
            if (!ts_tree_cursor_goto_parent(&at)) break;
    }
    ts_tree_cursor_delete(&at);
}

static bool is(const struct tokens *t, size_t i, const char *type)
{
    return i < t->n && sa_streq(t->v[i].type, type);
}

// Also a keyword may be the beginning of a name.
static bool is_word(const struct tokens *t, size_t i)
{
    if (i >= t->n) return false;
    unsigned char c = (unsigned char)t->text[t->v[i].start];
    bool other = is(t, i, "comment") || is(t, i, "integer") || is(t, i, "float") ||
                 is(t, i, "string_start") || is(t, i, "string_content") || is(t, i, "string_end");
    return !other && (isalpha(c) || c == '_' || c >= 0x80);
}

// Behind the string that ends with token `i`; `i` itself where it is none that is a plain one.
static size_t skip_string(const struct tokens *t, size_t i)
{
    size_t k = i;
    if (is(t, k, "string_end")) k++;
    if (k > i && is(t, k, "string_content")) k++;
    return k > i && is(t, k, "string_start") ? k + 1 : i;
}

// Behind the names with dots between them that end with token `i`; `i` itself: there are none.
static size_t skip_names(const struct tokens *t, size_t i)
{
    for (size_t at = i;;) {
        size_t next = is_word(t, at) ? at + 1 : skip_string(t, at);
        if (next == at) return i;
        if (!is(t, next, ".")) return next;
        at = next + 1;
    }
}

// Of an import, of whose names (commas and all) token `i` is the last: what is typed.
static bool look_for_import(const struct tokens *t, size_t i, struct sa_syntax_word *w)
{
    uint32_t row = t->n ? t->v[0].row : 0;
    size_t k = i;
    while (k < t->n && t->v[k].row == row && !is(t, k, "import") && !is(t, k, "from") &&
           (is_word(t, k) || is(t, k, ",") || is(t, k, ".") || is(t, k, "(")))
        k++;
    if (k >= t->n || t->v[k].row != row) return false;
    if (is(t, k, "from") && skip_names(t, i) >= k) return w->what = SA_WORD_MODULE, true;
    if (!is(t, k, "import")) return false;
    size_t end = skip_names(t, k + 1);
    if (end > k + 1 && is(t, end, "from")) {
        w->what = SA_WORD_MEMBER;
        w->of = t->v[end - 1].start;
        w->of_len = t->v[k + 1].end - w->of;
    } else {
        w->what = SA_WORD_MODULE;
    }
    return true;
}

struct sa_syntax_word sa_syntax_word(struct sa_syntax *s)
{
    struct sa_syntax_word w = {.what = SA_WORD_NONE, .start = s->text.len};
    TSTree *tree = sa_syntax_tree(s);
    struct tokens t = {.text = sa_buf_text(&s->text)};
    if (!tree || sa_syntax_open(s).what == SA_OPEN_STRING) return w;
    collect(&t, tree);
    size_t i = 0;
    bool touches = t.n && t.v[0].end == s->text.len;
    bool begun = touches && is_word(&t, 0);
    if (touches && !begun && (isdigit((unsigned char)t.text[t.v[0].start]) || is(&t, 0, "comment")))
        return w;
    if (begun) w.start = t.v[i++].start;
    w.what = SA_WORD_NAME;
    size_t names = is(&t, i, ".") && t.v[i].end == w.start ? skip_names(&t, i + 1) : 0;
    bool dotted = is(&t, i, ".") && t.v[i].end == w.start;
    if (look_for_import(&t, names > i + 1 ? names : i, &w)) {
        if (w.what == SA_WORD_MODULE && names > i + 1) w.start = t.v[names - 1].start;
        return w;
    }
    if (!dotted) return w;
    w.what = names > i + 1 ? SA_WORD_ATTRIBUTE : SA_WORD_NONE;
    if (names <= i + 1) return w;
    w.of = t.v[names - 1].start;
    w.of_len = t.v[i + 1].end - w.of;
    return w;
}

size_t sa_syntax_statement(struct sa_syntax *s, size_t from)
{
    TSTree *tree = sa_syntax_tree(s);
    TSNode root;
    if (!tree) return s->text.len;
    root = ts_tree_root_node(tree);
    uint32_t count = ts_node_child_count(root);
    for (uint32_t i = 0; i < count; i++) {
        TSNode child = ts_node_child(root, i);
        bool here = ts_node_start_byte(child) > from && ts_node_start_point(child).column == 0;
        if (here && ts_node_is_named(child)) return ts_node_start_byte(child);
    }
    return s->text.len;
}
