// Files in Python: each is read, and run in its isolate; those of tools are asked for them.
#include "exec/toolfile/toolfile.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/proto/scripts.h"
#include "exec/toolfile/toolfile_int.h"

enum { FILE_MAX = 4 << 20 };

// ---- life --------------------------------------------------------------------------------------

void sa_toolfile_leave(struct sa_toolfile *f)
{
    if (--f->users) return;
    py_isolate_free(f->iso);
    for (int i = 0; i < 2; i++)
        if (f->turn[i] >= 0) close(f->turn[i]);
    sa_toolfile_release_grants(&f->grants);
    free(f->told), free(f->failed), free(f->failed_type);
    free(f);
}

static void free_tool(void *data)
{
    struct sa_toolfile_tool *t = data;
    sa_toolfile_leave(t->file);
    free(t);
}

// ---- what the file says ------------------------------------------------------------------------

static char *copy_of(const cJSON *told, const char *name)
{
    const char *text = sa_json_str(told, name, "");
    return *text ? sa_xstrdup(text) : NULL;
}

static struct sa_tool *make(struct sa_toolfile *f, cJSON *told, int number)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    struct sa_toolfile_tool *t = sa_xcalloc(1, sizeof *t);
    *t = (struct sa_toolfile_tool){f, number};
    f->users++;
    *tool = (struct sa_tool){
        .source = "file",
        .effects = (unsigned)sa_json_int(told, "effects", 0),
        .foreign = f->grants.http,
        .timeout_ns = f->o.timeout_ns,
        .name = sa_xstrdup(sa_json_str(told, "name", "")),
        .description = sa_xstrdup(sa_json_str(told, "description", "")),
        .returns = copy_of(told, "returns"),
        .raises = copy_of(told, "raises"),
        .examples = copy_of(told, "examples"),
        .inputs = cJSON_DetachItemFromObjectCaseSensitive(told, "inputs"),
        .output = cJSON_DetachItemFromObjectCaseSensitive(told, "output"),
        .call = sa_toolfile_call,
        .free_data = free_tool,
        .data = t,
    };
    if (cJSON_IsNull(tool->output)) cJSON_Delete(tool->output), tool->output = NULL;
    return tool;
}

static int add_tools(struct sa_toolfile *f, cJSON *told, struct sa_tools *tools, struct sa_err *err)
{
    cJSON *one;
    int number = 0;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(told, "tools"))
    {
        if (!sa_tools_add(tools, make(f, one, number++), err)) continue;
        sa_err_append(err, "; give it another name");
        return sa_err_prefix(err, "%s:%d", f->grants.path, (int)sa_json_int(one, "line", 0));
    }
    return SA_OK;
}

int sa_toolfile_refuse(const struct sa_toolfile *f, const cJSON *told, int code, struct sa_err *err)
{
    int line = (int)sa_json_int(told, "line", 0);
    sa_err_set(err, code, "%s", sa_json_str(told, "text", ""));
    return line ? sa_err_prefix(err, "%s:%d", f->grants.path, line)
                : sa_err_prefix(err, "%s", f->grants.path);
}

// ---- starting ----------------------------------------------------------------------------------

static void put_names(struct sa_buf *out, const char *key, const struct sa_toolfile_grants *g,
                      bool all)
{
    cJSON *names = cJSON_CreateArray();
    if (all && g->http) cJSON_AddItemToArray(names, cJSON_CreateString("http"));
    if (all && g->files) cJSON_AddItemToArray(names, cJSON_CreateString("files"));
    for (size_t i = 0; i < g->env_count; i++) {
        SA_AUTO_FREE char *name = sa_xasprintf("%s%s", all ? "env:" : "", g->env[i]);
        cJSON_AddItemToArray(names, cJSON_CreateString(name));
    }
    sa_json_key(out, key);
    sa_json_print(out, names);
    cJSON_Delete(names);
}

// What the Python side has to know: `_setup` of load.py.
static char *setup_of(const struct sa_toolfile_grants *g)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    cJSON *env = cJSON_CreateObject();
    for (size_t i = 0; i < g->env_count; i++) {
        const char *value = getenv(g->env[i]);
        if (value && !sa_json_get(env, g->env[i])) cJSON_AddStringToObject(env, g->env[i], value);
    }
    sa_buf_appendc(&out, '{');
    sa_json_put_str(&out, "file", g->path);
    sa_json_put_str(&out, "path", g->path);
    sa_json_put_str(&out, "name", sa_is_identifier(g->name) ? g->name : "tool_file");
    put_names(&out, "grants", g, true);
    put_names(&out, "granted", g, false);
    sa_json_key(&out, "judges");
    sa_buf_appends(&out, g->judges ? "true" : "false");
    sa_json_key(&out, "env");
    sa_json_print(&out, env);
    sa_buf_appendc(&out, '}');
    cJSON_Delete(env);
    return sa_buf_take(&out, NULL);
}

static bool prepare(struct sa_toolfile *f, struct py_result *r)
{
    const struct sa_embedded *script = &sa_exec_scripts[SA_SCRIPT_TOOL_LOAD];
    SA_AUTO_FREE char *setup = setup_of(&f->grants);
    if (!sa_toolfile_define(f, r) || !py_define_json(f->iso, "_setup", setup, strlen(setup), r))
        return false;
    py_run(f->iso, script->text, script->len, "<tool file>", r);
    return r->status == PY_OK;
}

static int not_started(const struct sa_toolfile *f, const struct py_result *r, struct sa_err *err)
{
    const char *limit = sa_toolfile_limit(r);
    struct sa_str text = sa_str_trim((struct sa_str){r->error_text, r->error_text_len});
    if (limit) text = sa_str_of(limit);
    return sa_err_set(err, SA_E_TOOL, "%s: the file does not start: %.*s", f->grants.path,
                      (int)(text.len < 400 ? text.len : 400), text.len ? text.data : "cancelled");
}

// The file's text, malloc'd.
static char *read_file(const struct sa_toolfile *f, size_t *len, struct sa_err *err)
{
    char *text = sa_fs_read(f->grants.path, FILE_MAX, len, err);
    if (!text) {
        sa_err_prefix(err, "%s", f->grants.judges ? "--check-py" : "--tool-file");
    } else if (!sa_utf8_valid(text, *len) || memchr(text, 0, *len)) {
        sa_err_set(err, SA_E_CONFIG, "%s: the file is no UTF-8 text", f->grants.path);
        sa_freep(&text);
    }
    return text;
}

cJSON *sa_toolfile_start(struct sa_toolfile *f, const char *function, struct sa_stop *stop,
                         struct sa_err *err)
{
    struct py_result r = {0};
    struct sa_buf quoted = SA_BUF_INIT(SA_BUF_HUGE);
    size_t len;
    SA_AUTO_FREE char *text = read_file(f, &len, err);
    if (!text) return NULL;
    if (!sa_toolfile_open(f)) return sa_err_set(err, SA_E_INTERNAL, "out of memory"), NULL;
    if (!prepare(f, &r)) return not_started(f, &r, err), NULL;
    sa_json_quote(&quoted, text, len);
    SA_AUTO_FREE char *code = sa_xasprintf("%s(globals().pop('_arguments'))", function);
    bool ran = sa_toolfile_run(f, NULL, sa_buf_text(&quoted), code, stop, &r);
    sa_buf_release(&quoted);
    if (!ran || r.status != PY_OK || !f->told) return not_started(f, &r, err), NULL;
    cJSON *told = sa_json_parse(f->told, strlen(f->told), err);
    if (!told) sa_err_prefix(err, "%s: what is in it", f->grants.path);
    py_set_timeout(f->iso, f->o.timeout_ns);
    sa_toolfile_end(f);
    return told;
}

static int load(struct sa_toolfile *f, struct sa_stop *stop, struct sa_tools *tools,
                struct sa_err *err)
{
    cJSON *told = sa_toolfile_start(f, "load", stop, err);
    if (!told) return err->code;
    int wrong = sa_json_bool(told, "starts", true) ? SA_E_CONFIG : SA_E_TOOL;
    int code = sa_json_get(told, "tools") ? add_tools(f, told, tools, err)
                                          : sa_toolfile_refuse(f, told, wrong, err);
    cJSON_Delete(told);
    return code;
}

struct sa_toolfile *sa_toolfile_new(const struct sa_toolfile_options *o, struct sa_err *err)
{
    struct sa_toolfile *f = sa_xcalloc(1, sizeof *f);
    *f = (struct sa_toolfile){.o = *o, .users = 1, .turn = {-1, -1}};
    if (!pipe2(f->turn, O_CLOEXEC | O_NONBLOCK) && write(f->turn[1], "", 1) == 1) return f;
    sa_err_set(err, SA_E_INTERNAL, "a file in Python cannot be run: no descriptors to be had");
    sa_toolfile_leave(f);
    return NULL;
}

static int check_grants(const struct sa_toolfile *f, struct sa_err *err)
{
    const char *file = f->o.untrusted;
    if (!file || !f->grants.env_count) return SA_OK;
    return sa_err_set(
        err, SA_E_CONFIG,
        "%s: tool_file with env:%s asks for a variable of yours, and you do not trust "
        "this agent file; if you do, 'smolagent agents trust %s' keeps that, and -A "
        "NAME runs it",
        file, f->grants.env[0], file);
}

static int add_file(const struct sa_toolfile_options *o, const char *text, struct sa_stop *stop,
                    struct sa_tools *tools, struct sa_err *err)
{
    struct sa_toolfile *f = sa_toolfile_new(o, err);
    if (!f) return err->code;
    int code = sa_toolfile_read_grants(text, &f->grants, err);
    if (!code) code = check_grants(f, err);
    if (!code) code = load(f, stop, tools, err);
    sa_toolfile_leave(f);
    return code;
}

int sa_toolfiles_add(const struct sa_toolfile_options *o, struct sa_stop *stop,
                     struct sa_tools *tools, struct sa_err *err)
{
    int code = SA_OK;
    for (const char *const *file = o->files; file && *file && !code; file++)
        code = add_file(o, *file, stop, tools, err);
    return code;
}
