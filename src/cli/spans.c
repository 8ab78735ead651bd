// See spans.h. What the beginning of the held text is, is judged by its mark; md4c (inline.h) says
// whether a piece is what it looks like.
#include "cli/spans.h"

#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

enum {
    HELD = 400, // bytes that a mark may wait for its end
    TRIES = 16  // ends of one mark that are tried
};

static const char special[] = "*_~`[\\<&";

void sa_spans_init(struct sa_spans *s, struct sa_screen *screen)
{
    *s = (struct sa_spans){.screen = screen, .held = SA_BUF_INIT(SA_BUF_HUGE)};
    sa_inline_init(&s->piece);
}

void sa_spans_release(struct sa_spans *s)
{
    sa_buf_release(&s->held);
    sa_inline_release(&s->piece);
}

size_t sa_spans_run(struct sa_str s, size_t at)
{
    size_t n = at;
    while (n < s.len && s.data[n] == s.data[at]) n++;
    return n - at;
}

// What the beginning of the held text is.
struct verdict {
    enum { MORE, RAW, ESCAPED, SPAN } what;
    size_t len;
};

static bool closes(struct sa_spans *s, struct sa_str held, size_t end)
{
    return sa_inline_read(&s->piece, (struct sa_str){held.data, end}, s->before,
                          end < held.len ? held.data[end] : 0) &&
           s->piece.closed;
}

// Whether it can still close, once the text is long or the line is over.
static struct verdict open_yet(struct sa_str held, bool over, size_t raw)
{
    return over || held.len >= HELD ? (struct verdict){RAW, raw} : (struct verdict){MORE, 0};
}

// A run of the mark that is as long, and longer by no character that may still come.
static struct verdict judge_code(struct sa_spans *s, struct sa_str held, bool over)
{
    size_t n = sa_spans_run(held, 0);
    for (size_t i = n, run; i < held.len; i += run) {
        run = held.data[i] == '`' ? sa_spans_run(held, i) : 1;
        if (held.data[i] != '`' || run != n || (i + run == held.len && !over)) continue;
        return closes(s, held, i + run) ? (struct verdict){SPAN, i + run}
                                        : (struct verdict){RAW, n};
    }
    return open_yet(held, over, n);
}

static struct verdict judge_emphasis(struct sa_spans *s, struct sa_str held, bool over)
{
    size_t n = sa_spans_run(held, 0);
    bool word = isalnum((unsigned char)s->before) && held.data[0] == '_';
    if (n == held.len && !over) return (struct verdict){MORE, 0};
    if (n == held.len || isspace((unsigned char)held.data[n]) || word || n > 3 ||
        (held.data[0] == '~' && n != 2))
        return (struct verdict){RAW, n};
    unsigned tries = 0;
    for (size_t i = n, run; i < held.len && tries < TRIES; i += run) {
        run = held.data[i] == held.data[0] ? sa_spans_run(held, i) : 1;
        if (held.data[i] != held.data[0] || isspace((unsigned char)held.data[i - 1])) continue;
        if (i + run == held.len && !over) break;
        tries++;
        if (closes(s, held, i + run)) return (struct verdict){SPAN, i + run};
    }
    return tries == TRIES ? (struct verdict){RAW, n} : open_yet(held, over, n);
}

static struct verdict judge_link(struct sa_spans *s, struct sa_str held, bool over)
{
    size_t depth = 0, i = 0;
    for (; i < held.len; i++) {
        if (held.data[i] == '[') depth++;
        if (held.data[i] == ']' && --depth == 0) break;
    }
    if (i + 1 >= held.len) return open_yet(held, over, 1);
    if (held.data[i + 1] != '(') return (struct verdict){RAW, 1};
    for (i++; i < held.len; i++) {
        if (held.data[i] == '(') depth++;
        if (held.data[i] == ')' && --depth == 0)
            return closes(s, held, i + 1) ? (struct verdict){SPAN, i + 1}
                                          : (struct verdict){RAW, 1};
    }
    return open_yet(held, over, 1);
}

// <https://...> and &amp; end with their first `end`, and have no blanks.
static struct verdict judge_short(struct sa_spans *s, struct sa_str held, bool over, char end)
{
    for (size_t i = 1; i < held.len; i++) {
        if (isspace((unsigned char)held.data[i]) || (end == ';' && i > 12))
            return (struct verdict){RAW, 1};
        if (held.data[i] != end) continue;
        return closes(s, held, i + 1) ? (struct verdict){SPAN, i + 1} : (struct verdict){RAW, 1};
    }
    return open_yet(held, over, 1);
}

static struct verdict judge(struct sa_spans *s, struct sa_str held, bool over)
{
    switch (held.data[0]) {
    case '\\':
        if (held.len < 2 && !over) return (struct verdict){MORE, 0};
        if (held.len < 2 || !ispunct((unsigned char)held.data[1])) return (struct verdict){RAW, 1};
        return (struct verdict){ESCAPED, 2};
    case '`': return judge_code(s, held, over);
    case '[': return judge_link(s, held, over);
    case '<': return judge_short(s, held, over, '>');
    case '&': return judge_short(s, held, over, ';');
    default: return judge_emphasis(s, held, over);
    }
}

static size_t plain_length(const char *text, size_t len)
{
    size_t n = 0;
    while (n < len && (!text[n] || !strchr(special, text[n]))) n++;
    return n;
}

void sa_spans_plain(struct sa_spans *s, const char *text, size_t len)
{
    if (!len) return;
    sa_screen_put(s->screen, s->style, text, len);
    s->before = text[len - 1];
}

// Shows of the held text what is decided.
static void settle(struct sa_spans *s, bool over)
{
    size_t at = 0;
    while (at < s->held.len) {
        struct sa_str held = {s->held.data + at, s->held.len - at};
        struct verdict v = {RAW, plain_length(held.data, held.len)};
        if (!v.len) v = judge(s, held, over);
        if (v.what == MORE) break;
        if (v.what == SPAN) sa_inline_put(&s->piece, s->screen, s->style);
        if (v.what == ESCAPED) sa_spans_plain(s, held.data + 1, 1);
        if (v.what == RAW) sa_spans_plain(s, held.data, v.len);
        s->before = held.data[v.len - 1];
        at += v.len;
    }
    sa_buf_remove(&s->held, 0, at);
}

// Can the character at `at`, the last one, decide about what is held?
static bool decides(const struct sa_spans *s, size_t at)
{
    enum { OPENING = 5 }; // no mark is so long
    const char *held = s->held.data;
    char last = at ? held[at - 1] : held[0];
    // A run decides once it is over, be it as long as it likes.
    if (at >= OPENING && held[at] == last && strchr("*_~`", last)) return false;
    return at < OPENING || at >= HELD || last == held[0] || last == '\\' ||
           strchr(")>;]([ ", held[at]);
}

void sa_spans_put(struct sa_spans *s, const char *text, size_t len)
{
    uint32_t cp;
    if (!s->screen->color) return sa_spans_plain(s, text, len);
    for (size_t i = 0, n; i < len; i += n) {
        n = s->held.len ? 0 : plain_length(text + i, len - i);
        sa_spans_plain(s, text + i, n);
        if (n || i + n == len) continue;
        n = sa_utf8_decode(text + i, len - i, &cp);
        sa_buf_append(&s->held, text + i, n);
        if (decides(s, s->held.len - n)) settle(s, false);
    }
}

void sa_spans_end(struct sa_spans *s)
{
    settle(s, true);
    s->style = 0;
    s->before = 0;
}
