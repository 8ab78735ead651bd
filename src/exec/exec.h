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

#include "base/err.h"
#include "jail/jail.h"
#include "smolagent/python.h"

struct sa_image;
struct sa_files;
struct sa_handles;
struct sa_folders;
struct sa_touch;
struct sa_stop;
struct sa_str;
struct sa_exec;

// Printed text as it is produced (fd 1 or 2). Return false to end the cell.
typedef bool (*sa_exec_print_fn)(void *ctx, int fd, const char *text, size_t len);

// A piece of a text from offset `at`, as for py_define_stream.
typedef long (*sa_exec_pull_fn)(void *ctx, uint64_t at, char *buf, size_t cap);

// One line of standard input, malloc'd, with the newline it ends with; NULL at the end.
typedef char *(*sa_exec_line_fn)(void *ctx, const char *prompt, size_t *len);

// What the code is: cells of an agent (final_answer exists), one program, lines typed.
enum sa_exec_mode { SA_EXEC_AGENT, SA_EXEC_SCRIPT, SA_EXEC_REPL };

struct sa_exec_ops;

// A folder whose modules a program may import: .py files of the owner of the program's file, the
// user or root, and packages of such; no link is followed below it.
struct sa_exec_modules {
    int fd;           // of the folder, O_PATH
    const char *name; // before the names of files that the program sees: "", or with a slash
    unsigned owner;   // of the program's file
};

// What executors of one kind alone want to be told: the first member of a struct in its header, as
// of struct sa_docker_options.
struct sa_exec_own {
    const struct sa_exec_ops *of;
};

// What made the state what it is, kept by whoever has code run (agent/journal.h), so that an
// executor that has lost it can ask for it.
struct sa_exec_journal {
    size_t cells;    // that are kept
    bool cells_lost; // one is missing: they cannot be run again
    // Makes the definitions and, with_cells, runs the cells again, by the operations of `exec`,
    // from which nothing gets out meanwhile. False where that does not end as it did then.
    bool (*play)(struct sa_exec_journal *journal, struct sa_exec *exec, bool with_cells);
    // The cell under way made nothing: what ran it is gone, or never began.
    void (*lose)(struct sa_exec_journal *journal);
    // The state was reset: no cell ran, but what was defined is there.
    void (*forget)(struct sa_exec_journal *journal);
    // While it plays: what reading the file gave then, as sa_exec_read_granted. False: it does not.
    bool (*recall_file)(struct sa_exec_journal *journal, const char *path, char **text, size_t *len,
                        const char **error);
    void (*keep_file)(struct sa_exec_journal *journal, const char *path, const char *text,
                      size_t len, const char *error);
    // The same of operations on granted folders, all of what was asked being `asked`.
    bool (*recall_folder)(struct sa_exec_journal *journal, struct sa_str asked,
                          struct py_file_reply *reply);
    void (*keep_folder)(struct sa_exec_journal *journal, struct sa_str asked,
                        const struct py_file_reply *reply);
};

// Everything is borrowed and must outlive the executor.
struct sa_exec_options {
    enum sa_exec_mode mode;
    size_t max_memory;          // bytes; 0: 256 MiB
    uint64_t max_operations;    // per cell; 0: no cap
    uint64_t max_output;        // bytes printed per cell; 0: no cap
    int64_t step_timeout_ns;    // per cell, tools excluded; 0: none
    const char *const *imports; // authorised modules, NULL-terminated; NULL: all
    bool installed; // beside Python's own modules, code may import whatever package is there
    const struct sa_files *files;          // that open() may read; NULL: none
    const struct sa_folders *folders;      // that were granted; NULL: none
    const struct sa_handles *handles;      // whose bytes code may ask for; NULL: none
    const struct sa_exec_modules *modules; // the program's own; NULL: none
    uint64_t seed;                         // with strict_seed: of random and hashes
    bool strict_seed;
    int optimize;                // as of struct py_options
    const char *const *warnings; // the same
    enum sa_jail_mode sandbox;   // which layers of the jail have to hold
    const char *nested; // a path that must stay read-only in a folder that may be changed, which
                        // only mounts enforce; NULL: none
    const char *python; // of a worker that is a Python; NULL: python3 in PATH
    const char *const *env;        // names of variables that it gets, NULL-terminated; NULL: none
    const struct sa_exec_own *own; // NULL: nothing but defaults
    uint64_t max_disk;             // bytes of the scratch folder, where there is one; 0: none
    const char *const *argv;       // sys.argv, argc words; NULL: empty
    int argc;
    struct sa_exec_journal *journal; // NULL: a state that is lost is not made again
    struct sa_stop *stop;            // its request interrupts the running cell; may be NULL
    // Told how long a cell may compute where the code runs in this process; may be NULL.
    struct sa_watchdog *watchdog;
    sa_exec_print_fn on_print;
    py_host_fn on_tool;         // called for every tool defined, but for those whose stub is async:
    struct py_call_hooks calls; // these
    // A file was asked for, and given or not; may be NULL. False: it must not be given.
    bool (*on_file)(void *ctx, const char *path, bool given);
    // The same of what is in a granted folder, or is changed there.
    bool (*on_folder)(void *ctx, const struct sa_touch *touch);
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
    const struct sa_jail_report *layers; // of the jail its code runs in; NULL: it is in none
    // Why its worker is lost and could not be replaced; the next request tries again. No code: a
    // worker exists. Whoever asked may clear it.
    struct sa_err lost;
};

// Those of the others are declared in the headers of their families.
extern const struct sa_exec_ops sa_exec_local, sa_exec_jail;

// The word that makes this program a worker, and what it then runs. `extra` (tests only) may add to
// the fresh isolate. The result is the exit status.
#define SA_EXEC_WORKER "--worker"
int sa_exec_worker(void (*extra)(struct py_isolate *iso));

// What this program is when it starts itself for an executor or a runner; the words of main. The
// exit status, or -1: none of these.
int sa_exec_role(int argc, char **argv);

// Starts a worker only to see which layers of the jail hold here. 0, or -1 with *err.
int sa_exec_jail_report(struct sa_jail_report *report, struct sa_err *err);

// Does it run code in a Python of its own, which may have packages installed?
bool sa_exec_has_packages(const struct sa_exec_ops *ops);

// Does a list of authorised modules (NULL: all) cover this one?
bool sa_exec_authorises(const char *const *imports, struct sa_str module);

// The first of the authorised modules that the built-in interpreter does not have; NULL: none.
const char *sa_exec_foreign_import(const char *const *imports);

// What "auto" is chosen by.
struct sa_exec_needs {
    const char *const *imports; // authorised modules
    const char *python;         // interpreter meant by --python; NULL: of PATH
    const char *foreign_tool;   // one that brings in text of strangers; NULL: none does
};
struct sa_exec_choice {
    const struct sa_exec_ops *ops;
    char why[200]; // of what it is
};
// The executor that "auto" means: python where an authorised import needs it, jail where a tool
// brings in text of strangers, else local.
void sa_exec_choose(const struct sa_exec_needs *needs, struct sa_exec_choice *choice);

// The own options, when they are of this kind; NULL: there are none.
const void *sa_exec_own(const struct sa_exec_options *options, const struct sa_exec_ops *ops);

// By name; NULL: there is none.
const struct sa_exec_ops *sa_exec_find(const char *name);

#endif
