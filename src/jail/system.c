// What programs of the system need to see, the same for everything that runs some: a shell of the
// tools, a runner, an image's programs.
#include "jail/jail.h"

const char *const sa_jail_system[] = {"/usr",
                                      "/bin",
                                      "/sbin",
                                      "/lib",
                                      "/lib32",
                                      "/lib64",
                                      "/etc/ld.so.cache",
                                      "/etc/alternatives",
                                      "/etc/localtime",
                                      "/etc/terminfo",
                                      "/etc/mime.types",
                                      NULL};
const char *const sa_jail_devices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                       "/dev/random", "/dev/urandom", NULL};

size_t sa_jail_count(const char *const *paths)
{
    size_t n = 0;
    while (paths[n]) n++;
    return n;
}
