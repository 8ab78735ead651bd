// Replies that are one JSON object with a thought and code (--structured): its texts are decoded
// while they arrive, whatever the pieces, and become a reading like any other. What is no such
// object is for read.c.
#include <ctype.h>
#include <string.h>

#include "agent/read_int.h"
#include "base/utf8.h"

enum { MAX_KEY = 32, MAX_DEPTH = 256 };

static const char *const names[SA_OBJECT_TEXTS] = {"thought", "code"};

void sa_object_init(struct sa_object *o)
{
    *o = (struct sa_object){.key = SA_BUF_INIT(SA_BUF_SMALL)};
    for (size_t i = 0; i < SA_OBJECT_TEXTS; i++) sa_buf_init(&o->texts[i], SA_BUF_HUGE);
}

void sa_object_release(struct sa_object *o)
{
    sa_buf_release(&o->key);
    for (size_t i = 0; i < SA_OBJECT_TEXTS; i++) sa_buf_release(&o->texts[i]);
}

// ---- strings ----------------------------------------------------------------------------------

// Half of a surrogate pair without the other one is no character.
static void end_half(struct sa_object *o)
{
    if (o->half && o->into) sa_buf_appends(o->into, "\xEF\xBF\xBD");
    o->half = 0;
}

static void put_unit(struct sa_object *o, unsigned unit)
{
    char out[4];
    bool low = unit >= 0xDC00 && unit <= 0xDFFF;
    uint32_t point = unit;
    if (low && o->half) point = 0x10000 + ((o->half - 0xD800) << 10) + (unit - 0xDC00), o->half = 0;
    end_half(o);
    if (unit >= 0xD800 && unit <= 0xDBFF) o->half = unit;
    else if (o->into) sa_buf_append(o->into, out, sa_utf8_encode(point, out));
}

static bool take_escape(struct sa_object *o, char c)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *at = c ? strchr(from, c) : NULL;
    o->escaped = false;
    if (c == 'u') return o->digits = 4, o->unit = 0, true;
    if (!at) return false;
    end_half(o);
    if (o->into) sa_buf_appendc(o->into, to[at - from]);
    return true;
}

static bool take_digit(struct sa_object *o, char c)
{
    if (!isxdigit((unsigned char)c)) return false;
    unsigned lower = (unsigned char)c | 0x20U;
    o->unit = o->unit * 16 + (isdigit((unsigned char)c) ? lower - '0' : lower - 'a' + 10);
    if (!--o->digits) put_unit(o, o->unit);
    return true;
}

// A character within a string. Line ends as they are, which some models write, mean themselves.
static bool in_string(struct sa_object *o, char c, bool *ends)
{
    *ends = false;
    if (o->digits) return take_digit(o, c);
    if (o->escaped) return take_escape(o, c);
    if (c == '\\') return o->escaped = true;
    end_half(o);
    *ends = c == '"';
    if (!*ends && o->into) sa_buf_appendc(o->into, c);
    return true;
}

// ---- the object -------------------------------------------------------------------------------

// The texts that are read come once; of other members the values are passed over.
static bool begin_value(struct sa_object *o, char c)
{
    o->into = NULL;
    for (size_t i = 0; i < SA_OBJECT_TEXTS; i++) {
        if (strcmp(sa_buf_text(&o->key), names[i])) continue;
        o->named = true;
        if (c != '"' || o->began[i]) return false;
        o->into = &o->texts[i];
        o->began[i] = true;
        o->code_first |= i && !o->began[0];
        o->text = i;
    }
    o->state = c == '"' ? SA_OBJECT_STRING : SA_OBJECT_OTHER;
    o->depth = c == '{' || c == '[';
    return c != '}' && c != ']' && c != ',' && c != ':';
}

// A value that is passed over: to the comma or bracket behind it.
static bool in_other(struct sa_object *o, char c)
{
    if (o->quoted) {
        o->quoted = o->escaped || c != '"';
        o->escaped = !o->escaped && c == '\\';
        return true;
    }
    o->quoted = c == '"';
    if (c == '{' || c == '[') return ++o->depth < MAX_DEPTH;
    if (!o->depth && c == ',') o->state = SA_OBJECT_KEY;
    if (!o->depth && c == '}') o->state = SA_OBJECT_WHOLE;
    if (o->depth && (c == '}' || c == ']')) o->depth--;
    return true;
}

static bool end_string(struct sa_object *o)
{
    if (o->into != &o->key && o->into) o->ended[o->text] = true;
    o->state = o->into == &o->key ? SA_OBJECT_COLON : SA_OBJECT_BEHIND;
    return !o->key.full;
}

static bool between(struct sa_object *o, char c)
{
    switch (o->state) {
    case SA_OBJECT_START: o->state = SA_OBJECT_KEY; return c == '{';
    case SA_OBJECT_KEY:
        sa_buf_clear(&o->key);
        o->into = &o->key;
        o->state = SA_OBJECT_STRING;
        return c == '"';
    case SA_OBJECT_COLON: o->state = SA_OBJECT_VALUE; return c == ':';
    case SA_OBJECT_VALUE: return begin_value(o, c);
    default: // behind a value
        o->state = c == '}' ? SA_OBJECT_WHOLE : SA_OBJECT_KEY;
        return c == '}' || c == ',';
    }
}

size_t sa_object_feed(struct sa_object *o, const char *s, size_t len)
{
    size_t i = 0;
    for (; i < len && o->state < SA_OBJECT_WHOLE; i++) {
        bool ends = false, good = true;
        bool blank = s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t';
        if (o->state == SA_OBJECT_STRING) good = in_string(o, s[i], &ends);
        else if (o->state == SA_OBJECT_OTHER) good = in_other(o, s[i]);
        else if (!blank) good = between(o, s[i]);
        if (ends) good = end_string(o);
        if (!good || o->key.len > MAX_KEY * 4) o->state = SA_OBJECT_BAD;
    }
    return i;
}

// ---- the reading ------------------------------------------------------------------------------

static size_t past_blanks(const char *s, size_t len, size_t at)
{
    while (at < len && isspace((unsigned char)s[at])) at++;
    return at;
}

// Where the object begins, behind thinking and the mark of a block; thoughts go to `out`.
static size_t find_start(struct sa_reading *out, const char *s, size_t len, size_t *kept)
{
    static const struct sa_read_ask nothing = {0};
    size_t at = past_blanks(s, len, 0);
    *kept = 0;
    if (at == len || s[at] == '{') return at;
    struct sa_scan scan;
    sa_scan_init(&scan, &nothing);
    sa_scan_feed(&scan, s, len);
    sa_scan_finish(&scan);
    for (size_t i = 0; i < scan.count; i++) {
        const struct sa_part *p = &scan.parts[i];
        if (p->kind != SA_PART_THOUGHT || !p->closed || p->start > at) break;
        struct sa_str thought = sa_str_trim(sa_scan_text(&scan, p->from, p->to));
        if (out->thoughts.len && thought.len) sa_buf_appendc(&out->thoughts, '\n');
        sa_buf_append(&out->thoughts, thought.data, thought.len);
        *kept = at = past_blanks(s, len, p->end);
    }
    sa_scan_release(&scan);
    const char *line = len - at > 3 && !memcmp(s + at, "```", 3) ? memchr(s + at, '\n', len - at)
                                                                 : NULL;
    if (line) *kept = at = past_blanks(s, len, (size_t)(line - s));
    return at;
}

// The next line behind `at` that begins with a bracket, up to where code in tags begins.
static size_t next_start(const char *s, size_t len, size_t at)
{
    for (; at < len && memcmp(s + at, "<code", len - at < 5 ? len - at : 5) != 0; at++) {
        if (s[at] != '\n') continue;
        size_t start = past_blanks(s, len, at);
        if (start < len && s[start] == '{') return start;
    }
    return len;
}

// Some write a sentence before the object, and it in a fenced block.
static size_t feed_behind_prose(struct sa_object *o, const char *s, size_t len, size_t *from)
{
    enum { TRIES = 4 };
    size_t at = *from, end = len;
    for (int i = 0; i < TRIES && !(o->named && o->state == SA_OBJECT_WHOLE); i++) {
        at = next_start(s, len, at);
        if (at == len) break;
        sa_object_release(o);
        sa_object_init(o);
        end = at + sa_object_feed(o, s + at, len - at);
    }
    o->named &= o->state == SA_OBJECT_WHOLE;
    if (o->named) *from = at;
    return end;
}

static void say(struct sa_reading *x, const struct sa_object *o, struct sa_str before)
{
    struct sa_str thought = {sa_buf_text(&o->texts[0]), o->texts[0].len};
    const char *fence = sa_memfind(before.data, before.len, "```", 3);
    if (fence) before.len = (size_t)(fence - before.data);
    before = sa_str_trim(before);
    thought = sa_str_trim(thought);
    sa_buf_append(&x->said, before.data, before.len);
    if (before.len && thought.len) sa_buf_appendc(&x->said, '\n');
    sa_buf_append(&x->said, thought.data, thought.len);
    x->before = thought.len;
    if (!x->code.len) return;
    sa_buf_appends(&x->said, x->said.len ? "\n<code>\n" : "<code>\n");
    sa_buf_append(&x->said, x->code.data, x->code.len);
    sa_buf_appends(&x->said, "</code>");
}

// The code is that of a block: what models wrap it in all the same is off.
static void take_code(struct sa_reading *x, const struct sa_object *o,
                      const struct sa_read_ask *ask)
{
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_job job = {.out = x, .ask = ask};
    sa_block_code(&code, (struct sa_str){sa_buf_text(&o->texts[1]), o->texts[1].len});
    if (code.len && ask->compiles && o->ended[1]) sa_mend(&code, ask, &x->notes);
    if (code.len) {
        sa_job_take(&job, SA_FOUND_OBJECT, &code);
        sa_scan_init(&job.scan, ask);
        sa_scan_feed(&job.scan, sa_buf_text(&o->texts[0]), o->texts[0].len);
        sa_scan_finish(&job.scan);
        job.first = o->texts[0].len;
        sa_job_drop_guess(&job);
        sa_job_note_guess(&job);
        sa_scan_release(&job.scan);
        if (x->code.len) sa_drop_prefixes(&x->code, ask);
    }
    sa_buf_release(&code);
}

// What is no object to its end, or not one that anybody would have meant, does nothing.
static void judge(struct sa_reading *x, const struct sa_object *o, bool cut)
{
    bool whole = o->state == SA_OBJECT_WHOLE, bad = o->state == SA_OBJECT_BAD;
    x->unclosed = x->found != SA_FOUND_NOTHING && !whole && (cut || !o->ended[1]);
    x->lack = x->said.len ? SA_LACK_PROSE : SA_LACK_EMPTY;
    if (!bad && (whole || cut || o->ended[1])) return;
    x->found = SA_FOUND_NOTHING;
    x->lack = SA_LACK_BROKEN;
    x->unclosed = false;
    sa_buf_clear(&x->said);
    sa_buf_append(&x->said, x->kept.data, x->kept.len);
}

bool sa_read_object(struct sa_reading *x, const char *reply, size_t len,
                    const struct sa_read_ask *ask, bool cut)
{
    struct sa_read_budget budget = SA_READ_BUDGET(len);
    struct sa_read_ask mine = *ask;
    struct sa_object o;
    size_t kept;
    mine.budget = &budget;
    sa_reading_init(x);
    sa_object_init(&o);
    size_t from = find_start(x, reply, len, &kept);
    size_t end = from + sa_object_feed(&o, reply + from, len - from);
    if (!o.named) end = feed_behind_prose(&o, reply, len, &from);
    bool is = o.named, cuts = o.state == SA_OBJECT_WHOLE && past_blanks(reply, len, end) < len;
    if (is) {
        take_code(x, &o, &mine);
        say(x, &o, (struct sa_str){reply + kept, from > kept ? from - kept : 0});
        sa_buf_append(&x->kept, reply + kept, (cuts ? end : len) - kept);
        judge(x, &o, cut);
    } else {
        sa_reading_release(x);
    }
    sa_object_release(&o);
    return is;
}
