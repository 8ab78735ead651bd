// How subcommands speak and end: standard output, errors, death by a signal.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/secret.h"
#include "cli/cli.h"

int sa_cli_fail(const struct sa_err *err)
{
    sa_error("%s", err->message);
    return err->code;
}

void sa_cli_die_by(int sig)
{
    fflush(NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, sig);
    signal(sig, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(sig);
    _exit(128 + sig);
}

static int out_error(struct sa_err *err)
{
    return sa_err_set(err, errno == EPIPE ? SA_E_SIGPIPE : SA_E_INTERNAL,
                      "cannot write to standard output: %s", strerror(errno));
}

int sa_cli_write(const char *text, size_t len, struct sa_stop *stop, struct sa_err *err)
{
    if (sa_tty_write_until(STDOUT_FILENO, text, len, stop)) return SA_OK;
    int reason = errno == EINTR ? sa_stop_reason(stop) : 0;
    if (!reason) return out_error(err);
    return sa_err_set(err, sa_stop_is_late(reason) ? SA_E_TIMEOUT : 128 + reason,
                      "nobody reads standard output");
}

void sa_cli_out_failed(void)
{
    struct sa_err err = SA_ERR_INIT;
    if (out_error(&err) == SA_E_SIGPIPE) sa_cli_die_by(SIGPIPE);
    _exit(sa_cli_fail(&err));
}

void sa_cli_out(const char *text, size_t len)
{
    if (!sa_tty_write(STDOUT_FILENO, text, len)) sa_cli_out_failed();
}

int sa_cli_finish(struct sa_config *config, char **words, struct sa_buf *out, int code,
                  const struct sa_err *err)
{
    if (out->len) out->len = sa_secret_redact(out->data, out->len);
    sa_cli_out(sa_buf_text(out), out->len);
    if (err->code) sa_cli_fail(err);
    sa_buf_release(out);
    free(words);
    sa_config_release(config);
    sa_secret_release();
    return code;
}
