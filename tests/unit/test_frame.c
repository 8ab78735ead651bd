// Frames of the worker protocol: golden bytes, strings and bytes as members, and what is no frame.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "exec/proto/frame.h"

static void test_golden(void **state)
{
    (void)state;
    struct sa_buf out = SA_BUF_INIT(1 << 20);
    size_t start = sa_frame_begin(&out, "run");
    sa_json_put_str(&out, "code", "print('\xe2\x82\xac')\n");
    sa_json_put_str(&out, "file", "<step 1>");
    assert_true(sa_frame_end(&out, start));
    start = sa_frame_begin(&out, "interrupt");
    assert_true(sa_frame_end(&out, start));
    static const char golden[] =
        "\0\0\0\x35{\"t\":\"run\",\"code\":\"print('\xe2\x82\xac')\\n\",\"file\":\"<step 1>\"}"
        "\0\0\0\x11{\"t\":\"interrupt\"}";
    const size_t first = 4 + (unsigned char)golden[3];
    assert_int_equal(out.len, sizeof golden - 1);
    assert_memory_equal(out.data, golden, first);
    assert_memory_equal(out.data + first, golden + first, sizeof golden - 1 - first);
    sa_buf_release(&out);
}

static void test_members(void **state)
{
    (void)state;
    static const char text[] = "{\"t\":\"ok\",\"value\":{\"n\":[1208925819614629174706176, 0.1]} ,"
                               "\"text\":\"a\\u0000\\ud83d\\ude00\\ud83d\\\\\\/\\n\",\"line\": -7,"
                               "\"data\":\"AP8Q\",\"yes\":true}";
    struct sa_frame f;
    const char *why;
    struct sa_buf s = SA_BUF_INIT(100);
    assert_true(sa_frame_parse(&f, text, sizeof text - 1, &why));
    assert_string_equal(f.type, "ok");
    assert_true(
        sa_str_equals(sa_frame_raw(&f, "value"), "{\"n\":[1208925819614629174706176, 0.1]}"));
    assert_true(sa_frame_text(&f, "text", &s));
    assert_int_equal(s.len, 12);
    assert_memory_equal(s.data, "a\0\xf0\x9f\x98\x80\xef\xbf\xbd\\/\n", 12);
    assert_int_equal(sa_frame_int(&f, "line", 0), -7);
    assert_int_equal(sa_frame_int(&f, "text", 5), 5);
    assert_true(sa_frame_bool(&f, "yes"));
    assert_false(sa_frame_bool(&f, "line"));
    assert_null(sa_frame_raw(&f, "none").data);
    sa_buf_clear(&s);
    assert_true(sa_frame_bytes(&f, "data", &s));
    assert_int_equal(s.len, 3);
    assert_memory_equal(s.data, "\0\xff\x10", 3);
    assert_false(sa_frame_bytes(&f, "text", &s));
    assert_false(sa_frame_text(&f, "line", &s));
    sa_buf_release(&s);
}

static void test_bytes_come_back(void **state)
{
    (void)state;
    unsigned char all[256];
    for (int i = 0; i < 256; i++) all[i] = (unsigned char)i;
    for (size_t len = 0; len <= sizeof all; len++) {
        struct sa_buf out = SA_BUF_INIT(1000), back = SA_BUF_INIT(300);
        struct sa_frame f;
        const char *why;
        size_t start = sa_frame_begin(&out, "x");
        sa_frame_put_bytes(&out, "data", all, len);
        assert_true(sa_frame_end(&out, start));
        assert_true(sa_frame_parse(&f, out.data + 4, out.len - 4, &why));
        assert_true(sa_frame_bytes(&f, "data", &back));
        assert_int_equal(back.len, len);
        if (len) assert_memory_equal(back.data, all, len);
        sa_buf_release(&out);
        sa_buf_release(&back);
    }
}

// Bytes behind a NUL are the tail, and no JSON; a frame before version 2 has them in a member.
static void test_a_tail_comes_back(void **state)
{
    (void)state;
    unsigned char all[256];
    for (int i = 0; i < 256; i++) all[i] = (unsigned char)i;
    for (size_t len = 0; len <= sizeof all; len++) {
        struct sa_buf out = SA_BUF_INIT(1000), back = SA_BUF_INIT(300);
        struct sa_frame f;
        const char *why;
        size_t start = sa_frame_begin(&out, "x");
        sa_json_put_str(&out, "text", "a");
        assert_true(sa_frame_end_with(&out, start, (struct sa_str){(const char *)all, len}));
        assert_true(sa_frame_parse(&f, out.data + 4, out.len - 4, &why));
        assert_string_equal(f.type, "x");
        assert_int_equal(f.count, 2);
        assert_non_null(f.tail.data);
        assert_true(sa_frame_data(&f, "data", &back));
        assert_int_equal(back.len, len);
        if (len) assert_memory_equal(back.data, all, len);
        sa_buf_release(&out);
        sa_buf_release(&back);
    }
    struct sa_frame f;
    struct sa_buf back = SA_BUF_INIT(300);
    const char *why;
    static const char member[] = "{\"t\":\"x\",\"data\":\"AP8Q\"}", early[] = "{\"t\":\"x\0\"}";
    assert_true(sa_frame_parse(&f, member, sizeof member - 1, &why));
    assert_null(f.tail.data);
    assert_true(sa_frame_data(&f, "data", &back));
    assert_memory_equal(back.data, "\0\xff\x10", 3);
    assert_false(sa_frame_parse(&f, early, sizeof early - 1, &why));
    sa_buf_release(&back);
}

static void test_too_large_is_taken_back(void **state)
{
    (void)state;
    struct sa_buf out = SA_BUF_INIT(SA_FRAME_MAX / 2);
    size_t start = sa_frame_begin(&out, "x");
    SA_AUTO_FREE char *big = sa_xcalloc(1, SA_FRAME_MAX);
    sa_json_put_strn(&out, "text", big, SA_FRAME_MAX / 4);
    assert_false(sa_frame_end(&out, start));
    assert_int_equal(out.len, 0);
    start = sa_frame_begin(&out, "x");
    assert_true(sa_frame_end(&out, start));
    sa_buf_release(&out);
}

// Frames arrive in any pieces; the end and a late one are told apart.
static void test_channel(void **state)
{
    (void)state;
    int pair[2];
    struct sa_channel c;
    struct sa_frame f;
    const char *why;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
    sa_channel_init(&c, pair[0], true);
    static const char two[] = "\0\0\0\x09{\"t\":\"a\"}\0\0\0\x09{\"t\":\"b\"}\0\0\0\x09{\"t\"";
    for (size_t i = 0; i < 10; i++) assert_int_equal(write(pair[1], two + i, 1), 1);
    assert_int_equal(sa_channel_read(&c, -1, sa_clock_monotonic() + 1, &f, &why), SA_GOT_LATE);
    assert_int_equal(write(pair[1], two + 10, sizeof two - 11), sizeof two - 11);
    int64_t soon = sa_clock_monotonic() + SA_NS_PER_S;
    assert_int_equal(sa_channel_read(&c, -1, soon, &f, &why), SA_GOT_FRAME);
    assert_string_equal(f.type, "a");
    assert_true(sa_channel_pending(&c));
    assert_int_equal(sa_channel_read(&c, -1, soon, &f, &why), SA_GOT_FRAME);
    assert_string_equal(f.type, "b");
    close(pair[1]);
    assert_int_equal(sa_channel_read(&c, -1, soon, &f, &why), SA_GOT_END);
    sa_channel_release(&c);
    close(pair[0]);
}

static void *sip(void *arg)
{
    char piece[64 << 10];
    int fd = *(int *)arg;
    while (read(fd, piece, sizeof piece) > 0) sa_sleep(50 * SA_NS_PER_MS);
    return NULL;
}

// A reader that takes a little now and then does not keep the writer for ever.
static void test_slow_reader(void **state)
{
    (void)state;
    int pair[2];
    pthread_t reader;
    struct sa_channel c;
    struct sa_buf out = SA_BUF_INIT(SA_FRAME_MAX);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(fcntl(pair[0], F_SETFL, O_NONBLOCK), 0);
    sa_channel_init(&c, pair[0], true);
    memset(sa_buf_reserve(&out, 8 << 20), 'x', 8 << 20);
    sa_buf_added(&out, 8 << 20);
    assert_int_equal(pthread_create(&reader, NULL, sip, &pair[1]), 0);
    int64_t start = sa_clock_monotonic();
    assert_int_equal(sa_channel_send(&c, &out, -1, start + 300 * SA_NS_PER_MS), SA_SENT_LATE);
    assert_true(sa_clock_monotonic() - start < 5 * SA_NS_PER_S);
    assert_in_range(out.len, 1, (8 << 20) - 1);
    int wake = eventfd(1, EFD_CLOEXEC);
    assert_int_equal(sa_channel_send(&c, &out, wake, 0), SA_SENT_WOKEN);
    close(wake);
    shutdown(pair[1], SHUT_RDWR); // what waits in the socket is soon read
    close(pair[0]);
    pthread_join(reader, NULL);
    close(pair[1]);
    sa_channel_release(&c);
    sa_buf_release(&out);
}

// The worker is read for its frames alone, and there is always another.
static void test_frames_without_end_hold_up_neither_deadline_nor_wake(void **state)
{
    (void)state;
    static const char frame[] = "\0\0\0\007{\"t\":1}";
    int pair[2];
    struct sa_channel c;
    struct sa_frame f;
    const char *why;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    sa_channel_init(&c, pair[0], true);
    for (int i = 0; i < 3; i++) assert_int_equal(write(pair[1], frame, 11), 11);
    int64_t now = sa_clock_monotonic();
    assert_int_equal(sa_channel_read(&c, -1, now - 1, &f, &why), SA_GOT_LATE);
    int wake = eventfd(1, EFD_CLOEXEC);
    assert_int_equal(sa_channel_read(&c, wake, 0, &f, &why), SA_GOT_WOKEN);
    assert_true(sa_channel_pending(&c));
    close(wake), close(pair[0]), close(pair[1]);
    sa_channel_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_bytes_come_back),
        cmocka_unit_test(test_a_tail_comes_back),
        cmocka_unit_test(test_too_large_is_taken_back),
        cmocka_unit_test(test_channel),
        cmocka_unit_test(test_slow_reader),
        cmocka_unit_test(test_frames_without_end_hold_up_neither_deadline_nor_wake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
