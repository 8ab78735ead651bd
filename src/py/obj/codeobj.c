// Allocation of code objects; the `code` type itself is in obj/func.c.
#include "../vm/vm.h"

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
