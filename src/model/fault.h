// What an error of a server means: worth another try, and when, or a conversation that is too long.
#ifndef SA_MODEL_FAULT_H
#define SA_MODEL_FAULT_H

#include "base/err.h"
#include "base/json.h"

struct sa_fault {
    bool passing;    // the same request may work later
    bool too_long;   // the conversation does not fit into the model's window
    int64_t wait_ms; // asked for; -1: nothing is
};

// Does the text of an error say that the conversation is too long?
bool sa_fault_is_too_long(const char *text, size_t len);

// Is the failure of a call the provider's, so that another one may do better? A wrong key, name or
// address is none: that is for the user to set right.
bool sa_fault_is_of_provider(const struct sa_err *err);

// The error object in what a server sent with a good status, or NULL; some put it into the choice.
const cJSON *sa_fault_find(const cJSON *root);
// What it means. `root` is all that came with it.
struct sa_fault sa_fault_read(const cJSON *error, const cJSON *root);

// What a status that is none of success means; -1 with *err filled. `url` is what was asked, with
// the key of what `key_from` names or (NULL) without one.
struct sa_http_response;
int sa_fault_status(const char *url, const char *key_from, const struct sa_http_response *response,
                    struct sa_err *err);

#endif
