// Schemas as their users see them: what is said of a value that does not fit, what of a schema that
// cannot be meant, and that neither takes long whatever they are. That the keywords mean what they
// should is held against the official suite (test_schema_suite.c).
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
#include "base/regex.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "schema/schema.h"

static cJSON *parse(const char *text)
{
    struct sa_err err = SA_ERR_INIT;
    cJSON *value = sa_json_parse(text, strlen(text), &err);
    if (!value) fail_msg("%s: %.200s", err.message, text);
    return value;
}

static char *hold(const char *schema, const char *value, unsigned how, size_t most)
{
    cJSON *document = parse(schema), *v = parse(value);
    struct sa_schema *s = sa_schema_new(document, how, NULL);
    struct sa_schema_misses misses = {.most = most};
    struct sa_buf said = SA_BUF_INIT(SA_BUF_TEXT);
    bool good = sa_schema_check(s, v, &misses);
    assert_int_equal(good, !misses.count);
    sa_schema_put_misses(&misses, &said);
    sa_schema_misses_release(&misses);
    sa_schema_free(s);
    cJSON_Delete(v);
    cJSON_Delete(document);
    return sa_buf_take(&said, NULL);
}

// What is said of a value, all of it; "": nothing.
static void says(const char *schema, const char *value, const char *wanted)
{
    SA_AUTO_FREE char *said = hold(schema, value, SA_SCHEMA_FORMATS, SA_SCHEMA_MISSES);
    assert_string_equal(said, wanted);
}

static const char order[] =
    "{\"type\":\"object\",\"required\":[\"id\",\"items\"],\"properties\":{"
    "\"id\":{\"type\":\"string\",\"pattern\":\"^[A-Z]{2}-[0-9]+$\"},"
    "\"when\":{\"type\":\"string\",\"format\":\"date\"},"
    "\"items\":{\"type\":\"array\",\"minItems\":1,\"uniqueItems\":true,\"items\":{\"$ref\":"
    "\"#/$defs/item\"}}},\"additionalProperties\":false,\"$defs\":{\"item\":{\"type\":\"object\","
    "\"required\":[\"price\"],\"properties\":{\"price\":{\"type\":\"number\",\"minimum\":0,"
    "\"multipleOf\":0.01},\"n\":{\"type\":\"integer\",\"exclusiveMaximum\":100}}}}}";

static void a_message_names_the_place_and_what_is_wanted(void **state)
{
    (void)state;
    says(order, "{\"id\":\"AB-1\",\"items\":[{\"price\":0.3}],\"when\":\"2024-02-29\"}", "");
    says(order, "{\"id\":\"AB-1\",\"items\":[{\"price\":1},{\"price\":2},{\"price\":-1}]}",
         "items[2].price: must be at least 0, not -1");
    says(order, "{\"id\":\"AB-1\",\"items\":[{\"price\":0.005,\"n\":100}]}",
         "items[0].price: must be a multiple of 0.01, not 0.005\n"
         "items[0].n: must be less than 100, not 100");
    says(order, "{\"id\":\"ab-1\",\"items\":[]}",
         "id: must match the pattern ^[A-Z]{2}-[0-9]+$, not \"ab-1\"\n"
         "items: must have at least 1 items, not 0");
    says(order, "{\"id\":\"AB-1\",\"items\":[{\"price\":1},{\"price\":1.0}]}",
         "items: may have no item twice, as [0] and [1]: {\"price\": 1}");
    says(order, "{\"items\":[{}],\"total\":1,\"when\":\"2023-02-29\"}",
         "has no key 'id'\n"
         "items[0]: has no key 'price'\n"
         "when: must be a date as 2024-05-31, not \"2023-02-29\"\n"
         "may not have the key 'total', only: id, when, items");
    says(order, "[]", "must be of type dict, not list []");
    says("{\"items\":{\"type\":\"integer\"}}", "[1,null]", "[1]: must be of type int, not None");
}

// Alternatives that a constant tells apart.
#define SHAPES                                                                                     \
    "{\"oneOf\":[{\"$ref\":\"#/$defs/c\"},{\"type\":\"object\",\"required\":[\"kind\"],"           \
    "\"properties\":{\"kind\":{\"const\":\"square\"}}}],\"$defs\":{\"c\":{\"type\":\"object\","    \
    "\"required\":[\"kind\"],\"properties\":{\"kind\":{\"const\":\"circle\"},"                     \
    "\"r\":{\"type\":\"number\",\"minimum\":0}}}}}"

static void each_keyword_has_its_words(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"{\"not\":{\"type\":\"string\"}}", "\"a\"", "may not be str, and is \"a\""},
        {"{\"oneOf\":[{\"type\":\"integer\"},{\"type\":\"number\"}]}", "3",
         "must be only one of int or float, and is several: 3"},
        {"{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"boolean\"}]}", "\"x\"",
         "must be int or bool, not \"x\""},
        {"{\"anyOf\":[{\"type\":\"integer\",\"minimum\":3},{\"type\":\"boolean\"}]}", "2",
         "must be at least 3, not 2"},
        {SHAPES, "{\"kind\":\"circle\",\"r\":-1}", "r: must be at least 0, not -1"},
        {SHAPES, "{\"kind\":\"oval\"}",
         "must be {\"kind\": Literal[\"circle\"], \"r\"?: float} or {\"kind\": Literal[\"square\"]}, "
         "not {\"kind\": \"oval\"}"},
        {"{\"contains\":{\"type\":\"integer\"},\"minContains\":2}", "[1,\"a\"]",
         "must have at least 2 items that are int, not 1"},
        {"{\"contains\":{\"type\":\"integer\"},\"maxContains\":1}", "[1,2]",
         "must have at most 1 items that are int, not 2"},
        {"{\"dependentRequired\":{\"card\":[\"address\"]}}", "{\"card\":1}",
         "must have the key 'address' besides 'card'"},
        {"{\"propertyNames\":{\"maxLength\":3}}", "{\"abcd\":1}",
         "has the key 'abcd', which must have at most 3 characters, not 4"},
        {"{\"if\":{\"properties\":{\"a\":{\"const\":1}}},\"then\":{\"required\":[\"b\"]}}",
         "{\"a\":1}", "has no key 'b'"},
        {"{\"properties\":{\"a\":{}},\"unevaluatedProperties\":false}", "{\"a\":1,\"b\":2}",
         "may not have the key 'b'"},
        {"{\"prefixItems\":[{}],\"items\":false}", "[1,2]", "[1]: may not be given"},
        {"{\"patternProperties\":{\"^n\":{\"type\":\"number\"}}}", "{\"nx\":\"1\"}",
         "nx: must be of type float, not str \"1\""},
        {"{\"maximum\":9007199254740993}", "9007199254740994",
         "must be at most 9007199254740993, not 9007199254740994"},
        {"{\"exclusiveMinimum\":true,\"minimum\":3}", "3", "must be more than 3, not 3"},
        {"{\"const\":{\"a\":[1]}}", "{\"a\":[2]}", "must be {\"a\": [1]}, not {\"a\": [2]}"},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) says(rows[i][0], rows[i][1], rows[i][2]);
}

static void a_format_holds_where_it_is_asked_to(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"date-time", "2024-05-31T12:30:00.5+02:00", "2024-05-31T12:30:00"},
        {"date", "2000-02-29", "1900-02-29"},
        {"time", "23:59:60Z", "22:59:60Z"},
        {"email", "a.b+c@example.com", "a..b@example.com"},
        {"uri", "https://u@[2001:db8::1]:80/a?b#c", "/only/a/path"},
        {"uuid", "123e4567-E89B-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400"},
        {"ipv4", "192.0.2.1", "192.0.2.01"},
        {"ipv6", "::ffff:192.0.2.1", "1::2::3"},
        {"hostname", "www.example.com", "-a.example.com"},
        {"any-other", "a", NULL},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        SA_AUTO_FREE char *schema = sa_xasprintf("{\"format\":\"%s\"}", rows[i][0]),
                          *good = sa_xasprintf("\"%s\"", rows[i][1]);
        says(schema, good, "");
        if (!rows[i][2]) continue;
        SA_AUTO_FREE char *bad = sa_xasprintf("\"%s\"", rows[i][2]),
                          *said = hold(schema, bad, SA_SCHEMA_FORMATS, 1),
                          *silent = hold(schema, bad, 0, 1);
        assert_non_null(strstr(said, "must be "));
        assert_string_equal(silent, "");
    }
}

static void faults(const char *schema, const char *wanted)
{
    cJSON *document = parse(schema);
    struct sa_buf said = SA_BUF_INIT(SA_BUF_TEXT);
    sa_schema_free(sa_schema_new(document, 0, &said));
    assert_string_equal(sa_buf_text(&said), wanted);
    sa_buf_release(&said);
    cJSON_Delete(document);
}

static void what_cannot_be_meant_is_told_by_name(void **state)
{
    (void)state;
    faults(order, "");
    faults("{\"$dynamicRef\":\"#a\"}", "the keyword '$dynamicRef' is not supported\n");
    faults("{\"properties\":{\"a\":{\"requird\":[\"b\"],\"x-more\":1}}}",
           "properties.a: the keyword 'requird' is not known\n");
    faults("{\"items\":[{\"type\":\"str\"}]}", "items[0]: there is no type 'str'\n");
    faults("{\"properties\":{\"a\":{\"minimum\":\"1\"}}}",
           "properties.a.minimum: is not of the form that this keyword has\n");
    faults("{\"pattern\":\"(\"}", "pattern: '(': wrong pattern at character 1: missing closing "
                                  "parenthesis\n");
    faults("{\"$ref\":\"http://example.com/s\"}",
           "there is nothing at $ref 'http://example.com/s'\n");
    faults("{\"$defs\":{\"a\":{\"$ref\":\"#/$defs/a\"}}}",
           "$ref '#/$defs/a' leads back to itself\n");
    faults("{\"$schema\":\"http://example.com/mine\"}",
           "the dialect 'http://example.com/mine' is not known: 2020-12 is taken\n");
    faults("{\"multipleOf\":0}", "multipleOf: is not more than 0\n");
    faults("{\"anyOf\":[3]}", "anyOf[0]: is no schema\n");
    faults("7", "is no schema\n");
}

static void takes(const char *schema, const char *value, const char *wanted)
{
    cJSON *document = parse(schema), *v = parse(value);
    struct sa_schema *s = sa_schema_new(document, 0, NULL);
    struct sa_schema_misses misses = {.most = 1};
    struct sa_buf said = SA_BUF_INIT(SA_BUF_TEXT);
    bool changed, good = sa_schema_take(s, v, &changed, &misses);
    if (good) sa_json_print(&said, v);
    else sa_schema_put_misses(&misses, &said);
    assert_string_equal(sa_buf_text(&said), wanted);
    sa_buf_release(&said);
    sa_schema_misses_release(&misses);
    sa_schema_free(s);
    cJSON_Delete(v);
    cJSON_Delete(document);
}

static void what_was_converted_is_checked_again(void **state)
{
    (void)state;
    takes("{\"type\":\"integer\"}", "\"5\"", "5");
    takes("{\"allOf\":[{\"maximum\":3},{\"type\":\"integer\"}]}", "\"5\"",
          "must be at most 3, not 5");
    takes("{\"not\":{\"const\":5},\"type\":\"integer\"}", "\"5\"",
          "may not be Literal[5], and is 5");
    takes("{\"oneOf\":[{\"type\":\"integer\"},{\"const\":5}]}", "\"5\"",
          "must be only one of int or Literal[5], and is several: 5");
    takes("{\"properties\":{\"a\":{\"type\":\"string\"}},\"minProperties\":1}", "{\"a\":null}",
          "must have at least 1 keys, not 0");
}

static char *nested(const char *open, int n, const char *middle, const char *close)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    for (int i = 0; i < n; i++) sa_buf_appends(&out, open);
    sa_buf_appends(&out, middle);
    for (int i = 0; i < n; i++) sa_buf_appends(&out, close);
    return sa_buf_take(&out, NULL);
}

static void circles_and_depths_end(void **state)
{
    (void)state;
    says("{\"$ref\":\"#\"}", "1", "");
    says("{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}", "1", "");
    says("{\"allOf\":[{\"$ref\":\"#/$defs/a\"}],\"$defs\":{\"a\":{\"not\":{\"$ref\":\"#\"}}}}", "1",
         "may not be 1");
    SA_AUTO_FREE char *list = nested("[", 190, "\"a\"", "]"),
                      *all = nested("{\"allOf\":[", 95, "{\"type\":\"string\"}", "]}");
    SA_AUTO_FREE char *said = hold("{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}", list, 0, 1);
    assert_non_null(strstr(said, "[0]: must be of type list, not str \"a\""));
    says(all, "1", "must be of type str, not int 1");
}

// Each would take hours if it were not counted.
static void hostile_schemas_are_given_up(void **state)
{
    (void)state;
    static const char branches[] =
        "{\"$defs\":{\"a\":{\"anyOf\":[{\"items\":{\"$ref\":\"#/$defs/a\"},\"minItems\":1},{\"items\":"
        "{\"$ref\":\"#/$defs/a\"},\"minItems\":1}]}},\"$ref\":\"#/$defs/a\"}";
    SA_AUTO_FREE char *deep = nested("[", 60, "", "]"), *text = nested("a", 5000, "", ""),
                      *quoted = sa_xasprintf("\"%s!\"", text), *said = hold(branches, deep, 0, 1),
                      *matched = hold("{\"pattern\":\"^(a|a|aa)+$\"}", quoted, 0, 1);
    assert_string_equal(said, "is too large to be checked");
    assert_string_equal(matched, "takes too long to be matched");
}

// PCRE2 counts the steps of each place where a match may begin, and there are many places.
// {"anyOf":[SCHEMA,SCHEMA,...],"$defs":DEFS}
static char *alternatives(int n, const char *schema, const char *defs)
{
    SA_AUTO_FREE char *more = sa_xasprintf("%s,", schema), *all = nested(more, n, "false", "");
    return sa_xasprintf("{\"anyOf\":[%s],\"$defs\":%s}", all, defs);
}

// What a rule looks over at once counts as well: texts, names and lists by their length.
static void long_values_are_work(void **state)
{
    (void)state;
    SA_AUTO_FREE char *word = nested("a", 1 << 20, "", ""), *text = sa_xasprintf("\"%s\"", word),
                      *other = sa_xasprintf("\"%sb\"", word),
                      *texts = sa_xasprintf("[\"%sb\"]", word),
                      *keys = sa_xasprintf("{\"%sb\":1}", word),
                      *ones = nested("1,", 300000, "1", ""), *list = sa_xasprintf("[%s]", ones),
                      *only = sa_xasprintf("{\"a\":{\"const\":%s}}", text),
                      *only_list = sa_xasprintf("{\"a\":{\"const\":[%s]}}", text),
                      *required = sa_xasprintf("{\"a\":{\"required\":[\"%sc\"]}}", word);
    const char *const rows[][3] = {{text, "{\"minLength\":2000000}", "{}"},
                                   {list, "{\"minItems\":2000000}", "{}"},
                                   {other, "{\"$ref\":\"#/$defs/a\"}", only},
                                   {texts, "{\"$ref\":\"#/$defs/a\"}", only_list},
                                   {keys, "{\"$ref\":\"#/$defs/a\"}", required}};
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        SA_AUTO_FREE char *schema = alternatives(2000, rows[i][1], rows[i][2]),
                          *said = hold(schema, rows[i][0], 0, 1);
        assert_string_equal(said, "is too large to be checked");
    }
}

static void types_of_large_documents_are_given_up(void **state)
{
    (void)state;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&text, "{\"$ref\":\"#/$defs/last\",\"$defs\":{");
    for (int i = 0; i < 60000; i++) sa_buf_appendf(&text, "\"k%d\":{},", i);
    sa_buf_appends(&text, "\"last\":{\"type\":\"string\"}}}");
    cJSON *document = parse(sa_buf_text(&text)), *small = parse("{\"type\":\"string\"}");
    SA_AUTO_FREE char *type = sa_schema_type_text(document, document),
                      *same = sa_schema_type_text(small, small);
    assert_string_equal(type, "object");
    assert_string_equal(same, "str");
    cJSON_Delete(document), cJSON_Delete(small);
    sa_buf_release(&text);
}

static void multiples_are_told_over_all_exponents(void **state)
{
    (void)state;
    says("{\"multipleOf\":7e-20}", "7e285", "");
    says("{\"multipleOf\":7e-20}", "8e285", "must be a multiple of 7e-20, not 8e+285");
    says("{\"multipleOf\":3}", "6e300", "");
    says("{\"multipleOf\":3}", "7e300", "must be a multiple of 3, not 7e+300");
    says("{\"multipleOf\":4}", "6e2", "");
    says("{\"multipleOf\":0.01}", "19.99", "");
}

static void a_search_is_given_up_as_a_whole(void **state)
{
    (void)state;
    struct sa_regex *re = sa_regex_new("a*a*a*[bc]", NULL);
    SA_AUTO_FREE char *text = nested("a", 1000, "", "");
    assert_int_equal(sa_regex_search(re, text, 1000), -1);
    assert_int_equal(sa_regex_search(re, text, 20), 0);
    assert_int_equal(sa_regex_search(re, "aaab", 4), 1);
    sa_regex_free(re);
}

static void what_a_search_goes_over_at_once_is_counted(void **state)
{
    (void)state;
    static const char *const patterns[] = {"[a-y]*[zA]\\d",
                                           "\\w+[ \\n]",
                                           "a*+[zA]",
                                           "(?>a*)[zA]",
                                           "(?=a*[zA])",
                                           "(?:a|b)*+[zA]",
                                           "(?=(a*))(\\1[bc]|\\1[cd])",
                                           "(?=(a*))(?:b|(?P<x>a)|[cd])z?[xy]"};
    SA_AUTO_FREE char *text = nested("a", 100000, "", "");
    for (size_t i = 0; i < SA_COUNT(patterns); i++) {
        struct sa_regex *re = sa_regex_new(patterns[i], NULL);
        assert_int_equal(sa_regex_search(re, text, 100000), -1);
        assert_int_not_equal(sa_regex_search(re, text, 100), -1);
        sa_regex_free(re);
    }
}

static void patterns_are_those_of_ecma(void **state)
{
    (void)state;
    says("{\"pattern\":\"^a$\"}", "\"a\\n\"", "must match the pattern ^a$, not \"a\\n\"");
    says("{\"pattern\":\"^\\\\u00e4[^]$\"}", "\"äx\"", "");
    says("{\"pattern\":\"b\"}", "\"abc\"", "");
    says("{\"pattern\":\"^\\\\p{Lowercase_Letter}[\\\\s\\\\p{Script=Greek}]\\\\S$\"}", "\"äαx\"",
         "");
    says("{\"pattern\":\"^\\\\s$\"}", "\"\\u00a0\"", "");
    says("{\"pattern\":\"^\\\\S$\"}", "\"\\u00a0\"",
         "must match the pattern ^\\S$, not \"\u00a0\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_names_the_place_and_what_is_wanted),
        cmocka_unit_test(each_keyword_has_its_words),
        cmocka_unit_test(a_format_holds_where_it_is_asked_to),
        cmocka_unit_test(what_cannot_be_meant_is_told_by_name),
        cmocka_unit_test(what_was_converted_is_checked_again),
        cmocka_unit_test(circles_and_depths_end),
        cmocka_unit_test(hostile_schemas_are_given_up),
        cmocka_unit_test(long_values_are_work),
        cmocka_unit_test(types_of_large_documents_are_given_up),
        cmocka_unit_test(multiples_are_told_over_all_exponents),
        cmocka_unit_test(a_search_is_given_up_as_a_whole),
        cmocka_unit_test(what_a_search_goes_over_at_once_is_counted),
        cmocka_unit_test(patterns_are_those_of_ecma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
