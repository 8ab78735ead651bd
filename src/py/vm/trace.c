// sys.settrace: what the traced loop (vm_traced.c) tells the program's function of, calls, lines,
// returns and exceptions. Frames that run already when it is set are only told of when their
// f_trace is set.
#include "../obj/exc.h"
#include "frame_view.h"

// Calls function(frame, event, arg). What it gives becomes the frame's own function.
static bool tell(struct py_isolate *iso, struct frame_view *v, py_value function, const char *event,
                 py_value arg)
{
    py_value a[] = {(py_value)v, py_str_intern_z(iso, event), arg};
    iso->tracing = true;
    v->told_line = v->traced_line;
    py_value r = a[1] && arg ? py_call(iso, function, a, 3) : NULL;
    v->told_line = 0;
    iso->tracing = false;
    if (!r) { // it is not asked again
        iso->tracer = v->trace = NULL;
        return false;
    }
    if (r != PY_NONE) v->trace = r;
    return true;
}

// The frame object with a function that events of f go to, or NULL.
static struct frame_view *watched(struct py_frame *f)
{
    if (!(f->flags & PY_FRAME_TRACED)) return NULL;
    if (!f->traced) { // was there before; the program may have set its f_trace since
        py_value *kept = py_frame_view_place(f);
        f->traced = kept ? *kept : NULL;
    }
    struct frame_view *v = (struct frame_view *)f->traced;
    return v && v->trace ? v : NULL;
}

static bool tell_call(struct py_isolate *iso, struct py_frame *f, uint32_t at)
{
    f->flags |= PY_FRAME_TRACED;
    f->traced = NULL;
    struct frame_view *v = (struct frame_view *)py_frame_view(iso, 0);
    if (!v) return false;
    f->traced = (py_value)v;
    v->trace = NULL;
    bool resumed = f->gen && at > 1; // a generator goes on within its line
    v->traced_line = resumed ? f->code->pos[at - 1].line : f->code->first_line;
    v->traced_at = at - 1;
    if (!tell(iso, v, iso->tracer, "call", PY_NONE)) return false;
    if (!resumed) v->traced_line = 0;
    return true;
}

static bool tell_of_line(struct py_isolate *iso, struct frame_view *v, uint32_t line)
{
    v->traced_line = line;
    return !v->trace_lines || !v->trace || tell(iso, v, v->trace, "line", PY_NONE);
}

static bool is_jump(struct py_insn x)
{
    return x.op == PY_OP_JUMP || x.op == PY_OP_JUMP_BACK;
}

// Jumps are of no statement; a `return` may have been implied by the end of the function.
static bool begins_line(struct py_insn x)
{
    return !is_jump(x) && !(x.op == PY_OP_RETURN_NONE && x.a);
}

static bool tell_line(struct py_isolate *iso, struct frame_view *v, const struct py_frame *f,
                      uint32_t at)
{
    const struct py_code *k = f->code;
    uint32_t before = v->traced_at, line = k->pos[at].line;
    bool back = at < before, through = before + 1 == at && (!at || !is_jump(k->insns[before]));
    v->traced_at = at;
    for (uint32_t i = 0; i < k->nmarks && k->marks[i].at <= at; i++) {
        const struct py_code_mark *m = &k->marks[i];
        if (m->at != at || (m->through && !through)) continue;
        if (!tell_of_line(iso, v, m->line)) return false;
        back = false;
    }
    if (!line || !begins_line(k->insns[at]) || (line == v->traced_line && !back)) return true;
    return tell_of_line(iso, v, line);
}

static bool step(struct py_isolate *iso, struct py_frame *f, uint32_t at)
{
    struct py_insn x = f->code->insns[at];
    if (!(f->flags & PY_FRAME_TRACED)) {
        if (x.op == PY_OP_RETURN_GENERATOR || x.op == PY_OP_THAW) return true; // not begun yet
        if (!tell_call(iso, f, at)) return false;
    }
    struct frame_view *v = watched(f);
    if (v && !tell_line(iso, v, f, at)) return false;
    if (!v || !(v = watched(f))) return true;
    switch (x.op) {
    case PY_OP_RETURN: return tell(iso, v, v->trace, "return", f->base[x.a]);
    case PY_OP_RETURN_NONE: return tell(iso, v, v->trace, "return", PY_NONE);
    case PY_OP_YIELD: return tell(iso, v, v->trace, "return", f->base[x.b]);
    default: return true;
    }
}

bool py_trace_step(struct py_isolate *iso, struct py_frame *f)
{
    if (iso->tracing) return true;
    uint32_t at = (uint32_t)(f->pc - f->code->insns);
    f->pc++; // as if it had begun: where f is, is told by the one before
    if (!step(iso, f, at)) return false;
    f->pc--;
    return true;
}

// Tells of something while an exception is pending, which another one may take the place of.
static void tell_pending(struct py_isolate *iso, struct py_frame *f, const char *event)
{
    struct frame_view *v = iso->tracing || iso->stop || !iso->tracer ? NULL : watched(f);
    py_value exc = iso->exc, arg = PY_NONE;
    if (!v) return;
    iso->exc = NULL;
    if (*event == 'e') {
        py_value tb = ((struct py_exc *)exc)->traceback;
        arg = py_tuple_pack(iso, 3, (py_value)py_type_of(iso, exc), exc, tb ? tb : PY_NONE);
    }
    if (tell(iso, v, v->trace, event, arg)) iso->exc = exc;
}
void py_trace_raised(struct py_isolate *iso, struct py_frame *f)
{
    tell_pending(iso, f, "exception");
}
void py_trace_left(struct py_isolate *iso, struct py_frame *f)
{
    tell_pending(iso, f, "return");
}

void py_trace_set(struct py_isolate *iso, py_value function)
{
    iso->tracer = function;
    if (!function || !iso->frame) return;
    for (struct py_frame *f = iso->frames; f <= iso->frame; f++) {
        if (!(f->flags & PY_FRAME_TRACED)) f->traced = NULL;
        f->flags |= PY_FRAME_TRACED;
    }
    py_look_soon(iso); // where the loops are switched
}

py_value py_vm_switched(struct py_isolate *iso, struct py_frame *f)
{
    for (;;) {
        iso->switching = false;
        py_value v = iso->tracer ? py_vm_traced(iso, f) : py_vm_loop(iso, f);
        if (!iso->switching) return v;
        f = iso->frame;
    }
}
