// Allocation of code objects; the `code` type itself is in obj/func.c.
#include "vm.h"

struct py_code *py_code_new(struct py_isolate *iso)
{
    return py_new(iso, py_t(iso, PY_T_CODE), sizeof(struct py_code));
}
