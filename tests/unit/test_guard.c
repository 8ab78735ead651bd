// The address policy of fetches: the tables, and that libcurl asks it before it connects.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/xalloc.h"
#include "http/guard.h"
#include "http/http.h"

static const char *verdict_within(const char *text, enum sa_http_reach reach)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_in four = {.sin_family = AF_INET};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return sa_guard_refuses((struct sockaddr *)&four, sizeof four, reach);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return sa_guard_refuses((struct sockaddr *)&six, sizeof six, reach);
}

static const char *verdict(const char *text)
{
    return verdict_within(text, SA_REACH_PUBLIC);
}

static void inner_addresses(void **state)
{
    static const char *const inner[] = {"127.0.0.1",
                                        "127.255.1.2",
                                        "0.0.0.0",
                                        "10.1.2.3",
                                        "172.16.0.1",
                                        "172.31.255.255",
                                        "192.168.1.1",
                                        "169.254.1.1",
                                        "169.254.169.254",
                                        "100.64.0.1",
                                        "100.100.100.200",
                                        "168.63.129.16",
                                        "224.0.0.1",
                                        "255.255.255.255",
                                        "198.18.0.1",
                                        "::",
                                        "::1",
                                        "fe80::1",
                                        "fc00::1",
                                        "fd12::1",
                                        "fd00:ec2::254",
                                        "ff02::1",
                                        "::ffff:127.0.0.1",
                                        "::ffff:10.0.0.1",
                                        "::127.0.0.1",
                                        "64:ff9b::7f00:1",
                                        "64:ff9b:1::a00:1",
                                        "2002:7f00:1::",
                                        "2002:c0a8:101::1",
                                        "2001:db8::1",
                                        "2001::1"};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(inner); i++)
        if (!verdict(inner[i])) fail_msg("%s is let through", inner[i]);
}

static void public_addresses(void **state)
{
    static const char *const outer[] = {
        "1.1.1.1",       "8.8.8.8",         "172.15.0.1",   "172.32.0.1",       "100.128.0.1",
        "93.184.216.34", "2606:4700::1111", "2a00:1450::1", "64:ff9b::808:808", "::ffff:8.8.8.8"};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(outer); i++)
        if (verdict(outer[i])) fail_msg("%s is refused as %s", outer[i], verdict(outer[i]));
    struct sockaddr local = {.sa_family = AF_UNIX};
    assert_non_null(sa_guard_refuses(&local, sizeof local, SA_REACH_PUBLIC));
}

// A granted name may lead to a network of the user's, and nowhere nearer.
static void networks_are_within_reach_of_granted_names(void **state)
{
    static const char *const near[] = {
        "127.0.0.1",     "0.0.0.0",         "169.254.169.254",  "169.254.1.1",
        "::1",           "fe80::1",         "::ffff:127.0.0.1", "64:ff9b::a9fe:a9fe",
        "fd00:ec2::254", "100.100.100.200", "224.0.0.1",        "4000::1"};
    static const char *const ours[] = {"10.1.2.3",   "192.168.1.1",    "172.16.0.1",
                                       "100.64.0.1", "fd12::1",        "::ffff:10.0.0.1",
                                       "8.8.8.8",    "2606:4700::1111"};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(near); i++) {
        if (!verdict_within(near[i], SA_REACH_NETWORK)) fail_msg("%s is let through", near[i]);
        if (verdict_within(near[i], SA_REACH_HOST)) fail_msg("%s is refused", near[i]);
    }
    for (size_t i = 0; i < SA_COUNT(ours); i++)
        if (verdict_within(ours[i], SA_REACH_NETWORK)) fail_msg("%s is refused", ours[i]);
}

// A listener that must never see a connection.
static void requests_are_refused_before_connecting(void **state)
{
    static const char *const hosts[] = {"127.0.0.1",          "localhost", "2130706433",
                                        "[::ffff:127.0.0.1]", "0x7f.1",    "0"};
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    (void)state;
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 4), 0);
    getsockname(fd, (struct sockaddr *)&at, &len);
    struct sa_http *http = sa_http_new(&(struct sa_http_options){.retries = 0, .total_ms = 5000});
    for (size_t i = 0; i < SA_COUNT(hosts); i++) {
        struct sa_err err = SA_ERR_INIT;
        struct sa_http_response response;
        SA_AUTO_FREE char *url = sa_xasprintf("http://%s:%d/x", hosts[i], ntohs(at.sin_port));
        struct sa_http_request request = {.url = url, .reach = SA_REACH_PUBLIC};
        assert_int_equal(sa_http_perform(http, &request, &response, &err), -1);
        sa_http_response_release(&response);
        if (err.code != SA_E_DENIED) fail_msg("%s: %s", url, err.message);
    }
    struct pollfd p = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&p, 1, 0), 0);
    sa_http_free(http);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inner_addresses),
        cmocka_unit_test(public_addresses),
        cmocka_unit_test(networks_are_within_reach_of_granted_names),
        cmocka_unit_test(requests_are_refused_before_connecting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
