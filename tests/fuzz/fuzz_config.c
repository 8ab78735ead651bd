// Fuzz driver: configuration files. The first byte says whose the text is: the user's, a project's,
// or an agent file. Whatever it is, reading ends with settings or a message; of an agent file there
// is no value of what is the user's alone, nothing it names lies elsewhere, and each of its agents
// is a configuration or a message.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A folder with a file, a folder with one, and a link out of it.
static const char *folder_of_files(void)
{
    static char folder[64];
    if (folder[0]) return folder;
    char path[128];
    snprintf(folder, sizeof folder, "/tmp/fuzz-config-XXXXXX");
    SA_CHECK(mkdtemp(folder));
    static const char *const names[] = {"a.py", "d/b.txt"};
    snprintf(path, sizeof path, "%s/d", folder);
    SA_CHECK(!mkdir(path, 0700));
    for (size_t i = 0; i < SA_COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        FILE *f = fopen(path, "w");
        SA_CHECK(f && !fclose(f));
    }
    snprintf(path, sizeof path, "%s/l", folder);
    SA_CHECK(!symlink("/etc/passwd", path));
    return folder;
}

static void check_agent_file(const struct sa_config *c)
{
    static const enum sa_option_id users[] = {
        SA_OPT_key_file, SA_OPT_key_command, SA_OPT_header, SA_OPT_base_url,  SA_OPT_approve,
        SA_OPT_allow,    SA_OPT_audit,       SA_OPT_proxy,  SA_OPT_allow_host};
    const struct sa_agent_file *f = c->agent_file;
    size_t len = strlen(f->folder);
    for (size_t i = 0; i < SA_COUNT(users); i++)
        SA_CHECK(sa_config_get(c, users[i])->origin == SA_FROM_DEFAULT);
    for (size_t i = 0; i < f->count; i++) {
        const char *path = f->beside[i].path, *name = sa_beside_name(f, &f->beside[i]);
        SA_CHECK(!strncmp(path, f->folder, len) && (!path[len] || path[len] == '/'));
        SA_CHECK(!strstr(path, "/../") && *name && *name != '/');
        SA_CHECK(path[len] ? sa_ends_with(path, name) : sa_streq(name, "."));
    }
}

static void check_agents(const struct sa_config *c)
{
    const char *name;
    for (size_t i = 0; (name = sa_config_agent_at(c, i)); i++) {
        struct sa_config own;
        struct sa_err err = SA_ERR_INIT;
        if (!sa_config_agent(c, name, i % 2 ? SA_AGENT_FIRST : SA_AGENT_BELOW, &own, &err))
            sa_config_release(&own);
        else SA_CHECK(err.code && err.message[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum sa_origin origins[] = {SA_FROM_USER, SA_FROM_PROJECT, SA_FROM_AGENT_FILE};
    struct sa_config config;
    struct sa_err err = SA_ERR_INIT;
    if (!size) return 0;
    enum sa_origin origin = origins[data[0] % SA_COUNT(origins)];
    sa_config_init(&config);
    if (origin == SA_FROM_AGENT_FILE) {
        struct sa_agent_file *f = config.agent_file = sa_xcalloc(1, sizeof *f);
        f->folder = sa_xstrdup(folder_of_files());
        f->path = sa_xasprintf("%s/f.conf", f->folder);
    }
    int code = sa_config_parse(&config, "f.conf", (const char *)data + 1, size - 1, origin, NULL,
                               &err);
    SA_CHECK(!code == !err.code && (!code || err.message[0]));
    if (origin == SA_FROM_AGENT_FILE) check_agent_file(&config);
    if (!code) check_agents(&config);
    sa_config_release(&config);
    return 0;
}
