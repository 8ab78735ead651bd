// What --tool-file says of a file: where it is, and what it may reach.
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/toolfile/toolfile_int.h"

static bool is_variable(struct sa_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.data[i] == '=' || name.data[i] == ' ') return false;
    return name.len > 0;
}

static bool take(struct sa_toolfile_grants *g, struct sa_str grant)
{
    static const char env[] = "env:";
    struct sa_str name = {grant.data + strlen(env), grant.len - strlen(env)};
    if (sa_str_equals(grant, "http")) return g->http = true;
    if (sa_str_equals(grant, "files")) return g->files = true;
    if (grant.len < strlen(env) || strncmp(grant.data, env, strlen(env)) || !is_variable(name))
        return false;
    SA_GROW(g->env, g->env_cap, g->env_count + 2);
    g->env[g->env_count++] = sa_xstrndup(name.data, name.len);
    g->env[g->env_count] = NULL;
    return true;
}

// The first ".py" that ends the text, or has the grants behind it.
static const char *end_of_path(const char *text)
{
    for (const char *at = text; (at = strstr(at, ".py")); at++)
        if (!at[3] || at[3] == ':') return at + 3;
    return NULL;
}

int sa_toolfile_read_grants(const char *text, struct sa_toolfile_grants *g, struct sa_err *err)
{
    memset(g, 0, sizeof *g);
    const char *end = end_of_path(text);
    if (!end)
        return sa_err_set(err, SA_E_CONFIG,
                          "--tool-file: '%.200s' does not name a .py file; write FILE.py, or "
                          "FILE.py:GRANT,GRANT",
                          text);
    SA_AUTO_FREE char *path = sa_xstrndup(text, (size_t)(end - text));
    g->path = sa_fs_expand(path);
    const char *slash = strrchr(g->path, '/'), *base = slash ? slash + 1 : g->path;
    g->name = sa_xstrndup(base, strlen(base) - strlen(".py"));
    struct sa_str rest = sa_str_of(*end ? end + 1 : ""), grant;
    while (rest.len && sa_str_next_part(&rest, ',', &grant)) {
        grant = sa_str_trim(grant);
        if (grant.len && !take(g, grant))
            return sa_err_set(err, SA_E_CONFIG,
                              "--tool-file %.200s: there is no grant '%.*s'; there are http, files "
                              "and env:NAME",
                              g->path, (int)(grant.len < 60 ? grant.len : 60), grant.data);
    }
    return SA_OK;
}

void sa_toolfile_release_grants(struct sa_toolfile_grants *g)
{
    sa_freep(&g->path);
    sa_freep(&g->name);
    for (size_t i = 0; i < g->env_count; i++) free(g->env[i]);
    free(g->env);
    memset(g, 0, sizeof *g);
}

char *sa_toolfile_lacks(const struct sa_toolfile_grants *g, const char *head, const char *grant,
                        const char *tail)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    if (g->judges) return sa_xstrdup("a check has no grants; it judges by what it is given");
    sa_buf_appendf(&out, "%s--tool-file %s:%s%s", head, g->path, g->http ? "http," : "",
                   g->files ? "files," : "");
    for (size_t i = 0; i < g->env_count; i++) sa_buf_appendf(&out, "env:%s,", g->env[i]);
    sa_buf_appendf(&out, "%s%s", grant, tail);
    return sa_buf_take(&out, NULL);
}
