// Code objects, instructions and frames: what the compiler makes and the VM runs. The instructions
// themselves are specified in opcode.def.
#ifndef PY_CODE_H
#define PY_CODE_H

#include "../isolate.h"

enum py_op {
#define PY_OP(name, form, effect) PY_OP_##name,
#include "opcode.def"
#undef PY_OP
    PY_OP_COUNT
};

// One instruction. Jumps use b and c as one signed 32-bit offset (low half b), fused compares use c
// alone; offsets count instructions from the next one.
struct py_insn {
    uint16_t op, a, b, c;
};
static inline int32_t py_insn_jump(struct py_insn i)
{
    return (int32_t)((uint32_t)i.b | (uint32_t)i.c << 16);
}

// Inline cache of one site. `name` is set by the compiler (interned); the rest belongs to the VM.
struct py_ic {
    py_value name;
    void *key;      // shape or type that was seen (kept alive by the code object)
    py_value value; // what was found
    uint64_t aux;   // version, slot
};

// Lines from 1, columns in bytes of UTF-8 from 0; 0xffff: none.
struct py_code_pos {
    uint32_t line, end_line;
    uint16_t col, end_col;
};

// Instructions [start, end) are guarded: on an exception control goes to `target`. Inner entries
// come first. The handler starts with PUSH_EXC.
struct py_handler {
    uint32_t start, end, target;
};

// A statement without instructions of its own, before instruction `at`, for sys.settrace. through:
// control passes it only when it comes from the instruction before.
struct py_code_mark {
    uint32_t at, line;
    bool through;
};

enum {
    PY_CO_VARARGS = 4,
    PY_CO_VARKEYWORDS = 8,
    PY_CO_NESTED = 16,
    PY_CO_GENERATOR = 32,
    PY_CO_COROUTINE = 128,
    PY_CO_ITERABLE_COROUTINE = 256, // a generator that can be awaited: types.coroutine()
    PY_CO_ASYNC_GENERATOR = 512,
    PY_CO_CLASS = 1 << 20,   // class body: names live in frame->locals
    PY_CO_MODULE = 1 << 21,  // names are globals
    PY_CO_METHOD = 1 << 22,  // defined in a class body
    PY_CO_ANSWERS = 1 << 23, // a cell whose last statement binds the name of the answer's function
    PY_CO_FUTURE_ANNOTATIONS = 1 << 24
};

struct py_code {
    struct py_obj h;
    struct py_insn *insns;   // payloads of PY_K_RAW buffers
    struct py_code_pos *pos; // one per instruction
    struct py_handler *handlers;
    py_value *consts;  // payload of a PY_K_VALUES buffer
    struct py_ic *ics; // payload of a PY_K_VALUES buffer (all words are traced conservatively)
    struct py_code_mark *marks; // in their order; modules of the library have none
    uint32_t ninsns, nhandlers, nconsts, nics, nmarks;
    uint16_t nregs;   // registers of a frame, parameters first
    uint16_t nlocals; // named registers: parameters, then locals; cleared at entry
    uint16_t nargs;   // positional parameters (positional-only included)
    uint16_t nposonly, nkwonly;
    uint16_t nfree; // closure cells
    uint32_t flags; // PY_CO_*
    uint32_t first_line;
    py_value name, qualname, filename; // str
    py_value varnames;                 // tuple of str, one per named register (nlocals)
    py_value freenames;                // tuple of str: closure slot names
    py_value cellnames;                // tuple of str: names of locals held in cells
    py_value doc;                      // str or None
    bool simple;                       // no *args, **kw, keyword-only: the VM's fast call
    const unsigned char *frozen;       // body not read yet (frozen.h), or NULL
};

// Registers of a frame: parameters in the order positional, keyword-only, *args, **kwargs; then
// other locals; then temporaries. A captured local's register holds its struct py_cell.
enum {
    PY_FRAME_ENTRY = 1,     // called from C: return leaves the VM loop
    PY_FRAME_INIT = 2,      // __init__ called by a class: result is dropped for `self_`
    PY_FRAME_GEN = 4,       // generator body; frame->gen
    PY_FRAME_FOR = 8,       // generator stepped by FOR_ITER of the frame below
    PY_FRAME_DELEGATE = 16, // generator stepped by YIELD_FROM of the frame below
    PY_FRAME_FOLD = 32,     // generator consumed by a call of the frame below: frame->fold
    PY_FRAME_SEEN = 64,     // there is a frame object, which keeps the variables when it ends
    PY_FRAME_NAMES = 128,   // names live in `locals`, whatever code it is
    PY_FRAME_TRACED = 512,  // `traced` is set: begun, or there when tracing began
    PY_FRAME_HANDLING = 256 // iso->handled is caught in this frame, not in one that called it
};

// What a native makes of a generator's items while its frame runs (fold.h).
enum py_fold_kind {
    PY_FOLD_NONE,
    PY_FOLD_INTS,
    PY_FOLD_FLOATS,
    PY_FOLD_ANY,
    PY_FOLD_ALL,
    PY_FOLD_MIN,
    PY_FOLD_MAX,
    PY_FOLD_LIST
};
struct py_fold {
    enum py_fold_kind kind;
    int nargs;      // of the call
    py_value *args; // the generator is the last
    py_value callee;
    py_value value; // list so far; least or greatest item so far or NULL
    union {
        int64_t sum;
        struct {
            double sum, low; // the total and what it lost by rounding
        } f;
    } u;
};

struct py_frame {
    struct py_code *code;
    const struct py_insn *pc; // next instruction, saved at calls and on errors
    py_value *base;           // register 0
    struct py_dict *globals, *builtins;
    py_value locals; // namespace of class bodies and exec; in functions the frame object or NULL
    struct py_func *func;   // running function
    struct py_gen *gen;     // generator whose frame this is
    py_value entry_handled; // iso->handled when entered
    py_value self_;         // PY_FRAME_INIT: the new instance
    uint16_t dst;           // register of the caller that gets the result
    uint16_t flags;         // PY_FRAME_*
    struct py_fold fold;    // PY_FRAME_FOLD
    py_value traced;        // PY_FRAME_TRACED: the frame object that events are told of, or NULL
};

enum py_gen_state { PY_GEN_CREATED, PY_GEN_SUSPENDED, PY_GEN_RUNNING, PY_GEN_CLOSED };
// Generators, coroutines and async generators (by type). Registers live here while suspended and
// are copied to the value stack while running.
struct py_gen {
    struct py_obj h;
    struct py_func *func;
    struct py_code *code;
    const struct py_insn *pc;
    py_value handled; // exception being handled inside at suspension, or NULL
    enum py_gen_state state;
    py_value name, qualname;
    py_value sent; // value for the YIELD_FROM to be resumed; NULL: None
    union {
        py_value step;   // async generators: the asend/athrow in progress, or NULL
        py_value origin; // coroutines: what py_coroutine_origin told, or NULL
    };
    py_value view; // its frame object, NULL: nobody has asked
    struct py_dict *globals, *builtins;
    uint32_t nregs;
    bool ended;   // asynchronous generators: closed, or asked to close
    bool yielded; // the last suspension was a YIELD of this frame, not passed on by YIELD_FROM
    py_value r[]; // nregs
};

struct py_code *py_code_new(struct py_isolate *iso); // zeroed, traced
int py_frame_line(const struct py_frame *f);         // of the instruction last started
struct py_dict *py_current_globals(struct py_isolate *iso);
// Warns of coroutines that died before they began; all: also of those that live, for the program
// ends (right after a collection). In vm/gen.c.
void py_warn_unawaited(struct py_isolate *iso, bool all);

#endif
