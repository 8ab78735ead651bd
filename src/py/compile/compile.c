// Entry points of the compiler: source or tree to a code object of a module, an expression, an
// interactive statement or a cell; syntax errors to exceptions.
#include "../obj/exc.h"
#include "comp_int.h"

#include "../../base/xalloc.h"

static void *take(void *ctx, size_t size)
{
    return py_scratch_take(ctx, size);
}

static void give(void *ctx, void *block, size_t size)
{
    py_scratch_give(ctx, block, size);
}

static bool tick(void *ctx, uint64_t n)
{
    return !py_tick(ctx, n);
}

struct py_parse_alloc py_compile_alloc(struct py_isolate *iso)
{
    return (struct py_parse_alloc){.ctx = iso,
                                   .alloc = take,
                                   .release = give,
                                   .tick = tick,
                                   .unicode_by_name = iso->up->unicode_by_name,
                                   .stack_end = iso->c_limit};
}

static enum py_type_id exception_of(enum py_syntax_kind kind)
{
    switch (kind) {
    case PY_SYNTAX_INDENTATION: return PY_T_IndentationError;
    case PY_SYNTAX_TAB: return PY_T_TabError;
    default: return PY_T_SyntaxError;
    }
}

// Raises `type` (SyntaxError or a subclass) with CPython's attributes. Lines and
// columns are 1-based, columns in code points; an end_col of PY_SYNTAX_NO_COLUMN is None. line 0
// without a text: of no place, not even of a file. text: str or NULL.
static void *raise_syntax(struct py_isolate *iso, enum py_type_id type, const char *msg,
                          const char *filename, int line, int col, int end_line, int end_col,
                          py_value text)
{
    py_value m = py_str_z(iso, msg), f = py_str_z(iso, filename);
    if (!m || !f) return NULL;
    if (!line && !text) return py_raise(iso, type, "%s", msg);
    bool ends = end_line || text; // line 0 is that of an empty text
    py_value details = py_tuple_pack(iso, 6, f, py_small_new(line), py_small_new(col),
                                     text ? text : PY_NONE, ends ? py_small_new(end_line) : PY_NONE,
                                     ends && end_col != PY_SYNTAX_NO_COLUMN ? py_small_new(end_col)
                                                                            : PY_NONE);
    py_value args = details ? py_tuple_pack(iso, 2, m, details) : NULL;
    py_value e = args ? py_exc_new(iso, type, NULL) : NULL;
    return e && py_exc_set_args(iso, e, args) ? py_raise_value(iso, e) : NULL;
}

void *py_compile_raise(struct py_isolate *iso, const struct py_syntax_error *err,
                       const char *source, const char *filename)
{
    switch (err->kind) {
    case PY_SYNTAX_LIMIT:
    case PY_SYNTAX_MEMORY: return iso->exc ? NULL : py_raise_no_memory(iso);
    case PY_SYNTAX_RECURSION: return py_raise(iso, PY_T_RecursionError, "%s", err->message);
    case PY_SYNTAX_VALUE: return py_raise(iso, PY_T_ValueError, "%s", err->message);
    default: break;
    }
    py_value text = err->has_text ? py_str_new(iso, source + err->text_start, err->text_len) : NULL;
    if (text && err->text_newline) text = py_str_format(iso, "%U\n", text);
    if (err->has_text && !text) return NULL;
    return raise_syntax(iso, exception_of(err->kind), err->message, filename, err->line, err->col,
                        err->end_line, err->end_col, text);
}

void py_compile_raise_literal(struct py_isolate *iso, int line, const char *filename)
{
    if (!py_error_is(iso, PY_T_ValueError)) return; // of too many digits
    py_value why = py_error_take(iso), text = why ? py_str_of(iso, why) : NULL;
    if (text)
        text = py_str_format(iso,
                             "%U - Consider hexadecimal for huge integer literals to avoid "
                             "decimal conversion limits.",
                             text);
    const char *message = text ? py_str_utf8(iso, text, NULL) : NULL;
    if (message && filename)
        raise_syntax(iso, PY_T_SyntaxError, message, filename, line, 0, line, 0, NULL);
}

static bool is_answer(struct py_comp *c, const struct py_node *target)
{
    return target->kind == PY_AST_Name &&
           py_text(c, py_comp_id(c, target->Name.id)) == c->iso->answer;
}

// Does the last statement bind the name of the answer's function?
static bool binds_answer(struct py_comp *c, const struct py_nodes *l)
{
    const struct py_node *n = l->n ? l->v[l->n - 1] : NULL;
    bool binds = false;
    if (py_comp_deep(c)) return false;
    switch (n && c->iso->answer ? n->kind : PY_AST_Pass) {
    case PY_AST_Assign:
        for (int i = 0; i < n->Assign.targets.n; i++) binds |= is_answer(c, n->Assign.targets.v[i]);
        return binds;
    case PY_AST_AnnAssign: return n->AnnAssign.value && is_answer(c, n->AnnAssign.target);
    case PY_AST_AugAssign: return is_answer(c, n->AugAssign.target);
    case PY_AST_If: return binds_answer(c, &n->If.body) || binds_answer(c, &n->If.orelse);
    case PY_AST_For: return binds_answer(c, &n->For.body) || binds_answer(c, &n->For.orelse);
    case PY_AST_While: return binds_answer(c, &n->While.body);
    case PY_AST_With: return binds_answer(c, &n->With.body);
    case PY_AST_Try: return binds_answer(c, &n->Try.body) || binds_answer(c, &n->Try.orelse);
    default: return false;
    }
}

static void cell_body(struct py_comp *c, struct py_nodes *l)
{
    struct py_node *last = l->n ? l->v[l->n - 1] : NULL;
    if (binds_answer(c, l)) c->u->code->flags |= PY_CO_ANSWERS;
    struct py_nodes head = {l->v, last && last->kind == PY_AST_Expr ? l->n - 1 : l->n};
    py_comp_body(c, &head);
    if (head.n == l->n || c->failed) return;
    int r = py_comp_expr(c, last->Expr.value, PY_ANY);
    py_at(c, last);
    py_comp_emit(c, PY_OP_CELL_VALUE, r, 0, 0);
}

py_value py_comp_docstring(struct py_comp *c, const struct py_nodes *body)
{
    struct py_node *first = body->n && !c->no_doc ? body->v[0] : NULL;
    bool text = first && first->kind == PY_AST_Expr && first->Expr.value->kind == PY_AST_Constant &&
                first->Expr.value->Constant.value.kind == PY_CONST_STR;
    return text ? py_fold(c, first->Expr.value) : NULL;
}

static void module_doc(struct py_comp *c, struct py_nodes *l)
{
    py_value doc = py_comp_docstring(c, l);
    if (!doc) return;
    py_at(c, l->v[0]);
    int t = py_comp_loadk(c, doc, PY_ANY);
    py_comp_name_store(c, c->id_doc, t);
    c->u->top = t;
}

static void module_body(struct py_comp *c, struct py_node *root)
{
    if (root->kind == PY_AST_Expression) {
        int r = py_comp_expr(c, root->Expression.body, PY_ANY);
        py_comp_emit(c, PY_OP_RETURN, r, 0, 0);
        return;
    }
    struct py_nodes *l = root->kind == PY_AST_Module ? &root->Module.body : &root->Interactive.body;
    if (c->u->scope->has_annotations) py_comp_emit(c, PY_OP_SETUP_ANNOTATIONS, 0, 0, 0);
    if (c->mode == PY_MODE_CELL) {
        cell_body(c, l);
        return;
    }
    if (c->mode == PY_MODE_EXEC) module_doc(c, l);
    py_comp_body(c, l);
}

static void name_ids(struct py_comp *c)
{
    c->id_class = py_comp_id(c, "__class__");
    c->id_super = py_comp_id(c, "super");
    c->id_dot0 = py_comp_id(c, ".0");
    c->id_classcell = py_comp_id(c, "__classcell__");
    c->id_classdict = py_comp_id(c, "__classdict__");
    c->id_classdictcell = py_comp_id(c, "__classdictcell__");
    c->id_type_params = py_comp_id(c, "__type_params__");
    c->id_qualname = py_comp_id(c, "__qualname__");
    c->id_module = py_comp_id(c, "__module__");
    c->id_doc = py_comp_id(c, "__doc__");
    c->id_name = py_comp_id(c, "__name__");
}

static struct py_code *compile_module(struct py_comp *c)
{
    struct py_node *root = c->ast->root;
    struct py_scope *s = py_scope_build(c, root);
    if (!s || c->failed) return NULL;
    py_scope_resolve(c, s);
    py_comp_find_awaited(c, root);
    struct py_unit u;
    py_comp_unit_begin(c, &u, s, "<module>");
    if (!c->failed) {
        u.code->first_line = 1;
        u.code->simple = true;
        c->pos = (struct py_code_pos){1, 1, 0, 0};
        module_body(c, root);
    }
    return py_comp_unit_end(c);
}

struct py_code *py_compile_ast(struct py_isolate *iso, const struct py_ast *ast,
                               const char *filename, int mode)
{
    if (!(mode & PY_MODE_LEVEL) && iso->opt.optimize > 0) mode |= PY_MODE_NO_ASSERT;
    if (!(mode & PY_MODE_LEVEL) && iso->opt.optimize > 1) mode |= PY_MODE_NO_DOC;
    struct py_comp c = {.iso = iso,
                        .ast = ast,
                        .mode = mode & PY_MODE_MASK,
                        .names = mode & PY_MODE_NAMES,
                        .no_assert = mode & PY_MODE_NO_ASSERT,
                        .no_doc = mode & PY_MODE_NO_DOC};
    c.no_ident.s = "";
    c.filename = py_str_intern_z(iso, filename);
    c.keep = c.filename ? py_list_new(iso, 64) : NULL;
    if (!c.keep) return NULL;
    name_ids(&c);
    struct py_code *code = c.failed ? NULL : compile_module(&c);
    if (c.failed) code = NULL;
    py_comp_release(&c);
#if defined(PY_FUZZ) || defined(PY_GC_STRESS) || defined(__SANITIZE_ADDRESS__)
    const char *bad = code ? py_code_verify(code) : NULL;
    if (bad) SA_BUG("the compiler made bad code: %s", bad);
#endif
    if (!code && !iso->exc) py_raise_no_memory(iso);
    return code;
}

// SyntaxWarnings wait until the parser is done: showing them may run code of the program.
struct notes {
    struct py_isolate *iso;
    py_value list; // of (message, line, column); NULL: none
};

static void note_warning(void *ctx, const char *message, int line, int col)
{
    enum { MOST = 200 };
    struct notes *w = ctx;
    py_value text = py_str_z(w->iso, message);
    py_value note = text ? py_tuple_pack(w->iso, 3, text, py_small_new(line), py_small_new(col))
                         : NULL;
    if (!note || (!w->list && !(w->list = py_list_new(w->iso, 4)))) return;
    for (uint64_t i = 0; i < py_list(w->list)->n; i++) // the parser may take a second way
        if (py_eq(w->iso, py_list(w->list)->v[i], note) > 0) return;
    if (py_list(w->list)->n < MOST) py_list_append(w->iso, w->list, note);
}

static bool give_warnings(struct py_isolate *iso, py_value notes, const char *filename)
{
    for (uint64_t i = 0; notes && i < py_list(notes)->n; i++) {
        py_value *v = py_tuple(py_list(notes)->v[i])->v;
        int line = (int)py_small(v[1]), col = (int)py_small(v[2]) + 1;
        if (py_warn_explicit(iso, PY_T_SyntaxWarning, filename, line, v[0])) continue;
        if (!py_error_is(iso, PY_T_SyntaxWarning)) return false;
        py_error_clear(iso); // a filter made it an error
        const char *message = py_str_utf8(iso, v[0], NULL);
        if (message)
            raise_syntax(iso, PY_T_SyntaxError, message, filename, line, col, line, col, NULL);
        return false;
    }
    return !iso->exc;
}

static const struct {
    int mode;
    unsigned parse;
} flag_rows[] = {{PY_MODE_TEXT, PY_PARSE_TEXT},
                 {PY_MODE_ANNOTATIONS, PY_PARSE_ANNOTATIONS},
                 {PY_MODE_FLUFL, PY_PARSE_FLUFL},
                 {PY_MODE_AWAIT, PY_PARSE_TOP_LEVEL_AWAIT}};

struct py_code *py_compile(struct py_isolate *iso, const char *source, size_t len,
                           const char *filename, int mode)
{
    static const enum py_parse_mode modes[] = {PY_PARSE_EXEC, PY_PARSE_EVAL, PY_PARSE_SINGLE,
                                               PY_PARSE_EXEC};
    struct py_parse_alloc alloc = py_compile_alloc(iso);
    struct notes notes = {iso, NULL};
    if (!(mode & PY_MODE_LIBRARY)) alloc.warn = note_warning, alloc.warn_ctx = &notes;
    if (!py_tick(iso, len / 4)) return NULL;
    struct py_syntax_error *err = py_scratch_take(iso, sizeof *err);
    struct py_code *code = NULL;
    struct py_ast *ast = NULL;
    if (!err) return NULL;
    unsigned flags = 0;
    for (size_t i = 0; i < sizeof flag_rows / sizeof *flag_rows; i++)
        if (mode & flag_rows[i].mode) flags |= flag_rows[i].parse;
    if (py_parse(&alloc, source, len, modes[mode & PY_MODE_MASK], flags, &ast, err)) {
        if (give_warnings(iso, notes.list, filename))
            code = py_compile_ast(iso, ast, filename, mode);
        py_ast_free(ast);
    } else if (give_warnings(iso, notes.list, filename)) { // of what stands before the error
        if (err->late && mode & PY_MODE_NO_FILE) err->has_text = false;
        py_compile_raise(iso, err, source, filename);
    }
    py_scratch_give(iso, err, sizeof *err);
    return code;
}
