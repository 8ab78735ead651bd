// printf-style formatting: str % args and bytes % args. Bytes are formatted as Latin-1 text.
#include "int.h"
#include "format.h"
#include "item.h"
#include "text_int.h"

enum { F_LEFT = 1, F_SIGN = 2, F_BLANK = 4, F_ALT = 8, F_ZERO = 16 };

struct job {
    struct py_isolate *iso;
    py_value fmt, args; // args: the tuple, or the single value
    bool tuple, bytes, used_map;
    uint64_t next;
    struct py_sb out;
};

struct conv {
    unsigned flags;
    int64_t width, precision;
    uint32_t type;
    size_t at; // index of the type character
};

static bool is_mapping(struct job *j)
{
    struct py_type *t = py_type_of(j->iso, j->args);
    return t->s.getitem && !j->tuple && !py_is_str(j->args) &&
           !(j->bytes && py_is_byteslike(j->args));
}

static py_value next_arg(struct job *j)
{
    uint64_t n = j->tuple ? py_tuple(j->args)->n : 1;
    if (j->used_map || j->next >= n)
        return py_raise_type_error(j->iso, "not enough arguments for format string");
    py_value v = j->tuple ? py_tuple(j->args)->v[j->next] : j->args;
    j->next++;
    return v;
}

static void *error(struct job *j, const char *message)
{
    return py_raise_value_error(j->iso, "%s", message);
}

// A width or precision: digits or '*'. -1 stays when neither. *i advances.
static bool read_amount(struct job *j, size_t *i, int64_t *out, bool *star, const char *too_big)
{
    const struct py_str *s = py_str(j->fmt);
    *star = false;
    if (*i < s->len && py_str_at(s, *i) == '*') {
        py_value v = next_arg(j);
        if (!v) return false;
        if (!py_is_anyint(v)) return py_raise_type_error(j->iso, "* wants int") != NULL;
        v = py_int_plain(v);
        if (!py_is_int(v) || py_small(v) > INT32_MAX || py_small(v) < -INT32_MAX)
            return py_raise(j->iso, PY_T_OverflowError, "Python int too large to convert to C %s",
                            *too_big == 'w' ? "ssize_t" : "int") != NULL;
        *out = py_small(v);
        *star = true;
        (*i)++;
        return true;
    }
    for (; *i < s->len; (*i)++) {
        uint32_t c = py_str_at(s, *i);
        if (c < '0' || c > '9') break;
        if (*out < 0) *out = 0;
        *out = *out * 10 + (c - '0');
        if (*out > INT32_MAX) return error(j, too_big) != NULL;
    }
    return true;
}

// The "(key)" part: replaces the argument by the mapping's value.
static bool read_key(struct job *j, size_t *i, py_value *value)
{
    const struct py_str *s = py_str(j->fmt);
    size_t from = *i + 1, at = from;
    int open = 1;
    if (!is_mapping(j)) return py_raise_type_error(j->iso, "format requires a mapping") != NULL;
    for (; at < s->len; at++) {
        uint32_t c = py_str_at(s, at);
        if (c == '(') open++;
        else if (c == ')' && --open == 0) break;
    }
    if (at >= s->len) return error(j, "incomplete format key") != NULL;
    py_value key = py_str_slice(j->iso, j->fmt, from, at);
    if (key && j->bytes) key = py_encode(j->iso, key, py_str_z(j->iso, "latin-1"), NULL);
    *value = key ? py_getitem(j->iso, j->args, key) : NULL;
    *i = at + 1;
    return *value != NULL;
}

static bool read_conv(struct job *j, size_t *at, struct conv *c, py_value *value)
{
    const struct py_str *s = py_str(j->fmt);
    size_t i = *at;
    bool star;
    *c = (struct conv){.width = -1, .precision = -1};
    *value = NULL;
    if (i < s->len && py_str_at(s, i) == '(' && !read_key(j, &i, value)) return false;
    if (*value) j->used_map = true;
    for (; i < s->len; i++) {
        static const char marks[] = "-+ #0";
        uint32_t ch = py_str_at(s, i);
        const char *m = ch && ch < 128 ? strchr(marks, (int)ch) : NULL;
        if (!m) break;
        c->flags |= 1u << (m - marks);
    }
    if (!read_amount(j, &i, &c->width, &star, "width too big")) return false;
    if (star && c->width < 0) {
        c->flags |= F_LEFT;
        c->width = -c->width;
    }
    if (i < s->len && py_str_at(s, i) == '.') {
        i++;
        c->precision = 0;
        if (!read_amount(j, &i, &c->precision, &star, "precision too big")) return false;
        if (c->precision < 0) c->precision = 0;
    }
    if (i < s->len) {
        uint32_t ch = py_str_at(s, i);
        if (ch == 'h' || ch == 'l' || ch == 'L') i++;
    }
    if (i >= s->len) return error(j, "incomplete format") != NULL;
    c->at = i;
    c->type = py_str_at(s, i);
    *at = i + 1;
    return true;
}

// Text with an optional sign (or prefix of `lead` characters) padded as asked.
static void put_padded(struct job *j, const struct conv *c, py_value text, size_t lead, bool zero)
{
    int64_t len = py_str(text)->len, extra = c->width > len ? c->width - len : 0;
    if (extra > 4096 &&
        (!py_mem_check(j->iso, (uint64_t)extra) || !py_tick(j->iso, (uint64_t)extra / 8))) {
        j->out.failed = true;
        return;
    }
    if (!extra || c->flags & F_LEFT) {
        py_sb_str(&j->out, text);
        py_sb_fill(&j->out, ' ', (size_t)extra);
    } else if (zero) {
        py_sb_slice(&j->out, text, 0, lead);
        py_sb_fill(&j->out, '0', (size_t)extra);
        py_sb_slice(&j->out, text, lead, (size_t)len);
    } else {
        py_sb_fill(&j->out, ' ', (size_t)extra);
        py_sb_str(&j->out, text);
    }
}

static bool has(struct py_isolate *iso, py_value v, enum py_name_id name)
{
    return py_type_lookup(iso, py_type_of(iso, v), py_name(iso, name)) != NULL;
}

// v as an int for %d and its like. NULL: exception.
static py_value to_int(struct job *j, py_value v, uint32_t type)
{
    struct py_isolate *iso = j->iso;
    bool strict = type == 'x' || type == 'X' || type == 'o';
    if (py_is_anyint(v)) return py_int_plain(v);
    if (!strict && py_type_of(iso, v) == py_t(iso, PY_T_FLOAT))
        return py_int_from_double(iso, py_float(v));
    py_value r = NULL;
    if (strict && py_type_of(iso, v)->s.index) r = py_index(iso, v);
    else if (!strict && (has(iso, v, PY_N___int__) || has(iso, v, PY_N___index__) ||
                         has(iso, v, PY_N___float__))) // a bytes subclass with it is parsed
        r = py_call1(iso, (py_value)py_t(iso, PY_T_INT), v);
    if (r) return py_int_plain(r);
    if (py_error(iso)) {
        if (!py_error_is(iso, PY_T_TypeError)) return NULL;
        py_error_clear(iso);
    }
    return py_raise_type_error(iso,
                               strict ? "%%%c format: an integer is required, not %T"
                                      : "%%%c format: a real number is required, not %T",
                               (int)type, v);
}

// A small int in decimal or hexadecimal goes straight into the output.
static void put_small(struct job *j, const struct conv *c, int64_t i)
{
    char digits[64];
    size_t n = py_u64_digits(i < 0 ? -(uint64_t)i : (uint64_t)i, c->type == 'x' ? 16 : 10, digits);
    char sign = i < 0 ? '-' : c->flags & F_SIGN ? '+' : c->flags & F_BLANK ? ' ' : 0;
    size_t used = n + (sign != 0), pad = c->width > (int64_t)used ? (size_t)c->width - used : 0;
    bool left = c->flags & F_LEFT, zero = !left && c->flags & F_ZERO;
    if (!left && !zero) py_sb_fill(&j->out, ' ', pad);
    if (sign) py_sb_char(&j->out, (unsigned char)sign);
    if (zero) py_sb_fill(&j->out, '0', pad);
    py_sb_ascii(&j->out, digits, n);
    if (left) py_sb_fill(&j->out, ' ', pad);
}

static bool put_int(struct job *j, const struct conv *c, py_value v)
{
    enum { SMALL_WIDTH = 256 };
    if (py_is_int(v) && strchr("diux", (int)c->type) && c->precision < 0 &&
        c->width < SMALL_WIDTH && !(c->flags & F_ALT)) {
        put_small(j, c, py_small(v));
        return true;
    }
    v = to_int(j, v, j->bytes && c->type == 'i' ? 'd' : c->type);
    if (!v) return false;
    int base = c->type == 'o' ? 8 : c->type == 'x' || c->type == 'X' ? 16 : 10;
    py_value digits = py_int_text(j->iso, v, base);
    if (!digits) return false;
    const struct py_str *d = py_str(digits);
    bool negative = d->len && py_str_at(d, 0) == '-';
    size_t count = d->len - negative;
    struct py_sb b;
    py_sb_init(&b, j->iso);
    if (negative) py_sb_char(&b, '-');
    else if (c->flags & F_SIGN) py_sb_char(&b, '+');
    else if (c->flags & F_BLANK) py_sb_char(&b, ' ');
    if (c->flags & F_ALT && base != 10) {
        py_sb_char(&b, '0');
        py_sb_char(&b, base == 8 ? 'o' : c->type);
    }
    size_t lead = b.len;
    if (c->precision > (int64_t)count) {
        if (!py_mem_check(j->iso, (uint64_t)c->precision)) return false;
        py_sb_fill(&b, '0', (size_t)c->precision - count);
    }
    for (size_t i = negative; i < d->len; i++) {
        uint32_t ch = py_str_at(d, i);
        py_sb_char(&b, c->type == 'X' && ch >= 'a' ? ch - 32 : ch);
    }
    py_value text = py_sb_finish(&b);
    if (text) put_padded(j, c, text, lead, c->flags & F_ZERO);
    return text != NULL;
}

static bool put_float(struct job *j, const struct conv *c, py_value v)
{
    double d;
    struct py_isolate *iso = j->iso;
    if (!py_is_float(v) && !py_is_anyint(v) && !has(iso, v, PY_N___float__) &&
        !py_type_of(iso, v)->s.index) {
        if (j->bytes) py_raise_type_error(iso, "float argument required, not %T", v);
        else py_raise_type_error(iso, "must be real number, not %T", v);
        return false;
    }
    if (!py_as_double(iso, v, &d)) return false;
    int precision = c->precision < 0 ? 6 : (int)c->precision;
    py_value text = py_float_text(iso, d, (char)c->type, precision, c->flags & F_ALT);
    if (!text) return false;
    bool negative = py_str(text)->len && py_str_at(py_str(text), 0) == '-';
    if (!negative && c->flags & (F_SIGN | F_BLANK)) {
        py_value sign = py_str_char(iso, c->flags & F_SIGN ? '+' : ' ');
        text = sign ? py_str_concat(iso, sign, text) : NULL;
        negative = true;
    }
    if (text) put_padded(j, c, text, negative, c->flags & F_ZERO);
    return text != NULL;
}

static bool put_text(struct job *j, const struct conv *c, py_value text)
{
    if (text && c->precision >= 0 && c->precision < (int64_t)py_str(text)->len)
        text = py_str_slice(j->iso, text, 0, (size_t)c->precision);
    if (text) put_padded(j, c, text, 0, false);
    return text != NULL;
}

// The text of a bytes-like object of one byte in bytes formatting, of a str of one character in
// text formatting; NULL for all else, with an exception if the object cannot be looked at.
static py_value one_character(struct job *j, py_value v)
{
    const unsigned char *p;
    size_t n;
    if (!j->bytes) return py_is_str(v) && py_str(v)->len == 1 ? py_str_exact(j->iso, v) : NULL;
    if (!py_is_byteslike(v) || !py_bytes_view(j->iso, v, &p, &n) || n != 1) return NULL;
    return py_str_char(j->iso, p[0]);
}

// The text of the character that v, which is no text, has as its index; NULL: exception set. A
// TypeError of __index__ is not shown.
static py_value indexed_character(struct job *j, py_value v)
{
    struct py_isolate *iso = j->iso;
    int64_t code, limit = j->bytes ? 256 : 0x110000;
    if (!j->bytes && py_is_str(v)) return py_raise_type_error(iso, "%%c requires int or char");
    if (py_as_index(iso, v, &code)) {
        if (code >= 0 && code < limit) return py_str_char(iso, (uint32_t)code);
        return py_raise(iso, PY_T_OverflowError,
                        j->bytes ? "%%c arg not in range(256)" : "%%c arg not in range(0x110000)");
    }
    if (!py_error_is(iso, PY_T_TypeError)) return NULL;
    py_error_clear(iso);
    return py_raise_type_error(iso, j->bytes
                                        ? "%%c requires an integer in range(256) or a single byte"
                                        : "%%c requires int or char");
}

static bool put_char(struct job *j, const struct conv *c, py_value v)
{
    py_value text = one_character(j, v);
    if (!text && !py_error(j->iso)) text = indexed_character(j, v);
    if (text) put_padded(j, c, text, 0, false);
    return text != NULL;
}

// %b of bytes formatting: the bytes of v as Latin-1 text.
static py_value raw_text(struct job *j, py_value v)
{
    const unsigned char *p;
    size_t n;
    bool found;
    if (!py_is_buffer(j->iso, v)) {
        py_value b = py_call_special(j->iso, v, py_name(j->iso, PY_N___bytes__), NULL, 0, &found);
        if (!b && py_error(j->iso)) return NULL;
        if (!b)
            return py_raise_type_error(
                j->iso,
                "%%b requires a bytes-like object, or an object that implements __bytes__, not '%T'",
                v);
        if (!py_is_kind(b, PY_K_BYTES))
            return py_raise_type_error(j->iso, "__bytes__ returned non-bytes (type %T)", b);
        v = b;
    }
    return py_bytes_view(j->iso, v, &p, &n) ? py_str_from_width(j->iso, p, n, 1) : NULL;
}

// CPython's two formatters differ in what they show of an odd character.
static void raise_unknown(struct job *j, const struct conv *c)
{
    bool shown = j->bytes || (c->type >= 31 && c->type < 127);
    if (j->bytes && c->type > 127)
        py_raise(j->iso, PY_T_OverflowError, "character argument not in range(0x110000)");
    else
        py_raise_value_error(j->iso, "unsupported format character '%U' (0x%x) at index %zu",
                             py_str_char(j->iso, shown ? c->type : '?'), (unsigned)c->type, c->at);
}

static bool put_value(struct job *j, const struct conv *c, py_value v)
{
    switch (c->type) {
    case 's': return put_text(j, c, j->bytes ? raw_text(j, v) : py_str_of(j->iso, v));
    case 'b':
        if (j->bytes) return put_text(j, c, raw_text(j, v));
        break;
    case 'r': return put_text(j, c, j->bytes ? py_ascii(j->iso, v) : py_repr(j->iso, v));
    case 'a': return put_text(j, c, py_ascii(j->iso, v));
    case 'c': return put_char(j, c, v);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return put_int(j, c, v);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return put_float(j, c, v);
    }
    raise_unknown(j, c);
    return false;
}

static bool run(struct job *j)
{
    const struct py_str *s = py_str(j->fmt);

    for (size_t i = 0; i < s->len;) {
        size_t from = i;
        while (i < s->len && py_str_at(s, i) != '%') i++;
        py_sb_slice(&j->out, j->fmt, from, i);
        if (i++ >= s->len) break;
        size_t from_percent = i; // only a bare "%%" is a percent sign
        struct conv c;
        py_value v;
        if (!py_tick(j->iso, 1 + (i - from) / 16) || !read_conv(j, &i, &c, &v)) return false;
        if (c.type == '%' && c.at == from_percent) {
            py_sb_char(&j->out, '%');
            continue;
        }
        if (!v) v = next_arg(j);
        if (!v || !put_value(j, &c, v) || j->out.failed) return false;
    }

    uint64_t given = j->tuple ? py_tuple(j->args)->n : 1;
    if (j->next < given && !j->used_map && !is_mapping(j)) {
        py_raise_type_error(j->iso, "not all arguments converted during %s formatting",
                            j->bytes ? "bytes" : "string");
        return false;
    }
    return !j->out.failed;
}

static py_value percent(struct py_isolate *iso, py_value fmt, py_value args, bool bytes)
{
    struct job j = {.iso = iso,
                    .fmt = fmt,
                    .args = args,
                    .tuple = py_is_kind(args, PY_K_TUPLE),
                    .bytes = bytes};
    py_sb_init(&j.out, iso);
    if (!py_enter(iso, "")) return NULL;
    bool ok = run(&j);
    py_leave(iso);
    return ok ? py_sb_finish(&j.out) : NULL;
}

py_value py_str_percent(struct py_isolate *iso, py_value fmt, py_value args)
{
    return percent(iso, fmt, args, false);
}

py_value py_bytes_percent(struct py_isolate *iso, py_value fmt, py_value args)
{
    const unsigned char *p;
    size_t n;
    if (!py_bytes_view(iso, fmt, &p, &n)) return NULL;
    py_value text = py_str_from_width(iso, p, n, 1);
    if (text) text = percent(iso, text, args, true);
    if (!text) return NULL;
    const struct py_str *s = py_str(text);
    if (s->width != 1)
        return py_raise_value_error(iso, "character out of range in bytes formatting");
    return py_is_kind(fmt, PY_K_BYTEARRAY) ? py_bytearray_new(iso, s->data, s->len)
                                           : py_bytes_new(iso, s->data, s->len);
}
