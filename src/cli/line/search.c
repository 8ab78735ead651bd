// Ctrl-R: an entry of the history by what it has in it, sought anew with every letter.
#include "cli/line/line_int.h"

#include <string.h>

// The last one before `before`.
static void look(struct sa_search *s, const struct sa_history *h, struct sa_text *text,
                 size_t before)
{
    struct sa_str query = {sa_buf_text(&s->query), s->query.len};
    if (!query.len) return;
    long found = sa_history_find(h, before, query);
    if (found < 0) {
        sa_view_bell();
        return;
    }
    s->found = (size_t)found;
    sa_text_set(text, h->v[found], strlen(h->v[found]));
}

void sa_search_init(struct sa_search *s)
{
    *s = (struct sa_search){.query = SA_BUF_INIT(SA_BUF_SMALL),
                            .before = SA_BUF_INIT(SA_LINE_EDIT_MAX)};
}

void sa_search_release(struct sa_search *s)
{
    sa_buf_release(&s->query);
    sa_buf_release(&s->before);
}

void sa_search_on(struct sa_search *s, const struct sa_history *h, struct sa_text *text)
{
    if (s->on) {
        look(s, h, text, s->found);
        return;
    }
    s->on = true;
    s->found = h->count;
    sa_buf_clear(&s->query);
    sa_buf_clear(&s->before);
    sa_buf_append(&s->before, sa_buf_text(&text->buf), text->buf.len);
}

bool sa_search_cancel(struct sa_search *s, struct sa_text *text)
{
    if (!s->on) return false;
    s->on = false;
    sa_text_set(text, sa_buf_text(&s->before), s->before.len);
    return true;
}

static void drop_last(struct sa_buf *query)
{
    size_t len = query->len;
    while (len && ((unsigned char)query->data[len - 1] & 0xC0) == 0x80) len--;
    if (len) sa_buf_truncate(query, len - 1);
}

bool sa_search_refine(struct sa_search *s, const struct sa_history *h, struct sa_text *text,
                      const char *key, size_t len)
{
    bool back = key[0] == 0x7F || key[0] == 0x08, letter = (unsigned char)key[0] >= ' ' && !back;
    if (!s->on || (!back && !letter)) return false;
    if (back) drop_last(&s->query);
    else sa_buf_append(&s->query, key, len);
    // A longer query may still be met by the entry that is seen.
    look(s, h, text, back || s->found == h->count ? h->count : s->found + 1);
    return true;
}
