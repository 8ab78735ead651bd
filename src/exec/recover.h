// Private to the jail executor: its state, and what happens when a worker is lost (recover.c).
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
    bool started; // a worker was, once
    struct sa_talk talk;
    struct sa_journal_entry *entries;
    size_t count, cap;
    size_t bytes, cells;   // of the cells among them
    bool cells_lost;       // a cell is missing in the journal
    struct sa_buf message; // of the last loss
};

// jail.c: a worker that has said hello, with the layers that are asked for; else -1 with *err.
int sa_jail_exec_start(struct sa_jail_exec *j, struct sa_err *err);

// Keeps a request in the journal; takes its text and *replies (may be NULL) over.
void sa_journal_add(struct sa_jail_exec *j, struct sa_str request, bool cell, enum py_status status,
                    struct sa_replies *replies);
void sa_journal_release(struct sa_jail_exec *j);

// The worker is lost, as `end` says: replaces it, hands it the state, and fills *r (borrowed until
// the next loss) with what happened and what became of the state.
void sa_jail_exec_lost(struct sa_jail_exec *j, enum sa_talk_end end, struct py_result *r);

#endif
