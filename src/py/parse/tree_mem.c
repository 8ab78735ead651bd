/* tree_mem.c: tree-sitter's memory, and one run of its parser. Its allocator hook is global to the
 * process and must not return NULL, so the hook finds the arena of the running parse through a
 * thread-local pointer (set only inside py_tree_open..py_tree_close, meaningless outside). The
 * arena takes counted blocks from the caller; when those are refused it goes on with libc's malloc
 * as reserve until the progress callback, asked every hundred steps, has cancelled the parse. */
#include "tree.h"

#include <stdlib.h>
#include <threads.h>

#define CLASSES 32
#define CHUNK ((size_t)1 << 16)
#define READ_CHUNK 4096

struct chunk {
    struct chunk *next;
    size_t size; /* 0: from malloc */
};

/* Before every block; keeps it aligned to 16. */
struct header {
    uint64_t size_class;
    struct header *next_free;
};

struct py_tree_arena {
    struct py_parser *p;
    struct py_tree_arena *outer; /* parse around this one on the same thread, if any */
    struct chunk *chunks;
    char *at, *end;
    struct header *free[CLASSES];
    bool refused; /* the caller's allocator said no */
};

extern const TSLanguage *tree_sitter_python(void);

static _Thread_local struct py_tree_arena *current;
static once_flag hooks_once = ONCE_FLAG_INIT;

static char *take_chunk(struct py_tree_arena *a, size_t size)
{
    const struct py_parse_alloc *alloc = a->p->alloc;
    struct chunk *c = a->refused ? NULL : alloc->alloc(alloc->ctx, size);
    size_t counted = size;
    if (!c) {
        a->refused = true;
        counted = 0;
        c = malloc(size);
        if (!c) abort(); /* the machine is out of memory inside tree-sitter, which cannot return */
    }
    *c = (struct chunk){a->chunks, counted};
    a->chunks = c;
    return (char *)c + 16;
}

static int class_of(size_t size)
{
    int k = 0;
    while ((size_t)32 << k < size) k++;
    return k;
}

static void *arena_malloc(size_t size)
{
    struct py_tree_arena *a = current;
    if (!a) return malloc(size);
    int k = class_of(size);
    struct header *h = a->free[k];
    if (h) {
        a->free[k] = h->next_free;
        return h + 1;
    }
    size_t need = ((size_t)32 << k) + sizeof *h;
    if (need > CHUNK / 4) {
        h = (struct header *)take_chunk(a, need + 16);
    } else {
        if ((size_t)(a->end - a->at) < need) {
            /* small programs need little: start with an eighth of the usual chunk */
            size_t size_now = a->chunks ? CHUNK : CHUNK / 2;
            a->at = take_chunk(a, size_now);
            a->end = a->at + size_now - 16;
        }
        h = (struct header *)a->at;
        a->at += need;
    }
    h->size_class = (uint64_t)k;
    return h + 1;
}

static void arena_free(void *block)
{
    struct py_tree_arena *a = current;
    if (!a) {
        free(block);
        return;
    }
    if (!block) return;
    struct header *h = (struct header *)block - 1;
    h->next_free = a->free[h->size_class];
    a->free[h->size_class] = h;
}

static void *arena_calloc(size_t n, size_t size)
{
    void *block = arena_malloc(n * size);
    if (block) memset(block, 0, n * size);
    return block;
}

static void *arena_realloc(void *block, size_t size)
{
    if (!current) return realloc(block, size);
    if (!block) return arena_malloc(size);
    size_t room = (size_t)32 << ((struct header *)block - 1)->size_class;
    if (size <= room) return block;
    void *bigger = arena_malloc(size);
    memcpy(bigger, block, room);
    arena_free(block);
    return bigger;
}

static void set_hooks(void)
{
    ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free);
}

static bool progress(TSParseState *state)
{
    struct py_tree *t = state->payload;
    if (t->arena->refused || --t->steps_left < 0 || t->reads_left < 0) return true;
    return !py_parse_tick(t->p, 100);
}

static const char *read_source(void *payload, uint32_t byte, TSPoint point, uint32_t *n)
{
    struct py_tree *t = payload;
    const struct py_parser *p = t->p;
    (void)point;
    size_t left = byte < p->len ? p->len - byte : 0;
    *n = (uint32_t)(left < READ_CHUNK ? left : READ_CHUNK);
    t->reads_left -= *n;
    if (t->reads_left < 0) *n = 0; /* looks like the end; progress() cancels */
    return p->src + (byte < p->len ? byte : p->len);
}

bool py_tree_open(struct py_tree *t, struct py_parser *p)
{
    call_once(&hooks_once, set_hooks);
    *t = (struct py_tree){
        .p = p, .steps_left = 64 + p->ntoks / 8, .reads_left = (1 << 20) + 16 * (int64_t)p->len};
    t->arena = py_parse_grow(p, NULL, 0, sizeof *t->arena);
    if (!t->arena) return false;
    *t->arena = (struct py_tree_arena){.p = p, .outer = current};
    current = t->arena;
    t->parser = ts_parser_new();
    if (!ts_parser_set_language(t->parser, tree_sitter_python())) return false;
    TSInput input = {.payload = t, .read = read_source, .encoding = TSInputEncodingUTF8};
    TSParseOptions options = {.payload = t, .progress_callback = progress};
    t->tree = ts_parser_parse_with_options(t->parser, NULL, input, options);
    if (t->arena->refused)
        return py_lex_raise(p, PY_SYNTAX_MEMORY, (struct py_pos){0, 0, 0, 0}, "out of memory") !=
               NULL;
    if (p->failed || !t->tree || t->reads_left < 0) return false;
    TSNode root = ts_tree_root_node(t->tree);
    if (ts_node_has_error(root)) return false;
    t->cursor = ts_tree_cursor_new(root);
    return true;
}

void py_tree_close(struct py_tree *t)
{
    if (!t->arena) return;
    if (t->cursor.tree) ts_tree_cursor_delete(&t->cursor);
    if (t->tree) ts_tree_delete(t->tree);
    if (t->parser) ts_parser_delete(t->parser);
    current = t->arena->outer;
    for (struct chunk *c = t->arena->chunks; c;) {
        struct chunk *next = c->next;
        if (c->size) py_parse_drop(t->p, c, c->size);
        else free(c);
        c = next;
    }
    py_parse_drop(t->p, t->arena, sizeof *t->arena);
    t->arena = NULL;
}
