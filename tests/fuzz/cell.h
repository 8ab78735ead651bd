// Shared by the drivers that reach a part of the engine through Python: runs a cell over the input.
// The isolate is kept for some inputs, so that state left behind by one meets the next.
#ifndef FUZZ_CELL_H
#define FUZZ_CELL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "smolagent/python.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline bool cell_write(void *ctx, int fd, const char *text, size_t len)
{
    unsigned sum = (unsigned)fd;
    for (size_t i = 0; i < len; i++) sum += (unsigned char)text[i]; // the sanitizer sees every byte
    *(volatile unsigned *)ctx = sum;
    return true;
}

// Runs `source` with the variables data (bytes) and text (their UTF-8, bad bytes as surrogates).
// An exception is as good as a result; only the engine's own failures count.
static inline void fuzz_cell(const char *source, const uint8_t *bytes, size_t size)
{
    enum { REUSES = 200 };
    static struct py_isolate *iso;
    static unsigned used, sink;
    static const char prepare[] = "data = _latin.encode('latin-1')\n"
                                  "text = data.decode('utf-8', 'surrogateescape')\n";
    if (!iso || ++used > REUSES) {
        struct py_options opt = {.hooks = {.ctx = &sink, .write = cell_write},
                                 .max_memory = 64u << 20,
                                 .max_operations = 3000000,
                                 .max_output = 1u << 20,
                                 .recursion_limit = 200,
                                 .agent = &(const struct py_agent){.answer = "final_answer"}};
        py_isolate_free(iso);
        iso = py_isolate_new(&opt);
        used = 0;
        SA_CHECK(iso != NULL);
    }
    struct sa_buf latin = SA_BUF_INIT(SA_BUF_TEXT), json = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < size; i++) sa_buf_append_utf8(&latin, bytes[i]);
    sa_json_quote(&json, sa_buf_text(&latin), latin.len);
    struct py_result r;
    if (py_define_json(iso, "_latin", json.data, json.len, &r)) {
        py_run(iso, prepare, sizeof prepare - 1, "<prepare>", &r);
        py_run(iso, source, strlen(source), "<fuzz>", &r);
        SA_CHECK(r.status != PY_LIMIT || r.limit != PY_LIMIT_NONE);
        SA_CHECK(!r.error_type || strcmp(r.error_type, "AssertionError"));
    }
    sa_buf_release(&latin);
    sa_buf_release(&json);
}

#endif
