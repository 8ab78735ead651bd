// What the streams in memory have in common, and module _iomem with both; see iomem_int.h.
#include "iomem_int.h"

#include "../obj/bytes_int.h"
#include "../obj/str.h"
#include "../obj/typeobj.h"

struct py_iomem *py_iomem_opened(struct py_isolate *iso, py_value v)
{
    if (PY_IOMEM(v)->value) return PY_IOMEM(v);
    return py_raise_value_error(iso, "I/O operation on closed file%s",
                                PY_IOMEM(v)->text ? "" : ".");
}

bool py_iomem_size(struct py_isolate *iso, py_value v, int64_t *out)
{
    *out = -1;
    if (!v || v == PY_NONE) return true;
    if (py_as_int64(iso, v, out)) return true;
    bool large = py_error_is(iso, PY_T_OverflowError);
    if (!large && !py_error_is(iso, PY_T_TypeError)) return false;
    py_error_clear(iso);
    if (large)
        return py_raise(iso, PY_T_OverflowError, "cannot fit '%T' into an index-sized integer", v);
    return py_raise_type_error(iso, "argument should be integer or None, not '%T'", v);
}

bool py_iomem_ints(struct py_isolate *iso, py_value *a, int64_t *pos, int64_t *whence)
{
    *whence = 0;
    return py_as_int64(iso, a[1], pos) && (!a[2] || py_as_c_int(iso, a[2], whence));
}

bool py_iomem_own_lines(struct py_isolate *iso, py_value v, const struct py_typedef *def)
{
    struct py_type *type = py_type_of(iso, v), *native = type;
    while (native->base && native->base->def == def) native = native->base;
    if (type == native) return true;
    py_value name = py_name(iso, PY_N_readline);
    return py_type_lookup(iso, type, name) == py_type_lookup(iso, native, name);
}

py_value py_iomem_attributes(struct py_isolate *iso, py_value v)
{
    py_value d = py_getattr_opt(iso, v, py_str_intern_z(iso, "__dict__"));
    if (!d) return iso->exc ? NULL : PY_NONE;
    if (!py_is_kind(d, PY_K_DICT)) // a class of the program's has a __dict__ of its own
        return py_raise_type_error(iso, "__dict__ must be a dict, not %T", d);
    return py_dict(d)->n ? py_dict_copy(iso, py_dict(d)) : PY_NONE;
}

bool py_iomem_restore(struct py_isolate *iso, py_value v, py_value attributes)
{
    if (attributes == PY_NONE) return true;
    py_value d = py_getattr(iso, v, py_str_intern_z(iso, "__dict__"));
    return d && py_call_method(iso, d, py_str_intern_z(iso, "update"), &attributes, 1);
}

// --- methods that both have -----------------------------------------------------------------

PY_NATIVE(py_iomem_m_tell)
{
    struct py_iomem *s = py_iomem_opened(iso, a[0]);
    return s ? py_int_from_u64(iso, s->pos) : NULL;
}

// Is a view of the bytes in use? They must keep their size then: BufferError was raised.
static bool exported(struct py_isolate *iso, const struct py_iomem *s)
{
    return s->value && !s->text && py_bytearray_exported(iso, s->value);
}

static bool cut(struct py_isolate *iso, struct py_iomem *s, uint64_t size)
{
    if (!s->text) return size >= py_span_of(s->value).n || py_bytearray_resize(iso, s->value, size);
    py_value text = size < py_str(s->value)->len ? py_str_slice(iso, s->value, 0, size) : s->value;
    if (text) s->value = text;
    return text;
}

PY_NATIVE(py_iomem_m_truncate)
{
    int64_t size;
    struct py_iomem *s = py_iomem_size(iso, a[1], &size) ? py_iomem_opened(iso, a[0]) : NULL;
    if (!s) return NULL;
    if (!a[1] || a[1] == PY_NONE) size = (int64_t)s->pos;
    if (size < 0)
        return py_raise_value_error(iso, "%cegative size value %lld", s->text ? 'N' : 'n',
                                    (long long)size);
    if (exported(iso, s)) return NULL;
    return cut(iso, s, (uint64_t)size) ? py_int_new(iso, size) : NULL;
}

PY_NATIVE(py_iomem_m_yes)
{
    return py_iomem_opened(iso, a[0]) ? PY_TRUE : NULL;
}

PY_NATIVE(py_iomem_m_close)
{
    struct py_iomem *s = PY_IOMEM(a[0]);
    if (exported(iso, s)) return NULL;
    s->value = NULL;
    return PY_NONE;
}

py_value py_iomem_get_closed(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_bool(!PY_IOMEM(self)->value);
}

void py_iomem_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_iomem *)o)->value);
}

// --- the module -----------------------------------------------------------------------------

static bool init(struct py_isolate *iso, struct py_module *m)
{
    struct py_type *text = py_type_from_def(iso, &py_iomem_text_def, NULL, "_io");
    struct py_type *bytes = py_type_from_def(iso, &py_iomem_bytes_def, NULL, "_io");
    return text && bytes && py_module_set(iso, m, "StringIO", (py_value)text) &&
           py_module_set(iso, m, "BytesIO", (py_value)bytes);
}

const struct py_moddef py_mod__iomem = {
    .name = "_iomem", .init = init, .doc = "The streams in memory of module io."};
