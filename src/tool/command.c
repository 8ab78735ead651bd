// Command tools: a [tool.NAME] section turned into a descriptor whose call runs a program. The
// arguments go in on standard input, as JSON or one of them as text, and, where asked for, into the
// argument array; never through a shell.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/tool_int.h"

struct command {
    cJSON *argv; // array of strings
    char *env;   // names to pass through, comma-separated
    char *input; // what goes to standard input: "json", "none", or "{NAME}" of an input
    bool text_output;
    bool leading_dash; // a value may start with '-' anywhere
    int64_t timeout_ns;
    uint64_t max_output;
};

static void free_command(void *data)
{
    struct command *c = data;
    cJSON_Delete(c->argv);
    free(c->env);
    free(c->input);
    free(c);
}

// ---- running ----------------------------------------------------------------------------------

static void put_text(struct sa_buf *out, const cJSON *v)
{
    if (cJSON_IsString(v)) sa_buf_appends(out, v->valuestring);
    else if (v && !cJSON_IsNull(v)) sa_json_print(out, v);
}

// One element of the argument array with its {name}s replaced. NULL: to be left out, because it is
// nothing but an input that was not given.
static char *fill_argument(const char *pattern, const cJSON *args, const cJSON *properties)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (const char *p = pattern; *p;) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        SA_AUTO_FREE char *name = end ? sa_xstrndup(p + 1, (size_t)(end - p - 1)) : NULL;
        if (!name || !sa_json_get(properties, name)) {
            sa_buf_appendc(&out, *p++);
            continue;
        }
        const cJSON *value = sa_json_get(args, name);
        bool alone = p == pattern && !end[1];
        if (alone && (!value || cJSON_IsNull(value))) {
            sa_buf_release(&out);
            return NULL;
        }
        put_text(&out, value);
        p = end + 1;
    }
    return sa_buf_take(&out, NULL);
}

// Would the program take this element for an option because an input says so? A number cannot say
// much, and -5 is one.
static bool is_foreign_option(const char *pattern, const char *text, const cJSON *args)
{
    if (text[0] != '-' || pattern[0] == '-') return false;
    size_t len = strlen(pattern);
    SA_AUTO_FREE char *name = sa_xstrndup(pattern + 1, len > 2 ? len - 2 : 0);
    return !cJSON_IsNumber(sa_json_get(args, name));
}

static void refuse_option(const struct sa_tool *tool, const char *program, const char *pattern,
                          struct sa_tool_result *result)
{
    result->error = sa_xasprintf(
        "%s(): the value of %s starts with '-', which %s would take for an "
        "option: give one that starts otherwise (of a file, ./-name)",
        tool->name, pattern, program);
    result->error_type = "ValueError";
}

static void free_list(char **list)
{
    for (char **p = list; p && *p; p++) free(*p);
    free(list);
}

// NULL, with the error in *result, when an element may not be what it came to be.
static char **build_argv(const struct sa_tool *tool, const struct command *c, const cJSON *args,
                         struct sa_tool_result *result)
{
    size_t n = 0;
    const cJSON *item, *properties = sa_json_get(tool->inputs, "properties");
    char **argv = sa_xcalloc((size_t)cJSON_GetArraySize(c->argv) + 1, sizeof *argv);
    bool options = !c->leading_dash; // may still come
    cJSON_ArrayForEach(item, c->argv)
    {
        const char *pattern = item->valuestring;
        char *text = fill_argument(pattern, args, properties);
        if (!text) continue;
        argv[n++] = text;
        if (!strcmp(pattern, "--")) options = false;
        if (!options || !is_foreign_option(pattern, text, args)) continue;
        refuse_option(tool, argv[0], pattern, result);
        return free_list(argv), NULL;
    }
    return argv;
}

// What the program reads; NULL: nothing.
static char *build_input(const struct sa_tool *tool, const struct command *c, const char *args_json,
                         const cJSON *args)
{
    if (sa_streq(c->input, "json")) return sa_xstrdup(args_json);
    return c->input[0] == '{'
               ? fill_argument(c->input, args, sa_json_get(tool->inputs, "properties"))
               : NULL;
}

static void last_line(struct sa_buf *out, const struct sa_buf *text)
{
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(text), text->len});
    size_t from = s.len > 500 ? s.len - 500 : 0;
    if (from) sa_buf_appends(out, "...");
    sa_utf8_repair(out, s.data + from, s.len - from);
}

// The beginning of an output that could not be taken.
static void put_beginning(struct sa_buf *out, const struct sa_buf *text)
{
    enum { SHOWN = 300 };
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(text), text->len});
    size_t n = sa_utf8_floor(s.data, s.len, SHOWN);
    sa_buf_appends(out, s.len ? "; it begins: " : "; it is empty");
    sa_utf8_repair(out, s.data, n);
    if (n < s.len) sa_buf_appends(out, "...");
}

static void read_failure(const struct sa_tool *tool, const struct command *c,
                         const struct sa_proc_result *r, struct sa_tool_result *result)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendf(&text, "%s: ", tool->name);
    if (r->stopped) {
        sa_buf_appends(&text, "cancelled");
    } else if (r->timed_out) {
        sa_buf_appendf(&text, "no result after %g s", (double)c->timeout_ns / 1e9);
        result->error_type = "TimeoutError";
    } else if (r->too_much) {
        sa_buf_appendf(&text, "output larger than %llu bytes", (unsigned long long)c->max_output);
        put_beginning(&text, &r->out);
    } else {
        const struct sa_buf *said = r->err.len ? &r->err : &r->out;
        sa_buf_appendf(&text, "exit status %d", r->status);
        if (r->status > 128 && r->status <= 128 + SIGSYS) // of a signal, ours or a shell's way
            sa_buf_appendf(&text, " (%s)", strsignal(r->status - 128));
        if (said->len) sa_buf_appends(&text, ": ");
        last_line(&text, said);
    }
    result->error = sa_buf_take(&text, NULL);
}

static void read_output(const struct sa_tool *tool, const struct command *c,
                        const struct sa_proc_result *r, struct sa_tool_result *result)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_str out = {sa_buf_text(&r->out), r->out.len};
    struct sa_err why = SA_ERR_INIT;
    if (c->text_output) {
        if (out.len && out.data[out.len - 1] == '\n') out.len--;
        sa_json_quote(&json, out.data, out.len);
        result->json = sa_buf_take(&json, NULL);
        return;
    }
    out = sa_str_trim(out);
    if (sa_json_check(out.data, out.len, &why)) {
        result->json = sa_xstrndup(out.data, out.len);
    } else {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        sa_buf_appendf(&text, "%s: its output is no JSON: %s", tool->name, why.message);
        put_beginning(&text, &r->out);
        result->error = sa_buf_take(&text, NULL);
        result->error_type = "ValueError";
    }
}

static void call_command(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                         struct sa_tool_result *result)
{
    struct command *c = tool->data;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    char **argv = build_argv(tool, c, args, result);
    if (!argv) return cJSON_Delete(args);
    char **env = sa_proc_env(c->env);
    SA_AUTO_FREE char *input = build_input(tool, c, args_json, args);
    const struct sa_proc_request q = {.argv = (const char *const *)argv,
                                      .env = (const char *const *)env,
                                      .input = input,
                                      .input_len = input ? strlen(input) : 0,
                                      .max_output = c->max_output,
                                      .timeout_ns = c->timeout_ns,
                                      .stop = stop};
    struct sa_proc_result r;
    struct sa_err why = SA_ERR_INIT;
    if (sa_proc_run(&q, &r, &why)) result->error = sa_xasprintf("%s: %s", tool->name, why.message);
    else if (r.stopped || r.timed_out || r.too_much || r.status) read_failure(tool, c, &r, result);
    else read_output(tool, c, &r, result);
    sa_proc_result_release(&r);
    free_list(argv);
    sa_proc_env_free(env);
    cJSON_Delete(args);
}

// ---- reading the section ----------------------------------------------------------------------

struct reader {
    struct sa_tool *tool;
    struct command *command;
    const char *section;
    struct sa_err *err;
};

static int bad(const struct reader *r, const char *key, const char *what)
{
    return sa_err_set(r->err, SA_E_CONFIG, "[tool.%s] %s: %s", r->section, key, what), -1;
}

static bool known_type(const char *type)
{
    static const char *const types[] = {"string", "integer", "number", "boolean",
                                        "array",  "object",  "any"};
    for (size_t i = 0; i < SA_COUNT(types); i++)
        if (!strcmp(types[i], type)) return true;
    return false;
}

// TYPE, which may be an array of the values there are; what follows it, or NULL.
static const char *read_type(const char *value, cJSON *schema)
{
    if (*value != '[') {
        size_t n = strcspn(value, " \t=?");
        SA_AUTO_FREE char *type = sa_xstrndup(value, n);
        if (!known_type(type)) return NULL;
        cJSON_AddStringToObject(schema, "type", type);
        return value + n;
    }
    const char *end = NULL, *type = NULL;
    cJSON_Delete(cJSON_ParseWithOpts(value, &end, false));
    cJSON *choices = end ? sa_json_parse(value, (size_t)(end - value), NULL) : NULL, *choice;
    cJSON_ArrayForEach(choice, choices)
    {
        const char *own = cJSON_IsString(choice)   ? "string"
                          : cJSON_IsBool(choice)   ? "boolean"
                          : cJSON_IsNumber(choice) ? "number"
                                                   : NULL;
        if (!own || (type && strcmp(own, type) != 0)) return cJSON_Delete(choices), NULL;
        type = own;
    }
    if (!type) return cJSON_Delete(choices), NULL;
    cJSON_AddStringToObject(schema, "type", type);
    cJSON_AddItemToObject(schema, "enum", choices);
    return end;
}

// TYPE [= DEFAULT] [description]
static int read_input(const struct reader *r, const char *key, const char *value)
{
    const char *name = key + strlen("input.");
    if (!sa_is_identifier(name)) return bad(r, key, "the input's name is no Python identifier");
    cJSON *properties = cJSON_GetObjectItem(r->tool->inputs, "properties");
    if (sa_json_get(properties, name)) return bad(r, key, "given twice");
    cJSON *schema = cJSON_AddObjectToObject(properties, name);
    const char *rest = read_type(value, schema);
    if (!rest)
        return bad(r, key,
                   "expected TYPE [= DEFAULT] [description] with TYPE string, integer, "
                   "number, boolean, array, object, any, or an array of the values there are");
    bool optional = *rest == '?';
    if (optional) rest++;
    rest += strspn(rest, " \t");
    if (*rest == '=') {
        rest++;
        rest += strspn(rest, " \t");
        const char *end = NULL;
        cJSON_Delete(cJSON_ParseWithOpts(rest, &end, false)); // tells where the value ends
        cJSON *fallback = end ? sa_json_parse(rest, (size_t)(end - rest), NULL) : NULL;
        if (!fallback) return bad(r, key, "the default is no JSON value (text needs quotes)");
        cJSON_AddItemToObject(schema, "default", fallback);
        rest = end + strspn(end, " \t");
        optional = true;
    }
    if (*rest) cJSON_AddStringToObject(schema, "description", rest);
    if (!optional)
        cJSON_AddItemToArray(cJSON_GetObjectItem(r->tool->inputs, "required"),
                             cJSON_CreateString(name));
    return 0;
}

static int read_description(const struct reader *r, const char *key, const char *value)
{
    (void)key;
    free(r->tool->description);
    r->tool->description = sa_xstrdup(value);
    return 0;
}

static int read_returns(const struct reader *r, const char *key, const char *value)
{
    (void)key;
    free(r->tool->returns);
    r->tool->returns = sa_xstrdup(value);
    return 0;
}

static int read_command(const struct reader *r, const char *key, const char *value)
{
    cJSON_Delete(r->command->argv);
    r->command->argv = sa_proc_words(value);
    return r->command->argv
               ? 0
               : bad(r, key, "expected an array of strings, like [\"prog\", \"--flag\"]");
}

static int read_output_type(const struct reader *r, const char *key, const char *value)
{
    if (!known_type(value)) return bad(r, key, "unknown type");
    cJSON_Delete(r->tool->output);
    r->tool->output = cJSON_CreateObject();
    cJSON_AddStringToObject(r->tool->output, "type", value);
    r->command->text_output = !strcmp(value, "string");
    return 0;
}

static int read_stdin(const struct reader *r, const char *key, const char *value)
{
    free(r->command->input);
    r->command->input = sa_xstrdup(value);
    bool named = value[0] == '{' && sa_ends_with(value, "}");
    return named || !strcmp(value, "json") || !strcmp(value, "none")
               ? 0
               : bad(r, key, "json, none, or {NAME} for the text of an input");
}

// Inputs may be listed after `stdin`, so that this comes last.
static int check_stdin(const struct reader *r)
{
    const char *pattern = r->command->input;
    if (pattern[0] != '{') return 0;
    SA_AUTO_FREE char *name = sa_xstrndup(pattern + 1, strlen(pattern) - 2);
    return sa_json_get(sa_json_get(r->tool->inputs, "properties"), name)
               ? 0
               : bad(r, "stdin", "there is no input of this name");
}

static int read_switch(const struct reader *r, const char *key, const char *value, bool *to)
{
    *to = !strcmp(value, "true");
    return *to || !strcmp(value, "false") ? 0 : bad(r, key, "true or false");
}

static int read_async(const struct reader *r, const char *key, const char *value)
{
    return read_switch(r, key, value, &r->tool->is_async);
}

static int read_leading_dash(const struct reader *r, const char *key, const char *value)
{
    return read_switch(r, key, value, &r->command->leading_dash);
}

static int read_timeout(const struct reader *r, const char *key, const char *value)
{
    bool ok = sa_parse_duration(value, &r->command->timeout_ns) && r->command->timeout_ns > 0;
    return ok ? 0 : bad(r, key, "expected a duration, like 30 or 2m");
}

static int read_max_output(const struct reader *r, const char *key, const char *value)
{
    bool ok = sa_parse_size(value, &r->command->max_output) && r->command->max_output > 0 &&
              r->command->max_output <= SA_BUF_HUGE;
    return ok ? 0 : bad(r, key, "expected a size, like 64K or 1M");
}

static int read_env(const struct reader *r, const char *key, const char *value)
{
    (void)key;
    free(r->command->env);
    r->command->env = sa_xstrdup(value);
    return 0;
}

static const struct {
    const char *key; // a trailing dot: a prefix
    int (*read)(const struct reader *r, const char *key, const char *value);
} setting_rows[] = {
    {"description", read_description},   {"command", read_command}, {"input.", read_input},
    {"output", read_output_type},        {"stdin", read_stdin},     {"timeout", read_timeout},
    {"max_output", read_max_output},     {"env", read_env},         {"async", read_async},
    {"leading_dash", read_leading_dash}, {"returns", read_returns},
};

static int read_setting(const struct reader *r, const char *key, const char *value)
{
    for (size_t i = 0; i < SA_COUNT(setting_rows); i++) {
        const char *k = setting_rows[i].key;
        bool prefix = sa_ends_with(k, ".");
        if (prefix ? sa_starts_with(key, k) : !strcmp(key, k))
            return setting_rows[i].read(r, key, value);
    }
    return bad(r, key,
               "unknown key (description, command, input.NAME, returns, output, stdin, async, "
               "timeout, max_output, env, leading_dash)");
}

const char *sa_tool_missing_program(const struct sa_tool *tool)
{
    if (tool->call != call_command) return NULL;
    const char *name = ((const struct command *)tool->data)->argv->child->valuestring;
    if (strchr(name, '{')) return NULL; // known when it is called
    if (strchr(name, '/')) return access(name, X_OK) ? name : NULL;
    const char *path = getenv("PATH");
    struct sa_str rest = sa_str_of(path), folder;
    if (!path) return NULL; // the system's own list is searched
    while (sa_str_next_part(&rest, ':', &folder)) {
        SA_AUTO_FREE char *file = sa_xasprintf("%.*s/%s", (int)folder.len, folder.data, name);
        if (!access(folder.len ? file : name, X_OK)) return NULL;
    }
    return name;
}

int sa_tool_command_add(struct sa_tools *tools, const char *name,
                        const struct sa_tool_setting *settings, size_t count, size_t *bad_row,
                        struct sa_err *err)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    struct command *c = tool->data = sa_xcalloc(1, sizeof *c);
    tool->free_data = free_command;
    tool->source = "command";
    tool->call = call_command;
    tool->name = sa_xstrdup(name);
    tool->inputs = cJSON_CreateObject();
    cJSON_AddStringToObject(tool->inputs, "type", "object");
    cJSON_AddObjectToObject(tool->inputs, "properties");
    cJSON_AddArrayToObject(tool->inputs, "required");
    cJSON_AddFalseToObject(tool->inputs, "additionalProperties");
    c->input = sa_xstrdup("json");
    c->timeout_ns = INT64_C(60000000000);
    c->max_output = 1 << 20;
    const struct reader r = {tool, c, name, err};
    int rc = read_output_type(&r, "output", "string");
    size_t row = 0;
    for (size_t i = 0; rc == 0 && i < count; i++)
        if ((rc = read_setting(&r, settings[i].key, settings[i].value))) row = i;
    if (rc && bad_row) *bad_row = row;
    if (rc == 0 && !tool->description) rc = bad(&r, "description", "missing");
    if (rc == 0 && !c->argv) rc = bad(&r, "command", "missing");
    if (rc == 0) rc = check_stdin(&r);
    tool->raises = sa_xasprintf("RuntimeError when it fails, TimeoutError after %g s",
                                (double)c->timeout_ns / 1e9);
    if (rc == 0) return sa_tools_add(tools, tool, err);
    sa_tool_free(tool);
    return -1;
}
