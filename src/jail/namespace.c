// Mount namespace: the worker's whole file system becomes one empty, read-only tmpfs. The old root
// is detached, so that no path and no ".." leads back to it.
#include <errno.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail/jail_int.h"

// Any folder that exists will do as the place where the new root is born.
static const char *const places[] = {"/tmp", "/proc", "/dev", "/usr", "/etc", NULL};

static const unsigned long barren = MS_NOSUID | MS_NODEV | MS_NOEXEC;

int sa_jail_empty_root(void)
{
    // Nothing of what follows may spread to the namespace outside.
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) return errno;
    const char *const *at = places;
    while (*at && mount("none", *at, "tmpfs", barren, "size=4k,nr_inodes=2,mode=555")) at++;
    if (!*at) return errno;
    if (chdir(*at) || syscall(SYS_pivot_root, ".", ".")) return errno;
    if (umount2(".", MNT_DETACH) || chdir("/")) return errno;
    return mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | barren, NULL) ? errno : 0;
}
