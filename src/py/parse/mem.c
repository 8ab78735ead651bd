// mem.c: memory of one parse. The tree lives in an arena of chunks that py_ast_free gives back;
// tokens and tables are plain blocks of the caller's allocator, dropped when the parse ends. Also
// the node table derived from ast.def.
#include "parse_int.h"
#include "text_hash.h"

struct py_ast_chunk {
    struct py_ast_chunk *next;
    size_t size;
};

struct py_intern {
    uint64_t head; // py_text_head()
    const char *s; // NULL: free slot
    uint32_t hash, len;
};

#define FIELD(kind_, type_, name_)                                                                 \
    {PY_FIELD_##type_, (uint16_t)offsetof(struct py_node, kind_.name_), #name_},
#define NODE(kind_, category_, list_)                                                              \
    static const struct py_field_info field_of_##kind_[] = {list_};
#include "ast.def"
#undef NODE
#undef FIELD

#define CHILD(kind_, name_, list_) {(uint16_t)offsetof(struct py_node, kind_.name_), list_},
#define CHILD_NODE(kind_, name_) CHILD(kind_, name_, false)
#define CHILD_LIST(kind_, name_) CHILD(kind_, name_, true)
#define CHILD_NONE(kind_, name_)
#define CHILD_ID(kind_, name_)
#define CHILD_IDS(kind_, name_)
#define CHILD_INT(kind_, name_)
#define CHILD_OP(kind_, name_)
#define CHILD_OPS(kind_, name_)
#define CHILD_CTX(kind_, name_)
#define CHILD_CONST(kind_, name_)
#define FIELD(kind_, type_, name_) CHILD_##type_(kind_, name_)
#define NODE(kind_, category_, list_)                                                              \
    static const struct py_child_info child_of_##kind_[] = {list_};
#include "ast.def"
#undef NODE
#undef FIELD

#define FIELD(kind_, type_, name_)
#define NODE(kind_, category_, list_)                                                              \
    [PY_AST_##kind_] = {                                                                           \
        #kind_,                                                                                    \
        PY_CAT_##category_,                                                                        \
        sizeof field_of_##kind_ / sizeof field_of_##kind_[0],                                      \
        sizeof child_of_##kind_ / sizeof(struct py_child_info),                                    \
        (uint16_t)(offsetof(struct py_node, kind_) + sizeof(((struct py_node *)0)->kind_)),        \
        field_of_##kind_,                                                                          \
        child_of_##kind_},
const struct py_node_info py_node_infos[PY_AST_COUNT] = {
#include "ast.def"
};
#undef NODE
#undef FIELD

const char *const py_op_names[PY_AST_OP_COUNT] = {
    "",      "Add",    "Sub",    "Mult",     "MatMult", "Div", "Mod",  "Pow",   "LShift", "RShift",
    "BitOr", "BitXor", "BitAnd", "FloorDiv", "Invert",  "Not", "UAdd", "USub",  "And",    "Or",
    "Eq",    "NotEq",  "Lt",     "LtE",      "Gt",      "GtE", "Is",   "IsNot", "In",     "NotIn"};

const size_t py_intern_size = sizeof(struct py_intern);

#define CHUNK_FIRST ((size_t)2048)
#define CHUNK_MAX ((size_t)1 << 16)
#define HEADER ((sizeof(struct py_ast_chunk) + 15) & ~(size_t)15)

static void *out_of_memory(struct py_parser *p)
{
    return py_lex_raise(p, PY_SYNTAX_MEMORY, (struct py_pos){0, 0, 0, 0}, "out of memory");
}

static bool new_chunk(struct py_parser *p, size_t need)
{
    size_t size = p->arena_next ? p->arena_next : CHUNK_FIRST;
    while (size < need + HEADER) size *= 2;
    struct py_ast_chunk *chunk = p->alloc->alloc(p->alloc->ctx, size);
    if (!chunk) return false;
    chunk->size = size;
    chunk->next = p->ast->chunks;
    p->ast->chunks = chunk;
    p->arena_at = memset((char *)chunk + HEADER, 0, size - HEADER);
    p->arena_end = (char *)chunk + size;
    if (p->arena_next < CHUNK_MAX) p->arena_next = size * 2 < CHUNK_MAX ? size * 2 : CHUNK_MAX;
    return true;
}

// Room in the arena for size more bytes; and so that all that builds a tree ticks.
static __attribute__((noinline)) bool make_room(struct py_parser *p, size_t size)
{
    if (!py_parse_tick(p, 0)) return false;
    return (size_t)(p->arena_end - p->arena_at) >= size || new_chunk(p, size) || out_of_memory(p);
}

void *py_parse_mem(struct py_parser *p, size_t size)
{
    size = (size + 7) & ~(size_t)7;
    p->work += 4 + size / 8;
    bool room = (size_t)(p->arena_end - p->arena_at) >= size && p->work < PY_PARSE_TICK;
    if (!room && !make_room(p, size)) return NULL;
    void *at = p->arena_at;
    p->arena_at += size;
    return at;
}

void *py_parse_grow(struct py_parser *p, void *block, size_t old_size, size_t new_size)
{
    void *bigger = p->alloc->alloc(p->alloc->ctx, new_size);
    if (!bigger) return out_of_memory(p);
    if (block) {
        memcpy(bigger, block, old_size);
        p->alloc->release(p->alloc->ctx, block, old_size);
    }
    return bigger;
}

void py_parse_drop(struct py_parser *p, void *block, size_t size)
{
    if (block) p->alloc->release(p->alloc->ctx, block, size);
}

void py_ast_free(struct py_ast *ast)
{
    if (!ast) return;
    const struct py_parse_alloc *alloc = ast->alloc;
    struct py_ast_chunk *chunk = ast->chunks;
    alloc->release(alloc->ctx, ast, sizeof *ast);
    while (chunk) {
        struct py_ast_chunk *next = chunk->next;
        alloc->release(alloc->ctx, chunk, chunk->size);
        chunk = next;
    }
}

static bool intern_grow(struct py_parser *p)
{
    int cap = p->interned_cap ? p->interned_cap * 2 : 64;
    if (!py_parse_tick(p, (uint64_t)cap)) return false;
    struct py_intern *table = p->alloc->alloc(p->alloc->ctx, (size_t)cap * sizeof *table);
    if (!table) return out_of_memory(p) != NULL;
    memset(table, 0, (size_t)cap * sizeof *table);
    for (int i = 0; i < p->interned_cap; i++) {
        if (!p->interned[i].s) continue;
        uint32_t at = p->interned[i].hash & (uint32_t)(cap - 1);
        while (table[at].s) at = (at + 1) & (uint32_t)(cap - 1);
        table[at] = p->interned[i];
    }
    py_parse_drop(p, p->interned, (size_t)p->interned_cap * sizeof *table);
    p->interned = table;
    p->interned_cap = cap;
    return true;
}

const char *py_parse_intern(struct py_parser *p, const char *s, size_t n)
{
    if (p->interned_n * 4 >= p->interned_cap * 3 && !intern_grow(p)) return NULL;
    uint64_t head = py_text_head(s, n);
    uint32_t hash = py_text_hash(s, n, head), mask = (uint32_t)(p->interned_cap - 1),
             at = hash & mask;
    for (; p->interned[at].s; at = (at + 1) & mask) {
        const struct py_intern *e = &p->interned[at];
        if (e->head == head && e->len == n && (n <= sizeof head || memcmp(e->s, s, n) == 0))
            return e->s;
    }
    char *copy = py_parse_mem(p, n + 1);
    if (!copy) return NULL;
    memcpy(copy, s, n);
    p->interned_n++;
    p->interned[at] = (struct py_intern){head, copy, hash, (uint32_t)n};
    return copy;
}

struct py_node *py_node_new(struct py_parser *p, enum py_node_kind kind, struct py_pos pos)
{
    struct py_node *n = py_parse_mem(p, py_node_infos[kind].size);
    if (!n) return NULL;
    n->kind = (uint8_t)kind;
    n->line = pos.line;
    n->col = pos.col;
    n->end_line = pos.end_line;
    n->end_col = pos.end_col;
    return n;
}

bool py_parse_list_grow(struct py_parser *p)
{
    int cap = p->stack_cap ? p->stack_cap * 2 : 64;
    struct py_node **bigger = py_parse_grow(p, p->stack, (size_t)p->stack_cap * sizeof *bigger,
                                            (size_t)cap * sizeof *bigger);
    if (!bigger) return false;
    p->stack = bigger;
    p->stack_cap = cap;
    return true;
}

bool py_parse_list_take(struct py_parser *p, int mark, struct py_nodes *out)
{
    size_t n = (size_t)(p->sp - mark);
    *out = (struct py_nodes){NULL, 0};
    if (n) {
        out->v = py_parse_mem(p, n * sizeof *out->v);
        if (!out->v) return false;
        memcpy(out->v, p->stack + mark, n * sizeof *out->v);
        out->n = (int)n;
    }
    p->sp = mark;
    return true;
}

bool py_parse_tick_slow(struct py_parser *p)
{
    uint64_t n = p->work;
    p->work = 0;
    if (p->alloc->tick && p->alloc->tick(p->alloc->ctx, n)) {
        py_lex_raise(p, PY_SYNTAX_LIMIT, (struct py_pos){0, 0, 0, 0},
                     "parsing was stopped by a limit");
        return false;
    }
    return true;
}
