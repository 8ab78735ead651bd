// Module _enum: the members of enumerations that are there already, by value and as combinations of
// flags. What is not found here is for lib/enum.py.
#include "../obj/dict_int.h"

// The member of a class that has the value; NULL without exception: none is known.
static py_value known(struct py_isolate *iso, struct py_type *cls, py_value value)
{
    py_value map = py_type_lookup(iso, cls, py_name(iso, PY_N__value2member_map_));
    uint64_t hash;
    if (!map || !py_is_exact(map, PY_K_DICT)) return NULL;
    py_value v = py_key_hash(iso, value, &hash) ? py_dict_get_hash(iso, py_dict(map), value, hash)
                                                : NULL;
    if (!v && py_error_is(iso, PY_T_TypeError))
        py_error_clear(iso); // it may equal one all the same
    return v;
}

static py_value or_none(struct py_isolate *iso, py_value v)
{
    return v ? v : iso->exc ? NULL : PY_NONE;
}

// _known(cls, value): the member, or None.
static PY_NATIVE(m_known)
{
    if (!py_is_type(a[0])) return py_raise_type_error(iso, "a class is required, not %T", a[0]);
    return or_none(iso, known(iso, (struct py_type *)a[0], a[1]));
}

// The combination of two flags of the same class, where it is known and small; else None. Only for
// classes of the metaclass a[2], for another one may have a __call__ of its own.
static py_value combined(struct py_isolate *iso, py_value *a, enum py_binop op)
{
    struct py_type *cls = py_type_of(iso, a[0]);
    if (cls != py_type_of(iso, a[1]) || (py_value)py_type_of(iso, (py_value)cls) != a[2])
        return PY_NONE;
    py_value name = py_name(iso, PY_N__value_), x = py_getattr(iso, a[0], name);
    py_value y = x ? py_getattr(iso, a[1], name) : NULL;
    if (!y) return NULL;
    if (!py_are_ints(x, y)) return PY_NONE;
    int64_t p = py_small(x), q = py_small(y),
            bits = op == PY_BIN_OR    ? p | q
                   : op == PY_BIN_AND ? p & q
                                      : p ^ q;
    return or_none(iso, known(iso, cls, py_small_new(bits)));
}

static PY_NATIVE(with_or)
{
    return combined(iso, a, PY_BIN_OR);
}
static PY_NATIVE(with_and)
{
    return combined(iso, a, PY_BIN_AND);
}
static PY_NATIVE(with_xor)
{
    return combined(iso, a, PY_BIN_XOR);
}

static const struct py_native_row functions[] = {
    PY_ROW("_known", m_known, "cls, value, /", NULL),
    PY_ROW("_or", with_or, "a, b, metaclass, /", NULL),
    PY_ROW("_and", with_and, "a, b, metaclass, /", NULL),
    PY_ROW("_xor", with_xor, "a, b, metaclass, /", NULL),
    {0}};

const struct py_moddef py_mod__enum = {
    .name = "_enum",
    .functions = functions,
    .doc = "The part of enum that is in C.",
};
