// Types: what Python sees as classes and what C dispatches on. A builtin type is a const
// struct py_typedef (rows of methods, attributes and slots) plus one struct py_type per isolate,
// whose dict is filled at first use. Classes made by programs are struct py_type on the heap and
// inherit the slots of their bases, with slots for the dunder methods they define (typeslots.c).
#ifndef PY_TYPE_H
#define PY_TYPE_H

#include "../gc/poison.h"
#include "object.h"

// Rich comparison operators, in CPython's order.
enum py_cmp { PY_CMP_LT, PY_CMP_LE, PY_CMP_EQ, PY_CMP_NE, PY_CMP_GT, PY_CMP_GE };
// Whether a OP b, of numbers as C compares them (of an order: it and 0). Best with a constant.
#define PY_HOLDS(op, a, b)                                                                         \
    ((op) == PY_CMP_LT   ? (a) < (b)                                                               \
     : (op) == PY_CMP_LE ? (a) <= (b)                                                              \
     : (op) == PY_CMP_EQ ? (a) == (b)                                                              \
     : (op) == PY_CMP_NE ? (a) != (b)                                                              \
     : (op) == PY_CMP_GT ? (a) > (b)                                                               \
                         : (a) >= (b))

// ORDER BINOP: opcode.def, operators.def
enum py_binop {
    PY_BIN_ADD,
    PY_BIN_SUB,
    PY_BIN_MUL,
    PY_BIN_DIV,
    PY_BIN_FLOORDIV,
    PY_BIN_MOD,
    PY_BIN_POW,
    PY_BIN_LSHIFT,
    PY_BIN_RSHIFT,
    PY_BIN_AND,
    PY_BIN_OR,
    PY_BIN_XOR,
    PY_BIN_MATMUL,
    PY_BIN_DIVMOD,
    PY_BIN_COUNT
};
enum py_unop { PY_UN_NEG, PY_UN_POS, PY_UN_INVERT, PY_UN_ABS, PY_UN_COUNT };

// Natives have one of two forms. Of a fixed signature: `a` holds exactly the declared parameters
// (self first for methods), NULL where an optional one was not given.
typedef py_value (*py_native)(struct py_isolate *iso, py_value *a);
// Of the raw call, for a signature that begins with "*args" or "**kwargs": a[0..n) positional (self
// first for methods), then the values of the keywords named in the tuple kw (NULL: none). Both
// return NULL with an exception pending.
typedef py_value (*py_native_raw)(struct py_isolate *iso, py_value *a, int n, py_value kw);
// Their heads, for natives that do not need every parameter, and for declarations.
#define PY_UNUSED __attribute__((unused))
#define PY_NATIVE(name) py_value name(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value *a)
#define PY_NATIVE_RAW(name) py_value name(PY_UNUSED struct py_isolate *iso, PY_RAW_ARGS)

// The raw call in the head of a slot's function that does not look at it.
#define PY_RAW_ARGS PY_UNUSED py_value *a, PY_UNUSED int n, PY_UNUSED py_value kw

enum { PY_BIND_PLAIN, PY_BIND_CLASS, PY_BIND_STATIC }; // of a method's row
enum { PY_SIG_MAX = 48 }; // parameters of a fixed signature, self included

// One native function or method, made by PY_ROW and its like. sig is Python's own syntax without
// self: "iterable, /, *, key=None, reverse=False"; "": no parameters. The default texts serve
// __text_signature__ only.
struct py_native_row {
    const char *name, *sig, *doc;
    void (*fn)(void); // a py_native, or if raw a py_native_raw
    bool raw;
    uint8_t binding;
};
#define PY_IS_RAW(fn) _Generic((fn), py_native : 0, py_native_raw : 1)
#define PY_SIG_RAW(sig)                                                                            \
    (__builtin_strncmp(sig, "*", 1) == 0 && __builtin_strncmp(sig, "*,", 2) != 0)
// Does not compile (by zero is divided) where the form of fn is not the one that sig wants.
#define PY_ROW_AS(bound, name_, fn_, sig_, doc_)                                                   \
    {                                                                                              \
        .name = name_, .sig = sig_, .doc = doc_, .fn = (void (*)(void))(fn_),                      \
        .raw = PY_IS_RAW(fn_) / (PY_IS_RAW(fn_) == PY_SIG_RAW(sig_)), .binding = bound,            \
    }
#define PY_ROW(name, fn, sig, doc) PY_ROW_AS(PY_BIND_PLAIN, name, fn, sig, doc)
#define PY_CLASS_ROW(name, fn, sig, doc) PY_ROW_AS(PY_BIND_CLASS, name, fn, sig, doc)
#define PY_STATIC_ROW(name, fn, sig, doc) PY_ROW_AS(PY_BIND_STATIC, name, fn, sig, doc)

// With n values, all that the signature declares. Builds with AddressSanitizer let a native see no
// others: one that reads beyond what its row declares is found out.
static inline py_value py_row_call(const struct py_native_row *row, struct py_isolate *iso,
                                   py_value *a, PY_UNUSED int n)
{
#ifdef PY_GC_ASAN
    py_value v[PY_SIG_MAX + 8];
    for (int i = 0; i < n; i++) v[i] = a[i];
    ASAN_POISON_MEMORY_REGION(v + n, sizeof v - (size_t)n * sizeof *v);
    py_value r = ((py_native)row->fn)(iso, v);
    ASAN_UNPOISON_MEMORY_REGION(v, sizeof v);
    return r;
#else
    return ((py_native)row->fn)(iso, a);
#endif
}
static inline py_value py_row_call_raw(const struct py_native_row *row, struct py_isolate *iso,
                                       py_value *a, int n, py_value kw)
{
    return ((py_native_raw)row->fn)(iso, a, n, kw);
}

struct py_getset_row {
    const char *name;
    py_value (*get)(struct py_isolate *iso, py_value self);
    bool (*set)(struct py_isolate *iso, py_value self,
                py_value v); // v NULL: delete; NULL: read-only
    const char *doc;
};
// The setter of an attribute that is a field of the object's struct in CPython, where messages
// differ.
bool py_set_readonly(struct py_isolate *iso, py_value self, py_value v);

// What a type can do. Every slot may be NULL: unsupported. Values NULL / bool false / int -1 mean
// an exception is pending, unless said.
struct py_slots {
    py_value (*make)(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                     py_value kw); // __new__, raw call without cls
    bool (*init)(struct py_isolate *iso, py_value self, py_value *a, int n,
                 py_value kw); // __init__, raw call without self
    py_value (*call)(struct py_isolate *iso, py_value self, py_value *a, int n,
                     py_value kw); // raw call without self
    py_value (*repr)(struct py_isolate *iso, py_value self);
    py_value (*str)(struct py_isolate *iso, py_value self);
    bool (*hash)(struct py_isolate *iso, py_value self, uint64_t *out);
    py_value (*compare)(struct py_isolate *iso, py_value self, py_value other,
                        enum py_cmp op); // PY_NOTIMPL when it cannot
    int (*truth)(struct py_isolate *iso, py_value self);
    int64_t (*length)(struct py_isolate *iso, py_value self);
    py_value (*getitem)(struct py_isolate *iso, py_value self, py_value key);
    bool (*setitem)(struct py_isolate *iso, py_value self, py_value key,
                    py_value v); // v NULL: delete
    int (*contains)(struct py_isolate *iso, py_value self, py_value v);
    py_value (*iter)(struct py_isolate *iso, py_value self);
    py_value (*next)(struct py_isolate *iso, py_value self); // NULL without exception: exhausted
    py_value (*getattr)(struct py_isolate *iso, py_value self, py_value name);
    bool (*setattr)(struct py_isolate *iso, py_value self, py_value name,
                    py_value v); // v NULL: delete
    py_value (*binary)(struct py_isolate *iso, enum py_binop op, py_value a,
                       py_value b); // either operand is of this type; PY_NOTIMPL
    py_value (*inplace)(struct py_isolate *iso, enum py_binop op, py_value a,
                        py_value b); // a is; PY_NOTIMPL falls back to binary
    py_value (*unary)(struct py_isolate *iso, enum py_unop op, py_value a); // PY_NOTIMPL
    py_value (*index)(struct py_isolate *iso, py_value a);                  // __index__
    py_value (*descr_get)(struct py_isolate *iso, py_value descr, py_value obj,
                          struct py_type *type); // obj NULL: through the class
    bool (*descr_set)(struct py_isolate *iso, py_value descr, py_value obj,
                      py_value v); // v NULL: delete
    py_value (*await)(struct py_isolate *iso, py_value self);
    py_value (*aiter)(struct py_isolate *iso, py_value self);
    py_value (*anext)(struct py_isolate *iso, py_value self);
};

struct py_heap;
struct py_typedef {
    const char *name;  // "list"; "collections.deque" sets __module__
    enum py_kind kind; // layout of instances
    uint32_t size;     // bytes of an instance without variable part
    uint16_t
        attrs_off; // offset of struct py_attrs in a *subclass* instance, 0: cannot have attributes
    bool attrs_self; // the builtin type itself gives its instances attributes (functions,
                     // exceptions)
    bool final;      // "type 'bool' is not an acceptable base type"
    bool concat; // + and * are a sequence's (sq_concat, sq_repeat): asked after the number slots
    bool keyed;  // subscripts are keys, not positions: not a sequence, no iteration by them
    bool array;  // instances are a struct py_array (item.h)
    bool plain_name; // messages name it without its module (CPython has it in Python)
    const char *doc;
    const char *sig;                     // of the constructor, for messages and help; NULL: none
    const struct py_native_row *methods; // ended by a NULL name
    const struct py_getset_row *getset;
    struct py_slots slots;
    void (*trace)(struct py_isolate *iso,
                  struct py_obj *o); // marks what the object refers to (PY_K_NATIVE)
    void (*finalize)(
        struct py_isolate *iso,
        struct py_obj *o); // frees memory outside the heap; runs in sweep, may not allocate
    bool (*setup)(struct py_isolate *iso,
                  struct py_type *t); // adds what rows cannot say, when the dict is first filled
};

enum {
    PY_TF_HEAP = 1,          // made by the program
    PY_TF_READY = 2,         // dict filled
    PY_TF_ABSTRACT = 4,      // has abstract methods
    PY_TF_NO_DICT = 8,       // __slots__ without __dict__: only declared names may be set
    PY_TF_GETATTR = 16,      // defines __getattr__ (in it or a base)
    PY_TF_GETATTRIBUTE = 32, // overrides __getattribute__
    PY_TF_SETATTR = 64,      // overrides __setattr__ or __delattr__
    PY_TF_EXC = 128,         // subclass of BaseException
    PY_TF_TYPE = 256,        // metaclass (subclass of type)
    PY_TF_SEQUENCE = 512,
    PY_TF_MAPPING = 1024,                              // match statement
    PY_TF_COLLECTION = PY_TF_SEQUENCE | PY_TF_MAPPING, // one of them at most
    PY_TF_WEAKREFABLE = 2048,
    PY_TF_OWN_MRO = 8192,    // ordered by a program's mro(), or derived from such a class: what it
                             // inherits changes unseen, so that nothing found in it is remembered
    PY_TF_NATIVE = 4096,     // of lib/, but C in CPython: immutable, and messages name its module
    PY_TF_UNORDERED = 32768, // its metaclass's mro() has not answered: `mro` is for the meantime
    PY_TF_SOLID = 16384      // adds storage to what instances of its base have: layout.c
};

struct py_type {
    struct py_obj h;                 // its type is the metaclass
    struct py_attrs at;              // only heap classes of metaclasses with attributes
    const struct py_typedef *def;    // of the builtin base that gives the layout
    py_value name, qualname, module; // str
    struct py_type *base;            // the base whose layout is used; NULL for object
    py_value bases, mro;             // tuples
    struct py_dict *dict;            // own namespace
    struct py_shape *root;           // shape of a new instance
    py_value subclasses;             // list of direct subclasses
    uint64_t version;     // unique; renewed when the class or a base changes. Caches compare it.
    uint32_t flags;       // PY_TF_*
    uint32_t size;        // bytes of the fixed part of an instance
    uint16_t attrs_off;   // offset of struct py_attrs in instances, 0: none
    uint16_t inline_cap;  // inline attribute slots for the next new instance (PY_K_INST)
    struct py_type *next; // while a change is told to the subclasses: the one to be told then
    uint32_t index;       // PY_T_* of builtin types
    struct py_slots s;
};

// Hidden classes: the attribute names of an instance, in order of creation, as a tree per class.
struct py_shape {
    struct py_obj h;
    struct py_type *type;
    struct py_shape *parent; // without `name`; NULL for the root
    py_value name;           // interned str added by this step
    uint32_t count;          // attributes
    uint32_t members;        // how many of them are names of __slots__: the first ones
    uint32_t cap;            // inline slots of instances
    bool dict_mode;
    struct py_dict *next;  // name -> struct py_shape (transitions), NULL: none
    struct py_dict *index; // name -> slot number (small int), made lazily for lookups
};

// One line per builtin type: PY_T_<ID>, see types.def.
enum py_type_id {
#define PY_TYPE(id, def, base) PY_T_##id,
#include "types.def"
#undef PY_TYPE
#define PY_EXC(id, base, doc) PY_T_##id,
#include "exc.def"
#undef PY_EXC
    PY_T_COUNT
};

#endif
