// The broker of a sandbox against clients that are not ours: whatever they send, only the one
// resource is asked, with the host's own headers, and no key comes back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/err.h"
#include "base/clock.h"
#include "base/secret.h"
#include "base/stop.h"
#include "base/xalloc.h"
#include "http/broker.h"

#define KEY "sk-test-0123456789abcdef"
#define SHOWN "https://model.example/v1/chat/completions"

// A server that keeps the requests it got and quotes the key.
static struct {
    int fd, count;
    char url[80], request[70000];
    pthread_t thread;
} server;

static void answer(int fd)
{
    static const char reply[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 33\r\n"
        "Connection: close\r\n\r\nyou sent " KEY;
    size_t have = 0, want = 0;
    while (have < sizeof server.request - 1 && (!want || have < want)) {
        ssize_t n = read(fd, server.request + have, sizeof server.request - 1 - have);
        if (n <= 0) break;
        have += (size_t)n;
        server.request[have] = 0;
        const char *end = strstr(server.request, "\r\n\r\n");
        const char *length = strstr(server.request, "Content-Length: ");
        if (end && length)
            want = (size_t)(end + 4 - server.request) + strtoul(length + 16, NULL, 10);
    }
    server.count++;
    assert_int_equal(write(fd, reply, sizeof reply - 1), (int)sizeof reply - 1);
    close(fd);
}

static void *serve(void *unused)
{
    int fd;
    (void)unused;
    while ((fd = accept(server.fd, NULL, NULL)) >= 0) answer(fd);
    return NULL;
}

static struct {
    struct sa_stop stop;
    const char *headers[3];
    struct sa_broker_rule rule;
    struct sa_http_options http_options;
    struct sa_broker *broker;
    struct sa_http *http;
} rig;

static int open_all(void **state)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    setenv("no_proxy", "127.0.0.1", 1);
    sa_secret_set_forms(false);
    sa_secret_add(KEY);
    server.fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(server.fd, (struct sockaddr *)&a, sizeof a) || listen(server.fd, 9)) return -1;
    getsockname(server.fd, (struct sockaddr *)&a, &len);
    snprintf(server.url, sizeof server.url, "http://127.0.0.1:%d/real?secret=1", ntohs(a.sin_port));
    pthread_create(&server.thread, NULL, serve, NULL);
    sa_stop_init(&rig.stop);
    rig.headers[0] = "Authorization: Bearer " KEY;
    rig.rule = (struct sa_broker_rule){SHOWN, server.url, {rig.headers, server.url, NULL}};
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    shutdown(server.fd, SHUT_RDWR);
    pthread_join(server.thread, NULL);
    close(server.fd);
    sa_stop_release(&rig.stop);
    sa_secret_release();
    return 0;
}

static void open_broker(uint64_t max_requests)
{
    const struct sa_broker_options o = {.rules = &rig.rule,
                                        .rule_count = 1,
                                        .http = &rig.http_options,
                                        .max_requests = max_requests,
                                        .stop = &rig.stop};
    rig.broker = sa_broker_new(&o, -1);
    rig.http = sa_http_new(&rig.http_options);
    server.count = 0;
}

static void close_broker(void)
{
    sa_http_free(rig.http);
    sa_broker_free(rig.broker);
}

struct client {
    int fd;
    const char *bytes;
    size_t len;
    struct sa_buf got;
};

// Sends, says that this is all, and keeps what comes.
static void *be_client(void *ctx)
{
    struct client *c = ctx;
    char piece[4096];
    ssize_t n;
    for (size_t sent = 0; sent < c->len; sent += (size_t)n)
        if ((n = send(c->fd, c->bytes + sent, c->len - sent, MSG_NOSIGNAL)) <= 0) break;
    shutdown(c->fd, SHUT_WR);
    while ((n = read(c->fd, piece, sizeof piece)) > 0) sa_buf_append(&c->got, piece, (size_t)n);
    return NULL;
}

// What the broker answers to these bytes: all its records, one after the other.
static char *ask(const char *bytes, size_t len)
{
    int pair[2];
    pthread_t thread;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    struct client c = {pair[0], bytes, len, SA_BUF_INIT(SA_BUF_TEXT)};
    pthread_create(&thread, NULL, be_client, &c);
    sa_broker_serve(rig.broker, rig.http, pair[1]);
    close(pair[1]);
    pthread_join(thread, NULL);
    close(pair[0]);
    for (size_t i = 0; i < c.got.len; i++)
        if (!c.got.data[i]) c.got.data[i] = '.'; // lengths
    return sa_buf_take(&c.got, NULL);
}

static void put(struct sa_buf *out, char kind, const char *text, size_t len)
{
    const unsigned char head[] = {(unsigned char)kind, (unsigned char)(len >> 24),
                                  (unsigned char)(len >> 16), (unsigned char)(len >> 8),
                                  (unsigned char)len};
    sa_buf_append(out, head, sizeof head);
    sa_buf_append(out, text, len);
}

static char *ask_for(const char *url, size_t len, const char *body)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    put(&out, SA_BROKER_URL, url, len);
    if (body) put(&out, SA_BROKER_BODY, body, strlen(body));
    put(&out, SA_BROKER_GO, "", 0);
    char *got = ask(out.data, out.len);
    sa_buf_release(&out);
    return got;
}

static void a_request_goes_out_with_our_headers_and_comes_back_without_the_key(void **state)
{
    (void)state;
    static const char body[] = "{}\r\n\r\nPOST /other HTTP/1.1\r\nHost: evil\r\nX-Mine: 1\r\n\r\n";
    open_broker(0);
    SA_AUTO_FREE char *got = ask_for(SHOWN, strlen(SHOWN), body);
    assert_non_null(strstr(got, "\"status\":200"));
    assert_non_null(strstr(got, "you sent ***"));
    assert_null(strstr(got, KEY));
    assert_int_equal(server.count, 1);
    const char *end = strstr(server.request, "\r\n\r\n");
    assert_true(!strncmp(server.request, "POST /real?secret=1 HTTP/1.1\r\n", 30));
    assert_true(strstr(server.request, "Authorization: Bearer " KEY "\r\n") < end);
    assert_string_equal(end + 4, body);
    close_broker();
}

static void a_query_does_not_count(void **state)
{
    (void)state;
    open_broker(0);
    SA_AUTO_FREE char *got = ask_for(SHOWN "?api-version=1", strlen(SHOWN "?api-version=1"), NULL);
    assert_non_null(strstr(got, "\"status\":200"));
    assert_true(!strncmp(server.request, "POST /real?secret=1 HTTP/1.1\r\n", 30));
    close_broker();
}

static void nothing_else_is_asked(void **state)
{
    (void)state;
    static const char *const urls[] = {
        "",
        "/",
        "http://model.example/v1/chat/completions",
        "https://model.example/v1/chat/completions/",
        "https://model.example/v1/chat/completions/../models",
        "https://model.example/v1/chat/completion",
        "https://model.example/v1/chat/completions%3f",
        "https://model.example:443/v1/chat/completions",
        "https://model.example.evil/v1/chat/completions",
        "https://MODEL.example/v1/chat/completions",
        "https://user@model.example/v1/chat/completions",
        "https://evil/?https://model.example/v1/chat/completions",
        "https://evil/#https://model.example/v1/chat/completions",
        " https://model.example/v1/chat/completions",
        "https://model.example/v1/chat/completions\r\nX: y",
        "https://model.example/v1/chat/completions ",
        "CONNECT evil:443",
        "file:///etc/passwd",
        "http://169.254.169.254/latest/meta-data",
    };
    open_broker(0);
    for (size_t i = 0; i < SA_COUNT(urls); i++) {
        SA_AUTO_FREE char *got = ask_for(urls[i], strlen(urls[i]), "{}");
        if (!strstr(got, "only the model's own address")) fail_msg("%s: %s", urls[i], got);
    }
    SA_AUTO_FREE char *nul = ask_for(SHOWN "\0.evil", sizeof SHOWN + 5, "{}");
    assert_non_null(strstr(nul, "in a wrong way"));
    assert_int_equal(server.count, 0);
    assert_int_equal(sa_broker_requests(rig.broker), 0);
    close_broker();
}

static void records_in_disorder(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t len;
    } rows[] = {
#define ROW(text) {text, sizeof text - 1}
        ROW(""),
        ROW("U"),
        ROW("G\0\0\0\0"),
        ROW("B\0\0\0\1x"),
        ROW("U\377\377\377\377"),
        ROW("U\0\0\x10\1"),
        ROW("U\0\0\0\5ab"),
        ROW("X\0\0\0\0"),
        ROW("POST http://model.example/v1/chat/completions HTTP/1.1\r\nHost: model.example\r\n\r\n"),
        ROW("CONNECT evil:443 HTTP/1.1\r\n\r\n"),
        ROW("U\0\0\0\51" SHOWN),
        ROW("U\0\0\0\51" SHOWN "U\0\0\0\51" SHOWN "G\0\0\0\0"),
        ROW("U\0\0\0\51" SHOWN "B\377\0\0\0"),
        ROW("U\0\0\0\51" SHOWN "B\0\0\0\5ab"),
        ROW("U\0\0\0\51" SHOWN "E\0\0\0\0"),
    };
    open_broker(0);
    assert_int_equal(strlen(SHOWN), 41);
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        SA_AUTO_FREE char *got = ask(rows[i].bytes, rows[i].len);
        if (!strstr(got, "in a wrong way")) fail_msg("row %zu: %s", i, got);
    }
    assert_int_equal(server.count, 0);
    close_broker();
}

// Bytes at random, most of them near to what is right. None of them is a whole request.
static void random_bytes(void **state)
{
    (void)state;
    static const char good[] = "U\0\0\0\51" SHOWN "B\0\0\0\2{}G\0\0\0\0";
    unsigned seed = 7;
    open_broker(0);
    for (int i = 0; i < 3000; i++) {
        char text[sizeof good];
        memcpy(text, good, sizeof good);
        size_t len = sizeof good - 1 - (i % 3 ? 0 : (size_t)rand_r(&seed) % 20 + 1);
        for (int k = 1 + rand_r(&seed) % 3; k > 0; k--)
            text[rand_r(&seed) % (int)(sizeof good - 8)] ^= (char)(1 << rand_r(&seed) % 7);
        SA_AUTO_FREE char *got = ask(text, len);
        bool refused = strstr(got, "in a wrong way") || strstr(got, "only the model's own");
        // A flipped bit of the body, or two that cancel out, make no difference to the broker.
        if (!refused && !strstr(got, "you sent ***")) fail_msg("round %d: %s", i, got);
        if (strstr(got, KEY)) fail_msg("round %d: the key came back", i);
    }
    close_broker();
}

static void a_body_too_large(void **state)
{
    (void)state;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    SA_AUTO_FREE char *piece = sa_xcalloc(1, SA_BROKER_PIECE);
    open_broker(0);
    put(&out, SA_BROKER_URL, SHOWN, strlen(SHOWN));
    for (size_t done = 0; done <= SA_BROKER_BODY_MAX; done += SA_BROKER_PIECE)
        put(&out, SA_BROKER_BODY, piece, SA_BROKER_PIECE);
    put(&out, SA_BROKER_GO, "", 0);
    SA_AUTO_FREE char *got = ask(out.data, out.len);
    assert_non_null(strstr(got, "in a wrong way"));
    assert_int_equal(server.count, 0);
    sa_buf_release(&out);
    close_broker();
}

static void requests_are_counted(void **state)
{
    (void)state;
    open_broker(2);
    for (int i = 0; i < 4; i++) {
        SA_AUTO_FREE char *got = ask_for(SHOWN, strlen(SHOWN), "{}");
        assert_true(!strstr(got, "--max-requests") == (i < 2));
    }
    assert_int_equal(server.count, 2);
    close_broker();
}

static void a_server_that_is_not_there_is_named_as_inside(void **state)
{
    (void)state;
    struct sa_broker_rule rule = rig.rule;
    rig.rule.credential.given_for = rig.rule.url = "http://127.0.0.1:1/real?secret=1";
    open_broker(0);
    SA_AUTO_FREE char *got = ask_for(SHOWN, strlen(SHOWN), "{}");
    assert_non_null(strstr(got, SHOWN ": cannot connect"));
    assert_non_null(strstr(got, "\"retryable\":true"));
    assert_null(strstr(got, "secret=1"));
    close_broker();
    rig.rule = rule;
}

static void a_key_is_sent_to_no_other_origin(void **state)
{
    (void)state;
    static const struct {
        const char *given_for, *url;
        bool sent;
    } rows[] = {
        {"http://h/v1", "http://H:80/other?x", true},
        {"https://h:443", "https://h/", true},
        {"http://h/", "https://h/", false},
        {"http://h:80/", "http://h:81/", false},
        {"http://h/", "http://h.evil/", false},
        {"http://h/", "http://h@evil/", false},
        {"http://h/", "http://evil/http://h/", false},
        {NULL, "http://h/", false},
        {"", "http://h/", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct sa_http_credential c = {.given_for = rows[i].given_for};
        struct sa_err err = SA_ERR_INIT;
        bool sent = !sa_http_check_credential(&c, rows[i].url, &err);
        if (sent != rows[i].sent) fail_msg("row %zu: %s", i, err.message);
    }
    struct sa_broker_rule rule = rig.rule;
    rig.rule.credential.given_for = "http://127.0.0.1:1/";
    open_broker(0);
    SA_AUTO_FREE char *got = ask_for(SHOWN, strlen(SHOWN), "{}");
    assert_non_null(strstr(got, "is not sent to"));
    assert_int_equal(server.count, 0);
    close_broker();
    rig.rule = rule;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_goes_out_with_our_headers_and_comes_back_without_the_key),
        cmocka_unit_test(a_query_does_not_count),
        cmocka_unit_test(nothing_else_is_asked),
        cmocka_unit_test(records_in_disorder),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(a_body_too_large),
        cmocka_unit_test(requests_are_counted),
        cmocka_unit_test(a_server_that_is_not_there_is_named_as_inside),
        cmocka_unit_test(a_key_is_sent_to_no_other_origin),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
