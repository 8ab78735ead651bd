// Carries bytes both ways between two ends, for programs that stand between a host and its worker.
// Neither end can hold up the other: nothing waits for one of them alone, and little is kept.
#ifndef SA_EXEC_PUMP_H
#define SA_EXEC_PUMP_H

#include <sys/types.h>

struct sa_pump_end {
    int in, out; // polled; may be the same
    // As read(2) and write(2) on descriptors that do not block.
    ssize_t (*read)(struct sa_pump_end *end, char *buf, size_t cap);
    ssize_t (*write)(struct sa_pump_end *end, const char *data, size_t len);
    void *ctx;
};

// read and write of an end that is one or two descriptors; makes them non-blocking.
void sa_pump_plain(struct sa_pump_end *end, int in, int out);

// Runs until the host is gone (0) or the worker is (1): then all it had sent has been passed on.
int sa_pump(struct sa_pump_end *host, struct sa_pump_end *worker);

#endif
