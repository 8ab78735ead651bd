// Shared by the files of src/tool. Private.
#ifndef SA_TOOL_INT_H
#define SA_TOOL_INT_H

#include "tool/tool.h"

// A Python identifier (ASCII) that is no keyword.
bool sa_is_identifier(const char *name);
bool sa_tool_is_required(const struct sa_tool *tool, const char *name);

#endif
