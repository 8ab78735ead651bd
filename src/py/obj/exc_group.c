// Exception groups: checks at creation, derive, subgroup and split.
#include "exc.h"

bool py_exc_group_check(struct py_isolate *iso, struct py_exc *e)
{
    struct py_tuple *t = py_tuple(e->args);
    py_value cls = (py_value)py_obj_type(&e->h);
    if (t->n != 2) {
        py_raise_type_error(
            iso, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", (int)t->n);
        return false;
    }
    if (!py_is_str(t->v[0])) {
        return t->v[0] == PY_NONE
                   ? py_raise_type_error(
                         iso, "BaseExceptionGroup.__new__() argument 1 must be str, not None")
                   : py_raise_type_error(
                         iso, "BaseExceptionGroup.__new__() argument 1 must be str, not %A",
                         t->v[0]);
    }
    if (!py_is_sequence(iso, t->v[1])) {
        py_raise_type_error(iso, "second argument (exceptions) must be a sequence");
        return false;
    }
    py_value list = py_tuple_of(iso, t->v[1]);
    if (!list) return false;
    if (!py_tuple(list)->n) {
        py_raise_value_error(iso, "second argument (exceptions) must be a non-empty sequence");
        return false;
    }
    bool only = py_type_issub((struct py_type *)cls, py_t(iso, PY_T_Exception));
    for (uint64_t i = 0; i < py_tuple(list)->n; i++) {
        py_value x = py_tuple(list)->v[i];
        if (!py_isa(iso, x, PY_T_BaseException)) {
            py_raise_value_error(iso,
                                 "Item %llu of second argument (exceptions) is not an exception",
                                 (unsigned long long)i);
            return false;
        }
        if (only && !py_isa(iso, x, PY_T_Exception)) {
            if (cls == (py_value)py_t(iso, PY_T_ExceptionGroup))
                py_raise_type_error(iso, "Cannot nest BaseExceptions in an ExceptionGroup");
            else
                py_raise_type_error(iso, "Cannot nest BaseExceptions in %R",
                                    py_obj_type(&e->h)->name);
            return false;
        }
    }
    e->a = t->v[0];
    e->b = list;
    return true;
}

// Does x belong to the wanted part? cond: class, tuple of classes, or function. -1 error.
static int wanted(struct py_isolate *iso, py_value x, py_value cond)
{
    if (py_is_type(cond) || py_is_kind(cond, PY_K_TUPLE)) return py_exc_matches(iso, x, cond);
    py_value r = py_call1(iso, cond, x);
    return r ? py_truth(iso, r) : -1;
}

static bool copy_notes(struct py_isolate *iso, py_value to, py_value from)
{
    py_value name = py_name(iso, PY_N___notes__), notes = py_getattr_opt(iso, from, name);
    if (!notes) return iso->exc == NULL;
    if (!py_is_sequence(iso, notes)) return true;
    py_value copy = py_list_of(iso, notes);
    return copy && py_setattr(iso, to, name, copy);
}

py_value py_exc_group_subset(struct py_isolate *iso, py_value orig, py_value list)
{
    if (!py_list(list)->n) return PY_NONE;
    py_value g = py_call_method(iso, orig, py_str_intern_z(iso, "derive"), &list, 1);
    if (!g) return NULL;
    if (!py_isa(iso, g, PY_T_BaseExceptionGroup))
        return py_raise_type_error(iso, "derive must return an instance of BaseExceptionGroup");
    struct py_exc *to = (struct py_exc *)g, *from = (struct py_exc *)orig;
    to->traceback = from->traceback;
    to->cause = from->cause;
    to->context = from->context;
    to->suppress = true; // as setting __cause__ does, even to nothing
    return copy_notes(iso, g, orig) ? g : NULL;
}

// The parts of an exception or group: what does not match, and what does.
enum { REST, MATCH, PARTS };

// Finds both parts of x; PY_NONE for one that is empty. The condition sees each group before what
// is in it, and nothing of what is in a group that matches.
static bool split(struct py_isolate *iso, py_value x, py_value cond, py_value part[PARTS])
{
    int whole = wanted(iso, x, cond);
    if (whole < 0) return false;
    part[whole ? MATCH : REST] = x;
    part[whole ? REST : MATCH] = PY_NONE;
    if (whole || !py_isa(iso, x, PY_T_BaseExceptionGroup)) return true;
    struct py_tuple *members = py_tuple(((struct py_exc *)x)->b);
    py_value lists[PARTS] = {py_list_new(iso, 0), py_list_new(iso, 0)};
    bool ok = lists[REST] && lists[MATCH] && py_enter(iso, "");
    if (!ok) return false;
    for (uint64_t i = 0; ok && i < members->n; i++) {
        ok = split(iso, members->v[i], cond, part);
        for (int k = 0; ok && k < PARTS; k++)
            ok = part[k] == PY_NONE || py_list_append(iso, lists[k], part[k]);
    }
    py_leave(iso);
    for (int k = PARTS - 1; ok && k >= 0; k--)
        ok = (part[k] = py_exc_group_subset(iso, x, lists[k])) != NULL;
    return ok;
}

static bool check_condition(struct py_isolate *iso, py_value cond)
{
    bool ok = false;
    if (py_is_type(cond)) ok = py_type_issub((struct py_type *)cond, py_t(iso, PY_T_BaseException));
    else if (py_is_kind(cond, PY_K_TUPLE)) {
        ok = true;
        for (uint64_t i = 0; i < py_tuple(cond)->n; i++)
            ok = ok && py_is_type(py_tuple(cond)->v[i]) &&
                 py_type_issub((struct py_type *)py_tuple(cond)->v[i],
                               py_t(iso, PY_T_BaseException));
    } else ok = py_is_kind(cond, PY_K_FUNC);
    if (!ok)
        py_raise_type_error(iso, "expected a function, exception type or tuple of exception types");
    return ok;
}

static bool one_argument(struct py_isolate *iso, const char *name, int n)
{
    if (n != 2) py_raise_type_error(iso, "%s expected 1 argument, got %d", name, n - 1);
    return n == 2;
}

static PY_NATIVE_RAW(m_split)
{
    py_value part[PARTS];
    if (!one_argument(iso, "split", n) || !check_condition(iso, a[1])) return NULL;
    return split(iso, a[0], a[1], part) ? py_tuple_pack(iso, 2, part[MATCH], part[REST]) : NULL;
}

static PY_NATIVE_RAW(m_subgroup)
{
    py_value part[PARTS];
    if (!one_argument(iso, "subgroup", n) || !check_condition(iso, a[1])) return NULL;
    return split(iso, a[0], a[1], part) ? part[MATCH] : NULL;
}

static PY_NATIVE_RAW(m_derive)
{
    if (n != 2)
        return py_raise_type_error(iso, "function takes exactly 1 argument (%d given)", n - 1);
    py_value v[2] = {((struct py_exc *)a[0])->a, a[1]};
    return py_call(iso, (py_value)py_t(iso, PY_T_BaseExceptionGroup), v, 2);
}

const struct py_native_row py_exc_group_methods[] = {
    PY_ROW("split", m_split, "*matcher_value", NULL),
    PY_ROW("subgroup", m_subgroup, "*matcher_value", NULL),
    PY_ROW("derive", m_derive, "*excs", NULL),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /", NULL),
    {0}};
