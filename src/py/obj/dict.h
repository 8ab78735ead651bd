// Dictionaries and sets as C sees them. Keys that need Python-level hash or equality may run code:
// lookups restart when the table changed underneath.
#ifndef PY_DICT_H
#define PY_DICT_H

#include "../native.h"

py_value py_dict_new(struct py_isolate *iso);
// The value, or NULL: absent (no exception) or error (exception pending).
py_value py_dict_get(struct py_isolate *iso, struct py_dict *d, py_value key);
py_value py_dict_get_hash(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash);
// For str keys of any origin: never runs Python code unless the dict holds exotic keys; no
// exception for str-only dicts.
py_value py_dict_get_str(struct py_isolate *iso, struct py_dict *d, py_value str);
// The value of a key that is an exact str. Other keys are not asked whether they equal it: no code
// runs and nothing is raised.
py_value py_dict_get_plain(struct py_isolate *iso, struct py_dict *d, py_value str);
py_value py_dict_get_z(struct py_isolate *iso, struct py_dict *d, const char *name);
// Index of an interned str key in the entries, -1 absent: for inline caches.
int64_t py_dict_slot(struct py_isolate *iso, struct py_dict *d, py_value str);
bool py_dict_set(struct py_isolate *iso, struct py_dict *d, py_value key, py_value v);
bool py_dict_set_hash(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash,
                      py_value v);
bool py_dict_set_z(struct py_isolate *iso, struct py_dict *d, const char *name, py_value v);
// 1 done, 0 absent, -1 error.
int py_dict_delete(struct py_isolate *iso, struct py_dict *d, py_value key);
// Removes and returns; NULL: absent or error.
py_value py_dict_pop(struct py_isolate *iso, struct py_dict *d, py_value key);
void py_dict_clear(struct py_isolate *iso, struct py_dict *d);
// Is iterating over v (a dict subclass instance perhaps) the same as iterating over its table?
bool py_dict_plain(struct py_isolate *iso, py_value v);
// An iterator over what its keys() gives; NULL with TypeError when that is none, AttributeError
// without keys.
py_value py_mapping_keys(struct py_isolate *iso, py_value mapping);
py_value py_dict_copy(struct py_isolate *iso, struct py_dict *d); // exact dict
// Of a dict, or of what has keys() and __getitem__.
bool py_dict_merge(struct py_isolate *iso, struct py_dict *d, py_value other, bool override);
// Iteration in order: *pos starts at 0. Safe against growth only when the caller re-checks.
static inline bool py_dict_next(struct py_isolate *iso, const struct py_dict *d, uint64_t *pos,
                                py_value *k, py_value *v)
{
    while (*pos < d->used) {
        const struct py_dict_entry *e = &d->t->e[(*pos)++];
        if (!e->key) {
            py_charge_gap(iso, *pos);
            continue;
        }
        if (k) *k = e->key;
        if (v) *v = e->value;
        return true;
    }
    return false;
}

py_value py_set_new(struct py_isolate *iso, bool frozen);
bool py_set_add(struct py_isolate *iso, struct py_set *s, py_value v);
int py_set_contains(struct py_isolate *iso, struct py_set *s, py_value v);
// 1 removed, 0 absent, -1 error.
int py_set_discard(struct py_isolate *iso, struct py_set *s, py_value v);
bool py_set_update(struct py_isolate *iso, struct py_set *s, py_value iterable);
void py_set_clear(struct py_isolate *iso, struct py_set *s);
static inline bool py_set_next(struct py_isolate *iso, const struct py_set *s, uint64_t *pos,
                               py_value *v, uint64_t *hash)
{
    while (s->e && *pos <= s->mask) {
        const struct py_set_entry *e = &s->e[(*pos)++];
        if (!e->key || e->key == PY_UNSET) {
            py_charge_gap(iso, *pos);
            continue;
        }
        *v = e->key;
        if (hash) *hash = e->hash;
        return true;
    }
    return false;
}

#endif
