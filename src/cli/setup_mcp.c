// From settings to MCP servers: sections, the flags --mcp and the files of --mcp-config.
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"

enum { MAX_FILE = 1 << 20 };

static int add_section(struct sa_mcp *mcp, const struct sa_section *s, struct sa_err *err)
{
    struct sa_tool_setting *settings = sa_xcalloc(s->count + 1, sizeof *settings);
    for (size_t k = 0; k < s->count; k++)
        settings[k] = (struct sa_tool_setting){s->settings[k].key, s->settings[k].value};
    size_t bad = 0;
    int code = sa_mcp_add_section(mcp, s->name + 4, settings, s->count, &bad, err);
    free(settings);
    return code ? sa_err_prefix(err, "%s:%d", s->file, s->count ? s->lines[bad] : 0) : SA_OK;
}

// One that the user names, for it names programs to start.
static int add_file(struct sa_mcp *mcp, const char *path, struct sa_err *err)
{
    size_t len;
    SA_AUTO_FREE char *real = sa_fs_expand(path);
    SA_AUTO_FREE char *text = sa_fs_read(real, MAX_FILE, &len, err);
    if (!text) return sa_err_prefix(err, "--mcp-config");
    return sa_mcp_add_file(mcp, text, len, err) ? sa_err_prefix(err, "%s", path) : SA_OK;
}

int sa_setup_mcp(const struct sa_config *c, struct sa_stop *stop, struct sa_news *news,
                 struct sa_mcp **mcp, struct sa_err *err)
{
    const struct sa_mcp_options o = {.stop = stop, .news = news, .ca_file = sa_opt_ca_file(c)};
    const char *const *words = sa_opt_mcp(c), *const *files = sa_opt_mcp_config(c);
    int code = SA_OK;
    *mcp = sa_mcp_new(&o);
    for (size_t i = 0; i < c->section_count && !code; i++)
        if (sa_starts_with(c->sections[i].name, "mcp.")) {
            code = sa_setup_check_stranger(&c->sections[i], err);
            if (!code) code = add_section(*mcp, &c->sections[i], err);
        }
    for (; files && *files && !code; files++) code = add_file(*mcp, *files, err);
    for (; words && *words && !code; words++) code = sa_mcp_add_word(*mcp, *words, err);
    if (code) sa_mcp_free(*mcp), *mcp = NULL;
    return code;
}
