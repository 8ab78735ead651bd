// Finding the code in a model's reply, however the model wrapped it. Private to src/agent.
#ifndef SA_AGENT_EXTRACT_H
#define SA_AGENT_EXTRACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum sa_found {
    SA_FOUND_NOTHING,
    SA_FOUND_TAGS,   // <code> ... </code>
    SA_FOUND_FENCES, // ``` ... ``` or ~~~ ... ~~~
    SA_FOUND_RAW     // the whole reply is Python
};

struct sa_extract {
    enum sa_found found;
    struct sa_buf code; // blocks joined by an empty line
    size_t thought;     // bytes of the reply before the first block
    size_t end;         // bytes of the reply that count: up to the end of the last block
    bool unclosed;      // the last block has no closing mark
    bool inside_string; // ... and breaks off within a string literal
};

// `is_python` decides whether text without any mark compiles; NULL: then nothing raw is accepted.
void sa_extract(struct sa_extract *out, const char *reply, size_t len,
                bool (*is_python)(void *ctx, const char *code, size_t len), void *ctx);
void sa_extract_release(struct sa_extract *extract);

// Appends to `out` the names of modules that `code` imports and that are not in it yet,
// comma-separated.
void sa_extract_imports(struct sa_buf *out, const char *code, size_t len);

// Length of the Python string literal whose quote is at s[0]. One in single quotes that is not
// closed ends with its line; for any other what is left of the text counts, and *open is set.
size_t sa_python_string(const char *s, size_t len, bool *open);

#endif
