// Shared by the iterator types (iter.c, iter_tools.c, range.c, mod/itertools).
#ifndef PY_ITER_INT_H
#define PY_ITER_INT_H

#include "../native.h"

// Iterator over a sequence: the type by seq's kind, from item i on.
py_value py_seqiter_new(struct py_isolate *iso, enum py_type_id type, py_value seq, int64_t i,
                        unsigned flags);
// The builtin reversed or iter, of which __reduce__ makes an iterator anew. To look for it may run
// a program's __eq__, which may use up the very iterator: its state is read afterwards.
py_value py_iter_maker(struct py_isolate *iso, bool back);
// What __reduce__ of an iterator gives: (iter, (seq,)) or (iter, (seq,), state).
py_value py_iter_reduce(struct py_isolate *iso, py_value seq, py_value state);

// Iterators whose items are fresh pairs (enumerate, zip of two, dict items): the VM's loops take
// the two values without a tuple. py_next_pair is false at the end, or with an exception pending.
bool py_has_pairs(struct py_isolate *iso, py_value it);
bool py_next_pair(struct py_isolate *iso, py_value it, py_value out[2]);
bool py_dictiter_pair(struct py_isolate *iso, py_value it, py_value out[2]);

#endif
