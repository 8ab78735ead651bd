// How far the C stack of the calling thread reaches down. The main thread's is not asked of
// pthread_getattr_np, which reads /proc: it begins where the kernel put the name of the program,
// and grows as RLIMIT_STACK allows.
#include "stack.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>

enum { MOST = 64 << 20 }; // nothing else is mapped that near to the main thread's stack

static struct sa_stack of_thread(void)
{
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attr)) return (struct sa_stack){NULL, NULL, false};
    pthread_attr_getstack(&attr, &low, &size);
    pthread_attr_destroy(&attr);
    return (struct sa_stack){low, (char *)low + size, false};
}

struct sa_stack sa_stack_here(void)
{
    char *here = __builtin_frame_address(0);
    const char *name = (const char *)(uintptr_t)getauxval(AT_EXECFN); // the kernel's first string
    uintptr_t top = name ? ((uintptr_t)name + strlen(name) + sizeof(void *) + 4095) & ~4095ul : 0;
    if ((uintptr_t)here >= top || top - (uintptr_t)here > MOST) return of_thread();
    struct rlimit limit = {MOST, MOST};
    if (getrlimit(RLIMIT_STACK, &limit)) limit.rlim_cur = MOST / 64;
    uintptr_t size = limit.rlim_cur < MOST ? (uintptr_t)limit.rlim_cur : MOST;
    return (struct sa_stack){(char *)(top - size), (char *)top, true};
}
