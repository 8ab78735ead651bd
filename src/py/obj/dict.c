// The core of dict: a compact table of entries in insertion order with an index of 1, 2 or 4 byte
// slots behind it. Index slots hold entry number + 1, 0 means empty; a deleted entry has no slot
// and no key. Probing is linear from a multiplicative mix of the hash.
#include "dict_int.h"

// Hashes that differ only in their GROUP low bits have neighbouring homes: runs of ints, the
// commonest keys after strings, then touch few cache lines.
enum { LOG2_MIN = 3, FREE_PROBES = 32, GROUP = 3, IN_GROUP = (1 << GROUP) - 1 };

static inline uint64_t cap_of(unsigned log2)
{
    return ((uint64_t)5 << log2) / 8;
}

static inline unsigned index_width(unsigned log2)
{
    return log2 <= 8 ? 1 : log2 <= 16 ? 2 : 4;
}

static inline size_t table_size(unsigned log2)
{
    return sizeof(struct py_dict_table) + cap_of(log2) * sizeof(struct py_dict_entry) +
           ((size_t)index_width(log2) << log2);
}

static inline void *index_of(const struct py_dict_table *t)
{
    return (void *)(uintptr_t)&t->e[t->cap];
}

static inline uint64_t index_get(const struct py_dict_table *t, uint64_t i)
{
    if (t->log2 <= 8) return ((const uint8_t *)index_of(t))[i];
    if (t->log2 <= 16) return ((const uint16_t *)index_of(t))[i];
    return ((const uint32_t *)index_of(t))[i];
}

static inline void index_set(struct py_dict_table *t, uint64_t i, uint64_t v)
{
    if (t->log2 <= 8) ((uint8_t *)index_of(t))[i] = (uint8_t)v;
    else if (t->log2 <= 16) ((uint16_t *)index_of(t))[i] = (uint16_t)v;
    else ((uint32_t *)index_of(t))[i] = (uint32_t)v;
}

static inline uint64_t home(const struct py_dict_table *t, uint64_t hash)
{
    uint64_t mixed = (hash >> GROUP) * 0x9e3779b97f4a7c15u;
    return (mixed >> (64 - t->log2) & ~(uint64_t)IN_GROUP) | ((hash ^ mixed >> 30) & IN_GROUP);
}

static void index_add(struct py_dict_table *t, uint64_t hash, uint64_t entry)
{
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, i = home(t, hash);
    while (index_get(t, i)) i = (i + 1) & mask;
    index_set(t, i, entry + 1);
}

static inline void renew(struct py_isolate *iso, struct py_dict *d)
{
    d->version = ++iso->next_version;
}

// --- lookup
// ----------------------------------------------------------------------------------------

enum { ASK = -3 }; // an exotic key of the same hash: only py_eq can tell

// Looks without running code.
static inline int64_t find_quick(struct py_isolate *iso, const struct py_dict_table *t,
                                 py_value key, uint64_t hash)
{
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, i = home(t, hash), at;
    for (unsigned n = 0; (at = index_get(t, i)); i = (i + 1) & mask) {
        const struct py_dict_entry *e = &t->e[at - 1];
        if (e->key == key) return (int64_t)at - 1;
        if (e->hash == hash) {
            int same = py_keys_quick(e->key, key);
            if (same > 0) return (int64_t)at - 1;
            if (same < 0) return ASK;
        }
        if (++n > FREE_PROBES) iso->ticks--;
    }
    return PY_DICT_ABSENT;
}

// Any key: equality may run code, which may change the dict; then the search starts again.
static int64_t find_slow(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash)
{
restart:;
    struct py_dict_table *t = d->t;
    if (!t) return PY_DICT_ABSENT;
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, i = home(t, hash), at, version = d->version;
    for (; (at = index_get(t, i)); i = (i + 1) & mask) {
        struct py_dict_entry *e = &t->e[at - 1];
        py_value stored = e->key;
        if (stored == key) return (int64_t)at - 1;
        if (e->hash != hash) continue;
        int same = py_keys_quick(stored, key);
        if (same < 0) {
            if (!py_tick(iso, 1)) return PY_DICT_ERROR;
            same = py_eq(iso, stored, key);
            if (same < 0) return PY_DICT_ERROR;
            if (d->version != version) goto restart;
        }
        if (same) return (int64_t)at - 1;
    }
    return PY_DICT_ABSENT;
}

int64_t py_dict_find(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash)
{
    if (!d->t) return PY_DICT_ABSENT;
    int64_t at = find_quick(iso, d->t, key, hash);
    return at == ASK ? find_slow(iso, d, key, hash) : at;
}

py_value py_dict_get_hash(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash)
{
    int64_t at = py_dict_find(iso, d, key, hash);
    return at < 0 ? NULL : d->t->e[at].value;
}

py_value py_dict_get(struct py_isolate *iso, struct py_dict *d, py_value key)
{
    uint64_t hash;
    return py_key_hash(iso, key, &hash) ? py_dict_get_hash(iso, d, key, hash) : NULL;
}

py_value py_dict_get_str(struct py_isolate *iso, struct py_dict *d, py_value str)
{
    return py_dict_get_hash(iso, d, str, py_str_hash(iso, py_str(str)));
}

py_value py_dict_get_z(struct py_isolate *iso, struct py_dict *d, const char *name)
{
    py_value key = py_str_intern_z(iso, name);
    return key ? py_dict_get_str(iso, d, key) : NULL;
}

int64_t py_dict_slot(struct py_isolate *iso, struct py_dict *d, py_value str)
{
    if (!d->t) return -1;
    int64_t at = find_quick(iso, d->t, str, py_str_hash(iso, py_str(str)));
    return at < 0 ? -1 : at;
}

// --- change
// ------------------------------------------------------------------------------------------

struct py_dict *py_dict_make(struct py_isolate *iso, struct py_type *cls)
{
    return py_new(iso, cls,
                  cls->size > sizeof(struct py_dict) ? cls->size : sizeof(struct py_dict));
}

py_value py_dict_new(struct py_isolate *iso)
{
    return py_new_fast(iso, py_t(iso, PY_T_DICT), PY_K_DICT, sizeof(struct py_dict));
}

static struct py_dict_table *table_new(struct py_isolate *iso, unsigned log2)
{
    if (log2 > 31) return py_raise_no_memory(iso);
    if (log2 > 12 && !py_tick(iso, cap_of(log2) / 16)) return NULL;
    struct py_dict_table *t = py_new_kind(iso, PY_K_TABLE, table_size(log2));
    if (!t) return NULL;
    t->log2 = log2;
    t->cap = (uint32_t)cap_of(log2);
    return t;
}

// Moves the live entries to a table of that size.
static bool rebuild(struct py_isolate *iso, struct py_dict *d, unsigned log2)
{
    struct py_dict_table *t = table_new(iso, log2), *old = d->t;
    if (!t) return false;
    uint64_t n = 0;
    for (uint64_t i = 0; i < d->used; i++) {
        if (!old->e[i].key) continue;
        t->e[n] = old->e[i];
        index_add(t, t->e[n].hash, n);
        n++;
    }
    d->t = t;
    d->used = n;
    d->first = 0;
    renew(iso, d);
    if (old) py_buf_free(iso, (struct py_buf *)old);
    return true;
}

bool py_dict_reserve(struct py_isolate *iso, struct py_dict *d, uint64_t n)
{
    unsigned log2 = LOG2_MIN;
    if (d->t && d->used - d->n + n <= d->t->cap) return true;
    while (log2 < 32 && cap_of(log2) < n) log2++;
    return rebuild(iso, d, log2);
}

static bool grow(struct py_isolate *iso, struct py_dict *d)
{
    unsigned log2 = LOG2_MIN;
    if (d->t && d->n == 0 && d->t->log2 == LOG2_MIN) {
        memset(d->t->e, 0, d->used * sizeof *d->t->e); // a small queue: no new table
        d->used = d->first = 0;
        renew(iso, d);
        return true;
    }
    while (cap_of(log2) < d->n + d->n / 2 + 2) log2++;
    return rebuild(iso, d, log2);
}

static bool insert(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash,
                   py_value v)
{
    if ((!d->t || d->used == d->t->cap) && !grow(iso, d)) return false;
    struct py_dict_entry *e = &d->t->e[d->used];
    *e = (struct py_dict_entry){hash, key, v};
    index_add(d->t, hash, d->used++);
    d->n++;
    renew(iso, d);
    return true;
}

bool py_dict_set_hash(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash,
                      py_value v)
{
    int64_t at = py_dict_find(iso, d, key, hash);
    if (at >= 0) {
        d->t->e[at].value = v;
        return true;
    }
    return at == PY_DICT_ABSENT && insert(iso, d, key, hash, v);
}

bool py_dict_set(struct py_isolate *iso, struct py_dict *d, py_value key, py_value v)
{
    uint64_t hash;
    return py_key_hash(iso, key, &hash) && py_dict_set_hash(iso, d, key, hash, v);
}

bool py_dict_set_z(struct py_isolate *iso, struct py_dict *d, const char *name, py_value v)
{
    py_value key = v ? py_str_intern_z(iso, name) : NULL;
    return key && py_dict_set(iso, d, key, v);
}

// Empties the entry's index slot and closes the gap, which linear probing allows: no tombstones.
static void index_remove(struct py_dict_table *t, uint64_t hash, uint64_t entry)
{
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, i = home(t, hash), at;
    while (index_get(t, i) != entry + 1) i = (i + 1) & mask;
    for (uint64_t j = (i + 1) & mask; (at = index_get(t, j)); j = (j + 1) & mask) {
        if (((j - home(t, t->e[at - 1].hash)) & mask) < ((j - i) & mask)) continue;
        index_set(t, i, at);
        i = j;
    }
    index_set(t, i, 0);
}

void py_dict_remove_at(struct py_isolate *iso, struct py_dict *d, int64_t at)
{
    struct py_dict_entry *e = d->t->e;
    index_remove(d->t, e[at].hash, (uint64_t)at);
    e[at].key = e[at].value = NULL;
    d->n--;
    while (d->first < d->used && !e[d->first].key) d->first++;
    renew(iso, d);
}

int py_dict_delete(struct py_isolate *iso, struct py_dict *d, py_value key)
{
    uint64_t hash;
    if (!py_key_hash(iso, key, &hash)) return -1;
    int64_t at = py_dict_find(iso, d, key, hash);
    if (at < 0) return at == PY_DICT_ABSENT ? 0 : -1;
    py_dict_remove_at(iso, d, at);
    return 1;
}

py_value py_dict_pop(struct py_isolate *iso, struct py_dict *d, py_value key)
{
    uint64_t hash;
    if (!py_key_hash(iso, key, &hash)) return NULL;
    int64_t at = py_dict_find(iso, d, key, hash);
    if (at < 0) return NULL;
    py_value v = d->t->e[at].value;
    py_dict_remove_at(iso, d, at);
    return v;
}

void py_dict_clear(struct py_isolate *iso, struct py_dict *d)
{
    d->t = NULL;
    d->n = d->used = d->first = 0;
    renew(iso, d);
}

// --- copies
// --------------------------------------------------------------------------------------------

static bool clone_table(struct py_isolate *iso, struct py_dict *to, const struct py_dict *from)
{
    struct py_dict_table *t = table_new(iso, from->t->log2);
    if (!t) return false;
    memcpy(t->e, from->t->e, table_size(t->log2) - sizeof *t);
    to->t = t;
    to->n = from->n;
    to->used = from->used;
    to->first = from->first;
    renew(iso, to);
    return true;
}

py_value py_dict_copy(struct py_isolate *iso, struct py_dict *d)
{
    py_value v = py_dict_new(iso);
    if (!v || d->n == 0) return v;
    struct py_dict *to = py_dict(v);
    if (d->n >= d->used - d->used / 4) return clone_table(iso, to, d) ? v : NULL;
    return py_dict_merge(iso, to, (py_value)d, true) ? v : NULL;
}

static bool merge_dict(struct py_isolate *iso, struct py_dict *d, struct py_dict *from,
                       bool override)
{
    uint64_t pos = 0, n = from->n;
    if (n == 0 || d == from) return true;
    if (d->n == 0 && n >= from->used - from->used / 4) return clone_table(iso, d, from);
    if (!py_dict_reserve(iso, d, d->n + n / 2)) return false;
    while (pos < from->used) {
        const struct py_dict_entry *e = &from->t->e[pos++];
        if (!e->key) continue;
        py_value key = e->key, v = e->value;
        uint64_t hash = e->hash;
        if (!py_tick(iso, 1)) return false;
        int64_t at = py_dict_find(iso, d, key, hash);
        if (at == PY_DICT_ERROR) return false;
        if (from->n != n) return py_raise(iso, PY_T_RuntimeError, "dict mutated during update");
        if (at < 0) {
            if (!insert(iso, d, key, hash, v)) return false;
        } else if (override) {
            d->t->e[at].value = v;
        }
    }
    return true;
}

bool py_dict_plain(struct py_isolate *iso, py_value v)
{
    if (py_is_exact(v, PY_K_DICT)) return true;
    return py_is_kind(v, PY_K_DICT) && py_type_of(iso, v)->s.iter == py_t(iso, PY_T_DICT)->s.iter;
}

static bool merge_mapping(struct py_isolate *iso, struct py_dict *d, py_value other, bool override)
{
    py_value keys = py_call_method(iso, other, py_name(iso, PY_N_keys), NULL, 0);
    py_value it = keys ? py_iter(iso, keys) : NULL, key;
    if (!it) return false;
    while ((key = py_next(iso, it))) {
        if (!py_tick(iso, 1)) return false;
        if (!override) {
            uint64_t hash;
            if (!py_key_hash(iso, key, &hash)) return false;
            int64_t at = py_dict_find(iso, d, key, hash);
            if (at == PY_DICT_ERROR) return false;
            if (at >= 0) continue;
        }
        py_value v = py_getitem(iso, other, key);
        if (!v || !py_dict_set(iso, d, key, v)) return false;
    }
    return !py_error(iso);
}

bool py_dict_merge(struct py_isolate *iso, struct py_dict *d, py_value other, bool override)
{
    if (py_dict_plain(iso, other)) return merge_dict(iso, d, py_dict(other), override);
    return merge_mapping(iso, d, other, override);
}
