// The case file of the model server: sections that begin with a line "== KIND [WORD|KEY=VALUE]..."
// and hold the lines up to the next one. Test code, header-only.
//   reply       what the server answers, in order; the last one repeats with repeat=1
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
//   sent N                           characters in the messages of all requests, at most
//   jsonl                            stdout is an event stream that ends in one run.end
//   cached but=K most=N              every request after the first begins with the whole one
//   before,
//                                    but for K of them (but=compacted: as many as such events
//                                    are in the output), and goes on with at most N bytes
//   grows KB from=N                  memory of the command from request N to the last, at most
//   signal NAME after=N              sent to the command once request N has been read
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

enum { MAX_SECTIONS = 64 };

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

// Is word, up to its '=' when it is a key, one of the list? A slip in a case must not pass for a
// case.
static inline bool case_word(const char *list, struct sa_str word)
{
    struct sa_str rest = sa_str_of(list), known;
    while (rest.data && sa_str_next_part(&rest, ' ', &known))
        if (word.len >= known.len && !memcmp(word.data, known.data, known.len) &&
            (word.len == known.len || (known.len && known.data[known.len - 1] == '=')))
            return true;
    return false;
}

static inline void case_check_head(const struct casefile *c, const struct section *s)
{
    struct sa_str rest = sa_str_of(s->words), part;
    bool ok = case_word(
        "reply reasoning call command stdin file stdout stdout~ stderr~ exit request conversation "
        "requests connections sent cached grows jsonl signal within",
        sa_str_of(s->kind));
    while (ok && !strcmp(s->kind, "reply") && rest.data && sa_str_next_part(&rest, ' ', &part))
        ok = !part.len ||
             case_word("status= form=sse form=plain form=raw delay= chunk= wire= finish= usage= "
                       "thoughts= connection=keep type= header= repeat= fault=cut fault=drop "
                       "fault=badutf8 fault=nul fault=huge fault=hang fault=nodone "
                       "fault=open fault=overloaded",
                       part);
    if (ok) return;
    printf("not ok %s: not known: == %s %s\n", c->path, s->kind, s->words);
    exit(2);
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
            case_check_head(c, &c->items[c->count - 1]);
        } else if (more) {
            sa_buf_append(&body, line.data, line.len);
            sa_buf_appendc(&body, '\n');
        }
    }
    free(text);
}

static inline const struct section *case_find(const struct casefile *c, const char *kind)
{
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->items[i].kind, kind)) return &c->items[i];
    return NULL;
}

// The n-th section of a kind (from 0), NULL when there are fewer.
static inline const struct section *case_nth(const struct casefile *c, const char *kind, size_t n)
{
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->items[i].kind, kind) && n-- == 0) return &c->items[i];
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

#endif
