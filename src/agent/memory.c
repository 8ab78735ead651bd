// The list of messages. Texts are copied in; a request borrows the array.
#include "agent/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { KEPT_HEAD = 200 };

static void drop_last(struct sa_memory *memory)
{
    free((char *)memory->items[--memory->count].text);
}

void sa_memory_cut(struct sa_memory *memory, size_t count)
{
    if (memory->count > count) memory->stamp++;
    while (memory->count > count) drop_last(memory);
}

void sa_memory_release(struct sa_memory *memory)
{
    sa_memory_cut(memory, 0);
    free(memory->items);
    free(memory->observed);
    memset(memory, 0, sizeof *memory);
}

void sa_memory_push(struct sa_memory *m, enum sa_role role, const char *text, size_t len,
                    bool observation)
{
    struct sa_buf joined = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_message *last = m->count ? &m->items[m->count - 1] : NULL;
    bool join = last && last->role == role;
    if (join) {
        sa_buf_append(&joined, last->text, last->len);
        sa_buf_appends(&joined, "\n\n");
        observation &= m->observed[m->count - 1];
        drop_last(m);
    }
    if (!m->stamp) m->stamp = (uint64_t)sa_clock_monotonic();
    sa_buf_append(&joined, text, len);
    SA_GROW(m->items, m->cap, m->count + 1);
    SA_GROW(m->observed, m->observed_cap, m->count + 1);
    struct sa_message *item = &m->items[m->count];
    item->role = role;
    item->text = sa_buf_take(&joined, &item->len);
    m->observed[m->count++] = observation;
}

int64_t sa_memory_tokens(const struct sa_memory *memory)
{
    size_t bytes = 0;
    for (size_t i = 0; i < memory->count; i++) bytes += memory->items[i].len;
    return (int64_t)(bytes / 4);
}

static size_t shorten(struct sa_message *item, const char *note)
{
    size_t head = sa_utf8_floor(item->text, item->len, KEPT_HEAD), before = item->len;
    if (before < head + strlen(note) + KEPT_HEAD) return 0;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_append(&out, item->text, head);
    sa_buf_appendf(&out, "\n%s", note);
    free((char *)item->text);
    item->text = sa_buf_take(&out, &item->len);
    return before - item->len;
}

size_t sa_memory_compact(struct sa_memory *m, int64_t target, size_t keep, const char *note)
{
    size_t removed = 0;
    for (size_t i = 0; i + keep < m->count && sa_memory_tokens(m) > target; i++)
        if (m->observed[i]) removed += shorten(&m->items[i], note);
    if (removed) m->stamp++;
    return removed;
}
