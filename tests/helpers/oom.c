// Runs programs with the n-th allocation failing, for every n: `make oom`. Every run must end in a
// result (MemoryError, a limit, or no harm at all) and leave an isolate that still computes; a
// signal, a sanitizer report or a wrong second cell is a failure. Each failure comes both ways: as
// one absurd allocation (a MemoryError that the program may catch) and as the cap (which ends it).
// Needs a build with PY_GC_FAULT (MODE=asan).
//   usage: oom [-n RUNS] [-s SECONDS] FILE.py...
// RUNS is the most allocations tried of a program, spread evenly when it allocates more often.
// SECONDS are shared out: a program gets its part of what those before it left. One line a failure:
// "not ok FILE n way: what".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"
#include "py/isolate.h"

#define ENDLESS ((uint64_t)1 << 60)

// What a child tells its parent.
struct progress {
    uint64_t allocations; // of the undisturbed run
    uint64_t at;          // n being tried
    uint64_t runs;
    bool catchable;
    time_t end;     // no run starts after it
    char what[160]; // of a failure that was no crash
};

struct program {
    const char *path;
    char *source;
    size_t len;
};

static bool swallow(void *ctx, int fd, const char *text, size_t len)
{
    unsigned sum = (unsigned)fd;
    for (size_t i = 0; i < len; i++) sum += (unsigned char)text[i]; // the sanitizer sees every byte
    *(unsigned *)ctx = sum;
    return true;
}

static int64_t frozen_clock(void *ctx, int clock)
{
    (void)ctx, (void)clock;
    return 1700000000000000000;
}

// One run with allocation n failing (0: none). False with *what filled when it ended wrongly.
static bool attempt(const struct program *p, uint64_t n, bool catchable, struct progress *g)
{
    static const char again[] = "assert sorted([3, 1, 2]) == [1, 2, 3]\n"
                                "class A:\n    x = 1\n"
                                "'%s %r' % (A().x, {'a': [1.5, 2**70]})";
    unsigned sink = 0;
    g->runs += n != 0;
    alarm(60); // for one that hangs
    struct py_result r;
    struct py_options opt = {.hooks = {.ctx = &sink, .write = swallow, .clock_ns = frozen_clock},
                             .max_memory = 64u << 20,
                             .max_operations = 20000000,
                             .recursion_limit = 200,
                             .agent = &(const struct py_agent){.answer = "final_answer"}};
    struct py_isolate *iso = py_isolate_new(&opt);
    if (!iso) return snprintf(g->what, sizeof g->what, "no isolate"), false;
    py_heap_fail_at(iso, n ? n : ENDLESS, catchable);
    py_run(iso, p->source, p->len, "<step 1>", &r);
    uint64_t left = py_heap_fail_at(iso, 0, false);
    if (!n) g->allocations = ENDLESS - left;
    bool ok = true;
    if (!r.error_text && (r.status == PY_EXCEPTION || r.status == PY_LIMIT) && !r.error_type)
        ok = snprintf(g->what, sizeof g->what, "status %d without any error", r.status) < 0;
    if (n && r.status == PY_EXCEPTION && r.error_type && !strcmp(r.error_type, "SystemError")) {
        size_t from = r.error_text_len > 150 ? r.error_text_len - 150 : 0;
        ok = snprintf(g->what, sizeof g->what, "%s", r.error_text + from) < 0;
    }
    if (ok) {
        py_run(iso, again, sizeof again - 1, "<step 2>", &r);
        ok = r.status == PY_OK && r.value_text && strstr(r.value_text, "1180591620717411303424");
        if (!ok)
            snprintf(g->what, sizeof g->what, "then the next cell fails: %.120s",
                     r.error_text ? r.error_text : "no error");
    }
    py_isolate_free(iso);
    return ok;
}

// In the child: from (n, way) in *g on to the end of the range.
static int work(const struct program *p, struct progress *g, uint64_t most)
{
    if (!g->allocations && !attempt(p, 0, false, g)) return 1;
    uint64_t step = g->allocations / most + 1;
    for (; g->at <= g->allocations && time(NULL) < g->end; g->at += step, g->catchable = false) {
        if (!g->catchable && !attempt(p, g->at, false, g)) return 1;
        g->catchable = true;
        if (!attempt(p, g->at, true, g)) return 1;
    }
    return 0;
}

static void report(const struct program *p, const struct progress *g, int status)
{
    printf("not ok %s %llu %s: ", p->path, (unsigned long long)g->at,
           g->catchable ? "MemoryError" : "cap");
    if (WIFSIGNALED(status)) printf("signal %d\n", WTERMSIG(status));
    else if (WEXITSTATUS(status) == 1) printf("%s\n", g->what);
    else printf("status %d\n", WEXITSTATUS(status));
    fflush(stdout);
}

// All runs of a program; the number of failures, at most `bound` of them looked for.
static int check(const struct program *p, struct progress *g, uint64_t most, int bound, time_t end)
{
    int failures = 0;
    *g = (struct progress){.at = 1, .end = end};
    while (failures < bound) {
        pid_t pid = fork();
        if (pid == 0) _exit(work(p, g, most));
        int status = 0;
        if (pid < 0 || waitpid(pid, &status, 0) < 0) return perror("fork"), failures + 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
        failures++;
        report(p, g, status);
        if (!g->allocations) break;
        if (g->catchable) g->at += g->allocations / most + 1;
        g->catchable = !g->catchable;
    }
    return failures;
}

// Starting up, and a first cell, under every cap from nothing on: an isolate that works or none.
static int check_caps(void)
{
    enum { STEP = 8192, UP_TO = 2 << 20 };
    static const char first[] = "import re, json\njson.dumps(re.findall('a+', 'aab'))";
    unsigned sink = 0;
    int worked = 0;
    pid_t pid = fork();
    for (size_t cap = 1; pid == 0 && cap < UP_TO; cap += STEP) {
        struct py_result r = {0};
        struct py_options opt = {.hooks = {.ctx = &sink, .write = swallow}, .max_memory = cap};
        struct py_isolate *iso = py_isolate_new(&opt);
        if (!iso) continue;
        py_run(iso, first, sizeof first - 1, "<cell>", &r);
        worked += r.status == PY_OK;
        py_isolate_free(iso);
    }
    if (pid == 0) _exit(!worked);
    int status = 0;
    bool ok = pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
    printf("%s start under small caps\n", ok ? "ok" : "not ok");
    return !ok;
}

int main(int argc, char **argv)
{
    uint64_t most = ENDLESS;
    int seconds = 3600, failed = 0, option;
    while ((option = getopt(argc, argv, "n:s:")) != -1) {
        if (option == 'n') most = strtoull(optarg, NULL, 10);
        else if (option == 's') seconds = (int)strtol(optarg, NULL, 10);
        else return 2;
    }
    struct progress *g = mmap(NULL, sizeof *g, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                              -1, 0);
    if (g == MAP_FAILED || !most) return 2;
    time_t end = time(NULL) + seconds;
    uint64_t runs = 0;
    failed += check_caps();
    for (int i = optind; i < argc; i++) {
        struct sa_err err = SA_ERR_INIT;
        struct program p = {.path = argv[i]};
        p.source = sa_fs_read(p.path, 1 << 20, &p.len, &err);
        if (!p.source) return fprintf(stderr, "%s\n", err.message), 2;
        time_t now = time(NULL);
        int failures = check(&p, g, most, 20, now + (end - now) / (argc - i));
        if (!failures)
            printf("ok %s (%llu allocations, %llu runs)\n", p.path,
                   (unsigned long long)g->allocations, (unsigned long long)g->runs);
        fflush(stdout);
        runs += g->runs;
        failed += failures != 0;
        free(p.source);
    }
    printf("%llu runs, %d programs failed\n", (unsigned long long)runs, failed);
    return failed || !runs;
}
