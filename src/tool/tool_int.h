// Shared by the files of src/tool. Private.
#ifndef SA_TOOL_INT_H
#define SA_TOOL_INT_H

#include "base/buf.h"
#include "base/str.h"
#include "tool/builtin.h"
#include "tool/tool.h"

// The bit of an effect by its name; 0: there is none of that name.
unsigned sa_tool_effect(struct sa_str name);

// param.c: parameters of Python made of the properties of a schema that anybody may have written.
// An object, or NULL: there are none.
const cJSON *sa_tool_properties(const struct sa_tool *tool);
bool sa_tool_is_required(const struct sa_tool *tool, const char *property);
// What the code calls a property.
const char *sa_tool_param_name(const struct sa_tool *tool, const char *property);
// Fills in inputs, renamed and keywords, so that every tool has a signature that Python takes.
void sa_tool_fit_params(struct sa_tool *tool);
// Arguments as the code names them become those of the schema. True: something was changed.
bool sa_tool_unwrap_args(const struct sa_tool *tool, cJSON *args);

// Does a mark of code, "<code>" or "</code>", begin there?
bool sa_tool_is_mark(const char *text, size_t len);
// A line of documentation that can end neither a docstring nor the code in a prompt.
void sa_tool_put_doc_line(struct sa_buf *out, struct sa_str line);

// Makers of built-in tools, for the table (builtin.c).
struct sa_tool *sa_tool_shell(const struct sa_builtin_setup *setup);
struct sa_tool *sa_tool_user_input(const struct sa_builtin_setup *setup);

#endif
