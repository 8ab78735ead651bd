// The builtin types of an isolate: iso->types[] from types.def and exc.def, types that modules
// define, and the lazy filling of their dicts. See obj/type.h.
#include "typeobj.h"

static const uint16_t type_bases[PY_T_COUNT] = {
#define PY_TYPE(id, def, base) PY_T_##base,
#include "types.def"
#undef PY_TYPE
#define PY_EXC(id, base, doc) PY_T_##base,
#include "exc.def"
#undef PY_EXC
};

enum { FIRST_EXC = PY_T_BaseException };
static const struct {
    const char *name, *doc;
} exc_rows[] = {
#define PY_EXC(id, base, doc) {#id, doc},
#include "exc.def"
#undef PY_EXC
};

// Flags of types and of everything that inherits from them.
static const struct {
    uint16_t type;
    uint32_t flags;
} type_flags[] = {
    {PY_T_TYPE, PY_TF_TYPE | PY_TF_WEAKREFABLE},
    {PY_T_LIST, PY_TF_SEQUENCE},
    {PY_T_TUPLE, PY_TF_SEQUENCE},
    {PY_T_RANGE, PY_TF_SEQUENCE},
    {PY_T_MEMORYVIEW, PY_TF_SEQUENCE},
    {PY_T_DICT, PY_TF_MAPPING},
    {PY_T_MAPPINGPROXY, PY_TF_MAPPING},
    {PY_T_FUNCTION, PY_TF_WEAKREFABLE},
    {PY_T_SET, PY_TF_WEAKREFABLE},
    {PY_T_FROZENSET, PY_TF_WEAKREFABLE},
    {PY_T_METHOD, PY_TF_WEAKREFABLE},
    {PY_T_BUILTIN, PY_TF_WEAKREFABLE},
    {PY_T_MODULE, PY_TF_WEAKREFABLE | PY_TF_NO_DICT}, // the namespace is none of attributes
    {PY_T_GENERATOR, PY_TF_WEAKREFABLE},
    {PY_T_COROUTINE, PY_TF_WEAKREFABLE},
    {PY_T_CODE, PY_TF_WEAKREFABLE},
    {PY_T_GENERIC_ALIAS, PY_TF_WEAKREFABLE},
    {PY_T_MEMORYVIEW, PY_TF_WEAKREFABLE},
};
enum { INHERITED = PY_TF_EXC | PY_TF_TYPE | PY_TF_SEQUENCE | PY_TF_MAPPING | PY_TF_WEAKREFABLE };

uint64_t py_type_next_version(struct py_isolate *iso)
{
    return ++iso->next_version;
}

// Slots that the type does not define itself come from its base; hash only together with compare.
static void inherit_slots(struct py_type *t, const struct py_type *base)
{
    t->s = t->def->slots;
    if (!base) return;
    bool own_compare = t->s.compare != NULL, own_hash = t->s.hash != NULL;
    for (int i = 0; i < PY_S_COUNT; i++)
        if (!py_slot_get(&t->s, i)) py_slot_set(&t->s, i, py_slot_get(&base->s, i));
    if (own_compare && !own_hash) t->s.hash = NULL;
    if (t->s.setattr != py_generic_setattr) t->flags |= PY_TF_SETATTR;
    if (t->s.make == base->s.make && !t->def->slots.make && base->def->kind == PY_K_INST &&
        t->def->kind != PY_K_INST)
        t->s.make = NULL; // "cannot create 'X' instances"
}

static bool set_name(struct py_isolate *iso, struct py_type *t, const char *name,
                     const char *module)
{
    const char *dot = strrchr(name, '.');
    t->name = t->qualname = py_str_intern_z(iso, dot ? dot + 1 : name);
    t->module = dot      ? py_str_intern(iso, name, (size_t)(dot - name))
                : module ? py_str_intern_z(iso, module)
                         : py_name(iso, PY_N_builtins);
    return t->name && t->module;
}

static bool set_mro(struct py_isolate *iso, struct py_type *t)
{
    uint64_t n = t->base ? py_tuple(t->base->mro)->n : 0;
    t->mro = py_tuple_new(iso, n + 1);
    if (!t->bases) t->bases = t->base ? py_tuple_pack(iso, 1, (py_value)t->base) : iso->empty_tuple;
    if (!t->mro || !t->bases) return false;
    py_tuple(t->mro)->v[0] = (py_value)t;
    if (n) memcpy(py_tuple(t->mro)->v + 1, py_tuple(t->base->mro)->v, n * sizeof(py_value));
    return true;
}

static bool init_type(struct py_isolate *iso, struct py_type *t, const struct py_typedef *def,
                      struct py_type *base)
{
    t->def = def;
    t->base = base;
    t->version = py_type_next_version(iso);
    t->flags |= base ? base->flags & INHERITED : 0;
    py_layout_native(t);
    inherit_slots(t, base);
    if (!set_mro(iso, t)) return false;
    py_layout_verify(iso, t);
    return true;
}

static struct py_type *base_of(struct py_isolate *iso, int i)
{
    if (i == PY_T_OBJECT) return NULL;
    return &iso->types[i == FIRST_EXC ? PY_T_OBJECT : type_bases[i]];
}

bool py_types_init(struct py_isolate *iso)
{
    struct py_type *types = iso->types;
    py_value singles[PY_T_COUNT] = {NULL}; // by index of a base: the tuple of it alone
    for (int i = 0; i < PY_T_COUNT; i++)
        py_obj_set_head(&types[i].h, &types[PY_T_TYPE], 0, PY_K_TYPE);
    for (size_t i = 0; i < sizeof type_flags / sizeof *type_flags; i++)
        types[type_flags[i].type].flags |= type_flags[i].flags;
    types[FIRST_EXC].flags = PY_TF_EXC;
    for (int i = 0; i < PY_T_COUNT; i++) {
        struct py_type *t = &types[i], *base = base_of(iso, i);
        t->index = (uint32_t)i;
        t->bases = base ? singles[base->index] : NULL;
        const char *name = i >= FIRST_EXC ? exc_rows[i - FIRST_EXC].name : iso->up->types[i]->name;
        if (!set_name(iso, t, name, NULL) || !init_type(iso, t, iso->up->types[i], base))
            return false;
        if (base) singles[base->index] = t->bases;
    }
    return true;
}

static struct py_type *make_type(struct py_isolate *iso, const struct py_typedef *def,
                                 struct py_type *base, const char *module)
{
    struct py_type *t = py_new(iso, py_t(iso, PY_T_TYPE), sizeof *t);
    if (!t) return NULL;
    t->index = PY_T_COUNT;
    if (!base) base = py_t(iso, PY_T_OBJECT);
    if (!set_name(iso, t, def->name, module) || !init_type(iso, t, def, base)) return NULL;
    return py_type_add_subclass(iso, base, t) ? t : NULL;
}

// There is one class of a definition, also when its module is loaded again: natives tell what they
// may work on by the class that they know, and instances of another one would have the wrong
// layout.
struct py_type *py_type_from_def(struct py_isolate *iso, const struct py_typedef *def,
                                 struct py_type *base, const char *module)
{
    if (!iso->defined && !(iso->defined = py_dict_new(iso))) return NULL;
    struct py_dict *defined = py_dict(iso->defined);
    py_value key = py_small_new((int64_t)((uintptr_t)def / sizeof(void *)));
    py_value known = py_dict_get(iso, defined, key);
    if (known || iso->exc) return (struct py_type *)known;
    struct py_type *t = make_type(iso, def, base, module);
    return t && py_dict_set(iso, defined, key, (py_value)t) ? t : NULL;
}

// --- filling dicts ------------------------------------------------------------------------------

static py_value method_object(struct py_isolate *iso, struct py_type *t,
                              const struct py_native_row *row)
{
    static const enum py_type_id kinds[] = {[PY_BIND_PLAIN] = PY_T_METHOD_DESCRIPTOR,
                                            [PY_BIND_CLASS] = PY_T_CLASSMETHOD_DESCRIPTOR,
                                            [PY_BIND_STATIC] = PY_T_BUILTIN};
    struct py_builtin *b = py_new(iso, py_t(iso, kinds[row->binding]), sizeof *b);
    if (!b) return NULL;
    b->row = row;
    b->owner = t;
    b->of_class = row->binding == PY_BIND_CLASS;
    return row->binding == PY_BIND_STATIC ? py_staticmethod_new(iso, (py_value)b) : (py_value)b;
}

static bool put(struct py_isolate *iso, struct py_type *t, const char *name, py_value v)
{
    py_value key = v ? py_str_intern_z(iso, name) : NULL;
    return key && py_dict_set(iso, t->dict, key, v);
}

static bool add_rows(struct py_isolate *iso, struct py_type *t)
{
    for (const struct py_getset_row *g = t->def->getset; g && g->name; g++)
        if (!put(iso, t, g->name, py_getset_new(iso, g, t))) return false;
    for (const struct py_native_row *r = t->def->methods; r && r->name; r++)
        if (!put(iso, t, r->name, method_object(iso, t, r))) return false;
    return true;
}

static const char *doc_of(const struct py_isolate *iso, const struct py_type *t)
{
    size_t i = (size_t)(t - iso->types);
    bool builtin = t >= iso->types && t < iso->types + PY_T_COUNT;
    return builtin && i >= FIRST_EXC ? exc_rows[i - FIRST_EXC].doc : t->def->doc;
}

bool py_type_ready(struct py_isolate *iso, struct py_type *t)
{
    if (t->flags & (PY_TF_READY | PY_TF_HEAP)) return true;
    if (!(t->dict = py_dict(py_dict_new(iso)))) return false;
    t->flags |= PY_TF_READY;
    bool own = !t->base || t->base->def != t->def;
    bool ok = !own || (py_slots_expose(iso, t) && add_rows(iso, t));
    const char *doc = doc_of(iso, t);
    bool described = ok && own &&
                     py_dict_get_str(iso, t->dict,
                                     py_name(iso, PY_N___doc__)); // an attribute of instances
    if (ok && !described) ok = put(iso, t, "__doc__", doc ? py_str_z(iso, doc) : PY_NONE);
    if (ok && t->index == PY_T_COUNT) ok = put(iso, t, "__module__", t->module);
    if (ok && t->def->setup) ok = py_stack_left(iso) && t->def->setup(iso, t);
    if (!ok) t->flags &= ~(uint32_t)PY_TF_READY;
    return ok;
}
