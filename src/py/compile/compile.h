// The compiler's doors: source or an already parsed tree to code, and the raising of SyntaxError.
#ifndef PY_COMPILE_H
#define PY_COMPILE_H

#include "../native.h"
#include "../obj/code.h"

struct py_ast;

// What a source is compiled as. More may be added to it, below.
enum {
    PY_MODE_EXEC,
    PY_MODE_EVAL,
    PY_MODE_SINGLE,
    PY_MODE_CELL // as EXEC, and the value of a last expression statement goes to iso->cell_value
};
// Source to code. NULL: SyntaxError or another exception pending.
struct py_code *py_compile(struct py_isolate *iso, const char *source, size_t len,
                           const char *filename, int mode);
// Checks operand ranges, jump targets and register numbers: on in debug builds and fuzzing. NULL:
// fine.
const char *py_code_verify(const struct py_code *code);
// malloc'd text, nested code included.
char *py_code_disassemble(struct py_isolate *iso, struct py_code *code);

// Added to a mode: names at the top level go through LOAD_NAME and the frame's namespace object, as
// exec() and eval() with separate locals need. Such code also runs with locals NULL.
enum { PY_MODE_NAMES = 8, PY_MODE_MASK = 7 };
// Added to a mode: source of our own library, which nobody is warned of.
enum { PY_MODE_LIBRARY = 16 };
// Added to a mode: the source was a str; the effects of __future__ imports before it.
enum { PY_MODE_TEXT = 32, PY_MODE_ANNOTATIONS = 64, PY_MODE_FLUFL = 128 };
// Added to a mode: the source is in no file, where CPython looks for the line of an error that its
// compiler found: such an error has no text.
enum { PY_MODE_NO_FILE = 1024 };
// Added to a mode: `optimize` of compile(), 1 (no assert, __debug__ is False) and 2 (no
// docstrings).
enum { PY_MODE_NO_ASSERT = 256, PY_MODE_NO_DOC = 512 };
// Added to a mode: these two count, not what the options of the isolate say.
enum { PY_MODE_LEVEL = 4096 };
// Added to a mode: `await`, `async for` and `async with` may stand at the top level, and make the
// code that of a coroutine.
enum { PY_MODE_AWAIT = 2048 };

// Code of a parsed tree; mode PY_MODE_*. The tree is borrowed. NULL: exception pending.
struct py_code *py_compile_ast(struct py_isolate *iso, const struct py_ast *ast,
                               const char *filename, int mode);

struct py_const;
// The value of a literal of the tree.
py_value py_comp_const_make(struct py_isolate *iso, const struct py_const *k);

// That making the value of a literal failed becomes a SyntaxError in its line.
void py_compile_raise_literal(struct py_isolate *iso, int line, const char *filename);

struct py_parse_alloc;
// Memory, budget and names of the isolate for py_parse.
struct py_parse_alloc py_compile_alloc(struct py_isolate *iso);
struct py_syntax_error;
// Raises what the parser found in `source`.
void *py_compile_raise(struct py_isolate *iso, const struct py_syntax_error *err,
                       const char *source, const char *filename);

// Source in bytes that name another encoding than UTF-8 becomes UTF-8: *source then lies in a new
// bytes object. Says why not as for a program's file, or for bytes of a program. False:
// SyntaxError.
bool py_source_decode(struct py_isolate *iso, const char **source, size_t *len,
                      const char *filename, bool file);

#endif
