// What the files of src/model share: the reply under construction and the constructors of
// the providers. Private.
#ifndef SA_MODEL_INT_H
#define SA_MODEL_INT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "model/endpoint.h"
#include "model/model.h"

// A constructor fills in its part; sa_model_open does the common head.
int sa_server_open(const struct sa_model_options *options, struct sa_endpoint *endpoint,
                   struct sa_model **out, struct sa_err *err);
int sa_replay_open(const char *path, struct sa_model **out, struct sa_err *err);

// A call in a server's own form, though no tools were offered: some servers make one of text that
// looks like it. Pieces of both texts arrive one after the other.
struct sa_native_call {
    struct sa_buf name, args;
};

// A string member of an item that is kept, while its pieces arrive.
struct sa_growing {
    char *name; // NULL: none
    struct sa_buf text;
};

// A reply that grows and hands its pieces on.
struct sa_reply {
    const struct sa_model_request *request;
    struct sa_buf text, reasoning;
    unsigned text_half, reasoning_half; // of a surrogate pair, until the other one comes; 0: none
    char *finish_reason;
    size_t handed; // bytes of text given to on_delta
    bool refused;  // on_delta returned false
    bool refusal;  // the text is the model's refusal
    struct sa_native_call *calls;
    size_t call_count, call_cap;
    cJSON *kept, *open; // items that go back as they came, and the one that still grows; NULL: none
    struct sa_growing growing[4];
    bool too_large;
    bool has_usage;
    struct sa_usage usage;
};

void sa_reply_init(struct sa_reply *reply, const struct sa_model_request *request);
void sa_reply_release(struct sa_reply *reply);
// False when the reply is at its end: read no further.
bool sa_reply_text(struct sa_reply *reply, const char *text, size_t len);
// Call number `index` goes on; NULL: nothing of that.
void sa_reply_call(struct sa_reply *reply, size_t index, const char *name, const char *args);
// An item begins that the server wants back with this reply; pieces of its members follow. A piece
// of an item that says itself to which it belongs ("type" and "index") begins it where it is new.
void sa_reply_keep(struct sa_reply *reply, const cJSON *item);
void sa_reply_keep_more(struct sa_reply *reply, const cJSON *delta);
void sa_reply_keep_piece(struct sa_reply *reply, const cJSON *piece);
void sa_reply_end(struct sa_reply *reply, const char *why); // its finish reason
bool sa_reply_reasoning(struct sa_reply *reply, const char *text, size_t len);
// No more comes: hands on what was held back, moves everything into *result.
void sa_reply_finish(struct sa_reply *reply, struct sa_model_result *result);

// JSON from a server made parseable: UTF-8 repaired, raw control characters, \u0000 and lone
// surrogate escapes in it replaced.
void sa_clean_json(struct sa_buf *out, const char *text, size_t len);

// The same for a piece of a reply. Half of a surrogate pair is left in it as a mark, which is no
// character, and a code point of its own: the other half may come with the next piece.
#define SA_HALF_MARK "\xEF\xB7\x90"
enum { SA_HALF_BASE = 0xE000 };
void sa_clean_delta(struct sa_buf *out, const char *text, size_t len);

// One line that says what an error body (JSON, HTML, text, nothing) says.
void sa_error_text(struct sa_buf *out, const char *body, size_t len);

#endif
