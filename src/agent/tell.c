// What every part of a run says: events, and messages to the model and of it.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/shape.h"
#include "agent/read.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "prompt/prompt.h"

// The number of the step comes first: it is linked in there, for a copy of all others takes longer
// than the rest of an event.
static void add_step(cJSON *data, int64_t step)
{
    cJSON *first = data->child, *item = cJSON_AddNumberToObject(data, "step", (double)step);
    if (!first || !item) return;
    cJSON *last = item->prev;
    last->next = NULL;
    first->prev = item;
    item->prev = last;
    item->next = first;
    data->child = item;
}

bool sa_agent_emit(struct sa_agent *a, enum sa_event_type type, cJSON *data)
{
    cJSON *all = data ? data : cJSON_CreateObject();
    if (a->run && a->run->step) add_step(all, a->run->step);
    return sa_events_emit(a->o.events, a->run ? a->run->below : NULL, type, all);
}

void sa_agent_emit_error(struct sa_agent *a, const char *kind, const char *type,
                         const char *message, size_t len)
{
    sa_agent_emit_call_error(a, kind, type, message, len, 0);
}

void sa_agent_emit_call_error(struct sa_agent *a, const char *kind, const char *type,
                              const char *message, size_t len, int64_t call)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", kind);
    if (call) cJSON_AddNumberToObject(data, "call", (double)call);
    if (type) cJSON_AddStringToObject(data, "error_type", type);
    sa_event_text(data, "message", message, len);
    sa_agent_emit(a, SA_EV_ERROR, data);
    a->run->result->errors++;
}

char *sa_agent_clean(struct sa_str s)
{
    enum { LONGEST = 4000 };
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    size_t cut = sa_utf8_floor(s.data, s.len, LONGEST);
    sa_utf8_repair_nuls(&out, s.data, cut);
    if (cut < s.len) sa_buf_appends(&out, " ...");
    if (out.len) out.len = sa_secret_redact(out.data, out.len);
    return sa_buf_take(&out, NULL);
}

char *sa_agent_prompt(struct sa_agent *a, const char *key, cJSON *vars, struct sa_err *err)
{
    char *text = sa_prompts_render(a->o.prompts, key, vars, err);
    cJSON_Delete(vars);
    return text;
}

void sa_agent_add_shape(const struct sa_agent *a, cJSON *vars)
{
    enum { LONGEST = 8000 };
    const struct sa_shape *f = a->o.shape;
    bool shown = f && strlen(f->text) <= LONGEST;
    cJSON_AddStringToObject(vars, "answer_type", f ? f->name : "");
    cJSON_AddStringToObject(vars, "answer_stub", f ? f->stub : "");
    cJSON_AddStringToObject(vars, "answer_schema", shown ? f->text : "");
    cJSON_AddBoolToObject(vars, "answer_told", f && f->told);
}

int sa_agent_push_prompt(struct sa_agent *a, const char *key, enum sa_role role, cJSON *vars)
{
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *text = sa_agent_prompt(a, key, vars, &err);
    if (!text) return sa_agent_end(a, SA_RUN_ERROR, err.code, "%s", err.message), -1;
    struct sa_str s = sa_str_trim(sa_str_of(text));
    sa_memory_push(&a->memory, role, s.data, s.len, false);
    return 0;
}

enum { KEPT_PROSE = 8000 };

// A message of nothing is refused by many servers.
static void push_said(struct sa_agent *a, const char *text, size_t len)
{
    static const char none[] = "(empty reply)";
    bool some = len > 0;
    sa_memory_push(&a->memory, SA_ROLE_ASSISTANT, some ? text : none, some ? len : strlen(none),
                   false);
}

static void push_reply(struct sa_agent *a, const struct sa_reading *x, bool acts)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (x->found == SA_FOUND_NOTHING)
        sa_cut_middle(&text, sa_buf_text(&x->kept), x->kept.len, KEPT_PROSE, "");
    else sa_buf_append(&text, x->kept.data, x->kept.len);
    if (acts) sa_memory_push(&a->memory, SA_ROLE_ASSISTANT, text.data, text.len, false);
    else push_said(a, text.data, text.len);
    sa_buf_release(&text);
}

// Not what goes on behind calls that are text, for that is invented; nor nothing.
static bool goes_back_whole(const struct sa_model_result *reply, const struct sa_reading *x)
{
    struct sa_str said = sa_str_trim((struct sa_str){sa_buf_text(&x->said), x->said.len});
    if (reply->call_count) return true;
    return said.len && (x->found == SA_FOUND_NOTHING || x->kept.len == said.len);
}

static void keep(struct sa_agent *a, const struct sa_model_result *reply,
                 const struct sa_reading *x)
{
    if (reply->kept && (!reply->whole || goes_back_whole(reply, x)))
        sa_memory_keep(&a->memory, reply->kept, reply->kept_by, reply->whole);
}

void sa_agent_remember_text(struct sa_agent *a, const struct sa_model_result *reply,
                            const struct sa_reading *x)
{
    struct sa_str said = sa_str_trim((struct sa_str){sa_buf_text(&x->said), x->said.len});
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_cut_middle(&text, said.data, said.len, KEPT_PROSE, "");
    push_said(a, text.data, text.len);
    if (!reply->call_count) keep(a, reply, x);
    sa_buf_release(&text);
}

// Calls that are not made stay out of it, for servers want a result of each.
void sa_agent_remember(struct sa_agent *a, const struct sa_model_result *reply,
                       const struct sa_reading *x)
{
    push_reply(a, x, false);
    if (!reply->call_count) keep(a, reply, x);
}

void sa_agent_remember_calls(struct sa_agent *a, const struct sa_model_result *reply,
                             const struct sa_reading *x)
{
    push_reply(a, x, true);
    for (size_t i = 0; i < reply->call_count; i++)
        sa_memory_add_call(&a->memory, reply->calls[i].id, reply->calls[i].name,
                           reply->calls[i].args);
    keep(a, reply, x);
}

void sa_agent_push_images(struct sa_agent *a)
{
    struct sa_run *run = a->run;
    if (run->image_count) sa_memory_add_images(&a->memory, run->images, run->image_count);
    run->image_count = 0;
}

void sa_agent_say(struct sa_agent *a, const char *text, size_t len, bool failed)
{
    static const char head[] = "Observation:\n";
    struct sa_run *run = a->run;
    if (!run->answering.id) {
        sa_memory_push(&a->memory, SA_ROLE_USER, text, len, true);
        return;
    }
    size_t skip = sa_starts_with(text, head) ? strlen(head) : 0;
    sa_memory_push(&a->memory, SA_ROLE_USER, "", 0, true);
    sa_memory_add_result(&a->memory, run->answering.id, run->answering.name, text + skip,
                         len - skip, failed);
    run->answering.id = NULL;
}

void sa_agent_emit_observation(struct sa_agent *a, const struct sa_buf *text, const char *variable)
{
    cJSON *data = cJSON_CreateObject();
    sa_event_text(data, "text", sa_buf_text(text), text->len);
    cJSON_AddBoolToObject(data, "cut", variable != NULL);
    if (variable) cJSON_AddStringToObject(data, "variable", variable);
    sa_agent_emit(a, SA_EV_OBSERVATION, data);
}
