// Functions of the host and their calls: arguments bound by the stub, over as JSON, the answer back
// as a value or an exception. A call gives its result, but where it is awaited (compile/awaited.c)
// a coroutine; so does one of an `async def` stub while a loop runs. Module _host is what asyncio's
// loop starts such calls with and waits for them.
#include <math.h>
#include <stdlib.h>

#include "../mod/json.h"
#include "../vm/vm.h"
#include "embed_int.h"

enum when {
    AT_ONCE, // a call gives its result
    IN_LOOP, // while a loop runs a coroutine: of an async stub
    LATER    // a coroutine
};

// `stub` is a Python function that only serves to bind arguments and to describe.
struct host_function {
    struct py_obj h;
    py_value stub;
    py_value name;
    py_value signature; // as the stub has it, for errors
    py_value source;    // the stub, for help()
    py_value later;     // the same function that is LATER
    enum when when;
    py_host_fn fn;
    void *ctx;
};

static void host_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct host_function *)o)->stub);
    py_mark(iso, ((struct host_function *)o)->name);
    py_mark(iso, ((struct host_function *)o)->signature);
    py_mark(iso, ((struct host_function *)o)->source);
    py_mark(iso, ((struct host_function *)o)->later);
}

// --- arguments and results -----------------------------------------------------------------------

// The bound arguments as {"name": value}; *args and **kwargs under their own names.
static py_value bound_arguments(struct py_isolate *iso, struct py_func *f, py_value *a, int n,
                                py_value kw)
{
    struct py_code *co = f->code;
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (co->nlocals + 1u) * sizeof(py_value));
    py_value d = py_dict_new(iso);
    if (!b || !d || !py_bind_args(iso, f, b->u.v, a, n, kw)) return NULL;
    int total = co->nargs + co->nkwonly + !!(co->flags & PY_CO_VARARGS) +
                !!(co->flags & PY_CO_VARKEYWORDS);
    for (int i = 0; i < total; i++)
        if (!py_dict_set(iso, py_dict(d), py_tuple(co->varnames)->v[i], b->u.v[i])) return NULL;
    return d;
}

static enum py_type_id exception_named(struct py_isolate *iso, const char *name)
{
    for (int i = PY_T_BaseException; name && i < PY_T_COUNT; i++)
        if (py_str_is(iso->types[i].name, name)) return (enum py_type_id)i;
    return PY_T_RuntimeError;
}

// The value of *r, which is used up; NULL with its exception.
static py_value host_result(struct py_isolate *iso, struct py_host_result *r)
{
    py_value v = NULL;
    if (r->end_cell) py_stop_now(iso, PY_STOP_HOST);
    else if (r->error) py_raise(iso, exception_named(iso, r->error_type), "%s", r->error);
    else v = r->json ? py_in_json(iso, r->json, strlen(r->json)) : PY_NONE;
    free(r->json);
    free(r->error);
    return v;
}

// Passes a call to fn, the arguments as JSON. False: there is no result, an exception is set.
static bool pass_on(struct py_isolate *iso, const struct host_function *h, py_value args,
                    py_host_fn fn, void *ctx, struct py_host_result *r)
{
    py_value text = py_out_arguments(iso, h->name, args);
    size_t len, name_len;
    const char *borrowed = text ? py_str_utf8(iso, text, &len) : NULL;
    char *json = borrowed ? malloc(len + 1) : NULL, name[256];
    if (!json) return (iso->exc ? NULL : py_raise_no_memory(iso)) != NULL;
    memcpy(json, borrowed, len + 1);
    const char *nm = py_str_utf8(iso, h->name, &name_len);
    snprintf(name, sizeof name, "%s", nm ? nm : "?");
    bool ok = py_write_flush(iso, 1);
    int64_t start = py_now(iso, 1);
    if (ok) *r = fn(ctx, name, json, len);
    iso->host_ns += py_now(iso, 1) - start;
    py_look_soon(iso);
    free(json);
    return ok;
}

// To the error of a call that does not fit.
static py_value add_signature(struct py_isolate *iso, const struct host_function *h)
{
    if (!py_error_is(iso, PY_T_TypeError)) return NULL;
    py_value error = py_error_take(iso);
    return error ? py_raise_type_error(iso, "%S; it is %U", error, h->signature) : NULL;
}

// The first line of a stub between "def " and its annotation of what comes back.
static py_value signature_of(struct py_isolate *iso, const char *source)
{
    const char *from = strstr(source, "def "), *line = strchr(source, '\n'), *end = NULL;
    for (const char *p = from; p && (!line || p < line) && (p = strstr(p, ") -> ")); p++)
        if (!line || p < line) end = p + 1;
    if (!from) return py_str_z(iso, source);
    from += strlen("def ");
    if (!end) end = line ? line : from + strlen(from);
    return py_str_new(iso, from, (size_t)(end - from));
}

// --- the function -------------------------------------------------------------------------------

// Of module asyncio, once that was imported; else NULL.
static struct py_dict *asyncio_names(struct py_isolate *iso)
{
    py_value m = py_dict_get_z(iso, iso->modules, "asyncio");
    return m && py_is_kind(m, PY_K_MODULE) ? ((struct py_module *)m)->dict : NULL;
}

static bool loop_runs(struct py_isolate *iso)
{
    struct py_dict *names = asyncio_names(iso);
    py_value running = names ? py_dict_get_z(iso, names, "_running") : NULL;
    return running && running != PY_NONE;
}

static py_value from_asyncio(struct py_isolate *iso, const char *name)
{
    py_value asyncio = py_import(iso, "asyncio");
    return asyncio ? py_getattr_s(iso, asyncio, name) : NULL;
}

// A coroutine that makes the call once it is awaited; a host without concurrent calls makes it now.
static py_value call_later(struct py_isolate *iso, struct host_function *h, py_value args)
{
    struct py_host_result r;
    if (!iso->opt.hooks.calls.start) {
        py_value v = pass_on(iso, h, args, h->fn, h->ctx, &r) ? host_result(iso, &r) : NULL;
        py_value give = v ? from_asyncio(iso, "_give") : NULL;
        return give ? py_call1(iso, give, v) : NULL;
    }
    py_value coroutine = from_asyncio(iso, "_host_call");
    py_value call = coroutine ? py_call2(iso, coroutine, (py_value)h, args) : NULL;
    if (py_is_kind(call, PY_K_GEN))
        ((struct py_gen *)call)->name = ((struct py_gen *)call)->qualname = h->name;
    return call;
}

static py_value host_call(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct host_function *h = (struct host_function *)self;
    struct py_host_result r;
    py_value args = bound_arguments(iso, (struct py_func *)h->stub, a, n, kw);
    if (!args) return add_signature(iso, h);
    if (h->when == LATER || (h->when == IN_LOOP && loop_runs(iso))) return call_later(iso, h, args);
    iso->tool_gave = true;
    return pass_on(iso, h, args, h->fn, h->ctx, &r) ? host_result(iso, &r) : NULL;
}

static py_value host_repr(struct py_isolate *iso, py_value self)
{
    return py_str_format(iso, "<function %U>", ((struct host_function *)self)->name);
}

static py_value host_getattr(struct py_isolate *iso, py_value self, py_value name)
{
    if (name == py_name(iso, PY_N___class__)) return (py_value)py_type_of(iso, self);
    if (py_str_is(name, "__stub__")) return ((struct host_function *)self)->source; // for help()
    return py_getattr(iso, ((struct host_function *)self)->stub, name);
}

static const struct py_typedef host_def = {
    .name = "function",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct host_function),
    .final = true,
    .trace = host_trace,
    .slots = {.call = host_call, .repr = host_repr, .getattr = host_getattr}};

static bool is_host_function(struct py_isolate *iso, py_value v)
{
    return iso->host_functions && (py_value)py_type_of(iso, v) == iso->host_functions;
}

// A function of asyncio, or a method of its classes.
static bool of_asyncio(struct py_isolate *iso, py_value f)
{
    if (f && py_is_kind(f, PY_K_METHOD)) f = ((struct py_method *)f)->func;
    return f && py_is_kind(f, PY_K_FUNC) && ((struct py_func *)f)->globals == asyncio_names(iso);
}

py_value py_host_later(struct py_isolate *iso, py_value f, const py_value *taker)
{
    if (!is_host_function(iso, f)) return f;
    return !taker || of_asyncio(iso, taker[0] ? taker[0] : taker[1])
               ? ((struct host_function *)f)->later
               : f;
}

static bool may_be_given(struct py_isolate *iso, py_value v)
{
    static const enum py_type_id types[] = {PY_T_NONE, PY_T_BOOL, PY_T_INT, PY_T_FLOAT,
                                            PY_T_STR,  PY_T_LIST, PY_T_DICT};
    const struct py_type *t = py_type_of(iso, v);
    for (size_t i = 0; iso->tool_gave && i < sizeof types / sizeof *types; i++)
        if (t == py_t(iso, types[i])) return true;
    return false;
}

py_value py_host_given(struct py_isolate *iso, py_value v)
{
    py_value give = may_be_given(iso, v) ? from_asyncio(iso, "_give") : NULL;
    return give ? py_call1(iso, give, v) : NULL;
}

// The class of host functions, one per isolate.
static struct py_type *host_type(struct py_isolate *iso)
{
    if (!iso->host_functions)
        iso->host_functions = (py_value)py_type_from_def(iso, &host_def, NULL, "builtins");
    return (struct py_type *)iso->host_functions;
}

// A form of a function; later NULL: it is that one.
static py_value make(struct py_isolate *iso, const struct host_function *like, enum when when,
                     py_value later)
{
    struct py_type *t = host_type(iso);
    struct host_function *h = t ? py_new(iso, t, sizeof *h) : NULL;
    if (!h) return NULL;
    h->stub = like->stub;
    h->name = like->name;
    h->signature = like->signature;
    h->source = like->source;
    h->fn = like->fn;
    h->ctx = like->ctx;
    h->when = when;
    h->later = later ? later : (py_value)h;
    return (py_value)h;
}

py_value py_host_function_new(struct py_isolate *iso, const char *name, py_value stub,
                              const char *source, py_host_fn fn, void *ctx)
{
    bool async = ((struct py_func *)stub)->code->flags & PY_CO_COROUTINE;
    if (async && !iso->opt.hooks.calls.start)
        return py_raise_value_error(iso, "this host has no calls to await");
    struct host_function like = {.stub = stub, .name = py_str_z(iso, name), .fn = fn, .ctx = ctx};
    like.signature = like.name ? signature_of(iso, source) : NULL;
    like.source = like.signature ? py_str_z(iso, source) : NULL;
    py_value later = like.source ? make(iso, &like, LATER, NULL) : NULL;
    return later ? make(iso, &like, async ? IN_LOOP : AT_ONCE, later) : NULL;
}

// --- concurrent calls -------------------------------------------------------------------------

static PY_NATIVE(f_start)
{
    const struct host_function *h = (struct host_function *)a[0];
    struct py_host_result r;
    if (!is_host_function(iso, a[0]))
        return py_raise_type_error(iso, "start() wants a function of the host, not %T", a[0]);
    if (!py_is_kind(a[1], PY_K_DICT))
        return py_raise_type_error(iso, "start() wants a dict of arguments, not %T", a[1]);
    if (!pass_on(iso, h, a[1], iso->opt.hooks.calls.start, iso->opt.hooks.ctx, &r)) return NULL;
    int64_t call = r.call;
    return host_result(iso, &r) ? py_int_new(iso, call) : NULL;
}

static PY_NATIVE_RAW(f_bind)
{
    if (n < 1) return py_raise_type_error(iso, "bind() wants a function");
    const struct host_function *h = (struct host_function *)a[0];
    if (!is_host_function(iso, a[0]) || !iso->opt.hooks.calls.start) return PY_NONE;
    py_value args = bound_arguments(iso, (struct py_func *)h->stub, a + 1, n - 1, kw);
    return args ? args : add_signature(iso, h);
}

static PY_NATIVE(f_may_be_given)
{
    return py_bool(may_be_given(iso, a[0]));
}

static PY_NATIVE(f_read)
{
    size_t len;
    const char *error = "FileNotFoundError", *name = py_str_utf8(iso, a[0], &len);
    if (!name) return NULL;
    char *data = iso->opt.hooks.read_handle
                     ? iso->opt.hooks.read_handle(iso->opt.hooks.ctx, name, &len, &error)
                     : NULL;
    py_look_soon(iso);
    if (!data)
        return py_raise(iso, exception_named(iso, error), "the bytes of %S cannot be read", a[0]);
    py_value bytes = py_bytes_new(iso, data, len);
    free(data);
    return bytes;
}

static PY_NATIVE(f_wait)
{
    enum { LONGEST = 1000000000 }; // s
    double seconds = -1;
    if (a[0] != PY_NONE && !py_as_double(iso, a[0], &seconds)) return NULL;
    if (!iso->opt.hooks.calls.wait) return PY_NONE;
    if (!py_write_flush(iso, 1)) return NULL;
    int64_t start = py_now(iso, 1);
    struct py_host_result r = iso->opt.hooks.calls.wait(
        iso->opt.hooks.ctx,
        a[0] == PY_NONE ? -1 : (int64_t)(fmin(fmax(seconds, 0), LONGEST) * 1e9));
    iso->host_ns += py_now(iso, 1) - start;
    py_look_soon(iso);
    int64_t call = r.call;
    py_value v = host_result(iso, &r), exc = v ? PY_NONE : py_error_take(iso);
    if (!exc) return NULL;
    return call ? py_tuple_pack(iso, 3, py_int_new(iso, call), v ? v : PY_NONE, exc) : PY_NONE;
}

static PY_NATIVE(f_cancel)
{
    int64_t call;
    if (!py_as_int64(iso, a[0], &call)) return NULL;
    if (iso->opt.hooks.calls.cancel) iso->opt.hooks.calls.cancel(iso->opt.hooks.ctx, call);
    py_look_soon(iso);
    return PY_NONE;
}

static const struct py_native_row functions[] = {
    PY_ROW("start", f_start, "function, arguments, /",
           "Begin a call of a function of the host; its number."),
    PY_ROW("bind", f_bind, "*args, **kwargs",
           "bind(function, ...): its arguments as start() wants them; None: it is no function of a "
           "host that can begin calls."),
    PY_ROW("may_be_given", f_may_be_given, "value, /",
           "Whether a function of the host may have given it."),
    PY_ROW(
        "wait", f_wait, "seconds, /",
        "The next call that ended, as (number, value, exception); None: none did in so many seconds "
        "(None: however long), or none is under way."),
    PY_ROW("read", f_read, "handle: str, /", "The bytes that a handle stands for."),
    PY_ROW("cancel", f_cancel, "call, /", "Nobody waits for that call any more."),
    {0},
};

const struct py_moddef py_mod__host = {
    .name = "_host", .functions = functions, .doc = "Calls of the host, for asyncio's loop."};
