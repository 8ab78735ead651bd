// A container engine that has no containers: it answers the calls of the docker executor on a Unix
// socket and, on attach, runs the worker program itself, with the pieces a real engine would make
// of its output. With a FAULT (see the table) one call goes wrong. Every request line is logged.
// usage: engine SOCKET LOG WORKER [FAULT]
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REQUEST_MAX = 64 << 10, PIECE = 8 << 10 };

#define HEAD(status, more) "HTTP/1.1 " status "\r\n" more "Connection: close\r\n\r\n"
#define UPGRADED "HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n"
#define BYTES(text) text, sizeof(text) - 1

static const struct fault {
    const char *name, *call; // part of the request line
    const char *reply;       // NULL: none, ever
    size_t len;
} faults[] = {
    {"no-engine", " /_ping", BYTES(HEAD("200 OK", "") "<html>hello</html>")},
    {"old", " /_ping", BYTES(HEAD("200 OK", "Api-Version: 1.24\r\n") "OK")},
    {"new", " /_ping", BYTES(HEAD("200 OK", "Api-Version: 1.99\r\n") "OK")},
    {"windows", " /_ping", BYTES(HEAD("200 OK", "Api-Version: 1.41\r\nOstype: windows\r\n") "OK")},
    {"bad-json", "/images/", BYTES(HEAD("200 OK", "") "{\"Id\": ")},
    {"other-machine", "/images/", BYTES(HEAD("200 OK", "") "{\"Architecture\": \"s390x\"}")},
    {"build-error", "/build?",
     BYTES(HEAD("200 OK", "") "{\"stream\":\"Step 1\"}\n"
                              "{\"error\":\"no space left\"}\n")},
    {"pull-error", "/images/create?", BYTES(HEAD("200 OK", "") "{\"error\":\"no route\"}\n")},
    {"build-hangs", "/build?", NULL, 0},
    {"create-refused", "/containers/create?",
     BYTES(HEAD("400 Bad Request", "") "{\"message\":\"invalid limits\"}")},
    {"no-limits", "/json ", BYTES(HEAD("200 OK", "") "{\"HostConfig\":{\"PidsLimit\":128}}")},
    {"more-mounts", "/json ",
     BYTES(HEAD("200 OK", "") "{\"HostConfig\":{\"PidsLimit\":1,\"Memory\":1,\"NanoCpus\":1},"
                              "\"Mounts\":[{\"Destination\":\"/tmp2\",\"RW\":false},"
                              "{\"Destination\":\"/data\",\"RW\":true}]}")},
    {"attach-refused", "/attach?", BYTES(HEAD("404 Not Found", "") "{\"message\":\"gone\"}")},
    {"attach-silent", "/attach?", BYTES("HTTP/1.1 101 UPG")},
    {"start-fails", "/start",
     BYTES(HEAD("500 Error", "") "{\"message\":\"\\u001b[31mexec\\u001b[0m format error\"}")},
    {"dies", "/attach?", BYTES(UPGRADED "\2\0\0\0\0\0\0\12bad magic\n")},
    {"bad-piece", "/attach?", BYTES(UPGRADED "\7\0\0\0\0\0\0\3abc")},
    {"cut-piece", "/attach?", BYTES(UPGRADED "\1\0\0\0\0\0\1\0\0\0\0\020{\"t\"")},
    {"empty-frame", "/attach?", BYTES(UPGRADED "\1\0\0\0\0\0\0\4\0\0\0\0")},
    {"huge-frame", "/attach?", BYTES(UPGRADED "\1\0\0\0\0\0\0\5\377\377\377\377{")},
    {"no-hello", "/attach?", BYTES(UPGRADED "\1\0\0\0\0\0\0\014\0\0\0\010{\"t\":1}\n")},
    {"huge-head", "/attach?", BYTES(UPGRADED "\1\0\0\0\377\377\377\377\0\0\0\0")},
    {NULL, NULL, NULL, 0}};

static struct {
    const char *log, *worker;
    const struct fault *fault;
} server;

static bool send_all(int fd, const char *data, size_t len)
{
    while (len) {
        ssize_t n = write(fd, data, len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n, len -= (size_t)n;
    }
    return true;
}

static void reply(int fd, const char *status, const char *body)
{
    char text[1024];
    int n = snprintf(text, sizeof text, HEAD("%s", "") "%s", status, body);
    send_all(fd, text, (size_t)n);
}

// Appends what a container is to be to LOG.created.
static void keep(const char *text, const char *body, long len)
{
    char path[512];
    snprintf(path, sizeof path, "%s.created", server.log);
    FILE *f = strstr(text, "/containers/create?") ? fopen(path, "a") : NULL;
    if (f) fprintf(f, "%.*s", (int)len, body), fclose(f);
}

// Reads a request and its body; the length of its first line, 0 when there is none.
static size_t read_request(int fd, char *text)
{
    size_t have = 0;
    char *end = NULL, body[PIECE];
    while (!end && have < REQUEST_MAX - 1) {
        ssize_t n = read(fd, text + have, REQUEST_MAX - 1 - have);
        if (n <= 0) return 0;
        have += (size_t)n;
        text[have] = 0;
        end = strstr(text, "\r\n\r\n");
    }
    const char *length = strcasestr(text, "\r\nContent-Length:");
    long left = length ? strtol(length + 17, NULL, 10) : 0;
    long first = end ? (long)(text + have - end) - 4 : 0;
    left -= first;
    if (first > 0) keep(text, end + 4, first);
    while (left > 0) {
        ssize_t n = read(fd, body, left < PIECE ? (size_t)left : PIECE);
        if (n <= 0) return 0;
        left -= n;
        keep(text, body, (long)n);
    }
    return strcspn(text, "\r");
}

// The container: the worker's output as pieces of stdout, until one side ends.
static void run_worker(int client)
{
    int in[2], out[2];
    if (pipe(in) || pipe(out) || !send_all(client, BYTES(UPGRADED))) return;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(in[0], 0), dup2(out[1], 1);
        for (int fd = 3; fd < 64; fd++) close(fd);
        execl(server.worker, server.worker, (char *)NULL);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    struct pollfd p[2] = {{.fd = client, .events = POLLIN}, {.fd = out[0], .events = POLLIN}};
    char data[8 + PIECE];
    for (ssize_t n = 1; n > 0 && poll(p, 2, -1) > 0;) {
        if (p[1].revents) {
            n = read(out[0], data + 8, PIECE);
            memcpy(data, "\1\0\0\0\0\0", 6);
            data[6] = (char)(n >> 8), data[7] = (char)n;
            if (n > 0 && !send_all(client, data, (size_t)n + 8)) break;
        } else {
            n = read(client, data, PIECE);
            if (n > 0 && !send_all(in[1], data, (size_t)n)) break;
        }
    }
    close(in[1]), close(out[0]);
    waitpid(pid, NULL, 0);
}

static bool is_built(bool build)
{
    char path[512];
    snprintf(path, sizeof path, "%s.built", server.log);
    FILE *f = fopen(path, build ? "w" : "r");
    if (f) fclose(f);
    return f != NULL;
}

static void answer(int fd, const char *line)
{
    struct utsname here;
    char image[200];
    uname(&here);
    const char *arch = !strcmp(here.machine, "x86_64")    ? "amd64"
                       : !strcmp(here.machine, "aarch64") ? "arm64"
                                                          : here.machine;
    snprintf(image, sizeof image, "{\"Id\":\"sha256:1\",\"Architecture\":\"%s\"}", arch);
    if (strstr(line, " /_ping"))
        send_all(fd, BYTES(HEAD("200 OK", "Api-Version: 1.41\r\nServer: Fake/1 (linux)\r\n") "OK"));
    else if (strstr(line, "/images/localhost/smolagent:") && !is_built(false))
        reply(fd, "404 Not Found", "{\"message\":\"No such image\"}");
    else if (strstr(line, "/images/missing")) reply(fd, "404 Not Found", "{\"message\":\"none\"}");
    else if (strstr(line, "/images/")) reply(fd, "200 OK", image);
    else if (strstr(line, "/build?")) is_built(true), reply(fd, "200 OK", "{\"stream\":\"ok\"}\n");
    else if (strstr(line, "/create")) reply(fd, "201 Created", "{\"Id\":\"1\",\"Warnings\":[]}");
    else if (strstr(line, "/attach?")) run_worker(fd);
    else if (strstr(line, "/json ") && strstr(line, "/containers/smolagent-"))
        reply(fd, "200 OK", "{\"HostConfig\":{\"Memory\":1,\"PidsLimit\":1,\"NanoCpus\":1}}");
    else if (strstr(line, "/containers/json")) reply(fd, "200 OK", "[]");
    else if (strstr(line, "GET ")) reply(fd, "200 OK", "{\"Volumes\":[]}");
    else reply(fd, "204 No Content", "");
}

static void serve(int fd)
{
    static char text[REQUEST_MAX];
    size_t len = read_request(fd, text);
    if (!len) return;
    text[len] = 0;
    FILE *log = fopen(server.log, "a");
    if (log) fprintf(log, "%s\n", text), fclose(log);
    const struct fault *f = server.fault;
    bool here = f && strstr(text, f->call) &&
                !(strstr(f->call, "/json") && strstr(text, "/images/"));
    struct pollfd gone = {.fd = fd, .events = POLLRDHUP};
    if (!here) answer(fd, text);
    else if (f->reply) send_all(fd, f->reply, f->len);
    // A frame without bytes stands there alone: nobody closes the connection behind it.
    if (here && (!f->reply || !strcmp(f->name, "empty-frame"))) poll(&gone, 1, -1);
    shutdown(fd, SHUT_WR);
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc < 4) return 2;
    server.log = argv[2], server.worker = argv[3];
    for (const struct fault *f = faults; argc > 4 && f->name; f++)
        if (!strcmp(f->name, argv[4])) server.fault = f;
    if (argc > 4 && !server.fault) return 2;
    signal(SIGCHLD, SIG_IGN), signal(SIGPIPE, SIG_IGN);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 20))
        return 1;
    puts("ready");
    fflush(stdout);
    for (int fd; (fd = accept(listener, NULL, NULL)) >= 0 || errno == EINTR;) {
        if (fork() == 0) return close(listener), signal(SIGCHLD, SIG_DFL), serve(fd), 0;
        close(fd);
    }
    return 1;
}
