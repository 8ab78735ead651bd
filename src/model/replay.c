// Recorded replies: `replay:FILE` plays the lines of a JSONL file in order, `--record FILE` appends
// them. A line is {"v":1,"text":...,"reasoning":...,"calls":[{"id":...,"name":...,
// "arguments":TEXT}],"finish_reason":...,"usage":{...}}; further members are ignored, so other
// events in the file do no harm as long as they have no "text"; how many lines had none is told
// where replies are missing.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "model/model_int.h"
#include "model/record.h"

struct replay {
    struct sa_model base;
    char *path, *text;
    struct sa_str rest;
    size_t line, played, passed; // passed: lines without a "text"
};

// The next recorded line that is a reply, NULL at the end or with err.
static cJSON *next_reply(struct replay *r, struct sa_err *err)
{
    struct sa_str line;
    while (sa_str_next_line(&r->rest, &line)) {
        r->line++;
        line = sa_str_trim(line);
        if (!line.len) continue;
        struct sa_err why = SA_ERR_INIT;
        cJSON *root = sa_json_parse(line.data, line.len, &why);
        if (!root) {
            sa_err_set(err, SA_E_PROVIDER, "%s:%zu: %s", r->path, r->line, why.message);
            return NULL;
        }
        if (sa_json_str(root, "text", NULL)) return root;
        cJSON_Delete(root);
        r->passed++;
    }
    SA_AUTO_FREE char *passed =
        r->passed ? sa_xasprintf("; %zu line%s no \"text\": a reply is {\"text\": \"...\"}",
                                 r->passed, r->passed == 1 ? " has" : "s have")
                  : sa_xstrdup("");
    sa_err_set(err, SA_E_PROVIDER, "%s: the recording has no more replies (%zu played)%s", r->path,
               r->played, passed);
    return NULL;
}

static void take_calls(struct sa_reply *reply, const cJSON *calls)
{
    const cJSON *call;
    cJSON_ArrayForEach(call, calls)
    {
        sa_reply_call(reply, reply->call_count, sa_json_str(call, "id", NULL),
                      sa_json_str(call, "name", NULL), sa_json_str(call, "arguments", NULL));
    }
}

static int complete(struct sa_model *model, const struct sa_model_request *request,
                    struct sa_model_result *result, struct sa_err *err)
{
    struct replay *r = (struct replay *)model;
    cJSON *root = next_reply(r, err);
    if (!root) return -1;
    r->played++;
    struct sa_reply reply;
    sa_reply_init(&reply, request);
    const char *thought = sa_json_str(root, "reasoning", "");
    const char *text = sa_json_str(root, "text", "");
    const cJSON *usage = sa_json_get(root, "usage");
    // A recording that does not say how a reply ended was written by hand.
    const char *said = cJSON_HasObjectItem(root, "finish_reason") ? NULL : "stop";
    reply.finish_reason = sa_xstrdup(sa_json_str(root, "finish_reason", said));
    reply.usage.input = sa_reply_tokens(usage, "input_tokens", 0);
    reply.usage.output = sa_reply_tokens(usage, "output_tokens", 0);
    reply.usage.cached = sa_reply_tokens(usage, "cached_tokens", 0);
    reply.usage.written = sa_reply_tokens(usage, "cache_write_tokens", 0);
    reply.usage.reasoning = sa_reply_tokens(usage, "reasoning_tokens", 0);
    reply.usage.estimated = !usage;
    if (*thought) sa_reply_reasoning(&reply, thought, strlen(thought));
    sa_reply_text(&reply, text, strlen(text));
    take_calls(&reply, sa_json_get(root, "calls"));
    if (request->tool_count) sa_reply_settle(&reply);
    sa_reply_finish(&reply, result);
    sa_reply_release(&reply);
    cJSON_Delete(root);
    return 0;
}

static const char *where(const struct sa_model *model)
{
    return ((const struct replay *)model)->path;
}

static void replay_free(struct sa_model *model)
{
    struct replay *r = (struct replay *)model;
    free(r->path);
    free(r->text);
    free(r);
}

static const struct sa_model_ops replay_ops = {
    .name = "replay", .complete = complete, .where = where, .free = replay_free};

int sa_replay_open(const char *path, struct sa_model **out, struct sa_err *err)
{
    size_t len;
    if (!*path) return sa_err_set(err, SA_E_CONFIG, "replay: needs a file: replay:FILE"), -1;
    char *text = sa_fs_read(path, SA_BUF_TEXT, &len, err);
    if (!text) return sa_err_prefix(err, "replay"), -1;
    struct replay *r = sa_xcalloc(1, sizeof *r);
    r->base.ops = &replay_ops;
    r->base.provider = sa_xstrdup("replay");
    r->base.name = sa_xstrdup(path);
    r->path = sa_xstrdup(path);
    r->text = text;
    r->rest = (struct sa_str){text, len};
    *out = &r->base;
    return 0;
}

static void put_calls(const struct sa_model_result *result, struct sa_buf *line)
{
    if (!result->call_count) return;
    sa_json_key(line, "calls");
    for (size_t i = 0; i < result->call_count; i++) {
        const struct sa_model_call *c = &result->calls[i];
        sa_buf_appends(line, i ? ",{" : "[{");
        sa_json_put_str(line, "id", c->id);
        sa_json_put_str(line, "name", c->name);
        sa_json_put_str(line, "arguments", c->broken ? c->broken : c->args);
        sa_buf_appendc(line, '}');
    }
    sa_buf_appendc(line, ']');
}

int sa_record_reply(const char *path, const struct sa_model_result *result, struct sa_err *err)
{
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    const struct sa_usage *u = &result->usage;
    sa_buf_appendc(&line, '{');
    sa_json_put_int(&line, "v", 1);
    sa_json_put_strn(&line, "text", result->text, result->len);
    if (result->reasoning) sa_json_put_str(&line, "reasoning", result->reasoning);
    put_calls(result, &line);
    sa_json_put_str(&line, "finish_reason", result->finish_reason);
    sa_json_key(&line, "usage");
    sa_buf_appendc(&line, '{');
    sa_json_put_int(&line, "input_tokens", u->input);
    sa_json_put_int(&line, "output_tokens", u->output);
    sa_json_put_int(&line, "cached_tokens", u->cached);
    if (u->written) sa_json_put_int(&line, "cache_write_tokens", u->written);
    sa_json_put_int(&line, "reasoning_tokens", u->reasoning);
    sa_buf_appends(&line, "}}");
    SA_AUTO_FREE char *clean = sa_buf_take(&line, NULL);
    sa_secret_redact_json(&clean);
    sa_buf_appendf(&line, "%s\n", clean);
    int fd = sa_fs_open_append(path, err);
    bool opened = fd >= 0, ok = opened && sa_fs_append(fd, line.data, line.len);
    int why = errno;
    if (opened && close(fd) != 0 && ok) ok = false, why = errno;
    if (opened && !ok)
        sa_err_set(err, SA_E_CONFIG, "--record: cannot write %s: %s", path, strerror(why));
    sa_buf_release(&line);
    return ok ? 0 : -1;
}
