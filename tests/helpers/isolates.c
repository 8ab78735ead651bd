// What isolates cost, for tests/perf: creating and freeing one, the memory of an idle one and of a
// thousand alive at once.
//   isolates    prints three figures: microseconds, KiB, MiB
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "smolagent/python.h"

enum { TURNS = 2000, ROUNDS = 7, ALIVE = 1000 };

static double cpu_us(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e6 +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static double resident_kib(void)
{
    long total = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &total, &resident) != 2) abort();
    fclose(f);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1024;
}

// CPU time of making and freeing one; the least of several rounds.
static double turn_us(void)
{
    const struct py_options options = {0};
    double least = 1e9;
    for (int r = 0; r < ROUNDS; r++) {
        double start = cpu_us();
        for (int i = 0; i < TURNS; i++) py_isolate_free(py_isolate_new(&options));
        double each = (cpu_us() - start) / TURNS;
        if (each < least) least = each;
    }
    return least;
}

int main(void)
{
    static struct py_isolate *alive[ALIVE];
    const struct py_options options = {0};
    double us = turn_us(), before = resident_kib();
    for (int i = 0; i < ALIVE; i++)
        if (!(alive[i] = py_isolate_new(&options))) return 1;
    double idle = (resident_kib() - before) / ALIVE;
    for (int i = 0; i < ALIVE; i++) {
        static const char source[] = "x = [i * 2 for i in range(100)]\nprint(sum(x))\n";
        struct py_result result;
        py_run(alive[i], source, sizeof source - 1, "cell", &result);
        if (result.status != PY_OK) return 1;
    }
    printf("%.1f %.0f %.0f\n", us, idle, resident_kib() / 1024);
    for (int i = 0; i < ALIVE; i++) py_isolate_free(alive[i]);
    return 0;
}
