// Resource limits: a second line behind the engine's own exact accounting, for the case that the
// engine itself has been taken over.
#include <stddef.h>
#include <sys/resource.h>

#include "base/spawn.h"
#include "base/xalloc.h"
#include "jail/jail_int.h"

// Address space beyond the program's memory: code, libraries, the C stack, the interpreter's
// reserved (not used) stacks, and the copies a message needs on its way.
#define ADDRESS_SLACK (UINT64_C(768) << 20)
#define PROGRAM_SLACK (UINT64_C(64) << 20) // of an interpreter and the data of its libraries

static rlim_t address_space(uint64_t max_memory)
{
#if defined(__SANITIZE_ADDRESS__) || defined(PY_FUZZ)
    (void)max_memory;
    return RLIM_INFINITY; // AddressSanitizer maps terabytes
#else
    return max_memory < (UINT64_C(1) << 50) ? 2 * max_memory + ADDRESS_SLACK : RLIM_INFINITY;
#endif
}

int sa_jail_rlimits(uint64_t max_memory)
{
    const struct sa_spawn_limit rows[] = {
        {RLIMIT_AS, address_space(max_memory)},
        {RLIMIT_CORE, 0},
        {RLIMIT_FSIZE, 0},
        {RLIMIT_NPROC, 0},
        {RLIMIT_MEMLOCK, 0},
        {RLIMIT_MSGQUEUE, 0},
        {RLIMIT_NOFILE, SA_JAIL_CHANNEL + 1}, // the channel is the last descriptor there is
    };
    return sa_spawn_limit(rows, SA_COUNT(rows));
}

// The program's own accounting is unknown here, so that the limits are the ones that count: memory
// is what it may write, its address space (with libraries) has room for more. Threads are allowed,
// processes are the filter's business.
int sa_jail_limit_program(uint64_t max_memory, uint64_t max_file, bool family)
{
    enum { DESCRIPTORS = 64, THREADS = 64, FAMILY = 256 };
    rlim_t space = address_space(max_memory);
    bool bounded = space != RLIM_INFINITY;
    const struct sa_spawn_limit rows[] = {
        {RLIMIT_DATA, bounded ? max_memory + PROGRAM_SLACK : RLIM_INFINITY},
        {RLIMIT_AS, bounded ? space + ADDRESS_SLACK : RLIM_INFINITY},
        {RLIMIT_CORE, 0},
        {RLIMIT_FSIZE, max_file},
        {RLIMIT_NPROC, family ? FAMILY : THREADS},
        {RLIMIT_MEMLOCK, 0},
        {RLIMIT_MSGQUEUE, 0},
        {RLIMIT_NOFILE, family ? FAMILY : DESCRIPTORS},
    };
    return sa_spawn_limit(rows, SA_COUNT(rows));
}
