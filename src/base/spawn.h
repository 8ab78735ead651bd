// The birth and the end of processes. Every child of this program starts here (lint sees to that):
// a program by sa_spawn, a copy of this process by sa_spawn_copy. What is said to a child with
// pipes, and what it says, is child.h's; nothing here waits but for an end.
#ifndef SA_BASE_SPAWN_H
#define SA_BASE_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct sa_spawn_limit {
    int resource; // RLIMIT_...
    rlim_t most;  // or what was allowed before, where that is less
};

enum sa_spawn_group { SA_SPAWN_OURS, SA_SPAWN_GROUP, SA_SPAWN_SESSION }; // one of its own

// What stands in for a descriptor of ours.
enum { SA_SPAWN_NULL = -1, SA_SPAWN_CHANNEL = -2, SA_SPAWN_FDS = 8 };

struct sa_spawn {
    const char *program;     // NULL: argv[0]; without a slash it is looked up in PATH
    int image;               // ours: the program itself, started instead of a name; 0: none
    const char *const *argv; // NULL-terminated
    const char *const *env;  // NULL-terminated "NAME=value"; NULL: ours
    const char *folder;      // where it starts; NULL: here
    const int *fds;          // ours, as its 0, 1, 2 and so on, SA_SPAWN_FDS at most, or one of the
    size_t fd_count;         // above; it gets no others
    const struct sa_spawn_limit *limits;
    size_t limit_count;
    enum sa_spawn_group group;
    int namespaces; // flags of clone(2): new ones
    bool blocked;   // it begins with all signals blocked; else with none, and none ignored
    bool own;       // this program anew: a core dump would hold what this one's would
    // Called in the child, last of all: async-signal-safe, for its memory is still this process's.
    // 0 or an errno.
    int (*hook)(void *ctx);
    void *ctx;
};

// Starts a program: 0, or an errno, also where it is the child that found it out, and no child.
int sa_spawn(const struct sa_spawn *spawn, pid_t *pid);
// The same with a pair of sockets: *channel is our end, close-on-exec and non-blocking, and
// SA_SPAWN_CHANNEL in the list is the child's. *channel is -1 with an errno.
int sa_spawn_with_channel(const struct sa_spawn *spawn, pid_t *pid, int *channel);
// A copy of this process with this thread alone, which ends with what `main` returns. -1: errno.
pid_t sa_spawn_copy(int (*main)(void *ctx), void *ctx);

// Waits for the end of a child of ours, which stays to be reaped. False: it lives on.
bool sa_spawn_ended(pid_t pid, int64_t timeout_ns);
// Ends it and reaps it, if there is one, and sets *pid to 0: asks with a signal (0: does not),
// waits, and kills it, or all of the group that it leads; SA_SPAWN_FOREVER: it ends by itself. Its
// wait status, -1 when there was none.
#define SA_SPAWN_FOREVER INT64_C(-1)
int sa_spawn_reap(pid_t *pid, int ask, int64_t timeout_ns);
// Ends this process, one that is locked in, at once: what libraries do at the end may be forbidden
// there, or (the leak checker of a sanitizer) tell its complaints to who reads standard error. It
// does not return, which its type must not say: AddressSanitizer asks the kernel for the signal
// stack before a call of that kind, and the locked-in process is killed for asking.
int sa_spawn_leave(int status);
// For a process to which those fall whose parents have gone: one that has ended and its status; 0:
// none so far; -1: there are none left.
pid_t sa_spawn_bury(int *status, bool wait);

// 0, or an errno; of this process and those to come.
int sa_spawn_limit(const struct sa_spawn_limit *limits, size_t count);

// No core dumps and no tracing of this process, which holds keys, from now on; nor can others of
// the same user read its environment. Programs that it starts may dump as before, but for its own.
void sa_spawn_seclude(void);

#endif
