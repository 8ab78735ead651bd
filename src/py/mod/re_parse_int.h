// The pattern parser's state, shared by re_parse.c and re_class.c.
#ifndef PY_RE_PARSE_INT_H
#define PY_RE_PARSE_INT_H

#include "../obj/unicode.h"
#include "re_int.h"

#define RE_END 0xffffffffu
#define RE_WIDTH_MAX ((int64_t)1 << 40)

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
    uint32_t closed;
    bool open;
};
struct re_token {
    uint32_t c;
    bool escaped;
    size_t at;
};

struct re_parser {
    struct py_isolate *iso;
    py_value pattern, shown;
    const struct py_str *s;
    size_t i;
    uint32_t flags, maxchar;
    bool bytes, failed, restart;
    uint32_t loops; // repeats, those of groups twice
    uint32_t items; // not counting those added by a repeat; groups and alternatives for two
    bool run;       // there was a greedy "+"
    uint32_t groups, closings,
        lookbehind;   // lookbehind: first group number inside it, 0: not in one
    uint32_t max_ref; // highest group asked for by a condition
    int64_t max_ref_at;
    py_value names;
    struct py_buf *group; // struct re_group by number
};

static inline struct re_group *re_group(struct re_parser *p, uint32_t n)
{
    return (struct re_group *)p->group->u.b + n;
}
bool re_group_add(struct re_parser *p, uint32_t n);
void *re_fail(struct re_parser *p, int64_t at, const char *fmt, ...);
bool re_next_token(struct re_parser *p, struct re_token *t);
void re_put_literal(struct re_parser *p, struct py_sb *out, uint32_t c);
// Characters that Python takes for one another without regard to case and PCRE2 does not: the four
// of the next set from *at on that has a member in lo..hi. NULL: no more, or case counts.
const uint32_t *re_extra_cases(const struct re_parser *p, uint32_t lo, uint32_t hi, size_t *at);
// The character of a narrow subject that equals, case apart, the next one in lo..hi that is too
// wide for it. 0: no more, or case counts.
uint32_t re_narrow_case(const struct re_parser *p, uint32_t lo, uint32_t hi, size_t *at);
void re_class(struct re_parser *p, struct py_sb *out); // behind "["
static inline bool re_is_category(uint32_t c)
{
    return c == 'd' || c == 'D' || c == 's' || c == 'S' || c == 'w' || c == 'W';
}
void re_put_category(struct re_parser *p, struct py_sb *out, uint32_t c); // as an item
// The character an escape stands for (\n, \x41, \., octal). False: error.
bool re_escape_char(struct re_parser *p, struct re_token t, bool in_class, uint32_t *c);

#endif
