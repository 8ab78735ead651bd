// The journal of an executor's state: keeping, and playing back (journal.h).
#include "agent/journal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"

#define KEPT_MAX ((size_t)64 << 20) // bytes of cells and answers
#define PLAY_NS (30 * SA_NS_PER_S)  // longest play

struct sa_journal {
    struct sa_exec_journal base;
    struct sa_exec_options host; // callbacks of whoever attached the executor
    struct sa_journal_entry *entries;
    size_t count, cap, bytes;
    struct sa_journal_entry *running; // the cell under way; NULL: none
    size_t running_bytes;
    bool is_void; // its worker was lost: it made nothing
    bool too_much;
    struct sa_journal_entry *playing; // the cell that runs again; NULL: none
    size_t at;                        // of its answers, the next
    bool plays, diverged;
};

struct stream {
    struct sa_journal *journal;
    char *name;
    sa_exec_pull_fn pull;
    void *ctx;
};

static void release_answers(struct sa_journal_entry *e)
{
    for (size_t i = 0; i < e->count; i++) {
        free(e->answers[i].text);
        free(e->answers[i].error);
    }
    free(e->answers);
    e->answers = NULL;
    e->count = e->cap = 0;
}

static void release_entry(struct sa_journal_entry *e)
{
    struct stream *s = e->stream;
    if (s) free(s->name);
    free(s);
    free(e->name);
    free(e->text);
    release_answers(e);
}

// ---- answers -----------------------------------------------------------------------------------

static uint64_t hash_call(const char *kind, const char *name, const char *args, size_t len)
{
    uint64_t parts[3] = {sa_hash_bytes(kind, strlen(kind)), sa_hash_bytes(name, strlen(name)),
                         sa_hash_bytes(args, len)};
    return sa_hash_bytes(parts, sizeof parts);
}

// A cell that got more than can be kept cannot be run again. Takes the texts over.
static void keep(struct sa_journal *j, struct sa_journal_answer answer)
{
    struct sa_journal_entry *e = j->running;
    size_t bytes = sizeof answer + answer.len + (answer.error ? strlen(answer.error) : 0);
    if (!e || j->too_much || j->running_bytes + bytes > KEPT_MAX) {
        if (e) j->too_much = true, release_answers(e);
        free(answer.text);
        free(answer.error);
        return;
    }
    SA_GROW(e->answers, e->cap, e->count + 1);
    e->answers[e->count++] = answer;
    j->running_bytes += bytes;
}

// The answer that was given then; NULL: this was not asked, and the play has failed.
static const struct sa_journal_answer *recall(struct sa_journal *j, uint64_t asked)
{
    struct sa_journal_entry *e = j->playing;
    if (e && j->at < e->count && e->answers[j->at].asked == asked) return &e->answers[j->at++];
    j->diverged = true;
    return NULL;
}

static char *copy(const char *text, size_t len)
{
    return text ? sa_xstrndup(text, len) : NULL;
}

static char *copy_bytes(const char *data, size_t len)
{
    char *bytes = sa_xmalloc(len + 1);
    if (len) memcpy(bytes, data, len);
    bytes[len] = '\0';
    return bytes;
}

// ---- the callbacks that stand between ----------------------------------------------------------

static struct py_host_result keep_result(struct sa_journal *j, uint64_t asked,
                                         struct py_host_result r)
{
    size_t len = r.json ? strlen(r.json) : 0;
    keep(j, (struct sa_journal_answer){.asked = asked,
                                       .text = copy(r.json, len),
                                       .len = len,
                                       .error = r.error ? sa_xstrdup(r.error) : NULL,
                                       .error_type = r.error_type,
                                       .number = r.call,
                                       .end = r.end_cell});
    return r;
}

static struct py_host_result recall_result(struct sa_journal *j, uint64_t asked)
{
    const struct sa_journal_answer *a = recall(j, asked);
    if (!a) return (struct py_host_result){.end_cell = true};
    return (struct py_host_result){.json = copy(a->text, a->len),
                                   .error = a->error ? sa_xstrdup(a->error) : NULL,
                                   .error_type = a->error_type,
                                   .end_cell = a->end,
                                   .call = a->number};
}

static struct py_host_result on_tool(void *ctx, const char *name, const char *args, size_t len)
{
    struct sa_journal *j = ctx;
    uint64_t asked = hash_call("tool", name, args, len);
    if (j->plays) return recall_result(j, asked);
    return keep_result(j, asked, j->host.on_tool(j->host.ctx, name, args, len));
}

static struct py_host_result on_start(void *ctx, const char *name, const char *args, size_t len)
{
    struct sa_journal *j = ctx;
    uint64_t asked = hash_call("start", name, args, len);
    if (j->plays) return recall_result(j, asked);
    return keep_result(j, asked, j->host.calls.start(j->host.ctx, name, args, len));
}

// For how long does not matter. A wait that comes at another place than then finds nothing that
// ended, and one that found nothing is not kept.
static struct py_host_result on_wait(void *ctx, int64_t timeout_ns)
{
    struct sa_journal *j = ctx;
    const struct py_host_result nothing = {0};
    uint64_t asked = hash_call("wait", "", "", 0);
    if (j->plays) {
        const struct sa_journal_entry *e = j->playing;
        bool here = e && j->at < e->count && e->answers[j->at].asked == asked;
        return here ? recall_result(j, asked) : nothing;
    }
    struct py_host_result r = j->host.calls.wait(j->host.ctx, timeout_ns);
    return r.call ? keep_result(j, asked, r) : r;
}

static void on_cancel(void *ctx, int64_t call)
{
    struct sa_journal *j = ctx;
    if (!j->plays) j->host.calls.cancel(j->host.ctx, call);
}

static bool on_print(void *ctx, int fd, const char *text, size_t len)
{
    struct sa_journal *j = ctx;
    return j->plays || !j->host.on_print || j->host.on_print(j->host.ctx, fd, text, len);
}

static void on_image(void *ctx, const struct sa_image *image)
{
    struct sa_journal *j = ctx;
    if (!j->plays) j->host.on_image(j->host.ctx, image);
}

static bool on_file(void *ctx, const char *path, bool given)
{
    struct sa_journal *j = ctx;
    return j->host.on_file(j->host.ctx, path, given); // which is not asked while it plays
}

static bool on_folder(void *ctx, const struct sa_touch *touch)
{
    struct sa_journal *j = ctx;
    return j->host.on_folder(j->host.ctx, touch);
}

static char *on_line(void *ctx, const char *prompt, size_t *len)
{
    struct sa_journal *j = ctx;
    uint64_t asked = hash_call("line", prompt ? prompt : "", "", 0);
    if (j->plays) {
        const struct sa_journal_answer *a = recall(j, asked);
        if (!a || !a->text) return NULL;
        *len = a->len;
        return copy_bytes(a->text, a->len);
    }
    char *line = j->host.on_line(j->host.ctx, prompt, len);
    keep(j, (struct sa_journal_answer){.asked = asked,
                                       .text = line ? copy_bytes(line, *len) : NULL,
                                       .len = line ? *len : 0});
    return line;
}

static long on_pull(void *ctx, uint64_t at, char *buf, size_t cap)
{
    struct stream *s = ctx;
    struct sa_journal *j = s->journal;
    const uint64_t args[] = {at, cap};
    uint64_t asked = hash_call("stream", s->name, (const char *)args, sizeof args);
    if (j->plays) {
        const struct sa_journal_answer *a = recall(j, asked);
        if (!a) return -1;
        if (a->len) memcpy(buf, a->text, a->len);
        return (long)a->number;
    }
    long n = s->pull(s->ctx, at, buf, cap);
    size_t len = n > 0 && cap ? (size_t)n : 0;
    keep(j, (struct sa_journal_answer){
                .asked = asked, .text = copy_bytes(buf, len), .len = len, .number = n});
    return n;
}

static bool recall_file(struct sa_exec_journal *base, const char *path, char **text, size_t *len,
                        const char **error)
{
    struct sa_journal *j = (struct sa_journal *)base;
    if (!j->plays) return false;
    const struct sa_journal_answer *a = recall(j, hash_call("file", path, "", 0));
    *text = a && a->text ? copy_bytes(a->text, a->len) : NULL;
    *len = a ? a->len : 0;
    *error = a ? a->error_type : "PermissionError";
    return true;
}

static void keep_file(struct sa_exec_journal *base, const char *path, const char *text, size_t len,
                      const char *error)
{
    struct sa_journal *j = (struct sa_journal *)base;
    keep(j, (struct sa_journal_answer){.asked = hash_call("file", path, "", 0),
                                       .text = text ? copy_bytes(text, len) : NULL,
                                       .len = text ? len : 0,
                                       .error_type = error});
}

// What the reply says besides data is kept before it.
struct folder_head {
    int error;
    bool outside;
    int64_t file, size;
    bool data;
};

static bool recall_folder(struct sa_exec_journal *base, struct sa_str asked,
                          struct py_file_reply *reply)
{
    struct sa_journal *j = (struct sa_journal *)base;
    struct folder_head head;
    if (!j->plays) return false;
    const struct sa_journal_answer *a = recall(j, hash_call("folder", "", asked.data, asked.len));
    *reply = (struct py_file_reply){.error = EACCES};
    if (!a || !a->text) return true;
    memcpy(&head, a->text, sizeof head);
    *reply = (struct py_file_reply){head.error, head.outside, .file = head.file, .size = head.size};
    sa_strcopy(reply->message, sizeof reply->message, a->error ? a->error : "");
    reply->len = a->len - sizeof head;
    if (head.data) reply->data = copy_bytes(a->text + sizeof head, reply->len);
    return true;
}

static void keep_folder(struct sa_exec_journal *base, struct sa_str asked,
                        const struct py_file_reply *r)
{
    struct sa_journal *j = (struct sa_journal *)base;
    const struct folder_head head = {r->error, r->outside, r->file, r->size, r->data != NULL};
    char *text = sa_xmalloc(sizeof head + r->len + 1);
    memcpy(text, &head, sizeof head);
    if (r->data) memcpy(text + sizeof head, r->data, r->len);
    keep(j, (struct sa_journal_answer){.asked = hash_call("folder", "", asked.data, asked.len),
                                       .text = text,
                                       .len = sizeof head + r->len,
                                       .error = r->error ? sa_xstrdup(r->message) : NULL});
}

// ---- entries -----------------------------------------------------------------------------------

static void add(struct sa_journal *j, struct sa_journal_entry entry)
{
    SA_GROW(j->entries, j->cap, j->count + 1);
    j->entries[j->count++] = entry;
}

static struct sa_journal_entry new_entry(enum sa_journal_kind kind, const char *name,
                                         const char *text, size_t len)
{
    return (struct sa_journal_entry){
        .kind = kind, .name = sa_xstrdup(name), .text = copy_bytes(text, len), .len = len};
}

int sa_journal_define_json(struct sa_journal *j, struct sa_exec *exec, const char *name,
                           const char *json, size_t len, struct sa_err *err)
{
    int rc = exec->ops->define_json(exec, name, json, len, err);
    if (!rc && j) add(j, new_entry(SA_JOURNAL_JSON, name, json, len));
    return rc;
}

int sa_journal_define_tool(struct sa_journal *j, struct sa_exec *exec, const char *name,
                           const char *stub, struct sa_err *err)
{
    int rc = exec->ops->define_tool(exec, name, stub, err);
    if (!rc && j) add(j, new_entry(SA_JOURNAL_TOOL, name, stub, strlen(stub)));
    return rc;
}

int sa_journal_define_stream(struct sa_journal *j, struct sa_exec *exec, const char *name,
                             sa_exec_pull_fn pull, void *ctx, struct sa_err *err)
{
    if (!j) return exec->ops->define_stream(exec, name, pull, ctx, err);
    struct sa_journal_entry e = new_entry(SA_JOURNAL_STREAM, name, "", 0);
    struct stream *s = sa_xmalloc(sizeof *s);
    *s = (struct stream){j, sa_xstrdup(name), pull, ctx};
    e.stream = s;
    int rc = exec->ops->define_stream(exec, name, on_pull, s, err);
    if (rc) release_entry(&e);
    else add(j, e);
    return rc;
}

// A cell that ended by itself is part of the state; one that was ended may have changed it
// half-way.
static void end_cell(struct sa_journal *j, struct sa_journal_entry *e, enum py_status status)
{
    bool whole = status != PY_LIMIT && status != PY_INTERRUPTED;
    bool room = !j->too_much && j->bytes + j->running_bytes <= KEPT_MAX;
    j->running = NULL;
    e->status = status;
    if (!j->is_void && (!whole || !room)) j->base.cells_lost = true;
    if (j->is_void || j->base.cells_lost) {
        release_entry(e);
        return;
    }
    j->bytes += j->running_bytes;
    j->base.cells++;
    add(j, *e);
}

void sa_journal_run(struct sa_journal *j, struct sa_exec *exec, const char *code, size_t len,
                    const char *filename, struct py_result *result)
{
    struct sa_journal_entry e;
    if (j) {
        e = new_entry(SA_JOURNAL_CELL, filename, code, len);
        j->running = &e;
        j->running_bytes = len;
        j->is_void = j->too_much = false;
    }
    exec->ops->run(exec, code, len, filename, result);
    if (j) end_cell(j, &e, result->status);
}

static void lose(struct sa_exec_journal *base)
{
    ((struct sa_journal *)base)->is_void = true;
}

static void forget(struct sa_exec_journal *base)
{
    struct sa_journal *j = (struct sa_journal *)base;
    size_t kept = 0;
    for (size_t i = 0; i < j->count; i++) {
        if (j->entries[i].kind == SA_JOURNAL_CELL) release_entry(&j->entries[i]);
        else j->entries[kept++] = j->entries[i];
    }
    j->count = kept;
    j->bytes = j->base.cells = 0;
    j->base.cells_lost = false;
}

// ---- playing -----------------------------------------------------------------------------------

static bool run_again(struct sa_journal *j, struct sa_exec *exec, struct sa_journal_entry *e)
{
    struct py_result r = {0};
    j->playing = e;
    j->at = 0;
    j->diverged = false;
    exec->ops->run(exec, e->text, e->len, e->name, &r);
    j->playing = NULL;
    return r.status == e->status && j->at == e->count && !j->diverged;
}

static bool define_again(struct sa_exec *exec, const struct sa_journal_entry *e)
{
    struct sa_err err = SA_ERR_INIT;
    if (e->kind == SA_JOURNAL_JSON)
        return !exec->ops->define_json(exec, e->name, e->text, e->len, &err);
    if (e->kind == SA_JOURNAL_TOOL) return !exec->ops->define_tool(exec, e->name, e->text, &err);
    return !exec->ops->define_stream(exec, e->name, on_pull, e->stream, &err);
}

static bool play(struct sa_exec_journal *base, struct sa_exec *exec, bool with_cells)
{
    struct sa_journal *j = (struct sa_journal *)base;
    int64_t until = sa_clock_monotonic() + PLAY_NS;
    bool played = j->plays, well = true;
    j->plays = true;
    for (size_t i = 0; i < j->count && well; i++) {
        struct sa_journal_entry *e = &j->entries[i];
        if (e->kind != SA_JOURNAL_CELL) well = define_again(exec, e);
        else if (with_cells) well = sa_clock_monotonic() <= until && run_again(j, exec, e);
    }
    j->plays = played;
    return well;
}

bool sa_journal_play(struct sa_journal *j, struct sa_exec *exec)
{
    return !j->base.cells_lost && play(&j->base, exec, true);
}

// ---- life --------------------------------------------------------------------------------------

struct sa_journal *sa_journal_new(void)
{
    struct sa_journal *j = sa_xcalloc(1, sizeof *j);
    j->base = (struct sa_exec_journal){.play = play,
                                       .lose = lose,
                                       .forget = forget,
                                       .recall_file = recall_file,
                                       .keep_file = keep_file,
                                       .recall_folder = recall_folder,
                                       .keep_folder = keep_folder};
    return j;
}

void sa_journal_attach(struct sa_journal *j, struct sa_exec_options *o)
{
    j->host = *o;
    o->journal = &j->base;
    o->on_print = on_print;
    if (o->on_tool) o->on_tool = on_tool;
    if (o->calls.start) o->calls = (struct py_call_hooks){on_start, on_wait, on_cancel};
    if (o->on_file) o->on_file = on_file;
    if (o->on_folder) o->on_folder = on_folder;
    if (o->on_image) o->on_image = on_image;
    if (o->on_line) o->on_line = on_line;
    o->ctx = j;
}

void sa_journal_clear(struct sa_journal *j)
{
    if (!j) return;
    for (size_t i = 0; i < j->count; i++) release_entry(&j->entries[i]);
    j->count = 0;
    forget(&j->base);
}

void sa_journal_free(struct sa_journal *j)
{
    if (!j) return;
    sa_journal_clear(j);
    free(j->entries);
    free(j);
}
