// Settings of an agent by their names: those rows of config/options.def that mean something where
// nobody types, and a price, which has no row.
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "embed/embed_int.h"
#include "model/price.h"

static const enum sa_option_id taken[] = {
    SA_OPT_model,
    SA_OPT_base_url,
    SA_OPT_wire,
    SA_OPT_key_file,
    SA_OPT_key_command,
    SA_OPT_temperature,
    SA_OPT_top_p,
    SA_OPT_model_seed,
    SA_OPT_reasoning_effort,
    SA_OPT_max_reply_tokens,
    SA_OPT_extra_body,
    SA_OPT_header,
    SA_OPT_bill_to,
    SA_OPT_stream,
    SA_OPT_images,
    SA_OPT_keep_images,
    SA_OPT_proxy,
    SA_OPT_ca_file,
    SA_OPT_connect_timeout,
    SA_OPT_idle_timeout,
    SA_OPT_request_timeout,
    SA_OPT_retries,
    SA_OPT_requests_per_minute,
    SA_OPT_max_context,
    SA_OPT_agent,
    SA_OPT_structured,
    SA_OPT_instructions,
    SA_OPT_prompts,
    SA_OPT_schema,
    SA_OPT_prose,
    SA_OPT_max_steps,
    SA_OPT_max_repeats,
    SA_OPT_on_max_steps,
    SA_OPT_timeout,
    SA_OPT_step_timeout,
    SA_OPT_max_tokens,
    SA_OPT_max_cost,
    SA_OPT_max_tool_calls,
    SA_OPT_max_memory,
    SA_OPT_max_operations,
    SA_OPT_max_output,
    SA_OPT_max_disk,
    SA_OPT_max_observation,
    SA_OPT_tool_budget,
    SA_OPT_planning_interval,
    SA_OPT_executor,
    SA_OPT_python,
    SA_OPT_sandbox,
    SA_OPT_imports,
    SA_OPT_only_imports,
    SA_OPT_seed,
    SA_OPT_image,
    SA_OPT_dockerfile,
    SA_OPT_install,
    SA_OPT_env,
    SA_OPT_worker,
    SA_OPT_e2b_template,
    SA_OPT_e2b_domain,
    SA_OPT_e2b_internet,
};

#define PRICE "price"

static const char *name_of(enum sa_option_id id)
{
    return sa_options[id].key ? sa_options[id].key : sa_options[id].name;
}

static int unknown(const char *name, struct sa_err *err)
{
    const char *names[SA_COUNT(taken) + 2] = {PRICE};
    for (size_t i = 0; i < SA_COUNT(taken); i++) names[i + 1] = name_of(taken[i]);
    const char *hint = sa_name_suggest(name, names);
    return sa_err_set(err, SA_E_USAGE, "there is no setting '%.80s'%s%s%s", name,
                      hint ? "; did you mean '" : "", hint ? hint : "", hint ? "'?" : "");
}

static int set_price(struct smol_agent *a, const char *value, struct sa_err *err)
{
    struct sa_price price;
    if (!sa_price_parse(value, &price))
        return sa_err_set(err, SA_E_USAGE,
                          PRICE ": '%.80s' is not IN OUT [CACHED [WRITTEN]], dollars per million "
                                "tokens",
                          value);
    sa_freep(&a->price);
    a->price = sa_xstrdup(value);
    return SA_OK;
}

int sa_embed_set(struct smol_agent *a, const char *name, const char *value, struct sa_err *err)
{
    if (sa_streq(name, PRICE)) return set_price(a, value, err);
    for (size_t i = 0; i < SA_COUNT(taken); i++)
        if (sa_streq(name, name_of(taken[i])))
            return sa_config_set(&a->config, taken[i], value, SA_FROM_FLAG, name, err);
    return unknown(name, err);
}

// A price is that of the first model.
static int settle_price(struct smol_agent *a, const char *model, struct sa_err *err)
{
    if (!a->price) return SA_OK;
    SA_AUTO_FREE char *text = sa_xasprintf("[prices]\n%.*s = %s\n", (int)strcspn(model, ","), model,
                                           a->price);
    return sa_config_parse(&a->config, PRICE, text, strlen(text), SA_FROM_USER, NULL, err);
}

int sa_embed_settle(struct smol_agent *a, struct sa_err *err)
{
    const char *model = sa_opt_model(&a->config);
    if (!model || !*model)
        return sa_err_set(err, SA_E_CONFIG,
                          "the agent has no model: set \"model\" to PROVIDER/MODEL");
    if (strpbrk(model, "\r\n"))
        return sa_err_set(err, SA_E_CONFIG, "model: a name has no line break");
    if (sa_opt_structured(&a->config) && !sa_streq(sa_opt_agent(&a->config), "code"))
        return sa_err_set(err, SA_E_CONFIG, "structured is for agents that write code");
    const struct sa_setting *executor = sa_config_get(&a->config, SA_OPT_executor);
    bool asked = executor->origin == SA_FROM_FLAG && !sa_streq(executor->text, "local");
    if (asked && !sa_embed_has_roles())
        return sa_err_set(err, SA_E_CONFIG,
                          "executor %s starts this program anew: main() has to call smol_role "
                          "first of all",
                          executor->text);
    return settle_price(a, model, err);
}
