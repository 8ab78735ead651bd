// What ChainMap does for each of its mappings; its methods are in lib/collections.
#include "../obj/dict_int.h"
#include "collections_int.h"

static py_value maps_of(struct py_isolate *iso, py_value self)
{
    py_value maps = py_getattr(iso, self, py_name(iso, PY_N_maps));
    return !maps || py_is_exact(maps, PY_K_LIST) ? maps : py_list_of(iso, maps);
}

// map[key]; NULL without exception: it has none. A dict's key is hashed once for all of them.
static py_value item_of(struct py_isolate *iso, py_value map, py_value key, uint64_t *hash,
                        bool *hashed)
{
    if (py_is_exact(map, PY_K_DICT)) {
        if (!*hashed && !py_key_hash(iso, key, hash)) return NULL;
        *hashed = true;
        return py_dict_get_hash(iso, py_dict(map), key, *hash);
    }
    py_value v = py_getitem(iso, map, key);
    if (!v && py_error_is(iso, PY_T_KeyError)) py_error_clear(iso);
    return v;
}

// _look_up(self, key): from the first mapping that has it, else what __missing__ gives.
PY_NATIVE(py_chain_look_up)
{
    uint64_t hash = 0;
    bool hashed = false;
    py_value maps = maps_of(iso, a[0]);
    for (uint64_t i = 0; maps && i < py_list(maps)->n; i++) {
        py_value v = item_of(iso, py_list(maps)->v[i], a[1], &hash, &hashed);
        if (v || iso->exc) return v;
        if (!py_tick(iso, 1)) return NULL;
    }
    return maps ? py_call_method(iso, a[0], py_name(iso, PY_N___missing__), a + 1, 1) : NULL;
}

PY_NATIVE(py_chain_in_any)
{
    py_value maps = maps_of(iso, a[0]);
    for (uint64_t i = 0; maps && i < py_list(maps)->n; i++) {
        int in = py_contains(iso, py_list(maps)->v[i], a[1]);
        if (in) return in < 0 ? NULL : PY_TRUE;
        if (!py_tick(iso, 1)) return NULL;
    }
    return maps ? PY_FALSE : NULL;
}

// Of an exact dict, whose keys are hashed already. Comparing them may change it: what came is seen.
static bool add_dict(struct py_isolate *iso, struct py_dict *d, const struct py_dict *map)
{
    if (!d->n && !py_dict_reserve(iso, d, map->n)) return false;
    py_value key;
    for (uint64_t pos = 0; py_dict_next(iso, map, &pos, &key, NULL);)
        if (!py_dict_set_hash(iso, d, key, py_dict_hash_at(map->t, pos - 1), PY_NONE) ||
            !py_tick(iso, 1))
            return false;
    return true;
}

static bool add_keys(struct py_isolate *iso, struct py_dict *d, py_value map)
{
    if (py_is_exact(map, PY_K_DICT)) return add_dict(iso, d, py_dict(map));
    py_value it = py_iter(iso, map), key;
    while (it && (key = py_next(iso, it)))
        if (!py_dict_set(iso, d, key, PY_NONE) || !py_tick(iso, 1)) return false;
    return it && !iso->exc;
}

// _all_keys(self): a dict of them, the last mapping's first, as if each had updated it.
PY_NATIVE(py_chain_all_keys)
{
    py_value maps = maps_of(iso, a[0]);
    py_value list = maps ? py_list_from(iso, py_list(maps)->v, py_list(maps)->n) : NULL;
    py_value keys = list ? py_dict_new(iso) : NULL;
    for (uint64_t i = keys ? py_list(list)->n : 0; i-- > 0;)
        if (!add_keys(iso, py_dict(keys), py_list(list)->v[i])) return NULL;
    return keys;
}
