// Built-in tools: the table, and choosing from it.
#include "tool/builtin.h"

#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/files/tools.h"
#include "tool/tool_int.h"
#include "tool/web/web.h"

#define PYTHON "python"

const struct sa_builtin sa_builtins[] = {
    {"web_search", "web", "searches the web", sa_web_search_tool},
    {"visit_webpage", "web", "gets the text of a web page", sa_web_page_tool},
    {"wikipedia_search", "web", "gets an article of Wikipedia", sa_web_wikipedia_tool},
    {"http_request", "web", "makes requests to granted hosts", sa_web_request_tool},
    {"read_file", "files", "reads a text file", sa_tool_read_file},
    {"write_file", "files", "writes a text file", sa_tool_write_file},
    {"edit_file", "files", "replaces a piece of a text file", sa_tool_edit_file},
    {"list_files", "files", "lists a folder", sa_tool_list_files},
    {"search_files", "files", "finds lines of text files", sa_tool_search_files},
    {"shell", "shell", "runs a command in a sandbox, without network, in granted folders",
     sa_tool_shell},
    {"user_input", "ask", "asks the person at the terminal", sa_tool_user_input},
    {PYTHON, PYTHON, "runs Python (of --agent tool_calling: other agents do anyway)", NULL},
    {NULL, NULL, NULL, NULL},
};

// The groups, and the tools of each, as a message lists them.
static void put_groups(struct sa_buf *out)
{
    for (const struct sa_builtin *b = sa_builtins; b->name; b++) {
        const struct sa_builtin *first = sa_builtins;
        while (!sa_streq(first->group, b->group)) first++;
        if (first != b) continue;
        sa_buf_appendf(out, "%s%s (", out->len ? ", " : "", b->group);
        for (const struct sa_builtin *of = b; of->name; of++)
            if (sa_streq(of->group, b->group))
                sa_buf_appendf(out, "%s%s", of == b ? "" : " ", of->name);
        sa_buf_appendc(out, ')');
    }
}

static bool is_near(const char *name, const char *known)
{
    size_t len = strlen(name);
    return (len >= 3 && !strncmp(name, known, len)) ||
           sa_edit_distance(name, known) <= (len < 4 ? 1 : len / 3 + 1);
}

static int refuse(const char *name, struct sa_err *err)
{
    struct sa_buf near = SA_BUF_INIT(SA_BUF_SMALL), groups = SA_BUF_INIT(SA_BUF_SMALL);
    for (const struct sa_builtin *b = sa_builtins; b->name; b++) {
        const struct sa_builtin *first = sa_builtins; // of its group, which is named once
        while (!sa_streq(first->group, b->group)) first++;
        if (is_near(name, b->name)) sa_buf_appendf(&near, "%s%s", near.len ? ", " : "", b->name);
        if (first == b && !sa_streq(b->group, b->name) && is_near(name, b->group))
            sa_buf_appendf(&near, "%s%s", near.len ? ", " : "", b->group);
    }
    put_groups(&groups);
    sa_err_set(err, SA_E_USAGE,
               "--tools: there is no built-in tool or group '%.60s'%s%s%s; groups: %s", name,
               near.len ? " (did you mean " : "", sa_buf_text(&near), near.len ? "?)" : "",
               sa_buf_text(&groups));
    sa_buf_release(&near), sa_buf_release(&groups);
    return SA_E_USAGE;
}

bool sa_builtins_know(const char *name)
{
    for (const struct sa_builtin *b = sa_builtins; b->name; b++)
        if (sa_streq(name, b->name) || sa_streq(name, b->group)) return true;
    return false;
}

bool sa_builtin_exists(const char *name)
{
    for (const struct sa_builtin *b = sa_builtins; b->name; b++)
        if (sa_streq(name, b->name)) return true;
    return sa_streq(name, SA_TOOL_FINDER);
}

bool sa_builtins_want_python(const char *const *wanted)
{
    for (; wanted && *wanted; wanted++)
        if (sa_streq(*wanted, PYTHON)) return true;
    return false;
}

static bool is_useless(const struct sa_tool *tool, const struct sa_builtin_setup *setup)
{
    const struct sa_folders *folders = setup->folders;
    bool some = folders && folders->count, writable = false;
    for (size_t i = 0; some && i < folders->count; i++) writable |= folders->items[i].writable;
    if (tool->acts) return tool->acts & SA_FILE_WRITE ? !writable : !some;
    return sa_streq(tool->name, "user_input") && !setup->ask;
}

int sa_builtins_add(struct sa_tools *tools, const char *const *wanted,
                    const struct sa_builtin_setup *setup, struct sa_err *err)
{
    for (; wanted && *wanted; wanted++) {
        bool known = false;
        for (const struct sa_builtin *b = sa_builtins; b->name; b++) {
            if (!sa_streq(*wanted, b->name) && !sa_streq(*wanted, b->group)) continue;
            known = true;
            if (!b->make) continue;
            const struct sa_tool *there = sa_tools_find(tools, b->name);
            if (there && sa_streq(there->source, "builtin")) continue; // by its group, and by name
            struct sa_tool *tool = b->make(setup);
            tool->left_out = is_useless(tool, setup);
            if (sa_tools_add(tools, tool, err)) return err->code;
        }
        if (!known) return refuse(*wanted, err);
    }
    return SA_OK;
}
