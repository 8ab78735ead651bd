// The audit trail: what a run did, in lines that are chained by their hashes, so that a cut, an
// edit or a line put in shows. A sink of the event stream; payloads come redacted.
//
// A line is a JSON object {"v":1,"n":N,"ts":...,"run":...,"what":...,"data":{...},"prev":H,
// "hash":H}: n counts from 1 through the file, prev is the hash of the line before (64 zeros for
// the first), hash the SHA-256 of the line's bytes before `,"hash"`. Every run ends in an "end"
// line; a file that stops before it was cut or the process died. FILE.head, beside a trail that
// runs are added to, has number and hash of its last line: without it, a trail cut between two runs
// would look whole. Who can rewrite both can rewrite the chain: keep the head hash elsewhere if
// that matters.
#ifndef SA_AGENT_AUDIT_H
#define SA_AGENT_AUDIT_H

#include <stddef.h>
#include <stdint.h>

#include "agent/event.h"

struct sa_buf;
struct sa_err;
struct sa_audit;

// Opens (creates 0600, never through a symbolic link) and locks the file for this process, and
// takes up its chain. A folder: a file named by the run in it. NULL with err (code 10).
struct sa_audit *sa_audit_open(const char *path, struct sa_events *events, struct sa_err *err);
void sa_audit_event(void *ctx, const struct sa_event *event);
void sa_audit_close(struct sa_audit *audit); // NULL is fine

struct sa_audit_report {
    int64_t lines, runs, open_runs; // open: without their "end" line
    int64_t bad_line;               // where the chain breaks; 0: it holds
    char problem[160];
    char head[65]; // hash of the last good line
};

// Verifies a trail's text and appends a readable listing to `out` (NULL: none). `path` is where it
// lies, for its FILE.head; NULL: nowhere.
void sa_audit_verify(const char *path, const char *text, size_t len, struct sa_audit_report *report,
                     struct sa_buf *out);

#endif
