// What servers say when something is wrong, in their own words.
#include "model/fault.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "http/http.h"
#include "model/model_int.h"

// Each row's phrases stand in one message, in this order; any case.
static const char *const too_long[][3] = {
    {"context_length_exceeded"},                  // OpenAI, Azure, Groq
    {"maximum context length"},                   // OpenAI, vLLM, OpenRouter, DeepSeek, Mistral
    {"exceeds the context window"},               // OpenAI
    {"exceed context limit"},                     // Anthropic
    {"prompt is too long"},                       // Anthropic, Fireworks
    {"input is too long for"},                    // Bedrock
    {"input token count", "exceeds the maximum"}, // Gemini
    {"too large for model", "context"},           // Mistral
    {"reduce the length of the messages"},        // Groq, Cerebras
    {"request too large for model"},              // Groq
    {"longer than the maximum model length"},     // vLLM
    {"longer than the model's context length"},   // SGLang
    {"longer than the model\xE2\x80\x99s context length"},
    {"exceed_context_size"},                  // llama.cpp
    {"exceeds the available context size"},   // llama.cpp
    {"exceeds", "context size"},              // llama.cpp
    {"context shift is disabled"},            // llama.cpp
    {"exceeds the context length"},           // Ollama
    {"exceeds maximum context length"},       // Ollama
    {"inputs` tokens", "must be <="},         // TGI, Together
    {"inputs` must have less than"},          // TGI
    {"context length of only"},               // LM Studio
    {"too many tokens", "cannot exceed"},     // Cohere
    {"maximum prompt length"},                // xAI
    {"range of input length should be"},      // Qwen
    {"exceeded model token limit"},           // Moonshot
    {"context window exceeds limit"},         // MiniMax
    {"tokens_limit_reached"},                 // GitHub
    {"request body too large for", "tokens"}, // GitHub
    {"context", "length", "exceed"},          // others, in words of theirs
    {"exceed", "context", "length"},
    {"exceed", "context", "window"},
    {"context", "window", "exceed"},
    {"context", "too long"},
};

// Parts of the types and codes of failures that pass.
static const char *const passing[] = {
    "overloaded", "rate_limit", "server_error", "unavailable", "api_error",        "internal",
    "timeout",    "exhausted",  "upstream",     "bad_gateway", "too_many_requests"};

bool sa_fault_is_too_long(const char *text, size_t len)
{
    SA_AUTO_FREE char *all = sa_xstrndup(text, len);
    for (size_t i = 0; i < SA_COUNT(too_long); i++) {
        const char *at = all;
        for (size_t k = 0; at && k < SA_COUNT(too_long[i]) && too_long[i][k]; k++)
            at = strcasestr(at, too_long[i][k]);
        if (at) return true;
    }
    return false;
}

bool sa_fault_is_of_provider(const struct sa_err *err)
{
    // The first row counts that has the status; 0: no reply, or none that can be read.
    static const struct {
        int from, to;
        bool of_provider;
    } rows[] = {
        {0, 0, true},                       // not reached, broken off, nonsense
        {402, 402, true},                   // no money left there
        {408, 409, true}, {425, 425, true}, // may pass, but did not
        {429, 429, true},                   // too many requests, or a quota used up
        {500, 599, true},
    };
    if (err->code != SA_E_PROVIDER) return false;
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (err->http_status >= rows[i].from && err->http_status <= rows[i].to)
            return rows[i].of_provider;
    return false;
}

static bool is_error(const cJSON *item)
{
    return item && !cJSON_IsNull(item) && !cJSON_IsFalse(item);
}

const cJSON *sa_fault_find(const cJSON *root)
{
    static const char *const places[] = {"error", "choices.0.error", "response.error"};
    for (size_t i = 0; i < SA_COUNT(places); i++) {
        const cJSON *error = sa_json_path(root, places[i]);
        if (is_error(error)) return error;
    }
    bool itself = sa_streq(sa_json_str(root, "object", ""), "error") ||
                  (sa_streq(sa_json_str(root, "type", ""), "error") &&
                   !sa_json_get(root, "choices"));
    return itself ? root : NULL;
}

// A number, or one written as text; 0: none.
static int status_in(const cJSON *item)
{
    if (cJSON_IsNumber(item)) return (int)item->valuedouble;
    return cJSON_IsString(item) ? (int)strtol(item->valuestring, NULL, 10) : 0;
}

static bool names_passing(const cJSON *text)
{
    for (size_t k = 0; cJSON_IsString(text) && k < SA_COUNT(passing); k++)
        if (strcasestr(text->valuestring, passing[k])) return true;
    return false;
}

// An error is an object, or nothing but its text.
static bool is_passing(const cJSON *object)
{
    static const char *const members[] = {"code",        "status", "status_code",
                                          "http_status", "type",   "error_type"};
    for (size_t i = 0; i < SA_COUNT(members); i++) {
        const cJSON *item = sa_json_get(object, members[i]);
        int status = status_in(item);
        if (status >= 400 && status < 600) return sa_http_is_passing(status);
        if (names_passing(item)) return true;
    }
    return names_passing(object);
}

struct sa_fault sa_fault_read(const cJSON *error, const cJSON *root)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_json_print(&text, root);
    struct sa_fault f = {.wait_ms = sa_http_wait_in(sa_buf_text(&text), text.len)};
    f.too_long = sa_fault_is_too_long(sa_buf_text(&text), text.len);
    bool final = strstr(sa_buf_text(&text), "insufficient_quota") != NULL;
    f.passing = !f.too_long && !final && (is_passing(error) || is_passing(root));
    sa_buf_release(&text);
    return f;
}

int sa_fault_status(const char *url, const char *key_from, const struct sa_http_response *r,
                    struct sa_err *err)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_error_text(&text, sa_buf_text(&r->body), r->body.len);
    bool auth = r->status == 401 || r->status == 403;
    if (r->status >= 300 && r->status < 400)
        sa_err_set(err, SA_E_PROVIDER,
                   "%s: HTTP %d redirects to %s; redirects are not followed, set --base-url", url,
                   r->status, r->location[0] ? r->location : "nowhere");
    else
        sa_err_set(err, auth ? SA_E_AUTH : SA_E_PROVIDER, "%s: HTTP %d: %s", url, r->status,
                   sa_buf_text(&text));
    if (auth && key_from) sa_err_append(err, " (the key was that of %s)", key_from);
    else if (auth) sa_err_append(err, " (no key was sent)");
    if (r->retry_after_ms > 0) {
        sa_buf_clear(&text);
        sa_buf_appendf(&text, "the server asks to wait %lld s",
                       (long long)(r->retry_after_ms + 999) / 1000);
        sa_err_prefix(err, "%s", sa_buf_text(&text));
    }
    if (err) err->http_status = r->status;
    sa_buf_release(&text);
    return -1;
}
