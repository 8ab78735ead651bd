// Module builtins: the table of functions. The types and exceptions of the language are added to
// the same namespace by name.
#include "builtins_int.h"
#include "../obj/typeobj.h"

#define ROW(name, sig, doc) PY_ROW(#name, py_bi_##name, sig, doc)
static const struct py_native_row functions[] = {
    ROW(abs, "x, /", "Distance of a number from zero."),
    ROW(aiter, "async_iterable, /",
        "What `async for` asks for the items of an asynchronous iterable."),
    ROW(all, "iterable, /", "Is every item true? An empty iterable counts as yes."),
    ROW(anext, "aiterator, default=None, /",
        "Await this for the next item of an asynchronous iterator; the default stands in "
        "at its end."),
    ROW(any, "iterable, /", "Is at least one item true? An empty iterable counts as no."),
    ROW(ascii, "obj, /", "Like repr(), with an escape for every character outside ASCII."),
    ROW(bin, "number, /", "Binary digits of an int after 0b: bin(5) == '0b101'."),
    ROW(breakpoint, "*args, **kws", "Not available here."),
    ROW(callable, "obj, /", "Can the object be called with parentheses?"),
    ROW(chr, "i, /", "The character whose code point is i."),
    ROW(compile,
        "source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1",
        "Turns text, bytes or a tree of module ast into code for exec() or eval()."),
    ROW(delattr, "obj, name, /", "Removes an attribute: delattr(o, 'x') does what `del o.x` does."),
    ROW(dir, "object=None, /",
        "Sorted names of an object's attributes; with no object, the names defined here."),
    ROW(divmod, "x, y, /", "Quotient rounded down, and the remainder, as a pair."),
    ROW(eval, "source, globals=None, locals=None, /",
        "Value of one expression, given as text or code."),
    ROW(exec, "source, globals=None, locals=None, /, *, closure=None",
        "Runs statements, given as text or code; gives nothing back."),
    ROW(exit, "code=None", "Ends the program by raising SystemExit(code)."),
    PY_ROW("quit", py_bi_exit, "code=None", "Ends the program by raising SystemExit(code)."),
    ROW(format, "value, format_spec='', /",
        "Text for a value as the spec asks: format(3.14159, '.2f') == '3.14'."),
    ROW(getattr, "object, name, default=None, /",
        "Attribute under a name known at run time; a third argument stands in where it "
        "is missing."),
    ROW(globals, "", "The module's variables, as the dict that holds them."),
    ROW(hasattr, "obj, name, /", "Would getattr() find that attribute?"),
    ROW(hash, "obj, /",
        "The number under which sets and dicts file the object; equal objects have equal "
        "ones."),
    ROW(help, "request=None, /", "Print the signature and the documentation of an object."),
    ROW(hex, "number, /", "Hexadecimal digits of an int after 0x: hex(255) == '0xff'."),
    ROW(id, "obj, /", "A number that no other object alive has."),
    ROW(input, "prompt='', /",
        "Prints the prompt, then waits for a line of input and gives it without its "
        "newline."),
    ROW(isinstance, "obj, class_or_tuple, /",
        "Is the object of that class or a descendant of it? A tuple asks for any of its "
        "classes."),
    ROW(issubclass, "cls, class_or_tuple, /",
        "Does a class descend from another, or is it the same? A tuple asks for any of "
        "its classes."),
    ROW(iter, "object, sentinel=None, /",
        "Iterator over the items; with a sentinel, over what calls give until one equals "
        "it."),
    ROW(len, "obj, /", "How many items there are."),
    ROW(locals, "", "Names bound in the running function, with their values, as a dict."),
    ROW(max, "*args, key=None, default=None",
        "The biggest item of an iterable, or of several arguments; key says what to "
        "compare by."),
    ROW(min, "*args, key=None, default=None",
        "The least item of an iterable, or of several arguments; key says what to "
        "compare by."),
    ROW(next, "iterator, default=None, /",
        "Takes one item from an iterator; the default, if given, takes the place of "
        "StopIteration."),
    ROW(oct, "number, /", "Octal digits of an int after 0o: oct(8) == '0o10'."),
    ROW(open,
        "file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None",
        "Open a granted file for reading."),
    ROW(ord, "c, /", "The code point of a single character: ord('a') == 97."),
    ROW(pow, "base, exp, mod=None",
        "base to the power exp; with mod the remainder of that, found without the big number."),
    ROW(print, "*args, sep=' ', end='\\n', file=None, flush=False",
        "Writes the values as text with sep between them and end behind."),
    ROW(repr, "obj, /",
        "Text that shows the object to a programmer, often as an expression that makes "
        "it."),
    ROW(round, "number, ndigits=None",
        "The nearest number with that many decimals; a tie goes to the even neighbour."),
    ROW(setattr, "obj, name, value, /",
        "Binds an attribute: setattr(o, 'x', v) does what `o.x = v` does."),
    ROW(sorted, "*args, key=None, reverse=False",
        "The items as a list in rising order; equal ones keep their places."),
    ROW(sum, "iterable, /, start=0",
        "All items added up, beginning with start. Strings want ''.join()."),
    ROW(vars, "object=None, /",
        "Attributes of an object as a dict; with no object, the same as locals()."),
    PY_ROW("__build_class__", py_bi_build_class, "*args, **kwargs",
           "Carries out a class statement."),
    PY_ROW("__import__", py_bi_import, "name, globals=None, locals=None, fromlist=(), level=0",
           "Carries out an import statement."),
    {0},
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
    .names = 160,
    .doc = "The names that every module sees without an import.",
};
