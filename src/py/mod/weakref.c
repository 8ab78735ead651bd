// Module weakref: ref and proxy. lib/weakref.py adds the weak containers. Every ref is linked into
// a list, newest first, that a hook of the collector walks: it clears those whose target was not
// reached. As the heap has no reference counts, asking a ref collects first, so that what is dead
// reads as dead, on a credit that the program's own work pays back.
#include <stdio.h>

#include "../obj/args.h"
#include "../obj/iter_int.h"
#include "../obj/typeobj.h"
#include "../budget.h"
#include "../obj/code.h"
#include "weakref.h"

struct wref {
    struct py_obj h;
    struct py_attrs at;
    py_value target;   // not marked; NULL once dead
    py_value callback; // or NULL
    py_value hash;     // int once computed
    struct wref *next;
    bool due; // dead with the callback not run yet
};

// In a raw buffer that iso->weakrefs keeps: the collector does not look inside.
struct state {
    struct wref *first;
    struct wref *scan; // with any_due: no ref before it is due
    bool any_due;
};
static struct state *state(struct py_isolate *iso)
{
    return (struct state *)(void *)((struct py_buf *)iso->weakrefs)->u.b;
}
static struct wref *wr(py_value v)
{
    return (struct wref *)v;
}

// After marking, before sweeping.
static void hook(struct py_isolate *iso, PY_UNUSED void *ctx)
{
    if (!iso->weakrefs) return;
    struct state *s = state(iso);
    for (struct wref **at = &s->first; *at;) {
        struct wref *r = *at;
        if (!py_is_marked(iso, r)) {
            *at = r->next;
            continue;
        }
        if (r->target && !py_is_marked(iso, r->target)) {
            r->target = NULL;
            r->due = r->callback != NULL;
            s->any_due |= r->due;
        }
        at = &r->next;
    }
    s->scan = s->first;
}

static void run_callbacks(struct py_isolate *iso)
{
    struct state *s = state(iso);
    while (s->any_due && !iso->exc) {
        struct wref *r = s->scan;
        while (r && !r->due) r = r->next;
        s->scan = r;
        if (!r) {
            s->any_due = false;
            return;
        }
        r->due = false;
        py_value cb = r->callback;
        r->callback = NULL;
        if (!py_call1(iso, cb, (py_value)r) && !iso->stop) py_error_clear(iso);
    }
}

// The C stack below: where the frames of the collector will lie, calls that have ended left words
// that these do not overwrite.
static __attribute__((noinline)) void wipe_stack(void)
{
    char below[4096];
    memset(below, 0, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
}

// Words past the running call's arguments are leftovers of finished expressions and calls: what
// only they refer to is dead.
static void forget_leftovers(struct py_isolate *iso)
{
    enum { PAST = 256 };
    wipe_stack();
    struct py_frame *f = iso->frame;
    if (!f || !f->pc || f->pc <= f->code->insns) return;
    struct py_insn i = f->pc[-1];
    uint32_t from = i.op == PY_OP_CALL          ? i.b + 1u + i.c
                    : i.op == PY_OP_CALL_METHOD ? i.b + 2u + i.c
                                                : f->code->nregs;
    if (from < f->code->nlocals || from > f->code->nregs) from = f->code->nregs;
    py_value *at = f->base + from, *end = f->base + f->code->nregs + PAST;
    if (end > iso->stack_end) end = iso->stack_end;
    if (at < end) memset(at, 0, (size_t)(end - at) * sizeof *at);
}

bool py_collect_now(struct py_isolate *iso)
{
    forget_leftovers(iso);
    py_collect(iso);
    py_charge_bytes(iso, py_heap_live(iso));
    if (iso->weakrefs) run_callbacks(iso);
    if (!iso->exc) py_warn_unawaited(iso, false);
    return !iso->exc;
}

// What is asked before a ref answers: the credit decides whether what just died is seen.
static void settle(struct py_isolate *iso)
{
    if (!py_heap_may_ask(iso)) return;
    forget_leftovers(iso);
    py_collect(iso);
}

// The target, or NULL when it is gone. May raise only while the cell is being stopped.
static py_value alive(struct py_isolate *iso, struct wref *r)
{
    struct state *s = state(iso);
    if (r->target) settle(iso);
    if (s->any_due) run_callbacks(iso);
    return r->target;
}

// --- ref ----------------------------------------------------------------------------------------

static struct wref *existing(struct py_isolate *iso, const struct py_type *cls, py_value target)
{
    struct wref *r = state(iso)->first;
    for (int i = 0; r && i < 64; i++, r = r->next)
        if (r->target == target && !r->callback && py_obj_type(&r->h) == cls) return r;
    return NULL;
}

static struct wref *new_ref(struct py_isolate *iso, struct py_type *cls, py_value target,
                            py_value callback)
{
    if (!(py_type_of(iso, target)->flags & PY_TF_WEAKREFABLE) || !py_is_ptr(target))
        return py_raise_type_error(iso, "cannot create weak reference to '%T' object", target);
    if (callback == PY_NONE) callback = NULL;
    struct wref *r = callback || cls->flags & PY_TF_HEAP ? NULL : existing(iso, cls, target);
    if (r) return r;
    if (!(r = py_new_of(iso, cls, sizeof *r))) return NULL;
    r->target = target;
    r->callback = callback;
    r->next = state(iso)->first;
    state(iso)->first = r;
    return r;
}

static py_value ref_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    if (!(cls->flags & PY_TF_HEAP) && !py_args_no_kw(iso, "ref", kw)) return NULL;
    if (!py_args_count(iso, "__new__", n, 1, 2)) return NULL;
    return (py_value)new_ref(iso, cls, a[0], n > 1 ? a[1] : NULL);
}
static bool ref_init(struct py_isolate *iso, PY_UNUSED py_value self, PY_UNUSED py_value *a, int n,
                     PY_UNUSED py_value kw)
{
    return py_args_count(iso, "__init__", n, 1, 2);
}

static py_value ref_call(struct py_isolate *iso, py_value self, PY_UNUSED py_value *a, int n,
                         py_value kw)
{
    if (n || (kw && py_tuple(kw)->n))
        return py_raise_type_error(iso, "weakref.__call__() takes no arguments (%d given)", n);
    py_value v = alive(iso, wr(self));
    return iso->exc ? NULL : v ? v : PY_NONE;
}

static py_value ref_repr(struct py_isolate *iso, py_value self)
{
    py_value id = py_id_text(iso, self), v = id ? alive(iso, wr(self)) : NULL;
    if (!id || iso->exc) return NULL;
    if (!v) return py_str_format(iso, "<weakref at %U; dead>", id);
    // A name that __getattr__ would make up is none.
    bool named = py_is_type(v) ||
                 py_type_lookup(iso, py_type_of(iso, v), py_name(iso, PY_N___name__));
    py_value to = py_id_text(iso, v),
             name = to && named ? py_getattr_opt(iso, v, py_name(iso, PY_N___name__)) : NULL;
    if (!to || iso->exc) return NULL;
    if (name && py_is_str(name))
        return py_str_format(iso, "<weakref at %U; to '%T' at %U (%U)>", id, v, to, name);
    return py_str_format(iso, "<weakref at %U; to '%T' at %U>", id, v, to);
}

static bool ref_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    struct wref *r = wr(self);
    if (!r->hash) {
        py_value v = r->target;
        uint64_t h;
        if (!v) return py_raise_type_error(iso, "weak object has gone away");
        if (!py_hash(iso, v, &h) || !(r->hash = py_int_new(iso, (int64_t)h))) return false;
    }
    int64_t h;
    if (!py_as_int64(iso, r->hash, &h)) return false;
    *out = (uint64_t)h;
    return true;
}

static py_value ref_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if ((op != PY_CMP_EQ && op != PY_CMP_NE) || py_type_of(iso, b)->def != py_type_of(iso, a)->def)
        return PY_NOTIMPL;
    py_value x = wr(a)->target, y = wr(b)->target;
    if (!x || !y) return py_bool((a == b) == (op == PY_CMP_EQ));
    return py_compare(iso, x, y, op);
}

static py_value g_callback(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return wr(v)->callback ? wr(v)->callback : PY_NONE;
}

static void ref_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct wref *r = (struct wref *)o;
    py_mark(iso, r->callback);
    py_mark(iso, r->hash);
    if (!(py_obj_type(o)->flags & PY_TF_HEAP)) return;
    py_mark_obj(iso, r->at.shape);
    py_mark_interior(iso, r->at.extra);
}

static const struct py_typedef ref_def = {
    .name = "ReferenceType",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct wref),
    .attrs_off = offsetof(struct wref, at),
    .methods =
        (const struct py_native_row[]){
            PY_CLASS_ROW("__class_getitem__", py_class_getitem, "item, /",
                         "The class with the type of its referent, for annotations."),
            {0}},
    .getset = (const struct py_getset_row[]){{"__callback__", g_callback, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.make = ref_make,
              .init = ref_init,
              .call = ref_call,
              .repr = ref_repr,
              .hash = ref_hash,
              .compare = ref_compare},
    .trace = ref_trace,
};

// --- proxy: the same object under a type that passes everything on ------------------------------

static py_value target(struct py_isolate *iso, py_value v)
{
    py_value t = alive(iso, wr(v));
    return t || iso->exc
               ? t
               : py_raise(iso, PY_T_ReferenceError, "weakly-referenced object no longer exists");
}

static bool is_proxy(struct py_isolate *iso, py_value v)
{
    return py_is_kind(v, PY_K_NATIVE) && py_type_of(iso, v)->def->trace == ref_trace &&
           py_type_of(iso, v)->def != &ref_def;
}
static py_value plain(struct py_isolate *iso, py_value v)
{
    return is_proxy(iso, v) ? target(iso, v) : v;
}

static py_value p_call(struct py_isolate *iso, py_value v, py_value *a, int n, py_value kw)
{
    v = target(iso, v);
    return v ? py_call_kw(iso, v, a, n, kw) : NULL;
}
static py_value p_repr(struct py_isolate *iso, py_value v)
{
    py_value id = py_id_text(iso, v), t = id ? target(iso, v) : NULL,
             to = t ? py_id_text(iso, t) : NULL;
    return to ? py_str_format(iso, "<weakproxy at %U to %T at %U>", id, t, to) : NULL;
}
static py_value p_str(struct py_isolate *iso, py_value v)
{
    v = target(iso, v);
    return v ? py_str_of(iso, v) : NULL;
}
static py_value p_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    a = plain(iso, a);
    b = a ? plain(iso, b) : NULL;
    return b ? py_compare(iso, a, b, op) : NULL;
}
static int p_truth(struct py_isolate *iso, py_value v)
{
    v = target(iso, v);
    return v ? py_truth(iso, v) : -1;
}
static int64_t p_length(struct py_isolate *iso, py_value v)
{
    v = target(iso, v);
    return v ? py_len(iso, v) : -1;
}
static py_value p_getitem(struct py_isolate *iso, py_value v, py_value k)
{
    v = target(iso, v);
    return v ? py_getitem(iso, v, k) : NULL;
}
static bool p_setitem(struct py_isolate *iso, py_value v, py_value k, py_value x)
{
    v = target(iso, v);
    return v && py_setitem(iso, v, k, x);
}
static int p_contains(struct py_isolate *iso, py_value v, py_value x)
{
    v = target(iso, v);
    return v ? py_contains(iso, v, x) : -1;
}
static py_value p_iter(struct py_isolate *iso, py_value v)
{
    v = target(iso, v);
    return v ? py_iter(iso, v) : NULL;
}
static py_value p_next(struct py_isolate *iso, py_value v)
{
    if (!(v = target(iso, v))) return NULL;
    if (!py_type_of(iso, v)->s.next)
        return py_raise_type_error(iso, "Weakref proxy referenced a non-iterator '%T' object", v);
    return py_next(iso, v);
}
static py_value p_getattr(struct py_isolate *iso, py_value v, py_value name)
{
    v = target(iso, v);
    return v ? py_getattr(iso, v, name) : NULL;
}
static bool p_setattr(struct py_isolate *iso, py_value v, py_value name, py_value x)
{
    v = target(iso, v);
    return v && py_setattr(iso, v, name, x);
}
static py_value p_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    a = plain(iso, a);
    b = a ? plain(iso, b) : NULL;
    return b ? py_binary(iso, op, a, b) : NULL;
}
static py_value p_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    a = plain(iso, a);
    b = a ? plain(iso, b) : NULL;
    return b ? py_inplace(iso, op, a, b) : NULL;
}
static py_value p_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    a = target(iso, a);
    return a ? py_unary(iso, op, a) : NULL;
}
static py_value p_index(struct py_isolate *iso, py_value a)
{
    a = target(iso, a);
    return a ? py_index(iso, a) : NULL;
}

static PY_NATIVE(p_bytes)
{
    py_value v = target(iso, a[0]);
    return v ? py_call_method(iso, v, py_str_intern_z(iso, "__bytes__"), NULL, 0) : NULL;
}
static PY_NATIVE(p_reversed)
{
    py_value v = target(iso, a[0]), reversed = py_iter_maker(iso, true);
    return v && reversed ? py_call1(iso, reversed, v) : NULL;
}
// Those of callable objects have none.
static const struct py_native_row proxy_methods[] = {
    PY_ROW("__bytes__", p_bytes, "", NULL), PY_ROW("__reversed__", p_reversed, "", NULL), {0}};

#define PROXY_SLOTS                                                                                \
    .repr = p_repr, .str = p_str, .compare = p_compare, .truth = p_truth, .length = p_length,      \
    .getitem = p_getitem, .setitem = p_setitem, .contains = p_contains, .iter = p_iter,            \
    .next = p_next, .getattr = p_getattr, .setattr = p_setattr, .binary = p_binary,                \
    .inplace = p_inplace, .unary = p_unary, .index = p_index
static const struct py_typedef proxy_def = {.name = "ProxyType",
                                            .kind = PY_K_NATIVE,
                                            .size = sizeof(struct wref),
                                            .final = true,
                                            .methods = proxy_methods,
                                            .slots = {PROXY_SLOTS},
                                            .trace = ref_trace};
static const struct py_typedef callable_proxy_def = {.name = "CallableProxyType",
                                                     .kind = PY_K_NATIVE,
                                                     .size = sizeof(struct wref),
                                                     .final = true,
                                                     .slots = {PROXY_SLOTS, .call = p_call},
                                                     .trace = ref_trace};

static PY_NATIVE(f_proxy)
{
    const struct py_typedef *def = py_callable(iso, a[0]) ? &callable_proxy_def : &proxy_def;
    struct py_type *t = py_module_type(iso, "weakref", def->name, def);
    return t ? (py_value)new_ref(iso, t, a[0], a[1]) : NULL;
}

// --- queries ------------------------------------------------------------------------------------

static py_value refs_to(struct py_isolate *iso, py_value v)
{
    py_value list = py_list_new(iso, 0);
    // The ref that is shared comes first.
    for (int shared = 1; shared >= 0; shared--)
        for (struct wref *r = state(iso)->first; list && r; r = r->next) {
            if (!py_tick(iso, 1)) return NULL;
            bool is = !r->callback && !(py_obj_type(&r->h)->flags & PY_TF_HEAP);
            if (r->target == v && is == shared && !py_list_append(iso, list, (py_value)r))
                return NULL;
        }
    return list;
}
static PY_NATIVE(f_count)
{
    py_value l = refs_to(iso, a[0]);
    return l ? py_int_new(iso, (int64_t)py_list(l)->n) : NULL;
}
static PY_NATIVE(f_refs)
{
    return refs_to(iso, a[0]);
}
// Collects and runs what callbacks are due: what weak containers do before they answer.
static PY_NATIVE(f_settle)
{
    settle(iso);
    run_callbacks(iso);
    return iso->exc ? NULL : PY_NONE;
}

static bool init(struct py_isolate *iso, struct py_module *m)
{
    if (!iso->weakrefs) {
        iso->weakrefs = (py_value)py_buf_new(iso, PY_K_RAW, sizeof(struct state));
        if (!iso->weakrefs || !py_heap_add_hook(iso, hook, NULL)) return false;
    }
    static const struct py_typedef *const defs[] = {&ref_def, &proxy_def, &callable_proxy_def};
    for (int i = 0; i < 3; i++)
        if (!py_module_set(iso, m, defs[i]->name,
                           (py_value)py_type_from_def(iso, defs[i], NULL, "weakref")))
            return false;
    return py_module_set(iso, m, "ref", py_dict_get_z(iso, m->dict, "ReferenceType"));
}

const struct py_moddef py_mod_weakref = {
    .name = "weakref",
    .functions =
        (const struct py_native_row[]){
            PY_ROW("proxy", f_proxy, "object, callback=None, /",
                   "A stand-in that acts like the object without keeping it alive."),
            PY_ROW("getweakrefcount", f_count, "object, /",
                   "How many weak references to the object there are."),
            PY_ROW("getweakrefs", f_refs, "object, /",
                   "All weak references to the object, as a list."),
            PY_ROW("_settle", f_settle, "", NULL),
            {0}},
    .init = init,
    .doc = "References that do not keep their object alive.",
};
