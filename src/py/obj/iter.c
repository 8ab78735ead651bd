// Iterators over sequences: list, tuple (both directions) and anything with __getitem__;
// reversed().
#include "iter_int.h"

#include "args.h"
#include "int.h"

static struct py_seqiter *si(py_value v)
{
    return (struct py_seqiter *)v;
}

py_value py_iter_self(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return self;
}

py_value py_seqiter_new(struct py_isolate *iso, enum py_type_id type, py_value seq, int64_t i,
                        unsigned flags)
{
    struct py_seqiter *it = py_new(iso, py_t(iso, type), sizeof *it);
    if (!it) return NULL;
    if (flags) py_obj_set_flag(&it->h, flags);
    it->seq = seq;
    it->i = i;
    return (py_value)it;
}

py_value py_iter_maker(struct py_isolate *iso, bool back)
{
    const char *name = back ? "reversed" : "iter";
    py_value f = py_dict_get_z(iso, iso->builtins, name);
    return f || iso->exc ? f : py_raise(iso, PY_T_AttributeError, "%s", name);
}

py_value py_iter_reduce(struct py_isolate *iso, py_value seq, py_value state)
{
    py_value f = py_iter_maker(iso, state == PY_UNSET);
    py_value args = seq ? py_tuple_pack(iso, 1, seq) : NULL;
    if (!f || !args) return NULL;
    if (!state || state == PY_UNSET) return py_tuple_pack(iso, 2, f, args);
    return py_tuple_pack(iso, 3, f, args, state);
}

void py_seqiter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_seqiter *)o)->seq);
}

// --- list and tuple -----------------------------------------------------------------------------

static py_value list_next(PY_UNUSED struct py_isolate *iso, py_value self)
{
    struct py_seqiter *it = si(self);
    if (!it->seq) return NULL;
    const struct py_list *l = py_list(it->seq);
    if ((uint64_t)it->i < l->n) return l->v[it->i++];
    it->seq = NULL;
    return NULL;
}

static py_value list_previous(PY_UNUSED struct py_isolate *iso, py_value self)
{
    struct py_seqiter *it = si(self);
    if (!it->seq) return NULL;
    const struct py_list *l = py_list(it->seq);
    if (it->i >= 0 && (uint64_t)it->i < l->n) return l->v[it->i--];
    it->seq = NULL;
    return NULL;
}

static py_value tuple_next(PY_UNUSED struct py_isolate *iso, py_value self)
{
    struct py_seqiter *it = si(self);
    if (!it->seq) return NULL;
    const struct py_tuple *t = py_tuple(it->seq);
    if ((uint64_t)it->i < t->n) return t->v[it->i++];
    it->seq = NULL;
    return NULL;
}

// Items left: forwards len - i, backwards i + 1; __getitem__ sequences may have no length.
static PY_NATIVE(hint)
{
    struct py_seqiter *it = si(a[0]);
    if (!it->seq) return py_small_new(0);
    bool back = py_obj_flags(&it->h) & PY_F_USER1;
    if (!back && (py_obj_flags(&it->h) & PY_F_USER0) && !py_type_of(iso, it->seq)->s.length)
        return PY_NOTIMPL;
    int64_t len = py_len(iso, it->seq), i = it->i;
    if (len < 0) return NULL;
    if (back) return py_int_new(iso, i < len ? i + 1 : 0);
    return py_int_new(iso, len > i ? len - i : 0);
}

static PY_NATIVE(reduce)
{
    struct py_seqiter *it = si(a[0]);
    bool back = py_obj_flags(&it->h) & PY_F_USER1;
    if (!py_iter_maker(iso, back)) return NULL; // before the state is read
    if (!it->seq) {
        bool list = back || py_obj_type(&it->h) == py_t(iso, PY_T_LIST_ITERATOR);
        py_value empty = list ? py_list_new(iso, 0) : iso->empty_tuple;
        return py_iter_reduce(iso, empty, NULL);
    }
    py_value at = py_int_new(iso, it->i);
    if (!at || !back) return at ? py_iter_reduce(iso, it->seq, at) : NULL;
    py_value r = py_iter_reduce(iso, it->seq, PY_UNSET);
    return r ? py_tuple_pack(iso, 3, py_tuple(r)->v[0], py_tuple(r)->v[1], at) : NULL;
}

static PY_NATIVE(setstate)
{
    struct py_seqiter *it = si(a[0]);
    int64_t i;
    if (!py_as_int64(iso, a[1], &i)) return NULL;
    bool back = py_obj_flags(&it->h) & PY_F_USER1, open = py_obj_flags(&it->h) & PY_F_USER0;
    if (!it->seq) return PY_NONE;
    int64_t len = back || !open ? py_len(iso, it->seq) : INT64_MAX, low = back ? -1 : 0;
    if (len < 0) return NULL;
    it->i = i < low ? low : i > len + low ? len + low : i;
    return PY_NONE;
}

static const struct py_native_row methods[] = {
    PY_ROW("__length_hint__", hint, "", "How many items are still to come."),
    PY_ROW("__reduce__", reduce, "", "What a copy is made from."),
    PY_ROW("__setstate__", setstate, "state, /", "Puts the iterator at that place."),
    {0}};

const struct py_typedef py_list_iterator_def = {
    .name = "list_iterator",
    .kind = PY_K_SEQITER,
    .size = sizeof(struct py_seqiter),
    .final = true,
    .methods = methods,
    .slots = {.iter = py_iter_self, .next = list_next},
};
const struct py_typedef py_list_reverseiterator_def = {
    .name = "list_reverseiterator",
    .kind = PY_K_SEQITER,
    .size = sizeof(struct py_seqiter),
    .final = true,
    .methods = methods,
    .slots = {.iter = py_iter_self, .next = list_previous},
};
const struct py_typedef py_tuple_iterator_def = {
    .name = "tuple_iterator",
    .kind = PY_K_SEQITER,
    .size = sizeof(struct py_seqiter),
    .final = true,
    .methods = methods,
    .slots = {.iter = py_iter_self, .next = tuple_next},
};

// --- anything with __getitem__ ------------------------------------------------------------------

// seq[i]; NULL without exception past the ends (IndexError, StopIteration).
static py_value item_at(struct py_isolate *iso, py_value seq, int64_t i)
{
    py_value at = py_int_new(iso, i), v = at ? py_getitem(iso, seq, at) : NULL;
    if (!v && (py_error_is(iso, PY_T_IndexError) || py_error_is(iso, PY_T_StopIteration)))
        py_error_clear(iso);
    return v;
}

static py_value iterator_next(struct py_isolate *iso, py_value self)
{
    struct py_seqiter *it = si(self);
    if (!it->seq) return NULL;
    int64_t i = it->i;
    if (i == INT64_MAX) return py_raise(iso, PY_T_OverflowError, "iter index too large");
    if (!py_tick(iso, 1)) return NULL;
    py_value v = item_at(iso, it->seq, i);
    if (v) it->i = i + 1;
    else if (!iso->exc) it->seq = NULL;
    return v;
}

const struct py_typedef py_iterator_def = {
    .name = "iterator",
    .kind = PY_K_SEQITER,
    .size = sizeof(struct py_seqiter),
    .final = true,
    .methods = methods,
    .slots = {.iter = py_iter_self, .next = iterator_next},
};

// reversed(seq) for types without __reversed__.
static py_value reversed_next(struct py_isolate *iso, py_value self)
{
    struct py_seqiter *it = si(self);
    if (!it->seq || !py_tick(iso, 1)) return NULL;
    int64_t i = it->i;
    py_value v = i >= 0 ? item_at(iso, it->seq, i) : NULL;
    if (v) it->i = i - 1;
    else if (!iso->exc) it->seq = NULL;
    return v;
}

static py_value reversed_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                              py_value kw)
{
    if (!py_args_no_kw_make(iso, cls, PY_T_REVERSED, kw)) return NULL;
    if (!py_args_count(iso, "reversed", n, 1, 1)) return NULL;
    py_value seq = a[0];
    bool found;
    py_value f = py_type_lookup(iso, py_type_of(iso, seq), py_name(iso, PY_N___reversed__));
    if (f == PY_NONE) return py_raise_type_error(iso, "'%T' object is not reversible", seq);
    py_value r = py_call_special(iso, seq, py_name(iso, PY_N___reversed__), NULL, 0, &found);
    if (found || iso->exc) return r;
    if (!py_is_sequence(iso, seq))
        return py_raise_type_error(iso, "'%T' object is not reversible", seq);
    int64_t len = py_len(iso, seq);
    if (len < 0) return NULL;
    struct py_seqiter *it = py_new_of(iso, cls, sizeof *it);
    if (!it) return NULL;
    py_obj_set_flag(&it->h, PY_F_USER0 | PY_F_USER1);
    it->seq = seq;
    it->i = len - 1;
    return (py_value)it;
}

const struct py_typedef py_reversed_def = {
    .name = "reversed",
    .kind = PY_K_SEQITER,
    .size = sizeof(struct py_seqiter),
    .doc = "Iterates over a sequence from its last item to its first.",
    .sig = "sequence, /",
    .methods = methods,
    .slots = {.make = reversed_make, .iter = py_iter_self, .next = reversed_next},
};
