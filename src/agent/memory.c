// The list of messages. Texts are copied in; a request borrows the array.
#include "agent/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/image.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { KEPT_HEAD = 200, NOTE_ROOM = 150, MAX_IMAGES = 16 };

static void drop_images(struct sa_message *item)
{
    for (size_t i = 0; i < item->image_count; i++) free(item->images[i].png);
    free(item->images);
    item->images = NULL;
    item->image_count = 0;
}

static void drop_last(struct sa_memory *memory)
{
    struct sa_message *item = &memory->items[--memory->count];
    free((char *)item->text);
    drop_images(item);
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
    struct sa_message *last = m->count ? &m->items[m->count - 1] : NULL, kept = {0};
    bool join = last && last->role == role;
    if (join) {
        sa_buf_append(&joined, last->text, last->len);
        sa_buf_appends(&joined, "\n\n");
        observation &= m->observed[m->count - 1];
        kept = *last;
        last->images = NULL, last->image_count = 0;
        drop_last(m);
    }
    if (!m->stamp) m->stamp = (uint64_t)sa_clock_monotonic();
    sa_buf_append(&joined, text, len);
    SA_GROW(m->items, m->cap, m->count + 1);
    SA_GROW(m->observed, m->observed_cap, m->count + 1);
    struct sa_message *item = &m->items[m->count];
    *item = (struct sa_message){
        .role = role, .images = kept.images, .image_count = kept.image_count};
    item->text = sa_buf_take(&joined, &item->len);
    m->observed[m->count++] = observation;
}

void sa_memory_add_images(struct sa_memory *m, struct sa_image *images, size_t count)
{
    struct sa_message *last = &m->items[m->count - 1];
    size_t all = 0, first = 0;
    last->images = sa_xrealloc(last->images, (last->image_count + count) * sizeof *images);
    memcpy(last->images + last->image_count, images, count * sizeof *images);
    last->image_count += count;
    for (size_t i = 0; i < m->count; i++) all += m->items[i].image_count;
    if (all <= MAX_IMAGES) return;
    for (; all > MAX_IMAGES / 2 && first + 1 < m->count; first++) {
        all -= m->items[first].image_count;
        drop_images(&m->items[first]);
    }
    m->stamp++;
}

int64_t sa_memory_tokens(const struct sa_memory *memory)
{
    size_t bytes = 0;
    for (size_t i = 0; i < memory->count; i++) bytes += sa_message_size(&memory->items[i]);
    return (int64_t)(bytes / 4);
}

static size_t shorten(struct sa_message *item, sa_memory_note_fn note, void *ctx)
{
    size_t head = sa_utf8_floor(item->text, item->len, KEPT_HEAD), before = sa_message_size(item);
    drop_images(item);
    if (item->len < head + NOTE_ROOM + KEPT_HEAD) return before - item->len;
    SA_AUTO_FREE char *told = note(ctx, item->text, item->len);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_append(&out, item->text, head);
    sa_buf_appendf(&out, "\n%s", told);
    free((char *)item->text);
    item->text = sa_buf_take(&out, &item->len);
    return before - item->len;
}

size_t sa_memory_compact(struct sa_memory *m, int64_t target, size_t keep, sa_memory_note_fn note,
                         void *ctx)
{
    size_t removed = 0;
    for (size_t i = 0; i + keep < m->count && sa_memory_tokens(m) > target; i++)
        if (m->observed[i]) removed += shorten(&m->items[i], note, ctx);
    if (removed) m->stamp++;
    return removed;
}
