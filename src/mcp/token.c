// Where the token that a server is shown comes from: the environment, or a command.
#include <stdlib.h>

#include "base/proc.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

// The first line of what a command prints, as of key_command elsewhere.
static int token_of_command(const struct sa_mcp_server *s, char **token, struct sa_err *err)
{
    const char *const argv[] = {"/bin/sh", "-c", s->set.key_command, NULL};
    const struct sa_proc_request q = {.argv = argv,
                                      .max_output = 65536,
                                      .timeout_ns = s->set.start_timeout_ns,
                                      .stop = s->all->o.stop};
    struct sa_proc_result r;
    int rc = sa_proc_run(&q, &r, err);
    struct sa_str rest = {sa_buf_text(&r.out), r.out.len}, line = {NULL, 0};
    if (!rc && r.status == 0 && sa_str_next_line(&rest, &line)) line = sa_str_trim(line);
    if (line.len) *token = sa_xstrndup(line.data, line.len);
    else if (!rc)
        rc = -1, sa_err_set(err, SA_E_TOOL, "key_command gave no token (status %d)", r.status);
    sa_proc_result_release(&r);
    return rc;
}

int sa_mcp_find_token(const struct sa_mcp_server *s, char **token, struct sa_err *err)
{
    *token = NULL;
    if (s->set.token_env) {
        struct sa_str value = sa_str_trim(sa_str_of(getenv(s->set.token_env)));
        if (!value.len)
            return sa_err_set(err, SA_E_TOOL, "%s, which token_env names, is not set",
                              s->set.token_env),
                   -1;
        *token = sa_xstrndup(value.data, value.len);
    } else if (s->set.key_command && token_of_command(s, token, err)) {
        return -1;
    }
    sa_secret_add(*token);
    for (const char *p = *token; p && *p; p++)
        if (*p < ' ' || *p == 127) {
            sa_freep(token);
            return sa_err_set(err, SA_E_TOOL, "the token has a control character"), -1;
        }
    return 0;
}
