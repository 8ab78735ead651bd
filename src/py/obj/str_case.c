// Case methods and character tests of str, by the Unicode tables.
#include "str_type.h"
#include "text_int.h"

static void put_mapped(struct py_sb *b, uint32_t c, enum py_case_map how)
{
    uint32_t out[3];
    int n = py_char_map(c, how, out);
    for (int i = 0; i < n; i++) py_sb_char(b, out[i]);
}

// Greek capital sigma at i is lower-cased to its final form at the end of a word.
static uint32_t lower_sigma(const struct py_str *s, size_t i)
{
    size_t j = i;
    while (j > 0 && py_char_is(py_str_at(s, j - 1), PY_U_IGNORABLE)) j--;
    if (j == 0 || !py_char_is(py_str_at(s, j - 1), PY_U_CASED)) return 0x3c3;
    for (j = i + 1; j < s->len && py_char_is(py_str_at(s, j), PY_U_IGNORABLE);) j++;
    return j == s->len || !py_char_is(py_str_at(s, j), PY_U_CASED) ? 0x3c2 : 0x3c3;
}

static void put_lower(struct py_sb *b, const struct py_str *s, size_t i)
{
    uint32_t c = py_str_at(s, i);
    if (c == 0x3a3) py_sb_char(b, lower_sigma(s, i));
    else put_mapped(b, c, PY_CASE_LOWER);
}

// ASCII text: one output byte an input byte.
static py_value ascii_case(struct py_isolate *iso, py_value v, enum py_ascii_map how)
{
    size_t len = py_str(v)->len;
    py_value r = py_str_alloc(iso, len, 127);
    if (!r || !py_tick(iso, len / 16 + 1)) return NULL;
    py_ascii_map(py_str(r)->data, py_str(v)->data, len, how);
    return r;
}

// Text whose characters all map to one each; NULL without exception when one does not.
static py_value map_simple(struct py_isolate *iso, const struct py_str *s, enum py_case_map how)
{
    uint32_t or_all = 0;
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        if (py_char_is(c, PY_U_SPECIAL) || c == 0x3a3) return NULL;
        or_all |= py_char_simple(c, how);
    }
    py_value r = py_str_alloc(iso, s->len, or_all > 0x10ffff ? 0x10ffff : or_all);
    struct py_str *to = r ? py_str(r) : NULL;
    for (size_t i = 0; r && i < s->len; i++)
        py_char_put(to->data, to->width, i, py_char_simple(py_str_at(s, i), how));
    return r;
}

static py_value map_all(struct py_isolate *iso, py_value v, enum py_case_map how)
{
    if (py_str(v)->len == 0) return py_str_empty(iso);
    if (py_str(v)->ascii)
        return ascii_case(iso, v, how == PY_CASE_UPPER ? PY_TO_UPPER : PY_TO_LOWER);
    if (!py_tick(iso, py_str(v)->len)) return NULL;
    py_value simple = map_simple(iso, py_str(v), how);
    if (simple || iso->exc) return simple;
    struct py_sb b;
    py_sb_init(&b, iso);
    for (size_t i = 0; i < py_str(v)->len; i++) {
        if (how == PY_CASE_LOWER) put_lower(&b, py_str(v), i);
        else put_mapped(&b, py_str_at(py_str(v), i), how);
    }
    return py_sb_finish(&b);
}

PY_NATIVE(py_str_m_upper)
{
    return map_all(iso, a[0], PY_CASE_UPPER);
}
PY_NATIVE(py_str_m_lower)
{
    return map_all(iso, a[0], PY_CASE_LOWER);
}
PY_NATIVE(py_str_m_casefold)
{
    return map_all(iso, a[0], PY_CASE_FOLD);
}

PY_NATIVE(py_str_m_title)
{
    if (py_str(a[0])->ascii) return ascii_case(iso, a[0], PY_TO_TITLE);
    struct py_sb b;
    bool cased = false;
    py_sb_init(&b, iso);
    if (!py_tick(iso, py_str(a[0])->len)) return NULL;
    for (size_t i = 0; i < py_str(a[0])->len; i++) {
        uint32_t c = py_str_at(py_str(a[0]), i);
        if (cased) put_lower(&b, py_str(a[0]), i);
        else put_mapped(&b, c, PY_CASE_TITLE);
        cased = py_char_is(c, PY_U_CASED);
    }
    return py_sb_finish(&b);
}

PY_NATIVE(py_str_m_capitalize)
{
    if (py_str(a[0])->ascii) return ascii_case(iso, a[0], PY_TO_CAPITAL);
    struct py_sb b;
    py_sb_init(&b, iso);
    if (!py_tick(iso, py_str(a[0])->len)) return NULL;
    for (size_t i = 0; i < py_str(a[0])->len; i++) {
        if (i) put_lower(&b, py_str(a[0]), i);
        else put_mapped(&b, py_str_at(py_str(a[0]), 0), PY_CASE_TITLE);
    }
    return py_sb_finish(&b);
}

PY_NATIVE(py_str_m_swapcase)
{
    if (py_str(a[0])->ascii) return ascii_case(iso, a[0], PY_TO_SWAP);
    struct py_sb b;
    py_sb_init(&b, iso);
    if (!py_tick(iso, py_str(a[0])->len)) return NULL;
    for (size_t i = 0; i < py_str(a[0])->len; i++) {
        uint32_t c = py_str_at(py_str(a[0]), i);
        if (py_char_is(c, PY_U_UPPER)) put_lower(&b, py_str(a[0]), i);
        else if (py_char_is(c, PY_U_LOWER)) put_mapped(&b, c, PY_CASE_UPPER);
        else py_sb_char(&b, c);
    }
    return py_sb_finish(&b);
}

// Does every character have one of these flags (and is there any)?
static py_value all_are(struct py_isolate *iso, py_value v, unsigned flags, bool empty)
{
    const struct py_str *s = py_str(v);
    if (!s->len) return py_bool(empty);
    size_t i = 0;
    for (; i < s->len && py_char_is(py_str_at(s, i), flags); i++)
        if (i % 4096 == 4095 && !py_tick(iso, 1024)) return NULL;
    return py_tick(iso, i % 4096 / 4) ? py_bool(i == s->len) : NULL;
}

PY_NATIVE(py_str_m_isalnum)
{
    return all_are(iso, a[0], PY_U_ALNUM, false);
}
PY_NATIVE(py_str_m_isalpha)
{
    return all_are(iso, a[0], PY_U_ALPHA, false);
}
PY_NATIVE(py_str_m_isdecimal)
{
    return all_are(iso, a[0], PY_U_DECIMAL, false);
}
PY_NATIVE(py_str_m_isdigit)
{
    return all_are(iso, a[0], PY_U_DIGIT, false);
}
PY_NATIVE(py_str_m_isnumeric)
{
    return all_are(iso, a[0], PY_U_NUMERIC, false);
}
PY_NATIVE(py_str_m_isspace)
{
    return all_are(iso, a[0], PY_U_SPACE, false);
}
PY_NATIVE(py_str_m_isprintable)
{
    return all_are(iso, a[0], PY_U_PRINT, true);
}
PY_NATIVE(py_str_m_isascii)
{
    return py_bool(py_str(a[0])->ascii || !py_str(a[0])->len);
}

PY_NATIVE(py_str_m_isidentifier)
{
    const struct py_str *s = py_str(a[0]);
    if (!s->len || !py_char_is(py_str_at(s, 0), PY_U_XID_START)) return PY_FALSE;
    size_t i = 1;
    while (i < s->len && py_char_is(py_str_at(s, i), PY_U_XID_CONTINUE)) i++;
    return py_tick(iso, i / 4) ? py_bool(i == s->len) : NULL;
}

// At least one character of `want`, none of `never`.
static py_value cased_only(struct py_isolate *iso, const struct py_str *s, unsigned want,
                           unsigned never)
{
    bool any = false;
    if (!py_tick(iso, s->len / 4)) return NULL;
    for (size_t i = 0; i < s->len; i++) {
        unsigned f = py_uchar(py_str_at(s, i))->flags;
        if (f & never) return PY_FALSE;
        any |= (f & want) != 0;
    }
    return py_bool(any);
}

PY_NATIVE(py_str_m_islower)
{
    return cased_only(iso, py_str(a[0]), PY_U_LOWER, PY_U_UPPER | PY_U_TITLE);
}
PY_NATIVE(py_str_m_isupper)
{
    return cased_only(iso, py_str(a[0]), PY_U_UPPER, PY_U_LOWER | PY_U_TITLE);
}

PY_NATIVE(py_str_m_istitle)
{
    const struct py_str *s = py_str(a[0]);
    bool any = false, inside = false;
    if (!py_tick(iso, s->len / 4)) return NULL;
    for (size_t i = 0; i < s->len; i++) {
        unsigned f = py_uchar(py_str_at(s, i))->flags;
        if (f & (PY_U_UPPER | PY_U_TITLE)) {
            if (inside) return PY_FALSE;
            inside = any = true;
        } else if (f & PY_U_LOWER) {
            if (!inside) return PY_FALSE;
            any = true;
        } else {
            inside = false;
        }
    }
    return py_bool(any);
}
