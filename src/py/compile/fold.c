// Constant folding, within the limits of CPython's ast optimiser: literals, unary and binary
// operators on constants whose results stay small, tuples of constants, subscripts of constants.
#include "comp_int.h"

enum { SHORT = 256 }; // texts of at most so many bytes are interned

py_value py_comp_const_value(struct py_comp *c, const struct py_const *k)
{
    return py_comp_const_make(c->iso, k);
}

py_value py_comp_const_make(struct py_isolate *iso, const struct py_const *k)
{
    switch (k->kind) {
    case PY_CONST_NONE: return PY_NONE;
    case PY_CONST_TRUE: return PY_TRUE;
    case PY_CONST_FALSE: return PY_FALSE;
    case PY_CONST_ELLIPSIS: return PY_ELLIPSIS;
    case PY_CONST_INT:
        return k->is_small ? py_int_from_u64(iso, k->u64)
                           : py_int_parse(iso, k->s, k->len, k->base);
    case PY_CONST_FLOAT: return py_float_new(iso, k->f);
    case PY_CONST_IMAG: return py_complex_new(iso, 0.0, k->f);
    case PY_CONST_STR:
        return k->len <= SHORT ? py_str_intern(iso, k->s, k->len) : py_str_new(iso, k->s, k->len);
    default: return py_bytes_new(iso, k->s, k->len);
    }
}

static int64_t bits_of(py_value v)
{
    if (py_is_bigint(v)) {
        int64_t n = ((struct py_bigint *)(void *)v)->n;
        return (n < 0 ? -n : n) * 64;
    }
    int64_t i = py_is_int(v) ? py_small(v) : 1;
    uint64_t m = i < 0 ? (uint64_t)0 - (uint64_t)i : (uint64_t)i;
    return m ? 64 - __builtin_clzll(m) : 0;
}

static bool is_integer(py_value v)
{
    return py_is_int(v) || py_is_bool(v) || py_is_bigint(v);
}

static int64_t length_of(py_value v)
{
    if (py_is_str(v)) return py_str(v)->len;
    if (py_is_kind(v, PY_K_BYTES)) return (int64_t)py_bytes(v)->len;
    return py_is_kind(v, PY_K_TUPLE) ? (int64_t)py_tuple(v)->n : -1;
}

static bool small_repeat(py_value seq, py_value count)
{
    int64_t n = length_of(seq), max = py_is_kind(seq, PY_K_TUPLE) ? 256 : 4096;
    if (!py_is_int(count)) return false;
    return n == 0 || py_small(count) < 0 || py_small(count) <= max / n;
}

// Is the result of a op b small enough to be made at compile time?
static bool affordable(int op, py_value a, py_value b)
{
    bool ints = is_integer(a) && is_integer(b);
    switch (op) {
    case PY_AST_OP_Mult:
        if (ints) return bits_of(a) + bits_of(b) <= 128;
        if (length_of(a) >= 0) return small_repeat(a, b);
        if (length_of(b) >= 0) return small_repeat(b, a);
        return true;
    case PY_AST_OP_Pow:
        if (!ints) return true;
        return py_is_int(b) && py_small(b) >= 0 &&
               (bits_of(a) == 0 || py_small(b) <= 128 / bits_of(a));
    case PY_AST_OP_LShift:
        return ints && py_is_int(b) && py_small(b) >= 0 && bits_of(a) + py_small(b) <= 128;
    case PY_AST_OP_Mod: return length_of(a) < 0; // no string formatting
    case PY_AST_OP_Add: return length_of(a) + length_of(b) <= 4096;
    default: return true;
    }
}

// A failed operation is left for run time, where it raises at the right place.
static py_value forgive(struct py_comp *c, py_value v)
{
    if (v || !c->iso->exc) return v;
    if (c->iso->stop) c->failed = true;
    else py_error_clear(c->iso);
    return NULL;
}

static py_value fold_binary(struct py_comp *c, struct py_node *n)
{
    py_value a = py_fold(c, n->BinOp.left);
    py_value b = a ? py_fold(c, n->BinOp.right) : NULL;
    if (!b || !affordable(n->BinOp.op, a, b)) return NULL;
    return forgive(c, py_binary(c->iso, py_comp_binop_of(n->BinOp.op), a, b));
}

static py_value fold_unary(struct py_comp *c, struct py_node *n)
{
    py_value a = py_fold(c, n->UnaryOp.operand);
    if (!a) return NULL;
    switch (n->UnaryOp.op) {
    case PY_AST_OP_Not: {
        int t = py_truth(c->iso, a);
        return t < 0 ? forgive(c, NULL) : py_bool(!t);
    }
    case PY_AST_OP_Invert:
        return py_is_bool(a) ? NULL : forgive(c, py_unary(c->iso, PY_UN_INVERT, a));
    case PY_AST_OP_UAdd: return forgive(c, py_unary(c->iso, PY_UN_POS, a));
    default: return forgive(c, py_unary(c->iso, PY_UN_NEG, a));
    }
}

static py_value fold_tuple(struct py_comp *c, struct py_node *n)
{
    struct py_nodes *l = &n->Tuple.elts;
    if (n->Tuple.ctx != PY_CTX_LOAD) return NULL;
    for (int i = 0; i < l->n; i++)
        if (!py_fold(c, l->v[i])) return NULL;
    if (!l->n) return c->iso->empty_tuple;
    py_value t = py_tuple_new(c->iso, (uint64_t)l->n);
    for (int i = 0; t && i < l->n; i++) py_tuple(t)->v[i] = py_fold(c, l->v[i]);
    if (!t) c->failed = true;
    return t;
}

static py_value fold_subscript(struct py_comp *c, struct py_node *n)
{
    if (n->Subscript.ctx != PY_CTX_LOAD || n->Subscript.slice->kind == PY_AST_Slice) return NULL;
    py_value o = py_fold(c, n->Subscript.value);
    py_value k = o ? py_fold(c, n->Subscript.slice) : NULL;
    if (!k || length_of(o) < 0) return NULL;
    return forgive(c, py_getitem(c->iso, o, k));
}

// Can v be merged with an equal constant? Not where 1 == True == 1.0 or 0.0 == -0.0 could mix.
static bool mergeable(py_value v)
{
    if (py_is_exact(v, PY_K_STR) || py_is_exact(v, PY_K_BYTES) || py_is_bigint(v)) return true;
    if (!py_is_exact(v, PY_K_TUPLE)) return false;
    for (uint64_t i = 0; i < py_tuple(v)->n; i++) {
        py_value x = py_tuple(v)->v[i];
        if (!py_is_int(x) && !py_is_exact(x, PY_K_STR) && x != PY_NONE) return false;
    }
    return true;
}

// Equal constants of one compilation are one object, as in CPython; short texts are one everywhere.
static py_value merge(struct py_comp *c, py_value v, bool interned)
{
    if (!v || interned || !mergeable(v)) return v;
    if (py_is_exact(v, PY_K_STR) && py_str(v)->len <= SHORT) return py_str_intern_value(c->iso, v);
    if (!c->merged) c->merged = py_dict_new(c->iso);
    if (!c->merged) return NULL;
    py_value old = py_dict_get(c->iso, py_dict(c->merged), v);
    if (old || c->iso->exc) return old;
    return py_dict_set(c->iso, py_dict(c->merged), v, v) ? v : NULL;
}

// Constants whose values are no objects.
static bool immediate(const struct py_const *k)
{
    return k->kind <= PY_CONST_ELLIPSIS ||
           (k->kind == PY_CONST_INT && k->is_small && k->u64 <= INT32_MAX);
}

py_value py_comp_fold_some(struct py_comp *c, struct py_node *n)
{
    if (c->failed) return NULL;
    if (n->kind == PY_AST_Constant && immediate(&n->Constant.value))
        return py_comp_const_value(c, &n->Constant.value);
    py_value v = py_comp_ptrmap_get(&c->folded, n);
    if (v) return v;
    if (py_comp_deep(c)) return NULL;
    switch (n->kind) {
    case PY_AST_Constant:
        v = py_comp_const_value(c, &n->Constant.value);
        if (!v) {
            c->failed = true;
            py_compile_raise_literal(c->iso, n->line, py_str_utf8(c->iso, c->filename, NULL));
        }
        break;
    case PY_AST_BinOp: v = fold_binary(c, n); break;
    case PY_AST_UnaryOp: v = fold_unary(c, n); break;
    case PY_AST_Tuple: v = fold_tuple(c, n); break;
    default: v = fold_subscript(c, n); break;
    }
    bool interned = n->kind == PY_AST_Constant && n->Constant.value.kind == PY_CONST_STR &&
                    n->Constant.value.len <= SHORT;
    if (v && !(v = merge(c, v, interned))) c->failed = true;
    if (v) py_comp_keep(c, v);
    if (v) *py_comp_ptrmap_at(c, &c->folded, n) = (void *)v;
    else n->flags |= PY_NODE_VARIES;
    return v;
}

bool py_comp_const_truth(struct py_comp *c, struct py_node *n, bool *out)
{
    if (n->kind == PY_AST_Name && !strcmp(n->Name.id, "__debug__")) {
        *out = !c->no_assert;
        return true;
    }
    py_value v = py_fold(c, n);
    int t = v ? py_truth(c->iso, v) : -1;
    if (t < 0) return false;
    *out = t;
    return true;
}
