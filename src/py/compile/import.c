// import and from ... import.
#include "comp_int.h"

// The constant (fromlist, level) of IMPORT.
static int spec(struct py_comp *c, py_value fromlist, int level)
{
    return py_comp_konst(c,
                         py_comp_keep(c, py_tuple_pack(c->iso, 2, fromlist, py_small_new(level))));
}

void py_comp_import_stmt(struct py_comp *c, struct py_node *n)
{
    for (int i = 0; i < n->Import.names.n; i++) {
        const struct py_node *a = n->Import.names.v[i];
        const char *name = a->alias.name, *dot = strchr(name, '.');
        int t = py_comp_tmp(c), k = py_comp_kident(c, py_comp_id(c, name));
        py_comp_emit(c, PY_OP_IMPORT, t, k, spec(c, PY_NONE, 0));
        if (a->alias.asname) {
            if (dot) py_comp_emit(c, PY_OP_IMPORT_AS, t, t, k);
            py_comp_name_define(c, py_comp_local_id(c, a->alias.asname), t);
        } else {
            py_comp_name_define(
                c, dot ? py_comp_part_id(c, name, (size_t)(dot - name)) : py_comp_local_id(c, name),
                t);
        }
        c->u->top = t;
    }
}

void py_comp_import_from(struct py_comp *c, struct py_node *n)
{
    struct py_nodes *l = &n->ImportFrom.names;
    const char *module = n->ImportFrom.module ? n->ImportFrom.module : "";
    py_value names = py_comp_keep(c, py_tuple_new(c->iso, (uint64_t)l->n));
    for (int i = 0; names && i < l->n; i++)
        py_tuple(names)->v[i] = py_text(c, py_comp_id(c, l->v[i]->alias.name));
    int t = py_comp_tmps(c, 2);
    py_comp_emit(c, PY_OP_IMPORT, t, py_comp_kident(c, py_comp_id(c, module)),
                 spec(c, names, n->ImportFrom.level));
    for (int i = 0; i < l->n; i++) {
        const struct py_node *a = l->v[i];
        if (a->alias.name[0] == '*') {
            py_comp_emit(c, PY_OP_IMPORT_STAR, t, 0, 0);
            break;
        }
        py_comp_emit(c, PY_OP_IMPORT_FROM, t + 1, t,
                     py_comp_kident(c, py_comp_id(c, a->alias.name)));
        py_comp_name_define(
            c, py_comp_local_id(c, a->alias.asname ? a->alias.asname : a->alias.name), t + 1);
    }
}
