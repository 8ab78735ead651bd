// Where the modules beside a program's file are (exec/exec.h). The file was named by the user, who
// thereby grants its folder; what is no file on a disk has none.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "exec/exec.h"

// A descriptor under the name that the kernel has for it: nobody named a folder.
static bool is_descriptor(const char *folder)
{
    SA_AUTO_FREE char *real = realpath(*folder ? folder : ".", NULL);
    return !real || sa_starts_with(real, "/proc/") || sa_starts_with(real, "/dev/") ||
           sa_streq(real, "/dev");
}

// Up to the last slash, with it.
static char *folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return sa_xstrndup(file, slash ? (size_t)(slash - file) + 1 : 0);
}

void sa_modules_open(struct sa_exec_modules *m, const char *file)
{
    struct stat st, named;
    char *folder = folder_of(file);
    if (lstat(file, &named) != 0 || stat(file, &st) != 0 || !S_ISREG(st.st_mode) ||
        is_descriptor(folder)) {
        free(folder);
        return;
    }
    if (S_ISLNK(named.st_mode)) { // the folder of what the link leads to, as in python3
        SA_AUTO_FREE char *real = realpath(file, NULL);
        free(folder);
        folder = folder_of(real ? real : file);
    }
    m->name = folder;
    m->owner = st.st_uid;
    m->fd = open(*folder ? folder : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

void sa_modules_open_here(struct sa_exec_modules *m)
{
    m->name = sa_xstrdup("");
    m->owner = geteuid();
    m->fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

void sa_modules_close(struct sa_exec_modules *m)
{
    if (m->fd >= 0) close(m->fd);
    free((char *)(uintptr_t)m->name);
}
