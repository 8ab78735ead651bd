// Second pass over the scopes: decides for each name of each scope whether it is a local register,
// a cell, a closure slot, a global, or a name of a namespace object; makes the closure slots of all
// functions in between.
#include "comp_int.h"

#include <stdlib.h>

static void resolve(struct py_comp *c, struct py_scope *s, struct py_sym *y);

int py_scope_slot(const struct py_scope *s, const struct py_ident *name)
{
    for (int i = 0; i < s->nfrees; i++)
        if (s->frees[i] == name) return i;
    return -1;
}

static void add_free(struct py_comp *c, struct py_scope *s, struct py_ident *name)
{
    if (s->nfrees > 256 && !py_tick(c->iso, (uint64_t)s->nfrees / 8)) c->failed = true;
    if (c->failed || py_scope_slot(s, name) >= 0) return;
    struct py_ident **v = py_comp_grow(c, &c->whole, s->frees, s->nfrees, &s->frees_cap, sizeof *v);
    if (!v) return;
    s->frees = v;
    v[s->nfrees++] = name;
}

static bool binds(const struct py_scope *s, const struct py_sym *y)
{
    return s->kind != PY_SC_MODULE && s->kind != PY_SC_CLASS && (y->flags & PY_S_BOUND) &&
           !(y->flags & (PY_S_GLOBAL | PY_S_NONLOCAL));
}

// Looks for the binding of `name` outside the unit `from`; when a function has it, it becomes a
// cell there and a closure slot of every unit on the way. False: global.
static bool capture(struct py_comp *c, struct py_scope *from, struct py_ident *name)
{
    struct py_scope *p = from->parent;
    for (; p; p = p->parent) {
        if (p->kind == PY_SC_CLASS && name == c->id_class && p != from) {
            p->class_cell = true;
            break;
        }
        if (p->kind == PY_SC_CLASS || p->kind == PY_SC_MODULE) continue;
        struct py_sym *q = py_scope_find(p, name);
        if (!q) continue;
        if (q->flags & PY_S_GLOBAL) return false;
        if (!binds(p, q)) continue;
        q->flags |= PY_S_CELL;
        break;
    }
    if (!p) return false;
    for (struct py_scope *t = from; t != p->unit; t = t->parent->unit) add_free(c, t, name);
    return true;
}

// A name used in an inlined scope means what it means around it; classes are invisible to
// comprehensions but not to type parameters.
static void resolve_inlined(struct py_comp *c, struct py_scope *s, struct py_sym *y)
{
    if (py_comp_deep(c)) return;
    struct py_scope *p = s->parent;
    if (p->kind == PY_SC_CLASS && s->kind == PY_SC_COMP) {
        y->where = capture(c, p, y->name) ? PY_W_FREE : PY_W_GLOBAL;
        return;
    }
    struct py_sym *q = py_scope_find(p, y->name);
    if (!q) {
        q = py_comp_mem(c, &c->whole, sizeof *q);
        if (!q) return;
        *q = (struct py_sym){.name = y->name, .flags = PY_S_USED};
        *py_comp_ptrmap_at(c, &p->map, y->name) = q; // in the map alone: it needs no register
    }
    resolve(c, p, q);
    y->where = PY_W_ALIAS;
    y->alias = q;
}

// In a lazy value a name that the class around it binds is looked for there and at the top level
// only, one that it declares global at the top level alone.
static enum py_where seen_in_class(const struct py_scope *s, struct py_ident *name)
{
    const struct py_sym *q = s->sees ? py_scope_find(s->sees, name) : NULL;
    if (q && q->flags & PY_S_GLOBAL) return PY_W_GLOBAL;
    return q && q->flags & PY_S_BOUND && !(q->flags & PY_S_NONLOCAL) ? PY_W_NAME : PY_W_UNKNOWN;
}

static void resolve(struct py_comp *c, struct py_scope *s, struct py_sym *y)
{
    if (y->where || (y->where = seen_in_class(s, y->name))) return;
    bool bound = (y->flags & PY_S_BOUND) && !(y->flags & PY_S_NONLOCAL);
    if (y->flags & PY_S_GLOBAL) {
        y->where = PY_W_GLOBAL;
    } else if (s->kind == PY_SC_MODULE) {
        y->where = c->names ? PY_W_NAME : PY_W_GLOBAL;
    } else if (bound && s->kind != PY_SC_CLASS) {
        y->where = PY_W_LOCAL;
    } else if (s->kind == PY_SC_CLASS) {
        y->where = PY_W_NAME;
        if (bound || !capture(c, s, y->name)) return;
        y->where = y->flags & PY_S_NONLOCAL ? PY_W_FREE : PY_W_CLASSDEREF;
    } else if (s->unit != s) {
        resolve_inlined(c, s, y);
    } else {
        y->where = capture(c, s, y->name) ? PY_W_FREE : PY_W_GLOBAL;
    }
}

static void resolve_all(struct py_comp *c, struct py_scope *s)
{
    if (py_comp_deep(c)) return;
    for (struct py_sym *y = s->syms; y; y = y->next) resolve(c, s, y);
    for (struct py_scope *k = s->first; k; k = k->sibling) resolve_all(c, k);
}

// By Shell's method: libc's qsort takes memory that nobody counts, and asks the kernel how much
// there is, for which a worker in the jail would be ended.
static void sort_by_name(struct py_ident **v, int n)
{
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++) {
            struct py_ident *x = v[i];
            int j = i;
            for (; j >= gap && strcmp(v[j - gap]->s, x->s) > 0; j -= gap) v[j] = v[j - gap];
            v[j] = x;
        }
}

// Closures are in the order of their names, as in CPython: co_freevars and __closure__ show it.
static void sort_frees(struct py_comp *c, struct py_scope *s)
{
    if (py_comp_deep(c)) return;
    sort_by_name(s->frees, s->nfrees);
    for (struct py_scope *k = s->first; k; k = k->sibling) sort_frees(c, k);
}

void py_scope_resolve(struct py_comp *c, struct py_scope *s)
{
    resolve_all(c, s);
    if (!c->failed) sort_frees(c, s);
}

struct py_sym *py_scope_lookup(struct py_comp *c, struct py_ident *name)
{
    struct py_sym *y = py_scope_find(c->scope, name);
    while (y && y->where == PY_W_ALIAS) y = y->alias;
    return y;
}
