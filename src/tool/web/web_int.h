// What the tools for the web share. Private.
#ifndef SA_TOOL_WEB_INT_H
#define SA_TOOL_WEB_INT_H

#include "base/str.h"
#include "tool/builtin.h"
#include "tool/web/fetch.h"
#include "tool/web/reader.h"
#include "tool/web/web.h"

// A built-in tool whose data, `size` bytes of zeros, begins with a struct sa_web filled in.
struct sa_tool *sa_web_new(const struct sa_builtin_setup *setup, size_t size, const char *name,
                           const char *description, sa_tool_fn call);
void sa_web_output(struct sa_tool *tool, const char *schema, const char *returns);

// Reads bytes of a server as text (reader.h), by that child alone where there is something to be
// parsed or converted. 0, or -1 with the error in *result.
int sa_web_text(const struct sa_tool *tool, const struct sa_web_read *read, struct sa_buf *text,
                struct sa_tool_result *result);

// The beginning of a body, for messages: one line.
void sa_web_quote_body(struct sa_buf *out, const struct sa_buf *body);

#endif
