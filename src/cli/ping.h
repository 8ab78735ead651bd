// `doctor --ping`: asks the model's endpoint what it can do.
#ifndef SA_CLI_PING_H
#define SA_CLI_PING_H

#include "base/buf.h"
#include "base/err.h"
#include "model/model.h"

// Appends the findings, a line each, and keeps what is of use to later runs. 0, or the code of why
// the endpoint could not be asked, which is told in a line or else in *err.
int sa_ping(struct sa_model *model, struct sa_buf *out, struct sa_err *err);

// What doctor finds is collected as JSON, an object a line, and printed when all is known.
// `part_of`: the line that this one belongs to, NULL: none.
void sa_doctor_line(struct sa_buf *found, bool ok, const char *name, const char *detail);
void sa_doctor_part(struct sa_buf *found, bool ok, const char *part_of, const char *name,
                    const char *detail);
// Prints it as text, or as one JSON object.
void sa_doctor_print(const struct sa_buf *found, bool json, struct sa_buf *out);

#endif
