// Which of the modules that code may import the built-in interpreter has.
#include <string.h>

#include "exec/exec.h"

// Is the module, or the package that it is in ("pkg.*", "pkg.sub"), one of ours?
static bool is_ours(const char *import)
{
    size_t n = strcspn(import, ".*");
    const char *name;
    for (size_t i = 0; (name = py_module_name(i)); i++)
        if (!strncmp(name, import, n) && !name[n]) return true;
    return n == 0; // "*": all there are
}

const char *sa_exec_foreign_import(const char *const *imports)
{
    while (imports && *imports && is_ours(*imports)) imports++;
    return imports ? *imports : NULL;
}
