// What the tools for the web share.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/web/web_int.h"

struct sa_tool *sa_web_new(const struct sa_builtin_setup *setup, size_t size, const char *name,
                           const char *description, sa_tool_fn call)
{
    struct sa_tool *tool = sa_builtin_new(name, description, SA_TOOL_READS | SA_TOOL_NETWORK, call);
    tool->foreign = tool->jailed = true;
    tool->data = sa_xcalloc(1, size);
    tool->free_data = free;
    if (setup->web) *(struct sa_web *)tool->data = *setup->web;
    tool->raises = sa_xstrdup("PermissionError for a place that is not allowed, TimeoutError, "
                              "ConnectionError, ValueError, RuntimeError");
    return tool;
}

void sa_web_output(struct sa_tool *tool, const char *schema, const char *returns)
{
    tool->output = sa_json_parse(schema, strlen(schema), NULL);
    tool->returns = sa_xstrdup(returns);
}

int sa_web_text(const struct sa_tool *tool, const struct sa_web_read *read, struct sa_buf *text,
                struct sa_tool_result *result)
{
    static const char mark[] = "\xEF\xBB\xBF";
    struct sa_err err = SA_ERR_INIT;
    const char *data = read->data;
    size_t len = read->len;
    bool named = sa_streq(read->charset, "utf-8") || sa_streq(read->charset, "utf8");
    bool plain = named || (!*read->charset && sa_utf8_valid(data, len));
    if (plain && !strcmp(read->kind, SA_WEB_TEXT)) {
        if (len >= 3 && !memcmp(data, mark, 3)) data += 3, len -= 3;
        size_t n = sa_utf8_floor(data, len, SA_WEB_TEXT_MAX);
        sa_utf8_repair_nuls(text, data, n);
        if (n < len) sa_buf_appends(text, SA_WEB_TEXT_CUT);
        return 0;
    }
    struct sa_buf raw = SA_BUF_INIT(SA_BUF_TEXT);
    int rc = sa_web_read(read, &raw, &err);
    if (rc)
        sa_web_fail(tool, result, err.code == SA_E_SANDBOX ? "PermissionError" : NULL, "%s: %s",
                    read->url, err.message);
    else sa_utf8_repair_nuls(text, sa_buf_text(&raw), raw.len); // also where the child lies
    sa_buf_release(&raw);
    return rc;
}

void sa_web_quote_body(struct sa_buf *out, const struct sa_buf *body)
{
    enum { SHOWN = 200 };
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(body), body->len});
    size_t n = sa_utf8_floor(s.data, s.len, SHOWN), at = out->len;
    if (!s.len) return;
    sa_buf_appends(out, ": ");
    sa_utf8_repair_nuls(out, s.data, n);
    if (n < s.len) sa_buf_appends(out, "...");
    for (; at < out->len; at++)
        if ((unsigned char)out->data[at] < ' ') out->data[at] = ' ';
}
