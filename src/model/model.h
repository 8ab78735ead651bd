// One language model behind one interface: send a conversation, get text back, maybe in pieces.
// Models are rows of `struct sa_model_ops` (server.c asks a server in one of the wire formats of
// wire.h, replay.c plays recorded replies); everything above sees only this header.
//
// Errors: functions return 0, or -1 with `err` filled; err->code is the process exit code that
// fits: 8 authentication, 9 provider, 10 configuration, 1 internal. A call that ended because
// `stop` was requested returns -1 as well: look at the stop flag first.
#ifndef SA_MODEL_H
#define SA_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/image.h"
#include "model/price.h"

struct sa_err;
struct sa_stop;
struct sa_model;

enum sa_role { SA_ROLE_SYSTEM, SA_ROLE_USER, SA_ROLE_ASSISTANT };

enum sa_content_kind {
    SA_CONTENT_TEXT,
    SA_CONTENT_IMAGE,
    SA_CONTENT_GONE,   // an image that was taken out: it is not sent, and the text tells of it
    SA_CONTENT_CALL,   // of a tool, by the model
    SA_CONTENT_RESULT, // what such a call gave
    SA_CONTENT_KEPT,   // what a server wants back as it sent it: thoughts with their signatures
    SA_CONTENT_WHOLE,  // the same, and it is all of the message: the other parts are for others
};

// A part of a message. Strings are malloc'd and owned by whoever owns the message.
struct sa_content {
    enum sa_content_kind kind;
    char *text;  // UTF-8, NULs are sent as U+FFFD; of a call: its arguments, a JSON object; of what
    size_t len;  //   is kept: a JSON array
    char *id;    // of a call, and of its result; else NULL
    char *name;  // of the tool that is called; of what is kept: who gets it back (sa_model_result)
    bool failed; // a result: the call ended in an error
    struct sa_image image; // of an image
};

struct sa_message {
    enum sa_role role;
    struct sa_content *parts;
    size_t count;
};

void sa_content_release(struct sa_content *part);

// Bytes of text that take as many tokens: four to a token, images by their pixels.
size_t sa_message_size(const struct sa_message *message);

// Tokens of one call or a sum of calls. Cost is in US dollars and counts only when `priced`.
struct sa_usage {
    int64_t input;     // prompt tokens, cached ones included
    int64_t output;    // completion tokens, reasoning included
    int64_t cached;    // part of input read from the provider's prompt cache
    int64_t written;   // part of input written to it, where that has a price of its own
    int64_t reasoning; // part of output spent on hidden reasoning
    double cost;
    bool priced;    // every call so far had a price
    bool estimated; // a provider sent no usage: counted as characters / 4
};

// CALL: a piece of a call in the server's own form, its name first.
enum sa_delta_kind { SA_DELTA_TEXT, SA_DELTA_REASONING, SA_DELTA_CALL };

// A piece of the reply, whole UTF-8 characters. Return false to end the reply here.
typedef bool (*sa_delta_fn)(void *ctx, enum sa_delta_kind kind, const char *text, size_t len);

// One waiting retry: `what` says why in one line. For logs and events.
typedef void (*sa_retry_fn)(void *ctx, const char *what, int attempt, int64_t wait_ms);

// Some servers hold a model to the schema of a tool while it writes a call. They take only some
// schemas: this one is none of them, or has limits of values, which not all of them take.
enum sa_model_strict { SA_STRICT_NOT, SA_STRICT_LIMITED, SA_STRICT_PLAIN };

// A tool that is offered to the model itself, to be called in the server's own form.
struct sa_model_tool {
    const char *name, *description;
    const char *parameters; // a JSON Schema, its text
    enum sa_model_strict strict;
};

// JSON that the reply shall be, as strictly as the server can see to it; one that cannot decides
// itself. Strings are static, or live as long as the request.
struct sa_model_format {
    const char *name;   // letters, digits and '_'
    const char *schema; // a JSON Schema, its text
};

// What the reply shall be where tools are offered; a server that knows no such wish decides.
enum sa_model_choice { SA_CHOICE_FREE, SA_CHOICE_CALL, SA_CHOICE_TEXT };

struct sa_model_request {
    const struct sa_message *messages;
    size_t count;
    // As long as conversation and stamp are the same as in the last request, the messages of that
    // one are still there but for its last, which may have grown. NULL: promises nothing.
    const void *conversation;
    const char *agent; // whose request it is, for recordings; NULL: the first one's
    uint64_t stamp;
    const struct sa_model_tool *tools; // none: calls that come all the same are text
    size_t tool_count;
    enum sa_model_choice choice;
    const struct sa_model_format *format; // NULL: any text
    const char *const *stops; // what the server is asked to stop at, NULL-terminated; NULL: none
    sa_delta_fn on_delta;     // NULL: not wanted
    sa_retry_fn on_retry;     // NULL: not wanted; what came so far is void after it
    void *ctx;                // for both
    struct sa_stop *stop;     // cancels the call at once; may be NULL
};

// A call of a tool that was offered.
struct sa_model_call {
    char *id;     // of no other call of the reply
    char *name;   // anything: what the model wrote
    char *args;   // a JSON object
    char *broken; // what came instead of one, args being "{}" then; NULL: nothing
};

struct sa_model_result {
    char *text; // never NULL after success
    size_t len;
    char *reasoning; // NULL when none
    struct sa_model_call *calls;
    size_t call_count;
    bool calls_lost; // there were more of them than are taken
    char *kept;      // a JSON array that the same model wants back with this reply; NULL: nothing
    char *kept_by;   // that model, and its wire format
    bool whole;      // what is kept is all of the reply (SA_CONTENT_WHOLE)
    char *finish_reason; // "stop", "length", ...; NULL when the server said nothing
    bool ended_early;    // on_delta ended it
    bool too_long;       // of a call that failed: the messages do not fit into the model's window
    bool asked_refused;  // of one, too: images that the user asked to be shown are not taken
    struct sa_usage usage;
    int64_t duration_ns;
    int64_t first_ns; // until the first byte of the reply
};

void sa_model_result_release(struct sa_model_result *result);
void sa_usage_add(struct sa_usage *sum, const struct sa_usage *more);

// Value of `key` in the configuration's [section], or NULL. Sections asked for: "provider.NAME"
// (base_url, wire, key_env, key_file, key_command, headers, rpm) and "prices" (model = in out
// [cached [written]], dollars per million tokens, before the table of price.h).
typedef const char *(*sa_setting_fn)(void *ctx, const char *section, const char *key);

// The price of a model: the user's, by its whole id, its name, or the id without a ":provider";
// else that of the table. BAD: what the user has written is none.
enum sa_price_origin { SA_PRICE_UNKNOWN, SA_PRICE_TABLE, SA_PRICE_OWN, SA_PRICE_BAD };
enum sa_price_origin sa_price_choose(sa_setting_fn setting, void *ctx, const char *id,
                                     const char *name, struct sa_price *price);

// How replies are made; where nothing is said, as the server likes.
struct sa_sampling {
    double temperature, top_p; // < 0: not sent
    int64_t seed;              // the same
    const char
        *effort; // put into thinking: none, minimal, low, medium, high, xhigh; NULL: not sent
};

// The key of a provider, malloc'd, asked for when a model is opened; NULL: there is none.
typedef char *(*sa_model_key_fn)(void *ctx, const char *provider);

// How to reach a model. Strings are borrowed for sa_model_open only.
struct sa_model_options {
    const char *model;    // "provider/model", "hf/ORG/NAME[:provider]", "replay:FILE"
    const char *base_url; // overrides the provider's, NULL: the preset's
    const char *wire;     // name of a wire format, NULL or "auto": the provider's
    sa_model_key_fn key;  // NULL: it is found by what follows
    void *key_ctx;
    const char *key_file; // file that holds the key; NULL: provider section, then environment
    const char *key_command;
    struct sa_sampling sampling;
    int64_t max_reply_tokens;   // 0: not sent
    int64_t max_context;        // tokens of the window, told where it can be; 0: not known
    const char *extra_body;     // JSON object merged into every request; NULL: none
    const char *const *headers; // NULL-terminated "Name: value"; NULL: none
    const char *bill_to;        // Hugging Face organisation to bill; NULL: none
    const char *proxy;          // NULL: the usual environment variables
    const char *ca_file;        // NULL: the system's
    int64_t connect_timeout_ms; // 0: 10 s
    int64_t idle_timeout_ms;    // no byte for so long, once there was one; 0: SA_HTTP_IDLE_MS
    int64_t total_timeout_ms;   // one request; 0: 600 s
    int retries;                // after the first attempt
    double requests_per_minute; // 0: no limit
    bool no_stream;
    bool no_images;     // only texts are sent
    const char *record; // append every reply to this file; NULL: none
    sa_setting_fn setting;
    // The file of a section that somebody else wrote and the user does not trust: it names no key
    // and makes nobody's key its own. NULL: the section is the user's. May be NULL.
    const char *(*stranger)(void *ctx, const char *section);
    void *setting_ctx; // of both
    bool second; // of another provider than the model of the settings: SMOLAGENT_API_KEY is not its
    struct sa_stop *stop; // ends a key_command; may be NULL
    // One that is open: with it are shared the pace of requests to the same provider, and the
    // replies of the same recording. NULL: none.
    struct sa_model *beside;
    bool keyless; // nothing will be sent: a key that is missing is told in model->lack
};

// How long the first byte of a reply may take: a large prompt is read, or a model loaded,
// meanwhile.
int64_t sa_model_first_ms(const struct sa_model_options *options);

// A request as it would be sent, but that it names the size of images instead of their data.
struct sa_model_sent {
    const char *method, *url;   // borrowed from the model
    const char *const *headers; // the same, NULL-terminated: without that of the key
    char *key_header;           // what that one is called, malloc'd; NULL: there is no key
    char *body;                 // malloc'd
    size_t len;                 // of what would be sent
};

void sa_model_sent_release(struct sa_model_sent *sent);

// A model that a provider offers.
struct sa_offer {
    char *name;     // as the server knows it
    int64_t window; // tokens; 0: the server does not say
};

// Sorted by name.
struct sa_offers {
    struct sa_offer *items;
    size_t count;
};

void sa_offers_release(struct sa_offers *offers);

struct sa_model_ops {
    const char *name;
    int (*complete)(struct sa_model *model, const struct sa_model_request *request,
                    struct sa_model_result *result, struct sa_err *err);
    // What `complete` would send first; NULL: there is no server.
    void (*preview)(struct sa_model *model, const struct sa_model_request *request,
                    struct sa_model_sent *sent);
    // Another one, as sa_model_twin; NULL: it fails. The common part is filled in there.
    struct sa_model *(*twin)(const struct sa_model *model);
    // What the same server offers besides; NULL: there is no server.
    int (*offers)(struct sa_model *model, struct sa_stop *stop, struct sa_offers *offers,
                  struct sa_err *err);
    // What is known of it (sa_model_left_out, sa_model_keep_window); NULL: nothing is kept.
    void (*left_out)(const struct sa_model *model, struct sa_buf *out);
    int (*keep_window)(struct sa_model *model, int64_t tokens, struct sa_err *err);
    const char *(*where)(const struct sa_model *model); // URL or file, borrowed
    void (*free)(struct sa_model *model);
};

// Common head of every provider's own struct. For one thread at a time: others have a twin.
struct sa_model {
    const struct sa_model_ops *ops;
    char *id;       // as the user gave it
    char *lack;     // why a call would fail: there is no key; NULL: nothing is missing
    char *provider; // "openai"
    char *name;     // as sent to the server
    int64_t window; // tokens that it holds, as a server once said or a table; 0: not known
    bool priced;
    struct sa_price price;
    char *record;              // --record file, NULL: none
    struct sa_model *stand_in; // who is asked once this one's provider fails; NULL: nobody
};

// Resolves `options->model` and opens it; no network yet. Fails with code 10 when there is no
// model, key or price section that parses.
int sa_model_open(const struct sa_model_options *options, struct sa_model **out,
                  struct sa_err *err);
int sa_model_complete(struct sa_model *model, const struct sa_model_request *request,
                      struct sa_model_result *result, struct sa_err *err);
// The same model once more, and those that stand in for it, with connections of its own: for a
// conversation on another thread. A model is used by one thread at a time; twins may be made of it
// meanwhile only where it is not used.
struct sa_model *sa_model_twin(const struct sa_model *model);
void sa_model_free(struct sa_model *model); // and those that stand in for it
// What would be sent first, for --dry-run; false: no request leads to this model.
bool sa_model_preview(struct sa_model *model, const struct sa_model_request *request,
                      struct sa_model_sent *sent);

// Asks the model's server what it offers, for `smolagent models PROVIDER` and what is near a name
// that it does not know. `stop` may be NULL. *offers is yours.
int sa_model_offers(struct sa_model *model, struct sa_stop *stop, struct sa_offers *offers,
                    struct sa_err *err);

// What of an image it takes, and those that stand in for it (bounds.c).
struct sa_image_bounds sa_model_image_bounds(const struct sa_model *model);

// The parts of requests that its server refused, in this run or one before: "stop, temperature",
// malloc'd; "" when there are none.
char *sa_model_left_out(const struct sa_model *model);
// Keeps for later runs how many tokens it holds. 0, or -1 with *err filled.
int sa_model_keep_window(struct sa_model *model, int64_t tokens, struct sa_err *err);

// How the settings were understood, for `smolagent models` and -v: "provider name at URL",
// malloc'd.
char *sa_model_describe(const struct sa_model *model);

// The preset table, for `smolagent models`: row i, NULL after the last.
struct sa_provider {
    const char *name;
    const char *base_url;   // %s is replaced by the value of `url_env`
    const char *url_env;    // environment variable that replaces or completes the URL; NULL: none
    const char *key_env;    // environment variable with the key; NULL: none
    const char *key_header; // the wire format's when NULL
    bool key_optional;
    const char *wire; // the format it speaks; NULL: chat
    const char *summary;
    const char *start; // how to start it on this machine; NULL: it runs elsewhere
};
const struct sa_provider *sa_provider_at(size_t i);
// Row by name; where there is none NULL, with the name that is one or two slips away in *similar.
const struct sa_provider *sa_provider_find(const char *name, const char **similar);

#endif
