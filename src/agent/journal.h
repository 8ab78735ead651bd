// What made the state of an executor what it is: the definitions and cells, in order, each cell
// with the answers that the host gave to it. Played back into a fresh executor of whatever kind, it
// makes the same state, while nothing is called, asked for or printed again. Entries are plain
// data.
//
// The functions take a journal of NULL too, for an executor whose state nobody will make again.
#ifndef SA_AGENT_JOURNAL_H
#define SA_AGENT_JOURNAL_H

#include "exec/exec.h"

struct sa_err;
struct sa_journal;

// What the host answered to one call of a cell.
struct sa_journal_answer {
    uint64_t asked; // hash of what was asked
    char *text;     // value, file, line or piece; NULL: none
    size_t len;
    char *error;            // of a tool; NULL: none
    const char *error_type; // static
    int64_t number;         // of a call, or how much of a stream came
    bool end;
};

struct sa_journal_entry {
    enum sa_journal_kind {
        SA_JOURNAL_JSON,
        SA_JOURNAL_STREAM,
        SA_JOURNAL_TOOL,
        SA_JOURNAL_CELL
    } kind;
    char *name; // that was defined; of a cell: its file
    char *text; // value, stub or code
    size_t len;
    void *stream; // SA_JOURNAL_STREAM: who pulls; belongs to the journal
    enum py_status status;
    struct sa_journal_answer *answers; // of a cell
    size_t count, cap;
};

struct sa_journal *sa_journal_new(void);
void sa_journal_free(struct sa_journal *journal);

// Puts the journal between an executor that is to be opened and the host: the callbacks of
// *options become its own, which keep what theirs answer, or answer what was kept.
void sa_journal_attach(struct sa_journal *journal, struct sa_exec_options *options);

// The operations of the executor of that name, kept when they went well.
int sa_journal_define_json(struct sa_journal *journal, struct sa_exec *exec, const char *name,
                           const char *json, size_t len, struct sa_err *err);
int sa_journal_define_stream(struct sa_journal *journal, struct sa_exec *exec, const char *name,
                             sa_exec_pull_fn pull, void *ctx, struct sa_err *err);
int sa_journal_define_tool(struct sa_journal *journal, struct sa_exec *exec, const char *name,
                           const char *stub, struct sa_err *err);
void sa_journal_run(struct sa_journal *journal, struct sa_exec *exec, const char *code, size_t len,
                    const char *filename, struct py_result *result);

// All of it into a fresh executor that was opened with these options. False where that does not end
// as it did then, or a cell is missing.
bool sa_journal_play(struct sa_journal *journal, struct sa_exec *exec);
// Of a state that is given up: nothing was defined and nothing ran.
void sa_journal_clear(struct sa_journal *journal);

#endif
