// Sub-agents: agents that another one calls as tools, NAME(task, **variables). What an agent is
// made of is the business of whoever opens it (src/cli); here is the call: an agent of its own on a
// thread of its own, whose run is one below the caller's, its answer a value, its failure an
// exception.
#ifndef SA_AGENT_SUB_AGENT_H
#define SA_AGENT_SUB_AGENT_H

#include <stdbool.h>
#include <stdint.h>

struct sa_agent;
struct sa_err;
struct sa_shape;
struct sa_steps;
struct sa_stop;
struct sa_tools;
struct sa_watchdog;

enum { SA_AGENTS_AT_ONCE = 256 }; // of the first run and all below; one more is refused

// One call, on its thread.
struct sa_sub_call {
    struct sa_agent *parent;      // who calls: its run is under way
    struct sa_stop *stop;         // ends it
    struct sa_watchdog *watchdog; // keeps its time
    struct sa_steps *steps;       // for its summary; NULL: none is wanted
    struct sa_agent *agent;       // that was opened
    void *parts;                  // what it is made of, of whoever opened it
};

// What there is to know of one; read by several threads at once, and never changed while there are
// tools of it.
struct sa_sub_agent {
    const char *name, *description;
    const struct sa_shape *shape; // of its answers; NULL: any
    bool summary;                 // its answer comes with one of its steps
    bool foreign;                 // it may hold what strangers wrote
    bool of_agent_file;           // an agent file has its section
    int64_t timeout_ns;           // of a call; 0: none
    // Fills in agent and parts. 0, or a code with *err and nothing to close.
    int (*open)(const struct sa_sub_agent *self, struct sa_sub_call *call, struct sa_err *err);
    void (*close)(struct sa_sub_call *call);
    void *ctx;
};

// Adds its tool, which borrows `sub`. -1 with *err when the name cannot be.
int sa_sub_agent_add(struct sa_tools *tools, const struct sa_sub_agent *sub, struct sa_err *err);

#endif
