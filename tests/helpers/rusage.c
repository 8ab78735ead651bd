// Runs a command to its end and writes what it took to a file, as one line of shell assignments:
// status (128 + n for signal n), wall_ms, cpu_ms, peak_kb (of the command and what it reaped; the
// largest). usage: rusage FILE COMMAND ARGS...
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double ms_of(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    double start = now_ms();
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (pid < 0 || waitpid(pid, &status, 0) != pid || getrusage(RUSAGE_CHILDREN, &used)) return 1;
    FILE *out = fopen(argv[1], "w");
    if (!out) return 1;
    fprintf(out, "status=%d wall_ms=%.0f cpu_ms=%.0f peak_kb=%ld\n",
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), now_ms() - start,
            ms_of(used.ru_utime) + ms_of(used.ru_stime), used.ru_maxrss);
    return fclose(out) ? 1 : 0;
}
