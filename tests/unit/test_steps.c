// What is kept of steps for checks in Python: texts are cut, calls find their results, other runs
// stay out.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "agent/steps.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

static void give(struct sa_steps *steps, enum sa_event_type type, const char *json,
                 const struct sa_run_place *below)
{
    cJSON *data = cJSON_Parse(json);
    const struct sa_event event = {.type = type, .run = "r", .below = below, .data = data};
    assert_non_null(data);
    sa_steps_event(steps, &event);
    cJSON_Delete(data);
}

static void assert_steps(const struct sa_steps *steps, const char *json)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_steps_print(steps, &out);
    assert_string_equal(sa_buf_text(&out), json);
    sa_buf_release(&out);
}

static void test_a_step(void **state)
{
    (void)state;
    struct sa_steps steps = {0};
    assert_steps(&steps, "[]");
    give(&steps, SA_EV_REPLY, "{\"step\":1,\"text\":\"t <code>\",\"thought\":\"t\"}", NULL);
    give(&steps, SA_EV_CODE, "{\"step\":1,\"code\":\"f()\"}", NULL);
    give(&steps, SA_EV_PRINT, "{\"step\":1,\"fd\":1,\"text\":\"a\"}", NULL);
    give(&steps, SA_EV_PRINT, "{\"step\":1,\"fd\":2,\"text\":\"b\"}", NULL);
    give(&steps, SA_EV_CODE, "{\"step\":1,\"code\":\"g()\"}", NULL);
    give(&steps, SA_EV_ERROR, "{\"step\":1,\"message\":\"e\"}", NULL);
    give(&steps, SA_EV_REPLY, "{\"step\":2,\"text\":\"prose\"}", NULL);
    assert_steps(&steps,
                 "[{\"number\":1,\"thought\":\"t\",\"code\":\"f()\\n\\ng()\",\"output\":\"ab\","
                 "\"error\":\"e\",\"tool_calls\":[]},"
                 "{\"number\":2,\"thought\":\"prose\",\"code\":null,\"output\":\"\",\"error\":null,"
                 "\"tool_calls\":[]}]");
    give(&steps, SA_EV_RUN_START, "{\"task\":\"t\"}", NULL);
    assert_steps(&steps, "[]");
    sa_steps_release(&steps);
}

static void test_calls(void **state)
{
    (void)state;
    struct sa_steps steps = {0};
    const struct sa_run_place below = {.id = "r.1", .parent = "r", .depth = 1};
    give(&steps, SA_EV_TOOL_CALL, "{\"step\":1,\"name\":\"f\",\"call\":1,\"args\":{\"a\":1}}",
         NULL);
    give(&steps, SA_EV_TOOL_CALL, "{\"step\":1,\"name\":\"g\",\"call\":2,\"args\":{}}", NULL);
    give(&steps, SA_EV_TOOL_CALL, "{\"step\":1,\"name\":\"h\",\"call\":3,\"args\":{}}", NULL);
    give(&steps, SA_EV_TOOL_CALL, "{\"step\":1,\"name\":\"x\",\"call\":1,\"args\":{}}", &below);
    give(&steps, SA_EV_TOOL_RESULT, "{\"step\":1,\"call\":2,\"ok\":false,\"error\":\"no\"}", NULL);
    give(&steps, SA_EV_TOOL_RESULT, "{\"step\":1,\"call\":1,\"ok\":true,\"value\":[1]}", NULL);
    give(&steps, SA_EV_TOOL_RESULT, "{\"step\":1,\"call\":9,\"ok\":true,\"value\":[1]}", NULL);
    assert_steps(&steps,
                 "[{\"number\":1,\"thought\":\"\",\"code\":null,\"output\":\"\",\"error\":null,"
                 "\"tool_calls\":["
                 "{\"name\":\"f\",\"call\":1,\"args\":{\"a\":1},\"ok\":true,\"value\":[1]},"
                 "{\"name\":\"g\",\"call\":2,\"args\":{},\"ok\":false,\"error\":\"no\"},"
                 "{\"name\":\"h\",\"call\":3,\"args\":{},\"ok\":false}]}]");
    sa_steps_release(&steps);
}

// "..." of so many two-byte letters, as the JSON of an event.
static char *long_text(const char *before, size_t letters, const char *behind)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&out, before);
    for (size_t i = 0; i < letters; i++) sa_buf_appends(&out, "\xC3\xA4");
    sa_buf_appends(&out, behind);
    return sa_buf_take(&out, NULL);
}

static cJSON *steps_of(const struct sa_steps *steps)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_steps_print(steps, &out);
    cJSON *all = cJSON_Parse(sa_buf_text(&out));
    assert_non_null(all);
    sa_buf_release(&out);
    return all;
}

static void test_long_texts_are_cut(void **state)
{
    (void)state;
    struct sa_steps steps = {0};
    enum { MOST = 64 << 10 };
    char *text = long_text("{\"step\":1,\"text\":\"x", MOST, "\"}");
    char *value = long_text("{\"step\":1,\"call\":1,\"ok\":true,\"value\":[\"", MOST, "\"]}");
    give(&steps, SA_EV_PRINT, text, NULL);
    give(&steps, SA_EV_PRINT, text, NULL);
    give(&steps, SA_EV_TOOL_CALL, "{\"step\":1,\"name\":\"f\",\"call\":1,\"args\":{}}", NULL);
    give(&steps, SA_EV_TOOL_RESULT, value, NULL);
    cJSON *all = steps_of(&steps);
    const char *output = sa_json_str(all->child, "output", "");
    const cJSON *call = sa_json_path(all, "0.tool_calls.0");
    assert_int_equal(strlen(output), MOST - 1 + strlen(" ... (cut)")); // no half of a letter
    assert_string_equal(output + strlen(output) - 10, " ... (cut)");
    assert_true(sa_starts_with(sa_json_str(call, "value", ""), "[\"\xC3\xA4"));
    cJSON_Delete(all);
    sa_steps_release(&steps);
    free(text), free(value);
}

static void test_all_texts_have_a_ceiling(void **state)
{
    (void)state;
    enum { STEPS = 300, ALL = 16 << 20 };
    struct sa_steps steps = {0};
    for (int i = 1; i <= STEPS; i++) {
        SA_AUTO_FREE char *start = sa_xasprintf("{\"step\":%d,\"text\":\"", i);
        char *text = long_text(start, 40000, "\"}");
        give(&steps, SA_EV_PRINT, text, NULL);
        free(text);
    }
    assert_true(steps.kept <= ALL);
    cJSON *all = steps_of(&steps);
    assert_int_equal(cJSON_GetArraySize(all), STEPS);
    assert_string_equal(sa_json_str(cJSON_GetArrayItem(all, STEPS - 1), "output", ""),
                        " ... (cut)");
    cJSON_Delete(all);
    sa_steps_release(&steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_step),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_all_texts_have_a_ceiling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
