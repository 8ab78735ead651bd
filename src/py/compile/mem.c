// Memory of one compilation: two arenas of counted chunks, interned identifiers, pointer maps, and
// the list that keeps Python values alive which only the arenas refer to.
#include "comp_int.h"

#include "../parse/text_hash.h"

struct py_chunk {
    struct py_chunk *next;
    size_t size, used;
    _Alignas(16) unsigned char data[];
};

#define CHUNK ((size_t)16384 - sizeof(struct py_chunk))

static void *fail(struct py_comp *c)
{
    c->failed = true;
    return NULL;
}

// The next chunk of the arena, with room for n. (What is rare stays out of line here, for the sake
// of those who call for a few bytes.)
static __attribute__((noinline)) struct py_chunk *chunk_next(struct py_comp *c, struct py_arena *a,
                                                             size_t n)
{
    struct py_chunk **at = a->at ? &a->at->next : &a->first, *k = *at;
    if (!k || k->size < n) {
        size_t size = n > CHUNK ? n : CHUNK;
        k = py_scratch_take(c->iso, sizeof *k + size);
        if (!k) return fail(c);
        k->size = size;
        k->next = *at;
        *at = k;
    }
    k->used = 0;
    return a->at = k;
}

static size_t rounded(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

void *py_comp_room(struct py_comp *c, struct py_arena *a, size_t n)
{
    struct py_chunk *k = a->at;
    n = rounded(n);
    if ((!k || k->size - k->used < n) && !(k = chunk_next(c, a, n))) return NULL;
    void *p = k->data + k->used;
    k->used += n;
    return p;
}

void *py_comp_mem(struct py_comp *c, struct py_arena *a, size_t n)
{
    void *p = py_comp_room(c, a, n);
    return p ? memset(p, 0, n) : NULL;
}

void *py_comp_grow(struct py_comp *c, struct py_arena *a, void *p, int n, int *cap, size_t item)
{
    if (n < *cap) return p;
    int more = *cap ? *cap * 2 : 16;
    size_t old = rounded((size_t)*cap * item), size = rounded((size_t)more * item);
    struct py_chunk *k = a->at;
    if (p && (unsigned char *)p + old == k->data + k->used && k->size - k->used >= size - old) {
        k->used += size - old; // nothing lies behind it
        *cap = more;
        return p;
    }
    void *q = py_comp_room(c, a, size);
    if (!q) return NULL;
    if (n) memcpy(q, p, (size_t)n * item);
    *cap = more;
    return q;
}

struct py_arena_mark py_comp_arena_mark(const struct py_arena *a)
{
    return (struct py_arena_mark){a->at, a->at ? a->at->used : 0};
}

void py_comp_arena_reset(struct py_arena *a, struct py_arena_mark mark)
{
    a->at = mark.at ? mark.at : a->first;
    if (a->at) a->at->used = mark.used;
}

static void arena_free(struct py_comp *c, struct py_arena *a)
{
    for (struct py_chunk *k = a->first, *next; k; k = next) {
        next = k->next;
        py_scratch_give(c->iso, k, sizeof *k + k->size);
    }
}

void py_comp_release(struct py_comp *c)
{
    arena_free(c, &c->whole);
    arena_free(c, &c->passing);
}

py_value py_comp_keep(struct py_comp *c, py_value v)
{
    if (!v || (py_is_ptr(v) && !py_list_append(c->iso, c->keep, v))) return fail(c);
    return v;
}

static bool grow_idents(struct py_comp *c)
{
    uint32_t cap = c->idents_cap ? c->idents_cap * 2 : 128;
    struct py_ident **t = py_comp_mem(c, &c->whole, cap * sizeof *t);
    if (!t) return false;
    for (uint32_t i = 0; i < c->idents_cap; i++)
        for (struct py_ident *id = c->idents[i], *next; id; id = next) {
            next = id->next;
            id->next = t[id->hash & (cap - 1)];
            t[id->hash & (cap - 1)] = id;
        }
    c->idents = t;
    c->idents_cap = cap;
    return true;
}

// s lives as long as the compilation, or is copied.
static struct py_ident *ident(struct py_comp *c, const char *s, size_t n, bool copied)
{
    uint32_t h = py_text_hash(s, n, py_text_head(s, n));
    if (c->nidents >= c->idents_cap && !grow_idents(c)) return &c->no_ident;
    struct py_ident **at = &c->idents[h & (c->idents_cap - 1)];
    for (struct py_ident *id = *at; id; id = id->next)
        if (id->hash == h && id->len == n && !memcmp(id->s, s, n)) return id;
    struct py_ident *id = py_comp_room(c, &c->whole, sizeof *id);
    char *text = copied ? py_comp_mem(c, &c->whole, n + 1) : NULL;
    if (!id || (copied && !text)) return &c->no_ident;
    if (text) s = memcpy(text, s, n);
    *id = (struct py_ident){.s = s, .len = (uint32_t)n, .hash = h, .next = *at};
    *at = id;
    c->nidents++;
    return id;
}

struct py_ident *py_comp_part_id(struct py_comp *c, const char *s, size_t n)
{
    return ident(c, s, n, true);
}

py_value py_comp_text_made(struct py_comp *c, struct py_ident *id)
{
    if (c->failed) return NULL;
    return id->made = py_comp_keep(c, py_str_intern(c->iso, id->s, id->len));
}

struct py_ident *py_comp_id(struct py_comp *c, const char *s)
{
    return ident(c, s, strlen(s), false);
}

static uint32_t hash_ptr(const void *p)
{
    uint64_t bits = (uintptr_t)p; // a float's, if it is a constant: the low half may be zero
    return (uint32_t)((bits ^ bits >> 32) * 0x9e3779b97f4a7c15u >> 32);
}

// The row of key, or the free one where it would be.
static inline struct py_ptrmap_row *row_of(const struct py_ptrmap *m, const void *key)
{
    uint32_t i = hash_ptr(key) & (m->cap - 1);
    while (m->rows[i].key != key && m->rows[i].key) i = (i + 1) & (m->cap - 1);
    return &m->rows[i];
}

// Names of the tree are interned there: each is hashed once.
static __attribute__((noinline)) struct py_ident *new_ident(struct py_comp *c, const char *name)
{
    if (c->failed) return &c->no_ident;
    return *py_comp_ptrmap_at(c, &c->by_name, name) = py_comp_id(c, name);
}

// __name inside class C becomes _C__name (CPython's _Py_Mangle).
static __attribute__((noinline)) struct py_ident *mangled(struct py_comp *c, const char *cls,
                                                          const char *name)
{
    size_t n = strlen(name);
    while (*cls == '_') cls++;
    bool kept = n < 3 || (name[n - 1] == '_' && name[n - 2] == '_') || strchr(name, '.') || !*cls;
    size_t len = strlen(cls);
    char *text = kept ? NULL : py_comp_mem(c, &c->whole, len + n + 2);
    if (!text) return ident(c, name, n, false);
    text[0] = '_';
    memcpy(text + 1, cls, len);
    memcpy(text + 1 + len, name, n);
    return ident(c, text, len + n + 1, false);
}

struct py_ident *py_comp_mangle(struct py_comp *c, const struct py_scope *s, const char *name)
{
    const struct py_ident *cls = s ? s->private_ : NULL;
    if (cls && name[0] == '_' && name[1] == '_') return mangled(c, cls->s, name);
    struct py_ident *id = py_comp_ptrmap_get(&c->by_name, name);
    return id && !c->failed ? id : new_ident(c, name);
}

static __attribute__((noinline)) bool grow_map(struct py_comp *c, struct py_ptrmap *m)
{
    struct py_ptrmap old = *m;
    uint32_t cap = old.cap ? old.cap * (old.cap < 256 ? 4 : 2) : 16;
    m->rows = py_comp_mem(c, m->arena ? m->arena : &c->whole, cap * sizeof *m->rows);
    if (!m->rows) {
        *m = old;
        return false;
    }
    m->cap = cap;
    py_charge(c->iso, old.cap / 8);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.rows[i].key) *row_of(m, old.rows[i].key) = old.rows[i];
    return true;
}

void **py_comp_ptrmap_at(struct py_comp *c, struct py_ptrmap *m, const void *key)
{
    if (m->n * 2 >= m->cap && !grow_map(c, m)) return &c->sink;
    struct py_ptrmap_row *row = row_of(m, key);
    m->n += !row->key;
    row->key = key;
    return &row->value;
}

void *py_comp_ptrmap_get(const struct py_ptrmap *m, const void *key)
{
    return m->cap ? row_of(m, key)->value : NULL;
}

bool py_comp_stop(struct py_comp *c)
{
    char here;
    if (!c->failed && &here < c->iso->c_limit)
        py_raise(c->iso, PY_T_RecursionError,
                 "maximum recursion depth exceeded during compilation");
    return c->failed = true;
}

void py_comp_unsupported(struct py_comp *c, const struct py_node *n, const char *what)
{
    if (c->failed) return;
    c->failed = true;
    py_raise_not_implemented(c->iso, "%s (line %d) is not supported by this interpreter", what,
                             (int)n->line);
}
