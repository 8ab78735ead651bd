// What the program prints, on its way to the host.
#ifndef PY_OUTPUT_H
#define PY_OUTPUT_H

#include "native.h"

void py_output_begin(struct py_isolate *iso); // of a cell

// Output, buffered in the isolate. False: the cell was ended.
bool py_write(struct py_isolate *iso, int fd, const char *text, size_t len);
bool py_write_line(struct py_isolate *iso, int fd, const char *text, size_t len); // its own line
bool py_write_flush(struct py_isolate *iso, int fd);

#endif
