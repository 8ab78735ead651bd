// Every value in reach of the settings that is a key.
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "setup/setup.h"
#include "tool/web/web.h"

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
