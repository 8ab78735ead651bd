// Command tools: reading their section, stubs, argument checks, running.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/stop.h"
#include "tool/tool.h"

static const struct sa_tool_setting search[] = {
    {"description", "Searches \"\"\"things\"\"\"."},
    {"input.limit", "integer = 5 how many"},
    {"input.query", "string what to look for"},
    {"input.tags", "array?"},
    {"command", "[\"echo\", \"{query}/{limit}\", \"{tags}\"]"},
    {"stdin", "none"},
};

static void test_stub(void **state)
{
    (void)state;
    struct sa_tools tools = {0};
    assert_int_equal(sa_tool_command_add(&tools, "search", search, 6, NULL, NULL), 0);
    char *stub = sa_tool_stub(tools.items[0]);
    assert_string_equal(stub,
                        "def search(query: str, limit: int = 5, tags: list | None = None) -> str:\n"
                        "    \"\"\"Searches \\\"\\\"\"things\\\"\\\"\".\n\n"
                        "    Args:\n"
                        "        limit: how many\n"
                        "        query: what to look for\n"
                        "    Raises: RuntimeError when it fails, TimeoutError after 60 s\n"
                        "    \"\"\"");
    free(stub);
    sa_tools_release(&tools);
}

static void call(const char *args, const char *json, const char *error)
{
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    assert_int_equal(sa_tool_command_add(&tools, "search", search, 6, NULL, NULL), 0);
    sa_tool_call(tools.items[0], args, NULL, &r);
    if (json) assert_string_equal(r.json, json);
    if (error) assert_string_equal(r.error, error);
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

#define SIGNATURE "; it is search(query: str, limit: int = 5, tags: list | None = None)"

static void test_calls(void **state)
{
    (void)state;
    call("{\"query\":\"a b\"}", "\"a b/5\"", NULL);
    call("{\"query\":\"$(id)\",\"limit\":2,\"tags\":[1]}", "\"$(id)/2 [1]\"", NULL);
    call("{\"query\":\"q\",\"limit\":null}", "\"q/5\"", NULL);
    call("{\"query\":\"q\",\"limit\":\"7\"}", "\"q/7\"", NULL);
    call("{\"query\":3}", "\"3/5\"", NULL);
    call("{}", NULL, "search(): missing required argument: 'query'" SIGNATURE);
    call("{\"query\":\"q\",\"x\":1}", NULL, "search(): unexpected keyword argument 'x'" SIGNATURE);
    call("{\"query\":\"q\",\"limit\":1.5}", NULL,
         "search(): argument 'limit' must be of type int, not float 1.5" SIGNATURE);
    call("{\"query\":[]}", NULL,
         "search(): argument 'query' must be of type str, not list []" SIGNATURE);
}

static void try_dash(const char *command, const char *more, const char *args, const char *json)
{
    const struct sa_tool_setting settings[] = {
        {"description", "Prints."}, {"command", command},   {"input.a", "any = \"\""},
        {"input.b", "any = \"\""},  {"leading_dash", more},
    };
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    assert_int_equal(sa_tool_command_add(&tools, "out", settings, 5, NULL, NULL), 0);
    sa_tool_call(tools.items[0], args, NULL, &r);
    if (json) assert_string_equal(r.json, json);
    else assert_null(r.json);
    if (!json) assert_string_equal(r.error_type, "ValueError");
    if (!json) assert_non_null(strstr(r.error, ": use a value that starts"));
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

static void test_a_value_with_a_leading_at_sign_is_not_a_file_name(void **state)
{
    (void)state;
    static const char bare[] = "[\"echo\", \"-d\", \"{a}\"]",
                      joined[] = "[\"echo\", \"-d{a}\", \"--data={a}\"]",
                      ended[] = "[\"echo\", \"--\", \"{a}\"]",
                      fixed[] = "[\"echo\", \"@{a}\", \"-F=@{b}\"]",
                      second[] = "[\"echo\", \"{a}{b}\"]";
    try_dash(bare, "false", "{\"a\":\"@/etc/passwd\"}", NULL);
    try_dash(bare, "false", "{\"a\":\"me@home\"}", "\"-d me@home\"");
    try_dash(bare, "true", "{\"a\":\"@x\"}", "\"-d @x\"");
    try_dash(joined, "false", "{\"a\":\"@x\"}", NULL);
    try_dash(joined, "false", "{\"a\":\"x@\"}", "\"-dx@ --data=x@\"");
    try_dash(ended, "false", "{\"a\":\"@x\"}", "\"-- @x\"");
    try_dash(fixed, "false", "{\"a\":\"x\",\"b\":\"y\"}", "\"@x -F=@y\"");
    try_dash(second, "false", "{\"b\":\"@x\"}", NULL);
}

// What the model says must not become an option of a program that the user chose.
static void test_a_value_with_a_leading_dash_is_no_option(void **state)
{
    (void)state;
    static const char bare[] = "[\"echo\", \"{a}\"]", ended[] = "[\"echo\", \"--\", \"{a}\"]",
                      late[] = "[\"echo\", \"{a}\", \"--\"]",
                      part[] = "[\"echo\", \"{a}{b}\", \"-n{a}\", \"x{a}\"]";
    try_dash(bare, "false", "{\"a\":\"-n\"}", NULL);
    try_dash(bare, "false", "{\"a\":\"--exec=id\"}", NULL);
    try_dash(bare, "false", "{\"a\":\"-\"}", NULL);
    try_dash(bare, "false", "{\"a\":\"a-n\"}", "\"a-n\"");
    try_dash(bare, "false", "{\"a\":-5}", "\"-5\"");
    try_dash(bare, "false", "{\"a\":\"-5\"}", NULL);
    try_dash(bare, "true", "{\"a\":\"-x\"}", "\"-x\"");
    try_dash(ended, "false", "{\"a\":\"-n\"}", "\"-- -n\"");
    try_dash(late, "false", "{\"a\":\"-n\"}", NULL);
    try_dash(part, "false", "{\"a\":\"\",\"b\":\"-e\"}", NULL);
    try_dash(part, "false", "{\"a\":\"-e\"}", NULL);
    try_dash(part, "false", "{\"a\":\"e\",\"b\":\"-e\"}", "\"e-e -ne xe\"");
}

#define OF_T "; it is t(a: list[dict], e: Literal[\"x\", 2] | None = None, u: str | None = None)"

static void test_schema(void **state)
{
    (void)state;
    struct sa_tools tools = {0};
    struct sa_tool *tool = calloc(1, sizeof *tool);
    tool->name = strdup("t"), tool->description = strdup("Does it.");
    tool->inputs = cJSON_Parse(
        "{\"type\":\"object\",\"required\":[\"a\"],"
        "\"properties\":{\"a\":{\"type\":\"array\","
        "\"items\":"
        "{\"type\":\"object\","
        "\"properties\":{\"n\":{\"type\":\"number\",\"minimum\":1,\"maximum\":9}}}},"
        "\"e\":{\"enum\":[\"x\",2]},\"u\":{\"type\":[\"string\",\"null\"]}}}");
    assert_int_equal(sa_tools_add(&tools, tool, NULL), 0);
    static const struct {
        const char *args, *why; // why NULL: good
    } rows[] = {
        {"{\"a\":[]}", NULL},
        {"{\"a\":[{\"n\":3},{}],\"e\":2,\"u\":\"s\"}", NULL},
        {"{\"a\":[{\"n\":0}]}", "t(): argument 'a[0].n' must be at least 1, not 0" OF_T},
        {"{\"a\":[{\"n\":10}]}", "t(): argument 'a[0].n' must be at most 9, not 10" OF_T},
        {"{\"a\":[{\"n\":3},{\"n\":[]}]}",
         "t(): argument 'a[1].n' must be of type float, not list []" OF_T},
        {"{\"a\":[],\"e\":3}", "t(): argument 'e' must be one of [\"x\", 2], not 3" OF_T},
        {"{\"a\":[],\"u\":[]}", "t(): argument 'u' must be of type str or None, not list []" OF_T},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cJSON *args = cJSON_Parse(rows[i].args);
        char *why = NULL;
        bool changed;
        assert_int_equal(sa_tool_check_args(tool, args, &changed, &why), rows[i].why == NULL);
        assert_false(changed);
        if (rows[i].why) assert_string_equal(why, rows[i].why);
        free(why);
        cJSON_Delete(args);
    }
    sa_tools_release(&tools);
}

// Code names the arguments: what is done with them takes time in proportion to their size.
static void test_many_members(void **state)
{
    (void)state;
    enum { MANY = 300000 };
    static const struct sa_tool_setting size[] = {
        {"description", "Size."}, {"input.d", "object"}, {"command", "[\"wc\", \"-c\"]"}};
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    assert_int_equal(sa_tool_command_add(&tools, "size", size, 3, NULL, NULL), 0);
    sa_buf_appends(&text, "{\"d\":{");
    for (int i = 0; i < MANY; i++) sa_buf_appendf(&text, "%s\"%d\":%d", i ? "," : "", i, i);
    sa_buf_appends(&text, "}}");
    int64_t start = sa_clock_monotonic();
    sa_tool_call(tools.items[0], sa_buf_text(&text), NULL, &r);
    assert_null(r.error);
    assert_true(sa_clock_monotonic() - start < 10 * SA_NS_PER_S);
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
    sa_buf_release(&text);
}

static void test_bad_sections(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct sa_tool_setting setting;
        const char *message;
    } rows[] = {
        {"t",
         {"frob", "1"},
         "[tool.t] frob: unknown key (description, command, input.NAME, inputs, returns, output, "
         "examples, stdin, async, effects, foreign, timeout, max_output, env, leading_dash, describe)"},
        {"t",
         {"input.1x", "string"},
         "[tool.t] input.1x: the input's name is no Python identifier"},
        {"t",
         {"input.x", "string = abc"},
         "[tool.t] input.x: the default is no JSON value (text needs quotes)"},
        {"t",
         {"command", "[]"},
         "[tool.t] command: expected an array of strings, like [\"prog\", \"--flag\"]"},
        {"t", {"timeout", "soon"}, "[tool.t] timeout: expected a duration, like 30 or 2m"},
        {"t", {"output", "blob"}, "[tool.t] output: unknown type"},
        {"t", {"async", "maybe"}, "[tool.t] async: true or false"},
        {"t", {"effects", "reads,pure"}, "[tool.t] effects: what is pure neither reads nor writes"},
        {"t", {"effects", "r"}, "[tool.t] effects: some of reads, writes, network, or pure alone"},
        {"t", {"inputs", "[]"}, "[tool.t] inputs: no JSON object, as a JSON Schema is"},
        {"t", {"output", "{"}, "[tool.t] output: no JSON object, as a JSON Schema is"},
        {"t", {"stdin", "text"}, "[tool.t] stdin: json, none, or {NAME} for the text of an input"},
        {"t", {"stdin", "{x}"}, "[tool.t] stdin: there is no input of this name"},
        {"if", {"stdin", "none"}, "tool 'if': the name is no Python identifier"},
        {"final_answer", {"stdin", "none"}, "tool 'final_answer': that name is reserved"},
        {"open",
         {"stdin", "none"},
         "tool 'open': Python has a builtin of that name, which code uses"},
        {"ValueError",
         {"stdin", "none"},
         "tool 'ValueError': Python has a builtin of that name, which code uses"},
        {"t",
         {"input.x", "[\"a\", 1]"},
         "[tool.t] input.x: expected TYPE [= DEFAULT] [description] with TYPE string, integer, "
         "number, boolean, array, object, any, or an array of the values there are"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sa_tools tools = {0};
        struct sa_err err = SA_ERR_INIT;
        const struct sa_tool_setting s[] = {
            {"description", "d"}, {"command", "true"}, rows[i].setting};
        assert_int_equal(sa_tool_command_add(&tools, rows[i].name, s, 3, NULL, &err), -1);
        assert_string_equal(err.message, rows[i].message);
        assert_int_equal(err.code, SA_E_CONFIG);
        sa_tools_release(&tools);
    }
}

// What comes back and which values there are stand in the stub; a value that is none is refused
// before the command runs.
static void test_stubs_say_what_comes_back_and_which_values_there_are(void **state)
{
    (void)state;
    static const struct sa_tool_setting settings[] = {
        {"description", "The weather."},
        {"input.unit", "[\"C\", \"F\"] = \"C\" of the degrees"},
        {"input.days", "[1, 3] how many"},
        {"returns", "a dict with 'min' and 'max' by day"},
        {"output", "object"},
        {"timeout", "5"},
        {"command", "[\"echo\", \"{}\"]"}};
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    assert_int_equal(sa_tool_command_add(&tools, "weather", settings, 7, NULL, NULL), 0);
    char *stub = sa_tool_stub(tools.items[0]);
    assert_string_equal(stub, "def weather(days: Literal[1, 3], unit: Literal[\"C\", \"F\"] = "
                              "\"C\") -> dict:\n"
                              "    \"\"\"The weather.\n\n"
                              "    Args:\n"
                              "        unit: of the degrees\n"
                              "        days: how many\n"
                              "    Returns: a dict with 'min' and 'max' by day\n"
                              "    Raises: RuntimeError when it fails, TimeoutError after 5 s\n"
                              "    \"\"\"");
    free(stub);
    sa_tool_call(tools.items[0], "{\"days\":2}", NULL, &r);
    assert_string_equal(r.error, "weather(): argument 'days' must be one of [1, 3], not 2; it is "
                                 "weather(days: Literal[1, 3], unit: Literal[\"C\", \"F\"] = "
                                 "\"C\")");
    sa_tool_result_release(&r);
    sa_tool_call(tools.items[0], "{\"days\":\"3\"}", NULL, &r);
    assert_string_equal(r.json, "{}");
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

static void test_a_section_says_all_that_a_descriptor_has(void **state)
{
    (void)state;
    static const struct sa_tool_setting settings[] = {
        {"description", "Rates."},
        {"inputs", "{\"properties\":{\"to-day\":{\"type\":\"array\",\"items\":{\"type\":"
                   "\"integer\"}}},\"required\":[\"to-day\"]}"},
        {"output", "{\"type\":\"object\",\"properties\":{\"EUR\":{\"type\":\"number\"}}}"},
        {"effects", "reads, network"},
        {"foreign", "yes"},
        {"examples", "rates([1])"},
        {"examples", "rates([1, 2])"},
        {"command", "[\"echo\", \"{}\", \"{to-day}\"]"},
        {"max_output", "40"},
        {"leading_dash", "true"}};
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    assert_int_equal(sa_tool_command_add(&tools, "rates", settings, 10, NULL, NULL), 0);
    const struct sa_tool *tool = tools.items[0];
    assert_int_equal(tool->effects, SA_TOOL_READS | SA_TOOL_NETWORK);
    assert_true(tool->foreign);
    assert_int_equal(tool->max_result, 40);
    assert_int_equal(tool->timeout_ns, 60 * SA_NS_PER_S);
    char *stub = sa_tool_stub(tool);
    assert_string_equal(stub, "def rates(to_day: list[int]) -> dict:\n"
                              "    \"\"\"Rates.\n\n"
                              "    Returns:\n"
                              "            {\"EUR\"?: float}\n"
                              "    Raises: RuntimeError when it fails, TimeoutError after 60 s\n"
                              "    Examples:\n"
                              "        rates([1])\n"
                              "        rates([1, 2])\n"
                              "    \"\"\"");
    free(stub);
    sa_tool_call(tools.items[0], "{\"to_day\":[\"1\"]}", NULL, &r);
    assert_non_null(strstr(r.error, "its output is no JSON")); // {} [1]
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

static void fails_with(const char *script, const char *output, const char *error)
{
    const struct sa_tool_setting settings[] = {
        {"description", "Prints."}, {"command", "[\"sh\", \"-c\", \"cat; echo\"]"},
        {"input.text", "string"},   {"stdin", "{text}"},
        {"output", output},         {"max_output", "64"}};
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    char args[300];
    snprintf(args, sizeof args, "{\"text\":\"%s\"}", script);
    assert_int_equal(sa_tool_command_add(&tools, "out", settings, 6, NULL, NULL), 0);
    sa_tool_call(tools.items[0], args, NULL, &r);
    assert_non_null(r.error);
    assert_non_null(strstr(r.error, error));
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

static void test_output_that_cannot_be_taken_comes_with_its_beginning(void **state)
{
    (void)state;
    fails_with("<html>no", "object", "its output is no JSON");
    fails_with("<html>no", "object", "; it begins: <html>no");
    fails_with("", "object", "; it is empty");
    fails_with("0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789",
               "string", "output larger than 64 bytes; it begins: 0123456789 012");
}

// What the model is told of a result holds.
static void test_output_that_is_not_as_its_schema_says_is_an_error(void **state)
{
    (void)state;
    fails_with("[1]", "object",
               "out: its output is not as its schema says: must be of type dict, not list [1]");
    fails_with("[1, {}]", "{\"items\":{\"type\":\"integer\"}}",
               "out: its output is not as its schema says: [1]: must be of type int, not dict {}");
}

static void test_stop_kills(void **state)
{
    (void)state;
    struct sa_stop stop;
    struct sa_tools tools = {0};
    struct sa_tool_result r;
    const struct sa_tool_setting s[] = {{"description", "d"},
                                        {"command", "[\"sh\", \"-c\", \"sleep 60 & sleep 60\"]"}};
    sa_stop_init(&stop);
    sa_stop_request(&stop, 2);
    assert_int_equal(sa_tool_command_add(&tools, "slow", s, 2, NULL, NULL), 0);
    sa_tool_call(tools.items[0], "{}", &stop, &r);
    assert_string_equal(r.error, "slow: cancelled");
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
    sa_stop_release(&stop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stub),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_a_value_with_a_leading_dash_is_no_option),
        cmocka_unit_test(test_a_value_with_a_leading_at_sign_is_not_a_file_name),
        cmocka_unit_test(test_schema),
        cmocka_unit_test(test_many_members),
        cmocka_unit_test(test_bad_sections),
        cmocka_unit_test(test_stubs_say_what_comes_back_and_which_values_there_are),
        cmocka_unit_test(test_a_section_says_all_that_a_descriptor_has),
        cmocka_unit_test(test_output_that_cannot_be_taken_comes_with_its_beginning),
        cmocka_unit_test(test_output_that_is_not_as_its_schema_says_is_an_error),
        cmocka_unit_test(test_stop_kills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
