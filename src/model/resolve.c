// From "provider/model" to an address and a key. The presets are one table; a [provider.NAME]
// section of the configuration adds to it or overrides a row. Keys come from a file, a command or
// the environment, never from a flag, and are registered as secrets the moment they are read.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/broker.h"
#include "http/http.h"
#include "http/url.h"
#include "model/wire.h"

// {model} in a URL is replaced by the model's name. A provider's URL variable replaces base_url.
static const struct sa_provider providers[] = {
    {"openai", "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY", NULL, false, NULL,
     "OpenAI", NULL},
    {"hf", "https://router.huggingface.co/v1", NULL, "HF_TOKEN", NULL, false, NULL,
     "Hugging Face Inference Providers; hf/ORG/NAME[:provider]", NULL},
    {"anthropic", "https://api.anthropic.com/v1", NULL, "ANTHROPIC_API_KEY", NULL, false,
     "messages", "Anthropic", NULL},
    {"gemini", "https://generativelanguage.googleapis.com/v1beta/openai", NULL, "GEMINI_API_KEY",
     NULL, false, NULL, "Google Gemini, OpenAI-compatible endpoint", NULL},
    {"openrouter", "https://openrouter.ai/api/v1", NULL, "OPENROUTER_API_KEY", NULL, false, NULL,
     "OpenRouter", NULL},
    {"groq", "https://api.groq.com/openai/v1", NULL, "GROQ_API_KEY", NULL, false, NULL, "Groq",
     NULL},
    {"together", "https://api.together.xyz/v1", NULL, "TOGETHER_API_KEY", NULL, false, NULL,
     "Together AI", NULL},
    {"fireworks", "https://api.fireworks.ai/inference/v1", NULL, "FIREWORKS_API_KEY", NULL, false,
     NULL, "Fireworks AI", NULL},
    {"mistral", "https://api.mistral.ai/v1", NULL, "MISTRAL_API_KEY", NULL, false, NULL,
     "Mistral AI", NULL},
    {"deepseek", "https://api.deepseek.com/v1", NULL, "DEEPSEEK_API_KEY", NULL, false, NULL,
     "DeepSeek", NULL},
    {"azure", "{env}/openai/deployments/{model}", "AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY",
     "api-key: ", false, NULL, "Azure OpenAI; OPENAI_API_VERSION picks the API version", NULL},
    {"ollama", "http://localhost:11434/v1", NULL, "OLLAMA_API_KEY", NULL, true, NULL,
     "Ollama on this machine; OLLAMA_HOST moves it",
     "start it with 'ollama serve', or set OLLAMA_HOST to where it runs"},
    {"llama-server", "http://localhost:8080/v1", NULL, "LLAMA_API_KEY", NULL, true, NULL,
     "llama.cpp's server on this machine",
     "start it with 'llama-server -m FILE.gguf', or set --base-url to where it runs"},
    {"vllm", "http://localhost:8000/v1", NULL, "VLLM_API_KEY", NULL, true, NULL,
     "vLLM's server on this machine",
     "start it with 'vllm serve MODEL', or set --base-url to where it runs"},
};

#define GENERIC_KEY "SMOLAGENT_API_KEY"

// Any other server, by --base-url or a [provider.NAME] section.
static const struct sa_provider custom = {
    "custom", NULL, NULL, GENERIC_KEY, NULL, true, NULL, "any OpenAI-compatible server", NULL};

const struct sa_provider *sa_provider_at(size_t i)
{
    return i < SA_COUNT(providers) ? &providers[i] : NULL;
}

static const char *env(const char *name)
{
    const char *value = name ? getenv(name) : NULL;
    return value && *value ? value : NULL;
}

static const char *setting(const struct sa_model_options *o, const char *provider, const char *key)
{
    if (!o->setting) return NULL;
    SA_AUTO_FREE char *section = sa_xasprintf("provider.%s", provider);
    const char *value = o->setting(o->setting_ctx, section, key);
    return value && *value ? value : NULL;
}

// The agent file that the section of the provider is of, where nobody trusts it; NULL: it is not.
static const char *stranger(const struct sa_model_options *o, const char *provider)
{
    SA_AUTO_FREE char *section = sa_xasprintf("provider.%s", provider);
    return o->stranger ? o->stranger(o->setting_ctx, section) : NULL;
}

static int refuse_stranger(const char *file, const char *provider, const char *key,
                           const char *value, struct sa_err *err)
{
    SA_AUTO_FREE char *why = err->code ? sa_xasprintf(": %s", err->message) : NULL;
    sa_err_set(err, SA_E_CONFIG,
               "%s: [provider.%s] %s = %s asks for a key of yours, and you do not trust this agent "
               "file%s; if you do, 'smolagent agents trust %s' keeps that, and -A NAME runs it",
               file, provider, key, value, why ? why : "", file);
    return -1;
}

static const struct sa_provider *find_preset(const char *name)
{
    for (size_t i = 0; i < SA_COUNT(providers); i++)
        if (!strcmp(providers[i].name, name)) return &providers[i];
    return NULL;
}

// The preset whose name is one or two slips away, or NULL.
static const char *similar_preset(const char *name)
{
    const char *best = NULL;
    unsigned distance = 3;
    for (size_t i = 0; name && i < SA_COUNT(providers); i++) {
        unsigned d = sa_edit_distance(name, providers[i].name);
        if (d < distance && d < strlen(providers[i].name)) distance = d, best = providers[i].name;
    }
    return best;
}

const struct sa_provider *sa_provider_find(const char *name, const char **similar)
{
    const struct sa_provider *found = find_preset(name);
    *similar = found ? NULL : similar_preset(name);
    return found;
}

void sa_endpoint_release(struct sa_endpoint *e)
{
    sa_freep(&e->provider);
    sa_freep(&e->name);
    sa_freep(&e->url);
    sa_freep(&e->auth);
    sa_freep(&e->key_from);
    sa_freep(&e->lack);
    sa_freep(&e->given_for);
    for (size_t i = 0; i < SA_COUNT(e->headers); i++) sa_freep(&e->headers[i]);
}

void sa_endpoint_copy(const struct sa_endpoint *e, struct sa_endpoint *out)
{
    *out = *e;
    out->provider = sa_xstrdup(e->provider);
    out->name = sa_xstrdup(e->name);
    out->url = sa_xstrdup(e->url);
    out->auth = sa_xstrdup(e->auth);
    out->key_from = sa_xstrdup(e->key_from);
    out->lack = sa_xstrdup(e->lack);
    out->given_for = sa_xstrdup(e->given_for);
    for (size_t i = 0; i < SA_COUNT(e->headers); i++) out->headers[i] = sa_xstrdup(e->headers[i]);
}

// Splits options->model; *row is the preset (or `custom`), provider and name are filled in.
static int split_model(const struct sa_model_options *o, struct sa_endpoint *e,
                       const struct sa_provider **row, struct sa_err *err)
{
    if (!o->model || !*o->model)
        return sa_err_set(err, SA_E_CONFIG,
                          "no model configured: pass --model PROVIDER/NAME (ollama/qwen2.5-coder, "
                          "hf/Qwen/Qwen3-Coder-30B-A3B-Instruct...), set SMOLAGENT_MODEL, or write "
                          "`model = PROVIDER/NAME` under [model] in the configuration file"),
               -1;
    const char *slash = strchr(o->model, '/');
    SA_AUTO_FREE char *first = slash ? sa_xstrndup(o->model, (size_t)(slash - o->model)) : NULL;
    *row = first ? find_preset(first) : NULL;
    bool section = first && setting(o, first, "base_url");
    if (slash && (*row || section)) {
        e->provider = sa_xstrdup(first);
        e->name = sa_xstrdup(slash + 1);
        if (!*row) *row = &custom;
    } else if (o->base_url) {
        *row = &custom;
        e->provider = sa_xstrdup("custom");
        e->name = sa_xstrdup(o->model);
    } else if (slash && env("HF_TOKEN")) {
        *row = find_preset("hf");
        e->provider = sa_xstrdup("hf");
        e->name = sa_xstrdup(o->model);
    }
    if (!e->name) {
        const char *hint = first ? similar_preset(first) : sa_price_id(o->model);
        if (find_preset(o->model))
            return sa_err_set(err, SA_E_CONFIG,
                              "'%s' is a provider: say which model of it, %s/NAME; 'smolagent "
                              "models %s' lists them",
                              o->model, o->model, o->model),
                   -1;
        sa_err_set(err, SA_E_CONFIG,
                   "unknown model provider in '%s'%s%s%s: use PROVIDER/NAME with a provider of "
                   "`smolagent models`, a [provider.NAME] section, or --base-url URL",
                   o->model, hint ? " (did you mean " : "", hint ? hint : "", hint ? "?)" : "");
        return -1;
    }
    if (!*e->name) return sa_err_set(err, SA_E_CONFIG, "no model name in '%s'", o->model), -1;
    return 0;
}

static void replace_all(struct sa_buf *b, const char *what, const char *with)
{
    const char *hit;
    while ((hit = sa_memfind(sa_buf_text(b), b->len, what, strlen(what)))) {
        size_t at = (size_t)(hit - b->data);
        sa_buf_remove(b, at, strlen(what));
        sa_buf_insert(b, at, with, strlen(with));
    }
}

// OLLAMA_HOST is "host", "host:port" or a URL.
static char *ollama_url(void)
{
    const char *host = env("OLLAMA_HOST");
    if (!host) return NULL;
    bool url = strstr(host, "://") != NULL,
         port = strchr(url ? strstr(host, "://") + 3 : host, ':');
    return sa_xasprintf("%s%s%s/v1", url ? "" : "http://", host, port ? "" : ":11434");
}

// The path of the service goes before a query that the base may have.
static void put_path(struct sa_buf *url, const struct sa_wire *wire)
{
    const char *path = wire->path, *foreign = wire->not_in_base;
    SA_AUTO_FREE char *query = sa_xstrdup(strchr(sa_buf_text(url), '?'));
    if (query) sa_buf_truncate(url, url->len - strlen(query));
    while (url->len && url->data[url->len - 1] == '/') sa_buf_truncate(url, url->len - 1);
    if (foreign && sa_ends_with(sa_buf_text(url), foreign))
        sa_buf_truncate(url, url->len - strlen(foreign));
    if (!strstr(sa_buf_text(url), path)) sa_buf_appends(url, path);
    if (query) sa_buf_appends(url, query);
}

// Where the provider is without a section of the configuration; malloc'd, NULL: nobody knows.
static char *preset_url(const struct sa_provider *row)
{
    bool completes = row->base_url && strstr(row->base_url, "{env}"); // the variable, the URL
    const char *base = row->base_url && !completes ? env(row->url_env) : NULL;
    char *ollama = !strcmp(row->name, "ollama") && !base ? ollama_url() : NULL;
    return ollama ? ollama : sa_xstrdup(base ? base : row->base_url);
}

static int make_url(const struct sa_model_options *o, struct sa_endpoint *e,
                    const struct sa_provider *row, struct sa_err *err)
{
    SA_AUTO_FREE char *preset = preset_url(row);
    const char *base = o->base_url;
    if (!base) base = setting(o, e->provider, "base_url");
    if (!base) base = preset;
    struct sa_buf url = SA_BUF_INIT(8192);
    sa_buf_appends(&url, base);
    if (strstr(base, "{env}")) {
        const char *value = env(row->url_env);
        if (!value) {
            sa_buf_release(&url);
            return sa_err_set(err, SA_E_CONFIG, "provider %s needs %s in the environment",
                              row->name, row->url_env),
                   -1;
        }
        replace_all(&url, "{env}", value);
    }
    replace_all(&url, "{model}", e->name);
    put_path(&url, sa_wire_find(e->wire));
    if (!strcmp(row->name, "azure") && !strstr(url.data, "api-version=")) {
        const char *version = env("OPENAI_API_VERSION");
        sa_buf_appendf(&url, "%capi-version=%s", strchr(url.data, '?') ? '&' : '?',
                       version ? version : "2024-10-21");
    }
    bool ok = !strncasecmp(url.data, "http://", 7) || !strncasecmp(url.data, "https://", 8);
    if (!ok) sa_err_set(err, SA_E_CONFIG, "base URL '%s' is not http:// or https://", base);
    e->url = sa_buf_take(&url, NULL);
    e->given_for = sa_xstrdup(e->url);
    return ok ? 0 : -1;
}

// First line of a key file or of a command's output.
static char *first_line(const char *text, size_t len)
{
    struct sa_str rest = {text, len}, line = {NULL, 0};
    sa_str_next_line(&rest, &line);
    line = sa_str_trim(line);
    return line.len ? sa_xstrndup(line.data, line.len) : NULL;
}

// White space around it comes from a file or a command that ended in a newline.
static char *key_from_env(const char *name)
{
    struct sa_str key = sa_str_trim(sa_str_of(env(name)));
    return key.len ? sa_xstrndup(key.data, key.len) : NULL;
}

static int key_from_file(const char *path, char **key, struct sa_err *err)
{
    size_t len;
    SA_AUTO_FREE char *real = sa_fs_expand(path);
    SA_AUTO_FREE char *text = sa_fs_read(real, 65536, &len, err);
    if (!text) return sa_err_prefix(err, "key_file"), -1;
    *key = first_line(text, len);
    if (!*key) return sa_err_set(err, SA_E_AUTH, "key file %s is empty", path), -1;
    return 0;
}

static int key_from_command(const char *command, struct sa_stop *stop, char **key,
                            struct sa_err *err)
{
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    const struct sa_proc_request q = {
        .argv = argv, .max_output = 65536, .timeout_ns = INT64_C(60000000000), .stop = stop};
    struct sa_proc_result r;
    int rc = sa_proc_run(&q, &r, err);
    if (rc == 0) *key = r.status == 0 ? first_line(sa_buf_text(&r.out), r.out.len) : NULL;
    if (rc == 0 && !*key) {
        struct sa_str said = sa_str_trim((struct sa_str){sa_buf_text(&r.err), r.err.len});
        sa_err_set(err, SA_E_AUTH, "key_command %s (status %d)%s%.*s",
                   r.stopped     ? "was stopped"
                   : r.timed_out ? "timed out"
                                 : "gave no key",
                   r.status, said.len ? ": " : "", (int)(said.len < 300 ? said.len : 300),
                   said.data);
        rc = -1;
    }
    sa_proc_result_release(&r);
    return rc;
}

// That of whoever knows it, and nothing else is looked at.
static int key_from_caller(const struct sa_model_options *o, struct sa_endpoint *e, char **key,
                           struct sa_err *err)
{
    e->key_from = sa_xstrdup("the program");
    *key = o->key(o->key_ctx, e->provider);
    if (*key && **key) return 0;
    sa_freep(key);
    return sa_err_set(err, SA_E_AUTH, "the program has no key for provider %s", e->provider), -1;
}

// The key and, in e->key_from, where it was.
static int find_key(const struct sa_model_options *o, struct sa_endpoint *e,
                    const struct sa_provider *row, char **key, struct sa_err *err)
{
    *key = NULL;
    const char *file = o->key_file ? o->key_file : setting(o, e->provider, "key_file");
    const char *command = o->key_command ? o->key_command : setting(o, e->provider, "key_command");
    const char *named = setting(o, e->provider, "key_env"), *name = named ? named : row->key_env;
    const char *file_of = named ? stranger(o, e->provider) : NULL;
    if (file_of) return refuse_stranger(file_of, e->provider, "key_env", named, err);
    if (o->key) return key_from_caller(o, e, key, err);
    if (file) e->key_from = sa_xasprintf("the file %s", file);
    else if (command) e->key_from = sa_xstrdup("key_command");
    if (file) return key_from_file(file, key, err);
    if (command) return key_from_command(command, o->stop, key, err);
    bool other = o->second && !named && !strcmp(name, GENERIC_KEY); // it is for the first provider
    *key = other ? NULL : key_from_env(name);
    bool own = *key != NULL;
    if (!own && o->base_url) *key = key_from_env(GENERIC_KEY);
    if (*key) e->key_from = sa_xstrdup(own ? name : GENERIC_KEY);
    bool elsewhere = env(SA_BROKER_ENV) != NULL; // the broker of a sandbox has it
    if (*key || row->key_optional || o->base_url || elsewhere) return 0;
    e->lack = sa_xasprintf("no key for provider %s: set %s, or key_file or key_command in the "
                           "[provider.%s] section of the configuration",
                           e->provider, name, e->provider);
    return o->keyless ? 0 : (sa_err_set(err, SA_E_AUTH, "%s", e->lack), -1);
}

// Of a server that a stranger's file names. What is the user's was given for that which the
// provider has without the file. A key that is optional stays here; without others the run ends.
static int check_stranger(const struct sa_model_options *o, struct sa_endpoint *e,
                          const struct sa_provider *row, char **key, struct sa_err *err)
{
    const char *file = o->base_url ? NULL : stranger(o, e->provider);
    const char *base = file ? setting(o, e->provider, "base_url") : NULL;
    SA_AUTO_FREE char *own = preset_url(row);
    bool headers = o->headers && *o->headers, chosen = o->key || o->key_file || o->key_command;
    if (!base || (!*key && !headers)) return 0;
    const char *given = own && strstr(own, "{env}") ? env(row->url_env) : own;
    const struct sa_http_credential c = {.given_for = given, .from = *key ? e->key_from : NULL};
    struct sa_err why = SA_ERR_INIT;
    if (!sa_http_check_credential(&c, e->url, &why)) {
        sa_freep(&e->given_for);
        e->given_for = sa_xstrdup(given);
        return 0;
    }
    if (headers || chosen || !row->key_optional) {
        if (err) *err = why;
        return refuse_stranger(file, e->provider, "base_url", base, err);
    }
    sa_info("%s", why.message);
    sa_secret_add(*key);
    sa_freep(key);
    sa_freep(&e->key_from);
    return 0;
}

// Scheme, host and port as they stand in a URL; malloc'd.
static char *origin_of(const char *url)
{
    const char *host = strstr(url, "://") + 3;
    size_t len = strcspn(host, "/?#");
    const char *at = memrchr(host, '@', len), *begin = at ? at + 1 : host;
    return sa_xasprintf("%.*s%.*s", (int)(host - url), url, (int)(host + len - begin), begin);
}

static bool is_on_this_machine(const char *host)
{
    bool number = sa_starts_with(host, "127.") && !host[strspn(host, "0123456789.")];
    return number || !strcmp(host, "::1") || !strcmp(host, "localhost");
}

// Shows where the key goes, never the key itself. A URL that is refused anyway gets no warning.
static int report_key(const struct sa_endpoint *e, struct sa_err *err)
{
    struct sa_http_url to;
    if (!e->auth) return 0;
    SA_AUTO_FREE char *origin = origin_of(e->url);
    bool plain = !strncasecmp(origin, "http://", 7);
    if (plain && sa_http_url_parse(NULL, e->url, &to, err)) return err->code = SA_E_CONFIG, -1;
    sa_info("the key from %s is sent to %s", e->key_from, origin);
    if (plain && !is_on_this_machine(to.host))
        sa_warn("the key from %s is sent to %s without encryption: use https://", e->key_from,
                origin);
    if (plain) sa_http_url_release(&to);
    return 0;
}

static bool printable_line(const char *s)
{
    for (; *s; s++)
        if (iscntrl((unsigned char)*s)) return false;
    return true;
}

static int add_headers(const struct sa_model_options *o, struct sa_endpoint *e, struct sa_err *err)
{
    size_t n = 0;
    e->headers[n++] = sa_xstrdup("Content-Type: application/json");
    for (const char *const *h = sa_wire_find(e->wire)->headers; h && *h; h++)
        e->headers[n++] = sa_xstrdup(*h);
    const char *bill = o->bill_to ? o->bill_to : setting(o, e->provider, "bill_to");
    if (bill && !strcmp(e->provider, "hf"))
        e->headers[n++] = sa_xasprintf("X-HF-Bill-To: %s", bill);
    const char *configured = setting(o, e->provider, "headers");
    struct sa_str rest = sa_str_of(configured), part;
    const size_t most = SA_COUNT(e->headers) - 1;
    bool fits = true;
    while (configured && fits && sa_str_next_part(&rest, ';', &part)) {
        part = sa_str_trim(part);
        if (part.len && (fits = n < most)) e->headers[n++] = sa_xstrndup(part.data, part.len);
    }
    for (const char *const *h = o->headers; fits && h && *h; h++)
        if ((fits = n < most)) e->headers[n++] = sa_xstrdup(*h);
    if (!fits) return sa_err_set(err, SA_E_CONFIG, "more than %zu request headers", most), -1;
    for (size_t i = 0; i < n; i++)
        if (!strchr(e->headers[i], ':') || !printable_line(e->headers[i]))
            return sa_err_set(err, SA_E_CONFIG,
                              "a header is not NAME: VALUE (--header, or headers of a provider)"),
                   -1;
    return 0;
}

// What the user asks for, else what the provider speaks.
static int choose_wire(const struct sa_model_options *o, struct sa_endpoint *e,
                       const struct sa_provider *row, struct sa_err *err)
{
    const char *name = sa_streq(o->wire, "auto") ? NULL : o->wire;
    if (!name) name = setting(o, e->provider, "wire");
    if (!name) name = row->wire ? row->wire : "chat";
    const struct sa_wire *wire = sa_wire_find(name);
    if (wire) return e->wire = wire->name, 0;
    return sa_err_set(err, SA_E_CONFIG,
                      "[provider.%s] wire = %s: expected chat, responses, messages or ollama",
                      e->provider, name),
           -1;
}

int sa_endpoint_resolve(const struct sa_model_options *o, struct sa_endpoint *e, struct sa_err *err)
{
    memset(e, 0, sizeof *e);
    const struct sa_provider *row = NULL;
    if (split_model(o, e, &row, err) || choose_wire(o, e, row, err) || make_url(o, e, row, err) ||
        add_headers(o, e, err))
        return -1;
    SA_AUTO_FREE char *key = NULL;
    if (find_key(o, e, row, &key, err) || check_stranger(o, e, row, &key, err)) return -1;
    if (key) {
        sa_secret_add(key);
        if (!printable_line(key))
            return sa_err_set(err, SA_E_AUTH, "the key of provider %s holds control characters",
                              e->provider),
                   -1;
        e->auth = sa_xasprintf(
            "%s%s", row->key_header ? row->key_header : sa_wire_find(e->wire)->key_header, key);
    }
    if (report_key(e, err)) return -1;
    const char *rpm = setting(o, e->provider, "rpm");
    e->start = row->start;
    e->requests_per_minute = o->requests_per_minute;
    double parsed = 0;
    if (rpm && !sa_parse_double(rpm, &parsed))
        return sa_err_set(err, SA_E_CONFIG, "[provider.%s] rpm: '%s' is no number", e->provider,
                          rpm),
               -1;
    if (!(e->requests_per_minute > 0)) e->requests_per_minute = parsed;
    return 0;
}
