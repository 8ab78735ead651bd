// Files on their way into a sandbox that shares none with this machine: packed here, unpacked there
// by runner_shim.py, which has the format. Private to src/exec.
#ifndef SA_EXEC_BUNDLE_H
#define SA_EXEC_BUNDLE_H

#include <stdbool.h>

#include "base/buf.h"

struct sa_err;
struct sa_bundle;

struct sa_bundle *sa_bundle_new(void);
// This program with its loader and libraries, as ld.so, smolagent and so on in `folder`. First of
// all, before libraries are opened that are not needed there.
void sa_bundle_add_program(struct sa_bundle *bundle, const char *folder);
// A file, or all files below a folder (links are left out), at the same place.
void sa_bundle_add(struct sa_bundle *bundle, const char *path);
// Appends it all, with its length before it, and frees it. False with *err when something could not
// be read, or it is more than SA_BUNDLE_MAX.
bool sa_bundle_close(struct sa_bundle *bundle, struct sa_buf *out, struct sa_err *err);

#define SA_BUNDLE_MAX ((size_t)64 << 20)

#endif
