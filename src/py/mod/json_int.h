// Inside of module json: the reader's and the writer's state.
#ifndef PY_JSON_INT_H
#define PY_JSON_INT_H

#include "json.h"

enum {
    PY_JSON_MEMO = 64,
    PY_JSON_PART = 4096,      // characters between two ticks of a long text
    PY_JSON_EXACT_DEPTH = 150 // LEVELS of lib/_values.py
};

struct py_json_reader {
    struct py_isolate *iso;
    py_value text; // str
    const void *data;
    size_t len;
    bool strict; // control characters are refused
    // Hooks, NULL: none.
    py_value object_hook, pairs_hook, parse_float, parse_int, parse_constant;
    const char *error; // message when a reader failed without a Python exception
    size_t error_at;
    py_value memo[PY_JSON_MEMO]; // keys seen, by hash: records repeat their keys
};

// Reads the value at *i; NULL: r->error set, or an exception pending.
py_value py_json_read(struct py_json_reader *r, size_t *i);
size_t py_json_skip_space(const struct py_json_reader *r, size_t i);

struct py_json_writer {
    struct py_isolate *iso;
    struct py_sb out;
    bool ascii, allow_nan, skip_keys, sort_keys, check_circular;
    bool exact, odd;            // see py_json_write
    py_value indent;            // str of one level, NULL: one line
    py_value item_sep, key_sep; // str
    py_value fallback;          // `default`, or NULL
    py_value open[64]; // containers being written; deeper ones are caught by the recursion limit
    int depth;
    py_value converting[64]; // values that `default` is being asked about
    int nconverting;
};
bool py_json_write_value(struct py_json_writer *w, py_value v);

#endif
