// compile, eval, exec, and the namespaces: globals, locals, vars, dir, __import__, __build_class__.
#include "builtins_int.h"
#include "../compile/compile.h"
#include "../vm/import.h"
#include "../vm/vm.h"
#include "../obj/text_int.h"
#include "../obj/typeobj.h"

// The source text of eval, exec and compile, from `file`. NULL: TypeError raised.
static const char *source_text(struct py_isolate *iso, py_value v, const char *fname,
                               const char *what, const char *file, size_t *len)
{
    const unsigned char *p;
    const char *source;
    if (py_is_str(v)) { // lone surrogates: refused by the codec, with its error
        const char *text = py_str_utf8(iso, v, len);
        bool wide = text && memmem(text, *len, "\xED", 1);
        return wide && !py_encode(iso, v, NULL, NULL) ? NULL : text;
    }
    if (py_type_of(iso, v) == py_t(iso, PY_T_MEMORYVIEW)) { // as bytes, which end in a 0
        if (!py_bytes_view(iso, v, &p, len) || !(v = py_bytes_new(iso, p, *len))) return NULL;
    }
    if (py_is_kind(v, PY_K_BYTES) || py_is_kind(v, PY_K_BYTEARRAY)) {
        if (!py_bytes_view(iso, v, &p, len)) return NULL;
        source = (const char *)p;
        return py_source_decode(iso, &source, len, file, false) ? source : NULL;
    }
    return py_raise_type_error(iso, "%s() arg 1 must be a %s", fname, what);
}

static int text_mode(py_value source)
{
    return py_is_str(source) ? PY_MODE_TEXT : 0;
}

// The running code's __future__ imports hold for what it compiles.
static int inherited_mode(struct py_isolate *iso)
{
    bool annotations = iso->frame && (iso->frame->code->flags & PY_CO_FUTURE_ANNOTATIONS);
    return annotations ? PY_MODE_ANNOTATIONS : 0;
}

// Flags of compile(): PyCF_ONLY_AST and PyCF_ALLOW_TOP_LEVEL_AWAIT of module ast, and of module
// __future__ those that mean something.
enum {
    ONLY_AST = 0x400,
    TOP_LEVEL_AWAIT = 0x2000,
    FLUFL = 0x400000,
    ANNOTATIONS = 0x1000000,
    KNOWN = 0x1fe7610 // all that CPython takes
};

// Is v a node of module ast? Only a program that imported it can have one.
static int is_tree(struct py_isolate *iso, py_value v)
{
    py_value m = py_dict_get_z(iso, iso->modules, "ast"), cls;
    if (!m || !py_is_ptr(v) || !(py_type_of(iso, v)->flags & PY_TF_HEAP)) return 0;
    cls = py_getattr_s(iso, m, "AST");
    return cls ? py_isinstance(iso, v, cls) : -1;
}

// compile() from or to a syntax tree is the work of module ast.
static py_value compile_tree(struct py_isolate *iso, py_value *a, int64_t flags, int more)
{
    py_value m = py_import(iso, "ast"), f = m ? py_getattr_s(iso, m, "_compile") : NULL;
    py_value args[5] = {a[0], a[1], a[2], py_int_new(iso, flags), py_int_new(iso, more)};
    return f && args[3] && args[4] ? py_call(iso, f, args, 5) : NULL;
}

// The numbers among the arguments of compile(): flags, and what `optimize` adds to the mode.
static bool compile_numbers(struct py_isolate *iso, py_value *a, int64_t *flags, int *mode)
{
    static const int levels[] = {0, PY_MODE_LEVEL, PY_MODE_LEVEL | PY_MODE_NO_ASSERT,
                                 PY_MODE_LEVEL | PY_MODE_NO_ASSERT | PY_MODE_NO_DOC};
    int64_t optimize = -1, version;
    *flags = 0;
    if ((a[3] && !py_as_c_int(iso, a[3], flags)) || (a[5] && !py_as_c_int(iso, a[5], &optimize)) ||
        (a[6] && !py_as_c_int(iso, a[6], &version)))
        return false;
    if (*flags & ~(int64_t)KNOWN) {
        py_raise_value_error(iso, "compile(): unrecognised flags");
        return false;
    }
    if (optimize < -1 || optimize > 2) {
        py_raise_value_error(iso, "compile(): invalid optimize value");
        return false;
    }
    *mode |= levels[optimize + 1];
    return true;
}

PY_NATIVE(py_bi_compile)
{
    static const struct {
        const char *name;
        int mode;
    } modes[] = {{"exec", PY_MODE_EXEC}, {"eval", PY_MODE_EVAL}, {"single", PY_MODE_SINGLE}};
    int mode = -1, more = PY_MODE_NAMES | PY_MODE_NO_FILE | text_mode(a[0]);
    int64_t flags;
    size_t len;
    if (!(a[1] = py_path_of(iso, a[1]))) return NULL;
    if (!py_is_str(a[2]))
        return py_raise_type_error(iso, "compile() argument 'mode' must be str, not %A", a[2]);
    for (int i = 0; i < 3; i++)
        if (py_str_is(a[2], modes[i].name)) mode = modes[i].mode;
    if (!compile_numbers(iso, a, &flags, &more)) return NULL;
    bool signature = py_str_is(a[2], "func_type");
    if (signature && !(flags & ONLY_AST))
        return py_raise_value_error(iso, "compile() mode 'func_type' requires flag PyCF_ONLY_AST");
    if (mode < 0 && !signature)
        return py_raise_value_error(
            iso, flags & ONLY_AST ? "compile() mode must be 'exec', 'eval', 'single' or 'func_type'"
                                  : "compile() mode must be 'exec', 'eval' or 'single'");
    int tree = flags & ONLY_AST ? 1 : is_tree(iso, a[0]);
    if (tree) return tree < 0 ? NULL : compile_tree(iso, a, flags, more);
    const char *file = py_is_str(a[1]) ? py_str_utf8(iso, a[1], NULL)
                                       : (const char *)py_bytes(a[1])->b;
    const char *text =
        !file ? NULL : source_text(iso, a[0], "compile", "string, bytes or AST object", file, &len);
    if (!text) return NULL;
    mode |= more;
    if (!a[4] || !py_truth(iso, a[4])) mode |= inherited_mode(iso);
    if (flags & FLUFL) mode |= PY_MODE_FLUFL;
    if (flags & ANNOTATIONS) mode |= PY_MODE_ANNOTATIONS;
    if (flags & TOP_LEVEL_AWAIT) mode |= PY_MODE_AWAIT;
    return (py_value)py_compile(iso, text, len, file, mode);
}

// Namespaces for eval and exec from their arguments. *locals NULL: the globals.
static bool namespaces(struct py_isolate *iso, py_value *a, const char *fname,
                       struct py_dict **globals, py_value *locals)
{
    py_value g = a[1] == PY_NONE ? NULL : a[1], l = a[2] == PY_NONE ? NULL : a[2];
    if (g && !py_is_kind(g, PY_K_DICT)) {
        if (*fname == 'e' && fname[1] == 'v')
            py_raise_type_error(iso,
                                py_type_of(iso, g)->s.getitem
                                    ? "globals must be a real dict; try eval(expr, {}, mapping)"
                                    : "globals must be a dict");
        else py_raise_type_error(iso, "exec() globals must be a dict, not %T", g);
        return false;
    }
    if (l && !py_type_of(iso, l)->s.getitem) {
        if (fname[1] == 'v') py_raise_type_error(iso, "locals must be a mapping");
        else py_raise_type_error(iso, "locals must be a mapping or None, not %T", l);
        return false;
    }
    *globals = g ? py_dict(g) : py_current_globals(iso);
    if (!*globals) *globals = iso->globals;
    if (!g && !l) {
        l = py_current_locals(iso);
        if (!l) return false;
    }
    if (g && !l && !py_is_exact(g, PY_K_DICT)) l = g; // a subclass may override __getitem__
    *locals = l == (py_value)*globals && py_is_exact(l, PY_K_DICT) ? NULL : l;
    return true;
}

static py_value run_closure(struct py_isolate *iso, const struct py_code *code, py_value globals,
                            py_value closure)
{
    bool fits = closure && py_is_exact(closure, PY_K_TUPLE) && py_tuple(closure)->n == code->nfree;
    for (uint64_t i = 0; fits && i < code->nfree; i++)
        fits = py_is_kind(py_tuple(closure)->v[i], PY_K_CELL);
    if (!fits)
        return py_raise_type_error(iso, "code object requires a closure of exactly length %d",
                                   (int)code->nfree);
    py_value args[] = {(py_value)code, globals, PY_NONE, PY_NONE, closure};
    py_value f = py_call(iso, (py_value)py_t(iso, PY_T_FUNCTION), args, 5);
    if (!f) return NULL;
    ((struct py_func *)f)->qualname = code->name;
    return py_call_body(iso, f, NULL);
}

static py_value run(struct py_isolate *iso, py_value *a, const char *fname, int mode)
{
    struct py_dict *globals;
    py_value locals, closure = mode == PY_MODE_EXEC && a[3] != PY_NONE ? a[3] : NULL;
    struct py_code *code;
    if (!namespaces(iso, a, fname, &globals, &locals) || !py_give_builtins(iso, globals))
        return NULL;
    if (py_is_kind(a[0], PY_K_CODE)) {
        code = (struct py_code *)a[0];
        if (code->nfree && mode == PY_MODE_EXEC)
            return run_closure(iso, code, (py_value)globals, closure);
        if (code->nfree)
            return py_raise_type_error(
                iso, "code object passed to %s() may not contain free variables", fname);
        if (closure) return py_raise_type_error(iso, "cannot use a closure with this code object");
    } else {
        if (closure)
            return py_raise_type_error(iso,
                                       "closure can only be used when source is a code object");
        size_t len;
        const char *text = source_text(iso, a[0], fname, "string, bytes or code object", "<string>",
                                       &len);
        if (!text) return NULL;
        while (mode == PY_MODE_EVAL && len && (*text == ' ' || *text == '\t')) text++, len--;
        code = py_compile(iso, text, len, "<string>",
                          mode | text_mode(a[0]) | inherited_mode(iso) | PY_MODE_NO_FILE |
                              (locals ? PY_MODE_NAMES : 0));
        if (!code) return NULL;
    }
    if (!py_enter(iso, "")) return NULL;
    py_value r = py_run_code(iso, code, globals, locals);
    py_leave(iso);
    return r;
}

PY_NATIVE(py_bi_eval)
{
    return run(iso, a, "eval", PY_MODE_EVAL);
}

PY_NATIVE(py_bi_exec)
{
    return run(iso, a, "exec", PY_MODE_EXEC) ? PY_NONE : NULL;
}

PY_NATIVE(py_bi_globals)
{
    struct py_dict *g = py_current_globals(iso);
    return g ? (py_value)g : (py_value)iso->globals;
}

PY_NATIVE(py_bi_locals)
{
    return py_current_locals(iso);
}

PY_NATIVE(py_bi_vars)
{
    if (!a[0]) return py_current_locals(iso);
    py_value name = py_name(iso, PY_N___dict__);
    py_value d = py_getattr_opt(iso, a[0], name);
    if (d || py_error(iso)) return d;
    return py_raise_type_error(iso, "vars() argument must have __dict__ attribute");
}

PY_NATIVE(py_bi_dir)
{
    bool found;
    py_value names;
    if (!a[0]) {
        py_value l = py_current_locals(iso);
        if (!l) return NULL;
        names = py_is_exact(l, PY_K_DICT)
                    ? l
                    : py_call_method(iso, l, py_name(iso, PY_N_keys), NULL, 0);
    } else {
        names = py_call_special(iso, a[0], py_name(iso, PY_N___dir__), NULL, 0, &found);
        if (!names && !py_error(iso)) names = py_dir(iso, a[0]);
    }
    names = names ? py_list_of(iso, names) : NULL;
    return names && py_list_sort(iso, names, NULL, false) ? names : NULL;
}

PY_NATIVE(py_bi_import)
{
    int64_t level = 0;
    if (!py_is_str(a[0])) return py_raise_type_error(iso, "module name must be a string");
    if (a[4] && !py_as_c_int(iso, a[4], &level)) return NULL;
    if (level < 0) return py_raise_value_error(iso, "level must be >= 0");
    if (level > 0 && !a[1]) // a package is found through the caller's globals
        return py_raise_key_error(iso, py_str_z(iso, "'__name__' not in globals"));
    py_value from = a[3] ? a[3] : iso->empty_tuple;
    int named = from == PY_NONE ? 0 : py_truth(iso, from);
    if (named < 0) return NULL;
    if (level > 0 && !py_is_kind(a[1], PY_K_DICT))
        return py_raise_type_error(iso, "globals must be a dict");
    return py_import_name(iso, level > 0 ? py_dict(a[1]) : NULL, a[0], named ? from : PY_NONE,
                          (int)level);
}

PY_NATIVE_RAW(py_bi_build_class)
{
    if (n < 2) return py_raise_type_error(iso, "__build_class__: not enough arguments");
    if (!py_is_kind(a[0], PY_K_FUNC))
        return py_raise_type_error(iso, "__build_class__: func must be a function");
    if (!py_is_str(a[1])) return py_raise_type_error(iso, "__build_class__: name is not a string");
    py_value bases = py_tuple_from(iso, a + 2, (uint64_t)(n - 2)), map = NULL;
    if (!bases) return NULL;
    if (kw && !(map = py_dict_new(iso))) return NULL;
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++)
        if (!py_dict_set(iso, py_dict(map), py_tuple(kw)->v[i], a[(uint64_t)n + i])) return NULL;
    return py_build_class(iso, a[0], a[1], bases, map);
}
