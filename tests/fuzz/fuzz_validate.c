// Fuzz driver: a schema and a value. Up to the first NUL the input is a JSON Schema, behind it a
// value. Whatever they are the check ends; what fits as it is is taken as it is, and what was taken
// fits.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "schema/schema.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool check(const struct sa_schema *s, const cJSON *value, size_t most)
{
    struct sa_schema_misses misses = {.most = most};
    struct sa_buf said = SA_BUF_INIT(SA_BUF_TEXT);
    bool good = sa_schema_check(s, value, &misses);
    SA_CHECK(misses.count <= most && (!most || good == !misses.count));
    sa_schema_put_misses(&misses, &said);
    sa_schema_misses_release(&misses);
    sa_buf_release(&said);
    return good;
}

static void hold(const cJSON *document, cJSON *value, unsigned how)
{
    struct sa_buf faults = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_schema *s = sa_schema_new(document, how, &faults);
    struct sa_schema_misses misses = {.most = 1};
    bool changed, fits = check(s, value, SA_SCHEMA_MISSES);
    cJSON *copy = cJSON_Duplicate(value, true);
    SA_CHECK(check(s, value, 0) == fits);
    bool taken = sa_schema_take(s, copy, &changed, &misses);
    SA_CHECK(!fits || (taken && !changed));
    SA_CHECK(!taken || check(s, copy, 1));
    sa_schema_misses_release(&misses);
    cJSON_Delete(copy);
    sa_schema_free(s);
    sa_buf_release(&faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = sa_xstrndup((const char *)data, size);
    size_t len = strlen(text);
    cJSON *document = sa_json_parse(text, len, NULL),
          *value = len < size ? sa_json_parse(text + len + 1, size - len - 1, NULL) : NULL;
    if (document && value) {
        hold(document, value, SA_SCHEMA_FORMATS);
        hold(document, value, SA_SCHEMA_DRAFT7);
    }
    cJSON_Delete(value);
    cJSON_Delete(document);
    free(text);
    return 0;
}
