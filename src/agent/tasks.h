// The calls of one reply, each with what goes back for it. Private: tasks_find.c finds them,
// tasks.c does them.
#ifndef SA_AGENT_TASKS_H
#define SA_AGENT_TASKS_H

#include "agent/agent_int.h"

enum sa_task_kind {
    SA_TASK_NONE, // there is nothing to do: its text says why
    SA_TASK_TOOL,
    SA_TASK_PYTHON,
    SA_TASK_FINAL,
};

struct sa_task {
    enum sa_task_kind kind;
    const char *id; // of a call in the server's form, borrowed; NULL: it was written as text
    char *name;     // as it was called
    char *args;     // a JSON object
    bool broken;    // there was none
    struct sa_tool *tool;
    int64_t number; // of a call under way; 0: it is not
    bool failed;
    bool done;
    struct sa_buf text; // what goes back
};

enum { SA_TASKS_MOST = 128 }; // of a reply; what is beyond is not done, which is told

struct sa_tasks {
    struct sa_task *items;
    size_t count, cap;
    bool more; // than the most
};

// Each with its kind, or with the text that says why it cannot be done.
void sa_tasks_find(struct sa_agent *agent, const struct sa_model_result *reply,
                   const struct sa_reading *reading, struct sa_tasks *tasks);
void sa_tasks_release(struct sa_tasks *tasks);
// It is done, and this went wrong; told as an error of that kind. The call is the one whose result
// has told that already, 0: there was none.
void sa_task_fail(struct sa_agent *agent, struct sa_task *task, const char *kind, const char *type,
                  const char *message, int64_t call);
// The value of the argument of a call of final_answer, JSON within args: all of them where they
// have the form of an answer.
struct sa_str sa_task_answer(const struct sa_agent *agent, const char *args);

#endif
