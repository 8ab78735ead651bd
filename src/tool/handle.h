// Pictures, sound and files that tools gave, code answered or the user passed: their bytes stay on
// the host, and code has a handle (class Handle of py/lib/_values.py), which prints as a short
// description ("image-3 (png, 640x480, 12 kB)"), reads the bytes when they are asked for, and can
// be passed on to other tools. One registry for an agent and those that it calls, as handles
// outlive their run in variables and are passed on. Any thread may call these.
//
// In JSON bytes have two forms: {"type": "image", "mime": "image/png", "data": BASE64} everywhere
// outside, and as a reference {"type": "image", "mime": "image/png", "size": N, "handle": TEXT}
// between the host and code. Results of tools name a handle by its description alone.
#ifndef SA_TOOL_HANDLE_H
#define SA_TOOL_HANDLE_H

#include <stdbool.h>
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

struct sa_buf;
struct sa_handles;

struct sa_handles *sa_handles_new(void);
void sa_handles_free(struct sa_handles *handles);

// Keeps a copy of the data; the handle, malloc'd. NULL: there is no room for it. What strangers say
// of its kind and type is cut to letters, digits and "-+./_".
char *sa_handles_add(struct sa_handles *handles, const char *kind, const char *mime,
                     const char *data, size_t len);

// The handles in the order in which they came: NULL beyond the last.
const struct sa_handle *sa_handles_at(const struct sa_handles *handles, size_t i);

// What such a string stands for, the whole of it or its first word ("image-3"); NULL: nothing. It
// stays for as long as the registry does.
const struct sa_handle *sa_handles_find(const struct sa_handles *handles, const char *text);

// "handle:" and such a string: the path by which workers ask for the bytes.
#define SA_HANDLE_PATH "handle:"

// Each rewrites a JSON text where it holds such a form; *json is malloc'd.
void sa_handles_refer(struct sa_handles *handles, char **json);  // descriptions become references
void sa_handles_keep(struct sa_handles *handles, char **json);   // data becomes new handles
void sa_handles_inline(struct sa_handles *handles, char **json); // references become data
// The handle that the text of a JSON value is a reference to, NULL: to none.
const struct sa_handle *sa_handles_referred(const struct sa_handles *handles, const char *json);

// Appends bytes in their form with data; what they are is seen from how they begin.
void sa_handle_put_bytes(struct sa_buf *out, const char *data, size_t len);
// The bytes of a value that is nothing but such a form. False: it is none.
bool sa_handle_take_bytes(const char *json, struct sa_buf *out);

#endif
