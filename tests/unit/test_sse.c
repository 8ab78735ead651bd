// The event-stream parser: line ends, comments, pieces of any size, what is left at the end.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "http/sse.h"

struct seen {
    struct sa_buf text; // "name:data|" for every event
    int stop_after;     // 0: never
};

static bool note(void *ctx, const char *name, const char *data, size_t len)
{
    struct seen *s = ctx;
    sa_buf_appendf(&s->text, "%s:", name);
    sa_buf_append(&s->text, data, len);
    sa_buf_appendc(&s->text, '|');
    return !s->stop_after || --s->stop_after > 0;
}

// Feeds `text` in pieces of every size from 1 up and expects the same events each time.
static void expect(const char *text, const char *events, bool partial)
{
    size_t len = strlen(text);
    for (size_t piece = 1; piece <= len; piece++) {
        struct seen s = {.text = SA_BUF_INIT(1 << 16)};
        struct sa_sse sse;
        sa_sse_init(&sse, 1 << 16);
        for (size_t i = 0; i < len; i += piece)
            assert_true(sa_sse_feed(&sse, text + i, len - i < piece ? len - i : piece, note, &s));
        assert_int_equal(sa_sse_finish(&sse, note, &s), partial);
        assert_string_equal(sa_buf_text(&s.text), events);
        sa_sse_release(&sse);
        sa_buf_release(&s.text);
    }
}

static void test_line_ends(void **state)
{
    (void)state;
    expect("data: a\n\ndata: b\n\n", "message:a|message:b|", false);
    expect("data: a\r\n\r\ndata: b\r\n\r\n", "message:a|message:b|", false);
    expect("data: a\r\rdata: b\r\r", "message:a|message:b|", false);
    expect("\xEF\xBB\xBF"
           "data: a\n\n",
           "message:a|", false);
}

static void test_fields(void **state)
{
    (void)state;
    expect(": ping\n\ndata:a\ndata:  b\n\n", "message:a\n b|", false);
    expect("event: x\nid: 4\nretry: 5\ndata: a\n\ndata: b\n\n", "x:a|message:b|", false);
    expect("data\n\n", "message:|", false);
    expect("database: a\nevent: lost\n\n", "", false);
    expect("\n\n\n", "", false);
}

static void test_end(void **state)
{
    (void)state;
    expect("data: a\n\ndata: b\n", "message:a|message:b|", false);
    expect("data: a\n\ndata: {\"x", "message:a|message:{\"x|", true);
    expect("data: a\n\nda", "message:a|", true);
}

static void test_nul_and_stop(void **state)
{
    (void)state;
    struct seen s = {.text = SA_BUF_INIT(1 << 16), .stop_after = 2};
    struct sa_sse sse;
    sa_sse_init(&sse, 1 << 16);
    assert_false(sa_sse_feed(&sse, "data: a\0b\n\ndata: c\n\ndata: d\n\n", 29, note, &s));
    assert_memory_equal(s.text.data, "message:a\0b|message:c|", 22);
    assert_int_equal(s.text.len, 22);
    sa_sse_release(&sse);
    sa_buf_release(&s.text);
}

static void test_ceiling(void **state)
{
    (void)state;
    struct seen s = {.text = SA_BUF_INIT(1 << 16)};
    struct sa_sse sse;
    char big[200];
    memset(big, 'x', sizeof big);
    sa_sse_init(&sse, 100);
    assert_false(sa_sse_feed(&sse, big, sizeof big, note, &s));
    assert_true(sse.too_large);
    sa_sse_release(&sse);
    sa_buf_release(&s.text);
}

// The id of an event counts once it is whole; one that is too long, or no line, is none.
static void test_ids_and_retry(void **state)
{
    (void)state;
    struct sa_sse sse;
    struct seen seen = {SA_BUF_INIT(SA_BUF_SMALL), 0};
    char long_id[400];
    sa_sse_init(&sse, 1000);
    assert_int_equal(sse.retry_ms, -1);
    static const char first[] = "id: a1\nretry: 250\ndata:\n\nid: a2\ndata: x";
    assert_true(sa_sse_feed(&sse, first, sizeof first - 1, note, &seen));
    assert_string_equal(sse.id, "a1");
    assert_int_equal(sse.retry_ms, 250);
    assert_true(sa_sse_feed(&sse, "\n\nretry: soon\n", 14, note, &seen));
    assert_string_equal(sse.id, "a2");
    assert_int_equal(sse.retry_ms, 250);
    int n = snprintf(long_id, sizeof long_id, "id: %0300d\ndata: y\n\n", 1);
    assert_true(sa_sse_feed(&sse, long_id, (size_t)n, note, &seen));
    assert_string_equal(sse.id, "");
    sa_buf_release(&seen.text);
    sa_sse_release(&sse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_and_retry), cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_fields),        cmocka_unit_test(test_end),
        cmocka_unit_test(test_nul_and_stop),  cmocka_unit_test(test_ceiling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
