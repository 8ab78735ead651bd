// Names: what Python takes for one, what it has itself, what effects are called.
#include <ctype.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

static bool is_keyword(const char *name)
{
    static const char *const keywords[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
    for (size_t i = 0; i < SA_COUNT(keywords); i++)
        if (!strcmp(name, keywords[i])) return true;
    return false;
}

bool sa_is_identifier(const char *name)
{
    if (!name || !*name || isdigit((unsigned char)*name)) return false;
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_' && (unsigned char)*p < 0x80) return false;
    return !is_keyword(name);
}

int sa_variable_name_check(const char *name, struct sa_err *err)
{
    bool own = sa_starts_with(name, "__") && sa_ends_with(name, "__"); // __builtins__
    if (!own && sa_is_identifier(name)) return SA_OK;
    return sa_err_set(err, SA_E_USAGE, "'%.80s' is no variable name: %s", name,
                      is_keyword(name) ? "Python has that word for itself"
                      : own            ? "Python has names of that form for itself"
                                       : "letters, digits and _ make one, no digit first");
}

// Without those of exceptions, which end in a few words.
bool sa_is_builtin(const char *name)
{
    static const char *const names[] = {"abs",
                                        "aiter",
                                        "all",
                                        "anext",
                                        "any",
                                        "ascii",
                                        "bin",
                                        "bool",
                                        "breakpoint",
                                        "bytearray",
                                        "bytes",
                                        "callable",
                                        "chr",
                                        "classmethod",
                                        "compile",
                                        "complex",
                                        "copyright",
                                        "credits",
                                        "delattr",
                                        "dict",
                                        "dir",
                                        "divmod",
                                        "enumerate",
                                        "eval",
                                        "exec",
                                        "exit",
                                        "filter",
                                        "float",
                                        "format",
                                        "frozenset",
                                        "getattr",
                                        "globals",
                                        "hasattr",
                                        "hash",
                                        "help",
                                        "hex",
                                        "id",
                                        "input",
                                        "int",
                                        "isinstance",
                                        "issubclass",
                                        "iter",
                                        "len",
                                        "license",
                                        "list",
                                        "locals",
                                        "map",
                                        "max",
                                        "memoryview",
                                        "min",
                                        "next",
                                        "object",
                                        "oct",
                                        "open",
                                        "ord",
                                        "pow",
                                        "print",
                                        "property",
                                        "quit",
                                        "range",
                                        "repr",
                                        "reversed",
                                        "round",
                                        "set",
                                        "setattr",
                                        "slice",
                                        "sorted",
                                        "staticmethod",
                                        "str",
                                        "sum",
                                        "super",
                                        "tuple",
                                        "type",
                                        "vars",
                                        "zip",
                                        "Ellipsis",
                                        "NotImplemented",
                                        "Exception",
                                        "BaseException",
                                        "ExceptionGroup",
                                        "BaseExceptionGroup",
                                        "GeneratorExit",
                                        "SystemExit",
                                        "KeyboardInterrupt",
                                        "StopIteration",
                                        "StopAsyncIteration",
                                        "Warning"};
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (!strcmp(names[i], name)) return true;
    return (isupper((unsigned char)*name) &&
            (sa_ends_with(name, "Error") || sa_ends_with(name, "Warning"))) ||
           sa_starts_with(name, "__");
}

static const struct {
    const char *name;
    unsigned bit;
} effects[] = {{"pure", SA_TOOL_PURE},
               {"reads", SA_TOOL_READS},
               {"writes", SA_TOOL_WRITES},
               {"network", SA_TOOL_NETWORK}};

unsigned sa_tool_effect(struct sa_str name)
{
    for (size_t i = 0; i < SA_COUNT(effects); i++)
        if (sa_str_equals(name, effects[i].name)) return effects[i].bit;
    return 0;
}

unsigned sa_tool_effects(const struct sa_tool *tool, const cJSON *args)
{
    return args && tool->effects_of ? tool->effects_of(args) : tool->effects;
}

void sa_tool_put_effects(const struct sa_tool *tool, struct sa_buf *out)
{
    size_t start = out->len;
    for (size_t i = 0; i < SA_COUNT(effects); i++)
        if (tool->effects & effects[i].bit)
            sa_buf_appendf(out, "%s%s", out->len == start ? "" : ", ", effects[i].name);
    if (out->len == start) sa_buf_appends(out, "not known");
}
