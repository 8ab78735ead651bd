// Import: modules are C definitions, frozen Python, or both under one name; those of the program's
// own the host has (embed/modules.c). They go before the library's, as what lies beside a script
// does in CPython, when the program imports; the library sees only itself. The authorised list of
// the options is about the library and asked when the program imports.
#include "../obj/frozen.h"
#include "../obj/dict_int.h"
#include "import_int.h"
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

bool py_import_has(const struct py_isolate *iso, const char *name)
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

static bool is_above(const char *package, const char *name)
{
    size_t n = strlen(package);
    return !strncmp(package, name, n) && name[n] == '.' && name[n + 1] != '*';
}

// Is this module on the list of the options? The package of one that is on it may be imported too:
// what else is in it is asked about by itself.
static bool import_allowed(struct py_isolate *iso, const char *name)
{
    if (!iso->opt.imports || iso->up->module_offered(iso, name)) return true;
    for (const char *const *p = iso->opt.imports; *p; p++)
        if (pattern_covers(*p, name) || is_above(name, *p)) return true;
    return false;
}

bool py_import_offers(struct py_isolate *iso, const char *name)
{
    return py_import_has(iso, name) && import_allowed(iso, name);
}

void *py_import_raise(struct py_isolate *iso, enum py_type_id type, py_value msg, const char *name)
{
    if (!msg) return NULL;
    py_raise(iso, type, "%U", msg);
    if (iso->exc && !iso->stop) ((struct py_exc *)iso->exc)->a = py_str_z(iso, name);
    return NULL;
}

bool py_import_is_own(py_value module)
{
    return py_is_kind(module, PY_K_MODULE) &&
           (py_obj_flags(&((struct py_module *)module)->dict->h) & PY_F_USER1);
}

// May there be modules below that one?
static bool is_package(struct py_isolate *iso, py_value module, const char *name)
{
    size_t n = strlen(name);
    if (!py_is_kind(module, PY_K_MODULE)) return false;
    if (py_dict_get_z(iso, ((struct py_module *)module)->dict, "__path__")) return true;
    const struct py_lib_module *l = iso->up->library->frozen;
    while (l->name && (strncmp(l->name, name, n) || l->name[n] != '.')) l++;
    return l->name && !py_import_is_own(module);
}

static void *raise_absent(struct py_isolate *iso, py_value parent, const char *full)
{
    char package[PY_MODULE_NAME];
    const char *dot = strrchr(full, '.');
    snprintf(package, sizeof package, "%.*s", dot ? (int)(dot - full) : 0, full);
    if (parent && dot && !is_package(iso, parent, package) && !iso->exc)
        return py_import_raise(
            iso, PY_T_ModuleNotFoundError,
            py_str_format(iso, "No module named '%s'; '%s' is not a package", full, package), full);
    return py_import_raise(iso, PY_T_ModuleNotFoundError,
                           py_str_format(iso, "No module named '%s'", full), full);
}

static bool is_listed(const char *list, const char *entry, size_t len)
{
    for (const char *at = list; (at = strstr(at, entry)); at += len)
        if ((at == list || at[-1] == ',') && (!at[len] || at[len] == ',')) return true;
    return false;
}

// For the host: the program asked for this module, which was refused or is there.
static void note_import(struct py_isolate *iso, const char *name, bool refused)
{
    char entry[PY_MODULE_NAME + 1], *list = iso->imported;
    size_t len = (size_t)snprintf(entry, sizeof entry, "%s%s", refused ? "!" : "", name);
    size_t used = strlen(list);
    bool odd = strpbrk(name, ",!") != NULL; // no name that could be imported
    if (odd || used + len + 2 > sizeof iso->imported || is_listed(list, entry, len)) return;
    snprintf(list + used, sizeof iso->imported - used, "%s%s", used ? "," : "", entry);
}

static void *raise_unauthorised(struct py_isolate *iso, const char *full)
{
    note_import(iso, full, true);
    return py_import_raise(iso, PY_T_ImportError,
                           py_str_format(iso, "import of '%s' is not authorised", full), full);
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

// Modules that no file beside a script takes the place of in CPython: they are part of it or loaded
// before the script is.
static bool is_fixed(const char *name)
{
    static const char *const fixed[] = {
        "__future__",   "_abc",      "_ast",        "_codecs",   "_collections",
        "_functools",   "_io",       "_locale",     "_operator", "_signal",
        "_sre",         "_stat",     "_string",     "_symtable", "_thread",
        "_tracemalloc", "_typing",   "_warnings",   "_weakref",  "_collections_abc",
        "abc",          "atexit",    "builtins",    "codecs",    "encodings",
        "errno",        "gc",        "genericpath", "io",        "itertools",
        "os",           "posixpath", "stat",        "sys",       "time"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!strcmp(name, fixed[i])) return true;
    return false;
}

static py_value parent_of(struct py_isolate *iso, const char *name)
{
    const char *dot = strrchr(name, '.');
    py_value text = dot ? py_str_new(iso, name, (size_t)(dot - name)) : NULL;
    return text ? py_dict_get_str(iso, iso->modules, text) : NULL;
}

// The program's own module of that name, run if need be; what lies in a package of the library is
// the library's.
static py_value load_own(struct py_isolate *iso, const char *name)
{
    if (!iso->opt.hooks.module_source || !*name) return NULL;
    if (strchr(name, '.') ? !py_import_is_own(parent_of(iso, name)) : is_fixed(name)) return NULL;
    return iso->exc ? NULL : iso->up->module_own(iso, name, py_import_has(iso, name));
}

// Makes module `name` of the library (no dots looked at).
static py_value load(struct py_isolate *iso, const char *name)
{
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

// One part of what is imported: from sys.modules, of the program's own, of the library. `whole` is
// the name that the list of the options is asked about. *fresh: it was not there before.
py_value py_import_part(struct py_isolate *iso, const char *name, const char *whole, bool program,
                        bool *fresh)
{
    py_value m = py_dict_get_z(iso, iso->modules, name);
    *fresh = !m;
    if (!m && !iso->exc && program) m = load_own(iso, name);
    if (iso->exc) return NULL;
    if (program && !(m && py_import_is_own(m)) && !import_allowed(iso, whole))
        return raise_unauthorised(iso, whole);
    if (!m) m = load(iso, name);
    if (m && program && !strcmp(name, whole) && !py_import_is_own(m))
        note_import(iso, whole, false);
    return m;
}

// Imports a dotted name part by part. *top gets the first module; the result is the last.
py_value py_import_dotted(struct py_isolate *iso, const char *full, bool program, py_value *top)
{
    char part[PY_MODULE_NAME];
    size_t len = strlen(full);
    py_value parent = NULL;
    *top = NULL;
    if (!len || len >= sizeof part) return py_raise_value_error(iso, "Empty module name");
    for (size_t end = 0; end <= len;) {
        bool fresh;
        while (end < len && full[end] != '.') end++;
        memcpy(part, full, end);
        part[end] = 0;
        py_value m = py_import_part(iso, part, full, program, &fresh);
        if (!m) return iso->exc ? NULL : raise_absent(iso, parent, part);
        if (!*top) *top = m;
        const char *dot = strrchr(part, '.');
        if (parent && dot && py_is_kind(parent, PY_K_MODULE) && (fresh || !py_import_is_own(m)) &&
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
    return py_import_dotted(iso, name, false, &top);
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
