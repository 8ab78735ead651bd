// Files in granted folders: what open(), module _files and the end of a cell share. All work
// through the hook `folders`.
#ifndef PY_FILES_H
#define PY_FILES_H

#include "../native.h"

struct py_textfile;

// OSError (its subclass by `code`) with no path (NULL), one or, `to` not NULL, two. NULL.
void *py_raise_os(struct py_isolate *iso, int code, const char *text, py_value path, py_value to);

// The bytes of a path, kept by *kept. NULL: raised.
const char *py_file_path(struct py_isolate *iso, py_value path, py_value *kept);

// Asks the host, after what was written. `to` may be NULL. False: raised, *reply holds nothing;
// else reply->data is the caller's.
bool py_file_ask(struct py_isolate *iso, py_value path, py_value to, struct py_file_call *call,
                 struct py_file_reply *reply);

// The whole of a file as bytes. True with *data NULL: no granted folder holds it, but files may be
// granted by name. `path` is the text of `name`.
bool py_file_read(struct py_isolate *iso, const char *path, py_value name, py_value *data);

// Where `to` leads from `base` in any file. -1: raised.
int64_t py_seek_from(struct py_isolate *iso, const struct py_textfile *f, int64_t base, int64_t to);

// Files opened for writing (f->fd is PY_FD_WRITER), by f->name. False, NULL, -1: raised.
bool py_writer_open(struct py_isolate *iso, struct py_textfile *f, const char *mode);
py_value py_writer_write(struct py_isolate *iso, struct py_textfile *f, py_value v);
bool py_writer_flush(struct py_isolate *iso, struct py_textfile *f);
int64_t py_writer_seek(struct py_isolate *iso, struct py_textfile *f, int64_t to, int64_t whence);
bool py_writer_truncate(struct py_isolate *iso, struct py_textfile *f, int64_t size);

// Passes on what waits in any of them, at the end of a cell, however it ended: an error there is
// the cell's, or told.
void py_files_end(struct py_isolate *iso);

#endif
