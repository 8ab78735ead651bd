// The class statement: what bases and metaclass it has, its body run in the namespace that is
// prepared for it, the class made of that.
#include "../obj/typeobj.h"
#include "vm.h"

// Replaces bases that are no classes by what their __mro_entries__ gives.
static py_value resolve_bases(struct py_isolate *iso, py_value bases)
{
    py_value list = NULL;
    for (uint64_t i = 0; i < py_tuple(bases)->n; i++) {
        py_value b = py_tuple(bases)->v[i], f = NULL;
        if (!py_is_type(b) && !(f = py_getattr_opt(iso, b, py_name(iso, PY_N___mro_entries__))) &&
            iso->exc)
            return NULL;
        if (f) {
            py_value more = py_call1(iso, f, bases);
            if (!more) return NULL;
            if (!py_is_kind(more, PY_K_TUPLE))
                return py_raise_type_error(iso, "__mro_entries__ must return a tuple");
            if (!list && !(list = py_list_from(iso, py_tuple(bases)->v, i))) return NULL;
            if (!py_list_extend(iso, list, more)) return NULL;
        } else if (list && !py_list_append(iso, list, b)) {
            return NULL;
        }
    }
    return list ? py_tuple_of(iso, list) : bases;
}

static py_value prepare(struct py_isolate *iso, py_value meta, py_value name, py_value bases,
                        py_value kwargs)
{
    if (meta == (py_value)py_t(iso, PY_T_TYPE)) return py_dict_new(iso);
    py_value f = py_getattr_opt(iso, meta, py_name(iso, PY_N___prepare__));
    if (!f) return iso->exc ? NULL : py_dict_new(iso);
    py_value args = py_tuple_pack(iso, 2, name, bases);
    py_value ns = args ? py_call_ex(iso, f, args, kwargs) : NULL;
    if (ns && !py_type_of(iso, ns)->s.getitem)
        return py_raise_type_error(iso, "%s.__prepare__() must return a mapping, not %T",
                                   py_is_type(meta)
                                       ? py_str_utf8(iso, ((struct py_type *)meta)->name, NULL)
                                       : "<metaclass>",
                                   ns);
    return ns;
}

static py_value finish_cell(struct py_isolate *iso, py_value cell, py_value cls, py_value name)
{
    if (!cls || !cell || !py_is_kind(cell, PY_K_CELL) || !py_is_type(cls)) return cls;
    struct py_cell *c = (struct py_cell *)cell;
    if (!c->v)
        return py_raise(
            iso, PY_T_RuntimeError,
            "__class__ not set defining %R as %R. Was __classcell__ propagated to type.__new__?",
            name, cls);
    if (c->v != cls)
        return py_raise_type_error(iso, "__class__ set to %R defining %R as %R", c->v, name, cls);
    return cls;
}

py_value py_build_class(struct py_isolate *iso, py_value func, py_value name, py_value orig,
                        py_value kwargs)
{
    py_value bases = resolve_bases(iso, orig);
    if (!bases) return NULL;
    py_value meta = NULL;
    if (kwargs && py_dict(kwargs)->n) {
        if (!(kwargs = py_dict_copy(iso, py_dict(kwargs)))) return NULL;
        meta = py_dict_pop(iso, py_dict(kwargs), py_name(iso, PY_N_metaclass));
        if (!meta && iso->exc) return NULL;
    }
    if (!meta)
        meta = (py_value)(py_tuple(bases)->n ? py_type_of(iso, py_tuple(bases)->v[0])
                                             : py_t(iso, PY_T_TYPE));
    if (py_is_type(meta)) meta = (py_value)py_type_winner(iso, (struct py_type *)meta, bases);
    py_value ns = meta ? prepare(iso, meta, name, bases, kwargs) : NULL;
    if (!ns) return NULL;
    py_value cell = py_call_body(iso, func, ns);
    if (!cell || (bases != orig && !py_setitem(iso, ns, py_name(iso, PY_N___orig_bases__), orig)))
        return NULL;
    if (py_is_kind(cell, PY_K_CELL) && !py_setitem(iso, ns, py_name(iso, PY_N___classcell__), cell))
        return NULL;
    py_value args = py_tuple_pack(iso, 3, name, bases, ns);
    return finish_cell(iso, cell, args ? py_call_ex(iso, meta, args, kwargs) : NULL, name);
}
