// Expressions to registers: dispatch by kind, operators, constants, names, conditional expressions,
// attributes, subscripts, yields. A result goes to the wanted register; with PY_ANY a plain local
// is used where it lies and anything else gets the next temporary. Temporaries are a stack: after
// an expression only its result is left on it.
#include "comp_int.h"

static const enum py_binop binops[] = {
    [PY_AST_OP_Add] = PY_BIN_ADD,           [PY_AST_OP_Sub] = PY_BIN_SUB,
    [PY_AST_OP_Mult] = PY_BIN_MUL,          [PY_AST_OP_MatMult] = PY_BIN_MATMUL,
    [PY_AST_OP_Div] = PY_BIN_DIV,           [PY_AST_OP_Mod] = PY_BIN_MOD,
    [PY_AST_OP_Pow] = PY_BIN_POW,           [PY_AST_OP_LShift] = PY_BIN_LSHIFT,
    [PY_AST_OP_RShift] = PY_BIN_RSHIFT,     [PY_AST_OP_BitOr] = PY_BIN_OR,
    [PY_AST_OP_BitXor] = PY_BIN_XOR,        [PY_AST_OP_BitAnd] = PY_BIN_AND,
    [PY_AST_OP_FloorDiv] = PY_BIN_FLOORDIV,
};

enum py_binop py_comp_binop_of(int ast_op)
{
    return binops[ast_op];
}

int py_comp_expr_tmp(struct py_comp *c, struct py_node *n)
{
    int t = py_comp_tmp(c);
    return py_comp_expr(c, n, t);
}

void py_comp_effect(struct py_comp *c, struct py_node *n)
{
    int top = c->u->top;
    if (!py_fold(c, n)) py_comp_expr(c, n, PY_ANY);
    c->u->top = top;
}

// A register that may be written before all of n's parts were read: never a named local.
static int scratch(struct py_comp *c, int want)
{
    return want >= c->u->nlocals ? want : py_comp_tmp(c);
}

static int settle(struct py_comp *c, int reg, int want)
{
    if (want < 0 || want == reg) return reg;
    py_comp_emit(c, PY_OP_MOVE, want, reg, 0);
    return want;
}

static int binary(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top;
    enum py_binop op = binops[n->BinOp.op];
    int l = py_comp_expr(c, n->BinOp.left, PY_ANY);
    py_value k = py_fold(c, n->BinOp.right);
    if (k) {
        c->u->top = top;
        int d = py_dst(c, want);
        py_at(c, n);
        py_comp_emit(c, PY_OP_ADDK + op, d, l, py_comp_konst(c, k));
        return d;
    }
    l = py_comp_stable(c, l, n->BinOp.right);
    int r = py_comp_expr(c, n->BinOp.right, PY_ANY);
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    py_comp_emit(c, PY_OP_ADD + op, d, l, r);
    return d;
}

static int unary(struct py_comp *c, struct py_node *n, int want)
{
    static const enum py_op ops[] = {
        [PY_AST_OP_Invert] = PY_OP_INVERT,
        [PY_AST_OP_Not] = PY_OP_NOT,
        [PY_AST_OP_UAdd] = PY_OP_POS,
        [PY_AST_OP_USub] = PY_OP_NEG,
    };
    int top = c->u->top;
    int v = py_comp_expr(c, n->UnaryOp.operand, PY_ANY);
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    py_comp_emit(c, ops[n->UnaryOp.op], d, v, 0);
    return d;
}

static int boolop(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top, d = scratch(c, want), end = py_comp_label(c);
    for (int i = 0; i < n->BoolOp.values.n; i++) {
        py_comp_expr(c, n->BoolOp.values.v[i], d);
        if (i + 1 == n->BoolOp.values.n) break;
        py_at(c, n);
        py_comp_jump(c, n->BoolOp.op == PY_AST_OP_And ? PY_OP_JF : PY_OP_JT, d, 0, end);
    }
    py_comp_bind(c, end);
    if (want >= 0) c->u->top = top;
    return settle(c, d, want);
}

static int ifexp(struct py_comp *c, struct py_node *n, int want)
{
    int other = py_comp_label(c), end = py_comp_label(c);
    int d = py_dst(c, want);
    py_comp_cond(c, n->IfExp.test, false, other);
    py_comp_expr(c, n->IfExp.body, d);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    py_comp_bind(c, other);
    py_comp_expr(c, n->IfExp.orelse, d);
    py_comp_bind(c, end);
    return d;
}

static int walrus(struct py_comp *c, struct py_node *n, int want)
{
    struct py_ident *id = py_comp_local_id(c, n->NamedExpr.target->Name.id);
    int local = py_comp_name_local(c, id);
    if (local >= 0) {
        py_comp_expr(c, n->NamedExpr.value, local);
        return settle(c, local, want);
    }
    int v = py_comp_expr(c, n->NamedExpr.value, want);
    py_at(c, n);
    py_comp_name_store(c, id, v);
    return v;
}

// CPython points at the attribute name's line when the expression spans lines.
void py_comp_at_attribute(struct py_comp *c, const struct py_node *loc, const struct py_node *attr)
{
    py_at(c, loc);
    if (loc->line == attr->end_line) return;
    int len = (int)strlen(attr->Attribute.attr);
    c->pos.line = (uint32_t)attr->end_line;
    if (len <= attr->end_col) {
        c->pos.col = (uint16_t)(attr->end_col - len);
        c->pos.end_col = loc == attr ? (uint16_t)attr->end_col : c->pos.end_col;
    } else {
        c->pos.col = c->pos.end_col = 0xffff;
    }
    if (c->pos.end_line < c->pos.line) c->pos.end_line = c->pos.line;
}

static int attr_expr(struct py_comp *c, struct py_node *n, int want)
{
    if (py_comp_super_call(c, n->Attribute.value)) return py_comp_super_attr(c, n, want, false);
    int top = c->u->top;
    int o = py_comp_expr(c, n->Attribute.value, PY_ANY);
    c->u->top = top;
    int d = py_dst(c, want);
    py_comp_at_attribute(c, n, n);
    py_comp_named(c, PY_OP_LOAD_ATTR, d, o, py_comp_local_id(c, n->Attribute.attr));
    return d;
}

static int slice_expr(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top, r = py_comp_tmps(c, 3);
    struct py_node *parts[] = {n->Slice.lower, n->Slice.upper, n->Slice.step};
    for (int i = 0; i < 3; i++) {
        py_at(c, n);
        if (parts[i]) py_comp_expr(c, parts[i], r + i);
        else py_comp_loadk(c, PY_NONE, r + i);
    }
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    py_comp_emit(c, PY_OP_BUILD_SLICE, d, r, 0);
    return d;
}

static int subscript(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top;
    int o = py_comp_expr(c, n->Subscript.value, PY_ANY);
    py_value k = py_fold(c, n->Subscript.slice);
    int i = 0;
    if (!k) {
        o = py_comp_stable(c, o, n->Subscript.slice);
        i = py_comp_expr(c, n->Subscript.slice, PY_ANY);
    }
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    if (k) py_comp_emit(c, PY_OP_GETITEM_K, d, o, py_comp_konst(c, k));
    else py_comp_emit(c, PY_OP_GETITEM, d, o, i);
    return d;
}

static int yield(struct py_comp *c, struct py_node *n, int want)
{
    int top = c->u->top, v;
    if (n->Yield.value) v = py_comp_expr(c, n->Yield.value, PY_ANY);
    else v = py_comp_loadk(c, PY_NONE, PY_ANY);
    c->u->top = top;
    int d = py_dst(c, want);
    py_at(c, n);
    py_comp_emit(c, PY_OP_YIELD, d, v, 0);
    return d;
}

// `yield from` and `await`: `get` makes of the value what is run until it has a result.
static int delegate(struct py_comp *c, struct py_node *n, struct py_node *value, enum py_op get,
                    int want)
{
    int top = c->u->top, t = py_comp_tmp(c);
    int v = py_comp_expr(c, value, PY_ANY);
    py_at(c, n);
    py_comp_emit(c, get, t, v, 0);
    c->u->top = top;
    int d = py_dst(c, want);
    py_comp_emit(c, PY_OP_YIELD_FROM, d, t, 0);
    return d;
}

// Awaits the value in temporary reg; the result goes to dst.
void py_comp_await_top(struct py_comp *c, int reg, int dst, int where)
{
    py_comp_emit(c, PY_OP_GET_AWAITABLE, reg, reg, where);
    py_comp_emit(c, PY_OP_YIELD_FROM, dst, reg, 0);
}

static int dispatch(struct py_comp *c, struct py_node *n, int want)
{
    switch (n->kind) {
    case PY_AST_Name:
        py_at(c, n);
        if (n->Name.id[0] == '_' && !strcmp(n->Name.id, "__debug__"))
            return py_comp_loadk(c, py_bool(!c->no_assert), want);
        return py_comp_name_load(c, py_comp_local_id(c, n->Name.id), want);
    case PY_AST_BinOp: return binary(c, n, want);
    case PY_AST_UnaryOp: return unary(c, n, want);
    case PY_AST_BoolOp: return boolop(c, n, want);
    case PY_AST_Compare: return py_comp_compare_expr(c, n, want);
    case PY_AST_IfExp: return ifexp(c, n, want);
    case PY_AST_NamedExpr: return walrus(c, n, want);
    case PY_AST_Lambda: return py_comp_lambda(c, n, want);
    case PY_AST_Dict: return py_comp_dict_display(c, n, want);
    case PY_AST_List:
    case PY_AST_Set:
    case PY_AST_Tuple: return py_comp_display(c, n, want);
    case PY_AST_ListComp:
    case PY_AST_SetComp:
    case PY_AST_DictComp: return py_comp_comprehension(c, n, want);
    case PY_AST_GeneratorExp: return py_comp_genexp(c, n, want);
    case PY_AST_Await: return delegate(c, n, n->Await.value, PY_OP_GET_AWAITABLE, want);
    case PY_AST_Yield: return yield(c, n, want);
    case PY_AST_YieldFrom:
        return delegate(c, n, n->YieldFrom.value, PY_OP_GET_YIELD_FROM_ITER, want);
    case PY_AST_Call: return py_comp_call_expr(c, n, want);
    case PY_AST_JoinedStr:
    case PY_AST_FormattedValue: return py_comp_fstring(c, n, want);
    case PY_AST_Attribute: return attr_expr(c, n, want);
    case PY_AST_Subscript: return subscript(c, n, want);
    case PY_AST_Slice: return slice_expr(c, n, want);
    default: py_comp_unsupported(c, n, py_node_infos[n->kind].name); return py_dst(c, want);
    }
}

int py_comp_expr(struct py_comp *c, struct py_node *n, int want)
{
    if (py_comp_deep(c)) return py_dst(c, want);
    py_value k = py_fold(c, n);
    if (k) {
        py_at(c, n);
        return py_comp_loadk(c, k, want);
    }
    return dispatch(c, n, want);
}
