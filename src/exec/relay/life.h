// The life of a relay, in its own process (relay.h starts it): it listens to the host, makes what
// the worker is in, carries the frames, and takes it down. What differs from kind to kind is three
// functions. Private to src/exec.
#ifndef SA_EXEC_LIFE_H
#define SA_EXEC_LIFE_H

#include "exec/proto/frame.h"

struct sa_err;

#define SA_RELAY_CHANNEL 0 // the host's end, a descriptor

// The head of a kind's own struct.
struct sa_relay {
    int count; // of words
    char **words;
    bool runner; // it has this whole program, not a worker
    struct sa_stop *stop;
    struct sa_channel host;
    struct sa_frame hello; // of the host; its text is sa_relay_hello
    struct sa_buf note;    // the first of what the worker put on its standard error
    int signal;            // that ended the worker, and is to end this process; 0: none
};

struct sa_relay_kind {
    size_t size; // of its struct
    // What may take long: only then is the host greeted. 0, or -1 with *err.
    int (*prepare)(struct sa_relay *relay, struct sa_err *err);
    // Starts the worker and carries the frames until one side has gone: the exit status, or -1 with
    // *err, which the host is told, when it did not start.
    int (*run)(struct sa_relay *relay, struct sa_err *err);
    // Takes down what there is, however far it came, and releases all but the head.
    void (*remove)(struct sa_relay *relay);
};
int sa_relay_live(const struct sa_relay_kind *kind, int count, char **words);

// The value of the word with this name, NULL: there is none; or all of a list, NULL-terminated, in
// an array that is yours.
const char *sa_relay_value(const struct sa_relay *relay, const char *name);
const char **sa_relay_values(const struct sa_relay *relay, const char *name);

struct sa_str sa_relay_hello(const struct sa_relay *relay); // with its length before it
// Keeps what came on standard error; and what it was, in one line.
void sa_relay_note(struct sa_relay *relay, const char *text, size_t len);
const char *sa_relay_noted(struct sa_relay *relay);

#endif
