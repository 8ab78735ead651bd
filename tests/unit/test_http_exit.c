// A process that ends right after it began to load the HTTP library ends in peace.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "http/http.h"

static void preload_and_exit(void **state)
{
    (void)state;
    for (int i = 0; i < 25; i++) {
        int status = 0;
        pid_t pid = fork();
        if (pid == 0) {
            sa_http_preload();
            usleep((useconds_t)i * 300); // somewhere within the loading
            sa_http_free(sa_http_new(NULL));
            exit(7);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(preload_and_exit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
