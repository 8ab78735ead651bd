// Calls everything that Python can reach in the engine with hostile arguments (calls.py says what
// and with what), each call in a fork of one prepared isolate, and judges it by CPU time, so that
// a loaded machine changes nothing: the clock that the engine's deadline goes by is that of the
// CPU. What fails: more than half a second between two looks at the clock, or after the deadline;
// more memory than 1.1 times the limit and 16 MiB; a signal. run.py starts it, and reads what it
// prints about coverage.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "smolagent/python.h"

enum { LIMIT_MIB = 256, PREPARING = 3, LABEL = 400, CPU_SECONDS = 120, MOST_TARGETS = 64 };

// What a child says of its call, in memory that it shares with its parent.
struct report {
    char label[LABEL];             // the last line that it wrote: what is called, with what
    char told[2000];               // the first of the other lines
    char gap_at[LABEL];            // the label at the longest time without a look
    int64_t gap_ns, took_ns;       // the longest call
    char passed[MOST_TARGETS + 1]; // of each target that was called: '1': not by a TypeError alone
    bool called, got_past, limit;
};

static struct report *report;
static struct {
    int64_t looked_ns, slept_ns;
    int slower; // as many times slower the engine's clock goes
    bool on;
} now;

static int64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void look(void)
{
    int64_t t = cpu_ns();
    if (now.on && t - now.looked_ns > report->gap_ns) {
        report->gap_ns = t - now.looked_ns;
        memcpy(report->gap_at, report->label, sizeof report->gap_at);
    }
    now.looked_ns = t;
}

static int64_t clock_hook(void *ctx, int clock)
{
    (void)ctx, (void)clock;
    look();
    return now.looked_ns / now.slower + now.slept_ns;
}

static void sleep_hook(void *ctx, int64_t ns)
{
    (void)ctx;
    now.slept_ns += ns > 0 && ns < INT64_MAX / 4 ? ns : 0;
}

static bool entropy_hook(void *ctx, void *buf, size_t len)
{
    (void)ctx;
    memset(buf, 4, len);
    return true;
}

static void keep(char *to, size_t cap, const char *text, size_t len)
{
    if (len && text[len - 1] == '\n') len--;
    if (len >= cap) len = cap - 1;
    memcpy(to, text, len);
    to[len] = 0;
}

// Lines that begin with a mark are the program's word to us: '@' what it calls, '+' that the call
// got past the check of its arguments, '=' for the parent's output.
static bool listing = true; // calls have not begun
static bool write_hook(void *ctx, int fd, const char *text, size_t len)
{
    (void)ctx, (void)fd;
    if (!len || fd != 2) return true;
    if (*text == '@')
        keep(report->label, sizeof report->label, text + 1, len - 1), report->called = true;
    else if (*text == '+') report->got_past = true;
    else if (*text == '=' && listing) fwrite(text + 1, 1, len - 1, stdout);
    else if (!report->told[0]) keep(report->told, sizeof report->told, text, len);
    return true;
}

static void run(struct py_isolate *iso, const char *source, int slower, struct py_result *r)
{
    now.slower = slower;
    look();
    now.on = slower != 0;
    py_run(iso, source, strlen(source), "<calls>", r);
    look();
    now.on = false;
}

static void judge_time(int64_t start_ns)
{
    int64_t took = cpu_ns() - start_ns;
    if (took > report->took_ns) report->took_ns = took;
}

// False: it was ended by a limit.
static bool one_call(struct py_isolate *iso, unsigned long target, unsigned long kind,
                     unsigned long seed)
{
    char source[200];
    struct py_result r;
    snprintf(source, sizeof source, "prepare(%lu, %lu, %lu)", target, kind, seed);
    run(iso, source, PREPARING, &r);
    int64_t start_ns = cpu_ns(); // making objects has a longer time, and nobody judges it
    report->got_past = false;
    if (r.status == PY_OK) run(iso, "call()", 1, &r);
    judge_time(start_ns);
    report->passed[strlen(report->passed)] = report->got_past ? '1' : '0';
    if (r.status != PY_OK && r.error_text)
        keep(report->told, sizeof report->told, r.error_text, r.error_text_len);
    report->limit = r.status == PY_LIMIT;
    return !report->limit;
}

static int child(struct py_isolate *iso, const char *targets, unsigned long kind,
                 unsigned long seed)
{
    char *end;
    for (unsigned long target; target = strtoul(targets, &end, 10), end != targets; targets = end)
        if (strlen(report->passed) == MOST_TARGETS || !one_call(iso, target, kind, seed)) break;
    int64_t start_ns = cpu_ns();
    now.on = true;
    py_isolate_free(iso);
    look();
    judge_time(start_ns);
    return 0;
}

static char *slurp(const char *path)
{
    FILE *f = fopen(path, "rb");
    SA_CHECK(f != NULL);
    static char text[1 << 20];
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

// A field of a line: nothing in it ends one.
static void one_field(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ') *text = ' ';
}

static double seconds(int64_t ns)
{
    return (double)ns / 1e9;
}

static volatile sig_atomic_t ended;
static void on_signal(int sig)
{
    ended = sig;
}

// natives PROGRAM TARGETS KINDS SEED SECONDS GAP SLACK_MIB [ONE]: PROGRAM has calls.py with its
// settings before it. TARGETS and KINDS 0: writes how many there are.
int main(int argc, char **argv)
{
    SA_CHECK(argc >= 2);
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    SA_CHECK(report != MAP_FAILED);
    struct py_options opt = {
        .hooks = {.write = write_hook,
                  .clock_ns = clock_hook,
                  .sleep_ns = sleep_hook,
                  .entropy = entropy_hook},
        .max_memory = (size_t)LIMIT_MIB << 20,
        .timeout_ns = 1000000000,
        .max_output = 4u << 20,
    };
    now.slower = 1000;
    struct py_isolate *iso = py_isolate_new(&opt);
    struct py_result r;
    run(iso, slurp(argv[1]), 1000, &r);
    if (r.status != PY_OK) {
        fprintf(stderr, "natives: %s\n", r.error_text ? r.error_text : "the program ended");
        return 2;
    }
    // Lines "KIND SEED TARGET .." ask for calls of these with one object; the answer is a line of
    // tabbed fields. A call that a limit ends is the last.
    char line[1000];
    listing = false;
    while (fflush(stdout), !ended && fgets(line, sizeof line, stdin)) {
        char *targets;
        unsigned long kind = strtoul(line, &targets, 10), seed = strtoul(targets, &targets, 10);
        memset(report, 0, sizeof *report);
        pid_t pid = fork();
        SA_CHECK(pid >= 0);
        if (pid == 0) {
            struct rlimit most = {CPU_SECONDS, CPU_SECONDS};
            setrlimit(RLIMIT_CPU, &most);
            _exit(child(iso, targets, kind, seed));
        }
        int status;
        struct rusage used;
        while (wait4(pid, &status, 0, &used) < 0) SA_CHECK(errno == EINTR);
        one_field(report->told);
        one_field(report->label);
        one_field(report->gap_at);
        printf("%d\t%.3f\t%.3f\t%ld\t%s\t%d\t%s\t%s\t%s\n",
               WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status),
               seconds(report->gap_ns), seconds(report->took_ns), used.ru_maxrss >> 10,
               report->passed, report->limit, report->label, report->gap_at, report->told);
    }
    fflush(stdout);
    _exit(0);
}
