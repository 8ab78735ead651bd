// Which module an import means: relative names, what is taken from a module, the instructions.
#include "../obj/dict_int.h"
#include "import_int.h"
#include "vm.h"

// Does the running code belong to the library?
static bool from_library(struct py_isolate *iso)
{
    return iso->frame && (py_obj_flags(&iso->frame->globals->h) & PY_F_USER0);
}

// The text of a module's name as a C string. False: exception pending.
static bool name_text(struct py_isolate *iso, py_value name, char out[PY_MODULE_NAME])
{
    size_t len;
    const char *utf8 = py_str_utf8(iso, name, &len);
    if (!utf8) return false;
    if (!len) return py_raise_value_error(iso, "Empty module name");
    if (len >= PY_MODULE_NAME || strlen(utf8) != len)
        return py_import_raise(iso, PY_T_ModuleNotFoundError,
                               py_str_format(iso, "No module named %R", name), "?");
    memcpy(out, utf8, len + 1);
    return true;
}

py_value py_import_program(struct py_isolate *iso, py_value name)
{
    char full[PY_MODULE_NAME];
    py_value top;
    return name_text(iso, name, full) ? py_import_dotted(iso, full, true, &top) : NULL;
}

// The package that relative names of a module are seen from, "" for none; NULL: exception pending.
static py_value package_of(struct py_isolate *iso, struct py_dict *globals)
{
    py_value package = py_dict_get_str(iso, globals, py_name(iso, PY_N___package__));
    if (iso->exc) return NULL;
    if (package && package != PY_NONE)
        return py_is_str(package) ? package : py_raise_type_error(iso, "package must be a string");
    py_value name = py_dict_get_str(iso, globals, py_name(iso, PY_N___name__));
    if (!name)
        return iso->exc ? NULL
                        : py_raise_key_error(iso, py_str_z(iso, "'__name__' not in globals"));
    if (!py_is_str(name)) return py_raise_type_error(iso, "__name__ must be a string");
    if (py_dict_get_z(iso, globals, "__path__")) return name;
    size_t end = py_str(name)->len;
    while (end && py_str_at(py_str(name), end - 1) != '.') end--;
    return iso->exc ? NULL : py_str_slice(iso, name, 0, end ? end - 1 : 0);
}

// The absolute name of one that begins with `level` dots.
static py_value resolve(struct py_isolate *iso, struct py_dict *globals, py_value name, int level)
{
    py_value package = package_of(iso, globals);
    if (!package) return NULL;
    size_t end = py_str(package)->len;
    if (!end)
        return py_raise(iso, PY_T_ImportError,
                        "attempted relative import with no known parent package");
    for (int i = 1; i < level; i++) {
        while (end && py_str_at(py_str(package), end - 1) != '.') end--;
        if (!end)
            return py_raise(iso, PY_T_ImportError,
                            "attempted relative import beyond top-level package");
        end--;
    }
    py_value base = py_str_slice(iso, package, 0, end);
    return base && py_str(name)->len ? py_str_format(iso, "%U.%U", base, name) : base;
}

// A submodule that is taken from a package of that name.
static bool import_sub(struct py_isolate *iso, const char *package, py_value sub, bool program)
{
    char path[2 * PY_MODULE_NAME];
    size_t n;
    bool fresh;
    const char *s = py_str_utf8(iso, sub, &n);
    if (!s) return false;
    if (strlen(package) + n + 2 > PY_MODULE_NAME || strlen(s) != n) return true;
    snprintf(path, sizeof path, "%s.%s", package, s);
    py_value parent = py_dict_get_z(iso, iso->modules, package);
    if (!parent || !(py_import_is_own(parent) || py_import_has(iso, path))) return !iso->exc;
    py_value m = py_import_part(iso, path, path, program, &fresh);
    if (m && fresh && py_is_kind(parent, PY_K_MODULE)) // the program may have put anything there
        py_module_set(iso, (struct py_module *)parent, s, m);
    return !iso->exc;
}

// from package import a, b: submodules among the names that it has not got. *star: `*` is one.
static bool import_subs(struct py_isolate *iso, const char *package, struct py_module *m,
                        py_value list, bool program, bool *star)
{
    bool own = py_import_is_own((py_value)m);
    for (int64_t i = 0; i < py_len(iso, list) && !iso->exc; i++) {
        py_value sub = py_getitem(iso, list, py_small_new(i));
        if (!sub || !py_tick(iso, 1) || !py_is_str(sub)) continue;
        if (py_str_is(sub, "*")) {
            *star = true;
            continue;
        }
        py_value has = own ? py_getattr_opt(iso, (py_value)m, sub)
                           : py_dict_get_str(iso, m->dict, sub);
        if (!has && !iso->exc) import_sub(iso, package, sub, program);
    }
    return !iso->exc;
}

// Of the program's own packages `*` has submodules that __all__ names as well.
static bool import_list(struct py_isolate *iso, const char *package, py_value module, py_value list,
                        bool program)
{
    bool star = false, within;
    struct py_module *m = (struct py_module *)module;
    if (!import_subs(iso, package, m, list, program, &star)) return false;
    if (!star || !py_import_is_own(module)) return true;
    py_value all = py_getattr_opt(iso, module, py_name(iso, PY_N___all__));
    bool usable = all && (py_is_kind(all, PY_K_LIST) || py_is_kind(all, PY_K_TUPLE));
    return usable ? import_subs(iso, package, m, all, program, &within) : !iso->exc;
}

// What __import__ gives for a relative name that nothing is taken from: the part of `last` that
// stands for the first part of `name`.
static py_value first_part(struct py_isolate *iso, py_value name, const char *full, py_value last)
{
    char path[PY_MODULE_NAME];
    size_t n;
    const char *s = py_str_utf8(iso, name, &n), *dot = s ? strchr(s, '.') : NULL;
    if (!s || !n || !dot) return s ? last : NULL;
    snprintf(path, sizeof path, "%.*s", (int)(strlen(full) - strlen(dot)), full);
    py_value m = py_dict_get_z(iso, iso->modules, path);
    return m || iso->exc ? m : last;
}

py_value py_import_name(struct py_isolate *iso, struct py_dict *globals, py_value name,
                        py_value fromlist, int level)
{
    char full[PY_MODULE_NAME];
    bool program = !from_library(iso);
    py_value absolute = level > 0 ? resolve(iso, globals, name, level) : name, top;
    if (!absolute || !name_text(iso, absolute, full)) return NULL;
    py_value last = py_import_dotted(iso, full, program, &top);
    bool wants = fromlist && fromlist != PY_NONE && py_truth(iso, fromlist) > 0;
    if (!last || iso->exc) return NULL;
    if (!wants) return level > 0 ? first_part(iso, name, full, last) : top;
    if (!py_is_kind(last, PY_K_MODULE)) return last;
    if (!py_is_kind(fromlist, PY_K_TUPLE) && !py_import_is_own(last)) return last;
    return import_list(iso, full, last, fromlist, program) ? last : NULL;
}

py_value py_op_import(struct py_isolate *iso, py_value name, py_value spec)
{
    struct py_tuple *t = py_tuple(spec); // (fromlist, level)
    py_value from = t->v[0], level = t->v[1];
    py_value hook = py_builtin_opt(iso, iso->frame, py_name(iso, PY_N___import__));
    if (!hook && iso->exc) return NULL;
    if (!hook) return py_raise(iso, PY_T_ImportError, "__import__ not found");
    if (hook && py_is_kind(hook, PY_K_FUNC)) { // replaced by the program
        py_value a[5] = {name, (py_value)iso->frame->globals, PY_NONE, from, level};
        return py_call(iso, hook, a, 5);
    }
    return py_import_name(iso, iso->frame->globals, name, from, (int)py_small(level));
}

static void *raise_not_there(struct py_isolate *iso, py_value module, py_value mname, py_value name)
{
    py_value file = py_getattr_opt(iso, module, py_name(iso, PY_N___file__)),
             shown = mname ? mname : PY_NONE;
    if (!file && iso->exc) return NULL;
    if (!file || !py_is_str(file))
        py_raise(iso, PY_T_ImportError, "cannot import name %R from %R (unknown location)", name,
                 shown);
    else if (py_module_is_loading(iso, module))
        py_raise(iso, PY_T_ImportError,
                 "cannot import name %R from partially initialized module %R (most likely due to a "
                 "circular import) (%U)",
                 name, shown, file);
    else py_raise(iso, PY_T_ImportError, "cannot import name %R from %R (%U)", name, shown, file);
    if (iso->exc && !iso->stop) {
        struct py_exc *e = (struct py_exc *)iso->exc;
        e->a = mname;
        e->b = file;
        e->d = name; // name_from
    }
    return NULL;
}

py_value py_op_import_from(struct py_isolate *iso, py_value module, py_value name)
{
    py_value v = py_getattr_opt(iso, module, name);
    if (v || iso->exc) return v;
    py_value mname = py_getattr_opt(iso, module, py_name(iso, PY_N___name__));
    if (!mname && iso->exc) return NULL;
    if (mname && py_is_str(mname)) { // a submodule imported meanwhile
        py_value full = py_str_format(iso, "%U.%U", mname, name);
        v = full ? py_dict_get_str(iso, iso->modules, full) : NULL;
        if (v || iso->exc) return v;
    }
    return raise_not_there(iso, module, mname, name);
}

py_value py_op_import_as(struct py_isolate *iso, py_value module, py_value dotted)
{
    struct py_str *s = py_str(dotted);
    size_t start = 0;
    while (start < s->len && py_str_at(s, start) != '.') start++;
    for (start++; start < s->len && module; start++) {
        size_t end = start;
        while (end < s->len && py_str_at(s, end) != '.') end++;
        py_value name = py_str_slice(iso, dotted, start, end);
        module = name ? py_op_import_from(iso, module, py_str_intern_value(iso, name)) : NULL;
        start = end;
    }
    return module;
}

bool py_op_import_star(struct py_isolate *iso, struct py_frame *f, py_value module)
{
    py_value ns = f->locals ? f->locals : (py_value)f->globals;
    py_value all = py_getattr_opt(iso, module, py_name(iso, PY_N___all__));
    if (!all && iso->exc) return false;
    py_value dict = py_attr_dict(iso, module);
    if (!all && !dict) {
        if (!iso->exc)
            py_raise(iso, PY_T_ImportError, "from-import-* object has no __dict__ and no __all__");
        return false;
    }
    py_value it = py_iter(iso, all ? all : py_list_of(iso, dict)), name;
    if (!it) return false;
    while ((name = py_next(iso, it))) {
        if (!py_is_str(name)) {
            py_raise_type_error(iso, "Item in %s must be str, not %T", all ? "__all__" : "__dict__",
                                name);
            return false;
        }
        if (!all && py_str(name)->len && py_str_at(py_str(name), 0) == '_') continue;
        py_value v = py_getattr(iso, module, py_str_intern_value(iso, name));
        if (!v || !py_setitem(iso, ns, name, v)) return false;
    }
    return !iso->exc;
}
