// Generators and coroutines as objects: send, throw, close, and the step of `yield from`.
// Asynchronous generators are in asyncgen.c.
#include "../obj/exc.h"
#include "../obj/str_int.h"
#include "../obj/typeobj.h"
#include "gen.h"

py_value py_gen_new(struct py_isolate *iso, struct py_frame *f)
{
    struct py_code *co = f->code;
    enum py_type_id id = co->flags & PY_CO_COROUTINE         ? PY_T_COROUTINE
                         : co->flags & PY_CO_ASYNC_GENERATOR ? PY_T_ASYNC_GENERATOR
                                                             : PY_T_GENERATOR;
    struct py_gen *g = py_new(iso, py_t(iso, id), sizeof *g + co->nregs * sizeof(py_value));
    if (!g) return NULL;
    g->func = f->func;
    g->code = co;
    g->pc = f->pc;
    g->globals = f->globals;
    g->builtins = f->builtins;
    g->state = PY_GEN_CREATED;
    g->name = f->func ? f->func->name : co->name;
    g->qualname = f->func ? f->func->qualname : co->qualname;
    g->nregs = co->nregs;
    // Locals only: what lies above them may be stale.
    memcpy(g->r, f->base, co->nlocals * sizeof(py_value));
    if (co->flags & PY_CO_COROUTINE) {
        iso->unbegun++;
        if (iso->origin_depth && !(g->origin = iso->up->coroutine_origin(iso, f - 1))) return NULL;
        if (iso->opt.agent && !iso->up->coroutine_made(iso, g)) return NULL;
    }
    return (py_value)g;
}

const char *py_gen_kind(const struct py_gen *g)
{
    return g->code->flags & PY_CO_COROUTINE         ? "coroutine"
           : g->code->flags & PY_CO_ASYNC_GENERATOR ? "async generator"
                                                    : "generator";
}

// Makes exc pending as thrown into g: its context becomes what g itself is handling, not what the
// caller is.
static void *throw_inside(struct py_isolate *iso, const struct py_gen *g, py_value exc)
{
    py_value here = iso->handled;
    iso->handled = g->handled;
    py_raise_value(iso, exc);
    iso->handled = here;
    return NULL;
}

// Pushes the frame of g and runs it until it yields, returns or fails.
static inline py_value run_frame(struct py_isolate *iso, struct py_gen *g, py_value send,
                                 py_value exc, py_value *result)
{
    struct py_frame *f = py_gen_push(iso, g, PY_FRAME_ENTRY);
    if (!f) return NULL;
    if (exc) py_gen_begin(iso, g);
    else py_gen_send(iso, g, f, send);
    g->state = PY_GEN_RUNNING;
    if (exc) {
        if (f->pc->op == PY_OP_YIELD_FROM) f->pc++; // errors point at the instruction before pc
        throw_inside(iso, g, exc);
    }
    py_value v = py_vm_run(iso, f);
    if (!v) {
        if (g->state == PY_GEN_RUNNING) g->state = PY_GEN_CLOSED; // never got to run
        return NULL;
    }
    if (g->state == PY_GEN_SUSPENDED) return v;
    *result = v;
    return NULL;
}

static py_value run(struct py_isolate *iso, struct py_gen *g, py_value send, py_value exc,
                    py_value *result)
{
    py_value here = iso->handled;
    py_value v = run_frame(iso, g, send, exc, result);
    iso->handled = here;
    return v;
}

// What g is delegating to, NULL: nothing.
static py_value delegate(struct py_gen *g)
{
    return g->state == PY_GEN_SUSPENDED && g->pc->op == PY_OP_YIELD_FROM ? g->r[g->pc->b] : NULL;
}

// Finishes the YIELD_FROM at which g is suspended with `v` as its value, and goes on.
static py_value go_on_after_delegate(struct py_isolate *iso, struct py_gen *g, py_value v,
                                     py_value *result)
{
    g->r[g->pc->a] = v;
    g->pc++;
    struct py_frame *f = py_gen_push(iso, g, PY_FRAME_ENTRY);
    if (!f) return NULL;
    g->state = PY_GEN_RUNNING;
    py_value out = py_vm_run(iso, f);
    if (out && g->state != PY_GEN_SUSPENDED) {
        *result = out;
        return NULL;
    }
    return out;
}

// After a sub-iterator failed: its StopIteration ends the delegation, else the error goes into g.
static py_value after_failure(struct py_isolate *iso, struct py_gen *g, py_value *result)
{
    py_value e = iso->stop ? NULL : iso->exc;
    bool ended = py_error_is(iso, PY_T_StopIteration);
    g->state = PY_GEN_SUSPENDED;
    if (!e) return NULL;
    iso->exc = NULL;
    if (!ended) return run(iso, g, NULL, e, result);
    py_value v = ((struct py_exc *)e)->a;
    return go_on_after_delegate(iso, g, v ? v : PY_NONE, result);
}

static bool close_iter(struct py_isolate *iso, py_value it);

static bool is_plain_gen(struct py_isolate *iso, py_value v)
{
    return py_is_kind(v, PY_K_GEN) && py_obj_type(py_ptr(v)) != py_t(iso, PY_T_ASYNC_GENERATOR);
}

// While a delegate is thrown into, the one that delegates is among the frames, at its `yield from`.
static bool stand_by(struct py_isolate *iso, struct py_gen *g)
{
    struct py_frame *f = py_stack_left(iso) ? py_gen_push(iso, g, PY_FRAME_ENTRY) : NULL;
    if (!f) return false;
    f->pc = g->pc + 1;
    g->state = PY_GEN_RUNNING;
    return true;
}
static void stood_by(struct py_isolate *iso, struct py_gen *g)
{
    iso->handled = iso->frame->entry_handled;
    py_frame_pop(iso, iso->frame);
    g->state = PY_GEN_SUSPENDED;
}

static py_value throw_into_delegate(struct py_isolate *iso, struct py_gen *g, py_value sub,
                                    py_value exc, py_value *result)
{
    if (py_isa(iso, exc, PY_T_GeneratorExit)) {
        if (!stand_by(iso, g)) return NULL;
        bool ok = close_iter(iso, sub);
        stood_by(iso, g);
        if (!ok) {
            py_value e = py_error_take(iso);
            return e ? run(iso, g, NULL, e, result) : NULL;
        }
        return run(iso, g, NULL, exc, result);
    }
    if (!stand_by(iso, g)) return NULL;
    py_value v = NULL, sub_result = NULL;
    bool handled = true;
    if (is_plain_gen(iso, sub)) {
        v = py_gen_resume(iso, (struct py_gen *)sub, NULL, exc, &sub_result);
    } else {
        py_value f = py_getattr_opt(iso, sub, py_name(iso, PY_N_throw));
        if (f) v = py_call1(iso, f, exc);
        else if (!iso->exc) handled = false;
    }
    stood_by(iso, g);
    if (!handled) {
        // Thrown at the delegation itself: StopIteration is how a sub-iterator ends it.
        if (!py_isa(iso, exc, PY_T_StopIteration)) return run(iso, g, NULL, exc, result);
        py_value value = ((struct py_exc *)exc)->a;
        return go_on_after_delegate(iso, g, value ? value : PY_NONE, result);
    }
    if (v) return v;
    if (sub_result) return go_on_after_delegate(iso, g, sub_result, result);
    return after_failure(iso, g, result);
}

py_value py_gen_resume(struct py_isolate *iso, struct py_gen *g, py_value send, py_value exc,
                       py_value *result)
{
    switch (g->state) {
    case PY_GEN_RUNNING: return py_raise_value_error(iso, "%s already executing", py_gen_kind(g));
    case PY_GEN_CLOSED:
        if (g->code->flags & PY_CO_COROUTINE)
            return py_raise(iso, PY_T_RuntimeError, "cannot reuse already awaited coroutine");
        if (exc) return throw_inside(iso, g, exc);
        *result = PY_NONE;
        return NULL;
    case PY_GEN_CREATED:
        if (exc) {
            // What turns StopIteration into RuntimeError is part of the body, which has not begun.
            if (py_isa(iso, exc, PY_T_StopIteration)) {
                py_gen_begin(iso, g);
                g->state = PY_GEN_CLOSED;
                return py_raise_value(iso, exc);
            }
            // The traceback shows the definition's line.
            return run(iso, g, NULL, exc, result);
        }
        if (send && send != PY_NONE)
            return py_raise_type_error(iso, "can't send non-None value to a just-started %s",
                                       py_gen_kind(g));
        break;
    case PY_GEN_SUSPENDED: {
        py_value sub = exc ? delegate(g) : NULL;
        if (sub) return throw_into_delegate(iso, g, sub, exc, result);
        break;
    }
    }
    return run(iso, g, send, exc, result);
}

py_value py_yield_from_step(struct py_isolate *iso, py_value it, py_value send, py_value *result)
{
    py_value v;
    if (py_is_kind(it, PY_K_GEN)) {
        v = py_gen_resume(iso, (struct py_gen *)it, send, NULL, result);
        if (v || *result) return v;
    } else if (!send || send == PY_NONE) {
        struct py_type *t = py_type_of(iso, it);
        if (!t->s.next) return py_raise_type_error(iso, "'%T' object is not an iterator", it);
        // The slot drops the value of StopIteration: classes of the program are asked by name.
        v = t->flags & PY_TF_HEAP ? py_call_method(iso, it, py_name(iso, PY_N___next__), NULL, 0)
                                  : py_slot_next(iso, &t->s, it);
        if (!v && !iso->exc) *result = PY_NONE;
    } else {
        v = py_call_method(iso, it, py_name(iso, PY_N_send), &send, 1);
    }
    if (!v && py_error_is(iso, PY_T_StopIteration)) {
        py_value e = py_error_take(iso);
        *result = ((struct py_exc *)e)->a ? ((struct py_exc *)e)->a : PY_NONE;
    }
    return v;
}

static bool gen_close(struct py_isolate *iso, struct py_gen *g)
{
    if (g->state == PY_GEN_CLOSED) return true;
    if (g->state == PY_GEN_CREATED) {
        py_gen_begin(iso, g);
        g->state = PY_GEN_CLOSED;
        return true;
    }
    py_value exit = py_exc_new(iso, PY_T_GeneratorExit, NULL), result = NULL;
    if (!exit) return false;
    py_value v = py_gen_resume(iso, g, NULL, exit, &result);
    if (v) {
        py_raise(iso, PY_T_RuntimeError, "%s ignored GeneratorExit", py_gen_kind(g));
        return false;
    }
    if (result) return true;
    if (py_error_is(iso, PY_T_GeneratorExit) || py_error_is(iso, PY_T_StopIteration)) {
        py_error_clear(iso);
        return true;
    }
    return false;
}

static bool close_iter(struct py_isolate *iso, py_value it)
{
    if (is_plain_gen(iso, it)) {
        if (!py_enter(iso, "")) return false;
        bool ok = gen_close(iso, (struct py_gen *)it);
        py_leave(iso);
        return ok;
    }
    py_value f = py_getattr_opt(iso, it, py_name(iso, PY_N_close));
    if (!f) return !iso->exc;
    return py_call0(iso, f) != NULL;
}

static py_value finish(struct py_isolate *iso, py_value v, py_value result)
{
    if (v || !result) return v;
    return py_raise_stop(iso, result);
}

static PY_NATIVE(m_send)
{
    py_value result = NULL;
    py_value v = py_gen_resume(iso, (struct py_gen *)a[0], a[1], NULL, &result);
    return finish(iso, v, result);
}

// An exception from a class and its arguments; what goes wrong there is the exception then, as it
// is raised inside the generator.
static py_value instantiate(struct py_isolate *iso, py_value type, py_value *args, int n)
{
    py_value e = py_call(iso, type, args, n);
    if (e && !py_isa(iso, e, PY_T_BaseException))
        py_raise_type_error(
            iso, "calling %R should have returned an instance of BaseException, not %T", type, e);
    return iso->exc ? py_error_take(iso) : e;
}

// Warns of more than one argument to `method`; false: the warning became an exception.
bool py_throw_is_old(struct py_isolate *iso, const char *method)
{
    return py_warn_running(iso, PY_T_DeprecationWarning,
                           "the (type, exc, tb) signature of %s() is deprecated, use the "
                           "single-arg signature instead.",
                           method);
}

// The exception meant by the arguments of throw(type[, value[, traceback]]).
py_value py_throw_value(struct py_isolate *iso, py_value type, py_value value, py_value tb)
{
    if (tb && tb != PY_NONE && !py_is_kind(tb, PY_K_TRACEBACK))
        return py_raise_type_error(iso, "throw() third argument must be a traceback object");
    if (py_is_type(type) && py_type_issub((struct py_type *)type, py_t(iso, PY_T_BaseException))) {
        if (value && py_isinstance(iso, value, type) > 0) return value;
        if (!value || value == PY_NONE) return instantiate(iso, type, NULL, 0);
        if (py_is_exact(value, PY_K_TUPLE))
            return instantiate(iso, type, py_tuple(value)->v, (int)py_tuple(value)->n);
        return instantiate(iso, type, &value, 1);
    }
    if (py_isa(iso, type, PY_T_BaseException)) {
        if (value && value != PY_NONE)
            return py_raise_type_error(iso, "instance exception may not have a separate value");
        return type;
    }
    return py_raise_type_error(
        iso, "exceptions must be classes or instances deriving from BaseException, not %T", type);
}

// The pending error is about the arguments of throw(): the innermost generator says so, and those
// that delegate to it see it raised by their `yield from`.
static py_value throw_refused(struct py_isolate *iso, struct py_gen *g, py_value *result)
{
    py_value sub = delegate(g), sub_result = NULL;
    if (!sub || !is_plain_gen(iso, sub) || !py_enter(iso, "")) return NULL;
    g->state = PY_GEN_RUNNING;
    py_value v = throw_refused(iso, (struct py_gen *)sub, &sub_result);
    g->state = PY_GEN_SUSPENDED;
    py_leave(iso);
    if (v) return v;
    if (sub_result) return go_on_after_delegate(iso, g, sub_result, result);
    return after_failure(iso, g, result);
}

static PY_NATIVE(m_throw)
{
    struct py_gen *g = (struct py_gen *)a[0];
    if (a[2] && !py_throw_is_old(iso, "throw")) return NULL;
    py_value exc = py_throw_value(iso, a[1], a[2], a[3]), result = NULL;
    py_value v = exc ? py_gen_resume(iso, g, NULL, exc, &result) : throw_refused(iso, g, &result);
    return finish(iso, v, result);
}

static PY_NATIVE(m_close)
{
    return gen_close(iso, (struct py_gen *)a[0]) ? PY_NONE : NULL;
}

static py_value s_next(struct py_isolate *iso, py_value self)
{
    py_value result = NULL;
    py_value v = py_gen_resume(iso, (struct py_gen *)self, NULL, NULL, &result);
    if (!v && result && result != PY_NONE) return py_raise_stop(iso, result);
    return v;
}

py_value py_gen_repr(struct py_isolate *iso, py_value self)
{
    struct py_gen *g = (struct py_gen *)self;
    return py_str_format(iso, "<%T object %U at 0x%llx>", self, g->qualname,
                         (unsigned long long)py_id(iso, self));
}

py_value py_gen_get_name(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return ((struct py_gen *)self)->name;
}
py_value py_gen_get_qualname(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return ((struct py_gen *)self)->qualname;
}
py_value py_gen_get_code(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (py_value)((struct py_gen *)self)->code;
}
static py_value g_running(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_bool(((struct py_gen *)self)->state == PY_GEN_RUNNING);
}
py_value py_gen_get_suspended(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_bool(((struct py_gen *)self)->state == PY_GEN_SUSPENDED);
}
py_value py_gen_get_delegate(PY_UNUSED struct py_isolate *iso, py_value self)
{
    py_value sub = delegate((struct py_gen *)self);
    return sub ? sub : PY_NONE;
}

static py_value g_origin(PY_UNUSED struct py_isolate *iso, py_value self)
{
    py_value origin = ((struct py_gen *)self)->origin;
    return origin ? py_tuple(origin)->v[0] : PY_NONE;
}

static bool set_text(struct py_isolate *iso, py_value *where, py_value v, const char *what)
{
    if (!v || !py_is_str(v)) {
        py_raise_type_error(iso, "%s must be set to a string object", what);
        return false;
    }
    *where = v;
    return true;
}
bool py_gen_set_name(struct py_isolate *iso, py_value self, py_value v)
{
    return set_text(iso, &((struct py_gen *)self)->name, v, "__name__");
}
bool py_gen_set_qualname(struct py_isolate *iso, py_value self, py_value v)
{
    return set_text(iso, &((struct py_gen *)self)->qualname, v, "__qualname__");
}

#define METHODS(kind)                                                                              \
    {                                                                                              \
        PY_ROW("send", m_send, "value, /",                                                         \
               "Sends a value into " kind ", which goes on; gives what it hands out next."),       \
            PY_ROW("throw", m_throw, "type, value=None, traceback=None, /",                        \
                   "Raises an exception in " kind                                                  \
                   ", where it stands; gives what it hands out next."),                            \
            PY_ROW("close", m_close, "",                                                           \
                   "Ends what runs inside " kind ", by GeneratorExit where it stands."),           \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }
static const struct py_native_row gen_methods[] = METHODS("generator");
static const struct py_native_row coro_methods[] = METHODS("coroutine");

static const struct py_getset_row gen_attrs[] = {
    {"__name__", py_gen_get_name, py_gen_set_name, "Name that repr() shows."},
    {"__qualname__", py_gen_get_qualname, py_gen_set_qualname,
     "Name with the classes and functions around it."},
    {"gi_code", py_gen_get_code, NULL, NULL},
    {"gi_running", g_running, NULL, NULL},
    {"gi_suspended", py_gen_get_suspended, NULL, NULL},
    {"gi_frame", py_gen_get_frame, NULL, NULL},
    {"gi_yieldfrom", py_gen_get_delegate, NULL,
     "The iterator that `yield from` runs at the moment, or None."},
    {0}};
static const struct py_getset_row coro_attrs[] = {
    {"__name__", py_gen_get_name, py_gen_set_name, "Name of the coroutine, which repr() shows."},
    {"__qualname__", py_gen_get_qualname, py_gen_set_qualname,
     "Name of the coroutine, after those of the classes and functions around it."},
    {"cr_code", py_gen_get_code, NULL, NULL},
    {"cr_running", g_running, NULL, NULL},
    {"cr_suspended", py_gen_get_suspended, NULL, NULL},
    {"cr_frame", py_gen_get_frame, NULL, NULL},
    {"cr_await", py_gen_get_delegate, NULL, "What it awaits at the moment, or None."},
    {"cr_origin", g_origin, py_set_readonly, NULL},
    {0}};

// Registers may hold leftovers of earlier calls: words, not values.
const struct py_typedef py_generator_def = {
    .name = "generator",
    .kind = PY_K_GEN,
    .size = sizeof(struct py_gen),
    .final = true,
    .methods = gen_methods,
    .getset = gen_attrs,
    .slots = {.iter = py_iter_self, .next = s_next, .repr = py_gen_repr}};
// --- coroutines that never began -----------------------------------------------------------------

// Writes a text and a 0 to what is kept of dead coroutines. False: there is no room.
static bool keep(struct py_isolate *iso, const struct py_str *text)
{
    size_t at = 0, most = text ? (size_t)text->len * 4 + 1 : 1;
    if (most > sizeof iso->unawaited - iso->unawaited_n) return false;
    unsigned char *to = (unsigned char *)iso->unawaited + iso->unawaited_n;
    size_t n = text ? py_utf8_write(text, &at, true, to) : 0;
    to[n] = 0;
    iso->unawaited_n += n + 1;
    return true;
}

// Its name is kept: a warning is given when Python can run. What finds no room is left out;
// warnings of the same text come once anyway.
static void coroutine_died(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_gen *g = (struct py_gen *)o;
    if (!(g->code->flags & PY_CO_COROUTINE) || g->state != PY_GEN_CREATED) return;
    iso->unbegun--;
    size_t before = iso->unawaited_n;
    if (!keep(iso, py_str(g->qualname))) return;
    if (g->origin && keep(iso, py_str(py_tuple(g->origin)->v[1]))) return;
    if (!keep(iso, NULL)) iso->unawaited_n = before;
}

void py_warn_unawaited(struct py_isolate *iso, bool all)
{
    char texts[PY_UNAWAITED];
    if (all) py_heap_each_finalizable(iso, PY_K_GEN, coroutine_died);
    const char *end = texts + iso->unawaited_n;
    memcpy(texts, iso->unawaited, iso->unawaited_n);
    iso->unawaited_n = 0;
    for (const char *name = texts, *origin; name < end && !iso->exc;
         name = origin + strlen(origin) + 1) {
        origin = name + strlen(name) + 1;
        py_value n = py_str_z(iso, name), lines = py_str_z(iso, origin);
        if (n && lines &&
            !py_warn_running(iso, PY_T_RuntimeWarning, "coroutine '%U' was never awaited%U", n,
                             lines) &&
            !iso->stop)
            py_error_clear(iso); // nobody could catch it
    }
}

bool py_gen_clear(struct py_isolate *iso, struct py_gen *g)
{
    if (g->code->flags & PY_CO_COROUTINE && g->state == PY_GEN_CREATED) {
        iso->unbegun++; // close() counts it off once more
        coroutine_died(iso, &g->h);
        py_warn_unawaited(iso, false);
    }
    return !iso->exc && gen_close(iso, g);
}

const struct py_typedef py_coroutine_def = {
    .name = "coroutine",
    .kind = PY_K_GEN,
    .size = sizeof(struct py_gen),
    .final = true,
    .methods = coro_methods,
    .getset = coro_attrs,
    .finalize = coroutine_died,
    .slots = {.await = py_coroutine_await, .repr = py_gen_repr}};
