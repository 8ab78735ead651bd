// Frozen code: the bytes in which the build keeps the compiled library (build/MODE/pylib.c).
// Written and checked by src/gen/freeze.c, read by thaw.c. The bytes are part of the program, so
// the reader trusts them.
//
// Numbers are LEB128: 7 bits a byte, low first, the top bit says that more follow; signed ones are
// zigzag (0, -1, 1, -2 ...). A code object is
//   header  flags line nregs nlocals nargs nposonly nkwonly nfree simple
//           values: name qualname varnames freenames cellnames doc
//   body    count, instructions (op a b c); lines as (count, signed difference) pairs;
//           count, handlers (start end target); count, constants; count, names of inline caches
// The body is read when the code first runs: importing a module costs what it executes, not what it
// defines. Columns are not kept: the library's source is not there to be shown.
#ifndef PY_FROZEN_H
#define PY_FROZEN_H

#include "code.h"

enum py_frozen_tag {
    PY_FROZEN_NULL,
    PY_FROZEN_NONE,
    PY_FROZEN_FALSE,
    PY_FROZEN_TRUE,
    PY_FROZEN_ELLIPSIS,
    PY_FROZEN_INT,       // signed number
    PY_FROZEN_BIG,       // count, decimal digits with sign
    PY_FROZEN_FLOAT,     // 8 bytes as in memory
    PY_FROZEN_COMPLEX,   // 16 bytes
    PY_FROZEN_NAME,      // count, UTF-8: interned
    PY_FROZEN_STR,       // count, UTF-8 (lone surrogates as 3 bytes)
    PY_FROZEN_BYTES,     // count, bytes
    PY_FROZEN_TUPLE,     // count, values
    PY_FROZEN_FROZENSET, // count, values
    PY_FROZEN_CODE       // count, header and body
};

// The code object that `frozen` starts, its body still to be read: its first instruction, THAW,
// sees to that. `frozen` is kept for the life of the isolate. NULL: exception pending.
struct py_code *py_code_thaw(struct py_isolate *iso, const unsigned char *frozen,
                             py_value filename);
// Reads the body of a code object unless that is done. For whoever looks at instructions, constants
// or names without running them. False: exception pending.
bool py_code_ready(struct py_isolate *iso, struct py_code *code);

#endif
