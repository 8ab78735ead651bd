// Pattern objects and the cache of compiled patterns.
#include "../obj/exc.h"
#include "../obj/text_int.h"
#include "../obj/typeobj.h"
#include "re_int.h"

#define SELF(v) ((struct py_re *)(v))

enum { CACHE_MAX = 512 };

struct py_type *py_re_type(struct py_isolate *iso, int which)
{
    return (struct py_type *)py_list(iso->module_state[PY_MS_RE])->v[which];
}

void *py_re_error(struct py_isolate *iso, py_value message, py_value pattern, int64_t at)
{
    py_value m = message ? py_import(iso, "re") : NULL,
             cls = m ? py_getattr_s(iso, m, "error") : NULL;
    py_value args[3] = {message, pattern, at < 0 ? PY_NONE : py_small_new(at)};
    py_value e = cls ? py_call(iso, cls, args, 3) : NULL;
    return e ? py_raise_value(iso, e) : NULL;
}

static bool check_flags(struct py_isolate *iso, bool bytes, uint32_t flags)
{
    const char *error = NULL;
    if (!bytes && flags & PY_RE_L) error = "cannot use LOCALE flag with a str pattern";
    else if (bytes && flags & PY_RE_U) error = "cannot use UNICODE flag with a bytes pattern";
    else if (flags & PY_RE_A && flags & PY_RE_U) error = "ASCII and UNICODE flags are incompatible";
    else if (flags & PY_RE_A && flags & PY_RE_L) error = "ASCII and LOCALE flags are incompatible";
    if (error) py_raise_value_error(iso, "%s", error);
    return !error;
}

static py_value group_names(struct py_isolate *iso, const struct py_re_parsed *p)
{
    py_value t = py_tuple_new(iso, p->groups + 1), k, g;
    uint64_t pos = 0;
    for (uint32_t i = 0; t && i <= p->groups; i++) py_tuple(t)->v[i] = PY_NONE;
    while (t && py_dict_next(iso, py_dict(p->names), &pos, &k, &g)) py_tuple(t)->v[py_small(g)] = k;
    return t;
}

static py_value make(struct py_isolate *iso, py_value pattern, uint32_t flags)
{
    struct py_re_parsed p;
    py_value text = pattern;
    bool bytes = !py_is_str(pattern);
    if (!check_flags(iso, bytes, flags)) return NULL;
    if (bytes) text = py_str_from_width(iso, py_bytes(pattern)->b, py_bytes(pattern)->len, 1);
    if (!text || !py_re_parse(iso, text, pattern, flags, 0x10ffff, &p)) return NULL;
    if (!check_flags(iso, bytes, p.flags)) return NULL;
    struct py_re *re = py_new(iso, py_re_type(iso, PY_RE_T_PATTERN), sizeof *re);
    if (!re) return NULL;
    re->pattern = pattern;
    re->bytes = bytes;
    re->flags = p.flags;
    re->groups = p.groups;
    re->risky = p.risky;
    re->repeats = p.repeats;
    re->shape = p.shape;
    re->names = p.names;
    re->close = p.close;
    re->group_names = group_names(iso, &p);
    return re->group_names ? (py_value)re : NULL;
}

py_value py_re_compile(struct py_isolate *iso, py_value pattern, uint32_t flags)
{
    if (py_is_ptr(pattern) && py_type_of(iso, pattern) == py_re_type(iso, PY_RE_T_PATTERN)) {
        if (flags)
            return py_raise_value_error(iso,
                                        "cannot process flags argument with a compiled pattern");
        return pattern;
    }
    if (!py_is_str(pattern) && !py_is_byteslike(pattern))
        return py_raise_type_error(iso, "first argument must be string or compiled pattern");
    if (py_is_kind(pattern, PY_K_BYTEARRAY)) {
        pattern = py_call1(iso, (py_value)py_t(iso, PY_T_BYTES), pattern);
        if (!pattern) return NULL;
    }
    py_value key = pattern, cache = py_list(iso->module_state[PY_MS_RE])->v[PY_RE_CACHE];
    if (flags || !py_is_exact(pattern, PY_K_STR)) {
        key = py_tuple_pack(iso, 3, (py_value)py_type_of(iso, pattern), pattern,
                            py_small_new(flags));
        if (!key) return NULL;
    }
    py_value re = py_dict_get(iso, py_dict(cache), key);
    if (re || py_error(iso)) return re;
    if (flags & PY_RE_TEMPLATE &&
        !py_warn_running(iso, PY_T_DeprecationWarning,
                         "The re.TEMPLATE/re.T flag is deprecated as it is an undocumented flag "
                         "without an obvious purpose. Don't use it."))
        return NULL;
    re = make(iso, pattern, flags & ~(uint32_t)PY_RE_DEBUG);
    if (!re) return NULL;
    if (py_dict(cache)->n >= CACHE_MAX) py_dict_clear(iso, py_dict(cache));
    return py_dict_set(iso, py_dict(cache), key, re) ? re : NULL;
}

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(m_match)
{
    return py_re_find(iso, SELF(a[0]), a[1], a[2], a[3], PY_RE_ANCHORED);
}
static PY_NATIVE(m_fullmatch)
{
    return py_re_find(iso, SELF(a[0]), a[1], a[2], a[3], PY_RE_FULL);
}
static PY_NATIVE(m_search)
{
    return py_re_find(iso, SELF(a[0]), a[1], a[2], a[3], 0);
}
static PY_NATIVE(m_findall)
{
    return py_re_findall(iso, SELF(a[0]), a[1], a[2], a[3]);
}
static PY_NATIVE(m_finditer)
{
    return py_re_finditer(iso, SELF(a[0]), a[1], a[2], a[3], 0);
}
static PY_NATIVE(m_self)
{
    return a[0];
}

static PY_NATIVE(m_split)
{
    int64_t max = 0;
    return py_text_int(iso, a[2], &max) ? py_re_split(iso, SELF(a[0]), a[1], max) : NULL;
}

static PY_NATIVE(m_sub)
{
    int64_t count = 0, done;
    return py_text_int(iso, a[3], &count) ? py_re_sub(iso, SELF(a[0]), a[1], a[2], count, &done)
                                          : NULL;
}

static PY_NATIVE(m_subn)
{
    int64_t count = 0, done;
    if (!py_text_int(iso, a[3], &count)) return NULL;
    py_value s = py_re_sub(iso, SELF(a[0]), a[1], a[2], count, &done);
    return s ? py_tuple_pack(iso, 2, s, py_small_new(done)) : NULL;
}

static const struct py_native_row methods[] = {
    PY_ROW("match", m_match, "string, pos=0, endpos=9223372036854775807", NULL),
    PY_ROW("fullmatch", m_fullmatch, "string, pos=0, endpos=9223372036854775807", NULL),
    PY_ROW("search", m_search, "string, pos=0, endpos=9223372036854775807", NULL),
    PY_ROW("findall", m_findall, "string, pos=0, endpos=9223372036854775807", NULL),
    PY_ROW("finditer", m_finditer, "string, pos=0, endpos=9223372036854775807", NULL),
    PY_ROW("scanner", m_finditer, "string, pos=0, endpos=9223372036854775807", NULL),
    PY_ROW("split", m_split, "string, maxsplit=0", NULL),
    PY_ROW("sub", m_sub, "repl, string, count=0", NULL),
    PY_ROW("subn", m_subn, "repl, string, count=0", NULL),
    PY_ROW("__copy__", m_self, "", NULL),
    PY_ROW("__deepcopy__", m_self, "memo, /", NULL),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /", NULL),
    {0},
};

static py_value get_pattern(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return SELF(v)->pattern;
}
static py_value get_flags(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_small_new(SELF(v)->flags);
}
static py_value get_groups(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_small_new(SELF(v)->groups);
}
static py_value get_groupindex(struct py_isolate *iso, py_value v)
{
    return py_mappingproxy_new(iso, SELF(v)->names);
}

static const struct py_getset_row getset[] = {
    {"pattern", get_pattern, NULL, NULL},
    {"flags", get_flags, NULL, NULL},
    {"groups", get_groups, NULL, NULL},
    {"groupindex", get_groupindex, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static py_value repr(struct py_isolate *iso, py_value v)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } flags[] = {{PY_RE_TEMPLATE, "re.TEMPLATE"}, {PY_RE_I, "re.IGNORECASE"},
                 {PY_RE_L, "re.LOCALE"},          {PY_RE_M, "re.MULTILINE"},
                 {PY_RE_S, "re.DOTALL"},          {PY_RE_U, "re.UNICODE"},
                 {PY_RE_X, "re.VERBOSE"},         {PY_RE_A, "re.ASCII"}};
    struct py_sb b;
    uint32_t set = SELF(v)->flags;
    char mark = ',';
    if (!SELF(v)->bytes && (set & PY_RE_TYPE_FLAGS) == PY_RE_U) set &= ~(uint32_t)PY_RE_U;
    py_value text = py_repr(iso, SELF(v)->pattern);
    if (text && py_str(text)->len > 200) text = py_str_slice(iso, text, 0, 200);
    py_sb_init(&b, iso);
    py_sb_z(&b, "re.compile(");
    py_sb_str(&b, text);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!(set & flags[i].flag)) continue;
        py_sb_char(&b, (unsigned char)mark);
        if (mark == ',') py_sb_char(&b, ' ');
        py_sb_z(&b, flags[i].name);
        mark = '|';
        set &= ~flags[i].flag;
    }
    if (set) py_sb_format(&b, "%s0x%x", mark == ',' ? ", " : "|", (unsigned)set);
    py_sb_char(&b, ')');
    return py_sb_finish(&b);
}

static bool hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    if (!py_hash(iso, SELF(v)->pattern, out)) return false;
    *out ^= (uint64_t)SELF(v)->flags * 0x9e3779b97f4a7c15u;
    return true;
}

static py_value compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (op != PY_CMP_EQ && op != PY_CMP_NE) return PY_NOTIMPL;
    if (!py_is_ptr(b) || py_type_of(iso, b) != py_type_of(iso, a)) return PY_NOTIMPL;
    const struct py_re *x = SELF(a), *y = SELF(b);
    int same = x == y                                         ? 1
               : x->flags == y->flags && x->bytes == y->bytes ? py_eq(iso, x->pattern, y->pattern)
                                                              : 0;
    return same < 0 ? NULL : py_bool(same == (op == PY_CMP_EQ));
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_re *re = (struct py_re *)o;
    py_mark(iso, re->pattern);
    py_mark(iso, re->names);
    py_mark(iso, re->group_names);
    py_mark_obj(iso, re->close);
    py_mark(iso, re->widened);
    py_mark_obj(iso, re->wide);
}

static void finalize(struct py_isolate *iso, struct py_obj *o)
{
    py_re_free_code(iso, (struct py_re *)o);
}

const struct py_typedef py_re_pattern_def = {
    .name = "re.Pattern",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_re),
    .final = true,
    .doc = "A regular expression, ready to search with.",
    .methods = methods,
    .getset = getset,
    .slots = {.repr = repr, .hash = hash, .compare = compare},
    .trace = trace,
    .finalize = finalize,
};
