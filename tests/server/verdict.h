// What a case expects of a command and of what it has asked the model server. Test code.
#ifndef TEST_VERDICT_H
#define TEST_VERDICT_H

#include "peer.h"

struct verdict {
    const struct casefile *c;
    const struct server *server;
    const struct child *child;
    int failures;
};

static inline void fail(struct verdict *v, const char *what, const char *expected, const char *got)
{
    v->failures++;
    printf("not ok %s: %s\n  expected: %s\n  got: %s\n", v->c->path, what, expected, got);
}

static inline void check_number(struct verdict *v, const struct section *s, const char *what,
                                size_t number)
{
    SA_AUTO_FREE char *text = sa_xasprintf("%zu", number);
    SA_AUTO_FREE char *want = sa_xstrndup(s->words, strcspn(s->words, " "));
    if (strcmp(text, want)) fail(v, what, s->words, text);
}

static inline void check_lines(struct verdict *v, const struct section *s, const char *what,
                               const char *text)
{
    SA_AUTO_FREE char *plain = unescape(text);
    if (!holds_lines(s, text, plain)) fail(v, what, s->text, text);
}

// The request that a section names: N, of its agent. NULL is told as a failure.
static inline const struct request *the_request(struct verdict *v, const struct section *s)
{
    const char *agent = case_of(v->c, s);
    size_t n = strtoul(s->words, NULL, 10);
    const struct request *r = n ? talk_nth(&v->server->talk, agent, n - 1) : NULL;
    if (!r) fail(v, s->kind, s->words, "too few requests");
    return r;
}

// ---- output

static inline void c_stdout(struct verdict *v, const struct section *s)
{
    const char *out = sa_buf_text(&v->child->out_text);
    size_t n = v->child->out_text.len;
    if (n && out[n - 1] == '\n') n--;
    if (n != s->len || memcmp(out, s->text, n)) fail(v, "stdout", s->text, out);
}

static inline void c_stdout_lines(struct verdict *v, const struct section *s)
{
    check_lines(v, s, "stdout", sa_buf_text(&v->child->out_text));
}

static inline void c_stderr_lines(struct verdict *v, const struct section *s)
{
    check_lines(v, s, "stderr", sa_buf_text(&v->child->err_text));
}

static inline void c_exit(struct verdict *v, const struct section *s)
{
    int before = v->failures;
    check_number(v, s, "exit status", (size_t)exit_status(v->child->status));
    if (v->failures > before) printf("%s", sa_buf_text(&v->child->err_text));
}

static inline bool is_event(const cJSON *e, long seq)
{
    return cJSON_IsObject(e) && sa_json_int(e, "v", 0) == 1 && sa_json_int(e, "seq", 0) == seq &&
           *sa_json_str(e, "type", "") && *sa_json_str(e, "ts", "") && *sa_json_str(e, "run", "");
}

// An event stream: one object a line, sequence without gaps, a run.end for each run, the last line
// that of the run without a parent.
static inline void c_jsonl(struct verdict *v, const struct section *s)
{
    (void)s;
    const char *text = sa_buf_text(&v->child->out_text), *wrong = NULL;
    struct sa_str rest = {text, v->child->out_text.len}, line;
    long n = 0, below = 0;
    bool ended = false;
    while (!wrong && sa_str_next_line(&rest, &line)) {
        cJSON *e = sa_json_parse(line.data, line.len, NULL);
        const char *type = sa_json_str(e, "type", "");
        bool end = !strcmp(type, "run.end"), child = sa_json_get(e, "parent");
        if (!is_event(e, ++n)) wrong = "an event with v, seq, ts, run, type";
        else if (ended) wrong = "nothing after run.end";
        else if (end && (!sa_json_get(e, "metrics") || !sa_json_get(e, "usage") ||
                         !sa_json_get(e, "status")))
            wrong = "run.end with status, usage, metrics";
        else if (end && !child && sa_json_int(e, "exit_code", -1) != exit_status(v->child->status))
            wrong = "run.end with the process's exit status";
        below += child ? !strcmp(type, "run.start") - end : 0;
        ended = end && !child;
        cJSON_Delete(e);
    }
    if (!wrong && !ended) wrong = "a run.end";
    if (!wrong && below) wrong = "as many run.end as run.start of runs with a parent";
    if (wrong) fail(v, "jsonl", wrong, text);
}

static inline void c_within(struct verdict *v, const struct section *s)
{
    const char *mode = getenv("MODE"); // instrumented builds are many times slower
    int64_t slower = mode && strcmp(mode, "release") != 0 ? 20 : 1;
    int64_t took = (v->child->end_time - v->child->signal_time) / SA_NS_PER_MS / slower;
    SA_AUTO_FREE char *text = sa_xasprintf("%lld ms", (long long)took);
    if (!v->child->signalled || took > strtol(s->words, NULL, 10))
        fail(v, "time from signal to end", s->words, text);
}

// ---- requests

static inline void c_requests(struct verdict *v, const struct section *s)
{
    const char *agent = case_of(v->c, s);
    check_number(v, s, "number of requests", talk_count(&v->server->talk, *agent ? agent : NULL));
}

static inline void c_connections(struct verdict *v, const struct section *s)
{
    check_number(v, s, "number of connections", v->server->connection_count);
}

static inline void c_request(struct verdict *v, const struct section *s)
{
    const struct request *r = the_request(v, s);
    if (r) check_lines(v, s, "request", r->text);
}

// Adds the texts of a request's messages to `out`, of all of them or only of the first.
static inline void put_texts(struct sa_buf *out, const char *request, bool all)
{
    const char *body = strstr(request, "\r\n\r\n");
    cJSON *root = body ? sa_json_parse(body, strlen(body), NULL) : NULL;
    const cJSON *message;
    cJSON_ArrayForEach(message, sa_json_get(root, "messages"))
    {
        sa_buf_appends(out, sa_json_str(message, "content", ""));
        if (!all) break;
    }
    cJSON_Delete(root);
}

// The messages of a request, or its items, but for system prompts: a line each, byte for byte.
static inline void put_conversation(struct sa_buf *out, const char *request)
{
    const char *end = strstr(request, "\r\n\r\n"), *body = end ? end + 4 : "", *value;
    size_t at = 0, len, item_len;
    char *name;
    if (!sa_json_check(body, strlen(body), NULL)) return;
    while (sa_json_next_member(body, strlen(body), &at, &name, &value, &len)) {
        bool found = !strcmp(name, "messages") || !strcmp(name, "input");
        const char *item, system[] = "{\"role\":\"system\"";
        size_t place = 0;
        free(name);
        while (found && sa_json_next_item(value, len, &place, &item, &item_len)) {
            if (sa_starts_with(item, system)) continue;
            if (out->len) sa_buf_appendc(out, '\n');
            sa_buf_append(out, item, item_len);
        }
    }
}

static inline void c_conversation(struct verdict *v, const struct section *s)
{
    struct sa_buf text = SA_BUF_INIT((size_t)64 << 20);
    const struct request *r = the_request(v, s);
    if (r) put_conversation(&text, r->text);
    if (r && !sa_streq(sa_buf_text(&text), s->text))
        fail(v, "conversation", s->text, sa_buf_text(&text));
    sa_buf_release(&text);
}

// Characters of all messages of all requests: what a run costs, but for the replies.
static inline void put_sent(struct sa_buf *out, const struct talk *t)
{
    for (size_t i = 0; i < t->count; i++) put_texts(out, t->items[i].text, true);
}

static inline void c_sent(struct verdict *v, const struct section *s)
{
    struct sa_buf texts = SA_BUF_INIT((size_t)64 << 20);
    put_sent(&texts, &v->server->talk);
    size_t sent = sa_utf8_count(sa_buf_text(&texts), texts.len);
    SA_AUTO_FREE char *number = sa_xasprintf("%zu", sent);
    if (sent > strtoul(s->words, NULL, 10)) fail(v, "characters sent", s->words, number);
    sa_buf_release(&texts);
}

static inline void tell_sent(const char *path, const struct talk *t)
{
    const char *into = getenv("TEXTS");
    struct sa_buf system = SA_BUF_INIT((size_t)1 << 20), all = SA_BUF_INIT((size_t)64 << 20);
    if (t->count) put_texts(&system, t->items[0].text, false);
    put_sent(&all, t);
    printf("%s: system prompt %zu, %zu requests, %zu characters sent\n", path,
           sa_utf8_count(sa_buf_text(&system), system.len), t->count,
           sa_utf8_count(sa_buf_text(&all), all.len));
    FILE *f = into ? fopen(into, "ae") : NULL;
    if (into && (!f || fwrite(all.data, 1, all.len, f) != all.len || fclose(f))) die(into);
    sa_buf_release(&system);
    sa_buf_release(&all);
}

static inline size_t compactions(const struct child *c)
{
    size_t n = 0;
    for (const char *at = sa_buf_text(&c->out_text); (at = strstr(at, "\"type\":\"compact\""));
         at++)
        n++;
    return n;
}

// Does each request find the whole one before it cached?
static inline void c_cached(struct verdict *v, const struct section *s)
{
    const char *agent = case_of(v->c, s);
    bool told = case_is(s, "but", "compacted");
    size_t misses = 0, allowed = told ? compactions(v->child) : (size_t)case_number(s, "but", 0);
    if (told && !allowed) fail(v, "compactions", "some in the events", "none");
    size_t most = (size_t)case_number(s, "most", 0), cached, fresh;
    for (size_t i = 1; i < talk_count(&v->server->talk, agent); i++) {
        bool whole = find_cached(&v->server->talk, agent, i, &cached, &fresh);
        if (!whole) misses++;
        SA_AUTO_FREE char *number = sa_xasprintf("%zu in request %zu", fresh, i + 1);
        if (whole && most && fresh > most) fail(v, "new bytes of a request", s->words, number);
    }
    SA_AUTO_FREE char *number = sa_xasprintf("but=%zu", misses);
    if (misses != allowed) fail(v, "requests that are not cached", s->words, number);
}

static inline void c_grows(struct verdict *v, const struct section *s)
{
    const char *mode = getenv("MODE"); // instrumented builds keep what was freed
    const struct talk *t = &v->server->talk;
    size_t from = (size_t)case_number(s, "from", 1);
    if (mode && strcmp(mode, "release") != 0) return;
    if (!from || t->count <= from || !t->items[from - 1].resident)
        return fail(v, "memory", s->words, "too few requests");
    long grown = t->items[t->count - 1].resident - t->items[from - 1].resident;
    SA_AUTO_FREE char *number = sa_xasprintf("%ld", grown);
    if (grown > strtol(s->words, NULL, 10)) fail(v, "KB that the command grew", s->words, number);
}

// ---- what was spent

struct bill {
    long in, out, cached;
    double cost;
};

// Of the replies to an agent, of all for "": what the server told, at prices in dollars per
// million.
static inline struct bill bill_of(const struct talk *t, const char *agent, const char *prices)
{
    struct bill bill = {0};
    double in = 0, out = 0, cached, written;
    int n = sscanf(prices, "%lf %lf %lf %lf", &in, &out, &cached, &written);
    if (n < 3) cached = in;
    if (n < 4) written = in;
    for (size_t i = 0; i < t->count; i++) {
        const struct section *s = t->items[i].sent;
        if (!s || (*agent && strcmp(t->items[i].agent, agent))) continue;
        struct counts c = counts_of(s);
        bill.in += c.in, bill.out += c.out, bill.cached += c.cached;
        bill.cost += ((double)(c.in - c.cached - c.written) * in + (double)c.cached * cached +
                      (double)c.written * written + (double)c.out * out) /
                     1e6;
    }
    return bill;
}

// The end of the run that a section is about: the last, or that of the run whose task has the lines
// of its agent. The caller deletes it.
static inline cJSON *end_of_run(const struct verdict *v, const struct section *agent)
{
    struct sa_str rest = {sa_buf_text(&v->child->out_text), v->child->out_text.len}, line;
    SA_AUTO_FREE char *run = NULL;
    cJSON *found = NULL;
    while (sa_str_next_line(&rest, &line)) {
        cJSON *e = sa_json_parse(line.data, line.len, NULL);
        const char *type = sa_json_str(e, "type", ""), *id = sa_json_str(e, "run", "");
        if (agent && !run && !strcmp(type, "run.start") &&
            holds_lines(agent, sa_json_str(e, "task", ""), ""))
            run = sa_xstrdup(id);
        if (strcmp(type, "run.end") || (agent && !sa_streq(run, id))) {
            cJSON_Delete(e);
            continue;
        }
        cJSON_Delete(found);
        found = e;
    }
    return found;
}

static inline void c_spent(struct verdict *v, const struct section *s)
{
    const char *agent = case_of(v->c, s);
    struct bill bill = bill_of(&v->server->talk, agent, s->words);
    cJSON *end = end_of_run(v, *agent ? case_agent(v->c, sa_str_of(agent)) : NULL);
    const cJSON *usage = sa_json_get(end, "usage");
    double cost = sa_json_num(end, "cost", -1);
    SA_AUTO_FREE char *want = sa_xasprintf("%ld in, %ld cached, %ld out, $%.9g", bill.in,
                                           bill.cached, bill.out, bill.cost);
    SA_AUTO_FREE char *got = sa_xasprintf("%lld in, %lld cached, %lld out, $%.9g",
                                          (long long)sa_json_int(usage, "input_tokens", -1),
                                          (long long)sa_json_int(usage, "cached_tokens", 0),
                                          (long long)sa_json_int(usage, "output_tokens", -1), cost);
    if (strcmp(want, got)) fail(v, "spent", want, got);
    cJSON_Delete(end);
}

// ---- all of a case

static inline void check_section(struct verdict *v, const struct section *s)
{
    static const struct {
        const char *kind;
        void (*check)(struct verdict *v, const struct section *s);
    } checks[] = {
        {"stdout", c_stdout},
        {"stdout~", c_stdout_lines},
        {"stderr~", c_stderr_lines},
        {"exit", c_exit},
        {"jsonl", c_jsonl},
        {"within", c_within},
        {"requests", c_requests},
        {"connections", c_connections},
        {"request", c_request},
        {"conversation", c_conversation},
        {"sent", c_sent},
        {"cached", c_cached},
        {"grows", c_grows},
        {"spent", c_spent},
    };
    for (size_t i = 0; i < SA_COUNT(checks); i++)
        if (case_kind(s, checks[i].kind)) checks[i].check(v, s);
}

static inline void check_all(struct verdict *v)
{
    for (size_t i = 0; i < v->c->count; i++) check_section(v, &v->c->items[i]);
    if (v->server->talk.unclear)
        fail(v, "agents", "that each request is of one", v->server->talk.unclear);
}

#endif
