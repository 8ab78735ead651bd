// Memory layout of heap objects. Every object starts with one 8-byte header word that packs its
// type (48-bit pointer), flags and kind. `kind` names the C layout and is shared by a builtin type
// and all subclasses of it; the type is what Python sees.
#ifndef PY_OBJECT_H
#define PY_OBJECT_H

#include "value.h"

struct py_isolate;
struct py_type;

// Their meanings, and what each refers to: kinds.def.
enum py_kind {
#define PY_LEAF(name) PY_K_##name,
#define PY_KIND(name, trace) PY_K_##name,
#include "kinds.def"
#undef PY_KIND
#undef PY_LEAF
    PY_K_COUNT
};

enum {
    PY_F_SUB = 1,      // instance of a subclass of the builtin type that gave the layout
    PY_F_INTERNED = 2, // str: in the intern table; equal interned strings are identical
    // Their meaning is given by the kind.
    PY_F_USER0 = 16,
    PY_F_USER1 = 32
};

struct py_obj {
    uint64_t head; // type << 16 | flags << 8 | kind
};

static inline enum py_kind py_obj_kind(const struct py_obj *o)
{
    return (enum py_kind)(o->head & 0xff);
}
static inline unsigned py_obj_flags(const struct py_obj *o)
{
    return (o->head >> 8) & 0xff;
}
static inline struct py_type *py_obj_type(const struct py_obj *o)
{
    return (struct py_type *)(uintptr_t)(o->head >> 16);
}
static inline void py_obj_set_head(struct py_obj *o, struct py_type *t, unsigned flags,
                                   enum py_kind k)
{
    o->head = (uint64_t)(uintptr_t)t << 16 | flags << 8 | (unsigned)k;
}
static inline void py_obj_set_flag(struct py_obj *o, unsigned f)
{
    o->head |= (uint64_t)f << 8;
}
static inline void py_obj_clear_flag(struct py_obj *o, unsigned f)
{
    o->head &= ~((uint64_t)f << 8);
}

// v is a heap object laid out as `k` (subclass instances included).
static inline bool py_is_kind(py_value v, enum py_kind k)
{
    return py_is_ptr(v) && (py_ptr(v)->head & 0xff) == (uint64_t)k;
}
// v is exactly of the builtin type with that layout, not of a subclass.
static inline bool py_is_exact(py_value v, enum py_kind k)
{
    return py_is_ptr(v) && (py_ptr(v)->head & (0xff | PY_F_SUB << 8)) == (uint64_t)k;
}

// Traced or raw storage. The payload is zeroed when new.
struct py_buf {
    struct py_obj h;
    uint64_t cap; // payload bytes
    union {
        py_value v[1];
        unsigned char b[1]; // both as long as cap says
    } u;
};

// Attributes of an instance: values of shape->count names, the first shape->cap ones inline (only
// PY_K_INST has inline room), the rest in `extra` (a PY_K_VALUES payload). In dictionary mode
// (shape->dict_mode) extra is the struct py_dict * itself, or ends with it when members of
// __slots__ lie there. Found at type->attrs_off in any object whose class gives it attributes.
struct py_attrs {
    struct py_shape *shape; // NULL: no attribute yet (only where cap is 0)
    py_value *extra;
};

struct py_inst {
    struct py_obj h;
    struct py_attrs at;
    py_value slot[]; // shape->cap of them
};

struct py_float {
    struct py_obj h;
    double v;
};
struct py_complex {
    struct py_obj h;
    double re, im;
};

// Magnitude in |n| 64-bit limbs, least significant first, top limb non-zero; sign of n is the sign.
// Canonical: a value that fits 63 bits is never a bigint.
struct py_bigint {
    struct py_obj h;
    int64_t n;
    uint64_t d[];
};

// Instance of a subclass of int: v is the plain int value (small or bigint).
struct py_intobj {
    struct py_obj h;
    struct py_attrs at;
    py_value v;
};
// Instances of subclasses of float and complex have struct py_attrs after the base layout, those of
// tuple and bytes after their last item (type->attrs_off is PY_ATTRS_AFTER then; py_attrs_of
// knows).
enum { PY_ATTRS_AFTER = 1 };

// Code points of `width` bytes each (1, 2 or 4 by the largest one), always the narrowest form.
struct py_str {
    struct py_obj h;
    uint64_t hash;  // 0: not computed yet
    uint32_t len;   // code points
    uint8_t width;  // 1, 2, 4
    uint8_t ascii;  // all < 0x80 (then width is 1 and the bytes are UTF-8 as they stand)
    uint8_t shared; // data lies in a growable struct py_strbuf (see str.c), not inline
    uint8_t pad;
    void *data; // points to the inline bytes or into a PY_K_RAW buffer
    // The text; instances of subclasses keep struct py_attrs here and their text in a buffer.
    unsigned char inl[];
};

struct py_bytes {
    struct py_obj h;
    uint64_t hash;
    uint32_t len;
    unsigned char b[]; // len of them and a 0 byte
};
#define PY_BYTES_MAX 0xfffffff0u
struct py_bytearray {
    struct py_obj h; // PY_F_USER0: a memoryview was made of it
    struct py_attrs at;
    uint64_t len;
    struct py_buf *buf;
};
struct py_tuple {
    struct py_obj h;
    uint64_t n;
    py_value v[];
};
struct py_list {
    struct py_obj h;
    struct py_attrs at;
    uint64_t n;
    uint64_t cap;
    py_value *v;
};
// The members are any ints.
struct py_range {
    struct py_obj h;
    py_value start, stop, step, len;
};
struct py_slice {
    struct py_obj h;
    py_value start, stop, step;
};

// Insertion-ordered dictionary: see obj/dict.h.
// key NULL: deleted.
struct py_dict_entry {
    py_value key;
    py_value value;
};
struct py_dict {
    struct py_obj h;
    struct py_attrs at;
    uint64_t n;              // live entries
    uint64_t used;           // entry slots used, deleted ones included
    struct py_dict_table *t; // NULL while empty
    uint64_t version;        // new unique number whenever a key is added or removed or slots move
    uint64_t first;          // no live entry comes before this one
};
struct py_dict_table {
    struct py_obj h;
    uint8_t log2;             // index slots: 1 << log2
    uint8_t spare;            // bits of an index slot that no entry number needs
    uint8_t group;            // low bits of a hash in which neighbours may differ
    bool hashes;              // hashes are kept: some key is no int, str or bytes
    uint32_t cap;             // entry slots
    struct py_dict_entry e[]; // cap of them; then the index and perhaps the hashes, see dict.c
};

// CPython's open addressing (same probe order, same growth): iteration order of ints is equal.
// key NULL: empty; PY_UNSET: deleted.
struct py_set_entry {
    py_value key;
    uint64_t hash;
};
struct py_set {
    struct py_obj h; // PY_F_USER0: frozenset
    struct py_attrs at;
    uint64_t n, fill, mask; // mask + 1 slots
    struct py_set_entry *e; // NULL while empty; payload of a PY_K_VALUES buffer
    uint64_t hash;          // frozenset, 0: not computed
    uint64_t version;       // changes with every insertion or removal
    uint64_t finger;        // where pop() looks next
};

// Iterator over list, tuple, str, bytes, bytearray or anything with __getitem__ (PY_F_USER0: the
// last), PY_F_USER1: backwards. seq is NULL once exhausted.
struct py_seqiter {
    struct py_obj h;
    py_value seq;
    int64_t i;
};
// Of small ints only.
struct py_rangeiter {
    struct py_obj h;
    int64_t next, step, left;
};
enum py_dictwhat { PY_DICT_KEYS, PY_DICT_VALUES, PY_DICT_ITEMS };
struct py_dictview {
    struct py_obj h;
    struct py_dict *d;
    uint64_t what;
};
struct py_dictiter {
    struct py_obj h;
    struct py_dict *d;
    uint64_t pos;
    uint64_t n; // size of the dict at the start
    uint64_t what;
    bool reverse;
    uint64_t left; // items still to come
};

// v NULL: unbound.
struct py_cell {
    struct py_obj h;
    py_value v;
};

struct py_func {
    struct py_obj h;
    struct py_attrs at;
    struct py_code *code;
    struct py_dict *globals;
    struct py_dict *builtins;
    py_value *closure; // payload of a PY_K_VALUES buffer: struct py_cell values; NULL: none
    py_value defaults; // tuple or NULL
    struct py_dict *kwdefaults; // or NULL
    py_value name, qualname, doc, module;
    py_value annotations; // dict, NULL until asked for
    py_value type_params; // tuple or NULL
    uint64_t version;     // changes with __code__/__defaults__/__kwdefaults__
};

struct py_native_row;
struct py_sig;
struct py_builtin {
    struct py_obj h;
    const struct py_native_row *row;
    const struct py_sig *sig; // parsed signature, shared by the isolate
    py_value self;            // bound receiver of a method, class of a classmethod, or NULL
    struct py_type *owner;    // type that defines the method, NULL for functions
    py_value module;          // module name or NULL
    // Of an unbound classmethod: calls keep off the quick way, which would take an instance for a
    // class.
    bool of_class;
};

struct py_method {
    struct py_obj h;
    py_value func, self;
};
// And staticmethod.
struct py_classmethod {
    struct py_obj h;
    struct py_attrs at;
    py_value func;
};
struct py_property {
    struct py_obj h;
    struct py_attrs at;
    py_value get, set, del, doc, name;
};
// The descriptor of a name of __slots__.
struct py_member {
    struct py_obj h;
    py_value name;
    struct py_type *owner;
    py_value key; // of the storage: name, unless a base class has a member of that name too
};
struct py_getset {
    struct py_obj h;
    const struct py_getset_row *row;
    struct py_type *owner;
};
struct py_super {
    struct py_obj h;
    struct py_attrs at;
    struct py_type *type;
    py_value obj;
    struct py_type *obj_type;
};
struct py_module {
    struct py_obj h;
    struct py_attrs at;
    struct py_dict *dict;
    const struct py_moddef *def;
    void *state;
};

struct py_exc {
    struct py_obj h;
    struct py_attrs at;
    py_value args;           // tuple
    py_value cause, context; // exception or NULL
    py_value traceback;      // struct py_traceback or NULL
    bool suppress;           // __suppress_context__
    py_value a, b, c,
        d; // by class: StopIteration.value (a), SystemExit.code (a), NameError.name (a),
           // AttributeError name/obj (a/b), ImportError name/path/msg (a/b/c), OSError errno/
           // strerror/filename (a/b/c), ExceptionGroup message/exceptions (a/b),
           // SyntaxError: details tuple (a), msg (b), UnicodeError: 5 args, KeyError: dict (b)
};
struct py_traceback {
    struct py_obj h;
    struct py_traceback *next;
    struct py_code *code;
    struct py_obj *place; // the frame object, or the globals until one is asked for
    uint32_t lasti;       // in bytes of the instructions
    uint32_t line;
    uint32_t left; // line at which the exception left the frame after a handler of it; 0: at `line`
};

#endif
