// Inside of module re: the parser that turns Python's syntax into PCRE2's, the engine over the
// three PCRE2 libraries, and the Pattern and Match types.
#ifndef PY_RE_INT_H
#define PY_RE_INT_H

#include "../native.h"

enum {
    PY_RE_TEMPLATE = 1, // has no effect
    PY_RE_I = 2,
    PY_RE_L = 4,
    PY_RE_M = 8,
    PY_RE_S = 16,
    PY_RE_U = 32,
    PY_RE_X = 64,
    PY_RE_DEBUG = 128,
    PY_RE_A = 256,
    PY_RE_TYPE_FLAGS = PY_RE_A | PY_RE_U | PY_RE_L
};

// Patterns that are one character of a set, or as many as there are: "[a-z]", "\w+".
enum py_re_shape { PY_RE_OTHER, PY_RE_ONE, PY_RE_RUN };

// What parsing a pattern gives.
struct py_re_parsed {
    uint32_t flags;       // with the inline ones
    uint32_t groups;      // capturing groups
    bool repeats;         // some repeat: a search may take quadratic time
    bool risky;           // several repeats: matching may take more than linear time
    bool unicode;         // some part of it follows Unicode's rules
    uint8_t shape;        // enum py_re_shape
    py_value names;       // dict: name -> group number
    struct py_buf *close; // uint32_t per group (from 1): its place in the order of closing brackets
    py_value text;        // PCRE2 pattern for subjects of at most maxchar, ASCII
};
// Parses `pattern` (str; the Latin-1 text of a bytes pattern) for subjects whose characters are at
// most maxchar (0xff, 0xffff, 0x10ffff). `shown` is the pattern as the program gave it. False:
// re.error raised.
bool py_re_parse(struct py_isolate *iso, py_value pattern, py_value shown, uint32_t flags,
                 uint32_t maxchar, struct py_re_parsed *out);
// May a group be called that? In a bytes pattern names are ASCII.
bool py_re_is_name(py_value name, bool bytes);
// Raises re.error with the position `at` in the pattern; under 0: none.
void *py_re_error(struct py_isolate *iso, py_value message, py_value pattern, int64_t at);

struct py_re {
    struct py_obj h;
    py_value pattern;     // str or bytes
    py_value names;       // dict
    py_value group_names; // tuple: group number -> name or None
    struct py_buf *close;
    uint32_t flags, groups;
    bool bytes, repeats, risky, refers; // the last: has back-references
    bool large;                         // too large for the 8- and 16-bit libraries
    uint8_t shape;                      // enum py_re_shape
    uint8_t searches;                   // of such a pattern, until it is worth a
    unsigned char *set;                 // table: which of the 256 narrow characters it takes
    void *slow[3]; // compiled again with callouts everywhere, once a match took many steps
    void *tables;  // character tables of the 8-bit library: Latin-1 as Unicode sees it
    void *code[3], *match_data[3],
        *context[3]; // of the 8-, 16- and 32-bit library, made when first needed
    // Of a large one: the str or bytes searched last and its characters of 32 bits.
    py_value widened;
    struct py_buf *wide;
};

// A subject: str, or bytes-like.
struct py_re_subject {
    py_value v;
    const void *data;
    size_t len;
    int width;
};

enum { PY_RE_ANCHORED = 1, PY_RE_FULL = 2, PY_RE_NOT_EMPTY = 4 };
// Runs re over subject [0, end) from `start`; on a match fills regs[2 * (groups + 1)], -1 for unset
// groups. 1 match, 0 none, -1 exception.
int py_re_exec(struct py_isolate *iso, struct py_re *re, const struct py_re_subject *s,
               size_t start, size_t end, int how, int64_t *regs);
void py_re_free_code(struct py_isolate *iso, struct py_re *re);

struct py_re_match {
    struct py_obj h;
    struct py_re *re;
    py_value string; // as given
    int64_t pos, end;
    int64_t last; // lastindex, 0: none
    int64_t regs[];
};

// A Pattern, from the cache if it has it.
py_value py_re_compile(struct py_isolate *iso, py_value pattern, uint32_t flags);
bool py_re_subject_of(struct py_isolate *iso, const struct py_re *re, py_value v,
                      struct py_re_subject *out);
py_value py_re_slice(struct py_isolate *iso, const struct py_re_subject *s, int64_t from,
                     int64_t to);
py_value py_re_match_new(struct py_isolate *iso, struct py_re *re, py_value string, int64_t pos,
                         int64_t end, const int64_t *regs);
py_value py_re_sub(struct py_isolate *iso, struct py_re *re, py_value repl, py_value string,
                   int64_t count, int64_t *done);
py_value py_re_split(struct py_isolate *iso, struct py_re *re, py_value string, int64_t max);
py_value py_re_findall(struct py_isolate *iso, struct py_re *re, py_value string, py_value pos,
                       py_value end);
py_value py_re_finditer(struct py_isolate *iso, struct py_re *re, py_value string, py_value pos,
                        py_value end, int how);
py_value py_re_find(struct py_isolate *iso, struct py_re *re, py_value string, py_value pos,
                    py_value end, int how);
py_value py_re_expand(struct py_isolate *iso, struct py_re_match *m, py_value templ);
extern const struct py_typedef py_re_pattern_def, py_re_match_def, py_re_iter_def;

// iso->module_state[PY_MS_RE]: a list of the private types and the cache.
enum { PY_RE_T_PATTERN, PY_RE_T_MATCH, PY_RE_T_ITER, PY_RE_CACHE, PY_RE_STATE_COUNT };
struct py_type *py_re_type(struct py_isolate *iso, int which);

#endif
