// try in all forms. A guarded range costs nothing; its handler starts with PUSH_EXC. Code that runs
// inside a handler is guarded by a clean-up of its own, which puts the exception handled before
// back.
// finally bodies are compiled once per way out.
#include "comp_int.h"

static int handler_label(struct py_comp *c, int h)
{
    return h < 0 ? 0 : c->u->hands[h].target;
}

static void unbind(struct py_comp *c, struct py_ident *name)
{
    if (!name) return;
    int t = py_comp_loadk(c, PY_NONE, PY_ANY);
    py_comp_name_store(c, name, t);
    py_comp_name_del(c, name);
    c->u->top = t;
}

// The handler to be active inside a handler: needed when the frame goes on after an exception that
// leaves it, or when a name must be unbound that outlives the frame.
static int cleanup_new(struct py_comp *c, int outer, struct py_ident *name)
{
    return outer >= 0 || (name && py_comp_name_local(c, name) < 0) ? py_comp_hand_new(c) : outer;
}

static void cleanup_emit(struct py_comp *c, int h, int outer, int e, struct py_ident *name)
{
    if (h == outer) return;
    int top = c->u->top;
    py_comp_bind(c, handler_label(c, h));
    c->u->handler = outer;
    int g = py_comp_tmps(c, 2);
    py_comp_emit(c, PY_OP_PUSH_EXC, g, 0, 0);
    unbind(c, name);
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
    py_comp_emit(c, PY_OP_RERAISE, g + 1, 1, 0);
    c->u->top = top;
}

// One except clause; e is the PUSH_EXC pair. `plain` guards the matching, outer is outside all.
static void clause(struct py_comp *c, struct py_node *h, int e, int plain, int outer, int end)
{
    int next = py_comp_label(c), top = c->u->top;
    struct py_ident *name = h->ExceptHandler.name ? py_comp_local_id(c, h->ExceptHandler.name)
                                                  : NULL;
    c->u->handler = plain;
    if (h->ExceptHandler.type) {
        int t = py_comp_expr(c, h->ExceptHandler.type, PY_ANY), m = py_comp_tmp(c);
        py_at(c, h);
        py_comp_emit(c, PY_OP_MATCH_EXC, m, e + 1, t);
        py_comp_jump(c, PY_OP_JF, m, 0, next);
        c->u->top = top;
    }
    int clean = name ? cleanup_new(c, outer, name) : plain;
    py_at(c, h);
    if (name) py_comp_name_store(c, name, e + 1);
    struct py_block b = {.reg = e, .name = name};
    c->u->handler = outer;
    py_comp_block_push(c, &b, PY_B_HANDLER);
    c->u->handler = clean;
    py_comp_body(c, &h->ExceptHandler.body);
    py_comp_block_pop(c);
    c->u->handler = outer;
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
    unbind(c, name);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    if (name) cleanup_emit(c, clean, outer, e, name);
    py_comp_bind(c, next);
    c->u->top = top;
}

static void try_except(struct py_comp *c, struct py_node *n)
{
    int outer = c->u->handler, h = py_comp_hand_new(c), end = py_comp_label(c), top = c->u->top;
    c->u->handler = h;
    py_comp_body(c, &n->Try.body);
    c->u->handler = outer;
    py_comp_body(c, &n->Try.orelse);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    py_comp_bind(c, handler_label(c, h));
    py_at(c, n);
    int e = py_comp_tmps(c, 2), plain = cleanup_new(c, outer, NULL);
    py_comp_emit(c, PY_OP_PUSH_EXC, e, 0, 0);
    for (int i = 0; i < n->Try.handlers.n; i++)
        clause(c, n->Try.handlers.v[i], e, plain, outer, end);
    c->u->handler = outer;
    py_at(c, n->Try.handlers.v[n->Try.handlers.n - 1]); // what did not match is raised from there
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
    py_comp_emit(c, PY_OP_RERAISE, e + 1, 0, 0);
    cleanup_emit(c, plain, outer, e, NULL);
    c->u->handler = outer;
    c->u->top = top;
    py_comp_bind(c, end);
}

// Runs `inner` guarded by the finally body of n.
static void try_finally(struct py_comp *c, struct py_node *n,
                        void (*inner)(struct py_comp *, struct py_node *))
{
    int outer = c->u->handler, h = py_comp_hand_new(c), end = py_comp_label(c), top = c->u->top;
    struct py_block b = {.body = &n->Try.finalbody};
    py_comp_block_push(c, &b, PY_B_FINALLY);
    c->u->handler = h;
    inner(c, n);
    c->u->handler = outer;
    py_comp_block_pop(c);
    py_comp_body(c, &n->Try.finalbody);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    py_comp_bind(c, handler_label(c, h));
    int e = py_comp_tmps(c, 2), clean = cleanup_new(c, outer, NULL);
    py_comp_emit(c, PY_OP_PUSH_EXC, e, 0, 0);
    struct py_block f = {.reg = e};
    py_comp_block_push(c, &f, PY_B_HANDLER);
    c->u->handler = clean;
    py_comp_body(c, &n->Try.finalbody);
    c->u->handler = outer;
    py_comp_block_pop(c);
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
    py_comp_emit(c, PY_OP_RERAISE, e + 1, 0, 0);
    cleanup_emit(c, clean, outer, e, NULL);
    c->u->handler = outer;
    c->u->top = top;
    py_comp_bind(c, end);
}

static void try_body(struct py_comp *c, struct py_node *n)
{
    if (n->Try.handlers.n) {
        try_except(c, n);
        return;
    }
    py_comp_body(c, &n->Try.body);
    py_comp_body(c, &n->Try.orelse);
}

void py_comp_try(struct py_comp *c, struct py_node *n)
{
    if (n->Try.finalbody.n) try_finally(c, n, try_body);
    else try_body(c, n);
}

// --- except* ------------------------------------------------------------------------------------

// Registers: e, e+1 the PUSH_EXC pair, e+2 the list of exceptions to raise, e+3 matching part,
// e+4 what is left.
static void star_clause(struct py_comp *c, struct py_node *h, int e, int plain, int done)
{
    int next = py_comp_label(c), top = c->u->top, raised = py_comp_hand_new(c);
    struct py_ident *name = h->ExceptHandler.name ? py_comp_local_id(c, h->ExceptHandler.name)
                                                  : NULL;
    py_at(c, h);
    py_comp_jump(c, PY_OP_JNONE, e + 4, 0, done);
    int t = py_comp_expr(c, h->ExceptHandler.type, PY_ANY);
    py_at(c, h);
    py_comp_emit(c, PY_OP_MATCH_EXC_STAR, e + 3, e + 4, t);
    c->u->top = top;
    py_comp_jump(c, PY_OP_JNONE, e + 3, 0, next);
    py_comp_emit(c, PY_OP_POP_EXC, e + 3, 0, 0); // the matching part is the handled exception
    if (name) py_comp_name_store(c, name, e + 3);
    c->u->handler = raised;
    py_comp_body(c, &h->ExceptHandler.body);
    c->u->handler = plain;
    py_comp_emit(c, PY_OP_POP_EXC, e + 1, 0, 0);
    unbind(c, name);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, next);
    py_comp_bind(c, handler_label(c, raised));
    int g = py_comp_tmps(c, 2);
    py_comp_emit(c, PY_OP_PUSH_EXC, g, 0, 0);
    py_comp_emit(c, PY_OP_LIST_APPEND, e + 2, g + 1, 0);
    py_comp_emit(c, PY_OP_POP_EXC, e + 1, 0, 0);
    unbind(c, name);
    py_comp_bind(c, next);
    c->u->top = top;
}

static void star_body(struct py_comp *c, struct py_node *n)
{
    int outer = c->u->handler, h = py_comp_hand_new(c), top = c->u->top;
    int end = py_comp_label(c), done = py_comp_label(c), again = py_comp_label(c),
        empty = py_comp_label(c);
    c->u->handler = h;
    py_comp_body(c, &n->TryStar.body);
    c->u->handler = outer;
    py_comp_body(c, &n->TryStar.orelse);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    py_comp_bind(c, handler_label(c, h));
    int e = py_comp_tmps(c, 5), plain = cleanup_new(c, outer, NULL);
    py_at(c, n);
    py_comp_emit(c, PY_OP_PUSH_EXC, e, 0, 0);
    c->u->handler = plain;
    py_comp_emit(c, PY_OP_BUILD_LIST, e + 2, e + 2, 0);
    py_comp_emit(c, PY_OP_MOVE, e + 4, e + 1, 0);
    for (int i = 0; i < n->TryStar.handlers.n; i++)
        star_clause(c, n->TryStar.handlers.v[i], e, plain, done);
    py_comp_bind(c, done);
    py_comp_jump(c, PY_OP_JNONE, e + 4, 0, empty);
    py_comp_emit(c, PY_OP_LIST_APPEND, e + 2, e + 4, 0);
    py_comp_bind(c, empty);
    py_comp_emit(c, PY_OP_PREP_RERAISE_STAR, e + 3, e + 1, e + 2);
    c->u->handler = outer;
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
    py_comp_jump(c, PY_OP_JNOTNONE, e + 3, 0, again);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    py_comp_bind(c, again);
    py_comp_emit(c, PY_OP_RERAISE, e + 3, 0, 0);
    cleanup_emit(c, plain, outer, e, NULL);
    c->u->handler = outer;
    c->u->top = top;
    py_comp_bind(c, end);
}

void py_comp_try_star(struct py_comp *c, struct py_node *n)
{
    if (n->TryStar.finalbody.n) try_finally(c, n, star_body);
    else star_body(c, n);
}

// --- with ---------------------------------------------------------------------------------------

// On an exception: __exit__(type, value, traceback) decides whether it goes on.
static void with_handler(struct py_comp *c, struct py_node *n, int pair, int outer, bool async)
{
    int e = py_comp_tmps(c, 2), clean = cleanup_new(c, outer, NULL), suppress = py_comp_label(c);
    py_at(c, n);
    py_comp_emit(c, PY_OP_PUSH_EXC, e, 0, 0);
    c->u->handler = clean;
    int w = py_comp_tmps(c, 5);
    if (async) {
        py_comp_emit(c, PY_OP_MOVE, w, pair, 0);
        py_comp_emit(c, PY_OP_MOVE, w + 1, pair + 1, 0);
        py_comp_named(c, PY_OP_LOAD_ATTR, w + 2, e + 1, c->id_class);
        py_comp_emit(c, PY_OP_MOVE, w + 3, e + 1, 0);
        py_comp_named(c, PY_OP_LOAD_ATTR, w + 4, e + 1, py_comp_id(c, "__traceback__"));
        py_comp_emit(c, PY_OP_CALL_METHOD, w, w, 3);
        py_comp_await_top(c, w, w, 2);
    } else {
        py_comp_emit(c, PY_OP_WITH_EXIT, w, pair, e + 1);
    }
    py_comp_jump(c, PY_OP_JT, w, 0, suppress);
    c->u->handler = outer;
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
    py_comp_emit(c, PY_OP_RERAISE, e + 1, 1, 0);
    cleanup_emit(c, clean, outer, e, NULL);
    c->u->handler = outer;
    py_comp_bind(c, suppress);
    py_comp_emit(c, PY_OP_POP_EXC, e, 0, 0);
}

static void with_item(struct py_comp *c, struct py_node *n, int i)
{
    if (py_comp_deep(c)) return;
    struct py_node *item = n->With.items.v[i];
    bool async = n->kind == PY_AST_AsyncWith;
    int top = c->u->top, pair = py_comp_tmps(c, 2), outer = c->u->handler;
    int m = py_comp_expr(c, item->withitem.context_expr, PY_ANY), enter = py_comp_tmps(c, 2);
    py_at(c, n);
    py_comp_named(c, PY_OP_LOAD_SPECIAL, enter, m,
                  py_comp_id(c, async ? "__aenter__" : "__enter__"));
    py_comp_named(c, PY_OP_LOAD_SPECIAL, pair, m, py_comp_id(c, async ? "__aexit__" : "__exit__"));
    py_comp_emit(c, PY_OP_CALL_METHOD, enter, enter, 0);
    if (async) py_comp_await_top(c, enter, enter, 1);
    int h = py_comp_hand_new(c), end = py_comp_label(c);
    struct py_block b = {.reg = pair, .node = n};
    py_comp_block_push(c, &b, async ? PY_B_ASYNC_WITH : PY_B_WITH);
    c->u->handler = h;
    if (item->withitem.optional_vars) py_comp_store(c, item->withitem.optional_vars, enter);
    c->u->top = pair + 2;
    if (i + 1 < n->With.items.n) with_item(c, n, i + 1);
    else py_comp_body(c, &n->With.body);
    c->u->handler = outer;
    py_comp_block_pop(c);
    py_at(c, n);
    int w = py_comp_tmps(c, 3);
    for (int k = 0; k < 3; k++) py_comp_emit(c, PY_OP_LOAD_NONE, w + k, 0, 0);
    py_comp_emit(c, PY_OP_CALL_METHOD, pair, pair, 3);
    if (async) py_comp_await_top(c, pair, pair, 2);
    py_comp_jump(c, PY_OP_JUMP, 0, 0, end);
    c->u->top = pair + 2;
    py_comp_bind(c, handler_label(c, h));
    with_handler(c, n, pair, outer, async);
    py_comp_bind(c, end);
    c->u->top = top;
}

void py_comp_with(struct py_comp *c, struct py_node *n)
{
    with_item(c, n, 0);
}
