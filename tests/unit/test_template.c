// The template language: values, filters, loops, conditions, white space, and every error it names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "agent/agent.h"
#include "prompt/prompt.h"

static const char vars_json[] = "{\"name\":\"Ada\",\"n\":3,\"none\":null,\"yes\":true,\"empty\":[],"
                                "\"list\":[\"a\",\"b\",\"c\"],"
                                "\"deep\":{\"x\":{\"y\":\"z\"}},\"rows\":[{\"k\":1},{\"k\":2}],"
                                "\"lines\":\"one\\ntwo\\n\\nthree\"}";

static void expect(const char *text, const char *result)
{
    cJSON *vars = cJSON_Parse(vars_json);
    struct sa_err err = SA_ERR_INIT;
    char *out = sa_template_render("t", text, vars, &err);
    assert_string_equal(err.message, "");
    assert_string_equal(out, result);
    free(out);
    cJSON_Delete(vars);
}

static void expect_error(const char *text, const char *message)
{
    cJSON *vars = cJSON_Parse(vars_json);
    struct sa_err err = SA_ERR_INIT;
    assert_null(sa_template_render("t", text, vars, &err));
    assert_string_equal(err.message, message);
    assert_int_equal(err.code, SA_E_CONFIG);
    cJSON_Delete(vars);
}

static void test_values(void **state)
{
    (void)state;
    expect("plain { text } %}", "plain { text } %}");
    expect("Hi {{ name }}{{n}}, {{ deep.x.y }} {{ list.1 }} {{ none }}{{ yes }}",
           "Hi Ada3, z b true");
    expect("{{ 'lit' }} {{ \"q\" }} {{ 7 }}", "lit q 7");
    expect("{{ list }} {{ deep }}", "[\"a\",\"b\",\"c\"] {\"x\":{\"y\":\"z\"}}");
}

static void test_filters(void **state)
{
    (void)state;
    expect("{{ list | join(', ') }} {{ list|length }} {{ list | first }}{{ list | last }}",
           "a, b, c 3 ac");
    expect("{{ name | upper | lower }} {{ ' x ' | trim }} {{ empty | default('-') }}", "ada x -");
    expect("{{ lines | indent(2) }}", "one\n  two\n\n  three");
    expect("{{ name | json }} {{ list | list | length }}", "\"Ada\" 3");
}

static void test_loops(void **state)
{
    (void)state;
    expect(
        "{% for x in list %}{{ loop.index }}{{ x }}{% if not loop.last %},{% endif %}{% endfor %}",
        "1a,2b,3c");
    expect("{% for x in empty %}x{% else %}nothing{% endfor %}", "nothing");
    expect("{% for r in rows %}{% for x in list %}{{ r.k }}{{ x }} {% endfor %}{% endfor %}",
           "1a 1b 1c 2a 2b 2c ");
    expect("{% for v in deep %}{{ loop.key }}={{ v.y }}{% endfor %}", "x=z");
}

static void test_conditions(void **state)
{
    (void)state;
    expect("{% if empty %}a{% elif n == 3 %}b{% else %}c{% endif %}", "b");
    expect("{% if not yes or name != 'Ada' %}a{% else %}b{% endif %}", "b");
    expect("{% if 'b' in list and 'q' not in list %}in{% endif %}", "in");
    expect("{% if 'x' in deep %}k{% endif %}{% if 'd' in name %}s{% endif %}", "ks");
    expect("{% if list | length == 3 %}three{% endif %}", "three");
}

static void test_white_space(void **state)
{
    (void)state;
    expect("a\n{% if yes %}\nb\n{% endif %}\nc\n", "a\nb\nc\n");
    expect("a\n  {% for x in list %}  \n{{ x }}\n  {% endfor %}\nz", "a\na\nb\nc\nz");
    expect("a {%- if yes -%}  b  {%- endif %} c", "ab c");
    expect("a\n\n{{- name -}}\n b", "aAdab");
    expect("x {# note {{ nope }} #}y", "x y");
    expect("a\n{# alone #}\nb", "a\nb");
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("a\n{{ nope }}",
                 "t:2: unknown variable 'nope'; there are name, n, none, yes, empty, "
                 "list, deep, rows, lines");
    expect_error("{{ deep.q }}", "t:1: no member 'q'");
    expect_error("{{ name | zap }}", "t:1: unknown filter 'zap'");
    expect_error("\n\n{{ name", "t:3: '{{' is never closed");
    expect_error("{% if yes %}\n", "t:1: statement is never closed");
    expect_error("{% endif %}", "t:1: no open statement here");
    expect_error("{% frob %}", "t:1: unknown statement 'frob'");
    expect_error("{% for in list %}{% endfor %}", "t:1: expected {% for NAME in LIST %}");
    expect_error("{{ name name }}", "t:1: cannot read 'name'");
    expect_error("{{ }}", "t:1: expected a value");
}

// Without tools it has to stay below 1,200 tokens; four characters make one.
static void assert_system_prompt_fits(struct sa_prompts *p)
{
    struct sa_err err = SA_ERR_INIT;
    cJSON *vars = cJSON_Parse(
        "{\"tools\":[],\"listed_tools\":\"\",\"foreign_tools\":\"\","
        "\"answer_type\":\"\",\"async_tools\":false,\"asyncio\":true,\"all_imports\":false,\"chat\":false,"
        "\"default_imports\":false,\"more_imports\":[],\"installed_imports\":false,"
        "\"limits\":\"30 s, 256 MiB\",\"instructions\":\"\",\"imports\":[]}");
    for (size_t i = 0; sa_agent_imports[i]; i++)
        cJSON_AddItemToArray(cJSON_GetObjectItem(vars, "imports"),
                             cJSON_CreateString(sa_agent_imports[i]));
    char *out = sa_prompts_render(p, "system", vars, &err);
    assert_non_null(out);
    assert_non_null(strstr(out, "zoneinfo."));
    assert_true(strlen(out) < 4 * 1200);
    free(out);
    cJSON_Delete(vars);
}

static void test_prompt_set(void **state)
{
    (void)state;
    struct sa_err err = SA_ERR_INIT;
    struct sa_prompts *p = sa_prompts_new(NULL, &err);
    assert_non_null(p);
    assert_non_null(sa_prompts_get(p, "system"));
    assert_null(sa_prompts_get(p, "sys"));
    assert_int_equal(sa_prompts_set(p, "nope", "x", &err), -1);
    assert_int_equal(err.code, SA_E_CONFIG);
    assert_int_equal(sa_prompts_set(p, "task", "T: {{ task }}", &err), 0);
    cJSON *vars = cJSON_Parse("{\"task\":\"x\"}");
    char *out = sa_prompts_render(p, "task", vars, &err);
    assert_string_equal(out, "T: x");
    assert_system_prompt_fits(p);
    free(out);
    cJSON_Delete(vars);
    sa_prompts_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),      cmocka_unit_test(test_filters),
        cmocka_unit_test(test_loops),       cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_white_space), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_prompt_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
