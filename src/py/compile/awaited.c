// Which calls are awaited: those whose value goes to `await`, or to a function of asyncio that
// awaits it, at once or by way of a variable that is for nothing else. A tool that is called there
// gives what can be awaited, so that such calls are under way together; called anywhere else it
// gives its result (docs/tools.md has the rule, exec/python/worker/awaited.py the same for python3
// of the host). Only sources of agents with tools are looked through; a call that is found gets a
// LATER, which asks what is called and for whom when it comes to it.
#include "comp_int.h"

struct value {
    struct value *next;
    struct py_node *node;
};

// A variable of one unit of code.
struct variable {
    struct variable *next;
    struct value *values; // what was put into it
    bool awaited, used;   // as such a function's argument; as anything else
};

struct place {
    struct place *up;
    struct py_ptrmap map; // name -> variable
    struct variable *all;
};

// Of asyncio, by what they are called there.
static const struct {
    const char *name;
    bool all; // of its arguments are awaited, not the first alone
} takers[] = {{"gather", true},  {"create_task", false},  {"ensure_future", false},
              {"run", false},    {"wait_for", false},     {"run_until_complete", false},
              {"shield", false}, {"as_completed", false}, {"run_coroutine_threadsafe", false}};

static void walk(struct py_comp *c, struct py_node *n, struct place *p);
static void await(struct py_comp *c, struct py_node *n, struct place *p, struct py_node *taker);

static bool is_name(const struct py_node *n, const char *name)
{
    return n->kind == PY_AST_Name && !strcmp(n->Name.id, name);
}

// How many arguments of a call are awaited by what is called, as far as its name tells.
static int awaited_args(const struct py_node *call)
{
    const struct py_node *f = call->Call.func;
    const char *name = f->kind == PY_AST_Attribute ? f->Attribute.attr
                       : f->kind == PY_AST_Name    ? f->Name.id
                                                   : "";
    for (size_t i = 0; i < sizeof takers / sizeof *takers; i++)
        if (!strcmp(name, takers[i].name))
            return takers[i].all || !call->Call.args.n ? call->Call.args.n : 1;
    return 0;
}

static struct variable *variable_of(struct py_comp *c, struct place *p, const char *name)
{
    void **at = py_comp_ptrmap_at(c, &p->map, name);
    struct variable *v = *at;
    if (v || !(v = py_comp_mem(c, &c->whole, sizeof *v))) return v;
    v->next = p->all;
    p->all = v;
    return *at = v;
}

// A name that is read: in the units around this one it may be theirs.
static void use(struct py_comp *c, struct place *p, const char *name, bool awaited)
{
    for (struct place *q = p; q; q = q->up) {
        struct variable *v = variable_of(c, q, name);
        if (!v) return;
        if (q == p && awaited) v->awaited = true;
        else v->used = true;
    }
}

static void put(struct py_comp *c, struct place *p, const struct py_node *target,
                struct py_node *value)
{
    struct variable *v = variable_of(c, p, target->Name.id);
    struct value *new = v ? py_comp_mem(c, &c->whole, sizeof *new) : NULL;
    if (!new) return;
    *new = (struct value){v->values, value};
    v->values = new;
}

static void walk_list(struct py_comp *c, const struct py_nodes *l, struct place *p)
{
    for (int i = 0; i < l->n; i++)
        if (l->v[i]) walk(c, l->v[i], p);
}

static void walk_children(struct py_comp *c, struct py_node *n, struct place *p)
{
    const struct py_node_info *info = &py_node_infos[n->kind];
    for (int i = 0; i < info->nchildren; i++) {
        void *at = (char *)n + info->children[i].offset;
        if (info->children[i].list) walk_list(c, at, p);
        else if (*(struct py_node **)at) walk(c, *(struct py_node **)at, p);
    }
}

// ---- what is awaited ----------------------------------------------------------------------------

// The parts of a value that is awaited; `p` NULL: they were walked through before.
static void await_list(struct py_comp *c, const struct py_nodes *l, struct place *p,
                       struct py_node *taker)
{
    for (int i = 0; i < l->n; i++)
        if (l->v[i]) await(c, l->v[i], p, taker);
}

// list(v) and tuple(v), map(tool, ..), d.values() are as good as what they are made of.
static bool await_through(struct py_comp *c, struct py_node *n, struct place *p,
                          struct py_node *taker)
{
    struct py_node *f = n->Call.func, *first = n->Call.args.n ? n->Call.args.v[0] : NULL;
    if (!first) {
        bool values = f->kind == PY_AST_Attribute && !strcmp(f->Attribute.attr, "values");
        if (values && f->Attribute.value->kind == PY_AST_Name)
            await(c, f->Attribute.value, p, taker);
        return values && f->Attribute.value->kind == PY_AST_Name;
    }
    bool map = is_name(f, "map");
    if (!map && !is_name(f, "list") && !is_name(f, "tuple")) return false;
    if (map) *py_comp_ptrmap_at(c, &c->awaited, first) = taker;
    if (p && map) walk(c, first, p);
    if (!map) await(c, first, p, taker);
    for (int i = 1; p && i < n->Call.args.n; i++) walk(c, n->Call.args.v[i], p);
    return true;
}

static void await_comprehension(struct py_comp *c, struct py_node *n, struct place *p,
                                struct py_node *taker)
{
    bool dict = n->kind == PY_AST_DictComp;
    struct place inner = {.up = p};
    struct place *q = p && n->kind == PY_AST_GeneratorExp ? &inner : p;
    if (n->kind == PY_AST_GeneratorExp) taker = n; // its code runs elsewhere
    if (q) walk_list(c, dict ? &n->DictComp.generators : &n->ListComp.generators, q);
    if (q && dict) walk(c, n->DictComp.key, q);
    await(c, dict ? n->DictComp.value : n->ListComp.elt, q, taker);
}

// `taker` is the call whose argument it is; itself: `await`, or a variable.
static void await(struct py_comp *c, struct py_node *n, struct place *p, struct py_node *taker)
{
    if (py_comp_deep(c)) return;
    if (!taker) taker = n;
    switch (n->kind) {
    case PY_AST_Call:
        if (await_through(c, n, p, taker)) return;
        *py_comp_ptrmap_at(c, &c->awaited, n) = taker;
        break;
    case PY_AST_Name:
        if (p) use(c, p, n->Name.id, true);
        return;
    case PY_AST_Starred: await(c, n->Starred.value, p, taker); return;
    case PY_AST_List:
    case PY_AST_Tuple:
    case PY_AST_Set: await_list(c, &n->List.elts, p, taker); return;
    case PY_AST_Dict:
        if (p) walk_list(c, &n->Dict.keys, p);
        await_list(c, &n->Dict.values, p, taker);
        return;
    case PY_AST_ListComp:
    case PY_AST_SetComp:
    case PY_AST_DictComp:
    case PY_AST_GeneratorExp: await_comprehension(c, n, p, taker); return;
    case PY_AST_IfExp:
        if (p) walk(c, n->IfExp.test, p);
        await(c, n->IfExp.body, p, taker);
        await(c, n->IfExp.orelse, p, taker);
        return;
    case PY_AST_BinOp:
        if (n->BinOp.op != PY_AST_OP_Add) break;
        await(c, n->BinOp.left, p, taker);
        await(c, n->BinOp.right, p, taker);
        return;
    case PY_AST_Subscript:
        if (p) walk(c, n->Subscript.slice, p);
        if (p) await(c, n->Subscript.value, p, taker);
        return;
    default: break;
    }
    if (p) walk(c, n, p);
}

// ---- the whole source ---------------------------------------------------------------------------

// In a function of its own; its variables that are only awaited make what they got awaited.
static void walk_unit(struct py_comp *c, struct py_node *n, struct place *up)
{
    struct place p = {.up = up};
    walk_children(c, n, &p);
    for (struct variable *v = p.all; v; v = v->next)
        for (struct value *k = v->awaited && !v->used ? v->values : NULL; k; k = k->next)
            await(c, k->node, NULL, NULL);
}

// What is done with a variable without looking at what is in it.
static bool walk_neutral(struct py_comp *c, struct py_node *n, struct place *p)
{
    struct py_node *f = n->Call.func, *arg = n->Call.args.n == 1 ? n->Call.args.v[0] : NULL;
    if (arg && is_name(f, "len") && arg->kind == PY_AST_Name) return true;
    if (f->kind != PY_AST_Attribute || f->Attribute.value->kind != PY_AST_Name) return false;
    const char *name = f->Attribute.attr;
    if (!arg) return !n->Call.args.n && !strcmp(name, "keys");
    if (strcmp(name, "append") && strcmp(name, "extend")) return false;
    put(c, p, f->Attribute.value, arg);
    walk(c, arg, p);
    return true;
}

static void walk_call(struct py_comp *c, struct py_node *n, struct place *p)
{
    int awaited = awaited_args(n);
    if (!awaited && walk_neutral(c, n, p)) return;
    walk(c, n->Call.func, p);
    for (int i = 0; i < n->Call.args.n; i++) {
        if (i < awaited) await(c, n->Call.args.v[i], p, n);
        else walk(c, n->Call.args.v[i], p);
    }
    walk_list(c, &n->Call.keywords, p);
}

static void walk_assignment(struct py_comp *c, struct py_node *target, struct py_node *value,
                            struct place *p)
{
    bool pairs = target->kind == PY_AST_Tuple && value->kind == PY_AST_Tuple &&
                 target->Tuple.elts.n == value->Tuple.elts.n;
    for (int i = 0; pairs && i < target->Tuple.elts.n; i++)
        if (target->Tuple.elts.v[i]->kind == PY_AST_Name)
            put(c, p, target->Tuple.elts.v[i], value->Tuple.elts.v[i]);
    if (target->kind == PY_AST_Name) put(c, p, target, value);
}

static void walk_declared(struct py_comp *c, const struct py_idents *names, struct place *p)
{
    for (int i = 0; i < names->n; i++) use(c, p, names->v[i], false);
}

static void walk(struct py_comp *c, struct py_node *n, struct place *p)
{
    if (py_comp_deep(c)) return;
    switch (n->kind) {
    case PY_AST_Constant: return;
    case PY_AST_FunctionDef:
    case PY_AST_AsyncFunctionDef:
    case PY_AST_Lambda:
    case PY_AST_ClassDef:
    case PY_AST_GeneratorExp: walk_unit(c, n, p); return;
    case PY_AST_Name:
        if (n->Name.ctx == PY_CTX_LOAD) use(c, p, n->Name.id, false);
        return;
    case PY_AST_Global: walk_declared(c, &n->Global.names, p); return;
    case PY_AST_Nonlocal: walk_declared(c, &n->Nonlocal.names, p); return;
    case PY_AST_Await: await(c, n->Await.value, p, NULL); return;
    case PY_AST_Call: walk_call(c, n, p); return;
    case PY_AST_Assign:
        if (n->Assign.targets.n == 1)
            walk_assignment(c, n->Assign.targets.v[0], n->Assign.value, p);
        break;
    case PY_AST_AnnAssign:
        if (n->AnnAssign.value) walk_assignment(c, n->AnnAssign.target, n->AnnAssign.value, p);
        break;
    case PY_AST_AugAssign:
        if (n->AugAssign.op == PY_AST_OP_Add)
            walk_assignment(c, n->AugAssign.target, n->AugAssign.value, p);
        break;
    default: break;
    }
    walk_children(c, n, p);
}

void py_comp_find_awaited(struct py_comp *c, struct py_node *root)
{
    if (c->iso->opt.agent && c->iso->host_functions) walk_unit(c, root, NULL);
}

// ---- at a call ----------------------------------------------------------------------------------

void py_comp_later(struct py_comp *c, const struct py_node *n, int reg)
{
    const struct py_node *taker = c->awaited.n ? py_comp_ptrmap_get(&c->awaited, n) : NULL;
    if (!taker) return;
    const void *known = py_comp_ptrmap_get(&c->windows, taker);
    py_at(c, n);
    py_comp_emit(c, PY_OP_LATER, reg, known ? (int)(intptr_t)known - 1 : reg, known != NULL);
}

void py_comp_window(struct py_comp *c, const struct py_node *call, int reg)
{
    if (c->awaited.n && awaited_args(call))
        *py_comp_ptrmap_at(c, &c->windows, call) = (void *)(intptr_t)(reg + 1);
}
