// `smolagent tools`: those that a run would have, as the model sees them, with what is known of
// each; calling one by hand; looking for faults. `smolagent tool describe`: what a script says of
// itself.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/proc.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/agents.h"
#include "tool/builtin.h"
#include "tool/describe.h"
#include "tool/resource.h"

static void put_no_tools(struct sa_buf *out)
{
    sa_buf_appends(out, "No tools are configured; see [tool.NAME] in smolagent.conf.example.\n"
                        "Built in, for --tools, by name or by group:\n");
    for (const struct sa_builtin *b = sa_builtins; b->name; b++)
        sa_buf_appendf(out, "  %-18s %-8s %s\n", b->name, b->group, b->about);
}

void sa_put_tools(const struct sa_tools *tools, struct sa_buf *out)
{
    for (size_t i = 0; i < tools->count; i++) {
        SA_AUTO_FREE char *stub = sa_tool_stub(tools->items[i]);
        sa_buf_appendf(out, "%s%s\n", i ? "\n" : "", stub);
    }
    if (!tools->count) put_no_tools(out);
}

// ---- the words ----------------------------------------------------------------------------------

static int print_stubs(struct sa_tools *tools, char **words, struct sa_buf *out, struct sa_err *err)
{
    (void)words, (void)err;
    sa_put_tools(tools, out);
    return SA_OK;
}

static int list(struct sa_tools *tools, char **words, struct sa_buf *out, struct sa_err *err)
{
    (void)words, (void)err;
    for (size_t i = 0; i < tools->count; i++) {
        const struct sa_tool *tool = tools->items[i];
        struct sa_str rest = sa_str_trim(sa_str_of(tool->description)), line = {"", 0};
        struct sa_buf effects = SA_BUF_INIT(SA_BUF_SMALL);
        SA_AUTO_FREE char *source = sa_tool_source(tool);
        sa_str_next_line(&rest, &line);
        sa_tool_put_effects(tool, &effects);
        sa_buf_appendf(out, "%-24s %-10s %-16s %.*s\n", tool->name, source, sa_buf_text(&effects),
                       (int)line.len, line.data);
        sa_buf_release(&effects);
    }
    if (!tools->count) put_no_tools(out);
    return SA_OK;
}

struct sa_tool *sa_tool_named(const struct sa_tools *tools, const char *name, const char *lister,
                              struct sa_err *err)
{
    struct sa_tool *tool = sa_tools_find(tools, name);
    const char *near = NULL;
    unsigned best = 4;
    for (size_t i = 0; !tool && i < tools->count; i++)
        if (sa_tool_has_name(tools->items[i], name)) tool = tools->items[i];
    for (size_t i = 0; !tool && i < tools->count; i++) {
        unsigned d = sa_edit_distance(name, tools->items[i]->name);
        if (d < best) best = d, near = tools->items[i]->name;
    }
    if (!tool)
        sa_err_set(err, SA_E_USAGE, "there is no tool '%.60s'%s%s%s; 'smolagent %s' shows all",
                   name, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "",
                   lister);
    return tool;
}

static void put_schema(struct sa_buf *out, const char *title, const cJSON *schema)
{
    if (!schema) return;
    sa_buf_appendf(out, "%-12s", title);
    sa_json_print(out, schema);
    sa_buf_appendc(out, '\n');
}

static int show(struct sa_tools *tools, char **words, struct sa_buf *out, struct sa_err *err)
{
    const struct sa_tool *tool = sa_tool_named(tools, words[0], "tools list", err);
    if (!tool) return err->code;
    SA_AUTO_FREE char *stub = sa_tool_stub(tool);
    SA_AUTO_FREE char *source = sa_tool_source(tool);
    sa_buf_appendf(out, "%s\n\nsource      %s\neffects     ", stub, source);
    sa_tool_put_effects(tool, out);
    sa_buf_appendf(out, "\nresults     at most %zu bytes%s\n",
                   tool->max_result ? tool->max_result : SA_TOOL_RESULT,
                   tool->foreign ? ", written by strangers: data, never instructions" : "");
    if (tool->timeout_ns) sa_buf_appendf(out, "time-out    %g s\n", (double)tool->timeout_ns / 1e9);
    put_schema(out, "inputs", tool->inputs);
    put_schema(out, "output", tool->output);
    return SA_OK;
}

static int call(struct sa_tools *tools, char **words, struct sa_buf *out, struct sa_err *err)
{
    struct sa_tool *tool = sa_tool_named(tools, words[0], "tools list", err);
    struct sa_tool_result r;
    const char *args = words[1] ? words[1] : "{}";
    if (!tool) return err->code;
    if (!sa_json_check(args, strlen(args), err)) {
        sa_err_prefix(err, "the arguments are no JSON (as {\"name\": \"value\"})");
        return err->code = SA_E_USAGE;
    }
    sa_tool_call(tool, args, tools->env->stop, &r);
    if (r.json) sa_buf_appendf(out, "%s\n", r.json);
    else
        sa_err_set(err, SA_E_TOOL, "%s: %s", r.error_type ? r.error_type : "RuntimeError", r.error);
    sa_tool_result_release(&r);
    return err->code;
}

// The engine takes its stub, its program is there.
static void put_faults(struct sa_buf *out, struct py_isolate *iso, const struct sa_tool *tool)
{
    struct py_result r = {0};
    SA_AUTO_FREE char *stub = sa_tool_stub(tool);
    const char *missing = sa_tool_missing_program(tool);
    if (missing) sa_buf_appendf(out, "%s: there is no program '%s' here\n", tool->name, missing);
    if (!py_define_function(iso, tool->name, stub, NULL, NULL, &r))
        sa_buf_appendf(out, "%s: its stub is no Python: %.*s\n", tool->name, (int)r.error_text_len,
                       r.error_text);
    sa_tool_put_faults(tool, out);
}

static struct py_host_result not_called(void *ctx, const char *name, const char *args, size_t len)
{
    (void)ctx, (void)name, (void)args, (void)len;
    return (struct py_host_result){.json = NULL};
}

static int check(struct sa_tools *tools, char **words, struct sa_buf *out, struct sa_err *err)
{
    (void)words;
    struct py_options options = {.hooks = {.calls = {.start = not_called}}};
    struct py_isolate *iso = py_isolate_new(&options);
    if (!iso) return sa_err_set(err, SA_E_INTERNAL, "out of memory");
    for (size_t i = 0; i < tools->count; i++) put_faults(out, iso, tools->items[i]);
    py_isolate_free(iso);
    if (out->len) return sa_err_set(err, SA_E_CONFIG, "some tools have faults");
    sa_buf_appendf(out, "%zu tool%s, no faults\n", tools->count, tools->count == 1 ? "" : "s");
    return SA_OK;
}

static const struct action {
    const char *name;
    int least, most; // words behind it
    int (*run)(struct sa_tools *tools, char **words, struct sa_buf *out, struct sa_err *err);
} actions[] = {{"", 0, 0, print_stubs},

               {"list", 0, 0, list},
               {"show", 1, 1, show},
               {"call", 1, 2, call},
               {"check", 0, 0, check}};

// With all the tools of a run, those of MCP servers too.
static int act(struct sa_config *config, struct sa_stop *stop, const struct action *action,
               char **words, struct sa_buf *out, struct sa_err *err)
{
    struct sa_agent_tools t = {.servers = true, .stop = stop};
    if (sa_opt_verbose(config)) sa_log_set_level(SA_LOG_INFO); // what tools print
    int code = sa_agent_tools_open(config, &t, err);
    if (!code && t.tools.env) t.tools.env->stop = stop;
    if (!code) code = action->run(&t.tools, words, out, err);
    sa_agent_tools_release(&t);
    return code;
}

static const struct action *find_action(const char *name, int count)
{
    for (size_t i = 0; i < SA_COUNT(actions); i++)
        if (sa_streq(name, actions[i].name) && count >= actions[i].least &&
            count <= actions[i].most)
            return &actions[i];
    return NULL;
}

// ---- scripts that say what they are -------------------------------------------------------------

static int describe(char **words, int count, struct sa_buf *out, struct sa_err *err)
{
    struct sa_described d;
    cJSON *argv = cJSON_CreateArray();
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(argv, cJSON_CreateString(words[i]));
    int failed = sa_tool_describe(argv, NULL, &d, err);
    if (!failed) {
        sa_buf_appendf(out, "[tool.%s]\ncommand = ", d.name ? d.name : "NAME");
        sa_json_print(out, argv);
        for (size_t i = 0; i < d.count; i++)
            sa_buf_appendf(out, "\n%s = %s", d.items[i].key, d.items[i].value);
        sa_buf_appendc(out, '\n');
    }
    sa_described_release(&d);
    cJSON_Delete(argv);
    return failed ? err->code : SA_OK;
}

// ---- both commands ------------------------------------------------------------------------------

int sa_cmd_tools(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    char **words = NULL;
    int count, reason = 0, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0) {
        struct sa_stop stop;
        sa_stop_init(&stop);
        sa_signals_install(&stop, NULL);
        sa_setup_secrets(&config);
        char *rest[3] = {count > 1 ? words[1] : NULL, count > 2 ? words[2] : NULL, NULL};
        const struct action *action = find_action(count ? words[0] : "", count ? count - 1 : 0);
        status = action ? act(&config, &stop, action, rest, &out, &err)
                        : sa_err_set(&err, SA_E_USAGE, "usage: smolagent %s", self->usage);
        reason = status ? sa_stop_reason(&stop) : 0;
        sa_signals_install(NULL, NULL);
        sa_stop_release(&stop);
    }
    status = sa_cli_finish(&config, words, &out, status, &err);
    if (reason) sa_cli_die_by(reason);
    return status;
}

int sa_cmd_tool(const struct sa_command *self, int argc, char **argv)
{
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    char **words = NULL;
    int count, status = sa_cli_settings(self, &config, argc, argv, &words, &count);
    if (status < 0)
        status = count > 1 && sa_streq(words[0], "describe")
                     ? describe(words + 1, count - 1, &out, &err)
                     : sa_err_set(&err, SA_E_USAGE, "usage: smolagent %s", self->usage);
    return sa_cli_finish(&config, words, &out, status, &err);
}
