// What the files of a server all stand on: what comes from it, and that nothing comes any more.
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "mcp/mcp_int.h"

bool sa_mcp_server_take(struct sa_mcp_server *s, const char *text, size_t len, const char **why)
{
    *why = sa_rpc_receive(&s->rpc, text, len);
    return !*why;
}

void sa_mcp_set_version(struct sa_mcp_server *s, const char *version)
{
    pthread_mutex_lock(&s->rpc.lock);
    sa_strcopy(s->version, sizeof s->version, version);
    pthread_mutex_unlock(&s->rpc.lock);
}

void sa_mcp_get_version(struct sa_mcp_server *s, char out[16])
{
    pthread_mutex_lock(&s->rpc.lock);
    memcpy(out, s->version, sizeof s->version);
    pthread_mutex_unlock(&s->rpc.lock);
}

void sa_mcp_server_lost(struct sa_mcp_server *s, const char *why)
{
    s->up = false;
    pthread_mutex_lock(&s->rpc.lock);
    sa_strcopy(s->why, sizeof s->why, why);
    pthread_mutex_unlock(&s->rpc.lock);
    sa_rpc_fail(&s->rpc, why);
}

static void free_list(char **list)
{
    for (char **p = list; p && *p; p++) free(*p);
    free(list);
}

void sa_mcp_settings_release(struct sa_mcp_settings *set)
{
    free_list(set->argv);
    free_list(set->env);
    free_list(set->headers);
    free_list(set->allow);
    free(set->pass);
    free(set->folder);
    free(set->url);
    free(set->token_env);
    free(set->key_command);
    *set = (struct sa_mcp_settings){.optional = false};
}
