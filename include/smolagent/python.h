// The Python engine, seen from outside: create an isolate, give it tools and variables, run code.
// This is the public API of the interpreter half of libsmolagent.a; it knows nothing of agents,
// files or the network. What a hook does not grant does not exist for the program.
//
// Threads: an isolate is used by one thread at a time; py_interrupt alone may be called from a
// signal handler or another thread. Strings are UTF-8, (pointer, length) unless NUL-terminated is
// said. Parameters are borrowed for the call; a `const char *` result is borrowed from the isolate
// until the next call on it.
#ifndef SMOLAGENT_PYTHON_H
#define SMOLAGENT_PYTHON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct py_isolate;

// How a cell ended.
enum py_status {
    PY_OK,         // ran to its end
    PY_FINAL,      // the function that gives the answer was called: result.value_json holds that
    PY_EXIT,       // SystemExit: result.exit_code
    PY_EXCEPTION,  // uncaught exception: result.error_text holds the traceback
    PY_LIMIT,      // a limit ended the cell: result.limit, result.error_text
    PY_INTERRUPTED // py_interrupt was called
};

enum py_limit {
    PY_LIMIT_NONE,
    PY_LIMIT_OPERATIONS,
    PY_LIMIT_TIME,
    PY_LIMIT_MEMORY,
    PY_LIMIT_OUTPUT,
    PY_LIMIT_TOOL_CALLS // of hosts that cap calls of their functions: no isolate ends a cell so
};

// A host function's answer to the program. `json` and `error` are malloc'd and taken over by the
// isolate. Exactly one of them is set; neither means None.
struct py_host_result {
    char *json;             // the value, as JSON text
    char *error;            // message of the exception to raise
    const char *error_type; // builtin exception name, "RuntimeError" when NULL
    bool end_cell;          // stop the cell at once, uncatchably (denied by policy, run cancelled)
    int64_t call;           // of struct py_call_hooks only: number of the call, from 1; 0: none
};

// A host function. `args_json` is a JSON object {parameter name: value}. Time spent inside is not
// charged to the cell's deadline.
typedef struct py_host_result (*py_host_fn)(void *ctx, const char *name, const char *args_json,
                                            size_t args_len);

// Calls of host functions that run beside the program, which awaits them, or makes them in threads;
// asyncio's loop waits here where it would sleep. All three or none are set; time spent in them is
// not charged to the cell's deadline. What is under way when a cell ends is for the host to end.
struct py_call_hooks {
    // Begins a call. The result has its number, or error or end_cell.
    struct py_host_result (*start)(void *ctx, const char *name, const char *args_json,
                                   size_t args_len);
    // The next call that ended: its number and result. Number 0: none did within timeout_ns (under
    // 0: however long), or none is under way.
    struct py_host_result (*wait)(void *ctx, int64_t timeout_ns);
    // Nobody waits for it any more.
    void (*cancel)(void *ctx, int64_t call);
};

// A module of the program's own, as the host has it. All is malloc'd and taken over by the isolate.
struct py_module_source {
    char *text; // UTF-8, or as its first lines say; NULL: a folder without an __init__.py
    size_t len;
    char *file;   // its name in tracebacks, and as __file__; of a folder: that of the folder
    bool package; // file ends in /__init__.py: there may be modules below it
    char *error;  // instead of the others: it is there, but cannot be had; for an ImportError
};

// What a program may ask of folders that it was granted. Each operation names its file anew, so
// that the host keeps nothing between two; `file` says which one is meant.
//   READ      data: `count` bytes (negative: all) from `at` on; file and size are told
//   OPEN      `at`: bits of PY_FILE_CREATE and the others; file and size are told
//   WRITE     data to `at` (negative: the end); size: where that ended
//   TRUNCATE  to `at` bytes
//   STAT      data: mode ino dev nlink uid gid size, and the times of access, change and status in
//   LSTAT       ns, with blanks between; the latter of a link itself
//   LIST      data: of each entry d f l or o, its name, and a NUL
//   RESOLVE   data: the absolute path without links
//   READLINK  data: the text of a link
//   FOLDERS   data: of each granted folder r or w, its path, and a NUL
//   ACCESS    `at`: bits as of access(2)
//   MKDIR     `at`: mode
//   RENAME    to `to`, which is replaced
//   CHMOD     `at`: the nine bits of permissions
//   UTIME     `at`, `count`: times of access and change in ns
#define PY_FILE_OPS(X)                                                                             \
    X(READ, "read")                                                                                \
    X(OPEN, "open")                                                                                \
    X(WRITE, "write")                                                                              \
    X(TRUNCATE, "truncate")                                                                        \
    X(STAT, "stat")                                                                                \
    X(LSTAT, "lstat")                                                                              \
    X(LIST, "list")                                                                                \
    X(RESOLVE, "resolve")                                                                          \
    X(READLINK, "readlink")                                                                        \
    X(FOLDERS, "folders")                                                                          \
    X(ACCESS, "access")                                                                            \
    X(MKDIR, "mkdir")                                                                              \
    X(RMDIR, "rmdir")                                                                              \
    X(REMOVE, "remove")                                                                            \
    X(RENAME, "rename")                                                                            \
    X(CHMOD, "chmod")                                                                              \
    X(UTIME, "utime")
enum py_file_op {
#define PY_FILE_OP(ID, name) PY_FILE_##ID,
    PY_FILE_OPS(PY_FILE_OP)
#undef PY_FILE_OP
        PY_FILE_OP_COUNT
};
enum { PY_FILE_CREATE = 1, PY_FILE_EXCLUSIVE = 2, PY_FILE_EMPTY = 4 }; // as of open(2)

struct py_file_call {
    enum py_file_op op;
    const char *path, *to; // less than 4096 bytes
    int64_t at, count;
    const char *data;
    size_t len;
    int64_t file; // as it was told; another one there now is an error. 0: whichever there is
};

struct py_file_reply {
    int error;         // errno, ENOMEM for a file larger than the isolate may hold; 0: done
    bool outside;      // no granted folder holds the path
    char message[120]; // of an error
    char *data;        // malloc'd, taken over by the isolate; may be NULL
    size_t len;
    int64_t file, size;
};

// What the host grants. Any member may be NULL: then the program gets a clear error.
struct py_hooks {
    void *ctx; // passed as the first argument of every hook
    // Printed text, as it is produced. fd is 1 or 2. Return false to end the cell as interrupted.
    bool (*write)(void *ctx, int fd, const char *text, size_t len);
    // One line of standard input for input() and sys.stdin, with its newline (the last line may
    // have none); malloc'd, owned by the isolate; NULL at end of file.
    char *(*read_line)(void *ctx, const char *prompt, size_t *len);
    // Wall clock (clock 0, Unix time), monotonic clock (clock 1) or CPU time of the process
    // (clock 2; a host that does not want to tell gives the monotonic one), in nanoseconds.
    int64_t (*clock_ns)(void *ctx, int clock);
    // Sleep for ns nanoseconds or until interrupted.
    void (*sleep_ns)(void *ctx, int64_t ns);
    // Fill buf with len random bytes; false when there is no entropy.
    bool (*entropy)(void *ctx, void *buf, size_t len);
    // Contents of a granted read-only file, malloc'd, owned by the isolate. NULL: *error is a
    // string naming the OSError subclass: "FileNotFoundError", "PermissionError",
    // "IsADirectoryError", or "MemoryError" for one that is larger than the isolate may hold; of
    // the first two perhaps with ": " and what the message says besides. It stays until the next
    // call. Paths have less than 4096 bytes.
    char *(*read_file)(void *ctx, const char *path, size_t *len, const char **error);
    // The same for the bytes of a picture, sound or file that the host keeps and code has a handle
    // of: an object of JSON with exactly "type", "mime", "size" and "handle", the latter being
    // `name`. NULL: there are none.
    char *(*read_handle)(void *ctx, const char *name, size_t *len, const char **error);
    // An operation on folders that were granted; *reply is zeroed. Time in it is the cell's.
    void (*folders)(void *ctx, const struct py_file_call *call, struct py_file_reply *reply);
    // Seconds east of UTC of local time at Unix time t; NULL means UTC.
    int32_t (*utc_offset)(void *ctx, int64_t t);
    // Contents of the TZif file of an IANA time zone such as "Europe/Paris", or with name "" the
    // database's tzdata.zi; malloc'd, owned by the isolate; NULL when there is none.
    char *(*zone_data)(void *ctx, const char *name, size_t *len);
    struct py_call_hooks calls;
    // Module `name` ("a", "a.b") of the program's own, asked before the library; *out is zeroed.
    // False: there is none. The host alone guards what such a name leads to: it may be any text
    // that is not empty.
    bool (*module_source)(void *ctx, const char *name, struct py_module_source *out);
};

// What cells of an agent have besides those of a program: `await` at their top level, names that
// keep what they mean, notes at their end about what the code may not have meant.
struct py_agent {
    const char *answer; // name of the function that ends the cell as PY_FINAL, with its argument
    // Modules that it and the host's functions can be imported from, NULL-terminated; NULL: none.
    const char *const *modules;
};

struct py_options {
    struct py_hooks hooks;
    size_t max_memory;       // bytes, hard; 0: 1 GiB
    uint64_t max_operations; // ticks per cell; 0: no cap
    uint64_t max_output;     // bytes printed per cell; 0: no cap
    int64_t timeout_ns;      // wall time per cell, host functions excluded; 0: none
    int recursion_limit;     // frames; 0: 1000
    // Bytes of C stack below the caller of py_run for stacks that are no thread's (makecontext); 0:
    // what the thread has, of the main thread by RLIMIT_STACK when the isolate was made. At most 6
    // MiB are used; too deep recursion is a RecursionError.
    size_t stack_size;
    // Authorised modules of the library ("a", "a.b", "pkg.*", "*"), NULL-terminated; NULL: all.
    const char *const *imports;
    const struct py_agent *agent; // NULL: cells are a program's
    int optimize;                 // 1: no assert, __debug__ is False; 2: no docstrings either
    const char *const *warnings;  // filters, as in sys.warnoptions, NULL-terminated; NULL: none
    uint64_t hash_seed;           // key of string hashes; 0: a fixed key
    bool strict_seed;             // random starts from hash_seed, for replay
};

struct py_cost {
    uint64_t operations; // ticks spent by this cell
    uint64_t bytes;      // live bytes after it
    uint64_t peak_bytes; // most bytes the isolate ever held
    int64_t wall_ns;     // wall time, host functions excluded
    int64_t host_ns;     // wall time inside host functions
};

// The result of one cell. Strings are borrowed until the next call on the isolate.
struct py_result {
    enum py_status status;
    enum py_limit limit;
    int exit_code;          // PY_EXIT: the program's status
    const char *value_repr; // repr() of the last expression statement's value; NULL when None
    size_t value_repr_len;
    const char *value_text; // str() of that value, or of the final answer
    size_t value_text_len;
    const char *value_json; // it as JSON, by the table of docs/tools.md; NULL: None, no value, or
                            // one that has no such form
    size_t value_json_len;
    const char *error_text; // traceback as CPython prints it, or the limit's message, with newline
    size_t error_text_len;
    const char *error_type; // class name of the exception ("ZeroDivisionError")
    int error_line;         // 1-based line of this cell's source where it was raised, 0 unknown
    // Modules of the library that the cell's own code imported, however it did that: names with
    // commas between, `!` before one that was refused. As many as fit in 4000 bytes.
    const char *imports;
    struct py_cost cost;
};

// NULL only when memory is out. The options are copied, strings included.
struct py_isolate *py_isolate_new(const struct py_options *options);
void py_isolate_free(struct py_isolate *iso); // NULL is allowed

// Names a cell's file in tracebacks and runs it: every statement of `source`. `filename` such as
// "<step 3>". State is kept between cells. Never fails otherwise than through *result.
void py_run(struct py_isolate *iso, const char *source, size_t len, const char *filename,
            struct py_result *result);

// Like py_run, as a script: __name__ == "__main__", no value of the last expression.
void py_run_script(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                   struct py_result *result);

// Like py_run, of one statement typed at a prompt: sys.displayhook prints the values of its
// expression statements.
void py_run_typed(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                  struct py_result *result);

// Incremental form of py_run: feed source text as it arrives; each top-level statement runs once it
// is complete, which one with a block is when the next one has started. py_feed_end, which must
// follow before any other call on the isolate but py_interrupt, runs the rest and fills *result;
// py_feed only zeroes it. False from py_feed: the cell has ended early, more text is not looked at.
// The cell's time runs from its first piece, whose `filename` counts.
bool py_feed(struct py_isolate *iso, const char *source, size_t len, const char *filename,
             struct py_result *result);
void py_feed_end(struct py_isolate *iso, struct py_result *result);

// True when `source` could be continued by more lines (open bracket, block, string): for a REPL.
bool py_source_is_incomplete(struct py_isolate *iso, const char *source, size_t len);

// The bytecode of `source` as text for --dis: malloc'd, yours; NULL with *result filled on an
// error.
char *py_disassemble(struct py_isolate *iso, const char *source, size_t len, const char *filename,
                     struct py_result *result);

// Defines a global variable from JSON text. False, with *result filled, when it does not parse.
bool py_define_json(struct py_isolate *iso, const char *name, const char *json, size_t len,
                    struct py_result *result);

// Defines a global host function. `stub` is Python source of its signature, such as
// "def search(query: str, limit: int = 5) -> str: ...": it gives parameter names, kinds and
// defaults, the docstring and the annotations. A call goes to `fn`, and its result is that of the
// call; one that is awaited goes to hooks.calls. Of an `async def` stub, which wants those, so does
// any that is made while a loop of asyncio runs.
bool py_define_function(struct py_isolate *iso, const char *name, const char *stub, py_host_fn fn,
                        void *ctx, struct py_result *result);

// Defines `name` as a lazy text source with read(), readline(), lines() and iteration over lines,
// which every cell begins to read at its start; "stdin" is also sys.stdin of an agent. `pull` fills
// buf (at most cap bytes) with what is at offset `at` of the text, and returns the count, 0 at the
// end, -1 on an error, PY_STREAM_GONE when that was read before and is kept no longer. With cap 0
// it only says whether it is gone.
#define PY_STREAM_GONE (-2)
bool py_define_stream(struct py_isolate *iso, const char *name,
                      long (*pull)(void *ctx, uint64_t at, char *buf, size_t cap), void *ctx,
                      struct py_result *result);

// sys.argv of the program (smolagent python FILE ARGS); the words are copied.
void py_set_argv(struct py_isolate *iso, int argc, const char *const *argv);

// Text of the variables defined by the program, one "name: type = short repr" a line, for /vars.
const char *py_describe_variables(struct py_isolate *iso, size_t *len);

// Changes timeout_ns of the options for the cells to come.
void py_set_timeout(struct py_isolate *iso, int64_t timeout_ns);

// Ends the running cell with PY_INTERRUPTED at its next tick. Async-signal-safe.
void py_interrupt(struct py_isolate *iso);

// Name of the i-th module this engine has, NULL past the last. Modules with a C and a Python part
// come twice.
const char *py_module_name(size_t i);

#ifdef __cplusplus
}
#endif

#endif
