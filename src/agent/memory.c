// The list of messages. Texts are copied in; a request borrows the array.
#include "agent/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/image.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { KEPT_HEAD = 200, NOTE_ROOM = 150, KEPT_IMAGES = 16 };

// Every message begins with its text.
static struct sa_content *text_of(const struct sa_message *item)
{
    return &item->parts[0];
}

// What the model reads where it saw a picture before.
static void note_image(struct sa_message *item, const struct sa_image *image)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_content *part = text_of(item);
    sa_buf_append(&text, part->text, part->len);
    sa_buf_appendf(&text, "%s[an image of %ux%u pixels was here]", text.len ? "\n" : "",
                   image->width, image->height);
    free(part->text);
    part->text = sa_buf_take(&text, &part->len);
}

// Its part stays, so that a mark knows which of them it had seen.
static void drop_image(struct sa_message *item, struct sa_content *part)
{
    note_image(item, &part->image);
    sa_freep(&part->image.data);
    part->kind = SA_CONTENT_GONE;
}

// The first images of a message, up to `most`, become notes. How many did.
static size_t drop_images(struct sa_message *item, size_t most)
{
    size_t dropped = 0;
    for (size_t i = 0; i < item->count && dropped < most; i++) {
        struct sa_content *part = &item->parts[i];
        if (part->kind != SA_CONTENT_IMAGE) continue;
        drop_image(item, part);
        dropped++;
    }
    return dropped;
}

static size_t parts_of(const struct sa_message *item, enum sa_content_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < item->count; i++) n += item->parts[i].kind == kind;
    return n;
}

static void drop_last(struct sa_memory *memory)
{
    struct sa_message *item = &memory->items[--memory->count];
    for (size_t i = 0; i < item->count; i++) sa_content_release(&item->parts[i]);
    free(item->parts);
}

static struct sa_content *add_part(struct sa_message *item, enum sa_content_kind kind)
{
    item->parts = sa_xrealloc(item->parts, (item->count + 1) * sizeof *item->parts);
    struct sa_content *part = &item->parts[item->count++];
    *part = (struct sa_content){.kind = kind};
    return part;
}

void sa_memory_cut(struct sa_memory *memory, size_t count)
{
    if (memory->count > count) memory->stamp++;
    while (memory->count > count) drop_last(memory);
}

static void move(struct sa_memory *from, size_t at, struct sa_memory *to)
{
    SA_GROW(to->items, to->cap, to->count + from->count - at);
    SA_GROW(to->observed, to->observed_cap, to->count + from->count - at);
    for (size_t i = at; i < from->count; i++, to->count++) {
        to->items[to->count] = from->items[i];
        to->observed[to->count] = from->observed[i];
    }
    from->count = at;
    from->stamp++, to->stamp++;
}

void sa_memory_split(struct sa_memory *m, size_t at, struct sa_memory *tail)
{
    move(m, at, tail);
}

void sa_memory_join(struct sa_memory *m, struct sa_memory *tail)
{
    move(tail, 0, m);
    sa_memory_release(tail);
}

struct sa_memory_mark sa_memory_mark(const struct sa_memory *m)
{
    if (!m->count) return (struct sa_memory_mark){0};
    const struct sa_message *last = &m->items[m->count - 1];
    return (struct sa_memory_mark){m->count, text_of(last)->len, last->count,
                                   parts_of(last, SA_CONTENT_GONE), m->observed[m->count - 1]};
}

// The notes of images that were still there at the mark stand behind it, too.
static void cut_text(struct sa_message *item, struct sa_memory_mark mark)
{
    struct sa_content *text = text_of(item);
    text->text[text->len = mark.len] = '\0';
    for (size_t i = 0, seen = 0; i < item->count; i++)
        if (item->parts[i].kind == SA_CONTENT_GONE && seen++ >= mark.gone)
            note_image(item, &item->parts[i].image);
}

void sa_memory_back(struct sa_memory *m, struct sa_memory_mark mark)
{
    sa_memory_cut(m, mark.count);
    m->stamp++;
    if (!m->count || m->count < mark.count) return;
    struct sa_message *last = &m->items[m->count - 1];
    while (last->count > mark.parts) sa_content_release(&last->parts[--last->count]);
    if (text_of(last)->len > mark.len) cut_text(last, mark);
    m->observed[m->count - 1] = mark.observed;
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
    struct sa_buf all = SA_BUF_INIT(SA_BUF_HUGE);
    bool join = m->count && m->items[m->count - 1].role == role;
    if (!m->stamp) m->stamp = (uint64_t)sa_clock_monotonic();
    if (!join) {
        SA_GROW(m->items, m->cap, m->count + 1);
        SA_GROW(m->observed, m->observed_cap, m->count + 1);
        m->items[m->count] = (struct sa_message){.role = role};
        m->observed[m->count] = SA_OBSERVED;
        add_part(&m->items[m->count++], SA_CONTENT_TEXT);
    }
    struct sa_content *part = text_of(&m->items[m->count - 1]);
    size_t *observed = &m->observed[m->count - 1];
    if (!observation && *observed == SA_OBSERVED) *observed = part->len;
    if (join) {
        sa_buf_append(&all, part->text, part->len);
        if (all.len) sa_buf_appends(&all, "\n\n");
    }
    sa_buf_append(&all, text, len);
    free(part->text);
    part->text = sa_buf_take(&all, &part->len);
}

void sa_memory_add_images(struct sa_memory *m, struct sa_image *images, size_t count)
{
    struct sa_message *last = &m->items[m->count - 1];
    size_t all = 0, most = m->keep_images ? m->keep_images : KEPT_IMAGES;
    size_t left = most - most / 4 * 2;
    for (size_t i = 0; i < count; i++) add_part(last, SA_CONTENT_IMAGE)->image = images[i];
    for (size_t i = 0; i < m->count; i++) all += parts_of(&m->items[i], SA_CONTENT_IMAGE);
    if (all <= most) return;
    for (size_t i = 0; all > left && i + 1 < m->count; i++)
        all -= drop_images(&m->items[i], all - left);
    m->stamp++;
}

void sa_memory_drop_asked(struct sa_memory *m, struct sa_memory_mark since)
{
    for (size_t i = since.count ? since.count - 1 : 0; i < m->count; i++) {
        struct sa_message *item = &m->items[i];
        for (size_t k = i + 1 == since.count ? since.parts : 0; k < item->count; k++)
            if (item->parts[k].kind == SA_CONTENT_IMAGE && item->parts[k].image.asked)
                drop_image(item, &item->parts[k]);
    }
    m->stamp++;
}

// A part of the last message with this text.
static struct sa_content *add_text(struct sa_memory *m, enum sa_content_kind kind, const char *text,
                                   size_t len)
{
    struct sa_content *part = add_part(&m->items[m->count - 1], kind);
    part->text = sa_xstrndup(text, len);
    part->len = len;
    return part;
}

void sa_memory_keep(struct sa_memory *m, const char *json, const char *by, bool whole)
{
    enum sa_content_kind kind = whole ? SA_CONTENT_WHOLE : SA_CONTENT_KEPT;
    add_text(m, kind, json, strlen(json))->name = sa_xstrdup(by);
}

void sa_memory_add_call(struct sa_memory *m, const char *id, const char *name, const char *args)
{
    struct sa_content *part = add_text(m, SA_CONTENT_CALL, args, strlen(args));
    part->id = sa_xstrdup(id);
    part->name = sa_xstrdup(name);
}

void sa_memory_add_result(struct sa_memory *m, const char *id, const char *name, const char *text,
                          size_t len, bool failed)
{
    struct sa_content *part = add_text(m, SA_CONTENT_RESULT, text, len);
    part->id = sa_xstrdup(id);
    part->name = sa_xstrdup(name);
    part->failed = failed;
}

const char *sa_memory_last(const struct sa_memory *m)
{
    return text_of(&m->items[m->count - 1])->text;
}

bool sa_memory_holds(const struct sa_memory *m, enum sa_role role, const char *text)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->items[i].role == role && sa_streq(text_of(&m->items[i])->text, text)) return true;
    return false;
}

int64_t sa_memory_tokens(const struct sa_memory *memory)
{
    size_t bytes = 0;
    for (size_t i = 0; i < memory->count; i++) bytes += sa_message_size(&memory->items[i]);
    return (int64_t)(bytes / 4);
}

// Of its first `len` bytes; how many they are then.
static size_t shorten_part(struct sa_content *part, size_t len, sa_memory_note_fn note, void *ctx)
{
    if (len > part->len) len = part->len;
    size_t head = sa_utf8_floor(part->text, len, KEPT_HEAD);
    if (len < head + NOTE_ROOM + KEPT_HEAD) return len;
    SA_AUTO_FREE char *told = note(ctx, part->text, len);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&out, part->text, head);
    sa_buf_appendf(&out, "\n%s", told);
    size_t left = out.len;
    sa_buf_append(&out, part->text + len, part->len - len);
    free(part->text);
    part->text = sa_buf_take(&out, &part->len);
    return left;
}

// Results of calls are observations, whatever they share a message with.
static size_t shorten(struct sa_message *item, size_t *observed, sa_memory_note_fn note, void *ctx)
{
    size_t before = sa_message_size(item), notes = 0;
    size_t left = shorten_part(text_of(item), *observed, note, ctx);
    if (*observed == SA_OBSERVED) notes = drop_images(item, SIZE_MAX);
    else *observed = left;
    for (size_t i = 0; i < item->count; i++)
        if (item->parts[i].kind == SA_CONTENT_RESULT)
            shorten_part(&item->parts[i], SIZE_MAX, note, ctx);
    size_t after = sa_message_size(item); // a note may be longer than a tiny image
    return after < before ? before - after : notes;
}

size_t sa_memory_compact(struct sa_memory *m, int64_t target, size_t keep, sa_memory_note_fn note,
                         void *ctx)
{
    size_t removed = 0;
    for (size_t i = 0; i + keep < m->count && sa_memory_tokens(m) > target; i++)
        removed += shorten(&m->items[i], &m->observed[i], note, ctx);
    if (removed) m->stamp++;
    return removed;
}
