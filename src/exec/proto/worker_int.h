// Private to the worker's files: worker.c (life), worker_serve.c (requests of the host),
// worker_call.c (what the code asks of the host), worker_frame.c (frames of both).
#ifndef SA_EXEC_WORKER_INT_H
#define SA_EXEC_WORKER_INT_H

#include "exec/exec.h"
#include "exec/proto/frame.h"

struct sa_worker {
    size_t stack_size; // for the engine
    struct sa_channel channel;
    struct sa_buf out;     // frame being written
    struct sa_frame frame; // frame read last
    struct py_isolate *iso;
    enum sa_exec_mode mode;
    bool tails;          // the host takes bytes as tails of frames
    bool running;        // a cell runs
    bool waiting;        // it waits for the answer to a call
    bool gone;           // the host is
    int64_t looked;      // monotonic ns of the last look at the channel
    char error_type[64]; // of the last call that failed
};

// An isolate as the hello asks for it, NULL without memory; its hooks talk to w.
struct py_isolate *sa_worker_isolate(struct sa_worker *w, const struct sa_frame *hello);

// A frame to the host: begin, put members into w->out, send.
size_t sa_worker_begin(struct sa_worker *w, const char *type);
void sa_worker_send(struct sa_worker *w, size_t start);
// The same with a tail.
void sa_worker_send_with(struct sa_worker *w, size_t start, struct sa_str tail);
// The next frame that is no interrupt (which it passes on) into w->frame; false: the host is gone.
bool sa_worker_read(struct sa_worker *w);

// Answers the request in w->frame; false: it was the last.
bool sa_worker_serve(struct sa_worker *w);

// Hooks and host functions: ctx is the worker (of the stream: a struct sa_worker_stream).
struct sa_worker_stream {
    struct sa_worker *w;
    char *name;
};
struct py_host_result sa_worker_tool(void *ctx, const char *name, const char *args, size_t len);
extern const struct py_call_hooks sa_worker_calls;
char *sa_worker_line(void *ctx, const char *prompt, size_t *len);
char *sa_worker_file(void *ctx, const char *path, size_t *len, const char **error);
char *sa_worker_handle(void *ctx, const char *name, size_t *len, const char **error);
void sa_worker_folder(void *ctx, const struct py_file_call *call, struct py_file_reply *reply);
bool sa_worker_module(void *ctx, const char *name, struct py_module_source *out);
char *sa_worker_zone_data(void *ctx, const char *name, size_t *len);
long sa_worker_pull(void *ctx, uint64_t at, char *buf, size_t cap);

#endif
