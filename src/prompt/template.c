// The template engine: a text is parsed into a flat list of nodes, then walked. Small on purpose:
// no expressions beyond not/and/or/==/!=/in, no includes, no macros. Unknown variables are errors,
// so that a typing mistake in a prompt does not quietly vanish.
//
// Filters: length, upper, lower, trim, first, last, join(sep), indent(n), json, default(text),
// list (identity, for templates written for Jinja), repr (JSON string).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "prompt/prompt.h"

enum { MAX_DEPTH = 32, MAX_OUTPUT = 16 << 20 };

enum node_kind { N_TEXT, N_VALUE, N_FOR, N_IF, N_ELIF, N_ELSE, N_END };

struct node {
    enum node_kind kind;
    int line;
    struct sa_str text; // literal, expression, or iterable of a for
    struct sa_str name; // loop variable
    size_t next;        // of for/if/elif/else: the branch that follows; of those: their end
};

struct scope {
    struct sa_str name;
    const cJSON *value;
    struct scope *outer;
};

struct template
{
    const char *name;
    struct sa_str source;
    struct node *nodes;
    size_t count, cap;
    struct sa_err *err;
    struct sa_buf out;
    const cJSON *vars;
    struct scope *scope;
    cJSON *temporary; // array that owns values made by filters and literals
    int line;
};

static int fail(struct template *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int fail(struct template *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sa_err_setv(t->err, SA_E_CONFIG, format, args);
    va_end(args);
    sa_err_prefix(t->err, "%s:%d", t->name, t->line);
    return -1;
}

// ---- lexing into nodes ------------------------------------------------------------------------

static struct node *add(struct template *t, enum node_kind kind, struct sa_str text)
{
    SA_GROW(t->nodes, t->cap, t->count + 1);
    t->nodes[t->count] = (struct node){.kind = kind, .line = t->line, .text = text};
    return &t->nodes[t->count++];
}

static bool take_word(struct sa_str *s, const char *word)
{
    size_t n = strlen(word);
    struct sa_str rest = sa_str_trim(*s);
    if (rest.len < n || memcmp(rest.data, word, n) != 0) return false;
    if (rest.len > n && (isalnum((unsigned char)rest.data[n]) || rest.data[n] == '_')) return false;
    *s = sa_str_trim((struct sa_str){rest.data + n, rest.len - n});
    return true;
}

static struct sa_str take_name(struct sa_str *s)
{
    *s = sa_str_trim(*s);
    size_t n = 0;
    while (n < s->len && (isalnum((unsigned char)s->data[n]) || s->data[n] == '_')) n++;
    struct sa_str name = {s->data, n};
    *s = sa_str_trim((struct sa_str){s->data + n, s->len - n});
    return name;
}

static int add_statement(struct template *t, struct sa_str body)
{
    if (take_word(&body, "for")) {
        struct sa_str name = take_name(&body);
        if (!name.len || !take_word(&body, "in"))
            return fail(t, "expected {%% for NAME in LIST %%}");
        add(t, N_FOR, body)->name = name;
    } else if (take_word(&body, "if")) {
        add(t, N_IF, body);
    } else if (take_word(&body, "elif")) {
        add(t, N_ELIF, body);
    } else if (take_word(&body, "else")) {
        add(t, N_ELSE, body);
    } else if (take_word(&body, "endif") || take_word(&body, "endfor")) {
        add(t, N_END, body);
    } else {
        return fail(t, "unknown statement '%.*s'", (int)(body.len > 40 ? 40 : body.len), body.data);
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
    t->line = 1;
    bool trim = false;
    const char *mark;
    while ((mark = find_mark(rest))) {
        struct sa_str before = {rest.data, (size_t)(mark - rest.data)};
        int line_at_mark = t->line + count_lines(rest.data, mark);
        const char kind = mark[1], closing[3] = {kind == '{' ? '}' : kind, '}', 0};
        struct sa_str body = {mark + 2, rest.len - before.len - 2};
        const char *end = sa_memfind(body.data, body.len, closing, 2);
        if (!end) return t->line = line_at_mark, fail(t, "'%.2s' is never closed", mark);
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
        t->line = line_at_mark;
        if (kind == '{') add(t, N_VALUE, sa_str_trim(body));
        if (kind == '%' && add_statement(t, sa_str_trim(body))) return -1;
        t->line += count_lines(mark, after.data);
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
        t->line = n->line;
        if (n->kind == N_FOR || n->kind == N_IF) {
            if (depth == MAX_DEPTH) return fail(t, "nested too deeply");
            open[depth++] = i;
        } else if (n->kind >= N_ELIF) {
            if (!depth) return fail(t, "no open statement here");
            t->nodes[open[depth - 1]].next = i;
            open[depth - 1] = i;
            if (n->kind == N_END) depth--;
        }
    }
    if (depth)
        return t->line = t->nodes[open[depth - 1]].line, fail(t, "statement is never closed");
    return 0;
}

// ---- values -----------------------------------------------------------------------------------

static const cJSON *keep(struct template *t, cJSON *value)
{
    cJSON_AddItemToArray(t->temporary, value);
    return value;
}

static const cJSON *lookup(struct template *t, struct sa_str name)
{
    for (struct scope *s = t->scope; s; s = s->outer)
        if (s->name.len == name.len && !memcmp(s->name.data, name.data, name.len)) return s->value;
    SA_AUTO_FREE char *key = sa_xstrndup(name.data, name.len);
    return sa_json_get(t->vars, key);
}

// A string or number literal, or a dotted path. NULL with err.
static const cJSON *eval_atom(struct template *t, struct sa_str *s)
{
    *s = sa_str_trim(*s);
    if (s->len && (*s->data == '"' || *s->data == '\'')) {
        const char *end = memchr(s->data + 1, *s->data, s->len - 1);
        if (!end) return fail(t, "string is never closed"), NULL;
        SA_AUTO_FREE char *text = sa_xstrndup(s->data + 1, (size_t)(end - s->data - 1));
        *s = sa_str_trim((struct sa_str){end + 1, s->len - (size_t)(end + 1 - s->data)});
        return keep(t, cJSON_CreateString(text));
    }
    struct sa_str name = take_name(s);
    if (!name.len) return fail(t, "expected a value"), NULL;
    if (isdigit((unsigned char)*name.data)) {
        SA_AUTO_FREE char *text = sa_xstrndup(name.data, name.len);
        return keep(t, cJSON_CreateNumber(strtod(text, NULL)));
    }
    const cJSON *value = lookup(t, name);
    if (!value) return fail(t, "unknown variable '%.*s'", (int)name.len, name.data), NULL;
    while (s->len && *s->data == '.') {
        s->data++, s->len--;
        struct sa_str part = take_name(s);
        SA_AUTO_FREE char *key = sa_xstrndup(part.data, part.len);
        const cJSON *member = cJSON_IsArray(value) && isdigit((unsigned char)*key)
                                  ? cJSON_GetArrayItem(value, (int)strtol(key, NULL, 10))
                                  : sa_json_get(value, key);
        if (!member) return fail(t, "no member '%s'", key), NULL;
        value = member;
    }
    return value;
}

static void put_value(struct sa_buf *out, const cJSON *v)
{
    if (cJSON_IsString(v)) sa_buf_appends(out, v->valuestring);
    else if (cJSON_IsNull(v)) return;
    else sa_json_print(out, v);
}

static const cJSON *from_buf(struct template *t, struct sa_buf *b)
{
    const cJSON *v = keep(t, cJSON_CreateString(sa_buf_text(b)));
    sa_buf_release(b);
    return v;
}

static const cJSON *f_length(struct template *t, const cJSON *v, const char *arg)
{
    (void)arg;
    size_t n = cJSON_IsString(v) ? strlen(v->valuestring) : (size_t)cJSON_GetArraySize(v);
    return keep(t, cJSON_CreateNumber((double)n));
}

static const cJSON *change_case(struct template *t, const cJSON *v, int (*to)(int))
{
    struct sa_buf b = SA_BUF_INIT(MAX_OUTPUT);
    put_value(&b, v);
    for (size_t i = 0; i < b.len; i++)
        if ((unsigned char)b.data[i] < 128) b.data[i] = (char)to(b.data[i]);
    return from_buf(t, &b);
}

static const cJSON *f_upper(struct template *t, const cJSON *v, const char *arg)
{
    (void)arg;
    return change_case(t, v, toupper);
}

static const cJSON *f_lower(struct template *t, const cJSON *v, const char *arg)
{
    (void)arg;
    return change_case(t, v, tolower);
}

static const cJSON *f_trim(struct template *t, const cJSON *v, const char *arg)
{
    (void)arg;
    struct sa_buf b = SA_BUF_INIT(MAX_OUTPUT), c = SA_BUF_INIT(MAX_OUTPUT);
    put_value(&b, v);
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&b), b.len});
    sa_buf_append(&c, s.data, s.len);
    sa_buf_release(&b);
    return from_buf(t, &c);
}

static const cJSON *f_first(struct template *t, const cJSON *v, const char *arg)
{
    (void)arg;
    return v->child && cJSON_IsArray(v) ? v->child : keep(t, cJSON_CreateNull());
}

static const cJSON *f_last(struct template *t, const cJSON *v, const char *arg)
{
    (void)arg;
    int n = cJSON_IsArray(v) ? cJSON_GetArraySize(v) : 0;
    return n ? cJSON_GetArrayItem(v, n - 1) : keep(t, cJSON_CreateNull());
}

static const cJSON *f_join(struct template *t, const cJSON *v, const char *arg)
{
    struct sa_buf b = SA_BUF_INIT(MAX_OUTPUT);
    const cJSON *item;
    cJSON_ArrayForEach(item, v)
    {
        if (item != v->child) sa_buf_appends(&b, arg ? arg : "");
        put_value(&b, item);
    }
    return from_buf(t, &b);
}

// Indents every line but the first by n blanks (4 when not said), as Jinja does.
static const cJSON *f_indent(struct template *t, const cJSON *v, const char *arg)
{
    struct sa_buf b = SA_BUF_INIT(MAX_OUTPUT), c = SA_BUF_INIT(MAX_OUTPUT);
    long n = arg ? strtol(arg, NULL, 10) : 4;
    put_value(&b, v);
    for (size_t i = 0; i < b.len; i++) {
        sa_buf_appendc(&c, b.data[i]);
        if (b.data[i] == '\n' && i + 1 < b.len && b.data[i + 1] != '\n')
            for (long k = 0; k < n && k < 80; k++) sa_buf_appendc(&c, ' ');
    }
    sa_buf_release(&b);
    return from_buf(t, &c);
}

static const cJSON *f_json(struct template *t, const cJSON *v, const char *arg)
{
    (void)arg;
    struct sa_buf b = SA_BUF_INIT(MAX_OUTPUT);
    sa_json_print(&b, v);
    return from_buf(t, &b);
}

static const cJSON *f_list(struct template *t, const cJSON *v, const char *arg)
{
    (void)t, (void)arg;
    return v;
}

static bool truthy(const cJSON *v)
{
    if (cJSON_IsString(v)) return v->valuestring[0] != 0;
    if (cJSON_IsNumber(v)) return v->valuedouble != 0;
    if (cJSON_IsArray(v) || cJSON_IsObject(v)) return v->child != NULL;
    return cJSON_IsTrue(v);
}

static const cJSON *f_default(struct template *t, const cJSON *v, const char *arg)
{
    return truthy(v) ? v : keep(t, cJSON_CreateString(arg ? arg : ""));
}

static const struct {
    const char *name;
    const cJSON *(*apply)(struct template *t, const cJSON *v, const char *arg);
} filters[] = {
    {"length", f_length}, {"upper", f_upper}, {"lower", f_lower}, {"trim", f_trim},
    {"first", f_first},   {"last", f_last},   {"join", f_join},   {"indent", f_indent},
    {"json", f_json},     {"repr", f_json},   {"list", f_list},   {"default", f_default},
};

// The parenthesised argument of a filter, as text in *arg (a temporary's); *arg NULL: there is
// none.
static int read_argument(struct template *t, struct sa_str *s, const char **arg)
{
    *arg = NULL;
    if (!s->len || *s->data != '(') return 0;
    s->data++, s->len--;
    const cJSON *v = eval_atom(t, s);
    if (!v) return -1;
    if (!s->len || *s->data != ')') return fail(t, "expected ')'");
    *s = sa_str_trim((struct sa_str){s->data + 1, s->len - 1});
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    put_value(&text, v);
    *arg = from_buf(t, &text)->valuestring;
    return 0;
}

static const cJSON *apply_filter(struct template *t, const cJSON *value, struct sa_str *s)
{
    struct sa_str name = take_name(s);
    const char *arg;
    if (read_argument(t, s, &arg)) return NULL;
    for (size_t i = 0; i < SA_COUNT(filters); i++)
        if (sa_str_equals(name, filters[i].name)) return filters[i].apply(t, value, arg);
    fail(t, "unknown filter '%.*s'", (int)name.len, name.data);
    return NULL;
}

static const cJSON *eval_filtered(struct template *t, struct sa_str *s)
{
    const cJSON *value = eval_atom(t, s);
    while (value && s->len && *s->data == '|') {
        s->data++, s->len--;
        value = apply_filter(t, value, s);
    }
    return value;
}

static bool contains(const cJSON *list, const cJSON *v)
{
    if (cJSON_IsString(list) && cJSON_IsString(v)) return strstr(list->valuestring, v->valuestring);
    if (cJSON_IsObject(list) && cJSON_IsString(v)) return sa_json_get(list, v->valuestring);
    const cJSON *item;
    cJSON_ArrayForEach(item, list) if (cJSON_Compare(item, v, true)) return true;
    return false;
}

// not X | X == Y | X != Y | X in Y | X not in Y. 1, 0, or -1 with err.
static int eval_test(struct template *t, struct sa_str *s)
{
    if (take_word(s, "not")) {
        int inner = eval_test(t, s);
        return inner < 0 ? -1 : !inner;
    }
    const cJSON *left = eval_filtered(t, s), *right;
    if (!left) return -1;
    bool equal = s->len >= 2 && !memcmp(s->data, "==", 2);
    bool differ = s->len >= 2 && !memcmp(s->data, "!=", 2);
    if (equal || differ) {
        s->data += 2, s->len -= 2;
        right = eval_filtered(t, s);
        return right ? cJSON_Compare(left, right, true) == equal : -1;
    }
    bool negated = take_word(s, "not");
    if (take_word(s, "in")) {
        right = eval_filtered(t, s);
        return right ? contains(right, left) != negated : -1;
    }
    return truthy(left);
}

static int eval_condition(struct template *t, struct sa_str s)
{
    int any = 0;
    do {
        int all = 1;
        do {
            int one = eval_test(t, &s);
            if (one < 0) return -1;
            all &= one;
        } while (take_word(&s, "and"));
        any |= all;
    } while (take_word(&s, "or"));
    if (s.len) return fail(t, "cannot read '%.*s'", (int)(s.len > 40 ? 40 : s.len), s.data);
    return any;
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
    const cJSON *list = eval_filtered(t, &s), *item;
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
        struct scope inner = {n->name, item, t->scope};
        struct scope info = {SA_STR("loop"), loop, &inner};
        t->scope = &info;
        int rc = render(t, i + 1, n->next);
        t->scope = inner.outer;
        cJSON_Delete(loop);
        if (rc) return rc;
    }
    return 0;
}

static int render_if(struct template *t, size_t i)
{
    for (; t->nodes[i].kind != N_END; i = t->nodes[i].next) {
        const struct node *n = &t->nodes[i];
        t->line = n->line;
        int yes = n->kind == N_ELSE ? 1 : eval_condition(t, n->text);
        if (yes < 0) return -1;
        if (yes) return render(t, i + 1, n->next);
    }
    return 0;
}

static int render_value(struct template *t, const struct node *n)
{
    struct sa_str s = n->text;
    const cJSON *value = eval_filtered(t, &s);
    if (!value) return -1;
    if (s.len) return fail(t, "cannot read '%.*s'", (int)(s.len > 40 ? 40 : s.len), s.data);
    put_value(&t->out, value);
    return 0;
}

static int render(struct template *t, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct node *n = &t->nodes[i];
        t->line = n->line;
        int rc = 0;
        if (n->kind == N_TEXT) sa_buf_append(&t->out, n->text.data, n->text.len);
        if (n->kind == N_VALUE) rc = render_value(t, n);
        if (n->kind == N_FOR) rc = render_for(t, i);
        if (n->kind == N_IF) rc = render_if(t, i);
        if (rc) return rc;
        if (n->kind == N_FOR || n->kind == N_IF) i = end_of(t, i);
        if (t->out.full) return fail(t, "text too large");
    }
    return 0;
}

char *sa_template_render(const char *name, const char *text, const cJSON *vars, struct sa_err *err)
{
    struct sa_err own = SA_ERR_INIT;
    struct template t = {
        .name = name, .source = sa_str_of(text), .err = err ? err : &own, .vars = vars, .line = 1};
    sa_buf_init(&t.out, MAX_OUTPUT);
    t.temporary = cJSON_CreateArray();
    int rc = lex(&t);
    if (rc == 0) rc = link_nodes(&t);
    if (rc == 0) rc = render(&t, 0, t.count);
    cJSON_Delete(t.temporary);
    free(t.nodes);
    if (rc == 0) return sa_buf_take(&t.out, NULL);
    sa_buf_release(&t.out);
    return NULL;
}
