// What the files of src/model share: the reply under construction and the constructors of
// the providers. Private.
#ifndef SA_MODEL_INT_H
#define SA_MODEL_INT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "model/endpoint.h"
#include "model/model.h"

// A constructor fills in its part; sa_model_open does the common head.
int sa_server_open(const struct sa_model_options *options, struct sa_endpoint *endpoint,
                   struct sa_model **out, struct sa_err *err);
// `beside` (may be NULL): of the same file, its replies are shared.
int sa_replay_open(const char *path, const struct sa_model *beside, struct sa_model **out,
                   struct sa_err *err);

// A call in a server's own form. Where no tools were offered some servers make one of text that
// looks like it. Pieces of the texts arrive one after the other.
struct sa_native_call {
    struct sa_buf name, args;
    char *id;      // NULL: none came
    unsigned half; // of a surrogate pair, in args
    cJSON *more;   // members that this program does not know; NULL: none
    cJSON *item;   // the call in what is kept; NULL: it is not there
    bool broken;   // when settled: args are "{}", for what came was no JSON object:
    char *came;    // this
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
    bool call_lost;     // there were too many, or too many members of one or of the message
    cJSON *kept, *open; // items that go back as they came, and the one that still grows; NULL: none
    cJSON *more;        // members of a message that this program does not know; NULL: none
    struct sa_growing members[6]; // of them those that are texts
    bool keeps_text;              // the item that grows holds text
    bool whole;                   // what is kept is all of the reply
    struct sa_growing growing[4];
    bool too_large;
    bool has_usage;
    struct sa_usage usage;
};

void sa_reply_init(struct sa_reply *reply, const struct sa_model_request *request);
void sa_reply_release(struct sa_reply *reply);
// False when the reply is at its end: read no further.
bool sa_reply_text(struct sa_reply *reply, const char *text, size_t len);
// Call number `index` goes on; NULL: nothing of that. One that has another id, and a name, is
// another call whatever its number. NULL: there are too many.
struct sa_native_call *sa_reply_call(struct sa_reply *reply, size_t index, const char *id,
                                     const char *name, const char *args);
// Were tools offered? Then a reply is kept as a whole.
bool sa_reply_offers(const struct sa_reply *reply);
// A member of the message that goes back as it came: texts grow, of all else the last one counts.
void sa_reply_more(struct sa_reply *reply, const cJSON *member);
void sa_reply_put_more(struct sa_reply *reply, cJSON *message);
void sa_reply_move_members(cJSON *from, cJSON *to);
// A copy of a member becomes one of *to, which is made where it is NULL, in the place of the last
// of its name; one too many is lost, and counts as a call that is.
void sa_reply_copy_member(struct sa_reply *reply, cJSON **to, const cJSON *member);
// The value (taken over) stands under that name in an object, where another stood or at its end.
void sa_reply_set_member(cJSON *object, const char *name, cJSON *value);
// The calls are all there: each has an id of its own and a JSON object for its arguments. False:
// the ids are not those of the server.
bool sa_reply_settle(struct sa_reply *reply);
// Are the items of that type in what is kept the calls, each once, and `id` is what has their ids?
bool sa_reply_keeps_calls(const struct sa_reply *reply, const char *type, const char *id);
// What is kept is nothing but this (taken over).
void sa_reply_keep_only(struct sa_reply *reply, cJSON *item);
// For reply.c: what of the text was not handed on, in whole characters or all of it; half of a
// character that was ended by none of its kind; the calls go into the result, or into the text; and
// are forgotten.
bool sa_reply_hand_on(struct sa_reply *reply, bool all);
void sa_reply_end_half(unsigned *half, struct sa_buf *out);
void sa_reply_give_calls(struct sa_reply *reply, struct sa_model_result *result);
void sa_reply_drop_calls(struct sa_reply *reply);
// The text with marked halves (sa_clean_delta) put together. It is itself where there are none.
struct sa_str sa_reply_whole_text(unsigned *half, const char *text, size_t len, struct sa_buf *out);
// An item begins that the server wants back with this reply; pieces of its members follow. A piece
// of an item that says itself to which it belongs ("type" and "index") begins it where it is new.
void sa_reply_keep(struct sa_reply *reply, const cJSON *item);
void sa_reply_keep_more(struct sa_reply *reply, const cJSON *delta);
void sa_reply_keep_piece(struct sa_reply *reply, const cJSON *piece);
// The last item is at its end: its members that came in pieces are put together.
void sa_reply_keep_end(struct sa_reply *reply);
void sa_reply_end(struct sa_reply *reply, const char *why); // its finish reason
// A count of tokens that a server tells: what it says, from 0 to what sums of it can hold.
int64_t sa_reply_tokens(const cJSON *usage, const char *name, int64_t otherwise);
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
