// Shared by audit.c (writing), audit_read.c (verifying) and image.c (hashes). Private.
#ifndef SA_AUDIT_INT_H
#define SA_AUDIT_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SA_AUDIT_HASH = 64 }; // hex digits of SHA-256

struct sa_audit_line {
    int64_t n;
    char prev[SA_AUDIT_HASH + 1], hash[SA_AUDIT_HASH + 1];
};

// hex: room for SA_AUDIT_HASH + 1.
void sa_audit_hash(const char *line, size_t len, char *hex);
// Reads one line (without newline); false unless it is whole and its hash is right.
bool sa_audit_read_line(const char *text, size_t len, struct sa_audit_line *line);

#endif
