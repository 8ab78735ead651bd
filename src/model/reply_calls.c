// Calls of tools that a reply makes in its server's own form: they grow, and become calls of the
// result where tools were offered, text in the form that the reader of replies knows where not.
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "model/model_int.h"

bool sa_reply_offers(const struct sa_reply *reply)
{
    return reply->request->tool_count > 0;
}

void sa_reply_drop_calls(struct sa_reply *reply)
{
    for (size_t i = 0; i < reply->call_count; i++) {
        struct sa_native_call *c = &reply->calls[i];
        sa_buf_release(&c->name), sa_buf_release(&c->args);
        free(c->id), free(c->came);
        cJSON_Delete(c->more);
    }
    reply->call_count = 0;
    sa_freep(&reply->calls);
}

// ---- growing ------------------------------------------------------------------------------------

// Servers that number nothing give every call its id, and those that repeat an id the same one.
static size_t place_of(const struct sa_reply *reply, size_t index, const char *id, const char *name)
{
    bool names = id && *id && name && *name && index < reply->call_count && reply->calls[index].id;
    if (!names || !strcmp(reply->calls[index].id, id)) return index;
    for (size_t i = 0; i < reply->call_count; i++)
        if (sa_streq(reply->calls[i].id, id)) return i;
    return reply->call_count;
}

static void hand_on(const struct sa_reply *reply, const char *text, size_t len)
{
    const struct sa_model_request *q = reply->request;
    if (len && q->on_delta && sa_reply_offers(reply)) q->on_delta(q->ctx, SA_DELTA_CALL, text, len);
}

static void add_args(struct sa_reply *reply, struct sa_native_call *c, const char *args)
{
    struct sa_buf whole = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_str s = sa_reply_whole_text(&c->half, args, strlen(args), &whole);
    reply->too_large |= !sa_buf_append(&c->args, s.data, s.len);
    hand_on(reply, s.data, s.len);
    sa_buf_release(&whole);
}

struct sa_native_call *sa_reply_call(struct sa_reply *reply, size_t index, const char *id,
                                     const char *name, const char *args)
{
    enum { MOST = 128 };
    index = place_of(reply, index, id, name);
    if (index >= MOST) return reply->call_lost = true, NULL;
    SA_GROW(reply->calls, reply->call_cap, index + 1);
    for (; reply->call_count <= index; reply->call_count++)
        reply->calls[reply->call_count] = (struct sa_native_call){.name = SA_BUF_INIT(SA_BUF_SMALL),
                                                                  .args = SA_BUF_INIT(SA_BUF_TEXT)};
    struct sa_native_call *c = &reply->calls[index];
    if (id && *id && !c->id) c->id = sa_xstrdup(id);
    if (name && *name) {
        if (!c->name.len && index) hand_on(reply, "\n", 1);
        sa_buf_appends(&c->name, name);
        hand_on(reply, name, strlen(name));
        hand_on(reply, " ", 1);
    }
    if (args) add_args(reply, c, args);
    return c;
}

// ---- at the end ---------------------------------------------------------------------------------

static bool is_object(struct sa_str s)
{
    return s.len && s.data[0] == '{' && sa_json_valid(s.data, s.len);
}

static void set_args(struct sa_native_call *c, const char *text, size_t len)
{
    SA_AUTO_FREE char *copy = sa_xstrndup(text, len); // it may lie in the buffer
    sa_buf_clear(&c->args);
    sa_buf_append(&c->args, copy, len);
}

// An object, or a text that holds one; no arguments at all are none. Anything else broke.
static void settle_args(struct sa_native_call *c)
{
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&c->args), c->args.len});
    struct sa_buf inner = SA_BUF_INIT(SA_BUF_TEXT);
    if (s.len && s.data[0] == '"' && sa_json_valid(s.data, s.len)) {
        sa_json_unquote(s.data, s.len, &inner);
        struct sa_str in = sa_str_trim((struct sa_str){sa_buf_text(&inner), inner.len});
        if (is_object(in)) s = in;
    }
    if (is_object(s)) {
        set_args(c, s.data, s.len);
    } else {
        c->broken = s.len && !sa_str_equals(s, "null");
        struct sa_buf came = SA_BUF_INIT(SA_BUF_TEXT);
        if (c->broken) sa_utf8_repair(&came, s.data, s.len);
        if (c->broken) c->came = sa_buf_take(&came, NULL);
        set_args(c, "{}", 2);
    }
    sa_buf_release(&inner);
}

static bool is_taken(const struct sa_reply *reply, size_t upto, const char *id)
{
    for (size_t i = 0; i < upto; i++)
        if (reply->calls[i].name.len && sa_streq(reply->calls[i].id, id)) return true;
    return false;
}

// One of ours, which no call of the server has.
static char *new_id(const struct sa_reply *reply, size_t i)
{
    char *id = sa_xasprintf("call_%zu_%zu", reply->request->count, i);
    while (is_taken(reply, reply->call_count, id)) {
        char *longer = sa_xasprintf("%s_", id);
        free(id);
        id = longer;
    }
    return id;
}

bool sa_reply_settle(struct sa_reply *reply)
{
    bool theirs = true;
    for (size_t i = 0; i < reply->call_count; i++) {
        struct sa_native_call *c = &reply->calls[i];
        if (!c->name.len) continue;
        settle_args(c);
        if (c->id && !is_taken(reply, i, c->id)) continue;
        theirs = false;
        char *id = new_id(reply, i);
        free(c->id);
        c->id = id;
    }
    return theirs;
}

static const struct sa_native_call *call_in(const struct sa_reply *reply, const cJSON *item)
{
    for (size_t i = 0; i < reply->call_count; i++)
        if (reply->calls[i].name.len && reply->calls[i].item == item) return &reply->calls[i];
    return NULL;
}

bool sa_reply_keeps_calls(const struct sa_reply *reply, const char *type, const char *id)
{
    size_t found = 0, named = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, reply->kept)
    {
        if (!sa_streq(sa_json_str(item, "type", NULL), type)) continue;
        const struct sa_native_call *c = call_in(reply, item);
        if (!c || !sa_streq(sa_json_str(item, id, NULL), c->id)) return false;
        found++;
    }
    for (size_t i = 0; i < reply->call_count; i++) named += reply->calls[i].name.len > 0;
    return found == named;
}

static void give(struct sa_reply *reply, struct sa_model_result *result)
{
    result->calls_lost = reply->call_lost;
    result->calls = sa_xcalloc(reply->call_count + 1, sizeof *result->calls);
    for (size_t i = 0; i < reply->call_count; i++) {
        struct sa_native_call *c = &reply->calls[i];
        struct sa_buf name = SA_BUF_INIT(SA_BUF_SMALL), args = SA_BUF_INIT(SA_BUF_TEXT);
        if (!c->name.len) continue;
        sa_utf8_repair(&name, c->name.data, c->name.len);
        sa_utf8_repair(&args, c->args.data, c->args.len);
        result->calls[result->call_count++] = (struct sa_model_call){
            c->id, sa_buf_take(&name, NULL), sa_buf_take(&args, NULL), c->came};
        c->id = c->came = NULL;
    }
}

// In the form that the reader of replies knows.
static void write_calls(struct sa_reply *reply)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < reply->call_count; i++) {
        const struct sa_native_call *c = &reply->calls[i];
        if (!c->name.len) continue;
        sa_buf_appends(&out, "\n<tool_call>\n{");
        sa_json_put_strn(&out, "name", c->name.data, c->name.len);
        bool json = c->args.len && sa_json_check(c->args.data, c->args.len, NULL);
        if (json) sa_json_put_raw(&out, "arguments", c->args.data);
        else sa_json_put_strn(&out, "arguments", sa_buf_text(&c->args), c->args.len);
        sa_buf_appends(&out, "}\n</tool_call>\n");
    }
    if (out.len) sa_reply_text(reply, out.data, out.len);
    sa_buf_release(&out);
}

void sa_reply_give_calls(struct sa_reply *reply, struct sa_model_result *result)
{
    if (!reply->call_count) return;
    if (sa_reply_offers(reply)) give(reply, result);
    else write_calls(reply);
}
