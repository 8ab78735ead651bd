// `doctor --ping`: asks the model's endpoint what it can do.
#ifndef SA_CLI_PING_H
#define SA_CLI_PING_H

#include "base/buf.h"
#include "base/err.h"
#include "model/model.h"

// Appends the findings, a line each, and keeps what is of use to later runs. 0, or the code of why
// the endpoint could not be asked, which is told in a line or else in *err.
int sa_ping(struct sa_model *model, struct sa_buf *out, struct sa_err *err);

// A line of doctor's.
void sa_doctor_line(struct sa_buf *out, bool ok, const char *what, const char *detail);

#endif
