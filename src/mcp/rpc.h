// JSON-RPC 2.0 as MCP has it, apart from how messages travel: requests of ours get ids and wait for
// their replies, whatever else comes is handed on. Any thread may ask and any may receive; who
// waits is woken by a descriptor, so that a stop ends it too.
#ifndef SA_MCP_RPC_H
#define SA_MCP_RPC_H

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sa_stop;

// A request under way.
struct sa_rpc_wait {
    struct sa_rpc_wait *next;
    int64_t id;
    const void *about; // of the caller's, for sa_rpc_see; may be NULL, borrowed
    int fd;            // eventfd: something happened
    cJSON *reply;      // the whole message
    char *failure;     // why none will come; malloc'd
};

struct sa_rpc {
    pthread_mutex_t lock;
    int64_t last_id;
    struct sa_rpc_wait *first;
    size_t strays; // replies that nobody asked for
    // What the other side asks or tells; `id` is its JSON text. Called without the lock.
    void (*on_request)(void *ctx, const char *id, const char *method, const cJSON *params);
    void (*on_notice)(void *ctx, const char *method, const cJSON *params);
    void *ctx;
};

// The version of the protocol that is wanted, where it is one that we speak; else the newest.
const char *sa_mcp_version(const char *wanted);

void sa_rpc_init(struct sa_rpc *rpc);
void sa_rpc_release(struct sa_rpc *rpc); // nobody waits any more

// Texts of messages, malloc'd; `params` is JSON text, NULL: none.
char *sa_rpc_notice(const char *method, const char *params);
char *sa_rpc_result(const char *id, const char *result);
char *sa_rpc_refusal(const char *id, int code, const char *why);

// Begins a request with the id that the wait gets. `id` of a reply to it is that number alone.
// False: no descriptor is to be had.
bool sa_rpc_begin(struct sa_rpc *rpc, struct sa_rpc_wait *wait, const void *about);
char *sa_rpc_request(const struct sa_rpc_wait *wait, const char *method, const char *params);
// Ends it: what comes for it later is a stray.
void sa_rpc_end(struct sa_rpc *rpc, struct sa_rpc_wait *wait);

// A message, or an array of them. NULL, or why it is none (static).
const char *sa_rpc_receive(struct sa_rpc *rpc, const char *text, size_t len);
// Nothing more comes: all that wait are told why.
void sa_rpc_fail(struct sa_rpc *rpc, const char *why);
// The same for one of them.
void sa_rpc_fail_one(struct sa_rpc *rpc, struct sa_rpc_wait *wait, const char *why);

// Has it its reply or its failure?
bool sa_rpc_settled(struct sa_rpc *rpc, struct sa_rpc_wait *wait);

enum sa_rpc_end { SA_RPC_REPLY, SA_RPC_FAILED, SA_RPC_LATE, SA_RPC_STOPPED };
// Waits until then, calling `turn` (may be NULL) whenever something happened meanwhile.
enum sa_rpc_end sa_rpc_await(struct sa_rpc *rpc, struct sa_rpc_wait *wait, int64_t deadline,
                             struct sa_stop *stop, void (*turn)(void *ctx), void *ctx);
// Shows what the request with that id is about, which does not end meanwhile; `see` asks nothing
// of `rpc`. False: none is under way, or it is about nothing.
bool sa_rpc_see(struct sa_rpc *rpc, int64_t id, void (*see)(void *ctx, const void *about),
                void *ctx);
// Something happened that those who wait may want to look at.
void sa_rpc_stir(struct sa_rpc *rpc);

#endif
