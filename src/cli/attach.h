// Files that go to the model itself, with a task: of --attach, and of /attach in a chat.
#ifndef SA_CLI_ATTACH_H
#define SA_CLI_ATTACH_H

#include "cli/run.h"

// One file: first what it is, then, once the model is known, an image as that one takes it. 0, or a
// code with *err filled: 2 for what cannot be attached, 10 for what cannot be read.
int sa_attach_read(const struct sa_config *config, const char *path,
                   struct sa_attachment *attachment, struct sa_err *err);
int sa_attach_fit(struct sa_session *session, struct sa_attachment *attachment, struct sa_err *err);

// Those of the settings, into *all; as the model takes them; and to the agent.
int sa_attachments_read(const struct sa_config *config, struct sa_attachments *all,
                        struct sa_err *err);
int sa_attachments_fit(struct sa_session *session, struct sa_err *err);
void sa_attachments_give(struct sa_session *session);
void sa_attachments_release(struct sa_attachments *all);

#endif
