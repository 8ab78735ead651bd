// Hooks between their files: hook.c (what a moment is about), hook_run.c (its hooks are run) and
// hook_take.c (what one printed takes the place of what there was). Private.
#ifndef SA_AGENT_HOOK_INT_H
#define SA_AGENT_HOOK_INT_H

#include "agent/agent_int.h"
#include "agent/hook.h"

// What a moment is about.
struct sa_moment {
    enum sa_hook_on on;
    const struct sa_tool *tool; // NULL: none
    struct sa_buf about;        // members that stay as they are, behind a bracket
    const char *member;         // the one that may be replaced; NULL: none
    char *json;                 // its value
    struct sa_buf changed_by;   // names of hooks, with commas
    const struct sa_hook *blocker;
    char *reason;     // the blocker's
    int64_t deadline; // monotonic, of all hooks together; 0: none
};

// hook_run.c. About no tool: NULL. Release it in any case.
void sa_moment_init(struct sa_moment *moment, enum sa_hook_on on, const struct sa_tool *tool);
void sa_moment_release(struct sa_moment *moment);
// The member that may be replaced is that text now.
void sa_moment_put_text(struct sa_moment *moment, const char *member, const char *text, size_t len);
bool sa_agent_has_hooks(const struct sa_agent *agent, enum sa_hook_on on,
                        const struct sa_tool *tool);
// Each in turn, with their events.
enum sa_hooked sa_agent_run_hooks(struct sa_agent *agent, struct sa_moment *moment);

// hook_take.c. What a hook printed; NULL, or what is wrong with it, malloc'd.
char *sa_hook_take(struct sa_moment *moment, const struct sa_hook *hook, struct sa_str printed);
// Why the tool would refuse these arguments, malloc'd; NULL: it takes them, as *json now has them.
char *sa_hook_fit_args(const struct sa_tool *tool, char **json);

#endif
