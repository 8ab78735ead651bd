// Prompts of servers: texts with arguments, which a chat offers as commands.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"

// ---- which there are ---------------------------------------------------------------------------

static char *arguments_of(const cJSON *prompt)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    const cJSON *arg;
    cJSON_ArrayForEach(arg, sa_json_get(prompt, "arguments"))
    {
        bool must = sa_json_bool(arg, "required", false);
        sa_buf_appendf(&out, "%s%s%.40s%s", out.len ? " " : "", must ? "" : "[",
                       sa_json_str(arg, "name", "?"), must ? "" : "]");
    }
    return sa_buf_take(&out, NULL);
}

// As a command has it: what is no letter, digit, '-' or '_' becomes '_'.
static char *command_name(const char *name)
{
    char *out = sa_xstrdup(name);
    for (char *p = out; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '-' && *p != '_') *p = '_';
    return out;
}

static bool is_known(const struct sa_mcp *mcp, const char *name)
{
    for (size_t i = 0; i < mcp->prompt_count; i++)
        if (sa_streq(mcp->prompts[i].shown.name, name)) return true;
    return false;
}

static void add(struct sa_mcp *mcp, struct sa_mcp_server *s, const cJSON *prompt)
{
    const char *title = sa_json_str(prompt, "title", "");
    SA_AUTO_FREE char *bare = command_name(sa_json_str(prompt, "name", ""));
    SA_AUTO_FREE char *server = command_name(s->name);
    if (!*bare) return;
    SA_AUTO_FREE char *full = sa_xasprintf("%s_%s", server, bare);
    const char *name = is_known(mcp, bare) ? full : bare;
    if (is_known(mcp, name)) return;
    size_t n = mcp->prompt_count++;
    mcp->prompts = sa_xreallocarray(mcp->prompts, n + 1, sizeof *mcp->prompts);
    char *help = sa_xasprintf("%.200s", sa_json_str(prompt, "description", title));
    mcp->prompts[n] = (struct sa_mcp_entry){
        {sa_xstrdup(name), sa_xstrdup(full), arguments_of(prompt), help}, s, prompt};
}

static void list(struct sa_mcp *mcp)
{
    mcp->prompts_listed = true;
    for (size_t i = 0; i < mcp->count; i++) {
        struct sa_mcp_server *s = mcp->items[i];
        struct sa_err err = SA_ERR_INIT;
        const cJSON *prompt;
        if (!s->has_prompts || s->err.code) continue;
        s->prompts = sa_mcp_list(s, "prompts/list", "prompts", s->all->o.stop, &err);
        if (!s->prompts) sa_warn("%s", err.message);
        cJSON_ArrayForEach(prompt, s->prompts) add(mcp, s, prompt);
    }
}

const struct sa_mcp_prompt *sa_mcp_prompt_at(struct sa_mcp *mcp, size_t i)
{
    if (!mcp->prompts_listed) list(mcp);
    return i < mcp->prompt_count ? &mcp->prompts[i].shown : NULL;
}

// ---- one of them -------------------------------------------------------------------------------

static size_t find(struct sa_mcp *mcp, const char *name)
{
    size_t i = 0;
    while (sa_mcp_prompt_at(mcp, i) && !sa_streq(mcp->prompts[i].shown.name, name)) i++;
    return i;
}

// The next word, which quotes may hold together. False: there is none.
static bool next_word(const char **p, struct sa_buf *word)
{
    sa_buf_clear(word);
    while (isspace((unsigned char)**p)) (*p)++;
    if (!**p) return false;
    for (char quote = 0; **p && (quote || !isspace((unsigned char)**p)); (*p)++) {
        if (quote ? **p == quote : **p == '"' || **p == '\'') quote = quote ? 0 : **p;
        else sa_buf_appendc(word, **p);
    }
    return true;
}

static const cJSON *argument(const cJSON *prompt, const char *name, size_t len)
{
    const cJSON *arg;
    cJSON_ArrayForEach(arg, sa_json_get(prompt, "arguments"))
    {
        const char *has = sa_json_str(arg, "name", "");
        if (strlen(has) == len && !memcmp(has, name, len)) return arg;
    }
    return NULL;
}

// Words for arguments: those with a name go there, the others to what is left, in order.
static cJSON *arguments(const cJSON *prompt, const char *words, struct sa_err *err)
{
    cJSON *out = cJSON_CreateObject();
    const cJSON *next = sa_json_get(prompt, "arguments"), *arg;
    struct sa_buf word = SA_BUF_INIT(SA_BUF_TEXT);
    next = next ? next->child : NULL;
    while (!err->code && next_word(&words, &word)) {
        const char *text = sa_buf_text(&word), *equals = strchr(text, '=');
        arg = equals ? argument(prompt, text, (size_t)(equals - text)) : NULL;
        while (next && sa_json_get(out, sa_json_str(next, "name", ""))) next = next->next;
        if (!arg && !next) sa_err_set(err, SA_E_USAGE, "too many words: '%.60s'", text);
        else if (arg) cJSON_AddStringToObject(out, sa_json_str(arg, "name", ""), equals + 1);
        else cJSON_AddStringToObject(out, sa_json_str(next, "name", ""), text);
    }
    cJSON_ArrayForEach(arg, sa_json_get(prompt, "arguments"))
    {
        const char *name = sa_json_str(arg, "name", "");
        if (err->code || !sa_json_bool(arg, "required", false) || sa_json_get(out, name)) continue;
        sa_err_set(err, SA_E_USAGE, "'%.60s' is missing", name);
    }
    sa_buf_release(&word);
    return out;
}

static void put_messages(const cJSON *reply, struct sa_buf *out)
{
    const cJSON *message;
    cJSON_ArrayForEach(message, sa_json_get(reply, "messages"))
    {
        const cJSON *content = sa_json_get(message, "content");
        const char *text = sa_json_str(content, "text", NULL);
        const cJSON *resource = sa_json_get(content, "resource");
        const char *role = sa_json_str(message, "role", "user");
        if (out->len) sa_buf_appends(out, "\n\n");
        if (!sa_streq(role, "user")) sa_buf_appendf(out, "(%.20s) ", role);
        if (text) sa_buf_appends(out, text);
        else if (sa_json_str(resource, "text", NULL))
            sa_buf_appendf(out, "%s:\n%s", sa_json_str(resource, "uri", "resource"),
                           sa_json_str(resource, "text", ""));
        else sa_buf_appendf(out, "(%.40s)", sa_json_str(content, "type", "nothing"));
    }
}

int sa_mcp_prompt_get(struct sa_mcp *mcp, const char *name, const char *words, struct sa_stop *stop,
                      struct sa_buf *out, struct sa_err *err)
{
    size_t i = find(mcp, name);
    if (i == mcp->prompt_count) return sa_err_set(err, SA_E_USAGE, "no prompt '%.60s'", name);
    struct sa_mcp_server *s = mcp->prompts[i].server;
    const cJSON *prompt = mcp->prompts[i].prompt;
    cJSON *reply = NULL, *args = arguments(prompt, words, err);
    struct sa_buf params = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendc(&params, '{');
    sa_json_put_str(&params, "name", sa_json_str(prompt, "name", ""));
    sa_json_key(&params, "arguments");
    sa_json_print(&params, args);
    sa_buf_appendc(&params, '}');
    if (!err->code &&
        sa_mcp_ask(s, "prompts/get", sa_buf_text(&params), NULL, stop, &reply, err) == SA_MCP_OK)
        put_messages(reply, out);
    sa_buf_release(&params);
    cJSON_Delete(args);
    cJSON_Delete(reply);
    return err->code;
}
