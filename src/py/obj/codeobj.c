// Code objects and what runs them, as data: allocation, marking, and where a frame is. The `code`
// type itself is in code_type.c; generators and tracebacks are the VM's.
#include "../native.h"
#include "code.h"

struct py_code *py_code_new(struct py_isolate *iso)
{
    return py_new(iso, py_t(iso, PY_T_CODE), sizeof(struct py_code));
}

void py_code_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_code *c = (struct py_code *)o;
    py_mark_interior(iso, c->insns);
    py_mark_interior(iso, c->pos);
    py_mark_interior(iso, c->handlers);
    py_mark_interior(iso, c->marks);
    py_mark_interior(iso, c->consts);
    py_mark_interior(iso, c->ics);
    py_mark(iso, c->name);
    py_mark(iso, c->qualname);
    py_mark(iso, c->filename);
    py_mark(iso, c->varnames);
    py_mark(iso, c->freenames);
    py_mark(iso, c->cellnames);
    py_mark(iso, c->doc);
}

void py_gen_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_gen *g = (struct py_gen *)o;
    py_mark_obj(iso, g->func);
    py_mark_obj(iso, g->code);
    py_mark(iso, g->handled);
    py_mark(iso, g->name);
    py_mark(iso, g->qualname);
    py_mark(iso, g->sent);
    py_mark(iso, g->step);
    py_mark(iso, g->view);
    py_mark_obj(iso, g->globals);
    py_mark_obj(iso, g->builtins);
    uint32_t n = py_heap_asking(iso) ? g->code->nlocals : g->nregs;
    if (g->state != PY_GEN_CLOSED) py_mark_words(iso, g->r, n);
}

void py_traceback_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_traceback *)o)->next);
    py_mark_obj(iso, ((struct py_traceback *)o)->code);
    py_mark_obj(iso, ((struct py_traceback *)o)->place);
}

int py_frame_line(const struct py_frame *f)
{
    if (!f->code->pos || !f->code->ninsns) return 0;
    uint32_t at = (uint32_t)(f->pc - f->code->insns);
    return (int)f->code->pos[at ? at - 1 : 0].line;
}

struct py_dict *py_current_globals(struct py_isolate *iso)
{
    return iso->frame ? iso->frame->globals : iso->globals;
}
