// Module _namedtuple, the C part: what the methods of named tuples do, which are Python functions
// in lib/_namedtuple.py so that each class has them of its own.
#include "../native.h"

static py_value fields_of(struct py_isolate *iso, py_value o)
{
    py_value fields = py_getattr(iso, o, py_name(iso, PY_N__fields));
    return !fields || py_is_exact(fields, PY_K_TUPLE) ? fields : py_tuple_of(iso, fields);
}

// The items as iteration gives them, as an exact tuple or self.
static py_value items_of(struct py_isolate *iso, py_value self)
{
    if (!py_is_kind(self, PY_K_TUPLE) ||
        py_type_of(iso, self)->s.iter != py_t(iso, PY_T_TUPLE)->s.iter)
        return py_tuple_of(iso, self);
    return self;
}

// _fields and items of a[0], and how many there are of both; -1: error.
static int64_t both_of(struct py_isolate *iso, py_value self, py_value *fields, py_value *items)
{
    if (!(*fields = fields_of(iso, self)) || !(*items = items_of(iso, self))) return -1;
    uint64_t nf = py_tuple(*fields)->n, ni = py_tuple(*items)->n, n = nf < ni ? nf : ni;
    return py_tick(iso, n) ? (int64_t)n : -1;
}

// The tuple of class cls with the items of an iterable, as many as it has fields.
static PY_NATIVE(make)
{
    if (!py_is_type(a[0]) || !py_type_fits((struct py_type *)a[0], py_t(iso, PY_T_TUPLE)))
        return py_raise_type_error(iso, "a class of tuples is required, not %T", a[0]);
    py_value made = py_slot_make(iso, &py_t(iso, PY_T_TUPLE)->s, (struct py_type *)a[0], a + 1, 1,
                                 NULL);
    py_value fields = made ? fields_of(iso, a[0]) : NULL;
    int64_t got = fields ? py_len(iso, made) : -1;
    if (got < 0) return NULL;
    if (got == (int64_t)py_tuple(fields)->n) return made;
    return py_raise_type_error(iso, "Expected %lld arguments, got %lld",
                               (long long)py_tuple(fields)->n, (long long)got);
}

// The tuple with the values that the dict a[1] has for fields; those are taken out of it.
static PY_NATIVE(replace)
{
    py_value fields, items;
    if (!py_is_exact(a[1], PY_K_DICT)) return py_raise_type_error(iso, "keywords must be a dict");
    int64_t count = both_of(iso, a[0], &fields, &items);
    py_value values = count < 0 ? NULL : py_tuple_new(iso, (uint64_t)count);
    for (int64_t i = 0; values && i < count; i++) {
        py_value given = py_dict_pop(iso, py_dict(a[1]), py_tuple(fields)->v[i]);
        if (!given && iso->exc) return NULL;
        py_tuple(values)->v[i] = given ? given : py_tuple(items)->v[i];
    }
    py_value made = values ? py_call_method(iso, a[0], py_name(iso, PY_N__make), &values, 1) : NULL;
    if (!made || !py_dict(a[1])->n) return made;
    py_value left = py_list_of(iso, a[1]);
    return left ? py_raise_value_error(iso, "Got unexpected field names: %R", left) : NULL;
}

static PY_NATIVE(asdict)
{
    py_value fields, items, d = py_dict_new(iso);
    int64_t count = d ? both_of(iso, a[0], &fields, &items) : -1;
    for (int64_t i = 0; i < count; i++)
        if (!py_dict_set(iso, py_dict(d), py_tuple(fields)->v[i], py_tuple(items)->v[i]))
            return NULL;
    return count < 0 ? NULL : d;
}

// "name=value, ..." of a tuple's own items.
static PY_NATIVE(shown)
{
    if (!py_is_kind(a[0], PY_K_TUPLE)) return py_raise_type_error(iso, "a tuple is required");
    py_value cls = py_getattr(iso, a[0], py_name(iso, PY_N___class__));
    py_value name = cls ? py_getattr(iso, cls, py_name(iso, PY_N___name__)) : NULL;
    py_value fields = name ? fields_of(iso, a[0]) : NULL;
    if (!fields) return NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_format(&b, "%S(", name);
    const struct py_tuple *f = py_tuple(fields), *t = py_tuple(a[0]);
    for (uint64_t i = 0; i < f->n && i < t->n && !iso->exc; i++) {
        if (i) py_sb_z(&b, ", ");
        if (py_is_exact(f->v[i], PY_K_STR)) py_sb_str(&b, f->v[i]);
        else py_sb_format(&b, "%S", f->v[i]);
        py_sb_char(&b, '=');
        py_sb_repr(&b, t->v[i]);
        if (!py_tick(iso, 1)) return NULL;
    }
    py_sb_char(&b, ')');
    return iso->exc ? NULL : py_sb_finish(&b);
}

static const struct py_native_row functions[] = {
    PY_ROW("_made", make, "cls, iterable, /", NULL),
    PY_ROW("_replaced", replace, "self, values, /", NULL),
    PY_ROW("_as_dict", asdict, "self, /", NULL),
    PY_ROW("_shown", shown, "self, /", NULL),
    {0}};

const struct py_moddef py_mod__namedtuple = {
    .name = "_namedtuple",
    .functions = functions,
    .doc = "The part of named tuples that is in C.",
};
