// A text of the host that is read as far as it is used, such as standard input. Every cell begins
// at its start: what an earlier one only looked at is not lost for those after it. Within a cell it
// is a stream that goes on, as a file is; an iterator keeps its place also into the next cell. Its
// member buffer reads the same bytes undecoded, from the same place on.
#include "../obj/text_int.h"
#include "embed_int.h"

// What all three kinds of objects begin with.
struct reader {
    struct py_obj h;
    struct stream *s; // a stream's own is itself
    bool bytes;
};

struct stream {
    struct reader r;
    struct reader *buffer; // NULL: not asked for yet
    long (*pull)(void *ctx, uint64_t at, char *buf, size_t cap);
    void *ctx;
    struct py_buf *buf; // bytes read ahead: those from start to end
    size_t start, end;
    uint64_t pos;  // of the next byte, in the whole text
    bool all;      // the text's last byte was pulled
    bool ended;    // and the program was told that there is no more
    uint64_t cell; // which read last; 0: none yet
    char read_in[PY_CELL_NAME];
    py_value encoding, errors; // as reconfigure() was given them; NULL: utf-8, strict
};

struct stream_iterator {
    struct reader r;
    uint64_t pos, cell; // where it is, and in which cell it was used last
};

static void stream_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct stream *)o)->buf);
    py_mark_obj(iso, ((struct stream *)o)->buffer);
    py_mark(iso, ((struct stream *)o)->encoding);
    py_mark(iso, ((struct stream *)o)->errors);
}

static void reader_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct reader *)o)->s);
}

static bool raise_gone(struct py_isolate *iso, const struct stream *s)
{
    py_raise(iso, PY_T_OSError,
             "this stream was read in %s and is too large to be kept: it cannot be read from its "
             "beginning again%s",
             s->read_in, s->ended ? "" : " (readline() and read(n) go on where that stopped)");
    return false;
}

// One call of the host. cap 0 only asks whether what is at `at` can be had.
static long pull(struct py_isolate *iso, struct stream *s, uint64_t at, char *buf, size_t cap)
{
    int64_t start = py_now(iso, 1);
    long n = s->pull(s->ctx, at, buf, cap);
    iso->host_ns += py_now(iso, 1) - start;
    py_look_soon(iso);
    return n;
}

// Reads more; false: error. At the end of input sets all.
static bool stream_fill(struct py_isolate *iso, struct stream *s)
{
    enum { STEP = 65536 };
    size_t have = s->end - s->start;
    if (s->start && s->buf) {
        memmove(s->buf->u.b, s->buf->u.b + s->start, have);
        s->start = 0;
        s->end = have;
    }
    if (!s->buf || s->buf->cap - s->end < STEP) {
        size_t want = have * 2 + STEP;
        struct py_buf *b = s->buf ? py_buf_resize(iso, s->buf, want)
                                  : py_buf_new(iso, PY_K_RAW, want);
        if (!b) return false;
        s->buf = b;
    }
    long n = pull(iso, s, s->pos + have, (char *)s->buf->u.b + s->end, STEP);
    if (n == PY_STREAM_GONE) return raise_gone(iso, s);
    if (n < 0) {
        if (!py_tick(iso, 1)) return false; // it was interrupted
        py_raise(iso, PY_T_OSError, "reading the standard input failed");
        return false;
    }
    if (n == 0) s->all = true;
    s->end += (size_t)n;
    return py_tick(iso, 1 + (uint64_t)n / 64);
}

static void go_to(struct stream *s, uint64_t at)
{
    if (at == s->pos) return;
    s->start = s->end = 0;
    s->pos = at;
    s->all = s->ended = false;
}

static void note_cell(struct py_isolate *iso, struct stream *s)
{
    s->cell = iso->cell_number;
    memcpy(s->read_in, iso->cell_name, sizeof s->read_in);
}

// Before every use. `whole`: all of the text is asked for, which after its end means once more.
static bool stream_begin(struct py_isolate *iso, struct stream *s, bool whole)
{
    bool later = s->cell && s->cell != iso->cell_number;
    if ((later || (whole && s->ended)) && s->pos) {
        bool kept = pull(iso, s, 0, NULL, 0) != PY_STREAM_GONE;
        if (!kept && (whole || s->ended)) return raise_gone(iso, s);
        if (kept) go_to(s, 0);
    }
    note_cell(iso, s);
    return true;
}

// What cannot be decoded is not taken: reconfigure(), or the buffer, can still be had.
static py_value stream_take(struct py_isolate *iso, struct stream *s, size_t n, bool bytes)
{
    const char *p = s->buf ? (char *)s->buf->u.b + s->start : "";
    py_value v = bytes || s->encoding || s->errors ? NULL : py_str_valid(iso, p, n);
    if (!v && !iso->exc) v = py_bytes_new(iso, p, n);
    if (v && !bytes && !py_is_str(v)) v = py_decode(iso, v, s->encoding, s->errors);
    if (!v) return NULL;
    s->start += n;
    s->pos += n;
    return v;
}

static int64_t bytes_of(struct py_isolate *iso, struct stream *s, int64_t limit, bool bytes);

// The mark of UTF-8 at the start of the text is none of it. False: error.
static bool skip_mark(struct py_isolate *iso, struct stream *s)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    size_t have;
    while ((have = s->end - s->start) < sizeof mark && !s->all &&
           (!have || !memcmp(s->buf->u.b + s->start, mark, have)))
        if (!stream_fill(iso, s)) return false;
    if (have < sizeof mark || memcmp(s->buf->u.b + s->start, mark, sizeof mark)) return true;
    s->start += sizeof mark;
    s->pos += sizeof mark;
    return true;
}

static bool at_text(struct py_isolate *iso, struct stream *s, bool bytes)
{
    return bytes || s->pos || s->encoding || skip_mark(iso, s);
}

// A line, of `limit` characters or bytes at most when that is not negative.
static py_value stream_line(struct py_isolate *iso, struct stream *s, bool bytes, int64_t limit)
{
    if (!at_text(iso, s, bytes)) return NULL;
    int64_t most = limit < 0 ? INT64_MAX : bytes_of(iso, s, limit, bytes);
    if (most < 0) return NULL;
    for (size_t seen = 0;;) {
        size_t have = s->end - s->start;
        const unsigned char *p = s->buf ? s->buf->u.b + s->start : NULL;
        const unsigned char *nl = p && have > seen ? memchr(p + seen, '\n', have - seen) : NULL;
        size_t n = nl ? (size_t)(nl - p) + 1 : have;
        if ((nl || have >= (uint64_t)most) && most > 0)
            return stream_take(iso, s, n < (uint64_t)most ? n : (size_t)most, bytes);
        if (!limit) return stream_take(iso, s, 0, bytes);
        seen = have;
        if (s->all) {
            if (!have) s->ended = true;
            return stream_take(iso, s, have, bytes);
        }
        if (!stream_fill(iso, s)) return NULL;
    }
}

static bool is_empty(py_value v)
{
    return py_is_str(v) ? !py_str(v)->len : !py_bytes(v)->len;
}

static py_value line_or_end(py_value line)
{
    return line && !is_empty(line) ? line : NULL;
}

static py_value stream_next(struct py_isolate *iso, py_value self)
{
    struct reader *r = (struct reader *)self;
    return stream_begin(iso, r->s, false) ? line_or_end(stream_line(iso, r->s, r->bytes, -1))
                                          : NULL;
}

static py_value iterator_next(struct py_isolate *iso, py_value self)
{
    struct stream_iterator *it = (struct stream_iterator *)self;
    struct stream *s = it->r.s;
    bool shared = it->cell == iso->cell_number && s->cell == iso->cell_number;
    if (!shared) go_to(s, it->pos);
    note_cell(iso, s);
    it->cell = iso->cell_number;
    py_value line = stream_line(iso, s, it->r.bytes, -1);
    it->pos = s->pos;
    return line_or_end(line);
}

static const struct py_typedef iterator_def = {
    .name = "TextStreamIterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct stream_iterator),
    .final = true,
    .trace = reader_trace,
    .slots = {.iter = py_iter_self, .next = iterator_next}};

static py_value stream_iter(struct py_isolate *iso, py_value self)
{
    const struct reader *r = (struct reader *)self;
    struct stream *s = r->s;
    if (!stream_begin(iso, s, true)) return NULL;
    struct py_type *t = py_type_from_def(iso, &iterator_def, NULL, "builtins");
    struct stream_iterator *it = t ? py_new(iso, t, sizeof *it) : NULL;
    if (!it) return NULL;
    it->r.s = s;
    it->r.bytes = r->bytes;
    it->pos = s->pos;
    it->cell = iso->cell_number;
    return (py_value)it;
}

#define SELF (((struct reader *)a[0])->s)
#define BYTES (((struct reader *)a[0])->bytes)

static bool size_arg(struct py_isolate *iso, py_value v, int64_t *out)
{
    *out = -1;
    if (v && v != PY_NONE && !py_as_int64(iso, v, out)) return false;
    if (*out > INT64_MAX / 8) *out = INT64_MAX / 8;
    return true;
}

static PY_NATIVE(m_readline)
{
    int64_t limit;
    return size_arg(iso, a[1], &limit) && stream_begin(iso, SELF, false)
               ? stream_line(iso, SELF, BYTES, limit)
               : NULL;
}

// Reads ahead until the next `limit` characters (bytes) are there, and gives their length in bytes;
// -1: error.
static int64_t bytes_of(struct py_isolate *iso, struct stream *s, int64_t limit, bool bytes)
{
    enum { LONGEST = 4 };
    size_t length = 0;
    int64_t count = 0;
    for (size_t want = (size_t)limit + LONGEST;;) {
        while (!s->all && s->end - s->start < want)
            if (!stream_fill(iso, s)) return -1;
        const unsigned char *p = s->buf ? s->buf->u.b + s->start : NULL;
        size_t left = s->end - s->start, sure = s->all ? left : left - (LONGEST - 1);
        if (bytes || s->encoding) return (int64_t)((uint64_t)limit < left ? (uint64_t)limit : left);
        for (; count < limit && length < sure; count++) do
                length++;
            while (length < left && (p[length] & 0xc0) == 0x80);
        if (count == limit || s->all) return (int64_t)length;
        want = left + (size_t)(limit - count) + LONGEST;
    }
}

static PY_NATIVE(m_read)
{
    struct stream *s = SELF;
    int64_t limit;
    if (!size_arg(iso, a[1], &limit) || !stream_begin(iso, s, limit < 0) || !at_text(iso, s, BYTES))
        return NULL;
    while (!s->all && limit < 0)
        if (!stream_fill(iso, s)) return NULL;
    int64_t len = limit < 0 ? (int64_t)(s->end - s->start) : bytes_of(iso, s, limit, BYTES);
    if (len < 0) return NULL;
    if (limit < 0 || (limit && !len)) s->ended = true;
    return stream_take(iso, s, (size_t)len, BYTES);
}

// What can be had at once, one read of the host at most.
static PY_NATIVE(m_read1)
{
    struct stream *s = SELF;
    int64_t limit;
    if (!size_arg(iso, a[1], &limit) || !stream_begin(iso, s, false)) return NULL;
    if (limit && s->start == s->end && !s->all && !stream_fill(iso, s)) return NULL;
    size_t len = s->end - s->start;
    if (limit && !len) s->ended = true;
    return stream_take(iso, s, limit >= 0 && (uint64_t)limit < len ? (size_t)limit : len, true);
}

static PY_NATIVE(m_lines)
{
    int64_t hint, sum = 0;
    py_value list = py_list_new(iso, 0), line;
    if (!list || !size_arg(iso, a[1], &hint)) return NULL;
    if (!stream_begin(iso, SELF, true)) return NULL;
    while ((line = line_or_end(stream_line(iso, SELF, BYTES, -1)))) {
        if (!py_list_append(iso, list, line)) return NULL;
        sum += py_len(iso, line);
        if (hint > 0 && sum > hint) break;
    }
    return iso->exc ? NULL : list;
}

static PY_NATIVE(m_seek)
{
    int64_t to;
    if (!py_as_int64(iso, a[1], &to)) return NULL;
    if (to) return py_raise(iso, PY_T_OSError, "this stream only goes back to its start: seek(0)");
    if (SELF->pos && pull(iso, SELF, 0, NULL, 0) == PY_STREAM_GONE)
        return raise_gone(iso, SELF), NULL;
    go_to(SELF, 0);
    SELF->ended = false;
    note_cell(iso, SELF);
    return py_small_new(0);
}

static PY_NATIVE(m_splitlines)
{
    py_value text = m_read(iso, (py_value[]){a[0], NULL}),
             name = text ? py_str_intern_z(iso, "splitlines") : NULL;
    return name ? py_call_method(iso, text, name, &a[1], a[1] ? 1 : 0) : NULL;
}

// What is read from now on. Where a line ends is seen in the bytes, so that UTF-16 is for read().
static PY_NATIVE(m_reconfigure)
{
    struct stream *s = SELF;
    for (int i = 1; i < 3; i++)
        if (a[i] && a[i] != PY_NONE && !py_is_str(a[i]))
            return py_raise_type_error(iso, "reconfigure() takes names as str, not %T", a[i]);
    bool encoding = a[1] && a[1] != PY_NONE, errors = a[2] && a[2] != PY_NONE;
    py_value none = py_bytes_new(iso, "\0\0\0", 4); // of any width
    if (!none || !py_decode(iso, none, encoding ? a[1] : s->encoding, NULL)) return NULL;
    if (encoding) s->encoding = a[1];
    if (errors || encoding) s->errors = errors ? a[2] : NULL;
    return PY_NONE;
}

static PY_NATIVE(m_fileno)
{
    return py_small_new(0);
}

static PY_NATIVE(m_self)
{
    return a[0];
}
static PY_NATIVE(m_none)
{
    return PY_NONE;
}
static PY_NATIVE_RAW(m_exit)
{
    return PY_NONE;
}
static PY_NATIVE(m_true)
{
    return PY_TRUE;
}
static PY_NATIVE(m_false)
{
    return PY_FALSE;
}

// What both views of a stream have, as every file does.
#define FILE_ROWS                                                                                  \
    PY_ROW("close", m_none, "", NULL), PY_ROW("flush", m_none, "", NULL),                          \
        PY_ROW("__enter__", m_self, "", NULL), PY_ROW("__exit__", m_exit, "*args", NULL),          \
        PY_ROW("readable", m_true, "", NULL), PY_ROW("writable", m_false, "", NULL),               \
        PY_ROW("seekable", m_false, "", NULL), PY_ROW("isatty", m_false, "", NULL),                \
        PY_ROW("fileno", m_fileno, "", NULL)
static const struct py_native_row stream_methods[] = {
    PY_ROW("read", m_read, "size=-1, /", "All that is left, or up to size characters (bytes)."),
    PY_ROW("readline", m_readline, "size=-1, /",
           "The next line with its newline; empty at the end."),
    PY_ROW("readlines", m_lines, "hint=-1, /", "The lines left, as a list."),
    PY_ROW("lines", m_lines, "hint=-1, /", "The lines left, as a list."),
    PY_ROW("seek", m_seek, "pos, whence=0, /", "seek(0) goes back to the start."),
    PY_ROW("splitlines", m_splitlines, "keepends=False", "Those of all that is left, read."),
    PY_ROW("reconfigure", m_reconfigure,
           "*, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None",
           "How what is read from now on is decoded."),
    FILE_ROWS,
    {0}};
static const struct py_native_row buffer_methods[] = {
    PY_ROW("read", m_read, "size=-1, /", NULL),
    PY_ROW("read1", m_read1, "size=-1, /", "What can be had at once, up to size bytes."),
    PY_ROW("readline", m_readline, "size=-1, /", NULL),
    PY_ROW("readlines", m_lines, "hint=-1, /", NULL),
    PY_ROW("seek", m_seek, "pos, whence=0, /", NULL),
    FILE_ROWS,
    {0}};

static py_value get_name(struct py_isolate *iso, PY_UNUSED py_value v)
{
    return py_str_z(iso, "<stdin>");
}
static py_value get_mode(struct py_isolate *iso, py_value v)
{
    return py_str_z(iso, ((struct reader *)v)->bytes ? "rb" : "r");
}
static py_value get_encoding(struct py_isolate *iso, py_value v)
{
    const struct stream *s = ((struct reader *)v)->s;
    return s->encoding ? s->encoding : py_str_z(iso, "utf-8");
}
static py_value get_errors(struct py_isolate *iso, py_value v)
{
    const struct stream *s = ((struct reader *)v)->s;
    return s->errors ? s->errors : py_str_z(iso, "strict");
}
static py_value get_newlines(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value v)
{
    return PY_NONE;
}
static py_value get_closed(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value v)
{
    return PY_FALSE;
}

static const struct py_getset_row buffer_getset[] = {{"name", get_name, NULL, NULL},
                                                     {"mode", get_mode, NULL, NULL},
                                                     {"closed", get_closed, NULL, NULL},
                                                     {NULL, NULL, NULL, NULL}};

static const struct py_typedef buffer_def = {.name = "BytesStream",
                                             .kind = PY_K_NATIVE,
                                             .size = sizeof(struct reader),
                                             .final = true,
                                             .methods = buffer_methods,
                                             .getset = buffer_getset,
                                             .trace = reader_trace,
                                             .slots = {.iter = stream_iter, .next = stream_next}};

static py_value get_buffer(struct py_isolate *iso, py_value v)
{
    struct stream *s = ((struct reader *)v)->s;
    if (s->buffer) return (py_value)s->buffer;
    struct py_type *t = py_type_from_def(iso, &buffer_def, NULL, "builtins");
    struct reader *r = t ? py_new(iso, t, sizeof *r) : NULL;
    if (!r) return NULL;
    r->s = s;
    r->bytes = true;
    s->buffer = r;
    return (py_value)r;
}

static const struct py_getset_row stream_getset[] = {
    {"name", get_name, NULL, NULL},         {"mode", get_mode, NULL, NULL},
    {"encoding", get_encoding, NULL, NULL}, {"buffer", get_buffer, NULL, NULL},
    {"errors", get_errors, NULL, NULL},     {"newlines", get_newlines, NULL, NULL},
    {"closed", get_closed, NULL, NULL},     {NULL, NULL, NULL, NULL}};

static const struct py_typedef stream_def = {.name = "TextStream",
                                             .kind = PY_K_NATIVE,
                                             .size = sizeof(struct stream),
                                             .final = true,
                                             .methods = stream_methods,
                                             .getset = stream_getset,
                                             .trace = stream_trace,
                                             .slots = {.iter = stream_iter, .next = stream_next}};

// sys.stdin and input() of an agent's code read what its variable stdin reads.
static bool be_stdin(struct py_isolate *iso, py_value s)
{
    iso->stdin_ = s;
    py_value sys = iso->modules ? py_dict_get_z(iso, iso->modules, "sys") : NULL;
    if (!sys || !py_is_kind(sys, PY_K_MODULE)) return true;
    struct py_dict *d = ((struct py_module *)sys)->dict;
    return py_dict_set_z(iso, d, "stdin", s) && py_dict_set_z(iso, d, "__stdin__", s);
}

bool py_define_stream(struct py_isolate *iso, const char *name,
                      long (*pull_fn)(void *ctx, uint64_t at, char *buf, size_t cap), void *ctx,
                      struct py_result *result)
{
    py_cell_begin(iso, __builtin_frame_address(0));
    struct py_type *t = py_type_from_def(iso, &stream_def, NULL, "builtins");
    // Whatever wants a str or a list names the class in its error: the name says what to do.
    if (t) t->name = t->qualname = py_str_intern_z(iso, "TextStream (use stdin.read())");
    struct stream *s = t && t->name ? py_new(iso, t, sizeof *s) : NULL;
    if (s) {
        s->r.s = s;
        s->pull = pull_fn;
        s->ctx = ctx;
        if (iso->opt.agent && !strcmp(name, "stdin") && !be_stdin(iso, (py_value)s)) s = NULL;
    }
    return py_host_keep(iso, name, (py_value)s, result);
}
