// Texts of exceptions and tracebacks, for run.c and the traceback module.
#ifndef PY_BUILTIN_TRACEBACK_H
#define PY_BUILTIN_TRACEBACK_H

#include "../obj/exc.h"
#include "../obj/code.h"

// The text CPython prints for an uncaught exception, causes and contexts included, ending in a
// newline.
py_value py_format_exception(struct py_isolate *iso, py_value exc);

// "Class: message" with the details of a syntax error; the second one adds the notes.
py_value py_format_exception_head(struct py_isolate *iso, py_value exc);
py_value py_format_exception_only(struct py_isolate *iso, py_value exc);
// Carets under a source line given as str: "" or a line with its newline.
py_value py_format_carets(struct py_isolate *iso, py_value line, struct py_code_pos pos);
// Line n of a source file the isolate knows, without its end; NULL without exception: not known.
py_value py_source_line(struct py_isolate *iso, py_value filename, uint32_t n);
// origin.c: iso->up->coroutine_origin.
py_value py_coroutine_origin(struct py_isolate *iso, const struct py_frame *f);
// suggest.c: ". Did you mean: 'x'?" and the like, or NULL (an exception may be pending: drop it).
py_value py_exc_hint(struct py_isolate *iso, struct py_exc *e);

#endif
