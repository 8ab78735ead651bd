// The streams among the events: printed text and pieces of replies. What could still become a
// secret is held back until more of it is known, so that no cut between two pieces lets one out.
#include "agent/agent_int.h"

static void emit_print(struct sa_agent *a, const struct sa_buf *text)
{
    if (!text->len) return;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "fd", a->run->print_fd);
    sa_event_text(data, "text", text->data, text->len);
    sa_agent_emit(a, SA_EV_PRINT, data);
}

void sa_agent_flush_prints(struct sa_agent *a)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_redactor_finish(&a->run->prints, &out);
    emit_print(a, &out);
    sa_buf_release(&out);
}

void sa_agent_print(struct sa_agent *a, int fd, const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    if (fd != a->run->print_fd) sa_agent_flush_prints(a); // keeps the order of the two
    a->run->print_fd = fd;
    sa_redactor_feed(&a->run->prints, text, len, &out);
    emit_print(a, &out);
    sa_buf_release(&out);
}

static void emit_delta(struct sa_agent *a, const struct sa_buf *text)
{
    if (!text->len) return;
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind",
                            a->run->delta_kind == SA_DELTA_TEXT ? "text" : "reasoning");
    sa_event_text(data, "text", text->data, text->len);
    sa_agent_emit(a, SA_EV_DELTA, data);
}

void sa_agent_flush_deltas(struct sa_agent *a)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_redactor_finish(&a->run->deltas, &out);
    emit_delta(a, &out);
    sa_buf_release(&out);
}

void sa_agent_delta(struct sa_agent *a, int kind, const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    if (kind != a->run->delta_kind) sa_agent_flush_deltas(a);
    a->run->delta_kind = kind;
    sa_redactor_feed(&a->run->deltas, text, len, &out);
    emit_delta(a, &out);
    sa_buf_release(&out);
}
