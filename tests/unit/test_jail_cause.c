// Why a layer is missing: reports of refused layers, with a /proc of files as machines have it that
// refuse them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "jail/jail.h"

#define NAMESPACES                                                                                 \
    (1u << SA_JAIL_USER | 1u << SA_JAIL_PID | 1u << SA_JAIL_NET | 1u << SA_JAIL_MOUNT |            \
     1u << SA_JAIL_IPC)
#define MOUNT (1u << SA_JAIL_MOUNT)
#define IDENTITY (1u << SA_JAIL_IDENTITY)
#define LANDLOCK (1u << SA_JAIL_LANDLOCK)
#define SECCOMP (1u << SA_JAIL_SECCOMP)

#define STATUS "self/status", "Name:\tx\nSeccomp:\t0\n"
#define FILTERED "self/status", "Name:\tx\nSeccomp:\t2\n"
#define ROOT "self/mountinfo", "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
#define CHROOT "self/mountinfo", "22 1 0:21 / /proc rw - proc proc rw\n"
#define USERS "sys/user/max_user_namespaces"
#define RESTRICT "sys/kernel/apparmor_restrict_unprivileged_userns"

static const struct {
    const char *files[9]; // name and text of each
    unsigned missing;
    int error;
    bool root;
    const char *why, *cure; // NULL: none is found
} rows[] = {
    {{NULL}, IDENTITY, ENOENT, true, "/proc is not mounted", "mount -t proc"},
    {{NULL}, NAMESPACES, EPERM, true, "/proc is not mounted", "mount -t proc"},
    {{STATUS, ROOT, USERS, "0\n"},
     NAMESPACES,
     ENOSPC,
     true,
     "user.max_user_namespaces is 0",
     "sysctl"},
    {{STATUS, ROOT, USERS, "9000\n"},
     NAMESPACES,
     ENOSPC,
     true,
     "a limit on namespaces",
     "raise it"},
    {{STATUS, ROOT, "sys/kernel/unprivileged_userns_clone", "0\n"},
     NAMESPACES,
     EPERM,
     false,
     "reserved for root",
     "unprivileged_userns_clone=1"},
    {{STATUS, ROOT, RESTRICT, "1\n"},
     NAMESPACES,
     EPERM,
     false,
     "AppArmor restricts",
     "Debian package"},
    {{STATUS, ROOT, RESTRICT, "1\n"}, MOUNT, EACCES, false, "AppArmor restricts", "Debian package"},
    {{STATUS, ROOT, RESTRICT, "1\n"}, NAMESPACES, EPERM, true, NULL, NULL},
    {{FILTERED, ROOT},
     NAMESPACES,
     EPERM,
     true,
     "a system call filter denies namespaces",
     "seccomp=unconfined"},
    {{FILTERED, ROOT},
     NAMESPACES,
     EPERM,
     false,
     "a system call filter denies namespaces",
     "seccomp=unconfined"},
    {{STATUS, CHROOT}, NAMESPACES, EPERM, false, "in a chroot", "systemd-nspawn"},
    {{FILTERED, ROOT, "self/attr/current", "docker-default (enforce)\n"},
     MOUNT,
     EACCES,
     true,
     "an AppArmor profile denies mounts",
     "apparmor=unconfined"},
    {{FILTERED, ROOT, "self/attr/current", "unconfined\n"},
     MOUNT,
     EPERM,
     true,
     "a system call filter denies mounts",
     "seccomp=unconfined"},
    {{STATUS, ROOT}, IDENTITY, EPERM, true, "no id for nobody", "map more ids"},
    {{FILTERED, ROOT}, LANDLOCK, ENOSYS, true, "a system call filter denies Landlock", "Docker 23"},
    {{STATUS, ROOT}, LANDLOCK, ENOSYS, true, "has no Landlock", "5.13"},
    {{STATUS, ROOT}, LANDLOCK, EOPNOTSUPP, true, "Landlock is not enabled", "lsm="},
    {{STATUS, ROOT}, SECCOMP, EINVAL, true, "takes no system call filter", "CONFIG_SECCOMP_FILTER"},
    {{STATUS, ROOT}, 0, 0, true, NULL, NULL},
};

static void make_files(const char *folder, const char *const *files)
{
    for (; *files; files += 2) {
        struct sa_err err = SA_ERR_INIT;
        SA_AUTO_FREE char *path = sa_fs_join(folder, files[0]);
        SA_AUTO_FREE char *parent = sa_xstrndup(path, (size_t)(strrchr(path, '/') - path));
        assert_int_equal(sa_fs_mkdirs(parent, &err), 0);
        assert_int_equal(sa_fs_write_atomic(path, files[1], strlen(files[1]), &err), 0);
    }
}

static void test_each_cause_is_named_with_its_cure(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        char folder[] = "/tmp/test-cause-XXXXXX";
        assert_non_null(mkdtemp(folder));
        make_files(folder, rows[i].files);
        struct sa_jail_report report = {.enforced = SA_JAIL_ALL & ~rows[i].missing};
        for (int k = 0; k < SA_JAIL_LAYER_COUNT; k++)
            if (rows[i].missing & 1u << k) report.error[k] = rows[i].error;
        struct sa_jail_cause causes[SA_JAIL_CAUSES];
        size_t n = sa_jail_causes(&report, folder, rows[i].root, causes);
        if (n) print_message("%zu: %s\n", i, causes[0].why);
        assert_int_equal(n, rows[i].why ? 1 : 0);
        if (n) assert_non_null(strstr(causes[0].why, rows[i].why));
        if (n) assert_non_null(strstr(causes[0].cure, rows[i].cure));
        SA_AUTO_FREE char *remove = sa_xasprintf("rm -r %s", folder);
        assert_int_equal(system(remove), 0);
    }
}

// One of several is enough to deny a layer: all are named.
static void test_every_cause_that_holds_is_named(void **state)
{
    (void)state;
    char folder[] = "/tmp/test-cause-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *const files[] = {FILTERED, CHROOT, NULL};
    make_files(folder, files);
    struct sa_jail_report report = {.enforced = SA_JAIL_ALL & ~(NAMESPACES | LANDLOCK)};
    for (int k = 0; k <= SA_JAIL_IPC; k++) report.error[k] = EPERM;
    report.error[SA_JAIL_LANDLOCK] = ENOSYS;
    struct sa_jail_cause causes[SA_JAIL_CAUSES];
    assert_int_equal(sa_jail_causes(&report, folder, true, causes), 3);
    SA_AUTO_FREE char *remove = sa_xasprintf("rm -r %s", folder);
    assert_int_equal(system(remove), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_cause_is_named_with_its_cure),
        cmocka_unit_test(test_every_cause_that_holds_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
