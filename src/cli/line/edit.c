// The editor of what is typed: a table of keys, and what each of them does.
#include "cli/line/line_int.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stop.h"
#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cli.h"

void sa_edit_init(struct sa_edit *e, const struct sa_line_options *options)
{
    *e = (struct sa_edit){.options = options};
    sa_search_init(&e->search);
    sa_text_init(&e->text);
    sa_history_open(&e->history, options->history);
}

void sa_edit_release(struct sa_edit *e)
{
    sa_text_release(&e->text);
    sa_view_release(&e->view);
    sa_history_release(&e->history);
    sa_search_release(&e->search);
    sa_freep(&e->typed);
}

static void show(struct sa_edit *e)
{
    SA_AUTO_FREE char *search = e->search.on
                                    ? sa_xasprintf("(history: %s) ", sa_buf_text(&e->search.query))
                                    : NULL;
    sa_view_show(&e->view, search ? search : e->options->prompt, e->options->more, &e->text);
}

static void leave_screen(struct sa_edit *e)
{
    sa_view_leave(&e->view, e->options->prompt, e->options->more, &e->text);
}

// Something is told below what is typed, which then stands below that.
static void tell(struct sa_edit *e, const char *text, size_t len)
{
    size_t at = e->text.at;
    leave_screen(e);
    sa_tty_write(STDERR_FILENO, text, len);
    e->text.at = at;
}

static void insert(struct sa_edit *e, const char *s, size_t len)
{
    static const char full[] = "that is more than can be typed here: it was left out\n";
    if (!sa_text_insert(&e->text, s, len)) tell(e, full, sizeof full - 1);
}

// ---- keys --------------------------------------------------------------------------------------

static void go_left(struct sa_edit *e)
{
    e->text.at = sa_text_left(&e->text, e->text.at);
}

static void go_right(struct sa_edit *e)
{
    e->text.at = sa_text_right(&e->text, e->text.at);
}

static void go_word_left(struct sa_edit *e)
{
    e->text.at = sa_text_word_left(&e->text, e->text.at);
}

static void go_word_right(struct sa_edit *e)
{
    e->text.at = sa_text_word_right(&e->text, e->text.at);
}

static void go_start(struct sa_edit *e)
{
    e->text.at = sa_text_line_start(&e->text, e->text.at);
}

static void go_end(struct sa_edit *e)
{
    e->text.at = sa_text_line_end(&e->text, e->text.at);
}

// Shows an entry of the history; what is being typed comes after its last.
static void recall(struct sa_edit *e, size_t entry)
{
    if (e->entry == e->history.count) {
        free(e->typed);
        e->typed = sa_xstrndup(sa_buf_text(&e->text.buf), e->text.buf.len);
    }
    e->entry = entry;
    const char *text = entry < e->history.count ? e->history.v[entry] : e->typed;
    sa_text_set(&e->text, text, strlen(text));
}

static void go_up(struct sa_edit *e)
{
    if (sa_text_up(&e->text)) return;
    if (e->entry > 0) recall(e, e->entry - 1);
    else sa_view_bell();
}

static void go_down(struct sa_edit *e)
{
    if (sa_text_down(&e->text)) return;
    if (e->entry < e->history.count) recall(e, e->entry + 1);
    else sa_view_bell();
}

static void delete_left(struct sa_edit *e)
{
    sa_text_remove(&e->text, sa_text_left(&e->text, e->text.at));
}

static void delete_right(struct sa_edit *e)
{
    sa_text_remove(&e->text, sa_text_right(&e->text, e->text.at));
}

static void delete_or_leave(struct sa_edit *e)
{
    if (e->text.buf.len) delete_right(e);
    else e->end = SA_EDIT_LEAVE;
}

static void cut_word_left(struct sa_edit *e)
{
    sa_text_cut(&e->text, sa_text_word_left(&e->text, e->text.at));
}

static void cut_word_right(struct sa_edit *e)
{
    sa_text_cut(&e->text, sa_text_word_right(&e->text, e->text.at));
}

static void cut_to_start(struct sa_edit *e)
{
    sa_text_cut(&e->text, sa_text_line_start(&e->text, e->text.at));
}

// At the end of a line what goes is the line's end.
static void cut_to_end(struct sa_edit *e)
{
    size_t end = sa_text_line_end(&e->text, e->text.at);
    sa_text_cut(&e->text, end > e->text.at ? end : sa_text_right(&e->text, e->text.at));
}

static void yank(struct sa_edit *e)
{
    if (!sa_text_yank(&e->text)) sa_view_bell();
}

static void new_line(struct sa_edit *e)
{
    insert(e, "\n", 1);
}

static void enter(struct sa_edit *e)
{
    const struct sa_line_options *o = e->options;
    const struct sa_buf *b = &e->text.buf;
    enum sa_line_more more = o->goes_on ? o->goes_on(o->ctx, sa_buf_text(b), b->len)
                                        : SA_LINE_WHOLE;
    if (more == SA_LINE_WHOLE) {
        e->end = SA_EDIT_DONE;
        return;
    }
    e->text.at = b->len;
    if (more == SA_LINE_JOINED) delete_left(e);
    new_line(e);
}

static void interrupt(struct sa_edit *e)
{
    sa_stop_request(e->options->stop, SIGINT);
}

static void redraw(struct sa_edit *e)
{
    static const char wipe[] = "\x1b[H\x1b[2J";
    sa_tty_draw(STDERR_FILENO, SA_TTY_EDITING, wipe, sizeof wipe - 1);
    sa_view_forget(&e->view);
}

static void suspend(struct sa_edit *e)
{
    size_t at = e->text.at;
    leave_screen(e);
    sa_terminal_suspend();
    sa_view_forget(&e->view);
    e->text.at = at;
}

void sa_edit_put(struct sa_edit *e, const char *text, size_t len)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_TEXT);
    while (len && text[len - 1] == '\n') len--;
    sa_utf8_repair_nuls(&clean, text, len);
    sa_text_set(&e->text, sa_buf_text(&clean), clean.len);
    sa_buf_release(&clean);
}

// A Ctrl-C that stopped what a key has asked for is done with; other signals are not.
static void forget_interrupt(struct sa_edit *e)
{
    if (sa_stop_reason(e->options->stop) != SIGINT) return;
    sa_stop_clear(e->options->stop);
    sa_signals_reset();
}

static void compose(struct sa_edit *e)
{
    size_t len;
    leave_screen(e);
    sa_terminal_leave(e->options->stop);
    SA_AUTO_FREE char *text = sa_compose(sa_buf_text(&e->text.buf), e->text.buf.len,
                                         e->options->stop, &len);
    forget_interrupt(e);
    sa_terminal_enter();
    if (text) sa_edit_put(e, text, len);
}

// What there is of words is typed as far as it is clear, and else listed.
static void complete(struct sa_edit *e)
{
    const struct sa_line_options *o = e->options;
    struct sa_words words = {0};
    sa_terminal_signals_on(o->stop); // a program may be asked for its names
    if (o->complete && !sa_stop_reason(o->stop))
        o->complete(o->ctx, sa_buf_text(&e->text.buf), e->text.at, &words);
    sa_terminal_signals_off();
    forget_interrupt(e);
    size_t have = e->text.at - words.start, common = sa_words_common(&words);
    bool further = common > have || (words.count == 1 && common != have);
    if (!words.count) {
        sa_view_bell();
    } else if (further) {
        sa_text_remove(&e->text, words.start);
        insert(e, words.v[0], common);
    } else if (words.count > 1) {
        struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
        sa_words_list(&words, e->view.columns, &list);
        tell(e, sa_buf_text(&list), list.len);
        sa_buf_release(&list);
    }
    sa_words_release(&words);
}

// ---- Ctrl-R, pastes ----------------------------------------------------------------------------

static void search(struct sa_edit *e)
{
    sa_search_on(&e->search, &e->history, &e->text);
}

static void give_up_search(struct sa_edit *e)
{
    if (!sa_search_cancel(&e->search, &e->text)) sa_view_bell();
}

static void paste(struct sa_edit *e)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_paste_read(e->options->stop, &text);
    insert(e, sa_buf_text(&text), text.len);
    sa_buf_release(&text);
}

// ---- the table ---------------------------------------------------------------------------------

static const struct key {
    const char *bytes;
    void (*run)(struct sa_edit *e);
} keys[] = {
    {"\r", enter},
    {"\n", enter},
    {"\x1b\r", new_line}, // Alt-Enter; of terminals that tell them apart also Shift-Enter
    {"\x1b\n", new_line},
    {"\x1b[13;2u", new_line},
    {"\x1b[27;2;13~", new_line},
    {"\x1b[200~", paste},
    {"\t", complete},
    {"\x01", go_start},
    {"\x1b[H", go_start},
    {"\x1bOH", go_start},
    {"\x1b[1~", go_start},
    {"\x1b[7~", go_start},
    {"\x05", go_end},
    {"\x1b[F", go_end},
    {"\x1bOF", go_end},
    {"\x1b[4~", go_end},
    {"\x1b[8~", go_end},
    {"\x02", go_left},
    {"\x1b[D", go_left},
    {"\x1bOD", go_left},
    {"\x06", go_right},
    {"\x1b[C", go_right},
    {"\x1bOC", go_right},
    {"\x1b"
     "b",
     go_word_left},
    {"\x1b[1;5D", go_word_left},
    {"\x1b[1;3D", go_word_left},
    {"\x1b"
     "f",
     go_word_right},
    {"\x1b[1;5C", go_word_right},
    {"\x1b[1;3C", go_word_right},
    {"\x10", go_up},
    {"\x1b[A", go_up},
    {"\x1bOA", go_up},
    {"\x0e", go_down},
    {"\x1b[B", go_down},
    {"\x1bOB", go_down},
    {"\x7f", delete_left},
    {"\x08", delete_left},
    {"\x04", delete_or_leave},
    {"\x1b[3~", delete_right},
    {"\x17", cut_word_left},
    {"\x1b\x7f", cut_word_left},
    {"\x1b"
     "d",
     cut_word_right},
    {"\x15", cut_to_start},
    {"\x0b", cut_to_end},
    {"\x19", yank},
    {"\x0c", redraw},
    {"\x12", search},
    {"\x07", give_up_search},
    {"\x18\x05", compose},
    {"\x03", interrupt},
    {"\x1a", suspend},
};

// Are these the bytes of a key, or the beginning of one?
enum match { MATCH_NONE, MATCH_PART, MATCH_KEY };

static enum match find(const char *bytes, size_t len, const struct key **found)
{
    enum match match = MATCH_NONE;
    for (size_t i = 0; i < SA_COUNT(keys); i++) {
        size_t n = strlen(keys[i].bytes);
        if (n == len && !memcmp(keys[i].bytes, bytes, len)) return *found = &keys[i], MATCH_KEY;
        if (n > len && !memcmp(keys[i].bytes, bytes, len)) match = MATCH_PART;
    }
    return match;
}

// Sequences that are in no row end as all of them do, and do nothing.
static bool in_sequence(const char *bytes, size_t len)
{
    if (len < 2 || bytes[0] != '\x1b' || (bytes[1] != '[' && bytes[1] != 'O')) return false;
    return len == 2 || (bytes[1] == '[' && !(bytes[len - 1] >= '@' && bytes[len - 1] <= '~'));
}

struct pending {
    char bytes[32];
    size_t len;
};

static bool is_search(const struct key *key)
{
    return key && (key->run == search || key->run == give_up_search);
}

static void take(struct sa_edit *e, struct pending *p, char byte)
{
    const struct key *key = NULL;
    p->bytes[p->len++] = byte;
    bool plain = (unsigned char)p->bytes[0] >= ' ' && p->bytes[0] != 0x7F;
    if (plain && sa_utf8_partial_tail(p->bytes, p->len)) return;
    enum match match = plain ? MATCH_NONE : find(p->bytes, p->len, &key);
    bool more = match == MATCH_PART || in_sequence(p->bytes, p->len);
    if (match != MATCH_KEY && more && p->len < sizeof p->bytes) return;
    size_t len = p->len;
    p->len = 0;
    if (sa_search_refine(&e->search, &e->history, &e->text, p->bytes, len)) return;
    if (e->search.on && !is_search(key)) e->search.on = false, e->entry = e->history.count;
    if (key) {
        key->run(e);
    } else if (plain) {
        struct sa_buf clean = SA_BUF_INIT(SA_BUF_SMALL);
        sa_utf8_repair_nuls(&clean, p->bytes, len);
        insert(e, sa_buf_text(&clean), clean.len);
        sa_buf_release(&clean);
    }
}

enum sa_line_status sa_edit_read(struct sa_edit *e, char **text)
{
    struct pending pending = {.len = 0};
    enum sa_line_status status = SA_LINE_END;
    e->end = SA_EDIT_GOES_ON;
    e->entry = e->history.count;
    sa_freep(&e->typed);
    sa_terminal_enter();
    while (e->end == SA_EDIT_GOES_ON) {
        char byte;
        if (!sa_terminal_more()) show(e);
        enum sa_terminal got = sa_terminal_read(e->options->stop, &byte);
        if (got == SA_TERMINAL_DRAW) sa_view_resized(&e->view);
        if (got == SA_TERMINAL_STOP) status = SA_LINE_INTERRUPTED;
        if (got == SA_TERMINAL_BYTE) take(e, &pending, byte);
        else if (got != SA_TERMINAL_DRAW) e->end = SA_EDIT_LEAVE;
    }
    e->search.on = false;
    leave_screen(e);
    sa_terminal_leave(e->options->stop);
    if (e->end == SA_EDIT_DONE) {
        status = SA_LINE_TEXT;
        *text = sa_xstrndup(sa_buf_text(&e->text.buf), e->text.buf.len);
    }
    sa_text_set(&e->text, "", 0);
    return status;
}
