// The layout of memoryview objects and what reads them in C.
#ifndef PY_MEMORYVIEW_INT_H
#define PY_MEMORYVIEW_INT_H

#include "bytes_int.h"

enum { PY_VIEW_MAX_DIM = 64 };
struct py_view_dim {
    int64_t shape;  // items
    int64_t stride; // bytes
};
struct py_memoryview {
    struct py_obj h;
    py_value obj;  // NULL: released
    int64_t start; // bytes
    int ndim;
    int size; // bytes an item
    char format;
    bool readonly;
    uint64_t hash; // 0: not computed; outlives release()
    struct py_view_dim dim[];
};
#define PY_VIEW(v) ((struct py_memoryview *)(v))

bool py_view_check(struct py_isolate *iso, const struct py_memoryview *m); // not released
// Address of the item at that offset; NULL with IndexError when the object has shrunk below it.
unsigned char *py_view_at(struct py_isolate *iso, const struct py_memoryview *m, int64_t offset);
int64_t py_view_items(const struct py_memoryview *m);
bool py_view_contiguous(const struct py_memoryview *m, bool fortran);
// The items as bytes, in C's or Fortran's order.
py_value py_view_bytes(struct py_isolate *iso, const struct py_memoryview *m, bool fortran);

#endif
