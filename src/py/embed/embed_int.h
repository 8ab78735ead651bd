// What the files of this folder share with each other.
#ifndef PY_EMBED_INT_H
#define PY_EMBED_INT_H

#include "../budget.h"
#include "../output.h"

// A function of the host (host_call.c): `stub` is a Python function that gives its signature,
// `source` the text of that.
py_value py_host_function_new(struct py_isolate *iso, const char *name, py_value stub,
                              const char *source, py_host_fn fn, void *ctx);
// See py_upcalls.
py_value py_host_later(struct py_isolate *iso, py_value f, const py_value *taker);
py_value py_host_given(struct py_isolate *iso, py_value v);

// Bytes of C stack below which nothing is run.
enum { PY_STACK_LEAST = 192 << 10 };

// The function that gives the answer of an agent.
py_value py_answer_function(struct py_isolate *iso);

// Cells of an agent (cell.c); all but compiling and running are nothing for others. `open` and
// `close` stand around the code, the latter writes notes about it.
bool py_cell_open(struct py_isolate *iso);
struct py_code *py_cell_compile(struct py_isolate *iso, const char *source, size_t len,
                                const char *filename);
bool py_cell_run(struct py_isolate *iso, struct py_code *code);
void py_cell_close(struct py_isolate *iso);
// A function of the host that keeps its name.
bool py_cell_keep_tool(struct py_isolate *iso, const char *name, py_value f);
extern const struct py_upcalls py_upcalls; // library.c
bool py_cell_protects(struct py_isolate *iso, py_value name);
bool py_cell_store(struct py_isolate *iso, py_value name, py_value v, bool declared);
bool py_cell_made(struct py_isolate *iso, struct py_gen *g);
bool py_cell_has_module(struct py_isolate *iso, const char *name);
// Forgets what calls that have ended left on the value stack; no code may be running.
void py_clear_stack(struct py_isolate *iso);

// Brackets around a cell, and around work for the host such as a definition. `here` is the frame
// address of the public function that was called: the C stack is scanned up to it and measured from
// it. The budget is a fresh one. False: that stack is too small to run anything on, which the end
// of the cell will say.
bool py_cell_begin(struct py_isolate *iso, char *here);
// Moves those bounds, for a cell that goes on in another call of a public function. False as above.
bool py_cell_stack(struct py_isolate *iso, char *here);
// Before code of the cell runs: puts back what the last cell left unfinished, and keeps the source
// for tracebacks. False: exception pending.
bool py_cell_prepare(struct py_isolate *iso, const char *source, size_t len, const char *filename);
// Keeps a source whose lines tracebacks show.
bool py_source_keep(struct py_isolate *iso, const char *source, size_t len, const char *filename);
// modules.c: a module of the program's own; see py_upcalls.
py_value py_module_own(struct py_isolate *iso, const char *name, bool otherwise);
// Turns the isolate's state after a run into *result, which was zeroed; leaves it ready for the
// next cell.
void py_cell_end(struct py_isolate *iso, struct py_result *result);
// The same of a definition; a result of NULL is not wanted. `ok`: no error is pending.
void py_setup_end(struct py_isolate *iso, bool ok, struct py_result *result);
// The UTF-8 of a str, kept until the next call on the isolate. NULL: s is, or memory is out.
const char *py_result_keep(struct py_isolate *iso, enum py_keep slot, py_value s, size_t *len);

void py_feed_release(struct py_feed *f);

// A value of the host's, which may hold references to handles (value_out.c).
py_value py_in_json(struct py_isolate *iso, const char *json, size_t len);
// Values on their way out, by the table of lib/_values.py. NULL: TypeError pending
// that names the place of what does not cross, or another exception. The bound arguments of a call
// of `name`, a dict, as JSON: a str.
py_value py_out_arguments(struct py_isolate *iso, py_value name, py_value args);
// An answer: its JSON, a str; *text gets the text, a str.
py_value py_out_answer(struct py_isolate *iso, py_value v, py_value *text);
// The value of a cell's last expression as JSON. NULL without an exception: it has none.
py_value py_out_value(struct py_isolate *iso, py_value v);

// host.c: defines `name` as v (NULL: that failed) and ends what py_cell_begin began.
bool py_host_keep(struct py_isolate *iso, const char *name, py_value v, struct py_result *result);

#endif
