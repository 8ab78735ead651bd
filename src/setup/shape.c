// From settings to the form of answers.
#include <string.h>

#include "agent/shape.h"
#include "base/fs.h"
#include "base/xalloc.h"
#include "setup/setup.h"

// --schema: an object as it stands there, or the file that holds it.
int sa_setup_shape(const struct sa_config *config, struct sa_shape **shape, struct sa_err *err)
{
    const size_t most = (size_t)1 << 20;
    const char *given = sa_opt_schema(config);
    if (!given) return SA_OK;
    char first = given[strspn(given, " \t\r\n")];
    bool json = first == '[' || first == '"'; // no schema, but no name of a file either
    bool inline_text = first == '{' || (json && !sa_fs_exists(given));
    size_t len = strlen(given);
    SA_AUTO_FREE char *file = inline_text ? NULL : sa_fs_read(given, most, &len, err);
    if (!inline_text && !file) return sa_err_prefix(err, "--schema");
    *shape = sa_shape_new(file ? file : given, len, err);
    if (*shape) return SA_OK;
    return file ? sa_err_prefix(err, "--schema %s", given) : sa_err_prefix(err, "--schema");
}
