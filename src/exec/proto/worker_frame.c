// Frames between the worker and its host. A host that is gone ends what runs.
#include <string.h>

#include "base/xalloc.h"
#include "exec/proto/worker_int.h"

size_t sa_worker_begin(struct sa_worker *w, const char *type)
{
    return sa_frame_begin(&w->out, type);
}

static void send_ended(struct sa_worker *w, bool fits)
{
    if (!fits) SA_BUG("a frame too large");
    if (!sa_channel_write(&w->channel, &w->out)) w->gone = true;
    if (w->gone && w->iso) py_interrupt(w->iso);
}

void sa_worker_send(struct sa_worker *w, size_t start)
{
    send_ended(w, sa_frame_end(&w->out, start));
}

void sa_worker_send_with(struct sa_worker *w, size_t start, struct sa_str tail)
{
    send_ended(w, sa_frame_end_with(&w->out, start, tail));
}

bool sa_worker_read(struct sa_worker *w)
{
    for (;;) {
        const char *why;
        if (sa_channel_read(&w->channel, -1, 0, &w->frame, &why) != SA_GOT_FRAME) {
            w->gone = true;
            if (w->iso) py_interrupt(w->iso);
            return false;
        }
        if (strcmp(w->frame.type, "interrupt")) return true;
        if (w->running) py_interrupt(w->iso); // else it came late: the cell is over
    }
}
