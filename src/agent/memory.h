// The conversation as it is sent: only ever appended to, so that the bytes sent before stay the
// same and provider prompt caches hit. Compaction near the context limit is the one exception.
// Private.
#ifndef SA_AGENT_MEMORY_H
#define SA_AGENT_MEMORY_H

#include "model/model.h"

#define SA_OBSERVED SIZE_MAX

struct sa_memory {
    struct sa_message *items; // each begins with its text
    size_t *observed; // per item: bytes of its text, from its beginning, that are an observation
                      // and may be shortened; SA_OBSERVED: all of it is one
    size_t count, cap, observed_cap;
    size_t keep_images; // most of them in the conversation; 0: 16
    uint64_t stamp;     // of this conversation; another one once anything but the end was changed
};

void sa_memory_release(struct sa_memory *memory);
// Appends a message; one of the same role as the last joins it after an empty line.
void sa_memory_push(struct sa_memory *memory, enum sa_role role, const char *text, size_t len,
                    bool observation);
// Moves images to the end of the last message, which stay there. Of a conversation with more than
// keep_images the oldest become notes: up to 3 exactly those that are too many; of more, all but
// half, so that what was sent before changes seldom.
void sa_memory_add_images(struct sa_memory *memory, struct sa_image *images, size_t count);
// The last message goes back with what the model wants back with it (sa_model_result's kept), or
// as that, where it is the whole of it.
void sa_memory_keep(struct sa_memory *memory, const char *json, const char *by, bool whole);
// The last message, of the model, calls a tool; `args` is a JSON object.
void sa_memory_add_call(struct sa_memory *memory, const char *id, const char *name,
                        const char *args);
// The last message, of the user, has what such a call gave: an observation, whatever else it holds.
void sa_memory_add_result(struct sa_memory *memory, const char *id, const char *name,
                          const char *text, size_t len, bool failed);
// Forgets everything after the first `count` messages.
void sa_memory_cut(struct sa_memory *memory, size_t count);
// Moves the messages from number `at` on into *tail, which is empty; and those of it behind the
// last one, which is of another role than its first.
void sa_memory_split(struct sa_memory *memory, size_t at, struct sa_memory *tail);
void sa_memory_join(struct sa_memory *memory, struct sa_memory *tail);
// A place in it to go back to, whatever was added behind: what was shortened before stays so.
struct sa_memory_mark {
    size_t count, len, parts, gone; // messages; of the last: bytes of text, parts, images gone
    size_t observed;
};
struct sa_memory_mark sa_memory_mark(const struct sa_memory *memory);
void sa_memory_back(struct sa_memory *memory, struct sa_memory_mark mark);
// Images that came behind the mark because the user asked become notes.
void sa_memory_drop_asked(struct sa_memory *memory, struct sa_memory_mark since);
// The text of the last message, borrowed. Is this the whole text of one of that role?
const char *sa_memory_last(const struct sa_memory *memory);
bool sa_memory_holds(const struct sa_memory *memory, enum sa_role role, const char *text);
// Rough number of tokens (sa_message_size).
int64_t sa_memory_tokens(const struct sa_memory *memory);
// What is told in the place of a text that is taken out: malloc'd, one line.
typedef char *(*sa_memory_note_fn)(void *ctx, const char *text, size_t len);
// Shortens the oldest observations (all but the last `keep` messages) until at most `target` tokens
// are left: their heads stay, then the note, and what was said behind them; images go. Bytes
// removed; 0: nothing left to shorten.
size_t sa_memory_compact(struct sa_memory *memory, int64_t target, size_t keep,
                         sa_memory_note_fn note, void *ctx);

#endif
