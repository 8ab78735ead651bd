// Which of the modules that code may import the built-in interpreter has.
#include <string.h>

#include "base/str.h"
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

// "a" and "a.*" both stand for a and all below it.
static bool covers(const char *pattern, struct sa_str module)
{
    size_t n = strlen(pattern);
    if (!strcmp(pattern, "*")) return true;
    if (n > 2 && !strcmp(pattern + n - 2, ".*")) n -= 2;
    return module.len >= n && !memcmp(module.data, pattern, n) &&
           (module.len == n || module.data[n] == '.');
}

bool sa_exec_authorises(const char *const *imports, struct sa_str module)
{
    if (!imports) return true;
    while (*imports && !covers(*imports, module)) imports++;
    return *imports != NULL;
}

const char *sa_exec_foreign_import(const char *const *imports)
{
    while (imports && *imports && is_ours(*imports)) imports++;
    return imports ? *imports : NULL;
}
