// A wire format: how a request to a model server is written and its reply read. Each is one file
// (wire_*.c) and one row of this struct; everything else about servers (retries, limits, what they
// refuse) is the same for all of them, in server.c and learn.c. Private to src/model.
#ifndef SA_MODEL_WIRE_H
#define SA_MODEL_WIRE_H

#include "base/xalloc.h"
#include "http/http.h"
#include "http/sse.h"
#include "model/model_int.h"
#include "model/trait.h"

// What some servers refuse of a request; learnt from the text of their error (learn.c).
enum {
    SA_QUIRK_NO_STOP = 1,
    SA_QUIRK_NO_STREAM_OPTIONS = 2,
    SA_QUIRK_MAX_COMPLETION_TOKENS = 4,
    SA_QUIRK_NO_TEMPERATURE = 8,
    SA_QUIRK_NO_STREAM = 16,
    SA_QUIRK_NO_IMAGES = 32,
    SA_QUIRK_NO_SYSTEM = 64,
    SA_QUIRK_NO_CACHE_MARKS = 128,
    SA_QUIRK_NO_KEPT = 256,
    SA_QUIRK_NO_TOOL_CHOICE = 512,
    SA_QUIRK_NO_TOOLS = 1024,
    SA_QUIRK_NO_FORMAT = 2048,
    SA_QUIRK_NO_STRICT = 4096,
    // Of any wire format:
    SA_QUIRKS_OF_ALL = SA_QUIRK_NO_TOOLS | SA_QUIRK_NO_FORMAT | SA_QUIRK_NO_STRICT,
};

// A model on a server: what is known of it, and what is sent.
struct sa_server {
    struct sa_model base;
    const struct sa_wire *wire;
    struct sa_http *http;
    struct sa_endpoint endpoint;
    const char *headers[SA_COUNT(((struct sa_endpoint *)0)->headers) + 2];
    struct sa_http_credential credential; // they, for the server that they were given for
    char *proxy, *ca_file;
    char *kept_by; // what a part must be marked with to go back (sa_content)
    cJSON *extra;  // --extra-body; NULL: none
    struct sa_sampling sampling;
    const char *effort; // of it, as the format has it: JSON, static; NULL: not sent
    int64_t max_reply_tokens, max_context;
    int64_t reply_cap; // what the server allows of reply tokens, once it has said so; 0: not known
    int retries;       // of replies that were lost half-way; sa_http_send counts its own
    bool stream;
    unsigned quirks;
    unsigned fresh;          // of them those that were learnt now, and no reply has confirmed yet
    struct sa_traits traits; // what is kept of the model
    char *trait_id;
    struct sa_pace *pace; // the rate limit, shared with other connections to the same provider
    // The messages sent so far as JSON, all but the last: built once, whatever the number of steps.
    struct sa_buf built;
    size_t built_count;
    const void *conversation;
    uint64_t stamp;
};

// One call under way.
struct sa_call {
    struct sa_server *server;
    const struct sa_model_request *request;
    struct sa_reply reply;
    struct sa_sse sse;
    struct sa_buf rest; // a body that is no stream, or the line of one that is not whole yet
    enum { SA_BODY_UNKNOWN, SA_BODY_EVENTS, SA_BODY_LINES, SA_BODY_PLAIN } body;
    bool done;    // the stream has said that it ends
    size_t after; // bytes that came behind that
    char *error;  // error object inside the stream
    bool bad_event;
    bool lost; // the connection or the server failed after the reply had begun
    bool too_long, asked_refused;
    int64_t wait_ms; // asked for by an error inside the stream; 0: nothing was
};

// The members of a request that say how a reply is made (temperature has one name everywhere).
enum { SA_EFFORTS = 6 };
struct sa_wire_sampling {
    const char *top_p, *seed;        // NULL: the format has none
    const char *effort;              // the same
    const char *efforts[SA_EFFORTS]; // its values, JSON, from none to xhigh; NULL: it has none such
};

// How tools are offered: what stands around each, the name of its schema's member, and what is
// wished of the reply (NULL: no wish is known).
struct sa_tool_form {
    const char *open, *schema, *close;
    const char *call, *text;     // of tool_choice, JSON
    enum sa_model_strict strict; // the least that schemas must be; NOT: there is no such wish
    bool strict_else;            // it is meant where nothing is said
};

// The member that says what JSON the reply shall be: what stands around the schema and, where it
// has one, its name.
struct sa_wire_format {
    const char *member, *open, *close; // open NULL: the schema alone
    bool named;
};

struct sa_wire {
    const char *name;           // as in --wire
    const char *reply_name;     // "not a NAME: ..."
    const char *path;           // of the resource, behind the base URL
    const char *not_in_base;    // end of a base URL that is another format's; NULL: none
    const char *list_path;      // of the list of models, beside it
    const char *list_query;     // what to ask for there; NULL: nothing
    const char *key_header;     // up to the key
    const char *const *headers; // more of them, NULL-terminated; NULL: none
    unsigned quirks;            // what may be left out of a request
    bool has_ids;               // results say by an id which call they are of
    bool lines;                 // streams are lines of JSON instead of server-sent events
    struct sa_wire_sampling sampling;
    struct sa_wire_format format;
    void (*put_request)(struct sa_server *server, const struct sa_model_request *request,
                        struct sa_buf *out);
    // Message number i; false: nothing was written, it goes elsewhere.
    bool (*put_message)(const struct sa_server *server, const struct sa_model_request *request,
                        size_t i, struct sa_buf *out);
    bool (*is_reply)(const cJSON *root); // a reply that came in one piece?
    // An event of a stream, or such a reply. False: read no further.
    bool (*take)(struct sa_call *call, const cJSON *root, bool whole);
    // Where tools were offered: what is kept becomes all of the reply, in the form of its message.
    // False: it is not, for the calls in it are not those that will get results.
    bool (*seal)(struct sa_reply *reply);
};

#define WIRE(name) extern const struct sa_wire sa_wire_##name;
#include "model/wires.def"
#undef WIRE
const struct sa_wire *sa_wire_find(const char *name); // NULL: there is none

// ---- for put_request (request.c)

// Is a member ours to write? Not when --extra-body sets it.
bool sa_wire_is_ours(const struct sa_server *server, const char *name);
bool sa_wire_streams(const struct sa_server *server);
// "name": [messages], of which those sent before are not built again.
void sa_wire_put_messages(struct sa_server *server, const struct sa_model_request *request,
                          const char *name, struct sa_buf *out);
// What of the message number i goes back as the server sent it, instead of all else; NULL: nothing.
const struct sa_content *sa_wire_whole(const struct sa_server *server,
                                       const struct sa_message *message);
// The items of what is kept, without their brackets.
void sa_wire_put_items(const struct sa_content *kept, struct sa_buf *out);
// The tools that are offered, and tool_choice.
void sa_wire_put_tools(const struct sa_server *server, const struct sa_model_request *request,
                       const struct sa_tool_form *form, struct sa_buf *out);
// The form of the reply that is asked for.
void sa_wire_put_format(const struct sa_server *server, const struct sa_model_request *request,
                        struct sa_buf *out);
void sa_wire_put_stops(const struct sa_server *server, const struct sa_model_request *request,
                       const char *name, struct sa_buf *out);
// sampling.c: temperature, top_p and seed; and the effort, which has another place in some formats.
void sa_wire_put_sampling(const struct sa_server *server, struct sa_buf *out);
void sa_wire_put_effort(const struct sa_server *server, struct sa_buf *out);
void sa_wire_put_extra(const struct sa_server *server, struct sa_buf *out);
// A JSON string; NULs, which would stop many servers, become U+FFFD.
void sa_wire_put_text(struct sa_buf *out, const char *text, size_t len);
// An image as a JSON string: base64; the same as a "data:" URL.
void sa_wire_put_image(struct sa_buf *out, const struct sa_image *image);
void sa_wire_put_image_url(struct sa_buf *out, const struct sa_image *image);
// A body for people to read: of images no more than their size.
void sa_wire_put_shown(struct sa_buf *out, const struct sa_model_request *request, const char *body,
                       size_t len);
// The part of that kind, the `nth` (from 0) of the message that may be sent; NULL: none.
// Where images are left out, those that the user asked to be shown are not.
const struct sa_content *sa_wire_part(const struct sa_server *server, const struct sa_message *m,
                                      enum sa_content_kind kind, size_t nth);

// ---- for server.c

// The same request without tools: they, calls and results are text (untooled.c). It borrows the
// images of the other one.
void sa_untool(const struct sa_model_request *request, struct sa_model_request *plain);
void sa_untooled_release(struct sa_model_request *plain);

// sampling.c. 0, or -1 with *err: the wire format has nothing for what is asked.
int sa_server_take_sampling(struct sa_server *server, const struct sa_sampling *sampling,
                            struct sa_err *err);

// True when the error names something that we sent and can do without; remembered (learn.c).
bool sa_server_learn(struct sa_server *server, const struct sa_model_request *request,
                     const struct sa_http_response *response);

// Does it refuse an image that is not left out, as the user asked for it?
bool sa_server_refuses_asked(const struct sa_model_request *request,
                             const struct sa_http_response *response);

// What is known of the model from before is left out from the start; what was learnt is kept once a
// reply has come without it.
void sa_server_recall(struct sa_server *server);
void sa_server_confirm(struct sa_server *server);

// offers.c: the list of models; and what to add to the message of an error that says that there is
// no such model, for which the list is asked for.
int sa_server_offers(struct sa_server *server, struct sa_stop *stop, struct sa_offers *offers,
                     struct sa_err *err);
void sa_server_hint(struct sa_server *server, const struct sa_http_response *response,
                    struct sa_stop *stop, struct sa_buf *out);
// What to do about a server that could not be reached.
const char *sa_server_advice(const struct sa_server *server);

#endif
