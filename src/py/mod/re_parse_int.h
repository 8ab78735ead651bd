// What the files of the pattern parser share: re_parse.c (items and sequences of them),
// re_repeat.c, re_group.c and re_class.c. All write PCRE2's syntax to `out`. The first error is
// raised and sets p->failed; what is written after it is not used, so that callers may ask late.
#ifndef PY_RE_PARSE_INT_H
#define PY_RE_PARSE_INT_H

#include "../obj/unicode.h"
#include "re_int.h"

#define RE_END 0xffffffffu // no character: the pattern is at its end
#define RE_WIDTH_MAX ((int64_t)1 << 40)

// How many characters something matches, at least and at most; RE_WIDTH_MAX: without bound.
struct re_width {
    int64_t lo, hi;
};
#define RE_WIDTH(a, b) ((struct re_width){a, b})
static inline struct re_width re_width_add(struct re_width a, struct re_width b)
{
    int64_t hi = a.hi + b.hi;
    return (struct re_width){a.lo + b.lo, hi > RE_WIDTH_MAX ? RE_WIDTH_MAX : hi};
}

struct re_group {
    struct re_width width;
    uint32_t closed; // its place in the order of closing brackets, from 1
    bool open;       // its ")" has not been read
};
// A character, or with `escaped` the one behind a backslash; at: where it starts.
struct re_token {
    uint32_t c;
    bool escaped;
    size_t at;
};
// What a repeat would apply to.
struct re_item {
    bool any;    // there is one
    bool repeat; // it has been repeated
    bool anchor; // has no width and cannot be repeated
    bool group;
    bool captures; // there are capturing groups in it
    size_t from;   // where its text begins
    struct re_width w;
};

struct re_parser {
    struct py_isolate *iso;
    py_value pattern, shown; // as py_re_parse takes them
    const struct py_str *s;  // the pattern's characters
    size_t i;                // the next one
    uint32_t flags, maxchar;
    bool bytes;
    bool unicode; // PCRE2 is to know Unicode: what is of ASCII only has to be spelled out
    bool failed;
    uint32_t restart;    // what has to be known from the start came up: a global "x", "(?u:"
    uint32_t loops;      // repeats, those of groups twice
    uint32_t items;      // not counting those added by a repeat; groups and alternatives for two
    bool run;            // there was a greedy "+"
    uint32_t groups;     // begun so far
    uint32_t closings;   // ended so far
    uint32_t lookbehind; // first group number inside the outermost lookbehind, 0: not in one
    uint32_t max_ref;    // highest group asked for by a condition
    int64_t max_ref_at;
    py_value names;       // dict: name -> group number
    struct py_buf *group; // struct re_group by number
};

static inline struct re_group *re_group(struct re_parser *p, uint32_t n)
{
    return (struct re_group *)p->group->u.b + n;
}

static inline uint32_t re_peek(const struct re_parser *p)
{
    return p->i < p->s->len ? py_str_at(p->s, p->i) : RE_END;
}

static inline uint32_t re_get(struct re_parser *p)
{
    return p->i < p->s->len ? py_str_at(p->s, p->i++) : RE_END;
}

static inline bool re_accept(struct re_parser *p, uint32_t c)
{
    if (re_peek(p) != c) return false;
    p->i++;
    return true;
}

// re_parse.c

// Raises re.error at position `at` (below 0: none) unless something has failed before. NULL.
void *re_fail(struct re_parser *p, int64_t at, const char *fmt, ...);
// False: the end, or an error.
bool re_next_token(struct re_parser *p, struct re_token *t);
// Characters that Python takes for one another without regard to case and PCRE2 does not: the four
// of the next set from *at on that has a member in lo..hi. NULL: no more, or case counts.
const uint32_t *re_extra_cases(const struct re_parser *p, uint32_t lo, uint32_t hi, size_t *at);
// The character of a narrow subject that equals, case apart, the next one in lo..hi that is too
// wide for it. 0: no more, or case counts.
uint32_t re_narrow_case(const struct re_parser *p, uint32_t lo, uint32_t hi, size_t *at);
void re_put_literal(struct re_parser *p, struct py_sb *out, uint32_t c);
// Begins what matches without regard to case in ASCII only: with both cases of each letter, as
// re_ascii_case() gives them, and ")" behind it. False: nothing was written, PCRE2 sees to case.
bool re_open_ascii_case(const struct re_parser *p, struct py_sb *out);
uint32_t re_ascii_case(uint32_t c);
// Items up to "|", ")" or the end. `first`: global flags may stand at its start.
struct re_width re_sequence(struct re_parser *p, struct py_sb *out, int depth, bool first);
// Sequences with "|" between them, up to ")" or the end.
struct re_width re_alternatives(struct re_parser *p, struct py_sb *out, int depth);

// re_repeat.c

// What follows the item that ends out is a repeat, of which c, "*", "+", "?" or "{", has been read.
void re_repeat(struct re_parser *p, struct py_sb *out, uint32_t c, struct re_item *it,
               struct re_width *total);

// re_group.c

// What "(" begins, which has been read. *it is left alone by a comment and by global flags.
void re_parse_group(struct re_parser *p, struct py_sb *out, int depth, bool may_be_global,
                    struct re_item *it);
// A reference to a group that is closed; its width.
struct re_width re_back_reference(struct re_parser *p, struct py_sb *out, uint32_t group);

// re_class.c

void re_class(struct re_parser *p, struct py_sb *out); // behind "["
static inline bool re_is_category(uint32_t c)
{
    return c == 'd' || c == 'D' || c == 's' || c == 'S' || c == 'w' || c == 'W';
}
void re_put_category(struct re_parser *p, struct py_sb *out, uint32_t c); // as an item
// The character an escape stands for (\n, \x41, \., octal). False: error.
bool re_escape_char(struct re_parser *p, struct re_token t, uint32_t *c);

#endif
