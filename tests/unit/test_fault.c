// What servers say when something is wrong: conversations that are too long in every provider's
// words, failures that pass, and how long to wait.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "http/http.h"
#include "model/fault.h"

static void test_too_long_in_every_providers_words(void **state)
{
    (void)state;
    static const char *const said[] = {
        "{\"error\":{\"message\":\"x\",\"code\":\"context_length_exceeded\"}}",
        "This model's maximum context length is 8192 tokens, you asked for 9000",
        "Your input exceeds the context window of this model",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
        "Please reduce the length of the messages or completion.",
        "Request too large for model `llama` on tokens per minute (TPM)",
        "The decoder prompt (length 5000) is longer than the maximum model length of 4096",
        "{\"error\":{\"code\":400,\"type\":\"exceed_context_size_error\"}}",
        "the request exceeds the available context size, try increasing it",
        "the input length exceeds the context length",
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000",
        "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000",
        "the model is loaded with context length of only 4096 tokens",
        "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
        "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
        "Range of input length should be [1, 30720]",
        "Invalid request: Your request exceeded model token limit: 8192",
        "Request body too large for gpt-4o model. Max size: 8000 tokens.",
        "Input is too long for requested model.",
    };
    for (size_t i = 0; i < SA_COUNT(said); i++)
        if (!sa_fault_is_too_long(said[i], strlen(said[i]))) fail_msg("not seen: %s", said[i]);
    static const char *const others[] = {
        "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
        "Rate limit reached for requests", "Invalid API key", "stop: at most 4 sequences", ""};
    for (size_t i = 0; i < SA_COUNT(others); i++)
        if (sa_fault_is_too_long(others[i], strlen(others[i]))) fail_msg("seen: %s", others[i]);
}

static void reads(const char *json, bool passing, int64_t wait_ms)
{
    cJSON *root = sa_json_parse(json, strlen(json), NULL);
    const cJSON *error = sa_fault_find(root);
    assert_non_null(error);
    struct sa_fault f = sa_fault_read(error, root);
    if (f.passing != passing || f.wait_ms != wait_ms) fail_msg("read wrongly: %s", json);
    cJSON_Delete(root);
}

static void test_errors_that_pass(void **state)
{
    (void)state;
    reads("{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}", true, -1);
    reads("{\"error\":{\"code\":529}}", true, -1);
    reads("{\"error\":{\"code\":\"500\"}}", true, -1);
    reads("{\"error\":{\"status\":\"UNAVAILABLE\"}}", true, -1);
    reads("{\"error\":\"busy\",\"status_code\":503}", true, -1);
    reads("{\"object\":\"error\",\"code\":429,\"message\":\"try again in 1.2s\"}", true, 1200);
    reads("{\"choices\":[{\"error\":{\"code\":502}}]}", true, -1);
    reads("{\"error\":{\"code\":400,\"type\":\"server_error\"}}", false, -1);
    reads("{\"error\":{\"code\":429,\"type\":\"insufficient_quota\"}}", false, -1);
    reads("{\"error\":\"what?\"}", false, -1);
}

static void waits(const char *body, int64_t ms)
{
    assert_int_equal(sa_http_wait_in(body, strlen(body)), ms);
}

static void test_waits(void **state)
{
    (void)state;
    waits("{\"retryDelay\": \"17s\"}", 17000);
    waits("{\"retryDelay\":\"17.5s\"}", 17500);
    waits("Please try again in 1m2.5s. More", 62500);
    waits("Please try again in 250ms", 250);
    waits("try again in 20 seconds", 20000);
    waits("Try again in 7.", 7000);
    waits("{\"error\":\"loading\",\"estimated_time\":20.25}", 20250);
    waits("try again in a while, or retry after 2 minutes", 120000);
    waits("try again in 1e999", 1000);
    waits("try again in", -1);
    waits("no word of it", -1);
    waits("", -1);
}

static void test_another_model_takes_over_from_what_its_provider_failed_at(void **state)
{
    (void)state;
    static const struct {
        int code, status;
        bool takes_over;
    } cases[] = {
        {SA_E_PROVIDER, 0, true},   {SA_E_PROVIDER, 500, true},  {SA_E_PROVIDER, 503, true},
        {SA_E_PROVIDER, 529, true}, {SA_E_PROVIDER, 429, true},  {SA_E_PROVIDER, 402, true},
        {SA_E_PROVIDER, 408, true}, {SA_E_PROVIDER, 409, true},  {SA_E_PROVIDER, 400, false},
        {SA_E_AUTH, 401, false},    {SA_E_AUTH, 403, false},     {SA_E_PROVIDER, 404, false},
        {SA_E_CONFIG, 0, false},    {SA_E_PROVIDER, 422, false}, {SA_E_PROVIDER, 301, false},
        {SA_E_INTERNAL, 0, false},  {SA_E_PROVIDER, 413, false},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        const struct sa_err err = {.code = cases[i].code, .http_status = cases[i].status};
        if (sa_fault_is_of_provider(&err) != cases[i].takes_over)
            fail_msg("code %d, status %d", cases[i].code, cases[i].status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_long_in_every_providers_words),
        cmocka_unit_test(test_errors_that_pass),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_another_model_takes_over_from_what_its_provider_failed_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
