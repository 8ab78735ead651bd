// Match objects.
#include "../obj/text_int.h"
#include "../obj/item.h"
#include "re_int.h"

#define SELF(v) ((struct py_re_match *)(v))

bool py_re_subject_of(struct py_isolate *iso, const struct py_re *re, py_value v,
                      struct py_re_subject *out)
{
    out->v = v;
    if (py_is_str(v)) {
        if (re && re->bytes) {
            py_raise_type_error(iso, "cannot use a bytes pattern on a string-like object");
            return false;
        }
        out->data = py_str(v)->data;
        out->len = py_str(v)->len;
        out->width = py_str(v)->width;
        return true;
    }
    const unsigned char *p;
    if (!py_is_buffer(iso, v)) {
        py_raise_type_error(iso, "expected string or bytes-like object, got '%T'", v);
        return false;
    }
    if (re && !re->bytes) {
        py_raise_type_error(iso, "cannot use a string pattern on a bytes-like object");
        return false;
    }
    if (!py_bytes_view(iso, v, &p, &out->len)) return false;
    out->data = p;
    out->width = 1;
    return true;
}

py_value py_re_slice(struct py_isolate *iso, const struct py_re_subject *s, int64_t from,
                     int64_t to)
{
    if (py_is_str(s->v)) return py_str_slice(iso, s->v, (size_t)from, (size_t)to);
    return py_bytes_new(iso, (const char *)s->data + from, (size_t)(to - from));
}

// The group that closed last: the one that ends last, by the order of brackets among equals.
static int64_t last_closed(const struct py_re *re, const int64_t *regs)
{
    int64_t best = 0;
    const uint32_t *close = (const uint32_t *)(const void *)re->close->u.b;
    for (uint32_t g = 1; g <= re->groups; g++) {
        if (regs[2 * g] < 0) continue;
        int64_t end = regs[2 * g + 1], best_end = best ? regs[2 * best + 1] : -1;
        if (end > best_end || (end == best_end && close[g] > close[best])) best = g;
    }
    return best;
}

py_value py_re_match_new(struct py_isolate *iso, struct py_re *re, py_value string, int64_t pos,
                         int64_t end, const int64_t *regs)
{
    size_t bytes = 2 * (re->groups + 1) * sizeof *regs;
    struct py_re_match *m = py_new(iso, py_re_type(iso, PY_RE_T_MATCH), sizeof *m + bytes);
    if (!m) return NULL;
    m->re = re;
    m->string = string;
    m->pos = pos;
    m->end = end;
    memcpy(m->regs, regs, bytes);
    m->last = last_closed(re, regs);
    return (py_value)m;
}

static py_value re_match_group(struct py_isolate *iso, struct py_re_match *m, int64_t group,
                               py_value unset)
{
    struct py_re_subject s;
    int64_t from = m->regs[2 * group], to = m->regs[2 * group + 1];
    if (from < 0) return unset;
    if (!py_re_subject_of(iso, NULL, m->string, &s)) return NULL;
    if ((uint64_t)to > s.len) to = (int64_t)s.len; // a bytearray that shrank
    return from > to ? py_re_slice(iso, &s, to, to) : py_re_slice(iso, &s, from, to);
}

// Group number from an index or a name. -1: IndexError raised.
static int64_t re_group_index(struct py_isolate *iso, const struct py_re *re, py_value key)
{
    int64_t g = -1;
    if (py_is_int(key)) {
        g = py_small(key);
    } else if (py_is_str(key) || py_is_kind(key, PY_K_BYTES)) {
        py_value v = py_dict_get(iso, py_dict(re->names), key);
        if (!v && py_error(iso)) return -1;
        if (v) g = py_small(v);
    } else if (py_is_anyint(key) || py_type_of(iso, key)->s.index) {
        if (!py_as_index(iso, key, &g)) return -1;
    }
    if (g >= 0 && g <= (int64_t)re->groups) return g;
    py_raise(iso, PY_T_IndexError, "no such group");
    return -1;
}

static py_value one(struct py_isolate *iso, struct py_re_match *m, py_value key, py_value unset)
{
    int64_t g = re_group_index(iso, m->re, key);
    return g < 0 ? NULL : re_match_group(iso, m, g, unset);
}

static PY_NATIVE_RAW(m_group)
{
    if (n == 1) return re_match_group(iso, SELF(a[0]), 0, PY_NONE);
    if (n == 2) return one(iso, SELF(a[0]), a[1], PY_NONE);
    py_value t = py_tuple_new(iso, (uint64_t)(n - 1));
    for (int i = 1; t && i < n; i++) {
        py_value v = one(iso, SELF(a[0]), a[i], PY_NONE);
        if (!v) return NULL;
        py_tuple(t)->v[i - 1] = v;
    }
    return t;
}

static PY_NATIVE(m_groups)
{
    struct py_re_match *m = SELF(a[0]);
    py_value t = py_tuple_new(iso, m->re->groups);
    for (uint32_t g = 1; t && g <= m->re->groups; g++) {
        py_value v = re_match_group(iso, m, g, a[1] ? a[1] : PY_NONE);
        if (!v) return NULL;
        py_tuple(t)->v[g - 1] = v;
    }
    return t;
}

static PY_NATIVE(m_groupdict)
{
    struct py_re_match *m = SELF(a[0]);
    py_value d = py_dict_new(iso), k, g;
    uint64_t pos = 0;
    while (d && py_dict_next(iso, py_dict(m->re->names), &pos, &k, &g)) {
        py_value v = re_match_group(iso, m, py_small(g), a[1] ? a[1] : PY_NONE);
        if (!v || !py_dict_set(iso, py_dict(d), k, v)) return NULL;
    }
    return d;
}

static int64_t group_arg(struct py_isolate *iso, py_value *a)
{
    return a[1] ? re_group_index(iso, SELF(a[0])->re, a[1]) : 0;
}

static PY_NATIVE(m_start)
{
    int64_t g = group_arg(iso, a);
    return g < 0 ? NULL : py_small_new(SELF(a[0])->regs[2 * g]);
}

static PY_NATIVE(m_end)
{
    int64_t g = group_arg(iso, a);
    return g < 0 ? NULL : py_small_new(SELF(a[0])->regs[2 * g + 1]);
}

static py_value span(struct py_isolate *iso, const struct py_re_match *m, int64_t g)
{
    return py_tuple_pack(iso, 2, py_small_new(m->regs[2 * g]), py_small_new(m->regs[2 * g + 1]));
}

static PY_NATIVE(m_span)
{
    int64_t g = group_arg(iso, a);
    return g < 0 ? NULL : span(iso, SELF(a[0]), g);
}

static PY_NATIVE(m_expand)
{
    return py_re_expand(iso, SELF(a[0]), a[1]);
}
static PY_NATIVE(m_self)
{
    return a[0];
}

static const struct py_native_row methods[] = {
    PY_ROW("group", m_group, "*args",
           "Text that groups matched, by number or name; several make a tuple. 0 is the "
           "whole."),
    PY_ROW("groups", m_groups, "default=None", NULL),
    PY_ROW("groupdict", m_groupdict, "default=None", NULL),
    PY_ROW("start", m_start, "group=0, /", NULL),
    PY_ROW("end", m_end, "group=0, /", NULL),
    PY_ROW("span", m_span, "group=0, /", NULL),
    PY_ROW("expand", m_expand, "template", NULL),
    PY_ROW("__copy__", m_self, "", NULL),
    PY_ROW("__deepcopy__", m_self, "memo, /", NULL),
    {0},
};

static py_value get_pos(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_small_new(SELF(v)->pos);
}
static py_value get_endpos(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_small_new(SELF(v)->end);
}
static py_value get_re(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)SELF(v)->re;
}
static py_value get_string(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return SELF(v)->string;
}

static py_value get_lastindex(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return SELF(v)->last ? py_small_new(SELF(v)->last) : PY_NONE;
}

static py_value get_lastgroup(PY_UNUSED struct py_isolate *iso, py_value v)
{
    struct py_re_match *m = SELF(v);
    return m->last ? py_tuple(m->re->group_names)->v[m->last] : PY_NONE;
}

static py_value get_regs(struct py_isolate *iso, py_value v)
{
    struct py_re_match *m = SELF(v);
    py_value t = py_tuple_new(iso, m->re->groups + 1);
    for (uint32_t g = 0; t && g <= m->re->groups; g++)
        if (!(py_tuple(t)->v[g] = span(iso, m, g))) return NULL;
    return t;
}

static const struct py_getset_row getset[] = {
    {"pos", get_pos, NULL, NULL},
    {"endpos", get_endpos, NULL, NULL},
    {"re", get_re, NULL, NULL},
    {"string", get_string, NULL, NULL},
    {"lastindex", get_lastindex, NULL, NULL},
    {"lastgroup", get_lastgroup, NULL, NULL},
    {"regs", get_regs, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static py_value getitem(struct py_isolate *iso, py_value v, py_value key)
{
    return one(iso, SELF(v), key, PY_NONE);
}

static py_value repr(struct py_isolate *iso, py_value v)
{
    py_value text = re_match_group(iso, SELF(v), 0, PY_NONE);
    if (!text) return NULL;
    py_value shown = py_repr(iso, text);
    if (shown && py_str(shown)->len > 50) shown = py_str_slice(iso, shown, 0, 50);
    return shown ? py_str_format(iso, "<re.Match object; span=(%lld, %lld), match=%U>",
                                 (long long)SELF(v)->regs[0], (long long)SELF(v)->regs[1], shown)
                 : NULL;
}

static int truth(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value v)
{
    return 1;
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_re_match *)o)->re);
    py_mark(iso, ((struct py_re_match *)o)->string);
}

const struct py_typedef py_re_match_def = {
    .name = "re.Match",
    .keyed = true,
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_re_match),
    .final = true,
    .doc = "What a search found, and where.",
    .methods = methods,
    .getset = getset,
    .slots = {.repr = repr, .truth = truth, .getitem = getitem},
    .trace = trace,
};
