// Shared by the streams in memory of module io: text (iomem_text.c) and bytes (iomem_bytes.c);
// iomem.c has what does not depend on which. The classes that programs see are these and an
// abstract base each, put together in lib/io.py.
#ifndef PY_IOMEM_INT_H
#define PY_IOMEM_INT_H

#include "../native.h"

struct py_iomem {
    struct py_obj h;
    struct py_attrs at; // of instances of subclasses
    py_value value;     // str or bytearray; NULL: closed
    uint64_t pos;
    bool text;
};
#define PY_IOMEM(v) ((struct py_iomem *)(v))

extern const struct py_typedef py_iomem_text_def, py_iomem_bytes_def;

// The stream v; NULL: it is closed, an exception.
struct py_iomem *py_iomem_opened(struct py_isolate *iso, py_value v);

// A size argument: negative for None or not given. False: exception.
bool py_iomem_size(struct py_isolate *iso, py_value v, int64_t *out);
// The arguments of seek(), at a + 1. False: exception.
bool py_iomem_ints(struct py_isolate *iso, py_value *a, int64_t *pos, int64_t *whence);
// Does the class of a stream have the readline of its native base, so that iteration needs no call?
bool py_iomem_own_lines(struct py_isolate *iso, py_value v, const struct py_typedef *def);
// The attributes of a stream's __dict__ for its state: None when it has none.
py_value py_iomem_attributes(struct py_isolate *iso, py_value v);
bool py_iomem_restore(struct py_isolate *iso, py_value v, py_value attributes);

PY_NATIVE(py_iomem_m_tell);
PY_NATIVE(py_iomem_m_truncate);
PY_NATIVE(py_iomem_m_yes);
PY_NATIVE(py_iomem_m_close);
#define PY_IOMEM_ROWS(size)                                                                        \
    PY_ROW("tell", py_iomem_m_tell, "", NULL),                                                     \
        PY_ROW("truncate", py_iomem_m_truncate, size, NULL),                                       \
        PY_ROW("close", py_iomem_m_close, "", NULL), PY_ROW("readable", py_iomem_m_yes, "", NULL), \
        PY_ROW("writable", py_iomem_m_yes, "", NULL), PY_ROW("seekable", py_iomem_m_yes, "", NULL)
py_value py_iomem_get_closed(struct py_isolate *iso, py_value self);
void py_iomem_trace(struct py_isolate *iso, struct py_obj *o);

#endif
