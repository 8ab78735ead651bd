// The walk through a value along a compiled schema, and what is told of it. Rules are called
// through the nodes; the work of a walk is counted, and its depth limited.
#include "schema/walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum {
    MOST_DEPTH = 200,  // of a value
    MOST_FRAMES = 500, // of schemas inside each other, on the C stack
    MOST_WORK = 8000000,
    EASY_HOPS = 16, // along visits, for a unit of work
    SHOWN = 80,     // characters of a value
};

// ---- misses -------------------------------------------------------------------------------------

void sa_schema_misses_release(struct sa_schema_misses *misses)
{
    for (size_t i = 0; i < misses->count; i++) {
        struct sa_schema_miss *m = &misses->items[i];
        free(m->key), free(m->head), free(m->tail), free(m->text);
    }
    misses->count = 0;
}

void sa_schema_put_misses(const struct sa_schema_misses *misses, struct sa_buf *out)
{
    for (size_t i = 0; i < misses->count; i++) {
        const struct sa_schema_miss *m = &misses->items[i];
        bool somewhere = m->head || *m->tail;
        sa_buf_appendf(out, "%s%s%s%s%s", i ? "\n" : "", m->head ? m->head : "", m->tail,
                       somewhere ? ": " : "", m->text);
    }
}

void sa_walk_put_value(struct sa_buf *out, const cJSON *v, size_t most)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_schema_put_literal(&text, v);
    size_t cut = sa_utf8_prefix(sa_buf_text(&text), text.len, most);
    sa_buf_append(out, sa_buf_text(&text), cut);
    if (cut < text.len) sa_buf_appends(out, "...");
    sa_buf_release(&text);
}

// The way from the first key, which becomes *head.
static void put_spot(struct sa_buf *out, const struct spot *spot, const char **head)
{
    if (!spot->up) return;
    put_spot(out, spot->up, head);
    if (!spot->name) sa_buf_appendf(out, "[%d]", spot->index);
    else if (spot->up->up) sa_buf_appendf(out, ".%s", spot->name);
    else *head = spot->name;
}

static struct sa_schema_miss *add_miss(struct walk *w, const struct spot *spot)
{
    if (!sa_walk_tells(w)) return NULL;
    struct sa_buf tail = SA_BUF_INIT(SA_BUF_SMALL);
    const char *head = NULL;
    put_spot(&tail, spot, &head);
    struct sa_schema_miss *miss = &w->misses->items[w->misses->count++];
    *miss = (struct sa_schema_miss){.head = sa_xstrdup(head), .tail = sa_buf_take(&tail, NULL)};
    return miss;
}

static char *text_of(const struct walk *w, const cJSON *v, const char *format, va_list args)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    if (w->key) sa_buf_appendf(&text, "has the key '%s', which ", w->key);
    sa_buf_appendv(&text, format, args);
    if (v) sa_walk_put_value(&text, v, SHOWN);
    return sa_buf_take(&text, NULL);
}

bool sa_walk_miss(struct walk *w, const struct spot *spot, const cJSON *v, const char *format, ...)
{
    va_list args;
    struct sa_schema_miss *miss = add_miss(w, spot);
    if (!miss) return false;
    va_start(args, format);
    miss->text = text_of(w, v, format, args);
    va_end(args);
    return false;
}

bool sa_walk_miss_key(struct walk *w, const struct spot *spot, int kind, const char *key,
                      const char *format, ...)
{
    va_list args;
    struct sa_schema_miss *miss = add_miss(w, spot);
    if (!miss) return false;
    miss->kind = kind;
    miss->key = sa_xstrdup(key);
    va_start(args, format);
    miss->text = text_of(w, NULL, format, args);
    va_end(args);
    return false;
}

// ---- the walk -----------------------------------------------------------------------------------

bool sa_walk_done(const struct walk *w)
{
    return w->probing || w->spent || w->misses->count == w->misses->most;
}

bool sa_walk_tells(const struct walk *w)
{
    return !w->probing && w->misses->count < w->misses->most;
}

bool sa_walk_spend(struct walk *w, const struct spot *spot, size_t work)
{
    w->spent |= w->work < 0 || work > (size_t)w->work;
    if (!w->spent) w->work -= (long)work;
    return !w->spent || sa_walk_miss(w, spot, NULL, "is too large to be checked");
}

static unsigned kind_of(const cJSON *v)
{
    if (cJSON_IsNumber(v)) return ON_NUMBER;
    if (cJSON_IsString(v)) return ON_STRING;
    if (cJSON_IsArray(v)) return ON_ARRAY;
    return cJSON_IsObject(v) ? ON_OBJECT : ON_OTHER;
}

static bool apply(struct walk *w, const struct visit *at, cJSON *v)
{
    bool good = true;
    size_t weight = sa_value_weight(v); // every rule may look it over
    for (size_t i = 0; i < at->node->count; i++) {
        const struct rule *rule = &at->node->rules[i];
        const struct keyword *keyword = rule->keyword;
        if (!keyword->holds || !(keyword->on & kind_of(v))) continue;
        if (!sa_walk_spend(w, at->spot, 1 + weight)) return false;
        good &= keyword->holds(w, at, rule, v);
        if (!good && sa_walk_done(w)) break;
    }
    return good;
}

// What was looked at counts where the schema fits.
static bool apply_tracking(struct walk *w, struct visit *at, cJSON *v, struct seen *outer)
{
    struct seen seen = {.count = (size_t)cJSON_GetArraySize(v)};
    if (!sa_walk_spend(w, at->spot, seen.count)) return false;
    seen.of = sa_xcalloc(seen.count + 1, sizeof *seen.of);
    at->seen = &seen;
    bool good = apply(w, at, v);
    for (size_t i = 0; good && outer && i < seen.count; i++) outer->of[i] |= seen.of[i];
    free(seen.of);
    return good;
}

static bool walk(struct walk *w, const struct spot *spot, const struct visit *up,
                 const struct node *node, cJSON *v, struct seen *outer)
{
    if (!node) return true; // what it says was left out
    size_t hops = 1;
    bool round = false;
    for (const struct visit *u = up; u && !round; u = u->up, hops++) round = u->node == node;
    if (!sa_walk_spend(w, spot, 1 + hops / EASY_HOPS)) return false;
    if (spot->depth > MOST_DEPTH || w->frames > MOST_FRAMES)
        return sa_walk_miss(w, spot, NULL, "is nested too deeply");
    if (node->never) return sa_walk_miss(w, spot, NULL, "may not be given");
    if (round) return true; // a circle of references says nothing more
    struct visit at = {spot, node, up, NULL};
    bool tracks = (outer || node->tracks) && (cJSON_IsArray(v) || cJSON_IsObject(v));
    w->frames++;
    bool good = tracks ? apply_tracking(w, &at, v, outer) : apply(w, &at, v);
    w->frames--;
    return good;
}

bool sa_walk_into(struct walk *w, const struct spot *spot, const struct node *node, cJSON *v)
{
    return walk(w, spot, NULL, node, v, NULL);
}

bool sa_walk_here(struct walk *w, const struct visit *at, const struct node *node, cJSON *v)
{
    return walk(w, at->spot, at, node, v, at->seen);
}

bool sa_walk_probe(struct walk *w, const struct visit *at, const struct node *node, cJSON *v,
                   struct seen *seen)
{
    bool before = w->probing;
    w->probing = true;
    bool fits = walk(w, at->spot, at, node, v, seen);
    w->probing = before;
    return fits;
}

bool sa_walk_probe_into(struct walk *w, const struct spot *spot, const struct node *node, cJSON *v)
{
    bool before = w->probing;
    w->probing = true;
    bool fits = walk(w, spot, NULL, node, v, NULL);
    w->probing = before;
    return fits;
}

static bool start(struct walk *w, cJSON *value)
{
    static const struct spot whole = {NULL, NULL, 0, 0};
    w->work = MOST_WORK;
    bool good = sa_walk_into(w, &whole, w->schema->root, value);
    if (w->spent && !w->misses->count) sa_walk_spend(w, &whole, 1);
    return good && !w->spent;
}

bool sa_schema_check(const struct sa_schema *schema, const cJSON *value,
                     struct sa_schema_misses *misses)
{
    struct walk w = {.schema = schema, .misses = misses};
    return start(&w, (cJSON *)value); // nothing is converted
}

bool sa_schema_take(const struct sa_schema *schema, cJSON *value, bool *changed,
                    struct sa_schema_misses *misses)
{
    struct walk w = {.schema = schema, .convert = true, .misses = misses};
    bool good = start(&w, value);
    *changed = w.changed;
    // A keyword that was looked at before another converted the value has seen something else.
    return good && (!w.changed || sa_schema_check(schema, value, misses));
}
