// The docker executor: a worker in a container of Docker or Podman.
#ifndef SA_EXEC_DOCKER_H
#define SA_EXEC_DOCKER_H

#include "exec/exec.h"

extern const struct sa_exec_ops sa_exec_docker;

// What the container is made of. All borrowed; NULL: nothing of that.
struct sa_docker_options {
    struct sa_exec_own own;
    const char *image;          // has a Python; NULL: our own interpreter in an image of its own
    const char *dockerfile;     // path; the image is built from it
    const char *const *install; // packages for pip, NULL-terminated
    bool any_limits;            // run with the limits that the engine can set
};

// The word that makes this program the process which has a container, in which the worker is, and
// what it then runs: `words` say how it is made. The result is the exit status.
#define SA_EXEC_DOCKER_WORKER "--docker-worker"
int sa_exec_docker_worker(int count, char **words);

// Starts a container. *what, malloc'd, says by which engine. 0, or -1 with *err: there is none, or
// it sets not all limits.
int sa_exec_docker_report(char **what, struct sa_err *err);
// Removes containers and volumes whose owner on this machine is gone, and the images that were
// built and no container uses: *images of these. How many of those, or -1 with *err.
int sa_exec_docker_prune(int *images, struct sa_err *err);

#endif
