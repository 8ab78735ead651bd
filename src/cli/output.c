// What goes to standard output or the file of -o: the answer as text, or JSON lines of every event,
// or the closing event alone.
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "base/utf8.h"
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

void sa_output_answer(const struct sa_config *config, const char *answer, size_t len,
                      struct sa_buf *out)
{
    uint64_t max = sa_opt_max_answer(config);
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    sa_utf8_repair(&clean, answer, len);
    if (clean.len) clean.len = sa_secret_redact(clean.data, clean.len);
    const char *text = sa_buf_text(&clean);
    size_t n = max ? sa_utf8_prefix(text, clean.len, max) : clean.len;
    sa_buf_append(out, text, n);
    if (n < clean.len)
        sa_buf_appendf(out, "... [cut: %zu of %zu characters shown]", sa_utf8_count(text, n),
                       sa_utf8_count(text, clean.len));
    if (!out->len || out->data[out->len - 1] != '\n') sa_buf_appendc(out, '\n');
    sa_buf_release(&clean);
}

void sa_output_event(void *ctx, const struct sa_event *event)
{
    struct sa_output *o = ctx;
    if (o->format == SA_OUT_JSON && (event->type != SA_EV_RUN_END || event->below)) return;
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
