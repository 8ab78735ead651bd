// Standard input of a program: lines of the host. What was read of a line and not given yet lies in
// the file object, as it does in one of a granted file. The text reads through its buffer, so that
// what either has read is gone for both.
#include "builtins_int.h"

#include "../obj/text_int.h"
#include "../output.h"

#include <stdlib.h>

struct py_textfile *py_stdin_buffer(struct py_isolate *iso, struct py_textfile *f)
{
    if (f->binary || f->buffer) return f->binary ? f : f->buffer;
    struct py_textfile *b = py_textfile_new(iso, 0, "rb", true);
    if (!b) return NULL;
    b->name = f->name;
    return f->buffer = b;
}

static size_t left(const struct py_textfile *f)
{
    if (!f->data) return 0;
    return (f->binary ? py_bytes(f->data)->len : py_str(f->data)->len) - f->pos;
}

// Text as the program wants it decoded.
static py_value decoded(struct py_isolate *iso, const struct py_textfile *f, const char *s,
                        size_t len)
{
    py_value v = f->encoding ? NULL : py_str_valid(iso, s, len);
    if (v || py_error(iso)) return v;
    v = py_bytes_new(iso, s, len);
    return v ? py_decode(iso, v, f->encoding, f->errors) : NULL;
}

// What the host gives next, a line. False: the end, or an error.
static bool fill_line(struct py_isolate *iso, struct py_textfile *f)
{
    struct py_textfile *b = f->buffer;
    size_t len = 0;
    f->pos = 0;
    f->data = NULL;
    if (b && left(b)) {
        f->data = decoded(iso, f, (const char *)py_bytes(b->data)->b + b->pos, left(b));
        if (f->data) b->data = NULL;
        return f->data != NULL;
    }
    if (!iso->opt.hooks.read_line || !py_write_flush(iso, 1)) return false;
    char *line = iso->opt.hooks.read_line(iso->opt.hooks.ctx, "", &len);
    py_look_soon(iso);
    if (!line) {
        (void)py_tick(iso, 1); // it may have been ended while it waited
        return false;
    }
    f->data = f->binary ? py_bytes_new(iso, line, len) : decoded(iso, f, line, len);
    free(line);
    return f->data && py_tick(iso, 1);
}

// All that comes, decoded at once: of an encoding that the program chose, a line may end in more
// bytes than one.
static bool fill_whole(struct py_isolate *iso, struct py_textfile *f)
{
    struct py_textfile *b = py_stdin_buffer(iso, f);
    struct py_bb bytes;
    f->pos = 0;
    f->data = NULL;
    py_bb_init(&bytes, iso);
    while (b && (left(b) || fill_line(iso, b))) {
        py_bb_add(&bytes, py_bytes(b->data)->b + b->pos, left(b));
        b->pos = py_bytes(b->data)->len;
    }
    py_value raw = b && !py_error(iso) ? py_bb_finish(&bytes, false) : NULL;
    if (!raw || !py_bytes(raw)->len) return false;
    f->data = py_decode(iso, raw, f->encoding, f->errors);
    return f->data && py_str(f->data)->len;
}

// Makes sure that something is left to give. False: the end, or an error.
static bool fill(struct py_isolate *iso, struct py_textfile *f)
{
    return left(f) || (f->encoding ? fill_whole(iso, f) : fill_line(iso, f));
}

static py_value nothing(struct py_isolate *iso, const struct py_textfile *f)
{
    if (py_error(iso)) return NULL;
    return f->binary ? py_bytes_new(iso, "", 0) : py_str_empty(iso);
}

static py_value take(struct py_isolate *iso, struct py_textfile *f, size_t n)
{
    py_value v = f->binary ? py_bytes_new(iso, py_bytes(f->data)->b + f->pos, n)
                           : py_str_slice(iso, f->data, f->pos, f->pos + n);
    f->pos += n;
    return v;
}

// What is left of a line, or the next one, is one of ours.
py_value py_stdin_line(struct py_isolate *iso, struct py_textfile *f, int64_t limit)
{
    if (!limit || !fill(iso, f)) return nothing(iso, f);
    size_t n = left(f);
    for (size_t i = f->pos; f->encoding && i < f->pos + n; i++)
        if (py_str_at(py_str(f->data), i) == '\n') n = i + 1 - f->pos;
    if (!py_tick(iso, n / 8 + 1)) return NULL;
    return take(iso, f, limit > 0 && (uint64_t)limit < n ? (size_t)limit : n);
}

py_value py_stdin_read(struct py_isolate *iso, struct py_textfile *f, int64_t size)
{
    struct py_sb text;
    struct py_bb bytes;
    uint64_t most = size < 0 ? UINT64_MAX : (uint64_t)size;
    py_sb_init(&text, iso);
    py_bb_init(&bytes, iso);
    while (most && fill(iso, f)) {
        size_t n = left(f) < most ? left(f) : (size_t)most;
        py_value piece = take(iso, f, n);
        if (!piece) return NULL;
        if (f->binary) py_bb_add(&bytes, py_bytes(piece)->b, n);
        else py_sb_str(&text, piece);
        most -= n;
    }
    if (py_error(iso)) return NULL;
    return f->binary ? py_bb_finish(&bytes, false) : py_sb_finish(&text);
}

py_value py_stdin_peek(struct py_isolate *iso, struct py_textfile *f)
{
    if (!fill(iso, f)) return nothing(iso, f);
    return py_bytes_new(iso, py_bytes(f->data)->b + f->pos, left(f));
}
