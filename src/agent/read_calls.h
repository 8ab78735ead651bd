// Between the files that read calls written as text. Private.
#ifndef SA_AGENT_READ_CALLS_H
#define SA_AGENT_READ_CALLS_H

#include "agent/read_int.h"

struct sa_calls {
    const struct sa_read_ask *ask;
    struct sa_buf *code, *notes;
    size_t calls;  // written
    bool unknown;  // one of nothing that exists
    bool finished; // final_answer was called
};

// Arguments as they are gathered: Python text of the pairs, the only value when there is just one,
// what an interpreter would be given, and JSON.
struct sa_args {
    struct sa_buf named, only, program;
    struct sa_buf json; // all of them as members of an object
    size_t count;
};

void sa_args_init(struct sa_args *a);
void sa_args_release(struct sa_args *a);
// `json`: the value is JSON, else a text that may be some.
void sa_args_add(struct sa_args *a, const char *name, struct sa_str value, bool json);
// Arguments as JSON: an object, or a string that holds one.
void sa_args_add_json(struct sa_args *a, struct sa_str json);
void sa_calls_write(struct sa_calls *o, struct sa_str name, const struct sa_args *a);
// {"name": ..., "arguments": ...} and lists of such.
void sa_calls_read_json(struct sa_calls *o, struct sa_str json, int depth);
// The JSON value that begins at s.data[0]: its text, checked; empty when there is none.
struct sa_str sa_json_prefix(struct sa_str s);
bool sa_is_json(struct sa_str s);

#endif
