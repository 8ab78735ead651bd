// What callgraph.sh must find, and what not: it compiles this file and compares what is told.
#include <stdbool.h>

bool py_stack_left(void *iso);
int direct(int n), mutual(int n), asked(void *iso, int n);

struct slots {
    int (*length)(void *iso, int n);
};

int direct(int n)
{
    return n ? direct(n - 1) : 0;
}

static int other(int n)
{
    return mutual(n - 1);
}

int mutual(int n)
{
    return n ? other(n) : 0;
}

// Its address is taken below: what calls through a pointer may call it, and so itself.
static int through(void *iso, int n)
{
    const struct slots *s = iso;
    return s->length(iso, n);
}

// The same with a question before.
int asked(void *iso, int n)
{
    const struct slots *s = iso;
    return py_stack_left(iso) ? s->length(iso, n) + asked(iso, n) : -1;
}

const struct slots table = {through};
