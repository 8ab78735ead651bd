// Landlock with every right handled and no rule: the kernel denies all file system access, TCP and
// (where it knows them) abstract sockets and signals, independently of the namespaces.
#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail/jail_int.h"

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

// struct landlock_ruleset_attr of ABI 6; older kernels take its beginning. Declared here because
// the installed header may be older than the running kernel.
struct ruleset {
    uint64_t fs, net, scoped;
};

// What each ABI version can handle: bits of file system rights, bytes of the struct.
static const struct {
    int fs_bits;
    size_t size;
} abis[] = {
    {0, 0},   {13, 8},  {14, 8},  {15, 8}, // 1: files; 2: refer; 3: truncate
    {15, 16}, {16, 16}, {16, 24},          // 4: TCP; 5: ioctl on devices; 6: scopes
};

int sa_jail_landlock(int *abi)
{
    enum { VERSION = 1, KNOWN = sizeof abis / sizeof *abis - 1 };
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, VERSION);
    if (version < 1) return version < 0 ? errno : ENOSYS;
    *abi = (int)version;
    int row = version > KNOWN ? KNOWN : (int)version;
    struct ruleset all = {.fs = (UINT64_C(1) << abis[row].fs_bits) - 1, .net = 3, .scoped = 3};
    long fd = syscall(SYS_landlock_create_ruleset, &all, abis[row].size, 0);
    if (fd < 0) return errno;
    int error = syscall(SYS_landlock_restrict_self, fd, 0) ? errno : 0;
    close((int)fd);
    return error;
}
