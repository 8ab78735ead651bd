// Shared by the files of src/exec/toolfile. Private.
#ifndef SA_TOOLFILE_INT_H
#define SA_TOOLFILE_INT_H

#include "base/buf.h"
#include "base/err.h"
#include "exec/toolfile/toolfile.h"
#include "smolagent/python.h"

// What "FILE.py:GRANT,..." says.
struct sa_toolfile_grants {
    char *path, *name; // of the file; its name without folder and ".py"
    bool http, files;
    bool judges; // of --check-py: it has check(), no tools, and is granted nothing
    char **env;  // NULL-terminated
    size_t env_count, env_cap;
};

// 0, or code 10.
int sa_toolfile_read_grants(const char *text, struct sa_toolfile_grants *grants,
                            struct sa_err *err);
void sa_toolfile_release_grants(struct sa_toolfile_grants *grants);
// Why something is not to be had that takes one grant more: `head`, the option that gives it,
// `tail`; malloc'd.
char *sa_toolfile_lacks(const struct sa_toolfile_grants *grants, const char *head,
                        const char *grant, const char *tail);

// One file, shared by its tools.
struct sa_toolfile {
    struct sa_toolfile_options o;
    struct sa_toolfile_grants grants;
    struct py_isolate *iso;
    int turn[2];  // a pipe that holds a byte while nobody runs code of the file
    size_t users; // tools that there are of it, and whoever loads it
    // Of the code that runs.
    const struct sa_tool *tool; // NULL: it starts
    struct sa_stop *stop;
    char *told;                 // JSON text
    char *failed, *failed_type; // or the exception of a call
};

// toolfile.c: a file with nothing in it yet, and the end of one that nobody uses any more; NULL:
// err.
struct sa_toolfile *sa_toolfile_new(const struct sa_toolfile_options *options, struct sa_err *err);
void sa_toolfile_leave(struct sa_toolfile *f);
// Reads f->grants.path and runs it by a function of load.py. What that told, parsed; NULL with err.
cJSON *sa_toolfile_start(struct sa_toolfile *f, const char *function, struct sa_stop *stop,
                         struct sa_err *err);
// What load.py found wrong, with file and line, as an error of that code; returns it.
int sa_toolfile_refuse(const struct sa_toolfile *f, const cJSON *told, int code,
                       struct sa_err *err);

// hooks.c: an isolate with what the grants allow. False: out of memory.
bool sa_toolfile_open(struct sa_toolfile *f);
// Defines the functions by which the Python side reaches the host.
bool sa_toolfile_define(struct sa_toolfile *f, struct py_result *result);
// http.c: makes a request. The result is for the code, as JSON.
char *sa_toolfile_fetch(struct sa_toolfile *f, const char *asked, size_t len);

// call.c: runs code until it ends or `stop` is requested; it waits for its turn before. False: it
// never had it. Else f->told or f->failed is what came of it, or neither, until the turn is ended.
bool sa_toolfile_run(struct sa_toolfile *f, const struct sa_tool *tool, const char *arguments,
                     const char *code, struct sa_stop *stop, struct py_result *result);
void sa_toolfile_end(struct sa_toolfile *f);
// The limit that ended it and its option, static; NULL: none did.
const char *sa_toolfile_limit(const struct py_result *result);

// Of tools: their data is a struct sa_toolfile_tool.
struct sa_toolfile_tool {
    struct sa_toolfile *file;
    int number;
};
void sa_toolfile_call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                      struct sa_tool_result *result);

#endif
