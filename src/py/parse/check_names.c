// check_names.c: the table of scopes and names; see check_names.h.
#include "check_names.h"

static uint32_t slot_hash(const char *name, int scope)
{
    uint64_t h = ((uint64_t)(uintptr_t)name >> 3) * 0x9E3779B97F4A7C15u;
    h ^= (uint64_t)(uint32_t)scope * 0xD1B54A32D192ED03u;
    return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

static inline struct symbol *find(const struct py_check_walk *w, int scope, const char *name)
{
    if (!w->symbols_cap) return NULL;
    uint32_t mask = (uint32_t)w->symbols_cap - 1, at = slot_hash(name, scope) & mask;
    for (; w->symbols[at].name; at = (at + 1) & mask)
        if (w->symbols[at].name == name && w->symbols[at].scope == scope) break;
    return &w->symbols[at];
}

uint32_t py_check_flags(const struct py_check_walk *w, int scope, const char *name)
{
    const struct symbol *s = find(w, scope, name);
    return s && s->name ? s->flags : 0;
}

static bool grow_symbols(struct py_check_walk *w)
{
    struct symbol *old = w->symbols;
    int old_cap = w->symbols_cap, cap = old_cap ? old_cap * 2 : 32;
    if (!py_parse_tick(w->p, (uint64_t)old_cap)) return false;
    struct symbol *bigger = py_parse_grow(w->p, NULL, 0, (size_t)cap * sizeof *bigger);
    if (!bigger) return false;
    memset(bigger, 0, (size_t)cap * sizeof *bigger);
    w->symbols = bigger;
    w->symbols_cap = cap;
    for (int i = 0; i < old_cap; i++)
        if (old[i].name) *find(w, old[i].scope, old[i].name) = old[i];
    py_parse_drop(w->p, old, (size_t)old_cap * sizeof *old);
    return true;
}

// The symbol, made when it is new; NULL: raised.
static struct symbol *slot(struct py_check_walk *w, int scope, const char *name)
{
    if (w->nsymbols * 4 >= w->symbols_cap * 3 && !grow_symbols(w)) return NULL;
    struct symbol *s = find(w, scope, name);
    if (!py_parse_tick(w->p, 1)) return NULL;
    if (!s->name) {
        *s = (struct symbol){name, scope, 0};
        w->nsymbols++;
    }
    return s;
}

bool py_check_add(struct py_check_walk *w, int scope, const char *name, uint32_t flags)
{
    struct symbol *s = slot(w, scope, name);
    if (s) s->flags |= flags;
    return s != NULL;
}

const char *py_check_mangle(struct py_check_walk *w, const char *name)
{
    const char *cls = w->scopes[w->current].class_name;
    if (!cls || name[0] != '_' || name[1] != '_' || strchr(name, '.')) return name;
    size_t n = strlen(name);
    if (name[n - 1] == '_' && name[n - 2] == '_') return name;
    while (*cls == '_') cls++;
    size_t c = strlen(cls);
    if (!c) return name;
    char local[256], *text = local;
    if (c + n + 2 > sizeof local && !(text = py_parse_mem(w->p, c + n + 2))) return NULL;
    text[0] = '_';
    memcpy(text + 1, cls, c);
    memcpy(text + 1 + c, name, n);
    return py_parse_intern(w->p, text, c + n + 1);
}

bool py_check_define(struct py_check_walk *w, const char *name, uint32_t flags, struct py_pos pos)
{
    struct scope *s = &w->scopes[w->current];
    if (!(name = py_check_mangle(w, name))) return false;
    struct symbol *known = slot(w, w->current, name);
    if (!known) return false;
    uint32_t old = known->flags;
    if ((flags & IS_PARAM) && (old & IS_PARAM)) {
        py_lex_raise(w->p, PY_SYNTAX_ERROR, pos, "duplicate argument '%s' in function definition",
                     name);
        return false;
    }
    if ((flags & IS_TYPE_PARAM) && (old & IS_TYPE_PARAM)) {
        py_lex_raise(w->p, PY_SYNTAX_ERROR, pos, "duplicate type parameter '%s'", name);
        return false;
    }
    if (s->iter_target) {
        if (old & (IS_GLOBAL | IS_NONLOCAL)) {
            py_lex_raise(w->p, PY_SYNTAX_ERROR, pos,
                         "comprehension inner loop cannot rebind assignment expression target '%s'",
                         name);
            return false;
        }
        flags |= IS_COMP_ITER;
    }
    known->flags |= flags;
    return true;
}

bool py_check_enter(struct py_check_walk *w, enum scope_kind kind)
{
    if (w->nscopes == w->scopes_cap) {
        int cap = w->scopes_cap ? w->scopes_cap * 2 : 32;
        struct scope *bigger = py_parse_grow(
            w->p, w->scopes, (size_t)w->scopes_cap * sizeof *bigger, (size_t)cap * sizeof *bigger);
        if (!bigger) return false;
        w->scopes = bigger;
        w->scopes_cap = cap;
    }
    struct scope *s = &w->scopes[w->nscopes];
    *s = (struct scope){.parent = w->current, .kind = (uint8_t)kind};
    if (w->current >= 0) {
        s->class_name = w->scopes[w->current].class_name;
        s->iter_expr = w->scopes[w->current].iter_expr;
        s->sees_class = kind > SCOPE_ANNOTATION && (w->scopes[w->current].kind == SCOPE_CLASS ||
                                                    w->scopes[w->current].sees_class);
    }
    w->current = w->nscopes++;
    return true;
}

void py_check_leave(struct py_check_walk *w)
{
    w->current = w->scopes[w->current].parent;
}

bool py_check_declare(struct py_check_walk *w, const char *name, struct py_pos pos)
{
    if (w->ndirectives == w->directives_cap) {
        int cap = w->directives_cap ? w->directives_cap * 2 : 16;
        struct directive *bigger = py_parse_grow(w->p, w->directives,
                                                 (size_t)w->directives_cap * sizeof *bigger,
                                                 (size_t)cap * sizeof *bigger);
        if (!bigger) return false;
        w->directives = bigger;
        w->directives_cap = cap;
    }
    w->directives[w->ndirectives++] = (struct directive){w->current, name, pos};
    return true;
}

// --- declarations ---

// 1: bound in a function around; 2: a type parameter; 0: nowhere.
static int outer_binding(const struct py_check_walk *w, int scope, const char *name)
{
    for (int i = w->scopes[scope].parent; i >= 0; i = w->scopes[i].parent) {
        uint8_t kind = w->scopes[i].kind;
        if (kind == SCOPE_MODULE) break;
        if (kind == SCOPE_CLASS) {
            if (strcmp(name, "__class__") == 0) return 1;
            continue;
        }
        uint32_t flags = py_check_flags(w, i, name);
        if (flags & IS_TYPE_PARAM) return 2;
        if (flags & IS_GLOBAL) return 0;
        if (flags & IS_NONLOCAL) continue;
        if (flags & (IS_LOCAL | IS_PARAM | IS_IMPORT)) return 1;
    }
    return 0;
}

bool py_check_resolve(struct py_check_walk *w)
{
    for (int i = 0; i < w->ndirectives; i++) {
        const struct directive *d = &w->directives[i];
        uint32_t flags = py_check_flags(w, d->scope, d->name);
        const char *message = NULL;
        if (!(flags & IS_NONLOCAL)) continue;
        int bound = outer_binding(w, d->scope, d->name);
        if (flags & IS_GLOBAL) message = "name '%s' is nonlocal and global";
        else if (w->scopes[d->scope].kind == SCOPE_MODULE)
            message = "nonlocal declaration not allowed at module level";
        else if (bound == 2) message = "nonlocal binding not allowed for type parameter '%s'";
        else if (!bound) message = "no binding for nonlocal '%s' found";
        if (!message) continue;
        char text[300];
        const char *hole = strchr(message, '%');
        size_t n = hole ? (size_t)(hole - message) : strlen(message);
        memcpy(text, message, n);
        text[n] = 0;
        py_lex_raise(w->p, PY_SYNTAX_ERROR, d->pos, "%s%s%s", text, hole ? d->name : "",
                     hole ? hole + 2 : "");
        return false;
    }
    return true;
}

void py_check_release(struct py_check_walk *w)
{
    py_parse_drop(w->p, w->scopes, (size_t)w->scopes_cap * sizeof *w->scopes);
    py_parse_drop(w->p, w->symbols, (size_t)w->symbols_cap * sizeof *w->symbols);
    py_parse_drop(w->p, w->directives, (size_t)w->directives_cap * sizeof *w->directives);
}
