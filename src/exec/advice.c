// Advice after failures, by table.
#include "exec/advice.h"

#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"

static const struct {
    enum py_limit limit;
    const char *type; // class of an exception instead
    const char *model, *user;
} rows[] = {
    {PY_LIMIT_TIME, NULL,
     "Variables keep the values they had. Use less data a step, or a faster way.",
     "--step-timeout"},
    {PY_LIMIT_OPERATIONS, NULL,
     "Variables keep the values they had. Use less data a step, or a faster way.",
     "--max-operations"},
    {PY_LIMIT_MEMORY, NULL,
     "Variables keep the values they had. Work on a part at a time, and del what is done with.",
     "--max-memory"},
    {PY_LIMIT_OUTPUT, NULL, "Print less: counts, a few rows, the shape of the data.",
     "--max-output"},
    {PY_LIMIT_TOOL_CALLS, NULL, NULL, "--max-tool-calls"},
    {PY_LIMIT_NONE, "MemoryError", "Work on a part at a time, and del what is done with.",
     "--max-memory"},
    {PY_LIMIT_NONE, "RecursionError", "Use a loop instead, or a stack of your own.", NULL},
};

// Modules that are asked for and are not there: what to use instead, and what the user can do.
enum kind { NETWORK, DATA, SYSTEM };

static const struct {
    const char *name;
    enum kind kind;
    bool host; // --executor python has it where it is installed
} modules[] = {
    {"requests", NETWORK, true},  {"urllib", NETWORK, true},    {"http", NETWORK, true},
    {"httpx", NETWORK, true},     {"aiohttp", NETWORK, true},   {"bs4", NETWORK, true},
    {"socket", NETWORK, true},    {"ssl", NETWORK, true},       {"selenium", NETWORK, true},
    {"xmlrpc", NETWORK, true},    {"wikipedia", NETWORK, true}, {"numpy", DATA, true},
    {"pandas", DATA, true},       {"scipy", DATA, true},        {"matplotlib", DATA, true},
    {"sklearn", DATA, true},      {"torch", DATA, true},        {"PIL", DATA, true},
    {"sympy", DATA, true},        {"networkx", DATA, true},     {"seaborn", DATA, true},
    {"tensorflow", DATA, true},   {"cv2", DATA, true},          {"yaml", DATA, true},
    {"openpyxl", DATA, true},     {"polars", DATA, true},       {"os", SYSTEM, false},
    {"subprocess", SYSTEM, true}, {"shutil", SYSTEM, true},     {"pathlib", SYSTEM, false},
    {"glob", SYSTEM, false},      {"tempfile", SYSTEM, true},   {"signal", SYSTEM, true},
    {"sqlite3", SYSTEM, true},    {"ctypes", SYSTEM, true},     {"multiprocessing", SYSTEM, true},
    {"threading", SYSTEM, true},  {"argparse", SYSTEM, true},   {"concurrent", SYSTEM, true},
    {"pickle", SYSTEM, true},     {"email", SYSTEM, true},      {"zipfile", SYSTEM, true},
    {"bz2", SYSTEM, true},        {"codecs", SYSTEM, true},     {"copyreg", SYSTEM, true},
    {"dis", SYSTEM, true},        {"errno", SYSTEM, true},      {"filecmp", SYSTEM, true},
    {"fileinput", SYSTEM, true},  {"getopt", SYSTEM, true},     {"getpass", SYSTEM, true},
    {"linecache", SYSTEM, true},  {"lzma", SYSTEM, true},       {"mimetypes", SYSTEM, true},
    {"optparse", SYSTEM, true},   {"platform", SYSTEM, true},   {"plistlib", SYSTEM, true},
    {"select", SYSTEM, true},     {"shelve", SYSTEM, true},     {"tarfile", SYSTEM, true},
};

// The module that a failed import asked for, out of its message; length 0: none was.
static struct sa_str missing_module(const struct py_result *r)
{
    static const char *const marks[] = {"No module named '", "import of '"};
    if (!r->error_type || !r->error_text) return (struct sa_str){0};
    if (strcmp(r->error_type, "ImportError") && strcmp(r->error_type, "ModuleNotFoundError"))
        return (struct sa_str){0};
    for (size_t i = 0; i < SA_COUNT(marks); i++) {
        const char *at = sa_memfind(r->error_text, r->error_text_len, marks[i], strlen(marks[i]));
        if (!at) continue;
        at += strlen(marks[i]);
        const char *end = memchr(at, '\'', r->error_text_len - (size_t)(at - r->error_text));
        return (struct sa_str){at, end ? (size_t)(end - at) : 0};
    }
    return (struct sa_str){0};
}

static struct sa_str top_of(struct sa_str name)
{
    const char *dot = name.len ? memchr(name.data, '.', name.len) : NULL;
    return (struct sa_str){name.data, dot ? (size_t)(dot - name.data) : name.len};
}

static size_t find_module(struct sa_str name)
{
    size_t i = 0;
    while (i < SA_COUNT(modules) && !sa_str_equals(name, modules[i].name)) i++;
    return i;
}

static size_t find_row(const struct py_result *r)
{
    size_t i = 0;
    for (; i < SA_COUNT(rows); i++)
        if (rows[i].type ? sa_streq(rows[i].type, r->error_type)
                         : rows[i].limit == r->limit && r->status == PY_LIMIT)
            break;
    return i;
}

void sa_advice_for_model(struct sa_buf *out, const struct py_result *r, bool tools)
{
    size_t row = find_row(r);
    struct sa_str module = missing_module(r);
    if (row < SA_COUNT(rows) && rows[row].model) sa_buf_appends(out, rows[row].model);
    if (!module.len) return;
    size_t i = find_module(top_of(module));
    if (i == SA_COUNT(modules))
        sa_buf_appends(out, "Only the modules named in rule 8 can be imported.");
    else if (modules[i].kind == NETWORK)
        sa_buf_appends(out, tools ? "There is no network here: call the tools instead."
                                  : "There is no network here: work with what is given.");
    else if (modules[i].kind == DATA)
        sa_buf_appends(out, "It is not here: use plain Python, with statistics, math, csv or "
                            "collections.");
    else
        sa_buf_appends(out, "It is not here: files that were granted are read with open(), and "
                            "only the modules named in rule 8 can be imported.");
}

void sa_advice_for_user(struct sa_buf *out, const struct py_result *r, bool program)
{
    size_t row = find_row(r);
    struct sa_str module = missing_module(r), top = top_of(module);
    // A program's MemoryError ends it as in any Python; an agent's cell is one of many.
    if (row < SA_COUNT(rows) && rows[row].user && !(program && rows[row].type))
        sa_buf_appendf(out, "raise it with %s",
                       program && rows[row].limit == PY_LIMIT_TIME ? "--timeout" : rows[row].user);
    if (!module.len) return;
    size_t i = find_module(top);
    bool here = sa_memfind(r->error_text, r->error_text_len, "authorised", 10);
    if (i < SA_COUNT(modules) && modules[i].host)
        sa_buf_appendf(out, "--executor python --imports %.*s has it, where it is installed",
                       (int)top.len, top.data);
    else if (here) sa_buf_appendf(out, "--imports %.*s allows it", (int)module.len, module.data);
}
