// From settings to the parts of an agent: model, tools, imports.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "exec/toolfile/judge.h"
#include "exec/toolfile/toolfile.h"
#include "tool/builtin.h"
#include "tool/web/web.h"

bool sa_setup_runs_code(const struct sa_config *c)
{
    return !sa_streq(sa_opt_agent(c), "tool_calling") ||
           (!sa_opt_no_tools(c) && sa_builtins_want_python(sa_opt_tools(c)));
}

static const char *setting(void *ctx, const char *section, const char *key)
{
    return sa_section_get(sa_config_section(ctx, section), key);
}

static int no_model(struct sa_err *err)
{
    return sa_err_set(err, SA_E_CONFIG,
                      "no model configured; use --model PROVIDER/MODEL, or SMOLAGENT_MODEL, or "
                      "'model = ...' under [model] in smolagent.conf; 'smolagent models' lists "
                      "the providers");
}

static struct sa_sampling sampling(const struct sa_config *c)
{
    const struct sa_setting *temperature = sa_config_get(c, SA_OPT_temperature),
                            *top_p = sa_config_get(c, SA_OPT_top_p),
                            *seed = sa_config_get(c, SA_OPT_model_seed);
    return (struct sa_sampling){.temperature = temperature->set ? temperature->real : -1,
                                .top_p = top_p->set ? top_p->real : -1,
                                .seed = seed->set ? seed->whole : -1,
                                .effort = sa_opt_reasoning_effort(c)};
}

static int model_options(struct sa_config *c, struct sa_model_options *o, struct sa_err *err)
{
    const char *ca_file = sa_opt_ca_file(c);
    if (ca_file && access(ca_file, R_OK)) // libcurl would look at it only after it connected
        return sa_err_set(err, SA_E_CONFIG, "--ca-file: cannot open %s: %s", ca_file,
                          strerror(errno));
    const char *extra = sa_opt_extra_body(c);
    if (extra &&
        (!sa_json_check(extra, strlen(extra), err) || extra[strspn(extra, " \t\n")] != '{')) {
        if (!err->code) sa_err_set(err, SA_E_USAGE, "not a JSON object");
        sa_err_prefix(err, "--extra-body");
        return err->code = SA_E_USAGE;
    }
    *o = (struct sa_model_options){
        .model = sa_opt_model(c),
        .base_url = sa_opt_base_url(c),
        .wire = sa_opt_wire(c),
        .key_file = sa_opt_key_file(c),
        .key_command = sa_opt_key_command(c),
        .sampling = sampling(c),
        .max_reply_tokens = sa_opt_max_reply_tokens(c),
        .max_context = sa_opt_max_context(c),
        .extra_body = extra,
        .headers = sa_opt_header(c),
        .bill_to = sa_opt_bill_to(c),
        .proxy = sa_opt_proxy(c),
        .ca_file = ca_file,
        .connect_timeout_ms = sa_opt_connect_timeout(c) / SA_NS_PER_MS,
        .idle_timeout_ms = sa_opt_idle_timeout(c) / SA_NS_PER_MS,
        .total_timeout_ms = sa_opt_request_timeout(c) / SA_NS_PER_MS,
        .retries = sa_opt_retries(c),
        .requests_per_minute = sa_opt_requests_per_minute(c),
        .keyless = sa_opt_dry_run(c),
        .no_images = !sa_opt_images(c),
        .no_stream = !sa_opt_stream(c),
        .record = sa_opt_record(c),
        .setting = setting,
        .setting_ctx = c,
    };
    return SA_OK;
}

// The i-th of "a,b,c"; malloc'd, NULL: there are no more. A recording may have a comma in its name.
static char *nth_model(const char *list, size_t i)
{
    struct sa_str rest = sa_str_of(list), part = rest;
    if (sa_starts_with(list, "replay:") && !access(list + strlen("replay:"), F_OK))
        return i ? NULL : sa_xstrdup(list);
    for (size_t k = 0; k <= i; k++)
        if (!rest.data || !sa_str_next_part(&rest, ',', &part)) return NULL;
    part = sa_str_trim(part);
    return sa_xstrndup(part.data, part.len);
}

// The provider that a model's id names, malloc'd; "": it is of the server of --base-url.
static char *provider_of(const struct sa_config *c, const char *id)
{
    const char *hint;
    SA_AUTO_FREE char *first = sa_xstrndup(id, strcspn(id, "/"));
    SA_AUTO_FREE char *section = sa_xasprintf("provider.%s", first);
    bool known = sa_provider_find(first, &hint) || sa_config_section(c, section);
    return sa_xstrdup(known && strchr(id, '/') ? first : "");
}

static void leave_out_all(struct sa_model_options *o)
{
    o->base_url = o->key_file = o->key_command = o->extra_body = NULL;
    o->wire = NULL;
    o->headers = NULL;
}

// What is set for the model of the configuration is not for another provider: least of all its key.
static void leave_out(const struct sa_config *c, const char *provider, struct sa_model_options *o)
{
    const char *model = sa_opt_model(c);
    size_t len = strlen(provider);
    bool same = model && !strncmp(model, provider, len) && model[len] == '/';
    if (same || sa_config_get(c, SA_OPT_base_url)->origin == SA_FROM_FLAG) return;
    leave_out_all(o);
}

// The settings of a server are those of the first model, and of what the same provider has.
int sa_setup_model_options(struct sa_config *c, size_t i, char **name, struct sa_model_options *o,
                           struct sa_err *err)
{
    if (!sa_opt_model(c) || !*sa_opt_model(c)) return no_model(err);
    *name = nth_model(sa_opt_model(c), i);
    if (!*name) return -1;
    if (!**name)
        return sa_err_set(err, SA_E_CONFIG, "--model %s: a name between its commas is empty",
                          sa_opt_model(c));
    if (model_options(c, o, err)) return err->code;
    o->model = *name;
    SA_AUTO_FREE char *first = nth_model(sa_opt_model(c), 0);
    SA_AUTO_FREE char *its = provider_of(c, first), *own = provider_of(c, *name);
    if (strcmp(its, own) != 0) leave_out_all(o);
    return SA_OK;
}

int sa_setup_model(struct sa_config *c, struct sa_stop *stop, struct sa_model **model,
                   struct sa_err *err)
{
    struct sa_model_options o;
    struct sa_model **end = model;
    int code = SA_OK;
    *model = NULL;
    for (size_t i = 0; !code; i++) {
        SA_AUTO_FREE char *name = NULL;
        code = sa_setup_model_options(c, i, &name, &o, err);
        if (code) continue;
        o.stop = stop;
        code = sa_model_open(&o, end, err) ? err->code : SA_OK;
        if (!code) end = &(*end)->stand_in;
    }
    if (code < 0) return SA_OK;
    sa_model_free(*model);
    *model = NULL;
    return code;
}

int sa_setup_provider(struct sa_config *c, const char *provider, struct sa_model **model,
                      struct sa_err *err)
{
    struct sa_model_options o;
    SA_AUTO_FREE char *section = sa_xasprintf("provider.%s", provider);
    const char *hint = NULL;
    bool known = sa_opt_base_url(c) || sa_config_section(c, section);
    if (!known && !sa_provider_find(provider, &hint))
        return sa_err_set(err, SA_E_USAGE,
                          "no provider '%.60s'%s%s%s; 'smolagent models' lists them", provider,
                          hint ? " (did you mean '" : "", hint ? hint : "", hint ? "'?)" : "");
    SA_AUTO_FREE char *any = sa_xasprintf("%s/*", provider);
    if (model_options(c, &o, err)) return err->code;
    o.model = any;
    leave_out(c, provider, &o);
    return sa_model_open(&o, model, err) ? err->code : SA_OK;
}

// Those of [tool.NAME] sections.
static int command_tools(struct sa_config *config, struct sa_tools *tools, struct sa_err *err)
{
    for (size_t i = 0; i < config->section_count; i++) {
        const struct sa_section *s = &config->sections[i];
        if (!sa_starts_with(s->name, "tool.")) continue;
        struct sa_tool_setting *settings = sa_xcalloc(s->count, sizeof *settings);
        for (size_t k = 0; k < s->count; k++)
            settings[k] = (struct sa_tool_setting){s->settings[k].key, s->settings[k].value};
        size_t bad = 0;
        int failed = sa_tool_command_add(tools, s->name + 5, settings, s->count, &bad, err);
        free(settings);
        if (failed) {
            sa_err_prefix(err, "%s:%d", s->file, s->count ? s->lines[bad] : 0);
            return err->code;
        }
        const char *missing = sa_tool_missing_program(tools->items[tools->count - 1]);
        if (missing) sa_warn("tool %s: there is no program '%s' here", s->name + 5, missing);
    }
    return SA_OK;
}

static struct sa_web web_options(const struct sa_config *c)
{
    return (struct sa_web){.hosts = sa_opt_allow_host(c),
                           .engine = sa_opt_search_engine(c),
                           .search_url = sa_opt_search_url(c),
                           .wikipedia_url = sa_opt_wikipedia_url(c),
                           .ca_file = sa_opt_ca_file(c),
                           .any_sandbox = sa_streq(sa_opt_sandbox(c), "auto")};
}

static int file_tools(const struct sa_config *c, const struct sa_folders *folders,
                      struct sa_stop *stop, struct sa_tools *tools, struct sa_err *err)
{
    const struct sa_toolfile_options o = {.files = sa_opt_tool_file(c),
                                          .web = web_options(c),
                                          .folders = folders,
                                          .max_memory = (size_t)sa_opt_max_memory(c),
                                          .max_operations = (uint64_t)sa_opt_max_operations(c),
                                          .timeout_ns = sa_opt_step_timeout(c)};
    return sa_toolfiles_add(&o, stop, tools, err);
}

int sa_setup_tools(struct sa_config *config, const struct sa_folders *folders, struct sa_stop *stop,
                   struct sa_tools *tools, struct sa_err *err)
{
    const struct sa_web web = web_options(config);
    const struct sa_builtin_setup setup = {
        .ask = sa_cli_may_ask(config) ? sa_cli_ask : NULL, .web = &web, .folders = folders};
    if (sa_opt_no_tools(config)) return SA_OK;
    if (sa_web_check_grants(web.hosts, err)) return err->code;
    int code = sa_builtins_add(tools, sa_opt_tools(config), &setup, err);
    if (!code) code = command_tools(config, tools, err);
    return code ? code : file_tools(config, folders, stop, tools, err);
}

// --schema: an object as it stands there, or the file that holds it.
int sa_setup_shape(const struct sa_config *config, struct sa_shape **shape, struct sa_err *err)
{
    const size_t most = (size_t)1 << 20;
    const char *given = sa_opt_schema(config);
    if (!given) return SA_OK;
    bool inline_text = given[strspn(given, " \t\r\n")] == '{';
    size_t len = strlen(given);
    SA_AUTO_FREE char *file = inline_text ? NULL : sa_fs_read(given, most, &len, err);
    if (!inline_text && !file) return sa_err_prefix(err, "--schema");
    *shape = sa_shape_new(file ? file : given, len, err);
    if (*shape) return SA_OK;
    return file ? sa_err_prefix(err, "--schema %s", given) : sa_err_prefix(err, "--schema");
}

int sa_setup_checks(const struct sa_config *config, struct sa_stop *stop, struct sa_checks *checks,
                    struct sa_err *err)
{
    const char *action = sa_opt_check_action(config);
    const char *const *kinds = sa_opt_check_output(config);
    const char *const *commands = sa_opt_check(config), *const *files = sa_opt_check_py(config);
    int failed = 0;
    checks->action = sa_streq(action, "redact") ? SA_CHECK_REDACT
                     : sa_streq(action, "warn") ? SA_CHECK_WARN
                                                : SA_CHECK_BLOCK;
    checks->timeout_ns = sa_opt_check_timeout(config);
    for (; !failed && kinds && *kinds; kinds++) failed = sa_checks_add_kind(checks, *kinds, err);
    const struct sa_judge_limits limits = {
        .max_memory = (size_t)sa_opt_max_memory(config),
        .max_operations = (uint64_t)sa_opt_max_operations(config),
        .timeout_ns = checks->timeout_ns};
    for (; !failed && files && *files; files++)
        failed = sa_checks_add_judge(checks, *files, &limits, stop, err);
    for (; !failed && commands && *commands; commands++)
        failed = sa_checks_add_command(checks, *commands, err);
    return failed ? err->code : SA_OK;
}

void sa_setup_secrets(const struct sa_config *config)
{
    sa_secret_set_forms(!sa_streq(sa_opt_redact(config), "keys"));
    sa_secret_add_environment();
    sa_secret_add_url(sa_opt_proxy(config));
    sa_secret_add_url(sa_opt_base_url(config));
    sa_secret_add_url(sa_opt_search_url(config));
    sa_secret_add_url(sa_opt_wikipedia_url(config));
    const char *const *headers = sa_opt_header(config);
    for (; headers && *headers; headers++) sa_secret_add_header(*headers);
    const struct sa_provider *p;
    for (size_t i = 0; (p = sa_provider_at(i)); i++)
        if (p->key_env) sa_secret_add(getenv(p->key_env));
    const char *key;
    for (size_t i = 0; (key = sa_web_engine_key(i)); i++)
        if (*key) sa_secret_add(getenv(key));
    for (size_t i = 0; i < config->section_count; i++) {
        if (!sa_starts_with(config->sections[i].name, "provider.")) continue;
        struct sa_str rest = sa_str_of(sa_section_get(&config->sections[i], "headers")), part;
        while (rest.data && sa_str_next_part(&rest, ';', &part)) {
            SA_AUTO_FREE char *header = sa_xstrndup(part.data, part.len);
            sa_secret_add_header(header);
        }
    }
}

const char **sa_setup_imports(const struct sa_config *config)
{
    static const char *const for_folders[] = {"os",     "os.path",  "pathlib", "glob",
                                              "shutil", "tempfile", "stat"};
    bool folders = sa_opt_folder(config) != NULL;
    size_t n = 0, more = folders ? SA_COUNT(for_folders) : 0;
    while (sa_agent_imports[n]) n++;
    const char **names = sa_xcalloc(n + more + 1, sizeof *names);
    memcpy(names, sa_agent_imports, n * sizeof *names);
    memcpy(names + n, for_folders, more * sizeof *names);
    const char **imports = sa_cli_imports(config, SA_OPT_only_imports, SA_OPT_imports, names);
    free(names);
    return imports;
}
