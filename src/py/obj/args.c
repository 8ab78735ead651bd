// Argument helpers of constructors: see args.h.
#include "args.h"

bool py_args_no_kw(struct py_isolate *iso, const char *fn, py_value kw)
{
    if (!kw || !py_tuple(kw)->n) return true;
    py_raise_type_error(iso, "%s() takes no keyword arguments", fn);
    return false;
}

bool py_args_no_kw_make(struct py_isolate *iso, const struct py_type *cls, enum py_type_id base,
                        py_value kw)
{
    const struct py_type *b = py_t(iso, base);
    return cls->s.init != b->s.init || py_args_no_kw(iso, b->def->name, kw);
}

bool py_args_no_kw_plain(struct py_isolate *iso, const struct py_type *cls, const char *fn,
                         py_value kw)
{
    return cls->s.init != py_t(iso, PY_T_OBJECT)->s.init || py_args_no_kw(iso, fn, kw);
}

bool py_args_no_kw_init(struct py_isolate *iso, py_value self, enum py_type_id base, py_value kw)
{
    const struct py_type *b = py_t(iso, base);
    return py_type_of(iso, self)->s.make != b->s.make || py_args_no_kw(iso, b->def->name, kw);
}

bool py_args_count(struct py_isolate *iso, const char *fn, int n, int min, int max)
{
    if (n >= min && n <= max) return true;
    int bound = n < min ? min : max;
    const char *how = min == max ? "" : n < min ? "at least " : "at most ";
    py_raise_type_error(iso, "%s expected %s%d argument%s, got %d", fn, how, bound,
                        bound == 1 ? "" : "s", n);
    return false;
}

// Index of the parameter that keyword `name` names, -1 when none does.
static int find_name(const struct py_args_spec *s, py_value name)
{
    for (int i = s->posonly; i < s->count; i++)
        if (py_str_is(name, s->names[i])) return i;
    return -1;
}

bool py_args_take(struct py_isolate *iso, const struct py_args_spec *s, py_value *a, int n,
                  py_value kw, py_value *out)
{
    int nkw = kw ? (int)py_tuple(kw)->n : 0;
    for (int i = 0; i < s->count; i++) out[i] = i < n && i < s->maxpos ? a[i] : NULL;
    if (n + nkw > s->count || n > s->maxpos) {
        bool positional = n + nkw <= s->count;
        int max = positional ? s->maxpos : s->count;
        const char *what = positional ? "positional " : n ? "" : "keyword ";
        py_raise_type_error(iso, "%s() takes %s %d %sargument%s (%d given)", s->fn,
                            positional && s->min == max ? "exactly" : "at most", max, what,
                            max == 1 ? "" : "s", positional ? n : n + nkw);
        return false;
    }
    py_value unknown = NULL; // reported after what is missing
    for (int i = 0; i < nkw; i++) {
        py_value name = py_tuple(kw)->v[i];
        int at = find_name(s, name);
        if (at < 0) {
            if (!unknown) unknown = name;
            continue;
        }
        if (out[at]) {
            py_raise_type_error(iso, "argument for %s() given by name ('%U') and position (%d)",
                                s->fn, name, at + 1);
            return false;
        }
        out[at] = a[n + i];
    }
    for (int i = 0; i < s->min; i++) {
        if (out[i]) continue;
        py_raise_type_error(iso, "%s() missing required argument '%s' (pos %d)", s->fn, s->names[i],
                            i + 1);
        return false;
    }
    if (unknown)
        py_raise_type_error(iso, "'%U' is an invalid keyword argument for %s()", unknown, s->fn);
    return !unknown;
}
