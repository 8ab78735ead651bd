// Functions, bound methods and cells as Python sees them. Calls are the VM's.
#include "args.h"
#include <stdio.h>

#include "code.h"
#include "typeobj.h"

static struct py_func *fn(py_value v)
{
    return (struct py_func *)v;
}
static py_value or_none(py_value v)
{
    return v ? v : PY_NONE;
}

static py_value call_self(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    return py_call_kw(iso, self, a, n, kw);
}

// --- function -----------------------------------------------------------------------------------

static py_value f_name(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return fn(v)->name;
}
static py_value f_qualname(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return fn(v)->qualname;
}
static py_value f_code(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)fn(v)->code;
}
static py_value f_globals(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)fn(v)->globals;
}
static py_value f_builtins(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (py_value)fn(v)->builtins;
}
static py_value f_defaults(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none(fn(v)->defaults);
}
static py_value f_kwdefaults(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none((py_value)fn(v)->kwdefaults);
}
static py_value f_doc(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none(fn(v)->doc);
}
static py_value f_module(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return or_none(fn(v)->module);
}
static py_value f_type_params(struct py_isolate *iso, py_value v)
{
    return fn(v)->type_params ? fn(v)->type_params : iso->empty_tuple;
}
static py_value f_closure(struct py_isolate *iso, py_value v)
{
    return fn(v)->closure ? py_tuple_from(iso, fn(v)->closure, fn(v)->code->nfree) : PY_NONE;
}
static py_value f_annotations(struct py_isolate *iso, py_value v)
{
    if (!fn(v)->annotations) fn(v)->annotations = py_dict_new(iso);
    return fn(v)->annotations;
}

static bool set_text(struct py_isolate *iso, py_value *slot, py_value v, const char *name)
{
    if (!v || !py_is_str(v))
        return py_raise_type_error(iso, "%s must be set to a string object", name);
    *slot = v;
    return true;
}
static bool s_name(struct py_isolate *iso, py_value f, py_value v)
{
    return set_text(iso, &fn(f)->name, v, "__name__");
}
static bool s_qualname(struct py_isolate *iso, py_value f, py_value v)
{
    return set_text(iso, &fn(f)->qualname, v, "__qualname__");
}
static bool s_doc(PY_UNUSED struct py_isolate *iso, py_value f, py_value v)
{
    fn(f)->doc = v;
    return true;
}
static bool s_module(PY_UNUSED struct py_isolate *iso, py_value f, py_value v)
{
    fn(f)->module = v;
    return true;
}
static bool s_code(struct py_isolate *iso, py_value f, py_value v)
{
    if (!v || !py_is_kind(v, PY_K_CODE))
        return py_raise_type_error(iso, "__code__ must be set to a code object");
    struct py_code *c = (struct py_code *)v;
    if (c->nfree != fn(f)->code->nfree)
        return py_raise_value_error(iso, "%U() requires a code object with %d free vars, not %d",
                                    fn(f)->name, fn(f)->code->nfree, c->nfree);
    fn(f)->code = c;
    fn(f)->version = ++iso->next_version;
    return true;
}
static bool s_defaults(struct py_isolate *iso, py_value f, py_value v)
{
    if (v == PY_NONE) v = NULL;
    if (v && !py_is_kind(v, PY_K_TUPLE))
        return py_raise_type_error(iso, "__defaults__ must be set to a tuple object");
    fn(f)->defaults = v;
    fn(f)->version = ++iso->next_version;
    return true;
}
static bool s_kwdefaults(struct py_isolate *iso, py_value f, py_value v)
{
    if (v == PY_NONE) v = NULL;
    if (v && !py_is_kind(v, PY_K_DICT))
        return py_raise_type_error(iso, "__kwdefaults__ must be set to a dict object");
    fn(f)->kwdefaults = py_dict(v);
    fn(f)->version = ++iso->next_version;
    return true;
}
static bool s_annotations(struct py_isolate *iso, py_value f, py_value v)
{
    if (v == PY_NONE) v = NULL;
    if (v && !py_is_kind(v, PY_K_DICT))
        return py_raise_type_error(iso, "__annotations__ must be set to a dict object");
    fn(f)->annotations = v;
    return true;
}
static bool s_type_params(struct py_isolate *iso, py_value f, py_value v)
{
    if (!v || !py_is_kind(v, PY_K_TUPLE))
        return py_raise_type_error(iso, "__type_params__ must be set to a tuple");
    fn(f)->type_params = v;
    return true;
}

static py_value func_repr(struct py_isolate *iso, py_value v)
{
    py_value id = py_id_text(iso, v);
    return id ? py_str_format(iso, "<function %U at %U>", fn(v)->qualname, id) : NULL;
}

static py_value func_get(struct py_isolate *iso, py_value self, py_value obj,
                         PY_UNUSED struct py_type *type)
{
    return obj ? py_method_new(iso, self, obj) : self;
}

static bool take_closure(struct py_isolate *iso, struct py_func *f, py_value closure)
{
    uint32_t want = f->code->nfree;
    uint64_t n = closure ? py_tuple(closure)->n : 0;
    if (n != want)
        return py_raise_value_error(iso, "%U requires closure of length %d, not %d", f->name,
                                    (int)want, (int)n);
    if (!n) return true;
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, n * sizeof(py_value));
    if (!b) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!py_is_kind(py_tuple(closure)->v[i], PY_K_CELL))
            return py_raise_type_error(iso, "arg 5 (closure) expected cell, found %T",
                                       py_tuple(closure)->v[i]);
        b->u.v[i] = py_tuple(closure)->v[i];
    }
    f->closure = b->u.v;
    return true;
}

// types.FunctionType(code, globals, name=None, argdefs=None, closure=None)
static py_value func_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                          py_value kw)
{
    static const struct py_args_spec spec = {
        "function", {"code", "globals", "name", "argdefs", "closure"}, 5, 0, 5, 2};
    py_value v[5];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
    for (int i = 2; i < 5; i++)
        if (v[i] == PY_NONE) v[i] = NULL;
    if (!py_is_kind(v[0], PY_K_CODE))
        return py_raise_type_error(iso, "function() argument 'code' must be code, not %A", v[0]);
    if (!py_is_kind(v[1], PY_K_DICT))
        return py_raise_type_error(iso, "function() argument 'globals' must be dict, not %A", v[1]);
    if (v[2] && !py_is_str(v[2]))
        return py_raise_type_error(iso, "arg 3 (name) must be None or string");
    if (v[3] && !py_is_kind(v[3], PY_K_TUPLE))
        return py_raise_type_error(iso, "arg 4 (defaults) must be None or tuple");
    if (!v[4] && ((struct py_code *)v[0])->nfree)
        return py_raise_type_error(iso, "arg 5 (closure) must be tuple");
    if (v[4] && !py_is_kind(v[4], PY_K_TUPLE))
        return py_raise_type_error(iso, "arg 5 (closure) must be None or tuple");
    struct py_func *f = py_new(iso, cls, sizeof *f);
    if (!f) return NULL;
    f->code = (struct py_code *)v[0];
    f->globals = py_dict(v[1]);
    f->builtins = iso->builtins;
    f->name = v[2] ? v[2] : f->code->name;
    f->qualname = f->code->qualname;
    f->defaults = v[3];
    f->doc = f->code->doc;
    f->module = py_dict_get_str(iso, f->globals, py_name(iso, PY_N___name__));
    f->version = ++iso->next_version;
    return !iso->exc && take_closure(iso, f, v[4]) ? (py_value)f : NULL;
}

void py_func_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_func *f = (struct py_func *)o;
    py_mark_obj(iso, f->code);
    py_mark_obj(iso, f->globals);
    py_mark_obj(iso, f->builtins);
    if (f->closure) py_mark_obj(iso, py_buf_of(f->closure));
    py_mark(iso, f->defaults);
    py_mark_obj(iso, f->kwdefaults);
    py_mark(iso, f->name);
    py_mark(iso, f->qualname);
    py_mark(iso, f->doc);
    py_mark(iso, f->module);
    py_mark(iso, f->annotations);
    py_mark(iso, f->type_params);
}

const struct py_typedef py_function_def = {
    .name = "function",
    .kind = PY_K_FUNC,
    .size = sizeof(struct py_func),
    .attrs_off = offsetof(struct py_func, at),
    .attrs_self = true,
    .final = true,
    .doc = "What `def` and `lambda` make.",
    .sig = "code, globals, name=None, argdefs=None, closure=None",
    .getset =
        (const struct py_getset_row[]){{"__name__", f_name, s_name, NULL},
                                       {"__qualname__", f_qualname, s_qualname, NULL},
                                       {"__code__", f_code, s_code, NULL},
                                       {"__globals__", f_globals, py_set_readonly, NULL},
                                       {"__builtins__", f_builtins, py_set_readonly, NULL},
                                       {"__defaults__", f_defaults, s_defaults, NULL},
                                       {"__kwdefaults__", f_kwdefaults, s_kwdefaults, NULL},
                                       {"__doc__", f_doc, s_doc, NULL},
                                       {"__module__", f_module, s_module, NULL},
                                       {"__closure__", f_closure, py_set_readonly, NULL},
                                       {"__annotations__", f_annotations, s_annotations, NULL},
                                       {"__type_params__", f_type_params, s_type_params, NULL},
                                       {"__dict__", py_get_dict_attr, py_set_dict_attr, NULL},
                                       {NULL, NULL, NULL, NULL}},
    .slots = {.make = func_make, .call = call_self, .repr = func_repr, .descr_get = func_get},
};

// --- method -------------------------------------------------------------------------------------

static struct py_method *meth(py_value v)
{
    return (struct py_method *)v;
}

py_value py_method_new(struct py_isolate *iso, py_value func, py_value self)
{
    struct py_method *m = py_new(iso, py_t(iso, PY_T_METHOD), sizeof *m);
    if (!m) return NULL;
    m->func = func;
    m->self = self;
    return (py_value)m;
}

static py_value method_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a,
                            int n, py_value kw)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "method() takes no keyword arguments");
    if (n != 2) return py_raise_type_error(iso, "method expected 2 arguments, got %d", n);
    if (!py_callable(iso, a[0])) return py_raise_type_error(iso, "first argument must be callable");
    if (a[1] == PY_NONE) return py_raise_type_error(iso, "instance must not be None");
    return py_method_new(iso, a[0], a[1]);
}

static py_value method_repr(struct py_isolate *iso, py_value v)
{
    py_value name = py_getattr_opt(iso, meth(v)->func, py_name(iso, PY_N___qualname__));
    if (!name && !iso->exc) name = py_getattr_opt(iso, meth(v)->func, py_name(iso, PY_N___name__));
    if (!name && iso->exc) return NULL;
    py_value self = py_repr(iso, meth(v)->self);
    if (!self) return NULL;
    return name && py_is_str(name) ? py_str_format(iso, "<bound method %U of %U>", name, self)
                                   : py_str_format(iso, "<bound method ? of %U>", self);
}

static py_value method_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if ((op != PY_CMP_EQ && op != PY_CMP_NE) || !py_is_kind(b, PY_K_METHOD)) return PY_NOTIMPL;
    int eq = meth(a)->self == meth(b)->self ? py_eq(iso, meth(a)->func, meth(b)->func) : 0;
    return eq < 0 ? NULL : py_bool(eq == (op == PY_CMP_EQ));
}

static bool method_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    uint64_t self, func;
    if (!py_slot_hash(iso, &py_t(iso, PY_T_OBJECT)->s, meth(v)->self, &self) ||
        !py_hash(iso, meth(v)->func, &func))
        return false;
    *out = self ^ func;
    if (*out == UINT64_MAX) *out = UINT64_MAX - 1;
    return true;
}

// Attributes a method does not have itself are those of its function.
static py_value method_getattr(struct py_isolate *iso, py_value v, py_value name)
{
    py_value d = py_type_lookup(iso, py_t(iso, PY_T_METHOD), name);
    if (d) return py_descr_bind(iso, d, v, py_t(iso, PY_T_METHOD));
    if (iso->exc) return NULL;
    py_value r = py_getattr_opt(iso, meth(v)->func, name);
    return r || iso->exc ? r : py_raise_no_attr(iso, v, name);
}

static py_value m_func(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return meth(v)->func;
}
static py_value m_self(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return meth(v)->self;
}
static py_value m_doc(struct py_isolate *iso, py_value v)
{
    py_value d = py_getattr_opt(iso, meth(v)->func, py_name(iso, PY_N___doc__));
    return d || iso->exc ? d : PY_NONE;
}
static bool method_setattr(struct py_isolate *iso, py_value v, py_value name, py_value x)
{
    py_value r = py_type_lookup(iso, py_t(iso, PY_T_METHOD), name);
    if (r && py_type_of(iso, r)->s.descr_set)
        return py_slot_descr_set(iso, &py_type_of(iso, r)->s, r, v, x);
    if (!iso->exc) py_raise_no_attr(iso, v, name);
    return false;
}

void py_method_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_method *)o)->func);
    py_mark(iso, ((struct py_method *)o)->self);
}

const struct py_typedef py_method_def = {
    .name = "method",
    .kind = PY_K_METHOD,
    .size = sizeof(struct py_method),
    .final = true,
    .doc = "A function together with the object that it gets as its first argument.",
    .sig = "function, instance, /",
    .getset = (const struct py_getset_row[]){{"__func__", m_func, py_set_readonly, NULL},
                                             {"__self__", m_self, py_set_readonly, NULL},
                                             {"__doc__", m_doc, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = method_make,
              .call = call_self,
              .repr = method_repr,
              .compare = method_compare,
              .hash = method_hash,
              .getattr = method_getattr,
              .setattr = method_setattr},
};

// --- cell ---------------------------------------------------------------------------------------

static struct py_cell *cell(py_value v)
{
    return (struct py_cell *)v;
}

py_value py_cell_new(struct py_isolate *iso, py_value v)
{
    struct py_cell *c = py_new(iso, py_t(iso, PY_T_CELL), sizeof *c);
    if (c) c->v = v;
    return (py_value)c;
}

static py_value cell_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a, int n,
                          PY_UNUSED py_value kw)
{
    if (n > 1) return py_raise_type_error(iso, "cell expected at most 1 argument, got %d", n);
    return py_cell_new(iso, n ? a[0] : NULL);
}
static py_value cell_repr(struct py_isolate *iso, py_value v)
{
    py_value id = py_id_text(iso, v), in;
    if (!id) return NULL;
    if (!cell(v)->v) return py_str_format(iso, "<cell at %U: empty>", id);
    if (!(in = py_id_text(iso, cell(v)->v))) return NULL;
    return py_str_format(iso, "<cell at %U: %T object at %U>", id, cell(v)->v, in);
}
static py_value g_contents(struct py_isolate *iso, py_value v)
{
    return cell(v)->v ? cell(v)->v : py_raise_value_error(iso, "Cell is empty");
}
static bool s_contents(PY_UNUSED struct py_isolate *iso, py_value self, py_value v)
{
    cell(self)->v = v;
    return true;
}
static py_value cell_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_kind(b, PY_K_CELL)) return PY_NOTIMPL;
    if (cell(a)->v && cell(b)->v) return py_compare(iso, cell(a)->v, cell(b)->v, op);
    int x = cell(a)->v != NULL, y = cell(b)->v != NULL;
    const bool r[] = {x<y, x <= y, x == y, x != y, x> y, x >= y};
    return py_bool(r[op]);
}

void py_cell_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_cell *)o)->v);
}

const struct py_typedef py_cell_def = {
    .name = "cell",
    .kind = PY_K_CELL,
    .size = sizeof(struct py_cell),
    .final = true,
    .getset = (const struct py_getset_row[]){{"cell_contents", g_contents, s_contents, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = cell_make, .repr = cell_repr, .compare = cell_compare},
};
