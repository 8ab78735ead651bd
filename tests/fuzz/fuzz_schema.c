// Fuzz driver: tools of strangers. Up to the first NUL the input is a JSON Schema, behind it
// arguments. Whatever they are, the tool has a stub that is Python, and a call ends.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "smolagent/python.h"
#include "tool/tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void give_back(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                      struct sa_tool_result *r)
{
    (void)tool, (void)stop;
    r->json = sa_xstrdup(args);
}

static void check_stub(const struct sa_tool *tool)
{
    struct py_options options = {.max_memory = 64 << 20};
    struct py_isolate *iso = py_isolate_new(&options);
    struct py_result r = {0};
    char *stub = sa_tool_stub(tool), *example = sa_tool_example(tool);
    if (!py_define_function(iso, "f", stub, NULL, NULL, &r))
        SA_BUG("%.*s\n%s", (int)r.error_text_len, r.error_text, stub);
    free(stub);
    free(example);
    py_isolate_free(iso);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    char *text = sa_xstrndup((const char *)data, size);
    size_t len = strlen(text);
    cJSON *schema = sa_json_parse(text, len, NULL);
    if (schema) {
        struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
        struct sa_buf faults = SA_BUF_INIT(SA_BUF_TEXT);
        tool->source = "mcp";
        tool->name = sa_xstrdup("f");
        tool->description = sa_xstrdup(text);
        tool->inputs = schema;
        tool->output = cJSON_Duplicate(schema, true);
        tool->call = give_back;
        SA_CHECK(!sa_tools_add(&tools, tool, NULL));
        check_stub(tool);
        sa_tool_put_faults(tool, &faults);
        sa_buf_release(&faults);
        sa_tool_call(tool, len < size ? text + len + 1 : "{}", NULL, &r);
        SA_CHECK((r.json != NULL) != (r.error != NULL));
        sa_tool_result_release(&r);
    }
    sa_tools_release(&tools);
    free(text);
    return 0;
}
