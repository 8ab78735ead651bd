// What of a request a server refuses: its error names a parameter that we can do without, which is
// left out from then on.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "base/str.h"
#include "model/wire.h"

static const struct {
    const char *word;
    unsigned quirk;
} quirk_words[] = {
    {"stream_options", SA_QUIRK_NO_STREAM_OPTIONS},
    {"max_completion_tokens", SA_QUIRK_MAX_COMPLETION_TOKENS},
    {"temperature", SA_QUIRK_NO_TEMPERATURE},
    {"cache_control", SA_QUIRK_NO_CACHE_MARKS},
    {"encrypted_content", SA_QUIRK_NO_KEPT},
    {"ncrypted content", SA_QUIRK_NO_KEPT},
    {"reasoning_details", SA_QUIRK_NO_KEPT},
    {"reasoning_content", SA_QUIRK_NO_KEPT},
    {"property 'reasoning'", SA_QUIRK_NO_KEPT},
    {"\"stream\"", SA_QUIRK_NO_STREAM},
    {"'stream'", SA_QUIRK_NO_STREAM},
    {"streaming", SA_QUIRK_NO_STREAM},
    {"stop", SA_QUIRK_NO_STOP},
};

// What servers say whose model knows no system message.
static const char *const system_words[] = {
    "system role not supported", "system role is not", "system message is not supported",
    "does not support system", "developer instruction is not"};

// What servers say when they are sent images that their model does not take.
static const char *const image_words[] = {"image", "multimodal", "multi-modal", "must be a string"};

static bool says(const struct sa_http_response *sv, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcasestr(sa_buf_text(&sv->body), words[i])) return true;
    return false;
}

static bool can_drop(const struct sa_server *sv, unsigned quirk)
{
    return (sv->wire->quirks & quirk) && !(sv->quirks & quirk);
}

// One that the user asked to be shown, or another.
static bool holds_image(const struct sa_model_request *q, bool asked)
{
    for (size_t i = 0; i < q->count; i++)
        for (size_t n = 0; n < q->messages[i].count; n++) {
            const struct sa_content *p = &q->messages[i].parts[n];
            if (p->kind == SA_CONTENT_IMAGE && p->image.asked == asked) return true;
        }
    return false;
}

static bool refuses_images(const struct sa_model_request *q, const struct sa_http_response *said,
                           bool asked)
{
    static const int statuses[] = {400, 404, 413, 415, 422, 500, 501};
    bool known = false, named = said->status == 413;
    for (size_t i = 0; i < SA_COUNT(statuses); i++) known |= statuses[i] == said->status;
    return known && (named || says(said, image_words, SA_COUNT(image_words))) &&
           holds_image(q, asked);
}

bool sa_server_refuses_asked(const struct sa_model_request *q, const struct sa_http_response *said)
{
    return refuses_images(q, said, true);
}

static bool refuses_system(const struct sa_server *sv, const struct sa_model_request *q,
                           const struct sa_http_response *said)
{
    bool sent = q->count > 1 && q->messages[0].role == SA_ROLE_SYSTEM &&
                can_drop(sv, SA_QUIRK_NO_SYSTEM);
    return sent && said->status >= 400 && says(said, system_words, SA_COUNT(system_words));
}

// Statuses of errors that may say that something of a request is not known.
static bool may_refuse(const struct sa_http_response *said)
{
    static const int statuses[] = {400, 404, 422, 500, 501};
    bool may = false;
    for (size_t i = 0; i < SA_COUNT(statuses); i++) may |= statuses[i] == said->status;
    return may;
}

// A form of the reply, which the server or its model does not know.
static bool refuses_format(const struct sa_server *sv, const struct sa_model_request *q,
                           const struct sa_http_response *said)
{
    static const char *const words[] = {
        "response_format",   "json_schema",   "json schema",   // chat, responses
        ".format",           "output_config", "output_format", // responses, Ollama, messages
        "structured output",                                   // all
        "grammar",           "guided",                         // llama.cpp, vLLM
        "in format",         "for format",                     // Ollama
    };
    return q->format && may_refuse(said) && !(sv->quirks & SA_QUIRK_NO_FORMAT) &&
           says(said, words, SA_COUNT(words));
}

// A wish for a call, or for none, that the server or its model does not know.
static bool refuses_choice(const struct sa_server *sv, const struct sa_model_request *q,
                           const struct sa_http_response *said)
{
    static const char *const words[] = {"tool_choice", "tool choice", "toolchoice"};
    bool sent = q->tool_count && q->choice != SA_CHOICE_FREE;
    return sent && may_refuse(said) && can_drop(sv, SA_QUIRK_NO_TOOL_CHOICE) &&
           says(said, words, SA_COUNT(words));
}

// Calls that are held to a schema: not known at all, or not for this one.
static bool refuses_strict(const struct sa_server *sv, const struct sa_model_request *q,
                           const struct sa_http_response *said)
{
    static const char *const words[] = {"strict", "schema"};
    bool sent = false;
    for (size_t i = 0; i < q->tool_count; i++) sent |= q->tools[i].strict != SA_STRICT_NOT;
    return sent && may_refuse(said) && !(sv->quirks & SA_QUIRK_NO_STRICT) &&
           says(said, words, SA_COUNT(words));
}

// Tools of any kind, which the server or its model does not know.
static bool refuses_tools(const struct sa_server *sv, const struct sa_model_request *q,
                          const struct sa_http_response *said)
{
    static const char *const words[] = {
        "not support tools",            // Ollama
        "not support tool use",         // Groq
        "support tool use",             // OpenRouter
        "tools param requires",         // llama.cpp
        "enable-auto-tool-choice",      // vLLM
        "not support function calling", // others
        "not support tool calling",
        "tool calling is not supported",
        "function calling is not supported",
        "tools are not supported",
        "tools is not supported",
    };
    return q->tool_count && may_refuse(said) && !(sv->quirks & SA_QUIRK_NO_TOOLS) &&
           says(said, words, SA_COUNT(words));
}

// "max_tokens: 16384 > 8192, which is the maximum allowed": the model's own limit, where the number
// that was sent is none that the user chose.
static bool names_cap(struct sa_server *sv, const char *said)
{
    const char *at = strstr(said, "max_tokens"), *more = at ? strchr(at, '>') : NULL;
    long long cap = more ? strtoll(more + 1, NULL, 10) : 0;
    if (sv->max_reply_tokens > 0 || cap <= 0 || cap == sv->reply_cap) return false;
    sv->reply_cap = cap;
    return true;
}

static bool was_sent(const struct sa_server *sv, unsigned quirk)
{
    if (quirk == SA_QUIRK_NO_TEMPERATURE) return sv->sampling.temperature >= 0;
    if (quirk == SA_QUIRK_NO_STREAM) return sv->stream;
    if (quirk == SA_QUIRK_MAX_COMPLETION_TOKENS) return sv->max_reply_tokens > 0;
    return true;
}

static void drop(struct sa_server *sv, unsigned quirk)
{
    sv->quirks |= quirk;
    sv->fresh |= quirk;
    sv->conversation = NULL; // what was built may hold it
}

// Servers and models by where and how they are spoken to, without what may be a key.
static char *trait_id(const struct sa_server *sv)
{
    const char *url = sv->endpoint.url, *host = strstr(url, "://");
    host = host ? host + 3 : url;
    const char *at = memchr(host, '@', strcspn(host, "/?#"));
    if (at) host = at + 1;
    return sa_xasprintf("%s %.*s %s", sv->wire->name, (int)strcspn(host, "?#"), host,
                        sv->endpoint.name);
}

void sa_server_recall(struct sa_server *sv)
{
    sv->trait_id = trait_id(sv);
    sv->traits = sa_traits_load(sv->trait_id);
    for (unsigned bit = 1; bit && bit <= sv->traits.left_out; bit <<= 1) {
        if (!(sv->traits.left_out & (sv->wire->quirks | SA_QUIRKS_OF_ALL) & bit)) continue;
        sv->quirks |= bit;
        sa_debug("%s refused this before, so it is left out: %s", sv->base.id ? sv->base.id : "it",
                 sa_trait_name(bit));
    }
    sv->reply_cap = sv->traits.reply_cap;
}

// A reply came: what was left out for it was rightly left out.
void sa_server_confirm(struct sa_server *sv)
{
    struct sa_traits *t = &sv->traits;
    struct sa_err err = SA_ERR_INIT;
    if (!(sv->fresh & ~t->left_out) && sv->reply_cap == t->reply_cap) return;
    t->left_out |= sv->fresh;
    t->reply_cap = sv->reply_cap;
    sv->fresh = 0;
    if (sa_traits_save(sv->trait_id, t, &err)) sa_debug("%s", err.message);
}

bool sa_server_learn(struct sa_server *sv, const struct sa_model_request *q,
                     const struct sa_http_response *said)
{
    const char *id = sv->base.id, *text = sa_buf_text(&said->body);
    if (refuses_system(sv, q, said)) {
        sa_info("%s takes no system message: its text begins the task from now on", id);
        return drop(sv, SA_QUIRK_NO_SYSTEM), true;
    }
    if (can_drop(sv, SA_QUIRK_NO_IMAGES) && refuses_images(q, said, false)) {
        sa_info("%s does not accept images: left out from now on", id);
        drop(sv, SA_QUIRK_NO_IMAGES);
        // Too large perhaps, or those that are sent all the same; not unknown.
        bool these = said->status == 413 || said->status >= 500 || holds_image(q, true);
        if (these) sv->fresh &= ~(unsigned)SA_QUIRK_NO_IMAGES;
        return true;
    }
    if (refuses_choice(sv, q, said)) {
        sa_info("%s takes no tool_choice: the model decides from now on whether it calls", id);
        return drop(sv, SA_QUIRK_NO_TOOL_CHOICE), true;
    }
    if (refuses_format(sv, q, said)) {
        sa_info("%s takes no form of replies: they are told what to be, and read, from now on", id);
        return drop(sv, SA_QUIRK_NO_FORMAT), true;
    }
    if (refuses_strict(sv, q, said)) {
        sa_info("%s holds no call to this schema: answers are held to it here alone", id);
        drop(sv, SA_QUIRK_NO_STRICT);
        if (!strstr(text, "strict")) sv->fresh &= ~(unsigned)SA_QUIRK_NO_STRICT;
        return true;
    }
    if (refuses_tools(sv, q, said)) {
        sa_info("%s takes no tools: they are told and called as text from now on", id);
        return drop(sv, SA_QUIRK_NO_TOOLS), true;
    }
    if (said->status != 400 && said->status != 422) return false;
    if (names_cap(sv, text)) {
        sa_info("%s writes at most %lld tokens", id, (long long)sv->reply_cap);
        return true;
    }
    for (size_t i = 0; i < SA_COUNT(quirk_words); i++) {
        unsigned quirk = quirk_words[i].quirk;
        const char *w = quirk_words[i].word;
        if (!can_drop(sv, quirk) || !was_sent(sv, quirk) || !strstr(text, w)) continue;
        sa_info("%s does not accept %s: left out from now on", id, w);
        return drop(sv, quirk), true;
    }
    return false;
}
