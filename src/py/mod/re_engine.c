// Matching by PCRE2: the 8-, 16- or 32-bit library by the width of the subject, without UTF mode,
// so that offsets are code points and lone surrogates are ordinary. All memory is counted by the
// isolate.
#define PCRE2_CODE_UNIT_WIDTH 0
#include <pcre2.h>

#include "../obj/unicode.h"
#include "re_int.h"

// The library limits the steps from one starting place, and does not count runs over single
// characters at all. So a callout at the start of every pattern looks at the clock when enough may
// have been done since the last look; a place that takes more steps than the limit makes the search
// go on with a callout at every step.
enum {
    FEW_STEPS = 20000,     // of a starting place, and 16 per character,
    MOST_STEPS = 20 << 20, // at most
    START_COST = 64,       // of trying a place, in characters passed over
    LOOK_EVERY = 1 << 20,  // characters
    REFERRED = 1 << 26     // characters that the steps of a place may compare by back-references
};

struct search {
    struct py_isolate *iso;
    size_t unseen; // characters that may have been passed over since the clock was looked at
    bool refers;   // a step may compare as many characters as have been matched
};

// Blocks carry their size in front: PCRE2's free does not tell it.
static void *re_malloc(PCRE2_SIZE size, void *iso)
{
    size_t *block = py_mem_resize(iso, NULL, 0, size + 16);
    if (!block) return NULL;
    block[0] = size + 16;
    return block + 2;
}

static void re_free(void *p, void *iso)
{
    size_t *block = p;
    if (block) py_mem_resize(iso, block - 2, block[-2], 0);
}

// For code, of which PCRE2's own limit lets the 32-bit library make gigabytes, at one go.
static void *code_malloc(PCRE2_SIZE size, void *iso)
{
    enum { MOST_CODE = 32 << 20 };
    return size <= MOST_CODE ? re_malloc(size, iso) : NULL;
}

// Asked by PCRE2 before it compiles a group inside another, which takes C stack. An exception is
// set.
static int re_deep(PY_UNUSED uint32_t depth, void *iso)
{
    return !py_stack_left(iso);
}

static uint32_t re_options(uint32_t flags)
{
    return (flags & PY_RE_I ? PCRE2_CASELESS : 0) |
           (flags & PY_RE_M ? PCRE2_MULTILINE | PCRE2_ALT_CIRCUMFLEX : 0) |
           (flags & PY_RE_S ? PCRE2_DOTALL : 0) | PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C;
}

// PCRE2's tables for one-byte characters (see pcre2api, "Locale support") with Latin-1's letters,
// digits, spaces and cases as Unicode has them, so that no Unicode mode is needed. Layout: lower
// case, other case, ten bit maps of 32 bytes (space 0, digit 2, upper 3, lower 4, word 5), types.
static unsigned char *latin1_tables(struct py_isolate *iso, struct py_re *re)
{
    enum {
        LOWER = 0,
        FLIP = 256,
        MAPS = 512,
        TYPES = 832,
        SIZE = 1088,
        SPACE = 1,
        LETTER = 2,
        LCASE = 4,
        DIGIT = 8,
        WORD = 16
    };
    if (re->tables) return re->tables;
    const unsigned char *base = pcre2_maketables_8(NULL);
    unsigned char *t = base ? re_malloc(SIZE, iso) : NULL;
    if (t) memcpy(t, base, SIZE);
    if (base) pcre2_maketables_free_8(NULL, base);
    if (!t) return NULL;
    for (unsigned c = 0; c < 256; c++) {
        unsigned flags = py_uchar(c)->flags, lower = py_char_simple(c, PY_CASE_LOWER),
                 upper = py_char_simple(c, PY_CASE_UPPER);
        t[LOWER + c] = (unsigned char)(lower < 256 ? lower : c);
        t[FLIP + c] = (unsigned char)(lower != c && lower < 256   ? lower
                                      : upper != c && upper < 256 ? upper
                                                                  : c);
        const struct {
            unsigned flags;
            int map, type;
        } kinds[] = {{PY_U_SPACE, 0, SPACE}, {PY_U_DECIMAL, 2, DIGIT}, {PY_U_UPPER, 3, 0},
                     {PY_U_LOWER, 4, LCASE}, {PY_U_ALNUM, 5, WORD},    {PY_U_ALPHA, -1, LETTER}};
        t[TYPES + c] &= (unsigned char)~(SPACE | LETTER | LCASE | DIGIT | WORD);
        for (int k = 0; k < 6; k++) {
            bool on = (flags & kinds[k].flags) || (k == 4 && c == '_');
            if (on) t[TYPES + c] |= (unsigned char)kinds[k].type;
            if (kinds[k].map < 0) continue;
            unsigned char *byte = &t[MAPS + 32 * kinds[k].map + c / 8];
            *byte = (unsigned char)(on ? *byte | 1 << c % 8 : *byte & ~(1 << c % 8));
        }
    }
    return re->tables = t;
}

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define W(x) JOIN(x, SUFFIX)

#define SUFFIX 8
#define LIB 0
#define MAXCHAR 0xff
#include "re_engine.inc.h"
#undef SUFFIX
#undef LIB
#undef MAXCHAR
#define SUFFIX 16
#define LIB 1
#define MAXCHAR 0xffff
#include "re_engine.inc.h"
#undef SUFFIX
#undef LIB
#undef MAXCHAR
#define SUFFIX 32
#define LIB 2
#define MAXCHAR 0x10ffff
#include "re_engine.inc.h"

// The table of a pattern that takes one set of characters, made by asking PCRE2 once it is used
// again and again. False: exception set.
static bool learn_set(struct py_isolate *iso, struct py_re *re)
{
    enum { WORTHWHILE = 32, NARROW = 256 };
    if (re->set || re->searches++ < WORTHWHILE) return true;
    unsigned char *set = re_malloc(NARROW, iso);
    for (unsigned c = 0; set && c < NARROW; c++) {
        unsigned char one = (unsigned char)c;
        int64_t regs[2];
        int rc = exec8(iso, re, &one, 0, 1, PCRE2_ANCHORED, regs);
        if (rc < 0) return re_free(set, iso), false;
        set[c] = rc > 0;
    }
    re->set = set;
    return set != NULL;
}

// py_re_exec by the table.
static int exec_set(const struct py_re *re, const unsigned char *text, size_t start, size_t end,
                    int how, int64_t *regs)
{
    size_t from = start;
    if (!(how & (PY_RE_ANCHORED | PY_RE_FULL)))
        while (from < end && !re->set[text[from]]) from++;
    if (from == end || !re->set[text[from]]) return 0;
    size_t to = from + 1;
    if (re->shape == PY_RE_RUN)
        while (to < end && re->set[text[to]]) to++;
    regs[0] = (int64_t)from;
    regs[1] = (int64_t)to;
    return !(how & PY_RE_FULL) || to == end;
}

// The subject's characters, of 8 or 16 bits, in 32 bits each; those of what cannot change are kept
// for the next time.
static const void *widen(struct py_isolate *iso, struct py_re *re, const struct py_re_subject *s)
{
    if (re->widened && re->widened == s->v) return re->wide->u.b;
    re->widened = NULL;
    if (!py_tick(iso, s->len / 16)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, (s->len + 1) * sizeof(uint32_t));
    if (!b) return NULL;
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = s->width == 1 ? ((const uint8_t *)s->data)[i] : ((const uint16_t *)s->data)[i];
        py_char_put(b->u.b, sizeof c, i, c);
    }
    re->wide = b;
    if (py_is_kind(s->v, PY_K_STR) || py_is_kind(s->v, PY_K_BYTES)) re->widened = s->v;
    return b->u.b;
}

// By the library of the subject's width, or by the 32-bit one, whose patterns may be larger.
static int exec_width(struct py_isolate *iso, struct py_re *re, const struct py_re_subject *s,
                      size_t start, size_t end, uint32_t options, int64_t *regs)
{
    if (!re->large || s->width == 4) {
        int rc = s->width == 1   ? exec8(iso, re, s->data, start, end, options, regs)
                 : s->width == 2 ? exec16(iso, re, s->data, start, end, options, regs)
                                 : exec32(iso, re, s->data, start, end, options, regs);
        if (rc >= 0 || py_error(iso)) return rc;
    }
    const void *wide = widen(iso, re, s);
    return wide ? exec32(iso, re, wide, start, end, options, regs) : -1;
}

int py_re_exec(struct py_isolate *iso, struct py_re *re, const struct py_re_subject *s,
               size_t start, size_t end, int how, int64_t *regs)
{
    uint32_t options = (how & (PY_RE_ANCHORED | PY_RE_FULL) ? PCRE2_ANCHORED : 0) |
                       (how & PY_RE_FULL ? PCRE2_ENDANCHORED : 0) |
                       (how & PY_RE_NOT_EMPTY ? PCRE2_NOTEMPTY_ATSTART : 0);
    if (start > end) return 0;
    if (!py_tick(iso, re->risky ? 16 : 1)) return -1;
    bool narrow = s->width == 1;
    if (narrow && re->shape != PY_RE_OTHER && !re->large && !learn_set(iso, re)) return -1;
    int rc = narrow && re->set ? exec_set(re, s->data, start, end, how, regs)
                               : exec_width(iso, re, s, start, end, options, regs);
    size_t looked = rc > 0 ? (size_t)regs[1] - start : end - start;
    if (rc >= 0 && looked > 64 && (rc > 0 || !(how & PY_RE_ANCHORED)) && !py_tick(iso, looked / 16))
        return -1;
    return rc;
}

void py_re_free_code(struct py_isolate *iso, struct py_re *re)
{
    release8(re);
    release16(re);
    release32(re);
    re_free(re->tables, iso);
    re_free(re->set, iso);
    re->tables = NULL;
    re->set = NULL;
}
