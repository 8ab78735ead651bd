// Folders that code may write to, as far as this process is concerned: what code can put there, in
// this run or an earlier one, may be a symbolic link that leads elsewhere. So what this program
// writes by a name (base/fs.h) is opened from here, and so is what a jail shows (jail/open.c). The
// list is the process's, guarded by a lock.
#ifndef SA_BASE_GRANT_H
#define SA_BASE_GRANT_H

#include <stdbool.h>
#include <sys/stat.h>

// Adds a folder. The first one also settles what relative paths mean: code could move the current
// folder.
void sa_grant_add(const char *path);
// Is the path, as text, such a folder or below one?
bool sa_grant_covers(const char *path);
bool sa_grant_any(void);
void sa_grant_release(void); // forgets all

// Opens a folder, with O_PATH, for something to be written in it: no link and no ".." is followed
// below a folder that was added. `make`: missing folders are created, 0700. -1 with errno, ELOOP
// for a link that is not followed.
int sa_grant_open_folder(const char *path, bool make);

// How links on the way to a path are followed.
struct sa_way {
    // Is this a folder below which no link and no ".." is followed? NULL: none is.
    bool (*guards)(void *ctx, const struct stat *st);
    void *ctx;
    bool strict; // none is followed at all
    bool make;   // missing folders are created
};
// What the path leads to, opened with O_PATH. -1 with errno.
int sa_way_open(const struct sa_way *way, const char *path);

#endif
