// Format specifications ("[[fill]align][sign][z][#][0][width][grouping][.precision][type]"):
// parsing, padding and digit grouping, shared by str, int, float and complex. obj/format*.c.
#ifndef PY_FORMAT_H
#define PY_FORMAT_H

#include "../native.h"

struct py_format_spec {
    uint32_t fill;     // code point; ' ' unless given ('0' for a leading 0)
    char align;        // '<' '>' '=' '^'; the default alignment unless given
    char sign;         // '+' '-' ' ', 0: not given
    bool z;            // "z": negative zero is printed as zero
    bool alternate;    // "#"
    bool zero;         // "0" before the width
    bool aligned;      // an alignment was given
    char grouping;     // ',' '_', 0: none
    int64_t width;     // -1: none
    int64_t precision; // -1: none
    uint32_t type;     // presentation type (code point), default_type unless given
};

// Parses spec (a str). default_align is '<' for text and '>' for numbers; default_type is 's', 'd'
// or 0. `v` is the value being formatted, named in messages. False: ValueError raised.
bool py_format_spec_parse(struct py_isolate *iso, py_value spec, py_value v, char default_align,
                          uint32_t default_type, struct py_format_spec *out);
// ValueError "Unknown format code 'x' for object of type 'T'".
void *py_format_unknown(struct py_isolate *iso, uint32_t type, py_value v);

// text padded to f->width by fill and alignment ('=' as '>').
py_value py_format_pad(struct py_isolate *iso, const struct py_format_spec *f, py_value text);

// A number in pieces, all ASCII, none NUL-terminated: sign (0: none), prefix ("0x"), integer
// digits, and the rest ("." fraction, exponent, "%"). `group` is digits per separator (3, or 4 for
// b o x).
struct py_number_text {
    char sign;
    const char *prefix;
    size_t prefix_len;
    const char *digits;
    size_t digits_len;
    const char *rest;
    size_t rest_len;
    int group;
};
// Groups digits, zero-fills between sign and digits for '=' and pads. Signs are the caller's job
// (see py_format_sign).
py_value py_format_number(struct py_isolate *iso, const struct py_format_spec *f,
                          const struct py_number_text *n);
// The character to print before a number: '-' for negative, else by f->sign; 0: none.
static inline char py_format_sign(const struct py_format_spec *f, bool negative)
{
    if (negative) return '-';
    return f->sign == '+' || f->sign == ' ' ? f->sign : 0;
}

// What types give to format(): v.__format__(spec) with spec a str.
py_value py_int_format(struct py_isolate *iso, py_value v, py_value spec);
py_value py_float_format(struct py_isolate *iso, py_value v, py_value spec);
py_value py_complex_format(struct py_isolate *iso, py_value v, py_value spec);
py_value py_str_format_spec(struct py_isolate *iso, py_value v, py_value spec);

// Text of a double as C's printf with 'e' 'f' 'g' (and 'E' 'F' 'G', 'r': repr) in the C locale,
// exact and rounded correctly; alternate keeps the point.
py_value py_float_text(struct py_isolate *iso, double d, char type, int precision, bool alternate);
// Digits of an int in base 2, 8, 10 or 16 (lower case, '-' when negative, no prefix).
py_value py_int_text(struct py_isolate *iso, py_value v, int base);

// str % args and bytes % args (obj/percent.c).
py_value py_str_percent(struct py_isolate *iso, py_value fmt, py_value args);
py_value py_bytes_percent(struct py_isolate *iso, py_value fmt, py_value args); // or a bytearray
// str.format(*args, **kw): args a tuple, kw a dict or any mapping (format_map), or NULL.
py_value py_str_format_fields(struct py_isolate *iso, py_value fmt, py_value args, py_value kw);

#endif
