// Insertion-ordered string map: a dense entry array plus an open-addressed index of entry numbers.
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"

void sa_map_init(struct sa_map *m, void (*free_value)(void *value))
{
    *m = (struct sa_map){.free_value = free_value};
}

void sa_map_clear(struct sa_map *m)
{
    for (size_t i = 0; i < m->used; i++) {
        if (!m->entries[i].key) continue;
        free(m->entries[i].key);
        if (m->free_value) m->free_value(m->entries[i].value);
    }
    m->used = m->count = 0;
    if (m->index) memset(m->index, 0, m->index_size * sizeof *m->index);
}

void sa_map_release(struct sa_map *m)
{
    sa_map_clear(m);
    free(m->entries);
    free(m->index);
    sa_map_init(m, m->free_value);
}

// Slot of `key` in the index, or the free slot where it would go. Removed entries keep their slot
// (their key is NULL and matches nothing) until the next rebuild.
static size_t find_slot(const struct sa_map *m, const char *key, uint64_t hash)
{
    size_t slot = hash & (m->index_size - 1);
    for (;; slot = (slot + 1) & (m->index_size - 1)) {
        uint32_t number = m->index[slot];
        if (!number) return slot;
        const struct sa_map_entry *e = &m->entries[number - 1];
        if (e->key && e->hash == hash && strcmp(e->key, key) == 0) return slot;
    }
}

// Squeezes holes out and sizes the index for one more entry at a load of at most one half.
static void rebuild(struct sa_map *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->used; i++)
        if (m->entries[i].key) m->entries[n++] = m->entries[i];
    m->used = n;
    size_t size = 16;
    while (size < (n + 1) * 4) size *= 2;
    free(m->index);
    m->index = sa_xcalloc(size, sizeof *m->index);
    m->index_size = size;
    for (size_t i = 0; i < n; i++)
        m->index[find_slot(m, m->entries[i].key, m->entries[i].hash)] = (uint32_t)i + 1;
}

static struct sa_map_entry *find(const struct sa_map *m, const char *key)
{
    if (!m->index) return NULL;
    uint32_t number = m->index[find_slot(m, key, sa_hash_bytes(key, strlen(key)))];
    return number ? &m->entries[number - 1] : NULL;
}

void *sa_map_get(const struct sa_map *m, const char *key)
{
    struct sa_map_entry *e = find(m, key);
    return e ? e->value : NULL;
}

bool sa_map_has(const struct sa_map *m, const char *key)
{
    return find(m, key) != NULL;
}

void sa_map_set(struct sa_map *m, const char *key, void *value)
{
    struct sa_map_entry *e = find(m, key);
    if (e) {
        if (m->free_value && e->value != value) m->free_value(e->value);
        e->value = value;
        return;
    }
    if ((m->used + 1) * 2 > m->index_size) rebuild(m);
    SA_GROW(m->entries, m->cap, m->used + 1);
    uint64_t hash = sa_hash_bytes(key, strlen(key));
    size_t slot = find_slot(m, key, hash);
    m->entries[m->used++] = (struct sa_map_entry){sa_xstrdup(key), value, hash};
    m->index[slot] = (uint32_t)m->used;
    m->count++;
}

bool sa_map_remove(struct sa_map *m, const char *key)
{
    struct sa_map_entry *e = find(m, key);
    if (!e) return false;
    free(e->key);
    e->key = NULL;
    if (m->free_value) m->free_value(e->value);
    e->value = NULL;
    m->count--;
    return true;
}

bool sa_map_next(const struct sa_map *m, size_t *position, const char **key, void **value)
{
    while (*position < m->used && !m->entries[*position].key) (*position)++;
    if (*position >= m->used) return false;
    const struct sa_map_entry *e = &m->entries[(*position)++];
    if (key) *key = e->key;
    if (value) *value = e->value;
    return true;
}
