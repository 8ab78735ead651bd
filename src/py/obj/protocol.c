// The protocols of Python's data model: each function finds the slot of the operand's type, applies
// the language's rules (reflected operands, fallbacks, result checks) and gives CPython's errors.
#include "../native.h"
#include "float.h"
#include "int.h"
#include "seq_int.h"

static const char *const op_symbols[] = {
#define PY_OPERATOR(op, symbol, stem) [op] = symbol,
#include "operators.def"
#undef PY_OPERATOR
};

// --- items --------------------------------------------------------------------------------------

bool py_as_subscript(struct py_isolate *iso, py_value key, int64_t *out)
{
    if (py_as_int64(iso, key, out)) return true;
    if (py_error_is(iso, PY_T_OverflowError)) {
        py_error_clear(iso);
        py_raise(iso, PY_T_IndexError, "cannot fit '%T' into an index-sized integer", key);
    }
    return false;
}

py_value py_getitem(struct py_isolate *iso, py_value o, py_value k)
{
    struct py_type *t = py_type_of(iso, o);
    if (t->s.getitem) return py_slot_getitem(iso, &t->s, o, k);
    if (py_is_type(o)) {
        struct py_type *c = (struct py_type *)o;
        if (c == py_t(iso, PY_T_TYPE)) return py_generic_alias_new(iso, o, k);
        py_value f = py_getattr_opt(iso, o, py_name(iso, PY_N___class_getitem__));
        if (f && f != PY_NONE) return py_call1(iso, f, k);
        if (iso->exc) return NULL;
        return py_raise_type_error(iso, "type '%U' is not subscriptable", c->name);
    }
    return py_raise_type_error(iso, "'%T' object is not subscriptable", o);
}

bool py_setitem(struct py_isolate *iso, py_value o, py_value k, py_value v)
{
    struct py_type *t = py_type_of(iso, o);
    if (t->s.setitem) return py_slot_setitem(iso, &t->s, o, k, v);
    // CPython's sequences (and classes of programs) take another road for whole indices.
    bool sequence = t->s.contains || t->flags & PY_TF_HEAP;
    int64_t i;
    bool index = sequence && (py_is_anyint(k) || py_type_of(iso, k)->s.index);
    if (index && !py_as_subscript(iso, k, &i)) return false;
    py_raise_type_error(iso,
                        v       ? "'%T' object does not support item assignment"
                        : index ? "'%T' object doesn't support item deletion"
                                : "'%T' object does not support item deletion",
                        o);
    return false;
}

int py_contains(struct py_isolate *iso, py_value o, py_value v)
{
    struct py_type *t = py_type_of(iso, o);
    if (t->s.contains) return py_slot_contains(iso, &t->s, o, v);
    py_value it = py_iter(iso, o), x;
    if (!it) {
        if (py_error_is(iso, PY_T_TypeError))
            py_raise_type_error(iso, "argument of type '%T' is not iterable", o);
        return -1;
    }
    while ((x = py_next(iso, it))) {
        int eq = py_eq(iso, x, v);
        if (eq) return eq;
        if (!py_tick(iso, 1)) return -1;
    }
    return iso->exc ? -1 : 0;
}

int64_t py_len(struct py_isolate *iso, py_value o)
{
    struct py_type *t = py_type_of(iso, o);
    if (t->s.length) return py_slot_length(iso, &t->s, o);
    py_raise_type_error(iso, "object of type '%T' has no len()", o);
    return -1;
}

int64_t py_length_hint(struct py_isolate *iso, py_value o, int64_t fallback)
{
    struct py_type *t = py_type_of(iso, o);
    if (t->s.length) {
        int64_t n = py_len(iso, o);
        if (n >= 0) return n;
        if (!py_error_is(iso, PY_T_TypeError)) return -1;
        py_error_clear(iso);
    }
    bool found;
    py_value v = py_call_special(iso, o, py_name(iso, PY_N___length_hint__), NULL, 0, &found);
    if (!v) {
        if (found && py_error_is(iso, PY_T_TypeError)) {
            py_error_clear(iso);
            return fallback;
        }
        return iso->exc ? -1 : fallback;
    }
    if (v == PY_NOTIMPL) return fallback;
    if (!py_is_anyint(v)) {
        py_raise_type_error(iso, "__length_hint__ must be an integer, not %T", v);
        return -1;
    }
    int64_t n;
    if (!py_as_int64(iso, v, &n)) return -1;
    if (n < 0) {
        py_raise_value_error(iso, "__length_hint__() should return >= 0");
        return -1;
    }
    return n;
}

// --- truth, hash, equality ----------------------------------------------------------------------

int py_truth_slow(struct py_isolate *iso, py_value v)
{
    struct py_type *t = py_type_of(iso, v);
    if (t->s.truth) return py_slot_truth(iso, &t->s, v);
    if (t->s.length) {
        int64_t n = py_len(iso, v);
        return n < 0 ? -1 : n > 0;
    }
    return 1;
}

bool py_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    if (py_is_exact(v, PY_K_STR)) {
        *out = py_str_hash(iso, py_str(v));
        return true;
    }
    struct py_type *t = py_type_of(iso, v);
    if (!t->s.hash) {
        py_raise_type_error(iso, "unhashable type: '%T'", v);
        return false;
    }
    if (!py_enter(iso, "")) return false;
    bool ok = py_slot_hash(iso, &t->s, v, out);
    py_leave(iso);
    return ok;
}

static const enum py_cmp mirrored[] = {PY_CMP_GT, PY_CMP_GE, PY_CMP_EQ,
                                       PY_CMP_NE, PY_CMP_LT, PY_CMP_LE};
static const char *const cmp_symbols[] = {"<", "<=", "==", "!=", ">", ">="};

static py_value compare_slots(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    struct py_type *ta = py_type_of(iso, a), *tb = py_type_of(iso, b);
    bool tried = false;
    py_value r;
    if (ta != tb && tb->s.compare && py_type_issub(tb, ta)) {
        tried = true;
        r = py_slot_compare(iso, &tb->s, b, a, mirrored[op]);
        if (r != PY_NOTIMPL) return r;
    }
    if (ta->s.compare) {
        r = py_slot_compare(iso, &ta->s, a, b, op);
        if (r != PY_NOTIMPL) return r;
    }
    if (!tried && tb->s.compare) {
        r = py_slot_compare(iso, &tb->s, b, a, mirrored[op]);
        if (r != PY_NOTIMPL) return r;
    }
    if (op == PY_CMP_EQ) return py_bool(a == b);
    if (op == PY_CMP_NE) return py_bool(a != b);
    return py_raise_type_error(iso, "'%s' not supported between instances of '%T' and '%T'",
                               cmp_symbols[op], a, b);
}

py_value py_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (py_is_exact(a, PY_K_TUPLE) && py_is_exact(b, PY_K_TUPLE))
        return py_seq_compare(iso, a, b, op);
    if (!py_enter(iso, " in comparison")) return NULL;
    py_value r = compare_slots(iso, a, b, op);
    py_leave(iso);
    return r;
}

int py_compare_bool(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (a == b) {
        if (op == PY_CMP_EQ) return 1;
        if (op == PY_CMP_NE) return 0;
    }
    if (py_are_ints(a, b)) {
        int64_t x = py_small(a), y = py_small(b);
        return PY_HOLDS(op, x, y);
    }
    py_value r = py_compare(iso, a, b, op);
    return r ? py_truth(iso, r) : -1;
}

int py_eq(struct py_isolate *iso, py_value a, py_value b)
{
    if (a == b) return 1;
    if (py_are_ints(a, b)) return 0;
    if (py_is_exact(a, PY_K_STR) && py_is_exact(b, PY_K_STR) && py_str(a)->len <= PY_STR_LONG)
        return py_str_equal(py_str(a), py_str(b));
    return py_compare_bool(iso, a, b, PY_CMP_EQ);
}

// --- arithmetic ---------------------------------------------------------------------------------

// Result of the slots of the operands that are asked, PY_NOTIMPL when none took it.
static py_value binary_slots(struct py_isolate *iso, enum py_binop op, py_value a, py_value b,
                             bool ask_a, bool ask_b)
{
    struct py_type *ta = py_type_of(iso, a), *tb = py_type_of(iso, b);
    ask_a = ask_a && ta->s.binary;
    ask_b = ask_b && tb->s.binary && !(ask_a && ta == tb);
    bool same = ask_a && ask_b && ta->s.binary == tb->s.binary;
    if (ask_a && ask_b && !same && py_type_issub(tb, ta)) {
        py_value r = py_slot_binary(iso, &tb->s, op, a, b);
        if (r != PY_NOTIMPL) return r;
        ask_b = false;
    }
    if (ask_a) {
        py_value r = py_slot_binary(iso, &ta->s, op, a, b);
        if (r != PY_NOTIMPL) return r;
        if (same) ask_b = false; // one function that knows both sides has answered
    }
    return ask_b ? py_slot_binary(iso, &tb->s, op, a, b) : PY_NOTIMPL;
}

static bool is_sequence(struct py_type *t)
{
    return t->def->concat;
}

// In place, whatever has methods of sequences is asked itself, not the sequence on the right.
static bool repeats_itself(struct py_type *t)
{
    return !is_sequence(t) && (t->s.contains || t->s.length);
}

static py_value raise_unsupported(struct py_isolate *iso, enum py_binop op, py_value a, py_value b,
                                  const char *suffix)
{
    if (*suffix && op == PY_BIN_POW) // named without the optional third operand
        return py_raise_type_error(iso, "unsupported operand type(s) for **=: '%T' and '%T'", a, b);
    return py_raise_type_error(iso, "unsupported operand type(s) for %s%s: '%T' and '%T'",
                               op_symbols[op], suffix, a, b);
}

static py_value raise_operands(struct py_isolate *iso, enum py_binop op, py_value a, py_value b,
                               const char *suffix)
{
    struct py_type *ta = py_type_of(iso, a), *tb = py_type_of(iso, b);
    if (op == PY_BIN_ADD && is_sequence(ta) && !py_has_own_method(iso, a, PY_N___add__)) {
        if (ta->def->kind == PY_K_LIST || ta->def->kind == PY_K_TUPLE || ta->def->kind == PY_K_STR)
            return py_raise_type_error(iso, "can only concatenate %s (not \"%T\") to %s",
                                       ta->def->name, b, ta->def->name);
        return py_raise_type_error(iso, "can't concat %T to %T", b, a);
    }
    if (op == PY_BIN_MUL && !(*suffix && repeats_itself(ta)) &&
        (is_sequence(ta) || is_sequence(tb)))
        return py_raise_type_error(iso, "can't multiply sequence by non-int of type '%T'",
                                   is_sequence(ta) ? b : a);
    if (op == PY_BIN_RSHIFT && !*suffix && py_is_kind(a, PY_K_BUILTIN) &&
        !strcmp(((struct py_builtin *)a)->row->name, "print"))
        return py_raise_type_error(
            iso,
            "unsupported operand type(s) for >>: '%T' and '%T'. Did you mean \"print(<message>, file=<output_stream>)\"?",
            a, b);
    return raise_unsupported(iso, op, a, b, suffix);
}

// --- + and * of sequences and their subclasses
// In CPython a type has one set of slots as a number and one as a sequence. A builtin sequence has
// only the second; a subclass with __add__ or __mul__ of its own has the first instead.

bool py_as_number(struct py_isolate *iso, py_value v, enum py_binop op)
{
    if ((op != PY_BIN_ADD && op != PY_BIN_MUL) || !is_sequence(py_type_of(iso, v))) return true;
    return py_has_own_method(iso, v, op == PY_BIN_ADD ? PY_N___add__ : PY_N___mul__) ||
           py_has_own_method(iso, v, op == PY_BIN_ADD ? PY_N___radd__ : PY_N___rmul__);
}

static bool as_sequence(struct py_isolate *iso, py_value v, enum py_binop op)
{
    if (!is_sequence(py_type_of(iso, v))) return false;
    if (op == PY_BIN_ADD) return !py_has_own_method(iso, v, PY_N___add__);
    return !py_as_number(iso, v, op);
}

// Is this + or * of a sequence where a class of the program has a say, or two sequences' *?
static bool is_mixed(enum py_binop op, struct py_type *ta, struct py_type *tb)
{
    if (op == PY_BIN_MUL && is_sequence(ta) && is_sequence(tb)) return true;
    return (op == PY_BIN_ADD || op == PY_BIN_MUL) && (ta->flags | tb->flags) & PY_TF_HEAP &&
           (is_sequence(ta) || is_sequence(tb));
}

static py_value mixed(struct py_isolate *iso, enum py_binop op, py_value a, py_value b,
                      bool inplace)
{
    struct py_type *ta = py_type_of(iso, a), *tb = py_type_of(iso, b);
    bool own = py_has_own_method(iso, a, op == PY_BIN_ADD ? PY_N___iadd__ : PY_N___imul__);
    if (inplace && ta->s.inplace && (own || !is_sequence(ta))) {
        py_value r = py_slot_inplace(iso, &ta->s, op, a, b);
        if (r != PY_NOTIMPL) return r;
    }
    // A subclass finds the += it inherits before an __add__, the *= not, and a builtin type
    // neither.
    bool inherited = inplace && !own && is_sequence(ta) && ta->def->slots.inplace;
    if (inherited && op == PY_BIN_ADD && ta->flags & PY_TF_HEAP)
        return py_slot_inplace(iso, &ta->def->slots, op, a, b);
    py_value r = binary_slots(iso, op, a, b, py_as_number(iso, a, op), py_as_number(iso, b, op));
    if (r != PY_NOTIMPL) return r;
    if (inherited) return py_slot_inplace(iso, &ta->def->slots, op, a, b);
    if (as_sequence(iso, a, op)) return py_slot_binary(iso, &ta->def->slots, op, a, b);
    // In place, what has methods of sequences itself does not leave it to the one on the right.
    if (op == PY_BIN_MUL && as_sequence(iso, b, op) &&
        !(inplace && (repeats_itself(ta) || ta->flags & PY_TF_HEAP)))
        return py_slot_binary(iso, &tb->def->slots, op, b, a); // b is repeated, whatever a is
    return iso->exc ? NULL : raise_unsupported(iso, op, a, b, inplace ? "=" : "");
}

py_value py_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (is_mixed(op, py_type_of(iso, a), py_type_of(iso, b))) {
        py_value m = mixed(iso, op, a, b, false);
        return m == PY_NOTIMPL ? raise_operands(iso, op, a, b, "") : m;
    }
    py_value r = binary_slots(iso, op, a, b, true, true);
    return r == PY_NOTIMPL ? raise_operands(iso, op, a, b, "") : r;
}

py_value py_inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    struct py_type *t = py_type_of(iso, a), *tb = py_type_of(iso, b);
    if (is_mixed(op, t, tb)) {
        py_value m = mixed(iso, op, a, b, true);
        return m == PY_NOTIMPL ? raise_operands(iso, op, a, b, "=") : m;
    }
    if (t->s.inplace) {
        py_value r = py_slot_inplace(iso, &t->s, op, a, b);
        if (r != PY_NOTIMPL) return r;
    }
    bool repeat = op == PY_BIN_MUL && repeats_itself(t) && is_sequence(tb);
    py_value r = !repeat       ? binary_slots(iso, op, a, b, true, true)
                 : t->s.binary ? py_slot_binary(iso, &t->s, op, a, b)
                               : PY_NOTIMPL;
    return r == PY_NOTIMPL ? raise_operands(iso, op, a, b, "=") : r;
}

py_value py_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    static const char *const names[] = {"unary -", "unary +", "unary ~", "abs()"};
    struct py_type *t = py_type_of(iso, a);
    py_value r = t->s.unary ? py_slot_unary(iso, &t->s, op, a) : PY_NOTIMPL;
    if (r != PY_NOTIMPL) return r;
    return py_raise_type_error(iso, "bad operand type for %s: '%T'", names[op], a);
}

bool py_is_number(struct py_isolate *iso, py_value v)
{
    static const uint16_t names[] = {PY_N___index__, PY_N___int__, PY_N___float__};
    if (py_is_anyint(v) || py_is_float(v) || py_is_kind(v, PY_K_COMPLEX)) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (py_type_lookup(iso, py_type_of(iso, v), py_name(iso, names[i]))) return true;
    return false;
}

py_value py_index(struct py_isolate *iso, py_value v)
{
    if (py_is_anyint(v)) return py_int_plain(v);
    struct py_type *t = py_type_of(iso, v);
    if (!t->s.index)
        return py_raise_type_error(iso, "'%T' object cannot be interpreted as an integer", v);
    py_value r = py_slot_index(iso, &t->s, v);
    if (!r) return NULL;
    if (!py_is_anyint(r))
        return py_raise_type_error(iso, "__index__ returned non-int (type %T)", r);
    return py_int_plain(r);
}

bool py_as_c_int(struct py_isolate *iso, py_value v, int64_t *out)
{
    py_value i = py_index(iso, v);
    if (!i) return false;
    if (!py_is_int(i) || py_small(i) != (int32_t)py_small(i))
        return py_raise(iso, PY_T_OverflowError, "Python int too large to convert to C int");
    *out = py_small(i);
    return true;
}

bool py_as_parsed_int(struct py_isolate *iso, py_value v, int64_t *out)
{
    int64_t n;
    py_value i = py_index(iso, v);
    if (!i) return false;
    if (!py_int_get64(i, &n))
        return py_raise(iso, PY_T_OverflowError, "Python int too large to convert to C long");
    if (n != (int32_t)n)
        return py_raise(iso, PY_T_OverflowError,
                        n < 0 ? "signed integer is less than minimum"
                              : "signed integer is greater than maximum");
    *out = n;
    return true;
}

bool py_as_int64(struct py_isolate *iso, py_value v, int64_t *out)
{
    py_value i = py_index(iso, v);
    if (!i) return false;
    if (py_is_int(i)) {
        *out = py_small(i);
        return true;
    }
    struct py_bigint *b =
        (struct py_bigint *)i; // 63-bit values need one limb: INT64 may still hold them
    if ((b->n == 1 && b->d[0] <= INT64_MAX) || (b->n == -1 && b->d[0] <= (uint64_t)INT64_MAX + 1)) {
        *out = b->n > 0 ? (int64_t)b->d[0] : (int64_t)(0 - b->d[0]);
        return true;
    }
    py_raise(iso, PY_T_OverflowError, "Python int too large to convert to C ssize_t");
    return false;
}

bool py_as_index(struct py_isolate *iso, py_value v, int64_t *out)
{
    py_value i = py_index(iso, v);
    if (!i) return false;
    if (py_is_int(i)) *out = py_small(i);
    else *out = ((struct py_bigint *)i)->n < 0 ? -INT64_MAX : INT64_MAX;
    return true;
}

// --- iteration ----------------------------------------------------------------------------------

bool py_is_sequence(struct py_isolate *iso, py_value o)
{
    const struct py_type *t = py_type_of(iso, o);
    return t->s.getitem && !t->def->keyed;
}

py_value py_iter(struct py_isolate *iso, py_value o)
{
    struct py_type *t = py_type_of(iso, o);
    if (t->s.iter) {
        py_value it = py_slot_iter(iso, &t->s, o);
        if (it && !py_type_of(iso, it)->s.next)
            return py_raise_type_error(iso, "iter() returned non-iterator of type '%T'", it);
        return it;
    }
    if (py_is_sequence(iso, o)) {
        struct py_seqiter *s = py_new(iso, py_t(iso, PY_T_ITERATOR), sizeof *s);
        if (!s) return NULL;
        s->seq = o;
        py_obj_set_flag(&s->h, PY_F_USER0);
        return (py_value)s;
    }
    return py_raise_type_error(iso, "'%T' object is not iterable", o);
}

py_value py_next(struct py_isolate *iso, py_value it)
{
    struct py_type *t = py_type_of(iso, it);
    if (!t->s.next) return py_raise_type_error(iso, "'%T' object is not an iterator", it);
    py_value v = py_slot_next(iso, &t->s, it);
    // A generator's return value and a StopIteration out of map's function end the iteration alike.
    if (!v && iso->exc && py_error_is(iso, PY_T_StopIteration)) py_error_clear(iso);
    return v;
}

// --- text ---------------------------------------------------------------------------------------

py_value py_repr(struct py_isolate *iso, py_value v)
{
    struct py_type *t = py_type_of(iso, v);
    if (!py_enter(iso, " while getting the repr of an object")) return NULL;
    py_value r = t->s.repr ? py_slot_repr(iso, &t->s, v)
                           : py_slot_repr(iso, &py_t(iso, PY_T_OBJECT)->s, v);
    py_leave(iso);
    if (r && !py_is_str(r))
        return py_raise_type_error(iso, "__repr__ returned non-string (type %T)", r);
    return r;
}

py_value py_str_of(struct py_isolate *iso, py_value v)
{
    if (py_is_exact(v, PY_K_STR)) return v;
    struct py_type *t = py_type_of(iso, v);
    if (!t->s.str) return py_repr(iso, v);
    if (!py_enter(iso, " while getting the str of an object")) return NULL;
    py_value r = py_slot_str(iso, &t->s, v);
    py_leave(iso);
    if (r && !py_is_str(r))
        return py_raise_type_error(iso, "__str__ returned non-string (type %T)", r);
    return r;
}

int py_repr_enter(struct py_isolate *iso, py_value v)
{
    if (!iso->reprs && !(iso->reprs = py_list_new(iso, 8))) return -1;
    struct py_list *l = py_list(iso->reprs);
    for (uint64_t i = l->n; i-- > 0;)
        if (l->v[i] == v) return 1;
    return py_list_append(iso, iso->reprs, v) ? 0 : -1;
}

void py_repr_leave(struct py_isolate *iso, py_value v)
{
    struct py_list *l = py_list(iso->reprs);
    for (uint64_t i = l->n; i-- > 0;)
        if (l->v[i] == v) {
            memmove(&l->v[i], &l->v[i + 1], (l->n - i - 1) * sizeof *l->v);
            l->v[--l->n] = NULL;
            return;
        }
}

// --- numbers out of values ----------------------------------------------------------------------

bool py_as_double(struct py_isolate *iso, py_value v, double *out)
{
    if (py_is_float(v)) {
        *out = py_float(v);
        return true;
    }
    if (!py_is_anyint(v)) {
        bool found;
        py_value r = py_call_special(iso, v, py_name(iso, PY_N___float__), NULL, 0, &found);
        if (!r && iso->exc) return false;
        if (found) return py_float_result(iso, v, r, out);
        if (!py_type_of(iso, v)->s.index) {
            py_raise_type_error(iso, "must be real number, not %T", v);
            return false;
        }
        if (!(v = py_index(iso, v))) return false;
    }
    return py_int_to_double(iso, py_int_plain(v), out);
}

bool py_is_numeric(py_value v)
{
    return py_is_anyint(v) || py_is_float(v) || py_is_kind(v, PY_K_COMPLEX);
}

py_value py_power(struct py_isolate *iso, py_value a, py_value b, py_value mod)
{
    if (!mod || mod == PY_NONE) return py_binary(iso, PY_BIN_POW, a, b);
    const struct py_slots *int_slots = &py_t(iso, PY_T_INT)->s;
    bool own = py_is_kind(a, PY_K_INTPROXY) && py_type_of(iso, a)->s.binary != int_slots->binary;
    if (!own && py_is_anyint(a) && py_is_anyint(b) && py_is_anyint(mod))
        return py_int_powmod(iso, py_int_plain(a), py_int_plain(b), py_int_plain(mod));
    bool found;
    py_value v[2] = {b, mod};
    const struct py_type *t = py_type_of(iso, a);
    if ((own || !py_is_anyint(a)) && t != py_t(iso, PY_T_FLOAT) && t != py_t(iso, PY_T_COMPLEX)) {
        py_value r = py_call_special(iso, a, py_name(iso, PY_N___pow__), v, 2, &found);
        if (r ? r != PY_NOTIMPL : iso->exc != NULL) return r;
    }
    py_value all[3] = {a, b, mod};
    for (int i = 0; i < 3; i++) {
        if (py_is_float(all[i]))
            return py_raise_type_error(
                iso, "pow() 3rd argument not allowed unless all arguments are integers");
        if (py_is_kind(all[i], PY_K_COMPLEX) && py_is_numeric(a) && py_is_numeric(b))
            return py_raise_value_error(iso, "complex modulo");
    }
    return py_raise_type_error(iso, "unsupported operand type(s) for ** or pow(): '%T', '%T', '%T'",
                               a, b, mod);
}
