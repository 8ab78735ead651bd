// Builtin functions over any object: attributes, classes, iteration, text of objects.
#include "builtins_int.h"

#include "../compile/compile.h"
#include "../obj/iter_int.h"
#include "../obj/typeobj.h"
#include "../vm/vm.h"

// Truth of the items until one equals `stop`; its value, or the opposite at the end.
py_value py_any_from(struct py_isolate *iso, py_value it, py_value item, int stop)
{
    for (; item; item = py_next(iso, it)) {
        int t = py_truth(iso, item);
        if (t < 0 || !py_tick(iso, 1)) return NULL;
        if (t == stop) return py_bool(stop);
    }
    return py_error(iso) ? NULL : py_bool(!stop);
}

static py_value scan(struct py_isolate *iso, py_value src, int stop)
{
    py_value it = py_iter(iso, src);
    return it ? py_any_from(iso, it, py_next(iso, it), stop) : NULL;
}

PY_NATIVE(py_bi_all)
{
    return scan(iso, a[0], 0);
}
PY_NATIVE(py_bi_any)
{
    return scan(iso, a[0], 1);
}
PY_NATIVE(py_bi_ascii)
{
    return py_ascii(iso, a[0]);
}
PY_NATIVE(py_bi_repr)
{
    return py_repr(iso, a[0]);
}
PY_NATIVE(py_bi_callable)
{
    return py_bool(py_callable(iso, a[0]));
}
PY_NATIVE(py_bi_id)
{
    return py_int_new(iso, py_id(iso, a[0]));
}

PY_NATIVE(py_bi_format)
{
    if (a[1] && !py_is_str(a[1]))
        return py_raise_type_error(iso, "format() argument 2 must be str, not %A", a[1]);
    return py_format(iso, a[0], a[1]);
}

PY_NATIVE(py_bi_len)
{
    int64_t len = py_len(iso, a[0]);
    return len < 0 ? NULL : py_int_new(iso, len);
}

PY_NATIVE(py_bi_hash)
{
    uint64_t h;
    return py_hash(iso, a[0], &h) ? py_int_new(iso, (int64_t)h) : NULL;
}

static bool name_ok(struct py_isolate *iso, py_value name)
{
    if (py_is_str(name)) return true;
    py_raise_type_error(iso, "attribute name must be string, not '%T'", name);
    return false;
}

PY_NATIVE(py_bi_getattr)
{
    if (!name_ok(iso, a[1])) return NULL;
    if (!a[2]) return py_getattr(iso, a[0], a[1]);
    py_value v = py_getattr_opt(iso, a[0], a[1]);
    return v || py_error(iso) ? v : a[2];
}

PY_NATIVE(py_bi_hasattr)
{
    if (!name_ok(iso, a[1])) return NULL;
    py_value v = py_getattr_opt(iso, a[0], a[1]);
    return !v && py_error(iso) ? NULL : py_bool(v != NULL);
}

PY_NATIVE(py_bi_setattr)
{
    return name_ok(iso, a[1]) && py_setattr(iso, a[0], a[1], a[2]) ? PY_NONE : NULL;
}

PY_NATIVE(py_bi_delattr)
{
    return name_ok(iso, a[1]) && py_setattr(iso, a[0], a[1], NULL) ? PY_NONE : NULL;
}

PY_NATIVE(py_bi_isinstance)
{
    int r = py_isinstance(iso, a[0], a[1]);
    return r < 0 ? NULL : py_bool(r);
}

PY_NATIVE(py_bi_issubclass)
{
    int r = py_issubclass(iso, a[0], a[1]);
    return r < 0 ? NULL : py_bool(r);
}

PY_NATIVE_RAW(py_bi_sorted)
{
    if (n != 1) return py_raise_type_error(iso, "sorted expected 1 argument, got %d", n);
    py_value list = py_list_of(iso, a[0]);
    if (!list) return NULL;
    if (!kw) return py_list_sort(iso, list, NULL, false) ? list : NULL;
    py_value sort = py_getattr(iso, list, py_name(iso, PY_N_sort));
    return sort && py_call_kw(iso, sort, a + 1, 0, kw) ? list : NULL;
}

PY_NATIVE(py_bi_next)
{
    struct py_type *t = py_type_of(iso, a[0]);
    // Not py_next: a generator's return value goes on in the StopIteration.
    py_value v = t->s.next && !(t->flags & PY_TF_HEAP) ? py_slot_next(iso, &t->s, a[0])
                 : t->s.next ? py_call_method(iso, a[0], py_name(iso, PY_N___next__), NULL, 0)
                             : py_next(iso, a[0]);
    if (v) return v;
    if (py_error(iso)) {
        if (!a[1] || !py_error_is(iso, PY_T_StopIteration)) return NULL;
        py_error_clear(iso);
    }
    return a[1] ? a[1] : py_raise_stop(iso, NULL);
}

// --- iter(callable, sentinel) -------------------------------------------------------------------

struct callable_iter {
    struct py_obj h;
    py_value call, sentinel; // call NULL: exhausted
};

PY_NATIVE(py_bi_iter)
{
    if (!a[1]) return py_iter(iso, a[0]);
    if (!py_callable(iso, a[0]))
        return py_raise_type_error(iso, "iter(object, sentinel): object must be callable");
    struct callable_iter *it = py_new(iso, py_t(iso, PY_T_CALLABLE_ITERATOR), sizeof *it);
    if (!it) return NULL;
    it->call = a[0];
    it->sentinel = a[1];
    return (py_value)it;
}

static py_value callable_next(struct py_isolate *iso, py_value self)
{
    struct callable_iter *it = (struct callable_iter *)self;
    if (!it->call) return NULL;
    py_value v = py_call0(iso, it->call);
    if (!v) {
        if (!py_error_is(iso, PY_T_StopIteration)) return NULL;
        py_error_clear(iso);
        it->call = NULL;
        return NULL;
    }
    int end = it->sentinel ? py_compare_bool(iso, it->sentinel, v, PY_CMP_EQ) : 1;
    if (end < 0) return NULL;
    if (!end) return v;
    it->call = it->sentinel = NULL;
    return NULL;
}

static PY_NATIVE(callable_reduce)
{
    const struct callable_iter *it = (struct callable_iter *)a[0];
    py_value f = py_iter_maker(iso, false); // before the state is read
    py_value args = it->call ? py_tuple_pack(iso, 2, it->call, it->sentinel)
                             : py_tuple_pack(iso, 1, iso->empty_tuple);
    return f && args ? py_tuple_pack(iso, 2, f, args) : NULL;
}

static void callable_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct callable_iter *it = (struct callable_iter *)o;
    py_mark(iso, it->call);
    py_mark(iso, it->sentinel);
}

const struct py_typedef py_callable_iterator_def = {
    .name = "callable_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct callable_iter),
    .final = true,
    .methods = (const struct py_native_row[]){PY_ROW("__reduce__", callable_reduce, "",
                                                     "What a copy is made from."),
                                              {0}},
    .slots = {.iter = py_iter_self, .next = callable_next},
    .trace = callable_trace,
};

// --- asynchronous iteration ---------------------------------------------------------------------

PY_NATIVE(py_bi_aiter)
{
    struct py_type *t = py_type_of(iso, a[0]);
    if (!t->s.aiter) return py_raise_type_error(iso, "'%T' object is not an async iterable", a[0]);
    py_value it = py_slot_aiter(iso, &t->s, a[0]);
    if (it && !py_type_of(iso, it)->s.anext)
        return py_raise_type_error(iso, "aiter() returned not an async iterator of type '%T'", it);
    return it;
}

// anext with a default needs a coroutine of its own: this one, compiled when first asked for.
static const char anext_source[] = "async def anext(it, default):\n"
                                   "    try:\n"
                                   "        return await it.__anext__()\n"
                                   "    except StopAsyncIteration:\n"
                                   "        return default\n";

PY_NATIVE(py_bi_anext)
{
    struct py_type *t = py_type_of(iso, a[0]);
    if (!t->s.anext) return py_raise_type_error(iso, "'%T' object is not an async iterator", a[0]);
    if (!a[1]) return py_slot_anext(iso, &t->s, a[0]);
    struct py_code *code = py_compile(iso, anext_source, sizeof anext_source - 1, "<anext>",
                                      PY_MODE_EXEC);
    py_value ns = code ? py_dict_new(iso) : NULL;
    if (!ns || !py_run_code(iso, code, py_dict(ns), NULL)) return NULL;
    py_value f = py_dict_get_z(iso, py_dict(ns), "anext");
    return f ? py_call2(iso, f, a[0], a[1]) : NULL;
}
