// Asynchronous generators: their awaitables (asend, athrow, aclose) and the await protocol of the
// VM.
#include "../obj/typeobj.h"
#include "vm.h"

// One step of an asynchronous generator as an awaitable iterator. The rules are CPython's, state by
// state: what a step does when the generator is closed, running or finished differs by kind.
enum step_kind { STEP_SEND, STEP_THROW, STEP_CLOSE };
enum step_state { STEP_INIT, STEP_ITER, STEP_DONE };
struct agen_step {
    struct py_obj h;
    struct py_gen *gen;
    py_value value; // to send, or the tuple of throw's arguments
    enum step_kind kind;
    enum step_state state;
};

static void step_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct agen_step *s = (struct agen_step *)o;
    py_mark_obj(iso, s->gen);
    py_mark(iso, s->value);
}

static void *fail(struct py_isolate *iso, struct agen_step *s, const char *why)
{
    s->state = STEP_DONE;
    return py_raise(iso, PY_T_RuntimeError, "%s", why);
}

// What resuming the generator gave: an awaited thing passes, a yielded value becomes StopIteration.
static py_value unwrap(struct py_isolate *iso, struct agen_step *s, py_value v, py_value result)
{
    if (v && !s->gen->yielded) return v;
    s->gen->step = NULL;
    if (v && s->kind == STEP_CLOSE) return fail(iso, s, "async generator ignored GeneratorExit");
    if (s->kind == STEP_SEND || !v) s->state = STEP_DONE;
    if (v) return py_raise_stop(iso, v);
    if (result) py_raise(iso, PY_T_StopAsyncIteration, NULL);
    if (py_error_is(iso, PY_T_StopAsyncIteration) || py_error_is(iso, PY_T_GeneratorExit)) {
        s->gen->ended = true;
        if (s->kind == STEP_CLOSE) {
            py_error_clear(iso);
            py_raise_stop(iso, PY_NONE);
        }
    }
    return NULL;
}

static py_value resume(struct py_isolate *iso, struct agen_step *s, py_value send, py_value exc)
{
    py_value result = NULL;
    py_value v = py_gen_resume(iso, s->gen, send, exc, &result);
    return unwrap(iso, s, v, result);
}

static py_value thrown(struct py_isolate *iso, py_value args)
{
    py_value *v = py_tuple(args)->v;
    return py_throw_value(iso, v[0], py_tuple(args)->n > 1 ? v[1] : NULL,
                          py_tuple(args)->n > 2 ? v[2] : NULL);
}

// First send() of an athrow() or aclose().
static py_value begin_throw(struct py_isolate *iso, struct agen_step *s, py_value send)
{
    bool close = s->kind == STEP_CLOSE;
    if (s->gen->step)
        return fail(iso, s,
                    close ? "aclose(): asynchronous generator is already running"
                          : "athrow(): asynchronous generator is already running");
    if (s->gen->ended) {
        s->state = STEP_DONE;
        return py_raise(iso, PY_T_StopAsyncIteration, NULL);
    }
    if (send)
        return py_raise(iso, PY_T_RuntimeError,
                        "can't send non-None value to a just-started coroutine");
    s->state = STEP_ITER;
    s->gen->step = (py_value)s;
    s->gen->ended = close;
    py_value exc = close ? py_exc_new(iso, PY_T_GeneratorExit, NULL) : thrown(iso, s->value);
    py_value v = exc ? resume(iso, s, NULL, exc) : unwrap(iso, s, NULL, NULL);
    if (!v) s->state = STEP_DONE;
    return v;
}

// send NULL: None.
static py_value step_go(struct py_isolate *iso, struct agen_step *s, py_value send)
{
    bool sending = s->kind == STEP_SEND;
    if (s->state == STEP_DONE)
        return fail(iso, s,
                    sending ? "cannot reuse already awaited __anext__()/asend()"
                            : "cannot reuse already awaited aclose()/athrow()");
    if (!sending && s->gen->state == PY_GEN_CLOSED) {
        s->state = STEP_DONE;
        return py_raise_stop(iso, PY_NONE);
    }
    if (s->state == STEP_INIT) {
        if (!sending) return begin_throw(iso, s, send);
        if (s->gen->step) return fail(iso, s, "anext(): asynchronous generator is already running");
        if (!send) send = s->value;
        s->state = STEP_ITER;
        s->gen->step = (py_value)s;
    }
    return resume(iso, s, send, NULL);
}

static py_value step_next(struct py_isolate *iso, py_value self)
{
    return step_go(iso, (struct agen_step *)self, NULL);
}
static PY_NATIVE(step_send)
{
    return step_go(iso, (struct agen_step *)a[0], a[1] == PY_NONE ? NULL : a[1]);
}
static PY_NATIVE(step_throw)
{
    struct agen_step *s = (struct agen_step *)a[0];
    if (s->state == STEP_DONE) return step_go(iso, s, NULL);
    if (a[2] && !py_throw_is_old(iso, "throw")) return NULL;
    py_value exc = py_throw_value(iso, a[1], a[2], a[3]);
    return exc ? resume(iso, s, NULL, exc) : NULL;
}
static PY_NATIVE(step_close)
{
    ((struct agen_step *)a[0])->state = STEP_DONE;
    return PY_NONE;
}
static const struct py_native_row step_methods[] = {
    PY_ROW("send", step_send, "value, /", NULL),
    PY_ROW("throw", step_throw, "type, value=None, traceback=None, /", NULL),
    PY_ROW("close", step_close, "", NULL),
    {0}};
const struct py_typedef py_agen_send_def = {
    .name = "async_generator_asend",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct agen_step),
    .final = true,
    .methods = step_methods,
    .trace = step_trace,
    .slots = {.iter = py_iter_self, .next = step_next, .await = py_iter_self}};

const struct py_typedef py_agen_throw_def = {
    .name = "async_generator_athrow",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct agen_step),
    .final = true,
    .methods = step_methods,
    .trace = step_trace,
    .slots = {.iter = py_iter_self, .next = step_next, .await = py_iter_self}};

static py_value step_new(struct py_isolate *iso, py_value gen, py_value value, enum step_kind kind)
{
    enum py_type_id type = kind == STEP_SEND ? PY_T_AGEN_SEND : PY_T_AGEN_THROW;
    struct agen_step *s = py_new(iso, py_t(iso, type), sizeof *s);
    if (!s) return NULL;
    s->gen = (struct py_gen *)gen;
    s->value = value;
    s->kind = kind;
    return (py_value)s;
}

static py_value agen_anext(struct py_isolate *iso, py_value self)
{
    return step_new(iso, self, NULL, STEP_SEND);
}
static PY_NATIVE(agen_asend)
{
    return step_new(iso, a[0], a[1], STEP_SEND);
}
static PY_NATIVE(agen_athrow)
{
    if (a[2] && !py_throw_is_old(iso, "athrow")) return NULL;
    py_value args = py_tuple_from(iso, a + 1, a[3] ? 3 : a[2] ? 2 : 1);
    return args ? step_new(iso, a[0], args, STEP_THROW) : NULL;
}
static PY_NATIVE(agen_aclose)
{
    return step_new(iso, a[0], NULL, STEP_CLOSE);
}
static py_value agen_running(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_bool(((struct py_gen *)self)->step != NULL);
}
static const struct py_native_row agen_methods[] = {
    PY_ROW("asend", agen_asend, "value, /", NULL),
    PY_ROW("athrow", agen_athrow, "type, value=None, traceback=None, /", NULL),
    PY_ROW("aclose", agen_aclose, "", NULL),
    PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /", NULL),
    {0}};
static const struct py_getset_row agen_attrs[] = {
    {"__name__", py_gen_get_name, py_gen_set_name, NULL},
    {"__qualname__", py_gen_get_qualname, py_gen_set_qualname, NULL},
    {"ag_running", agen_running, py_set_readonly, NULL},
    {"ag_code", py_gen_get_code, NULL, NULL},
    {"ag_frame", py_gen_get_frame, NULL, NULL},
    {"ag_await", py_gen_get_delegate, NULL, NULL},
    {"ag_suspended", py_gen_get_suspended, NULL, NULL},
    {0}};
const struct py_typedef py_async_generator_def = {
    .name = "async_generator",
    .kind = PY_K_GEN,
    .size = sizeof(struct py_gen),
    .final = true,
    .methods = agen_methods,
    .getset = agen_attrs,
    .slots = {.aiter = py_iter_self, .anext = agen_anext, .repr = py_gen_repr}};

// --- coroutine.__await__() -------------------------------------------------------------------

// The iterator behind a coroutine: passes everything on to it.
struct coro_wrapper {
    struct py_obj h;
    py_value coro;
};

static void wrapper_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct coro_wrapper *)o)->coro);
}
static py_value wrapper_next(struct py_isolate *iso, py_value self)
{
    py_value none = PY_NONE;
    return py_call_method(iso, ((struct coro_wrapper *)self)->coro, py_name(iso, PY_N_send), &none,
                          1);
}
static PY_NATIVE(wrapper_send)
{
    return py_call_method(iso, ((struct coro_wrapper *)a[0])->coro, py_name(iso, PY_N_send), a + 1,
                          1);
}
static PY_NATIVE(wrapper_throw)
{
    return py_call_method(iso, ((struct coro_wrapper *)a[0])->coro, py_name(iso, PY_N_throw), a + 1,
                          a[3]   ? 3
                          : a[2] ? 2
                                 : 1);
}
static PY_NATIVE(wrapper_close)
{
    return py_call_method(iso, ((struct coro_wrapper *)a[0])->coro, py_name(iso, PY_N_close), NULL,
                          0);
}
static const struct py_native_row wrapper_methods[] = {
    PY_ROW("send", wrapper_send, "value, /", NULL),
    PY_ROW("throw", wrapper_throw, "type, value=None, traceback=None, /", NULL),
    PY_ROW("close", wrapper_close, "", NULL),
    {0}};
const struct py_typedef py_coroutine_wrapper_def = {
    .name = "coroutine_wrapper",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct coro_wrapper),
    .final = true,
    .methods = wrapper_methods,
    .trace = wrapper_trace,
    .slots = {.iter = py_iter_self, .next = wrapper_next}};

py_value py_coroutine_await(struct py_isolate *iso, py_value coro)
{
    struct coro_wrapper *w = py_new(iso, py_t(iso, PY_T_COROUTINE_WRAPPER), sizeof *w);
    if (w) w->coro = coro;
    return (py_value)w;
}

// --- the await protocol ------------------------------------------------------------------------

// Was it made by a function that types.coroutine() has marked?
static bool is_iterable_coroutine(struct py_isolate *iso, py_value v)
{
    return py_type_of(iso, v) == py_t(iso, PY_T_GENERATOR) &&
           ((struct py_gen *)v)->code->flags & PY_CO_ITERABLE_COROUTINE;
}

py_value py_op_yield_from_iter(struct py_isolate *iso, py_value v, bool in_coroutine)
{
    struct py_type *t = py_type_of(iso, v);
    if (t == py_t(iso, PY_T_GENERATOR)) return v;
    if (t == py_t(iso, PY_T_COROUTINE)) {
        if (in_coroutine) return v;
        return py_raise_type_error(
            iso, "cannot 'yield from' a coroutine object in a non-coroutine generator");
    }
    return py_iter(iso, v);
}

py_value py_op_awaitable(struct py_isolate *iso, py_value v, int where)
{
    struct py_type *t = py_type_of(iso, v);
    if (t == py_t(iso, PY_T_COROUTINE)) {
        struct py_gen *g = (struct py_gen *)v;
        if (g->state == PY_GEN_SUSPENDED && g->pc->op == PY_OP_YIELD_FROM)
            return py_raise(iso, PY_T_RuntimeError, "coroutine is being awaited already");
        return v;
    }
    if (is_iterable_coroutine(iso, v)) return v;
    if (!t->s.await) {
        if (where == 1)
            return py_raise_type_error(
                iso,
                "'async with' received an object from __aenter__ that does not implement __await__: %T",
                v);
        if (where == 2)
            return py_raise_type_error(
                iso,
                "'async with' received an object from __aexit__ that does not implement __await__: %T",
                v);
        py_value given = iso->up->tool_given(iso, v);
        if (given || iso->exc) return given;
        return py_raise_type_error(iso, "object %T can't be used in 'await' expression", v);
    }
    py_value it = py_slot_await(iso, &t->s, v);
    if (!it) return NULL;
    if (py_type_of(iso, it) == py_t(iso, PY_T_COROUTINE) || is_iterable_coroutine(iso, it))
        return py_raise_type_error(iso, "__await__() returned a coroutine");
    if (!py_type_of(iso, it)->s.next)
        return py_raise_type_error(iso, "__await__() returned non-iterator of type '%T'", it);
    return it;
}

py_value py_op_aiter(struct py_isolate *iso, py_value v)
{
    struct py_type *t = py_type_of(iso, v);
    if (!t->s.aiter)
        return py_raise_type_error(
            iso, "'async for' requires an object with __aiter__ method, got %T", v);
    py_value it = py_slot_aiter(iso, &t->s, v);
    if (it && !py_type_of(iso, it)->s.anext)
        return py_raise_type_error(
            iso,
            "'async for' received an object from __aiter__ that does not implement __anext__: %T",
            it);
    return it;
}

py_value py_op_anext(struct py_isolate *iso, py_value v)
{
    struct py_type *t = py_type_of(iso, v);
    if (!t->s.anext)
        return py_raise_type_error(
            iso, "'async for' requires an iterator with __anext__ method, got %T", v);
    py_value a = py_slot_anext(iso, &t->s, v);
    if (!a) return NULL;
    py_value it = py_op_awaitable(iso, a, 0);
    if (!it && !iso->stop) {
        py_value why = py_error_take(iso);
        struct py_exc *e = (struct py_exc *)py_exc_new(
            iso, PY_T_TypeError, "'async for' received an invalid object from __anext__: %T", a);
        if (!e) return NULL;
        e->cause = e->context = why;
        e->suppress = true;
        return py_raise_value(iso, (py_value)e);
    }
    return it;
}
