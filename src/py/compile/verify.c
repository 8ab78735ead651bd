// Checks a code object against the operand forms of opcode.def: registers, constants, caches and
// jumps in range, control that cannot run off the end. For tests, fuzzing and debug builds.
#include "comp_int.h"

// Registers an 'm' operand covers, from its first.
static unsigned run_length(struct py_insn x, int operand)
{
    switch (x.op) {
    case PY_OP_LOAD_METHOD:
    case PY_OP_LOAD_METHOD_ONCE:
    case PY_OP_LOAD_SPECIAL:
    case PY_OP_PUSH_EXC:
    case PY_OP_MATCH_EXC_STAR:
    case PY_OP_WITH_EXIT:
    case PY_OP_END_ASYNC_FOR: return 2;
    case PY_OP_LOAD_SUPER_METHOD: return operand ? 3 : 2;
    case PY_OP_LOAD_SUPER_ATTR:
    case PY_OP_BUILD_SLICE:
    case PY_OP_MATCH_CLASS: return 3;
    case PY_OP_MAKE_TYPEPARAM: return x.c == 0 || x.c == 3 ? 3 : 1;
    case PY_OP_MAKE_TYPEALIAS: return 4;
    case PY_OP_UNPACK: return x.c;
    case PY_OP_UNPACK_EX: return (x.c & 255u) + 1 + (x.c >> 8);
    case PY_OP_BUILD_TUPLE:
    case PY_OP_BUILD_LIST:
    case PY_OP_BUILD_SET:
    case PY_OP_BUILD_STRING: return x.c;
    case PY_OP_BUILD_MAP: return 2u * x.c;
    case PY_OP_FORMAT: return x.c & 4 ? 2 : 1;
    case PY_OP_CALL: return 1u + x.c;
    case PY_OP_CALL_KW:
    case PY_OP_CALL_METHOD: return 2u + x.c;
    case PY_OP_CALL_METHOD_KW: return 3u + x.c;
    case PY_OP_CALL_EX: return x.c ? 3 : 2;
    case PY_OP_BUILD_CLASS: return 3u + x.c;
    case PY_OP_BUILD_CLASS_EX: return 4;
    case PY_OP_MAKE_FUNCTION: return x.c == 65535 ? 0 : 4;
    default: return 1;
    }
}

static const char *check_operand(const struct py_code *k, uint32_t at, struct py_insn x,
                                 int operand)
{
    unsigned v = operand == 0 ? x.a : operand == 1 ? x.b : x.c;
    switch (py_op_infos[x.op].form[operand]) {
    case 'r':
    case 'w': return v < k->nregs ? NULL : "register out of range";
    case 'm': {
        unsigned n = run_length(x, operand);
        return n == 0 || v + n <= k->nregs ? NULL : "run of registers out of range";
    }
    case 'k': return v < k->nconsts ? NULL : "constant out of range";
    case 'i': return v < k->nics && k->ics[v].name ? NULL : "inline cache out of range";
    case 'j': {
        int64_t t = (int64_t)at + 1 + (int16_t)v;
        return t >= 0 && t < k->ninsns ? NULL : "jump out of range";
    }
    default: return NULL;
    }
}

static bool ends(int op)
{
    return op == PY_OP_JUMP || op == PY_OP_JUMP_BACK || op == PY_OP_RETURN ||
           op == PY_OP_RETURN_NONE || op == PY_OP_RERAISE || op == PY_OP_RAISE ||
           op == PY_OP_RAISE_ASSERT || op == PY_OP_END_ASYNC_FOR;
}

static const char *check_insn(const struct py_code *k, uint32_t i)
{
    struct py_insn x = k->insns[i];
    if (x.op >= PY_OP_COUNT) return "unknown instruction";
    const char *form = py_op_infos[x.op].form, *bad = check_operand(k, i, x, 0);
    if (bad) return bad;
    if (form[1] == 'K')
        return (uint32_t)py_insn_jump(x) < k->nconsts ? NULL : "constant out of range";
    if (form[1] == 'J') {
        int64_t t = (int64_t)i + 1 + py_insn_jump(x);
        return x.op == PY_OP_LOADI || (t >= 0 && t < k->ninsns) ? NULL : "jump out of range";
    }
    bad = check_operand(k, i, x, 1);
    return bad ? bad : check_operand(k, i, x, 2);
}

static const char *check_closures(const struct py_code *k)
{
    for (uint32_t i = 0; i < k->ninsns; i++) {
        struct py_insn x = k->insns[i];
        unsigned slot = x.op == PY_OP_LOAD_CLASSDEREF ? x.c : x.b;
        switch (x.op) {
        case PY_OP_LOAD_FREE:
        case PY_OP_STORE_FREE:
        case PY_OP_DEL_FREE:
        case PY_OP_LOAD_CLOSURE:
        case PY_OP_LOAD_CLASSDEREF:
            if (slot >= k->nfree) return "closure slot out of range";
            break;
        default: break;
        }
    }
    return NULL;
}

const char *py_code_verify(const struct py_code *k)
{
    if (!k->ninsns) return "no instructions";
    if (k->nlocals > k->nregs) return "locals exceed registers";
    if (!ends(k->insns[k->ninsns - 1].op)) return "control runs off the end";
    for (uint32_t i = 0; i < k->ninsns; i++) {
        const char *bad = check_insn(k, i);
        if (bad) return bad;
    }
    for (uint32_t i = 0; i < k->nhandlers; i++) {
        const struct py_handler *h = &k->handlers[i];
        if (h->start >= h->end || h->end > k->ninsns || h->target >= k->ninsns)
            return "handler range";
        if (k->insns[h->target].op != PY_OP_PUSH_EXC) return "handler does not start with PUSH_EXC";
    }
    for (uint32_t i = 0; i < k->nconsts; i++) {
        const char *bad = py_is_kind(k->consts[i], PY_K_CODE)
                              ? py_code_verify((const struct py_code *)(void *)k->consts[i])
                              : NULL;
        if (bad) return bad;
    }
    return check_closures(k);
}
