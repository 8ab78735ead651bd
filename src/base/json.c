// JSON over cJSON: a strict scanner of our own (json_text.c) runs first, so that limits, UTF-8 and
// positions in messages do not depend on the library's leniency, and cJSON only ever sees valid
// input.
#include "base/json_int.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

static bool check_text(const char *text, size_t len, size_t *values, struct sa_err *err)
{
    if (len > SA_JSON_MAX_BYTES) {
        sa_err_set(err, SA_E_CONFIG, "JSON larger than %zu bytes", SA_JSON_MAX_BYTES);
        return false;
    }
    struct sa_json_scan c;
    bool ok = sa_json_scan(&c, text, len);
    *values = c.values;
    if (ok) return true;
    int line = 1, column = 1;
    for (const char *p = text; p < c.p; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    sa_err_set(err, SA_E_CONFIG, "bad JSON at line %d column %d: %s", line, column, c.problem);
    return false;
}

bool sa_json_check(const char *text, size_t len, struct sa_err *err)
{
    size_t values;
    return check_text(text, len, &values, err);
}

static bool prints_whole(double value)
{
    return value == floor(value) && fabs(value) < 1e15;
}

// Whole numbers that a double may round have this many digits, and more.
enum { LONG_NUMBER = 16 };

static bool has_long_number(const char *text, size_t len)
{
    size_t run = 0;
    for (size_t i = 0; i < len && run < LONG_NUMBER; i++)
        run = isdigit((unsigned char)text[i]) ? run + 1 : 0;
    return run == LONG_NUMBER;
}

// Is there a number with a point or an exponent, or what looks like one?
static bool has_float(const char *text, size_t len)
{
    for (size_t i = 1; i < len; i++)
        if ((text[i] == '.' || text[i] == 'e' || text[i] == 'E') &&
            isdigit((unsigned char)text[i - 1]))
            return true;
    return false;
}

// What it is to be printed as, where its double says less: a long one as it is written, and a float
// that would look like an integer. NULL: what a double prints will do.
static char *text_of(const char *number, size_t len, double value, bool floats)
{
    struct sa_json_scan whole = {.p = number + (*number == '-'), .end = number + len};
    if (sa_json_skip_digits(&whole) && whole.p == whole.end)
        return len >= LONG_NUMBER ? sa_xstrndup(number, len) : NULL;
    return floats && prints_whole(value) ? sa_xasprintf("%.1f", value) : NULL;
}

// Walks tree and checked text side by side.
static void keep_texts(struct sa_json_scan *c, cJSON *value, bool floats)
{
    sa_json_skip_space(c);
    if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
        c->p++; // the opening bracket; after that commas, and the closing one
        for (cJSON *item = value->child; item; item = item->next) {
            sa_json_skip_space(c);
            if (cJSON_IsObject(value)) {
                sa_json_skip_string(c);
                sa_json_skip_space(c);
                c->p++;
            }
            keep_texts(c, item, floats);
            sa_json_skip_space(c);
            if (item->next) c->p++;
        }
        sa_json_skip_space(c);
        c->p++;
        return;
    }
    const char *start = c->p;
    if (!cJSON_IsNumber(value)) {
        sa_json_skip_value(c, 0);
        return;
    }
    sa_json_skip_number(c);
    value->valuestring = text_of(start, (size_t)(c->p - start), value->valuedouble, floats);
}

static cJSON *parse(const char *text, size_t len, bool floats, struct sa_err *err)
{
    size_t values;
    if (!check_text(text, len, &values, err)) return NULL;
    if (values > SA_JSON_MAX_VALUES) {
        sa_err_set(err, SA_E_CONFIG, "JSON of more than %zu values", SA_JSON_MAX_VALUES);
        return NULL;
    }
    cJSON *value = cJSON_ParseWithLength(text, len);
    // What passes the check and fails here: lone surrogate escapes and out of memory.
    if (!value) sa_err_set(err, SA_E_CONFIG, "bad JSON: lone surrogate or too large");
    if (value && (has_long_number(text, len) || (floats && has_float(text, len))))
        keep_texts(&(struct sa_json_scan){.text = text, .p = text, .end = text + len}, value,
                   floats);
    return value;
}

cJSON *sa_json_parse(const char *text, size_t len, struct sa_err *err)
{
    return parse(text, len, false, err);
}

cJSON *sa_json_parse_floats(const char *text, size_t len, struct sa_err *err)
{
    return parse(text, len, true, err);
}

const cJSON *sa_json_get(const cJSON *object, const char *name)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const cJSON *const *)a)->string, (*(const cJSON *const *)b)->string);
}

static bool has_twins(const cJSON *object)
{
    const cJSON **members = NULL, *item;
    size_t n = 0, cap = 0;
    bool twins = false;
    cJSON_ArrayForEach(item, object)
    {
        SA_GROW(members, cap, n + 1);
        members[n++] = item;
    }
    if (n > 1) qsort(members, n, sizeof *members, by_name);
    for (size_t i = 1; i < n && !twins; i++)
        twins = !strcmp(members[i - 1]->string, members[i]->string);
    free(members);
    return twins;
}

// As deep as the parser lets texts be.
bool sa_json_is_ambiguous(const cJSON *value)
{
    bool twins = cJSON_IsObject(value) && has_twins(value);
    const cJSON *item;
    cJSON_ArrayForEach(item, value)
    {
        if (twins) break;
        twins = sa_json_is_ambiguous(item);
    }
    return twins;
}

const cJSON *sa_json_path(const cJSON *value, const char *path)
{
    struct sa_str rest = sa_str_of(path), part;
    while (value && sa_str_next_part(&rest, '.', &part)) {
        char name[128];
        if (part.len >= sizeof name) return NULL;
        memcpy(name, part.data, part.len);
        name[part.len] = '\0';
        int64_t index;
        if (cJSON_IsArray(value))
            value = sa_parse_i64(name, &index) && index >= 0 && index < 1 << 30
                        ? cJSON_GetArrayItem(value, (int)index)
                        : NULL;
        else value = sa_json_get(value, name);
    }
    return value;
}

const char *sa_json_str(const cJSON *object, const char *name, const char *fallback)
{
    const cJSON *v = sa_json_get(object, name);
    return cJSON_IsString(v) ? v->valuestring : fallback;
}

double sa_json_num(const cJSON *object, const char *name, double fallback)
{
    const cJSON *v = sa_json_get(object, name);
    return cJSON_IsNumber(v) ? v->valuedouble : fallback;
}

int64_t sa_json_int(const cJSON *object, const char *name, int64_t fallback)
{
    const cJSON *v = sa_json_get(object, name);
    if (!cJSON_IsNumber(v)) return fallback;
    if (!v->valuestring) // no long one: keep_texts
        return fabs(v->valuedouble) < 9e18 ? (int64_t)v->valuedouble : fallback;
    errno = 0;
    long long whole = strtoll(v->valuestring, NULL, 10);
    return errno ? fallback : whole;
}

bool sa_json_bool(const cJSON *object, const char *name, bool fallback)
{
    const cJSON *v = sa_json_get(object, name);
    return cJSON_IsBool(v) ? cJSON_IsTrue(v) : fallback;
}

// Most numbers of events are small whole ones: printf would take most of their time.
static void print_whole(struct sa_buf *out, int64_t value)
{
    char text[24], *p = text + sizeof text;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--p = '-';
    sa_buf_append(out, p, (size_t)(text + sizeof text - p));
}

// 17 significant digits at most, the shortest that reads back; integers without a point.
static void print_number(struct sa_buf *out, double value)
{
    char text[40];
    if (!isfinite(value)) {
        sa_buf_appends(out, "null");
        return;
    }
    if (prints_whole(value)) {
        if (value == 0 && signbit(value)) sa_buf_appendc(out, '-');
        print_whole(out, (int64_t)value);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    sa_buf_appends(out, text);
}

// JSON text of others, on one line: line ends can stand between its tokens alone, and what is
// written here goes out as lines (events, trails, messages), where a second one would be theirs.
static void print_raw(struct sa_buf *out, const char *json)
{
    for (size_t n; *json; json += n) {
        bool breaks = *json == '\n' || *json == '\r';
        n = breaks ? 1 : strcspn(json, "\n\r");
        sa_buf_append(out, breaks ? " " : json, n);
    }
}

void sa_json_print(struct sa_buf *out, const cJSON *value)
{
    if (cJSON_IsString(value)) {
        sa_json_quote(out, value->valuestring, strlen(value->valuestring));
    } else if (cJSON_IsNumber(value)) {
        if (value->valuestring) sa_buf_appends(out, value->valuestring);
        else print_number(out, value->valuedouble);
    } else if (cJSON_IsBool(value)) {
        sa_buf_appends(out, cJSON_IsTrue(value) ? "true" : "false");
    } else if (cJSON_IsRaw(value) && value->valuestring) {
        print_raw(out, value->valuestring);
    } else if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
        bool object = cJSON_IsObject(value);
        sa_buf_appendc(out, object ? '{' : '[');
        for (const cJSON *item = value->child; item; item = item->next) {
            if (item != value->child) sa_buf_appendc(out, ',');
            if (object) {
                sa_json_quote(out, item->string, strlen(item->string));
                sa_buf_appendc(out, ':');
            }
            sa_json_print(out, item);
        }
        sa_buf_appendc(out, object ? '}' : ']');
    } else {
        sa_buf_appends(out, "null");
    }
}

void sa_json_key(struct sa_buf *out, const char *name)
{
    char last = out->len ? out->data[out->len - 1] : '{';
    if (last != '{' && last != '[') sa_buf_appendc(out, ',');
    sa_json_quote(out, name, strlen(name));
    sa_buf_appendc(out, ':');
}

void sa_json_put_strn(struct sa_buf *out, const char *name, const char *text, size_t len)
{
    sa_json_key(out, name);
    if (text) sa_json_quote(out, text, len);
    else sa_buf_appends(out, "null");
}

void sa_json_put_str(struct sa_buf *out, const char *name, const char *text)
{
    sa_json_put_strn(out, name, text, text ? strlen(text) : 0);
}

void sa_json_put_int(struct sa_buf *out, const char *name, int64_t value)
{
    sa_json_key(out, name);
    print_whole(out, value);
}

void sa_json_put_num(struct sa_buf *out, const char *name, double value)
{
    sa_json_key(out, name);
    print_number(out, value);
}

void sa_json_put_bool(struct sa_buf *out, const char *name, bool value)
{
    sa_json_put_raw(out, name, value ? "true" : "false");
}

void sa_json_put_raw(struct sa_buf *out, const char *name, const char *json)
{
    sa_json_key(out, name);
    print_raw(out, json ? json : "null");
}
