// Several streams over one: standard input, output and error of a runner that is elsewhere, and its
// connections to the broker. Records: a byte that names the stream, four bytes of big-endian
// length, the content; a record without content ends its stream. Both ends are served by one loop
// that waits for nothing alone. What comes over the channel is checked as that of an enemy.
#ifndef SA_EXEC_MUX_H
#define SA_EXEC_MUX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/flow.h"
#include "base/tty.h"

enum {
    SA_MUX_INPUT,
    SA_MUX_OUTPUT,
    SA_MUX_ERRORS,
    SA_MUX_CONTROL,    // messages of the two ends, whole records
    SA_MUX_FIRST = 16, // connections
    SA_MUX_COUNT = 64,
    SA_MUX_PIECE = 64 << 10, // longest record
};

struct sa_mux_stream {
    int in, out;            // read here and sent; written here when it comes; -1: not, or no more
    struct sa_flow pending; // of what is to be written to `out`
    bool open;              // until both ends have said that it is over
    bool said, heard;       // ... that it is over
    struct sa_tty tty;      // of output and errors: `out` may be a terminal
};

struct sa_mux {
    int from, to; // the channel
    int listener; // whose connections become streams; -1: none
    struct sa_mux_stream streams[SA_MUX_COUNT];
    bool gives, asked; // input is read here when the other end has asked for it
    bool takes;        // ... is asked for here, when what came was taken
    bool patient;      // what the other end sent before it went is still wanted
    bool unread;       // whoever read the output has gone
    struct sa_flow outgoing;
    struct sa_buf record;
    unsigned char head[5];
    size_t have; // bytes of the head
    // A message of the other end; false: it makes no sense.
    bool (*on_control)(void *ctx, const char *data, size_t len);
    // The other end opened a connection: a descriptor for it, -1 to refuse. NULL: it may not.
    int (*on_open)(void *ctx);
    void *ctx;
};

// Makes the channel non-blocking.
void sa_mux_init(struct sa_mux *mux, int from, int to);
void sa_mux_release(struct sa_mux *mux); // closes the descriptors of connections
// Opens a stream with its descriptors (-1: none), borrowed. Those of connections must not block.
void sa_mux_set(struct sa_mux *mux, int id, int in, int out);
void sa_mux_say(struct sa_mux *mux, const void *data, size_t len); // a control message
// Moves what can be moved, after waiting for that at most `ms`. False when the other end is gone or
// talks nonsense: then it is left alone, and what came of it can still be moved.
bool sa_mux_step(struct sa_mux *mux, int ms);
void sa_mux_ask(struct sa_mux *mux); // for input: once, at the start
// Output and errors are at their end, and what came of them was written; only the latter; and
// what was said has left.
bool sa_mux_over(const struct sa_mux *mux);
bool sa_mux_drained(const struct sa_mux *mux);
bool sa_mux_sent(const struct sa_mux *mux);

#endif
