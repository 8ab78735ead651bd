// Where tools for the web may go: spellings of inner addresses, names that lead there, at once or
// the second time they are looked up, redirects; and what grants change. The name server is ours:
// this program's getaddrinfo stands in for the C library's, also in libcurl.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/builtin.h"
#include "tool/web/grant.h"
#include "tool/web/web.h"

// ---- names ------------------------------------------------------------------------------------

static atomic_int lookups; // of names of the table

// What a name leads to the first time, and from then on.
static const struct {
    const char *name, *first, *then;
} names[] = {
    {"inner.test", "127.0.0.1", "127.0.0.1"},
    {"home.test", "192.168.1.1", "192.168.1.1"},
    {"metadata.test", "169.254.169.254", "169.254.169.254"},
    {"six.test", "::1", "::1"},
    {"mapped.test", "::ffff:127.0.0.1", "::ffff:127.0.0.1"},
    {"nat.test", "64:ff9b::7f00:1", "64:ff9b::7f00:1"},
    {"rebinds.test", "203.0.114.1", "127.0.0.1"},
    {"granted.test", "127.0.0.1", "127.0.0.1"},
};

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **out)
{
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
    for (size_t i = 0; node && i < SA_COUNT(names); i++) {
        if (strcmp(node, names[i].name) != 0) continue;
        return real(lookups++ ? names[i].then : names[i].first, service, &numeric, out);
    }
    return real(node, service, hints, out);
}

// ---- a listener that counts -------------------------------------------------------------------

static int listener, port;

static void listen_here(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(listener, 64), 0);
    getsockname(listener, (struct sockaddr *)&at, &len);
    port = ntohs(at.sin_port);
}

static bool was_reached(void)
{
    struct pollfd p = {.fd = listener, .events = POLLIN};
    bool reached = poll(&p, 1, 0) > 0;
    while (poll(&p, 1, 0) > 0) close(accept(listener, NULL, NULL));
    return reached;
}

static void visit(const char *const *hosts, const char *url, struct sa_tool_result *result)
{
    const struct sa_web web = {.hosts = hosts};
    const struct sa_builtin_setup setup = {.web = &web};
    struct sa_tools tools = {0};
    struct sa_buf args = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendc(&args, '{');
    sa_json_put_str(&args, "url", url);
    sa_buf_appendc(&args, '}');
    assert_int_equal(sa_tools_add(&tools, sa_web_page_tool(&setup), NULL), 0);
    sa_tool_call(tools.items[0], sa_buf_text(&args), NULL, result);
    sa_buf_release(&args);
    sa_tools_release(&tools);
}

// ---- tests ------------------------------------------------------------------------------------

// PORT is the listener's. All of them mean this machine, its network or nothing.
static const char *const spellings[] = {
    "http://127.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://127.0.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://0x7F.1:PORT/",
    "http://017700000001:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://0177.0.0.01:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://127.000.000.001:PORT/",
    "http://127.127.127.127:PORT/",
    "http://0:PORT/",
    "http://0.0.0.0:PORT/",
    "http://0x0:PORT/",
    "http://[::]:PORT/",
    "http://[::1]:PORT/",
    "http://[0:0:0:0:0:0:0:1]:PORT/",
    "http://[0000::0001]:PORT/",
    "http://[::127.0.0.1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::FFFF:7f00:1]:PORT/",
    "http://[::ffff:0:127.0.0.1]:PORT/",
    "http://[64:ff9b::127.0.0.1]:PORT/",
    "http://[64:ff9b:1::7f00:1]:PORT/",
    "http://[2002:7f00:1::]:PORT/",
    "http://[fe80::1%25lo]:PORT/",
    "http://localhost:PORT/",
    "http://LOCALHOST:PORT/",
    "http://localhost.:PORT/",
    "http://LocalHost.:PORT/",
    "http://any.localhost:PORT/",
    "http://localhost%2e:PORT/",
    "http://%6c%6f%63%61%6c%68%6f%73%74:PORT/",
    "http://%31%32%37.0.0.1:PORT/",
    "http://\xE2\x91\xA0\xE2\x91\xA1\xE2\x91\xA6.0.0.1:PORT/",
    "http://\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x97.0.0.1:PORT/",
    "http://127\xE3\x80\x82"
    "0\xE3\x80\x82"
    "0\xE3\x80\x82"
    "1:PORT/",
    "http://\xEF\xBD\x8Cocalhost:PORT/",
    "http://public.example@127.0.0.1:PORT/",
    "http://public.example:80@127.0.0.1:PORT/",
    "http://127.0.0.1:PORT#@public.example/",
    "http://127.0.0.1:PORT?@public.example/",
    "http://127.0.0.1:PORT\\@public.example/",
    "http:127.0.0.1:PORT/",
    "http:///127.0.0.1:PORT/",
    "http:\\\\127.0.0.1:PORT/",
    "HTTP://127.0.0.1:PORT/",
    "\thttp://127.0.0.1:PORT/",
    "//127.0.0.1:PORT/",
    "127.0.0.1:PORT",
    "file:///etc/passwd",
    "FILE://localhost/etc/passwd",
    "ftp://127.0.0.1:PORT/",
    "gopher://127.0.0.1:PORT/_x",
    "dict://127.0.0.1:PORT/x",
    "unix:///run/x",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/",
    "http://0xA9FEA9FE/",
    "http://192.168.0.1/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://[fc00::1]/",
    "http://inner.test:PORT/",
    "http://home.test/",
    "http://metadata.test/",
    "http://six.test:PORT/",
    "http://mapped.test:PORT/",
    "http://nat.test:PORT/",
};

static char *with_port(const char *pattern)
{
    const char *at = strstr(pattern, "PORT");
    if (!at) return sa_xstrdup(pattern);
    return sa_xasprintf("%.*s%d%s", (int)(at - pattern), pattern, port, at + 4);
}

static void no_spelling_leads_inside(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_COUNT(spellings); i++) {
        SA_AUTO_FREE char *url = with_port(spellings[i]);
        struct sa_tool_result result;
        visit(NULL, url, &result);
        if (result.json) fail_msg("%s is visited: %s", url, result.json);
        if (was_reached()) fail_msg("%s: a connection was made", url);
        bool denied = sa_streq(result.error_type, "PermissionError");
        bool named = sa_streq(result.error_type, "ValueError") ||
                     sa_streq(result.error_type, "ConnectionError");
        if (!denied && !named) fail_msg("%s: %s", url, result.error);
        sa_tool_result_release(&result);
    }
}

// The look-up that counts is the one whose address is connected to: a name cannot be judged by one
// and reached by another.
static void a_name_that_rebinds_is_judged_by_what_is_connected_to(void **state)
{
    SA_AUTO_FREE char *url = with_port("http://rebinds.test:PORT/");
    (void)state;
    lookups = 1; // its second answer: it was public when somebody looked
    struct sa_tool_result result;
    visit(NULL, url, &result);
    assert_string_equal(result.error_type, "PermissionError");
    assert_non_null(strstr(result.error, "leads to a loopback address"));
    assert_false(was_reached());
    sa_tool_result_release(&result);
}

// What a proxy would resolve, it would resolve without this rule.
static void a_proxy_of_the_environment_is_not_used(void **state)
{
    SA_AUTO_FREE char *proxy = with_port("http://127.0.0.1:PORT");
    struct sa_tool_result result;
    (void)state;
    setenv("http_proxy", proxy, 1);
    setenv("all_proxy", proxy, 1);
    visit(NULL, "http://home.test/", &result);
    unsetenv("http_proxy");
    unsetenv("all_proxy");
    assert_string_equal(result.error_type, "PermissionError");
    assert_false(was_reached());
    sa_tool_result_release(&result);
}

static void the_owner_of_a_granted_name_cannot_lead_to_this_machine(void **state)
{
    static const char *const hosts[] = {"granted.test:PORT", "*", NULL};
    SA_AUTO_FREE char *url = with_port("http://granted.test:PORT/");
    SA_AUTO_FREE char *grant = with_port(hosts[0]);
    const char *const given[] = {grant, hosts[1], NULL};
    struct sa_tool_result result;
    (void)state;
    visit(given, url, &result);
    assert_string_equal(result.error_type, "PermissionError");
    assert_false(was_reached());
    sa_tool_result_release(&result);
}

static const struct {
    const char *grant, *url;
    enum sa_http_reach reach;
    bool granted;
} grants[] = {
    {"api.test", "https://api.test/x", SA_REACH_NETWORK, true},
    {"api.test", "http://API.test./x", SA_REACH_NETWORK, true},
    {"api.test", "http://api.test:8080/", SA_REACH_PUBLIC, false},
    {"api.test:8080", "http://api.test:8080/", SA_REACH_NETWORK, true},
    {"api.test:8080", "http://api.test/", SA_REACH_PUBLIC, false},
    {"api.test", "http://www.api.test/", SA_REACH_PUBLIC, false},
    {"api.test", "http://api.test.evil.test/", SA_REACH_PUBLIC, false},
    {"api.test", "http://api.test@evil.test/", SA_REACH_PUBLIC, false},
    {"api.test", "http://evil.test#@api.test/", SA_REACH_PUBLIC, false},
    {"*.api.test", "http://www.api.test/", SA_REACH_PUBLIC, true},
    {"*.api.test", "http://api.test/", SA_REACH_PUBLIC, false},
    {"*.api.test", "http://evilapi.test/", SA_REACH_PUBLIC, false},
    {"*", "http://anything.test/", SA_REACH_PUBLIC, true},
    {"*", "http://anything.test:81/", SA_REACH_PUBLIC, false},
    {"*:81", "http://anything.test:81/", SA_REACH_PUBLIC, true},
    {"localhost:80", "http://localhost/", SA_REACH_HOST, true},
    {"localhost", "http://localhost.localdomain/", SA_REACH_PUBLIC, false},
    {"127.0.0.1", "http://2130706433/", SA_REACH_HOST, true},
    {"127.0.0.1", "http://localhost/", SA_REACH_PUBLIC, false},
    {"127.0.0.1", "http://[::ffff:127.0.0.1]/", SA_REACH_PUBLIC, false},
    {"::1", "http://[::1]/", SA_REACH_HOST, true},
    {"[::1]:90", "http://[::1]:90/", SA_REACH_HOST, true},
    {"169.254.169.254", "http://169.254.169.254/", SA_REACH_HOST, true},
};

static void grants_reach_as_far_as_they_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_COUNT(grants); i++) {
        const char *const hosts[] = {grants[i].grant, NULL};
        struct sa_http_url url;
        struct sa_err err = SA_ERR_INIT;
        bool granted;
        if (sa_web_check_grants(hosts, &err) || sa_http_url_parse(NULL, grants[i].url, &url, &err))
            fail_msg("%s: %s", grants[i].grant, err.message);
        enum sa_http_reach reach = sa_web_reach(hosts, &url, &granted);
        if (reach != grants[i].reach || granted != grants[i].granted)
            fail_msg("%s, %s: reach %d, granted %d", grants[i].grant, grants[i].url, reach,
                     granted);
        sa_http_url_release(&url);
    }
}

static void what_is_no_host_is_no_grant(void **state)
{
    static const char *const bad[] = {"",         "http://a.test", "a.test/x", "a b", "u@a.test",
                                      "a.test:x", "a.test:99999",  "**",       "a.*", "*.",
                                      "a.test?q", "a.test#f",      "[::1",     ":80", "*:x"};
    (void)state;
    for (size_t i = 0; i < SA_COUNT(bad); i++) {
        const char *const hosts[] = {bad[i], NULL};
        struct sa_err err = SA_ERR_INIT;
        if (!sa_web_check_grants(hosts, &err)) fail_msg("'%s' is taken", bad[i]);
        assert_int_equal(err.code, SA_E_CONFIG);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_spelling_leads_inside),
        cmocka_unit_test(a_name_that_rebinds_is_judged_by_what_is_connected_to),
        cmocka_unit_test(a_proxy_of_the_environment_is_not_used),
        cmocka_unit_test(the_owner_of_a_granted_name_cannot_lead_to_this_machine),
        cmocka_unit_test(grants_reach_as_far_as_they_say),
        cmocka_unit_test(what_is_no_host_is_no_grant),
    };
    listen_here();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
