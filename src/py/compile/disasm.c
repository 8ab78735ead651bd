// Names and operand forms of the instructions, and a readable listing of code objects (--dis).
#include "comp_int.h"

#include "../../base/buf.h"

const struct py_op_info py_op_infos[PY_OP_COUNT] = {
#define PY_OP(name, form, effect) {form, #name},
#include "../obj/opcode.def"
#undef PY_OP
};

static const char *text_of(struct py_isolate *iso, py_value v)
{
    const char *s = v && py_is_str(v) ? py_str_utf8(iso, v, NULL) : NULL;
    return s ? s : "?";
}

static void append_const(struct py_isolate *iso, struct sa_buf *b, py_value v)
{
    if (py_is_kind(v, PY_K_CODE)) {
        sa_buf_appendf(b, "<code %s>", text_of(iso, ((struct py_code *)(void *)v)->qualname));
        return;
    }
    py_value r = py_repr(iso, v);
    if (!r && iso->exc && !iso->stop) py_error_clear(iso);
    const char *s = text_of(iso, r);
    sa_buf_append(b, s, strnlen(s, 60));
}

static void append_reg(struct py_isolate *iso, struct sa_buf *b, const struct py_code *k,
                       unsigned r)
{
    if (r < k->nlocals && k->varnames)
        sa_buf_appendf(b, " %s", text_of(iso, py_tuple(k->varnames)->v[r]));
    else sa_buf_appendf(b, " r%u", r);
}

static void append_operand(struct py_isolate *iso, struct sa_buf *b, const struct py_code *k,
                           uint32_t at, char form, unsigned v)
{
    switch (form) {
    case 'r':
    case 'w':
    case 'm': append_reg(iso, b, k, v); break;
    case 'k':
        sa_buf_appends(b, " ");
        if (v < k->nconsts) append_const(iso, b, k->consts[v]);
        break;
    case 'i': sa_buf_appendf(b, " .%s", v < k->nics ? text_of(iso, k->ics[v].name) : "?"); break;
    case 'j': sa_buf_appendf(b, " ->%d", (int)at + 1 + (int16_t)v); break;
    case 'n': sa_buf_appendf(b, " #%u", v); break;
    default: break;
    }
}

static void append_insn(struct py_isolate *iso, struct sa_buf *b, const struct py_code *k,
                        uint32_t i, uint32_t *line)
{
    struct py_insn x = k->insns[i];
    const char *form = py_op_infos[x.op].form;
    if (k->pos[i].line != *line) sa_buf_appendf(b, "%5u", *line = k->pos[i].line);
    else sa_buf_appends(b, "     ");
    sa_buf_appendf(b, " %4u  %-18s", i, py_op_infos[x.op].name);
    append_operand(iso, b, k, i, form[0], x.a);
    if (form[1] == 'K') {
        append_const(iso, b, k->consts[(uint32_t)py_insn_jump(x)]);
    } else if (form[1] == 'J') {
        if (x.op == PY_OP_LOADI) sa_buf_appendf(b, " #%d", (int)py_insn_jump(x));
        else sa_buf_appendf(b, " ->%d", (int)i + 1 + (int)py_insn_jump(x));
    } else {
        append_operand(iso, b, k, i, form[1], x.b);
        append_operand(iso, b, k, i, form[2], x.c);
    }
    sa_buf_appends(b, "\n");
}

static void append_code(struct py_isolate *iso, struct sa_buf *b, const struct py_code *k)
{
    uint32_t line = 0;
    if (!py_enter(iso, " while listing code")) return;
    sa_buf_appendf(b, "%s: %u registers, %u locals, %u arguments, %u cells of outer functions\n",
                   text_of(iso, k->qualname), k->nregs, k->nlocals, k->nargs + k->nkwonly,
                   k->nfree);
    for (uint32_t i = 0; i < k->ninsns; i++) append_insn(iso, b, k, i, &line);
    for (uint32_t i = 0; i < k->nhandlers; i++)
        sa_buf_appendf(b, "      [%u, %u) guarded, handler at %u\n", k->handlers[i].start,
                       k->handlers[i].end, k->handlers[i].target);
    for (uint32_t i = 0; i < k->nconsts; i++) {
        if (!py_is_kind(k->consts[i], PY_K_CODE)) continue;
        sa_buf_appends(b, "\n");
        append_code(iso, b, (const struct py_code *)(void *)k->consts[i]);
    }
    py_leave(iso);
}

char *py_code_disassemble(struct py_isolate *iso, struct py_code *code)
{
    struct sa_buf b = SA_BUF_INIT(SA_BUF_TEXT);
    append_code(iso, &b, code);
    return sa_buf_take(&b, NULL);
}
