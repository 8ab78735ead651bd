// print, input, open, help and exit. Output goes through the isolate's counted writer.
#include "builtins_int.h"
#include "files.h"

#include "../output.h"
#include "../obj/text_int.h"

#include <stdlib.h>
#include <strings.h>

bool py_write_str(struct py_isolate *iso, int fd, py_value s)
{
    const struct py_str *t = py_str(s);
    if (t->ascii) return py_write(iso, fd, t->data, t->len);
    py_value b = py_encode(iso, s, NULL, NULL);
    return b && py_write(iso, fd, (const char *)py_bytes(b)->b, py_bytes(b)->len);
}

// sys.NAME as the program sees it now, or NULL without exception.
static py_value sys_get(struct py_isolate *iso, const char *name)
{
    py_value m = iso->modules ? py_dict_get_str(iso, iso->modules, py_name(iso, PY_N_sys)) : NULL;
    if (!m || !py_is_kind(m, PY_K_MODULE)) return NULL;
    return py_dict_get_z(iso, ((struct py_module *)m)->dict, name);
}

// Where print writes: fd when `file` is a standard stream, else -1.
static int direct_fd(struct py_isolate *iso, py_value file)
{
    if (!file) return 1;
    if (py_is_ptr(file) && py_type_of(iso, file) == py_t(iso, PY_T_TEXTFILE)) {
        const struct py_textfile *f = (const struct py_textfile *)file;
        if (!f->closed && (f->fd == 1 || f->fd == 2)) return f->fd;
    }
    return -1;
}

struct printer {
    struct py_isolate *iso;
    int fd;
    py_value file;
};

// Writes str(v). A file that cannot write says so before v is asked for its text.
static bool emit(struct printer *p, py_value v)
{
    py_value write = p->fd > 0 ? NULL : py_getattr(p->iso, p->file, py_name(p->iso, PY_N_write));
    if (p->fd <= 0 && !write) return false;
    py_value s = v ? py_str_of(p->iso, v) : NULL;
    if (!s) return false;
    return write ? py_call1(p->iso, write, s) != NULL : py_write_str(p->iso, p->fd, s);
}

static bool text_option(struct py_isolate *iso, py_value v, const char *name, py_value *out)
{
    if (v != PY_NONE && !py_is_str(v)) {
        py_raise_type_error(iso, "%s must be None or a string, not %T", name, v);
        return false;
    }
    *out = v == PY_NONE ? NULL : v;
    return true;
}

// All names are looked at before any value.
static bool print_options(struct py_isolate *iso, py_value *v, py_value kw, py_value *sep,
                          py_value *end, py_value *file, bool *flush)
{
    static const char *const names[] = {"sep", "end", "file", "flush"};
    py_value given[4] = {PY_NONE, PY_NONE, PY_NONE, PY_FALSE};
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        py_value name = py_tuple(kw)->v[i];
        int at = 0;
        while (at < 4 && !py_str_is(name, names[at])) at++;
        if (at == 4) {
            py_raise_type_error(iso, "'%U' is an invalid keyword argument for print()", name);
            return false;
        }
        given[at] = v[i];
    }
    *file = given[2] == PY_NONE ? NULL : given[2];
    return py_text_flag(iso, given[3], flush) && text_option(iso, given[0], "sep", sep) &&
           text_option(iso, given[1], "end", end);
}

PY_NATIVE_RAW(py_bi_print)
{
    py_value sep = NULL, end = NULL, file = NULL;
    bool flush = false;
    if (kw && !print_options(iso, a + n, kw, &sep, &end, &file, &flush)) return NULL;
    if (!file && (file = sys_get(iso, "stdout")) == PY_NONE) return PY_NONE;
    struct printer p = {iso, direct_fd(iso, file), file};
    if (!sep) sep = py_str_char(iso, ' ');
    if (!end) end = py_str_char(iso, '\n');
    for (int i = 0; i < n; i++) {
        if (i && !emit(&p, sep)) return NULL;
        if (!emit(&p, a[i])) return NULL;
    }
    if (!emit(&p, end)) return NULL;
    if (!flush) return PY_NONE;
    if (p.fd > 0) return py_write_flush(iso, p.fd) ? PY_NONE : NULL;
    return py_call_method(iso, file, py_name(iso, PY_N_flush), NULL, 0) ? PY_NONE : NULL;
}

PY_NATIVE(py_bi_input)
{
    py_value prompt = a[0] ? py_str_of(iso, a[0]) : NULL, in = sys_get(iso, "stdin");
    if (a[0] && !prompt) return NULL;
    if (!in && !(in = py_textfile_std(iso, 0))) return NULL; // nobody has imported sys
    if (in == PY_NONE) return py_raise(iso, PY_T_RuntimeError, "input(): lost sys.stdin");
    struct py_textfile *f = (struct py_textfile *)in;
    bool own = py_type_of(iso, in) == py_t(iso, PY_T_TEXTFILE) && f->fd == 0 && !f->binary;
    if (!own) {
        struct printer p = {iso, 1, NULL};
        if (prompt && (!emit(&p, prompt) || !py_write_flush(iso, 1))) return NULL;
        py_value line = py_call_method(iso, in, py_name(iso, PY_N_readline), NULL, 0);
        if (!line) return NULL;
        if (!py_is_str(line))
            return py_raise_type_error(iso, "object.readline() returned non-string");
        size_t k = py_str(line)->len;
        if (!k) return py_raise(iso, PY_T_EOFError, "EOF when reading a line");
        return py_str_slice(iso, line, 0, py_str_at(py_str(line), k - 1) == '\n' ? k - 1 : k);
    }
    if (prompt && (!py_write_str(iso, 1, prompt) || !py_write_flush(iso, 1))) return NULL;
    if (!iso->opt.hooks.read_line)
        return py_raise(iso, PY_T_EOFError,
                        "EOF when reading a line (no standard input is granted to this program)");
    py_value line = py_stdin_line(iso, f, -1);
    if (!line) return NULL;
    if (!py_str(line)->len) return py_raise(iso, PY_T_EOFError, "EOF when reading a line");
    size_t k = py_str(line)->len;
    return py_str_slice(iso, line, 0, py_str_at(py_str(line), k - 1) == '\n' ? k - 1 : k);
}

// What open() is asked for; NULL: it is well, else what is wrong with it (%U: the mode).
static const char *mode_is(py_value mode, bool *binary, bool *writes, bool *both)
{
    static const char letters[] = "rwaxbt+";
    int count[sizeof letters] = {0};
    for (size_t i = 0; i < py_str(mode)->len; i++) {
        uint32_t c = py_str_at(py_str(mode), i);
        const char *at = c && c < 128 ? strchr(letters, (int)c) : NULL;
        if (!at || count[at - letters]++) return "invalid mode: '%U'";
    }
    *writes = count[1] + count[2] + count[3];
    *binary = count[4];
    *both = count[6];
    if (count[4] && count[5]) return "can't have text and binary mode at once";
    switch (count[0] + count[1] + count[2] + count[3]) {
    case 0: return "Must have exactly one of create/read/write/append mode and at most one plus";
    case 1: return NULL;
    default: return "must have exactly one of create/read/write/append mode";
    }
}

py_value py_path_of(struct py_isolate *iso, py_value v)
{
    bool found;
    if (py_is_str(v) || py_is_kind(v, PY_K_BYTES)) return v;
    py_value name = py_str_intern_z(iso, "__fspath__");
    if (!name) return NULL;
    py_value path = py_is_anyint(v) ? NULL : py_call_special(iso, v, name, NULL, 0, &found);
    if (!path && py_error(iso)) return NULL;
    if (!path)
        return py_raise_type_error(iso, "expected str, bytes or os.PathLike object, not %T", v);
    if (!py_is_str(path) && !py_is_kind(path, PY_K_BYTES))
        return py_raise_type_error(iso, "expected %T.__fspath__() to return str or bytes, not %T",
                                   v, path);
    return path;
}

// Files that are read and written, and such without a buffer: streams in Python over raw ones.
static py_value open_stack(struct py_isolate *iso, const py_value *a, py_value path)
{
    py_value module = py_import(iso, "_iostack"),
             name = module ? py_str_intern_z(iso, "_open") : NULL,
             mode = a[1]   ? a[1]
                    : name ? py_str_intern_z(iso, "r")
                           : NULL;
    py_value args[6] = {path, mode, a[2] ? a[2] : py_small_new(-1)};
    for (int i = 3; i < 6; i++) args[i] = a[i] ? a[i] : PY_NONE;
    return mode ? py_call_method(iso, module, name, args, 6) : NULL;
}

// May each piece of text be encoded by itself? Not where a mark stands before the first.
static bool is_plain_encoding(struct py_isolate *iso, py_value encoding)
{
    static const char *const plain[] = {"utf-8",   "utf8",       "ascii",
                                        "latin-1", "iso-8859-1", "cp1252"};
    const char *name = !encoding || encoding == PY_NONE ? "utf-8"
                       : py_is_str(encoding)            ? py_str_utf8(iso, encoding, NULL)
                                                        : NULL;
    for (size_t i = 0; name && i < sizeof plain / sizeof *plain; i++)
        if (!strcasecmp(name, plain[i])) return true;
    return !name; // open() says what is wrong with it
}

// Of what numbers stand for there is only this.
static bool is_stdin(py_value file)
{
    return file == py_small_new(0) || (py_is_str(file) && py_str_is(file, "/dev/stdin"));
}

PY_NATIVE(py_bi_open)
{
    bool binary = false, writes = false, both = false, granted = iso->opt.hooks.folders;
    const char *mode = "r", *wrong;
    int64_t buffering = -1;
    bool input = is_stdin(a[0]), number = py_is_anyint(a[0]);
    py_value path = number ? a[0] : py_path_of(iso, a[0]);
    if (!path) return NULL;
    if (a[1]) {
        if (!py_is_str(a[1]))
            return py_raise_type_error(iso, "open() argument 'mode' must be str, not %A", a[1]);
        if ((wrong = mode_is(a[1], &binary, &writes, &both)))
            return py_raise_value_error(iso, wrong, a[1]);
        if (!(mode = py_str_utf8(iso, a[1], NULL))) return NULL;
    }
    if (a[2] && !py_as_int64(iso, a[2], &buffering)) return NULL;
    if (!buffering && !binary) return py_raise_value_error(iso, "can't have unbuffered text I/O");
    if (input && !writes && !both) return py_open_stdin(iso, a[0], binary, &a[3]);
    if (number) return py_raise_os(iso, 9, "Bad file descriptor", NULL, NULL);
    bool pieces = binary || !writes || is_plain_encoding(iso, a[3]);
    if (py_error(iso)) return NULL;
    if (granted && (both || !buffering || !pieces)) return open_stack(iso, a, path);
    if ((writes || both) && !granted)
        return py_raise_os(iso, 13, "Permission denied (this program may not write files)", path,
                           NULL);
    const py_value how[3] = {a[3], a[4], a[5]}; // encoding, errors, newline
    py_value file = py_open_file(iso, path, mode, binary, how);
    if (file || writes || !granted || !py_error_is(iso, PY_T_MemoryError)) return file;
    py_error_clear(iso); // too large to be held: read in pieces
    return open_stack(iso, a, path);
}

// A function of the host, or its name, is told as the host has written it.
static py_value stub_of(struct py_isolate *iso, py_value v)
{
    if (iso->tools && py_is_kind(v, PY_K_STR)) v = py_dict_get_str(iso, iso->tools, v);
    if (!v || !iso->host_functions || (py_value)py_type_of(iso, v) != iso->host_functions)
        return NULL;
    return py_getattr_s(iso, v, "__stub__");
}

PY_NATIVE(py_bi_help)
{
    py_value stub = a[0] ? stub_of(iso, a[0]) : NULL;
    if (stub) return py_write_str(iso, 1, stub) && py_write(iso, 1, "\n", 1) ? PY_NONE : NULL;
    if (!a[0])
        return py_write(iso, 1, "help(object) prints its documentation.\n", 39) ? PY_NONE : NULL;
    py_value name = py_getattr_opt(iso, a[0], py_name(iso, PY_N___qualname__));
    if (!name && !py_error(iso))
        name = py_getattr_opt(iso, (py_value)py_type_of(iso, a[0]),
                              py_name(iso, PY_N___qualname__));
    py_value sig = name ? py_getattr_opt(iso, a[0], py_name(iso, PY_N___text_signature__)) : NULL;
    py_value doc = name && !py_error(iso) ? py_getattr_opt(iso, a[0], py_name(iso, PY_N___doc__))
                                          : NULL;
    if (py_error(iso)) return NULL;
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_format(&b, "Help on %s:\n\n", py_type_name(iso, a[0]));
    if (name) py_sb_format(&b, "%S", name);
    if (sig && sig != PY_NONE) py_sb_format(&b, "%S", sig);
    py_sb_z(&b, "\n");
    if (doc && doc != PY_NONE) py_sb_format(&b, "    %S\n", doc);
    py_value text = py_sb_finish(&b);
    return text && py_write_str(iso, 1, text) ? PY_NONE : NULL;
}

PY_NATIVE(py_bi_exit)
{
    py_value e = py_call(iso, (py_value)py_t(iso, PY_T_SystemExit), a, a[0] ? 1 : 0);
    return e ? py_raise_value(iso, e) : NULL;
}

PY_NATIVE_RAW(py_bi_breakpoint)
{
    return py_raise(iso, PY_T_RuntimeError,
                    "breakpoint() is not available: there is no debugger here");
}
