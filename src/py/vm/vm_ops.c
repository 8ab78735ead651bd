// The slow halves of instructions: unpacking, formatting, functions and classes, super, raise,
// with.
#include "../obj/exc.h"
#include "../obj/complex.h"
#include "../obj/typeobj.h"
#include "vm.h"

static bool not_iterable(struct py_isolate *iso, py_value src)
{
    if (py_error_is(iso, PY_T_TypeError) && !py_type_of(iso, src)->s.iter &&
        !py_is_sequence(iso, src)) {
        py_error_clear(iso);
        py_raise_type_error(iso, "cannot unpack non-iterable %T object", src);
    }
    return false;
}

static bool too_few(struct py_isolate *iso, const char *least, int want, int got)
{
    py_raise_value_error(iso, "not enough values to unpack (expected %s%d, got %d)", least, want,
                         got);
    return false;
}

bool py_op_unpack(struct py_isolate *iso, py_value *dst, py_value src, int count)
{
    if (py_is_exact(src, PY_K_LIST) || py_is_exact(src, PY_K_TUPLE)) {
        bool list = py_obj_kind(py_ptr(src)) == PY_K_LIST;
        uint64_t n = list ? py_list(src)->n : py_tuple(src)->n;
        const py_value *v = list ? py_list(src)->v : py_tuple(src)->v;
        if (n == (uint64_t)count) {
            memmove(dst, v, n * sizeof *v);
            return true;
        }
        if (n < (uint64_t)count) return too_few(iso, "", count, (int)n);
        py_raise_value_error(iso, "too many values to unpack (expected %d)", count);
        return false;
    }
    py_value it = py_iter(iso, src);
    if (!it) return not_iterable(iso, src);
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, ((size_t)count + 1) * sizeof(py_value));
    if (!b) return false;
    for (int i = 0; i <= count; i++) {
        py_value v = py_next(iso, it);
        if (!v && iso->exc) return false;
        if (!v && i < count) return too_few(iso, "", count, i);
        if (v && i == count) {
            py_raise_value_error(iso, "too many values to unpack (expected %d)", count);
            return false;
        }
        b->u.v[i] = v;
    }
    memcpy(dst, b->u.v, (size_t)count * sizeof *dst);
    return true;
}

bool py_op_unpack_ex(struct py_isolate *iso, py_value *dst, py_value src, int before, int after)
{
    py_value it = py_iter(iso, src);
    if (!it) return not_iterable(iso, src);
    py_value all = py_list_of(iso, it);
    if (!all) return false;
    int64_t n = (int64_t)py_list(all)->n, rest = n - before - after;
    if (rest < 0) return too_few(iso, "at least ", before + after, (int)n);
    const py_value *v = py_list(all)->v; // NULL when there is nothing
    py_value mid = py_list_from(iso, rest ? v + before : NULL, (uint64_t)rest);
    if (!mid) return false;
    if (before) memcpy(dst, v, (size_t)before * sizeof *dst);
    dst[before] = mid;
    if (after) memcpy(dst + before + 1, v + before + rest, (size_t)after * sizeof *dst);
    return true;
}

// Operands that come by often enough not to ask their types first; NULL without exception: others.
static inline py_value known_operands(struct py_isolate *iso, enum py_binop op, py_value x,
                                      py_value y)
{
    if (op == PY_BIN_ADD && py_is_exact(x, PY_K_STR) && py_is_exact(y, PY_K_STR))
        return py_str_concat(iso, x, y);
    if (op <= PY_BIN_MUL && py_is_exact(x, PY_K_COMPLEX) && py_is_exact(y, PY_K_COMPLEX))
        return py_complex_pair(iso, op, x, y);
    return NULL;
}

py_value py_op_binary(struct py_isolate *iso, enum py_binop op, py_value x, py_value y)
{
    py_value v = known_operands(iso, op, x, y);
    return v || iso->exc ? v : py_binary(iso, op, x, y);
}

py_value py_op_inplace(struct py_isolate *iso, enum py_binop op, py_value x, py_value y)
{
    py_value v = known_operands(iso, op, x, y);
    return v || iso->exc ? v : py_inplace(iso, op, x, y);
}

py_value py_op_format(struct py_isolate *iso, py_value v, py_value spec, int conv)
{
    if (conv == 1) v = py_str_of(iso, v);
    else if (conv == 2) v = py_repr(iso, v);
    else if (conv == 3) v = py_ascii(iso, v);
    if (!v) return NULL;
    if (!spec && py_is_exact(v, PY_K_STR)) return v;
    return py_format(iso, v, spec);
}

bool py_op_list_extend(struct py_isolate *iso, py_value list, py_value it)
{
    if (py_list_extend(iso, list, it)) return true;
    if (py_error_is(iso, PY_T_TypeError) && !py_type_of(iso, it)->s.iter &&
        !py_is_sequence(iso, it)) {
        py_error_clear(iso);
        py_raise_type_error(iso, "Value after * must be an iterable, not %T", it);
    }
    return false;
}

bool py_op_dict_update(struct py_isolate *iso, py_value d, py_value m)
{
    if (py_dict_merge(iso, py_dict(d), m, true)) return true;
    if (py_error_is(iso, PY_T_AttributeError)) {
        py_error_clear(iso);
        py_raise_type_error(iso, "'%T' object is not a mapping", m);
    }
    return false;
}

static py_value callee_name(struct py_isolate *iso, py_value f)
{
    if (!f) return py_str_z(iso, "__build_class__()");
    py_value q = py_getattr_opt(iso, f, py_name(iso, PY_N___qualname__));
    if (!q && iso->exc) py_error_clear(iso);
    if (!q || !py_is_str(q)) return py_str_of(iso, f);
    py_value m = py_getattr_opt(iso, f, py_name(iso, PY_N___module__));
    if (!m && iso->exc) py_error_clear(iso);
    if (m && py_is_str(m) && !py_str_is(m, "builtins")) return py_str_format(iso, "%U.%U()", m, q);
    return py_str_format(iso, "%U()", q);
}

bool py_op_star_args(struct py_isolate *iso, py_value *r)
{
    py_value args = r[1];
    if (!py_type_of(iso, args)->s.iter && !py_is_sequence(iso, args)) {
        py_value name = callee_name(iso, r[0]);
        if (name)
            py_raise_type_error(iso, "%U argument after * must be an iterable, not %T", name, args);
        return false;
    }
    py_value t = py_tuple_of(iso, args);
    if (t) r[1] = t;
    return t != NULL;
}

bool py_op_dict_merge(struct py_isolate *iso, py_value d, py_value m, py_value callee)
{
    bool plain = py_dict_plain(iso, m);
    py_value it = plain ? py_iter(iso, m) : py_mapping_keys(iso, m), k;
    if (!it) {
        if (!py_error_is(iso, PY_T_AttributeError)) return false;
        py_error_clear(iso);
        py_value name = callee_name(iso, callee);
        if (name)
            py_raise_type_error(iso, "%U argument after ** must be a mapping, not %T", name, m);
        return false;
    }
    while ((k = py_next(iso, it))) {
        py_value v = plain ? py_dict_get(iso, py_dict(m), k) : py_getitem(iso, m, k);
        if (!v) return false;
        if (py_dict_get(iso, py_dict(d), k)) {
            py_value name = callee_name(iso, callee);
            if (name)
                py_raise_type_error(iso, "%U got multiple values for keyword argument '%S'", name,
                                    k);
            return false;
        }
        if (iso->exc || !py_dict_set(iso, py_dict(d), k, v)) return false;
    }
    return !iso->exc;
}

py_value py_op_make_function(struct py_isolate *iso, struct py_frame *f, py_value code,
                             py_value *parts)
{
    struct py_func *fn = py_new(iso, py_t(iso, PY_T_FUNCTION), sizeof *fn);
    if (!fn) return NULL;
    struct py_code *co = (struct py_code *)code;
    fn->code = co;
    fn->globals = f->globals;
    fn->builtins = f->builtins;
    fn->name = co->name;
    fn->qualname = co->qualname;
    fn->doc = co->doc ? co->doc : PY_NONE;
    fn->version = iso->next_version++;
    fn->module = py_dict_get_str(iso, f->globals, py_name(iso, PY_N___name__));
    if (!fn->module) fn->module = PY_NONE;
    if (!parts) return (py_value)fn;
    fn->defaults = parts[0];
    fn->kwdefaults = (struct py_dict *)parts[1];
    fn->annotations = parts[2];
    if (parts[3]) {
        struct py_tuple *cells = py_tuple(parts[3]);
        struct py_buf *b = py_buf_new(iso, PY_K_VALUES, cells->n * sizeof(py_value));
        if (!b) return NULL;
        memcpy(b->u.v, cells->v, cells->n * sizeof(py_value));
        fn->closure = b->u.v;
    }
    return (py_value)fn;
}

// By __build_class__ of the builtins, which a program may replace.
static py_value build_class(struct py_isolate *iso, py_value body, py_value name, py_value bases,
                            py_value kwargs)
{
    py_value hook = py_builtin_opt(iso, iso->frame, py_name(iso, PY_N___build_class__));
    if (!hook && iso->exc) return NULL;
    if (!hook) return py_raise(iso, PY_T_NameError, "__build_class__ not found");
    if (py_is_kind(hook, PY_K_BUILTIN)) return py_build_class(iso, body, name, bases, kwargs);
    py_value args = py_tuple_new(iso, py_tuple(bases)->n + 2);
    if (!args) return NULL;
    py_tuple(args)->v[0] = body;
    py_tuple(args)->v[1] = name;
    memcpy(py_tuple(args)->v + 2, py_tuple(bases)->v, py_tuple(bases)->n * sizeof(py_value));
    return py_call_ex(iso, hook, args, kwargs);
}

py_value py_op_build_class_ex(struct py_isolate *iso, py_value *r)
{
    return build_class(iso, r[0], r[1], r[2], r[3] == PY_NONE ? NULL : r[3]);
}

py_value py_op_build_class(struct py_isolate *iso, py_value *r, int n)
{
    py_value names = r[2 + n], kwargs = NULL;
    int nkw = py_is_exact(names, PY_K_TUPLE) ? (int)py_tuple(names)->n : 0;
    py_value bases = py_tuple_from(iso, r + 2, (uint64_t)(n - nkw));
    if (!bases) return NULL;
    if (nkw) {
        if (!(kwargs = py_dict_new(iso))) return NULL;
        for (int i = 0; i < nkw; i++)
            if (!py_dict_set(iso, py_dict(kwargs), py_tuple(names)->v[i], r[2 + n - nkw + i]))
                return NULL;
    }
    return build_class(iso, r[0], r[1], bases, kwargs);
}

// namespace[key]; NULL without exception: not there.
static py_value namespace_get(struct py_isolate *iso, py_value ns, py_value key)
{
    py_value v = py_getitem(iso, ns, key);
    if (!v && py_error_is(iso, PY_T_KeyError)) py_error_clear(iso);
    return v;
}

bool py_op_setup_annotations(struct py_isolate *iso, struct py_frame *f)
{
    py_value ns = f->locals ? f->locals : (py_value)f->globals;
    py_value key = py_name(iso, PY_N___annotations__), d = namespace_get(iso, ns, key);
    if (d || iso->exc) return d != NULL;
    return (d = py_dict_new(iso)) && py_setitem(iso, ns, key, d);
}

bool py_op_set_annotation(struct py_isolate *iso, struct py_frame *f, py_value name, py_value v)
{
    py_value key = py_name(iso, PY_N___annotations__), globals = (py_value)f->globals;
    py_value d = namespace_get(iso, f->locals ? f->locals : globals, key);
    if (!d && !iso->exc) d = namespace_get(iso, globals, key);
    if (!d && !iso->exc) py_raise(iso, PY_T_NameError, "name '__annotations__' is not defined");
    return d && py_setitem(iso, d, name, v);
}

// --- lookups on types --------------------------------------------------------------------------

static bool bind_method(struct py_isolate *iso, py_value *dst, py_value cv, py_value o,
                        struct py_type *t)
{
    if (py_is_kind(cv, PY_K_FUNC)) {
        dst[0] = cv;
        dst[1] = o;
        return true;
    }
    if (py_type_of(iso, cv)->s.descr_get)
        cv = py_slot_descr_get(iso, &py_type_of(iso, cv)->s, cv, o, t);
    dst[0] = NULL;
    dst[1] = cv;
    return cv != NULL;
}

bool py_op_load_special(struct py_isolate *iso, py_value *dst, py_value o, py_value name)
{
    struct py_type *t = py_type_of(iso, o);
    py_value cv = py_type_lookup(iso, t, name);
    if (cv) return bind_method(iso, dst, cv, o, t);
    if (iso->exc) return false;
    bool is_async = name == py_name(iso, PY_N___aenter__) || name == py_name(iso, PY_N___aexit__);
    bool exit = name == py_name(iso, PY_N___exit__) || name == py_name(iso, PY_N___aexit__);
    py_raise_type_error(iso, "'%T' object does not support the %scontext manager protocol%s%U%s", o,
                        is_async ? "asynchronous " : "", exit ? " (missed " : "",
                        exit ? name : py_str_empty(iso), exit ? " method)" : "");
    return false;
}

// super().name of a plain function, which needs no super object; NULL without exception: it is
// none.
static py_value super_function(struct py_isolate *iso, py_value cls, py_value obj, py_value name)
{
    struct py_type *start = (struct py_type *)cls, *t = py_type_of(iso, obj);
    if (!py_type_issub(t, start) || py_is_type(obj)) return NULL;
    struct py_tuple *mro = py_tuple(t->mro);
    uint64_t i = 0;
    while (i < mro->n && mro->v[i] != cls) i++;
    for (i++; i < mro->n; i++) {
        struct py_type *c = (struct py_type *)mro->v[i];
        if (!py_type_ready(iso, c)) return NULL;
        py_value cv = py_dict_get_plain(iso, c->dict, name);
        if (cv) return py_is_kind(cv, PY_K_FUNC) ? cv : NULL;
    }
    return NULL;
}

bool py_op_load_super(struct py_isolate *iso, py_value *r, py_value name, bool method,
                      py_value *dst)
{
    py_value s;
    if (r[2] == (py_value)py_t(iso, PY_T_SUPER)) {
        if (!py_is_type(r[0])) {
            py_raise(iso, PY_T_RuntimeError,
                     r[0] ? "super(): __class__ is not a type (%T)"
                          : "super(): empty __class__ cell",
                     r[0]);
            return false;
        }
        if (method) {
            py_value f = super_function(iso, r[0], r[1], name);
            if (!f && iso->exc) return false;
            if (f) {
                dst[0] = f;
                dst[1] = r[1];
                return true;
            }
        }
        s = py_call2(iso, r[2], r[0], r[1]);
    } else {
        s = py_call0(iso, r[2]);
    }
    if (!s || !(s = py_getattr(iso, s, name))) return false;
    if (!method) {
        *dst = s;
        return true;
    }
    dst[0] = NULL;
    dst[1] = s;
    return true;
}

// --- exceptions ---------------------------------------------------------------------------------

// An exception instance from what stands after raise; NULL: TypeError pending.
static py_value exception_of(struct py_isolate *iso, py_value v, const char *wrong)
{
    if (py_is_type(v) && py_type_issub((struct py_type *)v, py_t(iso, PY_T_BaseException))) {
        py_value e = py_call0(iso, v);
        if (e && !py_isa(iso, e, PY_T_BaseException))
            return py_raise_type_error(
                iso, "calling %R should have returned an instance of BaseException, not %R", v,
                (py_value)py_type_of(iso, e));
        return e;
    }
    if (py_isa(iso, v, PY_T_BaseException)) return v;
    return py_raise_type_error(iso, "%s", wrong);
}

bool py_op_raise(struct py_isolate *iso, py_value exc, py_value cause)
{
    if (!exc) {
        py_raise(iso, PY_T_RuntimeError, "No active exception to reraise");
        return false;
    }
    py_value e = exception_of(iso, exc, "exceptions must derive from BaseException");
    if (!e) return false;
    if (cause) {
        py_value c = cause == PY_NONE
                         ? NULL
                         : exception_of(iso, cause,
                                        "exception causes must derive from BaseException");
        if (!c && cause != PY_NONE) return false;
        ((struct py_exc *)e)->cause = c;
        ((struct py_exc *)e)->suppress = true;
    }
    py_raise_value(iso, e);
    return false;
}

int py_op_with_exit(struct py_isolate *iso, py_value *pair, py_value exc)
{
    py_value tb = ((struct py_exc *)exc)->traceback;
    py_value a[4] = {pair[1], (py_value)py_type_of(iso, exc), exc, tb ? tb : PY_NONE};
    py_value v = pair[0] ? py_call(iso, pair[0], a, 4) : py_call(iso, pair[1], a + 1, 3);
    return v ? py_truth(iso, v) : -1;
}

void *py_raise_unbound(struct py_isolate *iso, py_value name, bool free)
{
    py_raise(
        iso, free ? PY_T_NameError : PY_T_UnboundLocalError,
        free
            ? "cannot access free variable '%U' where it is not associated with a value in enclosing scope"
            : "cannot access local variable '%U' where it is not associated with a value",
        name);
    if (iso->exc && !iso->stop && free) ((struct py_exc *)iso->exc)->a = name;
    return NULL;
}

// Has the local `self` of the running method an attribute of that name? For the hint "self.name":
// looked up without running code of the program.
static bool self_has(struct py_isolate *iso, py_value name)
{
    const struct py_frame *f = iso->frame;
    if (!f || f->code->nargs < 1 || !py_str_is(py_tuple(f->code->varnames)->v[0], "self"))
        return false;
    py_value self = f->base[0];
    if (py_is_kind(self, PY_K_CELL)) self = ((struct py_cell *)self)->v;
    if (!self || py_type_of(iso, self)->s.getattr != py_generic_getattr) return false;
    return py_getattr_opt(iso, self, name) != NULL;
}

void *py_raise_name_error(struct py_isolate *iso, py_value name)
{
    bool own = self_has(iso, name);
    if (iso->stop) return NULL;
    iso->exc = NULL;
    py_raise(iso, PY_T_NameError, "name '%U' is not defined", name);
    if (iso->exc && !iso->stop) {
        ((struct py_exc *)iso->exc)->a = name;
        ((struct py_exc *)iso->exc)->c = own ? PY_TRUE : NULL;
    }
    return NULL;
}

bool py_op_display(struct py_isolate *iso, py_value v)
{
    py_value sys = py_dict_get_z(iso, iso->modules, "sys");
    if (!sys) return !iso->exc && py_op_print_expr(iso, v);
    py_value hook = py_getattr_opt(iso, sys, py_str_intern_z(iso, "displayhook"));
    if (!hook) return iso->exc ? false : !!py_raise(iso, PY_T_RuntimeError, "lost sys.displayhook");
    return py_call1(iso, hook, v) != NULL;
}

bool py_op_print_expr(struct py_isolate *iso, py_value v)
{
    if (v == PY_NONE) return true;
    if (!py_dict_set_z(iso, iso->builtins, "_", v)) return false;
    py_value print = py_dict_get_str(iso, iso->builtins, py_name(iso, PY_N_print)),
             r = py_repr(iso, v);
    return r && print && py_call1(iso, print, r);
}
