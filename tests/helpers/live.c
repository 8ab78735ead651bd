// Measures what a reply costs that is shown while it is written: serves one, token by token, to a
// run on a pseudo-terminal, and looks at the terminal and the clocks.
//   live BIN [TOKENS [RATE]]   rate: tokens a second; figures go to stdout
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { LIMIT_S = 120, TOKEN_MAX = 64 };

// The reply goes over these again and again, first the prose, then, from its middle on, the code.
static const char prose[] =
    "Quickly now: the **shape** of the lines decides how `parse` has to *look* at them, so I read "
    "the first ones and see what [the format](https://example.org/log) says about each field.\n\n"
    "- an item of a list that goes on for longer than a line is wide, with `code` in it\n"
    "- another one, which is shorter\n\n| name | count |\n|------|-------|\n| alpha | 12 |\n\n";
static const char code[] =
    "def count_answers(lines, codes=(500, 502)):\n    \"\"\"Counts by host.\"\"\"\n    found = {}\n"
    "    for number, line in enumerate(lines):\n        fields = line.split()  # of the log\n"
    "        if int(fields[8]) in codes:\n            found[fields[0]] = found.get(fields[0], 0) + 1\n"
    "    return {host: n for host, n in found.items() if n > 1}\n\n";

struct stage {
    int listener, client, terminal;
    pid_t pid;
    struct sa_buf request, seen;
    long tokens, rate, sent;
    int64_t began, shown; // when the first token was sent, and its first letter was seen
    bool asked, over;
};

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void start(struct stage *s, const char *bin)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct winsize size = {.ws_row = 40, .ws_col = 100};
    socklen_t len = sizeof a;
    s->client = -1;
    s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s->listener < 0 || bind(s->listener, (struct sockaddr *)&a, len) ||
        listen(s->listener, 4) || getsockname(s->listener, (struct sockaddr *)&a, &len))
        die("server");
    char *url = sa_xasprintf("http://127.0.0.1:%d/v1", ntohs(a.sin_port));
    s->pid = forkpty(&s->terminal, NULL, NULL, &size);
    if (s->pid < 0) die("forkpty");
    if (s->pid == 0) {
        setenv("TERM", "xterm-256color", 1);
        setenv("OPENAI_API_KEY", "none-of-anybody", 1);
        setenv("NO_PROXY", "127.0.0.1", 1);
        execl(bin, bin, "run", "--no-config", "-m", "openai/m", "--base-url", url, "t", NULL);
        _exit(127);
    }
    free(url);
}

// The n-th token: a word with the blank before it, or what else stands between words.
static size_t token(const char *text, size_t *at, char *out)
{
    size_t n = 0, len = strlen(text);
    if (*at >= len) *at = 0;
    do out[n++] = text[(*at)++];
    while (n < TOKEN_MAX - 1 && *at < len && n < 6 && !strchr(" \n", text[*at]));
    return n;
}

static void send_text(struct stage *s, const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL), body = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&body, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":");
    sa_json_quote(&body, text, len);
    sa_buf_appends(&body, "}}]}\n\n");
    sa_buf_appendf(&out, "%zx\r\n%s\r\n", body.len, body.data);
    if (!sa_fs_write_all(s->client, out.data, out.len)) die("send");
    sa_buf_release(&out), sa_buf_release(&body);
}

// Sends what is due by now.
static void pace(struct stage *s)
{
    static const char end[] = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":"
                              "\"stop\"}]}\n\ndata: [DONE]\n\n";
    static size_t at;
    char text[TOKEN_MAX];
    int64_t now = sa_clock_monotonic();
    if (!s->began) s->began = now;
    long due = (long)((now - s->began) * s->rate / SA_NS_PER_S) + 1;
    for (; s->sent < s->tokens && s->sent < due; s->sent++) {
        bool half = s->sent == s->tokens / 2;
        if (half) send_text(s, "\n<code>\n", 8), at = 0;
        size_t n = token(s->sent < s->tokens / 2 ? prose : code, &at, text);
        send_text(s, text, n);
    }
    if (s->sent < s->tokens || s->over) return;
    send_text(s, code + at, strlen(code + at)); // whole functions
    send_text(s, "\nfinal_answer(1)\n</code>", 24);
    char tail[256];
    int n = snprintf(tail, sizeof tail, "%zx\r\n%s\r\n0\r\n\r\n", strlen(end), end);
    if (!sa_fs_write_all(s->client, tail, (size_t)n)) die("send");
    s->over = true;
}

static void read_request(struct stage *s)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                               "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    char piece[65536];
    ssize_t n = read(s->client, piece, sizeof piece);
    if (n <= 0) die("request");
    sa_buf_append(&s->request, piece, (size_t)n);
    const char *end = sa_memfind(s->request.data, s->request.len, "\r\n\r\n", 4);
    const char *length = strcasestr(s->request.data, "content-length:");
    if (!end || !length) return;
    if (s->request.len - (size_t)(end + 4 - s->request.data) < strtoul(length + 15, NULL, 10))
        return;
    int on = 1;
    setsockopt(s->client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (!sa_fs_write_all(s->client, head, strlen(head))) die("send");
    s->asked = true;
}

// False: the program is gone.
static bool look(struct stage *s)
{
    char piece[65536];
    ssize_t n = read(s->terminal, piece, sizeof piece);
    if (n <= 0) return false;
    sa_buf_append(&s->seen, piece, (size_t)n);
    if (s->began && !s->shown && sa_memfind(s->seen.data, s->seen.len, "Qu", 2))
        s->shown = sa_clock_monotonic();
    return true;
}

static void play(struct stage *s)
{
    int64_t limit = sa_clock_monotonic() + LIMIT_S * SA_NS_PER_S;
    for (bool runs = true; runs && sa_clock_monotonic() < limit;) {
        struct pollfd p[] = {{s->terminal, POLLIN, 0},
                             {s->client < 0 ? s->listener
                              : s->asked    ? -1
                                            : s->client,
                              POLLIN, 0}};
        poll(p, 2, 1);
        if (p[1].revents && s->client < 0) s->client = accept(s->listener, NULL, NULL);
        else if (p[1].revents) read_request(s);
        if (s->asked) pace(s);
        if (p[0].revents) runs = look(s);
    }
}

int main(int argc, char **argv)
{
    struct stage s = {.seen = SA_BUF_INIT(SA_BUF_HUGE), .request = SA_BUF_INIT(SA_BUF_TEXT)};
    struct rusage used;
    int status;
    if (argc < 2) return 2;
    s.tokens = argc > 2 ? atol(argv[2]) : 20000;
    s.rate = argc > 3 ? atol(argv[3]) : 500;
    start(&s, argv[1]);
    play(&s);
    double wall = (double)(sa_clock_monotonic() - s.began) / 1e9;
    if (wait4(s.pid, &status, 0, &used) != s.pid || status || !s.shown) {
        fprintf(stderr, "the run failed (%d): %.*s\n", status, 2000, sa_buf_text(&s.seen));
        return 1;
    }
    double cpu = (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
                 (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    printf("%ld tokens at %ld a second: first letter %.1f ms after its byte, %.2f s of CPU in "
           "%.1f s (%.1f %% of a core), %ld KiB\n",
           s.tokens, s.rate, (double)(s.shown - s.began) / 1e6, cpu, wall, 100 * cpu / wall,
           used.ru_maxrss);
    return 0;
}
