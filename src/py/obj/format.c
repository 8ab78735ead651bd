// Format specifications: parsing, padding, digit grouping, str.__format__, and format() itself.
#include "format.h"
#include "text_int.h"

static bool is_align(uint32_t c)
{
    return c == '<' || c == '>' || c == '=' || c == '^';
}

// Reads digits from *i. False: too many. *any tells whether there was one.
static bool read_int(struct py_isolate *iso, const struct py_str *s, size_t *i, int64_t *out,
                     bool *any)
{
    int64_t v = 0;
    *any = false;
    for (; *i < s->len; (*i)++) {
        const struct py_uchar *u = py_uchar(py_str_at(s, *i));
        if (!(u->flags & PY_U_DECIMAL)) break;
        if (v > (INT64_MAX - 9) / 10) {
            py_raise_value_error(iso, "Too many decimal digits in format string");
            return false;
        }
        v = v * 10 + u->digit;
        *any = true;
    }
    *out = v;
    return true;
}

static bool bad_grouping(struct py_isolate *iso, char grouping, uint32_t type)
{
    if (type > 32 && type < 128)
        py_raise_value_error(iso, "Cannot specify '%c' with '%c'.", grouping, (int)type);
    else py_raise_value_error(iso, "Cannot specify '%c' with '\\x%x'.", grouping, (unsigned)type);
    return false;
}

static bool check_grouping(struct py_isolate *iso, const struct py_format_spec *f)
{
    if (!f->grouping) return true;
    uint32_t t = f->type;
    if (!t || (t < 128 && strchr("defgEG%F", (int)t))) return true;
    if (f->grouping == '_' && t < 128 && strchr("boxX", (int)t)) return true;
    return bad_grouping(iso, f->grouping, t);
}

static bool read_grouping(struct py_isolate *iso, const struct py_str *s, size_t *i,
                          struct py_format_spec *f)
{
    uint32_t c = *i < s->len ? py_str_at(s, *i) : 0;
    if (c != ',' && c != '_') return true;
    f->grouping = (char)c;
    (*i)++;
    uint32_t next = *i < s->len ? py_str_at(s, *i) : 0;
    if ((next == ',' || next == '_') && next != c) {
        py_raise_value_error(iso, "Cannot specify both ',' and '_'.");
        return false;
    }
    return true;
}

// The part before the width: fill, alignment, sign, z, #, 0.
static void read_flags(const struct py_str *s, size_t *at, char default_align,
                       struct py_format_spec *f)
{
    size_t i = 0;
    bool filled = false;
    if (s->len >= 2 && is_align(py_str_at(s, 1))) {
        f->fill = py_str_at(s, 0);
        f->align = (char)py_str_at(s, 1);
        f->aligned = filled = true;
        i = 2;
    } else if (s->len >= 1 && is_align(py_str_at(s, 0))) {
        f->align = (char)py_str_at(s, 0);
        f->aligned = true;
        i = 1;
    }
#define NEXT (i < s->len ? py_str_at(s, i) : 0)
    if (NEXT == '+' || NEXT == '-' || NEXT == ' ') f->sign = (char)py_str_at(s, i++);
    if (NEXT == 'z') {
        f->z = true;
        i++;
    }
    if (NEXT == '#') {
        f->alternate = true;
        i++;
    }
    if (!filled && NEXT == '0') {
        f->fill = '0';
        f->zero = true;
        if (!f->aligned && default_align == '>') f->align = '=';
        i++;
    }
#undef NEXT
    *at = i;
}

bool py_format_spec_parse(struct py_isolate *iso, py_value spec, py_value v, char default_align,
                          uint32_t default_type, struct py_format_spec *f)
{
    const struct py_str *s = py_str(spec);
    bool any;
    size_t i;
    *f = (struct py_format_spec){
        .fill = ' ', .align = default_align, .width = -1, .precision = -1, .type = default_type};
    read_flags(s, &i, default_align, f);
    int64_t number;
    if (!read_int(iso, s, &i, &number, &any)) return false;
    if (any) f->width = number;
    if (!read_grouping(iso, s, &i, f)) return false;
    if (i < s->len && py_str_at(s, i) == '.') {
        i++;
        if (!read_int(iso, s, &i, &number, &any)) return false;
        if (!any) {
            py_raise_value_error(iso, "Format specifier missing precision");
            return false;
        }
        f->precision = number;
    }
    if (s->len - i > 1) {
        py_raise_value_error(iso, "Invalid format specifier '%U' for object of type '%T'", spec, v);
        return false;
    }
    if (i < s->len) f->type = py_str_at(s, i);
    return check_grouping(iso, f);
}

void *py_format_unknown(struct py_isolate *iso, uint32_t type, py_value v)
{
    if (type > 32 && type < 128)
        return py_raise_value_error(iso, "Unknown format code '%c' for object of type '%T'",
                                    (int)type, v);
    return py_raise_value_error(iso, "Unknown format code '\\x%x' for object of type '%T'",
                                (unsigned)type, v);
}

// Fill characters before and after n characters of text.
static bool margins(struct py_isolate *iso, const struct py_format_spec *f, int64_t n, size_t *left,
                    size_t *right)
{
    int64_t extra = f->width > n ? f->width - n : 0;
    *left = *right = 0;
    if (extra > 4096 && (!py_mem_check(iso, (uint64_t)extra) || !py_tick(iso, (uint64_t)extra / 8)))
        return false;
    if (f->align == '<') *right = (size_t)extra;
    else if (f->align == '^') *left = (size_t)(extra / 2), *right = (size_t)(extra - extra / 2);
    else *left = (size_t)extra;
    return true;
}

py_value py_format_pad(struct py_isolate *iso, const struct py_format_spec *f, py_value text)
{
    size_t left, right;
    if (f->width <= (int64_t)py_str(text)->len) return py_str_exact(iso, text);
    if (!margins(iso, f, py_str(text)->len, &left, &right)) return NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_fill(&b, f->fill, left);
    py_sb_str(&b, text);
    py_sb_fill(&b, f->fill, right);
    return py_sb_finish(&b);
}

// Writes the digits backwards from `end`, with separators and at least min_width characters.
// Returns the first character. The caller gave room for 2 * (digits + min_width) + 2.
static char *group_digits(char *end, const struct py_number_text *n, char sep, int64_t min_width)
{
    int64_t left = (int64_t)n->digits_len;
    const char *from = n->digits + n->digits_len;
    bool first = true;
    do {
        int64_t group = left > min_width ? left : min_width;
        if (group < 1) group = 1;
        if (sep && group > n->group) group = n->group;
        if (!first) *--end = sep;
        first = false;
        int64_t chars = left < group ? left : group;
        for (int64_t i = 0; i < chars; i++) *--end = *--from;
        for (int64_t i = chars; i < group; i++) *--end = '0';
        left -= chars;
        min_width -= group;
        if (left <= 0 && min_width <= 0) break;
        min_width--;
    } while (true);
    return end;
}

py_value py_format_number(struct py_isolate *iso, const struct py_format_spec *f,
                          const struct py_number_text *n)
{
    size_t others = (n->sign != 0) + n->prefix_len + n->rest_len, len = n->digits_len, left, right;
    const char *digits = n->digits;
    int64_t min_width = f->fill == '0' && f->align == '=' ? f->width - (int64_t)others : 0;
    if ((f->grouping || min_width > (int64_t)len) && (len || min_width > 0)) {
        size_t width = min_width > 0 ? (size_t)min_width : 0, room = 2 * (len + width) + 2;
        // The width alone is checked: room may have wrapped around.
        if (width > 4096 && (!py_mem_check(iso, width) || !py_tick(iso, width / 4))) return NULL;
        struct py_buf *buf = py_buf_new(iso, PY_K_RAW, room);
        if (!buf) return NULL;
        char *end = (char *)buf->u.b + room;
        digits = group_digits(end, n, f->grouping, min_width);
        len = (size_t)(end - digits);
    }
    if (!margins(iso, f, (int64_t)(others + len), &left, &right)) return NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    if (f->align != '=') py_sb_fill(&b, f->fill, left);
    if (n->sign) py_sb_char(&b, (unsigned char)n->sign);
    if (n->prefix_len) py_sb_ascii(&b, n->prefix, n->prefix_len);
    if (f->align == '=') py_sb_fill(&b, f->fill, left);
    py_sb_ascii(&b, digits, len);
    if (n->rest_len) py_sb_ascii(&b, n->rest, n->rest_len);
    py_sb_fill(&b, f->fill, right);
    return py_sb_finish(&b);
}

py_value py_str_format_spec(struct py_isolate *iso, py_value v, py_value spec)
{
    struct py_format_spec f;
    if (!py_str(spec)->len) return py_str_of(iso, v);
    if (!py_format_spec_parse(iso, spec, v, '<', 's', &f)) return NULL;
    if (f.type != 's') return py_format_unknown(iso, f.type, v);
    if (f.sign == ' ')
        return py_raise_value_error(iso, "Space not allowed in string format specifier");
    if (f.sign) return py_raise_value_error(iso, "Sign not allowed in string format specifier");
    if (f.z)
        return py_raise_value_error(
            iso, "Negative zero coercion (z) not allowed in string format specifier");
    if (f.alternate)
        return py_raise_value_error(iso,
                                    "Alternate form (#) not allowed in string format specifier");
    if (f.align == '=')
        return py_raise_value_error(iso, "'=' alignment not allowed in string format specifier");
    if (f.precision >= 0 && f.precision < (int64_t)py_str(v)->len)
        v = py_str_slice(iso, v, 0, (size_t)f.precision);
    return v ? py_format_pad(iso, &f, v) : NULL;
}

py_value py_format(struct py_isolate *iso, py_value v, py_value spec)
{
    bool found;
    if (!spec) spec = py_str_empty(iso);
    if (!py_is_str(spec))
        return py_raise_type_error(iso, "Format specifier must be a string, not %T", spec);
    if (py_is_exact(v, PY_K_STR)) return py_str(spec)->len ? py_str_format_spec(iso, v, spec) : v;
    if (py_is_int(v) || py_is_exact(v, PY_K_BIGINT))
        return py_str(spec)->len ? py_int_format(iso, v, spec) : py_str_of(iso, v);
    if (py_is_flonum(v) || py_is_exact(v, PY_K_FLOAT))
        return py_str(spec)->len ? py_float_format(iso, v, spec) : py_str_of(iso, v);
    py_value r = py_call_special(iso, v, py_name(iso, PY_N___format__), &spec, 1, &found);
    if (!r && !found && !py_error(iso))
        return py_raise_type_error(iso, "Type %T doesn't define __format__", v);
    if (r && !py_is_str(r))
        return py_raise_type_error(iso, "__format__ must return a str, not %T", r);
    return r;
}
