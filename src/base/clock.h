// Clocks and sleeping of the host side. Nanoseconds in int64_t everywhere.
#ifndef SA_BASE_CLOCK_H
#define SA_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SA_NS_PER_MS INT64_C(1000000)
#define SA_NS_PER_S INT64_C(1000000000)

int64_t sa_clock_wall(void);      // Unix time
int64_t sa_clock_monotonic(void); // arbitrary origin
int64_t sa_clock_cpu(void);       // CPU time of this process

// Sleeps for ns or until a signal arrives; true when the whole time passed.
bool sa_sleep(int64_t ns);

// "2026-01-31T12:00:00.123Z" into out (at least 32 bytes).
void sa_clock_rfc3339(int64_t wall_ns, char *out, size_t size);

// "812 ms", "3.4 s", "2m05s" into out (at least 24 bytes).
void sa_clock_human(int64_t ns, char *out, size_t size);

// Fills buf from the kernel's generator; false when there is none.
bool sa_random_bytes(void *buf, size_t len);

#endif
