// Loading, storing and deleting names by what scope analysis found them to be.
#include "comp_int.h"

struct py_ident *py_comp_local_id(struct py_comp *c, const char *name)
{
    return py_comp_mangle(c, c->scope, name);
}

// What a name is where nothing was noted: names that the compiler itself uses.
static enum py_where implicit(const struct py_comp *c)
{
    enum py_scope_kind k = c->scope->kind;
    if (k == PY_SC_CLASS || (k == PY_SC_MODULE && c->names)) return PY_W_NAME;
    return PY_W_GLOBAL;
}

// The closure slot of a name that was found to be free.
int py_comp_free_slot(struct py_comp *c, const struct py_ident *id)
{
    return py_scope_slot(c->scope->unit, id);
}

// The register of a local that is no cell, or -1.
int py_comp_name_local(struct py_comp *c, struct py_ident *id)
{
    const struct py_sym *y = py_scope_lookup(c, id);
    return y && y->where == PY_W_LOCAL && !(y->flags & PY_S_CELL) ? y->reg : -1;
}

int py_comp_name_load(struct py_comp *c, struct py_ident *id, int want)
{
    const struct py_sym *y = py_scope_lookup(c, id);
    switch (y ? y->where : implicit(c)) {
    case PY_W_LOCAL:
        if (y->flags & PY_S_CELL) {
            int d = py_dst(c, want);
            py_comp_emit(c, PY_OP_LOAD_CELL, d, y->reg, 0);
            return d;
        }
        if (!(y->flags & PY_S_PARAM) || (y->flags & PY_S_DELETED))
            py_comp_emit(c, PY_OP_CHECK, y->reg, 0, 0);
        if (want < 0 || want == y->reg) return y->reg;
        py_comp_emit(c, PY_OP_MOVE, want, y->reg, 0);
        return want;
    case PY_W_FREE: {
        int d = py_dst(c, want);
        py_comp_emit(c, PY_OP_LOAD_FREE, d, py_comp_free_slot(c, y->name), 0);
        return d;
    }
    case PY_W_CLASSDEREF: {
        int d = py_dst(c, want);
        py_comp_named(c, PY_OP_LOAD_CLASSDEREF, d, py_comp_free_slot(c, y->name), id);
        return d;
    }
    case PY_W_NAME: {
        int d = py_dst(c, want);
        py_comp_named(c, PY_OP_LOAD_NAME, d, 0, id);
        return d;
    }
    default: {
        int d = py_dst(c, want);
        py_comp_named(c, PY_OP_LOAD_GLOBAL, d, 0, id);
        return d;
    }
    }
}

void py_comp_name_store(struct py_comp *c, struct py_ident *id, int reg)
{
    const struct py_sym *y = py_scope_lookup(c, id);
    switch (y ? y->where : implicit(c)) {
    case PY_W_LOCAL:
        if (y->flags & PY_S_CELL) py_comp_emit(c, PY_OP_STORE_CELL, reg, y->reg, 0);
        else if (reg != y->reg) py_comp_emit(c, PY_OP_MOVE, y->reg, reg, 0);
        break;
    case PY_W_FREE: py_comp_emit(c, PY_OP_STORE_FREE, reg, py_comp_free_slot(c, y->name), 0); break;
    case PY_W_CLASSDEREF:
    case PY_W_NAME: py_comp_named(c, PY_OP_STORE_NAME, reg, 0, id); break;
    default:
        if (c->mode == PY_MODE_CELL && c->iso->up->name_stays(c->iso, py_text(c, id)))
            py_comp_emit(c, PY_OP_STORE_GUARDED, reg, py_comp_kident(c, id), c->declares);
        else py_comp_named(c, PY_OP_STORE_GLOBAL, reg, 0, id);
        break;
    }
}

void py_comp_name_define(struct py_comp *c, struct py_ident *id, int reg)
{
    c->declares = true;
    py_comp_name_store(c, id, reg);
    c->declares = false;
}

void py_comp_name_del(struct py_comp *c, struct py_ident *id)
{
    const struct py_sym *y = py_scope_lookup(c, id);
    switch (y ? y->where : implicit(c)) {
    case PY_W_LOCAL:
        py_comp_emit(c, y->flags & PY_S_CELL ? PY_OP_DEL_CELL : PY_OP_CHECK_DEL,
                     y->flags & PY_S_CELL ? 0 : y->reg, y->flags & PY_S_CELL ? y->reg : 0, 0);
        break;
    case PY_W_FREE: py_comp_emit(c, PY_OP_DEL_FREE, 0, py_comp_free_slot(c, y->name), 0); break;
    case PY_W_CLASSDEREF:
    case PY_W_NAME: py_comp_named(c, PY_OP_DEL_NAME, 0, 0, id); break;
    default: py_comp_named(c, PY_OP_DEL_GLOBAL, 0, 0, id); break;
    }
}

// Does evaluating n rebind the local in register reg? Only := can, inlined comprehensions have
// their own registers.
static bool rebinds(struct py_comp *c, const struct py_node *n, int reg)
{
    if (py_comp_deep(c)) return true;
    if (n->kind == PY_AST_NamedExpr &&
        py_comp_name_local(c, py_comp_local_id(c, n->NamedExpr.target->Name.id)) == reg)
        return true;
    if (n->kind == PY_AST_Lambda || n->kind == PY_AST_GeneratorExp) return false;
    const struct py_node_info *info = &py_node_infos[n->kind];
    for (int i = 0; i < info->nchildren; i++) {
        const void *at = (const char *)n + info->children[i].offset;
        const struct py_nodes one = {(struct py_node **)(uintptr_t)at, 1};
        const struct py_nodes *l = info->children[i].list ? at : &one;
        for (int j = 0; j < l->n; j++)
            if (l->v[j] && rebinds(c, l->v[j], reg)) return true;
    }
    return false;
}

int py_comp_stable(struct py_comp *c, int reg, const struct py_node *later)
{
    if (!c->scope->unit->walrus || reg >= c->u->nlocals || !later || !rebinds(c, later, reg))
        return reg;
    int t = py_comp_tmp(c);
    py_comp_emit(c, PY_OP_MOVE, t, reg, 0);
    return t;
}
