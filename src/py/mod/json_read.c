// Reading JSON: the grammar is in json_read.inc.h; here its helpers and the choice by string width.
#include "json_int.h"
#include "../obj/float.h"

#include <math.h>

// Reports a syntax error; 0 for the callers that return a position.
static size_t fail(struct py_json_reader *r, const char *message, size_t at)
{
    if (!r->error) {
        r->error = message;
        r->error_at = at;
    }
    return 0;
}

static inline int hex_digit(uint32_t c)
{
    if (c >= '0' && c <= '9') return (int)c - '0';
    if (c >= 'a' && c <= 'f') return (int)c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? (int)c - 'A' + 10 : -1;
}

static int simple_escape(int c)
{
    switch (c) {
    case '"':
    case '\\':
    case '/': return c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
    }
}

static const struct {
    const char *text;
    py_value value;
} words[] = {{"null", PY_NONE}, {"true", PY_TRUE},  {"false", PY_FALSE},
             {"NaN", NULL},     {"Infinity", NULL}, {"-Infinity", NULL}};

static py_value constant(struct py_json_reader *r, const char *text)
{
    if (r->parse_constant) {
        py_value s = py_str_z(r->iso, text);
        return s ? py_call1(r->iso, r->parse_constant, s) : NULL;
    }
    return py_float_new(r->iso, *text == 'N'   ? (double)NAN
                                : *text == '-' ? -(double)INFINITY
                                               : (double)INFINITY);
}

// Numbers that are not short ints: text [from, to).
static py_value finish_number(struct py_json_reader *r, size_t from, size_t to, bool real)
{
    py_value hook = real ? r->parse_float : r->parse_int;
    py_value s = py_str_slice(r->iso, r->text, from, to);
    double d;
    if (!s) return NULL;
    if (hook) return py_call1(r->iso, hook, s);
    if (!real) return py_call1(r->iso, (py_value)py_t(r->iso, PY_T_INT), s);
    const char *p = py_str(s)->data;
    bool negative = *p == '-';
    if (!py_float_parse(r->iso, p + negative, py_str(s)->len - negative, &d)) return NULL;
    return py_float_new(r->iso, negative ? -d : d);
}

static py_value finish_object(struct py_json_reader *r, py_value d)
{
    if (r->pairs_hook) return py_call1(r->iso, r->pairs_hook, d);
    return r->object_hook ? py_call1(r->iso, r->object_hook, d) : d;
}

// Moves i over characters of the text for which `test` holds. A long run ticks on its way, and ends
// too early when that ends the cell: ended().
#define SKIP(i, test, with_each)                                                                   \
    for (size_t part_;;) {                                                                         \
        part_ = r->len - i > PY_JSON_PART ? i + PY_JSON_PART : r->len;                             \
        for (; i < part_ && (test); i++) with_each;                                                \
        if (i < part_ || i == r->len || !py_tick(r->iso, PY_JSON_PART / 16)) break;                \
    }

static inline bool ended(const struct py_json_reader *r, size_t skipped)
{
    return skipped >= PY_JSON_PART && py_error(r->iso);
}

#define CHAR uint8_t
#define FN(x) x##_1
#include "json_read.inc.h"
#undef CHAR
#undef FN
#define CHAR uint16_t
#define FN(x) x##_2
#include "json_read.inc.h"
#undef CHAR
#undef FN
#define CHAR uint32_t
#define FN(x) x##_4
#include "json_read.inc.h"

py_value py_json_read(struct py_json_reader *r, size_t *i)
{
    const struct py_str *s = py_str(r->text);
    r->data = s->data;
    r->len = s->len;
    return s->width == 1 ? value_1(r, i) : s->width == 2 ? value_2(r, i) : value_4(r, i);
}

size_t py_json_skip_space(const struct py_json_reader *r, size_t i)
{
    const struct py_str *s = py_str(r->text);
    return s->width == 1 ? space_1(r, i) : s->width == 2 ? space_2(r, i) : space_4(r, i);
}

py_value py_json_parse(struct py_isolate *iso, const char *text, size_t len)
{
    struct py_json_reader r = {.iso = iso, .strict = true};
    size_t i = 0;
    r.text = py_str_new(iso, text, len);
    if (!r.text) return NULL;
    r.data = py_str(r.text)->data;
    r.len = py_str(r.text)->len;
    i = py_json_skip_space(&r, 0);
    py_value v = py_json_read(&r, &i);
    if (v && py_json_skip_space(&r, i) != r.len) {
        fail(&r, "Extra data", i);
        v = NULL;
    }
    if (!v && !py_error(iso) && r.error)
        return py_raise_value_error(iso, "%s (char %zu)", r.error, r.error_at);
    return v;
}
