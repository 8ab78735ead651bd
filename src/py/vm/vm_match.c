// The match statement's instructions, except* and type parameters.
#include "../obj/exc.h"
#include "../obj/typeobj.h"
#include "vm.h"

uint32_t py_match_flags(struct py_isolate *iso, py_value subject)
{
    struct py_type *t = py_type_of(iso, subject);
    if (!(t->flags & (PY_TF_READY | PY_TF_HEAP))) py_type_ready(iso, t); // its set-up adds flags
    return t->flags;
}

py_value py_op_match_last(struct py_isolate *iso, py_value subject, int from_end)
{
    int64_t n = py_len(iso, subject);
    py_value index = n < 0 ? NULL : py_int_new(iso, n - from_end);
    return index ? py_getitem(iso, subject, index) : NULL;
}

py_value py_op_match_keys(struct py_isolate *iso, py_value subject, py_value keys)
{
    struct py_tuple *k = py_tuple(keys);
    py_value out = py_tuple_new(iso, k->n), seen = py_set_new(iso, false);
    if (!out || !seen) return NULL;
    for (uint64_t i = 0; i < k->n; i++) {
        int dup = py_set_contains(iso, py_set(seen), k->v[i]);
        if (dup < 0 || !py_set_add(iso, py_set(seen), k->v[i])) return NULL;
        if (dup)
            return py_raise_value_error(iso, "mapping pattern checks duplicate key (%R)", k->v[i]);
        py_value v;
        if (py_is_exact(subject, PY_K_DICT)) {
            v = py_dict_get(iso, py_dict(subject), k->v[i]);
        } else { // get() with a mark, so that __missing__ does not run
            py_value a[2] = {k->v[i], seen};
            v = py_call_method(iso, subject, py_name(iso, PY_N_get), a, 2);
            if (v == seen) v = NULL;
        }
        if (!v) return iso->exc ? NULL : PY_NONE;
        py_tuple(out)->v[i] = v;
    }
    return out;
}

py_value py_op_match_rest(struct py_isolate *iso, py_value subject, py_value keys)
{
    py_value d = py_dict_new(iso);
    if (!d || !py_dict_merge(iso, py_dict(d), subject, true)) return NULL;
    for (uint64_t i = 0; i < py_tuple(keys)->n; i++)
        if (py_dict_delete(iso, py_dict(d), py_tuple(keys)->v[i]) < 0) return NULL;
    return d;
}

// Builtin classes whose single positional pattern matches the subject itself.
static bool matches_self(struct py_isolate *iso, const struct py_type *t)
{
    static const enum py_type_id ids[] = {PY_T_BOOL,  PY_T_BYTEARRAY, PY_T_BYTES, PY_T_DICT,
                                          PY_T_FLOAT, PY_T_FROZENSET, PY_T_INT,   PY_T_LIST,
                                          PY_T_SET,   PY_T_STR,       PY_T_TUPLE};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (py_type_issub(t, py_t(iso, ids[i]))) return true;
    return false;
}

// Attribute for a pattern: NULL without exception: no match.
static py_value match_attr(struct py_isolate *iso, py_value subject, struct py_type *t,
                           py_value name, py_value seen)
{
    int dup = py_set_contains(iso, py_set(seen), name);
    if (dup < 0) return NULL;
    if (dup)
        return py_raise_type_error(iso, "%N() got multiple sub-patterns for attribute %R", t, name);
    if (!py_set_add(iso, py_set(seen), name)) return NULL;
    return py_getattr_opt(iso, subject, name);
}

py_value py_op_match_class(struct py_isolate *iso, py_value *r, int npos)
{
    py_value subject = r[0], cls = r[1], names = r[2];
    if (!py_is_type(cls)) return py_raise_type_error(iso, "called match pattern must be a class");
    int is = py_isinstance(iso, subject, cls);
    if (is <= 0) return is < 0 ? NULL : PY_NONE;
    struct py_type *t = (struct py_type *)cls;
    uint64_t nkw = py_tuple(names)->n;
    py_value out = py_tuple_new(iso, (uint64_t)npos + nkw), seen = py_set_new(iso, false);
    if (!out || !seen) return NULL;
    if (npos) {
        py_value args = py_getattr_opt(iso, cls, py_name(iso, PY_N___match_args__));
        if (!args && iso->exc) return NULL;
        bool self = !args && matches_self(iso, t);
        if (args && !py_is_exact(args, PY_K_TUPLE))
            return py_raise_type_error(iso, "%N.__match_args__ must be a tuple (got %T)", t, args);
        int allowed = args ? (int)py_tuple(args)->n : self;
        if (npos > allowed)
            return py_raise_type_error(iso, "%N() accepts %d positional sub-pattern%s (%d given)",
                                       t, allowed, allowed == 1 ? "" : "s", npos);
        if (self) py_tuple(out)->v[0] = subject;
        for (int i = 0; !self && i < npos; i++) {
            py_value name = py_tuple(args)->v[i];
            if (!py_is_str(name))
                return py_raise_type_error(iso, "__match_args__ elements must be strings (got %T)",
                                           name);
            py_value v = match_attr(iso, subject, t, name, seen);
            if (!v) return iso->exc ? NULL : PY_NONE;
            py_tuple(out)->v[i] = v;
        }
    }
    for (uint64_t i = 0; i < nkw; i++) {
        py_value v = match_attr(iso, subject, t, py_tuple(names)->v[i], seen);
        if (!v) return iso->exc ? NULL : PY_NONE;
        py_tuple(out)->v[(uint64_t)npos + i] = v;
    }
    return out;
}

// --- except* ------------------------------------------------------------------------------------

static bool check_star_class(struct py_isolate *iso, py_value cls)
{
    uint64_t n = py_is_exact(cls, PY_K_TUPLE) ? py_tuple(cls)->n : 1;
    for (uint64_t i = 0; i < n; i++) {
        py_value c = py_is_exact(cls, PY_K_TUPLE) ? py_tuple(cls)->v[i] : cls;
        if (py_is_type(c) &&
            py_type_issub((struct py_type *)c, py_t(iso, PY_T_BaseExceptionGroup))) {
            py_raise_type_error(
                iso, "catching ExceptionGroup with except* is not allowed. Use except instead.");
            return false;
        }
    }
    return true;
}

bool py_op_match_exc_star(struct py_isolate *iso, py_value *dst, py_value exc, py_value cls)
{
    if (!check_star_class(iso, cls)) return false;
    dst[0] = dst[1] = PY_NONE;
    if (exc == PY_NONE) return true;
    int m = py_exc_matches(iso, exc, cls);
    if (m < 0) return false;
    bool group = py_isa(iso, exc, PY_T_BaseExceptionGroup);
    if (m) { // a naked exception is wrapped in a group for the handler
        if (group) {
            dst[0] = exc;
            return true;
        }
        py_value list = py_tuple_pack(iso, 1, exc);
        py_value a[2] = {py_str_empty(iso), list};
        py_value g = list ? py_call(iso, (py_value)py_t(iso, PY_T_BaseExceptionGroup), a, 2) : NULL;
        if (!g) return false;
        ((struct py_exc *)g)->traceback = ((struct py_exc *)exc)->traceback;
        dst[0] = g;
        return true;
    }
    if (!group) {
        dst[1] = exc;
        return true;
    }
    py_value pair = py_call_method(iso, exc, py_str_intern_z(iso, "split"), &cls, 1);
    if (!pair) return false;
    if (!py_is_exact(pair, PY_K_TUPLE) || py_tuple(pair)->n != 2) {
        py_raise_type_error(iso, "%T.split must return a 2-tuple, got %T", exc, pair);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        dst[i] = py_tuple(pair)->v[i];
        if (dst[i] == PY_NONE || py_isa(iso, dst[i], PY_T_BaseException)) continue;
        py_raise_type_error(iso, "%T.split must return exceptions or None, got %T", exc, dst[i]);
        return false;
    }
    return true;
}

// Was e made by splitting orig (same metadata), rather than raised anew in a handler?
static bool from_original(py_value e, py_value orig)
{
    struct py_exc *a = (struct py_exc *)e, *b = (struct py_exc *)orig;
    return e == orig ||
           (a->traceback == b->traceback && a->cause == b->cause && a->context == b->context);
}

// Leaves of group e, into set.
static bool collect_leaves(struct py_isolate *iso, py_value e, py_value set)
{
    if (!py_isa(iso, e, PY_T_BaseExceptionGroup)) {
        py_value id = py_small_new((int64_t)((uintptr_t)e >> 4));
        return py_set_add(iso, py_set(set), id);
    }
    py_value list = ((struct py_exc *)e)->b;
    if (!py_enter(iso, "")) return false;
    bool ok = true;
    for (uint64_t i = 0; ok && list && i < py_tuple(list)->n; i++)
        ok = collect_leaves(iso, py_tuple(list)->v[i], set);
    py_leave(iso);
    return ok;
}

// The part of orig made of the leaves in set, keeping its nesting; PY_NONE: empty.
static py_value project(struct py_isolate *iso, py_value orig, py_value set)
{
    if (!py_isa(iso, orig, PY_T_BaseExceptionGroup)) {
        int in = py_set_contains(iso, py_set(set), py_small_new((int64_t)((uintptr_t)orig >> 4)));
        return in < 0 ? NULL : in ? orig : PY_NONE;
    }
    py_value src = ((struct py_exc *)orig)->b, kept = py_list_new(iso, 0);
    if (!kept || !py_enter(iso, "")) return NULL;
    bool ok = true;
    for (uint64_t i = 0; ok && i < py_tuple(src)->n; i++) {
        py_value p = project(iso, py_tuple(src)->v[i], set);
        ok = p && (p == PY_NONE || py_list_append(iso, kept, p));
    }
    py_leave(iso);
    if (!ok) return NULL;
    return py_exc_group_subset(iso, orig, kept);
}

py_value py_op_prep_reraise_star(struct py_isolate *iso, py_value orig, py_value list)
{
    struct py_list *l = py_list(list);
    if (!l->n) return PY_NONE;
    if (!py_isa(iso, orig,
                PY_T_BaseExceptionGroup)) { // a naked exception: raised anew or re-raised as it was
        for (uint64_t i = 0; i < l->n; i++)
            if (l->v[i] != PY_NONE) return l->v[i];
        return PY_NONE;
    }
    py_value raised = py_list_new(iso, 0), leaves = py_set_new(iso, false);
    if (!raised || !leaves) return NULL;
    bool any = false;
    for (uint64_t i = 0; i < l->n; i++) {
        if (l->v[i] == PY_NONE) continue;
        if (from_original(l->v[i], orig)) {
            any = true;
            if (!collect_leaves(iso, l->v[i], leaves)) return NULL;
        } else if (!py_list_append(iso, raised, l->v[i])) {
            return NULL;
        }
    }
    py_value rest = any ? project(iso, orig, leaves) : PY_NONE;
    if (!rest) return NULL;
    if (!py_list(raised)->n) return rest;
    if (rest != PY_NONE && !py_list_append(iso, raised, rest)) return NULL;
    if (py_list(raised)->n == 1) return py_list(raised)->v[0];
    py_value a[2] = {py_str_empty(iso), raised};
    return py_call(iso, (py_value)py_t(iso, PY_T_BaseExceptionGroup), a, 2);
}

// --- type parameters: made by the Python part of the typing module ------------------------------

static py_value from_typing(struct py_isolate *iso, const char *name, py_value *a, int n,
                            py_value kw)
{
    py_value m = py_import(iso, "typing");
    py_value f = m ? py_getattr_s(iso, m, name) : NULL;
    return f ? py_call_kw(iso, f, a, n, kw) : NULL;
}

// What was handed over by lazy(): the function, the namespace of the class body, the cell that
// holds the class as soon as there is one.
static PY_NATIVE(call_in_class)
{
    struct py_tuple *t = py_tuple(a[0]);
    py_value cls = ((struct py_cell *)t->v[2])->v, ns = t->v[1];
    if (cls && py_is_type(cls))
        ns = py_mappingproxy_new(iso, (py_value)((struct py_type *)cls)->dict);
    return ns ? py_call_body(iso, t->v[0], ns) : NULL; // of py_mappingproxy_new()
}

// The function f[0] that evaluates a bound or an alias; one that sees a class, by the cell f[1],
// runs in its namespace.
static py_value lazy(struct py_isolate *iso, const py_value *f)
{
    static const struct py_native_row row = PY_ROW("evaluate", call_in_class, "", NULL);
    if (!f[0]) return PY_NONE;
    if (!f[1]) return f[0];
    const struct py_frame *in = iso->frame; // the body of a class may be run as that of a function
    py_value ns = in->locals ? in->locals : (py_value)in->globals;
    py_value all = py_tuple_pack(iso, 3, f[0], ns, f[1]);
    return all ? py_builtin_new(iso, &row, all, NULL) : NULL;
}

py_value py_op_typeparam(struct py_isolate *iso, py_value *r, int kind)
{
    static const char *const makers[] = {"_make_typevar", "_make_typevartuple", "_make_paramspec",
                                         "_make_typevar"};
    bool choice = kind == 3, has_bound = choice || kind == 0;
    py_value a[3] = {r[0], has_bound ? lazy(iso, r + 1) : PY_NONE, choice ? PY_TRUE : PY_FALSE};
    if (!a[1]) return NULL;
    return from_typing(iso, makers[kind], a, has_bound ? 3 : 1, NULL);
}

py_value py_op_typealias(struct py_isolate *iso, py_value *r)
{
    py_value a[3] = {r[0], r[1], lazy(iso, r + 2)};
    if (!a[2]) return NULL;
    return from_typing(iso, "_make_typealias", a, 3, NULL);
}
