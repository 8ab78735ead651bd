// The e2b executor's parts: sandboxes of E2B's API (api.c), and the process between host and
// sandbox (relay.c), which is the only one to use them for a run. Private to src/exec.
#ifndef SA_EXEC_E2B_INT_H
#define SA_EXEC_E2B_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/e2b/e2b.h"
#include "http/http.h"

struct sa_stop;

#define SA_E2B_DOMAIN "e2b.app"
#define SA_E2B_TEMPLATE "code-interpreter-v1" // E2B's own, with numpy, pandas and the like

#define SA_E2B_FOLDER "/tmp/.smolagent-run" // of this whole program, see program.h

enum { SA_E2B_HEADERS = 6 };

struct sa_e2b {
    char *domain;
    char *api;   // URL before the path of a request
    char *place; // URL of every sandbox, in place of one made of its name; NULL: none
    char *key;   // header
    struct sa_http_options options;
    struct sa_http *http;
    char mark[33]; // in the metadata of what is created: ours can be found even without an answer
    bool doubtful; // there may be one that is not known
    // The sandbox.
    char *id;                          // NULL: none
    char *url;                         // of the daemon in it
    char *headers[SA_E2B_HEADERS + 1]; // for the daemon alone, NULL-terminated
    int64_t since;                     // monotonic ns
    double price;                      // dollars a second; 0: not known
};

// Reads the environment (E2B_API_KEY, E2B_DOMAIN, E2B_API_URL, E2B_SANDBOX_URL, as the official
// clients do). 0, or -1 with *err; release *e in both cases.
int sa_e2b_open(struct sa_e2b *e, const struct sa_e2b_options *options, struct sa_err *err);
void sa_e2b_release(struct sa_e2b *e);

// Creates the sandbox. A request to stop ends waits between attempts, but none for an answer: that
// would leave a sandbox which nobody knows. 0, or -1 with *err; kill in both cases.
int sa_e2b_create(struct sa_e2b *e, const struct sa_e2b_options *options, struct sa_stop *stop,
                  struct sa_err *err);
// It lives for another SA_E2B_LIFE_S from now. Has to come every SA_E2B_EXTEND_S.
void sa_e2b_extend(struct sa_e2b *e, struct sa_stop *stop);
// Is the API there, and the key good? 0, or -1 with *err.
int sa_e2b_check(struct sa_e2b *e, struct sa_err *err);
// Asks how large it is, for its price.
void sa_e2b_measure(struct sa_e2b *e, struct sa_stop *stop);
// Ends it, and whatever else may have been created. False, with *err, where that is not sure.
bool sa_e2b_kill(struct sa_e2b *e, struct sa_err *err);

enum { SA_E2B_LIFE_S = 90, SA_E2B_EXTEND_S = 25 };

#endif
