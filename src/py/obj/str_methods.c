// The method table of str, and the methods that search, replace, join, pad and translate.
#include "str_type.h"
#include "format.h"
#include "text_int.h"

int64_t py_str_rfind(struct py_isolate *iso, const struct py_str *s, const struct py_str *sub,
                     int64_t start, int64_t end)
{
    int64_t m = sub->len, i = end - m;
    uint64_t work = 0;
    if (i < start) return -1;
    if (m == 0) return end;
    if (sub->width > s->width) return -1;
    uint32_t first = py_str_at(sub, 0);
    if (i - start > 1024 && !py_tick(iso, (uint64_t)(i - start) / 64)) return -1;
    for (; i >= start; i--) {
        if (++work > 4096) {
            if (!py_tick(iso, work / 4)) return -1;
            work = 0;
        }
        if (s->width == 1) { // straight to the last place where it may begin
            const char *text = s->data;
            const char *at = memrchr(text + start, (int)first, (size_t)(i - start) + 1);
            if (!at) break;
            i = at - text;
        } else if (py_str_at(s, (size_t)i) != first) {
            continue;
        }
        int64_t k = 1;
        while (k < m && py_str_at(s, (size_t)(i + k)) == py_str_at(sub, (size_t)k)) k++;
        work += (uint64_t)k;
        if (k == m) return i;
    }
    return py_tick(iso, work / 4) ? -1 : -1;
}

// -1 absent, -2 exception.
static int64_t seek(struct py_isolate *iso, py_value *a, bool right)
{
    int64_t from, to, at = -1;
    if (!py_text_bounds(iso, a[2], a[3], py_str(a[0])->len, &from, &to)) return -2;
    if (!py_text_need_str(iso, a[1], "", -1)) return -2;
    if (from > to) return -1;
    if (right) at = py_str_rfind(iso, py_str(a[0]), py_str(a[1]), from, to);
    else at = py_str_find(iso, py_str(a[0]), py_str(a[1]), (size_t)from, (size_t)to);
    return py_error(iso) ? -2 : at;
}

// Occurrences of sub in s[from..to), at most max (-1: all). -1: error.
static int64_t count_sub(struct py_isolate *iso, const struct py_str *s, const struct py_str *sub,
                         int64_t from, int64_t to, int64_t max)
{
    int64_t count = 0;
    if (from > to) return 0;
    if (!sub->len) return max >= 0 && to - from + 1 > max ? max : to - from + 1;
    if (s->width == 1 && max < 0) {
        if (sub->width > 1 || to - from < sub->len || !py_tick(iso, (uint64_t)(to - from) / 8))
            return iso->exc ? -1 : 0;
        return (int64_t)py_count_bytes((const char *)s->data + from, (size_t)(to - from), sub->data,
                                       sub->len);
    }
    while (max < 0 || count < max) {
        int64_t at = py_str_find(iso, s, sub, (size_t)from, (size_t)to);
        if (py_error(iso)) return -1;
        if (at < 0) break;
        count++;
        from = at + sub->len;
    }
    return count;
}

PY_NATIVE(py_str_m_count)
{
    int64_t from, to;
    if (!py_text_bounds(iso, a[2], a[3], py_str(a[0])->len, &from, &to)) return NULL;
    if (!py_text_need_str(iso, a[1], "", -1)) return NULL;
    int64_t c = count_sub(iso, py_str(a[0]), py_str(a[1]), from, to, -1);
    return c < 0 ? NULL : py_small_new(c);
}

// Text of one width replaced character by character.
static py_value replace_chars(struct py_isolate *iso, py_value v, uint32_t from, uint32_t to,
                              int64_t max)
{
    const struct py_str *s = py_str(v);
    py_value r = py_str_alloc(iso, s->len,
                              s->width == 1   ? (s->ascii && to < 128 ? 127 : 255)
                              : s->width == 2 ? 0xffff
                                              : 0x10ffff);
    if (!r) return NULL;
    void *data = py_str(r)->data;
    if (s->width == 1 && max < 0) {
        py_swap_byte(data, s->data, s->len, (unsigned char)from, (unsigned char)to);
        max = 0;
    } else {
        memcpy(data, s->data, (size_t)s->len * s->width);
    }
    for (size_t i = 0; i < s->len && max != 0; i++) {
        if (py_str_at(s, i) != from) continue;
        py_char_put(data, s->width, i, to);
        max--;
    }
    // The widest character may be gone: make the narrowest form.
    return s->ascii && to < 128 ? r : py_str_from_width(iso, data, s->len, s->width);
}

static py_value replace_empty(struct py_isolate *iso, py_value s, py_value to, int64_t max)
{
    struct py_sb b;
    py_sb_init(&b, iso);
    size_t len = py_str(s)->len;
    if (!py_mem_check(iso, (uint64_t)len * (py_str(to)->len + 1)) || !py_tick(iso, len))
        return NULL;
    for (size_t i = 0; i <= len; i++) {
        if (max != 0) {
            py_sb_str(&b, to);
            max--;
        }
        if (i < len) py_sb_char(&b, py_str_at(py_str(s), i));
    }
    return py_sb_finish(&b);
}

PY_NATIVE(py_str_m_replace)
{
    int64_t max = -1;
    if (!py_text_need_str(iso, a[1], "replace", 1) || !py_text_need_str(iso, a[2], "replace", 2) ||
        !py_text_int(iso, a[3], &max))
        return NULL;
    py_value s = a[0], from = a[1], to = a[2];
    size_t len = py_str(s)->len, m = py_str(from)->len;
    if (max < 0) max = -1;
    if (max == 0 || (m > len)) return py_str_exact(iso, s);
    if (!m) return replace_empty(iso, s, to, max);
    if (!py_tick(iso, len / 8)) return NULL;
    int64_t at = py_str_find(iso, py_str(s), py_str(from), 0, len);
    if (py_error(iso)) return NULL;
    if (at < 0) return py_str_exact(iso, s);
    if (m == 1 && py_str(to)->len == 1 && py_str(to)->width <= py_str(s)->width)
        return replace_chars(iso, s, py_str_at(py_str(from), 0), py_str_at(py_str(to), 0), max);
    struct py_sb b;
    size_t i = 0;
    py_sb_init(&b, iso);
    do {
        py_sb_slice(&b, s, i, (size_t)at);
        py_sb_str(&b, to);
        i = (size_t)at + m;
        if (b.failed || --max == 0) break;
        at = py_str_find(iso, py_str(s), py_str(from), i, len);
        if (py_error(iso)) return NULL;
    } while (at >= 0);
    py_sb_slice(&b, s, i, len);
    return py_sb_finish(&b);
}

PY_NATIVE(py_str_m_join)
{
    py_value items = a[1];
    if (py_is_exact(items, PY_K_TUPLE))
        return py_str_join(iso, a[0], py_tuple(items)->v, py_tuple(items)->n);
    if (!py_is_exact(items, PY_K_LIST)) {
        if (!(items = py_text_join_items(iso, items))) return NULL;
    }
    return py_str_join(iso, a[0], py_list(items)->v, py_list(items)->n);
}

// --- padding ------------------------------------------------------------------------------------

static py_value pad(struct py_isolate *iso, py_value s, int64_t left, int64_t right, uint32_t fill)
{
    if (left < 0) left = 0;
    if (right < 0) right = 0;
    if (left == 0 && right == 0) return py_str_exact(iso, s);
    if (!py_mem_check(iso, (uint64_t)left + (uint64_t)right) ||
        !py_tick(iso, (uint64_t)(left + right) / 8))
        return NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_fill(&b, fill, (size_t)left);
    py_sb_str(&b, s);
    py_sb_fill(&b, fill, (size_t)right);
    return py_sb_finish(&b);
}

static bool pad_args(struct py_isolate *iso, py_value *a, PY_UNUSED const char *name,
                     int64_t *width, uint32_t *fill)
{
    *fill = ' ';
    if (!py_as_int64(iso, a[1], width)) return false;
    if (*width < 0) *width = 0;
    if (!a[2]) return true;
    if (!py_is_str(a[2])) {
        py_raise_type_error(iso, "The fill character must be a unicode character, not %T", a[2]);
        return false;
    }
    if (py_str(a[2])->len != 1) {
        py_raise_type_error(iso, "The fill character must be exactly one character long");
        return false;
    }
    *fill = py_str_at(py_str(a[2]), 0);
    return true;
}

PY_NATIVE(py_str_m_zfill)
{
    int64_t w, len = py_str(a[0])->len;
    if (!py_as_int64(iso, a[1], &w)) return NULL;
    if (w <= len) return py_str_exact(iso, a[0]);
    if (!py_mem_check(iso, (uint64_t)w) || !py_tick(iso, (uint64_t)w / 8)) return NULL;
    uint32_t first = len ? py_str_at(py_str(a[0]), 0) : 0;
    size_t sign = first == '+' || first == '-';
    struct py_sb b;
    py_sb_init(&b, iso);
    if (sign) py_sb_char(&b, first);
    py_sb_fill(&b, '0', (size_t)(w - len));
    py_sb_slice(&b, a[0], sign, (size_t)len);
    return py_sb_finish(&b);
}

// --- translation --------------------------------------------------------------------------------

static bool maketrans_pairs(struct py_isolate *iso, struct py_dict *d, py_value *a)
{
    const struct py_str *x = py_str(a[0]), *y = py_str(a[1]);
    if (x->len != y->len) {
        py_raise_value_error(iso, "the first two maketrans arguments must have equal length");
        return false;
    }
    if (!py_tick(iso, x->len)) return false;
    for (size_t i = 0; i < x->len; i++)
        if (!py_dict_set(iso, d, py_small_new(py_str_at(x, i)), py_small_new(py_str_at(y, i))))
            return false;
    if (!a[2]) return true;
    for (size_t i = 0; i < py_str(a[2])->len; i++)
        if (!py_dict_set(iso, d, py_small_new(py_str_at(py_str(a[2]), i)), PY_NONE)) return false;
    return true;
}

static bool maketrans_dict(struct py_isolate *iso, struct py_dict *d, py_value src)
{
    uint64_t pos = 0;
    py_value k, v;
    if (!py_is_exact(src, PY_K_DICT)) {
        py_raise_type_error(iso, "if you give only one argument to maketrans it must be a dict");
        return false;
    }
    while (py_dict_next(iso, py_dict(src), &pos, &k, &v)) {
        if (py_is_str(k)) {
            if (py_str(k)->len != 1) {
                py_raise_value_error(iso, "string keys in translate table must be of length 1");
                return false;
            }
            k = py_small_new(py_str_at(py_str(k), 0));
        } else if (!py_is_anyint(k)) {
            py_raise_type_error(iso, "keys in translate table must be strings or integers");
            return false;
        }
        if (!py_dict_set(iso, d, k, v)) return false;
    }
    return true;
}

PY_NATIVE(py_str_m_maketrans)
{
    py_value d = py_dict_new(iso);
    if (!d) return NULL;
    if (!a[1] && !a[2]) return maketrans_dict(iso, py_dict(d), a[0]) ? d : NULL;
    if (a[2] && !a[1]) a[1] = PY_NONE;
    if (!py_text_need_str(iso, a[1], "maketrans", 2)) return NULL;
    if (a[2] && !py_text_need_str(iso, a[2], "maketrans", 3)) return NULL;
    if (!py_is_str(a[0]))
        return py_raise_type_error(
            iso, "first maketrans argument must be a string if there is a second argument");
    return maketrans_pairs(iso, py_dict(d), a) ? d : NULL;
}

// What a translation table says of c; *v NULL: nothing. False: exception.
static bool table_entry(struct py_isolate *iso, py_value table, uint32_t c, py_value *v)
{
    py_value key = py_small_new(c);
    if (py_is_exact(table, PY_K_DICT)) {
        *v = py_dict_get(iso, py_dict(table), key);
        return *v || !py_error(iso);
    }
    *v = py_getitem(iso, table, key);
    if (!*v && !py_error_is(iso, PY_T_LookupError)) return false;
    if (!*v) py_error_clear(iso);
    return true;
}

// Appends what table[c] says. False: exception.
static bool translate_char(struct py_isolate *iso, struct py_sb *b, py_value table, uint32_t c)
{
    py_value v;
    if (!table_entry(iso, table, c, &v)) return false;
    if (!v) {
        py_sb_char(b, c);
    } else if (py_is_anyint(v)) {
        int64_t code = -1;
        py_value plain = py_int_plain(v);
        if (py_is_int(plain)) code = py_small(plain);
        if (code < 0 || code > 0x10ffff) {
            py_raise_value_error(iso, "character mapping must be in range(0x110000)");
            return false;
        }
        py_sb_char(b, (uint32_t)code);
    } else if (py_is_str(v)) {
        py_sb_str(b, v);
    } else if (v != PY_NONE) {
        py_raise_type_error(iso, "character mapping must return integer, None or str");
        return false;
    }
    return !b->failed;
}

enum { ASCII = 128, DROPPED = ASCII, OTHER, UNKNOWN };

// The ASCII character that an ASCII character becomes, DROPPED, or OTHER; `known` remembers it. -1:
// exception.
static int ascii_entry(struct py_isolate *iso, py_value table, uint32_t c, uint8_t *known)
{
    py_value v;
    if (known[c] != UNKNOWN) return known[c];
    if (!py_tick(iso, 1) || !table_entry(iso, table, c, &v)) return -1;
    if (!v) return known[c] = (uint8_t)c;
    if (v == PY_NONE) return known[c] = DROPPED;
    if (py_is_str(v) && py_str(v)->len == 1) v = py_small_new(py_str_at(py_str(v), 0));
    bool ascii = py_is_int(v) && py_small(v) >= 0 && py_small(v) < ASCII;
    return known[c] = ascii ? (uint8_t)py_small(v) : OTHER;
}

// Translates ASCII text as far as it stays ASCII and gets no longer; *at: how far.
static py_value translate_ascii(struct py_isolate *iso, py_value text, py_value table,
                                uint8_t *known, size_t *at)
{
    size_t n = py_str(text)->len, i = 0, len = 0;
    py_value out = py_tick(iso, n / 16) ? py_str_alloc(iso, n, ASCII - 1) : NULL;
    if (!out) return NULL;
    const unsigned char *from = (const unsigned char *)py_str(text)->data;
    unsigned char *to = (unsigned char *)py_str(out)->data;
    for (; i < n; i++) {
        int entry = known[from[i]];
        if (entry == UNKNOWN) entry = ascii_entry(iso, table, from[i], known);
        if (entry < 0) return NULL;
        if (entry == OTHER) break;
        to[len] = (unsigned char)entry;
        len += entry != DROPPED;
    }
    *at = i;
    return len == n ? out : py_str_slice(iso, out, 0, len);
}

PY_NATIVE(py_str_m_translate)
{
    uint8_t known[ASCII]; // of the table; one of the program's own is asked again beyond ASCII text
    bool plain = py_is_exact(a[1], PY_K_DICT) || py_is_exact(a[1], PY_K_LIST);
    size_t i = 0;
    py_value done = NULL;
    struct py_sb b;
    memset(known, UNKNOWN, sizeof known);
    if (py_str(a[0])->ascii) {
        done = translate_ascii(iso, a[0], a[1], known, &i);
        if (!done || i == py_str(a[0])->len) return done;
    }
    py_sb_init(&b, iso);
    if (done) py_sb_str(&b, done);
    for (; i < py_str(a[0])->len; i++) {
        uint32_t c = py_str_at(py_str(a[0]), i);
        int entry = plain && c < ASCII ? ascii_entry(iso, a[1], c, known) : OTHER;
        if (entry < ASCII && entry >= 0) py_sb_char(&b, (uint32_t)entry);
        else if (entry < 0 ||
                 (entry == OTHER && !(py_tick(iso, 1) && translate_char(iso, &b, a[1], c))))
            return NULL;
    }
    return py_tick(iso, py_str(a[0])->len / 8) ? py_sb_finish(&b) : NULL;
}

// --- the rest -----------------------------------------------------------------------------------

PY_NATIVE(py_str_m_encode)
{
    for (int i = 1; i <= 2; i++)
        if (a[i] && !py_is_str(a[i]))
            return py_raise_type_error(iso, "encode() argument '%s' must be str, not %A",
                                       i == 1 ? "encoding" : "errors", a[i]);
    return py_encode(iso, a[0], a[1], a[2]);
}

PY_NATIVE_RAW(py_str_m_format)
{
    py_value args = py_tuple_from(iso, a + 1, (uint64_t)(n - 1)), map = NULL;
    if (!args) return NULL;
    if (kw) {
        map = py_dict_new(iso);
        for (uint64_t i = 0; map && i < py_tuple(kw)->n; i++)
            if (!py_dict_set(iso, py_dict(map), py_tuple(kw)->v[i], a[(uint64_t)n + i]))
                return NULL;
        if (!map) return NULL;
    }
    return py_str_format_fields(iso, a[0], args, map);
}

PY_NATIVE(py_str_m_format_map)
{
    return py_str_format_fields(iso, a[0], NULL, a[1]);
}

static PY_NATIVE(m_getnewargs)
{
    py_value s = py_str_exact(iso, a[0]);
    return s ? py_tuple_from(iso, &s, 1) : NULL;
}

static PY_NATIVE(m_format_spec)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "__format__() argument must be str, not %A", a[1]);
    return py_str_format_spec(iso, a[0], a[1]);
}

static PY_NATIVE(m_sizeof)
{
    const struct py_str *s = py_str(a[0]);
    // As CPython lays its strings out: a 40-byte header for ASCII, 56 for others, and a zero.
    return py_small_new((s->ascii ? 40 : 56) + ((int64_t)s->len + 1) * s->width);
}

// --- what is written as for bytes ---------------------------------------------------------------

static py_value finish(struct py_sb *b, PY_UNUSED py_value like)
{
    return py_sb_finish(b);
}

#define METHOD(name) PY_NATIVE(py_str_m_##name)
#define LENGTH(v) ((int64_t)py_str(v)->len)
#define AT(v, i) py_str_at(py_str(v), i)
#define ABSENT "substring not found"
#define BUILDER struct py_sb
#define begin py_sb_init
#define put py_sb_char
#define put_fill py_sb_fill
#include "text_find.inc.h"

// --- the table ----------------------------------------------------------------------------------

#define ROW(name, sig, doc) PY_ROW(#name, py_str_m_##name, sig, doc)
const struct py_native_row py_str_methods[] = {
    ROW(capitalize, "", "First character in title case, the others in lower case."),
    ROW(casefold, "", "For comparisons that ignore case: a stronger lower(), 'ß' becomes 'ss'."),
    ROW(center, "width, fillchar=' ', /", "In the middle of fill characters, width in all."),
    ROW(count, "sub, start=None, end=None, /", "How often sub occurs without overlapping itself."),
    ROW(encode, "encoding='utf-8', errors='strict'",
        "The text as bytes; errors says what happens to characters that encoding lacks."),
    ROW(endswith, "suffix, start=None, end=None, /",
        "Does the text, or its part from start to end, end so? A tuple means: in one of "
        "these ways?"),
    ROW(expandtabs, "tabsize=8", "Each tab replaced by spaces up to the next multiple of tabsize."),
    ROW(find, "sub, start=None, end=None, /", "Place where sub first occurs, or -1."),
    ROW(format, "*args, **kwargs",
        "The text with each {...} replaced by an argument: '{1} {x}'.format(0, 1, x=2)."),
    ROW(format_map, "mapping, /",
        "format(**mapping) without copying the mapping: absent keys go to its "
        "__missing__."),
    ROW(index, "sub, start=None, end=None, /",
        "Place where sub first occurs; ValueError where it does not."),
    ROW(isalnum, "", "Only letters and numbers, and at least one?"),
    ROW(isalpha, "", "Only letters, and at least one?"),
    ROW(isascii, "", "Nothing but ASCII? An empty text counts as yes."),
    ROW(isdecimal, "", "Only decimal digits, in any script, and at least one?"),
    ROW(isdigit, "", "Only digits, '²' being one too, and at least one?"),
    ROW(isidentifier, "", "Could it be a name in Python? Keywords count too; see module keyword."),
    ROW(islower, "", "At least one cased letter, and all of them lower case?"),
    ROW(isnumeric, "",
        "Only characters with a number for a value, '½' being one too, and at least one?"),
    ROW(isprintable, "",
        "Would repr() show every character as it is? An empty text counts as yes."),
    ROW(isspace, "", "Only white space, and at least one?"),
    ROW(istitle, "", "Does every word begin with a capital and go on in lower case?"),
    ROW(isupper, "", "At least one cased letter, and all of them upper case?"),
    ROW(join, "iterable, /",
        "The strings of an iterable one after another, with this one between them."),
    ROW(ljust, "width, fillchar=' ', /",
        "At the left, with fill characters behind it, width in all."),
    ROW(lower, "", "In lower case."),
    ROW(lstrip, "chars=None, /", "Without white space, or any of chars, in front."),
    PY_STATIC_ROW("maketrans", py_str_m_maketrans, "x, y=None, z=None, /",
                  "A table for translate(): of a dict, or of equally long texts from and to, then "
                  "characters to drop."),
    ROW(partition, "sep, /",
        "What precedes sep, sep and what follows it; without sep: all and twice ''."),
    ROW(removeprefix, "prefix, /", "Without the prefix, if it has it; once only."),
    ROW(removesuffix, "suffix, /", "Without the suffix, if it has it; once only."),
    ROW(replace, "old, new, count=-1, /",
        "With new in place of old, everywhere or the first count times."),
    ROW(rfind, "sub, start=None, end=None, /", "Place where sub last occurs, or -1."),
    ROW(rindex, "sub, start=None, end=None, /",
        "Place where sub last occurs; ValueError where it does not."),
    ROW(rjust, "width, fillchar=' ', /",
        "At the right, with fill characters before it, width in all."),
    ROW(rpartition, "sep, /",
        "What precedes the last sep, sep and what follows it; without sep: twice '' and "
        "all."),
    ROW(rsplit, "sep=None, maxsplit=-1", "Like split(), but maxsplit counts from the right."),
    ROW(rstrip, "chars=None, /", "Without white space, or any of chars, behind."),
    ROW(split, "sep=None, maxsplit=-1",
        "The parts between separators; without sep, the words between runs of white "
        "space."),
    ROW(splitlines, "keepends=False", "The lines; keepends: with what ends them."),
    ROW(startswith, "prefix, start=None, end=None, /",
        "Does the text, or its part from start to end, begin so? A tuple means: in one "
        "of these ways?"),
    ROW(strip, "chars=None, /", "Without white space, or any of chars, at both ends."),
    ROW(swapcase, "", "Upper case becomes lower and lower case upper."),
    ROW(title, "", "Each word with a capital in front and the rest in lower case."),
    ROW(translate, "table, /",
        "Each character replaced by what the table has under its code point: text, a "
        "code point or None to drop it."),
    ROW(upper, "", "In upper case."),
    ROW(zfill, "width, /", "With zeros in front, behind a sign if there is one, width in all."),
    PY_ROW("__format__", m_format_spec, "format_spec, /", "What format() calls."),
    PY_ROW("__getnewargs__", m_getnewargs, "", NULL),
    PY_ROW("__sizeof__", m_sizeof, "", "Bytes of memory that the text takes."),
    {0},
};
