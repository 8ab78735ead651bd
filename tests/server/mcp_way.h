// How the fake MCP server answers: a line, a reply of HTTP or an event of its stream; and what all
// of its parts know. Test code.
#ifndef TEST_MCP_WAY_H
#define TEST_MCP_WAY_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

static const char *fault = "";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int sessions;       // that were begun; the last one is known
static bool forgotten;     // so that none is
static char *asked;        // the reply to what was asked of the client
static char *kept;         // an answer for whoever takes a stream up again
static int listeners = -1; // the stream of a GET
static int calls_now, calls_most;

static inline bool is_fault(const char *name)
{
    return !strcmp(fault, name);
}

// Where the answer to a message goes: a line, or an event of a stream.
struct way {
    int fd;
    bool http, stream; // stream: the head of one has been sent
    bool cut;          // the stream is over before the answer
};

static inline void put(int fd, const char *data, size_t len)
{
    while (len) {
        ssize_t n = write(fd, data, len);
        if (n <= 0) return;
        data += n, len -= (size_t)n;
    }
}

static inline void put_text(int fd, const char *text)
{
    put(fd, text, strlen(text));
}

static inline void begin_stream(struct way *w)
{
    if (!w->stream)
        put_text(w->fd, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                        "Connection: close\r\n\r\n");
    w->stream = true;
}

// Besides the answer: a notification or a request.
static inline void say(struct way *w, const char *json)
{
    if (w->http) begin_stream(w);
    SA_AUTO_FREE char *text = w->http ? sa_xasprintf("event: message\ndata: %s\n\n", json)
                                      : sa_xasprintf("%s\n", json);
    put_text(w->fd, text);
}

static inline void answer(struct way *w, const char *id, const char *result)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appendf(&out, "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}", id, result);
    if (w->cut) {
        pthread_mutex_lock(&lock);
        free(kept);
        kept = sa_buf_take(&out, NULL);
        pthread_mutex_unlock(&lock);
    } else if (!w->http || w->stream) {
        say(w, sa_buf_text(&out));
    } else {
        SA_AUTO_FREE char *session = sessions ? sa_xasprintf("Mcp-Session-Id: s%d\r\n", sessions)
                                              : sa_xstrdup("");
        SA_AUTO_FREE char *head = sa_xasprintf(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n%sContent-Length: %zu\r\n\r\n",
            session, out.len);
        sa_buf_insert(&out, 0, head, strlen(head)); // in one piece, for nobody to wait between
        put(w->fd, out.data, out.len);
    }
    sa_buf_release(&out);
}

static inline void answer_text(struct way *w, const char *id, const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&out, "\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
    sa_json_quote(&out, text, strlen(text));
    sa_buf_appends(&out, "}]}");
    answer(w, id, sa_buf_text(&out));
    sa_buf_release(&out);
}

#endif
