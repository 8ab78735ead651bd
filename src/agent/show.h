// What a model is shown of what code gave, within a budget.
#ifndef SA_AGENT_SHOW_H
#define SA_AGENT_SHOW_H

#include "base/buf.h"

// Appends the text, cut in its middle, at line ends, to about `max` characters, with counts and
// `note` where the gap is. True: something was cut.
bool sa_cut_middle(struct sa_buf *out, const char *text, size_t len, size_t max, const char *note);
// The same for the repr of a value, by its elements.
bool sa_cut_value(struct sa_buf *out, const char *repr, size_t len, size_t max, const char *note);
// "Last value: " and that. A value of several lines begins on a line of its own, so that its
// columns stay aligned.
bool sa_put_last_value(struct sa_buf *out, const char *repr, size_t len, size_t max,
                       const char *note);
// Appends the text with each run of identical lines replaced by one and their number.
void sa_fold_lines(struct sa_buf *out, const char *text, size_t len);
// A traceback without frames of library code, and its message cut.
void sa_put_traceback(struct sa_buf *out, const char *text, size_t len, size_t max_message);

#endif
