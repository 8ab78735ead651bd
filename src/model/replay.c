// Recorded replies: `replay:FILE` plays the lines of a JSONL file, `--record FILE` appends them.
// Several agents may play or record at once: a reply is one of its agent's lines, of these the one
// that answered this very request when it was recorded, else the next. A line is
// {"v":1,"text":...,"reasoning":...,"calls":[{"id":...,"name":...,
// "arguments":TEXT}],"finish_reason":...,"usage":{...}}; further members are ignored, so other
// events in the file do no harm as long as they have no "text"; how many lines had none is told
// where replies are missing. "agent":NAME says whose line it is: one without is the first agent's,
// and of every other one that has no line in the file. "request":ID is of the request.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "model/model_int.h"
#include "model/record.h"

struct line {
    struct sa_str text; // in the recording
    size_t number;      // in the file, from 1
    char *agent, *request;
    enum { REPLY, BAD, OTHER } what;
    bool played;
};

// A file, as all models have it that play it beside each other. Any thread.
struct recording {
    pthread_mutex_t lock;
    int held;
    char *path, *text;
    struct line *lines;
    size_t count, cap, played;
    bool indexed;
};

struct replay {
    struct sa_model base;
    struct recording *of;
};

static struct recording *hold(struct recording *r)
{
    pthread_mutex_lock(&r->lock);
    r->held++;
    pthread_mutex_unlock(&r->lock);
    return r;
}

static void let_go(struct recording *r)
{
    pthread_mutex_lock(&r->lock);
    bool last = !--r->held;
    pthread_mutex_unlock(&r->lock);
    if (!last) return;
    for (size_t i = 0; i < r->count; i++) free(r->lines[i].agent), free(r->lines[i].request);
    pthread_mutex_destroy(&r->lock);
    free(r->lines);
    free(r->path);
    free(r->text);
    free(r);
}

// ---- which line ---------------------------------------------------------------------------------

static void add_line(struct recording *r, struct sa_str text, size_t number)
{
    cJSON *root = sa_json_parse(text.data, text.len, NULL);
    SA_GROW(r->lines, r->cap, r->count + 1);
    struct line *line = &r->lines[r->count++];
    *line = (struct line){.text = text, .number = number};
    line->what = !root ? BAD : sa_json_str(root, "text", NULL) ? REPLY : OTHER;
    line->agent = sa_xstrdup(sa_json_str(root, "agent", NULL));
    line->request = sa_xstrdup(sa_json_str(root, "request", NULL));
    cJSON_Delete(root);
}

static void index_lines(struct recording *r)
{
    struct sa_str rest = sa_str_of(r->text), line;
    for (size_t number = 1; !r->indexed && sa_str_next_line(&rest, &line); number++)
        if (sa_str_trim(line).len) add_line(r, sa_str_trim(line), number);
    r->indexed = true;
}

// Which conversation it is, by its first word to the model, and which turn of that.
static char *id_of(const struct sa_model_request *q)
{
    uint64_t hash = 0;
    size_t turns = 0, first = 0;
    while (first + 1 < q->count && q->messages[first].role != SA_ROLE_USER) first++;
    const struct sa_message *m = q->count ? &q->messages[first] : NULL;
    for (size_t i = 0; m && i < m->count; i++)
        if (m->parts[i].kind == SA_CONTENT_TEXT)
            hash = hash * 31 + sa_hash_bytes(m->parts[i].text, m->parts[i].len);
    for (size_t i = 0; i < q->count; i++) turns += q->messages[i].role == SA_ROLE_ASSISTANT;
    return sa_xasprintf("%zu-%016llx", turns + 1, (unsigned long long)hash);
}

// The lines that an agent plays are those with its name, or, where none has it, without a name.
static const char *voice_of(const struct recording *r, const char *agent)
{
    for (size_t i = 0; agent && i < r->count; i++)
        if (sa_streq(r->lines[i].agent, agent)) return agent;
    return NULL;
}

static struct line *choose(struct recording *r, const struct sa_model_request *q)
{
    SA_AUTO_FREE char *id = id_of(q);
    const char *voice = voice_of(r, q->agent);
    struct line *next = NULL;
    for (size_t i = 0; i < r->count; i++) {
        struct line *line = &r->lines[i];
        bool mine = line->what == REPLY && sa_streq(line->agent, voice);
        if (line->played || line->what == OTHER) continue;
        if (mine && sa_streq(line->request, id)) return line;
        if (!next && (mine || line->what == BAD)) next = line;
    }
    return next;
}

static void say_missing(const struct recording *r, const char *agent, struct sa_err *err)
{
    size_t passed = 0;
    for (size_t i = 0; i < r->count; i++) passed += r->lines[i].what == OTHER;
    SA_AUTO_FREE char *lines =
        passed ? sa_xasprintf("; %zu line%s no \"text\": a reply is {\"text\": \"...\"}", passed,
                              passed == 1 ? " has" : "s have")
               : sa_xstrdup("");
    sa_err_set(err, SA_E_PROVIDER, "%s: the recording has no more replies%s%s (%zu played)%s",
               r->path, agent ? " of the agent " : "", agent ? agent : "", r->played, lines);
}

// The recorded line that is the reply, NULL with err.
static cJSON *next_reply(struct recording *r, const struct sa_model_request *q, struct sa_err *err)
{
    struct sa_err why = SA_ERR_INIT;
    cJSON *root = NULL;
    pthread_mutex_lock(&r->lock);
    index_lines(r);
    struct line *line = choose(r, q);
    if (line) root = sa_json_parse(line->text.data, line->text.len, &why);
    if (!line) say_missing(r, q->agent, err);
    else if (!root)
        sa_err_set(err, SA_E_PROVIDER, "%s:%zu: %s", r->path, line->number, why.message);
    if (line) line->played = true;
    if (root) r->played++;
    pthread_mutex_unlock(&r->lock);
    return root;
}

// ---- playing ------------------------------------------------------------------------------------

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
    cJSON *root = next_reply(((struct replay *)model)->of, request, err);
    if (!root) return -1;
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
    return ((const struct replay *)model)->of->path;
}

static void replay_free(struct sa_model *model)
{
    let_go(((struct replay *)model)->of);
    free(model);
}

static struct sa_model *twin(const struct sa_model *model);

static const struct sa_model_ops replay_ops = {
    .name = "replay", .complete = complete, .twin = twin, .where = where, .free = replay_free};

static struct sa_model *twin(const struct sa_model *model)
{
    struct replay *r = sa_xcalloc(1, sizeof *r);
    r->base.ops = &replay_ops;
    r->of = hold(((const struct replay *)model)->of);
    return &r->base;
}

int sa_replay_open(const char *path, const struct sa_model *beside, struct sa_model **out,
                   struct sa_err *err)
{
    size_t len;
    if (!*path) return sa_err_set(err, SA_E_CONFIG, "replay: needs a file: replay:FILE"), -1;
    bool same = beside && beside->ops == &replay_ops && sa_streq(where(beside), path);
    char *text = same ? NULL : sa_fs_read(path, SA_BUF_TEXT, &len, err);
    if (!same && !text) return sa_err_prefix(err, "replay"), -1;
    if (same) {
        *out = twin(beside);
    } else {
        struct replay *r = sa_xcalloc(1, sizeof *r);
        r->base.ops = &replay_ops;
        r->of = sa_xcalloc(1, sizeof *r->of);
        *r->of = (struct recording){.held = 1, .path = sa_xstrdup(path), .text = text};
        pthread_mutex_init(&r->of->lock, NULL);
        *out = &r->base;
    }
    (*out)->provider = sa_xstrdup("replay");
    (*out)->name = sa_xstrdup(path);
    return 0;
}

// ---- recording ----------------------------------------------------------------------------------

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

int sa_record_reply(const char *path, const struct sa_model_request *request,
                    const struct sa_model_result *result, struct sa_err *err)
{
    SA_AUTO_FREE char *id = id_of(request);
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    const struct sa_usage *u = &result->usage;
    sa_buf_appendc(&line, '{');
    sa_json_put_int(&line, "v", 1);
    if (request->agent) sa_json_put_str(&line, "agent", request->agent);
    sa_json_put_str(&line, "request", id);
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
    static pthread_mutex_t one_after_the_other = PTHREAD_MUTEX_INITIALIZER; // lines of any file
    pthread_mutex_lock(&one_after_the_other);
    int fd = sa_fs_open_append(path, err);
    bool opened = fd >= 0, ok = opened && sa_fs_append(fd, line.data, line.len);
    int why = errno;
    if (opened && close(fd) != 0 && ok) ok = false, why = errno;
    pthread_mutex_unlock(&one_after_the_other);
    if (opened && !ok)
        sa_err_set(err, SA_E_CONFIG, "--record: cannot write %s: %s", path, strerror(why));
    sa_buf_release(&line);
    return ok ? 0 : -1;
}
