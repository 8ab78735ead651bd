// What the files of `smolagent agents` share.
#ifndef SA_CLI_AGENTS_H
#define SA_CLI_AGENTS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "cli/run.h"

// agents_list.c: every agent that there is: [{"name", "description", "file", "state", "fault"}], to
// be freed; and that as text, by files.
cJSON *sa_agents_all(const struct sa_config *config);
void sa_agents_put_all(const cJSON *all, struct sa_buf *out);
// Code 2 for a name that none has: with one that is near, and those that there are.
int sa_agents_unknown(const struct sa_config *config, const char *name, struct sa_err *err);
// How the configuration came to an agent: "user", "named", "trusted".
const char *sa_agents_state(const struct sa_config *config, const struct sa_section *section);

// agents_show.c: one of them, {"name", "file", "state", "description", "agents", "tools", ...}, to
// be freed; NULL with err. And that as text.
cJSON *sa_agents_one(struct sa_config *config, const char *name, struct sa_err *err);
void sa_agents_put_one(const cJSON *one, struct sa_buf *out);

// agents_tools.c: the tools of these settings, be they an agent's or not. `fault` gets each error,
// NULL: the first one ends it. Zeroed before but for the last four, and to be released.
struct sa_agent_tools {
    struct sa_tools tools, stock; // stock: of [tool.NAME] sections and servers, which are lent
    struct sa_folders folders;
    struct sa_mcp *mcp;
    bool servers;         // start those of MCP, whose tools are not known otherwise
    struct sa_stop *stop; // may be NULL
    void (*fault)(void *ctx, const char *key, struct sa_err *err);
    void *ctx;
};
int sa_agent_tools_open(struct sa_config *own, struct sa_agent_tools *tools, struct sa_err *err);
void sa_agent_tools_release(struct sa_agent_tools *tools);

// agents_check.c: the agents that this one may call, by their names, to be freed.
cJSON *sa_agents_below(const struct sa_config *config, const char *name);
// Appends a line for each fault of the agents of a configuration.
void sa_agents_put_faults(struct sa_config *config, struct sa_buf *out);

#endif
