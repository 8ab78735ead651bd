// Python's regular expression syntax, checked as CPython checks it (same messages, same positions)
// and written out in PCRE2's syntax, in which every literal is escaped so that nothing of PCRE2's
// own gets through. Character classes: re_class.c.
#include "re_parse_int.h"

static struct re_width seq(struct re_parser *p, struct py_sb *out, int depth, bool first);

struct re_width py_re_alt(struct re_parser *p, struct py_sb *out, int depth);

void *re_fail(struct re_parser *p, int64_t at, const char *fmt, ...)
{
    va_list ap;
    if (p->failed) return NULL;
    p->failed = true;
    va_start(ap, fmt);
    py_value message = py_str_vformat(p->iso, fmt, ap);
    va_end(ap);
    if (message) py_re_error(p->iso, message, p->shown, at);
    return NULL;
}

bool re_next_token(struct re_parser *p, struct re_token *t)
{
    *t = (struct re_token){.at = p->i};
    if (p->failed || p->i >= p->s->len) return false;
    t->c = py_str_at(p->s, p->i++);
    if (t->c != '\\') return true;
    if (p->i >= p->s->len)
        return re_fail(p, (int64_t)p->i - 1, "bad escape (end of pattern)") != NULL;
    t->escaped = true;
    t->c = py_str_at(p->s, p->i++);
    return true;
}

static bool accept(struct re_parser *p, uint32_t c)
{
    if (p->i >= p->s->len || py_str_at(p->s, p->i) != c) return false;
    p->i++;
    return true;
}

static uint32_t peek(const struct re_parser *p)
{
    return p->i < p->s->len ? py_str_at(p->s, p->i) : RE_END;
}

const uint32_t *re_extra_cases(const struct re_parser *p, uint32_t lo, uint32_t hi, size_t *at)
{
    static const uint32_t sets[][4] = {{'i', 'I', 0x130, 0x131},
                                       {0x390, 0x1fd3, 0x390, 0x390},
                                       {0x3b0, 0x1fe3, 0x3b0, 0x3b0},
                                       {0xfb05, 0xfb06, 0xfb05, 0xfb05}};
    if (!(p->flags & PY_RE_I) || p->flags & PY_RE_A || p->bytes || p->maxchar < 0x130) return NULL;
    while (*at < sizeof sets / sizeof *sets) {
        const uint32_t *set = sets[(*at)++];
        for (int k = 0; k < 4; k++)
            if (set[k] >= lo && set[k] <= hi) return set;
    }
    return NULL;
}

uint32_t re_narrow_case(const struct re_parser *p, uint32_t lo, uint32_t hi, size_t *at)
{
    static const struct {
        uint32_t wide, narrow;
    } rows[] = {{0x130, 'i'},  {0x131, 'i'},   {0x178, 0xff}, {0x17f, 's'},  {0x39c, 0xb5},
                {0x3bc, 0xb5}, {0x1e9e, 0xdf}, {0x212a, 'k'}, {0x212b, 0xe5}};
    if (!(p->flags & PY_RE_I) || p->flags & PY_RE_A || p->bytes || p->maxchar > 0xff) return 0;
    for (; *at < sizeof rows / sizeof *rows; ++*at)
        if (rows[*at].wide >= lo && rows[*at].wide <= hi && rows[*at].narrow <= p->maxchar)
            return rows[(*at)++].narrow;
    return 0;
}

void re_put_literal(struct re_parser *p, struct py_sb *out, uint32_t c)
{
    size_t at = 0;
    const uint32_t *set = re_extra_cases(p, c, c, &at);
    at = 0;
    if (set) {
        py_sb_format(out, "[\\x{%x}\\x{%x}\\x{%x}\\x{%x}]", (unsigned)set[0], (unsigned)set[1],
                     (unsigned)set[2], (unsigned)set[3]);
        return;
    }
    if (c > p->maxchar) {
        uint32_t narrow = re_narrow_case(p, c, c, &at);
        if (narrow) re_put_literal(p, out, narrow);
        else py_sb_z(out, "(?!)"); // no subject of this width has it
    } else if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        py_sb_char(out, c);
    } else {
        py_sb_format(out, "\\x{%x}", (unsigned)c);
    }
}

// --- escapes outside of classes -----------------------------------------------------------------

static bool check_lookbehind(struct re_parser *p, uint32_t group)
{
    if (!p->lookbehind || group < p->lookbehind) return true;
    return re_fail(p, (int64_t)p->i,
                   "cannot refer to group defined in the same lookbehind subpattern") != NULL;
}

static struct re_width back_reference(struct re_parser *p, struct py_sb *out, uint32_t group)
{
    if (!check_lookbehind(p, group)) return RE_WIDTH(0, 0);
    py_sb_format(out, "\\g{%u}", (unsigned)group);
    return re_group(p, group)->width;
}

static struct re_width digits_escape(struct re_parser *p, struct py_sb *out, struct re_token t)
{
    uint32_t value = t.c - '0', next = peek(p);
    if (next >= '0' && next <= '9') {
        p->i++;
        uint32_t third = peek(p);
        if (t.c <= '7' && next <= '7' && third >= '0' && third <= '7') {
            p->i++;
            value = (value * 8 + next - '0') * 8 + third - '0';
            if (value > 0377)
                return re_fail(p, (int64_t)t.at, "octal escape value %S outside of range 0-0o377",
                               py_str_slice(p->iso, p->pattern, t.at, p->i)),
                       RE_WIDTH(0, 0);
            re_put_literal(p, out, value);
            return RE_WIDTH(1, 1);
        }
        value = value * 10 + next - '0';
    }
    if (value > p->groups)
        return re_fail(p, (int64_t)t.at + 1, "invalid group reference %u", value), RE_WIDTH(0, 0);
    if (re_group(p, value)->open)
        return re_fail(p, (int64_t)t.at, "cannot refer to an open group"), RE_WIDTH(0, 0);
    return back_reference(p, out, value);
}

// \A \b \d ... as an item; *anchor: it has no width and cannot be repeated.
static struct re_width escape_item(struct re_parser *p, struct py_sb *out, struct re_token t,
                                   bool *anchor)
{
    static const char anchors[] = "AbBZ";
    static const char *const as[] = {"\\A", "\\b", "(?:(?!\\A\\z)\\B)", "\\z"};
    const char *a = t.c < 128 && t.c ? strchr(anchors, (int)t.c) : NULL;
    uint32_t c;
    *anchor = a != NULL;
    if (a) {
        py_sb_z(out, as[a - anchors]);
        return RE_WIDTH(0, 0);
    }
    if (re_is_category(t.c)) {
        re_put_category(p, out, t.c);
        return RE_WIDTH(1, 1);
    }
    if (t.c >= '1' && t.c <= '9') return digits_escape(p, out, t);
    if (re_escape_char(p, t, false, &c)) re_put_literal(p, out, c);
    return RE_WIDTH(1, 1);
}

// --- names and flags ----------------------------------------------------------------------------

// The text up to `end`, which is consumed. NULL: error.
static py_value read_name(struct re_parser *p, uint32_t end)
{
    size_t from = p->i;
    while (p->i < p->s->len && py_str_at(p->s, p->i) != end) p->i++;
    if (p->i >= p->s->len) {
        if (p->i == from) return re_fail(p, (int64_t)p->i, "missing group name");
        return re_fail(p, (int64_t)from, "missing %c, unterminated name", (int)end);
    }
    if (p->i == from) return re_fail(p, (int64_t)p->i++, "missing group name");
    py_value name = py_str_slice(p->iso, p->pattern, from, p->i);
    p->i++;
    if (!name) p->failed = true;
    return name;
}

static bool is_identifier(py_value name)
{
    const struct py_str *s = py_str(name);
    for (size_t i = 0; i < s->len; i++)
        if (!py_char_is(py_str_at(s, i), i ? PY_U_XID_CONTINUE : PY_U_XID_START)) return false;
    return s->len > 0;
}

static int64_t name_start(struct re_parser *p, py_value name)
{
    return (int64_t)p->i - 1 - py_str(name)->len;
}

static bool check_name(struct re_parser *p, py_value name)
{
    if (is_identifier(name)) return true;
    return re_fail(p, name_start(p, name), "bad character in group name %R", name) != NULL;
}

// The group called `name`, 0 when there is none (error set).
static uint32_t named_group(struct re_parser *p, py_value name)
{
    py_value v = py_dict_get_str(p->iso, py_dict(p->names), name);
    if (v) return (uint32_t)py_small(v);
    re_fail(p, name_start(p, name), "unknown group name %R", name);
    return 0;
}

static uint32_t flag_of(uint32_t c)
{
    switch (c) {
    case 'i': return PY_RE_I;
    case 'L': return PY_RE_L;
    case 'm': return PY_RE_M;
    case 's': return PY_RE_S;
    case 'x': return PY_RE_X;
    case 'a': return PY_RE_A;
    case 'u': return PY_RE_U;
    default: return 0;
    }
}

static bool bad_flag(struct re_parser *p, uint32_t c, const char *otherwise)
{
    if (c == RE_END) return re_fail(p, (int64_t)p->i, "%s", otherwise) != NULL;
    return re_fail(p, (int64_t)p->i - 1, "%s",
                   py_char_is(c, PY_U_ALPHA) ? "unknown flag" : otherwise) != NULL;
}

static uint32_t get(struct re_parser *p)
{
    return p->i < p->s->len ? py_str_at(p->s, p->i++) : RE_END;
}

// The flags to turn on; c is the first letter and on return the character that ended them.
static bool flags_on(struct re_parser *p, uint32_t *c, uint32_t *on)
{
    while (*c != '-') {
        uint32_t f = flag_of(*c);
        if (!p->bytes && *c == 'L')
            return re_fail(p, (int64_t)p->i,
                           "bad inline flags: cannot use 'L' flag with a str pattern") != NULL;
        if (p->bytes && *c == 'u')
            return re_fail(p, (int64_t)p->i,
                           "bad inline flags: cannot use 'u' flag with a bytes pattern") != NULL;
        *on |= f;
        if (f & PY_RE_TYPE_FLAGS && (*on & PY_RE_TYPE_FLAGS) != f)
            return re_fail(p, (int64_t)p->i,
                           "bad inline flags: flags 'a', 'u' and 'L' are incompatible") != NULL;
        *c = get(p);
        if (*c == ')' || *c == ':' || *c == '-') break;
        if (!flag_of(*c)) return bad_flag(p, *c, "missing -, : or )");
    }
    return true;
}

static bool flags_off(struct re_parser *p, uint32_t *off)
{
    uint32_t c = get(p);
    if (!flag_of(c)) return bad_flag(p, c, "missing flag");
    for (;;) {
        if (flag_of(c) & PY_RE_TYPE_FLAGS)
            return re_fail(p, (int64_t)p->i,
                           "bad inline flags: cannot turn off flags 'a', 'u' and 'L'") != NULL;
        *off |= flag_of(c);
        c = get(p);
        if (c == ':') return true;
        if (!flag_of(c)) return bad_flag(p, c, "missing :");
    }
}

// --- groups -------------------------------------------------------------------------------------

struct item {
    bool any, repeat, anchor, group;
    struct re_width w;
};

static bool close_bracket(struct re_parser *p, size_t start)
{
    if (p->failed) return false;
    return accept(p, ')') ||
           re_fail(p, (int64_t)start, "missing ), unterminated subpattern") != NULL;
}

// The inside of a group to text.
static py_value body(struct re_parser *p, int depth, struct re_width *w)
{
    struct py_sb b;
    py_sb_init(&b, p->iso);
    *w = py_re_alt(p, &b, depth + 1);
    py_value text = p->failed ? NULL : py_sb_finish(&b);
    if (!text) p->failed = true;
    return text;
}

static void put_group(struct py_sb *out, const char *open, py_value text)
{
    py_sb_z(out, open);
    py_sb_str(out, text);
    py_sb_char(out, ')');
}

static void lookaround(struct re_parser *p, struct py_sb *out, int depth, size_t start, bool behind,
                       bool negative, struct item *it)
{
    struct re_width w;
    uint32_t outer = p->lookbehind;
    if (behind && !outer) p->lookbehind = p->groups + 1;
    py_value text = body(p, depth, &w);
    p->lookbehind = outer;
    if (!close_bracket(p, start) || !text) return;
    if (behind && w.lo != w.hi) {
        re_fail(p, -1, "look-behind requires fixed-width pattern");
        return;
    }
    put_group(out, behind ? (negative ? "(?<!" : "(?<=") : negative ? "(?!" : "(?=", text);
    *it = (struct item){.any = true, .w = RE_WIDTH(0, 0)};
}

static uint32_t condition(struct re_parser *p)
{
    py_value name = read_name(p, ')');
    if (!name) return 0;
    if (is_identifier(name)) return named_group(p, name);
    uint64_t v = 0;
    for (size_t i = 0; i < py_str(name)->len; i++) {
        uint32_t c = py_str_at(py_str(name), i);
        if (c < '0' || c > '9' || v > 100000000)
            return re_fail(p, name_start(p, name), "bad character in group name %R", name), 0;
        v = v * 10 + c - '0';
    }
    if (!v) return re_fail(p, name_start(p, name), "bad group number"), 0;
    if (v > p->max_ref) {
        p->max_ref = (uint32_t)v;
        p->max_ref_at = name_start(p, name);
    }
    return (uint32_t)v;
}

static void conditional(struct re_parser *p, struct py_sb *out, int depth, size_t start,
                        struct item *it)
{
    uint32_t group = condition(p);
    if (p->failed || !check_lookbehind(p, group)) return;
    py_sb_format(out, "(?(%u)", (unsigned)group);
    struct re_width yes = seq(p, out, depth + 1, false), no = RE_WIDTH(0, 0);
    if (accept(p, '|')) {
        py_sb_char(out, '|');
        no = seq(p, out, depth + 1, false);
        if (peek(p) == '|') {
            re_fail(p, (int64_t)p->i, "conditional backref with more than two branches");
            return;
        }
    }
    if (!close_bracket(p, start)) return;
    py_sb_char(out, ')');
    *it = (struct item){
        .any = true,
        .group = true,
        .w = RE_WIDTH(yes.lo < no.lo ? yes.lo : no.lo, yes.hi > no.hi ? yes.hi : no.hi)};
}

static void capture(struct re_parser *p, struct py_sb *out, int depth, size_t start, py_value name,
                    struct item *it)
{
    uint32_t number = ++p->groups;
    struct re_width w;
    if (!re_group_add(p, number)) return;
    if (name) {
        py_value old = py_dict_get_str(p->iso, py_dict(p->names), name);
        if (old) {
            re_fail(p, name_start(p, name),
                    "redefinition of group name %R as group %u; was group %lld", name, number,
                    (long long)py_small(old));
            return;
        }
        if (!py_dict_set(p->iso, py_dict(p->names), name, py_small_new(number))) p->failed = true;
    }
    py_value text = body(p, depth, &w);
    if (!close_bracket(p, start) || !text) return;
    re_group(p, number)->open = false;
    re_group(p, number)->width = w;
    re_group(p, number)->closed = ++p->closings;
    put_group(out, "(", text);
    *it = (struct item){.any = true, .group = true, .w = w};
}

static void scoped(struct re_parser *p, struct py_sb *out, int depth, size_t start, uint32_t on,
                   uint32_t off, const char *open, struct item *it)
{
    static const struct {
        uint32_t flag;
        char letter;
    } letters[] = {{PY_RE_I, 'i'}, {PY_RE_M, 'm'}, {PY_RE_S, 's'}};
    struct re_width w;
    char mark[24] = "(?";
    size_t n = 2;
    uint32_t saved = p->flags;
    p->flags = ((on & PY_RE_TYPE_FLAGS ? p->flags & ~(uint32_t)PY_RE_TYPE_FLAGS : p->flags) | on) &
               ~off;
    for (int i = 0; i < 3; i++)
        if (on & letters[i].flag) mark[n++] = letters[i].letter;
    if (off & (PY_RE_I | PY_RE_M | PY_RE_S)) mark[n++] = '-';
    for (int i = 0; i < 3; i++)
        if (off & letters[i].flag) mark[n++] = letters[i].letter;
    mark[n++] = ':';
    mark[n] = 0;
    py_value text = body(p, depth, &w);
    p->flags = saved;
    if (!close_bracket(p, start) || !text) return;
    put_group(out, open ? open : mark, text);
    *it = (struct item){.any = true, .group = true, .w = w};
}

static void comment(struct re_parser *p, size_t start)
{
    for (;;) {
        uint32_t c = get(p);
        if (c == RE_END) {
            re_fail(p, (int64_t)start, "missing ), unterminated comment");
            return;
        }
        if (c == ')') return;
    }
}

static void inline_flags(struct re_parser *p, struct py_sb *out, int depth, size_t start,
                         uint32_t c, bool may_be_global, struct item *it)
{
    uint32_t on = 0, off = 0;
    if (!flags_on(p, &c, &on)) return;
    if (c == ')') {
        if (!may_be_global) {
            re_fail(p, (int64_t)start, "global flags not at the start of the expression");
            return;
        }
        if (on & PY_RE_X && !(p->flags & PY_RE_X)) p->restart = true;
        p->flags |= on;
        return;
    }
    if (c == '-' && !flags_off(p, &off)) return;
    if (on & off) {
        re_fail(p, (int64_t)p->i - 1, "bad inline flags: flag turned on and off");
        return;
    }
    scoped(p, out, depth, start, on, off, NULL, it);
}

static void p_extension(struct re_parser *p, struct py_sb *out, int depth, size_t start,
                        struct item *it)
{
    py_value name;
    if (accept(p, '<')) {
        name = read_name(p, '>');
        if (name && check_name(p, name)) capture(p, out, depth, start, name, it);
    } else if (accept(p, '=')) {
        name = read_name(p, ')');
        if (!name || !check_name(p, name)) return;
        uint32_t group = named_group(p, name);
        if (!group) return;
        if (re_group(p, group)->open) {
            re_fail(p, name_start(p, name), "cannot refer to an open group");
            return;
        }
        *it = (struct item){.any = true, .w = back_reference(p, out, group)};
    } else {
        uint32_t c = get(p);
        if (c == RE_END) re_fail(p, (int64_t)p->i, "unexpected end of pattern");
        else re_fail(p, (int64_t)p->i - 3, "unknown extension ?P%U", py_str_char(p->iso, c));
    }
}

// A group; its "(" has been read.
static void group(struct re_parser *p, struct py_sb *out, int depth, bool may_be_global,
                  struct item *it)
{
    size_t start = p->i - 1;
    if (!accept(p, '?')) {
        capture(p, out, depth, start, NULL, it);
        return;
    }
    uint32_t c = get(p);
    switch (c) {
    case RE_END: re_fail(p, (int64_t)p->i, "unexpected end of pattern"); return;
    case 'P': p_extension(p, out, depth, start, it); return;
    case ':': scoped(p, out, depth, start, 0, 0, "(?:", it); return;
    case '>': scoped(p, out, depth, start, 0, 0, "(?>", it); return;
    case '#': comment(p, start); return;
    case '=':
    case '!': lookaround(p, out, depth, start, false, c == '!', it); return;
    case '(': conditional(p, out, depth, start, it); return;
    case '<':
        c = get(p);
        if (c == '=' || c == '!') lookaround(p, out, depth, start, true, c == '!', it);
        else if (c == RE_END) re_fail(p, (int64_t)p->i, "unexpected end of pattern");
        else re_fail(p, (int64_t)p->i - 3, "unknown extension ?<%U", py_str_char(p->iso, c));
        return;
    default:
        if (flag_of(c) || c == '-') inline_flags(p, out, depth, start, c, may_be_global, it);
        else re_fail(p, (int64_t)p->i - 2, "unknown extension ?%U", py_str_char(p->iso, c));
    }
}

// --- repeats and sequences ----------------------------------------------------------------------

// Reads digits; -1: none.
static int64_t count(struct re_parser *p)
{
    int64_t v = -1;
    while (peek(p) >= '0' && peek(p) <= '9') {
        v = (v < 0 ? 0 : v) * 10 + (int64_t)(get(p) - '0');
        if (v >= 4294967295) {
            if (!p->failed)
                py_raise(p->iso, PY_T_OverflowError, "the repetition number is too large");
            p->failed = true;
            return 0;
        }
    }
    return v;
}

// The bounds after '{'. False: it is a literal brace (position restored) or an error.
static bool braces(struct re_parser *p, int64_t *lo, int64_t *hi)
{
    size_t here = p->i;
    if (peek(p) == '}') return false;
    *lo = count(p);
    *hi = accept(p, ',') ? count(p) : *lo;
    if (p->failed) return false;
    if (!accept(p, '}')) {
        p->i = here;
        return false;
    }
    if (*hi >= 0 && *lo > *hi)
        return re_fail(p, (int64_t)here, "min repeat greater than max repeat") != NULL;
    if (*lo < 0) *lo = 0;
    if (*lo > 65535 || *hi > 65535)
        return re_fail(p, (int64_t)here, "this engine repeats at most 65535 times") != NULL;
    return true;
}

static int64_t times(int64_t w, int64_t n)
{
    return w == 0 || n == 0 ? 0 : n < 0 || w > RE_WIDTH_MAX / n ? RE_WIDTH_MAX : w * n;
}

static void repeat(struct re_parser *p, struct py_sb *out, uint32_t c, struct item *it,
                   struct re_width *total)
{
    int64_t lo = c == '+', hi = c == '?' ? 1 : -1;
    size_t at = p->i - 1;
    if (c == '{' && !braces(p, &lo, &hi)) {
        if (p->failed) return;
        re_put_literal(p, out, '{');
        *it = (struct item){.any = true, .w = RE_WIDTH(1, 1)};
        *total = re_width_add(*total, it->w);
        return;
    }
    if (!it->any || it->anchor) {
        re_fail(p, (int64_t)at, "nothing to repeat");
        return;
    }
    if (it->repeat) {
        re_fail(p, (int64_t)at, "multiple repeat");
        return;
    }
    if (c != '{') py_sb_char(out, c);
    else if (hi < 0) py_sb_format(out, "{%lld,}", (long long)lo);
    else py_sb_format(out, "{%lld,%lld}", (long long)lo, (long long)hi);
    p->run = c == '+' && peek(p) != '?';
    if (accept(p, '?')) py_sb_char(out, '?');
    else if (accept(p, '+')) py_sb_char(out, '+');
    if (hi < 0 || hi > 4) p->loops += it->group ? 2 : 1;
    struct re_width w = {times(it->w.lo, lo), times(it->w.hi, hi)};
    total->lo += w.lo - it->w.lo;
    total->hi = total->hi >= RE_WIDTH_MAX || w.hi >= RE_WIDTH_MAX ? RE_WIDTH_MAX
                                                                  : total->hi - it->w.hi + w.hi;
    it->repeat = true;
}

static bool skip_verbose(struct re_parser *p, uint32_t c)
{
    if (!(p->flags & PY_RE_X)) return false;
    if (c == '#') {
        while (p->i < p->s->len && py_str_at(p->s, p->i) != '\n')
            p->i += py_str_at(p->s, p->i) == '\\' && p->i + 1 < p->s->len ? 2 : 1;
        return true;
    }
    return c == ' ' || (c >= 9 && c <= 13);
}

static void one_item(struct re_parser *p, struct py_sb *out, struct re_token t, int depth,
                     bool may_be_global, struct item *it)
{
    struct item next = {.any = true, .w = RE_WIDTH(1, 1)};
    if (t.escaped) {
        next.w = escape_item(p, out, t, &next.anchor);
    } else if (t.c == '[') {
        re_class(p, out);
    } else if (t.c == '.') {
        py_sb_char(out, '.');
    } else if (t.c == '^' || t.c == '$') {
        py_sb_char(out, t.c);
        next.anchor = true;
        next.w = RE_WIDTH(0, 0);
    } else if (t.c == '(') {
        struct item g = {.any = false};
        group(p, out, depth, may_be_global, &g);
        if (!g.any) return; // a comment or global flags: no item
        next = g;
    } else {
        re_put_literal(p, out, t.c);
    }
    *it = next;
    it->any = true;
}

static struct re_width seq(struct re_parser *p, struct py_sb *out, int depth, bool first)
{
    struct re_width total = RE_WIDTH(0, 0);
    struct item it = {.any = false};
    bool empty = true;
    if (depth > 200 || !py_enter(p->iso, "")) {
        if (!p->failed && !py_error(p->iso))
            py_raise(p->iso, PY_T_RecursionError, "maximum recursion depth exceeded");
        p->failed = true;
        return total;
    }
    while (!p->failed && !p->restart && p->i < p->s->len) {
        uint32_t c = peek(p);
        struct re_token t;
        if (c == '|' || c == ')') break;
        if (!re_next_token(p, &t)) break;
        if (!t.escaped && skip_verbose(p, t.c)) continue;
        if (!t.escaped && (c == '*' || c == '+' || c == '?' || c == '{')) {
            repeat(p, out, c, &it, &total);
            empty = false;
            continue;
        }
        struct item before = it;
        it.any = false;
        one_item(p, out, t, depth, first && empty, &it);
        if (!it.any) {
            it = before;
            continue;
        }
        empty = false;
        p->items += it.group ? 2 : 1;
        total = re_width_add(total, it.w);
        if (!py_tick(p->iso, 1)) p->failed = true;
    }
    py_leave(p->iso);
    return total;
}

struct re_width py_re_alt(struct re_parser *p, struct py_sb *out, int depth)
{
    struct re_width w = seq(p, out, depth, depth == 0);
    while (!p->failed && !p->restart && accept(p, '|')) {
        py_sb_char(out, '|');
        p->items += 2;
        struct re_width o = seq(p, out, depth, false);
        if (o.lo < w.lo) w.lo = o.lo;
        if (o.hi > w.hi) w.hi = o.hi;
    }
    return w;
}

// --- entry --------------------------------------------------------------------------------------

static uint8_t shape_of(const struct re_parser *p, struct re_width w)
{
    if (p->items != 1 || w.lo != 1) return PY_RE_OTHER;
    return w.hi == 1 ? PY_RE_ONE : p->run ? PY_RE_RUN : PY_RE_OTHER;
}

static bool finish(struct re_parser *p, struct py_sb *out, struct re_width w,
                   struct py_re_parsed *r)
{
    if (p->i < p->s->len) return re_fail(p, (int64_t)p->i, "unbalanced parenthesis") != NULL;
    if (p->max_ref > p->groups)
        return re_fail(p, p->max_ref_at, "invalid group reference %u", (unsigned)p->max_ref) !=
               NULL;
    if (!p->bytes && !(p->flags & PY_RE_TYPE_FLAGS)) p->flags |= PY_RE_U;
    r->close = py_buf_new(p->iso, PY_K_RAW, (p->groups + 1) * sizeof(uint32_t));
    if (!r->close) return false;
    for (uint32_t g = 1; g <= p->groups; g++)
        memcpy(r->close->u.b + g * 4, &re_group(p, g)->closed, 4);
    r->flags = p->flags;
    r->shape = shape_of(p, w);
    r->risky = p->loops >= 2;
    r->repeats = p->loops >= 1;
    r->groups = p->groups;
    r->names = p->names;
    r->text = py_sb_finish(out);
    return r->text != NULL;
}

bool py_re_parse(struct py_isolate *iso, py_value pattern, py_value shown, uint32_t flags,
                 uint32_t maxchar, struct py_re_parsed *r)
{
    for (int round = 0; round < 2; round++) {
        struct re_parser p = {.iso = iso,
                              .pattern = pattern,
                              .shown = shown,
                              .s = py_str(pattern),
                              .flags = flags,
                              .maxchar = maxchar,
                              .bytes = !py_is_str(shown),
                              .names = py_dict_new(iso)};
        struct py_sb out;
        if (!p.names) return false;
        py_sb_init(&out, iso);
        struct re_width w = py_re_alt(&p, &out, 0);
        if (p.failed) return false;
        if (!p.restart) return finish(&p, &out, w, r);
        flags |= PY_RE_X; // "(?x)" changes how the whole pattern is read
    }
    return false;
}
