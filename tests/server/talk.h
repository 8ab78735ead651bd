// What a command has asked the model server: its requests, each of one of the agents whose
// conversations go on at the same time, and which reply is whose. Test code.
#ifndef TEST_TALK_H
#define TEST_TALK_H

#include "wire.h"

struct request {
    char *text;                 // head and body
    const char *agent;          // NAME of its section, "" for that of no such section
    long resident;              // KB of the command's memory when it came
    const struct section *sent; // the reply that went out whole
};

struct talk {
    const struct casefile *c;
    struct request *items;
    size_t count, room;
    const char *unclear; // a request that is of two agents
};

static inline void talk_release(struct talk *t)
{
    for (size_t i = 0; i < t->count; i++) free(t->items[i].text);
    free(t->items);
}

// How many there are of an agent, of all for NULL; and the n-th of it (from 0), NULL when there are
// fewer.
static inline size_t talk_count(const struct talk *t, const char *agent)
{
    size_t n = 0;
    for (size_t i = 0; i < t->count; i++) n += !agent || !strcmp(t->items[i].agent, agent);
    return n;
}

static inline const struct request *talk_nth(const struct talk *t, const char *agent, size_t n)
{
    for (size_t i = 0; i < t->count; i++)
        if (!strcmp(t->items[i].agent, agent) && n-- == 0) return &t->items[i];
    return NULL;
}

// JSON escapes undone well enough to look for text that spans lines.
static inline char *unescape(const char *text)
{
    struct sa_buf out = SA_BUF_INIT((size_t)64 << 20);
    for (const char *p = text; *p; p++) {
        if (*p != '\\' || !p[1]) {
            sa_buf_appendc(&out, *p);
            continue;
        }
        p++;
        sa_buf_appendc(&out, *p == 'n' ? '\n' : *p == 't' ? '\t' : *p);
    }
    return sa_buf_take(&out, NULL);
}

// Does every line of a section occur in one of both texts, but for those of "! text"?
static inline bool holds_lines(const struct section *s, const char *text, const char *plain)
{
    struct sa_str rest = {s->text, s->len}, line;
    while (sa_str_next_line(&rest, &line)) {
        bool absent = line.len > 2 && !memcmp(line.data, "! ", 2);
        if (absent) line.data += 2, line.len -= 2;
        if (!line.len) continue;
        SA_AUTO_FREE char *want = sa_xstrndup(line.data, line.len);
        if ((strstr(text, want) || strstr(plain, want)) == absent) return false;
    }
    return true;
}

// ---- whose a request is

static inline void put_strings(struct sa_buf *out, const cJSON *value)
{
    const cJSON *item;
    if (cJSON_IsString(value)) sa_buf_appendf(out, "%s\n", value->valuestring);
    else cJSON_ArrayForEach(item, value) put_strings(out, item);
}

// What a request's messages hold before the first of the model's own: instructions and a task.
static inline void put_opening(struct sa_buf *out, const char *request)
{
    const char *body = strstr(request, "\r\n\r\n");
    cJSON *root = body ? sa_json_parse(body, strlen(body), NULL) : NULL;
    const char *name = sa_json_get(root, "messages") ? "messages" : "input";
    const cJSON *list = sa_json_get(root, name), *item;
    put_strings(out, sa_json_get(root, "system"));
    put_strings(out, sa_json_get(root, "instructions"));
    cJSON_ArrayForEach(item, list)
    {
        const char *role = sa_json_str(item, "role", "assistant");
        if (!strcmp(role, "assistant")) break;
        put_strings(out, item);
    }
    cJSON_Delete(root);
}

static inline const char *agent_of(struct talk *t, const char *request)
{
    const char *found = "";
    struct sa_buf opening = SA_BUF_INIT(SA_BUF_TEXT);
    put_opening(&opening, request);
    for (size_t i = 0; i < t->c->count; i++) {
        const struct section *s = &t->c->items[i];
        if (!case_kind(s, "agent") || !holds_lines(s, sa_buf_text(&opening), "")) continue;
        if (*found) t->unclear = request;
        else found = s->words;
    }
    sa_buf_release(&opening);
    return found;
}

static inline struct request *talk_add(struct talk *t, const struct sa_buf *text)
{
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->items = sa_xrealloc(t->items, t->room * sizeof *t->items);
    }
    struct request *r = &t->items[t->count];
    *r = (struct request){.text = sa_xstrndup(text->data, text->len)};
    r->agent = agent_of(t, r->text);
    t->count++;
    return r;
}

// ---- its reply

// The section of the n-th reply to an agent; its last repeats when it says so.
static inline const struct section *reply_for(const struct casefile *c, const char *agent, size_t n)
{
    const struct section *last = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const struct section *s = &c->items[i];
        if (!case_kind(s, "reply") || strcmp(case_of(c, s), agent)) continue;
        if (n-- == 0) return s;
        last = s;
    }
    return last && case_number(last, "repeat", 0) ? last : NULL;
}

// A section that stands before the reply that it is of.
static inline bool is_said_with(const struct section *s)
{
    return case_kind(s, "reasoning") || case_kind(s, "call");
}

// What is said to the last request.
static inline void talk_say(const struct talk *t, struct say *say)
{
    static const struct section none = {"reply", "status=404",
                                        "{\"error\":{\"message\":"
                                        "\"the case file has no more replies\"}}",
                                        57};
    const char *agent = t->items[t->count - 1].agent;
    const struct section *r = reply_for(t->c, agent, talk_count(t, agent) - 1), *p = r;
    *say = (struct say){.reply = r ? r : &none};
    while (p && p > t->c->items && is_said_with(p - 1)) p--;
    for (; p && p < r; p++) {
        if (case_kind(p, "reasoning")) say->reasoning = p;
        else if (say->call_count < SAY_CALLS) say->calls[say->call_count++] = p;
    }
}

// ---- what a provider's cache would have of it

// The members of a body that a provider's cache goes by: what stands up to the end of the messages,
// without the marks where a cache may end, which move on, and the bracket behind the last message.
static inline void cached_part(struct sa_buf *out, const char *request)
{
    static const char mark[] = ",\"cache_control\":{\"type\":\"ephemeral\"}";
    const char *body = strstr(request, "\r\n\r\n"), *next = NULL;
    const char *list = body ? strstr(body, "\"messages\":[") : NULL;
    if (body && !list) list = strstr(body, "\"input\":[");
    if (!list) return;
    int depth = 0;
    bool quoted = false;
    for (const char *p = strchr(list, '['); *p && !next; p++) {
        if (*p == '\\') p++;
        else if (*p == '"') quoted = !quoted;
        else if (!quoted && (*p == '[' || *p == '{')) depth++;
        else if (!quoted && (*p == ']' || *p == '}') && !--depth) next = p;
    }
    for (const char *p = body; next && p < next; p++) {
        if (!strncmp(p, mark, sizeof mark - 1)) p += sizeof mark - 2;
        else sa_buf_appendc(out, *p);
    }
}

// Bytes of what is cached of an agent's request n, and how many more of it are new. False: the one
// before is not its beginning.
static inline bool find_cached(const struct talk *t, const char *agent, size_t n, size_t *cached,
                               size_t *fresh)
{
    struct sa_buf now = SA_BUF_INIT((size_t)64 << 20), before = SA_BUF_INIT((size_t)64 << 20);
    cached_part(&now, talk_nth(t, agent, n)->text);
    if (n) cached_part(&before, talk_nth(t, agent, n - 1)->text);
    bool whole = n && before.len && now.len > before.len && now.data[before.len] == ',' &&
                 !memcmp(now.data, before.data, before.len);
    *cached = whole ? before.len : 0;
    *fresh = now.len - *cached;
    sa_buf_release(&now);
    sa_buf_release(&before);
    return whole;
}

// ---- events

// Has all come that a reply or a signal waits for? after=N: so many requests; NAME:N: of an agent.
static inline bool has_come(const struct talk *t, const struct section *s)
{
    bool come = true;
    SA_AUTO_FREE char *after = case_key(s, "after");
    struct sa_str rest = sa_str_of(after), part, name;
    while (come && sa_str_next_part(&rest, ',', &part)) {
        const struct section *agent = NULL;
        if (memchr(part.data, ':', part.len) && sa_str_next_part(&part, ':', &name))
            agent = case_agent(t->c, name);
        come = talk_count(t, agent ? agent->words : NULL) >= strtoul(part.data, NULL, 10);
    }
    return come;
}

#endif
