// Sweeping. Right after marking, pages without a live block, runs and large objects are given back
// and finalizers run; the other pages are swept one by one when their class needs blocks.
#include "gc_int.h"

// Blocks of the page that are not marked become its class's free list, in address order.
void gc_sweep_page(struct py_gc *gc, struct page *p)
{
    char *at = page_start(p);
    struct py_gc_free *first = NULL, **tail = &first;
    unsigned freed = 0;
    for (unsigned i = 0; i < p->carved; i++, at += p->size) {
        if (gc_marked(at)) continue;
        struct py_gc_free *block = (struct py_gc_free *)at;
#ifdef PY_GC_STRESS
        ASAN_UNPOISON_MEMORY_REGION(at, p->size);
        memset(at, 0xdb, p->size);
#endif
        ASAN_UNPOISON_MEMORY_REGION(block, sizeof *block);
        block->head = PY_K_FREE;
        gc_poison_block(block, p->size);
        *tail = block;
        tail = &block->next;
        freed++;
    }
    *tail = gc->lists.free[p->cls];
    gc->lists.free[p->cls] = first;
    gc->since += (uint64_t)freed * p->size;
}

void gc_sweep_all(struct py_gc *gc)
{
    uint64_t since = gc->since;
    for (int c = 0; c < PY_GC_CLASSES; c++)
        while (gc->unswept[c]) {
            struct page *p = gc->unswept[c];
            gc->unswept[c] = p->next;
            gc_sweep_page(gc, p);
        }
    gc->since = since;
}

static void finalize_page(struct py_isolate *iso, struct page *p, bool all)
{
    char *at = page_start(p);
    for (unsigned i = 0; i < p->carved; i++, at += p->size) {
        struct py_obj *o = (struct py_obj *)at;
        enum py_kind kind = py_obj_kind(o);
        if ((kind != PY_K_NATIVE && kind != PY_K_GEN) || (!all && gc_marked(o))) continue;
        const struct py_typedef *def = py_obj_type(o)->def;
        if (def->finalize) def->finalize(iso, o);
        o->head = PY_K_FREE;
    }
}

// Runs the finalizers of dead objects (of all objects at the end), before any sweep: their types
// may be dying with them.
void gc_finalize(struct py_isolate *iso, bool all)
{
    struct py_gc *gc = iso->gc;
    unsigned wanted = iso->unbegun ? PY_FINAL_NATIVE | PY_FINAL_GEN : PY_FINAL_NATIVE;
    if (all) gc_sweep_all(gc);
    for (size_t i = 0; i < gc->chunks.n; i++)
        for (int k = 1; k < PAGES; k++) {
            struct page *p = &gc->chunks.v[i]->page[k];
            if (p->state == PAGE_BLOCKS && p->finalizable & wanted) finalize_page(iso, p, all);
        }
}

void py_heap_each_finalizable(struct py_isolate *iso, enum py_kind kind,
                              void (*visit)(struct py_isolate *iso, struct py_obj *o))
{
    struct py_gc *gc = iso->gc;
    for (size_t i = 0; i < gc->chunks.n; i++)
        for (int k = 1; k < PAGES; k++) {
            struct page *p = &gc->chunks.v[i]->page[k];
            if (p->state != PAGE_BLOCKS || !p->finalizable) continue;
            char *at = page_start(p);
            for (unsigned c = 0; c < p->carved; c++, at += p->size)
                if (py_obj_kind((struct py_obj *)at) == kind) visit(iso, (struct py_obj *)at);
        }
}

static void prune(const struct py_isolate *iso, struct py_type *t)
{
    struct py_list *l = t->subclasses ? py_list(t->subclasses) : NULL;
    uint64_t n = 0;
    for (uint64_t i = 0; l && i < l->n; i++)
        if ((uintptr_t)l->v[i] - (uintptr_t)iso < sizeof *iso || gc_marked(l->v[i]))
            l->v[n++] = l->v[i];
    if (l) l->n = n;
}

// Drops dead classes from the lists of subclasses, which would keep every class for ever.
void gc_prune_types(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    for (int i = 0; i < PY_T_COUNT; i++) prune(iso, &iso->types[i]);
    for (size_t i = 0; i < gc->chunks.n; i++)
        for (int k = 1; k < PAGES; k++) {
            struct page *p = &gc->chunks.v[i]->page[k];
            if (p->state != PAGE_BLOCKS || p->size < sizeof(struct py_type)) continue;
            char *at = page_start(p);
            for (unsigned c = 0; c < p->carved; c++, at += p->size)
                if (py_obj_kind((struct py_obj *)at) == PY_K_TYPE && gc_marked(at))
                    prune(iso, (struct py_type *)at);
        }
}

static unsigned live_blocks(const struct page *p)
{
    const struct chunk *c = page_chunk(p);
    const uint64_t *bits = chunk_bits(c) + (size_t)(p - c->page) * (PY_PAGE / 16 / 64);
    unsigned n = 0;
    for (unsigned i = 0; i < PY_PAGE / 16 / 64; i++) n += (unsigned)__builtin_popcountll(bits[i]);
    return n;
}

static void account_page(struct py_gc *gc, struct page *p)
{
    if (p->state == PAGE_RUN) {
        if (gc_marked(page_start(p))) gc->live += p->size;
        else gc_pages_give(gc, p, p->npages);
    } else if (p->state == PAGE_BLOCKS) {
        unsigned n = live_blocks(p);
        gc->live += (uint64_t)n * p->size;
        if (n == 0) {
            if (gc->current[p->cls] == p) gc->current[p->cls] = NULL;
            gc_pages_give(gc, p, 1);
        } else if (n < p->carved) {
            p->next = gc->unswept[p->cls];
            gc->unswept[p->cls] = p;
        }
    }
}

// Gives back what is wholly dead, counts what lives, and lines up the rest for sweeping.
void gc_account(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    memset(&gc->lists, 0, sizeof gc->lists);
    gc->live = 0;
    for (size_t i = gc->chunks.n; i-- > 0;)
        for (int k = PAGES; --k > 0;) account_page(gc, &gc->chunks.v[i]->page[k]);
    for (size_t i = gc->large.n; i-- > 0;) {
        struct chunk *c = gc->large.v[i];
        if (gc_marked((char *)c + LARGE_AT)) gc->live += c->mapped;
        else gc_large_free(gc, c, false);
    }
}
