// Frames: pushing, where they are in the source, the namespaces natives ask for.
#include "vm.h"

struct py_frame *py_frame_push(struct py_isolate *iso, struct py_func *func, struct py_code *code,
                               py_value *base)
{
    struct py_frame *f = iso->frame ? iso->frame + 1 : iso->frames;
    if (f >= iso->frames_end || base + code->nregs + PY_STACK_ROOM >= iso->stack_end ||
        iso->depth >= iso->depth_limit)
        return py_raise(iso, PY_T_RecursionError, "maximum recursion depth exceeded");
    iso->depth++;
    f->code = code;
    f->pc = code->insns;
    f->base = base;
    f->globals = func ? func->globals : iso->globals;
    f->builtins = func ? func->builtins : iso->builtins;
    f->locals = NULL;
    f->func = func;
    f->gen = NULL;
    f->entry_handled = iso->handled;
    f->self_ = NULL;
    f->dst = 0;
    f->flags = 0;
    iso->frame = f;
    return f;
}

void py_traceback_add(struct py_isolate *iso, struct py_frame *f)
{
    py_value exc = iso->exc;
    struct py_exc *e = (struct py_exc *)exc;
    iso->exc = NULL;
    struct py_traceback *tb = py_new(iso, py_t(iso, PY_T_TRACEBACK), sizeof *tb);
    if (!tb) {
        if (!iso->stop) iso->exc = exc; // the exception matters more than its traceback
        return;
    }
    tb->place = py_frame_place(iso, f);
    if (iso->stop) return;
    iso->exc = exc;
    uint32_t at = (uint32_t)(f->pc - f->code->insns);
    tb->next = (struct py_traceback *)e->traceback;
    tb->code = f->code;
    tb->lasti = (at ? at - 1 : 0) * sizeof(struct py_insn);
    tb->line = (uint32_t)py_frame_line(f);
    e->traceback = (py_value)tb;
}

// Brings the entry of a variable in the dict up to date.
static bool sync_local(struct py_isolate *iso, py_value d, py_value name, py_value v)
{
    if (py_is_kind(v, PY_K_CELL)) v = ((struct py_cell *)v)->v;
    struct py_str *s = py_str(name);
    if (!s->len || py_str_at(s, 0) == '.') return true;
    if (!v) return py_dict_delete(iso, py_dict(d), name) >= 0;
    return py_dict_set(iso, py_dict(d), name, v);
}

// Is there another variable of the name of number i (one that has a value, if set)? A
// comprehension's may share its name with one of the function.
static bool shares_name(struct py_isolate *iso, const struct py_frame *f, uint64_t i, bool set)
{
    const struct py_tuple *names = py_tuple(f->code->varnames);
    py_charge(iso, names->n / 8);
    for (uint64_t k = 0; k < names->n && k < f->code->nlocals; k++)
        if (k != i && names->v[k] == names->v[i] && (f->base[k] || !set)) return true;
    return false;
}

// Variables that inner functions use come last and by name, but for parameters and what is the
// variable of a comprehension as well.
static bool comes_last(struct py_isolate *iso, const struct py_frame *f, uint64_t i)
{
    const struct py_code *co = f->code;
    uint64_t params = (uint64_t)co->nargs + co->nkwonly + !!(co->flags & PY_CO_VARARGS) +
                      !!(co->flags & PY_CO_VARKEYWORDS);
    return i >= params && py_is_kind(f->base[i], PY_K_CELL) && !shares_name(iso, f, i, false);
}

bool py_frame_sync(struct py_isolate *iso, const struct py_frame *f, py_value d)
{
    const struct py_code *co = f->code;
    const struct py_tuple *names = py_tuple(co->varnames);
    uint64_t n = names->n < co->nlocals ? names->n : co->nlocals;
    py_value last = py_list_new(iso, 0);
    if (!last) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!py_tick(iso, 1)) return false;
        if (!f->base[i] && shares_name(iso, f, i, true)) continue;
        bool ok = comes_last(iso, f, i) ? py_list_append(iso, last, names->v[i])
                                        : sync_local(iso, d, names->v[i], f->base[i]);
        if (!ok) return false;
    }
    if (!py_list_sort(iso, last, NULL, false)) return false;
    for (uint64_t k = 0; k < py_list(last)->n; k++) {
        if (!py_tick(iso, 1 + n / 8)) return false;
        for (uint64_t i = 0; i < n; i++)
            if (names->v[i] == py_list(last)->v[k] && !sync_local(iso, d, names->v[i], f->base[i]))
                return false;
    }
    for (uint32_t i = 0; f->func && f->func->closure && i < co->nfree; i++)
        if (!sync_local(iso, d, py_tuple(co->freenames)->v[i], f->func->closure[i])) return false;
    return true;
}

// Has a comprehension that is running here a variable?
static bool hides_variables(const struct py_frame *f)
{
    const struct py_tuple *names = py_tuple(f->code->varnames);
    for (uint64_t i = 0; i < names->n && i < f->code->nlocals; i++) {
        py_value v = f->base[i];
        if (py_is_kind(v, PY_K_CELL)) v = ((struct py_cell *)v)->v;
        if (v && py_str(names->v[i])->len && py_str_at(py_str(names->v[i]), 0) != '.') return true;
    }
    return false;
}

py_value py_frame_namespace(struct py_isolate *iso, struct py_frame *f)
{
    py_value ns = f->locals ? f->locals : (py_value)f->globals;
    if (!hides_variables(f)) return ns;
    py_value d = py_call1(iso, (py_value)py_t(iso, PY_T_DICT), ns);
    return d && py_frame_sync(iso, f, d) ? d : NULL;
}

py_value py_current_locals(struct py_isolate *iso)
{
    struct py_frame *f = iso->frame;
    if (!f) return (py_value)iso->globals;
    return py_frame_is_function(f) ? py_frame_locals(iso, f) : py_frame_namespace(iso, f);
}

// The builtins of code with these globals: __builtins__ may be another module or dict, and also
// what is neither; that is asked when a name is looked for in vain, so that here it is an empty
// dict.
static struct py_dict *builtins_of(struct py_isolate *iso, struct py_dict *globals,
                                   struct py_dict *fallback)
{
    py_value b = py_dict_get_str(iso, globals, py_name(iso, PY_N___builtins__));
    if (!b) return iso->exc ? NULL : fallback;
    if (py_is_kind(b, PY_K_MODULE)) return ((struct py_module *)b)->dict;
    return py_is_kind(b, PY_K_DICT) ? py_dict(b) : py_dict(py_dict_new(iso));
}

py_value py_builtin_opt(struct py_isolate *iso, struct py_frame *f, py_value name)
{
    if (py_is_exact((py_value)f->builtins, PY_K_DICT)) {
        py_value v = py_dict_get(iso, f->builtins, name);
        if (v || iso->exc || f->builtins->n) return v;
    }
    py_value b = py_dict_get_str(iso, f->globals, py_name(iso, PY_N___builtins__));
    if (!b || py_is_kind(b, PY_K_MODULE)) return NULL;
    if ((b = py_getitem(iso, b, name)) || !py_error_is(iso, PY_T_KeyError)) return b;
    py_error_clear(iso);
    return NULL;
}

py_value py_builtin(struct py_isolate *iso, struct py_frame *f, py_value name)
{
    py_value v = py_builtin_opt(iso, f, name);
    return v || iso->exc ? v : py_raise_name_error(iso, name);
}

static bool has_parameters(const struct py_code *co)
{
    return co->nargs || co->nkwonly || co->flags & (PY_CO_VARARGS | PY_CO_VARKEYWORDS);
}

// Code of a function may be run as well as a cell's: as if called without arguments.
static bool begin(struct py_isolate *iso, struct py_frame *f)
{
    f->builtins = builtins_of(iso, f->globals, f->builtins);
    if (!has_parameters(f->code)) memset(f->base, 0, f->code->nlocals * sizeof *f->base);
    else if (f->builtins && !py_bind_args(iso, f->func, f->base, NULL, 0, NULL)) return false;
    return f->builtins != NULL;
}

// Runs code in a fresh frame; func gives the closure and defaults (NULL: none).
static py_value run(struct py_isolate *iso, struct py_func *func, struct py_code *code,
                    struct py_dict *globals, py_value locals)
{
    if (!func && has_parameters(code)) { // to be told by name
        py_value a[] = {(py_value)code, (py_value)globals};
        func = (struct py_func *)py_call(iso, (py_value)py_t(iso, PY_T_FUNCTION), a, 2);
        if (!func) return NULL;
        func->qualname = code->name;
    }
    struct py_frame *f = py_frame_push(iso, func, code, py_stack_top(iso));
    if (!f) return NULL;
    f->globals = globals;
    f->locals = locals;
    f->flags = PY_FRAME_ENTRY | (locals ? PY_FRAME_NAMES : 0);
    if (begin(iso, f)) return py_vm_run(iso, f);
    py_frame_pop(iso, f);
    return NULL;
}

// A function called from C gets an entry frame on the value stack.
py_value py_call_function(struct py_isolate *iso, struct py_func *fn, py_value *a, int n,
                          py_value kw)
{
    if (!py_tick(iso, 1)) return NULL; // functions called from C alone reach their limits too
    py_value *base = py_stack_top(iso);
    struct py_frame *f = py_frame_push(iso, fn, fn->code, base);
    if (!f) return NULL;
    f->flags = PY_FRAME_ENTRY;
    const struct py_code *co = fn->code;
    if (n == co->nargs && n <= 2 && co->simple && !kw && co->nlocals <= n + 2) {
        // What most callbacks are: nothing to bind.
        py_value first = n > 0 ? a[0] : NULL, second = n > 1 ? a[1] : NULL;
        base[0] = first;
        base[1] = second;
        if (co->nlocals > n) base[n] = NULL;
        if (co->nlocals > n + 1) base[n + 1] = NULL;
        return py_vm_run(iso, f);
    }
    if (!py_bind_args(iso, fn, base, a, n, kw)) {
        py_frame_pop(iso, f);
        return NULL;
    }
    return py_vm_run(iso, f);
}

bool py_give_builtins(struct py_isolate *iso, struct py_dict *globals)
{
    if (py_dict_get_str(iso, globals, py_name(iso, PY_N___builtins__))) return true;
    py_value m = iso->modules ? py_dict_get_str(iso, iso->modules, py_name(iso, PY_N_builtins))
                              : NULL;
    if (py_is_kind(m, PY_K_MODULE)) m = (py_value)((struct py_module *)m)->dict;
    return !m || py_dict_set(iso, globals, py_name(iso, PY_N___builtins__), m);
}

py_value py_run_code(struct py_isolate *iso, struct py_code *code, struct py_dict *globals,
                     py_value locals)
{
    return py_give_builtins(iso, globals) ? run(iso, NULL, code, globals, locals) : NULL;
}

py_value py_call_body(struct py_isolate *iso, py_value func, py_value ns)
{
    struct py_func *fn = (struct py_func *)func;
    return run(iso, fn, fn->code, fn->globals, ns);
}
