// The type `object`: what every object can do.
#include <stdio.h>

#include "exc.h"
#include "typeobj.h"

// --- construction -------------------------------------------------------------------------------

static bool has_args(int n, py_value kw)
{
    return n > 0 || (kw && py_tuple(kw)->n);
}

static void *raise_abstract(struct py_isolate *iso, struct py_type *cls)
{
    py_value set = py_getattr(iso, (py_value)cls, py_name(iso, PY_N___abstractmethods__));
    py_value list = set ? py_list_of(iso, set) : NULL;
    if (!list || !py_list_sort(iso, list, NULL, false)) return NULL;
    uint64_t n = py_list(list)->n;
    struct py_sb b;
    py_sb_init(&b, iso);
    for (uint64_t i = 0; i < n; i++) {
        if (i) py_sb_z(&b, ", ");
        py_sb_format(&b, "'%S'", py_list(list)->v[i]);
    }
    py_value names = py_sb_finish(&b);
    return names
               ? py_raise_type_error(
                     iso,
                     "Can't instantiate abstract class %N without an implementation for abstract method%s %U",
                     cls, n == 1 ? "" : "s", names)
               : NULL;
}

static bool object_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw);

static py_value object_make(struct py_isolate *iso, struct py_type *cls, PY_UNUSED py_value *a,
                            int n, py_value kw)
{
    if (has_args(n, kw)) {
        if (cls->s.make != object_make)
            return py_raise_type_error(
                iso, "object.__new__() takes exactly one argument (the type to instantiate)");
        if (cls->s.init == object_init)
            return py_raise_type_error(iso, "%N() takes no arguments", cls);
    }
    if (cls->flags & PY_TF_ABSTRACT) return raise_abstract(iso, cls);
    if (cls->def->kind == PY_K_INST && cls->attrs_off) return py_inst_new(iso, cls);
    return (py_value)py_new(iso, cls, cls->size);
}

static bool object_init(struct py_isolate *iso, py_value self, PY_UNUSED py_value *a, int n,
                        py_value kw)
{
    struct py_type *t = py_type_of(iso, self);
    if (!has_args(n, kw)) return true;
    if (t->s.init != object_init)
        return py_raise_type_error(
            iso, "object.__init__() takes exactly one argument (the instance to initialize)");
    if (t->s.make == object_make)
        return py_raise_type_error(
            iso, "%N.__init__() takes exactly one argument (the instance to initialize)", t);
    return true;
}

// --- basics -------------------------------------------------------------------------------------

static py_value object_repr(struct py_isolate *iso, py_value v)
{
    struct py_type *t = py_type_of(iso, v);
    char id[32];
    snprintf(id, sizeof id, "0x%012llx", (unsigned long long)py_id(iso, v));
    py_value m = py_type_getattr_opt(iso, (py_value)t, py_name(iso, PY_N___module__));
    if (!m && iso->exc) return NULL;
    if (!m || !py_is_str(m) || py_str_is(m, "builtins"))
        return py_str_format(iso, "<%U object at %s>", t->qualname, id);
    return py_str_format(iso, "<%U.%U object at %s>", m, t->qualname, id);
}

static py_value object_str(struct py_isolate *iso, py_value v)
{
    return py_slot_repr(iso, &py_type_of(iso, v)->s, v);
}

// By identity: the id, so that the order of sets does not depend on addresses.
static bool object_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    int64_t id = py_id(iso, v);
    if (!id) return false;
    *out = (uint64_t)id;
    return true;
}

static py_value object_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (op == PY_CMP_EQ) return a == b ? PY_TRUE : PY_NOTIMPL;
    if (op != PY_CMP_NE) return PY_NOTIMPL;
    const struct py_slots *s = &py_type_of(iso, a)->s;
    if (s->compare == object_compare) return a == b ? PY_FALSE : PY_NOTIMPL;
    py_value r = py_slot_compare(iso, s, a, b, PY_CMP_EQ);
    if (!r || r == PY_NOTIMPL) return r;
    int yes = py_truth(iso, r);
    return yes < 0 ? NULL : py_bool(!yes);
}

static py_value g_class(struct py_isolate *iso, py_value v)
{
    return (py_value)py_type_of(iso, v);
}

static bool s_class(struct py_isolate *iso, py_value self, py_value v)
{
    if (!v) return py_raise_type_error(iso, "can't delete __class__ attribute");
    if (!py_is_type(v))
        return py_raise_type_error(iso, "__class__ must be set to a class, not '%T' object", v);
    struct py_type *to = (struct py_type *)v, *from = py_type_of(iso, self);
    bool module = py_is_kind(self, PY_K_MODULE) && to->def == from->def;
    if (!module && (!(to->flags & PY_TF_HEAP) || !(from->flags & PY_TF_HEAP)))
        return py_raise_type_error(
            iso, "__class__ assignment only supported for mutable types or ModuleType subclasses");
    bool fits = (module && !to->attrs_off && !from->attrs_off) || py_layout_same(iso, to, from);
    if (iso->exc) return false;
    if (!fits)
        return py_raise_type_error(
            iso, "__class__ assignment: '%N' object layout differs from '%N'", to, from);
    // Shapes belong to a class: the attributes go on as a dict.
    struct py_attrs *at = py_attrs_of(py_ptr(self));
    if (at && at->shape && !(to->flags & PY_TF_NO_DICT) && !py_attrs_dict(iso, py_ptr(self), at))
        return false;
    struct py_obj *o = py_ptr(self);
    unsigned flags = py_obj_flags(o) & ~(unsigned)PY_F_SUB;
    py_obj_set_head(o, to, flags | (to->flags & PY_TF_HEAP ? PY_F_SUB : 0), py_obj_kind(o));
    if (module) // sites that know its globals ask anew
        ((struct py_module *)self)->dict->version = ++iso->next_version;
    return true;
}

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(m_format)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "__format__() argument must be str, not %A", a[1]);
    if (py_str(a[1])->len)
        return py_raise_type_error(iso, "unsupported format string passed to %T.__format__", a[0]);
    return py_str_of(iso, a[0]);
}
static PY_NATIVE(m_sizeof)
{
    return py_int_new(iso, py_type_of(iso, a[0])->size);
}
static PY_NATIVE(m_init_subclass)
{
    return PY_NONE;
}
static PY_NATIVE_RAW(m_subclasshook)
{
    return PY_NOTIMPL;
}

static bool merge_class(struct py_isolate *iso, struct py_dict *d, struct py_type *t)
{
    for (uint64_t i = py_tuple(t->mro)->n; i-- > 0;) {
        struct py_type *b = (struct py_type *)py_tuple(t->mro)->v[i];
        if (!py_type_ready(iso, b) || !py_dict_merge(iso, d, (py_value)b->dict, true)) return false;
    }
    return true;
}

static PY_NATIVE(m_dir)
{
    struct py_dict *d = py_dict(py_dict_new(iso));
    if (!d) return NULL;
    py_value own = py_getattr_opt(iso, a[0], py_name(iso, PY_N___dict__));
    if (!own && iso->exc) return NULL;
    if (own && py_is_kind(own, PY_K_DICT) && !py_dict_merge(iso, d, own, true)) return NULL;
    py_value cls = py_getattr_opt(iso, a[0], py_name(iso, PY_N___class__));
    if (!cls && iso->exc) return NULL;
    if (cls && py_is_type(cls) && !merge_class(iso, d, (struct py_type *)cls)) return NULL;
    return py_list_of(iso, (py_value)d);
}

// The values of the __slots__ of v that are set, or NULL when it has none.
static py_value slot_state(struct py_isolate *iso, py_value v)
{
    struct py_dict *d = NULL;
    struct py_type *t = py_type_of(iso, v);
    for (uint64_t i = 0; i < py_tuple(t->mro)->n; i++) {
        struct py_type *b = (struct py_type *)py_tuple(t->mro)->v[i];
        uint64_t pos = 0;
        py_value k, m;
        while (b->flags & PY_TF_HEAP && py_dict_next(iso, b->dict, &pos, &k, &m)) {
            if (!py_is_kind(m, PY_K_MEMBER) || ((struct py_member *)m)->owner != b) continue;
            struct py_attrs *at = py_attrs_of(py_ptr(v));
            py_value x = at ? py_attrs_get(iso, at, ((struct py_member *)m)->key) : NULL;
            if (!x || (d && py_dict_get_str(iso, d, k))) continue; // a derived class's hides it
            if (!d && !(d = py_dict(py_dict_new(iso)))) return NULL;
            if (!py_dict_set(iso, d, k, x)) return NULL;
        }
    }
    return (py_value)d;
}

static PY_NATIVE(m_getstate)
{
    py_value d = py_getattr_opt(iso, a[0], py_name(iso, PY_N___dict__));
    if (!d && iso->exc) return NULL;
    if (d && py_is_kind(d, PY_K_DICT) && !py_dict(d)->n) d = NULL;
    py_value slots = py_is_ptr(a[0]) ? slot_state(iso, a[0]) : NULL;
    if (iso->exc) return NULL;
    if (slots) return py_tuple_pack(iso, 2, d ? d : PY_NONE, slots);
    return d ? d : PY_NONE;
}

// (copyreg.__newobj__, (cls, *args), state, listitems, dictitems)
static PY_NATIVE_RAW(newobj)
{
    if (n < 1 || !py_is_type(a[0]))
        return py_raise_type_error(iso, "__newobj__() requires a class");
    py_value f = py_getattr(iso, a[0], py_name(iso, PY_N___new__));
    return f ? py_call(iso, f, a, n) : NULL;
}
static const struct py_native_row newobj_row = PY_ROW("__newobj__", newobj, "*args", NULL);

static PY_NATIVE_RAW(newobj_ex)
{
    if (n != 3 || !py_is_type(a[0]) || !py_is_kind(a[1], PY_K_TUPLE) ||
        !py_is_kind(a[2], PY_K_DICT))
        return py_raise_type_error(iso, "__newobj_ex__() requires a class, a tuple and a dict");
    py_value f = py_getattr(iso, a[0], py_name(iso, PY_N___new__)),
             first = f ? py_tuple_pack(iso, 1, a[0]) : NULL;
    py_value args = first ? py_binary(iso, PY_BIN_ADD, first, a[1]) : NULL;
    return args ? py_call_ex(iso, f, args, a[2]) : NULL;
}
static const struct py_native_row newobj_ex_row = PY_ROW("__newobj_ex__", newobj_ex, "*args", NULL);

// The function and arguments that make a copy by __getnewargs_ex__; *f stays NULL without it.
static py_value new_args_ex(struct py_isolate *iso, py_value v, py_value *f)
{
    bool found;
    py_value name = py_str_intern_z(iso, "__getnewargs_ex__");
    py_value r = name ? py_call_special(iso, v, name, NULL, 0, &found) : NULL;
    if (!r) return NULL;
    if (!py_is_kind(r, PY_K_TUPLE))
        return py_raise_type_error(iso, "__getnewargs_ex__ should return a tuple, not '%T'", r);
    if (py_tuple(r)->n != 2)
        return py_raise_value_error(iso,
                                    "__getnewargs_ex__ should return a tuple of length 2, not %d",
                                    (int)py_tuple(r)->n);
    py_value args = py_tuple(r)->v[0], kwargs = py_tuple(r)->v[1];
    if (!py_is_kind(args, PY_K_TUPLE))
        return py_raise_type_error(
            iso, "first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%T'",
            args);
    if (!py_is_kind(kwargs, PY_K_DICT))
        return py_raise_type_error(
            iso, "second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%T'",
            kwargs);
    if (!(*f = py_builtin_new(iso, &newobj_ex_row, NULL, "copyreg"))) return NULL;
    return py_tuple_pack(iso, 3, (py_value)py_type_of(iso, v), args, kwargs);
}

static py_value new_args(struct py_isolate *iso, py_value v)
{
    bool found;
    py_value extra = py_call_special(iso, v, py_name(iso, PY_N___getnewargs__), NULL, 0, &found);
    if (!extra && (found || iso->exc)) return NULL;
    if (extra && !py_is_kind(extra, PY_K_TUPLE))
        return py_raise_type_error(iso, "__getnewargs__ should return a tuple, not '%T'", extra);
    uint64_t n = extra ? py_tuple(extra)->n : 0;
    py_value all = py_tuple_new(iso, n + 1);
    if (!all) return NULL;
    py_tuple(all)->v[0] = (py_value)py_type_of(iso, v);
    if (n) memcpy(py_tuple(all)->v + 1, py_tuple(extra)->v, n * sizeof(py_value));
    return all;
}

static PY_NATIVE(m_reduce)
{
    py_value v = a[0];
    struct py_type *t = py_type_of(iso, v);
    if (!t->s.make || (t->def->kind == PY_K_NATIVE && !(t->flags & PY_TF_HEAP)) ||
        t->def->kind == PY_K_GEN || t->def->kind == PY_K_MODULE)
        return py_raise_type_error(iso, "cannot pickle '%T' object", v);
    py_value f = NULL, args = new_args_ex(iso, v, &f);
    if (!args && !iso->exc && (f = py_builtin_new(iso, &newobj_row, NULL, "copyreg")))
        args = new_args(iso, v);
    bool found;
    py_value state = args
                         ? py_call_special(iso, v, py_name(iso, PY_N___getstate__), NULL, 0, &found)
                         : NULL;
    if (!state) return NULL;
    py_value list = py_is_kind(v, PY_K_LIST) ? py_iter(iso, v) : PY_NONE, items = PY_NONE;
    if (py_is_kind(v, PY_K_DICT)) {
        items = py_call_method(iso, v, py_name(iso, PY_N_items), NULL, 0);
        if (items) items = py_iter(iso, items);
    }
    return list && items ? py_tuple_pack(iso, 5, f, args, state, list, items) : NULL;
}

static PY_NATIVE(m_reduce_ex)
{
    int64_t protocol;
    if (!py_as_int64(iso, a[1], &protocol)) return NULL;
    py_value reduce = py_type_lookup(iso, py_type_of(iso, a[0]), py_name(iso, PY_N___reduce__));
    py_value base = py_type_lookup(iso, py_t(iso, PY_T_OBJECT), py_name(iso, PY_N___reduce__));
    if (!reduce || !base) return NULL;
    return reduce == base ? m_reduce(iso, a) : py_call_found(iso, reduce, a[0], NULL, 0);
}

const struct py_typedef py_object_def = {
    .name = "object",
    .kind = PY_K_INST,
    .size = sizeof(struct py_inst),
    .attrs_off = offsetof(struct py_inst, at),
    .doc = "Every class inherits from this one. A bare object() can hold no attributes; it "
           "serves as a unique mark.\n",
    .methods =
        (const struct py_native_row[]){
            PY_ROW("__reduce_ex__", m_reduce_ex, "protocol, /",
                   "What copy makes the object anew from."),
            PY_ROW("__reduce__", m_reduce, "", "What copy makes the object anew from."),
            PY_ROW("__getstate__", m_getstate, "",
                   "Attributes of the object as copy takes them along."),
            PY_CLASS_ROW(
                "__subclasshook__", m_subclasshook, "*args",
                "Define it in a metaclass or ABC to give issubclass() an answer of your own."),
            PY_CLASS_ROW("__init_subclass__", m_init_subclass, "",
                         "Define it to be told of each new subclass."),
            PY_ROW("__format__", m_format, "format_spec, /",
                   "What format() calls; with an empty spec, str(self)."),
            PY_ROW("__sizeof__", m_sizeof, "", "Bytes of memory that the object takes."),
            PY_ROW("__dir__", m_dir, "", "Names of attributes, from the object and its classes."),
            {0}},
    .getset = (const struct py_getset_row[]){{"__class__", g_class, s_class,
                                              "The class of which this is an instance."},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = object_make,
              .init = object_init,
              .repr = object_repr,
              .str = object_str,
              .hash = object_hash,
              .compare = object_compare,
              .getattr = py_generic_getattr,
              .setattr = py_generic_setattr},
};
