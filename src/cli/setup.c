// From settings to the parts of an agent: model, tools, imports, variables.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"

#define MAX_VARIABLE ((size_t)64 << 20)

static const char *setting(void *ctx, const char *section, const char *key)
{
    return sa_section_get(sa_config_section(ctx, section), key);
}

static int64_t ms(const struct sa_config *config, enum sa_option_id id)
{
    return sa_config_ns(config, id, 0) / 1000000;
}

static int no_model(struct sa_err *err)
{
    return sa_err_set(err, SA_E_CONFIG,
                      "no model configured; use --model PROVIDER/MODEL, or SMOLAGENT_MODEL, or "
                      "'model = ...' under [model] in smolagent.conf");
}

int sa_setup_model_options(struct sa_config *c, struct sa_model_options *o, struct sa_err *err)
{
    if (!sa_config_text(c, SA_OPT_model)) return no_model(err);
    const char *ca_file = sa_config_text(c, SA_OPT_ca_file);
    if (ca_file && access(ca_file, R_OK)) // libcurl would look at it only after it connected
        return sa_err_set(err, SA_E_CONFIG, "--ca-file: cannot open %s: %s", ca_file,
                          strerror(errno));
    const char *extra = sa_config_text(c, SA_OPT_extra_body);
    if (extra &&
        (!sa_json_check(extra, strlen(extra), err) || extra[strspn(extra, " \t\n")] != '{')) {
        if (!err->code) sa_err_set(err, SA_E_USAGE, "not a JSON object");
        sa_err_prefix(err, "--extra-body");
        return err->code = SA_E_USAGE;
    }
    *o = (struct sa_model_options){
        .model = sa_config_text(c, SA_OPT_model),
        .base_url = sa_config_text(c, SA_OPT_base_url),
        .wire = sa_config_text(c, SA_OPT_wire),
        .key_file = sa_config_text(c, SA_OPT_key_file),
        .key_command = sa_config_text(c, SA_OPT_key_command),
        .temperature = sa_config_number(c, SA_OPT_temperature, -1),
        .max_reply_tokens = (int64_t)sa_config_whole(c, SA_OPT_max_reply_tokens, 0),
        .max_context = (int64_t)sa_config_whole(c, SA_OPT_max_context, 0),
        .extra_body = extra,
        .headers = sa_config_items(c, SA_OPT_header),
        .bill_to = sa_config_text(c, SA_OPT_bill_to),
        .proxy = sa_config_text(c, SA_OPT_proxy),
        .ca_file = ca_file,
        .connect_timeout_ms = ms(c, SA_OPT_connect_timeout),
        .idle_timeout_ms = ms(c, SA_OPT_idle_timeout),
        .total_timeout_ms = ms(c, SA_OPT_request_timeout),
        .retries = (int)sa_config_number(c, SA_OPT_retries, -1),
        .requests_per_minute = sa_config_number(c, SA_OPT_requests_per_minute, 0),
        .no_images = !sa_config_bool(c, SA_OPT_images),
        .no_stream = !sa_config_bool(c, SA_OPT_stream),
        .record = sa_config_text(c, SA_OPT_record),
        .setting = setting,
        .setting_ctx = c,
    };
    return SA_OK;
}

int sa_setup_model(struct sa_config *c, struct sa_stop *stop, struct sa_model **model,
                   struct sa_err *err)
{
    struct sa_model_options o;
    if (sa_setup_model_options(c, &o, err)) return err->code;
    o.stop = stop;
    return sa_model_open(&o, model, err) ? err->code : SA_OK;
}

// Options that only these executors look at.
static const struct {
    enum sa_option_id id;
    const char *executors;
} bound[] = {
    {SA_OPT_python, "python, docker, e2b or auto"},
    {SA_OPT_image, "docker"},
    {SA_OPT_dockerfile, "docker"},
    {SA_OPT_install, "docker"},
    {SA_OPT_env, "docker, e2b or command"},
    {SA_OPT_worker, "command"},
    {SA_OPT_e2b_template, "e2b"},
    {SA_OPT_e2b_domain, "e2b"},
    {SA_OPT_e2b_internet, "e2b"},
};

bool sa_setup_is_bound(enum sa_option_id id)
{
    for (size_t i = 0; i < SA_COUNT(bound); i++)
        if (bound[i].id == id) return true;
    return false;
}

int sa_setup_check_executor(const struct sa_config *config, const char *executor,
                            struct sa_err *err)
{
    for (size_t i = 0; i < SA_COUNT(bound); i++) {
        const struct sa_setting *s = sa_config_get(config, bound[i].id);
        bool typed = s->set && s->origin == SA_FROM_FLAG;
        if (typed && !strstr(bound[i].executors, executor))
            return sa_err_set(err, SA_E_USAGE, "--%s is for --executor %s; this is --executor %s",
                              sa_options[bound[i].id].name, bound[i].executors, executor);
    }
    return SA_OK;
}

int sa_setup_tools(struct sa_config *config, struct sa_tools *tools, struct sa_err *err)
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

int sa_setup_checks(const struct sa_config *config, struct sa_checks *checks, struct sa_err *err)
{
    const char *action = sa_config_text(config, SA_OPT_check_action);
    const char *const *kinds = sa_config_items(config, SA_OPT_check_output);
    const char *const *commands = sa_config_items(config, SA_OPT_check);
    int failed = 0;
    checks->action = sa_streq(action, "redact") ? SA_CHECK_REDACT
                     : sa_streq(action, "warn") ? SA_CHECK_WARN
                                                : SA_CHECK_BLOCK;
    checks->timeout_ns = sa_config_ns(config, SA_OPT_check_timeout, 0);
    for (; !failed && kinds && *kinds; kinds++) failed = sa_checks_add_kind(checks, *kinds, err);
    for (; !failed && commands && *commands; commands++)
        failed = sa_checks_add_command(checks, *commands, err);
    return failed ? err->code : SA_OK;
}

void sa_setup_secrets(const struct sa_config *config)
{
    sa_secret_set_forms(!sa_streq(sa_config_text(config, SA_OPT_redact), "keys"));
    sa_secret_add_environment();
    sa_secret_add_url(sa_config_text(config, SA_OPT_proxy));
    sa_secret_add_url(sa_config_text(config, SA_OPT_base_url));
    const char *const *headers = sa_config_items(config, SA_OPT_header);
    for (; headers && *headers; headers++) sa_secret_add_header(*headers);
    const struct sa_provider *p;
    for (size_t i = 0; (p = sa_provider_at(i)); i++)
        if (p->key_env) sa_secret_add(getenv(p->key_env));
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
    return sa_cli_imports(config, SA_OPT_only_imports, SA_OPT_imports, sa_agent_imports);
}

// A name the code would find something else behind is refused: the value would silently be lost.
static int define(struct sa_session *s, const char *name, const char *json, size_t len,
                  struct sa_err *err)
{
    bool answer = sa_streq(name, "final_answer");
    if (answer || sa_tools_find(&s->tools, name))
        return sa_err_set(err, SA_E_USAGE, "'%s' is the name of %s: name the variable otherwise",
                          name, answer ? "the function that ends a run" : "a tool");
    return sa_agent_define_json(s->agent, name, json, len, NULL, err) ? err->code : SA_OK;
}

static int define_text(struct sa_session *s, const char *name, const char *text, size_t len,
                       struct sa_err *err)
{
    if (!sa_utf8_valid(text, len))
        return sa_err_set(err, SA_E_USAGE, "--var %s: neither JSON nor UTF-8 text", name);
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&json, text, len);
    int code = define(s, name, sa_buf_text(&json), json.len, err);
    sa_buf_release(&json);
    return code;
}

// --var NAME=VALUE: JSON when it parses, else text; @FILE takes the file's contents instead.
static int define_var(struct sa_session *s, const char *item, struct sa_err *err)
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
        if (!must_be_json) return define_text(s, name, value, len, err);
    }
    struct sa_err bad = SA_ERR_INIT;
    if (sa_json_check(value, len, &bad)) return define(s, name, value, len, err);
    if (must_be_json)
        return sa_err_set(err, SA_E_USAGE, "--var %s: %s: %s", name, equals + 2, bad.message);
    return define_text(s, name, value, len, err);
}

static int define_vars_file(struct sa_session *s, const char *path, struct sa_err *err)
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
        int code = define(s, name, value, value_len, err);
        free(name);
        if (code) return sa_err_prefix(err, "--vars %s", path);
    }
    return SA_OK;
}

int sa_setup_variables(struct sa_session *s, struct sa_err *err)
{
    const char *file = sa_config_text(s->config, SA_OPT_vars);
    int code = file ? define_vars_file(s, file, err) : SA_OK;
    const char *const *items = sa_config_items(s->config, SA_OPT_var);
    for (size_t i = 0; !code && items && items[i]; i++) code = define_var(s, items[i], err);
    const char *const *files = sa_config_items(s->config, SA_OPT_file);
    for (size_t i = 0; !code && files && files[i]; i++) {
        if (!sa_fs_exists(files[i]))
            return sa_err_set(err, SA_E_CONFIG, "--file %s: no such file", files[i]);
        if (sa_fs_is_dir(files[i]))
            return sa_err_set(err, SA_E_CONFIG, "--file %s: is a folder; name its files one by one",
                              files[i]);
        if (!sa_fs_is_regular(files[i]))
            return sa_err_set(err, SA_E_CONFIG, "--file %s: not a regular file", files[i]);
        SA_AUTO_FREE char *note = sa_describe_file(files[i]);
        sa_agent_note(s->agent, note);
    }
    return code;
}
