// File objects: sys.stdin, sys.stdout and sys.stderr, granted files opened for reading, which lie
// in memory as one str or bytes, and those opened for writing (files.c).
#include "builtins_int.h"
#include "files.h"

#include "../output.h"
#include "../obj/text_int.h"

#include <stdlib.h>

#define SELF(v) ((struct py_textfile *)(v))

struct py_textfile *py_textfile_new(struct py_isolate *iso, int fd, const char *mode, bool binary)
{
    bool reads = fd == 0 || fd == PY_FD_MEMORY;
    enum py_type_id type = !binary ? PY_T_TEXTFILE : reads ? PY_T_FILEREADER : PY_T_FILEWRITER;
    struct py_textfile *f = py_new(iso, py_t(iso, type), sizeof *f);
    if (!f) return NULL;
    f->binary = binary;
    f->fd = fd;
    f->mode = py_str_z(iso, mode);
    f->name = PY_NONE;
    return f->mode ? f : NULL;
}

py_value py_textfile_std(struct py_isolate *iso, int fd)
{
    static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};
    py_value *kept = fd == 0 ? &iso->stdin_ : fd == 1 ? &iso->stdout_ : &iso->stderr_;
    if (*kept) return *kept;
    struct py_textfile *f = py_textfile_new(iso, fd, fd ? "w" : "r", false);
    if (!f || !(f->name = py_str_z(iso, names[fd]))) return NULL;
    // As CPython's under UTF-8: what is no text can be told, and written back.
    if (!fd && !iso->opt.agent && !(f->errors = py_str_z(iso, "surrogateescape"))) return NULL;
    return *kept = (py_value)f;
}

// An error of read_file by the name of its class.
static void *raise_named(struct py_isolate *iso, const char *kind, py_value path)
{
    static const struct {
        const char *name;
        int code;
        const char *text;
    } kinds[] = {
        {"FileNotFoundError", 2, "No such file or directory"},
        {"IsADirectoryError", 21, "Is a directory"},
        {"PermissionError", 13, "Permission denied (the file is not granted to this program)"}};
    char text[400];
    const char *more = kind ? strstr(kind, ": ") : NULL;
    int i = 2;
    for (int k = 0; k < 3; k++)
        if (kind && !strncmp(kind, kinds[k].name, strlen(kinds[k].name))) i = k;
    int len = (int)strlen(kinds[i].text), noted = kinds[i].text[len - 1] == ')';
    snprintf(text, sizeof text, "%.*s%s%s%s", more ? len - noted : len, kinds[i].text,
             !more   ? ""
             : noted ? "; "
                     : " (",
             more ? more + 2 : "", more ? ")" : "");
    return py_raise_os(iso, kinds[i].code, text, path, NULL);
}

static bool text_arg(struct py_isolate *iso, const char *name, py_value given, py_value *out)
{
    if (given == PY_NONE) given = NULL;
    *out = given;
    if (!given || py_is_str(given)) return true;
    py_raise_type_error(iso, "open() argument '%s' must be str or None, not %A", name, given);
    return false;
}

// Takes encoding, errors and newline, and refuses what a binary file does not have.
static bool take_mode(struct py_isolate *iso, struct py_textfile *f, const py_value how[3])
{
    static const char *const newlines[] = {
        [PY_NL_ANY] = "", [PY_NL_LF] = "\n", [PY_NL_CR] = "\r", [PY_NL_CRLF] = "\r\n"};
    static const char *const refused[] = {"encoding", "errors", "newline"};
    py_value newline;
    if (!text_arg(iso, "encoding", how[0], &f->encoding) ||
        !text_arg(iso, "errors", how[1], &f->errors) || !text_arg(iso, "newline", how[2], &newline))
        return false;
    const py_value given[] = {f->encoding, f->errors, newline};
    for (int i = 0; f->binary && i < 3; i++) {
        if (!given[i]) continue;
        py_raise_value_error(iso, "binary mode doesn't take %s %s argument", i == 2 ? "a" : "an",
                             refused[i]);
        return false;
    }
    f->newline = PY_NL_MADE;
    if (!newline) return true;
    const char *text = py_str_utf8(iso, newline, NULL);
    if (!text) return false;
    for (int i = PY_NL_ANY; i <= PY_NL_CRLF; i++)
        if (!strcmp(text, newlines[i])) f->newline = i;
    if (f->newline != PY_NL_MADE) return true;
    py_raise_value_error(iso, "illegal newline value: %U", newline);
    return false;
}

// The text; unless newlines are kept, \r\n and \r become \n.
py_value py_file_decode(struct py_isolate *iso, const struct py_textfile *f, py_value raw)
{
    py_value s = py_decode(iso, raw, f->encoding, f->errors),
             cr = s ? py_str_char(iso, '\r') : NULL;
    if (!cr || f->newline != PY_NL_MADE) return cr ? s : NULL;
    if (py_str_find(iso, py_str(s), py_str(cr), 0, py_str(s)->len) < 0)
        return py_error(iso) ? NULL : s;
    struct py_sb b;
    py_sb_init(&b, iso);
    for (size_t i = 0; i < py_str(s)->len; i++) {
        uint32_t c = py_str_at(py_str(s), i);
        if (c == '\r') {
            c = '\n';
            if (i + 1 < py_str(s)->len && py_str_at(py_str(s), i + 1) == '\n') i++;
        }
        py_sb_char(&b, c);
    }
    return py_sb_finish(&b);
}

// The file's bytes, from a granted folder or as granted by name.
py_value py_file_whole(struct py_isolate *iso, const char *path, py_value name)
{
    const char *error = NULL;
    size_t len = 0;
    py_value raw = NULL;
    if (iso->opt.hooks.folders && (!py_file_read(iso, path, name, &raw) || raw)) return raw;
    if (!iso->opt.hooks.read_file) return raise_named(iso, "PermissionError", name);
    char *text = iso->opt.hooks.read_file(iso->opt.hooks.ctx, path, &len, &error);
    py_look_soon(iso);
    if (!text && error && !strcmp(error, "MemoryError")) return py_raise_no_memory(iso);
    if (!text) return raise_named(iso, error, name);
    raw = py_bytes_new(iso, text, len);
    free(text);
    return raw;
}

// What is left of standard input, to be read once more from its start where the host keeps it.
py_value py_open_stdin(struct py_isolate *iso, py_value name, bool binary, const py_value how[3])
{
    py_value in = py_textfile_std(iso, 0), buffer, raw;
    bool stream = in && py_type_of(iso, in) != py_t(iso, PY_T_TEXTFILE);
    if (in && !stream && !iso->opt.hooks.read_line)
        return py_raise_os(iso, 13,
                           "Permission denied (no standard input is granted to this program)", name,
                           NULL);
    buffer = in ? py_getattr_s(iso, in, "buffer") : NULL;
    raw = buffer ? py_call_method(iso, buffer, py_str_intern_z(iso, "read"), NULL, 0) : NULL;
    struct py_textfile *f = raw ? py_textfile_new(iso, PY_FD_MEMORY, binary ? "rb" : "r", binary)
                                : NULL;
    if (!f || !take_mode(iso, f, how)) return NULL;
    bool marked = py_bytes(raw)->len > 2 && !memcmp(py_bytes(raw)->b, "\xef\xbb\xbf", 3);
    if (marked && stream && !binary && !f->encoding) f->encoding = py_str_z(iso, "utf-8-sig");
    f->name = name;
    f->data = binary ? raw : py_file_decode(iso, f, raw);
    if (!f->data || binary) return f->data ? (py_value)f : NULL;
    if (!(f->buffer = py_textfile_new(iso, PY_FD_MEMORY, "rb", true))) return NULL;
    f->buffer->name = name;
    f->buffer->data = raw;
    return (py_value)f;
}

py_value py_open_file(struct py_isolate *iso, py_value path, const char *mode, bool binary,
                      const py_value how[3])
{
    py_value kept;
    const char *name = py_file_path(iso, path, &kept);
    bool writes = strpbrk(mode, "wax") != NULL;
    int fd = writes ? PY_FD_WRITER : PY_FD_MEMORY;
    struct py_textfile *f = name ? py_textfile_new(iso, fd, mode, binary) : NULL;
    if (!f) return NULL;
    f->name = path;
    if (!take_mode(iso, f, how)) return NULL;
    f->path = kept;
    if (writes) return py_writer_open(iso, f, mode) ? (py_value)f : NULL;
    py_value raw = py_file_whole(iso, name, path);
    if (!raw) return NULL;
    f->data = binary ? raw : py_file_decode(iso, f, raw);
    return f->data ? (py_value)f : NULL;
}

// A file that is written as text and as bytes is one: that with the text.
static struct py_textfile *whole(struct py_textfile *f)
{
    return f->binary && f->buffer ? f->buffer : f;
}

static bool check_open(struct py_isolate *iso, struct py_textfile *f)
{
    if (f->detached) py_raise_value_error(iso, "underlying buffer has been detached");
    else if (whole(f)->closed) py_raise_value_error(iso, "I/O operation on closed file.");
    else return true;
    return false;
}

bool py_file_unsupported(struct py_isolate *iso, const char *what)
{
    py_value type = py_import(iso, "io"),
             cls = type ? py_getattr_s(iso, type, "UnsupportedOperation") : NULL;
    if (!cls) {
        if (iso->stop) return false;
        if (py_error(iso)) py_error_clear(iso);
        py_raise(iso, PY_T_OSError, "%s", what);
        return false;
    }
    py_value text = py_str_z(iso, what), e = text ? py_call1(iso, cls, text) : NULL;
    if (e) py_raise_value(iso, e);
    return false;
}

bool py_file_readable(struct py_isolate *iso, struct py_textfile *f)
{
    if (!check_open(iso, f)) return false;
    if (f->fd == 0) return true;
    if (f->fd != PY_FD_MEMORY) return py_file_unsupported(iso, f->binary ? "read" : "not readable");
    return !f->buffer || py_file_catch_up(iso, f);
}

static size_t data_len(const struct py_textfile *f)
{
    return f->binary ? py_bytes(f->data)->len : py_str(f->data)->len;
}

static py_value data_slice(struct py_isolate *iso, const struct py_textfile *f, size_t from,
                           size_t to)
{
    return f->binary ? py_bytes_new(iso, py_bytes(f->data)->b + from, to - from)
                     : py_str_slice(iso, f->data, from, to);
}

// Does the line end after the character at i, which is c?
static bool ends_line(const struct py_textfile *f, uint32_t c, size_t i, size_t len)
{
    if (f->binary || f->newline == PY_NL_MADE || f->newline == PY_NL_LF) return c == '\n';
    if (f->newline == PY_NL_CR) return c == '\r';
    bool crlf = c == '\n' && i && py_str_at(py_str(f->data), i - 1) == '\r';
    if (f->newline == PY_NL_CRLF) return crlf;
    bool before_lf = c == '\r' && i + 1 < len && py_str_at(py_str(f->data), i + 1) == '\n';
    return c == '\n' || (c == '\r' && !before_lf);
}

static py_value memory_line(struct py_isolate *iso, struct py_textfile *f, int64_t limit)
{
    size_t len = data_len(f), i = f->pos;
    if (limit >= 0 && (uint64_t)limit < len - i) len = i + (size_t)limit;
    while (i < len) {
        uint32_t c = f->binary ? py_bytes(f->data)->b[i] : py_str_at(py_str(f->data), i);
        i++;
        if (ends_line(f, c, i - 1, data_len(f))) break;
    }
    py_value line = py_tick(iso, (i - f->pos) / 8 + 1) ? data_slice(iso, f, f->pos, i) : NULL;
    if (line) f->pos = i;
    return line;
}

static py_value read_line(struct py_isolate *iso, struct py_textfile *f, int64_t limit)
{
    return f->fd == 0 ? py_stdin_line(iso, f, limit) : memory_line(iso, f, limit);
}

static bool is_empty(py_value line)
{
    return py_is_str(line) ? !py_str(line)->len : !py_bytes(line)->len;
}

static bool size_arg(struct py_isolate *iso, py_value v, int64_t *out)
{
    *out = -1;
    return !v || v == PY_NONE || py_as_int64(iso, v, out);
}

py_value py_file_take(struct py_isolate *iso, struct py_textfile *f, int64_t size)
{
    if (f->fd == 0) return py_stdin_read(iso, f, size);
    size_t len = data_len(f), from = f->pos,
           to = size < 0 || (uint64_t)size > len - from ? len : from + (size_t)size;
    py_value v = data_slice(iso, f, from, to);
    if (v) f->pos = to;
    return v;
}

static PY_NATIVE(m_read)
{
    int64_t size;
    return py_file_readable(iso, SELF(a[0])) && size_arg(iso, a[1], &size)
               ? py_file_take(iso, SELF(a[0]), size)
               : NULL;
}

static PY_NATIVE(m_readline)
{
    int64_t size;
    if (!py_file_readable(iso, SELF(a[0])) || !size_arg(iso, a[1], &size)) return NULL;
    return read_line(iso, SELF(a[0]), size);
}

static PY_NATIVE(m_readlines)
{
    int64_t hint, sum = 0;
    py_value list = py_list_new(iso, 0), line;
    if (!list || !py_file_readable(iso, SELF(a[0])) || !size_arg(iso, a[1], &hint)) return NULL;
    while ((line = read_line(iso, SELF(a[0]), -1)) && !is_empty(line)) {
        if (!py_list_append(iso, list, line)) return NULL;
        sum += py_len(iso, line);
        if (hint > 0 && sum > hint) break;
    }
    return line ? list : NULL;
}

static py_value write_bytes(struct py_isolate *iso, int fd, py_value v)
{
    const unsigned char *p;
    size_t len;
    if (!py_bytes_view(iso, v, &p, &len)) return NULL;
    return py_write(iso, fd, (const char *)p, len) ? py_small_new((int64_t)len) : NULL;
}

static PY_NATIVE(m_write)
{
    struct py_textfile *f = SELF(a[0]);
    if (!check_open(iso, f)) return NULL;
    if (f->fd == PY_FD_WRITER) return py_writer_write(iso, f, a[1]);
    if (f->fd != 1 && f->fd != 2)
        return py_file_unsupported(iso, f->binary ? "write" : "not writable"), NULL;
    if (f->binary) return write_bytes(iso, f->fd, a[1]);
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "write() argument must be str, not %A", a[1]);
    return py_write_str(iso, f->fd, a[1]) ? py_small_new(py_str(a[1])->len) : NULL;
}

static PY_NATIVE(m_writelines)
{
    py_value it = py_iter(iso, a[1]), line;
    if (!it) return NULL;
    while ((line = py_next(iso, it))) {
        py_value args[2] = {a[0], line};
        if (!m_write(iso, args)) return NULL;
    }
    return py_error(iso) ? NULL : PY_NONE;
}

static PY_NATIVE(m_flush)
{
    struct py_textfile *f = SELF(a[0]);
    if (!check_open(iso, f)) return NULL;
    if (f->fd == PY_FD_WRITER) return py_writer_flush(iso, whole(f)) ? PY_NONE : NULL;
    return f->fd < 1 || py_write_flush(iso, f->fd) ? PY_NONE : NULL;
}

static PY_NATIVE(m_close)
{
    struct py_textfile *f = whole(SELF(a[0]));
    if (f->fd >= 1 && !py_write_flush(iso, f->fd)) return NULL;
    bool written = f->fd != PY_FD_WRITER || f->closed || py_writer_flush(iso, f);
    f->closed = true;
    if (f->buffer) f->buffer->closed = true;
    if (!written) return NULL;
    return PY_NONE;
}

static PY_NATIVE(m_enter)
{
    return check_open(iso, SELF(a[0])) ? a[0] : NULL;
}
static PY_NATIVE_RAW(m_exit)
{
    return m_close(iso, a) ? PY_NONE : NULL;
}
static PY_NATIVE(m_readable)
{
    return py_bool(SELF(a[0])->fd == 0 || SELF(a[0])->fd == PY_FD_MEMORY);
}
static PY_NATIVE(m_writable)
{
    return py_bool(SELF(a[0])->fd > 0 || SELF(a[0])->fd == PY_FD_WRITER);
}
static PY_NATIVE(m_seekable)
{
    return py_bool(SELF(a[0])->fd < 0);
}
static PY_NATIVE(m_isatty)
{
    return PY_FALSE;
}
static PY_NATIVE(m_fileno)
{
    if (SELF(a[0])->fd >= 0) return py_small_new(SELF(a[0])->fd);
    return py_raise(iso, PY_T_OSError, "this file has no descriptor");
}
// Of output nothing can be changed: it is UTF-8, and passed on as the host wants it.
static PY_NATIVE(m_reconfigure)
{
    struct py_textfile *f = SELF(a[0]);
    bool begun = f->fd == 0 ? f->data != NULL : f->pos > 0, memory = f->fd == PY_FD_MEMORY;
    py_value how[3];
    if (!check_open(iso, f)) return NULL;
    for (int i = 0; i < 3; i++) how[i] = a[i + 1] == PY_NONE ? NULL : a[i + 1];
    if (f->fd > 0 || (!how[0] && !how[1] && !how[2])) return PY_NONE;
    if (begun)
        return py_file_unsupported(iso, "It is not possible to set the encoding or newline of "
                                        "stream after the first read"),
               NULL;
    if (!how[1] && !how[0]) how[1] = f->errors;
    if (!how[0]) how[0] = f->encoding;
    py_value none = py_bytes_new(iso, "\0\0\0", 4); // of any width
    if (!none || !take_mode(iso, f, how) || !py_decode(iso, none, f->encoding, NULL)) return NULL;
    if (!memory) return PY_NONE;
    struct py_textfile *b = py_file_buffer(iso, f);
    f->data = b ? py_file_decode(iso, f, b->data) : NULL;
    return f->data ? PY_NONE : NULL;
}

static PY_NATIVE(m_tell)
{
    const struct py_textfile *f = whole(SELF(a[0]));
    if (!check_open(iso, SELF(a[0]))) return NULL;
    bool writer = f->fd == PY_FD_WRITER;
    return py_int_new(iso, writer ? f->at + (int64_t)f->waiting : (int64_t)f->pos);
}

static PY_NATIVE(m_seek)
{
    struct py_textfile *f = whole(SELF(a[0]));
    int64_t to, whence = 0;
    if (!check_open(iso, SELF(a[0])) || !py_as_int64(iso, a[1], &to) ||
        !py_text_int(iso, a[2], &whence))
        return NULL;
    if (f->fd >= 0) return py_raise(iso, PY_T_OSError, "underlying stream is not seekable");
    if (f->fd == PY_FD_WRITER) {
        int64_t at = py_writer_seek(iso, f, to, whence);
        return at < 0 ? NULL : py_int_new(iso, at);
    }
    int64_t base = whence == 1 ? (int64_t)f->pos : whence == 2 ? (int64_t)data_len(f) : 0;
    int64_t at = py_seek_from(iso, f, base, to);
    if (at < 0) return NULL;
    if (f->buffer && !f->binary) { // the text anew, should bytes have been read below it
        f->buffer->pos = 0;
        f->at = -1;
        if (!py_file_catch_up(iso, f)) return NULL;
    }
    f->pos = (uint64_t)at > data_len(f) ? data_len(f) : (uint64_t)at;
    return py_int_new(iso, (int64_t)f->pos);
}

static PY_NATIVE(m_truncate)
{
    struct py_textfile *f = whole(SELF(a[0]));
    if (!check_open(iso, SELF(a[0]))) return NULL;
    int64_t size = f->at + (int64_t)f->waiting;
    if (f->fd != PY_FD_WRITER) return py_file_unsupported(iso, "truncate"), NULL;
    if (a[1] && a[1] != PY_NONE && !py_as_int64(iso, a[1], &size)) return NULL;
    return py_writer_truncate(iso, f, size) ? py_int_new(iso, size) : NULL;
}

#define COMMON_ROWS                                                                                \
    PY_ROW("read", m_read, "size=-1, /", NULL),                                                    \
        PY_ROW("readline", m_readline, "size=-1, /", NULL),                                        \
        PY_ROW("readlines", m_readlines, "hint=-1, /", NULL),                                      \
        PY_ROW("writelines", m_writelines, "lines, /", NULL), PY_ROW("flush", m_flush, "", NULL),  \
        PY_ROW("close", m_close, "", NULL), PY_ROW("__enter__", m_enter, "", NULL),                \
        PY_ROW("__exit__", m_exit, "*args", NULL), PY_ROW("readable", m_readable, "", NULL),       \
        PY_ROW("writable", m_writable, "", NULL), PY_ROW("seekable", m_seekable, "", NULL),        \
        PY_ROW("isatty", m_isatty, "", NULL), PY_ROW("fileno", m_fileno, "", NULL),                \
        PY_ROW("tell", m_tell, "", NULL), PY_ROW("seek", m_seek, "pos, whence=0, /", NULL),        \
        PY_ROW("truncate", m_truncate, "size=None, /", NULL)
#define BINARY_ROWS                                                                                \
    PY_ROW("write", m_write, "data, /", NULL),                                                     \
        PY_ROW("read1", py_bi_file_read1, "size=-1, /", NULL),                                     \
        PY_ROW("readinto", py_bi_file_readinto, "buffer, /", NULL),                                \
        PY_ROW("readinto1", py_bi_file_readinto1, "buffer, /", NULL),                              \
        PY_ROW("detach", py_bi_file_detach, "", NULL)

static const struct py_native_row text_methods[] = {
    COMMON_ROWS,
    PY_ROW("write", m_write, "text, /", NULL),
    PY_ROW("detach", py_bi_file_detach, "", NULL),
    PY_ROW("reconfigure", m_reconfigure,
           "*, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None",
           NULL),
    {0},
};
static const struct py_native_row reader_methods[] = {
    COMMON_ROWS, BINARY_ROWS, PY_ROW("peek", py_bi_file_peek, "size=0, /", NULL), {0}};
static const struct py_native_row writer_methods[] = {COMMON_ROWS, BINARY_ROWS, {0}};

static py_value get_name(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return SELF(v)->name;
}
static py_value get_mode(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return SELF(v)->mode;
}
static py_value get_closed(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_bool(whole(SELF(v))->closed);
}
static py_value get_encoding(struct py_isolate *iso, py_value v)
{
    return SELF(v)->encoding ? SELF(v)->encoding : py_str_z(iso, "utf-8");
}
static py_value get_errors(struct py_isolate *iso, py_value v)
{
    return SELF(v)->errors ? SELF(v)->errors : py_str_z(iso, "strict");
}
static py_value get_none(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value v)
{
    return PY_NONE;
}
static py_value get_false(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value v)
{
    return PY_FALSE;
}
static py_value get_buffer(struct py_isolate *iso, py_value v)
{
    struct py_textfile *f = SELF(v);
    py_value name = f->fd > 0 && iso->opt.agent ? py_str_z(iso, "buffer") : NULL;
    if (name) return py_raise_no_attr(iso, v, name);
    return f->detached ? py_raise_value_error(iso, "underlying buffer has been detached")
                       : (py_value)py_file_buffer(iso, f);
}

static const struct py_getset_row text_getset[] = {
    {"buffer", get_buffer, NULL, NULL},       {"name", get_name, NULL, NULL},
    {"mode", get_mode, NULL, NULL},           {"closed", get_closed, NULL, NULL},
    {"encoding", get_encoding, NULL, NULL},   {"errors", get_errors, NULL, NULL},
    {"newlines", get_none, NULL, NULL},       {"line_buffering", get_false, NULL, NULL},
    {"write_through", get_false, NULL, NULL}, {NULL, NULL, NULL, NULL},
};
static const struct py_getset_row binary_getset[] = {
    {"raw", py_file_raw, NULL, NULL}, {"name", get_name, NULL, NULL},
    {"mode", get_mode, NULL, NULL},   {"closed", get_closed, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static py_value slot_repr(struct py_isolate *iso, py_value v)
{
    struct py_textfile *f = SELF(v);
    if (f->binary)
        return py_str_format(iso, "<_io.Buffered%s name=%R>",
                             f->fd == PY_FD_WRITER ? "Writer" : "Reader", f->name);
    py_value encoding = get_encoding(iso, v);
    if (!encoding) return NULL;
    return py_str_format(iso, "<_io.TextIOWrapper name=%R mode=%R encoding=%R>", f->name, f->mode,
                         encoding);
}

static py_value slot_iter(struct py_isolate *iso, py_value v)
{
    return py_file_readable(iso, SELF(v)) ? v : NULL;
}

static py_value slot_next(struct py_isolate *iso, py_value v)
{
    if (!py_file_readable(iso, SELF(v))) return NULL;
    py_value line = read_line(iso, SELF(v), -1);
    return line && is_empty(line) ? NULL : line;
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_textfile *f = (struct py_textfile *)o;
    py_mark(iso, f->name);
    py_mark(iso, f->mode);
    py_mark(iso, f->data);
    py_mark(iso, f->encoding);
    py_mark(iso, f->errors);
    py_mark_obj(iso, f->buffer);
    py_mark(iso, f->path);
    py_mark(iso, f->gathered);
}

#define FILE_TYPE(NAME, METHODS, GETSET)                                                           \
    {                                                                                              \
        .name = NAME, .kind = PY_K_NATIVE, .size = sizeof(struct py_textfile), .methods = METHODS, \
        .getset = GETSET, .slots = {.repr = slot_repr, .iter = slot_iter, .next = slot_next},      \
        .trace = trace,                                                                            \
    }
const struct py_typedef py_textfile_def = FILE_TYPE("_io.TextIOWrapper", text_methods, text_getset);
const struct py_typedef py_filereader_def = FILE_TYPE("_io.BufferedReader", reader_methods,
                                                      binary_getset);
const struct py_typedef py_filewriter_def = FILE_TYPE("_io.BufferedWriter", writer_methods,
                                                      binary_getset);
