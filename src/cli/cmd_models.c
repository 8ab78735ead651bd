// `smolagent models`: the providers and the model in force, or what one provider offers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"

// "0.25 in, 0.025 cached, 2 out": dollars per million tokens.
static void put_rates(struct sa_buf *out, const struct sa_price *p)
{
    sa_buf_appendf(out, "%.10g in", p->in);
    if (p->cached != p->in) sa_buf_appendf(out, ", %.10g cached", p->cached);
    if (p->written != p->in) sa_buf_appendf(out, ", %.10g into the cache", p->written);
    sa_buf_appendf(out, ", %.10g out", p->out);
}

static const char *setting(void *ctx, const char *section, const char *key)
{
    return sa_section_get(sa_config_section(ctx, section), key);
}

static enum sa_price_origin price_of(struct sa_config *config, const char *id,
                                     struct sa_price *price)
{
    const char *slash = strchr(id, '/');
    return sa_price_choose(setting, config, id, slash ? slash + 1 : id, price);
}

// What the model in force costs, whether there is a key for it or not.
static void put_price(struct sa_buf *out, struct sa_config *config, const char *id)
{
    struct sa_price price;
    enum sa_price_origin origin = price_of(config, id, &price);
    if (origin != SA_PRICE_OWN && origin != SA_PRICE_TABLE) {
        sa_buf_appendf(out,
                       "Price of %s: unknown; '%s = IN OUT' under [prices], in dollars per "
                       "million tokens, tells it.\n",
                       id, id);
        return;
    }
    sa_buf_appendf(out, "Price of %s: $ ", id);
    put_rates(out, &price);
    sa_buf_appends(out, origin == SA_PRICE_OWN ? " per million tokens (of [prices])\n"
                                               : " per million tokens (of " SA_PRICES_DATE ")\n");
}

static void put_offer(struct sa_buf *out, const char *id, int width, int64_t window,
                      const struct sa_price *price)
{
    sa_buf_appendf(out, "%-*s  ", width, id);
    if (window) sa_buf_appendf(out, "%8lld", (long long)window);
    else sa_buf_appendf(out, "%8s", "-");
    sa_buf_appends(out, "  ");
    if (price) put_rates(out, price);
    else sa_buf_appendc(out, '-');
    sa_buf_appendc(out, '\n');
}

// Those of one provider, asked for now; WORD is PROVIDER or PROVIDER/PART of a name.
static int offers_report(struct sa_config *config, struct sa_stop *stop, const char *word,
                         struct sa_buf *out, struct sa_err *err)
{
    struct sa_offers offers = {0};
    struct sa_model *model = NULL;
    SA_AUTO_FREE char *provider = sa_xstrndup(word, strcspn(word, "/"));
    const char *part = word[strlen(provider)] ? word + strlen(provider) + 1 : "";
    if (sa_setup_provider(config, provider, &model, err)) return err->code;
    int code = sa_model_offers(model, stop, &offers, err) ? err->code : SA_OK;
    size_t shown = 0, width = 24;
    for (size_t i = 0; i < offers.count; i++)
        if (strcasestr(offers.items[i].name, part) && strlen(offers.items[i].name) > width)
            width = strlen(offers.items[i].name);
    width += strlen(provider) + 1;
    for (size_t i = 0; i < offers.count; i++) {
        if (!strcasestr(offers.items[i].name, part)) continue;
        SA_AUTO_FREE char *id = sa_xasprintf("%s/%s", provider, offers.items[i].name);
        if (!shown++)
            sa_buf_appendf(out, "%-*s  %8s  $ PER MILLION TOKENS\n", (int)width, "MODEL", "WINDOW");
        struct sa_price price;
        enum sa_price_origin origin = price_of(config, id, &price);
        bool known = origin == SA_PRICE_OWN || origin == SA_PRICE_TABLE;
        put_offer(out, id, (int)width, offers.items[i].window, known ? &price : NULL);
    }
    if (!code && !shown)
        sa_buf_appendf(out, "%s offers no model%s%s (of %zu)\n", provider,
                       *part ? " with this in its name: " : "", part, offers.count);
    sa_offers_release(&offers);
    sa_model_free(model);
    return code;
}

int sa_report_models(struct sa_config *config, struct sa_stop *stop, const char *word,
                     struct sa_buf *out, struct sa_err *err)
{
    if (word) return offers_report(config, stop, word, out, err);
    // The variable stands before a short word: what follows a name like HF_TOKEN is blotted out.
    static const char row[] = "%-14s %-56s %-24s %s\n";
    sa_buf_appendf(out, row, "PROVIDER", "ENDPOINT", "KEY VARIABLE", "KEY");
    const struct sa_provider *p;
    for (size_t i = 0; (p = sa_provider_at(i)); i++) {
        bool set = p->key_env && getenv(p->key_env) && getenv(p->key_env)[0];
        const char *state = set ? "set" : !p->key_env || p->key_optional ? "-" : "unset";
        sa_buf_appendf(out, row, p->name, p->base_url ? p->base_url : "-",
                       p->key_env ? p->key_env : "-", state);
    }
    if (!sa_opt_model(config)) {
        sa_buf_appends(
            out,
            "\nNo model is configured: use --model PROVIDER/MODEL; 'smolagent models PROVIDER' "
            "lists those of one.\n");
        return SA_OK;
    }
    sa_buf_appendc(out, '\n');
    struct sa_model_options o;
    struct sa_model *model = NULL;
    for (size_t i = 0, more = 1; more; i++) {
        SA_AUTO_FREE char *name = NULL;
        more = !sa_setup_model_options(config, i, &name, &o, err);
        if (more && !sa_starts_with(name, "replay:")) put_price(out, config, name);
    }
    int code = sa_setup_model(config, stop, &model, err);
    if (code) return code;
    for (const struct sa_model *m = model; m; m = m->stand_in) {
        SA_AUTO_FREE char *text = sa_model_describe(m);
        sa_buf_appendf(out, "%s: %s\n", m == model ? "In force" : "If it fails", text);
    }
    sa_model_free(model);
    return SA_OK;
}

static int models_report(struct sa_config *config, char *const *words, int count,
                         struct sa_buf *out, struct sa_err *err)
{
    return sa_report_models(config, NULL, count ? words[0] : NULL, out, err);
}

int sa_cmd_models(const struct sa_command *self, int argc, char **argv)
{
    return sa_cli_report(self, argc, argv, 1, models_report);
}
