// Templates of arbitrary text over a small set of variables.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/xalloc.h"
#include "prompt/prompt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = sa_xstrndup((const char *)data, size);
    cJSON *vars = cJSON_Parse("{\"a\":[1,\"b\",{\"c\":null}],\"s\":\"x\\ny\",\"n\":3,\"t\":true}");
    struct sa_err err = SA_ERR_INIT;
    free(sa_template_render("fuzz", text, vars, &err));
    cJSON_Delete(vars);
    free(text);
    return 0;
}
