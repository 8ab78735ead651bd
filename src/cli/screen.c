// Laying text out on a terminal; see screen.h. Characters go through three stages, each of which
// waits for as little as it can: bytes become characters (clusters of code points), characters
// words, words lines.
#include "cli/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <utf8proc.h>

#include "base/str.h"
#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cli.h"

enum {
    COLUMNS = 80, // of a terminal that does not say
    LEAST = 12,   // narrower ones fold for themselves
    TAB = 8,
    // As long as so much of a line is free a word is shown letter by letter: only longer ones are
    // then broken where the line ends.
    EASY = 32
};

void sa_screen_init(struct sa_screen *s, int fd, bool color, bool moves)
{
    *s = (struct sa_screen){.fd = fd,
                            .color = color,
                            .moves = moves,
                            .columns = COLUMNS,
                            .out = SA_BUF_INIT(SA_BUF_HUGE),
                            .word = SA_BUF_INIT(SA_BUF_HUGE),
                            .margin = "",
                            .more = ""};
    sa_screen_measure(s);
}

void sa_screen_release(struct sa_screen *s)
{
    sa_buf_release(&s->out);
    sa_buf_release(&s->word);
    sa_freep(&s->spans);
}

void sa_screen_measure(struct sa_screen *s)
{
    struct winsize size;
    if (s->fd < 0 || ioctl(s->fd, TIOCGWINSZ, &size) || !size.ws_col) return;
    s->columns = size.ws_col < LEAST ? LEAST : size.ws_col;
}

// ---- how wide, how styled ---------------------------------------------------------------------

// Where terminals differ, the wider: a line folded early looks well, one that overflows does not.
static int cluster_width(const char *text, size_t len)
{
    int width = 0;
    uint32_t cp;
    for (size_t i = 0, n; i < len; i += n) {
        n = sa_utf8_decode(text + i, len - i, &cp);
        if (cp == 0xFE0F && width == 1) width = 2;
        else width += utf8proc_charwidth((utf8proc_int32_t)cp);
    }
    return width;
}

int sa_screen_width(const char *text, size_t len)
{
    return cluster_width(text, len);
}

static void set_style(struct sa_screen *s, unsigned style)
{
    static const struct {
        unsigned bit;
        char code;
    } bits[] = {{SA_STYLE_BOLD, '1'},
                {SA_STYLE_DIM, '2'},
                {SA_STYLE_ITALIC, '3'},
                {SA_STYLE_UNDER, '4'},
                {SA_STYLE_STRIKE, '9'}};
    if (!s->color || style == s->now) return;
    if (s->now) sa_buf_appends(&s->out, "\x1b[0m");
    for (size_t i = 0; i < SA_COUNT(bits); i++)
        if (style & bits[i].bit) sa_buf_appendf(&s->out, "\x1b[%cm", bits[i].code);
    if (style & 0xff) sa_buf_appends(&s->out, sa_ink(true, (enum sa_ink)(style & 0xff)));
    s->now = style;
}

// ---- lines ------------------------------------------------------------------------------------

// The last column stays free: with something in it terminals disagree where the cursor is.
static int room(const struct sa_screen *s)
{
    return s->columns - 1 - s->at;
}

// Blanks at a margin's end wait for text, lest they stand at the end of a line.
static void draw_margin(struct sa_screen *s, const char *margin, size_t from)
{
    size_t len = strlen(margin), shown = len;
    while (shown > from && margin[shown - 1] == ' ') shown--;
    if (shown > from) {
        set_style(s, SA_STYLE_DIM);
        for (; s->pad; s->pad--) sa_buf_appendc(&s->out, ' ');
        sa_buf_append(&s->out, margin + from, shown - from);
    }
    s->pad += (int)(len - (shown > from ? shown : from));
    s->from = s->at = (int)len;
    s->started = true;
}

static void end(struct sa_screen *s)
{
    set_style(s, 0);
    sa_buf_appendc(&s->out, '\n');
    s->at = s->from = s->pad = 0;
    s->started = false;
}

// To where the next text goes.
static void advance(struct sa_screen *s)
{
    for (; s->breaks; s->breaks--) end(s);
    if (!s->started) draw_margin(s, s->margin, 0);
}

static void fold(struct sa_screen *s)
{
    end(s);
    draw_margin(s, s->more, 0);
    int hang = s->from + s->hang < s->columns / 2 ? s->hang : 0;
    s->pad += hang;
    s->at = s->from += hang;
    s->blanks = 0;
}

static bool is_empty(const struct sa_screen *s)
{
    return s->at == s->from;
}

static void draw(struct sa_screen *s, unsigned style, const char *text, size_t len, int width)
{
    if (width > room(s) && !is_empty(s)) fold(s);
    for (; s->pad; s->pad--) sa_buf_appendc(&s->out, ' ');
    set_style(s, style);
    sa_buf_append(&s->out, text, len);
    s->at += width;
}

void sa_screen_margin(struct sa_screen *s, const char *margin, const char *more)
{
    sa_screen_settle(s);
    s->margin = margin, s->more = more;
    s->hang = 0;
    if (s->started && !is_empty(s)) s->breaks = 1;
    // Behind a label the margin only goes on.
    else if (s->started && !s->breaks) draw_margin(s, margin, (size_t)s->from);
}

void sa_screen_label(struct sa_screen *s, const char *label)
{
    sa_screen_fresh(s);
    set_style(s, SA_STYLE_BOLD);
    sa_buf_appends(&s->out, label);
    set_style(s, 0);
    draw_margin(s, s->margin, strlen(label));
}

void sa_screen_hang(struct sa_screen *s, int columns)
{
    s->hang = columns;
}

// ---- words ------------------------------------------------------------------------------------

static void draw_blanks(struct sa_screen *s)
{
    int count = s->blanks; // of which folding makes none
    for (s->blanks = 0; count; count--) draw(s, s->blank_style, " ", 1, 1);
}

// The word that waits goes to this line or the next; what fits into none is broken at the edge.
static void end_word(struct sa_screen *s)
{
    if (!s->word.len) return;
    advance(s);
    if (s->blanks && s->blanks + s->word_width > room(s) && !is_empty(s)) fold(s);
    draw_blanks(s);
    size_t start = 0;
    for (size_t i = 0; i < s->span_count; start = s->spans[i++].end) {
        const char *text = sa_buf_text(&s->word) + start;
        size_t len = s->spans[i].end - start;
        draw(s, s->spans[i].style, text, len, cluster_width(text, len));
    }
    sa_buf_clear(&s->word);
    s->span_count = 0;
    s->word_width = 0;
}

static void add_to_word(struct sa_screen *s, unsigned style, const char *text, size_t len,
                        int width)
{
    SA_GROW(s->spans, s->span_cap, s->span_count + 1);
    sa_buf_append(&s->word, text, len);
    s->spans[s->span_count++] = (struct sa_span){style, s->word.len};
    s->word_width += width;
}

// A character of a text that is folded at words.
static void put(struct sa_screen *s, unsigned style, const char *text, size_t len, int width)
{
    bool wide = width > 1; // ideographs have no blanks between them: each is a word
    if (wide) end_word(s);
    if (!s->word.len) advance(s);
    if (!s->word.len && room(s) - s->blanks - width >= EASY) {
        draw_blanks(s);
        draw(s, style, text, len, width);
        return;
    }
    add_to_word(s, style, text, len, width);
    if (wide || s->word_width >= s->columns) end_word(s);
}

static void put_control(struct sa_screen *s, unsigned style, char c)
{
    end_word(s);
    if (c != '\n') {
        s->blanks++;
        s->blank_style = style;
        return;
    }
    s->blanks = 0;
    if (s->breaks) s->breaks = 2;
    else if (s->started && !is_empty(s)) s->breaks = 1;
}

// A character of a text that is kept line by line.
static void keep(struct sa_screen *s, unsigned style, const char *text, size_t len, int width)
{
    advance(s);
    draw(s, style, text, len, width);
}

static void keep_control(struct sa_screen *s, unsigned style, char c)
{
    if (c == '\n') {
        if (s->breaks || !s->started) advance(s);
        s->breaks = 1;
        return;
    }
    advance(s);
    int n = c == '\t' ? TAB - (s->at - s->from) % TAB : 1;
    for (int i = 0; i < n; i++) draw(s, style, " ", 1, 1);
}

// ---- characters -------------------------------------------------------------------------------

// The one way of foreign text into what is written.
static void end_cluster(struct sa_screen *s)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    if (!s->wait.len) return;
    sa_utf8_printable(&text, s->wait.text, s->wait.len);
    int width = cluster_width(text.data, text.len);
    (s->wait.folds ? put : keep)(s, s->wait.style, text.data, text.len, width);
    sa_buf_release(&text);
    s->wait.len = 0;
}

static void control(struct sa_screen *s, unsigned style, bool folds, char c)
{
    end_cluster(s);
    if (folds) put_control(s, style, c);
    else keep_control(s, style, c);
}

// Characters that nothing which follows belongs to, as far as it matters: others wait for it.
static bool is_alone(char c)
{
    return c > ' ' && c < 0x7f && (c < '0' || c > '9') && c != '#' && c != '*';
}

static void take(struct sa_screen *s, unsigned style, bool folds, const char *text, size_t len)
{
    uint32_t cp;
    if (len == 1 && is_alone(text[0])) {
        end_cluster(s);
        (folds ? put : keep)(s, style, text, 1, 1);
        return;
    }
    sa_utf8_decode(text, len, &cp);
    bool joined = s->wait.len && s->wait.len + len <= SA_CLUSTER_MAX &&
                  !utf8proc_grapheme_break_stateful((utf8proc_int32_t)s->wait.last,
                                                    (utf8proc_int32_t)cp, &s->wait.joint);
    if (!joined) {
        end_cluster(s);
        s->wait.joint = 0;
        s->wait.style = style, s->wait.folds = folds;
    }
    memcpy(s->wait.text + s->wait.len, text, len);
    s->wait.len += len;
    s->wait.last = cp;
}

static void feed(struct sa_screen *s, unsigned style, bool folds, const char *text, size_t len)
{
    uint32_t cp;
    for (size_t i = 0, n; i < len; i += n) {
        n = sa_utf8_decode(text + i, len - i, &cp);
        bool after_return = s->returned;
        s->returned = cp == '\r';
        // Nothing is written over: what returns to the start of its line begins another.
        if (cp == '\n' && after_return) continue;
        if (cp == '\n' || cp == '\r') control(s, style, folds, '\n');
        else if (cp == ' ' || cp == '\t') control(s, style, folds, text[i]);
        else take(s, style, folds, text + i, n);
    }
}

void sa_screen_put(struct sa_screen *s, unsigned style, const char *text, size_t len)
{
    feed(s, style, true, text, len);
}

void sa_screen_keep(struct sa_screen *s, unsigned style, const char *text, size_t len)
{
    end_word(s);
    feed(s, style, false, text, len);
}

// ---- ends -------------------------------------------------------------------------------------

void sa_screen_settle(struct sa_screen *s)
{
    end_cluster(s);
    end_word(s);
    s->blanks = 0;
    s->returned = false;
    if (s->breaks > 1) s->breaks = 1;
}

void sa_screen_fresh(struct sa_screen *s)
{
    sa_screen_settle(s);
    s->breaks = 0;
    if (s->started) end(s);
}

static bool erase(struct sa_screen *s, struct sa_buf *out)
{
    bool shown = s->status;
    if (shown) sa_buf_appends(out, "\x1b[J");
    s->status = false;
    return shown;
}

bool sa_screen_flush(struct sa_screen *s)
{
    set_style(s, 0);
    if (s->fd < 0 || !s->out.len) return false;
    struct sa_buf all = SA_BUF_INIT(SA_BUF_HUGE);
    erase(s, &all);
    sa_buf_append(&all, s->out.data, s->out.len);
    sa_tty_draw(s->fd, SA_TTY_BEHIND, sa_buf_text(&all), all.len);
    sa_buf_release(&all);
    sa_buf_clear(&s->out);
    return true;
}

void sa_screen_status(struct sa_screen *s, const char *text)
{
    enum { GAP = 3, LEAST_SHOWN = 8 };
    if (s->fd < 0 || !s->moves) return;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    int at = s->started ? s->at - s->pad : 0, gap = is_empty(s) ? s->pad : GAP;
    int free = s->columns - 1 - at % s->columns - gap;
    erase(s, &out);
    if (text && text[0] && free >= LEAST_SHOWN) {
        // The cursor comes back to where the text ends: that place moves with it when the terminal
        // changes its size.
        sa_buf_appendf(&out,
                       "\x1b"
                       "7%s%*s%.*s%s\x1b"
                       "8",
                       s->color ? "\x1b[2m" : "", gap, "", free, text, s->color ? "\x1b[0m" : "");
        s->status = true;
    }
    if (out.len) sa_tty_draw(s->fd, SA_TTY_BEHIND, out.data, out.len);
    sa_buf_release(&out);
}
