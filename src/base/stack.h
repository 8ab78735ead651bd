// How far the C stack of the calling thread reaches down.
#ifndef SA_STACK_H
#define SA_STACK_H

#include <stdbool.h>

// Lowest address of a stack and the one after its highest; low NULL: not known.
struct sa_stack {
    char *low, *high;
    bool grows; // the main thread's
};

// Of the calling thread; of the main one what RLIMIT_STACK leaves it, at most 64 MiB. Makes system
// calls, which a filter may forbid later.
struct sa_stack sa_stack_here(void);

#endif
