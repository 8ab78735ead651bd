// From --sandbox to the layers that have to hold, and the check of them before a run begins.
#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "http/broker.h"
#include "setup/setup.h"

// The variable alone proves nothing. Inside sandbox-run, the filter also denies network sockets,
// which containers and services with no_new_privs usually have.
static bool inside_sandbox_run(void)
{
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return false;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool denied = fd < 0 && errno == EPERM;
    if (fd >= 0) close(fd);
    return denied;
}

enum sa_jail_mode sa_setup_sandbox_of(const char *value)
{
    if (getenv(SA_BROKER_ENV) && inside_sandbox_run()) return SA_JAIL_NESTED;
    return sa_streq(value, "strict") ? SA_JAIL_STRICT : SA_JAIL_AVAILABLE;
}

enum sa_jail_mode sa_setup_sandbox(const struct sa_config *c)
{
    return sa_setup_sandbox_of(sa_opt_sandbox(c));
}

bool sa_setup_any_limits(const struct sa_config *c, enum sa_option_id sandbox)
{
    const struct sa_setting *s = sa_config_get(c, sandbox);
    return s->origin != SA_FROM_DEFAULT && !sa_streq(s->text, "strict");
}

int sa_setup_check_sandbox(const struct sa_config *c, const char *who, unsigned vital,
                           struct sa_err *err)
{
    struct sa_jail_report report;
    if (sa_exec_jail_report(&report, err) ||
        sa_jail_judge(&report, sa_setup_sandbox(c), vital, err))
        return sa_err_prefix(err, "%s", who), err->code;
    struct sa_buf missing = SA_BUF_INIT(SA_BUF_SMALL);
    sa_jail_missing(&report, &missing);
    if (missing.len)
        sa_warn("%s: the sandbox lacks: %s; its filter denies what these layers would have "
                "prevented",
                who, sa_buf_text(&missing));
    sa_buf_release(&missing);
    return SA_OK;
}
