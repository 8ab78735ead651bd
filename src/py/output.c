// What the program prints: stdout is gathered into blocks, which an explicit flush, input, sleep or
// the end of a cell passes on to the host.
#include "output.h"

#include <stdlib.h>

#include "budget.h"

enum { OUT_BUFFER = 16384 };

// Of stdout; stderr is not buffered.
struct py_output {
    size_t len;
    bool within; // a line, of the cell's output to either stream
    char text[OUT_BUFFER];
};

void py_output_begin(struct py_isolate *iso)
{
    iso->output_bytes = 0;
    if (iso->output) iso->output->within = false;
}

static bool emit(struct py_isolate *iso, int fd, const char *text, size_t len)
{
    if (!len || !iso->opt.hooks.write) return true;
    bool wanted = iso->opt.hooks.write(iso->opt.hooks.ctx, fd, text, len);
    py_look_soon(iso);
    if (wanted) return true;
    return py_stop_now(iso, PY_STOP_INTERRUPT);
}

bool py_write_flush(struct py_isolate *iso, int fd)
{
    struct py_output *o = iso->output;
    if (fd != 1 || !o || !o->len) return true;
    size_t n = o->len;
    o->len = 0;
    return emit(iso, 1, o->text, n);
}

// What may be printed. A generous cap keeps room for the message that ends the cell, so that a
// reader of both gets no more than he asked for.
static uint64_t output_room(const struct py_isolate *iso)
{
    enum { GENEROUS = 64 << 10, MESSAGE = 512 };
    uint64_t cap = iso->opt.max_output;
    if (!cap) return UINT64_MAX;
    return (cap > GENEROUS ? cap - MESSAGE : cap) - iso->output_bytes;
}

bool py_write(struct py_isolate *iso, int fd, const char *text, size_t len)
{
    uint64_t room = output_room(iso);
    size_t n = len < room ? len : (size_t)room;
    iso->output_bytes += n;
    struct py_output *o = iso->output;
    if (!o && !(o = iso->output = calloc(1, sizeof *o))) return py_raise_no_memory(iso);
    if (fd != 1) {
        if (!py_write_flush(iso, 1) || !emit(iso, fd, text, n)) return false;
    } else if (n > OUT_BUFFER / 2) {
        if (!py_write_flush(iso, 1) || !emit(iso, 1, text, n)) return false;
    } else {
        if (o->len + n > OUT_BUFFER && !py_write_flush(iso, 1)) return false;
        memcpy(o->text + o->len, text, n);
        o->len += n;
    }
    if (n) o->within = text[n - 1] != '\n';
    if (n < len) return py_stop_now(iso, PY_STOP_OUTPUT);
    return py_tick(iso, 1 + n / 64);
}

bool py_write_line(struct py_isolate *iso, int fd, const char *text, size_t len)
{
    bool within = iso->output && iso->output->within;
    return (!within || py_write(iso, fd, "\n", 1)) && py_write(iso, fd, text, len);
}
