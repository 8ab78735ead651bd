// What `smolagent python -m` runs: programs of ours for modules that can be run in python3, in the
// sandbox like any other. As they are ours and the words behind them the user's, they get what
// those words name, and standard input.
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/programs.h"

// What each may have.
static const struct {
    const char *name;
    bool input;                          // standard input
    bool files;                          // those of its words that are no options, to be read
    enum { NONE, HERE, OF_FILE } folder; // whose modules it may import
} programs[] = {{"base64", true, true, NONE},      {"calendar", false, false, NONE},
                {"doctest", false, true, OF_FILE}, {"json.tool", true, true, NONE},
                {"timeit", false, false, NONE},    {"unittest", false, false, HERE}};

// Modules that people run and why they cannot be had.
static const struct {
    const char *name, *why;
} refused[] = {
    {"pip",
     "nothing is installed here; --executor python has the packages of the machine's python3"},
    {"ensurepip", "nothing is installed here; --executor python has the packages of the machine's"},
    {"venv", "there are no environments here; --executor python --python FILE takes that of yours"},
    {"http.server", "programs here have no network"},
    {"pdb", "there is no debugger here"},
    {"idlelib", "there is no desktop here; `smolagent python` alone is a prompt"},
    {"dis", "--dis prints the bytecode of a program"},
    {"site", "there are no site folders here"},
};

static const struct sa_embedded *text_of(const char *name)
{
    for (size_t i = 0; i < sa_cli_programs_count; i++) {
        size_t n = strlen(sa_cli_programs[i].name) - strlen(".py");
        if (!strncmp(sa_cli_programs[i].name, name, n) && !name[n]) return &sa_cli_programs[i];
    }
    return NULL;
}

static void put_names(struct sa_buf *out, const char *separator)
{
    for (size_t i = 0; i < SA_COUNT(programs); i++)
        sa_buf_appendf(out, "%s%s", i ? separator : "", programs[i].name);
}

void sa_runnable_names(struct sa_buf *out)
{
    put_names(out, " ");
}

// Status 1, as python3 has it for a module that is not there.
static int refuse(const char *name, struct sa_err *err)
{
    struct sa_buf all = SA_BUF_INIT(SA_BUF_SMALL);
    SA_AUTO_FREE char *file = sa_xasprintf("%s.py", name);
    const char *why = NULL;
    for (size_t i = 0; i < SA_COUNT(refused); i++)
        if (sa_streq(refused[i].name, name)) why = refused[i].why;
    put_names(&all, ", ");
    if (why) sa_err_set(err, SA_E_INTERNAL, "-m %s: %s", name, why);
    else if (sa_fs_is_regular(file))
        sa_err_set(err, SA_E_INTERNAL, "-m runs %s; for a program of yours: smolagent python %s",
                   sa_buf_text(&all), file);
    else
        sa_err_set(err, SA_E_INTERNAL, "-m %s: of the modules that are programs these are here: %s",
                   name, sa_buf_text(&all));
    sa_buf_release(&all);
    return err->code;
}

// The first word that names a module's file, or a name in the current folder.
static const char *file_among(char **words, int count)
{
    for (int i = 0; i < count; i++)
        if (sa_ends_with(words[i], ".py")) return words[i];
    return NULL;
}

int sa_runnable_find(const char *name, char **words, int count, struct sa_runnable *p,
                     struct sa_err *err)
{
    size_t i = 0, n = 0;
    while (i < SA_COUNT(programs) && !sa_streq(programs[i].name, name)) i++;
    const struct sa_embedded *text = i < SA_COUNT(programs) ? text_of(name) : NULL;
    if (!text) return refuse(name, err);
    *p = (struct sa_runnable){.text = text, .input = programs[i].input};
    const char *file = programs[i].folder == OF_FILE ? file_among(words, count) : NULL;
    p->folder = programs[i].folder == HERE ? "." : file;
    if (!programs[i].files) return SA_OK;
    p->files = sa_xcalloc((size_t)count + 1, sizeof *p->files);
    for (int k = 0; k < count; k++)
        if (words[k][0] != '-') p->files[n++] = words[k];
    return SA_OK;
}
