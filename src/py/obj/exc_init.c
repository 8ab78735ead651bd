// What the __init__ of each builtin exception class makes of its arguments: the fields behind the
// attributes of exc_types.c. Messages are those of CPython's argument parser.
#include "exc.h"

static bool is(struct py_isolate *iso, const struct py_exc *e, enum py_type_id id)
{
    return py_type_issub(py_obj_type(&e->h), py_t(iso, id));
}

static bool init_stop(PY_UNUSED struct py_isolate *iso, struct py_exc *e, struct py_tuple *t)
{
    e->a = t->n ? t->v[0] : NULL;
    return true;
}

static bool init_exit(PY_UNUSED struct py_isolate *iso, struct py_exc *e, struct py_tuple *t)
{
    e->a = t->n > 1 ? (py_value)t : t->n ? t->v[0] : NULL;
    return true;
}

static bool init_import(PY_UNUSED struct py_isolate *iso, struct py_exc *e, struct py_tuple *t)
{
    e->c = t->n == 1 ? t->v[0] : NULL;
    return true;
}

// The file names leave args, so that str() and pickling see errno and text alone.
static bool init_os(struct py_isolate *iso, struct py_exc *e, struct py_tuple *t)
{
    if (t->n < 2 || t->n > 5) return true;
    e->a = t->v[0];
    e->b = t->v[1];
    if (t->n < 3 || t->v[2] == PY_NONE) return true;
    if (py_obj_type(&e->h) == py_t(iso, PY_T_BlockingIOError) && py_is_number(iso, t->v[2])) {
        int64_t written;
        if (!py_as_index(iso, t->v[2], &written)) return false;
        return (e->d = py_int_new(iso, written)) != NULL;
    }
    e->c = t->v[2];
    if (t->n == 5) e->d = t->v[4];
    e->args = py_tuple_from(iso, t->v, 2);
    return e->args != NULL;
}

static bool init_syntax(struct py_isolate *iso, struct py_exc *e, struct py_tuple *t)
{
    e->a = NULL;
    e->b = t->n ? t->v[0] : NULL;
    if (t->n != 2) return true;
    py_value info = py_tuple_of(iso, t->v[1]);
    if (!info) return false;
    uint64_t n = py_tuple(info)->n;
    if (n < 4 || n > 6)
        return py_raise_type_error(iso, "function takes at %s arguments (%d given)",
                                   n < 4 ? "least 4" : "most 6", (int)n);
    if (n == 5)
        return py_raise_type_error(iso, "end_offset must be provided when end_lineno is provided");
    e->a = info;
    return true;
}

static bool want_str(struct py_isolate *iso, py_value v, int i)
{
    if (py_is_str(v)) return true;
    return v == PY_NONE ? py_raise_type_error(iso, "argument %d must be str, not None", i)
                        : py_raise_type_error(iso, "argument %d must be str, not %A", i, v);
}

// encoding (not for translation), object, start, end, reason; kept as a tuple of five.
static bool init_unicode(struct py_isolate *iso, struct py_exc *e, struct py_tuple *t)
{
    bool decode = is(iso, e, PY_T_UnicodeDecodeError);
    unsigned first = is(iso, e, PY_T_UnicodeTranslateError);
    if (t->n != 5 - first)
        return py_raise_type_error(iso, "function takes exactly %d arguments (%d given)",
                                   5 - (int)first, (int)t->n);
    py_value v[5] = {PY_NONE};
    memcpy(v + first, t->v, t->n * sizeof *v);
    int64_t number;
    for (unsigned i = first; i < 5; i++) {
        if (i == 2 || i == 3) {
            if (!py_as_int64(iso, v[i], &number) || !(v[i] = py_int_new(iso, number))) return false;
        } else if (!(i == 1 && decode) && !want_str(iso, v[i], (int)(i - first) + 1)) return false;
    }
    if (decode && !py_is_kind(v[1], PY_K_BYTES)) {
        const unsigned char *p;
        size_t len;
        if (!py_bytes_view(iso, v[1], &p, &len) || !(v[1] = py_bytes_new(iso, p, len)))
            return false;
    }
    e->a = py_tuple_from(iso, v, 5);
    return e->a != NULL;
}

enum { KEYWORDS = 3 };

// Bases before subclasses do not matter: one row fits at most.
static const struct init_row {
    enum py_type_id id;
    bool (*init)(struct py_isolate *iso, struct py_exc *e, struct py_tuple *args);
    const char *name;               // of the keywords' owner in messages
    const char *keywords[KEYWORDS]; // what they set: fields a, b and d
} init_rows[] = {{PY_T_StopIteration, init_stop, NULL, {NULL}},
                 {PY_T_SystemExit, init_exit, NULL, {NULL}},
                 {PY_T_ImportError, init_import, "ImportError", {"name", "path", "name_from"}},
                 {PY_T_NameError, NULL, "NameError", {"name"}},
                 {PY_T_AttributeError, NULL, "AttributeError", {"name", "obj"}},
                 {PY_T_OSError, init_os, NULL, {NULL}},
                 {PY_T_SyntaxError, init_syntax, NULL, {NULL}},
                 {PY_T_UnicodeEncodeError, init_unicode, NULL, {NULL}},
                 {PY_T_UnicodeDecodeError, init_unicode, NULL, {NULL}},
                 {PY_T_UnicodeTranslateError, init_unicode, NULL, {NULL}}};

static const struct init_row *row_of(struct py_isolate *iso, const struct py_exc *e)
{
    for (size_t i = 0; i < sizeof init_rows / sizeof *init_rows; i++)
        if (is(iso, e, init_rows[i].id)) return &init_rows[i];
    return NULL;
}

bool py_exc_set_args(struct py_isolate *iso, py_value exc, py_value args)
{
    struct py_exc *e = (struct py_exc *)exc;
    const struct init_row *row = row_of(iso, e);
    e->args = args;
    return !row || !row->init || row->init(iso, e, py_tuple(args));
}

static bool set_keywords(struct py_isolate *iso, struct py_exc *e, const struct init_row *row,
                         py_value kw, py_value *v)
{
    py_value *const fields[KEYWORDS] = {&e->a, &e->b, &e->d};
    for (int k = 0; k < KEYWORDS; k++) *fields[k] = NULL;
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        py_value name = py_tuple(kw)->v[i];
        int k = 0;
        while (k < KEYWORDS && !(row->keywords[k] && py_str_is(name, row->keywords[k]))) k++;
        if (k == KEYWORDS)
            return py_raise_type_error(iso, "'%U' is an invalid keyword argument for %s()", name,
                                       row->name);
        *fields[k] = v[i];
    }
    return true;
}

bool py_exc_os_late(struct py_isolate *iso, const struct py_type *t)
{
    const struct py_type *os = py_t(iso, PY_T_OSError);
    return t->s.init != os->s.init && t->s.make == os->s.make;
}

bool py_exc_do_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct py_exc *e = (struct py_exc *)self;
    const struct init_row *row = row_of(iso, e);
    if (is(iso, e, PY_T_OSError) && !py_exc_os_late(iso, py_obj_type(&e->h)))
        return true; // __new__ has done it
    if (kw && py_tuple(kw)->n && !(row && row->name))
        return py_raise_type_error(iso, "%T() takes no keyword arguments", self);
    py_value args = py_tuple_from(iso, a, (uint64_t)n);
    if (!args || !py_exc_set_args(iso, self, args)) return false;
    return !row || !row->name || set_keywords(iso, e, row, kw, kw ? a + n : NULL);
}
