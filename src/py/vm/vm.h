// The VM's inside: calls, frames, generators. For vm/ and the few natives that work on frames.
#ifndef PY_VM_H
#define PY_VM_H

#include "../native.h"
#include "../obj/call.h"

// The two loops: as fast as it goes, and one that tells iso->tracer what it does. With
// iso->switching set they return NULL at an instruction of iso->frame from which the other is to go
// on, as py_vm_switched does.
py_value py_vm_loop(struct py_isolate *iso, struct py_frame *f);
py_value py_vm_traced(struct py_isolate *iso, struct py_frame *f);
py_value py_vm_switched(struct py_isolate *iso, struct py_frame *f);

// What the traced loop tells (trace.c). Before the instruction at f->pc; after an exception was
// raised in f; when it leaves f. False: an exception is pending (another one than before).
bool py_trace_step(struct py_isolate *iso, struct py_frame *f);
void py_trace_raised(struct py_isolate *iso, struct py_frame *f);
void py_trace_left(struct py_isolate *iso, struct py_frame *f);
// sys.settrace; NULL: none.
void py_trace_set(struct py_isolate *iso, py_value function);

// Words above a frame's registers that stay free for the parameters its calls of natives leave out.
enum { PY_STACK_ROOM = 8 };

// Where the next frame that is not a call's may start on the value stack.
static inline py_value *py_stack_top(struct py_isolate *iso)
{
    return iso->frame ? iso->frame->base + iso->frame->code->nregs + PY_STACK_ROOM : iso->stack;
}
// Pushes a frame whose registers start at base (arguments already bound). NULL: RecursionError.
struct py_frame *py_frame_push(struct py_isolate *iso, struct py_func *func, struct py_code *code,
                               py_value *base);
// Takes frame f, the topmost, off again.
static inline void py_frame_pop(struct py_isolate *iso, struct py_frame *f)
{
    iso->frame = f > iso->frames ? f - 1 : NULL;
    iso->depth--;
}

// Runs frame `f` (flagged PY_FRAME_ENTRY) until it returns or yields. NULL: exception pending.
static inline py_value py_vm_run(struct py_isolate *iso, struct py_frame *f)
{
    if (!py_stack_left(iso)) { // it grows only where natives call Python
        py_frame_pop(iso, f);
        return NULL;
    }
    if (iso->tracer) return py_vm_switched(iso, f);
    py_value v = py_vm_loop(iso, f);
    return v || !iso->switching ? v : py_vm_switched(iso, iso->frame);
}

// Whether `locals` is the frame object, if anything, and variables are in registers. The code alone
// does not tell: that of a function is run in a namespace by __build_class__(), exec() and the
// like.
static inline bool py_frame_is_function(const struct py_frame *f)
{
    return f->func && !(f->code->flags & (PY_CO_CLASS | PY_CO_MODULE)) &&
           !(f->flags & PY_FRAME_NAMES);
}

// Resumes a generator or coroutine with the value `send` (NULL: None), or throws `exc` into it. The
// yielded value; NULL with *result, which must be NULL before, set when it returned; NULL with an
// exception pending.
py_value py_gen_resume(struct py_isolate *iso, struct py_gen *g, py_value send, py_value exc,
                       py_value *result);
// The exception meant by throw(type[, value[, traceback]]).
bool py_throw_is_old(struct py_isolate *iso, const char *method);
py_value py_throw_value(struct py_isolate *iso, py_value type, py_value value, py_value tb);
// The iterator that coroutine.__await__() returns (asyncgen.c).
py_value py_coroutine_await(struct py_isolate *iso, py_value coro);
// Attributes that generators, coroutines and asynchronous generators share.
py_value py_gen_repr(struct py_isolate *iso, py_value self);
py_value py_gen_get_name(struct py_isolate *iso, py_value self);
py_value py_gen_get_qualname(struct py_isolate *iso, py_value self);
py_value py_gen_get_code(struct py_isolate *iso, py_value self);
py_value py_gen_get_suspended(struct py_isolate *iso, py_value self);
py_value py_gen_get_frame(struct py_isolate *iso, py_value self); // traceback.c
// close() by its frame, which warns of a coroutine that was never awaited.
bool py_gen_clear(struct py_isolate *iso, struct py_gen *g);
py_value py_gen_get_delegate(struct py_isolate *iso, py_value self);
bool py_gen_set_name(struct py_isolate *iso, py_value self, py_value v);
bool py_gen_set_qualname(struct py_isolate *iso, py_value self, py_value v);
py_value py_gen_new(struct py_isolate *iso, struct py_frame *f);
// Steps the iterator of YIELD_FROM that is no generator. Yielded value, or NULL with *result set
// when it ended, or NULL with an exception.
py_value py_yield_from_step(struct py_isolate *iso, py_value it, py_value send, py_value *result);

// The call of struct py_upcalls.
py_value py_call_function(struct py_isolate *iso, struct py_func *fn, py_value *a, int n,
                          py_value kw);
// Puts __builtins__ into globals that have none, as running code with them does.
bool py_give_builtins(struct py_isolate *iso, struct py_dict *globals);
// Runs a module-level code object with these namespaces (locals NULL: globals).
py_value py_run_code(struct py_isolate *iso, struct py_code *code, struct py_dict *globals,
                     py_value locals);
// Frame object of the frame `depth` calls up. ValueError: no such frame.
py_value py_frame_view(struct py_isolate *iso, int64_t depth);
// Adds the running position of f to the pending exception's traceback.
void py_traceback_add(struct py_isolate *iso, struct py_frame *f);
// A frame with PY_FRAME_SEEN ends: what it has is kept by its frame object.
void py_frame_left(struct py_isolate *iso, struct py_frame *f);
struct py_obj *py_frame_place(struct py_isolate *iso, struct py_frame *f); // for py_traceback.place
py_value py_current_locals(struct py_isolate *iso);
// The same of a function's frame, and of another: there, a copy while a comprehension is running.
py_value py_frame_locals(struct py_isolate *iso, struct py_frame *f);
py_value py_frame_namespace(struct py_isolate *iso, struct py_frame *f);
// Brings a dict of its variables up to date.
bool py_frame_sync(struct py_isolate *iso, const struct py_frame *f, py_value d);
// Runs a class body with `ns` as its namespace: its __class__ cell or None.
py_value py_call_body(struct py_isolate *iso, py_value func, py_value ns);

// The class statement: runs body function `func`. bases is a tuple, kwargs a dict or NULL.
py_value py_build_class(struct py_isolate *iso, py_value func, py_value name, py_value bases,
                        py_value kwargs);

// Slow halves of instructions (vm_ops.c, vm_match.c, import.c).
py_value py_op_binary(struct py_isolate *iso, enum py_binop op, py_value x, py_value y);
py_value py_op_inplace(struct py_isolate *iso, enum py_binop op, py_value x, py_value y);
bool py_op_unpack(struct py_isolate *iso, py_value *dst, py_value src, int count);
bool py_op_unpack_ex(struct py_isolate *iso, py_value *dst, py_value src, int before, int after);
py_value py_op_format(struct py_isolate *iso, py_value v, py_value spec, int conv);
bool py_op_list_extend(struct py_isolate *iso, py_value list, py_value it);
bool py_op_star_args(struct py_isolate *iso, py_value *r); // r[1] becomes a tuple; r[0] is called
bool py_op_dict_merge(struct py_isolate *iso, py_value d, py_value m, py_value callee);
bool py_op_dict_update(struct py_isolate *iso, py_value d, py_value m);
py_value py_op_make_function(struct py_isolate *iso, struct py_frame *f, py_value code,
                             py_value *parts);
py_value py_op_build_class(struct py_isolate *iso, py_value *r, int n);
py_value py_op_build_class_ex(struct py_isolate *iso, py_value *r);
bool py_op_load_special(struct py_isolate *iso, py_value *dst, py_value o, py_value name);
bool py_op_load_super(struct py_isolate *iso, py_value *r, py_value name, bool method,
                      py_value *dst);
bool py_op_raise(struct py_isolate *iso, py_value exc, py_value cause);
int py_op_with_exit(struct py_isolate *iso, py_value *pair, py_value exc);
bool py_op_match_exc_star(struct py_isolate *iso, py_value *dst, py_value exc, py_value cls);
py_value py_op_prep_reraise_star(struct py_isolate *iso, py_value orig, py_value list);
py_value py_op_import(struct py_isolate *iso, py_value name, py_value level_fromlist);
py_value py_op_import_from(struct py_isolate *iso, py_value module, py_value name);
bool py_op_import_star(struct py_isolate *iso, struct py_frame *f, py_value module);
py_value py_op_import_as(struct py_isolate *iso, py_value module, py_value dotted);
uint32_t py_match_flags(struct py_isolate *iso, py_value subject); // PY_TF_* of its type
py_value py_op_match_last(struct py_isolate *iso, py_value subject, int from_end);
py_value py_op_match_keys(struct py_isolate *iso, py_value subject, py_value keys);
py_value py_op_match_class(struct py_isolate *iso, py_value *r, int npos);
py_value py_op_match_rest(struct py_isolate *iso, py_value subject, py_value keys);
py_value py_op_typeparam(struct py_isolate *iso, py_value *r, int kind);
py_value py_op_typealias(struct py_isolate *iso, py_value *r);
py_value py_op_yield_from_iter(struct py_isolate *iso, py_value v, bool in_coroutine);
py_value py_op_awaitable(struct py_isolate *iso, py_value v, int where);
py_value py_op_aiter(struct py_isolate *iso, py_value v);
py_value py_op_anext(struct py_isolate *iso, py_value v);
bool py_op_setup_annotations(struct py_isolate *iso, struct py_frame *f);
bool py_op_set_annotation(struct py_isolate *iso, struct py_frame *f, py_value name, py_value v);
bool py_op_print_expr(struct py_isolate *iso, py_value v); // sys.__displayhook__
bool py_op_display(struct py_isolate *iso, py_value v);    // what sys.displayhook is now
void *py_raise_unbound(struct py_isolate *iso, py_value name, bool free);
// What the builtins of a frame have under a name: NULL without exception, or a NameError.
py_value py_builtin_opt(struct py_isolate *iso, struct py_frame *f, py_value name);
py_value py_builtin(struct py_isolate *iso, struct py_frame *f, py_value name);
void *py_raise_name_error(struct py_isolate *iso, py_value name);

#endif
