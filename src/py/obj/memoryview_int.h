// Inside of memoryview: its layout, and what memoryview.c and memoryview_methods.c share.
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

// memoryview.c

// False with ValueError: it has been released.
bool py_view_check(struct py_isolate *iso, const struct py_memoryview *m);
// A view of the same memory; dimensions that `like` does not have are to be filled in. NULL:
// memory.
struct py_memoryview *py_view_new(struct py_isolate *iso, const struct py_memoryview *like,
                                  int ndim);
// Address of the item at that offset, until the object changes; NULL with IndexError when the
// object has shrunk below it, with ValueError when the view has been released.
unsigned char *py_view_at(struct py_isolate *iso, const struct py_memoryview *m, int64_t offset);
int64_t py_view_items(const struct py_memoryview *m); // the product of its shape
bool py_view_contiguous(const struct py_memoryview *m, bool fortran);
// The items as bytes, in C's or Fortran's order.
py_value py_view_bytes(struct py_isolate *iso, const struct py_memoryview *m, bool fortran);
// Formats of one native letter are items; others (array('u') is 'w') only bytes. Raises, NULL.
void *py_view_bad_format(struct py_isolate *iso, const struct py_memoryview *m);

// memoryview_methods.c

// The items as lists of lists, as deep as there are dimensions.
py_value py_view_list(struct py_isolate *iso, const struct py_memoryview *m);
extern const struct py_native_row py_memoryview_methods[];
extern const struct py_getset_row py_memoryview_getset[];

#endif
