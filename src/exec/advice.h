// What to do about a failure: a line for the model, which can change its code, and one for the
// user, who can change the settings. Failures are told apart by limit, by the exception's class,
// and for imports by the module's name.
#ifndef SA_EXEC_ADVICE_H
#define SA_EXEC_ADVICE_H

#include "base/buf.h"
#include "smolagent/python.h"

// Appends a line without newline, or nothing. `tools`: does the code have any?
void sa_advice_for_model(struct sa_buf *out, const struct py_result *result, bool tools);
// `program`: not an agent's cell, but a program of the user's.
void sa_advice_for_user(struct sa_buf *out, const struct py_result *result, bool program);

#endif
