// Frames of the worker protocol (docs/worker-protocol.md): four bytes of big-endian length, then a
// JSON object whose member "t" names its type, and from version 2 on a tail of raw bytes behind a
// NUL, which no JSON has. The reader trusts nothing: size, syntax, depth,
// number and names of members are checked before anyone looks at a value.
#ifndef SA_EXEC_FRAME_H
#define SA_EXEC_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum {
    SA_FRAME_OLDEST = 1, // versions of the protocol that are spoken
    SA_FRAME_NEWEST = 2,
    SA_FRAME_FIELDS = 24,      // members of a frame, at most
    SA_FRAME_NAME = 20,        // bytes of a member's or type's name, NUL included
    SA_FRAME_TEXT = 256 << 10, // longer printed text goes in several frames
};
#define SA_FRAME_MAX ((size_t)64 << 20)   // bytes of JSON in one frame
#define SA_FRAME_VALUE ((size_t)16 << 20) // bytes of JSON of one value that a worker sends back

// Ends of messages about what is larger than that.
#define SA_FRAME_TOO_LARGE_IN                                                                      \
    "larger than the 64 MiB that can enter the jail at once (--executor local has no such limit)"
#define SA_FRAME_TOO_LARGE_OUT                                                                     \
    "larger than the 16 MiB that a value may have to leave the jail (--executor local has no "     \
    "such limit)"

// Writing: begin, put members with sa_json_put_*, end. Several frames may follow each other in
// `out`. End returns false, and takes the frame back, when it is larger than a frame may be.
size_t sa_frame_begin(struct sa_buf *out, const char *type);
bool sa_frame_end(struct sa_buf *out, size_t start);
// Instead of end: the frame has these bytes as its tail.
bool sa_frame_end_with(struct sa_buf *out, size_t start, struct sa_str tail);

// One frame as read; everything points into the reader's buffer.
struct sa_frame {
    char type[SA_FRAME_NAME];
    struct {
        char name[SA_FRAME_NAME];
        struct sa_str value; // JSON text
    } fields[SA_FRAME_FIELDS];
    size_t count;
    struct sa_str tail; // data NULL: none
};

// False when the text is no frame; *why then says what is wrong (static storage).
bool sa_frame_parse(struct sa_frame *frame, const char *text, size_t len, const char **why);
// An object inside a frame, by the same rules but without a type.
bool sa_frame_parse_object(struct sa_frame *frame, struct sa_str text, const char **why);

// Members by name. A member that is absent or of another type counts as not there.
struct sa_str sa_frame_raw(const struct sa_frame *frame, const char *name); // data NULL: absent
int64_t sa_frame_int(const struct sa_frame *frame, const char *name, int64_t fallback);
bool sa_frame_bool(const struct sa_frame *frame, const char *name);
// Appends the decoded string, which may hold NULs; false when there is none.
bool sa_frame_text(const struct sa_frame *frame, const char *name, struct sa_buf *out);
// Appends the bytes of a base64 string; false when it is none.
bool sa_frame_bytes(const struct sa_frame *frame, const char *name, struct sa_buf *out);
// The same of bytes that are the frame's tail, or else a member.
bool sa_frame_data(const struct sa_frame *frame, const char *name, struct sa_buf *out);
// Puts a member with base64 of the bytes.
void sa_frame_put_bytes(struct sa_buf *out, const char *name, const void *data, size_t len);

// A stream of frames over a socket.
struct sa_channel {
    int fd;           // -1: closed
    bool nonblocking; // the host's end: never waits for longer than it said
    struct sa_buf in; // bytes received
    size_t used;      // of them, those of the frame returned last
};

enum sa_got {
    SA_GOT_FRAME,
    SA_GOT_END,   // the other side is gone
    SA_GOT_BAD,   // what came is no frame: *why
    SA_GOT_WOKEN, // `wake` became readable
    SA_GOT_LATE   // the deadline passed
};

void sa_channel_init(struct sa_channel *channel, int fd, bool nonblocking);
void sa_channel_release(struct sa_channel *channel); // does not close
// The next frame, valid until the next call. `wake` -1: none; deadline: monotonic ns, 0: none. Both
// are looked at first: frames that come without end hold up neither.
enum sa_got sa_channel_read(struct sa_channel *channel, int wake, int64_t deadline,
                            struct sa_frame *frame, const char **why);
// Sends all of `out` and empties it, however long that takes. False when the other side is gone.
bool sa_channel_write(struct sa_channel *channel, struct sa_buf *out);

// What the other side is told of a start whose layers are not the jail's: `hello`, `ready`, or
// `failed` with an error, whose code is left out when it is 0. False when it is gone.
bool sa_channel_say(struct sa_channel *channel, const char *type, const char *error, int code);

enum sa_sent {
    SA_SENT_ALL,
    SA_SENT_END, // the other side is gone
    SA_SENT_WOKEN,
    SA_SENT_LATE
};
// The same for a channel that is non-blocking, until `wake` or the deadline (as above): then `out`
// keeps what is still to be sent.
enum sa_sent sa_channel_send(struct sa_channel *channel, struct sa_buf *out, int wake,
                             int64_t deadline);
// True when a frame or the end is waiting; looks without waiting.
bool sa_channel_pending(const struct sa_channel *channel);

#endif
