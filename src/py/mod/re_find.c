// Searching with a pattern: match, search, findall, finditer, split. An empty match is never taken
// twice at one place: after one, the next match must not be empty there.
#include "re_int.h"

enum { SMALL_REGS = 64 };

// Room for the registers: on the caller's stack when few.
static int64_t *regs_room(struct py_isolate *iso, const struct py_re *re, int64_t *small)
{
    size_t n = 2 * (re->groups + 1);
    if (n <= SMALL_REGS) return small;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, n * sizeof(int64_t));
    return b ? (int64_t *)(void *)b->u.b : NULL;
}

// The subject and the part of it to search. The subject comes last: an __index__ may change it.
static bool window(struct py_isolate *iso, const struct py_re *re, py_value string, py_value pos,
                   py_value end, struct py_re_subject *s, size_t *from, size_t *to)
{
    int64_t b = 0, e = INT64_MAX;
    if (pos && !py_as_int64(iso, pos, &b)) return false;
    if (end && !py_as_int64(iso, end, &e)) return false;
    if (!py_re_subject_of(iso, re, string, s)) return false;
    *from = b < 0 ? 0 : (uint64_t)b > s->len ? s->len : (size_t)b;
    *to = e < 0 ? 0 : (uint64_t)e > s->len ? s->len : (size_t)e;
    return true;
}

py_value py_re_find(struct py_isolate *iso, struct py_re *re, py_value string, py_value pos,
                    py_value end, int how)
{
    struct py_re_subject s;
    size_t from, to;
    int64_t small[SMALL_REGS], *regs = regs_room(iso, re, small);
    if (!regs || !window(iso, re, string, pos, end, &s, &from, &to)) return NULL;
    int rc = py_re_exec(iso, re, &s, from, to, how, regs);
    if (rc < 0) return NULL;
    return rc ? py_re_match_new(iso, re, string, (int64_t)from, (int64_t)to, regs) : PY_NONE;
}

// What findall collects for one match: the match, its only group, or a tuple of the groups.
static py_value found(struct py_isolate *iso, const struct py_re *re, const struct py_re_subject *s,
                      const int64_t *regs)
{
    if (re->groups == 0) return py_re_slice(iso, s, regs[0], regs[1]);
    py_value t = re->groups > 1 ? py_tuple_new(iso, re->groups) : PY_NONE;
    for (uint32_t g = 1; t && g <= re->groups; g++) {
        int64_t from = regs[2 * g], to = regs[2 * g + 1];
        py_value v = from < 0 ? py_re_slice(iso, s, 0, 0) : py_re_slice(iso, s, from, to);
        if (!v || re->groups == 1) return v;
        py_tuple(t)->v[g - 1] = v;
    }
    return t;
}

py_value py_re_findall(struct py_isolate *iso, struct py_re *re, py_value string, py_value pos,
                       py_value end)
{
    struct py_re_subject s;
    size_t from, to;
    int64_t small[SMALL_REGS], *regs = regs_room(iso, re, small);
    if (!regs || !window(iso, re, string, pos, end, &s, &from, &to)) return NULL;
    py_value list = py_list_new(iso, 0);
    int how = 0;
    while (list) {
        int rc = py_re_exec(iso, re, &s, from, to, how, regs);
        if (rc < 0) return NULL;
        if (!rc) break;
        py_value v = found(iso, re, &s, regs);
        if (!v || !py_list_append(iso, list, v)) return NULL;
        how = regs[0] == regs[1] ? PY_RE_NOT_EMPTY : 0;
        from = (size_t)regs[1];
    }
    return list;
}

py_value py_re_split(struct py_isolate *iso, struct py_re *re, py_value string, int64_t max)
{
    struct py_re_subject s;
    size_t from = 0, last = 0;
    int64_t small[SMALL_REGS], *regs = regs_room(iso, re, small);
    if (!regs || !py_re_subject_of(iso, re, string, &s)) return NULL;
    py_value list = py_list_new(iso, 0), v;
    int how = 0;
    for (int64_t k = 0; list && (!max || k < max); k++) {
        int rc = py_re_exec(iso, re, &s, from, s.len, how, regs);
        if (rc < 0) return NULL;
        if (!rc) break;
        v = py_re_slice(iso, &s, (int64_t)last, regs[0]);
        if (!v || !py_list_append(iso, list, v)) return NULL;
        for (uint32_t g = 1; g <= re->groups; g++) {
            v = regs[2 * g] < 0 ? PY_NONE : py_re_slice(iso, &s, regs[2 * g], regs[2 * g + 1]);
            if (!v || !py_list_append(iso, list, v)) return NULL;
        }
        how = regs[0] == regs[1] ? PY_RE_NOT_EMPTY : 0;
        from = last = (size_t)regs[1];
    }
    if (!list) return NULL;
    v = py_re_slice(iso, &s, (int64_t)last, (int64_t)s.len);
    return v && py_list_append(iso, list, v) ? list : NULL;
}

// --- finditer and scanner -----------------------------------------------------------------------

struct finder {
    struct py_obj h;
    struct py_re *re;
    py_value string;
    uint64_t start, from, to;
    int how;
    bool done;
};

py_value py_re_finditer(struct py_isolate *iso, struct py_re *re, py_value string, py_value pos,
                        py_value end, PY_UNUSED int how)
{
    struct py_re_subject s;
    size_t from, to;
    if (!window(iso, re, string, pos, end, &s, &from, &to)) return NULL;
    struct finder *f = py_new(iso, py_re_type(iso, PY_RE_T_ITER), sizeof *f);
    if (!f) return NULL;
    f->re = re;
    f->string = string;
    f->start = f->from = from;
    f->to = to;
    return (py_value)f;
}

static py_value step(struct py_isolate *iso, struct finder *f, int extra)
{
    struct py_re_subject s;
    int64_t small[SMALL_REGS], *regs = regs_room(iso, f->re, small);
    if (f->done) return NULL;
    if (!regs || !py_re_subject_of(iso, f->re, f->string, &s)) return NULL;
    if (f->to > s.len) f->to = s.len;
    int rc = py_re_exec(iso, f->re, &s, f->from, f->to, f->how | extra, regs);
    if (rc < 0) return NULL;
    if (!rc) {
        f->done = true;
        return NULL;
    }
    f->how = regs[0] == regs[1] ? PY_RE_NOT_EMPTY : 0;
    f->from = (uint64_t)regs[1];
    return py_re_match_new(iso, f->re, f->string, (int64_t)f->start, (int64_t)f->to, regs);
}

static py_value next(struct py_isolate *iso, py_value v)
{
    return step(iso, (struct finder *)v, 0);
}

static PY_NATIVE(m_search)
{
    py_value m = step(iso, (struct finder *)a[0], 0);
    return m || py_error(iso) ? m : PY_NONE;
}

static PY_NATIVE(m_match)
{
    py_value m = step(iso, (struct finder *)a[0], PY_RE_ANCHORED);
    return m || py_error(iso) ? m : PY_NONE;
}

static py_value get_pattern(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)((struct finder *)v)->re;
}

static const struct py_getset_row getset[] = {{"pattern", get_pattern, NULL, NULL}, {0}};

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct finder *)o)->re);
    py_mark(iso, ((struct finder *)o)->string);
}

static const struct py_native_row methods[] = {
    PY_ROW("match", m_match, "", NULL), PY_ROW("search", m_search, "", NULL), {0}};

const struct py_typedef py_re_iter_def = {
    .name = "re.Scanner",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct finder),
    .final = true,
    .methods = methods,
    .getset = getset,
    .slots = {.iter = py_iter_self, .next = next},
    .trace = trace,
};
