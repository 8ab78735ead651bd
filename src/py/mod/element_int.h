// Shared by the C parts of xml.etree.ElementTree: the element (element.c), what builds trees of
// them (element_build.c) and what writes them (element_write.c). lib/xml/etree/ElementTree.py has
// the rest.
#ifndef PY_ELEMENT_INT_H
#define PY_ELEMENT_INT_H

#include "../native.h"

struct py_element {
    struct py_obj h;
    struct py_attrs at; // of instances of subclasses
    py_value tag, text, tail;
    py_value attrib;   // dict, NULL: none needed yet
    py_value children; // list, NULL: none needed yet
};

// Items of the tuple iso->module_state[PY_MS_ELEMENT]. From PY_EL_FIND on they are what
// ElementTree.py connects, in the order of its call of _connect.
enum {
    PY_EL_ELEMENT,
    PY_EL_ITERATOR,
    PY_EL_BUILDER,
    PY_EL_FIND, // (element, path, namespaces)
    PY_EL_FINDTEXT,
    PY_EL_FINDALL,
    PY_EL_COMMENT, // the functions that make comments and processing instructions are their tags
    PY_EL_PI,
    PY_EL_QNAME, // class QName
    PY_EL_WRONG, // (value): raises TypeError for what cannot be written
    PY_EL_ERROR, // class ParseError
    PY_EL_ITEMS
};

#define PY_ELEMENT(v) ((struct py_element *)(v))

static inline py_value *py_element_state(struct py_isolate *iso)
{
    return py_tuple(iso->module_state[PY_MS_ELEMENT])->v;
}
static inline bool py_element_is(struct py_isolate *iso, py_value v)
{
    return py_type_issub(py_type_of(iso, v),
                         (struct py_type *)py_element_state(iso)[PY_EL_ELEMENT]);
}
static inline uint64_t py_element_count(const struct py_element *e)
{
    return e->children ? py_list(e->children)->n : 0;
}

// An element of exact class; attrib NULL: empty, else a dict that becomes its own.
py_value py_element_new(struct py_isolate *iso, py_value tag, py_value attrib);
bool py_element_append(struct py_isolate *iso, struct py_element *e, py_value child);

extern const struct py_typedef py_builder_def;
PY_NATIVE(py_element_names);
PY_NATIVE(py_element_write);

#endif
