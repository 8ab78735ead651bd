// Bytes on their way through descriptors that do not block: the one wait for several of them, with
// what ends it, and a queue with a ceiling. Whoever moves bytes in more than one direction is made
// of these two, so that no side can hold up another.
#ifndef SA_BASE_FLOW_H
#define SA_BASE_FLOW_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

enum sa_flow_wait {
    SA_FLOW_READY, // revents say what; or a signal came, and there are none
    SA_FLOW_LATE,
    SA_FLOW_WOKEN, // by fds[0]
};

// Waits for descriptors (-1: not this one) until `deadline`, monotonic, INT64_MAX: for ever. fds[0]
// is what wakes: readable when somebody wants this to end, -1 where nobody can; then nothing lasts
// longer than a second, for there may be a flag to be looked at. Says what is ready even if late.
enum sa_flow_wait sa_flow_wait(struct pollfd *fds, nfds_t count, int64_t deadline);

bool sa_flow_readable(int fd); // now; false for -1

// What a descriptor that does not block made of read or write.
enum sa_flow_end {
    SA_FLOW_MOVED,
    SA_FLOW_NOT_NOW, // or there is no room, or nothing to write
    SA_FLOW_OVER,    // nothing comes or goes any more
};
enum sa_flow_end sa_flow_judge(ssize_t n); // by n and errno

// First in, first out.
struct sa_flow {
    struct sa_buf buf;
    size_t at; // bytes of it that have gone
};

void sa_flow_init(struct sa_flow *flow, size_t ceiling); // bytes on their way at once
void sa_flow_release(struct sa_flow *flow);
void sa_flow_clear(struct sa_flow *flow);
size_t sa_flow_len(const struct sa_flow *flow);
const char *sa_flow_data(const struct sa_flow *flow); // the next of them
size_t sa_flow_room(const struct sa_flow *flow);
// All or, false, nothing.
bool sa_flow_put(struct sa_flow *flow, const void *data, size_t len);
void sa_flow_gone(struct sa_flow *flow, size_t len); // the first `len` of them
// Room for up to *len further bytes, which may become less, and so many of them there; NULL: none.
char *sa_flow_reserve(struct sa_flow *flow, size_t *len);
void sa_flow_added(struct sa_flow *flow, size_t len);

// One read, one write. A reader that has gone is no signal.
enum sa_flow_end sa_flow_read(struct sa_flow *flow, int fd);
enum sa_flow_end sa_flow_write(struct sa_flow *flow, int fd);

#endif
