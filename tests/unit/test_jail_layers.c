// The layers of the jail one by one, each in a child of its own without the others.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "jail/jail_int.h"
#include "skipped.h"

static int in_child(int (*body)(void))
{
    int status;
    pid_t pid = fork();
    if (pid == 0) _exit(body());
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

enum { UNABLE = 77 }; // the kernel here does not have it

static int landlock_alone(void)
{
    int abi;
    if (sa_jail_no_new_privs() || sa_jail_landlock(&abi)) return UNABLE;
    return open("/etc/passwd", O_RDONLY) == -1 && errno == EACCES &&
                   open("/dev/null", O_WRONLY) == -1
               ? 0
               : 1;
}

// Landlock says so where it cannot hold a folder to be read, as it is in one to be written.
static int landlock_of_nested_folders(void)
{
    static const struct {
        const char *granted[3];
        int error;
    } rows[] = {{{"w/tmp", "r/tmp/test-nested", NULL}, ENOTSUP},
                {{"w/tmp/test-nested", "r/tmp", NULL}, 0},
                {{"w/tmp/test-nested", "r/usr", NULL}, 0}};
    int wrong = 0, abi;
    if (sa_jail_no_new_privs() || in_child(landlock_alone) == UNABLE) return UNABLE;
    mkdir("/tmp/test-nested", 0755);
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        const struct sa_jail_view view = {.granted = rows[i].granted};
        int status;
        pid_t pid = fork();
        if (pid == 0) _exit(sa_jail_landlock_view(&view, &abi) != rows[i].error);
        waitpid(pid, &status, 0);
        wrong |= status;
    }
    rmdir("/tmp/test-nested");
    return wrong != 0;
}

static int root_alone(void)
{
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) || sa_jail_empty_root()) return UNABLE;
    return open("/etc/passwd", O_RDONLY) == -1 && open("/../../etc/passwd", O_RDONLY) == -1 &&
                   open("/new", O_CREAT | O_WRONLY, 0600) == -1 && access("/", R_OK) == 0
               ? 0
               : 1;
}

static int limits_alone(void)
{
#ifdef __SANITIZE_ADDRESS__
    return UNABLE;
#endif
    if (sa_jail_rlimits(16 << 20)) return UNABLE;
    void *p = mmap(NULL, (size_t)2 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED && dup(0) == -1 && errno == EMFILE ? 0 : 1;
}

static int privileges_alone(void)
{
    if (unshare(CLONE_NEWUSER)) return UNABLE;
    if (sa_jail_drop_capabilities()) return 1;
    return unshare(CLONE_NEWNS) == -1 && errno == EPERM ? 0 : 1;
}

// All layers at once, for a root who cannot become nobody: no such id is mapped.
static int root_stays_root(void)
{
    unsigned id = (unsigned)geteuid();
    if (unshare(CLONE_NEWUSER)) return UNABLE;
    char line[40];
    int fd = open("/proc/self/uid_map", O_WRONLY);
    int len = snprintf(line, sizeof line, "0 %u 1", id);
    if (fd < 0 || write(fd, line, (size_t)len) != len || geteuid() != 0) return UNABLE;
    struct sa_jail_report r;
    const struct sa_jail_limits limits = {.max_memory = 1 << 30};
    sa_jail_enter(&limits, &r);
    if (write(SA_JAIL_CHANNEL, &r, sizeof r) < 0) return 1;
    ssize_t n = read(SA_JAIL_CHANNEL, line, 1); // until it has been looked at
    return (int)syscall(SYS_exit_group,
                        n != 0); // a sanitizer would do more, which the filter forbids
}

static bool has_line(pid_t pid, const char *line)
{
    char path[40], text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    int fd = open(path, O_RDONLY);
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return strstr(text, line);
}

static void test_capabilities_go_when_the_identity_stays(void **state)
{
    (void)state;
    struct sa_jail_report r;
    int pair[2], status;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(pair[1], SA_JAIL_CHANNEL);
        close(pair[0]), close(pair[1]);
        _exit(root_stays_root());
    }
    close(pair[1]);
    bool told = read(pair[0], &r, sizeof r) == sizeof r;
    if (told) {
        assert_true(has_line(pid, "CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n"));
        assert_int_not_equal(r.error[SA_JAIL_IDENTITY], 0);
        assert_false(r.enforced & 1u << SA_JAIL_IDENTITY);
        assert_true(r.enforced & 1u << SA_JAIL_CAPABILITIES);
    }
    close(pair[0]);
    waitpid(pid, &status, 0);
    if (WEXITSTATUS(status) == UNABLE) SKIP("needs user-namespace");
    assert_int_equal(status, 0);
    assert_true(told);
}

static void alone(int (*body)(void), const char *needs)
{
    int result = in_child(body);
    if (result == UNABLE) SKIP(needs);
    assert_int_equal(result, 0);
}

static void test_landlock_alone(void **state)
{
    (void)state;
    alone(landlock_alone, "needs landlock");
}

static void test_landlock_of_nested_folders(void **state)
{
    (void)state;
    alone(landlock_of_nested_folders, "needs landlock");
}

static void test_root_alone(void **state)
{
    (void)state;
    alone(root_alone, "needs user-namespace");
}

static void test_limits_alone(void **state)
{
    (void)state;
    alone(limits_alone, "AddressSanitizer leaves no way to limit memory");
}

static void test_privileges_alone(void **state)
{
    (void)state;
    alone(privileges_alone, "needs user-namespace");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_landlock_alone),
        cmocka_unit_test(test_landlock_of_nested_folders),
        cmocka_unit_test(test_root_alone),
        cmocka_unit_test(test_limits_alone),
        cmocka_unit_test(test_privileges_alone),
        cmocka_unit_test(test_capabilities_go_when_the_identity_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
