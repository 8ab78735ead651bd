// Source text of an expression, as CPython spells annotations under `from __future__ import
// annotations`.
#include "comp_int.h"

enum level {
    L_TUPLE,
    L_TEST,
    L_OR,
    L_AND,
    L_NOT,
    L_CMP,
    L_BOR,
    L_BXOR,
    L_BAND,
    L_SHIFT,
    L_ARITH,
    L_TERM,
    L_FACTOR,
    L_POWER,
    L_AWAIT,
    L_ATOM
};

struct out {
    struct py_comp *c;
    struct py_sb b;
};

static void expr(struct out *o, struct py_node *n, int level);

static void z(struct out *o, const char *s)
{
    size_t n = strlen(s);
    py_sb_str(&o->b, py_str_new(o->c->iso, s, n));
}

static void open(struct out *o, bool on)
{
    if (on) z(o, "(");
}
static void shut(struct out *o, bool on)
{
    if (on) z(o, ")");
}

static void list(struct out *o, const struct py_nodes *l)
{
    for (int i = 0; i < l->n; i++) {
        if (i) z(o, ", ");
        expr(o, l->v[i], L_TEST);
    }
}

static void binop(struct out *o, struct py_node *n, int level)
{
    static const struct {
        const char *text;
        int level;
    } ops[] = {
        [PY_AST_OP_Add] = {" + ", L_ARITH},      [PY_AST_OP_Sub] = {" - ", L_ARITH},
        [PY_AST_OP_Mult] = {" * ", L_TERM},      [PY_AST_OP_MatMult] = {" @ ", L_TERM},
        [PY_AST_OP_Div] = {" / ", L_TERM},       [PY_AST_OP_Mod] = {" % ", L_TERM},
        [PY_AST_OP_Pow] = {" ** ", L_POWER},     [PY_AST_OP_LShift] = {" << ", L_SHIFT},
        [PY_AST_OP_RShift] = {" >> ", L_SHIFT},  [PY_AST_OP_BitOr] = {" | ", L_BOR},
        [PY_AST_OP_BitXor] = {" ^ ", L_BXOR},    [PY_AST_OP_BitAnd] = {" & ", L_BAND},
        [PY_AST_OP_FloorDiv] = {" // ", L_TERM},
    };
    int own = ops[n->BinOp.op].level;
    bool right = n->BinOp.op == PY_AST_OP_Pow;
    open(o, level > own);
    expr(o, n->BinOp.left, own + right);
    z(o, ops[n->BinOp.op].text);
    expr(o, n->BinOp.right, own + !right);
    shut(o, level > own);
}

static void unary(struct out *o, struct py_node *n, int level)
{
    static const char *const texts[] = {[PY_AST_OP_Invert] = "~",
                                        [PY_AST_OP_Not] = "not ",
                                        [PY_AST_OP_UAdd] = "+",
                                        [PY_AST_OP_USub] = "-"};
    int own = n->UnaryOp.op == PY_AST_OP_Not ? L_NOT : L_FACTOR;
    open(o, level > own);
    z(o, texts[n->UnaryOp.op]);
    expr(o, n->UnaryOp.operand, own);
    shut(o, level > own);
}

static void boolop(struct out *o, struct py_node *n, int level)
{
    bool and = n->BoolOp.op == PY_AST_OP_And;
    int own = and? L_AND : L_OR;
    open(o, level > own);
    for (int i = 0; i < n->BoolOp.values.n; i++) {
        if (i) z(o, and? " and " : " or ");
        expr(o, n->BoolOp.values.v[i], own + 1);
    }
    shut(o, level > own);
}

static void compare(struct out *o, struct py_node *n, int level)
{
    static const char *const texts[] = {
        [PY_AST_OP_Eq] = " == ",        [PY_AST_OP_NotEq] = " != ",     [PY_AST_OP_Lt] = " < ",
        [PY_AST_OP_LtE] = " <= ",       [PY_AST_OP_Gt] = " > ",         [PY_AST_OP_GtE] = " >= ",
        [PY_AST_OP_Is] = " is ",        [PY_AST_OP_IsNot] = " is not ", [PY_AST_OP_In] = " in ",
        [PY_AST_OP_NotIn] = " not in ",
    };
    open(o, level > L_CMP);
    expr(o, n->Compare.left, L_CMP + 1);
    for (int i = 0; i < n->Compare.ops.n; i++) {
        z(o, texts[n->Compare.ops.v[i]]);
        expr(o, n->Compare.comparators.v[i], L_CMP + 1);
    }
    shut(o, level > L_CMP);
}

static void call(struct out *o, struct py_node *n)
{
    expr(o, n->Call.func, L_ATOM);
    z(o, "(");
    list(o, &n->Call.args);
    for (int i = 0; i < n->Call.keywords.n; i++) {
        struct py_node *k = n->Call.keywords.v[i];
        if (i || n->Call.args.n) z(o, ", ");
        z(o, k->keyword.arg ? k->keyword.arg : "**");
        if (k->keyword.arg) z(o, "=");
        expr(o, k->keyword.value, L_TEST);
    }
    z(o, ")");
}

static void parameter(struct out *o, const struct py_node *a, struct py_node *dflt, bool *comma)
{
    if (*comma) z(o, ", ");
    *comma = true;
    z(o, a->arg.arg);
    if (dflt) {
        z(o, "=");
        expr(o, dflt, L_TEST);
    }
}

static void lambda(struct out *o, struct py_node *n, int level)
{
    struct py_node *a = n->Lambda.args;
    struct py_nodes *pos = &a->arguments.posonlyargs, *args = &a->arguments.args,
                    *d = &a->arguments.defaults;
    int total = pos->n + args->n;
    bool comma = false;
    open(o, level > L_TEST);
    z(o, total || a->arguments.vararg || a->arguments.kwonlyargs.n || a->arguments.kwarg
             ? "lambda "
             : "lambda");
    for (int i = 0; i < total; i++) {
        int k = i - (total - d->n);
        parameter(o, i < pos->n ? pos->v[i] : args->v[i - pos->n], k >= 0 ? d->v[k] : NULL, &comma);
        if (i + 1 == pos->n) z(o, ", /");
    }
    if (a->arguments.vararg || a->arguments.kwonlyargs.n) z(o, comma ? ", *" : "*");
    if (a->arguments.vararg || a->arguments.kwonlyargs.n) comma = true;
    if (a->arguments.vararg) z(o, a->arguments.vararg->arg.arg);
    for (int i = 0; i < a->arguments.kwonlyargs.n; i++)
        parameter(o, a->arguments.kwonlyargs.v[i], a->arguments.kw_defaults.v[i], &comma);
    if (a->arguments.kwarg) {
        z(o, comma ? ", **" : "**");
        z(o, a->arguments.kwarg->arg.arg);
    }
    z(o, ": ");
    expr(o, n->Lambda.body, L_TEST);
    shut(o, level > L_TEST);
}

static void generators(struct out *o, const struct py_nodes *l)
{
    for (int i = 0; i < l->n; i++) {
        struct py_node *g = l->v[i];
        z(o, g->comprehension.is_async ? " async for " : " for ");
        expr(o, g->comprehension.target, L_TUPLE);
        z(o, " in ");
        expr(o, g->comprehension.iter, L_TEST + 1);
        for (int j = 0; j < g->comprehension.ifs.n; j++) {
            z(o, " if ");
            expr(o, g->comprehension.ifs.v[j], L_TEST + 1);
        }
    }
}

static void dict(struct out *o, struct py_node *n)
{
    z(o, "{");
    for (int i = 0; i < n->Dict.keys.n; i++) {
        if (i) z(o, ", ");
        if (n->Dict.keys.v[i]) {
            expr(o, n->Dict.keys.v[i], L_TEST);
            z(o, ": ");
            expr(o, n->Dict.values.v[i], L_TEST);
        } else {
            z(o, "**");
            expr(o, n->Dict.values.v[i], L_BOR);
        }
    }
    z(o, "}");
}

static void fstring_parts(struct out *o, const struct py_nodes *l)
{
    if (py_comp_deep(o->c)) return;
    for (int i = 0; i < l->n; i++) {
        struct py_node *v = l->v[i];
        if (v->kind == PY_AST_Constant) {
            py_sb_str(&o->b, py_comp_const_value(o->c, &v->Constant.value));
            continue;
        }
        z(o, "{");
        expr(o, v->FormattedValue.value, L_TEST + 1);
        if (v->FormattedValue.conversion > 0) {
            char conv[3] = {'!', (char)v->FormattedValue.conversion, 0};
            z(o, conv);
        }
        if (v->FormattedValue.format_spec) {
            z(o, ":");
            fstring_parts(o, &v->FormattedValue.format_spec->JoinedStr.values);
        }
        z(o, "}");
    }
}

static void subscript(struct out *o, struct py_node *n)
{
    struct py_node *s = n->Subscript.slice;
    expr(o, n->Subscript.value, L_ATOM);
    z(o, "[");
    if (s->kind == PY_AST_Tuple && s->Tuple.elts.n) {
        list(o, &s->Tuple.elts);
        if (s->Tuple.elts.n == 1) z(o, ",");
    } else {
        expr(o, s, L_TUPLE);
    }
    z(o, "]");
}

static void slice(struct out *o, struct py_node *n)
{
    if (n->Slice.lower) expr(o, n->Slice.lower, L_TEST);
    z(o, ":");
    if (n->Slice.upper) expr(o, n->Slice.upper, L_TEST);
    if (n->Slice.step) {
        z(o, ":");
        expr(o, n->Slice.step, L_TEST);
    }
}

static void prefixed(struct out *o, const char *text, struct py_node *v, int level, int own)
{
    open(o, level > own);
    z(o, text);
    if (v) expr(o, v, own == L_AWAIT ? L_ATOM : L_TEST);
    shut(o, level > own);
}

static void comprehension(struct out *o, struct py_node *n, const char *left, const char *right)
{
    z(o, left);
    if (n->kind == PY_AST_DictComp) {
        expr(o, n->DictComp.key, L_TEST);
        z(o, ": ");
        expr(o, n->DictComp.value, L_TEST);
    } else {
        expr(o, n->ListComp.elt, L_TEST);
    }
    generators(o, n->kind == PY_AST_DictComp ? &n->DictComp.generators : &n->ListComp.generators);
    z(o, right);
}

static void bracketed(struct out *o, struct py_node *n, const char *left, const char *right)
{
    z(o, left);
    list(o, &n->List.elts);
    if (n->kind == PY_AST_Tuple && n->List.elts.n == 1) z(o, ",");
    z(o, right);
}

static void constant(struct out *o, struct py_node *n)
{
    if (n->Constant.value.kind == PY_CONST_ELLIPSIS) {
        z(o, "...");
        return;
    }
    if (n->Constant.value.kind == PY_CONST_STR && n->Constant.value.u_prefix) z(o, "u");
    py_sb_repr(&o->b, py_fold(o->c, n));
}

static void attribute(struct out *o, struct py_node *n)
{
    expr(o, n->Attribute.value, L_ATOM);
    z(o, ".");
    z(o, n->Attribute.attr);
}

static void conditional(struct out *o, struct py_node *n, int level)
{
    open(o, level > L_TEST);
    expr(o, n->IfExp.body, L_TEST + 1);
    z(o, " if ");
    expr(o, n->IfExp.test, L_TEST + 1);
    z(o, " else ");
    expr(o, n->IfExp.orelse, L_TEST);
    shut(o, level > L_TEST);
}

static void expr(struct out *o, struct py_node *n, int level)
{
    if (py_comp_deep(o->c)) return;
    switch (n->kind) {
    case PY_AST_Name: z(o, n->Name.id); break;
    case PY_AST_Constant: constant(o, n); break;
    case PY_AST_Attribute: attribute(o, n); break;
    case PY_AST_Subscript: subscript(o, n); break;
    case PY_AST_BinOp: binop(o, n, level); break;
    case PY_AST_UnaryOp: unary(o, n, level); break;
    case PY_AST_BoolOp: boolop(o, n, level); break;
    case PY_AST_Compare: compare(o, n, level); break;
    case PY_AST_Call: call(o, n); break;
    case PY_AST_Lambda: lambda(o, n, level); break;
    case PY_AST_Tuple:
        if (n->Tuple.elts.n) bracketed(o, n, "(", ")");
        else z(o, "()");
        break;
    case PY_AST_List: bracketed(o, n, "[", "]"); break;
    case PY_AST_Set: bracketed(o, n, "{", "}"); break;
    case PY_AST_Dict: dict(o, n); break;
    case PY_AST_ListComp: comprehension(o, n, "[", "]"); break;
    case PY_AST_SetComp:
    case PY_AST_DictComp: comprehension(o, n, "{", "}"); break;
    case PY_AST_GeneratorExp: comprehension(o, n, "(", ")"); break;
    case PY_AST_Slice: slice(o, n); break;
    case PY_AST_Starred: prefixed(o, "*", n->Starred.value, 0, L_TEST); break;
    case PY_AST_Await: prefixed(o, "await ", n->Await.value, level, L_AWAIT); break;
    case PY_AST_Yield:
        prefixed(o, n->Yield.value ? "yield " : "yield", n->Yield.value, level, L_TUPLE);
        break;
    case PY_AST_YieldFrom: prefixed(o, "yield from ", n->YieldFrom.value, level, L_TUPLE); break;
    case PY_AST_IfExp: conditional(o, n, level); break;
    case PY_AST_NamedExpr:
        z(o, "(");
        z(o, n->NamedExpr.target->Name.id);
        z(o, " := ");
        expr(o, n->NamedExpr.value, L_TEST);
        z(o, ")");
        break;
    case PY_AST_JoinedStr:
        z(o, "f'");
        fstring_parts(o, &n->JoinedStr.values);
        z(o, "'");
        break;
    default: py_comp_unsupported(o->c, n, py_node_infos[n->kind].name); break;
    }
}

py_value py_unparse(struct py_comp *c, struct py_node *n)
{
    struct out o = {.c = c};
    py_sb_init(&o.b, c->iso);
    expr(&o, n, L_TEST);
    return py_sb_finish(&o.b);
}
