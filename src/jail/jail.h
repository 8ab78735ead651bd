// The jail: a worker process that can compute and talk over one descriptor, and nothing else. Every
// layer is one mechanism of the kernel in a file of its own; together they hold even when the code
// inside the worker has been taken over. The host side is `sa_jail_spawn`, the worker locks itself
// in with `sa_jail_enter` before it sees anything hostile.
#ifndef SA_JAIL_H
#define SA_JAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

struct sa_err;

// In the order in which they are reported. Name, and what it takes away.
#define SA_JAIL_LAYERS(X)                                                                          \
    X(USER, "user namespace", "no identity and no capability outside")                             \
    X(PID, "pid namespace", "no other process in sight")                                           \
    X(NET, "net namespace", "no network interface, not even a working loopback")                   \
    X(MOUNT, "mount namespace", "an empty read-only file system")                                  \
    X(IPC, "ipc namespace", "no shared memory or queues of others")                                \
    X(LANDLOCK, "landlock", "every file access and TCP port denied")                               \
    X(SECCOMP, "seccomp", "only the system calls of the list; anything else kills")                \
    X(RLIMITS, "rlimits", "no processes, files, locks, core dumps; bounded address space")         \
    X(NO_NEW_PRIVS, "no_new_privs", "no privilege by exec")                                        \
    X(IDENTITY, "identity", "root became nobody")                                                  \
    X(CAPABILITIES, "capabilities", "none left in any set")                                        \
    X(ENVIRONMENT, "environment", "empty; the program's memory is fresh")                          \
    X(DESCRIPTORS, "descriptors", "all closed but the channel")                                    \
    X(DUMPABLE, "dumpable", "off: no core dump, no ptrace by the same user")

enum sa_jail_layer {
#define X(id, name, what) SA_JAIL_##id,
    SA_JAIL_LAYERS(X)
#undef X
        SA_JAIL_LAYER_COUNT
};
enum { SA_JAIL_ALL = (1 << SA_JAIL_LAYER_COUNT) - 1 };

const char *sa_jail_layer_name(int layer);

// What came of the request: a bit per layer, and errno of the ones that were refused.
struct sa_jail_report {
    unsigned enforced;
    int error[SA_JAIL_LAYER_COUNT];
    int landlock_abi; // 0: none
};

// Is a layer missing? A program that is executed does not keep DUMPABLE, which is no fault.
bool sa_jail_lacks(const struct sa_jail_report *report, int layer);
// "user namespace, pid namespace (Operation not permitted), ..." of the layers that are missing;
// nothing when all hold.
void sa_jail_missing(const struct sa_jail_report *report, struct sa_buf *out);
// The values of --sandbox. AVAILABLE: every layer that the kernel grants, as long as the floor
// holds (enter.c); the filter denies what a missing layer would have prevented. STRICT: every
// layer. NESTED: as AVAILABLE, inside sandbox-run, which holds the files already.
enum sa_jail_mode { SA_JAIL_AVAILABLE, SA_JAIL_STRICT, SA_JAIL_NESTED };
// The one place that decides whether code may run with what the kernel granted: 0, or -1 with *err
// (SA_E_SANDBOX), which names the missing layers. `vital`: bits of the layers without which the
// caller cannot work, in addition to the floor.
int sa_jail_judge(const struct sa_jail_report *report, enum sa_jail_mode mode, unsigned vital,
                  struct sa_err *err);
// Puts the member `layers` of a worker's hello: a layer's name, 0 or errno + 1.
void sa_jail_put_layers(const struct sa_jail_report *report, struct sa_buf *out);
// What `smolagent doctor` prints of one layer.
void sa_jail_describe(const struct sa_jail_report *report, int layer, struct sa_buf *out);

// Why layers are missing, as far as errors and /proc (`proc`: where it is) tell, and what to do
// about it: one line each.
struct sa_jail_cause {
    const char *why, *cure;
};
enum { SA_JAIL_CAUSES = 4 }; // at most
size_t sa_jail_causes(const struct sa_jail_report *report, const char *proc, bool root,
                      struct sa_jail_cause *causes);

// --- host side

enum { SA_JAIL_CHANNEL = 0 }; // the worker's only descriptor

struct sa_jail_child {
    pid_t pid;   // 0: none
    int channel; // our end, close-on-exec and non-blocking; -1: closed
    // The namespaces, as far as they were granted; with a user namespace also IDENTITY: whether its
    // id 0 is nobody outside.
    struct sa_jail_report report;
};

// Starts `program` (NULL: this program) with argv[] in fresh namespaces, without environment and
// with the channel as its only descriptor. Falls back to fewer namespaces where the kernel refuses;
// the report says which. 0, or -1 with *err (SA_E_SANDBOX).
int sa_jail_spawn(const char *program, const char *const *argv, struct sa_jail_child *child,
                  struct sa_err *err);

// The same with `count` descriptors of ours, two at most, as its 1 and 2, besides the channel.
int sa_jail_spawn_with(const char *program, const char *const *argv, const int *streams,
                       size_t count, struct sa_jail_child *child, struct sa_err *err);

// Closes the channel and ends the worker as sa_spawn_reap does. The wait status, -1 when there was
// no child.
int sa_jail_end(struct sa_jail_child *child, int ask, int64_t timeout_ns);
int sa_jail_reap(struct sa_jail_child *child); // at once

// --- worker side

// What a program of the host, such as another interpreter, gets to see. Paths are absolute; what is
// not there is left out. NULL ends the lists.
struct sa_jail_view {
    const char *const *paths; // readable, with all below them
    // What is shown at each of the paths: a real path, on which no link is followed; those of
    // `programs` are such, too. NULL: the paths themselves, as the system's links lead.
    const char *const *sources;
    const char *const *programs; // that may be executed: the program and its loader
    uint64_t scratch;            // bytes of SA_JAIL_SCRATCH, which may be written; 0: there is none
    const char *const *writable; // folders that may be changed; NULL: none
    // Folders of the user's, real paths with "r" before them, or "w" where they may be changed:
    // what they hold may be hostile by now, so no link is followed on the way to one. NULL: none.
    const char *const *granted;
    const char *folder; // where it starts; made when no path holds it; NULL: the root
    // The rest for a program that brings further ones along: NULL and false else.
    const char *const *devices; // that may be read and written
    bool family;                // may start programs, and have Unix sockets among them
};
// For views: the system's programs and libraries with what those look at that says nothing of this
// machine's people, and devices that keep nothing. NULL ends these lists, too.
extern const char *const sa_jail_system[], *const sa_jail_devices[];
size_t sa_jail_count(const char *const *paths);
#define SA_JAIL_SCRATCH "/tmp"
enum { SA_JAIL_PROGRAM = 3 }; // the descriptor that may be executed, and nothing else

struct sa_jail_limits {
    uint64_t max_memory; // bytes the worker's program may use
    unsigned namespaces; // `enforced` of the child's report, as the host says
    // NULL: this process goes on and needs nothing. Else it executes a program next (the filter is
    // then one for programs; DUMPABLE only lasts until then).
    const struct sa_jail_view *view;
};

// Locks this process in, for good. Everything needed later has to be open, loaded and read by now.
void sa_jail_enter(const struct sa_jail_limits *limits, struct sa_jail_report *report);

// For a program that another mechanism, such as a container, locks in: no new privileges, Landlock
// and the filter as above, but no other layer.
void sa_jail_enter_contained(const struct sa_jail_view *view, struct sa_jail_report *report);
// The same for its resources: only the resource limits
// that sa_jail_enter with a view would set; `family` as there. 0, or an errno.
int sa_jail_limit_program(uint64_t max_memory, uint64_t max_file, bool family);

#endif
