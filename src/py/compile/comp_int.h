// Private to src/py/compile. Order of work: scope.c finds what every name is, the code generator
// (stmt*.c, expr*.c, ...) emits instructions into a unit (emit.c), finish.c turns the unit into a
// code object. Errors are sticky: after c->failed is set everything goes through the motions and
// the result is dropped, so callers need not check.
#ifndef PY_COMP_INT_H
#define PY_COMP_INT_H

#include "compile.h"

#include "../parse/parse.h"

// --- memory of one compilation (mem.c) ----------------------------------------------------------
// Chunks filled one after the other; those behind `at` are empty and wait for use.
struct py_chunk;
struct py_arena {
    struct py_chunk *first, *at;
};
struct py_arena_mark {
    struct py_chunk *at;
    size_t used;
};
struct py_ident {
    const char *s;
    uint32_t len, hash;
    py_value made; // py_text()
    struct py_ident *next;
    const struct py_scope *scope; // where it was found last
    struct py_sym *sym;
};
struct py_ptrmap {
    struct py_arena *arena; // NULL: c->whole
    struct py_ptrmap_row {
        const void *key; // NULL: free
        void *value;
    } * rows;
    uint32_t cap, n;
};

enum py_scope_kind {
    PY_SC_MODULE,
    PY_SC_CLASS,
    PY_SC_FUNC,
    PY_SC_LAMBDA,
    PY_SC_GENEXP,
    PY_SC_COMP,
    PY_SC_TYPES
};
enum {
    PY_S_PARAM = 1,
    PY_S_BOUND = 2,
    PY_S_USED = 4,
    PY_S_GLOBAL = 8,
    PY_S_NONLOCAL = 16,
    PY_S_DELETED = 32,
    PY_S_CELL = 64
};
enum py_where {
    PY_W_UNKNOWN,
    PY_W_LOCAL,
    PY_W_FREE,
    PY_W_GLOBAL,
    PY_W_NAME,
    PY_W_CLASSDEREF,
    PY_W_ALIAS
};

struct py_sym {
    struct py_ident *name;
    unsigned flags; // PY_S_*
    enum py_where where;
    int reg;              // LOCAL: register (holding a cell when PY_S_CELL)
    struct py_sym *alias; // ALIAS: symbol of an enclosing scope in the same unit
    struct py_sym *next;
};

struct py_scope {
    enum py_scope_kind kind;
    struct py_node *node;
    struct py_scope *parent;
    struct py_scope *unit; // scope whose code object holds this one: itself, or of a comprehension
    struct py_scope *first, *last, *sibling; // children
    struct py_ptrmap map;                    // ident -> sym
    struct py_sym *syms, *syms_last;
    struct py_ident **frees;
    int nfrees, frees_cap;
    struct py_ident *private_; // class whose names are mangled
    struct py_scope *sees;     // of a lazy value: the class right around it, or NULL
    bool is_generator, is_async, walrus, class_cell, dict_cell, has_annotations, nested;
};

// --- a code object in the making ----------------------------------------------------------------
struct py_ins {
    uint16_t op, a, b, c;
    int32_t target;  // label, in finish.c the instruction that it is bound to; -1 none
    int32_t handler; // index or -1
    struct py_code_pos pos;
};
// An exception handler: the label of its code.
struct py_hand {
    int target;
};

// How many items of a display, or arguments, lie in registers at a time: what has more collects
// them one by one.
enum { PY_COMP_AT_ONCE = 30 };

enum { PY_COMP_AIMED_AT = -2 };

enum py_block_kind { PY_B_LOOP, PY_B_FINALLY, PY_B_HANDLER, PY_B_WITH, PY_B_ASYNC_WITH };
struct py_block {
    enum py_block_kind kind;
    struct py_block *up;
    int brk, cont;         // LOOP: labels
    int outer;             // handler outside the block
    int reg;               // HANDLER: PUSH_EXC pair; WITH: exit pair
    struct py_nodes *body; // FINALLY
    struct py_ident *name; // HANDLER: name to be unbound
    struct py_node *node;  // WITH: statement (positions)
    struct py_scope *scope;
};

struct py_consts {
    struct py_buf *values;
    uint32_t n;
    struct py_ptrmap index; // bits -> index + 1
};

struct py_unit {
    struct py_unit *up;
    struct py_arena_mark mark; // of c->passing, where what this unit needs begins
    struct py_scope *scope;
    struct py_code *code;       // kept alive by the C stack
    struct py_consts near, far; // which LOADK_FAR loads
    struct py_buf *ics;
    uint32_t nics, nown;     // of these belong to a single site
    struct py_ptrmap shared; // ident -> index + 1 of a cache that serves as a name
    struct py_ins *ins;
    int nins, ins_cap;
    int *jumps; // the instructions with a target
    int njumps, jumps_cap;
    int *labels; // instruction index, -1 not bound, PY_COMP_AIMED_AT: nor that, but jumped to
    int nlabels, labels_cap;
    struct py_hand *hands;
    int nhands, hands_cap;
    struct py_code_mark *marks; // `at` counts in ins
    int nmarks, marks_cap;
    int handler; // innermost active, -1 none
    bool checks; // there are CHECKs
    struct py_block *blocks;
    int nlocals; // named registers
    struct py_ident **varnames;
    int varnames_cap;
    int top, max; // next free temporary, registers needed
    int cell_reg; // class body: register of the __class__ cell, -1
    int dict_reg; // ... and of the cell by which lazy values see the class when it is made, -1
    py_value qualname;
};

struct py_comp {
    struct py_isolate *iso;
    struct py_arena whole;   // lives as long as the compilation
    struct py_arena passing; // a stack: of the units in the making alone
    const struct py_ast *ast;
    py_value filename;
    py_value merged; // dict of constants that may be shared, or NULL
    py_value keep;   // list of values that only our own memory refers to
    struct py_ident **idents;
    uint32_t idents_cap, nidents;
    struct py_ptrmap by_name; // interned name -> ident, where it is not mangled
    struct py_ptrmap scopes;  // node -> scope
    struct py_ptrmap folded;  // node -> value
    struct py_ptrmap awaited; // node of what is called -> call that it is an argument of
    struct py_ptrmap windows; // such a call -> its first register + 1, once that is known
    struct py_scope *scope;   // current, comprehensions included
    struct py_unit *u;
    struct py_code_pos pos;
    int mode;
    bool names;     // PY_MODE_NAMES
    bool no_assert; // PY_MODE_NO_ASSERT
    bool no_doc;    // PY_MODE_NO_DOC
    bool declares;  // the name being stored is that of a def, or imported
    bool failed;
    void *sink; // where maps write after memory ran out
    struct py_ident no_ident;
    struct py_ident *id_class, *id_super, *id_dot0, *id_classcell, *id_classdict, *id_classdictcell,
        *id_type_params, *id_qualname, *id_module, *id_doc, *id_name;
};

// Zeroed, and not; NULL only after failure.
void *py_comp_mem(struct py_comp *c, struct py_arena *a, size_t n);
void *py_comp_room(struct py_comp *c, struct py_arena *a, size_t n);
// Room for one more behind n items; not zeroed.
void *py_comp_grow(struct py_comp *c, struct py_arena *a, void *p, int n, int *cap, size_t item);
struct py_arena_mark py_comp_arena_mark(const struct py_arena *a);
void py_comp_arena_reset(struct py_arena *a,
                         struct py_arena_mark mark); // all since the mark is free
void py_comp_release(struct py_comp *c);
// No mangling. s: of the tree, the arena or static; of a part, anything.
struct py_ident *py_comp_id(struct py_comp *c, const char *s);
struct py_ident *py_comp_part_id(struct py_comp *c, const char *s, size_t n);
// name: of the tree, or static.
struct py_ident *py_comp_mangle(struct py_comp *c, const struct py_scope *s, const char *name);
void **py_comp_ptrmap_at(struct py_comp *c, struct py_ptrmap *m, const void *key); // makes the slot
void *py_comp_ptrmap_get(const struct py_ptrmap *m, const void *key);
py_value py_comp_keep(struct py_comp *c, py_value v); // NULL marks failure
py_value py_comp_text_made(struct py_comp *c, struct py_ident *id);
// The interned str of a name, made when it is first asked for; NULL only after failure.
static inline py_value py_text(struct py_comp *c, struct py_ident *id)
{
    return id->made ? id->made : py_comp_text_made(c, id);
}
bool py_comp_stop(struct py_comp *c); // py_comp_deep said no: raises what there is to raise; true
// True: failed, out of time, or the C stack is running out.
static inline bool py_comp_deep(struct py_comp *c)
{
    char here;
    bool go_on = !c->failed && &here >= c->iso->c_limit && py_tick(c->iso, 2);
    return !go_on && py_comp_stop(c);
}
void py_comp_unsupported(struct py_comp *c, const struct py_node *n, const char *what);

// --- scopes (scope.c, resolve.c) ----------------------------------------------------------------
struct py_scope *py_scope_build(struct py_comp *c, struct py_node *root);
void py_scope_resolve(struct py_comp *c, struct py_scope *root);
struct py_sym *py_scope_search(const struct py_scope *s, struct py_ident *name);
static inline struct py_sym *py_scope_find(const struct py_scope *s, struct py_ident *name)
{
    return name->scope == s ? name->sym : py_scope_search(s, name);
}
// Looked up from c->scope, aliases followed.
struct py_sym *py_scope_lookup(struct py_comp *c, struct py_ident *name);
int py_scope_slot(const struct py_scope *s, const struct py_ident *name); // closure slot, -1
int py_comp_free_slot(struct py_comp *c, const struct py_ident *id);
struct py_scope *py_scope_of(struct py_comp *c, const void *key);

// --- calls that are awaited (awaited.c) ---------------------------------------------------------
void py_comp_find_awaited(struct py_comp *c, struct py_node *root);
// Behind the register of what n calls (n: the call, or a function that map() is to call).
void py_comp_later(struct py_comp *c, const struct py_node *n, int reg);
// What a call calls lies in `reg`, and its arguments are next.
void py_comp_window(struct py_comp *c, const struct py_node *call, int reg);

// --- emission (emit.c, finish.c) ----------------------------------------------------------------
// Position of what is emitted next.
static inline void py_at(struct py_comp *c, const struct py_node *n)
{
    c->pos = (struct py_code_pos){(uint32_t)n->line, (uint32_t)n->end_line,
                                  (uint16_t)(n->col < 0xffff ? n->col : 0xffff),
                                  (uint16_t)(n->end_col < 0xffff ? n->end_col : 0xffff)};
}
int py_comp_emit(struct py_comp *c, enum py_op op, int a, int b, int cc);
void py_comp_jump(struct py_comp *c, enum py_op op, int a, int b, int label);
int py_comp_label(struct py_comp *c);
void py_comp_bind(struct py_comp *c, int label);
// Here stands n, which may have no instructions of its own.
void py_comp_mark(struct py_comp *c, const struct py_node *n);
int py_comp_tmp(struct py_comp *c);         // next temporary
int py_comp_tmps(struct py_comp *c, int n); // first of n
static inline int py_dst(struct py_comp *c, int want)
{
    return want >= 0 ? want : py_comp_tmp(c);
}
int py_comp_konst(struct py_comp *c, py_value v); // constant index
int py_comp_kident(struct py_comp *c, struct py_ident *id);
// Emits an instruction one operand of which is a name's inline cache; other: the one besides a.
void py_comp_named(struct py_comp *c, enum py_op op, int a, int other, struct py_ident *id);
int py_comp_loadk(struct py_comp *c, py_value v, int want);
int py_comp_hand_new(struct py_comp *c); // handler with a fresh label
void py_comp_unit_begin(struct py_comp *c, struct py_unit *u, struct py_scope *s, const char *name);
struct py_code *py_comp_unit_end(struct py_comp *c); // finishes c->u and pops it
void py_comp_block_push(struct py_comp *c, struct py_block *b, enum py_block_kind kind);
void py_comp_block_pop(struct py_comp *c);

// --- expressions --------------------------------------------------------------------------------
enum { PY_ANY = -1 };
// Value of n in a register: `want`, or with PY_ANY a local's own register or a new temporary.
int py_comp_expr(struct py_comp *c, struct py_node *n, int want);
int py_comp_expr_tmp(struct py_comp *c, struct py_node *n); // in a new temporary on top
void py_comp_effect(struct py_comp *c, struct py_node *n);  // value unused
// Jumps to the label when the truth of n is `when`.
int py_comp_cond(struct py_comp *c, struct py_node *n, bool when, int label);
void py_comp_at_attribute(struct py_comp *c, const struct py_node *loc, const struct py_node *attr);
int py_comp_compare_expr(struct py_comp *c, struct py_node *n, int want);
int py_comp_call_expr(struct py_comp *c, struct py_node *n, int want);
bool py_comp_super_call(struct py_comp *c, struct py_node *call);
int py_comp_super_attr(struct py_comp *c, struct py_node *n, int want, bool method);
int py_comp_comprehension(struct py_comp *c, struct py_node *n, int want);
int py_comp_genexp(struct py_comp *c, struct py_node *n, int want);
int py_comp_display(struct py_comp *c, struct py_node *n, int want);
int py_comp_dict_display(struct py_comp *c, struct py_node *n, int want);
int py_comp_fstring(struct py_comp *c, struct py_node *n, int want);
// The register of an operand that must survive the evaluation of `later` (walrus).
int py_comp_stable(struct py_comp *c, int reg, const struct py_node *later);
// A list of the items, stars expanded.
int py_comp_list_of_nodes(struct py_comp *c, struct py_nodes *l, int want);
void py_comp_await_top(struct py_comp *c, int reg, int dst, int where);
py_value py_comp_fold_some(struct py_comp *c,
                           struct py_node *n); // of the kinds that may be constant
// Constant value or NULL.
static inline py_value py_fold(struct py_comp *c, struct py_node *n)
{
    bool maybe = n->kind == PY_AST_Constant || n->kind == PY_AST_BinOp ||
                 n->kind == PY_AST_UnaryOp || n->kind == PY_AST_Tuple ||
                 n->kind == PY_AST_Subscript;
    return maybe && !(n->flags & PY_NODE_VARIES) ? py_comp_fold_some(c, n) : NULL;
}
py_value py_comp_docstring(struct py_comp *c, const struct py_nodes *body); // or NULL
py_value py_comp_const_value(struct py_comp *c, const struct py_const *k);
py_value py_comp_frozenset_of(struct py_comp *c, py_value tuple);
bool py_comp_const_truth(struct py_comp *c, struct py_node *n, bool *out); // compile-time truth

// --- names and targets --------------------------------------------------------------------------
int py_comp_name_load(struct py_comp *c, struct py_ident *id, int want);
void py_comp_name_store(struct py_comp *c, struct py_ident *id, int reg);
void py_comp_name_define(struct py_comp *c, struct py_ident *id, int reg); // of def and import
void py_comp_name_del(struct py_comp *c, struct py_ident *id);
struct py_ident *py_comp_local_id(struct py_comp *c,
                                  const char *name);            // mangled for the current scope
int py_comp_name_local(struct py_comp *c, struct py_ident *id); // register of a plain local, -1
void py_comp_store(struct py_comp *c, struct py_node *target, int reg);
void py_comp_delete(struct py_comp *c, struct py_node *target);
void py_comp_assign_stmt(struct py_comp *c, struct py_node *n);
void py_comp_augassign(struct py_comp *c, struct py_node *n);
void py_comp_annassign(struct py_comp *c, struct py_node *n);
enum py_binop py_comp_binop_of(int ast_op);
int py_comp_annotation(struct py_comp *c, struct py_node *n); // value in a new temporary

// --- statements ---------------------------------------------------------------------------------
void py_comp_body(struct py_comp *c, struct py_nodes *l);
void py_comp_try(struct py_comp *c, struct py_node *n);
void py_comp_try_star(struct py_comp *c, struct py_node *n);
void py_comp_with(struct py_comp *c, struct py_node *n);
void py_comp_match(struct py_comp *c, struct py_node *n);
void py_comp_import_stmt(struct py_comp *c, struct py_node *n);
void py_comp_import_from(struct py_comp *c, struct py_node *n);
void py_comp_funcdef(struct py_comp *c, struct py_node *n);
int py_comp_lambda(struct py_comp *c, struct py_node *n, int want);
void py_comp_classdef(struct py_comp *c, struct py_node *n);
// Emits MAKE_FUNCTION of a compiled unit: parts is the first of four registers or -1.
int py_comp_make_function(struct py_comp *c, struct py_code *code, struct py_scope *s, int parts,
                          int want);
void py_comp_type_alias(struct py_comp *c, struct py_node *n);
int py_comp_enter_types(struct py_comp *c, struct py_nodes *params);
void py_comp_decorate(struct py_comp *c, struct py_nodes *deco, int base, struct py_node *n);
py_value py_unparse(struct py_comp *c, struct py_node *n); // source text of an expression

// Forms of the instructions, by opcode.
struct py_op_info {
    char form[4];
    const char *name;
};
extern const struct py_op_info py_op_infos[PY_OP_COUNT];

#endif
