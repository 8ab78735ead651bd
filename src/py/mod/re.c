// Module re: the functions. Flags and the class error are in lib/re/__init__.py.
#include "../obj/item.h"
#include "../obj/text_int.h"
#include "re_int.h"

static struct py_re *pattern(struct py_isolate *iso, py_value v, py_value flags)
{
    int64_t f = 0;
    if (!py_text_int(iso, flags, &f)) return NULL;
    return (struct py_re *)py_re_compile(iso, v, (uint32_t)f);
}

static py_value find(struct py_isolate *iso, py_value *a, int how)
{
    struct py_re *re = pattern(iso, a[0], a[2]);
    return re ? py_re_find(iso, re, a[1], NULL, NULL, how) : NULL;
}

static PY_NATIVE(m_compile)
{
    return (py_value)pattern(iso, a[0], a[1]);
}
static PY_NATIVE(m_match)
{
    return find(iso, a, PY_RE_ANCHORED);
}
static PY_NATIVE(m_fullmatch)
{
    return find(iso, a, PY_RE_FULL);
}
static PY_NATIVE(m_search)
{
    return find(iso, a, 0);
}

static PY_NATIVE(m_findall)
{
    struct py_re *re = pattern(iso, a[0], a[2]);
    return re ? py_re_findall(iso, re, a[1], NULL, NULL) : NULL;
}

static PY_NATIVE(m_finditer)
{
    struct py_re *re = pattern(iso, a[0], a[2]);
    return re ? py_re_finditer(iso, re, a[1], NULL, NULL, 0) : NULL;
}

static PY_NATIVE(m_split)
{
    int64_t max = 0;
    struct py_re *re = pattern(iso, a[0], a[3]);
    return re && py_text_int(iso, a[2], &max) ? py_re_split(iso, re, a[1], max) : NULL;
}

static py_value sub(struct py_isolate *iso, py_value *a, int64_t *done)
{
    int64_t count = 0;
    struct py_re *re = pattern(iso, a[0], a[4]);
    return re && py_text_int(iso, a[3], &count) ? py_re_sub(iso, re, a[1], a[2], count, done)
                                                : NULL;
}

static PY_NATIVE(m_sub)
{
    int64_t done;
    return sub(iso, a, &done);
}

static PY_NATIVE(m_subn)
{
    int64_t done;
    py_value s = sub(iso, a, &done);
    return s ? py_tuple_pack(iso, 2, s, py_small_new(done)) : NULL;
}

static PY_NATIVE(m_escape)
{
    static const char special[] = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f";
    struct py_sb b;
    const unsigned char *p;
    size_t len;
    py_value text = a[0];
    bool bytes = !py_is_str(text);
    if (bytes && !py_is_buffer(iso, text))
        return py_raise_type_error(iso, "decoding to str: need a bytes-like object, %T found",
                                   text);
    if (bytes &&
        (!py_bytes_view(iso, text, &p, &len) || !(text = py_str_from_width(iso, p, len, 1))))
        return NULL;
    if (!py_tick(iso, py_str(text)->len / 4)) return NULL;
    py_sb_init(&b, iso);
    for (size_t i = 0; i < py_str(text)->len; i++) {
        uint32_t c = py_str_at(py_str(text), i);
        if (c && c < 128 && strchr(special, (int)c)) py_sb_char(&b, '\\');
        py_sb_char(&b, c);
    }
    text = py_sb_finish(&b);
    return text && bytes ? py_bytes_new(iso, py_str(text)->data, py_str(text)->len) : text;
}

static PY_NATIVE(m_purge)
{
    py_dict_clear(iso, py_dict(py_list(iso->module_state[PY_MS_RE])->v[PY_RE_CACHE]));
    return PY_NONE;
}

static const struct py_native_row functions[] = {
    PY_ROW("compile", m_compile, "pattern, flags=0",
           "A pattern to search with, again and again without parsing it anew."),
    PY_ROW("match", m_match, "pattern, string, flags=0", NULL),
    PY_ROW("fullmatch", m_fullmatch, "pattern, string, flags=0", NULL),
    PY_ROW("search", m_search, "pattern, string, flags=0", NULL),
    PY_ROW("findall", m_findall, "pattern, string, flags=0", NULL),
    PY_ROW("finditer", m_finditer, "pattern, string, flags=0", NULL),
    PY_ROW("split", m_split, "pattern, string, maxsplit=0, flags=0", NULL),
    PY_ROW("sub", m_sub, "pattern, repl, string, count=0, flags=0", NULL),
    PY_ROW("subn", m_subn, "pattern, repl, string, count=0, flags=0", NULL),
    PY_ROW("escape", m_escape, "pattern",
           "The text with a backslash before whatever has a meaning in patterns."),
    PY_ROW("purge", m_purge, "", NULL),
    {0},
};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    py_value state = py_list_new(iso, PY_RE_STATE_COUNT);
    py_value parts[PY_RE_STATE_COUNT] = {
        (py_value)py_type_from_def(iso, &py_re_pattern_def, NULL, "re"),
        (py_value)py_type_from_def(iso, &py_re_match_def, NULL, "re"),
        (py_value)py_type_from_def(iso, &py_re_iter_def, NULL, "re"), py_dict_new(iso)};
    if (parts[PY_RE_T_PATTERN])
        ((struct py_type *)parts[PY_RE_T_PATTERN])->flags |= PY_TF_WEAKREFABLE;
    for (int i = 0; i < PY_RE_STATE_COUNT; i++)
        if (!state || !parts[i] || !py_list_append(iso, state, parts[i])) return false;
    iso->module_state[PY_MS_RE] = state;
    return py_module_set(iso, m, "Pattern", parts[PY_RE_T_PATTERN]) &&
           py_module_set(iso, m, "Match", parts[PY_RE_T_MATCH]);
}

const struct py_moddef py_mod_re = {
    .name = "re", .functions = functions, .init = init, .doc = "Regular expressions."};
