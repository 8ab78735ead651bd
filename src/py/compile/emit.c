// Emission into the current unit: instructions with positions, labels, handlers, registers,
// constants and inline-cache sites; opening a unit with its registers laid out.
#include "comp_int.h"

int py_comp_emit(struct py_comp *c, enum py_op op, int a, int b, int cc)
{
    struct py_unit *u = c->u;
    py_charge(c->iso, 2);
    if (u->nins % 4096 == 4095 && !py_tick(c->iso, 0)) c->failed = true;
    if (c->failed) return 0;
    struct py_ins *v = u->ins;
    if (u->nins == u->ins_cap) {
        v = py_comp_grow(c, &c->passing, v, u->nins, &u->ins_cap, sizeof *v);
        if (!v) return 0;
        u->ins = v;
    }
    u->checks |= op == PY_OP_CHECK;
    v[u->nins] = (struct py_ins){(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)cc,
                                 -1,           u->handler,  c->pos};
    return u->nins++;
}

void py_comp_jump(struct py_comp *c, enum py_op op, int a, int b, int label)
{
    struct py_unit *u = c->u;
    int i = py_comp_emit(c, op, a, b, 0);
    int *v = py_comp_grow(c, &c->passing, u->jumps, u->njumps, &u->jumps_cap, sizeof *v);
    if (!v || c->failed) return;
    u->jumps = v;
    v[u->njumps++] = i;
    u->ins[i].target = label;
    if (u->labels[label] == -1) u->labels[label] = PY_COMP_AIMED_AT;
}

int py_comp_label(struct py_comp *c)
{
    struct py_unit *u = c->u;
    int *v = py_comp_grow(c, &c->passing, u->labels, u->nlabels, &u->labels_cap, sizeof *v);
    if (!v) return 0;
    u->labels = v;
    v[u->nlabels] = -1;
    return u->nlabels++;
}

void py_comp_bind(struct py_comp *c, int label)
{
    struct py_unit *u = c->u;
    if (c->failed) return;
    bool used = u->labels[label] == PY_COMP_AIMED_AT;
    u->labels[label] = u->nins;
    for (int i = u->nmarks; used && i-- > 0 && u->marks[i].at == (uint32_t)u->nins;)
        u->marks[i].through = true;
}

void py_comp_mark(struct py_comp *c, const struct py_node *n)
{
    struct py_unit *u = c->u;
    struct py_code_mark *m = py_comp_grow(c, &c->passing, u->marks, u->nmarks, &u->marks_cap,
                                          sizeof *m);
    if (!m) return;
    u->marks = m;
    m[u->nmarks++] = (struct py_code_mark){(uint32_t)u->nins, (uint32_t)n->line, false};
}

int py_comp_tmps(struct py_comp *c, int n)
{
    struct py_unit *u = c->u;
    int r = u->top;
    u->top += n;
    if (u->top > u->max) u->max = u->top;
    if (u->max > 60000 && !c->failed) {
        c->failed = true;
        py_raise_not_implemented(c->iso,
                                 "expression or function too large for this interpreter (line %d)",
                                 (int)c->pos.line);
    }
    return r;
}

int py_comp_tmp(struct py_comp *c)
{
    return py_comp_tmps(c, 1);
}

// Operands have 16 bits. Constants beyond the first are loaded by LOADK_FAR, from a list of its
// own, so that names and other operands do not run out of near ones; sites beyond the first have no
// cache.
enum { NEAR_LOADS = 30000, OWN_CACHES = 30000, MOST = 65000 };

// Is there room for one more operand behind n?
static bool reachable(struct py_comp *c, uint32_t n)
{
    if (n >= MOST && !c->failed) {
        c->failed = true;
        py_raise_not_implemented(c->iso, "a block with over %d names is too large here (line %d)",
                                 (int)n, (int)c->pos.line);
    }
    return !c->failed;
}

// One more slot of `item` values in a traced buffer; false after failure.
static bool slot(struct py_comp *c, struct py_buf **b, uint32_t n, size_t item)
{
    if (c->failed) return false;
    size_t need = (n + (size_t)1) * item;
    if (*b && (*b)->cap >= need) return true;
    size_t room = need * 2 > 128 ? need * 2 : 128;
    struct py_buf *k = *b ? py_buf_resize(c->iso, *b, room) : py_buf_new(c->iso, PY_K_VALUES, room);
    if (!k) c->failed = true;
    else *b = k;
    return k != NULL;
}

static uint32_t add_const(struct py_comp *c, struct py_consts *l, py_value v)
{
    if (!v) c->failed = true;
    if (c->failed) return 0;
    void **at = py_comp_ptrmap_at(c, &l->index, v);
    if (*at) return (uint32_t)(uintptr_t)*at - 1;
    if (!slot(c, &l->values, l->n, sizeof(py_value))) return 0;
    l->values->u.v[l->n++] = v;
    *at = (void *)(uintptr_t)l->n;
    return l->n - 1;
}

int py_comp_konst(struct py_comp *c, py_value v)
{
    uint32_t k = add_const(c, &c->u->near, v);
    return reachable(c, k) ? (int)k : 0;
}

int py_comp_kident(struct py_comp *c, struct py_ident *id)
{
    return py_comp_konst(c, py_text(c, id));
}

static int add_cache(struct py_comp *c, struct py_ident *id)
{
    struct py_unit *u = c->u;
    py_value name = py_text(c, id);
    if (!reachable(c, u->nics) || !slot(c, &u->ics, u->nics, sizeof(struct py_ic))) return 0;
    ((struct py_ic *)(void *)u->ics->u.b)[u->nics].name = name;
    return (int)u->nics++;
}

static int shared_cache(struct py_comp *c, struct py_ident *id)
{
    void **at = py_comp_ptrmap_at(c, &c->u->shared, id);
    if (!*at) *at = (void *)(uintptr_t)(add_cache(c, id) + 1);
    return (int)(uintptr_t)*at - 1;
}

// The instructions that fill their caches, each with the one for sites that have none; to all
// others a cache is a name, and they share those.
static enum py_op without_cache(enum py_op op)
{
    switch (op) {
    case PY_OP_LOAD_GLOBAL: return PY_OP_LOAD_GLOBAL_ONCE;
    case PY_OP_STORE_GLOBAL: return PY_OP_STORE_GLOBAL_ONCE;
    case PY_OP_LOAD_ATTR: return PY_OP_LOAD_ATTR_ONCE;
    case PY_OP_STORE_ATTR: return PY_OP_STORE_ATTR_ONCE;
    case PY_OP_LOAD_METHOD: return PY_OP_LOAD_METHOD_ONCE;
    default: return op;
    }
}

void py_comp_named(struct py_comp *c, enum py_op op, int a, int other, struct py_ident *id)
{
    enum py_op once = without_cache(op);
    bool second = py_op_infos[op].form[1] == 'i';
    int named;
    if (once == op) {
        named = shared_cache(c, id);
    } else if (c->u->nown < OWN_CACHES) {
        c->u->nown++;
        named = add_cache(c, id);
    } else {
        op = once;
        named = py_comp_kident(c, id);
    }
    py_comp_emit(c, op, a, second ? named : other, second ? other : named);
}

int py_comp_loadk(struct py_comp *c, py_value v, int want)
{
    int d = py_dst(c, want);
    if (v == PY_NONE) {
        py_comp_emit(c, PY_OP_LOAD_NONE, d, 0, 0);
    } else if (v == PY_TRUE || v == PY_FALSE) {
        py_comp_emit(c, PY_OP_LOAD_BOOL, d, v == PY_TRUE, 0);
    } else if (v && py_is_int(v) && py_small(v) >= INT32_MIN && py_small(v) <= INT32_MAX) {
        uint32_t i = (uint32_t)(int32_t)py_small(v);
        py_comp_emit(c, PY_OP_LOADI, d, (int)(i & 0xffff), (int)(i >> 16));
    } else if (c->u->near.n < NEAR_LOADS) {
        py_comp_emit(c, PY_OP_LOADK, d, py_comp_konst(c, v), 0);
    } else {
        uint32_t far = add_const(c, &c->u->far, v);
        py_comp_emit(c, PY_OP_LOADK_FAR, d, (int)(far & 0xffff), (int)(far >> 16));
    }
    return d;
}

int py_comp_hand_new(struct py_comp *c)
{
    struct py_unit *u = c->u;
    struct py_hand *v = py_comp_grow(c, &c->passing, u->hands, u->nhands, &u->hands_cap, sizeof *v);
    if (!v) return -1;
    u->hands = v;
    v[u->nhands].target = py_comp_label(c);
    return u->nhands++;
}

void py_comp_block_push(struct py_comp *c, struct py_block *b, enum py_block_kind kind)
{
    b->kind = kind;
    b->up = c->u->blocks;
    b->outer = c->u->handler;
    b->scope = c->scope;
    c->u->blocks = b;
}

void py_comp_block_pop(struct py_comp *c)
{
    c->u->blocks = c->u->blocks->up;
}

static int named_register(struct py_comp *c, struct py_unit *u, struct py_ident *name)
{
    struct py_ident **v = py_comp_grow(c, &c->passing, u->varnames, u->nlocals, &u->varnames_cap,
                                       sizeof *v);
    if (!v) return 0;
    u->varnames = v;
    v[u->nlocals] = name;
    return u->nlocals++;
}

static bool register_busy(const struct py_scope *s, int reg)
{
    for (; s->unit != s; s = s->parent)
        for (const struct py_sym *y = s->syms; y; y = y->next)
            if (y->where == PY_W_LOCAL && y->reg == reg) return true;
    return false;
}

// What a variable of an inlined scope is called in the function. Type parameters are no variables
// of it: with a dot before the name they are out of sight.
static struct py_ident *name_in_unit(struct py_comp *c, const struct py_scope *s,
                                     const struct py_sym *y)
{
    if (s->kind != PY_SC_TYPES) return y->name;
    char *text = py_comp_mem(c, &c->whole, y->name->len + 2u);
    if (!text) return y->name;
    text[0] = '.';
    memcpy(text + 1, y->name->s, y->name->len + 1u);
    return py_comp_id(c, text);
}

// Registers of the variables of inlined scopes: shared by name between those that never overlap.
static void place_inlined(struct py_comp *c, struct py_unit *u, struct py_scope *s, int first)
{
    if (py_comp_deep(c)) return;
    for (struct py_scope *k = s->first; k; k = k->sibling) {
        if (k->unit == k) continue;
        for (struct py_sym *y = k->syms; y; y = y->next) {
            if (y->where != PY_W_LOCAL) continue;
            struct py_ident *name = name_in_unit(c, k, y);
            int r = first;
            while (r < u->nlocals && (u->varnames[r] != name || register_busy(s, r))) r++;
            y->reg = r < u->nlocals ? r : named_register(c, u, name);
        }
        place_inlined(c, u, k, first);
    }
}

static void make_cells(struct py_comp *c, struct py_scope *s)
{
    for (struct py_sym *y = s->syms; y; y = y->next)
        if (y->where == PY_W_LOCAL && (y->flags & PY_S_CELL))
            py_comp_emit(c, y->flags & PY_S_PARAM ? PY_OP_MAKE_CELL : PY_OP_NEW_CELL, y->reg, 0, 0);
}

static py_value qualname_of(struct py_comp *c, const struct py_scope *s, const char *name)
{
    const struct py_scope *p = s->parent ? s->parent->unit : NULL;
    const struct py_unit *up = c->u ? c->u->up : NULL;
    py_value self = py_str_intern_z(c->iso, name);
    if (!p || p->kind == PY_SC_MODULE || !up || !self) return self;
    if (s->kind == PY_SC_FUNC || s->kind == PY_SC_CLASS) {
        struct py_sym *y = py_scope_find(s->parent, py_comp_mangle(c, s->parent, name));
        if (y && (y->flags & PY_S_GLOBAL)) return self;
    }
    bool function = p->kind != PY_SC_CLASS && p->kind != PY_SC_GENEXP;
    return py_str_intern_value(
        c->iso, py_str_format(c->iso, function ? "%U.<locals>.%s" : "%U.%s", up->qualname, name));
}

void py_comp_unit_begin(struct py_comp *c, struct py_unit *u, struct py_scope *s, const char *name)
{
    memset(u, 0, sizeof *u);
    u->up = c->u;
    u->mark = py_comp_arena_mark(&c->passing);
    u->near.index.arena = u->far.index.arena = u->shared.arena = &c->passing;
    u->scope = s;
    u->handler = -1;
    u->cell_reg = u->dict_reg = -1;
    c->u = u;
    c->scope = s;
    u->code = py_code_new(c->iso);
    if (!u->code) {
        c->failed = true;
        return;
    }
    u->code->name = py_str_intern_z(c->iso, name);
    u->code->qualname = u->qualname = qualname_of(c, s, name);
    u->code->filename = c->filename;
    u->code->doc = PY_NONE;
    if (!u->code->name || !u->qualname) c->failed = true;
    for (struct py_sym *y = s->syms; y; y = y->next)
        if (y->where == PY_W_LOCAL) y->reg = named_register(c, u, y->name);
    if (s->class_cell) u->cell_reg = named_register(c, u, c->id_class);
    if (s->dict_cell) u->dict_reg = named_register(c, u, c->id_classdict);
    place_inlined(c, u, s, u->nlocals);
    py_comp_tmps(c, u->nlocals); // fails when they are too many, as every reservation does
    if (s->is_generator || s->is_async) py_comp_emit(c, PY_OP_RETURN_GENERATOR, 0, 0, 0);
    make_cells(c, s);
    if (u->cell_reg >= 0) py_comp_emit(c, PY_OP_NEW_CELL, u->cell_reg, 0, 0);
    if (u->dict_reg >= 0) py_comp_emit(c, PY_OP_NEW_CELL, u->dict_reg, 0, 0);
}
