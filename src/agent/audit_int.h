// Shared by audit.c (writing), audit_read.c (verifying) and image.c. Private.
#ifndef SA_AUDIT_INT_H
#define SA_AUDIT_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"

enum { SA_AUDIT_HASH = SA_DIGEST };

struct sa_audit_line {
    int64_t n;
    char prev[SA_AUDIT_HASH + 1], hash[SA_AUDIT_HASH + 1];
};

// FILE.head, beside a trail that several runs go into: number and hash of its last line, written at
// the start and the end of every run but those below others. It tells of a trail that was cut
// between two runs.
#define SA_AUDIT_HEAD ".head"
// What FILE.head says; false: there is none, or it is no such file.
bool sa_audit_read_head(const char *trail, struct sa_audit_line *head);

// Reads one line (without newline); false unless it is whole and its hash is right.
bool sa_audit_read_line(const char *text, size_t len, struct sa_audit_line *line);

#endif
