// Executors whose worker is a process in the jail: their state, their common operations (jail.c),
// and what happens when a worker is lost (recover.c). Private to src/exec.
#ifndef SA_EXEC_RECOVER_H
#define SA_EXEC_RECOVER_H

#include "exec/talk.h"
#include "jail/jail.h"

// A request that made the state what it is: a definition, or a cell that ended by itself.
struct sa_journal_entry {
    struct sa_str request; // frames as sent, owned
    bool cell;
    enum py_status status;
    struct sa_replies replies;
};

struct sa_jail_exec {
    struct sa_exec base;
    struct sa_exec_options options;
    struct sa_jail_child child;
    struct sa_jail_report report;
    unsigned layers;  // of the jail that have to hold
    char *program;    // the host's interpreter, owned; NULL: the worker is our own
    char version[24]; // of that, as it says
    bool starting;    // it still has to say that it is ready; definitions wait in the journal
    bool started;     // a worker was, once
    struct sa_talk talk;
    struct sa_journal_entry *entries;
    size_t count, cap;
    size_t bytes, cells;   // of the cells among them
    bool cells_lost;       // a cell is missing in the journal
    struct sa_buf message; // of the last loss
};

// The struct sa_exec_ops of such an executor, but for name and open; and what open does. Takes
// `program` (as above) over.
#define SA_JAIL_EXEC_OPS                                                                           \
    .define_json = sa_jail_exec_define_json, .define_stream = sa_jail_exec_define_stream,          \
    .define_tool = sa_jail_exec_define_tool, .run = sa_jail_exec_run,                              \
    .disassemble = sa_jail_exec_disassemble, .incomplete = sa_jail_exec_incomplete,                \
    .describe = sa_jail_exec_describe, .interrupt = sa_jail_exec_interrupt,                        \
    .close = sa_jail_exec_close
int sa_jail_exec_open(const struct sa_exec_ops *ops, char *program,
                      const struct sa_exec_options *options, struct sa_exec **out,
                      struct sa_err *err);
int sa_jail_exec_define_json(struct sa_exec *exec, const char *name, const char *json, size_t len,
                             struct sa_err *err);
int sa_jail_exec_define_stream(struct sa_exec *exec, const char *name, sa_exec_pull_fn pull,
                               void *ctx, struct sa_err *err);
int sa_jail_exec_define_tool(struct sa_exec *exec, const char *name, const char *stub,
                             struct sa_err *err);
void sa_jail_exec_run(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                      struct py_result *result);
char *sa_jail_exec_disassemble(struct sa_exec *exec, const char *code, size_t len,
                               const char *filename, struct py_result *result);
bool sa_jail_exec_incomplete(struct sa_exec *exec, const char *code, size_t len);
const char *sa_jail_exec_describe(struct sa_exec *exec, size_t *len);
void sa_jail_exec_interrupt(struct sa_exec *exec);
void sa_jail_exec_close(struct sa_exec *exec);

// jail.c: a worker that has said hello, with the layers that are asked for; else -1 with *err.
int sa_jail_exec_start(struct sa_jail_exec *j, struct sa_err *err);
// Waits for a worker that is starting, so that it can be asked. 0, or -1 with *err.
int sa_jail_exec_ready(struct sa_jail_exec *j, struct sa_err *err);

// Makes the definitions of the journal in a fresh worker and, with_cells, runs its cells again.
// False where that does not end as it did before.
bool sa_journal_replay(struct sa_jail_exec *j, bool with_cells);

// Keeps a request in the journal; takes its text and *replies (may be NULL) over.
void sa_journal_add(struct sa_jail_exec *j, struct sa_str request, bool cell, enum py_status status,
                    struct sa_replies *replies);
void sa_journal_release(struct sa_jail_exec *j);

// The worker is lost, as `end` says: replaces it, hands it the state, and fills *r (borrowed until
// the next loss) with what happened and what became of the state.
void sa_jail_exec_lost(struct sa_jail_exec *j, enum sa_talk_end end, struct py_result *r);

#endif
