// The case file of the model server: sections that begin with a line "== KIND [WORD|KEY=VALUE]..."
// and hold the lines up to the next one. Test code, header-only.
//   agent NAME  an agent whose conversation goes on at the same time as others: its requests are
//   those
//               whose instructions, or messages before the model's first answer, hold each of the
//               lines. What is said with of=NAME is of its conversation alone; without, of the one
//               that is no such agent's (but `requests` and `connections`, which are of all)
//   reply       what the server answers, in order; the last one repeats with repeat=1
//     after=N output=T: not before these are met, as those of a signal
//     status=N form=sse|plain|raw delay=MS chunk=N wire=N finish=stop|length|none
//     usage=counted: the request's bytes by four, cached what begins as the one before
//     usage=IN,OUT[,CACHED[,WRITTEN[,REASONING]]] thoughts=N (not in OUT, only in the total)
//     connection=keep type=T header=Name:value (no blanks)
//     fault=cut|drop|badutf8|nul|huge|hang|nodone|open|overloaded
//   reasoning   hidden reasoning of the reply that follows
//   call NAME [id=ID] [extra=JSON]   a native tool call of it, its arguments as JSON; there may be
//               several. extra: a member that no client knows
//   command     run by sh with $BIN, $URL, $WORK, $ROOT set, in a folder of its own
//   stdin, file NAME                 given to the command
//   stdout, exit N                   expected exactly
//   stdout~, stderr~, request N      every line must occur; "! text" must not
//   conversation N                   the messages of request N but for the system prompt, a line of
//                                    JSON each, exactly
//   requests N, connections N        number of them expected
//   spent IN OUT [CACHED [WRITTEN]]  the last run.end has the tokens of all replies, and their cost
//   at
//                                    these prices, in dollars per million; with of=NAME: the
//                                    run.end of the run whose task has the agent's lines, and the
//                                    agent's replies
//   sent N                           characters in the messages of all requests, at most
//   jsonl                            stdout is an event stream that ends in one run.end
//   cached but=K most=N              every request after the first begins with the whole one
//   before,
//                                    but for K of them (but=compacted: as many as such events
//                                    are in the output), and goes on with at most N bytes
//   grows KB from=N                  memory of the command from request N to the last, at most
//   signal NAME after=N[,NAME:M] output=T
//                                    sent to the command once N requests have been read, and M of
//                                    agent NAME, and its output holds T
//   within MS                        from the signal to the end
#ifndef TEST_CASEFILE_H
#define TEST_CASEFILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { MAX_SECTIONS = 128 };

struct section {
    char *kind, *words; // words: the rest of the head line
    char *text;
    size_t len;
};

struct casefile {
    const char *path;
    struct section items[MAX_SECTIONS];
    size_t count;
};

// What may stand on the head line of each kind: words that end in '=' begin a key's value, '*' is a
// word without one. A slip in a case must not pass for a case.
static const struct case_kind {
    const char *name, *words;
} case_kinds[] = {
    {"agent", "*"},
    {"reply",
     "status= form=sse form=plain form=raw delay= chunk= wire= finish= usage= thoughts= "
     "connection=keep type= header= repeat= of= after= output= fault=cut fault=drop fault=badutf8 "
     "fault=nul fault=huge fault=hang fault=nodone fault=open fault=overloaded"},
    {"reasoning", ""},
    {"call", "* id= extra="},
    {"command", ""},
    {"stdin", ""},
    {"file", "*"},
    {"stdout", ""},
    {"stdout~", ""},
    {"stderr~", ""},
    {"exit", "*"},
    {"request", "* of="},
    {"conversation", "* of="},
    {"requests", "* of="},
    {"connections", "*"},
    {"spent", "* of="},
    {"sent", "*"},
    {"cached", "but= most= of="},
    {"grows", "* from="},
    {"jsonl", ""},
    {"signal", "* after= output="},
    {"within", "*"},
};

static inline bool case_word(const char *list, struct sa_str word)
{
    struct sa_str rest = sa_str_of(list), known;
    while (sa_str_next_part(&rest, ' ', &known)) {
        bool key = known.len && known.data[known.len - 1] == '=';
        if (sa_str_equals(known, "*")
                ? !memchr(word.data, '=', word.len)
                : word.len >= known.len && !memcmp(word.data, known.data, known.len) &&
                      (key || word.len == known.len))
            return true;
    }
    return false;
}

static inline bool case_head_is_known(const struct section *s)
{
    struct sa_str rest = sa_str_of(s->words), part;
    const char *words = NULL;
    for (size_t i = 0; i < SA_COUNT(case_kinds); i++)
        if (!strcmp(case_kinds[i].name, s->kind)) words = case_kinds[i].words;
    while (words && sa_str_next_part(&rest, ' ', &part))
        if (part.len && !case_word(words, part)) return false;
    return words;
}

static inline bool case_kind(const struct section *s, const char *kind)
{
    return !strcmp(s->kind, kind);
}

static inline const struct section *case_find(const struct casefile *c, const char *kind)
{
    for (size_t i = 0; i < c->count; i++)
        if (case_kind(&c->items[i], kind)) return &c->items[i];
    return NULL;
}

// KEY=VALUE on the head line; the value is malloc'd, NULL when absent.
static inline char *case_key(const struct section *s, const char *key)
{
    struct sa_str rest = sa_str_of(s->words), part;
    size_t n = strlen(key);
    while (rest.data && sa_str_next_part(&rest, ' ', &part))
        if (part.len > n && !memcmp(part.data, key, n) && part.data[n] == '=')
            return sa_xstrndup(part.data + n + 1, part.len - n - 1);
    return NULL;
}

static inline long case_number(const struct section *s, const char *key, long otherwise)
{
    char *value = case_key(s, key);
    long n = value ? strtol(value, NULL, 10) : otherwise;
    free(value);
    return n;
}

static inline bool case_is(const struct section *s, const char *key, const char *value)
{
    char *have = case_key(s, key);
    bool same = have && !strcmp(have, value);
    free(have);
    return same;
}

// Section of the agent with that name; NULL: there is none.
static inline const struct section *case_agent(const struct casefile *c, struct sa_str name)
{
    for (size_t i = 0; i < c->count; i++)
        if (case_kind(&c->items[i], "agent") && sa_str_equals(name, c->items[i].words))
            return &c->items[i];
    return NULL;
}

// Name of the agent that a section is of: "" where it says none.
static inline const char *case_of(const struct casefile *c, const struct section *s)
{
    char *of = case_key(s, "of");
    const struct section *agent = of ? case_agent(c, sa_str_of(of)) : NULL;
    free(of);
    return agent ? agent->words : "";
}

// Agents that a head line names are there.
static inline bool case_agents_are_known(const struct casefile *c, const struct section *s)
{
    char *of = case_key(s, "of"), *after = case_key(s, "after");
    bool known = !of || case_agent(c, sa_str_of(of));
    struct sa_str rest = sa_str_of(after), part, name;
    while (known && sa_str_next_part(&rest, ',', &part)) {
        bool named = memchr(part.data, ':', part.len);
        known = !named || (sa_str_next_part(&part, ':', &name) && case_agent(c, name));
    }
    free(of), free(after);
    return known;
}

static inline void case_check(const struct casefile *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct section *s = &c->items[i];
        if (case_head_is_known(s) && case_agents_are_known(c, s)) continue;
        printf("not ok %s: not known: == %s %s\n", c->path, s->kind, s->words);
        exit(2);
    }
}

static inline void case_load(struct casefile *c, const char *path)
{
    size_t len;
    struct sa_err err = SA_ERR_INIT;
    memset(c, 0, sizeof *c);
    c->path = path;
    char *text = sa_fs_read(path, (size_t)16 << 20, &len, &err);
    if (!text) {
        fprintf(stderr, "%s\n", err.message);
        exit(2);
    }
    struct sa_str rest = {text, len}, line;
    struct sa_buf body = SA_BUF_INIT((size_t)16 << 20);
    for (bool more = true; more;) {
        more = sa_str_next_line(&rest, &line);
        bool head = more && line.len > 3 && !memcmp(line.data, "== ", 3);
        if ((head || !more) && c->count) {
            struct section *s = &c->items[c->count - 1];
            if (body.len) sa_buf_truncate(&body, body.len - 1); // the last newline
            s->text = sa_buf_take(&body, &s->len);
        }
        if (head) {
            SA_CHECK(c->count < MAX_SECTIONS);
            sa_buf_clear(&body);
            struct sa_str kind, words = {line.data + 3, line.len - 3};
            sa_str_next_part(&words, ' ', &kind);
            c->items[c->count].kind = sa_xstrndup(kind.data, kind.len);
            c->items[c->count++].words = sa_xstrndup(words.data ? words.data : "", words.len);
        } else if (more) {
            sa_buf_append(&body, line.data, line.len);
            sa_buf_appendc(&body, '\n');
        }
    }
    free(text);
    case_check(c);
}

#endif
