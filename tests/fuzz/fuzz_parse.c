// Fuzz driver: the Python parser. Any bytes must end in a tree or an error, within the memory it
// was given back afterwards. Where a source parses, so do its complete statements alone. The first
// byte picks the mode.
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

static void count(void *ctx, const char *s, size_t n)
{
    (void)s;
    *(size_t *)ctx += n;
}

static bool parse(const char *source, size_t size, enum py_parse_mode mode)
{
    long live = 0;
    size_t dumped = 0;
    struct py_parse_alloc alloc = {.ctx = &live, .alloc = take, .release = drop};
    struct py_ast *ast;
    struct py_syntax_error err;
    bool ok = py_parse(&alloc, source, size, mode, 0, &ast, &err);
    if (ok) {
        py_ast_dump(ast->root, true, count, &dumped);
        SA_CHECK(dumped);
        py_ast_free(ast);
    } else {
        if (err.kind == PY_SYNTAX_OK || !err.message[0]) SA_BUG("an error without a message");
        if (err.has_text) SA_CHECK(err.text_start + err.text_len <= size);
    }
    SA_CHECK(live == 0);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    static const enum py_parse_mode modes[] = {PY_PARSE_EXEC, PY_PARSE_EVAL, PY_PARSE_SINGLE};
    enum py_parse_mode mode = data[0] < 0xE0 ? PY_PARSE_EXEC : modes[data[0] % 3];
    const char *source = (const char *)data;
    if (data[0] >= 0xE0) source++, size--;
    bool ok = parse(source, size, mode);
    long live = 0;
    struct py_parse_alloc alloc = {.ctx = &live, .alloc = take, .release = drop};
    size_t prefix = py_source_complete_prefix(&alloc, source, size);
    SA_CHECK(prefix <= size);
    if (ok && mode == PY_PARSE_EXEC && !parse(source, prefix, mode))
        SA_BUG("complete statements of a correct source do not parse");
    py_source_incomplete(&alloc, source, size);
    SA_CHECK(live == 0);
    return 0;
}
