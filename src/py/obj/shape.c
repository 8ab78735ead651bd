// Shapes: the tree of attribute layouts of each class, transitions, and dictionary mode. See
// shape.h.
#include "shape.h"

#include "../native.h"

enum { WALK_MAX = 8 };      // up to this many names a walk beats the index
enum { MAX_INLINE = 4096 }; // members beyond that many lie in `extra`

static struct py_shape *shape_new(struct py_isolate *iso, struct py_type *t,
                                  struct py_shape *parent, py_value name, uint32_t cap)
{
    struct py_shape *s = py_new_kind(iso, PY_K_SHAPE, sizeof *s);
    if (!s) return NULL;
    s->type = t;
    s->parent = parent;
    s->name = name;
    s->count = parent && name ? parent->count + 1 : 0;
    s->members = parent ? parent->members : 0;
    s->cap = cap;
    return s;
}

static int walk(const struct py_shape *s, py_value name)
{
    for (; s && s->name; s = s->parent)
        if (s->name == name) return (int)s->count - 1;
    return -1;
}

static bool make_index(struct py_isolate *iso, struct py_shape *s)
{
    struct py_dict *d = py_dict(py_dict_new(iso));
    if (!d) return false;
    for (const struct py_shape *p = s; p && p->name; p = p->parent) {
        py_charge(iso, 1);
        if (!py_dict_set(iso, d, p->name, py_small_new((int64_t)p->count - 1))) return false;
    }
    s->index = d;
    return true;
}

int py_shape_find(struct py_isolate *iso, struct py_shape *s, py_value name)
{
    if (s->dict_mode) return s->parent ? py_shape_find(iso, s->parent, name) : -1;
    if (s->count <= WALK_MAX || (!s->index && !make_index(iso, s))) return walk(s, name);
    py_value v = py_dict_get_str(iso, s->index, name);
    return v ? (int)py_small(v) : -1;
}

// The shape reached from s by `key` (a name, or None for dictionary mode), if it exists.
static struct py_shape *transition(struct py_isolate *iso, struct py_shape *s, py_value key)
{
    return s->next ? (struct py_shape *)py_dict_get(iso, s->next, key) : NULL;
}

static bool link(struct py_isolate *iso, struct py_shape *s, py_value key, struct py_shape *to)
{
    if (!s->next && !(s->next = py_dict(py_dict_new(iso)))) return false;
    return py_dict_set(iso, s->next, key, (py_value)to);
}

// The shape with `name` added. NULL: memory.
static struct py_shape *shape_add(struct py_isolate *iso, struct py_shape *s, py_value name)
{
    struct py_shape *to = transition(iso, s, name);
    if (to || iso->exc) return to;
    to = shape_new(iso, s->type, s, name, s->cap);
    return to && link(iso, s, name, to) ? to : NULL;
}

// Names of the __slots__ of t and its bases, bases first, added to s once: `seen` has those there.
static struct py_shape *add_members(struct py_isolate *iso, struct py_type *t, struct py_shape *s,
                                    struct py_dict *seen)
{
    if (!py_stack_left(iso)) return NULL;
    if (t->base && t->base->flags & PY_TF_HEAP && !(s = add_members(iso, t->base, s, seen)))
        return NULL;
    py_value v;
    uint64_t pos = 0;
    while (t->dict && py_dict_next(iso, t->dict, &pos, NULL, &v)) {
        if (!py_is_kind(v, PY_K_MEMBER) || ((struct py_member *)v)->owner != t) continue;
        py_value key = ((struct py_member *)v)->key;
        uint64_t before = seen->n;
        if (!py_tick(iso, 1) || !py_dict_set(iso, seen, key, PY_NONE)) return NULL;
        if (seen->n > before && !(s = shape_add(iso, s, key))) return NULL;
    }
    return s;
}

static uint32_t first_cap(const struct py_type *t, uint32_t members)
{
    if (t->def->kind != PY_K_INST || !t->attrs_off) return 0;
    if (members > MAX_INLINE) return MAX_INLINE;
    if (t->flags & PY_TF_NO_DICT) return members;
    return members > PY_SHAPE_FIRST_CAP ? members + 2 : PY_SHAPE_FIRST_CAP;
}

struct py_shape *py_shape_root(struct py_isolate *iso, struct py_type *t)
{
    if (t->root) return t->root;
    struct py_shape *bare = shape_new(iso, t, NULL, NULL, t->inline_cap);
    py_value seen = bare ? py_dict_new(iso) : NULL;
    struct py_shape *root = seen ? add_members(iso, t, bare, py_dict(seen)) : NULL;
    if (!root) return NULL;
    root->members = root->count;
    if (!t->inline_cap) t->inline_cap = (uint16_t)first_cap(t, root->count);
    if (t->inline_cap != root->cap)
        for (struct py_shape *s = root; s; s = s->parent) s->cap = t->inline_cap;
    return t->root = root;
}

// Room for slot number i of `extra`.
static bool extra_room(struct py_isolate *iso, struct py_attrs *at, uint32_t i)
{
    size_t have = at->extra ? py_buf_of(at->extra)->cap / sizeof(py_value) : 0;
    if (i < have) return true;
    size_t want = have ? have * 2 : 4;
    if (want <= i) want = (size_t)i + 1;
    struct py_buf *b = at->extra ? py_buf_resize(iso, py_buf_of(at->extra), want * sizeof(py_value))
                                 : py_buf_new(iso, PY_K_VALUES, want * sizeof(py_value));
    if (!b) return false;
    at->extra = b->u.v;
    return true;
}

// The first shape of an object, with room for all its members: they are set and looked for in any
// order.
static bool take_root(struct py_isolate *iso, struct py_attrs *at, struct py_shape *root)
{
    uint32_t out = py_shape_members_out(root);
    if (out && !extra_room(iso, at, out - 1)) return false;
    at->shape = root;
    return true;
}

py_value py_inst_new(struct py_isolate *iso, struct py_type *t)
{
    struct py_shape *root = t->root ? t->root : py_shape_root(iso, t);
    if (!root) return NULL;
    struct py_inst *o = py_new(iso, t, sizeof *o + root->cap * sizeof(py_value));
    return o && take_root(iso, &o->at, root) ? (py_value)o : NULL;
}

// The members' part of a shape: what dictionary mode must keep.
static struct py_shape *members_of(struct py_shape *s)
{
    while (s->count > s->members) s = s->parent;
    return s;
}

// Where dictionary mode keeps the dict: members that do not lie inline come before it.
static struct py_dict *own_dict(const struct py_attrs *at)
{
    uint32_t out = py_shape_members_out(at->shape);
    return out ? (struct py_dict *)at->extra[out] : (struct py_dict *)at->extra;
}

py_value py_attrs_get(struct py_isolate *iso, struct py_attrs *at, py_value name)
{
    struct py_shape *s = at->shape;
    if (!s) return NULL;
    int slot = py_shape_find(iso, s, name);
    if (slot >= 0) return *py_attr_slot(at, py_attrs_inline(at), (uint32_t)slot);
    return s->dict_mode ? py_dict_get_str(iso, own_dict(at), name) : NULL;
}

bool py_attrs_lack(struct py_isolate *iso, const struct py_attrs *at, py_value name)
{
    if (!at->shape) return true;
    if (py_shape_find(iso, at->shape, name) >= 0) return false;
    if (!at->shape->dict_mode) return true;
    struct py_dict *d = own_dict(at);
    return !d->t || (!d->t->hashes && py_dict_slot(iso, d, name) < 0);
}

// Puts the dict in its place, with the members that do not lie inline before it.
static bool place_dict(struct py_isolate *iso, struct py_attrs *at, struct py_dict *d, uint32_t out)
{
    if (!out) {
        at->extra = (py_value *)d;
        return true;
    }
    struct py_buf *b = py_buf_new(iso, PY_K_VALUES, (out + 1) * sizeof(py_value));
    if (!b) return false;
    size_t have = at->extra ? py_buf_of(at->extra)->cap / sizeof(py_value) : 0;
    for (uint32_t i = 0; i < out && i < have; i++) b->u.v[i] = at->extra[i];
    b->u.v[out] = (py_value)d;
    at->extra = b->u.v;
    return true;
}

static bool to_dict_mode(struct py_isolate *iso, struct py_attrs *at, struct py_dict *d,
                         struct py_shape *members)
{
    struct py_shape *s = transition(iso, members, PY_NONE);
    if (!s) {
        if (iso->exc || !(s = shape_new(iso, members->type, members, NULL, members->cap)))
            return false;
        s->count = members->count;
        s->dict_mode = true;
        if (!link(iso, members, PY_NONE, s)) return false;
    }
    if (!place_dict(iso, at, d, py_shape_members_out(s))) return false;
    at->shape = s;
    return true;
}

// Fills d with the attributes from number `from` on, those beyond the members, in order of
// creation.
static bool copy_names(struct py_isolate *iso, struct py_attrs *at, const struct py_shape *s,
                       uint32_t from, struct py_dict *d)
{
    py_value names[PY_SHAPE_MAX_NAMES + 1];
    uint32_t n = s->count;
    for (; s && s->count > from; s = s->parent) names[s->count - 1 - from] = s->name;
    for (uint32_t i = from; i < n; i++) {
        py_value v = *py_attr_slot(at, py_attrs_inline(at), i);
        if (v && !py_dict_set(iso, d, names[i - from], v)) return false;
    }
    return true;
}

struct py_dict *py_attrs_dict(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at)
{
    if (at->shape && at->shape->dict_mode) return own_dict(at);
    struct py_dict *d = py_dict(py_dict_new(iso));
    if (!d) return NULL;
    struct py_shape *s = at->shape ? at->shape : py_shape_root(iso, py_obj_type(o));
    if (!s) return NULL;
    struct py_shape *members = members_of(s);
    if (at->shape && !copy_names(iso, at, s, members->count, d)) return NULL;
    return to_dict_mode(iso, at, d, members) ? d : NULL;
}

bool py_attrs_replace(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at,
                      struct py_dict *d)
{
    return py_attrs_dict(iso, o, at) && place_dict(iso, at, d, py_shape_members_out(at->shape));
}

// An instance needed more than its inline room: the next ones get more.
static void learn(struct py_type *t, uint32_t cap)
{
    if (t->def->kind != PY_K_INST || cap != t->inline_cap || cap + 8 > PY_SHAPE_MAX_CAP ||
        t->flags & PY_TF_NO_DICT)
        return;
    t->inline_cap = (uint16_t)(cap + 8);
    t->root = NULL;
}

static bool set_new(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at, py_value name,
                    py_value v)
{
    struct py_shape *s = at->shape;
    uint32_t slot = s->count;
    if (slot >= PY_SHAPE_MAX_NAMES) {
        struct py_dict *d = py_attrs_dict(iso, o, at);
        return d && py_dict_set(iso, d, name, v);
    }
    struct py_shape *to = shape_add(iso, s, name);
    if (!to) return false;
    if (slot >= s->cap) {
        learn(s->type, s->cap);
        if (!extra_room(iso, at, slot - s->cap)) return false;
    }
    at->shape = to;
    *py_attr_slot(at, py_attrs_inline(at), slot) = v;
    return true;
}

bool py_attrs_set(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at, py_value name,
                  py_value v)
{
    struct py_shape *root = at->shape ? NULL : py_shape_root(iso, py_obj_type(o));
    if (!at->shape && (!root || !take_root(iso, at, root))) return false;
    int slot = py_shape_find(iso, at->shape, name);
    if (slot >= 0) {
        *py_attr_slot(at, py_attrs_inline(at), (uint32_t)slot) = v;
        return true;
    }
    if (at->shape->dict_mode) return py_dict_set(iso, own_dict(at), name, v);
    return set_new(iso, o, at, name, v);
}

int py_attrs_delete(struct py_isolate *iso, struct py_obj *o, struct py_attrs *at, py_value name)
{
    struct py_shape *s = at->shape;
    if (!s) return 0;
    int slot = py_shape_find(iso, s, name);
    if (slot < 0) return s->dict_mode ? py_dict_delete(iso, own_dict(at), name) : 0;
    py_value *at_slot = py_attr_slot(at, py_attrs_inline(at), (uint32_t)slot);
    if (!*at_slot) return 0;
    if ((uint32_t)slot < members_of(s)->count) {
        *at_slot = NULL;
        return 1;
    }
    if ((uint32_t)slot + 1 == s->count) {
        *at_slot = NULL;
        at->shape = s->parent;
        return 1;
    }
    struct py_dict *d = py_attrs_dict(iso, o, at);
    return d ? py_dict_delete(iso, d, name) : -1;
}

// --- marking ------------------------------------------------------------------------------------

void py_shape_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_shape *s = (struct py_shape *)o;
    py_mark_obj(iso, s->type);
    py_mark_obj(iso, s->parent);
    py_mark(iso, s->name);
    py_mark_obj(iso, s->next);
    py_mark_obj(iso, s->index);
}

void py_attrs_trace(struct py_isolate *iso, struct py_attrs *at)
{
    struct py_shape *s = at->shape;
    py_mark_obj(iso, s);
    if (!at->extra) return;
    if (s && s->dict_mode && !py_shape_members_out(s)) {
        py_mark_obj(iso, at->extra);
        return;
    }
    struct py_buf *b = py_buf_of(at->extra);
    if (py_mark_storage(iso, b)) py_mark_values(iso, at->extra, b->cap / sizeof(py_value));
}

void py_inst_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_inst *i = (struct py_inst *)o;
    if (i->at.shape) py_mark_values(iso, i->slot, i->at.shape->cap);
    py_attrs_trace(iso, &i->at);
}
