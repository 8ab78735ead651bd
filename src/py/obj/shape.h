// Hidden classes and attribute storage: where the attributes of an object lie. Names are interned
// strings, compared by identity. Names of __slots__ members come first in an instance's shape and
// keep their place even in dictionary mode; an unset one is NULL.
#ifndef PY_SHAPE_H
#define PY_SHAPE_H

#include "../isolate.h"

enum { PY_SHAPE_FIRST_CAP = 5, PY_SHAPE_MAX_CAP = 45, PY_SHAPE_MAX_NAMES = 128 };

// Slot number of `name`, -1 when the shape does not have it (in dictionary mode: look in the dict).
int py_shape_find(struct py_isolate *iso, struct py_shape *s, py_value name);
// Shape of a new instance of t, with the room that earlier instances turned out to need.
struct py_shape *py_shape_root(struct py_isolate *iso, struct py_type *t);
// A plain instance without attributes; t is a heap class whose layout is object's.
py_value py_inst_new(struct py_isolate *iso, struct py_type *t);

// The storage of one slot; `inl` is the inline room, which follows `at` where there is any.
static inline py_value *py_attr_slot(struct py_attrs *at, py_value *inl, uint32_t slot)
{
    return slot < at->shape->cap ? inl + slot : at->extra + (slot - at->shape->cap);
}
// How many members lie in `extra`, before the dict of dictionary mode.
static inline uint32_t py_shape_members_out(const struct py_shape *s)
{
    return s->members > s->cap ? s->members - s->cap : 0;
}
static inline py_value *py_attrs_inline(struct py_attrs *at)
{
    return (py_value *)(at + 1);
}

// Attribute access without descriptors. `o` owns `at`. get: NULL absent (or, in dictionary mode, an
// error). delete: 1 done, 0 absent, -1 error.
py_value py_attrs_get(struct py_isolate *iso, struct py_attrs *at, py_value name);
// Is there surely no attribute of that name? Runs no code: keys of a dict that only __eq__ could
// tell from it count as such an attribute.
bool py_attrs_lack(struct py_isolate *iso, const struct py_attrs *at, py_value name);
bool py_attrs_set(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at, py_value name,
                  py_value v);
int py_attrs_delete(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at, py_value name);
// The attributes as a dict, from then on shared with the object (dictionary mode).
struct py_dict *py_attrs_dict(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at);
// Makes d the attributes of o.
bool py_attrs_replace(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at,
                      struct py_dict *d);
// Marks what attributes refer to, but for inline room.
void py_attrs_trace(struct py_isolate *iso, struct py_attrs *at);

#endif
