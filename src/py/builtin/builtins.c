// Module builtins: the table of functions. The types and exceptions of the language are added to
// the same namespace by name.
#include "builtins_int.h"
#include "../obj/typeobj.h"

#define ROW(name, sig, doc)                                                                        \
    {                                                                                              \
#name, py_bi_##name, sig, PY_ROW_PLAIN, doc                                                \
    }
static const struct py_native_row functions[] = {
    ROW(abs, "x, /", "Return the absolute value of the argument."),
    ROW(aiter, "async_iterable, /", "Return an AsyncIterator for an AsyncIterable object."),
    ROW(all, "iterable, /", "Return True if bool(x) is True for all values x in the iterable."),
    ROW(anext, "aiterator, default=None, /", "Return the next item from the async iterator."),
    ROW(any, "iterable, /", "Return True if bool(x) is True for any x in the iterable."),
    ROW(ascii, "obj, /", "Return an ASCII-only representation of an object."),
    ROW(bin, "number, /", "Return the binary representation of an integer."),
    ROW(breakpoint, "*args, **kws", "Not available here."),
    ROW(callable, "obj, /", "Return whether the object is callable (i.e., some kind of function)."),
    ROW(chr, "i, /",
        "Return a Unicode string of one character with ordinal i; 0 <= i <= 0x10ffff."),
    ROW(compile,
        "source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1",
        "Compile source into a code object that can be executed by exec() or eval()."),
    ROW(delattr, "obj, name, /", "Deletes the named attribute from the given object."),
    ROW(dir, "object=None, /",
        "If called without an argument, return the names in the current scope."),
    ROW(divmod, "x, y, /", "Return the tuple (x//y, x%y).  Invariant: div*y + mod == x."),
    ROW(eval, "source, globals=None, locals=None, /",
        "Evaluate the given source in the context of globals and locals."),
    ROW(exec, "source, globals=None, locals=None, /, *, closure=None",
        "Execute the given source in the context of globals and locals."),
    ROW(exit, "code=None", "Exit by raising SystemExit(code)."),
    {"quit", py_bi_exit, "code=None", PY_ROW_PLAIN, "Exit by raising SystemExit(code)."},
    ROW(format, "value, format_spec='', /", "Return type(value).__format__(value, format_spec)"),
    ROW(getattr, "object, name, default=None, /", "Get a named attribute from an object."),
    ROW(globals, "", "Return the dictionary containing the current scope's global variables."),
    ROW(hasattr, "obj, name, /", "Return whether the object has an attribute with the given name."),
    ROW(hash, "obj, /", "Return the hash value for the given object."),
    ROW(help, "request=None, /", "Print the signature and the documentation of an object."),
    ROW(hex, "number, /", "Return the hexadecimal representation of an integer."),
    ROW(id, "obj, /", "Return the identity of an object."),
    ROW(input, "prompt='', /",
        "Read a string from standard input.  The trailing newline is stripped."),
    ROW(isinstance, "obj, class_or_tuple, /",
        "Return whether an object is an instance of a class or of a subclass thereof."),
    ROW(issubclass, "cls, class_or_tuple, /",
        "Return whether 'cls' is derived from another class or is the same class."),
    ROW(iter, "object, sentinel=None, /", "Get an iterator from an object."),
    ROW(len, "obj, /", "Return the number of items in a container."),
    ROW(locals, "", "Return a dictionary containing the current scope's local variables."),
    ROW(max, "*args, key=None, default=None",
        "With a single iterable argument, return its biggest item."),
    ROW(min, "*args, key=None, default=None",
        "With a single iterable argument, return its smallest item."),
    ROW(next, "iterator, default=None, /", "Return the next item from the iterator."),
    ROW(oct, "number, /", "Return the octal representation of an integer."),
    ROW(open,
        "file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None",
        "Open a granted file for reading."),
    ROW(ord, "c, /", "Return the Unicode code point for a one-character string."),
    ROW(pow, "base, exp, mod=None",
        "Equivalent to base**exp with 2 arguments or base**exp % mod with 3 arguments."),
    ROW(print, "*args, sep=' ', end='\\n', file=None, flush=False",
        "Prints the values to a stream, or to sys.stdout by default."),
    ROW(repr, "obj, /", "Return the canonical string representation of the object."),
    ROW(round, "number, ndigits=None", "Round a number to a given precision in decimal digits."),
    ROW(setattr, "obj, name, value, /",
        "Sets the named attribute on the given object to the specified value."),
    ROW(sorted, "*args, key=None, reverse=False",
        "Return a new list containing all items from the iterable in ascending order."),
    ROW(sum, "iterable, /, start=0",
        "Return the sum of a 'start' value (default: 0) plus an iterable of numbers"),
    ROW(vars, "object=None, /",
        "Without arguments, equivalent to locals(); with an argument, object.__dict__."),
    {"__build_class__", py_bi_build_class, "*args, **kwargs", PY_ROW_PLAIN,
     "Internal helper function used by the class statement."},
    {"__import__", py_bi_import, "name, globals=None, locals=None, fromlist=(), level=0",
     PY_ROW_PLAIN, "Import a module."},
    {NULL, NULL, NULL, 0, NULL},
};

// Types that programs find by name without an import; the exceptions, which end enum py_type_id,
// come to them.
static const enum py_type_id types[] = {
    PY_T_OBJECT,   PY_T_TYPE,  PY_T_INT,       PY_T_BOOL,       PY_T_FLOAT,       PY_T_COMPLEX,
    PY_T_STR,      PY_T_BYTES, PY_T_BYTEARRAY, PY_T_MEMORYVIEW, PY_T_TUPLE,       PY_T_LIST,
    PY_T_DICT,     PY_T_SET,   PY_T_FROZENSET, PY_T_RANGE,      PY_T_SLICE,       PY_T_ENUMERATE,
    PY_T_ZIP,      PY_T_MAP,   PY_T_FILTER,    PY_T_REVERSED,   PY_T_CLASSMETHOD, PY_T_STATICMETHOD,
    PY_T_PROPERTY, PY_T_SUPER,
};

static bool set_type(struct py_isolate *iso, struct py_module *m, enum py_type_id id)
{
    struct py_type *t = py_t(iso, id);
    return py_dict_set(iso, m->dict, t->name, (py_value)t);
}

static bool init(struct py_isolate *iso, struct py_module *m)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!set_type(iso, m, types[i])) return false;
    for (int i = PY_T_BaseException; i < PY_T_COUNT; i++)
        if (!set_type(iso, m, (enum py_type_id)i)) return false;
    py_value oserror = (py_value)py_t(iso, PY_T_OSError);
    return py_module_set(iso, m, "IOError", oserror) &&
           py_module_set(iso, m, "EnvironmentError", oserror) &&
           py_module_set(iso, m, "None", PY_NONE) && py_module_set(iso, m, "True", PY_TRUE) &&
           py_module_set(iso, m, "False", PY_FALSE) &&
           py_module_set(iso, m, "Ellipsis", PY_ELLIPSIS) &&
           py_module_set(iso, m, "NotImplemented", PY_NOTIMPL) &&
           py_module_set(iso, m, "__debug__", PY_TRUE);
}

const struct py_moddef py_mod_builtins = {
    .name = "builtins",
    .functions = functions,
    .init = init,
    .doc = "Built-in functions, types, exceptions, and other objects.",
};
