// Fuzz driver: the JSON checker, parser and printer of the host side. What parses must print and
// parse again to the same text.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/xalloc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sa_err err = SA_ERR_INIT;
    cJSON *value = sa_json_parse((const char *)data, size, &err);
    if (!value) return 0;
    struct sa_buf first = SA_BUF_INIT(SA_BUF_TEXT), second = SA_BUF_INIT(SA_BUF_TEXT);
    sa_json_print(&first, value);
    cJSON *again = sa_json_parse(sa_buf_text(&first), first.len, &err);
    if (!again) SA_BUG("printed JSON does not parse: %s: %s", err.message, sa_buf_text(&first));
    sa_json_print(&second, again);
    SA_CHECK(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
    size_t at = 0, len;
    char *name;
    const char *member;
    while (cJSON_IsObject(value) &&
           sa_json_next_member((const char *)data, size, &at, &name, &member, &len)) {
        SA_CHECK(sa_json_check(member, len, &err));
        free(name);
    }
    cJSON_Delete(value);
    cJSON_Delete(again);
    sa_buf_release(&first);
    sa_buf_release(&second);
    return 0;
}
