// str.format and str.format_map: replacement fields, attribute and index paths, nested
// specifications.
#include "format.h"
#include "text_int.h"

enum numbering { UNDECIDED, AUTOMATIC, MANUAL };

struct job {
    struct py_isolate *iso;
    py_value args, kw; // kw: dict, mapping, or NULL; args NULL: format_map
    enum numbering numbering;
    int64_t next;
};

struct field { // offsets into the format string
    size_t name, name_end, spec, spec_end;
    uint32_t conversion;
    bool nested;
};

static bool expand(struct job *j, struct py_sb *out, py_value fmt, size_t i, size_t end, int depth);

static bool fail(struct job *j, const char *message)
{
    py_raise_value_error(j->iso, "%s", message);
    return false;
}

// fmt[i..end) as an index: -1 when it is not all digits, -2 when too large (exception set).
static int64_t as_index(struct job *j, const struct py_str *s, size_t i, size_t end)
{
    int64_t v = 0;
    if (i == end) return -1;
    for (; i < end; i++) {
        const struct py_uchar *u = py_uchar(py_str_at(s, i));
        if (!(u->flags & PY_U_DECIMAL)) return -1;
        if (v > (INT64_MAX - 9) / 10) {
            fail(j, "Too many decimal digits in format string");
            return -2;
        }
        v = v * 10 + u->digit;
    }
    return v;
}

static bool set_numbering(struct job *j, bool automatic)
{
    enum numbering want = automatic ? AUTOMATIC : MANUAL;
    if (j->numbering == UNDECIDED) j->numbering = want;
    if (j->numbering == want) return true;
    return fail(j,
                automatic
                    ? "cannot switch from manual field specification to automatic field numbering"
                    : "cannot switch from automatic field numbering to manual field specification");
}

static py_value by_name(struct job *j, py_value key)
{
    if (!key) return NULL;
    if (!j->kw) return py_raise_key_error(j->iso, key);
    if (!py_is_exact(j->kw, PY_K_DICT)) return py_getitem(j->iso, j->kw, key);
    py_value v = py_dict_get(j->iso, py_dict(j->kw), key);
    return v || py_error(j->iso) ? v : py_raise_key_error(j->iso, key);
}

// The value that the first part of a field name stands for; *at is left behind it.
static py_value first_value(struct job *j, py_value fmt, size_t *at, size_t end)
{
    const struct py_str *s = py_str(fmt);
    size_t i = *at, from = i;
    while (i < end && py_str_at(s, i) != '.' && py_str_at(s, i) != '[') i++;
    *at = i;
    int64_t index = as_index(j, s, from, i);
    if (index == -2) return NULL;
    if (from == i || index >= 0) {
        if (!set_numbering(j, from == i)) return NULL;
        if (from == i) index = j->next++;
    }
    if (index < 0) return by_name(j, py_str_slice(j->iso, fmt, from, i));
    if (!j->args) return py_raise_value_error(j->iso, "Format string contains positional fields");
    if ((uint64_t)index >= py_tuple(j->args)->n)
        return py_raise(j->iso, PY_T_IndexError,
                        "Replacement index %lld out of range for positional args tuple",
                        (long long)index);
    return py_tuple(j->args)->v[index];
}

static py_value field_value(struct job *j, py_value fmt, const struct field *f)
{
    const struct py_str *s = py_str(fmt);
    size_t i = f->name, end = f->name_end;
    py_value v = first_value(j, fmt, &i, end);
    while (v && i < end) {
        uint32_t c = py_str_at(s, i++);
        size_t from = i;
        if (c == '.') {
            while (i < end && py_str_at(s, i) != '.' && py_str_at(s, i) != '[') i++;
            if (i == from) return fail(j, "Empty attribute in format string") ? v : NULL;
            py_value name = py_str_slice(j->iso, fmt, from, i);
            v = name ? py_getattr(j->iso, v, name) : NULL;
        } else if (c == '[') {
            while (i < end && py_str_at(s, i) != ']') i++;
            if (i == end) return fail(j, "Missing ']' in format string") ? v : NULL;
            if (i == from) return fail(j, "Empty attribute in format string") ? v : NULL;
            int64_t index = as_index(j, s, from, i);
            if (index == -2) return NULL;
            py_value key = index >= 0 ? py_int_new(j->iso, index)
                                      : py_str_slice(j->iso, fmt, from, i);
            i++;
            v = key ? py_getitem(j->iso, v, key) : NULL;
        } else {
            return fail(j, "Only '.' or '[' may follow ']' in format field specifier") ? v : NULL;
        }
    }
    return v;
}

static py_value convert(struct job *j, py_value v, uint32_t how)
{
    switch (how) {
    case 0: return v;
    case 'r': return py_repr(j->iso, v);
    case 's': return py_str_of(j->iso, v);
    case 'a': return py_ascii(j->iso, v);
    default:
        if (how > 32 && how < 127)
            return py_raise_value_error(j->iso, "Unknown conversion specifier %c", (int)how);
        return py_raise_value_error(j->iso, "Unknown conversion specifier \\x%x", (unsigned)how);
    }
}

// Reads the specification: up to the '}' that matches the field's '{'.
static bool scan_spec(struct job *j, const struct py_str *s, size_t *at, size_t end,
                      struct field *f)
{
    int open = 1;
    size_t i = *at;
    f->spec = i;
    while (i < end) {
        uint32_t c = py_str_at(s, i++);
        if (c == '{') {
            f->nested = true;
            open++;
        } else if (c == '}' && --open == 0) {
            f->spec_end = i - 1;
            *at = i;
            return true;
        }
    }
    return fail(j, "unmatched '{' in format spec");
}

// Reads a replacement field; *at stands behind its '{'.
static bool scan_field(struct job *j, const struct py_str *s, size_t *at, size_t end,
                       struct field *f)
{
    size_t i = *at;
    uint32_t c = 0;
    *f = (struct field){.name = i};
    for (; i < end; i++) {
        c = py_str_at(s, i);
        if (c == '{') return fail(j, "unexpected '{' in field name");
        if (c == '[') {
            while (i < end && py_str_at(s, i) != ']') i++;
            if (i == end) break;
        }
        if (c == '}' || c == ':' || c == '!') break;
    }
    f->name_end = i;
    if (i >= end || (c != '}' && c != ':' && c != '!'))
        return fail(j, "expected '}' before end of string");
    i++;
    if (c == '!') {
        if (i >= end) return fail(j, "end of string while looking for conversion specifier");
        f->conversion = py_str_at(s, i++);
        c = ':';
        if (i < end) {
            c = py_str_at(s, i++);
            if (c != '}' && c != ':') return fail(j, "expected ':' after conversion specifier");
        }
    }
    f->spec = f->spec_end = i;
    *at = i;
    return c == '}' || scan_spec(j, s, at, end, f);
}

static bool put_field(struct job *j, struct py_sb *out, py_value fmt, const struct field *f,
                      int depth)
{
    py_value v = field_value(j, fmt, f), spec = NULL;
    if (v && f->conversion) v = convert(j, v, f->conversion);
    if (!v) return false;
    if (f->nested) {
        struct py_sb b;
        py_sb_init(&b, j->iso);
        if (!expand(j, &b, fmt, f->spec, f->spec_end, depth - 1)) return false;
        spec = py_sb_finish(&b);
        if (!spec) return false;
    } else if (f->spec < f->spec_end) {
        spec = py_str_slice(j->iso, fmt, f->spec, f->spec_end);
        if (!spec) return false;
    }
    py_value text = py_format(j->iso, v, spec);
    if (text) py_sb_str(out, text);
    return text != NULL;
}

static bool expand(struct job *j, struct py_sb *out, py_value fmt, size_t i, size_t end, int depth)
{
    const struct py_str *s = py_str(fmt);
    if (depth <= 0) return fail(j, "Max string recursion exceeded");
    while (i < end) {
        size_t from = i;
        while (i < end && py_str_at(s, i) != '{' && py_str_at(s, i) != '}') i++;
        py_sb_slice(out, fmt, from, i);
        if (i == end) break;
        uint32_t c = py_str_at(s, i++);
        if (i < end && py_str_at(s, i) == c) {
            py_sb_char(out, c);
            i++;
            continue;
        }
        if (c == '}') return fail(j, "Single '}' encountered in format string");
        if (i == end) return fail(j, "Single '{' encountered in format string");
        struct field f;
        if (!py_tick(j->iso, 1 + (i - from) / 16) || !scan_field(j, s, &i, end, &f)) return false;
        if (!put_field(j, out, fmt, &f, depth)) return false;
    }
    return !out->failed;
}

py_value py_str_format_fields(struct py_isolate *iso, py_value fmt, py_value args, py_value kw)
{
    struct job j = {.iso = iso, .args = args, .kw = kw};
    struct py_sb b;
    py_sb_init(&b, iso);
    if (!py_enter(iso, "")) return NULL;
    bool ok = expand(&j, &b, fmt, 0, py_str(fmt)->len, 2);
    py_leave(iso);
    return ok ? py_sb_finish(&b) : NULL;
}
