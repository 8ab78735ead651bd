// The template engine: a text is parsed into a flat list of nodes, then walked. Small on purpose:
// no includes, no macros; expressions (expr.h) know not/and/or/==/!=/in.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "prompt/expr.h"
#include "prompt/prompt.h"

enum { MAX_DEPTH = 32 };

enum node_kind { N_TEXT, N_VALUE, N_FOR, N_IF, N_ELIF, N_ELSE, N_END };

struct node {
    enum node_kind kind;
    int line;
    struct sa_str text; // literal, expression, or iterable of a for
    struct sa_str name; // loop variable
    size_t next;        // of for/if/elif/else: the branch that follows; of those: their end
};

struct template
{
    struct sa_expr x;
    struct sa_str source;
    struct node *nodes;
    size_t count, cap;
    struct sa_buf out;
};

// ---- lexing into nodes ------------------------------------------------------------------------

static struct node *add(struct template *t, enum node_kind kind, struct sa_str text)
{
    SA_GROW(t->nodes, t->cap, t->count + 1);
    t->nodes[t->count] = (struct node){.kind = kind, .line = t->x.line, .text = text};
    return &t->nodes[t->count++];
}

static int add_statement(struct template *t, struct sa_str body)
{
    if (sa_expr_word(&body, "for")) {
        struct sa_str name = sa_expr_name(&body);
        if (!name.len || !sa_expr_word(&body, "in"))
            return sa_expr_fail(&t->x, "expected {%% for NAME in LIST %%}");
        add(t, N_FOR, body)->name = name;
    } else if (sa_expr_word(&body, "if")) {
        add(t, N_IF, body);
    } else if (sa_expr_word(&body, "elif")) {
        add(t, N_ELIF, body);
    } else if (sa_expr_word(&body, "else")) {
        add(t, N_ELSE, body);
    } else if (sa_expr_word(&body, "endif") || sa_expr_word(&body, "endfor")) {
        add(t, N_END, body);
    } else {
        return sa_expr_fail(&t->x, "unknown statement '%.*s'", (int)(body.len > 40 ? 40 : body.len),
                            body.data);
    }
    return 0;
}

static struct sa_str trim_left(struct sa_str s)
{
    while (s.len && isspace((unsigned char)*s.data)) s.data++, s.len--;
    return s;
}

// A statement or comment alone on its line takes the line with it: drops the blanks before and the
// newline after.
static void swallow_line(struct sa_str *before, struct sa_str *after, const char *start)
{
    size_t blanks = 0, ahead = 0;
    while (blanks < before->len && strchr(" \t", before->data[before->len - 1 - blanks])) blanks++;
    bool at_start = blanks == before->len ? before->data == start
                                          : before->data[before->len - 1 - blanks] == '\n';
    if (before->len && blanks < before->len)
        at_start = before->data[before->len - 1 - blanks] == '\n';
    else if (!at_start && before->data > start) at_start = before->data[-1] == '\n';
    while (ahead < after->len && strchr(" \t\r", after->data[ahead])) ahead++;
    bool at_end = ahead == after->len || after->data[ahead] == '\n';
    if (!at_start || !at_end) return;
    before->len -= blanks;
    if (ahead < after->len) ahead++;
    after->data += ahead, after->len -= ahead;
}

static const char *find_mark(struct sa_str s)
{
    for (size_t i = 0; i + 1 < s.len; i++)
        if (s.data[i] == '{' && strchr("{%#", s.data[i + 1])) return s.data + i;
    return NULL;
}

static int count_lines(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++) n += *from == '\n';
    return n;
}

static int lex(struct template *t)
{
    struct sa_str rest = t->source;
    t->x.line = 1;
    bool trim = false;
    const char *mark;
    while ((mark = find_mark(rest))) {
        struct sa_str before = {rest.data, (size_t)(mark - rest.data)};
        int line_at_mark = t->x.line + count_lines(rest.data, mark);
        const char kind = mark[1], closing[3] = {kind == '{' ? '}' : kind, '}', 0};
        struct sa_str body = {mark + 2, rest.len - before.len - 2};
        const char *end = sa_memfind(body.data, body.len, closing, 2);
        if (!end)
            return t->x.line = line_at_mark, sa_expr_fail(&t->x, "'%.2s' is never closed", mark);
        struct sa_str after = {end + 2, (size_t)(rest.data + rest.len - end - 2)};
        body.len = (size_t)(end - body.data);
        if (trim) before = trim_left(before);
        trim = false;
        if (body.len && *body.data == '-') {
            body.data++, body.len--;
            before = sa_str_trim_right(before);
        }
        if (body.len && body.data[body.len - 1] == '-') body.len--, trim = true;
        if (kind != '{') swallow_line(&before, &after, t->source.data);
        if (before.len) add(t, N_TEXT, before);
        t->x.line = line_at_mark;
        if (kind == '{') add(t, N_VALUE, sa_str_trim(body));
        if (kind == '%' && add_statement(t, sa_str_trim(body))) return -1;
        t->x.line += count_lines(mark, after.data);
        rest = after;
    }
    if (trim) rest = trim_left(rest);
    if (rest.len) add(t, N_TEXT, rest);
    return 0;
}

// Links every branch to the next one of its statement and checks the nesting.
static int link_nodes(struct template *t)
{
    size_t open[MAX_DEPTH], depth = 0;
    for (size_t i = 0; i < t->count; i++) {
        struct node *n = &t->nodes[i];
        t->x.line = n->line;
        if (n->kind == N_FOR || n->kind == N_IF) {
            if (depth == MAX_DEPTH) return sa_expr_fail(&t->x, "nested too deeply");
            open[depth++] = i;
        } else if (n->kind >= N_ELIF) {
            if (!depth) return sa_expr_fail(&t->x, "no open statement here");
            t->nodes[open[depth - 1]].next = i;
            open[depth - 1] = i;
            if (n->kind == N_END) depth--;
        }
    }
    if (depth)
        return t->x.line = t->nodes[open[depth - 1]].line,
               sa_expr_fail(&t->x, "statement is never closed");
    return 0;
}

// ---- rendering --------------------------------------------------------------------------------

static size_t end_of(const struct template *t, size_t i)
{
    while (t->nodes[i].kind != N_END) i = t->nodes[i].next;
    return i;
}

static int render(struct template *t, size_t from, size_t to);

static int render_for(struct template *t, size_t i)
{
    const struct node *n = &t->nodes[i];
    struct sa_str s = n->text;
    const cJSON *list = sa_expr_value(&t->x, &s), *item;
    if (!list) return -1;
    int count = cJSON_GetArraySize(list), k = 0;
    if (!count) {
        const struct node *other = &t->nodes[n->next];
        return other->kind == N_ELSE ? render(t, n->next + 1, other->next) : 0;
    }
    cJSON_ArrayForEach(item, list)
    {
        cJSON *loop = cJSON_CreateObject();
        cJSON_AddNumberToObject(loop, "index", ++k);
        cJSON_AddBoolToObject(loop, "first", k == 1);
        cJSON_AddBoolToObject(loop, "last", k == count);
        cJSON_AddStringToObject(loop, "key", item->string ? item->string : "");
        struct sa_scope inner = {n->name, item, t->x.scope};
        struct sa_scope info = {SA_STR("loop"), loop, &inner};
        t->x.scope = &info;
        int rc = render(t, i + 1, n->next);
        t->x.scope = inner.outer;
        cJSON_Delete(loop);
        if (rc) return rc;
    }
    return 0;
}

static int render_if(struct template *t, size_t i)
{
    for (; t->nodes[i].kind != N_END; i = t->nodes[i].next) {
        const struct node *n = &t->nodes[i];
        t->x.line = n->line;
        int yes = n->kind == N_ELSE ? 1 : sa_expr_test(&t->x, n->text);
        if (yes < 0) return -1;
        if (yes) return render(t, i + 1, n->next);
    }
    return 0;
}

static int render_value(struct template *t, const struct node *n)
{
    struct sa_str s = n->text;
    const cJSON *value = sa_expr_value(&t->x, &s);
    if (!value) return -1;
    if (sa_expr_end(&t->x, s)) return -1;
    sa_expr_put(&t->out, value);
    return 0;
}

static int render(struct template *t, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct node *n = &t->nodes[i];
        t->x.line = n->line;
        int rc = 0;
        if (n->kind == N_TEXT) sa_buf_append(&t->out, n->text.data, n->text.len);
        if (n->kind == N_VALUE) rc = render_value(t, n);
        if (n->kind == N_FOR) rc = render_for(t, i);
        if (n->kind == N_IF) rc = render_if(t, i);
        if (rc) return rc;
        if (n->kind == N_FOR || n->kind == N_IF) i = end_of(t, i);
        if (t->out.full) return sa_expr_fail(&t->x, "text too large");
    }
    return 0;
}

char *sa_template_render(const char *name, const char *text, const cJSON *vars, struct sa_err *err)
{
    struct sa_err own = SA_ERR_INIT;
    struct template t = {.x = {.name = name, .err = err ? err : &own, .vars = vars, .line = 1},
                         .source = sa_str_of(text)};
    sa_buf_init(&t.out, SA_EXPR_MAX);
    t.x.temporary = cJSON_CreateArray();
    int rc = lex(&t);
    if (rc == 0) rc = link_nodes(&t);
    if (rc == 0) rc = render(&t, 0, t.count);
    cJSON_Delete(t.x.temporary);
    free(t.nodes);
    if (rc == 0) return sa_buf_take(&t.out, NULL);
    sa_buf_release(&t.out);
    return NULL;
}
