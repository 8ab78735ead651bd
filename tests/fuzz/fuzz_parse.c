// Fuzz driver: the Python parser. Any bytes must end in a tree or an error, within the memory it
// was given back afterwards; tree-sitter's way and the token grammar must agree on every source.
// The first byte picks the mode.
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "py/parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void *take(void *ctx, size_t size)
{
    *(long *)ctx += (long)size;
    return malloc(size);
}

static void drop(void *ctx, void *block, size_t size)
{
    *(long *)ctx -= (long)size;
    free(block);
}

// FNV-1a over the dumped tree.
static void hash(void *ctx, const char *s, size_t n)
{
    uint64_t *h = ctx;
    for (size_t i = 0; i < n; i++) *h = (*h ^ (unsigned char)s[i]) * 1099511628211u;
}

static uint64_t parse(const char *source, size_t size, enum py_parse_mode mode, unsigned flags)
{
    long live = 0;
    uint64_t h = 14695981039346656037u;
    struct py_parse_alloc alloc = {.ctx = &live, .alloc = take, .release = drop};
    struct py_ast *ast;
    struct py_syntax_error err;
    if (py_parse(&alloc, source, size, mode, flags, &ast, &err)) {
        py_ast_dump(ast->root, true, hash, &h);
        py_ast_free(ast);
    } else {
        if (err.kind == PY_SYNTAX_OK || !err.message[0]) SA_BUG("an error without a message");
        if (err.has_text) SA_CHECK(err.text_start + err.text_len <= size);
        hash(&h, err.message, strlen(err.message));
        hash(&h, (const char *)&err.line, sizeof err.line);
    }
    SA_CHECK(live == 0);
    return h;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    static const enum py_parse_mode modes[] = {PY_PARSE_EXEC, PY_PARSE_EVAL, PY_PARSE_SINGLE};
    enum py_parse_mode mode = data[0] < 0xE0 ? PY_PARSE_EXEC : modes[data[0] % 3];
    const char *source = (const char *)data;
    if (data[0] >= 0xE0) source++, size--;
    uint64_t with_tree = parse(source, size, mode, 0);
    if (with_tree != parse(source, size, mode, PY_PARSE_NO_TREE))
        SA_BUG("tree-sitter and the token grammar disagree");
    long live = 0;
    struct py_parse_alloc alloc = {.ctx = &live, .alloc = take, .release = drop};
    SA_CHECK(py_source_complete_prefix(&alloc, source, size) <= size);
    py_source_incomplete(&alloc, source, size);
    SA_CHECK(live == 0);
    return 0;
}
