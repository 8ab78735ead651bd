// The str type beyond str.h: repr, and the rows of its methods by file.
#ifndef PY_STR_TYPE_H
#define PY_STR_TYPE_H

#include "../native.h"

// repr(s) with CPython's choice of quotes and escapes; ascii: escapes all that is not ASCII.
py_value py_str_repr(struct py_isolate *iso, py_value s, bool ascii);

// Implementations that the method table in str_methods.c lists.
#define PY_STR_FN(name) PY_NATIVE(py_str_m_##name)
PY_STR_FN(upper);
PY_STR_FN(lower);
PY_STR_FN(title);
PY_STR_FN(casefold);
PY_STR_FN(swapcase);
PY_STR_FN(capitalize);
PY_STR_FN(isalnum);
PY_STR_FN(isalpha);
PY_STR_FN(isascii);
PY_STR_FN(isdecimal);
PY_STR_FN(isdigit);
PY_STR_FN(isidentifier);
PY_STR_FN(islower);
PY_STR_FN(isnumeric);
PY_STR_FN(isprintable);
PY_STR_FN(isspace);
PY_STR_FN(istitle);
PY_STR_FN(isupper);
PY_STR_FN(split);
PY_STR_FN(rsplit);
PY_STR_FN(splitlines);
PY_STR_FN(partition);
PY_STR_FN(rpartition);
PY_STR_FN(strip);
PY_STR_FN(lstrip);
PY_STR_FN(rstrip);
PY_STR_FN(removeprefix);
PY_STR_FN(removesuffix);
PY_STR_FN(center);
PY_STR_FN(ljust);
PY_STR_FN(rjust);
PY_STR_FN(zfill);
PY_STR_FN(expandtabs);
PY_STR_FN(maketrans);
PY_STR_FN(translate);
PY_STR_FN(find);
PY_STR_FN(rfind);
PY_STR_FN(index);
PY_STR_FN(rindex);
PY_STR_FN(count);
PY_STR_FN(replace);
PY_STR_FN(startswith);
PY_STR_FN(endswith);
PY_STR_FN(join);
PY_STR_FN(encode);
PY_NATIVE_RAW(py_str_m_format);
PY_STR_FN(format_map);

extern const struct py_native_row py_str_methods[];
int64_t py_str_rfind(struct py_isolate *iso, const struct py_str *s, const struct py_str *sub,
                     int64_t start, int64_t end);

#endif
