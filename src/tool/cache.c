// Rows by the hash of tool and arguments: a call has one place, and what was there before goes.
#include "tool/cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"

enum { ROWS = 512, MAX_ENTRY = 1 << 20, MAX_BYTES = 32 << 20 };

struct row {
    char *tool, *args, *json; // NULL: nothing
};

struct sa_tool_cache {
    pthread_mutex_t lock;
    size_t bytes;
    struct row rows[ROWS];
};

struct sa_tool_cache *sa_tool_cache_new(void)
{
    struct sa_tool_cache *c = sa_xcalloc(1, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    return c;
}

static size_t bytes_of(const struct row *r)
{
    return r->json ? strlen(r->tool) + strlen(r->args) + strlen(r->json) : 0;
}

static void empty(struct sa_tool_cache *c, struct row *r)
{
    c->bytes -= bytes_of(r);
    sa_freep(&r->tool);
    sa_freep(&r->args);
    sa_freep(&r->json);
}

static void clear(struct sa_tool_cache *c)
{
    for (size_t i = 0; c->bytes && i < ROWS; i++) empty(c, &c->rows[i]);
}

void sa_tool_cache_clear(struct sa_tool_cache *c)
{
    pthread_mutex_lock(&c->lock);
    clear(c);
    pthread_mutex_unlock(&c->lock);
}

void sa_tool_cache_free(struct sa_tool_cache *c)
{
    if (!c) return;
    clear(c);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static struct row *row_of(struct sa_tool_cache *c, const char *tool, const char *args)
{
    uint64_t hash = sa_hash_bytes(tool, strlen(tool)) * 31 + sa_hash_bytes(args, strlen(args));
    return &c->rows[hash % ROWS];
}

char *sa_tool_cache_find(struct sa_tool_cache *c, const char *tool, const char *args)
{
    pthread_mutex_lock(&c->lock);
    const struct row *r = row_of(c, tool, args);
    bool here = r->json && !strcmp(r->tool, tool) && !strcmp(r->args, args);
    char *json = here ? sa_xstrdup(r->json) : NULL;
    pthread_mutex_unlock(&c->lock);
    return json;
}

void sa_tool_cache_keep(struct sa_tool_cache *c, const char *tool, const char *args,
                        const char *json)
{
    struct row new = {sa_xstrdup(tool), sa_xstrdup(args), sa_xstrdup(json)};
    size_t bytes = bytes_of(&new);
    pthread_mutex_lock(&c->lock);
    struct row *r = row_of(c, tool, args), spare = new;
    if (bytes <= MAX_ENTRY) {
        empty(c, r);
        if (c->bytes + bytes > MAX_BYTES) clear(c);
        *r = new;
        c->bytes += bytes;
        spare = (struct row){NULL, NULL, NULL};
    }
    pthread_mutex_unlock(&c->lock);
    free(spare.tool), free(spare.args), free(spare.json);
}
