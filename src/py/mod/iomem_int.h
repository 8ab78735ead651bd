// Shared by the streams in memory of module io: text (iomem_text.c) and bytes (iomem_bytes.c). The
// classes that programs see are these and an abstract base each, put together in lib/io.py.
#ifndef PY_IOMEM_INT_H
#define PY_IOMEM_INT_H

#include "../native.h"

extern const struct py_typedef py_iomem_text_def;

// A size argument: negative for None or not given. False: exception.
bool py_iomem_size(struct py_isolate *iso, py_value v, int64_t *out);
// The arguments of seek(), at a + 1. False: exception.
bool py_iomem_ints(struct py_isolate *iso, py_value *a, int64_t *pos, int64_t *whence);
// Does the class of a stream have the readline of its native base, so that iteration needs no call?
bool py_iomem_own_lines(struct py_isolate *iso, py_value v, const struct py_typedef *def);
// The attributes of a stream's __dict__ for its state: None when it has none.
py_value py_iomem_attributes(struct py_isolate *iso, py_value v);
bool py_iomem_restore(struct py_isolate *iso, py_value v, py_value attributes);

#endif
