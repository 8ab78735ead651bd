// The whole runner in a sandbox (`smolagent sandbox-run`): this program run anew where there is no
// network and no file but the system's programs and what was granted. The one way out is the broker
// (http/broker.h), whose outer side is in this process, with the keys. jail.c starts it,
// inside.c is what happens on the other side before it runs.
#ifndef SA_EXEC_RUNNER_H
#define SA_EXEC_RUNNER_H

#include <stdbool.h>
#include <stdint.h>

#include "http/broker.h"
#include "jail/jail.h"

struct sa_docker_options;
struct sa_e2b_options;
struct sa_err;

// All borrowed; lists end with NULL and may be NULL.
struct sa_runner_options {
    const char *const *args;   // of the program inside, after its own name
    const char *const *env;    // "NAME=value"; PATH, HOME and the broker's place are there anyhow
    const char *config;        // contents of SA_RUNNER_CONFIG
    const char *const *read;   // absolute paths that may be read, with all below them
    const char *const *write;  // folders that may also be written
    uint64_t max_memory;       // bytes of one process
    uint64_t max_disk;         // of the scratch folder, and of any file written
    int64_t timeout_ns;        // after that it is killed; 0: never
    bool interactive;          // reads a terminal
    enum sa_jail_mode sandbox; // of a jail: which layers have to hold
    struct sa_broker_options broker; // its stop is filled in here
};

#define SA_RUNNER_CONFIG SA_JAIL_SCRATCH "/.smolagent.conf"

struct sa_runner_end {
    int status;        // as of waitpid
    int signal;        // this process was asked to end by it; 0: it was not
    bool timed_out;    // killed after timeout_ns
    char problem[512]; // why the runner was not started; "": it was
};

// Runs it to its end in the jail, with this process's standard streams. Signals that end programs
// are passed on meanwhile. 0, or -1 with *err.
int sa_runner_jail(const struct sa_runner_options *options, struct sa_runner_end *end,
                   struct sa_err *err);
// The same in a container of Docker or Podman: with docker->image, whose programs tools may be,
// or in one that holds nothing but this program.
int sa_runner_docker(const struct sa_runner_options *options,
                     const struct sa_docker_options *docker, struct sa_runner_end *end,
                     struct sa_err *err);
// The same in a virtual machine of E2B, into which this program and what may be read are copied.
int sa_runner_e2b(const struct sa_runner_options *options, const struct sa_e2b_options *e2b,
                  struct sa_runner_end *end, struct sa_err *err);
// Tries only whether the jail has all its layers here. 0, or -1 with *err.
int sa_runner_jail_check(struct sa_err *err);

// The word that makes this program the first process inside; returns its exit status.
#define SA_RUNNER_INSIDE "--runner-inside"
int sa_runner_inside(void);
// The same in a container or a virtual machine (see SA_PROGRAM_CONTAINED).
int sa_runner_contained(void);

// --- between the two sides of a jail, over the socket that sa_jail_spawn makes

#define SA_RUNNER_BROKER "@smolagent-gate" // in the network namespace of the sandbox

// First message, with standard input, output and error; `len` bytes of words follow, each
// "NAME=VALUE" (relay.h) with a NUL.
struct sa_runner_hello {
    size_t len;
    unsigned namespaces; // that were granted
    uint64_t max_memory, max_disk;
};
// Then the inner side sends its struct sa_jail_report, the outer a byte when that is enough, the
// inner a byte with the listening socket of the broker, and at last a struct sa_runner_end.

// sendmsg and recvmsg of a whole message and `count` descriptors (close-on-exec). False when it did
// not come in one piece.
bool sa_runner_send(int fd, const void *data, size_t len, const int *fds, int count);
bool sa_runner_receive(int fd, void *data, size_t len, int *fds, int count);

#endif
