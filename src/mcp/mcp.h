// The MCP client: servers of the user's configuration, started or reached all at once, whose tools
// become tools like others (tool/tool.h), whose resources are read by two functions, and whose
// prompts a chat offers as commands. Over standard input and output of a child, or over HTTP.
#ifndef SA_MCP_MCP_H
#define SA_MCP_MCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "tool/news.h"
#include "tool/tool.h"

struct sa_err;
struct sa_mcp;
struct sa_stop;

struct sa_mcp_options {
    struct sa_stop *stop; // ends starting; may be NULL
    struct sa_news *news; // progress and log of servers; may be NULL
    const char *ca_file;  // of HTTP servers; NULL: the system's
};

struct sa_mcp *sa_mcp_new(const struct sa_mcp_options *options); // texts are borrowed
// Ends all servers at once: sessions are deleted, children asked to go, and made to.
void sa_mcp_free(struct sa_mcp *mcp);

// ---- settings.c: which there are. 0, or a code with *err filled. --------------------------------

// A section [mcp.NAME]. *bad (may be NULL) is the row that is wrong, 0 for one that is missing.
int sa_mcp_add_section(struct sa_mcp *mcp, const char *name, const struct sa_tool_setting *settings,
                       size_t count, size_t *bad, struct sa_err *err);
// What --mcp takes: a URL or a command.
int sa_mcp_add_word(struct sa_mcp *mcp, const char *word, struct sa_err *err);
// The text of a file with "mcpServers", as other programs have them.
int sa_mcp_add_file(struct sa_mcp *mcp, const char *text, size_t len, struct sa_err *err);
size_t sa_mcp_count(const struct sa_mcp *mcp);
const char *sa_mcp_name(const struct sa_mcp *mcp, size_t i); // of the i-th

// ---- mcp.c: their life --------------------------------------------------------------------------

// Each on a thread of its own; returns at once.
void sa_mcp_start(struct sa_mcp *mcp);
// Waits for them and adds their tools to those there are, with what they say of them. SA_E_TOOL
// when one that is not optional did not start.
int sa_mcp_finish(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err);
// To tools that were lent: what those servers say that some of them are of.
void sa_mcp_add_words(const struct sa_mcp *mcp, struct sa_tools *tools);
// The server that a tool is of, by its name; NULL: it is of none.
const char *sa_mcp_server_of(const struct sa_tool *tool);
// Adds what servers offer since they said that their tools have changed. 0 or a code.
int sa_mcp_refresh(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err);
// Once finished: may the server (NULL: one of them) offer tools that are not known, because it did
// not start, or, if `later`, because it says that its tools change?
bool sa_mcp_may_offer(const struct sa_mcp *mcp, const char *server, bool later);
// A line or more for each: what it is, or why it did not start. True when all did.
bool sa_mcp_describe(struct sa_mcp *mcp, struct sa_buf *out);

// ---- prompt.c -----------------------------------------------------------------------------------

struct sa_mcp_prompt {
    const char *name; // as a command has it: letters, digits, '-' and '_'
    const char *full; // with the server's before it, for where the name is another's
    const char *args; // its arguments, "CITY [DAYS]"; "": none
    const char *help; // what it is for
};
// Those of all servers, asked for once they have started; NULL behind the last. Borrowed.
const struct sa_mcp_prompt *sa_mcp_prompt_at(struct sa_mcp *mcp, size_t i);
// Its text with `words` for its arguments: in their order, or NAME=VALUE. 0 or a code.
int sa_mcp_prompt_get(struct sa_mcp *mcp, const char *name, const char *words, struct sa_stop *stop,
                      struct sa_buf *out, struct sa_err *err);

#endif
