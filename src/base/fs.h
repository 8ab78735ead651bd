// Files: whole reads with a limit, atomic writes, XDG folders. Writes never follow a symlink at the
// final name and create files 0600.
#ifndef SA_BASE_FS_H
#define SA_BASE_FS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct sa_stop;

// Contents of a file (regular, pipe or device up to `limit` bytes; more is an error), NUL added.
// Yours to free; NULL with *err (SA_E_CONFIG) naming the path. A pipe that nobody writes to is an
// error; waiting for one that stays silent is told on stderr. Of a pinned file (pin.h) it is what
// it held then.
char *sa_fs_read(const char *path, size_t limit, size_t *len, struct sa_err *err);

// The same from an open descriptor; `name` is used in messages.
char *sa_fs_read_fd(int fd, const char *name, size_t limit, size_t *len, struct sa_err *err);

// The same until `stop` is requested, which is an error then.
char *sa_fs_read_until(int fd, const char *name, size_t limit, struct sa_stop *stop, size_t *len,
                       struct sa_err *err);

// Writing follows no link below a folder that code may write to (grant.h).

// Writes `path` by way of a temporary file in the same folder and rename; what is there keeps its
// mode. Refuses when path is a symbolic link or not a regular file. 0, or a code with *err filled.
int sa_fs_write_atomic(const char *path, const void *data, size_t len, struct sa_err *err);

// Whether sa_fs_write_atomic may write there, as far as can be told before: 0, or a code with *err
// filled.
int sa_fs_check_write(const char *path, struct sa_err *err);

// Whether the folder that the path is in may be opened for writing in it, as links lead there: 0,
// or a code with *err filled.
int sa_fs_check_way(const char *path, struct sa_err *err);

// Opens for appending (created 0600, O_NOFOLLOW, O_CLOEXEC); -1 with *err filled.
int sa_fs_open_append(const char *path, struct sa_err *err);

// Opens for writing with further flags (created 0600, O_NOFOLLOW, O_CLOEXEC); -1 with errno.
int sa_fs_open_write(const char *path, int flags);

// Removes a file; 0, or -1 with errno.
int sa_fs_remove(const char *path);

// Appends a record to what sa_fs_open_append gave: all of it or, false with errno set, nothing.
bool sa_fs_append(int fd, const void *data, size_t len);

// Writes all bytes, waiting where the descriptor does not block; false with errno set.
bool sa_fs_write_all(int fd, const void *data, size_t len);
// The same until `stop` (NULL: never) is requested and who should read does not: errno is EINTR.
bool sa_fs_write_until(int fd, const char *data, size_t len, struct sa_stop *stop);
// Closes all descriptors from that on; async-signal-safe.
void sa_fs_close_from(int fd);

// Creates the folder and its parents 0700; 0 or a code.
int sa_fs_mkdirs(const char *path, struct sa_err *err);

bool sa_fs_exists(const char *path);
bool sa_fs_is_dir(const char *path);
bool sa_fs_is_regular(const char *path);

// malloc'd "a/b"; an absolute b gives b.
char *sa_fs_join(const char *a, const char *b);

// malloc'd, absolute, without "." and ".."; links in it stay.
char *sa_fs_absolute(const char *path);

// malloc'd XDG path for smolagent: kind "config", "data", "state" or "cache"; NULL when neither the
// XDG variable nor HOME is set. `leaf` may be NULL.
char *sa_fs_xdg(const char *kind, const char *leaf);

// malloc'd path with a leading "~/" replaced by HOME.
char *sa_fs_expand(const char *path);

// Path of an executable file, searched in PATH if the name has no slash; malloc'd. NULL: not found.
char *sa_fs_find_program(const char *name);

#endif
