// The budget of a cell: operations, wall time, interrupts, recursion, output. Reaching a limit sets
// iso->stop, which no code of the program can catch.
#include "budget.h"

#include "obj/code.h"

int64_t py_now(struct py_isolate *iso, int clock)
{
    return iso->opt.hooks.clock_ns ? iso->opt.hooks.clock_ns(iso->opt.hooks.ctx, clock) : 0;
}

static bool is_of_library(const struct py_frame *f)
{
    const struct py_str *file = py_str(f->code->filename);
    return file->len > 1 && py_str_at(file, 0) == '<' && py_str_at(file, 1) == 'f'; // <frozen ...>
}

// Where the cell is: the innermost frame that runs its own text, not that of the library, of an
// earlier cell or of exec(). Below one that awaits is the loop of asyncio, which is alone there
// while all of the cell waits: 0.
static int line_of_cell(const struct py_isolate *iso)
{
    const struct py_frame *first = iso->frames, *f = iso->frame;
    if (!f) return 0;
    while (first < f && is_of_library(first)) first++;
    if (is_of_library(first)) return 0;
    const struct py_str *cell = py_str(first->code->filename);
    while (f > first && !py_str_equal(py_str(f->code->filename), cell)) f--;
    return py_frame_line(f);
}

void *py_stop_now(struct py_isolate *iso, enum py_stop why)
{
    if (iso->stop) return NULL;
    iso->stop = why;
    iso->stop_line = line_of_cell(iso);
    iso->exc = iso->stop_exc;
    return NULL;
}

void py_budget_refill(struct py_isolate *iso)
{
    uint64_t left = iso->opt.max_operations ? iso->opt.max_operations - iso->ops_done : UINT64_MAX;
    iso->tick_chunk = left < PY_TICK_CHUNK ? (int64_t)left : PY_TICK_CHUNK;
    if (iso->tick_chunk < 1 || iso->tracer) iso->tick_chunk = 1; // so that the loops are switched
    iso->ticks = iso->tick_chunk;
    py_edges_looked();
}

uint64_t py_ops(const struct py_isolate *iso)
{
    return iso->ops_done + (uint64_t)(iso->tick_chunk - iso->ticks);
}

bool py_tick_slow(struct py_isolate *iso)
{
    if (iso->stop) {
        iso->exc = iso->stop_exc;
        return false;
    }
    iso->ops_done = py_ops(iso);
    if (iso->opt.max_operations && iso->ops_done >= iso->opt.max_operations) {
        iso->tick_chunk = iso->ticks = 0;
        return py_stop_now(iso, PY_STOP_OPERATIONS);
    }
    py_budget_refill(iso);
    if (iso->interrupted) return py_stop_now(iso, PY_STOP_INTERRUPT);
    if (iso->deadline_ns && py_now(iso, 1) - iso->host_ns > iso->deadline_ns)
        return py_stop_now(iso, PY_STOP_TIME);
    return true;
}

bool py_tick_now(struct py_isolate *iso, uint64_t n)
{
    uint64_t done = py_ops(iso);
    iso->ticks = iso->tick_chunk = 0;
    iso->ops_done = done + n;
    return py_tick_slow(iso);
}

void py_look_soon(struct py_isolate *iso)
{
    if (iso->ticks <= 1 || iso->tick_chunk > PY_TICK_CHUNK) return; // it does; no cell runs
    iso->tick_chunk -= iso->ticks - 1;
    iso->ticks = 1;
}

bool py_enter_slow(struct py_isolate *iso, const char *where)
{
    iso->depth--;
    py_raise(iso, PY_T_RecursionError, "maximum recursion depth exceeded%s", where);
    return false;
}

bool py_stack_ended(struct py_isolate *iso)
{
    return py_raise(iso, PY_T_RecursionError, "maximum recursion depth exceeded");
}

void py_interrupt(struct py_isolate *iso)
{
    iso->interrupted = 1;
}
