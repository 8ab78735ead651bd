// Marking: the explicit mark stack and one trace function per kind of object. Leaves are marked
// without being pushed; long runs of values are pushed as ranges and taken apart in slices, so that
// wide containers do not flood the stack. When the stack cannot grow, the heap is searched for
// marked objects and they are traced again.
#include "../obj/shape.h"
#include "gc_int.h"
#include "../vm/code.h"

#include <sys/mman.h>

// A range on the stack: its length, then its address with one of these tags (objects have none).
enum { TAG_VALUES = 1, TAG_DICT = 2, TAG_SET = 3, TAG_WORDS = 4, TAG_MASK = 15 };
enum { SLICE = 256, AHEAD = 6, STACK_START = 16384 };

// --- the stack -----------------------------------------------------------------------------------

static bool stack_grow(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    size_t bytes = gc->stack_cap * sizeof *gc->stack;
    if (!gc->stack) { // an isolate that never collects does without
        void *p = mmap(NULL, STACK_START * sizeof *gc->stack, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) return false;
        gc->stack = p;
        gc->stack_cap = STACK_START;
        return true;
    }
    size_t most = iso->mem_cap / 16 > ((size_t)4 << 20) ? iso->mem_cap / 16 : (size_t)4 << 20;
    if (bytes * 2 > most) return false;
    void *p = mremap(gc->stack, bytes, bytes * 2, MREMAP_MAYMOVE);
    if (p == MAP_FAILED) return false;
    gc->stack = p;
    gc->stack_cap *= 2;
    return true;
}

static inline bool stack_room(struct py_isolate *iso, size_t n)
{
    struct py_gc *gc = iso->gc;
    if (gc->stack_n + n <= gc->stack_cap || stack_grow(iso)) return true;
    gc->overflow = true;
    return false;
}

static void push(struct py_isolate *iso, struct py_obj *o)
{
    if (stack_room(iso, 1)) iso->gc->stack[iso->gc->stack_n++] = (uintptr_t)o;
}

// n items at p: values, dict entries, set entries, or words that may be anything.
static void push_range(struct py_isolate *iso, const void *p, uint64_t n, unsigned tag)
{
    struct py_gc *gc = iso->gc;
    if (!n || !p || !stack_room(iso, 2)) return;
    gc->stack[gc->stack_n++] = n;
    gc->stack[gc->stack_n++] = (uintptr_t)p | tag;
}

// --- marking one thing --------------------------------------------------------------------------

// Kinds whose exact instances refer to nothing, but for a str's shared text.
static const bool leaf[PY_K_COUNT] = {
    [PY_K_RAW] = true, [PY_K_FLOAT] = true, [PY_K_BIGINT] = true,    [PY_K_COMPLEX] = true,
    [PY_K_STR] = true, [PY_K_BYTES] = true, [PY_K_RANGEITER] = true,
};

static inline void mark_new(struct py_isolate *iso, struct py_obj *o)
{
    enum py_kind k = py_obj_kind(o);
    if (!leaf[k] || py_obj_flags(o) & PY_F_SUB) {
        push(iso, o);
    } else if (k == PY_K_STR) {
        const struct py_str *s = (const struct py_str *)o;
        if (s->shared) py_mark_interior(iso, s->data);
    }
}

void py_mark_obj(struct py_isolate *iso, void *obj)
{
    if (!obj || gc_in_isolate(iso, obj)) return;
    if (gc_set_mark(obj)) mark_new(iso, obj);
}

void py_mark(struct py_isolate *iso, py_value v)
{
    if (py_is_ptr(v)) py_mark_obj(iso, v);
}

void gc_mark_word(struct py_isolate *iso, uintptr_t w)
{
    struct py_gc *gc = iso->gc;
    if (w < gc->low || w > gc->high) return;
    struct py_obj *o = gc_cell_find(gc, w);
    if (o && gc_set_mark(o)) mark_new(iso, o);
    // One past the end of an object that fills its cell is the start of the next cell.
    if (w & 15 || !(o = gc_cell_find(gc, w - 1))) return;
    if ((leaf[py_obj_kind(o)] || py_obj_kind(o) == PY_K_VALUES || py_obj_kind(o) == PY_K_TUPLE) &&
        (uintptr_t)o + 32 < w && gc_set_mark(o))
        mark_new(iso, o);
}

void py_mark_interior(struct py_isolate *iso, const void *p)
{
    struct py_obj *o = p ? gc_cell_find(iso->gc, (uintptr_t)p) : NULL;
    if (o && gc_set_mark(o)) mark_new(iso, o);
}

// A buffer by its payload. True when it was not marked yet: then the caller traces what it holds.
static bool mark_payload(struct py_isolate *iso, void *payload)
{
    (void)iso;
    return payload && gc_set_mark(py_buf_of(payload));
}

// Marking looks at the head of every object: of those to come, it is fetched ahead of time.
static inline void prefetch(py_value v)
{
    if (py_is_ptr(v)) __builtin_prefetch(v);
}

static void mark_values(struct py_isolate *iso, const py_value *v, uint64_t n)
{
    if (n > SLICE) {
        push_range(iso, v, n, TAG_VALUES);
        return;
    }
    for (uint64_t i = 0; i < n; i++) {
        if (i + AHEAD < n) prefetch(v[i + AHEAD]);
        py_mark(iso, v[i]);
    }
}

static void mark_attrs(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at)
{
    struct py_shape *shape = at->shape;
    py_mark_obj(iso, shape);
    if (shape && py_obj_kind(o) == PY_K_INST)
        mark_values(iso, ((struct py_inst *)o)->slot, shape->cap);
    if (!at->extra) return;
    if (shape && shape->dict_mode && !py_shape_members_out(shape)) py_mark_obj(iso, at->extra);
    else if (mark_payload(iso, at->extra))
        mark_values(iso, at->extra, py_buf_of(at->extra)->cap / sizeof(py_value));
}

// --- one function per kind ----------------------------------------------------------------------

typedef void (*trace_fn)(struct py_isolate *iso, struct py_obj *o);

static void trace_values(struct py_isolate *iso, struct py_obj *o)
{
    struct py_buf *b = (struct py_buf *)o;
    push_range(iso, b->u.v, b->cap / sizeof(py_value), TAG_WORDS);
}

static void trace_table(struct py_isolate *iso, struct py_obj *o)
{
    struct py_dict_table *t = (struct py_dict_table *)o;
    push_range(iso, t->e, t->cap, TAG_DICT);
}

static void trace_shape(struct py_isolate *iso, struct py_obj *o)
{
    struct py_shape *s = (struct py_shape *)o;
    py_mark_obj(iso, s->type);
    py_mark_obj(iso, s->parent);
    py_mark(iso, s->name);
    py_mark_obj(iso, s->next);
    py_mark_obj(iso, s->index);
}

static void trace_str(struct py_isolate *iso, struct py_obj *o)
{
    struct py_str *s = (struct py_str *)o;
    if (s->shared) py_mark_interior(iso, s->data);
}

static void trace_nothing(struct py_isolate *iso, struct py_obj *o)
{
    (void)iso;
    (void)o;
}

static void trace_bytearray(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_bytearray *)o)->buf);
}

static void trace_tuple(struct py_isolate *iso, struct py_obj *o)
{
    mark_values(iso, ((struct py_tuple *)o)->v, ((struct py_tuple *)o)->n);
}

static void trace_list(struct py_isolate *iso, struct py_obj *o)
{
    struct py_list *l = (struct py_list *)o;
    if (mark_payload(iso, l->v)) mark_values(iso, l->v, l->n);
}

static void trace_dict(struct py_isolate *iso, struct py_obj *o)
{
    struct py_dict *d = (struct py_dict *)o;
    if (d->t && gc_set_mark(d->t)) push_range(iso, d->t->e, d->used, TAG_DICT);
}

static void trace_set(struct py_isolate *iso, struct py_obj *o)
{
    struct py_set *s = (struct py_set *)o;
    if (mark_payload(iso, s->e)) push_range(iso, s->e, s->mask + 1, TAG_SET);
}

static void trace_range(struct py_isolate *iso, struct py_obj *o)
{
    mark_values(iso, &((struct py_range *)o)->start, 4);
}

static void trace_slice(struct py_isolate *iso, struct py_obj *o)
{
    mark_values(iso, &((struct py_slice *)o)->start, 3);
}

static void trace_view(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_dictview *)o)->d);
}

static void trace_seqiter(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_seqiter *)o)->seq);
}

static void trace_dictiter(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_dictiter *)o)->d);
}

static void trace_code(struct py_isolate *iso, struct py_obj *o)
{
    struct py_code *c = (struct py_code *)o;
    py_mark_interior(iso, c->insns);
    py_mark_interior(iso, c->pos);
    py_mark_interior(iso, c->handlers);
    py_mark_interior(iso, c->consts);
    py_mark_interior(iso, c->ics);
    mark_values(iso, &c->name, 7); // name ... doc
}

static void trace_func(struct py_isolate *iso, struct py_obj *o)
{
    struct py_func *f = (struct py_func *)o;
    py_mark_obj(iso, f->code);
    py_mark_obj(iso, f->globals);
    py_mark_obj(iso, f->builtins);
    if (f->closure) py_mark_obj(iso, py_buf_of(f->closure));
    py_mark(iso, f->defaults);
    py_mark_obj(iso, f->kwdefaults);
    mark_values(iso, &f->name, 6); // name ... type_params
}

static void trace_builtin(struct py_isolate *iso, struct py_obj *o)
{
    struct py_builtin *b = (struct py_builtin *)o;
    py_mark_interior(iso, b->sig);
    py_mark(iso, b->self);
    py_mark_obj(iso, b->owner);
    py_mark(iso, b->module);
    py_mark_interior(iso, b->data);
}

static void trace_method(struct py_isolate *iso, struct py_obj *o)
{
    mark_values(iso, &((struct py_method *)o)->func, 2);
}

static void trace_cell(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_cell *)o)->v);
}

// Registers may hold leftovers of earlier calls: words, not values.
static void trace_gen(struct py_isolate *iso, struct py_obj *o)
{
    struct py_gen *g = (struct py_gen *)o;
    py_mark_obj(iso, g->func);
    py_mark_obj(iso, g->code);
    py_mark(iso, g->handled);
    mark_values(iso, &g->name, 5); // name ... origin
    if (g->state != PY_GEN_CLOSED) push_range(iso, g->r, g->nregs, TAG_WORDS);
}

void gc_mark_type(struct py_isolate *iso, struct py_type *t)
{
    py_mark_obj(iso, py_obj_type(&t->h));
    mark_values(iso, &t->name, 3);
    py_mark_obj(iso, t->base);
    py_mark(iso, t->bases);
    py_mark(iso, t->mro);
    py_mark_obj(iso, t->dict);
    py_mark_obj(iso, t->root);
    // The list of subclasses is weak: it and its storage live, its items are left to
    // gc_prune_types.
    if (!t->subclasses || !gc_set_mark(t->subclasses)) return;
    struct py_list *l = py_list(t->subclasses);
    if (l->v) gc_set_mark(py_buf_of(l->v));
}

static void trace_type(struct py_isolate *iso, struct py_obj *o)
{
    gc_mark_type(iso, (struct py_type *)o);
}

static void trace_property(struct py_isolate *iso, struct py_obj *o)
{
    mark_values(iso, &((struct py_property *)o)->get, 5);
}

static void trace_classmethod(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_classmethod *)o)->func);
}

static void trace_member(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_member *)o)->name);
    py_mark(iso, ((struct py_member *)o)->key);
    py_mark_obj(iso, ((struct py_member *)o)->owner);
}

static void trace_getset(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_getset *)o)->owner);
}

static void trace_super(struct py_isolate *iso, struct py_obj *o)
{
    struct py_super *s = (struct py_super *)o;
    py_mark_obj(iso, s->type);
    py_mark(iso, s->obj);
    py_mark_obj(iso, s->obj_type);
}

static void trace_module(struct py_isolate *iso, struct py_obj *o)
{
    struct py_module *m = (struct py_module *)o;
    py_mark_obj(iso, m->dict);
    py_mark_interior(iso, m->state);
    if (m->def && m->def->trace) m->def->trace(iso, m);
}

static void trace_exc(struct py_isolate *iso, struct py_obj *o)
{
    struct py_exc *e = (struct py_exc *)o;
    mark_values(iso, &e->args, 4); // args ... traceback
    mark_values(iso, &e->a, 4);
}

static void trace_traceback(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_traceback *)o)->next);
    py_mark_obj(iso, ((struct py_traceback *)o)->code);
}

static void trace_intproxy(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_intobj *)o)->v);
}

static const trace_fn traces[PY_K_COUNT] = {
    [PY_K_FREE] = trace_nothing,
    [PY_K_RAW] = trace_nothing,
    [PY_K_VALUES] = trace_values,
    [PY_K_TABLE] = trace_table,
    [PY_K_SHAPE] = trace_shape,
    [PY_K_FLOAT] = trace_nothing,
    [PY_K_BIGINT] = trace_nothing,
    [PY_K_COMPLEX] = trace_nothing,
    [PY_K_STR] = trace_str,
    [PY_K_BYTES] = trace_nothing,
    [PY_K_BYTEARRAY] = trace_bytearray,
    [PY_K_MEMORYVIEW] = trace_nothing,
    [PY_K_TUPLE] = trace_tuple,
    [PY_K_LIST] = trace_list,
    [PY_K_DICT] = trace_dict,
    [PY_K_SET] = trace_set,
    [PY_K_RANGE] = trace_range,
    [PY_K_SLICE] = trace_slice,
    [PY_K_DICTVIEW] = trace_view,
    [PY_K_SEQITER] = trace_seqiter,
    [PY_K_RANGEITER] = trace_nothing,
    [PY_K_DICTITER] = trace_dictiter,
    [PY_K_CODE] = trace_code,
    [PY_K_FUNC] = trace_func,
    [PY_K_BUILTIN] = trace_builtin,
    [PY_K_METHOD] = trace_method,
    [PY_K_CELL] = trace_cell,
    [PY_K_GEN] = trace_gen,
    [PY_K_TYPE] = trace_type,
    [PY_K_INST] = trace_nothing,
    [PY_K_PROPERTY] = trace_property,
    [PY_K_CLASSMETHOD] = trace_classmethod,
    [PY_K_STATICMETHOD] = trace_classmethod,
    [PY_K_MEMBER] = trace_member,
    [PY_K_GETSET] = trace_getset,
    [PY_K_SUPER] = trace_super,
    [PY_K_MODULE] = trace_module,
    [PY_K_EXC] = trace_exc,
    [PY_K_TRACEBACK] = trace_traceback,
    [PY_K_INTPROXY] = trace_intproxy,
    [PY_K_NATIVE] = trace_nothing,
};

// What the type knows about: extra fields of native types and their native bases, attributes.
static void trace_by_type(struct py_isolate *iso, struct py_obj *o, struct py_type *t)
{
    enum py_kind k = py_obj_kind(o);
    if (k != PY_K_INST) {
        const struct py_typedef *seen = NULL;
        for (struct py_type *b = t; b; b = b->base) {
            if (b->def == seen) continue;
            seen = b->def;
            if (seen && seen->trace) seen->trace(iso, o);
            if (!(py_obj_flags(o) & PY_F_SUB)) break;
        }
    }
    if (!t->attrs_off) return;
    struct py_attrs *at = k == PY_K_INST ? &((struct py_inst *)o)->at : py_attrs_of(o);
    if (at) mark_attrs(iso, o, at);
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    traces[py_obj_kind(o)](iso, o);
    struct py_type *t = py_obj_type(o);
    if (!t) return;
    py_mark_obj(iso, t);
    trace_by_type(iso, o, t);
}

// --- draining -----------------------------------------------------------------------------------

// Marks up to SLICE items of a range; what is left goes back below its children.
static void trace_range_slice(struct py_isolate *iso, uintptr_t tagged, uint64_t n)
{
    static const uint8_t width[] = {[TAG_VALUES] = sizeof(py_value),
                                    [TAG_DICT] = sizeof(struct py_dict_entry),
                                    [TAG_SET] = sizeof(struct py_set_entry),
                                    [TAG_WORDS] = sizeof(uintptr_t)};
    unsigned tag = tagged & TAG_MASK & 7;
    char *p = (char *)(tagged & ~(uintptr_t)7);
    uint64_t now = n < SLICE ? n : SLICE;
    push_range(iso, p + now * width[tag], n - now, tag);
    switch (tag) {
    case TAG_VALUES:
        for (uint64_t i = 0; i < now; i++) {
            if (i + AHEAD < now) prefetch(((py_value *)p)[i + AHEAD]);
            py_mark(iso, ((py_value *)p)[i]);
        }
        break;
    case TAG_DICT:
        for (struct py_dict_entry *e = (void *)p; e < (struct py_dict_entry *)p + now; e++) {
            if (e + AHEAD < (struct py_dict_entry *)p + now) {
                prefetch(e[AHEAD].key);
                prefetch(e[AHEAD].value);
            }
            py_mark(iso, e->key);
            py_mark(iso, e->value);
        }
        break;
    case TAG_SET:
        for (struct py_set_entry *e = (void *)p; e < (struct py_set_entry *)p + now; e++) {
            if (e + AHEAD < (struct py_set_entry *)p + now) prefetch(e[AHEAD].key);
            py_mark(iso, e->key);
        }
        break;
    default:
        for (uint64_t i = 0; i < now; i++) {
            uintptr_t w = ((uintptr_t *)p)[i];
            if (!(w & 7)) py_mark_interior(iso, (void *)w);
        }
    }
}

static void drain(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    while (gc->stack_n) {
        uintptr_t w = gc->stack[--gc->stack_n];
        if (w & TAG_MASK & 7) trace_range_slice(iso, w, gc->stack[--gc->stack_n]);
        else trace(iso, (struct py_obj *)w);
    }
}

static void retrace_page(struct py_isolate *iso, struct page *p)
{
    if (p->state != PAGE_CELLS && p->state != PAGE_RUN) return;
    unsigned n = p->state == PAGE_RUN ? 1 : p->carved;
    char *at = page_start(p);
    for (unsigned i = 0; i < n; i++, at += p->size) {
        if (!gc_marked(at) || leaf[py_obj_kind((struct py_obj *)at)]) continue;
        trace(iso, (struct py_obj *)at);
        drain(iso);
    }
}

// A buffer that its owner marked was perhaps not traced, so buffers are retraced too; that is why
// this looks at every marked object.
static void retrace_heap(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    for (size_t i = 0; i < gc->chunks.n; i++)
        for (int k = 1; k < PAGES; k++) retrace_page(iso, &gc->chunks.v[i]->page[k]);
    for (size_t i = 0; i < gc->large.n; i++) {
        struct py_obj *o = (struct py_obj *)((char *)gc->large.v[i] + LARGE_AT);
        if (gc_marked(o)) trace(iso, o);
        drain(iso);
    }
}

void gc_drain(struct py_isolate *iso)
{
    drain(iso);
    while (iso->gc->overflow) {
        iso->gc->overflow = false;
        retrace_heap(iso);
    }
}
