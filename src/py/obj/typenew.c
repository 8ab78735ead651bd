// Creation of classes: type(name, bases, namespace, **kw).
#include "exc.h"
#include "code.h"
#include "typeobj.h"
#include "unicode.h"

// --- bases, MRO ---------------------------------------------------------------------------------

static bool has_dict(const struct py_type *t)
{
    return t->attrs_off && !(t->flags & PY_TF_NO_DICT);
}

// The message names the classes that stand first, each once, and ends like CPython's.
static void *raise_mro(struct py_isolate *iso, py_value *seqs, const uint64_t *at, uint64_t n)
{
    enum { LONGEST = 999 };
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_z(&b, "Cannot create a consistent method resolution\norder (MRO) for bases ");
    py_value list = py_list_new(iso, 8), text;
    for (uint64_t i = 0; list && i < n && b.len < LONGEST; i++) {
        struct py_tuple *s = py_tuple(seqs[i]);
        if (at[i] >= s->n) continue;
        py_value head = s->v[at[i]];
        const struct py_list *seen = py_list(list);
        uint64_t k = 0;
        while (k < seen->n && seen->v[k] != head) k++;
        if (!py_tick(iso, 1 + k / 16)) return NULL;
        if (k < seen->n) continue;
        py_sb_format(&b, k ? ", %N" : "%N", (struct py_type *)head);
        if (!py_list_append(iso, list, head)) return NULL;
    }
    if (!list || !(text = py_sb_finish(&b))) return NULL;
    if (py_str(text)->len > LONGEST) text = py_str_slice(iso, text, 0, LONGEST);
    return text ? py_raise_type_error(iso, "%U", text) : NULL;
}

// Does c stand behind the first place anywhere? -1: a limit ended the cell.
static int in_tail(struct py_isolate *iso, py_value *seqs, const uint64_t *at, uint64_t n,
                   py_value c)
{
    for (uint64_t i = 0; i < n; i++) {
        uint64_t end = py_tuple(seqs[i])->n;
        for (uint64_t k = at[i] + 1; k < end; k++)
            if (py_tuple(seqs[i])->v[k] == c) return 1;
        if (!py_tick(iso, 1 + (end - at[i]) / 16)) return -1;
    }
    return 0;
}

// C3 merge of the bases' MROs and the list of bases.
static py_value merge(struct py_isolate *iso, struct py_type *t, py_value *seqs, uint64_t *at,
                      uint64_t n)
{
    py_value list = py_list_new(iso, 8);
    if (!list || !py_list_append(iso, list, (py_value)t)) return NULL;
    for (;;) {
        py_value next = NULL;
        bool left = false;
        for (uint64_t i = 0; i < n && !next; i++) {
            if (at[i] >= py_tuple(seqs[i])->n) continue;
            left = true;
            py_value c = py_tuple(seqs[i])->v[at[i]];
            int behind = in_tail(iso, seqs, at, n, c);
            if (behind < 0) return NULL;
            if (!behind) next = c;
        }
        if (!left) return py_tuple_of(iso, list);
        if (!next) return raise_mro(iso, seqs, at, n);
        if (!py_list_append(iso, list, next) || !py_tick(iso, n)) return NULL;
        for (uint64_t i = 0; i < n; i++)
            if (at[i] < py_tuple(seqs[i])->n && py_tuple(seqs[i])->v[at[i]] == next) at[i]++;
    }
}

static py_value mro_of(struct py_isolate *iso, py_value base)
{
    struct py_type *t = (struct py_type *)base;
    if (t->flags & PY_TF_UNORDERED)
        return py_raise_type_error(iso, "Cannot extend an incomplete type '%N'", t);
    return t->mro;
}

static py_value mro_after(struct py_isolate *iso, struct py_type *t, py_value base_mro)
{
    py_value mro = base_mro ? py_tuple_new(iso, py_tuple(base_mro)->n + 1) : NULL;
    if (!mro || !py_tick(iso, py_tuple(base_mro)->n / 16)) return NULL;
    py_tuple(mro)->v[0] = (py_value)t;
    memcpy(py_tuple(mro)->v + 1, py_tuple(base_mro)->v, py_tuple(base_mro)->n * sizeof(py_value));
    return mro;
}

py_value py_type_mro_compute(struct py_isolate *iso, struct py_type *t)
{
    struct py_tuple *bases = py_tuple(t->bases);
    if (bases->n == 1) return mro_after(iso, t, mro_of(iso, bases->v[0]));
    for (uint64_t i = 0; i < bases->n; i++) {
        if (!py_tick(iso, 1 + i / 16)) return NULL;
        for (uint64_t k = 0; k < i; k++)
            if (bases->v[i] == bases->v[k])
                return py_raise_type_error(iso, "duplicate base class %N",
                                           (struct py_type *)bases->v[i]);
    }
    struct py_buf *sb = py_buf_new(iso, PY_K_VALUES, (bases->n + 1) * sizeof(py_value));
    struct py_buf *ab = py_buf_new(iso, PY_K_RAW, (bases->n + 1) * sizeof(uint64_t));
    if (!sb || !ab) return NULL;
    for (uint64_t i = 0; i < bases->n; i++)
        if (!(sb->u.v[i] = mro_of(iso, bases->v[i]))) return NULL;
    sb->u.v[bases->n] = t->bases;
    return merge(iso, t, sb->u.v, (uint64_t *)(void *)ab->u.b, bases->n + 1);
}

// By the metaclass's mro().
static py_value ordered(struct py_isolate *iso, struct py_type *t)
{
    struct py_type *meta = py_obj_type(&t->h);
    for (uint64_t i = 0; i < py_tuple(t->bases)->n; i++)
        t->flags |= ((struct py_type *)py_tuple(t->bases)->v[i])->flags & PY_TF_OWN_MRO;
    if (meta == py_t(iso, PY_T_TYPE)) return py_type_mro_compute(iso, t);
    py_value f = py_type_lookup(iso, meta, py_name(iso, PY_N_mro));
    if (!f) return NULL;
    if (py_is_kind(f, PY_K_BUILTIN)) return py_type_mro_compute(iso, t);
    // A metaclass with its own mro().
    t->flags |= PY_TF_OWN_MRO;
    if (!t->mro) {
        if (!(t->mro = mro_after(iso, t, t->base->mro))) return NULL;
        t->flags |= PY_TF_UNORDERED;
    }
    py_value r = py_call_found(iso, f, (py_value)t, NULL, 0);
    if (!r || !(r = py_tuple_of(iso, r))) return NULL;
    return py_layout_fits_mro(iso, t, r) ? r : NULL;
}

bool py_type_set_mro(struct py_type *t, py_value mro)
{
    if (!mro) return false; // what mro() has seen of t must not be without
    t->mro = mro;
    t->flags &= ~(unsigned)PY_TF_UNORDERED;
    return true;
}

// With every class in it ready, so that what is looked up along it is found without fail.
py_value py_type_mro(struct py_isolate *iso, struct py_type *t)
{
    py_value mro = ordered(iso, t);
    for (uint64_t i = 0; mro && i < py_tuple(mro)->n; i++)
        if (!py_type_ready(iso, (struct py_type *)py_tuple(mro)->v[i])) return NULL;
    return mro;
}

// Bases that are no classes have been replaced by what their __mro_entries__ gives: not so in a
// direct call of type().
static bool check_mro_entries(struct py_isolate *iso, py_value bases)
{
    for (uint64_t i = 0; i < py_tuple(bases)->n; i++) {
        py_value b = py_tuple(bases)->v[i];
        if (i && !py_tick(iso, 1)) return false;
        if (py_is_type(b)) continue;
        if (py_getattr_opt(iso, b, py_name(iso, PY_N___mro_entries__)))
            py_raise_type_error(
                iso, "type() doesn't support MRO entry resolution; use types.new_class()");
        if (iso->exc) return false;
    }
    return true;
}

// The most derived of meta and the metaclasses of the bases.
struct py_type *py_type_winner(struct py_isolate *iso, struct py_type *meta, py_value bases)
{
    for (uint64_t i = 0; i < py_tuple(bases)->n; i++) {
        struct py_type *m = py_type_of(iso, py_tuple(bases)->v[i]);
        if (i && !py_tick(iso, 1 + py_issub_cost(m) + py_issub_cost(meta))) return NULL;
        if (py_type_issub(meta, m)) continue;
        if (!py_type_issub(m, meta))
            return py_raise_type_error(
                iso, "metaclass conflict: the metaclass of a derived class must be a "
                     "(non-strict) subclass of the metaclasses of all its bases");
        meta = m;
    }
    return meta;
}

// --- __slots__ ----------------------------------------------------------------------------------

static bool is_identifier(py_value v)
{
    const struct py_str *s = py_str(v);
    for (uint32_t i = 0; i < s->len; i++) {
        if (!py_char_is(py_str_at(s, i), i ? PY_U_XID_CONTINUE : PY_U_XID_START)) return false;
    }
    return s->len > 0;
}

// __x in class C is _C__x.
static py_value mangle(struct py_isolate *iso, struct py_type *t, py_value name)
{
    const struct py_str *s = py_str(name);
    bool private = s->len > 2 && py_str_at(s, 0) == '_' && py_str_at(s, 1) == '_' &&
                   !(py_str_at(s, s->len - 1) == '_' && py_str_at(s, s->len - 2) == '_');
    if (!private) return py_str_intern_value(iso, name);
    size_t skip = 0;
    while (skip < py_str(t->name)->len && py_str_at(py_str(t->name), skip) == '_') skip++;
    py_value cls = py_str_slice(iso, t->name, skip, py_str(t->name)->len);
    py_value full = cls && py_str(cls)->len ? py_str_format(iso, "_%U%U", cls, name) : name;
    return full ? py_str_intern_value(iso, full) : NULL;
}

static bool add_slot(struct py_isolate *iso, struct py_type *t, py_value name, py_value names,
                     bool *dict, bool *weak)
{
    if (!py_is_str(name))
        return py_raise_type_error(iso, "__slots__ items must be strings, not '%T'", name);
    if (!py_tick(iso, 1 + py_str(name)->len / 8)) return false;
    if (!is_identifier(name)) return py_raise_type_error(iso, "__slots__ must be identifiers");
    if (py_str_is(name, "__dict__")) {
        if (*dict || has_dict(t->base) || t->base->def->kind == PY_K_MODULE)
            return py_raise_type_error(iso, "__dict__ slot disallowed: we already got one");
        return *dict = true;
    }
    if (py_str_is(name, "__weakref__")) {
        if (*weak || t->base->flags & PY_TF_WEAKREFABLE)
            return py_raise_type_error(iso, "__weakref__ slot disallowed: we already got one");
        return *weak = true;
    }
    enum py_kind k = t->base->def->kind;
    if (k == PY_K_BIGINT || k == PY_K_INTPROXY || k == PY_K_TUPLE || k == PY_K_BYTES ||
        k == PY_K_TYPE || !t->base->def->attrs_off)
        return py_raise_type_error(iso, "nonempty __slots__ not supported for subtype of '%N'",
                                   t->base);
    if (!(name = mangle(iso, t, name))) return false;
    if (py_dict_get_plain(iso, t->dict, name))
        return py_raise_value_error(iso, "%R in __slots__ conflicts with class variable", name);
    return !iso->exc && py_list_append(iso, names, name);
}

// Members in the order of their names, as CPython lays them out.
static bool add_members(struct py_isolate *iso, struct py_type *t, py_value names)
{
    if (!py_list_sort(iso, names, NULL, false)) return false;
    for (uint64_t i = 0; i < py_list(names)->n; i++) {
        py_value name = py_list(names)->v[i], m = py_member_new(iso, name, t);
        if (!m || !py_dict_set(iso, t->dict, name, m) || !py_tick(iso, 4)) return false;
    }
    return true;
}

// Are instances followed by items, so that there is no room for weak references?
static bool is_sized(struct py_isolate *iso, const struct py_type *t)
{
    return py_type_issub(t->base, py_t(iso, PY_T_INT)) ||
           py_type_issub(t->base, py_t(iso, PY_T_TUPLE)) ||
           py_type_issub(t->base, py_t(iso, PY_T_BYTES));
}

// Reads __slots__ and decides whether instances have a __dict__.
static bool do_slots(struct py_isolate *iso, struct py_type *t)
{
    py_value slots = py_dict_get_plain(iso, t->dict, py_name(iso, PY_N___slots__));
    if (t->base->def->kind == PY_K_MODULE) t->flags |= PY_TF_NO_DICT; // as it has none
    if (!slots) {
        if (!is_sized(iso, t)) t->flags |= PY_TF_WEAKREFABLE;
        return true;
    }
    py_value list = py_is_str(slots) ? py_tuple_pack(iso, 1, slots) : py_tuple_of(iso, slots);
    py_value names = list ? py_list_new(iso, 0) : NULL;
    bool dict = false, weak = false;
    for (uint64_t i = 0; names && i < py_tuple(list)->n; i++)
        if (!add_slot(iso, t, py_tuple(list)->v[i], names, &dict, &weak)) return false;
    if (!names || !add_members(iso, t, names)) return false;
    for (uint64_t i = 0; i < py_tuple(t->bases)->n; i++)
        dict |= has_dict((struct py_type *)py_tuple(t->bases)->v[i]);
    if (!dict) t->flags |= PY_TF_NO_DICT;
    if (weak) t->flags |= PY_TF_WEAKREFABLE;
    return true;
}

// --- the namespace ------------------------------------------------------------------------------

static py_value dict_get(struct py_isolate *iso, struct py_type *t, enum py_name_id name)
{
    return py_dict_get_plain(iso, t->dict, py_name(iso, name));
}

static bool wrap_function(struct py_isolate *iso, struct py_type *t, enum py_name_id name,
                          py_value (*wrap)(struct py_isolate *, py_value))
{
    py_value f = dict_get(iso, t, name);
    if (!f || !py_is_kind(f, PY_K_FUNC)) return iso->exc == NULL;
    f = wrap(iso, f);
    return f && py_dict_set(iso, t->dict, py_name(iso, name), f);
}

static bool set_names(struct py_isolate *iso, struct py_type *t, py_value name)
{
    if (!py_type_name_fits(iso, name)) return false;
    t->name = name;
    t->qualname = dict_get(iso, t, PY_N___qualname__);
    if (t->qualname && !py_is_str(t->qualname))
        return py_raise_type_error(iso, "type __qualname__ must be a str, not %T", t->qualname);
    if (t->qualname && py_dict_delete(iso, t->dict, py_name(iso, PY_N___qualname__)) < 0)
        return false;
    if (!t->qualname) t->qualname = name;
    py_value module = dict_get(iso, t, PY_N___module__);
    if (!module && !iso->exc) {
        struct py_dict *g = py_current_globals(iso);
        module = g ? py_dict_get_str(iso, g, py_name(iso, PY_N___name__)) : NULL;
        if (!module && !iso->exc) module = py_name(iso, PY_N_builtins);
        if (!module || !py_dict_set(iso, t->dict, py_name(iso, PY_N___module__), module))
            return false;
    }
    t->module = module && py_is_str(module) ? module : py_name(iso, PY_N_builtins);
    return !iso->exc;
}

static const struct py_getset_row dict_row = {"__dict__", py_get_dict_attr, py_set_dict_attr,
                                              "The attributes of the instance, as a dict."};
// The first of them, as module weakref, if anybody has asked for it, tells.
static py_value get_weakref(struct py_isolate *iso, py_value self)
{
    py_value weakref = py_dict_get_z(iso, iso->modules, "weakref");
    if (!weakref) return iso->exc ? NULL : PY_NONE;
    py_value list = py_call_method(iso, weakref, py_str_intern_z(iso, "getweakrefs"), &self, 1);
    if (!list) return NULL;
    return py_is_kind(list, PY_K_LIST) && py_list(list)->n ? py_list(list)->v[0] : PY_NONE;
}
static const struct py_getset_row weakref_row = {"__weakref__", get_weakref, NULL,
                                                 "Weak references to this object."};

static bool add_getset(struct py_isolate *iso, struct py_type *t, const struct py_getset_row *row,
                       enum py_name_id name)
{
    if (py_dict_get_plain(iso, t->dict, py_name(iso, name))) return true; // the body's own
    py_value g = py_getset_new(iso, row, t);
    return g && py_dict_set(iso, t->dict, py_name(iso, name), g);
}

static bool finish_namespace(struct py_isolate *iso, struct py_type *t)
{
    if (!wrap_function(iso, t, PY_N___new__, py_staticmethod_new) ||
        !wrap_function(iso, t, PY_N___init_subclass__, py_classmethod_new) ||
        !wrap_function(iso, t, PY_N___class_getitem__, py_classmethod_new))
        return false;
    if (has_dict(t) && !has_dict(t->base) && !add_getset(iso, t, &dict_row, PY_N___dict__))
        return false;
    if (t->flags & PY_TF_WEAKREFABLE && !(t->base->flags & PY_TF_WEAKREFABLE) &&
        !add_getset(iso, t, &weakref_row, PY_N___weakref__))
        return false;
    py_value doc = dict_get(iso, t, PY_N___doc__);
    if (!doc && !py_dict_set(iso, t->dict, py_name(iso, PY_N___doc__), PY_NONE)) return false;
    if (py_is_str(doc) && !py_type_text_fits(iso, doc)) return false;
    if (dict_get(iso, t, PY_N___eq__) && !dict_get(iso, t, PY_N___hash__) &&
        !py_dict_set(iso, t->dict, py_name(iso, PY_N___hash__), PY_NONE))
        return false;
    return !iso->exc;
}

// The cells by which methods, type parameters and aliases see the class: taken out of the namespace
// before anything else may stand there, filled as soon as the class can be seen.
enum { CELLS = 2 };

static bool take_cells(struct py_isolate *iso, struct py_type *t, py_value *cells)
{
    static const uint16_t names[CELLS] = {PY_N___classcell__, PY_N___classdictcell__};
    for (int i = 0; i < CELLS; i++) {
        py_value name = py_name(iso, names[i]), cell = cells[i] = dict_get(iso, t, names[i]);
        if (!cell && iso->exc) return false;
        if (!cell) continue;
        if (!py_is_kind(cell, PY_K_CELL))
            return py_raise_type_error(iso, "%U must be a nonlocal cell, not <class '%T'>", name,
                                       cell);
        if (py_dict_delete(iso, t->dict, name) < 0) return false;
    }
    return true;
}

static void fill_cells(const py_value *cells, py_value v)
{
    for (int i = 0; i < CELLS; i++)
        if (cells[i]) ((struct py_cell *)cells[i])->v = v;
}

// --- after creation -----------------------------------------------------------------------------

static void note_set_name(struct py_isolate *iso, struct py_type *t, py_value name, py_value v)
{
    if (!py_error_is(iso, PY_T_BaseException)) return;
    py_value exc = py_error_take(iso);
    if (!exc) return;
    py_value note = py_str_format(iso, "Error calling __set_name__ on '%T' instance %R in '%N'", v,
                                  name, t);
    if (note) py_exc_add_note(iso, exc, note);
    if (!iso->exc) iso->exc = exc;
}

static bool call_set_names(struct py_isolate *iso, struct py_type *t)
{
    py_value names = py_list_new(iso, 0), k, v;
    uint64_t pos = 0;
    if (!names) return false;
    while (py_dict_next(iso, t->dict, &pos, &k, &v)) {
        if (!py_tick(iso, 1)) return false;
        if (py_is_kind(v, PY_K_FUNC) || !py_is_ptr(v)) continue;
        if (!py_list_append(iso, names, k) || !py_list_append(iso, names, v)) return false;
    }
    for (uint64_t i = 0; i + 1 < py_list(names)->n; i += 2) {
        k = py_list(names)->v[i], v = py_list(names)->v[i + 1];
        py_value f = py_type_lookup(iso, py_type_of(iso, v), py_name(iso, PY_N___set_name__));
        if (!f && iso->exc) return false;
        py_value a[2] = {(py_value)t, k};
        if (f && !py_call_found(iso, f, v, a, 2)) {
            note_set_name(iso, t, k, v);
            return false;
        }
    }
    return true;
}

// super(t, t).__init_subclass__(**kwargs)
static bool call_init_subclass(struct py_isolate *iso, struct py_type *t, py_value kwargs)
{
    struct py_tuple *mro = py_tuple(t->mro);
    uint64_t at = 0;
    while (at < mro->n && mro->v[at] != (py_value)t) at++; // first, but by a metaclass's mro()
    if (at == mro->n)
        return py_raise_type_error(iso,
                                   "super(type, obj): obj must be an instance or subtype of type");
    for (uint64_t i = at + 1; i < mro->n; i++) {
        struct py_type *b = (struct py_type *)mro->v[i];
        if (!py_type_ready(iso, b)) return false;
        py_value f = py_dict_get_plain(iso, b->dict, py_name(iso, PY_N___init_subclass__));
        if (!f) continue;
        bool plain = b == py_t(iso, PY_T_OBJECT);
        if (plain && (!kwargs || !py_dict(kwargs)->n)) return true;
        if (plain)
            return py_raise_type_error(iso, "%U.__init_subclass__() takes no keyword arguments",
                                       t->qualname);
        f = py_descr_bind(iso, f, NULL, t);
        return f && py_call_ex(iso, f, iso->empty_tuple, kwargs);
    }
    return true;
}

static bool inherit_flags(struct py_isolate *iso, struct py_type *t)
{
    enum { ALL = PY_TF_EXC | PY_TF_TYPE | PY_TF_WEAKREFABLE };
    for (uint64_t i = 0; i < py_tuple(t->bases)->n; i++) {
        uint32_t from = ((struct py_type *)py_tuple(t->bases)->v[i])->flags;
        t->flags |= from & ALL;
        if (!(t->flags & PY_TF_COLLECTION)) t->flags |= from & PY_TF_COLLECTION; // the first says
    }
    if (is_sized(iso, t)) t->flags &= ~(uint32_t)PY_TF_WEAKREFABLE;
    return true;
}

static bool register_subclass(struct py_isolate *iso, struct py_type *t)
{
    for (uint64_t i = 0; i < py_tuple(t->bases)->n; i++)
        if (!py_type_add_subclass(iso, (struct py_type *)py_tuple(t->bases)->v[i], t)) return false;
    return true;
}

// A copy of the body's namespace. Names that are instances of classes derived from str become
// plain: what is looked up in a class is found without running code.
static struct py_dict *class_dict(struct py_isolate *iso, py_value ns)
{
    py_value d = py_dict_new(iso), k, v;
    uint64_t pos = 0;
    bool plain = true;
    while (plain && py_dict_next(iso, py_dict(ns), &pos, &k, NULL))
        plain = !py_is_str(k) || py_is_exact(k, PY_K_STR);
    if (plain) return py_dict(py_dict_copy(iso, py_dict(ns)));
    for (pos = 0; d && py_dict_next(iso, py_dict(ns), &pos, &k, &v);)
        if (!py_dict_set(iso, py_dict(d), py_is_str(k) ? py_str_intern_value(iso, k) : k, v))
            return NULL;
    return py_dict(d);
}

static bool lay_out(struct py_isolate *iso, struct py_type *t)
{
    py_layout_heap(iso, t);
    return true;
}

// The class object, complete but for hooks.
static struct py_type *assemble(struct py_isolate *iso, struct py_type *meta, py_value name,
                                py_value bases, struct py_type *base, py_value ns)
{
    struct py_type *t = py_new(iso, meta, sizeof *t);
    if (!t) return NULL;
    t->flags = PY_TF_HEAP | PY_TF_READY;
    t->index = PY_T_COUNT;
    t->def = base->def;
    t->base = base;
    t->bases = bases;
    t->version = py_type_next_version(iso);
    if (!(t->dict = class_dict(iso, ns))) return NULL;
    py_value cells[CELLS] = {NULL};
    if (!set_names(iso, t, name) || !take_cells(iso, t, cells) || !do_slots(iso, t) ||
        !inherit_flags(iso, t) || !lay_out(iso, t) || !finish_namespace(iso, t))
        return NULL;
    fill_cells(cells, (py_value)t); // a metaclass's mro() may call what uses them
    if (!py_type_set_mro(t, py_type_mro(iso, t)) || !register_subclass(iso, t)) {
        fill_cells(cells, NULL);
        return NULL;
    }
    py_slots_compute(iso, t);
    py_layout_verify(iso, t);
    return t;
}

py_value py_type_new(struct py_isolate *iso, struct py_type *meta, py_value name, py_value bases,
                     py_value ns, py_value kwargs)
{
    enum { COST = 256 }; // of making a class, with its slots
    if (!py_tick(iso, COST) || !check_mro_entries(iso, bases)) return NULL;
    struct py_type *winner = py_type_winner(iso, meta, bases);
    if (!winner) return NULL;
    if (winner != meta && winner->s.make != py_t(iso, PY_T_TYPE)->s.make) {
        py_value a[3] = {name, bases, ns}, args = py_tuple_from(iso, a, 3);
        py_value f = py_getattr(iso, (py_value)winner, py_name(iso, PY_N___new__));
        py_value all = f && args ? py_tuple_pack(iso, 4, (py_value)winner, name, bases, ns) : NULL;
        return all ? py_call_ex(iso, f, all, kwargs) : NULL;
    }
    if (!py_tuple(bases)->n) bases = py_tuple_pack(iso, 1, (py_value)py_t(iso, PY_T_OBJECT));
    struct py_type *base = bases ? py_layout_best_base(iso, bases) : NULL;
    struct py_type *t = base ? assemble(iso, winner, name, bases, base, ns) : NULL;
    if (!t || !call_set_names(iso, t) || !call_init_subclass(iso, t, kwargs)) return NULL;
    return (py_value)t;
}
