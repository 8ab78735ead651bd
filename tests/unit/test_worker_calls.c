// The worker's side of its calls, against hosts that answer badly; the sanitizers look for what is
// left behind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/json.h"
#include "exec/proto/worker_int.h"

// What a stream's call comes to when the host answers with `len` bytes, or with nothing.
static long pull(size_t len, size_t cap, char *to)
{
    static char data[4096];
    int pair[2];
    struct sa_worker w = {0};
    struct sa_worker_stream s = {&w, (char *)"rows"};
    struct sa_channel host;
    struct sa_buf out = SA_BUF_INIT(SA_FRAME_MAX);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    memset(data, 'x', sizeof data);
    sa_channel_init(&host, pair[0], false);
    size_t start = sa_frame_begin(&out, "result");
    if (len) sa_frame_put_bytes(&out, "data", data, len);
    assert_true(sa_frame_end(&out, start) && sa_channel_write(&host, &out));
    sa_channel_init(&w.channel, pair[1], false);
    sa_buf_init(&w.out, SA_FRAME_MAX);
    long n = sa_worker_pull(&s, 0, to, cap);
    sa_channel_release(&host), sa_channel_release(&w.channel);
    sa_buf_release(&w.out), sa_buf_release(&out);
    close(pair[0]), close(pair[1]);
    return n;
}

static void test_a_piece_that_is_refused_leaves_nothing(void **state)
{
    (void)state;
    char to[1024] = "";
    assert_int_equal(pull(1000, sizeof to, to), 1000);
    assert_int_equal(to[999], 'x');
    assert_int_equal(pull(4096, sizeof to, to), -1); // more than was asked for
    assert_int_equal(pull(0, sizeof to, to), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_piece_that_is_refused_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
