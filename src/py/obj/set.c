// The core of set and frozenset: CPython's open addressing with its probe order (a run of nine
// neighbours, then a perturbed jump), growth rule and bulk operations, so that iteration order is
// CPython's for equal hashes and equal histories.
#include "set_int.h"

enum { LINEAR_PROBES = 9, PERTURB_SHIFT = 5, MIN_SLOTS = 8, FREE_JUMPS = 8 };
static const uint64_t deleted_hash = UINT64_MAX;

static inline void renew(struct py_isolate *iso, struct py_set *s)
{
    s->version = ++iso->next_version;
}

struct py_set *py_set_make(struct py_isolate *iso, struct py_type *cls)
{
    struct py_set *s = py_new_of(iso, cls, sizeof *s);
    if (s && py_type_issub(cls, py_t(iso, PY_T_FROZENSET))) py_obj_set_flag(&s->h, PY_F_USER0);
    return s;
}

py_value py_set_new(struct py_isolate *iso, bool frozen)
{
    return (py_value)py_set_make(iso, py_t(iso, frozen ? PY_T_FROZENSET : PY_T_SET));
}

struct py_type *py_set_base_type(struct py_isolate *iso, const struct py_set *s)
{
    return py_t(iso, py_obj_flags(&s->h) & PY_F_USER0 ? PY_T_FROZENSET : PY_T_SET);
}

// --- the table -----------------------------------------------------------------------------------

static void insert_clean(struct py_set_entry *table, uint64_t mask, py_value key, uint64_t hash)
{
    uint64_t perturb = hash, i = hash & mask;
    for (;;) {
        struct py_set_entry *e = &table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
        do {
            if (!e->key) {
                *e = (struct py_set_entry){key, hash};
                return;
            }
            e++;
        } while (probes--);
        perturb >>= PERTURB_SHIFT;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

// A table with more than `minused` slots.
static bool resize(struct py_isolate *iso, struct py_set *s, uint64_t minused)
{
    uint64_t slots = MIN_SLOTS;
    while (slots <= minused) slots *= 2;
    if (slots > 4096 && !py_tick(iso, slots / 16)) return false;
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES,
                                  slots * sizeof(struct py_set_entry) + py_set_index_bytes(slots));
    if (!b) return false;
    struct py_set_entry *table = (struct py_set_entry *)b->u.b;
    for (uint64_t i = 0; s->e && i <= s->mask; i++)
        if (py_set_live(&s->e[i])) insert_clean(table, slots - 1, s->e[i].key, s->e[i].hash);
    if (s->e) py_buf_free(iso, py_buf_of(s->e));
    s->e = table;
    s->mask = slots - 1;
    s->fill = s->n;
    py_set_drop_index(s);
    renew(iso, s);
    return true;
}

static bool grow(struct py_isolate *iso, struct py_set *s)
{
    return resize(iso, s, s->n > 50000 ? s->n * 2 : s->n * 4);
}

// The mask as CPython sees it: an empty set has a small table of 8 there.
static uint64_t mask_of(const struct py_set *s)
{
    return s->e ? s->mask : MIN_SLOTS - 1;
}

// The slot of key, or the empty slot that ends its search. When `gap` is given it gets the last
// deleted slot on the way. NULL: exception.
static inline __attribute__((always_inline)) struct py_set_entry *look(struct py_isolate *iso,
                                                                       struct py_set *s,
                                                                       py_value key, uint64_t hash,
                                                                       struct py_set_entry **gap)
{
    static const struct py_set_entry nowhere;
restart:
    if (gap) *gap = NULL;
    struct py_set_entry *table = s->e;
    if (!table) return (struct py_set_entry *)(uintptr_t)&nowhere; // comparing emptied the set
    uint64_t mask = s->mask, perturb = hash, i = hash & mask, version = s->version;
    for (unsigned jumps = 0;; jumps++) {
        struct py_set_entry *e = &table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
        do {
            // Empty slots have hash 0: most steps look at one word only.
            if (e->hash == hash) {
                py_value stored = e->key;
                if (!stored || stored == key) return e;
                if (stored == PY_UNSET) continue;
                int same = py_keys_quick(stored, key);
                if (same < 0) {
                    if (!py_tick(iso, 1)) return NULL;
                    same = py_eq(iso, stored, key);
                    if (same < 0) return NULL;
                    if (s->version != version) goto restart;
                }
                if (same) return e;
            } else if (e->hash == 0 && !e->key) {
                return e;
            } else if (gap && e->key == PY_UNSET) {
                *gap = e;
            }
        } while (e++, probes--);
        if (jumps > FREE_JUMPS) py_charge(iso, 1);
        perturb >>= PERTURB_SHIFT;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

// Most searches end at the first slot they look at: the one of `hash`, if it is empty or holds that
// very key; NULL: look further. The set has a table.
static inline struct py_set_entry *glance(const struct py_set *s, py_value key, uint64_t hash)
{
    struct py_set_entry *e = &s->e[hash & s->mask];
    return !e->key || (e->key == key && e->hash == hash) ? e : NULL;
}

int py_set_contains_hash(struct py_isolate *iso, struct py_set *s, py_value key, uint64_t hash)
{
    if (!s->n) return 0;
    struct py_set_entry *e = glance(s, key, hash);
    if (!e) e = look(iso, s, key, hash, NULL);
    return e ? e->key != NULL : -1;
}

static bool set_add_hash(struct py_isolate *iso, struct py_set *s, py_value key, uint64_t hash)
{
    struct py_set_entry *gap = NULL, *e = s->e ? glance(s, key, hash) : NULL;
    if (!e) do {
            if (!s->e && !resize(iso, s, 0)) return false;
            if (!(e = look(iso, s, key, hash, &gap))) return false;
        } while (!s->e);
    if (e->key) return true;
    s->n++;
    s->hash = 0;
    renew(iso, s);
    if (gap) {
        *gap = (struct py_set_entry){key, hash};
        py_set_note(s, gap);
        return true;
    }
    py_set_note(s, e);
    *e = (struct py_set_entry){key, hash};
    s->fill++;
    return s->fill * 5 < s->mask * 3 || grow(iso, s);
}

static int set_discard_hash(struct py_isolate *iso, struct py_set *s, py_value key, uint64_t hash)
{
    if (!s->n) return 0;
    struct py_set_entry *e = look(iso, s, key, hash, NULL);
    if (!e) return -1;
    if (!e->key) return 0;
    *e = (struct py_set_entry){PY_UNSET, deleted_hash};
    s->n--;
    renew(iso, s);
    return 1;
}

// Sets as elements to look for stand for the frozenset of their items.
static bool element_hash(struct py_isolate *iso, py_value v, uint64_t *hash)
{
    bool set = py_is_set(v) && py_isa(iso, v, PY_T_SET);
    if (!set || py_type_of(iso, v) != py_t(iso, PY_T_SET)) {
        if (py_key_hash(iso, v, hash)) return true;
        if (!set || !py_error_is(iso, PY_T_TypeError)) return false;
        py_error_clear(iso); // a subclass, unhashable as its base
    }
    *hash = py_set_frozen_hash(iso, py_set(v));
    return true;
}

bool py_set_add(struct py_isolate *iso, struct py_set *s, py_value v)
{
    uint64_t hash;
    return py_key_hash(iso, v, &hash) && set_add_hash(iso, s, v, hash);
}

int py_set_contains(struct py_isolate *iso, struct py_set *s, py_value v)
{
    uint64_t hash;
    return element_hash(iso, v, &hash) ? py_set_contains_hash(iso, s, v, hash) : -1;
}

int py_set_discard(struct py_isolate *iso, struct py_set *s, py_value v)
{
    uint64_t hash;
    return element_hash(iso, v, &hash) ? set_discard_hash(iso, s, v, hash) : -1;
}

void py_set_clear(struct py_isolate *iso, struct py_set *s)
{
    s->e = NULL;
    s->n = s->fill = s->mask = s->finger = 0;
    py_set_drop_index(s);
    renew(iso, s);
}

void py_set_swap(struct py_isolate *iso, struct py_set *a, struct py_set *b)
{
    struct py_set t = *a;
    a->n = b->n, a->fill = b->fill, a->mask = b->mask, a->e = b->e, a->finger = b->finger;
    b->n = t.n, b->fill = t.fill, b->mask = t.mask, b->e = t.e, b->finger = t.finger;
    a->hash = b->hash = 0;
    py_set_drop_index(a);
    py_set_drop_index(b);
    renew(iso, a);
    renew(iso, b);
}

py_value py_set_take(struct py_isolate *iso, struct py_set *s)
{
    uint64_t i;
    if (!s->n || !py_set_first(iso, s, s->finger & s->mask, &i)) return NULL;
    py_value key = s->e[i].key;
    s->e[i] = (struct py_set_entry){PY_UNSET, deleted_hash};
    s->n--;
    s->finger = i + 1;
    renew(iso, s);
    return key;
}

// --- bulk operations ----------------------------------------------------------------------------

static bool make_room(struct py_isolate *iso, struct py_set *s, uint64_t more)
{
    if ((s->fill + more) * 5 < mask_of(s) * 3) return true;
    return resize(iso, s, (s->n + more) * 2);
}

static bool merge(struct py_isolate *iso, struct py_set *s, struct py_set *other)
{
    if (other == s || !other->n) return true;
    if (!make_room(iso, s, other->n) || !py_tick(iso, other->n)) return false;
    if (!s->e && !resize(iso, s, 0)) return false;
    s->hash = 0;
    if (s->fill == 0) {
        if (s->mask == other->mask && other->fill == other->n) {
            memcpy(s->e, other->e, (s->mask + 1) * sizeof *s->e);
        } else {
            struct py_set_entry e;
            for (uint64_t i = 0; py_set_next(iso, other, &i, &e.key, &e.hash);)
                insert_clean(s->e, s->mask, e.key, e.hash);
        }
        s->fill = s->n = other->n;
        renew(iso, s);
        return true;
    }
    struct py_set_entry e;
    for (uint64_t i = 0; py_set_next(iso, other, &i, &e.key, &e.hash);)
        if (!set_add_hash(iso, s, e.key, e.hash)) return false;
    return true;
}

static bool update_dict(struct py_isolate *iso, struct py_set *s, struct py_dict *d)
{
    if (!make_room(iso, s, d->n) || !py_tick(iso, d->n)) return false;
    for (uint64_t pos = 0; pos < d->used; pos++) {
        py_value key = d->t->e[pos].key;
        if (key && !set_add_hash(iso, s, key, py_dict_hash_at(d->t, pos))) return false;
    }
    return true;
}

// Of characters below 256 there is one object each, which is added once.
static bool update_str(struct py_isolate *iso, struct py_set *s, const struct py_str *text)
{
    bool seen[256] = {false};
    for (size_t i = 0; i < text->len; i++) {
        uint32_t c = py_str_at(text, i);
        if (!py_tick(iso, 1)) return false;
        if (c < 256 && seen[c]) continue;
        if (c < 256) seen[c] = true;
        py_value v = py_str_char(iso, c);
        if (!v || !py_set_add(iso, s, v)) return false;
    }
    return true;
}

bool py_set_update(struct py_isolate *iso, struct py_set *s, py_value iterable)
{
    if (py_is_set(iterable)) return merge(iso, s, py_set(iterable));
    if (py_is_exact(iterable, PY_K_STR)) return update_str(iso, s, py_str(iterable));
    if (py_is_exact(iterable, PY_K_DICT)) return update_dict(iso, s, py_dict(iterable));
    py_value it = py_iter(iso, iterable), v;
    if (!it) return false;
    while ((v = py_next(iso, it)))
        if (!py_tick(iso, 1) || !py_set_add(iso, s, v)) return false;
    return !py_error(iso);
}

struct py_set *py_set_from(struct py_isolate *iso, struct py_type *cls, py_value iterable)
{
    struct py_set *s = py_set_make(iso, cls);
    return s && (!iterable || py_set_update(iso, s, iterable)) ? s : NULL;
}

struct py_set *py_set_copy(struct py_isolate *iso, struct py_set *s)
{
    return py_set_from(iso, py_set_base_type(iso, s), (py_value)s);
}

struct py_set *py_set_intersect(struct py_isolate *iso, struct py_set *s, py_value other)
{
    if ((py_value)s == other) return py_set_copy(iso, s);
    struct py_set *out = py_set_make(iso, py_set_base_type(iso, s));
    if (!out) return NULL;
    if (py_is_set(other)) {
        struct py_set *few = py_set(other), *many = s;
        if (few->n > many->n) few = s, many = py_set(other);
        struct py_set_entry e;
        for (uint64_t i = 0; py_set_next(iso, few, &i, &e.key, &e.hash);) {
            int has = py_tick(iso, 1) ? py_set_contains_hash(iso, many, e.key, e.hash) : -1;
            if (has < 0 || (has && !set_add_hash(iso, out, e.key, e.hash))) return NULL;
        }
        return out;
    }
    py_value it = py_iter(iso, other), v;
    if (!it) return NULL;
    while ((v = py_next(iso, it))) {
        uint64_t hash;
        if (!py_tick(iso, 1) || !py_key_hash(iso, v, &hash)) return NULL;
        int has = py_set_contains_hash(iso, s, v, hash);
        if (has < 0 || (has && !set_add_hash(iso, out, v, hash))) return NULL;
        if (has && out->n >= s->n) return out; // CPython asks the iterator no further
    }
    return py_error(iso) ? NULL : out;
}

// After many removals the deleted slots are cleared away.
static bool tidy(struct py_isolate *iso, struct py_set *s)
{
    return s->fill - s->n <= s->mask / 4 || grow(iso, s);
}

// Goes through the smaller one of both.
static bool subtract_set(struct py_isolate *iso, struct py_set *s, struct py_set *other)
{
    bool own = s->n < other->n;
    struct py_set_entry e;
    for (uint64_t i = 0; py_set_next(iso, own ? s : other, &i, &e.key, &e.hash);) {
        int both = own ? py_set_contains_hash(iso, other, e.key, e.hash) : 1;
        if (both < 0 || !py_tick(iso, 1)) return false;
        if (both && set_discard_hash(iso, s, e.key, e.hash) < 0) return false;
    }
    return true;
}

bool py_set_subtract(struct py_isolate *iso, struct py_set *s, py_value other)
{
    if ((py_value)s == other) {
        py_set_clear(iso, s);
        return true;
    }
    if (py_is_set(other)) return subtract_set(iso, s, py_set(other)) && tidy(iso, s);
    py_value it = py_iter(iso, other), v;
    if (!it) return false;
    while ((v = py_next(iso, it))) {
        uint64_t hash;
        if (!py_tick(iso, 1) || !py_key_hash(iso, v, &hash) ||
            set_discard_hash(iso, s, v, hash) < 0)
            return false;
    }
    return !py_error(iso) && tidy(iso, s);
}

// Is it in a set or dict? -1: an exception
static int has_key(struct py_isolate *iso, py_value holder, const struct py_set_entry *e)
{
    if (py_is_set(holder)) return py_set_contains_hash(iso, py_set(holder), e->key, e->hash);
    int64_t at = py_dict_find(iso, py_dict(holder), e->key, e->hash);
    return at < -1 ? -1 : at >= 0;
}

struct py_set *py_set_difference(struct py_isolate *iso, struct py_set *s, py_value other)
{
    // The order of the result shows which way it was made, so that rule is CPython's.
    bool asked = py_is_set(other) ? py_set(other)->n >= s->n / 4
                                  : py_is_exact(other, PY_K_DICT) && py_dict(other)->n >= s->n / 4;
    struct py_set *out = asked ? py_set_make(iso, py_set_base_type(iso, s)) : py_set_copy(iso, s);
    if (!out || !asked) return out && py_set_subtract(iso, out, other) ? out : NULL;
    struct py_set_entry e;
    for (uint64_t i = 0; py_set_next(iso, s, &i, &e.key, &e.hash);) {
        int has = py_tick(iso, 1) ? has_key(iso, other, &e) : -1;
        if (has < 0 || (!has && !set_add_hash(iso, out, e.key, e.hash))) return NULL;
    }
    return out;
}

static bool toggle(struct py_isolate *iso, struct py_set *s, py_value key, uint64_t hash)
{
    int had = py_tick(iso, 1) ? set_discard_hash(iso, s, key, hash) : -1;
    return had > 0 || (had == 0 && set_add_hash(iso, s, key, hash));
}

bool py_set_toggle(struct py_isolate *iso, struct py_set *s, py_value other)
{
    if ((py_value)s == other) {
        py_set_clear(iso, s);
        return true;
    }
    if (py_is_exact(other, PY_K_DICT)) {
        struct py_dict *d = py_dict(other);
        for (uint64_t i = 0; i < d->used; i++) {
            py_value key = d->t->e[i].key;
            if (key && !toggle(iso, s, key, py_dict_hash_at(d->t, i))) return false;
        }
        return true;
    }
    struct py_set *o = py_is_set(other) ? py_set(other)
                                        : py_set_from(iso, py_set_base_type(iso, s), other);
    if (!o) return false;
    struct py_set_entry e;
    for (uint64_t i = 0; py_set_next(iso, o, &i, &e.key, &e.hash);)
        if (!toggle(iso, s, e.key, e.hash)) return false;
    return true;
}

int py_set_subset(struct py_isolate *iso, struct py_set *a, struct py_set *b)
{
    if (a->n > b->n) return 0;
    struct py_set_entry e;
    for (uint64_t i = 0; py_set_next(iso, a, &i, &e.key, &e.hash);) {
        int has = py_tick(iso, 1) ? py_set_contains_hash(iso, b, e.key, e.hash) : -1;
        if (has <= 0) return has;
    }
    return 1;
}

static uint64_t spread(uint64_t h)
{
    return ((h ^ 89869747) ^ (h << 16)) * 3644798167u;
}

// CPython's hash of a frozenset: independent of order.
uint64_t py_set_frozen_hash(struct py_isolate *iso, struct py_set *s)
{
    if (s->hash && py_obj_flags(&s->h) & PY_F_USER0) return s->hash;
    uint64_t h = 0;
    struct py_set_entry e;
    py_charge(iso, s->n / 16);
    for (uint64_t i = 0; py_set_next(iso, s, &i, &e.key, &e.hash);) h ^= spread(e.hash);
    h ^= (s->n + 1) * 1927868237u;
    h ^= h >> 11 ^ h >> 25;
    h = h * 69069u + 907133923u;
    if (h == UINT64_MAX) h = 590923713;
    return s->hash = h;
}

void py_set_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_set *s = (struct py_set *)o;
    if (s->e && py_mark_storage(iso, py_buf_of(s->e))) py_mark_keys(iso, s->e, s->mask + 1);
}
