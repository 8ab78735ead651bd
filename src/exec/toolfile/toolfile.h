// Files of tools in Python (--tool-file): functions with @tool and subclasses of Tool. Each file
// runs in an isolate of its own in this process, one call at a time, whatever executor runs the
// code that calls. It reaches nothing but what it was granted.
#ifndef SA_TOOLFILE_H
#define SA_TOOLFILE_H

#include "tool/web/web.h"

struct sa_folders;

// Borrowed for the life of the tools made with it, but for the struct itself and `web`.
struct sa_toolfile_options {
    // "FILE.py", or "FILE.py:GRANT,GRANT": http (requests by the rule of `web`), files (what is in
    // `folders`), env:NAME (that variable). NULL-terminated; NULL: none.
    const char *const *files;
    const char
        *untrusted; // the untrusted agent file that names them, which cannot grant env; or NULL
    struct sa_web web;
    const struct sa_folders *folders; // NULL: none were granted
    size_t max_memory;                // of an isolate; 0: SA_EXEC_MEMORY
    uint64_t max_operations;          // of a call, and of starting (at least 10 million); 0: no cap
    int64_t timeout_ns; // of a call, requests excluded (to start: at least 10 s); 0: none
};

// Runs the files and adds their tools. 0, or code 10 for a file that is wrong, with line and
// remedy, 11 for one that does not start.
int sa_toolfiles_add(const struct sa_toolfile_options *options, struct sa_stop *stop,
                     struct sa_tools *tools, struct sa_err *err);

#endif
