// Machine-readable output: JSON lines of every event, or the closing event alone.
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "cli/run.h"

// A reader that went away stops the run as SIGPIPE would, but in good order; a full disk fails it.
static void put(struct sa_output *o, const struct sa_buf *line)
{
    struct sa_err err = SA_ERR_INIT;
    int code = o->broken ? SA_OK : sa_cli_write(line->data, line->len, &err);
    if (!code) return;
    o->broken = true;
    sa_events_fail(o->events, code, err.message);
    if (code == SA_E_SIGPIPE) sa_stop_request(o->stop, SIGPIPE);
}

void sa_output_event(void *ctx, const struct sa_event *event)
{
    struct sa_output *o = ctx;
    if (o->format == SA_OUT_JSON && event->type != SA_EV_RUN_END) return;
    char *json = sa_event_json(event);
    if (!json) SA_BUG("no memory for an event");
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&line, json);
    sa_buf_appendc(&line, '\n');
    if (o->buffered) sa_buf_append(&o->text, sa_buf_text(&line), line.len);
    else put(o, &line);
    sa_buf_release(&line);
    free(json);
}
