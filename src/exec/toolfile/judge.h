// Files of --check-py: a function check(answer, steps) that judges answers, in an isolate of its
// own that has no tools and no grants. It lasts as long as the file is open.
#ifndef SA_TOOLFILE_JUDGE_H
#define SA_TOOLFILE_JUDGE_H

#include <stddef.h>
#include <stdint.h>

struct sa_err;
struct sa_stop;
struct sa_judge;

// 0: the fallback, or no cap.
struct sa_judge_limits {
    size_t max_memory;       // of the isolate; 0: SA_EXEC_MEMORY
    uint64_t max_operations; // of a judgement, and of starting (at least 10 million)
    int64_t timeout_ns;      // of a judgement (to start: at least 10 s)
};

// Reads the file and runs it. NULL with code 2, and line and remedy, when it has no such function.
struct sa_judge *sa_judge_open(const char *path, const struct sa_judge_limits *limits,
                               struct sa_stop *stop, struct sa_err *err);
void sa_judge_free(struct sa_judge *judge);
const char *sa_judge_path(const struct sa_judge *judge);

enum sa_judged {
    SA_JUDGED_GOOD,
    SA_JUDGED_BAD,   // *why: the reason, malloc'd
    SA_JUDGED_LATE,  // there was no verdict within the time
    SA_JUDGED_BROKEN // the check itself is wrong: *why says where; NULL: the stop was requested
};

// `arguments` is JSON: {"answer": ..., "steps": [...]}.
enum sa_judged sa_judge_ask(struct sa_judge *judge, const char *arguments, struct sa_stop *stop,
                            char **why);

#endif
