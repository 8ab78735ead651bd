// What is pasted is text, whatever it looks like, up to the mark of its end: it runs when a person
// says so.
#include <string.h>

#include "base/utf8.h"
#include "cli/line/line_int.h"

// Up to the mark, or as much as comes.
static void read_all(struct sa_stop *stop, struct sa_buf *raw)
{
    static const char end[] = "\x1b[201~";
    enum { END = sizeof end - 1 };
    char c;
    for (;;) {
        enum sa_terminal got = sa_terminal_read(stop, &c);
        if (got == SA_TERMINAL_DRAW) continue;
        if (got != SA_TERMINAL_BYTE || !sa_buf_appendc(raw, c)) return;
        if (raw->len < END || memcmp(raw->data + raw->len - END, end, END)) continue;
        sa_buf_truncate(raw, raw->len - END);
        return;
    }
}

void sa_paste_read(struct sa_stop *stop, struct sa_buf *text)
{
    struct sa_buf raw = SA_BUF_INIT(SA_BUF_TEXT), plain = SA_BUF_INIT(SA_BUF_TEXT);
    read_all(stop, &raw);
    for (size_t i = 0; i < raw.len; i++) {
        char c = raw.data[i];
        bool second = c == '\n' && i && raw.data[i - 1] == '\r'; // of a line's end
        if ((c == '\r' || c == '\n') && !second) sa_buf_appendc(&plain, '\n');
        else if ((unsigned char)c >= ' ' || c == '\t') sa_buf_appendc(&plain, c);
    }
    sa_utf8_repair_nuls(text, sa_buf_text(&plain), plain.len);
    sa_buf_release(&raw), sa_buf_release(&plain);
}
