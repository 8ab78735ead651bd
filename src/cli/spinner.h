// What is waited for, behind the cursor of a screen, as long as nothing comes: with the seconds,
// and what has come so far. A thread draws it. Who works on the screen holds its lock meanwhile.
#ifndef SA_CLI_SPINNER_H
#define SA_CLI_SPINNER_H

#include <pthread.h>

#include "cli/screen.h"

struct sa_spinner {
    struct sa_screen *screen;
    pthread_mutex_t lock;
    pthread_cond_t change;
    pthread_t thread;
    bool runs, quit;
    bool waits;     // for something
    char what[48];  // "": what comes is on the screen
    int64_t since;  // monotonic
    int64_t until;  // of a wait whose end is known; 0: it is not
    int64_t quiet;  // since then nothing has been written
    int64_t tokens; // that have come, about; 0: not told
    unsigned frame;
};

// Without a terminal that can do it, or a thread, nothing is ever shown.
void sa_spinner_start(struct sa_spinner *s, struct sa_screen *screen);
void sa_spinner_stop(struct sa_spinner *s);

// The lock may be taken again by who has it.
void sa_spinner_take(struct sa_spinner *s);
// False: it cannot be had, for who has it is stuck.
bool sa_spinner_try(struct sa_spinner *s);
void sa_spinner_give(struct sa_spinner *s);

// From now on this is waited for, for `ns` (0: nobody knows); NULL: nothing is.
void sa_spinner_wait(struct sa_spinner *s, const char *what, int64_t ns);
void sa_spinner_wrote(struct sa_spinner *s); // something was

#endif
