// Attributes and methods of class objects: __name__, __mro__, __dict__, mro(), __subclasses__() ...
#include "exc.h"
#include "text_int.h"
#include "typeobj.h"

static struct py_type *as_type(py_value v)
{
    return (struct py_type *)v;
}

static bool immutable(struct py_isolate *iso, struct py_type *t, const char *name, bool deleting)
{
    if (t->flags & PY_TF_HEAP && !(t->flags & PY_TF_NATIVE) && !deleting) return false;
    py_raise_type_error(iso,
                        deleting && t->flags & PY_TF_HEAP
                            ? "cannot delete '%s' attribute of immutable type '%N'"
                            : "cannot set '%s' attribute of immutable type '%N'",
                        name, t);
    return true;
}

static py_value get_name(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return as_type(v)->name;
}
// Lone surrogates are refused, by the codec's error.
bool py_type_text_fits(struct py_isolate *iso, py_value text)
{
    const struct py_str *s = py_str(text);
    uint32_t i = s->ascii ? s->len : 0;
    while (i < s->len && (py_str_at(s, i) & ~0x7ffu) != 0xd800) i++;
    return i == s->len || py_encode(iso, text, NULL, NULL);
}

bool py_type_name_fits(struct py_isolate *iso, py_value name)
{
    for (uint32_t i = 0; i < py_str(name)->len; i++)
        if (!py_str_at(py_str(name), i))
            return py_raise_value_error(iso, "type name must not contain null characters");
    return py_type_text_fits(iso, name);
}
static bool set_name(struct py_isolate *iso, py_value self, py_value v)
{
    struct py_type *t = as_type(self);
    if (immutable(iso, t, "__name__", !v)) return false;
    if (!py_is_str(v))
        return py_raise_type_error(iso, "can only assign string to %N.__name__, not '%T'", t, v);
    if (!py_type_name_fits(iso, v)) return false;
    t->name = v;
    return true;
}

static py_value get_qualname(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return as_type(v)->qualname;
}
static bool set_qualname(struct py_isolate *iso, py_value self, py_value v)
{
    struct py_type *t = as_type(self);
    if (immutable(iso, t, "__qualname__", !v)) return false;
    if (!py_is_str(v))
        return py_raise_type_error(iso, "can only assign string to %N.__qualname__, not '%T'", t,
                                   v);
    t->qualname = v;
    return true;
}

// An entry of the type's own dict, NULL when absent.
static py_value own(struct py_isolate *iso, py_value self, py_value name)
{
    return py_type_ready(iso, as_type(self)) ? py_dict_get_plain(iso, as_type(self)->dict, name)
                                             : NULL;
}

static bool set_own(struct py_isolate *iso, py_value self, enum py_name_id name, py_value v)
{
    if (immutable(iso, as_type(self), py_str_utf8(iso, py_name(iso, name), NULL), false))
        return false;
    int gone = v ? 1 : py_dict_delete(iso, as_type(self)->dict, py_name(iso, name));
    if (!gone) py_raise(iso, PY_T_AttributeError, "%U", py_name(iso, name));
    bool ok = v ? py_dict_set(iso, as_type(self)->dict, py_name(iso, name), v) : gone > 0;
    if (ok) py_type_changed(iso, as_type(self));
    return ok;
}

static py_value get_module(struct py_isolate *iso, py_value self)
{
    if (!(as_type(self)->flags & PY_TF_HEAP)) return as_type(self)->module;
    py_value v = own(iso, self, py_name(iso, PY_N___module__));
    return v || iso->exc ? v : py_raise(iso, PY_T_AttributeError, "__module__");
}
static bool set_module(struct py_isolate *iso, py_value self, py_value v)
{
    return !immutable(iso, as_type(self), "__module__", !v) &&
           set_own(iso, self, PY_N___module__, v);
}

static py_value get_doc(struct py_isolate *iso, py_value self)
{
    const struct py_type *t = as_type(self);
    py_value v = own(iso, self, py_name(iso, PY_N___doc__));
    if (!v) return iso->exc ? NULL : PY_NONE;
    if (!(t->flags & PY_TF_HEAP) && !py_is_str(v))
        return t->def->doc ? py_str_z(iso, t->def->doc) : PY_NONE;
    return py_descr_bind(iso, v, NULL, as_type(self));
}
static bool set_doc(struct py_isolate *iso, py_value self, py_value v)
{
    return !immutable(iso, as_type(self), "__doc__", !v) && set_own(iso, self, PY_N___doc__, v);
}

static py_value get_annotations(struct py_isolate *iso, py_value self)
{
    py_value name = py_name(iso, PY_N___annotations__);
    if (!(as_type(self)->flags & PY_TF_HEAP)) return py_raise_no_attr(iso, self, name);
    py_value v = own(iso, self, name);
    if (v || iso->exc) return v ? py_descr_bind(iso, v, NULL, as_type(self)) : NULL;
    v = py_dict_new(iso);
    return v && py_dict_set(iso, as_type(self)->dict, name, v) ? v : NULL;
}
static bool set_annotations(struct py_isolate *iso, py_value self, py_value v)
{
    return set_own(iso, self, PY_N___annotations__, v);
}

static py_value get_abstract(struct py_isolate *iso, py_value self)
{
    py_value name = py_name(iso, PY_N___abstractmethods__);
    py_value v = self == (py_value)py_t(iso, PY_T_TYPE) ? NULL : own(iso, self, name);
    return v || iso->exc ? v : py_raise(iso, PY_T_AttributeError, "__abstractmethods__");
}
static bool set_abstract(struct py_isolate *iso, py_value self, py_value v)
{
    int yes = v ? py_truth(iso, v) : 0;
    if (yes < 0 || !set_own(iso, self, PY_N___abstractmethods__, v)) return false;
    if (yes) as_type(self)->flags |= PY_TF_ABSTRACT;
    else as_type(self)->flags &= ~(uint32_t)PY_TF_ABSTRACT;
    return true;
}

static py_value get_type_params(struct py_isolate *iso, py_value self)
{
    py_value v = as_type(self)->flags & PY_TF_HEAP
                     ? own(iso, self, py_name(iso, PY_N___type_params__))
                     : NULL;
    return v || iso->exc ? v : iso->empty_tuple;
}
static bool set_type_params(struct py_isolate *iso, py_value self, py_value v)
{
    return !immutable(iso, as_type(self), "__type_params__", !v) &&
           set_own(iso, self, PY_N___type_params__, v);
}

static py_value get_bases(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return as_type(v)->bases;
}
static py_value get_mro(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return as_type(v)->flags & PY_TF_UNORDERED ? PY_NONE : as_type(v)->mro;
}
static py_value get_base(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return as_type(v)->base ? (py_value)as_type(v)->base : PY_NONE;
}
static py_value get_basicsize(struct py_isolate *iso, py_value v)
{
    return py_int_new(iso, as_type(v)->size);
}
static py_value get_itemsize(struct py_isolate *iso, py_value v)
{
    switch (as_type(v)->def->kind) {
    case PY_K_TUPLE: return py_int_new(iso, sizeof(py_value));
    case PY_K_BYTES: return py_int_new(iso, 1);
    default: return py_int_new(iso, 0);
    }
}
static py_value get_dict(struct py_isolate *iso, py_value v)
{
    return py_type_ready(iso, as_type(v)) ? py_mappingproxy_new(iso, (py_value)as_type(v)->dict)
                                          : NULL;
}
static py_value get_sig(struct py_isolate *iso, py_value v)
{
    // Those whose text in CPython is not what their arguments are parsed by here; NULL: none.
    static const struct {
        enum py_type_id id;
        const char *text;
    } rows[] = {{PY_T_BOOL, NULL},
                {PY_T_INT, NULL},
                {PY_T_MAPPINGPROXY, NULL},
                {PY_T_OBJECT, "()"},
                {PY_T_MEMORYVIEW, "(object)"},
                {PY_T_CELL, "([contents])"},
                {PY_T_CODE, "(argcount, posonlyargcount, kwonlyargcount, nlocals, stacksize,\n"
                            "     flags, codestring, constants, names, varnames, filename, name,\n"
                            "     qualname, firstlineno, linetable, exceptiontable, freevars=(),\n"
                            "     cellvars=(), /)"}};
    const struct py_type *t = as_type(v);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (t == py_t(iso, rows[i].id)) return rows[i].text ? py_str_z(iso, rows[i].text) : PY_NONE;
    return t->flags & PY_TF_HEAP || !t->def->sig ? PY_NONE
                                                 : py_str_format(iso, "(%s)", t->def->sig);
}
// CPython's tp_flags bits that programs test: heap type, immutable, base type, abstract,
// sequence and mapping of the match statement.
static py_value get_flags(struct py_isolate *iso, py_value v)
{
    const struct py_type *t = as_type(v);
    int64_t f = t->flags & PY_TF_HEAP ? 1 << 9 : 1 << 8;
    if (t->flags & PY_TF_HEAP || !t->def->final) f |= 1 << 10;
    if (t->flags & PY_TF_ABSTRACT) f |= 1 << 20;
    if (t->flags & PY_TF_SEQUENCE) f |= 1 << 5;
    if (t->flags & PY_TF_MAPPING) f |= 1 << 6;
    return py_int_new(iso, f | 1 << 12);
}

static bool check_bases(struct py_isolate *iso, struct py_type *t, py_value v)
{
    if (!py_is_kind(v, PY_K_TUPLE))
        return py_raise_type_error(iso, "can only assign tuple to %N.__bases__, not %T", t, v);
    if (!py_tuple(v)->n)
        return py_raise_type_error(iso, "can only assign non-empty tuple to %N.__bases__, not ()",
                                   t);
    for (uint64_t i = 0; i < py_tuple(v)->n; i++) {
        py_value b = py_tuple(v)->v[i];
        if (!py_is_type(b))
            return py_raise_type_error(iso, "%N.__bases__ must be tuple of classes, not '%T'", t,
                                       b);
        bool cycle = py_type_issub(as_type(b), t);
        if (!py_tick(iso, 1 + py_issub_cost(as_type(b)))) return false;
        for (const struct py_type *up = as_type(b); up; up = up->base) cycle |= up == t;
        if (cycle) return py_raise_type_error(iso, "a __bases__ item causes an inheritance cycle");
    }
    struct py_type *base = py_layout_best_base(iso, v);
    if (!base) return false;
    if ((base->flags ^ t->base->flags) & PY_TF_HEAP)
        return py_raise_type_error(iso, "__bases__ assignment: '%N' deallocator differs from '%N'",
                                   base, t->base);
    if (py_layout_same(iso, base, t->base)) return true;
    return !iso->exc &&
           py_raise_type_error(iso, "__bases__ assignment: '%N' object layout differs from '%N'",
                               base, t->base);
}

// Gives t and its subclasses new MROs; the list `undo` gets each class and its old one. A
// metaclass's mro() and the collector change the list of subclasses.
static bool rebuild_mro(struct py_isolate *iso, struct py_type *t, py_value undo)
{
    py_value before = t->mro, mro = py_tick(iso, 4) ? py_type_mro(iso, t) : NULL;
    if (!mro || !py_list_append(iso, undo, before) || !py_list_append(iso, undo, (py_value)t) ||
        !py_enter(iso, ""))
        return false;
    if (t->mro == before) py_type_set_mro(t, mro); // mro() has assigned no bases itself
    py_value subs = t->subclasses ? py_tuple_of(iso, t->subclasses) : iso->empty_tuple;
    bool ok = subs != NULL;
    for (uint64_t i = 0; ok && i < py_tuple(subs)->n; i++)
        ok = rebuild_mro(iso, as_type(py_tuple(subs)->v[i]), undo);
    py_leave(iso);
    return ok;
}

// Takes t out of the lists of subclasses of the first n of these bases.
static void unlink_bases(struct py_type *t, py_value bases, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        py_value subs = as_type(py_tuple(bases)->v[i])->subclasses;
        struct py_list *l = subs ? py_list(subs) : NULL;
        uint64_t k = 0;
        while (l && k < l->n && l->v[k] != (py_value)t) k++;
        if (!l || k == l->n) continue;
        memmove(l->v + k, l->v + k + 1, (l->n - k - 1) * sizeof *l->v);
        l->n--;
    }
}

// Puts t into the lists of subclasses of these bases, or into none.
static bool link_bases(struct py_isolate *iso, struct py_type *t, py_value bases)
{
    for (uint64_t i = 0; i < py_tuple(bases)->n; i++)
        if (!py_type_add_subclass(iso, as_type(py_tuple(bases)->v[i]), t)) {
            unlink_bases(t, bases, i);
            return false;
        }
    return true;
}

// All or nothing: what can fail comes before the bases are left behind, and can be taken back.
static bool set_bases(struct py_isolate *iso, py_value self, py_value v)
{
    struct py_type *t = as_type(self);
    if (immutable(iso, t, "__bases__", !v) || !check_bases(iso, t, v)) return false;
    py_value old = t->bases, undo = py_list_new(iso, 2);
    struct py_type *old_base = t->base, *base = py_layout_best_base(iso, v);
    if (!undo || !base || !link_bases(iso, t, v)) return false;
    t->bases = v;
    t->base = base;
    bool built = rebuild_mro(iso, t, undo);
    bool current = t->bases == v; // a metaclass's mro() has set no others
    if (!built && current) {
        t->bases = old;
        t->base = old_base;
        for (uint64_t n = py_list(undo)->n & ~(uint64_t)1; n; n -= 2)
            as_type(py_list(undo)->v[n - 1])->mro = py_list(undo)->v[n - 2];
    }
    py_value left = built ? old : v;
    if (current) unlink_bases(t, left, py_tuple(left)->n);
    py_type_changed(iso, t);
    return built;
}

const struct py_getset_row py_type_getset[] = {
    {"__name__", get_name, set_name, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL},
    {"__module__", get_module, set_module, NULL},
    {"__doc__", get_doc, set_doc, NULL},
    {"__bases__", get_bases, set_bases, NULL},
    {"__mro__", get_mro, NULL, NULL},
    {"__base__", get_base, py_set_readonly, NULL},
    {"__dict__", get_dict, NULL, NULL},
    {"__basicsize__", get_basicsize, py_set_readonly, NULL},
    {"__itemsize__", get_itemsize, py_set_readonly, NULL},
    {"__flags__", get_flags, py_set_readonly, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {"__abstractmethods__", get_abstract, set_abstract, NULL},
    {"__type_params__", get_type_params, set_type_params, NULL},
    {"__text_signature__", get_sig, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static PY_NATIVE(m_mro)
{
    py_value mro = py_type_mro_compute(iso, as_type(a[0]));
    return mro ? py_list_of(iso, mro) : NULL;
}

static PY_NATIVE(m_subclasses)
{
    struct py_type *t = as_type(a[0]);
    py_value list = py_list_new(iso, 0);
    for (int i = 1; list && i < PY_T_COUNT; i++)
        if (iso->types[i].base == t && !py_list_append(iso, list, (py_value)&iso->types[i]))
            return NULL;
    if (list && t->subclasses && !py_list_extend(iso, list, t->subclasses)) return NULL;
    return list;
}

static PY_NATIVE_RAW(m_prepare)
{
    return py_dict_new(iso);
}

// Names along the MRO, as dir(cls).
static PY_NATIVE(m_dir)
{
    struct py_dict *d = py_dict(py_dict_new(iso));
    struct py_tuple *mro = py_tuple(as_type(a[0])->mro);
    for (uint64_t i = mro->n; d && i-- > 0;) {
        struct py_type *b = as_type(mro->v[i]);
        if (!py_type_ready(iso, b) || !py_dict_merge(iso, d, (py_value)b->dict, true)) return NULL;
    }
    return d ? py_list_of(iso, (py_value)d) : NULL;
}

static PY_NATIVE(m_instancecheck)
{
    if (py_type_issub(py_type_of(iso, a[1]), as_type(a[0]))) return PY_TRUE;
    py_value c = py_getattr_opt(iso, a[1], py_name(iso, PY_N___class__));
    if (!c && iso->exc) return NULL;
    return py_bool(c && py_is_type(c) && py_type_issub(as_type(c), as_type(a[0])));
}

static PY_NATIVE(m_subclasscheck)
{
    int r = py_subclass_plain(iso, a[1], a[0]);
    return r < 0 ? NULL : py_bool(r);
}

static PY_NATIVE(m_sizeof)
{
    return py_int_new(iso, sizeof(struct py_type));
}

const struct py_native_row py_type_methods[] = {
    PY_ROW("mro", m_mro, "",
           "The class and its ancestors in the order in which attributes are looked for."),
    PY_ROW("__subclasses__", m_subclasses, "",
           "Classes that inherit from this one directly, as far as they are alive."),
    PY_CLASS_ROW("__prepare__", m_prepare, "*args, **kwargs",
                 "Gives the dict that the body of a class fills."),
    PY_ROW("__dir__", m_dir, "", "Names of attributes of the class and its ancestors."),
    PY_ROW("__instancecheck__", m_instancecheck, "instance, /", "What isinstance() calls."),
    PY_ROW("__subclasscheck__", m_subclasscheck, "subclass, /", "What issubclass() calls."),
    PY_ROW("__sizeof__", m_sizeof, "", "Bytes of memory that the class takes."),
    {0},
};
