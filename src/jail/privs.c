// Identity and privileges: root becomes nobody, no capability stays, none can come back.
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail/jail_int.h"

enum { NOBODY = 65534 };

// The worker needs these between its start and the end of sa_jail_enter.
static const int wanted[] = {CAP_SYS_ADMIN, CAP_SETUID, CAP_SETGID};

static int capset_all(struct __user_cap_data_struct caps[2])
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    return syscall(SYS_capset, &head, caps) ? errno : 0;
}

// A process without a user id of its namespace loses its capabilities at exec, unless they are
// ambient.
int sa_jail_keep_capabilities(void *unused)
{
    (void)unused;
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct caps[2];
    if (syscall(SYS_capget, &head, caps)) return 0;
    for (int i = 0; i < 2; i++) caps[i].inheritable = caps[i].permitted;
    if (capset_all(caps)) return 0;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, wanted[i], 0, 0);
    return 0;
}

// In a user namespace the host has mapped id 0 to nobody's id outside when it was root itself, or
// to the ordinary user who cannot (and need not) become another.
int sa_jail_become_nobody(bool user_namespace)
{
    if (!user_namespace && geteuid() != 0) return 0;
    unsigned id = user_namespace ? 0 : NOBODY;
    bool left = setgroups(0, NULL) == 0 && setresgid(id, id, id) == 0 && setresuid(id, id, id) == 0;
    return left || user_namespace ? 0 : errno;
}

static bool has_none(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct caps[2];
    if (syscall(SYS_capget, &head, caps)) return false;
    for (int i = 0; i < 2; i++)
        if (caps[i].effective | caps[i].permitted | caps[i].inheritable) return false;
    return true;
}

int sa_jail_drop_capabilities(void)
{
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    int error = capset_all(none);
    return has_none() ? 0 : error; // a filter around this one lets nobody set any
}

int sa_jail_no_new_privs(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? errno : 0;
}

// Also asks for the end of this process with that of the host: it comes after the changes of
// identity, which would cancel the request.
int sa_jail_not_dumpable(void)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) return errno;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ? errno : 0;
}
