// The parts of module builtins: rows by file, joined in builtins.c.
#ifndef PY_BUILTINS_INT_H
#define PY_BUILTINS_INT_H

#include "builtins.h"

#define PY_BI(name) PY_NATIVE(py_bi_##name)
#define PY_BI_RAW(name) PY_NATIVE_RAW(py_bi_##name)
// The path that v is, or gives by __fspath__: a str or bytes; NULL: raised.
py_value py_path_of(struct py_isolate *iso, py_value v);
// builtins_num.c
PY_BI(abs);
PY_BI(bin);
PY_BI(hex);
PY_BI(oct);
PY_BI(chr);
PY_BI(ord);
PY_BI(divmod);
PY_BI(pow);
PY_BI(round);
PY_BI(sum);
PY_BI_RAW(min);
PY_BI_RAW(max);
// builtins_obj.c
PY_BI(all);
PY_BI(any);
PY_BI(ascii);
PY_BI(callable);
PY_BI(delattr);
PY_BI(format);
PY_BI(getattr);
PY_BI(hasattr);
PY_BI(hash);
PY_BI(id);
PY_BI(isinstance);
PY_BI(issubclass);
PY_BI(iter);
PY_BI(len);
PY_BI(next);
PY_BI(repr);
PY_BI(setattr);
PY_BI_RAW(sorted);
PY_BI(aiter);
PY_BI(anext);
// builtins_eval.c
PY_BI(compile);
PY_BI(eval);
PY_BI(exec);
PY_BI(globals);
PY_BI(locals);
PY_BI(vars);
PY_BI(dir);
PY_BI(import);
PY_BI_RAW(build_class);
// builtins_io.c
PY_BI_RAW(print);
PY_BI(input);
PY_BI(open);
PY_BI(help);
PY_BI(exit);
PY_BI_RAW(breakpoint);

// The rest of a call of sum, any or all (stop 1 or 0), min or max (op) over iterator `it`, when
// `item` came next after what made `total` or `best` (NULL: nothing yet).
py_value py_sum_from(struct py_isolate *iso, py_value it, py_value item, py_value total);
py_value py_any_from(struct py_isolate *iso, py_value it, py_value item, int stop);
py_value py_best_from(struct py_isolate *iso, py_value it, py_value item, py_value best,
                      enum py_cmp op);

// Writes a str to fd 1 or 2 (strict UTF-8).
bool py_write_str(struct py_isolate *iso, int fd, py_value s);

// A file object: a standard stream (fd 0-2), the contents of a granted file in memory, or a file
// that is written (files.c).
enum { PY_FD_MEMORY = -1, PY_FD_WRITER = -2 };
struct py_textfile {
    struct py_obj h;
    int fd;
    bool binary, closed;
    py_value name, mode;
    py_value data;             // str or bytes
    py_value encoding, errors; // as open() was given them; NULL: utf-8, strict
    // What ends a line: \n (the others were made it), what of the three comes, or only that one.
    enum { PY_NL_MADE, PY_NL_ANY, PY_NL_LF, PY_NL_CR, PY_NL_CRLF } newline;
    uint64_t pos;
    // Of text the bytes below it, once they were asked for; of bytes that are written the text
    // above, which gathers for both. May be NULL.
    struct py_textfile *buffer;
    bool detached; // text of which the bytes were taken away
    // Of a file that is written: which one the host opened, where it goes on, what waits. Of a text
    // in memory `at` is where its buffer was left.
    int64_t file, at;
    bool append;
    py_value path;     // bytes
    py_value gathered; // bytearray
    size_t waiting;    // bytes of it
};
struct py_textfile *py_textfile_new(struct py_isolate *iso, int fd, const char *mode, bool binary);

// filebuffer.c: what only binary files have, and the bytes below a text.
PY_BI(file_read1);
PY_BI(file_peek);
PY_BI(file_readinto);
PY_BI(file_readinto1);
PY_BI(file_detach);
py_value py_file_raw(struct py_isolate *iso, py_value v);
struct py_textfile *py_file_buffer(struct py_isolate *iso, struct py_textfile *f);
bool py_file_catch_up(struct py_isolate *iso, struct py_textfile *f);
// textfile.c: their common parts. The size that is told of a file; false or NULL: raised.
py_value py_open_stdin(struct py_isolate *iso, py_value name, bool binary, const py_value how[3]);
bool py_file_readable(struct py_isolate *iso, struct py_textfile *f);
py_value py_file_take(struct py_isolate *iso, struct py_textfile *f, int64_t size);
py_value py_file_whole(struct py_isolate *iso, const char *path, py_value name);
py_value py_file_decode(struct py_isolate *iso, const struct py_textfile *f, py_value raw);
bool py_file_unsupported(struct py_isolate *iso, const char *what);

// stdin.c: sys.stdin (fd 0) and its buffer. Empty at the end; -1: no limit.
py_value py_stdin_line(struct py_isolate *iso, struct py_textfile *f, int64_t limit);
py_value py_stdin_read(struct py_isolate *iso, struct py_textfile *f, int64_t size);
struct py_textfile *py_stdin_buffer(struct py_isolate *iso, struct py_textfile *f);
py_value py_stdin_peek(struct py_isolate *iso, struct py_textfile *f);

#endif
