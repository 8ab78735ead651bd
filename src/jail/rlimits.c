// Resource limits: a second line behind the engine's own exact accounting, for the case that the
// engine itself has been taken over.
#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>

#include "jail/jail_int.h"

// Address space beyond the program's memory: code, libraries, the C stack, the interpreter's
// reserved (not used) stacks, and the copies a message needs on its way.
#define ADDRESS_SLACK (UINT64_C(768) << 20)

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
    const struct {
        int resource;
        rlim_t limit;
    } rows[] = {
        {RLIMIT_AS, address_space(max_memory)},
        {RLIMIT_CORE, 0},
        {RLIMIT_FSIZE, 0},
        {RLIMIT_NPROC, 0},
        {RLIMIT_MEMLOCK, 0},
        {RLIMIT_MSGQUEUE, 0},
        {RLIMIT_NOFILE, SA_JAIL_CHANNEL + 1}, // the channel is the last descriptor there is
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rlimit old, now = {rows[i].limit, rows[i].limit};
        if (getrlimit(rows[i].resource, &old)) return errno;
        if (old.rlim_max < now.rlim_max) now.rlim_cur = now.rlim_max = old.rlim_max;
        if (setrlimit(rows[i].resource, &now)) return errno;
    }
    return 0;
}
