// The form of final answers: what its schema is to servers, which replies are JSON, why an answer
// is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "agent/shape.h"
#include "base/err.h"
#include "base/xalloc.h"

static struct sa_shape *shape_of(const char *schema)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_shape *shape = sa_shape_new(schema, strlen(schema), &err);
    if (!shape) fail_msg("%s: %s", schema, err.message);
    return shape;
}

#define CLOSED(properties, required)                                                               \
    "{\"type\":\"object\",\"properties\":{" properties "},\"required\":[" required "],"            \
    "\"additionalProperties\":false}"

static void servers_hold_to_some_schemas(void **state)
{
    static const struct {
        const char *schema;
        enum sa_model_strict strict;
    } cases[] = {
        {"{\"type\":\"string\"}", SA_STRICT_PLAIN},
        {"{\"type\":[\"string\",\"null\"]}", SA_STRICT_PLAIN},
        {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", SA_STRICT_PLAIN},
        {CLOSED("\"a\":{\"type\":\"integer\"}", "\"a\""), SA_STRICT_PLAIN},
        {CLOSED("\"a\":{\"type\":\"integer\",\"minimum\":1}", "\"a\""), SA_STRICT_LIMITED},
        {"{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"string\"}}", SA_STRICT_LIMITED},
        {"{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"string\"}}}", SA_STRICT_PLAIN},
        {"{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"not\":{}}}}", SA_STRICT_NOT},
        // A key that need not be there, others than are named, no type, words that none of them
        // has.
        {CLOSED("\"a\":{\"type\":\"integer\"}", ""), SA_STRICT_NOT},
        {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]}",
         SA_STRICT_NOT},
        {"{\"type\":[\"object\",\"null\"]}", SA_STRICT_NOT},
        {"{\"enum\":[1,2]}", SA_STRICT_NOT},
        {"{}", SA_STRICT_NOT},
        {"{\"type\":\"string\",\"minLength\":2}", SA_STRICT_NOT},
        {"{\"type\":\"string\",\"default\":\"\"}", SA_STRICT_NOT},
        {"{\"type\":\"array\",\"items\":true}", SA_STRICT_NOT},
        {"{\"oneOf\":[{\"type\":\"string\"}]}", SA_STRICT_NOT},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        struct sa_shape *shape = shape_of(cases[i].schema);
        if (shape->strict != cases[i].strict) fail_msg("%s: %d", cases[i].schema, shape->strict);
        sa_shape_free(shape);
    }
}

static void replies_that_are_json(void **state)
{
    static const char *const cases[][2] = {
        {" {\"a\": 1}\n", "{\"a\": 1}"},
        {"```json\n[1]\n```", "[1]"},
        {"```\n\"x\"\n```\n", "\"x\""},
        {"12", "12"},
        {"```python\n[1]\n```", NULL},
        {"```json\n[1]\n```\nThat is it.", NULL},
        {"```json\n[1]\n", NULL},
        {"``````", NULL},
        {"```", NULL},
        {"Here: {}", NULL},
        {"{} {}", NULL},
        {"", NULL},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        struct sa_str found = sa_shape_find(sa_str_of(cases[i][0]));
        bool same = cases[i][1] ? sa_str_equals(found, cases[i][1]) : !found.len;
        if (!same) fail_msg("%s: %.*s", cases[i][0], (int)found.len, found.data);
    }
}

static void refusals_say_where_and_what(void **state)
{
    static const char *const cases[][2] = {
        {"{\"a\": [1, \"2\"]}", "answer.a[1]: must be of type int, not str \"2\""},
        {"{\"b\": 1}", "answer: has no key 'a' (add it)"},
        {"\"{\\\"a\\\": []}\"", "answer: must be of type dict, not str \"{\\\"a\\\": []}\""},
        {"{\"a\": [], \"t\": \"x\\u0000\"}",
         "answer: has a text with a NUL character (leave that out)"},
        {"{\"a\": [1.5]}", "answer.a[0]: must be of type int, not float 1.5"},
        {"{\"a\": [1.0, 12345678901234567890]}", NULL},
    };
    (void)state;
    struct sa_shape *shape = shape_of(
        "{\"title\":\"Row\",\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{"
        "\"type\":\"array\",\"items\":{\"type\":\"integer\"}}}}");
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        SA_AUTO_FREE char *why = sa_shape_misfit(shape, cases[i][0], strlen(cases[i][0]));
        SA_AUTO_FREE char *want = cases[i][1]
                                      ? sa_xasprintf("it does not meet the schema of Row: %s",
                                                     cases[i][1])
                                      : NULL;
        if (want) assert_string_equal(why, want);
        else assert_null(why);
    }
    sa_shape_free(shape);
}

static void the_json_text_of_a_right_answer_is_that_answer(void **state)
{
    static const char *const cases[][3] = {
        {"object", "\"{\\\"a\\\": 1}\"", "{\"a\": 1}"},
        {"object", "\"```json\\n{\\\"a\\\": 1.50}\\n```\"", "{\"a\": 1.50}"},
        {"object", "\"[1]\"", NULL},
        {"object", "\"{\\\"a\\\": 1\"", NULL},
        {"object", "{\"a\": 1}", NULL},
        {"integer", "\"3\"", "3"},
        {"integer", "\"3.5\"", NULL},
        {"string", "\"3\"", NULL},
        {"string", "\"\\\"x\\\"\"", NULL},
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        SA_AUTO_FREE char *schema = sa_xasprintf("{\"type\":\"%s\"}", cases[i][0]);
        struct sa_shape *shape = shape_of(schema);
        SA_AUTO_FREE char *value = sa_shape_unquote(shape, cases[i][1]);
        if (cases[i][2]) assert_string_equal(value ? value : "", cases[i][2]);
        else assert_null(value);
        sa_shape_free(shape);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(servers_hold_to_some_schemas),
        cmocka_unit_test(replies_that_are_json),
        cmocka_unit_test(refusals_say_where_and_what),
        cmocka_unit_test(the_json_text_of_a_right_answer_is_that_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
