// Shared by the files of src/mcp. Private.
#ifndef SA_MCP_INT_H
#define SA_MCP_INT_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"
#include "mcp/mcp.h"
#include "mcp/rpc.h"

enum {
    SA_MCP_MAX_MESSAGE = 32 << 20, // bytes, either way
    SA_MCP_MAX_PAGES = 200,        // of a list
    SA_MCP_MAX_ITEMS = 5000,       // of it altogether
    SA_MCP_MAX_LIST = 64 << 20,    // bytes of them in memory, about
    SA_MCP_RESTARTS = 1,           // of a child that ended
};

struct sa_mcp_server;

enum sa_mcp_sent {
    SA_MCP_SENT,
    SA_MCP_LOST, // *err says why; what was asked may have been done
    SA_MCP_GONE, // the server knows the session no more, and has done nothing
};

// How messages travel.
struct sa_mcp_transport {
    const char *name;
    int (*open)(struct sa_mcp_server *server, struct sa_err *err); // anew, where it is open
    void (*ready)(struct sa_mcp_server *server);                   // initialized; may be NULL
    // A request that `wait` is for, or (NULL) anything else. May return before there is a reply.
    enum sa_mcp_sent (*send)(struct sa_mcp_server *server, const char *text,
                             struct sa_rpc_wait *wait, int64_t deadline, struct sa_stop *stop,
                             struct sa_err *err);
    void (*end)(struct sa_mcp_server *server);  // fine when it is not open, or has ended
    void (*free)(struct sa_mcp_server *server); // ends it, and nobody uses it any more
};
extern const struct sa_mcp_transport sa_mcp_stdio, sa_mcp_http;

// What the settings say of one.
struct sa_mcp_settings {
    char **argv;       // of a child; NULL: it is reached over HTTP
    char **env;        // "NAME=value" besides the few that every program gets
    char *pass;        // names of ours to pass on, comma-separated; NULL: none
    char *folder;      // where it starts; NULL: here
    char *url;         // NULL: it is a child
    char **headers;    // "Name: value"
    char *token_env;   // variable with a bearer token; NULL: none
    char *key_command; // command that prints one; NULL: none
    char **allow;      // tools that are wanted; NULL: all
    int64_t timeout_ns, start_timeout_ns;
    bool optional;
    bool is_async; // its functions are `async def`
};

struct sa_mcp_server {
    struct sa_mcp *all;
    char *name;
    struct sa_mcp_settings set;
    const struct sa_mcp_transport *transport;
    _Atomic(void *) link; // the transport's own; NULL: never open
    struct sa_rpc rpc;

    pthread_mutex_t life;   // held while it is started
    atomic_bool up;         // initialized, and not known to have ended
    atomic_uint generation; // of initialisations
    int restarts;           // under `life`
    char why[512];          // why it is not up (under the lock of rpc)
    char version[16];       // of the protocol (likewise); "": not yet agreed upon
    char *title;
    char *words; // what it says of itself; NULL: nothing
    bool has_tools, has_resources, has_prompts;
    bool adds_tools;         // its list of tools may change
    atomic_bool stale;       // tools may have changed
    pthread_mutex_t listing; // of what follows
    cJSON *tools_now;        // as listed after such a change; NULL: there was none
    atomic_size_t logged, answered, progressed;

    cJSON *tools, *prompts; // arrays, once listed
    pthread_t thread;       // that starts it
    bool threaded;
    struct sa_err err; // of the start
};

struct sa_mcp_entry {
    struct sa_mcp_prompt shown;
    struct sa_mcp_server *server;
    const cJSON *prompt; // one of the server's
};

struct sa_mcp {
    struct sa_mcp_options o;
    struct sa_mcp_server **items;
    size_t count, cap;
    bool started, finished;
    struct sa_mcp_entry *prompts;
    size_t prompt_count;
    bool prompts_listed;
};

// server.c: takes `set` over.
struct sa_mcp_server *sa_mcp_server_new(struct sa_mcp *all, const char *name,
                                        struct sa_mcp_settings *set);
void sa_mcp_server_free(struct sa_mcp_server *s);
// 0, or -1 with err.
int sa_mcp_server_start(struct sa_mcp_server *s, struct sa_stop *stop, struct sa_err *err);
// peer.c
void sa_mcp_settings_release(struct sa_mcp_settings *set);
// Something came: a message, by the transport. False when it is none, with *why (static).
bool sa_mcp_server_take(struct sa_mcp_server *s, const char *text, size_t len, const char **why);
// What was agreed upon, from any thread.
void sa_mcp_set_version(struct sa_mcp_server *s, const char *version);
void sa_mcp_get_version(struct sa_mcp_server *s, char out[16]);
// The connection is no more: all that wait are told why.
void sa_mcp_server_lost(struct sa_mcp_server *s, const char *why);

enum sa_mcp_end {
    SA_MCP_OK,
    SA_MCP_REFUSED, // by an error of the protocol
    SA_MCP_FAILED,
    SA_MCP_LATE,
    SA_MCP_STOPPED,
};
// Asks, starting the server again where it ended. `tool` (may be NULL) is the one that is called,
// which events of progress are about, and told to whoever calls it. The result is yours; *err is
// filled in every other case.
enum sa_mcp_end sa_mcp_ask(struct sa_mcp_server *s, const char *method, const char *params,
                           const struct sa_tool *tool, struct sa_stop *stop, cJSON **result,
                           struct sa_err *err);
// All pages of a list: the items of `key` of the replies to `method`. NULL with *err filled.
cJSON *sa_mcp_list(struct sa_mcp_server *s, const char *method, const char *key,
                   struct sa_stop *stop, struct sa_err *err);

// token.c: what the settings have servers shown, malloc'd, NULL: nothing. 0, or -1 with err.
int sa_mcp_find_token(const struct sa_mcp_server *s, char **token, struct sa_err *err);

// adapter.c: makes tools of all that servers have listed, whose names clash with none.
int sa_mcp_adapt(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err);

// content.c: the result of tools/call as JSON text of a Python value, or the exception.
void sa_mcp_content_result(const struct sa_tool *tool, const cJSON *reply,
                           struct sa_tool_result *result);
// One item of content, or of resources/read, as JSON text.
void sa_mcp_content_item(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out);

// resource.c: mcp_list and mcp_read, where a server has resources.
int sa_mcp_add_resource_tools(struct sa_mcp *mcp, struct sa_tools *tools, struct sa_err *err);
bool sa_mcp_is_resource_tool(const struct sa_tool *tool);

#endif
