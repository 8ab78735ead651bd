// Import: modules are C definitions, frozen Python, or both under one name. The authorised list of
// the options is asked when code of the program imports; what the library imports for itself is
// always there.
#include "../obj/frozen.h"
#include "../obj/dict_int.h"
#include "import.h"
#include "vm.h"

static const struct py_moddef *find_def(const struct py_isolate *iso, const char *name)
{
    const struct py_moddef *const *d = iso->up->library->defs;
    while (*d && strcmp((*d)->name, name)) d++;
    return *d;
}

static const struct py_lib_module *find_lib(const struct py_isolate *iso, const char *name)
{
    const struct py_lib_module *l = iso->up->library->frozen;
    while (l->name && strcmp(l->name, name)) l++;
    return l->name ? l : NULL;
}

static bool has_module(const struct py_isolate *iso, const char *name)
{
    return find_def(iso, name) || find_lib(iso, name);
}

// "pkg.*" covers pkg and all below it; "a" covers a and its submodules.
static bool pattern_covers(const char *pat, const char *name)
{
    size_t n = strlen(pat);
    if (!strcmp(pat, "*")) return true;
    if (n > 2 && !strcmp(pat + n - 2, ".*")) n -= 2;
    return !strncmp(pat, name, n) && (name[n] == 0 || name[n] == '.');
}

// Is this module on the list of the options?
static bool import_allowed(struct py_isolate *iso, const char *name)
{
    if (!iso->opt.imports || iso->up->module_offered(iso, name)) return true;
    for (const char *const *p = iso->opt.imports; *p; p++)
        if (pattern_covers(*p, name)) return true;
    return false;
}

static void *raise_import(struct py_isolate *iso, enum py_type_id type, py_value msg,
                          const char *name)
{
    if (!msg) return NULL;
    py_raise(iso, type, "%U", msg);
    if (iso->exc && !iso->stop) ((struct py_exc *)iso->exc)->a = py_str_z(iso, name);
    return NULL;
}

static void *raise_absent(struct py_isolate *iso, const char *name, const char *full)
{
    const char *dot = strrchr(full, '.');
    if (dot && has_module(iso, name))
        return raise_import(iso, PY_T_ModuleNotFoundError,
                            py_str_format(iso, "No module named '%s'; '%.*s' is not a package",
                                          full, (int)(dot - full), full),
                            full);
    return raise_import(iso, PY_T_ModuleNotFoundError,
                        py_str_format(iso, "No module named '%s'", full), full);
}

static void *raise_unauthorised(struct py_isolate *iso, const char *full)
{
    return raise_import(iso, PY_T_ImportError,
                        py_str_format(iso, "import of '%s' is not authorised", full), full);
}

bool py_import_check(struct py_isolate *iso, py_value name)
{
    char full[256];
    const char *utf8 = py_str_utf8(iso, name, NULL);
    if (!utf8) return false;
    snprintf(full, sizeof full, "%s", utf8); // what is longer is no module
    if (!import_allowed(iso, full)) raise_unauthorised(iso, full);
    return !iso->exc;
}

static bool run_lib(struct py_isolate *iso, struct py_module *m, const struct py_lib_module *lib)
{
    char file[80];
    snprintf(file, sizeof file, "<frozen %s>", lib->name);
    py_value filename = py_str_intern_z(iso, file);
    struct py_code *code = filename ? py_code_thaw(iso, lib->code, filename) : NULL;
    if (!code) return false;
    py_obj_set_flag(&m->dict->h, PY_F_USER0); // library code: may import anything
    return py_run_code(iso, code, m->dict, NULL) != NULL;
}

static bool add_functions(struct py_isolate *iso, struct py_module *m, const struct py_moddef *def)
{
    enum { BASICS = 8 }; // names beside the functions
    const struct py_native_row *r = def->functions;
    size_t n = 0;
    while (r && r[n].name) n++;
    size_t names = def->names ? def->names : n + BASICS;
    if (!py_dict_reserve(iso, m->dict, names)) return false;
    py_value name = py_str_intern_z(iso, def->name);
    for (; name && n--; r++) {
        py_value f = py_builtin_new(iso, r, NULL, NULL);
        if (!f) return false;
        ((struct py_builtin *)f)->module = name;
        if (!py_module_set(iso, m, r->name, f)) return false;
    }
    return name != NULL;
}

static bool fill(struct py_isolate *iso, struct py_module *m, const struct py_moddef *def,
                 const struct py_lib_module *lib)
{
    if (def) {
        m->def = def;
        if (!add_functions(iso, m, def) || (def->init && !def->init(iso, m))) return false;
    }
    return !lib || run_lib(iso, m, lib);
}

// Takes half a module out again, however loading it ended, and what it has loaded: some of that may
// be whole but refer to it. Runs no code and needs no memory, because sys.modules has its name.
static void unload(struct py_isolate *iso, const char *name)
{
    struct py_dict *d = iso->modules;
    py_value exc = iso->exc, key = py_str_intern_z(iso, name);
    int64_t first = key ? py_dict_slot(iso, d, key) : -1;
    for (int64_t i = (int64_t)d->used - 1; first >= 0 && i >= first; i--) {
        py_value v = d->t->e[i].key ? d->t->e[i].value : NULL;
        bool library = v && py_is_kind(v, PY_K_MODULE) &&
                       (py_obj_flags(&((struct py_module *)v)->dict->h) & PY_F_USER0);
        if (library || (v && i == first)) py_dict_remove_at(iso, d, i);
    }
    iso->exc = iso->stop ? iso->stop_exc : exc;
}

// Makes module `name` (no dots looked at) or finds it in sys.modules.
static py_value load(struct py_isolate *iso, const char *name)
{
    py_value known = py_dict_get_z(iso, iso->modules, name);
    if (known || iso->exc) return known;
    const struct py_moddef *def = find_def(iso, name);
    const struct py_lib_module *lib = find_lib(iso, name);
    if (!def && !lib) return NULL;
    py_value mod = py_module_new(iso, name, def ? def->doc : NULL);
    if (!mod || !py_dict_set_z(iso, iso->modules, name, mod)) return NULL;
    // A budget, an exception being handled: none of it is the module's business.
    py_value handled = iso->handled;
    iso->handled = NULL;
    bool ok = py_enter(iso, "");
    if (ok) {
        ok = fill(iso, (struct py_module *)mod, def, lib);
        py_leave(iso);
    }
    iso->handled = handled;
    if (!ok) unload(iso, name);
    return ok ? mod : NULL;
}

// Imports a dotted name part by part. *top gets the first module; the result is the last.
static py_value import_dotted(struct py_isolate *iso, const char *full, py_value *top)
{
    char part[256];
    size_t len = strlen(full);
    py_value parent = NULL;
    *top = NULL;
    if (!len || len >= sizeof part) return py_raise_value_error(iso, "Empty module name");
    for (size_t end = 0; end <= len;) {
        while (end < len && full[end] != '.') end++;
        memcpy(part, full, end);
        part[end] = 0;
        py_value m = load(iso, part);
        if (!m) {
            if (iso->exc) return NULL;
            char first[256];
            memcpy(first, full, strcspn(full, "."));
            first[strcspn(full, ".")] = 0;
            return raise_absent(iso, first, part);
        }
        if (!*top) *top = m;
        const char *dot = strrchr(part, '.');
        if (parent && dot && py_is_kind(parent, PY_K_MODULE) &&
            !py_module_set(iso, (struct py_module *)parent, dot + 1, m))
            return NULL;
        parent = m;
        end++;
    }
    return parent;
}

py_value py_import_module(struct py_isolate *iso, const char *name)
{
    py_value top;
    return import_dotted(iso, name, &top);
}

// Does the running code belong to the library?
static bool from_library(struct py_isolate *iso)
{
    return iso->frame && (py_obj_flags(&iso->frame->globals->h) & PY_F_USER0);
}

py_value py_import_name(struct py_isolate *iso, py_value name, py_value fromlist, int level)
{
    if (level > 0)
        return py_raise(iso, PY_T_ImportError,
                        "attempted relative import with no known parent package");
    size_t len;
    const char *utf8 = py_str_utf8(iso, name, &len);
    char full[256];
    if (!utf8) return NULL;
    if (!len) return py_raise_value_error(iso, "Empty module name");
    if (len >= sizeof full)
        return raise_import(iso, PY_T_ModuleNotFoundError,
                            py_str_format(iso, "No module named '%U'", name), "?");
    memcpy(full, utf8, len);
    full[len] = 0;
    if (!from_library(iso) && !import_allowed(iso, full)) return raise_unauthorised(iso, full);
    py_value top, last = import_dotted(iso, full, &top);
    bool wants = fromlist && fromlist != PY_NONE && py_truth(iso, fromlist) > 0;
    if (!last || iso->exc) return NULL;
    if (!wants) return top;
    if (!py_is_kind(fromlist, PY_K_TUPLE) || !py_is_kind(last, PY_K_MODULE)) return last;
    for (uint64_t i = 0; i < py_tuple(fromlist)->n; i++) { // from package import submodule
        py_value sub = py_tuple(fromlist)->v[i], t;
        if (!py_is_str(sub) || py_str_is(sub, "*")) continue;
        char path[520];
        size_t n;
        const char *s = py_str_utf8(iso, sub, &n);
        if (!s || n + len + 2 > sizeof path) continue;
        snprintf(path, sizeof path, "%s.%s", full, s);
        if (has_module(iso, path) && !py_dict_get_str(iso, ((struct py_module *)last)->dict, sub) &&
            !import_dotted(iso, path, &t))
            return NULL;
    }
    return last;
}

py_value py_op_import(struct py_isolate *iso, py_value name, py_value spec)
{
    struct py_tuple *t = py_tuple(spec); // (fromlist, level)
    py_value from = t->v[0], level = t->v[1];
    py_value hook = py_dict_get_str(iso, iso->frame->builtins, py_name(iso, PY_N___import__));
    if (hook && py_is_kind(hook, PY_K_FUNC)) { // replaced by the program
        py_value a[5] = {name, (py_value)iso->frame->globals, PY_NONE, from, level};
        return py_call(iso, hook, a, 5);
    }
    return py_import_name(iso, name, from, (int)py_small(level));
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
    py_raise(iso, PY_T_ImportError, "cannot import name %R from %R (unknown location)", name,
             mname ? mname : PY_NONE);
    if (iso->exc && !iso->stop) {
        ((struct py_exc *)iso->exc)->a = mname;
        ((struct py_exc *)iso->exc)->d = name; // name_from
    }
    return NULL;
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

bool py_import_init(struct py_isolate *iso)
{
    py_value d = py_dict_new(iso);
    if (!d) return false;
    iso->modules = py_dict(d);
    py_value b = load(iso, "builtins"), m = py_module_new(iso, "__main__", NULL);
    if (!b || !m || !py_dict_set_z(iso, iso->modules, "__main__", m)) return false;
    iso->builtins = ((struct py_module *)b)->dict;
    iso->globals = ((struct py_module *)m)->dict;
    py_value notes = py_dict_new(iso); // which other modules have once they annotate something
    return notes && py_dict_set(iso, iso->globals, py_name(iso, PY_N___annotations__), notes) &&
           py_dict_set(iso, iso->globals, py_name(iso, PY_N___builtins__), b);
}
