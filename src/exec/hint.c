// Hints after failures, by table: what to do differently, or which option helps. A hint is given
// only where what it says works: its condition looks at the executor and at the options in use.
#include "exec/hint.h"

#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/command.h"
#include "exec/docker/docker_int.h"
#include "exec/e2b/e2b.h"
#include "exec/python/python.h"
#include "tool/files/granted.h"
#include "tool/tool.h"

// ---- modules ------------------------------------------------------------------------------------

enum need { NEEDS_NOTHING, NEEDS_NETWORK, NEEDS_FILES };

// Modules that models ask for: what they need that code may lack, modules that do the same ("a b",
// those authorised are named), and the name that pip knows them by, where it differs.
static const struct module {
    const char *name;
    enum need need;
    const char *instead, *package;
} modules[] = {
    {"PIL", NEEDS_NOTHING, NULL, "pillow"},
    {"aiohttp", NEEDS_NETWORK, NULL, NULL},
    {"bs4", NEEDS_NOTHING, "html.parser re", "beautifulsoup4"},
    {"bz2", NEEDS_NOTHING, NULL, NULL},
    {"ctypes", NEEDS_NOTHING, NULL, NULL},
    {"cv2", NEEDS_NOTHING, NULL, "opencv-python-headless"},
    {"dateutil", NEEDS_NOTHING, "datetime zoneinfo calendar", "python-dateutil"},
    {"email", NEEDS_NOTHING, NULL, NULL},
    {"glob", NEEDS_FILES, NULL, NULL},
    {"http", NEEDS_NETWORK, NULL, NULL},
    {"httpx", NEEDS_NETWORK, NULL, NULL},
    {"lzma", NEEDS_NOTHING, NULL, NULL},
    {"multiprocessing", NEEDS_NOTHING, NULL, NULL},
    {"numpy", NEEDS_NOTHING, "statistics math", NULL},
    {"os", NEEDS_FILES, NULL, NULL},
    {"pandas", NEEDS_NOTHING, "csv statistics collections", NULL},
    {"pathlib", NEEDS_FILES, NULL, NULL},
    {"polars", NEEDS_NOTHING, "csv statistics collections", NULL},
    {"pytz", NEEDS_NOTHING, "zoneinfo datetime", NULL},
    {"requests", NEEDS_NETWORK, NULL, NULL},
    {"scipy", NEEDS_NOTHING, "statistics math", NULL},
    {"selenium", NEEDS_NETWORK, NULL, NULL},
    {"shutil", NEEDS_FILES, NULL, NULL},
    {"signal", NEEDS_NOTHING, NULL, NULL},
    {"simplejson", NEEDS_NOTHING, "json", NULL},
    {"sklearn", NEEDS_NOTHING, "statistics math", "scikit-learn"},
    {"socket", NEEDS_NETWORK, NULL, NULL},
    {"sqlite3", NEEDS_NOTHING, NULL, NULL},
    {"ssl", NEEDS_NETWORK, NULL, NULL},
    {"subprocess", NEEDS_NOTHING, NULL, NULL},
    {"sympy", NEEDS_NOTHING, "fractions decimal math", NULL},
    {"urllib", NEEDS_NETWORK, NULL, NULL},
    {"wikipedia", NEEDS_NETWORK, NULL, NULL},
    {"xmlrpc", NEEDS_NETWORK, NULL, NULL},
    {"yaml", NEEDS_NOTHING, NULL, "PyYAML"},
};

// The module that a failed import asked for, out of its message; length 0: none was.
static struct sa_str module_of(const struct sa_failure *f)
{
    static const char *const marks[] = {"No module named '", "import of '"};
    const struct py_result *r = f->result;
    if (!r->error_text || (!sa_streq(r->error_type, "ImportError") &&
                           !sa_streq(r->error_type, "ModuleNotFoundError")))
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

static const struct module *known(const struct sa_failure *f)
{
    struct sa_str top = top_of(module_of(f));
    for (size_t i = 0; top.len && i < SA_COUNT(modules); i++)
        if (sa_str_equals(top, modules[i].name)) return &modules[i];
    return NULL;
}

static bool needs(const struct sa_failure *f, enum need need)
{
    const struct module *m = known(f);
    return m && m->need == need;
}

static bool is_authorised(const struct sa_failure *f)
{
    return sa_exec_authorises(f->options->imports, module_of(f));
}

// The executor is the built-in interpreter, wherever it runs.
static bool is_built_in(const struct sa_failure *f)
{
    const struct sa_docker_options *docker = sa_exec_own(f->options, &sa_exec_docker);
    if (f->executor == &sa_exec_docker) return !docker || !sa_docker_has_python(docker);
    return f->executor == &sa_exec_local || f->executor == &sa_exec_jail;
}

static bool is_in_library(struct sa_str module)
{
    const char *name;
    for (size_t i = 0; (name = py_module_name(i)); i++)
        if (sa_str_equals(module, name)) return true;
    return false;
}

// ---- what failed --------------------------------------------------------------------------------

static bool reached(const struct sa_failure *f, enum py_limit limit)
{
    return f->result->status == PY_LIMIT && f->result->limit == limit;
}

static bool is_slow(const struct sa_failure *f)
{
    return reached(f, PY_LIMIT_TIME) || reached(f, PY_LIMIT_OPERATIONS);
}

static bool is_large(const struct sa_failure *f)
{
    return reached(f, PY_LIMIT_MEMORY);
}

static bool is_loud(const struct sa_failure *f)
{
    return reached(f, PY_LIMIT_OUTPUT);
}

static bool raised(const struct sa_failure *f, const char *type)
{
    return sa_streq(f->result->error_type, type);
}

static bool lacks_memory(const struct sa_failure *f)
{
    return raised(f, "MemoryError");
}

static bool is_too_deep(const struct sa_failure *f)
{
    return raised(f, "RecursionError");
}

// Does the line that a syntax error shows begin with this?
static bool line_begins(const struct sa_failure *f, const char *text)
{
    struct sa_str rest = {f->result->error_text, f->result->error_text_len}, line;
    bool shown = false;
    if (!raised(f, "SyntaxError")) return false;
    while (!shown && sa_str_next_line(&rest, &line)) shown = sa_str_begins(line, "  File ");
    return shown && sa_str_next_line(&rest, &line) && sa_str_begins(sa_str_trim(line), text);
}

static bool is_pip(const struct sa_failure *f)
{
    return line_begins(f, "!pip") || line_begins(f, "%pip") || line_begins(f, "pip install");
}

static bool is_shell(const struct sa_failure *f)
{
    return line_begins(f, "!");
}

static bool is_magic(const struct sa_failure *f)
{
    return line_begins(f, "%");
}

static bool has_network(const struct sa_failure *f)
{
    const struct sa_e2b_options *e2b = sa_exec_own(f->options, &sa_exec_e2b);
    // Where the user's own worker runs is unknown.
    return f->executor == &sa_exec_command || (f->executor == &sa_exec_e2b && e2b && e2b->internet);
}

static bool reaches_out(const struct sa_tool *tool)
{
    return tool->effects & SA_TOOL_NETWORK;
}

static bool wants_network(const struct sa_failure *f)
{
    return needs(f, NEEDS_NETWORK) && !has_network(f);
}

static bool wants_network_of_tools(const struct sa_failure *f)
{
    bool some = false;
    for (size_t i = 0; f->tools && i < f->tools->count; i++)
        some |= reaches_out(f->tools->items[i]);
    return some && wants_network(f);
}

// The authorised modules that can replace the one that is not there: how many; puts their names.
static size_t count_instead(const struct sa_failure *f, struct sa_buf *out)
{
    const struct module *m = known(f);
    struct sa_str rest = sa_str_of(m ? m->instead : NULL), name;
    size_t n = 0;
    while (sa_str_next_part(&rest, ' ', &name)) {
        if (!sa_exec_authorises(f->options->imports, name)) continue;
        if (out) sa_buf_appendf(out, "%s%.*s", n ? ", " : "", (int)name.len, name.data);
        n++;
    }
    return n;
}

static bool has_instead(const struct sa_failure *f)
{
    return count_instead(f, NULL) > 0;
}

static bool wants_files(const struct sa_failure *f)
{
    return needs(f, NEEDS_FILES) && f->options->files;
}

static bool is_unauthorised(const struct sa_failure *f)
{
    return module_of(f).len && !is_authorised(f);
}

static bool was_refused_a_file(const struct sa_failure *f, bool files, bool folders)
{
    return f->file_refused && raised(f, "PermissionError") && files == !!f->options->files &&
           folders == !!f->options->folders;
}

static bool has_folders(const struct sa_failure *f)
{
    return was_refused_a_file(f, false, true);
}

static bool has_files(const struct sa_failure *f)
{
    return was_refused_a_file(f, true, false);
}

static bool has_both(const struct sa_failure *f)
{
    return was_refused_a_file(f, true, true);
}

// An agent has tools for the network, where the user wants it to.
static bool wants_tools(const struct sa_failure *f)
{
    return wants_network(f) && !wants_network_of_tools(f) && !f->program;
}

// ---- what the user can do -----------------------------------------------------------------------

static const struct {
    enum py_limit limit;
    const char *option, *of_program; // NULL: the same
} limits[] = {
    {PY_LIMIT_TIME, "--step-timeout", "--timeout"},
    {PY_LIMIT_OPERATIONS, "--max-operations", NULL},
    {PY_LIMIT_MEMORY, "--max-memory", NULL},
    {PY_LIMIT_OUTPUT, "--max-output", NULL},
};

static const char *option_of(const struct sa_failure *f)
{
    // A program's MemoryError ends it as in any Python; an agent's cell is one of many.
    if (!f->program && lacks_memory(f)) return "--max-memory";
    for (size_t i = 0; i < SA_COUNT(limits); i++)
        if (reached(f, limits[i].limit))
            return f->program && limits[i].of_program ? limits[i].of_program : limits[i].option;
    return NULL;
}

static bool has_option(const struct sa_failure *f)
{
    return option_of(f) != NULL;
}

static bool may_be_authorised(const struct sa_failure *f)
{
    return is_unauthorised(f) && is_built_in(f) && is_in_library(module_of(f));
}

static bool may_be_installed(const struct sa_failure *f)
{
    return is_unauthorised(f) && !is_built_in(f);
}

// The built-in interpreter runs the code, and has no such module. An unknown one that a program
// imports may be a file of the program's that is missing.
static bool is_foreign(const struct sa_failure *f)
{
    return (f->program ? known(f) != NULL : module_of(f).len > 0) && is_built_in(f) &&
           !is_in_library(module_of(f));
}

// --executor auto takes python3 for a module that is authorised by name.
static bool is_foreign_to_auto(const struct sa_failure *f)
{
    return is_foreign(f) && f->automatic;
}

static bool is_foreign_to_docker(const struct sa_failure *f)
{
    return is_foreign(f) && f->executor == &sa_exec_docker;
}

static bool is_foreign_to_named(const struct sa_failure *f)
{
    return is_foreign(f) && !f->automatic;
}

static bool is_missing_from_python(const struct sa_failure *f)
{
    return module_of(f).len && is_authorised(f) && f->executor == &sa_exec_python;
}

// ---- texts --------------------------------------------------------------------------------------

static void put_module(const struct sa_failure *f, struct sa_buf *out)
{
    struct sa_str name = module_of(f);
    sa_buf_append(out, name.data, name.len);
}

static void put_package(const struct sa_failure *f, struct sa_buf *out)
{
    const struct module *m = known(f);
    struct sa_str top = top_of(module_of(f));
    if (m && m->package) sa_buf_appends(out, m->package);
    else sa_buf_append(out, top.data, top.len);
}

static void put_imports(const struct sa_failure *f, struct sa_buf *out)
{
    if (is_authorised(f)) return;
    sa_buf_appends(out, " --imports ");
    put_module(f, out);
}

static void put_instead(const struct sa_failure *f, struct sa_buf *out)
{
    count_instead(f, out);
}

static void put_option(const struct sa_failure *f, struct sa_buf *out)
{
    sa_buf_appends(out, option_of(f));
}

static void put_python(const struct sa_failure *f, struct sa_buf *out)
{
    sa_buf_appends(out, f->executor == &sa_exec_docker ? "the image"
                        : f->executor == &sa_exec_e2b  ? "the sandbox"
                        : f->options->python           ? f->options->python
                                                       : "python3");
}

enum { NAMED = 8 };

static void put_tools(const struct sa_failure *f, struct sa_buf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < f->tools->count && n < NAMED; i++)
        if (reaches_out(f->tools->items[i]))
            sa_buf_appendf(out, "%s%s", n++ ? ", " : "", f->tools->items[i]->name);
}

static void put_quoted(struct sa_buf *out, bool first, const char *name)
{
    sa_buf_appends(out, first ? "\"" : ", \"");
    sa_utf8_printable(out, name, strlen(name));
    sa_buf_appendc(out, '"');
}

static void put_files(const struct sa_failure *f, struct sa_buf *out)
{
    const struct sa_files *files = f->options->files;
    size_t i = 0;
    for (; i < files->count && i < NAMED; i++) put_quoted(out, !i, files->items[i].given);
    if (i < files->count) sa_buf_appendf(out, " and %zu more", files->count - i);
}

static void put_folders(const struct sa_failure *f, struct sa_buf *out)
{
    const struct sa_folders *folders = f->options->folders;
    for (size_t i = 0; i < folders->count && i < NAMED; i++) {
        put_quoted(out, !i, folders->items[i].path);
        if (folders->items[i].writable) sa_buf_appends(out, " (may be written)");
    }
}

static const struct {
    const char *name;
    void (*put)(const struct sa_failure *f, struct sa_buf *out);
} words[] = {
    {"module", put_module},   {"package", put_package}, {"imports", put_imports},
    {"instead", put_instead}, {"option", put_option},   {"python", put_python},
    {"tools", put_tools},     {"files", put_files},     {"folders", put_folders},
};

#define KEPT "Variables keep the values they had. "
#define LISTED "Only the modules that your instructions allow can be imported."

// The first row whose condition holds is given.
static const struct hint {
    const char *name;
    enum { MODEL, USER } reader;
    bool (*applies)(const struct sa_failure *f);
    const char *text; // {word}: replaced by what `words` puts for it; NULL: there is no hint
} hints[] = {
    {"too slow", MODEL, is_slow, KEPT "Use less data a step, or a faster way."},
    {"too large", MODEL, is_large, KEPT "Work on a part at a time, and del what is done with."},
    {"too much output", MODEL, is_loud, "Print less: counts, a few rows, the shape of the data."},
    {"no memory", MODEL, lacks_memory, "Work on a part at a time, and del what is done with."},
    {"too deep", MODEL, is_too_deep, "Use a loop instead, or a stack of your own."},
    {"pip line", MODEL, is_pip, "Packages cannot be installed here. " LISTED},
    {"shell line", MODEL, is_shell, "There is no shell here: write Python without `!` lines."},
    {"magic line", MODEL, is_magic, "There is no IPython here: leave the `%` line out."},
    {"network by tools", MODEL, wants_network_of_tools,
     "Code has no network: call {tools} instead."},
    {"no network", MODEL, wants_network, "Code has no network: work with what is given."},
    {"instead", MODEL, has_instead, "Use plain Python instead, with {instead}."},
    {"files by open", MODEL, wants_files, "Read the granted files with open(): {files}."},
    {"not listed", MODEL, is_unauthorised, LISTED},
    {"granted folders", MODEL, has_folders, "(granted folders: {folders})"},
    {"granted files", MODEL, has_files,
     "(files that open() may read: {files}; none may be written)"},
    {"granted both", MODEL, has_both,
     "(granted folders: {folders}; files that open() may read: {files})"},

    {"limit", USER, has_option, "raise it with {option}"},
    {"web tools", USER, wants_tools,
     "code has no network; --tools web gives the model tools for it"},
    {"network of tools", USER, wants_network, NULL},
    {"authorise", USER, may_be_authorised, "--imports {module} allows it"},
    {"authorise installed", USER, may_be_installed,
     "--imports {module} allows it, if {python} has it"},
    {"python3 by auto", USER, is_foreign_to_auto,
     "--imports {module} runs the code under python3, if that has it"},
    {"pip of the image", USER, is_foreign_to_docker,
     "--install {package}{imports} adds it, if pip has it"},
    {"python3", USER, is_foreign_to_named,
     "--executor python{imports} runs the code under python3, if that has it"},
    {"other python", USER, is_missing_from_python,
     "{python} does not have it: name one that has it with --python"},
};

static const struct hint *find(const struct sa_failure *f, bool user)
{
    for (size_t i = 0; i < SA_COUNT(hints); i++)
        if ((hints[i].reader == USER) == user && hints[i].applies(f)) return &hints[i];
    return NULL;
}

static void put_word(struct sa_buf *out, struct sa_str name, const struct sa_failure *f)
{
    size_t i = 0;
    while (i < SA_COUNT(words) && !sa_str_equals(name, words[i].name)) i++;
    SA_CHECK(i < SA_COUNT(words));
    words[i].put(f, out);
}

static void put(struct sa_buf *out, const struct sa_failure *f, bool user)
{
    const struct hint *h = find(f, user);
    for (const char *at = h && h->text ? h->text : ""; *at;) {
        size_t n = strcspn(at, "{");
        sa_buf_append(out, at, n);
        at += n;
        if (!*at) break;
        n = strcspn(at, "}");
        put_word(out, (struct sa_str){at + 1, n - 1}, f);
        at += n + 1;
    }
}

void sa_hint_for_model(struct sa_buf *out, const struct sa_failure *f)
{
    put(out, f, false);
}

void sa_hint_for_user(struct sa_buf *out, const struct sa_failure *f)
{
    put(out, f, true);
}
