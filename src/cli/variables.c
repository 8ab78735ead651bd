// Variables that the user hands to the code (--var, --vars) and the files that it may read
// (--file): read and judged before a model is looked for, so that no other fault hides one of
// theirs, and defined once there is an interpreter.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "tool/handle.h"
#include "tool/tool.h"

#define MAX_VARIABLE ((size_t)64 << 20)

static void keep(struct sa_variables *v, const char *name, char *json, size_t len, char *from)
{
    SA_GROW(v->items, v->cap, v->count + 1);
    v->items[v->count++] = (struct sa_given){sa_xstrdup(name), json, from, len};
}

void sa_variables_release(struct sa_variables *v)
{
    for (size_t i = 0; i < v->count; i++) {
        free(v->items[i].name);
        free(v->items[i].json);
        free(v->items[i].from);
    }
    free(v->items);
    *v = (struct sa_variables){0};
}

static int keep_text(struct sa_variables *v, const char *name, const char *text, size_t len,
                     struct sa_err *err)
{
    if (!sa_utf8_valid(text, len))
        return sa_err_set(err, SA_E_USAGE, "--var %s: neither JSON nor UTF-8 text", name);
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&json, text, len);
    len = json.len;
    keep(v, name, sa_buf_take(&json, NULL), len, NULL);
    return SA_OK;
}

// A picture, sound or other file that is not text.
static int keep_bytes(struct sa_variables *v, const char *name, const char *data, size_t len)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_handle_put_bytes(&json, data, len);
    len = json.len;
    keep(v, name, sa_buf_take(&json, NULL), len, NULL);
    return SA_OK;
}

// Text that begins as JSON does was perhaps meant to be some.
static void warn_of_text(const char *name, const char *value, const struct sa_err *bad)
{
    const char *at = value + strspn(value, " \t\r\n");
    if (*at && strchr("[{\"", *at))
        sa_warn("--var %s is taken as text, for it is no JSON: %s", name, bad->message);
}

// --var NAME=VALUE: JSON when it parses, else text; @FILE takes the file's contents instead.
static int read_var(struct sa_variables *v, const char *item, struct sa_err *err)
{
    const char *equals = strchr(item, '=');
    if (!equals || equals == item)
        return sa_err_set(err, SA_E_USAGE, "--var '%.60s' must be NAME=VALUE", item);
    SA_AUTO_FREE char *name = sa_xstrndup(item, (size_t)(equals - item));
    SA_AUTO_FREE char *file = NULL;
    const char *value = equals + 1;
    size_t len = strlen(value);
    bool must_be_json = false;
    if (value[0] == '@') {
        const char *path = value + 1;
        file = sa_fs_read(path, MAX_VARIABLE, &len, err);
        if (!file) return sa_err_prefix(err, "--var %s", name);
        must_be_json = sa_ends_with(path, ".json");
        value = file;
        if (!must_be_json && !sa_utf8_valid(value, len)) return keep_bytes(v, name, value, len);
        if (!must_be_json) return keep_text(v, name, value, len, err);
    }
    struct sa_err bad = SA_ERR_INIT;
    if (sa_json_check(value, len, &bad)) {
        keep(v, name, sa_xstrndup(value, len), len, NULL);
        return SA_OK;
    }
    if (must_be_json)
        return sa_err_set(err, SA_E_USAGE, "--var %s: %s: %s", name, equals + 2, bad.message);
    warn_of_text(name, value, &bad);
    return keep_text(v, name, value, len, err);
}

static int read_vars_file(struct sa_variables *v, const char *path, struct sa_err *err)
{
    size_t len, at = 0, value_len;
    SA_AUTO_FREE char *text = sa_fs_read(path, MAX_VARIABLE, &len, err);
    if (!text) return sa_err_prefix(err, "--vars");
    char *name;
    const char *value;
    if (!sa_json_check(text, len, err) || text[strspn(text, " \t\r\n")] != '{') {
        if (!err->code) sa_err_set(err, SA_E_USAGE, "not a JSON object");
        sa_err_prefix(err, "--vars %s", path);
        return err->code = SA_E_USAGE;
    }
    while (sa_json_next_member(text, len, &at, &name, &value, &value_len)) {
        keep(v, name, sa_xstrndup(value, value_len), value_len, sa_xasprintf("--vars %s", path));
        free(name);
    }
    return SA_OK;
}

static int check_file(const char *file, struct sa_err *err)
{
    if (!sa_fs_exists(file)) return sa_err_set(err, SA_E_CONFIG, "--file %s: no such file", file);
    if (sa_fs_is_dir(file))
        return sa_err_set(err, SA_E_CONFIG, "--file %s: is a folder; name its files one by one",
                          file);
    if (!sa_fs_is_regular(file))
        return sa_err_set(err, SA_E_CONFIG, "--file %s: not a regular file", file);
    if (access(file, R_OK))
        return sa_err_set(err, SA_E_CONFIG, "--file %s: cannot be read by you", file);
    return SA_OK;
}

static int check_name(const struct sa_given *given, struct sa_err *err)
{
    if (!sa_variable_name_check(given->name, err)) return SA_OK;
    return sa_err_prefix(err, "%s", given->from ? given->from : "--var");
}

int sa_variables_read(const struct sa_config *config, struct sa_variables *v, struct sa_err *err)
{
    const char *file = sa_opt_vars(config);
    int code = file ? read_vars_file(v, file, err) : SA_OK;
    const char *const *items = sa_opt_var(config);
    for (size_t i = 0; !code && items && items[i]; i++) code = read_var(v, items[i], err);
    for (size_t i = 0; !code && i < v->count; i++) code = check_name(&v->items[i], err);
    return code ? code : sa_files_check(config, err);
}

int sa_files_check(const struct sa_config *config, struct sa_err *err)
{
    const char *const *files = sa_opt_file(config);
    int code = SA_OK;
    for (size_t i = 0; !code && files && files[i]; i++) code = check_file(files[i], err);
    return code;
}

// A name the code would find something else behind is refused: the value would silently be lost.
static int define(struct sa_session *s, const struct sa_given *given, struct sa_err *err)
{
    bool answer = sa_streq(given->name, "final_answer");
    if (answer || sa_tools_find(&s->parts.tools, given->name))
        return sa_err_set(err, SA_E_USAGE, "'%s' is the name of %s: name the variable otherwise",
                          given->name, answer ? "the function that ends a run" : "a tool");
    return sa_agent_define_json(s->agent, given->name, given->json, given->len, NULL, err)
               ? err->code
               : SA_OK;
}

void sa_files_note(struct sa_agent *agent, const struct sa_parts *p, bool code)
{
    const char *const *files = sa_opt_file(p->config);
    for (; files && *files; files++) {
        SA_AUTO_FREE char *note = sa_describe_file(*files, code);
        sa_agent_note(agent, note);
    }
    for (size_t i = 0; i < p->folders.count; i++)
        sa_agent_note_folder(agent, &p->folders.items[i], !i);
}

bool sa_runs_code(const struct sa_session *s)
{
    return s->parts.options.kind != SA_AGENT_TOOLS || s->parts.options.python;
}

void sa_warn_of_preview(const struct sa_session *s, const char *what, const char *name)
{
    if (!sa_runs_code(s))
        sa_warn("the model is shown no more than the beginning of %s%s: nothing runs code here; "
                "--tools python has it work with all of it",
                what, name);
}

int sa_variables_define(struct sa_session *s, struct sa_err *err)
{
    for (size_t i = 0; i < s->variables.count; i++) {
        const struct sa_given *given = &s->variables.items[i];
        if (given->len > SA_PREVIEW_CHARS) sa_warn_of_preview(s, "the variable ", given->name);
        if (!define(s, given, err)) continue;
        return given->from ? sa_err_prefix(err, "%s", given->from) : err->code;
    }
    const char *const *files = sa_opt_file(s->config);
    for (; files && *files; files++) sa_warn_of_preview(s, "--file ", *files);
    sa_files_note(s->agent, &s->parts, sa_runs_code(s));
    return SA_OK;
}
