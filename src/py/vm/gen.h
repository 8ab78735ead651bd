// The frame of a generator: its registers lie in the generator while that is suspended, and on the
// value stack while it runs. Inlined into the loop.
#ifndef PY_GEN_H
#define PY_GEN_H

#include "vm.h"

// Pushes g's frame above the running one, where it stopped. NULL: RecursionError. The caller gives
// it what was sent, then marks g as running.
static inline struct py_frame *py_gen_push(struct py_isolate *iso, struct py_gen *g, unsigned flags)
{
    py_value *base = py_stack_top(iso);
    struct py_frame *f = py_frame_push(iso, g->func, g->code, base);
    if (!f) return NULL;
    memcpy(base, g->r, g->nregs * sizeof *base);
    f->pc = g->pc;
    f->gen = g;
    f->globals = g->globals;
    f->builtins = g->builtins;
    f->flags = (uint16_t)(PY_FRAME_GEN | flags | (g->handled ? PY_FRAME_HANDLING : 0));
    if (g->handled) iso->handled = g->handled;
    return f;
}

// If g has not begun, it does, or is closed at once.
static inline void py_gen_begin(struct py_isolate *iso, const struct py_gen *g)
{
    iso->unbegun -= g->state == PY_GEN_CREATED && g->code->flags & PY_CO_COROUTINE;
}

// The value of the yield at which g stopped, if it did at one; NULL stands for None.
static inline void py_gen_send(struct py_isolate *iso, struct py_gen *g, struct py_frame *f,
                               py_value sent)
{
    if (g->state != PY_GEN_SUSPENDED) {
        py_gen_begin(iso, g);
        return;
    }
    if (f->pc->op == PY_OP_YIELD_FROM) g->sent = sent;
    else if (f->pc[-1].op == PY_OP_YIELD) f->base[f->pc[-1].a] = sent ? sent : PY_NONE;
}

const char *py_gen_kind(const struct py_gen *g); // what messages call it

#endif
