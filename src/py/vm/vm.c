// The interpreter loop. One C function runs every Python frame above its entry frame: calls,
// generator steps and returns move between frames without recursing in C. Instructions are
// specified in opcode.def; what takes more than a few lines lives in vm_ops.c and friends. Sites
// with an inline cache rewrite their own instruction to a specialised form and back.
#include "vm.h"

#include "../obj/frozen.h"
#include "../obj/shape.h"
#include "fast.h"
#include "fold.h"
#include "gen.h"
#include "vm_cache.h"

// Operands of the instruction before pc, the one that runs: loading each is cheaper than shifting
// it out of the word.
#define A (pc[-1].a)
#define B (pc[-1].b)
#define C (pc[-1].c)
#define J32 py_insn_jump(pc[-1])
#define J16 ((int16_t)pc[-1].c)
#define R(i) base[i]
#define K(i) consts[i]

#ifndef COUNT_OP // tests/fuzz/compare/op_count.h counts
#define COUNT_OP(op) ((void)0)
#endif
#define RUN_NEXT()                                                                                 \
    do {                                                                                           \
        COUNT_OP(pc->op);                                                                          \
        goto *labels[pc++->op];                                                                    \
    } while (0)
// This file is compiled twice (vm_traced.c). The loop that nobody watches is left at a call, before
// it has done anything, the other one before any instruction.
#ifdef PY_VM_TRACED
#define LOOP py_vm_traced
#define DISPATCH() goto tell
#define LEAVE_TO_TRACE() ((void)0)
#define TRACE_RAISED() py_trace_raised(iso, f)
#define TRACE_LEFT() py_trace_left(iso, f)
#else
#define LOOP py_vm_loop
#define DISPATCH() RUN_NEXT()
#define LEAVE_TO_TRACE()                                                                           \
    do {                                                                                           \
        if (iso->tracer) {                                                                         \
            f->pc = pc - 1;                                                                        \
            iso->switching = true;                                                                 \
            return NULL;                                                                           \
        }                                                                                          \
    } while (0)
#define TRACE_RAISED() ((void)0)
#define TRACE_LEFT() ((void)0)
#endif
#define OP(name) L_##name:
// Saves where we are before anything that may raise, tick or look at frames.
#define SAVE() (f->pc = pc)
// Loads the local copies after the running frame changed.
#define ENTER_FRAME()                                                                              \
    do {                                                                                           \
        base = f->base;                                                                            \
        pc = f->pc;                                                                                \
        consts = f->code->consts;                                                                  \
        ics = f->code->ics;                                                                        \
    } while (0)
#define CHECKED(expr)                                                                              \
    do {                                                                                           \
        SAVE();                                                                                    \
        if (UNLIKELY(!(expr))) goto error;                                                         \
    } while (0)
#define SET(value_expr)                                                                            \
    do {                                                                                           \
        SAVE();                                                                                    \
        py_value v_ = (value_expr);                                                                \
        if (UNLIKELY(!v_)) goto error;                                                             \
        R(A) = v_;                                                                                 \
    } while (0)
#define TICK_AND(more)                                                                             \
    do {                                                                                           \
        py_edges_ticked(iso, 1);                                                                   \
        if (UNLIKELY(--iso->ticks <= 0)) {                                                         \
            SAVE();                                                                                \
            if (!py_tick_slow(iso)) goto error;                                                    \
            more;                                                                                  \
        }                                                                                          \
    } while (0)
#define TICK() TICK_AND((void)0)

// Is gen's body suspended where the frame below may step it without C recursion?
static inline bool gen_ready(struct py_gen *g)
{
    return g->state == PY_GEN_CREATED || g->state == PY_GEN_SUSPENDED;
}

static inline bool is_ready_generator(struct py_isolate *iso, py_value v)
{
    return py_is_kind(v, PY_K_GEN) && gen_ready((struct py_gen *)v) &&
           py_obj_type(py_ptr(v)) == py_t(iso, PY_T_GENERATOR);
}

// The form of FOR_ITER for this iterator; `unpacks`: its items go to an UNPACK of two.
static enum py_op special_for(struct py_isolate *iso, py_value it, bool unpacks)
{
    return py_is_kind(it, PY_K_RANGEITER)     ? PY_OP_FOR_RANGE
           : iterator_over(it, PY_K_LIST)     ? PY_OP_FOR_LIST
           : iterator_over(it, PY_K_TUPLE)    ? PY_OP_FOR_TUPLE
           : iterator_over(it, PY_K_STR)      ? PY_OP_FOR_STR
           : unpacks && py_has_pairs(iso, it) ? PY_OP_FOR_PAIR
                                              : PY_OP_FOR_ITER;
}

// Steps a generator without recursing in C. `sent` NULL stands for None.
static struct py_frame *gen_push(struct py_isolate *iso, struct py_gen *g, py_value sent,
                                 unsigned flags)
{
    struct py_frame *f = py_gen_push(iso, g, flags);
    if (!f) return NULL;
    py_gen_send(iso, g, f, sent);
    g->state = PY_GEN_RUNNING;
    return f;
}

// Moves the running generator frame back into its object. The caller pops the frame.
static void gen_save(struct py_isolate *iso, struct py_frame *f, const struct py_insn *pc,
                     bool yielded)
{
    struct py_gen *g = f->gen;
    for (uint32_t i = 0; i < g->nregs; i++) g->r[i] = f->base[i];
    g->pc = pc;
    g->handled = f->flags & PY_FRAME_HANDLING ? iso->handled : NULL;
    g->state = PY_GEN_SUSPENDED;
    g->yielded = yielded;
    iso->handled = f->entry_handled;
}

// After a handler: the exception that f handled before, NULL: what its caller does.
static void restore_handled(struct py_isolate *iso, struct py_frame *f, py_value before)
{
    iso->handled = before ? before : f->entry_handled;
    if (!before) f->flags &= (uint16_t)~PY_FRAME_HANDLING;
}

static void gen_finish(struct py_gen *g)
{
    g->state = PY_GEN_CLOSED;
    g->handled = NULL;
    g->sent = NULL;
    memset(g->r, 0, g->nregs * sizeof *g->r);
}

// StopIteration must not leave a generator body as such.
static void gen_check_stop(struct py_isolate *iso, struct py_gen *g)
{
    bool agen = g->code->flags & PY_CO_ASYNC_GENERATOR;
    enum py_type_id bad = PY_T_StopIteration;
    if (!py_error_is(iso, bad)) {
        if (!agen || !py_error_is(iso, PY_T_StopAsyncIteration)) return;
        bad = PY_T_StopAsyncIteration;
    }
    py_value stop = py_error_take(iso);
    py_raise(iso, PY_T_RuntimeError, "%s raised %s", py_gen_kind(g),
             bad == PY_T_StopIteration ? "StopIteration" : "StopAsyncIteration");
    if (!iso->exc || iso->stop) return;
    struct py_exc *e = (struct py_exc *)iso->exc;
    e->cause = e->context = stop;
    e->suppress = true;
}

// Finds the handler for the instruction before pc.
static const struct py_handler *find_handler(const struct py_code *code, const struct py_insn *pc)
{
    uint32_t at = (uint32_t)(pc - code->insns) - 1;
    for (uint32_t i = 0; i < code->nhandlers; i++)
        if (at >= code->handlers[i].start && at < code->handlers[i].end) return &code->handlers[i];
    return NULL;
}

// The exception whose traceback begins with the entry of f is raised again by a handler of f: where
// it leaves f by that, f_lineno tells.
static void note_left(struct py_traceback *tb, const struct py_frame *f)
{
    bool uncaught = f->pc[-1].op == PY_OP_RERAISE && f->pc[-1].b;
    if (!uncaught && !find_handler(f->code, f->pc)) tb->left = (uint32_t)py_frame_line(f);
}

py_value LOOP(struct py_isolate *iso, struct py_frame *f)
{
    static const void *const labels[] = {
#define PY_OP(name, form, effect) &&L_##name,
#include "../obj/opcode.def"
#undef PY_OP
    };
    const struct py_insn *pc;
    py_value *base;
    const py_value *consts;
    struct py_ic *ics;
    // Operands of the shared call, return and yield sequences.
    py_value callee, result;
    py_value *args;
    int nargs;
    py_value kw;
    uint16_t dst;
    enum py_fold_kind fold;

    ENTER_FRAME();
    if (iso->exc) goto error; // generator.throw
    DISPATCH();

#ifdef PY_VM_TRACED
tell:
    SAVE();
    if (!iso->tracer) {
        iso->switching = true;
        return NULL;
    }
    if (!py_trace_step(iso, f)) goto error;
    RUN_NEXT();
#endif

    OP(MOVE) {
        R(A) = R(B);
        DISPATCH();
    }
    OP(LOADK) {
        R(A) = K(B);
        DISPATCH();
    }
    OP(LOADK_FAR) {
        R(A) = f->code->consts[(uint32_t)J32];
        DISPATCH();
    }
    OP(LOADI) {
        R(A) = py_small_new(J32);
        DISPATCH();
    }
    OP(LOAD_NONE) {
        R(A) = PY_NONE;
        DISPATCH();
    }
    OP(LOAD_NULL) {
        R(A) = NULL;
        DISPATCH();
    }
    OP(LOAD_BOOL) {
        R(A) = py_bool(B);
        DISPATCH();
    }
    OP(CHECK) {
        if (UNLIKELY(!R(A))) {
            SAVE();
            py_raise_unbound(iso, py_tuple(f->code->varnames)->v[A], false);
            goto error;
        }
        DISPATCH();
    }
    OP(CHECK_DEL) {
        if (!R(A)) {
            SAVE();
            py_raise_unbound(iso, py_tuple(f->code->varnames)->v[A], false);
            goto error;
        }
        R(A) = NULL;
        DISPATCH();
    }

    // Names
    OP(LOAD_GLOBAL) {
        SET(py_cache_load_global(iso, f, &ics[B], (struct py_insn *)pc - 1));
        DISPATCH();
    }
    OP(LOAD_GLOBAL_HIT) {
        struct py_ic *ic = &ics[B];
        if (LIKELY(f->globals->version == ic->aux)) {
            R(A) = ((struct py_dict_entry *)ic->key)->value;
            DISPATCH();
        }
        goto L_LOAD_GLOBAL;
    }
    OP(LOAD_BUILTIN_HIT) {
        struct py_ic *ic = &ics[B];
        if (LIKELY(f->globals->version == ic->aux &&
                   ic->value == py_small_new((int64_t)f->builtins->version))) {
            R(A) = ((struct py_dict_entry *)ic->key)->value;
            DISPATCH();
        }
        goto L_LOAD_GLOBAL;
    }
    OP(STORE_GLOBAL) {
        CHECKED(py_cache_store_global(iso, f, &ics[B], (struct py_insn *)pc - 1, R(A)));
        DISPATCH();
    }
    OP(STORE_GLOBAL_HIT) {
        struct py_ic *ic = &ics[B];
        if (LIKELY(f->globals->version == ic->aux)) {
            ((struct py_dict_entry *)ic->key)->value = R(A);
            DISPATCH();
        }
        goto L_STORE_GLOBAL;
    }
    OP(LOAD_GLOBAL_ONCE) {
        struct py_ic ic = {.name = K(B)};
        SET(py_cache_load_global(iso, f, &ic, &(struct py_insn){.op = PY_OP_LOAD_GLOBAL}));
        DISPATCH();
    }
    OP(STORE_GLOBAL_ONCE) {
        struct py_ic ic = {.name = K(B)};
        CHECKED(
            py_cache_store_global(iso, f, &ic, &(struct py_insn){.op = PY_OP_STORE_GLOBAL}, R(A)));
        DISPATCH();
    }
    OP(STORE_GUARDED) {
        CHECKED(iso->up->name_store(iso, K(B), R(A), C));
        DISPATCH();
    }
    OP(DEL_GLOBAL) {
        SAVE();
        int r = py_dict_delete(iso, f->globals, ics[B].name);
        if (r == 0) py_raise_name_error(iso, ics[B].name);
        if (r <= 0) goto error;
        DISPATCH();
    }
    OP(LOAD_NAME) {
        SET(py_cache_load_name(iso, f, ics[B].name));
        DISPATCH();
    }
    OP(STORE_NAME) {
        CHECKED(py_setitem(iso, f->locals ? f->locals : (py_value)f->globals, ics[B].name, R(A)));
        DISPATCH();
    }
    OP(DEL_NAME) {
        SAVE();
        py_value ns = f->locals ? f->locals : (py_value)f->globals;
        if (!py_setitem(iso, ns, ics[B].name, NULL)) {
            py_error_clear(iso); // whatever the namespace says
            if (!iso->stop) py_raise_name_error(iso, ics[B].name);
            goto error;
        }
        DISPATCH();
    }
    OP(LOAD_CLASSDEREF) {
        SET(py_cache_load_classderef(iso, f, ics[B].name, C));
        DISPATCH();
    }
    OP(MAKE_CELL) {
        SET(py_cell_new(iso, R(A)));
        DISPATCH();
    }
    OP(NEW_CELL) {
        SET(py_cell_new(iso, NULL));
        DISPATCH();
    }
    OP(LOAD_CELL) {
        py_value v = ((struct py_cell *)R(B))->v;
        if (UNLIKELY(!v)) {
            SAVE();
            py_raise_unbound(iso, py_cache_cell_name(f->code, B), false);
            goto error;
        }
        R(A) = v;
        DISPATCH();
    }
    OP(STORE_CELL) {
        ((struct py_cell *)R(B))->v = R(A);
        DISPATCH();
    }
    OP(DEL_CELL) {
        struct py_cell *c = (struct py_cell *)R(B);
        if (!c->v) {
            SAVE();
            py_raise_unbound(iso, py_cache_cell_name(f->code, B), false);
            goto error;
        }
        c->v = NULL;
        DISPATCH();
    }
    OP(LOAD_FREE) {
        py_value v = ((struct py_cell *)f->func->closure[B])->v;
        if (UNLIKELY(!v)) {
            SAVE();
            py_raise_unbound(iso, py_tuple(f->code->freenames)->v[B], true);
            goto error;
        }
        R(A) = v;
        DISPATCH();
    }
    OP(STORE_FREE) {
        ((struct py_cell *)f->func->closure[B])->v = R(A);
        DISPATCH();
    }
    OP(DEL_FREE) {
        struct py_cell *c = (struct py_cell *)f->func->closure[B];
        if (!c->v) {
            SAVE();
            py_raise_unbound(iso, py_tuple(f->code->freenames)->v[B], true);
            goto error;
        }
        c->v = NULL;
        DISPATCH();
    }
    OP(LOAD_CLOSURE) {
        R(A) = f->func->closure[B];
        DISPATCH();
    }

    // Attributes
    OP(LOAD_ATTR) {
        SET(py_cache_load_attr(iso, R(B), &ics[C], (struct py_insn *)pc - 1));
        DISPATCH();
    }
    OP(LOAD_ATTR_SLOT) {
        struct py_ic *ic = &ics[C];
        struct py_inst *in = inst_as_cached(R(B), ic);
        if (LIKELY(in != NULL)) {
            py_value v = in->slot[py_small(ic->value)];
            if (LIKELY(v != NULL)) {
                R(A) = v;
                DISPATCH();
            }
        }
        goto L_LOAD_ATTR;
    }
    OP(LOAD_ATTR_EXTRA) {
        struct py_ic *ic = &ics[C];
        struct py_inst *in = inst_as_cached(R(B), ic);
        if (LIKELY(in != NULL)) {
            py_value v = in->at.extra[py_small(ic->value)];
            if (LIKELY(v != NULL)) {
                R(A) = v;
                DISPATCH();
            }
        }
        goto L_LOAD_ATTR;
    }
    OP(LOAD_ATTR_MODULE) {
        py_value o = R(B);
        struct py_ic *ic = &ics[C];
        if (LIKELY(o == ic->value && ((struct py_module *)o)->dict->version == ic->aux)) {
            R(A) = ((struct py_dict_entry *)ic->key)->value;
            DISPATCH();
        }
        goto L_LOAD_ATTR;
    }
    OP(LOAD_ATTR_PROPERTY) {
        py_value o = R(B);
        struct py_ic *ic = &ics[C];
        if (LIKELY(bound_kind(o, PY_K_INST) && py_obj_type(py_ptr(o)) == ic->key &&
                   ((struct py_type *)ic->key)->version == ic->aux)) {
            dst = A;
            callee = ic->value;
            args = base + f->code->nregs;
            args[0] = o;
            nargs = 1;
            goto call;
        }
        goto L_LOAD_ATTR;
    }
    OP(LOAD_ATTR_CLASS) {
        struct py_ic *ic = &ics[C];
        struct py_inst *in = inst_as_cached(R(B), ic);
        if (LIKELY(in != NULL)) {
            R(A) = ic->value;
            DISPATCH();
        }
        goto L_LOAD_ATTR;
    }
    OP(STORE_ATTR) {
        CHECKED(py_cache_store_attr(iso, R(A), R(B), &ics[C], (struct py_insn *)pc - 1));
        DISPATCH();
    }
    OP(STORE_ATTR_SLOT) {
        struct py_ic *ic = &ics[C];
        struct py_inst *in = inst_as_cached(R(A), ic);
        if (LIKELY(in != NULL)) {
            in->slot[py_small(ic->value)] = R(B);
            DISPATCH();
        }
        goto L_STORE_ATTR;
    }
    OP(STORE_ATTR_EXTRA) {
        struct py_ic *ic = &ics[C];
        struct py_inst *in = inst_as_cached(R(A), ic);
        if (LIKELY(in != NULL)) {
            in->at.extra[py_small(ic->value)] = R(B);
            DISPATCH();
        }
        goto L_STORE_ATTR;
    }
    OP(STORE_ATTR_ADD) {
        struct py_ic *ic = &ics[C];
        struct py_inst *in = inst_as_cached(R(A), ic);
        if (LIKELY(in != NULL)) {
            in->slot[in->at.shape->count] = R(B);
            in->at.shape = (struct py_shape *)ic->value;
            DISPATCH();
        }
        goto L_STORE_ATTR;
    }
    OP(DEL_ATTR) {
        CHECKED(py_setattr(iso, R(A), ics[C].name, NULL));
        DISPATCH();
    }
    OP(LOAD_METHOD) {
        CHECKED(py_cache_load_method(iso, &R(A), R(B), &ics[C], (struct py_insn *)pc - 1));
        DISPATCH();
    }
    OP(LOAD_METHOD_CLASS) {
        py_value o = R(B);
        struct py_ic *ic = &ics[C];
        struct py_inst *in = inst_as_cached(o, ic);
        if (LIKELY(in != NULL)) {
            R(A) = ic->value;
            R(A + 1) = o;
            DISPATCH();
        }
        goto L_LOAD_METHOD;
    }
    OP(LOAD_METHOD_MODULE) {
        py_value o = R(B);
        struct py_ic *ic = &ics[C];
        if (LIKELY(o == ic->value && ((struct py_module *)o)->dict->version == ic->aux)) {
            R(A + 1) = ((struct py_dict_entry *)ic->key)->value;
            R(A) = NULL;
            DISPATCH();
        }
        goto L_LOAD_METHOD;
    }
    OP(LOAD_METHOD_TYPE) {
        py_value o = R(B);
        struct py_ic *ic = &ics[C];
        if (LIKELY(bound_ptr(o) && py_obj_type(py_ptr(o)) == ic->key &&
                   ((struct py_type *)ic->key)->version == ic->aux)) {
            R(A) = ic->value;
            R(A + 1) = o;
            DISPATCH();
        }
        goto L_LOAD_METHOD;
    }
    OP(LOAD_ATTR_ONCE) {
        struct py_ic ic = {.name = K(C)};
        SET(py_cache_load_attr(iso, R(B), &ic, &(struct py_insn){.op = PY_OP_LOAD_ATTR}));
        DISPATCH();
    }
    OP(STORE_ATTR_ONCE) {
        struct py_ic ic = {.name = K(C)};
        CHECKED(
            py_cache_store_attr(iso, R(A), R(B), &ic, &(struct py_insn){.op = PY_OP_STORE_ATTR}));
        DISPATCH();
    }
    OP(LOAD_METHOD_ONCE) {
        struct py_ic ic = {.name = K(C)};
        CHECKED(py_cache_load_method(iso, &R(A), R(B), &ic,
                                     &(struct py_insn){.op = PY_OP_LOAD_METHOD}));
        DISPATCH();
    }
    OP(LOAD_SPECIAL) {
        CHECKED(py_op_load_special(iso, &R(A), R(B), ics[C].name));
        DISPATCH();
    }
    OP(LOAD_SUPER_ATTR) {
        CHECKED(py_op_load_super(iso, &R(B), ics[C].name, false, &R(A)));
        DISPATCH();
    }
    OP(LOAD_SUPER_METHOD) {
        CHECKED(py_op_load_super(iso, &R(B), ics[C].name, true, &R(A)));
        DISPATCH();
    }

    // Items
    OP(GETITEM) {
        SAVE();
        py_value o = R(B), k = R(C), v = fast_getitem(iso, o, k);
        if (UNLIKELY(!v)) {
            if (iso->exc || !(v = py_getitem(iso, o, k))) goto error;
        }
        R(A) = v;
        DISPATCH();
    }
    OP(GETITEM_K) {
        SAVE();
        py_value o = R(B), k = K(C), v = fast_getitem(iso, o, k);
        if (UNLIKELY(!v)) {
            if (iso->exc || !(v = py_getitem(iso, o, k))) goto error;
        }
        R(A) = v;
        DISPATCH();
    }
    OP(SETITEM) {
        py_value o = R(A), k = R(B);
        uint64_t i;
        if (bound_exact(o, PY_K_LIST) && py_is_int(k) && list_index(py_list(o), k, &i)) {
            py_list(o)->v[i] = R(C);
            DISPATCH();
        }
        SAVE();
        if (bound_exact(o, PY_K_DICT)) {
            if (!py_dict_set(iso, py_dict(o), k, R(C))) goto error;
            DISPATCH();
        }
        if (!py_setitem(iso, o, k, R(C))) goto error;
        DISPATCH();
    }
    OP(DELITEM) {
        CHECKED(py_setitem(iso, R(A), R(B), NULL));
        DISPATCH();
    }
    OP(BUILD_SLICE) {
        SET(py_slice_new(iso, R(B), R(B + 1), R(B + 2)));
        DISPATCH();
    }

    // Arithmetic, of registers and with a constant on the right, and the in-place forms of both
#define ARITHMETIC(fast, general, op, right)                                                       \
    {                                                                                              \
        py_value x = R(B), y = right;                                                              \
        py_value v = fast(x, y);                                                                   \
        if (UNLIKELY(!v)) SET(general(iso, op, x, y));                                             \
        else R(A) = v;                                                                             \
        DISPATCH();                                                                                \
    }
#define BINARY(name, fast, op)                                                                     \
    OP(name) ARITHMETIC(fast, py_op_binary, op, R(C))                                              \
    OP(name##K) ARITHMETIC(fast, py_op_binary, op, K(C))                                           \
    OP(I##name) ARITHMETIC(fast, py_op_inplace, op, R(C))                                          \
    OP(I##name##K) ARITHMETIC(fast, py_op_inplace, op, K(C))
    BINARY(ADD, fast_add, PY_BIN_ADD)
    BINARY(SUB, fast_sub, PY_BIN_SUB)
    BINARY(MUL, fast_mul, PY_BIN_MUL)
    BINARY(DIV, fast_div, PY_BIN_DIV)
    BINARY(FLOORDIV, fast_floordiv, PY_BIN_FLOORDIV)
    BINARY(MOD, fast_mod, PY_BIN_MOD)
    BINARY(POW, fast_pow, PY_BIN_POW)
    BINARY(LSHIFT, fast_lshift, PY_BIN_LSHIFT)
    BINARY(RSHIFT, fast_rshift, PY_BIN_RSHIFT)
    BINARY(AND, fast_and, PY_BIN_AND)
    BINARY(OR, fast_or, PY_BIN_OR)
    BINARY(XOR, fast_xor, PY_BIN_XOR)
    BINARY(MATMUL, fast_matmul, PY_BIN_MATMUL)
    OP(NEG) {
        py_value x = R(B);
        if (py_is_int(x) && py_small(x) != PY_INT_MIN) {
            R(A) = py_small_new(-py_small(x));
            DISPATCH();
        }
        py_value v = py_is_flonum(x) ? py_flonum_try(-py_flonum(x)) : NULL; // -0.0 needs a box
        if (v) {
            R(A) = v;
            DISPATCH();
        }
        SET(py_unary(iso, PY_UN_NEG, x));
        DISPATCH();
    }
    OP(POS) {
        SET(py_unary(iso, PY_UN_POS, R(B)));
        DISPATCH();
    }
    OP(INVERT) {
        SET(py_unary(iso, PY_UN_INVERT, R(B)));
        DISPATCH();
    }
    OP(NOT) {
        int t = fast_truth(R(B));
        if (UNLIKELY(t < 0)) {
            SAVE();
            t = py_truth(iso, R(B));
            if (t < 0) goto error;
        }
        R(A) = py_bool(!t);
        DISPATCH();
    }

    // Comparisons
#define COMPARISON(op, right)                                                                      \
    {                                                                                              \
        py_value x = R(B), y = right;                                                              \
        int t = fast_compare(x, y, op);                                                            \
        if (UNLIKELY(t < 0)) SET(py_compare(iso, x, y, op));                                       \
        else R(A) = py_bool(t);                                                                    \
        DISPATCH();                                                                                \
    }
#define COMPARE(name)                                                                              \
    OP(name) COMPARISON(PY_CMP_##name, R(C))                                                       \
    OP(name##K) COMPARISON(PY_CMP_##name, K(C))
    COMPARE(LT)
    COMPARE(LE)
    COMPARE(EQ)
    COMPARE(NE)
    COMPARE(GT)
    COMPARE(GE)
    OP(IS) {
        R(A) = py_bool(R(B) == R(C));
        DISPATCH();
    }
    OP(IS_NOT) {
        R(A) = py_bool(R(B) != R(C));
        DISPATCH();
    }
    OP(IN) {
        SAVE();
        int t = fast_contains(iso, R(C), R(B));
        if (t < 0) goto error;
        R(A) = py_bool(t);
        DISPATCH();
    }
    OP(NOT_IN) {
        SAVE();
        int t = fast_contains(iso, R(C), R(B));
        if (t < 0) goto error;
        R(A) = py_bool(!t);
        DISPATCH();
    }

    // Jumps
    OP(JUMP) {
        pc += J32;
        DISPATCH();
    }
    OP(JUMP_BACK) {
        TICK();
        pc += J32;
        DISPATCH();
    }

#define JUMP_TRUTH(name, want)                                                                     \
    OP(name) {                                                                                     \
        int t = fast_truth(R(A));                                                                  \
        if (UNLIKELY(t < 0)) {                                                                     \
            SAVE();                                                                                \
            t = py_truth(iso, R(A));                                                               \
            if (UNLIKELY(t < 0)) goto error;                                                       \
        }                                                                                          \
        if (t == (want)) {                                                                         \
            if (J32 < 0) TICK();                                                                   \
            pc += J32;                                                                             \
        }                                                                                          \
        DISPATCH();                                                                                \
    }
    JUMP_TRUTH(JT, 1)
    JUMP_TRUTH(JF, 0)
    OP(JNONE) {
        if (R(A) == PY_NONE) pc += J32;
        DISPATCH();
    }
    OP(JNOTNONE) {
        if (R(A) != PY_NONE) pc += J32;
        DISPATCH();
    }

    // Compare and jump, when it holds and when it does not
#define BRANCH_WHEN(op, right, want)                                                               \
    {                                                                                              \
        py_value x = R(A), y = right;                                                              \
        int t = fast_compare(x, y, op);                                                            \
        if (UNLIKELY(t < 0)) {                                                                     \
            SAVE();                                                                                \
            py_value v = py_compare(iso, x, y, op);                                                \
            t = v ? py_truth(iso, v) : -1;                                                         \
            if (UNLIKELY(t < 0)) goto error;                                                       \
        }                                                                                          \
        if (t == (want)) {                                                                         \
            if (J16 < 0) TICK();                                                                   \
            pc += J16;                                                                             \
        }                                                                                          \
        DISPATCH();                                                                                \
    }
#define BRANCH(name)                                                                               \
    OP(J##name) BRANCH_WHEN(PY_CMP_##name, R(B), 1)                                                \
    OP(JN##name) BRANCH_WHEN(PY_CMP_##name, R(B), 0)                                               \
    OP(J##name##K) BRANCH_WHEN(PY_CMP_##name, K(B), 1)                                             \
    OP(JN##name##K) BRANCH_WHEN(PY_CMP_##name, K(B), 0)
    BRANCH(LT)
    BRANCH(LE)
    BRANCH(EQ)
    BRANCH(NE)
    BRANCH(GT)
    BRANCH(GE)

    // Iteration
    OP(GET_ITER) {
        py_value o = R(B);
        if (py_is_kind(o, PY_K_GEN) && py_obj_type(py_ptr(o)) == py_t(iso, PY_T_GENERATOR))
            R(A) = o;
        else SET(py_iter(iso, o));
        DISPATCH();
    }
    OP(FOR_ITER) {
        py_value it = R(B);
        TICK();
        if (is_ready_generator(iso, it)) {
            SAVE();
            struct py_frame *g = gen_push(iso, (struct py_gen *)it, NULL, PY_FRAME_FOR);
            if (UNLIKELY(!g)) goto error;
            g->dst = A;
            f = g;
            ENTER_FRAME();
            DISPATCH();
        }
        SAVE();
        py_value v = step_iter(iso, it);
        if (LIKELY(v != NULL)) {
            R(A) = v;
            bool unpacks = pc->op == PY_OP_UNPACK && pc->b == A && pc->c == 2;
            ((struct py_insn *)pc)[-1].op = (uint16_t)special_for(iso, it, unpacks);
        } else if (iso->exc && !py_error_is(iso, PY_T_StopIteration)) {
            goto error;
        } else {
            if (iso->exc) py_error_clear(iso);
            pc += J16;
        }
        DISPATCH();
    }
    OP(FOR_RANGE) {
        py_value it = R(B);
        if (UNLIKELY(!bound_kind(it, PY_K_RANGEITER))) {
            ((struct py_insn *)pc)[-1].op = PY_OP_FOR_ITER;
            goto L_FOR_ITER;
        }
        TICK();
        struct py_rangeiter *r = (struct py_rangeiter *)it;
        if (LIKELY(r->left > 0)) {
            R(A) = py_small_new(r->next);
            r->next += r->step;
            r->left--;
        } else {
            pc += J16;
        }
        DISPATCH();
    }
    // Iterators over sequences: what `step` gives, else the loop ends.
#define FOR_SEQUENCE(name, kind, step)                                                             \
    OP(name) {                                                                                     \
        struct py_seqiter *s = iterator_over(R(B), kind);                                          \
        if (UNLIKELY(!s)) {                                                                        \
            ((struct py_insn *)pc)[-1].op = PY_OP_FOR_ITER;                                        \
            goto L_FOR_ITER;                                                                       \
        }                                                                                          \
        TICK();                                                                                    \
        py_value v = step;                                                                         \
        if (LIKELY(v != NULL)) R(A) = v;                                                           \
        else if (UNLIKELY(iso->exc)) goto error;                                                   \
        else pc += J16;                                                                            \
        DISPATCH();                                                                                \
    }
    FOR_SEQUENCE(FOR_LIST, PY_K_LIST, step_list(s))
    FOR_SEQUENCE(FOR_TUPLE, PY_K_TUPLE, step_tuple(s))
    FOR_SEQUENCE(FOR_STR, PY_K_STR, (SAVE(), step_str(iso, s)))
    OP(FOR_PAIR) {
        py_value it = R(B), pair[2];
        if (UNLIKELY(!py_has_pairs(iso, it))) {
            ((struct py_insn *)pc)[-1].op = PY_OP_FOR_ITER;
            goto L_FOR_ITER;
        }
        TICK();
        SAVE();
        if (LIKELY(py_next_pair(iso, it, pair))) { // the UNPACK that follows is done here
            uint16_t to = pc++->a;
            R(to) = pair[0];
            R(to + 1) = pair[1];
        } else if (LIKELY(!iso->exc)) {
            pc += J16;
        } else if (py_error_is(iso, PY_T_StopIteration)) {
            py_error_clear(iso);
            pc += J16;
        } else {
            goto error;
        }
        DISPATCH();
    }
    OP(UNPACK) {
        py_value s = R(B);
        int n = C;
        if (bound_exact(s, PY_K_TUPLE) && py_tuple(s)->n == (uint64_t)n) {
            for (int i = 0; i < n; i++) R(A + i) = py_tuple(s)->v[i];
            DISPATCH();
        }
        CHECKED(py_op_unpack(iso, &R(A), s, n));
        DISPATCH();
    }
    OP(UNPACK_EX) {
        CHECKED(py_op_unpack_ex(iso, &R(A), R(B), C & 255, C >> 8));
        DISPATCH();
    }

    // Building
    OP(BUILD_TUPLE) {
        SET(py_tuple_from(iso, &R(B), C));
        DISPATCH();
    }
    OP(BUILD_LIST) {
        SET(py_list_from(iso, &R(B), C));
        DISPATCH();
    }
    OP(BUILD_SET) {
        SAVE();
        py_value s = py_set_new(iso, false);
        for (int i = 0; s && i < C; i++)
            if (!py_set_add(iso, py_set(s), R(B + i))) s = NULL;
        if (!s) goto error;
        R(A) = s;
        DISPATCH();
    }
    OP(BUILD_MAP) {
        SAVE();
        py_value d = py_dict_new(iso);
        for (int i = 0; d && i < C; i++)
            if (!py_dict_set(iso, py_dict(d), R(B + 2 * i), R(B + 2 * i + 1))) d = NULL;
        if (!d) goto error;
        R(A) = d;
        DISPATCH();
    }
    OP(BUILD_STRING) {
        SET(py_str_join(iso, py_str_empty(iso), &R(B), C));
        DISPATCH();
    }
    OP(FORMAT) {
        SET(py_op_format(iso, R(B), C & 4 ? R(B + 1) : NULL, C & 3));
        DISPATCH();
    }
    OP(LIST_APPEND) {
        struct py_list *l = py_list(R(A));
        if (LIKELY(l->n < l->cap)) {
            l->v[l->n++] = R(B);
            DISPATCH();
        }
        CHECKED(py_list_append(iso, R(A), R(B)));
        DISPATCH();
    }
    OP(LIST_EXTEND) {
        CHECKED(py_op_list_extend(iso, R(A), R(B)));
        DISPATCH();
    }
    OP(LIST_TO_TUPLE) {
        SET(py_tuple_from(iso, py_list(R(B))->v, py_list(R(B))->n));
        DISPATCH();
    }
    OP(SET_ADD) {
        CHECKED(py_set_add(iso, py_set(R(A)), R(B)));
        DISPATCH();
    }
    OP(SET_UPDATE) {
        CHECKED(py_set_update(iso, py_set(R(A)), R(B)));
        DISPATCH();
    }
    OP(MAP_ADD) {
        CHECKED(py_dict_set(iso, py_dict(R(A)), R(B), R(C)));
        DISPATCH();
    }
    OP(DICT_UPDATE) {
        CHECKED(py_op_dict_update(iso, R(A), R(B)));
        DISPATCH();
    }
    OP(DICT_MERGE) {
        CHECKED(py_op_dict_merge(iso, R(A), R(B), R(C)));
        DISPATCH();
    }

    // Calls
    OP(CALL) {
        dst = A;
        callee = R(B);
        args = &R(B + 1);
        nargs = C;
        goto call;
    }
    OP(CALL_METHOD) {
        dst = A;
        nargs = C;
        if (R(B)) {
            callee = R(B);
            args = &R(B + 1);
            nargs++;
        } else {
            callee = R(B + 1);
            args = &R(B + 2);
        }
        goto call;
    }

call:
    TICK_AND(LEAVE_TO_TRACE());
call_again:
    SAVE();
    if (LIKELY(bound_ptr(callee))) {
        switch (py_obj_kind(py_ptr(callee))) {
        case PY_K_FUNC: {
            struct py_func *fn = (struct py_func *)callee;
            struct py_code *co = fn->code;
            if (LIKELY(co->simple && nargs == co->nargs)) {
                struct py_frame *nf = f + 1;
                if (UNLIKELY(args + co->nregs >= iso->stack_end || nf >= iso->frames_end ||
                             iso->depth >= iso->depth_limit)) {
                    nf = py_frame_push(iso, fn, co, args);
                    if (!nf) goto error;
                } else {
                    iso->depth++;
                    nf->code = co;
                    nf->base = args;
                    nf->globals = fn->globals;
                    nf->builtins = fn->builtins;
                    nf->locals = NULL;
                    nf->func = fn;
                    nf->gen = NULL;
                    nf->entry_handled = iso->handled;
                    nf->flags = 0;
                    nf->pc = co->insns;
                    iso->frame = nf;
                }
                nf->dst = dst;
                for (int i = nargs; i < co->nlocals; i++) args[i] = NULL;
                f = nf;
                ENTER_FRAME();
                DISPATCH();
            }
            struct py_frame *nf = py_frame_push(iso, fn, co, args);
            if (!nf) goto error;
            nf->dst = dst;
            if (!py_bind_args(iso, fn, args, args, nargs, NULL)) {
                iso->frame = f;
                iso->depth--;
                goto error;
            }
            f = nf;
            ENTER_FRAME();
            DISPATCH();
        }
        case PY_K_BUILTIN: {
            struct py_builtin *b = (struct py_builtin *)callee;
            if (UNLIKELY(nargs > 0 && is_ready_generator(iso, args[nargs - 1])) &&
                (fold = py_fold_kind(iso, callee, args, nargs)))
                goto call_fold;
            if (b->self) {
                *--args = b->self;
                nargs++;
            }
            result = call_native(iso, b, args, nargs);
            if (UNLIKELY(!result)) goto error;
            R(dst) = result;
            DISPATCH();
        }
        case PY_K_METHOD: {
            // One register below the arguments is free: not enough for a method of a method.
            struct py_method *m = (struct py_method *)callee;
            if (UNLIKELY(!takes_receiver(m->func))) break;
            *--args = m->self;
            nargs++;
            callee = m->func;
            goto call_again;
        }
        case PY_K_TYPE: {
            struct py_type *t = (struct py_type *)callee;
            if (UNLIKELY(nargs == 1 && is_ready_generator(iso, args[0])) &&
                (fold = py_fold_kind(iso, callee, args, nargs)))
                goto call_fold;
            py_value init = py_cache_python_init(iso, t);
            if (init) {
                struct py_func *fn = (struct py_func *)init;
                struct py_code *co = fn->code;
                py_value self = py_inst_new(iso, t);
                if (!self) goto error;
                *--args = self;
                nargs++;
                struct py_frame *nf = py_frame_push(iso, fn, co, args);
                if (!nf) goto error;
                if (co->simple && nargs == co->nargs) {
                    for (int i = nargs; i < co->nlocals; i++) args[i] = NULL;
                } else if (!py_bind_args(iso, fn, args, args, nargs, NULL)) {
                    iso->frame = f;
                    iso->depth--;
                    goto error;
                }
                nf->dst = dst;
                nf->flags = PY_FRAME_INIT;
                nf->self_ = self;
                f = nf;
                ENTER_FRAME();
                DISPATCH();
            }
            break;
        }
        default: break;
        }
    }
    result = py_call_kw(iso, callee, args, nargs, NULL);
    if (UNLIKELY(!result)) goto error;
    R(dst) = result;
    DISPATCH();

call_fold : {
    struct py_frame *g = gen_push(iso, (struct py_gen *)args[nargs - 1], NULL, PY_FRAME_FOLD);
    if (!g) goto error;
    g->dst = dst;
    g->fold = (struct py_fold){.kind = fold, .callee = callee, .args = args, .nargs = nargs};
    f = g;
    ENTER_FRAME();
    DISPATCH();
}

    OP(CALL_KW) {
        dst = A;
        callee = R(B);
        args = &R(B + 1);
        nargs = C;
        kw = args[nargs];
        goto call_kw;
    }
    OP(CALL_METHOD_KW) {
        dst = A;
        nargs = C;
        kw = R(B + 2 + nargs);
        if (R(B)) {
            callee = R(B);
            args = &R(B + 1);
            nargs++;
        } else {
            callee = R(B + 1);
            args = &R(B + 2);
        }
    }

call_kw:
    TICK_AND(LEAVE_TO_TRACE());
    SAVE();
    if (py_is_kind(callee, PY_K_METHOD)) {
        struct py_method *m = (struct py_method *)callee;
        *--args = m->self;
        nargs++;
        callee = m->func;
    }
    if (py_is_kind(callee, PY_K_FUNC)) {
        struct py_func *fn = (struct py_func *)callee;
        struct py_frame *nf = py_frame_push(iso, fn, fn->code, args);
        if (!nf) goto error;
        nf->dst = dst;
        if (!py_bind_args(iso, fn, args, args, nargs - (int)py_tuple(kw)->n, kw)) {
            iso->frame = f;
            iso->depth--;
            goto error;
        }
        f = nf;
        ENTER_FRAME();
        DISPATCH();
    }
    result = py_call_kw(iso, callee, args, nargs - (int)py_tuple(kw)->n, kw);
    if (UNLIKELY(!result)) goto error;
    R(dst) = result;
    DISPATCH();

    OP(CALL_EX) {
        TICK();
        if (UNLIKELY(!py_is_exact(R(B + 1), PY_K_TUPLE))) CHECKED(py_op_star_args(iso, &R(B)));
        SET(py_call_ex(iso, R(B), R(B + 1), C ? R(B + 2) : NULL));
        DISPATCH();
    }
    OP(MAKE_FUNCTION) {
        SET(py_op_make_function(iso, f, K(B), C == 0xffff ? NULL : &R(C)));
        DISPATCH();
    }
    OP(BUILD_CLASS) {
        SET(py_op_build_class(iso, &R(B), C));
        DISPATCH();
    }
    OP(BUILD_CLASS_EX) {
        SET(py_op_build_class_ex(iso, &R(B)));
        DISPATCH();
    }
    OP(SETUP_ANNOTATIONS) {
        CHECKED(py_op_setup_annotations(iso, f));
        DISPATCH();
    }
    OP(SET_ANNOTATION) {
        CHECKED(py_op_set_annotation(iso, f, K(B), R(A)));
        DISPATCH();
    }
    OP(RETURN_NONE) {
        result = PY_NONE;
        goto do_return;
    }
    OP(RETURN) {
        result = R(A);
        goto do_return;
    }

do_return : {
    unsigned flags = f->flags;
    if (UNLIKELY(flags)) {
        if (flags & PY_FRAME_INIT) {
            if (UNLIKELY(result != PY_NONE)) {
                SAVE();
                py_raise_type_error(iso, "__init__() should return None, not '%T'", result);
                goto error;
            }
            result = f->self_;
        }
        if (flags & PY_FRAME_SEEN) {
            SAVE();
            py_frame_left(iso, f);
        }
        if (flags & PY_FRAME_GEN) {
            iso->handled = f->entry_handled;
            gen_finish(f->gen);
        }
        if (flags & PY_FRAME_ENTRY) {
            py_frame_pop(iso, f);
            return result;
        }
    }
    iso->depth--;
    dst = f->dst;
    f--;
    iso->frame = f;
    ENTER_FRAME();
    if (UNLIKELY(flags & PY_FRAME_FOR)) { // the generator ended: so does the loop
        pc += J16;
        DISPATCH();
    }
    if (UNLIKELY(flags & PY_FRAME_FOLD) && !(result = py_fold_end(iso, &f[1].fold))) goto error;
    R(dst) = result;
    DISPATCH();
}

    // Generators
    OP(RETURN_GENERATOR) {
        SAVE();
        result = py_gen_new(iso, f);
        if (!result) goto error;
        goto do_return;
    }
    OP(YIELD) {
        result = R(B);
        if (f->flags & PY_FRAME_FOLD) {
            SAVE();
            if (LIKELY(fold_step(iso, &f->fold, result))) {
                R(A) = PY_NONE;
                TICK();
                DISPATCH();
            }
        }
        gen_save(iso, f, pc, true);
        goto do_yield;
    }

do_yield : { // f was saved; hand `result` to whoever steps it
    unsigned flags = f->flags;
    dst = f->dst;
    if (flags & PY_FRAME_ENTRY) {
        py_frame_pop(iso, f);
        return result;
    }
    iso->depth--;
    f--;
    iso->frame = f;
    ENTER_FRAME();
    if (flags & PY_FRAME_DELEGATE) { // the frame below yields it on, and repeats its YIELD_FROM
        gen_save(iso, f, pc - 1, false);
        goto do_yield;
    }
    if ((flags & PY_FRAME_FOLD) && !(result = py_fold_rest(iso, &f[1].fold, result))) goto error;
    R(dst) = result;
    DISPATCH();
}
    OP(YIELD_FROM) {
        struct py_gen *g = f->gen;
        py_value it = R(B), sent = g->sent;
        g->sent = NULL;
        SAVE();
        TICK();
        if (py_is_kind(it, PY_K_GEN) && gen_ready((struct py_gen *)it) &&
            py_obj_type(py_ptr(it)) != py_t(iso, PY_T_ASYNC_GENERATOR) &&
            (((struct py_gen *)it)->state == PY_GEN_SUSPENDED || !sent || sent == PY_NONE)) {
            struct py_frame *sub = gen_push(iso, (struct py_gen *)it, sent, PY_FRAME_DELEGATE);
            if (!sub) goto error;
            sub->dst = A;
            f = sub;
            ENTER_FRAME();
            DISPATCH();
        }
        result = NULL;
        py_value v = py_yield_from_step(iso, it, sent, &result);
        if (v) {
            result = v;
            gen_save(iso, f, pc - 1, false);
            goto do_yield;
        }
        if (!result) goto error;
        R(A) = result;
        DISPATCH();
    }
    OP(GET_YIELD_FROM_ITER) {
        SET(py_op_yield_from_iter(iso, R(B),
                                  f->code->flags & (PY_CO_COROUTINE | PY_CO_ITERABLE_COROUTINE)));
        DISPATCH();
    }
    OP(LATER) {
        R(A) = iso->up->tool_later(iso, R(A), C ? &R(B) : NULL);
        DISPATCH();
    }
    OP(GET_AWAITABLE) {
        SET(py_op_awaitable(iso, R(B), C));
        DISPATCH();
    }
    OP(GET_AITER) {
        SET(py_op_aiter(iso, R(B)));
        DISPATCH();
    }
    OP(GET_ANEXT) {
        SET(py_op_anext(iso, R(B)));
        DISPATCH();
    }
    OP(END_ASYNC_FOR) {
        SAVE();
        py_value e = R(A + 1);
        if (py_type_issub(py_type_of(iso, e), py_t(iso, PY_T_StopAsyncIteration))) {
            restore_handled(iso, f, R(A));
            pc += J32;
            DISPATCH();
        }
        iso->exc = e;
        goto error_again;
    }

    // Exceptions
    OP(PUSH_EXC) {
        R(A) = f->flags & PY_FRAME_HANDLING ? iso->handled : NULL;
        R(A + 1) = iso->exc;
        f->flags |= PY_FRAME_HANDLING;
        iso->handled = iso->exc;
        iso->exc = NULL;
        DISPATCH();
    }
    OP(POP_EXC) {
        restore_handled(iso, f, R(A));
        DISPATCH();
    }
    OP(MATCH_EXC) {
        SAVE();
        int t = py_exc_matches(iso, R(B), R(C));
        if (t < 0) goto error;
        R(A) = py_bool(t);
        DISPATCH();
    }
    OP(RERAISE) {
        SAVE();
        iso->exc = R(A);
        goto error_again;
    }
    OP(RAISE) {
        SAVE();
        if (!R(A) && iso->handled) {
            iso->exc = iso->handled;
            goto error_again;
        }
        py_op_raise(iso, R(A), R(B));
        goto error;
    }
    OP(RAISE_ASSERT) {
        SAVE();
        py_value e = py_call_kw(iso, (py_value)py_t(iso, PY_T_AssertionError), &R(A), B ? 1 : 0,
                                NULL);
        if (e) py_raise_value(iso, e);
        goto error;
    }
    OP(WITH_EXIT) {
        SAVE();
        int t = py_op_with_exit(iso, &R(B), R(C));
        if (t < 0) goto error;
        R(A) = py_bool(t);
        DISPATCH();
    }
    OP(MATCH_EXC_STAR) {
        CHECKED(py_op_match_exc_star(iso, &R(A), R(B), R(C)));
        DISPATCH();
    }
    OP(PREP_RERAISE_STAR) {
        SET(py_op_prep_reraise_star(iso, R(B), R(C)));
        DISPATCH();
    }

    // Imports
    OP(IMPORT) {
        SET(py_op_import(iso, K(B), K(C)));
        DISPATCH();
    }
    OP(IMPORT_FROM) {
        SET(py_op_import_from(iso, R(B), K(C)));
        DISPATCH();
    }
    OP(IMPORT_STAR) {
        CHECKED(py_op_import_star(iso, f, R(A)));
        DISPATCH();
    }
    OP(IMPORT_AS) {
        SET(py_op_import_as(iso, R(B), K(C)));
        DISPATCH();
    }

    // match
    OP(MATCH_SEQUENCE) {
        R(A) = py_bool(py_match_flags(iso, R(B)) & PY_TF_SEQUENCE);
        DISPATCH();
    }
    OP(MATCH_MAPPING) {
        R(A) = py_bool(py_match_flags(iso, R(B)) & PY_TF_MAPPING);
        DISPATCH();
    }
    OP(MATCH_LEN) {
        SAVE();
        int64_t n = py_len(iso, R(B)), want = C & 0x7fff;
        if (n < 0) goto error;
        R(A) = py_bool(C & 0x8000 ? n >= want : n == want);
        DISPATCH();
    }
    OP(MATCH_LAST) {
        SET(py_op_match_last(iso, R(B), C));
        DISPATCH();
    }
    OP(MATCH_KEYS) {
        SET(py_op_match_keys(iso, R(B), R(C)));
        DISPATCH();
    }
    OP(MATCH_CLASS) {
        SET(py_op_match_class(iso, &R(B), C));
        DISPATCH();
    }
    OP(MATCH_REST) {
        SET(py_op_match_rest(iso, R(B), R(C)));
        DISPATCH();
    }
    OP(MAKE_TYPEPARAM) {
        SET(py_op_typeparam(iso, &R(B), C));
        DISPATCH();
    }
    OP(MAKE_TYPEALIAS) {
        SET(py_op_typealias(iso, &R(B)));
        DISPATCH();
    }
    OP(SET_TYPE_PARAMS) {
        CHECKED(py_setattr(iso, R(A), py_name(iso, PY_N___type_params__), R(B)));
        DISPATCH();
    }
    OP(GET_TYPE_PARAMS) {
        py_value params = f->func ? f->func->type_params : NULL;
        SET(params ? params : iso->empty_tuple);
        DISPATCH();
    }
    OP(CELL_VALUE) {
        iso->cell_value = R(A);
        DISPATCH();
    }
    OP(PRINT_EXPR) {
        CHECKED(py_op_display(iso, R(A)));
        DISPATCH();
    }
    OP(THAW) {
        CHECKED(py_code_ready(iso, f->code));
        f->pc = f->code->insns;
        ENTER_FRAME();
        DISPATCH();
    }

error_again: // raised again: the traceback's head is this frame's entry already
    if (!iso->stop) {
        struct py_traceback *tb = (struct py_traceback *)((struct py_exc *)iso->exc)->traceback;
        if (tb && tb->code == f->code) {
            note_left(tb, f);
            goto unwind;
        }
    }
error:
    if (UNLIKELY(!iso->exc)) {
        py_raise(iso, PY_T_SystemError, "error return without exception set");
        if (!iso->exc) iso->exc = iso->stop_exc;
    }
    for (;;) {
        if (!iso->stop) {
            py_traceback_add(iso, f);
            TRACE_RAISED();
        }
    unwind:
        if (!iso->stop) {
            const struct py_handler *h = find_handler(f->code, f->pc);
            if (h) {
                f->pc = f->code->insns + h->target;
                ENTER_FRAME();
                RUN_NEXT(); // PUSH_EXC: the exception is pending until then
            }
        }
        TRACE_LEFT();
        unsigned flags = f->flags;
        if (flags & PY_FRAME_SEEN) py_frame_left(iso, f);
        iso->handled = f->entry_handled;
        if (flags & PY_FRAME_GEN) {
            if (!iso->stop) gen_check_stop(iso, f->gen);
            gen_finish(f->gen);
        }
        if (flags & PY_FRAME_ENTRY) {
            py_frame_pop(iso, f);
            return NULL;
        }
        iso->depth--;
        f--;
        iso->frame = f;
    }
}
