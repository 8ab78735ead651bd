// What variables there are, a line each: "name: type = beginning of its repr". For people, and for
// models that do not see the code that made them any more. Of what is long only the beginning is
// looked at, so that large data costs no more than small.
#include "../obj/code.h"
#include "embed_int.h"

enum { SHOWN = 100, ITEMS = 40 };

// Equal to v as far as it is shown; v itself when it is not long.
static py_value beginning_of(struct py_isolate *iso, py_value v)
{
    uint64_t pos = 0;
    py_value k, item, part = NULL;
    if (py_is_exact(v, PY_K_STR)) {
        return py_str(v)->len > SHOWN ? py_str_slice(iso, v, 0, SHOWN) : v;
    } else if (py_is_exact(v, PY_K_LIST) && py_list(v)->n > ITEMS) {
        part = py_list_new(iso, ITEMS);
        for (int i = 0; part && i < ITEMS; i++)
            if (!py_list_append(iso, part, py_list(v)->v[i])) return NULL;
    } else if (py_is_exact(v, PY_K_TUPLE) && py_tuple(v)->n > ITEMS) {
        part = py_tuple_new(iso, ITEMS);
        if (part) memcpy(py_tuple(part)->v, py_tuple(v)->v, ITEMS * sizeof(py_value));
    } else if (py_is_exact(v, PY_K_DICT) && py_len(iso, v) > ITEMS) {
        part = py_dict_new(iso);
        for (int i = 0; part && i < ITEMS && py_dict_next(iso, py_dict(v), &pos, &k, &item); i++)
            if (!py_dict_set(iso, py_dict(part), k, item)) return NULL;
    } else {
        return v;
    }
    return part;
}

// name(a, b=..., *rest)
static void put_function(struct py_sb *b, const struct py_func *f)
{
    const struct py_code *c = f->code;
    const py_value *names = py_tuple(c->varnames)->v;
    size_t defaults = f->defaults ? py_tuple(f->defaults)->n : 0, n = 0, keywords = c->nkwonly;
    bool rest = c->flags & PY_CO_VARARGS;
    py_sb_format(b, "%U(", f->name);
    for (; n < c->nargs; n++)
        py_sb_format(b, "%s%U%s", n ? ", " : "", names[n], n + defaults >= c->nargs ? "=..." : "");
    if (rest || keywords) py_sb_z(b, n ? ", *" : "*");
    if (rest) py_sb_str(b, names[n + keywords]);
    for (size_t i = 0; i < keywords; i++) py_sb_format(b, ", %U", names[n + i]);
    if (c->flags & PY_CO_VARKEYWORDS)
        py_sb_format(b, "%s**%U", n || rest || keywords ? ", " : "", names[n + keywords + rest]);
    py_sb_char(b, ')');
}

// The repr on one line, cut.
static void put_value(struct py_isolate *iso, struct py_sb *b, py_value v)
{
    py_value part = beginning_of(iso, v), r = part ? py_repr(iso, part) : NULL;
    if (iso->stop) return;
    if (!r) {
        iso->exc = NULL;
        r = py_str_z(iso, "<repr failed>");
    }
    if (!r) return;
    size_t len = py_str(r)->len, cut = len > SHOWN ? SHOWN - 3 : len;
    for (size_t i = 0; i < cut; i++) {
        uint32_t c = py_str_at(py_str(r), i);
        py_sb_char(b, c == '\n' ? ' ' : c);
    }
    if (cut < len) py_sb_z(b, "...");
}

static void put_size(struct py_isolate *iso, struct py_sb *b, py_value v)
{
    static const enum py_kind sized[] = {PY_K_LIST, PY_K_TUPLE, PY_K_DICT, PY_K_SET, PY_K_STR};
    for (size_t i = 0; i < sizeof sized / sizeof *sized; i++) {
        if (!py_is_exact(v, sized[i])) continue;
        int64_t n = py_len(iso, v);
        if (n > (sized[i] == PY_K_STR ? SHOWN : 10))
            py_sb_format(b, " of %lld%s", (long long)n, sized[i] == PY_K_STR ? " characters" : "");
    }
}

static bool is_own(struct py_isolate *iso, py_value name, py_value v)
{
    bool hidden = !py_is_str(name) || (py_str(name)->len && py_str_at(py_str(name), 0) == '_');
    return !hidden && !py_is_kind(v, PY_K_MODULE) &&
           !(iso->tools && py_dict_get_str(iso, iso->tools, name) == v);
}

const char *py_describe_variables(struct py_isolate *iso, size_t *len)
{
    char *here = __builtin_frame_address(0);
    py_cell_begin(iso, here);
    struct py_sb b;
    py_sb_init(&b, iso);
    uint64_t pos = 0;
    py_value k, v;
    while (!iso->stop && py_dict_next(iso, iso->globals, &pos, &k, &v)) {
        if (!is_own(iso, k, v)) continue;
        struct py_sb line;
        py_sb_init(&line, iso);
        py_sb_format(&line, "%U: %T", k, v);
        put_size(iso, &line, v);
        py_sb_z(&line, " = ");
        if (py_is_exact(v, PY_K_FUNC)) put_function(&line, (struct py_func *)v);
        else put_value(iso, &line, v);
        py_sb_char(&line, '\n');
        py_value text = py_sb_finish(&line);
        if (text && !iso->stop) py_sb_str(&b, text);
        else if (!iso->stop) iso->exc = NULL;
    }
    if (iso->stop) { // what follows would only run into it again
        iso->exc = NULL;
        py_sb_z(&b, "... (a limit was reached)\n");
    }
    return py_result_keep(iso, PY_KEEP_VARIABLES, py_sb_finish(&b), len);
}
