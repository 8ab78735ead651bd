// From settings to models: the one that is asked, and those that stand in for it.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "setup/setup.h"

static const char *setting(void *ctx, const char *section, const char *key)
{
    return sa_section_get(sa_config_section(ctx, section), key);
}

static const char *stranger(void *ctx, const char *section)
{
    const struct sa_section *s = sa_config_section(ctx, section);
    return s && s->shared && !s->trusted ? s->file : NULL;
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
        .stranger = stranger,
        .setting_ctx = c,
    };
    return SA_OK;
}

// A recording may have a comma in its name. Where there is one of the name before the comma, too,
// it is that one, and the rest is a list: a file added later takes no place of one that was
// trusted.
static bool is_recording_with_comma(const char *list)
{
    static const char head[] = "replay:";
    if (!sa_starts_with(list, head)) return false;
    const char *name = list + strlen(head);
    SA_AUTO_FREE char *first = sa_xstrndup(name, strcspn(name, ","));
    return access(first, F_OK) != 0 && access(name, F_OK) == 0;
}

// The i-th of "a,b,c"; malloc'd, NULL: there are no more.
static char *nth_model(const char *list, size_t i)
{
    struct sa_str rest = sa_str_of(list), part = rest;
    if (is_recording_with_comma(list)) return i ? NULL : sa_xstrdup(list);
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
    o->second = true;
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

static bool in_files(const struct sa_config *c, enum sa_option_id id)
{
    return sa_config_get(c, id)->origin < SA_FROM_AGENT;
}

// Where an agent file says which server a provider's is, that one gets the keys whose variables the
// file names, where all can read it, but none that the user's configuration has for another.
static void keep_keys(const struct sa_config *c, const char *provider, struct sa_model_options *o)
{
    SA_AUTO_FREE char *name = sa_xasprintf("provider.%s", provider);
    const struct sa_section *s = sa_config_section(c, name);
    if (o->base_url || !s || !s->shared || !sa_section_get(s, "base_url")) return;
    if (in_files(c, SA_OPT_key_file)) o->key_file = NULL;
    if (in_files(c, SA_OPT_key_command)) o->key_command = NULL;
    if (in_files(c, SA_OPT_header)) o->headers = NULL;
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
    SA_AUTO_FREE char *first = nth_model(c->served ? c->served : sa_opt_model(c), 0);
    SA_AUTO_FREE char *its = provider_of(c, first), *own = provider_of(c, *name);
    if (strcmp(its, own) != 0) leave_out_all(o);
    keep_keys(c, own, o);
    return SA_OK;
}

// What is given to all of them besides the settings.
struct with {
    sa_model_key_fn key;
    void *key_ctx;
    struct sa_model *beside;
};

static int open_models(struct sa_config *c, struct with with, struct sa_stop *stop,
                       struct sa_model **model, struct sa_err *err)
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
        o.key = with.key;
        o.key_ctx = with.key_ctx;
        o.beside = with.beside;
        code = sa_model_open(&o, end, err) ? err->code : SA_OK;
        if (!code) end = &(*end)->stand_in;
    }
    if (code < 0) return SA_OK;
    sa_model_free(*model);
    *model = NULL;
    return code;
}

int sa_setup_model(struct sa_config *c, struct sa_stop *stop, struct sa_model **model,
                   struct sa_err *err)
{
    return open_models(c, (struct with){0}, stop, model, err);
}

int sa_setup_model_keyed(struct sa_config *c, sa_model_key_fn key, void *key_ctx,
                         struct sa_stop *stop, struct sa_model **model, struct sa_err *err)
{
    return open_models(c, (struct with){.key = key, .key_ctx = key_ctx}, stop, model, err);
}

int sa_setup_model_beside(struct sa_config *c, struct sa_stop *stop, struct sa_model *beside,
                          struct sa_model **model, struct sa_err *err)
{
    return open_models(c, (struct with){.beside = beside}, stop, model, err);
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
