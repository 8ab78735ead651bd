// Reading a model's reply: what in it is thinking, what is code that shall run, and what stays in
// the conversation. Models wrap code in tags, fences or calls written as text, whatever they were
// told; what they think aloud, what they quote and what they invent is never code. Private to
// src/agent.
//
// read_scan.c cuts the text into parts while it arrives, marks.c knows the marks, calls.c
// and forms.c turn calls written as text into Python, mend.c repairs damage, look.c looks at code,
// blocks.c takes blocks, raw.c finds code without a mark, read.c chooses; object.c reads replies
// that are JSON.
#ifndef SA_AGENT_READ_H
#define SA_AGENT_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum sa_found {
    SA_FOUND_NOTHING,
    SA_FOUND_TAGS,   // <code> ... </code> and its kin
    SA_FOUND_FENCES, // ``` ... ``` or ~~~ ... ~~~
    SA_FOUND_CALL,   // calls of a tool, or of an interpreter, written as text
    SA_FOUND_RAW,    // Python with no mark, or with half of one, around it
    SA_FOUND_OBJECT  // the code of a JSON object
};

// What a reply without code has instead, so that the model can be told the right thing.
enum sa_lack {
    SA_LACK_PROSE,
    SA_LACK_EMPTY,   // nothing at all, or white space
    SA_LACK_THOUGHT, // nothing but thinking
    SA_LACK_CALL,    // a call written as text, of nothing that exists here
    SA_LACK_SHELL,   // a block for a shell
    SA_LACK_BROKEN,  // a block without a label that is no Python
    SA_LACK_COUNT
};

enum sa_tool_kind { SA_TOOL_NONE, SA_TOOL_PLAIN, SA_TOOL_ASYNC };

// What the reader asks its caller. Both functions may be NULL: then nothing compiles, and there is
// no tool but final_answer.
struct sa_read_ask {
    bool (*compiles)(void *ctx, const char *code, size_t len);
    enum sa_tool_kind (*tool)(void *ctx, const char *name, size_t len);
    void *ctx;
    bool as_json; // calls stay calls: {"name": ..., "arguments": {...}} for each is what was found
    struct sa_read_budget *budget; // the reader's own: what one reply may cost
};

struct sa_reading {
    enum sa_found found;
    enum sa_lack lack;  // when nothing was found
    bool words;         // there are some beside blocks and thoughts
    struct sa_buf code; // what shall run (SA_FOUND_CALL as_json: be called); blocks are joined by
                        // an empty line
    struct sa_buf said; // the reply without its thinking
    size_t before;      // bytes of `said` that stand before what was found
    struct sa_buf kept; // the reply as the conversation keeps it: no thinking, up to its code
    struct sa_buf thoughts; // thinking that stood in the text
    struct sa_buf notes;    // what was mended or left out, a line each, for the observation
    bool unclosed;          // nothing says that the code ends where it does
    bool in_string;         // ... and breaks off within a string literal
    bool in_thought;        // the reply ends inside a thought
    bool orphan;            // a thought was closed that had not been opened
    size_t open_thought; // where such a thought begins that a tag opened, counted from 1; 0: none
};

// Reads a whole reply. Never fails; the text may be anything.
void sa_read(struct sa_reading *out, const char *reply, size_t len, const struct sa_read_ask *ask);
// The same for a reply that was to be a JSON object with "thought" and "code". False, and nothing
// to release: it is none. `cut`: the reply ended before its end. What is kept is the object as it
// came, what was said the thought and the code in tags.
bool sa_read_object(struct sa_reading *out, const char *reply, size_t len,
                    const struct sa_read_ask *ask, bool cut);
void sa_reading_release(struct sa_reading *reading);

// Length of the Python string literal whose quote is at s[0]: in single quotes it ends with its
// line, an unclosed one in triple quotes with the text.
size_t sa_python_string(const char *s, size_t len);

#endif
