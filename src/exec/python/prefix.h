// Where an interpreter is at home, and what of the host its view may therefore lead to. Code may
// have prepared a virtual environment, so its links and its pyvenv.cfg are claims: they are
// followed only to what has the shape of a Python library, in a folder that is seen to be an
// installation.
#ifndef SA_EXEC_PYTHON_PREFIX_H
#define SA_EXEC_PYTHON_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

struct sa_err;

enum { SA_PREFIXES_MAX = 3 }; // of the program as named, of the file behind it, of pyvenv.cfg

struct sa_prefixes {
    char *program;                      // the file behind the links
    char *environment;                  // the virtual environment; NULL: none
    char *spelled[SA_PREFIXES_MAX + 1]; // as the interpreter will look for them
    char *real[SA_PREFIXES_MAX + 1];    // without links, and seen to be what they should be
};

// Of the interpreter at `program`, an absolute path. False with *err: it leads where no interpreter
// is at home. Kept until the process ends, or sa_prefixes_release.
bool sa_prefixes_of(const char *program, struct sa_prefixes *out, struct sa_err *err);
void sa_prefixes_release(struct sa_prefixes *p);

// Which folder or file is at `path` now, "device:inode"; "" if it is missing or a link.
// Code can rename folders above a virtual environment and put its own in that place.
enum { SA_PREFIX_ID = 40 };
void sa_prefix_id(const char *path, char id[SA_PREFIX_ID]);

// Patterns of glob(3) for what is shown of a prefix, NULL at the end; they begin with "%s".
extern const char *const sa_prefix_patterns[];
// Is `real`, a path without links, such a part of one of the prefixes?
bool sa_prefix_shows(const struct sa_prefixes *p, const char *real);

#endif
