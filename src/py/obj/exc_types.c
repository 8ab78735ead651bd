// The builtin exception classes: one layout and one definition for all of exc.def; what a class
// adds (attributes, its own str) hangs on its row in the tables below.
#include "exc.h"

#include "typeobj.h"

static py_value get_args(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return ((struct py_exc *)self)->args;
}
static bool no_delete(struct py_isolate *iso, py_value v, const char *name)
{
    if (!v) py_raise_type_error(iso, "%s may not be deleted", name);
    return v != NULL;
}
static bool set_args(struct py_isolate *iso, py_value self, py_value v)
{
    if (!no_delete(iso, v, "args")) return false;
    py_value t = py_tuple_of(iso, v);
    if (!t) return false;
    ((struct py_exc *)self)->args = t;
    return true;
}
static py_value get_traceback(PY_UNUSED struct py_isolate *iso, py_value self)
{
    py_value t = ((struct py_exc *)self)->traceback;
    return t ? t : PY_NONE;
}
static bool set_traceback(struct py_isolate *iso, py_value self, py_value v)
{
    if (!no_delete(iso, v, "__traceback__")) return false;
    if (v && v != PY_NONE && !py_is_kind(v, PY_K_TRACEBACK)) v = NULL;
    if (!v) {
        py_raise_type_error(iso, "__traceback__ must be a traceback or None");
        return false;
    }
    ((struct py_exc *)self)->traceback = v == PY_NONE ? NULL : v;
    return true;
}
static bool set_chain(struct py_isolate *iso, py_value *where, py_value v, const char *what)
{
    if (v != PY_NONE && !py_isa(iso, v, PY_T_BaseException)) {
        py_raise_type_error(iso, "exception %s must be None or derive from BaseException", what);
        return false;
    }
    *where = v == PY_NONE ? NULL : v;
    return true;
}
static py_value get_cause(PY_UNUSED struct py_isolate *iso, py_value self)
{
    py_value c = ((struct py_exc *)self)->cause;
    return c ? c : PY_NONE;
}
static bool set_cause(struct py_isolate *iso, py_value self, py_value v)
{
    if (!no_delete(iso, v, "__cause__")) return false;
    if (!set_chain(iso, &((struct py_exc *)self)->cause, v, "cause")) return false;
    ((struct py_exc *)self)->suppress = true;
    return true;
}
static py_value get_context(PY_UNUSED struct py_isolate *iso, py_value self)
{
    py_value c = ((struct py_exc *)self)->context;
    return c ? c : PY_NONE;
}
static bool set_context(struct py_isolate *iso, py_value self, py_value v)
{
    return no_delete(iso, v, "__context__") &&
           set_chain(iso, &((struct py_exc *)self)->context, v, "context");
}
static py_value get_suppress(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_bool(((struct py_exc *)self)->suppress);
}
static bool set_suppress(struct py_isolate *iso, py_value self, py_value v)
{
    if (!v) return py_raise_type_error(iso, "can't delete numeric/char attribute");
    if (!py_is_bool(v)) return py_raise_type_error(iso, "attribute value type must be bool");
    ((struct py_exc *)self)->suppress = v == PY_TRUE;
    return true;
}

static PY_NATIVE(m_with_traceback)
{
    return set_traceback(iso, a[0], a[1]) ? a[0] : NULL;
}
bool py_exc_add_note(struct py_isolate *iso, py_value exc, py_value note)
{
    py_value name = py_name(iso, PY_N___notes__), notes = py_getattr_opt(iso, exc, name);
    if (!notes) {
        if (iso->exc || !(notes = py_list_new(iso, 1)) || !py_setattr(iso, exc, name, notes))
            return false;
    }
    if (!py_is_kind(notes, PY_K_LIST)) {
        py_raise_type_error(iso, "Cannot add note: __notes__ is not a list");
        return false;
    }
    return py_list_append(iso, notes, note);
}

static PY_NATIVE(m_add_note)
{
    if (!py_is_str(a[1])) return py_raise_type_error(iso, "note must be a str, not '%T'", a[1]);
    return py_exc_add_note(iso, a[0], a[1]) ? PY_NONE : NULL;
}
static bool is(struct py_isolate *iso, const struct py_exc *e, enum py_type_id id)
{
    return py_type_issub(py_obj_type(&e->h), py_t(iso, id));
}

// What makes the exception again: an OSError's file names have left its args.
static py_value args_to_make(struct py_isolate *iso, const struct py_exc *e)
{
    if (!is(iso, e, PY_T_OSError) || !e->c || py_tuple(e->args)->n != 2) return e->args;
    const py_value *v = py_tuple(e->args)->v;
    return e->d ? py_tuple_pack(iso, 5, v[0], v[1], e->c, PY_NONE, e->d)
                : py_tuple_pack(iso, 3, v[0], v[1], e->c);
}

// Its __dict__, with the fields that keywords set; NULL without exception when there is nothing.
static py_value state(struct py_isolate *iso, struct py_exc *e)
{
    bool attr = is(iso, e, PY_T_AttributeError), import = is(iso, e, PY_T_ImportError);
    py_value d = py_attr_dict(iso, (py_value)e);
    if (!d && iso->exc) return NULL;
    if (!attr && !(import && (e->a || e->b || e->d))) return d && py_dict(d)->n ? d : NULL;
    py_value all = py_dict_new(iso);
    if (!all || (d && !py_dict_merge(iso, py_dict(all), d, true))) return NULL;
    if (e->a && !py_dict_set_z(iso, py_dict(all), "name", e->a)) return NULL;
    if (import && e->b && !py_dict_set_z(iso, py_dict(all), "path", e->b)) return NULL;
    if (import && e->d && !py_dict_set_z(iso, py_dict(all), "name_from", e->d)) return NULL;
    return !attr || py_dict_set_z(iso, py_dict(all), "args", e->args) ? all : NULL;
}

static PY_NATIVE(m_reduce)
{
    struct py_exc *e = (struct py_exc *)a[0];
    py_value cls = (py_value)py_type_of(iso, a[0]), args = args_to_make(iso, e);
    py_value d = args ? state(iso, e) : NULL;
    if (iso->exc) return NULL;
    return d ? py_tuple_pack(iso, 3, cls, args, d) : py_tuple_pack(iso, 2, cls, args);
}
static PY_NATIVE(m_setstate)
{
    if (a[1] == PY_NONE) return PY_NONE;
    if (!py_is_kind(a[1], PY_K_DICT)) return py_raise_type_error(iso, "state is not a dictionary");
    uint64_t pos = 0;
    py_value k, v;
    while (py_dict_next(iso, py_dict(a[1]), &pos, &k, &v)) {
        if (!py_is_str(k))
            return py_raise_type_error(iso, "attribute name must be string, not '%T'", k);
        if (!py_setattr(iso, a[0], k, v)) return NULL;
    }
    return PY_NONE;
}

static const struct py_native_row exc_methods[] = {
    PY_ROW("with_traceback", m_with_traceback, "tb, /",
           "Puts a traceback in place and gives the exception back."),
    PY_ROW("add_note", m_add_note, "note, /",
           "One more line of text to be shown under the message."),
    PY_ROW("__reduce__", m_reduce, "", NULL),
    PY_ROW("__setstate__", m_setstate, "state, /", NULL),
    {0}};
static const struct py_getset_row exc_attrs[] = {
    {"args", get_args, set_args, NULL},
    {"__traceback__", get_traceback, set_traceback, NULL},
    {"__cause__", get_cause, set_cause, NULL},
    {"__context__", get_context, set_context, NULL},
    {"__suppress_context__", get_suppress, set_suppress, NULL},
    {"__dict__", py_get_dict_attr, py_set_dict_attr, NULL},
    {0}};

// --- fields by class ---------------------------------------------------------------------------

// Attributes that live in the value fields: one getter and setter pair per field.
#define FIELD(m)                                                                                   \
    static py_value get_##m(PY_UNUSED struct py_isolate *iso, py_value self)                       \
    {                                                                                              \
        py_value v = ((struct py_exc *)self)->m;                                                   \
        return v ? v : PY_NONE;                                                                    \
    }                                                                                              \
    static bool set_##m(PY_UNUSED struct py_isolate *iso, py_value self, py_value v)               \
    {                                                                                              \
        ((struct py_exc *)self)->m = v;                                                            \
        return true;                                                                               \
    }
FIELD(a)
FIELD(b)
FIELD(c)
FIELD(d)

// A tuple in a: SyntaxError keeps (filename, lineno, offset, text, end_lineno, end_offset),
// UnicodeError's subclasses (encoding, object, start, end, reason).
static py_value detail(py_value self, unsigned i)
{
    py_value t = ((struct py_exc *)self)->a;
    return py_is_exact(t, PY_K_TUPLE) && i < py_tuple(t)->n ? py_tuple(t)->v[i] : PY_NONE;
}
static bool set_detail(struct py_isolate *iso, py_value self, unsigned i, py_value v)
{
    py_value t = py_tuple_new(iso, 6);
    if (!t) return false;
    for (unsigned k = 0; k < 6; k++)
        py_tuple(t)->v[k] = k == i ? (v ? v : PY_NONE) : detail(self, k);
    ((struct py_exc *)self)->a = t;
    return true;
}
#define DETAIL(name, i)                                                                            \
    static py_value get_##name(PY_UNUSED struct py_isolate *iso, py_value self)                    \
    {                                                                                              \
        return detail(self, i);                                                                    \
    }                                                                                              \
    static bool set_##name(struct py_isolate *iso, py_value self, py_value v)                      \
    {                                                                                              \
        return set_detail(iso, self, i, v);                                                        \
    }
DETAIL(filename, 0)
DETAIL(lineno, 1)
DETAIL(offset, 2)
DETAIL(text, 3)
DETAIL(end_lineno, 4)
DETAIL(end_offset, 5)

DETAIL(encoding, 0)
DETAIL(object, 1)
DETAIL(start, 2)
DETAIL(end, 3)
DETAIL(reason, 4)

static const struct py_getset_row stop_attrs[] = {{"value", get_a, set_a, NULL}, {0}};
static const struct py_getset_row exit_attrs[] = {{"code", get_a, set_a, NULL}, {0}};
static const struct py_getset_row name_attrs[] = {{"name", get_a, set_a, NULL}, {0}};
static const struct py_getset_row attr_attrs[] = {
    {"name", get_a, set_a, NULL}, {"obj", get_b, set_b, NULL}, {0}};
static const struct py_getset_row import_attrs[] = {{"name", get_a, set_a, NULL},
                                                    {"path", get_b, set_b, NULL},
                                                    {"msg", get_c, set_c, NULL},
                                                    {"name_from", get_d, set_d, NULL},
                                                    {0}};
// Field d: without a file name it is how much a BlockingIOError says was written.
static py_value get_filename2(struct py_isolate *iso, py_value self)
{
    return ((struct py_exc *)self)->c ? get_d(iso, self) : PY_NONE;
}
static py_value get_written(struct py_isolate *iso, py_value self)
{
    const struct py_exc *e = (const struct py_exc *)self;
    if (e->d && py_is_int(e->d)) return e->d;
    return py_raise(iso, PY_T_AttributeError, "characters_written");
}
static bool set_written(struct py_isolate *iso, py_value self, py_value v)
{
    struct py_exc *e = (struct py_exc *)self;
    if (!v && !get_written(iso, self)) return false;
    int64_t n;
    if (v && !py_as_index(iso, v, &n)) return false;
    e->d = v ? py_int_new(iso, n) : NULL;
    return !v || e->d;
}
static const struct py_getset_row os_attrs[] = {
    {"errno", get_a, set_a, NULL},
    {"strerror", get_b, set_b, NULL},
    {"filename", get_c, set_c, NULL},
    {"filename2", get_filename2, set_d, NULL},
    {"characters_written", get_written, set_written, NULL},
    {0}};
static const struct py_getset_row group_attrs[] = {
    {"message", get_a, py_set_readonly, NULL}, {"exceptions", get_b, py_set_readonly, NULL}, {0}};
static const struct py_getset_row syntax_attrs[] = {
    {"msg", get_b, set_b, NULL},
    {"filename", get_filename, set_filename, NULL},
    {"lineno", get_lineno, set_lineno, NULL},
    {"offset", get_offset, set_offset, NULL},
    {"text", get_text, set_text, NULL},
    {"end_lineno", get_end_lineno, set_end_lineno, NULL},
    {"end_offset", get_end_offset, set_end_offset, NULL},
    {"print_file_and_line", get_c, set_c, NULL},
    {0}};
static const struct py_getset_row unicode_attrs[] = {
    {"encoding", get_encoding, set_encoding, NULL}, {"object", get_object, set_object, NULL},
    {"start", get_start, set_start, NULL},          {"end", get_end, set_end, NULL},
    {"reason", get_reason, set_reason, NULL},       {0}};

static const struct class_row {
    enum py_type_id id;
    const struct py_getset_row *attrs;
    const struct py_native_row *methods;
} class_rows[] = {{PY_T_StopIteration, stop_attrs, NULL},
                  {PY_T_SystemExit, exit_attrs, NULL},
                  {PY_T_NameError, name_attrs, NULL},
                  {PY_T_AttributeError, attr_attrs, NULL},
                  {PY_T_ImportError, import_attrs, NULL},
                  {PY_T_OSError, os_attrs, NULL},
                  {PY_T_SyntaxError, syntax_attrs, NULL},
                  {PY_T_BaseExceptionGroup, group_attrs, py_exc_group_methods},
                  {PY_T_UnicodeEncodeError, unicode_attrs, NULL},
                  {PY_T_UnicodeDecodeError, unicode_attrs, NULL},
                  {PY_T_UnicodeTranslateError, unicode_attrs + 1, NULL}};

const struct py_type *py_exc_fields_of(const struct py_type *t)
{
    for (; t; t = t->base)
        for (size_t i = 0; i < sizeof class_rows / sizeof *class_rows; i++)
            if (t->index == (uint32_t)class_rows[i].id) return t;
    return NULL;
}

static bool put_method(struct py_isolate *iso, struct py_type *t, const struct py_native_row *row)
{
    enum py_type_id kind = row->binding == PY_BIND_CLASS ? PY_T_CLASSMETHOD_DESCRIPTOR
                                                         : PY_T_METHOD_DESCRIPTOR;
    struct py_builtin *b = py_new(iso, py_t(iso, kind), sizeof *b);
    if (!b) return false;
    b->row = row;
    b->owner = t;
    if (kind == PY_T_CLASSMETHOD_DESCRIPTOR) b->of_class = true;
    return py_dict_set_z(iso, t->dict, row->name, (py_value)b);
}

// Adds the rows of one class to its dict: called when a builtin exception's dict is first filled.
static bool exc_setup(struct py_isolate *iso, struct py_type *t)
{
    for (size_t i = 0; i < sizeof class_rows / sizeof *class_rows; i++) {
        const struct class_row *r = &class_rows[i];
        if (t != py_t(iso, r->id)) continue;
        for (const struct py_getset_row *g = r->attrs; g->name; g++) {
            py_value d = py_field_new(iso, g, t);
            if (!d || !py_dict_set_z(iso, t->dict, g->name, d)) return false;
        }
        for (const struct py_native_row *m = r->methods; m && m->name; m++)
            if (!put_method(iso, t, m)) return false;
    }
    return true;
}

bool py_exc_init(struct py_isolate *iso)
{
    struct py_type *t = py_t(iso, PY_T_ExceptionGroup), *group = py_t(iso, PY_T_BaseExceptionGroup),
                   *exc = py_t(iso, PY_T_Exception);
    t->bases = py_tuple_pack(iso, 2, (py_value)group, (py_value)exc);
    t->mro = py_tuple_pack(iso, 5, (py_value)t, (py_value)group, (py_value)exc,
                           (py_value)py_t(iso, PY_T_BaseException),
                           (py_value)py_t(iso, PY_T_OBJECT));
    return t->bases && t->mro;
}

// --- making --------------------------------------------------------------------------------------

// Classes of OSError by errno, as CPython maps them.
static const struct {
    int number;
    enum py_type_id id;
} errno_rows[] = {{11, PY_T_BlockingIOError},
                  {10, PY_T_ChildProcessError},
                  {32, PY_T_BrokenPipeError},
                  {103, PY_T_ConnectionAbortedError},
                  {111, PY_T_ConnectionRefusedError},
                  {104, PY_T_ConnectionResetError},
                  {17, PY_T_FileExistsError},
                  {2, PY_T_FileNotFoundError},
                  {4, PY_T_InterruptedError},
                  {21, PY_T_IsADirectoryError},
                  {20, PY_T_NotADirectoryError},
                  {13, PY_T_PermissionError},
                  {1, PY_T_PermissionError},
                  {3, PY_T_ProcessLookupError},
                  {110, PY_T_TimeoutError}};

static py_value exc_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    struct py_type *asked = cls;
    if (cls == py_t(iso, PY_T_OSError) && n >= 2 && n <= 5 && py_is_anyint(a[0]))
        for (size_t i = 0; i < sizeof errno_rows / sizeof *errno_rows; i++)
            if (py_int_plain(a[0]) == py_small_new(errno_rows[i].number))
                cls = py_t(iso, errno_rows[i].id);
    if (cls == py_t(iso, PY_T_BaseExceptionGroup) && n == 2) {
        // A group of Exceptions only is an ExceptionGroup.
        py_value list = py_tuple_of(iso, a[1]);
        bool all = list != NULL && py_tuple(list)->n;
        if (!list) py_error_clear(iso);
        for (uint64_t i = 0; all && i < py_tuple(list)->n; i++)
            all = py_isa(iso, py_tuple(list)->v[i], PY_T_Exception);
        if (all) cls = py_t(iso, PY_T_ExceptionGroup);
    }
    struct py_exc *e = py_new(iso, cls, cls->size);
    py_value args = e ? py_tuple_from(iso, a, (uint64_t)n) : NULL;
    if (!args) return NULL;
    e->args = args;
    if (is(iso, e, PY_T_OSError)) {
        if (py_exc_os_late(iso, cls)) return (e->args = py_tuple_new(iso, 0)) ? (py_value)e : NULL;
        if (kw && py_tuple(kw)->n)
            return py_raise_type_error(iso, "%N() takes no keyword arguments", asked);
        if (!py_exc_set_args(iso, (py_value)e, args)) return NULL;
    }
    if (is(iso, e, PY_T_BaseExceptionGroup) && !py_exc_group_check(iso, e)) return NULL;
    return (py_value)e;
}

// --- text ---------------------------------------------------------------------------------------

static py_value exc_repr(struct py_isolate *iso, py_value self)
{
    struct py_exc *e = (struct py_exc *)self;
    struct py_tuple *t = py_tuple(e->args);
    py_value name = py_obj_type(&e->h)->name;
    if (t->n == 1) return py_str_format(iso, "%U(%R)", name, t->v[0]);
    return py_str_format(iso, "%U%R", name, e->args);
}

static py_value plain_str(struct py_isolate *iso, struct py_exc *e)
{
    struct py_tuple *t = py_tuple(e->args);
    if (t->n == 0) return py_str_empty(iso);
    return t->n == 1 ? py_str_of(iso, t->v[0]) : py_str_of(iso, e->args);
}

static py_value key_str(struct py_isolate *iso, struct py_exc *e)
{
    return py_tuple(e->args)->n == 1 ? py_repr(iso, py_tuple(e->args)->v[0]) : plain_str(iso, e);
}

static py_value os_str(struct py_isolate *iso, struct py_exc *e)
{
    if (e->c && e->d) return py_str_format(iso, "[Errno %S] %S: %R -> %R", e->a, e->b, e->c, e->d);
    if (e->c)
        return py_str_format(iso, "[Errno %S] %S: %R", e->a ? e->a : PY_NONE, e->b ? e->b : PY_NONE,
                             e->c);
    if (e->a && e->b) return py_str_format(iso, "[Errno %S] %S", e->a, e->b);
    return plain_str(iso, e);
}

static py_value import_str(struct py_isolate *iso, struct py_exc *e)
{
    return e->c && py_is_str(e->c) ? e->c : plain_str(iso, e);
}

static py_value last_part(struct py_isolate *iso, py_value path)
{
    const struct py_str *s = py_str(path);
    uint32_t i = (uint32_t)s->len;
    while (i && py_str_at(s, i - 1) != '/') i--;
    return i ? py_str_slice(iso, path, i, s->len) : path;
}

static py_value syntax_str(struct py_isolate *iso, struct py_exc *e)
{
    py_value file = detail((py_value)e, 0), line = detail((py_value)e, 1),
             msg = e->b ? e->b : PY_NONE;
    bool has_file = py_is_str(file), has_line = py_is_int(line);
    if (has_file && !(file = last_part(iso, file))) return NULL;
    if (has_file && has_line) return py_str_format(iso, "%S (%U, line %S)", msg, file, line);
    if (has_file) return py_str_format(iso, "%S (%U)", msg, file);
    if (has_line) return py_str_format(iso, "%S (line %S)", msg, line);
    return py_str_of(iso, msg);
}

static py_value group_str(struct py_isolate *iso, struct py_exc *e)
{
    if (!e->b) return plain_str(iso, e);
    uint64_t n = py_tuple(e->b)->n;
    return py_str_format(iso, "%S (%llu sub-exception%s)", e->a, (unsigned long long)n,
                         n == 1 ? "" : "s");
}

static py_value unicode_str(struct py_isolate *iso, struct py_exc *e)
{
    if (!e->a) return py_str_empty(iso);
    bool decode = is(iso, e, PY_T_UnicodeDecodeError), encode = is(iso, e, PY_T_UnicodeEncodeError);
    py_value self = (py_value)e, object = detail(self, 1);
    int64_t start, end;
    if (!py_as_int64(iso, detail(self, 2), &start) || !py_as_int64(iso, detail(self, 3), &end))
        return NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    if (decode || encode) py_sb_format(&b, "'%S' codec ", detail(self, 0));
    py_sb_format(&b, "can't %s ", decode ? "decode" : encode ? "encode" : "translate");
    int64_t len = 0; // the program may have put something else there
    if (decode && py_is_kind(object, PY_K_BYTES)) len = (int64_t)py_bytes(object)->len;
    if (!decode && py_is_str(object)) len = py_str(object)->len;
    if (end != start + 1 || start < 0 || start >= len)
        py_sb_format(&b, "%s in position %lld-%lld", decode ? "bytes" : "characters",
                     (long long)start, (long long)end - 1);
    else if (decode)
        py_sb_format(&b, "byte 0x%02x in position %lld", py_bytes(object)->b[start],
                     (long long)start);
    else {
        uint32_t c = py_str_at(py_str(object), (size_t)start);
        py_sb_format(&b, "character '");
        py_sb_format(&b, c <= 0xff ? "\\x%02x" : c <= 0xffff ? "\\u%04x" : "\\U%08x", c);
        py_sb_format(&b, "' in position %lld", (long long)start);
    }
    py_sb_format(&b, ": %S", detail(self, 4));
    return py_sb_finish(&b);
}

static const struct {
    enum py_type_id id;
    py_value (*str)(struct py_isolate *, struct py_exc *);
} str_rows[] = {{PY_T_AttributeError, plain_str},
                {PY_T_NameError, plain_str},
                {PY_T_KeyError, key_str},
                {PY_T_OSError, os_str},
                {PY_T_ImportError, import_str},
                {PY_T_SyntaxError, syntax_str},
                {PY_T_BaseExceptionGroup, group_str},
                {PY_T_UnicodeEncodeError, unicode_str},
                {PY_T_UnicodeDecodeError, unicode_str},
                {PY_T_UnicodeTranslateError, unicode_str}};

static py_value exc_str(struct py_isolate *iso, py_value self)
{
    struct py_exc *e = (struct py_exc *)self;
    const struct py_tuple *mro = py_tuple(py_obj_type(&e->h)->mro);
    for (uint64_t k = 0; k < mro->n; k++)
        for (size_t i = 0; i < sizeof str_rows / sizeof *str_rows; i++)
            if (mro->v[k] == (py_value)py_t(iso, str_rows[i].id)) return str_rows[i].str(iso, e);
    return plain_str(iso, e);
}

const struct py_typedef py_exc_def = {
    .name = "BaseException",
    .kind = PY_K_EXC,
    .size = sizeof(struct py_exc),
    .attrs_off = offsetof(struct py_exc, at),
    .attrs_self = true,
    .methods = exc_methods,
    .getset = exc_attrs,
    .setup = exc_setup,
    .slots = {.make = exc_make, .init = py_exc_do_init, .repr = exc_repr, .str = exc_str}};
