// Executors: where Python code runs. One interface for all: open, define variables and tools, run
// code with prints streamed out, interrupt, close. `sa_exec_local` is our interpreter in this
// process, `sa_exec_jail` the same in a locked-in worker, `sa_exec_python` the host's python3 as
// such a worker, `sa_exec_docker` a worker in a container, `sa_exec_e2b` one in a virtual machine
// of E2B, `sa_exec_command` a worker of the user's own; every kind has to look the same from here.
#ifndef SA_EXEC_H
#define SA_EXEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smolagent/python.h"

struct sa_err;
struct sa_image;
struct sa_stop;
struct sa_exec;
struct sa_jail_report;

// Printed text as it is produced (fd 1 or 2). Return false to end the cell.
typedef bool (*sa_exec_print_fn)(void *ctx, int fd, const char *text, size_t len);

// A piece of a text from offset `at`, as for py_define_stream.
typedef long (*sa_exec_pull_fn)(void *ctx, uint64_t at, char *buf, size_t cap);

// One line of standard input, malloc'd, with the newline it ends with; NULL at the end.
typedef char *(*sa_exec_line_fn)(void *ctx, const char *prompt, size_t *len);

// Whose manners the code has: cells of an agent (final_answer exists), one program, lines typed.
enum sa_exec_manner { SA_EXEC_AGENT, SA_EXEC_SCRIPT, SA_EXEC_REPL };

// What the container of the docker executor is made of. All borrowed; NULL: nothing of that.
struct sa_docker_options {
    const char *image;          // has a Python; NULL: our own interpreter in an image of its own
    const char *dockerfile;     // path; the image is built from it
    const char *const *install; // packages for pip, NULL-terminated
    const char *const *env;     // names of variables to pass in, NULL-terminated
    const char *python;         // the Python in the image; NULL: python3
};

// The sandbox of the e2b executor. Both borrowed.
struct sa_e2b_options {
    const char *template_id; // NULL: E2B's own for code
    const char *domain;      // of a server; NULL: E2B's own
    bool internet;           // the code may reach it
    bool quiet;              // what it cost is not told
};

// Everything is borrowed and must outlive the executor.
struct sa_exec_options {
    enum sa_exec_manner manner;
    size_t max_memory;          // bytes; 0: 256 MiB
    uint64_t max_operations;    // per cell; 0: no cap
    uint64_t max_output;        // bytes printed per cell; 0: no cap
    int64_t step_timeout_ns;    // per cell, tools excluded; 0: none
    const char *const *imports; // authorised modules, NULL-terminated; NULL: all
    const char *const *files;   // NULL-terminated paths that open() may read; NULL: none
    uint64_t seed;              // with strict_seed: of random and hashes
    bool strict_seed;
    bool any_sandbox;   // run with the layers there are instead of refusing
    const char *python; // interpreter or virtual environment; NULL: python3 in PATH
    struct sa_docker_options docker;
    struct sa_e2b_options e2b;
    const char *worker;      // shell command of a worker of the user's own; NULL: none
    uint64_t max_disk;       // bytes of the scratch folder, where there is one; 0: none
    const char *const *argv; // sys.argv, argc words; NULL: empty
    int argc;
    struct sa_stop *stop; // its request interrupts the running cell; may be NULL
    // Told how long a cell may compute where the code runs in this process; may be NULL.
    struct sa_watchdog *watchdog;
    sa_exec_print_fn on_print;
    py_host_fn on_tool;         // called for every tool defined, but for those whose stub is async:
    struct py_call_hooks calls; // these
    // A file was asked for, and given or not; may be NULL. False: it must not be given.
    bool (*on_file)(void *ctx, const char *path, bool given);
    // The code showed a picture, borrowed; may be NULL.
    void (*on_image)(void *ctx, const struct sa_image *image);
    sa_exec_line_fn on_line; // NULL: no standard input
    void *ctx;               // of all of these
};

struct sa_exec_ops {
    const char *name;
    int (*open)(const struct sa_exec_options *options, struct sa_exec **out, struct sa_err *err);
    int (*define_json)(struct sa_exec *exec, const char *name, const char *json, size_t len,
                       struct sa_err *err);
    int (*define_stream)(struct sa_exec *exec, const char *name, sa_exec_pull_fn pull, void *ctx,
                         struct sa_err *err);
    // `stub` is Python source of the signature (see tool.h).
    int (*define_tool)(struct sa_exec *exec, const char *name, const char *stub,
                       struct sa_err *err);
    // Runs one cell. *result is borrowed from the executor until its next call.
    void (*run)(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                struct py_result *result);
    // The bytecode of `code` as text, malloc'd; nothing runs. NULL, with *result (as above) filled
    // when result is not NULL, for code that does not compile.
    char *(*disassemble)(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                         struct py_result *result);
    // True when `code` could be continued by more lines.
    bool (*incomplete)(struct sa_exec *exec, const char *code, size_t len);
    // "name: type = repr" a line, borrowed until the next call.
    const char *(*describe)(struct sa_exec *exec, size_t *len);
    void (*interrupt)(struct sa_exec *exec); // async-signal-safe
    void (*close)(struct sa_exec *exec);
};

// Common head of every executor's own struct.
struct sa_exec {
    const struct sa_exec_ops *ops;
};

extern const struct sa_exec_ops sa_exec_local, sa_exec_jail, sa_exec_python, sa_exec_docker,
    sa_exec_e2b, sa_exec_command;

// The word that makes this program a worker, and what it then runs. `extra` (tests only) may add to
// the fresh isolate. The result is the exit status.
#define SA_EXEC_WORKER "--worker"
int sa_exec_worker(void (*extra)(struct py_isolate *iso));
// The same for the worker that becomes the host's python3 at `program`; returns when that failed.
#define SA_EXEC_PYTHON_WORKER "--python-worker"
int sa_exec_python_worker(const char *program);

// The same for the process that has a container, in which the worker is. `words` say how it is
// made.
#define SA_EXEC_DOCKER_WORKER "--docker-worker"
int sa_exec_docker_worker(int count, char **words);

// The same for the process that has a sandbox of E2B.
#define SA_EXEC_E2B_WORKER "--e2b-worker"
int sa_exec_e2b_worker(int count, char **words);

// Starts a worker only to see which layers of the jail hold here. 0, or -1 with *err.
int sa_exec_jail_report(struct sa_jail_report *report, struct sa_err *err);

// Starts the interpreter meant by `wanted` (see python.h) in the jail. *what, malloc'd, says which
// and what the jail lacks. 0: all is well, 1: layers are missing, -1 with *err: it does not run
// here.
int sa_exec_python_report(const char *wanted, char **what, struct sa_err *err);

// Which engine the docker executor would use: *what, malloc'd. 0, or -1 with *err: there is none.
int sa_exec_docker_report(char **what, struct sa_err *err);
// Removes containers whose owner on this machine is gone. How many, or -1 with *err.
int sa_exec_docker_prune(struct sa_err *err);

// Where the e2b executor would get its sandboxes: *what, malloc'd. 0, or -1 with *err: there is no
// key, or it is refused.
int sa_exec_e2b_report(const struct sa_e2b_options *options, char **what, struct sa_err *err);

// The first of the authorised modules that the built-in interpreter does not have; NULL: none.
const char *sa_exec_foreign_import(const char *const *imports);

// The executor that "auto" means: local, or python where an authorised import needs it and the
// interpreter meant by `python` (NULL: of PATH) is there.
const struct sa_exec_ops *sa_exec_choose(const char *const *imports, const char *python);

// By name; NULL: there is none.
const struct sa_exec_ops *sa_exec_find(const char *name);

#endif
