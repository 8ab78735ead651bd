// Shared by the iterator types (iter.c, iter_tools.c, range.c, mod/itertools).
#ifndef PY_ITER_INT_H
#define PY_ITER_INT_H

#include "../native.h"

py_value py_iter_self(struct py_isolate *iso, py_value self); // slot: iter(it) is it
// Iterator over a sequence: the type by seq's kind, from item i on.
py_value py_seqiter_new(struct py_isolate *iso, enum py_type_id type, py_value seq, int64_t i,
                        unsigned flags);
// What __reduce__ of an iterator gives: (iter, (seq,)) or (iter, (seq,), state).
py_value py_iter_reduce(struct py_isolate *iso, py_value seq, py_value state);

#endif
