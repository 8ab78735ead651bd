// Expressions of templates, read and evaluated at once; see expr.h.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "prompt/expr.h"

int sa_expr_fail(struct sa_expr *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sa_err_setv(x->err, SA_E_CONFIG, format, args);
    va_end(args);
    sa_err_prefix(x->err, "%s:%d", x->name, x->line);
    return -1;
}

// ---- words -----------------------------------------------------------------------------------

bool sa_expr_word(struct sa_str *s, const char *word)
{
    size_t n = strlen(word);
    struct sa_str rest = sa_str_trim(*s);
    if (rest.len < n || memcmp(rest.data, word, n) != 0) return false;
    if (rest.len > n && (isalnum((unsigned char)rest.data[n]) || rest.data[n] == '_')) return false;
    *s = sa_str_trim((struct sa_str){rest.data + n, rest.len - n});
    return true;
}

struct sa_str sa_expr_name(struct sa_str *s)
{
    *s = sa_str_trim(*s);
    size_t n = 0;
    while (n < s->len && (isalnum((unsigned char)s->data[n]) || s->data[n] == '_')) n++;
    struct sa_str name = {s->data, n};
    *s = sa_str_trim((struct sa_str){s->data + n, s->len - n});
    return name;
}

// ---- values -----------------------------------------------------------------------------------

static const cJSON *keep(struct sa_expr *x, cJSON *value)
{
    cJSON_AddItemToArray(x->temporary, value);
    return value;
}

static const cJSON *lookup(struct sa_expr *x, struct sa_str name)
{
    for (struct sa_scope *s = x->scope; s; s = s->outer)
        if (s->name.len == name.len && !memcmp(s->name.data, name.data, name.len)) return s->value;
    SA_AUTO_FREE char *key = sa_xstrndup(name.data, name.len);
    return sa_json_get(x->vars, key);
}

static void unknown(struct sa_expr *x, struct sa_str name)
{
    const cJSON *one;
    struct sa_buf all = SA_BUF_INIT(SA_BUF_SMALL);
    cJSON_ArrayForEach(one, x->vars)
        sa_buf_appendf(&all, "%s%s", all.len ? ", " : "; there are ", one->string);
    sa_expr_fail(x, "unknown variable '%.*s'%s", (int)name.len, name.data, sa_buf_text(&all));
    sa_buf_release(&all);
}

// A string or number literal, or a dotted path. NULL with err.
static const cJSON *eval_atom(struct sa_expr *x, struct sa_str *s)
{
    *s = sa_str_trim(*s);
    if (s->len && (*s->data == '"' || *s->data == '\'')) {
        const char *end = memchr(s->data + 1, *s->data, s->len - 1);
        if (!end) return sa_expr_fail(x, "string is never closed"), NULL;
        SA_AUTO_FREE char *text = sa_xstrndup(s->data + 1, (size_t)(end - s->data - 1));
        *s = sa_str_trim((struct sa_str){end + 1, s->len - (size_t)(end + 1 - s->data)});
        return keep(x, cJSON_CreateString(text));
    }
    struct sa_str name = sa_expr_name(s);
    if (!name.len) return sa_expr_fail(x, "expected a value"), NULL;
    if (isdigit((unsigned char)*name.data)) {
        SA_AUTO_FREE char *text = sa_xstrndup(name.data, name.len);
        return keep(x, cJSON_CreateNumber(strtod(text, NULL)));
    }
    const cJSON *value = lookup(x, name);
    if (!value) return unknown(x, name), NULL;
    while (s->len && *s->data == '.') {
        s->data++, s->len--;
        struct sa_str part = sa_expr_name(s);
        SA_AUTO_FREE char *key = sa_xstrndup(part.data, part.len);
        const cJSON *member = cJSON_IsArray(value) && isdigit((unsigned char)*key)
                                  ? cJSON_GetArrayItem(value, (int)strtol(key, NULL, 10))
                                  : sa_json_get(value, key);
        if (!member) return sa_expr_fail(x, "no member '%s'", key), NULL;
        value = member;
    }
    return value;
}

void sa_expr_put(struct sa_buf *out, const cJSON *v)
{
    if (cJSON_IsString(v)) sa_buf_appends(out, v->valuestring);
    else if (cJSON_IsNull(v)) return;
    else sa_json_print(out, v);
}

static const cJSON *from_buf(struct sa_expr *x, struct sa_buf *b)
{
    const cJSON *v = keep(x, cJSON_CreateString(sa_buf_text(b)));
    sa_buf_release(b);
    return v;
}

static const cJSON *f_length(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)arg;
    size_t n = cJSON_IsString(v) ? strlen(v->valuestring) : (size_t)cJSON_GetArraySize(v);
    return keep(x, cJSON_CreateNumber((double)n));
}

static const cJSON *change_case(struct sa_expr *x, const cJSON *v, int (*to)(int))
{
    struct sa_buf b = SA_BUF_INIT(SA_EXPR_MAX);
    sa_expr_put(&b, v);
    for (size_t i = 0; i < b.len; i++)
        if ((unsigned char)b.data[i] < 128) b.data[i] = (char)to(b.data[i]);
    return from_buf(x, &b);
}

static const cJSON *f_upper(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)arg;
    return change_case(x, v, toupper);
}

static const cJSON *f_lower(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)arg;
    return change_case(x, v, tolower);
}

static const cJSON *f_trim(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)arg;
    struct sa_buf b = SA_BUF_INIT(SA_EXPR_MAX), c = SA_BUF_INIT(SA_EXPR_MAX);
    sa_expr_put(&b, v);
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&b), b.len});
    sa_buf_append(&c, s.data, s.len);
    sa_buf_release(&b);
    return from_buf(x, &c);
}

static const cJSON *f_first(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)arg;
    return v->child && cJSON_IsArray(v) ? v->child : keep(x, cJSON_CreateNull());
}

static const cJSON *f_last(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)arg;
    int n = cJSON_IsArray(v) ? cJSON_GetArraySize(v) : 0;
    return n ? cJSON_GetArrayItem(v, n - 1) : keep(x, cJSON_CreateNull());
}

static const cJSON *f_join(struct sa_expr *x, const cJSON *v, const char *arg)
{
    struct sa_buf b = SA_BUF_INIT(SA_EXPR_MAX);
    const cJSON *item;
    cJSON_ArrayForEach(item, v)
    {
        if (item != v->child) sa_buf_appends(&b, arg ? arg : "");
        sa_expr_put(&b, item);
    }
    return from_buf(x, &b);
}

// Indents every line but the first by n blanks (4 when not said), as Jinja does.
static const cJSON *f_indent(struct sa_expr *x, const cJSON *v, const char *arg)
{
    struct sa_buf b = SA_BUF_INIT(SA_EXPR_MAX), c = SA_BUF_INIT(SA_EXPR_MAX);
    long n = arg ? strtol(arg, NULL, 10) : 4;
    sa_expr_put(&b, v);
    for (size_t i = 0; i < b.len; i++) {
        sa_buf_appendc(&c, b.data[i]);
        if (b.data[i] == '\n' && i + 1 < b.len && b.data[i + 1] != '\n')
            for (long k = 0; k < n && k < 80; k++) sa_buf_appendc(&c, ' ');
    }
    sa_buf_release(&b);
    return from_buf(x, &c);
}

static const cJSON *f_json(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)arg;
    struct sa_buf b = SA_BUF_INIT(SA_EXPR_MAX);
    sa_json_print(&b, v);
    return from_buf(x, &b);
}

static const cJSON *f_list(struct sa_expr *x, const cJSON *v, const char *arg)
{
    (void)x, (void)arg;
    return v;
}

static bool truthy(const cJSON *v)
{
    if (cJSON_IsString(v)) return v->valuestring[0] != 0;
    if (cJSON_IsNumber(v)) return v->valuedouble != 0;
    if (cJSON_IsArray(v) || cJSON_IsObject(v)) return v->child != NULL;
    return cJSON_IsTrue(v);
}

static const cJSON *f_default(struct sa_expr *x, const cJSON *v, const char *arg)
{
    return truthy(v) ? v : keep(x, cJSON_CreateString(arg ? arg : ""));
}

static const struct {
    const char *name;
    const cJSON *(*apply)(struct sa_expr *x, const cJSON *v, const char *arg);
} filters[] = {
    {"length", f_length}, {"upper", f_upper}, {"lower", f_lower}, {"trim", f_trim},
    {"first", f_first},   {"last", f_last},   {"join", f_join},   {"indent", f_indent},
    {"json", f_json},     {"repr", f_json},   {"list", f_list},   {"default", f_default},
};

// The parenthesised argument of a filter, as text in *arg (a temporary's); *arg NULL: there is
// none.
static int read_argument(struct sa_expr *x, struct sa_str *s, const char **arg)
{
    *arg = NULL;
    if (!s->len || *s->data != '(') return 0;
    s->data++, s->len--;
    const cJSON *v = eval_atom(x, s);
    if (!v) return -1;
    if (!s->len || *s->data != ')') return sa_expr_fail(x, "expected ')'");
    *s = sa_str_trim((struct sa_str){s->data + 1, s->len - 1});
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_expr_put(&text, v);
    *arg = from_buf(x, &text)->valuestring;
    return 0;
}

static const cJSON *apply_filter(struct sa_expr *x, const cJSON *value, struct sa_str *s)
{
    struct sa_str name = sa_expr_name(s);
    const char *arg;
    if (read_argument(x, s, &arg)) return NULL;
    for (size_t i = 0; i < SA_COUNT(filters); i++)
        if (sa_str_equals(name, filters[i].name)) return filters[i].apply(x, value, arg);
    sa_expr_fail(x, "unknown filter '%.*s'", (int)name.len, name.data);
    return NULL;
}

const cJSON *sa_expr_value(struct sa_expr *x, struct sa_str *s)
{
    const cJSON *value = eval_atom(x, s);
    while (value && s->len && *s->data == '|') {
        s->data++, s->len--;
        value = apply_filter(x, value, s);
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
static int eval_test(struct sa_expr *x, struct sa_str *s)
{
    if (sa_expr_word(s, "not")) {
        int inner = eval_test(x, s);
        return inner < 0 ? -1 : !inner;
    }
    const cJSON *left = sa_expr_value(x, s), *right;
    if (!left) return -1;
    bool equal = s->len >= 2 && !memcmp(s->data, "==", 2);
    bool differ = s->len >= 2 && !memcmp(s->data, "!=", 2);
    if (equal || differ) {
        s->data += 2, s->len -= 2;
        right = sa_expr_value(x, s);
        return right ? cJSON_Compare(left, right, true) == equal : -1;
    }
    bool negated = sa_expr_word(s, "not");
    if (sa_expr_word(s, "in")) {
        right = sa_expr_value(x, s);
        return right ? contains(right, left) != negated : -1;
    }
    return truthy(left);
}

int sa_expr_end(struct sa_expr *x, struct sa_str s)
{
    if (!s.len) return 0;
    return sa_expr_fail(x, "cannot read '%.*s'", (int)(s.len > 40 ? 40 : s.len), s.data);
}

int sa_expr_test(struct sa_expr *x, struct sa_str s)
{
    int any = 0;
    do {
        int all = 1;
        do {
            int one = eval_test(x, &s);
            if (one < 0) return -1;
            all &= one;
        } while (sa_expr_word(&s, "and"));
        any |= all;
    } while (sa_expr_word(&s, "or"));
    return sa_expr_end(x, s) ? -1 : any;
}
