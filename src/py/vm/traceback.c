// Traceback and frame objects: what programs see of where an exception passed and of what runs. A
// frame object tells what its frame has now, as long as that runs or its generator waits; there is
// no way from it into running code.
#include "../obj/args.h"
#include "../obj/typeobj.h"
#include "frame_view.h"

static struct frame_view *view_of(py_value v)
{
    return (struct frame_view *)v;
}

static void frame_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct frame_view *v = (struct frame_view *)o;
    py_mark_obj(iso, v->code);
    py_mark_obj(iso, v->globals);
    py_mark_obj(iso, v->gen);
    py_mark_obj(iso, v->back);
    py_mark(iso, v->locals);
    py_mark(iso, v->last);
    py_mark(iso, v->trace);
}

static struct frame_view *view_new(struct py_isolate *iso, struct py_code *code, uint32_t line,
                                   uint32_t lasti)
{
    struct frame_view *v = py_new(iso, py_t(iso, PY_T_FRAME), sizeof *v);
    if (!v) return NULL;
    v->code = code;
    v->line = line;
    v->lasti = lasti;
    v->index = NO_INDEX;
    v->trace_lines = true;
    return v;
}

// Of the instruction that was executed last, in bytes.
static uint32_t lasti_of(const struct py_frame *f)
{
    size_t n = (size_t)(f->pc - f->code->insns);
    return (uint32_t)((n ? n - 1 : 0) * sizeof(struct py_insn));
}

// The running frame that v is of, NULL: it has ended, waits, or is of a traceback. A function's
// frame knows its view, a namespace tells the others well enough.
static struct py_frame *running(struct py_isolate *iso, const struct frame_view *v)
{
    if (!iso->frame) return NULL;
    if (v->gen) {
        struct py_frame *f = v->gen->state == PY_GEN_RUNNING ? iso->frame : NULL;
        while (f && f >= iso->frames && f->gen != v->gen) f--;
        return f && f >= iso->frames ? f : NULL;
    }
    if (v->index == NO_INDEX) return NULL;
    struct py_frame *f = iso->frames + v->index;
    if (f > iso->frame || f->code != v->code || f->gen) return NULL;
    return f->locals == (v->function ? (py_value)v : v->locals) ? f : NULL;
}

// Brings the line up to date.
static void look(struct py_isolate *iso, struct frame_view *v)
{
    struct py_frame waits = {.code = v->code}, *f = running(iso, v);
    if (v->told_line) {
        v->line = v->told_line;
        return;
    }
    if (!f && v->gen && v->gen->state == PY_GEN_SUSPENDED) {
        waits.pc = v->gen->pc;
        f = &waits;
    }
    if (!f) return;
    v->line = (uint32_t)py_frame_line(f);
    v->lasti = lasti_of(f);
}

static py_value f_code(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (py_value)view_of(self)->code;
}
static py_value f_lineno(PY_UNUSED struct py_isolate *iso, py_value self)
{
    look(iso, view_of(self));
    return py_small_new(view_of(self)->line);
}
static py_value f_lasti(PY_UNUSED struct py_isolate *iso, py_value self)
{
    look(iso, view_of(self));
    return py_small_new(view_of(self)->lasti);
}

py_value *py_frame_view_place(const struct py_frame *f)
{
    return f->gen ? &f->gen->view : py_frame_is_function(f) ? (py_value *)&f->locals : NULL;
}

static struct frame_view *view_make(struct py_isolate *iso, struct py_frame *f)
{
    py_value *kept = py_frame_view_place(f);
    struct frame_view *v = view_new(iso, f->code, (uint32_t)py_frame_line(f), lasti_of(f));
    if (!v) return NULL;
    v->globals = f->globals;
    v->gen = f->gen;
    v->function = kept != NULL;
    v->index = (uint32_t)(f - iso->frames);
    if (!kept) {
        v->locals = f->locals;
        return v;
    }
    *kept = (py_value)v;
    return v;
}

void py_frame_left(struct py_isolate *iso, struct py_frame *f)
{
    py_value *kept = py_frame_view_place(f), exc = iso->exc;
    struct frame_view *v = kept ? view_of(*kept) : NULL;
    if (!v || iso->stop) return;
    iso->exc = NULL;
    v->line = (uint32_t)py_frame_line(f);
    v->lasti = lasti_of(f);
    v->last = py_dict_new(iso); // apart: what locals() gave changes when somebody looks again
    if (v->last) py_frame_sync(iso, f, v->last);
    if (!iso->stop) iso->exc = exc; // that there was no room matters less
}

struct py_obj *py_frame_place(struct py_isolate *iso, struct py_frame *f)
{
    py_value *kept = py_frame_view_place(f);
    if (kept && *kept) return py_ptr(*kept);
    struct frame_view *v = kept || !f->locals ? NULL : view_make(iso, f);
    return v ? &v->h : &f->globals->h;
}

// With those of its callers, as far as they have none. shown: the program gets it, so that the
// frames keep what they have for it.
static py_value view(struct py_isolate *iso, struct py_frame *f, bool shown)
{
    struct frame_view *first = NULL, *last = NULL;
    for (; f >= iso->frames && py_tick(iso, 1); f--) {
        py_value *kept = py_frame_view_place(f);
        bool had = kept && *kept, known = had && (!shown || f->flags & PY_FRAME_SEEN);
        struct frame_view *v = had ? view_of(*kept) : view_make(iso, f);
        if (!v) return NULL;
        if (last) last->back = v;
        else first = v;
        if (known) break;
        if (kept && shown) f->flags |= PY_FRAME_SEEN;
        last = v;
    }
    return iso->exc ? NULL : (py_value)first;
}

py_value py_frame_view(struct py_isolate *iso, int64_t depth)
{
    int64_t frames = iso->frame ? iso->frame - iso->frames + 1 : 0;
    if (depth >= frames) return py_raise_value_error(iso, "call stack is not deep enough");
    return view(iso, iso->frame - depth, true);
}

static py_value f_back(struct py_isolate *iso, py_value self)
{
    struct py_frame *f = running(iso, view_of(self));
    if (f) return f > iso->frames ? view(iso, f - 1, true) : PY_NONE;
    struct frame_view *back = view_of(self)->back;
    return back ? (py_value)back : PY_NONE;
}
static py_value f_globals(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (py_value)view_of(self)->globals;
}

py_value py_frame_locals(struct py_isolate *iso, struct py_frame *f)
{
    // A call keeps one dict: what was put into it stays, variables are brought up to date.
    struct frame_view *v = view_of(view(iso, f, false));
    if (!v || (!v->locals && !(v->locals = py_dict_new(iso)))) return NULL;
    return py_frame_sync(iso, f, v->locals) ? v->locals : NULL;
}

// What a call that has ended had in the end becomes what its dict of variables shows.
static bool bring_last(struct py_isolate *iso, struct frame_view *v)
{
    py_value last = v->last;
    v->last = NULL;
    if (!v->locals) {
        v->locals = last;
        return true;
    }
    const struct py_tuple *names = py_tuple(v->code->varnames);
    for (uint64_t i = 0; i < names->n; i++)
        if (py_dict_delete(iso, py_dict(v->locals), names->v[i]) < 0) return false;
    return py_dict_merge(iso, py_dict(v->locals), last, true);
}

static py_value f_locals(struct py_isolate *iso, py_value self)
{
    struct frame_view *v = view_of(self);
    struct py_frame *f = running(iso, v);
    if (!v->function && (v->locals || v->code->flags & PY_CO_MODULE))
        return f ? py_frame_namespace(iso, f) : v->locals ? v->locals : (py_value)v->globals;
    if (f) return py_frame_locals(iso, f);
    if (v->last && !bring_last(iso, v)) return NULL;
    if (!v->gen && v->locals) return v->locals;
    if (!v->gen)
        return py_raise_not_implemented(
            iso, "frame.f_locals: the variables of a call that ended before its frame was asked "
                 "for are not kept here");
    if (!v->locals && !(v->locals = py_dict_new(iso))) return NULL;
    struct py_frame waits = {.code = v->code, .base = v->gen->r, .func = v->gen->func};
    bool there = v->gen->state != PY_GEN_CLOSED;
    return !there || py_frame_sync(iso, &waits, v->locals) ? v->locals : NULL;
}

static PY_NATIVE(f_clear)
{
    struct frame_view *v = view_of(a[0]);
    if (running(iso, v)) return py_raise(iso, PY_T_RuntimeError, "cannot clear an executing frame");
    return !v->gen || py_gen_clear(iso, v->gen) ? PY_NONE : NULL;
}
static py_value f_repr(struct py_isolate *iso, py_value self)
{
    struct frame_view *v = view_of(self);
    look(iso, v);
    return py_str_format(iso, "<frame at 0x%llx, file %R, line %u, code %U>",
                         (unsigned long long)py_id(iso, self), v->code->filename, v->line,
                         v->code->name);
}
static py_value f_trace(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return view_of(self)->trace ? view_of(self)->trace : PY_NONE;
}
static bool f_set_trace(PY_UNUSED struct py_isolate *iso, py_value self, py_value v)
{
    view_of(self)->trace = v == PY_NONE ? NULL : v;
    return true;
}
static py_value f_trace_lines(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_bool(view_of(self)->trace_lines);
}
static bool f_set_trace_lines(struct py_isolate *iso, py_value self, py_value v)
{
    if (v != PY_TRUE && v != PY_FALSE)
        return py_raise_type_error(iso, "attribute value type must be bool");
    view_of(self)->trace_lines = v == PY_TRUE;
    return true;
}
static const struct py_native_row frame_methods[] = {
    PY_ROW("clear", f_clear, "", "Ends the generator whose frame this is."), {0}};
static const struct py_getset_row frame_attrs[] = {
    {"f_code", f_code, NULL, NULL},
    {"f_lineno", f_lineno, NULL, NULL},
    {"f_lasti", f_lasti, NULL, NULL},
    {"f_back", f_back, NULL, NULL},
    {"f_globals", f_globals, NULL, NULL},
    {"f_locals", f_locals, NULL, NULL},
    {"f_trace", f_trace, f_set_trace, NULL},
    {"f_trace_lines", f_trace_lines, f_set_trace_lines, NULL},
    {0}};
const struct py_typedef py_frame_def = {.name = "frame",
                                        .kind = PY_K_NATIVE,
                                        .size = sizeof(struct frame_view),
                                        .final = true,
                                        .methods = frame_methods,
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
    for (struct py_traceback *t = v == PY_NONE ? NULL : tb_of(v); t; t = t->next) {
        if (t == tb_of(self)) return py_raise_value_error(iso, "traceback loop detected");
        if (!py_tick(iso, 1)) return false;
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
    return py_small_new(tb_of(self)->lasti);
}
static py_value tb_frame(struct py_isolate *iso, py_value self)
{
    struct py_traceback *t = tb_of(self);
    if (py_obj_type(t->place) == py_t(iso, PY_T_FRAME)) return (py_value)t->place;
    struct frame_view *v = view_new(iso, t->code, t->left ? t->left : t->line, t->lasti);
    if (!v) return NULL;
    v->globals = (struct py_dict *)t->place;
    v->function = !(t->code->flags & (PY_CO_CLASS | PY_CO_MODULE));
    t->place = &v->h;
    return (py_value)v;
}

static py_value tb_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    static const struct py_args_spec spec = {
        "TracebackType", {"tb_next", "tb_frame", "tb_lasti", "tb_lineno"}, 4, 0, 4, 4};
    py_value v[4];
    int64_t lasti, line;
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    if (v[0] != PY_NONE && !py_is_kind(v[0], PY_K_TRACEBACK))
        return py_raise_type_error(iso, "expected traceback object or None, got '%T'", v[0]);
    if (py_type_of(iso, v[1]) != py_t(iso, PY_T_FRAME))
        return py_raise_type_error(iso, "TracebackType() argument 'tb_frame' must be frame, not %A",
                                   v[1]);
    if (!py_as_c_int(iso, v[2], &lasti) || !py_as_c_int(iso, v[3], &line)) return NULL;
    struct py_traceback *t = py_new(iso, cls, sizeof *t);
    if (!t) return NULL;
    t->next = v[0] == PY_NONE ? NULL : tb_of(v[0]);
    t->code = view_of(v[1])->code;
    t->place = py_ptr(v[1]);
    t->lasti = (uint32_t)lasti;
    t->line = (uint32_t)line;
    return (py_value)t;
}
static PY_NATIVE(tb_dir)
{
    py_value list = py_list_new(iso, 4);
    static const char *const names[] = {"tb_frame", "tb_next", "tb_lasti", "tb_lineno"};
    for (int i = 0; list && i < 4; i++)
        if (!py_list_append(iso, list, py_str_intern_z(iso, names[i]))) return NULL;
    return list;
}
static const struct py_native_row tb_methods[] = {
    PY_ROW("__dir__", tb_dir, "", "Names of what it tells."), {0}};
static const struct py_getset_row tb_attrs[] = {{"tb_next", tb_next, tb_set_next, NULL},
                                                {"tb_lineno", tb_lineno, NULL, NULL},
                                                {"tb_lasti", tb_lasti, py_set_readonly, NULL},
                                                {"tb_frame", tb_frame, py_set_readonly, NULL},
                                                {0}};
const struct py_typedef py_traceback_def = {.name = "traceback",
                                            .kind = PY_K_TRACEBACK,
                                            .size = sizeof(struct py_traceback),
                                            .final = true,
                                            .sig = "tb_next, tb_frame, tb_lasti, tb_lineno",
                                            .methods = tb_methods,
                                            .getset = tb_attrs,
                                            .slots = {.make = tb_make}};

py_value py_gen_get_frame(struct py_isolate *iso, py_value self)
{
    struct py_gen *g = (struct py_gen *)self;
    if (g->state == PY_GEN_CLOSED) return PY_NONE;
    if (g->view) return g->view;
    struct frame_view *v = view_new(iso, g->code, g->code->first_line, 0);
    if (!v) return NULL;
    v->globals = g->globals;
    v->gen = g;
    v->function = true;
    g->view = (py_value)v;
    return g->view;
}
