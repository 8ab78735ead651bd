// Shared by the files of src/tool. Private.
#ifndef SA_TOOL_INT_H
#define SA_TOOL_INT_H

#include "tool/tool.h"

bool sa_tool_is_required(const struct sa_tool *tool, const char *name);

#endif
