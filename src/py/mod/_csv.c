// Module _csv: a line split into fields, and fields joined to a line; readers are in csv_reader.c.
// What a dialect may be and writers as objects are in lib/csv.py, which passes the rules as a tuple
// in the order of enum rule.
#include "csv_int.h"

enum rule { DELIMITER, QUOTE, ESCAPE, DOUBLE, SKIP_SPACE, STRICT, QUOTING, LINE_END, ERROR, RULES };
enum quoting { MINIMAL, ALL, NONNUMERIC, NONE, STRINGS, NOTNULL };
enum { NO_CHAR = UINT32_MAX };

struct rules {
    uint32_t delimiter, quote, escape; // NO_CHAR where there is none
    bool doubled, skip_space, strict;
    enum quoting quoting;
    const struct py_str *line_end;
    py_value error; // the class Error
};

static bool char_of(py_value v, uint32_t *out)
{
    *out = NO_CHAR;
    if (v == PY_NONE) return true;
    if (!py_is_str(v) || py_str(v)->len != 1) return false;
    *out = py_str_at(py_str(v), 0);
    return true;
}

static bool rules_of(struct py_isolate *iso, py_value v, struct rules *r)
{
    py_value *part = py_is_exact(v, PY_K_TUPLE) && py_tuple(v)->n == RULES ? py_tuple(v)->v : NULL;
    if (!part || !char_of(part[DELIMITER], &r->delimiter) || !char_of(part[QUOTE], &r->quote) ||
        !char_of(part[ESCAPE], &r->escape) || !py_is_int(part[QUOTING]) ||
        !py_is_str(part[LINE_END]))
        return py_raise_type_error(iso, "not the rules of a dialect");
    r->doubled = part[DOUBLE] == PY_TRUE;
    r->skip_space = part[SKIP_SPACE] == PY_TRUE;
    r->strict = part[STRICT] == PY_TRUE;
    r->quoting = (enum quoting)py_small(part[QUOTING]);
    r->line_end = py_str(part[LINE_END]);
    r->error = part[ERROR];
    if (r->delimiter == NO_CHAR || (r->quote == NO_CHAR && r->quoting != NONE))
        return py_raise_type_error(iso, "rules without a delimiter or quotes");
    return true;
}

static void *raise_error(struct py_isolate *iso, const struct rules *r, py_value text)
{
    py_value exc = text ? py_call1(iso, r->error, text) : NULL;
    return exc ? py_raise_value(iso, exc) : NULL;
}

static bool ends_line(uint32_t c)
{
    return c == '\n' || c == '\r';
}

// --- reading ----------------------------------------------------------------------------------

// What a character is read as. AFTER is behind a quote that may close its field, EAT behind the end
// of the record; ESCAPED is in a field with an escaped line end, which the line's end does not
// close.
enum state { START, FIELD, QUOTED = PY_CSV_QUOTED, AFTER, EAT, ESCAPED };

struct scan {
    struct py_isolate *iso;
    struct rules r;
    py_value text, row;
    const struct py_str *line;
    size_t i, n, limit; // limit: of a field's length
    enum state state;
    bool numeric;
    // The field so far: a part of the line, or joined of several.
    size_t from, to;
    bool is_joined;
    struct py_sb joined;
};

static bool add(struct scan *s, size_t from, size_t to)
{
    if (!s->is_joined && s->from == s->to) {
        s->from = from;
        s->to = to;
    } else {
        if (!s->is_joined) {
            py_sb_init(&s->joined, s->iso);
            py_sb_slice(&s->joined, s->text, s->from, s->to);
            s->is_joined = true;
        }
        py_sb_slice(&s->joined, s->text, from, to);
    }
    if ((s->is_joined ? s->joined.len : s->to - s->from) <= s->limit) return true;
    return raise_error(s->iso, &s->r,
                       py_str_format(s->iso, "field larger than field limit (%zu)", s->limit));
}

// The character after an escape; at the end of the line a newline stands for it.
static bool add_escaped(struct scan *s)
{
    if (s->i < s->n) return add(s, s->i, s->i + 1);
    if (!s->is_joined) {
        py_sb_init(&s->joined, s->iso);
        py_sb_slice(&s->joined, s->text, s->from, s->to);
        s->is_joined = true;
    }
    py_sb_char(&s->joined, '\n');
    return add(s, s->n, s->n);
}

static py_value taken(struct scan *s)
{
    py_value text = s->is_joined ? py_sb_finish(&s->joined)
                                 : py_str_slice(s->iso, s->text, s->from, s->to);
    s->from = s->to = 0;
    s->is_joined = false;
    return text;
}

static bool save(struct scan *s)
{
    py_value text = taken(s);
    if (text && s->numeric) text = py_call1(s->iso, (py_value)py_t(s->iso, PY_T_FLOAT), text);
    s->numeric = false;
    return text && py_list_append(s->iso, s->row, text);
}

// Takes the rest of a field's plain text, from the character before s->i on.
static bool add_plain(struct scan *s)
{
    size_t from = s->i - 1;
    uint32_t delimiter = s->r.delimiter, escape = s->r.escape, quote = s->r.quote, c;
    if (s->state == QUOTED) {
        while (s->i < s->n && (c = py_str_at(s->line, s->i)) != quote && c != escape) s->i++;
    } else {
        while (s->i < s->n && (c = py_str_at(s->line, s->i)) != delimiter && c != escape &&
               !ends_line(c))
            s->i++;
    }
    return add(s, from, s->i);
}

static bool in_quotes(struct scan *s, uint32_t c)
{
    if (c == s->r.escape) {
        bool ok = add_escaped(s);
        s->i++;
        return ok;
    }
    if (c != s->r.quote) return add_plain(s);
    s->state = s->r.doubled ? AFTER : FIELD;
    return true;
}

static bool starts_specially(const struct scan *s, uint32_t c)
{
    return c == s->r.quote || c == s->r.escape || (c == ' ' && s->r.skip_space);
}

// A character that is not between quotes; s->i is behind it.
static bool outside(struct scan *s, uint32_t c)
{
    enum state state = s->state;
    if (ends_line(c) && !(state == AFTER && c == s->r.delimiter)) {
        s->state = EAT;
        return save(s);
    }
    if (c == s->r.delimiter && !(state == START && starts_specially(s, c))) {
        s->state = START;
        return save(s);
    }
    if (state == AFTER && s->r.strict)
        return raise_error(s->iso, &s->r,
                           py_str_format(s->iso, "'%U' expected after '%U'",
                                         py_str_char(s->iso, s->r.delimiter),
                                         py_str_char(s->iso, s->r.quote)));
    if (state == START && c == s->r.quote) {
        s->state = QUOTED;
        return true;
    }
    if (c == s->r.escape && state != AFTER) {
        s->state = s->i < s->n && ends_line(py_str_at(s->line, s->i)) ? ESCAPED : FIELD;
        return add_escaped(s) && s->i++ < SIZE_MAX;
    }
    if (state == START && c == ' ' && s->r.skip_space) return true;
    if (state == START && s->r.quoting == NONNUMERIC) s->numeric = true;
    if (state != ESCAPED) s->state = FIELD;
    return add_plain(s);
}

static bool step(struct scan *s)
{
    uint32_t c = py_str_at(s->line, s->i++);
    if (s->state == QUOTED) return in_quotes(s, c);
    if (s->state == AFTER && c == s->r.quote) {
        s->state = QUOTED;
        return add(s, s->i - 1, s->i);
    }
    if (s->state != EAT) return outside(s, c);
    return ends_line(c) ||
           raise_error(s->iso, &s->r,
                       py_str_z(s->iso,
                                "new-line character seen in unquoted field - do you need to "
                                "open the file in universal-newline mode?"));
}

// Continues the record that an earlier line left: (row, state, text of the field, it is a number).
static bool resume(struct scan *s, py_value v)
{
    py_value *part = py_is_exact(v, PY_K_TUPLE) && py_tuple(v)->n == 4 ? py_tuple(v)->v : NULL;
    if (!part || !py_is_exact(part[0], PY_K_LIST) || !py_is_int(part[1]) || !py_is_str(part[2]))
        return py_raise_type_error(s->iso, "not an unfinished record");
    s->row = part[0];
    s->state = (enum state)py_small(part[1]);
    if (s->state != FIELD && s->state != QUOTED && s->state != ESCAPED)
        return py_raise_type_error(s->iso, "not an unfinished record");
    s->numeric = part[3] == PY_TRUE;
    s->is_joined = true;
    py_sb_init(&s->joined, s->iso);
    py_sb_str(&s->joined, part[2]);
    return true;
}

static bool is_blank(const struct scan *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (!ends_line(py_str_at(s->line, i))) return false;
    return !ends_line(s->r.delimiter);
}

py_value py_csv_scan(struct py_isolate *iso, py_value line, py_value rules, size_t limit,
                     py_value unfinished)
{
    struct scan s = {.iso = iso, .text = line, .state = START, .limit = limit};
    if (!rules_of(iso, rules, &s.r)) return NULL;
    if (!py_is_str(line))
        return raise_error(iso, &s.r,
                           py_str_format(iso,
                                         "iterator should return strings, not %T (the file should "
                                         "be opened in text mode)",
                                         line));
    s.line = py_str(line);
    s.n = s.line->len;
    if (!py_tick(iso, 1 + s.n / 16)) return NULL;
    if (s.r.quoting == NONE) s.r.quote = NO_CHAR;
    if (unfinished) {
        if (!resume(&s, unfinished)) return NULL;
    } else if (!(s.row = py_list_new(iso, 8)) || is_blank(&s)) {
        return s.row;
    }
    while (s.i < s.n)
        if (!step(&s)) return NULL;
    bool escaped_end = s.i > s.n; // the escape was the line's last character
    if (s.state == QUOTED || s.state == ESCAPED || escaped_end) {
        py_value text = taken(&s), rest = text ? py_tuple_new(iso, 4) : NULL;
        if (!rest) return NULL;
        py_tuple(rest)->v[0] = s.row;
        py_tuple(rest)->v[1] = py_small_new(s.state);
        py_tuple(rest)->v[2] = text;
        py_tuple(rest)->v[3] = py_bool(s.numeric);
        return rest;
    }
    return s.state == EAT || save(&s) ? s.row : NULL;
}

// --- writing ----------------------------------------------------------------------------------

static bool is_special(const struct rules *r, uint32_t c)
{
    if (c == r->delimiter || c == r->quote || c == r->escape) return true;
    for (size_t i = 0; i < r->line_end->len; i++)
        if (c == py_str_at(r->line_end, i)) return true;
    return false;
}

static size_t find_special(const struct rules *r, const struct py_str *s, size_t from)
{
    while (from < s->len && !is_special(r, py_str_at(s, from))) from++;
    return from;
}

static bool wants_quotes(struct py_isolate *iso, const struct rules *r, py_value v)
{
    switch (r->quoting) {
    case ALL: return true;
    case NONNUMERIC: return !py_is_number(iso, v);
    case STRINGS: return py_is_str(v);
    case NOTNULL: return v != PY_NONE;
    default: return false;
    }
}

// Appends the text with its special characters, of which the first is at `at`, escaped or doubled.
static bool put_escaped(struct py_sb *b, const struct rules *r, py_value text, size_t at)
{
    const struct py_str *s = py_str(text);
    for (size_t from = 0; from < s->len; at = find_special(r, s, at + 1)) {
        py_sb_slice(b, text, from, at);
        if ((from = at) == s->len) break;
        uint32_t c = py_str_at(s, at);
        if (r->quoting == NONE || c == r->escape || (c == r->quote && !r->doubled)) {
            if (r->escape == NO_CHAR)
                return raise_error(b->iso, r,
                                   py_str_z(b->iso, "need to escape, but no escapechar set"));
            py_sb_char(b, r->escape);
        } else if (c == r->quote) {
            py_sb_char(b, c);
        }
    }
    return true;
}

// Do the text's special characters need quotes around it, other than those that are escaped?
static bool is_quoted_for(const struct rules *r, const struct py_str *s, size_t at)
{
    for (; at < s->len && r->quoting != NONE; at = find_special(r, s, at + 1)) {
        uint32_t c = py_str_at(s, at);
        if (c == r->quote ? r->doubled : c != r->escape) return true;
    }
    return false;
}

static bool put_field(struct py_sb *b, const struct rules *r, py_value v)
{
    py_value text = py_is_str(v) ? v : v == PY_NONE ? py_str_empty(b->iso) : py_str_of(b->iso, v);
    if (!text || !py_tick(b->iso, 1 + py_str(text)->len / 16)) return false;
    size_t special = find_special(r, py_str(text), 0);
    bool quoted = wants_quotes(b->iso, r, v) || is_quoted_for(r, py_str(text), special);
    if (quoted) py_sb_char(b, r->quote);
    if (!put_escaped(b, r, text, special)) return false;
    if (quoted) py_sb_char(b, r->quote);
    return true;
}

// An empty field alone would read back as a record of no fields.
static bool put_lone_empty(struct py_sb *b, const struct rules *r)
{
    if (r->quoting == NONE)
        return raise_error(b->iso, r, py_str_z(b->iso, "single empty field record must be quoted"));
    py_sb_fill(b, r->quote, 2);
    return true;
}

// join(fields, rules): the record's text with its line end.
static PY_NATIVE(csv_join)
{
    struct rules r;
    if (!rules_of(iso, a[1], &r)) return NULL;
    py_value it = py_iter(iso, a[0]), v;
    if (!it) {
        if (!py_error_is(iso, PY_T_TypeError)) return NULL;
        py_error_clear(iso);
        return raise_error(iso, &r, py_str_format(iso, "iterable expected, not %T", a[0]));
    }
    struct py_sb b;
    py_sb_init(&b, iso);
    size_t count = 0;
    for (; (v = py_next(iso, it)); count++) {
        if (count) py_sb_char(&b, r.delimiter);
        if (!put_field(&b, &r, v)) return NULL;
    }
    if (py_error(iso) || (count == 1 && !b.len && !put_lone_empty(&b, &r))) return NULL;
    py_sb_str(&b, (py_value)r.line_end);
    return py_sb_finish(&b);
}

py_value py_csv_error(struct py_isolate *iso, py_value rules, const char *text)
{
    struct rules r = {.error = py_tuple(rules)->v[ERROR]};
    return raise_error(iso, &r, py_str_z(iso, text));
}

bool py_csv_is_strict(py_value rules)
{
    return py_tuple(rules)->v[STRICT] == PY_TRUE;
}

static const struct py_native_row functions[] = {
    PY_ROW("join", csv_join, "row, rules, /", NULL),
    PY_ROW("read", py_csv_reader, "lines, dialect, rules, limit, /", NULL),
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    struct py_type *t = py_type_from_def(iso, &py_csv_reader_def, NULL, "_csv");
    iso->module_state[PY_MS_CSV] = (py_value)t;
    return t && py_module_set(iso, m, "reader", (py_value)t);
}

const struct py_moddef py_mod__csv = {
    .name = "_csv", .functions = functions, .init = init, .doc = "CSV lines to fields and back."};
