// Schemas of tools, those of strangers too: what a stub says of them, which arguments pass, and
// that neither takes long nor makes a stub that is no Python.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "smolagent/python.h"
#include "tool/tool.h"

static void give_back(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                      struct sa_tool_result *r)
{
    (void)tool, (void)stop;
    r->json = sa_xstrdup(args);
}

// A tool f of these schemas (JSON text, NULL: none), whose result are its arguments.
static struct sa_tool *add(struct sa_tools *tools, const char *inputs, const char *output)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    tool->name = sa_xstrdup("f");
    tool->description = sa_xstrdup("Does it.");
    tool->inputs = inputs ? sa_json_parse(inputs, strlen(inputs), &err) : NULL;
    tool->output = output ? sa_json_parse(output, strlen(output), &err) : NULL;
    tool->call = give_back;
    assert_int_equal(sa_tools_add(tools, tool, &err), 0);
    return tool;
}

static struct py_host_result never(void *ctx, const char *name, const char *args, size_t len)
{
    (void)ctx, (void)name, (void)args, (void)len;
    return (struct py_host_result){.error = sa_xstrdup("never")};
}

// The engine takes the stub as the function f.
static void is_python(const struct sa_tool *tool)
{
    struct py_options options = {.max_memory = 64 << 20};
    struct py_isolate *iso = py_isolate_new(&options);
    struct py_result r = {0};
    char *stub = sa_tool_stub(tool);
    if (!py_define_function(iso, "f", stub, never, NULL, &r))
        fail_msg("%.*s\n%.2000s", (int)r.error_text_len, r.error_text, stub);
    assert_true(strlen(stub) < 100000);
    free(stub);
    py_isolate_free(iso);
}

// `result` as text of JSON, or the error but for the signature at its end.
static void calls(const char *inputs, const char *args, const char *result)
{
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    struct sa_tool *tool = add(&tools, inputs, NULL);
    is_python(tool);
    sa_tool_call(tool, args, NULL, &r);
    char *said = r.error ? r.error : r.json, *end = r.error ? strstr(said, "; it is f(") : NULL;
    if (end) *end = 0;
    assert_string_equal(said, result);
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

#define OBJECT(members) "{\"type\":\"object\",\"properties\":{" members "}}"

static const char sort[] = OBJECT(
    "\"by\":{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"string\",\"minLength\":2,"
    "\"maxLength\":4},\"n\":{\"type\":\"integer\",\"exclusiveMinimum\":0,\"multipleOf\":5}},"
    "\"required\":[\"key\"],\"additionalProperties\":false},"
    "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":1,\"maxItems\":2},"
    "\"map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}},"
    "\"c\":{\"const\":\"x\"}");

static void arguments_are_checked_to_their_depths(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{\"by\":{\"key\":\"ab\"}}", "{\"by\":{\"key\":\"ab\"}}"},
        {"{\"by\":[1]}", "f(): argument 'by' must be of type dict, not list [1]"},
        {"{\"by\":{}}", "f(): argument 'by' has no key 'key'"},
        {"{\"by\":{\"key\":\"ab\",\"m\":1}}",
         "f(): argument 'by' may not have the key 'm', only: key, n"},
        {"{\"by\":{\"key\":\"a\"}}",
         "f(): argument 'by.key' must have at least 2 characters, not 1"},
        {"{\"by\":{\"key\":\"äöüßé\"}}",
         "f(): argument 'by.key' must have at most 4 characters, not 5"},
        {"{\"by\":{\"key\":12}}", "{\"by\":{\"key\":\"12\"}}"},
        {"{\"by\":{\"key\":\"ab\",\"n\":null}}", "{\"by\":{\"key\":\"ab\"}}"},
        {"{\"by\":{\"key\":null}}", "f(): argument 'by.key' must be of type str, not None"},
        {"{\"by\":{\"key\":\"ab\",\"n\":0}}", "f(): argument 'by.n' must be more than 0, not 0"},
        {"{\"by\":{\"key\":\"ab\",\"n\":7}}",
         "f(): argument 'by.n' must be a multiple of 5, not 7"},
        {"{\"by\":{\"key\":\"ab\",\"n\":\"10\"}}", "{\"by\":{\"key\":\"ab\",\"n\":10}}"},
        {"{\"tags\":[]}", "f(): argument 'tags' must have at least 1 items, not 0"},
        {"{\"tags\":[\"a\",{\"b\":true}]}",
         "f(): argument 'tags[1]' must be of type str, not dict {\"b\": True}"},
        {"{\"tags\":[\"a\",\"b\",\"c\"]}", "f(): argument 'tags' must have at most 2 items, not 3"},
        {"{\"map\":{\"a\":1,\"b\":[]}}",
         "f(): argument 'map.b' must be of type float, not list []"},
        {"{\"c\":\"y\"}", "f(): argument 'c' must be \"x\", not \"y\""},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) calls(sort, rows[i][0], rows[i][1]);
}

static void alternatives_take_what_fits_one_of_them(void **state)
{
    (void)state;
    static const char either[] = OBJECT(
        "\"v\":{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"array\",\"items\":"
        "{\"$ref\":\"#/$defs/day\"}},{\"type\":\"null\"}]}") "";
    char inputs[600];
    snprintf(inputs, sizeof inputs, "%.*s,\"$defs\":{\"day\":{\"enum\":[\"mon\",\"tue\"]}}}",
             (int)strlen(either) - 1, either);
    calls(inputs, "{\"v\":3}", "{\"v\":3}");
    calls(inputs, "{\"v\":\"3\"}", "{\"v\":3}");
    calls(inputs, "{\"v\":[\"mon\",\"tue\"]}", "{\"v\":[\"mon\",\"tue\"]}");
    calls(inputs, "{\"v\":[\"mon\",\"sun\"]}",
          "f(): argument 'v[1]' must be one of [\"mon\", \"tue\"], not \"sun\"");
    calls(inputs, "{\"v\":{}}",
          "f(): argument 'v' must be int or list[Literal[\"mon\", \"tue\"]] or None, not {}");
    calls(OBJECT("\"v\":{\"allOf\":[{\"type\":\"integer\"},{\"minimum\":3}]}"), "{\"v\":2}",
          "f(): argument 'v' must be at least 3, not 2");
    calls(OBJECT("\"v\":{\"type\":[\"integer\",\"null\"]}"), "{\"v\":\"2\"}", "{\"v\":2}");
}

static void a_stub_has_types_of_items_defaults_and_shapes(void **state)
{
    (void)state;
    struct sa_tools tools = {0};
    struct sa_tool *tool = add(
        &tools,
        OBJECT("\"names\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":3},"
               "\"rates\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}},"
               "\"day\":{\"enum\":[\"mon\",null]},"
               "\"when\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],\"default\":null,"
               "\"format\":\"date\",\"description\":\"First day.\"},"
               "\"n\":{\"type\":\"integer\",\"default\":5,\"minimum\":1,\"maximum\":50},"
               "\"where\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"a\"],"
               "\"properties\":{\"a\":{\"type\":\"string\",\"description\":\"A name.\"},"
               "\"b\":{\"$ref\":\"#/properties/n\"}}}}"),
        OBJECT(
            "\"rows\":{\"type\":\"array\",\"items\":" OBJECT("\"x\":{\"type\":\"number\"}") "}"));
    tool->examples = sa_xstrdup("f(names=[\"a\"])\nf(n=2)");
    char *stub = sa_tool_stub(tool);
    assert_string_equal(
        stub, "def f(names: list[str] | None = None, rates: dict[str, float] | None = None, "
              "day: Literal[\"mon\", None] = None, when: str | None = None, n: int = 5, "
              "where: list[dict] | None = None) -> dict:\n"
              "    \"\"\"Does it.\n\n"
              "    Args:\n"
              "        names: (at most 3 items)\n"
              "        when: First day. (format date)\n"
              "        n: (1 to 50)\n"
              "        where:\n"
              "            list[{\"a\": str, \"b\"?: int}]\n"
              "            a: A name.\n"
              "    Returns:\n"
              "            {\"rows\"?: list[{\"x\"?: float}]}\n"
              "    Examples:\n"
              "        f(names=[\"a\"])\n"
              "        f(n=2)\n"
              "    \"\"\"");
    free(stub);
    is_python(tool);
    sa_tools_release(&tools);
}

// A line at the margin of a prompt would look like another function's.
static void names_and_patterns_over_lines_stay_within_the_docstring(void **state)
{
    (void)state;
    struct sa_tools tools = {0};
    const struct sa_tool *tool = add(
        &tools,
        OBJECT(
            "\"a\":{\"type\":\"string\",\"pattern\":\"x\\ndef g():\",\"format\":\"\\ndef h():\"}"),
        OBJECT("\"k\\ndef i():\":{\"type\":\"string\",\"description\":\"d\\ndef j():\"}"));
    SA_AUTO_FREE char *stub = sa_tool_stub(tool);
    assert_null(strstr(stub, "\ndef "));
    assert_non_null(strstr(stub, " def g():"));
    assert_non_null(strstr(stub, " def i():"));
    is_python(tool);
    sa_tools_release(&tools);
}

static void properties_that_are_no_parameters_get_names(void **state)
{
    (void)state;
    static const char inputs[] =
        "{\"properties\":{\"file-path\":{\"type\":\"string\"},\"class\":{},\"\":{},\"1\":{},"
        "\"file_path\":{},\"größe\":{},\"a\":{},\"a\":{\"type\":\"null\"}},"
        "\"required\":[\"file-path\",\"more\",3]}";
    struct sa_tools tools = {0};
    struct sa_tool *tool = add(&tools, inputs, NULL);
    char *signature = sa_tool_signature(tool);
    assert_string_equal(signature, "f(file_path_2: str, more: object, class_: object = None, "
                                   "p_: object = None, p_1: object = None, "
                                   "file_path: object = None, gr__e: object = None, "
                                   "a: object = None)");
    free(signature);
    sa_tools_release(&tools);
    calls(inputs, "{\"file_path_2\":\"x\",\"class_\":1,\"p_\":2,\"more\":3}",
          "{\"more\":3,\"file-path\":\"x\",\"class\":1,\"\":2}");
    calls(inputs, "{\"file_path_2\":[],\"more\":3}",
          "f(): argument 'file_path_2' must be of type str, not list []");
    calls(inputs, "{\"more\":3}", "f(): missing required argument: 'file_path_2'");
}

static void without_fixed_parameters_any_can_be_given(void **state)
{
    (void)state;
    static const char open[] = "{\"additionalProperties\":{\"type\":\"integer\"}}";
    struct sa_tools tools = {0};
    struct sa_tool *tool = add(&tools, open, NULL);
    char *signature = sa_tool_signature(tool);
    assert_string_equal(signature, "f(**arguments)");
    free(signature);
    sa_tools_release(&tools);
    calls(open, "{\"arguments\":{\"x\":1,\"y\":\"2\"}}", "{\"x\":1,\"y\":2}");
    calls(open, "{\"arguments\":{\"x\":\"y\"}}",
          "f(): argument 'x' must be of type int, not str \"y\"");
    calls(open, "{\"arguments\":{}}", "{}");
}

// A text made of `begin`, n times `each` (with its number, twice), and `end`.
static char *many(const char *begin, const char *each, int n, const char *end)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&out, begin);
    for (int i = 0; i < n; i++) {
        if (i) sa_buf_appendc(&out, ',');
        for (const char *p = each; *p; p++)
            if (*p == '#') sa_buf_appendf(&out, "%d", i);
            else sa_buf_appendc(&out, *p);
    }
    sa_buf_appends(&out, end);
    return sa_buf_take(&out, NULL);
}

static char *nested(const char *open, int n, const char *middle, const char *close)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    for (int i = 0; i < n; i++) sa_buf_appends(&out, open);
    sa_buf_appends(&out, middle);
    for (int i = 0; i < n; i++) sa_buf_appends(&out, close);
    return sa_buf_take(&out, NULL);
}

// Whatever the schema: it has a stub that is Python, and a call ends.
static void survives(const char *inputs, const char *args)
{
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    struct sa_tool *tool = add(&tools, inputs, inputs);
    is_python(tool);
    sa_tool_call(tool, args, NULL, &r);
    assert_true((r.json != NULL) != (r.error != NULL));
    char *example = sa_tool_example(tool);
    free(example);
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

static void invalid_and_cyclic_schemas_do_no_harm(void **state)
{
    (void)state;
    static const char *const schemas[] = {
        "[]",
        "3",
        "null",
        "true",
        "{\"properties\":[1,2],\"required\":{\"a\":\"b\"}}",
        "{\"properties\":{\"a\":[],\"b\":null,\"c\":true,\"d\":false,\"e\":\"x\",\"f\":7}}",
        "{\"properties\":{\"a\":{\"type\":7,\"enum\":5,\"items\":3,\"anyOf\":{},\"allOf\":1}}}",
        "{\"properties\":{\"a\":{\"type\":[],\"enum\":[],\"anyOf\":[],\"oneOf\":[3,null]}}}",
        "{\"properties\":{\"a\":{\"type\":[3,\"string\"],\"required\":[1,[]]}}}",
        "{\"properties\":{\"a\":{\"minimum\":\"x\",\"maxItems\":-1,\"multipleOf\":0}}}",
        "{\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
        "{\"properties\":{\"a\":{\"$ref\":\"#/properties/a\"}}}",
        "{\"properties\":{\"a\":{\"$ref\":\"#/properties/b\"},\"b\":{\"$ref\":\"#/properties/a\"}}}",
        "{\"properties\":{\"a\":{\"$ref\":\"#/nowhere/~2%zz/\"},\"b\":{\"$ref\":\"http://x\"}}}",
        "{\"properties\":{\"a\":{\"$ref\":7},\"b\":{\"$ref\":\"\"}}}",
        "{\"properties\":{\"a\":{\"anyOf\":[{\"$ref\":\"#/properties/a\"},{\"$ref\":"
        "\"#/properties/a\"}]}}}",
        "{\"properties\":{\"a\":{\"allOf\":[{\"$ref\":\"#/properties/a\"},{\"$ref\":"
        "\"#/properties/a\"}]}}}",
        "{\"properties\":{\"a\":{\"items\":{\"$ref\":\"#/properties/a\"},\"type\":\"array\"}}}",
        "{\"properties\":{\"a\":{\"properties\":{\"x\":{\"$ref\":\"#/properties/a\"}}}}}",
        "{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"},{\"$ref\":\"#\"}],\"properties\":{\"a\":{}}}",
        "{\"properties\":{\"a\":{\"default\":{\"x\":[[[]]]},\"description\":\"\\\"\\\"\\\" \\\\\"}}}",
        "{\"properties\":{\"a\":{\"description\":\"</code> \\u001b[31m\\r\\f\\\"\"}}}",
        "{\"properties\":{\"a\":{\"enum\":[\"\\\"]; import os #\",\"\\n\",\"\\\\\"]}}}",
        "{\"properties\":{\"a\":{\"pattern\":\"\\\"\\\"\\\"\",\"format\":\"\\\"\\\"\\\"\"}}}",
        "{\"properties\":{\"a\":{\"properties\":{\"\\\"\\\"\\\"\":{\"description\":\"x\"}}}}}",
        "{\"properties\":{\"a\":{\"default\":1e999},\"b\":{\"default\":-0.0}}}",
        "{\"properties\":{\"None\":{},\"print\":{},\"a b\":{},\"a-b\":{},\"a_b\":{},\"*\":{}}}",
    };
    for (size_t i = 0; i < SA_COUNT(schemas); i++) {
        survives(schemas[i], "{\"a\":1}");
        survives(schemas[i], "{}");
        survives(schemas[i], "{\"a\":[[[[{\"x\":{\"x\":[]}}]]]]}");
        survives(schemas[i], "{\"a\":{\"x\":{\"x\":{\"x\":null}}},\"b\":null}");
    }
}

// Nobody looks through tens of thousands of parameters for what a call has left out.
static void defaults_of_very_many_parameters_are_not_filled_in(void **state)
{
    (void)state;
    SA_AUTO_FREE char *inputs = many("{\"type\":\"object\",\"properties\":{",
                                     "\"p#\":{\"type\":\"integer\",\"default\":1}", 50000, "}}"),
                      *few = many("{\"type\":\"object\",\"properties\":{",
                                  "\"p#\":{\"type\":\"integer\",\"default\":1}", 2, "}}");
    calls(inputs, "{\"p3\":\"5\",\"p4\":null}", "{\"p3\":5}");
    calls(few, "{\"p0\":\"5\"}", "{\"p0\":5,\"p1\":1}");
}

static void enormous_schemas_take_no_time(void **state)
{
    (void)state;
    char *texts[] = {
        many("{\"properties\":{", "\"p#\":{\"type\":\"string\"}", 50000, "}}"),
        many("{\"properties\":{", "\"p-#\":{\"type\":\"string\"}", 119, "}}"),
        many("{\"required\":[", "\"a\"", 50000, "]}"),
        many("{\"properties\":{\"a\":{\"enum\":[", "\"v#\"", 50000, "]}}}"),
        many("{\"properties\":{\"a\":{\"anyOf\":[", "{\"const\":#}", 50000, "]}}}"),
        many("{\"properties\":{\"a\":{\"properties\":{", "\"k#\":{}", 50000, "}}}}"),
        many("{\"properties\":{\"a\":{\"type\":[", "\"t#\"", 50000, "]}}}"),
        nested("{\"properties\":{\"a\":", 90, "{}", "}}"),
        nested("{\"anyOf\":[{\"properties\":{\"a\":{}}},", 90, "{}", "]}"),
    };
    char *wide = many("{\"a\":{", "\"k#\":#", 20000, "}}");
    char *deep = nested("{\"a\":", 190, "{}", "}");
    char *list = many("{\"a\":[", "[#]", 20000, "]}");
    for (size_t i = 0; i < SA_COUNT(texts); i++) {
        survives(texts[i], "{\"a\":1}");
        survives(texts[i], wide);
        survives(texts[i], deep);
        survives(texts[i], list);
        free(texts[i]);
    }
    free(wide), free(deep), free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_checked_to_their_depths),
        cmocka_unit_test(alternatives_take_what_fits_one_of_them),
        cmocka_unit_test(a_stub_has_types_of_items_defaults_and_shapes),
        cmocka_unit_test(names_and_patterns_over_lines_stay_within_the_docstring),
        cmocka_unit_test(properties_that_are_no_parameters_get_names),
        cmocka_unit_test(without_fixed_parameters_any_can_be_given),
        cmocka_unit_test(invalid_and_cyclic_schemas_do_no_harm),
        cmocka_unit_test(defaults_of_very_many_parameters_are_not_filled_in),
        cmocka_unit_test(enormous_schemas_take_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
