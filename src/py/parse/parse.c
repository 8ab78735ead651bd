// parse.c: py_parse: puts the stages together and decides which error is the one to report.
#include "gram.h"

void py_parser_release(struct py_parser *p)
{
    py_parse_drop(p, p->src, p->src_size);
    py_parse_drop(p, p->lines, (size_t)p->lines_cap * sizeof *p->lines);
    py_parse_drop(p, p->toks, (size_t)p->toks_cap * sizeof *p->toks);
    py_parse_drop(p, p->stack, (size_t)p->stack_cap * sizeof *p->stack);
    py_parse_drop(p, p->interned, (size_t)p->interned_cap * py_intern_size);
}

bool py_parser_init(struct py_parser *p)
{
    struct py_ast *ast = p->alloc->alloc(p->alloc->ctx, sizeof *ast);
    if (!ast)
        return py_lex_raise(p, PY_SYNTAX_MEMORY, (struct py_pos){0, 0, 0, 0}, "out of memory") !=
               NULL;
    *ast = (struct py_ast){.alloc = p->alloc};
    p->ast = ast;
    static const struct {
        const char *name;
        size_t offset;
    } known[] = {{"match", offsetof(struct py_parser, id_match)},
                 {"case", offsetof(struct py_parser, id_case)},
                 {"type", offsetof(struct py_parser, id_type)},
                 {"_", offsetof(struct py_parser, id_underscore)},
                 {"print", offsetof(struct py_parser, id_print)},
                 {"exec", offsetof(struct py_parser, id_exec)}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *id = py_parse_intern(p, known[i].name, strlen(known[i].name));
        if (!id) return false;
        *(const char **)((char *)p + known[i].offset) = id;
    }
    return true;
}

// The grammar wanted more than there was: a block, an `except`, what a decorator decorates.
static bool at_end(const struct py_parser *p)
{
    const struct py_token *t = &p->toks[p->furthest];
    while (t->type == TOK_DEDENT) t++;
    return t->type == TOK_END;
}

// After the grammar failed: the lexer's error, the second pass's, or "invalid syntax".
static void explain(struct py_parser *p)
{
    bool lexed = p->toks[p->ntoks - 1].type != TOK_ERROR, wants_more = at_end(p);
    int furthest = p->furthest;
    if (!p->failed && p->toks[furthest].type == TOK_ERROR) {
        *p->err = p->lex_error;
        p->failed = true;
        return;
    }
    if (!p->failed) {
        p->second = true;
        for (int i = 0; i < p->ntoks; i++) p->toks[i].brace_done = false;
        p->pos = p->sp = p->depth = 0;
        p->budget = 200000 + 60 * (int64_t)p->ntoks;
        py_gram_module(p);
    }
    if (!p->failed && p->toks[p->furthest].type == TOK_ERROR) {
        *p->err = p->lex_error;
        p->failed = true;
        return;
    }
    if (!p->failed) {
        const struct py_token *t = &p->toks[furthest];
        int reached = p->furthest;
        p->furthest = furthest;
        if (t->type == TOK_INDENT || t->type == TOK_DEDENT) {
            py_lex_raise(p, PY_SYNTAX_INDENTATION, py_gram_last_pos(p), "unexpected %s",
                         t->type == TOK_INDENT ? "indent" : "unindent");
            return;
        } else {
            struct py_pos pos = py_tok_pos(t);
            if (pos.col < 0) pos.end_col = -1;
            bool nothing = !p->len && p->mode != PY_PARSE_EXEC;
            if (nothing) pos = (struct py_pos){0, -1, 0, -1};
            py_lex_raise(p, PY_SYNTAX_ERROR, pos, "invalid syntax");
            if (nothing) p->err->has_text = true;
        }
        p->furthest = reached;
    }
    p->err->incomplete = wants_more;
    if (lexed || p->err->kind >= PY_SYNTAX_RECURSION) return;
    if (p->lex_hard) {
        *p->err = p->lex_error;
    } else if (p->lex_open_line && p->lex_open_line < p->toks[p->furthest].line) {
        struct py_pos at = {p->lex_open_line, p->lex_open_col, p->lex_open_line, -1};
        p->failed = false;
        py_lex_raise(p, PY_SYNTAX_ERROR, at, "'%c' was never closed", p->lex_open);
    }
}

static struct py_node *build(struct py_parser *p)
{
    struct py_node *root = py_gram_module(p);
    if (root && !p->failed) return root;
    if (p->err->kind < PY_SYNTAX_RECURSION) explain(p);
    return NULL;
}

bool py_parse(const struct py_parse_alloc *alloc, const char *source, size_t len,
              enum py_parse_mode mode, unsigned flags, struct py_ast **out,
              struct py_syntax_error *err)
{
    *out = NULL;
    err->kind = PY_SYNTAX_OK;
    err->message[0] = 0;
    err->line = err->col = err->end_line = err->end_col = 0;
    err->text_start = err->text_len = 0;
    err->has_text = err->text_newline = err->late = err->incomplete = false;
    struct py_parser p = {.alloc = alloc, .err = err, .mode = mode, .flags = flags};
    struct py_node *root = NULL;
    if (py_parser_init(&p) && py_source_load(&p, source, len) && py_lex(&p)) root = build(&p);
    if (root && !(flags & PY_PARSE_NO_CHECKS) && !py_check(&p, root)) root = NULL;
    py_parser_release(&p);
    if (!root) {
        py_ast_free(p.ast);
        return false;
    }
    p.ast->root = root;
    *out = p.ast;
    return true;
}
