// Executors whose worker is a process that speaks the worker protocol: their state, their common
// operations (remote.c), their start (remote_start.c), and what happens when a worker is lost
// (recover.c). Private to src/exec.
#ifndef SA_EXEC_REMOTE_H
#define SA_EXEC_REMOTE_H

#include "exec/proto/session.h"
#include "jail/jail.h"

struct sa_remote;
#define SA_REMOTE_TIMEOUT_NS (60 * SA_NS_PER_S) // for a worker that starts on this, busy, machine
#define SA_REMOTE_AGAIN_NS (20 * SA_NS_PER_S)   // for one that takes over, in the midst of a cell

// Where an executor's workers come from, and how they go.
struct sa_remote_kind {
    // Starts one: its process and channel, and what it was granted, in x->child. 0, or -1 with
    // *err.
    int (*spawn)(struct sa_remote *x, struct sa_err *err);
    // Ends it, however it is: the wait status, -1 when there was none.
    int (*reap)(struct sa_jail_child *child);
    bool jailed;        // it is judged by the layers of its jail
    bool announces;     // it says `ready` some time after its hello
    bool spares;        // the next one is started before this one is lost
    int64_t timeout_ns; // for its hello, and for its `ready`
    int64_t again_ns;   // the same of later ones; 0: no other
};

struct sa_remote {
    struct sa_exec base;
    const struct sa_remote_kind *kind;
    struct sa_exec_options options;
    struct sa_jail_child child;
    struct sa_jail_child spare; // greeted; what it says waits in its channel. Without a pid: none
    struct sa_jail_report report;
    char *nested;     // options.nested, owned
    char *program;    // what runs as a worker that is not our own, owned; NULL: ours
    char version[24]; // of that, as it says
    char ids[2][40]; // the file behind it and its virtual environment, as the first worker had them
    bool behind;     // the worker lacks the definitions, which wait in the journal
    bool started;    // a worker was, once, and was ready
    bool heeds_stop; // a request to stop wakes the session
    struct sa_exec_session session;
    bool playing;          // the state of a fresh worker is being made
    struct sa_buf message; // of the last loss
    struct py_result loss; // the last one, its texts in message
    bool untold;           // by a request whose result nobody looks at: the next cell tells of it
};

// The struct sa_exec_ops of such an executor, but for name and open; and what open does. Takes
// `program` (as above) over, and starts the first worker.
#define SA_REMOTE_OPS                                                                              \
    .define_json = sa_remote_define_json, .define_stream = sa_remote_define_stream,                \
    .define_tool = sa_remote_define_tool, .run = sa_remote_run,                                    \
    .disassemble = sa_remote_disassemble, .incomplete = sa_remote_incomplete,                      \
    .describe = sa_remote_describe, .interrupt = sa_remote_interrupt, .close = sa_remote_close
int sa_remote_open(const struct sa_exec_ops *ops, const struct sa_remote_kind *kind, char *program,
                   const struct sa_exec_options *options, struct sa_exec **out, struct sa_err *err);
int sa_remote_define_json(struct sa_exec *exec, const char *name, const char *json, size_t len,
                          struct sa_err *err);
int sa_remote_define_stream(struct sa_exec *exec, const char *name, sa_exec_pull_fn pull, void *ctx,
                            struct sa_err *err);
int sa_remote_define_tool(struct sa_exec *exec, const char *name, const char *stub,
                          struct sa_err *err);
void sa_remote_run(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                   struct py_result *result);
char *sa_remote_disassemble(struct sa_exec *exec, const char *code, size_t len,
                            const char *filename, struct py_result *result);
bool sa_remote_incomplete(struct sa_exec *exec, const char *code, size_t len);
const char *sa_remote_describe(struct sa_exec *exec, size_t *len);
void sa_remote_interrupt(struct sa_exec *exec);
void sa_remote_close(struct sa_exec *exec);

// Starts a worker that can be asked and has the required layers. 0, or -1 with *err.
int sa_remote_start(struct sa_remote *x, struct sa_err *err);
// Starts one up to its hello, without a look at the layers.
int sa_remote_start_any(struct sa_remote *x, struct sa_err *err);

// The worker that will take over when this one is lost starts meanwhile, if its kind has that.
void sa_remote_keep_spare(struct sa_remote *x);
// Whether a request to stop ends what is waited for; as it was before. A worker may be started, and
// its state made again, in the middle of a cell.
bool sa_remote_heed_stop(struct sa_remote *x, bool on);

// The journal makes its definitions in a fresh worker and, with_cells, runs its cells again. 0, or
// -1 with *err where that does not end as it did before.
int sa_remote_play(struct sa_remote *x, bool with_cells, struct sa_err *err);
// Ends the worker and starts one with everything defined and, with_cells, every earlier cell run
// again. False, with the reason in base.lost: it did not start, or has another state.
bool sa_remote_rebuild(struct sa_remote *x, bool with_cells);
// How long the next step of a start may take.
int64_t sa_remote_timeout(const struct sa_remote *x);

// The worker is lost, as `end` says: replaces it, hands it the state, and fills *r (borrowed until
// the next loss) with what happened and what became of the state.
void sa_remote_lost(struct sa_remote *x, enum sa_exec_session_end end, struct py_result *r);

#endif
