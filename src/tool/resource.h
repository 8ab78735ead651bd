// What a tool is, whatever name it got here: its source and the source's own names. Rules, hooks,
// questions, remembered answers, audit and events name a tool in this way, since servers and files
// of others choose names, and a name that collides with another is changed.
#ifndef SA_TOOL_RESOURCE_H
#define SA_TOOL_RESOURCE_H

#include <stdbool.h>

struct sa_tool;

// "builtin", "config", "agent" ([agent.NAME]), "agent-file", "tool-file", "program" (the one
// that embeds us) or "mcp:SERVER"; malloc'd.
char *sa_tool_source(const struct sa_tool *tool);
// The source's own name of the tool; borrowed.
const char *sa_tool_own_name(const struct sa_tool *tool);
// Did the user configure it himself? Then a rule that allows may name it without its source.
bool sa_tool_is_configured(const struct sa_tool *tool);
// Is it a source in the sense of a rule, as in "mcp:github/create_issue"? `*` stands for any text.
bool sa_is_tool_source(const char *text);

// The name as Python spells it: '_' for what is not an ASCII letter, a digit or beyond ASCII. A
// pattern keeps its '*'. malloc'd.
char *sa_tool_python_spelling(const char *name, bool pattern);
bool sa_tool_same_spelling(const char *a, const char *b);
// Is `name` a name of the tool: its name here, its own, in either spelling, or SOURCE/NAME?
bool sa_tool_has_name(const struct sa_tool *tool, const char *name);
// The property of its inputs that an argument name means in either spelling; borrowed;
// `name` itself if the tool has no such property.
const char *sa_tool_property(const struct sa_tool *tool, const char *name);

#endif
