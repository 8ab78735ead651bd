// Class TreeBuilder of xml.etree.ElementTree: makes a tree out of start, data, end, comment and pi
// events; see element.c.
#include "../obj/args.h"
#include "element_int.h"

struct builder {
    struct py_obj h;
    struct py_attrs at;                            // of instances of subclasses
    py_value root;                                 // NULL: none yet
    py_value last;                                 // the element that text goes to; NULL: none
    py_value stack;                                // list of the open elements
    py_value data;                                 // list of texts that wait
    py_value factory, comment_factory, pi_factory; // NULL: those of the module
    bool tail;                                     // text belongs behind `last`
    bool insert_comments, insert_pis;
};

#define BUILDER(v) ((struct builder *)(v))

static py_value builder_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct builder *b = py_new_of(iso, cls, sizeof *b);
    if (!b || !(b->stack = py_list_new(iso, 8)) || !(b->data = py_list_new(iso, 4))) return NULL;
    return (py_value)b;
}

static py_value given(py_value v)
{
    return v == PY_NONE ? NULL : v;
}

static bool builder_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {
        "TreeBuilder",
        {"element_factory", "comment_factory", "pi_factory", "insert_comments", "insert_pis"},
        5,
        0,
        1,
        0};
    struct builder *b = BUILDER(self);
    py_value v[5];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return false;
    int comments = v[3] ? py_truth(iso, v[3]) : 0, pis = v[4] ? py_truth(iso, v[4]) : 0;
    if (comments < 0 || pis < 0) return false;
    b->factory = given(v[0]);
    b->comment_factory = given(v[1]);
    b->pi_factory = given(v[2]);
    b->insert_comments = comments;
    b->insert_pis = pis;
    return true;
}

static py_value joined(struct py_isolate *iso, struct py_list *texts)
{
    if (texts->n == 1) return texts->v[0];
    return py_str_join(iso, py_str_empty(iso), texts->v, texts->n);
}

// Gives the text that waits to the element before it.
static bool flush(struct py_isolate *iso, struct builder *b)
{
    struct py_list *data = py_list(b->data);
    if (!data->n) return true;
    py_value last = b->last, text = last ? joined(iso, data) : NULL;
    if (!last) return data->n = 0, true;
    if (!text) return false;
    data->n = 0;
    if (!py_element_is(iso, last))
        return py_setattr(iso, last, py_str_intern_z(iso, b->tail ? "tail" : "text"), text);
    *(b->tail ? &PY_ELEMENT(last)->tail : &PY_ELEMENT(last)->text) = text;
    return true;
}

// Appends an element to the one that is open.
static bool place(struct py_isolate *iso, struct builder *b, py_value element)
{
    const struct py_list *stack = py_list(b->stack);
    if (!stack->n) return true;
    py_value parent = stack->v[stack->n - 1];
    if (py_element_is(iso, parent) && py_element_is(iso, element))
        return py_element_append(iso, PY_ELEMENT(parent), element);
    return py_call_method(iso, parent, py_name(iso, PY_N_append), &element, 1);
}

static PY_NATIVE(m_start)
{
    struct builder *b = BUILDER(a[0]);
    if (!py_isa(iso, a[2], PY_T_DICT))
        return py_raise_type_error(iso, "start() argument 2 must be dict, not %A", a[2]);
    if (!flush(iso, b)) return NULL;
    py_value element = b->factory ? py_call(iso, b->factory, a + 1, 2)
                                  : py_element_new(iso, a[1], a[2]);
    if (!element) return NULL;
    if (!py_list(b->stack)->n && b->root)
        return py_raise_value(iso, py_call1(iso, py_element_state(iso)[PY_EL_ERROR],
                                            py_str_z(iso, "multiple elements on top level")));
    if (!place(iso, b, element)) return NULL;
    if (!b->root) b->root = element;
    b->last = element;
    b->tail = false;
    return py_list_append(iso, b->stack, element) ? element : NULL;
}

static PY_NATIVE(m_data)
{
    struct builder *b = BUILDER(a[0]);
    return !b->last || py_list_append(iso, b->data, a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_end)
{
    struct builder *b = BUILDER(a[0]);
    struct py_list *stack = py_list(b->stack);
    if (!flush(iso, b)) return NULL;
    if (!stack->n) return py_raise(iso, PY_T_IndexError, "pop from empty stack");
    b->last = stack->v[--stack->n];
    b->tail = true;
    return b->last;
}

// A comment or processing instruction that a factory has made.
static py_value single(struct py_isolate *iso, struct builder *b, py_value element, bool insert)
{
    if (!element || !insert || !py_list(b->stack)->n) return element;
    if (!flush(iso, b) || !place(iso, b, element)) return NULL;
    b->last = element;
    b->tail = true;
    return element;
}

static PY_NATIVE(m_comment)
{
    struct builder *b = BUILDER(a[0]);
    py_value factory = b->comment_factory;
    if (!factory) factory = py_element_state(iso)[PY_EL_COMMENT];
    return single(iso, b, py_call1(iso, factory, a[1]), b->insert_comments);
}

static PY_NATIVE(m_pi)
{
    struct builder *b = BUILDER(a[0]);
    py_value factory = b->pi_factory;
    if (!factory) factory = py_element_state(iso)[PY_EL_PI];
    py_value args[2] = {a[1], a[2] ? a[2] : PY_NONE};
    return single(iso, b, py_call(iso, factory, args, 2), b->insert_pis);
}

static PY_NATIVE(m_close)
{
    struct builder *b = BUILDER(a[0]);
    return b->root ? b->root : PY_NONE;
}

static const struct py_native_row methods[] = {PY_ROW("data", m_data, "data, /", NULL),
                                               PY_ROW("start", m_start, "tag, attrs, /", NULL),
                                               PY_ROW("end", m_end, "tag, /", NULL),
                                               PY_ROW("comment", m_comment, "text, /", NULL),
                                               PY_ROW("pi", m_pi, "target, text=None, /", NULL),
                                               PY_ROW("close", m_close, "", NULL),
                                               {0}};

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct builder *b = (const struct builder *)o;
    const py_value all[] = {
        b->root, b->last, b->stack, b->data, b->factory, b->comment_factory, b->pi_factory};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) py_mark(iso, all[i]);
}

const struct py_typedef py_builder_def = {
    .name = "xml.etree.ElementTree.TreeBuilder",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct builder),
    .attrs_off = offsetof(struct builder, at),
    .methods = methods,
    .trace = trace,
    .slots = {.make = builder_make, .init = builder_init},
};
