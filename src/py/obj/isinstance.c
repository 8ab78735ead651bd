// isinstance and issubclass with classes, tuples, unions and the hooks of metaclasses.
#include "typeobj.h"

enum what { INSTANCE, SUBCLASS };

static int check(struct py_isolate *iso, enum what what, py_value v, py_value cls);

static int raise_bad(struct py_isolate *iso, enum what what)
{
    py_raise_type_error(iso,
                        what == INSTANCE
                            ? "isinstance() arg 2 must be a type, a tuple of types, or a union"
                            : "issubclass() arg 2 must be a class, a tuple of classes, or a union");
    return -1;
}

static int check_any(struct py_isolate *iso, enum what what, py_value v, py_value tuple)
{
    if (!py_enter(iso, what == INSTANCE ? " in __instancecheck__" : " in __subclasscheck__"))
        return -1;
    int r = 0;
    for (uint64_t i = 0; !r && i < py_tuple(tuple)->n; i++)
        r = py_tick(iso, 1) ? check(iso, what, v, py_tuple(tuple)->v[i]) : -1;
    py_leave(iso);
    return r;
}

// Objects that act as classes by having a tuple __bases__. NULL without exception: no such thing.
static py_value bases_of(struct py_isolate *iso, py_value v)
{
    py_value bases = py_getattr_opt(iso, v, py_name(iso, PY_N___bases__));
    return bases && py_is_kind(bases, PY_K_TUPLE) ? bases : NULL;
}

// Is cls among v and the bases of its bases?
static int abstract_derived(struct py_isolate *iso, py_value v, py_value cls)
{
    if (v == cls) return 1;
    py_value bases = bases_of(iso, v);
    if (!bases) return iso->exc ? -1 : 0;
    if (!py_enter(iso, " in __issubclass__")) return -1;
    int r = 0;
    for (uint64_t i = 0; !r && i < py_tuple(bases)->n; i++)
        r = py_tick(iso, 1) ? abstract_derived(iso, py_tuple(bases)->v[i], cls) : -1;
    py_leave(iso);
    return r;
}

static int abstract(struct py_isolate *iso, enum what what, py_value v, py_value cls)
{
    if (what == SUBCLASS && !bases_of(iso, v)) {
        if (!iso->exc) py_raise_type_error(iso, "issubclass() arg 1 must be a class");
        return -1;
    }
    if (!bases_of(iso, cls)) return iso->exc ? -1 : raise_bad(iso, what);
    if (what == SUBCLASS) return abstract_derived(iso, v, cls);
    py_value c = py_getattr_opt(iso, v, py_name(iso, PY_N___class__));
    return c ? abstract_derived(iso, c, cls) : iso->exc ? -1 : 0;
}

// Classes without hooks.
static int plain(struct py_isolate *iso, enum what what, py_value v, py_value cls)
{
    struct py_type *c = (struct py_type *)cls;
    if (what == SUBCLASS) {
        if (!py_is_type(v)) return abstract(iso, what, v, cls);
        py_charge(iso, py_issub_cost((struct py_type *)v));
        return py_type_issub((struct py_type *)v, c);
    }
    struct py_type *t = py_type_of(iso, v);
    py_charge(iso, py_issub_cost(t));
    if (py_type_issub(t, c)) return 1;
    if (!(t->flags & PY_TF_HEAP)) return 0;
    py_value k = py_getattr_opt(iso, v, py_name(iso, PY_N___class__)); // proxies
    if (!k && iso->exc) return -1;
    return k && py_is_type(k) && (struct py_type *)k != t && py_type_issub((struct py_type *)k, c);
}

int py_subclass_plain(struct py_isolate *iso, py_value v, py_value cls)
{
    return plain(iso, SUBCLASS, v, cls);
}

static int check(struct py_isolate *iso, enum what what, py_value v, py_value cls)
{
    if (what == INSTANCE && py_is_type(cls) && py_type_of(iso, v) == (struct py_type *)cls)
        return 1;
    struct py_type *meta = py_type_of(iso, cls);
    if (meta == py_t(iso, PY_T_TYPE)) return plain(iso, what, v, cls);
    if (py_is_kind(cls, PY_K_TUPLE)) return check_any(iso, what, v, cls);
    if (meta == py_t(iso, PY_T_UNION)) {
        py_value args = ((struct py_union *)cls)->args;
        for (uint64_t i = 0; i < py_tuple(args)->n; i++) {
            py_value x = py_tuple(args)->v[i];
            if (!py_tick(iso, 1)) return -1;
            if (py_type_issub(py_type_of(iso, x), py_t(iso, PY_T_GENERIC_ALIAS))) {
                py_raise_type_error(iso, "%s() argument 2 cannot be a parameterized generic",
                                    what == INSTANCE ? "isinstance" : "issubclass");
                return -1;
            }
            int r = check(iso, what, v, x == PY_NONE ? (py_value)py_t(iso, PY_T_NONE) : x);
            if (r) return r;
        }
        return 0;
    }
    if (meta == py_t(iso, PY_T_GENERIC_ALIAS)) {
        py_raise_type_error(iso, "%s() argument 2 cannot be a parameterized generic",
                            what == INSTANCE ? "isinstance" : "issubclass");
        return -1;
    }
    bool found;
    if (!py_enter(iso, what == INSTANCE ? " in __instancecheck__" : " in __subclasscheck__"))
        return -1;
    py_value r = py_call_special(
        iso, cls, py_name(iso, what == INSTANCE ? PY_N___instancecheck__ : PY_N___subclasscheck__),
        &v, 1, &found);
    py_leave(iso);
    if (found || iso->exc) return r ? py_truth(iso, r) : -1;
    return py_is_type(cls) ? plain(iso, what, v, cls) : abstract(iso, what, v, cls);
}

int py_isinstance(struct py_isolate *iso, py_value v, py_value cls)
{
    return check(iso, INSTANCE, v, cls);
}
int py_issubclass(struct py_isolate *iso, py_value c, py_value cls)
{
    return check(iso, SUBCLASS, c, cls);
}
