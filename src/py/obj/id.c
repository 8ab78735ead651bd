// id(): numbers given out in the order of asking, never addresses. The table maps a cell's address
// to its number; a later object in the same cell may inherit it, as ids may be reused.
#include "typeobj.h"

#include <stdio.h>

enum { SMALL_RANGE = 1 << 30 };

int64_t py_id(struct py_isolate *iso, py_value v)
{
    if (py_is_int(v) && py_small(v) >= -SMALL_RANGE && py_small(v) < SMALL_RANGE)
        return 0x100000000 + (py_small(v) + SMALL_RANGE) * 32;
    if (py_is_const(v)) return 0x90000 + (int64_t)PY_BITS(v) * 4;
    if (!iso->ids && !(iso->ids = py_dict_new(iso))) return 0;
    py_value key = py_int_from_u64(iso, PY_BITS(v)),
             known = key ? py_dict_get(iso, py_dict(iso->ids), key) : NULL;
    if (known) return py_small(known);
    if (!key || py_error(iso)) return 0;
    int64_t id = 0x7f0000000000 + (int64_t)++iso->next_id * 16;
    return py_dict_set(iso, py_dict(iso->ids), key, py_small_new(id)) ? id : 0;
}

py_value py_id_text(struct py_isolate *iso, py_value v)
{
    char buf[32];
    snprintf(buf, sizeof buf, "0x%012llx", (unsigned long long)py_id(iso, v));
    return py_str_z(iso, buf);
}
