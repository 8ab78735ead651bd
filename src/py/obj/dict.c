// The core of dict: a compact table of entries in insertion order, then an index of slots of 1 to
// 4 bytes. A slot holds entry number + 1, and in the bits above it as much of the hash as fits,
// which spares most looks at entries that are something else; 0 means empty; a deleted entry has no
// slot and no key. Probing is linear from a multiplicative mix of the hash. Ints, strs and bytes
// know their hashes: only tables with other keys keep hashes, behind the index.
#include "dict_int.h"

enum { LOG2_MIN = 3, FREE_PROBES = 32 };

// Hashes that differ only in t->group low bits have neighbouring homes: runs of ints, the commonest
// keys after strings, then touch fewer cache lines. It pays where the index is larger than the
// processor's second cache; larger groups make longer rows of taken slots of keys that are regular
// otherwise, like 7919 * i % 1000003 or 1000 * x + y.
static inline unsigned group_of(unsigned log2)
{
    return log2 < 18 ? 1 : 3;
}

// The largest tables whose slots have 1, 2 and 3 bytes: two bits or more are left for the hash.
enum { LOG2_BYTE = 6, LOG2_TWO = 14, LOG2_THREE = 22 };

static inline uint64_t cap_of(unsigned log2)
{
    return ((uint64_t)5 << log2) / 8;
}

static inline unsigned index_width(unsigned log2)
{
    return log2 <= LOG2_BYTE ? 1 : log2 <= LOG2_TWO ? 2 : log2 <= LOG2_THREE ? 3 : 4;
}

static inline size_t table_size(unsigned log2, bool hashes)
{
    size_t entry = sizeof(struct py_dict_entry) + (hashes ? sizeof(uint64_t) : 0);
    size_t index = ((size_t)index_width(log2) << log2) + 1; // index_get reads a byte more
    return sizeof(struct py_dict_table) + cap_of(log2) * entry + index;
}

static inline void *index_of(const struct py_dict_table *t)
{
    return (void *)(uintptr_t)&t->e[t->cap];
}

static inline uint64_t *hashes_of(const struct py_dict_table *t)
{
    return (uint64_t *)((char *)index_of(t) + ((size_t)index_width(t->log2) << t->log2));
}

static inline uint64_t index_get(const struct py_dict_table *t, uint64_t i)
{
    if (t->log2 <= LOG2_BYTE) return ((const uint8_t *)index_of(t))[i];
    if (t->log2 <= LOG2_TWO) return ((const uint16_t *)index_of(t))[i];
    if (t->log2 > LOG2_THREE) return ((const uint32_t *)index_of(t))[i];
    uint32_t slot;
    memcpy(&slot, (const char *)index_of(t) + 3 * i, sizeof slot); // and a byte of what follows
    return slot & 0xffffff;
}

static inline void index_set(struct py_dict_table *t, uint64_t i, uint64_t v)
{
    if (t->log2 <= LOG2_BYTE) ((uint8_t *)index_of(t))[i] = (uint8_t)v;
    else if (t->log2 <= LOG2_TWO) ((uint16_t *)index_of(t))[i] = (uint16_t)v;
    else if (t->log2 > LOG2_THREE) ((uint32_t *)index_of(t))[i] = (uint32_t)v;
    else memcpy((char *)index_of(t) + 3 * i, &v, 3);
}

static inline uint64_t mix(const struct py_dict_table *t, uint64_t hash)
{
    return (hash >> t->group) * 0x9e3779b97f4a7c15u;
}

static inline uint64_t home(const struct py_dict_table *t, uint64_t hash)
{
    uint64_t in_group = ((uint64_t)1 << t->group) - 1;
    return mix(t, hash) >> (64 - t->log2) ^ (hash & in_group);
}

// The part of the hash in a slot, in its place.
static inline uint64_t slot_mark(const struct py_dict_table *t, uint64_t hash)
{
    uint64_t low = (uint32_t)(mix(t, hash) ^ hash << (32 - t->group));
    return low << t->spare >> 32 << t->log2;
}

static inline uint64_t slot_entry(const struct py_dict_table *t, uint64_t slot)
{
    return (slot & (((uint64_t)1 << t->log2) - 1)) - 1;
}

// How many slots it had to pass.
static uint64_t index_add(struct py_dict_table *t, uint64_t hash, uint64_t entry)
{
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, start = home(t, hash), i = start;
    while (index_get(t, i)) i = (i + 1) & mask;
    index_set(t, i, slot_mark(t, hash) | (entry + 1));
    return (i - start) & mask;
}

// Does the key know its hash? A text or bytes has it where hash_at looks.
static inline bool knows_hash(py_value key)
{
    return py_is_int(key) || py_is_exact(key, PY_K_STR) || py_is_exact(key, PY_K_BYTES);
}
_Static_assert(offsetof(struct py_str, hash) == offsetof(struct py_bytes, hash), "hash_at");

static inline uint64_t hash_at(const struct py_dict_table *t, uint64_t i)
{
    if (t->hashes) return hashes_of(t)[i];
    py_value key = t->e[i].key;
    return py_is_int(key) ? py_small_hash(py_small(key)) : py_str(key)->hash;
}

uint64_t py_dict_hash_at(const struct py_dict_table *t, uint64_t i)
{
    return hash_at(t, i);
}

static inline void renew(struct py_isolate *iso, struct py_dict *d)
{
    d->version = ++iso->next_version;
}

// --- lookup -------------------------------------------------------------------------------------

enum { ASK = -3 }; // an exotic key of the same hash: only py_eq can tell

// Is a stored key the str `key`? Others are not asked.
static inline int is_text(struct py_isolate *iso, py_value stored, py_value key)
{
    if (!py_is_exact(stored, PY_K_STR)) return 0;
    py_charge_bytes(iso, py_str(key)->len);
    return py_str_equal(py_str(stored), py_str(key));
}

// Looks without running code; `text`: key is a str, and other keys are passed over.
static inline int64_t find_quick(struct py_isolate *iso, const struct py_dict_table *t,
                                 py_value key, uint64_t hash, bool text)
{
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, i = home(t, hash), want = slot_mark(t, hash),
             slot;
    for (unsigned n = 0; (slot = index_get(t, i)); i = (i + 1) & mask) {
        if (++n > FREE_PROBES) py_charge(iso, 1);
        uint64_t at = (slot ^ want) - 1;
        if (at > mask) continue; // another mark
        py_value stored = t->e[at].key;
        if (stored == key) return (int64_t)at;
        if (hash_at(t, at) != hash) continue;
        int same = text ? is_text(iso, stored, key) : py_keys_quick(stored, key);
        if (same > 0) return (int64_t)at;
        if (same < 0) return ASK;
    }
    return PY_DICT_ABSENT;
}

// Any key: equality may run code, which may change the dict; then the search starts again.
static int64_t find_slow(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash)
{
restart:;
    struct py_dict_table *t = d->t;
    if (!t) return PY_DICT_ABSENT;
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, i = home(t, hash), slot, version = d->version;
    for (; (slot = index_get(t, i)); i = (i + 1) & mask) {
        uint64_t at = slot_entry(t, slot);
        py_value stored = t->e[at].key;
        if (stored == key) return (int64_t)at;
        if (hash_at(t, at) != hash) continue;
        int same = py_keys_quick(stored, key);
        if (same < 0) {
            if (!py_tick(iso, 1)) return PY_DICT_ERROR;
            same = py_eq(iso, stored, key);
            if (same < 0) return PY_DICT_ERROR;
            if (d->version != version) goto restart;
        }
        if (same) return (int64_t)at;
    }
    return PY_DICT_ABSENT;
}

int64_t py_dict_find(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash)
{
    if (!d->t) return PY_DICT_ABSENT;
    int64_t at = find_quick(iso, d->t, key, hash, false);
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

py_value py_dict_get_plain(struct py_isolate *iso, struct py_dict *d, py_value str)
{
    int64_t at = py_dict_slot(iso, d, str);
    return at < 0 ? NULL : d->t->e[at].value;
}

py_value py_dict_get_z(struct py_isolate *iso, struct py_dict *d, const char *name)
{
    py_value key = py_str_intern_z(iso, name);
    return key ? py_dict_get_str(iso, d, key) : NULL;
}

int64_t py_dict_slot(struct py_isolate *iso, struct py_dict *d, py_value str)
{
    if (!d->t) return -1;
    int64_t at = find_quick(iso, d->t, str, py_str_hash(iso, py_str(str)), true);
    return at < 0 ? -1 : at;
}

// --- change -------------------------------------------------------------------------------------

struct py_dict *py_dict_make(struct py_isolate *iso, struct py_type *cls)
{
    return py_new_of(iso, cls, sizeof(struct py_dict));
}

py_value py_dict_new(struct py_isolate *iso)
{
    return py_new_fast(iso, py_t(iso, PY_T_DICT), PY_K_DICT, sizeof(struct py_dict));
}

static struct py_dict_table *table_new(struct py_isolate *iso, unsigned log2, bool hashes)
{
    if (log2 > 31) return py_raise_no_memory(iso);
    if (log2 > 12 && !py_tick(iso, cap_of(log2) / 16)) return NULL;
    struct py_dict_table *t = py_new_kind(iso, PY_K_TABLE, table_size(log2, hashes));
    if (!t) return NULL;
    t->log2 = (uint8_t)log2;
    t->spare = (uint8_t)(8 * index_width(log2) - log2);
    t->group = (uint8_t)group_of(log2);
    t->hashes = hashes;
    t->cap = (uint32_t)cap_of(log2);
    return t;
}

static inline uint64_t entry_put(struct py_dict_table *t, uint64_t i, py_value key, uint64_t hash,
                                 py_value v)
{
    t->e[i] = (struct py_dict_entry){key, v};
    if (t->hashes) hashes_of(t)[i] = hash;
    return index_add(t, hash, i);
}

// Moves the live entries to a table of that size, behind `ahead` free places.
static bool rebuild(struct py_isolate *iso, struct py_dict *d, unsigned log2, bool hashes,
                    uint64_t ahead)
{
    struct py_dict_table *t = table_new(iso, log2, hashes), *old = d->t;
    if (!t) return false;
    uint64_t n = ahead, work = 0;
    for (uint64_t i = 0; i < d->used; i++) {
        if (++work > 4096) {
            if (!py_tick(iso, work / 2)) return false;
            work = 0;
        }
        if (!old->e[i].key) continue;
        work += entry_put(t, n++, old->e[i].key, hash_at(old, i), old->e[i].value);
    }
    d->t = t;
    d->used = n;
    d->first = ahead;
    renew(iso, d);
    if (old) py_buf_free(iso, (struct py_buf *)old);
    return true;
}

bool py_dict_reserve(struct py_isolate *iso, struct py_dict *d, uint64_t n)
{
    unsigned log2 = LOG2_MIN;
    if (d->t && d->used - d->n + n <= d->t->cap) return true;
    while (log2 < 32 && cap_of(log2) < n) log2++;
    return rebuild(iso, d, log2, d->t && d->t->hashes, 0);
}

// Room for an entry; `hashes`: of a key that does not know its hash.
static bool grow(struct py_isolate *iso, struct py_dict *d, bool hashes)
{
    unsigned log2 = LOG2_MIN;
    if (d->t && d->n) hashes |= d->t->hashes;
    if (d->t && d->n == 0 && d->t->log2 == LOG2_MIN && d->t->hashes == hashes) {
        memset(d->t->e, 0, d->used * sizeof *d->t->e); // a small queue: no new table
        d->used = d->first = 0;
        renew(iso, d);
        return true;
    }
    while (cap_of(log2) < d->n + d->n / 2 + 2) log2++;
    return rebuild(iso, d, log2, hashes, 0);
}

bool py_dict_insert(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash,
                    py_value v)
{
    bool unknown = !knows_hash(key);
    if (!d->t || d->used == d->t->cap || (unknown && !d->t->hashes))
        if (!grow(iso, d, unknown)) return false;
    py_charge(iso, entry_put(d->t, d->used++, key, hash, v) / 8);
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
    return at == PY_DICT_ABSENT && py_dict_insert(iso, d, key, hash, v);
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
    uint64_t mask = ((uint64_t)1 << t->log2) - 1, i = home(t, hash), slot;
    while (slot_entry(t, index_get(t, i)) != entry) i = (i + 1) & mask;
    for (uint64_t j = (i + 1) & mask; (slot = index_get(t, j)); j = (j + 1) & mask) {
        if (((j - home(t, hash_at(t, slot_entry(t, slot)))) & mask) < ((j - i) & mask)) continue;
        index_set(t, i, slot);
        i = j;
    }
    index_set(t, i, 0);
}

void py_dict_remove_at(struct py_isolate *iso, struct py_dict *d, int64_t at)
{
    struct py_dict_entry *e = d->t->e;
    index_remove(d->t, hash_at(d->t, (uint64_t)at), (uint64_t)at);
    e[at].key = e[at].value = NULL;
    d->n--;
    while (d->first < d->used && !e[d->first].key) d->first++;
    renew(iso, d);
}

bool py_dict_move(struct py_isolate *iso, struct py_dict *d, uint64_t at, bool to_front)
{
    if (to_front ? d->first == 0 : d->used == d->t->cap) {
        uint64_t rank = 0, ahead = to_front ? d->n : 0;
        unsigned log2 = LOG2_MIN;
        for (uint64_t i = d->first; i < at; i++) rank += d->t->e[i].key != NULL;
        while (cap_of(log2) < ahead + d->n + d->n / 2 + 2) log2++;
        if (!rebuild(iso, d, log2, d->t->hashes, ahead)) return false;
        at = ahead + rank;
    }
    struct py_dict_entry e = d->t->e[at];
    uint64_t hash = hash_at(d->t, at);
    index_remove(d->t, hash, at);
    d->t->e[at] = (struct py_dict_entry){NULL, NULL};
    entry_put(d->t, to_front ? --d->first : d->used++, e.key, hash, e.value);
    while (!d->t->e[d->first].key) d->first++;
    renew(iso, d);
    return true;
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

// --- copies -------------------------------------------------------------------------------------

static bool clone_table(struct py_isolate *iso, struct py_dict *to, const struct py_dict *from)
{
    struct py_dict_table *t = table_new(iso, from->t->log2, from->t->hashes);
    if (!t) return false;
    memcpy(t->e, from->t->e, table_size(t->log2, t->hashes) - sizeof *t);
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
        py_value key = from->t->e[pos].key, v = from->t->e[pos].value;
        if (!key) {
            pos++;
            continue;
        }
        uint64_t hash = hash_at(from->t, pos++);
        if (!py_tick(iso, 1)) return false;
        int64_t at = py_dict_find(iso, d, key, hash);
        if (at == PY_DICT_ERROR) return false;
        if (from->n != n) return py_raise(iso, PY_T_RuntimeError, "dict mutated during update");
        if (at < 0) {
            if (!py_dict_insert(iso, d, key, hash, v)) return false;
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

py_value py_mapping_keys(struct py_isolate *iso, py_value mapping)
{
    py_value keys = py_call_method(iso, mapping, py_name(iso, PY_N_keys), NULL, 0);
    py_value it = keys ? py_iter(iso, keys) : NULL;
    if (keys && !it && py_error_is(iso, PY_T_TypeError))
        py_raise_type_error(iso, "%T.keys() returned a non-iterable (type %T)", mapping, keys);
    return it;
}

static bool merge_mapping(struct py_isolate *iso, struct py_dict *d, py_value other, bool override)
{
    py_value it = py_mapping_keys(iso, other), key;
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

// --- marking ------------------------------------------------------------------------------------

_Static_assert(sizeof(struct py_dict_entry) == 2 * sizeof(py_value),
               "entries are marked as values");

// Of a table whose owner is not known; free entries are NULL.
void py_table_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_dict_table *t = (struct py_dict_table *)o;
    py_mark_values(iso, &t->e->key, 2 * (uint64_t)t->cap);
}

void py_dict_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_dict *d = (struct py_dict *)o;
    if (d->t && py_mark_storage(iso, d->t)) py_mark_values(iso, &d->t->e->key, 2 * d->used);
}
