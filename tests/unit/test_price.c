// Money: how amounts are written, what the table of prices has, and what the tokens of a call come
// to.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/money.h"
#include "base/xalloc.h"
#include "model/model.h"

static void amounts_are_written_with_two_digits_that_count(void **state)
{
    static const struct {
        double dollars;
        const char *text;
    } rows[] = {
        {0, "$0"},
        {0.0011, "$0.0011"},
        {0.00106, "$0.0011"},
        {12.3, "$12.30"},
        {0.42, "$0.42"},
        {0.8230000000000001, "$0.82"},
        {0.0123, "$0.012"},
        {0.099, "$0.099"},
        {0.0996, "$0.10"},
        {0.999, "$1.00"},
        {1234567.891, "$1234567.89"},
        {1e-6, "$0.0000010"},
        {9e-7, "<$0.000001"},
        {-0.5, "-$0.50"},
        {NAN, "$?"},
        {INFINITY, "$?"},
        {1e300, "$1.00e+300"},
        {5e-324, "<$0.000001"},
    };
    char out[SA_MONEY_TEXT];
    (void)state;
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        assert_string_equal(sa_money(rows[i].dollars, out), rows[i].text);
}

static void sums_have_no_noise(void **state)
{
    char out[40];
    (void)state;
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += 0.0823;
    snprintf(out, sizeof out, "%.17g", sum);
    assert_string_not_equal(out, "0.82299999999999995");
    assert_true(sa_money_exact(sum) == 0.823);
    assert_true(sa_money_exact(5e-9) == 5e-9);
    assert_true(sa_money_exact(0) == 0 && sa_money_exact(1e20) == 1e20);
    assert_true(isnan(sa_money_exact(NAN)));
}

static void the_table_finds_names_with_dates_and_no_others(void **state)
{
    struct sa_price p;
    (void)state;
    assert_true(sa_price_find("openai/gpt-4o-mini", &p));
    assert_true(p.in == 0.15 && p.out == 0.60 && p.cached == 0.075 && p.written == 0.15);
    assert_true(sa_price_find("openai/gpt-4o-mini-2024-07-18", &p) && p.in == 0.15);
    assert_true(sa_price_find("openai/gpt-4o-2024-05-13", &p) && p.in == 5 && p.cached == 5);
    assert_true(sa_price_find("openai/gpt-4o-2024-08-06", &p) && p.in == 2.50);
    assert_true(sa_price_find("anthropic/claude-sonnet-4-5-20250929", &p) && p.written == 3.75);
    assert_true(sa_price_find("mistral/codestral-latest", &p));
    assert_true(sa_price_find("ollama/anything:7b", &p) && p.in == 0 && p.out == 0);
    static const char *const unknown[] = {
        "gpt-4o-mini",
        "openai/gpt-4o-minis",
        "openai/gpt-4o-audio-preview",
        "openai/gpt-4o-mini-20",
        "openai/gpt-4o-mini-2024-",
        "anthropic/claude-sonnet-4-6",
        "openai/",
        "",
        "ollama",
    };
    for (size_t i = 0; i < SA_COUNT(unknown); i++) assert_false(sa_price_find(unknown[i], &p));
    assert_false(sa_price_find(NULL, &p));
}

// What is cheaper when it is cached, and nothing is dearer than it should be by a slip of a digit.
static void rows_are_plausible(void **state)
{
    static const char *const models[] = {
#define PRICE(model, in, out, cached, written) model,
#include "model/prices.def"
#undef PRICE
    };
    struct sa_price p;
    (void)state;
    for (size_t i = 0; i < SA_COUNT(models); i++) {
        assert_true(sa_price_find(models[i], &p));
        bool ok = p.in <= p.out && p.cached <= p.in && p.written >= p.in && p.out <= 600 &&
                  p.out <= 10 * p.in;
        if (!ok) fail_msg("%s", models[i]);
        for (size_t k = 0; k < i; k++) assert_string_not_equal(models[i], models[k]);
    }
}

static void windows_are_found_by_the_longest_name(void **state)
{
    static const char *const models[] = {
#define WINDOW(model, tokens) model,
#include "model/windows.def"
#undef WINDOW
    };
    (void)state;
    assert_int_equal(sa_window_find("openai/gpt-5-mini-2025-08-07"), 400000);
    assert_int_equal(sa_window_find("openai/gpt-5-chat-latest"), 128000);
    assert_int_equal(sa_window_find("openai/gpt-4"), 8192);
    assert_int_equal(sa_window_find("openai/gpt-4o-mini"), 128000);
    assert_int_equal(sa_window_find("anthropic/claude-sonnet-4-5-20250929"), 200000);
    assert_int_equal(sa_window_find("openai/gpt-9"), 0);
    assert_int_equal(sa_window_find("gpt-5"), 0);
    assert_int_equal(sa_window_find(NULL), 0);
    for (size_t i = 0; i < SA_COUNT(models); i++)
        for (size_t k = 0; k < i; k++) assert_string_not_equal(models[i], models[k]);
}

static void prices_of_the_configuration(void **state)
{
    struct sa_price p;
    (void)state;
    assert_true(sa_price_parse("1 2", &p) && p.in == 1 && p.out == 2 && p.cached == 1);
    assert_true(sa_price_parse("  0.5   1e1 0.25\t", &p) && p.cached == 0.25 && p.written == 0.5);
    assert_true(sa_price_parse("1 2 3 4", &p) && p.written == 4);
    static const char *const bad[] = {"", "1", "1 2 3 4 5", "1 -2", "one two", "1 nan", "1,2"};
    for (size_t i = 0; i < SA_COUNT(bad); i++) assert_false(sa_price_parse(bad[i], &p));
}

static void cached_tokens_are_charged_as_such(void **state)
{
    const struct sa_price p = {.in = 1, .out = 10, .cached = 0.1, .written = 1.25};
    const struct sa_usage u = {.input = 1000, .cached = 600, .written = 300, .output = 100};
    const struct sa_usage odd = {.input = 10, .cached = 50, .written = 50}; // more than there is
    (void)state;
    assert_true(fabs(sa_price_of(&p, &u) - (100 * 1 + 600 * 0.1 + 300 * 1.25 + 1000) / 1e6) <
                1e-15);
    assert_true(fabs(sa_price_of(&p, &odd) - 10 * 0.1 / 1e6) < 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts_are_written_with_two_digits_that_count),
        cmocka_unit_test(sums_have_no_noise),
        cmocka_unit_test(the_table_finds_names_with_dates_and_no_others),
        cmocka_unit_test(rows_are_plausible),
        cmocka_unit_test(windows_are_found_by_the_longest_name),
        cmocka_unit_test(prices_of_the_configuration),
        cmocka_unit_test(cached_tokens_are_charged_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
