// A model server on the loopback interface for tests and demos: plays the replies of a case file
// over the real wire format while it runs a command, then checks what the command did.
//   modelserver serve CASE -- COMMAND [ARG...]   {url} in an argument is the server's address;
//                                                exits as the command did
//   modelserver test CASE...                     runs each case and checks it; 0 when all are good
//   modelserver measure CASE...                  the same, and says how much was sent; the texts
//                                                themselves are appended to $TEXTS
// BIN in the environment is the program under test, WORK a scratch folder.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../server/casefile.h"
#include "../server/wire.h"
#include "base/clock.h"

enum { MAX_CONNECTIONS = 16, MAX_REQUESTS = 128, HARD_LIMIT_S = 60 };

struct connection {
    int fd; // -1: free
    struct sa_buf in, out;
    size_t sent, filler;        // filler: bytes of a huge body still to come
    bool answered, keep, again; // again: another request may follow
    int64_t due;                // not answered before
};

struct server {
    int fd;
    char url[64];
    const struct casefile *c;
    struct connection conns[MAX_CONNECTIONS];
    char *requests[MAX_REQUESTS];
    long resident[MAX_REQUESTS]; // KB of the command's memory when each came
    size_t request_count, connection_count;
    pid_t pid; // of the command; 0: not yet started
};

struct child {
    pid_t pid;
    int out, err; // -1: closed, or not captured
    struct sa_buf out_text, err_text;
    int status;
    bool ended, signalled;
    int64_t signal_time, end_time;
};

// ---- the server -------------------------------------------------------------------------------

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void server_open(struct server *s, const struct casefile *c)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    memset(s, 0, sizeof *s);
    s->c = c;
    s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->fd < 0 || bind(s->fd, (struct sockaddr *)&a, len) || listen(s->fd, 16) ||
        getsockname(s->fd, (struct sockaddr *)&a, &len))
        die("server");
    snprintf(s->url, sizeof s->url, "http://127.0.0.1:%d/v1", ntohs(a.sin_port));
    for (int i = 0; i < MAX_CONNECTIONS; i++) s->conns[i].fd = -1;
}

static void drop(struct connection *k)
{
    close(k->fd);
    k->fd = -1;
    sa_buf_release(&k->in);
    sa_buf_release(&k->out);
}

static void server_close(struct server *s)
{
    for (int i = 0; i < MAX_CONNECTIONS; i++)
        if (s->conns[i].fd >= 0) drop(&s->conns[i]);
    for (size_t i = 0; i < s->request_count; i++) free(s->requests[i]);
    close(s->fd);
}

static void accept_one(struct server *s)
{
    int fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    for (int i = 0; fd >= 0 && i < MAX_CONNECTIONS; i++) {
        if (s->conns[i].fd >= 0) continue;
        memset(&s->conns[i], 0, sizeof s->conns[i]);
        s->conns[i].fd = fd;
        s->connection_count++;
        sa_buf_init(&s->conns[i].in, (size_t)64 << 20);
        sa_buf_init(&s->conns[i].out, (size_t)128 << 20);
        return;
    }
    if (fd >= 0) close(fd);
}

// The body's place when the request is complete, NULL before.
static const char *whole_body(const struct connection *k)
{
    const char *end = sa_memfind(sa_buf_text(&k->in), k->in.len, "\r\n\r\n", 4);
    if (!end) return NULL;
    const char *length = strcasestr(k->in.data, "content-length:");
    size_t need = length && length < end ? strtoul(length + 15, NULL, 10) : 0;
    return k->in.len - (size_t)(end + 4 - k->in.data) >= need ? end + 4 : NULL;
}

// The section of the n-th reply; the last repeats when it says so.
static const struct section *reply_for(const struct server *s, size_t n)
{
    const struct section *r = case_nth(s->c, "reply", n), *last = NULL;
    for (size_t i = 0; !r && i < s->c->count; i++)
        if (!strcmp(s->c->items[i].kind, "reply")) last = &s->c->items[i];
    return r ? r : last && case_number(last, "repeat", 0) ? last : NULL;
}

// The members of a body that a provider's cache goes by: what stands up to the end of the messages,
// without the marks where a cache may end, which move on, and the bracket behind the last message.
static void cached_part(struct sa_buf *out, const char *request)
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

// Bytes of what is cached of request n, and how many more of it are new. False: the one before is
// not its beginning.
static bool find_cached(const struct server *s, size_t n, size_t *cached, size_t *fresh)
{
    struct sa_buf now = SA_BUF_INIT((size_t)64 << 20), before = SA_BUF_INIT((size_t)64 << 20);
    cached_part(&now, s->requests[n]);
    if (n) cached_part(&before, s->requests[n - 1]);
    bool whole = n && before.len && now.len > before.len && now.data[before.len] == ',' &&
                 !memcmp(now.data, before.data, before.len);
    *cached = whole ? before.len : 0;
    *fresh = now.len - *cached;
    sa_buf_release(&now);
    sa_buf_release(&before);
    return whole;
}

// KB that a process holds of the machine's memory; 0: not known.
static long resident_of(pid_t pid)
{
    char *path = sa_xasprintf("/proc/%d/statm", (int)pid);
    FILE *f = fopen(path, "re");
    long size = 0, pages = 0;
    if (f && fscanf(f, "%ld %ld", &size, &pages) != 2) pages = 0;
    if (f) fclose(f);
    free(path);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

// A section that stands before the reply that it is of.
static bool is_said_with(const struct section *s)
{
    return !strcmp(s->kind, "reasoning") || !strcmp(s->kind, "call");
}

static void answer(struct server *s, struct connection *k)
{
    static const struct section none = {"reply", "status=404",
                                        "{\"error\":{\"message\":"
                                        "\"the case file has no more replies\"}}",
                                        57};
    size_t n = s->request_count;
    SA_CHECK(n < MAX_REQUESTS);
    s->requests[s->request_count] = sa_xstrndup(k->in.data, k->in.len);
    s->resident[s->request_count++] = s->pid ? resident_of(s->pid) : 0;
    size_t cached, fresh;
    find_cached(s, n, &cached, &fresh);
    counted = (struct counts){(long)(cached + fresh) / 4, 20, (long)cached / 4, 0, 0};
    const struct section *r = reply_for(s, n);
    struct say say = {.reply = r ? r : &none};
    const struct section *p = r;
    while (p && p > s->c->items && is_said_with(p - 1)) p--;
    for (; p && p < r; p++) {
        if (!strcmp(p->kind, "reasoning")) say.reasoning = p;
        else if (say.call_count < SAY_CALLS) say.calls[say.call_count++] = p;
    }
    bool endless;
    wire_reply(&k->out, &say, k->in.data, &endless, &k->keep);
    k->again = case_is(say.reply, "connection", "keep");
    if (endless) k->filler = (size_t)1 << 40;
    k->answered = true;
    k->due = sa_clock_monotonic() + case_number(say.reply, "delay", 0) * SA_NS_PER_MS;
}

static void serve(struct server *s, struct connection *k, short events)
{
    char piece[65536];
    if (events & (POLLIN | POLLHUP | POLLERR)) {
        ssize_t n = read(k->fd, piece, sizeof piece);
        if (n == 0 || (n < 0 && errno != EAGAIN)) {
            drop(k);
            return;
        }
        if (n > 0) sa_buf_append(&k->in, piece, (size_t)n);
        if (k->in.len && k->in.data[0] == 0x16) { // a TLS hello: this server speaks plain HTTP
            drop(k);
            return;
        }
        const char *body = k->answered ? NULL : whole_body(k);
        if (body) answer(s, k);
    }
    if (!k->answered || k->due > sa_clock_monotonic()) return;
    if (k->keep && k->sent == k->out.len) return;
    while (k->sent == k->out.len && k->filler) {
        memset(piece, 'x', sizeof piece);
        sa_buf_clear(&k->out);
        sa_buf_append(&k->out, piece, sizeof piece);
        k->filler -= sizeof piece;
        k->sent = 0;
    }
    ssize_t n = send(k->fd, k->out.data + k->sent, k->out.len - k->sent, MSG_NOSIGNAL);
    if (n > 0) k->sent += (size_t)n;
    bool sent = k->sent == k->out.len && !k->filler && !k->keep;
    if ((n < 0 && errno != EAGAIN) || (sent && !k->again)) {
        drop(k);
    } else if (sent) {
        sa_buf_clear(&k->in), sa_buf_clear(&k->out);
        k->sent = 0, k->answered = false;
    }
}

// ---- the command ------------------------------------------------------------------------------

extern char **environ;

static void start_child(struct child *c, char *const *argv, const char *folder, bool capture,
                        int input)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attr);
    sigset_t ours; // ignored here, not in the command
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGPIPE);
    posix_spawnattr_setsigdefault(&attr, &ours);
    posix_spawnattr_setflags(
        &attr, (short)(POSIX_SPAWN_SETSIGDEF | (capture ? POSIX_SPAWN_SETPGROUP : 0)));
    if (capture) {
        if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) die("pipe");
        posix_spawn_file_actions_adddup2(&actions, input, 0);
        posix_spawn_file_actions_adddup2(&actions, out[1], 1);
        posix_spawn_file_actions_adddup2(&actions, err[1], 2);
        posix_spawn_file_actions_addchdir_np(&actions, folder);
    }
    memset(c, 0, sizeof *c);
    errno = posix_spawnp(&c->pid, argv[0], &actions, &attr, argv, environ);
    if (errno) die(argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attr);
    if (capture) close(out[1]), close(err[1]);
    c->out = out[0], c->err = err[0];
    sa_buf_init(&c->out_text, (size_t)256 << 20);
    sa_buf_init(&c->err_text, (size_t)256 << 20);
}

static void drain(int *fd, struct sa_buf *into)
{
    char piece[65536];
    ssize_t n = read(*fd, piece, sizeof piece);
    if (n > 0) {
        sa_buf_append(into, piece, (size_t)n);
    } else if (n == 0 || errno != EINTR) {
        close(*fd);
        *fd = -1;
    }
}

static void maybe_signal(const struct server *s, struct child *c)
{
    static const struct {
        const char *name;
        int number;
    } names[] = {{"INT", SIGINT}, {"TERM", SIGTERM}, {"PIPE", SIGPIPE}};
    const struct section *signal = case_find(s->c, "signal");
    if (!signal || c->signalled) return;
    if (s->request_count < (size_t)case_number(signal, "after", 1)) return;
    char *output = case_key(signal, "output"); // also wait for this in the output
    bool ready = !output ||
                 sa_memfind(sa_buf_text(&c->out_text), c->out_text.len, output, strlen(output));
    free(output);
    if (!ready) return;
    c->signalled = true;
    c->signal_time = sa_clock_monotonic();
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (sa_starts_with(signal->words, names[i].name)) kill(-c->pid, names[i].number);
}

// Serves until the command has ended and its output is read.
static void run_loop(struct server *s, struct child *c)
{
    int64_t limit = sa_clock_monotonic() + HARD_LIMIT_S * SA_NS_PER_S;
    while (!c->ended || c->out >= 0 || c->err >= 0) {
        struct pollfd p[MAX_CONNECTIONS + 3] = {{.fd = s->fd, .events = POLLIN},
                                                {.fd = c->out, .events = POLLIN},
                                                {.fd = c->err, .events = POLLIN}};
        for (int i = 0; i < MAX_CONNECTIONS; i++) {
            const struct connection *k = &s->conns[i];
            bool idle = !k->answered || k->due > sa_clock_monotonic() ||
                        (k->keep && k->sent == k->out.len);
            short out = idle ? 0 : POLLOUT;
            p[i + 3] = (struct pollfd){.fd = k->fd, .events = (short)(POLLIN | out)};
        }
        poll(p, MAX_CONNECTIONS + 3, 5);
        if (p[0].revents) accept_one(s);
        if (p[1].revents) drain(&c->out, &c->out_text);
        if (p[2].revents) drain(&c->err, &c->err_text);
        for (int i = 0; i < MAX_CONNECTIONS; i++)
            if (p[i + 3].fd >= 0 && p[i + 3].revents) serve(s, &s->conns[i], p[i + 3].revents);
        maybe_signal(s, c);
        if (!c->ended && waitpid(c->pid, &c->status, WNOHANG) == c->pid) {
            c->ended = true;
            c->end_time = sa_clock_monotonic();
        }
        if (sa_clock_monotonic() > limit) {
            fprintf(stderr, "%s: still running after %d s, killed\n", s->c->path, HARD_LIMIT_S);
            kill(c->out_text.max && c->out >= 0 ? -c->pid : c->pid, SIGKILL);
            limit = INT64_MAX;
        }
    }
}

static int exit_status(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_serve(const char *path, char **argv)
{
    struct casefile c;
    struct server s;
    struct child child;
    case_load(&c, path);
    server_open(&s, &c);
    for (char **a = argv; *a; a++) {
        char *at = strstr(*a, "{url}");
        if (at) *a = sa_xasprintf("%.*s%s%s", (int)(at - *a), *a, s.url, at + 5);
    }
    signal(SIGINT, SIG_IGN); // the command decides what Ctrl-C means
    start_child(&child, argv, NULL, false, 0);
    run_loop(&s, &child);
    server_close(&s);
    return exit_status(child.status);
}

// ---- checking ---------------------------------------------------------------------------------

struct verdict {
    const struct casefile *c;
    int failures;
};

static void fail(struct verdict *v, const char *what, const char *expected, const char *got)
{
    v->failures++;
    printf("not ok %s: %s\n  expected: %s\n  got: %s\n", v->c->path, what, expected, got);
}

// JSON escapes undone well enough to look for text that spans lines.
static char *unescape(const char *text)
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

static void check_lines(struct verdict *v, const struct section *s, const char *what,
                        const char *text)
{
    char *plain = unescape(text);
    struct sa_str rest = {s->text, s->len}, line;
    while (sa_str_next_line(&rest, &line)) {
        bool absent = line.len > 2 && !memcmp(line.data, "! ", 2);
        if (absent) line.data += 2, line.len -= 2;
        if (!line.len) continue;
        char *want = sa_xstrndup(line.data, line.len);
        bool found = strstr(text, want) || strstr(plain, want);
        if (found == absent) fail(v, what, s->text, text);
        free(want);
    }
    free(plain);
}

// An event stream: one object a line, sequence without gaps, one run.end, which is last.
static void check_jsonl(struct verdict *v, const struct child *c)
{
    struct sa_str rest = {sa_buf_text(&c->out_text), c->out_text.len}, line;
    long n = 0;
    bool ended = false;
    while (sa_str_next_line(&rest, &line)) {
        cJSON *e = sa_json_parse(line.data, line.len, NULL);
        const char *type = sa_json_str(e, "type", "");
        if (!cJSON_IsObject(e) || sa_json_int(e, "v", 0) != 1 || sa_json_int(e, "seq", 0) != ++n ||
            !*type || !*sa_json_str(e, "ts", "") || !*sa_json_str(e, "run", ""))
            fail(v, "jsonl", "an event with v, seq, ts, run, type", sa_buf_text(&c->out_text));
        if (ended) fail(v, "jsonl", "nothing after run.end", sa_buf_text(&c->out_text));
        if (!strcmp(type, "run.end")) {
            ended = true;
            if (sa_json_int(e, "exit_code", -1) != exit_status(c->status))
                fail(v, "jsonl", "run.end with the process's exit status",
                     sa_buf_text(&c->out_text));
            if (!sa_json_get(e, "metrics") || !sa_json_get(e, "usage") || !sa_json_get(e, "status"))
                fail(v, "jsonl", "run.end with status, usage, metrics", sa_buf_text(&c->out_text));
        }
        cJSON_Delete(e);
    }
    if (!ended) fail(v, "jsonl", "a run.end", sa_buf_text(&c->out_text));
}

// Adds the texts of a request's messages to `out`, of all of them or only of the first.
static void put_texts(struct sa_buf *out, const char *request, bool all)
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
static void put_conversation(struct sa_buf *out, const char *request)
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

static void check_conversation(struct verdict *v, const struct section *s,
                               const struct server *server)
{
    struct sa_buf text = SA_BUF_INIT((size_t)64 << 20);
    size_t n = strtoul(s->words, NULL, 10);
    if (n >= 1 && n <= server->request_count) put_conversation(&text, server->requests[n - 1]);
    if (!sa_streq(sa_buf_text(&text), s->text))
        fail(v, "conversation", s->text, sa_buf_text(&text));
    sa_buf_release(&text);
}

// Characters of all messages of all requests: what a run costs, but for the replies.
static void put_sent(struct sa_buf *out, const struct server *s)
{
    for (size_t i = 0; i < s->request_count; i++) put_texts(out, s->requests[i], true);
}

static void check_sent(struct verdict *v, const struct section *s, const struct server *server)
{
    char number[32];
    struct sa_buf texts = SA_BUF_INIT((size_t)64 << 20);
    put_sent(&texts, server);
    size_t sent = sa_utf8_count(sa_buf_text(&texts), texts.len);
    snprintf(number, sizeof number, "%zu", sent);
    if (sent > strtoul(s->words, NULL, 10)) fail(v, "characters sent", s->words, number);
    sa_buf_release(&texts);
}

static void tell_sent(const char *path, const struct server *s)
{
    const char *into = getenv("TEXTS");
    struct sa_buf system = SA_BUF_INIT((size_t)1 << 20), all = SA_BUF_INIT((size_t)64 << 20);
    if (s->request_count) put_texts(&system, s->requests[0], false);
    put_sent(&all, s);
    printf("%s: system prompt %zu, %zu requests, %zu characters sent\n", path,
           sa_utf8_count(sa_buf_text(&system), system.len), s->request_count,
           sa_utf8_count(sa_buf_text(&all), all.len));
    FILE *f = into ? fopen(into, "ae") : NULL;
    if (into && (!f || fwrite(all.data, 1, all.len, f) != all.len || fclose(f))) die(into);
    sa_buf_release(&system);
    sa_buf_release(&all);
}

static size_t compactions(const struct child *c)
{
    size_t n = 0;
    for (const char *at = sa_buf_text(&c->out_text); (at = strstr(at, "\"type\":\"compact\""));
         at++)
        n++;
    return n;
}

// Does each request find the whole one before it cached?
static void check_cached(struct verdict *v, const struct section *s, const struct server *server,
                         const struct child *c)
{
    char number[64];
    bool told = case_is(s, "but", "compacted");
    size_t misses = 0, allowed = told ? compactions(c) : (size_t)case_number(s, "but", 0);
    if (told && !allowed) fail(v, "compactions", "some in the events", "none");
    long most = case_number(s, "most", 0);
    for (size_t i = 1; i < server->request_count; i++) {
        size_t cached, fresh;
        bool whole = find_cached(server, i, &cached, &fresh);
        if (!whole) misses++;
        snprintf(number, sizeof number, "%zu in request %zu", fresh, i + 1);
        if (whole && most && fresh > (size_t)most)
            fail(v, "new bytes of a request", s->words, number);
    }
    snprintf(number, sizeof number, "but=%zu", misses);
    if (misses != allowed) fail(v, "requests that are not cached", s->words, number);
}

static void check_grows(struct verdict *v, const struct section *s, const struct server *server)
{
    const char *mode = getenv("MODE"); // instrumented builds keep what was freed
    char number[32];
    size_t from = (size_t)case_number(s, "from", 1), last = server->request_count;
    if (mode && strcmp(mode, "release") != 0) return;
    if (!from || last <= from || !server->resident[from - 1]) {
        fail(v, "memory", s->words, "too few requests");
        return;
    }
    long grown = server->resident[last - 1] - server->resident[from - 1];
    snprintf(number, sizeof number, "%ld", grown);
    if (grown > strtol(s->words, NULL, 10)) fail(v, "KB that the command grew", s->words, number);
}

static void check_section(struct verdict *v, const struct section *s, const struct server *server,
                          const struct child *c)
{
    const char *out = sa_buf_text(&c->out_text), *err = sa_buf_text(&c->err_text);
    char number[16];
    if (!strcmp(s->kind, "stdout")) {
        size_t n = c->out_text.len;
        if (n && out[n - 1] == '\n') n--;
        if (n != s->len || memcmp(out, s->text, n) != 0) fail(v, "stdout", s->text, out);
    } else if (!strcmp(s->kind, "stdout~")) {
        check_lines(v, s, "stdout", out);
    } else if (!strcmp(s->kind, "stderr~")) {
        check_lines(v, s, "stderr", err);
    } else if (!strcmp(s->kind, "jsonl")) {
        check_jsonl(v, c);
    } else if (!strcmp(s->kind, "exit")) {
        snprintf(number, sizeof number, "%d", exit_status(c->status));
        if (strcmp(number, s->words) != 0)
            fail(v, "exit status", s->words, number), printf("%s", err);
    } else if (!strcmp(s->kind, "requests") || !strcmp(s->kind, "connections")) {
        bool requests = s->kind[0] == 'r';
        snprintf(number, sizeof number, "%zu",
                 requests ? server->request_count : server->connection_count);
        if (strcmp(number, s->words) != 0) fail(v, "number of requests", s->words, number);
    } else if (!strcmp(s->kind, "sent")) {
        check_sent(v, s, server);
    } else if (!strcmp(s->kind, "cached")) {
        check_cached(v, s, server, c);
    } else if (!strcmp(s->kind, "grows")) {
        check_grows(v, s, server);
    } else if (!strcmp(s->kind, "conversation")) {
        check_conversation(v, s, server);
    } else if (!strcmp(s->kind, "request")) {
        size_t n = strtoul(s->words, NULL, 10);
        if (n < 1 || n > server->request_count) fail(v, "request", s->words, "too few requests");
        else check_lines(v, s, "request", server->requests[n - 1]);
    } else if (!strcmp(s->kind, "within")) {
        const char *mode = getenv("MODE"); // instrumented builds are many times slower
        int64_t slower = mode && strcmp(mode, "release") != 0 ? 20 : 1;
        int64_t took = (c->end_time - c->signal_time) / SA_NS_PER_MS / slower;
        snprintf(number, sizeof number, "%lld ms", (long long)took);
        if (!c->signalled || took > strtol(s->words, NULL, 10))
            fail(v, "time from signal to end", s->words, number);
    }
}

// ---- a test -----------------------------------------------------------------------------------

static int write_files(const struct casefile *c, const char *folder)
{
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    for (size_t i = 0; i < c->count; i++) {
        const struct section *s = &c->items[i];
        bool is_stdin = !strcmp(s->kind, "stdin");
        if (!is_stdin && strcmp(s->kind, "file") != 0) continue;
        char *path = sa_xasprintf("%s/%s", folder, is_stdin ? ".stdin" : s->words);
        int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
        if (fd < 0 || !sa_fs_write_all(fd, s->text, s->len) || !sa_fs_write_all(fd, "\n", 1))
            die(path);
        if (is_stdin) {
            close(input);
            input = fd;
            lseek(fd, 0, SEEK_SET);
        } else {
            close(fd);
        }
        free(path);
    }
    return input;
}

static int run_test(const char *path, bool measured)
{
    struct casefile c;
    struct server s;
    struct child child;
    struct verdict v = {&c, 0};
    case_load(&c, path);
    const struct section *command = case_find(&c, "command");
    const char *work = getenv("WORK"), *name = strrchr(path, '/');
    if (!command) return fail(&v, "case file", "a command", "none"), 1;
    char *folder = sa_xasprintf("%s/%s.%d", work ? work : "/tmp", name ? name + 1 : path, getpid());
    if (sa_fs_mkdirs(folder, NULL)) die(folder);
    int input = write_files(&c, folder);
    server_open(&s, &c);
    char root[4096];
    if (!getcwd(root, sizeof root)) die("getcwd");
    setenv("ROOT", root, 1);
    setenv("URL", s.url, 1);
    setenv("WORK", folder, 1);
    setenv("HOME", folder, 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    char *const argv[] = {"sh", "-c", sa_xstrdup(command->text), NULL};
    start_child(&child, argv, folder, true, input);
    s.pid = child.pid;
    close(input);
    run_loop(&s, &child);
    for (size_t i = 0; i < c.count; i++) check_section(&v, &c.items[i], &s, &child);
    if (!v.failures && !measured) printf("ok %s\n", path);
    if (measured) tell_sent(path, &s);
    server_close(&s);
    char *const rm[] = {"rm", "-rf", folder, NULL};
    struct child cleaner;
    start_child(&cleaner, rm, NULL, false, 0);
    waitpid(cleaner.pid, &cleaner.status, 0);
    if (work) setenv("WORK", work, 1);
    return v.failures ? 1 : 0;
}

// The case files are held to the end. The program under test is checked for leaks, not its server.
const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "detect_leaks=0";
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    if (argc > 4 && !strcmp(argv[1], "serve") && !strcmp(argv[3], "--"))
        return run_serve(argv[2], argv + 4);
    bool measured = argc > 2 && !strcmp(argv[1], "measure");
    if (measured || (argc > 2 && !strcmp(argv[1], "test"))) {
        int failed = 0;
        for (int i = 2; i < argc; i++) failed += run_test(argv[i], measured);
        return failed ? 1 : 0;
    }
    fprintf(stderr,
            "usage: modelserver serve CASE -- COMMAND... | modelserver test|measure CASE...\n");
    return 2;
}
