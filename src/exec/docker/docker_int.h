// The docker executor's parts: the engine's API (engine.c), images (image.c),
// containers (container.c), and the process between host and container (relay.c),
// which is the only one to use them for a run. Private
// to src/exec.
#ifndef SA_EXEC_DOCKER_INT_H
#define SA_EXEC_DOCKER_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "exec/docker/docker.h"
#include "exec/relay/program.h"
#include "http/http.h"
#include "jail/jail.h"

// --- engine.c: Docker Engine, or Podman's service of the same API

struct sa_engine {
    char *where;           // as DOCKER_HOST would name it
    char *socket;          // path; NULL: base is reached over TCP
    char *base;            // URL before the path of a request
    char *ca, *cert, *key; // files for TLS, NULL: none
    char version[16];      // of the API, as spoken
    char os[16];
    char *name;           // "Libpod/4.3.1", as it calls itself; NULL: it does not
    bool rootless;        // its socket belongs to a user, in whose name it runs
    struct sa_stop *stop; // ends requests; may be NULL
    struct sa_http_options options;
    struct sa_http *http;
};

// Finds an engine as docker does (DOCKER_HOST, context, the usual sockets), asks for its version
// and agrees on one. 0, or -1 with *err; release *engine in both cases.
int sa_engine_open(struct sa_engine *engine, struct sa_err *err);
void sa_engine_release(struct sa_engine *engine);

struct sa_engine_call {
    const char *method, *path; // below the version
    const char *body, *type;   // NULL: none; type NULL: JSON
    size_t body_len;
    struct sa_buf *reply; // its text, of a call that went well, is appended; may be NULL
    void (*on_header)(void *engine, struct sa_str name, struct sa_str value); // may be NULL
    int64_t wait_ms; // for the whole reply; 0: two minutes
};
#define SA_ENGINE_LONG_MS (30 * 60000) // images are fetched and built

// The status of the reply when it is 2xx or 304, else -1 with *err: http_status and the engine's
// own message.
int sa_engine_call(struct sa_engine *engine, const struct sa_engine_call *call, struct sa_err *err);
// Does it answer at all, in a few seconds?
bool sa_engine_answers(struct sa_engine *engine);
// malloc'd URL of a path, as sa_engine_call makes it.
char *sa_engine_url(const struct sa_engine *engine, const char *path);
// Appends text so that it can stand in a path or query.
void sa_engine_quote(struct sa_buf *out, const char *text);

// --- image.c

#define SA_DOCKER_WORKER "/.smolagent-worker" // the program of contain.h in every image

// Makes sure that the image meant by the options is there: its tag, malloc'd, or NULL with *err.
char *sa_docker_image(struct sa_engine *engine, const struct sa_docker_options *options,
                      struct sa_err *err);
// The same for one that holds this whole program, in SA_DOCKER_FOLDER: options->image, or nothing,
// with that added.
#define SA_DOCKER_FOLDER "/.smolagent"
char *sa_docker_runner_image(struct sa_engine *engine, const struct sa_docker_options *options,
                             const struct sa_program *program, struct sa_err *err);
// Removes images that were built here and that no container uses, with their layers; how many, or
// -1 with *err.
int sa_image_prune(struct sa_engine *engine, struct sa_err *err);
// Can images be made at all? 0, or -1 with *err for a build that carries no worker for them.
int sa_docker_worker_check(struct sa_err *err);
// Does it have its own Python, that the code runs in?
bool sa_docker_has_python(const struct sa_docker_options *options);

// --- container.c

struct sa_container {
    struct sa_engine *engine;
    char name[40];   // ours to give, so that it can be removed whatever became of its creation
    bool any_limits; // run with the limits that the engine can set
    int user, group; // its own, because the limit of processes counts those of a user anywhere; of
                     // a runner with paths that are mounted: the caller's, whose files those are
    bool volume;     // there is one of the same name, the scratch folder
    const cJSON
        *volumes; // members are the paths of those that the image declares; while it is created
    int64_t max_memory;         // bytes of the worker
    int64_t max_disk;           // bytes of the scratch folder
    bool runner;                // this whole program, not a worker
    const char *python;         // of the image; NULL: python3
    const char **env;           // names of variables to pass in, NULL-terminated
    const char **read, **write; // of a runner: paths that are mounted, NULL-terminated
};

// Creates it, attaches to it and starts it. 0, or -1 with *err; remove it in both cases.
int sa_container_start(struct sa_container *container, const char *image,
                       const struct sa_docker_options *options, struct sa_http_stream **stream,
                       struct sa_err *err);
void sa_container_remove(struct sa_container *container);
// Removes those whose owner on this machine is gone; how many, or -1 with *err.
int sa_container_prune(struct sa_engine *engine, struct sa_err *err);
// docker.c: ends a relay, as sa_relay_reap. What one leaves that was killed is removed by this
// process.
int sa_docker_reap(struct sa_jail_child *child);

#endif
