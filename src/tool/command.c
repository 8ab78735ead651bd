// Command tools: their call runs a program. The arguments go in on standard input, as JSON or one
// of them as text, and, where asked for, into the argument array; never through a shell. section.c
// reads what they are.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/command.h"

void sa_command_free(void *data)
{
    struct sa_command *c = data;
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

// The character by which an input turns this element into something other than a value: '-' begins
// an option, '@' names a file of data or options (curl -d @FILE, gcc @FILE), also directly behind
// the fixed part of an option (-d{data}, --data={data}). 0: there is none. Numbers are harmless.
static char special_start(const char *pattern, const char *text, const cJSON *args)
{
    size_t fixed = pattern[0] == '-' ? strcspn(pattern, "{") : 0;
    if (text[fixed] != '@' && (fixed || text[0] != '-')) return 0;
    if (!strncmp(pattern, text, strlen(text)) || pattern[fixed] != '{') return 0; // as configured
    size_t len = strlen(pattern + fixed);
    SA_AUTO_FREE char *name = sa_xstrndup(pattern + fixed + 1, len > 2 ? len - 2 : 0);
    return cJSON_IsNumber(sa_json_get(args, name)) ? 0 : text[fixed];
}

static void refuse_start(const struct sa_tool *tool, const char *program, const char *pattern,
                         char start, struct sa_tool_result *result)
{
    result->error = sa_xasprintf(
        "%s(): the value of %s starts with '%c', which %s would take for %s: use a value that "
        "starts with another character (for a file: ./%cname)",
        tool->name, pattern, start, program, start == '@' ? "the name of a file" : "an option",
        start);
    result->error_type = "ValueError";
}

static void free_list(char **list)
{
    for (char **p = list; p && *p; p++) free(*p);
    free(list);
}

// NULL, with the error in *result, when an element may not be what it came to be.
static char **build_argv(const struct sa_tool *tool, const struct sa_command *c, const cJSON *args,
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
        char start = options ? special_start(pattern, text, args) : 0;
        if (!start) continue;
        refuse_start(tool, argv[0], pattern, start, result);
        return free_list(argv), NULL;
    }
    return argv;
}

// What the program reads; NULL: nothing.
static char *build_input(const struct sa_tool *tool, const struct sa_command *c,
                         const char *args_json, const cJSON *args)
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

static void read_failure(const struct sa_tool *tool, const struct sa_proc_result *r,
                         struct sa_tool_result *result)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendf(&text, "%s: ", tool->name);
    if (r->stopped) {
        sa_buf_appends(&text, "cancelled");
    } else if (r->timed_out) {
        sa_buf_appendf(&text, "no result after %g s", (double)tool->timeout_ns / 1e9);
        result->error_type = "TimeoutError";
    } else if (r->too_much) {
        sa_buf_appendf(&text, "output larger than %llu bytes",
                       (unsigned long long)tool->max_result);
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

// Takes JSON for a result when it is what the section says of it.
static void take_json(const struct sa_tool *tool, struct sa_str out, struct sa_tool_result *result)
{
    cJSON *value = tool->gives ? sa_json_parse(out.data, out.len, NULL) : NULL;
    SA_AUTO_FREE char *why = value ? sa_tool_misfit(tool, value) : NULL;
    cJSON_Delete(value);
    if (!why) {
        result->json = sa_xstrndup(out.data, out.len);
        return;
    }
    result->error = sa_xasprintf("%s: its output is not as its schema says: %s", tool->name, why);
    result->error_type = "ValueError";
}

static void read_output(const struct sa_tool *tool, const struct sa_command *c,
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
        take_json(tool, out, result);
    } else {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
        sa_buf_appendf(&text, "%s: its output is no JSON: %s", tool->name, why.message);
        put_beginning(&text, &r->out);
        result->error = sa_buf_take(&text, NULL);
        result->error_type = "ValueError";
    }
}

void sa_command_call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                     struct sa_tool_result *result)
{
    struct sa_command *c = tool->data;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    char **argv = build_argv(tool, c, args, result);
    if (!argv) return cJSON_Delete(args);
    char **env = sa_proc_env(c->env);
    SA_AUTO_FREE char *input = build_input(tool, c, args_json, args);
    const struct sa_proc_request q = {.argv = (const char *const *)argv,
                                      .env = (const char *const *)env,
                                      .input = input,
                                      .input_len = input ? strlen(input) : 0,
                                      .max_output = tool->max_result,
                                      .timeout_ns = tool->timeout_ns,
                                      .stop = stop};
    struct sa_proc_result r;
    struct sa_err why = SA_ERR_INIT;
    if (sa_proc_run(&q, &r, &why)) result->error = sa_xasprintf("%s: %s", tool->name, why.message);
    else if (r.stopped || r.timed_out || r.too_much || r.status) read_failure(tool, &r, result);
    else read_output(tool, c, &r, result);
    sa_proc_result_release(&r);
    free_list(argv);
    sa_proc_env_free(env);
    cJSON_Delete(args);
}

const char *sa_tool_missing_program(const struct sa_tool *tool)
{
    if (tool->call != sa_command_call) return NULL;
    const char *name = ((const struct sa_command *)tool->data)->argv->child->valuestring;
    if (strchr(name, '{')) return NULL; // known when it is called
    return sa_proc_is_there(name) ? NULL : name;
}
