// Module abc: abstract methods and virtual subclasses. The registry and the cache of checks live in
// the isolate's module state: [class -> list of registered classes, class -> {subclass: bool}, how
// many searches through derived classes are going on].
#include "../obj/typeobj.h"

enum { REGISTRY, CACHE, SEARCHES };

static struct py_dict *state(struct py_isolate *iso, int which)
{
    return py_dict(py_list(iso->module_state[PY_MS_ABC])->v[which]);
}

// --- abstract methods ---------------------------------------------------------------------------

static bool add_own(struct py_isolate *iso, struct py_type *t, struct py_set *set)
{
    py_value items = py_list_new(iso, 0), k, v;
    uint64_t pos = 0;
    if (!items) return false;
    while (py_dict_next(iso, t->dict, &pos, &k, &v))
        if (py_is_ptr(v) && (!py_list_append(iso, items, k) || !py_list_append(iso, items, v)))
            return false;
    for (uint64_t i = 0; i + 1 < py_list(items)->n; i += 2) {
        py_value flag = py_abstract_flag(iso, py_list(items)->v[i + 1]);
        if (!flag || (flag == PY_TRUE && !py_set_add(iso, set, py_list(items)->v[i]))) return false;
    }
    return true;
}

// Abstract names of base b that t does not implement.
static bool add_inherited(struct py_isolate *iso, struct py_type *t, py_value b, struct py_set *set)
{
    py_value names = py_getattr_opt(iso, b, py_name(iso, PY_N___abstractmethods__));
    if (!names) return !iso->exc;
    py_value list = py_list_of(iso, names);
    for (uint64_t i = 0; list && i < py_list(list)->n; i++) {
        py_value name = py_list(list)->v[i];
        py_value v = py_is_str(name) ? py_getattr_opt(iso, (py_value)t, name) : NULL;
        if (!v && iso->exc) return false;
        py_value flag = v ? py_abstract_flag(iso, v) : PY_FALSE;
        if (!flag || (flag == PY_TRUE && !py_set_add(iso, set, name))) return false;
    }
    return list != NULL;
}

static bool compute(struct py_isolate *iso, struct py_type *t)
{
    py_value set = py_set_new(iso, false);
    if (!set || !add_own(iso, t, py_set(set))) return false;
    for (uint64_t i = 0; i < py_tuple(t->bases)->n; i++)
        if (!add_inherited(iso, t, py_tuple(t->bases)->v[i], py_set(set))) return false;
    py_value frozen = py_set_new(iso, true);
    if (!frozen || !py_set_update(iso, py_set(frozen), set)) return false;
    if (!py_dict_set(iso, t->dict, py_name(iso, PY_N___abstractmethods__), frozen)) return false;
    if (py_set(frozen)->n) t->flags |= PY_TF_ABSTRACT;
    else t->flags &= ~(uint32_t)PY_TF_ABSTRACT;
    return true;
}

// __abc_tpflags__ of a class body: the match statement takes its instances as sequences or
// mappings.
static bool take_flags(struct py_isolate *iso, struct py_type *t)
{
    enum { SEQUENCE = 1 << 5, MAPPING = 1 << 6 }; // Py_TPFLAGS_* of CPython
    py_value key = py_str_intern_z(iso, "__abc_tpflags__");
    py_value v = key ? py_dict_get_plain(iso, t->dict, key) : NULL;
    if (!v || !py_is_int(v)) return key != NULL;
    int64_t flags = py_small(v);
    if ((flags & SEQUENCE) && (flags & MAPPING)) {
        py_raise_type_error(iso, "__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and "
                                 "Py_TPFLAGS_MAPPING");
        return false;
    }
    if (flags & (SEQUENCE | MAPPING)) t->flags &= ~(uint32_t)PY_TF_COLLECTION;
    if (flags & SEQUENCE) t->flags |= PY_TF_SEQUENCE;
    if (flags & MAPPING) t->flags |= PY_TF_MAPPING;
    return py_dict_delete(iso, t->dict, key) >= 0;
}

static py_value meta_make(struct py_isolate *iso, struct py_type *meta, py_value *a, int n,
                          py_value kw)
{
    py_value cls = py_slot_make(iso, &py_t(iso, PY_T_TYPE)->s, meta, a, n, kw);
    if (!cls || !py_is_type(cls)) return cls;
    struct py_type *t = (struct py_type *)cls;
    return compute(iso, t) && take_flags(iso, t) ? cls : NULL;
}

static PY_NATIVE(f_abstractmethod)
{
    py_value name = py_str_intern_z(iso, "__isabstractmethod__");
    return name && py_setattr(iso, a[0], name, PY_TRUE) ? a[0] : NULL;
}

static PY_NATIVE(f_update)
{
    if (!py_is_type(a[0]) || !(((struct py_type *)a[0])->flags & PY_TF_HEAP)) return a[0];
    py_value has = py_getattr_opt(iso, a[0], py_name(iso, PY_N___abstractmethods__));
    if (!has) return iso->exc ? NULL : a[0];
    return compute(iso, (struct py_type *)a[0]) ? a[0] : NULL;
}

// --- virtual subclasses -------------------------------------------------------------------------

static py_value entry(struct py_isolate *iso, int which, py_value cls)
{
    return py_dict_get(iso, state(iso, which), cls);
}

// The match statement takes instances of the class, and of those derived from it, as what `match`
// says.
static bool take_match(struct py_isolate *iso, py_value cls, uint32_t match)
{
    py_value todo = py_list_from(iso, &cls, 1);
    while (todo && py_list(todo)->n && py_tick(iso, 1)) {
        struct py_type *t = (struct py_type *)py_list(todo)->v[--py_list(todo)->n];
        if (!(t->flags & PY_TF_HEAP) || (t->flags & PY_TF_COLLECTION) == match) continue;
        t->flags = (t->flags & ~(uint32_t)PY_TF_COLLECTION) | match;
        if (t->subclasses && !py_list_extend(iso, todo, t->subclasses)) return false;
    }
    return todo && !iso->exc;
}

static PY_NATIVE(m_register)
{
    if (!py_is_type(a[1])) return py_raise_type_error(iso, "Can only register classes");
    int already = py_issubclass(iso, a[1], a[0]);
    if (already) return already < 0 ? NULL : a[1];
    int cycle = py_issubclass(iso, a[0], a[1]);
    if (cycle)
        return cycle < 0
                   ? NULL
                   : py_raise(iso, PY_T_RuntimeError, "Refusing to create an inheritance cycle");
    py_value list = entry(iso, REGISTRY, a[0]);
    if (!list) {
        if (iso->exc || !(list = py_list_new(iso, 1)) ||
            !py_dict_set(iso, state(iso, REGISTRY), a[0], list))
            return NULL;
    }
    if (!py_list_append(iso, list, a[1])) return NULL;
    py_dict_clear(iso, state(iso, CACHE));
    uint32_t match = ((struct py_type *)a[0])->flags & PY_TF_COLLECTION;
    return !match || take_match(iso, a[1], match) ? a[1] : NULL;
}

static PY_NATIVE(m_registry_clear)
{
    if (py_dict_delete(iso, state(iso, REGISTRY), a[0]) < 0) return NULL;
    py_dict_clear(iso, state(iso, CACHE));
    return PY_NONE;
}

static PY_NATIVE(m_caches_clear)
{
    py_dict_clear(iso, state(iso, CACHE));
    return PY_NONE;
}

static int any_of(struct py_isolate *iso, py_value sub, py_value list)
{
    py_value *searches = &py_list(iso->module_state[PY_MS_ABC])->v[SEARCHES];
    int r = 0;
    *searches = py_small_new(py_small(*searches) + 1);
    for (uint64_t i = 0; i < py_list(list)->n && !r; i++)
        r = py_issubclass(iso, sub, py_list(list)->v[i]);
    *searches = py_small_new(py_small(*searches) - 1);
    return r;
}

// Is a class asked because another one looks through those that derive from it?
static PY_NATIVE(f_searching)
{
    return py_bool(py_list(iso->module_state[PY_MS_ABC])->v[SEARCHES] != py_small_new(0));
}

// The full check, without cache.
static int derives(struct py_isolate *iso, py_value cls, py_value sub)
{
    py_value hook = py_getattr(iso, cls, py_name(iso, PY_N___subclasshook__));
    py_value r = hook ? py_call1(iso, hook, sub) : NULL;
    if (!r) return -1;
    if (r != PY_NOTIMPL) return py_truth(iso, r);
    if (py_type_issub((struct py_type *)sub, (struct py_type *)cls)) return 1;
    py_value list = entry(iso, REGISTRY, cls);
    if (!list && iso->exc) return -1;
    int yes = list ? any_of(iso, sub, list) : 0;
    if (yes) return yes;
    py_value subs = py_call_method(iso, cls, py_name(iso, PY_N___subclasses__), NULL, 0);
    if (subs && !py_is_kind(subs, PY_K_LIST))
        subs = py_raise_type_error(iso, "__subclasses__() must return a list");
    return subs ? any_of(iso, sub, subs) : -1;
}

static int subclass_check(struct py_isolate *iso, py_value cls, py_value sub)
{
    py_value known = entry(iso, CACHE, cls),
             v = known ? py_dict_get(iso, py_dict(known), sub) : NULL;
    if (v || iso->exc) return v ? v == PY_TRUE : -1;
    if (!py_enter(iso, " in __subclasscheck__")) return -1;
    int r = derives(iso, cls, sub);
    py_leave(iso);
    if (r < 0) return -1;
    if (!(known = entry(iso, CACHE, cls))) {
        if (iso->exc || !(known = py_dict_new(iso)) ||
            !py_dict_set(iso, state(iso, CACHE), cls, known))
            return -1;
    }
    return py_dict_set(iso, py_dict(known), sub, py_bool(r)) ? r : -1;
}

static PY_NATIVE(m_subclasscheck)
{
    if (!py_is_type(a[1])) return py_raise_type_error(iso, "issubclass() arg 1 must be a class");
    int r = subclass_check(iso, a[0], a[1]);
    return r < 0 ? NULL : py_bool(r);
}

// cls.__subclasscheck__(c), which a metaclass may have overridden.
static int check_hook(struct py_isolate *iso, py_value cls, py_value c)
{
    bool found;
    py_value r = py_call_special(iso, cls, py_name(iso, PY_N___subclasscheck__), &c, 1, &found);
    return r ? py_truth(iso, r) : -1;
}

static PY_NATIVE(m_instancecheck)
{
    struct py_type *t = py_type_of(iso, a[1]);
    py_value c = t->flags & PY_TF_HEAP ? py_getattr_opt(iso, a[1], py_name(iso, PY_N___class__))
                                       : (py_value)t;
    if (!c && iso->exc) return NULL;
    int r = check_hook(iso, a[0], c ? c : (py_value)t);
    if (!r && c && c != (py_value)t) r = check_hook(iso, a[0], (py_value)t);
    return r < 0 ? NULL : py_bool(r);
}

static PY_NATIVE(f_cache_token)
{
    int64_t total = 0; // registrations so far: every one may change what isinstance says
    uint64_t pos = 0;
    for (py_value k, v; py_dict_next(iso, state(iso, REGISTRY), &pos, &k, &v);)
        total += (int64_t)py_list(v)->n;
    return py_int_new(iso, total);
}

// _check_methods(cls, *names): True if the class has all the methods, none of them None; for the
// hooks of ABCs, that take every such class.
static PY_NATIVE_RAW(f_check_methods)
{
    if (n < 1 || !py_is_kind(a[0], PY_K_TYPE))
        return py_raise_type_error(iso, "_check_methods() needs a class");
    for (int i = 1; i < n; i++) {
        py_value name = py_is_str(a[i]) ? py_str_intern_value(iso, a[i]) : NULL;
        py_value found = name ? py_type_lookup(iso, (struct py_type *)a[0], name) : NULL;
        if (iso->exc) return NULL;
        if (!found || found == PY_NONE) return PY_NOTIMPL;
    }
    return PY_TRUE;
}

static const struct py_typedef abcmeta_def = {
    .plain_name = true,
    .name = "ABCMeta",
    .kind = PY_K_TYPE,
    .size = sizeof(struct py_type),
    .doc = "Type of the classes that may have abstract methods and virtual subclasses.",
    .methods =
        (const struct py_native_row[]){
            PY_ROW("register", m_register, "subclass",
                   "Makes the class count as a subclass without inheriting; also a decorator."),
            PY_ROW("_abc_registry_clear", m_registry_clear, "", "Forgets what was registered."),
            PY_ROW("_abc_caches_clear", m_caches_clear, "", "Forgets what was answered."),
            PY_ROW("__instancecheck__", m_instancecheck, "instance, /",
                   "Answers isinstance() for virtual subclasses too."),
            PY_ROW("__subclasscheck__", m_subclasscheck, "subclass, /",
                   "Answers issubclass() for virtual subclasses too."),
            {0}},
    .slots = {.make = meta_make},
};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    py_value list = py_list_new(iso, 3), registry = py_dict_new(iso), cache = py_dict_new(iso);
    if (!list || !registry || !cache || !py_list_append(iso, list, registry) ||
        !py_list_append(iso, list, cache) || !py_list_append(iso, list, py_small_new(0)))
        return false;
    iso->module_state[PY_MS_ABC] = list;
    struct py_type *meta = py_type_from_def(iso, &abcmeta_def, py_t(iso, PY_T_TYPE), "abc");
    py_value ns = meta ? py_dict_new(iso) : NULL;
    if (!ns || !py_dict_set_z(iso, py_dict(ns), "__module__", py_str_intern_z(iso, "abc")) ||
        !py_dict_set_z(iso, py_dict(ns), "__doc__",
                       py_str_z(iso, "Inherit from this to have ABCMeta for the metaclass.")) ||
        !py_dict_set(iso, py_dict(ns), py_name(iso, PY_N___slots__), iso->empty_tuple))
        return false;
    py_value args[3] = {py_str_intern_z(iso, "ABC"), iso->empty_tuple, ns};
    return py_module_set(iso, m, "ABCMeta", (py_value)meta) && args[0] &&
           py_module_set(iso, m, "ABC", meta_make(iso, meta, args, 3, NULL));
}

const struct py_moddef py_mod_abc = {
    .name = "abc",
    .functions =
        (const struct py_native_row[]){
            PY_ROW("abstractmethod", f_abstractmethod, "funcobj",
                   "Marks a method that subclasses must define before they can be instantiated."),
            PY_ROW("_searching", f_searching, "", NULL),
            PY_ROW("update_abstractmethods", f_update, "cls",
                   "Works out anew which methods of a class are abstract still."),
            PY_ROW("_check_methods", f_check_methods, "*class_and_names", NULL),
            PY_ROW("get_cache_token", f_cache_token, "",
                   "Changes whenever a class is registered with some abstract class."),
            {0}},
    .init = init,
    .doc = "Classes that name what their subclasses must define.",
};
