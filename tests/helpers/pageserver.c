// Pages for the tools of the web, and the faults of those who serve them.
//   pageserver FOLDER     prints its port, then serves until it is killed
// The answer to a request for /NAME is the file FOLDER/NAME as it is, head and all; what was asked
// is appended to FOLDER/requests. A first line that begins with @ is not sent, but says what comes
// after the file:
//   @hang            nothing, and the connection stays open
//   @drip            a byte now and then, for ever
//   @repeat N TEXT   TEXT, N times
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"

static const char *folder;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Head and body of a request; false: it is not whole.
static bool read_request(int fd, struct sa_buf *request)
{
    for (;;) {
        char piece[4096];
        const char *text = sa_buf_text(request), *end = strstr(text, "\r\n\r\n");
        const char *length = end ? strcasestr(text, "\r\ncontent-length:") : NULL;
        size_t wanted = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
        if (end && request->len >= (size_t)(end + 4 - text) + wanted) return true;
        ssize_t n = read(fd, piece, sizeof piece);
        if (n <= 0 || !sa_buf_append(request, piece, (size_t)n)) return false;
    }
}

static void note(const struct sa_buf *request)
{
    SA_AUTO_FREE char *path = sa_fs_join(folder, "requests");
    pthread_mutex_lock(&lock);
    FILE *f = fopen(path, "a");
    fprintf(f, "%s\n----\n", sa_buf_text(request));
    fclose(f);
    pthread_mutex_unlock(&lock);
}

static bool put(int fd, const char *text, size_t len)
{
    return sa_fs_write_all(fd, text, len);
}

static void put_more(int fd, char *how)
{
    char byte;
    if (!strncmp(how, "@hang", 5)) {
        while (read(fd, &byte, 1) > 0) continue;
    } else if (!strncmp(how, "@drip", 5)) {
        while (put(fd, "x", 1)) usleep(20000);
    } else if (!strncmp(how, "@repeat ", 8)) {
        char *text;
        unsigned long count = strtoul(how + 8, &text, 10);
        size_t len = strlen(++text);
        struct sa_buf block = SA_BUF_INIT(SA_BUF_TEXT);
        for (; count && block.len < 1 << 20; count--) sa_buf_append(&block, text, len);
        for (unsigned long each = block.len / len; put(fd, sa_buf_text(&block), block.len);) {
            if (count < each) {
                while (count && put(fd, text, len)) count--;
                break;
            }
            count -= each;
        }
        sa_buf_release(&block);
    }
}

static void answer(int fd, const struct sa_buf *request)
{
    static const char none[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    const char *slash = strchr(sa_buf_text(request), '/');
    size_t len = 0, n = slash ? strcspn(slash + 1, " ?") : 0;
    SA_AUTO_FREE char *name = sa_xstrndup(slash ? slash + 1 : "", n);
    SA_AUTO_FREE char *path = sa_fs_join(folder, name);
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *file = n && !strchr(name, '/') ? sa_fs_read(path, 64 << 20, &len, &err)
                                                      : NULL;
    char *line = file && *file == '@' ? strchr(file, '\n') : NULL;
    if (!file) {
        put(fd, none, sizeof none - 1);
        return;
    }
    if (!line) {
        put(fd, file, len);
        return;
    }
    *line++ = 0;
    if (put(fd, line, len - (size_t)(line - file))) put_more(fd, file);
}

static void *serve(void *ctx)
{
    int fd = (int)(intptr_t)ctx;
    struct sa_buf request = SA_BUF_INIT(SA_BUF_TEXT);
    if (read_request(fd, &request)) {
        note(&request);
        answer(fd, &request);
    }
    sa_buf_release(&request);
    close(fd);
    return NULL;
}

int main(int argc, char **argv)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (argc != 2 || s < 0 || bind(s, (struct sockaddr *)&a, len) || listen(s, 64) ||
        getsockname(s, (struct sockaddr *)&a, &len))
        return perror("pageserver"), 1;
    folder = argv[1];
    signal(SIGPIPE, SIG_IGN);
    printf("%d\n", ntohs(a.sin_port));
    fflush(stdout);
    for (;;) {
        pthread_t thread;
        int fd = accept(s, NULL, NULL);
        if (fd >= 0 && !pthread_create(&thread, NULL, serve, (void *)(intptr_t)fd))
            pthread_detach(thread);
    }
}
