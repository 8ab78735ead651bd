// The native half of module traceback: entries of tracebacks, source lines, carets, and the texts
// that builtin/traceback.c makes.
#include "../builtin/traceback.h"
#include "../vm/vm.h"

static py_value entry(struct py_isolate *iso, const struct py_code *k, uint32_t pc, uint32_t line)
{
    struct py_code_pos p = pc < k->ninsns && k->pos
                               ? k->pos[pc]
                               : (struct py_code_pos){line, line, 0xffff, 0xffff};
    bool known = p.col != 0xffff && p.end_col != 0xffff && p.line == line;
    return py_tuple_pack(iso, 6, k->filename, py_small_new(line), k->name,
                         known ? py_small_new(p.end_line) : PY_NONE,
                         known ? py_small_new(p.col) : PY_NONE,
                         known ? py_small_new(p.end_col) : PY_NONE);
}

// (filename, line, name, end line, column, end column) of every entry of a traceback.
static PY_NATIVE(t_entries)
{
    py_value list = py_list_new(iso, 8);
    if (a[0] == PY_NONE || !list) return list;
    if (!py_is_kind(a[0], PY_K_TRACEBACK))
        return py_raise_type_error(iso, "expected traceback object or None, got '%T'", a[0]);
    for (struct py_traceback *t = (struct py_traceback *)(void *)a[0]; t; t = t->next) {
        py_value e = entry(iso, t->code, t->lasti / sizeof(struct py_insn), t->line);
        if (!e || !py_list_append(iso, list, e) || !py_tick(iso, 1)) return NULL;
    }
    return list;
}

static PY_NATIVE(t_line)
{
    int64_t line;
    if (!py_is_str(a[0])) return py_str_empty(iso);
    if (!py_as_index(iso, a[1], &line)) return NULL;
    py_value v = line > 0 && line < UINT32_MAX ? py_source_line(iso, a[0], (uint32_t)line) : NULL;
    return v || iso->exc ? v : py_str_empty(iso);
}

static PY_NATIVE(t_carets)
{
    int64_t v[4];
    if (!py_is_str(a[0])) return py_str_empty(iso);
    for (int i = 0; i < 4; i++)
        if (!py_as_index(iso, a[i + 1], &v[i])) return NULL;
    if (v[2] < 0 || v[3] < 0 || v[2] > 0xfffe || v[3] > 0xfffe) return py_str_empty(iso);
    return py_format_carets(
        iso, a[0],
        (struct py_code_pos){(uint32_t)v[0], (uint32_t)v[1], (uint16_t)v[2], (uint16_t)v[3]});
}

static bool exception(struct py_isolate *iso, py_value v)
{
    if (py_isa(iso, v, PY_T_BaseException)) return true;
    py_raise_type_error(iso, "Exception expected for value, %T found", v);
    return false;
}

static PY_NATIVE(t_only)
{
    return exception(iso, a[0]) ? py_format_exception_only(iso, a[0]) : NULL;
}

static PY_NATIVE(t_head)
{
    return exception(iso, a[0]) ? py_format_exception_head(iso, a[0]) : NULL;
}

static PY_NATIVE(t_whole)
{
    return exception(iso, a[0]) ? py_format_exception(iso, a[0]) : NULL;
}

static PY_NATIVE(t_handled)
{
    return iso->handled ? iso->handled : PY_NONE;
}

// The whole text that a file or cell was read from, None when it was not kept.
static PY_NATIVE(t_source)
{
    if (!py_is_str(a[0])) return PY_NONE;
    py_value text = iso->sources ? py_dict_get_str(iso, iso->sources, a[0]) : NULL;
    return text || iso->exc ? text : PY_NONE;
}

// Keeps the text under that name, so that tracebacks show its lines; None: no longer.
static PY_NATIVE(t_remember)
{
    if (!py_is_str(a[0])) return py_raise_type_error(iso, "a name must be a str");
    bool ok = py_is_str(a[1]) ? py_dict_set(iso, iso->sources, a[0], a[1])
                              : py_dict_delete(iso, iso->sources, a[0]) >= 0;
    return ok ? PY_NONE : NULL;
}

static const struct py_native_row rows[] = {
    PY_ROW("entries", t_entries, "tb, /", NULL),
    PY_ROW("source", t_source, "filename, /", NULL),
    PY_ROW("remember", t_remember, "filename, text, /", NULL),
    PY_ROW("line", t_line, "filename, lineno, /", NULL),
    PY_ROW("carets", t_carets, "line, lineno, end_lineno, col, end_col, /", NULL),
    PY_ROW("only", t_only, "exc, /", NULL),
    PY_ROW("head", t_head, "exc, /", NULL),
    PY_ROW("whole", t_whole, "exc, /", NULL),
    PY_ROW("handled", t_handled, "", NULL),
    {0}};

const struct py_moddef py_mod__traceback = {.name = "_traceback", .functions = rows};
