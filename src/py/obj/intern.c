// The intern table: one string object per text, so that names compare by address. The table is
// weak: a string that nothing else refers to leaves it in the next collection.
#include "str_int.h"
#include "../gc/gc_int.h"

enum { START = 1024 };

static const py_value gone = PY_UNSET;

static py_value *slots(const struct py_isolate *iso)
{
    return iso->interned->u.v;
}

// A power of two: the buffer may be roomier than what was asked for.
static uint64_t slot_count(const struct py_isolate *iso)
{
    uint64_t n = iso->interned->cap / sizeof(py_value);
    return (uint64_t)1 << (63 - __builtin_clzll(n));
}

static uint64_t probe_start(uint64_t hash, uint64_t mask)
{
    return (hash ^ hash >> 29) & mask;
}

static void put(py_value *v, uint64_t mask, py_value s, uint64_t hash)
{
    uint64_t i = probe_start(hash, mask);
    while (v[i]) i = (i + 1) & mask;
    v[i] = s;
}

// The table with room for one more, rebuilt without the gaps when it fills. iso->interned_count
// counts used slots, gaps included.
static bool reserve(struct py_isolate *iso)
{
    uint64_t n = iso->interned ? slot_count(iso) : 0, live = 0;
    if (iso->interned && iso->interned_count < n - n / 3) return true;
    for (uint64_t i = 0; i < n; i++) live += slots(iso)[i] && slots(iso)[i] != gone;
    uint64_t want = n ? n : START;
    if (live > want / 3) want *= 2;
    // PY_K_RAW, so that the collector does not see the strings.
    struct py_buf *to = py_buf_new(iso, PY_K_RAW, want * sizeof(py_value));
    if (!to) return false;
    iso->interned_count = 0;
    for (uint64_t i = 0; i < n; i++) {
        py_value s = slots(iso)[i];
        if (!s || s == gone) continue;
        put(to->u.v, want - 1, s, py_str(s)->hash);
        iso->interned_count++;
    }
    if (iso->interned) py_buf_free(iso, iso->interned);
    iso->interned = to;
    return true;
}

static py_value find(struct py_isolate *iso, const struct py_str *s)
{
    if (!iso->interned) return NULL;
    uint64_t mask = slot_count(iso) - 1, i = probe_start(s->hash, mask);
    py_value *v = slots(iso);
    for (; v[i]; i = (i + 1) & mask) {
        if (v[i] == gone) continue;
        const struct py_str *t = py_str(v[i]);
        if (t->hash == s->hash && t->len == s->len && t->width == s->width &&
            memcmp(t->data, s->data, (size_t)s->len * s->width) == 0)
            return v[i];
    }
    return NULL;
}

// Enters an exact string that is hashed and not in the table.
static py_value add(struct py_isolate *iso, py_value v)
{
    if (!reserve(iso)) return NULL;
    put(slots(iso), slot_count(iso) - 1, v, py_str(v)->hash);
    iso->interned_count++;
    py_obj_set_flag(&py_str(v)->h, PY_F_INTERNED);
    return v;
}

py_value py_str_intern_value(struct py_isolate *iso, py_value v)
{
    if (!v) return NULL;
    struct py_str *s = py_str(v);
    if (py_obj_flags(&s->h) & PY_F_INTERNED) return v;
    py_str_hash(iso, s);
    py_value known = find(iso, s);
    if (known) return known;
    if (!py_is_exact(v, PY_K_STR)) {
        v = py_str_from_width(iso, s->data, s->len, s->width);
        if (!v) return NULL;
        s = py_str(v);
        if (py_obj_flags(&s->h) & PY_F_INTERNED) return v;
        py_str_hash(iso, s);
    }
    return add(iso, v);
}

// Where a text is that was asked for of late: compilers and natives ask for the same few names,
// which need no keyed hash then. Who makes them collide only loses this.
static py_value *recent(struct py_isolate *iso, const char *utf8, size_t len)
{
    size_t ends = (unsigned char)utf8[0] + (unsigned char)utf8[len - 1] * 7u;
    return &iso->recent_names[(ends + len * 31) & (PY_RECENT_NAMES - 1)];
}

// Text of ASCII, two characters or more. Look before making: most names are known.
static py_value intern_ascii(struct py_isolate *iso, const char *utf8, size_t len)
{
    struct py_str probe = {
        .len = (uint32_t)len, .width = 1, .ascii = 1, .data = (void *)(uintptr_t)utf8};
    probe.hash = py_hash_bytes(iso, utf8, len);
    py_value v = find(iso, &probe);
    if (v || !(v = py_str_alloc(iso, len, 0x7f))) return v;
    memcpy(py_str(v)->data, utf8, len);
    py_str(v)->hash = probe.hash;
    return add(iso, v);
}

py_value py_str_intern(struct py_isolate *iso, const char *utf8, size_t len)
{
    if (len <= 1) return py_str_intern_value(iso, py_str_new(iso, utf8, len));
    py_value *known = recent(iso, utf8, len);
    if (*known && py_str(*known)->len == len && !memcmp(py_str(*known)->data, utf8, len))
        return *known;
    if (!py_ascii_bytes(utf8, len)) return py_str_intern_value(iso, py_str_new(iso, utf8, len));
    return *known = intern_ascii(iso, utf8, len);
}

py_value py_str_intern_z(struct py_isolate *iso, const char *utf8)
{
    return py_str_intern(iso, utf8, strlen(utf8));
}

void py_intern_sweep(struct py_isolate *iso)
{
    if (!iso->interned) return;
    memset(iso->recent_names, 0, sizeof iso->recent_names);
    py_value *v = slots(iso);
    for (uint64_t i = 0, n = slot_count(iso); i < n; i++)
        if (v[i] && v[i] != gone && !gc_marked(v[i])) v[i] = gone;
}
