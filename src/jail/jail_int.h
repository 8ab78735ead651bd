// The mechanisms behind sa_jail_enter, one per file. Each returns 0 or an errno.
#ifndef SA_JAIL_INT_H
#define SA_JAIL_INT_H

#include "jail/jail.h"

int sa_jail_empty_root(void);             // namespace.c
int sa_jail_landlock(int *abi);           // landlock.c
int sa_jail_seccomp(void);                // seccomp.c
int sa_jail_rlimits(uint64_t max_memory); // rlimits.c
// The same for a program of the host; the limits are sa_jail_limit_program.
int sa_jail_view_root(const struct sa_jail_view *view, bool user_namespace); // view.c
// A descriptor (O_PATH) of what a view shows of `path`: the only way to open it, whatever mechanism
// uses the descriptor. Within a folder that the view lets be changed no link is followed; strict:
// nowhere. -1 with errno. open.c.
int sa_jail_open(const struct sa_jail_view *view, const char *path, bool strict);
// The same; *within: it is in a folder that the view lets be changed, and is not one itself.
int sa_jail_open_within(const struct sa_jail_view *view, const char *path, bool strict,
                        bool *within);
// ENOTSUP: what may only be read can be changed, as it is in a folder that may be changed; only
// mounts hold that.
int sa_jail_landlock_view(const struct sa_jail_view *view, int *abi);
// Also denies what the layers would have that the report says are missing; NULL: none is.
int sa_jail_seccomp_program(bool family, const struct sa_jail_report *report);
int sa_jail_become_nobody(bool user_namespace); // privs.c
int sa_jail_drop_capabilities(void);
int sa_jail_no_new_privs(void);
int sa_jail_not_dumpable(void);

// A hook of sa_spawn; always 0.
int sa_jail_keep_capabilities(void *unused);

#endif
