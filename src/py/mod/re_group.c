// The groups of regular expressions: capturing, named, with flags, looking around, conditional; and
// the references to them. Part of the parser of re_parse.c.
#include "re_parse_int.h"

// --- the groups of a pattern --------------------------------------------------------------------

static bool group_add(struct re_parser *p, uint32_t n)
{
    size_t size = (n + 16) * sizeof(struct re_group);
    if (!p->group || p->group->cap < (n + 1) * sizeof(struct re_group)) {
        struct py_buf *b = p->group ? py_buf_resize(p->iso, p->group, size * 2)
                                    : py_buf_new(p->iso, PY_K_RAW, size);
        if (!b) {
            p->failed = true;
            return false;
        }
        p->group = b;
    }
    *re_group(p, n) = (struct re_group){.open = true};
    return true;
}

static bool check_lookbehind(struct re_parser *p, uint32_t group)
{
    if (!p->lookbehind || group < p->lookbehind) return true;
    return re_fail(p, (int64_t)p->i,
                   "cannot refer to group defined in the same lookbehind subpattern") != NULL;
}

struct re_width re_back_reference(struct re_parser *p, struct py_sb *out, uint32_t group)
{
    if (!check_lookbehind(p, group)) return RE_WIDTH(0, 0);
    py_sb_format(out, "\\g{%u}", (unsigned)group);
    return re_group(p, group)->width;
}

// --- names --------------------------------------------------------------------------------------

// The text up to `end`, which is consumed. NULL: error.
static py_value read_name(struct re_parser *p, uint32_t end)
{
    size_t from = p->i;
    struct re_token t = {.escaped = false};
    while (re_peek(p) != end && re_next_token(p, &t)) continue;
    if (p->failed) return NULL;
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

bool py_re_is_name(py_value name, bool bytes)
{
    const struct py_str *s = py_str(name);
    if (bytes && !s->ascii) return false;
    for (size_t i = 0; i < s->len; i++)
        if (!py_char_is(py_str_at(s, i), i ? PY_U_XID_CONTINUE : PY_U_XID_START)) return false;
    return s->len > 0;
}

static int64_t name_start(struct re_parser *p, py_value name)
{
    return (int64_t)p->i - 1 - py_str(name)->len;
}

static bool bad_name(struct re_parser *p, py_value name)
{
    py_value shown = p->bytes ? py_ascii(p->iso, name) : py_repr(p->iso, name);
    if (!shown) p->failed = true;
    return shown && re_fail(p, name_start(p, name), "bad character in group name %U", shown);
}

static bool check_name(struct re_parser *p, py_value name)
{
    return py_re_is_name(name, p->bytes) || bad_name(p, name);
}

// The group called `name`, 0 when there is none (error set).
static uint32_t named_group(struct re_parser *p, py_value name)
{
    py_value v = py_dict_get_str(p->iso, py_dict(p->names), name);
    if (v) return (uint32_t)py_small(v);
    re_fail(p, name_start(p, name), "unknown group name %R", name);
    return 0;
}

// --- flags --------------------------------------------------------------------------------------

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
        *c = re_get(p);
        if (*c == ')' || *c == ':' || *c == '-') break;
        if (!flag_of(*c)) return bad_flag(p, *c, "missing -, : or )");
    }
    return true;
}

static bool flags_off(struct re_parser *p, uint32_t *off)
{
    uint32_t c = re_get(p);
    if (!flag_of(c)) return bad_flag(p, c, "missing flag");
    for (;;) {
        if (flag_of(c) & PY_RE_TYPE_FLAGS)
            return re_fail(p, (int64_t)p->i,
                           "bad inline flags: cannot turn off flags 'a', 'u' and 'L'") != NULL;
        *off |= flag_of(c);
        c = re_get(p);
        if (c == ':') return true;
        if (!flag_of(c)) return bad_flag(p, c, "missing :");
    }
}

// --- kinds of groups ----------------------------------------------------------------------------

static bool close_bracket(struct re_parser *p, size_t start)
{
    if (p->failed || p->restart) return false;
    return re_accept(p, ')') ||
           re_fail(p, (int64_t)start, "missing ), unterminated subpattern") != NULL;
}

// The inside of a group to text.
static py_value body(struct re_parser *p, int depth, struct re_width *w)
{
    struct py_sb b;
    py_sb_init(&b, p->iso);
    *w = re_alternatives(p, &b, depth + 1);
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
                       bool negative, struct re_item *it)
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
    *it = (struct re_item){.any = true, .w = RE_WIDTH(0, 0)};
}

static uint32_t condition(struct re_parser *p)
{
    py_value name = read_name(p, ')');
    if (!name) return 0;
    if (py_re_is_name(name, p->bytes)) return named_group(p, name);
    uint64_t v = 0;
    for (size_t i = 0; i < py_str(name)->len; i++) {
        uint32_t c = py_str_at(py_str(name), i);
        if (c < '0' || c > '9' || v > 100000000) return bad_name(p, name), 0;
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
                        struct re_item *it)
{
    uint32_t group = condition(p);
    if (p->failed || !check_lookbehind(p, group)) return;
    py_sb_format(out, "(?(%u)", (unsigned)group);
    struct re_width yes = re_sequence(p, out, depth + 1, false), no = RE_WIDTH(0, 0);
    if (re_accept(p, '|')) {
        py_sb_char(out, '|');
        no = re_sequence(p, out, depth + 1, false);
        if (re_peek(p) == '|') {
            re_fail(p, (int64_t)p->i, "conditional backref with more than two branches");
            return;
        }
    }
    if (!close_bracket(p, start)) return;
    py_sb_char(out, ')');
    *it = (struct re_item){
        .any = true,
        .group = true,
        .w = RE_WIDTH(yes.lo < no.lo ? yes.lo : no.lo, yes.hi > no.hi ? yes.hi : no.hi)};
}

static void capture(struct re_parser *p, struct py_sb *out, int depth, size_t start, py_value name,
                    struct re_item *it)
{
    uint32_t number = ++p->groups;
    struct re_width w;
    if (!group_add(p, number)) return;
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
    *it = (struct re_item){.any = true, .group = true, .w = w};
}

static void scoped(struct re_parser *p, struct py_sb *out, int depth, size_t start, uint32_t on,
                   uint32_t off, const char *open, struct re_item *it)
{
    static const struct {
        uint32_t flag;
        char letter;
    } letters[] = {{PY_RE_I, 'i'}, {PY_RE_M, 'm'}, {PY_RE_S, 's'}};
    struct re_width w;
    char mark[24] = "(?";
    size_t n = 2;
    uint32_t saved = p->flags;
    if (on & PY_RE_U && !p->unicode) p->restart = PY_RE_U;
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
    *it = (struct re_item){.any = true, .group = true, .w = w};
}

static void comment(struct re_parser *p, size_t start)
{
    for (;;) {
        uint32_t c = re_get(p);
        if (c == RE_END) {
            re_fail(p, (int64_t)start, "missing ), unterminated comment");
            return;
        }
        if (c == ')') return;
    }
}

static void inline_flags(struct re_parser *p, struct py_sb *out, int depth, size_t start,
                         uint32_t c, bool may_be_global, struct re_item *it)
{
    uint32_t on = 0, off = 0;
    if (!flags_on(p, &c, &on)) return;
    if (c == ')') {
        if (!may_be_global) {
            re_fail(p, (int64_t)start, "global flags not at the start of the expression");
            return;
        }
        if (on & PY_RE_X && !(p->flags & PY_RE_X)) p->restart = PY_RE_X;
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
                        struct re_item *it)
{
    py_value name;
    if (re_accept(p, '<')) {
        name = read_name(p, '>');
        if (name && check_name(p, name)) capture(p, out, depth, start, name, it);
    } else if (re_accept(p, '=')) {
        name = read_name(p, ')');
        if (!name || !check_name(p, name)) return;
        uint32_t group = named_group(p, name);
        if (!group) return;
        if (re_group(p, group)->open) {
            re_fail(p, name_start(p, name), "cannot refer to an open group");
            return;
        }
        *it = (struct re_item){.any = true, .w = re_back_reference(p, out, group)};
    } else {
        uint32_t c = re_get(p);
        if (c == RE_END) re_fail(p, (int64_t)p->i, "unexpected end of pattern");
        else re_fail(p, (int64_t)p->i - 3, "unknown extension ?P%U", py_str_char(p->iso, c));
    }
}

void re_parse_group(struct re_parser *p, struct py_sb *out, int depth, bool may_be_global,
                    struct re_item *it)
{
    size_t start = p->i - 1;
    if (!re_accept(p, '?')) {
        capture(p, out, depth, start, NULL, it);
        return;
    }
    uint32_t c = re_get(p);
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
        c = re_get(p);
        if (c == '=' || c == '!') lookaround(p, out, depth, start, true, c == '!', it);
        else if (c == RE_END) re_fail(p, (int64_t)p->i, "unexpected end of pattern");
        else re_fail(p, (int64_t)p->i - 3, "unknown extension ?<%U", py_str_char(p->iso, c));
        return;
    default:
        if (flag_of(c) || c == '-') inline_flags(p, out, depth, start, c, may_be_global, it);
        else re_fail(p, (int64_t)p->i - 2, "unknown extension ?%U", py_str_char(p->iso, c));
    }
}
