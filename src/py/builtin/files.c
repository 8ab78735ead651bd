// What programs do in folders they were granted: one question to the host each, and files opened
// for writing, whose text is gathered here. A program cannot see when a file object dies, so what
// was written is passed on before anything else is asked of the host, and at the end of a cell.
#include "builtins_int.h"
#include "files.h"

#include "../obj/text_int.h"

#include <stdlib.h>

enum {
    PATH_MOST = 4096,    // bytes of a path that a kernel takes, its end included
    GATHERED = 64 << 10, // bytes that wait in a file opened for writing
    ASKING = 64,         // ticks for a question
    NO_ENTRY = 2,        // errno
    NO_MEMORY = 12,
    DENIED = 13,
    INVALID = 22,
    NAME_TOO_LONG = 36
};

static bool flush_all(struct py_isolate *iso);

// --- asking the host ----------------------------------------------------------------------------

void *py_raise_os(struct py_isolate *iso, int code, const char *text, py_value path, py_value to)
{
    py_value args[5] = {py_small_new(code), py_str_z(iso, text), path, PY_NONE, to};
    py_value e = args[1] ? py_call(iso, (py_value)py_t(iso, PY_T_OSError), args,
                                   to     ? 5
                                   : path ? 3
                                          : 2)
                         : NULL;
    return e ? py_raise_value(iso, e) : NULL;
}

const char *py_file_path(struct py_isolate *iso, py_value path, py_value *kept)
{
    py_value utf8 = py_is_str(path) ? py_str_z(iso, "utf-8") : NULL,
             errors = utf8 ? py_str_z(iso, "surrogateescape") : NULL;
    *kept = py_is_str(path) ? errors ? py_encode(iso, path, utf8, errors) : NULL : path;
    if (!*kept) return NULL;
    const char *text = (const char *)py_bytes(*kept)->b;
    size_t len = py_bytes(*kept)->len;
    if (!py_tick(iso, len / 64 + 1)) return NULL;
    if (strlen(text) != len) return py_raise_value_error(iso, "embedded null byte");
    return len < PATH_MOST ? text
                           : py_raise_os(iso, NAME_TOO_LONG, "File name too long", path, NULL);
}

static bool ask_host(struct py_isolate *iso, const struct py_file_call *call,
                     struct py_file_reply *r)
{
    memset(r, 0, sizeof *r);
    if (!py_tick_now(iso, ASKING + call->len / 64)) return false;
    iso->opt.hooks.folders(iso->opt.hooks.ctx, call, r);
    py_charge_bytes(iso, r->data ? r->len : 0);
    py_look_soon(iso);
    return true;
}

bool py_file_ask(struct py_isolate *iso, py_value path, py_value to, struct py_file_call *call,
                 struct py_file_reply *r)
{
    py_value kept[2];
    if (!iso->opt.hooks.folders)
        return py_raise_os(iso, DENIED, "Permission denied (no folder is granted to this program)",
                           path, NULL);
    if (!(call->path = py_file_path(iso, path, &kept[0])) ||
        (to && !(call->to = py_file_path(iso, to, &kept[1]))) || !flush_all(iso) ||
        !ask_host(iso, call, r))
        return false;
    if (!r->error) return true;
    free(r->data);
    r->data = NULL;
    if (r->error == NO_MEMORY) return py_raise_no_memory(iso);
    return py_raise_os(iso, r->error, r->message, path, to);
}

bool py_file_read(struct py_isolate *iso, const char *path, py_value name, py_value *data)
{
    struct py_file_call call = {.op = PY_FILE_READ, .path = path, .count = -1};
    struct py_file_reply r;
    *data = NULL;
    if (!flush_all(iso) || !ask_host(iso, &call, &r)) return false;
    if (r.outside && iso->opt.hooks.read_file) return true;
    if (r.error == NO_MEMORY) return py_raise_no_memory(iso);
    if (r.error) return py_raise_os(iso, r.error, r.message, name, NULL);
    *data = py_bytes_new(iso, r.data, r.len);
    free(r.data);
    return *data != NULL;
}

// --- files opened for writing -------------------------------------------------------------------

bool py_writer_open(struct py_isolate *iso, struct py_textfile *f, const char *mode)
{
    struct py_file_call call = {.op = PY_FILE_OPEN};
    struct py_file_reply r;
    bool append = strchr(mode, 'a') != NULL;
    call.at = strchr(mode, 'x') ? PY_FILE_EXCLUSIVE
              : append          ? PY_FILE_CREATE
                                : PY_FILE_CREATE | PY_FILE_EMPTY;
    f->gathered = py_bytearray_new(iso, NULL, GATHERED);
    if (!iso->writers) iso->writers = py_list_new(iso, 0);
    if (!f->gathered || !iso->writers || !py_file_ask(iso, f->name, NULL, &call, &r)) return false;
    free(r.data);
    f->file = r.file;
    f->append = append;
    f->at = append ? r.size : 0;
    return true;
}

// Hands bytes to the host, behind what was handed before.
static bool pass_on(struct py_isolate *iso, struct py_textfile *f, const unsigned char *data,
                    size_t len)
{
    struct py_file_call call = {.op = PY_FILE_WRITE,
                                .path = (const char *)py_bytes(f->path)->b,
                                .at = f->append ? -1 : f->at,
                                .data = (const char *)data,
                                .len = len,
                                .file = f->file};
    struct py_file_reply r;
    if (!ask_host(iso, &call, &r)) return false;
    free(r.data);
    if (r.error) return py_raise_os(iso, r.error, r.message, f->name, NULL);
    f->at = r.size;
    return true;
}

// Takes it off the list of those in which something waits.
static void leave_list(struct py_isolate *iso, const struct py_textfile *f)
{
    struct py_list *l = py_list(iso->writers);
    uint64_t i = l->n;
    while (i && l->v[i - 1] != (py_value)f) i--;
    py_charge(iso, l->n - i);
    if (!i) return;
    memmove(l->v + i - 1, l->v + i, (l->n - i) * sizeof *l->v);
    l->n--;
}

bool py_writer_flush(struct py_isolate *iso, struct py_textfile *f)
{
    size_t len = f->waiting;
    if (!len) return true;
    f->waiting = 0; // what cannot be written is not tried again
    leave_list(iso, f);
    const struct py_bytearray *b = (const struct py_bytearray *)f->gathered;
    return pass_on(iso, f, b->buf->u.b, len);
}

static bool flush_all(struct py_isolate *iso)
{
    if (!iso->writers) return true;
    while (py_list(iso->writers)->n)
        if (!py_writer_flush(iso, (struct py_textfile *)py_list(iso->writers)->v[0])) return false;
    return true;
}

// Without ticks, as the cell may have used up its own. Only an answer or a limit have no place for
// an error any more.
static void pass_last(struct py_isolate *iso, struct py_textfile *f)
{
    struct py_file_call call = {
        .op = PY_FILE_WRITE,
        .path = (const char *)py_bytes(f->path)->b,
        .at = f->append ? -1 : f->at,
        .data = (const char *)((struct py_bytearray *)f->gathered)->buf->u.b,
        .len = f->waiting,
        .file = f->file};
    struct py_file_reply r = {0};
    char text[200];
    f->waiting = 0;
    iso->opt.hooks.folders(iso->opt.hooks.ctx, &call, &r);
    free(r.data);
    f->at = r.error ? f->at : r.size;
    if (!r.error) return;
    if (!iso->stop && !iso->exc) py_raise_os(iso, r.error, r.message, f->name, NULL);
    else if (iso->opt.hooks.write) {
        int n = snprintf(text, sizeof text, "OSError while a file was written at the end: %s\n",
                         r.message);
        iso->opt.hooks.write(iso->opt.hooks.ctx, 2, text, (size_t)n);
    }
}

void py_files_end(struct py_isolate *iso)
{
    if (!iso->writers) return;
    for (uint64_t i = 0; i < py_list(iso->writers)->n; i++)
        pass_last(iso, (struct py_textfile *)py_list(iso->writers)->v[i]);
    py_list(iso->writers)->n = 0;
}

static bool gather(struct py_isolate *iso, struct py_textfile *f, const unsigned char *data,
                   size_t len)
{
    if (f->waiting + len > GATHERED && !py_writer_flush(iso, f)) return false;
    if (len > GATHERED) return pass_on(iso, f, data, len);
    if (!f->waiting && len && !py_list_append(iso, iso->writers, (py_value)f)) return false;
    struct py_bytearray *b = (struct py_bytearray *)f->gathered;
    memcpy(b->buf->u.b + f->waiting, data, len);
    f->waiting += len;
    return py_tick(iso, len / 64 + 1);
}

// \n as the file wants it. Of a subclass only the text counts: its replace() is the program's.
static py_value with_newlines(struct py_isolate *iso, const struct py_textfile *f, py_value text)
{
    text = py_str_exact(iso, text);
    if (!text || (f->newline != PY_NL_CR && f->newline != PY_NL_CRLF)) return text;
    py_value args[2] = {py_str_char(iso, '\n'),
                        py_str_z(iso, f->newline == PY_NL_CR ? "\r" : "\r\n")},
             name = py_str_intern_z(iso, "replace");
    return args[0] && args[1] && name ? py_call_method(iso, text, name, args, 2) : NULL;
}

py_value py_writer_write(struct py_isolate *iso, struct py_textfile *f, py_value v)
{
    const unsigned char *data;
    size_t len;
    if (f->binary) {
        struct py_textfile *below = f->buffer ? f->buffer : f;
        if (!py_bytes_view(iso, v, &data, &len)) return NULL;
        return gather(iso, below, data, len) ? py_int_new(iso, (int64_t)len) : NULL;
    }
    if (!py_is_str(v)) return py_raise_type_error(iso, "write() argument must be str, not %A", v);
    py_value text = with_newlines(iso, f, v),
             raw = text ? py_encode(iso, text, f->encoding, f->errors) : NULL;
    if (!raw || !gather(iso, f, py_bytes(raw)->b, py_bytes(raw)->len)) return NULL;
    return py_int_new(iso, (int64_t)py_str(v)->len);
}

int64_t py_seek_from(struct py_isolate *iso, const struct py_textfile *f, int64_t base, int64_t to)
{
    bool far = __builtin_add_overflow(base, to, &to) || to > INT64_MAX / 2;
    if (far) py_raise_os(iso, INVALID, "Invalid argument", f->name, NULL);
    else if (to < 0) py_raise_value_error(iso, "negative seek position %lld", (long long)to);
    return far || to < 0 ? -1 : to;
}

int64_t py_writer_seek(struct py_isolate *iso, struct py_textfile *f, int64_t to, int64_t whence)
{
    struct py_file_call call = {.op = PY_FILE_STAT};
    struct py_file_reply r;
    if (!py_writer_flush(iso, f)) return -1;
    int64_t base = whence == 1 ? f->at : 0;
    if (whence == 2) { // the size is the seventh number
        if (!py_file_ask(iso, f->name, NULL, &call, &r)) return -1;
        const char *p = r.data;
        for (int i = 0; i < 6; i++) p = strchr(p, ' ') ? strchr(p, ' ') + 1 : p;
        base = strtoll(p, NULL, 10);
        free(r.data);
    }
    int64_t at = py_seek_from(iso, f, base, to);
    return at < 0 ? -1 : (f->at = at);
}

bool py_writer_truncate(struct py_isolate *iso, struct py_textfile *f, int64_t size)
{
    struct py_file_call call = {.op = PY_FILE_TRUNCATE, .at = size, .file = f->file};
    struct py_file_reply r;
    if (!py_writer_flush(iso, f) || !py_file_ask(iso, f->name, NULL, &call, &r)) return false;
    free(r.data);
    return true;
}
