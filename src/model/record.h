// Recording of model replies for the replay provider. Private to src/model.
#ifndef SA_MODEL_RECORD_H
#define SA_MODEL_RECORD_H

struct sa_err;
struct sa_model_request;
struct sa_model_result;

// Appends one reply to the file, with what it is a reply to, secrets redacted. -1 with err when it
// cannot be written.
int sa_record_reply(const char *path, const struct sa_model_request *request,
                    const struct sa_model_result *result, struct sa_err *err);

#endif
