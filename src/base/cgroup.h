// What the control group of this process allows it: a container's limits.
#ifndef SA_BASE_CGROUP_H
#define SA_BASE_CGROUP_H

#include <stdint.h>

// Bytes of memory that this process may use together with all others of its control group, by the
// smallest limit of the group and those above it, in either version of control groups. UINT64_MAX:
// no limit, or none that can be read.
uint64_t sa_cgroup_memory(void);
// The same, with `list` for /proc/self/cgroup and `mounted` for /sys/fs/cgroup.
uint64_t sa_cgroup_memory_in(const char *list, const char *mounted);

#endif
