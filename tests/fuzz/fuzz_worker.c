// Fuzz driver: the worker's side of the worker protocol. Any frames must be answered with frames or
// end the worker, and leave an isolate that can be given back. The first frame may be a hello; its
// limits are made small.
#include <stdlib.h>

#include "exec/proto/worker_int.h"
#include "jail/jail.h"
#include "wire.h"

enum { MEMORY = 48 << 20, OPERATIONS = 200000, TIMEOUT_MS = 1000 };

// Whether the hello asks for no more than the driver can bear.
static bool is_modest(const struct sa_frame *hello)
{
    static const struct {
        const char *name;
        int64_t most;
    } limits[] = {{"max_memory", MEMORY},
                  {"max_operations", OPERATIONS},
                  {"timeout_ns", TIMEOUT_MS * INT64_C(1000000)}};
    for (size_t i = 0; i < SA_COUNT(limits); i++) {
        int64_t n = sa_frame_int(hello, limits[i].name, 0);
        if (n < 1 || n > limits[i].most) return false;
    }
    return !strcmp(hello->type, "hello");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char modest[] = "{\"t\":\"hello\",\"version\":1,\"max_memory\":48000000,"
                                 "\"max_operations\":200000,\"timeout_ns\":1000000000,"
                                 "\"input\":true,\"files\":true,\"seed\":1}";
    if (size > WIRE_INPUT) return 0;
    struct wire wire;
    const char *why;
    struct sa_worker *w = sa_xcalloc(1, sizeof *w);
    wire_open(&wire, false, data, size);
    sa_channel_init(&w->channel, wire.near, false);
    sa_buf_init(&w->out, 2 * SA_FRAME_MAX);
    if (sa_worker_read(w)) {
        bool first = !is_modest(&w->frame); // no hello, or none to accept: a request
        if (first) {
            struct sa_frame hello;
            SA_CHECK(sa_frame_parse(&hello, modest, sizeof modest - 1, &why));
            w->iso = sa_worker_isolate(w, &hello);
        } else {
            w->iso = sa_worker_isolate(w, &w->frame);
        }
        while (w->iso && (first || sa_worker_read(w)) && sa_worker_serve(w)) first = false;
    }
    py_isolate_free(w->iso);
    wire_close(&wire);
    sa_channel_release(&w->channel);
    sa_buf_release(&w->out);
    free(w);
    return 0;
}
