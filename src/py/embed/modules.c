// Modules of the program's own: the host has their source, here they are compiled and run.
#include <stdlib.h>

#include "../compile/compile.h"
#include "../obj/dict_int.h"
#include "../vm/vm.h"
#include "embed_int.h"

static void release(struct py_module_source *s)
{
    free(s->text);
    free(s->file);
    free(s->error);
}

// "pkg" of "pkg/__init__.py".
static py_value folder_of(struct py_isolate *iso, const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? py_str_new(iso, file, (size_t)(slash - file)) : py_str_empty(iso);
}

static bool set(struct py_isolate *iso, struct py_module *m, const char *name, py_value v)
{
    return v && py_module_set(iso, m, name, v);
}

static bool name_parts(struct py_isolate *iso, struct py_module *m, const char *name,
                       const struct py_module_source *s)
{
    const char *dot = strrchr(name, '.');
    bool folder = s->package || !s->text;
    py_value package = folder ? py_str_z(iso, name)
                       : dot  ? py_str_new(iso, name, (size_t)(dot - name))
                              : py_str_empty(iso);
    if (!set(iso, m, "__package__", package)) return false;
    py_value file = s->text ? py_str_z(iso, s->file) : PY_NONE;
    if (!set(iso, m, "__file__", file) || !set(iso, m, "__cached__", PY_NONE)) return false;
    if (!folder) return true;
    py_value path = py_list_new(iso, 1),
             entry = s->text ? folder_of(iso, s->file) : py_str_z(iso, s->file);
    return path && entry && py_list_append(iso, path, entry) && set(iso, m, "__path__", path);
}

static struct py_code *compile(struct py_isolate *iso, const struct py_module_source *s)
{
    const char *text = s->text;
    size_t len = s->len;
    if (!py_tick(iso, len / 16 + 1) || !py_source_decode(iso, &text, &len, s->file, true) ||
        !py_source_keep(iso, text, len, s->file))
        return NULL;
    return py_compile(iso, text, len, s->file, PY_MODE_EXEC);
}

// Runs no code and needs no memory, for it may be a limit that ended the module.
static void forget(struct py_isolate *iso, struct py_dict *d, py_value name)
{
    py_value exc = iso->exc;
    int64_t at = py_dict_slot(iso, d, name);
    if (at >= 0) py_dict_remove_at(iso, d, at);
    iso->exc = iso->stop ? iso->stop_exc : exc;
}

static bool begin_loading(struct py_isolate *iso, py_value name, py_value m)
{
    py_value d = iso->loading ? (py_value)iso->loading : py_dict_new(iso);
    if (!d) return false;
    iso->loading = py_dict(d);
    return py_dict_set(iso, iso->loading, name, m) && py_dict_set(iso, iso->modules, name, m);
}

// Runs the code as the module of that name; the result is what stands for it then, which the code
// may have changed. An exception being handled is none of the module's business.
static py_value run(struct py_isolate *iso, struct py_module *m, py_value name,
                    struct py_code *code)
{
    py_value handled = iso->handled;
    iso->handled = NULL;
    bool ok = begin_loading(iso, name, (py_value)m) &&
              (!code || py_run_code(iso, code, m->dict, NULL));
    iso->handled = handled;
    if (iso->loading) forget(iso, iso->loading, name);
    if (!ok) return forget(iso, iso->modules, name), NULL;
    py_value now = py_dict_get_str(iso, iso->modules, name);
    return now || iso->exc ? now : py_raise_key_error(iso, name);
}

static void *raise_error(struct py_isolate *iso, const char *error, py_value name)
{
    py_raise(iso, PY_T_ImportError, "%s", error);
    if (iso->exc && !iso->stop) ((struct py_exc *)iso->exc)->a = name;
    return NULL;
}

static py_value find(struct py_isolate *iso, const char *name, bool otherwise)
{
    struct py_module_source s = {0};
    const struct py_hooks *h = &iso->opt.hooks;
    bool there = h->module_source(h->ctx, name, &s);
    py_look_soon(iso);
    py_value key = there ? py_str_intern_z(iso, name) : NULL;
    if (!key || s.error || (!s.text && otherwise)) {
        if (key && s.error) raise_error(iso, s.error, key);
        return release(&s), NULL;
    }
    py_value m = py_module_new(iso, name, NULL);
    struct py_module *module = (struct py_module *)m;
    bool ok = m && name_parts(iso, module, name, &s);
    struct py_code *code = ok && s.text ? compile(iso, &s) : NULL;
    ok = ok && (code || !s.text);
    release(&s);
    if (!ok) return NULL;
    py_obj_set_flag(&module->dict->h, PY_F_USER1); // vm/import.c: not the library's
    return run(iso, module, key, code);
}

py_value py_module_own(struct py_isolate *iso, const char *name, bool otherwise)
{
    if (!py_enter(iso, "")) return NULL;
    py_value m = find(iso, name, otherwise);
    py_leave(iso);
    return m;
}
