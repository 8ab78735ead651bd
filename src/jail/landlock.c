// Landlock with every right handled: the kernel denies all file system access, TCP and (where it
// knows them) abstract sockets and signals, independently of the namespaces. For our own worker
// there is no rule; for a program of the host, one per path that it may read.
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "jail/jail_int.h"

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
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

// Bits of the file system rights (linux/landlock.h).
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    ALL_OF_A_FOLDER = 0x7ffe & ~(1 << 6 | 1 << 9 | 1 << 10 | 1 << 11), // but execute and devices
};

// What is not there needs no rule. Closes `fd`.
static void allow_fd(int ruleset, int fd, uint64_t rights)
{
    struct __attribute__((packed)) {
        uint64_t rights;
        int32_t fd;
    } beneath = {rights, fd};
    struct stat st;
    if (beneath.fd < 0) return;
    if (!fstat(beneath.fd, &st) && !S_ISDIR(st.st_mode))
        beneath.rights &= EXECUTE | WRITE_FILE | READ_FILE;
    syscall(SYS_landlock_add_rule, ruleset, 1, &beneath, 0);
    close(beneath.fd);
}

// A rule about a folder is about all that is in it: only a read-only mount keeps a part of it from
// being changed. False: it is not one.
static bool allow(int ruleset, const struct sa_jail_view *view, const char *path, bool strict,
                  uint64_t rights)
{
    struct statvfs fs;
    bool within;
    int fd = sa_jail_open_within(view, path, strict, &within);
    bool held = !within || rights & WRITE_FILE || (!fstatvfs(fd, &fs) && fs.f_flag & ST_RDONLY);
    allow_fd(ruleset, fd, rights);
    return held;
}

static bool allow_view(int ruleset, const struct sa_jail_view *view, uint64_t handled)
{
    bool held = true;
    const uint64_t change = ALL_OF_A_FOLDER & handled;
    const char *const scratch[] = {view->scratch ? SA_JAIL_SCRATCH : NULL, NULL};
    const struct {
        const char *const *paths;
        bool strict;
        uint64_t rights;
    } lists[] = {{view->sources ? view->sources : view->paths, view->sources, READ_FILE | READ_DIR},
                 {view->programs, view->sources, EXECUTE | READ_FILE},
                 {view->writable, false, change},
                 {view->devices, false, READ_FILE | WRITE_FILE},
                 {scratch, false, change}};
    for (size_t i = 0; i < SA_COUNT(lists); i++)
        for (const char *const *p = lists[i].paths; p && *p; p++)
            held &= allow(ruleset, view, *p, lists[i].strict, lists[i].rights);
    for (const char *const *p = view->granted; p && *p; p++)
        held &= allow(ruleset, view, *p + 1, true, **p == 'w' ? change : READ_FILE | READ_DIR);
    return held;
}

int sa_jail_landlock_view(const struct sa_jail_view *view, int *abi)
{
    enum { VERSION = 1, KNOWN = sizeof abis / sizeof *abis - 1 };
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, VERSION);
    if (version < 1) return version < 0 ? errno : ENOSYS;
    *abi = (int)version;
    int row = version > KNOWN ? KNOWN : (int)version;
    struct ruleset all = {.fs = (UINT64_C(1) << abis[row].fs_bits) - 1, .net = 3, .scoped = 3};
    long fd = syscall(SYS_landlock_create_ruleset, &all, abis[row].size, 0);
    if (fd < 0) return errno;
    int error = view && !allow_view((int)fd, view, all.fs) ? ENOTSUP : 0;
    if (syscall(SYS_landlock_restrict_self, fd, 0)) error = errno;
    close((int)fd);
    return error;
}

int sa_jail_landlock(int *abi)
{
    return sa_jail_landlock_view(NULL, abi);
}
