// Frame objects from inside, for what makes them (traceback.c) and what tells of them (trace.c).
#ifndef PY_VM_FRAME_VIEW_H
#define PY_VM_FRAME_VIEW_H

#include "vm.h"

struct frame_view {
    struct py_obj h;
    struct py_code *code;
    struct py_dict *globals;
    struct py_gen *gen;      // of a generator's frame
    struct frame_view *back; // who called it when it was made; asked once it does not run
    py_value locals;         // dict of a function's variables, or the namespace of other code
    py_value last;           // dict of the variables when the call ended, until they are asked for
    bool function;
    uint32_t index; // in iso->frames, where not of a generator; NO_INDEX: made for a traceback
    uint32_t line, lasti;
    // Of sys.settrace (trace.c).
    py_value trace;                  // what the events of this frame go to, or NULL
    uint32_t traced_line, traced_at; // line last told; number of the instruction last begun
    uint32_t told_line;              // f_lineno while an event is told, else 0
    bool trace_lines;
};
enum { NO_INDEX = UINT32_MAX };

// Where a running frame keeps its view: a function has one, in its frame or its generator; others
// have no place for it.
py_value *py_frame_view_place(const struct py_frame *f);

#endif
