// Module _ast: the parser's trees as Python objects, for lib/ast.py. tree() turns source into
// nodes of the classes that module hands in; code() compiles the text of such a tree and gives the
// result the tree's own positions, so that a tree made by a program passes the same checks as
// source does.
#include "../compile/compile.h"
#include "../parse/parse.h"

// What is needed while a tree is converted. `classes` maps the name of a node kind to its class,
// that of an operator or a context to the one instance used for it.
struct conv {
    struct py_isolate *iso;
    struct py_dict *classes;
    const char *file;
    int line; // of the node that is converted
    py_value kinds[PY_AST_COUNT];
    py_value ops[PY_AST_OP_COUNT];
    py_value contexts[3];
};

static py_value named(struct conv *c, const char *name, py_value *cache)
{
    if (*cache) return *cache;
    *cache = py_dict_get_z(c->iso, c->classes, name);
    if (!*cache && !c->iso->exc) py_raise(c->iso, PY_T_KeyError, "_ast: no class %s", name);
    return *cache;
}

static py_value op_value(struct conv *c, int op)
{
    return named(c, py_op_names[op], &c->ops[op]);
}

static py_value node_value(struct conv *c, const struct py_node *n);

static py_value id_value(struct conv *c, const char *name)
{
    return name ? py_str_intern_z(c->iso, name) : PY_NONE;
}

static py_value list_value(struct conv *c, const struct py_field_info *f, const void *at)
{
    const struct py_nodes *nodes = at;
    const struct py_idents *ids = at;
    const struct py_ops *ops = at;
    int n = f->type == PY_FIELD_LIST ? nodes->n : f->type == PY_FIELD_IDS ? ids->n : ops->n;
    py_value list = py_list_new(c->iso, (uint64_t)n);
    for (int i = 0; list && i < n; i++) {
        py_value v = f->type == PY_FIELD_LIST  ? node_value(c, nodes->v[i])
                     : f->type == PY_FIELD_IDS ? id_value(c, ids->v[i])
                                               : op_value(c, ops->v[i]);
        if (!v || !py_list_append(c->iso, list, v)) return NULL;
    }
    return list;
}

static py_value field_value(struct conv *c, const struct py_field_info *f, const void *at)
{
    static const char *const contexts[] = {"Load", "Store", "Del"};
    int ctx;
    switch (f->type) {
    case PY_FIELD_ID: return id_value(c, *(const char *const *)at);
    case PY_FIELD_NODE: return node_value(c, *(struct py_node *const *)at);
    case PY_FIELD_INT: return py_small_new(*(const int *)at);
    case PY_FIELD_OP: return op_value(c, (int)*(const enum py_ast_op *)at);
    case PY_FIELD_CTX:
        ctx = (int)*(const enum py_ctx *)at;
        return named(c, contexts[ctx], &c->contexts[ctx]);
    case PY_FIELD_CONST: {
        py_value v = py_comp_const_make(c->iso, at);
        if (!v) py_compile_raise_literal(c->iso, c->line, c->file);
        return v;
    }
    default: return list_value(c, f, at);
    }
}

static bool put(struct conv *c, py_value o, const char *name, py_value v)
{
    py_value key = v ? py_str_intern_z(c->iso, name) : NULL;
    return key && py_generic_setattr(c->iso, o, key, v);
}

static bool has_position(const struct py_node_info *info)
{
    return info->category != PY_CAT_MOD && info->category != PY_CAT_PLAIN;
}

// Fields that the parser does not keep because they are the same in every tree.
static bool put_fixed(struct conv *c, const struct py_node *n, py_value o)
{
    switch (n->kind) {
    case PY_AST_Module: return put(c, o, "type_ignores", py_list_new(c->iso, 0));
    case PY_AST_Constant:
        return put(c, o, "kind",
                   n->Constant.value.u_prefix ? py_str_intern_z(c->iso, "u") : PY_NONE);
    case PY_AST_FunctionDef:
    case PY_AST_AsyncFunctionDef:
    case PY_AST_Assign:
    case PY_AST_For:
    case PY_AST_AsyncFor:
    case PY_AST_With:
    case PY_AST_AsyncWith:
    case PY_AST_arg: return put(c, o, "type_comment", PY_NONE);
    default: return true;
    }
}

static py_value node_value(struct conv *c, const struct py_node *n)
{
    struct py_isolate *iso = c->iso;
    if (!n) return PY_NONE;
    if (!py_stack_left(iso)) return NULL;
    const struct py_node_info *info = &py_node_infos[n->kind];
    py_value cls = named(c, info->name, &c->kinds[n->kind]);
    c->line = n->line;
    if (!cls || !py_tick(iso, 4)) return NULL;
    struct py_type *t = py_is_type(cls) ? (struct py_type *)cls : NULL;
    if (!t || !t->s.make)
        return py_raise_type_error(iso, "_ast: %s is no class of nodes", info->name);
    py_value o = py_slot_make(iso, &t->s, t, NULL, 0, NULL);
    if (!o) return NULL;
    for (int i = 0; i < info->nfields; i++) {
        const struct py_field_info *f = &info->fields[i];
        if (f->type == PY_FIELD_NONE) continue;
        if (!put(c, o, f->name, field_value(c, f, (const char *)n + f->offset))) return NULL;
    }
    if (!put_fixed(c, n, o)) return NULL;
    if (!has_position(info)) return o;
    bool done = put(c, o, "lineno", py_small_new(n->line)) &&
                put(c, o, "col_offset", py_small_new(n->col)) &&
                put(c, o, "end_lineno", py_small_new(n->end_line)) &&
                put(c, o, "end_col_offset", py_small_new(n->end_col));
    return done ? o : NULL;
}

// --- source to tree, tree to code ---------------------------------------------------------------

struct request {
    const char *text, *file;
    size_t len;
    enum py_parse_mode parse;
    int mode;
    unsigned flags;
};

static bool request_of(struct py_isolate *iso, py_value text, py_value file, py_value mode,
                       py_value flags, struct request *r)
{
    static const struct {
        const char *name;
        enum py_parse_mode parse;
        int mode;
    } modes[] = {{"exec", PY_PARSE_EXEC, PY_MODE_EXEC},
                 {"eval", PY_PARSE_EVAL, PY_MODE_EVAL},
                 {"single", PY_PARSE_SINGLE, PY_MODE_SINGLE}};
    enum { TOP_LEVEL_AWAIT = 8192 }; // ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    int64_t bits;
    if (!py_as_int64(iso, flags, &bits)) return false;
    r->flags = bits & TOP_LEVEL_AWAIT ? PY_PARSE_TOP_LEVEL_AWAIT : 0;
    r->mode = -1;
    for (int i = 0; i < 3; i++) {
        if (!py_is_str(mode) || !py_str_is(mode, modes[i].name)) continue;
        r->mode = modes[i].mode;
        r->parse = modes[i].parse;
    }
    if (r->mode < 0) {
        py_raise_value_error(iso, "compile() mode must be 'exec', 'eval', 'single' or 'func_type'");
        return false;
    }
    if (!py_is_str(file)) {
        py_raise_type_error(iso, "expected str, bytes or os.PathLike object, not %T", file);
        return false;
    }
    r->file = py_str_utf8(iso, file, NULL);
    if (py_is_str(text)) r->text = py_str_utf8(iso, text, &r->len);
    else if (!py_bytes_view(iso, text, (const unsigned char **)&r->text, &r->len) || !r->file ||
             !py_source_decode(iso, &r->text, &r->len, r->file, false))
        return false;
    return r->file && r->text;
}

// The checked tree of the request's text; NULL: exception pending. Free it with py_ast_free; it
// uses `alloc` until then.
static struct py_ast *parse(struct py_isolate *iso, const struct request *r,
                            const struct py_parse_alloc *alloc)
{
    struct py_syntax_error *err = py_mem_resize(iso, NULL, 0, sizeof *err);
    struct py_ast *ast = NULL;
    if (!err) return NULL;
    if (!py_parse(alloc, r->text, r->len, r->parse, r->flags, &ast, err))
        py_compile_raise(iso, err, r->text, r->file);
    py_mem_resize(iso, err, sizeof *err, 0);
    return ast;
}

static PY_NATIVE(ast_tree)
{
    struct request r;
    if (!py_is_kind(a[4], PY_K_DICT)) return py_raise_type_error(iso, "_ast: classes: no dict");
    if (!request_of(iso, a[0], a[1], a[2], a[3], &r)) return NULL;
    r.flags |= PY_PARSE_NO_CHECKS;
    struct py_parse_alloc alloc = py_compile_alloc(iso);
    struct py_ast *ast = parse(iso, &r, &alloc);
    if (!ast) return NULL;
    struct conv c = {.iso = iso, .classes = py_dict(a[4]), .file = r.file};
    py_value tree = node_value(&c, ast->root);
    py_ast_free(ast);
    return tree;
}

struct place {
    int32_t line, col, end_line, end_col;
};

// Attribute `name` of o as a position; dflt when it is absent or no small int.
static int32_t place_part(struct py_isolate *iso, py_value o, const char *name, int32_t dflt)
{
    py_value key = py_str_intern_z(iso, name), v = key ? py_getattr_opt(iso, o, key) : NULL;
    if (!v || !py_is_int(v)) return dflt;
    return py_small(v) < 0 ? 0 : py_small(v) > INT32_MAX / 2 ? INT32_MAX / 2 : (int32_t)py_small(v);
}

static bool relocate(struct py_isolate *iso, struct py_node *n, py_value o, struct place at);

static bool relocate_list(struct py_isolate *iso, struct py_nodes *l, py_value v, struct place at)
{
    bool same = v && py_is_kind(v, PY_K_LIST) && py_list(v)->n == (uint64_t)l->n;
    for (int i = 0; i < l->n; i++) {
        // Attribute lookups may have run a program's code: look at the list anew.
        bool there = same && (uint64_t)i < py_list(v)->n;
        if (l->v[i] && !relocate(iso, l->v[i], there ? py_list(v)->v[i] : NULL, at)) return false;
    }
    return true;
}

// Gives n and what is below it the positions of the program's node o. Where the two trees differ
// (o NULL or of another kind) everything stands at the place of what is around it.
static bool relocate(struct py_isolate *iso, struct py_node *n, py_value o, struct place at)
{
    if (!py_stack_left(iso)) return false;
    const struct py_node_info *info = &py_node_infos[n->kind];
    if (o && strcmp(py_type_name(iso, o), info->name) != 0) o = NULL;
    if (!py_tick(iso, 4)) return false;
    if (o && has_position(info)) {
        struct place up = at;
        at.line = place_part(iso, o, "lineno", up.line);
        at.col = place_part(iso, o, "col_offset", up.col);
        at.end_line = place_part(iso, o, "end_lineno", at.line);
        at.end_col = place_part(iso, o, "end_col_offset", at.col);
    }
    n->line = at.line, n->col = at.col, n->end_line = at.end_line, n->end_col = at.end_col;
    for (int i = 0; i < info->nfields && !iso->exc; i++) {
        const struct py_field_info *f = &info->fields[i];
        void *field = (char *)n + f->offset;
        bool one = f->type == PY_FIELD_NODE;
        if (!one && f->type != PY_FIELD_LIST) continue;
        py_value key = o ? py_str_intern_z(iso, f->name) : NULL;
        py_value v = key ? py_getattr_opt(iso, o, key) : NULL;
        if (iso->exc) return false;
        if (!one) relocate_list(iso, field, v, at);
        else if (*(struct py_node **)field) relocate(iso, *(struct py_node **)field, v, at);
    }
    return !iso->exc;
}

static PY_NATIVE(ast_code)
{
    enum { OPTIMIZE = PY_MODE_NO_ASSERT | PY_MODE_NO_DOC };
    struct request r;
    int64_t more;
    if (!request_of(iso, a[0], a[2], a[3], a[4], &r) || !py_as_int64(iso, a[5], &more)) return NULL;
    r.mode |= (int)more & OPTIMIZE;
    struct py_parse_alloc alloc = py_compile_alloc(iso);
    struct py_ast *ast = parse(iso, &r, &alloc);
    if (!ast) return NULL;
    struct place start = {1, 0, 1, 0};
    py_value code = NULL;
    if (relocate(iso, ast->root, a[1], start))
        code = (py_value)py_compile_ast(iso, ast, r.file, r.mode | PY_MODE_NAMES);
    py_ast_free(ast);
    return code;
}

static bool ast_init(struct py_isolate *iso, struct py_module *m)
{
    static const struct {
        const char *name;
        int64_t value;
    } flags[] = {{"PyCF_ONLY_AST", 0x400},
                 {"PyCF_TYPE_COMMENTS", 0x1000},
                 {"PyCF_ALLOW_TOP_LEVEL_AWAIT", 0x2000}};
    for (int i = 0; i < 3; i++)
        if (!py_module_set(iso, m, flags[i].name, py_small_new(flags[i].value))) return false;
    return true;
}

static const struct py_native_row functions[] = {
    PY_ROW("tree", ast_tree, "source, filename, mode, flags, classes, /",
           "Source as a tree of nodes."),
    PY_ROW("code", ast_code, "text, tree, filename, mode, flags, optimize, /",
           "Code of the text of a tree, with the tree's positions."),
    {0}};

const struct py_moddef py_mod__ast = {
    .name = "_ast", .functions = functions, .init = ast_init, .doc = "Syntax trees."};
