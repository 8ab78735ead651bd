// What the executors grant to the code, shared by those that run our interpreter.
#ifndef SA_EXEC_HOST_H
#define SA_EXEC_HOST_H

#include "exec/exec.h"

enum {
    SA_ZONE_MAX = 1 << 20,      // bytes of time zone data
    SA_EXEC_MEMORY = 256 << 20, // when the options name no max_memory
};

// Of cells of an agent. Models import tools from these modules, which do not exist otherwise.
extern const struct py_agent sa_exec_agent;

// Hooks of the engine that need no context (see struct py_hooks).
int64_t sa_exec_clock(void *ctx, int clock);
bool sa_exec_entropy(void *ctx, void *buf, size_t len);
int32_t sa_exec_utc_offset(void *ctx, int64_t t);
char *sa_exec_zone_data(void *ctx, const char *name, size_t *len);

// The read_file hook for the granted paths of the options; tells on_file, with the name by which a
// file was granted.
// A hook of the engine, for options that have modules (modules.c).
bool sa_exec_find_module(const struct sa_exec_options *options, const char *name,
                         struct py_module_source *out);
enum { SA_EXEC_TOLD = 300 }; // bytes of an error of it, its end included
char *sa_exec_read_granted(const struct sa_exec_options *options, const char *path, size_t *len,
                           const char **error);

// The same of a handle, which is named by its description.
char *sa_exec_read_handle(const struct sa_exec_options *options, const char *name, size_t *len,
                          const char **error);

// The folders hook, for options that have folders.
void sa_exec_folder(const struct sa_exec_options *options, const struct py_file_call *call,
                    struct py_file_reply *reply);

// Names of enum py_status and enum py_limit in the worker protocol; NULL ends the lists.
extern const char *const sa_exec_status_names[], *const sa_exec_limit_names[];

// Runs code in its mode.
void sa_exec_run(struct py_isolate *iso, enum sa_exec_mode mode, const char *code, size_t len,
                 const char *filename, struct py_result *result);

// A definition that failed, as an error line; returns -1.
int sa_exec_refused(const char *name, const struct py_result *result, struct sa_err *err);

#endif
