// Reads frozen code (frozen.h): the header at once, the body when the code first runs.
#include "frozen.h"

#include "../native.h"
#include "dict.h"
#include "str.h"

struct reader {
    struct py_isolate *iso;
    const unsigned char *p;
    py_value filename;
};

// What every code object runs until its body is there. Never rewritten: THAW has no inline cache.
static const struct py_insn stub[1] = {{.op = PY_OP_THAW}};

static uint64_t number(struct reader *r)
{
    uint64_t v = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char c = *r->p++;
        v |= (uint64_t)(c & 127) << shift;
        if (c < 128) return v;
    }
}

static int64_t signed_number(struct reader *r)
{
    uint64_t v = number(r);
    return (int64_t)(v >> 1 ^ (0 - (v & 1)));
}

// A counted run of bytes.
static const char *run(struct reader *r, size_t *n)
{
    *n = number(r);
    const char *s = (const char *)r->p;
    r->p += *n;
    return s;
}

static py_value doubles(struct reader *r, int n)
{
    double d[2];
    memcpy(d, r->p, (size_t)n * sizeof *d);
    r->p += (size_t)n * sizeof *d;
    return n == 1 ? py_float_new(r->iso, d[0]) : py_complex_new(r->iso, d[0], d[1]);
}

static py_value value(struct reader *r);

static py_value tuple(struct reader *r)
{
    uint64_t n = number(r);
    py_value t = n ? py_tuple_new(r->iso, n) : r->iso->empty_tuple;
    for (uint64_t i = 0; t && i < n; i++)
        if (!(py_tuple(t)->v[i] = value(r))) return NULL;
    return t;
}

static py_value frozenset(struct reader *r)
{
    uint64_t n = number(r);
    py_value s = py_set_new(r->iso, true);
    for (uint64_t i = 0; s && i < n; i++) {
        py_value v = value(r);
        if (!v || !py_set_add(r->iso, py_set(s), v)) return NULL;
    }
    return s;
}

static py_value code(struct reader *r)
{
    size_t n;
    const char *s = run(r, &n);
    return (py_value)py_code_thaw(r->iso, (const unsigned char *)s, r->filename);
}

// NULL stands for an absent value too: then no exception is pending.
static py_value value(struct reader *r)
{
    size_t n;
    const char *s;
    switch ((enum py_frozen_tag) * r->p++) {
    case PY_FROZEN_NULL: return NULL;
    case PY_FROZEN_NONE: return PY_NONE;
    case PY_FROZEN_FALSE: return PY_FALSE;
    case PY_FROZEN_TRUE: return PY_TRUE;
    case PY_FROZEN_ELLIPSIS: return PY_ELLIPSIS;
    case PY_FROZEN_INT: return py_int_new(r->iso, signed_number(r));
    case PY_FROZEN_BIG: s = run(r, &n); return py_int_parse(r->iso, s, n, 10);
    case PY_FROZEN_FLOAT: return doubles(r, 1);
    case PY_FROZEN_COMPLEX: return doubles(r, 2);
    case PY_FROZEN_NAME: s = run(r, &n); return py_str_intern(r->iso, s, n);
    case PY_FROZEN_STR: s = run(r, &n); return py_str_new(r->iso, s, n);
    case PY_FROZEN_BYTES: s = run(r, &n); return py_bytes_new(r->iso, s, n);
    case PY_FROZEN_TUPLE: return tuple(r);
    case PY_FROZEN_FROZENSET: return frozenset(r);
    case PY_FROZEN_CODE: return code(r);
    }
    return NULL;
}

struct py_code *py_code_thaw(struct py_isolate *iso, const unsigned char *frozen, py_value filename)
{
    struct reader r = {iso, frozen, filename};
    struct py_code *c = py_code_new(iso);
    if (!c) return NULL;
    c->filename = filename;
    c->flags = (uint32_t)number(&r);
    c->first_line = (uint32_t)number(&r);
    c->nregs = (uint16_t)number(&r);
    c->nlocals = (uint16_t)number(&r);
    c->nargs = (uint16_t)number(&r);
    c->nposonly = (uint16_t)number(&r);
    c->nkwonly = (uint16_t)number(&r);
    c->nfree = (uint16_t)number(&r);
    c->simple = number(&r);
    py_value *const texts[] = {&c->qualname,  &c->name,      &c->varnames,
                               &c->freenames, &c->cellnames, &c->doc};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = value(&r);
        if (iso->exc) return NULL;
    }
    if (!c->qualname) c->qualname = c->name;
    c->insns = (struct py_insn *)(uintptr_t)stub;
    c->frozen = r.p;
    return c;
}

// Room for n things of `size` bytes, NULL for none of them; *ok false: exception pending.
static void *room(struct reader *r, enum py_kind kind, uint64_t n, size_t size, bool *ok)
{
    struct py_buf *b = n && *ok ? py_buf_new(r->iso, kind, n * size) : NULL;
    *ok = *ok && (b || !n);
    return b ? b->u.b : NULL;
}

// What stands in the code object only once all of it is there: a limit that ends the reading asks
// for the line of a frame that still runs the stub.
struct insns {
    struct py_insn *v;
    struct py_code_pos *pos;
    uint32_t n;
};

static bool read_insns(struct reader *r, const struct py_code *c, struct insns *to)
{
    bool ok = true;
    uint32_t n = to->n = (uint32_t)number(r);
    struct py_insn *v = to->v = room(r, PY_K_RAW, n, sizeof *v, &ok);
    struct py_code_pos *pos = to->pos = room(r, PY_K_RAW, n, sizeof *pos, &ok);
    if (!ok) return false;
    for (uint32_t i = 0; i < n; i++) {
        v[i].op = (uint16_t)number(r);
        v[i].a = (uint16_t)number(r);
        v[i].b = (uint16_t)number(r);
        v[i].c = (uint16_t)number(r);
    }
    uint32_t line = c->first_line;
    for (uint32_t i = 0; i < n;) {
        uint32_t same = (uint32_t)number(r);
        line += (uint32_t)signed_number(r);
        for (; same; same--) pos[i++] = (struct py_code_pos){line, line, 0xffff, 0xffff};
    }
    return true;
}

static bool read_body(struct reader *r, struct py_code *c)
{
    struct insns insns; // the stack keeps them alive
    bool ok = read_insns(r, c, &insns);
    if (!ok) return false;
    uint32_t n = (uint32_t)number(r);
    c->handlers = room(r, PY_K_RAW, n, sizeof *c->handlers, &ok);
    if (!ok) return false;
    c->nhandlers = n;
    for (uint32_t i = 0; i < n; i++) {
        c->handlers[i].start = (uint32_t)number(r);
        c->handlers[i].end = (uint32_t)number(r);
        c->handlers[i].target = (uint32_t)number(r);
    }
    n = (uint32_t)number(r);
    c->consts = room(r, PY_K_VALUES, n, sizeof *c->consts, &ok);
    for (uint32_t i = 0; ok && i < n; i++) {
        c->consts[i] = value(r);
        ok = !r->iso->exc;
    }
    c->nconsts = n;
    if (!ok) return false;
    n = (uint32_t)number(r);
    c->ics = room(r, PY_K_VALUES, n, sizeof *c->ics, &ok);
    for (uint32_t i = 0; ok && i < n; i++) ok = (c->ics[i].name = value(r)) != NULL;
    c->nics = n;
    if (!ok) return false;
    c->insns = insns.v;
    c->pos = insns.pos;
    c->ninsns = insns.n;
    return true;
}

bool py_code_ready(struct py_isolate *iso, struct py_code *c)
{
    if (!c->frozen) return true;
    struct reader r = {iso, c->frozen, c->filename};
    if (read_body(&r, c)) {
        c->frozen = NULL;
        return true;
    }
    // As it was: a later try may find memory.
    c->handlers = NULL;
    c->consts = NULL;
    c->ics = NULL;
    c->nhandlers = c->nconsts = c->nics = 0;
    return false;
}
