// Module _element: class Element of xml.etree.ElementTree, and iteration over trees. Its rarely
// used methods are Python (lib/xml/etree/ElementTree.py), which C calls for paths.
#include "../obj/exc.h"
#include "../obj/args.h"
#include "../obj/iter_int.h"
#include "../obj/seq_int.h"
#include "../obj/typeobj.h"
#include "adopt.h"
#include "element_int.h"

enum { CONNECTED = PY_EL_ITEMS - PY_EL_FIND };

static py_value element_in(struct py_isolate *iso, struct py_type *cls, py_value tag)
{
    struct py_element *e = py_new_of(iso, cls, sizeof *e);
    if (!e) return NULL;
    e->tag = tag;
    e->text = e->tail = PY_NONE;
    return (py_value)e;
}

py_value py_element_new(struct py_isolate *iso, py_value tag, py_value attrib)
{
    py_value e = element_in(iso, (struct py_type *)py_element_state(iso)[PY_EL_ELEMENT], tag);
    if (e) PY_ELEMENT(e)->attrib = attrib;
    return e;
}

bool py_element_append(struct py_isolate *iso, struct py_element *e, py_value child)
{
    if (!e->children && !(e->children = py_list_new(iso, 4))) return false;
    return py_list_append(iso, e->children, child);
}

// dict
static py_value element_attrib(struct py_isolate *iso, struct py_element *e)
{
    if (!e->attrib) e->attrib = py_dict_new(iso);
    return e->attrib;
}

static py_value children(struct py_isolate *iso, struct py_element *e)
{
    if (!e->children) e->children = py_list_new(iso, 0);
    return e->children;
}

static bool is_dict(struct py_isolate *iso, py_value v)
{
    return py_isa(iso, v, PY_T_DICT);
}

// attrib={} and **extra as one new dict; *out NULL when there is nothing. `kw` as in raw calls, its
// values at `values`.
static bool take_attributes(struct py_isolate *iso, const char *fn, py_value attrib, int place,
                            const py_value *values, py_value kw, py_value *out)
{
    *out = NULL;
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        if (attrib || !py_str_is(py_tuple(kw)->v[i], "attrib")) continue;
        if (!is_dict(iso, values[i]))
            return py_raise_type_error(iso, "attrib must be dict, not %T", values[i]);
        attrib = values[i];
        place = 0;
    }
    if (attrib && !is_dict(iso, attrib))
        return py_raise_type_error(iso, "%s() argument %d must be dict, not %A", fn, place, attrib);
    bool some = attrib && py_dict(attrib)->n;
    if (!some && !kw) return true;
    py_value d = attrib ? py_dict_copy(iso, py_dict(attrib)) : py_dict_new(iso);
    for (uint64_t i = 0; d && kw && i < py_tuple(kw)->n; i++) {
        py_value name = py_tuple(kw)->v[i];
        if (!place && attrib == values[i] && py_str_is(name, "attrib")) continue;
        if (!py_dict_set(iso, py_dict(d), name, values[i])) return false;
    }
    *out = d;
    return d;
}

static py_value element_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    return element_in(iso, cls, PY_NONE);
}

static bool element_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct py_element *e = PY_ELEMENT(self);
    py_value attrib;
    if (n < 1) return py_raise_type_error(iso, "Element() takes at least 1 argument (0 given)");
    if (n > 2) return py_raise_type_error(iso, "Element() takes at most 2 arguments (%d given)", n);
    if (!take_attributes(iso, "Element", n > 1 ? a[1] : NULL, 2, a + n, kw, &attrib)) return false;
    e->tag = a[0];
    e->attrib = attrib;
    e->text = e->tail = PY_NONE;
    return true;
}

static PY_NATIVE_RAW(f_subelement)
{
    py_value attrib, e;
    if (n < 2)
        return py_raise_type_error(iso, "SubElement() takes at least 2 arguments (%d given)", n);
    if (n > 3)
        return py_raise_type_error(iso, "SubElement() takes at most 3 arguments (%d given)", n);
    if (!py_element_is(iso, a[0]))
        return py_raise_type_error(
            iso, "SubElement() argument 1 must be xml.etree.ElementTree.Element, not %A", a[0]);
    if (!take_attributes(iso, "SubElement", n > 2 ? a[2] : NULL, 3, a + n, kw, &attrib))
        return NULL;
    e = py_element_new(iso, a[1], attrib);
    return e && py_element_append(iso, PY_ELEMENT(a[0]), e) ? e : NULL;
}

// --- attributes -----------------------------------------------------------------------------

#define ATTRIBUTE(name)                                                                            \
    static py_value get_##name(PY_UNUSED struct py_isolate *iso, py_value self)                    \
    {                                                                                              \
        return PY_ELEMENT(self)->name;                                                             \
    }                                                                                              \
    static bool set_##name(struct py_isolate *iso, py_value self, py_value v)                      \
    {                                                                                              \
        if (!v) return py_raise(iso, PY_T_AttributeError, "can't delete element attribute");       \
        PY_ELEMENT(self)->name = v;                                                                \
        return true;                                                                               \
    }
ATTRIBUTE(tag)
ATTRIBUTE(text)
ATTRIBUTE(tail)

static py_value get_attrib(struct py_isolate *iso, py_value self)
{
    return element_attrib(iso, PY_ELEMENT(self));
}
static bool set_attrib(struct py_isolate *iso, py_value self, py_value v)
{
    if (!v) return py_raise(iso, PY_T_AttributeError, "can't delete element attribute");
    if (!is_dict(iso, v)) return py_raise_type_error(iso, "attrib must be dict, not %T", v);
    PY_ELEMENT(self)->attrib = v;
    return true;
}

static const struct py_getset_row element_getset[] = {
    {"tag", get_tag, set_tag, "Name of the element, with its namespace in braces."},
    {"text", get_text, set_text,
     "Text between the start tag and the first child or end tag; None where there is "
     "none."},
    {"tail", get_tail, set_tail,
     "Text that follows the end tag, up to the next tag; None where there is none."},
    {"attrib", get_attrib, set_attrib, "Attributes of the element, as a dict."},
    {0}};

static PY_NATIVE(m_get)
{
    struct py_element *e = PY_ELEMENT(a[0]);
    py_value v = e->attrib ? py_dict_get(iso, py_dict(e->attrib), a[1]) : NULL;
    if (v || iso->exc) return v;
    return a[2] ? a[2] : PY_NONE;
}

static PY_NATIVE(m_set)
{
    py_value d = get_attrib(iso, a[0]);
    return d && py_dict_set(iso, py_dict(d), a[1], a[2]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_keys)
{
    py_value d = get_attrib(iso, a[0]);
    return d ? py_list_of(iso, d) : NULL;
}

static PY_NATIVE(m_items)
{
    py_value d = get_attrib(iso, a[0]);
    d = d ? py_call_method(iso, d, py_str_intern_z(iso, "items"), NULL, 0) : NULL;
    return d ? py_list_of(iso, d) : NULL;
}

// --- children -------------------------------------------------------------------------------

static bool need_element(struct py_isolate *iso, const char *fn, int place, py_value v)
{
    if (py_element_is(iso, v)) return true;
    if (!fn) return py_raise_type_error(iso, "expected an Element, not \"%T\"", v);
    if (!place)
        return py_raise_type_error(
            iso, "%s() argument must be xml.etree.ElementTree.Element, not %A", fn, v);
    return py_raise_type_error(
        iso, "%s() argument %d must be xml.etree.ElementTree.Element, not %A", fn, place, v);
}

static int64_t element_length(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return (int64_t)py_element_count(PY_ELEMENT(self));
}

static int element_truth(struct py_isolate *iso, py_value self)
{
    if (!py_warn_running(iso, PY_T_DeprecationWarning,
                         "Testing an element's truth value will raise an exception in future "
                         "versions.  Use specific 'len(elem)' or 'elem is not None' test instead."))
        return -1;
    return py_element_count(PY_ELEMENT(self)) != 0;
}

static py_value element_getitem(struct py_isolate *iso, py_value self, py_value key)
{
    int64_t i;
    py_value list = children(iso, PY_ELEMENT(self));
    if (!list || py_is_kind(key, PY_K_SLICE)) return list ? py_getitem(iso, list, key) : NULL;
    int found = py_seq_index(iso, key, (int64_t)py_list(list)->n, "child", &i);
    if (!found) return py_raise_type_error(iso, "element indices must be integers");
    return found > 0 ? py_list(list)->v[i] : NULL;
}

// list(v), for what takes the items of any iterable.
static py_value sequence(struct py_isolate *iso, py_value v)
{
    py_value list = py_list_of(iso, v);
    if (list || !py_error_is(iso, PY_T_TypeError)) return list;
    py_error_clear(iso);
    return py_raise_type_error(iso, "expected sequence, not \"%T\"", v);
}

static bool element_setitem(struct py_isolate *iso, py_value self, py_value key, py_value v)
{
    struct py_element *e = PY_ELEMENT(self);
    int64_t i;
    if (!children(iso, e)) return false;
    if (py_is_kind(key, PY_K_SLICE)) {
        if (v && !(v = sequence(iso, v))) return false;
        for (uint64_t k = 0; v && k < py_list(v)->n; k++)
            if (!need_element(iso, NULL, 0, py_list(v)->v[k])) return false;
        return py_setitem(iso, e->children, key, v);
    }
    int found = py_seq_index(iso, key, (int64_t)py_element_count(e), "child assignment", &i);
    if (!found) return py_raise_type_error(iso, "element indices must be integers");
    if (found < 0 || (v && !need_element(iso, NULL, 0, v))) return false;
    return py_setitem(iso, e->children, py_small_new(i), v);
}

static py_value element_iter(struct py_isolate *iso, py_value self)
{
    // By position, not over the list of the children, which nobody else may get hold of.
    return py_seqiter_new(iso, PY_T_ITERATOR, self, 0, PY_F_USER0);
}

static PY_NATIVE(m_append)
{
    return need_element(iso, "append", 1, a[1]) && py_element_append(iso, PY_ELEMENT(a[0]), a[1])
               ? PY_NONE
               : NULL;
}

static PY_NATIVE(m_extend)
{
    py_value list = sequence(iso, a[1]);
    for (uint64_t i = 0; list && i < py_list(list)->n; i++)
        if (!need_element(iso, NULL, 0, py_list(list)->v[i]) || !py_tick(iso, 1) ||
            !py_element_append(iso, PY_ELEMENT(a[0]), py_list(list)->v[i]))
            return NULL;
    return list ? PY_NONE : NULL;
}

static PY_NATIVE(m_insert)
{
    py_value list;
    if (!need_element(iso, "insert", 2, a[2]) || !(list = children(iso, PY_ELEMENT(a[0]))))
        return NULL;
    return py_call_method(iso, list, py_name(iso, PY_N_insert), a + 1, 2);
}

static PY_NATIVE(m_remove)
{
    struct py_element *e = PY_ELEMENT(a[0]);
    if (!need_element(iso, "remove", 0, a[1])) return NULL;
    for (uint64_t i = 0; i < py_element_count(e); i++) {
        int same = py_eq(iso, py_list(e->children)->v[i], a[1]);
        if (same < 0 || !py_tick(iso, 1)) return NULL;
        if (same)
            return element_setitem(iso, a[0], py_small_new((int64_t)i), NULL) ? PY_NONE : NULL;
    }
    return py_raise_value_error(iso, "list.remove(x): x not in list");
}

static PY_NATIVE(m_clear)
{
    struct py_element *e = PY_ELEMENT(a[0]);
    e->attrib = e->children = NULL;
    e->text = e->tail = PY_NONE;
    return PY_NONE;
}

static PY_NATIVE(m_makeelement)
{
    if (!is_dict(iso, a[2]))
        return py_raise_type_error(iso, "makeelement() argument 2 must be dict, not %A", a[2]);
    py_value attrib = py_dict_copy(iso, py_dict(a[2]));
    return attrib ? py_element_new(iso, a[1], attrib) : NULL;
}

// --- searching ------------------------------------------------------------------------------

// Is it a plain name? The path module takes the rest, and refuses what is no str.
static bool is_tag(py_value path)
{
    if (!py_is_str(path)) return false;
    const struct py_str *s = py_str(path);
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        if (c == '/' || c == '*' || c == '[' || c == '@' || c == '.' || c == '{') return false;
    }
    return true;
}

// The first child from *at on with that tag; *at is behind it then. NULL: none, or exception.
static py_value next_with_tag(struct py_isolate *iso, struct py_element *e, py_value tag,
                              uint64_t *at)
{
    while (*at < py_element_count(e)) {
        py_value child = py_list(e->children)->v[(*at)++];
        int same = py_element_is(iso, child) ? py_eq(iso, PY_ELEMENT(child)->tag, tag) : 0;
        if (same < 0 || !py_tick(iso, 1)) return NULL;
        if (same) return child;
    }
    return NULL;
}

static PY_NATIVE(m_find)
{
    uint64_t at = 0;
    if (!is_tag(a[1]) || (a[2] && a[2] != PY_NONE))
        return py_call(iso, py_element_state(iso)[PY_EL_FIND], a, a[2] ? 3 : 2);
    py_value child = next_with_tag(iso, PY_ELEMENT(a[0]), a[1], &at);
    return child || iso->exc ? child : PY_NONE;
}

static PY_NATIVE(m_findtext)
{
    uint64_t at = 0;
    py_value absent = a[2] ? a[2] : PY_NONE;
    if (!is_tag(a[1]) || (a[3] && a[3] != PY_NONE)) {
        py_value args[4] = {a[0], a[1], absent, a[3] ? a[3] : PY_NONE};
        return py_call(iso, py_element_state(iso)[PY_EL_FINDTEXT], args, 4);
    }
    py_value child = next_with_tag(iso, PY_ELEMENT(a[0]), a[1], &at);
    if (!child) return iso->exc ? NULL : absent;
    py_value text = PY_ELEMENT(child)->text;
    return text == PY_NONE ? py_str_empty(iso) : text;
}

static PY_NATIVE(m_findall)
{
    uint64_t at = 0;
    if (!is_tag(a[1]) || (a[2] && a[2] != PY_NONE))
        return py_call(iso, py_element_state(iso)[PY_EL_FINDALL], a, a[2] ? 3 : 2);
    py_value found = py_list_new(iso, 0), child;
    while (found && (child = next_with_tag(iso, PY_ELEMENT(a[0]), a[1], &at)))
        if (!py_list_append(iso, found, child)) return NULL;
    return iso->exc ? NULL : found;
}

// --- iteration over trees -------------------------------------------------------------------

struct iterator {
    struct py_obj h;
    py_value root;    // not visited yet; NULL later
    py_value parents; // list: elements, each with the number of its next child behind it
    py_value tag;     // NULL: all
    bool texts;       // texts inside the tree instead of elements
};

static py_value new_iterator(struct py_isolate *iso, py_value root, py_value tag, bool texts)
{
    py_value type = py_element_state(iso)[PY_EL_ITERATOR], parents = py_list_new(iso, 8);
    struct iterator *it = parents ? py_new(iso, (struct py_type *)type, sizeof *it) : NULL;
    if (!it) return NULL;
    it->root = root;
    it->parents = parents;
    it->tag = tag;
    it->texts = texts;
    return (py_value)it;
}

// The next element before its children, or the one whose children have all been (*done). NULL:
// the end.
static py_value step(struct iterator *it, bool *done)
{
    *done = false;
    struct py_list *p = py_list(it->parents);
    if (p->n < 2) {
        py_value root = it->root;
        it->root = NULL;
        return root;
    }
    py_value parent = p->v[p->n - 2];
    uint64_t i = (uint64_t)py_small(p->v[p->n - 1]);
    if (i >= py_element_count(PY_ELEMENT(parent))) {
        p->n -= 2;
        *done = true;
        return parent;
    }
    p->v[p->n - 1] = py_small_new((int64_t)i + 1);
    return py_list(PY_ELEMENT(parent)->children)->v[i];
}

static py_value iterator_next(struct py_isolate *iso, py_value self)
{
    struct iterator *it = (struct iterator *)self;
    bool done;
    py_value v;
    while ((v = step(it, &done))) {
        if (!py_tick(iso, 1)) return NULL;
        bool inner = !done || py_list(it->parents)->n; // not what follows the root
        if (!done && (!py_list_append(iso, it->parents, v) ||
                      !py_list_append(iso, it->parents, py_small_new(0))))
            return NULL;
        if (it->texts) {
            py_value text = done ? PY_ELEMENT(v)->tail : PY_ELEMENT(v)->text;
            int some = inner && text != PY_NONE ? py_truth(iso, text) : 0;
            if (some) return some > 0 ? text : NULL;
        } else if (!done) {
            int same = it->tag ? py_eq(iso, PY_ELEMENT(v)->tag, it->tag) : 1;
            if (same) return same > 0 ? v : NULL;
        }
    }
    return NULL;
}

static void iterator_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct iterator *it = (struct iterator *)o;
    py_mark(iso, it->root);
    py_mark(iso, it->parents);
    py_mark(iso, it->tag);
}

static const struct py_typedef iterator_def = {
    .name = "_elementtree._element_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct iterator),
    .final = true,
    .trace = iterator_trace,
    .slots = {.iter = py_iter_self, .next = iterator_next},
};

static PY_NATIVE(m_iter)
{
    bool all = !a[1] || a[1] == PY_NONE || (py_is_str(a[1]) && py_str_is(a[1], "*"));
    return new_iterator(iso, a[0], all ? NULL : a[1], false);
}

static PY_NATIVE(m_itertext)
{
    return new_iterator(iso, a[0], NULL, true);
}

// --- the type and the module ----------------------------------------------------------------

static const struct py_native_row element_methods[] = {
    PY_ROW("append", m_append, "subelement, /", NULL),
    PY_ROW("clear", m_clear, "", NULL),
    PY_ROW("extend", m_extend, "elements, /", NULL),
    PY_ROW("find", m_find, "path, namespaces=None", NULL),
    PY_ROW("findall", m_findall, "path, namespaces=None", NULL),
    PY_ROW("findtext", m_findtext, "path, default=None, namespaces=None", NULL),
    PY_ROW("get", m_get, "key, default=None", NULL),
    PY_ROW("insert", m_insert, "index, subelement, /", NULL),
    PY_ROW("items", m_items, "", NULL),
    PY_ROW("iter", m_iter, "tag=None", NULL),
    PY_ROW("itertext", m_itertext, "", NULL),
    PY_ROW("keys", m_keys, "", NULL),
    PY_ROW("makeelement", m_makeelement, "tag, attrib, /", NULL),
    PY_ROW("remove", m_remove, "subelement, /", NULL),
    PY_ROW("set", m_set, "key, value, /", NULL),
    {0}};

static py_value element_repr(struct py_isolate *iso, py_value self)
{
    int being = py_repr_enter(iso, self);
    if (being < 0) return NULL;
    if (being) return py_raise(iso, PY_T_RuntimeError, "reentrant call inside %T.__repr__", self);
    py_value r = py_str_format(iso, "<Element %R at 0x%llx>", PY_ELEMENT(self)->tag,
                               (unsigned long long)py_id(iso, self));
    py_repr_leave(iso, self);
    return r;
}

static void element_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_element *e = (const struct py_element *)o;
    py_mark(iso, e->tag);
    py_mark(iso, e->text);
    py_mark(iso, e->tail);
    py_mark(iso, e->attrib);
    py_mark(iso, e->children);
}

// It iterates by position, as a sequence without a method for that.
static bool element_setup(struct py_isolate *iso, struct py_type *t)
{
    static const char *const absent[] = {"__iter__", NULL};
    return py_adopt_without(iso, t, absent);
}

static const struct py_typedef element_def = {
    .name = "xml.etree.ElementTree.Element",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_element),
    .attrs_off = offsetof(struct py_element, at),
    .methods = element_methods,
    .getset = element_getset,
    .trace = element_trace,
    .setup = element_setup,
    .slots = {.make = element_make,
              .init = element_init,
              .repr = element_repr,
              .truth = element_truth,
              .length = element_length,
              .getitem = element_getitem,
              .setitem = element_setitem,
              .iter = element_iter},
};

static PY_NATIVE(f_adopt)
{
    return py_adopt(iso, (struct py_type *)py_element_state(iso)[PY_EL_ELEMENT], a[0]) ? PY_NONE
                                                                                       : NULL;
}

static PY_NATIVE_RAW(f_connect)
{
    if (kw || n != CONNECTED)
        return py_raise_type_error(iso, "_connect() takes %d values", CONNECTED);
    memcpy(py_element_state(iso) + PY_EL_FIND, a, CONNECTED * sizeof *a);
    return PY_NONE;
}

static const struct py_native_row functions[] = {
    PY_ROW("SubElement", f_subelement, "*args, **kwargs", NULL),
    PY_ROW("_adopt", f_adopt, "contents, /", NULL),
    PY_ROW("_connect", f_connect, "*values", NULL),
    PY_ROW("_names", py_element_names, "root, names, add, /", NULL),
    PY_ROW("_write", py_element_write, "root, names, spaces, short, /", NULL),
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const struct {
        const struct py_typedef *def;
        const char *name;
    } types[] = {[PY_EL_ELEMENT] = {&element_def, "Element"},
                 [PY_EL_ITERATOR] = {&iterator_def, NULL},
                 [PY_EL_BUILDER] = {&py_builder_def, "TreeBuilder"}};
    py_value state = py_tuple_new(iso, PY_EL_ITEMS);
    if (!state) return false;
    iso->module_state[PY_MS_ELEMENT] = state;
    for (int i = PY_EL_ELEMENT; i <= PY_EL_BUILDER; i++) {
        struct py_type *t = py_type_from_def(iso, types[i].def, NULL, "xml.etree.ElementTree");
        if (!t || (types[i].name && !py_module_set(iso, m, types[i].name, (py_value)t)))
            return false;
        if (types[i].name) t->flags |= PY_TF_WEAKREFABLE;
        py_tuple(state)->v[i] = (py_value)t;
    }
    return true;
}

const struct py_moddef py_mod__element = {
    .name = "_element",
    .functions = functions,
    .init = init,
    .doc = "The heart of xml.etree.ElementTree.",
};
