// Binding of arguments to parameters: Python functions by their code object, natives by the
// signature text of their row. Errors read as CPython's.
#include "call.h"

// --- Python functions --------------------------------------------------------------------------
// Keywords and the names of defaults may be instances of classes derived from str, whose methods
// change f->code: `co` is the code that the frame was made for.

// "'a'", "'a' and 'b'", "'a', 'b', and 'c'"
static py_value name_list(struct py_isolate *iso, struct py_list *names)
{
    struct py_sb b;
    py_sb_init(&b, iso);
    for (uint64_t i = 0; i < names->n; i++) {
        if (i) py_sb_z(&b, names->n == 2 ? " and " : i == names->n - 1 ? ", and " : ", ");
        py_sb_repr(&b, names->v[i]);
    }
    return py_sb_finish(&b);
}

static bool raise_missing(struct py_isolate *iso, struct py_func *f, const struct py_code *co,
                          py_value *base, int from, int to, const char *what)
{
    py_value names = py_list_new(iso, 0);
    for (int i = from; names && i < to; i++)
        if (!base[i] && !py_list_append(iso, names, py_tuple(co->varnames)->v[i])) return false;
    int n = names ? (int)py_list(names)->n : 0;
    py_value list = names ? name_list(iso, py_list(names)) : NULL;
    if (list)
        py_raise_type_error(iso, "%U() missing %d required %s argument%s: %U", f->qualname, n, what,
                            n == 1 ? "" : "s", list);
    return false;
}

static bool raise_too_many(struct py_isolate *iso, struct py_func *f, const struct py_code *co,
                           py_value *base, int given)
{
    int nargs = co->nargs, ndef = f->defaults ? (int)py_tuple(f->defaults)->n : 0, kwgiven = 0;
    for (int i = nargs; i < nargs + co->nkwonly; i++) kwgiven += base[i] != NULL;
    const char *plural = nargs == 1 && !ndef ? "" : "s";
    char takes[64], extra[96] = "";
    if (ndef) snprintf(takes, sizeof takes, "from %d to %d", nargs - ndef, nargs);
    else snprintf(takes, sizeof takes, "%d", nargs);
    if (kwgiven)
        snprintf(extra, sizeof extra, " positional argument%s (and %d keyword-only argument%s)",
                 given == 1 ? "" : "s", kwgiven, kwgiven == 1 ? "" : "s");
    py_raise_type_error(iso, "%U() takes %s positional argument%s but %d%s %s given", f->qualname,
                        takes, plural, given, extra, given == 1 && !kwgiven ? "was" : "were");
    return false;
}

// Positional-only parameters that came as keywords, when there is no **kwargs.
static bool raise_unexpected(struct py_isolate *iso, struct py_func *f, const struct py_code *co,
                             py_value kw, py_value bad)
{
    struct py_sb b;
    bool some = false;
    py_sb_init(&b, iso);
    for (int p = 0; p < co->nposonly; p++) {
        py_value name = py_tuple(co->varnames)->v[p];
        for (uint64_t i = 0; i < py_tuple(kw)->n; i++) {
            if (!py_str_equal(py_str(py_tuple(kw)->v[i]), py_str(name))) continue;
            if (some) py_sb_z(&b, ", ");
            py_sb_str(&b, name);
            some = true;
        }
    }
    if (some) {
        py_value list = py_sb_finish(&b);
        if (list)
            py_raise_type_error(
                iso, "%U() got some positional-only arguments passed as keyword arguments: '%U'",
                f->qualname, list);
        return false;
    }
    py_raise_type_error(iso, "%U() got an unexpected keyword argument '%U'", f->qualname, bad);
    return false;
}

static bool bind_keywords(struct py_isolate *iso, struct py_func *f, const struct py_code *co,
                          py_value *base, py_value *vals, py_value kw, py_value extra)
{
    int total = co->nargs + co->nkwonly;
    py_value *names = py_tuple(co->varnames)->v;
    for (uint64_t k = 0; k < py_tuple(kw)->n; k++) {
        py_value name = py_tuple(kw)->v[k];
        int i = co->nposonly;
        while (i < total && names[i] != name) i++;
        if (i == total)
            for (i = co->nposonly; i < total && !py_str_equal(py_str(names[i]), py_str(name));
                 i++) {
            }
        if (i < total) {
            if (base[i]) {
                py_raise_type_error(iso, "%U() got multiple values for argument '%U'", f->qualname,
                                    name);
                return false;
            }
            base[i] = vals[k];
        } else if (!extra) {
            return raise_unexpected(iso, f, co, kw, name);
        } else if (!py_dict_set(iso, py_dict(extra), name, vals[k])) {
            return false;
        }
    }
    return true;
}

static bool fill_defaults(struct py_isolate *iso, struct py_func *f, const struct py_code *co,
                          py_value *base, int n)
{
    int nargs = co->nargs, ndef = f->defaults ? (int)py_tuple(f->defaults)->n : 0;
    bool missing = false;
    for (int i = n; i < nargs; i++) {
        if (base[i]) continue;
        if (i >= nargs - ndef) base[i] = py_tuple(f->defaults)->v[i - (nargs - ndef)];
        else missing = true;
    }
    if (missing) return raise_missing(iso, f, co, base, 0, nargs, "positional");
    for (int i = nargs; i < nargs + co->nkwonly; i++) {
        if (base[i]) continue;
        if (f->kwdefaults)
            base[i] = py_dict_get_str(iso, f->kwdefaults, py_tuple(co->varnames)->v[i]);
        if (!base[i]) missing = true;
    }
    return !missing || raise_missing(iso, f, co, base, nargs, nargs + co->nkwonly, "keyword-only");
}

// Most functions have an argument or two and as many other locals: a call of memmove() or memset()
// costs more than they do.
static inline void move_few(py_value *to, const py_value *from, int n)
{
    py_value first = n > 0 ? from[0] : NULL, second = n > 1 ? from[1] : NULL;
    if (n > 2 && to != from) memmove(to, from, (size_t)n * sizeof *to);
    if (n > 0) to[0] = first;
    if (n > 1) to[1] = second;
}

static inline void clear_few(py_value *to, int n)
{
    if (n > 0) to[0] = NULL;
    if (n > 1) to[1] = NULL;
    if (n > 2) memset(to + 2, 0, (size_t)(n - 2) * sizeof *to);
}

bool py_bind_args(struct py_isolate *iso, struct py_func *f, py_value *base, py_value *a, int n,
                  py_value kw)
{
    struct py_code *co = f->code;
    int nkw = kw ? (int)py_tuple(kw)->n : 0, nargs = co->nargs;
    if (co->simple && !nkw && n <= nargs) {
        move_few(base, a, n);
        clear_few(base + n, co->nlocals - n);
        return n == nargs && !co->nkwonly ? true : fill_defaults(iso, f, co, base, n);
    }
    py_value few[32], *v = few; // the values, out of the way of the registers they are bound to
    if (n + nkw > 32) {
        struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (size_t)(n + nkw) * sizeof *v);
        if (!b) return false;
        v = b->u.v;
    }
    if (n + nkw) memcpy(v, a, (size_t)(n + nkw) * sizeof *v);
    memset(base, 0, co->nlocals * sizeof *base);
    int pos = n < nargs ? n : nargs, next = nargs + co->nkwonly;
    memcpy(base, v, (size_t)pos * sizeof *v);
    py_value extra = NULL;
    if (co->flags & PY_CO_VARARGS) {
        py_value rest = py_tuple_from(iso, v + pos, (uint64_t)(n - pos));
        if (!rest) return false;
        base[next++] = rest;
    }
    if (co->flags & PY_CO_VARKEYWORDS) {
        if (!(extra = py_dict_new(iso))) return false;
        base[next] = extra;
    }
    if (nkw && !bind_keywords(iso, f, co, base, v + n, kw, extra)) return false;
    if (n > nargs && !(co->flags & PY_CO_VARARGS)) return raise_too_many(iso, f, co, base, n);
    return fill_defaults(iso, f, co, base, pos);
}

// --- natives -----------------------------------------------------------------------------------

static bool name_char(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

// Past one default value: up to the comma at depth 0.
static const char *skip_default(const char *p)
{
    int depth = 0;
    char quote = 0;
    for (; *p; p++) {
        if (quote) {
            if (*p == '\\' && p[1]) p++;
            else if (*p == quote) quote = 0;
        } else if (*p == '\'' || *p == '"') quote = *p;
        else if (*p == '(' || *p == '[' || *p == '{') depth++;
        else if (*p == ')' || *p == ']' || *p == '}') depth--;
        else if (*p == ',' && depth == 0) break;
    }
    return p;
}

static bool parse_sig(struct py_isolate *iso, struct py_sig *s, const char *text, int room)
{
    bool kwonly = false, optional = false;
    for (const char *p = text; *p;) {
        if (*p == ' ' || *p == ',') {
            p++;
            continue;
        }
        if (*p == '/') {
            s->nposonly = s->nparams;
            p++;
            continue;
        }
        if (*p == '*') {
            kwonly = true;
            p++;
            continue;
        }
        const char *start = p;
        while (name_char(*p)) p++;
        if (p == start || s->nparams >= room) return true; // not a signature we can read
        if (!(s->names[s->nparams] = py_str_intern(iso, start, (size_t)(p - start)))) return false;
        while (*p == ' ') p++;
        bool has_default = *p == '=' || *p == ':';
        if (has_default) p = skip_default(p);
        if (!has_default) s->reqmask |= UINT64_C(1) << s->nparams;
        s->nparams++;
        if (kwonly) continue;
        s->npos = s->nparams;
        optional |= has_default;
        if (!optional) s->nreq = s->nparams;
    }
    return true;
}

static const struct py_sig *sig_get(struct py_isolate *iso, const struct py_native_row *row,
                                    bool self)
{
    py_value key = py_small_new((int64_t)((uintptr_t)row >> 3) * 2 + self);
    py_value known = py_dict_get(iso, iso->sigs, key);
    if (known) return (const struct py_sig *)((struct py_buf *)known)->u.b;
    if (iso->exc) return NULL;
    enum { ROOM = 40 };
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES,
                                  sizeof(struct py_sig) + ROOM * sizeof(py_value));
    if (!b) return NULL;
    struct py_sig *s = (struct py_sig *)b->u.b;
    s->raw = row->raw;
    s->no_kw = s->raw && !strchr(row->sig, ',');
    s->self = self;
    if (!s->raw && !parse_sig(iso, s, row->sig, ROOM)) return NULL;
    if (!py_dict_set(iso, iso->sigs, key, (py_value)b)) return NULL;
    return s;
}

// What stands before the name in some messages: the class that a method was found through, "list.",
// or a function's module, "math.".
static py_value prefix(struct py_isolate *iso, const struct py_builtin *b)
{
    bool module = !b->owner && b->module && b->module != py_name(iso, PY_N_builtins);
    if (!b->owner) return module ? py_str_format(iso, "%U.", b->module) : py_str_empty(iso);
    const struct py_type *t = !b->self              ? b->owner
                              : py_is_type(b->self) ? (struct py_type *)b->self
                                                    : py_type_of(iso, b->self);
    return py_str_format(iso, "%U.", t->qualname);
}

// The searching methods of texts, which CPython parses in an older way.
static bool searches(const struct py_builtin *b)
{
    static const char *const names[] = {"find",  "rfind",      "index",   "rindex",
                                        "count", "startswith", "endswith"};
    if (!b->owner || b->owner->def->kind < PY_K_STR || b->owner->def->kind > PY_K_BYTEARRAY)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(b->row->name, names[i]) == 0) return true;
    return false;
}

static void *raise_too_many_native(struct py_isolate *iso, struct py_builtin *b,
                                   const struct py_sig *s, int given, int total)
{
    const char *name = b->row->name;
    if (total > s->nparams)
        return py_raise_type_error(iso, "%s() takes at most %d %sargument%s (%d given)", name,
                                   s->nparams, given ? "" : "keyword ", s->nparams == 1 ? "" : "s",
                                   total);
    if (!s->npos) return py_raise_type_error(iso, "%s() takes no positional arguments", name);
    return py_raise_type_error(iso, "%s() takes %s %d positional argument%s (%d given)", name,
                               s->nreq == s->npos ? "exactly" : "at most", s->npos,
                               s->npos == 1 ? "" : "s", given);
}

// "list.append" for methods, "len" for functions.
static void *raise_count(struct py_isolate *iso, struct py_builtin *b, const struct py_sig *s,
                         int given)
{
    const char *name = b->row->name;
    py_value owner = prefix(iso, b);
    int max = s->npos, min = s->nreq;
    if (!owner) return NULL;
    if (s->nparams == 0)
        return py_raise_type_error(iso, "%U%s() takes no arguments (%d given)", owner, name, given);
    if (max == 1 && min == 1 && s->nposonly == 1 && s->nparams == 1)
        return py_raise_type_error(iso, "%U%s() takes exactly one argument (%d given)", owner, name,
                                   given);
    if (s->nposonly == s->nparams) {
        const char *much = min == max ? "" : given < min ? "at least " : "at most ";
        int want = given < min ? min : max;
        if (searches(b))
            return py_raise_type_error(iso, "%s() takes %s%d argument%s (%d given)", name, much,
                                       want, want == 1 ? "" : "s", given);
        return py_raise_type_error(iso, "%s expected %s%d argument%s, got %d", name, much, want,
                                   want == 1 ? "" : "s", given);
    }
    if (given > max) return raise_too_many_native(iso, b, s, given, given);
    if (given < s->nposonly && given < min)
        return py_raise_type_error(iso, "%s() takes %s %d positional argument%s (%d given)", name,
                                   min < s->npos ? "at least" : "exactly", min, min == 1 ? "" : "s",
                                   given);
    return py_raise_type_error(iso, "%s() missing required argument '%U' (pos %d)", name,
                               s->names[given], given + 1);
}

static bool raise_no_keywords(struct py_isolate *iso, const struct py_builtin *b)
{
    enum py_kind kind = b->owner ? b->owner->def->kind : PY_K_NATIVE;
    bool of_sets = kind == PY_K_SET && b->row->raw;
    // Bound beforehand, what is parsed in the older way is told without its class.
    bool old = b->self && (of_sets || searches(b));
    py_value owner = old ? py_str_empty(iso) : prefix(iso, b);
    if (owner) py_raise_type_error(iso, "%U%s() takes no keyword arguments", owner, b->row->name);
    return false;
}

static bool check_required(struct py_isolate *iso, struct py_builtin *b, const struct py_sig *s,
                           py_value *out)
{
    for (int i = 0; i < s->nparams; i++) {
        if (out[i] || !(s->reqmask >> i & 1)) continue;
        if (i < s->npos)
            py_raise_type_error(iso, "%s() missing required argument '%U' (pos %d)", b->row->name,
                                s->names[i], i + 1);
        else
            py_raise_type_error(iso, "%s() missing 1 required keyword-only argument: '%U'",
                                b->row->name, s->names[i]);
        return false;
    }
    return true;
}

// A missing argument is reported before a keyword that names none.
static bool native_keywords(struct py_isolate *iso, struct py_builtin *b, const struct py_sig *s,
                            py_value *out, py_value *vals, py_value kw)
{
    py_value unknown = NULL;
    for (uint64_t k = 0; k < py_tuple(kw)->n; k++) {
        py_value name = py_tuple(kw)->v[k];
        int i = s->nposonly;
        while (i < s->nparams && !py_str_equal(py_str(s->names[i]), py_str(name))) i++;
        if (i == s->nparams) {
            if (!unknown) unknown = name;
            continue;
        }
        if (out[i]) {
            py_raise_type_error(iso, "argument for %s() given by name ('%U') and position (%d)",
                                b->row->name, name, i + 1);
            return false;
        }
        out[i] = vals[k];
    }
    if (!check_required(iso, b, s, out)) return false;
    if (unknown)
        py_raise_type_error(iso, "'%U' is an invalid keyword argument for %s()", unknown,
                            b->row->name);
    return !unknown;
}

// Is the first argument to an unbound method or classmethod what its native takes for granted?
static bool fits_owner(struct py_isolate *iso, const struct py_builtin *b, py_value *a, int n)
{
    const char *name = b->row->name;
    bool plain = b->row->binding == PY_BIND_PLAIN;
    if (n < 1)
        return plain ? py_raise_type_error(iso, "unbound method %U.%s() needs an argument",
                                           b->owner->name, name)
                     : py_raise_type_error(iso, "descriptor '%s' of '%U' object needs an argument",
                                           name, b->owner->name);
    if (plain)
        return py_type_fits(py_type_of(iso, a[0]), b->owner) ||
               py_raise_type_error(
                   iso, "descriptor '%s' for '%N' objects doesn't apply to a '%T' object", name,
                   b->owner, a[0]);
    if (!py_is_type(a[0]))
        return py_raise_type_error(
            iso, "descriptor '%s' for type '%N' needs a type, not a '%T' as arg 2", name, b->owner,
            a[0]);
    return py_type_fits((struct py_type *)a[0], b->owner) ||
           py_raise_type_error(iso, "descriptor '%s' requires a subtype of '%N' but received '%N'",
                               name, b->owner, (struct py_type *)a[0]);
}

py_value py_builtin_call(struct py_isolate *iso, struct py_builtin *b, py_value *a, int n,
                         py_value kw)
{
    const struct py_sig *s = b->sig;
    if (!py_stack_left(iso)) return NULL;
    if (!s) {
        s = sig_get(iso, b->row, b->self || (b->owner && b->row->binding != PY_BIND_STATIC));
        if (!s) return NULL;
        b->sig = s;
    }
    if (s->self && !b->self && b->owner && !fits_owner(iso, b, a, n)) return NULL;
    if (kw && !py_tuple(kw)->n) kw = NULL;
    if (kw && (s->no_kw || (!s->raw && s->nposonly == s->nparams))) {
        raise_no_keywords(iso, b);
        return NULL;
    }
    if (s->raw) return py_row_call_raw(b->row, iso, a, n, kw);
    int given = n - s->self;
    if (!kw && given == s->npos && s->npos == s->nparams) return py_row_call(b->row, iso, a, n);
    int total = given + (kw ? (int)py_tuple(kw)->n : 0);
    if (kw && total > s->nparams) return raise_too_many_native(iso, b, s, given, total);
    if (given > s->npos || (given < s->nreq && (!kw || given < s->nposonly)))
        return raise_count(iso, b, s, given);
    py_value out[PY_SIG_MAX];
    if (n) memcpy(out, a, (size_t)n * sizeof *a);
    for (int i = n; i < s->nparams + s->self; i++) out[i] = NULL;
    if (kw && !native_keywords(iso, b, s, out + s->self, a + n, kw)) return NULL;
    if (!kw && !check_required(iso, b, s, out + s->self)) return NULL;
    return py_row_call(b->row, iso, out, s->nparams + s->self);
}
