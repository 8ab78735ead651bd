// Clocks, sleeping and entropy of the host side.
#include "base/clock.h"

#include <stdio.h>
#include <sys/random.h>
#include <time.h>

#include "base/str.h"

static int64_t read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * SA_NS_PER_S + t.tv_nsec;
}

int64_t sa_clock_wall(void)
{
    return read_clock(CLOCK_REALTIME);
}

int64_t sa_clock_monotonic(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t sa_clock_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

bool sa_sleep(int64_t ns)
{
    if (ns <= 0) return true;
    struct timespec t = {.tv_sec = ns / SA_NS_PER_S, .tv_nsec = ns % SA_NS_PER_S};
    return clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL) == 0;
}

static void put_digits(char *to, int width, int value)
{
    for (; width--; value /= 10) to[width] = (char)('0' + value % 10);
}

void sa_clock_rfc3339(int64_t wall_ns, char *out, size_t size)
{
    time_t seconds = wall_ns / SA_NS_PER_S;
    int ms = (int)(wall_ns % SA_NS_PER_S / SA_NS_PER_MS);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    const int parts[] = {tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec};
    char text[] = "0000-00-00T00:00:00.000Z"; // each event has one, and printf is slow
    put_digits(text, 4, tm.tm_year + 1900);
    for (int i = 0; i < 5; i++) put_digits(text + 5 + 3 * i, 2, parts[i]);
    put_digits(text + 20, 3, ms);
    sa_strcopy(out, size, text);
}

void sa_clock_human(int64_t ns, char *out, size_t size)
{
    double s = (double)ns / 1e9;
    if (s < 0.9995) snprintf(out, size, "%.0f ms", s * 1e3);
    else if (s < 59.95) snprintf(out, size, "%.1f s", s);
    else snprintf(out, size, "%dm%02ds", (int)((s + 0.5) / 60), (int)(s + 0.5) % 60);
}

bool sa_random_bytes(void *buf, size_t len)
{
    char *p = buf;
    while (len) {
        ssize_t n = getrandom(p, len, 0);
        if (n <= 0) return false;
        p += n;
        len -= (size_t)n;
    }
    return true;
}
