// Python's regular expression syntax, checked as CPython checks it (same messages, same positions)
// and written out in PCRE2's syntax, in which every literal is escaped so that nothing of PCRE2's
// own gets through. Groups: re_group.c; character classes: re_class.c.
#include "re_parse_int.h"

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

bool re_open_ascii_case(const struct re_parser *p, struct py_sb *out)
{
    bool explicitly = p->unicode && p->flags & PY_RE_A && p->flags & PY_RE_I;
    if (explicitly) py_sb_z(out, "(?-i:");
    return explicitly;
}

uint32_t re_ascii_case(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? c ^ 0x20 : c;
}

void re_put_literal(struct re_parser *p, struct py_sb *out, uint32_t c)
{
    if (re_open_ascii_case(p, out)) {
        py_sb_format(out, c > p->maxchar ? "(?!))" : "[\\x{%x}\\x{%x}])", (unsigned)c,
                     (unsigned)re_ascii_case(c));
        return;
    }
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

static struct re_width digits_escape(struct re_parser *p, struct py_sb *out, struct re_token t)
{
    uint32_t value = t.c - '0', next = re_peek(p);
    if (next >= '0' && next <= '9') {
        p->i++;
        uint32_t third = re_peek(p);
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
    return re_back_reference(p, out, value);
}

// \A \b \d ... as an item; *anchor: it has no width and cannot be repeated.
static struct re_width escape_item(struct re_parser *p, struct py_sb *out, struct re_token t,
                                   bool *anchor)
{
#define W "[0-9A-Z_a-z]"
    static const char anchors[] = "AbBZ";
    static const char *const as[] = {"\\A", "\\b", "(?:(?!\\A\\z)\\B)", "\\z"};
    static const char *const as_ascii[] = {
        "\\A", "(?-i:(?<=" W ")(?!" W ")|(?<!" W ")(?=" W "))",
        "(?-i:(?!\\A\\z)(?:(?<=" W ")(?=" W ")|(?<!" W ")(?!" W ")))", "\\z"};
#undef W
    const char *a = t.c < 128 && t.c ? strchr(anchors, (int)t.c) : NULL;
    uint32_t c;
    *anchor = a != NULL;
    if (a) {
        py_sb_z(out, (p->unicode && p->flags & PY_RE_A ? as_ascii : as)[a - anchors]);
        return RE_WIDTH(0, 0);
    }
    if (re_is_category(t.c)) {
        re_put_category(p, out, t.c);
        return RE_WIDTH(1, 1);
    }
    if (t.c >= '1' && t.c <= '9') return digits_escape(p, out, t);
    if (re_escape_char(p, t, &c)) re_put_literal(p, out, c);
    return RE_WIDTH(1, 1);
}

// --- sequences ----------------------------------------------------------------------------------

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
                     bool may_be_global, struct re_item *it)
{
    struct re_item next = {.any = true, .w = RE_WIDTH(1, 1)};
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
        struct re_item g = {.any = false};
        re_parse_group(p, out, depth, may_be_global, &g);
        if (!g.any) return; // a comment or global flags: no item
        next = g;
    } else {
        re_put_literal(p, out, t.c);
    }
    *it = next;
    it->any = true;
}

struct re_width re_sequence(struct re_parser *p, struct py_sb *out, int depth, bool first)
{
    struct re_width total = RE_WIDTH(0, 0);
    struct re_item it = {.any = false};
    bool empty = true;
    if (depth > 200 || !py_enter(p->iso, "")) {
        if (!p->failed && !py_error(p->iso))
            py_raise(p->iso, PY_T_RecursionError, "maximum recursion depth exceeded");
        p->failed = true;
        return total;
    }
    while (!p->failed && !p->restart && p->i < p->s->len) {
        uint32_t c = re_peek(p);
        struct re_token t;
        if (c == '|' || c == ')') break;
        if (!re_next_token(p, &t)) break;
        if (!t.escaped && skip_verbose(p, t.c)) continue;
        if (!t.escaped && (c == '*' || c == '+' || c == '?' || c == '{')) {
            re_repeat(p, out, c, &it, &total);
            empty = false;
            continue;
        }
        struct re_item before = it;
        size_t from = out->len;
        uint32_t groups = p->groups;
        it.any = false;
        one_item(p, out, t, depth, first && empty, &it);
        it.from = from;
        it.captures = p->groups != groups;
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

struct re_width re_alternatives(struct re_parser *p, struct py_sb *out, int depth)
{
    struct re_width w = re_sequence(p, out, depth, depth == 0);
    while (!p->failed && !p->restart && re_accept(p, '|')) {
        py_sb_char(out, '|');
        p->items += 2;
        struct re_width o = re_sequence(p, out, depth, false);
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
    r->unicode = p->unicode;
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
    bool unicode = py_is_str(shown) && !(flags & PY_RE_A);
    for (int round = 0; round < 3; round++) {
        struct re_parser p = {.iso = iso,
                              .pattern = pattern,
                              .shown = shown,
                              .s = py_str(pattern),
                              .flags = flags,
                              .maxchar = maxchar,
                              .bytes = !py_is_str(shown),
                              .unicode = unicode,
                              .names = py_dict_new(iso)};
        struct py_sb out;
        if (!p.names) return false;
        py_sb_init(&out, iso);
        struct re_width w = re_alternatives(&p, &out, 0);
        if (p.failed) return false;
        if (!p.restart) return finish(&p, &out, w, r);
        flags |= p.restart & PY_RE_X; // "(?x)" changes how the whole pattern is read
        unicode |= p.restart & PY_RE_U;
    }
    return false;
}
