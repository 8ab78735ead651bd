// Shared by the parts of module _collections.
#ifndef PY_COLLECTIONS_INT_H
#define PY_COLLECTIONS_INT_H

#include "../native.h"

extern const struct py_typedef py_deque_def, py_deque_iter_def, py_deque_reviter_def, py_odict_def,
    py_odict_keys_def, py_odict_values_def, py_odict_items_def, py_odict_iter_def;

// The module's classes, kept in a tuple in iso->module_state[PY_MS_COLLECTIONS].
enum py_collections_type_id {
    PY_COLL_DEQUE,
    PY_COLL_DEQUE_ITER,
    PY_COLL_DEQUE_REVITER,
    PY_COLL_DEFAULTDICT,
    PY_COLL_ORDEREDDICT,
    PY_COLL_ODICT_KEYS, // in the order of enum py_dictwhat
    PY_COLL_ODICT_VALUES,
    PY_COLL_ODICT_ITEMS,
    PY_COLL_ODICT_ITER,
    PY_COLL_TUPLEGETTER,
    PY_COLL_COUNT
};
static inline struct py_type *py_collections_type(struct py_isolate *iso,
                                                  enum py_collections_type_id id)
{
    return (struct py_type *)py_tuple(iso->module_state[PY_MS_COLLECTIONS])->v[id];
}

// Of odict.c: methods and slots of OrderedDict.
PY_NATIVE(py_od_move_to_end);
PY_NATIVE(py_od_popitem);
PY_NATIVE(py_od_keys);
PY_NATIVE(py_od_values);
PY_NATIVE(py_od_items);
PY_NATIVE(py_od_reversed);
py_value py_od_iter(struct py_isolate *iso, py_value self);
py_value py_od_repr(struct py_isolate *iso, py_value self);
// Of counter.c and chainmap.c: functions of the module.
PY_NATIVE(py_count_elements);
PY_NATIVE(py_add_counts);
PY_NATIVE(py_combine_counts);
PY_NATIVE(py_compare_counts);
PY_NATIVE(py_count_of);
PY_NATIVE(py_chain_look_up);
PY_NATIVE(py_chain_in_any);
PY_NATIVE(py_chain_all_keys);

#endif
