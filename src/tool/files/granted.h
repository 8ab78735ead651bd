// Single files that the user granted (--file PATH). What each name means is settled once, at the
// start: the folder that the file is really in is pinned by its descriptor, and the file is opened
// in there by its last name, without following links, each time it is read. So an editor that
// replaces the file shows the code its new text, but replacing the name, or a folder on the way to
// it, by a link does not lead the code to another file. This is the only place where such names are
// opened.
#ifndef SA_TOOL_GRANTED_H
#define SA_TOOL_GRANTED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"
#include "tool/files/folders.h"

struct sa_file {
    char *given; // as it was named
    char *plain; // the same, absolute and without "." and ".."
    char *path;  // its real path; the same as plain where there was none
    int fd;      // O_PATH, of the folder that it is in; -1: there was none
    dev_t dev;   // of the file there was, with ino; both 0: there was none
    ino_t ino;
};

// Never changed once they are open: any thread may read them.
struct sa_files {
    struct sa_file *items;
    size_t count;
};

// Pins the named files (NULL-terminated; NULL: none). A missing file is accepted. A file that the
// kernel provides (/proc, /sys) is an error, and so is a link that leads out of a folder that may
// be written. 0, or a code with *err filled; must be released in any case.
int sa_files_open(struct sa_files *files, const char *const *names,
                  const struct sa_folders *folders, struct sa_err *err);
void sa_files_release(struct sa_files *files);

// The grant that a path means, by its text alone; NULL: none.
const struct sa_file *sa_files_find(const struct sa_files *files, const char *path);

// What is in it, at most `limit` bytes, malloc'd; or NULL and the name of a Python exception.
char *sa_file_read(const struct sa_file *file, size_t limit, size_t *len, const char **error);

#endif
