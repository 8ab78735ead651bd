// Error values and the table of exit statuses.
#include "base/err.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"

static const struct {
    int code;
    const char *help;
} codes[] = {
    {SA_OK, "a final answer was given (also by the extra call at the step limit)"},
    {SA_E_INTERNAL, "internal error; under `smolagent python` an uncaught exception"},
    {SA_E_USAGE, "unknown option, bad value, no task"},
    {SA_E_NO_ANSWER, "the run stopped without an answer"},
    {SA_E_CHECK, "the answer never met its schema or check"},
    {SA_E_CAP, "a cap was reached: tokens, cost, tool calls (python: a limit)"},
    {SA_E_DENIED, "an action was denied"},
    {SA_E_SANDBOX, "a required sandbox layer is missing"},
    {SA_E_AUTH, "the provider rejected the key, or none was found"},
    {SA_E_PROVIDER, "the provider could not be reached or failed"},
    {SA_E_CONFIG, "bad configuration, unreadable file, no model configured"},
    {SA_E_TOOL, "a tool or an MCP server did not start"},
    {SA_E_TIMEOUT, "--timeout passed"},
    {SA_E_SIGHUP, "the terminal was closed (SIGHUP)"},
    {SA_E_SIGINT, "stopped by SIGINT (Ctrl-C)"},
    {SA_E_SIGPIPE, "the reader of stdout went away"},
    {SA_E_SIGTERM, "stopped by SIGTERM"},
};

int sa_err_setv(struct sa_err *err, int code, const char *format, va_list args)
{
    if (!err) return code;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT); // whole: a cut secret would not be known
    sa_buf_appendv(&text, format, args);
    if (text.len) text.len = sa_secret_redact(text.data, text.len);
    *err = (struct sa_err){.code = code};
    sa_strcopy(err->message, sizeof err->message, sa_buf_text(&text));
    sa_buf_release(&text);
    return code;
}

int sa_err_set(struct sa_err *err, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sa_err_setv(err, code, format, args);
    va_end(args);
    return code;
}

int sa_err_prefix(struct sa_err *err, const char *format, ...)
{
    if (!err) return SA_OK;
    char old[sizeof err->message];
    memcpy(old, err->message, sizeof old);
    va_list args;
    va_start(args, format);
    int n = vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < sizeof err->message)
        snprintf(err->message + n, sizeof err->message - (size_t)n, ": %s", old);
    return err->code;
}

int sa_err_append(struct sa_err *err, const char *format, ...)
{
    if (!err) return SA_OK;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    size_t len = strlen(err->message);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&text, format, args);
    va_end(args);
    if (text.len) text.len = sa_secret_redact(text.data, text.len);
    sa_strcopy(err->message + len, sizeof err->message - len, sa_buf_text(&text));
    sa_buf_release(&text);
    return err->code;
}

void sa_err_clear(struct sa_err *err)
{
    *err = (struct sa_err){.code = SA_OK};
}

const char *sa_code_help(int code)
{
    for (size_t i = 0; i < SA_COUNT(codes); i++)
        if (codes[i].code == code) return codes[i].help;
    return "";
}
