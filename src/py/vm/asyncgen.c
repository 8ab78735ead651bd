// Asynchronous generators: their awaitables (asend, athrow, aclose) and the await protocol of the
// VM.
#include "../obj/typeobj.h"
#include "vm.h"

// One step of an asynchronous generator as an awaitable iterator.
enum step_kind { STEP_SEND, STEP_THROW, STEP_CLOSE };
struct agen_step {
    struct py_obj h;
    struct py_gen *gen;
    py_value value; // to send, or the exception to throw
    enum step_kind kind;
    bool started, done;
};

static void step_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct agen_step *s = (struct agen_step *)o;
    py_mark_obj(iso, s->gen);
    py_mark(iso, s->value);
}

static void *finish_step(struct py_isolate *iso, struct agen_step *s)
{
    s->done = true;
    s->gen->step = NULL;
    (void)iso;
    return NULL;
}

// Result of having resumed the generator: passes awaits on, turns a yield into StopIteration.
static py_value settle(struct py_isolate *iso, struct agen_step *s, py_value v, py_value result)
{
    if (v && !s->gen->yielded) return v; // the body awaits something
    if (v) {
        finish_step(iso, s);
        if (s->kind == STEP_CLOSE)
            return py_raise(iso, PY_T_RuntimeError, "async generator ignored GeneratorExit");
        return py_raise_stop(iso, v);
    }
    finish_step(iso, s);
    if (result) {
        if (s->kind == STEP_CLOSE) return py_raise_stop(iso, PY_NONE);
        return py_raise(iso, PY_T_StopAsyncIteration, NULL);
    }
    if (s->kind == STEP_CLOSE &&
        (py_error_is(iso, PY_T_GeneratorExit) || py_error_is(iso, PY_T_StopAsyncIteration))) {
        py_error_clear(iso);
        return py_raise_stop(iso, PY_NONE);
    }
    return NULL;
}

static py_value step_go(struct py_isolate *iso, struct agen_step *s, py_value send, py_value exc)
{
    static const char *const what[] = {"__anext__()/asend()", "athrow()", "aclose()"};
    if (s->done)
        return py_raise(iso, PY_T_RuntimeError, "cannot reuse already awaited %s", what[s->kind]);
    if (!s->started) {
        if (s->gen->step) {
            s->done = true;
            static const char *const names[] = {
                "anext(): asynchronous generator is already running",
                "athrow(): asynchronous generator is already running",
                "aclose(): asynchronous generator is already running"};
            return py_raise(iso, PY_T_RuntimeError, "%s", names[s->kind]);
        }
        s->started = true;
        s->gen->step = (py_value)s;
        if (s->gen->state == PY_GEN_CLOSED) {
            finish_step(iso, s);
            if (s->kind == STEP_CLOSE) return py_raise_stop(iso, PY_NONE);
            return py_raise(iso, PY_T_StopAsyncIteration, NULL);
        }
        if (s->kind == STEP_SEND) send = s->value;
        else if (!exc) exc = s->value;
        if (s->kind == STEP_CLOSE && s->gen->state == PY_GEN_CREATED) {
            s->gen->state = PY_GEN_CLOSED;
            finish_step(iso, s);
            return py_raise_stop(iso, PY_NONE);
        }
    }
    py_value result = NULL;
    py_value v = py_gen_resume(iso, s->gen, send, exc, &result);
    return settle(iso, s, v, result);
}

static py_value step_next(struct py_isolate *iso, py_value self)
{
    return step_go(iso, (struct agen_step *)self, NULL, NULL);
}
static py_value step_self(struct py_isolate *iso, py_value self)
{
    (void)iso;
    return self;
}
static py_value step_send(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return step_go(iso, (struct agen_step *)a[0], a[1] == PY_NONE ? NULL : a[1], NULL);
}
static py_value step_throw(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    py_value exc = py_throw_value(iso, a[1], a[2], a[3]);
    return exc ? step_go(iso, (struct agen_step *)a[0], NULL, exc) : NULL;
}
static py_value step_close(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)iso, (void)n, (void)kw;
    ((struct agen_step *)a[0])->done = true;
    return PY_NONE;
}
static const struct py_native_row step_methods[] = {
    {"send", step_send, "value, /", 0, NULL},
    {"throw", step_throw, "type, value=None, traceback=None, /", 0, NULL},
    {"close", step_close, NULL, 0, NULL},
    {0}};
static const struct py_typedef step_def = {
    .name = "async_generator_asend",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct agen_step),
    .final = true,
    .methods = step_methods,
    .trace = step_trace,
    .slots = {.iter = step_self, .next = step_next, .await = step_self}};

static py_value step_new(struct py_isolate *iso, py_value gen, py_value value, enum step_kind kind)
{
    py_value type = iso->module_state[PY_MS_ASYNCIO];
    if (!type) {
        type = (py_value)py_type_from_def(iso, &step_def, NULL, "builtins");
        if (!type) return NULL;
        iso->module_state[PY_MS_ASYNCIO] = type;
    }
    struct agen_step *s = py_new(iso, (struct py_type *)type, sizeof *s);
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
static py_value agen_self(struct py_isolate *iso, py_value self)
{
    (void)iso;
    return self;
}
static py_value agen_repr(struct py_isolate *iso, py_value self)
{
    return py_generator_def.slots.repr(iso, self);
}
static py_value agen_asend(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return step_new(iso, a[0], a[1], STEP_SEND);
}
static py_value agen_athrow(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    py_value exc = py_throw_value(iso, a[1], a[2], a[3]);
    return exc ? step_new(iso, a[0], exc, STEP_THROW) : NULL;
}
static py_value agen_aclose(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    py_value exc = py_exc_new(iso, PY_T_GeneratorExit, NULL);
    return exc ? step_new(iso, a[0], exc, STEP_CLOSE) : NULL;
}
static py_value agen_name(struct py_isolate *iso, py_value self)
{
    (void)iso;
    return ((struct py_gen *)self)->name;
}
static py_value agen_qualname(struct py_isolate *iso, py_value self)
{
    (void)iso;
    return ((struct py_gen *)self)->qualname;
}
static py_value agen_running(struct py_isolate *iso, py_value self)
{
    (void)iso;
    return py_bool(((struct py_gen *)self)->step != NULL);
}
static py_value agen_code(struct py_isolate *iso, py_value self)
{
    (void)iso;
    return (py_value)((struct py_gen *)self)->code;
}

static const struct py_native_row agen_methods[] = {
    {"asend", agen_asend, "value, /", 0, NULL},
    {"athrow", agen_athrow, "type, value=None, traceback=None, /", 0, NULL},
    {"aclose", agen_aclose, NULL, 0, NULL},
    {"__class_getitem__", py_class_getitem, "item, /", PY_ROW_CLASS, NULL},
    {0}};
static const struct py_getset_row agen_attrs[] = {{"__name__", agen_name, NULL, NULL},
                                                  {"__qualname__", agen_qualname, NULL, NULL},
                                                  {"ag_running", agen_running, NULL, NULL},
                                                  {"ag_code", agen_code, NULL, NULL},
                                                  {0}};
const struct py_typedef py_async_generator_def = {
    .name = "async_generator",
    .kind = PY_K_GEN,
    .size = sizeof(struct py_gen),
    .final = true,
    .methods = agen_methods,
    .getset = agen_attrs,
    .slots = {.aiter = agen_self, .anext = agen_anext, .repr = agen_repr}};

// --- the await protocol ------------------------------------------------------------------------

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
        return py_raise_type_error(iso, "object %T can't be used in 'await' expression", v);
    }
    py_value it = t->s.await(iso, v);
    if (!it) return NULL;
    if (py_type_of(iso, it) == py_t(iso, PY_T_COROUTINE))
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
    py_value it = t->s.aiter(iso, v);
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
    py_value a = t->s.anext(iso, v);
    if (!a) return NULL;
    py_value it = py_op_awaitable(iso, a, 0);
    if (!it && py_error_is(iso, PY_T_TypeError)) {
        py_error_clear(iso);
        return py_raise_type_error(iso, "'async for' received an invalid object from __anext__: %T",
                                   a);
    }
    return it;
}
