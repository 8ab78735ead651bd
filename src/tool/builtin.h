// The one table of built-in tools. None is there unless the user asks for it, by its name or by
// that of its group (--tools).
#ifndef SA_TOOL_BUILTIN_H
#define SA_TOOL_BUILTIN_H

#include "jail/jail.h"
#include "tool/tool.h"

struct sa_folders;
struct sa_web;

// What the makers may need to know of the settings: borrowed, for as long as the tools live.
struct sa_builtin_setup {
    // Asks the person at the terminal for that agent (NULL: outside of one), who answers with a
    // line: malloc'd, NULL where none came, also because `stop` was requested. NULL: there is
    // nobody to ask.
    char *(*ask)(const struct sa_agent *asker, const char *question, struct sa_stop *stop);
    const struct sa_web *web;         // NULL: nothing is set
    const struct sa_folders *folders; // that were granted; NULL or empty: none
    enum sa_jail_mode sandbox;        // of the jails that tools start
};

struct sa_builtin {
    const char *name, *group;
    const char *about; // half a line, for lists
    // Never fails: a tool that cannot work here says so when it is called. NULL: agents have it, or
    // do the same anyway, without a descriptor.
    struct sa_tool *(*make)(const struct sa_builtin_setup *setup);
};

extern const struct sa_builtin sa_builtins[]; // name NULL ends the table

// Is there a built-in tool, or a group, of that name?
bool sa_builtins_know(const char *name);
// Is there a built-in tool of that name?
bool sa_builtin_exists(const char *name);

// Does `wanted` name `python`, by which an agent that calls tools may run code?
bool sa_builtins_want_python(const char *const *wanted);

// Adds those that `wanted` names (NULL-terminated names and groups; NULL: none), each once. 0, or
// code 2 for a name that there is not, with those near it and the groups that there are.
int sa_builtins_add(struct sa_tools *tools, const char *const *wanted,
                    const struct sa_builtin_setup *setup, struct sa_err *err);

// For makers: a tool with these texts (copied) and an empty list of inputs. Its calls see the
// registry of whoever calls (sa_tool.for_caller).
struct sa_tool *sa_builtin_new(const char *name, const char *description, unsigned effects,
                               sa_tool_fn call);
// Adds an input: its JSON Schema as text. Without a default it is required.
void sa_builtin_input(struct sa_tool *tool, const char *name, const char *schema);

#endif
