// What only binary files have, and the bytes below a text file: read once more when they are asked
// for, as a text is kept decoded.
#include "builtins_int.h"
#include "files.h"

#include "../obj/text_int.h"

enum { AHEAD = 8192 }; // what CPython's buffers read at once

#define SELF(v) ((struct py_textfile *)(v))

static size_t len_of(const struct py_textfile *f)
{
    return f->binary ? py_bytes(f->data)->len : py_str(f->data)->len;
}

// Where a buffer stands that was filled up to `pos`.
static size_t filled(size_t pos, size_t len)
{
    size_t end = (pos / AHEAD + 1) * AHEAD;
    return end < len ? end : len;
}

static struct py_textfile *make_buffer(struct py_isolate *iso, struct py_textfile *f)
{
    bool reads = f->fd == PY_FD_MEMORY;
    struct py_textfile *b = py_textfile_new(iso, f->fd, reads ? "rb" : "wb", true);
    if (!b) return NULL;
    b->name = f->name;
    b->path = f->path;
    b->closed = f->closed;
    if (f->fd == PY_FD_WRITER) b->buffer = f;
    if (!reads) return b;
    b->data = py_file_whole(iso, (const char *)py_bytes(f->path)->b, f->name);
    if (!b->data) return NULL;
    b->pos = !f->pos ? 0 : f->pos == len_of(f) ? len_of(b) : filled(f->pos, len_of(b));
    f->at = (int64_t)b->pos;
    return b;
}

struct py_textfile *py_file_buffer(struct py_isolate *iso, struct py_textfile *f)
{
    if (!f->fd) return py_stdin_buffer(iso, f);
    if (!f->buffer) f->buffer = make_buffer(iso, f);
    return f->buffer;
}

// The text goes on where its buffer was left, if that was read or sought in.
bool py_file_catch_up(struct py_isolate *iso, struct py_textfile *f)
{
    struct py_textfile *b = f->buffer;
    if (f->binary || f->at == (int64_t)b->pos) return true;
    py_value rest = py_bytes_new(iso, py_bytes(b->data)->b + b->pos, len_of(b) - b->pos),
             text = rest ? py_file_decode(iso, f, rest) : NULL;
    if (!text) return false;
    f->data = text;
    f->pos = 0;
    b->pos = len_of(b);
    f->at = (int64_t)b->pos;
    return true;
}

PY_NATIVE(py_bi_file_read1)
{
    int64_t size = -1;
    if (!py_file_readable(iso, SELF(a[0])) || (a[1] && !py_as_int64(iso, a[1], &size))) return NULL;
    if (SELF(a[0])->fd == 0) return py_stdin_line(iso, SELF(a[0]), size);
    return py_file_take(iso, SELF(a[0]), size < 0 ? AHEAD : size);
}

PY_NATIVE(py_bi_file_peek)
{
    struct py_textfile *f = SELF(a[0]);
    if (!py_file_readable(iso, f)) return NULL;
    if (f->fd == 0) return py_stdin_peek(iso, f);
    size_t end = filled(f->pos, len_of(f));
    return py_bytes_new(iso, py_bytes(f->data)->b + f->pos, end > f->pos ? end - f->pos : 0);
}

static py_value read_into(struct py_isolate *iso, const py_value *a, const char *read)
{
    py_value io = py_file_readable(iso, SELF(a[0])) ? py_import(iso, "io") : NULL,
             fill = io ? py_getattr_s(iso, io, "_fill") : NULL;
    if (!fill) return NULL;
    py_value args[3] = {a[1], py_getattr_s(iso, a[0], read), py_str_z(iso, "readinto")};
    return args[1] && args[2] ? py_call(iso, fill, args, 3) : NULL;
}

PY_NATIVE(py_bi_file_readinto)
{
    return read_into(iso, a, "read");
}
PY_NATIVE(py_bi_file_readinto1)
{
    return read_into(iso, a, "read1");
}

// The raw file is one that is opened anew, at the same place.
py_value py_file_raw(struct py_isolate *iso, py_value v)
{
    struct py_textfile *f = SELF(v);
    if (f->fd >= 0) return py_file_unsupported(iso, "raw"), NULL;
    py_value io = py_import(iso, "io"), cls = io ? py_getattr_s(iso, io, "FileIO") : NULL;
    bool writes = f->fd == PY_FD_WRITER; // it was emptied when it was opened
    struct py_textfile *w = f->buffer ? f->buffer : f;
    if (!cls || (writes && !py_writer_flush(iso, w))) return NULL;
    py_value mode = py_str_z(iso, writes ? w->append ? "ab" : "r+b" : "rb");
    py_value args[2] = {f->name, mode}, raw = mode ? py_call(iso, cls, args, 2) : NULL,
             at = py_int_new(iso, writes ? w->at : (int64_t)f->pos),
             name = raw && at ? py_str_intern_z(iso, "seek") : NULL;
    return name && py_call_method(iso, raw, name, &at, 1) ? raw : NULL;
}

PY_NATIVE(py_bi_file_detach)
{
    struct py_textfile *f = SELF(a[0]);
    if (f->detached) return py_raise_value_error(iso, "underlying buffer has been detached");
    py_value below = f->binary ? py_file_raw(iso, a[0]) : (py_value)py_file_buffer(iso, f);
    if (below) f->detached = true;
    return below;
}
