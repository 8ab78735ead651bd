// Pictures, sound and files that tools gave: their bytes stay on the host, and code has a handle,
// a plain string that prints as a short description ("image-3 (png, 640x480, 12 kB)") and can be
// passed on to other tools. One registry for an agent and those that it calls, as
// handles outlive their run in variables and are passed on.
// Any thread may call these.
#ifndef SA_TOOL_HANDLE_H
#define SA_TOOL_HANDLE_H

#include <stddef.h>

enum {
    SA_HANDLES_MAX = 10000,      // of a registry
    SA_HANDLES_BYTES = 256 << 20 // of their contents together
};

struct sa_handle {
    char *text; // what the code has
    char *kind; // "image", "audio" or "file"
    char *mime; // "image/png"
    void *data; // len bytes
    size_t len;
};

struct sa_handles;

struct sa_handles *sa_handles_new(void);
void sa_handles_free(struct sa_handles *handles);

// Keeps a copy of the data; the handle, malloc'd. NULL: there is no room for it. What strangers say
// of its kind and type is cut to letters, digits and "-+./_".
char *sa_handles_add(struct sa_handles *handles, const char *kind, const char *mime,
                     const char *data, size_t len);

// What such a string stands for, the whole of it or its first word ("image-3"); NULL: nothing. It
// stays for as long as the registry does.
const struct sa_handle *sa_handles_find(const struct sa_handles *handles, const char *text);

#endif
