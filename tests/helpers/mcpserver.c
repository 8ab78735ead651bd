// A fake MCP server with a table of tools and a table of faults, over standard input and output or
// over HTTP. usage: mcpserver stdio [FAULT]
//                   mcpserver http [FAULT] -- COMMAND... ({url} is replaced by its address)
// The command's exit status is its own. What it was sent goes to the file that MCP_LOG names.
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../server/mcp_methods.h"

// ---- standard input and output -----------------------------------------------------------------

static void *one_line(void *line)
{
    struct way w = {.fd = 1};
    take(&w, line, strlen(line));
    free(line);
    return NULL;
}

static int serve_stdio(void)
{
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    if (is_fault("flood"))
        for (;;) put_text(1, "no message\n");
    if (is_fault("deaf")) pause();
    if (is_fault("stubborn")) signal(SIGTERM, SIG_IGN);
    while ((n = getline(&line, &cap, stdin)) > 0) {
        pthread_t thread;
        char *copy = sa_xstrndup(line, (size_t)n);
        if (!strstr(copy, "\"tools/call\"")) one_line(copy);
        else if (!pthread_create(&thread, NULL, one_line, copy)) pthread_detach(thread);
    }
    free(line);
    note("end of input", 12);
    if (is_fault("stubborn")) sa_sleep(600 * SA_NS_PER_S);
    return 0;
}

// ---- HTTP --------------------------------------------------------------------------------------

static char *header(const char *head, const char *name)
{
    for (const char *p = strstr(head, "\r\n"); p; p = strstr(p, "\r\n")) {
        p += 2;
        size_t len = strlen(name);
        if (strncasecmp(p, name, len) || p[len] != ':') continue;
        p += len + 1;
        p += strspn(p, " ");
        return sa_xstrndup(p, strcspn(p, "\r"));
    }
    return NULL;
}

// Head and body of the next request; false at the end of the connection.
static bool read_request(int fd, struct sa_buf *in, char **head, char **body)
{
    const char *end;
    while (!in->data || !(end = strstr(in->data, "\r\n\r\n"))) {
        char *to = sa_buf_reserve(in, 65536);
        ssize_t n = read(fd, to, 65535);
        if (n <= 0) return false;
        sa_buf_added(in, (size_t)n);
        in->data[in->len] = 0;
    }
    *head = sa_xstrndup(in->data, (size_t)(end + 2 - in->data));
    SA_AUTO_FREE char *length = header(*head, "content-length");
    size_t skip = (size_t)(end + 4 - in->data), len = length ? (size_t)atol(length) : 0;
    while (in->len < skip + len) {
        char *to = sa_buf_reserve(in, 65536);
        ssize_t n = read(fd, to, 65535);
        if (n <= 0) return free(*head), false;
        sa_buf_added(in, (size_t)n);
    }
    *body = sa_xstrndup(in->data + skip, len);
    sa_buf_remove(in, 0, skip + len);
    return true;
}

static void put_status(int fd, const char *status)
{
    SA_AUTO_FREE char *text = sa_xasprintf("HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n", status);
    put_text(fd, text);
}

// The stream of a GET: the rest of one that was cut, or what the server tells by itself.
static bool serve_get(int fd, const char *head)
{
    SA_AUTO_FREE char *last = header(head, "last-event-id");
    struct way w = {.fd = fd, .http = true};
    if (!last && !is_fault("listen")) return put_status(fd, "405 Method Not Allowed"), true;
    begin_stream(&w);
    if (last && !strcmp(last, "e7")) {
        pthread_mutex_lock(&lock);
        if (kept) say(&w, kept);
        sa_freep(&kept);
        pthread_mutex_unlock(&lock);
        return false;
    }
    listeners = fd;
    say(&w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
            "{\"level\":\"warning\",\"data\":\"told by itself\"}}");
    char byte;
    while (read(fd, &byte, 1) > 0) continue; // until the client hangs up
    return false;
}

static const char *refusal(const char *head, const char *body)
{
    SA_AUTO_FREE char *session = header(head, "mcp-session-id");
    SA_AUTO_FREE char *token = header(head, "authorization");
    SA_AUTO_FREE char *accept = header(head, "accept");
    SA_AUTO_FREE char *version = header(head, "mcp-protocol-version");
    bool first = strstr(body, "\"initialize\"");
    SA_AUTO_FREE char *known = sa_xasprintf("s%d", sessions);
    if (is_fault("locked") && (!token || strcmp(token, "Bearer sesame-42-open")))
        return "401 Unauthorized";
    if (is_fault("broken")) return "500 Internal Server Error";
    static int begun;
    if (is_fault("flaky") && first && ++begun == 2) return "503 Service Unavailable";
    if (is_fault("moved")) return "302 Found\r\nLocation: http://elsewhere.invalid/mcp";
    if (!strncmp(head, "POST", 4) &&
        (!accept || !strstr(accept, "text/event-stream") || !strstr(accept, "application/json")))
        return "406 Not Acceptable";
    if (!first && !version) return "400 Bad Request";
    if (!first && sessions && (forgotten || !session || strcmp(session, known)))
        return "404 Not Found";
    return NULL;
}

static void *serve_connection(void *ctx)
{
    int fd = (int)(intptr_t)ctx;
    struct sa_buf in = SA_BUF_INIT(SA_BUF_HUGE);
    char *head, *body;
    bool again = true;
    while (again && read_request(fd, &in, &head, &body)) {
        struct way w = {.fd = fd, .http = true};
        const char *why = refusal(head, body);
        note(head, strcspn(head, "\r"));
        if (why) put_status(fd, why);
        else if (!strncmp(head, "GET", 3)) again = serve_get(fd, head);
        else if (!strncmp(head, "DELETE", 6)) put_status(fd, "200 OK");
        else if (!take(&w, body, strlen(body))) put_status(fd, "202 Accepted");
        while (w.fd < 0) pause(); // never an answer
        if (w.stream) again = false;
        free(head);
        free(body);
    }
    sa_buf_release(&in);
    close(fd);
    return NULL;
}

static void *accept_all(void *ctx)
{
    int listener = (int)(intptr_t)ctx, fd;
    while ((fd = accept(listener, NULL, NULL)) >= 0) {
        pthread_t thread;
        if (!pthread_create(&thread, NULL, serve_connection, (void *)(intptr_t)fd))
            pthread_detach(thread);
    }
    return NULL;
}

static int serve_http(char **command)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    pthread_t thread;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), status;
    if (bind(listener, (struct sockaddr *)&address, len) || listen(listener, 128) ||
        getsockname(listener, (struct sockaddr *)&address, &len))
        return 1;
    for (char **word = command; *word; word++)
        if (strstr(*word, "{url}"))
            *word = sa_xasprintf("%.*shttp://127.0.0.1:%d/mcp%s",
                                 (int)(strstr(*word, "{url}") - *word), *word,
                                 ntohs(address.sin_port), strstr(*word, "{url}") + 5);
    pthread_create(&thread, NULL, accept_all, (void *)(intptr_t)listener);
    pid_t pid = fork();
    if (!pid) {
        execvp(command[0], command);
        _exit(127);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
    int at = 2;
    signal(SIGPIPE, SIG_IGN);
    if (at < argc && strcmp(argv[at], "--")) fault = argv[at++];
    if (argc > 1 && !strcmp(argv[1], "stdio")) return serve_stdio();
    if (argc > at + 1 && !strcmp(argv[1], "http")) return serve_http(argv + at + 1);
    fputs("usage: mcpserver stdio [FAULT] | http [FAULT] -- COMMAND...\n", stderr);
    return 2;
}
