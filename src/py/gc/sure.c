// What is surely alive: reached from variables and from the values that calls under way work with,
// without the C stack and without leftovers of finished expressions, which the collector takes for
// references. To be told something because an object lives, a program must be able to reach it;
// what only a collection would show dead may not count as alive then. Asked by bytearray and its
// kin before they change their size under a view.
#include "../budget.h"
#include "../obj/code.h"
#include "gc_int.h"

// To go through BYTES_PER_OP bytes that live takes about as long as one op; the credit is worth
// 100 ms, and FREE questions are answered in any case.
enum { FREE = 32, BYTES_PER_OP = 20 };
#define CREDIT ((uint64_t)500 << 20)

bool py_heap_may_ask(struct py_isolate *iso)
{
    struct py_gc *gc = iso->gc;
    uint64_t ops = py_ops(iso), live = py_heap_live(iso);
    uint64_t since = ops >= gc->ops ? ops - gc->ops : ops; // less: another cell runs
    gc->ops = ops;
    gc->debt -= since < gc->debt / BYTES_PER_OP ? since * BYTES_PER_OP : gc->debt;
    if (gc->asked < FREE) return gc->asked++, true;
    if (gc->debt + live > CREDIT) return false;
    gc->debt += live;
    return true;
}

// The registers that hold values for sure: named ones, and below the arguments of a call under way.
static uint32_t sure_registers(const struct py_frame *f)
{
    if (!f->pc || f->pc <= f->code->insns) return f->code->nlocals;
    struct py_insn i = f->pc[-1];
    uint32_t to = i.op == PY_OP_CALL          ? i.b + 1u + i.c
                  : i.op == PY_OP_CALL_METHOD ? i.b + 2u + i.c
                                              : f->code->nlocals;
    return to < f->code->nlocals || to > f->code->nregs ? f->code->nlocals : to;
}

static void mark_frame(struct py_isolate *iso, const struct py_frame *f)
{
    py_mark_obj(iso, f->func);
    py_mark_obj(iso, f->gen);
    py_mark_obj(iso, f->globals);
    py_mark(iso, f->locals);
    py_mark(iso, f->entry_handled);
    py_mark(iso, f->self_);
    uint32_t n = sure_registers(f);
    for (uint32_t i = 0; i < n; i++)
        if (py_is_ptr(f->base[i])) py_mark_interior(iso, f->base[i]);
}

static void mark_sure(struct py_isolate *iso)
{
    py_mark(iso, iso->exc);
    py_mark(iso, iso->handled);
    py_mark_obj(iso, iso->builtins);
    py_mark_obj(iso, iso->modules);
    py_mark_obj(iso, iso->globals);
    for (int i = 0; i < PY_T_COUNT; i++) gc_trace(iso, &iso->types[i].h);
    for (const struct py_frame *f = iso->frames; iso->frame && f <= iso->frame; f++)
        mark_frame(iso, f);
}

bool py_heap_is_viewed(struct py_isolate *iso, const void *obj)
{
    struct py_gc *gc = iso->gc;
    if (gc->collecting || !py_heap_may_ask(iso)) return false;
    gc->collecting = true;
    py_edges_pause(true);
    gc_sweep_all(gc);
    gc_clear_marks(gc);
    gc->viewed = obj;
    gc->view_found = false;
    mark_sure(iso);
    gc_drain(iso);
    gc->viewed = NULL;
    gc->collecting = false;
    py_edges_pause(false);
    py_charge_bytes(iso, gc->live);
    py_collect(iso); // the marks say less than lives
    return gc->view_found;
}

void py_heap_saw_view(struct py_isolate *iso, const void *obj)
{
    if (obj && obj == iso->gc->viewed) iso->gc->view_found = true;
}

bool py_heap_asking(const struct py_isolate *iso)
{
    return iso->gc->viewed != NULL;
}
