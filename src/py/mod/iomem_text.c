// StringIO of module io; see iomem_int.h.
#include "../obj/args.h"
#include "../obj/iter_int.h"
#include "../obj/text_int.h"
#include "iomem_int.h"

enum newline { NL_ANY, NL_KEPT, NL_LF, NL_CR, NL_CRLF }; // None, '', '\n', '\r', '\r\n'
enum { SEEN_CR = 1, SEEN_LF = 2, SEEN_CRLF = 4 };

struct text {
    struct py_iomem s;     // value: str
    uint8_t newline, seen; // enum newline; ends of lines that were written, of NL_ANY and NL_KEPT
};

#define TEXT(v) ((struct text *)(v))

static struct text *opened(struct py_isolate *iso, py_value v)
{
    return TEXT(py_iomem_opened(iso, v));
}

static const struct {
    const char *text;
} newlines[] = {[NL_KEPT] = {""}, [NL_LF] = {"\n"}, [NL_CR] = {"\r"}, [NL_CRLF] = {"\r\n"}};

static py_value text_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct text *t = py_new_of(iso, cls, sizeof *t);
    if (!t) return NULL;
    t->s.value = py_str_empty(iso);
    t->s.text = true;
    t->newline = NL_LF;
    return (py_value)t;
}

// --- writing --------------------------------------------------------------------------------

static void note_ends(struct text *t, const struct py_str *s)
{
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        if (c == '\n') t->seen |= SEEN_LF;
        if (c != '\r') continue;
        bool pair = i + 1 < s->len && py_str_at(s, i + 1) == '\n';
        t->seen |= pair ? SEEN_CRLF : SEEN_CR;
        i += pair;
    }
}

static py_value replaced(struct py_isolate *iso, py_value s, const char *old, const char *by)
{
    py_value args[2] = {py_str_z(iso, old), py_str_z(iso, by)};
    return s && args[0] && args[1]
               ? py_call_method(iso, s, py_str_intern_z(iso, "replace"), args, 2)
               : NULL;
}

// A text as it is stored; `s` may be of a subclass with methods of its own.
static py_value stored(struct py_isolate *iso, struct text *t, py_value s)
{
    if (t->newline <= NL_KEPT) {
        if (!py_tick(iso, py_str(s)->len / 8)) return NULL;
        note_ends(t, py_str(s));
    }
    s = py_str_exact(iso, s);
    if (!s) return NULL;
    switch (t->newline) {
    case NL_ANY: return replaced(iso, replaced(iso, s, "\r\n", "\n"), "\r", "\n");
    case NL_CR: return replaced(iso, s, "\n", "\r");
    case NL_CRLF: return replaced(iso, s, "\n", "\r\n");
    default: return s;
    }
}

// Puts s over what is at the position, which moves behind it.
static bool put(struct py_isolate *iso, struct text *t, py_value s)
{
    uint64_t len = py_str(t->s.value)->len, end = t->s.pos + py_str(s)->len;
    py_value value = t->s.value;
    if (t->s.pos == len && py_is_exact(s, PY_K_STR)) {
        value = py_str_concat(iso, value, s);
    } else {
        struct py_sb b;
        py_sb_init(&b, iso);
        py_sb_slice(&b, value, 0, t->s.pos < len ? t->s.pos : len);
        if (t->s.pos > len) py_sb_fill(&b, 0, t->s.pos - len);
        py_sb_str(&b, s);
        if (end < len) py_sb_slice(&b, value, end, len);
        value = py_sb_finish(&b);
    }
    if (!value) return false;
    t->s.value = value;
    t->s.pos = end;
    return true;
}

static PY_NATIVE(m_write)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "string argument expected, got '%T'", a[1]);
    struct text *t = opened(iso, a[0]);
    if (!t) return NULL;
    uint64_t count = py_str(a[1])->len;
    py_value s = t->newline == NL_LF || !count ? a[1] : stored(iso, t, a[1]);
    if (!s || (count && !put(iso, t, s))) return NULL;
    return py_small_new((int64_t)count);
}

static bool take_newline(struct py_isolate *iso, py_value v, uint8_t *out)
{
    *out = v == PY_NONE ? NL_ANY : NL_LF;
    if (!v || v == PY_NONE) return true;
    if (!py_is_str(v)) return py_raise_type_error(iso, "newline must be str or None, not %T", v);
    for (int i = NL_KEPT; i <= NL_CRLF; i++)
        if (py_str_is(v, newlines[i].text)) return *out = (uint8_t)i, true;
    return py_raise_value_error(iso, "illegal newline value: %R", v);
}

static bool text_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"StringIO", {"initial_value", "newline"}, 2, 0, 2, 0};
    struct text *t = TEXT(self);
    py_value v[2];
    uint8_t newline;
    if (!py_args_take(iso, &spec, a, n, kw, v) || !take_newline(iso, v[1], &newline)) return false;
    if (v[0] && v[0] != PY_NONE && !py_is_str(v[0]))
        return py_raise_type_error(iso, "initial_value must be str or None, not %T", v[0]);
    t->s.value = py_str_empty(iso);
    t->s.pos = t->seen = 0;
    t->newline = newline;
    if (!v[0] || v[0] == PY_NONE) return true;
    py_value s = stored(iso, t, v[0]);
    if (!s || !put(iso, t, s)) return false;
    t->s.pos = 0;
    return true;
}

// --- reading --------------------------------------------------------------------------------

static PY_NATIVE(m_read)
{
    int64_t size;
    struct text *t = py_iomem_size(iso, a[1], &size) ? opened(iso, a[0]) : NULL;
    if (!t) return NULL;
    uint64_t len = py_str(t->s.value)->len, left = t->s.pos < len ? len - t->s.pos : 0;
    if (size >= 0 && (uint64_t)size < left) left = (uint64_t)size;
    py_value s = py_str_slice(iso, t->s.value, left ? t->s.pos : 0, left ? t->s.pos + left : 0);
    if (s) t->s.pos += left;
    return s;
}

// The first c in s[from..to), `to` when there is none.
static size_t find_char(struct py_isolate *iso, const struct py_str *s, char c, size_t from,
                        size_t to)
{
    if (s->width == 1) {
        const char *text = (const char *)s->data, *at = memchr(text + from, c, to - from);
        return at ? (size_t)(at - text) : to;
    }
    py_value needle = py_str_char(iso, (unsigned char)c);
    int64_t at = needle ? py_str_find(iso, s, py_str(needle), from, to) : -1;
    return at >= 0 ? (size_t)at : to;
}

// Where the line that begins at `from` ends, in s[from..to).
static size_t line_end(struct py_isolate *iso, const struct text *t, size_t from, size_t to)
{
    const struct py_str *s = py_str(t->s.value);
    size_t at = find_char(iso, s, t->newline == NL_CR || t->newline == NL_CRLF ? '\r' : '\n', from,
                          to);
    if (t->newline == NL_CRLF) {
        while (at < to && (at + 1 == to || py_str_at(s, at + 1) != '\n'))
            at = find_char(iso, s, '\r', at + 1, to);
        return at < to ? at + 2 : to;
    }
    if (t->newline == NL_KEPT) {
        size_t cr = find_char(iso, s, '\r', from, at);
        if (cr < at) return cr + 1 + (cr + 1 < to && py_str_at(s, cr + 1) == '\n');
    }
    return at < to ? at + 1 : to;
}

// The next line, "" at the end; `size` < 0: of any length.
static py_value line(struct py_isolate *iso, struct text *t, int64_t size)
{
    uint64_t len = py_str(t->s.value)->len, from = t->s.pos;
    if (from >= len) return py_str_empty(iso);
    if (size >= 0 && (uint64_t)size < len - from) len = from + (uint64_t)size;
    uint64_t end = line_end(iso, t, from, len);
    if (!py_tick(iso, 1 + (end - from) / 64)) return NULL;
    py_value s = py_str_slice(iso, t->s.value, from, end);
    if (s) t->s.pos = end;
    return s;
}

static PY_NATIVE(m_readline)
{
    int64_t size;
    struct text *t = py_iomem_size(iso, a[1], &size) ? opened(iso, a[0]) : NULL;
    return t ? line(iso, t, size) : NULL;
}

static py_value text_next(struct py_isolate *iso, py_value self)
{
    struct text *t = opened(iso, self);
    if (!t) return NULL;
    py_value s = py_iomem_own_lines(iso, self, &py_iomem_text_def)
                     ? line(iso, t, -1)
                     : py_call_method(iso, self, py_str_intern_z(iso, "readline"), NULL, 0);
    if (s && !py_is_str(s))
        return py_raise(iso, PY_T_OSError, "readline() should have returned a str object, not '%T'",
                        s);
    return s && py_str(s)->len ? s : NULL;
}

static py_value text_iter(struct py_isolate *iso, py_value self)
{
    if (TEXT(self)->s.value) return self;
    return py_raise_value_error(iso, "I/O operation on closed file.");
}

// --- position and state ---------------------------------------------------------------------

static PY_NATIVE(m_seek)
{
    int64_t pos, whence;
    struct text *t;
    if (!py_iomem_ints(iso, a, &pos, &whence) || !(t = opened(iso, a[0]))) return NULL;
    if (whence < 0 || whence > 2)
        return py_raise_value_error(iso, "Invalid whence (%d, should be 0, 1 or 2)", (int)whence);
    if (!whence && pos < 0)
        return py_raise_value_error(iso, "Negative seek position %lld", (long long)pos);
    if (whence && pos) return py_raise(iso, PY_T_OSError, "Can't do nonzero cur-relative seeks");
    t->s.pos = whence == 0 ? (uint64_t)pos : whence == 1 ? t->s.pos : py_str(t->s.value)->len;
    return py_int_from_u64(iso, t->s.pos);
}

static PY_NATIVE(m_getvalue)
{
    struct text *t = opened(iso, a[0]);
    return t ? t->s.value : NULL;
}

static PY_NATIVE(m_flush) // of a closed stream too
{
    return PY_NONE;
}

// (value, newline, position, attributes), as the state is copied.
static PY_NATIVE(m_getstate)
{
    struct text *t = opened(iso, a[0]);
    if (!t) return NULL;
    py_value newline = t->newline == NL_ANY ? PY_NONE : py_str_z(iso, newlines[t->newline].text);
    py_value attributes = newline ? py_iomem_attributes(iso, a[0]) : NULL;
    if (!attributes) return NULL;
    return py_tuple_pack(iso, 4, t->s.value, newline, py_int_from_u64(iso, t->s.pos), attributes);
}

static PY_NATIVE(m_setstate)
{
    struct text *t = opened(iso, a[0]);
    int64_t pos;
    if (!t) return NULL;
    const struct py_tuple *state = py_tuple(a[1]);
    if (!py_is_kind(a[1], PY_K_TUPLE) || state->n < 4)
        return py_raise_type_error(iso, "%T.__setstate__ argument should be 4-tuple, got %T", a[0],
                                   a[1]);
    if (!py_is_str(state->v[0]) || !take_newline(iso, state->v[1], &t->newline) ||
        !py_as_int64(iso, state->v[2], &pos))
        return iso->exc ? NULL
                        : py_raise_type_error(iso, "initial_value must be str or None, not %T",
                                              state->v[0]);
    if (pos < 0) return py_raise_value_error(iso, "position value cannot be negative");
    t->s.value = state->v[0];
    t->s.pos = (uint64_t)pos;
    return py_iomem_restore(iso, a[0], state->v[3]) ? PY_NONE : NULL;
}

static py_value get_buffering(struct py_isolate *iso, py_value self)
{
    return opened(iso, self) ? PY_FALSE : NULL;
}

static py_value get_newlines(struct py_isolate *iso, py_value self)
{
    struct text *t = opened(iso, self);
    if (!t) return NULL;
    py_value found = py_list_new(iso, 3);
    static const struct {
        uint8_t bit;
        const char *text;
    } ends[] = {{SEEN_CR, "\r"}, {SEEN_LF, "\n"}, {SEEN_CRLF, "\r\n"}};
    for (int i = 0; found && i < 3; i++) {
        if (!(t->seen & ends[i].bit)) continue;
        py_value s = py_str_z(iso, ends[i].text);
        if (!s || !py_list_append(iso, found, s)) return NULL;
    }
    if (!found || py_list(found)->n > 1) return found ? py_tuple_of(iso, found) : NULL;
    return py_list(found)->n ? py_list(found)->v[0] : PY_NONE;
}

static const struct py_getset_row getset[] = {{"closed", py_iomem_get_closed, NULL, NULL},
                                              {"line_buffering", get_buffering, NULL, NULL},
                                              {"newlines", get_newlines, NULL, NULL},
                                              {0}};

static const struct py_native_row methods[] = {PY_ROW("read", m_read, "size=-1, /", NULL),
                                               PY_ROW("readline", m_readline, "size=-1, /", NULL),
                                               PY_ROW("write", m_write, "s, /", NULL),
                                               PY_ROW("getvalue", m_getvalue, "", NULL),
                                               PY_ROW("seek", m_seek, "pos, whence=0, /", NULL),
                                               PY_ROW("flush", m_flush, "", NULL),
                                               PY_IOMEM_ROWS("pos=None, /"),
                                               PY_ROW("__getstate__", m_getstate, "", NULL),
                                               PY_ROW("__setstate__", m_setstate, "state, /", NULL),
                                               {0}};

const struct py_typedef py_iomem_text_def = {
    .name = "_io.StringIO",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct text),
    .attrs_off = offsetof(struct text, s.at),
    .methods = methods,
    .getset = getset,
    .trace = py_iomem_trace,
    .slots = {.make = text_make, .init = text_init, .iter = text_iter, .next = text_next},
};
