// check_warn.c: the SyntaxWarnings CPython gives while it generates code: `is` with a literal, an
// assertion that is always true, and literals called or subscripted in a way that cannot work
// (mostly where a comma was forgotten).
#include "check_int.h"

static bool is_constant(const struct py_node *n)
{
    if (n->kind == PY_AST_UnaryOp && n->UnaryOp.op != PY_AST_OP_Not) n = n->UnaryOp.operand;
    if (n->kind == PY_AST_Constant) return true;
    if (n->kind != PY_AST_Tuple) return false;
    for (int i = 0; i < n->Tuple.elts.n; i++) // CPython folds such tuples
        if (!is_constant(n->Tuple.elts.v[i])) return false;
    return true;
}

// Name of the type a literal surely has, or NULL.
static const char *type_name(const struct py_node *n)
{
    static const char *const displays[PY_AST_COUNT] = {
        [PY_AST_Tuple] = "tuple",     [PY_AST_List] = "list",
        [PY_AST_ListComp] = "list",   [PY_AST_Dict] = "dict",
        [PY_AST_DictComp] = "dict",   [PY_AST_Set] = "set",
        [PY_AST_SetComp] = "set",     [PY_AST_GeneratorExp] = "generator",
        [PY_AST_Lambda] = "function", [PY_AST_JoinedStr] = "str",
    };
    static const char *const constants[] = {
        [PY_CONST_NONE] = "NoneType", [PY_CONST_TRUE] = "bool",   [PY_CONST_FALSE] = "bool",
        [PY_CONST_INT] = "int",       [PY_CONST_FLOAT] = "float", [PY_CONST_IMAG] = "complex",
        [PY_CONST_STR] = "str",       [PY_CONST_BYTES] = "bytes", [PY_CONST_ELLIPSIS] = "ellipsis",
    };
    if (n->kind == PY_AST_UnaryOp && is_constant(n)) n = n->UnaryOp.operand;
    return n->kind == PY_AST_Constant ? constants[n->Constant.value.kind] : displays[n->kind];
}

// A literal whose identity means nothing.
static bool has_no_identity(const struct py_node *n)
{
    if (n->kind == PY_AST_Constant) return n->Constant.value.kind > PY_CONST_ELLIPSIS;
    return is_constant(n);
}

static void compare(struct py_parser *p, const struct py_node *n)
{
    const struct py_node *left = n->Compare.left;
    for (int i = 0; i < n->Compare.ops.n; i++) {
        const struct py_node *right = n->Compare.comparators.v[i];
        int op = n->Compare.ops.v[i];
        const struct py_node *odd = has_no_identity(left) ? left : right;
        if ((op == PY_AST_OP_Is || op == PY_AST_OP_IsNot) && has_no_identity(odd)) {
            py_parse_warn(p, n->line, n->col, "\"%s\" with '%s' literal. Did you mean \"%s\"?",
                          op == PY_AST_OP_Is ? "is" : "is not", type_name(odd),
                          op == PY_AST_OP_Is ? "==" : "!=");
            return;
        }
        left = right;
    }
}

static void call(struct py_parser *p, const struct py_node *n)
{
    const struct py_node *f = n->Call.func;
    const char *type = f->kind == PY_AST_Lambda ? NULL : type_name(f);
    if (type)
        py_parse_warn(p, n->line, n->col,
                      "'%s' object is not callable; perhaps you missed a comma?", type);
}

static bool takes_index(const struct py_node *n)
{
    static const bool kinds[PY_AST_COUNT] = {[PY_AST_Tuple] = true,
                                             [PY_AST_List] = true,
                                             [PY_AST_ListComp] = true,
                                             [PY_AST_JoinedStr] = true};
    if (n->kind != PY_AST_Constant) return kinds[n->kind];
    return n->Constant.value.kind == PY_CONST_STR || n->Constant.value.kind == PY_CONST_BYTES;
}

static void subscript(struct py_parser *p, const struct py_node *n)
{
    const struct py_node *o = n->Subscript.value, *index = n->Subscript.slice;
    bool none = (o->kind == PY_AST_Constant && !takes_index(o)) || o->kind == PY_AST_Set ||
                o->kind == PY_AST_SetComp || o->kind == PY_AST_GeneratorExp ||
                o->kind == PY_AST_Lambda;
    if (none)
        py_parse_warn(p, n->line, n->col,
                      "'%s' object is not subscriptable; perhaps you missed a comma?",
                      type_name(o));
    const char *type = type_name(index);
    if (!takes_index(o) || !type || strcmp(type, "int") == 0 || strcmp(type, "bool") == 0) return;
    py_parse_warn(p, n->line, n->col,
                  "%s indices must be integers or slices, not %s; perhaps you missed a comma?",
                  type_name(o), type);
}

void py_check_warn(struct py_parser *p, const struct py_node *n)
{
    if (!p->alloc->warn) return;
    switch (n->kind) {
    case PY_AST_Compare: compare(p, n); break;
    case PY_AST_Call: call(p, n); break;
    case PY_AST_Subscript:
        if (n->Subscript.ctx == PY_CTX_LOAD) subscript(p, n);
        break;
    case PY_AST_Assert:
        if (n->Assert.test->kind == PY_AST_Tuple && n->Assert.test->Tuple.elts.n)
            py_parse_warn(p, n->line, n->col,
                          "assertion is always true, perhaps remove parentheses?");
        break;
    default: break;
    }
}
