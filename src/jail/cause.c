// Why layers of the jail are missing and what to do about it, from the errors of the report and
// what /proc says of this machine. One table, which `smolagent doctor` prints.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "jail/jail.h"

struct facts {
    const struct sa_jail_report *report;
    bool root;
    bool proc;                       // it is mounted
    bool filtered;                   // a system call filter was on this process at its start
    bool confined;                   // by a profile of AppArmor
    bool chrooted;                   // the root folder is not one that was mounted
    long limit, restricted, allowed; // settings of the kernel; -1: it has none of the name
};

#define BIT(layer) (1u << SA_JAIL_##layer)
#define NAMESPACES (BIT(USER) | BIT(PID) | BIT(NET) | BIT(MOUNT) | BIT(IPC))

static bool failed(const struct facts *f, unsigned layers, int error)
{
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++)
        if (layers & 1u << i && sa_jail_lacks(f->report, i) && f->report->error[i] == error)
            return true;
    return false;
}

static bool denied(const struct facts *f, unsigned layers)
{
    return f->proc && (failed(f, layers, EPERM) || failed(f, layers, EACCES));
}

static bool no_proc(const struct facts *f)
{
    return !f->proc && (~f->report->enforced & (NAMESPACES | BIT(IDENTITY)));
}

static bool switched_off(const struct facts *f)
{
    return f->limit == 0 && failed(f, NAMESPACES, ENOSPC);
}

static bool used_up(const struct facts *f)
{
    return f->limit != 0 && failed(f, NAMESPACES, ENOSPC);
}

static bool for_root_only(const struct facts *f)
{
    return f->allowed == 0 && !f->root && denied(f, BIT(USER));
}

static bool restricted(const struct facts *f)
{
    return f->restricted > 0 && !f->root && denied(f, NAMESPACES | BIT(IDENTITY));
}

static bool filter_of_namespaces(const struct facts *f)
{
    return f->filtered && denied(f, NAMESPACES & ~BIT(MOUNT));
}

static bool in_chroot(const struct facts *f)
{
    return f->chrooted && denied(f, BIT(USER));
}

static bool profile_of_mounts(const struct facts *f)
{
    return f->confined && denied(f, BIT(MOUNT)) && !denied(f, BIT(USER));
}

static bool filter_of_mounts(const struct facts *f)
{
    return f->filtered && !f->confined && denied(f, BIT(MOUNT)) && !denied(f, BIT(USER));
}

static bool one_id(const struct facts *f)
{
    return f->root && denied(f, BIT(IDENTITY)) && !sa_jail_lacks(f->report, SA_JAIL_USER);
}

static bool filter_of_landlock(const struct facts *f)
{
    return f->filtered && failed(f, BIT(LANDLOCK), ENOSYS);
}

static bool kernel_without_landlock(const struct facts *f)
{
    return !f->filtered && failed(f, BIT(LANDLOCK), ENOSYS);
}

static bool landlock_not_enabled(const struct facts *f)
{
    return failed(f, BIT(LANDLOCK), EOPNOTSUPP);
}

static bool no_filters(const struct facts *f)
{
    return failed(f, BIT(SECCOMP), EINVAL) || failed(f, BIT(SECCOMP), ENOSYS);
}

static const struct {
    bool (*holds)(const struct facts *f);
    struct sa_jail_cause cause;
} table[] = {
    {no_proc, {"/proc is not mounted", "mount -t proc proc /proc"}},
    {switched_off,
     {"user namespaces are switched off (user.max_user_namespaces is 0)",
      "sysctl -w user.max_user_namespaces=15000"}},
    {used_up,
     {"a limit on namespaces is reached (user.max_*_namespaces)",
      "raise it: sysctl user | grep namespaces"}},
    {for_root_only,
     {"user namespaces are reserved for root (kernel.unprivileged_userns_clone is 0)",
      "sysctl -w kernel.unprivileged_userns_clone=1"}},
    {restricted,
     {"AppArmor restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns is 1)",
      "install the Debian package, whose AppArmor profile allows them, or sysctl -w "
      "kernel.apparmor_restrict_unprivileged_userns=0"}},
    {filter_of_namespaces,
     {"a system call filter denies namespaces, as containers of Docker and Kubernetes have by "
      "default",
      "docker run --security-opt seccomp=unconfined (Kubernetes: seccompProfile Unconfined)"}},
    {in_chroot,
     {"the kernel does not grant user namespaces in a chroot",
      "start it by systemd-nspawn or in a container instead"}},
    {profile_of_mounts,
     {"an AppArmor profile denies mounts, as containers of Docker have by default",
      "docker run --security-opt apparmor=unconfined"}},
    {filter_of_mounts,
     {"a system call filter denies mounts", "docker run --security-opt seccomp=unconfined"}},
    {one_id,
     {"the user namespace that it runs in has no id for nobody",
      "map more ids, as unshare --map-auto does"}},
    {filter_of_landlock,
     {"a system call filter denies Landlock, or the kernel is older than 5.13",
      "update the container engine (Docker 23 or later allows it), or the kernel"}},
    {kernel_without_landlock,
     {"the kernel has no Landlock", "a kernel of 5.13 or later with CONFIG_SECURITY_LANDLOCK"}},
    {landlock_not_enabled,
     {"Landlock is not enabled in this kernel",
      "add landlock to the list lsm= of the kernel's command line"}},
    {no_filters,
     {"the kernel takes no system call filter, as gVisor and qemu-user do not",
      "run it on Linux itself, with CONFIG_SECCOMP_FILTER"}},
};

static char *read_proc(const char *proc, const char *name)
{
    SA_AUTO_FREE char *path = sa_fs_join(proc, name);
    size_t len;
    return sa_fs_read(path, 1 << 20, &len, NULL);
}

static long setting(const char *proc, const char *name)
{
    SA_AUTO_FREE char *text = read_proc(proc, name);
    return text ? strtol(text, NULL, 10) : -1;
}

// Is "/" a place where something is mounted (the fifth word of a line)?
static bool root_is_mounted(const char *mounts)
{
    char place[3];
    while (*mounts) {
        if (sscanf(mounts, "%*s %*s %*s %*s %2s", place) == 1 && sa_streq(place, "/")) return true;
        mounts += strcspn(mounts, "\n");
        mounts += *mounts == '\n';
    }
    return false;
}

// Without a filter, process 1 shows it as well: its root differs from ours.
static bool is_chroot(const char *proc, bool filtered)
{
    SA_AUTO_FREE char *mounts = read_proc(proc, "self/mountinfo");
    SA_AUTO_FREE char *first = sa_fs_join(proc, "1/root");
    struct stat here, there;
    if (mounts && !root_is_mounted(mounts)) return true;
    return !filtered && !stat("/", &here) && !stat(first, &there) &&
           (here.st_ino != there.st_ino || here.st_dev != there.st_dev);
}

size_t sa_jail_causes(const struct sa_jail_report *report, const char *proc, bool root,
                      struct sa_jail_cause *causes)
{
    SA_AUTO_FREE char *status = read_proc(proc, "self/status");
    SA_AUTO_FREE char *profile = read_proc(proc, "self/attr/current");
    const char *mode = status ? strstr(status, "\nSeccomp:") : NULL;
    struct facts f = {
        .report = report,
        .root = root,
        .proc = status,
        .filtered = mode && strtol(mode + sizeof "\nSeccomp:" - 1, NULL, 10) == 2,
        .confined = profile && *profile && !sa_starts_with(profile, "unconfined"),
        .limit = setting(proc, "sys/user/max_user_namespaces"),
        .restricted = setting(proc, "sys/kernel/apparmor_restrict_unprivileged_userns"),
        .allowed = setting(proc, "sys/kernel/unprivileged_userns_clone"),
    };
    f.chrooted = f.proc && is_chroot(proc, f.filtered);
    size_t n = 0;
    for (size_t i = 0; i < SA_COUNT(table) && n < SA_JAIL_CAUSES; i++)
        if (table[i].holds(&f)) causes[n++] = table[i].cause;
    return n;
}
