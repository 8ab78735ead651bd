// Hooks: commands of the user's that are run at moments of a run ([hook.NAME] sections). What a
// moment is about comes on their standard input as JSON (docs/hooks.md has its members). Exit
// status 0 lets it go on, with what a JSON object on standard output puts in its place; 2 blocks
// it, and standard error has the reason; whatever else becomes of a hook ends the run, for a guard
// that is broken must let nothing pass.
//
// Once set up they do not change: the runs of several threads share them, and each call is a
// process of its own.
#ifndef SA_AGENT_HOOK_H
#define SA_AGENT_HOOK_H

#include <stdint.h>

#include "agent/rule.h"

struct sa_err;
struct sa_tool_setting;

enum sa_hook_on {
    SA_HOOK_BEFORE_CODE,
    SA_HOOK_AFTER_STEP,
    SA_HOOK_BEFORE_TOOL,
    SA_HOOK_AFTER_TOOL,
    SA_HOOK_ON_END,
    SA_HOOK_MOMENTS
};

struct sa_hook {
    char *name;
    cJSON *command;        // array of words
    unsigned on;           // 1 << SA_HOOK_..., added up
    struct sa_rules tools; // names, for the moments that are about one; none: any tool
    int64_t timeout_ns, order;
    char *env; // names of variables to hand on, with commas; NULL: none but those of every child
};

// Zero-initialised: none. In the order in which they are run.
struct sa_hooks {
    struct sa_hook *items;
    size_t count, cap;
};

// "before_code" and so on.
const char *sa_hook_moment(enum sa_hook_on on);
// "before_tool, after_tool".
struct sa_buf;
void sa_hook_put_moments(const struct sa_hook *hook, struct sa_buf *out);

// hook_section.c. Makes one of its section, behind those of the same order. Keys:
//   command = ["prog", "--flag"]   the program and its arguments; no shell
//   on = before_code, ...          when it is run
//   tools = shell, write_*         of before_tool and after_tool: for these alone
//   timeout = 10                   how long it may take
//   order = 0                      lower ones are run before higher ones
//   env = NAME, NAME               variables of the environment that it gets
// -1 with *err, and *row of `settings` where the fault is.
int sa_hooks_add(struct sa_hooks *hooks, const char *name, const struct sa_tool_setting *settings,
                 size_t count, size_t *row, struct sa_err *err);
void sa_hooks_release(struct sa_hooks *hooks);

#endif
