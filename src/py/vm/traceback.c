// Traceback and frame objects: what programs see of where an exception passed. A frame object is a
// snapshot (code and line); there is no way from it into running code.
#include "vm.h"

struct frame_view {
    struct py_obj h;
    struct py_code *code;
    struct py_dict *globals; // NULL: of a traceback entry
    struct frame_view *back;
    uint32_t line, lasti;
};

static void frame_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct frame_view *f = (struct frame_view *)o;
    py_mark_obj(iso, f->code);
    py_mark_obj(iso, f->globals);
    py_mark_obj(iso, f->back);
}
static py_value f_code(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (py_value)((struct frame_view *)self)->code;
}
static py_value f_lineno(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_small_new(((struct frame_view *)self)->line);
}
static py_value f_lasti(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_small_new(((struct frame_view *)self)->lasti);
}
static py_value f_back(PY_UNUSED struct py_isolate *iso, py_value self)
{
    struct frame_view *back = ((struct frame_view *)self)->back;
    return back ? (py_value)back : PY_NONE;
}
static py_value f_globals(struct py_isolate *iso, py_value self)
{
    struct py_dict *g = ((struct frame_view *)self)->globals;
    return g ? (py_value)g : (py_value)py_current_globals(iso);
}
static py_value f_locals(struct py_isolate *iso, py_value self)
{
    struct frame_view *f = (struct frame_view *)self;
    if (f->globals && f->code->flags & PY_CO_MODULE) return (py_value)f->globals;
    return py_raise_not_implemented(
        iso,
        "frame.f_locals: the variables of running functions are not visible here; use locals()");
}
static py_value f_repr(struct py_isolate *iso, py_value self)
{
    struct frame_view *f = (struct frame_view *)self;
    return py_str_format(iso, "<frame, file %R, line %u, code %U>", f->code->filename, f->line,
                         f->code->name);
}
static const struct py_getset_row frame_attrs[] = {{"f_code", f_code, NULL, NULL},
                                                   {"f_lineno", f_lineno, NULL, NULL},
                                                   {"f_lasti", f_lasti, NULL, NULL},
                                                   {"f_back", f_back, NULL, NULL},
                                                   {"f_globals", f_globals, NULL, NULL},
                                                   {"f_locals", f_locals, NULL, NULL},
                                                   {0}};
const struct py_typedef py_frame_def = {.name = "frame",
                                        .kind = PY_K_NATIVE,
                                        .size = sizeof(struct frame_view),
                                        .final = true,
                                        .getset = frame_attrs,
                                        .trace = frame_trace,
                                        .slots = {.repr = f_repr}};

static struct py_traceback *tb_of(py_value v)
{
    return (struct py_traceback *)v;
}
static py_value tb_next(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return tb_of(self)->next ? (py_value)tb_of(self)->next : PY_NONE;
}
static bool tb_set_next(struct py_isolate *iso, py_value self, py_value v)
{
    if (!v || (v != PY_NONE && !py_is_kind(v, PY_K_TRACEBACK))) {
        py_raise_type_error(iso,
                            v ? "expected traceback object or None, got '%T'"
                              : "can't delete tb_next attribute",
                            v);
        return false;
    }
    for (struct py_traceback *t = v == PY_NONE ? NULL : tb_of(v); t; t = t->next)
        if (t == tb_of(self)) {
            py_raise_value_error(iso, "traceback loop detected");
            return false;
        }
    tb_of(self)->next = v == PY_NONE ? NULL : tb_of(v);
    return true;
}
static py_value tb_lineno(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_small_new(tb_of(self)->line);
}
static py_value tb_lasti(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_small_new((int64_t)tb_of(self)->pc * 2);
}
static struct frame_view *view_new(struct py_isolate *iso, struct py_code *code, uint32_t line,
                                   uint32_t pc)
{
    struct frame_view *f = py_new(iso, py_t(iso, PY_T_FRAME), sizeof *f);
    if (!f) return NULL;
    f->code = code;
    f->line = line;
    f->lasti = pc * 2;
    return f;
}
static py_value tb_frame(struct py_isolate *iso, py_value self)
{
    return (py_value)view_new(iso, tb_of(self)->code, tb_of(self)->line, tb_of(self)->pc);
}
static const struct py_getset_row tb_attrs[] = {{"tb_next", tb_next, tb_set_next, NULL},
                                                {"tb_lineno", tb_lineno, NULL, NULL},
                                                {"tb_lasti", tb_lasti, py_set_readonly, NULL},
                                                {"tb_frame", tb_frame, py_set_readonly, NULL},
                                                {0}};
const struct py_typedef py_traceback_def = {.name = "traceback",
                                            .kind = PY_K_TRACEBACK,
                                            .size = sizeof(struct py_traceback),
                                            .final = true,
                                            .getset = tb_attrs};

py_value py_frame_view(struct py_isolate *iso, int64_t depth)
{
    struct frame_view *first = NULL, *last = NULL;
    for (struct py_frame *f = iso->frame; f && f >= iso->frames; f--) {
        if (depth-- > 0) continue;
        struct frame_view *v = view_new(iso, f->code, (uint32_t)py_frame_line(f),
                                        (uint32_t)(f->pc - f->code->insns));
        if (!v) return NULL;
        v->globals = f->globals;
        if (last) last->back = v;
        else first = v;
        last = v;
        if (!py_tick(iso, 1)) return NULL;
    }
    return first ? (py_value)first : py_raise_value_error(iso, "call stack is not deep enough");
}

py_value py_gen_get_frame(struct py_isolate *iso, py_value self)
{
    struct py_gen *g = (struct py_gen *)self;
    if (g->state == PY_GEN_CLOSED) return PY_NONE;
    struct py_frame at = {.code = g->code, .pc = g->pc};
    for (struct py_frame *f = iso->frame; g->state == PY_GEN_RUNNING && f >= iso->frames; f--)
        if (f->gen == g) at.pc = f->pc;
    bool created = g->state == PY_GEN_CREATED;
    struct frame_view *v = view_new(iso, g->code,
                                    created ? g->code->first_line : (uint32_t)py_frame_line(&at),
                                    created ? 0 : (uint32_t)(at.pc - g->code->insns));
    if (v) v->globals = g->globals;
    return (py_value)v;
}
