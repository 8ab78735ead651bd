// The worker's side of its calls, against hosts that answer badly; the sanitizers look for what is
// left behind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/json.h"
#include "exec/proto/worker_int.h"

// A worker and its host, who has answered the first call before it comes.
struct both {
    int pair[2];
    struct sa_worker w;
    struct sa_channel host;
};

// `len` bytes in the answer, as a member or as its tail; 0: none.
static void meet(struct both *b, const char *data, size_t len, bool tails)
{
    struct sa_buf out = SA_BUF_INIT(SA_FRAME_MAX);
    *b = (struct both){.w = {.tails = tails}};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, b->pair), 0);
    sa_channel_init(&b->host, b->pair[0], false);
    sa_channel_init(&b->w.channel, b->pair[1], false);
    sa_buf_init(&b->w.out, SA_FRAME_MAX);
    size_t start = sa_frame_begin(&out, "result");
    sa_json_put_int(&out, "errno", 0);
    if (len && !tails) sa_frame_put_bytes(&out, "data", data, len);
    bool ended = len && tails ? sa_frame_end_with(&out, start, (struct sa_str){data, len})
                              : sa_frame_end(&out, start);
    assert_true(ended && sa_channel_write(&b->host, &out));
    sa_buf_release(&out);
}

static void part(struct both *b)
{
    sa_channel_release(&b->host), sa_channel_release(&b->w.channel);
    sa_buf_release(&b->w.out);
    close(b->pair[0]), close(b->pair[1]);
}

// What a stream's call comes to when the host answers with `len` bytes, or with nothing.
static long pull(size_t len, size_t cap, char *to, bool tails)
{
    static char data[4096];
    struct both b;
    struct sa_worker_stream s = {&b.w, (char *)"rows"};
    memset(data, 'x', sizeof data);
    meet(&b, data, len, tails);
    long n = sa_worker_pull(&s, 0, to, cap);
    part(&b);
    return n;
}

static void test_a_piece_that_is_refused_leaves_nothing(void **state)
{
    (void)state;
    for (int tails = 0; tails < 2; tails++) {
        char to[1024] = "";
        assert_int_equal(pull(1000, sizeof to, to, tails), 1000);
        assert_int_equal(to[999], 'x');
        assert_int_equal(pull(4096, sizeof to, to, tails), -1); // more than was asked for
        assert_int_equal(pull(0, sizeof to, to, tails), -1);
    }
}

// What is written leaves the worker as it is where the host takes that, else as base64.
static void test_written_bytes_travel_raw(void **state)
{
    (void)state;
    static char data[3000];
    for (int tails = 0; tails < 2; tails++) {
        struct both b;
        struct sa_frame f, args;
        struct sa_buf path = SA_BUF_INIT(64), sent = SA_BUF_INIT(SA_FRAME_MAX);
        const char *why;
        struct py_file_reply reply = {0};
        const struct py_file_call call = {
            .op = PY_FILE_WRITE, .path = "a", .data = data, .len = sizeof data};
        meet(&b, NULL, 0, tails);
        sa_worker_folder(&b.w, &call, &reply);
        assert_int_equal(reply.error, 0);
        assert_int_equal(sa_channel_read(&b.host, -1, 0, &f, &why), SA_GOT_FRAME);
        assert_true(sa_frame_parse_object(&args, sa_frame_raw(&f, "args"), &why));
        assert_true(sa_frame_bytes(&args, "path", &path));
        assert_string_equal(sa_buf_text(&path), "a");
        assert_int_equal(f.tail.len, tails ? sizeof data : 0);
        assert_true(tails ? !sa_frame_raw(&args, "data").data
                          : sa_frame_bytes(&args, "data", &sent));
        if (!tails) assert_int_equal(sent.len, sizeof data);
        sa_buf_release(&path), sa_buf_release(&sent);
        part(&b);
    }
}

// Data that is read comes in either form.
static void test_read_bytes_arrive(void **state)
{
    (void)state;
    for (int tails = 0; tails < 2; tails++) {
        struct both b;
        struct py_file_reply reply = {0};
        const struct py_file_call call = {.op = PY_FILE_READ, .path = "a", .count = 5};
        meet(&b, "a\0b\xff{", 5, tails);
        sa_worker_folder(&b.w, &call, &reply);
        assert_int_equal(reply.error, 0);
        assert_int_equal(reply.len, 5);
        assert_memory_equal(reply.data, "a\0b\xff{", 5);
        free(reply.data);
        part(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_piece_that_is_refused_leaves_nothing),
        cmocka_unit_test(test_written_bytes_travel_raw),
        cmocka_unit_test(test_read_bytes_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
