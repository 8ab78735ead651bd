// Cuts a reply into parts while it arrives. Whatever is decided depends on a bounded look ahead, so
// that the parts are the same however the text was cut into pieces; what cannot be decided yet
// waits for more. A scanner that knows Python's quotes and comments finds the ends of blocks, since
// a program may print "</code>". Marks that are not the block's own end it only when what stands
// before them compiles.
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

enum {
    LINE_WINDOW = 100,   // of a line that may announce output
    SPAN_WINDOW = 300,   // of `code` within a line
    FENCE_WINDOW = 4000, // of a line that opens a fence
    HEAD_WINDOW = 200,   // of a channel's head
    MAX_TRIES = 64,      // compilations of one reply: they take time in proportion to it
    MAX_AGAIN = 8        // parts of one reply that are read anew: so does that
};

void sa_scan_init(struct sa_scan *s, const struct sa_read_ask *ask)
{
    memset(s, 0, sizeof *s);
    sa_buf_init(&s->text, SA_BUF_HUGE);
    s->ask = ask;
}

void sa_scan_release(struct sa_scan *s)
{
    sa_buf_release(&s->text);
    free(s->parts);
}

// ---- looking around ---------------------------------------------------------------------------

// First on its line, but for blanks, a quote's or a list's marks?
static bool at_line_start(const struct sa_scan *s, size_t at)
{
    enum { INDENT = 64 };
    for (size_t n = 0; at > 0 && s->text.data[at - 1] != '\n'; n++, at--) {
        unsigned char c = (unsigned char)s->text.data[at - 1];
        if ((!strchr(" \t>*-.)", c) && !isdigit(c)) || n == INDENT) return false;
    }
    return true;
}

// End of the line at `at`; false when it has not come yet and `window` bytes have not either.
static bool line_end(const struct sa_scan *s, size_t at, size_t window, size_t *end)
{
    size_t have = s->text.len - at, look = have < window ? have : window;
    const char *nl = memchr(s->text.data + at, '\n', look);
    *end = nl ? (size_t)(nl - s->text.data) : at + look;
    return nl || s->whole || have >= window;
}

static bool is_blank(struct sa_str text)
{
    return !sa_str_trim(text).len;
}

// ---- parts ------------------------------------------------------------------------------------

static struct sa_part *add_part(struct sa_scan *s, enum sa_part_kind kind, size_t end)
{
    SA_GROW(s->parts, s->cap, s->count + 1);
    struct sa_part *p = &s->parts[s->count++];
    *p = (struct sa_part){.kind = kind, .start = s->at, .end = end, .from = end, .to = end};
    s->over |= kind == SA_PART_BREAK && s->block_end;
    return p;
}

static struct sa_part *open_part(struct sa_scan *s, enum sa_part_kind kind, size_t from)
{
    struct sa_part *p = add_part(s, kind, from);
    s->outer = s->open;
    s->open = s->count;
    s->at = from;
    s->quote = 0;
    s->comment = false;
    // A thought in a block does not change how that is read.
    if (!s->outer) s->plain = s->again > MAX_AGAIN;
    return p;
}

static struct sa_part *open_named(struct sa_scan *s, enum sa_part_kind kind, size_t from,
                                  struct sa_str name)
{
    struct sa_part *p = open_part(s, kind, from);
    p->name = (size_t)(name.data - s->text.data);
    p->name_len = name.len;
    return p;
}

static struct sa_part *opened(const struct sa_scan *s)
{
    return s->open ? &s->parts[s->open - 1] : NULL;
}

// The open part ends at `to`; its closing mark takes `mark` bytes.
static bool close_part(struct sa_scan *s, size_t to, size_t mark)
{
    struct sa_part *p = opened(s);
    p->to = to, p->end = s->at = to + mark;
    p->closed = true;
    if (p->kind == SA_PART_TAG && !s->over && !is_blank(sa_scan_text(s, p->from, to)))
        s->block_end = p->end;
    s->open = s->outer;
    s->outer = 0;
    return true;
}

// </think> without an opening: some templates put the opening into the prompt. All before it was
// thinking.
static bool orphan(struct sa_scan *s, size_t mark)
{
    size_t to = s->at;
    s->count = s->open = s->outer = s->at = s->block_end = s->look = s->inside = 0;
    s->orphan = true;
    s->over = false;
    open_part(s, SA_PART_THOUGHT, 0);
    return close_part(s, to, mark);
}

// Does the open block compile as it stands? Only then does a foreign mark end it.
static bool block_compiles(struct sa_scan *s)
{
    const struct sa_part *p = opened(s);
    if (s->tries >= MAX_TRIES || !sa_may_compile(s->ask, s->at - p->from)) return false;
    s->tries++;
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
    sa_block_code(&code, sa_scan_text(s, p->from, s->at));
    bool ok = code.len && sa_compiles(s->ask, (struct sa_str){code.data, code.len});
    sa_buf_release(&code);
    return ok;
}

// Each step decides about the text at s->at and moves on, or returns false: more is needed.

static bool pass(struct sa_scan *s, size_t n)
{
    s->at += n;
    return true;
}

// ---- prose ------------------------------------------------------------------------------------

static bool open_fence(struct sa_scan *s, size_t run, size_t eol)
{
    char mark = s->text.data[s->at];
    enum sa_label label = sa_label_of(sa_scan_text(s, s->at + run, eol));
    open_part(s, SA_PART_FENCE, eol < s->text.len ? eol + 1 : eol)->label = label;
    s->mark = mark, s->width = run;
    return true;
}

// ```code``` on one line.
static bool one_line_fence(struct sa_scan *s, size_t run, size_t close, size_t close_run)
{
    struct sa_part *p = add_part(s, SA_PART_FENCE, close + close_run);
    struct sa_str inside = {s->text.data + s->at + run, close - s->at - run};
    size_t word = 0;
    while (word < inside.len && isalnum((unsigned char)inside.data[word])) word++;
    struct sa_str first = {inside.data, word};
    bool labelled = word < inside.len && inside.data[word] == ' ' &&
                    sa_label_of(first) == SA_LABEL_PYTHON;
    p->from = s->at + run + (labelled ? word + 1 : 0);
    p->to = close;
    p->label = labelled ? SA_LABEL_PYTHON : SA_LABEL_NONE;
    p->closed = true;
    return pass(s, p->end - s->at);
}

static size_t find_run(const struct sa_scan *s, size_t from, size_t to, char mark, size_t width,
                       size_t *run)
{
    for (size_t i = from; i < to; i += *run) {
        *run = 1;
        if (s->text.data[i] != mark) continue;
        *run = sa_fence_run(s->text.data + i, to - i);
        if (*run >= width) return i;
    }
    return to;
}

// Right behind "assistantfinal", which has no end of its own.
static bool is_behind_channel(const struct sa_scan *s)
{
    const struct sa_part *p = s->count ? &s->parts[s->count - 1] : NULL;
    return p && p->kind == SA_PART_BREAK && p->end == s->at;
}

static bool prose_fence(struct sa_scan *s, size_t run)
{
    char c = s->text.data[s->at], before = s->at ? s->text.data[s->at - 1] : '\n';
    bool first = at_line_start(s, s->at) || is_behind_channel(s);
    if (!first && (c == '~' || !strchr(" \t:>", before))) return pass(s, run);
    size_t eol, close_run = 0;
    if (!line_end(s, s->at + run, FENCE_WINDOW, &eol)) return false;
    size_t close = find_run(s, s->at + run, eol, c, 3, &close_run);
    if (close < eol) return one_line_fence(s, run, close, close_run);
    struct sa_str info = sa_str_trim(sa_scan_text(s, s->at + run, eol));
    bool one_word = !memchr(info.data, ' ', info.len);
    bool ends = eol == s->text.len || s->text.data[eol] == '\n';
    return ends && (first || one_word) ? open_fence(s, run, eol) : pass(s, run);
}

static bool prose_tick(struct sa_scan *s)
{
    struct sa_str rest = sa_scan_rest(s, s->at);
    size_t run = sa_fence_run(rest.data, rest.len), eol, close_run = 0;
    if (run == rest.len && run < SA_MOST_TICKS && !s->whole) return false;
    if (run >= 3) return prose_fence(s, run);
    bool decided = line_end(s, s->at, SPAN_WINDOW, &eol);
    if (rest.data[0] == '~') return pass(s, run);
    size_t close = find_run(s, s->at + run, eol, '`', run, &close_run);
    // A run at the very end may still grow.
    if (close + close_run == s->text.len && !s->whole) decided = false;
    if (close < eol && close_run == run && decided) {
        struct sa_part *p = add_part(s, SA_PART_INLINE, close + close_run);
        p->from = s->at + run, p->to = close;
        p->closed = true;
        return pass(s, p->end - s->at);
    }
    return decided ? pass(s, run) : false;
}

// <|channel|>analysis<|message|> thinks, ...final<|message|> speaks, ... to=functions.f ... calls.
static bool channel(struct sa_scan *s)
{
    static const char end[] = "<|message|>";
    struct sa_str rest = sa_scan_rest(s, s->at);
    size_t look = rest.len < HEAD_WINDOW ? rest.len : HEAD_WINDOW;
    const char *hit = sa_memfind(rest.data, look, end, strlen(end));
    if (!hit) return s->whole || look == HEAD_WINDOW ? pass(s, 1) : false;
    struct sa_str head = {rest.data, (size_t)(hit - rest.data)};
    size_t from = s->at + head.len + strlen(end);
    const char *to = sa_memfind(head.data, head.len, "to=", 3);
    if (to) {
        struct sa_part *p = open_part(s, SA_PART_CALL, from);
        p->name = (size_t)(to + 3 - s->text.data);
        while (to + 3 + p->name_len < hit && !strchr(" <", to[3 + p->name_len])) p->name_len++;
    } else if (sa_memfind(head.data, head.len, "analysis", 8)) {
        open_part(s, SA_PART_THOUGHT, from);
    } else {
        return pass(s, from - s->at);
    }
    return true;
}

// ---- channels whose marks were dropped --------------------------------------------------------

// Thinking that opens the reply: no word goes on with a capital.
static bool bare_start(struct sa_scan *s, bool *more)
{
    static const char word[] = "analysis";
    struct sa_str rest = sa_scan_rest(s, s->at);
    size_t n = strlen(word), have = rest.len < n ? rest.len : n;
    if (s->at || memcmp(rest.data, word, have) != 0) return false;
    *more = rest.len <= n && !s->whole;
    if (*more || rest.len <= n || !isupper((unsigned char)rest.data[n])) return false;
    open_part(s, SA_PART_THOUGHT, n);
    return true;
}

// Past the head " to=functions.f json"; the part is a call.
static bool bare_call(struct sa_scan *s, size_t from)
{
    static const char to[] = " to=";
    struct sa_str rest = sa_scan_rest(s, from);
    size_t eol, n = strlen(to);
    if (!line_end(s, from, HEAD_WINDOW, &eol)) return false;
    if (rest.len < n || memcmp(rest.data, to, n) != 0) return pass(s, from - s->at);
    size_t name = from + n, end = name;
    while (end < eol &&
           (isalnum((unsigned char)s->text.data[end]) || strchr("._", s->text.data[end])))
        end++;
    size_t body = end;
    while (body < eol && s->text.data[body] == ' ') body++;
    if (eol - body >= 4 &&
        (!memcmp(s->text.data + body, "json", 4) || !memcmp(s->text.data + body, "code", 4)))
        body += 4;
    struct sa_part *p = open_part(s, SA_PART_CALL, body);
    p->name = name, p->name_len = end - name;
    return true;
}

static bool prose_channel(struct sa_scan *s, enum sa_bare channel, size_t len)
{
    if (channel == SA_BARE_MORE) return false;
    if (channel == SA_BARE_COMMENTARY) return bare_call(s, s->at + len);
    if (channel == SA_BARE_ANALYSIS) {
        open_part(s, SA_PART_THOUGHT, s->at + len);
        return true;
    }
    pass(s, len);
    add_part(s, SA_PART_BREAK, s->at);
    return true;
}

static bool is_mention(const struct sa_scan *s)
{
    bool is = false;
    for (size_t i = 0; s->mentions && i < s->mentions->count; i++)
        is |= s->mentions->at[i] == s->at;
    return is;
}

static bool prose_mark(struct sa_scan *s)
{
    struct sa_str rest = sa_scan_rest(s, s->at);
    struct sa_mark m = sa_mark_at(rest.data, rest.len, s->whole);
    unsigned char before = s->at ? (unsigned char)s->text.data[s->at - 1] : '\n';
    bool free = strchr(" \t\r\n>.:;,)!?*", before) || before >= 0x80 || is_behind_channel(s);
    if (m.role == SA_MARK_PARTIAL) return false;
    if (m.role == SA_MARK_THINK && m.closing) return orphan(s, m.len);
    if (m.role == SA_MARK_CHANNEL) return channel(s);
    if (m.role == SA_MARK_END || m.role == SA_MARK_TURN || (m.role == SA_MARK_CODE && m.closing)) {
        add_part(s, SA_PART_CLOSER, s->at + m.len);
        pass(s, m.len);
        if (m.role == SA_MARK_TURN) add_part(s, SA_PART_BREAK, s->at);
        return true;
    }
    if (m.role == SA_MARK_NONE || m.closing || !free || is_mention(s))
        return pass(s, m.len ? m.len : 1);
    static const enum sa_part_kind kinds[] = {[SA_MARK_THINK] = SA_PART_THOUGHT,
                                              [SA_MARK_CODE] = SA_PART_TAG,
                                              [SA_MARK_CALL] = SA_PART_CALL};
    // The tag of a call belongs to what is read: it may name the function.
    size_t from = s->at + m.len, start = s->at;
    struct sa_part *p = open_named(s, kinds[m.role], from, m.name);
    if (m.role == SA_MARK_CALL) p->from = start;
    return true;
}

// A line that begins with such a mark announces nothing, whatever follows: it need not be whole.
static bool begins_part(const struct sa_scan *s)
{
    struct sa_str rest = sa_scan_rest(s, s->at);
    if (!rest.data[0] || !strchr(SA_MARK_STARTS, rest.data[0])) return false;
    struct sa_mark m = sa_mark_at(rest.data, rest.len, s->whole);
    return !m.closing && (m.role == SA_MARK_THINK || m.role == SA_MARK_CODE);
}

static bool prose_step(struct sa_scan *s)
{
    char c = s->text.data[s->at];
    size_t eol, len;
    bool more = false;
    if (bare_start(s, &more)) return true;
    if (more) return false;
    if ((s->at == 0 || s->text.data[s->at - 1] == '\n') && !begins_part(s)) {
        if (!line_end(s, s->at, LINE_WINDOW, &eol)) return false;
        size_t announced = sa_output_line(sa_scan_text(s, s->at, eol), false);
        if (announced) {
            add_part(s, SA_PART_BREAK, s->at + announced);
            return pass(s, announced);
        }
    }
    enum sa_bare channel = sa_bare_channel(sa_scan_rest(s, s->at), s->whole, &len);
    if (channel != SA_BARE_NONE) return prose_channel(s, channel, len);
    if (c == '`' || c == '~') return prose_tick(s);
    return strchr(SA_MARK_STARTS, c) && c ? prose_mark(s) : pass(s, 1);
}

// ---- thoughts and calls -----------------------------------------------------------------------

static bool is_named(const struct sa_scan *s, const struct sa_part *p, struct sa_str name)
{
    return name.len == p->name_len && !strncasecmp(name.data, s->text.data + p->name, name.len);
}

// A part of a channel ends where another begins.
static enum sa_bare next_channel(struct sa_scan *s)
{
    const struct sa_part *p = opened(s);
    size_t len;
    bool own = p->kind == SA_PART_THOUGHT ? !p->name_len : p->from != p->start;
    return own ? sa_bare_channel(sa_scan_rest(s, s->at), s->whole, &len) : SA_BARE_NONE;
}

// The mark where the scan stands in a thought or a call. False: there is none, and *go says whether
// the scan goes on.
static bool mark_inside(struct sa_scan *s, struct sa_mark *m, bool *go)
{
    struct sa_str rest = sa_scan_rest(s, s->at);
    enum sa_bare channel = next_channel(s);
    *go = false;
    if (channel == SA_BARE_MORE) return false;
    if (channel != SA_BARE_NONE) return *go = close_part(s, s->at, 0), false;
    if (!rest.data[0] || !strchr(SA_MARK_STARTS, rest.data[0])) return *go = pass(s, 1), false;
    *m = sa_mark_at(rest.data, rest.len, s->whole);
    return m->role != SA_MARK_PARTIAL;
}

static bool thought_step(struct sa_scan *s)
{
    const struct sa_part *p = opened(s);
    struct sa_mark m;
    bool go;
    if (!mark_inside(s, &m, &go)) return go;
    if (!p->name_len) { // a channel
        if (m.role == SA_MARK_END || m.role == SA_MARK_TURN) return close_part(s, s->at, m.len);
        if (m.role == SA_MARK_CHANNEL) return close_part(s, s->at, 0);
    } else if (m.role == SA_MARK_THINK && m.closing &&
               (m.any || s->again > MAX_AGAIN || is_named(s, p, m.name))) {
        return close_part(s, s->at, m.len);
    }
    return pass(s, m.len ? m.len : 1);
}

static bool call_step(struct sa_scan *s)
{
    const struct sa_part *p = opened(s);
    struct sa_mark m;
    bool go;
    if (!mark_inside(s, &m, &go)) return go;
    if (m.role == SA_MARK_END || m.role == SA_MARK_TURN) return close_part(s, s->at, m.len);
    if (m.role == SA_MARK_CALL && m.closing && is_named(s, p, m.name))
        return close_part(s, s->at, m.len);
    if (m.role == SA_MARK_CHANNEL) return close_part(s, s->at, 0);
    return pass(s, m.len ? m.len : 1);
}

// ---- blocks -----------------------------------------------------------------------------------

static bool string_step(struct sa_scan *s)
{
    struct sa_str rest = sa_scan_rest(s, s->at);
    char c = rest.data[0];
    if (c == '\\') {
        if (rest.len < 2 && !s->whole) return false;
        return pass(s, rest.len < 2 ? 1 : 2);
    }
    if (c == '\n' && !s->triple) s->quote = 0; // broken code: the string ends with its line
    if (c != s->quote) return pass(s, 1);
    if (!s->triple) {
        s->quote = 0;
        return pass(s, 1);
    }
    if (rest.len < 3 && !s->whole) return false;
    bool end = rest.len >= 3 && rest.data[1] == c && rest.data[2] == c;
    if (end) s->quote = 0;
    return pass(s, end ? 3 : 1);
}

static bool open_string(struct sa_scan *s)
{
    struct sa_str rest = sa_scan_rest(s, s->at);
    if (rest.len < 3 && !s->whole) return false;
    s->quote = rest.data[0];
    s->triple = rest.len >= 3 && rest.data[1] == s->quote && rest.data[2] == s->quote;
    return pass(s, s->triple ? 3 : 1);
}

// What another language's fence holds is a text of its own.
static bool is_foreign_text(const struct sa_part *p)
{
    return p->kind == SA_PART_FENCE &&
           (p->label == SA_LABEL_OTHER || p->label == SA_LABEL_MARKDOWN);
}

// The mark of a fence inside a block. In a block in tags a fence first of all is decoration.
static bool block_fence(struct sa_scan *s)
{
    const struct sa_part *p = opened(s);
    struct sa_str rest = sa_scan_rest(s, s->at);
    size_t run = sa_fence_run(rest.data, rest.len), eol;
    bool own = p->kind == SA_PART_FENCE && rest.data[0] == s->mark && run >= s->width;
    if (run == rest.len && run < SA_MOST_TICKS && !s->whole) return false;
    bool inner = p->kind == SA_PART_FENCE && p->label == SA_LABEL_MARKDOWN;
    if (run < 3 || (p->kind == SA_PART_FENCE && !own && !inner)) return pass(s, run);
    if (!line_end(s, s->at + run, FENCE_WINDOW, &eol)) return false;
    struct sa_str after = sa_str_trim(sa_scan_text(s, s->at + run, eol));
    bool ends = !after.len || after.data[0] == '<' || after.data[0] == '&';
    bool first = at_line_start(s, s->at);
    if (inner && !own)
        return first && sa_label_of(after) == SA_LABEL_PYTHON ? close_part(s, s->at, 0)
                                                              : pass(s, run);
    if (own && first && ends) return close_part(s, s->at, run);
    if (is_blank(sa_scan_text(s, p->from, s->at)) && !own) return pass(s, eol - s->at);
    bool reopens = first && sa_label_of(after) == SA_LABEL_PYTHON && !is_foreign_text(p);
    if ((!ends && !reopens) || !block_compiles(s)) return pass(s, run);
    return close_part(s, s->at, reopens ? 0 : run);
}

static bool block_mark(struct sa_scan *s)
{
    const struct sa_part *p = opened(s);
    struct sa_str rest = sa_scan_rest(s, s->at);
    struct sa_mark m = sa_mark_at(rest.data, rest.len, s->whole);
    bool first = at_line_start(s, s->at);
    bool ends = m.role == SA_MARK_END || m.role == SA_MARK_TURN ||
                (m.role == SA_MARK_CODE && m.closing);
    if (m.role == SA_MARK_PARTIAL) return false;
    if (m.role == SA_MARK_NONE) return pass(s, m.len ? m.len : 1);
    if (p->kind == SA_PART_TAG && ends) return close_part(s, s->at, m.len);
    if (m.role == SA_MARK_THINK && first && m.closing) return orphan(s, m.len);
    if (m.role == SA_MARK_THINK && first && !s->comment) {
        open_named(s, SA_PART_THOUGHT, s->at + m.len, m.name);
        return true;
    }
    bool foreign = ends || (first && m.role != SA_MARK_THINK && !m.closing);
    if (foreign && !is_foreign_text(p) && block_compiles(s)) return close_part(s, s->at, 0);
    return pass(s, m.len);
}

static bool block_step(struct sa_scan *s)
{
    size_t eol;
    if (s->quote) return string_step(s);
    char c = s->text.data[s->at];
    if (c == '\n') s->comment = false;
    if (s->at && s->text.data[s->at - 1] == '\n' && (c == 'O' || c == 'o' || c == '*')) {
        if (!line_end(s, s->at, LINE_WINDOW, &eol)) return false;
        if (sa_output_line(sa_scan_text(s, s->at, eol), true) && block_compiles(s))
            return close_part(s, s->at, 0);
    }
    if (c == '`' || c == '~') return block_fence(s);
    if (c && strchr(SA_MARK_STARTS, c)) return block_mark(s);
    if (c == '#') s->comment = true;
    if (!s->comment && !s->plain && (c == '"' || c == '\'')) return open_string(s);
    return pass(s, 1);
}

// ---- the scan ---------------------------------------------------------------------------------

static void run(struct sa_scan *s)
{
    bool go = true;
    while (go && s->at < s->text.len) {
        const struct sa_part *p = opened(s);
        if (!p) go = prose_step(s);
        else if (p->kind == SA_PART_THOUGHT) go = thought_step(s);
        else if (p->kind == SA_PART_CALL) go = call_step(s);
        else go = block_step(s);
    }
}

void sa_scan_feed(struct sa_scan *s, const char *text, size_t len)
{
    sa_buf_append(&s->text, text, len);
    run(s);
}

// A thought that its own closing does not end is ended by the first one of its kin.
static bool end_thought(struct sa_scan *s)
{
    const struct sa_part *p = opened(s);
    s->again++;
    for (size_t i = p->from; i < s->text.len; i++) {
        if (!s->text.data[i] || !strchr(SA_MARK_STARTS, s->text.data[i])) continue;
        struct sa_mark m = sa_mark_at(s->text.data + i, s->text.len - i, true);
        if (m.role == SA_MARK_THINK && m.closing) return close_part(s, i, m.len);
    }
    return false;
}

// Broken code: an open quote must not swallow the end of its block.
static bool end_block(struct sa_scan *s)
{
    struct sa_part *p = opened(s);
    if (!s->quote || s->plain) return false;
    s->plain = p->in_string = true;
    s->again++;
    s->quote = 0;
    s->comment = false;
    s->at = p->from;
    s->count = s->open;
    if (s->look > s->count) s->look = s->count;
    return true;
}

void sa_scan_finish(struct sa_scan *s)
{
    s->whole = true;
    run(s);
    while (s->open) {
        struct sa_part *p = opened(s);
        bool again = p->kind == SA_PART_THOUGHT ? end_thought(s) : end_block(s);
        if (again) {
            run(s);
            continue;
        }
        p->to = p->end = s->at = s->text.len;
        if (s->quote) p->in_string = true;
        s->open = s->outer;
        s->outer = 0;
    }
    for (size_t i = 0; i < s->count; i++)
        if (s->parts[i].closed) s->parts[i].in_string = false;
}

bool sa_scan_is_done(const struct sa_scan *s, size_t beyond)
{
    bool another = !s->over && s->open && s->parts[s->open - 1].kind == SA_PART_TAG;
    return s->block_end && !another && s->text.len - s->block_end > beyond;
}
