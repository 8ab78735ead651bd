// lit.c: number tokens as Constant nodes. Integers stay text (any size), the rest goes through
// strtod, which rounds correctly.
#include "parse_int.h"

#include <stdlib.h>

#define MAX_DECIMAL_DIGITS 4300 // sys.int_info.default_max_str_digits

static int digit_of(char c)
{
    return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

static bool fill_int(struct py_parser *p, struct py_const *c, const char *s, int n)
{
    int base = 10;
    if (n > 1 && s[0] == '0' && (s[1] | 0x20) > '9') {
        base = (s[1] | 0x20) == 'x' ? 16 : (s[1] | 0x20) == 'o' ? 8 : 2;
        s += 2, n -= 2;
    }
    char *digits = py_parse_mem(p, (size_t)n + 1);
    if (!digits) return false;
    uint32_t len = 0;
    uint64_t value = 0;
    bool fits = true;
    for (int i = 0; i < n; i++) {
        if (s[i] == '_' || (s[i] == '0' && !len)) continue;
        digits[len++] = s[i];
        bool over = __builtin_mul_overflow(value, (uint64_t)base, &value);
        fits &= !over & !__builtin_add_overflow(value, (uint64_t)digit_of(s[i]), &value);
    }
    if (!len) digits[len++] = '0';
    *c = (struct py_const){.kind = PY_CONST_INT,
                           .base = (uint8_t)base,
                           .is_small = fits,
                           .len = len,
                           .s = digits,
                           .u64 = fits ? value : 0};
    return true;
}

static bool fill_float(struct py_parser *p, struct py_const *c, const char *s, int n)
{
    char local[64], *text = local;
    if (n >= (int)sizeof local && !(text = py_parse_mem(p, (size_t)n + 1))) return false;
    int len = 0;
    for (int i = 0; i < n; i++)
        if (s[i] != '_') text[len++] = s[i];
    text[len] = 0;
    bool imaginary = (text[len - 1] | 0x20) == 'j';
    *c = (struct py_const){.kind = imaginary ? PY_CONST_IMAG : PY_CONST_FLOAT,
                           .f = strtod(text, NULL)};
    return true;
}

struct py_node *py_gram_number(struct py_parser *p, const struct py_token *t)
{
    struct py_node *node = py_node_new(p, PY_AST_Constant, py_tok_pos(t));
    if (!node) return NULL;
    const char *s = p->src + t->start;
    int n = t->end - t->start;
    bool based = n > 1 && s[0] == '0' && strchr("xXoObB", s[1]);
    bool integer = based || !memchr(s, '.', (size_t)n);
    for (int i = 0; integer && !based && i < n; i++)
        integer = (s[i] | 0x20) != 'e' && (s[i] | 0x20) != 'j';
    if (!integer) return fill_float(p, &node->Constant.value, s, n) ? node : NULL;
    if (!fill_int(p, &node->Constant.value, s, n)) return NULL;
    const struct py_pos whole_line = {t->line, -1, t->end_line, -1};
    if (node->Constant.value.base == 10 && node->Constant.value.len > MAX_DECIMAL_DIGITS)
        return py_lex_raise(
            p, PY_SYNTAX_ERROR, whole_line,
            "Exceeds the limit (%d digits) for integer string conversion: value has %u "
            "digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
            "hexadecimal for huge integer literals to avoid decimal conversion limits.",
            MAX_DECIMAL_DIGITS, node->Constant.value.len);
    return node;
}
