// Folders that the user granted (--folder PATH[:rw]), for the code under every executor and for the
// file tools. Every access walks down from the descriptor of a granted folder, each part opened in
// the one before without following links; where a link stands, its text is walked by the same
// rules. So nothing below a folder, and nobody who swaps things while it is walked, leads out.
#ifndef SA_TOOL_FOLDERS_H
#define SA_TOOL_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/err.h"
#include "smolagent/python.h"

struct sa_folder {
    char *path;  // its real path
    char *plain; // as it was named, made absolute
    char *given; // as it was named
    int fd;      // O_PATH
    struct stat st;
    bool writable;
};

// Never changed once they are open: any thread may walk them.
struct sa_folders { // the first one is the current folder of the code
    struct sa_folder *items;
    size_t count;
};

// Opens what "PATH", "PATH:ro" or "PATH:rw" name (NULL-terminated; NULL: none). 0, or a code with
// *err filled.
int sa_folders_open(struct sa_folders *folders, const char *const *grants, struct sa_err *err);
void sa_folders_release(struct sa_folders *folders);
// A folder that may only be read in one that may be changed: mounts hold that, Landlock does not.
// NULL: there is none.
const struct sa_folder *sa_folders_nested(const struct sa_folders *folders);
// Warns of folders that `who`, which runs as nobody where this process is root, cannot use as they
// were granted.
void sa_folders_warn_of_nobody(const struct sa_folders *folders, const char *who);
// The path where it is by now, for those who have to name it to somebody else; malloc'd.
char *sa_folder_place(const struct sa_folder *folder);

// Is it in a file system where what looks like files is the kernel's (/proc, /sys), and the
// process's own secrets among it? Also true where that cannot be told.
bool sa_is_of_kernel(int fd);
// An absolute path without ".", empty parts and a slash at its end; ".." stays as it is. malloc'd.
char *sa_plain_path(const char *path);
bool sa_is_below(const char *path, const char *folder);

// Where a walk ended: `last` in the folder `fd`.
struct sa_walk {
    const struct sa_folders *in;
    const struct sa_folder *folder; // NULL: no granted folder holds it
    int fd;                         // owned unless it is folder->fd
    struct sa_buf path;             // of fd, below folder->path: "" or "/a/b"
    struct sa_buf last;             // name in fd; "": the granted folder itself
    bool slash;                     // it has to be a folder
    bool there;                     // st is of it
    struct stat st;
    const char *why; // of an error: more than its number says; may be NULL
    // Of the walk under way.
    struct sa_buf rest;
    int steps;
};

enum sa_walk_end {
    SA_WALK_FOLLOW, // a link at its end is followed
    SA_WALK_LINK    // it is what is meant
};

// 0, also where the last name is not there, or an errno. To be released in any case.
int sa_walk_to(struct sa_walk *w, const struct sa_folders *in, const char *path,
               enum sa_walk_end end);
void sa_walk_release(struct sa_walk *w);
// The absolute path of where it ended, malloc'd.
char *sa_walk_text(const struct sa_walk *w);

// What an operation does to a path.
struct sa_touch {
    const char *path;  // as it was asked for
    const char *moved; // what is renamed to it; NULL: nothing is
    unsigned acts;     // SA_FILE_* (tool/tool.h), added up
    bool given;        // it is in a folder that was granted for that
};

// An operation of the code. `tell` hears of each of its paths before it is done; false: it may not
// be done. It may be NULL.
struct sa_folders_ask {
    const struct py_file_call *call;
    size_t limit; // most bytes read at once
    bool (*tell)(void *ctx, const struct sa_touch *touch);
    void *ctx;
};
void sa_folders_do(const struct sa_folders *folders, const struct sa_folders_ask *ask,
                   struct py_file_reply *reply);

#endif
