// The methods of array.array.
#include "../obj/seq_int.h"
#include "../obj/typeobj.h"
#include "array_int.h"

static PY_NATIVE(m_append)
{
    return py_array_append(iso, PY_ARRAY(a[0]), a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_extend)
{
    return py_array_extend(iso, PY_ARRAY(a[0]), a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_insert)
{
    struct py_array *array = PY_ARRAY(a[0]);
    unsigned char item[8];
    int64_t i;
    if (!py_as_int64(iso, a[1], &i) || !py_array_convert(iso, array->code, a[2], item)) return NULL;
    int64_t len = py_array_len(array);
    if (i < 0) i = i + len < 0 ? 0 : i + len;
    if (i > len) i = len;
    return py_array_splice(iso, array, i, 0, item, 1) ? PY_NONE : NULL;
}

static PY_NATIVE(m_pop)
{
    struct py_array *array = PY_ARRAY(a[0]);
    int64_t i = -1;
    if (a[1] && !py_as_int64(iso, a[1], &i)) return NULL;
    int64_t len = py_array_len(array);
    if (!len) return py_raise(iso, PY_T_IndexError, "pop from empty array");
    if (i < 0) i += len;
    if (i < 0 || i >= len) return py_raise(iso, PY_T_IndexError, "pop index out of range");
    py_value v = py_array_load(iso, array, i);
    return v && py_array_splice(iso, array, i, 1, NULL, 0) ? v : NULL;
}

static PY_NATIVE(m_remove)
{
    struct py_array *array = PY_ARRAY(a[0]);
    int64_t i = py_array_find(iso, array, a[1], 0, INT64_MAX);
    if (i == -1) return py_raise_value_error(iso, "array.remove(x): x not in array");
    if (i < 0) return NULL;
    return i >= py_array_len(array) || py_array_splice(iso, array, i, 1, NULL, 0) ? PY_NONE : NULL;
}

static PY_NATIVE(m_index)
{
    int64_t from, to;
    if (!py_seq_bounds(iso, a[2], a[3], py_array_len(PY_ARRAY(a[0])), &from, &to)) return NULL;
    int64_t i = py_array_find(iso, PY_ARRAY(a[0]), a[1], from, to);
    if (i == -1) return py_raise_value_error(iso, "array.index(x): x not in array");
    return i < 0 ? NULL : py_int_new(iso, i);
}

static PY_NATIVE(m_count)
{
    int64_t count = 0;
    for (int64_t i = 0;; i++, count++) {
        i = py_array_find(iso, PY_ARRAY(a[0]), a[1], i, INT64_MAX);
        if (i == -2) return NULL;
        if (i < 0) return py_int_new(iso, count);
    }
}

static PY_NATIVE(m_reverse)
{
    struct py_array *array = PY_ARRAY(a[0]);
    int64_t len = py_array_len(array);
    size_t size = (size_t)array->size;
    for (int64_t i = 0; i < len / 2; i++) {
        unsigned char t[8], *p = py_array_at(array, i), *q = py_array_at(array, len - 1 - i);
        memcpy(t, p, size);
        memcpy(p, q, size);
        memcpy(q, t, size);
    }
    return py_tick(iso, (uint64_t)len / 16) ? PY_NONE : NULL;
}

static PY_NATIVE(m_byteswap)
{
    struct py_array *array = PY_ARRAY(a[0]);
    unsigned char *b = array->base.buf->u.b;
    size_t size = (size_t)array->size;
    for (size_t at = 0; at < array->base.len; at += size) {
        for (size_t i = 0; i < size / 2; i++) {
            unsigned char t = b[at + i];
            b[at + i] = b[at + size - 1 - i];
            b[at + size - 1 - i] = t;
        }
    }
    return py_tick(iso, array->base.len / 16) ? PY_NONE : NULL;
}

static PY_NATIVE(m_tolist)
{
    return py_list_of(iso, a[0]);
}

static PY_NATIVE(m_fromlist)
{
    struct py_array *array = PY_ARRAY(a[0]);
    size_t len = array->base.len;
    if (!py_is_kind(a[1], PY_K_LIST)) return py_raise_type_error(iso, "arg must be list");
    uint64_t count = py_list(a[1])->n;
    for (uint64_t i = 0; i < count; i++) {
        bool same = py_list(a[1])->n == count; // __index__ of an item may change the list
        if (same && py_array_append(iso, array, py_list(a[1])->v[i]) && py_tick(iso, 1)) continue;
        if (!same) py_raise(iso, PY_T_RuntimeError, "list changed size during iteration");
        if (array->base.len > len) array->base.len = len;
        return NULL;
    }
    return PY_NONE;
}

static PY_NATIVE(m_tobytes)
{
    const struct py_array *array = PY_ARRAY(a[0]);
    return py_bytes_new(iso, array->base.buf->u.b, array->base.len);
}

static PY_NATIVE(m_frombytes)
{
    struct py_array *array = PY_ARRAY(a[0]);
    const unsigned char *p;
    size_t len;
    if (!py_bytes_view(iso, a[1], &p, &len)) return NULL;
    if (len % (size_t)array->size)
        return py_raise_value_error(iso, "bytes length not a multiple of item size");
    return py_array_add_bytes(iso, array, p, len) ? PY_NONE : NULL;
}

static PY_NATIVE(m_fromfile)
{
    struct py_array *array = PY_ARRAY(a[0]);
    int64_t items, bytes;
    if (!py_as_int64(iso, a[2], &items)) return NULL;
    if (items < 0) return py_raise_value_error(iso, "negative count");
    if (__builtin_mul_overflow(items, (int64_t)array->size, &bytes)) return py_raise_no_memory(iso);
    py_value arg = py_int_new(iso, bytes), name = py_str_intern_z(iso, "read");
    py_value data = arg && name ? py_call_method(iso, a[1], name, &arg, 1) : NULL;
    if (!data) return NULL;
    if (!py_is_kind(data, PY_K_BYTES))
        return py_raise_type_error(iso, "read() didn't return bytes");
    bool enough = py_bytes(data)->len == (uint64_t)bytes;
    if (py_bytes(data)->len % (size_t)array->size)
        return py_raise_value_error(iso, "bytes length not a multiple of item size");
    if (!py_array_add_bytes(iso, array, py_bytes(data)->b, py_bytes(data)->len)) return NULL;
    return enough ? PY_NONE : py_raise(iso, PY_T_EOFError, "read() didn't return enough bytes");
}

static PY_NATIVE(m_tofile)
{
    enum { BLOCK = 1 << 16 };
    struct py_array *array = PY_ARRAY(a[0]);
    py_value name = py_str_intern_z(iso, "write");
    for (size_t at = 0; name && at < array->base.len; at += BLOCK) {
        size_t size = array->base.len - at < BLOCK ? array->base.len - at : BLOCK;
        py_value part = py_bytes_new(iso, array->base.buf->u.b + at, size);
        if (!part || !py_call_method(iso, a[1], name, &part, 1)) return NULL;
    }
    return name ? PY_NONE : NULL;
}

py_value py_array_text(struct py_isolate *iso, const struct py_array *array)
{
    int64_t len = py_array_len(array);
    struct py_sb b;
    py_sb_init(&b, iso);
    for (int64_t i = 0; i < len; i++) {
        uint32_t c;
        memcpy(&c, py_array_at(array, i), 4);
        if (c > 0x10ffff)
            return py_raise_value_error(iso, "character U+%lx is not in range [U+0000; U+10ffff]",
                                        (unsigned long)c);
        py_sb_char(&b, c);
    }
    return py_tick(iso, (uint64_t)len / 8) ? py_sb_finish(&b) : NULL;
}

static PY_NATIVE(m_tounicode)
{
    if (PY_ARRAY(a[0])->code != 'u')
        return py_raise_value_error(iso, "tounicode() may only be called on unicode type arrays");
    return py_array_text(iso, PY_ARRAY(a[0]));
}

static PY_NATIVE(m_fromunicode)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "fromunicode() argument must be str, not %T", a[1]);
    if (PY_ARRAY(a[0])->code != 'u')
        return py_raise_value_error(iso, "fromunicode() may only be called on unicode type arrays");
    return py_array_add_text(iso, PY_ARRAY(a[0]), a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_buffer_info)
{
    return py_tuple_pack(iso, 2, py_int_new(iso, py_id(iso, a[0])),
                         py_int_new(iso, py_array_len(PY_ARRAY(a[0]))));
}

static PY_NATIVE(m_copy)
{
    const struct py_array *array = PY_ARRAY(a[0]);
    struct py_array *r = py_array_new(iso, py_array_type(iso), array->code, 0);
    return r && py_array_add_bytes(iso, r, array->base.buf->u.b, array->base.len) ? (py_value)r
                                                                                  : NULL;
}

// The machine format codes of _array_reconstructor, for this machine.
static int machine_format(char code)
{
    static const struct {
        char code;
        int format;
    } rows[] = {{'u', 20}, {'b', 1},  {'B', 0},  {'h', 4},  {'H', 2},  {'i', 8}, {'I', 6},
                {'l', 12}, {'L', 10}, {'q', 12}, {'Q', 10}, {'f', 14}, {'d', 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code) return rows[i].format;
    return -1;
}

static PY_NATIVE(m_reduce_ex)
{
    int64_t protocol;
    if (!py_as_int64(iso, a[1], &protocol)) return NULL;
    py_value type = (py_value)py_type_of(iso, a[0]),
             code = py_str_char(iso, (unsigned char)PY_ARRAY(a[0])->code);
    py_value state = py_type_of(iso, a[0])->flags & PY_TF_HEAP ? py_attr_dict(iso, a[0]) : PY_NONE;
    if (!state && !iso->exc) state = PY_NONE;
    if (!code || !state) return NULL;
    if (protocol < 3) {
        py_value items = PY_ARRAY(a[0])->code == 'u' ? py_array_text(iso, PY_ARRAY(a[0]))
                                                     : py_list_of(iso, a[0]);
        py_value args = items ? py_tuple_pack(iso, 2, code, items) : NULL;
        return args ? py_tuple_pack(iso, 3, type, args, state) : NULL;
    }
    py_value m = py_import(iso, "array");
    py_value f = m ? py_getattr_s(iso, m, "_array_reconstructor") : NULL;
    py_value data = f ? m_tobytes(iso, a) : NULL;
    py_value args = data ? py_tuple_pack(iso, 4, type, code,
                                         py_small_new(machine_format(PY_ARRAY(a[0])->code)), data)
                         : NULL;
    return args ? py_tuple_pack(iso, 3, f, args, state) : NULL;
}

static PY_NATIVE(m_sizeof)
{
    return py_int_new(iso, (int64_t)(80 + PY_ARRAY(a[0])->base.len));
}

const struct py_native_row py_array_methods[] = {
    PY_ROW("append", m_append, "v, /", "One more item at the end."),
    PY_ROW("buffer_info", m_buffer_info, "",
           "Pair of a stand-in for the address and the number of items."),
    PY_ROW("byteswap", m_byteswap, "",
           "Turns round the bytes of each item: from little endian to big or back."),
    PY_ROW("count", m_count, "v, /", "How many items equal v."),
    PY_ROW("extend", m_extend, "bb, /",
           "More items at the end, from an iterable or an array of the same type."),
    PY_ROW("frombytes", m_frombytes, "buffer, /",
           "More items at the end, from the bytes that tobytes() gives."),
    PY_ROW("fromfile", m_fromfile, "f, n, /",
           "More items at the end: n of them, read as bytes from a file."),
    PY_ROW("fromlist", m_fromlist, "list, /",
           "More items at the end, from a list; all of them or, where one does not fit, "
           "none."),
    PY_ROW("fromunicode", m_fromunicode, "ustr, /",
           "More characters at the end; for arrays of type 'u' only."),
    PY_ROW("index", m_index, "v, start=0, stop=9223372036854775807, /",
           "Place of the first item that equals v; ValueError where none does."),
    PY_ROW("insert", m_insert, "i, v, /", "Puts an item in front of place i."),
    PY_ROW("pop", m_pop, "i=-1, /", "Takes an item out, the last one unless told, and gives it."),
    PY_ROW("remove", m_remove, "v, /",
           "Takes out the first item that equals v; ValueError where none does."),
    PY_ROW("reverse", m_reverse, "", "Turns the order of the items round, in place."),
    PY_ROW("tobytes", m_tobytes, "", "The items as bytes, as the machine stores them."),
    PY_ROW("tofile", m_tofile, "f, /", "Writes what tobytes() gives to a file."),
    PY_ROW("tolist", m_tolist, "", "The items as a list of Python numbers."),
    PY_ROW("tounicode", m_tounicode, "", "The characters as a str; for arrays of type 'u' only."),
    PY_ROW("__copy__", m_copy, "", "Another array with the same items."),
    PY_ROW("__deepcopy__", m_copy, "unused, /", "Another array with the same items."),
    PY_ROW("__reduce_ex__", m_reduce_ex, "value, /", "What a copy is made from."),
    PY_ROW("__sizeof__", m_sizeof, "", "Bytes of memory that the array takes."),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                 "The class with the type of its items, for annotations: array[int]."),
    {0}};
