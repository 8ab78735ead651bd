// A request with tools for a server that knows none: they are told in the system prompt, and calls
// and their results are text, in the form that the reader of replies knows.
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "model/wire.h"

static void put_tools(const struct sa_model_request *q, struct sa_buf *out)
{
    sa_buf_appends(out, "\n\nThis server passes no calls on: write each one in your reply, as\n"
                        "<tool_call>\n{\"name\": NAME, \"arguments\": {...}}\n</tool_call>\n"
                        "and nothing behind the last one. These are the tools, with the JSON "
                        "Schemas of their arguments:");
    for (size_t i = 0; i < q->tool_count; i++) {
        sa_buf_appends(out, "\n{");
        sa_json_put_str(out, "name", q->tools[i].name);
        sa_json_put_str(out, "description", q->tools[i].description);
        sa_json_put_raw(out, "parameters", q->tools[i].parameters);
        sa_buf_appendc(out, '}');
    }
}

static void put_part(const struct sa_content *p, struct sa_buf *out)
{
    if (p->kind != SA_CONTENT_CALL && p->kind != SA_CONTENT_RESULT) return;
    if (out->len) sa_buf_appends(out, "\n\n");
    if (p->kind == SA_CONTENT_CALL) {
        sa_buf_appends(out, "<tool_call>\n{");
        sa_json_put_str(out, "name", p->name);
        sa_json_put_raw(out, "arguments", p->text);
        sa_buf_appends(out, "}\n</tool_call>");
    } else {
        sa_buf_appendf(out, "Result of %s:\n", p->name);
        sa_buf_append(out, p->text, p->len);
    }
}

// Its text, which is new, and its images, which are those of the message.
static void copy(const struct sa_model_request *q, const struct sa_message *from,
                 struct sa_message *to)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE), said = SA_BUF_INIT(SA_BUF_HUGE);
    *to = (struct sa_message){.role = from->role};
    to->parts = sa_xcalloc(from->count + 1, sizeof *to->parts);
    to->count = 1;
    for (size_t i = 0; i < from->count; i++) {
        const struct sa_content *p = &from->parts[i];
        if (p->kind == SA_CONTENT_TEXT) sa_buf_append(&said, p->text, p->len);
        if (p->kind == SA_CONTENT_IMAGE) to->parts[to->count++] = *p;
    }
    bool user = from->role == SA_ROLE_USER; // results come before what he says, calls behind it
    if (!user) sa_buf_append(&text, said.data, said.len);
    for (size_t i = 0; i < from->count; i++) put_part(&from->parts[i], &text);
    if (user && text.len && said.len) sa_buf_appends(&text, "\n\n");
    if (user) sa_buf_append(&text, said.data, said.len);
    if (from == q->messages && from->role == SA_ROLE_SYSTEM) put_tools(q, &text);
    to->parts[0] = (struct sa_content){.kind = SA_CONTENT_TEXT};
    to->parts[0].text = sa_buf_take(&text, &to->parts[0].len);
    sa_buf_release(&said);
}

void sa_untool(const struct sa_model_request *q, struct sa_model_request *plain)
{
    struct sa_message *messages = sa_xcalloc(q->count + 1, sizeof *messages);
    for (size_t i = 0; i < q->count; i++) copy(q, &q->messages[i], &messages[i]);
    *plain = *q;
    plain->messages = messages;
    plain->tools = NULL;
    plain->tool_count = 0;
}

void sa_untooled_release(struct sa_model_request *plain)
{
    for (size_t i = 0; i < plain->count; i++) {
        free(plain->messages[i].parts[0].text);
        free(plain->messages[i].parts);
    }
    free((struct sa_message *)(uintptr_t)plain->messages);
}
