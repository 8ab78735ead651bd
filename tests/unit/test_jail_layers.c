// The layers of the jail one by one, each in a child of its own without the others.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "jail/jail_int.h"

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

static void test_layers_alone(void **state)
{
    (void)state;
    static int (*const bodies[])(void) = {landlock_alone, root_alone, limits_alone,
                                          privileges_alone};
    for (size_t i = 0; i < SA_COUNT(bodies); i++) {
        int result = in_child(bodies[i]);
        if (result == UNABLE) print_message("layer %zu is not to be had here\n", i);
        else assert_int_equal(result, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
