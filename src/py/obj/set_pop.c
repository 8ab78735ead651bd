// Where pop() finds the next element. A table does not shrink as elements go, because the order of
// what comes later depends on its size; so that a large one that is nearly empty is not searched
// slot by slot each time, the first long search makes an index of it (set_int.h).
#include "set_int.h"

enum { PLAIN_STEPS = 1024 };

static bool make_index(struct py_isolate *iso, struct py_set *s)
{
    if (!py_tick(iso, s->mask / 8)) return false;
    memset(py_set_index(s), 0, py_set_index_bytes(s->mask + 1));
    py_obj_set_flag(&s->h, PY_F_USER1);
    for (uint64_t i = 0; i <= s->mask; i++)
        if (py_set_live(&s->e[i])) py_set_note(s, &s->e[i]);
    return true;
}

// The first slot from i on that holds an element, `end`: none before it does.
static uint64_t first_of(const struct py_set *s, uint64_t i, uint64_t end)
{
    while (i < end && !py_set_live(&s->e[i])) i++;
    return i;
}

// By the index, from a slot that a block begins with. A block that turns out to be empty, because
// elements were removed, is not looked at again.
static bool first_block(struct py_isolate *iso, struct py_set *s, uint64_t from, uint64_t *at)
{
    uint64_t *index = py_set_index(s), words = (s->mask + 1) / PY_SET_INDEXED;
    uint64_t block = from / PY_SET_BLOCK, w = block / 64;
    uint64_t bits = index[w] & UINT64_MAX << block % 64;
    for (;;) {
        while (!bits) {
            w = w + 1 == words ? 0 : w + 1;
            bits = index[w];
            py_charge(iso, w % 16 == 0);
        }
        int k = __builtin_ctzll(bits);
        uint64_t start = (w * 64 + (uint64_t)k) * PY_SET_BLOCK;
        *at = first_of(s, start, start + PY_SET_BLOCK);
        if (*at < start + PY_SET_BLOCK) return true;
        index[w] &= ~((uint64_t)1 << k);
        bits &= bits - 1;
        if (!py_tick(iso, 4)) return false;
    }
}

bool py_set_first(struct py_isolate *iso, struct py_set *s, uint64_t from, uint64_t *at)
{
    uint64_t slots = s->mask + 1, near = slots < PY_SET_INDEXED ? slots : PLAIN_STEPS;
    bool indexed = py_obj_flags(&s->h) & PY_F_USER1;
    uint64_t end = indexed ? (from | (PY_SET_BLOCK - 1)) + 1 : from + near;
    if (end > slots) end = slots;
    *at = first_of(s, from, end);
    py_charge(iso, (*at - from) / 16);
    if (*at < end) return true;
    if (slots < PY_SET_INDEXED) {
        *at = first_of(s, 0, slots);
        return py_tick(iso, *at / 16);
    }
    if (!indexed && !make_index(iso, s)) return false;
    return first_block(iso, s, end % slots & ~(uint64_t)(PY_SET_BLOCK - 1), at);
}
