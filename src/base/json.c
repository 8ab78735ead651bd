// JSON over cJSON: a strict checker of our own runs first, so that limits, UTF-8 and positions in
// messages do not depend on the library's leniency, and cJSON only ever sees valid input.
#include "base/json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

struct checker {
    const char *text, *p, *end;
    const char *problem;
    size_t values; // seen so far
};

static bool fail(struct checker *c, const char *problem)
{
    if (!c->problem) c->problem = problem;
    return false;
}

static void skip_space(struct checker *c)
{
    while (c->p < c->end && (*c->p == ' ' || *c->p == '\t' || *c->p == '\n' || *c->p == '\r'))
        c->p++;
}

static bool check_escape(struct checker *c)
{
    if (c->p == c->end) return fail(c, "unterminated string");
    char kind = *c->p++;
    if (kind != 'u') return kind && strchr("\"\\/bfnrt", kind) ? true : fail(c, "bad escape");
    for (int i = 0; i < 4; i++, c->p++)
        if (c->p == c->end || !isxdigit((unsigned char)*c->p)) return fail(c, "bad \\u escape");
    return true;
}

static bool check_string(struct checker *c)
{
    c->p++;
    while (c->p < c->end && *c->p != '"') {
        if ((unsigned char)*c->p < 0x20) return fail(c, "control character in string");
        uint32_t cp;
        if (*c->p == '\\') {
            c->p++;
            if (!check_escape(c)) return false;
            continue;
        }
        size_t n = sa_utf8_decode(c->p, (size_t)(c->end - c->p), &cp);
        if (cp == 0xFFFD && n == 1) return fail(c, "invalid UTF-8");
        c->p += n;
    }
    if (c->p == c->end) return fail(c, "unterminated string");
    c->p++;
    return true;
}

static bool digits(struct checker *c)
{
    const char *start = c->p;
    while (c->p < c->end && isdigit((unsigned char)*c->p)) c->p++;
    return c->p > start;
}

static bool check_number(struct checker *c)
{
    if (*c->p == '-') c->p++;
    const char *start = c->p;
    if (!digits(c)) return fail(c, "value expected");
    if (*start == '0' && c->p - start > 1) return fail(c, "number with leading zero");
    if (c->p < c->end && *c->p == '.') {
        c->p++;
        if (!digits(c)) return fail(c, "digits expected");
    }
    if (c->p < c->end && (*c->p == 'e' || *c->p == 'E')) {
        c->p++;
        if (c->p < c->end && (*c->p == '+' || *c->p == '-')) c->p++;
        if (!digits(c)) return fail(c, "digits expected");
    }
    return true;
}

static bool check_word(struct checker *c)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < SA_COUNT(words); i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(c->end - c->p) >= n && memcmp(c->p, words[i], n) == 0) return c->p += n, true;
    }
    return fail(c, "value expected");
}

static bool check_value(struct checker *c, int depth);

static bool check_members(struct checker *c, int depth, char close)
{
    c->p++;
    skip_space(c);
    if (c->p < c->end && *c->p == close) return c->p++, true;
    for (;;) {
        if (close == '}') {
            skip_space(c);
            if (c->p == c->end || *c->p != '"') return fail(c, "member name expected");
            if (!check_string(c)) return false;
            skip_space(c);
            if (c->p == c->end || *c->p != ':') return fail(c, "':' expected");
            c->p++;
        }
        if (!check_value(c, depth + 1)) return false;
        if (c->p < c->end && *c->p == ',') {
            c->p++;
            continue;
        }
        if (c->p < c->end && *c->p == close) return c->p++, true;
        return fail(c, close == '}' ? "',' or '}' expected" : "',' or ']' expected");
    }
}

static bool check_value(struct checker *c, int depth)
{
    if (depth > SA_JSON_MAX_DEPTH) return fail(c, "nested too deeply");
    skip_space(c);
    if (c->p == c->end) return fail(c, "value expected");
    bool ok;
    c->values++;
    switch (*c->p) {
    case '{': ok = check_members(c, depth, '}'); break;
    case '[': ok = check_members(c, depth, ']'); break;
    case '"': ok = check_string(c); break;
    case 't':
    case 'f':
    case 'n': ok = check_word(c); break;
    default: ok = check_number(c);
    }
    skip_space(c);
    return ok;
}

static bool check_text(const char *text, size_t len, size_t *values, struct sa_err *err)
{
    if (len > SA_JSON_MAX_BYTES) {
        sa_err_set(err, SA_E_CONFIG, "JSON larger than %zu bytes", SA_JSON_MAX_BYTES);
        return false;
    }
    struct checker c = {.text = text, .p = text, .end = text + len};
    bool ok = check_value(&c, 0) && c.p == c.end;
    *values = c.values;
    if (ok) return true;
    fail(&c, "text after the value");
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

// Whole numbers that a double may round have this many digits, and more.
enum { LONG_NUMBER = 16 };

static bool has_long_number(const char *text, size_t len)
{
    size_t run = 0;
    for (size_t i = 0; i < len && run < LONG_NUMBER; i++)
        run = isdigit((unsigned char)text[i]) ? run + 1 : 0;
    return run == LONG_NUMBER;
}

// Walks tree and checked text side by side, and gives long numbers their text.
static void keep_digits(struct checker *c, cJSON *value)
{
    skip_space(c);
    if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
        c->p++; // the opening bracket; after that commas, and the closing one
        for (cJSON *item = value->child; item; item = item->next) {
            skip_space(c);
            if (cJSON_IsObject(value)) {
                check_string(c);
                skip_space(c);
                c->p++;
            }
            keep_digits(c, item);
            skip_space(c);
            if (item->next) c->p++;
        }
        skip_space(c);
        c->p++;
        return;
    }
    const char *start = c->p;
    if (!cJSON_IsNumber(value)) {
        check_value(c, 0);
        return;
    }
    check_number(c);
    size_t n = (size_t)(c->p - start);
    struct checker whole = {.p = start + (*start == '-'), .end = c->p};
    if (n >= LONG_NUMBER && digits(&whole) && whole.p == whole.end)
        value->valuestring = sa_xstrndup(start, n);
}

cJSON *sa_json_parse(const char *text, size_t len, struct sa_err *err)
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
    if (value && has_long_number(text, len))
        keep_digits(&(struct checker){.text = text, .p = text, .end = text + len}, value);
    return value;
}

static uint32_t hex4(const char *p)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) {
        unsigned c = (unsigned char)p[i] | 0x20;
        v = v << 4 | (c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return v;
}

// The escape at p, just after the backslash; returns its length. A lone surrogate becomes U+FFFD.
static size_t unescape(const char *p, const char *end, struct sa_buf *out)
{
    static const char letters[] = "bfnrt", codes[] = "\b\f\n\r\t";
    if (*p != 'u') {
        const char *letter = strchr(letters, *p);
        sa_buf_appendc(out, letter ? codes[letter - letters] : *p);
        return 1;
    }
    uint32_t cp = hex4(p + 1), low;
    size_t used = 5;
    if (cp >= 0xD800 && cp < 0xDC00 && end - p >= 11 && p[5] == '\\' && p[6] == 'u' &&
        (low = hex4(p + 7)) >= 0xDC00 && low < 0xE000) {
        cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
        used = 11;
    }
    sa_buf_append_utf8(out, cp >= 0xD800 && cp < 0xE000 ? 0xFFFD : cp);
    return used;
}

void sa_json_unquote(const char *literal, size_t len, struct sa_buf *out)
{
    const char *p = literal + 1, *end = literal + len - 1;
    while (p < end) {
        const char *slash = memchr(p, '\\', (size_t)(end - p)), *stop = slash ? slash : end;
        sa_buf_append(out, p, (size_t)(stop - p));
        p = slash ? slash + 1 + unescape(slash + 1, end, out) : end;
    }
}

// A value's length without the white space that check_value has passed behind it.
static size_t value_end(const char *value, const char *end)
{
    while (end > value && strchr(" \t\r\n", end[-1])) end--;
    return (size_t)(end - value);
}

bool sa_json_next_member(const char *text, size_t len, size_t *position, char **name,
                         const char **value, size_t *value_len)
{
    struct checker c = {.text = text, .p = text + *position, .end = text + len};
    skip_space(&c);
    if (c.p == c.end || *c.p == '}') return false;
    c.p++; // the opening bracket or a comma
    skip_space(&c);
    if (c.p == c.end || *c.p != '"') return false;
    const char *start = c.p;
    check_string(&c);
    struct sa_buf key = SA_BUF_INIT(SA_JSON_MAX_BYTES);
    sa_json_unquote(start, (size_t)(c.p - start), &key);
    *name = sa_buf_take(&key, NULL);
    skip_space(&c);
    c.p++;
    skip_space(&c);
    *value = c.p;
    check_value(&c, 0);
    *value_len = value_end(*value, c.p);
    *position = (size_t)(c.p - text);
    return true;
}

bool sa_json_next_item(const char *text, size_t len, size_t *position, const char **value,
                       size_t *value_len)
{
    struct checker c = {.text = text, .p = text + *position, .end = text + len};
    skip_space(&c);
    if (c.p == c.end || *c.p == ']') return false;
    c.p++; // the opening bracket or a comma
    skip_space(&c);
    if (c.p == c.end || *c.p == ']') return false;
    *value = c.p;
    check_value(&c, 0);
    *value_len = value_end(*value, c.p);
    *position = (size_t)(c.p - text);
    return true;
}

const cJSON *sa_json_get(const cJSON *object, const char *name)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
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
    if (!cJSON_IsNumber(v) || !(fabs(v->valuedouble) < 9e18)) return fallback;
    return (int64_t)v->valuedouble;
}

bool sa_json_bool(const cJSON *object, const char *name, bool fallback)
{
    const cJSON *v = sa_json_get(object, name);
    return cJSON_IsBool(v) ? cJSON_IsTrue(v) : fallback;
}

// Bytes that stand for themselves in a JSON string, counted from the start of text.
static size_t plain_run(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && (signed char)text[i] >= 0x20 && text[i] != '"' && text[i] != '\\' &&
           text[i] != 0x7F)
        i++;
    return i;
}

void sa_json_quote(struct sa_buf *out, const char *text, size_t len)
{
    static const char plain[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
    sa_buf_appendc(out, '"');
    for (size_t i = 0; i < len;) {
        size_t run = plain_run(text + i, len - i);
        sa_buf_append(out, text + i, run);
        if ((i += run) == len) break;
        uint32_t cp;
        size_t n = sa_utf8_decode(text + i, len - i, &cp);
        const char *special = cp && cp < 0x80 ? strchr(plain, (int)cp) : NULL;
        if (special) {
            char pair[2] = {'\\', letters[special - plain]};
            sa_buf_append(out, pair, 2);
        } else if (cp < 0x20 || cp == 0x7F) {
            sa_buf_appendf(out, "\\u%04x", (unsigned)cp);
        } else if (cp == 0xFFFD && n == 1) {
            sa_buf_append_utf8(out, cp);
        } else {
            sa_buf_append(out, text + i, n);
        }
        i += n;
    }
    sa_buf_appendc(out, '"');
}

// 17 significant digits at most, the shortest that reads back; integers without a point.
static void print_number(struct sa_buf *out, double value)
{
    char text[40];
    if (!isfinite(value)) {
        sa_buf_appends(out, "null");
        return;
    }
    if (value == floor(value) && fabs(value) < 1e15) {
        sa_buf_appendf(out, "%.0f", value);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    sa_buf_appends(out, text);
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
        sa_buf_appends(out, value->valuestring);
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
    sa_buf_appendf(out, "%lld", (long long)value);
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
    sa_buf_appends(out, json ? json : "null");
}
