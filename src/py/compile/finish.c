// From a unit to a code object: removes unreachable instructions and needless CHECKs (definite
// assignment by data flow), threads jumps, lays out long and short forms, builds the handler table.
#include "comp_int.h"

struct flow {
    struct py_comp *c;
    struct py_unit *u;
    int n;
    bool *marked;     // instructions behind a mark; NULL: none
    const int *jumps; // the instructions with a target, in order
    int njumps;
    unsigned char *live;
    int *addr;           // final address
    unsigned char *size; // 0 removed, 1, or 2-3 for a long jump
    int words;           // of a bit set of locals
    uint64_t *in;        // bound locals on entry, by instruction (leaders only are used)
    unsigned char *leader, *seen;
    int *work, nwork;
    int done;     // drop_in_order() has dealt with the blocks up to here
    bool lowered; // ... and one of them got another state since
};

// Control does not go on behind these.
static const bool ends[PY_OP_COUNT] = {
    [PY_OP_JUMP] = true,         [PY_OP_JUMP_BACK] = true,    [PY_OP_RETURN] = true,
    [PY_OP_RETURN_NONE] = true,  [PY_OP_RERAISE] = true,      [PY_OP_RAISE] = true,
    [PY_OP_RAISE_ASSERT] = true, [PY_OP_END_ASYNC_FOR] = true};

// First instruction of the handler that guards v, -1 none.
static int handler_of(const struct py_unit *u, const struct py_ins *v)
{
    return v->handler < 0 ? -1 : u->labels[u->hands[v->handler].target];
}

static bool is_short_jump(int op)
{
    return py_op_infos[op].form[2] == 'j';
}

// A jump to a jump goes to its target at once.
static void thread_jump(struct flow *f, int i)
{
    struct py_ins *v = f->u->ins;
    for (int hops = 0; hops < 8 && v[i].target < f->n; hops++) {
        int t = v[i].target;
        int op = v[i].op, to = v[t].op;
        if (t == i || (f->marked && f->marked[t])) return;
        if (to == PY_OP_JUMP) {
            v[i].target = v[t].target;
        } else if (to == PY_OP_JUMP_BACK && op == PY_OP_JUMP) {
            v[i].op = PY_OP_JUMP_BACK;
            v[i].target = v[t].target;
        } else if ((op == PY_OP_JT || op == PY_OP_JF) && (to == PY_OP_JT || to == PY_OP_JF) &&
                   v[t].a == v[i].a) {
            v[i].target = op == to ? v[t].target : t + 1;
        } else {
            return;
        }
    }
}

static void reach(struct flow *f, int i)
{
    if (i >= 0 && i < f->n && !f->live[i]) f->work[f->nwork++] = i;
}

static void find_live(struct flow *f)
{
    const struct py_ins *ins = f->u->ins;
    reach(f, 0);
    while (f->nwork) {
        for (int i = f->work[--f->nwork]; i < f->n && !f->live[i]; i++) {
            f->live[i] = 1;
            reach(f, ins[i].target);
            reach(f, handler_of(f->u, &ins[i]));
            if (ends[ins[i].op]) break;
        }
    }
}

// --- definite assignment ------------------------------------------------------------------------

static void merge(struct flow *f, int to, const uint64_t *state)
{
    if (to < 0 || to >= f->n) return;
    uint64_t *in = f->in + (size_t)to * (size_t)f->words;
    bool changed = !f->seen[to];
    if (changed) memcpy(in, state, (size_t)f->words * 8);
    for (int w = 0; w < f->words; w++) {
        changed |= (in[w] & ~state[w]) != 0;
        in[w] &= state[w];
    }
    f->seen[to] = 1;
    f->lowered |= changed && to <= f->done;
    if (!changed || f->leader[to] == 2) return;
    f->leader[to] = 2; // queued
    f->work[f->nwork++] = to;
}

static void set_bits(struct flow *f, uint64_t *s, int from, int n, bool on)
{
    for (int r = from; r < from + n && r < f->u->nlocals; r++) {
        if (on) s[r >> 6] |= (uint64_t)1 << (r & 63);
        else s[r >> 6] &= ~((uint64_t)1 << (r & 63));
    }
}

static bool kills(const struct py_ins *i)
{
    return i->op == PY_OP_LOAD_NULL || i->op == PY_OP_CHECK_DEL;
}

// What an instruction does that names the local i->a.
static void transfer(struct flow *f, const struct py_ins *i, uint64_t *s)
{
    char form = py_op_infos[i->op].form[0];
    if (kills(i)) set_bits(f, s, i->a, 1, false);
    else if (i->op == PY_OP_UNPACK) set_bits(f, s, i->a, i->c, true);
    else if (form == 'w' || i->op == PY_OP_CHECK) set_bits(f, s, i->a, 1, true);
}

// Follows one block from its leader. pass & SPREAD: hands its state on; pass & DROP: removes the
// CHECKs that cannot fail.
enum { SPREAD = 1, DROP = 2 };

static void run_block(struct flow *f, int i, uint64_t *s, int pass)
{
    const struct py_unit *u = f->u;
    memcpy(s, f->in + (size_t)i * (size_t)f->words, (size_t)f->words * 8);
    int guarded = -1;
    for (;; i++) {
        const struct py_ins *v = &u->ins[i];
        int dest = v->target, hand = handler_of(u, v);
        if (pass & DROP && v->op == PY_OP_CHECK && s[v->a >> 6] >> (v->a & 63) & 1) f->size[i] = 0;
        if (pass & SPREAD) {
            if (hand >= 0 && hand != guarded) merge(f, hand, s);
            guarded = kills(v) ? -1 : hand;
            if (v->op == PY_OP_FOR_ITER) merge(f, dest, s);
        }
        if (v->a < u->nlocals) transfer(f, v, s);
        if (pass & SPREAD && dest >= 0 && v->op != PY_OP_FOR_ITER) merge(f, dest, s);
        if (ends[v->op] || i + 1 >= f->n) return;
        if (!f->leader[i + 1]) continue;
        if (pass & SPREAD) merge(f, i + 1, s);
        return;
    }
}

static void find_leaders(struct flow *f)
{
    f->leader[0] = 1;
    for (int k = 0; k < f->njumps; k++) {
        int i = f->jumps[k];
        if (f->live[i]) f->leader[f->u->ins[i].target] = f->leader[i + 1] = 1;
    }
    for (int k = 0; k < f->u->nhands; k++) {
        int i = f->u->labels[f->u->hands[k].target];
        if (i >= 0) f->leader[i] = 1;
    }
}

// One pass over the blocks in their order, which is all that it takes where no block is entered
// from behind with less bound than from before. False: it was not so.
static bool drop_in_order(struct flow *f, uint64_t *s)
{
    for (int i = 0; i < f->n; i++) {
        if (!f->leader[i] || !f->live[i]) continue;
        if (!f->seen[i]) return false;
        f->done = i;
        run_block(f, i, s, SPREAD | DROP);
    }
    return !f->lowered;
}

static void drop_by_worklist(struct flow *f, uint64_t *s)
{
    while (f->nwork) {
        int i = f->work[--f->nwork];
        f->leader[i] = 1;
        run_block(f, i, s, SPREAD);
    }
    for (int i = 0; i < f->n; i++)
        if (f->leader[i] && f->seen[i] && f->live[i]) run_block(f, i, s, DROP);
}

static void drop_checks(struct flow *f)
{
    struct py_comp *c = f->c;
    if (!f->u->checks) return;
    f->words = (f->u->nlocals + 63) / 64;
    if ((uint64_t)f->n * (uint64_t)f->words > 8u << 20) return; // huge: keep the checks
    f->leader = py_comp_mem(c, &c->passing, (size_t)f->n + 1);
    f->seen = py_comp_mem(c, &c->passing, (size_t)f->n + 1);
    f->in = py_comp_room(c, &c->passing, (size_t)f->n * (size_t)f->words * 8);
    uint64_t *s = py_comp_mem(c, &c->passing, (size_t)f->words * 8);
    if (c->failed || !py_tick(c->iso, (uint64_t)f->n / 8 + 1)) {
        c->failed = true;
        return;
    }
    find_leaders(f);
    int params = 0;
    for (struct py_sym *y = f->u->scope->syms; y; y = y->next)
        params += (y->flags & PY_S_PARAM) != 0;
    set_bits(f, s, 0, params, true);
    merge(f, 0, s);
    if (drop_in_order(f, s)) return;
    memcpy(f->size, f->live, (size_t)f->n);
    drop_by_worklist(f, s);
}

// --- layout -------------------------------------------------------------------------------------

static int next_kept(const struct flow *f, int i)
{
    while (i < f->n && !f->size[i]) i++;
    return i;
}

static int assign_addresses(struct flow *f)
{
    int at = 0;
    for (int i = 0; i < f->n; i++) {
        f->addr[i] = at;
        at += f->size[i];
    }
    f->addr[f->n] = at;
    return at;
}

// Jumps to the next instruction vanish, short jumps that do not reach get long forms.
static int layout(struct flow *f)
{
    const struct py_ins *ins = f->u->ins;
    for (int k = 0; k < f->njumps; k++) {
        int i = f->jumps[k];
        if (f->marked && f->marked[i]) continue;
        if (f->size[i] && ins[i].op == PY_OP_JUMP && ins[i].target > i &&
            next_kept(f, i + 1) == next_kept(f, ins[i].target))
            f->size[i] = 0;
    }
    for (;;) {
        int total = assign_addresses(f);
        bool changed = false;
        for (int k = 0; k < f->njumps; k++) {
            int i = f->jumps[k];
            if (f->size[i] != 1 || !is_short_jump(ins[i].op)) continue;
            int off = f->addr[ins[i].target] - f->addr[i] - 1;
            if (off >= -32000 && off <= 32000) continue;
            f->size[i] = ins[i].op == PY_OP_FOR_ITER ? 3 : 2;
            changed = true;
        }
        if (!changed) return total;
    }
}

// With an operand of 32 bits.
static struct py_insn wide(int op, int a, int off)
{
    return (struct py_insn){(uint16_t)op, (uint16_t)a, (uint16_t)((uint32_t)off & 0xffff),
                            (uint16_t)((uint32_t)off >> 16)};
}

static int inverse(int op)
{
    if (op >= PY_OP_JLT && op <= PY_OP_JGE) return op - PY_OP_JLT + PY_OP_JNLT;
    if (op >= PY_OP_JNLT && op <= PY_OP_JNGE) return op - PY_OP_JNLT + PY_OP_JLT;
    if (op >= PY_OP_JLTK && op <= PY_OP_JGEK) return op - PY_OP_JLTK + PY_OP_JNLTK;
    return op - PY_OP_JNLTK + PY_OP_JLTK;
}

static void write_jump(struct flow *f, int i, struct py_insn *out)
{
    const struct py_ins *v = &f->u->ins[i];
    struct py_insn *p = out + f->addr[i];
    *p = (struct py_insn){v->op, v->a, v->b, v->c};
    int off = f->addr[v->target] - f->addr[i] - 1;
    if (!is_short_jump(v->op)) {
        *p = wide(v->op, v->a, off);
    } else if (f->size[i] == 1) {
        p->c = (uint16_t)(int16_t)off;
    } else if (f->size[i] == 2) { // the opposite test skips a long jump
        p->op = (uint16_t)inverse(v->op);
        p->c = 1;
        p[1] = wide(PY_OP_JUMP, 0, off - 1);
    } else { // FOR_ITER: continue over the long jump, or take it at the end
        p->c = 1;
        p[1] = wide(PY_OP_JUMP, 0, 1);
        p[2] = wide(PY_OP_JUMP, 0, off - 2);
    }
}

// Are lines of such instructions told of by sys.settrace (begins_line in vm/trace.c)?
static bool tells_line(const struct py_ins *i)
{
    return i->op != PY_OP_JUMP && i->op != PY_OP_JUMP_BACK && !(i->op == PY_OP_RETURN_NONE && i->a);
}

// The marks that say more than the instruction behind them does.
static bool write_marks(struct flow *f, struct py_code *code)
{
    struct py_unit *u = f->u;
    int n = 0;
    for (int k = 0; k < u->nmarks; k++) {
        struct py_code_mark m = u->marks[k];
        int i = (int)m.at;
        if (i >= f->n || !f->live[i]) continue;
        while (i < f->n && !f->size[i]) i++;
        if (i == f->n || (tells_line(&u->ins[i]) && u->ins[i].pos.line == m.line)) continue;
        m.at = (uint32_t)f->addr[i];
        u->marks[n++] = m;
    }
    struct py_buf *b = n ? py_buf_new(f->c->iso, PY_K_RAW, (size_t)n * sizeof *u->marks) : NULL;
    if (!b) return !n;
    code->marks = memcpy(b->u.b, u->marks, (size_t)n * sizeof *u->marks);
    code->nmarks = (uint32_t)n;
    return true;
}

static bool write_handlers(struct flow *f, struct py_code *code)
{
    struct py_unit *u = f->u;
    struct py_comp *c = f->c;
    struct py_handler *h = NULL;
    int n = 0, cap = 0, cur = -1;
    for (int i = 0; i < f->n && u->nhands; i++) {
        if (!f->size[i]) continue;
        int k = u->ins[i].handler;
        if (k >= 0 && k != cur) {
            h = py_comp_grow(c, &c->passing, h, n, &cap, sizeof *h);
            if (!h) return false;
            uint32_t to = (uint32_t)f->addr[handler_of(u, &u->ins[i])];
            h[n++] = (struct py_handler){(uint32_t)f->addr[i], 0, to};
        }
        if (k >= 0) h[n - 1].end = (uint32_t)(f->addr[i] + f->size[i]);
        cur = k;
    }
    struct py_buf *b = n ? py_buf_new(c->iso, PY_K_RAW, (size_t)n * sizeof *h) : NULL;
    if (!b) return !n;
    code->handlers = memcpy(b->u.b, h, (size_t)n * sizeof *h);
    code->nhandlers = (uint32_t)n;
    return true;
}

static bool write_code(struct flow *f, struct py_code *code, int total)
{
    struct py_buf *b = py_buf_new(f->c->iso, PY_K_RAW, (size_t)total * sizeof(struct py_insn));
    if (!b) return false;
    code->insns = (struct py_insn *)(void *)b->u.b;
    code->ninsns = (uint32_t)total;
    b = py_buf_new(f->c->iso, PY_K_RAW, (size_t)total * sizeof(struct py_code_pos));
    if (!b) return false;
    code->pos = (struct py_code_pos *)(void *)b->u.b;
    const struct py_ins *ins = f->u->ins;
    struct py_insn *out = code->insns;
    struct py_code_pos *pos = code->pos;
    for (int i = 0; i < f->n; i++) {
        if (!f->size[i]) continue;
        if (ins[i].target < 0)
            out[f->addr[i]] = (struct py_insn){ins[i].op, ins[i].a, ins[i].b, ins[i].c};
        else write_jump(f, i, out);
        for (int k = 0; k < f->size[i]; k++) pos[f->addr[i] + k] = ins[i].pos;
    }
    return write_handlers(f, code) && write_marks(f, code);
}

static bool flow_init(struct flow *f, struct py_comp *c)
{
    struct py_unit *u = c->u;
    size_t n = (size_t)u->nins + 1;
    *f = (struct flow){
        .c = c, .u = u, .n = u->nins, .jumps = u->jumps, .njumps = u->njumps, .done = -1};
    f->addr = py_comp_room(c, &c->passing, n * sizeof(int));
    f->work = py_comp_room(c, &c->passing, 2 * n * sizeof(int));
    f->live = py_comp_mem(c, &c->passing, n);
    f->size = py_comp_room(c, &c->passing, n);
    if (u->nmarks) f->marked = py_comp_mem(c, &c->passing, n);
    if (c->failed || !py_tick(c->iso, n)) return false;
    for (int k = 0; k < u->nmarks; k++) f->marked[u->marks[k].at] = true;
    for (int k = 0; k < f->njumps; k++) {
        struct py_ins *v = &u->ins[f->jumps[k]];
        v->target = u->labels[v->target];
    }
    return true;
}

static py_value names_tuple(struct py_comp *c, struct py_ident **v, int n)
{
    py_value t = py_tuple_new(c->iso, (uint64_t)n);
    for (int i = 0; t && i < n; i++) py_tuple(t)->v[i] = py_text(c, v[i]);
    return t;
}

static py_value cell_names(struct py_comp *c, struct py_scope *s)
{
    struct py_ident **v = NULL;
    int n = 0, cap = 0;
    for (struct py_sym *y = s->syms; y; y = y->next) {
        if (y->where != PY_W_LOCAL || !(y->flags & PY_S_CELL)) continue;
        v = py_comp_grow(c, &c->passing, v, n, &cap, sizeof *v);
        if (!v) return NULL;
        v[n++] = y->name;
    }
    return names_tuple(c, v, n);
}

// Far constants follow the near ones, which only now are all known.
static bool join_consts(struct py_comp *c, struct py_code *code)
{
    struct py_consts *near = &c->u->near, *far = &c->u->far;
    if (near->n) code->consts = near->values->u.v;
    code->nconsts = near->n + far->n;
    if (!far->n) return true;
    struct py_buf *b = py_buf_resize(c->iso, near->values, code->nconsts * sizeof(py_value));
    if (!b) return false;
    code->consts = b->u.v;
    memcpy(b->u.v + near->n, far->values->u.v, far->n * sizeof(py_value));
    for (uint32_t i = 0; i < code->ninsns; i++) {
        struct py_insn *x = &code->insns[i];
        if (x->op == PY_OP_LOADK_FAR) *x = wide(x->op, x->a, py_insn_jump(*x) + (int32_t)near->n);
    }
    return true;
}

static bool fill(struct py_comp *c, struct py_code *code)
{
    struct py_unit *u = c->u;
    struct flow f;
    if (!flow_init(&f, c)) return false;
    for (int k = 0; k < f.njumps; k++) thread_jump(&f, f.jumps[k]);
    find_live(&f);
    memcpy(f.size, f.live, (size_t)f.n);
    drop_checks(&f);
    if (c->failed || !write_code(&f, code, layout(&f))) return false;
    if (!join_consts(c, code)) return false;
    code->ics = u->ics ? (struct py_ic *)(void *)u->ics->u.b : NULL;
    code->nics = u->nics;
    code->nregs = (uint16_t)u->max;
    code->nlocals = (uint16_t)u->nlocals;
    code->nfree = (uint16_t)u->scope->nfrees;
    code->varnames = names_tuple(c, u->varnames, u->nlocals);
    code->freenames = names_tuple(c, u->scope->frees, u->scope->nfrees);
    code->cellnames = cell_names(c, u->scope);
    return code->varnames && code->freenames && code->cellnames;
}

struct py_code *py_comp_unit_end(struct py_comp *c)
{
    struct py_unit *u = c->u;
    struct py_code *code = u->code;
    struct py_scope *s = u->scope;
    py_comp_emit(c, PY_OP_RETURN_NONE, 1, 0, 0); // dropped when unreachable
    if (!c->failed && !fill(c, code)) c->failed = true;
    if (code) {
        if (s->is_async) code->flags |= s->is_generator ? PY_CO_ASYNC_GENERATOR : PY_CO_COROUTINE;
        else if (s->is_generator) code->flags |= PY_CO_GENERATOR;
        if (s->kind == PY_SC_CLASS) code->flags |= PY_CO_CLASS;
        if (s->kind == PY_SC_MODULE) code->flags |= PY_CO_MODULE;
        if (s->nested) code->flags |= PY_CO_NESTED;
        if (c->ast->future & PY_FUTURE_ANNOTATIONS) code->flags |= PY_CO_FUTURE_ANNOTATIONS;
        if (s->parent && s->parent->kind == PY_SC_CLASS) code->flags |= PY_CO_METHOD;
    }
    py_comp_arena_reset(&c->passing, u->mark);
    c->u = u->up;
    c->scope = s->parent;
    return code;
}
