// Hash map from strings to pointers that iterates in insertion order. Keys are copied; values are
// borrowed unless a free function was given at init.
#ifndef SA_BASE_MAP_H
#define SA_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sa_map_entry {
    char *key; // NULL: removed
    void *value;
    uint64_t hash;
};

struct sa_map {
    struct sa_map_entry *entries; // in insertion order, `used` of them, holes where removed
    size_t used, cap, count;
    uint32_t *index; // open addressing, entry number + 1, 0 empty
    size_t index_size;
    void (*free_value)(void *value); // may be NULL
};

void sa_map_init(struct sa_map *m, void (*free_value)(void *value));
void sa_map_release(struct sa_map *m);
void sa_map_clear(struct sa_map *m);

void *sa_map_get(const struct sa_map *m, const char *key); // NULL when absent
bool sa_map_has(const struct sa_map *m, const char *key);
void sa_map_set(struct sa_map *m, const char *key, void *value); // an old value is freed
bool sa_map_remove(struct sa_map *m, const char *key);           // value freed; false when absent

// Walks in insertion order: `for (size_t i = 0; sa_map_next(m, &i, &key, &value);)`. Out parameters
// may be NULL. The map must not change meanwhile.
bool sa_map_next(const struct sa_map *m, size_t *position, const char **key, void **value);

#endif
