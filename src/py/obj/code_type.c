// Code objects as a program sees them, and replace().
#include "../native.h"
#include "code.h"
#include "frozen.h"
#include "typeobj.h"

static struct py_code *code(py_value v)
{
    return (struct py_code *)v;
}

static py_value c_name(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return code(v)->name;
}
static py_value c_qualname(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return code(v)->qualname;
}
static py_value c_filename(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return code(v)->filename;
}
static py_value c_firstline(struct py_isolate *iso, py_value v)
{
    return py_int_new(iso, code(v)->first_line);
}
static py_value c_argcount(struct py_isolate *iso, py_value v)
{
    return py_int_new(iso, code(v)->nargs);
}
static py_value c_posonly(struct py_isolate *iso, py_value v)
{
    return py_int_new(iso, code(v)->nposonly);
}
static py_value c_kwonly(struct py_isolate *iso, py_value v)
{
    return py_int_new(iso, code(v)->nkwonly);
}
static uint64_t arguments(const struct py_code *k)
{
    return (uint64_t)k->nargs + k->nkwonly + !!(k->flags & PY_CO_VARARGS) +
           !!(k->flags & PY_CO_VARKEYWORDS);
}
static bool is_cell(const struct py_code *k, py_value name)
{
    for (uint64_t i = 0; k->cellnames && i < py_tuple(k->cellnames)->n; i++)
        if (py_tuple(k->cellnames)->v[i] == name) return true;
    return false;
}
// The variables that are arguments or in no cell, without the type parameters of classes and
// functions in it, whose names begin with a dot (so does ".0", the argument of a generator
// expression).
static py_value c_varnames(struct py_isolate *iso, py_value v)
{
    const struct py_tuple *names = py_tuple(code(v)->varnames);
    if (!names) return iso->empty_tuple;
    py_value list = py_list_new(iso, names->n);
    for (uint64_t i = 0; list && i < names->n; i++) {
        const struct py_str *s = py_str(names->v[i]);
        bool hidden = s->len > 1 && py_str_at(s, 0) == '.' && py_str_at(s, 1) != '0';
        if (!hidden && !(i >= arguments(code(v)) && is_cell(code(v), names->v[i])) &&
            !py_list_append(iso, list, names->v[i]))
            return NULL;
    }
    return list ? py_tuple_of(iso, list) : NULL;
}
static py_value c_nlocals(struct py_isolate *iso, py_value v)
{
    py_value names = c_varnames(iso, v);
    return names ? py_int_new(iso, (int64_t)py_tuple(names)->n) : NULL;
}
static py_value c_stacksize(struct py_isolate *iso, py_value v)
{
    return py_int_new(iso, code(v)->nregs - code(v)->nlocals);
}
// CO_OPTIMIZED and CO_NEWLOCALS hold for functions.
static py_value c_flags(struct py_isolate *iso, py_value v)
{
    uint32_t f = code(v)->flags & (0xfff | PY_CO_FUTURE_ANNOTATIONS);
    if (!(code(v)->flags & (PY_CO_CLASS | PY_CO_MODULE))) f |= 3;
    return py_int_new(iso, f);
}
static py_value c_freevars(struct py_isolate *iso, py_value v)
{
    return code(v)->freenames ? code(v)->freenames : iso->empty_tuple;
}
static py_value c_cellvars(struct py_isolate *iso, py_value v)
{
    return code(v)->cellnames ? code(v)->cellnames : iso->empty_tuple;
}
// --- constants ----------------------------------------------------------------------------------

// co_consts: functions begin with their docstring or None; then comes what the instructions load,
// in their order, each once, small ints too, which lie in the instructions here.
struct constants {
    py_value list;
    struct py_dict *ints; // those that are in the list
    bool *seen;           // by their number; behind them None, False and True
    uint32_t *number;     // of each in the list, NOT_KEPT: it has none
};
enum { NOT_KEPT = UINT32_MAX };

static bool add_constant(struct py_isolate *iso, struct constants *c, py_value v, uint32_t number,
                         bool *seen)
{
    if (!v || (seen && *seen)) return true;
    if (seen) *seen = true;
    uint64_t before = c->ints->n;
    if (!seen && (!py_dict_set(iso, c->ints, v, PY_NONE) || c->ints->n == before)) return !iso->exc;
    c->number[py_list(c->list)->n] = number;
    return py_tick(iso, 1) && py_list_append(iso, c->list, v);
}

// What one instruction loads.
static bool add_loaded(struct py_isolate *iso, struct constants *c, const struct py_code *k,
                       struct py_insn x)
{
    static const char forms[][4] = {
#define PY_OP(name, form, effect) form,
#include "opcode.def"
#undef PY_OP
    };
    bool *none = c->seen + k->nconsts;
    if (x.op == PY_OP_LOADI)
        return add_constant(iso, c, py_small_new(py_insn_jump(x)), NOT_KEPT, NULL);
    if (x.op == PY_OP_LOAD_NONE || x.op == PY_OP_RETURN_NONE)
        return add_constant(iso, c, PY_NONE, NOT_KEPT, none);
    if (x.op == PY_OP_LOAD_BOOL)
        return add_constant(iso, c, py_bool(x.b), NOT_KEPT, none + 1 + !!x.b);
    const uint16_t operand[] = {x.a, x.b, x.c};
    for (int i = 0; i < 3; i++) {
        char form = forms[x.op][i];
        if (form != 'k' && form != 'K') continue;
        uint32_t n = form == 'K' ? (uint32_t)py_insn_jump(x) : operand[i];
        if (n < k->nconsts && !add_constant(iso, c, k->consts[n], n, c->seen + n)) return false;
    }
    return true;
}

static bool collect_constants(struct py_isolate *iso, struct py_code *k, struct constants *c)
{
    if (!py_code_ready(iso, k)) return false;
    uint64_t most = (uint64_t)k->ninsns * 2 + k->nconsts + 4;
    struct py_buf *seen = py_buf_new(iso, PY_K_RAW, k->nconsts + 3);
    struct py_buf *number = py_buf_new(iso, PY_K_RAW, most * sizeof(uint32_t));
    py_value ints = py_dict_new(iso);
    if (!(c->list = py_list_new(iso, 8)) || !seen || !number || !ints) return false;
    *c = (struct constants){c->list, py_dict(ints), (bool *)seen->u.b,
                            (uint32_t *)(void *)number->u.b};
    bool *none = c->seen + k->nconsts,
         documents = !(k->flags & (PY_CO_CLASS | PY_CO_MODULE)) && !py_str_is(k->name, "<genexpr>");
    for (uint32_t i = 0; documents && k->doc != PY_NONE && i < k->nconsts; i++)
        c->seen[i] = k->consts[i] == k->doc;
    if (documents && !add_constant(iso, c, k->doc ? k->doc : PY_NONE, NOT_KEPT,
                                   k->doc && k->doc != PY_NONE ? &(bool){false} : none))
        return false;
    for (uint32_t i = 0; i < k->ninsns; i++)
        if (!add_loaded(iso, c, k, k->insns[i])) return false;
    return true;
}

static py_value c_consts(struct py_isolate *iso, py_value v)
{
    struct constants c;
    return collect_constants(iso, code(v), &c) ? py_tuple_of(iso, c.list) : NULL;
}

// The engine's own instructions (opcode.def), 8 bytes each.
static py_value c_code(struct py_isolate *iso, py_value v)
{
    if (!py_code_ready(iso, code(v))) return NULL;
    return py_bytes_new(iso, code(v)->insns, code(v)->ninsns * sizeof(struct py_insn));
}
// Global and attribute names, from the inline caches.
static py_value c_names(struct py_isolate *iso, py_value v)
{
    struct py_dict *d = py_code_ready(iso, code(v)) ? py_dict(py_dict_new(iso)) : NULL;
    for (uint32_t i = 0; d && i < code(v)->nics; i++)
        if (code(v)->ics[i].name && !py_dict_set(iso, d, code(v)->ics[i].name, PY_NONE))
            return NULL;
    return d ? py_tuple_of(iso, (py_value)d) : NULL;
}
// --- lines ---------------------------------------------------------------------------------------

// What a program sees of an instruction's place: None where nothing is known.
static py_value place(struct py_isolate *iso, uint32_t n, uint32_t none)
{
    return n == none ? PY_NONE : py_int_new(iso, n);
}

static bool add_row(struct py_isolate *iso, py_value list, const py_value *v, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        if (!v[i]) return false;
    py_value row = py_tuple_from(iso, v, n);
    return row && py_list_append(iso, list, row);
}

// (first byte, byte behind, line) for runs of instructions of one line; the first is that of the
// definition, which takes no instruction here.
static PY_NATIVE(c_lines)
{
    enum { SIZE = sizeof(struct py_insn) };
    const struct py_code *k = py_code_ready(iso, code(a[0])) ? code(a[0]) : NULL;
    py_value list = k ? py_list_new(iso, 8) : NULL;
    uint32_t start = 0, line = k && k->flags & PY_CO_MODULE ? 0 : k ? k->first_line : 0;
    for (uint32_t i = 0; list && i <= k->ninsns; i++) {
        if (i < k->ninsns && k->pos[i].line == line) continue;
        py_value row[] = {py_int_new(iso, start * SIZE), py_int_new(iso, i * SIZE),
                          py_int_new(iso, line)};
        if (!py_tick(iso, 1) || !add_row(iso, list, row, 3)) return NULL;
        start = i;
        line = i < k->ninsns ? k->pos[i].line : 0;
    }
    return list ? py_iter(iso, list) : NULL;
}

// (line, last line, column, last column), as often as an instruction has units of two bytes.
static PY_NATIVE(c_positions)
{
    enum { UNITS = sizeof(struct py_insn) / 2, NO_LINE = 0, NO_COLUMN = 0xffff };
    const struct py_code *k = py_code_ready(iso, code(a[0])) ? code(a[0]) : NULL;
    py_value list = k ? py_list_new(iso, 8) : NULL;
    for (uint32_t i = 0; list && i < k->ninsns; i++) {
        const struct py_code_pos *p = &k->pos[i];
        py_value row[] = {place(iso, p->line, NO_LINE), place(iso, p->end_line, NO_LINE),
                          place(iso, p->col, NO_COLUMN), place(iso, p->end_col, NO_COLUMN)};
        for (int u = 0; u < UNITS; u++)
            if (!py_tick(iso, 1) || !add_row(iso, list, row, 4)) return NULL;
    }
    return list ? py_iter(iso, list) : NULL;
}

// --- replace() ----------------------------------------------------------------------------------

// What replace() may give: the rest says what the instructions rely on.
#define REPLACE_SIG                                                                                \
    "*, co_name=None, co_qualname=None, co_filename=None, co_firstlineno=None, co_flags=None, "    \
    "co_consts=None, co_argcount=None, co_posonlyargcount=None, co_kwonlyargcount=None, "          \
    "co_nlocals=None, co_stacksize=None, co_names=None, co_varnames=None, co_freevars=None, "      \
    "co_cellvars=None, co_code=None, co_linetable=None, co_exceptiontable=None"

enum { R_NAME = 1, R_QUALNAME, R_FILENAME, R_LINE, R_FLAGS, R_CONSTS, R_KEPT };
static const struct {
    const char *name;
    py_value (*get)(struct py_isolate *iso, py_value code);
} kept[] = {{"co_argcount", c_argcount},     {"co_posonlyargcount", c_posonly},
            {"co_kwonlyargcount", c_kwonly}, {"co_nlocals", c_nlocals},
            {"co_stacksize", c_stacksize},   {"co_names", c_names},
            {"co_varnames", c_varnames},     {"co_freevars", c_freevars},
            {"co_cellvars", c_cellvars},     {"co_code", NULL},
            {"co_linetable", NULL},          {"co_exceptiontable", NULL}};

static bool refuse(struct py_isolate *iso, const char *what)
{
    return py_raise_not_implemented(iso, "code.replace(): %s cannot be changed here", what) != NULL;
}

static bool replace_text(struct py_isolate *iso, py_value *field, py_value v)
{
    if (!v) return true;
    if (!py_is_str(v))
        return py_raise_type_error(iso, "replace() takes a str for names, not %T", v) != NULL;
    *field = v;
    return true;
}

// The kind of the function and how it is called stay.
enum { FREE_FLAGS = PY_CO_NESTED | PY_CO_ITERABLE_COROUTINE | PY_CO_FUTURE_ANNOTATIONS };
static bool replace_flags(struct py_isolate *iso, struct py_code *c, py_value v)
{
    int64_t flags, old;
    py_value now = c_flags(iso, (py_value)c);
    if (!v) return true;
    if (!now || !py_as_int64(iso, v, &flags) || !py_as_int64(iso, now, &old)) return false;
    if ((flags ^ old) & ~(int64_t)FREE_FLAGS) return refuse(iso, "co_flags");
    if (!(c->flags & PY_CO_GENERATOR)) flags &= ~(int64_t)PY_CO_ITERABLE_COROUTINE;
    c->flags = (c->flags & ~(uint32_t)FREE_FLAGS) | ((uint32_t)flags & FREE_FLAGS);
    return true;
}

// May code b stand where a does?
static bool same_shape(const struct py_code *a, const struct py_code *b)
{
    return a->nfree == b->nfree && a->nargs == b->nargs && a->nkwonly == b->nkwonly &&
           !((a->flags ^ b->flags) & ~(uint32_t)FREE_FLAGS);
}

// Constants of the program's code are relied on; code among them may be exchanged for its like.
static bool replace_consts(struct py_isolate *iso, struct py_code *c, py_value v)
{
    if (!v) return true;
    struct constants now;
    if (!collect_constants(iso, c, &now)) return false;
    if (!py_is_kind(v, PY_K_TUPLE) || py_tuple(v)->n != py_list(now.list)->n)
        return refuse(iso, "the number of constants");
    struct py_buf *to = py_buf_new(iso, PY_K_VALUES, (c->nconsts + 1) * sizeof(py_value));
    if (!to) return false;
    for (uint32_t i = 0; i < c->nconsts; i++) to->u.v[i] = c->consts[i];
    for (uint64_t i = 0; i < py_tuple(v)->n; i++) {
        py_value old = py_list(now.list)->v[i], given = py_tuple(v)->v[i];
        if (given == old) continue;
        if (now.number[i] == NOT_KEPT || !py_is_kind(old, PY_K_CODE) ||
            !py_is_kind(given, PY_K_CODE) || !same_shape(code(old), code(given)))
            return refuse(iso, "a constant that is no code");
        to->u.v[now.number[i]] = given;
    }
    c->consts = to->u.v;
    return true;
}

static PY_NATIVE(c_replace)
{
    struct py_code *c = py_code_ready(iso, code(a[0])) ? py_code_new(iso) : NULL;
    if (!c) return NULL;
    struct py_obj h = c->h;
    *c = *code(a[0]);
    c->h = h;
    int64_t line = c->first_line;
    if (!replace_text(iso, &c->name, a[R_NAME]) ||
        !replace_text(iso, &c->qualname, a[R_QUALNAME]) ||
        !replace_text(iso, &c->filename, a[R_FILENAME]) || !replace_flags(iso, c, a[R_FLAGS]) ||
        !replace_consts(iso, c, a[R_CONSTS]) || (a[R_LINE] && !py_as_c_int(iso, a[R_LINE], &line)))
        return NULL;
    if (line < 0) return py_raise_value_error(iso, "co_firstlineno must be a positive integer");
    c->first_line = (uint32_t)line;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        py_value given = a[R_KEPT + i];
        if (!given) continue;
        py_value now = kept[i].get ? kept[i].get(iso, a[0]) : PY_NONE;
        int same = now ? py_eq(iso, given, now) : -1;
        if (!same) refuse(iso, kept[i].name);
        if (same <= 0) return NULL;
    }
    return (py_value)c;
}

static py_value code_repr(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, "<code object %U at 0x%llx, file \"%U\", line %u>", code(v)->name,
                         (unsigned long long)py_id(iso, v), code(v)->filename, code(v)->first_line);
}

const struct py_typedef py_code_def = {
    .name = "code",
    .kind = PY_K_CODE,
    .size = sizeof(struct py_code),
    .final = true,
    .methods =
        (const struct py_native_row[]){
            PY_ROW("replace", c_replace, REPLACE_SIG, "The same code under other names."),
            PY_ROW("co_lines", c_lines, "", "Runs of bytes of co_code with their line."),
            PY_ROW("co_positions", c_positions, "", "Lines and columns of each unit of co_code."),
            {0}},
    .getset = (const struct py_getset_row[]){{"co_name", c_name, py_set_readonly, NULL},
                                             {"co_qualname", c_qualname, py_set_readonly, NULL},
                                             {"co_filename", c_filename, py_set_readonly, NULL},
                                             {"co_firstlineno", c_firstline, py_set_readonly, NULL},
                                             {"co_argcount", c_argcount, py_set_readonly, NULL},
                                             {"co_posonlyargcount", c_posonly, py_set_readonly,
                                              NULL},
                                             {"co_kwonlyargcount", c_kwonly, py_set_readonly, NULL},
                                             {"co_nlocals", c_nlocals, py_set_readonly, NULL},
                                             {"co_stacksize", c_stacksize, py_set_readonly, NULL},
                                             {"co_flags", c_flags, py_set_readonly, NULL},
                                             {"co_varnames", c_varnames, NULL, NULL},
                                             {"co_freevars", c_freevars, NULL, NULL},
                                             {"co_cellvars", c_cellvars, NULL, NULL},
                                             {"co_consts", c_consts, py_set_readonly, NULL},
                                             {"co_names", c_names, py_set_readonly, NULL},
                                             {"co_code", c_code, NULL, NULL},
                                             {NULL, NULL, NULL, NULL}},
    .slots = {.repr = code_repr},
};
