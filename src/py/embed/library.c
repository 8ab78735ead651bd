// What all layers have, for those below them: types, modules, and the functions that are called
// upward.
#include "../builtin/builtins.h"
#include "../builtin/traceback.h"
#include "../lib/lib.h"
#include "../mod/unicodedata_int.h"
#include "../obj/typeobj.h"
#include "../vm/vm.h"
#include "embed_int.h"

static const struct py_typedef *const types[PY_T_COUNT] = {
#define PY_TYPE(id, def, base) &def,
#include "../obj/types.def"
#undef PY_TYPE
#define PY_EXC(id, base, doc) &py_exc_def,
#include "../obj/exc.def"
#undef PY_EXC
};

#define PY_MODULE(name) extern const struct py_moddef py_mod_##name;
#include "../mod/modules.def"
#undef PY_MODULE

static const struct py_moddef *const module_defs[] = {
#define PY_MODULE(name) &py_mod_##name,
#include "../mod/modules.def"
#undef PY_MODULE
    NULL};

static const struct py_library library = {module_defs, py_lib_modules};

const struct py_upcalls py_upcalls = {
    .call = py_call_function,
    .import = py_import_module,
    .unicode_by_name = py_unicode_by_name,
    .types = types,
    .library = &library,
    .folds = py_builtin_folds,
    .name_stays = py_cell_protects,
    .name_store = py_cell_store,
    .coroutine_made = py_cell_made,
    .coroutine_origin = py_coroutine_origin,
    .module_offered = py_cell_has_module,
    .module_own = py_module_own,
    .tool_later = py_host_later,
    .tool_given = py_host_given,
};

const char *py_module_name(size_t i)
{
    const struct py_moddef *const *def = module_defs;
    const struct py_lib_module *lib = py_lib_modules;
    for (; i && *def; i--) def++;
    for (; i && lib->name; i--) lib++;
    return *def ? (*def)->name : lib->name;
}
