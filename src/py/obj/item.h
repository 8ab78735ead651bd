// Items of a C type in memory, named by a letter as in struct, array and memoryview; and the
// objects that lend their memory as rows of such items.
#ifndef PY_ITEM_H
#define PY_ITEM_H

#include "bytes_int.h"

// Bytes of one native item of that letter; 0: no such letter.
int py_item_size(char code);
// The value of the native item at p (not aligned). NULL: exception.
py_value py_item_load(struct py_isolate *iso, const unsigned char *p, char code);
// IEEE half precision; rounds to even. False: too large.
bool py_half_pack(double d, uint16_t *out);
// The low 64 bits of an int value (two's complement); false when it fits neither int64 (is_signed)
// nor uint64.
bool py_item_bits(py_value v, bool is_signed, uint64_t *out);

// array.array: laid out as a bytearray, so that everything which reads and resizes those serves.
struct py_array {
    struct py_bytearray base; // base.len in bytes
    char code;
    int size; // of an item
};
static inline bool py_is_array(py_value v)
{
    return py_is_kind(v, PY_K_NATIVE) && py_obj_type(py_ptr(v))->def->array;
}
// bytes, bytearray, memoryview or array: what py_bytes_view takes.
static inline bool py_is_buffer(struct py_isolate *iso, py_value v)
{
    return py_is_byteslike(v) || py_is_array(v) ||
           (py_is_ptr(v) && py_type_of(iso, v) == py_t(iso, PY_T_MEMORYVIEW));
}

#endif
