// A fuzz driver's main without libFuzzer, so that any compiler builds it: runs the seeds as they
// are, then with random changes, until the time is up. It sees no coverage; `make fuzz-smoke` does.
// Takes libFuzzer's options -max_total_time, -timeout, -seed and -artifact_prefix, passes over the
// others, and prints how many inputs it ran.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <signal.h>

#include "base/xalloc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                                                     unsigned seed);
void __sanitizer_set_death_callback(void (*callback)(void));

enum { INPUT_MAX = 65536, CHANGES_MAX = 8 };

static struct seed {
    uint8_t *data;
    size_t size;
} * seeds;
static size_t seed_count;
static const uint8_t *input; // the one that runs
static size_t input_size;
static const char *prefix = "./";
static unsigned timeout_s = 60;
static unsigned long executed;
static uint64_t state = 1;

// xorshift64: a number below n, which is not 0.
static size_t below(size_t n)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state % n;
}

static void keep_input(void)
{
    char path[512];
    snprintf(path, sizeof path, "%scrash-%lu", prefix, executed);
    FILE *f = fopen(path, "wb");
    if (!f) return;
    fwrite(input, 1, input_size, f);
    fclose(f);
    fprintf(stderr, "the input is in %s\n", path);
}

static void too_long(int signal)
{
    (void)signal;
    static const char text[] = "ERROR: the time for one input is up\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    keep_input();
    _exit(1);
}

static void run(const uint8_t *data, size_t size)
{
    uint8_t *exact = sa_xmalloc(size ? size : 1); // so that a read behind the end is seen
    memcpy(exact, data, size);
    input = exact, input_size = size;
    alarm(timeout_s);
    LLVMFuzzerTestOneInput(exact, size);
    alarm(0);
    executed++;
    free(exact);
}

static void add_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return;
    uint8_t data[INPUT_MAX];
    size_t n = fread(data, 1, sizeof data, f);
    fclose(f);
    seeds = sa_xreallocarray(seeds, seed_count + 1, sizeof *seeds);
    seeds[seed_count].data = sa_xmalloc(n ? n : 1);
    memcpy(seeds[seed_count].data, data, n);
    seeds[seed_count++].size = n;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

// A file, or all files below a folder, in the order of their names.
static void add(const char *path)
{
    struct stat st;
    struct dirent **entries;
    if (stat(path, &st)) return;
    if (!S_ISDIR(st.st_mode)) {
        add_file(path);
        return;
    }
    int n = scandir(path, &entries, NULL, by_name);
    for (int i = 0; i < n; i++) {
        char below_it[1024];
        snprintf(below_it, sizeof below_it, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') add(below_it);
        free(entries[i]);
    }
    if (n >= 0) free(entries);
}

// --- changes: each takes data of `size` bytes with room for INPUT_MAX, and gives the new size

static size_t flip_bit(uint8_t *data, size_t size)
{
    if (size) data[below(size)] ^= (uint8_t)(1u << below(8));
    return size;
}

static size_t set_byte(uint8_t *data, size_t size)
{
    static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0xff, '\n', '"', '\\', '{', '(', '0', '9', '-'};
    if (size) data[below(size)] = below(2) ? odd[below(sizeof odd)] : (uint8_t)below(256);
    return size;
}

static size_t cut(uint8_t *data, size_t size)
{
    if (!size) return 0;
    size_t at = below(size), n = 1 + below(size - at);
    memmove(data + at, data + at + n, size - at - n);
    return size - n;
}

// Puts n bytes of `from` in at a random place.
static size_t put_in(uint8_t *data, size_t size, const uint8_t *from, size_t n)
{
    if (n > INPUT_MAX - size) n = INPUT_MAX - size;
    size_t at = below(size + 1);
    memmove(data + at + n, data + at, size - at);
    memcpy(data + at, from, n);
    return size + n;
}

static size_t repeat(uint8_t *data, size_t size)
{
    uint8_t part[INPUT_MAX];
    if (!size) return 0;
    size_t at = below(size), n = 1 + below(size - at);
    memcpy(part, data + at, n);
    return put_in(data, size, part, n);
}

static size_t splice(uint8_t *data, size_t size)
{
    const struct seed *other = &seeds[below(seed_count)];
    if (!other->size) return size;
    size_t at = below(other->size);
    return put_in(data, size, other->data + at, 1 + below(other->size - at));
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
{
    static size_t (*const changes[])(uint8_t *, size_t) = {flip_bit, set_byte, cut, repeat, splice};
    uint8_t room[INPUT_MAX];
    if (size > INPUT_MAX) size = INPUT_MAX;
    memcpy(room, data, size);
    for (size_t i = 1 + below(CHANGES_MAX); i; i--)
        size = changes[below(sizeof changes / sizeof *changes)](room, size);
    if (size > max) size = max;
    memcpy(data, room, size);
    return size;
}

static void change_and_run(void)
{
    uint8_t data[INPUT_MAX];
    const struct seed *s = &seeds[below(seed_count)];
    memcpy(data, s->data, s->size);
    size_t size = LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(data, s->size, sizeof data,
                                                                    (unsigned)below(1u << 31))
                                          : LLVMFuzzerMutate(data, s->size, sizeof data);
    run(data, size);
}

int main(int argc, char **argv)
{
    long seconds = 10;
    for (int i = 1; i < argc; i++) {
        const char *value = strchr(argv[i], '=');
        if (argv[i][0] != '-') add(argv[i]);
        else if (!strncmp(argv[i], "-max_total_time=", 16)) seconds = atol(value + 1);
        else if (!strncmp(argv[i], "-timeout=", 9)) timeout_s = (unsigned)atol(value + 1);
        else if (!strncmp(argv[i], "-seed=", 6)) state += (uint64_t)atol(value + 1);
        else if (!strncmp(argv[i], "-artifact_prefix=", 17)) prefix = value + 1;
    }
    if (!seed_count) add_file("/dev/null");
    __sanitizer_set_death_callback(keep_input);
    signal(SIGALRM, too_long);
    time_t end = time(NULL) + seconds;
    for (size_t i = 0; i < seed_count && time(NULL) < end; i++) run(seeds[i].data, seeds[i].size);
    while (time(NULL) < end) change_and_run();
    printf("stat::number_of_executed_units: %lu\n", executed);
    return 0;
}
