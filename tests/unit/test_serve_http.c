// Our MCP server over HTTP within one process, whose tool is a gate that the test opens: what
// becomes of sessions, and of what nobody has heard; everything is freed in the end.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/serve.h"
#include "tool/builtin.h"

enum { MAX_SESSIONS = 40 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int begun, ended, waiting; // waiting: calls before the gate
    bool open;
    size_t size; // of the tool's result; 0: a word
    struct sa_serve_http http;
    int port;
    pthread_t thread;
    struct sa_stop stop;
    int code;
} world = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

// ---- the tool ----------------------------------------------------------------------------------

static void pass_gate(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                      struct sa_tool_result *result)
{
    (void)args;
    sa_serve_progress(tool->data, "before", 6);
    pthread_mutex_lock(&world.lock);
    world.waiting++;
    pthread_cond_broadcast(&world.changed);
    pthread_mutex_unlock(&world.lock);
    for (bool open = false; !open && !sa_stop_reason(stop);) {
        struct pollfd p = {.fd = stop->fd, .events = POLLIN};
        pthread_mutex_lock(&world.lock);
        open = world.open;
        pthread_mutex_unlock(&world.lock);
        if (!open) poll(&p, 1, 1);
    }
    sa_serve_progress(tool->data, "behind", 6);
    result->json = sa_xasprintf("\"passed %*s\"", (int)world.size, "");
}

static void *begin(void *ctx, struct sa_serve *session, struct sa_tools *tools)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_tool *tool = sa_builtin_new("gate", "Waits.", SA_TOOL_READS, pass_gate);
    (void)ctx;
    tool->data = session;
    assert_int_equal(sa_tools_add(tools, tool, &err), 0);
    pthread_mutex_lock(&world.lock);
    world.begun++;
    pthread_mutex_unlock(&world.lock);
    return NULL;
}

static void end(void *state)
{
    (void)state;
    pthread_mutex_lock(&world.lock);
    world.ended++;
    pthread_cond_broadcast(&world.changed);
    pthread_mutex_unlock(&world.lock);
}

static void await(const int *count, int wanted)
{
    pthread_mutex_lock(&world.lock);
    while (*count < wanted) pthread_cond_wait(&world.changed, &world.lock);
    pthread_mutex_unlock(&world.lock);
}

static void open_gate(bool open)
{
    pthread_mutex_lock(&world.lock);
    world.open = open;
    pthread_mutex_unlock(&world.lock);
}

// ---- the server --------------------------------------------------------------------------------

static void on_ready(const char *url)
{
    int64_t port = 0;
    SA_AUTO_FREE char *text = sa_xstrdup(strrchr(url, ':') + 1);
    *strchr(text, '/') = 0;
    assert_true(sa_parse_i64(text, &port));
    pthread_mutex_lock(&world.lock);
    world.port = (int)port;
    pthread_cond_broadcast(&world.changed);
    pthread_mutex_unlock(&world.lock);
}

static void *run(void *unused)
{
    static const struct sa_serve_offer offer = {"", NULL, begin, end};
    struct sa_err err = SA_ERR_INIT;
    (void)unused;
    world.code = sa_serve_http(&offer, &world.http, &world.stop, &err);
    if (world.code) print_message("%s\n", err.message);
    return NULL;
}

static int start_with(const char *token, int64_t greet_ns, size_t max_unread)
{
    world.http = (struct sa_serve_http){.listen = "127.0.0.1:0",
                                        .token = token,
                                        .max_sessions = MAX_SESSIONS,
                                        .idle_ns = INT64_C(3600000000000),
                                        .greet_ns = greet_ns,
                                        .max_unread = max_unread,
                                        .ready = on_ready};
    world.size = 0;
    world.begun = world.ended = world.waiting = world.port = 0;
    world.open = false;
    sa_stop_init(&world.stop);
    assert_int_equal(pthread_create(&world.thread, NULL, run, NULL), 0);
    await(&world.port, 1);
    return 0;
}

static int start(void **state)
{
    (void)state;
    return start_with(NULL, 0, 0);
}

static int start_impatient(void **state)
{
    (void)state;
    return start_with("t0ken-of-the-unit-test", INT64_C(2000000000), 0);
}

static int start_patient(void **state)
{
    (void)state;
    return start_with("t0ken-of-the-unit-test", INT64_C(3600000000000), 0);
}

static int start_small(void **state)
{
    (void)state;
    return start_with(NULL, 0, 1 << 20);
}

// However it stands: all ends.
static int stop(void **state)
{
    (void)state;
    sa_stop_request(&world.stop, SIGTERM);
    pthread_join(world.thread, NULL);
    sa_stop_release(&world.stop);
    assert_int_equal(world.code, 0);
    assert_int_equal(world.begun, world.ended);
    return 0;
}

// ---- a client ----------------------------------------------------------------------------------

// Sends a request; what it gets comes through the descriptor.
static int reach(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)world.port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

static int ask(const char *method, const char *headers, const char *body)
{
    SA_AUTO_FREE char *text = sa_xasprintf(
        "%s /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Content-Type: application/json\r\n%s"
        "Content-Length: %zu\r\n\r\n%s",
        method, headers, strlen(body), body);
    int fd = reach();
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
    return fd;
}

// Reads on until `what` has come (NULL: to the end) and gives all of it, malloc'd.
static char *hear(int fd, const char *what)
{
    struct sa_buf all = SA_BUF_INIT(SA_BUF_TEXT);
    char data[4096];
    ssize_t n = 1;
    while (n > 0 && !(what && strstr(sa_buf_text(&all), what))) {
        n = recv(fd, data, sizeof data, 0);
        if (n > 0) sa_buf_append(&all, data, (size_t)n);
    }
    if (what) assert_non_null(strstr(sa_buf_text(&all), what));
    return sa_buf_take(&all, NULL);
}

static char *answer_of(const char *method, const char *headers, const char *body)
{
    int fd = ask(method, headers, body);
    char *answer = hear(fd, NULL);
    close(fd);
    return answer;
}

// The header that names a new session.
static void open_session(char *header, size_t size)
{
    SA_AUTO_FREE char *answer = answer_of(
        "POST", "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}");
    const char *id = strstr(answer, "Mcp-Session-Id: ");
    assert_non_null(id);
    snprintf(header, size, "%.*s\r\n", (int)strcspn(id, "\r"), id);
}

static const char told_call[] =
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":"
    "{\"name\":\"gate\",\"_meta\":{\"progressToken\":1}}}",
                  call[] = "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":"
                           "{\"name\":\"gate\"}}";

// ---- tests -------------------------------------------------------------------------------------

static void test_a_stop_ends_calls_streams_and_half_requests(void **state)
{
    char session[80], other[80];
    (void)state;
    open_session(session, sizeof session);
    open_session(other, sizeof other);
    int fds[] = {ask("POST", session, told_call), ask("POST", session, call),
                 ask("GET", session, ""), ask("POST", other, call)};
    free(hear(fds[0], "before"));
    free(hear(fds[2], "text/event-stream"));
    await(&world.waiting, 2);
    int half = ask("POST", "X: y\r\nContent-Length: 5\r\n", "");
    stop(NULL);
    for (size_t i = 0; i < SA_COUNT(fds); i++) {
        SA_AUTO_FREE char *rest = hear(fds[i], NULL);
        assert_null(strstr(rest, "passed"));
        close(fds[i]);
    }
    close(half);
    start(NULL); // for the tear-down
}

static void test_what_nobody_heard_is_told_later(void **state)
{
    char session[80], again[160];
    (void)state;
    open_session(session, sizeof session);
    int fd = ask("POST", session, told_call);
    free(hear(fd, "id: 2-1"));
    close(fd);
    open_gate(true);
    // Whoever asks gets the rest, however often, whether the call has ended by then or not.
    snprintf(again, sizeof again, "%sLast-Event-ID: 2-1\r\n", session);
    for (int i = 0; i < 3; i++) {
        SA_AUTO_FREE char *rest = answer_of("GET", again, "");
        assert_null(strstr(rest, "before"));
        assert_non_null(strstr(rest, "behind"));
        assert_non_null(strstr(rest, "passed"));
    }
    // It goes when there are many that are newer.
    for (int i = 0; i < 20; i++) free(answer_of("POST", session, told_call));
    SA_AUTO_FREE char *rest = answer_of("GET", again, "");
    assert_non_null(strstr(rest, " 400 "));
}

static void test_an_ended_session_answers_those_who_wait(void **state)
{
    char session[80];
    (void)state;
    open_session(session, sizeof session);
    int one = ask("POST", session, call), stream = ask("GET", session, "");
    free(hear(stream, "text/event-stream"));
    await(&world.waiting, 1);
    free(answer_of("DELETE", session, ""));
    SA_AUTO_FREE char *answer = hear(one, NULL);
    assert_non_null(strstr(answer, " 404 "));
    free(hear(stream, NULL));
    await(&world.ended, 1);
    close(one);
    close(stream);
}

static void test_sessions_work_at_once(void **state)
{
    char session[80];
    int fds[MAX_SESSIONS];
    (void)state;
    for (int i = 0; i < MAX_SESSIONS; i++) {
        open_session(session, sizeof session);
        fds[i] = ask("POST", session, call);
    }
    await(&world.waiting, MAX_SESSIONS); // all are before the gate
    SA_AUTO_FREE char *more = answer_of("POST", "",
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}");
    assert_non_null(strstr(more, " 503 "));
    open_gate(true);
    for (int i = 0; i < MAX_SESSIONS; i++) {
        SA_AUTO_FREE char *answer = hear(fds[i], NULL);
        assert_non_null(strstr(answer, "passed"));
        close(fds[i]);
    }
}

#define TOKEN "Authorization: Bearer t0ken-of-the-unit-test\r\n"

// Silent, with half a request, with a wrong token: closed in a time that no client of ours needs.
static void test_who_shows_no_token_is_sent_away_soon(void **state)
{
    (void)state;
    int silent = reach(), half = reach(), wrong = reach();
    const char part[] = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" TOKEN,
               bad[] = "GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_int_equal(send(half, part, strlen(part), MSG_NOSIGNAL), strlen(part));
    assert_int_equal(send(wrong, bad, strlen(bad), MSG_NOSIGNAL), strlen(bad));
    SA_AUTO_FREE char *nothing = hear(silent, NULL), *none = hear(half, NULL),
                      *refusal = hear(wrong, NULL);
    assert_string_equal(nothing, "");
    assert_string_equal(none, "");
    assert_non_null(strstr(refusal, " 401 "));
    close(silent), close(half), close(wrong);
}

// Who has shown it stays, however many others come; of those the ones that wait longest go.
static void test_connections_without_a_token_do_not_crowd_out_others(void **state)
{
    enum { FEW = 32, MANY = 300 };
    int fds[MANY];
    char reply[16];
    (void)state;
    int known = reach();
    const char kept[] = "GET /mcp HTTP/1.1\r\nHost: localhost\r\n" TOKEN "\r\n";
    assert_int_equal(send(known, kept, strlen(kept), MSG_NOSIGNAL), strlen(kept));
    free(hear(known, "HTTP/1.1 400"));
    for (int i = 0; i < MANY; i++) {
        fds[i] = reach();
        if (i >= FEW) free(hear(fds[i - FEW], NULL)); // closed
    }
    SA_AUTO_FREE char *answer = answer_of(
        "POST", TOKEN, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}");
    assert_non_null(strstr(answer, " 200 "));
    assert_true(recv(known, reply, sizeof reply, MSG_DONTWAIT) != 0);
    assert_int_equal(send(known, kept, strlen(kept), MSG_NOSIGNAL), strlen(kept));
    free(hear(known, "HTTP/1.1 400"));
    for (int i = 0; i < MANY; i++) close(fds[i]);
    close(known);
}

static void test_replies_that_nobody_reads_are_bounded(void **state)
{
    char hog[80], other[80], again[160];
    (void)state;
    open_session(hog, sizeof hog);
    open_session(other, sizeof other);
    open_gate(true);
    world.size = 2 << 20; // more than there is for all
    const char *const calls[] = {told_call, call};
    for (size_t i = 0; i < SA_COUNT(calls); i++) {
        SA_AUTO_FREE char *cut = answer_of("POST", hog, calls[i]);
        assert_null(strstr(cut, "passed"));
    }
    world.size = 400 << 10; // the third is too much for all, and the first goes
    for (int i = 0; i < 3; i++) {
        SA_AUTO_FREE char *answer = answer_of("POST", other, told_call);
        assert_non_null(strstr(answer, "passed"));
    }
    snprintf(again, sizeof again, "%sLast-Event-ID: 2-1\r\n", other);
    SA_AUTO_FREE char *gone = answer_of("GET", again, "");
    assert_non_null(strstr(gone, " 400 "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_stop_ends_calls_streams_and_half_requests, start,
                                        stop),
        cmocka_unit_test_setup_teardown(test_what_nobody_heard_is_told_later, start, stop),
        cmocka_unit_test_setup_teardown(test_an_ended_session_answers_those_who_wait, start, stop),
        cmocka_unit_test_setup_teardown(test_sessions_work_at_once, start, stop),
        cmocka_unit_test_setup_teardown(test_who_shows_no_token_is_sent_away_soon, start_impatient,
                                        stop),
        cmocka_unit_test_setup_teardown(test_connections_without_a_token_do_not_crowd_out_others,
                                        start_patient, stop),
        cmocka_unit_test_setup_teardown(test_replies_that_nobody_reads_are_bounded, start_small,
                                        stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
