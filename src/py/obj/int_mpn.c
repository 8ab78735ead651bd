// GMP's scratch space. GMP takes it through hooks that belong to the process, know no context and
// must not fail. So they find the call that they work for through a thread-local pointer (set while
// a call runs, of which a thread has one at a time), take memory that its isolate counts, and when
// that is refused leave the call by longjmp: mpn functions hold nothing but their operands and
// these blocks.
#include "int_mpn.h"

#include <setjmp.h>
#include <stdlib.h>
#include <threads.h>

// Operands below this need no hook: GMP takes up to 64 KiB from the C stack.
enum { FEW_LIMBS = 64 };

struct block {
    struct block *prev, *next;
    size_t size, unused; // unused: keeps the alignment
};

struct call {
    struct py_isolate *iso;
    struct block *blocks;
    jmp_buf refused;
};

static _Thread_local struct call *current;
static once_flag hooks_once = ONCE_FLAG_INIT;

static void *scratch_take(size_t size)
{
    struct call *c = current;
    size_t want = size + sizeof(struct block);
    struct block *b = c ? py_mem_resize(c->iso, NULL, 0, want) : NULL;
    if (!c) abort(); // a call that did not come through here: lint looks for these
    if (!b) longjmp(c->refused, 1);
    *b = (struct block){NULL, c->blocks, want, 0};
    if (b->next) b->next->prev = b;
    c->blocks = b;
    return b + 1;
}

static void block_drop(struct call *c, struct block *b)
{
    if (b->prev) b->prev->next = b->next;
    else c->blocks = b->next;
    if (b->next) b->next->prev = b->prev;
    py_mem_resize(c->iso, b, b->size, 0);
}

static void scratch_give(void *p, PY_UNUSED size_t size)
{
    block_drop(current, (struct block *)p - 1);
}

// mpn functions never ask for this.
static void *scratch_resize(void *p, size_t old_size, size_t size)
{
    void *bigger = scratch_take(size);
    memcpy(bigger, p, old_size < size ? old_size : size);
    scratch_give(p, old_size);
    return bigger;
}

static void set_hooks(void)
{
    mp_set_memory_functions(scratch_take, scratch_resize, scratch_give);
}

static void begin(struct call *c, struct py_isolate *iso)
{
    call_once(&hooks_once, set_hooks);
    c->iso = iso;
    c->blocks = NULL;
    current = c;
}

static bool end(struct call *c, bool ok)
{
    while (c->blocks) block_drop(c, c->blocks);
    current = NULL;
    return ok;
}

// Runs `work`, which calls GMP and nothing else; false: memory was refused, exception set.
#define CALL(iso, work)                                                                            \
    struct call c;                                                                                 \
    begin(&c, iso);                                                                                \
    if (setjmp(c.refused)) return end(&c, false);                                                  \
    work;                                                                                          \
    return end(&c, true)

static void mul(mp_limb_t *r, const mp_limb_t *a, int64_t an, const mp_limb_t *b, int64_t bn)
{
    if (an == bn && a == b) mpn_sqr(r, a, an);
    else mpn_mul(r, a, an, b, bn);
}

bool py_mpn_mul(struct py_isolate *iso, mp_limb_t *r, const mp_limb_t *a, int64_t an,
                const mp_limb_t *b, int64_t bn)
{
    if (bn < FEW_LIMBS) {
        mul(r, a, an, b, bn);
        return true;
    }
    CALL(iso, mul(r, a, an, b, bn));
}

bool py_mpn_divmod(struct py_isolate *iso, mp_limb_t *q, mp_limb_t *r, const mp_limb_t *a,
                   int64_t an, const mp_limb_t *b, int64_t bn)
{
    if (an < FEW_LIMBS) {
        mpn_tdiv_qr(q, r, 0, a, an, b, bn);
        return true;
    }
    CALL(iso, mpn_tdiv_qr(q, r, 0, a, an, b, bn));
}

static bool gcd(struct py_isolate *iso, mp_limb_t *g, mp_limb_t *u, int64_t un, mp_limb_t *v,
                int64_t vn, int64_t *n)
{
    CALL(iso, *n = mpn_gcd(g, u, un, v, vn));
}

int64_t py_mpn_gcd(struct py_isolate *iso, mp_limb_t *g, mp_limb_t *u, int64_t un, mp_limb_t *v,
                   int64_t vn)
{
    int64_t n;
    return gcd(iso, g, u, un, v, vn, &n) ? n : 0;
}

bool py_mpn_sqrt(struct py_isolate *iso, mp_limb_t *r, const mp_limb_t *a, int64_t an)
{
    CALL(iso, mpn_sqrtrem(r, NULL, a, an));
}

static bool get_str(struct py_isolate *iso, unsigned char *out, int base, mp_limb_t *a, int64_t an,
                    size_t *n)
{
    CALL(iso, *n = mpn_get_str(out, base, a, an));
}

size_t py_mpn_get_str(struct py_isolate *iso, unsigned char *out, int base, mp_limb_t *a,
                      int64_t an)
{
    size_t n;
    return get_str(iso, out, base, a, an, &n) ? n : 0;
}

static bool set_str(struct py_isolate *iso, mp_limb_t *r, const unsigned char *digits, size_t n,
                    int base, int64_t *limbs)
{
    CALL(iso, *limbs = mpn_set_str(r, digits, n, base));
}

int64_t py_mpn_set_str(struct py_isolate *iso, mp_limb_t *r, const unsigned char *digits, size_t n,
                       int base)
{
    int64_t limbs;
    return set_str(iso, r, digits, n, base, &limbs) ? limbs : -1;
}
