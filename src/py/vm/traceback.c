// Traceback and frame objects: what programs see of where an exception passed. A frame object is a
// snapshot (code and line); there is no way from it into running code.
#include "vm.h"

struct frame_view { struct py_obj h; struct py_code *code; uint32_t line, lasti; };

static void frame_trace(struct py_isolate *iso, struct py_obj *o) { py_mark_obj(iso, ((struct frame_view *)o)->code); }
static py_value f_code(struct py_isolate *iso, py_value self) { (void)iso; return (py_value)((struct frame_view *)self)->code; }
static py_value f_lineno(struct py_isolate *iso, py_value self) { (void)iso; return py_small_new(((struct frame_view *)self)->line); }
static py_value f_lasti(struct py_isolate *iso, py_value self) { (void)iso; return py_small_new(((struct frame_view *)self)->lasti); }
static py_value f_none(struct py_isolate *iso, py_value self) { (void)iso, (void)self; return PY_NONE; }
static py_value f_globals(struct py_isolate *iso, py_value self) { (void)self; return (py_value)py_current_globals(iso); }
static py_value f_locals(struct py_isolate *iso, py_value self) { (void)self; return py_dict_new(iso); }
static py_value f_repr(struct py_isolate *iso, py_value self)
{
    struct frame_view *f = (struct frame_view *)self;
    return py_str_format(iso, "<frame, file %R, line %u, code %U>", f->code->filename, f->line, f->code->name);
}
static const struct py_getset_row frame_attrs[] = {{"f_code", f_code, NULL, NULL}, {"f_lineno", f_lineno, NULL, NULL},
                                                   {"f_lasti", f_lasti, NULL, NULL}, {"f_back", f_none, NULL, NULL},
                                                   {"f_globals", f_globals, NULL, NULL}, {"f_locals", f_locals, NULL, NULL}, {0}};
const struct py_typedef py_frame_def = {.name = "frame", .kind = PY_K_NATIVE, .size = sizeof(struct frame_view), .final = true,
                                        .getset = frame_attrs, .trace = frame_trace, .slots = {.repr = f_repr}};

static struct py_traceback *tb_of(py_value v) { return (struct py_traceback *)v; }
static py_value tb_next(struct py_isolate *iso, py_value self) { (void)iso; return tb_of(self)->next ? (py_value)tb_of(self)->next : PY_NONE; }
static bool tb_set_next(struct py_isolate *iso, py_value self, py_value v)
{
    if (!v || (v != PY_NONE && !py_is_kind(v, PY_K_TRACEBACK))) {
        py_raise_type_error(iso, v ? "expected traceback object or None, got '%T'" : "can't delete tb_next attribute", v);
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
static py_value tb_lineno(struct py_isolate *iso, py_value self) { (void)iso; return py_small_new(tb_of(self)->line); }
static py_value tb_lasti(struct py_isolate *iso, py_value self) { (void)iso; return py_small_new((int64_t)tb_of(self)->pc * 2); }
static py_value tb_frame(struct py_isolate *iso, py_value self)
{
    struct frame_view *f = py_new(iso, py_t(iso, PY_T_FRAME), sizeof *f);
    if (!f) return NULL;
    f->code = tb_of(self)->code;
    f->line = tb_of(self)->line;
    f->lasti = tb_of(self)->pc * 2;
    return (py_value)f;
}
static const struct py_getset_row tb_attrs[] = {{"tb_next", tb_next, tb_set_next, NULL}, {"tb_lineno", tb_lineno, NULL, NULL},
                                                {"tb_lasti", tb_lasti, NULL, NULL}, {"tb_frame", tb_frame, NULL, NULL}, {0}};
const struct py_typedef py_traceback_def = {.name = "traceback", .kind = PY_K_TRACEBACK, .size = sizeof(struct py_traceback), .final = true, .getset = tb_attrs};
