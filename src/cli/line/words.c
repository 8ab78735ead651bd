// The words that may stand where the cursor is.
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/line/line_int.h"

enum { LISTED = 120, GAP = 2 };

void sa_words_add(struct sa_words *w, const char *word, size_t len)
{
    for (size_t i = 0; i < w->count; i++)
        if (sa_str_equals((struct sa_str){word, len}, w->v[i])) return;
    SA_GROW(w->v, w->cap, w->count + 1);
    w->v[w->count++] = sa_xstrndup(word, len);
}

void sa_words_release(struct sa_words *w)
{
    for (size_t i = 0; i < w->count; i++) free(w->v[i]);
    free(w->v);
    *w = (struct sa_words){0};
}

size_t sa_words_common(const struct sa_words *w)
{
    size_t n = w->count ? strlen(w->v[0]) : 0;
    for (size_t i = 1; i < w->count; i++) {
        size_t k = 0;
        while (k < n && w->v[i][k] == w->v[0][k]) k++;
        n = sa_utf8_floor(w->v[0], n, k);
    }
    return n;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void sa_words_list(const struct sa_words *w, int columns, struct sa_buf *out)
{
    size_t widest = 1, shown = w->count < LISTED ? w->count : LISTED;
    qsort(w->v, w->count, sizeof *w->v, by_text);
    for (size_t i = 0; i < shown; i++) {
        size_t width = sa_utf8_count(w->v[i], strlen(w->v[i]));
        if (width > widest) widest = width;
    }
    size_t across = ((size_t)columns + GAP - 1) / (widest + GAP);
    if (!across) across = 1;
    size_t down = (shown + across - 1) / across;
    for (size_t row = 0; row < down; row++) {
        for (size_t i = row; i < shown; i += down) {
            const char *word = w->v[i];
            size_t pad = widest + GAP - sa_utf8_count(word, strlen(word));
            sa_buf_appendf(out, "%s%*s", word, i + down < shown ? (int)pad : 0, "");
        }
        sa_buf_appendc(out, '\n');
    }
    if (shown < w->count) sa_buf_appendf(out, "... and %zu more\n", w->count - shown);
}
