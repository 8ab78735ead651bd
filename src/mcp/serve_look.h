// The first look at a request of our MCP server over HTTP: at its head, before its body has come.
#ifndef SA_MCP_SERVE_LOOK_H
#define SA_MCP_SERVE_LOOK_H

#include "mcp/daemon.h"
#include "mcp/serve_guard.h"
#include "mcp/serve_hub.h"

enum sa_verb { SA_VERB_OTHER, SA_VERB_POST, SA_VERB_GET, SA_VERB_DELETE };

struct sa_look {
    const struct sa_daemon *api;
    const struct sa_guard *guard;
    struct sa_session_hub *hub;
    struct MHD_Connection *connection;
    // What is found:
    enum sa_verb verb;
    unsigned accepts; // SA_ACCEPTS_*
    unsigned refused; // status; 0: it is not
    const char *why;
    bool known;   // its Host, Origin and token are right
    bool now;     // it is refused before its body has come
    bool newer;   // its version of the protocol is that of 2025-11-25
    bool unclear; // where it ends: nothing that follows is taken for another
};

extern const char sa_look_gone[]; // what is said of a session that is not there

// The first three are filled in. Returns the session that it names, in use from then on
// (sa_hub_leave); NULL: none.
struct sa_hub_session *sa_look(struct sa_look *look, struct MHD_Connection *connection,
                               const char *url, const char *method);

#endif
