// Runs a child process to its end: input written, output collected up to a ceiling, time-out and
// stop flag obeyed. Nothing that it started outlives the call, whatever session it is in.
#ifndef SA_BASE_PROC_H
#define SA_BASE_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"

struct sa_err;
struct sa_stop;

struct sa_proc_request {
    const char *const *argv; // NULL-terminated; argv[0] is looked up in PATH
    const char *const *env;  // NULL-terminated "NAME=value"; NULL: ours
    const char *input;       // standard input; NULL: /dev/null
    size_t input_len;
    size_t max_output;    // bytes of stdout, and of stderr; more kills the child
    int64_t timeout_ns;   // 0: none
    struct sa_stop *stop; // may be NULL
};

struct sa_proc_result {
    struct sa_buf out, err;
    int status;     // exit status; 128 + n when signal n ended it
    bool timed_out; // ours to kill, like the two below
    bool too_much;
    bool stopped;
};

// 0 when the child ran, however it ended; -1 with err (code 10) when it could not be started.
// Release *result in both cases.
int sa_proc_run(const struct sa_proc_request *request, struct sa_proc_result *result,
                struct sa_err *err);
void sa_proc_result_release(struct sa_proc_result *result);

// A command as settings have it, a JSON array of strings or words with blanks between: an array of
// strings, the first of which is not empty, or NULL for anything else. Free with cJSON_Delete.
cJSON *sa_proc_words(const char *text);

// Its strings as an argument array, which is yours; they are borrowed.
const char **sa_proc_argv(const cJSON *words);

// Is there such a program, in PATH where the name has no slash?
bool sa_proc_is_there(const char *program);

// A small environment for a child: what programs need to run at all, and the variables in `names`
// (comma-separated, NULL: none) that are set here. Free it with sa_proc_env_free.
char **sa_proc_env(const char *names);
// Are they such names, one or more?
bool sa_proc_env_is(const char *names);
void sa_proc_env_free(char **env);

#endif
