// Shared by the files of src/tool. Private.
#ifndef SA_TOOL_INT_H
#define SA_TOOL_INT_H

#include "base/buf.h"
#include "tool/tool.h"

bool sa_tool_is_required(const struct sa_tool *tool, const char *name);
// Python's name of a type of JSON Schema.
const char *sa_tool_python_type(const char *type);
// A JSON value as a Python literal.
void sa_tool_put_literal(struct sa_buf *out, const cJSON *value);

#endif
