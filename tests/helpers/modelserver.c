// A model server on the loopback interface for tests and demos: plays the replies of a case file
// over the real wire format while it runs a command, then checks what the command did.
//   modelserver serve CASE -- COMMAND [ARG...]   {url} in an argument is the server's address;
//                                                exits as the command did
//   modelserver test CASE...                     runs each case and checks it; 0 when all are good
//   modelserver measure CASE...                  the same, and says how much was sent; the texts
//                                                themselves are appended to $TEXTS
// BIN in the environment is the program under test, WORK a scratch folder.
#include <sys/stat.h>

#include "../server/verdict.h"

enum { HARD_LIMIT_S = 60 };

// Serves until the command has ended and its output is read.
static void run_loop(struct server *s, struct child *c)
{
    int64_t limit = sa_clock_monotonic() + HARD_LIMIT_S * SA_NS_PER_S;
    while (!c->ended || c->out >= 0 || c->err >= 0) {
        struct pollfd p[MAX_CONNECTIONS + 3] = {{.fd = s->fd, .events = POLLIN},
                                                {.fd = c->out, .events = POLLIN},
                                                {.fd = c->err, .events = POLLIN}};
        for (int i = 0; i < MAX_CONNECTIONS; i++) {
            struct connection *k = &s->conns[i];
            short out = may_send(s, k) ? POLLOUT : 0;
            p[i + 3] = (struct pollfd){.fd = k->fd, .events = (short)(POLLIN | out)};
        }
        poll(p, MAX_CONNECTIONS + 3, 5);
        if (p[0].revents) accept_one(s);
        if (p[1].revents) drain(&c->out, &c->out_text);
        if (p[2].revents) drain(&c->err, &c->err_text);
        for (int i = 0; i < MAX_CONNECTIONS; i++)
            if (p[i + 3].fd >= 0 && p[i + 3].revents) serve(s, &s->conns[i], p[i + 3].revents);
        maybe_signal(&s->talk, c);
        if (!c->ended && waitpid(c->pid, &c->status, WNOHANG) == c->pid) {
            c->ended = true;
            c->end_time = sa_clock_monotonic();
        }
        if (sa_clock_monotonic() > limit) {
            fprintf(stderr, "%s: still running after %d s, killed\n", s->talk.c->path,
                    HARD_LIMIT_S);
            tell_held(s);
            kill(c->out_text.max && c->out >= 0 ? -c->pid : c->pid, SIGKILL);
            limit = INT64_MAX;
        }
    }
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
    s.child = &child;
    run_loop(&s, &child);
    server_close(&s);
    return exit_status(child.status);
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
    struct verdict v = {&c, &s, &child, 0};
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
    s.child = &child;
    close(input);
    run_loop(&s, &child);
    check_all(&v);
    if (!v.failures && !measured) printf("ok %s\n", path);
    if (measured) tell_sent(path, &s.talk);
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
