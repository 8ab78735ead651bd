// check_names.h: the scopes of a source and the names in them, as its symbol table is checked
// (check_scope.c). Names are looked up in one hash table keyed by (scope, name); scopes are
// numbers. What returns bool has raised where that is false.
#ifndef PY_PARSE_CHECK_NAMES_H
#define PY_PARSE_CHECK_NAMES_H

#include "check_int.h"

enum scope_kind {
    SCOPE_MODULE,
    SCOPE_FUNCTION, // also lambda and comprehension
    SCOPE_CLASS,
    SCOPE_ANNOTATION,
    SCOPE_BOUND,
    SCOPE_ALIAS,
    SCOPE_TYPE_PARAMS
};

enum name_flag {
    IS_GLOBAL = 1,
    IS_LOCAL = 2,
    IS_PARAM = 4,
    IS_NONLOCAL = 8,
    IS_USED = 16,
    IS_IMPORT = 32,
    IS_ANNOTATED = 64,
    IS_COMP_ITER = 128,
    IS_TYPE_PARAM = 256
};

struct scope {
    int parent;
    uint8_t kind;
    const char *comprehension; // what it is called in messages, or NULL
    bool iter_target;
    bool sees_class; // type parameters and aliases right inside a class
    int iter_expr;
    const char *class_name; // for private names; NULL: none
};

struct symbol {
    const char *name; // NULL: free slot
    int scope;
    uint32_t flags;
};

struct directive {
    int scope;
    const char *name;
    struct py_pos pos;
};

struct py_check_walk {
    struct py_parser *p;
    int current, depth;
    struct scope *scopes;
    int nscopes, scopes_cap;
    struct symbol *symbols;
    int nsymbols, symbols_cap;
    struct directive *directives;
    int ndirectives, directives_cap;
};

bool py_check_enter(struct py_check_walk *w, enum scope_kind kind);
void py_check_leave(struct py_check_walk *w);
uint32_t py_check_flags(const struct py_check_walk *w, int scope, const char *name);
bool py_check_add(struct py_check_walk *w, int scope, const char *name, uint32_t flags);
// _Class__name inside a class, as the compiler will have it; NULL: raised.
const char *py_check_mangle(struct py_check_walk *w, const char *name);
// A definition or use of name in the current scope, at pos.
bool py_check_define(struct py_check_walk *w, const char *name, uint32_t flags, struct py_pos pos);
// A global or nonlocal statement said this of the name, which is mangled.
bool py_check_declare(struct py_check_walk *w, const char *name, struct py_pos pos);
// After the walk: does every nonlocal name have a binding?
bool py_check_resolve(struct py_check_walk *w);
void py_check_release(struct py_check_walk *w);

#endif
